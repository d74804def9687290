"""`spoilrec tabulate`: statistics over an archive."""

import re
from enum import StrEnum
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand

from spoilrec.archive.counts.views import VIEW_NAMES
from spoilrec.cli.inputs import is_there
from spoilrec.cli.judging import RULES_HELP, rules_of
from spoilrec.cli.sharing import Jobs, Scheduler, Way, begin_early
from spoilrec.cli.streams import fail, talk
from spoilrec.review.nearest import did_you_mean

EXAMPLE: Final = "Example: spoilrec tabulate seats archive/ --where \"players = 5 AND month >= '2026-09'\" --format csv"
_PICTURE: Final = re.compile(r"^(net|pool|rate|pools)(:|$)|\.(png|svg|pdf|jpe?g|gif|webp|eps|tiff?|bmp)$")
"""What can only be meant as a picture; those that are not drawn are refused by name."""


class CommandClass(TyperCommand):
    """Lets `--plot` stand without a value: the next word is taken for one only where it is a picture or a kind."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the words of the command line."""
        pairs = zip(args, [*args, ""][1:], strict=True)
        words = ["--plot=" if word == "--plot" and not _PICTURE.search(after) else word for word, after in pairs]
        return super().parse_args(ctx, words)


class Format(StrEnum):
    """How a table is written."""

    TABLE = "table"
    MARKDOWN = "markdown"
    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"
    HTML = "html"
    LATEX = "latex"


def command(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="A ready-made table first, if you like, such as `players`; then records, folders or patterns, or one "
            "database that `convert` made; - is standard input.",
            metavar="[VIEW] PATH...",
        ),
    ],
    view: Annotated[
        str | None,
        typer.Option(
            "--view",
            "-v",
            help=f"A ready-made table: {', '.join(VIEW_NAMES)}. The same as the first word, which is a file where one "
            "of that name exists.",
        ),
    ] = None,
    by: Annotated[
        list[str] | None, typer.Option(help="Columns to group by; commas or several times.", metavar="COLUMN")
    ] = None,
    where: Annotated[
        list[str] | None, typer.Option(help="Only rows for which this SQL condition on the columns holds.")
    ] = None,
    show: Annotated[
        list[str] | None, typer.Option(help="Measures to show; commas or several times.", metavar="MEASURE")
    ] = None,
    sort: Annotated[
        str | None,
        typer.Option(help="A measure (the highest first) or a column; a minus before it turns the order around."),
    ] = None,
    top: Annotated[int | None, typer.Option(help="Only so many rows.", min=1)] = None,
    form: Annotated[Format, typer.Option("--format", "-f", help="How to write the table.")] = Format.TABLE,
    plot: Annotated[
        str | None,
        typer.Option(
            help="Draw it too: net, pool, rate or pools, in the terminal or into a file (`--plot`, `--plot net`, "
            "`--plot FILE.svg`, `--plot rate:FILE.png`); needs spoilrec[plot].",
            metavar="[KIND][:][FILE]",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a picture that is there.")] = False,
    valid_only: Annotated[bool, typer.Option("--valid-only", help="Leave out hands with errors.")] = False,
    rules: Annotated[str | None, typer.Option(help=RULES_HELP)] = None,
    jobs: Jobs = 1,
    scheduler: Scheduler = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no notes on standard error.")] = False,
) -> None:
    """Count an archive: rates with intervals, sums, ready-made tables; what is not known is counted apart."""
    begin_early(jobs, "spoilrec.archive.crew.packed")
    from spoilrec.cli.tabulating import Wish, tabulate  # DuckDB and NumPy, which nothing else needs

    view, paths = _view_first(view, paths, quiet=quiet)
    wish = Wish(view, by or (), where or (), show or (), sort or "", top, valid_only, plot, force)
    raise typer.Exit(tabulate(paths, wish, form.value, rules_of(rules), Way(jobs, scheduler, quiet)))


def _view_first(view: str | None, paths: list[str], *, quiet: bool) -> tuple[str | None, list[str]]:
    """Take the first word for a view, if it is the name of one and of nothing else."""
    late = next((path for path in paths[1:] if path in VIEW_NAMES and not is_there(path)), None)
    if late is not None:
        fail(f"the view comes first: `spoilrec tabulate {late} PATH...`")
    if view is None and paths[0].isalpha() and paths[0] not in VIEW_NAMES and not is_there(paths[0]):
        near = did_you_mean(paths[0], VIEW_NAMES)
        if near:
            fail(f"no view and no file {paths[0]}{near}; there are {', '.join(VIEW_NAMES)}")
    if view is not None or paths[0] not in VIEW_NAMES:
        return view, paths
    if is_there(paths[0]):
        talk(f"spoilrec: {paths[0]} is read as a file; the view is `--view {paths[0]}`", quiet=quiet)
        return None, paths
    if len(paths) == 1:
        fail(f"of which records? `spoilrec tabulate {paths[0]} PATH...`")
    return paths[0], paths[1:]
