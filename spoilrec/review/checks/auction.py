"""The auction (SR311 to SR320): every call beside the rules, and `bid` beside the calls."""

from collections.abc import Iterator
from typing import Final

import msgspec

from spoilrec.engine.position import NOBODY, UNKNOWN
from spoilrec.record.tokens import seat_letter
from spoilrec.review.bidding import after_calls, bidding_of
from spoilrec.review.case import Case
from spoilrec.review.checks.deal import no_seat
from spoilrec.review.finding import Fact, Finding, Spot, finding
from spoilrec.review.sentences import and_list, rule_names
from spoilrec.review.setting import before
from spoilrec.rules.auction import HOLD, PASS, TEN, Bidding, WhyNotBid, allowed_calls, thrown_in, why_not_bid


def check_auction(case: Case) -> Iterator[Finding]:
    """Everything about the auction of a hand; calls of a hand without rules or dealer are not judged."""
    if case.rules is None or case.rules.game.goal != "auction" or case.replay is None:
        return
    totals = before(case.setting, case.ledger)
    opened = bidding_of(case.rules.options, case.setting, case.reading.dealer, totals)
    yield from _check_calls(case, opened)
    ended = after_calls(opened, case.reading.auction.calls)
    yield from _check_bid(case, opened, ended)
    yield from _check_end(case, ended)


def _check_calls(case: Case, bidding: Bidding) -> Iterator[Finding]:
    auction = case.reading.auction
    words = (case.reading.hand.bids or "").split()
    for (seat, amount), index in zip(auction.calls, auction.places, strict=True):
        width = len(words[0]) if len(words) == len(auction.calls) else 2
        spot = case.spot("bids", index, width, seat=seat, at=f"0{seat_letter(seat)}")
        if seat not in bidding.order:
            yield _not_seated(case, "bids", seat, spot, "called")
            continue
        why = why_not_bid(bidding, seat, amount)
        if why:
            yield _refused(case, bidding, seat, amount, why, spot)
        bidding = after_calls(bidding, [(seat, amount)])


def _not_seated(case: Case, field: str, seat: int, spot: Spot, did: str) -> Finding:
    if seat < len(case.setting.players):
        return finding("SR704", spot, {"seat": seat_letter(seat), "did": did})
    return no_seat(case, field, seat_letter(seat), spot)


_OPTIONS: Final[dict[WhyNotBid, tuple[str, ...]]] = {
    "ladder": ("bids",), "ten": ("bids",), "at-100": ("min_bid_at_100",), "bunker": ("bunker",),
    "forced": ("all_pass",), "hold-off": ("hold",), "hold-not-dealer": ("hold",), "hold-nothing": ("hold",),
}  # fmt: skip
_CODES: Final[dict[WhyNotBid, str]] = {
    "over": "SR317", "not-your-turn": "SR311", "passed": "SR314", "ladder": "SR313", "ten": "SR313", "too-low": "SR312",
    "hold-off": "SR315", "hold-not-dealer": "SR315", "hold-nothing": "SR315", "at-100": "SR316", "bunker": "SR316",
    "forced": "SR316",
}  # fmt: skip


def _refused(case: Case, bidding: Bidding, seat: int, amount: int, why: WhyNotBid, spot: Spot) -> Finding:
    assert case.rules is not None
    if why == "passed" and (seat, PASS) not in bidding.calls:  # out because a hold left the others no say
        why = "not-your-turn"
    facts: dict[str, Fact] = {
        "player": case.full_name(seat),
        "call": call_text(amount),
        "amount": amount,
        "high": bidding.high,
        "due": case.name(bidding.turn) if bidding.turn >= 0 else "nobody",
        "why": _reason(case, bidding, seat, why),
        "rules": rule_names(case.rules, _OPTIONS.get(why, ())),
        "allowed": calls_text(bidding),
    }
    wanted = _WORDS[_CODES[why]]
    return finding(_CODES[why], spot, {name: fact for name, fact in facts.items() if name in wanted})


