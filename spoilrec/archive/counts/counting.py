"""Counts an archive: groups, condition and measures in, rows of estimates out.

A measure is taken of the rows of its own table, whatever is grouped by: a hand counts once for each player, trump
or card that it is counted for. A condition is one condition on the columns, and can reach nothing else.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import duckdb
import msgspec

from spoilrec.archive.counts.conditions import ConditionError, CountingError, first_line, names_in
from spoilrec.archive.counts.measures import PARTS, Estimate, Measure, estimate, parts_of
from spoilrec.archive.counts.views import OF_PAIRS
from spoilrec.archive.tables.declared import TABLES
from spoilrec.archive.tables.store import Store
from spoilrec.archive.tables.wanted import ALIKE, WHICH, Level
from spoilrec.review.nearest import did_you_mean

_ROWS: Final[dict[Level, tuple[str, ...]]] = {
    "hands": ("hand_id",), "seats": ("hand_id", "seat"), "plays": ("hand_id", "trick", "nth"),
    "pairs": ("hand_id", "seat", "other_seat"),
}  # fmt: skip
_FINER: Final[dict[Level, tuple[Level, ...]]] = {
    "hands": ("seats", "plays", "pairs"), "seats": ("plays", "pairs"), "plays": (), "pairs": (),
}  # fmt: skip
LEVELS: Final[tuple[Level, ...]] = ("hands", "seats", "plays", "pairs")
Value = str | int | bool | None


class Question(msgspec.Struct, frozen=True):
    """What is to be counted: columns to group by, measures, conditions; `valid_only` leaves out hands with errors."""

    by: tuple[str, ...]
    show: tuple[Measure, ...]
    where: tuple[str, ...] = ()
    valid_only: bool = False


class Counted(msgspec.Struct, frozen=True):
    """One row of the answer: the group, and an estimate for each measure."""

    group: tuple[Value, ...]
    estimates: tuple[Estimate, ...]


class Basis(msgspec.Struct, frozen=True):
    """The hands behind an answer: `judged` and `part` count, but the `faulty` among them only where wanted."""

    judged: int
    part: int
    unread: int
    void: int
    faulty: int
    misdeals: int


def column_names() -> tuple[str, ...]:
    """List every column that can be grouped by."""
    names = (one.name for table in TABLES for one in table.columns)
    return tuple(dict.fromkeys((*names, *OF_PAIRS)))


def make_views(store: Store, *, valid_only: bool) -> None:
    """Lay the tables side by side: `all_hands`, `all_seats`, `all_plays`, `all_pairs` are what conditions ask."""
    tables = store.wanted.columns
    wide: dict[str, str] = {name: f"SELECT * FROM {name}" for name in tables}
    if not store.wanted.alike:
        wide |= _side_by_side({name: [one.name for one in columns] for name, columns in tables.items()})
    counts = "status IN ('judged', 'part')" + (" AND errors = 0" if valid_only else "")
    for level in LEVELS:
        if level in wide:
            store.run(f"CREATE VIEW all_{level} AS SELECT * FROM ({wide[level]}) WHERE {counts}")


@contextmanager
def views(store: Store, *, valid_only: bool) -> Iterator[None]:
    """Lay the tables side by side for a while."""
    make_views(store, valid_only=valid_only)
    yield
    for level in reversed(LEVELS):
        store.run(f"DROP VIEW IF EXISTS all_{level}")


def _side_by_side(tables: dict[str, list[str]]) -> dict[str, str]:
    """Give each row what the coarser tables know of it; a column that both have is that of the row."""

    def beside(name: str, *known: str) -> str:
        there = {column for table in known for column in tables[table]}
        return "".join(f', {name[0]}."{column}"' for column in tables[name] if column not in there)

    wide = dict[str, str]()
    hands = "JOIN hands h ON {}.hand_id = h.hand_id"
    if "seats" in tables:
        wide["seats"] = f"SELECT s.*{beside('hands', 'seats')} FROM seats s {hands.format('s')}"
    if "plays" in tables and "seats" in tables:
        wide["plays"] = (
            f"SELECT p.*{beside('seats', 'plays')}{beside('hands', 'plays', 'seats')} FROM plays p {hands.format('p')} "
            "LEFT JOIN seats s ON p.hand_id = s.hand_id AND p.seat = s.seat"
        )
    if {"player", "won", "net", "side"} <= {*tables.get("seats", ())}:
        wide["pairs"] = (
            "SELECT a.*, b.player AS other, b.seat AS other_seat, b.won AS other_won, b.net AS other_net, "
            "coalesce(a.side = b.side, false) AS partners "
            "FROM all_seats a JOIN seats b ON a.hand_id = b.hand_id AND a.seat <> b.seat"
        )
    return wide


def check(question: Question) -> Level:
    """Say which tables a question needs, before anything is read; `CountingError` for what cannot be asked."""
    with Store() as store:
        store.lock()
        make_views(store, valid_only=False)
        asked, _ = checked(store, question)
        return finest((asked, *(measure.level for measure in question.show)))


def checked(store: Store, question: Question) -> tuple[Level, frozenset[str]]:
    """Give the coarsest table that has what a question groups by and its conditions, and the names that these hold.

    The store is empty, and closed to the outside. `CountingError` for what cannot be asked.
    """
    for name in question.by:
        if name not in column_names():
            raise CountingError(f"no column {name}")
    named = {name for condition in question.where for name in names_in(store, condition)}
    return _level(store, question), frozenset((*question.by, *named))


def _level(store: Store, question: Question) -> Level:
    """Give the coarsest table that has all columns of groups and conditions."""
    faults: dict[Level, str] = {}
    by = ", ".join(map(_quoted, question.by)) or "1"
    for level in LEVELS:
        try:
            store.run(f"SELECT {by} FROM all_{level} WHERE {_all(question.where)} LIMIT 0")
        except duckdb.Error as error:
            faults[level] = first_line(str(error))
        else:
            return level
    missing = [re.search(r'"(\w+)" not found', faults[level]) for level in ("plays", "pairs")]
    if all(one and one[1] in column_names() for one in missing):
        raise CountingError(_APART)
    unknown = re.search(r'column "([^"]+)" not found', faults["plays"])
    if unknown and unknown[1] not in column_names():
        near = did_you_mean(unknown[1], column_names())
        raise ConditionError(f"no column {unknown[1]}{near}; a text stands in single quotes: '{unknown[1]}'")
    raise ConditionError(faults["plays"])


_APART: Final = "cards and pairs of players cannot be counted together"


def finest(levels: Iterable[Level]) -> Level:
    """Give the table that is at least as fine as these."""
    found: Level = "hands"
    for level in levels:
        if level in _FINER[found]:
            found = level
        elif found not in _FINER[level] and level != found:
            raise CountingError(_APART)
    return found


def count(store: Store, question: Question) -> list[Counted]:
    """Answer a question, in the order of the groups; unknown groups stand last."""
    asked = store.wanted.asked or _level(store, question)
    groups: dict[tuple[Value, ...], dict[str, Sequence[Any]]] = {}
    everywhere = dict[str, int]()
    try:
        for level in dict.fromkeys(measure.level for measure in question.show):
            measures = [measure for measure in question.show if measure.level == level]
            finer = finest((asked, level))
            everywhere |= _everywhere(store, question, measures, level, finer)
            for row in store.run(_query(question, measures, level, finer, alike=store.wanted.alike)):
                parts = groups.setdefault(row[: len(question.by)], {})
                for nth, measure in enumerate(measures):
                    start = len(question.by) + PARTS * nth
                    parts[measure.name] = row[start : start + PARTS]
    except duckdb.Error as error:
        raise ConditionError(first_line(str(error))) from None
    counted = [
        Counted(
            group,
            tuple(estimate(one, parts.get(one.name, _NOTHING), everywhere.get(one.name, 0)) for one in question.show),
        )
        for group, parts in groups.items()
    ]
    return sorted(counted, key=lambda one: [order_of(value) for value in one.group])


_NOTHING: Final = (0, 0, None, None, None)


def _everywhere(
    store: Store, question: Question, measures: Sequence[Measure], level: Level, finer: Level
) -> dict[str, int]:
    """Count what shares are a part of: each row once, in however many groups it is."""
    shares = [measure for measure in measures if measure.kind == "share"]
    if not shares:
        return {}
    whole = msgspec.structs.replace(question, by=())
    (parts,) = store.run(_query(whole, shares, level, finer, alike=store.wanted.alike))
    return {measure.name: int(parts[PARTS * nth + 2] or 0) for nth, measure in enumerate(shares)}


def order_of(value: str | float | None) -> tuple[bool, float, str]:
    """Give a value by which rows can be sorted: unknown last."""
    if isinstance(value, str):
        return False, 0, value
    return value is None, value or 0, ""


def rows_of_hands(
    store: Store,
    question: Question,
    level: Level,
    columns: Sequence[str],
    condition: str,
    shown: Collection[tuple[Value, ...]] | None = None,
) -> list[tuple[Any, ...]]:
    """Give columns of the rows that a question is about, in the order of the archive; `shown`: of these groups only."""
    keys, by = _ROWS[level], () if shown is None else question.by
    heads = ", ".join((*map(_quoted, (*keys, *by)), *columns))
    try:
        rows = _rows(question, level, finest((store.wanted.asked or _level(store, question), level)), by)
        found = store.run(f"SELECT {heads} FROM ({rows}) WHERE {condition} ORDER BY {', '.join(keys)}")
    except duckdb.Error as error:
        raise ConditionError(first_line(str(error))) from None
    first, last = len(keys), len(keys) + len(by)
    once = {row[:first]: row[last:] for row in found if shown is None or row[first:last] in shown}
    return list(once.values())


def _query(question: Question, measures: Sequence[Measure], level: Level, finer: Level, *, alike: bool) -> str:
    by = ", ".join(map(_quoted, question.by))
    rows = (_rows_alike if alike else _rows)(question, level, finer, question.by)
    wanted = ", ".join(part for measure in measures for part in parts_of(measure, ALIKE.name * alike))
    return f"SELECT {by + ', ' if by else ''}{wanted} FROM ({rows})" + (f" GROUP BY {by}" if by else "")


def _rows(question: Question, level: Level, finer: Level, by: Sequence[str]) -> str:
    """Select rows of one table; where groups or conditions need a finer one, each row once in each group."""
    keys = ", ".join(map(_quoted, dict.fromkeys((*_ROWS[level], *by))))
    each = f"DISTINCT ON ({keys}) " if finer != level else ""
    return f"SELECT {each}* FROM all_{finer} WHERE {_all(question.where)}"


def _rows_alike(question: Question, level: Level, finer: Level, by: Sequence[str]) -> str:
    """Do the same where equal rows are put together: hands of which two rows are in one group have their number."""
    rows = f"SELECT * FROM all_{finer} WHERE {_all(question.where)}"
    if finer == level:
        return rows
    keys = ", ".join(map(_quoted, dict.fromkeys((WHICH.name, *by))))
    once = f"SELECT DISTINCT ON ({keys}) * REPLACE (1 AS {ALIKE.name}) FROM ({rows}) WHERE {WHICH.name} IS NOT NULL"
    return f"SELECT * FROM ({rows}) WHERE {WHICH.name} IS NULL UNION ALL {once}"


def _all(conditions: Sequence[str]) -> str:
    return " AND ".join(f"(\n{condition}\n)" for condition in conditions) or "true"


def _quoted(column: str) -> str:
    return '"' + column.replace('"', '""') + '"'


def basis(store: Store, *, valid_only: bool) -> Basis:
    """Count the hands behind an answer."""
    number = f"coalesce(sum({ALIKE.name}) {{}}, 0)" if store.wanted.alike else "count(*) {}"
    faulty, misdeal = (number.format(f"FILTER (WHERE {what})") for what in ("errors > 0", "misdeal"))
    of = {status: (int(rows), int(wrong)) for status, rows, wrong in store.run(
        f"SELECT status, {number.format('')}, {faulty} FROM hands GROUP BY status"
    )}  # fmt: skip
    judged, part, unread, void = (of.get(status, (0, 0)) for status in ("judged", "part", "unread", "void"))
    left_out = judged[1] + part[1]
    counted = [one[0] - (one[1] if valid_only else 0) for one in (judged, part)]
    ((misdeals,),) = store.run(f"SELECT {misdeal} FROM all_hands")
    return Basis(counted[0], counted[1], unread[0], void[0], left_out, int(misdeals))
