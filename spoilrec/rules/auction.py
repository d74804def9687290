"""The auction: which calls are allowed, who has won it, and what the hand is worth to each side.

Seats and numbers only; knows no cards. Sources: rules.md 5.5, K36 to K44.
"""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from spoilrec.rules.options import Options
from spoilrec.rules.pool import NOBODY, UNKNOWN

PASS: Final = 0
HOLD: Final = -1
"""What stands for an amount where a player passes, or matches the standing bid."""

WhyNotBid = Literal[
    "over", "not-your-turn", "passed", "ladder", "too-low", "hold-not-dealer", "hold-nothing", "at-100", "bunker", "ten"
]


class Bidding(msgspec.Struct, frozen=True, gc=False):
    """An auction as far as it went.

    `order` are the seats from the dealer's left, the dealer last. `calls` are seat and amount. `high`
    is the standing bid (0 for none) and `holder` its seat; `matched` is the seat whose bid the dealer
    holds (NOBODY for none). `passed` is a bit set of seats; `turn` the seat to call, NOBODY when it is over.
    """

    options: Options
    order: tuple[int, ...]
    scores: tuple[int, ...]
    calls: tuple[tuple[int, int], ...] = ()
    high: int = 0
    holder: int = NOBODY
    matched: int = NOBODY
    passed: int = 0
    turn: int = NOBODY

    @property
    def dealer(self) -> int:
        """The dealer, who calls last."""
        return self.order[-1]


def ladder(options: Options) -> tuple[int, ...]:
    """List the amounts that can be bid."""
    first, last = (int(amount) for amount in options.bids.split("-"))
    return (*range(first, 31, 5), 60) if last == 60 else tuple(range(first, last + 1, 5))


def open_bidding(options: Options, order: Sequence[int], scores: Sequence[int]) -> Bidding:
    """Begin an auction; `scores` are the totals by seat, of the seat's side."""
    return Bidding(options, tuple(order), tuple(scores), turn=order[0])


def why_not_bid(bidding: Bidding, seat: int, amount: int) -> WhyNotBid | None:
    """Say why a call is not allowed, or `None`."""
    if bidding.turn == NOBODY:
        return "over"
    if seat != bidding.turn:
        return "passed" if bidding.passed >> seat & 1 else "not-your-turn"
    if amount == PASS:
        return None
    if amount == HOLD:
        return _why_not_hold(bidding, seat)
    return _why_not_amount(bidding, seat, amount)


def _why_not_hold(bidding: Bidding, seat: int) -> WhyNotBid | None:
    if seat != bidding.dealer or bidding.options.hold == "none":
        return "hold-not-dealer"
    return "hold-nothing" if not bidding.high or bidding.holder == seat else _why_not_score(bidding, seat, bidding.high)


def _why_not_amount(bidding: Bidding, seat: int, amount: int) -> WhyNotBid | None:
    if amount not in ladder(bidding.options):
        return "ladder"
    if amount == 10 and len(bidding.order) != 6:
        return "ten"  # A05: ten is for six players
    if amount <= bidding.high:
        return "too-low"
    return _why_not_score(bidding, seat, amount)


def _why_not_score(bidding: Bidding, seat: int, amount: int) -> WhyNotBid | None:
    score = bidding.scores[seat]
    if bidding.options.bunker == "below_-30" and score < -30:
        return "bunker"
    if bidding.options.min_bid_at_100 == 20 and score >= 100 and amount < 20:
        return "at-100"
    return None


def after_bid(bidding: Bidding, seat: int, amount: int) -> Bidding:
    """Give the auction after a call, allowed or not: what was said at the table was said."""
    high, holder, matched, passed = bidding.high, bidding.holder, bidding.matched, bidding.passed
    if amount == PASS:
        passed |= 1 << seat
    elif amount == HOLD:
        matched, holder = holder, seat
    else:
        high, holder, matched = amount, seat, NOBODY
    calls = (*bidding.calls, (seat, amount))
    after = msgspec.structs.replace(bidding, calls=calls, high=high, holder=holder, matched=matched, passed=passed)
    return msgspec.structs.replace(after, turn=_next_to_call(after, seat))


def _next_to_call(bidding: Bidding, seat: int) -> int:
    options, order = bidding.options, bidding.order
    closed = bidding.matched != NOBODY and options.hold == "closes"
    if closed or (options.bid_rounds == "once" and seat == order[-1]):
        return NOBODY
    if bidding.matched != NOBODY and options.hold == "caller_only":
        return _matched_caller(bidding, seat)
    start = order.index(seat) + 1
    for other in (*order[start:], *order[:start]):
        if not bidding.passed >> other & 1 and other != bidding.holder:
            return other
    return bidding.dealer if _dealer_may_still_hold(bidding, seat) else NOBODY


def _matched_caller(bidding: Bidding, seat: int) -> int:
    """DAI: only the caller whose bid was matched may raise or give way."""
    return NOBODY if bidding.passed >> bidding.matched & 1 or seat == bidding.matched else bidding.matched


def _dealer_may_still_hold(bidding: Bidding, seat: int) -> bool:
    return (
        False
        if seat == bidding.dealer
        else not bidding.passed >> bidding.dealer & 1 and bidding.holder != bidding.dealer
    )


class Contract(msgspec.Struct, frozen=True, gc=False):
    """What was undertaken: who named trumps, the amount (UNKNOWN where not noted), whether a jink was called."""

    bidder: int
    amount: int
    jink: bool = False


def auction_points(
    options: Options,
    contract: Contract,
    bidder_side: int,
    trick_points: Sequence[int],
    tricks: int,
    players: int,
    before: Sequence[int],
) -> tuple[int | None, ...]:
    """Give what each side scores: made, the bidder's side has what it took; set, it loses the bid.

    `tricks` are those of the bidder's side; `before` the totals. `None` where the amount is not known
    and would decide.
    """
    points: list[int | None] = list(trick_points)
    points[bidder_side] = _bidder_points(options, contract, trick_points[bidder_side], tricks, players)
    made = points[bidder_side] is not None and (points[bidder_side] or 0) > 0
    if options.peg_block_at_100 == "on" and made:
        points = [0 if side != bidder_side and before[side] >= 100 else count for side, count in enumerate(points)]
    return tuple(points)


def _bidder_points(options: Options, contract: Contract, took: int, tricks: int, players: int) -> int | None:
    if contract.amount == UNKNOWN:
        return None
    made_value, lost_value = (int(value) for value in options.jink_points.split("/"))
    if contract.amount == 60 or contract.jink:
        return made_value if tricks == 5 else (-60 if contract.amount == 60 else lost_value)
    if took < contract.amount:
        return -contract.amount
    if contract.amount == 30 and options.jink_mode == "bid_30":
        return made_value if players > 2 else 30  # S11: not doubled for two players
    return took
