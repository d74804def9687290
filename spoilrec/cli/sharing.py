"""`--jobs` and `--scheduler`: what a command is told about who reads its files."""

from typing import Annotated, NamedTuple

import typer

Jobs = Annotated[
    int,
    typer.Option(
        "--jobs",
        "-j",
        help="Read with so many processes. Large files are shared out where sessions begin: a single session, a packed "
        "file and standard input are read by one.",
        min=1,
        metavar="N",
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        help="Read with the workers of a Dask cluster, which must see the files by the same paths; needs "
        "spoilrec[cluster]. Scheduler, workers and this program run what they send each other: use one that you trust.",
        metavar="ADDRESS",
    ),
]


def begin_early(jobs: int, module: str) -> None:
    """Let the processes that are to come get ready while this one does; `module` is where their work is done."""
    if jobs > 1:
        from spoilrec.archive.crew.server import start_server

        start_server(module)


class Way(NamedTuple):
    """How the files of a command are read: by whom, and whether progress is shown."""

    jobs: int = 1
    scheduler: str | None = None
    quiet: bool = False
