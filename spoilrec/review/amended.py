"""Amendments applied: the hand that counts, and where each of its fields stands now."""

from typing import Any

import msgspec

from spoilrec.record.lines import Amend, Hand, Line


def amended(hand: Hand, amends: tuple[Line, ...]) -> tuple[Hand, dict[str, Line], bool]:
    """Apply amendments in their order: the hand that counts, the line of each amended field, whether it is void."""
    fields: dict[str, Line] = {}
    void = False
    for line in amends:
        if isinstance(line.value, Amend):
            void = void or line.value.void
            changes = changes_of(line.value)
            hand = msgspec.structs.replace(hand, **changes)
            fields |= dict.fromkeys(changes, line)
    return hand, fields, void


def changes_of(amend: Amend) -> dict[str, Any]:
    """The fields that an amendment sets; null takes a field out."""
    if amend.set is None:
        return {}
    empty = {field.name: field.default for field in msgspec.structs.fields(Hand)}
    noted = {name: getattr(amend.set, name) for name in amend.set.__struct_fields__}
    given = {name: value for name, value in noted.items() if value is not msgspec.UNSET}
    return {name: empty[name] if value is None else value for name, value in given.items()}
