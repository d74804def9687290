"""What is to be said of everything that was done in a hand: lawful, proven wrong, or not known, and by which cards.

The one place in which verdicts are made: `validate` tells them as findings, `judge` as rulings. Unseen
cards prove nothing; what they may be is `verdict_trying`. Makes no words.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from spoilrec.engine.events import Play
from spoilrec.engine.knowledge import can_all_be_filled
from spoilrec.engine.lawful import binding, lawful_cards
from spoilrec.engine.play import unseen_beside, view
from spoilrec.engine.position import UNKNOWN, State
from spoilrec.engine.refusals import Refusal
from spoilrec.review.case import Case
from spoilrec.review.replay import Step
from spoilrec.review.verdict_trying import MOST_HANDS, REVOKES, Place, Tried, can_all_be_lawful, try_out
from spoilrec.review.verdict_worlds import KEPT, Unseen, unseen_of
from spoilrec.rules.cards import UNSEEN, CardSet, cards_in, possible_cards
from spoilrec.rules.order import TRUMP_LED

Stand = Literal["lawful-by-form", "lawful", "unlawful", "unknown", "not-all-lawful", "not-judged"]
"""By form: whatever the unseen cards are. Lawful: proven by cards seen. Not all: lawful alone, but not all together."""
Deed = Literal["play", "rob", "no-rob", "announcement", "no-announcement", "jink", "bid", "draw"]


class Verdict(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is to be said of one deed.

    `fault` names what was done wrong, or would have been where that is not known: a word as in the
    `finding` of a ruling. `refusal` is the engine's; where unseen cards decide (`tried`) it is that of one
    of the hands. `condemned` are the unseen cards that would condemn, `freeing` those without which it is
    condemned. `rules` are the options that decide. `together` are the places that cannot all be lawful.
    `open` says why nothing can be judged: `card` or `lead` (not seen), `hand` (does not go so far).
    `told` is the sentence of a deed whose words stand in a finding: calls and draws.
    """

    deed: Deed
    trick: int
    seat: int
    stand: Stand
    fault: str = ""
    card: int = UNSEEN
    step: Step | None = None
    refusal: Refusal | None = None
    condemned: CardSet = 0
    freeing: CardSet = 0
    rules: tuple[str, ...] = ()
    together: tuple[Place, ...] = ()
    open: str = ""
    told: str = ""
    tried: bool = False

    @property
    def place(self) -> Place:
        """Trick and seat."""
        return self.trick, self.seat

    @property
    def proven(self) -> bool:
        """Whether something unlawful is proven: of this deed, or of one of several."""
        return self.stand in ("unlawful", "not-all-lawful")

    @property
    def fine(self) -> bool:
        """Whether it was lawful for certain."""
        return self.stand in ("lawful", "lawful-by-form")


_FAULTS: Final = {
    "played-already": "second-card", "hand-over": "play-after-the-end", "no-such-seat": "no-such-seat",
    "not-held": "card-not-held", "gone": "card-not-held", "turned-ace-not-in-hand": "card-not-held",
}  # fmt: skip


def play_verdicts(case: Case, most: int = MOST_HANDS) -> tuple[Verdict, ...]:
    """Judge every card that was noted, in the order of the plays.

    Where more than `most` hands of a player would have to be tried out, his plays are left open.
    """
    if case.replay is None or case.trump < 0:
        return ()
    unseen = unseen_of(case) if any(case.replay.first.unseen) or case.replay.unseen else None
    found = [_of_play(case, unseen, step) for step in case.plays() if step.noted]
    if unseen is not None:
        found = _tried_out(case, unseen, found, most)
    together = _not_all_lawful(case, unseen, found)
    return tuple(
        msgspec.structs.replace(one, stand="not-all-lawful", together=together) if one.place in together else one
        for one in found
    )


