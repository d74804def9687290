"""`spoilrec schema`: the JSON Schema of the record and of every JSON output."""

import json
from typing import Annotated, Final

import typer

from spoilrec.cli.streams import answer, fail
from spoilrec.present.schemas import SCHEMAS, schema_of

EXAMPLE: Final = "Example: spoilrec schema record > record.schema.json"


def command(
    name: Annotated[
        str | None, typer.Argument(help="Which one: " + ", ".join(SCHEMAS) + "; alone: all of them.")
    ] = None,
) -> None:
    """Show the JSON Schema of the record and of every JSON output."""
    if name is not None and name not in SCHEMAS:
        fail(f"there is no schema {name}; there are {', '.join(SCHEMAS)}")
    wanted = schema_of(name) if name else {each: schema_of(each) for each in SCHEMAS}
    answer(json.dumps(wanted, indent=2, ensure_ascii=False) + "\n")
