"""From files to blocks of rows: arrays for a few thousand hands at a time, in the order of files and lines.

What cannot be read is told as `Trouble` and costs itself. A file can be gathered alone, in a process of its own;
blocks put one behind the other in the order of the files are the whole archive.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import IO, Final

import msgspec
import numpy as np

from spoilrec.archive.arrays.fast import Plain, walk_fast
from spoilrec.archive.source import Source, Trail, opened_source
from spoilrec.archive.tables.alike import Pile
from spoilrec.archive.tables.filled import Columns, columns_of, plain_columns
from spoilrec.archive.tables.plain_rows import Part, PlainHands, first_run
from spoilrec.archive.tables.plays import Origin
from spoilrec.archive.tables.rows import HandRows, Known, rows_of, unread_row, with_share
from spoilrec.archive.tables.skill import with_skill
from spoilrec.archive.tables.values import Array
from spoilrec.archive.tables.wanted import EVERYTHING, Wanted
from spoilrec.record.lines import Close, Line, Session
from spoilrec.record.store import is_long, why_unreadable
from spoilrec.record.tokens import SEATS
from spoilrec.review.case import Case
from spoilrec.review.checks.hand import check_hand
from spoilrec.review.checks.lines import Told
from spoilrec.review.setting import NO_SETTING, Rules, Setting
from spoilrec.review.unusable import unusable
from spoilrec.review.waived import silenced
from spoilrec.review.walk import UNREAD, VOID, Stop, walk
from spoilrec.rules.pool import UNKNOWN

BLOCK: Final = 4000
"""So many hands make a block."""
MOST_ALIKE: Final = 100_000
"""So many where equal rows are put together."""


class Block(msgspec.Struct, frozen=True):
    """Rows of the tables as arrays; `hand_id` counts from 1 within the block."""

    hands: int
    tables: dict[str, Columns]


Chips = Counter[str | int]
"""Chips by player, by seat where he has no name."""


class Trouble(msgspec.Struct, frozen=True):
    """What could not be read: a line, or a whole file (line 0), and why."""

    file: str
    line: int
    text: str


def blocks(
    sources: Iterable[Source],
    rules: Rules | None = None,
    *,
    plays: bool = True,
    wanted: Wanted = EVERYTHING,
    skill: frozenset[str] = frozenset(),
) -> Iterator[Block | Trouble]:
    """Read files one after another; without `plays` that table stays empty, which is quicker.

    The columns of `skill.SKILL` are filled only where they are named in `skill`.
    """
    for source in sources:
        yield from file_blocks(source, rules, plays=plays, wanted=wanted, skill=skill)


def file_blocks(
    source: Source,
    rules: Rules | None = None,
    *,
    plays: bool = True,
    trail: Trail | None = None,
    wanted: Wanted = EVERYTHING,
    skill: frozenset[str] = frozenset(),
    heard: Callable[[int], None] | None = None,
) -> Iterator[Block | Trouble]:
    """Read one file, or a part of one; `trail` is told what it leaves, `heard` how many bytes are read."""
    trail = Trail(source.told) if trail is None else trail
    if not plays:
        others = {name: columns for name, columns in wanted.columns.items() if name != "plays"}
        wanted = msgspec.structs.replace(wanted, columns=others)
    plays = "plays" in wanted.columns
    gatherer = _Gatherer(source.name, plays, wanted, skill)
    try:
        with opened_source(source, heard) as stream:
            for stop in _stops(source.name, stream, rules, trail.told, plays, skill):
                yield from gatherer.take(stop)
                trail.sessions = gatherer.number
                if gatherer.whole > BLOCK and (block := gatherer.block(all_of_them=False)):
                    yield block
    except (OSError, ValueError) as error:
        yield Trouble(source.name, 0, why_unreadable(error))
    if block := gatherer.block(all_of_them=True):
        yield block


def _stops(
    name: str, stream: IO[bytes], rules: Rules | None, told: Told, plays: bool, skill: frozenset[str]
) -> Iterator[Stop | Plain]:
    """Walk through a file; one of more than a few hundred hands in arrays, which is the same to the letter."""
    if is_long(stream) and not skill:
        return walk_fast(name, stream, rules, told=told)
    return walk(name, stream, rules, every_step=plays or bool(skill), told=told)


class _Gatherer:
    """Follows the walk through one file; keeps the hands that are not in a block yet, `whole` of them before the last.

    The last item with a hand that counts is kept back: chips that come beside a hand go to its last one. `owed` are
    those of players who sat in no such hand yet, by name.
    """

    def __init__(self, file: str, plays: bool, wanted: Wanted, skill: frozenset[str]) -> None:
        self.file, self.plays, self.wanted, self.skill = file, plays, wanted, skill
        self.items: list[HandRows | PlainHands] = []
        self.pile = Pile(wanted)
        self.whole = 0
        self.session: Session | None = None
        self.setting: Setting = NO_SETTING
        self.number = self.last_session = 0
        self.owed: Chips = Counter()
        self.run: int | None = 0

    def take(self, stop: Stop | Plain) -> Iterator[Trouble]:
        if isinstance(stop, Plain):
            self._add_plain(stop)
            return
        self.setting = stop.setting
        line = stop.line
        yield from (Trouble(self.file, one.line, f"{one.code}: {one.message}") for one in unusable(stop))
        if line is None:
            return
        if isinstance(line.value, Session):
            self._begin(line.value)
        elif isinstance(line.value, Close):
            self._share(line.value.split)
        if stop.case is not None:
            self._add_case(stop, stop.case, line)
        elif stop.status == UNREAD:
            self.run = None
            unread = unread_row(self._origin(line, None), UNREAD, _errors(stop), self.session, stop.setting)
            self._add(HandRows(unread, (), ()))
        if line.value is None and b'"session"' in line.beginning:
            self.session, self.number = None, self.number + 1

    def block(self, *, all_of_them: bool) -> Block | None:
        """Cut off a block, if there are hands enough for one."""
        cut = len(self.items) if all_of_them else self._last_counted()
        done, self.items = self.items[:cut], self.items[cut:]
        self.whole = 0
        if not self.wanted.alike:
            return _block(done, self.wanted) if done else None
        for item in done:
            if isinstance(item, PlainHands):
                self.pile.add_plain(item)
        if rows := [item for item in done if isinstance(item, HandRows)]:
            self.pile.add_rows(rows)
        hands = self.pile.hands
        return Block(hands, self.pile.taken()) if hands > (0 if all_of_them else MOST_ALIKE) else None

    def _begin(self, session: Session) -> None:
        self.session, self.number = session, self.number + 1
        self.run, self.owed = first_run(session), Counter()

    def _origin(self, line: Line, hand: int | None) -> Origin:
        return Origin(0, self.file, line.number, self.number, hand)

    def _add(self, item: HandRows | PlainHands) -> None:
        if self.items:
            self.whole += _hands_in(self.items[-1])
        self.items.append(item)
        if _counts(item):
            self.last_session = self.number
            owed, self.owed = self.owed, Counter()
            if owed:
                self._give(owed)

    def _add_case(self, stop: Stop, case: Case, line: Line) -> None:
        result = case.result
        counts = stop.status != VOID and not (result and result.void)
        run = None if self.run is None else self.run + 1
        known = Known(stop.status, _errors(stop), stop.as_noted is not None, stop.ledger, run, self.session)
        rows = rows_of(case, self._origin(line, case.reading.hand.no), known, plays=self.plays)
        if self.skill and stop.status != VOID:
            rows = msgspec.structs.replace(rows, seats=with_skill(rows.seats, case, self.skill))
        self._add(rows)
        if stop.status == VOID:
            for ruling in case.rulings:
                self._share(ruling.penalty.settle if ruling.penalty else ())
        if counts:
            won = result.won if result else UNKNOWN
            self.run = run if won == -1 else 0 if won >= 0 or stop.ledger.pool == 0 else None

    def _add_plain(self, plain: Plain) -> None:
        parts, run = list[Part](), self.run
        for piece in plain.pieces:
            if piece.header is not None:
                self._split(piece.header.split or (), parts)
                self._begin(piece.header.session)
            parts.append(Part(piece, self.number, self.session))
            self.setting = piece.setting
        hands = PlainHands(self.file, plain, parts, run)
        self._add(hands)
        self.run = hands.last_run

    def _split(self, split: Sequence[int], parts: Sequence[Part]) -> None:
        """Share out what was split between two sessions of plain hands."""
        if parts:
            parts[-1].share(split)
        else:
            self._share(split)

    def _share(self, split: Sequence[int]) -> None:
        """Give chips that came beside a hand, by seat, to those who sit there now."""
        players = self.setting.players
        if len(split) == len(players):
            self._give(Counter({name or seat: split[seat] for seat, name in enumerate(players)}))

    def _give(self, chips: Chips) -> None:
        """Put chips with the last hand of the session that counts; what is left waits for the first to come."""
        nth = self._last_counted()
        if self.last_session != self.number or nth == len(self.items):
            self.owed.update(chips)
            return
        last = self.items[nth]
        if isinstance(last, PlainHands):
            players = last.parts[-1].piece.setting.players
            last.parts[-1].share([chips.pop(name or seat, 0) for seat, name in enumerate(players)])
        else:
            seats = tuple(with_share(row, chips.pop(row.player or SEATS.index(row.seat), 0)) for row in last.seats)
            self.items[nth] = msgspec.structs.replace(last, seats=seats)
        self.owed.update({who: gained for who, gained in chips.items() if gained})

    def _last_counted(self) -> int:
        """Give the place of the last item with a hand that counts; of all of them where they are very many."""
        found = (nth for nth in range(len(self.items) - 1, -1, -1) if _counts(self.items[nth]))
        nth = next(found, len(self.items))
        return nth if len(self.items) - nth < BLOCK else len(self.items)


def _errors(stop: Stop) -> int:
    """Count the errors of a hand, also those told at the line of an amendment."""
    assert stop.line is not None
    count = sum(one.severity == "error" and one.line == stop.line.number for one in stop.findings)
    if stop.as_noted is not None and stop.case is not None and stop.status != VOID:
        later = [one for one in check_hand(stop.case) if one.severity == "error" and one.line > stop.line.number]
        count += sum(not silenced(one, stop.case.rulings) for one in later)
    return count


def _counts(item: HandRows | PlainHands) -> bool:
    """Say whether chips may be put with an item: a hand that was annulled is left out of all sums."""
    return isinstance(item, PlainHands) or (bool(item.seats) and item.hand.status != VOID)


def _hands_in(item: HandRows | PlainHands) -> int:
    return item.count if isinstance(item, PlainHands) else 1


def _neighbours(items: Sequence[HandRows | PlainHands]) -> Iterator[PlainHands | list[HandRows]]:
    """Put hands together that were gathered one by one."""
    for plain, some in groupby(items, lambda item: isinstance(item, PlainHands)):
        if plain:
            yield from (item for item in some if isinstance(item, PlainHands))
        else:
            yield [item for item in some if isinstance(item, HandRows)]


def _block(items: Sequence[HandRows | PlainHands], wanted: Wanted) -> Block:
    """Put the rows of hands into arrays, each table one behind the other."""
    pieces, hands = list[dict[str, Columns]](), 0
    for some in _neighbours(items):
        piece = plain_columns(some, wanted) if isinstance(some, PlainHands) else columns_of(some, wanted)
        for columns in piece.values():
            columns["hand_id"] = columns["hand_id"] + hands
        pieces.append(piece)
        hands += some.count if isinstance(some, PlainHands) else len(some)
    tables = {
        name: {column.name: _joined([piece[name][column.name] for piece in pieces]) for column in columns}
        for name, columns in wanted.columns.items()
    }
    return Block(hands, tables)


def _joined(arrays: Sequence[Array]) -> Array:
    if len(arrays) == 1:
        return arrays[0]
    masked = any(isinstance(array, np.ma.MaskedArray) for array in arrays)
    joined: Array = np.ma.concatenate(arrays) if masked else np.concatenate(arrays)  # type: ignore[no-untyped-call]
    return joined


__all__ = ["BLOCK", "EVERYTHING", "Block", "Source", "Trouble", "Wanted", "blocks", "file_blocks"]
