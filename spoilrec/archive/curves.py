"""What `--plot` draws, as numbers: chips over time, the pool, a rate with its interval, how big pools were."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from spoilrec.archive.counting import Counted, CountingError, Question, rows_of_hands
from spoilrec.archive.measures import Measure
from spoilrec.archive.store import Store

KINDS: Final = ("net", "pool", "rate", "pools")
ONE_BY_ONE: Final = ("hand_id", "player", "net", "pool", "spoilt", "goal")
"""The columns that are looked at hand by hand."""
MOST_PLAYERS: Final = 8
MOST_POINTS: Final = 2000
"""Longer lines are thinned out; the last point stays."""


class Series(NamedTuple):
    """One line, or one row of bars: a name and points; `low` and `high` only where there is an interval."""

    name: str
    xs: Sequence[float | str]
    ys: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


class Chart(NamedTuple):
    """A picture: how it is drawn, its words, what is in it."""

    form: Literal["lines", "bars", "intervals"]
    title: str
    x: str
    y: str
    series: tuple[Series, ...]


def kind_of(view: str, show: Sequence[Measure]) -> str:
    """Give the picture that goes with a view."""
    named = {"players": "net", "pools": "pools", "sessions": "pool"}.get(view)
    return named or ("rate" if any(measure.kind == "rate" for measure in show) else "net")


def chart_of(kind: str, store: Store, question: Question, rows: Sequence[Counted]) -> Chart:
    """Make a picture; `rows` are those of the table."""
    match kind:
        case "net":
            return _net(store, question)
        case "pool":
            return _pool(store, question)
        case "pools":
            return _pools(store, question)
        case _:
            return _rate(question, rows)


def _net(store: Store, question: Question) -> Chart:
    chips: dict[str, list[tuple[int, int]]] = {}
    for hand, player, net in rows_of_hands(store, question, "seats", ("hand_id", "player", "net"), "net IS NOT NULL"):
        line = chips.setdefault(player if player is not None else "unknown", [])
        line.append((hand, (line[-1][1] if line else 0) + net))
    names = sorted(chips, key=lambda name: (-len(chips[name]), name))[:MOST_PLAYERS]
    series = tuple(_line(name, chips[name]) for name in names)
    return Chart("lines", "Chips of each player over time", "hand", "net", series)


def _pool(store: Store, question: Question) -> Chart:
    found = rows_of_hands(store, question, "hands", ("hand_id", "pool"), "pool IS NOT NULL")
    return Chart("lines", "What there was to win", "hand", "pool", (_line("pool", found),) if found else ())


def _pools(store: Store, question: Question) -> Chart:
    found = rows_of_hands(store, question, "hands", ("pool",), "pool IS NOT NULL AND NOT spoilt")
    bars = dict(sorted(Counter(size for (size,) in found).items()))
    series = (Series("pools", tuple(bars), tuple(bars.values())),) if bars else ()
    return Chart("bars", "Pools that were won", "size", "pools", series)


def _rate(question: Question, rows: Sequence[Counted]) -> Chart:
    place = next((nth for nth, measure in enumerate(question.show) if measure.kind == "rate"), None)
    if place is None:
        raise CountingError("no rate is shown that could be drawn")
    measure = question.show[place]
    known = [(row.group, row.estimates[place]) for row in rows if row.estimates[place].value is not None]
    names = tuple(" ".join("unknown" if part is None else str(part) for part in group) or "all" for group, _ in known)
    values = [(one.value or 0, one.low or 0, one.high or 0) for _, one in known]
    columns = [tuple(column) for column in zip(*values, strict=True)] or [(), (), ()]
    series = (Series(measure.title, names, *columns),) if known else ()
    return Chart(
        "intervals", f"{measure.title.capitalize()}, with 95 % intervals", ", ".join(question.by), measure.title, series
    )


def _line(name: str, points: Sequence[tuple[int, int]]) -> Series:
    step = -(-len(points) // MOST_POINTS)
    thinned = [*points[::step], *([points[-1]] if (len(points) - 1) % step else [])]
    return Series(name, [x for x, _ in thinned], [y for _, y in thinned])
