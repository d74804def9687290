"""The marks once more, by nothing but what the glossary says of them and every lawful line played to its end."""

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

import msgspec
import pytest
from annotating import cases_of, record_of
from brute import after_each, forced
from hypothesis import given, settings
from making import randomly
from making_sessions import lawful_session, written

from spoilrec.engine.events import Play
from spoilrec.engine.position import NOBODY, TRICKS, State
from spoilrec.review.annotate.marks import PlayNote
from spoilrec.review.annotate.notes import annotate
from spoilrec.review.case import Case
from spoilrec.review.points_result import bonus_side
from spoilrec.review.replay import Step
from spoilrec.rules.cards import Card
from spoilrec.rules.points import hand_points, trick_points

FROM: Final = 2
"""So many tricks must have been played: then there are no more than 1,296 lines with four at the table."""

Told = tuple[str, set[Card]]


class Aim(NamedTuple):
    """What somebody plays for: when it is settled, and whether it came out well."""

    settled: Callable[[State], bool]
    well: Callable[[State], bool]


def can(state: State, side: int, aim: Aim) -> bool:
    """Say whether a side can force its aim."""
    if aim.settled(state):
        return aim.well(state)
    later = (can(after, side, aim) for after in after_each(state).values())
    return any(later) if state.table.side_of[state.turn] == side else all(later)


def taker(state: State) -> int:
    """Give the side that took so many tricks first as win the pool, NOBODY for none."""
    counts = dict.fromkeys(state.table.seats, 0)
    for seat in state.winners:
        counts[seat] += 1
        if counts[seat] == state.table.options.tricks_to_win and not state.rights.barred >> seat & 1:
            return state.table.side_of[seat]
    return NOBODY


def the_pool(side: int) -> Aim:
    return Aim(lambda state: taker(state) >= 0 or len(state.winners) == TRICKS, lambda state: taker(state) == side)


def nobody_else(side: int) -> Aim:
    return the_pool(side)._replace(well=lambda state: taker(state) in (side, NOBODY))


def all_five(seat: int) -> Aim:
    return Aim(
        lambda state: len(state.winners) == TRICKS or set(state.winners) != {seat},
        lambda state: set(state.winners) == {seat},
    )


def lets_in(state: State, side: int) -> bool:
    return any(can(state, other, the_pool(other)) for other in state.table.side_of if other not in (side, NOBODY))


def only(good: set[Card], card: Card, cards: dict[Card, State]) -> str:
    return "!" if good == {card} != set(cards) else ""


def pool_mark(card: Card, side: int, cards: dict[Card, State]) -> Told:
    """Give the mark of a card laid for the pool, and the cards that would have been best."""
    laid = cards[card]
    let_in = lets_in(laid, side)
    for aim, lost in ((the_pool(side), "?"), (nobody_else(side), "?!")):
        good = {one for one, after in cards.items() if can(after, side, aim)}
        if good:
            return (only(good, card, cards) if card in good else "??" if let_in else lost), good
    safe = {one for one, after in cards.items() if not lets_in(after, side)}
    return ("??" if let_in and safe else only(safe, card, cards)), safe


def jink_mark(card: Card, side: int, cards: dict[Card, State]) -> Told:
    """Give the mark of a card while somebody tries for all five; only he can lose it alone."""
    jinker = cards[card].rights.jinker
    ours = cards[card].table.side_of[jinker] == side
    through = {one for one, after in cards.items() if can(after, cards[card].table.side_of[jinker], all_five(jinker))}
    good = through if ours else set(cards) - through
    if not ours:
        all_fail = Aim(all_five(jinker).settled, lambda state: set(state.winners) != {jinker})
        good = {one for one, after in cards.items() if can(after, side, all_fail)} or good
    if not good or card in good:
        return only(good, card, cards), good
    return "?" if ours else "??" if card in through else "?!", good


def counted(side: int) -> Callable[[State], int]:
    """Give the points that the hand counts for a side."""

    def value(state: State) -> int:
        sides, options = max(state.table.side_of) + 1, state.table.options
        takers = [state.table.side_of[seat] for seat in state.winners]
        points = (hand_points if state.table.goal == "points" else trick_points)(
            options, sides, takers, bonus_side(options, state, takers)
        )
        assert points is not None
        return points[side]

    return value


