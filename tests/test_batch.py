"""The array engine says what the one-hand engine says: of random hands under random rules, lawful or not."""

from collections.abc import Sequence
from random import Random

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from making import FOLLOWING, POINTS, POOL, RANKING, ROBBING, deal, drawn, pack_of, randomly, table_of

from spoilrec.engine.batch import NO_CARD, NONE, Deals, Played, play_out
from spoilrec.engine.batch_points import Tricks, bonus_sides, game_ends, points_of
from spoilrec.engine.batch_pool import pool_outcomes, settlements, stakes_paid
from spoilrec.engine.events import Announce, Event, Play, Rob
from spoilrec.engine.position import NOBODY, TRICKS, State, start
from spoilrec.engine.rob import entitled
from spoilrec.engine.state import lay, legal, why_not
from spoilrec.rules.cards import JOKER, cards_in
from spoilrec.rules.options import Options
from spoilrec.rules.order import facts
from spoilrec.rules.points import counts_at_once, game_winner, hand_points, past_the_post
from spoilrec.rules.pool import may_jink, outcome, settlement, stakes
from spoilrec.rules.presets import preset_named

COUNT = 12  # hands that are played together


class Hand(msgspec.Struct):
    """A hand as it was played: what was done, whether all of it was allowed, and the state at its end."""

    first: State
    events: list[Event]
    lawful: bool
    last: State


def some_options(random: Random) -> Options:
    names = random.sample(RANKING + FOLLOWING + ROBBING, random.randint(0, 8))
    return drawn(
        random, names, msgspec.structs.replace(Options(), bonus=random.choice(("none", "highest_if_top_four")))
    )


