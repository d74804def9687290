"""The exact solver against brute force, and what must hold of its answers."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Final

import msgspec
import pytest
from brute import after_each, forced
from hypothesis import given, settings
from making import FOLLOWING, RANKING, ROBBING, drawn, pack_of, play, randomly, table_of

from spoilrec.engine import solver_race, solver_search, solver_take
from spoilrec.engine.events import Play
from spoilrec.engine.play import after_play
from spoilrec.engine.position import NOBODY, TRICKS, UNKNOWN, State, Table, start
from spoilrec.engine.solver import Aim, Solver, TooMuchError, solvable
from spoilrec.engine.solver_deal import Deal, each
from spoilrec.engine.state import lay, legal, step
from spoilrec.review.points_result import bonus_side
from spoilrec.rules.cards import Card, CardSet, Suit, card_set, cards_in, parse_cards, suit_cards
from spoilrec.rules.games import Goal
from spoilrec.rules.options import Options
from spoilrec.rules.points import trick_points
from spoilrec.rules.pool import pool_taker

EXAMPLES: Final = int(os.environ.get("SPOILREC_HANDS", "30"))
LINES: Final = 3_000
"""So many lines brute force may have to play."""


def ending(random: Random, players: int) -> State:
    """Give a position that brute force can manage, under any rules; now and then after a revoke or a card out of turn.

    Trumps are many, so that there is much to renege and to beat. Of two players it may be the whole hand, before
    the time to rob or to announce is over.
    """
    names = (*RANKING, *FOLLOWING, *ROBBING, "bonus")
    options = drawn(random, names, Options(tricks_to_win=random.choice((2, 3, 3, 4)), jink_mode="off"))
    goal: Goal = random.choice(("pool", "pool", "points", "cards"))
    pairs = players % 2 == 0 and goal != "pool" and random.random() < 0.5
    sides = [[seat, seat + players // 2] for seat in range(players // 2)] if pairs and players > 2 else []
    up = random.randrange(52)
    table = table_of(options, range(players), dealer=random.randrange(players), goal=goal, sides=sides, up=up)
    state = first = start(table, up // 13, many_trumps(random, table, up // 13), [0] * players)
    _, events = play(random, first)
    slip = random.randrange(5 * players) if random.random() < 0.3 else NOBODY
    while lines_of(state) > (15_000 if players == 2 and random.random() < 0.3 else LINES):
        nth = len(state.winners) * players + len(state.trick)
        if nth == slip or not events:
            seat = random.choice(
                [state.turn, *(seat for seat in table.seats if state.trick and seat not in state.laid_by)]
            )
            state, events = after_play(state, Play(seat, random.choice(cards_in(state.holding[seat])))), []
        else:
            state = lay(state, events.pop(0))
    barred = random.getrandbits(players) if random.random() < 0.3 else state.rights.barred
    return msgspec.structs.replace(state, rights=msgspec.structs.replace(state.rights, barred=barred))


def many_trumps(random: Random, table: Table, trump: int) -> list[CardSet]:
    """Deal five to everybody, the best trumps sooner than other trumps, these than other cards; never the turn-up."""
    order = table.facts.trumps[trump].order
    pack = [card for card in pack_of(table.options) if card != table.up]
    pack.sort(key=lambda card: random.random() * (0.2 if card in order[:5] else 0.4 if card in order else 1))
    dealt = pack[: 5 * len(table.seats)]
    random.shuffle(dealt)
    return [card_set(dealt[first : first + 5]) for first in range(0, len(dealt), 5)]


def lines_of(state: State) -> int:
    """Give how many ways there are to play on at most."""
    lines = 1
    for held in state.holding:
        for count in range(1, held.bit_count() + 1):
            lines *= count
    return lines


def reached(aim: Aim) -> Callable[[State], int]:
    """Say by the rules of the pool, or by counting, whether an aim is reached at the end of a hand."""

    def value(state: State) -> int:
        table, winners = state.table, state.winners
        if table.goal == "pool" and aim.tricks == table.options.tricks_to_win:
            taker = pool_taker(table.options, winners, state.rights.barred)
            return int(aim.stop if taker == NOBODY else table.side_of[taker] == aim.side)
        takers = [table.side_of[seat] for seat in winners]
        if aim.stop:
            return int(all(takers.count(side) < aim.tricks for side in takers if side != aim.side))
        return int(takers.count(aim.side) >= aim.tricks)

    return value


def points_of(side: int) -> Callable[[State], int]:
    """Give the trick points of a side at the end of a hand."""

    def value(state: State) -> int:
        options, takers = state.table.options, [state.table.side_of[seat] for seat in state.winners]
        points = trick_points(options, max(state.table.side_of) + 1, takers, bonus_side(options, state, takers))
        assert points is not None
        return points[side]

    return value


def sharp(random: Random, players: int) -> State:
    """Give a position with three tricks left in which the best trumps are out, under any rules of following."""
    options = drawn(random, FOLLOWING, Options(rob="off", jink_mode="declared"))
    table = table_of(options, range(players), dealer=0, goal=random.choice(("pool", "cards")), up=UNKNOWN)
    order = table.facts.trumps[Suit.SPADES].order
    plain = [card for card in cards_in(suit_cards(Suit.DIAMONDS) | suit_cards(Suit.HEARTS)) if card not in order]
    pack = [*order[:8], *random.sample(plain, 3 * players - 8)]
    random.shuffle(pack)
    hands = [card_set(pack[first : first + 3]) for first in range(0, len(pack), 3)]
    return third_trick(options, hands, (random.randrange(players), random.randrange(players)), table.goal)


def third_trick(options: Options, hands: Sequence[CardSet], winners: tuple[int, int], goal: Goal = "cards") -> State:
    """Give a position before the third trick, spades trumps; who took the second leads."""
    table = table_of(options, range(len(hands)), dealer=0, goal=goal, up=UNKNOWN)
    state = start(table, Suit.SPADES, hands, [0] * len(hands), NOBODY)
    return msgspec.structs.replace(state, winners=winners, turn=winners[1])


@settings(max_examples=EXAMPLES)
@given(random=randomly)
def test_where_the_best_trumps_are_out_it_is_what_brute_force_finds(random: Random) -> None:
    state = sharp(random, random.choice((3, 3, 4)))
    for aim in aims_of(random, state)[:2]:
        assert Solver().holds_after(state, aim) == by_brute_force(state, aim)


@settings(max_examples=EXAMPLES)
@given(random=randomly)
def test_a_card_out_of_turn_keeps_the_order_of_the_others(random: Random) -> None:
    state = sharp(random, 4)
    state = step(state, Play(state.turn, random.choice(legal(state))))
    early = state.table.after[state.turn]
    state = after_play(state, Play(early, random.choice(cards_in(state.holding[early]))))
    for side in state.table.seats:
        aim = Aim(side, random.randint(1, 3))
        assert Solver().holds_after(state, aim) == by_brute_force(state, aim)


def by_brute_force(state: State, aim: Aim) -> dict[Card, bool]:
    return {card: bool(forced(later, aim.side, reached(aim), 1)) for card, later in after_each(state).items()}


HOLDER: Final = Options(privileged="with_trump_ace", renege_scope="holder")
ONCE: Final = Options(privileged="with_trump_ace", renege_scope="holder", renege_limit_per_hand="1_event")


@pytest.mark.parametrize(
    ("options", "hands", "winners", "aim"),
    [
        pytest.param(HOLDER, "TH JS QS / 5H AS KS / 2S 3S 5S", (0, 0), Aim(2, 3, stop=True), id="privileges-1"),
        pytest.param(HOLDER, "2S 3S JS / 3D AH QS / TD AS KS", (1, 0), Aim(1, 3, stop=True), id="privileges-2"),
        pytest.param(ONCE, "AH 5S QS / JH KH KS / TD JD JS / 9D AS 2S", (2, 0), Aim(0, 3), id="one-renege-1"),
        pytest.param(ONCE, "JS QS KS / 7H KH 3S / AH AS 2S / JD 5H 5S", (2, 2), Aim(2, 3), id="one-renege-2"),
        pytest.param(HOLDER, "AH 3H 2S / 9D TD AS / 2D JS KS / 6H QH 3S", (3, 0), Aim(1, 3, stop=True), id="bound-1"),
        pytest.param(HOLDER, "8H AS 2S / AH 4H QS / 9D QH 5S / 4D JS KS", (2, 0), Aim(0, 3, stop=True), id="bound-2"),
    ],
)
def test_positions_in_which_a_shortcut_went_wrong(
    options: Options, hands: str, winners: tuple[int, int], aim: Aim
) -> None:
    for forces_all, hearts in product((False, True), ("any", "hearts")):
        rules = msgspec.structs.replace(options, top_lead_forces_all=forces_all, ah_lead_fallback=hearts)
        state = third_trick(rules, [card_set(parse_cards(hand)) for hand in hands.split(" / ")], winners)
        assert Solver().holds_after(state, aim) == by_brute_force(state, aim)


def aims_of(random: Random, state: State) -> list[Aim]:
    sides = range(max(state.table.side_of) + 1)
    usual = state.table.options.tricks_to_win
    return [
        Aim(random.choice(sides), random.choice((usual, usual, random.randint(1, 5))), stop=random.random() < 0.5)
        for _ in range(4)
    ]


@settings(max_examples=EXAMPLES)
@given(random=randomly)
def test_what_a_side_can_force_is_what_brute_force_finds(random: Random) -> None:
    state = ending(random, random.choice((2, 2, 3, 3, 4, 4, random.randint(5, 10))))
    solver = Solver()
    assert solvable(state)
    for aim in aims_of(random, state):
        value = reached(aim)
        assert solver.holds(state, aim) == forced(state, aim.side, value, 1), aim
        assert solver.may_happen(state, aim) == forced(state, aim.side, value, 1, helped=True), aim
    aim = aims_of(random, state)[0]
    assert solver.holds_after(state, aim) == by_brute_force(state, aim)


@settings(max_examples=EXAMPLES)
@given(random=randomly)
def test_the_points_that_a_side_can_force_are_what_brute_force_finds(random: Random) -> None:
    state = ending(random, random.choice((2, 2, 3, 3, 4, 4, random.randint(5, 10))))
    side = random.randint(0, max(state.table.side_of))
    solver, value = Solver(), points_of(side)
    assert solver.points(state, side) == forced(state, side, value, 30)
    assert solver.points_after(state, side) == {
        card: forced(later, side, value, 30) for card, later in after_each(state).items()
    }


# Whole hands: brute force has no chance there


def fresh(random: Random, players: int, options: Options | None = None) -> State:
    """Deal a hand of Spoil Five in which nothing is robbed."""
    options = options or drawn(random, (*RANKING, *FOLLOWING), Options(rob="off", jink_mode="declared"))
    up, trump = random.randrange(52), random.randrange(4)
    table = table_of(options, range(players), dealer=random.randrange(players), goal="pool", up=up)
    return start(table, trump, many_trumps(random, table, trump), [0] * players)


def middle(random: Random) -> State:
    """Give a position of a hand of three to five, with at least two tricks behind it where five play."""
    players = random.randint(3, 5)
    state = fresh(random, players)
    for _ in range(random.randint(2 * players * (players > 3), 3 * players)):
        state = step(state, Play(state.turn, random.choice(legal(state))))
    return state


def questions(random: Random, state: State) -> list[tuple[str, Aim]]:
    sides = range(max(state.table.side_of) + 1)
    asked = [
        (how, Aim(side, tricks, stop=stop))
        for how in ("holds", "may")
        for side in sides
        for tricks in (2, 3, 5)
        for stop in (False, True)
    ]
    return random.sample(asked, len(asked))


def answer(solver: Solver, state: State, how: str, aim: Aim) -> bool:
    return solver.holds(state, aim) if how == "holds" else solver.may_happen(state, aim)


@settings(max_examples=EXAMPLES)
@given(random=randomly)
def test_answers_do_not_depend_on_what_was_asked_before(random: Random) -> None:
    state, warm = middle(random), Solver()
    for how, aim in questions(random, state)[:8]:
        warm.holds_after(state, aim)
        assert answer(warm, state, how, aim) == answer(Solver(), state, how, aim)


@settings(max_examples=EXAMPLES)
@given(random=randomly)
def test_a_small_limit_gives_the_same_answer_or_none(random: Random) -> None:
    state, limit = middle(random), random.randint(0, 40)
    small = Solver(limit)
    for how, aim in questions(random, state)[:12]:
        try:
            found = answer(small, state, how, aim)
        except TooMuchError:
            with pytest.raises(TooMuchError):
                answer(Solver(limit), state, how, aim)
        else:
            assert found == answer(Solver(), state, how, aim)
        assert small.remembered <= limit


@settings(max_examples=EXAMPLES)
@given(random=randomly)
def test_whose_turn_it_is_makes_of_all_cards_one_answer(random: Random) -> None:
    state, solver = middle(random), Solver()
    for _, aim in questions(random, state)[:6]:
        after = solver.holds_after(state, aim)
        assert tuple(after) == legal(state)
        ours = state.table.side_of[state.turn] == aim.side
        assert solver.holds(state, aim) == (any if ours else all)(after.values())
        points = solver.points_after(state, aim.side)
        assert solver.points(state, aim.side) == (max if ours else min)(points.values())


@settings(max_examples=EXAMPLES)
@given(random=randomly)
def test_fewer_tricks_are_easier_to_take_and_harder_to_stop(random: Random) -> None:
    state, solver = middle(random), Solver()
    state = msgspec.structs.replace(state, table=msgspec.structs.replace(state.table, goal="cards"))
    side = random.choice(state.table.seats)
    for solve in (solver.holds, solver.may_happen):
        taken = [solve(state, Aim(side, tricks)) for tricks in range(7)]
        stopped = [solve(state, Aim(side, tricks, stop=True)) for tricks in range(7)]
        assert taken == sorted(taken, reverse=True) and taken[0] and not taken[6]
        assert stopped == sorted(stopped) and not stopped[0] and stopped[6]


@settings(max_examples=EXAMPLES)
@given(random=randomly)
def test_turning_the_table_turns_the_answers(random: Random) -> None:
    state = middle(random)
    players = len(state.table.seats)
    turn = random.randrange(players)
    for _, aim in questions(random, state)[:4]:
        turned = msgspec.structs.replace(aim, side=(aim.side + turn) % players)
        assert Solver().holds_after(turned_by(state, turn), turned) == Solver().holds_after(state, aim)


def turned_by(state: State, turn: int) -> State:
    """Move every seat of a table on by some chairs."""
    players, table, rights = len(state.table.seats), state.table, state.rights

    def move(by_chair: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(by_chair[(chair - turn) % players] for chair in range(players))

    def shift(seats: Iterable[int]) -> tuple[int, ...]:
        return tuple((seat + turn) % players for seat in seats)

    rights = msgspec.structs.replace(rights, kept=move(rights.kept), reneges=move(rights.reneges))
    return msgspec.structs.replace(
        state, table=msgspec.structs.replace(table, dealer=shift([table.dealer])[0]), rights=rights,
        holding=move(state.holding), turn=shift([state.turn])[0], laid_by=shift(state.laid_by),
        winners=shift(state.winners), best=shift([state.best])[0] if state.best >= 0 else state.best,
    )  # fmt: skip


@settings(max_examples=EXAMPLES)
@given(random=randomly)
def test_clubs_are_as_good_as_spades(random: Random) -> None:
    state = middle(random)
    for _, aim in questions(random, state)[:4]:
        swapped = {swap(1 << card).bit_length() - 1: held for card, held in Solver().holds_after(state, aim).items()}
        assert Solver().holds_after(swapped_suits(state), aim) == swapped


def swap(cards: CardSet) -> CardSet:
    clubs, spades = suit_cards(Suit.CLUBS), suit_cards(Suit.SPADES)
    return cards & ~(clubs | spades) | (cards & clubs) << 39 | (cards & spades) >> 39


def swapped_suits(state: State) -> State:
    """Make clubs of all spades and spades of all clubs."""
    table, facts = state.table, state.table.facts
    up = swap(1 << table.up).bit_length() - 1
    trump = {Suit.CLUBS: Suit.SPADES, Suit.SPADES: Suit.CLUBS}.get(state.facts.trump, state.facts.trump)
    rights = msgspec.structs.replace(state.rights, kept=tuple(map(swap, state.rights.kept)))
    return msgspec.structs.replace(
        state, table=msgspec.structs.replace(table, up=up), facts=facts.trumps[trump], rights=rights,
        holding=tuple(map(swap, state.holding)), fallen=swap(state.fallen), on_table=swap(state.on_table),
        trick=tuple(swap(1 << card).bit_length() - 1 for card in state.trick),
    )  # fmt: skip


@settings(max_examples=EXAMPLES)
@given(random=randomly)
def test_bounds_and_equal_cards_change_no_answer(random: Random) -> None:
    state = middle(random)
    asked = [("holds", Aim(state.table.side_of[state.turn], 3, stop=True)), *questions(random, state)[:5]]
    fast = [(answer(Solver(), state, how, aim), Solver().holds_after(state, aim)) for how, aim in asked]
    with plainly():
        slow = [(answer(Solver(), state, how, aim), Solver().holds_after(state, aim)) for how, aim in asked]
    assert fast == slow


@contextmanager
def plainly() -> Iterator[None]:
    """Let the search go on without its bounds, and try equal cards too."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (solver_take, solver_race):
            patch.setattr(module, "unmatched", lambda ours, theirs: 0)
            patch.setattr(module, "drawn", lambda deal, cards, leader: 0)
        patch.setattr(solver_race, "MOST_RIVALS", 0)
        patch.setattr(solver_search, "Endings", lambda deal: None)
        patch.setattr(solver_take.Take, "begin", solver_search.Search.begin)
        patch.setattr(Deal, "apart", lambda deal, cards, around: each(cards))
        yield


