"""Auctions of hands that are judged together: what each held when the first card was led, and for what it was played.

Left out, so that `review` judges them: hands whose exchange was noted in part, tables where a side near home
scores nothing (`peg_block_at_100`), and hands thrown in where the same dealer may deal again.
"""

import msgspec
import numpy as np

from spoilrec.archive.arrays.calls import Calls, Contracts
from spoilrec.archive.arrays.columns import NO_CARD, NONE, Columns
from spoilrec.archive.arrays.columns_auction import Auctions, Groups
from spoilrec.archive.arrays.text import Mask, Whole
from spoilrec.engine.batch import Deals
from spoilrec.engine.batch_auction import Bids, Exchanges, contract_points, exchanged, may_jink
from spoilrec.engine.batch_facts import NO_BIT, Bytes, Sets, bits_of
from spoilrec.engine.batch_points import Bidders, Tricks, game_winners
from spoilrec.engine.batch_pool import Places
from spoilrec.engine.position import HAND_SIZE
from spoilrec.review.setting import Ledger
from spoilrec.rules.contract import THIRTY
from spoilrec.rules.options import Options
from spoilrec.rules.points import TRICK_POINTS
from spoilrec.rules.pool import NOBODY, TRICKS


class Auctioned(msgspec.Struct):
    """What came before the play of hands, and what they were played for.

    `sound` `(lines,) bool` says that nothing is to be told of it. `deals` are what is to be played.
    """

    sound: Mask
    contracts: Contracts
    bids: Bids
    deals: Deals

    @property
    def thrown_in(self) -> Mask:
        """Where nobody bid."""
        return self.contracts.thrown_in

    def points(self, options: Options, sides: int, taken: Tricks, players: int) -> tuple[Whole, Whole]:
        """Give the points of each side, `(sides, lines) int64`, and those of its tricks alone."""
        numbers = np.arange(sides)[:, None]
        tricks = (taken.takers[None] == numbers[..., None]).sum(axis=1)
        gained = TRICK_POINTS * (tricks + (taken.bonus == numbers))
        return contract_points(options, players, gained, tricks, self.bids), gained

    def jinkers(self, options: Options, declared: Bytes, hands: slice) -> Bytes:
        """Give who tried for all five in some hands, `(lines,) uint8`, NONE for nobody; a bid of 30 may say it."""
        if options.jink_mode != "bid_30":
            return declared[hands]
        contracts = self.contracts
        return np.where(contracts.amount[hands] == THIRTY, contracts.bidder[hands], np.uint8(NONE))

    def lost(self, points: Whole, hands: slice) -> Mask:
        """Say which side lost a contract with its points in some hands, `(sides, lines) bool`."""
        lost: Mask = (np.arange(len(points))[:, None] == self.bids.side[hands]) & (points <= 0)
        return lost

    def winners(
        self, options: Options, before: Whole, points: Whole, sets: Whole, taken: Tricks, hands: slice
    ) -> tuple[Places, Mask]:
        """Say which side won the game with each of some hands (NOBODY while it goes on), and that they were whole.

        `sets` are the contracts lost before them; the others are those of these hands.
        """
        lost = self.lost(points, hands)
        made: Mask = np.logical_and.reduce(~lost, axis=0)
        bidders = Bidders(self.bids.side[hands], made, sets + lost)
        won = game_winners(options, before, points, taken, bidders)
        return np.where(self.thrown_in[hands], NOBODY, won).astype(np.int8), np.ones(len(won), np.bool_)

    def ledger_after(self, ledger: Ledger, ended: Mask, hands: slice, reached: tuple[int, ...], sets: Whole) -> Ledger:
        """Add what auctions leave to a ledger after some hands: `ended` says which ended a game."""
        thrown_in = self.thrown_in[hands]
        ends = np.flatnonzero(ended)
        since = int(ends[-1]) + 1 if len(ends) else 0
        if not thrown_in[since:].all():
            ledger = msgspec.structs.replace(ledger, reach=reached, sets=tuple(sets.tolist()))
        elif len(ends):
            ledger = msgspec.structs.replace(ledger, reach=(), sets=())
        return msgspec.structs.replace(ledger, washes=int(thrown_in[-1]))


