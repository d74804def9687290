"""The oracle against positions, hands and settlements that were written down by people.

The tables in `cases` name the source of each row; the two hands below are pagat's example
of Twenty-Five and a recorded deal of 110 (daithihearn/cards-110-api, game 1, round 14).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
import pytest
from cases import ORDERS, POSITIONS, REJECTED, TRICKS, Order, Position, Trick, by_id, cards
from making import for_oracle
from oracle import legal, plain_order, play_hand, reneges, score_points, settle_pool, trump_order, winner

from spoilrec.rules.options import Options


def options(**changes: object) -> dict[str, object]:
    """Give the default options with these changes; refuses a name or a value that no option has."""
    return for_oracle(msgspec.convert(changes, Options))


DEFAULTS = options()


# Positions


@pytest.mark.parametrize("case", POSITIONS, ids=by_id)
def test_legal_cards(case: Position) -> None:
    rules = for_oracle(case.options)
    allowed = legal(
        case.hand, case.trick, case.trump, rules, earlier=case.earlier, reneged=case.reneged, demoted=case.demoted
    )
    assert (allowed == case.allowed) is (case.id != REJECTED)


@pytest.mark.parametrize("case", TRICKS, ids=by_id)
def test_winners(case: Trick) -> None:
    assert winner(case.cards, case.trump, DEFAULTS) == case.winner


@pytest.mark.parametrize("case", ORDERS, ids=by_id)
def test_orders(case: Order) -> None:
    rules = for_oracle(case.options)
    trumps = case.suit == case.trump
    order = trump_order(case.trump, rules, case.demoted) if trumps else plain_order(case.suit, case.trump, rules)
    assert tuple(order) == case.cards


def test_a_renege_names_what_was_kept_back() -> None:
    holder = options(renege_scope="holder")
    assert reneges(["5S", "AS", "KD"], ["7S"], "KD", "S", holder) == frozenset(["5S"])
    assert reneges(["5S", "AS", "KD"], ["7S"], "AS", "S", holder) is None


# Whole hands


class Hand(NamedTuple):
    """A deal as it was played: one line for each trick, in the order of play."""

    options: Mapping[str, object]
    trump: str
    dealer: int
    hands: list[str]
    tricks: list[str]
    winners: list[int]
    kept_back: list[tuple[int, str]]

    @property
    def plays(self) -> list[tuple[int, str]]:
        """Name the seat of each card: the leader is the dealer's left, then the winner before."""
        leaders = [self.dealer + 1, *self.winners]
        return [
            ((leader + place) % len(self.hands), card)
            for leader, trick in zip(leaders, self.tricks, strict=False)
            for place, card in enumerate(cards(trick))
        ]


PAGAT = Hand(
    options=options(),
    trump="S",
    dealer=0,
    hands=["3S JD 2C 10C JC", "AS QS 6H QD 2S", "5S 8D KD 5C 10H"],  # the second player has robbed the 2S
    tricks=["QD KD 3S", "2C QS 5C", "AS 8D 10C", "2S 5S JC", "10H JD 6H"],
    winners=[0, 1, 1, 2, 2],
    kept_back=[(2, "5S")],
)
CARDS_110 = Hand(
    options=options(joker="3rd"),
    trump="S",
    dealer=2,  # not the dealer but the bidder, whose left leads in this game
    hands=["4S 10S 8D 2C 2H", "10C 9S 7S KS JC", "QS 5S 8S JS 10H", "7D AS 9D QH AH"],
    tricks=["7D 4S 10C QS", "5S AS 10S 9S", "8S 9D 8D 7S", "KS JS QH 2C", "10H AH 2H JC"],
    winners=[2, 2, 1, 2, 3],
    kept_back=[(3, "AH"), (3, "AH")],
)


@pytest.mark.parametrize("hand", [PAGAT, CARDS_110], ids=["pagat", "cards-110"])
def test_winners_of_a_whole_hand(hand: Hand) -> None:
    seats = list(range(len(hand.hands)))
    assert play_hand(seats, hand.dealer, hand.trump, hand.options, hand.plays) == hand.winners


