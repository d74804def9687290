"""Rows that are equal in all the columns that are wanted, put together: an archive has few that are not.

An answer is the same if it is taken from them with their number; they take a hundredth of the room. A row has
columns of its own table and of the coarser ones: a play those of its seat and its hand.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from spoilrec.archive.arrays.text import Mask
from spoilrec.archive.tables.declared import TABLE_NAMES, Row, table_named
from spoilrec.archive.tables.filled import MAKERS, Columns
from spoilrec.archive.tables.plain_plays import played_of
from spoilrec.archive.tables.plain_rows import PlainHands
from spoilrec.archive.tables.rows import HandRows
from spoilrec.archive.tables.values import (
    Array,
    Numbers,
    Value,
    Values,
    as_array,
    codes_of,
    given,
    joined,
    pick,
    shape_of,
)
from spoilrec.archive.tables.wanted import ALIKE, WHICH, Wanted
from spoilrec.rules.pool import TRICKS

_COARSER: Final = {"hands": ("hands",), "seats": ("seats", "hands"), "plays": ("plays", "seats", "hands")}
_ROOM: Final = 1 << 16
"""So many combinations of values are counted in a table; more are sorted."""


Alike = dict[str, Values]
"""Columns of rows of which no two are equal; `ALIKE` among them."""


class Pile:
    """Rows of hands one after another, equal ones put together; `hands` is the number of these."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted, self.hands = wanted, 0
        self._pieces: dict[str, list[Alike]] = {name: [] for name in wanted.columns}

    def add_plain(self, hands: PlainHands) -> None:
        """Add plain hands."""
        axes = {"hands": (hands.count,), "seats": (len(hands.seats), hands.count)}
        axes["plays"] = (TRICKS, *axes["seats"])
        for name, columns in self.wanted.columns.items():
            values = {one.name: _maker(name, one.name)(hands) for one in columns if one not in (ALIKE, WHICH)}
            if WHICH in columns:
                groups = [_maker(name, group)(hands) for group in self.wanted.groups]
                values[WHICH.name] = Numbers(np.arange(1, hands.count + 1), _twice(groups, axes[name]))
            rows = np.broadcast_to(played_of(hands), axes[name]) if name == "plays" else None
            self._add(name, together(values, axes[name], rows))
        self.hands += hands.count

    def add_rows(self, rows: Sequence[HandRows]) -> None:
        """Add hands one by one."""
        for name, columns in self.wanted.columns.items():
            made = [one for one in columns if one != ALIKE]
            wide = [one for number, hand in enumerate(rows, start=1) for one in _wide(name, hand, number, self.wanted)]
            values = {one.name: given([row[nth] for row in wide], one.sql) for nth, one in enumerate(made)}
            self._add(name, together(values, (len(wide),)))
        self.hands += len(rows)

    def _add(self, table: str, rows: Alike) -> None:
        which = rows.get("hand_id")
        if isinstance(which, Numbers):
            rows["hand_id"] = Numbers(which.numbers + self.hands, which.known)
        self._pieces[table].append(rows)

    def taken(self) -> dict[str, Columns]:
        """Give all rows as arrays; `hand_id` counts from 1. The pile is empty then."""
        found = dict[str, Columns]()
        for name, columns in self.wanted.columns.items():
            pieces, self._pieces[name] = self._pieces[name], []
            sizes = [_size(piece) for piece in pieces]
            whole = {one.name: joined([piece[one.name] for piece in pieces], sizes) for one in columns}
            rows = together(whole, (sum(sizes),)) if len(pieces) > 1 else whole
            found[name] = {one.name: as_array(rows[one.name], one.sql, _size(rows)) for one in columns}
        self.hands = 0
        return found


def _size(rows: Alike) -> int:
    return shape_of(rows[ALIKE.name])[0]


def _maker(table: str, column: str) -> Any:
    return next(MAKERS[name][column] for name in _COARSER[table] if column in MAKERS[name])


