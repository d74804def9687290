"""What `tabulate` counted, as text, Markdown, CSV and JSON: every cell knows how sure it is."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Final

from spoilrec.archive.counts.counting import Basis, Counted, Value
from spoilrec.archive.counts.measures import Estimate, Measure
from spoilrec.archive.tables.export import FORMULA
from spoilrec.present.folded import Cell, Column, broken, folded
from spoilrec.present.outputs import BasisOut, CountedOut, EstimateOut, MeasureOut, TabulateOut
from spoilrec.present.tables import markdown_table
from spoilrec.present.terminal import Look
from spoilrec.present.visible import json_text, markdown, visible

_FINE: Final = 1000
"""From so many on a rate is shown with a decimal."""
_FORMULA: Final = re.compile(FORMULA)


class Answer:
    """The rows to be shown, and what they are; what is `spare` shows a reader no column without anything counted."""

    def __init__(
        self,
        title: str,
        by: Sequence[str],
        show: Sequence[Measure],
        rows: Sequence[Counted],
        notes: Sequence[str],
        *,
        spare: bool = False,
    ) -> None:
        self.title, self.by, self.show, self.rows, self.notes = title, by, show, rows, notes
        self._full = [nth for nth in range(len(show)) if not (spare and rows and self._is_empty(nth))]

    def _is_empty(self, nth: int) -> bool:
        return all(
            one.n == 0 and one.unknown == 0 and not one.value for one in (row.estimates[nth] for row in self.rows)
        )

    def columns(self) -> list[Column]:
        """Give the columns for a reader."""
        named = [
            Column(name.replace("_", " "), [Cell(shown_value(row.group[nth])) for row in self.rows], is_text=True)
            for nth, name in enumerate(self.by)
        ]
        counted = [
            Column(self.show[nth].title, [cell(self.show[nth], row.estimates[nth]) for row in self.rows])
            for nth in self._full
        ]
        return [*named, *counted]

    def told(self) -> list[str]:
        """Give the notes for a reader."""
        missing = [measure.title for nth, measure in enumerate(self.show) if nth not in self._full]
        left_out = [f"No column, as there is nothing to count: {', '.join(missing)}."] if missing else []
        nothing = [] if self.rows else ["There is nothing to count."]
        return [*nothing, *self.notes, *left_out]

    def heads(self) -> list[str]:
        """Give the headers for a reader."""
        return [column.head for column in self.columns()]

    def cells(self) -> list[list[str]]:
        """Give the cells for a reader, row by row."""
        columns = [[f"{one.value} {one.beside}".strip() for one in column.cells] for column in self.columns()]
        return list(map(list, zip(*columns, strict=True)))


def shown_value(value: Value) -> str:
    """Write a value that was grouped by."""
    if value is None:
        return "unknown"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def cell(measure: Measure, found: Estimate) -> Cell:
    """Write an estimate: `23 % (16-32) of 96`, `+0.31 (-0.45 to +1.07)`, `12`; unknown ones are counted behind it."""
    value, beside = _bare(measure, found)
    unknown = f"(+{found.unknown} unknown)" if found.unknown else ""
    return Cell(value, f"{beside} {unknown}".strip())


def _bare(measure: Measure, found: Estimate) -> tuple[str, str]:
    if found.value is None:
        return "-", ""
    if measure.kind in ("rate", "share"):
        digits = 1 if found.n >= _FINE else 0
        low, high = (_number(100 * (bound or 0), digits) for bound in (found.low, found.high))
        return f"{_number(100 * found.value, digits)} %", f"({low}-{high}) of {found.n}"
    sign = "+" if _signed(measure) else ""
    if measure.kind != "mean":
        return (f"{found.value:{sign}}" if isinstance(found.value, int) else _number(found.value, 1, sign)), ""
    fine = 1 if found.n >= _FINE else 0
    factor, digits, unit = (100, fine, " %") if measure.scale > 1 else (1, 2, "")  # what is scaled is made of rates
    around = ""
    if found.low is not None and found.high is not None:
        around = f"({_number(factor * found.low, digits, sign)} to {_number(factor * found.high, digits, sign)})"
    return _number(factor * found.value, digits, sign) + unit, around


def _number(number: float, digits: int, sign: str = "") -> str:
    """Write a number; there is no -0."""
    return f"{round(number, digits) + 0.0:{sign}.{digits}f}"


def _signed(measure: Measure) -> bool:
    """Say whether a number is below 0 as well as above: chips, points, and what is above a part (scaled)."""
    signs = (" - ",) if measure.scale > 1 else ("net", "worth", "won", "points")
    return measure.kind in ("sum", "mean") and any(sign in measure.value for sign in signs)


def as_text(answer: Answer, look: Look) -> str:
    """Write a table for a terminal."""
    title, *notes = ("\n".join(_filled(text, look.width)) for text in (answer.title, *answer.told()))
    table = [folded(answer.columns(), look.room), ""] if answer.rows else []
    return "\n".join([look.paint(title, "1"), "", *table, *notes]) + "\n"


def _filled(text: str, width: int) -> list[str]:
    return broken(visible(text), width) if width else [visible(text)]


def as_markdown(answer: Answer) -> str:
    """Write a Markdown table."""
    table = markdown_table(answer.cells(), answer.heads())
    return "\n".join(
        [f"**{markdown(answer.title)}**", "", table, "", *(markdown(note) + "  " for note in answer.told())]
    )


def defused(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would take for a formula."""
    return "'" + text if _FORMULA.match(text) else text


