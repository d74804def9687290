"""The jink (SR5xx): called when and by whom, made, lost, or taken without a call."""

from collections.abc import Iterator
from typing import Final

from spoilrec.engine.events import Jink
from spoilrec.engine.position import TRICKS
from spoilrec.engine.refusals import Refusal
from spoilrec.record.tokens import seat_letter
from spoilrec.review.case import Case
from spoilrec.review.checks.deal import no_seat
from spoilrec.review.finding import Fact, Finding, finding
from spoilrec.review.replay import Step
from spoilrec.review.setting import side_players
from spoilrec.review.words.sentences import rule_names
from spoilrec.rules.contract import LEAST_JINK


def check_jink(case: Case) -> Iterator[Finding]:
    """Everything about the jink of a hand."""
    reading = case.reading
    if len(reading.jinks) > 1:
        yield finding("SR503", case.spot("jink", 0, len(reading.hand.jink or "")), {"remedy": _only_one(case)})
    if case.replay is None or case.rules is None:
        return
    if reading.jinks:
        for step in case.replay.steps:
            if isinstance(step.event, Jink) and step.refusal:
                yield _refused(case, step)
    yield from _outcome(case)


def _only_one(case: Case) -> str:
    if case.rules is not None and case.rules.game.goal == "auction":
        return "The bidder's side declares one jink, before the first lead; correct the field."
    return "Only one player can have won the first tricks; correct the field."


def _refused(case: Case, step: Step) -> Finding:
    refusal, seat = step.refusal, step.event.seat
    assert refusal is not None and case.rules is not None
    trick = case.reading.jinks[0][1]
    spot = case.spot("jink", 0, 2, seat=seat, at=f"{trick}{seat_letter(seat)}")
    words = {2: "two", 3: "three", 4: "four"}
    facts: dict[str, Fact] = {
        "player": case.name(seat),
        "when": f"after trick {trick}" if trick else "before play",
        "tricks": words[case.rules.options.tricks_to_win],
        "rules": rule_names(case.rules, refusal.rules),
    }
    match refusal.why:
        case _ if case.rules.game.goal == "auction" and refusal.why in _IN_AUCTIONS:
            return finding("SR507", spot, {**facts, "why": _why_in_an_auction(case, refusal)})
        case "jink-off":
            return finding("SR505", spot, facts)
        case "jink-not-entitled":
            return finding("SR502", spot, facts)
        case "no-such-seat" if seat >= len(case.setting.players):
            return no_seat(case, "jink", seat_letter(seat))
        case "no-such-seat":
            return finding("SR704", spot, {"seat": seat_letter(seat), "did": "called a jink"})
        case _:
            return finding("SR501", spot, facts)


_IN_AUCTIONS: Final = ("jink-off", "jink-not-bidder", "jink-low-bid", "jink-not-now")


def _why_in_an_auction(case: Case, refusal: Refusal) -> str:
    assert case.rules is not None and case.replay is not None
    match refusal.why:
        case "jink-off" if case.rules.options.jink_mode == "bid_30":
            return "a bid of 30 is the jink, and nothing is called"
        case "jink-off":
            return "these rules know none"
        case "jink-not-bidder":
            side = case.replay.first.table.side_of[refusal.seat_due]
            return f"only the bidder's side ({side_players(case.setting, side)}) may"
        case "jink-low-bid":
            return f"it needs a bid of {LEAST_JINK} or more"
        case _:
            return "it is called before the first lead"


def _outcome(case: Case) -> Iterator[Finding]:
    replay, rules = case.replay, case.rules
    if replay is None or rules is None or rules.game.goal != "pool":
        return
    winners, jinker = replay.last.winners, replay.last.rights.jinker
    five = len(winners) == TRICKS and len(set(winners)) == 1 and winners[0] >= 0
    if five and jinker < 0 and rules.options.jink_mode == "declared" and not case.reading.hand.jink:
        facts = {"player": case.name(winners[0]), "rules": rule_names(rules, ("jink_mode",))}
        yield finding("SR504", case.spot("play", 0, 3, seat=winners[0], at=f"5{seat_letter(winners[0])}"), facts)
    elif jinker >= 0 and len(winners) < TRICKS and set(winners) <= {jinker} and not case.reading.hand.end:
        called = bool(case.reading.jinks)
        spot = case.spot("jink" if called else "play", 0, 2 if called else 0, seat=jinker)
        yield finding(
            "SR506", spot, {"player": case.name(jinker), "did": "called a jink" if called else "went on for a jink"}
        )
