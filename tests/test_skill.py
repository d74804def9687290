"""Luck and skill: what a hand says of each seat, in cases derived by hand, and what must hold for all of them."""

import io
import re
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import msgspec
import pytest
from brute import forced
from hypothesis import given, settings
from making import randomly

from spoilrec.archive.counts.measures import half_width
from spoilrec.archive.made.plan import Plan, session_line
from spoilrec.archive.made.session import made_sessions
from spoilrec.archive.tables.declared import PLAYOUTS
from spoilrec.archive.tables.skill import NO_SKILL, Skill, skill_of
from spoilrec.engine.choice import RANDOM, Way
from spoilrec.engine.events import Play
from spoilrec.engine.playout import Played, play_out
from spoilrec.engine.position import HAND_SIZE, TRICKS, State
from spoilrec.engine.simple import SIMPLE
from spoilrec.engine.solver import Solver, TooMuchError
from spoilrec.record.lines import Close, Hand, RecordLine, RuleChoice, Session
from spoilrec.record.reading import encode_value
from spoilrec.record.tokens import SEATS
from spoilrec.review.annotate.notes import annotate
from spoilrec.review.annotate.weighing import pool_is_decided
from spoilrec.review.annotate.weighing_tricks import TricksScale
from spoilrec.review.case import Case
from spoilrec.review.rulebook import understand
from spoilrec.review.setting import Rules
from spoilrec.review.walk import walk
from spoilrec.rules.cards import codes_set

PROMISED = ("promised", "promised_spoils")


def _rules(choice: str | Mapping[str, object]) -> Rules:
    rules, _ = understand(choice)
    assert rules is not None
    return rules


def made_lines(
    seed: int, hands: int, players: int = 3, choice: str | Mapping[str, object] = "spoil-five/1", way: Way = SIMPLE
) -> list[RecordLine]:
    rules = _rules(choice)
    session = session_line(rules, choice, [f"P{nth}" for nth in range(players)])
    return list(made_sessions(Plan(session, rules, (way,) * players, hands, seed), 1))


def cases_of(lines: Iterable[RecordLine]) -> list[Case]:
    text = b"".join(encode_value(line) + b"\n" for line in lines)
    return [stop.case for stop in walk("x.spoil", io.BytesIO(text), every_step=True) if stop.case is not None]


# By hand

TWO = Session(spoilrec=1, rules="spoil-five/1", players=("Aoife", "Brendan"), stake=1, unit="chip")
DEAL = "KC QC 3H 4H 5H|5S JS KD 4C 6C"
GIVEN_AWAY = "B6C AKC|A3H BJS|B5S A4H|B4C AQC|A5H BKD"


def _two(play: str, deal: str = DEAL, up: str | None = "7S", trump: str | None = None) -> Case:
    (case,) = cases_of([TWO, Hand(no=1, dealer="A", up=up, trump=trump, deal=deal, play=play)])
    return case


def test_the_card_that_loses_a_forced_pool_is_counted_once_for_whom_it_hurts_and_for_whom_it_lets_in() -> None:
    """Brendan has the two best trumps and the king of diamonds, which nobody can follow: three tricks whatever comes.

    He may lose the six of clubs first, and trump the three of hearts. With two tricks he then leads the four of clubs:
    the queen takes it, and a heart is led to which the king of diamonds is worth nothing.
    """
    skill = skill_of(_two(GIVEN_AWAY))
    assert skill[0] == Skill(False, 0, 0, 0, skill[0].promised, skill[0].promised_spoils)
    assert skill[1] == Skill(True, 1, 1, 1, skill[1].promised, skill[1].promised_spoils)


def test_who_takes_what_he_can_force_loses_nothing() -> None:
    skill = skill_of(_two("B6C AKC|A3H BJS|B5S A4H|BKD A5H|B4C AQC"))
    assert (skill[1].forced, skill[1].lost_pools, skill[1].let_in, skill[1].lost_tricks) == (True, 0, 0, 0)


def test_tricks_may_be_lost_without_the_pool() -> None:
    """Aoife, sure of the queen of clubs once the trumps are out, leads it: Brendan could trump it and take four tricks.

    He lays the four of clubs instead, and takes the three that win the pool.
    """
    skill = skill_of(_two("B6C AKC|AQC B4C|A3H BJS|B5S A4H|BKD A5H"))
    assert [skill[seat].lost_tricks for seat in (0, 1)] == [1, 1]
    assert [(skill[seat].lost_pools, skill[seat].let_in) for seat in (0, 1)] == [(0, 0), (0, 0)]


