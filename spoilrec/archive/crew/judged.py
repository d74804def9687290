"""The findings of a part of a file, or of several small ones, made by one process for another."""

from typing import NamedTuple

from spoilrec.archive.arrays.fast import Plain, walk_fast
from spoilrec.archive.source import Source, Trail, opened_source
from spoilrec.record.store import is_long, why_unreadable
from spoilrec.review.finding import Finding
from spoilrec.review.selection import Selection
from spoilrec.review.setting import Rules
from spoilrec.review.walk import JUDGED, Counts, Stop, walk


class Judged(NamedTuple):
    """What is to be said of some files; `troubles` are those that could not be read to their end, and why."""

    findings: tuple[Finding, ...]
    silenced: int
    counts: Counts
    troubles: tuple[tuple[Source, str], ...]
    told: frozenset[tuple[str, ...]]


def judge(sources: tuple[Source, ...], rules: Rules | None, selection: Selection) -> Judged:
    """Judge files one after another."""
    judging = _Judging(rules, selection)
    for source in sources:
        judging.read(source)
    return judging.result()


class _Judging:
    """What was found so far."""

    def __init__(self, rules: Rules | None, selection: Selection) -> None:
        self.rules, self.selection = rules, selection
        self.findings, self.silenced, self.counts = list[Finding](), 0, Counts()
        self.troubles = list[tuple[Source, str]]()
        self.trail = Trail()

    def read(self, source: Source) -> None:
        self.trail = Trail(source.told)
        try:
            with opened_source(source) as stream:
                self.counts.files += source.begin == 0
                way = walk_fast if is_long(stream) else walk
                for stop in way(source.name, stream, self.rules, told=self.trail.told):
                    self._take(stop)
        except (OSError, ValueError) as error:
            self.troubles.append((source, why_unreadable(error)))

    def _take(self, stop: Stop | Plain) -> None:
        if not isinstance(stop, Stop):
            self.counts.add(JUDGED, stop.hands)
            return
        self.counts.add(stop.status)
        self.silenced += sum(map(self.selection.wants, stop.silenced))
        self.findings += filter(self.selection.wants, stop.findings)

    def result(self) -> Judged:
        return Judged(tuple(self.findings), self.silenced, self.counts, tuple(self.troubles), self.trail.told.keys)