@pytest.mark.parametrize("hand", [PAGAT, CARDS_110], ids=["pagat", "cards-110"])
def test_every_play_of_a_whole_hand(hand: Hand) -> None:
    holding = [list(cards(text)) for text in hand.hands]
    played: list[str] = []
    kept_back = []
    for seat, card in hand.plays:
        start = len(played) - len(played) % len(holding)
        earlier, trick = played[:start], played[start:]
        assert card in legal(holding[seat], trick, hand.trump, hand.options, earlier=earlier)
        kept = reneges(holding[seat], trick, card, hand.trump, hand.options, earlier=earlier)
        if kept is not None:
            kept_back.append((seat, *kept))
        holding[seat].remove(card)
        played.append(card)
    assert kept_back == hand.kept_back


def test_play_out_of_turn_is_refused() -> None:
    with pytest.raises(ValueError, match="order of play"):
        play_hand([0, 1, 2], 0, "S", options(), [(2, "QD")])


def test_pagat_hand_as_twenty_five() -> None:
    assert points_of(PAGAT) == ([5, 10, 10], [5, 10, 10], None)


def test_pagat_hand_as_spoil_five() -> None:
    settled = settle_pool(
        options(), seats=[0, 1, 2], chairs=3, dealer=0, stake=1, pool_before=0, carried=False, winners=PAGAT.winners
    )
    assert settled == (None, [-1, -1, -1], 3)


def test_highest_trump_bonus() -> None:
    assert points_of(CARDS_110, bonus="highest_trump")[0] == [0, 5, 20, 5]


def points_of(hand: Hand, **changes: object) -> tuple[list[int], list[int], int | None]:
    """Score a hand, every player for himself, nobody with points before."""
    players = range(len(hand.hands))
    return score_points(
        {**hand.options, **changes},
        sides=[[seat] for seat in players],
        dealer=hand.dealer,
        before=[0 for _ in players],
        winners=hand.winners,
        tricks=[cards(trick) for trick in hand.tricks],
        trump=hand.trump,
    )


# The pool: five players in six chairs (the last is empty), seat 0 deals, the stake is 2


def settle(
    winners: list[int],
    pool_before: int = 0,
    jink_call: int | None = None,
    barred: Sequence[int] = (),
    rules: Mapping[str, object] = DEFAULTS,
) -> tuple[int | None, list[int], int]:
    """Settle a hand; it is a fresh one if there is nothing in the pool."""
    return settle_pool(
        rules,
        seats=[0, 1, 2, 3, 4],
        chairs=6,
        dealer=0,
        stake=2,
        pool_before=pool_before,
        carried=pool_before > 0,
        winners=winners,
        jink_call=jink_call,
        barred=barred,
    )


def test_three_tricks_win_the_pool() -> None:
    assert settle([3, 1, 3, 3]) == (3, [-2, -2, -2, 8, -2, 0], 0)
    assert settle([3, 1, 3, 1, 3]) == (3, [-2, -2, -2, 8, -2, 0], 0)


def test_spoil_leaves_the_pool() -> None:
    assert settle([3, 1, 3, 1, 4]) == (None, [-2, -2, -2, -2, -2, 0], 10)


@pytest.mark.parametrize(
    ("changes", "stakes"),
    [
        ({"spoil_ante": "dealer"}, [2, 0, 0, 0, 0, 0]),
        ({"spoil_ante": "all"}, [2, 2, 2, 2, 2, 0]),
        ({"spoil_ante": "all_smaller"}, [1, 1, 1, 1, 1, 0]),
        ({"spoil_ante": "none", "dealer_extra": 1}, [1, 0, 0, 0, 0, 0]),
        ({"spoil_ante": "all", "pool_cap": 20}, [2, 2, 2, 2, 2, 0]),
        ({"spoil_ante": "all", "pool_cap": 20, "dealer_extra": 1}, [0, 0, 0, 0, 0, 0]),
    ],
)
def test_stakes_after_a_spoil(changes: dict[str, object], stakes: list[int]) -> None:
    spoil = settle([3, 1, 3, 1, 4], pool_before=10, rules=options(**changes))
    assert spoil == (None, [-chips for chips in stakes], 10 + sum(stakes))


@pytest.mark.parametrize(
    ("reward", "each"), [("pool_plus_unit_each", 1), ("pool_plus_stake_each", 2), ("double_pool", 3)]
)
def test_jink_made(reward: str, each: int) -> None:
    jink = settle([3, 3, 3, 3, 3], rules=options(jink_reward=reward))
    assert jink == (3, [-2 - each, -2 - each, -2 - each, 8 + 4 * each, -2 - each, 0], 0)


def test_failed_jink_spoils() -> None:
    assert settle([3, 3, 3, 1]) == (None, [-2, -2, -2, -2, -2, 0], 10)


