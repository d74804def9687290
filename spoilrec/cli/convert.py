"""`spoilrec convert`: an archive as tables, for SQL, Polars or Spark."""

from typing import Annotated, Final

import typer

from spoilrec.cli.judging import RULES_HELP, rules_of
from spoilrec.cli.sharing import Jobs, Scheduler, Way, begin_early

EXAMPLE: Final = "Example: spoilrec convert archive/ --to archive.duckdb"


def command(
    paths: Annotated[
        list[str], typer.Argument(help="Records, folders or patterns; - is standard input.", metavar="PATH...")
    ],
    to: Annotated[
        str,
        typer.Option(
            "--to",
            help="A name that ends in .duckdb (one file), or .parquet, .csv or .jsonl (a folder with a file a table).",
            metavar="TARGET",
        ),
    ],
    force: Annotated[bool, typer.Option("--force", help="Write over what is there.")] = False,
    skill: Annotated[
        bool,
        typer.Option(
            "--skill",
            help="Work out the columns of luck and skill too: every hand is solved, and played out many times, which "
            "takes tens of milliseconds, with many players seconds, a hand. Else they are null.",
        ),
    ] = False,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no summary on standard error.")] = False,
) -> None:
    """Make three tables of records: hands, seats and plays; what is not known is null."""
    begin_early(jobs, "spoilrec.archive.crew.packed")
    from spoilrec.cli.converting import convert  # DuckDB and NumPy, which nothing else needs

    raise typer.Exit(convert(paths, to, rules_of(rules), Way(jobs, scheduler, quiet), force=force, skill=skill))