def points_mark(card: Card, side: int, cards: dict[Card, State]) -> Told:
    """Give the mark of a card laid for points: the contract first, then the points."""
    good, held = set(cards), ""
    contract = cards[card].table.contract
    if contract.bidder >= 0 and contract.amount > 0:
        bidders = cards[card].table.side_of[contract.bidder]
        makes = {one for one, after in cards.items() if made(after, bidders)}
        good = makes if bidders == side else good - makes
        if not good and bidders == side:
            return "", good
        if good and card not in good:
            return "?" if bidders == side else "??", good
        held, good = only(good, card, cards), good or set(cards)
    worth = {one: forced(after, side, counted(side), 30) for one, after in cards.items()}
    best = {one for one in good if worth[one] == max(worth[other] for other in good)}
    if worth[card] < worth[min(best)]:
        return "?", best
    return held or only(best, card, dict.fromkeys(good, cards[card])), best


def made(state: State, side: int) -> bool:
    """Say whether the bidder's side makes its bid: the points, or where it must be all five, those."""

    def swept(state: State) -> int:
        return int({state.table.side_of[seat] for seat in state.winners} == {side})

    amount = state.table.contract.amount
    if state.rights.jinker >= 0 or amount > 25:
        return bool(forced(state, side, swept, 1))
    return bool(forced(state, side, lambda last: int(swept(last) or counted(side)(last) >= amount), 1))


def told(step: Step) -> Told:
    """Give the mark that the play of a step should have."""
    before = step.before
    assert isinstance(step.event, Play)
    nobody_has_won = msgspec.structs.replace(before.table, before=())  # what the points do to the totals is not weighed
    cards = after_each(msgspec.structs.replace(before, table=nobody_has_won))
    side, card = before.table.side_of[before.turn], step.event.card
    if before.table.goal != "pool":
        return points_mark(card, side, cards)
    if step.after.rights.jinker >= 0:
        return jink_mark(card, side, cards)
    return ("", set()) if is_decided(before) else pool_mark(card, side, cards)


def is_decided(state: State) -> bool:
    """Say whether somebody has won the pool, or nobody can any more."""
    left, tricks = TRICKS - len(state.winners), state.table.options.tricks_to_win
    free = [seat for seat in state.table.seats if not state.rights.barred >> seat & 1]
    return taker(state) >= 0 or all(state.winners.count(seat) + left < tricks for seat in free)


BARRED: Final = (
    record_of(
        "QC 4H 3D JS 8S|5C 6D 5S 9H AS|3C KH 7D 8D QS",
        "AJS BAS CQS|A4H B9H CKH|C8D A8S B5S|B6D C7D A3D|C3C AQC B5C",
        rules={"preset": "spoil-five/1", "rob_failure": "both", "announce_ace": "required_or_demoted"},
        up="TS",
    ),
    record_of(
        "3S 7H 7C TS 6S|7D TH JC JD AD",
        "AAC BJD|A3S BTH|ATS BJC|BAD A7H|B7D A6S",
        rules={"preset": "spoil-five/1", "tricks_to_win": 2, "false_rob": "cannot_win_pool"},
        up="AC",
        rob="A7C",
    ),
)
"""Brendan did not announce his ace, Aoife robbed without one: neither can win the pool, but their tricks count."""


def weighed(case: Case, first: int = FROM) -> list[tuple[Step, PlayNote]]:
    """Give the plays of the last tricks with their notes."""
    notes = annotate(case)
    assert notes.missing or len(notes.plays) == len(list(case.plays()))
    if notes.missing:
        return []
    both = zip(case.plays(), notes.plays, strict=True)
    return [(step, note) for step, note in both if len(step.before.winners) >= first]


@settings(max_examples=30)
@given(randomly)
def test_marks_are_what_the_glossary_says(random: Random) -> None:
    preset = random.choice(
        ("spoil-five/1", "spoil-five-book/1", "twenty-five/1", "forty-five/1", "auction-forty-fives/1")
    )
    for case in cases_of(written(lawful_session(random, preset, 2)).decode()):
        for step, note in weighed(case) if len(case.setting.seats) < 5 else ():
            mark, best = told(step)
            assert note.verdict.mark == mark, note
            assert note.verdict.better in best or not note.verdict.loss, note
            assert (note.marks.count("=") == 1) == (len(after_each(step.before)) == 1), note


@pytest.mark.parametrize("record", BARRED)
def test_tricks_of_who_cannot_win_the_pool_are_weighed_like_others(record: str) -> None:
    case = cases_of(record)[0]
    assert case.replay is not None and case.replay.last.rights.barred
    for step, note in weighed(case, 0 if len(case.setting.seats) == 2 else FROM):
        assert note.verdict.mark == told(step)[0], note
