"""Fields of a line set anew in its very text: every other byte stays, odd spaces and unknown keys too.

For lines that could be read (`Line.value` is there). In a canonical line a new field goes where it belongs.
"""

from collections.abc import Mapping, Sequence

import msgspec

from spoilrec.record.lines import Line
from spoilrec.record.members import Member, members


def fields_of(line: Line) -> dict[str, str]:
    """Give the fields of a line with their JSON as it stands."""
    return {one.key: one.raw for one in _members(line.raw.decode())}


def with_fields(line: Line, fields: Mapping[str, str]) -> bytes:
    """Set fields of a line to JSON texts; the empty text takes a field out."""
    assert line.value is not None
    order = ("type", *line.value.__struct_fields__)
    text = line.raw.decode()
    for key, raw in fields.items():
        text = _set(text, key, raw, order)
    return text.encode()


def with_members(raw: str, values: Mapping[str, str | int | bool]) -> str:
    """Give the JSON text of a flat object with these members at its end, in place of those of the same names.

    The empty text stands for no object, and is given for an object that has nothing left.
    """
    text = raw or "{}"
    for key in values:
        text = _set(text, key, "", ())
    for key, value in values.items():
        text = _set(text, key, msgspec.json.encode(value).decode(), ())
    return text if _members(text) else ""


def without_members(raw: str, keys: Sequence[str]) -> str:
    """Give the JSON text of a flat object without these members; the empty text where none is left."""
    text = raw or "{}"
    for key in keys:
        text = _set(text, key, "", ())
    return text if _members(text) else ""


def _members(text: str) -> tuple[Member, ...]:
    return members(text, text.index("{"))[0]


def _set(text: str, key: str, raw: str, order: Sequence[str]) -> str:
    found = _members(text)
    place = next((place for place, one in enumerate(found) if one.key == key), -1)
    if place >= 0:
        one = found[place]
        if raw:
            return text[: one.value_column] + raw + text[_end(one) :]
        if place:
            return text[: _end(found[place - 1])] + text[_end(one) :]
        following = found[1].column if len(found) > 1 else _end(one)
        return text[: one.column] + text[following:]
    if not raw:
        return text
    new = f"{msgspec.json.encode(key).decode()}:{raw}"
    if not found:
        at = text.index("{") + 1
        return text[:at] + new + text[at:]
    earlier = set(order[: order.index(key)]) if key in order else {one.key for one in found}
    at = max(_end(one) for one in found if one.key in earlier)
    return f"{text[:at]},{new}{text[at:]}"


def _end(one: Member) -> int:
    return one.value_column + len(one.raw)
