"""From files to blocks of rows: arrays for a few thousand hands at a time, in the order of files and lines.

What cannot be read is told as `Trouble` and costs itself. A file can be gathered alone, in a process of its own;
blocks put one behind the other in the order of the files are the whole archive.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from spoilrec.archive.plays import Origin
from spoilrec.archive.rows import HandRows, Known, rows_of, unread_row, with_share
from spoilrec.archive.tables import ORIGIN, TABLES, Column, Row
from spoilrec.record.lines import Close, Line, Session
from spoilrec.record.store import opened
from spoilrec.record.tokens import seat_letter
from spoilrec.review.case import Case
from spoilrec.review.checks.hand import check_hand
from spoilrec.review.setting import Rules
from spoilrec.review.waived import silenced
from spoilrec.review.walk import UNREAD, VOID, Stop, walk
from spoilrec.rules.pool import UNKNOWN

BLOCK: Final = 4000
"""So many hands make a block."""

Columns = dict[str, npt.NDArray[Any]]
"""Columns of a table by name, null masked (numbers, truths) or `None` (text)."""


class Source(NamedTuple):
    """A file: how to open it, and how to name it."""

    path: str
    name: str


class Block(msgspec.Struct, frozen=True):
    """Rows of the tables as arrays; `hand_id` counts from 1 within the block."""

    hands: int
    tables: dict[str, Columns]


class Trouble(msgspec.Struct, frozen=True):
    """What could not be read: a line, or a whole file (line 0), and why."""

    file: str
    line: int
    text: str


def blocks(sources: Iterable[Source], rules: Rules | None = None, *, plays: bool = True) -> Iterator[Block | Trouble]:
    """Read files one after another; without `plays` that table stays empty, which is quicker."""
    for source in sources:
        yield from file_blocks(source, rules, plays=plays)


def file_blocks(source: Source, rules: Rules | None = None, *, plays: bool = True) -> Iterator[Block | Trouble]:
    """Read one file."""
    gatherer = _Gatherer(source.name, plays)
    try:
        with opened(source.path) as stream:
            for stop in walk(source.name, stream, rules, every_step=plays):
                yield from gatherer.take(stop)
                if len(gatherer.rows) > BLOCK:
                    yield gatherer.block(all_of_them=False)
    except (OSError, ValueError) as error:
        folder = isinstance(error, IsADirectoryError)
        why = "it is a folder" if folder else (getattr(error, "strerror", None) or str(error)).lower()
        yield Trouble(source.name, 0, why)
    if gatherer.rows:
        yield gatherer.block(all_of_them=True)


class _Gatherer:
    """Follows the walk through one file; keeps the rows that are not in a block yet.

    The last hand is kept back: what is shared out at the close belongs to its rows.
    """

    def __init__(self, file: str, plays: bool) -> None:
        self.file, self.plays = file, plays
        self.rows: list[HandRows] = []
        self.session: Session | None = None
        self.number = 0
        self.run: int | None = 0

    def take(self, stop: Stop) -> Iterator[Trouble]:
        line = stop.line
        if line is None:
            return
        if isinstance(line.value, Session):
            self._begin(line.value)
        elif isinstance(line.value, Close):
            self._share(line.value.split, stop)
        if stop.case is not None:
            self._add(stop, stop.case, line)
        elif stop.status == UNREAD:
            self.run = None
            unread = unread_row(self._origin(line, None), UNREAD, _errors(stop), self.session, stop.setting)
            self.rows.append(HandRows(unread, (), ()))
        if line.value is None:
            yield from (
                Trouble(self.file, line.number, f"{one.code}: {one.message}")
                for one in stop.findings
                if one.severity == "error" and one.line == line.number
            )
            if b'"session"' in line.raw:
                self.session, self.number = None, self.number + 1

    def block(self, *, all_of_them: bool) -> Block:
        """Cut off a block."""
        cut = len(self.rows) if all_of_them else len(self.rows) - 1
        done, self.rows = self.rows[:cut], self.rows[cut:]
        hands = as_columns([rows.hand for rows in done], TABLES[0].columns)
        hands["hand_id"] = np.arange(1, len(done) + 1)
        tables = {"hands": hands}
        finer: dict[str, list[tuple[Row, ...]]] = {
            "seats": [rows.seats for rows in done], "plays": [rows.plays for rows in done],
        }  # fmt: skip
        for table in TABLES[1:]:
            counts = [len(rows) for rows in finer[table.name]]
            columns = as_columns([row for rows in finer[table.name] for row in rows], table.columns)
            tables[table.name] = columns | {name: np.repeat(hands[name], counts) for name in ORIGIN}
        return Block(len(done), tables)

    def _begin(self, session: Session) -> None:
        self.session, self.number = session, self.number + 1
        self.run = None if session.pool else 0

    def _origin(self, line: Line, hand: int | None) -> Origin:
        return Origin(0, self.file, line.number, self.number, hand)

    def _add(self, stop: Stop, case: Case, line: Line) -> None:
        result = case.result
        counts = stop.status != VOID and not (result and result.void)
        run = None if self.run is None else self.run + 1
        known = Known(stop.status, _errors(stop), stop.as_noted is not None, stop.ledger, run, self.session)
        self.rows.append(rows_of(case, self._origin(line, case.reading.hand.no), known, plays=self.plays))
        if counts:
            won = result.won if result else UNKNOWN
            self.run = run if won == -1 else 0 if won >= 0 or stop.ledger.pool == 0 else None

    def _share(self, split: Sequence[int], stop: Stop) -> None:
        """Give the chips that were shared out to the rows of the last hand."""
        if len(split) != len(stop.setting.players) or not self.rows or self.rows[-1].hand.session != self.number:
            return
        last = self.rows[-1]
        chips = {seat_letter(seat): split[seat] for seat in range(len(split))}
        seats = tuple(with_share(row, chips.get(row.seat, 0)) for row in last.seats)
        self.rows[-1] = msgspec.structs.replace(last, seats=seats)


def _errors(stop: Stop) -> int:
    """Count the errors of a hand, also those told at the line of an amendment."""
    assert stop.line is not None
    count = sum(one.severity == "error" and one.line == stop.line.number for one in stop.findings)
    if stop.as_noted is not None and stop.case is not None and stop.status != VOID:
        later = [one for one in check_hand(stop.case) if one.severity == "error" and one.line > stop.line.number]
        count += sum(not silenced(one, stop.case.rulings) for one in later)
    return count


def as_columns(rows: Sequence[Row], columns: Sequence[Column]) -> Columns:
    """Turn rows into arrays."""
    names = type(rows[0]).__struct_fields__ if rows else ()
    values = dict(zip(names, zip(*map(msgspec.structs.astuple, rows), strict=True), strict=True))
    return {column.name: _array(values.get(column.name, ()), column.sql) for column in columns}


def _array(values: Sequence[Any], sql: str) -> npt.NDArray[Any]:
    if sql == "VARCHAR":
        return np.array(values, dtype=object)
    kind = np.bool_ if sql == "BOOLEAN" else np.int64
    unknown = [value is None for value in values]
    if not any(unknown):
        return np.array(values, dtype=kind)
    filled: npt.NDArray[Any] = np.array([value or 0 for value in values], dtype=kind)
    return np.ma.masked_array(filled, mask=unknown)
