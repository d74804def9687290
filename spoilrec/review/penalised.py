"""Which penalty is imposed on a hand, and by whom: a ruling, or the table's mark with the rules of the session.

The program alone imposes none: what nobody noticed costs nothing (rules.md section 6).
"""

from collections.abc import Sequence
from functools import cache
from typing import Final, get_args, get_type_hints

import msgspec

from spoilrec.record.lines import Ruling
from spoilrec.record.tokens import read_place
from spoilrec.review.hand import HandReading
from spoilrec.rules.options import Options

CLEARING: Final = ("no-fault", "accepted", "lawful")
"""Findings of a ruling that take a marked revoke away."""


class Imposed(msgspec.Struct, frozen=True, gc=False):
    """A penalty: its kind, the offender's seat and the trick (-1 and 0 where the ruling names no place)."""

    kind: str
    seat: int
    trick: int


def imposed_on(options: Options, reading: HandReading, rulings: Sequence[Ruling]) -> Imposed | None:
    """Give the penalty of a hand, `None` for none; a ruling comes before what the session's rules say.

    A ruling whose penalty names chips or points says itself what it costs: it imposes no kind.
    """
    for ruling in rulings:
        kind = _kind(options, ruling)
        if kind:
            return Imposed(kind, *_place(reading, ruling))
    ruled = {read_place(ruling.at) for ruling in rulings if ruling.at}
    if options.revoke_penalty == "none" or any(ruling.at is None for ruling in rulings):
        return None
    marked = [place for place in reading.marked("revoke") if place not in ruled]
    return Imposed(options.revoke_penalty, marked[0][1], marked[0][0]) if marked else None


def _kind(options: Options, ruling: Ruling) -> str:
    if ruling.penalty is not None:
        says_itself = bool(ruling.penalty.settle or ruling.penalty.points) and ruling.penalty.kind != "redeal"
        return "" if says_itself or ruling.penalty.kind not in _kinds() else ruling.penalty.kind
    if ruling.finding == "revoke" and options.revoke_penalty != "none":
        return options.revoke_penalty
    return "redeal" if ruling.finding == "misdeal" else ""


@cache
def _kinds() -> tuple[str, ...]:
    return tuple(get_args(get_args(get_type_hints(Options, include_extras=True)["revoke_penalty"])[0]))


def _place(reading: HandReading, ruling: Ruling) -> tuple[int, int]:
    """Give seat and trick: of the ruling, else of the only revoke that was marked."""
    place = read_place(ruling.at) if ruling.at else None
    marked = reading.marked("revoke")
    if place is None and len(marked) == 1:
        place = marked[0]
    return (-1, 0) if place is None else (place[1], place[0])
