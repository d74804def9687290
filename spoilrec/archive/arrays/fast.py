"""The walk through a long file: whole chunks of plain hands at once, everything else line by line as `walk` does it.

What it gives is what `review.walk` gives, to the letter; only the many hands of which there is nothing to
tell come together. Their number is counted; what holds after them is worked out as the walker would have.
"""

from collections.abc import Iterator
from typing import IO, Final

import msgspec
import numpy as np

from spoilrec.archive.arrays.ahead import CHUNK, hands_among, scan_chunks
from spoilrec.archive.arrays.columns import read_hands
from spoilrec.archive.arrays.forecast import Forecaster, start_of
from spoilrec.archive.arrays.group import Group, Kind, Start
from spoilrec.archive.arrays.quiet import Header, Quiet, Run
from spoilrec.archive.arrays.text import Text, Whole
from spoilrec.record.lines import Line
from spoilrec.record.reading import read_line
from spoilrec.record.store import Chunk, chunks
from spoilrec.review.checks.header import parse_time
from spoilrec.review.checks.lines import Told
from spoilrec.review.setting import Ledger, Rules, Setting
from spoilrec.review.walk import Stop, Walker

FEWEST: int = 24
"""Fewer hands of a kind in a chunk are quicker judged one by one."""
WINDOW: int = 64
"""So many hands are worked out anew behind one that was not plain, then twice as many, and so on."""
FIRST_GAME: Final = Ledger().game


class Piece(msgspec.Struct, frozen=True):
    """Plain hands of one session, on neighbouring lines from `line` on: so many of `count`.

    `setting` holds for all of them; `game` and `pool` are those of the ledger before the first. A `header`
    begins the session just before them; `None` where the session was under way.
    """

    count: int
    line: int
    setting: Setting
    game: int
    pool: int | None
    header: Header | None = None


class Plain(msgspec.Struct, frozen=True):
    """Plain hands one after another: there is nothing to tell of them, and each is judged.

    They are those of `group` from `first` up to `last`; `pieces` say where they come from.
    """

    group: Group
    first: int
    last: int
    pieces: tuple[Piece, ...]

    @property
    def hands(self) -> int:
        """How many they are."""
        return self.last - self.first


def walk_fast(
    file: str, stream: IO[bytes], rules: Rules | None = None, told: Told | None = None
) -> Iterator[Stop | Plain]:
    """Walk through an opened file as `review.walk.walk` does."""
    settle_memory()
    reader = _Reader(Walker(file, scan_chunks(stream), rules, every_step=False, told=told), rules)
    for piece in chunks(stream, CHUNK, Text):
        if isinstance(piece, Chunk):
            yield from reader.stops(piece.number, piece.lines)
        else:
            yield reader.walker.take(piece)
    yield reader.walker.end()


