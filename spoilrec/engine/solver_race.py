"""Whether one side keeps all others from taking so many tricks, or is the first to have them.

What each side still lacks is packed into one number, three bits a side; at 0 it is there and the race is over.
"""

from collections.abc import Sequence
from typing import Final

from spoilrec.engine.solver_bounds import drawn, unmatched
from spoilrec.engine.solver_budget import Budget
from spoilrec.engine.solver_deal import Cards, Deal
from spoilrec.engine.solver_duel import NEVER, Duel
from spoilrec.engine.solver_search import Search
from spoilrec.engine.solver_trick import Trick

MOST_RIVALS: Final = 2
"""Against more rivals, or with fewer than two helpers, the bound of `solver_duel` costs more than it saves."""


class Race(Search):
    """Whether no other side gets there (`spoils`), or the side itself gets there first.

    `runners` are the sides that can win the race; for all others a trick is just lost. Under `spoils` the side
    is content if nobody gets there.
    """

    def __init__(
        self, deal: Deal, side: int, runners: frozenset[int], budget: Budget, *, helped: bool, spoils: bool
    ) -> None:
        on_side = tuple(one == side for one in deal.sides)
        ours = (True,) * len(on_side) if helped else on_side
        gain = tuple(1 << 3 * one if one in runners else 0 for one in deal.sides)
        super().__init__(deal, ours, gain, budget)
        self.on_side, self.side, self.runners, self.spoils = on_side, side, runners, spoils
        self.others = tuple(sorted(runners - {side}))
        self.cards_of = {
            one: sum(own for whose, own in zip(deal.sides, deal.own, strict=True) if whose == one)
            for one in set(deal.sides)
        }
        singles = len(set(deal.sides)) == len(deal.sides)
        self.may_duel = singles and spoils and side not in runners and not helped and deal.own == deal.at_first
        self.duels: dict[tuple[int, ...], Duel] = {}
        self.outcomes: dict[int, list[bool]] = {}
        self.duel_of: dict[int, Duel | None] = {}
        self.known: dict[int, bool] = {}
        self.sure: dict[Cards, dict[int, tuple[int, int]]] = {}

    def holds(self, cards: Cards, leader: int, score: int, kept: Cards) -> bool:
        """See `Search.holds`."""
        left = cards.bit_count() // self.players
        if left == 1:
            return self.ends(score, self.last_taker(cards, leader))
        decided, score = self._decided(score, left, self._sure(cards & self.deal.trumps))
        if decided is not None:
            return decided
        key = (cards << 4 | leader | kept << 64) << 33 | score
        found = self.known.get(key)
        if found is None:
            self.budget.spend()
            found = self._drawn(cards, leader, score, left)
            if found is None:
                duel = self._duel(score) if left > 2 else None
                found = bool(duel and duel.before(cards, leader, score)) or self.try_trick(cards, leader, score, kept)
            self.known[key] = found
        return found

    def _drawn(self, cards: Cards, leader: int, score: int, left: int) -> bool | None:
        """Say how the race ends where the leader need only draw the trumps; `None` where that is not enough."""
        side = self.deal.sides[leader]
        if not self.deal.whole(cards) or (side != self.side and self.ours[leader]):  # who helps does not draw them
            return None
        if side != self.side and side not in self.runners:  # who cannot win the race gains nothing by it
            return None
        tricks = drawn(self.deal, cards, leader)
        if side != self.side or side in self.runners:
            return None if tricks < score >> 3 * side & 7 else side == self.side
        return True if all(left - tricks < score >> 3 * one & 7 for one in self.others) else None

    def ends(self, score: int, taker: int) -> bool:
        """See `Search.ends`."""
        outcomes = self.outcomes.get(score)
        if outcomes is None:
            outcomes = self.outcomes[score] = [self._outcome(score, side) for side in self.deal.sides]
        return outcomes[taker]

    def _outcome(self, score: int, taker: int) -> bool:
        """Say how the race ends if this side takes the last trick."""
        lacks = score >> 3 * self.side & 7
        if not lacks:
            return True
        if any(score >> 3 * one & 7 <= (one == taker) for one in self.others):
            return False
        return self.spoils or lacks <= (taker == self.side)

    def _duel(self, score: int) -> Duel | None:
        """Give the bound for the sides that are still in the race, where there is one."""
        if score not in self.duel_of:
            rivals = tuple(one for one in self.others if score >> 3 * one & 7 < NEVER)
            worth_while = self.may_duel and len(rivals) <= min(MOST_RIVALS, self.players - 3)
            self.duel_of[score] = self._duel_with(rivals) if worth_while else None
        return self.duel_of[score]

    def _duel_with(self, rivals: tuple[int, ...]) -> Duel:
        if rivals not in self.duels:
            place_of = self.deal.sides.index
            self.duels[rivals] = Duel(self.deal, place_of(self.side), [place_of(one) for one in rivals], self.budget)
        return self.duels[rivals]

    def begin(self, start: Cards, led: Cards, places: Sequence[int], score: int) -> Trick:
        """See `Search.begin`.

        The bound is looked at after the lead, unless the side has led: if one of its leads were enough, the bound would
        have shown that before.
        """
        trick = super().begin(start, led, places, score)
        if self._duel(score) and any(self.on_side[place] for place in places):
            trick.watch = (0,)
        return trick

    def foresees(self, trick: Trick, nth: int, cards: Cards, best: int, taker: int) -> bool:
        """See `Search.foresees`."""
        duel = self._duel(trick.score)
        assert duel
        return duel.during(trick, cards, best, taker)

    def _decided(self, score: int, left: int, bounds: dict[int, tuple[int, int]]) -> tuple[bool | None, int]:
        """Say how the race ends where that is certain; else give the score without the sides that are out of it."""
        sure, lost = bounds[self.side]
        lack = score >> 3 * self.side & 7
        if lack == 0:
            return True, score
        able, safe, rivals = lack <= left - lost, sure >= lack, False
        open_score = (lack if able else NEVER) << 3 * self.side
        for one in self.others:
            lacks = score >> 3 * one & 7
            if lacks == 0:
                return False, score
            sure, lost = bounds[one]
            if lacks > left - lost:
                lacks = NEVER
            else:
                rivals, only_one = True, not able or lack + lacks > left  # of the two at most one gets there
                if sure >= lacks and only_one:
                    return False, score
                safe = safe and only_one
            open_score |= lacks << 3 * one
        if safe:
            return True, score
        if not rivals and (self.spoils or not able):
            return self.spoils, score
        return None, open_score

    def _sure(self, trumps: Cards) -> dict[int, tuple[int, int]]:
        """Give for each side how many tricks it is certain to take and to lose, by the trumps in play."""
        found = self.sure.get(trumps)
        if found is None:
            self.budget.spend()
            seats = list(zip(self.deal.sides, self.deal.own, strict=True))
            found = self.sure[trumps] = {
                one: (
                    max(unmatched(trumps & own, trumps & ~ours) for whose, own in seats if whose == one),
                    max((unmatched(trumps & own, trumps & ours) for whose, own in seats if whose != one), default=0),
                )
                for one, ours in self.cards_of.items()
            }
        return found
