"""The exact solver: what a side can force from here with all cards seen by all, all others against it.

One mind plays for the side, one for all the others. The lines that are tried are lawful under the house rules;
nothing more is robbed, announced or called in them than the state has already, so an ace of trumps that
should have been announced is demoted and whoever should have robbed has failed. A line goes on to the fifth trick, also
where the game could end before it.

In a pool game an aim of as many tricks as win the pool is the pool itself: who has so many first has won it, and
a seat that is barred from the pool cannot win it.

How it works: a hand becomes small whole numbers, in which equal cards are seen at a glance (`solver_deal`). From the
state of play (`solver_root`) the search goes card by card, and remembers the positions between two tricks
(`solver_search`), for the tricks of one side (`solver_take`) or for what keeps the others from theirs (`solver_race`).
What the trumps make certain needs no search (`solver_bounds`), nor does what a seat can do even if all but one or two
others are only there to help these (`solver_duel`). A search that grows too large says so (`solver_budget`).
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final, TypeVar

import msgspec

from spoilrec.engine.position import NOBODY, TRICKS, State
from spoilrec.engine.solver_budget import Budget, TooMuchError
from spoilrec.engine.solver_deal import Deal, all_cards
from spoilrec.engine.solver_duel import NEVER
from spoilrec.engine.solver_race import Race
from spoilrec.engine.solver_root import Root, with_duties_done
from spoilrec.engine.solver_search import Search
from spoilrec.engine.solver_take import Take
from spoilrec.rules.cards import Card
from spoilrec.rules.points import TRICK_POINTS

__all__ = ["LIMIT", "Aim", "Solver", "TooMuchError", "solvable"]

Answer = TypeVar("Answer")

LIMIT: Final = 100_000
"""So many positions are remembered at most."""


class Aim(msgspec.Struct, frozen=True, gc=False):
    """What one side tries against everybody else.

    It wants to take at least `tricks`, counted over the whole hand; with `stop`, that no other side takes so many.
    """

    side: int
    tricks: int
    stop: bool = False


def solvable(state: State) -> bool:
    """Say whether all that the solver needs is known: every card in a hand and in the trick, and every winner."""
    known = not any(state.unseen) and not state.cloudy and state.turn >= 0 and all(seat >= 0 for seat in state.winners)
    left = TRICKS - len(state.winners)
    entering = state.rights.robber if state.rights.entering >= 0 else NOBODY
    whole = all(
        state.holding[seat].bit_count() + (seat in state.laid_by) + (seat == entering) == left
        for seat in state.table.seats
    )
    options = state.facts.options
    hidden = state.veiled and (options.renege_against == "lapse_hand" or options.bonus.startswith("highest"))
    return known and whole and not hidden


class Solver:
    """Answers for one hand; remembers at most `limit` positions.

    A question may use up half of that, and where less is left all is forgotten before it begins; so no question fails
    for what was asked before it. Asked about another hand it forgets the one before.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._deal: Deal | None = None
        self._searches: dict[object, Search] = {}
        self._budget = Budget(limit)
        self._asked: State | None = None
        self._root: Root | None = None

    def holds(self, state: State, aim: Aim) -> bool:
        """Say whether the side can force its aim."""
        return self._ask(state, lambda root: self._holds(root, aim, helped=False))

    def holds_after(self, state: State, aim: Aim) -> dict[Card, bool]:
        """Say the same for the position after each lawful card of the seat in turn."""
        return self._ask(state, lambda root: self._holds_after(root, aim))

    def may_happen(self, state: State, aim: Aim) -> bool:
        """Say whether the aim is reached in any lawful line, everybody helping."""
        return self._ask(state, lambda root: self._holds(root, aim, helped=True))

    def points(self, state: State, side: int) -> int:
        """Give the most trick points (`trick_points`, with the bonus) that the side can force."""
        return self._ask(state, lambda root: self._points(root, side))

    def points_after(self, state: State, side: int) -> dict[Card, int]:
        """Give the same for the position after each lawful card of the seat in turn."""
        return self._ask(state, lambda root: self._points_after(root, side))

    @property
    def remembered(self) -> int:
        """How many positions are remembered now."""
        return self._budget.spent

    def _ask(self, state: State, question: Callable[[Root], Answer]) -> Answer:
        root = self._root_of(state)
        if not self._budget.ask():
            self._forget(root.deal)
            self._budget.ask()
        return question(root)

    def _root_of(self, asked: State) -> Root:
        """Give where the questions about a state begin; the last state is often asked about again."""
        if self._root is None or asked is not self._asked:
            state = with_duties_done(asked)
            if self._deal is None or not self._deal.covers(state):
                self._forget(Deal(state))
            assert self._deal is not None
            self._asked, self._root = asked, Root(self._deal, state)
        return self._root

    def _forget(self, deal: Deal) -> None:
        self._deal, self._searches, self._budget = deal, {}, Budget(self._limit)

    def _holds(self, root: Root, aim: Aim, *, helped: bool) -> bool:
        asked = self._search_for(root.state, aim, helped=helped)
        return asked if isinstance(asked, bool) else root.holds(*asked)

    def _holds_after(self, root: Root, aim: Aim) -> dict[Card, bool]:
        asked = self._search_for(root.state, aim, helped=False)
        if isinstance(asked, bool):
            return dict.fromkeys(root.lawful(), asked)
        return root.holds_after(*asked)

    def _points(self, root: Root, side: int) -> int:
        search, base = self._counting(root.state, side)
        more = next(tricks for tricks in range(TRICKS + 1, -1, -1) if root.holds(search, tricks))
        return base + TRICK_POINTS * more

    def _points_after(self, root: Root, side: int) -> dict[Card, int]:
        search, base = self._counting(root.state, side)
        points = dict.fromkeys(root.lawful(), base)
        for tricks in range(1, TRICKS + 2):
            able = [card for card, held in root.holds_after(search, tricks).items() if held]
            points.update(dict.fromkeys(able, base + TRICK_POINTS * tricks))
            if not able:
                break
        return points

    def _counting(self, state: State, side: int) -> tuple[Take, int]:
        """Give the search for the tricks of a side, and the points that are certain already."""
        last = state.facts.options.bonus == "last_trick"
        takers = [state.table.side_of[seat] for seat in state.winners]
        base = takers.count(side) + (_has_highest_trump(state) == side)
        if last and len(takers) == TRICKS:
            base += takers[-1] == side
        return self._take(side, helped=False, last_counts=last), TRICK_POINTS * base

    def _search_for(self, state: State, aim: Aim, *, helped: bool) -> bool | tuple[Search, int]:
        """Give the answer where the tricks taken decide, else the search and what is still lacking."""
        side_of, options = state.table.side_of, state.table.options
        takers = [side_of[seat] for seat in state.winners]
        sides = {side_of[seat] for seat in state.table.seats}
        pool = state.table.goal == "pool" and aim.tricks == options.tricks_to_win
        if pool:
            sides -= _barred(state)
            first = _first_with(takers, aim.tricks, sides)
            if first != NOBODY:
                return first == aim.side
            if aim.side not in sides and not aim.stop:
                return False
        if not aim.stop and (not pool or 2 * aim.tricks > TRICKS):
            return self._take(aim.side, helped=helped), aim.tricks - takers.count(aim.side)
        if any(takers.count(side) >= aim.tricks for side in sides - {aim.side}):
            return False
        first_counts = pool and 2 * aim.tricks <= TRICKS  # else only one side can take so many
        runners = frozenset(sides if first_counts else sides - {aim.side})
        return self._race(aim, runners, helped=helped), _lacking(takers, aim.tricks, runners, sides | {aim.side})

    def _take(self, side: int, *, helped: bool, last_counts: bool = False) -> Take:
        assert self._deal is not None
        key = ("take", side, helped, last_counts)
        if key not in self._searches:
            self._searches[key] = Take(self._deal, side, self._budget, helped=helped, last_counts=last_counts)
        found = self._searches[key]
        assert isinstance(found, Take)
        return found

    def _race(self, aim: Aim, runners: frozenset[int], *, helped: bool) -> Race:
        assert self._deal is not None
        key = ("race", aim.side, runners, aim.stop, helped)
        if key not in self._searches:
            self._searches[key] = Race(self._deal, aim.side, runners, self._budget, helped=helped, spoils=aim.stop)
        found = self._searches[key]
        assert isinstance(found, Race)
        return found


