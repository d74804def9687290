"""Plays (SR4xx): turn order, cards held, following and reneging, tricks that are not whole."""

from collections.abc import Iterator

import msgspec

from spoilrec.engine.events import Play
from spoilrec.engine.position import TRICKS, UNKNOWN, State
from spoilrec.record.tokens import seat_letter
from spoilrec.review.case import Case
from spoilrec.review.checks.deal import no_seat
from spoilrec.review.checks.marks import check_marks
from spoilrec.review.correct import (
    correction,
    doubled_card_explains,
    free_cards,
    is_lawful,
    regrouped,
    right_order,
    rotated,
)
from spoilrec.review.finding import Fact, Finding, Spot, finding
from spoilrec.review.outcome import Result
from spoilrec.review.replay import Replay, Step
from spoilrec.review.verdict import Verdict, play_verdicts
from spoilrec.review.whole import Flaw
from spoilrec.review.words.sentences import and_list, cards_text, in_order, led_text, rule_names, why_bound, why_led
from spoilrec.rules.cards import CODE_NAMES, UNSEEN, CardSet, cards_in, possible_cards
from spoilrec.rules.order import TRUMP_LED


def check_play(case: Case) -> Iterator[Finding]:
    """Everything about the plays of a hand, in the order of the tricks."""
    replay = case.replay
    if replay is None:
        return
    if len(replay.refused) > 1 and case.played.deal and (how := rotated(case)):
        yield finding("SR405", case.spot("play"), {"how": how})
        return
    for step in _causes(case, replay):
        yield from _refusal(case, step)
    yield from _flaws(case, replay)
    if replay.unseen:
        yield from _unknown_winners(case, replay)
    if replay.doubtful or replay.unseen or replay.first.rights.duty:
        yield from _unseen_decide(case)
    yield from _after_the_tricks(case, replay)
    if case.reading.hand.irregular or case.reading.hand.unsure or case.reading.hand.deduced:
        yield from check_marks(case)


def _causes(case: Case, replay: Replay) -> tuple[Step, ...]:
    """The refusals to be told: one where a single slip explains them all, and turns once a trick."""
    refused = replay.refused
    if not refused or doubled_card_explains(case):
        return ()
    without_rob = [step for step in refused if _is_turn_up(step)]
    if without_rob and case.reading.hand.rob:  # it is told with the rob why that was none
        refused = tuple(step for step in refused if step not in without_rob)
    elif without_rob:
        missing = msgspec.structs.replace(case.played, robs=((without_rob[0].event.seat, UNSEEN),))
        return tuple(without_rob[:1]) if is_lawful(case, missing) else tuple(without_rob)
    if not refused:
        return ()
    if len(refused) > 1 and (right_order if _is_turn(refused[0]) else correction)(case, refused[0]):
        return (refused[0], *(step for step in refused[1:] if step.refusal and step.refusal.witness))
    first_turn = {step.trick: step for step in reversed(refused) if _is_turn(step)}
    return tuple(step for step in refused if not _is_turn(step) or first_turn[step.trick] is step)


def _is_turn_up(step: Step) -> bool:
    """Whether the turn-up was played and no rob is noted."""
    before, event = step.before, step.event
    return isinstance(event, Play) and event.card == before.table.up and before.rights.robber < 0


def _is_turn(step: Step) -> bool:
    return step.refusal is not None and step.refusal.why == "not-your-turn"


