"""Which columns of which tables are to be made: all of them, or those that a question needs."""

from typing import Final, Literal

import msgspec

from spoilrec.archive.tables.declared import TABLES, Column

Level = Literal["hands", "seats", "plays", "pairs"]
"""What a row is of; pairs are two players of a hand."""
ALIKE: Final = Column("alike", "BIGINT", "How many rows are alike in all the other columns.", False)
WHICH: Final = Column("hand_id", "BIGINT", "The hand, where two of its rows are in one group; else null.", True)


class Wanted(msgspec.Struct, frozen=True):
    """The columns by table.

    Without `alike` they are those of `tables`, `hand_id` among them. With `alike` each row of a table also has
    columns of the coarser tables, and rows that are equal in all of them are put together: `ALIKE` is their number.
    Then a column `hand_id` is that of `WHICH`: null but in hands of which two rows are equal in the columns
    `groups`. It is itself where it is asked for as a column like any other. `asked` is the coarsest table that has
    all that is grouped by and all conditions, where that is known.
    """

    columns: dict[str, tuple[Column, ...]]
    alike: bool = False
    groups: tuple[str, ...] = ()
    asked: Level | None = None


EVERYTHING: Final = Wanted({table.name: table.columns for table in TABLES})
