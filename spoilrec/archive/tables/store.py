"""The tables in DuckDB, in memory or in a file: made, filled block by block, and closed to the outside world.

After `lock` no statement can read or write a file but in the folder named there, load an extension or change a setting.
"""

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import duckdb

from spoilrec.archive.tables.declared import TABLES
from spoilrec.archive.tables.gather import Block
from spoilrec.archive.tables.wanted import ALIKE, EVERYTHING, Wanted

_DEEPEST: Final = 200
"""So deep may a condition nest: its tree comes as JSON, three times as deep, which every Python must read."""
SETTINGS: Final = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}


MEMORY: Final = "1GB"
"""So much memory the database takes where it has a folder to spill into."""


class Store:
    """A database with the three tables, or those and their columns that are `wanted`."""

    wanted: Wanted = EVERYTHING

    def __init__(self, file: str = ":memory:", spill: str = "", wanted: Wanted = EVERYTHING) -> None:
        """Make the tables in a new file, or in memory; `spill` is a folder for what memory cannot hold."""
        self.wanted = wanted
        limits = {"temp_directory": spill, **({"memory_limit": MEMORY} if spill else {})}
        self._database = duckdb.connect(file, config={**SETTINGS, **limits})
        self._hands = 0
        self._make_tables()
        if file != ":memory:":
            self._comment()

    def begin(self, wanted: Wanted) -> None:
        """Make the tables anew, empty, with other columns."""
        for name in self.wanted.columns:
            self.run(f"DROP TABLE {name}")
        self.wanted, self._hands = wanted, 0
        self._make_tables()

    def _make_tables(self) -> None:
        for name, columns in self.wanted.columns.items():
            described = (f'"{one.name}" {one.sql}{"" if one.nullable else " NOT NULL"}' for one in columns)
            self.run(f"CREATE TABLE {name} ({', '.join(described)})")

    def _comment(self) -> None:
        for table in TABLES:
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
            if "hand_id" in columns:
                columns = {**columns, "hand_id": columns["hand_id"] + self._hands}
            if len(next(iter(columns.values()))):
                self._database.register("incoming", columns)
                self._database.execute(f"INSERT INTO {name} BY NAME SELECT * FROM incoming")
                self._database.unregister("incoming")
        self._hands += block.hands

    def hands_by_status(self) -> dict[str, int]:
        """Count the hands by how far they were judged."""
        number = f"sum({ALIKE.name})" if self.wanted.alike else "count(*)"
        return {status: int(hands) for status, hands in self.run(f"SELECT status, {number} FROM hands GROUP BY status")}

    def packed(self, folder: Path) -> dict[str, bytes]:
        """Give the tables as Parquet, written in a folder; those without rows are left out."""
        found = {}
        for name in self.wanted.columns:
            if self.run(f"SELECT count(*) FROM {name}")[0][0]:
                file = folder / f"{name}.parquet"
                self.run(f"COPY {name} TO {quoted(str(file))} (FORMAT parquet)")
                found[name] = file.read_bytes()
                file.unlink()
        return found

    def add_packed(self, tables: dict[str, bytes], hands: int, sessions_before: int, folder: Path) -> None:
        """Add tables as `packed` gives them behind what is there; the folder is for a while."""
        for name, data in tables.items():
            file = folder / f"{name}.parquet"
            file.write_bytes(data)
            there = self.heads(f"SELECT * FROM {name}")
            counted = (("hand_id", self._hands), ("session", sessions_before))
            on = ", ".join(f"{column} + {before} AS {column}" for column, before in counted if column in there)
            all_of_them = f"* REPLACE ({on})" if on else "*"
            self.run(f"INSERT INTO {name} SELECT {all_of_them} FROM read_parquet({quoted(str(file))})")
            file.unlink()
        self._hands += hands

    def lock(self, folder: str = "") -> None:
        """Let nothing reach the outside world from here on, but for files in a folder."""
        if folder:
            self.run(f"SET allowed_directories = [{quoted(folder)}]")
        self.run("SET enable_external_access = false")
        self.run(f"SET max_expression_depth = {_DEEPEST}")
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
