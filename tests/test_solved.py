"""Play by search: what can be forced is taken, and nobody peeks who should not."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from making import FOLLOWING, RANKING, deal, drawn, randomly, table_of

from spoilrec.engine.choice import RANDOM, lawful_now
from spoilrec.engine.dice import Dice
from spoilrec.engine.events import Announce, Play, Rob
from spoilrec.engine.play import after_play
from spoilrec.engine.playout import play_out
from spoilrec.engine.position import TRICKS, State, start
from spoilrec.engine.solved import SAMPLED, SOLVER, deals, values
from spoilrec.engine.solver import Aim, Solver, TooMuchError
from spoilrec.engine.state import step
from spoilrec.rules.cards import cards_in, parse_card
from spoilrec.rules.options import Options


def _first(random: Random, players: int = 3, **changes: object) -> State:
    options = drawn(random, (*FOLLOWING, *RANKING), msgspec.structs.replace(Options(), rob="off"))
    table = table_of(msgspec.structs.replace(options, **changes), range(players), dealer=0, goal="pool")
    return start(table, random.randrange(4), deal(random, table), [0] * players)


def _in_mid_hand(random: Random, state: State, plays: int) -> State:
    for _ in range(plays):
        state = after_play(state, Play(state.turn, random.choice(cards_in(lawful_now(state)))))
    return state


@settings(max_examples=15)
@given(randomly)
def test_a_pool_that_the_cards_force_is_won_against_whatever_the_others_do(random: Random) -> None:
    first = _first(random)
    forced = [seat for seat in range(3) if Solver().holds(first, Aim(seat, 3))]
    for seat in forced:
        ways = [SOLVER if chair == seat else RANDOM for chair in range(3)]
        played = play_out(first, ways, Dice(random.randrange(1000)))
        assert played.last.winners.count(seat) >= 3


@settings(max_examples=10)
@given(randomly)
def test_a_jink_that_can_be_stopped_is_stopped(random: Random) -> None:
    first = _first(random)
    for seat in range(3):
        rights = msgspec.structs.replace(first.rights, jinker=seat)
        tried = msgspec.structs.replace(first, rights=rights)
        made = Solver().holds(tried, Aim(seat, TRICKS))
        ways = [RANDOM if chair == seat and not made else SOLVER for chair in range(3)]
        winners = play_out(tried, ways, Dice(1)).last.winners
        assert made == (winners == (seat,) * TRICKS)


@settings(max_examples=15)
@given(randomly)
def test_a_deal_of_what_a_seat_cannot_see_keeps_what_it_sees(random: Random) -> None:
    state = _in_mid_hand(random, _first(random, players=4), random.randrange(14))
    seat = random.randrange(4)
    for dealt in deals(state, seat, Dice(random.randrange(1000)), 3):
        assert dealt.holding[seat] == state.holding[seat]
        assert [cards.bit_count() for cards in dealt.holding] == [cards.bit_count() for cards in state.holding]
        assert sum(dealt.holding).bit_count() == sum(map(int.bit_count, dealt.holding)), "a card in two hands"
        assert not sum(dealt.holding) & (state.fallen | state.on_table)
        assert not sum(dealt.holding) & ~state.table.facts.pack


def _robbed(event: Rob | Announce) -> State:
    table = table_of(Options(announce_ace="required_no_penalty"), range(3), dealer=0, goal="pool", up=parse_card("7S"))
    hands = [[f"{rank}{suit}" for rank in "23456"] for suit in "DCH"]
    hands[1][0] = "AS"
    held = [sum(1 << parse_card(card) for card in hand) for hand in hands]
    return step(start(table, 3, held, [0] * 3), event)


def test_the_turn_up_stays_with_its_robber_and_what_he_put_out_may_be_anywhere() -> None:
    state, out = _robbed(Rob(1, parse_card("3C"))), 1 << parse_card("3C")
    found = list(deals(state, 0, Dice(1), 40))
    assert all(one.holding[1] >> parse_card("7S") & 1 for one in found)
    assert any((one.holding[1] | one.holding[2]) & out for one in found)
    assert not any((one.holding[0] | one.holding[2]) & out for one in deals(state, 1, Dice(1), 40))


def test_an_announced_ace_stays_where_it_is() -> None:
    state = _robbed(Announce(1))
    assert all(one.holding[1] >> parse_card("AS") & 1 for one in deals(state, 2, Dice(1), 10))


@settings(max_examples=8)
@given(randomly)
def test_sampled_play_does_not_depend_on_what_it_cannot_see(random: Random) -> None:
    state = _in_mid_hand(random, _first(random), random.randrange(3, 9))
    other = next(deals(state, state.turn, Dice(random.randrange(1000)), 1))
    lawful = lawful_now(state)
    assert SAMPLED.card(state, lawful, Dice(7)) == SAMPLED.card(other, lawful, Dice(7))
    assert SAMPLED.jinks(state, state.turn, Dice(7)) == SAMPLED.jinks(other, state.turn, Dice(7))


def test_play_goes_on_simply_where_the_search_grows_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*_: object) -> None:
        raise TooMuchError

    for name in ("holds", "holds_after", "points_after"):
        monkeypatch.setattr(Solver, name, too_much)
    first = _first(Random(3))
    with pytest.raises(TooMuchError):
        values(Solver(), first)
    for way in (SOLVER, SAMPLED):
        assert play_out(first, [way] * 3, Dice(1)).last.winners
