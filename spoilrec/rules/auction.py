"""The auction: which calls are allowed, whose turn it is, and who has won it.

Seats and numbers only; knows no cards. Sources: rules.md 5.5, K36, K37, K44.
"""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from spoilrec.rules.options import Options
from spoilrec.rules.pool import NOBODY

PASS: Final = 0
"""Stands for an amount where a player passes."""
HOLD: Final = -1
"""Stands for an amount where the dealer matches the standing bid."""
TEN: Final = 10
PLAYERS_FOR_TEN: Final = 6
LEAST_TO_BID: Final = -30
"""Below so many points `bunker` keeps a side from bidding."""
NEAR_HOME: Final = 100
"""With so many points `min_bid_at_100` asks a side for more."""

Call = tuple[int, int]
"""A call: seat, and amount, PASS or HOLD."""

WhyNotBid = Literal[
    "over", "not-your-turn", "passed", "ladder", "ten", "too-low", "hold-off", "hold-not-dealer", "hold-nothing",
    "at-100", "bunker", "forced",
]  # fmt: skip


class Bidding(msgspec.Struct, frozen=True, gc=False):
    """An auction as far as it went.

    `order` are the seats from the dealer's left, the dealer last; `partner` is the dealer's, NOBODY
    for none. `scores` are the totals by place in `order`, of the side of each, `None` where not known.
    `calls` are all calls so far. `high` is the standing bid (0 for none), `holder` its seat, and
    `matched` the seat whose bid the dealer holds (NOBODY for none). `passed` is a bit set of seats;
    `turn` the seat to call, NOBODY when the auction is over.
    """

    options: Options
    order: tuple[int, ...]
    scores: tuple[int | None, ...]
    partner: int = NOBODY
    calls: tuple[Call, ...] = ()
    high: int = 0
    holder: int = NOBODY
    matched: int = NOBODY
    passed: int = 0
    turn: int = NOBODY

    @property
    def dealer(self) -> int:
        """The dealer, who calls last."""
        return self.order[-1]

    @property
    def all_passed(self) -> bool:
        """Whether nobody has bid and everybody has passed."""
        return not self.high and all(self.passed >> seat & 1 for seat in self.order)


def ladder(options: Options) -> tuple[int, ...]:
    """List the amounts that can be bid, ascending."""
    first, last = (int(amount) for amount in options.bids.split("-"))
    fives = tuple(range(first, 31, 5))
    return (*fives, last) if last > fives[-1] else fives


def contract_amounts(options: Options) -> tuple[int, ...]:
    """List the amounts of a bid that can stand last, ascending: a ten must be raised (A02)."""
    return tuple(amount for amount in ladder(options) if amount > TEN)


def open_bidding(
    options: Options, order: Sequence[int], scores: Sequence[int | None], partner: int = NOBODY
) -> Bidding:
    """Begin an auction."""
    return Bidding(options, tuple(order), tuple(scores), partner, turn=order[0])


def why_not_bid(bidding: Bidding, seat: int, amount: int) -> WhyNotBid | None:
    """Say why a call is not allowed, or `None`. Scores that are not known refuse nothing."""
    if bidding.turn == NOBODY:
        return "over"
    if seat != bidding.turn:
        return "passed" if bidding.passed >> seat & 1 and amount != PASS else "not-your-turn"
    if _must_bid(bidding, seat):
        return _why_not_forced(bidding, seat, amount)
    if amount == PASS:
        return None
    if amount == HOLD:
        return _why_not_hold(bidding, seat) or _why_not_score(bidding, seat, bidding.high)
    return _why_not_amount(bidding, amount) or _why_not_score(bidding, seat, amount)


def allowed_calls(bidding: Bidding) -> tuple[int, ...]:
    """List the calls that the seat in turn may make: PASS, HOLD, then amounts; none when the auction is over."""
    calls = (PASS, HOLD, *ladder(bidding.options))
    return tuple(call for call in calls if why_not_bid(bidding, bidding.turn, call) is None)


def _must_bid(bidding: Bidding, seat: int) -> bool:
    """Where everybody else passed: the dealer under `dealer_forced_15`, then his partner under `dealer_partner_min`."""
    if bidding.high:
        return False
    if bidding.options.all_pass == "dealer_partner_min":
        return bidding.all_passed and seat == bidding.partner
    if bidding.options.all_pass != "dealer_forced_15" or seat != bidding.dealer:
        return False
    return all(bidding.passed >> other & 1 for other in bidding.order[:-1])


