"""Puts a hand on the table in a few words, for the tests of single rules.

Cards are written as in `cases`; events as `AKS`, `B??`, `C?H`, `DA?`, `rob:B2D`, `rob:B??`, `announce:B`, `jink:A`.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from cases import cards, read_options
from making import set_of, table_of

from spoilrec.engine.events import Announce, Event, Jink, Play, Rob
from spoilrec.engine.position import State, start
from spoilrec.engine.rob import known_cards
from spoilrec.engine.state import lay
from spoilrec.record.tokens import SEATS
from spoilrec.rules.cards import CODE_BY_NAME, PACK, SUIT_LETTERS, CardSet, parse_card
from spoilrec.rules.options import Options

card: Final = parse_card


def the(names: str) -> CardSet:
    """Make a set of the cards named."""
    return set_of(names.split())


def seats_in(bits: int) -> str:
    """Name the seats of a bit set."""
    return "".join(letter for seat, letter in enumerate(SEATS) if bits >> seat & 1)


def a_hand(
    hands: str,
    trump: str = "S",
    rules: str | Options = "-",
    unseen: str = "",
    seats: Iterable[int] | None = None,
    **table: Any,
) -> State:
    """Begin a hand in which the last seat deals; `unseen` says by seat how many more cards each one holds."""
    held = [set_of(cards(hand)) for hand in hands.split(" | ")]
    chairs = len(held)
    options = read_options(rules) if isinstance(rules, str) else rules
    made = table_of(options, tuple(seats or range(chairs)), **{"dealer": chairs - 1, **table})
    return start(made, SUIT_LETTERS.index(trump), held, list(map(int, unseen)) or [0] * chairs)


def event_of(word: str) -> Event:
    """Read an event."""
    kind, _, rest = word.rpartition(":")
    seat = SEATS.index(rest[0])
    match kind:
        case "announce":
            return Announce(seat)
        case "jink":
            return Jink(seat)
        case "rob":
            return Rob(seat, CODE_BY_NAME[rest[1:]])
        case _:
            return Play(seat, CODE_BY_NAME[rest[1:]])


def play_of(word: str) -> Play:
    """Read the card that a seat plays."""
    return Play(SEATS.index(word[0]), CODE_BY_NAME[word[1:]])


def laid(state: State, events: str) -> State:
    """Let these events happen, lawful or not."""
    for word in events.split():
        state = lay(state, event_of(word))
    return state


def fallen(state: State, names: str) -> State:
    """Let these cards have fallen in earlier tricks."""
    return msgspec.structs.replace(state, fallen=the(names))


def only_hidden(state: State, names: str) -> State:
    """Let every card have fallen that nobody holds, but these."""
    return msgspec.structs.replace(state, fallen=PACK & ~known_cards(state) & ~the(names))
