"""The edges of auction games, where lawful hands seldom get: wrong calls, what a refusal says, what is not known."""

import msgspec
import pytest
from cases import read_rules
from laying import a_hand, card, laid, the
from making import table_of

from spoilrec.engine.draw import Exchange, cards_needed, why_not_exchange, why_not_put_out, why_not_take
from spoilrec.engine.events import Jink
from spoilrec.engine.jink import after_jink, why_not_jink
from spoilrec.engine.position import Rights, State, Table, holder_of, mid_trick, start
from spoilrec.engine.refusals import Refusal
from spoilrec.record.tokens import SEATS
from spoilrec.rules.auction import (
    HOLD,
    PASS,
    TEN,
    Bidding,
    Call,
    after_bid,
    allowed_calls,
    ladder,
    open_bidding,
    thrown_in,
    why_not_bid,
)
from spoilrec.rules.contract import NO_CONTRACT, Contract, contract_points, lost_points, made, possible_points
from spoilrec.rules.games import Goal
from spoilrec.rules.options import Options
from spoilrec.rules.order import facts
from spoilrec.rules.penalties import Offence, points_after
from spoilrec.rules.points import (
    Bidder,
    best_of_the_rest,
    counts_at_once,
    game_winner,
    hand_points,
    past_the_post,
    trick_points,
)
from spoilrec.rules.pool import NOBODY, UNKNOWN


def call_of(word: str) -> Call:
    """Read a call: `A15`, `B-` for a pass, `D=` for a hold."""
    amounts = {"-": PASS, "=": HOLD}
    return SEATS.index(word[0]), amounts[word[1:]] if word[1:] in amounts else int(word[1:])


def auction(
    rules: str, calls: str, *, players: int = 4, scores: tuple[int | None, ...] = (), partner: int = NOBODY
) -> Bidding:
    """Hold an auction in which the last seat deals; the calls are made, allowed or not."""
    bidding = open_bidding(read_rules(rules), range(players), scores or (0,) * players, partner)
    for word in calls.split():
        bidding = after_bid(bidding, *call_of(word))
    return bidding


def standing(bidding: Bidding) -> str:
    """Write who is to call, the bid that stands, the seat that the dealer matched, and who has passed."""
    seats = "".join(SEATS[seat] for seat in bidding.order if bidding.passed >> seat & 1)
    names = ["-" if seat == NOBODY else SEATS[seat] for seat in (bidding.turn, bidding.holder, bidding.matched)]
    return f"{names[0]} {names[1]}{bidding.high} {names[2]} {seats or '-'}"


# Auctions


@pytest.mark.parametrize(
    ("bids", "amounts"),
    [
        ("15-30", (15, 20, 25, 30)),
        ("20-30", (20, 25, 30)),
        ("10-30", (10, 15, 20, 25, 30)),
        ("15-60", (15, 20, 25, 30, 60)),
    ],
)
def test_the_ladder_goes_up_in_fives_and_may_end_with_sixty(bids: str, amounts: tuple[int, ...]) -> None:
    """S4, BIC; JIT; DAI; BDC."""
    assert ladder(read_rules(f"bids={bids}")) == amounts


def test_an_auction_begins_with_the_player_left_of_the_dealer() -> None:
    """rules.md 5.5: nobody has bid, nobody has passed; without a partner there is none."""
    bidding = open_bidding(Options(), [2, 3, 0, 1], [5, None, 0, 10])
    assert bidding == Bidding(Options(), (2, 3, 0, 1), (5, None, 0, 10), NOBODY, (), 0, NOBODY, NOBODY, 0, 2)
    assert open_bidding(Options(), [2, 3, 0, 1], [0, 0, 0, 0], 3).partner == 3


@pytest.mark.parametrize(
    ("rules", "calls", "refused", "why"),
    [
        pytest.param("-", "A15 B- C- D-", "A-", "over", id="a pass after the end"),
        pytest.param("-", "", "B15", "not-your-turn", id="before his turn"),
        pytest.param("-", "", "B-", "not-your-turn", id="a pass before his turn"),
        pytest.param("bid_rounds=until_passed", "A- B15 C20", "A25", "passed", id="who has passed is out"),
        pytest.param("bid_rounds=until_passed", "A- B15 C20", "A=", "passed", id="he cannot hold"),
        pytest.param("bid_rounds=until_passed", "A- B15 C20", "A-", "not-your-turn", id="but he may not pass again"),
        pytest.param("bid_rounds=until_passed", "A- B15 C20", "B25", "not-your-turn", id="who has bid waits"),
        pytest.param("-", "A15", "B15", "too-low", id="the standing amount"),
        pytest.param("-", "A15", "B7", "ladder", id="not on the ladder, though too low"),
        pytest.param("bids=10-30", "A15", "B10", "ten", id="ten with four, though too low"),
        pytest.param("hold=none", "", "A=", "hold-off", id="a hold where there is none"),
        pytest.param("hold=reopens", "", "A=", "hold-not-dealer", id="a hold of nothing by who does not deal"),
        pytest.param("hold=reopens", "A- B- C-", "D=", "hold-nothing", id="a hold of nothing"),
        pytest.param("all_pass=dealer_forced_15", "A- B- C-", "D-", "forced", id="forced, no pass"),
        pytest.param("all_pass=dealer_forced_15 hold=reopens", "A- B- C-", "D=", "forced", id="forced, no hold"),
        pytest.param("all_pass=dealer_forced_15 bids=10-30", "A- B- C-", "D10", "forced", id="forced, no ten"),
        pytest.param("all_pass=dealer_forced_15", "A- B- C-", "D17", "ladder", id="forced, on the ladder"),
        pytest.param("all_pass=dealer_forced_15", "A- B-", "C-", None, id="only the dealer is forced"),
        pytest.param("all_pass=dealer_forced_15", "A15 B- C-", "D-", None, id="not over a bid"),
        pytest.param("all_pass=dealer_forced_15 hold=none", "A- B= C-", "D-", None, id="B has not passed"),
        pytest.param("all_pass=dealer_forced_15 hold=none", "A- B- C=", "D-", None, id="C has not passed"),
        pytest.param("all_pass=dealer_forced_15", "B- C- D20", "D17", "not-your-turn", id="not out of turn"),
        pytest.param("all_pass=dealer_partner_min", "A- B- C-", "D-", None, id="the dealer may pass to his partner"),
        pytest.param("all_pass=dealer_partner_min", "A- B- C- D-", "B-", "forced", id="who may not"),
        pytest.param("all_pass=dealer_partner_min", "A- B- C- D-", "B=", "forced", id="nor hold"),
        pytest.param("all_pass=dealer_partner_min", "A- B- C- D-", "B20", "forced", id="nor bid more than the least"),
        pytest.param("all_pass=dealer_partner_min bids=10-30", "A- B- C- D-", "B10", "forced", id="ten is not that"),
        pytest.param("all_pass=dealer_partner_min bids=10-30", "A- B- C- D-", "B15", None, id="the least above ten is"),
        pytest.param("all_pass=dealer_partner_min", "A- B- C- D-", "C15", "passed", id="nobody else is asked"),
        pytest.param("all_pass=dealer_partner_min", "A-", "B-", None, id="before that he is not forced"),
        pytest.param("all_pass=next_dealer", "A- B- C-", "D-", None, id="nobody is forced"),
    ],
)
def test_why_a_call_is_refused(rules: str, calls: str, refused: str, why: str | None) -> None:
    """rules.md 5.5: four players, D deals, B is his partner. Turn and amount; hold (K37); where all pass."""
    assert why_not_bid(auction(rules, calls, partner=1), *call_of(refused)) == why