_WORDS: Final = {
    "SR311": ("player", "call", "due"),
    "SR312": ("player", "amount", "high", "allowed"),
    "SR313": ("player", "amount", "rules", "allowed"),
    "SR314": ("player", "call"),
    "SR315": ("player", "why", "rules", "allowed"),
    "SR316": ("player", "call", "why", "rules", "allowed"),
    "SR317": ("player", "call", "why"),
}


def call_text(amount: int) -> str:
    """Write a call for a reader: `pass`, `hold` or the amount."""
    return {PASS: "pass", HOLD: "hold"}.get(amount, str(amount))


def calls_text(bidding: Bidding) -> str:
    """List what the seat in turn may call."""
    return and_list(map(call_text, allowed_calls(bidding)), "or") or "nothing"


def _reason(case: Case, bidding: Bidding, seat: int, why: WhyNotBid) -> str:
    total = bidding.scores[bidding.order.index(seat)] or 0
    match why:
        case "hold-off":
            return "which these rules do not know"
        case "hold-not-dealer":
            return f"but only the dealer ({case.name(bidding.dealer)}) may"
        case "hold-nothing":
            return "but no bid stands"
        case "at-100":
            return f"with {total} points the least bid is 20"
        case "bunker":
            return f"with {total} points one may only pass"
        case "forced":
            return "everybody else has passed, and he has to bid"
        case "over":
            return _why_over(case, bidding)
        case _:
            return ""


def _why_over(case: Case, bidding: Bidding) -> str:
    if bidding.matched >= 0 and bidding.options.hold == "closes":
        return f"{case.name(bidding.holder)} had held"
    if bidding.all_passed:
        return "everybody had passed"
    if bidding.options.bid_rounds == "once":
        return "everybody calls once"
    return f"all but {case.name(bidding.holder)} had passed"


def _check_bid(case: Case, opened: Bidding, ended: Bidding) -> Iterator[Finding]:
    """`bid` by itself, and beside the calls."""
    bid = case.reading.auction.bid
    if bid is None:
        return
    seat, amount = bid
    spot = case.spot("bid", 0, len(case.reading.hand.bid or ""), seat=seat)
    if seat not in opened.order:
        yield _not_seated(case, "bid", seat, spot, "named trumps")
    elif not ended.calls:
        bare = msgspec.structs.replace(opened, turn=seat)
        why = why_not_bid(bare, seat, amount) if amount != UNKNOWN else None
        if why and why != "forced":
            yield _refused(case, bare, seat, amount, why, spot)
    elif not (ended.turn == NOBODY and thrown_in(ended)) and _contradicts(ended, seat, amount):
        table = f"{case.name(seat)} named trumps{'' if amount == UNKNOWN else f' for {amount}'}"
        engine = f"{case.name(ended.holder)} has it for {ended.high}" if ended.high else "nobody has bid yet"
        yield finding("SR318", spot, {"engine": engine, "table": table})


def _contradicts(bidding: Bidding, seat: int, amount: int) -> bool:
    """Whether `bid` cannot be the end of these calls; calls that were not all noted leave room for more."""
    if bidding.turn == NOBODY:
        return seat != bidding.holder or amount not in (bidding.high, UNKNOWN)
    if (seat, PASS) in bidding.calls or 0 < amount < bidding.high:
        return True
    return amount == bidding.high and seat not in (bidding.holder, bidding.dealer)


def _check_end(case: Case, ended: Bidding) -> Iterator[Finding]:
    """A hand without a contract that was played, and calls that stop."""
    assert case.rules is not None
    reading = case.reading
    over = ended.turn == NOBODY
    stands = bool(reading.tricks or reading.auction.bid)
    lone_ten = (over and ended.high == TEN) or (reading.auction.bid or (0, 0))[1] == TEN
    if (ended.calls and over and thrown_in(ended) and stands) or (lone_ten and stands):
        why = "a bid of 10 that nobody raises does not stand" if lone_ten else "everybody passed"
        yield finding("SR319", case.spot("bids"), {"why": why, "rules": rule_names(case.rules, ("all_pass", "bids"))})
    elif ended.calls and not over and not reading.hand.end:
        yield finding("SR320", case.spot("bids"), {"due": case.name(ended.turn)})