def test_one_solver_can_be_asked_about_one_hand_after_the_other() -> None:
    random, solver = Random(6), Solver()
    for _ in range(20):
        state = middle(random)
        aim = questions(random, state)[0][1]
        assert solver.holds_after(state, aim) == Solver().holds_after(state, aim)


def test_what_cannot_be_solved_is_told_apart() -> None:
    state = fresh(Random(3), 4, Options(jink_mode="declared"))
    short = (state.holding[0] & state.holding[0] - 1, *state.holding[1:])
    assert solvable(state)
    assert not solvable(msgspec.structs.replace(state, holding=short))
    assert not solvable(msgspec.structs.replace(state, holding=short, unseen=(1, 0, 0, 0)))
    assert not solvable(msgspec.structs.replace(state, turn=UNKNOWN))
    over = state
    while len(over.winners) < TRICKS:
        over = step(over, Play(over.turn, legal(over)[0]))
    assert solvable(over)
    assert not solvable(msgspec.structs.replace(over, winners=(UNKNOWN, *over.winners[1:])))


def test_a_first_lead_by_reasoning() -> None:
    """The five best trumps take everything; three of them, led from the top, the pool."""
    table = table_of(Options(), range(3), dealer=2, goal="pool", up=UNKNOWN)
    hands = [card_set(parse_cards(hand)) for hand in ("5S JS AH AS KS", "QS 2S KD QD JD", "3S 4S KC QC JC")]
    state, solver = start(table, Suit.SPADES, hands, [0] * 3), Solver()
    assert solver.holds(state, Aim(0, 5)) and solver.points(state, 0) == 25
    assert not solver.may_happen(state, Aim(1, 1)) and solver.points(state, 1) == 0
    assert solver.holds(state, Aim(2, 1, stop=True)) is False
