"""`spoilrec judge`: a dispute about a hand, with a ruling that can be read out."""

from contextlib import ExitStack
from enum import StrEnum
from typing import Annotated, Final

import typer

from spoilrec.cli.appending import Record
from spoilrec.cli.inputs import UnreadableError, reading, shown_name
from spoilrec.cli.judging import RULES_HELP, rules_of
from spoilrec.cli.status import Status
from spoilrec.cli.streams import answer, answer_look, fail, talk
from spoilrec.present.judge import judgement_markdown, judgement_text, judgements_json
from spoilrec.review.case import Case
from spoilrec.review.judge.dispute import Judgement, judge, why_no_ruling, why_not_judged
from spoilrec.review.judge.written import UnwrittenError, ruling_bytes, ruling_on
from spoilrec.review.setting import Rules
from spoilrec.review.verdict_claims import CLAIMS
from spoilrec.review.walk import VOID, walk

EXAMPLE: Final = (
    "Exit status: 1 where something unlawful is proven (a revoke, a false rob, plays that cannot all be lawful), "
    "0 where nothing is, 2 could not judge. "
    'Example: spoilrec judge friday.spoil --hand 6 --at 2C --says revoke --write --by "Nia"'
)


class Format(StrEnum):
    """How a ruling is written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"


def command(
    path: Annotated[str, typer.Argument(help="A record; - is standard input.", metavar="PATH")],
    hand: Annotated[int, typer.Option(help="The hand with this number.", min=1)],
    at: Annotated[
        str | None,
        typer.Option(help="The place: trick and seat, 2C; 0C before the first lead. Without it: all in doubt."),
    ] = None,
    says: Annotated[
        str | None, typer.Option(help=f"What is claimed of the place: {', '.join(CLAIMS)}.", metavar="FINDING")
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Append the ruling to the record; needs --at and --by.")
    ] = False,
    by: Annotated[str | None, typer.Option(help="Who rules, for --write.")] = None,
    why: Annotated[str | None, typer.Option(help="The reason to be written; else the verdict in words.")] = None,
    form: Annotated[Format, typer.Option("--format", "-f", help="How to write the answer.")] = Format.TEXT,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Nothing on standard error.")] = False,
) -> None:
    """Judge a dispute: verdict, witness, rule, what other rules would say, what the record may have meant, the cost."""
    at = at and at.upper()  # as places are typed into `record`
    _check_words(path, at, says, by, why, write=write)
    judged_by, written = rules_of(rules), ""
    with ExitStack() as closing:
        record = Record(path, closing) if write else None
        judgements, session_over = _judgements(path, hand, at or "", says or "", judged_by)
        if record is not None:
            judgements = judgements[-1:]  # a ruling means the last hand of its number
            written = _write(record, judgements[-1], by or "", why or "", session_over=session_over)
    answer(_shown(shown_name(path), judgements, form, written))
    if written:
        talk(f"Written into {shown_name(path)}: a ruling on hand {hand}, {at}: {written}.", quiet=quiet)
    raise typer.Exit(Status.FINDINGS if any(one.proven for one in judgements) else Status.FINE)


def _check_words(path: str, at: str | None, says: str | None, by: str | None, why: str | None, *, write: bool) -> None:
    if says is not None and says not in CLAIMS:
        fail(f"--says {says}: it can be {', '.join(CLAIMS)}")
    if says is not None and at is None:
        fail("--says is about a place; name it with --at, such as --at 2C")
    if not write:
        if by is not None or why is not None:
            fail(f"{'--by' if by is not None else '--why'} is for --write")
        return
    if at is None or not by:
        fail("--write needs " + ("--at PLACE" if at is None else "--by NAME: who rules"))
    if path == "-":
        fail("--write needs a file; nothing can be appended to standard input")


def _judgements(path: str, hand: int, at: str, says: str, rules: Rules | None) -> tuple[list[Judgement], bool]:
    """Judge every hand of this number, as `replay` shows every one; say whether a later session follows the last."""
    cases, last = _cases(path, hand, rules)
    why = [(case, why_not_judged(case) or (why_no_ruling(case, at) if at else "")) for case in cases]
    good = [case for case, trouble in why if not trouble]
    if not good:
        case, trouble = why[-1]
        place = f", {at}" if at else ""
        fail(f"{shown_name(path)}: hand {case.reading.hand.no}{place} cannot be judged: {trouble}")
    return [judge(case, at, says) for case in good], last or good[-1] is not cases[-1]


def _cases(path: str, hand: int, rules: Rules | None) -> tuple[list[Case], bool]:
    """Find the hands of this number; void ones do not count, as they did not take place."""
    cases, void, later = list[Case](), False, False
    try:
        with reading(path) as stream:
            for stop in walk(shown_name(path), stream, rules, every_step=True):
                if stop.line is not None and stop.line.kind == "session":
                    later = bool(cases)
                if stop.case is not None and stop.case.reading.hand.no == hand:
                    void = void or stop.status == VOID
                    if stop.status != VOID:
                        cases.append(stop.case)
                        later = False
    except UnreadableError as error:
        fail(str(error))
    if not cases:
        fail(f"{shown_name(path)}: hand {hand} was declared void" if void else f"{shown_name(path)} has no hand {hand}")
    return cases, later


def _write(record: Record, judgement: Judgement, by: str, why: str, *, session_over: bool) -> str:
    """Append the ruling and give its finding; what is appended belongs to the last session of a file."""
    if session_over:
        fail(
            f"not written: another session follows hand {judgement.case.reading.hand.no} in the file, and a ruling at "
            "its end would belong to that one; write it into the file of its own session"
        )
    try:
        ruling = ruling_on(judgement, by, why)
    except UnwrittenError as error:
        fail(str(error))
    record.append(ruling_bytes(ruling))
    return ruling.finding


def _shown(name: str, judgements: list[Judgement], form: Format, written: str) -> str:
    match form:
        case Format.JSON:
            return judgements_json(name, judgements, written)
        case Format.MARKDOWN:
            return "".join(judgement_markdown(one) for one in judgements)
        case Format.TEXT:
            look = answer_look()
            several = len(judgements) > 1
            heads = [f"Line {one.case.line.number}:\n" if several else "" for one in judgements]
            return "\n".join(head + judgement_text(one, look) for head, one in zip(heads, judgements, strict=True))
