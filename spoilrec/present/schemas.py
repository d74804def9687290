"""The JSON Schemas, generated from the very Structs that read and write."""

from typing import Any, Final

import msgspec

from spoilrec.archive.tables.declared import TABLES
from spoilrec.present.annotate_outputs import AnnotatedLineOut, AnnotateOut
from spoilrec.present.outputs import (
    BasisLineOut,
    CountedOut,
    FindingOut,
    JudgeOut,
    LegalOut,
    ReplayOut,
    SummaryOut,
    TabulateOut,
    ValidateOut,
)
from spoilrec.record.lines import LINE_TYPES, RecordLine
from spoilrec.rules.options import Options

SCHEMAS: Final[dict[str, tuple[str, tuple[Any, ...]]]] = {
    "record": ("One line of a spoilrec record, version 1", (RecordLine,)),
    "options": ("The options of `rules`, with their values, meanings and defaults", (Options,)),
    "validate": ("The output of `spoilrec validate --format json`", (ValidateOut,)),
    "validate-line": ("One line of `spoilrec validate --format jsonl`", (FindingOut, SummaryOut)),
    "legal": ("The output of `spoilrec legal --format json`", (LegalOut,)),
    "judge": ("The output of `spoilrec judge --format json`", (JudgeOut,)),
    "replay-line": ("One line of `spoilrec replay --format jsonl`", (ReplayOut,)),
    "annotate-line": ("One line of `spoilrec annotate --format jsonl`", (AnnotateOut, AnnotatedLineOut)),
    "tabulate": ("The output of `spoilrec tabulate --format json`", (TabulateOut,)),
    "tabulate-line": ("One line of `spoilrec tabulate --format jsonl`", (CountedOut, BasisLineOut)),
    **{f"table-{one.name}": (f"One line of `{one.name}.jsonl`, by `spoilrec convert`", (one.row,)) for one in TABLES},
}


def schema_of(name: str) -> dict[str, Any]:
    """Give a schema by its name; `KeyError` where there is none."""
    title, wanted = SCHEMAS[name]
    schemas, components = msgspec.json.schema_components(wanted, ref_template="#/$defs/{name}")
    schema = schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
    return {**head, **schema, "$defs": _with_own_keys(_without_python(components))}


def _with_own_keys(components: dict[str, Any]) -> dict[str, Any]:
    """Lines of a record may have keys that begin with `x-`."""
    lines = {line_type.__name__ for line_type in LINE_TYPES.values()}
    return {
        name: {**one, "patternProperties": {"^x-": {}}} if name in lines else one for name, one in components.items()
    }


def _without_python(value: Any) -> Any:
    """Tuples as defaults are Python's; a schema has arrays."""
    if isinstance(value, dict):
        return {key: _without_python(one) for key, one in value.items()}
    return [_without_python(one) for one in value] if isinstance(value, list | tuple) else value
