"""`spoilrec validate`: every finding of every session."""

from enum import StrEnum
from typing import Annotated, Final

import typer

from spoilrec.cli.judging import RULES_HELP
from spoilrec.cli.sharing import Jobs, Scheduler, Way, begin_early

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
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no summary on standard error.")] = False,
) -> None:
    """Find everything that is wrong in records, each with its reason."""
    begin_early(jobs, "spoilrec.archive.crew.judged")
    from spoilrec.cli.validating import Wish, validate  # the rules of the games, which workers load at the same time

    wish = Wish(form.value, level.value, tuple(select or ()), tuple(ignore or ()), rules)
    raise typer.Exit(validate(paths, wish, Way(jobs, scheduler, quiet)))
