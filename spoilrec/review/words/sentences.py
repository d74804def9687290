"""Phrases of the game for messages: cards, suits, leads, and why a rule binds.

Only words are made here; what is lawful was decided by the engine.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from spoilrec.engine.position import State
from spoilrec.engine.refusals import Refusal
from spoilrec.review.setting import Rules
from spoilrec.rules.cards import ACE_OF_HEARTS, CODE_NAMES, JOKER, SUIT_NAMES, UNSEEN, Card, CardSet, Suit, cards_in
from spoilrec.rules.order import TRUMP_LED, TrumpFacts

_ONE_OF_SUIT = ("club", "diamond", "heart", "spade")


def plural(number: int, word: str) -> str:
    """Write a number with its word: `1 hand`, `2 hands`."""
    return f"{number} {word}" if abs(number) == 1 else f"{number} {word}s"


def and_list(words: Iterable[str], last: str = "and") -> str:
    """Write a list as English does: `5S, JS and AH`."""
    words = list(words)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def cards_text(facts: TrumpFacts | None, cards: CardSet) -> str:
    """List cards, the best trumps first, then suit by suit, high to low; `nothing` for none."""
    return " ".join(CODE_NAMES[card] for card in in_order(facts, cards)) or "nothing"


def in_order(facts: TrumpFacts | None, cards: CardSet) -> tuple[Card, ...]:
    """Order cards as a player sorts his hand: trumps from the best, then each plain suit from the best."""
    if facts is None:
        return cards_in(cards)
    ranked = (*facts.order, *(card for suit in facts.plain for card in suit))
    return tuple(card for card in ranked if cards >> card & 1)


def led_text(facts: TrumpFacts, led: int) -> str:
    """Name a lead: `spades`, or the card where its suit would mislead."""
    if led >= UNSEEN:
        return "a card not seen"
    if led == JOKER or (led == ACE_OF_HEARTS and facts.trump != Suit.HEARTS):
        return f"the {CODE_NAMES[led]}"
    return SUIT_NAMES[led // 13]


def rule_names(rules: Rules, names: Sequence[str]) -> str:
    """Write where a rule stands: `spoil-five/1: privileged, renege_against`."""
    return f"{rules.name}: {', '.join(names)}" if names else rules.name


def why_bound(rules: Rules, state: State, refusal: Refusal) -> str:
    """Say by which rule a card had to be played, in one sentence with the options that decide."""
    facts, led = state.facts, state.trick[0]
    source = f"({rule_names(rules, refusal.rules)})"
    suit = _ONE_OF_SUIT[led // 13] if led != JOKER else ""
    match refusal.why:
        case "follow-suit" if facts.options.follow == "strict":
            return f"{_capital(suit)}s were led and had to be followed {source}."
        case "follow-suit":
            return f"{_capital(suit)}s were led: a {suit} or a trump had to be played {source}."
        case "must-trump":
            return f"Without a {suit} a trump had to be played {source}."
        case "hearts-on-ace":
            return f"The ace of hearts was led: without a trump a heart had to be played {source}."
        case _:
            return f"{_trump_lead(facts, led)} {_keeping(facts, refusal)} {source}."


def _trump_lead(facts: TrumpFacts, led: int) -> str:
    trumps = SUIT_NAMES[facts.trump]
    if facts.lead_class[led] == TRUMP_LED and led // 13 == facts.trump and led != JOKER:
        return f"{_capital(trumps)} were led and are trumps;"
    return f"The {CODE_NAMES[led]} was led and is a trump ({trumps} are trumps);"


def _keeping(facts: TrumpFacts, refusal: Refusal) -> str:
    """Say which trumps may be kept back at all, and what took the right away."""
    if "renege_limit_per_hand" in refusal.rules:
        return "a top trump may be kept back only once in a hand"
    if "top_lead_forces_all" in refusal.rules:
        return "a lead of a top trump calls out every trump"
    if not facts.privileged:
        return "no trump may be kept back"
    names = and_list(
        f"{'the ' if place == 0 else ''}{CODE_NAMES[card]}"
        for place, card in enumerate(in_order(facts, facts.privileged))
    )
    lapse = {
        "lapse_trick": " and that none has beaten in the trick",
        "lapse_hand": " and that none has beaten in the hand",
    }
    return f"only {names} may be kept back, and only from a lower trump{lapse.get(facts.options.renege_against, '')}"


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


_FIRST_LEADS: Final = {
    "left_of_dealer": "the player left of the dealer",
    "left_of_bidder": "the player left of the bidder",
    "bidder": "the bidder",
}


def why_led(state: State, name: str, trick: int) -> str:
    """Say why somebody was to lead."""
    if trick == 1:
        return f"{_FIRST_LEADS[state.table.options.first_lead]} leads first"
    return f"{name} won trick {trick - 1}"
