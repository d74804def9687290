"""`spoilrec validate`: every finding of every session."""

from collections.abc import Iterator
from enum import StrEnum
from typing import IO, TYPE_CHECKING, Annotated, Final

import typer

from spoilrec.cli.inputs import UnreadableError, expand, reading, shown_name
from spoilrec.cli.judging import RULES_HELP, rules_of
from spoilrec.cli.status import Status
from spoilrec.cli.streams import answer, answer_look, fail, talk
from spoilrec.present.findings import as_github, as_json, as_jsonl, as_sarif, as_text, summary_text
from spoilrec.present.outputs import FindingCounts, FindingOut, Summary
from spoilrec.record.store import is_long
from spoilrec.review.codes import CODES, SEVERITIES, code_named
from spoilrec.review.finding import Finding
from spoilrec.review.setting import Rules
from spoilrec.review.walk import JUDGED, Counts, Stop, walk

if TYPE_CHECKING:
    from spoilrec.archive.fast import Plain

EXAMPLE: Final = "Example: spoilrec validate friday.spoil archive/ --select SR4 --format jsonl"


class Format(StrEnum):
    """How findings are written."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"
    GITHUB = "github"
    SARIF = "sarif"


class Level(StrEnum):
    """From which severity on findings make the exit status 1."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class _Run:
    """One run over all files: what was found and counted so far."""

    def __init__(self, paths: list[str], rules: Rules | None, select: list[str], ignore: list[str]) -> None:
        self.paths, self.rules, self.select, self.ignore = paths, rules, select, ignore
        self.counts = Counts()
        self.found = dict.fromkeys(SEVERITIES, 0)
        self.silenced = 0
        self.unreadable = False

    def findings(self) -> Iterator[Finding]:
        for path in self.paths:
            try:
                with reading(path) as stream:
                    self.counts.files += 1
                    for stop in _stops(shown_name(path), stream, self.rules):
                        if not isinstance(stop, Stop):
                            self.counts.add(JUDGED, stop.hands)
                            continue
                        self.counts.add(stop.status)
                        self.silenced += sum(map(self._selected, stop.silenced))
                        yield from filter(self._wanted, stop.findings)
            except UnreadableError as error:
                self.unreadable = True
                talk(f"spoilrec: {error}")

    def _selected(self, one: Finding) -> bool:
        if self.select and not one.code.startswith(tuple(self.select)):
            return False
        return not (self.ignore and one.code.startswith(tuple(self.ignore)))

    def _wanted(self, one: Finding) -> bool:
        if not self._selected(one):
            return False
        self.found[one.severity] += 1
        return True

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

    def status(self, level: Level) -> int:
        if self.unreadable:
            return Status.COULD_NOT_RUN
        serious = SEVERITIES[: SEVERITIES.index(level.value) + 1]
        return Status.FINDINGS if any(self.found[severity] for severity in serious) else Status.FINE


def _stops(file: str, stream: IO[bytes], rules: Rules | None) -> "Iterator[Stop | Plain]":
    """Walk through a file; one of more than a few hundred hands in arrays, which is the same to the letter."""
    if not is_long(stream):
        return walk(file, stream, rules)
    from spoilrec.archive.fast import walk_fast

    return walk_fast(file, stream, rules)


def finding_out(one: Finding) -> FindingOut:
    """Give a finding the form that scripts rely on."""
    return FindingOut(
        one.code, one.severity, one.file, one.line, one.column, one.hand or None, one.at or None, one.player or None,
        one.message, one.remedy, one.facts,
    )  # fmt: skip


def command(
    paths: Annotated[
        list[str], typer.Argument(help="Records, folders or patterns; - is standard input.", metavar="PATH...")
    ],
    form: Annotated[Format, typer.Option("--format", "-f", help="How to write the findings.")] = Format.TEXT,
    select: Annotated[
        list[str] | None, typer.Option(help="Only findings whose code begins so; commas or several times.")
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="Without findings whose code begins so.")] = None,
    level: Annotated[Level, typer.Option(help="From which severity on the exit status is 1.")] = Level.ERROR,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No summary on standard error.")] = False,
) -> None:
    """Find everything that is wrong in records, each with its reason."""
    run = _Run(list(expand(paths)), rules_of(rules), _codes(select), _codes(ignore))
    for text in _written(run, form):
        answer(text)
    if form in (Format.TEXT, Format.GITHUB):
        talk(summary_text(run.summary()), quiet=quiet)
    raise typer.Exit(run.status(level))


def _written(run: _Run, form: Format) -> Iterator[str]:
    match form:
        case Format.TEXT:
            look = answer_look()
            return (as_text(finding_out(one), (one.excerpt, one.mark, one.width), look) for one in run.findings())
        case Format.GITHUB:
            return (as_github(finding_out(one)) for one in run.findings())
        case Format.JSON:
            return as_json(map(finding_out, run.findings()), run.summary)
        case Format.JSONL:
            return as_jsonl(map(finding_out, run.findings()), run.summary)
        case Format.SARIF:
            from spoilrec import __version__

            described = ((code.code, code.name, code.severity, code.meaning) for code in CODES)
            return as_sarif(map(finding_out, run.findings()), described, __version__)


def _codes(words: list[str] | None) -> list[str]:
    """Read codes, their beginnings or their names, between commas."""
    found = []
    for word in (part.strip() for one in words or [] for part in one.split(",")):
        code = code_named(word)
        begins = word.upper()
        if code is None and not any(one.code.startswith(begins) for one in CODES):
            fail(f"no finding has a code or name beginning with {word}; `spoilrec explain` lists them")
        found.append(code.code if code else begins)
    return found
