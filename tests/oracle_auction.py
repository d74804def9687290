"""A second set of rules for the auction games, to check the engine against: calls, draws, contracts, penalties.

Written from the rules document (rules.md, whose sections are named below) and the decisions that complete it (named
by their headings), and from nothing else; what both oracles need is in `oracle`. Slow on purpose.

A call is its text: `-` a pass, `=` a hold, else the amount (`20`). A card may be unseen here: `??`, `?C` (a club),
`5?` (a five). Points and totals are by side, `None` where they cannot be known.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from oracle import (
    POINTS_A_TRICK,
    TRICKS_IN_A_HAND,
    Options,
    _add,
    _bonus_side,
    _highest,
    _number,
    _side_of,
    _top_four,
    _winner_after_hand,
    _winner_after_trick,
    score_points,
    trump_order,
)

Calls = Sequence[tuple[int, str]]
Sides = Sequence[Sequence[int]]
Known = int | None

PASS, HOLD = "-", "="
LADDERS = {
    "15-30": [15, 20, 25, 30],
    "20-30": [20, 25, 30],
    "10-30": [10, 15, 20, 25, 30],
    "15-60": [15, 20, 25, 30, 60],
}
TEN = 10
PLAYERS_WHO_MAY_BID_TEN = 6
HUNDRED = 100
BUNKER = -30
DEALS_AGAIN = 3
HAND = 5


# The auction


@dataclass
class _Auction:
    """An auction under way: whose calls count, who has passed, what bid stands."""

    options: Options
    order: list[int]
    partner: int | None
    passed: set[int] = field(default_factory=set)
    standing: tuple[int, int] | None = None
    called: list[int] = field(default_factory=list)
    closed: bool = False

    @property
    def dealer(self) -> int:
        """Name the dealer, who calls last (5.5, "order")."""
        return self.order[-1]


def calls_allowed(
    options: Options,
    calls: Calls,
    *,
    seats: Sequence[int],
    dealer: int,
    sides: Sides,
    totals: Sequence[Known],
) -> list[str]:
    """List the calls that the seat in turn may make, none when the auction is over (5.5; decisions "Auction").

    The order is: pass, hold, the amounts rising. Totals that are not known forbid nothing.
    """
    auction = _auction(options, calls, seats, dealer, sides)
    seat = _in_turn(auction)
    if seat is None:
        return []
    if _is_forced_partner(auction, seat):
        return [str(min(amount for amount in _ladder(options, seats) if amount > TEN))]
    total = totals[_side_of(seat, _lists(sides))]
    amounts = [amount for amount in _ladder(options, seats) if _may_name(auction, seat, amount, total)]
    bids = [str(amount) for amount in amounts]
    if _is_forced_dealer(auction, seat):
        return bids
    return [PASS, *([HOLD] if _may_hold(auction, seat, total) else []), *bids]


def turn(options: Options, calls: Calls, *, seats: Sequence[int], dealer: int, sides: Sides) -> int | None:
    """Say who is to call, nobody when the auction is over (5.5, "order", "rounds"; K37)."""
    return _in_turn(_auction(options, calls, seats, dealer, sides))


def result(
    options: Options, calls: Calls, *, seats: Sequence[int], dealer: int, sides: Sides
) -> tuple[int, int] | None:
    """Give the bidder and the amount of a finished auction, `None` if the hand is thrown in (5.5; decisions "Auction").

    Refuses an auction that is not over.
    """
    auction = _auction(options, calls, seats, dealer, sides)
    if _in_turn(auction) is not None:
        raise ValueError("the auction is not over")
    return None if _is_nothing(auction) else auction.standing


def next_dealer(options: Options, *, seats: Sequence[int], dealer: int, thrown_in: int) -> int:
    """Say who deals after a hand was thrown in (5.5, "all pass"; SEA in 2).

    `thrown_in` are the hands in a row that this dealer has dealt and that were thrown in, this one included.
    """
    if options["all_pass"] == "same_dealer_max3" and thrown_in <= DEALS_AGAIN:
        return dealer
    return _left_of(dealer, seats)


def first_leader(options: Options, *, seats: Sequence[int], dealer: int, bidder: int) -> int:
    """Say who leads to the first trick (5.5, "first lead"; K36)."""
    return {
        "left_of_dealer": _left_of(dealer, seats),
        "left_of_bidder": _left_of(bidder, seats),
        "bidder": bidder,
    }[str(options["first_lead"])]


def _auction(options: Options, calls: Calls, seats: Sequence[int], dealer: int, sides: Sides) -> _Auction:
    """Follow the calls one by one (5.5); refuses one that is not in turn, but not one that is unlawful otherwise."""
    order = _clockwise_after(dealer, seats)
    partners = [seat for seat in order[:-1] if seat in sides[_side_of(dealer, _lists(sides))]]
    auction = _Auction(options, order, partners[0] if partners else None)
    for seat, call in calls:
        if seat != _in_turn(auction):
            raise ValueError(f"seat {seat} is not to call")
        _call(auction, seat, call)
    return auction


def _call(auction: _Auction, seat: int, call: str) -> None:
    """Note a call (decisions "Auction")."""
    auction.called.append(seat)
    if call == PASS:
        auction.passed.add(seat)
    elif call == HOLD:
        _hold(auction, seat)
    else:
        auction.standing = (seat, int(call))


def _hold(auction: _Auction, seat: int) -> None:
    """Let the dealer take over the standing bid (5.5, "hold"; K37)."""
    if auction.standing is None:
        raise ValueError("there is nothing to hold")
    caller, amount = auction.standing
    auction.standing = (seat, amount)
    if auction.options["hold"] == "closes":
        auction.closed = True
    if auction.options["hold"] == "caller_only":
        auction.passed |= set(auction.order) - {seat, caller}


def _in_turn(auction: _Auction) -> int | None:
    """Say who is to call next (5.5, "order", "rounds")."""
    if auction.closed:
        return None
    if auction.options["bid_rounds"] == "once":
        rest = auction.order[len(auction.called) :]
    else:
        done = auction.called[-1] if auction.called else auction.dealer
        rest = [seat for seat in _clockwise_after(done, auction.order) if _still_in(auction, seat)]
    if rest:
        return rest[0]
    return auction.partner if _partner_is_asked(auction) else None


def _still_in(auction: _Auction, seat: int) -> bool:
    """Say whether a seat has neither passed nor holds the standing bid (decisions, `until_passed`)."""
    return seat not in auction.passed and (auction.standing is None or auction.standing[0] != seat)


def _partner_is_asked(auction: _Auction) -> bool:
    """Say whether all have passed and the dealer's partner has to bid (5.5, "all pass", S4's house rule)."""
    return auction.options["all_pass"] == "dealer_partner_min" and auction.standing is None


def _is_forced_partner(auction: _Auction, seat: int) -> bool:
    """Say whether this is the dealer's partner called upon after all have passed (decisions, `dealer_partner_min`)."""
    return len(auction.passed) == len(auction.order) and seat == auction.partner