class _Reader:
    """Takes one chunk after the other: its lines cut, its hands grouped and judged, then walked through."""

    def __init__(self, walker: Walker, judge_by: Rules | None) -> None:
        self.walker = walker
        self.forecaster = Forecaster(judge_by)
        self.quiet = Quiet(judge_by, self.forecaster)
        self.concerned = np.array(sorted({*walker.ahead.amends, *walker.ahead.rulings}), np.int64)
        self.number, self.text = 0, Text(b"")

    def stops(self, number: int, text: Text) -> Iterator[Stop | Plain]:
        """Walk through a chunk that begins with this line."""
        self.number, self.text = number, text
        runs = self._runs()
        self._judge(runs)
        passed: list[Run] = []
        for run in runs:
            if run.plain and self._may_pass(run, passed[-1] if passed else None):
                passed.append(run)
                continue
            yield from self._stand_behind(passed)
            passed = []
            for line in run.before:
                for one in self._read(line):
                    yield self.walker.take(one)
            yield from self._hands(run)
        yield from self._stand_behind(passed)

    def _runs(self) -> list[Run]:
        """Cut the chunk into runs of hands, each with the lines before it."""
        self.forecaster.setting = self.walker.setting
        runs, before, raws, first = list[Run](), list[int](), list[bytes](), 0
        start = start_of(self.walker.setting, self.walker.ledger)
        others = np.flatnonzero(~hands_among(self.text))
        for stop, raw in zip((*others.tolist(), len(self.text)), (*self.text.lines_at(others), b""), strict=True):
            if stop > first or stop == len(self.text):
                runs.append(self._run(first, stop, before, raws, start))
                before, raws, start = [], [], None
            before.append(stop)
            raws.append(raw)
            first = stop + 1
        return runs

    def _run(self, first: int, last: int, before: list[int], raws: list[bytes], start: Start | None) -> Run:
        header = self.quiet.header(raws) if last > first else None
        if header is not None:
            opening = header.opening
            self.forecaster.setting = opening.setting
            return Run(first, last, before, opening.setting, opening.start, opening.kind, header)
        start = self.forecaster.after([one for line in before for one in self._read(line)], start)
        setting = self.forecaster.setting
        return Run(first, last, before, setting, start, self.forecaster.kind_of(setting))

    def _read(self, line: int) -> tuple[Line, ...]:
        raw = self.text.line(line)
        return read_line(self.number + line, raw) if raw else ()

    def _judge(self, runs: list[Run]) -> None:
        """Judge the hands of each kind of table together."""
        together: dict[int, list[Run]] = {}
        for run in runs:
            if run.kind is not None and run.last > run.first:
                together.setdefault(id(run.kind), []).append(run)
        for alike in together.values():
            counts = np.array([run.last - run.first for run in alike])
            if alike[0].kind is not None and counts.sum() >= FEWEST:
                self._judge_together(alike[0].kind, alike, counts)

    def _judge_together(self, kind: Kind, runs: list[Run], counts: Whole) -> None:
        ends = counts.cumsum()
        offsets = ends - counts
        which = np.arange(ends[-1]) + np.repeat([run.first for run in runs] - offsets, counts)
        stakes = np.repeat(np.array([run.setting.stake for run in runs], np.int64), counts)
        group = Group(kind, read_hands(self.text, self.text.begins[which], self.text.ends[which], kind.layout), stakes)
        begin, end = np.searchsorted(self.concerned, [self.number, self.number + len(self.text)])
        group.local[np.isin(which, self.concerned[begin:end] - self.number)] = False
        starts = {int(offset): run.start for offset, run in zip(offsets, runs, strict=True) if run.start is not None}
        group.follow(0, len(which), {0: group.nothing(), **starts})
        others = np.concatenate((np.zeros(1, np.int64), np.cumsum(~group.plain)))
        for run, offset, plain in zip(runs, offsets.tolist(), (others[ends] == others[offsets]).tolist(), strict=True):
            run.group, run.offset = group, offset
            run.plain = plain and group.in_time(offset, run.last - run.first, None) == run.last - run.first

    def _may_pass(self, run: Run, passed: Run | None) -> bool:
        """Whether nothing is to be told of a run of plain hands, nor of the lines before it."""
        if run.header is None:
            return False
        split = run.header.split
        if passed is None:
            return split is None and not (self.walker.unseen_plays or self.walker.open_contracts)
        group, last = passed.group, passed.offset + passed.last - passed.first
        return not split or (group is not None and group.may_be_split(split, last))

    def _stand_behind(self, runs: list[Run]) -> Iterator[Plain]:
        """Give the hands of sessions of which nothing is told, and let the walker stand behind the last of them."""
        if not runs:
            return
        begin, pieces = runs[0].offset, list[Piece]()
        for run, following in zip(runs, (*runs[1:], None), strict=True):
            assert run.group is not None and run.header is not None
            hands = run.last - run.first
            pieces.append(
                Piece(hands, self.number + run.first, run.setting, FIRST_GAME, run.header.opening.pool, run.header)
            )
            if following is None or following.group is not run.group:
                yield Plain(run.group, begin, run.offset + hands, tuple(pieces))
                begin, pieces = (following.offset if following else 0), []
        self._begin_anew(runs[-1])

    def _begin_anew(self, run: Run) -> None:
        assert run.header is not None and run.group is not None
        session = run.before[-1]
        line = Line(self.number + session, self.text.line(session), kind="session")
        self.walker.begin(line, run.setting, run.header.opening.pool)
        self._pass_over(run.group, run.offset, run.offset + run.last - run.first, run.last - 1)

    def _hands(self, run: Run) -> Iterator[Stop | Plain]:
        """Walk through a run: plain hands together, the others one by one."""
        line, window = run.first, WINDOW
        while line < run.last:
            plain = self._plain_from(run, line, window)
            if plain is not None:
                self._pass_over(plain.group, plain.first, plain.last, line + plain.hands - 1)
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
        latest = walker.latest_time[0] if walker.latest_time else None
        count = group.in_time(first, group.plain_from(first, last), latest)
        if not count:
            return None
        piece = Piece(count, self.number + line, walker.setting, walker.ledger.game, walker.ledger.pool)
        return Plain(group, first, first + count, (piece,))

    def _pass_over(self, group: Group, first: int, last: int, line: int) -> None:
        """Let the walker stand behind plain hands, of which the last is on this line of the chunk."""
        passed = Line(self.number + line, self.text.line(line), kind="hand")
        self.walker.pass_over(last - first, passed, group.ledger_after(self.walker.ledger, first, last))
        times = [text for text in group.columns.remarks.times[first:last] if text is not None]
        if times and (moment := parse_time(times[-1])):
            self.walker.latest_time = moment, times[-1]


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