def _refusal(case: Case, step: Step) -> Iterator[Finding]:
    refusal, event = step.refusal, step.event
    assert refusal is not None and case.rules is not None
    seat, place = event.seat, (step.trick, event.seat)
    spot = case.play_spot(step.trick, step.nth, seat, refusal.card)
    match refusal.why:
        case "no-such-seat":
            taken = seat < len(case.setting.players)
            facts: dict[str, Fact] = {"seat": seat_letter(seat), "did": "played"}
            yield finding("SR704", spot, facts) if taken else no_seat(case, "play", seat_letter(seat), spot)
        case _ if _is_turn_up(step):
            facts = {"player": case.full_name(seat), "card": CODE_NAMES[case.reading.up]}
            yield finding("SR306", spot, facts)
        case "not-your-turn" if case.marked(*place, "play-out-of-turn") or case.marked(*place, "lead-out-of-turn"):
            return
        case "not-your-turn":
            yield _turn(case, step, spot_at_lead=not step.before.trick)
        case "played-already" | "hand-over":
            return  # told as a trick that is not whole, too many tricks or a play after the end
        case "gone":
            return  # told as a card that is there twice
        case "turned-ace-not-in-hand":
            facts = {
                "player": case.name(seat),
                "card": CODE_NAMES[refusal.card],
                "rules": rule_names(case.rules, refusal.rules),
            }
            yield finding("SR409", spot, {**facts, "allowed": cards_text(step.before.facts, refusal.allowed)})
        case "not-held":
            yield _not_held(case, step)
        case _ if not case.marked(*place, "revoke"):
            yield _revoke(case, step)


def _turn(case: Case, step: Step, *, spot_at_lead: bool) -> Finding:
    seat = step.event.seat
    assert step.refusal is not None
    due = step.refusal.seat_due
    may = step.before.candidates
    spot = case.play_spot(step.trick, step.nth, seat)
    due_names = (
        and_list((case.name(one) for one in case.setting.seats if may >> one & 1), "or") if may else case.name(due)
    )
    facts: dict[str, Fact] = {"player": case.full_name(seat), "due": due_names}
    order = right_order(case, step)
    order = f": {order}" if order else ""
    if not spot_at_lead:
        return finding("SR404", spot, {**facts, "correction": order})
    why = f"only they can have won trick {step.trick - 1}" if may else why_led(step.before, case.name(due), step.trick)
    dealer = (case.setting.seats.index(seat) - 1) % len(case.setting.seats) if seat in case.setting.seats else -1
    hint = f"{order}."
    if step.trick == 1 and dealer >= 0 and step.before.table.options.first_lead == "left_of_dealer":
        hint += f" With {case.name(case.setting.seats[dealer])} as dealer the lead would be right."
    return finding("SR403", spot, {**facts, "why": why, "correction": hint})


def _not_held(case: Case, step: Step) -> Finding:
    event, before = step.event, step.before
    seat = event.seat
    card = step.refusal.card if step.refusal else UNSEEN
    known = seat < len(case.played.deal) and case.played.deal[seat] is not None
    free = cards_text(before.facts, free_cards(case, seat) if known else 0)
    exchange = correction(case, step)
    remedy = f"Either the play or the deal is wrong{f': {exchange}' if exchange else ''}."
    if not exchange and free != "nothing":
        remedy = f"Dealt to {case.name(seat)} and not among the plays: {free}."
    facts = {
        "player": case.full_name(seat),
        "card": CODE_NAMES[card],
        "held": cards_text(before.facts, before.holding[seat]),
        "correction": remedy,
    }
    return finding("SR408", case.play_spot(step.trick, step.nth, seat, card), facts)


def _revoke(case: Case, step: Step) -> Finding:
    refusal, before, seat = step.refusal, step.before, step.event.seat
    assert refusal is not None and case.rules is not None
    exchange = correction(case, step)
    facts: dict[str, Fact] = {
        "player": case.full_name(seat),
        "name": case.name(seat),
        "card": CODE_NAMES[refusal.card],
        "led": led_text(before.facts, before.led),
        "witness": witness_text(case, step, refusal.witness),
        "allowed": cards_text(before.facts, refusal.allowed),
        "rule": why_bound(case.rules, before, refusal),
        "options": list(refusal.rules),
        "correction": f": {exchange}" if exchange else "",
    }
    return finding("SR410", case.play_spot(step.trick, step.nth, seat, refusal.card), facts)


def witness_text(case: Case, step: Step, cards: CardSet) -> str:
    """Name one card that proves the revoke, and where it fell; one that was played later is the best witness."""
    for number, trick in enumerate(case.reading.tricks[step.trick :], start=step.trick + 1):
        for seat, code in trick:
            if seat == step.event.seat and code < UNSEEN and cards >> code & 1:
                return f"the {CODE_NAMES[code]} (played in trick {number})"
    best = in_order(step.before.facts, cards)[:1]
    if not best:
        return "other cards"
    came = "taken in by the rob" if best[0] == step.before.table.up else "dealt"
    return f"the {CODE_NAMES[best[0]]} ({came}, never played)"