def _is_forced_dealer(auction: _Auction, seat: int) -> bool:
    """Say whether the dealer must bid because all before him have passed (5.5, "bagged"; A02)."""
    forced = auction.options["all_pass"] == "dealer_forced_15"
    return forced and seat == auction.dealer and auction.standing is None


def _may_name(auction: _Auction, seat: int, amount: int, total: Known) -> bool:
    """Say whether an amount of the ladder may be bid (5.5; A04)."""
    if auction.standing is not None and amount <= auction.standing[1]:
        return False
    if _is_forced_dealer(auction, seat):
        return amount > TEN and not _too_low_at_100(auction.options, amount, total)
    return not _in_bunker(auction.options, total) and not _too_low_at_100(auction.options, amount, total)


def _may_hold(auction: _Auction, seat: int, total: Known) -> bool:
    """Say whether a seat may match the standing bid: only the dealer, another's bid (5.5, "hold"; A04)."""
    if auction.options["hold"] == "none" or seat != auction.dealer or auction.standing is None:
        return False
    caller, amount = auction.standing
    barred = _in_bunker(auction.options, total) or _too_low_at_100(auction.options, amount, total)
    return caller != seat and not barred


def _in_bunker(options: Options, total: Known) -> bool:
    """Say whether a side is too far below zero to call (5.5, "below -30"; DAI)."""
    return options["bunker"] == "below_-30" and total is not None and total < BUNKER


def _too_low_at_100(options: Options, amount: int, total: Known) -> bool:
    """Say whether a side has 100 or more and may not bid so little (5.5, "at 100 or more"; BIC)."""
    least = options["min_bid_at_100"]
    return least != "none" and total is not None and total >= HUNDRED and amount < int(str(least))


def _ladder(options: Options, seats: Sequence[int]) -> list[int]:
    """List the amounts that may be bid at this table; ten only among six (5.5, "bids"; A05)."""
    return [
        amount for amount in LADDERS[str(options["bids"])] if amount != TEN or len(seats) == PLAYERS_WHO_MAY_BID_TEN
    ]


def _is_nothing(auction: _Auction) -> bool:
    """Say whether a finished auction is thrown in: nobody bid, or ten stood (A02; DAI)."""
    return auction.standing is None or auction.standing[1] == TEN


def _clockwise_after(seat: int, seats: Sequence[int]) -> list[int]:
    """List the seats clockwise from the left of this one, itself last (2)."""
    place = seats.index(seat) + 1
    return [*seats[place:], *seats[:place]]


