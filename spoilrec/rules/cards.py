"""Cards, suits and sets of cards, and the names they have in a record.

A card is a whole number from 0 to 52 (suit * 13 + rank; the joker is 52), so that the engine
can use tables and bit sets. A set of cards is a whole number too: bit *n* stands for card *n*.
Knows nothing of trumps or of who beats whom; that is `order`.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

Card = int
CardSet = int

RANKS: Final = "A23456789TJQK"
SUIT_LETTERS: Final = "CDHS"


class Suit(IntEnum):
    """The four suits, in the order of their letters."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")
SUIT_SIGNS: Final = "♣♦♥♠"
RED_SUITS: Final = (Suit.DIAMONDS, Suit.HEARTS)

JOKER: Final[Card] = 52
CARD_NAMES: Final = (*(rank + suit for suit in SUIT_LETTERS for rank in RANKS), "JK")
CARD_BY_NAME: Final = {name: card for card, name in enumerate(CARD_NAMES)}

UNSEEN: Final = 53
"""The first code that is no card: `??`, then `?C ?D ?H ?S`, then `A? 2? ... K?`: a card not, or half, seen."""
CODE_NAMES: Final = (*CARD_NAMES, "??", *("?" + suit for suit in SUIT_LETTERS), *(rank + "?" for rank in RANKS))
CODE_BY_NAME: Final = {name: code for code, name in enumerate(CODE_NAMES)}

_BITS: Final = tuple(1 << code if code < UNSEEN else 0 for code in range(len(CODE_NAMES)))

ACE_OF_HEARTS: Final[Card] = CARD_BY_NAME["AH"]
PACK: Final[CardSet] = (1 << 52) - 1
JOKER_PACK: Final[CardSet] = (1 << 53) - 1


def parse_card(name: str) -> Card:
    """Read a card in its canonical form: rank then suit (`TD`), or `JK` for the joker.

    Refuses everything else with `ValueError`; the leniencies of a record are `record.tokens`.
    """
    try:
        return CARD_BY_NAME[name]
    except KeyError:
        raise ValueError(
            f"{name!r} is not a card; a card is a rank of {RANKS} and a suit of {SUIT_LETTERS}, or JK"
        ) from None


def card_name(card: Card) -> str:
    """Write a card in its canonical form."""
    return CARD_NAMES[card]


def card_of(suit: int, rank: str) -> Card:
    """Give the card of `suit` with the rank letter `rank`."""
    return suit * 13 + RANKS.index(rank)


def suit_of(card: Card) -> Suit | None:
    """Give the suit printed on the card; the joker has none. The ace of hearts is a heart here."""
    return None if card == JOKER else Suit(card // 13)


def suit_cards(suit: int) -> CardSet:
    """Give all thirteen cards that show this suit, the ace of hearts among the hearts."""
    return 0x1FFF << (suit * 13)


def rank_cards(rank: str) -> CardSet:
    """Give the four cards of this rank letter."""
    return card_set(card_of(suit, rank) for suit in Suit)


def card_set(cards: Iterable[Card]) -> CardSet:
    """Make a set of cards."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result


def codes_set(codes: Iterable[int]) -> CardSet:
    """Make a set of the cards among these codes; cards not seen or half seen are left out."""
    return sum({_BITS[code] for code in codes})


def cards_in(cards: CardSet) -> tuple[Card, ...]:
    """List the cards of a set in ascending order."""
    result = []
    while cards:
        lowest = cards & -cards
        result.append(lowest.bit_length() - 1)
        cards ^= lowest
    return tuple(result)


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read canonical cards between spaces (`5S AH KD`); the empty text is no cards."""
    return tuple(parse_card(name) for name in text.split())


def card_names(cards: Iterable[Card]) -> str:
    """Write cards in the order given, between spaces."""
    return " ".join(CARD_NAMES[card] for card in cards)


def possible_cards(code: int) -> CardSet:
    """Give the cards that a code may stand for: one for a card, more for an unseen or half-seen one."""
    if code < UNSEEN:
        return 1 << code
    half = CODE_NAMES[code].strip("?")
    if not half:
        return JOKER_PACK
    return suit_cards(SUIT_LETTERS.index(half)) if half in SUIT_LETTERS else rank_cards(half)
