"""What a measure, a view or a column of `tabulate` is, in words, with its limits."""

from typing import Final

from spoilrec.archive.counts.measures import Kind, Measure
from spoilrec.archive.counts.views import OF_PAIRS, VIEWS, View
from spoilrec.archive.tables.declared import TABLES
from spoilrec.archive.tables.wanted import Level

_ROWS: Final[dict[Level, str]] = {
    "hands": "hands",
    "seats": "players' hands, one for each player and hand",
    "plays": "cards played",
    "pairs": "pairs of players, one for each two at the table and hand, either way around",
}
_NORMAL: Final = (
    "with a normal 95 % interval, which is rough below some thirty of them; hands are taken as independent, and those "
    "of one evening are not quite"
)
_KINDS: Final[dict[Kind, str]] = {
    "rows": "A plain count of {rows}.",
    "total": "A total over {rows}; those of which it is not known are counted beside it, so it may be too low.",
    "sum": "A sum over {rows}; in JSON and CSV {normal}. Those of which it is not known are in no sum.",
    "mean": "A mean of {rows}, {normal}. Those of which it is not known are in no mean.",
    "rate": "A rate of {rows}, with Wilson's 95 % interval and their number; those of which it is not known are in no "
    "rate, and are counted beside it. Hands are taken as independent.",
    "share": "A share in all {rows} of the whole table, each counted once, with Wilson's 95 % interval. Of groups that "
    "have some in common the shares come to more than 100 %.",
    "least": "The least of {rows} of which it is known; it has no interval, and more hands make it smaller.",
    "median": "The median of {rows} of which it is known; it has no interval.",
    "most": "The most of {rows} of which it is known; it has no interval, and more hands make it greater.",
}


def about_measure(measure: Measure) -> list[str]:
    """Say what a measure is, line by line: its meaning, what it is taken of, how sure it is, where it is shown."""
    kind = _KINDS[measure.kind].format(rows=_ROWS[measure.level], normal=_NORMAL)
    of = (
        f'Only where {measure.of}; what is taken is "{measure.value}".'
        if measure.value
        else f"Only where {measure.of}."
    )
    per = (
        f"It is taken of the number of those where {measure.per}. What others have is in the sum, and in its interval, "
        "which is that of a ratio."
    )
    views = [view.name for view in VIEWS if measure.name in view.show]
    shown = f" Views: {', '.join(views)}." if views else ""
    return [
        f"{measure.name} (a measure; its column is headed `{measure.title}`): {measure.meaning}",
        kind,
        *([of] if measure.of else []),
        *([per] if measure.per else []),
        f"`spoilrec tabulate PATH... --show {measure.name}`.{shown}",
    ]


def about_view(view: View) -> list[str]:
    """Say what a view is, line by line."""
    where = f" Only where {view.where}." if view.where else ""
    once = (
        f" Each two stand once (where {view.once}), unless it is cut by other columns or a condition is on one of them."
    )
    return [
        f"{view.name} (a view): {view.meaning}{where}{once if view.once else ''}",
        f"By {', '.join(view.by)}; shows {', '.join(view.show)}.",
        f"`spoilrec tabulate {view.name} PATH...`",
    ]


COLUMNS: Final[tuple[str, ...]] = tuple(
    dict.fromkeys((*(one.name for table in TABLES for one in table.columns), *OF_PAIRS))
)


def about_column(name: str) -> list[str]:
    """Say what a column is that can be grouped by and asked for, line by line: in each table that has it, once."""
    tables: dict[str, list[str]] = {}
    for table in TABLES:
        for one in table.columns:
            if one.name == name:
                tables.setdefault(one.meaning, []).append(table.name)
    if name in OF_PAIRS:
        tables[OF_PAIRS[name]] = ["pairs"]
    return [f"{name} (a column of {' and '.join(where)}): {meaning}" for meaning, where in tables.items()]
