"""A ruling in words that can be read out at the table: what happened, the verdict, the rule, and who says so.

Makes words, no layout; every text is plain and unescaped.
"""

from collections.abc import Iterator
from typing import Final

from spoilrec.engine.refusals import Refusal
from spoilrec.engine.rob import entitled, turned_ace
from spoilrec.review.case import Case
from spoilrec.review.checks.play import half_seen_witness, witness_text
from spoilrec.review.checks.rob import why_late, why_no_ace
from spoilrec.review.verdict import Verdict, would_bind
from spoilrec.review.words.sentences import and_list, cards_text, in_order, led_text, why_bound, why_led
from spoilrec.rules.cards import CODE_NAMES, UNSEEN, CardSet, possible_cards
from spoilrec.rules.order import TRUMP_LED

FAULTS: Final = {
    "revoke": "a revoke", "lead-out-of-turn": "a lead out of turn", "play-out-of-turn": "a play out of turn",
    "card-not-held": "a card that was not in the hand", "second-card": "a second card to the trick",
    "play-after-the-end": "a play after the end of the hand", "no-such-seat": "a play of nobody at the table",
    "false-rob": "a false rob", "late-rob": "a rob too late",
    "put-out-card": "a rob with a card that could not be put out",
    "missed-rob": "a failure to rob", "missed-announcement": "a failure to announce the ace",
    "false-announcement": "a false announcement", "false-jink": "a void jink",
    "false-bid": "a call that was not allowed", "false-draw": "a draw that was not allowed", "no-fault": "no fault",
}  # fmt: skip


def capital(text: str) -> str:
    """Begin with a capital letter."""
    return text[:1].upper() + text[1:]


def heading(case: Case, verdict: Verdict) -> str:
    """Say where and what happened: `Hand 7, trick 2: Eimear (seat E) played 9H on diamonds`."""
    when = f"trick {verdict.trick}" if verdict.trick else "before the first lead"
    return f"Hand {case.reading.hand.no}, {when}: {case.full_name(verdict.seat)} {_did(case, verdict)}"


def _did(case: Case, verdict: Verdict) -> str:
    step = verdict.step
    match verdict.deed:
        case "play" if step is None:
            return "played a card"
        case "play":
            led = led_text(step.before.facts, step.before.led) if step and step.before.trick else ""
            name = CODE_NAMES[verdict.card]
            card = "a card that nobody saw" if verdict.card == UNSEEN else f"{name}{_half(verdict.card)}"
            return f"played {card} on {led}" if led else f"led {card}"
        case "rob":
            out = next((out for seat, out in case.reading.robs if seat == verdict.seat), UNSEEN)
            auction = case.rules is not None and case.rules.game.goal == "auction"
            put_out = CODE_NAMES[out] if out < UNSEEN else "a card not seen"
            return f"{'took the turn-up' if auction else 'robbed'} and put out {put_out}"
        case "no-rob":
            return "did not rob"
        case "announcement":
            return "announced the ace of trumps"
        case "no-announcement":
            return "neither robbed nor announced the ace of trumps"
        case "jink":
            return f"called a jink{f' after trick {verdict.trick}' if verdict.trick else ''}"
        case "bid":
            return f"called {_calls(case, verdict.seat)}"
        case "draw":
            return "put out and drew cards"


def _half(code: int) -> str:
    return " (half seen)" if code > UNSEEN else ""


def _calls(case: Case, seat: int) -> str:
    names = {0: "pass", -1: "hold"}
    return and_list(names.get(amount, str(amount)) for who, amount in case.reading.auction.calls if who == seat)


# The verdict


def tell_verdict(case: Case, verdict: Verdict) -> str:
    """Say the verdict, with the card that proves it or those that would condemn."""
    match verdict.stand:
        case "lawful-by-form":
            return f"Lawful by form: {_by_form(case, verdict)}."
        case "lawful":
            return f"Lawful, proven: {_proven_lawful(case, verdict)}."
        case "unlawful":
            return f"{capital(_fault(verdict))}, proven: {_proof(case, verdict)}"
        case "unknown":
            return f"Cannot be known: {_doubt(case, verdict)}."
        case "not-all-lawful":
            return f"Not all can be lawful: {_together(case, verdict)}."
        case "not-judged":
            return f"Not judged: {_OPEN.get(verdict.open, _OPEN['hand'])}."


_OPEN: Final = {
    "card": "nobody saw the card, so nobody can say whether it was right or wrong",
    "hand": "the state of the table at this place is not known",
}