def as_csv(answer: Answer) -> str:
    """Write CSV: numbers bare, intervals and unknown ones in columns of their own."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*answer.by, *(head for measure in answer.show for head in _flat_heads(measure))])
    for row in answer.rows:
        group = [defused(visible(value)) if isinstance(value, str) else value for value in row.group]
        pairs = zip(answer.show, row.estimates, strict=True)
        writer.writerow([*group, *(value for measure, found in pairs for value in _flat(measure, found))])
    return out.getvalue()


def _flat_heads(measure: Measure) -> list[str]:
    name = measure.name
    if measure.kind == "rows":
        return [name]
    if measure.kind in ("total", "least", "median", "most"):
        return [name, f"{name}_unknown"]
    return [name, f"{name}_low", f"{name}_high", f"{name}_n", f"{name}_unknown"]


def _flat(measure: Measure, found: Estimate) -> list[int | float | None]:
    values = [found.value, found.low, found.high, found.n, found.unknown]
    return [values[nth] for nth in {1: (0,), 2: (0, 4), 5: (0, 1, 2, 3, 4)}[len(_flat_heads(measure))]]


def as_json(answer: Answer, basis: Basis) -> str:
    """Write one JSON object."""
    measures = [MeasureOut(one.name, one.kind, one.meaning) for one in answer.show]
    out = TabulateOut(
        list(answer.by), measures, [_row_out(answer, row) for row in answer.rows], _basis_out(answer, basis)
    )
    return json_text(out) + "\n"


def as_jsonl(answer: Answer, basis: Basis) -> Iterator[str]:
    """Write a JSON object for each row, and the basis as the last one."""
    for row in answer.rows:
        yield json_text(_row_out(answer, row)) + "\n"
    yield json_text({"basis": _basis_out(answer, basis)}) + "\n"


def _row_out(answer: Answer, row: Counted) -> CountedOut:
    found = {
        measure.name: EstimateOut(one.value, one.n, one.unknown, one.low, one.high, one.interval)
        for measure, one in zip(answer.show, row.estimates, strict=True)
    }
    return CountedOut(dict(zip(answer.by, row.group, strict=True)), found)


def _basis_out(answer: Answer, basis: Basis) -> BasisOut:
    return BasisOut(
        basis.judged, basis.part, basis.misdeals, basis.faulty, basis.unread, basis.void, list(answer.notes)
    )
