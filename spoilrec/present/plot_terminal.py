"""Pictures in a terminal, by plotext."""

import re
from collections.abc import Sequence
from typing import Final

import plotext

from spoilrec.archive.curves import Chart, Series
from spoilrec.present.terminal import Look
from spoilrec.present.visible import visible

_HEIGHT: Final = 20
_WIDTH: Final = 80
_MARKS: Final = "ox+*#%@&"
_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
_LONGEST: Final = 14
_TICKS: Final = 4


def draw(chart: Chart, look: Look) -> str:
    """Draw a chart as text; without colour each line has a mark of its own."""
    if not chart.series:
        return f"{visible(chart.title)}: there is nothing to draw.\n"
    figure = plotext.figure
    figure.clear()
    figure.plot_size(look.width or _WIDTH, _HEIGHT)
    figure.theme("simple" if look.colour else "colorless")
    figure.canvas("default")
    figure.title(visible(chart.title))
    figure.label(visible(chart.x))
    for nth, series in enumerate(chart.series):
        figure.draw(_signal(chart, series, None if look.colour else _MARKS[nth % len(_MARKS)]))
    if chart.form == "intervals":
        names = [_short(visible(str(name))) for name in chart.series[0].xs]
        figure.ruler("x").ticks(list(range(1, len(names) + 1)), names)
    elif chart.form == "lines":
        ticks = _ticks([float(x) for series in chart.series for x in (series.xs[0], series.xs[-1])])
        figure.ruler("x").ticks(ticks, [str(tick) for tick in ticks])
    if chart.form != "intervals":
        ticks = _ticks([0, *(y for series in chart.series for y in series.ys)])
        figure.ruler("y").ticks(ticks, [str(tick) for tick in ticks])
    text = str(figure.build())
    figure.clear()
    return (text if look.colour else "\n".join(line.rstrip() for line in _COLOURS.sub("", text).split("\n"))) + "\n"


def _signal(chart: Chart, series: Series, mark: str | None) -> object:
    figure, ys = plotext.figure, list(series.ys)
    match chart.form:
        case "bars":
            return figure.bar([str(x) for x in series.xs], ys)
        case "intervals":
            places = list(range(1, len(ys) + 1))
            middles = [(low + high) / 2 for low, high in zip(series.low, series.high, strict=True)]
            heights = [high - low for low, high in zip(series.low, series.high, strict=True)]
            return figure.error(places, middles, heights)
        case _:
            signal = figure.signal(list(series.xs), ys, **({"marker": mark} if mark else {}))
            signal.lines()
            if len(chart.series) > 1:
                signal.label(f"{mark} {_short(visible(series.name))}" if mark else _short(visible(series.name)))
            return signal


def _ticks(ends: Sequence[float]) -> list[int]:
    """Give whole numbers from the least to the greatest, at equal distances."""
    low, high = min(ends), max(ends)
    return sorted({round(low + (high - low) * nth / _TICKS) for nth in range(_TICKS + 1)})


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 3] + "..."