def _of_play(case: Case, unseen: Unseen | None, step: Step) -> Verdict:
    """Judge a card by what the replay knows of it."""
    event, before, refusal = step.event, step.before, step.refusal
    assert isinstance(event, Play)
    code = case.reading.tricks[step.trick - 1][step.nth][1]
    bare = Verdict(deed="play", trick=step.trick, seat=event.seat, stand="lawful", card=code, step=step)
    if refusal is not None:
        fault = _fault_of(refusal, before)
        return msgspec.structs.replace(bare, stand="unlawful", fault=fault, refusal=refusal, rules=refusal.rules)
    if code >= UNSEEN:
        binds = before.trick and before.led < UNSEEN and _may_be(case, code) & ~before.facts.always[before.led]
        open_card = binds or (before.trick and before.led >= UNSEEN) or code == UNSEEN
        stand: Stand = "not-judged" if open_card else "lawful-by-form"
        return msgspec.structs.replace(bare, stand=stand, open="card" if open_card else "")
    alone = before.holding[event.seat] & ~(1 << code) == 0 and unseen_beside(before, event.seat, code) <= 0
    if not before.trick or alone:
        return msgspec.structs.replace(bare, stand="lawful-by-form")
    if before.led >= UNSEEN:
        return msgspec.structs.replace(bare, stand="unknown", fault="revoke", open="lead")
    if before.facts.always[before.led] >> code & 1:
        return msgspec.structs.replace(bare, stand="lawful-by-form", rules=_rules_of_form(before))
    condemned = step.condemned & (unseen.hidden if unseen else step.condemned)
    stand = "unknown" if condemned else "lawful"
    fault = "revoke" if condemned else ""
    rules = _rules_of(before, event, condemned)
    return msgspec.structs.replace(bare, stand=stand, fault=fault, condemned=condemned, rules=rules)


def _may_be(case: Case, code: int) -> CardSet:
    """What a half-seen card may be."""
    return possible_cards(code) & (case.rules.facts.pack if case.rules else 0)


def _fault_of(refusal: Refusal, before: State) -> str:
    if refusal.why in REVOKES:
        return "revoke"
    if refusal.why == "not-your-turn":
        return "play-out-of-turn" if before.trick else "lead-out-of-turn"
    return _FAULTS[refusal.why]


def _rules_of_form(before: State) -> tuple[str, ...]:
    """The option that lets a card be played whatever else is held: to a trump lead no option is needed."""
    return () if before.facts.lead_class[before.led] == TRUMP_LED else ("follow",)


def _rules_of(before: State, event: Play, condemned: CardSet) -> tuple[str, ...]:
    """The options by which unseen cards would bind, or by which the cards held do not."""
    held, facts, now = before.holding[event.seat] & ~(1 << event.card), before.facts, view(before, event.seat)
    if condemned:
        binds = (binding(facts, held | 1 << card, now) for card in cards_in(condemned))
        return tuple(dict.fromkeys(rule for _, _, rules in binds for rule in rules))
    if facts.lead_class[before.led] != TRUMP_LED:
        return ("follow",) if held & facts.answers[before.led] else ("void",)
    return ("privileged", "renege_against") if held & facts.trumps else ()


def would_bind(verdict: Verdict) -> Refusal | None:
    """Give the refusal that the first of the condemning cards would bring; `None` where none is known to condemn."""
    step = verdict.step
    if step is None or not verdict.condemned or step.before.led >= UNSEEN or not step.before.trick:
        return None
    before, bit = step.before, 1 << verdict.card
    card = next(card for card in (*before.facts.order, *cards_in(verdict.condemned)) if verdict.condemned >> card & 1)
    held, now = before.holding[verdict.seat] & ~bit | 1 << card, view(before, verdict.seat)
    why, witness, rules = binding(before.facts, held, now)
    return Refusal(why, verdict.seat, verdict.card, rules, lawful_cards(before.facts, held | bit, now), witness)


# Where the cards of one player at one moment do not tell all


def _tried_out(case: Case, unseen: Unseen, found: list[Verdict], most: int) -> list[Verdict]:
    """Judge by trying out hands the plays of every seat for which it may make a difference."""
    tried: dict[Place, Tried] = {}
    public = _is_public(unseen)
    for seat in unseen.table.seats:
        own = [one for one in found if one.seat == seat and _is_open(one, public=public)]
        if own and needs_trying(case, unseen, own):
            outcome = try_out(case, unseen, seat, [one.trick for one in own], most)
            if outcome is None:  # too many to try: then nothing is claimed
                found = [_left_open(one) if one in own else one for one in found]
            tried |= {(trick, seat): one for trick, one in (outcome or {}).items()}
    return [_after_trying(one, tried[one.place]) if one.place in tried else one for one in found]


def _left_open(one: Verdict) -> Verdict:
    return (
        one if one.stand == "unknown" else msgspec.structs.replace(one, stand="unknown", fault="revoke", refusal=None)
    )


def _is_public(unseen: Unseen) -> bool:
    """Whether unseen cards on the table have a say about everybody: what may be kept back, or was kept back before."""
    options, tricks = unseen.table.options, unseen.reading.tricks
    lapses = options.renege_against != "led_card" and any(code >= UNSEEN for trick in tricks for _, code in trick)
    limited = options.renege_limit_per_hand != "none" and any(trick and trick[0][1] >= UNSEEN for trick in tricks)
    return lapses or limited