def _left_of(seat: int, seats: Sequence[int]) -> int:
    """Name the next seat clockwise (2)."""
    return _clockwise_after(seat, seats)[0]


def _lists(sides: Sides) -> list[list[int]]:
    """Make lists of the sides, as the other oracle wants them."""
    return [list(side) for side in sides]


# The draw


@dataclass(frozen=True)
class _Exchange:
    """What one player had, put out and drew; cards that were not noted are `??`, what cannot be told is `None`."""

    options: Options
    players: int
    extra: int
    had: list[str]
    out: list[str] | None
    drawn: list[str] | None
    searches: bool
    trump: str | None

    @property
    def number_drawn(self) -> int | None:
        """Count what he drew: as noted, else what he put out without the kitty (decisions "Draw")."""
        if self.drawn is not None:
            return len(self.drawn)
        return None if self.out is None else max(0, len(self.out) - self.extra)

    @property
    def put_out(self) -> list[str] | None:
        """List what he put out: as noted, else as many unseen cards as he must have put out (decisions "Draw")."""
        if self.out is not None:
            return self.out
        return None if self.drawn is None else ["??"] * (len(self.drawn) + self.extra)


def exchange_allowed(
    options: Options,
    *,
    players: int,
    dealt: Sequence[str] | None,
    discard: Sequence[str] | None,
    draw: Sequence[str] | None,
    kitty: Sequence[str] | None = (),
    bidder: bool = False,
    searches: bool = False,
    trump: str | None = None,
) -> bool:
    """Say whether what one player put out and drew is possible and lawful as far as cards were seen (5.5, K41)."""
    return not exchange_faults(
        options,
        players=players,
        dealt=dealt,
        discard=discard,
        draw=draw,
        kitty=kitty,
        bidder=bidder,
        searches=searches,
        trump=trump,
    )


def exchange_faults(
    options: Options,
    *,
    players: int,
    dealt: Sequence[str] | None,
    discard: Sequence[str] | None,
    draw: Sequence[str] | None,
    kitty: Sequence[str] | None = (),
    bidder: bool = False,
    searches: bool = False,
    trump: str | None = None,
) -> set[str]:
    """Name what is provably wrong with one player's exchange (5.5, K41; decisions "Draw").

    `dealt` and `kitty` are `None` if not seen, `discard` and `draw` if not noted; `kitty` counts only for the bidder,
    `searches` is the dealer who searches the stock. The words are `count`, `twice`, `not-held`, `none-drawn`,
    `keep-n` and `keep-trump`.
    """
    extra = kitty_size(options) if bidder else 0
    added = (kitty or ["??"] * extra) if bidder else ()
    had = [*(["??"] * HAND if dealt is None else dealt), *added]
    out, drawn = (None if cards is None else list(cards) for cards in (discard, draw))
    searching = searches and options["dealer_searches_stock"] == "on"
    exchange = _Exchange(options, players, extra, had, out, drawn, searching, trump)
    checks = {
        "count": _miscounted(exchange),
        "twice": _seen_twice(exchange),
        "not-held": not _out_was_held(exchange),
        "none-drawn": options["draw"] == "none" and bool(exchange.number_drawn),
        "keep-n": options["draw"] == "keep_n" and _keeps_too_few(exchange),
        "keep-trump": options["draw"] == "keep_one_trump" and _kept_no_trump(exchange),
    }
    return {word for word, wrong in checks.items() if wrong}


def kitty_size(options: Options) -> int:
    """Count the kitty (5.5, "kitty")."""
    return 5 if options["kitty"] == "dummy5" else _number(options, "kitty")


def pack_is_enough(options: Options, *, players: int, drawn: int, turned: bool = False) -> bool:
    """Say whether so many cards can be drawn in all (decisions "Draw", the pack)."""
    pack = 52 if options["joker"] == "none" else 53
    return HAND * players + kitty_size(options) + drawn + int(turned) <= pack


def turnup_may_be_taken(
    options: Options, *, up: str, trump: str, hand: Sequence[str], out: str, is_dealer: bool = True
) -> bool:
    """Say whether the turned card may be taken for this card: by the dealer, a trump, for his own (5.5, K19)."""
    if options["dealer_takes_turnup"] != "if_trump" or not is_dealer or out == up:
        return False
    return up in trump_order(trump, options) and any(_could_be(out, card) for card in hand)


def _miscounted(exchange: _Exchange) -> bool:
    """Compare put out and drawn (5.5, "discard and draw": everybody has five again)."""
    if exchange.out is not None and exchange.drawn is not None:
        return len(exchange.out) != len(exchange.drawn) + exchange.extra
    if exchange.out is not None and exchange.options["draw"] == "none":
        return len(exchange.out) != exchange.extra
    if exchange.out is not None:
        return not exchange.extra <= len(exchange.out) <= exchange.extra + _most_drawn(exchange)
    return exchange.drawn is not None and len(exchange.drawn) > _most_drawn(exchange)


