"""Following suit and reneging: which cards of a holding are lawful (rules.md section 4).

One function decides for everybody: players of a state, unseen hands that are tried out, and the
command `legal`. Leading is never restricted.
"""

from typing import Final

import msgspec

from spoilrec.engine.refusals import Why
from spoilrec.rules.cards import ACE_OF_HEARTS, CardSet, Suit, suit_cards
from spoilrec.rules.order import TRUMP_LED, TrumpFacts


class View(msgspec.Struct, frozen=True, gc=False):
    """What decides besides the holding: the card led, the cards laid since, earlier cards, earlier reneges.

    `kept` and `reneges` are the trumps that this player has kept back in this hand, and how often.
    """

    led: int
    trick: CardSet = 0
    earlier: CardSet = 0
    kept: CardSet = 0
    reneges: int = 0


def lawful_cards(facts: TrumpFacts, held: CardSet, view: View) -> CardSet:
    """Give the cards of `held` that may be played to `view.led`; never empty unless `held` is."""
    if facts.lead_class[view.led] == TRUMP_LED:
        return _on_trump_lead(facts, held, view)
    if held & facts.answers[view.led]:
        return held & facts.always[view.led]
    return _when_void(facts, held)


def may_keep(facts: TrumpFacts, view: View) -> CardSet:
    """Give the trumps that may be kept back from this lead as things stand (K21: privileges may lapse)."""
    keep = facts.keep[view.led]
    lapse = facts.options.renege_against
    if keep and lapse != "led_card":
        fallen = view.trick if lapse == "lapse_trick" else view.trick | view.earlier
        for card in facts.order:  # a privilege lapses once a higher trump has been played
            if keep >> card & 1 and facts.higher[card] & fallen:
                keep &= ~(1 << card)
    return keep


def reneges(facts: TrumpFacts, held: CardSet, view: View) -> bool:
    """Say whether a player with this holding may refuse to play a trump on a trump lead."""
    trumps = held & facts.trumps
    kept = trumps & may_keep(facts, view)
    if not kept or (kept != trumps and facts.options.renege_scope != "holder"):
        return False
    match facts.options.renege_limit_per_hand:
        case "none":
            return True
        case "1_event":  # K24
            return view.reneges == 0
        case "1_card":
            return (view.kept | kept).bit_count() == 1


def _on_trump_lead(facts: TrumpFacts, held: CardSet, view: View) -> CardSet:
    trumps = held & facts.trumps
    if trumps and not reneges(facts, held, view):
        return trumps
    if view.led == ACE_OF_HEARTS and facts.options.ah_lead_fallback == "hearts" and facts.trump != Suit.HEARTS:
        hearts = held & suit_cards(Suit.HEARTS) & ~facts.trumps
        if hearts:
            return trumps | hearts
    return held


def _when_void(facts: TrumpFacts, held: CardSet) -> CardSet:
    trumps = held & facts.trumps
    if not trumps or facts.options.void == "free" or facts.options.follow == "none_on_plain":
        return held
    if facts.options.void == "must_trump":
        return trumps
    return trumps if trumps & ~facts.privileged else held


_FOLLOW_TRUMP: Final = ("privileged", "renege_against")


def binding(facts: TrumpFacts, held: CardSet, view: View) -> tuple[Why, CardSet, tuple[str, ...]]:
    """Say why a holding is not free: the reason, the cards held that bind it, and the options that decide."""
    if facts.lead_class[view.led] != TRUMP_LED:
        follow = held & facts.answers[view.led]
        return ("follow-suit", follow, ("follow",)) if follow else ("must-trump", held & facts.trumps, ("void",))
    trumps = held & facts.trumps
    if not trumps or reneges(facts, held, view):
        return "hearts-on-ace", held & suit_cards(Suit.HEARTS) & ~facts.trumps, ("ah_lead_fallback",)
    bound = trumps & ~may_keep(facts, view)
    return "follow-trump", bound or trumps, _rules_of_binding(facts, view, limited=not bound)


def _rules_of_binding(facts: TrumpFacts, view: View, *, limited: bool) -> tuple[str, ...]:
    if limited:
        return (*_FOLLOW_TRUMP, "renege_limit_per_hand")
    if facts.options.top_lead_forces_all and not facts.keep[view.led]:
        return (*_FOLLOW_TRUMP, "top_lead_forces_all")
    return _FOLLOW_TRUMP
