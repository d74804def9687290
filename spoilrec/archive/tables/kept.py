"""The tables of a database that `convert` made, read where they are: `tabulate` counts them without the records.

The file may be anybody's. It is attached read-only beside an empty database that is closed to the outside world
first, and only tables are read, by their full names: views, macros and settings of the file have no say.
"""

from pathlib import Path
from typing import Final

import duckdb

from spoilrec.archive.tables.declared import TABLES, Table
from spoilrec.archive.tables.store import SETTINGS, Store, quoted

_MAGIC: Final = b"DUCK"
_MAGIC_AT: Final = 8


class KeptError(Exception):
    """A database is not one that can be counted; the text says why."""


def is_database(path: str) -> bool:
    """Say whether a file is a database, by its beginning; what cannot be read is none."""
    try:
        if not Path(path).is_file():
            return False
        with Path(path).open("rb") as stream:
            return stream.read(_MAGIC_AT + len(_MAGIC))[_MAGIC_AT:] == _MAGIC
    except (OSError, ValueError):
        return False


class Kept(Store):
    """The tables of a file, to be read only; they have the names that those of a `Store` have."""

    def __init__(self, path: str, spill: str = "") -> None:
        """Open a file; `KeptError` if it is damaged, or its tables are not those of this version."""
        self._database = duckdb.connect(":memory:", config={**SETTINGS, "temp_directory": spill})
        try:
            self.run(f"ATTACH {quoted(str(Path(path).resolve()))} AS kept (TYPE duckdb, READ_ONLY)")
            self.lock()
            for table in TABLES:
                self._take(table)
        except duckdb.Error as error:
            self._database.close()
            raise KeptError(f"it cannot be opened: {str(error).splitlines()[0]}") from None
        except KeptError:
            self._database.close()
            raise

    def _take(self, table: Table) -> None:
        where = "database_name = 'kept' AND schema_name = 'main' AND table_name = ?"
        made_by = self.run(f"SELECT sql FROM duckdb_tables() WHERE {where}", (table.name,))
        if len(made_by) != 1:
            raise KeptError(f"it has no table {table.name}; `spoilrec convert` makes a database with it")
        found = self.run(
            f"SELECT column_name, data_type FROM duckdb_columns() WHERE {where} ORDER BY column_index", (table.name,)
        )
        if found != [(one.name, one.sql) for one in table.columns] or "GENERATED" in made_by[0][0].upper():
            raise KeptError(
                f"its table {table.name} has other columns than this version of spoilrec makes; "
                "convert the records anew"
            )
        columns = ", ".join(f'"{one.name}"' for one in table.columns)
        self.run(f"CREATE VIEW {table.name} AS SELECT {columns} FROM kept.main.{table.name}")