def covers(options: Options) -> bool:
    """Say whether auction games by these rules can be judged together."""
    plain = options.trump_by == "bidder" and options.rob == "off" and options.peg_block_at_100 == "off"
    return plain and (options.hand_scoring, options.five_tricks) == ("per_trick", "counted")


def auctioned(options: Options, calls: Calls, columns: Columns, side_of: Bytes) -> Auctioned:
    """Judge all that came before the play; `side_of` `(256,) uint8` gives the side of a place."""
    assert columns.auctions is not None
    contracts = calls.contracts(columns, columns.auctions)
    jinked = columns.jinker != NONE
    bids = Bids(side_of[contracts.bidder].astype(np.int8), contracts.amount, jinked)
    sound = contracts.sound & (columns.announcer == NONE) & ~columns.settled
    sound &= ~jinked | (may_jink(options, bids, side_of[columns.jinker].astype(np.int8)) & (columns.jink_after == 0))
    sound &= _drawn_rightly(options, columns, columns.auctions, contracts)
    sound &= np.where(contracts.thrown_in, _nothing_else(options, columns), columns.tricks == TRICKS)
    nobody = np.full(len(sound), NONE, np.uint8)
    nothing = np.full(len(sound), NO_CARD, np.uint8)
    unseen = np.full_like(columns.dealt, NO_CARD)  # what was held was played, all of it
    deals = Deals(
        columns.trump, nothing, columns.dealer, unseen, nobody, nothing, nobody, columns.tricks, columns.leaders,
        columns.cards, contracts.opener,
    )  # fmt: skip
    return Auctioned(sound, contracts, bids, deals)


def _nothing_else(options: Options, columns: Columns) -> Mask:
    """Whether nothing is noted but what a hand can have that nobody bid for."""
    nothing: Mask = (columns.tricks == 0) & (columns.trump == NONE) & (columns.robber == NONE)
    nothing &= (columns.jinker == NONE) & (options.all_pass != "same_dealer_max3")
    return nothing


def _drawn_rightly(options: Options, columns: Columns, auctions: Auctions, contracts: Contracts) -> Mask:
    """Whether everybody held what he played, and came by it rightly."""
    played = _sets(columns.cards)
    seen = columns.dealt[0, 0] != NO_CARD
    dealt = np.where(seen, _sets(columns.dealt), played)
    seats = list(columns.layout.seats)
    out, drawn, kitty = (_sets(groups.cards) for groups in (auctions.out, auctions.drawn, auctions.kitty))
    cards = HAND_SIZE * columns.layout.players * (seen | (columns.tricks > 0)).astype(np.int64)
    cards += _count(auctions.drawn) + _count(auctions.kitty)
    noted = auctions.out.noted
    exchanges = Exchanges(
        dealt, kitty[0], out[seats], drawn[seats], cards, columns.trump, columns.dealer, contracts.bidder, columns.up,
        columns.robber, columns.out, noted,
    )  # fmt: skip
    held, right = exchanged(options, exchanges)
    right &= (noted == auctions.drawn.noted) & (~noted | (seen & ~contracts.thrown_in))
    right &= np.bitwise_count(out[seats]).sum(axis=0) == _count(auctions.out)
    right &= np.bitwise_count(drawn[seats]).sum(axis=0) == _count(auctions.drawn)
    right &= contracts.thrown_in | (held == played).all(axis=0)
    return right


def _sets(cards: Bytes) -> Sets:
    """The sets of cards that stand along the first axis."""
    sets: Sets = np.bitwise_or.reduce(bits_of(cards), axis=0) & ~NO_BIT
    return sets


def _count(groups: Groups) -> Whole:
    """How many cards were noted, `(lines,) int64`."""
    counted: Whole = (groups.cards != NO_CARD).sum(axis=(0, 1))
    return counted
