"""One question, one answer: `why_not(state, event)`; `legal` and `step` rest on it and on nothing else."""

from spoilrec.engine.events import Announce, Event, Jink, Play, Rob
from spoilrec.engine.jink import after_jink, why_not_jink
from spoilrec.engine.play import after_play, why_not_play
from spoilrec.engine.position import State
from spoilrec.engine.refusals import Refusal
from spoilrec.engine.rob import after_announce, after_rob, why_not_announce, why_not_rob
from spoilrec.rules.cards import Card, cards_in


class UnlawfulError(ValueError):
    """An event was asked for that is not lawful; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.why)
        self.refusal = refusal


def why_not(state: State, event: Event) -> Refusal | None:
    """Say why the event is not lawful now, or `None`.

    Where cards were not seen, only what the seen ones prove is refused; `knowledge` says what
    would condemn.
    """
    match event:
        case Play():
            return why_not_play(state, event)
        case Rob():
            return why_not_rob(state, event)
        case Announce():
            return why_not_announce(state, event)
        case Jink():
            return why_not_jink(state, event)


def legal(state: State) -> tuple[Card, ...]:
    """List the known cards that the seat to play may play now, in ascending order.

    Never empty while that seat holds a known card and the hand is not over.
    """
    if state.turn < 0:
        return ()
    return tuple(card for card in cards_in(state.holding[state.turn]) if why_not(state, Play(state.turn, card)) is None)


def step(state: State, event: Event) -> State:
    """Give the state after a lawful event; refuses an unlawful one with `UnlawfulError`."""
    refusal = why_not(state, event)
    if refusal:
        raise UnlawfulError(refusal)
    return lay(state, event)


def lay(state: State, event: Event) -> State:
    """Give the state after an event that took place, lawful or not.

    At a table a revoke lies until somebody rules on it (rules.md section 6). What is refused as
    `no-such-seat` or `played-already`, and a sixth trick, cannot be laid at all; ask `why_not` first.
    """
    match event:
        case Play():
            return after_play(state, event)
        case Rob():
            return after_rob(state, event)
        case Announce():
            return after_announce(state, event)
        case Jink():
            return after_jink(state, event)