def _barred(state: State) -> set[int]:
    """Give the sides that cannot win the pool: all their seats are barred from it."""
    table, barred = state.table, state.rights.barred
    free = {table.side_of[seat] for seat in table.seats if not barred >> seat & 1}
    return {table.side_of[seat] for seat in table.seats} - free


def _first_with(takers: Sequence[int], tricks: int, sides: Collection[int]) -> int:
    """Give the first of these sides to take so many tricks, NOBODY where none has."""
    for done in range(len(takers)):
        side = takers[done]
        if side in sides and takers[: done + 1].count(side) == tricks:
            return side
    return NOBODY


def _lacking(takers: Sequence[int], tricks: int, runners: Collection[int], sides: Collection[int]) -> int:
    """Pack what each side lacks as `Race` wants it."""
    return sum((tricks - takers.count(side) if side in runners else NEVER) << 3 * side for side in sides)


def _has_highest_trump(state: State) -> int:
    """Give the side with the bonus for the highest trump, NOBODY for none.

    The highest trump of all hands takes its trick whenever it is played, and in five tricks every card is played.
    """
    facts, table = state.facts, state.table
    cards = all_cards(state)
    trumps = [card for card in facts.order if cards >> card & 1]
    if not facts.options.bonus.startswith("highest") or not trumps:
        return NOBODY
    top = trumps[0]
    if facts.options.bonus == "highest_if_top_four" and not facts.tops >> top & 1:
        return NOBODY
    if state.fallen >> top & 1:
        return table.side_of[state.winners[state.top_trick]]
    if top in state.trick:
        return table.side_of[state.laid_by[state.trick.index(top)]]
    held = [seat for seat in table.seats if state.holding[seat] >> top & 1]
    return table.side_of[held[0] if held else state.rights.robber]