@pytest.mark.parametrize(
    ("rules", "scores", "calls", "refused", "why"),
    [
        pytest.param("bunker=below_-30", (-31, 0, 0, 0), "", "A15", "bunker", id="below -30"),
        pytest.param("bunker=below_-30", (-30, 0, 0, 0), "", "A15", None, id="not at -30"),
        pytest.param("bunker=off", (-31, 0, 0, 0), "", "A15", None, id="where it is off"),
        pytest.param("bunker=below_-30", (-31, 0, 0, 0), "", "A-", None, id="a pass is free"),
        pytest.param("bunker=below_-30", (0, 0, 0, -31), "A15 B- C-", "D=", "bunker", id="nor a hold"),
        pytest.param("bunker=below_-30", (-31, 0, 0, 0), "", "A17", "ladder", id="the amount is judged first"),
        pytest.param("min_bid_at_100=20", (100, 0, 0, 0), "", "A15", "at-100", id="15 with 100"),
        pytest.param("min_bid_at_100=20", (99, 0, 0, 0), "", "A15", None, id="15 with less"),
        pytest.param("min_bid_at_100=20", (100, 0, 0, 0), "", "A20", None, id="20 with 100"),
        pytest.param("min_bid_at_100=none", (100, 0, 0, 0), "", "A15", None, id="15 where there is no such rule"),
        pytest.param("min_bid_at_100=20", (None, 0, 0, 0), "", "A15", None, id="a total not known"),
        pytest.param(
            "min_bid_at_100=20 hold=reopens", (0, 0, 0, 100), "A15 B- C-", "D=", "at-100", id="a hold of 15 with 100"
        ),
        pytest.param(
            "bunker=below_-30 all_pass=dealer_forced_15", (0, 0, 0, -31), "A- B- C-", "D15", None,
            id="the bunker does not free who is forced",
        ),
        pytest.param(
            "min_bid_at_100=20 all_pass=dealer_forced_15", (0, 0, 0, 100), "A- B- C-", "D15", "at-100",
            id="forced, with 100 he bids 20",
        ),
        pytest.param(
            "min_bid_at_100=20 all_pass=dealer_partner_min", (0, 100, 0, 100), "A- B- C- D-", "B15", None,
            id="a forced partner bids the least at any total",
        ),
    ],
)  # fmt: skip
def test_a_total_forbids_a_bid(
    rules: str, scores: tuple[int | None, ...], calls: str, refused: str, why: str | None
) -> None:
    """DAI: the bunker; BIC: at least 20 with 100. A total that is not known forbids nothing."""
    rules = rules if "hold" in rules else f"{rules} hold=reopens"
    assert why_not_bid(auction(rules, calls, scores=scores, partner=1), *call_of(refused)) == why


def test_a_total_is_that_of_the_seat_wherever_the_dealer_sits() -> None:
    """BIC; the totals stand in the order of the calls."""
    bidding = open_bidding(read_rules("min_bid_at_100=20"), [2, 3, 0, 1], [0, 100, 0, 0])
    assert why_not_bid(bidding, 2, 15) is None
    assert why_not_bid(after_bid(bidding, 2, PASS), 3, 15) == "at-100"


@pytest.mark.parametrize(("players", "why"), [(4, "ten"), (5, "ten"), (6, None)])
def test_ten_is_for_six_players(players: int, why: str | None) -> None:
    """DAI."""
    assert why_not_bid(auction("bids=10-30", "", players=players), 0, TEN) == why


@pytest.mark.parametrize(
    ("rules", "calls", "allowed"),
    [
        pytest.param("hold=reopens", "A20 B- C-", (PASS, HOLD, 25, 30), id="pass, hold, amounts"),
        pytest.param("hold=reopens", "A20 B- C- D-", (), id="nothing after the end"),
        pytest.param("hold=reopens", "A20", (PASS, 25, 30), id="no hold by who does not deal"),
    ],
)
def test_the_calls_that_are_allowed(rules: str, calls: str, allowed: tuple[int, ...]) -> None:
    """rules.md 5.5: a raise, a pass, and for the dealer a hold."""
    assert allowed_calls(auction(rules, calls)) == allowed


@pytest.mark.parametrize(
    ("rules", "calls", "expected"),
    [
        pytest.param("-", "A15", "B A15 - -", id="a bid"),
        pytest.param("-", "A-", "B -0 - A", id="a pass"),
        pytest.param("-", "A- B- C-", "D -0 - ABC", id="three passes"),
        pytest.param("all_pass=next_dealer", "A- B- C- D-", "- -0 - ABCD", id="four passes"),
        pytest.param("all_pass=next_dealer", "A- B- C- D- A-", "- -0 - ABCD", id="a pass after the end"),
        pytest.param("-", "A15 B- C- D- A30", "- A15 - BCD", id="a bid after the end changes nothing"),
        pytest.param("bid_rounds=until_passed", "A- B15 C20 A-", "D C20 - A", id="nor does who passes again"),
        pytest.param("bid_rounds=until_passed", "A- B15 C20 A25", "B A25 - A", id="a bid of who has passed stands"),
        pytest.param("-", "A1", "B A1 - -", id="any amount that was said stands"),
        pytest.param("hold=reopens", "A1 B- C- D1", "A D1 A BC", id="and may be held"),
        pytest.param("-", "A20 B15", "C A20 - -", id="a bid too low changes only whose turn it is"),
        pytest.param("-", "A20 B20", "C A20 - -", id="so does the same amount"),
        pytest.param("hold=reopens", "A20 B=", "C A20 - -", id="or a hold by who does not deal"),
        pytest.param("hold=reopens", "A- B- C- D=", "D -0 - ABC", id="or of nothing: the dealer is asked again"),
        pytest.param("hold=none bid_rounds=once", "A20 B- C- D20", "- A20 - BC", id="no hold by the amount"),
        pytest.param("hold=none bid_rounds=until_passed", "A20 B25 C- D25", "A B25 - C", id="or goes on"),
        pytest.param("hold=reopens bid_rounds=until_passed", "A20 B- C- D20", "A D20 A BC", id="a hold by the amount"),
        pytest.param("hold=reopens bid_rounds=until_passed", "A20 B- C- D=", "A D20 A BC", id="a hold"),
        pytest.param("hold=reopens bid_rounds=until_passed", "A20 B- C- D= A25", "D A25 - BC", id="a raise after it"),
        pytest.param(
            "hold=reopens bid_rounds=until_passed", "A20 B- C- D= D20", "A D20 A BC",
            id="who holds already and names the amount matches nobody else",
        ),
        pytest.param("hold=closes bid_rounds=until_passed", "A20 B- C- D=", "- D20 A BC", id="a hold that closes"),
        pytest.param("hold=closes bid_rounds=until_passed", "A20 B- C- D25", "A D25 - BC", id="a raise does not"),
        pytest.param(
            "hold=caller_only bid_rounds=until_passed", "A15 B20 C25 D=", "C D25 C AB", id="only the matched caller"
        ),
        pytest.param(
            "hold=caller_only bid_rounds=until_passed", "A- B20 C25 D= C30", "D C30 - AB", id="and the dealer are left"
        ),
        pytest.param(
            "hold=caller_only bid_rounds=until_passed", "A15 B20 C- D- A25 D=", "A D25 A BCD",
            id="a dealer who had passed holds and has passed all the same",
        ),
        pytest.param("bid_rounds=once", "A15 B20 C- D-", "- B20 - CD", id="once round"),
        pytest.param("bid_rounds=once", "A15 B20 C-", "D B20 - C", id="the dealer is asked"),
        pytest.param("bid_rounds=once", "A15 A20 B- C-", "D A20 - BC", id="though another has called twice"),
        pytest.param("bid_rounds=once", "A15 A20 B25 C- A30", "- A30 - C", id="but not more calls than that"),
        pytest.param("bid_rounds=until_passed", "A15 B20 C- D- A-", "- B20 - ACD", id="all others have passed"),
        pytest.param("bid_rounds=until_passed", "A15 B20 C- D-", "A B20 - CD", id="they are asked again"),
        pytest.param("all_pass=dealer_partner_min", "A- B- C- D-", "B -0 - ABCD", id="the dealer's partner is asked"),
        pytest.param("all_pass=dealer_partner_min", "A- B- C- D- B15", "- B15 - ABCD", id="and bids"),
        pytest.param("all_pass=dealer_partner_min", "A- B- C- D- B-", "B -0 - ABCD", id="as long as he does not"),
        pytest.param("all_pass=dealer_partner_min", "A- A- B- C- D-", "- -0 - ABCD", id="not after too many calls"),
    ],
)  # fmt: skip
def test_the_auction_after_calls_allowed_or_not(rules: str, calls: str, expected: str) -> None:
    """K37: who is to call, what stands, whom the dealer matched, who has passed; what was said was said."""
    bidding = auction(rules, calls, partner=1)
    assert standing(bidding) == expected
    assert bidding.calls == tuple(map(call_of, calls.split()))