def _twice(groups: Sequence[Values], shape: tuple[int, ...]) -> Mask:
    """Say in which hands two rows are equal, `(lines,)`; the rows of a hand are on the last axis but one."""
    key, _ = _key(groups, shape)
    key = np.broadcast_to(key, np.broadcast_shapes(key.shape, (shape[0], 1)))
    twice = np.zeros(key.shape[-1], np.bool_)
    for place in range(1, len(key)):
        twice |= (key[place:] == key[:-place]).any(axis=0)
    return np.broadcast_to(twice, shape[-1:])


def _wide(table: str, hand: HandRows, number: int, wanted: Wanted) -> list[tuple[Value, ...]]:
    """Give the rows of a hand, each with columns of the coarser tables; a play may be by nobody of the table."""
    seats = {row.seat: row for row in hand.seats}
    by_table: dict[str, list[tuple[Row | None, ...]]] = {
        "hands": [(hand.hand,)],
        "seats": [(row, hand.hand) for row in hand.seats],
        "plays": [(row, seats.get(row.seat), hand.hand) for row in hand.plays],
    }
    rows = by_table[table]
    own = {name: [one.name for one in table_named(name).columns] for name in TABLE_NAMES}
    places = {
        column: next(nth for nth, name in enumerate(_COARSER[table]) if column in own[name])
        for column in (*(one.name for one in wanted.columns[table] if one not in (ALIKE, WHICH)), *wanted.groups)
        if any(column in own[name] for name in _COARSER[table])
    }

    def value(row: tuple[Row | None, ...], column: str) -> Value:
        found: Value = number if column == "hand_id" else getattr(row[places[column]], column, None)
        return found

    groups = [tuple(value(row, group) for group in wanted.groups if group in places) for row in rows]
    which = number if len(set(groups)) < len(groups) else None
    return [
        tuple(which if one == WHICH else value(row, one.name) for one in wanted.columns[table] if one != ALIKE)
        for row in rows
    ]


def together(values: Alike, shape: tuple[int, ...], rows: Mask | None = None) -> Alike:
    """Put equal rows together; `rows` says which there are. What is in a column `ALIKE` already is added up."""
    counted = values.pop(ALIKE.name, None)
    weights = counted.numbers if isinstance(counted, Numbers) else None
    key, size = _key(list(values.values()), shape)
    keys = np.broadcast_to(key, shape).reshape(-1)
    index = None if rows is None else np.flatnonzero(rows)
    keys = keys if index is None else keys[index]
    if size > _ROOM:
        _, keys = np.unique(keys, return_inverse=True)
        size = int(keys.max(initial=-1)) + 1
    times = np.bincount(keys, minlength=size)
    first = np.empty(size, np.int64)
    first[keys] = np.arange(len(keys))
    there = np.flatnonzero(times)
    counts = (times if weights is None else np.bincount(keys, weights, size).astype(np.int64))[there]
    first = first[there] if index is None else index[first[there]]
    return {name: pick(one, shape, first) for name, one in values.items()} | {ALIKE.name: Numbers(counts)}


def _key(values: Sequence[Values], shape: tuple[int, ...]) -> tuple[Array, int]:
    """Number the combinations of values: equal ones have one number, and there may be so many."""
    key, size = np.zeros((), np.int64), 1
    for one in sorted(values, key=lambda one: len(shape_of(one))):  # the short ones first, spread late
        codes, more = codes_of(one)
        if size * more > _ROOM and size > 1:
            key, size = _renumbered(key, size)
        key, size = key * more + codes, size * more
    return key, size


def _renumbered(key: Array, size: int) -> tuple[Array, int]:
    """Number anew without gaps."""
    if size <= _ROOM:
        there = np.bincount(key.reshape(-1), minlength=size) > 0
        return (np.cumsum(there) - 1)[key], int(there.sum())
    distinct, numbers = np.unique(key, return_inverse=True)
    return numbers.reshape(key.shape), len(distinct)
