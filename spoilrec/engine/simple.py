"""Simple good play: rules of thumb that everybody at the table knows, from what one player can see.

Take the trick as cheaply as may be where it helps; where nothing is to be won throw the worst card
and keep the best trumps back; stop whoever is about to take the pool; leave the trick to a partner.
"""

from typing import Final

from spoilrec.engine.choice import Sight, Way, seeing, seeing_all_five, worst_first, worth
from spoilrec.engine.dice import Dice
from spoilrec.engine.position import HAND_SIZE, NOBODY, TRICKS
from spoilrec.rules.auction import HOLD, PASS, Bidding, allowed_calls
from spoilrec.rules.cards import Card, CardSet, cards_in
from spoilrec.rules.order import Facts, TrumpFacts
from spoilrec.rules.points import TRICK_POINTS

# Cards


def _card(sight: Sight) -> Card:
    return _follow(sight) if sight.trick else _lead(sight)


def _follow(sight: Sight) -> Card:
    row, strength = sight.facts.strength[sight.facts.lead_class[sight.trick[0]]], sight.strength
    cards = worst_first(sight.facts, sight.lawful)
    winning = [card for card in cards if row[card] > strength]
    if not winning or not _helps(sight):
        return cards[0]
    last = len(sight.trick) + 1 == len(sight.table.seats)
    if last:
        return winning[0]
    sure = [card for card in winning if _is_sure(sight, row, card)]
    return sure[0] if sure else winning[-1] if _has_plain(sight, winning) else winning[0]


def _has_plain(sight: Sight, winning: list[Card]) -> bool:
    """Whether only plain cards would win: then the best of them is the best chance."""
    return not sight.facts.trumps >> winning[-1] & 1


def _is_sure(sight: Sight, row: tuple[int, ...], card: Card) -> bool:
    """Whether no card that may be in another hand beats this one."""
    value = row[card]
    if sight.facts.trumps >> card & 1:
        return not sight.facts.higher[card] & sight.unseen
    return all(row[other] <= value for other in cards_in(sight.unseen))


def _helps(sight: Sight) -> bool:
    """Whether it is any good to take this trick from who holds it now."""
    table, seat, best = sight.table, sight.seat, sight.best
    if table.goal != "pool":
        return table.side_of[best] != table.side_of[seat]
    if sight.jinker >= 0:
        return True
    winners, need = sight.winners, table.options.tricks_to_win
    left = TRICKS - len(winners)
    theirs = winners.count(best)
    return winners.count(seat) + left >= need or theirs + left >= need


def _lead(sight: Sight) -> Card:
    """Lead a trump that nobody can beat where tricks are wanted, else the best plain card, else the lowest trump."""
    facts = sight.facts
    trumps, plain = sight.lawful & facts.trumps, sight.lawful & ~facts.trumps
    if trumps:
        best = worst_first(facts, trumps)[-1]
        if not facts.higher[best] & sight.unseen and (trumps.bit_count() > 1 or not plain or _is_close(sight)):
            return best
    if plain:
        return worst_first(facts, plain)[-1]
    return worst_first(facts, trumps)[0 if sight.jinker != sight.seat else -1]


def _is_close(sight: Sight) -> bool:
    """Whether one more trick wins the pool; in other games whether the hand is nearly over."""
    if sight.table.goal == "pool":
        return sight.winners.count(sight.seat) + 1 >= sight.table.options.tricks_to_win
    return len(sight.winners) >= TRICKS - 2


# Rob and jink


def _rob(facts: TrumpFacts, held: CardSet, up: Card, dice: Dice, forced: bool) -> Card:
    """Put out the worst card; any trump is better, but a hand of five better trumps keeps what it has."""
    out = worst_first(facts, held)[0]
    return out if forced or worth(facts, out) < worth(facts, up) else NOBODY


def _jinks(sight: Sight) -> bool:
    """Try for all five with a trump that nobody can beat, and nothing but trumps beside it or few trumps out."""
    facts, trumps = sight.facts, sight.held & sight.facts.trumps
    if not trumps:
        return False
    best = worst_first(facts, trumps)[-1]
    if facts.higher[best] & sight.unseen:
        return False
    count, left = trumps.bit_count(), sight.held.bit_count()
    if left < TRICKS:
        return count == left or (sight.unseen & facts.trumps).bit_count() <= _FEW_TRUMPS
    return count >= TRICKS - 1 and all(trumps >> card & 1 for card in facts.order[:2])


_FEW_TRUMPS: Final = 6
"""With so few trumps unseen, most of them undealt, a plain card may pass too."""

# Auction

_TRICKS_OF: Final = (100, 95, 85, 75, 65, 55, 45, 40, 35, 35, 30, 30, 30, 30, 30)
"""What each trump is good for, best first, in hundredths of a trick: sums of fractions differ between Pythons."""
_DRAWN: Final = 80
"""What the cards drawn anew are good for."""
_EACH_OF_KITTY: Final = 20
_ONE: Final = 100


def strength_as_trumps(facts: TrumpFacts, held: CardSet) -> int:
    """Estimate what these cards take with this suit as trumps, in hundredths of a trick."""
    return sum(share for share, card in zip(_TRICKS_OF, facts.order, strict=False) if held >> card & 1)


def _trump(facts: Facts, held: CardSet, dice: Dice) -> int:
    return max(range(len(facts.trumps)), key=lambda suit: strength_as_trumps(facts.trumps[suit], held))


def _call(bidding: Bidding, facts: Facts, held: CardSet, dice: Dice) -> int:
    """Call the least that the tricks hoped for are worth, or the most where one calls only once; forced, the least."""
    calls, options = allowed_calls(bidding), bidding.options
    kitty = HAND_SIZE if options.kitty == "dummy5" else options.kitty
    best = facts.trumps[_trump(facts, held, dice)]
    tricks = strength_as_trumps(best, held) + _EACH_OF_KITTY * kitty + (_DRAWN if options.draw != "none" else 0)
    highest = any(held >> card & 1 for card in best.order[:2])
    hoped = TRICK_POINTS * (min(tricks, TRICKS * _ONE) + _ONE * (options.bonus != "none" and highest)) // _ONE
    amounts = {call: bidding.high if call == HOLD else call for call in calls if call != PASS}
    worth_it = [call for call, amount in amounts.items() if amount <= hoped]
    if not worth_it:
        return PASS if PASS in calls else min(amounts)
    holds = HOLD in worth_it or options.bid_rounds != "once"
    return (min if holds else max)(worth_it, key=lambda call: amounts[call])


def _put_out(facts: TrumpFacts, held: CardSet, dice: Dice) -> tuple[Card, ...]:
    """Put out everything that is no trump, and of more than five trumps the lowest."""
    cards = worst_first(facts, held)
    plain = len(cards) - (held & facts.trumps).bit_count()
    return cards[: max(plain, len(cards) - TRICKS)]


SIMPLE: Final = Way("simple", seeing(_card), _rob, seeing_all_five(_jinks), _call, _trump, _put_out)