def test_nothing_is_lost_once_the_pool_is_decided() -> None:
    """Where two tricks win it, Brendan has it before he leads the four of clubs."""
    rules = msgspec.convert({"preset": "spoil-five/1", "tricks_to_win": 2}, RuleChoice)
    session = msgspec.structs.replace(TWO, rules=rules)
    (case,) = cases_of([session, Hand(no=1, dealer="A", up="7S", deal=DEAL, play=GIVEN_AWAY)])
    assert [skill_of(case)[seat].lost_tricks for seat in (0, 1)] == [0, 0]
    assert skill_of(case)[1].forced and skill_of(case)[1].lost_pools == 0


def test_hands_that_nobody_saw_are_not_solved_but_promise_what_their_own_cards_do() -> None:
    seen = skill_of(_two(GIVEN_AWAY))
    half = skill_of(_two("B6C AKC", deal="-|5S JS KD 4C 6C"))
    assert half[0] == NO_SKILL
    assert half[1] == Skill(promised=seen[1].promised, promised_spoils=seen[1].promised_spoils)


def test_a_revoke_counts_as_it_lies() -> None:
    """Brendan throws the king of diamonds on the queen of clubs though he has a club: three tricks are left of four."""
    skill = skill_of(_two("B6C AKC|AQC BKD|A3H BJS|B5S A4H|B4C A5H"))
    assert (skill[1].forced, skill[1].lost_pools, skill[1].lost_tricks) == (True, 0, 1)


def test_what_is_not_weighed_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*_: object) -> None:
        raise TooMuchError

    case = _two(GIVEN_AWAY)
    promised = skill_of(case, PROMISED)
    for name in ("holds", "holds_after"):
        monkeypatch.setattr(Solver, name, too_much)
    skill = skill_of(case)
    assert [(one.forced, one.lost_pools, one.let_in, one.lost_tricks) for one in skill.values()] == [(None,) * 4] * 2
    assert skill == promised


def test_only_what_is_wanted_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("not wanted")

    case = _two(GIVEN_AWAY)
    whole = skill_of(case)
    monkeypatch.setattr(Solver, "__init__", never)
    for seat, skill in skill_of(case, PROMISED).items():
        assert skill == Skill(promised=whole[seat].promised, promised_spoils=whole[seat].promised_spoils)
    assert set(skill_of(case, ()).values()) == {NO_SKILL}


def test_a_hand_without_its_turn_up_or_its_rules_promises_nothing() -> None:
    for case in (_two("B6C AKC", up=None), _two("B6C AKC", up=None, trump="S")):
        assert {one.promised for one in skill_of(case).values()} == {None}
    unruled = cases_of(
        [msgspec.structs.replace(TWO, rules="no-such-game/1"), Hand(no=1, dealer="A", up="7S", deal=DEAL)]
    )
    assert set(skill_of(unruled[0]).values()) == {NO_SKILL}


def test_whether_a_bid_is_forced_is_said_of_its_bidder_alone() -> None:
    """Of a game of points nothing is said of pools, and what the deal promises is not known before the draw."""
    lines = made_lines(3, 6, 4, "auction-forty-fives/1")
    for case in cases_of(lines):
        if case.replay is None or case.replay.first.table.contract.bidder < 0:
            assert {one.forced for one in skill_of(case, ["forced"]).values()} == {None}
            continue
        skill, table, notes = skill_of(case, ["forced"]), case.replay.first.table, annotate(case)
        for seat, one in skill.items():
            bid = table.contract.amount
            assert one == Skill(notes.worth[table.side_of[seat]] >= bid if seat == table.contract.bidder else None)


# For all hands


@settings(max_examples=12)
@given(randomly)
def test_lost_tricks_are_those_of_a_full_search(random: Random) -> None:
    rules = {"preset": "spoil-five/1", "tricks_to_win": random.choice((2, 3))}
    lines = made_lines(random.randrange(1000), 1, 3, rules, random.choice((RANDOM, SIMPLE)))
    (case,) = cases_of(line for line in lines if not isinstance(line, Close))
    scale = TricksScale(Solver())
    for step in case.plays():
        if len(step.before.winners) >= 2 and isinstance(step.event, Play):
            idle = pool_is_decided(step.before) and step.after.rights.jinker < 0
            found = scale.lost(step.before, step.event)
            assert found == (0 if idle else _most(step.before, step.event.seat) - _most(step.after, step.event.seat))


def _most(state: State, seat: int) -> int:
    apart = msgspec.structs.replace(state, table=msgspec.structs.replace(state.table, goal="cards"))
    return forced(apart, state.table.side_of[seat], lambda last: last.winners.count(seat), TRICKS)