@pytest.mark.parametrize(
    ("calls", "thrown"),
    [
        ("A- B- C- D- E-", False),
        ("A- B- C- D- E- F-", True),
        ("A10 B- C- D- E- F-", True),
        ("A15 B- C- D- E- F-", False),
    ],
)
def test_a_hand_is_thrown_in_where_no_bid_above_ten_was_made(calls: str, thrown: bool) -> None:
    """A02: DAI; cards-110-api 087c0c3."""
    assert thrown_in(auction("bids=10-30 all_pass=next_dealer", calls, players=6)) is thrown


# Contracts


@pytest.mark.parametrize(
    ("amount", "took", "tricks", "expected"),
    [
        (20, 20, 3, True),
        (20, 15, 3, False),
        (30, 25, 5, True),
        (30, 25, 4, False),
        (UNKNOWN, 25, 4, None),
        (UNKNOWN, 25, 5, True),
    ],
)
def test_a_bid_is_made_with_its_points_or_with_all_five(
    amount: int, took: int, tricks: int, expected: bool | None
) -> None:
    """rules.md 5.5."""
    assert made(Contract(0, amount), took, tricks) is expected


@pytest.mark.parametrize(
    ("rules", "amount", "jink", "lost"),
    [
        pytest.param("jink_mode=off", 20, False, -20, id="the bid"),
        pytest.param("jink_mode=off jink_points=60/-60", 30, False, -30, id="thirty too"),
        pytest.param("jink_mode=bid_30 jink_points=60/-60", 30, False, -60, id="unless it is the jink"),
        pytest.param("jink_mode=bid_30 jink_points=60/-60", 25, False, -25, id="less is not"),
        pytest.param("bids=15-60 jink_points=60/-30", 60, False, -60, id="thirty for sixty"),
        pytest.param("jink_mode=declared jink_points=60/-30", 20, True, -30, id="a declared jink"),
        pytest.param("jink_mode=declared jink_points=60/-30", 20, False, -20, id="not declared"),
        pytest.param("jink_mode=declared jink_points=60/-30", UNKNOWN, True, -30, id="a jink whatever the bid"),
        pytest.param("jink_mode=declared", UNKNOWN, False, None, id="a bid not noted"),
    ],
)
def test_what_a_lost_contract_costs(rules: str, amount: int, jink: bool, lost: int | None) -> None:
    """rules.md 5.5: the bid; K38: the jink has its own price; BDC: thirty for sixty."""
    assert lost_points(read_rules(rules), Contract(0, amount), jink=jink) == lost


def test_where_nothing_was_bid_nothing_is_lost() -> None:
    """rules.md 5.5."""
    assert lost_points(Options(), NO_CONTRACT, jink=False) == 0


@pytest.mark.parametrize(
    ("took", "tricks", "players", "points"),
    [
        pytest.param(20, 4, 4, (-60, -30, -25, 20), id="made or set"),
        pytest.param(30, 5, 4, (30, 60), id="all five tricks"),
        pytest.param(30, 5, 2, (30, 60), id="which two players do not double"),
        pytest.param(25, 5, 2, (25, 30, 60), id="five tricks without a bonus"),
    ],
)
def test_what_the_bidder_can_have_scored(took: int, tricks: int, players: int, points: tuple[int, ...]) -> None:
    """Where the amount was not noted: each amount gives its points, the least first."""
    rules = read_rules("bids=15-60 jink_mode=bid_30 jink_points=60/-30")
    assert possible_points(rules, (15, 20, 25, 30, 60), 1, (0, took), tricks, players) == points


PEG = "peg_block_at_100=on jink_mode=declared jink_points=60/-60"


@pytest.mark.parametrize(
    ("rules", "side", "amount", "tricks", "before", "jink", "points"),
    [
        pytest.param("-", UNKNOWN, UNKNOWN, 3, (0, 0, 0), False, (None, None, None), id="bidder not known"),
        pytest.param("-", 1, UNKNOWN, 3, (0, 0, 0), False, (5, None, 5), id="amount not known"),
        pytest.param(PEG, 1, 20, 3, (100, 0, 99), False, (0, 20, 5), id="who has 100 pegs nothing over a bid made"),
        pytest.param(PEG, 1, 25, 3, (100, 0, 99), False, (5, -25, 5), id="but pegs where it is lost"),
        pytest.param(PEG, 1, 20, 3, (0, 100, 0), False, (5, 20, 5), id="the bidder always scores"),
        pytest.param(PEG, 1, 20, 3, (None, 0, 0), False, (None, 20, 5), id="a total not known"),
        pytest.param(PEG, 1, 25, 3, (None, 0, 0), False, (5, -25, 5), id="which does not matter if the bid is lost"),
        pytest.param(PEG, 1, UNKNOWN, 3, (100, 0, None), False, (None, None, None), id="whether it was made not known"),
        pytest.param(PEG, 1, UNKNOWN, 3, (99, 0, 0), False, (5, None, 5), id="which matters from 100 on"),
        pytest.param(PEG, 1, 20, 3, (100, 0, 0), True, (5, -60, 5), id="a jink lost though the bid is made"),
        pytest.param(PEG, 1, UNKNOWN, 3, (100, 0, 0), True, (5, -60, 5), id="a jink lost, the bid not known"),
    ],
)
def test_the_points_of_a_contract(
    rules: str,
    side: int,
    amount: int,
    tricks: int,
    before: tuple[int | None, ...],
    jink: bool,
    points: tuple[int | None, ...],
) -> None:
    """rules.md 5.5, S14, K38. The sides took 5, 20 and 5."""
    contract = Contract(side, amount)
    assert contract_points(read_rules(rules), contract, side, (5, 20, 5), tricks, 3, before, jink=jink) == points


def test_who_took_nothing_pegs_nothing_whatever_was_bid() -> None:
    """Also where it is not known whether the bid was made, or whether the side has 100."""
    rules = read_rules("peg_block_at_100=on")
    assert contract_points(rules, Contract(0, UNKNOWN), 0, (25, 0), 4, 2, (0, 100)) == (None, 0)
    assert contract_points(rules, Contract(0, 20), 0, (25, 0), 4, 2, (0, None)) == (25, 0)


