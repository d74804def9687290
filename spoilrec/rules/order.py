"""Who beats whom, what answers a lead and what may be kept back: facts that follow from the options alone.

`facts(options)` is pure and cached; the engines index the tables it gives. Nothing else in this
program knows that the five of trumps is high. Knows nothing of players, tricks won or points.
"""

from functools import lru_cache
from typing import Final

import msgspec

from spoilrec.rules.cards import (
    ACE_OF_HEARTS,
    JOKER,
    JOKER_PACK,
    PACK,
    RED_SUITS,
    Card,
    CardSet,
    Suit,
    card_of,
    card_set,
    suit_cards,
)
from spoilrec.rules.options import Options

TRUMP_LED: Final = 4
"""The class of a lead of any trump; the classes 0 to 3 are plain leads of a suit."""

_PLAIN_RANKS: Final = {
    # rules.md 1.2 and 1.3: red and black suits, high to low
    "standard": ("KQJT98765432A", "KQJA23456789T"),
    "natural": ("KQJT98765432A", "KQJT98765432A"),
    "ace_high": ("AKQJT98765432", "AKQJ23456789T"),
    "ad_below_jack": ("KQJAT98765432", "KQJA23456789T"),
}
_SMALL_TRUMPS: Final = {True: "KQT9876432", False: "KQ2346789T"}


class TrumpFacts(msgspec.Struct, frozen=True, gc=False):
    """All that follows from the options once trumps are known.

    `order` lists the trumps, best first; `tops` are the five, jack, ace of hearts and joker; `plain`
    has the cards of each plain suit, best first, empty for trumps. `strength[lead class][card]` is 0
    for a card that cannot win, else the higher the better. The tables indexed by the card led:
    `lead_class`; `answers`, the cards that follow it; `always`, the cards that are lawful whatever
    else is held; `keep`, the trumps that may be kept back from it (empty for a plain lead).
    `higher[card]` are the trumps that beat a trump.
    """

    options: Options
    trump: Suit
    demoted: bool
    order: tuple[Card, ...]
    plain: tuple[tuple[Card, ...], ...]
    trumps: CardSet
    privileged: CardSet
    tops: CardSet
    ace: Card
    lead_class: tuple[int, ...]
    strength: tuple[tuple[int, ...], ...]
    answers: tuple[CardSet, ...]
    always: tuple[CardSet, ...]
    keep: tuple[CardSet, ...]
    higher: tuple[CardSet, ...]


class Facts(msgspec.Struct, frozen=True, gc=False):
    """The facts of one set of options: the pack, and `TrumpFacts` for each suit as trumps.

    `demoted` holds the same for hands in which the ace of trumps was not announced (rules.md 3.2).
    """

    options: Options
    pack: CardSet
    trumps: tuple[TrumpFacts, ...]
    demoted: tuple[TrumpFacts, ...]


@lru_cache(maxsize=64)
def facts(options: Options) -> Facts:
    """Work out the facts of these options."""
    return Facts(
        options,
        PACK if options.joker == "none" else JOKER_PACK,
        tuple(_trump_facts(options, suit, demoted=False) for suit in Suit),
        tuple(_trump_facts(options, suit, demoted=True) for suit in Suit),
    )


@lru_cache(maxsize=64)
def facts_of_suit(options: Options, trump: Suit) -> Facts:
    """Work out the facts for one suit as trumps alone, in a quarter of the time; those of other suits are wrong."""
    one, demoted = (_trump_facts(options, trump, demoted=low) for low in (False, True))
    return Facts(options, PACK if options.joker == "none" else JOKER_PACK, (one,) * 4, (demoted,) * 4)


def trump_order(options: Options, trump: Suit, *, demoted: bool = False) -> tuple[Card, ...]:
    """List the trumps, best first (rules.md 1.1, 1.3); a demoted ace of trumps comes last."""
    five, jack, ace = card_of(trump, "5"), card_of(trump, "J"), card_of(trump, "A")
    best = (five, jack, ACE_OF_HEARTS, ace) if options.top_trumps == "5-J-AH" else (five, ACE_OF_HEARTS, ace, jack)
    small = _SMALL_TRUMPS[trump in RED_SUITS or options.black_trump == "red_like"]
    order = list(dict.fromkeys(best))  # with hearts as trumps the two aces are one card
    order += [card_of(trump, rank) for rank in small]
    if options.joker != "none":
        order.insert({"3rd": 2, "4th": 3}[options.joker], JOKER)
    if demoted:
        order.remove(ace)
        order.append(ace)
    return tuple(order)


