"""A hand in small whole numbers, as the solver wants it.

The cards of the hand are bits: suit by suit, each suit upwards, the trumps last. No card changes its
owner in play, so the cards still in play are a position. A seat is a place around the table, from 0. Knows what is
lawful and which cards are equal; knows nothing of what anybody tries for.
"""

from collections.abc import Sequence
from typing import Final

from spoilrec.engine.position import State
from spoilrec.rules.cards import ACE_OF_HEARTS, Card, CardSet, Suit, cards_in, suit_cards
from spoilrec.rules.order import TRUMP_LED, TrumpFacts

Cards = int
"""A set of cards of one hand, by their bits in it; one card is a set of one."""

_CLASSES: Final = range(TRUMP_LED + 1)


class Deal:
    """What does not change in a hand.

    `own[place]` are the cards of a seat that were in play when the hand was looked at first, `at_first` those
    that it may play in the first trick. `worth[lead class][card]` is 0 for a card that cannot win. `kept` says
    that what was kept back before matters (`renege_limit_per_hand`).
    """

    def __init__(self, state: State) -> None:
        facts, rights, table = state.facts, state.rights, state.table
        self.facts, self.seats = facts, table.seats
        self.sides = tuple(table.side_of[seat] for seat in table.seats)
        entering = 1 << rights.entering if rights.entering >= 0 and not state.winners else 0
        self.codes = all_cards(state)
        self.order = _in_order(facts, self.codes)
        self.everything = (1 << len(self.order)) - 1
        self.bit_of = {card: 1 << place for place, card in enumerate(self.order)}
        laid = {seat: 1 << card for seat, card in zip(state.laid_by, state.trick, strict=True)}
        self.at_first = tuple(
            self.bits(state.holding[seat] | rights.kept[seat] | laid.get(seat, 0)) for seat in self.seats
        )
        self.own = tuple(
            cards | self.bits(entering if seat == rights.robber else 0)
            for seat, cards in zip(self.seats, self.at_first, strict=True)
        )
        self.options = facts.options
        self.kept = facts.options.renege_limit_per_hand != "none"
        self.fixed = not self.kept and facts.options.renege_against == "led_card"
        self.entering = self.bits(entering)
        self._translate(facts)
        # by holding and lead: lawful cards, the same weakest first, whether some of them may be equal
        self._replies: dict[int, tuple[Cards, list[Cards], bool]] = {}
        self.above, self.like = _above(facts, self.bit_of), self._alike()

    def _translate(self, facts: TrumpFacts) -> None:
        """Put the tables of the facts into the bits of this hand."""
        options, bit_of = facts.options, self.bit_of
        self.trumps, self.privileged = self.bits(facts.trumps), self.bits(facts.privileged)
        self.lead_class = {bit: facts.lead_class[card] for card, bit in bit_of.items()}
        self.worth = tuple({bit: facts.strength[led][card] for card, bit in bit_of.items()} for led in _CLASSES)
        self.suits = tuple(sum(bit for bit, led in self.lead_class.items() if led == one) for one in _CLASSES)
        self.answering = {bit: self.suits[led] for bit, led in self.lead_class.items()}
        self.owner = [0] * (len(self.order) + 1)  # by the length of a card's bit
        for place, cards in enumerate(self.own):
            for card in each(cards):
                self.owner[card.bit_length()] = place
        self.any_lead = tuple(suit & -suit for suit in self.suits)
        self.answers = {bit: self.bits(facts.answers[card]) for card, bit in bit_of.items()}
        self.always = {bit: self.bits(facts.always[card]) for card, bit in bit_of.items()}
        self.keep = {bit: self.bits(facts.keep[card]) for card, bit in bit_of.items()}
        self.higher = {bit: self.bits(facts.higher[card]) for card, bit in bit_of.items()}
        hearts = options.ah_lead_fallback == "hearts" and facts.trump != Suit.HEARTS
        self.ace_of_hearts = bit_of.get(ACE_OF_HEARTS, 0) if hearts else 0
        self.hearts = self.bits(suit_cards(Suit.HEARTS) & ~facts.trumps)

    def _alike(self) -> dict[Cards, Cards]:
        """Give for each card those with the same duties, which differ in rank at most."""
        facts, options, kinds = self.facts, self.options, dict[object, int]()
        ace_apart = options.ah_follows_hearts or self.ace_of_hearts
        for card, bit in self.bit_of.items():
            privileged = facts.privileged >> card & 1
            kind = (
                facts.lead_class[card],
                privileged and (True if self.fixed else card),
                facts.tops >> card & 1,
                card == ACE_OF_HEARTS and ace_apart,
            )
            kinds[kind] = kinds.get(kind, 0) | bit
        return {bit: kind for kind in kinds.values() for bit in self.bit_of.values() if kind & bit}

    def bits(self, cards: CardSet) -> Cards:
        """Give a set of codes as bits of this hand; other cards are left out."""
        cards &= self.codes
        return sum(self.bit_of[card] for card in cards_in(cards))

    def covers(self, state: State) -> bool:
        """Say whether a state belongs to this hand: the same cards, each in the same hands."""
        rights, table = state.rights, state.table
        return (
            state.facts is self.facts
            and table.seats == self.seats
            and all_cards(state) == self.codes
            and all(
                not self.bits(state.holding[seat] | rights.kept[seat]) & ~own
                for seat, own in zip(self.seats, self.own, strict=True)
            )
            and tuple(table.side_of[seat] for seat in table.seats) == self.sides
        )

    def whole(self, cards: Cards) -> bool:
        """Say whether everybody has his cards: a turned ace may come into a hand after the first trick."""
        return not self.entering & cards or cards.bit_count() <= 4 * len(self.seats)

    def lawful(self, held: Cards, led: Cards, gone: Cards, laid: Cards, kept: Cards) -> Cards:
        """Give the cards that may be laid to a lead, as `lawful.lawful_cards` does.

        `gone` are the cards of earlier tricks, `laid` those of this one, `kept` what this seat has kept back.
        """
        trumps = held & self.trumps
        if led & self.trumps:
            if trumps and not self.kept_back(trumps, led, gone, laid, kept):
                return trumps
            if led == self.ace_of_hearts and held & self.hearts:
                return trumps | held & self.hearts
            return held
        if held & self.answers[led]:
            return held & self.always[led]
        options = self.options
        if not trumps or options.void == "free" or options.follow == "none_on_plain":
            return held
        return trumps if options.void == "must_trump" or trumps & ~self.privileged else held

    def kept_back(self, trumps: Cards, led: Cards, gone: Cards, laid: Cards, kept: Cards) -> Cards:
        """Give the trumps that a renege keeps back, none where it is not lawful."""
        keep = trumps & self.keep[led]
        lapse = self.options.renege_against
        if keep and lapse != "led_card":
            keep = self._not_lapsed(keep, laid | gone if lapse == "lapse_hand" else laid)
        if not keep or (keep != trumps and self.options.renege_scope != "holder"):
            return 0
        match self.options.renege_limit_per_hand:
            case "none":
                return keep
            case "1_event":
                return 0 if kept else keep
            case "1_card":
                return keep if (kept | keep).bit_count() == 1 else 0

    def surely_lawful(self, held: Cards, led: int) -> Cards:
        """Give cards that may be laid to any lead of a class (`lead_class`), whatever happened before; never none."""
        if led != TRUMP_LED:
            return self.lawful(held, self.any_lead[led], 0, 0, 0)
        hearts = held & self.hearts if self.ace_of_hearts else 0
        return held & self.trumps or hearts or held

    def perhaps_lawful(self, held: Cards, led: int) -> Cards:
        """Give the cards among which all are that may be laid to some lead of a class."""
        if led != TRUMP_LED:
            return self.lawful(held, self.any_lead[led], 0, 0, 0)
        trumps = held & self.trumps
        keep = trumps & self.privileged
        free = not trumps or keep == trumps or (keep and self.options.renege_scope == "holder")
        return held if free else trumps

    def _not_lapsed(self, keep: Cards, fallen: Cards) -> Cards:
        rest = keep
        while rest:
            card = rest & -rest
            rest ^= card
            if self.higher[card] & fallen:
                keep ^= card
        return keep

    def replies(self, held: Cards, led: Cards, around: Cards) -> Sequence[Cards]:
        """List the lawful replies that differ, the weakest first; only where no earlier card matters (`fixed`)."""
        known = self._replies.get(held << 53 | led) or self._reply_to(held, led)
        lawful, cards, perhaps_equal = known
        if not perhaps_equal:
            return cards
        above, like = self.above, self.like
        return [card for card in cards if not (higher := around & above[card]) & -higher & lawful & like[card]]

    def lawful_to(self, held: Cards, led: Cards) -> Cards:
        """Give the lawful replies; only where no earlier card matters (`fixed`)."""
        return (self._replies.get(held << 53 | led) or self._reply_to(held, led))[0]

    def _reply_to(self, held: Cards, led: Cards) -> tuple[Cards, list[Cards], bool]:
        lawful, worth = self.lawful(held, led, 0, 0, 0), self.worth[self.lead_class[led]]
        cards = sorted(each(lawful), key=worth.__getitem__)
        found = lawful, cards, len(self.apart(lawful, lawful)) < len(cards)
        self._replies[held << 53 | led] = found
        return found

    def apart(self, cards: Cards, around: Cards) -> list[Cards]:
        """List one card for each run of equal ones, lowest first.

        Cards are equal where they have the same duties and no other card still in play, `around`, ranks between them.
        """
        above, like, found, rest = self.above, self.like, [], cards
        while rest:
            card = rest & -rest
            rest ^= card
            higher = around & above[card]
            if not higher & -higher & cards & like[card]:
                found.append(card)
        return found


def each(cards: Cards) -> list[Cards]:
    """List the cards of a set, lowest first."""
    found = []
    while cards:
        card = cards & -cards
        found.append(card)
        cards ^= card
    return found


def all_cards(state: State) -> CardSet:
    """Give every card that is or was in play in this hand."""
    entering = state.rights.entering
    cards = state.fallen | state.on_table | (1 << entering if entering >= 0 else 0)
    for held in state.holding:
        cards |= held
    return cards


def _in_order(facts: TrumpFacts, cards: CardSet) -> tuple[Card, ...]:
    suits = (*facts.plain, facts.order)
    return tuple(card for suit in suits for card in reversed(suit) if cards >> card & 1)


def _above(facts: TrumpFacts, bit_of: dict[Card, Cards]) -> dict[Cards, Cards]:
    above = {}
    for suit in (*facts.plain, facts.order):
        higher = 0
        for card in suit:
            if card in bit_of:
                above[bit_of[card]] = higher
                higher |= bit_of[card]
    return above
