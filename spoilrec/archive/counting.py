"""Counts an archive: groups, condition and measures in, rows of estimates out.

A measure is taken of the rows of its own table, whatever is grouped by: a hand counts once for each player, trump
or card that it is counted for. A condition is one condition on the columns, and can reach nothing else.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import duckdb
import msgspec

from spoilrec.archive.measures import PARTS, Estimate, Level, Measure, estimate, parts_of
from spoilrec.archive.store import Store
from spoilrec.archive.tables import TABLES

_KEYS: Final = ("hand_id", "file", "line", "session", "hand")
_ROWS: Final[dict[Level, tuple[str, ...]]] = {
    "hands": ("hand_id",), "seats": ("hand_id", "seat"), "plays": ("hand_id", "trick", "nth"),
    "pairs": ("hand_id", "seat", "other_seat"),
}  # fmt: skip
_FINER: Final[dict[Level, tuple[Level, ...]]] = {
    "hands": ("seats", "plays", "pairs"), "seats": ("plays", "pairs"), "plays": (), "pairs": (),
}  # fmt: skip
LEVELS: Final[tuple[Level, ...]] = ("hands", "seats", "plays", "pairs")
OF_PAIRS: Final = ("other", "other_seat", "other_won", "other_net", "partners")
Value = str | int | bool | None


class CountingError(Exception):
    """What was asked for cannot be counted; the text says why."""


class ConditionError(CountingError):
    """A condition is at fault."""


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
    keys = ", ".join(_KEYS)
    wide: dict[Level, str] = {
        "hands": "SELECT * FROM hands",
        "seats": f"SELECT s.*, h.* EXCLUDE ({keys}) FROM seats s JOIN hands h ON s.hand_id = h.hand_id",
        "plays": f"SELECT p.*, s.* EXCLUDE ({keys}, seat, player), h.* EXCLUDE ({keys}) "
        "FROM plays p JOIN hands h ON p.hand_id = h.hand_id "
        "LEFT JOIN seats s ON p.hand_id = s.hand_id AND p.seat = s.seat",
        "pairs": "SELECT a.*, b.player AS other, b.seat AS other_seat, b.won AS other_won, b.net AS other_net, "
        "coalesce(a.side = b.side, false) AS partners "
        "FROM all_seats a JOIN seats b ON a.hand_id = b.hand_id AND a.seat <> b.seat",
    }
    counts = "status IN ('judged', 'part')" + (" AND errors = 0" if valid_only else "")
    for level, sql in wide.items():
        store.run(f"CREATE VIEW all_{level} AS SELECT * FROM ({sql}) WHERE {counts}")


def check(question: Question) -> Level:
    """Say which tables a question needs, before anything is read; `CountingError` for what cannot be asked."""
    with Store() as store:
        make_views(store, valid_only=False)
        store.lock()
        for name in question.by:
            if name not in column_names():
                raise CountingError(f"no column {name}")
        for condition in question.where:
            _check_condition(store, condition)
        return _finest((_level(store, question), *(measure.level for measure in question.show)))


def _check_condition(store: Store, condition: str) -> None:
    """Refuse what is not one condition on the columns: more statements, more clauses, queries within."""
    for around in _AROUND:  # what closes one of them to go on behind it is no condition in the other
        tree, plain = (_tree(store, around.format(text)) for text in (condition, "true"))
        where, _ = tree.pop("where_clause", None), plain.pop("where_clause", None)
        if tree != plain:
            raise ConditionError("it must be one condition on the columns, and nothing else")
        if any(part.get("class") == "SUBQUERY" for part in _parts(where)):
            raise ConditionError("a condition cannot hold a query; `convert` makes tables for SQL of your own")


_AROUND: Final = ("SELECT 1 FROM t WHERE (\n{}\n)", "SELECT 1 FROM t WHERE CASE WHEN\n{}\nTHEN 1 END")


def _tree(store: Store, sql: str) -> dict[str, Any]:
    ((text,),) = store.run("SELECT json_serialize_sql(?)", (sql,))
    parsed = msgspec.json.decode(text)
    if parsed["error"] or len(parsed["statements"]) != 1:
        raise ConditionError(_first_line(parsed.get("error_message") or "it must be one condition"))
    node: dict[str, Any] = parsed["statements"][0]["node"]
    return {key: value for key, value in node.items() if not key.startswith("query_location")}


def _parts(tree: Any) -> Iterator[dict[str, Any]]:
    if isinstance(tree, dict):
        yield tree
        tree = list(tree.values())
    if isinstance(tree, list):
        for one in tree:
            yield from _parts(one)


def _level(store: Store, question: Question) -> Level:
    """Give the coarsest table that has all columns of groups and conditions."""
    faults: dict[Level, str] = {}
    by = ", ".join(map(_quoted, question.by)) or "1"
    for level in LEVELS:
        try:
            store.run(f"SELECT {by} FROM all_{level} WHERE {_all(question.where)} LIMIT 0")
        except duckdb.Error as error:
            faults[level] = _first_line(str(error))
        else:
            return level
    missing = [re.search(r'"(\w+)" not found', faults[level]) for level in ("plays", "pairs")]
    if all(one and one[1] in column_names() for one in missing):
        raise CountingError(_APART)
    raise ConditionError(faults["plays"])


_APART: Final = "cards and pairs of players cannot be counted together"


def _finest(levels: Iterable[Level]) -> Level:
    found: Level = "hands"
    for level in levels:
        if level in _FINER[found]:
            found = level
        elif found not in _FINER[level] and level != found:
            raise CountingError(_APART)
    return found


def count(store: Store, question: Question) -> list[Counted]:
    """Answer a question, in the order of the groups; unknown groups stand last."""
    asked = _level(store, question)
    groups: dict[tuple[Value, ...], dict[str, Sequence[Any]]] = {}
    try:
        for level in dict.fromkeys(measure.level for measure in question.show):
            measures = [measure for measure in question.show if measure.level == level]
            for row in store.run(_query(question, measures, level, _finest((asked, level)))):
                parts = groups.setdefault(row[: len(question.by)], {})
                for nth, measure in enumerate(measures):
                    start = len(question.by) + PARTS * nth
                    parts[measure.name] = row[start : start + PARTS]
    except duckdb.Error as error:
        raise ConditionError(_first_line(str(error))) from None
    everywhere = {
        measure.name: sum(int(parts[measure.name][2] or 0) for parts in groups.values() if measure.name in parts)
        for measure in question.show
        if measure.kind == "share"
    }
    counted = [
        Counted(
            group,
            tuple(estimate(one, parts.get(one.name, _NOTHING), everywhere.get(one.name, 0)) for one in question.show),
        )
        for group, parts in groups.items()
    ]
    return sorted(counted, key=lambda one: [order_of(value) for value in one.group])


_NOTHING: Final = (0, 0, None, None)


def order_of(value: str | float | None) -> tuple[bool, float, str]:
    """Give a value by which rows can be sorted: unknown last."""
    if isinstance(value, str):
        return False, 0, value
    return value is None, value or 0, ""


def rows_of_hands(
    store: Store, question: Question, level: Level, columns: Sequence[str], condition: str
) -> list[tuple[Any, ...]]:
    """Give columns of the rows that a question is about, in the order of the archive."""
    try:
        rows = _rows(question, level, _finest((_level(store, question), level)), ())
        return store.run(
            f"SELECT {', '.join(columns)} FROM ({rows}) WHERE {condition} ORDER BY {', '.join(_ROWS[level])}"
        )
    except duckdb.Error as error:
        raise ConditionError(_first_line(str(error))) from None


def _query(question: Question, measures: Sequence[Measure], level: Level, finest: Level) -> str:
    by = ", ".join(map(_quoted, question.by))
    rows = _rows(question, level, finest, question.by)
    wanted = ", ".join(part for measure in measures for part in parts_of(measure))
    return f"SELECT {by + ', ' if by else ''}{wanted} FROM ({rows})" + (f" GROUP BY {by}" if by else "")


def _rows(question: Question, level: Level, finest: Level, by: Sequence[str]) -> str:
    """Select rows of one table; where groups or conditions need a finer one, each row once in each group."""
    keys = ", ".join(map(_quoted, dict.fromkeys((*_ROWS[level], *by))))
    each = f"DISTINCT ON ({keys}) " if finest != level else ""
    return f"SELECT {each}* FROM all_{finest} WHERE {_all(question.where)}"


def _all(conditions: Sequence[str]) -> str:
    return " AND ".join(f"(\n{condition}\n)" for condition in conditions) or "true"


def _quoted(column: str) -> str:
    return '"' + column.replace('"', '""') + '"'


def _first_line(message: str) -> str:
    """Keep what a user can use of a message of DuckDB."""
    text = message.split("\n\nLINE")[0].replace("\n", " ").strip()
    return re.sub(r"^[A-Z][A-Za-z ]* Error: ", "", text)


def basis(store: Store, *, valid_only: bool) -> Basis:
    """Count the hands behind an answer."""
    of = {status: (rows, faulty) for status, rows, faulty in store.run(
        "SELECT status, count(*), count(*) FILTER (WHERE errors > 0) FROM hands GROUP BY status"
    )}  # fmt: skip
    judged, part, unread, void = (of.get(status, (0, 0)) for status in ("judged", "part", "unread", "void"))
    left_out = judged[1] + part[1]
    counted = [one[0] - (one[1] if valid_only else 0) for one in (judged, part)]
    ((misdeals,),) = store.run("SELECT count(*) FROM all_hands WHERE misdeal")
    return Basis(counted[0], counted[1], unread[0], void[0], left_out, misdeals)
