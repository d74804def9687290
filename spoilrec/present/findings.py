"""Findings as text, JSON, GitHub annotations and SARIF; one function a format, all streaming."""

import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import Final
from urllib.parse import quote

from spoilrec.present.outputs import FindingCounts, FindingOut, Summary, SummaryOut
from spoilrec.present.terminal import Look
from spoilrec.present.visible import json_text, visible

Row = FindingOut
Excerpt = tuple[str, int, int]
"""The part of a line to show, where the place begins in it, and its width."""

_COLOURS: Final = {"error": "31", "warning": "33", "info": "36"}


def as_text(found: FindingOut, excerpt: Excerpt, look: Look) -> str:
    """Write one finding for a reader: place, sentence, the line with the place marked, and what to do.

    An information is one line: an evening without the hands dealt has many.
    """
    where = f"{visible(found.file)}:{found.line}:{found.column}:"
    severity = look.paint(found.severity, _COLOURS[found.severity])
    head = f"{where} {found.code} {severity}: {_place(found)}{visible(found.message)}"
    parts = [_wrapped(head, look, "")]
    shown, mark, width = excerpt
    if width and shown and found.severity != "info":
        parts.append(_marked(shown, mark, width, look))
    if found.remedy:
        parts.append(_wrapped(visible(found.remedy), look, "  "))
    return "\n".join(parts) + "\n"


def _place(found: FindingOut) -> str:
    if not found.hand:
        return ""
    trick = found.at[0] if found.at else ""
    return f"hand {found.hand}, trick {trick}: " if trick not in ("", "0") else f"hand {found.hand}: "


def _wrapped(text: str, look: Look, indent: str) -> str:
    if not look.width:
        return indent + text
    return textwrap.fill(
        text, look.width, initial_indent=indent, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def _marked(shown: str, mark: int, width: int, look: Look) -> str:
    """The excerpt with its place underlined; both pass through `visible`, so the columns are counted after it."""
    room = max(20, (look.width or 100) - 4)
    start = max(0, mark - room // 2) if mark + width > room else 0
    before, place = visible(shown[start:mark]), visible(shown[mark : mark + width])
    after = visible(shown[mark + width :])[: max(0, room - len(before) - len(place))]
    return f"    {before}{place}{after}\n    {' ' * len(before)}{look.paint('^' * max(1, len(place)), '1')}"


def as_github(found: FindingOut) -> str:
    """Write one finding as a GitHub annotation."""
    kind = {"error": "error", "warning": "warning", "info": "notice"}[found.severity]
    properties = {
        "file": found.file,
        "line": found.line,
        "col": found.column,
        "title": f"{found.code} {_place(found).rstrip(': ')}".strip(),
    }
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{kind} {listed}::{_data(f'{found.message} {found.remedy}'.strip())}\n"


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def as_jsonl(rows: Iterable[FindingOut], summary: Callable[[], Summary]) -> Iterator[str]:
    """Write one finding a line, and the summary as the last line."""
    for row in rows:
        yield json_text(row) + "\n"
    yield json_text(SummaryOut(summary())) + "\n"


def as_json(rows: Iterable[FindingOut], summary: Callable[[], Summary]) -> Iterator[str]:
    """Write one JSON object with all findings and the summary."""
    yield '{"findings":['
    for number, row in enumerate(rows):
        yield ("," if number else "") + "\n" + json_text(row)
    yield f'],\n"summary":{json_text(summary())}}}\n'


def as_sarif(found: Iterable[FindingOut], rules: Iterable[tuple[str, str, str, str]], version: str) -> Iterator[str]:
    """Write a SARIF 2.1.0 log; `rules` are code, name, severity and meaning of every finding there is."""
    described = [
        {
            "id": code,
            "name": name,
            "shortDescription": {"text": name.replace("-", " ")},
            "fullDescription": {"text": meaning},
            "defaultConfiguration": {"level": _LEVELS[severity]},
        }
        for code, name, severity, meaning in rules
    ]
    driver = {"name": "spoilrec", "semanticVersion": version, "rules": described}
    yield '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":'
    yield json_text(driver) + '},"columnKind":"unicodeCodePoints","results":['
    for number, row in enumerate(found):
        yield ("," if number else "") + "\n" + json_text(_sarif_result(row))
    yield "]}]}\n"


_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}


def _sarif_result(row: FindingOut) -> dict[str, object]:
    place = {
        "artifactLocation": {"uri": quote(row.file, errors="surrogateescape")},
        "region": {"startLine": row.line, "startColumn": row.column},
    }
    return {
        "ruleId": row.code,
        "level": _LEVELS[row.severity],
        "message": {"text": visible(f"{row.message} {row.remedy}".strip())},
        "locations": [{"physicalLocation": place}],
    }


def summary_text(summary: Summary, seconds: float | None = None) -> str:
    """Write in one line what was done, and how quickly where it took so many seconds."""
    found = summary.findings
    read = read_text(summary.files, summary.judged, summary.part, summary.unread)
    findings = f"{_count(found.error, 'error')}, {_count(found.warning, 'warning')}, {found.info} for information"
    silenced = f"; {summary.silenced} silenced by rulings" if summary.silenced else ""
    speed = f"; {summary.hands / seconds:,.0f} hands/s" if seconds else ""
    return f"{read}; {findings}{silenced}{speed}."


def read_text(files: int, judged: int, part: int, unread: int, *, seconds: float | None = None) -> str:
    """Write how many hands of how many files were judged, and how quickly where it took so many seconds."""
    hands = judged + part + unread
    speed = f"; {hands / seconds:,.0f} hands/s" if seconds else ""
    judgement = f"{judged} judged, {part} in part, {unread} not read"
    return f"{_count(files, 'file')}, {_count(hands, 'hand')}: {judgement}{speed}"


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


__all__ = [
    "FindingCounts", "Summary", "as_github", "as_json", "as_jsonl", "as_sarif", "as_text", "read_text", "summary_text",
]  # fmt: skip
