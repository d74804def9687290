"""The oracle of the auction games against situations that were written down by people.

S and A with a number are rows of situations.md, where the source of each stands; B45 are the machine-played deals of
`hands/auction-deals.spoil` (jitousig/fortyfives-ai), R110 the recorded games of `hands/played.jsonl`
(daithihearn/cards-110-api). The other rows name the sentence that they stand for.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from cases import cards
from making import for_oracle
from oracle import score_points
from oracle_auction import (
    Offence,
    calls_allowed,
    contract_made,
    exchange_allowed,
    exchange_faults,
    first_leader,
    game_after,
    kitty_size,
    misdeal_chips,
    misdeal_points,
    next_dealer,
    pack_is_enough,
    points_game,
    result,
    revoke_cost,
    score_contract,
    turn,
    turnup_may_be_taken,
)

from spoilrec.rules.options import Options

HANDS = Path(__file__).parent / "hands"
PAIRS = [[0, 2], [1, 3]]
SINGLES = [[0], [1], [2], [3]]
THREES = [[0, 2, 4], [1, 3, 5]]
BOOK: dict[str, object] = {"bonus": "highest_trump", "target": 120, "count_order": "bidder_first"}


def options(**changes: object) -> dict[str, object]:
    """Give the default options with these changes; refuses a name or a value that no option has."""
    return for_oracle(msgspec.convert(changes, Options))


def case(source: str, *values: object) -> Any:
    """Name a row by its source."""
    return pytest.param(*values, id=source.replace(" ", "-"))


# Auctions: four players in pairs, seat 3 deals, nobody has points, unless the row says otherwise


def calls_of(text: str) -> list[tuple[int, str]]:
    """Read `A15 B- D=`."""
    return [("ABCDEFGHIJ".index(word[0]), word[1:]) for word in text.split()]


def table(players: int = 4, sides: Sequence[Sequence[int]] | None = None) -> dict[str, Any]:
    """Set a table at which the last seat deals; four play in pairs, six in threes, others singly."""
    usual = {4: PAIRS, 6: THREES}.get(players, [[seat] for seat in range(players)])
    return {"seats": list(range(players)), "dealer": players - 1, "sides": usual if sides is None else sides}


def allowed(text: str, players: int = 4, totals: Sequence[int | None] = (0, 0), **changes: object) -> str:
    """Name who is to call and what he may call, `over` if the auction is over."""
    rules, calls, place = options(**changes), calls_of(text), table(players)
    may = calls_allowed(rules, calls, **place, totals=[*totals, *[0] * players])
    seat = turn(rules, calls, **place)
    return "over" if seat is None and not may else f"{'ABCDEFGHIJ'[seat or 0]} {' '.join(may)}"


SEVERAL: dict[str, object] = {"hold": "caller_only", "bids": "10-30"}
ROWS = [
    case("A01 who passed is not asked", "A20 B- C- D25", {}, "A - 30"),
    case("A02 bagged", "A- B- C-", {"all_pass": "dealer_forced_15"}, "D 15 20 25 30"),
    case("A02 bagged, once", "A- B- C-", {"all_pass": "dealer_forced_15", "bid_rounds": "once"}, "D 15 20 25 30"),
    case("A02 bagged, over", "A- B- C- D15", {"all_pass": "dealer_forced_15"}, "over"),
    case("A02 no bag", "A- B- C-", {}, "D - 15 20 25 30"),
    case("A04 only the dealer may match", "A20", {}, "B - 25 30"),
    case("A04 the dealer may", "A20 B- C-", {}, "D - = 25 30"),
    case("A05 ten with four", "", {"bids": "10-30"}, "A - 15 20 25 30"),
    case("A05 ten with six", "", {"bids": "10-30", "players": 6}, "A - 10 15 20 25 30"),
    case("5.5 bids 15-30", "A15", {"bids": "15-30"}, "B - 20 25 30"),
    case("5.5 bids 20-30", "", {"bids": "20-30"}, "A - 20 25 30"),
    case("5.5 bids 15-60", "A30", {"bids": "15-60"}, "B - 60"),
    case("5.5 nothing above 30", "A30", {}, "B -"),
    case("K37 S4 each once", "A15 B20 C- D25", {"bid_rounds": "once"}, "over"),
    case("K37 S4 each once, held", "A15 B20 C- D=", {"bid_rounds": "once"}, "over"),
    case("K37 until all have passed", "A15 B20 C- D25", {}, "A - 30"),
    case("K37 until all have passed, second round", "A15 B20 C- D- A25", {}, "B - 30"),
    case("K37 until all have passed, over", "A15 B20 C- D- A-", {}, "over"),
    case("hold reopens", "A15 B20 C- D=", {"hold": "reopens"}, "A - 25 30"),
    case("hold reopens, second hold", "A15 B20 C- D= A25 B-", {"hold": "reopens"}, "D - = 30"),
    case("hold reopens, all pass", "A15 B20 C- D= A- B-", {"hold": "reopens"}, "over"),
    case("hold closes", "A15 B20 C- D=", {"hold": "closes"}, "over"),
    case("hold caller only", "A15 B20 C- D=", {"hold": "caller_only"}, "B - 25 30"),
    case("hold caller only, raised", "A15 B20 C- D= B25", {"hold": "caller_only"}, "D - = 30"),
    case("hold caller only, gives way", "A15 B20 C- D= B-", {"hold": "caller_only"}, "over"),
    case("hold caller only, dealer raises", "A15 B20 C- D25", {"hold": "caller_only"}, "A - 30"),
    case("hold none", "A20 B- C-", {"hold": "none"}, "D - 25 30"),
    case("no hold of one's own bid or of nothing", "A- B- C-", {"hold": "reopens"}, "D - 15 20 25 30"),
    case("BIC 100", "", {"min_bid_at_100": 20, "totals": (100, 0)}, "A - 20 25 30"),
    case("BIC 95", "", {"min_bid_at_100": 20, "totals": (95, 100)}, "A - 15 20 25 30"),
    case("BIC 100 does not hold", "A15 B- C-", {"min_bid_at_100": 20, "totals": (0, 100)}, "D - 20 25 30"),
    case("BIC 100 holds 20", "A20 B- C-", {"min_bid_at_100": 20, "totals": (0, 100)}, "D - = 25 30"),
    case("BIC total not known", "", {"min_bid_at_100": 20, "totals": (None, 0)}, "A - 15 20 25 30"),
    case("DAI bunker", "", {"bunker": "below_-30", "totals": (-35, 0)}, "A -"),
    case("DAI bunker from below -30", "", {"bunker": "below_-30", "totals": (-30, 0)}, "A - 15 20 25 30"),
    case("DAI bunker does not hold", "A15 B- C-", {"bunker": "below_-30", "totals": (0, -35)}, "D -"),
    case(
        "the bunker does not free the dealer", "A- B- C-",
        {"bunker": "below_-30", "totals": (0, -35), "all_pass": "dealer_forced_15"}, "D 15 20 25 30",
    ),
    case("20 is forced", "A- B- C-", {"bids": "20-30", "all_pass": "dealer_forced_15"}, "D 20 25 30"),
    case(
        "15 is forced of six", "A- B- C- D- E-", {"bids": "10-30", "all_pass": "dealer_forced_15", "players": 6},
        "F 15 20 25 30",
    ),
    case("S4 partner's least", "A- B- C- D-", {"all_pass": "dealer_partner_min"}, "B 15"),
    case("S4 partner's least of 20-30", "A- B- C- D-", {"all_pass": "dealer_partner_min", "bids": "20-30"}, "B 20"),
    case("S4 partner's least, no ten", "A- B- C- D-", {"all_pass": "dealer_partner_min", "bids": "10-30"}, "B 15"),
    case("S4 partner has bid", "A- B- C- D- B15", {"all_pass": "dealer_partner_min"}, "over"),
    case("S4 partner, once", "A- B- C- D-", {"all_pass": "dealer_partner_min", "bid_rounds": "once"}, "B 15"),
    case("S4 a bid stands", "A15 B- C- D-", {"all_pass": "dealer_partner_min"}, "over"),
    case("S4 no partner in singles", "A- B- C-", {"all_pass": "dealer_partner_min", "players": 3}, "over"),
]  # fmt: skip


@pytest.mark.parametrize(("calls", "changes", "expected"), ROWS)
def test_calls(calls: str, changes: dict[str, Any], expected: str) -> None:
    assert allowed(calls, **changes) == expected


@pytest.mark.parametrize(
    ("calls", "changes", "expected"),
    [
        case("A02 all pass", "A- B- C- D-", {}, None),
        case("A02 ten stands", "A10 B- C- D- E- F-", {"bids": "10-30", "players": 6}, None),
        case("A02 ten is held", "A10 B- C- D- E- F= A-", {"bids": "10-30", "players": 6}, None),
        case("A02 bagged", "A- B- C- D15", {"all_pass": "dealer_forced_15"}, (3, 15)),
        case("S4 hold", "A15 B20 C- D=", {"hold": "closes", "bid_rounds": "once"}, (3, 20)),
        case("DAI gives way", "A15 B20 C- D= B-", {"hold": "caller_only"}, (3, 20)),
        case("DAI raises", "A15 B20 C- D= B25 D-", {"hold": "caller_only"}, (1, 25)),
        case("S4 partner", "A- B- C- D- B15", {"all_pass": "dealer_partner_min"}, (1, 15)),
        case("B45-2", "A25 B- C- D30 A-", {}, (3, 30)),
    ],
)
def test_result(calls: str, changes: dict[str, Any], expected: tuple[int, int] | None) -> None:
    players = changes.pop("players", 4)
    assert result(options(**changes), calls_of(calls), **table(players)) == expected


def test_calls_out_of_turn_are_refused() -> None:
    with pytest.raises(ValueError, match="not to call"):
        turn(options(), calls_of("A20 B- C- D25 B30"), **table())
    with pytest.raises(ValueError, match="not over"):
        result(options(), calls_of("A20"), **table())
    with pytest.raises(ValueError, match="nothing to hold"):
        turn(options(), calls_of("A="), **table())


def deals_of_jitousig() -> list[dict[str, Any]]:
    """Read the machine-played deals."""
    lines = map(json.loads, (HANDS / "auction-deals.spoil").read_text("utf-8").splitlines())
    return [line for line in lines if line["type"] == "hand"]


@pytest.mark.parametrize("deal", deals_of_jitousig(), ids=["B45-1", "B45-2", "B45-3", "B45-4", "B45-5"])
def test_machine_played_deals(deal: dict[str, Any]) -> None:
    rules = options(kitty=3, first_lead="left_of_bidder")
    dealer, bidder = "ABCD".index(deal["dealer"]), "ABCD".index(deal["bid"][0])
    calls: list[tuple[int, str]] = []
    for seat, call in calls_of(deal["bids"]):  # A01: the machine also asked who had passed
        if (seat, "-") not in calls:
            totals = [0, 0]
            may = calls_allowed(rules, calls, seats=range(4), dealer=dealer, sides=PAIRS, totals=totals)
            assert turn(rules, calls, seats=range(4), dealer=dealer, sides=PAIRS) == seat
            assert call in may
            calls.append((seat, call))
    assert result(rules, calls, seats=range(4), dealer=dealer, sides=PAIRS) == (bidder, int(deal["bid"][1:]))
    assert first_leader(rules, seats=range(4), dealer=dealer, bidder=bidder) == "ABCD".index(deal["play"][0])
    for seat in range(4):
        dealt, out, drawn = (deal[key].split("|")[seat].split() for key in ("deal", "discard", "draw"))
        faults = exchange_faults(
            rules, players=4, dealt=dealt, discard=out, draw=drawn, kitty=deal["kitty"].split(), bidder=seat == bidder
        )
        assert not faults


def test_who_deals_after_all_have_passed() -> None:
    same = options(all_pass="same_dealer_max3")
    assert [next_dealer(same, seats=[0, 1, 2], dealer=2, thrown_in=hands) for hands in (1, 2, 3, 4)] == [2, 2, 2, 0]
    assert next_dealer(options(), seats=[0, 1, 3], dealer=1, thrown_in=1) == 3


@pytest.mark.parametrize(
    ("value", "leader"),
    [
        case("A07 Wikipedia, S4", "left_of_dealer", 0),
        case("A07 Bicycle, 110", "left_of_bidder", 2),
        case("A07 bdchartr", "bidder", 1),
    ],
)
def test_first_lead(value: str, leader: int) -> None:
    assert first_leader(options(first_lead=value), seats=[0, 1, 2, 3], dealer=3, bidder=1) == leader


# The draw: four players, spades are trumps


AT_THE_TABLE = ("players", "searches", "trump")
EXCHANGES = [
    case("any, all", {}, "2C 3C 4C 6C 7C", "2C 3C 4C 6C 7C", "2D 3D 4D 6D 7D", ""),
    case("any, none", {}, "2C 3C 4C 6C 7C", "", "", ""),
    case("one too few", {}, "2C 3C 4C 6C 7C", "2C 3C", "2D", "count"),
    case("six drawn", {}, None, None, "2D 3D 4D 6D 7D 8D", "count not-held"),
    case("not held", {}, "2C 3C 4C 6C 7C", "8C", "2D", "not-held"),
    case("perhaps held", {}, "2C 3C 4C 6C ??", "8C", "2D", ""),
    case("half seen, held", {}, "2C 3C 4C 6C ?C", "8C", "2D", ""),
    case("half seen, not held", {}, "2C 3C 4C 6C ?D", "8C", "2D", "not-held"),
    case("two cards for one unseen", {}, "2C 3C 4C 6C ??", "8C 9C", "2D 3D", "not-held"),
    case("hand not seen", {}, None, "8C 9C", "2D 3D", ""),
    case("twice", {}, None, "8C 8C", "2D 3D", "twice"),
    case("drawn and had", {}, "2C 3C 4C 6C 7C", "2C", "7C", "twice"),
    case("put out and drawn", {}, "2C ?? ?? ?? ??", "8C", "8C", "twice"),
    case("searcher", {"dealer_searches_stock": "on", "searches": True}, "2C 3C 4C 6C 7C", "2C 8C", "8C 5D", ""),
    case("no search", {"searches": True}, "2C 3C 4C 6C 7C", "2C 8C", "8C 5D", "twice not-held"),
    case("draw none", {"draw": "none"}, "2C 3C 4C 6C 7C", "2C", "2D", "none-drawn"),
    case("draw none, no draw", {"draw": "none"}, "2C 3C 4C 6C 7C", "", "", ""),
    case("DAI five keep one", {"draw": "keep_n", "players": 5}, None, None, "2D 3D 4D 6D 7D", "keep-n"),
    case("DAI five keep one, kept", {"draw": "keep_n", "players": 5}, None, None, "2D 3D 4D 6D", ""),
    case("DAI six keep two", {"draw": "keep_n", "players": 6}, None, "?? ?? ?? ??", None, "keep-n"),
    case("DAI four keep none", {"draw": "keep_n"}, None, None, "2D 3D 4D 6D 7D", ""),
    case("S4 keeps no trump", {"draw": "keep_one_trump"}, "2C 5S AH 6C 7C", "5S AH", "2D 3D", "keep-trump"),
    case("S4 keeps one trump", {"draw": "keep_one_trump"}, "2C 5S AH 6C 7C", "5S", "2D", ""),
    case("S4 no trump", {"draw": "keep_one_trump"}, "2C 5C AD 6C 7C", "2C 5C AD 6C 7C", "?? ?? ?? ?? ??", ""),
    case("S4 perhaps a trump kept", {"draw": "keep_one_trump"}, "2C 5S ?? 6C 7C", "5S", "2D", ""),
    case("S4 all put out", {"draw": "keep_one_trump"}, "2C 5S 3C 6C 7C", None, "2D 3D 4D 6D 7D", "keep-trump"),
    case("S4 unseen hand, all put out", {"draw": "keep_one_trump"}, None, "5S ?? ?? ?? ??", None, "keep-trump"),
    case("S4 half seen trump", {"draw": "keep_one_trump"}, "2C ?S 3C 6C 7C", "?S", "2D", "keep-trump"),
    case("S4 trump not known", {"draw": "keep_one_trump", "trump": None}, "2C 5S AH 6C 7C", "5S AH", "2D 3D", ""),
    case("S4 joker", {"draw": "keep_one_trump", "joker": "3rd"}, "2C JK 3C 6C 7C", "JK", "2D", "keep-trump"),
    case("DAI four, six drawn", {"draw": "keep_n"}, None, None, "2D 3D 4D 6D 7D 8D", "count not-held"),
    case("S4 other options do not ask", {"draw": "any"}, "2C 5S AH 6C 7C", "5S AH", "2D 3D", ""),
]


def listed(text: str | None) -> list[str] | None:
    """Read cards between spaces; nothing noted stays that."""
    return None if text is None else text.split()


@pytest.mark.parametrize(("changes", "dealt", "out", "drawn", "faults"), EXCHANGES)
def test_exchange(
    changes: Mapping[str, Any], dealt: str | None, out: str | None, drawn: str | None, faults: str
) -> None:
    rules = options(**{key: value for key, value in changes.items() if key not in AT_THE_TABLE})
    player: dict[str, Any] = {
        **{"players": 4, "trump": "S", **{key: changes[key] for key in AT_THE_TABLE if key in changes}},
        "dealt": listed(dealt), "discard": listed(out), "draw": listed(drawn),
    }  # fmt: skip
    assert exchange_faults(rules, **player) == set(faults.split())
    assert exchange_allowed(rules, **player) is (not faults)


@pytest.mark.parametrize(
    ("changes", "out", "drawn", "faults"),
    [
        case("docest kitty of three", {"kitty": 3}, "2C 2H 3H", "", ""),
        case("docest kitty of three, drew", {"kitty": 3}, "2C 2H 3H 3C", "2D", ""),
        case("kitty of three, kept too many", {"kitty": 3}, "2C 2H", "", "count"),
        case("draw none with a kitty", {"kitty": 3, "draw": "none"}, "2C 2H 3H", None, ""),
        case("draw none with a kitty, drew", {"kitty": 3, "draw": "none"}, "2C 2H 3H 3C", "2D", "none-drawn"),
        case("A08 trump of the kitty put out", {"kitty": 3, "draw": "keep_one_trump"}, "4H 2H 3H", "", "keep-trump"),
        case("A08 allowed elsewhere", {"kitty": 3}, "4H 2H 3H", "", ""),
    ],
)
def test_exchange_of_the_bidder(changes: dict[str, object], out: str, drawn: str | None, faults: str) -> None:
    found = exchange_faults(
        options(**changes), players=4, dealt=["2C", "3C", "4C", "6C", "7C"], kitty=["2H", "3H", "4H"], bidder=True,
        discard=listed(out), draw=listed(drawn), trump="H",
    )  # fmt: skip
    assert found == set(faults.split())


def test_searcher_keeps_of_his_own_cards() -> None:
    rules = options(dealer_searches_stock="on", draw="keep_n")
    had, found = ["2C", "3C", "4C", "6C", "7C"], ["5D", "JD", "AD", "KD", "QD", "2D"]
    player: dict[str, Any] = {"players": 5, "searches": True, "dealt": had, "draw": found}
    assert not exchange_faults(rules, discard=["2C", "3C", "4C", "6C", "QD", "2D"], **player)
    assert exchange_faults(rules, discard=["2C", "3C", "4C", "6C", "7C", "2D"], **player) == {"keep-n"}
    six: dict[str, Any] = {**player, "players": 6}
    assert exchange_faults(rules, discard=["2C", "3C", "4C", "6C", "QD", "2D"], **six) == {"keep-n"}
    assert not exchange_faults(rules, discard=["2C", "3C", "4C", "KD", "QD", "2D"], **six)


def test_pack_and_kitty() -> None:
    assert [kitty_size(options(kitty=kitty)) for kitty in (0, 3, 4, "dummy5")] == [0, 3, 4, 5]
    assert pack_is_enough(options(), players=10, drawn=2)
    assert not pack_is_enough(options(), players=10, drawn=2, turned=True)
    assert pack_is_enough(options(joker="3rd"), players=10, drawn=2, turned=True)
    assert not pack_is_enough(options(kitty=3), players=6, drawn=20)


def test_turned_card_of_the_dealer() -> None:
    rules, hand = options(dealer_takes_turnup="if_trump"), ["2C", "3C", "4C", "6C", "7C"]
    assert turnup_may_be_taken(rules, up="AH", trump="S", hand=hand, out="2C")
    assert not turnup_may_be_taken(rules, up="KH", trump="S", hand=hand, out="2C")
    assert not turnup_may_be_taken(rules, up="AH", trump="S", hand=hand, out="8C")
    assert not turnup_may_be_taken(rules, up="AH", trump="S", hand=hand, out="2C", is_dealer=False)
    assert not turnup_may_be_taken(options(), up="AH", trump="S", hand=hand, out="2C")


# Contracts: pairs AC and BD; a trick is told by its winner, `*` marks the one with the highest trump


def hand_of(text: str) -> dict[str, Any]:
    """Read `A A* C B D`: the seats that won the tricks, clubs trumps, the five in the trick with the mark."""
    words = text.split()
    return {
        "winners": ["ABCDEF".index(word[0]) for word in words],
        "tricks": [["5C" if word.endswith("*") else "2D"] for word in words],
        "trump": "C",
    }


def contract(text: str, bid: str, before: Sequence[int | None] = (0, 0), **changes: Any) -> list[int | None]:
    """Score a hand; the bid is `A20`, `A?` or `?`, and `A20!` with a jink called by the bidder."""
    place, offences = changes.pop("place", None) or table(), changes.pop("offences", ())
    return score_contract(
        options(**{"bonus": "highest_trump", **changes}), seats=place["seats"], sides=place["sides"], before=before,
        offences=offences, **bid_of(bid), **hand_of(text),
    )[1]  # fmt: skip


def bid_of(text: str) -> dict[str, Any]:
    """Read a bid."""
    seat = None if text == "?" else "ABCDEF".index(text[0])
    amount = text.rstrip("!")[1:]
    return {"bidder": seat, "amount": int(amount) if amount.isdigit() else None, "jink": seat if "!" in text else None}


SWEEP = "A A* C C A"
BID_30: dict[str, Any] = {"jink_mode": "bid_30"}
DECLARED: dict[str, Any] = {"jink_mode": "declared"}
TWO: dict[str, Any] = {"place": table(2)}


@pytest.mark.parametrize(
    ("tricks", "bid", "changes", "points"),
    [
        case("S02 takes more than the bid", "A A* C C B", "A20", {}, [25, 5]),
        case("S04 exactly 15", "A A C B* D", "A15", {}, [15, 15]),
        case("S4 set", "A A B B* D", "A20", {}, [-20, 20]),
        case("5.5 others keep their tricks", "B D* D B D", "A15", {}, [-15, 30]),
        case("S05 BIC 30 made", SWEEP, "A30", BID_30, [60, 0]),
        case("S05 BIC 30 failed", "A A* C C B", "A30", BID_30, [-30, 5]),
        case("S05 BDC 30 failed", "A A* C C B", "A30", {**BID_30, "jink_points": "60/-60"}, [-60, 5]),
        case("S4 30/-30 made", SWEEP, "A30", {**BID_30, "jink_points": "30/-30"}, [30, 0]),
        case("S11 two players", "A A* A A A", "A30", {**BID_30, **TWO}, [30, 0]),
        case("S11 two players, failed", "A A* A A B", "A30", {**BID_30, **TWO}, [-30, 5]),
        case("K38 all five on a lower bid", SWEEP, "A25", BID_30, [30, 0]),
        case("K38 S4 declared", SWEEP, "A20!", DECLARED, [60, 0]),
        case("K38 S4 declared, failed", "A A* C C B", "A20!", DECLARED, [-30, 5]),
        case("K38 S4 declared, failed 60", "A A* C C B", "A20!", {**DECLARED, "jink_points": "60/-60"}, [-60, 5]),
        case("K38 S4 declared on 15", "A A* C C B", "A15!", DECLARED, [25, 5]),
        case("S4 30 without a call", SWEEP, "A30", DECLARED, [30, 0]),
        case("S4 30 without a call, set", "A A* C C B", "A30", DECLARED, [-30, 5]),
        case("jink off", SWEEP, "A30!", {"jink_mode": "off"}, [30, 0]),
        case("all five are made without the bonus", SWEEP, "A30", {"jink_mode": "off", "bonus": "none"}, [25, 0]),
        case("BDC 60 made", SWEEP, "A60", {"jink_mode": "off", "jink_points": "30/-30"}, [60, 0]),
        case("BDC 60 failed", "A A* C C B", "A60", {**BID_30, "jink_points": "30/-30"}, [-60, 5]),
        case("BDC 60 failed, called", "A A* C C B", "A60!", DECLARED, [-60, 5]),
        case("amount not known", "A A* C C B", "A?", {}, [None, 5]),
        case("bidder not known", "A A* C C B", "?", {}, [None, None]),
        case("S16 highest trump", "A* A B B B", "B15", {}, [15, 15]),
        case("S16 no trump", "A A B B B", "B15", {}, [10, 15]),
        case("gamesmissing bonus of the five", "A* A B B B", "B15", {"bonus": "highest_if_top_four"}, [15, 15]),
        case("K33 bonus of the last trick", "A* A B B B", "B15", {"bonus": "last_trick"}, [10, 20]),
        case("always by the trick", "A A* C B D", "A15", {"hand_scoring": "majority_5_sweep_10"}, [20, 10]),
    ],
)
def test_contract(tricks: str, bid: str, changes: dict[str, Any], points: list[int | None]) -> None:
    assert contract(tricks, bid, **changes) == points


@pytest.mark.parametrize(
    ("tricks", "bid", "before", "changes", "points"),
    [
        case("S14 pegs nothing", "A A* C C B", "A20", (0, 100), {}, [25, 0]),
        case("S14 pegs when the bid fails", "A A B B* D", "A20", (0, 100), {}, [-20, 20]),
        case("S14 below 100", "A A* C C B", "A20", (0, 95), {}, [25, 5]),
        case("S14 the bidder scores", "A A* C C B", "A20", (105, 0), {}, [25, 5]),
        case("S14 off", "A A* C C B", "A20", (0, 100), {"peg_block_at_100": "off"}, [25, 5]),
        case("S14 amount not known", "A A* C C B", "A?", (0, 100), {}, [None, None]),
        case("S14 amount not known, below 100", "A A* C C B", "A?", (0, 95), {}, [None, 5]),
        case("S14 total not known", "A A* C C B", "A20", (0, None), {}, [25, None]),
    ],
)
def test_pegging(
    tricks: str, bid: str, before: Sequence[int | None], changes: dict[str, Any], points: list[int | None]
) -> None:
    assert contract(tricks, bid, before, **{"peg_block_at_100": "on", **changes}) == points


def recorded_110() -> list[dict[str, Any]]:
    """Read the second recorded game of 110."""
    lines = map(json.loads, (HANDS / "played.jsonl").read_text("utf-8").splitlines())
    return [line for line in lines if line["id"].startswith("R110-2-")]


def test_hand_that_is_not_over_is_refused() -> None:
    with pytest.raises(ValueError, match="not over"):
        contract("A A* C", "A15")


def test_recorded_game_of_110() -> None:
    """R110 game 2: the goers and the final totals were recorded; P1 was set for 15, P3 for 20, the rest made."""
    rules = options(
        joker="3rd", bonus="highest_trump", jink_mode="bid_30", target=110, count_order="goer_then_first_past_post"
    )
    goers_and_bids = [(0, 15), (2, 20), (2, 15), (1, 15), (1, 15), (1, 15), (2, 15), (2, 15), (1, 15)]
    totals: list[int | None] = [0, 0, 0, 0]
    won = None
    place: dict[str, Any] = {"seats": range(4)}
    for hand, (bidder, amount) in zip(recorded_110(), goers_and_bids, strict=True):
        assert won is None
        played: dict[str, Any] = {
            "winners": [int(name[1]) - 1 for name in hand["winners"]],
            "tricks": [cards(" ".join(card for _, card in trick)) for trick in hand["tricks"]],
            "trump": hand["trump"], "sides": SINGLES, "before": totals,
        }  # fmt: skip
        bid: dict[str, Any] = {"bidder": bidder, "amount": amount, "jink": None}
        points = score_contract(rules, **place, **bid, **played)[1]
        made = contract_made(rules, **place, **bid, **played)
        totals, won = game_after(rules, dealer=0, bidder=bidder, made=made, points=points, **played)
    assert (totals, won) == ([5, 115, 65, 35], 1)


# The end of a game: three players for themselves, or the pairs AC and BD; the side of seat 1 deals


def game(
    tricks: str, bid: str, before: Sequence[int | None], lost: Sequence[int] = (), **changes: Any
) -> tuple[list[int | None], int | None]:
    """Score a hand and say who has won."""
    offences = changes.pop("offences", ())
    rules = options(**{**BOOK, **changes})
    sides = PAIRS if len(before) == 2 else SINGLES[: len(before)]
    hand: dict[str, Any] = {"sides": sides, "before": before, "offences": offences, **hand_of(tricks)}
    points = score_contract(rules, seats=range(4), **bid_of(bid), **hand)[1]
    made = contract_made(rules, seats=range(4), **bid_of(bid), **hand)
    return game_after(rules, dealer=1, bidder=bid_of(bid)["bidder"], made=made, points=points, lost=lost, **hand)


FIRST_PAST: dict[str, Any] = {"target": 110, "count_order": "goer_then_first_past_post", "tie": "first_past_post"}


@pytest.mark.parametrize(
    ("tricks", "bid", "before", "changes", "totals", "won"),
    [
        case("S07 both pass, the bidder wins", "A* A B B B", "A15", (110, 110), {}, [125, 125], 0),
        case("S07 the others higher", "B A* A B B", "A15", (105, 115), {}, [120, 130], 0),
        case("S08 the others reach it, bidder set", "A A B B* B", "A15", (50, 105), {}, [35, 125], 1),
        case("S08 bid out", "A A B B* B", "A15", (50, 105), {"must_bid_out": "on"}, [35, 125], None),
        case("S08 bid out, made", "A A* C B B", "A15", (105, 130), {"must_bid_out": "on"}, [125, 140], 0),
        case("S08 bid out, set", "A B B* D D", "A15", (140, 0), {"must_bid_out": "on"}, [125, 25], None),
        case("S08 bid out, short", "A A* C B B", "A15", (95, 130), {"must_bid_out": "on"}, [115, 140], None),
        case("S10 the goer", "A* A B B B", "A15", (95, 105, 0), FIRST_PAST, [110, 120, 0], 0),
        case("S10 no goer there", "B B A* A C", "C15", (100, 100, 0), FIRST_PAST, [115, 110, -15], 1),
        case("DAI the bonus last", "A B B A* C", "C15", (95, 100, 0), FIRST_PAST, [110, 110, -15], 1),
        case("DAI first by tricks", "A B A* A B", "C15", (95, 100, 0), FIRST_PAST, [115, 110, -15], 0),
        case("nobody there", "A A* C B B", "A15", (50, 50), {}, [70, 60], None),
        case("bidder first", "B* B C C A", "C15", (115, 115, 0), {}, [120, 130, -15], 1),
        case("K42 level", "A B* C C B", "C15", (115, 105, 0), {}, [120, 120, -15], None),
        case("K42 level, first past the post", "A B* C C B", "C15", (115, 105, 0), {"tie": "first_past_post"},
             [120, 120, -15], 0),
        case("higher total", "A A* C B B", "A15", (105, 125), {"count_order": "higher_total"}, [125, 135], 1),
        case("higher total, level", "A A* C B B", "A15", (105, 115), {"count_order": "higher_total"}, [125, 125], None),
        case("higher total, level, first past the post", "A A* B B C", "A15", (105, 115),
             {"count_order": "higher_total", "tie": "first_past_post"}, [125, 125], 1),
        case("first in time", "B A A* C B", "A15", (105, 115), {"count_order": "first_in_time"}, [125, 125], 1),
        case("first in time, bidder", "A A* C B B", "A15", (105, 115), {"count_order": "first_in_time"}, [125, 125], 0),
        case("first in time, bidder set", "A* A B B B", "A25", (115, 105), {"count_order": "first_in_time"},
             [90, 120], 1),
        case("first in time, jink", SWEEP, "A30", (60, 125), {"count_order": "first_in_time", **BID_30}, [120, 125], 1),
        case("non-dealer first", "A A* C B B", "A15", (105, 125), {"count_order": "non_dealer_first"}, [125, 135], 0),
        case("end_check has no effect", "B A A* C B", "A15", (105, 115), {"end_check": "each_trick"}, [125, 125], 0),
        case("short game of 60", "A A* C B B", "A15", (40, 0), {"target": 60}, [60, 10], 0),
        case("amount not known", "A A* C B B", "A?", (100, 119), {}, [None, 129], None),
        case("bidder not known", "A A* C B B", "?", (100, 119), {}, [None, None], None),
        case("the others not known", "A A* C B B", "A15", (100, None), {}, [120, None], 0),
        case("the others not known, not there", "A A* C B B", "A15", (90, None), {}, [110, None], None),
    ],
)  # fmt: skip
def test_end_of_game(
    tricks: str, bid: str, before: Sequence[int], changes: dict[str, Any], totals: list[int | None], won: int | None
) -> None:
    assert game(tricks, bid, before, **changes) == (totals, won)


@pytest.mark.parametrize(
    ("before", "lost", "limit", "won"),
    [
        case("BDC third set", (50, 20), (3, 0), 3, 1),
        case("BDC second set", (50, 20), (2, 2), 3, None),
        case("no limit", (50, 20), (3, 0), "none", None),
        case("BDC the best of the others", (0, 20, 35), (3, 0, 0), 3, 2),
        case("BDC level others", (0, 30, 20), (3, 0, 0), 3, None),
    ],
)
def test_set_limit(before: Sequence[int], lost: Sequence[int], limit: object, won: int | None) -> None:
    tricks = "B B* B D D" if len(before) == 2 else "B B C* C C"
    assert game(tricks, "A15", before, lost, set_limit=limit)[1] == won


def test_auction_thrown_in_ends_nothing() -> None:
    over = game_after(
        options(**BOOK), sides=PAIRS, dealer=0, bidder=None, made=None, before=[125, 125], points=[0, 0], winners=[],
        tricks=[], trump="C",
    )  # fmt: skip
    assert over == ([125, 125], None)


# Penalties


@pytest.mark.parametrize(
    ("place", "agreed", "kind"),
    [
        case("6 nothing by itself", {"marked": False}, "lose_bid", "none"),
        case("6 marked", {"marked": True}, "lose_bid", "lose_bid"),
        case("6 marked, nothing agreed", {"marked": True}, "none", "none"),
        case("ruling names it", {"marked": False, "finding": "revoke", "kind": "lose_set"}, "lose_bid", "lose_set"),
        case("ruling names none", {"marked": False, "finding": "revoke"}, "lose_bid", "lose_bid"),
        case("ruling no-fault", {"marked": True, "finding": "no-fault"}, "lose_bid", "none"),
        case("ruling accepted", {"marked": True, "finding": "accepted"}, "lose_bid", "none"),
    ],
)
def test_cost_of_a_revoke(place: dict[str, Any], agreed: str, kind: str) -> None:
    assert revoke_cost(options(revoke_penalty=agreed), **place) == kind


@pytest.mark.parametrize(
    ("tricks", "bid", "offence", "points"),
    [
        case("lose_hand_points of the others", "A A* C B B", "A15", ("lose_hand_points", 1, 4), [20, 0]),
        case("lose_hand_points of the bidder", "A A* C B B", "A15", ("lose_hand_points", 2, 4), [0, 10]),
        case("lose_hand_points, set stays set", "A A* B B B", "A20", ("lose_hand_points", 0, 4), [-20, 15]),
        case("S4 lose_bid", "A A* C B B", "A15", ("lose_bid", 2, 4), [-15, 10]),
        case("S4 lose_bid, already set", "A A* B B B", "A20", ("lose_bid", 0, 4), [-20, 15]),
        case("S4 lose_bid, jink", SWEEP, "A30", ("lose_bid", 0, 4), [-30, 0]),
        case("S4 lose_bid of the others, their trick", "A A* C B B", "A15", ("lose_bid", 1, 4), [20, 5]),
        case("S4 lose_bid of the others, not theirs", "A A* C B B", "A15", ("lose_bid", 1, 1), [20, 10]),
        case("S4 lose_trick_points", "A A* C B B", "A20", ("lose_trick_points", 0, 3), [15, 10]),
        case("S4 lose_trick_points, not his", "A A* C B B", "A20", ("lose_trick_points", 0, 4), [20, 10]),
        case("S4 lose_trick_points, before the lead", "A A* C B B", "A20", ("lose_trick_points", 0, 0), [20, 10]),
        case("S4 lose_trick_points, set", "A A* B B B", "A20", ("lose_trick_points", 0, 1), [-20, 15]),
        case("lose_set", "A A* C B B", "A15", ("lose_set", 2, 4), [20, 10]),
        case("offender_out_of_pool", "A A* C B B", "A15", ("offender_out_of_pool", 2, 4), [20, 10]),
        case("redeal", "A A* C B B", "A15", ("redeal", 2, 4), [0, 0]),
        case("word of the table", "A A* C B B", "A15", ("buys a round", 2, 4), [20, 10]),
        case("lose_hand_points, amount not known", "A A* C B B", "A?", ("lose_hand_points", 2, 4), [None, 10]),
        case("lose_hand_points of the others, not known", "A A* C B B", "A?", ("lose_hand_points", 1, 4), [None, 0]),
    ],
)
def test_penalty(tricks: str, bid: str, offence: tuple[str, int, int], points: list[int | None]) -> None:
    assert contract(tricks, bid, offences=[Offence(*offence)], jink_mode="bid_30") == points


def test_penalty_for_one_trick_counts_once() -> None:
    twice = [Offence("lose_trick_points", 1, 4), Offence("lose_trick_points", 3, 4)]
    assert contract("A A* C B B", "A15", offences=twice) == [20, 5]


def test_bid_lost_by_a_penalty_lets_the_others_peg() -> None:
    lost = {"offences": [Offence("lose_bid", 0, 1)], "peg_block_at_100": "on"}
    assert contract("A A* C B B", "A15", (0, 100), **lost) == [-15, 10]


def test_lost_set_and_redeal_and_the_game() -> None:
    assert game("A A* C B B", "A15", (105, 0), offences=[Offence("lose_set", 0, 1)]) == ([125, 10], 1)
    assert game("A A* A B C", "A15", (110, 0, 5), offences=[Offence("lose_set", 0, 1)]) == ([130, 5, 10], 2)
    assert game("A A* C B B", "A15", (125, 0), offences=[Offence("redeal", 0, 1)]) == ([125, 0], None)
    assert game("A A* C B B", "A15", (110, 0), offences=[Offence("lose_bid", 0, 1)], must_bid_out="on")[1] is None


def test_misdeal() -> None:
    fine, stake = options(misdeal_penalty="fine_four"), options(misdeal_penalty="forfeit_stake")
    assert misdeal_points(fine, sides=PAIRS, dealer=2) == [-4, 0]
    assert misdeal_points(stake, sides=PAIRS, dealer=2) == misdeal_points(options(), sides=PAIRS, dealer=2) == [0, 0]
    assert [misdeal_chips(rules, stake=2) for rules in (options(), stake, fine)] == [0, 2, 4]


# Twenty-Five and Forty-Five


def points(
    tricks: str, before: list[int], offences: Sequence[Offence] = (), **changes: object
) -> tuple[list[int], list[int], int | None, list[int]]:
    """Score a hand without an auction, seat 3 deals."""
    return points_game(options(**changes), sides=PAIRS, dealer=3, before=before, offences=offences, **hand_of(tricks))


HAND_45: dict[str, Any] = {
    "target": 45, "end_check": "end_of_hand", "count_order": "higher_total", "bonus": "highest_trump"
}  # fmt: skip
FIVE: dict[str, Any] = {"five_tricks": "win_game"}


@pytest.mark.parametrize(
    ("tricks", "before", "changes", "expected"),
    [
        case("infomutt", SWEEP, [5, 40], {**HAND_45, **FIVE}, ([30, 0], [35, 40], 0, [5, 40])),
        case("infomutt, there anyway", SWEEP, [20, 40], {**HAND_45, **FIVE}, ([30, 0], [50, 40], 0, [20, 40])),
        case("without the option", SWEEP, [5, 40], HAND_45, ([30, 0], [35, 40], None, [35, 40])),
        case("four tricks", "A A* C C B", [5, 35], {**HAND_45, **FIVE}, ([25, 5], [30, 40], None, [30, 40])),
        case("25, none before", SWEEP, [0, 20], FIVE, ([25, 0], [25, 20], 0, [0, 20])),
        case("25, over before the fifth", SWEEP, [10, 20], FIVE, ([15, 0], [25, 20], 0, [0, 0])),
        case("won as usual", "A A* C B B", [25, 20], {**HAND_45, **FIVE}, ([20, 10], [45, 30], 0, [0, 0])),
    ],
)
def test_five_tricks(tricks: str, before: list[int], changes: dict[str, Any], expected: object) -> None:
    assert points(tricks, before, **changes) == expected


@pytest.mark.parametrize(
    ("tricks", "before", "offence", "changes", "expected"),
    [
        case("lose_hand_points", "A A C B B", [10, 0], ("lose_hand_points", 2, 3), {}, ([0, 10], [10, 10], None)),
        case("lose_trick_points", "A A C B B", [10, 10], ("lose_trick_points", 2, 3), {}, ([10, 10], [20, 20], None)),
        case("lose_trick_points, over later", "A C A B C", [10, 10], ("lose_trick_points", 0, 1), {},
             ([15, 5], [25, 15], 0)),
        case("lose_bid", "A A C B B", [10, 10], ("lose_bid", 1, 4), {}, ([15, 0], [25, 10], 0)),
        case("lose_set", "A A C B B", [10, 10], ("lose_set", 0, 4), {}, ([15, 0], [25, 10], 1)),
        case("redeal", "A A C B B", [10, 10], ("redeal", 0, 4), {}, ([0, 0], [10, 10], None)),
        case("45 lose_hand_points", "A A* C B B", [30, 30], ("lose_hand_points", 2, 3), HAND_45,
             ([0, 10], [30, 40], None)),
        case("45 lose_trick_points", "A A* C B B", [30, 35], ("lose_trick_points", 2, 3), HAND_45,
             ([15, 10], [45, 45], None)),
        case("five tricks that do not count", SWEEP, [0, 0], ("lose_hand_points", 2, 3), {**HAND_45, **FIVE},
             ([0, 0], [0, 0], None)),
    ],
)  # fmt: skip
def test_penalty_without_auction(
    tricks: str, before: list[int], offence: tuple[str, int, int], changes: dict[str, Any], expected: object
) -> None:
    assert points(tricks, before, [Offence(*offence)], **changes)[:3] == expected


def test_hands_without_offences_are_those_of_the_other_oracle() -> None:
    random = Random(45)
    for _ in range(500):
        rules = options(
            target=random.choice((25, 45)), end_check=random.choice(("each_trick", "end_of_hand")),
            count_order=random.choice(("first_in_time", "non_dealer_first", "higher_total")),
            bonus=random.choice(("none", "highest_trump", "last_trick")),
        )  # fmt: skip
        hand = hand_of(" ".join(random.choice(("A", "B", "C", "D*")) for _ in range(5)))
        before = [random.randrange(0, 25, 5), random.randrange(0, 25, 5)]
        one = points_game(rules, sides=PAIRS, dealer=3, before=before, **hand)
        harmless = [Offence("offender_out_of_pool", 0, 1)]
        two = points_game(rules, sides=PAIRS, dealer=3, before=before, offences=harmless, **hand)
        assert one == two
        assert one[:3] == score_points(rules, sides=PAIRS, dealer=3, before=before, **hand)


# Random auctions: they end, and what they end with was allowed


def test_random_auctions_end() -> None:
    random = Random(110)
    choices = {
        "bids": ("15-30", "20-30", "10-30", "15-60"), "hold": ("reopens", "caller_only", "closes", "none"),
        "bid_rounds": ("once", "until_passed"), "min_bid_at_100": ("none", 20), "bunker": ("off", "below_-30"),
        "all_pass": ("next_dealer", "dealer_forced_15", "same_dealer_max3", "dealer_partner_min"),
    }  # fmt: skip
    for _ in range(1000):
        rules = options(**{name: random.choice(values) for name, values in choices.items()})
        place = table(random.choice((2, 3, 4, 5, 6)))
        place["dealer"] = random.choice(place["seats"])
        totals = [random.choice((None, -35, 0, 100)) for _ in place["sides"]]
        calls: list[tuple[int, str]] = []
        while may := calls_allowed(rules, calls, **place, totals=totals):
            seat = turn(rules, calls, **place)
            assert seat is not None
            calls.append((seat, random.choice([*may, may[0]])))
        assert turn(rules, calls, **place) is None
        outcome = result(rules, calls, **place)
        amounts = [int(call) for _, call in calls if call not in "-="]
        assert (outcome is None) is (not amounts or amounts == [10])
        assert outcome is None or outcome[1] == amounts[-1] == max(amounts)
