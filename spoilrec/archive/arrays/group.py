"""Hands of one kind of table judged together: which are plain, given what the hands before them left.

A hand is plain when nothing at all is to be said of it: `review` would find nothing, count it as judged, and
go on from the table's own numbers. What each hand leaves is taken from the table's numbers where they were
noted; whether they are right is asked of every hand, so that a run of plain hands is right by induction.
"""

from datetime import datetime
from typing import Final, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from spoilrec.archive.arrays.calls import Calls
from spoilrec.archive.arrays.columns import NO_CARD, NONE, Columns, Layout
from spoilrec.archive.arrays.group_auction import Auctioned, auctioned, covers
from spoilrec.archive.arrays.moments import NO_MOMENT, followed, moments_of
from spoilrec.archive.arrays.text import Bytes, Mask, Whole
from spoilrec.engine.batch import Deals, Played, play_out
from spoilrec.engine.batch_points import Tricks, bonus_sides, game_ends, points_of
from spoilrec.engine.batch_pool import Outcomes, pool_outcomes, settlements, stakes_paid
from spoilrec.review.setting import Ledger
from spoilrec.rules.games import Goal
from spoilrec.rules.options import Options
from spoilrec.rules.pool import NOBODY, UNKNOWN

ANY: Final = -1
"""No number is due: the first hand of a session may have any, and anybody may deal it."""


class Kind(msgspec.Struct, frozen=True):
    """What hands must have in common to be judged together; `side_of` gives the side of each place.

    `calls` remembers the auctions of an auction game.
    """

    goal: Goal
    options: Options
    layout: Layout
    side_of: tuple[int, ...]
    calls: Calls | None = None

    @property
    def covered(self) -> bool:
        """Whether hands of this kind can be judged here; else none of them is called plain."""
        if self.goal == "auction":
            return covers(self.options)
        by_turn_up = self.options.trump_by == "turn_up" and self.options.double_stake_for_five == "off"
        return by_turn_up and self.options.pool_cap == "none"


class Start(msgspec.Struct, frozen=True):
    """What holds before a hand: the number and the dealer (a place) that are due, ANY where none is; pool and totals.

    `totals` are those of every side, in a pool game empty; `sets` the contracts lost, in an auction game.
    """

    number: int = ANY
    dealer: int = ANY
    pool: int = 0
    carried: bool = False
    totals: tuple[int, ...] = ()
    sets: tuple[int, ...] = ()


