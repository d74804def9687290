"""What trying out all that unseen cards may be says of plays: lawful in some hand, a revoke in some."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec

from spoilrec.engine.events import Play
from spoilrec.engine.lawful import lawful_cards
from spoilrec.engine.play import view
from spoilrec.engine.refusals import Refusal
from spoilrec.engine.rob import first_card_duties
from spoilrec.review.case import Case
from spoilrec.review.hand import HandReading
from spoilrec.review.replay import Step, replay_hand
from spoilrec.review.verdict_worlds import KEPT, Slot, Unseen, filled, fillings, kinds_of, unseen_in
from spoilrec.rules.cards import UNSEEN, CardSet, cards_in

MOST_HANDS: Final = 1000
"""So many hands are tried before a question is left open."""
REVOKES: Final = ("follow-trump", "follow-suit", "must-trump", "hearts-on-ace")
Place = tuple[int, int]
"""Trick and seat of a play."""


class TooManyError(Exception):
    """There are more hands than can be tried."""


class Tried(msgspec.Struct, frozen=True, gc=False):
    """What was found out about a play.

    `lawful` and `revoke` say that some hand makes it so; `condemned` are the unseen cards that make the
    difference against it in some hand, `freeing` those that make it for it; `refusal` is that of a hand
    in which it is a revoke, `before` the step there.
    """

    lawful: bool = False
    revoke: bool = False
    condemned: CardSet = 0
    freeing: CardSet = 0
    refusal: Refusal | None = None


def try_out(
    case: Case, unseen: Unseen, seat: int, tricks: Sequence[int], most: int = MOST_HANDS
) -> dict[int, Tried] | None:
    """Find out about the plays of a seat to these tricks; `None` where there are more than `most` hands to try."""
    assert case.replay is not None
    facts, last = case.replay.first.facts, max(tricks)
    slots = (*unseen.slots[seat], *_slots_of_others(unseen, seat, tricks))
    kinds, found = kinds_of(unseen, facts), dict.fromkeys(tricks, Tried())
    hands = list(islice(fillings(unseen, facts, slots, (seat,)), most + 1))
    if len(hands) > most:
        return None
    for cards in hands:
        reading = filled(unseen, slots, cards, (seat,))
        short = msgspec.structs.replace(reading, tricks=reading.tricks[:last])
        own = sum(1 << card for slot, card in zip(slots, cards, strict=True) if slot.seat == seat) & ~_certain(
            unseen, seat
        )
        for step in _plays(case, short):
            if step.event.seat == seat and step.trick in found:
                found[step.trick] = _with_hand(found[step.trick], step, own, kinds)
    return found


def _certain(unseen: Unseen, seat: int) -> CardSet:
    """The loose cards that the player must have kept: he laid none unseen, and put out none of them."""
    laid = {slot.trick for slot in unseen.slots[seat] if slot.trick != KEPT}
    if not laid:
        return unseen.loose[seat]
    return unseen.loose[seat] & ~unseen.had[seat] if laid == {0} else 0


def _plays(case: Case, reading: HandReading) -> Iterator[Step]:
    assert case.replay is not None
    replay = replay_hand(case.replay.first.table, case.trump, reading, doubts=False)
    return (step for step in replay.steps if isinstance(step.event, Play))


def _slots_of_others(unseen: Unseen, seat: int, tricks: Sequence[int]) -> Iterator[Slot]:
    """The unseen cards of other players that decide too: leads, and where privileges lapse every card laid."""
    options, reading = unseen.table.options, unseen.reading
    lapse = options.renege_against != "led_card"
    wanted = set(tricks) if options.renege_limit_per_hand == "none" else set(range(1, max(tricks) + 1))
    for who in unseen.table.seats:
        for slot in unseen.slots[who]:
            laid = 1 <= slot.trick <= max(tricks)
            led = laid and slot.place == 0 and slot.trick in wanted and len(reading.tricks[slot.trick - 1]) > 1
            if who != seat and laid and (lapse or led):
                yield slot


def _with_hand(tried: Tried, step: Step, own: CardSet, kinds: Iterable[CardSet]) -> Tried:
    """Add what one hand says; `own` are the cards of the player that nobody saw laid."""
    refusal = step.refusal
    revoke = refusal is not None and refusal.why in REVOKES
    turning = _turning(step, own) if step.before.trick else 0
    for kind in kinds:
        turning |= kind if kind & turning else 0
    return Tried(
        tried.lawful or not revoke,
        tried.revoke or revoke,
        tried.condemned | (turning if revoke else 0),
        tried.freeing | (0 if revoke else turning),
        tried.refusal or (refusal if revoke else None),
    )


def _turning(step: Step, own: CardSet) -> CardSet:
    """The unseen cards in the hand without any one of which the answer would be the other one."""
    event, state = step.event, step.before
    assert isinstance(event, Play)
    if event.card >= UNSEEN or state.trick[0] >= UNSEEN:
        return 0
    if not state.winners and state.rights.duty:
        state = first_card_duties(state, event.seat)
    held, now = state.holding[event.seat] | 1 << event.card, view(state, event.seat)
    lawful = lawful_cards(state.facts, held, now) >> event.card & 1
    return sum(
        1 << card
        for card in cards_in(held & own & ~(1 << event.card))
        if lawful_cards(state.facts, held & ~(1 << card), now) >> event.card & 1 != lawful
    )


def can_all_be_lawful(case: Case, unseen: Unseen, places: Sequence[Place]) -> bool:
    """Say whether some hand makes all these plays lawful; also where there are too many hands to try."""
    options = unseen.table.options
    coupled = {
        slot.seat
        for seat in unseen.table.seats
        for slot in _slots_of_others(unseen, seat, [trick for trick, _ in places])
        if slot.place == 0 or options.renege_against != "led_card"
    }
    seats = (*dict.fromkeys(seat for _, seat in places), *sorted(coupled - {seat for _, seat in places}))
    try:
        return _Together(case, places).some_hand(unseen.reading, seats, unseen)
    except TooManyError:
        return True


class _Together:
    """Looks for a hand that makes several plays lawful, seat after seat."""

    def __init__(self, case: Case, places: Sequence[Place]) -> None:
        self.case, self.places, self.tried = case, frozenset(places), 0

    def some_hand(self, reading: HandReading, seats: Sequence[int], unseen: Unseen | None) -> bool:
        if not seats or unseen is None:
            return not self._revokes(reading, None)
        seat, facts = seats[0], self.case.replay.first.facts if self.case.replay else None
        assert facts is not None
        for cards in fillings(unseen, facts, unseen.slots[seat], (seat,)):
            self.tried += 1
            if self.tried > MOST_HANDS:
                raise TooManyError
            new = filled(unseen, unseen.slots[seat], cards, (seat,))
            if not self._revokes(new, seat) and self.some_hand(new, seats[1:], unseen_in(unseen.table, new)):
                return True
        return False

    def _revokes(self, reading: HandReading, seat: int | None) -> bool:
        return any(
            step.refusal is not None and step.refusal.why in REVOKES
            for step in _plays(self.case, reading)
            if (step.trick, step.event.seat) in self.places and seat in (None, step.event.seat)
        )