def a_hand(random: Random, options: Options, players: int, slips: float) -> Hand:
    """Play some whole tricks; now and then a card that is not allowed, a rob by somebody else, or none at all."""
    dealer, up = random.randrange(players), random.choice([card for card in pack_of(options) if card != JOKER])
    table = table_of(options, range(players), dealer=dealer, up=up)
    first = start(table, up // 13, deal(random, table), [0] * players)
    events, state, lawful = list[Event](), first, True
    for event in before_play(random, first, slips):
        lawful &= why_not(state, event) is None
        state = lay(state, event)
        events.append(event)
    lawful &= not fails_a_duty(first, events)
    for _ in range(random.randint(1, TRICKS) * players):
        held = cards_in(state.holding[state.turn])
        play = Play(state.turn, random.choice(held if random.random() < slips else legal(state)))
        lawful &= why_not(state, play) is None
        state = lay(state, play)
        events.append(play)
    return Hand(first, events, lawful, state)


def before_play(random: Random, state: State, slips: float) -> list[Event]:
    """Rob or announce, mostly as the rules want it: all of it is done before the first lead."""
    options, who = state.table.options, entitled(state)
    if random.random() < slips:
        who = random.choice(state.table.seats)
    if who < 0:
        return []
    if options.rob == "off" or random.random() < slips:
        return [Announce(who)] if random.random() < 0.2 and state.table.up != state.facts.ace else []
    if options.rob == "forced" or random.random() < 0.5:
        seat = random.choice(state.table.seats) if random.random() < slips else who
        return [Rob(who, random.choice(cards_in(state.holding[seat])))]
    return [Announce(who)] if state.table.up != state.facts.ace else []


def fails_a_duty(state: State, events: Sequence[Event]) -> bool:
    """Whether the holder of the ace did not rob or announce though these rules demand it (rules.md 3.2)."""
    options, who = state.table.options, entitled(state)
    if options.rob == "off" or who < 0 or Rob in map(type, events):
        return False
    if options.rob == "forced":
        return True
    turned = state.table.up == state.facts.ace
    return options.announce_ace != "none" and not turned and Announce(who) not in events


def arrays_of(hands: Sequence[Hand], *, dealt: bool) -> Deals:
    """Put hands into arrays; without `dealt` the deal was not noted."""
    players, count = len(hands[0].first.table.seats), len(hands)
    row = {name: np.full(count, NONE, np.uint8) for name in ("trump", "up", "dealer", "robber", "announcer", "tricks")}
    out = np.full(count, NO_CARD, np.uint8)
    cards, deals = (np.full((TRICKS, players, count), NO_CARD, np.uint8) for _ in range(2))
    leaders = np.full((TRICKS, count), NONE, np.uint8)
    for line, hand in enumerate(hands):
        table = hand.first.table
        row["trump"][line], row["up"][line], row["dealer"][line] = hand.first.facts.trump, table.up, table.dealer
        plays = [event for event in hand.events if isinstance(event, Play)]
        row["tricks"][line] = len(plays) // players
        for number, play in enumerate(plays):
            cards[number // players, play.seat, line] = play.card
            if number % players == 0:
                leaders[number // players, line] = play.seat
        for event in hand.events:
            if isinstance(event, Rob):
                row["robber"][line], out[line] = event.seat, event.out
            elif isinstance(event, Announce):
                row["announcer"][line] = event.seat
        if dealt:
            for seat, held in enumerate(hand.first.holding):
                deals[:, seat, line] = cards_in(held)
    return Deals(
        row["trump"], row["up"], row["dealer"], deals, row["robber"], out, row["announcer"], row["tricks"], leaders,
        cards,
    )  # fmt: skip


def played_together(random: Random, options: Options, slips: float, *, dealt: bool = True) -> tuple[list[Hand], Played]:
    players = random.randint(2, 10)
    hands = [a_hand(random, options, players, slips) for _ in range(COUNT)]
    return hands, play_out(options, arrays_of(hands, dealt=dealt))


@settings(max_examples=100)
@given(random=randomly)
def test_lawful_is_what_why_not_lets_pass(random: Random) -> None:
    hands, played = played_together(random, some_options(random), random.choice((0, 0.05, 0.2)))
    for line, hand in enumerate(hands):
        if played.covered[line]:
            assert played.lawful[line] == hand.lawful, hand.events
        assert not played.lawful[line] or played.covered[line]


@settings(max_examples=100)
@given(random=randomly)
def test_winners_and_the_highest_trump_are_those_of_the_state(random: Random) -> None:
    hands, played = played_together(random, some_options(random), random.choice((0, 0.05)))
    for line, hand in enumerate(hands):
        if not played.lawful[line]:
            continue
        last = hand.last
        assert tuple(seat for seat in played.winners[:, line].tolist() if seat != NONE) == last.winners
        if last.table.options.bonus == "highest_if_top_four":
            assert played.top_trick[line] == (NONE if last.top_trick < 0 else last.top_trick)
            assert played.top_is_high[line] == (last.top >= 0 and bool(last.facts.tops >> last.top & 1))


@settings(max_examples=100)
@given(random=randomly)
def test_hands_that_were_played_to_the_end_need_no_deal(random: Random) -> None:
    hands, played = played_together(random, Options(), random.choice((0, 0.05)), dealt=False)
    for line, hand in enumerate(hands):
        whole = len(hand.last.winners) == TRICKS
        assert played.lawful[line] == (hand.lawful and whole)


def test_lawful_hands_are_covered() -> None:
    """All but those in which a second renege is counted, or a turned ace comes into the hand later."""
    random, uncovered = Random(1), 0
    for _ in range(100):
        options = some_options(random)
        _, played = played_together(random, options, 0)
        if options.renege_limit_per_hand == "none" and options.turned_ace_entry != "after_first_trick":
            assert played.covered.all() and played.lawful.all()
        uncovered += COUNT - played.covered.sum()
    assert uncovered < 0.03 * 100 * COUNT


def changed(deals: Deals, **arrays: object) -> Deals:
    return msgspec.structs.replace(deals, **arrays)


def test_what_cannot_be_is_not_lawful() -> None:
    """Cards twice, cards of nobody, other leaders, no trumps, a joker that is not in the pack."""
    random, options = Random(2), Options()
    hands = [a_hand(random, options, 4, 0) for _ in range(COUNT)]
    deals = arrays_of(hands, dealt=True)
    assert play_out(options, deals).lawful.all()
    twice, stranger, joker = deals.dealt.copy(), deals.cards.copy(), deals.dealt.copy()
    twice[0, 0], joker[0, 0] = deals.dealt[0, 1], JOKER
    stranger[0, 0] = deals.cards[0, 1]
    leaders = np.where(deals.leaders == NONE, NONE, (deals.leaders + 1) % 4).astype(np.uint8)
    for broken in (
        changed(deals, dealt=twice),
        changed(deals, cards=stranger),
        changed(deals, dealt=joker),
        changed(deals, leaders=leaders),
        changed(deals, trump=np.full(COUNT, NONE, np.uint8)),
        changed(deals, up=deals.dealt[0, 0]),
        changed(deals, dealer=((deals.dealer + 1) % 4).astype(np.uint8)),
    ):
        assert not play_out(options, broken).lawful.any()


# Pool


def winners_of(random: Random, players: int, tricks: int) -> list[int]:
    """Take tricks at random; one player often takes the first ones, or all."""
    favourite, ready = random.randrange(players), random.randint(0, 5)
    return [favourite if trick < ready else random.randrange(players) for trick in range(tricks)]


def jinker_of(options: Options, winners: Sequence[int], called: int) -> int:
    if called >= 0:
        return called
    first = winners[: options.tricks_to_win]
    playing_on = options.jink_mode == "by_playing_on" and len(winners) > options.tricks_to_win
    return may_jink(options, first) if playing_on else NOBODY


@settings(max_examples=100)
@given(random=randomly)
def test_pool_games_end_alike(random: Random) -> None:
    options, players = drawn(random, POOL), random.randint(2, 10)
    tricks = random.randint(1, TRICKS)
    winners = winners_of(random, players, tricks)
    swept = may_jink(options, winners[: options.tricks_to_win])
    called = swept if swept >= 0 and options.jink_mode == "declared" and random.random() < 0.5 else NOBODY
    stand = outcome(options, winners, jinker_of(options, winners, called))
    column = np.array([[*winners, *[NONE] * (TRICKS - tricks)]], np.uint8).T
    found = pool_outcomes(
        options,
        column,
        np.array([tricks], np.uint8),
        np.array([NONE if called < 0 else called], np.uint8),
        np.array([options.tricks_to_win], np.uint8),
    )
    if found.in_order[0]:
        assert (int(found.won[0]), bool(found.jink_made[0])) == (stand.won, stand.jink == "made") and stand.may_stop
    elif stand.may_stop and stand.won != -2:  # then somebody played on where it was over, or took all without a word
        assert (tricks > options.tricks_to_win and options.jink_mode == "by_playing_on") or tricks == TRICKS


@given(random=randomly)
def test_stakes_and_settlements_are_alike(random: Random) -> None:
    options, players = drawn(random, POOL), random.randint(2, 10)
    options = msgspec.structs.replace(options, dealer_extra=random.choice((0, 2)))
    seats, dealer, stake, pool = range(players), random.randrange(players), random.randint(0, 5), random.randint(0, 60)
    won, made, carried = random.randrange(-1, players), random.random() < 0.4, random.random() < 0.5
    paid = stakes(options, stake, seats, players, dealer, pool, carried=carried)
    net = settlement(options, stake, seats, paid, pool, won, jink_made=made and won >= 0)
    each = np.array([stake])
    found = stakes_paid(options, each, players, np.array([dealer], np.uint8), np.array([carried]))
    assert found[:, 0].tolist() == list(paid)
    due = settlements(options, each, found, np.array([pool]), np.array([won], np.int8), np.array([made and won >= 0]))
    assert due[:, 0].tolist() == list(net)


# Points


@pytest.mark.parametrize("preset", ["twenty-five/1", "twenty-five-guide/1", "forty-five/1"])
@settings(max_examples=80)
@given(random=randomly)
def test_point_games_end_alike(preset: str, random: Random) -> None:
    names = (*POINTS, "tie", "five_tricks") if random.random() < 0.7 else ()
    options = drawn(random, names, preset_named(preset).options)
    sides, tricks = random.randint(2, 5), random.choice((5, 5, 5, random.randint(1, 5)))
    before = [random.randrange(0, options.target, 5) for _ in range(sides)]
    takers, dealer = winners_of(random, sides, tricks), random.randrange(sides)
    high, top_is_high = random.choice((NONE, *range(tricks))), random.random() < 0.5
    column = np.array([[*takers, *[NONE] * (TRICKS - tricks)]], np.uint8).T
    bonus = bonus_sides(options, column, np.array([high], np.uint8), np.array([top_is_high]))
    taken = Tricks(column, np.array([tricks], np.uint8), bonus, np.array([dealer], np.uint8))
    points = points_of(options, sides, taken)
    won, whole = game_ends(options, np.array([before]).T, points, taken)
    ended = first_end(options, before, takers, dealer)
    length = ended[1] if ended else TRICKS
    assert whole[0] == (tricks == length)
    if whole[0]:
        side = bonus_of(options, takers, high, top_is_high)
        right = hand_points(options, sides, takers, side)
        assert right is not None and points[:, 0].tolist() == list(right)
        last = ended[0] if ended else game_winner(options, before, right, takers, side, dealer)
        assert won[0] == last


def first_end(options: Options, before: Sequence[int], takers: Sequence[int], dealer: int) -> tuple[int, int] | None:
    """Say who won in mid-hand, and with how many tricks."""
    if counts_at_once(options):
        for count in range(1, len(takers) + 1):
            if (won := past_the_post(options, before, takers[:count], dealer)) >= 0:
                return won, count
    return None


def bonus_of(options: Options, takers: Sequence[int], high: int, top_is_high: bool) -> int:
    if options.bonus == "last_trick":
        return takers[-1]
    there = high != NONE and (options.bonus == "highest_trump" or top_is_high)
    return takers[high] if options.bonus != "none" and there else NOBODY


def test_the_tables_are_those_of_the_rules() -> None:
    from spoilrec.engine.batch_facts import STRENGTH_BITS, tables

    for preset in ("spoil-five/1", "hundred-and-ten/1"):
        options = preset_named(preset).options
        stacked, known = tables(options), facts(options)
        for trump, one in enumerate(known.trumps):
            for led in range(53):
                index = trump * 54 + led
                assert stacked.always[index] == one.always[led] and stacked.keep[index] == one.keep[led]
                begin = stacked.row[index]
                strengths = stacked.strength[begin : begin + 53] >> STRENGTH_BITS
                assert strengths.tolist() == list(one.strength[one.lead_class[led]])