def _most_drawn(exchange: _Exchange) -> int:
    """Count what a player can draw at most: five, or the whole pack if he searches it (5.5)."""
    return 53 if exchange.searches else HAND


def _seen_twice(exchange: _Exchange) -> bool:
    """Look for a card put out twice, drawn twice, drawn although he had it, or put out and drawn (1: one of each).

    Who searches the stock may put out what he drew.
    """
    out, drawn = _seen(exchange.out or []), _seen(exchange.drawn or [])
    came = _seen([*exchange.had, *drawn])
    back = not exchange.searches and not set(out).isdisjoint(drawn)
    return back or len(set(out)) < len(out) or len(set(came)) < len(came)


def _out_was_held(exchange: _Exchange) -> bool:
    """Say whether all that was put out can come from what he had, or drew if he searches (decisions "Draw")."""
    return _can_come_from(exchange.put_out or [], _sources(exchange))


def _sources(exchange: _Exchange) -> list[str]:
    """List what can be put out: what he had, and what he drew if he searches the stock (5.5, BAR)."""
    if not exchange.searches:
        return exchange.had
    unnoted = ["??"] * (exchange.number_drawn or 0)
    return [*exchange.had, *(unnoted if exchange.drawn is None else exchange.drawn)]


def _keeps_too_few(exchange: _Exchange) -> bool:
    """Say whether he keeps fewer of his cards than five or six players must (5.5; DAI)."""
    least = {5: 1, 6: 2}.get(exchange.players, 0)
    if least == 0:
        return False
    if exchange.searches:
        held = _out_was_held(exchange)
        return held and not any(_may_have_kept(exchange, kept) for kept in _choices(exchange.had, least))
    return exchange.number_drawn is not None and exchange.number_drawn > HAND - least


def _kept_no_trump(exchange: _Exchange) -> bool:
    """Say whether he provably had a trump and kept none (5.5, K41)."""
    if exchange.trump is None or exchange.put_out is None or not _out_was_held(exchange):
        return False
    trumps = trump_order(exchange.trump, exchange.options)
    proof = exchange.had if exchange.searches else [*exchange.had, *exchange.put_out]
    if not any(_surely(card, trumps) for card in proof):
        return False
    possible = [place for place, card in enumerate(exchange.had) if any(_could_be(card, trump) for trump in trumps)]
    return not any(_may_have_kept(exchange, [place]) for place in possible)


def _may_have_kept(exchange: _Exchange, kept: Collection[int]) -> bool:
    """Say whether the cards he had at these places need not be among those put out; there is one of each card."""
    if any(exchange.had[place] in _seen(exchange.put_out or []) for place in kept):
        return False
    sources = [card for place, card in enumerate(_sources(exchange)) if place not in kept]
    return _can_come_from(exchange.put_out or [], sources)


def _choices(cards: Sequence[str], size: int) -> Iterable[list[int]]:
    """List every choice of one place or two among these cards."""
    places = range(len(cards))
    if size == 1:
        return [[place] for place in places]
    return [[first, second] for first in places for second in places[first + 1 :]]


def _can_come_from(wanted: Sequence[str], sources: Sequence[str]) -> bool:
    """Say whether each wanted card can be another one of the sources, seen or not (augmenting paths)."""
    taken: dict[int, int] = {}
    return all(_place(number, wanted, sources, taken, set()) for number in range(len(wanted)))


def _place(number: int, wanted: Sequence[str], sources: Sequence[str], taken: dict[int, int], tried: set[int]) -> bool:
    """Find a source for one wanted card, moving others if need be."""
    for source, card in enumerate(sources):
        if source in tried or not _could_be(wanted[number], card):
            continue
        tried.add(source)
        if source not in taken or _place(taken[source], wanted, sources, taken, tried):
            taken[source] = number
            return True
    return False


def _could_be(card: str, other: str) -> bool:
    """Say whether two words, seen or not, can stand for the same card."""
    if "JK" in (card, other):
        return card == other or "??" in (card, other)
    return all(one == two or "?" in (one, two) for one, two in zip(card, other, strict=True))


def _surely(card: str, trumps: Collection[str]) -> bool:
    """Say whether a word is a trump whatever card it stands for: `?S` with spades, never `??`."""
    suits, ranks = ("CDHS" if card[1] == "?" else card[1]), ("A23456789TJQK" if card[0] == "?" else card[0])
    return card in trumps or all(rank + suit in trumps for rank in ranks for suit in suits)


def _seen(cards: Iterable[str]) -> list[str]:
    """Leave out the cards that were not seen, or half."""
    return [card for card in cards if "?" not in card]


# Contracts


