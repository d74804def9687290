"""Rows of plain hands in arrays: those of the table `hands`; what the other tables need of the hands.

The same to the letter as `rows` makes them hand by hand: a column is a function of the hands. Arrays have the
hands (`lines`) on their last axis; the seats, as places, on the last but one.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from spoilrec.archive.arrays.columns import NONE
from spoilrec.archive.arrays.fast import Piece, Plain
from spoilrec.archive.arrays.text import Bytes, Mask, Whole
from spoilrec.archive.tables.rows import of_session, of_setting
from spoilrec.archive.tables.values import NULL, Numbers, Same, Value, Values, Words, numbered, words_of
from spoilrec.record.lines import Session
from spoilrec.record.tokens import SEATS
from spoilrec.review.walk import JUDGED
from spoilrec.rules.cards import CARD_NAMES, SUIT_LETTERS
from spoilrec.rules.pool import NOBODY, UNKNOWN

CARDS: Final = (*CARD_NAMES, None)
"""Texts of card codes; that of no card is null."""


class Part(msgspec.Struct):
    """Hands of one session: its number and its line, and what was shared out by chair after the last of them."""

    piece: Piece
    number: int
    session: Session | None
    split: tuple[int, ...] = ()

    def share(self, split: Sequence[int]) -> None:
        """Give chips to the last hand, beside those that it has; nothing where they are not those of its chairs."""
        if len(split) == len(self.piece.setting.players):
            self.split = tuple(map(sum, zip(self.split or (0,) * len(split), split, strict=True)))


class PlainHands:
    """Plain hands one after another, `count` of them; `run` is the length of the run of the pool before the first.

    `last_run` is that behind the last; `None` where it is not known. `hands` are the lines of the group.
    """

    def __init__(self, file: str, plain: Plain, parts: Sequence[Part], run: int | None) -> None:
        self.file, self.group, self.parts = file, plain.group, parts
        self.hands, self.count = slice(plain.first, plain.last), plain.hands
        self.kind, self.columns = plain.group.kind, plain.group.columns
        self.counts: Whole = np.array([part.piece.count for part in parts], np.int64)
        self.begins: Whole = self.counts.cumsum() - self.counts
        self.seats = self.kind.layout.seats
        self.places: Bytes = np.arange(len(self.seats), dtype=np.uint8)[:, None]
        self.runs, self.last_run = self._runs(run)

    def _runs(self, run: int | None) -> tuple[Numbers, int | None]:
        """Count the hands since the pool was last won, each included."""
        won = self.won
        if (won == UNKNOWN).all():
            return Numbers(np.zeros(self.count, np.int64)), 0 if self.parts[-1].piece.pool == 0 else None
        fresh = np.zeros(self.count + 1, np.bool_)
        fresh[1:] = won != NOBODY
        fresh[self.begins] = True
        base, known = np.zeros(self.count + 1, np.int64), np.ones(self.count + 1, np.bool_)
        for begin, part in zip(self.begins.tolist(), self.parts, strict=True):
            before = run if part.piece.header is None else first_run(part.piece.header.session)
            base[begin], known[begin] = before or 0, before is not None
        since = np.maximum.accumulate(np.where(fresh, np.arange(self.count + 1), 0))
        runs, known = np.arange(self.count + 1) - since + base[since], known[since]
        return Numbers(runs[:-1] + 1, known[:-1]), int(runs[-1]) if known[-1] else None

    @cached_property
    def won(self) -> npt.NDArray[np.int8]:
        """The place, in point games the side, that won the pool or the game; NOBODY, UNKNOWN as in `review.result`."""
        if self.group.outcomes is not None:
            return self.group.outcomes.won[self.hands]
        if self.group.taken is not None:
            return self.group.games(self.hands)[0]
        return np.full(self.count, UNKNOWN, np.int8)

    @cached_property
    def dealer(self) -> Whole:
        """The place of the dealer."""
        return self.columns.dealer[self.hands].astype(np.int64)

    @cached_property
    def trump(self) -> Whole:
        """The trump suit; 0 where there was none, in a hand that was thrown in."""
        trump = self.group.trump[self.hands].astype(np.int64)
        return np.where(trump == NONE, 0, trump)

    @cached_property
    def winners(self) -> Bytes:
        """The place that took each trick, `(5, lines)`, NONE where there was none."""
        return self.group.played.winners[:, self.hands]

    @cached_property
    def paid(self) -> Whole:
        """What each place staked, in a pool game."""
        return self.group.paid(self.hands)

    @cached_property
    def settled(self) -> Whole:
        """What each place won or lost, in a pool game."""
        return self.group.settlements(self.hands, self.paid)

    @cached_property
    def prize(self) -> Whole:
        """What there was to win, with the stakes, in a pool game."""
        prize: Whole = self.group.pool[self.hands] + self.paid.sum(axis=0)
        return prize

    @cached_property
    def jinker(self) -> Bytes | None:
        """The place that tried for all five, NONE for nobody; `None` in games without jinks."""
        group, hands = self.group, self.hands
        if group.outcomes is not None:
            return np.where(group.outcomes.jink_tried[hands], self.winners[0], np.uint8(NONE))
        if group.auction is not None:
            return group.auction.jinkers(self.kind.options, self.columns.jinker, hands)
        return None

    @cached_property
    def jink_made(self) -> Mask:
        """Whether he made it, where somebody tried."""
        if self.group.outcomes is not None:
            return self.group.outcomes.jink_made[self.hands]
        made: Mask = (self.group.side_of[self.winners] == self.group.side_of[self.jinker]).all(axis=0)
        return made

    @cached_property
    def thrown_in(self) -> Mask | None:
        """Whether nobody bid; `None` in games without an auction."""
        return None if self.group.auction is None else self.group.auction.thrown_in[self.hands]

    @cached_property
    def names(self) -> tuple[Whole, Words]:
        """The table at which each hand is played, and the names at its places: a row of codes for each table."""
        tables = [tuple(part.piece.setting.players[seat] for seat in self.seats) for part in self.parts]
        which, known = numbered(tables)
        codes, words = numbered(name for table in known for name in table)
        table = np.array(codes, np.int64).reshape(len(known), len(self.seats))
        return self.spread(which), Words(table, tuple(words))

    def spread(self, values: Sequence[int] | Whole) -> Whole:
        """Give each hand the number of its part."""
        return np.repeat(np.array(values, np.int64), self.counts)

    def of_parts(self, values: Sequence[Value]) -> Values:
        """Give each hand the text or number of its part."""
        codes, known = numbered(values)
        if len(known) == 1:
            return Same(known[0])
        if any(isinstance(value, str) for value in known):
            return Words(self.spread(codes), tuple(known))
        numbers = self.spread([int(value or 0) for value in values])
        return Numbers(numbers, None if None not in known else self.spread([value is not None for value in values]) > 0)


def first_run(session: Session) -> int | None:
    """Give the run of the pool with which a session begins: chips left from elsewhere tell nothing."""
    return None if session.pool else 0


HandColumn = Callable[[PlainHands], Values]


def _of_session(name: str) -> HandColumn:
    return lambda hands: hands.of_parts([of_session(part.session).get(name) for part in hands.parts])


def _of_setting(name: str) -> HandColumn:
    return lambda hands: hands.of_parts([of_setting(part.piece.setting)[name] for part in hands.parts])


def _always(value: Value) -> HandColumn:
    return lambda hands: Same(value)


def _in_pool_games(column: HandColumn) -> HandColumn:
    return lambda hands: column(hands) if hands.group.outcomes is not None else NULL


def _line(hands: PlainHands) -> Values:
    first = hands.spread(np.array([part.piece.line for part in hands.parts]) - hands.begins)
    return Numbers(first + np.arange(hands.count))


def _dealer(hands: PlainHands) -> Values:
    which, names = hands.names
    return Words(names.codes[which, hands.dealer], names.words)


def _cards_noted(hands: PlainHands) -> Values:
    return Numbers(hands.columns.tricks[hands.hands].astype(np.int64) * len(hands.seats))


def _time(hands: PlainHands) -> Values:
    times = hands.columns.remarks.times[hands.hands]
    return words_of(times) if times else NULL


def _trump(hands: PlainHands) -> Values:
    if hands.thrown_in is None:
        return Words(hands.trump, tuple(SUIT_LETTERS))
    return Words(np.where(hands.thrown_in, len(SUIT_LETTERS), hands.trump), (*SUIT_LETTERS, None))


def _jink(hands: PlainHands) -> Values:
    if hands.jinker is None:
        return NULL
    tried = hands.jinker != NONE
    return Words(tried.astype(np.int64) + (tried & hands.jink_made), ("none", "lost", "made"))


def _bid(hands: PlainHands) -> Values:
    if hands.group.auction is None:
        return NULL
    amount = hands.group.auction.contracts.amount[hands.hands]
    return Numbers(amount, amount > 0)


def _game_no(hands: PlainHands) -> Values:
    if hands.group.taken is None:
        return NULL
    ends = hands.won >= 0
    before = ends.cumsum() - ends
    first = hands.spread(np.array([part.piece.game for part in hands.parts]) - before[hands.begins])
    return Numbers(first + before)


HANDS: Final[Mapping[str, HandColumn]] = {
    "hand_id": lambda hands: Numbers(np.arange(1, hands.count + 1)),
    "file": lambda hands: Same(hands.file),
    "line": _line,
    "session": lambda hands: hands.of_parts([part.number for part in hands.parts]),
    "hand": lambda hands: Numbers(hands.columns.number[hands.hands]),
    **{name: _of_session(name) for name in ("date", "year", "month", "place", "source")},
    "time": _time,
    **{name: _of_setting(name) for name in ("preset", "game", "goal", "stake", "unit", "players", "sides")},
    "dealer": _dealer,
    "dealer_seat": lambda hands: Words(hands.dealer, tuple(SEATS[seat] for seat in hands.seats)),
    "up": lambda hands: Words(hands.columns.up[hands.hands], CARDS),
    "trump": _trump,
    "status": _always(JUDGED),
    "errors": _always(0),
    "amended": _always(False),
    "complete": lambda hands: Same(hands.kind.goal != "cards"),
    "by_table": _always(False),
    "ended": _always(None),
    "misdeal": _always(False),
    "thrown_in": lambda hands: Same(False) if hands.thrown_in is None else Numbers(hands.thrown_in),
    "tricks_played": lambda hands: Numbers(hands.columns.tricks[hands.hands]),
    "cards_noted": _cards_noted,
    "cards_unseen": _always(0),
    "spoilt": _in_pool_games(lambda hands: Numbers(hands.won == NOBODY)),
    "pool_before": _in_pool_games(lambda hands: Numbers(hands.group.pool[hands.hands])),
    "staked": _in_pool_games(lambda hands: Numbers(hands.paid.sum(axis=0))),
    "pool": _in_pool_games(lambda hands: Numbers(hands.prize)),
    "pool_after": _in_pool_games(lambda hands: Numbers(hands.group.pool_left[hands.hands])),
    "run": _in_pool_games(lambda hands: hands.runs),
    "jink": _jink,
    "bid": _bid,
    "game_no": _game_no,
}
"""The columns of the table `hands`, `(lines,)`."""
