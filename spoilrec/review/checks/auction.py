"""The auction (SR311 to SR320): every call beside the rules, and `bid` beside the calls.

One slip is told once: after a call that was refused, what merely follows from it is not told again.
Where a call could not be read, the order of the others proves nothing.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from spoilrec.engine.position import NOBODY, UNKNOWN
from spoilrec.record.tokens import seat_letter
from spoilrec.review.bidding import after_calls, bidding_of, contradicts, has_gaps
from spoilrec.review.case import Case
from spoilrec.review.checks.deal import no_seat
from spoilrec.review.finding import Fact, Finding, Spot, finding
from spoilrec.review.setting import before
from spoilrec.review.words.sentences import and_list, rule_names
from spoilrec.rules.auction import HOLD, PASS, TEN, Bidding, WhyNotBid, allowed_calls, thrown_in, why_not_bid


def check_auction(case: Case) -> Iterator[Finding]:
    """Everything about the auction of a hand; calls of a hand without rules or dealer are not judged."""
    if case.rules is None or case.rules.game.goal != "auction" or case.replay is None:
        return
    auction = case.reading.auction
    if not auction.calls and auction.bid is None:
        return
    opened = bidding_of(case.rules.options, case.setting, case.reading.dealer, before(case.setting, case.ledger))
    ended = after_calls(opened, auction.calls)
    told = list(_check_calls(case, opened))
    yield from told
    told += (told_bid := list(_check_bid(case, opened, ended)))
    yield from told_bid
    if contradicts(auction, ended) and not told:
        yield _differs(case, ended)
    elif not told and not has_gaps(auction, opened):
        yield from _check_end(case, ended)


def _check_calls(case: Case, bidding: Bidding) -> Iterator[Finding]:
    """Every call that was not allowed; of those after the end only the first, and no pass said twice."""
    gaps, late, over = has_gaps(case.reading.auction, bidding), set[int](), False
    for (seat, amount), index in zip(case.reading.auction.calls, case.reading.auction.places, strict=True):
        spot = _call_spot(case, seat, index)
        if seat not in bidding.order:
            yield _not_seated(case, "bids", seat, spot, "called")
            continue
        why = why_not_bid(bidding, seat, amount)
        harmless = amount == PASS and why in ("over", "not-your-turn") and (why == "over" or _has_passed(bidding, seat))
        if why == "not-your-turn" and seat in late:
            harmless = True  # the call that was due, noted after the one that came too early
        elif why == "not-your-turn":
            late.add(bidding.turn)
        harmless = harmless or (gaps and why in ("over", "not-your-turn")) or (over and why == "over")
        over = over or why == "over"
        if why and not harmless:
            yield _refused(case, bidding, seat, amount, why, spot)
        bidding = after_calls(bidding, [(seat, amount)])


def _call_spot(case: Case, seat: int, index: int) -> Spot:
    word = (case.reading.hand.bids or "")[index:].split()[:1]
    return case.spot("bids", index, len(word[0]) if word else 1, seat=seat, at=f"0{seat_letter(seat)}")


def _has_passed(bidding: Bidding, seat: int) -> bool:
    return (seat, PASS) in bidding.calls


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
_FACTS: Final = {
    "SR311": ("player", "did", "why"),
    "SR312": ("player", "amount", "high", "allowed"),
    "SR313": ("player", "amount", "why", "rules", "allowed"),
    "SR314": ("player", "did"),
    "SR315": ("player", "why", "rules", "allowed"),
    "SR316": ("player", "did", "why", "rules", "allowed"),
    "SR317": ("player", "did", "why"),
}


def _refused(case: Case, bidding: Bidding, seat: int, amount: int, why: WhyNotBid, spot: Spot) -> Finding:
    assert case.rules is not None
    if why == "passed" and not _has_passed(bidding, seat):  # out because a hold left the others no say
        why = "not-your-turn"
    facts: dict[str, Fact] = {
        "player": case.full_name(seat),
        "did": {PASS: "passed", HOLD: "held"}.get(amount, f"bid {amount}"),
        "amount": amount,
        "high": _standing(case, bidding, seat, amount),
        "why": _reason(case, bidding, seat, why),
        "rules": rule_names(case.rules, _OPTIONS.get(why, ())),
        "allowed": calls_text(bidding, bare=spot.at == ""),
    }
    return finding(_CODES[why], spot, {name: facts[name] for name in _FACTS[_CODES[why]]})


def _standing(case: Case, bidding: Bidding, seat: int, amount: int) -> str:
    stood = f"{case.name(bidding.holder)}'s {bidding.high} stood" if bidding.holder >= 0 else f"{bidding.high} stood"
    if amount != bidding.high:
        return stood
    if bidding.dealer == seat and bidding.options.hold != "none":
        return f"{stood}; a hold is written {seat_letter(seat)}="
    return f"{stood}; only the dealer may match it, by a hold"


def call_text(amount: int) -> str:
    """Write a call for a reader: `pass`, `hold` or the amount."""
    return {PASS: "pass", HOLD: "hold"}.get(amount, str(amount))


def calls_text(bidding: Bidding, *, bare: bool = False) -> str:
    """List what the seat in turn may call; `bare` lists only what `bid` can hold."""
    calls = [call for call in allowed_calls(bidding) if call > 0 or not bare]
    return and_list(map(call_text, calls), "or") or "nothing"


def _reason(case: Case, bidding: Bidding, seat: int, why: WhyNotBid) -> str:
    total = bidding.scores[bidding.order.index(seat)] or 0
    dealer = case.name(bidding.dealer)
    match why:
        case "forced":
            return _why_forced(bidding)
        case "over":
            return _why_over(case, bidding)
        case "not-your-turn":
            only = bidding.matched >= 0 and bidding.options.hold == "caller_only"
            due = case.name(bidding.turn)
            return f"after the hold only {due} may raise" if only else f"it was the turn of {due}"
    return {
        "hold-off": "which these rules do not know",
        "hold-not-dealer": f"but only the dealer ({dealer}) may",
        "hold-nothing": "but no bid stands",
        "at-100": f"with {total} points the least bid is 20",
        "bunker": f"with {total} points one may only pass",
        "ten": "ten is only for six players",
        "ladder": "these rules do not know that bid",
    }.get(why, "")


def _why_forced(bidding: Bidding) -> str:
    if bidding.options.all_pass == "dealer_partner_min":
        return "everybody has passed, and as the dealer's partner he has to bid the least"
    return "everybody else has passed, and the dealer has to bid"


def _why_over(case: Case, bidding: Bidding) -> str:
    if bidding.matched >= 0 and bidding.options.hold == "closes":
        return f"{case.name(bidding.holder)} had held"
    if bidding.all_passed:
        return "everybody had passed"
    if bidding.options.bid_rounds == "once":
        return "everybody calls once"
    return f"all but {case.name(bidding.holder)} had passed"


def _check_bid(case: Case, opened: Bidding, ended: Bidding) -> Iterator[Finding]:
    """`bid` by itself: its seat, and where no calls are noted its amount."""
    bid = case.reading.auction.bid
    if bid is None:
        return
    seat, amount = bid
    spot = case.spot("bid", 0, len(case.reading.hand.bid or ""), seat=seat)
    if seat not in opened.order:
        yield _not_seated(case, "bid", seat, spot, "named trumps")
    elif not ended.calls and amount != UNKNOWN:
        bare = msgspec.structs.replace(opened, turn=seat)
        why = why_not_bid(bare, seat, amount)
        if why and why != "forced":
            yield _refused(case, bare, seat, amount, why, spot)


def _differs(case: Case, ended: Bidding) -> Finding:
    assert case.reading.auction.bid is not None
    seat, amount = case.reading.auction.bid
    table = f"{case.name(seat)} named trumps{'' if amount == UNKNOWN else f' for {amount}'}"
    engine = f"{case.name(ended.holder)} has it for {ended.high}" if ended.high else "nobody has bid yet"
    spot = case.spot("bid", 0, len(case.reading.hand.bid or ""), seat=seat)
    return finding("SR318", spot, {"engine": engine, "table": table})


def _check_end(case: Case, ended: Bidding) -> Iterator[Finding]:
    """A hand without a contract that was played, and calls that stop."""
    assert case.rules is not None
    reading = case.reading
    over, bid = ended.turn == NOBODY, reading.auction.bid
    lone_ten = (over and ended.high == TEN) or (bid is not None and bid[1] == TEN)
    nothing_stands = lone_ten or (bool(ended.calls) and over and thrown_in(ended))
    if nothing_stands and (reading.tricks or bid):
        facts: dict[str, Fact] = {
            "why": "a bid of 10 that nobody raises does not stand" if lone_ten else "everybody passed",
            "rules": rule_names(case.rules, ("all_pass", "bids")),
            "remedy": "`bids` and `bid` contradict each other." if bid else "Note in `bid` who named trumps.",
        }
        field = "bids" if reading.hand.bids else "bid"
        yield finding("SR319", case.spot(field, 0, len(getattr(reading.hand, field) or "")), facts)
    elif ended.calls and not over and not reading.hand.end:
        yield finding("SR320", case.spot("bids"), {"due": case.name(ended.turn)})