class Offence(NamedTuple):
    """What somebody pays for: a value of `revoke_penalty`, who did it, in which trick (1 to 5; 0 before the lead)."""

    kind: str
    seat: int
    trick: int


@dataclass(frozen=True)
class _Hand:
    """A hand of an auction game that was played to its end."""

    options: Options
    sides: list[list[int]]
    players: int
    bidder: int | None
    amount: Known
    jink: int | None
    takers: list[int]
    took: list[int]
    before: Sequence[Known]
    offences: Sequence[Offence]

    @property
    def bidding(self) -> int | None:
        """Name the side of the bidder."""
        return None if self.bidder is None else _side_of(self.bidder, self.sides)

    @property
    def sweep(self) -> bool:
        """Say whether the bidder's side took all five tricks."""
        return set(self.takers) == {self.bidding}


def score_contract(
    options: Options,
    *,
    sides: Sides,
    seats: Sequence[int],
    bidder: int | None,
    amount: Known,
    jink: int | None,
    winners: Sequence[int],
    tricks: Sequence[Sequence[str]],
    trump: str,
    before: Sequence[Known],
    offences: Sequence[Offence] = (),
) -> tuple[list[int], list[Known]]:
    """Give what each side took in tricks and the points of the hand (5.5, K38, K39; 6; decisions "Contract").

    `jink` is the seat that called a jink before the first lead, `winners` are the seats that won the five tricks,
    `tricks` their cards, `before` the totals before the hand, `offences` the penalties that apply. A redeal scores 0.
    """
    hand = _hand(options, sides, seats, bidder, amount, jink, winners, tricks, trump, before, offences)
    if _kinds(offences, "redeal"):
        return hand.took, [0 for _ in hand.sides]
    points = [_points_of_side(hand, side) for side in range(len(hand.sides))]
    return hand.took, [_less_penalties(hand, side, points[side]) for side in range(len(hand.sides))]


def contract_made(
    options: Options,
    *,
    sides: Sides,
    seats: Sequence[int],
    bidder: int | None,
    amount: Known,
    jink: int | None,
    winners: Sequence[int],
    tricks: Sequence[Sequence[str]],
    trump: str,
    before: Sequence[Known],
    offences: Sequence[Offence] = (),
) -> bool | None:
    """Say whether the bid was made, `None` where that is not known or the hand is void (5.5, "made"; S04)."""
    hand = _hand(options, sides, seats, bidder, amount, jink, winners, tricks, trump, before, offences)
    return None if _kinds(offences, "redeal") else _made(hand)


def _hand(
    options: Options,
    sides: Sides,
    seats: Sequence[int],
    bidder: int | None,
    amount: Known,
    jink: int | None,
    winners: Sequence[int],
    tricks: Sequence[Sequence[str]],
    trump: str,
    before: Sequence[Known],
    offences: Sequence[Offence],
) -> _Hand:
    """Count the tricks of a hand: five points each, the bonus with them (5.5, "trick points"; K39)."""
    if len(winners) != TRICKS_IN_A_HAND:
        raise ValueError("the hand is not over")
    lists = _lists(sides)
    takers = [_side_of(seat, lists) for seat in winners]
    bonus = _bonus(options, takers, tricks, trump)
    gains = takers if bonus is None else [*takers, bonus]
    took = [POINTS_A_TRICK * gains.count(side) for side in range(len(lists))]
    return _Hand(options, lists, len(seats), bidder, amount, jink, takers, took, before, offences)


def _bonus(options: Options, takers: list[int], tricks: Sequence[Sequence[str]], trump: str) -> int | None:
    """Say which side has the five of the bonus; auction games count by the trick always (5.5, K39; S16)."""
    by_tricks = {**options, "hand_scoring": "per_trick"}
    return _bonus_side(by_tricks, takers, tricks, trump_order(trump, options), _top_four(trump))


def _made(hand: _Hand) -> bool | None:
    """Say whether the bidder's side has made its bid; a jink and 60 need all five tricks (5.5; K38)."""
    if hand.bidding is None:
        return None
    if any(_side_of(offence.seat, hand.sides) == hand.bidding for offence in _kinds(hand.offences, "lose_bid")):
        return False
    if hand.amount is None:
        return None
    if hand.amount == 60 or _is_jink(hand):
        return hand.sweep
    return hand.sweep or hand.took[hand.bidding] >= hand.amount


def _is_jink(hand: _Hand) -> bool:
    """Say whether the contract is a jink: a bid of 30, or called upon a bid of 20 or more (5.5, K38; `jink_mode` 7)."""
    if hand.amount is None:
        return False
    if hand.options["jink_mode"] == "bid_30":
        return hand.amount == 30
    if hand.options["jink_mode"] != "declared" or hand.jink is None:
        return False
    return hand.amount >= 20 and _side_of(hand.jink, hand.sides) == hand.bidding