def _flaws(case: Case, replay: Replay) -> Iterator[Finding]:
    """Tricks that are not whole: one finding where only the bars between the tricks are wrong."""
    if any(field == "play" and slip.kind == "unreadable" for field, slip in case.reading.slips):
        return  # a word that cannot be read is told, and why a card is missing with it
    if replay.flaws and (bars := regrouped(case)):
        yield _flaw(case, replay, replay.flaws[0], bars)
        return
    for flaw in replay.flaws:
        yield _flaw(case, replay, flaw, "")


def _flaw(case: Case, replay: Replay, flaw: Flaw, taken: str) -> Finding:
    trick, missing, twice = flaw
    says = [f"has no card of {and_list(map(case.name, missing))}"] if missing else []
    says += [f"has two cards of {and_list(map(case.name, twice))}"] if twice else []
    if not taken and twice:
        swap = len(missing) == 1 and len(twice) == 1
        taken = f"Perhaps one of them is {case.name(missing[0])}'s. " if swap else ""
        taken += "The hand is not judged from here on."
    seats = [seat for seat, _ in case.reading.tricks[trick - 1]]
    nth = max((place for place, seat in enumerate(seats) if seat in twice), default=0)
    spot = case.play_spot(trick, nth, seats[nth] if seats else 0)
    return finding("SR406", spot, {"why": " and ".join(says), "taken": taken or _missing_card(case, replay, trick)})


def _missing_card(case: Case, replay: Replay, trick: int) -> str:
    missing = [step.event for step in case.plays() if step.trick == trick and not step.noted]
    known = [
        f"{CODE_NAMES[event.card]} of {case.name(event.seat)}"
        for event in missing
        if isinstance(event, Play) and event.card < UNSEEN
    ]
    if known and len(known) == len(missing):
        return f"By the deal it can only have been the {and_list(known)}."
    return "The missing card was taken as not seen."


def _unknown_winners(case: Case, replay: Replay) -> Iterator[Finding]:
    """A trick that a card not seen may have won; where somebody led on, that is the answer."""
    winners = replay.last.winners
    for step in case.plays():
        finished = len(step.after.winners) > len(step.before.winners)
        if finished and winners[len(step.after.winners) - 1] == UNKNOWN:
            yield finding("SR417", case.play_spot(step.trick, max(step.nth, 0), step.event.seat), {"trick": step.trick})


def _unseen_decide(case: Case) -> Iterator[Finding]:
    """Plays of which cards that nobody saw decide, or prove something together."""
    verdicts = play_verdicts(case)
    for one in verdicts:
        if one.stand == "unlawful" and one.tried and not case.marked(one.trick, one.seat, "revoke"):
            yield _proven_by_unseen(case, one)
        elif one.condemned or one.freeing:
            yield _cannot_be_known(case, one)
    together = [one for one in verdicts if one.stand == "not-all-lawful"]
    if together:
        names = [f"{case.name(one.seat)} {CODE_NAMES[one.card]} in trick {one.trick}" for one in together]
        yield finding("SR413", _spot(case, together[-1]), {"plays": and_list(names)})


def _spot(case: Case, verdict: Verdict, card: int = -1) -> Spot:
    assert verdict.step is not None
    return case.play_spot(verdict.trick, verdict.step.nth, verdict.seat, card)


def _cannot_be_known(case: Case, verdict: Verdict) -> Finding:
    assert verdict.step is not None
    before, name = verdict.step.before, case.name(verdict.seat)
    decide = and_list((CODE_NAMES[card] for card in in_order(before.facts, verdict.condemned or verdict.freeing)), "or")
    cards = decide if verdict.condemned else f"neither {decide.replace(' or ', ' nor ')}"
    held = before.holding[verdict.seat] & ~(1 << verdict.card)
    besides = f" besides {cards_text(before.facts, held)}" if held else ""
    facts: dict[str, Fact] = {
        "player": case.full_name(verdict.seat),
        "name": name,
        "card": CODE_NAMES[verdict.card],
        "led": led_text(before.facts, before.led),
        "cards": cards,
        "why": f"what was led decides, and what {name} held{besides}"
        if verdict.open == "lead" and _lead_decides(before)
        else f"a revoke if {name} held {cards}",
    }
    return finding("SR412", _spot(case, verdict, verdict.card), facts)


