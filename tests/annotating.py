"""Hands for the tests of `annotate`, in a few words; spades are trumps and nobody may rob."""

import io
import json
from typing import Any

from spoilrec.review.annotate.marks import HandNotes, PlayNote
from spoilrec.review.annotate.notes import annotate
from spoilrec.review.case import Case
from spoilrec.review.walk import walk

NAMES = ("Aoife", "Brendan", "Ciara", "Declan", "Eimear", "Fionn", "Gráinne", "Hugh", "Iarla", "Julia")


def record_of(deal: str, play: str, *, rules: Any = "spoil-five/1", sides: str = "", **fields: Any) -> str:
    """Write a record of one hand, dealt by the last seat; the nine of spades is turned up."""
    count = deal.count("|") + 1
    options = {"preset": rules, "rob": "off"} if isinstance(rules, str) else rules
    session = {"type": "session", "spoilrec": 1, "rules": options, "players": NAMES[:count]}
    session |= {"sides": sides} if sides else {}
    hand = {"type": "hand", "no": 1, "dealer": "ABCDEFGHIJ"[count - 1], "up": "9S", "deal": deal, "play": play}
    hand = {key: value for key, value in (hand | fields).items() if value is not None}
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in (session, hand))


def cases_of(record: str) -> list[Case]:
    """Give the hands of a record."""
    return [stop.case for stop in walk("x", io.BytesIO(record.encode()), every_step=True) if stop.case]


def notes_of(deal: str, play: str, **more: Any) -> HandNotes:
    """Annotate one hand."""
    return annotate(cases_of(record_of(deal, play, **more))[0])


def at(notes: HandNotes, place: str) -> PlayNote:
    """Give the note on one play."""
    return next(note for note in notes.plays if note.at == place)
