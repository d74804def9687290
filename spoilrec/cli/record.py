"""`spoilrec record`: a session taken down at the table, or from a typed sheet."""

from pathlib import Path
from typing import Annotated, Final

import typer

from spoilrec.cli.sheets import from_sheet
from spoilrec.cli.status import Status
from spoilrec.cli.streams import fail, talk
from spoilrec.cli.taking import take_down
from spoilrec.record.append import Appender, AppendError, CannotRecordError, open_record

EXAMPLE: Final = "Example: spoilrec record friday.spoil"


def command(
    file: Annotated[Path, typer.Argument(help="The record; it is begun or gone on with.", metavar="FILE")],
    sheet: Annotated[
        str | None, typer.Option("--from", help="A typed sheet instead of the prompt; - is standard input.")
    ] = None,
    partial: Annotated[
        bool, typer.Option("--partial", help="Write what comes before the first mistake of the sheet.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No counts on standard error.")] = False,
) -> None:
    """Take a session down: one line a trick, the program knows whose turn it is; `help` lists the words."""
    if partial and sheet is None:
        fail("--partial belongs to --from SHEET")
    try:
        with open_record(file) as record:
            if record.torn:
                name = record.torn_file.name
                talk(f"The file ended in a torn line; it was set aside in {name}, nothing else was touched.")
            _run(record, file, sheet, partial=partial, quiet=quiet)
    except (CannotRecordError, AppendError) as error:
        fail(str(error))


def _run(record: Appender, file: Path, sheet: str | None, *, partial: bool, quiet: bool) -> None:
    if sheet is None:
        take_down(record, file)
        raise typer.Exit(Status.FINE)
    raise typer.Exit(from_sheet(record, file, sheet, partial=partial, quiet=quiet))