# Points and the end of a game


@pytest.mark.parametrize(
    ("rules", "at_once"),
    [
        ("end_check=each_trick bonus=none hand_scoring=per_trick", True),
        ("end_check=end_of_hand bonus=none hand_scoring=per_trick", False),
        ("end_check=each_trick bonus=highest_trump hand_scoring=per_trick", False),
        ("end_check=each_trick bonus=none hand_scoring=net_difference", False),
        ("end_check=each_trick bonus=none hand_scoring=majority_5_sweep_10", False),
    ],
)
def test_a_game_ends_in_mid_hand_only_where_each_trick_counts_at_once(rules: str, at_once: bool) -> None:
    """rules.md 5.4: a bonus, or tricks counted together, are known only when the hand is over."""
    assert counts_at_once(read_rules(rules)) is at_once


@pytest.mark.parametrize(
    ("scoring", "takers", "bonus", "points"),
    [
        pytest.param("per_trick", (0, 0, 1, 1, 1), 0, (15, 15, 0), id="five a trick and five for the bonus"),
        pytest.param("per_trick", (0, 0, 1, 1, 1), NOBODY, (10, 15, 0), id="without a bonus"),
        pytest.param("per_trick", (0, 0, UNKNOWN, 1, 1), NOBODY, None, id="a trick not known"),
        pytest.param("per_trick", (0, 0, 1, 1, 1), UNKNOWN, None, id="the bonus not known"),
        pytest.param("net_difference", (0, 0, 1, 1, 1), UNKNOWN, None, id="the bonus not known, differences"),
        pytest.param("net_difference", (0, 0, 1, 1, 2), NOBODY, (0, 0, 0), id="level at the top"),
        pytest.param("net_difference", (0, 0, 0, 1, 2), NOBODY, (10, 0, 0), id="over the second"),
        pytest.param("net_difference", (2, 2, 1, 1, 2), 1, (0, 0, 0), id="with the bonus"),
        pytest.param("majority_5_sweep_10", (0, 0, 1, 1, 1), NOBODY, (0, 5, 0), id="three tricks"),
        pytest.param("majority_5_sweep_10", (0, 1, 1, 1, 1), NOBODY, (0, 5, 0), id="four"),
        pytest.param("majority_5_sweep_10", (1, 1, 1, 1, 1), NOBODY, (0, 10, 0), id="five"),
        pytest.param("majority_5_sweep_10", (0, 0, 1, 1, 2), NOBODY, (0, 0, 0), id="two are nothing"),
        pytest.param("majority_5_sweep_10", (0, 0, 1, 1, 1), 0, (0, 5, 0), id="no bonus there"),
        pytest.param("majority_5_sweep_10", (0, 0, 1, 1, 1), UNKNOWN, (0, 5, 0), id="known or not"),
        pytest.param("majority_5_sweep_10", (0, 0, 1, 1, UNKNOWN), NOBODY, None, id="a trick not known, majority"),
    ],
)
def test_the_points_of_a_hand(
    scoring: str, takers: tuple[int, ...], bonus: int, points: tuple[int, ...] | None
) -> None:
    """rules.md 5.4: PAG; BIC for the majority and the difference. There are three sides."""
    assert hand_points(read_rules(f"hand_scoring={scoring}"), 3, takers, bonus) == points


@pytest.mark.parametrize(
    ("takers", "bonus", "points"),
    [
        ((0, 0, 2, 2, 2), 0, (15, 0, 15)),
        ((0, 0, 2, 2, 2), 1, (10, 5, 15)),
        ((0, 0, 2, 2, 2), NOBODY, (10, 0, 15)),
        ((0, 0, 2, 2, 2), UNKNOWN, None),
        ((0, 0, UNKNOWN, 2, 2), 0, None),
    ],
)
def test_the_points_of_the_tricks_of_an_auction_game(
    takers: tuple[int, ...], bonus: int, points: tuple[int, ...] | None
) -> None:
    """rules.md 5.5: five a trick, five for the bonus; nothing where a trick or the bonus is not known."""
    assert trick_points(Options(), 3, takers, bonus) == points


@pytest.mark.parametrize(
    ("order", "before", "takers", "won"),
    [
        pytest.param("first_in_time", (20, 20), (1,), 1, id="who gets there"),
        pytest.param("first_in_time", (20, 20), (), NOBODY, id="not without a trick"),
        pytest.param("first_in_time", (15, 15), (1, 0), NOBODY, id="nobody yet"),
        pytest.param("first_in_time", (20, 10), (UNKNOWN, 0), UNKNOWN, id="a trick not known"),
        pytest.param("first_in_time", (20, 10), (0, UNKNOWN), 0, id="which is too late to matter"),
        pytest.param("first_in_time", (20, 20), (0,), 0, id="the dealer waits for nobody"),
        pytest.param("non_dealer_first", (20, 20), (0,), NOBODY, id="or does"),
        pytest.param("non_dealer_first", (20, 20), (1,), 1, id="the other never"),
        pytest.param("non_dealer_first", (20, 5), (0,), NOBODY, id="four tricks are left, twenty points are enough"),
        pytest.param("non_dealer_first", (20, 4), (0,), 0, id="not from fewer"),
        pytest.param("non_dealer_first", (20, 5), (1, 0), NOBODY, id="he waits in later tricks"),
        pytest.param("non_dealer_first", (20, 5), (0, 0), 0, id="until nobody can get there"),
        pytest.param("non_dealer_first", (20, 5), (0, 1, 1, 1, 1), 1, id="somebody does"),
        pytest.param("non_dealer_first", (20, 5), (1, 1, 1, 0, 0), 0, id="or nobody"),
        pytest.param("non_dealer_first", (5, 5), (0, 0, 0, 1, 1), NOBODY, id="no dealer who is not there waits"),
        pytest.param("non_dealer_first", (15, 5), (1, 1, 1, 0, 0), 0, id="nobody can get there in the last trick"),
    ],
)
def test_who_is_past_the_post_in_the_middle_of_a_hand(
    order: str, before: tuple[int, ...], takers: tuple[int, ...], won: int
) -> None:
    """K34; side 0 deals, 25 win."""
    assert past_the_post(read_rules(f"target=25 count_order={order}"), before, takers, 0) == won


def test_a_third_side_may_catch_the_dealer() -> None:
    """K34: the dealer waits for every other side."""
    rules = read_rules("target=25 count_order=non_dealer_first")
    assert past_the_post(rules, (0, 5, 20), (2,), 2) == NOBODY
    assert past_the_post(rules, (0, 0, 20), (2,), 2) == 2


NO_BIDDER, MADE, SET = Bidder(), Bidder(0, True, (0, 0, 0)), Bidder(0, False, (1, 0, 0))


