"""`spoilrec replay`: a session played again, trick by trick."""

import sys
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Final

import typer

from spoilrec.cli.inputs import UnreadableError, reading, shown_name, validate_it
from spoilrec.cli.judging import RULES_HELP, rules_of
from spoilrec.cli.status import Status
from spoilrec.cli.streams import answer, answer_look, fail, talk
from spoilrec.cli.unread import Unread
from spoilrec.present.replay import hand_json, hand_markdown, hand_text, heading_markdown, heading_text
from spoilrec.present.terminal import Look
from spoilrec.present.visible import markdown, visible
from spoilrec.record.lines import Line, Session
from spoilrec.record.store import lines
from spoilrec.review.case import Case
from spoilrec.review.unusable import unusable
from spoilrec.review.walk import PART, UNREAD, VOID, Stop, walk
from spoilrec.review.words.account import Account
from spoilrec.review.words.between import tell_line
from spoilrec.review.words.story import tell, tell_step

EXAMPLE: Final = "Example: spoilrec replay friday.spoil --hand 6"


class Format(StrEnum):
    """How a replay is written."""

    TEXT = "text"
    JSONL = "jsonl"
    MARKDOWN = "markdown"
    SHEET = "sheet"


def command(
    path: Annotated[str, typer.Argument(help="A record; - is standard input.", metavar="PATH")],
    hand: Annotated[int | None, typer.Option(help="Only the hand with this number.", min=1)] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Event by event; on a terminal any key goes on, q leaves.")
    ] = False,
    history: Annotated[
        bool, typer.Option("--history", help="Also hands as they were before amendments, and void hands.")
    ] = False,
    form: Annotated[Format, typer.Option("--format", "-f", help="How to write the replay.")] = Format.TEXT,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No hints on standard error.")] = False,
) -> None:
    """Play a session again: each trick, who took it, what the pool did."""
    if form is Format.SHEET:
        _write_sheet(path, hand is not None or step or history or rules is not None)
        raise typer.Exit(Status.FINE)
    teller, unread = _Teller(form, hand, step, history), Unread()
    try:
        with reading(path) as stream:
            for stop in walk(shown_name(path), stream, rules_of(rules), every_step=True):
                for text in teller.take(stop):
                    answer(text)
                for found in unusable(stop):
                    unread.line(shown_name(path), found.line, f"{found.code}: {found.message}")
    except UnreadableError as error:
        fail(str(error))
    unread.end()
    if hand is not None and not teller.shown:
        fail(f"{shown_name(path)} has no hand {hand}")
    if teller.trouble:
        talk(f"Some lines or hands have findings; {validate_it(path, rules)} tells them.", quiet=quiet)
    raise typer.Exit(unread.status)


def _write_sheet(path: str, narrowed: bool) -> None:
    """Write a whole record as a sheet, which `record --from` reads back."""
    if narrowed:
        fail("a sheet is the whole record: leave out --hand, --step, --history and --rules")
    from spoilrec.review.scribe.sheeted import SheetWriter

    writer, between = SheetWriter(shown_name(path)), ""
    shown = visible if sys.stdout.isatty() else str
    try:
        with reading(path) as stream:
            for line in lines(stream):
                block = writer.block(line)
                if block:
                    answer(between + "".join(shown(row) + "\n" for row in block.split("\n")))
                    between = "\n"
    except UnreadableError as error:
        fail(str(error))


class _Teller:
    """Writes what the walk passes by."""

    def __init__(self, form: Format, hand: int | None, step: bool, history: bool) -> None:
        self.form, self.hand, self.step, self.history = form, hand, step, history
        self.look = answer_look() if form is Format.TEXT else Look()
        self.shown = 0
        self.trouble = False
        self.account = Account()

    def take(self, stop: Stop) -> Iterator[str]:
        self.trouble = (
            self.trouble or any(one.severity == "error" for one in stop.findings) or stop.status in (PART, UNREAD)
        )
        if stop.line is None or isinstance(stop.line.value, Session):
            yield from self._account()
            self.account = Account()
        if stop.line is not None and self.hand is None and self.form is not Format.JSONL:
            yield from self._between(stop.line, unread=stop.status == UNREAD)
        if stop.case is not None and self.hand in (None, stop.case.reading.hand.no):
            yield from self._hand(stop, stop.case)
        self.account = self.account.after(stop)

    def _hand(self, stop: Stop, case: Case) -> Iterator[str]:
        void = stop.status == VOID
        if void and not self.history:
            return
        self.shown += 1
        if self.history and stop.as_noted is not None and not void:
            yield self._one(stop.as_noted, " as it was noted", amended=True)
        yield self._one(case, " (void)" if void else " as amended" if stop.as_noted is not None else "", void=void)
        if self.step and self.form is Format.TEXT:
            yield from self._steps(case)

    def _one(self, case: Case, label: str, *, void: bool = False, amended: bool = False) -> str:
        match self.form:
            case Format.JSONL:
                return hand_json(case, void=void, amended=amended)
            case Format.MARKDOWN:
                return hand_markdown(tell(case), label)
            case Format.TEXT | Format.SHEET:
                told = tell(case)
                if self.step:
                    title = self.look.cards(visible(told.title), told.quoted)
                    return self.look.paint(f"Hand {told.number}", "1") + f"{label}: {title}.\n"
                return hand_text(told, self.look, label) + "\n"

    def _steps(self, case: Case) -> Iterator[str]:
        waiting = self.look.width > 0 and sys.stdin is not None and sys.stdin.isatty()
        told = tell(case)
        for one in case.replay.steps if case.replay else ():
            yield "  " + self.look.cards(visible(tell_step(case, one)), told.quoted)
            if not waiting:
                yield "\n"
            elif _wants_to_leave():
                raise typer.Exit(Status.FINE)
        yield from (f"  {visible(text)}\n" for text in told.outcome)
        yield "\n"

    def _between(self, line: Line, *, unread: bool) -> Iterator[str]:
        text = f"Line {line.number} is a hand that could not be read." if unread else tell_line(line)
        if text:
            yield heading_markdown(text) if self.form is Format.MARKDOWN else heading_text(text, self.look)

    def _account(self) -> Iterator[str]:
        if self.form is Format.JSONL or self.hand is not None:
            return
        for text in self.account.told():
            yield f"**{markdown(text)}**\n\n" if self.form is Format.MARKDOWN else f"{visible(text)}\n"


def _wants_to_leave() -> bool:
    """Wait for a key; q or Escape leaves."""
    sys.stdout.flush()
    key = typer.getchar()
    sys.stdout.write("\n")
    return key in ("q", "Q", "\x1b")
