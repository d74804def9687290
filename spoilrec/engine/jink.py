"""Declaring a jink (rules.md 5.3, 5.5). A jink by playing on needs no word: `play` sees it."""

import msgspec

from spoilrec.engine.events import Jink
from spoilrec.engine.position import UNKNOWN, State
from spoilrec.engine.refusals import Refusal
from spoilrec.rules.contract import LEAST_JINK
from spoilrec.rules.pool import may_jink


def why_not_jink(state: State, event: Jink) -> Refusal | None:
    """Say why a seat may not call a jink now; `None` also where the winners so far cannot be known."""
    seat, options, winners = event.seat, state.table.options, state.winners
    if state.table.goal == "auction":
        return _why_not_in_an_auction_game(state, seat)
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


def _why_not_in_an_auction_game(state: State, seat: int) -> Refusal | None:
    """S4: the bidder's side declares it before the first lead, with a bid of 20 or more (K38)."""
    table = state.table
    bidder, amount = table.contract.bidder, table.contract.amount
    if table.options.jink_mode != "declared":
        return Refusal("jink-off", seat, rules=("jink_mode",))
    if table.side_of[seat] < 0:
        return Refusal("no-such-seat", seat)
    if state.rights.jinker >= 0:
        return Refusal("jink-second", seat, seat_due=state.rights.jinker)
    if bidder >= 0 and table.side_of[bidder] != table.side_of[seat]:
        return Refusal("jink-not-bidder", seat, rules=("jink_mode",), seat_due=bidder)
    if 0 < amount < LEAST_JINK:
        return Refusal("jink-low-bid", seat, rules=("jink_mode",))
    return Refusal("jink-not-now", seat, rules=("jink_mode",)) if state.trick or state.winners else None


def after_jink(state: State, event: Jink) -> State:
    """Note who tries for all five; a call that was not lawful binds nobody and changes nothing."""
    if why_not_jink(state, event):
        return state
    return msgspec.structs.replace(state, rights=msgspec.structs.replace(state.rights, jinker=event.seat))
