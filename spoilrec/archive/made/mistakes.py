"""Mistakes of a table and of its scribe, one in a hand, so that there is something to find.

A mistake at the table changes what happened: the hand goes on from it as it lies there. A slip of the pen
changes only what was noted. Every hand with a mistake says in `x` which it is and where, so that findings
can be held against it.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from spoilrec.archive.made.hand import Fields, Table, written_play
from spoilrec.archive.made.pen import SLIPS
from spoilrec.engine.choice import lawful_now, worst_first
from spoilrec.engine.dice import Dice
from spoilrec.engine.events import Event, Jink, Play, Rob
from spoilrec.engine.playout import Played, play_out
from spoilrec.engine.position import TRICKS, State
from spoilrec.engine.rob import entitled, turned_ace
from spoilrec.engine.state import lay
from spoilrec.record.lines import Hand, Irregular
from spoilrec.record.tokens import place_name
from spoilrec.rules.cards import cards_in
from spoilrec.rules.contract import LEAST_JINK
from spoilrec.rules.pool import may_jink


class Mistaken(msgspec.Struct, frozen=True):
    """A hand with a mistake at the table: what happened up to it and with it, and the place of the mistake."""

    events: tuple[Event, ...]
    at: str


AtTheTable = Callable[[Table, Played, Dice, Dice], Mistaken | None]


def mistaken(
    table: Table, fields: Fields, played: Played, settle: Callable[[Hand], Hand], dice: Dice, slips: Dice
) -> Hand:
    """Make one mistake in a hand; of a kind for which it has a place. `settle` notes what a hand comes to."""
    kinds = (*AT_THE_TABLE, *SLIPS)
    for kind in slips.deal(kinds, len(kinds)):
        if kind in SLIPS:
            whole = settle(Hand(**fields, **written_play(played)))
            change = SLIPS[kind](table, whole, slips)
            if change:
                return _labelled(msgspec.structs.replace(whole, **change.fields), kind, change.at)
            continue
        done = AT_THE_TABLE[kind](table, played, dice, slips)
        if done:
            lies = play_out(played.first, table.ways, dice, done.events)
            marks = (Irregular(at=done.at, what=kind),) if kind in MARKED and slips.chance(0.5) else ()
            hand = Hand(**fields, **written_play(lies), irregular=marks)
            return _labelled(settle(hand), kind, done.at)
    raise AssertionError("a wrong dealer can always be noted")


def _labelled(hand: Hand, kind: str, at: str) -> Hand:
    label: dict[str, str | int | bool] = {"mistake": kind, "at": at} if at else {"mistake": kind}
    return msgspec.structs.replace(hand, x=label)


def _moments(played: Played) -> list[tuple[int, State]]:
    """Give the state before each play, with the place of the play among the events."""
    state, found = played.first, []
    for place, event in enumerate(played.events):
        if isinstance(event, Play):
            found.append((place, state))
        state = lay(state, event)
    return found


def _with(played: Played, place: int, state: State, event: Event) -> Mistaken:
    """Let something happen in the place of a play."""
    return Mistaken((*played.events[:place], event), place_name(len(state.winners) + 1, event.seat))


def _revoke(table: Table, played: Played, dice: Dice, slips: Dice) -> Mistaken | None:
    """Play a card that the rules do not allow."""
    found = [
        (place, state, wrong)
        for place, state in _moments(played)
        if state.trick and (wrong := state.holding[state.turn] & ~lawful_now(state))
    ]
    if not found:
        return None
    place, state, wrong = slips.pick(found)
    return _with(played, place, state, Play(state.turn, slips.pick(cards_in(wrong))))


def _out_of_turn(table: Table, played: Played, dice: Dice, slips: Dice, *, leading: bool) -> Mistaken | None:
    """Play before one's turn; not who may still have to rob or to announce, which would be a second mistake."""
    found = [
        (place, state, seat)
        for place, state in _moments(played)
        if leading != bool(state.trick) and not _decides_a_jink(state)
        for seat in state.table.seats
        if seat not in (state.turn, *state.laid_by) and (state.winners or seat != entitled(state))
    ]
    if not found:
        return None
    place, state, seat = slips.pick(found)
    turned = msgspec.structs.replace(state, turn=seat)
    return _with(played, place, state, Play(seat, table.ways[seat].card(turned, lawful_now(turned), dice)))


def _decides_a_jink(state: State) -> bool:
    """Whether leading on now is the jink."""
    return state.table.goal == "pool" and not state.trick and len(state.winners) >= state.table.options.tricks_to_win


def _lead_out_of_turn(table: Table, played: Played, dice: Dice, slips: Dice) -> Mistaken | None:
    return _out_of_turn(table, played, dice, slips, leading=True)


def _play_out_of_turn(table: Table, played: Played, dice: Dice, slips: Dice) -> Mistaken | None:
    return _out_of_turn(table, played, dice, slips, leading=False)


def _false_rob(table: Table, played: Played, dice: Dice, slips: Dice) -> Mistaken | None:
    """Rob without the ace, at the last moment at which one may rob."""
    first, options = played.first, table.rules.options
    if table.rules.game.goal == "auction" or options.rob == "off":
        return None
    seat = slips.pick([seat for seat in first.table.seats if seat != entitled(first)])
    at_the_lead = turned_ace(first) or options.rob_window == "before_first_lead"
    turns = (place for place, state in _moments(played) if state.turn == seat)
    place = 0 if at_the_lead else next(turns)
    if any(isinstance(event, Rob) for event in played.events[:place]):
        return None
    rob = Rob(seat, worst_first(first.facts, first.holding[seat])[0])
    return Mistaken((*played.events[:place], rob), place_name(0, seat))


def _late_jink(table: Table, played: Played, dice: Dice, slips: Dice) -> Mistaken | None:
    """Call a jink when it is too late for it."""
    if table.rules.options.jink_mode != "declared" or any(isinstance(event, Jink) for event in played.events):
        return None
    if table.rules.game.goal == "auction":
        return _late_jink_of_the_bidder(played)
    options, last = table.rules.options, played.last
    seat = may_jink(options, last.winners, last.rights.barred) if table.rules.game.goal == "pool" else -1
    if seat < 0 or len(last.winners) + 1 >= TRICKS:
        return None
    state, events = last, list(played.events)
    while len(state.winners) == len(last.winners):
        events.append(Play(state.turn, table.ways[state.turn].card(state, lawful_now(state), dice)))
        state = lay(state, events[-1])
    if state.winners[-1] != seat:
        return None
    events.append(Jink(seat))
    while len(state.winners) < TRICKS:
        events.append(Play(state.turn, table.ways[state.turn].card(state, lawful_now(state), dice)))
        state = lay(state, events[-1])
    return Mistaken(tuple(events), place_name(len(last.winners) + 1, seat))


def _late_jink_of_the_bidder(played: Played) -> Mistaken | None:
    contract = played.first.table.contract
    if contract.amount < LEAST_JINK or not played.events:
        return None
    players = len(played.first.table.seats)
    events = (*played.events[:players], Jink(contract.bidder), *played.events[players:])
    return Mistaken(events, place_name(1, contract.bidder))


AT_THE_TABLE: Final[dict[str, AtTheTable]] = {
    "revoke": _revoke,
    "lead-out-of-turn": _lead_out_of_turn,
    "play-out-of-turn": _play_out_of_turn,
    "false-rob": _false_rob,
    "late-jink": _late_jink,
}
MARKED: Final = ("revoke", "lead-out-of-turn", "play-out-of-turn", "false-rob")
"""Mistakes for which a record has a word, with which the table marks every other one."""