@pytest.mark.parametrize(
    ("rules", "before", "points", "takers", "bonus", "dealer", "bidder", "won"),
    [
        pytest.param("higher_total", (0, 0), (44, 0), (), NOBODY, 0, NO_BIDDER, NOBODY, id="below"),
        pytest.param("higher_total", (0, 0), (45, 0), (), NOBODY, 0, NO_BIDDER, 0, id="there"),
        pytest.param("higher_total", (40, 40, 40), (5, 10, 5), (), NOBODY, 0, NO_BIDDER, 1, id="the highest"),
        pytest.param(
            "higher_total tie=extra_hand", (40, 40, 0), (10, 10, 5), (0, 0, 1, 1, 2), NOBODY, 0, NO_BIDDER, NOBODY,
            id="level ones play on",
        ),
        pytest.param(
            "higher_total tie=first_past_post", (40, 40, 40), (10, 10, 5), (2, 1, 1, 0, 0), NOBODY, 0, NO_BIDDER, 1,
            id="or who of them was there first",
        ),
        pytest.param(
            "first_in_time", (40, 40, 40), (10, 10, 5), (2, 1, 1, 0, 0), NOBODY, 0, NO_BIDDER, 2, id="the first of all"
        ),
        pytest.param(
            "first_in_time", (45, 45, 0), (0, 0, 30), (2, 2, 2, 2, 2), 2, 0, NO_BIDDER, NOBODY,
            id="who takes nothing is not the first",
        ),
        pytest.param(
            "first_in_time", (35, 30), (5, 5), (0, 1, 1, 1, 0), 0, 0, NO_BIDDER, NOBODY, id="by the points of the hand"
        ),
        pytest.param(
            "non_dealer_first", (40, 40, 40), (10, 5, 10), (0, 0, 1, 2, 2), NOBODY, 0, NO_BIDDER, 2,
            id="not the dealer; the highest of the others",
        ),
        pytest.param("non_dealer_first", (40, 0), (10, 5), (0, 0, 1), NOBODY, 0, NO_BIDDER, 0, id="the dealer alone"),
        pytest.param("bidder_first", (40, 60), (5, 20), (0, 1, 1, 1, 1), NOBODY, 1, MADE, 0, id="the bidder"),
        pytest.param("bidder_first", (30, 60), (5, 20), (0, 1, 1, 1, 1), NOBODY, 1, MADE, 1, id="if he is there"),
        pytest.param("higher_total", (40, 60), (5, 20), (0, 1, 1, 1, 1), NOBODY, 1, MADE, 1, id="where that counts"),
        pytest.param(
            "goer_then_first_past_post", (40, 60), (5, 20), (0, 1, 1, 1, 1), NOBODY, 1, MADE, 0, id="the goer"
        ),
        pytest.param(
            "goer_then_first_past_post", (0, 40, 35), (-20, 5, 20), (0, 2, 2, 1, 2), 2, 0, SET, 2,
            id="then the first, though not by the total",
        ),
        pytest.param(
            "goer_then_first_past_post", (0, 40, 35), (-20, 5, 20), (0, 1, 2, 2, 2), 2, 0, SET, 1, id="the other"
        ),
        pytest.param(
            "goer_then_first_past_post", (40, 40, 35), (5, 5, 20), (0, 1, 2, 2, 2), 2, 0, NO_BIDDER, 2,
            id="without an auction the highest",
        ),
        pytest.param(
            "higher_total must_bid_out=on", (40, 60), (-20, 20), (), NOBODY, 0, SET, NOBODY, id="only with a bid made"
        ),
        pytest.param("higher_total must_bid_out=on", (40, 60), (5, 20), (), NOBODY, 0, MADE, 0, id="as here"),
        pytest.param("higher_total must_bid_out=off", (40, 60), (5, 20), (), NOBODY, 0, MADE, 1, id="where that holds"),
        pytest.param(
            "higher_total must_bid_out=on", (40, 0), (5, 20), (), NOBODY, 0, NO_BIDDER, 0, id="and there was an auction"
        ),
        pytest.param(
            "higher_total set_limit=3", (0, 0), (-20, 5), (), NOBODY, 0, Bidder(0, False, (3, 2)), 1,
            id="three lost contracts lose",
        ),
        pytest.param(
            "higher_total set_limit=3", (44, 0), (-20, 5), (), NOBODY, 0, Bidder(0, False, (3, 2)), 1,
            id="though they leave the highest total",
        ),
        pytest.param(
            "higher_total set_limit=3", (0, 0), (-20, 5), (), NOBODY, 0, Bidder(0, False, (4, 2)), 1, id="four too"
        ),
        pytest.param(
            "higher_total set_limit=3", (0, 0), (5, -20), (), NOBODY, 0, Bidder(1, False, (2, 3)), 0,
            id="whichever side",
        ),
        pytest.param(
            "higher_total set_limit=3", (60, 0), (5, -20), (), NOBODY, 0, Bidder(1, False, (2, 2)), 0,
            id="less leaves it to the points",
        ),
        pytest.param(
            "higher_total set_limit=none", (0, 0), (-20, 5), (), NOBODY, 0, Bidder(0, False, (9, 0)), NOBODY,
            id="where there is no limit",
        ),
        pytest.param(
            "higher_total five_tricks=win_game", (0, 60), (25, 0), (0, 0, 0, 0, 0), NOBODY, 0, NO_BIDDER, 0,
            id="all five win",
        ),
        pytest.param(
            "higher_total five_tricks=win_game", (0, 60), (20, 0), (0, 0, 0, 0), NOBODY, 0, NO_BIDDER, 1,
            id="four do not",
        ),
        pytest.param(
            "higher_total five_tricks=win_game", (0, 60), (20, 5), (0, 0, 0, 0, 1), NOBODY, 0, NO_BIDDER, 1,
            id="nor four of five",
        ),
        pytest.param(
            "higher_total five_tricks=counted", (0, 60), (25, 0), (0, 0, 0, 0, 0), NOBODY, 0, NO_BIDDER, 1,
            id="nor five where they only count",
        ),
    ],
)  # fmt: skip
def test_who_has_won_the_game(
    rules: str,
    before: tuple[int, ...],
    points: tuple[int, ...],
    takers: tuple[int, ...],
    bonus: int,
    dealer: int,
    bidder: Bidder,
    won: int,
) -> None:
    """rules.md 5.4 and 5.5, K34, K42; 45 win."""
    options = read_rules(f"target=45 end_check=end_of_hand count_order={rules}")
    assert game_winner(options, before, points, takers, bonus, dealer, bidder) == won
    if bidder == NO_BIDDER:
        assert game_winner(options, before, points, takers, bonus, dealer) == won


def test_a_hand_has_points_for_every_side() -> None:
    with pytest.raises(ValueError, match="zip"):
        game_winner(Options(), (0, 0), (5,), (), NOBODY, 0)


@pytest.mark.parametrize(
    ("totals", "beaten", "won"),
    [((0, 5), 1, 0), ((5, 0), 0, 1), ((0, 10, 20), 2, 1), ((5, 10, 5), 1, NOBODY), ((9, 10, 9, 5), 1, NOBODY)],
)
def test_of_the_others_the_highest_wins_unless_two_are_level(totals: tuple[int, ...], beaten: int, won: int) -> None:
    """BDC: one side has lost the game; K42: level ones play on."""
    assert best_of_the_rest(totals, beaten) == won


# Penalties


