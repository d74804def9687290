"""A finding: what is to be said about one place of a record, with the facts as fields.

The sentence is made here, once, from the table of codes; every output shows the same one.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from spoilrec.record.lines import Line
from spoilrec.review.codes import CODES, Severity

_CODES: Final = {code.code: code for code in CODES}
Fact = str | int | list[str | int]


class Spot(msgspec.Struct, frozen=True):
    """A place in a file: the line, and in it a column (from 1) and a width in characters.

    `hand` is the number of the hand (0 for none), `at` a place in it, `player` a name.
    """

    file: str
    line: Line
    hand: int = 0
    at: str = ""
    player: str = ""
    column: int = 1
    width: int = 0


class Finding(msgspec.Struct, frozen=True):
    """One finding.

    `message` says what is wrong, `remedy` what would be right or what to do (may be empty).
    `excerpt` is the part of the line to show; the place is at `mark` in it, `width` characters wide.
    """

    code: str
    severity: Severity
    file: str
    line: int
    column: int
    hand: int
    at: str
    player: str
    message: str
    remedy: str
    facts: dict[str, Fact]
    excerpt: str
    mark: int
    width: int


def finding(code: str, spot: Spot, facts: Mapping[str, Fact], severity: Severity | None = None) -> Finding:
    """Make a finding of this code at this spot; `severity` where an option changes the usual one."""
    entry = _CODES[code]
    words = {name: _in_words(value) for name, value in facts.items()}
    excerpt, mark = _excerpt(spot)
    return Finding(
        code=code,
        severity=severity or entry.severity,
        file=spot.file,
        line=spot.line.number,
        column=spot.line.offset + spot.column,
        hand=spot.hand,
        at=spot.at,
        player=spot.player,
        message=_one_stop(entry.sentence.format_map(words)),
        remedy=" ".join(entry.remedy.format_map(words).split()),
        facts=dict(facts),
        excerpt=excerpt,
        mark=mark,
        width=spot.width,
    )


def _in_words(value: Fact) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _one_stop(sentence: str) -> str:
    """A fact may end in a full stop of its own."""
    return sentence.replace("..", ".") if sentence.endswith("..") else sentence


_AROUND: Final = 36


def _excerpt(spot: Spot) -> tuple[str, int]:
    """The tricks around the place in a hand's plays, else a window of the line."""
    text = spot.line.text
    column = spot.column - 1
    if spot.width == 0:
        return text[: 2 * _AROUND], column
    start = max(text.rfind("|", 0, column), text.rfind('"', 0, column)) + 1
    ends = [end for end in (text.find("|", column), text.find('"', column + spot.width)) if end >= 0]
    stop = min([*ends, len(text)]) + 1
    if column - start > _AROUND or start > column or start == len(text):
        start = max(0, column - _AROUND)
    if stop - column > 2 * _AROUND:
        stop = column + 2 * _AROUND
    return text[start:stop], column - start
