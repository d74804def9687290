"""The tables of a store as files of other formats: Parquet, CSV, JSON Lines."""

from pathlib import Path
from typing import Final

from spoilrec.archive.tables.declared import TABLES, Table
from spoilrec.archive.tables.store import Store, quoted

FORMATS: Final = {".parquet": "FORMAT parquet", ".csv": "FORMAT csv, HEADER", ".jsonl": "FORMAT json"}
"""Endings, and how DuckDB writes such a file."""
FORMULA: Final = r"^(\s*[=+\-@|%＝＋－＠]|[\t\r\n])"
"""How a text begins that a spreadsheet would take for a formula."""


def write_tables(store: Store, folder: Path, ending: str) -> None:
    """Write each table as a file of the folder, in the order of its rows."""
    for table in TABLES:
        columns = _defused(table) if ending == ".csv" else "*"
        file = quoted(str(folder / f"{table.name}{ending}"))
        store.run(f"COPY (SELECT {columns} FROM {table.name}) TO {file} ({FORMATS[ending]})")


def _defused(table: Table) -> str:
    """Put an apostrophe before texts that a spreadsheet would take for a formula; numbers stay as they are."""
    return ", ".join(
        f"""CASE WHEN regexp_matches("{one.name}", {quoted(FORMULA)}) THEN '''' || "{one.name}" """
        f"""ELSE "{one.name}" END AS "{one.name}\""""
        if one.sql == "VARCHAR"
        else f'"{one.name}"'
        for one in table.columns
    )