@pytest.mark.parametrize(
    ("offence", "points", "expected"),
    [
        pytest.param(Offence("lose_hand_points", 1, 0), (5, 20), (5, 0), id="the points of the hand"),
        pytest.param(Offence("lose_hand_points", 1, 0), (5, -20), (5, -20), id="what is lost stays lost"),
        pytest.param(Offence("lose_hand_points", 1, 0), (5, None), (5, None), id="points not known"),
        pytest.param(Offence("lose_bid", 1, 0, 1, -20), (5, 20), (5, -20), id="the bidder loses his bid"),
        pytest.param(Offence("lose_bid", 1, 1, 1, -20), (5, 20), (5, -20), id="that alone, though the trick was his"),
        pytest.param(Offence("lose_bid", 1, 0, 1, None), (5, 20), (5, None), id="a bid not known"),
        pytest.param(Offence("lose_bid", 1, 1, 0, -20), (5, 20), (5, 15), id="a defender loses the trick"),
        pytest.param(Offence("lose_bid", 1, 0, 0, -20), (5, 20), (5, 20), id="if it was his"),
        pytest.param(Offence("lose_trick_points", 1, 1), (5, 20), (5, 15), id="the points of the trick"),
        pytest.param(Offence("lose_trick_points", 1, 0), (5, 20), (5, 20), id="of another's trick nothing"),
        pytest.param(Offence("lose_trick_points", 0, 0), (5, 20), (0, 20), id="down to nothing"),
        pytest.param(Offence("lose_trick_points", 0, 0), (0, 20), (0, 20), id="where there is none left"),
        pytest.param(Offence("lose_trick_points", 0, 0), (-20, 20), (-20, 20), id="nor below a set"),
        pytest.param(Offence("lose_trick_points", 0, 0), (1, 20), (-4, 20), id="from any points above nothing"),
        pytest.param(Offence("lose_trick_points", 0, 0), (None, 20), (None, 20), id="points not known, trick"),
        pytest.param(Offence("fine_four", 0, 0), (5, 20), (5, 20), id="other kinds cost no points"),
    ],
)
def test_what_a_penalty_takes(
    offence: Offence, points: tuple[int | None, ...], expected: tuple[int | None, ...]
) -> None:
    """rules.md 6; S4: the bidder's side is set, the defenders lose the five of the trick."""
    assert points_after(points, offence) == expected


# Draws: everything that a refusal says


def exchange(held: str, out: str, drawn: str, *, seat: int = 2, kitty: int = 0) -> Exchange:
    """Note an exchange; `??` is a card that nobody saw."""
    seen = [" ".join(name for name in text.split() if name not in ("??", "-")) for text in (held, out, drawn)]
    unseen = [text.split().count("??") for text in (held, out, drawn)]
    return Exchange(seat, the(seen[0]), unseen[0], kitty, the(seen[1]), unseen[1], the(seen[2]), unseen[2])


HAND = "5S KD 9D 3H 2C"
BADLY_COUNTED = Refusal("draw-count", 2, rules=("draw",))
KEPT_NO_TRUMP = Refusal("kept-no-trump", 2, rules=("draw",), witness=the("5S"))


@pytest.mark.parametrize(
    ("held", "out", "drawn", "searches", "refused"),
    [
        pytest.param(HAND, "KD", "7S", False, "", id="held"),
        pytest.param(HAND, "QD KD", "7S 8S", False, "QD", id="not held"),
        pytest.param(HAND, "AC", "7S", False, "AC", id="nor the first card of the pack"),
        pytest.param("5S KD ?? ?? ??", "QD", "7S", False, "", id="not seen"),
        pytest.param("5S KD 9D 3H ??", "QD JD", "7S 8S", False, "JD QD", id="more than were not seen"),
        pytest.param(HAND, "7S", "7S", False, "7S", id="drawn"),
        pytest.param(HAND, "7S", "7S", True, "", id="drawn by who searches"),
        pytest.param(HAND, "QD", "??", False, "QD", id="drawn unseen"),
        pytest.param(HAND, "QD", "??", True, "", id="drawn unseen by who searches"),
        pytest.param(HAND, "QD JD", "??", True, "JD QD", id="two, and one drawn unseen"),
        pytest.param("5S KD 9D 3H ??", "QD JD", "??", True, "", id="one held unseen, one drawn"),
        pytest.param("5S KD 9D 3H ??", "QD JD TD", "??", True, "JD QD TD", id="one too many"),
    ],
)
def test_a_card_put_out_was_held(held: str, out: str, drawn: str, searches: bool, refused: str) -> None:
    """rules.md 5.5: nothing is judged by cards that nobody saw. Of several not held it names the last."""
    last = max(map(card, refused.split()), default=NOBODY)
    expected = Refusal("put-out-not-held", 2, last, (), exchange(held, out, drawn).held) if refused else None
    assert why_not_put_out(exchange(held, out, drawn), searches=searches) == expected
    if not searches:
        assert why_not_put_out(exchange(held, out, drawn)) == expected


SIX = "7S 8S 4H 4D 4C 6C"
TAKEN_IN = f"{HAND} 7S 8S 4H"


@pytest.mark.parametrize(
    ("rules", "players", "noted", "searches", "expected"),
    [
        pytest.param("-", 4, exchange(HAND, "KD", "7S"), False, None, id="as many as put out"),
        pytest.param("-", 4, exchange(HAND, "KD", "-"), False, BADLY_COUNTED, id="fewer"),
        pytest.param("-", 4, exchange(HAND, "KD", "7S 8S"), False, BADLY_COUNTED, id="more"),
        pytest.param(
            "kitty=3", 4, exchange(TAKEN_IN, "KD", "6S", kitty=3), False,
            Refusal("draw-count", 2, rules=("draw", "kitty")), id="the kitty is put out besides",
        ),
        pytest.param("kitty=3", 4, exchange(TAKEN_IN, "KD 9D 3H", "-", kitty=3), False, None, id="as here"),
        pytest.param("-", 4, exchange(HAND, HAND, "7S 8S 4H 4D 4C"), False, None, id="all five"),
        pytest.param("-", 4, exchange("?? " * 6, HAND + " 6D", SIX), False, BADLY_COUNTED, id="not six"),
        pytest.param("-", 4, exchange(HAND, HAND + " 7S", SIX), True, None, id="unless he searches the stock"),
        pytest.param("-", 4, exchange(HAND, HAND + " 7S", "7S 8S"), True, BADLY_COUNTED, id="he too draws as many"),
        pytest.param("draw=none", 4, exchange(HAND, "-", "-"), False, None, id="nobody draws"),
        pytest.param(
            "draw=none", 4, exchange(HAND, "KD", "7S"), False, Refusal("no-draw", 2, rules=("draw",)), id="not one card"
        ),
        pytest.param(
            "draw=none", 4, exchange(HAND, "KD", "??"), False, Refusal("no-draw", 2, rules=("draw",)), id="seen or not"
        ),
        pytest.param("draw=keep_n", 5, exchange(HAND, "KD 9D 3H 2C", "7S 8S 4H 4D"), False, None, id="one is kept"),
        pytest.param(
            "draw=keep_n", 5, exchange(HAND, HAND, "7S 8S 4H 4D 4C"), False,
            Refusal("kept-too-few", 2, rules=("draw",)), id="none, of five players",
        ),
        pytest.param("draw=keep_n", 6, exchange(HAND, "KD 9D 3H", "7S 8S 4H"), False, None, id="two are kept"),
        pytest.param(
            "draw=keep_n", 6, exchange(HAND, "KD 9D 3H 2C", "7S 8S 4H 4D"), False,
            Refusal("kept-too-few", 2, rules=("draw",)), id="one, of six players",
        ),
        pytest.param("draw=keep_n", 4, exchange(HAND, HAND, "7S 8S 4H 4D 4C"), False, None, id="four keep none"),
        pytest.param(
            "draw=keep_one_trump", 4, exchange("5S AH 9D 3H 2C", "5S AH 9D", "7S 8S 4H"), False,
            Refusal("kept-no-trump", 2, rules=("draw",), witness=the("5S AH")), id="every trump put out",
        ),
        pytest.param("draw=keep_one_trump", 4, exchange("5S AH 9D 3H 2C", "5S 9D", "7S 8S"), False, None, id="not all"),
        pytest.param("draw=keep_one_trump", 4, exchange("4D 6D 9D 3H 2C", "9D", "7S"), False, None, id="none held"),
        pytest.param("draw=any", 4, exchange("5S AH 9D 3H 2C", "5S AH 9D", "7S 8S 4H"), False, None, id="no such rule"),
        pytest.param("draw=keep_one_trump", 4, exchange("5S 9D ?? ?? ??", "5S", "7S"), False, None, id="kept unseen"),
        pytest.param(
            "draw=keep_one_trump", 4, exchange("5S 9D ??", "5S ?? ??", "7S 8S 4H"), False,
            KEPT_NO_TRUMP, id="nothing kept, seen or not",
        ),
        pytest.param(
            "draw=keep_one_trump", 4, exchange("5S 9D ??", "5S ?? ?? ??", "7S 8S 4H 4D"), False,
            KEPT_NO_TRUMP, id="nor by more put out than were left",
        ),
        pytest.param(
            "draw=keep_one_trump", 4, exchange("5S 9D ??", "5S ??", "7S 8S"), False, None, id="kept unseen or out"
        ),
        pytest.param(
            "draw=keep_one_trump", 4, exchange("5S 9D ??", "5S ?? ??", "7S 8S 4H"), True, None,
            id="who searches may have put out what he drew",
        ),
        pytest.param(
            "draw=keep_one_trump", 4, exchange("5S 9D 3H", "5S ?? ??", "7S 8S 4H"), True,
            KEPT_NO_TRUMP, id="which helps nobody who kept none",
        ),
        pytest.param(
            "draw=keep_one_trump", 4, exchange("5S 9D 3H", "?? ??", "7S 8S"), False, None, id="put out unseen"
        ),
    ],
)  # fmt: skip
def test_why_an_exchange_is_refused(
    rules: str, players: int, noted: Exchange, searches: bool, expected: Refusal | None
) -> None:
    """rules.md 2 and 5.5, K19, K41: spades are trumps."""
    options = read_rules(rules)
    trumps = facts(options).trumps[3].trumps
    assert why_not_exchange(options, trumps, players, noted, searches=searches) == expected
    if not searches:
        assert why_not_exchange(options, trumps, players, noted) == expected


