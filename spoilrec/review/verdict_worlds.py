"""What the cards that nobody saw may have been, tried out: every way to fill their places in one hand.

Needed where a rule looks at more than one hand at one moment: privileges that lapse, limits on reneging,
half-known cards, a lead that was not seen. Cards that no rule tells apart are tried once.

Terms: a slot is a place of an unseen card; a card is loose if a player is known to have had it, but not
when he laid it; cards are hidden if nobody is known to have had them.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from spoilrec.engine.knowledge import can_all_be_filled
from spoilrec.engine.position import HAND_SIZE, TRICKS, Table
from spoilrec.review.case import Case
from spoilrec.review.hand import HandReading
from spoilrec.review.whole import make_whole
from spoilrec.rules.cards import UNSEEN, Card, CardSet, cards_in, codes_set, possible_cards
from spoilrec.rules.order import TrumpFacts

KEPT: Final = TRICKS + 1
"""The trick of a slot whose card was never laid."""


class Slot(msgspec.Struct, frozen=True, gc=False):
    """A place of an unseen card: laid (trick and place in it), put out by the rob (trick 0) or KEPT.

    `may_be` are the cards that it may be, as far as this hand alone says.
    """

    seat: int
    trick: int
    place: int
    may_be: CardSet


class Unseen(msgspec.Struct, frozen=True, gc=False):
    """All that was not seen of one hand; tuples go by chair.

    `reading` has its tricks made whole. `had` are the cards known to have been dealt, `loose` those
    known to have been held, but not when they were laid; `slots` are the places for these and for
    `extras` hidden cards.
    """

    table: Table
    reading: HandReading
    hidden: CardSet
    had: tuple[CardSet, ...]
    loose: tuple[CardSet, ...]
    extras: tuple[int, ...]
    slots: tuple[tuple[Slot, ...], ...]


def unseen_of(case: Case) -> Unseen | None:
    """Say what was not seen; `None` where the record contradicts itself, or its tricks cannot be understood."""
    replay = case.replay
    if replay is None or replay.stopped or any(twice for _, _, twice in replay.flaws):
        return None
    gone = () if replay.first.table.options.dealer_searches_stock == "on" else case.reading.auction.discard
    out = codes_set(code for cards in gone for code in cards or ())
    return unseen_in(replay.first.table, case.played, out)


def unseen_in(table: Table, reading: HandReading, gone: CardSet = 0) -> Unseen | None:
    """Say what was not seen of a hand noted like this; `gone` are cards known to be out of play."""
    reading = msgspec.structs.replace(reading, tricks=make_whole(table, reading).tricks)
    had, loose, extras = [0] * table.chairs, [0] * table.chairs, [0] * table.chairs
    slots: list[tuple[Slot, ...]] = [()] * table.chairs
    for seat in table.seats:
        found = _of_seat(table, reading, seat)
        if found is None:
            return None
        had[seat], loose[seat], extras[seat], slots[seat] = found
    known = gone | codes_set(reading.ups) | codes_set(out for _, out in reading.robs[:1])
    for seat in table.seats:
        known |= had[seat] | loose[seat]
    known |= codes_set(code for trick in reading.tricks for _, code in trick)
    hidden = table.facts.pack & ~known
    bound = tuple(
        tuple(_bound(slot, loose[seat] | (hidden if extras[seat] else 0)) for slot in slots[seat])
        for seat in range(table.chairs)
    )
    return Unseen(table, reading, hidden, tuple(had), tuple(loose), tuple(extras), bound)


def _bound(slot: Slot, cards: CardSet) -> Slot:
    return Slot(slot.seat, slot.trick, slot.place, slot.may_be & cards)


def _of_seat(table: Table, reading: HandReading, seat: int) -> tuple[CardSet, CardSet, int, tuple[Slot, ...]] | None:
    hand = _dealt(table, reading, seat)
    laid = codes_set(code for trick in reading.tricks for who, code in trick if who == seat)
    up = codes_set([table.up]) if 0 <= table.up < UNSEEN else 0
    out = next((out for robber, out in reading.robs[:1] if robber == seat), -1)
    robbed = out >= 0
    if (robbed and not up) or (laid & up and not robbed):
        return None
    out_card = codes_set([out]) if robbed else 0
    had = codes_set(hand or ()) | laid & ~up | out_card
    extras = HAND_SIZE - had.bit_count()
    loose = had & ~laid & ~out_card | (up & ~laid if robbed else 0)
    slots = [
        Slot(seat, number, place, possible_cards(code) & ~_not_yet(table, number, up))
        for number, trick in enumerate(reading.tricks, start=1)
        for place, (who, code) in enumerate(trick)
        if who == seat and code >= UNSEEN
    ]
    if out >= UNSEEN:
        slots.append(Slot(seat, 0, 0, possible_cards(out) & ~up))
    kept = loose.bit_count() + extras - len(slots)
    if extras < 0 or kept < 0:
        return None
    return had, loose, extras, (*slots, *(Slot(seat, KEPT, 0, possible_cards(UNSEEN)) for _ in range(kept)))


def _not_yet(table: Table, trick: int, up: CardSet) -> CardSet:
    """A turned ace that comes in after the first trick cannot lie in it."""
    return up if trick == 1 and table.options.turned_ace_entry == "after_first_trick" else 0


def _dealt(table: Table, reading: HandReading, seat: int) -> tuple[int, ...] | None:
    hand = reading.deal[seat] if len(reading.deal) == table.chairs else None
    return hand if hand is not None and len(hand) == HAND_SIZE else None


# Trying out


def fillings(
    unseen: Unseen, facts: TrumpFacts, slots: Sequence[Slot], whole: Sequence[int]
) -> Iterator[tuple[Card, ...]]:
    """Give every way to fill these slots, as far as some rule tells the cards apart; the others can be filled too.

    `whole` are the seats of which all slots are among them.
    """
    yield from _Filler(unseen, facts, slots, whole).fill(0, 0, (), 0)


class _Filler:
    """Fills slot after slot."""

    def __init__(self, unseen: Unseen, facts: TrumpFacts, slots: Sequence[Slot], whole: Sequence[int]) -> None:
        self.unseen, self.slots, self.whole = unseen, slots, whole
        chosen = {(slot.seat, slot.trick, slot.place) for slot in slots if slot.trick != KEPT}
        self.others = [
            slot
            for seat in unseen.table.seats
            if seat not in whole
            for slot in unseen.slots[seat]
            if (slot.seat, slot.trick, slot.place) not in chosen
        ]
        loose = [1 << card for seat in unseen.table.seats for card in cards_in(unseen.loose[seat])]
        self.kinds = (*kinds_of(unseen, facts), *loose)

    def fill(self, nth: int, used: CardSet, cards: tuple[Card, ...], least: int) -> Iterator[tuple[Card, ...]]:
        if nth == len(self.slots):
            if self._all_is_well(used, cards):
                yield cards
            return
        slot = self.slots[nth]
        again = slot.trick == KEPT and nth > 0 and self.slots[nth - 1].trick == KEPT
        for number in range(least if again else 0, len(self.kinds)):
            free = self.kinds[number] & slot.may_be & ~used
            if free:
                first = free & -free
                yield from self.fill(nth + 1, used | first, (*cards, first.bit_length() - 1), number)

    def _all_is_well(self, used: CardSet, cards: Sequence[Card]) -> bool:
        """Every loose card has a place, the other slots can be filled, and each deal is as it was noted."""
        unseen = self.unseen
        if any(unseen.loose[seat] & ~used for seat in self.whole):
            return False
        left = [slot.may_be & ~used for slot in self.others]
        if not can_all_be_filled(left):
            return False
        for seat in unseen.table.seats:
            homes = [
                sum(1 << nth for nth, slot in enumerate(self.others) if slot.seat == seat and left[nth] >> card & 1)
                for card in cards_in(unseen.loose[seat] & ~used)
            ]
            if not can_all_be_filled(homes):
                return False
        return all(self._deal_fits(seat, cards) for seat in self.whole)

    def _deal_fits(self, seat: int, cards: Sequence[Card]) -> bool:
        hand = _dealt(self.unseen.table, self.unseen.reading, seat)
        if hand is None or max(hand) <= UNSEEN:
            return True
        dealt = _hand_with(self.unseen, seat, self.slots, cards)
        return can_all_be_filled([possible_cards(code) & dealt for code in hand])


def kinds_of(unseen: Unseen, facts: TrumpFacts) -> tuple[CardSet, ...]:
    """Group the hidden cards that neither a rule nor a half-known card tells apart; plain cards first."""
    half = {slot.may_be for slots in unseen.slots for slot in slots}
    half |= {possible_cards(code) for hand in unseen.reading.deal for code in hand or () if code > UNSEEN}
    kinds: dict[tuple[object, ...], CardSet] = {}
    for card in cards_in(unseen.hidden):
        alone = card if facts.tops >> card & 1 or card == facts.ace else -1
        key = (alone, facts.lead_class[card], *(cards >> card & 1 for cards in half))
        kinds[key] = kinds.get(key, 0) | 1 << card
    return tuple(kinds[key] for key in sorted(kinds, key=lambda key: (key[0] != -1, key[1] == 4, str(key))))


def _hand_with(unseen: Unseen, seat: int, slots: Sequence[Slot], cards: Sequence[Card]) -> CardSet:
    """Give the five cards dealt to a seat when its slots are filled so."""
    own = sum(1 << card for slot, card in zip(slots, cards, strict=True) if slot.seat == seat)
    robbed = any(robber == seat for robber, _ in unseen.reading.robs[:1])
    return (unseen.had[seat] | own) & ~(codes_set([unseen.table.up]) if robbed else 0)


def filled(unseen: Unseen, slots: Sequence[Slot], cards: Sequence[Card], whole: Sequence[int]) -> HandReading:
    """Give the hand as it would have been noted if these cards had been seen in these slots."""
    reading, chairs = unseen.reading, unseen.table.chairs
    deal: list[tuple[int, ...] | None] = [None] * chairs
    if len(reading.deal) == chairs:
        deal = list(reading.deal)
    for seat in whole:
        deal[seat] = cards_in(_hand_with(unseen, seat, slots, cards))
    tricks, robs = [list(trick) for trick in reading.tricks], reading.robs
    for slot, card in zip(slots, cards, strict=True):
        if slot.trick == 0:
            robs = ((slot.seat, card),)
        elif slot.trick != KEPT:
            tricks[slot.trick - 1][slot.place] = (slot.seat, card)
    return msgspec.structs.replace(reading, deal=tuple(deal), tricks=tuple(map(tuple, tricks)), robs=robs)
