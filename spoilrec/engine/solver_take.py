"""How many of the tricks that are left one side can take.

A position between two tricks is remembered with the fewest and the most that the side is known to be able to take,
so that an answer for three tricks serves for two and for four.
"""

from collections.abc import Sequence

from spoilrec.engine.solver_bounds import drawn, unmatched
from spoilrec.engine.solver_budget import Budget
from spoilrec.engine.solver_deal import Cards, Deal
from spoilrec.engine.solver_search import Search
from spoilrec.engine.solver_trick import Trick


class Take(Search):
    """Whether the side takes at least `score` more tricks; with `last_counts` the last trick counts twice."""

    def __init__(self, deal: Deal, side: int, budget: Budget, *, helped: bool, last_counts: bool = False) -> None:
        on_side = tuple(one == side for one in deal.sides)
        ours = (True,) * len(on_side) if helped else on_side
        super().__init__(deal, ours, tuple(map(int, on_side)), budget)
        self.on_side, self.last_counts = on_side, last_counts
        self.last_gain = tuple(2 * mine if last_counts else int(mine) for mine in on_side)
        self.side_cards = 0
        for mine, own in zip(on_side, deal.own, strict=True):
            self.side_cards |= own if mine else 0
        self.known: dict[int, tuple[int, int]] = {}
        self.sure: dict[Cards, tuple[int, int]] = {}

    def holds(self, cards: Cards, leader: int, score: int, kept: Cards) -> bool:
        """See `Search.holds`."""
        if score <= 0:
            return True
        left = cards.bit_count() // self.players
        if left == 0:
            return False
        if left == 1:
            return self.ends(score, self.last_taker(cards, leader))
        sure, lost = self._sure(cards & self.deal.trumps)
        if sure >= score:
            return True
        most = left - lost + self.last_counts
        if most < score:
            return False
        key = cards << 4 | leader | kept << 64
        least, most = self.known.get(key, (sure, most))
        if least >= score or most < score:
            return least >= score
        if key not in self.known:
            self.budget.spend()
        can_draw = self.on_side[leader] and self.deal.whole(cards)
        found = (can_draw and drawn(self.deal, cards, leader) >= score) or self.try_trick(cards, leader, score, kept)
        self.known[key] = (score, most) if found else (least, score - 1)
        return found

    def ends(self, score: int, taker: int) -> bool:
        """See `Search.ends`."""
        return score <= self.last_gain[taker]

    def begin(self, start: Cards, led: Cards, places: Sequence[int], score: int) -> Trick:
        """See `Search.begin`."""
        trick = super().begin(start, led, places, score)
        own_replies = [nth for nth, place in enumerate(places, start=1) if self.on_side[place]]
        trick.watch = own_replies[-1:] or (0,)
        return trick

    def foresees(self, trick: Trick, nth: int, cards: Cards, best: int, taker: int) -> bool:
        """See `Search.foresees`; the side has laid its last card."""
        return trick.score <= self._sure(cards & self.deal.trumps)[0] + self._is_ours(trick, cards, best, taker)

    def _is_ours(self, trick: Trick, cards: Cards, best: int, taker: int) -> bool:
        """Say whether the side has taken a trick for certain, with a trump above those of all others."""
        trumps = self.deal.trumps
        theirs = cards & trumps & ~self.side_cards or trumps & -trumps
        return self.on_side[taker] and bool(theirs) and best >= trick.worth[1 << theirs.bit_length() - 1]

    def _sure(self, trumps: Cards) -> tuple[int, int]:
        """Give how many tricks the side is certain to take, and to lose, by the trumps in play."""
        if trumps not in self.sure:
            self.budget.spend()
            ours, theirs = trumps & self.side_cards, trumps & ~self.side_cards
            seats = list(zip(self.on_side, self.deal.own, strict=True))
            self.sure[trumps] = (
                max(unmatched(ours & own, theirs) for mine, own in seats if mine),
                max((unmatched(theirs & own, ours) for mine, own in seats if not mine), default=0),
            )
        return self.sure[trumps]
