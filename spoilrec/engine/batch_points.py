"""Points for many hands at once: those of a hand without an auction, and who has won the game, with one or without.

The same rules as `rules.points`, in arrays. Sources: rules.md 5.4.
"""

import msgspec
import numpy as np
import numpy.typing as npt

from spoilrec.engine.batch_facts import NONE, Bytes, Mask
from spoilrec.engine.batch_pool import Places, Whole
from spoilrec.rules.options import Options
from spoilrec.rules.points import TRICK_POINTS, counts_at_once
from spoilrec.rules.pool import NOBODY, TRICKS

_Counts = npt.NDArray[np.int64]


class Tricks(msgspec.Struct):
    """Who took what.

    `takers` `(5, lines) uint8` are sides, NONE for tricks not played, `tricks` `(lines,) uint8` their number;
    `bonus` `(lines,) int8` is the side with the bonus trick, NOBODY for none, `dealer` `(lines,) uint8` the dealer's.
    """

    takers: Bytes
    tricks: Bytes
    bonus: Places
    dealer: Bytes


class Bidders(msgspec.Struct):
    """What the end of an auction game depends on besides points, as in `rules.points.Bidder`.

    `side` `(lines,) int8`, `made` `(lines,) bool`, `sets` `(sides, lines) int64`, this hand included.
    """

    side: Places
    made: Mask
    sets: Whole


def bonus_sides(options: Options, takers: Bytes, top_trick: Bytes, top_is_high: Mask) -> Places:
    """Give the side with the bonus trick of whole hands (K33, K39), `(lines,) int8`."""
    lines = np.arange(takers.shape[1])
    nobody = np.full(len(lines), NOBODY, np.int8)
    if options.bonus == "none":
        return nobody
    if options.bonus == "last_trick":
        last: Places = takers[TRICKS - 1].astype(np.int8)
        return last
    there = top_trick != NONE
    if options.bonus == "highest_if_top_four":
        there = there & top_is_high
    found: Places = np.where(there, takers[np.where(there, top_trick, 0), lines].astype(np.int8), nobody)
    return found


def points_of(options: Options, sides: int, taken: Tricks) -> Whole:
    """Give the points of each side, `(sides, lines) int64`."""
    numbers = np.arange(sides)
    tricks = (taken.takers[None] == numbers[:, None, None]).sum(axis=1)
    if options.hand_scoring == "majority_5_sweep_10":
        worth = np.array([0, 0, 0, TRICK_POINTS, TRICK_POINTS, 2 * TRICK_POINTS])
        counted: Whole = worth[tricks]
        return counted
    points: Whole = TRICK_POINTS * (tricks + (taken.bonus == numbers[:, None]))
    if options.hand_scoring == "per_trick":
        return points
    second, best = np.sort(points, axis=0)[-2:]
    return np.where((points == best) & (best > second), best - second, 0)


def game_ends(options: Options, before: Whole, points: Whole, taken: Tricks) -> tuple[Places, Mask]:
    """Say which side has won the game with the hand (NOBODY while it goes on), and where it was played to its end.

    `before` and `points` `(sides, lines) int64`; `(lines,) int8` and `(lines,) bool`.
    """
    won = np.full(before.shape[1], NOBODY, np.int8)
    length = np.full(before.shape[1], TRICKS, np.uint8)
    if counts_at_once(options):
        won, length = _past_the_post(options, before, taken)
    later = game_winners(options, before, points, taken)
    return np.where(won == NOBODY, later, won).astype(np.int8), length == taken.tricks


def _past_the_post(options: Options, before: Whole, taken: Tricks) -> tuple[Places, Bytes]:
    """Who reached the target first in mid-hand, and after how many tricks; five where nobody did."""
    sides, lines = before.shape
    numbers = np.arange(sides)[:, None]
    totals, deals = before.copy(), numbers == taken.dealer
    won, length = np.full(lines, NOBODY, np.int8), np.full(lines, TRICKS, np.uint8)
    waiting = np.zeros(lines, np.bool_)
    for trick in range(TRICKS):
        took = numbers == taken.takers[trick]
        totals += TRICK_POINTS * took
        there = took & (totals >= options.target)
        if options.count_order == "non_dealer_first":
            waiting |= (there & deals).any(axis=0)
            left = TRICK_POINTS * (TRICKS - 1 - trick)
            caught = (~deals & (totals + left >= options.target)).any(axis=0)
            there &= ~deals
            there |= deals & (waiting & ~caught & ~there.any(axis=0))
        fresh = there.any(axis=0) & (won == NOBODY)
        won = np.where(fresh, there.argmax(axis=0), won).astype(np.int8)
        length = np.where(fresh, np.uint8(trick + 1), length)
    return won, length


def game_winners(
    options: Options, before: Whole, points: Whole, taken: Tricks, bidders: Bidders | None = None
) -> Places:
    """Say who has won after whole hands, `(lines,) int8`; between level sides at the top `tie` decides."""
    totals = before + points
    numbers = np.arange(len(totals))[:, None]
    there = totals >= options.target
    if bidders is not None and options.must_bid_out == "on":
        there &= (numbers == bidders.side) & bidders.made
    if options.count_order == "non_dealer_first":
        others = there & (numbers != taken.dealer)
        there = np.where(others.any(axis=0), others, there)
    in_time = options.count_order == "first_in_time"
    in_time |= bidders is not None and options.count_order == "goer_then_first_past_post"
    home = there
    if not in_time:
        there = there & (totals == np.where(there, totals, np.iinfo(np.int64).min).max(axis=0))
    count = there.sum(axis=0)
    won = np.where(count == 1, there.argmax(axis=0), NOBODY).astype(np.int8)
    if in_time or options.tie == "first_past_post":
        won = np.where(count > 1, _first_in_time(options, before, taken, there), won).astype(np.int8)
    if options.five_tricks == "win_game":
        swept = (taken.takers == taken.takers[0]).all(axis=0) & (taken.tricks == TRICKS)
        won = np.where(swept, taken.takers[0].astype(np.int8), won)
    return won if bidders is None else _with_bidders(options, totals, home, bidders, won)


def _with_bidders(options: Options, totals: Whole, there: Mask, bidders: Bidders, won: Places) -> Places:
    """The bidder's side counts first where the rules want it; a side that was set too often has lost in any case."""
    numbers = np.arange(len(totals))[:, None]
    if options.count_order in ("bidder_first", "goer_then_first_past_post"):
        won = np.where((there & (numbers == bidders.side)).any(axis=0), bidders.side, won)
    if options.set_limit == "none":
        return won
    beaten = bidders.sets >= options.set_limit
    others = np.where(numbers == beaten.argmax(axis=0), np.iinfo(np.int64).min, totals)
    best = others == others.max(axis=0)
    rest = np.where(best.sum(axis=0) == 1, best.argmax(axis=0), NOBODY).astype(np.int8)
    return np.where(beaten.any(axis=0), rest, won)


def _first_in_time(options: Options, before: Whole, taken: Tricks, there: Mask) -> Places:
    totals = before.copy()
    numbers = np.arange(len(totals))[:, None]
    won = np.full(before.shape[1], NOBODY, np.int8)
    for side in (*taken.takers.astype(np.int16), taken.bonus.astype(np.int16)):
        took = numbers == side
        totals += TRICK_POINTS * took
        reached = took & there & (totals >= options.target)
        won = np.where((won == NOBODY) & reached.any(axis=0), reached.argmax(axis=0), won).astype(np.int8)
    return won
