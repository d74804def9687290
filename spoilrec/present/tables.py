"""Rows as aligned text or Markdown, by tabulate; cells are shown as they are, never read as numbers."""

import textwrap
from collections.abc import Sequence

from spoilrec.present.visible import markdown, visible

_BETWEEN = 2


def text_table(rows: Sequence[Sequence[str]], headers: Sequence[str] = (), width: int = 0) -> str:
    """Lay rows out in columns between two spaces; where they do not fit into `width` long cells are broken."""
    from tabulate import tabulate  # 0.1 s to import: only where a table is shown

    shown = [[visible(cell) for cell in row] for row in rows]
    heads = [visible(head) for head in headers]
    if width:
        widths = _column_widths([heads, *shown] if heads else shown, width)
        shown = [[_broken(cell, room) for cell, room in zip(row, widths, strict=True)] for row in shown]
        heads = [_broken(head, room) for head, room in zip(heads, widths, strict=bool(heads))]
    return tabulate(shown, headers=heads, tablefmt="plain", disable_numparse=True)


def _column_widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """Take from the widest column until all fit, but never break a word."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    least = [max(len(word) for cell in column for word in cell.split() or [""]) for column in columns]
    while sum(widths) + _BETWEEN * (len(widths) - 1) > width:
        room = [have - need for have, need in zip(widths, least, strict=True)]
        if max(room) <= 0:
            break
        widest = max((have, place) for place, have in enumerate(widths) if room[place] > 0)[1]
        widths[widest] -= 1
    return widths


def _broken(cell: str, room: int) -> str:
    indent = cell[: len(cell) - len(cell.lstrip())]
    fits = max(room, len(indent) + 1)
    return textwrap.fill(
        cell.strip(),
        fits,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    )


def markdown_table(rows: Sequence[Sequence[str]], headers: Sequence[str]) -> str:
    """Lay rows out as a Markdown table."""
    lines = ["| " + " | ".join(map(markdown, headers)) + " |", "|" + "---|" * len(headers)]
    return "\n".join([*lines, *("| " + " | ".join(map(markdown, row)) + " |" for row in rows)])
