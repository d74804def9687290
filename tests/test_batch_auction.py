"""The array engine of auction games says what the one-hand engine says: exchanges, contracts, ends of games."""

from random import Random
from typing import Any

import msgspec
import numpy as np
from hypothesis import given, settings
from making import CONTRACT, DRAWING, ENDING, drawn, pack_of, randomly

from spoilrec.engine.batch_auction import Bids, Exchanges, contract_points, exchanged, may_jink
from spoilrec.engine.batch_facts import NO_CARD, NONE
from spoilrec.engine.batch_points import Bidders, Tricks, game_winners
from spoilrec.engine.draw import Exchange, why_not_exchange, why_not_put_out, why_not_take
from spoilrec.engine.events import Jink
from spoilrec.engine.jink import why_not_jink
from spoilrec.engine.position import NOBODY, Table, start
from spoilrec.rules.auction import ladder
from spoilrec.rules.cards import CardSet, card_set, cards_in
from spoilrec.rules.contract import Contract
from spoilrec.rules.contract import contract_points as points_of_contract
from spoilrec.rules.options import Options
from spoilrec.rules.order import facts
from spoilrec.rules.points import Bidder, game_winner
from spoilrec.rules.presets import preset_named

AUCTION = preset_named("auction-forty-fives/1").options


def some_options(random: Random, *, peg: bool = False) -> Options:
    names = random.sample(DRAWING + CONTRACT + ENDING, random.randint(0, 8))
    changed = {"target": random.choice((20, 45, 120)), "bids": random.choice(("15-30", "10-30", "15-60"))}
    options = msgspec.structs.replace(drawn(random, names, AUCTION, auction=True), **changed)
    return options if peg else msgspec.structs.replace(options, peg_block_at_100="off")


# Contracts


@settings(max_examples=60)
@given(random=randomly)
def test_points_and_winners_are_those_of_the_rules(random: Random) -> None:
    options, sides, players = some_options(random), random.randint(2, 4), random.randint(2, 6)
    takers, bonus = [random.randrange(sides) for _ in range(5)], random.randrange(-1, sides)
    if random.random() < 0.3:
        takers = [takers[0]] * 5
    gained = [5 * (takers.count(side) + (side == bonus)) for side in range(sides)]
    contract, dealer = Contract(random.randrange(sides), random.choice(ladder(options))), random.randrange(sides)
    jink, side = random.random() < 0.2, contract.bidder
    tricks = [takers.count(one) for one in range(sides)]
    bids = Bids(np.array([side], np.int8), np.array([contract.amount]), np.array([jink]))
    points = contract_points(options, players, np.array([gained]).T, np.array([tricks]).T, bids)
    before = [random.choice((-40, 0, 15, 20, 40, 100, 115)) for _ in range(sides)]
    right = points_of_contract(options, contract, side, gained, tricks[side], players, before, jink=jink)
    assert tuple(points[:, 0].tolist()) == right
    made = points[side, 0] > 0
    sets = [random.choice((0, 0, 2, 3)) for _ in range(sides)]
    taken = Tricks(np.array([takers], np.uint8).T, np.array([5], np.uint8), np.array([bonus]), np.array([dealer]))
    bidders = Bidders(np.array([side], np.int8), np.array([made]), np.array([sets]).T)
    won = game_winners(options, np.array([before]).T, points, taken, bidders)
    bidder = Bidder(side, bool(made), tuple(sets))
    assert won[0] == game_winner(options, before, points[:, 0].tolist(), takers, bonus, dealer, bidder)


def test_nobody_scores_where_nobody_bid() -> None:
    bids = Bids(np.array([NOBODY], np.int8), np.array([0]), np.array([False]))
    nothing = np.zeros((2, 1), np.int64)
    assert not contract_points(AUCTION, 4, nothing, nothing, bids).any()


@given(random=randomly)
def test_a_jink_may_be_declared_where_the_state_lets_it(random: Random) -> None:
    options, bidder, amount = some_options(random), random.randrange(4), random.choice((10, 15, 20, 25, 30))
    side_of, seat = (0, 1, 0, 1), random.randrange(4)
    table = Table(
        facts(options), "auction", 4, (0, 1, 2, 3), (1, 2, 3, 0), side_of, 0, -2, (), contract=Contract(bidder, amount)
    )
    why_not = why_not_jink(start(table, 0, (0, 0, 0, 0), (5, 5, 5, 5)), Jink(seat))
    bids = Bids(np.array([side_of[bidder]], np.int8), np.array([amount]), np.array([True]))
    assert may_jink(options, bids, np.array([side_of[seat]], np.int8))[0] == (why_not is None)


