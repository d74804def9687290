"""What `validate` does: judges the files, writes what was found, and says what that means for the exit status."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import IO, TYPE_CHECKING, NamedTuple

from spoilrec.archive.source import Source, opened_source
from spoilrec.cli.inputs import expand, shown_name
from spoilrec.cli.judging import rules_of
from spoilrec.cli.progress import PATIENCE
from spoilrec.cli.sharing import Way
from spoilrec.cli.spreading import Reading, reading_of
from spoilrec.cli.status import Status
from spoilrec.cli.streams import answer, answer_look, fail, talk
from spoilrec.present.findings import as_github, as_json, as_jsonl, as_sarif, as_text, summary_text
from spoilrec.present.outputs import FindingCounts, FindingOut, Summary
from spoilrec.record.store import is_long, why_unreadable
from spoilrec.review.codes import CODES, SEVERITIES, code_named
from spoilrec.review.finding import Finding
from spoilrec.review.selection import Selection
from spoilrec.review.setting import Rules
from spoilrec.review.walk import JUDGED, PART, UNREAD, Counts, Stop, walk

if TYPE_CHECKING:
    from spoilrec.archive.arrays.fast import Plain
    from spoilrec.archive.crew.judged import Judged


class Wish(NamedTuple):
    """What is asked for: the form, from which severity on it is a failure, which codes, and by whose rules."""

    form: str
    level: str
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    rules: str | None


def validate(paths: Sequence[str], wish: Wish, way: Way) -> int:
    """Judge files and write the findings; gives the exit status."""
    judge_by, selection = rules_of(wish.rules), Selection(_codes(wish.select), _codes(wish.ignore))
    sources = [Source(path, shown_name(path)) for path in expand(paths)]
    with reading_of(sources, way) as reading:
        run = _Run(reading, judge_by, selection)
        for text in _written(run, wish.form):
            reading.progress.hide()
            answer(text)
    if wish.form in ("text", "github"):
        seconds = reading.progress.seconds
        told = summary_text(run.summary(), seconds if seconds > PATIENCE else None)
        talk(told, quiet=way.quiet, filled=True)
    return run.status(wish.level)


class _Run:
    """One run over all files: what was found and counted so far."""

    def __init__(self, reading: Reading, rules: Rules | None, selection: Selection) -> None:
        self.reading, self.rules, self.selection = reading, rules, selection
        self.counts = Counts()
        self.found = dict.fromkeys(SEVERITIES, 0)
        self.silenced = 0
        self.unreadable = 0

    def findings(self) -> Iterator[Finding]:
        for source, judged in self.reading.parts(self._work):
            for one in self._here(source) if judged is None else self._there(judged):
                self.found[one.severity] += 1
                yield one

    def _work(self) -> "Callable[[tuple[Source, ...]], Judged]":
        from spoilrec.archive.crew.judged import judge

        return partial(judge, rules=self.rules, selection=self.selection)

    def _here(self, source: Source) -> Iterator[Finding]:
        """Judge a file in this process, and tell what is found as it comes."""
        try:
            with opened_source(source, self.reading.progress.heard) as stream:
                self.counts.files += 1
                for stop in _stops(source.name, stream, self.rules):
                    if not isinstance(stop, Stop):
                        self._count(JUDGED, stop.hands)
                        continue
                    self._count(stop.status)
                    self.silenced += sum(map(self.selection.wants, stop.silenced))
                    yield from filter(self.selection.wants, stop.findings)
        except (OSError, ValueError) as error:
            self._tell_unreadable(source, why_unreadable(error))

    def _there(self, judged: "Judged") -> Iterator[Finding]:
        """Take what another process has found in a part."""
        yield from judged.findings
        self.counts.files += judged.counts.files
        for status in (JUDGED, PART, UNREAD):
            self._count(status, getattr(judged.counts, status))
        self.silenced += judged.silenced
        for source, why in judged.troubles:
            self._tell_unreadable(source, why)

    def _count(self, status: str, hands: int = 1) -> None:
        self.counts.add(status, hands)
        self.reading.progress.hands = self.counts.hands

    def _tell_unreadable(self, source: Source, why: str) -> None:
        self.unreadable += 1
        self.reading.talk(f"spoilrec: cannot read {source.name}: {why}")

    def summary(self) -> Summary:
        counts = self.counts
        return Summary(
            counts.files,
            counts.hands,
            counts.judged,
            counts.part,
            counts.unread,
            FindingCounts(**self.found),
            self.silenced,
        )

    def status(self, level: str) -> int:
        if self.reading.lost or self.unreadable >= len(self.reading.sources):
            return Status.COULD_NOT_RUN
        serious = SEVERITIES[: SEVERITIES.index(level) + 1]
        found = self.unreadable or any(self.found[severity] for severity in serious)
        return Status.FINDINGS if found else Status.FINE


def _stops(file: str, stream: IO[bytes], rules: Rules | None) -> "Iterator[Stop | Plain]":
    """Walk through a file; one of more than a few hundred hands in arrays, which is the same to the letter."""
    if not is_long(stream):
        return walk(file, stream, rules)
    from spoilrec.archive.arrays.fast import walk_fast

    return walk_fast(file, stream, rules)


def finding_out(one: Finding) -> FindingOut:
    """Give a finding the form that scripts rely on."""
    return FindingOut(
        one.code, one.severity, one.file, one.line, one.column, one.hand or None, one.at or None, one.player or None,
        one.message, one.remedy, one.facts,
    )  # fmt: skip


def _written(run: _Run, form: str) -> Iterator[str]:
    match form:
        case "text":
            look = answer_look()
            return (as_text(finding_out(one), (one.excerpt, one.mark, one.width), look) for one in run.findings())
        case "github":
            return (as_github(finding_out(one)) for one in run.findings())
        case "json":
            return as_json(map(finding_out, run.findings()), run.summary)
        case "jsonl":
            return as_jsonl(map(finding_out, run.findings()), run.summary)
        case _:
            from spoilrec import __version__

            described = ((code.code, code.name, code.severity, code.meaning) for code in CODES)
            return as_sarif(map(finding_out, run.findings()), described, __version__)


def _codes(words: Sequence[str]) -> tuple[str, ...]:
    """Read codes, their beginnings or their names, between commas."""
    found = list[str]()
    for word in (part.strip() for one in words for part in one.split(",")):
        code = code_named(word)
        begins = word.upper()
        if code is None and not any(one.code.startswith(begins) for one in CODES):
            fail(f"no finding has a code or name beginning with {word}; `spoilrec explain` lists them")
        found.append(code.code if code else begins)
    return tuple(found)
