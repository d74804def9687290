"""The auction of a record: its calls, who must have won it, and what was put out and drawn, as far as it was noted.

Partial auctions are ordinary. What was noted wins over what follows from the calls; where neither
says who named trumps, or for how much, that is unknown and never guessed.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from spoilrec.engine.position import NOBODY, UNKNOWN
from spoilrec.record.lines import Hand
from spoilrec.record.tokens import Slip, parts, read_bid, read_call, words
from spoilrec.review.setting import Setting
from spoilrec.rules.auction import HOLD, PASS, Bidding, Call, after_bid, ladder, open_bidding, thrown_in
from spoilrec.rules.contract import NO_CONTRACT, Contract
from spoilrec.rules.options import Options

Cards = tuple[int, ...]


class Auction(msgspec.Struct, frozen=True, gc=False):
    """What a hand line says of auction and draw.

    `calls` are seat and amount, PASS or HOLD, each with the character of `bids` at which it stands in
    `places`; `gaps` says that there were words that could not be read. `bid` is who named trumps and
    for how much (UNKNOWN for `?`), `None` where not noted. `kitty` are codes of cards. `discard` and
    `draw` have the codes of each chair, `None` for one not noted; they are empty where the field is
    missing.
    """

    calls: tuple[Call, ...] = ()
    places: tuple[int, ...] = ()
    bid: Call | None = None
    kitty: Cards = ()
    discard: tuple[Cards | None, ...] = ()
    draw: tuple[Cards | None, ...] = ()
    gaps: bool = False


NO_AUCTION: Final = Auction()
_CALLS: Final = {"-": PASS, "=": HOLD}


def calls_of(text: str, slips: list[tuple[str, Slip]]) -> tuple[tuple[Call, ...], tuple[int, ...]]:
    """Read `bids`; a word that is no call is left out."""
    calls, places = [], []
    for word in words(text):
        call, found = read_call(word)
        slips += (("bids", slip) for slip in found)
        if call is not None:
            calls.append((call[0], _CALLS[call[1]] if call[1] in _CALLS else int(call[1])))
            places.append(word.index)
    return tuple(calls), tuple(places)


def bid_of(text: str, slips: list[tuple[str, Slip]]) -> Call | None:
    """Read `bid`; `None` where it cannot be read."""
    bids = []
    for word in words(text):
        bid, found = read_bid(word)
        slips += (("bid", slip) for slip in found)
        bids.append(bid)
        if len(bids) > 1:
            slips.append(("bid", Slip(word.index, word.text, "unreadable", "")))
    return bids[0] if len(bids) == 1 else None


def groups(text: str) -> tuple[tuple[int, str], ...]:
    """Split `discard` or `draw`: for each seat the character at which its group begins, and the group."""
    return tuple((part.index, part.text) for part in parts(text))


def has_auction(hand: Hand) -> bool:
    """Say whether a hand line notes anything of an auction or a draw."""
    return bool(hand.bids or hand.bid or hand.kitty or hand.discard or hand.draw)


def bidding_of(options: Options, setting: Setting, dealer: int, totals: Sequence[int | None] | None) -> Bidding:
    """Open the auction of a hand; `totals` by side, `None` where nothing of them is known."""
    order = tuple(sorted(setting.seats, key=lambda seat: (seat - dealer - 1) % len(setting.players)))
    side_of = {seat: number for number, side in enumerate(setting.partnerships) for seat in side}
    scores = tuple(None if totals is None else totals[side_of[seat]] for seat in order)
    partner = next((seat for seat in order if seat != dealer and side_of[seat] == side_of[dealer]), NOBODY)
    return open_bidding(options, order, scores, partner)


def after_calls(bidding: Bidding, calls: Sequence[Call]) -> Bidding:
    """Let all calls be made, allowed or not; those of seats that are not at the table are left out."""
    for seat, amount in calls:
        if seat in bidding.order:
            bidding = after_bid(bidding, seat, amount)
    return bidding


def contract_of(auction: Auction, bidding: Bidding) -> Contract:
    """Give the contract of a hand, from `bid` or else from the calls (`bidding` is the auction after them).

    An amount that `bid` leaves open is taken from calls that end with the same bidder. Where `bid`
    contradicts the calls, and where an amount is none that can be bid, it is not known; nor is a bidder of no seat.
    """
    over = is_over(auction, bidding)
    if auction.bid is None:
        if over and thrown_in(bidding):
            return NO_CONTRACT
        return _known(bidding, bidding.holder, bidding.high) if over else Contract(UNKNOWN, UNKNOWN)
    seat, amount = auction.bid
    if amount == UNKNOWN and over and bidding.holder == seat:
        amount = bidding.high
    if contradicts(auction, bidding):
        return Contract(seat if seat == bidding.holder else UNKNOWN, UNKNOWN)
    return _known(bidding, seat, amount)


def _known(bidding: Bidding, seat: int, amount: int) -> Contract:
    bidder = seat if seat in bidding.order else UNKNOWN  # nobody sits where the record says
    return Contract(bidder, amount if amount in ladder(bidding.options) else UNKNOWN)


def has_gaps(auction: Auction, bidding: Bidding) -> bool:
    """Say whether some call could not be read, or was made by nobody at the table: then the order proves nothing."""
    return auction.gaps or any(seat not in bidding.order for seat, _ in auction.calls)


def is_over(auction: Auction, bidding: Bidding) -> bool:
    """Say whether the calls as noted end the auction."""
    return bool(auction.calls) and bidding.turn == NOBODY and not has_gaps(auction, bidding)


def contradicts(auction: Auction, bidding: Bidding) -> bool:
    """Say whether `bid` cannot be the end of the calls; calls that were not all noted leave room for more."""
    if auction.bid is None or not auction.calls or has_gaps(auction, bidding) or auction.bid[0] not in bidding.order:
        return False
    seat, amount = auction.bid
    if bidding.turn == NOBODY:
        return not thrown_in(bidding) and (seat != bidding.holder or amount not in (bidding.high, UNKNOWN))
    if seat not in (bidding.holder, bidding.turn) and bidding.passed >> seat & 1:
        return True
    if 0 < amount < bidding.high:
        return True
    return amount == bidding.high and seat not in (bidding.holder, bidding.dealer)


def leader_of(options: Options, bidding: Bidding, contract: Contract) -> int:
    """Give who leads to the first trick, UNKNOWN where the bidder is not known and would decide (K36)."""
    order, bidder = bidding.order, contract.bidder
    if options.first_lead == "left_of_dealer":
        return order[0]
    if bidder not in order:
        return UNKNOWN
    return bidder if options.first_lead == "bidder" else order[(order.index(bidder) + 1) % len(order)]
