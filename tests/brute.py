"""A full search without any cleverness: every lawful line is played to its end. For hands that are nearly over.

No memory, no equal cards, no bounds; a seat's cards are tried until one gives the best that there can be.
"""

from collections.abc import Callable

from spoilrec.engine.events import Play
from spoilrec.engine.position import TRICKS, State
from spoilrec.engine.state import legal, step
from spoilrec.rules.cards import Card


def forced(state: State, side: int, value: Callable[[State], int], most: int, *, helped: bool = False) -> int:
    """Give the best `value` at the hand's end, 0 to `most`, that a side can force; `helped`, that all can reach."""
    if len(state.winners) == TRICKS:
        return value(state)
    ours = helped or state.table.side_of[state.turn] == side
    found = 0 if ours else most
    for after in after_each(state).values():
        worth = forced(after, side, value, most, helped=helped)
        found = max(found, worth) if ours else min(found, worth)
        if found == (most if ours else 0):
            break
    return found


def after_each(state: State) -> dict[Card, State]:
    """Give the state after each lawful card."""
    return {card: step(state, Play(state.turn, card)) for card in legal(state)}
