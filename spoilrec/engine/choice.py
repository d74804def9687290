"""A way of playing: what a player does where the rules leave him a choice.

A way is a few functions; any other may stand in their place. `seeing` makes one that plays from what
its own player can see: his cards, the trick, the fallen cards, the winners, the contract. What is
lawful is not decided here: a way is asked only what it takes of the lawful.
"""

from collections.abc import Callable

import msgspec

from spoilrec.engine.dice import Dice
from spoilrec.engine.lawful import lawful_cards
from spoilrec.engine.play import view
from spoilrec.engine.position import NOBODY, State, Table
from spoilrec.engine.rob import first_card_duties
from spoilrec.rules.auction import PASS, Bidding, allowed_calls
from spoilrec.rules.cards import Card, CardSet, cards_in
from spoilrec.rules.order import Facts, TrumpFacts


class Sight(msgspec.Struct, frozen=True, gc=False):
    """What one player can see when it is his turn, or when he may speak.

    `held` are his cards, `lawful` those he may play now. `gone` are all cards that have been played,
    those of this trick too. `best` is the seat that holds the trick with `strength`, NOBODY before the
    lead; `winners` are the seats that took the tricks, `jinker` who tries for all five.
    """

    table: Table
    facts: TrumpFacts
    seat: int
    held: CardSet
    lawful: CardSet
    trick: tuple[int, ...]
    laid_by: tuple[int, ...]
    best: int
    strength: int
    gone: CardSet
    winners: tuple[int, ...]
    jinker: int

    @property
    def unseen(self) -> CardSet:
        """The cards that may be in other hands: all but his own, the played ones and the turn-up."""
        up = self.table.up
        return self.table.facts.pack & ~(self.held | self.gone | (1 << up if up >= 0 else 0))


class Way(msgspec.Struct, frozen=True):
    """One way of playing.

    `card` chooses among the lawful cards, a set that is never empty. `rob` gives the card put out for
    the turn-up, NOBODY to leave it; the last argument says that the rules force it. `jinks` says
    whether this seat tries for all five: in a pool game with the pool won, in an auction game before the
    first lead. `call` chooses among the calls allowed; `trump` names the suit; `put_out` lists the cards to
    be put out in an auction game, the first that should go first, of a hand with its kitty.
    """

    name: str
    card: Callable[[State, CardSet, Dice], Card]
    rob: Callable[[TrumpFacts, CardSet, Card, Dice, bool], Card]
    jinks: Callable[[State, int, Dice], bool]
    call: Callable[[Bidding, Facts, CardSet, Dice], int]
    trump: Callable[[Facts, CardSet, Dice], int]
    put_out: Callable[[TrumpFacts, CardSet, Dice], tuple[Card, ...]]


def lawful_now(state: State) -> CardSet:
    """Give the cards that the seat in turn may play, where its whole hand is known: `legal` as a set."""
    seat = state.turn
    if not state.trick:
        return state.holding[seat]
    if not state.winners and state.rights.duty:
        state = first_card_duties(state, seat)
    return lawful_cards(state.facts, state.holding[seat], view(state, seat))


def see(state: State, seat: int, lawful: CardSet = 0) -> Sight:
    """Give what a player can see; of the others' cards only what lies on the table."""
    return Sight(
        state.table, state.facts, seat, state.holding[seat], lawful, state.trick, state.laid_by, state.best,
        state.strength, state.fallen | state.on_table, state.winners, state.rights.jinker,
    )  # fmt: skip


def seeing(choose: Callable[[Sight], Card]) -> Callable[[State, CardSet, Dice], Card]:
    """Make the `card` of a way that is told no more than its player can see, and leaves nothing to chance."""

    def card(state: State, lawful: CardSet, dice: Dice) -> Card:
        if not lawful & (lawful - 1):
            return lawful.bit_length() - 1
        return choose(see(state, state.turn, lawful))

    return card


def seeing_all_five(tries: Callable[[Sight], bool]) -> Callable[[State, int, Dice], bool]:
    """Make the `jinks` of a way that is told no more than its player can see, and leaves nothing to chance."""
    return lambda state, seat, dice: tries(see(state, seat))


def worth(facts: TrumpFacts, card: Card) -> int:
    """Say how good a card is in its own suit: 1 for the lowest plain card, 50 and more for trumps."""
    return facts.strength[facts.lead_class[card]][card]


def worst_first(facts: TrumpFacts, cards: CardSet) -> tuple[Card, ...]:
    """List cards by their worth."""
    return tuple(sorted(cards_in(cards), key=lambda card: worth(facts, card)))


# At random


def _any_card(state: State, lawful: CardSet, dice: Dice) -> Card:
    return dice.pick(cards_in(lawful))


def _any_rob(facts: TrumpFacts, held: CardSet, up: Card, dice: Dice, forced: bool) -> Card:
    return dice.pick(cards_in(held)) if forced or dice.chance(0.5) else NOBODY


def _any_jink(state: State, seat: int, dice: Dice) -> bool:
    return dice.chance(0.3)


def _any_call(bidding: Bidding, facts: Facts, held: CardSet, dice: Dice) -> int:
    """Two times in three a pass, else one of the lowest calls allowed."""
    calls = allowed_calls(bidding)
    return PASS if calls[0] == PASS and dice.chance(2 / 3) else dice.pick(calls[:4])


def _any_trump(facts: Facts, held: CardSet, dice: Dice) -> int:
    return dice.below(len(facts.trumps))


def _any_put_out(facts: TrumpFacts, held: CardSet, dice: Dice) -> tuple[Card, ...]:
    count = held.bit_count()
    return tuple(dice.deal(cards_in(held), count)[: count - dice.below(6)])


RANDOM = Way("random", _any_card, _any_rob, _any_jink, _any_call, _any_trump, _any_put_out)
