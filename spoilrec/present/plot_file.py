"""Pictures as PNG or SVG, by matplotlib; the same chart gives the same file."""

import math
import warnings
from typing import IO, Any, Final

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from spoilrec.archive.counts.curves import Chart, Series
from spoilrec.present.visible import visible

FORMATS: Final = ("png", "svg")
_SETTINGS: Final[Any] = {
    "text.parse_math": False,
    "text.usetex": False,
    "svg.hashsalt": "spoilrec",
    "svg.fonttype": "path",
}


def write(chart: Chart, form: str, file: IO[bytes]) -> None:
    """Draw a chart into a file that is open; names are shown as they are, never read as formulas."""
    with matplotlib.rc_context(_SETTINGS), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # letters that the font lacks are no trouble of the user's
        figure = Figure(figsize=(9, 5.5), layout="constrained")
        axes = figure.subplots()
        axes.set_title(visible(chart.title), fontsize=10)
        axes.set_xlabel(visible(chart.x))
        axes.set_ylabel(visible(chart.y))
        drawn = [_draw(axes, chart, series) for series in chart.series]
        if chart.named():
            axes.legend(drawn, [" " + visible(series.name) for series in chart.series], fontsize=8)
        figure.savefig(file, format=form, metadata={"Date": None} if form == "svg" else {"Software": None})


def _draw(axes: Axes, chart: Chart, series: Series) -> Any:
    match chart.form:
        case "bars":
            return axes.bar([float(x) for x in series.xs], series.ys)
        case "intervals":
            places = range(len(series.ys))
            below = [y - low for y, low in zip(series.ys, series.low, strict=True)]
            above = [high - y for y, high in zip(series.ys, series.high, strict=True)]
            axes.set_xticks(list(places), [visible(str(x)) for x in series.xs], rotation=45, ha="right")
            return axes.errorbar(list(places), series.ys, yerr=[below, above], fmt="o", capsize=3)
        case _:
            broken = any(map(math.isnan, series.ys))  # then a point may stand alone, which no line shows
            (line,) = axes.plot([float(x) for x in series.xs], series.ys, marker="." if broken else "", markersize=3)
            return line
