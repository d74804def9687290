"""Pool games for many hands at once: who has won, what is staked and what everybody pays and gets.

The same rules as `rules.pool`, in arrays; places instead of seats. Sources: rules.md 5.2 and 5.3.
"""

import msgspec
import numpy as np
import numpy.typing as npt

from spoilrec.engine.batch_facts import NONE, Bytes, Mask
from spoilrec.rules.options import Options
from spoilrec.rules.pool import NOBODY, TRICKS, UNKNOWN

Places = npt.NDArray[np.int8]
Whole = npt.NDArray[np.int64]


class Outcomes(msgspec.Struct):
    """How hands of a pool game ended.

    `won` `(lines,) int8` is a place, NOBODY for a spoil or a lost jink, UNKNOWN while undecided; `jink_tried`
    and `jink_made` `(lines,) bool`: who tried is who took the first trick. `in_order` `(lines,) bool`: the hand is
    decided, nobody played on where it was over, and a jink was called by whoever might and played to its end.
    """

    won: Places
    jink_tried: Mask
    jink_made: Mask
    in_order: Mask


def pool_outcomes(options: Options, winners: Bytes, tricks: Bytes, jinker: Bytes, jink_after: Bytes) -> Outcomes:
    """Say who has won: `winners` `(5, lines) uint8`, the others `(lines,) uint8`, NONE for nobody."""
    taker, taken_at, most = _takers(options, winners)
    won = np.where(taker != NONE, taker.astype(np.int8), np.where(_spoilt(options, most, tricks), NOBODY, UNKNOWN))
    swept = (winners[: options.tricks_to_win] == winners[0]).all(axis=0) & (tricks >= options.tricks_to_win)
    called = jinker != NONE
    in_order = ~called | (swept & (jinker == winners[0]) & (jink_after == options.tricks_to_win))
    tries = called
    if options.jink_mode == "by_playing_on":
        tries = swept & (tricks > options.tricks_to_win)
        in_order &= (taker == NONE) | (taken_at == tricks) | swept
        in_order &= ~called | tries
    elif options.jink_mode != "declared":
        in_order &= ~called
    kept_on = ((winners == winners[0]) | (winners == NONE)).all(axis=0)
    made = kept_on & (tricks == TRICKS)
    in_order &= ~tries | made | ~kept_on
    if options.jink_mode == "declared":
        in_order &= called | ~made
    won = np.where(tries, np.where(made, winners[0].astype(np.int8), NOBODY), won).astype(np.int8)
    return Outcomes(won, tries, tries & made, in_order & (won != UNKNOWN))


def _takers(options: Options, winners: Bytes) -> tuple[Bytes, Bytes, Bytes]:
    """Who first took enough tricks (NONE for nobody), after how many tricks, and the most that anybody took."""
    lines = winners.shape[1]
    taker, taken_at = np.full(lines, NONE, np.uint8), np.zeros(lines, np.uint8)
    most = np.zeros(lines, np.uint8)
    for trick in range(TRICKS):
        count = (winners[: trick + 1] == winners[trick]).sum(axis=0, dtype=np.uint8)
        count[winners[trick] == NONE] = 0
        first = (count == options.tricks_to_win) & (taker == NONE)
        taker = np.where(first, winners[trick], taker)
        taken_at = np.where(first, np.uint8(trick + 1), taken_at)
        most = np.maximum(most, count)
    return taker, taken_at, most


def _spoilt(options: Options, most: Bytes, tricks: Bytes) -> Mask:
    spoilt: Mask = most + (TRICKS - tricks) < options.tricks_to_win
    return spoilt


def stakes_paid(options: Options, stake: Whole, players: int, dealer: Bytes, carried: Mask) -> Whole:
    """Give what each place stakes, `(places, lines) int64`, where no `pool_cap` was agreed.

    `stake` `(lines,) int64`, `dealer` `(lines,) uint8`, `carried` `(lines,) bool`.
    """
    deals = np.arange(players, dtype=np.uint8)[:, None] == dealer
    again: Whole = np.broadcast_to(stake, deals.shape)
    match options.spoil_ante:
        case "dealer":
            again = np.where(deals, stake, 0)
        case "none":
            again = np.zeros_like(again)
        case "all_smaller":
            again = np.broadcast_to(np.maximum(1, stake // 2), deals.shape)
        case "all":
            pass
    paid = np.where(carried, again, stake)
    return paid + np.where(deals, options.dealer_extra, 0) if options.dealer_extra else paid


def settlements(options: Options, stake: Whole, paid: Whole, pool: Whole, won: Places, jink_made: Mask) -> Whole:
    """Give the net chips of each place, `(places, lines) int64`; `pool` `(lines,) int64` lay there before them."""
    players = len(paid)
    wins = np.arange(players, dtype=np.int8)[:, None] == won
    prize = pool + paid.sum(axis=0)
    net: Whole = np.where(wins, prize, 0) - paid
    if jink_made.any():
        each = np.where(jink_made, _bonus_each(options, stake, prize, players - 1), 0)
        net += np.where(wins, each * (players - 1), -each)
    return net


def _bonus_each(options: Options, stake: Whole, prize: Whole, opponents: int) -> Whole:
    match options.jink_reward:
        case "pool_plus_unit_each":
            return np.ones_like(prize)
        case "pool_plus_stake_each":
            return stake
        case "double_pool":
            return -(-prize // opponents)
