"""`spoilrec annotate`: what each card was worth."""

from enum import StrEnum
from typing import Annotated, Final

import typer

from spoilrec.cli.annotating import Run
from spoilrec.cli.inputs import UnreadableError
from spoilrec.cli.judging import RULES_HELP
from spoilrec.cli.sharing import Way
from spoilrec.cli.streams import fail
from spoilrec.review.annotate.shown import Wanted

EXAMPLE: Final = "Example: spoilrec annotate friday.spoil --hand 3"


class Format(StrEnum):
    """How notes are written."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSONL = "jsonl"
    SPOIL = "spoil"


class Only(StrEnum):
    """What to leave the rest out for."""

    MISTAKES = "mistakes"


def command(
    path: Annotated[str, typer.Argument(help="A record; - is standard input.", metavar="PATH")],
    hand: Annotated[int | None, typer.Option(help="Only the hand with this number, in each session.", min=1)] = None,
    player: Annotated[
        list[str] | None, typer.Option(help="Only the plays of this player; may stand several times.", metavar="NAME")
    ] = None,
    only: Annotated[Only | None, typer.Option(help="Only what was lost: marks ??, ?, ?! and x.")] = None,
    form: Annotated[
        Format,
        typer.Option("--format", "-f", help="How to write the notes; spoil is the record itself with them written in."),
    ] = Format.TEXT,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="Solve with so many processes.", min=1, metavar="N")] = 1,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no hints on standard error.")] = False,
) -> None:
    """Say what each card was worth, with all cards seen by all: pools and points lost, and the better card.

    Exact, by solving the cards as they lay; nothing is said of what a player could have known. `spoilrec
    explain '?!'` explains a mark.
    """
    players = tuple(player or ())
    if not all(name.strip() for name in players):
        fail("--player needs a name; without it everybody's plays are shown")
    run = Run(path, hand, Wanted(players, only is Only.MISTAKES), rules, Way(jobs, None, quiet))
    try:
        if form is Format.SPOIL:
            run.written()
        else:
            run.told(form.value)
    except UnreadableError as error:
        fail(str(error))
    raise typer.Exit(run.status)