def _points_of_side(hand: _Hand, side: int) -> Known:
    """Score a side without what penalties take off (5.5; decisions "Contract")."""
    if hand.bidding is None:
        return None
    made = _made(hand)
    if side != hand.bidding:
        return _points_of_others(hand, side, made)
    if hand.amount is None or made is None:
        return None
    return _gain(hand, hand.amount) if made else -_loss(hand, hand.amount)


def _points_of_others(hand: _Hand, side: int, made: bool | None) -> Known:
    """Score a side that did not bid: its tricks, or nothing if pegging is blocked (5.5, JIT; S14)."""
    if hand.options["peg_block_at_100"] == "off" or made is False:
        return hand.took[side]
    before = hand.before[side]
    if hand.took[side] == 0 or (before is not None and before < HUNDRED):
        return hand.took[side]
    return 0 if made and before is not None else None


def _gain(hand: _Hand, amount: int) -> int:
    """Score a bid that was made (5.5, "30 / jink"; S05, S11)."""
    assert hand.bidding is not None
    if amount == 60:
        return 60
    if not _is_jink(hand):
        return hand.took[hand.bidding]
    if hand.options["jink_mode"] == "bid_30" and hand.players == 2:
        return 30
    return _jink_points(hand.options)[0]


def _loss(hand: _Hand, amount: int) -> int:
    """Say what a lost bid costs (5.5, "failed", "30 / jink"; S05)."""
    return _jink_points(hand.options)[1] if _is_jink(hand) and amount != 60 else amount


def _jink_points(options: Options) -> tuple[int, int]:
    """Read what a jink earns and what it costs (`jink_points` 7)."""
    won, lost = str(options["jink_points"]).split("/")
    return int(won), -int(lost)


# Penalties


def revoke_cost(options: Options, *, marked: bool, finding: str | None = None, kind: str | None = None) -> str:
    """Say which penalty a revoke costs, `none` if it costs nothing (6; decisions "Penalties").

    `marked` says that the table noted it as irregular; `finding` and `kind` are those of the ruling on the place.
    """
    if finding in ("no-fault", "accepted"):
        return "none"
    if kind is not None:
        return kind
    return str(options["revoke_penalty"]) if marked or finding == "revoke" else "none"


def misdeal_points(options: Options, *, sides: Sides, dealer: int) -> list[int]:
    """Give the points of a misdeal in a point game (6, GPL 4; decisions "Penalties")."""
    fine = 4 if options["misdeal_penalty"] == "fine_four" else 0
    return [-fine if dealer in side else 0 for side in sides]


def misdeal_chips(options: Options, *, stake: int) -> int:
    """Say what the dealer of a misdeal pays into the pool (6, WOLD, GPL 4; decisions "Penalties")."""
    return {"redeal": 0, "forfeit_stake": stake, "fine_four": 4}[str(options["misdeal_penalty"])]


def _less_penalties(hand: _Hand, side: int, points: Known) -> Known:
    """Take off what the penalties of a side cost; a lost contract stays lost (6; decisions "Penalties")."""
    if _of_side(hand.offences, "lose_hand_points", side, hand.sides):
        if points is None:
            return None if hand.bidding in (None, side) else 0
        return min(points, 0)
    fines = POINTS_A_TRICK * len(_tricks_lost(hand.offences, side, hand.sides, hand.takers))
    return points if points is None or points <= 0 else max(0, points - fines)


def _tricks_lost(offences: Sequence[Offence], side: int, sides: list[list[int]], takers: Sequence[int]) -> set[int]:
    """List the tricks taken by a side that do not count for it (6, S4)."""
    lost = [*_of_side(offences, "lose_trick_points", side, sides), *_of_side(offences, "lose_bid", side, sides)]
    return {o.trick for o in lost if 1 <= o.trick <= len(takers) and takers[o.trick - 1] == side}


def _kinds(offences: Sequence[Offence], kind: str) -> list[Offence]:
    """List the offences with this penalty."""
    return [offence for offence in offences if offence.kind == kind]


def _of_side(offences: Sequence[Offence], kind: str, side: int, sides: list[list[int]]) -> list[Offence]:
    """List the offences of a side with this penalty."""
    return [offence for offence in _kinds(offences, kind) if offence.seat in sides[side]]


def _winner_by_lost_set(offences: Sequence[Offence], sides: list[list[int]], totals: Sequence[Known]) -> Known:
    """Say who wins because others have lost the game: the best of those left (6, GPL 2; decisions "Penalties")."""
    left = [side for side in range(len(sides)) if not _of_side(offences, "lose_set", side, sides)]
    return _best_known(left, totals)


