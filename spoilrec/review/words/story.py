"""A hand told from first to last: who laid what and why it was lawful, who took each trick, what was paid.

Makes words, no layout; every text is plain and unescaped.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from spoilrec.engine.events import Announce, Jink, Play, Rob
from spoilrec.engine.lawful import may_keep
from spoilrec.engine.play import view
from spoilrec.engine.position import NOBODY, State
from spoilrec.record.tokens import place_name, seat_letter
from spoilrec.review.case import Case
from spoilrec.review.replay import Replay, Step
from spoilrec.review.setting import side_name
from spoilrec.review.words.sentences import and_list, in_order, led_text
from spoilrec.review.words.told import tell_outcome
from spoilrec.rules.auction import HOLD, PASS
from spoilrec.rules.cards import CODE_NAMES, SUIT_NAMES, UNSEEN
from spoilrec.rules.order import TRUMP_LED


class PlayTold(msgspec.Struct, frozen=True):
    """One card: place, seat, the card as text, what it was (`lead`, `renege`, `unlawful`, else empty), and why."""

    at: str
    seat: int
    card: str
    kind: str
    why: str


class TrickTold(msgspec.Struct, frozen=True):
    """One trick: its plays in the order of the table, and the seat that took it (-1 where not known or not whole).

    `calls` are sentences on a jink that was called after it.
    """

    number: int
    plays: tuple[PlayTold, ...]
    winner: int
    calls: tuple[str, ...] = ()


class HandTold(msgspec.Struct, frozen=True):
    """A hand in words: `title`, what happened `before` the tricks, the tricks, `notes` on them, and the `outcome`.

    `quoted` are the names and the words of the record that stand in title, before and notes: what looks like a card
    in them is none. The outcome names no card.
    """

    number: int
    seats: tuple[int, ...]
    names: tuple[str, ...]
    title: str
    before: tuple[str, ...]
    tricks: tuple[TrickTold, ...]
    notes: tuple[str, ...]
    outcome: tuple[str, ...]
    quoted: tuple[str, ...]


def tell(case: Case) -> HandTold:
    """Tell a hand."""
    seats = case.setting.seats or tuple(sorted({seat for trick in case.reading.tricks for seat, _ in trick}))
    names = tuple(case.name(seat) for seat in seats)
    tricks = tuple(_tricks(case)) if case.replay and case.trump >= 0 else tuple(_bare_tricks(case))
    jinks = tuple(_jinks(case, tricks))
    tricks = tuple(_with_calls(trick, jinks) for trick in tricks)
    before = (*_events(case), *(f"{text}." for trick, text in jinks if not trick))
    notes = tuple(note for trick in tricks for note in _notes(case, trick))
    quoted = (*names, *_noted(case))
    outcome = tuple(tell_outcome(case))
    return HandTold(case.reading.hand.no, seats, names, _title(case), before, tricks, notes, outcome, quoted)


def _notes(case: Case, trick: TrickTold) -> Iterator[str]:
    for play in trick.plays:
        if play.kind in ("renege", "unlawful"):
            yield f"trick {trick.number}: {case.name(play.seat)} {play.why}"
    yield from trick.calls


def _jinks(case: Case, tricks: Sequence[TrickTold]) -> Iterator[tuple[int, str]]:
    """Say who called a jink, and after which of these tricks it is told, 0 before them all."""
    steps = case.replay.steps if case.replay else ()
    void = any(isinstance(step.event, Jink) and step.refusal for step in steps)
    for seat, after in case.reading.jinks:
        when = f"after trick {after}" if after else "before the first lead"
        told = min(after, max((trick.number for trick in tricks), default=0))
        yield told, f"{case.name(seat)} calls a jink {when}{' (void)' if void else ''}"


def _with_calls(trick: TrickTold, jinks: Sequence[tuple[int, str]]) -> TrickTold:
    calls = tuple(text for number, text in jinks if number == trick.number)
    return msgspec.structs.replace(trick, calls=calls) if calls else trick


def _title(case: Case) -> str:
    reading = case.reading
    dealer = f"{case.name(reading.dealer)} deals" if reading.dealer >= 0 else "dealer unknown"
    turned = [CODE_NAMES[code] for code in reading.ups]
    up = f", {and_list(turned)} turned up" if turned else ""
    return f"{dealer}{up}; {_trumps(case)}"


def _trumps(case: Case) -> str:
    if case.trump >= 0:
        return f"{SUIT_NAMES[case.trump]} are trumps"
    return "nobody named trumps" if case.result and case.result.thrown_in else "trumps not noted"


def _events(case: Case) -> Iterator[str]:
    result, reading = case.result, case.reading
    if result and case.rules and case.rules.game.goal == "pool" and case.ledger.pool is not None:
        yield f"In the pool {case.ledger.pool}, staked {sum(result.paid)}."
    if case.rules and case.rules.game.goal == "auction":
        yield from _auction(case)
    for robber, out in reading.robs:
        takes = "takes the turn-up" if case.rules and case.rules.game.goal == "auction" else "robs"
        yield f"{case.name(robber)} {takes} and puts out {CODE_NAMES[out] if out < UNSEEN else 'a card not seen'}."
    if reading.announcer >= 0:
        yield f"{case.name(reading.announcer)} announces the ace of trumps."
    yield from _noted(case)


def _noted(case: Case) -> Iterator[str]:
    hand = case.reading.hand
    yield from (f"Noted at the table: {fact.what} at {fact.at}." for fact in hand.irregular)
    if hand.note:
        yield hand.note


def _auction(case: Case) -> Iterator[str]:
    """Say who bid what, who named trumps, and what was put out and drawn."""
    auction, replay = case.reading.auction, case.replay
    if auction.calls:
        calls = (f"{case.name(seat)} {_CALLS.get(amount, amount)}" for seat, amount in auction.calls)
        yield f"Calls: {', '.join(calls)}."
    contract = replay.first.table.contract if replay else None
    if contract and contract.bidder >= 0 and case.trump >= 0:
        amount = f" for {contract.amount}" if contract.amount >= 0 else ""
        yield f"{case.name(contract.bidder)} names {SUIT_NAMES[case.trump]}{amount}."
    if auction.kitty:
        yield f"Kitty: {_codes(auction.kitty)}."
    for seat in case.setting.seats:
        did = [
            f"{verb} {_codes(cards)}"
            for verb, groups in (("puts out", auction.discard), ("draws", auction.draw))
            if seat < len(groups) and (cards := groups[seat])
        ]
        if did:
            yield f"{case.name(seat)} {' and '.join(did)}."


_CALLS: Final = {PASS: "passes", HOLD: "holds"}


def _codes(codes: Sequence[int]) -> str:
    return " ".join(CODE_NAMES[code] for code in codes)


def _bare_tricks(case: Case) -> Iterator[TrickTold]:
    for number, trick in enumerate(case.reading.tricks, start=1):
        plays = (PlayTold(place_name(min(number, 5), seat), seat, CODE_NAMES[code], "", "") for seat, code in trick)
        yield TrickTold(number, tuple(plays), NOBODY)


def _tricks(case: Case) -> Iterator[TrickTold]:
    assert case.replay is not None
    plays: list[PlayTold] = []
    number = 1
    for step in case.plays():
        if step.trick != number:
            yield TrickTold(number, tuple(plays), _winner(case.replay, number))
            plays, number = [], step.trick
        if step.noted:
            plays.append(tell_play(case, step))
    if plays:
        yield TrickTold(number, tuple(plays), _winner(case.replay, number))


def _winner(replay: Replay, number: int) -> int:
    winners = replay.last.winners
    return winners[number - 1] if number <= len(winners) else NOBODY


def tell_play(case: Case, step: Step) -> PlayTold:
    """Say what a play was and why it was lawful, or that it was not."""
    event = step.event
    assert isinstance(event, Play)
    kind, why = _why(step, event)
    return PlayTold(place_name(step.trick, event.seat), event.seat, CODE_NAMES[event.card], kind, why)


_UNLAWFUL: Final = {
    "not-your-turn": "plays out of turn",
    "not-held": "plays a card that was not in the hand",
    "gone": "plays a card that has fallen before",
    "hand-over": "plays on after the hand is over",
    "played-already": "plays a second card to the trick",
    "no-such-seat": "does not sit at the table",
    "turned-ace-not-in-hand": "plays the turned ace before taking it in",
}


def _why(step: Step, event: Play) -> tuple[str, str]:
    before, card = step.before, event.card
    if step.refusal:
        name = CODE_NAMES[card]
        led = f" on {led_text(before.facts, before.led)}" if before.trick else ""
        return "unlawful", _UNLAWFUL.get(step.refusal.why, f"revokes with {name}{led}")
    if card >= UNSEEN:
        return "", "a card not seen"
    if not before.trick:
        return "lead", "leads"
    return _why_answer(before, event)


def _why_answer(before: State, event: Play) -> tuple[str, str]:
    """Why an answer to a lead is lawful; the ace of hearts counts as the trump it is."""
    facts, led, card = before.facts, before.led, event.card
    if led >= UNSEEN:
        return "", "the lead was not seen"
    held = before.holding[event.seat] & ~(1 << card)
    sure = not before.unseen[event.seat]
    if facts.answers[led] >> card & 1:
        return "", "follows"
    if facts.lead_class[led] == TRUMP_LED:
        kept = held & facts.trumps & may_keep(facts, view(before, event.seat))
        if kept:
            names = and_list(CODE_NAMES[one] for one in in_order(facts, kept))
            return "renege", f"reneges with {CODE_NAMES[card]}: {names} may be kept back from {CODE_NAMES[led]}"
        return "", "has no trump" if sure else "shows no trump"
    if facts.trumps >> card & 1:
        return "", "trumps, though able to follow" if held & facts.answers[led] else "trumps"
    if held & facts.answers[led]:
        return "", "need not follow by these rules"
    return "", f"has no {SUIT_NAMES[led // 13]}" if sure else f"shows no {SUIT_NAMES[led // 13]}"


def tell_step(case: Case, step: Step) -> str:
    """Tell one event in one sentence, for `replay --step`."""
    name = case.name(step.event.seat)
    match step.event:
        case Rob(out=out):
            card = CODE_NAMES[out] if out < UNSEEN else "a card not seen"
            return f"{name} robs and puts out {card}{'' if step.refusal is None else ' (unlawful)'}."
        case Announce():
            return f"{name} announces the ace of trumps."
        case Jink():
            return f"{name} calls a jink{'' if step.refusal is None else ' (void)'}."
        case Play(card=card_code):
            told = tell_play(case, step)
            text = f"{name}: {CODE_NAMES[card_code]}, {told.why}."
            after = step.after
            if len(after.winners) > len(step.before.winners):
                winner = after.winners[-1]
                text += (
                    f" {case.name(winner)} takes trick {step.trick}."
                    if winner >= 0
                    else f" Who takes trick {step.trick} cannot be known."
                )
            return text


def won_letter(case: Case) -> str | None:
    """Write who won as the record does: a seat, a side, `-`, or `None` where it cannot be known."""
    result, rules = case.result, case.rules
    if result is None or rules is None or result.won < NOBODY:
        return None
    if result.won == NOBODY:
        return "-"
    return seat_letter(result.won) if rules.game.goal == "pool" else side_name(case.setting, result.won)


def trick_text(trick: TrickTold) -> str:
    """Write the plays of a trick as the record does."""
    return " ".join(seat_letter(play.seat) + play.card for play in trick.plays)
