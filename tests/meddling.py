"""Meddles with one field of a hand of an auction game: what slips of the pen, and of memory, make of it."""

import re
from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgspec

from spoilrec.record.lines import Hand
from spoilrec.record.tokens import SEATS
from spoilrec.rules.cards import CARD_NAMES

_AMOUNTS: Final = ("-", "=", "10", "15", "20", "25", "30", "35", "60")
_CARD: Final = re.compile(r"[A-Z0-9]{2}(?=[ |]|$)")


def meddled(random: Random, hand: Hand) -> Hand:
    """Change one field at random, or leave it as it is where there is nothing to change."""
    if random.random() < 0.5:
        field = random.choice(tuple(_FIXED))
        return msgspec.structs.replace(hand, **{field: random.choice(_FIXED[field])})
    field = random.choice(tuple(_CHANGES))
    value = getattr(hand, field)
    return msgspec.structs.replace(hand, **{field: _CHANGES[field](random, value)}) if value else hand


def _other_number(random: Random, numbers: tuple[int, ...]) -> tuple[int, ...]:
    place = random.randrange(len(numbers))
    return (*numbers[:place], numbers[place] + random.choice((5, -5, 60, 1)), *numbers[place + 1 :])


def _other_calls(random: Random, text: str) -> str | None:
    calls = text.split(" ")
    place = random.randrange(len(calls))
    match random.randrange(4):
        case 0:
            del calls[place]
        case 1:
            calls[place] = calls[place][0] + random.choice(_AMOUNTS)
        case 2:
            calls.insert(place, random.choice(SEATS[:5]) + random.choice(_AMOUNTS))
        case _:
            calls[place] = random.choice(SEATS[:6]) + calls[place][1:]
    return " ".join(calls) or None


def _other_bid(random: Random, _text: str) -> str:
    return random.choice(SEATS[:4]) + random.choice(("?", "10", "15", "20", "25", "30", "60"))


def _other_cards(random: Random, text: str) -> str:
    """Another card, a card less, or a bar less."""
    cards = [match.start() for match in _CARD.finditer(text)]
    if not cards or random.random() < 0.2:
        return text.replace("|", " ", 1)
    at = random.choice(cards)
    if random.random() < 0.6:
        return text[:at] + random.choice((*CARD_NAMES, "??")) + text[at + 2 :]
    return text[:at].rstrip(" ") + text[at + 2 :]


_FIXED: Final[dict[str, tuple[Any, ...]]] = {
    "jink": (None, "A0", "B0", "C1", "A5"),
    "trump": (None, "C", "D", "H", "S"),
    "won": (None, "-", "A", "AC", "BD"),
    "rob": (None, "A??", "B??", "A2D"),
    "up": (None, "2D", "JK", "AH", "5H JC"),
    "dealer": ("A", "B", "C"),
    "settle": ((1, 2), (0, 0, 0, 0), (1, -1, 0, 0, 0)),
    "announce": (None, "A"),
    "points": ((),),
    "bids": (None,),
    "bid": (None,),
    "draw": (None, "|||"),
}
_CHANGES: Final[dict[str, Callable[[Random, Any], Any]]] = {
    "points": _other_number,
    "score": _other_number,
    "bids": _other_calls,
    "bid": _other_bid,
    "kitty": _other_cards,
    "discard": _other_cards,
    "draw": _other_cards,
    "deal": _other_cards,
}