class Group:
    """Hands of one kind, in the order of their lines; arrays have them on the last axis.

    `local` says that nothing is wrong within a hand, `plain` that nothing is wrong with what the hands before
    left either: with `number`, `dealer`, `pool`, `carried`, `totals` and `sets` as they are due before each hand;
    up to `followed_to` all this was worked out together. `pool_left`, `carries` and `totals_left` are what a hand
    leaves itself (at the end of a game, the last totals).
    """

    def __init__(self, kind: Kind, columns: Columns, stake: Whole) -> None:
        self.kind, self.columns, self.stake = kind, columns, stake
        lines = len(stake)
        self.players, self.lines = kind.layout.players, lines
        self.side_of: Bytes = np.array([*kind.side_of, *[NONE] * (256 - self.players)], np.uint8)
        self.auction: Auctioned | None = None
        if kind.calls is not None:
            self.auction = auctioned(kind.options, kind.calls, columns, self.side_of)
        deals = _deals(columns) if self.auction is None else self.auction.deals
        self.trump, self.played = deals.trump, play_out(kind.options, deals)
        self.outcomes: Outcomes | None = None
        self.taken: Tricks | None = None
        self.points: Whole | None = None
        self.gained: Whole | None = None
        self.pool = np.zeros(lines, np.int64)
        self.carried = np.zeros(lines, np.bool_)
        self.pool_left, self.carries = self.pool.copy(), self.carried.copy()
        self.totals = np.zeros((0 if kind.goal in ("pool", "cards") else len(kind.layout.sides), lines), np.int64)
        self.totals_left, self.sets, self.sets_left = self.totals.copy(), self.totals.copy(), self.totals.copy()
        self.number = np.zeros(lines, np.int64)
        self.dealer = np.zeros(lines, np.int64)
        self.plain = np.zeros(lines, np.bool_)
        self.followed_to = np.zeros(lines, np.int64)
        self.moments = moments_of(columns.remarks.times)
        played = self.played.lawful if self.auction is None else self.played.lawful | self.auction.thrown_in
        self.local = columns.sound & played & self._settled_in_itself()
        if self.moments is not None:
            self.local &= self.moments != NO_MOMENT

    def _settled_in_itself(self) -> Mask:
        """What can be said of the result without the hands before."""
        columns, played, options = self.columns, self.played, self.kind.options
        match self.kind.goal:
            case "pool":
                self.outcomes = pool_outcomes(
                    options, played.winners, columns.tricks, columns.jinker, columns.jink_after
                )
                right: Mask = (columns.won == UNKNOWN) | (columns.won == self.outcomes.won)
                right &= self.outcomes.in_order & ~columns.pointed & ~columns.scored
            case "points":
                self.taken = self._taken(played)
                self.points = points_of(options, len(columns.layout.sides), self.taken)
                right = ~columns.pointed | (columns.points == self.points).all(axis=0)
                right &= (columns.jinker == NONE) & ~columns.settled
            case "auction":
                assert self.auction is not None
                self.taken = self._taken(played)
                sides = len(columns.layout.sides)
                self.points, self.gained = self.auction.points(options, sides, self.taken, self.players)
                right = self.auction.sound & (~columns.pointed | (columns.points == self.points).all(axis=0))
            case "cards":
                right = columns.jinker == NONE
        return right

    def paid(self, hands: slice) -> Whole:
        """Give what each place staked in hands of a pool game that were followed."""
        dealer, carried = self.columns.dealer[hands], self.carried[hands]
        return stakes_paid(self.kind.options, self.stake[hands], self.players, dealer, carried)

    def settlements(self, hands: slice, paid: Whole) -> Whole:
        """Give what each place won or lost in hands of a pool game that were followed."""
        assert self.outcomes is not None
        won, made = self.outcomes.won[hands], self.outcomes.jink_made[hands]
        return settlements(self.kind.options, self.stake[hands], paid, self.pool[hands], won, made)

    def games(self, hands: slice) -> tuple[npt.NDArray[np.int8], Mask]:
        """Give the side that won the game with each of some hands that were followed, and where it was played out."""
        assert self.taken is not None and self.points is not None
        taken = self.taken
        here = Tricks(taken.takers[:, hands], taken.tricks[hands], taken.bonus[hands], taken.dealer[hands])
        if self.auction is not None:
            points, sets = self.points[:, hands], self.sets[:, hands]
            return self.auction.winners(self.kind.options, self.totals[:, hands], points, sets, here, hands)
        return game_ends(self.kind.options, self.totals[:, hands], self.points[:, hands], here)

    def _taken(self, played: Played) -> Tricks:
        columns = self.columns
        takers = self.side_of[played.winners]
        bonus = bonus_sides(self.kind.options, takers, played.top_trick, played.top_is_high)
        return Tricks(takers, columns.tricks, bonus, self.side_of[columns.dealer])

    def follow(self, first: int, last: int, starts: dict[int, Start]) -> None:
        """Work out `plain` for the hands from `first` up to `last`; `starts` (`first` among them) begin anew."""
        hands = slice(first, last)
        begins = np.array(sorted(starts)) - first
        values = [starts[first + int(begin)] for begin in begins]
        right = self._in_order(hands, begins, values)
        if self.outcomes is not None:
            right &= self._follow_pool(hands, begins, values, self.outcomes)
        if self.taken is not None and self.points is not None:
            right &= self._follow_points(hands, begins, values, self.taken, self.points)
        self.plain[hands] = right & self.local[hands]
        self.followed_to[hands] = last

    def _in_order(self, hands: slice, begins: Whole, values: list[Start]) -> Mask:
        """Numbers and dealers (SR701, SR702)."""
        number, dealer = self.columns.number[hands], self.columns.dealer[hands].astype(np.int64)
        due, deals = _shifted(number + 1), _shifted((dealer + 1) % self.players)
        due[begins] = [start.number for start in values]
        deals[begins] = [start.dealer for start in values]
        self.number[hands], self.dealer[hands] = due, deals
        right: Mask = ((number == due) | (due == ANY)) & ((dealer == deals) | (deals == ANY))
        return right

    def _follow_pool(self, hands: slice, begins: Whole, values: list[Start], outcomes: Outcomes) -> Mask:
        columns = self.columns
        settled, settle, won = columns.settled[hands], columns.settle[:, hands], outcomes.won[hands]
        self.carries[hands] = np.where(settled, ~(settle > 0).any(axis=0), won == NOBODY)
        carried = _shifted(self.carries[hands])
        carried[begins] = [start.carried for start in values]
        self.carried[hands] = carried
        paid = self.paid(hands)
        added = np.where(settled, -settle.sum(axis=0), paid.sum(axis=0))
        fresh, base = _shifted(~settled & (won >= 0)), np.zeros_like(added)
        fresh[begins], base[begins] = True, [start.pool for start in values]
        pool = _running(added, fresh, base)
        self.pool[hands] = pool
        self.pool_left[hands] = np.where(~settled & (won >= 0), 0, pool + added)
        due = self.settlements(hands, paid)
        chairs = np.zeros_like(settle)
        chairs[list(columns.layout.seats)] = due
        right: Mask = ~settled | (settle == chairs).all(axis=0)
        return right

    def _follow_points(self, hands: slice, begins: Whole, values: list[Start], taken: Tricks, points: Whole) -> Mask:
        columns, options, new = self.columns, self.kind.options, points[:, hands]
        scored, score, won = columns.scored[hands], columns.score[:, hands], columns.won[hands]
        anew, base = _shifted(scored | (won >= 0)), _shifted(np.where(won >= 0, 0, score))
        anew[begins], base[:, begins] = True, np.array([start.totals for start in values], np.int64).T
        before = _running(new, anew, base)
        self.totals[:, hands], self.totals_left[:, hands] = before, before + new
        if self.auction is not None:
            lost = self.auction.lost(new, hands).astype(np.int64)
            over, none = _shifted(won >= 0), np.zeros_like(lost)
            over[begins], none[:, begins] = True, np.array([start.sets for start in values], np.int64).T
            self.sets[:, hands] = _running(lost, over, none)
            self.sets_left[:, hands] = self.sets[:, hands] + lost
        game, whole = self.games(hands)
        right: Mask = whole & ((won == game) | ((won == UNKNOWN) & (game == NOBODY)))
        right &= ~scored | (score == before + new).all(axis=0)
        if options.five_tricks == "win_game":  # its totals go on into the next game
            takers = taken.takers[:, hands]
            right &= ~((takers == takers[0]).all(axis=0) & (taken.tricks[hands] == len(takers)))
        if self.auction is not None:
            right &= self.auction.contracts.allowed(before, hands)
            right &= (won < 0) | (before + new).any(axis=0)  # going on after a level end is no new game
        return right

    def nothing(self) -> Start:
        """Give a start for hands of which nothing is known."""
        nothing = (0,) * len(self.totals)
        return Start(totals=nothing, sets=nothing if self.auction is not None else ())

    def plain_from(self, first: int, last: int) -> int:
        """Count the plain hands from `first` on, up to `last`."""
        last = min(last, int(self.followed_to[first]))
        other = int(self.plain[first:last].argmin())
        return last - first if self.plain[first + other] else other

    def in_time(self, first: int, count: int, latest: datetime | None) -> int:
        """Count the hands from `first` on, of so many, of which none has a time before that of an earlier one."""
        return count if self.moments is None else followed(self.moments[first : first + count], latest)

    def may_be_split(self, split: tuple[int, ...], last: int) -> bool:
        """Whether these chips of each chair are what plain hands up to `last` left in the pool."""
        return (
            self.outcomes is not None
            and len(split) == self.kind.layout.chairs
            and sum(split) == self.pool_left[last - 1]
        )

    def ledger_after(self, ledger: Ledger, first: int, last: int) -> Ledger:
        """Give what plain hands from `first` up to `last` leave."""
        columns, hand = self.columns, last - 1
        ledger = msgspec.structs.replace(
            ledger,
            number=int(columns.number[hand]),
            dealer=self.kind.layout.seats[columns.dealer[hand]],
            redeal=False,
            washes=0,
            ended=(),
        )
        if self.outcomes is not None:
            pool, carried = int(self.pool_left[hand]), bool(self.carries[hand])
            return msgspec.structs.replace(ledger, pool=pool, due=pool, carried=carried, due_carried=None)
        if self.taken is None:
            return ledger
        reached, ends = tuple(self.totals_left[:, hand].tolist()), columns.won[first:last] >= 0
        over = bool(ends[-1])
        totals = () if over else reached
        ledger = msgspec.structs.replace(
            ledger, totals=totals, due_totals=totals, game=ledger.game + int(ends.sum()), ended=reached if over else ()
        )
        if self.auction is None:
            return msgspec.structs.replace(ledger, reach=(), sets=())
        return self.auction.ledger_after(ledger, ends, slice(first, last), reached, self.sets_left[:, hand])

    def due(self, hand: int) -> Start:
        """Give what was taken to hold before a hand."""
        totals = tuple(self.totals[:, hand].tolist())
        sets = tuple(self.sets[:, hand].tolist()) if self.auction is not None else ()
        pool, carried = (int(self.pool[hand]), bool(self.carried[hand])) if self.outcomes is not None else (0, False)
        return Start(int(self.number[hand]), int(self.dealer[hand]), pool, carried, totals, sets)


