"""What may be typed next, for completion: cards not seen yet, those that may be played first, names and words."""

from collections.abc import Iterator

from spoilrec.engine.events import Play
from spoilrec.engine.knowledge import condemning, hidden_cards
from spoilrec.engine.position import State
from spoilrec.engine.state import why_not
from spoilrec.record.sheet import BLOCKS, WORDS
from spoilrec.review.scribe.answers import CONTROL
from spoilrec.review.scribe.blocks import ENDING, RESEATING
from spoilrec.review.scribe.fields import FIELDS
from spoilrec.review.scribe.recorder import Recorder
from spoilrec.review.scribe.standing import asks_for_dealer
from spoilrec.review.words.sentences import in_order
from spoilrec.rules.cards import CODE_NAMES
from spoilrec.rules.presets import PRESET_NAMES, preset_named

Offer = tuple[str, str]
"""What is offered, and a word on it."""


def offers(recorder: Recorder, begun: str, *, first: bool, word: str = "") -> Iterator[Offer]:
    """Give what begins with `begun`, in any case; words only at the start of a line, names behind one (`word`)."""
    draft = recorder.draft
    fields = draft.fields if draft else {}
    opening = not recorder.evening.begun or (draft is not None and draft.kind == "session")
    if word == "rules" or (opening and first and "players" in fields and "rules" not in fields):
        yield from ((name, preset_named(name).meaning) for name in PRESET_NAMES if name.startswith(begun.lower()))
    case = recorder.case()
    state = case.replay.last if case and case.replay and case.trump >= 0 else None
    if state is not None and state.turn >= 0 and word not in _OF_NAMES:
        yield from (card for card in _cards(state) if _fits(card[0], begun))
    if first and begun:
        yield from ((name, meaning) for name, meaning in _words(recorder, opening) if name.startswith(begun.lower()))
    if word in _OF_NAMES or (first and asks_for_dealer(recorder.evening, draft)):
        names = (name for name in recorder.evening.setting.players if name)
        yield from ((name, "") for name in names if name.casefold().startswith(begun.casefold()))


_OF_NAMES = ("dealer", "rob", "announce", "jink", "won", "leave", "swap", "claim", "hand")


def _words(recorder: Recorder, opening: bool) -> Iterator[Offer]:
    """Give the words that can stand here."""
    kind = "session" if opening else recorder.draft.kind if recorder.draft else "hand"
    here = {*FIELDS[kind], *(() if opening else (*BLOCKS, *RESEATING, *ENDING))}
    yield from ((name, meaning) for name, _, meaning in WORDS if name in here)
    yield from ((name, meaning) for name, meaning in CONTROL if name not in here)


def _fits(card: str, begun: str) -> bool:
    upper = begun.upper()
    return card.startswith(upper) or card[::-1].startswith(upper)


def _cards(state: State) -> Iterator[Offer]:
    """Cards that the seat to play may hold: lawful ones first, then those that might be a revoke."""
    may_hold = state.holding[state.turn] | (hidden_cards(state) if state.unseen[state.turn] else 0)
    doubtful = []
    for card in in_order(state.facts, may_hold):
        event = Play(state.turn, card)
        if why_not(state, event) is not None:
            continue
        if condemning(state, event):
            doubtful.append(card)
        else:
            yield CODE_NAMES[card], ""
    yield from ((CODE_NAMES[card], "if no card of the suit is held") for card in doubtful)