def test_playing_on_without_a_word() -> None:
    assert settle([3, 3, 3, 1, 1], rules=options(jink_mode="declared")) == (3, [-2, -2, -2, 8, -2, 0], 0)
    assert settle([3, 3, 3, 3, 3], jink_call=3, rules=options(jink_mode="off")) == (3, [-2, -2, -2, 8, -2, 0], 0)
    assert settle([3, 3, 3, 1, 1], jink_call=3, rules=options(jink_mode="declared"))[0] is None


def test_barred_player_cannot_win_the_pool() -> None:
    assert settle([3, 3, 3, 3, 3], barred=[3]) == (None, [-2, -2, -2, -2, -2, 0], 10)
    assert settle([3, 3, 1, 1], barred=[3], rules=options(tricks_to_win=2))[0] == 1


@pytest.mark.parametrize("winners", [[3, 3], [3, 1, 3, 1], [3, 3, 3, 3]])
def test_undecided_hand_is_refused(winners: list[int]) -> None:
    with pytest.raises(ValueError, match=r"yet|not played out"):
        settle(winners)


# The points: two sides of two, seat 0 deals, clubs are trumps


def score(
    winners: list[int],
    before: list[int],
    tricks: Sequence[str] = ("2D", "3D", "4D", "6D", "7D"),
    rules: Mapping[str, object] = DEFAULTS,
) -> tuple[list[int], list[int], int | None]:
    """Score a hand of which only one card in each trick is told."""
    return score_points(
        rules,
        sides=[[0, 2], [1, 3]],
        dealer=0,
        before=before,
        winners=winners,
        tricks=[cards(trick) for trick in tricks],
        trump="C",
    )


def test_twenty_five_ends_in_mid_hand() -> None:
    assert score([0, 1, 3], before=[10, 20]) == ([5, 5], [15, 25], 1)


def test_forty_five_goes_to_the_higher_total() -> None:
    rules = options(target=45, end_check="end_of_hand", count_order="higher_total")
    assert score([0, 1, 1, 1, 2], before=[40, 35], rules=rules) == ([10, 15], [50, 50], None)
    assert score([0, 1, 1, 1, 2], before=[40, 40], rules=rules) == ([10, 15], [50, 55], 1)


def test_bonus_counts_after_the_last_trick() -> None:
    rules = options(target=45, end_check="end_of_hand", count_order="first_in_time", bonus="highest_trump")
    tricks = ["2D", "JC", "AC", "4D", "6D"]
    assert score([0, 1, 2, 3, 2], before=[30, 30], tricks=tricks, rules=rules) == ([15, 15], [45, 45], 0)


@pytest.mark.parametrize(
    ("bonus", "trumps", "points"),
    [
        ("highest_trump", "JC AC", [10, 20]),
        ("highest_trump", "KC AC", [15, 15]),
        ("highest_trump", "- -", [10, 15]),
        ("highest_if_top_four", "KC AC", [10, 15]),
        ("last_trick", "KC AC", [15, 15]),
    ],
)
def test_bonus(bonus: str, trumps: str, points: list[int]) -> None:
    third, fifth = trumps.split()
    tricks = ["2D", "3D", third, "4D", fifth]
    assert score([0, 1, 1, 3, 2], before=[0, 0], tricks=tricks, rules=options(bonus=bonus))[0] == points


def test_other_ways_to_count_a_hand() -> None:
    majority = options(hand_scoring="majority_5_sweep_10")
    assert score([0, 1, 1, 3, 3], before=[0, 0], rules=majority)[0] == [0, 5]
    assert score([1, 1, 1, 3, 3], before=[0, 0], rules=majority)[0] == [0, 10]
    assert score([0, 1, 1, 3, 3], before=[0, 0], rules=options(hand_scoring="net_difference"))[0] == [0, 15]


@pytest.mark.parametrize(
    ("winners", "totals", "game"),
    [
        ([0], [25, 15], None),  # the others need two of the last four tricks
        ([0, 1, 2, 3], [30, 25], 1),
        ([0, 1, 2, 0], [35, 20], None),  # they need the last trick
        ([0, 2, 0, 2], [40, 15], 0),
        ([0, 1, 2, 0, 0], [40, 20], 0),
    ],
)
def test_non_dealing_side_counts_first(winners: list[int], totals: list[int], game: int | None) -> None:
    rules = options(count_order="non_dealer_first")
    assert score(winners, before=[20, 15], rules=rules)[1:] == (totals, game)
