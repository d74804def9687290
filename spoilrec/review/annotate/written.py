"""Notes written into the record itself: sentences into the `note` of a hand, marks into its `x`.

What another run wrote is replaced; what the scribe wrote is never touched. In `x` stand:

- `annotate`: the marks, a word a play: place, marks, and after `:` the better card (`2B??:7C 3C= 4Dr`);
- `annotate-solved`: whether the hands were known and every card could be weighed;
- `annotate-jink`: `sound`, `gamble` or `hopeless`, where a jink was tried for;
- `annotate-note`: true where `note` ends with `[annotate: ...]`.
"""

import re
from collections.abc import Callable
from typing import Final

import msgspec

from spoilrec.record.lines import Extra, Hand, Line
from spoilrec.record.reading import odd_text
from spoilrec.record.splice import fields_of, with_fields, with_members, without_members
from spoilrec.record.tokens import seat_letter
from spoilrec.review.annotate.marks import HandNotes, PlayNote
from spoilrec.review.annotate.words import jink_text, lost_text
from spoilrec.review.case import Case
from spoilrec.rules.cards import CODE_NAMES

OWN_KEYS: Final = ("annotate", "annotate-solved", "annotate-jink", "annotate-note")
_OWN_NOTE: Final = re.compile(r" ?\[annotate: [^\[\]]*\](?!.*\[annotate: )", re.DOTALL)
_NO_BRACKETS: Final = str.maketrans("[]", "()")


def is_ours(x: Extra | None) -> bool:
    """Say whether another run of `annotate` wrote into this `x`."""
    return x is not None and isinstance(x.get("annotate"), str) and isinstance(x.get("annotate-solved"), bool)


def is_foreign(value: object) -> bool:
    """Say whether the scribe of a hand has something of his own under our names."""
    return (
        isinstance(value, Hand)
        and value.x is not None
        and not is_ours(value.x)
        and any(key in value.x for key in OWN_KEYS)
    )


def without_own(hand: Hand) -> Hand:
    """Give a hand as it was before it was annotated."""
    if not is_ours(hand.x) or hand.x is None:
        return hand
    note = hand.note
    if hand.x.get("annotate-note") and note:
        note = _OWN_NOTE.sub("", note) or None
    return msgspec.structs.replace(
        hand, note=note, x={key: value for key, value in hand.x.items() if key not in OWN_KEYS} or None
    )


def annotated_line(line: Line, case: Case, notes: HandNotes) -> bytes:
    """Write the line of a hand with its notes; a line that has something of its own under our names stays as it is."""
    assert isinstance(line.value, Hand)
    if is_foreign(line.value):
        return line.raw
    fields = fields_of(line)
    note, x = fields.get("note", ""), fields.get("x", "")
    if is_ours(line.value.x):
        x = without_members(x, OWN_KEYS)
        if line.value.x and line.value.x.get("annotate-note"):
            note = _OWN_NOTE.sub("", note)
            note = "" if note == '""' else note
    own = _own_note(case, notes)
    marks = _own_marks(notes, noted=bool(own))
    return with_fields(line, {"note": _with_text(note, own), "x": with_members(x, marks) if marks else x})


def _with_text(note: str, own: str) -> str:
    """Add a sentence to the JSON text of a note, whose own text stays as it stands."""
    if not own:
        return note
    text = msgspec.json.encode(own).decode()
    return f"{note[:-1]} {text[1:]}" if note.startswith('"') and note != '""' else text


def _own_note(case: Case, notes: HandNotes) -> str:
    """Write what was lost; names that a record may not hold without a finding give way to seat letters."""
    text = _sentences(case, notes, case.name)
    if odd_text(text) or "\\" in msgspec.json.encode(text).decode():
        text = _sentences(case, notes, seat_letter)
    return f"[annotate: {text}]" if text else ""


def _sentences(case: Case, notes: HandNotes, name: Callable[[int], str]) -> str:
    lost = [(note.trick, lost_text(case, note, name)) for note in notes.plays]
    said = [f"Trick {trick}: {text}" for trick, text in lost if text]
    if notes.jink:
        said.append(jink_text(notes.jink.worth, name(notes.jink.seat)))
    return " ".join(said).translate(_NO_BRACKETS)


def _own_marks(notes: HandNotes, *, noted: bool) -> Extra:
    if not notes.plays:
        return {}
    marks: Extra = {
        "annotate": " ".join(word for note in notes.plays if (word := _word(note))),
        "annotate-solved": not notes.missing and not notes.unsolved,
    }
    if notes.jink:
        marks["annotate-jink"] = notes.jink.worth
    if noted:
        marks["annotate-note"] = True
    return marks


def _word(note: PlayNote) -> str:
    if not note.marks:
        return ""
    better = f":{CODE_NAMES[note.verdict.better]}" if note.verdict.better >= 0 else ""
    return f"{note.at}{''.join(note.marks)}{better}"
