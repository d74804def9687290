"""Play by search, in two ways that differ in what they see.

`solver` sees all cards and lays what holds most against everybody's best defence. `sampled` sees what its player
sees: it deals the unseen cards anew, solves each deal, and lays the card that does best on the whole. Where several
cards do equally well both lay what simple play would, and so they do where the search grows too large. Calls, trumps,
robs and discards are those of simple play.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from spoilrec.engine.choice import Way, lawful_now, worst_first
from spoilrec.engine.dice import Dice
from spoilrec.engine.knowledge import hidden_cards
from spoilrec.engine.position import NOBODY, TRICKS, Rights, State, Table, holder_of
from spoilrec.engine.simple import SIMPLE
from spoilrec.engine.solver import Aim, Solver, TooMuchError
from spoilrec.rules.cards import UNSEEN, Card, CardSet, cards_in

SAMPLES: Final = 10
"""So many deals of the unseen cards are solved for one card."""
_POSITIONS: Final = 100_000
"""A search that must remember more is given up."""
_MADE: Final = 1000
"""A bid made outweighs all points."""


class _Desk:
    """The solver of the hand in play: what it found for one card serves the next one."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._solver = Solver(_POSITIONS)

    def solver(self, state: State) -> Solver:
        """Give the solver of this hand."""
        if self._table is not state.table:
            self._table, self._solver = state.table, Solver(_POSITIONS)
        return self._solver


def values(solver: Solver, state: State) -> dict[Card, int]:
    """Say what each lawful card of the seat in turn is worth to its side against best defence.

    In a pool game 1 where the side can then force the pool (a jinker all five tricks), -1 where somebody else
    can, else 0. In other games the trick points that it can force; whether the bid can be made comes first.
    `TooMuchError` where the search outgrows its limit.
    """
    side = state.table.side_of[state.turn]
    if state.table.goal == "pool":
        return _pool_values(solver, state, side)
    found = solver.points_after(state, side)
    bidder, amount = state.table.contract.bidder, state.table.contract.amount
    if bidder < 0 or amount <= 0:
        return found
    theirs = state.table.side_of[bidder]
    reached = found if theirs == side else solver.points_after(state, theirs)
    sign = 1 if theirs == side else -1
    return {card: points + sign * _MADE * (reached[card] >= amount) for card, points in found.items()}


def _pool_values(solver: Solver, state: State, side: int) -> dict[Card, int]:
    table, jinker = state.table, state.rights.jinker
    if jinker >= 0:
        rivals, tricks = [table.side_of[jinker]], TRICKS
    else:
        rivals, tricks = [table.side_of[seat] for seat in table.seats], table.options.tricks_to_win
    found = {card: 0 for card in cards_in(lawful_now(state))}
    for rival in sorted(rivals, key=lambda one: one != side):
        if all(found.values()):
            break  # every card is decided
        sign = 1 if rival == side else -1
        for card, forced in solver.holds_after(state, Aim(rival, tricks)).items():
            found[card] = found[card] or sign * forced
    return found


def deals(state: State, seat: int, dice: Dice, count: int) -> Iterator[State]:
    """Deal what a seat cannot see anew, `count` times: the others get as many cards as they hold.

    It sees its own cards, the turn-up in the hand of its robber and an ace of trumps that was announced. What earlier
    tricks told of the other hands is not used, only which cards are gone.
    """
    shown = _shown(state, seat)
    others = [other for other in state.table.seats if other != seat]
    pack = cards_in(hidden_cards(shown) & state.table.facts.pack)
    sizes = [(state.holding[other] & ~shown.holding[other]).bit_count() for other in others]
    for _ in range(count):
        cards, holding = iter(dice.deal(pack, sum(sizes))), list(shown.holding)
        for other, size in zip(others, sizes, strict=True):
            holding[other] |= _set_of(cards, size)
        yield msgspec.structs.replace(shown, holding=tuple(holding), rights=_as_dealt(shown, seat, holding))


