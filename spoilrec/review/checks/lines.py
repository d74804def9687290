"""Findings about bytes, JSON and shape (SR0xx, SR901): the faults of the reader put into words."""

import re
from collections.abc import Callable, Iterable
from typing import Final

from spoilrec.record.canonical import canonical_line
from spoilrec.record.lines import LINE_TYPES, Fault, Line
from spoilrec.review.codes import Severity
from spoilrec.review.finding import Fact, Finding, Spot, finding
from spoilrec.review.nearest import did_you_mean

_KINDS: Final = {
    "not-json": "SR001",
    "torn": "SR002",
    "not-utf8": "SR003",
    "duplicate-key": "SR004",
    "control-character": "SR005",
    "not-a-record": "SR006",
    "utf-16": "SR007",
    "too-long": "SR008",
    "damaged-gzip": "SR009",
    "byte-order-mark": "SR010",
    "carriage-return": "SR011",
    "no-final-newline": "SR012",
    "two-records": "SR013",
    "double-encoded": "SR014",
    "odd-character": "SR015",
    "wrong-type": "SR016",
    "missing": "SR017",
    "no-type": "SR018",
    "unknown-key": "SR019",
    "unknown-line": "SR020",
    "gzip-bomb": "SR021",
    "unknown-field": "SR803",
}

_ONCE: Final = ("carriage-return", "unknown-key", "unknown-line")
_BREAKING: Final = ("not-a-record", "utf-16")


class Told:
    """What has been told once for this file and is not told again; `keys` are those told already."""

    def __init__(self, keys: Iterable[tuple[str, ...]] = ()) -> None:
        self._keys = set(keys)

    @property
    def keys(self) -> frozenset[tuple[str, ...]]:
        """What has been told so far."""
        return frozenset(self._keys)

    def first_time(self, *key: str) -> bool:
        """Say whether this has not been told before, and remember it."""
        new = key not in self._keys
        self._keys.add(key)
        return new


def check_line(file: str, line: Line, told: Told) -> list[Finding]:
    """Put the faults of a line into words; things told once a file are left out when they were told."""
    found = []
    for fault in line.faults:
        word = str(fault.facts.get("word", ""))
        if fault.kind in ("unknown-key", "unknown-line") and word.startswith("x-"):
            continue
        if fault.kind not in _ONCE or told.first_time(fault.kind, word):
            found.append(_finding(file, line, fault))
    strange = line.value is not None and not line.canonical and not found and canonical_line(line) != line.raw
    if strange and told.first_time("not-canonical"):
        found.append(finding("SR901", Spot(file, line), {}))
    return found


def _finding(file: str, line: Line, fault: Fault) -> Finding:
    spot = Spot(file, line, column=fault.column, width=0 if fault.kind in _BREAKING else 1)
    facts: dict[str, Fact] = dict(fault.facts)
    words = _WORDS.get(fault.kind)
    severity: Severity | None = None
    if fault.kind == "unknown-line" and str(fault.facts["word"]).strip().lower() in LINE_TYPES:
        severity = "error"  # a slip of the pen, not a line of somebody's own
    return finding(_KINDS[fault.kind], spot, words(facts) if words else facts, severity)


def _torn(facts: dict[str, Fact]) -> dict[str, Fact]:
    return {**facts, "after": f" after `{facts['after']}`" if facts["after"] else ""}


def _alien(facts: dict[str, Fact]) -> dict[str, Fact]:
    name = facts["import"]
    return {**facts, "importer": f" A later version imports it: `spoilrec import --from {name}`." if name else ""}


def _wrong_shape(facts: dict[str, Fact]) -> dict[str, Fact]:
    return {**facts, "wanted": wanted_in_words(str(facts["wanted"])), "got": str(facts["got"])}


def _duplicate(facts: dict[str, Fact]) -> dict[str, Fact]:
    return {**facts, "second": facts["second"] or "another value inside it"}


def _unknown_key(facts: dict[str, Fact]) -> dict[str, Fact]:
    known, word = LINE_TYPES[str(facts["in"])].__struct_fields__, str(facts["word"])
    meant = _SPOKEN.get(re.sub("[^a-z]", "", word.casefold()), "")
    nearest = f"; the nearest is `{meant}`" if meant in known else did_you_mean(word, known)
    return {**facts, "word": word[:60], "nearest": nearest}


_SPOKEN: Final = {
    "turnup": "up",
    "turned": "up",
    "winner": "won",
    "won by": "won",
    "tricks": "play",
    "plays": "play",
    "hands": "deal",
}


def _unknown_line(facts: dict[str, Fact]) -> dict[str, Fact]:
    return {**facts, "word": str(facts["word"])[:60], "nearest": did_you_mean(str(facts["word"]), LINE_TYPES)}


def _unknown_field(facts: dict[str, Fact]) -> dict[str, Fact]:
    known = LINE_TYPES["hand"].__struct_fields__
    if facts["word"] == "no":
        return {**facts, "word": "no", "nearest": " that can be amended: a hand keeps its number"}
    return {**facts, "word": str(facts["word"])[:60], "nearest": did_you_mean(str(facts["word"]), known)}


_WORDS: Final[dict[str, Callable[[dict[str, Fact]], dict[str, Fact]]]] = {
    "torn": _torn,
    "not-a-record": _alien,
    "wrong-type": _wrong_shape,
    "duplicate-key": _duplicate,
    "unknown-key": _unknown_key,
    "unknown-line": _unknown_line,
    "unknown-field": _unknown_field,
}

_TYPES: Final = {
    "int": "a whole number",
    "str": "text",
    "array": "a list",
    "object": "an object",
    "bool": "true or false",
    "null": "nothing",
}


def wanted_in_words(complaint: str) -> str:
    """Put a decoder's complaint (`Expected `int`, got `str``) into words of a card player."""
    match = re.search(r"Expected `([^`]*)`", complaint)
    if "out of range" in complaint or "`int` <=" in complaint:
        return "a whole number within reason"
    if "`int` >= 1" in complaint:
        return "a whole number from 1"
    if "`int` >= 0" in complaint:
        return "a whole number from 0"
    missing = re.search("missing required field `([^`]*)`", complaint)
    if missing:
        return f"an entry with `{missing[1]}`"
    if "`int` >=" in complaint:
        return "a larger whole number"
    if not match:
        return "something else"
    return " or ".join(_TYPES.get(word.strip(), word.strip()) for word in match[1].split("|") if word.strip() != "null")
