"""Taking back what is already in the file: never by a change of it, always by a further line."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from spoilrec.record.lines import Amend, Close, Hand, RecordLine, Seats, Session, Terms
from spoilrec.review.scribe.draft import Draft
from spoilrec.review.scribe.evening import Evening

TAKEN_BACK: Final = "taken back while recording"
Undoable = Hand | Seats | Terms
_RESULTS: Final = ("type", "won", "settle", "points", "score")


def last_undoable(evening: Evening) -> tuple[Undoable | None, tuple[str, ...]]:
    """Give the last line that a further line can take back, and the kinds of lines after it, which stay."""
    skipped: list[str] = []
    gone = Counter[str]()
    for line in reversed(evening.lines):
        value = line.value
        match value:
            case Session() | Close():
                return None, (*skipped, line.kind)
            case Amend(void=True, hand=hand):
                gone[f"hand {hand}"] = 1
            case Hand() | Seats() | Terms():
                name = f"hand {value.no}" if isinstance(value, Hand) else line.kind
                if getattr(value, "note", None) == TAKEN_BACK:
                    gone[name] += 1
                elif gone[name]:
                    gone[name] -= 1
                else:
                    return value, tuple(skipped)
            case None:
                pass
            case _:
                skipped.append(line.kind)
    return None, tuple(skipped)


def takes_back(evening: Evening, value: Undoable) -> RecordLine:
    """Give the line that takes a line back."""
    match value:
        case Hand():
            return Amend(hand=value.no, void=True, why=TAKEN_BACK)
        case Seats():
            return Seats(players=_before(evening, value, "players", ()), note=TAKEN_BACK)
        case Terms():
            rules = None if value.rules is None else _before(evening, value, "rules", None)
            stake = None if value.stake is None else _before(evening, value, "stake", 1)
            return Terms(rules=rules, stake=stake, note=TAKEN_BACK)


def _before(evening: Evening, value: RecordLine, field: str, default: Any) -> Any:
    """Give what a field of seats or terms was before this line."""
    found = default
    for one in _values(evening):
        if one is value:
            break
        if isinstance(one, Session | Seats | Terms) and getattr(one, field, None) not in (None, ()):
            found = getattr(one, field)
    return found


def _values(evening: Evening) -> Iterator[RecordLine]:
    return (line.value for line in evening.lines if line.value is not None)


def in_the_making(hand: Hand) -> Draft:
    """Give a hand that was written as one in the making, without its result."""
    fields = msgspec.to_builtins(hand)
    return Draft("hand", {name: fields[name] for name in fields if name not in _RESULTS})


def without_last(draft: Draft) -> Draft | None:
    """Take the last card back, or the last field, of a draft of which the history is gone."""
    play = draft.fields.get("play", "")
    rest = play[: max(play.rfind("|"), play.rfind(" "), 0)]
    if rest:
        return draft.with_fields(play=rest)
    last = "play" if play else ["", *_named(draft)][-1]
    less = Draft(draft.kind, {name: value for name, value in draft.fields.items() if name != last}, draft.line)
    return less if any(_named(less)) else None


def _named(draft: Draft) -> list[str]:
    """List the fields that somebody put in, in their order; number and dealer follow from the session."""
    return [name for name in draft.fields if name not in ("no", "dealer", "hand")]
