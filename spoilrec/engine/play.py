"""Playing a card: whether it is lawful, and the state after it.

A revoke is a fact: `after_play` lays the card whether it was lawful or not, and unless the state
that follows cannot be known the hand goes on (rules.md section 6).
"""

import msgspec

from spoilrec.engine.events import Play
from spoilrec.engine.lawful import View, binding, lawful_cards, may_keep, reneges
from spoilrec.engine.position import NOBODY, TRICKS, UNKNOWN, Rights, State, Table
from spoilrec.engine.refusals import Refusal
from spoilrec.engine.rob import first_card_duties, known_cards
from spoilrec.rules.cards import JOKER_PACK, PACK, UNSEEN, CardSet, cards_in, possible_cards
from spoilrec.rules.order import TRUMP_LED
from spoilrec.rules.points import counts_at_once, past_the_post
from spoilrec.rules.pool import may_jink, outcome


def why_not_play(state: State, event: Play) -> Refusal | None:
    """Say why a card may not be played; `None` also where the cards seen do not prove it unlawful."""
    seat, card = event.seat, event.card
    if state.turn != seat or (not state.trick and state.winners and is_over(state)):
        refusal = _out_of_turn(state, seat)
        if refusal:
            return refusal
    if card >= UNSEEN:
        return None
    if not state.winners and state.rights.duty:
        state = first_card_duties(state, seat)  # the ace that is not announced is demoted with this very card
    bit = 1 << card
    held = state.holding[seat]
    if not held & bit and (not state.unseen[seat] or _is_elsewhere(state, seat, card)):
        return _not_held(state, seat, card)
    if not state.trick or state.trick[0] >= UNSEEN or state.facts.always[state.trick[0]] & bit:
        return None
    return _why_not_lawful(state, seat, card, held | bit)


def view(state: State, seat: int) -> View:
    """Give what decides about a card of this seat to the present trick; only after a seen card was led."""
    rights = state.rights
    return View(state.trick[0], state.on_table, state.fallen, rights.kept[seat], rights.reneges[seat])


def _why_not_lawful(state: State, seat: int, card: int, held: CardSet) -> Refusal | None:
    now = view(state, seat)
    allowed = lawful_cards(state.facts, held, now)
    if allowed >> card & 1 or (unseen_beside(state, seat, card) and _could_be_freed(state, now)):
        return None
    why, witness, rules = binding(state.facts, held & ~(1 << card), now)
    return Refusal(why, seat, card, rules, allowed, witness)


def unseen_beside(state: State, seat: int, card: int) -> int:
    """Give how many unseen cards a seat holds besides this one, which may be one of them itself."""
    return state.unseen[seat] - (not state.holding[seat] >> card & 1)


def _could_be_freed(state: State, now: View) -> bool:
    """Under `renege_scope=holder` an unseen top trump would free the whole hand (K25)."""
    if state.facts.options.renege_scope != "holder" or not state.facts.keep[now.led]:
        return False
    known = state.fallen | state.on_table
    for cards in state.holding:
        known |= cards
    return bool(may_keep(state.facts, now) & ~known)


def _out_of_turn(state: State, seat: int) -> Refusal | None:
    if seat >= state.table.chairs or state.table.side_of[seat] < 0:
        return Refusal("no-such-seat", seat)
    if seat in state.laid_by:
        return Refusal("played-already", seat, seat_due=state.turn)
    if len(state.winners) == TRICKS or (not state.trick and is_over(state)):
        return Refusal("hand-over", seat)
    if state.turn == seat or (state.turn == UNKNOWN and (not state.candidates or state.candidates >> seat & 1)):
        return None
    return Refusal("not-your-turn", seat, seat_due=state.turn)


def _is_elsewhere(state: State, seat: int, card: int) -> bool:
    """A card that fell before, and a turn-up that this seat did not rob, is in nobody's hand."""
    return bool((state.fallen | state.on_table) >> card & 1) or (card == state.table.up and state.rights.robber != seat)


def _not_held(state: State, seat: int, card: int) -> Refusal:
    if (state.fallen | state.on_table) >> card & 1:
        return Refusal("gone", seat, card)
    if state.rights.entering == card:
        held = state.holding[seat]
        bound = state.trick and state.trick[0] < UNSEEN
        allowed = lawful_cards(state.facts, held, view(state, seat)) if bound else held
        return Refusal("turned-ace-not-in-hand", seat, card, ("turned_ace_entry",), allowed)
    return Refusal("not-held", seat, card, (), state.holding[seat])


def is_over(state: State) -> bool:
    """Say whether no further trick is due or possible, apart from an idle play-out.

    A pool hand that is won with further tricks left is not over: the rest may be played out idly,
    or is the jink. Under `by_playing_on` it is over once a jink is impossible. A spoil may always be
    played out (K32).
    """
    table, winners = state.table, state.winners
    if len(winners) == TRICKS or not winners:
        return len(winners) == TRICKS
    if table.goal == "pool":
        if table.options.jink_mode != "by_playing_on" or may_jink(table.options, winners, state.rights.barred) >= 0:
            return False
        return outcome(table.options, winners, state.rights.jinker, state.rights.barred).won >= 0
    if table.goal == "points" and table.before and counts_at_once(table.options):
        takers = tuple(UNKNOWN if seat < 0 else table.side_of[seat] for seat in winners)
        return past_the_post(table.options, table.before, takers, table.side_of[table.dealer]) >= 0
    return False