def _is_open(one: Verdict, *, public: bool) -> bool:
    """Whether unseen cards may have a say: not by form, not proven by cards that were seen."""
    if one.step is None:
        return False
    if one.stand == "unlawful":  # an earlier renege may have been none
        return public and "renege_limit_per_hand" in one.rules
    if one.stand not in ("lawful", "unknown"):
        return False
    return public or one.open == "lead" or unseen_beside(one.step.before, one.seat, one.card) > 0


def needs_trying(case: Case, unseen: Unseen, plays: Sequence[Verdict]) -> bool:
    """Say whether more than the cards of one player at one moment decides about his plays."""
    assert case.replay is not None
    options, seat, first = unseen.table.options, plays[0].seat, case.replay.first
    codes = [code for trick in unseen.reading.tricks for _, code in trick]
    codes += [out for _, out in unseen.reading.robs[:1]] + [code for hand in unseen.reading.deal for code in hand or ()]
    own = [one.step.before for one in plays if one.step is not None]
    off_suit = [one for one in own if one.led < UNSEEN and one.facts.lead_class[one.led] == TRUMP_LED]
    few = unseen.hidden.bit_count()
    ace_counts = first.rights.duty and first.rights.holder == UNKNOWN and first.facts.privileged >> first.facts.ace & 1
    return bool(
        any(code > UNSEEN for code in codes)
        or _laid_unseen(unseen, seat)
        or any(one.open == "lead" for one in plays)
        or options.renege_scope == "holder"
        or len(off_suit) >= {"none": 99, "1_event": 2, "1_card": 1}[options.renege_limit_per_hand]
        or (options.renege_against != "led_card" and case.replay.unseen)
        or (ace_counts and unseen.hidden >> first.facts.ace & 1)
        or any(few - one.condemned.bit_count() < case.replay.first.unseen[seat] for one in plays)
    )


def _laid_unseen(unseen: Unseen, seat: int) -> bool:
    """Whether a player laid, or put out, a card known to have been his, and nobody saw which."""
    loose, dealt = unseen.loose[seat], unseen.loose[seat] & unseen.had[seat]
    return any((loose and 0 < slot.trick < KEPT) or (dealt and slot.trick == 0) for slot in unseen.slots[seat])


def _after_trying(one: Verdict, tried: Tried) -> Verdict:
    refusal = tried.refusal
    if tried.revoke and tried.lawful:
        assert refusal is not None
        return msgspec.structs.replace(
            one, stand="unknown", fault="revoke", tried=True, rules=refusal.rules, condemned=tried.condemned,
            freeing=0 if tried.condemned else tried.freeing, refusal=refusal,
        )  # fmt: skip
    if refusal is not None:
        return msgspec.structs.replace(
            one,
            stand="unlawful",
            fault="revoke",
            tried=True,
            rules=refusal.rules,
            condemned=0,
            refusal=refusal,
            open="",
        )
    return msgspec.structs.replace(one, stand="lawful", fault="", condemned=0, open="", tried=True)


# Several plays together


def _not_all_lawful(case: Case, unseen: Unseen | None, found: Sequence[Verdict]) -> tuple[Place, ...]:
    """Give the fewest plays of which no hand makes all lawful; none where something is proven or all can be."""
    doubtful = [one for one in found if one.stand == "unknown"]
    if len(doubtful) < 2 or unseen is None or any(one.stand == "unlawful" for one in found):
        return ()
    plain = not any(one.tried for one in found)
    if _possible(case, unseen, doubtful, plain=plain):
        return ()
    for one in list(doubtful):  # what is not needed for the contradiction is left out
        fewer = [other for other in doubtful if other is not one]
        if not _possible(case, unseen, fewer, plain=plain):
            doubtful = fewer
    return tuple(one.place for one in doubtful)


def _possible(case: Case, unseen: Unseen, plays: Sequence[Verdict], *, plain: bool) -> bool:
    if plain:
        return can_all_be_filled(list(_slots(unseen, plays)))
    return can_all_be_lawful(case, unseen, [one.place for one in plays])


def _slots(unseen: Unseen, plays: Sequence[Verdict]) -> Iterator[CardSet]:
    """What each unseen card may be if these plays were lawful; a card laid is bound only by the plays before it."""
    for seat in unseen.table.seats:
        own = [one for one in plays if one.seat == seat]
        for slot in unseen.slots[seat]:
            barred = 0
            for one in own:
                barred |= one.condemned if one.trick < slot.trick else 0
            yield slot.may_be & ~barred
