"""Plays a hand to an end that the rules allow, each seat in its way; nobody fails in a duty.

A hand of a pool game stops as soon as nothing more is owed, unless its winner tries for all five.
"""

from collections.abc import Sequence

import msgspec

from spoilrec.engine.choice import Way, lawful_now
from spoilrec.engine.dice import Dice
from spoilrec.engine.events import Announce, Event, Jink, Play, Rob
from spoilrec.engine.play import after_play, is_over
from spoilrec.engine.position import NOBODY, TRICKS, State
from spoilrec.engine.rob import entitled, turned_ace
from spoilrec.engine.state import lay, step
from spoilrec.rules.contract import LEAST_JINK
from spoilrec.rules.pool import may_jink, outcome


class Played(msgspec.Struct, frozen=True, gc=False):
    """A hand as it was played: the state before, what happened, the state after."""

    first: State
    events: tuple[Event, ...]
    last: State


def play_out(first: State, ways: Sequence[Way], dice: Dice, earlier: Sequence[Event] = ()) -> Played:
    """Play on from `first`, after `earlier` events if there are any, lawful or not; `ways` by chair."""
    state = first
    for event in earlier:
        state = lay(state, event)
    events = list(earlier)
    holder = _who_may_rob(state)
    while True:
        if not state.trick:
            if _ends(state, ways, dice):
                return Played(first, tuple(events), state)
            call = _call(state, ways, dice)
            if call:
                state = step(state, call)
                events.append(call)
        if holder >= 0 and _time_to_rob(state, holder):
            use, holder = _use_of_the_ace(state, holder, ways[holder], dice), NOBODY
            if use:
                state = step(state, use)
                events.append(use)
        play = Play(state.turn, ways[state.turn].card(state, lawful_now(state), dice))
        state = after_play(state, play)
        events.append(play)


def _who_may_rob(state: State) -> int:
    """Give who has yet to rob, or to announce, or to leave it."""
    rights = state.rights
    done = bool(state.winners) or rights.robber >= 0 or rights.announced >= 0 or rights.failed >= 0
    if done or state.table.goal == "auction" or state.table.options.rob == "off":
        return NOBODY
    holder = entitled(state)
    at_the_lead = turned_ace(state) or state.table.options.rob_window == "before_first_lead"
    return NOBODY if (state.trick and at_the_lead) or holder in state.laid_by else holder


def _time_to_rob(state: State, holder: int) -> bool:
    """Whether this is the last lawful moment, which is where a record is replayed."""
    return state.turn == holder or turned_ace(state) or state.table.options.rob_window == "before_first_lead"


def _use_of_the_ace(state: State, holder: int, way: Way, dice: Dice) -> Event | None:
    options, turned = state.table.options, turned_ace(state)
    out = way.rob(state.facts, state.holding[holder], state.table.up, dice, options.rob == "forced")
    if out != NOBODY:
        return Rob(holder, out)
    return Announce(holder) if options.announce_ace != "none" and not turned else None


def _ends(state: State, ways: Sequence[Way], dice: Dice) -> bool:
    """Say whether the hand ends before the next lead: where it must, and where it may and nobody wants more."""
    winners, rights, options = state.winners, state.rights, state.table.options
    if state.table.goal != "pool":
        return is_over(state)
    if len(winners) < 2 or not outcome(options, winners, rights.jinker, rights.barred).may_stop:
        return False  # no pool is won with one trick
    if len(winners) == TRICKS or rights.jinker >= 0 or options.jink_mode == "off":
        return True
    jinker = may_jink(options, winners, rights.barred)
    return jinker < 0 or not ways[jinker].jinks(state, jinker, dice)


def _call(state: State, ways: Sequence[Way], dice: Dice) -> Jink | None:
    """Give the call of all five tricks, where it has to be said and it is time."""
    table, rights = state.table, state.rights
    if table.options.jink_mode != "declared" or rights.jinker >= 0:
        return None
    if table.goal == "pool" and len(state.winners) == table.options.tricks_to_win:
        jinker = may_jink(table.options, state.winners, rights.barred)
        return Jink(jinker) if jinker >= 0 else None  # a hand that is won goes on only for the jink
    bidder, amount = table.contract.bidder, table.contract.amount
    if table.goal != "auction" or state.winners or amount < LEAST_JINK:
        return None
    return Jink(bidder) if ways[bidder].jinks(state, bidder, dice) else None  # K38