def _shown(state: State, seat: int) -> State:
    """Take out what a seat cannot see."""
    rights, up = state.rights, state.table.up
    public = [0] * state.table.chairs
    if rights.robber >= 0 and rights.entering < 0 and up >= 0:
        public[rights.robber] |= 1 << up
    if rights.announced >= 0:
        public[rights.announced] |= 1 << state.facts.ace
    public[seat] = state.holding[seat]
    out = rights.out if rights.robber == seat else UNSEEN
    holding = tuple(held & seen for held, seen in zip(state.holding, public, strict=True))
    return msgspec.structs.replace(state, holding=holding, rights=msgspec.structs.replace(rights, out=out))


def _as_dealt(state: State, seat: int, holding: Sequence[CardSet]) -> Rights:
    """Say who has the ace of trumps in such a deal, unless everybody knows; nobody kept back what he does not hold."""
    rights, ace = state.rights, state.facts.ace
    kept = tuple(
        cards if chair == seat else cards & (holding[chair] | state.fallen) for chair, cards in enumerate(rights.kept)
    )
    reneges = tuple(times if cards else 0 for times, cards in zip(rights.reneges, kept, strict=True))
    gone = (state.fallen | state.on_table) >> ace & 1
    known = gone or rights.robber >= 0 or rights.announced >= 0 or ace == state.table.up
    holder = rights.holder if known else max(NOBODY, holder_of(holding, ace))
    return msgspec.structs.replace(rights, kept=kept, reneges=reneges, holder=holder)


def _set_of(cards: Iterator[Card], size: int) -> CardSet:
    return sum(1 << next(cards) for _ in range(size))


def _best(found: Mapping[Card, int], state: State, lawful: CardSet, dice: Dice) -> Card:
    """Take the best card: that of simple play where it is among them, else the least of them."""
    most = max(found.values())
    best = [card for card, value in found.items() if value == most]
    simple = SIMPLE.card(state, lawful, dice)
    return simple if simple in best else next(card for card in worst_first(state.facts, lawful) if card in best)


def _exact() -> Way:
    desk = _Desk()

    def card(state: State, lawful: CardSet, dice: Dice) -> Card:
        if lawful & (lawful - 1):
            try:
                return _best(values(desk.solver(state), state), state, lawful, dice)
            except TooMuchError:
                pass
        return SIMPLE.card(state, lawful, dice)

    def jinks(state: State, seat: int, dice: Dice) -> bool:
        try:
            return desk.solver(state).holds(state, Aim(state.table.side_of[seat], TRICKS))
        except TooMuchError:
            return SIMPLE.jinks(state, seat, dice)

    return Way("solver", card, SIMPLE.rob, jinks, SIMPLE.call, SIMPLE.trump, SIMPLE.put_out)


def _sampled_card(state: State, lawful: CardSet, dice: Dice) -> Card:
    if not lawful & (lawful - 1):
        return lawful.bit_length() - 1
    total = dict.fromkeys(cards_in(lawful), 0)
    for deal in deals(state, state.turn, dice, SAMPLES):
        try:
            found = values(Solver(_POSITIONS), deal)
        except TooMuchError:
            continue
        for card in total:
            total[card] += found[card]
    return _best(total, state, lawful, dice)


def _sampled_jinks(state: State, seat: int, dice: Dice) -> bool:
    """Try where all five are forced in more than half of the deals."""
    aim, forced = Aim(state.table.side_of[seat], TRICKS), 0
    for deal in deals(state, seat, dice, SAMPLES):
        try:
            forced += Solver(_POSITIONS).holds(deal, aim)
        except TooMuchError:
            continue
    return 2 * forced > SAMPLES


SOLVER: Final = _exact()
SAMPLED: Final = Way("sampled", _sampled_card, SIMPLE.rob, _sampled_jinks, SIMPLE.call, SIMPLE.trump, SIMPLE.put_out)