def plain_order(options: Options, suit: Suit) -> tuple[Card, ...]:
    """List the cards of a suit that is not trumps, best first; the ace of hearts is never among them (K02)."""
    ranks = _PLAIN_RANKS[options.plain_order][0 if suit in RED_SUITS else 1]
    return tuple(card for card in (card_of(suit, rank) for rank in ranks) if card != ACE_OF_HEARTS)


def _trump_facts(options: Options, trump: Suit, *, demoted: bool) -> TrumpFacts:
    order = trump_order(options, trump, demoted=demoted)
    plain = tuple(() if suit == trump else plain_order(options, suit) for suit in Suit)
    trumps, privileged = card_set(order), _privileged(options, trump, demoted=demoted)
    higher = [0] * 53
    for place, card in enumerate(order):
        higher[card] = card_set(order[:place])
    lead_class = tuple(TRUMP_LED if trumps >> card & 1 else card // 13 for card in range(53))
    answers = tuple(_answers(options, lead_class[card], trumps) for card in range(53))
    return TrumpFacts(
        options=options,
        trump=trump,
        demoted=demoted,
        order=order,
        plain=plain,
        trumps=trumps,
        privileged=privileged,
        tops=_tops(trump),
        ace=card_of(trump, "A"),
        lead_class=lead_class,
        strength=(*(_strength(order, plain[suit]) for suit in Suit), _strength(order, ())),
        answers=answers,
        always=tuple(_always(options, lead_class[card], answers[card], trumps) for card in range(53)),
        keep=tuple(_keep(options, card, trump, privileged & higher[card]) for card in range(53)),
        higher=tuple(higher),
    )


def _strength(order: tuple[Card, ...], led_suit: tuple[Card, ...]) -> tuple[int, ...]:
    """Trumps above every card of the led suit, all other cards 0: a discard never wins (rules.md 5.1)."""
    strength = [0] * 53
    for value, card in enumerate(reversed(led_suit), start=1):
        strength[card] = value
    for value, card in enumerate(reversed(order), start=50):
        strength[card] = value
    return tuple(strength)


def _privileged(options: Options, trump: Suit, *, demoted: bool) -> CardSet:
    """The trumps that may ever be kept back (rules.md 4.2); a demoted ace has no privilege."""
    five, jack, ace = card_of(trump, "5"), card_of(trump, "J"), card_of(trump, "A")
    top = {
        "5_J_AH": (five, jack, ACE_OF_HEARTS, JOKER),
        "with_trump_ace": (five, jack, ACE_OF_HEARTS, JOKER, ace),
        "five_only": (five,),
        "none": (),
    }[options.privileged]
    cards = card_set(top)
    if options.joker == "none":
        cards &= ~(1 << JOKER)
    return cards & ~(1 << ace) if demoted else cards


def _answers(options: Options, lead_class: int, trumps: CardSet) -> CardSet:
    if lead_class == TRUMP_LED:
        return trumps
    answers = suit_cards(lead_class) & ~trumps
    if lead_class == Suit.HEARTS and options.ah_follows_hearts:
        answers |= 1 << ACE_OF_HEARTS
    return answers


def _always(options: Options, lead_class: int, answers: CardSet, trumps: CardSet) -> CardSet:
    """The cards that are lawful in every hand: the player follows, or trumps where he may."""
    if lead_class == TRUMP_LED or options.follow == "strict":
        return answers
    return answers | trumps if options.follow == "follow_or_trump" else JOKER_PACK


def _keep(options: Options, led: Card, trump: Suit, keep: CardSet) -> CardSet:
    """No privilege against a top trump under `top_lead_forces_all`; `higher` is empty for a plain lead."""
    return 0 if options.top_lead_forces_all and _tops(trump) >> led & 1 else keep


def _tops(trump: Suit) -> CardSet:
    """The five, the jack, the ace of hearts and the joker, whatever may be kept back."""
    return card_set((card_of(trump, "5"), card_of(trump, "J"), ACE_OF_HEARTS, JOKER))