def _best_known(candidates: Sequence[int], totals: Sequence[Known]) -> Known:
    """Name the side with the most points; nobody if that is shared, or a total that matters is not known."""
    if len(candidates) == 1:
        return candidates[0]
    known = [-(10**6) if total is None else total for total in totals]
    if not candidates or any(totals[side] is None for side in candidates):
        return None
    return _highest(list(candidates), known)


# The end of an auction game


@dataclass(frozen=True)
class _End:
    """The table after a hand of an auction game."""

    options: Options
    target: int
    bidding: int | None
    dealing: int
    before: Sequence[Known]
    totals: list[Known]
    gains: Sequence[int]


def game_after(
    options: Options,
    *,
    sides: Sides,
    dealer: int,
    bidder: int | None,
    made: bool | None,
    before: Sequence[Known],
    points: Sequence[Known],
    winners: Sequence[int],
    tricks: Sequence[Sequence[str]],
    trump: str,
    lost: Sequence[int] = (),
    offences: Sequence[Offence] = (),
) -> tuple[list[Known], int | None]:
    """Give the totals after a hand of an auction game and the side that has won (5.5; decisions "End of a game").

    `made` and `points` are those of `contract_made` and `score_contract`, `lost` counts the contracts that each side
    has lost in this game, this hand included. Nobody has won as long as that is not known. An auction that was thrown
    in has no winners of tricks.
    """
    lists = _lists(sides)
    totals = [None if old is None or new is None else old + new for old, new in zip(before, points, strict=True)]
    if not winners or _kinds(offences, "redeal"):
        return totals, None
    if _kinds(offences, "lose_set"):
        return totals, _winner_by_lost_set(offences, lists, totals)
    if options["set_limit"] != "none" and any(sets >= int(str(options["set_limit"])) for sets in lost):
        left = [side for side, sets in enumerate(lost) if sets < int(str(options["set_limit"]))]
        return totals, _best_known(left, totals)
    bidding = None if bidder is None else _side_of(bidder, lists)
    gains = _gains_in_time(options, lists, points, winners, tricks, trump)
    end = _End(options, _number(options, "target"), bidding, _side_of(dealer, lists), before, totals, gains)
    return totals, _winner(end, made)


def _gains_in_time(
    options: Options,
    sides: list[list[int]],
    points: Sequence[Known],
    winners: Sequence[int],
    tricks: Sequence[Sequence[str]],
    trump: str,
) -> list[int]:
    """List who gained five points after five points, the bonus last (5.5; DAI).

    A side that did not score just what it took is left out: what it has, it has at the end of the hand.
    """
    takers = [_side_of(seat, sides) for seat in winners]
    bonus = _bonus(options, takers, tricks, trump)
    gains = takers if bonus is None else [*takers, bonus]
    return [side for side in gains if points[side] == POINTS_A_TRICK * gains.count(side)]


def _winner(end: _End, made: bool | None) -> int | None:
    """Say who has won by points (5.5, "both pass the target"; S07, S08, S10; K42)."""
    if end.options["must_bid_out"] == "on":
        return end.bidding if made and _is_there(end, end.bidding) else None
    by_bidder = end.options["count_order"] in ("bidder_first", "goer_then_first_past_post")
    if by_bidder and _is_there(end, end.bidding):
        return end.bidding
    if any(total is None for total in end.totals):
        return None
    at_target = [side for side in range(len(end.totals)) if _is_there(end, side)]
    if len(at_target) < 2:
        return at_target[0] if at_target else None
    if end.options["count_order"] in ("first_in_time", "goer_then_first_past_post"):
        return _first_there(end, at_target)
    if end.options["count_order"] == "non_dealer_first":
        return _top(end, [side for side in at_target if side != end.dealing])
    return _top(end, at_target)


def _is_there(end: _End, side: int | None) -> bool:
    """Say whether a side is known to have reached the target."""
    total = None if side is None else end.totals[side]
    return total is not None and total >= end.target


def _top(end: _End, candidates: Sequence[int]) -> int | None:
    """Name the side with the most points; level sides play on, or the first past the post wins (5.5, `tie`; K42)."""
    best = max(total for side in candidates if (total := end.totals[side]) is not None)
    level = [side for side in candidates if end.totals[side] == best]
    if len(level) == 1:
        return level[0]
    return _first_there(end, level) if end.options["tie"] == "first_past_post" else None


def _first_there(end: _End, candidates: Sequence[int]) -> int | None:
    """Say which of these sides got to the target first, five points after five points (5.5, DAI; S10).

    Who was there before the hand was there first; who gets there with other points than those of tricks is last.
    """
    running = {side: total for side in candidates if (total := end.before[side]) is not None}
    there = [side for side, total in running.items() if total >= end.target]
    for side in () if there else end.gains:
        if side in running:
            running[side] += POINTS_A_TRICK
            if running[side] >= end.target:
                return side
    late = there or candidates
    return late[0] if len(late) == 1 else None


