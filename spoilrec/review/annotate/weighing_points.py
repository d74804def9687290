"""What a card was worth in a game of points, from exact values only: first the contract, then the points.

Points are those of the hand, as `hand_scoring` counts tricks and bonus; what they do to the totals is not weighed.
"""

from spoilrec.engine.choice import lawful_now
from spoilrec.engine.events import Play
from spoilrec.engine.play import after_play
from spoilrec.engine.position import NOBODY, TRICKS, UNKNOWN, State, Table
from spoilrec.engine.solver import Aim, Solver
from spoilrec.review.annotate.marks import NOTHING, Verdict
from spoilrec.review.annotate.weighing import weakest
from spoilrec.review.points_result import bidder_side
from spoilrec.rules.auction import contract_amounts
from spoilrec.rules.cards import Card, CardSet, card_set, cards_in
from spoilrec.rules.contract import THIRTY
from spoilrec.rules.points import TRICK_POINTS, hand_points


class PointsScale:
    """Weighs the cards of one hand that is played for points, with a contract or without."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def verdict(self, before: State, event: Play) -> Verdict:
        """Say what the card was worth."""
        table, lawful = before.table, lawful_now(before)
        side, ours = table.side_of[event.seat], bidder_side(table)
        after = after_play(before, event)
        good, mark = lawful, NOTHING
        if table.goal == "auction" and ours != UNKNOWN and table.contract.amount != UNKNOWN:
            good = self._good(before, lawful, ours, wanted=side == ours)
            mark = self._contract(before, after, event, good)
            if mark.loss or (not good and side == ours):
                return mark  # a contract that is lost anyway leaves nothing to weigh
        points = self._points(before, after, event, side, good or lawful)
        return points if points.loss or not mark.mark else mark

    def worth(self, state: State) -> tuple[int, ...]:
        """Give the points that each side can force."""
        sides = sorted({side for side in state.table.side_of if side >= 0})
        return tuple(self._forced(state, side) for side in sides)

    def bids(self, state: State, worth: tuple[int, ...]) -> tuple[int, ...]:
        """Give the highest bid that could stand and that each side could make with these points, 0 for none."""
        amounts = [amount for amount in contract_amounts(state.table.options) if amount <= THIRTY]
        return tuple(
            THIRTY
            if points >= TRICK_POINTS * TRICKS and self.solver.holds(state, Aim(side, TRICKS))
            else max([0, *(amount for amount in amounts if amount <= points)])
            for side, points in enumerate(worth)
        )

    def _good(self, before: State, lawful: CardSet, side: int, *, wanted: bool) -> CardSet:
        """Give the cards after which the contract of this side stands as the player wants it."""
        if _needs_all(before):
            held = self.solver.holds_after(before, Aim(side, TRICKS))
        else:
            points = self.solver.points_after(before, side)
            held = {card: points[card] >= before.table.contract.amount for card in cards_in(lawful)}
        return card_set(card for card, holds in held.items() if holds is wanted)

    def made(self, state: State, side: int) -> bool:
        """Say whether the side can force what the contract wants."""
        if _needs_all(state):
            return self.solver.holds(state, Aim(side, TRICKS))
        return self.solver.points(state, side) >= state.table.contract.amount

    def _contract(self, before: State, after: State, event: Play, good: CardSet) -> Verdict:
        table, lawful = before.table, lawful_now(before)
        ours = bidder_side(table)
        wanted = table.side_of[event.seat] == ours
        laid = bool(good >> event.card & 1) if lawful >> event.card & 1 else self.made(after, ours) is wanted
        if not good:
            return NOTHING
        if laid:
            return Verdict("!") if good == 1 << event.card and lawful != good else NOTHING
        better, amount = weakest(before, good), table.contract.amount
        jink = before.rights.jinker >= 0  # then only all five tricks will do, whatever was bid
        if wanted:
            return Verdict("?", "jink" if jink else "contract", better, amount=amount)
        return Verdict("??", "jink-let" if jink else "contract-let", better, ours, amount=amount)

    def _points(self, before: State, after: State, event: Play, side: int, good: CardSet) -> Verdict:
        """Compare the points forced by the cards that serve the contract equally."""
        forced = self._forced_after(before, side)
        best = max(forced[card] for card in cards_in(good))
        took = forced[event.card] if event.card in forced else self._forced(after, side)
        holding = card_set(card for card in cards_in(good) if forced[card] == best)
        if took < best:
            return Verdict("?", "points", weakest(before, holding), cost=best - took)
        alone = holding == 1 << event.card and good != holding
        return Verdict("!") if alone else NOTHING

    def _forced(self, state: State, side: int) -> int:
        """Give the points that a side can force; with two sides what one forces the other cannot get."""
        match _counting(state.table):
            case "majority_5_sweep_10":
                tricks = range(TRICKS, 0, -1)
                return _majority(state, next((n for n in tricks if self.solver.holds(state, Aim(side, n))), 0))
            case "net_difference":
                return max(0, self.solver.points(state, side) - self.solver.points(state, 1 - side))
            case _:
                return self.solver.points(state, side)

    def _forced_after(self, before: State, side: int) -> dict[Card, int]:
        """Give the same for the position after each lawful card."""
        match _counting(before.table):
            case "majority_5_sweep_10":
                held = [(n, self.solver.holds_after(before, Aim(side, n))) for n in range(TRICKS, 0, -1)]
                lawful = cards_in(lawful_now(before))
                return {card: _majority(before, next((n for n, can in held if can[card]), 0)) for card in lawful}
            case "net_difference":
                theirs = self.solver.points_after(before, 1 - side)
                ours = self.solver.points_after(before, side)
                return {card: max(0, points - theirs[card]) for card, points in ours.items()}
            case _:
                return self.solver.points_after(before, side)


def _counting(table: Table) -> str:
    """Say how the tricks of a hand are counted; where there is a contract, one by one."""
    return table.options.hand_scoring if table.goal == "points" else "per_trick"


def _majority(state: State, tricks: int) -> int:
    """Give what so many tricks of one side count where they are counted together."""
    counted = hand_points(state.table.options, 1, (0,) * tricks, NOBODY)
    assert counted is not None
    return counted[0]


def _needs_all(state: State) -> bool:
    """Say whether the contract wants all five tricks: a jink, and a bid above what they count without a bonus."""
    return state.rights.jinker >= 0 or state.table.contract.amount > TRICK_POINTS * TRICKS
