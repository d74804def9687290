"""Robbing and announcing (SR3xx): proven wrong, proven right, or not known as far as cards were seen."""

from collections.abc import Iterator

from spoilrec.engine.events import Announce, Rob
from spoilrec.engine.position import HAND_SIZE, UNKNOWN
from spoilrec.engine.refusals import Refusal
from spoilrec.engine.rob import entitled, turned_ace
from spoilrec.record.tokens import seat_letter
from spoilrec.review.case import Case
from spoilrec.review.checks.deal import no_seat
from spoilrec.review.correct import rotated
from spoilrec.review.finding import Fact, Finding, Spot, finding
from spoilrec.review.replay import Step
from spoilrec.review.words.sentences import rule_names
from spoilrec.rules.cards import CODE_NAMES, codes_set


def check_rob(case: Case) -> Iterator[Finding]:
    """Everything about rob and announcement of a hand."""
    reading = case.reading
    if len(reading.robs) > 1:
        yield finding("SR304", case.spot("rob", 0, len(reading.hand.rob or "")), {})
    if case.replay is None or case.rules is None or case.rules.game.goal == "auction":
        return
    if reading.robs or reading.announcer >= 0:
        for step in case.replay.steps:
            if isinstance(step.event, Rob):
                yield from _rob(case, step, step.event)
                yield from _check_count(case, step.event)
            elif isinstance(step.event, Announce) and step.refusal:
                yield _false_announcement(case, step, step.refusal)
    yield from _duties(case)


def _rob(case: Case, step: Step, event: Rob) -> Iterator[Finding]:
    refusal, seat, marked = step.refusal, event.seat, case.reading.marked("false-rob")
    if refusal is None and (marked or entitled(step.before) != UNKNOWN):
        return
    spot = case.spot("rob", 0, 3, seat=seat, at=f"0{seat_letter(seat)}")
    player = case.name(seat)
    if refusal is None:
        yield finding("SR302", spot, {"player": player, "ace": CODE_NAMES[step.before.facts.ace]})
    elif marked and refusal.why in ("rob-no-ace", "rob-late", "rob-second"):
        if not case.rulings:
            yield finding("SR419", spot, {"player": player, "what": "a false rob", "more": "No ruling on it is noted."})
    elif not (len(case.replay.refused if case.replay else ()) > 1 and rotated(case)):
        yield _refused_rob(case, step, event, refusal, spot)


def _check_count(case: Case, event: Rob) -> Iterator[Finding]:
    """Where the hand was not dealt openly: the cards played and the card put out are five, without the turn-up."""
    reading = case.reading
    if event.seat < len(reading.deal) and reading.deal[event.seat] is not None:
        return
    played = codes_set(code for trick in reading.tricks for who, code in trick if who == event.seat)
    count = (played & ~codes_set(reading.ups) | codes_set([event.out])).bit_count()
    if count > HAND_SIZE and not reading.marked("wrong-count"):
        spot = case.spot("rob", 0, 3, seat=event.seat, at=f"0{seat_letter(event.seat)}")
        yield finding("SR204", spot, {"player": case.name(event.seat), "count": count})


def _refused_rob(case: Case, step: Step, event: Rob, refusal: Refusal, spot: Spot) -> Finding:
    assert case.rules is not None
    player = case.name(event.seat)
    facts: dict[str, Fact] = {"player": player, "name": player, "rules": rule_names(case.rules, refusal.rules)}
    match refusal.why:
        case "rob-no-ace":
            why = {"why": why_no_ace(case, step, event.seat), "consequence": _consequence(case)}
            return finding("SR301", spot, {**facts, **why, "ace": CODE_NAMES[refusal.card]})
        case "rob-late":
            return finding("SR303", spot, {**facts, "why": why_late(case, step)})
        case "rob-off":
            return finding("SR309", spot, facts)
        case "rob-out-turn-up" | "rob-out-not-held":
            itself = refusal.why == "rob-out-turn-up"
            why_not = "that is the turn-up itself" if itself else f"it was not among the cards {player} held"
            return finding("SR305", spot, {**facts, "did": "robbed", "card": CODE_NAMES[event.out], "why": why_not})
        case _ if event.seat >= len(case.setting.players):
            return no_seat(case, "rob", seat_letter(event.seat))
        case _:
            return finding("SR704", spot, {"seat": seat_letter(event.seat), "did": "robbed"})


