"""A JSON object as its members with their text and place: what the fast decoder does not tell.

Only lines that the fast way refuses, or that are not canonical, come here. Numbers and nested
values of unknown keys keep the very text they had. Depth is checked before anything recurses.
"""

import json
from collections.abc import Callable
from functools import partial
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, Final

import msgspec

MOST_NESTING: Final = 64
_BLANK: Final = " \t\n\r"
_DECODER: Final = json.JSONDecoder(parse_int=str, parse_float=str)  # numbers of any length stay text


class Member(msgspec.Struct, frozen=True):
    """One key of an object: its value as JSON text, and the column (from 0) where the key begins."""

    key: str
    raw: str
    column: int
    value_column: int


class JsonError(ValueError):
    """Text that is not the JSON it should be; `column` counts from 0."""

    def __init__(self, why: str, column: int) -> None:
        super().__init__(why)
        self.why = why
        self.column = column


def depth_column(text: str) -> int:
    """Give the column at which brackets nest deeper than `MOST_NESTING`, -1 where they never do.

    Brackets inside strings do not count. One pass, no recursion.
    """
    depth, in_string, skip = 0, False, False
    for column, char in enumerate(text):
        if skip:
            skip = False
        elif in_string:
            skip, in_string = char == "\\", char != '"'
        elif char == '"':
            in_string = True
        elif char in "[{":
            depth += 1
            if depth > MOST_NESTING:
                return column
        elif char in "]}":
            depth -= 1
    return -1


def members(text: str, start: int = 0) -> tuple[tuple[Member, ...], int]:
    """Split the object that begins at `start` into its members; also give the place after it.

    Duplicate keys are all given. Refuses with `JsonError`; nesting must have been checked.
    """
    place = _skip(text, start)
    if text[place : place + 1] != "{":
        raise JsonError("a line is one JSON object, from { to }", place)
    place = _skip(text, place + 1)
    found: list[Member] = []
    if text[place : place + 1] == "}":
        return (), place + 1
    while True:
        member, place = _member(text, place)
        found.append(member)
        if text[place : place + 1] == "}":
            return tuple(found), place + 1
        if text[place : place + 1] != ",":
            raise JsonError(_missing("a comma or } must stand here", text, place), place)
        place = _skip(text, place + 1)


def _member(text: str, place: int) -> tuple[Member, int]:
    if text[place : place + 1] != '"':
        raise JsonError(_what_stands_for_a_key(text, place), place)
    try:
        key, end = scanstring(text, place + 1, True)
        colon = _skip(text, end)
        if text[colon : colon + 1] != ":":
            raise JsonError(_missing("a colon must follow the key", text, colon), colon)
        value = _skip(text, colon + 1)
        _, after = _DECODER.raw_decode(text, value)
    except json.JSONDecodeError as error:
        raise _in_words(text, error) from None
    except RecursionError:
        raise JsonError("brackets nest too deep", place) from None
    return Member(key, text[value:after], place, value), _skip(text, after)


def _skip(text: str, place: int) -> int:
    while place < len(text) and text[place] in _BLANK:
        place += 1
    return place


def _what_stands_for_a_key(text: str, place: int) -> str:
    match text[place : place + 1]:
        case "}":
            return "a comma before } must go"
        case "'" | "‘" | "’" | "“" | "”":
            return 'a key stands between straight double quotes "'
        case "":
            return _CUT_OFF
        case _:
            return "a key stands between double quotes"


def _what_stands_for_a_value(text: str, place: int) -> str:
    char = text[place : place + 1]
    if char in ("'", "‘", "’", "“", "”"):
        return 'text stands between straight double quotes "'
    if char in ("]", "}"):
        return "a value is missing here, or a comma must go"
    return _missing("a value must stand here: text, a whole number, true, false, null", text, place)


_CUT_OFF: Final = "the line ends before the object is closed; its end is missing"


def _missing(what: str, text: str, place: int) -> str:
    return what if place < len(text) else _CUT_OFF


def _in_words(text: str, error: json.JSONDecodeError) -> JsonError:
    """Put the decoder's complaint into our words; it has others, and other places, from one Python to the next."""
    place = error.pos
    if error.msg.startswith("Illegal trailing comma"):  # since 3.13, which names the comma and not what follows it
        place = _skip(text, place + 1)
        what_stands = _what_stands_for_a_key if text[place] == "}" else _what_stands_for_a_value
        return JsonError(what_stands(text, place), place)
    for begin, words in _COMPLAINTS:
        if error.msg.startswith(begin):
            return JsonError(words(text, place), place)
    return JsonError("this is not as JSON writes it", place)


_COMPLAINTS: Final[tuple[tuple[str, Callable[[str, int], str]], ...]] = (
    ("Expecting value", _what_stands_for_a_value),
    ("Expecting property name", _what_stands_for_a_key),
    ("Expecting ','", partial(_missing, "a comma or a closing bracket must stand here")),
    ("Expecting ':'", partial(_missing, "a colon must follow the key")),
    ("Unterminated", lambda text, place: "a text is not closed"),
    ("Invalid control character", lambda text, place: "a control character inside text must be written \\u00XX"),
    ("Invalid \\u", lambda text, place: "four digits, 0 to 9 and a to f, must follow \\u"),
    ("Invalid \\", lambda text, place: "a backslash inside text must be written twice"),
)
"""How the decoder's messages begin, and what is said instead of the text and a place in it."""


def duplicate_keys(raw: str) -> tuple[str, ...]:
    """List the keys that stand twice in an object anywhere inside this JSON value."""
    twice: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        seen: dict[str, Any] = {}
        for key, value in pairs:
            if key in seen:
                twice.append(key)
            seen[key] = value
        return seen

    json.loads(raw, object_pairs_hook=note, parse_int=str, parse_float=str)
    return tuple(dict.fromkeys(twice))