def _lead_decides(state: State) -> bool:
    """Whether it matters which card a lead not wholly seen was: not where its plain suit was seen."""
    classes = {state.facts.lead_class[card] for card in cards_in(possible_cards(state.led))}
    return len(classes) > 1 or TRUMP_LED in classes


def _proven_by_unseen(case: Case, verdict: Verdict) -> Finding:
    """A revoke whatever the cards not seen were: half-seen cards, or too few others, prove it."""
    step, refusal = verdict.step, verdict.refusal
    assert step is not None and refusal is not None and case.rules is not None
    seen = step.before.led < UNSEEN
    facts: dict[str, Fact] = {
        "player": case.full_name(verdict.seat),
        "name": case.name(verdict.seat),
        "card": CODE_NAMES[verdict.card],
        "led": led_text(step.before.facts, step.before.led),
        "witness": half_seen_witness(case, verdict),
        "allowed": "one of those cards",
        "rule": why_bound(case.rules, step.before, refusal) if seen else "",
        "options": list(refusal.rules),
        "correction": "",
    }
    return finding("SR410", _spot(case, verdict, verdict.card), facts)


def half_seen_witness(case: Case, verdict: Verdict) -> str:
    """Say what proves a revoke where no card that was seen does."""
    for number, trick in enumerate(case.reading.tricks[verdict.trick :], start=verdict.trick + 1):
        for seat, code in trick:
            if seat == verdict.seat and code > UNSEEN:
                return f"a card that had to be played (the {CODE_NAMES[code]} of trick {number}, whichever it was)"
    return "a card that had to be played, whichever of the cards not seen it was"


def _after_the_tricks(case: Case, replay: Replay) -> Iterator[Finding]:
    reading, result = case.reading, case.result
    if len(reading.tricks) > TRICKS:
        sixth = case.play_spot(TRICKS + 1, 0, reading.tricks[TRICKS][0][0] if reading.tricks[TRICKS] else 0)
        yield finding("SR407", sixth, {"count": len(reading.tricks)})
    over = [step for step in replay.refused if step.refusal and step.refusal.why == "hand-over" and step.nth == 0]
    if over and case.rules and over[0].trick <= TRICKS:
        goal = (
            "the pool was won and these rules know no idle play-out"
            if case.rules.game.goal == "pool"
            else "the game was won"
        )
        yield finding(
            "SR415", case.play_spot(over[0].trick, 0, over[0].event.seat), {"trick": over[0].trick, "why": goal}
        )
    if replay.stopped and replay.stopped not in ("hand-over", "played-already"):
        why = {"no-such-seat": "a seat is not there"}.get(replay.stopped, replay.stopped)
        yield finding("SR414", case.spot("play"), {"trick": replay.stopped_at, "why": why})
    elif result and not replay.stopped and _stops_early(case, replay, result):
        yield finding("SR416", case.spot("play"), {"played": _how_far(replay)})


def _stops_early(case: Case, replay: Replay, result: Result) -> bool:
    if case.reading.hand.end or not case.reading.tricks or case.rules is None or case.rules.game.goal == "cards":
        return False
    state = replay.last
    if state.trick:
        return True
    if state.rights.jinker >= 0 and set(state.winners) <= {state.rights.jinker, UNKNOWN}:
        return False  # told as a jink that was not played
    if case.rules.game.goal == "pool":
        return not result.decided and UNKNOWN not in state.winners and len(state.winners) < TRICKS
    return len(state.winners) < TRICKS and not result.decided and UNKNOWN not in state.winners


def _how_far(replay: Replay) -> str:
    whole, more = len(replay.last.winners), len(replay.last.trick)
    text = "1 whole trick" if whole == 1 else f"{whole} whole tricks"
    cards = "1 card" if more == 1 else f"{more} cards"
    return f"{text} and {cards} of the next" if more else text