def test_what_a_player_sees_is_never_dealt_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[State] = []

    def watched(first: State, *rest: Any) -> Played:
        dealt.append(first)
        return play_out(first, *rest)

    monkeypatch.setattr("spoilrec.archive.tables.skill.play_out", watched)
    rules = {"preset": "spoil-five/1", "joker": "3rd"}
    session, seen, *hands = made_lines(2, 20, 8, rules)
    other = next(hand for hand in hands if isinstance(hand, Hand) and "JK" not in (hand.deal or "") + (hand.up or ""))
    for case in cases_of([session, seen, msgspec.structs.replace(other, up=f"JK {other.up}", play=None)]):
        dealt.clear()
        skill_of(case, PROMISED)
        assert case.replay is not None and len(dealt) == 8 * PLAYOUTS
        own, ups = case.replay.first.holding, codes_set(case.reading.ups)
        for nth, first in enumerate(dealt):
            seat = nth // PLAYOUTS
            assert first.holding[seat] == own[seat]
            assert all(cards.bit_count() == HAND_SIZE for cards in first.holding)
            assert (sum(first.holding) | ups).bit_count() == 8 * HAND_SIZE + ups.bit_count(), "a card is there twice"
            assert not sum(first.holding) & ~first.table.facts.pack
        assert len({first.holding for first in dealt}) > 7 * PLAYOUTS


@settings(max_examples=8)
@given(randomly)
def test_rotating_the_seats_rotates_what_is_said(random: Random) -> None:
    players = random.randrange(2, 5)
    lines = made_lines(random.randrange(1000), 1, players, way=random.choice((RANDOM, SIMPLE)))
    (there,), by = cases_of(lines[:2]), random.randrange(1, players)
    (here,) = cases_of(_rotated(line, by, players) for line in lines[:2])
    said, turned = skill_of(there), skill_of(here)
    assert {seat: turned[(seat + by) % players] for seat in said} == said


def _rotated(line: RecordLine, by: int, players: int) -> RecordLine:
    if isinstance(line, Session):
        return msgspec.structs.replace(line, players=line.players[-by:] + line.players[:-by])
    assert isinstance(line, Hand) and line.deal and line.play
    groups = line.deal.split("|")
    fields = {name: _moved(getattr(line, name), by, players) for name in ("dealer", "play", "rob", "announce", "jink")}
    return msgspec.structs.replace(line, deal="|".join(groups[-by:] + groups[:-by]), settle=(), won=None, **fields)


def _moved(text: str | None, by: int, players: int) -> str | None:
    """Give every word to the seat that is `by` places further."""
    return text and re.sub(
        r"(^|[ |])([A-J])", lambda found: found[1] + SEATS[(SEATS.index(found[2]) + by) % players], text
    )


def test_marks_are_those_of_annotate() -> None:
    for case in cases_of(made_lines(11, 12, way=RANDOM)):
        notes = annotate(case)
        for seat, skill in skill_of(case, ("forced", "lost_pools", "let_in")).items():
            marks = [mark for play in notes.plays if play.seat == seat for mark in play.marks]
            lost = [play.verdict for play in notes.plays if play.seat == seat and play.verdict.mark in ("?", "??")]
            assert skill.let_in == marks.count("??")
            assert skill.lost_pools == sum(one.loss in ("pool", "pool-to", "jink") for one in lost)
            assert skill.forced == (notes.forced == seat)


def test_luck_is_nothing_on_the_whole_where_everybody_plays_simply() -> None:
    """Whatever is promised, a hand is won once or spoilt, and a spoil is everybody's alike: the shares add up to one.

    So the luck of a table is nothing on average; how far it may be from that, its own interval says.
    """
    players, luck = 3, list[int]()
    for case in cases_of(made_lines(2, 60, players)):
        skill = skill_of(case, PROMISED).values()
        shares = [(one.promised or 0) * players + (one.promised_spoils or 0) for one in skill]
        luck.append(sum(shares) - PLAYOUTS * players)
    half = half_width(sum(luck), sum(one * one for one in luck), len(luck))
    assert abs(sum(luck) / len(luck)) < half < 0.1 * PLAYOUTS * players


def test_a_promise_is_kept_where_everybody_plays_simply() -> None:
    """Strong hands win as much more as they were promised, weak ones as much less: hand by hand not, on the whole."""
    players = 3
    rows: dict[str, list[int]] = {"strong": [], "fair": [], "weak": []}
    for case in cases_of(made_lines(1, 80, players)):
        assert case.result is not None
        for seat, one in skill_of(case, PROMISED).items():
            share = (one.promised or 0) * players + (one.promised_spoils or 0)
            won = players * (case.result.won == seat) + (case.result.won < 0)
            kind = "strong" if share > PLAYOUTS * players / 2 else "weak" if share < PLAYOUTS * players / 5 else "fair"
            rows[kind].append(won * PLAYOUTS - share)
    for some in rows.values():
        half = half_width(sum(some), sum(one * one for one in some), len(some))
        assert abs(sum(some) / len(some)) < half < 0.2 * PLAYOUTS * players