def _why_not_forced(bidding: Bidding, seat: int, amount: int) -> WhyNotBid | None:
    """The dealer bids what he likes above ten, which would not stand; his partner the least; neither may pass."""
    if amount in (PASS, HOLD, TEN):
        return "forced"
    if bidding.options.all_pass == "dealer_partner_min":
        return None if amount == contract_amounts(bidding.options)[0] else "forced"
    why = _why_not_amount(bidding, amount) or _why_not_score(bidding, seat, amount)
    return None if why == "bunker" else why


def _why_not_hold(bidding: Bidding, seat: int) -> WhyNotBid | None:
    if bidding.options.hold == "none":
        return "hold-off"
    if seat != bidding.dealer:
        return "hold-not-dealer"
    return None if bidding.high else "hold-nothing"


def _why_not_amount(bidding: Bidding, amount: int) -> WhyNotBid | None:
    if amount not in ladder(bidding.options):
        return "ladder"
    if not _is_for_this_table(bidding, amount):
        return "ten"
    return "too-low" if amount <= bidding.high else None


def _is_for_this_table(bidding: Bidding, amount: int) -> bool:
    return amount != TEN or len(bidding.order) == PLAYERS_FOR_TEN


def _why_not_score(bidding: Bidding, seat: int, amount: int) -> WhyNotBid | None:
    score = bidding.scores[bidding.order.index(seat)]
    if score is None:
        return None
    if bidding.options.bunker == "below_-30" and score < LEAST_TO_BID:
        return "bunker"
    least = bidding.options.min_bid_at_100
    return "at-100" if least != "none" and score >= NEAR_HOME and amount < least else None


def after_bid(bidding: Bidding, seat: int, amount: int) -> Bidding:
    """Give the auction after a call, allowed or not: what was said at the table was said.

    A bid that does not raise changes nothing but whose turn it is; nor does a hold of nothing, or by
    somebody who does not deal. A dealer who names the standing amount holds it. When the auction is
    over, and for who passes again, nothing changes.
    """
    calls = (*bidding.calls, (seat, amount))
    if bidding.turn == NOBODY or (amount == PASS and bidding.passed >> seat & 1):
        return msgspec.structs.replace(bidding, calls=calls)
    if 0 < amount == bidding.high and seat == bidding.dealer != bidding.holder and bidding.options.hold != "none":
        amount = HOLD
    if amount == PASS:
        after = msgspec.structs.replace(bidding, calls=calls, passed=bidding.passed | 1 << seat)
    elif amount == HOLD and bidding.high and seat == bidding.dealer:
        passed = bidding.passed
        if bidding.options.hold == "caller_only":  # DAI: only the matched caller may raise or give way
            passed |= sum(1 << other for other in bidding.order if other not in (seat, bidding.holder))
        after = msgspec.structs.replace(bidding, calls=calls, matched=bidding.holder, holder=seat, passed=passed)
    elif amount > max(bidding.high, 0):
        after = msgspec.structs.replace(bidding, calls=calls, high=amount, holder=seat, matched=NOBODY)
    else:
        after = msgspec.structs.replace(bidding, calls=calls)
    return msgspec.structs.replace(after, turn=_next_to_call(after, seat))


def _next_to_call(bidding: Bidding, seat: int) -> int:
    options, order = bidding.options, bidding.order
    if bidding.all_passed:
        partner_due = options.all_pass == "dealer_partner_min" and len(bidding.calls) == len(order)
        return bidding.partner if partner_due else NOBODY
    held = bidding.matched != NOBODY
    last = seat == bidding.dealer or len(bidding.calls) > len(order)
    if (held and options.hold == "closes") or (options.bid_rounds == "once" and last):
        return NOBODY
    start = order.index(seat) + 1
    after = (*order[start:], *order[:start])
    return next((one for one in after if not bidding.passed >> one & 1 and one != bidding.holder), NOBODY)


def thrown_in(bidding: Bidding) -> bool:
    """Say whether the auction is over without a contract: nobody bid, or a ten was not raised (A02)."""
    return bidding.turn == NOBODY and bidding.high <= TEN
