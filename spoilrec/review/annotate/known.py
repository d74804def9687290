"""Whether all hands of a record are known, so that they can be solved, and the sentence where they are not.

Hands are known from the deal, or from five tricks of which every card was seen. Nothing is invented: a
record that contradicts itself is not solved at all.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from spoilrec.engine.events import Announce, Play, Rob
from spoilrec.engine.position import HAND_SIZE, UNKNOWN, State
from spoilrec.engine.solver import solvable
from spoilrec.engine.state import lay
from spoilrec.record.tokens import place_name
from spoilrec.review.annotate.weighing import pool_is_decided
from spoilrec.review.case import Case
from spoilrec.review.replay import Replay
from spoilrec.review.setting import Rules
from spoilrec.review.words.sentences import and_list
from spoilrec.rules.cards import CODE_NAMES, UNSEEN, Card

_IMPOSSIBLE: Final = ("not-held", "gone", "turned-ace-not-in-hand", "played-already", "no-such-seat")


def why_not_known(case: Case) -> str:
    """Say why the cards of this hand cannot be solved; empty where they can."""
    replay = case.replay
    if case.rules is None:
        return "The rules are not known, so nothing is judged."
    if replay is None and case.setting.judged:
        return "Who dealt is not known, and so not who was to lead: no card is weighed."
    if replay is None:
        return "Players, sides and rules do not go together, so no card is weighed; `spoilrec validate` tells more."
    if case.result is not None and case.result.thrown_in:
        return "The hand was thrown in: there were no cards to weigh."
    if case.result is not None and case.result.void:
        return "The hand was not played for anything."
    if case.trump < 0:
        return "Trumps are not known, so no card is judged."
    return _beyond_weighing(case, case.rules) or _contradiction(case, replay) or _unseen(case, replay)


def _beyond_weighing(case: Case, rules: Rules) -> str:
    """Say which rules the solver has no exact answer for."""
    goal, counting = rules.game.goal, rules.options.hand_scoring
    if goal == "cards":
        return "What a trick is worth these rules do not say; no card is weighed."
    if goal == "pool" and case.setting.sides:
        return "Partners who play for one pool are not weighed; these games are played singly."
    if goal == "points" and counting == "net_difference" and len(case.setting.partnerships) > 2:
        return (
            "These rules count only what a side has more than the best of the others; "
            "with more than two sides no card is weighed."
        )
    return ""


def _contradiction(case: Case, replay: Replay) -> str:
    """A card that cannot lie where it lies: the hands as noted are not those that were played."""
    for step in replay.refused:
        if step.refusal and step.refusal.why in _IMPOSSIBLE and isinstance(step.event, Play):
            card, at = CODE_NAMES[step.event.card], place_name(min(step.trick, 5), step.event.seat)
            return (
                f"The record contradicts itself: {case.name(step.event.seat)} cannot have played {card} at {at}. "
                "No card is weighed until that is mended; `spoilrec validate` tells more."
            )
    twice = _twice(replay.first)
    if twice >= 0:
        return f"The {CODE_NAMES[twice]} is in two places at once; no card is weighed until that is mended."
    return ""


def _twice(state: State) -> Card:
    """Give a card that is held twice, or held though it was turned up; -1 for none."""
    seen = 1 << state.table.up if 0 <= state.table.up < UNSEEN else 0
    for cards in state.holding:
        if seen & cards:
            return (seen & cards).bit_length() - 1
        seen |= cards
    return -1


def _unseen(case: Case, replay: Replay) -> str:
    first = foresight(replay)(replay.first)
    if solvable(first):
        return ""
    hidden = [case.name(seat) for seat in case.setting.seats if first.unseen[seat]]
    if first.turn < 0 and not hidden:
        return "Who was to lead to the first trick is not known, so no card is weighed."
    if not hidden:
        return f"Not every hand has {HAND_SIZE} cards as the play shows them; no card is weighed."
    decided = replay.first.table.goal == "pool" and pool_is_decided(replay.last)
    stopped = len(replay.last.winners) < HAND_SIZE and not decided
    why = " and the hand stopped early" if stopped else ""
    whose = f"of {and_list(hidden)} " if len(hidden) < len(case.setting.seats) else ""
    return f"The cards {whose}were not all seen{why}: which card would have been better cannot be known."


def foresight(replay: Replay) -> Callable[[State], State]:
    """Give a function that lets the rob and the announcement of a first trick have taken place already.

    They are lawful until the player's own first card, and a record does not show when he made up his mind:
    the cards are weighed as they lay after it. Where it is not known who was to lead, it was he who led.
    """
    leader = next((step.event.seat for step in replay.steps if isinstance(step.event, Play)), UNKNOWN)
    events = [
        step.event
        for step in replay.steps
        if isinstance(step.event, Rob | Announce)
        and not step.before.winners
        and step.event.seat not in step.before.laid_by
    ]

    def foresee(state: State) -> State:
        if state.turn == UNKNOWN and not state.winners:
            state = msgspec.structs.replace(state, turn=leader)
        for event in events:
            done = state.rights.robber if isinstance(event, Rob) else state.rights.announced
            state = state if done >= 0 else lay(state, event)
        return state

    return foresee


def in_order_of_seats(state: State) -> bool:
    """Say whether everybody has played in turn to the present trick; else it is not solved."""
    following = (*state.laid_by, state.turn)[1:]
    return all(state.table.after[seat] == nxt for seat, nxt in zip(state.laid_by, following, strict=True))
