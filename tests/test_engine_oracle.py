"""The engine against the oracle, which shares no code with it: every small position, and random large ones."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

import msgspec
import oracle
import pytest
from cases import Position
from hypothesis import given, settings
from making import (
    FOLLOWING,
    POINTS,
    POOL,
    RANKING,
    deal,
    drawn,
    for_oracle,
    names_of,
    pack_of,
    randomly,
    set_of,
    state_of,
    table_of,
)

from spoilrec.engine.events import Play
from spoilrec.engine.knowledge import condemning
from spoilrec.engine.lawful import View, lawful_cards
from spoilrec.engine.position import NOBODY, UNKNOWN, State, start
from spoilrec.engine.state import lay, legal, step, why_not
from spoilrec.review.points_result import bonus_side
from spoilrec.rules.cards import CARD_NAMES, PACK, SUIT_LETTERS, Suit, card_name, card_set, cards_in, parse_card
from spoilrec.rules.options import Options
from spoilrec.rules.order import facts
from spoilrec.rules.points import counts_at_once, game_winner, hand_points, past_the_post
from spoilrec.rules.pool import Outcome, may_jink, outcome, settlement, stakes

every_trump = pytest.mark.parametrize("trump", Suit, ids=lambda suit: suit.name.lower())


# Every position


@every_trump
def test_every_hand_of_two_cards_on_every_lead(trump: Suit) -> None:
    rules, default, letter = facts(Options()).trumps[trump], for_oracle(Options()), SUIT_LETTERS[trump]
    for led in range(52):
        trick, view = [CARD_NAMES[led]], View(led)
        for hand in combinations(cards_in(PACK & ~(1 << led)), 2):
            allowed = lawful_cards(rules, card_set(hand), view)
            assert names_of(allowed) == oracle.legal([CARD_NAMES[card] for card in hand], trick, letter, default)


@every_trump
def test_every_trick_of_two_cards(trump: Suit) -> None:
    table, default = table_of(Options(), (0, 1), dealer=1), for_oracle(Options())
    for led in range(52):
        first = lay(start(table, trump, (1 << led, 0), (0, 1)), Play(0, led))
        for card in cards_in(PACK & ~(1 << led)):
            winner = oracle.winner([CARD_NAMES[led], CARD_NAMES[card]], SUIT_LETTERS[trump], default)
            assert lay(first, Play(1, card)).winners == (winner,)


@every_trump
@pytest.mark.parametrize("demoted", [False, True])
@given(random=randomly)
def test_orders(trump: Suit, demoted: bool, random: Random) -> None:
    options = drawn(random, RANKING)
    rules, named = facts(options), for_oracle(options)
    found = (rules.demoted if demoted else rules.trumps)[trump]
    assert list(map(card_name, found.order)) == oracle.trump_order(SUIT_LETTERS[trump], named, demoted)
    for suit in set(Suit) - {trump}:
        expected = oracle.plain_order(SUIT_LETTERS[suit], SUIT_LETTERS[trump], named)
        assert list(map(card_name, found.plain[suit])) == expected


# Random positions


def a_position(random: Random, options: Options) -> Position:
    """Make a position of up to five cards in hand, with a trick under way, earlier cards and earlier reneges."""
    pack = list(map(card_name, pack_of(options)))
    trump = random.choice(SUIT_LETTERS)
    trumps = oracle.trump_order(trump, for_oracle(options))
    random.shuffle(pack)
    pack.sort(key=lambda card: card in trumps and random.random() < 0.4)  # the hand and the trick come from the end

    def taken(most: int, least: int = 0) -> tuple[str, ...]:
        return tuple(pack.pop() for _ in range(random.randint(least, most)))

    hand, trick, earlier = taken(5, 1), taken(4, 1), taken(12)
    before = random.choice((0, 0, 1, 2))
    reneged = tuple(frozenset(random.sample(trumps[:5], random.randint(1, 2))) for _ in range(before))
    return Position("", options, trump, trick, hand, frozenset(), earlier, reneged, random.random() < 0.2)


def oracle_legal(position: Position, hand: Sequence[str]) -> set[str]:
    return oracle.legal(
        hand, position.trick, position.trump, for_oracle(position.options),
        earlier=position.earlier, reneged=position.reneged, demoted=position.demoted,
    )  # fmt: skip


@settings(max_examples=300)
@given(random=randomly)
def test_legality_under_every_option(random: Random) -> None:
    options = drawn(random, RANKING + FOLLOWING)
    for _ in range(20):  # the facts of new options cost more than positions
        position = a_position(random, options)
        assert set(map(card_name, legal(state_of(position)))) == oracle_legal(position, position.hand)


# Whole hands


class PlayedHand(NamedTuple):
    """A hand as it went on the engine: the state after the last card, and the cards as they were laid."""

    last: State
    plays: list[tuple[int, str]]


def some_seats(random: Random) -> list[int]:
    """Seat two to ten players on up to ten chairs."""
    return sorted(random.sample(range(10), random.randint(2, 10)))


class _Watcher:
    """Follows a hand with the oracle: who holds what, what lies, what each player has kept back."""

    def __init__(self, state: State, trump: str) -> None:
        self.trump, self.rules, self.demoted = trump, for_oracle(state.table.options), False
        self.hands = [names_of(cards) for cards in state.holding]
        self.reneged: list[list[frozenset[str]]] = [[] for _ in self.hands]
        self.earlier: list[str] = []
        self.trick: list[str] = []
        self.players = len(state.table.seats)

    def legal(self, seat: int) -> set[str]:
        return oracle.legal(
            self.hands[seat], self.trick, self.trump, self.rules,
            earlier=self.earlier, reneged=self.reneged[seat], demoted=self.demoted,
        )  # fmt: skip

    def lay(self, seat: int, card: str) -> None:
        kept = oracle.reneges(
            self.hands[seat], self.trick, card, self.trump, self.rules,
            earlier=self.earlier, reneged=self.reneged[seat], demoted=self.demoted,
        )  # fmt: skip
        if kept is not None:
            self.reneged[seat].append(kept)
        self.hands[seat].remove(card)
        self.trick.append(card)
        if len(self.trick) == self.players:
            self.earlier += self.trick
            self.trick = []


@pytest.mark.parametrize("demoted", [False, True])
@settings(max_examples=200)
@given(random=randomly)
def test_whole_hands(demoted: bool, random: Random) -> None:
    """With `demoted` the ace of trumps should have been announced, and nobody does."""
    options = drawn(random, RANKING + FOLLOWING)
    if demoted:
        options = msgspec.structs.replace(options, announce_ace="required_or_demoted")
    seats, trump = some_seats(random), random.choice(list(Suit))
    table = table_of(options, seats, dealer=random.choice(seats))
    state = start(table, trump, deal(random, table), [0] * table.chairs)
    watcher, plays = _Watcher(state, SUIT_LETTERS[trump]), list[tuple[int, str]]()
    while len(state.winners) < 5:
        holds_it = "A" + watcher.trump in watcher.hands[state.turn] and not state.winners
        watcher.demoted = state.facts.demoted or (demoted and holds_it)  # with the first card of the silent holder
        allowed = legal(state)
        assert set(map(card_name, allowed)) == watcher.legal(state.turn)
        play = Play(state.turn, random.choice(allowed))
        state = step(state, play)
        plays.append((play.seat, card_name(play.card)))
        watcher.lay(*plays[-1])
    expected = oracle.play_hand(seats, table.dealer, watcher.trump, watcher.rules, plays, demoted=demoted)
    assert list(state.winners) == expected


# Hands not wholly seen


def completions(position: Position, card: str, hidden: Sequence[str], unseen: int) -> list[tuple[str, ...]]:
    """List every hand that the player may have had: the cards known, the card laid, and others that nobody saw."""
    sure = {*position.hand, card}
    free = len(position.hand) + unseen - len(sure)
    return [(*sure, *others) for others in combinations([name for name in hidden if name != card], free)]


def half_seen(random: Random, options: Options) -> tuple[Position, State, list[str]]:
    """Make a position in which the player holds one to three more cards; few cards are left that they may be."""
    position = a_position(random, options)
    state, other = state_of(position), 0
    gone = {*position.hand, *position.trick, *position.earlier}
    trumps = oracle.trump_order(position.trump, for_oracle(options))
    rest = [card for card in map(card_name, pack_of(options)) if card not in gone]
    random.shuffle(rest)
    rest.sort(key=lambda card: card not in trumps[:5] or random.random() < 0.5)  # the best trumps decide most
    hidden = rest[: random.randint(4, 7)]
    holding = [set_of(rest[len(hidden) :]) if seat == other else cards for seat, cards in enumerate(state.holding)]
    unseen = [random.randint(1, 3) if seat == state.turn else 0 for seat in state.table.seats]
    return position, msgspec.structs.replace(state, holding=tuple(holding), unseen=tuple(unseen)), hidden


@settings(max_examples=100)
@given(random=randomly)
def test_what_is_refused_of_a_half_seen_hand_is_unlawful_in_every_hand(random: Random) -> None:
    """And what is not refused, with no card that would condemn it, is lawful in every hand."""
    options = drawn(random, RANKING + FOLLOWING)
    for _ in range(10):
        check_half_seen(*half_seen(random, options))


def check_half_seen(position: Position, state: State, hidden: list[str]) -> None:
    unseen = state.unseen[state.turn]
    for card in (*position.hand, *hidden):
        play = Play(state.turn, parse_card(card))
        hands = completions(position, card, hidden, unseen)
        lawful = [card in oracle_legal(position, hand) for hand in hands]
        if why_not(state, play) is not None:
            assert not any(lawful)
        elif not condemning(state, play):
            assert all(lawful)


@settings(max_examples=200)
@given(random=randomly)
def test_a_card_that_condemns_makes_the_play_unlawful(random: Random) -> None:
    options = drawn(random, RANKING + FOLLOWING)
    for _ in range(10):
        check_condemning(*half_seen(random, options))


def check_condemning(position: Position, state: State, hidden: list[str]) -> None:
    """With one card unseen, those that condemn are those that make the play unlawful, no more and no fewer."""
    seat = state.turn
    state = msgspec.structs.replace(state, unseen=tuple(min(1, unseen) for unseen in state.unseen))
    for card in position.hand:  # the one unseen card is another
        play = Play(seat, parse_card(card))
        if why_not(state, play) is None:
            condemned = names_of(condemning(state, play))
            unlawful = {other for other in hidden if card not in oracle_legal(position, (*position.hand, other))}
            assert condemned == unlawful


def test_the_last_unseen_card_leaves_nothing_to_guess() -> None:
    position = Position("", Options(renege_scope="holder"), "S", ("7S",), ("2S",), frozenset())
    state = msgspec.structs.replace(state_of(position), unseen=(0, 1))
    assert why_not(state, Play(state.turn, parse_card("KD"))) is not None


# The pool


class PoolHand(NamedTuple):
    """A hand of a pool game without its cards."""

    options: Options
    chairs: int
    seats: list[int]
    dealer: int
    stake: int
    pool: int
    winners: list[int]
    call: int | None
    barred: list[int]


def a_pool_hand(random: Random) -> PoolHand:
    options = msgspec.structs.replace(
        drawn(random, POOL), pool_cap=random.choice(("none", 10, 30)), dealer_extra=random.choice((0, 0, 1, 3))
    )
    seats = some_seats(random)
    few = random.sample(seats, min(len(seats), random.choice((1, 2, 3, 5))))
    barred = random.sample(few, random.choice((0, 0, 1)))
    winners = [random.choice(few) for _ in range(random.randint(2, 5))]
    return PoolHand(
        options, 10, seats, dealer=random.choice(seats), stake=random.randint(1, 5), pool=random.randint(0, 30),
        winners=winners, call=random.choice((None, winners[0])), barred=barred,
    )  # fmt: skip


def stand_of(hand: PoolHand) -> Outcome:
    """Ask the engine who has won; leading on is the jink, or the call of one that may be made."""
    needed, barred = hand.options.tricks_to_win, card_set(hand.barred)
    jinker = may_jink(hand.options, hand.winners[:needed], barred)
    tries = {"by_playing_on": len(hand.winners) > needed, "declared": hand.call == jinker, "off": False}
    return outcome(hand.options, hand.winners, jinker if tries[hand.options.jink_mode] else NOBODY, barred)


def settled_by_engine(hand: PoolHand, *, carried: bool) -> tuple[int | None, list[int], int]:
    stand = stand_of(hand)
    paid = stakes(hand.options, hand.stake, hand.seats, hand.chairs, hand.dealer, hand.pool, carried=carried)
    net = settlement(hand.options, hand.stake, hand.seats, paid, hand.pool, stand.won, jink_made=stand.jink == "made")
    return (None if stand.won < 0 else stand.won), list(net), hand.pool - sum(net)


def settled_by_oracle(hand: PoolHand, *, carried: bool) -> tuple[int | None, list[int], int]:
    return oracle.settle_pool(
        for_oracle(hand.options), seats=hand.seats, chairs=hand.chairs, dealer=hand.dealer, stake=hand.stake,
        pool_before=hand.pool, carried=carried, winners=hand.winners, jink_call=hand.call, barred=hand.barred,
    )  # fmt: skip


@settings(max_examples=1500)
@given(random=randomly)
def test_the_pool(random: Random) -> None:
    hand, carried = a_pool_hand(random), random.random() < 0.5
    try:
        expected = settled_by_oracle(hand, carried=carried)
    except ValueError:  # not decided yet; the engine may know already that nobody can win any more
        assert stand_of(hand).won in (UNKNOWN, NOBODY)
    else:
        assert stand_of(hand).may_stop
        assert settled_by_engine(hand, carried=carried) == expected


@settings(max_examples=500)
@given(random=randomly)
def test_a_spoil_is_certain_before_the_last_trick(random: Random) -> None:
    hand = a_pool_hand(random)
    stand = stand_of(hand)
    if stand.won == NOBODY and stand.jink == "none" and len(hand.winners) == 4:
        for seat in hand.seats:
            whole = hand._replace(winners=[*hand.winners, seat])
            assert settled_by_oracle(whole, carried=True)[0] is None


# The points


def any_hand(random: Random, options: Options, sides: list[list[int]]) -> PlayedHand:
    """Play cards at random, lawful or not: only who takes the tricks and the bonus matters."""
    seats = sorted(seat for side in sides for seat in side)
    table = table_of(options, seats, dealer=random.choice(seats), sides=sides)
    state, plays = start(table, random.randrange(4), deal(random, table), [0] * table.chairs), list[tuple[int, str]]()
    while len(state.winners) < 5:
        card = random.choice(cards_in(state.holding[state.turn]))
        plays.append((state.turn, card_name(card)))
        state = lay(state, Play(state.turn, card))
    return PlayedHand(state, plays)


def scored_by_engine(hand: PlayedHand, before: list[int]) -> tuple[list[int], list[int], int | None]:
    table, game = hand.last.table, NOBODY
    options, dealing = table.options, table.side_of[table.dealer]
    takers = [table.side_of[seat] for seat in hand.last.winners]
    if counts_at_once(options):
        for played in range(1, 6):
            game = past_the_post(options, before, takers[:played], dealing)
            if game != NOBODY:
                takers = takers[:played]
                break
    bonus = bonus_side(options, hand.last, takers)
    points = hand_points(options, len(before), takers, bonus)
    assert points is not None
    if game == NOBODY:
        game = game_winner(options, before, points, takers, bonus, dealing)
    totals = [old + new for old, new in zip(before, points, strict=True)]
    return list(points), totals, None if game < 0 else game


@settings(max_examples=200)
@given(random=randomly)
def test_the_points(random: Random) -> None:
    options = msgspec.structs.replace(drawn(random, RANKING + POINTS), target=random.choice((15, 25, 45)))
    for _ in range(8):
        check_points(random, options)


def check_points(random: Random, options: Options) -> None:
    size, count = random.choice(((1, 2), (1, 5), (2, 2), (3, 2), (2, 3), (3, 3), (2, 5)))
    sides = [list(range(side, size * count, count)) for side in range(count)]
    hand = any_hand(random, options, sides)
    before = [random.randrange(0, options.target, 5) for _ in sides]
    expected = oracle.score_points(
        for_oracle(options), sides=sides, dealer=hand.last.table.dealer, before=before, winners=list(hand.last.winners),
        tricks=[[card for _, card in hand.plays[size * count * trick :][: size * count]] for trick in range(5)],
        trump=SUIT_LETTERS[hand.last.facts.trump],
    )  # fmt: skip
    assert scored_by_engine(hand, before) == expected
