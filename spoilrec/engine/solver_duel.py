"""A bound: whether one seat holds out against a few rivals even if all other seats were only there to help them.

The rivals and the seat that holds out play with their own cards; of the helpers it counts only which suits they may
lead and which trumps they have, and each takes a trick, or does not, as it suits the rivals. These lay their cards
last and have every freedom that they may ever have; the one who holds out has none that might lapse. So if he
holds out here he does in the real hand, and the positions are few.

The score is that of `solver_race`: what each rival still lacks.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Final

from spoilrec.engine.solver_budget import Budget
from spoilrec.engine.solver_deal import Cards, Deal
from spoilrec.engine.solver_trick import Trick
from spoilrec.rules.order import TRUMP_LED

HELPER: Final = 15
"""Stands for the place of any helper."""
NEVER: Final = 7
"""What a side lacks that cannot get there: more than there are tricks."""


class Duel:
    """The game of `holder` against `rivals`, by their places; each is a side by himself."""

    def __init__(self, deal: Deal, holder: int, rivals: Sequence[int], budget: Budget) -> None:
        self.budget = budget
        self.deal, self.holder, self.rivals = deal, holder, tuple(rivals)
        self.seats = (holder, *rivals)
        helpers = deal.everything & ~sum(deal.own[place] for place in self.seats)
        self.helpers, self.helping_trumps = helpers, helpers & deal.trumps
        self.counted = deal.everything & ~helpers | self.helping_trumps
        self.shifts = tuple(3 * deal.sides[place] for place in rivals)
        self.gain = {holder: 0} | {place: 1 << 3 * deal.sides[place] for place in rivals}
        self.known: dict[int, bool] = {}
        self.suits = [(1 << led, suit & helpers) for led, suit in enumerate(deal.suits)]

    def before(self, cards: Cards, leader: int, score: int) -> bool:
        """Say whether he holds out from a position between two tricks."""
        leader = leader if leader in self.gain else HELPER
        return self._from(cards & self.counted, self._suits(cards), leader, score)

    def during(self, trick: Trick, cards: Cards, best: int, taker: int) -> bool:
        """Say whether he holds out in the middle of a trick to which not all have played.

        What the helpers who have yet to play must lay at least has to be beaten.
        """
        deal, worth, laid = self.deal, trick.worth, trick.start & ~cards
        to_play = [place for place in self.seats if not laid & deal.own[place]]
        top = laid & deal.own[taker]
        if taker not in self.gain:
            taker = HELPER
        for place, replies in zip(trick.places, trick.replies, strict=True):
            if place not in self.gain and replies and worth[replies[0]] > best and not laid & deal.own[place]:
                best, top, taker = worth[replies[0]], replies[0], HELPER
        led = deal.lead_class[trick.led]
        return self._replies(cards & self.counted, self._suits(cards), led, (best, top, taker), to_play, trick.score)

    def _suits(self, cards: Cards) -> int:
        """Give the lead classes that helpers have, as a set of bits."""
        helping, found = cards & self.helpers, 0
        for bit, suit in self.suits:
            if helping & suit:
                found |= bit
        return found

    def _from(self, both: Cards, suits: int, leader: int, score: int) -> bool:
        left = (both & self.deal.own[self.holder]).bit_count()
        open_score = 0
        for shift in self.shifts:
            lacks = score >> shift & 7
            if not lacks:
                return False
            if lacks <= left:
                open_score |= (NEVER - lacks) << shift
        if not open_score:
            return True
        key = (both << 9 | suits << 4 | leader) << 30 | open_score
        found = self.known.get(key)
        if found is None:
            self.budget.spend()
            found = self.known[key] = self._lead(both, suits, leader, score)
        return found

    def _lead(self, both: Cards, suits: int, leader: int, score: int) -> bool:
        if leader == HELPER:
            classes = [led for led in range(TRUMP_LED + 1) if suits >> led & 1]
            return all(self._replies(both, suits, led, (0, 0, HELPER), self.seats, score) for led in classes)
        tries = any if leader == self.holder else all
        cards = reversed(self.deal.apart(both & self.deal.own[leader], both))
        return tries(self._led(both, suits, leader, card, score) for card in cards)

    def _led(self, both: Cards, suits: int, leader: int, card: Cards, score: int) -> bool:
        led = self.deal.lead_class[card]
        to_play = [place for place in self.seats if place != leader]
        best = self.deal.worth[led][card]
        return self._replies(both ^ card, suits, led, (best, card, leader), to_play, score)

    def _replies(
        self, both: Cards, suits: int, led: int, so_far: tuple[int, Cards, int], to_play: Sequence[int], score: int
    ) -> bool:
        """Try what he lays, then all that the rivals lay.

        `so_far` is who holds the trick: the worth of his card, the card, and his place.
        """
        deal, own, holder = self.deal, self.deal.own, self.holder
        rivals, around = [place for place in to_play if place != holder], both | so_far[1]
        options = [deal.apart(deal.perhaps_lawful(both & own[place], led), around)[::-1] for place in rivals]
        if holder not in to_play:
            return self._all(both, suits, led, so_far, rivals, options, score)
        worth = deal.worth[led]
        for card in reversed(deal.apart(deal.surely_lawful(both & own[holder], led), around)):
            now = (worth[card], card, holder) if worth[card] > so_far[0] else so_far
            if self._all(both ^ card, suits, led, now, rivals, options, score):
                return True
        return False

    def _all(
        self, both: Cards, suits: int, led: int, so_far: tuple[int, Cards, int], rivals: Sequence[int],
        options: Iterable[list[Cards]], score: int,
    ) -> bool:  # fmt: skip
        worth = self.deal.worth[led]
        for cards in product(*options):
            best, top, taker = so_far
            rest = both
            for place, card in zip(rivals, cards, strict=True):
                rest ^= card
                if worth[card] > best:
                    best, top, taker = worth[card], card, place
            if taker != HELPER and not self._from(rest, suits, taker, score - self.gain[taker]):
                return False
            overtaken = taker == HELPER or self._beaten(rest, suits, led, top)
            if overtaken and not self._from(rest, suits, HELPER, score):
                return False
        return True

    def _beaten(self, both: Cards, suits: int, led: int, card: Cards) -> bool:
        """Say whether a helper may have a card that beats this one."""
        trumps = both & self.helping_trumps
        if card & self.deal.trumps:
            return bool(trumps & self.deal.higher[card])
        return bool(trumps) or bool(suits >> led & 1)
