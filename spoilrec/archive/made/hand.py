"""What makers of hands share: the table they sit at, the hand as it comes from the table, and its words."""

from typing import Any, Final

import msgspec

from spoilrec.engine.choice import Way
from spoilrec.engine.events import Announce, Event, Jink, Play, Rob
from spoilrec.engine.playout import Played
from spoilrec.record.lines import Hand, Line
from spoilrec.record.tokens import PLAYS, SEATS
from spoilrec.review.hand import HandReading
from spoilrec.review.setting import Ledger, Rules, Setting

Fields = dict[str, Any]
"""Fields of a hand line."""
BLANK_LINE: Final = Line(1, b"")
_WORDS: Final = {play: word for word, play in PLAYS.items()}
_READINGS: Final = tuple(
    HandReading(
        Hand(no=1, dealer=letter), BLANK_LINE, dealer, (), (), -1, (), (), -1, (), {}, (), {},
    )
    for dealer, letter in enumerate(SEATS)
)  # fmt: skip


class Table(msgspec.Struct, frozen=True, gc=False):
    """Who sits there and how they play, by which rules, what earlier hands left, and who deals."""

    setting: Setting
    rules: Rules
    ledger: Ledger
    ways: tuple[Way, ...]
    dealer: int


class Dealt(msgspec.Struct, frozen=True, gc=False):
    """A hand that was dealt and played: the fields of what came before the play, and the play."""

    fields: Fields
    played: Played


def reading_of(dealer: int) -> HandReading:
    """Give the reading of a hand of which everything was played and nothing noted: enough to settle it."""
    return _READINGS[dealer]


def written_play(played: Played) -> Fields:
    """Write what happened after the deal."""
    fields: Fields = {}
    players, words = len(played.first.table.seats), list[str]()
    for event in played.events:
        if isinstance(event, Play):
            words.append(_WORDS[event.seat, event.card])
        else:
            fields |= _between(event, len(words) // players)
    if words:
        tricks = [" ".join(words[first : first + players]) for first in range(0, len(words), players)]
        fields["play"] = "|".join(tricks)
    return fields


def _between(event: Event, tricks: int) -> Fields:
    match event:
        case Rob():
            return {"rob": _WORDS[event.seat, event.out]}
        case Announce():
            return {"announce": SEATS[event.seat]}
        case Jink():
            return {"jink": f"{SEATS[event.seat]}{tricks}"}
        case Play():
            return {}
