"""The search that all questions share: a position is tried card by card until an answer is certain.

One mind, the asker, plays some of the seats, another mind the rest. A position between two tricks is judged by
`holds`, which each kind of question has of its own: it looks at bounds and at what it remembers, then tries a trick.
`score` is what the asker still lacks, in whatever way the question counts; a trick takes `gain` off it.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence

from spoilrec.engine.solver_deal import Cards, Deal
from spoilrec.engine.solver_duel import Duel


class TooMuchError(Exception):
    """The search outgrew its limit: the answer is not known."""


class Budget:
    """How many positions may still be remembered before a question is given up."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.left = limit

    def spend(self) -> None:
        """Count one more position; refuses with `TooMuchError` where there is no room."""
        if self.left <= 0:
            raise TooMuchError(f"more than {self.limit} positions")
        self.left -= 1


class Trick:
    """A trick that is being tried: what does not change while cards are laid to it."""

    __slots__ = ("duel", "gain", "helping", "last", "led", "places", "replies", "score", "start", "watch", "worth")

    def __init__(
        self,
        start: Cards,
        led: Cards,
        places: Sequence[int],
        worth: dict[Cards, int],
        score: int,
        gain: tuple[int, ...],
    ) -> None:
        self.start, self.led, self.places, self.worth, self.score, self.gain = start, led, places, worth, score, gain
        self.replies: list[Sequence[Cards] | None] = []
        self.duel: Duel | None = None
        self.watch: Collection[int] = ()
        self.helping = -1
        self.last = len(places) - 1


class Search(ABC):
    """One kind of question about one hand.

    `ours[place]` says that the asker plays this seat; `gain[place]` is what a trick of this seat takes off the score.
    """

    def __init__(self, deal: Deal, ours: tuple[bool, ...], gain: tuple[int, ...], budget: Budget) -> None:
        self.deal, self.ours, self.budget = deal, ours, budget
        self.gain = self.last_gain = gain
        self.players = len(deal.seats)
        self.followers = [
            tuple((leader + step) % self.players for step in range(1, self.players)) for leader in range(self.players)
        ]

    @abstractmethod
    def holds(self, cards: Cards, leader: int, score: int, kept: Cards) -> bool:
        """Say whether the asker reaches its aim from a position between two tricks."""

    def owns(self, cards: Cards) -> tuple[Cards, ...]:
        """Give the cards of each seat that may be played from this position."""
        return self.deal.at_first if cards.bit_count() > 4 * self.players else self.deal.own

    def try_trick(self, cards: Cards, leader: int, score: int, kept: Cards) -> bool:
        """Try the leads, high ones first."""
        mine = self.ours[leader]
        for led in reversed(self.deal.apart(cards & self.owns(cards)[leader], cards)):
            if self.try_lead(cards, leader, led, score, kept) is mine:
                return mine
        return not mine

    def try_lead(self, cards: Cards, leader: int, led: Cards, score: int, kept: Cards) -> bool:
        """Try one lead."""
        trick = self.begin(cards, led, self.followers[leader], score)
        return self.go_on(trick, 0, cards ^ led, trick.worth[led], leader, kept)

    def begin(self, start: Cards, led: Cards, places: Sequence[int], score: int) -> Trick:
        """Make ready for the replies of `places` to a lead; `start` are the cards in play before the trick."""
        deal = self.deal
        gain = self.gain if start.bit_count() > self.players else self.last_gain
        trick = Trick(start, led, places, deal.worth[deal.lead_class[led]], score, gain)
        if deal.fixed:
            own = self.owns(start)
            trick.replies = [deal.replies(start & own[place], led, start) for place in places]
        else:
            trick.replies = [None] * len(places)
        return trick

    def go_on(self, trick: Trick, nth: int, cards: Cards, best: int, taker: int, kept: Cards) -> bool:
        """Try what the seats from the `nth` may lay; `taker` holds the trick with the worth `best`."""
        if nth in trick.watch and self.foresees(trick, nth, cards, best, taker):
            return True
        place, worth = trick.places[nth], trick.worth
        mine, last = self.ours[place], nth == trick.last
        replies = trick.replies[nth]
        if replies is None:
            lawful = self.lawful(trick, place, cards, kept)
            replies = sorted(self.deal.apart(lawful, trick.start), key=worth.__getitem__)
        if self.ours[taker] is not mine and len(replies) > 1:  # the cheapest card that takes the trick first
            replies = [card for card in replies if worth[card] > best] + [
                card for card in replies if worth[card] <= best
            ]
        for card in replies:
            value = worth[card]
            now = self._kept_after(trick, place, card, cards, kept) if self.deal.kept and not value else kept
            top, whose = (value, place) if value > best else (best, taker)
            if last:
                result = self.holds(cards ^ card, whose, trick.score - trick.gain[whose], now)
            else:
                result = self.go_on(trick, nth + 1, cards ^ card, top, whose, now)
            if result is mine:
                return mine
        return not mine

    def foresees(self, trick: Trick, nth: int, cards: Cards, best: int, taker: int) -> bool:
        """Say whether a bound already shows that the asker reaches his aim; asked at the places of `trick.watch`."""
        raise NotImplementedError

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
        own = deal.own
        led = cards & own[leader]
        worth = deal.worth[deal.lead_class[led]]
        best, taker = worth[led], leader
        for place in self.followers[leader]:
            value = worth[cards & own[place]]
            if value > best:
                best, taker = value, place
        return taker
