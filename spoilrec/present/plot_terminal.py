"""Pictures in a terminal, by plotext."""

import math
import re
from collections.abc import Iterator, Sequence
from typing import Final

import plotext

from spoilrec.archive.counts.curves import Chart, Series
from spoilrec.present.folded import broken
from spoilrec.present.terminal import Look
from spoilrec.present.visible import visible

_HEIGHT: Final = 20
_WIDTH: Final = 80
_MARKS: Final = "ox+*#%@&"
_PAINTS: Final = (12, 10, 9, 14, 13, 11, 8, 7)
"""Of the 256 colours of a terminal."""
_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
_LONGEST: Final = 14
_TICKS: Final = 4


def draw(chart: Chart, look: Look) -> str:
    """Draw a chart as text, the names of lines below it; without colour each line has a mark of its own."""
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
        for signal in _signals(chart, series, nth, look):
            figure.draw(signal)
    if chart.form == "intervals":
        names = [_short(visible(str(name))) for name in chart.series[0].xs]
        figure.ruler("x").ticks(list(range(1, len(names) + 1)), names)
    elif chart.form == "lines":
        ticks = _ticks([float(x) for series in chart.series for x in (series.xs[0], series.xs[-1])])
        figure.ruler("x").ticks(ticks, [str(tick) for tick in ticks])
    if chart.form != "intervals":
        ticks = _ticks([0, *(y for series in chart.series for y in series.ys if not math.isnan(y))])
        figure.ruler("y").ticks(ticks, [str(tick) for tick in ticks])
    text = str(figure.build())
    figure.clear()
    text = text if look.colour else "\n".join(line.rstrip() for line in _COLOURS.sub("", text).split("\n"))
    return "\n".join([text, *(_names(chart, look) if chart.named() else [])]) + "\n"


def _signals(chart: Chart, series: Series, nth: int, look: Look) -> Iterator[object]:
    figure, ys = plotext.figure, list(series.ys)
    match chart.form:
        case "bars":
            yield figure.bar([str(x) for x in series.xs], ys)
        case "intervals":
            at = list(range(1, len(ys) + 1))
            middles = [(low + high) / 2 for low, high in zip(series.low, series.high, strict=True)]
            heights = [high - low for low, high in zip(series.low, series.high, strict=True)]
            yield figure.error(at, middles, heights)
        case _:
            place = nth % len(_MARKS)
            mark = plotext.marker(pixel=_PAINTS[place]) if look.colour else _MARKS[place]
            for xs, piece in _pieces(series):
                signal = figure.signal(xs, piece, marker=mark)
                signal.lines()
                yield signal


def _pieces(series: Series) -> Iterator[tuple[list[float | str], list[float]]]:
    """Cut a line where it is broken: plotext knows no points that are none."""
    ends = [nth for nth, y in enumerate(series.ys) if math.isnan(y)]
    for start, end in zip([0, *(end + 1 for end in ends)], [*ends, len(series.ys)], strict=True):
        yield list(series.xs[start:end]), list(series.ys[start:end])


def _names(chart: Chart, look: Look) -> Iterator[str]:
    """Give the mark and the name of each line."""
    for nth, series in enumerate(chart.series):
        place = nth % len(_MARKS)
        mark = look.paint("━━", f"38;5;{_PAINTS[place]}") if look.colour else _MARKS[place] * 2
        name = visible(series.name)
        yield f"{mark} " + "\n   ".join(broken(name, look.width - 3) if look.width else [name])


def _ticks(ends: Sequence[float]) -> list[int]:
    """Give whole numbers from the least to the greatest, at equal distances."""
    low, high = min(ends), max(ends)
    return sorted({round(low + (high - low) * nth / _TICKS) for nth in range(_TICKS + 1)})


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else name[: _LONGEST - 3] + "..."
