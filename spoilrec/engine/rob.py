"""Robbing the turn-up and announcing the ace of trumps (rules.md section 3)."""

import msgspec

from spoilrec.engine.events import Announce, Rob
from spoilrec.engine.position import NOBODY, UNKNOWN, State
from spoilrec.engine.refusals import Refusal
from spoilrec.rules.cards import UNSEEN, CardSet


def turned_ace(state: State) -> bool:
    """Say whether the turn-up is the ace of trumps, so that only the dealer may rob."""
    return state.table.up == state.facts.ace


def entitled(state: State) -> int:
    """Give the seat that may rob: UNKNOWN where nobody saw the ace of trumps."""
    return state.table.dealer if turned_ace(state) else state.rights.holder


def why_not_rob(state: State, event: Rob) -> Refusal | None:
    """Say why a seat may not rob; `None` also where the cards seen do not prove it wrong."""
    seat, options = event.seat, state.table.options
    if options.rob == "off":
        return Refusal("rob-off", seat, rules=("rob",))
    if state.table.side_of[seat] < 0:
        return Refusal("no-such-seat", seat)
    if state.rights.robber >= 0:
        return Refusal("rob-second", seat, rules=("rob",), seat_due=state.rights.robber)
    if _lacks_the_ace(state, seat):
        return Refusal(
            "rob-no-ace", seat, state.facts.ace, ("rob", "false_rob"), state.holding[seat], seat_due=entitled(state)
        )
    if _too_late(state, seat):
        return Refusal("rob-late", seat, rules=("rob_window",))
    if event.out == state.table.up:
        return Refusal("rob-out-turn-up", seat, event.out, ("rob",), state.holding[seat])
    if event.out < UNSEEN and not state.unseen[seat] and not state.holding[seat] >> event.out & 1:
        return Refusal("rob-out-not-held", seat, event.out, ("rob",), state.holding[seat])
    return None


def _lacks_the_ace(state: State, seat: int) -> bool:
    who = entitled(state)
    if who == UNKNOWN:
        return not state.unseen[seat] and not (state.fallen | state.on_table) >> state.facts.ace & 1
    return who != seat


def _too_late(state: State, seat: int) -> bool:
    """The dealer lays out for a turned ace before the first lead in any case (K15)."""
    if turned_ace(state) or state.table.options.rob_window == "before_first_lead":
        return bool(state.trick or state.winners)
    return seat in state.laid_by or bool(state.winners)


def after_rob(state: State, event: Rob) -> State:
    """Exchange the cards; robbing without the ace is a fact too, and may bar from the pool."""
    seat, table, rights = event.seat, state.table, state.rights
    holding, unseen = list(state.holding), list(state.unseen)
    if event.out < UNSEEN and holding[seat] >> event.out & 1:
        holding[seat] &= ~(1 << event.out)
    else:
        unseen[seat] = max(0, unseen[seat] - 1)
    entering = NOBODY
    if not 0 <= table.up < UNSEEN:
        unseen[seat] += 1
    elif turned_ace(state) and table.options.turned_ace_entry == "after_first_trick" and not state.winners:
        entering = table.up
    else:
        holding[seat] |= 1 << table.up
    barred = rights.barred
    if table.options.false_rob == "cannot_win_pool" and _lacks_the_ace(state, seat):
        barred |= 1 << seat
    rights = msgspec.structs.replace(rights, robber=seat, out=event.out, entering=entering, barred=barred)
    return msgspec.structs.replace(state, holding=tuple(holding), unseen=tuple(unseen), rights=rights)


def why_not_announce(state: State, event: Announce) -> Refusal | None:
    """Say why a seat cannot announce the ace of trumps."""
    seat = event.seat
    if state.table.side_of[seat] < 0:
        return Refusal("no-such-seat", seat)
    if turned_ace(state) or _lacks_the_ace(state, seat):
        return Refusal("announce-no-ace", seat, state.facts.ace, ("announce_ace",), state.holding[seat])
    if seat in state.laid_by or state.winners:
        return Refusal("announce-late", seat, rules=("announce_ace",))
    return None


def after_announce(state: State, event: Announce) -> State:
    """Note that the seat announced."""
    return msgspec.structs.replace(state, rights=msgspec.structs.replace(state.rights, announced=event.seat))


def first_card_duties(state: State, seat: int) -> State:
    """Apply what follows when the time to rob or to announce passes with this card (rules.md 3.2).

    The play itself stays lawful. Only `ace_demoted` can change who wins a trick.
    """
    who, options, rights = entitled(state), state.table.options, state.rights
    turned = turned_ace(state)
    at_the_lead = turned or options.rob_window == "before_first_lead"
    if (
        who < 0
        or rights.failed >= 0
        or rights.robber == who
        or (state.trick and at_the_lead)
        or (not at_the_lead and seat != who)
    ):
        return state
    no_rob = options.rob == "forced"
    no_word = options.announce_ace == "required_or_demoted" and not turned and rights.announced != who
    if not (no_rob or no_word):
        return state
    demote = no_word or (no_rob and options.rob_failure in ("ace_demoted", "both"))
    bar = options.rob_failure in ("cannot_win_pool", "both")
    rights = msgspec.structs.replace(rights, failed=who, barred=rights.barred | (1 << who if bar else 0))
    state = msgspec.structs.replace(state, rights=rights)
    return _demote_the_ace(state) if demote and not turned else state


def _demote_the_ace(state: State) -> State:
    """From now on the ace of trumps is the lowest trump; the cards of this trick are weighed anew."""
    demoted = state.table.facts.demoted[state.facts.trump]
    best, strength = NOBODY, 0
    if state.trick and state.trick[0] < UNSEEN:
        row = demoted.strength[demoted.lead_class[state.trick[0]]]
        seen = [(row[card], seat) for card, seat in zip(state.trick, state.laid_by, strict=True) if card < UNSEEN]
        strength, best = max(seen)
    return msgspec.structs.replace(state, facts=demoted, best=best, strength=strength)


def known_cards(state: State) -> CardSet:
    """Give every card that is known to be somewhere: held, fallen, on the table, turned up or put out."""
    known = state.fallen | state.on_table
    for cards in state.holding:
        known |= cards
    up = state.table.up if state.rights.robber < 0 else UNKNOWN  # a robbed turn-up is in a hand, seen or not
    for code in (up, state.rights.out, state.rights.entering):
        if 0 <= code < UNSEEN:
            known |= 1 << code
    return known
