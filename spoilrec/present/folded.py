"""A table of numbers with something said beside each, for a terminal of any width.

Where it is too wide it is cut into bands of columns, each with the columns that name the rows; where even
one column does not fit beside those, or there is but one row, each row becomes a block of lines. Nothing is left out.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from wcwidth import wcswidth, wcwidth

from spoilrec.present.visible import visible

_BETWEEN: Final = 2
_LEAST: Final = 8
"""What is beside a label is not squeezed into less."""


class Cell(NamedTuple):
    """A value, and what is said beside it: how sure it is, how much is not known."""

    value: str
    beside: str = ""


class Column(NamedTuple):
    """A column: its header and its cells; those that name the rows are text, the others numbers."""

    head: str
    cells: Sequence[Cell]
    is_text: bool = False


def folded(columns: Sequence[Column], width: int = 0) -> str:
    """Lay columns out within `width` places, 0 for any width; those of text stand first."""
    shown = [_shown(column) for column in columns]
    laid = [_laid(column) for column in shown]
    if not width or _room(laid) <= width:
        return "\n".join(_side_by_side(laid))
    names = sum(column.is_text for column in shown)
    bands = list(_bands(laid[:names], laid[names:], width)) if len(shown[0].cells) > 1 else []
    return "\n\n".join("\n".join(lines) for lines in (bands or _blocks(shown, width)))


def places(text: str) -> int:
    """Count the places that a text takes in a terminal: marks none, signs of the East and emoji two."""
    return len(text) if text.isascii() else max(wcswidth(text), 0)


def broken(text: str, room: int) -> list[str]:
    """Break a text into lines of so many places, between words where that is possible."""
    lines = [""]
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if places(joined) <= room:
            lines[-1] = joined
            continue
        first, *others = _cut(word, room)
        lines = [*lines, first, *others] if lines[-1] else [first, *others]
    return lines


def _cut(word: str, room: int) -> list[str]:
    parts = [""]
    for char in word:
        if parts[-1] and wcwidth(char) > 0 and places(parts[-1] + char) > room:
            parts.append("")
        parts[-1] += char
    return parts


def _shown(column: Column) -> Column:
    cells = [Cell(visible(cell.value), visible(cell.beside)) for cell in column.cells]
    return Column(visible(column.head), cells, column.is_text)


def _laid(column: Column) -> list[str]:
    """Give the lines of a column, all of one width: numbers end at one place, what is beside them begins at one."""
    values = max((places(cell.value) for cell in column.cells), default=0)
    lines = []
    for cell in column.cells:
        space = " " * (values - places(cell.value))
        value = cell.value + space if column.is_text else space + cell.value
        lines.append(f"{value} {cell.beside}".rstrip() if cell.beside else value)
    wide = max(map(places, (column.head, *lines)))
    leaning = not column.is_text and not any(cell.beside for cell in column.cells)
    return [_padded(line, wide, leaning=leaning) for line in (column.head, *lines)]


def _padded(text: str, wide: int, *, leaning: bool) -> str:
    space = " " * (wide - places(text))
    return space + text if leaning else text + space


def _room(laid: Sequence[Sequence[str]]) -> int:
    return sum(places(lines[0]) for lines in laid) + _BETWEEN * (len(laid) - 1)


def _side_by_side(laid: Sequence[Sequence[str]]) -> list[str]:
    return [(" " * _BETWEEN).join(row).rstrip() for row in zip(*laid, strict=True)]


def _bands(names: Sequence[list[str]], rest: Sequence[list[str]], width: int) -> Iterator[list[str]]:
    """Give as many columns side by side as fit; nothing where one alone does not."""
    if any(_room([*names, column]) > width for column in rest):
        return
    band: list[list[str]] = []
    for column in rest:
        if band and _room([*names, *band, column]) > width:
            yield _side_by_side([*names, *band])
            band = []
        band.append(column)
    yield _side_by_side([*names, *band])


def _blocks(columns: Sequence[Column], width: int) -> Iterator[list[str]]:
    """Give each row as lines of header, value and what is beside it."""
    labels = min(max(places(column.head) for column in columns), width - _BETWEEN - _LEAST)
    for nth in range(len(columns[0].cells)):
        values = max((places(column.cells[nth].value) for column in columns if not column.is_text), default=0)
        lines: list[str] = []
        for column in columns:
            texts = _beside(column.cells[nth], 0 if column.is_text else values, width - labels - _BETWEEN)
            pairs = zip_longest(broken(column.head, labels), texts, fillvalue="")
            lines += [f"{_padded(one, labels, leaning=False)}{' ' * _BETWEEN}{text}".rstrip() for one, text in pairs]
        yield lines


def _beside(cell: Cell, values: int, room: int) -> list[str]:
    """Write a value and what is beside it, which stands in a column of its own where there is room for one."""
    first = " " * (values - places(cell.value)) + cell.value
    found = [first] if places(first) <= room else broken(cell.value, room)
    indent = values + 1
    if not cell.beside or not values or indent + _LEAST > room:
        return [*found, *(broken(cell.beside, room) if cell.beside else [])]
    behind, *others = broken(cell.beside, room - indent)
    return [f"{found[0]} {behind}", *(" " * indent + line for line in others)]