# Exchanges


class Drawn(msgspec.Struct):
    """A hand between its deal and its first lead, by place."""

    trump: int
    dealer: int
    bidder: int
    up: int
    taker: int
    given: int
    kitty: CardSet
    dealt: list[CardSet]
    out: list[CardSet]
    drawn: list[CardSet]


def some_draw(random: Random, options: Options, players: int) -> Drawn:
    """Exchange cards, often as nobody may: too many, those of others, the trumps."""
    pack = pack_of(options)
    random.shuffle(pack)

    def cut(count: int) -> CardSet:
        return card_set([pack.pop() for _ in range(min(count, len(pack)))])

    dealt = [cut(5) for _ in range(players)]
    kitty = cut(5 if options.kitty == "dummy5" else options.kitty)
    up = pack.pop() if random.random() < 0.6 else NO_CARD
    hand = Drawn(
        random.randrange(4), random.randrange(players), random.randrange(players), up, NONE, NO_CARD, kitty, dealt,
        [], [],
    )  # fmt: skip
    if up != NO_CARD and random.random() < 0.5:
        hand.taker = hand.dealer if random.random() < 0.8 else random.randrange(players)
        hand.given = random.choice(cards_in(dealt[hand.dealer]))
    for place in range(players):
        had, size = cards_in(had_by(hand, place)), kitty.bit_count() if place == hand.bidder else 0
        drawn = cut(0 if options.draw == "none" and random.random() < 0.9 else random.choice((0, 0, 1, 2, 5)))
        count = min(len(had), drawn.bit_count() + size + (random.random() < 0.1))
        out = list(random.sample(had, count))
        if out and random.random() < 0.1:
            out[0] = random.choice(pack_of(options))
        hand.out.append(card_set(out))
        hand.drawn.append(drawn)
    return hand


def had_by(hand: Drawn, place: int) -> CardSet:
    """Give what a place could choose from."""
    had = hand.dealt[place] | (hand.kitty if place == hand.bidder else 0)
    return (had | 1 << hand.up) & ~(1 << hand.given) if place == hand.taker else had


def is_right(options: Options, hand: Drawn) -> bool:
    """Ask the one-hand engine, place by place."""
    trumps, players = facts(options).trumps[hand.trump].trumps, len(hand.dealt)
    for place in range(players):
        searches = place == hand.dealer and options.dealer_searches_stock == "on"
        kitty = hand.kitty.bit_count() if place == hand.bidder else 0
        exchange = Exchange(place, had_by(hand, place), 0, kitty, hand.out[place], 0, hand.drawn[place], 0)
        if why_not_put_out(exchange, searches=searches):
            return False
        if why_not_exchange(options, trumps, players, exchange, searches=searches):
            return False
    if hand.taker == NONE:
        return True
    refused = why_not_take(options, trumps, hand.dealer, hand.taker, hand.up, hand.given)
    return not refused and bool(hand.dealt[hand.taker] >> hand.given & 1)


@settings(max_examples=60)
@given(random=randomly)
def test_an_exchange_is_right_where_nothing_is_refused(random: Random) -> None:
    options, players = some_options(random), random.randint(2, 5)
    hands = [some_draw(random, options, players) for _ in range(12)]
    by_place: dict[str, Any] = {
        name: np.array([getattr(hand, name) for hand in hands], np.uint64).T for name in ("dealt", "out", "drawn")
    }
    row: dict[str, Any] = {
        name: np.array([getattr(hand, name) for hand in hands], np.uint8)
        for name in ("trump", "dealer", "bidder", "up", "taker", "given")
    }
    kitty = np.array([hand.kitty for hand in hands], np.uint64)
    cards = [5 * players + hand.kitty.bit_count() + sum(map(int.bit_count, hand.drawn)) for hand in hands]
    held, right = exchanged(options, Exchanges(**by_place, **row, kitty=kitty, cards=np.array(cards), noted=kitty >= 0))
    for line, hand in enumerate(hands):
        assert right[line] == is_right(options, hand)
        if right[line]:
            known = [(had_by(hand, place) | hand.drawn[place]) & ~hand.out[place] for place in range(players)]
            assert held[:, line].tolist() == known and all(cards.bit_count() == 5 for cards in known)
