"""The walk through a long file: whole chunks of plain hands at once, everything else line by line as `walk` does it.

What it gives is what `review.walk` gives, to the letter; only the many hands of which there is nothing to
tell come together. Their number is counted; what holds after them is worked out as the walker would have.
"""

from collections.abc import Iterator
from typing import IO

import msgspec
import numpy as np

from spoilrec.archive.ahead import CHUNK, hands_among, scan_chunks
from spoilrec.archive.columns import read_hands
from spoilrec.archive.forecast import Forecaster, Run, start_of
from spoilrec.archive.group import Group, Kind
from spoilrec.archive.text import Text
from spoilrec.record.lines import Line
from spoilrec.record.reading import read_line
from spoilrec.record.store import Chunk, chunks
from spoilrec.review.setting import Rules, Setting
from spoilrec.review.walk import Stop, Walker

FEWEST: int = 24
"""Fewer hands of a kind in a chunk are quicker judged one by one."""
WINDOW: int = 64
"""So many hands are worked out anew behind one that was not plain, then twice as many, and so on."""


class Plain(msgspec.Struct, frozen=True):
    """Plain hands one after another: there is nothing to tell of them, and each is judged.

    They are those of `group` from `first` up to `last`.
    """

    group: Group
    first: int
    last: int

    @property
    def hands(self) -> int:
        """How many they are."""
        return self.last - self.first


def walk_fast(file: str, stream: IO[bytes], rules: Rules | None = None) -> Iterator[Stop | Plain]:
    """Walk through an opened file as `review.walk.walk` does."""
    settle_memory()
    walker = Walker(file, scan_chunks(stream), rules, every_step=False)
    forecaster = Forecaster(rules)
    for piece in chunks(stream, CHUNK, Text):
        if isinstance(piece, Chunk):
            yield from _Reader(walker, forecaster, piece.number, piece.lines).stops()
        else:
            yield walker.take(piece)
    yield walker.end()


class _Reader:
    """One chunk: its lines cut, its hands grouped and judged, then walked through."""

    def __init__(self, walker: Walker, forecaster: Forecaster, number: int, text: Text) -> None:
        self.walker, self.forecaster, self.number, self.text = walker, forecaster, number, text

    def stops(self) -> Iterator[Stop | Plain]:
        """Walk through the chunk."""
        runs = self._runs()
        self._judge(runs)
        for run in runs:
            for line in run.lines:
                yield self.walker.take(line)
            yield from self._hands(run)

    def _runs(self) -> list[Run]:
        """Cut the chunk into runs of hands, each with the lines before it."""
        self.forecaster.setting = self.walker.setting
        runs, between, first = list[Run](), list[Line](), 0
        start = start_of(self.walker.setting, self.walker.ledger)
        for stop in (*np.flatnonzero(~hands_among(self.text)).tolist(), len(self.text)):
            if stop > first or stop == len(self.text):
                runs.append(self.forecaster.run(first, stop, tuple(between), start))
                between, start = [], None
            if stop < len(self.text):
                between += self._read(stop)
            first = stop + 1
        return runs

    def _read(self, line: int) -> tuple[Line, ...]:
        raw = self.text.line(line)
        return read_line(self.number + line, raw) if raw else ()

    def _judge(self, runs: list[Run]) -> None:
        """Judge the hands of each kind of table together."""
        together: dict[int, tuple[Kind, list[Run]]] = {}
        for run in runs:
            if run.kind is not None and run.last > run.first:
                together.setdefault(id(run.kind), (run.kind, []))[1].append(run)
        for kind, alike in together.values():
            if sum(run.last - run.first for run in alike) >= FEWEST:
                self._judge_together(kind, alike)

    def _judge_together(self, kind: Kind, runs: list[Run]) -> None:
        which = np.concatenate([np.arange(run.first, run.last) for run in runs])
        stakes = np.repeat([run.setting.stake for run in runs], [run.last - run.first for run in runs])
        columns = read_hands(self.text, self.text.begins[which], self.text.ends[which], kind.layout)
        group = Group(kind, columns, stakes)
        for number in (*self.walker.ahead.amends, *self.walker.ahead.rulings):
            group.local[which == number - self.number] = False
        starts, offset = {0: group.nothing()}, 0
        for run in runs:
            run.group, run.offset = group, offset
            if run.start is not None:
                starts[offset] = run.start
            offset += run.last - run.first
        group.follow(0, offset, starts)

    def _hands(self, run: Run) -> Iterator[Stop | Plain]:
        """Walk through a run: plain hands together, the others one by one."""
        line, window = run.first, WINDOW
        while line < run.last:
            plain = self._plain_from(run, line, window)
            if plain is not None:
                self._pass_over(plain, line + plain.hands - 1)
                window = 2 * plain.hands
                line += plain.hands
                yield plain
                continue
            window = WINDOW
            for one in self._read(line):
                yield self.walker.take(one)
            line += 1

    def _plain_from(self, run: Run, line: int, window: int) -> Plain | None:
        """Give the plain hands from a line on, `None` where there are none or it is not known."""
        group, walker = run.group, self.walker
        first = run.offset + line - run.first
        if group is None or walker.closed or not group.local[first] or not alike(walker.setting, run.setting):
            return None
        start = start_of(walker.setting, walker.ledger)
        if start is None:
            return None
        last = run.offset + run.last - run.first
        if start != group.due(first):
            last = min(first + max(window, WINDOW), last)
            group.follow(first, last, {first: start})
        count = group.plain_from(first, last)
        return Plain(group, first, first + count) if count else None

    def _pass_over(self, plain: Plain, line: int) -> None:
        """Let the walker stand behind plain hands, of which the last is on this line of the chunk."""
        last = Line(self.number + line, self.text.line(line), kind="hand")
        self.walker.pass_over(plain.hands, last, plain.group.ledger_after(self.walker.ledger, plain.first, plain.last))


def alike(setting: Setting, other: Setting) -> bool:
    """Say whether hands are judged in the same way at two tables, whoever sits there."""
    return setting is other or (
        setting.rules is other.rules
        and setting.players == other.players
        and setting.sides == other.sides
        and (setting.stake, setting.sound) == (other.stake, other.sound)
    )


def settle_memory() -> None:
    """Let the allocator keep the memory of arrays: else every one would be fetched from the system anew.

    glibc takes the size of a block that is given back as the size from which on it asks the system.
    """
    np.empty((1 << 25) - (1 << 13), np.uint8)
