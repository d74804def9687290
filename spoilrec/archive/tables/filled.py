"""Columns of the tables, filled: from rows made hand by hand, and from plain hands in arrays."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
import numpy as np

from spoilrec.archive.arrays.text import Whole
from spoilrec.archive.tables.declared import ORIGIN, TABLES, Column, Row
from spoilrec.archive.tables.plain_plays import PLAYS, nth_of, played_of
from spoilrec.archive.tables.plain_rows import HANDS, PlainHands
from spoilrec.archive.tables.plain_seats import SEATS_OF
from spoilrec.archive.tables.rows import HandRows
from spoilrec.archive.tables.values import Array, Values, as_array, given, pick
from spoilrec.archive.tables.wanted import Wanted
from spoilrec.rules.pool import TRICKS

Columns = dict[str, Array]
"""Columns of a table by name, null masked (numbers, truths) or `None` (text)."""

MAKERS: Final[Mapping[str, Mapping[str, Callable[[PlainHands], Values]]]] = {
    "hands": HANDS, "seats": SEATS_OF, "plays": PLAYS,
}  # fmt: skip
"""How the columns of plain hands are made, by table."""


def columns_of(rows: Sequence[HandRows], wanted: Wanted) -> dict[str, Columns]:
    """Turn rows of hands into arrays; `hand_id` counts from 1."""
    hands = _columns([row.hand for row in rows], TABLES[0].columns)
    hands["hand_id"] = np.arange(1, len(rows) + 1)
    finer: dict[str, list[tuple[Row, ...]]] = {
        "seats": [row.seats for row in rows], "plays": [row.plays for row in rows],
    }  # fmt: skip
    found = dict[str, Columns]()
    for name, columns in wanted.columns.items():
        if name == "hands":
            found[name] = {column.name: hands[column.name] for column in columns}
            continue
        counts = [len(one) for one in finer[name]]
        own = _columns([one for some in finer[name] for one in some], columns)
        found[name] = own | {one.name: np.repeat(hands[one.name], counts) for one in columns if one.name in ORIGIN}
    return found


def _columns(rows: Sequence[Row], columns: Sequence[Column]) -> Columns:
    names = type(rows[0]).__struct_fields__ if rows else ()
    values: dict[str, Sequence[Any]] = dict(
        zip(names, zip(*map(msgspec.structs.astuple, rows), strict=True), strict=True)
    )
    return {one.name: as_array(given(values.get(one.name, ()), one.sql), one.sql, len(rows)) for one in columns}


def plain_columns(hands: PlainHands, wanted: Wanted) -> dict[str, Columns]:
    """Make the rows of plain hands; `hand_id` counts from 1."""
    found = dict[str, Columns]()
    for name, columns in wanted.columns.items():
        shape, rows = _order(hands, name)
        values = {one: pick(MAKERS[name][one.name](hands), shape, rows) for one in columns}
        found[name] = {one.name: as_array(value, one.sql, len(rows)) for one, value in values.items()}
    return found


def _order(hands: PlainHands, table: str) -> tuple[tuple[int, ...], Whole]:
    """Give the axes of a table, and its rows in their order: by hand, then by place or as the cards were laid."""
    if table == "hands":
        return (hands.count,), np.arange(hands.count)
    places = len(hands.seats)
    if table == "seats":
        return (places, hands.count), np.arange(places * hands.count).reshape(places, -1).T.reshape(-1)
    shape = (TRICKS, places, hands.count)
    turns = np.empty(shape, np.int64)
    index = np.arange(TRICKS * places * hands.count).reshape(shape)
    np.put_along_axis(turns, nth_of(hands), index, axis=1)
    played = np.broadcast_to(played_of(hands), shape)
    return shape, np.moveaxis(turns, -1, 0)[np.moveaxis(played, -1, 0)]
