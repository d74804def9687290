"""What the calls of hands come to: each different auction is judged once, by `review`, and remembered.

So nothing of the rules of bidding stands here. Totals are not known yet where an auction is judged: which
sides may not be very poor, or nearly home, is part of the answer.
"""

from typing import Final

import msgspec
import numpy as np

from spoilrec.archive.arrays.columns import NONE, Columns
from spoilrec.archive.arrays.columns_auction import Auctions, calls_in
from spoilrec.archive.arrays.text import Bytes, Mask, Whole
from spoilrec.record.lines import Hand, Line
from spoilrec.record.tokens import SEATS
from spoilrec.review.case import Case
from spoilrec.review.checks.auction import check_auction
from spoilrec.review.desk import make_case
from spoilrec.review.setting import Ledger, Setting
from spoilrec.rules.auction import LEAST_TO_BID, NEAR_HOME, PASS
from spoilrec.rules.pool import NOBODY

MOST_HEARD: Final = 1 << 14
_LINE: Final = Line(1, b"")


class Heard(msgspec.Struct, frozen=True):
    """What one auction comes to: places, NONE where it was thrown in; of `poor` and `near` sides something is told."""

    thrown_in: bool
    bidder: int
    amount: int
    opener: int
    poor: tuple[bool, ...]
    near: tuple[bool, ...]


class Contracts(msgspec.Struct):
    """What the calls of hands come to.

    `sound` `(lines,) bool`: nothing is to be said of them, and who undertook what is known, or `thrown_in`
    `(lines,) bool`. `bidder` and `opener` (who leads first) `(lines,) uint8` are places, NONE where it was thrown in,
    `amount` `(lines,) int64`. `poor` and `near` `(sides, lines) bool`: the sides that made a call which is not
    allowed with a very low total, or one near the end.
    """

    sound: Mask
    thrown_in: Mask
    bidder: Bytes
    amount: Whole
    opener: Bytes
    poor: Mask
    near: Mask

    def allowed(self, totals: Whole, hands: slice) -> Mask:
        """Say where the totals before the hands, `(sides, lines) int64`, allow all calls."""
        poor, near = self.poor[:, hands], self.near[:, hands]
        told = (poor & (totals < LEAST_TO_BID)) | (near & (totals >= NEAR_HOME))
        allowed: Mask = np.logical_and.reduce(~told, axis=0)
        return allowed


class Calls:
    """Remembers the auctions of tables that are alike but for the names of the players."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._known: dict[tuple[int, bytes], Heard | None] = {}

    def contracts(self, columns: Columns, auctions: Auctions) -> Contracts:
        """Judge the calls of hands."""
        count, sides = len(auctions.words), len(columns.layout.sides)
        which = columns.dealer.astype(np.int64) * count + auctions.calls
        there, first = np.unique(np.where(columns.sound, which, -1), return_inverse=True)
        dealers = self.setting.seats
        heard = [
            self._heard(dealers[int(one) // count], auctions.words[int(one) % count]) if one >= 0 else None
            for one in there
        ]
        nothing = Heard(True, NONE, 0, NONE, (False,) * sides, (False,) * sides)
        rows = [one or nothing for one in heard]
        masks = np.array([(one is not None, row.thrown_in) for one, row in zip(heard, rows, strict=True)], np.bool_)
        places = np.array([(row.bidder, row.opener) for row in rows], np.uint8)
        limits = np.array([(row.poor, row.near) for row in rows], np.bool_)
        amounts = np.array([row.amount for row in rows], np.int64)
        return Contracts(
            masks[first, 0], masks[first, 1], places[first, 0], amounts[first], places[first, 1],
            limits[first, 0].T, limits[first, 1].T,
        )  # fmt: skip

    def _heard(self, dealer: int, word: bytes) -> Heard | None:
        key = dealer, word
        if key not in self._known:
            if len(self._known) >= MOST_HEARD:  # memory must not grow with the file
                self._known.clear()
            self._known[key] = self._judged(dealer, word)
        return self._known[key]

    def _judged(self, dealer: int, word: bytes) -> Heard | None:
        """Judge an auction; `None` where something is to be told of it, or a contract is not known."""
        bids, bid = calls_in(word)
        hand = Hand(no=1, dealer=SEATS[dealer], bids=bids, bid=bid)
        case = self._case(hand, None)
        if case.replay is None or case.reading.slips or any(check_auction(case)):
            return None
        table, seats, options = case.replay.first.table, self.setting.seats, case.replay.first.table.options
        poor = self._told_of(case, LEAST_TO_BID - 1, asked=options.bunker != "off")
        near = self._told_of(case, NEAR_HOME, asked=options.min_bid_at_100 != "none")
        if table.contract.bidder == NOBODY:
            return Heard(True, NONE, 0, NONE, poor, near)
        opener = table.after[dealer] if table.leader == NOBODY else table.leader
        if table.contract.bidder not in seats or opener not in seats or table.contract.amount <= 0:
            return None
        bidder = seats.index(table.contract.bidder)
        return Heard(False, bidder, table.contract.amount, seats.index(opener), poor, near)

    def _told_of(self, case: Case, total: int, *, asked: bool) -> tuple[bool, ...]:
        """Say of each side whether something is to be told of its calls if it has this total."""
        auction, sides = case.reading.auction, self.setting.partnerships
        bidding = {seat for seat, amount in (*auction.calls, *filter(None, (auction.bid,))) if amount != PASS}

        def is_told(side: int) -> bool:
            totals = tuple(total if one == side else 0 for one in range(len(sides)))
            return any(check_auction(self._case(case.reading.hand, totals)))

        return tuple(asked and not bidding.isdisjoint(seats) and is_told(side) for side, seats in enumerate(sides))

    def _case(self, hand: Hand, totals: tuple[int, ...] | None) -> Case:
        return make_case("", self.setting, Ledger(totals=totals), _LINE, hand, {}, (), every_step=False)
