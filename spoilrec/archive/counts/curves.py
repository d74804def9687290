"""What `--plot` draws, as numbers: chips over time, the pool, a rate with its interval, how big pools were."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from spoilrec.archive.counts.conditions import CountingError
from spoilrec.archive.counts.counting import Counted, Question, Value, rows_of_hands
from spoilrec.archive.counts.measures import Measure
from spoilrec.archive.tables.store import Store

KINDS: Final = ("net", "pool", "rate", "pools")
ONE_BY_ONE: Final = ("hand_id", "file", "session", "player", "net", "pool", "spoilt", "goal")
"""The columns that are looked at hand by hand."""
MOST_PLAYERS: Final = 8
MOST_POINTS: Final = 2000
"""Longer lines are thinned out; the last point stays."""


class Series(NamedTuple):
    """One line, or one row of bars: a name and points; `low` and `high` only where there is an interval.

    A line is broken where `ys` is not a number.
    """

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

    def named(self) -> bool:
        """Whether its lines need their names."""
        return self.form == "lines" and [series.name for series in self.series] != [self.y]


Groups = Collection[tuple[Value, ...]] | None


def kind_of(view: str, show: Sequence[Measure]) -> str:
    """Give the picture that goes with a view."""
    named = {"players": "net", "pools": "pools", "sessions": "pool"}.get(view)
    return named or ("rate" if any(measure.kind == "rate" for measure in show) else "net")


def chart_of(kind: str, store: Store, question: Question, rows: Sequence[Counted], *, cut: bool = False) -> Chart:
    """Make a picture; `rows` are those of the table, `cut` says that there are more groups, which are not drawn."""
    shown = frozenset(row.group for row in rows) if cut else None
    match kind:
        case "net":
            return _net(store, question, rows, shown)
        case "pool":
            return _pool(store, question, shown)
        case "pools":
            return _pools(store, question, shown)
        case _:
            return _rate(question, rows)


def _net(store: Store, question: Question, rows: Sequence[Counted], shown: Groups) -> Chart:
    """Draw the players in the order of the table, if it is one of players, else those first who played most."""
    chips: dict[Value, list[tuple[int, int]]] = {}
    columns = ("hand_id", "player", "net")
    for hand, player, net in rows_of_hands(store, question, "seats", columns, "net IS NOT NULL", shown):
        line = chips.setdefault(player, [])
        line.append((hand, (line[-1][1] if line else 0) + net))
    players: Iterable[Value] = sorted(chips, key=lambda player: (-len(chips[player]), str(player)))
    if "player" in question.by:
        place = question.by.index("player")
        players = dict.fromkeys(row.group[place] for row in rows)
    drawn = [player for player in players if player in chips][:MOST_PLAYERS]
    whose = "each player" if len(drawn) == len(chips) else f"{len(drawn)} of {len(chips)} players"
    series = tuple(_line("unknown" if player is None else str(player), [chips[player]]) for player in drawn)
    return Chart("lines", f"Chips of {whose} over time", "hand", "net", series)


def _pool(store: Store, question: Question, shown: Groups) -> Chart:
    """Draw the pool: one line as long as it lies on one table; a misdeal leaves it there."""
    pieces: list[list[tuple[int, int]]] = []
    table: tuple[str, int] | None = None
    columns = ("hand_id", "file", "session", "pool")
    for hand, file, session, pool in rows_of_hands(store, question, "hands", columns, "NOT misdeal", shown):
        if pool is None:
            table = None
        elif table == (file, session):
            pieces[-1].append((hand, pool))
        else:
            pieces.append([(hand, pool)])
            table = (file, session)
    return Chart("lines", "What there was to win", "hand", "pool", (_line("pool", pieces),) if pieces else ())


def _pools(store: Store, question: Question, shown: Groups) -> Chart:
    found = rows_of_hands(store, question, "hands", ("pool",), "pool IS NOT NULL AND NOT spoilt", shown)
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


def _line(name: str, pieces: Sequence[Sequence[tuple[int, int]]]) -> Series:
    """Draw pieces of a line, thinned out together; between two of them stands a point that is none."""
    points = [(x, y, nth) for nth, piece in enumerate(pieces) for x, y in piece]
    step = -(-len(points) // MOST_POINTS)
    thinned = [*points[::step], *([points[-1]] if (len(points) - 1) % step else [])]
    drawn: list[tuple[float, float]] = [thinned[0][:2]]
    for (before, _, piece), (x, y, other) in pairwise(thinned):
        drawn += [((before + x) / 2, math.nan), (x, y)] if piece != other else [(x, y)]
    return Series(name, [x for x, _ in drawn], [y for _, y in drawn])
