"""A line of the record in the making: its fields so far, and how it stands with them."""

import re
from typing import Any, Final

import msgspec

from spoilrec.engine.position import State
from spoilrec.record import FORMAT_VERSION
from spoilrec.record.lines import Hand, RecordLine
from spoilrec.record.sheet import SheetError
from spoilrec.record.tokens import SEATS, Word, seat_letter
from spoilrec.review.case import Case
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.typed import (
    Fields,
    Laying,
    calls_text,
    card_text,
    dealer_example,
    looks_like_calls,
    seat_of,
    suit_meant,
)


class Draft(msgspec.Struct, frozen=True):
    """A block in the making: its kind, its fields so far, and the line of the sheet where it began."""

    kind: str
    fields: Fields = {}
    line: int = 0

    def with_fields(self, **fields: Any) -> "Draft":
        """Give the draft with these fields set."""
        return Draft(self.kind, {**self.fields, **fields}, self.line)


BLOCK_NAMES: Final = {
    "session": "a session", "hand": "a hand", "ruling": "a ruling", "amend": "an amendment", "seats": "seats",
    "terms": "terms", "close": "a close", "note": "a note",
}  # fmt: skip


def value_of(evening: Evening, draft: Draft) -> RecordLine:
    """Make the record line of a draft, with what follows from the session: number and dealer of a hand."""
    fields = {"type": draft.kind, **defaults(evening, draft), **draft.fields}
    try:
        value: RecordLine = msgspec.convert(fields, RecordLine, strict=True)
    except msgspec.ValidationError as error:
        raise SheetError(f"{BLOCK_NAMES[draft.kind]} cannot be written: {error}", "", 1, draft.line) from error
    return value


def case_of(evening: Evening, draft: Draft) -> Case:
    """Put a hand in the making on the desk."""
    value = value_of(evening, draft)
    assert isinstance(value, Hand)
    return evening.case(value)


def state_of(evening: Evening, draft: Draft) -> State | None:
    """Give how things stand after the plays so far; `None` where rules or trumps are not known."""
    case = case_of(evening, draft) if draft.kind == "hand" else None
    if case is None or case.replay is None or (case.trump < 0 and draft.fields.get("play")):
        return None
    return case.replay.last


def defaults(evening: Evening, draft: Draft) -> dict[str, Any]:
    """Give the fields that follow from the session, where the draft does not name them."""
    if draft.kind == "session":
        return {"spoilrec": FORMAT_VERSION}
    if draft.kind == "hand":
        dealer = evening.due_dealer()
        if dealer < 0 and "dealer" not in draft.fields:
            raise SheetError("nobody knows who deals", dealer_example(evening.setting), 1, draft.line)
        return {"no": evening.next_number(), "dealer": seat_letter(dealer)}
    if draft.kind == "ruling" and "hand" not in draft.fields:
        return {"hand": evening.ledger.number or max(evening.next_number() - 1, 1)}
    return {}


def dealer_of(evening: Evening, draft: Draft) -> int:
    """Give who deals the hand in the making, -1 where nobody knows."""
    dealer = draft.fields.get("dealer", "")
    return SEATS.find(dealer) if dealer else evening.due_dealer()


def turns_up(evening: Evening) -> bool:
    """Say whether a card is turned for trumps by the rules of the session."""
    rules = evening.setting.rules
    return rules is None or rules.options.trump_by == "turn_up"


_PIECE: Final = re.compile(r"\||[^\s|]+")
_LEADER: Final = re.compile(r"\s*([^:|]+):\s*")


def with_bare_line(evening: Evening, draft: Draft, rest: Word) -> Draft:
    """Take a line without a word: the turn-up, the calls or trumps where they are not noted yet, else cards."""
    if draft.kind == "hand" and "play" not in draft.fields:
        if turns_up(evening):
            if not {"up", "trump"} & draft.fields.keys() and len(rest.text.split()) == 1 and ":" not in rest.text:
                return draft.with_fields(up=card_text(rest, "the turn-up, a card such as 2S"))
        elif "trump" not in draft.fields and looks_like_calls(rest.text):
            return with_calls(evening, draft, rest, draft.fields.get("bids", ""))
        elif "trump" not in draft.fields and (suit := suit_meant(rest.text)):
            return draft.with_fields(trump=suit)
    return with_cards(evening, draft, rest)


def with_calls(evening: Evening, draft: Draft, rest: Word, so_far: str = "") -> Draft:
    """Add the calls of an auction to those so far."""
    calls = calls_text(evening.setting, evening.ledger, dealer_of(evening, draft), rest, so_far)
    return draft.with_fields(bids=f"{so_far} {calls}".strip())


def with_cards(evening: Evening, draft: Draft, rest: Word) -> Draft:
    """Lay cards, each to the seat whose turn it is."""
    laying = Laying(
        evening.setting, draft.fields.get("play", ""), lambda play: state_of(evening, draft.with_fields(play=play))
    )
    leader = _LEADER.match(rest.text)
    if leader:
        laying.leader = seat_of(evening.setting, Word(rest.index + leader.start(1), leader[1]))
        rest = Word(rest.index + leader.end(), rest.text[leader.end() :])
    for match in _PIECE.finditer(rest.text):
        laying.lay(Word(rest.index + match.start(), match[0]))
    return draft.with_fields(play=laying.text) if laying.text else draft
