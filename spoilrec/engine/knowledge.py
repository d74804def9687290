"""What unseen cards may be, and what they would prove.

Used where a player's cards were not all seen: which cards would condemn a play, and whether all
plays together can be lawful at all. Unknown is never counted as proof.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from spoilrec.engine.events import Play
from spoilrec.engine.lawful import lawful_cards
from spoilrec.engine.play import unseen_beside, view
from spoilrec.engine.position import State
from spoilrec.engine.rob import known_cards
from spoilrec.rules.cards import JOKER_PACK, PACK, UNSEEN, Card, CardSet, cards_in


def hidden_cards(state: State) -> CardSet:
    """Give the cards of the pack that nobody saw anywhere: in unseen hands or in the stock."""
    pack = PACK if state.table.options.joker == "none" else JOKER_PACK
    return pack & ~known_cards(state)


def condemning(state: State, event: Play) -> CardSet:
    """Give the unseen cards that would make this play a revoke if the player held them.

    One of them is enough, but under `renege_limit_per_hand=1_card`, where it may take two. Empty
    where the play is lawful whatever he holds, where everything he holds is known, and where the
    card led or the card played was not seen (then nothing can be said).
    """
    if event.card >= UNSEEN or not state.trick or state.trick[0] >= UNSEEN:
        return 0
    beside = unseen_beside(state, event.seat, event.card)
    if beside <= 0 or state.facts.always[state.trick[0]] >> event.card & 1:
        return 0
    held, now = state.holding[event.seat] | 1 << event.card, view(state, event.seat)
    hidden = hidden_cards(state) & ~(1 << event.card)
    found = 0
    for tried in _tried(state, hidden, beside):
        if not lawful_cards(state.facts, held | tried, now) >> event.card & 1:
            found |= tried
    return found


def _tried(state: State, hidden: CardSet, most: int) -> Iterator[CardSet]:
    """Every card alone; and two top trumps together, which may be one too many to keep back (K24)."""
    yield from (1 << card for card in cards_in(hidden))
    if most > 1 and state.table.options.renege_limit_per_hand == "1_card":
        top = cards_in(hidden & state.facts.privileged)
        yield from (1 << first | 1 << second for first, second in combinations(top, 2))


def can_all_be_filled(slots: Sequence[CardSet]) -> bool:
    """Say whether every slot (an unseen card in some hand) can be given a card of its own.

    A matching: `slots` are the cards that each unseen card may be. No slots can always be filled.
    """
    if all(cards.bit_count() >= len(slots) for cards in slots):
        return True
    taken: dict[Card, int] = {}
    return all(_place(slots, slot, taken, set()) for slot in range(len(slots)))


def _place(slots: Sequence[CardSet], slot: int, taken: dict[Card, int], tried: set[Card]) -> bool:
    cards = cards_in(slots[slot])
    for card in cards:  # a card that is free is quicker found than freed
        if card not in taken:
            taken[card] = slot
            return True
    for card in cards:
        if card in tried:
            continue
        tried.add(card)
        if _place(slots, taken[card], taken, tried):
            taken[card] = slot
            return True
    return False