def _fault(verdict: Verdict) -> str:
    name = FAULTS.get(verdict.fault, verdict.fault)
    return name.removeprefix("a ")


def _by_form(case: Case, verdict: Verdict) -> str:
    step, name = verdict.step, case.name(verdict.seat)
    if verdict.deed != "play" or step is None:
        return _deed_by_form(case, verdict)
    if not step.before.trick:
        return f"{name} was to lead, and any card may be led"
    facts, led = step.before.facts, step.before.led
    card, may_be = CODE_NAMES[verdict.card], possible_cards(verdict.card) & case.rules.facts.pack if case.rules else 0
    if led < UNSEEN and not may_be & ~facts.answers[led]:
        what = "a trump answers a lead of trumps" if facts.lead_class[led] == TRUMP_LED else f"the {card} follows suit"
        return f"{what}, whatever else {name} held"
    if led < UNSEEN and not may_be & ~facts.always[led]:
        if not may_be & ~facts.trumps:
            return f"the {card} is a trump, and a trump may be played on any plain lead, whatever else {name} held"
        return "by these rules only a lead of trumps binds"
    return f"it was the last card that {name} held"


def _deed_by_form(case: Case, verdict: Verdict) -> str:
    assert case.replay is not None
    first, name = case.replay.first, case.name(verdict.seat)
    match verdict.deed:
        case "rob" if turned_ace(first):
            return f"the {CODE_NAMES[first.facts.ace]} was turned up, and the dealer may rob"
        case "no-rob" | "no-announcement":
            who = entitled(first)
            demanded = verdict.rules and _demands(case, verdict)
            if demanded and who >= 0:
                return f"{case.name(who)}, not {name}, had the {CODE_NAMES[first.facts.ace]}"
            return f"these rules demand no {'rob' if verdict.deed == 'no-rob' else 'announcement'} of anybody"
        case "jink":
            return f"{name} might call it then" if verdict.trick else "the bidder's side might call it"
        case "bid":
            return "every call was allowed when it was made"
        case _:
            return (
                "as many were drawn as put out, and the rules ask for no more" if verdict.deed == "draw" else "allowed"
            )


def _demands(case: Case, verdict: Verdict) -> bool:
    options = case.rules.options if case.rules else None
    if options is None or options.rob == "off":
        return False
    return options.rob == "forced" if verdict.deed == "no-rob" else options.announce_ace != "none"


def _proven_lawful(case: Case, verdict: Verdict) -> str:
    step, name = verdict.step, case.name(verdict.seat)
    assert case.replay is not None
    if verdict.deed != "play" or step is None:
        ace = CODE_NAMES[case.replay.first.facts.ace]
        return f"{name} {'cannot have held' if verdict.deed.startswith('no-') else 'was dealt'} the {ace}"
    before = step.before
    held = before.holding[verdict.seat] & ~(1 << verdict.card)
    if before.led < UNSEEN and before.facts.lead_class[before.led] == TRUMP_LED and held & before.facts.trumps:
        kept = and_list(CODE_NAMES[card] for card in in_order(before.facts, held & before.facts.trumps))
        return f"a renege; {name} had no other trump than the {kept}, to be kept back from the {CODE_NAMES[before.led]}"
    if before.unseen[verdict.seat]:
        return f"none of the cards that {name} may have held and nobody saw would have had to be played"
    known = cards_text(before.facts, held)
    return f"{name} also held {known} and nothing that had to be played" if held else "no other card was held"


def _proof(case: Case, verdict: Verdict) -> str:
    """Say what proves a fault; the sentence of a finding where it has one."""
    if verdict.told:
        return verdict.told
    if verdict.deed != "play":
        return _proof_of_deed(case, verdict)
    step, refusal, name = verdict.step, verdict.refusal, case.name(verdict.seat)
    assert step is not None and refusal is not None
    match refusal.why:
        case "not-your-turn":
            due = refusal.seat_due
            may = [case.name(seat) for seat in case.setting.seats if step.before.candidates >> seat & 1]
            who = and_list(may, "or") or case.name(due)
            why = why_led(step.before, case.name(due), step.trick) if due >= 0 and not step.before.trick else ""
            return f"it was the turn of {who}{f' ({why})' if why else ''}."
        case "not-held" | "turned-ace-not-in-hand":
            held = cards_text(step.before.facts, step.before.holding[verdict.seat])
            return f"{name} held {held}."
        case "gone":
            return f"the {CODE_NAMES[refusal.card]} had fallen before."
        case "played-already":
            return f"{name} had played to this trick already."
        case "hand-over":
            return "the hand was over."
        case "no-such-seat":
            return "nobody sits there."
        case _:
            proof = half_seen_witness(case, verdict) if verdict.tried else witness_text(case, step, refusal.witness)
            return f"{name} had {proof}."


