"""The tables in DuckDB, in memory or in a file: made, filled block by block, and closed to the outside world.

After `lock` no statement can read or write a file, load an extension or change a setting.
"""

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Final

import duckdb

from spoilrec.archive.gather import Block
from spoilrec.archive.tables import TABLES

_SETTINGS: Final = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}


class Store:
    """A database with the three tables."""

    def __init__(self, file: str = ":memory:", spill: str = "") -> None:
        """Make the tables in a new file, or in memory; `spill` is a folder for what memory cannot hold."""
        self._database = duckdb.connect(file, config={**_SETTINGS, "temp_directory": spill})
        self._hands = 0
        for table in TABLES:
            columns = ", ".join(f'"{one.name}" {one.sql}{"" if one.nullable else " NOT NULL"}' for one in table.columns)
            self.run(f"CREATE TABLE {table.name} ({columns})")
            self.run(f"COMMENT ON TABLE {table.name} IS {quoted(table.meaning)}")
            for one in table.columns:
                self.run(f'COMMENT ON COLUMN {table.name}."{one.name}" IS {quoted(one.meaning)}')

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._database.close()

    def add(self, block: Block) -> None:
        """Add a block behind what is there."""
        for name, columns in block.tables.items():
            incoming = {**columns, "hand_id": columns["hand_id"] + self._hands}
            if len(incoming["hand_id"]):
                self._database.execute(f"INSERT INTO {name} SELECT * FROM incoming")
        self._hands += block.hands

    def lock(self) -> None:
        """Let nothing reach the outside world from here on."""
        self.run("SET enable_external_access = false")
        self.run("SET lock_configuration = true")

    def run(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one statement and give its rows."""
        return self._database.execute(sql, list(values)).fetchall()

    def heads(self, sql: str) -> list[str]:
        """Give the names of the columns of a query."""
        return [one[0] for one in self._database.execute(f"DESCRIBE {sql}").fetchall()]


def quoted(text: str) -> str:
    """Write a text as SQL does."""
    return "'" + text.replace("'", "''") + "'"
