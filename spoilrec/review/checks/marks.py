"""Facts that the table noted itself (SR411, SR418, SR419): their places, and marks of a revoke that was none."""

from collections.abc import Iterator

from spoilrec.engine.position import NOBODY
from spoilrec.record.tokens import place_name, read_place
from spoilrec.review.case import Case
from spoilrec.review.checks.deal import MOST_MARKS
from spoilrec.review.finding import Fact, Finding, finding
from spoilrec.review.replay import Step
from spoilrec.review.words.sentences import and_list, in_order, rule_names
from spoilrec.rules.cards import CODE_NAMES, UNSEEN


def check_marks(case: Case) -> Iterator[Finding]:
    """Facts noted at the table: their places, marks of a revoke that was none, and those without a ruling."""
    hand = case.reading.hand
    for field in ("irregular", "unsure", "deduced"):
        if len(getattr(hand, field)) > MOST_MARKS:
            why = f"a hand has no {len(getattr(hand, field))} places"
            yield finding("SR418", case.spot(field), {"field": field, "at": "`...`", "why": why})
            return
    named = [("irregular", fact.at) for fact in hand.irregular]
    named += [("unsure", at) for at in hand.unsure] + [("deduced", at) for at in hand.deduced]
    for field, at in named:
        why = why_no_place(case, at)
        if why:
            yield finding("SR418", case.spot(field), {"field": field, "at": f"`{at[:20]}`", "why": why})
    for trick, seat in case.reading.marked("revoke"):
        yield from _marked_revoke(case, trick, seat)


def why_no_place(case: Case, at: str) -> str:
    """Say why a place is none in this hand, empty where it is one."""
    place = read_place(at)
    if place is None:
        return "there can be none"
    trick, seat = place
    if seat not in case.setting.seats and case.setting.players:
        return "nobody sits"
    if trick > len(case.reading.tricks) or (trick and all(who != seat for who, _ in case.reading.tricks[trick - 1])):
        return f"{case.name(seat)} has no play"
    return ""


def _marked_revoke(case: Case, trick: int, seat: int) -> Iterator[Finding]:
    step = next((step for step in case.plays() if (step.trick, step.event.seat) == (trick, seat)), None)
    if step is None or case.rules is None:
        return
    code = case.reading.tricks[trick - 1][step.nth][1]
    spot = case.play_spot(trick, step.nth, seat, code)
    if step.refusal is None and not step.condemned and code < UNSEEN and step.before.led < UNSEEN:
        why = _why_lawful(case, step, code)
        yield finding("SR411", spot, {"player": case.full_name(seat), "card": CODE_NAMES[code], "why": why})
    elif all(ruling.at != place_name(trick, seat) for ruling in case.rulings):
        facts: dict[str, Fact] = {
            "player": case.full_name(seat),
            "what": "a revoke",
            "more": "No ruling on it is noted.",
        }
        yield finding("SR419", spot, facts)


def _why_lawful(case: Case, step: Step, code: int) -> str:
    before, seat = step.before, step.event.seat
    assert case.rules is not None
    if before.led == NOBODY:
        return "it was a lead, and any card may be led"
    if before.facts.answers[before.led] >> code & 1:
        return f"the {CODE_NAMES[code]} follows the {CODE_NAMES[before.led]}"
    kept = before.holding[seat] & before.facts.trumps & ~(1 << code)
    if before.facts.trumps >> before.led & 1 and kept:
        names = and_list(CODE_NAMES[card] for card in in_order(before.facts, kept))
        source = rule_names(case.rules, ("privileged", "renege_against"))
        return f"a renege: {names} may be kept back from the {CODE_NAMES[before.led]} ({source})"
    return f"{case.name(seat)} held nothing that had to be played ({case.rules.name})"