IF_TRUMP = ("dealer_takes_turnup",)


@pytest.mark.parametrize(
    ("takes", "seat", "up", "out", "expected"),
    [
        ("if_trump", 3, "7S", "2C", None),
        ("if_trump", 3, "AH", "2C", None),
        ("off", 3, "7S", "2C", Refusal("rob-off", 3, rules=IF_TRUMP)),
        ("if_trump", 2, "7S", "2C", Refusal("take-not-dealer", 2, rules=IF_TRUMP, seat_due=3)),
        ("if_trump", 3, "7D", "2C", Refusal("take-no-trump", 3, card("7D"), IF_TRUMP)),
        ("if_trump", 3, "7S", "7S", Refusal("rob-out-turn-up", 3, card("7S"), IF_TRUMP)),
        ("if_trump", 3, "7D", "7D", Refusal("take-no-trump", 3, card("7D"), IF_TRUMP)),
        ("if_trump", 3, "", "2C", None),
        ("if_trump", 2, "", "2C", Refusal("take-not-dealer", 2, rules=IF_TRUMP, seat_due=3)),
    ],
)
def test_why_the_turned_card_may_not_be_taken(
    takes: str, seat: int, up: str, out: str, expected: Refusal | None
) -> None:
    """K19: seat D deals, spades are trumps; nothing is judged by a card that was not seen."""
    options = read_rules(f"dealer_takes_turnup={takes}")
    trumps = facts(options).trumps[3].trumps
    assert why_not_take(options, trumps, 3, seat, card(up) if up else UNKNOWN, card(out)) == expected


@pytest.mark.parametrize(
    ("players", "kitty", "drawn", "turned", "needed"),
    [(4, 0, 0, False, 20), (4, 3, 0, False, 23), (6, 5, 12, False, 47), (6, 5, 12, True, 48)],
)
def test_the_cards_that_a_deal_and_its_draws_need(
    players: int, kitty: int, drawn: int, turned: bool, needed: int
) -> None:
    """rules.md 2: five for each player, the kitty, what is drawn, and the turned card."""
    assert cards_needed(players, kitty, drawn, turned=turned) == needed


# The jink


DECLARED = "jink_mode=declared"
PAIRS = ((0, 2), (1, 3))
DEALT = "7S 2H | 8S 3H | 9S 4H | TS 5H"
MODE = ("jink_mode",)


def an_auction_hand(rules: str, bidder: int, amount: int) -> State:
    """Begin a hand of two pairs after an auction."""
    state = a_hand(DEALT, rules=read_rules(rules), goal="auction", sides=PAIRS)
    table = msgspec.structs.replace(state.table, contract=Contract(bidder, amount))
    return msgspec.structs.replace(state, table=table)


@pytest.mark.parametrize(
    ("rules", "contract", "before", "seat", "expected"),
    [
        pytest.param(DECLARED, (0, 20), "", 0, None, id="the bidder"),
        pytest.param(DECLARED, (0, 20), "", 2, None, id="or his partner"),
        pytest.param(DECLARED, (0, 20), "", 1, Refusal("jink-not-bidder", 1, rules=MODE, seat_due=0), id="no other"),
        pytest.param(DECLARED, (2, 20), "", 3, Refusal("jink-not-bidder", 3, rules=MODE, seat_due=2), id="nor this"),
        pytest.param(DECLARED, (0, 15), "", 0, Refusal("jink-low-bid", 0, rules=MODE), id="not with 15"),
        pytest.param(DECLARED, (0, 19), "", 0, Refusal("jink-low-bid", 0, rules=MODE), id="nor 19"),
        pytest.param(DECLARED, (0, 1), "", 0, Refusal("jink-low-bid", 0, rules=MODE), id="nor 1"),
        pytest.param(DECLARED, (0, UNKNOWN), "", 0, None, id="a bid not known"),
        pytest.param(DECLARED, (0, 0), "", 0, None, id="nor noted"),
        pytest.param(DECLARED, (UNKNOWN, UNKNOWN), "", 1, None, id="a bidder not known"),
        pytest.param(DECLARED, (0, 20), "jink:A", 0, Refusal("jink-second", 0, seat_due=0), id="once"),
        pytest.param(DECLARED, (0, 20), "jink:A", 1, Refusal("jink-second", 1, seat_due=0), id="for all"),
        pytest.param(DECLARED, (0, 20), "jink:C", 0, Refusal("jink-second", 0, seat_due=2), id="by the partner"),
        pytest.param(DECLARED, (0, 20), "A7S", 0, Refusal("jink-not-now", 0, rules=MODE), id="after the lead"),
        pytest.param(DECLARED, (0, 20), "A7S B8S C9S DTS", 0, Refusal("jink-not-now", 0, rules=MODE), id="a trick"),
        pytest.param("jink_mode=bid_30", (0, 30), "", 0, Refusal("jink-off", 0, rules=MODE), id="where it is bid"),
        pytest.param("jink_mode=off", (0, 30), "", 0, Refusal("jink-off", 0, rules=MODE), id="or off"),
    ],
)  # fmt: skip
def test_why_a_jink_is_refused_in_an_auction_game(
    rules: str, contract: tuple[int, int], before: str, seat: int, expected: Refusal | None
) -> None:
    """K38: the bidder's side declares it before the first lead, with a bid of 20 or more."""
    state = laid(an_auction_hand(rules, *contract), before)
    assert why_not_jink(state, Jink(seat)) == expected