# Twenty-Five and Forty-Five: five tricks that win the game, penalties


class PointsGame(NamedTuple):
    """A hand of a point game without auction: its points, the totals after it, who won the game, the next start."""

    points: list[int]
    totals: list[int]
    won: int | None
    carried: list[int]


def points_game(
    options: Options,
    *,
    sides: Sides,
    dealer: int,
    before: list[int],
    winners: Sequence[int],
    tricks: Sequence[Sequence[str]],
    trump: str,
    demoted: bool = False,
    offences: Sequence[Offence] = (),
) -> PointsGame:
    """Score a hand of Twenty-Five or Forty-Five (5.4, "all five in one hand", infomutt; 6).

    As `oracle.score_points`, with `five_tricks` and penalties. `carried` is what the next hand begins with.
    """
    lists = _lists(sides)
    if _kinds(offences, "redeal"):
        return PointsGame([0 for _ in sides], before, None, before)
    points, totals, won = score_points(
        options, sides=lists, dealer=dealer, before=before, winners=list(winners), tricks=tricks, trump=trump,
        demoted=demoted,
    )  # fmt: skip
    swept = _swept(options, lists, winners, offences, won, points)
    takers = [_side_of(seat, lists) for seat in winners]
    if offences:
        order = trump_order(trump, options, demoted)
        bonus = (
            None if len(takers) < TRICKS_IN_A_HAND else _bonus_side(options, takers, tricks, order, _top_four(trump))
        )
        points, totals, won = _rescored(options, lists, takers, bonus, dealer, before, points, offences)
    if _kinds(offences, "lose_set"):
        won, swept = _winner_by_lost_set(offences, lists, totals), False
    if swept:
        return PointsGame(points, totals, takers[0], before)
    return PointsGame(points, totals, won, totals if won is None else [0 for _ in sides])


def _swept(
    options: Options,
    sides: list[list[int]],
    winners: Sequence[int],
    offences: Sequence[Offence],
    won: int | None,
    points: list[int],
) -> bool:
    """Say whether all five tricks of one side win the game (5.4; decisions, `five_tricks`).

    Not if the game was over before the fifth trick, nor for a side whose hand does not count.
    """
    takers = {_side_of(seat, sides) for seat in winners}
    if options["five_tricks"] != "win_game" or len(winners) < TRICKS_IN_A_HAND or len(takers) > 1:
        return False
    ended_early = _trick_by_trick(options) and won is not None and sum(points) < POINTS_A_TRICK * TRICKS_IN_A_HAND
    return not ended_early and not any(_of_side(offences, "lose_hand_points", side, sides) for side in takers)


def _trick_by_trick(options: Options) -> bool:
    """Say whether a game can end in mid-hand (5.4, "end")."""
    by_tricks = options["bonus"] == "none" and options["hand_scoring"] == "per_trick"
    return options["end_check"] == "each_trick" and by_tricks


def _rescored(
    options: Options,
    sides: list[list[int]],
    takers: list[int],
    bonus: int | None,
    dealer: int,
    before: list[int],
    points: list[int],
    offences: Sequence[Offence],
) -> tuple[list[int], list[int], int | None]:
    """Count a hand again without the tricks that penalties take off (6; decisions "Penalties")."""
    dealing = _side_of(dealer, sides)
    nothing = [bool(_of_side(offences, "lose_hand_points", side, sides)) for side in range(len(sides))]
    lost = [_tricks_lost(offences, side, sides, takers) for side in range(len(sides))]
    counting = [not nothing[side] and trick not in lost[side] for trick, side in enumerate(takers, start=1)]
    if _trick_by_trick(options):
        return _recounted(options, takers, counting, dealing, before)
    left = [
        0 if nothing[side] else max(0, points[side] - POINTS_A_TRICK * len(lost[side])) for side in range(len(sides))
    ]
    totals = _add(before, left)
    gains = [side for side, counts in zip(takers, counting, strict=True) if counts]
    kept_bonus = None if bonus is None or nothing[bonus] else bonus
    return left, totals, _winner_after_hand(options, gains, kept_bonus, dealing, before, totals)


def _recounted(
    options: Options, takers: list[int], counting: list[bool], dealing: int, before: list[int]
) -> tuple[list[int], list[int], int | None]:
    """Count trick by trick, some of which count for nobody, until the game is over (5.4; 6)."""
    points = [0 for _ in before]
    for played, (side, counts) in enumerate(zip(takers, counting, strict=True), start=1):
        points[side] += POINTS_A_TRICK if counts else 0
        game = _winner_after_trick(options, _add(before, points), dealing, TRICKS_IN_A_HAND - played)
        if game is not None:
            return points, _add(before, points), game
    return points, _add(before, points), None
