"""What a condition of `--where` may be made of: columns, constants, comparisons, and functions that stay small.

A function that is not named here could ask for all the memory there is (`repeat`, `range`), which DuckDB's own
limit does not see, or could know more than the columns. What is named makes little more text than it gets.
"""

from typing import Any, Final

FUNCTIONS: Final = (
    "abs", "ceil", "concat", "contains", "date_part", "day", "dayname", "dayofweek", "ends_with", "floor", "greatest",
    "isodow", "least", "left", "len", "length", "lower", "month", "monthname", "position", "prefix", "quarter",
    "regexp_full_match", "regexp_matches", "right", "round", "sign", "starts_with", "strip_accents", "substr",
    "substring", "suffix", "trim", "trunc", "upper", "week", "weekday", "year",
)  # fmt: skip
"""Functions by name; `x IN (...)`, `CASE`, `coalesce` and `CAST` are no functions."""
_OPERATORS: Final = ("+", "-", "*", "/", "//", "%", "||", "~~", "!~~", "~~*", "!~~*", "~~~", "^@")
"""Arithmetic, texts put together, `LIKE`, `ILIKE` and `GLOB`."""
_CLASSES: Final = (
    "BETWEEN", "CASE", "CAST", "COLLATE", "COLUMN_REF", "COMPARISON", "CONJUNCTION", "CONSTANT", "FUNCTION", "OPERATOR",
    "TYPE",
)  # fmt: skip
_WORDS: Final = {"WINDOW": "a window", "LAMBDA": "a lambda", "PARAMETER": "a parameter", "STAR": "a star"}
_TYPES: Final = (
    "bigint", "bool", "boolean", "date", "decimal", "double", "float", "hugeint", "int", "integer", "numeric", "real",
    "smallint", "string", "text", "timestamp", "tinyint", "varchar",
)  # fmt: skip


def why_not(part: dict[str, Any]) -> str:
    """Say why a part of a parsed condition, of DuckDB's tree, cannot be in one; nothing if it can."""
    kind, name = part.get("class"), str(part.get("function_name"))
    if kind == "SUBQUERY":
        return "a condition cannot hold a query; `convert` makes tables for SQL of your own"
    if kind is not None and kind not in _CLASSES:
        return f"a condition cannot hold {_WORDS.get(kind, kind)}"
    if kind == "FUNCTION" and name not in (_OPERATORS if part.get("is_operator") else FUNCTIONS):
        return f"a condition cannot use {name}; besides operators there are {', '.join(FUNCTIONS)}"
    made = part.get("type_name") or (part.get("cast_type") or {}).get("id")  # the second until DuckDB 1.5
    if kind in ("CAST", "TYPE") and made and made.casefold() not in _TYPES:
        return f"a condition cannot make a {made}; there are {', '.join(_TYPES)}"
    return ""
