"""Conditions of `--where`: one condition on the columns each, and nothing else."""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from spoilrec.archive.counts.allowed import why_not
from spoilrec.archive.tables.store import Store

_LONGEST: Final = 10_000
"""So many letters a condition may have."""
_LONGEST_MESSAGE: Final = 200


class CountingError(Exception):
    """What was asked for cannot be counted; the text says why."""


class ConditionError(CountingError):
    """A condition is at fault."""


def names_in(store: Store, condition: str) -> Iterator[str]:
    """Give the names in a condition; refuse what is not one on the columns: more clauses, queries within."""
    if not condition.strip():
        raise ConditionError("it is empty")
    if len(condition) > _LONGEST or not _is_text(condition):
        raise ConditionError(f"it must be text of at most {_LONGEST} letters")
    for around in _AROUND:  # what closes one of them to go on behind it is no condition in the other
        tree, plain = (_tree(store, around.format(text)) for text in (condition, "true"))
        where, _ = tree.pop("where_clause", None), plain.pop("where_clause", None)
        if tree != plain:
            raise ConditionError("it must be one condition on the columns, and nothing else")
        for part in _parts(where):
            if reason := why_not(part):
                raise ConditionError(reason)
            if part.get("class") == "COLUMN_REF":
                yield from (name.casefold() for name in part["column_names"])


_AROUND: Final = ("SELECT 1 FROM t WHERE (\n{}\n)", "SELECT 1 FROM t WHERE CASE WHEN\n{}\nTHEN 1 END")


def _is_text(condition: str) -> bool:
    """Whether it has no bytes that are no text, as words of a command line may."""
    return not any("\ud800" <= char <= "\udfff" for char in condition)


def _tree(store: Store, sql: str) -> dict[str, Any]:
    ((text,),) = store.run("SELECT json_serialize_sql(?)", (sql,))
    parsed = msgspec.json.decode(text)
    if parsed["error"] or len(parsed["statements"]) != 1:
        message = first_line(parsed.get("error_message") or "it must be one condition")
        raise ConditionError("it nests too deep" if message.startswith("Max expression depth") else message)
    node: dict[str, Any] = parsed["statements"][0]["node"]
    return {key: value for key, value in node.items() if not key.startswith("query_location")}


def _parts(tree: Any) -> Iterator[dict[str, Any]]:
    left = [tree]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            yield one
            left += one.values()
        elif isinstance(one, list):
            left += one


def first_line(message: str) -> str:
    """Keep what a user can use of a message of DuckDB."""
    text = message.split("\n\nLINE")[0].replace("\n", " ").strip()
    text = re.sub(r"^[A-Z][A-Za-z ]* Error: ", "", text)
    return text if len(text) <= _LONGEST_MESSAGE else text[:_LONGEST_MESSAGE] + " ..."