def _proof_of_deed(case: Case, verdict: Verdict) -> str:
    assert case.replay is not None
    step, name, ace = verdict.step, case.name(verdict.seat), CODE_NAMES[case.replay.first.facts.ace]
    if verdict.deed in ("no-rob", "no-announcement"):
        first = "was dealt and turned up" if turned_ace(case.replay.first) else "held"
        return f"{name} {first} the {ace}."
    if verdict.refusal is None or step is None:
        return f"{name} cannot have held the {ace}."
    match verdict.refusal.why:
        case "rob-no-ace" | "announce-no-ace":
            return f"{why_no_ace(case, step, verdict.seat)}."
        case "rob-late":
            return f"{why_late(case, step)}."
        case "announce-late":
            return "it comes before the first card of one's own."
        case "jink-not-entitled":
            return f"{name} had not won every trick before it."
        case why:
            return f"{_WHY_NOT.get(why, 'these rules do not allow it')}."


_WHY_NOT: Final = {
    "rob-off": "these rules know no robbing", "rob-second": "somebody had robbed already",
    "rob-out-turn-up": "the turn-up itself was put out", "rob-out-not-held": "the card put out was not in the hand", 
    "jink-off": "these rules know no such call", "jink-second": "somebody had called already",
    "jink-not-now": "it can only be called when the pool is won, before the next lead",
    "jink-not-bidder": "only the bidder's side may call it", "jink-low-bid": "the bid was too low for it",
    "no-such-seat": "nobody sits there",
}  # fmt: skip


def _doubt(case: Case, verdict: Verdict) -> str:
    name, step = case.name(verdict.seat), verdict.step
    fault = FAULTS.get(verdict.fault, verdict.fault)
    if verdict.open == "lead":
        return "the card led was not seen"
    if verdict.open == "winner":
        return "who took a trick before it is not known"
    if verdict.condemned:
        return (
            f"{fault} if {name} held {_cards(case, verdict, verdict.condemned)}; nobody saw {_that(verdict.condemned)}"
        )
    if verdict.freeing:
        held = "had been dealt" if verdict.deed != "play" else "held"
        cards = _cards(case, verdict, verdict.freeing)
        return f"lawful only if {name} {held} {cards}; nobody saw {_that(verdict.freeing)}"
    return f"cards that nobody saw decide{'' if step is None else ', several together'}"


def _that(cards: CardSet) -> str:
    return "that card" if cards.bit_count() == 1 else "those cards"


def _cards(case: Case, verdict: Verdict, cards: CardSet) -> str:
    facts = verdict.step.before.facts if verdict.step else (case.replay.first.facts if case.replay else None)
    return and_list((CODE_NAMES[card] for card in in_order(facts, cards)), "or")


def _together(case: Case, verdict: Verdict) -> str:
    others = [place for place in verdict.together if place != verdict.place]
    names = and_list(f"what {case.name(seat)} played in trick {trick}" for trick, seat in others)
    alone = f"alone, it would be a revoke if {case.name(verdict.seat)} held {_cards(case, verdict, verdict.condemned)}"
    if verdict.open == "lead":
        alone = "alone, the card led, which was not seen, would decide"
    return f"the cards not seen cannot be dealt so that this and {names} were right; {alone}"


# The rule


def tell_rule(case: Case, verdict: Verdict) -> Iterator[str]:
    """Say which rule binds, and what would have been allowed."""
    step, refusal = verdict.step, verdict.refusal
    if step is None or case.rules is None or verdict.deed != "play":
        return
    binds = refusal if verdict.stand == "unlawful" else _would_bind(verdict)
    if binds is not None and _is_bound(binds) and step.before.led < UNSEEN:
        yield why_bound(case.rules, step.before, binds)
        if verdict.stand == "unlawful" and not verdict.tried:
            yield f"Allowed: {cards_text(step.before.facts, binds.allowed)}."


def _is_bound(refusal: Refusal) -> bool:
    return refusal.why in ("follow-suit", "follow-trump", "must-trump", "hearts-on-ace")


def _would_bind(verdict: Verdict) -> Refusal | None:
    return verdict.refusal if verdict.refusal is not None else would_bind(verdict)
