"""Pool games: what is staked, who has won the pool, and what everybody pays and gets.

Seats and chips only; knows no cards. Sources: rules.md 5.2 and 5.3.
"""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from spoilrec.rules.options import Options

NOBODY: Final = -1
"""Stands for a seat where there is none: a spoil, no jink, no rob."""
UNKNOWN: Final = -2
"""Stands for a seat that cannot be known, or is not decided yet."""

TRICKS: Final = 5

Jink = Literal["none", "trying", "made", "lost"]


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """Where a hand of a pool game stands after some tricks.

    `won` is a seat, NOBODY for a spoil, UNKNOWN while undecided or where it cannot be known;
    `may_stop` says that no further trick is owed.
    """

    won: int
    jink: Jink
    may_stop: bool


_OPEN: Final = Outcome(UNKNOWN, "none", may_stop=False)
_SPOIL: Final = Outcome(NOBODY, "none", may_stop=True)


def outcome(options: Options, winners: Sequence[int], jinker: int = NOBODY, barred: int = 0) -> Outcome:
    """Say who has won the pool after the tricks taken by `winners`, a seat each, UNKNOWN allowed.

    `jinker` is the seat that lawfully tries for all five; `barred` a bit set of the seats that
    cannot win the pool in this hand. The first player to reach `tricks_to_win` has won.
    """
    if jinker >= 0:
        return _jink_outcome(winners, jinker)
    taker = pool_taker(options, winners, barred)
    if taker >= 0:
        return Outcome(taker, "none", may_stop=True)
    left = TRICKS - len(winners) + winners.count(UNKNOWN)
    eligible = [winners.count(seat) for seat in set(winners) if seat >= 0 and not barred >> seat & 1]
    return _SPOIL if max([0, *eligible]) + left < options.tricks_to_win else _OPEN


def pool_taker(options: Options, winners: Sequence[int], barred: int = 0) -> int:
    """Give the seat that first took `tricks_to_win` tricks, NOBODY where none has."""
    taken: dict[int, int] = {}
    for seat in winners:
        if seat == UNKNOWN and options.tricks_to_win < 3:  # with two, an unknown trick decides who was first
            return NOBODY
        taken[seat] = taken.get(seat, 0) + 1
        if seat >= 0 and taken[seat] == options.tricks_to_win and not barred >> seat & 1:
            return seat
    return NOBODY


def may_jink(options: Options, winners: Sequence[int], barred: int = 0) -> int:
    """Give the seat that may try for all five now: it has just won the pool with every trick so far."""
    if len(winners) != options.tricks_to_win or len(set(winners)) != 1:
        return NOBODY
    return pool_taker(options, winners, barred)


def _jink_outcome(winners: Sequence[int], jinker: int) -> Outcome:
    if any(seat not in (jinker, UNKNOWN) for seat in winners):
        return Outcome(NOBODY, "lost", may_stop=True)
    if len(winners) < TRICKS:
        return Outcome(UNKNOWN, "trying", may_stop=False)
    return Outcome(UNKNOWN, "trying", may_stop=True) if UNKNOWN in winners else Outcome(jinker, "made", may_stop=True)


def stakes(
    options: Options, stake: int, seats: Sequence[int], chairs: int, dealer: int, pool: int, *, carried: bool
) -> tuple[int, ...]:
    """Give the chips that each chair puts in before the hand; an empty chair puts in 0.

    After a win everybody stakes afresh. `carried` says that the pool was left by a spoil or a
    failed jink: then `spoil_ante` decides, and nobody pays where `pool_cap` would be passed.
    """
    paid = [0] * chairs
    payers = {"dealer": (dealer,), "none": ()}.get(options.spoil_ante, seats) if carried else seats
    each = max(1, stake // 2) if carried and options.spoil_ante == "all_smaller" else stake
    for seat in payers:
        paid[seat] = each
    paid[dealer] += options.dealer_extra
    if carried and options.pool_cap != "none" and pool + sum(paid) > options.pool_cap:
        return (0,) * chairs
    return tuple(paid)


def settlement(
    options: Options, stake: int, seats: Sequence[int], paid: Sequence[int], pool: int, won: int, *, jink_made: bool
) -> tuple[int, ...]:
    """Give the net chips of each chair over the hand, stakes included.

    `pool` is what lay on the table before the stakes `paid`; `won` a seat or NOBODY. The sum over
    all chairs is what the pool lost.
    """
    net = [-chips for chips in paid]
    if won < 0:
        return tuple(net)
    prize = pool + sum(paid)
    net[won] += prize
    if jink_made:
        bonus = _bonus_each(options, stake, prize, len(seats) - 1)
        for seat in seats:
            net[seat] += bonus * (len(seats) - 1) if seat == won else -bonus
    return tuple(net)


def _bonus_each(options: Options, stake: int, prize: int, opponents: int) -> int:
    match options.jink_reward:
        case "pool_plus_unit_each":
            return 1
        case "pool_plus_stake_each":
            return stake
        case "double_pool":
            return -(-prize // opponents)
