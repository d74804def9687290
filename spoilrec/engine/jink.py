"""Declaring a jink (rules.md 5.3). A jink by playing on needs no word: `play` sees it."""

import msgspec

from spoilrec.engine.events import Jink
from spoilrec.engine.position import UNKNOWN, State
from spoilrec.engine.refusals import Refusal
from spoilrec.rules.pool import may_jink


def why_not_jink(state: State, event: Jink) -> Refusal | None:
    """Say why a seat may not call a jink now; `None` also where the winners so far cannot be known."""
    seat, options, winners = event.seat, state.table.options, state.winners
    if state.table.goal == "pool" and options.jink_mode == "off":
        return Refusal("jink-off", seat, rules=("jink_mode",))
    if state.table.goal in ("points", "cards"):
        return Refusal("jink-off", seat)
    if state.table.side_of[seat] < 0:
        return Refusal("no-such-seat", seat)
    if state.rights.jinker >= 0:
        return Refusal("jink-second", seat, seat_due=state.rights.jinker)
    if any(winner not in (seat, UNKNOWN) for winner in winners[: options.tricks_to_win]):
        return Refusal("jink-not-entitled", seat, rules=("jink_mode", "tricks_to_win"))
    if len(winners) != options.tricks_to_win or state.trick:
        return Refusal("jink-not-now", seat, rules=("jink_mode", "tricks_to_win"))
    if UNKNOWN in winners or may_jink(options, winners, state.rights.barred) == seat:
        return None
    return Refusal("jink-not-entitled", seat, rules=("jink_mode", "tricks_to_win"))


def after_jink(state: State, event: Jink) -> State:
    """Note who tries for all five; a call that was not lawful binds nobody and changes nothing."""
    if why_not_jink(state, event):
        return state
    return msgspec.structs.replace(state, rights=msgspec.structs.replace(state.rights, jinker=event.seat))
