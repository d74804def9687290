"""Makes hands of auction games in which everything is lawful: calls, turn-up, draw, jink, play, points, end of game.

Only the cards are played on the engine; all the rest is worked out by the oracle.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

import msgspec
import oracle_auction as oracle
from making import Noted, for_oracle, noted_between, pack_of, play, play_text, set_of, table_of, tricks_of

from spoilrec.engine.events import Event, Jink
from spoilrec.engine.position import NOBODY, State, start
from spoilrec.record.lines import Hand
from spoilrec.record.tokens import SEATS
from spoilrec.rules.cards import SUIT_LETTERS, card_name, card_names, cards_in
from spoilrec.rules.contract import Contract
from spoilrec.rules.options import Options

PASSING: Final = 0.65  # how often a player passes who may
Names = list[str]


@dataclass
class AuctionGame:
    """A game under way: who plays with whom, who deals, and what the hands so far left."""

    options: Options
    sides: list[list[int]]
    players: int
    dealer: int
    totals: list[int]
    lost: list[int] = field(default_factory=list)
    thrown_in: int = 0

    def __post_init__(self) -> None:
        self.lost = [0 for _ in self.sides]

    @property
    def seats(self) -> list[int]:
        return list(range(self.players))

    def pass_the_deal(self, *, thrown_in: bool) -> None:
        """Say who deals next."""
        self.thrown_in += thrown_in
        dealer = (self.dealer + 1) % self.players
        if thrown_in:
            rules = for_oracle(self.options)
            dealer = oracle.next_dealer(rules, seats=self.seats, dealer=self.dealer, thrown_in=self.thrown_in)
        self.thrown_in = self.thrown_in if dealer == self.dealer else 0
        self.dealer = dealer

    def count(self, totals: Sequence[int | None], won: int | None) -> None:
        """Take over what a hand left; after a game the next begins at zero."""
        self.totals = [0 if won is not None or total is None else total for total in totals]
        self.lost = self.lost if won is None else [0 for _ in totals]


def calls_at_random(random: Random, game: AuctionGame) -> list[tuple[int, str]]:
    """Hold an auction to its end."""
    rules, calls = for_oracle(game.options), list[tuple[int, str]]()
    while True:
        place: Noted = {"seats": game.seats, "dealer": game.dealer, "sides": game.sides}
        allowed = oracle.calls_allowed(rules, calls, **place, totals=game.totals)
        if not allowed:
            return calls
        seat = oracle.turn(rules, calls, **place)
        assert seat is not None
        passes = allowed[0] == oracle.PASS and random.random() < PASSING
        calls.append((seat, oracle.PASS if passes else random.choice(allowed[:4])))


@dataclass
class _Deal:
    """The cards of a hand on their way: what each was dealt, holds, put out and drew, and what is left in the stock."""

    game: AuctionGame
    trump: str
    bidder: int
    stock: Names
    hands: list[Names]
    kitty: Names
    up: str | None = None
    taken: str | None = None
    out: list[Names] = field(default_factory=list)
    drawn: list[Names] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.dealt = [list(hand) for hand in self.hands]
        self.out = [[] for _ in self.hands]
        self.drawn = [[] for _ in self.hands]


def auction_hand(random: Random, game: AuctionGame, number: int) -> Hand:
    """Bid, draw and play a hand; write it down; the game goes on from it."""
    rules, calls = for_oracle(game.options), calls_at_random(random, game)
    won = oracle.result(rules, calls, seats=game.seats, dealer=game.dealer, sides=game.sides)
    hand = Hand(no=number, dealer=SEATS[game.dealer], bids=" ".join(SEATS[seat] + call for seat, call in calls))
    fields = _thrown_in(random, game) if won is None else _played(random, game, Contract(*won))
    game.pass_the_deal(thrown_in=won is None)
    return msgspec.structs.replace(hand, **fields)


def _thrown_in(random: Random, game: AuctionGame) -> Noted:
    """Write a hand that nobody bid for; some tables note the points, some the cards."""
    deal = _dealt(random, game, NOBODY)
    noted: Noted = {"deal": _groups(deal.dealt)} if random.random() < 0.5 else {}
    if random.random() < 0.5:
        noted |= {"points": (0,) * len(game.sides), "score": tuple(game.totals)}
    return noted


def _played(random: Random, game: AuctionGame, contract: Contract) -> Noted:
    deal = _dealt(random, game, contract.bidder)
    _draw(random, deal)
    last, events = _play(random, deal, contract)
    noted: Noted = {
        "trump": deal.trump,
        "up": deal.up,
        "rob": None if deal.taken is None else SEATS[game.dealer] + deal.taken,
        "bid": f"{SEATS[contract.bidder]}{contract.amount}" if random.random() < 0.5 else None,
        "play": "|".join(" ".join(map(play_text, trick)) for trick in tricks_of(events, game.players)),
        **(_after_the_draw(deal) if random.random() < 0.2 else _before_the_draw(deal)),
        **noted_between(events),
    }
    return noted | _settled(random, game, contract, last, events)


def _before_the_draw(deal: _Deal) -> Noted:
    """Write the hands as they were dealt, and all that changed them."""
    return {
        "deal": _groups(deal.dealt), "kitty": _cards(deal.kitty) or None, "discard": _groups(deal.out),
        "draw": _groups(deal.drawn),
    }  # fmt: skip


def _after_the_draw(deal: _Deal) -> Noted:
    """Write the hands only as they were played, with the turn-up if somebody took it."""
    return {"deal": _groups(deal.hands)}


def _groups(groups: Sequence[Names]) -> str:
    return "|".join(map(_cards, groups))


def _cards(names: Names) -> str:
    return card_names(cards_in(set_of(names)))


# Deal and draw


def _dealt(random: Random, game: AuctionGame, bidder: int) -> _Deal:
    """Deal hands and kitty, and turn a card where the dealer may take it; the bidder likes his own suit."""
    stock = list(map(card_name, pack_of(game.options)))
    random.shuffle(stock)
    hands = [[stock.pop() for _ in range(5)] for _ in game.seats]
    kitty = [stock.pop() for _ in range(oracle.kitty_size(for_oracle(game.options)))]
    suits = [card[1] for card in hands[bidder] if card != "JK"] if bidder >= 0 else []
    deal = _Deal(game, random.choice([*SUIT_LETTERS, *suits, *suits]), bidder, stock, hands, kitty)
    if game.options.dealer_takes_turnup == "if_trump":
        _turn(random, deal)
    return deal


def _turn(random: Random, deal: _Deal) -> None:
    """Turn a card of the stock; the dealer may take it for one of his own."""
    deal.up, hand = deal.stock.pop(), deal.hands[deal.game.dealer]
    out, rules = random.choice(hand), for_oracle(deal.game.options)
    allowed = oracle.turnup_may_be_taken(rules, up=deal.up, trump=deal.trump, hand=hand, out=out)
    if deal.bidder >= 0 and allowed and random.random() < 0.8:
        deal.taken = out
        hand[hand.index(out)] = deal.up


def _draw(random: Random, deal: _Deal) -> None:
    """Let everybody put out and draw, the dealer last."""
    players, dealer = deal.game.players, deal.game.dealer
    for seat in (*range(dealer + 1, players), *range(dealer + 1)):
        _exchange(random, deal, seat)


def _exchange(random: Random, deal: _Deal, seat: int) -> None:
    """Put out and draw until it is lawful."""
    options, bidder, dealer = deal.game.options, seat == deal.bidder, seat == deal.game.dealer
    had, kitty = deal.hands[seat], deal.kitty if bidder else []
    searches = dealer and options.dealer_searches_stock == "on"
    while True:
        most = 0 if options.draw == "none" else min(5, len(deal.stock))
        if options.draw == "keep_n":  # also for who searches: whether he may draw more is not decided
            most = min(most, 5 - {5: 1, 6: 2}.get(deal.game.players, 0))
        new = random.sample(deal.stock, random.randint(0, most))
        out = random.sample([*had, *kitty, *(new if searches else [])], len(new) + len(kitty))
        if oracle.exchange_allowed(
            for_oracle(options), players=deal.game.players, dealt=had, discard=out, draw=new, kitty=kitty,
            bidder=bidder, searches=searches, trump=deal.trump,
        ):  # fmt: skip
            break
    deal.stock = [card for card in deal.stock if card not in new]
    deal.out[seat], deal.drawn[seat] = out, new
    deal.hands[seat] = [card for card in (*had, *kitty, *new) if card not in out]


# Play


def _play(random: Random, deal: _Deal, contract: Contract) -> tuple[State, list[Event]]:
    game = deal.game
    table = table_of(game.options, game.seats, dealer=game.dealer, goal="auction", sides=game.sides)
    leader = oracle.first_leader(for_oracle(game.options), seats=game.seats, dealer=game.dealer, bidder=contract.bidder)
    table = msgspec.structs.replace(table, leader=leader, contract=contract)
    hands = [set_of(hand) for hand in deal.hands]
    return play(random, start(table, SUIT_LETTERS.index(deal.trump), hands, [0] * game.players))


def _settled(random: Random, game: AuctionGame, contract: Contract, last: State, events: Sequence[Event]) -> Noted:
    """Work out the points of the hand, the totals, and who has won the game."""
    calls = [event.seat for event in events if isinstance(event, Jink)]
    hand: Noted = {
        "sides": game.sides, "seats": game.seats, "bidder": contract.bidder, "amount": contract.amount,
        "jink": calls[0] if calls else None, "winners": last.winners,
        "tricks": [[card_name(laid.card) for laid in trick] for trick in tricks_of(events, game.players)],
        "trump": SUIT_LETTERS[last.facts.trump], "before": game.totals,
    }  # fmt: skip
    rules = for_oracle(game.options)
    _, points = oracle.score_contract(rules, **hand)
    made = oracle.contract_made(rules, **hand)
    for side, members in enumerate(game.sides):
        game.lost[side] += contract.bidder in members and not made
    totals, won = oracle.game_after(
        rules, sides=game.sides, dealer=game.dealer, bidder=contract.bidder, made=made, before=game.totals,
        points=points, winners=last.winners, tricks=hand["tricks"], trump=hand["trump"], lost=game.lost,
    )  # fmt: skip
    game.count(totals, won)
    nobody = random.choice((None, "-"))
    return {
        "won": nobody if won is None else "".join(SEATS[seat] for seat in game.sides[won]),
        "points": tuple(points), "score": tuple(totals),
    }  # fmt: skip
