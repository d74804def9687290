"""Auction games for many hands at once: kitty, discard and draw, and what a contract is worth.

The same rules as `draw` and `rules.contract`, in arrays; places instead of seats. Covers exchanges of which
every card was noted. The calls are not judged here: there are few different auctions, and `rules.auction` hears
each once. Sources: rules.md 5.5.
"""

from functools import lru_cache
from typing import Final

import msgspec
import numpy as np

from spoilrec.engine.batch_facts import BITS, NO_CARD, NONE, Bytes, Mask, Sets, tables
from spoilrec.engine.batch_pool import Places, Whole
from spoilrec.engine.draw import KEPT_BY_PLAYERS
from spoilrec.engine.position import HAND_SIZE
from spoilrec.rules.auction import ladder
from spoilrec.rules.contract import LEAST_JINK, Contract
from spoilrec.rules.contract import contract_points as points_of_contract
from spoilrec.rules.options import Options
from spoilrec.rules.points import TRICK_POINTS
from spoilrec.rules.pool import TRICKS

_GAINED: Final = range(0, TRICK_POINTS * (TRICKS + 1) + 1, TRICK_POINTS)


class Exchanges(msgspec.Struct):
    """What came between the deal and the first lead.

    `dealt`, `out` and `drawn` `(places, lines) uint64`; `kitty` `(lines,) uint64`, which is the bidder's. `cards`
    `(lines,) int64` is how many were noted as dealt, in the kitty and drawn in all. `(lines,) uint8`: `trump`,
    `dealer`, `bidder` (a place, NONE), `up` (a card, NO_CARD), `taker` who took it (a place, NONE) and `given`,
    the card he put out for it. `noted` `(lines,) bool` is False where nothing of kitty, discard and draw was noted.
    """

    dealt: Sets
    kitty: Sets
    out: Sets
    drawn: Sets
    cards: Whole
    trump: Bytes
    dealer: Bytes
    bidder: Bytes
    up: Bytes
    taker: Bytes
    given: Bytes
    noted: Mask


class Bids(msgspec.Struct):
    """Contracts: the bidder's `side` `(lines,) int8`, his `amount` `(lines,) int64`, and `jink` where one was declared.

    The side is NOBODY where the hand was thrown in; then nobody has points.
    """

    side: Places
    amount: Whole
    jink: Mask


def exchanged(options: Options, exchanges: Exchanges) -> tuple[Sets, Mask]:
    """Give what each held when the first card was led, and where everything before it was as the rules want it.

    `(places, lines) uint64` and `(lines,) bool`. Without a draw noted the deal is what was held.
    """
    places = np.arange(len(exchanges.dealt), dtype=np.uint8)[:, None]
    up, given = BITS.take(exchanges.up), BITS.take(exchanges.given)
    takes = places == exchanges.taker
    had = exchanges.dealt | np.where(places == exchanges.bidder, exchanges.kitty, np.uint64(0))
    had = np.where(takes, (had | up) & ~given, had)
    searches = (places == exchanges.dealer) & (options.dealer_searches_stock == "on")
    could = np.where(searches, had | exchanges.drawn, had)
    right: Mask = ((exchanges.out & ~could) == 0).all(axis=0)
    right &= _all_different(options, exchanges) & _counted(options, exchanges, places)
    if options.draw == "keep_one_trump":
        trumps = tables(options).trumps[np.where(exchanges.trump == NONE, 0, exchanges.trump)]
        right &= (((had & trumps) == 0) | ((had & ~exchanges.out & trumps) != 0)).all(axis=0)
    right &= (exchanges.taker == NONE) | _may_take(options, exchanges, ((exchanges.dealt & given) != 0) & takes)
    return (had | exchanges.drawn) & ~exchanges.out, right


def _all_different(options: Options, exchanges: Exchanges) -> Mask:
    """Every card was dealt, turned or drawn once, and is of the pack."""
    seen = np.bitwise_or.reduce(exchanges.dealt, axis=0) | np.bitwise_or.reduce(exchanges.drawn, axis=0)
    seen |= exchanges.kitty | BITS.take(exchanges.up)
    count = exchanges.cards + (exchanges.up != NO_CARD)
    right: Mask = (np.bitwise_count(seen) == count) & ((seen & ~np.uint64(tables(options).pack)) == 0)
    return right


def _counted(options: Options, exchanges: Exchanges, places: Bytes) -> Mask:
    """As many cards were put out as taken in, and no more than may be drawn."""
    size = HAND_SIZE if options.kitty == "dummy5" else options.kitty
    kitty = np.bitwise_count(exchanges.kitty)
    right: Mask = (kitty == np.where(exchanges.noted, size, 0)) & ~((kitty > 0) & (exchanges.bidder == NONE))
    taken, out = np.bitwise_count(exchanges.drawn), np.bitwise_count(exchanges.out)
    right &= (out == taken + np.where(places == exchanges.bidder, kitty, 0)).all(axis=0)
    most = {"none": 0, "keep_n": HAND_SIZE - KEPT_BY_PLAYERS.get(len(places), 0)}.get(options.draw)
    return right if most is None else right & (taken <= most).all(axis=0)


def _may_take(options: Options, exchanges: Exchanges, own: Mask) -> Mask:
    """The dealer may take a turned trump for a card dealt to him (K19); the deal must be that before the draw."""
    trumps = tables(options).trumps[np.where(exchanges.trump == NONE, 0, exchanges.trump)]
    right: Mask = (exchanges.taker == exchanges.dealer) & own.any(axis=0)
    right &= (trumps & BITS.take(exchanges.up)) != 0
    right &= exchanges.noted | (options.draw == "none" and options.kitty == 0)
    right &= options.dealer_takes_turnup != "off"
    return right


def may_jink(options: Options, bids: Bids, side: Places) -> Mask:
    """Say where a side, NOBODY for none, may declare a jink before the first lead (K38), `(lines,) bool`."""
    if options.jink_mode != "declared":
        return np.zeros(len(side), np.bool_)
    may: Mask = (side == bids.side) & (bids.amount >= LEAST_JINK)
    return may


def contract_points(options: Options, players: int, gained: Whole, tricks: Whole, bids: Bids) -> Whole:
    """Give what each side scores, `(sides, lines) int64`, where no `peg_block_at_100` was agreed.

    `gained` are the points of the tricks with the bonus, `tricks` how many each side took, `(sides, lines) int64`.
    """
    lines = np.arange(gained.shape[1])
    bid = bids.side >= 0
    side = np.where(bid, bids.side, 0)
    amount = np.searchsorted(ladder(options), np.where(bid, bids.amount, ladder(options)[0]))
    worth = _worth(options, players)
    scored = worth[amount, gained[side, lines] // TRICK_POINTS, tricks[side, lines], bids.jink.astype(np.int64)]
    points = gained.copy()
    points[side, lines] = scored
    points[:, ~bid] = 0
    return points


@lru_cache(maxsize=64)
def _worth(options: Options, players: int) -> Whole:
    """What the bidder's side scores: by bid, points gained (in fives), tricks taken, and whether it declared a jink."""
    axes = (ladder(options), _GAINED, range(TRICKS + 1), (False, True))
    worth = np.zeros(tuple(map(len, axes)), np.int64)
    for bid, amount in enumerate(axes[0]):
        for count, took in enumerate(_GAINED):
            for tricks in axes[2]:
                for jink in axes[3]:
                    contract = Contract(0, amount)
                    points = points_of_contract(options, contract, 0, (took,), tricks, players, (0,), jink=jink)
                    worth[bid, count, tricks, int(jink)] = points[0] or 0
    return worth
