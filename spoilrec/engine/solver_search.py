"""The search that all questions share: a position is tried card by card until an answer is certain.

One mind, the asker, plays some of the seats, another mind the rest. A position between two tricks is judged by
`holds`, which each kind of question has of its own: it looks at bounds and at what it remembers, then tries a trick.
`score` is what the asker still lacks, in whatever way the question counts; a trick takes `gain` off it.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from spoilrec.engine.solver_budget import Budget
from spoilrec.engine.solver_deal import Cards, Deal
from spoilrec.engine.solver_endings import Endings
from spoilrec.engine.solver_trick import Trick


class Search(ABC):
    """One kind of question about one hand.

    `ours[place]` says that the asker plays this seat; `gain[place]` is what a trick of this seat takes off the score.
    """

    def __init__(self, deal: Deal, ours: tuple[bool, ...], gain: tuple[int, ...], budget: Budget) -> None:
        self.deal, self.ours, self.budget = deal, ours, budget
        self.gain = self.last_gain = gain
        self.players = len(deal.seats)
        self.endings = Endings(deal) if deal.fixed else None
        self.good: dict[int, list[list[bool]]] = {}
        self.followers = [
            tuple((leader + step) % self.players for step in range(1, self.players)) for leader in range(self.players)
        ]

    @abstractmethod
    def holds(self, cards: Cards, leader: int, score: int, kept: Cards) -> bool:
        """Say whether the asker reaches its aim from a position between two tricks."""

    @abstractmethod
    def ends(self, score: int, taker: int) -> bool:
        """Say whether the asker reaches its aim if this seat takes the last trick; `score` is that before it."""

    def owns(self, cards: Cards) -> tuple[Cards, ...]:
        """Give the cards of each seat that may be played from this position."""
        return self.deal.at_first if cards.bit_count() > 4 * self.players else self.deal.own

    def try_trick(self, cards: Cards, leader: int, score: int, kept: Cards) -> bool:
        """Try the leads, high ones first."""
        if self.endings and cards.bit_count() == 2 * self.players:
            return self.endings.reached(cards, leader, self.ours, self._good_endings(score))
        mine = self.ours[leader]
        for led in reversed(self.deal.apart(cards & self.owns(cards)[leader], cards)):
            if self.try_lead(cards, leader, led, score, kept) is mine:
                return mine
        return not mine

    def _good_endings(self, score: int) -> list[list[bool]]:
        """Say for the takers of the last trick but one, and of the last, whether the asker reaches its aim."""
        if score not in self.good:
            places = range(self.players)
            self.good[score] = [[self.ends(score - self.gain[first], last) for last in places] for first in places]
        return self.good[score]

    def try_lead(self, cards: Cards, leader: int, led: Cards, score: int, kept: Cards) -> bool:
        """Try one lead."""
        trick = self.begin(cards, led, self.followers[leader], score)
        return self.play_on(trick, cards ^ led, trick.worth[led], leader, kept)

    def begin(self, start: Cards, led: Cards, places: Sequence[int], score: int) -> Trick:
        """Make ready for the replies of `places` to a lead; `start` are the cards in play before the trick."""
        deal = self.deal
        in_play = start.bit_count()
        gain = self.gain if in_play > self.players else self.last_gain
        trick = Trick(start, led, places, deal.worth[deal.lead_class[led]], score, gain)
        trick.two_left = self.players < in_play <= 2 * self.players
        if deal.fixed:
            own = self.owns(start)
            trick.replies = [deal.replies(start & own[place], led, start) for place in places]
        else:
            trick.replies = [None] * len(places)
        return trick

    def play_on(self, trick: Trick, cards: Cards, best: int, taker: int, kept: Cards) -> bool:
        """Try the replies to a trick; `taker` holds it with the worth `best`."""
        return (self._reply if trick.last else self._close)(trick, 0, cards, best, taker, kept)

    def _reply(self, trick: Trick, nth: int, cards: Cards, best: int, taker: int, kept: Cards) -> bool:
        """Try what the `nth` seat may lay, and all that may follow."""
        if trick.watch and nth in trick.watch and self.foresees(trick, nth, cards, best, taker):
            return True
        place, worth, noted = trick.places[nth], trick.worth, self.deal.kept
        mine = self.ours[place]
        go_on = self._close if nth + 1 == trick.last else self._reply
        for card in self._in_order(trick, nth, cards, best, taker, kept):
            value = worth[card]
            now = self._kept_after(trick, place, card, cards, kept) if noted and not value else kept
            if value > best:
                result = go_on(trick, nth + 1, cards ^ card, value, place, now)
            else:
                result = go_on(trick, nth + 1, cards ^ card, best, taker, now)
            if result is mine:
                return mine
        return not mine

    def foresees(self, trick: Trick, nth: int, cards: Cards, best: int, taker: int) -> bool:
        """Say whether the asker reaches his aim whatever is still laid; asked after so many replies as `watch` has."""
        return False

    def _close(self, trick: Trick, nth: int, cards: Cards, best: int, taker: int, kept: Cards) -> bool:
        """Try what the last seat may lay; if one more trick is left, see who takes that."""
        place, worth, score, gain, noted = trick.places[nth], trick.worth, trick.score, trick.gain, self.deal.kept
        mine = self.ours[place]
        for card in self._in_order(trick, nth, cards, best, taker, kept):
            whose = place if worth[card] > best else taker
            rest = cards ^ card
            if trick.two_left:
                result = self.ends(score - gain[whose], self.last_taker(rest, whose))
            else:
                now = self._kept_after(trick, place, card, cards, kept) if noted and not worth[card] else kept
                result = self.holds(rest, whose, score - gain[whose], now)
            if result is mine:
                return mine
        return not mine

    def _in_order(self, trick: Trick, nth: int, cards: Cards, best: int, taker: int, kept: Cards) -> Sequence[Cards]:
        """List the replies of a seat: the weakest first, or if others hold the trick the weakest that takes it."""
        replies, worth, place = trick.replies[nth], trick.worth, trick.places[nth]
        if replies is None:
            lawful = self.lawful(trick, place, cards, kept)
            replies = sorted(self.deal.apart(lawful, trick.start), key=worth.__getitem__)
        if self.ours[taker] is self.ours[place] or not worth[replies[0]] <= best < worth[replies[-1]]:
            return replies
        first = 1
        while worth[replies[first]] <= best:
            first += 1
        return [*replies[first:], *replies[:first]]

    def lawful(self, trick: Trick, place: int, cards: Cards, kept: Cards) -> Cards:
        """Give what a seat may lay to a trick, `cards` being those still in play."""
        deal, own = self.deal, self.owns(trick.start)[place]
        gone, laid = deal.everything & ~trick.start, trick.start & ~cards
        return deal.lawful(cards & own, trick.led, gone, laid, kept & deal.own[place])

    def _kept_after(self, trick: Trick, place: int, card: Cards, cards: Cards, kept: Cards) -> Cards:
        """Add what a lawful renege keeps back; `card` cannot win."""
        deal = self.deal
        if not trick.led & deal.trumps:
            return kept
        held = cards & self.owns(trick.start)[place] & deal.trumps
        gone, laid = deal.everything & ~trick.start, trick.start & ~cards
        return kept | deal.kept_back(held, trick.led, gone, laid, kept & deal.own[place])

    def last_taker(self, cards: Cards, leader: int) -> int:
        """Give the seat that takes the last trick, in which nobody has a choice."""
        deal = self.deal
        best = cards & deal.trumps or cards & deal.answering[cards & deal.own[leader]]
        return deal.owner[best.bit_length()]
