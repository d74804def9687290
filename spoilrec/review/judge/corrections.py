"""The smallest changes of a record that would make a hand lawful, ranked: one card, one seat, two exchanged, an order.

Offers, never applies: the other half of "either the player or the record is wrong".
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from spoilrec.engine.position import Table
from spoilrec.record.tokens import play_name
from spoilrec.review.case import Case
from spoilrec.review.correct import Tricks, changes, lawful_with, right_order
from spoilrec.review.hand import HandReading
from spoilrec.review.replay import Step, replay_hand
from spoilrec.review.verdict import Verdict, play_verdicts
from spoilrec.review.whole import make_whole
from spoilrec.rules.cards import CODE_NAMES, UNSEEN

Kind = Literal["card", "seat", "exchange", "order"]
_RANK: tuple[Kind, ...] = ("card", "seat", "exchange", "order")


class Correction(msgspec.Struct, frozen=True):
    """One change: its kind, and in words what would stand there."""

    kind: Kind
    words: str


def corrections(case: Case, verdict: Verdict) -> tuple[Correction, ...]:
    """Give the smallest changes that leave nothing unlawful, the likeliest first; none where nothing is."""
    replay = case.replay
    if replay is None or not verdict.proven or len(case.played.tricks) > 5:
        return ()
    match verdict.deed:
        case "play":
            found = list(_of_plays(case, verdict))
        case "rob" | "announcement":
            found = list(_other_seat(case, verdict))
        case "no-rob":
            found = [Correction("seat", f"the rob of {case.name(verdict.seat)}, if there was one and it was not noted")]
        case "no-announcement":
            found = [Correction("seat", f"the announcement of {case.name(verdict.seat)}, if it was made and not noted")]
        case _:
            found = []
    return tuple(sorted(dict.fromkeys(found), key=lambda one: _RANK.index(one.kind)))


def _of_plays(case: Case, verdict: Verdict) -> Iterator[Correction]:
    places = verdict.together or (verdict.place,)
    for step in case.plays():
        if step.noted and (step.trick, step.event.seat) in places:
            yield from _of_play(case, step, look_closely=verdict.tried or bool(verdict.together))
    if verdict.step is not None and verdict.fault in ("lead-out-of-turn", "play-out-of-turn"):
        order = right_order(case, _first_in_trick(case, verdict.step))
        if order:
            yield Correction("order", order.removesuffix(" would make the hand lawful"))
        yield from _other_dealer(case)
    yield from _missing_seat(case, verdict)


def _first_in_trick(case: Case, step: Step) -> Step:
    """The first play of a trick that was out of turn: what comes after it merely follows."""
    turns = (
        one for one in case.plays() if one.trick == step.trick and one.refusal and one.refusal.why == "not-your-turn"
    )
    return next(turns, step)


def _of_play(case: Case, step: Step, *, look_closely: bool) -> Iterator[Correction]:
    """The changes at one place; single cards that would do are told together."""
    trick, cards = step.trick - 1, list[str]()
    code = case.played.tricks[trick][step.nth][1]
    for tricks, words in changes(case, trick, step.nth):
        if not lawful_with(case, tricks) or (look_closely and not _is_possible(case, tricks)):
            continue
        if words.endswith(f" instead of {CODE_NAMES[code]}"):
            cards.append(words.split(" ")[0])
        else:
            yield Correction("exchange", words)
    if cards:
        more = f" (or {len(cards) - 3} others)" if len(cards) > 4 else ""
        named = cards[:3] if more else cards
        what = f"{', '.join(named[:-1])} or {named[-1]}" if len(named) > 1 else named[0]
        yield Correction("card", f"{what}{more} instead of {play_name(step.event.seat, code)} in trick {step.trick}")


def _is_possible(case: Case, tricks: Tricks) -> bool:
    """Whether with these plays there is a hand that makes all of them lawful."""
    assert case.replay is not None
    played = msgspec.structs.replace(case.played, tricks=tricks)
    reading = msgspec.structs.replace(case.reading, tricks=tricks)
    replay = replay_hand(case.replay.first.table, case.trump, played)
    changed = msgspec.structs.replace(case, played=played, reading=reading, replay=replay)
    return not any(one.proven for one in play_verdicts(changed))


def _other_seat(case: Case, verdict: Verdict) -> Iterator[Correction]:
    """The seat of a rob or an announcement may be the slip."""
    assert case.replay is not None
    table, played = case.replay.first.table, case.played
    for seat in table.seats:
        if seat == verdict.seat:
            continue
        if verdict.deed == "rob":
            changed = msgspec.structs.replace(played, robs=((seat, played.robs[0][1] if played.robs else UNSEEN),))
        else:
            changed = msgspec.structs.replace(played, announcer=seat)
        if _nothing_refused(case, table, changed):
            did = "robbing" if verdict.deed == "rob" else "announcing"
            yield Correction("seat", f"{case.full_name(seat)} {did} instead of {case.full_name(verdict.seat)}")


def _other_dealer(case: Case) -> Iterator[Correction]:
    assert case.replay is not None
    table = case.replay.first.table
    if table.options.first_lead != "left_of_dealer" or table.goal == "auction":
        return
    for seat in table.seats:
        moved = msgspec.structs.replace(table, dealer=seat)
        if seat != table.dealer and _nothing_refused(case, moved, case.played):
            yield Correction("seat", f"{case.full_name(seat)} as dealer instead of {case.full_name(table.dealer)}")


def _missing_seat(case: Case, verdict: Verdict) -> Iterator[Correction]:
    """A trick that lacks one player and has two cards of another: one of the two was the other's."""
    assert case.replay is not None
    whole = make_whole(case.replay.first.table, case.played, look_closely=True)
    for number, missing, twice in whole.flaws:
        if number != verdict.trick or len(missing) != 1 or len(twice) != 1:
            continue
        trick = case.played.tricks[number - 1]
        for nth, (seat, code) in enumerate(trick):
            if seat == twice[0]:
                row = (*trick[:nth], (missing[0], code), *trick[nth + 1 :])
                tricks = (*case.played.tricks[: number - 1], row, *case.played.tricks[number:])
                if lawful_with(case, tricks):
                    yield Correction("seat", f"{play_name(missing[0], code)} instead of {play_name(seat, code)}")


def _nothing_refused(case: Case, table: Table, reading: HandReading) -> bool:
    replay = replay_hand(table, case.trump, reading)
    return not (replay.stopped or replay.flaws or any(step.refusal for step in replay.steps))