def _deals(columns: Columns) -> Deals:
    trump = np.where(columns.up == NO_CARD, columns.trump, columns.up // 13).astype(np.uint8)
    agreed = (columns.trump == NONE) | (columns.trump == trump)
    trump[~agreed | ((trump > 3) & (columns.up != NO_CARD))] = NONE
    return Deals(
        trump, columns.up, columns.dealer, columns.dealt, columns.robber, columns.out, columns.announcer,
        columns.tricks, columns.leaders, columns.cards,
    )  # fmt: skip


_Kind = TypeVar("_Kind", bound=np.generic)


def _shifted(values: npt.NDArray[_Kind]) -> npt.NDArray[_Kind]:
    """Move values one hand on; the first place is to be filled."""
    moved = np.empty_like(values)
    moved[..., 1:] = values[..., :-1]
    return moved


def _running(added: Whole, anew: Mask, base: Whole) -> Whole:
    """Give what there is before each hand: hands add to it, and where it begins `anew` it is as `base` says there.

    `added` and `base` `(..., lines) int64`, `anew` `(lines,) bool`, which begins with a True.
    """
    before = np.zeros_like(added)
    np.cumsum(added[..., :-1], axis=-1, out=before[..., 1:])
    since = np.maximum.accumulate(np.where(anew, np.arange(len(anew)), 0))
    running: Whole = before - before[..., since] + base[..., since]
    return running


__all__ = ["ANY", "Bytes", "Group", "Kind", "Start"]