def after_play(state: State, event: Play) -> State:
    """Lay the card, lawful or not; the trick goes to its winner when it is full."""
    seat, card = event.seat, event.card
    if not state.trick and (state.turn != seat or len(state.winners) == state.table.options.tricks_to_win):
        state = _note_the_lead(state, seat)
    if not state.winners and state.rights.duty:
        state = first_card_duties(state, seat)
    facts, rights, held = state.facts, state.rights, state.holding
    best, strength, cloudy, on_table = state.best, state.strength, state.cloudy, state.on_table
    led = state.trick[0] if state.trick else card
    if card < UNSEEN and led < UNSEEN:
        lead_class = facts.lead_class[led]
        value = facts.strength[lead_class][card]
        if value > strength:
            best, strength = seat, value
        elif value == 0 and lead_class == TRUMP_LED and state.trick:
            rights = _note_renege(state, seat)
    else:
        cloudy = True
    if card < UNSEEN:
        on_table |= 1 << card
    if card < UNSEEN and held[seat] >> card & 1:
        held, unseen = held[:seat] + (held[seat] ^ 1 << card,) + held[seat + 1 :], state.unseen  # noqa: RUF005 - twice as fast
    else:
        unseen = (*state.unseen[:seat], max(0, state.unseen[seat] - 1), *state.unseen[seat + 1 :])
    trick, laid_by, table = state.trick + (card,), state.laid_by + (seat,), state.table  # noqa: RUF005 - twice as fast
    whole = len(trick) == len(table.seats)
    turn = table.after[seat]
    if not whole and (state.turn != seat or turn in laid_by):
        turn = _next_turn(table, laid_by)
    laid = State(
        table, facts, rights, held, unseen, turn, trick, laid_by, on_table, state.fallen,
        best, strength, cloudy, state.winners, state.top, state.top_trick, 0, state.veiled,
    )  # fmt: skip
    return _finish_trick(laid) if whole else laid


def _note_the_lead(state: State, seat: int) -> State:
    """Take the leader as the winner of a trick that could not be known; leading on may be a jink."""
    winners, rights, options = state.winners, state.rights, state.table.options
    if state.turn == UNKNOWN and winners and (not state.candidates or state.candidates >> seat & 1):
        winners = (*winners[:-1], seat)
    if (
        state.table.goal == "pool"
        and options.jink_mode == "by_playing_on"
        and may_jink(options, winners, rights.barred) == seat
    ):
        rights = msgspec.structs.replace(rights, jinker=seat)
    return msgspec.structs.replace(state, turn=seat, winners=winners, rights=rights)


def _note_renege(state: State, seat: int) -> Rights:
    """Remember what a lawful renege kept back, for the limits of S4 (K24)."""
    now, held, rights = view(state, seat), state.holding[seat], state.rights
    if not reneges(state.facts, held, now):
        return rights
    kept = list(rights.kept)
    kept[seat] |= held & state.facts.trumps & may_keep(state.facts, now)
    times = list(rights.reneges)
    times[seat] += 1
    return msgspec.structs.replace(rights, kept=tuple(kept), reneges=tuple(times))


def _next_turn(table: Table, laid_by: tuple[int, ...]) -> int:
    """After a play out of turn: the first seat from the leader that has not played."""
    turn = table.after[laid_by[0]]
    while turn in laid_by:
        turn = table.after[turn]
    return turn


def _finish_trick(state: State) -> State:
    winner, candidates = state.best, 0
    if state.cloudy:
        candidates = _may_have_won(state)
        winner = UNKNOWN if candidates & (candidates - 1) else candidates.bit_length() - 1
    holding, rights = state.holding, state.rights
    if rights.entering >= 0 and not state.winners:  # `turned_ace_entry=after_first_trick`
        robber, ace = rights.robber, 1 << rights.entering & ~state.on_table  # unless it was played too early
        holding = (*holding[:robber], holding[robber] | ace, *holding[robber + 1 :])
        rights = msgspec.structs.replace(rights, entering=NOBODY)
    top, top_trick = _highest_trump(state)
    return State(
        state.table, state.facts, rights, holding, state.unseen, winner, (), (), 0, state.fallen | state.on_table,
        NOBODY, 0, False, (*state.winners, winner), top, top_trick, candidates if winner == UNKNOWN else 0,
        state.veiled or state.cloudy,
    )  # fmt: skip


def _may_have_won(state: State) -> int:
    """Give the seats, as a bit set, that may have taken a trick in which a card was not seen."""
    led, facts = state.trick[0], state.facts
    row = facts.strength[facts.lead_class[led] if led < UNSEEN else TRUMP_LED]
    seen = [(row[code], seat) for code, seat in zip(state.trick, state.laid_by, strict=True) if code < UNSEEN]
    strength, best = max(seen, default=(0, NOBODY))
    if strength == 0:  # the lead was not seen, and no trump fell
        return sum(1 << seat for seat in state.laid_by)
    found = 1 << best
    for seat, cards in _clouds(state):
        if any(row[card] > strength for card in cards_in(cards)):
            found |= 1 << seat
    return found


def _clouds(state: State) -> list[tuple[int, CardSet]]:
    """What the unseen cards of the trick may be, by seat: nothing that is known to be elsewhere."""
    pack = PACK if state.table.options.joker == "none" else JOKER_PACK
    free = pack & ~known_cards(state)
    laid = zip(state.laid_by, state.trick, strict=True)
    return [(seat, possible_cards(code) & free) for seat, code in laid if code >= UNSEEN]


def _highest_trump(state: State) -> tuple[int, int]:
    """Keep the highest trump seen in the hand and the trick in which it lies, where the rules reward it."""
    top, top_trick, facts = state.top, state.top_trick, state.facts
    if facts.options.bonus in ("none", "last_trick"):
        return top, top_trick
    for card in state.trick:
        if card < UNSEEN and facts.trumps >> card & 1 and (top < 0 or facts.higher[top] >> card & 1):
            top, top_trick = card, len(state.winners)
    return top, top_trick
