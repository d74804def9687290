"""What a card was worth in a pool game, from exact values only.

Each lawful card leaves its player in one of four standings; a mark tells that a worse one than the best was
chosen, or the only one that was best. Two equal cards are two cards: then neither is the only one. Where
every card lets somebody in, none is marked: that somebody could not be stopped.
"""

from typing import Final

from spoilrec.engine.choice import lawful_now, worst_first
from spoilrec.engine.events import Play
from spoilrec.engine.play import after_play, is_over
from spoilrec.engine.position import NOBODY, TRICKS, UNKNOWN, State
from spoilrec.engine.solver import Aim, Solver
from spoilrec.review.annotate.marks import NOTHING, Loss, Soundness, Verdict
from spoilrec.rules.cards import Card, CardSet, card_set
from spoilrec.rules.pool import outcome


def weakest(state: State, cards: CardSet) -> Card:
    """Give the card that is named where several were as good: the lowest plain card, else the lowest trump."""
    return worst_first(state.facts, cards)[0]


class PoolScale:
    """Weighs the cards of one hand of a pool game; a jink is played for all five tricks, by the jinker alone."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def verdict(self, before: State, event: Play) -> Verdict:
        """Say what the card was worth."""
        after = after_play(before, event)
        tricks = TRICKS if after.rights.jinker >= 0 else before.table.options.tricks_to_win
        return _Weighing(self.solver, before, event, after, tricks).verdict()

    def forced(self, state: State) -> int:
        """Give the side that can force the pool, NOBODY for none."""
        return self._who_forces(state, state.table.options.tricks_to_win)

    def _who_forces(self, state: State, tricks: int) -> int:
        sides = sorted({side for side in state.table.side_of if side >= 0})
        return next((side for side in sides if self.solver.holds(state, Aim(side, tricks))), NOBODY)


def pool_is_decided(state: State) -> bool:
    """Say whether the pool is won, or nobody can win it any more."""
    rights, options = state.rights, state.table.options
    return bool(state.winners) and outcome(options, state.winners, NOBODY, rights.barred).won != UNKNOWN


def is_idle(before: State, after: State) -> bool:
    """Say whether nothing hangs on a card: the pool is decided and no jink is on, or the game is won."""
    if before.table.goal == "pool":
        return after.rights.jinker < 0 and pool_is_decided(before)
    return is_over(before)


def jink_worth(solver: Solver, state: State, side: int) -> Soundness:
    """Say whether all five tricks were forced, possible or out of reach when they were tried for."""
    aim = Aim(side, TRICKS)
    if solver.holds(state, aim):
        return "sound"
    return "gamble" if solver.may_happen(state, aim) else "hopeless"


_LOSSES: Final[dict[bool, tuple[Loss, Loss, Loss, Loss]]] = {
    False: ("pool", "pool-to", "let-in", "spoil"),
    True: ("jink", "jink", "jink-let", "jink-stop"),
}


class _Weighing:
    """One card against the others that were lawful.

    The standings, best first: its player can force the pool; he alone can keep everybody else from it; nobody
    can force it; somebody else can.
    """

    def __init__(self, solver: Solver, before: State, event: Play, after: State, tricks: int) -> None:
        self.solver, self.before, self.after, self.card = solver, before, after, event.card
        self.seat, self.tricks = event.seat, tricks
        self.side = before.table.side_of[event.seat]
        self.lawful = lawful_now(before)
        self.losses = _LOSSES[after.rights.jinker >= 0]

    def verdict(self) -> Verdict:
        pool, pool_to, let_in, spoil = self.losses
        holding = self._holding(Aim(self.side, self.tricks))
        if holding:
            if self._laid(Aim(self.side, self.tricks), holding):
                return self._only(holding)
            to = self._lets_in(self.after)
            return Verdict(*(("?", pool) if to < 0 else ("??", pool_to)), weakest(self.before, holding), to)
        keeping = self._holding(Aim(self.side, self.tricks, stop=True))
        if keeping and self._laid(Aim(self.side, self.tricks, stop=True), keeping):
            return self._only(keeping)
        to = self._lets_in(self.after)
        if keeping:
            return Verdict(*(("?!", spoil) if to < 0 else ("??", let_in)), weakest(self.before, keeping), to)
        safe = self._first_safe()
        if to >= 0:
            return NOTHING if safe < 0 else Verdict("??", let_in, safe, to)
        alone = safe < 0 and self.lawful & ~(1 << self.card) and self.lawful >> self.card & 1
        return Verdict("!") if alone else NOTHING

    def _holding(self, aim: Aim) -> CardSet:
        return card_set(card for card, holds in self.solver.holds_after(self.before, aim).items() if holds)

    def _laid(self, aim: Aim, holding: CardSet) -> bool:
        """Whether the card laid holds the aim; a revoke is none of the lawful cards."""
        if self.lawful >> self.card & 1:
            return bool(holding >> self.card & 1)
        return self.solver.holds(self.after, aim)

    def _only(self, holding: CardSet) -> Verdict:
        alone = holding == 1 << self.card and self.lawful != holding
        return Verdict("!") if alone else NOTHING

    def _lets_in(self, after: State) -> int:
        """Give the other side that can force the pool now, NOBODY for none: two cannot."""
        others = sorted({side for side in after.table.side_of if side >= 0} - {self.side})
        return next((side for side in others if self.solver.holds(after, Aim(side, self.tricks))), NOBODY)

    def _first_safe(self) -> Card:
        """Give the weakest of the other lawful cards that let nobody in, -1 for none."""
        for card in worst_first(self.before.facts, self.lawful & ~(1 << self.card)):
            if self._lets_in(after_play(self.before, Play(self.seat, card))) < 0:
                return card
        return -1
