"""What a measure or a view of `tabulate` is, in words, with its limits."""

from typing import Final

from spoilrec.archive.measures import Kind, Level, Measure
from spoilrec.archive.views import VIEWS, View

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
    "share": "A share of {rows} in the whole table, with Wilson's 95 % interval.",
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
    views = [view.name for view in VIEWS if measure.name in view.show]
    shown = f" Views: {', '.join(views)}." if views else ""
    return [
        f"{measure.name} (a measure; its column is headed `{measure.title}`): {measure.meaning}",
        kind,
        *([of] if measure.of else []),
        f"`spoilrec tabulate PATH... --show {measure.name}`.{shown}",
    ]


def about_view(view: View) -> list[str]:
    """Say what a view is, line by line."""
    where = f" Only where {view.where}." if view.where else ""
    return [
        f"{view.name} (a view): {view.meaning}{where}",
        f"By {', '.join(view.by)}; shows {', '.join(view.show)}.",
        f"`spoilrec tabulate {view.name} PATH...`",
    ]
