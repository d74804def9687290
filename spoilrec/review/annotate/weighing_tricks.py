"""What a card was worth in tricks, whatever they count for: those that its side could force, with all cards seen.

A trick is often rightly given up to keep the pool from somebody else: what is lost here is no mark.
"""

import msgspec

from spoilrec.engine.choice import lawful_now
from spoilrec.engine.events import Play
from spoilrec.engine.play import after_play
from spoilrec.engine.position import TRICKS, State
from spoilrec.engine.solver import Aim, Solver
from spoilrec.review.annotate.weighing import is_idle


class TricksScale:
    """Weighs the cards of one hand in tricks; its solver must serve nothing else.

    The pool is left out of account, so that a side's tricks count whoever is barred and whoever is first.
    """

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def lost(self, before: State, event: Play) -> int:
        """Give how many tricks fewer the player's side can force after this card; 0 where the hand is decided."""
        after = after_play(before, event)
        if lawful_now(before) == 1 << event.card or is_idle(before, after):
            return 0
        before, after = _without_pool(before), _without_pool(after)
        side = before.table.side_of[event.seat]
        most = self._forced(before, side)
        left = most
        while left > _taken(after, side) and not self.solver.holds(after, Aim(side, left)):
            left -= 1
        return max(0, most - max(left, _taken(after, side)))

    def _forced(self, state: State, side: int) -> int:
        """Give the most tricks that a side can force, with those that it has."""
        most = _taken(state, side)
        while most < TRICKS and self.solver.holds(state, Aim(side, most + 1)):
            most += 1
        return most


def _taken(state: State, side: int) -> int:
    return sum(state.table.side_of[seat] == side for seat in state.winners)


def _without_pool(state: State) -> State:
    return msgspec.structs.replace(state, table=msgspec.structs.replace(state.table, goal="cards"))
