"""Makes hands of auction games: calls, contract, turn-up, kitty, discard and draw, play."""

from collections.abc import Sequence

import msgspec

from spoilrec.archive.made.hand import Dealt, Fields, Table
from spoilrec.engine.choice import Way, worst_first
from spoilrec.engine.dice import Dice
from spoilrec.engine.draw import Exchange, why_not_exchange, why_not_take
from spoilrec.engine.playout import Played, play_out
from spoilrec.engine.position import HAND_SIZE, NOBODY, UNKNOWN, start
from spoilrec.record.tokens import SEATS
from spoilrec.review.bidding import bidding_of, leader_of
from spoilrec.review.exchange import kitty_size
from spoilrec.review.setting import before, table_for
from spoilrec.rules.auction import HOLD, PASS, Bidding, after_bid, thrown_in
from spoilrec.rules.cards import SUIT_LETTERS, Card, CardSet, card_names, card_set, cards_in
from spoilrec.rules.contract import NO_CONTRACT, Contract
from spoilrec.rules.order import TrumpFacts


def auction_hand(table: Table, cards: Dice, dice: Dice) -> Dealt:
    """Deal, bid, draw and play a hand; one that nobody bid for is thrown in."""
    setting, rules, options = table.setting, table.rules, table.rules.options
    laid = table_for(setting, rules, table.dealer, UNKNOWN, None)
    pack = cards_in(rules.facts.pack)
    deck, chairs = cards.deal(pack, len(pack)), len(setting.players)
    dealt = [card_set(deck[first : first + HAND_SIZE]) for first in range(0, HAND_SIZE * chairs, HAND_SIZE)]
    kitty, stock = _cut(deck[HAND_SIZE * chairs :], kitty_size(laid))
    ups, stock = _cut(stock, int(options.dealer_takes_turnup != "off"))
    bidding = _bid(table, dealt, dice)
    contract = NO_CONTRACT if thrown_in(bidding) else Contract(bidding.holder, bidding.high)
    laid = msgspec.structs.replace(laid, leader=leader_of(options, bidding, contract), contract=contract)
    fields: Fields = {"bids": " ".join(map(_call_name, bidding.calls)), "deal": _groups(dealt)}
    fields["up"] = card_names(ups) or None
    if contract.bidder == NOBODY:
        state = start(laid, 0, dealt, (0,) * chairs)
        return Dealt(fields, Played(state, (), state))
    trump = table.ways[contract.bidder].trump(rules.facts, dealt[contract.bidder], dice)
    fields |= {"trump": SUIT_LETTERS[trump], "bid": f"{SEATS[contract.bidder]}{contract.amount}"}
    draw = _Draw(table, rules.facts.trumps[trump], contract.bidder, list(dealt), kitty, stock)
    if ups:
        fields |= draw.take(ups[0], dice)
    fields |= draw.all_exchange(dice)
    return Dealt(fields, play_out(start(laid, trump, draw.hands, (0,) * chairs), table.ways, dice))


def _cut(cards: list[Card], count: int) -> tuple[list[Card], list[Card]]:
    return cards[:count], cards[count:]


def _groups(hands: Sequence[CardSet]) -> str:
    return "|".join([card_names(cards_in(hand)) for hand in hands])


def _bid(table: Table, dealt: Sequence[CardSet], dice: Dice) -> Bidding:
    totals = before(table.setting, table.ledger)
    bidding = bidding_of(table.rules.options, table.setting, table.dealer, totals)
    while bidding.turn != NOBODY:
        seat = bidding.turn
        amount = table.ways[seat].call(bidding, table.rules.facts, dealt[seat], dice)
        bidding = after_bid(bidding, seat, amount)
    return bidding


def _call_name(call: tuple[int, int]) -> str:
    seat, amount = call
    return SEATS[seat] + {PASS: "-", HOLD: "="}.get(amount, str(amount))


class _Draw:
    """The cards between the auction and the first lead."""

    def __init__(
        self, table: Table, facts: TrumpFacts, bidder: int, hands: list[CardSet], kitty: list[Card], stock: list[Card]
    ) -> None:
        self.table, self.facts, self.bidder = table, facts, bidder
        self.hands, self.kitty, self.stock = hands, kitty, stock
        self.out, self.drawn = [0] * len(hands), [0] * len(hands)

    def take(self, up: Card, dice: Dice) -> Fields:
        """Let the dealer take the turned card, where he may and wants to."""
        dealer, options = self.table.dealer, self.table.rules.options
        out = self.table.ways[dealer].rob(self.facts, self.hands[dealer], up, dice, False)
        if out == NOBODY or why_not_take(options, self.facts.trumps, dealer, dealer, up, out):
            return {}
        self.hands[dealer] ^= 1 << out | 1 << up
        return {"rob": SEATS[dealer] + card_names([out])}

    def all_exchange(self, dice: Dice) -> Fields:
        """Let everybody put out and draw in turn."""
        dealer, seats = self.table.dealer, self.table.setting.seats
        first = dealer if self.table.rules.options.draw_order == "dealer_first" else dealer + 1
        for seat in (*seats[first:], *seats[:first]):
            self._exchange(seat, self.table.ways[seat], dice)
        fields: Fields = {"kitty": card_names(sorted(self.kitty)) or None}
        if any(self.out):
            fields |= {"discard": _groups(self.out), "draw": _groups(self.drawn)}
        return fields

    def _exchange(self, seat: int, way: Way, dice: Dice) -> None:
        """Put out as much of what the player wishes as is lawful, and draw; the last resort are the worst cards."""
        kitty = self.kitty if seat == self.bidder else []
        had = self.hands[seat] | card_set(kitty)
        for wish in (way.put_out(self.facts, had, dice), worst_first(self.facts, had)):
            for count in range(min(len(wish), len(kitty) + min(HAND_SIZE, len(self.stock))), len(kitty) - 1, -1):
                exchange = self._exchange_of(seat, had, wish[:count], len(kitty))
                if self._is_lawful(exchange):
                    self.out[seat], self.drawn[seat] = exchange.out, exchange.drawn
                    self.hands[seat] = had & ~exchange.out | exchange.drawn
                    self.stock = [card for card in self.stock if not exchange.drawn >> card & 1]
                    return
        raise AssertionError("there is always a lawful exchange: the worst cards for the kitty")

    def _exchange_of(self, seat: int, had: CardSet, out: Sequence[Card], kitty: int) -> Exchange:
        stock = self.stock
        if self._searches(seat):
            stock = list(reversed(worst_first(self.facts, card_set(stock))))
        drawn = card_set(stock[: len(out) - kitty])
        return Exchange(seat, had, 0, kitty, card_set(out), 0, drawn, 0)

    def _is_lawful(self, exchange: Exchange) -> bool:
        players = len(self.table.setting.seats)
        refusal = why_not_exchange(
            self.table.rules.options, self.facts.trumps, players, exchange, searches=self._searches(exchange.seat)
        )
        return refusal is None

    def _searches(self, seat: int) -> bool:
        return seat == self.table.dealer and self.table.rules.options.dealer_searches_stock == "on"
