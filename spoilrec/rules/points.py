"""Points: what the tricks of a hand are worth, and who has won the game.

Sides are numbered from 0; in singles every player is a side. Knows no cards.
Sources: rules.md 5.4 and 5.5.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from spoilrec.rules.options import Options
from spoilrec.rules.pool import NOBODY, TRICKS, UNKNOWN

TRICK_POINTS: Final = 5


class Bidder(msgspec.Struct, frozen=True, gc=False):
    """What the end of an auction game depends on besides points.

    `side` is the bidder's, NOBODY without an auction; `made` says that it made its bid in this hand;
    `sets` are the lost contracts of each side in this game, this hand included.
    """

    side: int = NOBODY
    made: bool = False
    sets: tuple[int, ...] = ()


NO_BIDDER: Final = Bidder()


def counts_at_once(options: Options) -> bool:
    """Say whether the game can end in the middle of a hand.

    A bonus, or tricks that are counted together, are only known when the hand is over.
    """
    return options.end_check == "each_trick" and options.bonus == "none" and options.hand_scoring == "per_trick"


def hand_points(options: Options, sides: int, takers: Sequence[int], bonus_side: int) -> tuple[int, ...] | None:
    """Give the points of each side in one hand, `None` where they cannot be known.

    `takers` are the sides that took the tricks, UNKNOWN allowed; `bonus_side` is the side that has
    the trick with the bonus, NOBODY for none, UNKNOWN where it cannot be known.
    """
    if UNKNOWN in takers or (bonus_side == UNKNOWN and options.hand_scoring != "majority_5_sweep_10"):
        return None
    points = [TRICK_POINTS * takers.count(side) for side in range(sides)]
    if options.hand_scoring == "majority_5_sweep_10":
        return tuple(_majority(count // TRICK_POINTS) for count in points)
    if bonus_side >= 0:
        points[bonus_side] += TRICK_POINTS
    return tuple(points) if options.hand_scoring == "per_trick" else _net_difference(points)


def trick_points(options: Options, sides: int, takers: Sequence[int], bonus_side: int) -> tuple[int, ...] | None:
    """Give the points of the tricks before a contract is settled, `None` where they cannot be known."""
    if UNKNOWN in takers or bonus_side == UNKNOWN:
        return None
    return tuple(TRICK_POINTS * (takers.count(side) + (side == bonus_side)) for side in range(sides))


def _majority(tricks: int) -> int:
    """BIC: three or four tricks count 5, five count 10."""
    return {3: 5, 4: 5, TRICKS: 10}.get(tricks, 0)


def _net_difference(points: Sequence[int]) -> tuple[int, ...]:
    """BIC: the loser's points are deducted from the winner's; level sides count nothing."""
    best, second = sorted(points, reverse=True)[:2]
    return tuple(best - second if count == best and best > second else 0 for count in points)


def past_the_post(options: Options, before: Sequence[int], takers: Sequence[int], dealer_side: int) -> int:
    """Give the side that has won the game in the middle of a hand, NOBODY while it goes on.

    Only for rules that count at once (`counts_at_once`). Under `non_dealer_first` the dealer's
    side must wait while another side can still reach the target in this hand (K34).
    """
    totals = list(before)
    waiting = False
    for trick, side in enumerate(takers, start=1):
        if side == UNKNOWN:
            return UNKNOWN
        totals[side] += TRICK_POINTS
        if totals[side] >= options.target and (side != dealer_side or options.count_order != "non_dealer_first"):
            return side
        waiting = waiting or totals[side] >= options.target
        if waiting and not _can_be_caught(options, totals, dealer_side, TRICKS - trick):
            return dealer_side
    return NOBODY


def _can_be_caught(options: Options, totals: Sequence[int], dealer_side: int, tricks_left: int) -> bool:
    others = (total for side, total in enumerate(totals) if side != dealer_side)
    return any(total + TRICK_POINTS * tricks_left >= options.target for total in others)


def game_winner(
    options: Options,
    before: Sequence[int],
    points: Sequence[int],
    takers: Sequence[int],
    bonus_side: int,
    dealer_side: int,
    bidder: Bidder = NO_BIDDER,
) -> int:
    """Give the side that has won the game after a whole hand, NOBODY while it goes on.

    `before` are the totals before the hand, `points` those of the hand. Between level sides at the
    top `tie` decides: another hand, or who got there first.
    """
    totals = [old + new for old, new in zip(before, points, strict=True)]
    if options.five_tricks == "win_game" and len(takers) == TRICKS and len(set(takers)) == 1:
        return takers[0]
    beaten = _set_too_often(options, bidder.sets)
    if beaten >= 0:
        return best_of_the_rest(totals, beaten)
    there = _there(options, totals, bidder)
    if bidder.side in there and options.count_order in ("bidder_first", "goer_then_first_past_post"):
        return bidder.side
    if options.count_order == "non_dealer_first":
        there = [side for side in there if side != dealer_side] or there
    in_time = options.count_order == "first_in_time" or (
        options.count_order == "goer_then_first_past_post" and bidder.side >= 0
    )
    if not in_time:
        there = [side for side in there if totals[side] == max(totals[other] for other in there)]
    if len(there) > 1 and (in_time or options.tie == "first_past_post"):
        return _first_in_time(options, before, takers, bonus_side, there)
    return there[0] if len(there) == 1 else NOBODY


def _there(options: Options, totals: Sequence[int], bidder: Bidder) -> list[int]:
    """List the sides that have reached the target and may win with it."""
    there = [side for side, total in enumerate(totals) if total >= options.target]
    if options.must_bid_out == "on" and bidder.side != NOBODY:
        return [side for side in there if side == bidder.side and bidder.made]
    return there


def _set_too_often(options: Options, sets: Sequence[int]) -> int:
    if options.set_limit == "none":
        return NOBODY
    return next((side for side, count in enumerate(sets) if count >= options.set_limit), NOBODY)


def best_of_the_rest(totals: Sequence[int], beaten: int) -> int:
    """Give who wins a game that one side has lost: of several others the highest total, NOBODY if that is shared."""
    others = [total for side, total in enumerate(totals) if side != beaten]
    best = [side for side, total in enumerate(totals) if side != beaten and total == max(others)]
    return best[0] if len(best) == 1 else NOBODY


def _first_in_time(
    options: Options, before: Sequence[int], takers: Sequence[int], bonus_side: int, there: Sequence[int]
) -> int:
    totals = list(before)
    for side in (*takers, bonus_side):
        if side >= 0:
            totals[side] += TRICK_POINTS
            if side in there and totals[side] >= options.target:
                return side
    return NOBODY
