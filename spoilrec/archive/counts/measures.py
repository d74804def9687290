"""What can be counted: a measure is a row of `views.MEASURES`; here is what it comes to.

Everything is summed in whole numbers, so that the order of the rows does not matter. What is not known is
counted apart: never as no, never as 0.
"""

import math
from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec

from spoilrec.archive.tables.wanted import Level

Kind = Literal["rows", "total", "sum", "mean", "rate", "share", "least", "median", "most"]
Interval = Literal["wilson", "normal"]
_Z: Final = 1.959963984540054
"""The normal quantile of 97.5 %."""

PARTS: Final = 5
"""So many columns of a query make an estimate."""


class Measure(NamedTuple):
    """One measure.

    `level` is the table of whose rows `value` (SQL) is taken, `of` (SQL) the rows that matter. `rows` counts them;
    `total` and `sum` add values up, `sum` with an interval; `rate` is how often a condition holds, `share` the part
    of all rows in which it holds, each of these counted once. A `sum` and a `mean` with `per` (SQL) are taken per
    row in which that holds too: what others have is added to the sum alone. Values are divided by `scale`.
    """

    name: str
    title: str
    level: Level
    kind: Kind
    value: str
    of: str
    meaning: str
    scale: int = 1
    per: str = ""


class Estimate(msgspec.Struct, frozen=True):
    """What a measure came to in one group; `None` where nothing is known.

    `n` rows are known, `unknown` more are not. `low` and `high` are a 95 % interval, `interval` how it was made.
    """

    value: int | float | None
    n: int
    unknown: int
    low: float | None = None
    high: float | None = None
    interval: Interval | None = None


def parts_of(measure: Measure, alike: str = "") -> tuple[str, ...]:
    """Give the SQL aggregates that make an estimate: the number known, that of the rows, three more by kind.

    `alike` is the column that says how many rows are put together in each; no median can be taken of such.
    """
    value = f"({measure.value})" if measure.value else "1"
    whole, times = f"CAST({value} AS HUGEINT)", f" * {alike}" if alike else ""
    of, per = _where(measure.of), _where(measure.of, measure.per)
    known, rows = f"count({value}) {per}", f"count(*) {per}"
    if alike:
        both = _where(f"{value} IS NOT NULL", measure.of, measure.per)
        known, rows = f"coalesce(sum({alike}) {both}, 0)", f"coalesce(sum({alike}) {per}, 0)"
    match measure.kind:
        case "least":
            return known, rows, f"min({value}) {of}", "NULL", "NULL"
        case "most":
            return known, rows, f"max({value}) {of}", "NULL", "NULL"
        case "median":
            return known, rows, f"median({value}) {of}", "NULL", "NULL"
        case _:
            within = f"sum({whole}{times}) {per}" if measure.per else "NULL"
            return known, rows, f"sum({whole}{times}) {of}", f"sum({whole} * {whole}{times}) {of}", within


def _where(*conditions: str) -> str:
    given = " AND ".join(f"({condition})" for condition in conditions if condition)
    return f"FILTER (WHERE {given})" if given else ""


def estimate(measure: Measure, parts: Sequence[Any], everywhere: int = 0) -> Estimate:
    """Make an estimate of what the aggregates gave; `everywhere` is the number that a share is a part of."""
    known, rows, first, second, within = parts
    unknown = rows - known
    match measure.kind:
        case "rows":
            return Estimate(rows, rows, 0)
        case "total":
            return Estimate(None if known == 0 and unknown else int(first or 0), known, unknown)
        case "rate":
            return _rate(int(first or 0), known, unknown)
        case "share":
            return _rate(int(first or 0), everywhere, unknown)
        case "sum" | "mean":
            sums = _Sums(int(first or 0), int(second or 0), int((within if measure.per else first) or 0))
            return Estimate(None, 0, unknown) if first is None else _mean(measure, sums, known, unknown)
        case _:
            return Estimate(None if first is None else _plain(first), known, unknown)


def _plain(number: float) -> int | float:
    return int(number) if float(number).is_integer() else float(number)


def _rate(hits: int, n: int, unknown: int) -> Estimate:
    if n == 0:
        return Estimate(None, 0, unknown)
    low, high = wilson(hits, n)
    return Estimate(hits / n, n, unknown, low, high, "wilson")


class _Sums(NamedTuple):
    """Sums of values and of their squares; `within` is the part of the sum that is of the rows counted."""

    total: int
    squares: int
    within: int


def _mean(measure: Measure, sums: _Sums, n: int, unknown: int) -> Estimate:
    factor = n if measure.kind == "sum" else 1
    value = sums.total / measure.scale if measure.scale > 1 else sums.total
    if measure.kind == "mean":
        if n == 0:
            return Estimate(None, 0, unknown)
        value /= n
    if n < 2:
        return Estimate(value, n, unknown)
    half = half_width(sums.total, sums.squares, n, sums.within) * factor / measure.scale
    return Estimate(value, n, unknown, value - half, value + half, "normal")


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Give the 95 % score interval of a rate (Wilson 1927): `n` is above 0.

    >>> tuple(round(bound, 4) for bound in wilson(1, 10))
    (0.0179, 0.4042)
    """
    rate, square = hits / n, _Z * _Z
    middle = (rate + square / (2 * n)) / (1 + square / n)
    half = _Z * math.sqrt(rate * (1 - rate) / n + square / (4 * n * n)) / (1 + square / n)
    return max(0.0, middle - half) if hits else 0.0, min(1.0, middle + half) if hits < n else 1.0


def half_width(total: int, squares: int, n: int, within: int | None = None) -> float:
    """Give half the normal 95 % interval of a mean, from the sums of the values and of their squares; `n` above 1.

    Where values beside the `n` are in both sums, `within` is the sum of the `n` alone. Then it is the interval of a
    ratio: the squares are those of what each of the `n` has beyond the mean, and of what is beside them as it is.

    >>> round(half_width(-2, 2, 2), 2), round(half_width(-3, 3, 2, within=-2), 2)
    (0.0, 1.7)
    """
    within = total if within is None else within
    spread = (n * squares - total * (2 * within - total)) / (n * (n - 1))
    return _Z * math.sqrt(spread / n)