def why_no_ace(case: Case, step: Step, seat: int) -> str:
    """Say who had the ace of trumps, or that it was turned up."""
    before = step.before
    ace, who = before.facts.ace, entitled(before)
    name = CODE_NAMES[ace]
    if turned_ace(before):
        return f"the {name} was turned up, so only {case.name(who)}, who dealt, may rob"
    if who < 0:
        return f"the {name} was not among the five cards dealt to {case.name(seat)}"
    for number, trick in enumerate(case.reading.tricks, start=1):
        if (who, ace) in trick:
            return f"{case.name(who)} played it in trick {number}"
    return f"{case.name(who)} was dealt it"


def _consequence(case: Case) -> str:
    rule = case.rules.options.false_rob if case.rules else "report"
    texts = {
        "report": "",
        "cannot_win_pool": " By these rules the robber cannot win the pool in this hand (false_rob).",
        "fine_four": " These rules fine it with four, by a ruling (false_rob).",
    }
    return texts[rule]


def why_late(case: Case, step: Step) -> str:
    """Say what had happened before a rob that came too late."""
    if turned_ace(step.before):
        return "the dealer lays a card out for a turned ace before the first lead"
    window = case.rules.options.rob_window if case.rules else ""
    return "the first card had been led" if window == "before_first_lead" else "his own first card had been played"


def _false_announcement(case: Case, step: Step, refusal: Refusal) -> Finding:
    seat = step.event.seat
    spot = case.spot("announce", 0, 1, seat=seat, at=f"0{seat_letter(seat)}")
    if refusal.why == "no-such-seat":
        there = seat < len(case.setting.players)
        empty = {"seat": seat_letter(seat), "did": "announced the ace"}
        return finding("SR704", spot, empty) if there else no_seat(case, "announce", seat_letter(seat))
    late = refusal.why == "announce-late"
    why = "too late, after the first card of his own" if late else why_no_ace(case, step, seat)
    if turned_ace(step.before):
        why = "it was turned up for all to see"
    return finding("SR310", spot, {"player": case.name(seat), "ace": CODE_NAMES[step.before.facts.ace], "why": why})


def _duties(case: Case) -> Iterator[Finding]:
    """The holder of the ace, known, who did not do what these rules demand of him (rules.md 3.2)."""
    replay, rules = case.replay, case.rules
    if replay is None or rules is None or (not replay.last.winners and not replay.last.trick):
        return
    options, rights = rules.options, replay.last.rights
    if options.rob == "off" or (options.rob != "forced" and options.announce_ace == "none"):
        return
    who = entitled(replay.first)
    if (
        who < 0
        or rights.robber == who
        or case.reading.hand.rob
        or (case.reading.hand.announce and rights.announced < 0)
    ):
        return
    turned = turned_ace(replay.first)
    facts: dict[str, Fact] = {
        "player": case.name(who),
        "ace": CODE_NAMES[replay.first.facts.ace],
        "had": "dealt and turned up" if turned else "held",
        "consequence": _what_follows(case, who),
    }
    spot = case.spot("play", 0, 3, seat=who, at=f"0{seat_letter(who)}")
    if options.rob == "forced" and not case.reading.marked("missed-rob"):
        yield finding("SR307", spot, {**facts, "rules": rule_names(rules, ("rob", "rob_failure"))})
    elif options.announce_ace != "none" and not turned_ace(replay.first) and rights.announced != who:
        yield finding("SR308", spot, {**facts, "rules": rule_names(rules, ("announce_ace",))})


def _what_follows(case: Case, who: int) -> str:
    assert case.replay is not None
    last = case.replay.last
    follows = []
    if last.facts.demoted:
        follows.append(f"the {CODE_NAMES[last.facts.ace]} ranks below every other trump and may not be kept back")
    if last.rights.barred >> who & 1:
        follows.append(f"{case.name(who)} cannot win the pool")
    return f"In this hand {' and '.join(follows)}." if follows else "Only the right to rob is lost."