def test_nobody_declares_a_jink_from_an_empty_chair() -> None:
    """In no game."""
    for goal in ("pool", "auction"):
        state = a_hand("7S | - | 9S", rules=read_rules(DECLARED), seats=(0, 2), goal=goal)
        assert why_not_jink(state, Jink(1)) == Refusal("no-such-seat", 1)


def test_with_two_tricks_to_win_a_jink_is_called_after_two() -> None:
    """rules.md 5.3; the other edges of a jink for the pool are in `test_engine_edges`."""
    state = a_hand("7S | 8S", rules=read_rules(f"{DECLARED} tricks_to_win=2"), goal="pool")
    expected = {
        (0,): Refusal("jink-not-now", 0, rules=("jink_mode", "tricks_to_win")),
        (0, 0): None,
        (0, 1): Refusal("jink-not-entitled", 0, rules=("jink_mode", "tricks_to_win")),
        (0, 0, 0): Refusal("jink-not-now", 0, rules=("jink_mode", "tricks_to_win")),
        (0, 0, 1): Refusal("jink-not-now", 0, rules=("jink_mode", "tricks_to_win")),
    }
    assert {won: why_not_jink(msgspec.structs.replace(state, winners=won), Jink(0)) for won in expected} == expected


def test_who_is_barred_from_the_pool_may_not_jink() -> None:
    """rules.md 5.3."""
    state = a_hand("7S | 8S", rules=read_rules(DECLARED), goal="pool")
    state = msgspec.structs.replace(state, winners=(0, 0, 0))
    assert why_not_jink(state, Jink(0)) is None
    state = msgspec.structs.replace(state, rights=msgspec.structs.replace(state.rights, barred=1))
    assert why_not_jink(state, Jink(0)) == Refusal("jink-not-entitled", 0, rules=("jink_mode", "tricks_to_win"))


def test_only_a_lawful_call_binds() -> None:
    """K38: one of the two pairs has bid 20."""
    state = an_auction_hand(DECLARED, 0, 20)
    called = after_jink(state, Jink(2))
    assert called == msgspec.structs.replace(state, rights=msgspec.structs.replace(state.rights, jinker=2))
    assert after_jink(state, Jink(1)) == state


# Positions


@pytest.mark.parametrize(
    ("rules", "goal", "duty"),
    [
        ("rob=forced announce_ace=none", "pool", True),
        ("rob=forced announce_ace=none", "points", True),
        ("rob=forced announce_ace=required_or_demoted", "auction", False),
        ("rob=optional announce_ace=required_or_demoted", "pool", True),
        ("rob=optional announce_ace=none", "pool", False),
        ("rob=off announce_ace=required_or_demoted", "pool", False),
    ],
)
def test_where_a_player_has_a_duty_with_the_ace(rules: str, goal: Goal, duty: bool) -> None:
    """He must rob or announce it; nobody robs in an auction game."""
    assert a_hand(DEALT, rules=read_rules(rules), goal=goal).rights.duty is duty


@pytest.mark.parametrize(
    ("hands", "up", "holder"),
    [
        ("7S | AS | 9S", "6S", 1),
        ("AS | 2S | 9S", "6S", 0),
        ("7S | 2S | 9S", "6S", UNKNOWN),
        ("7S | 2S | 9S", "AS", NOBODY),
        ("AD | 2S | 9S", "6S", UNKNOWN),
    ],
)
def test_who_holds_the_ace_of_trumps(hands: str, up: str, holder: int) -> None:
    """rules.md 3: spades are trumps; a turned-up ace is nobody's."""
    assert a_hand(hands, up=card(up)).rights.holder == holder


def test_the_caller_may_know_more_of_the_ace() -> None:
    state = a_hand("AS | 2S | 9S")
    assert start(state.table, 3, state.holding, state.unseen, 2).rights.holder == 2


def test_a_hand_begins_with_nothing_laid() -> None:
    """The player left of the dealer leads, or who the table names."""
    state = a_hand("AS | - | 9S | 2S", seats=(0, 2, 3), dealer=0, unseen="4043")
    rights = Rights(0, (0, 0, 0, 0), (0, 0, 0, 0), duty=False)
    dealt = (the("AS"), 0, the("9S"), the("2S"))
    assert state == State(state.table, state.table.facts.trumps[3], rights, dealt, (4, 0, 4, 3), 2)
    for leader in (0, 3, UNKNOWN):
        table = msgspec.structs.replace(state.table, leader=leader)
        assert start(table, 3, dealt, [4, 0, 4, 3]).turn == leader


def test_the_first_hand_with_a_card_holds_it() -> None:
    """Cards that nobody saw may be anybody's."""
    hands = [the("2S 3S"), the("AS"), the("AS KS")]
    assert holder_of(hands, card("AS")) == 1
    assert holder_of(hands, card("QS")) == UNKNOWN


@pytest.mark.parametrize(
    ("trick", "chairs", "turn"), [("", 2, 0), ("7D", 2, 1), ("7D 8S", 3, 2), ("7D 8S JH 2C", 5, 4)]
)
def test_a_position_in_mid_trick_knows_one_hand(trick: str, chairs: int, turn: int) -> None:
    """The player to answer sits after the cards of the trick; of two at least."""
    rules = facts(Options())
    codes, nothing = tuple(map(card, trick.split())), (0,) * chairs
    table = table_of(Options(), range(chairs), dealer=chairs - 1)
    holding = tuple(the("KS QD") if seat == turn else 0 for seat in range(chairs))
    assert mid_trick(rules, 3, the("KS QD"), codes, the("9C TC")) == State(
        Table(rules, "cards", chairs, table.seats, table.after, table.side_of, chairs - 1, UNKNOWN, ()),
        rules.trumps[3], Rights(UNKNOWN, nothing, nothing), holding, nothing, turn,
        codes, tuple(range(turn)), the(trick), the("9C TC"),
    )  # fmt: skip


# Trumps: which may be kept back, and what follows a lead


@pytest.mark.parametrize(
    ("rules", "kept", "demoted"),
    [
        ("privileged=5_J_AH", "5S JS AH", "5S JS AH"),
        ("privileged=with_trump_ace", "5S JS AH AS", "5S JS AH"),
        ("privileged=five_only", "5S", "5S"),
        ("privileged=none", "", ""),
        ("privileged=5_J_AH joker=3rd", "5S JS AH JK", "5S JS AH JK"),
        ("privileged=with_trump_ace joker=4th", "5S JS AH AS JK", "5S JS AH JK"),
        ("privileged=five_only joker=3rd", "5S", "5S"),
    ],
)
def test_the_trumps_that_may_ever_be_kept_back(rules: str, kept: str, demoted: str) -> None:
    """rules.md 4.2: no joker that is not in the pack, no ace that was not announced."""
    found = facts(read_rules(rules))
    assert (found.trumps[3].privileged, found.demoted[3].privileged) == (the(kept), the(demoted))


@pytest.mark.parametrize(
    ("rules", "led", "answers"),
    [
        ("ah_follows_hearts=false", "7H", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"),
        ("ah_follows_hearts=true", "7H", "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"),
        ("ah_follows_hearts=true", "7D", "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD"),
        ("ah_follows_hearts=true", "7S", "AH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"),
        ("ah_follows_hearts=false", "AH", "AH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"),
    ],
)
def test_the_ace_of_hearts_answers_hearts_only_where_it_may(rules: str, led: str, answers: str) -> None:
    """rules.md 1.2: it is a trump, spades are trumps here."""
    assert facts(read_rules(rules)).trumps[3].answers[card(led)] == the(answers)
