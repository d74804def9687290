"""Columns of a jink: who tried for all five tricks, whether he made it, what that was worth."""

from spoilrec.archive.tables.results import is_whole
from spoilrec.engine.position import NOBODY, UNKNOWN
from spoilrec.review.case import Case
from spoilrec.review.outcome import Result
from spoilrec.rules.contract import THIRTY
from spoilrec.rules.pool import TRICKS


def jinker_of(case: Case) -> tuple[int, bool | None]:
    """Give who tried for all five tricks (NOBODY, UNKNOWN) and whether he made it."""
    result, goal = case.result, case.rules.game.goal if case.rules else ""
    if result is None or case.rules is None or goal not in ("pool", "auction"):
        return UNKNOWN, None
    if case.replay is None or case.trump < 0:
        return (NOBODY if result.void or result.thrown_in else UNKNOWN), None
    if goal == "auction":
        return _jinker_of_contract(case)
    jinker = case.replay.last.rights.jinker
    if result.jink in ("made", "lost"):
        noted = case.reading.jinks[0][0] if case.reading.jinks else UNKNOWN
        return (jinker if jinker >= 0 else noted), result.jink == "made"
    if jinker >= 0:
        return jinker, None
    return (NOBODY if _nobody_tried(case, result) else UNKNOWN), None


def _nobody_tried(case: Case, result: Result) -> bool:
    """A call would have been noted; playing on, where that is the jink, shows only in the play."""
    assert case.rules is not None and case.replay is not None
    options = case.rules.options
    if options.jink_mode != "by_playing_on":
        return options.jink_mode == "off" or result.won != UNKNOWN
    first = {*case.replay.last.winners[: options.tricks_to_win]} - {UNKNOWN}
    return result.won != UNKNOWN and (is_whole(case) or len(first) > 1)


def _jinker_of_contract(case: Case) -> tuple[int, bool | None]:
    assert case.replay is not None and case.rules is not None
    last, mode = case.replay.last, case.rules.options.jink_mode
    jinker, contract = last.rights.jinker, last.table.contract
    if jinker < 0 and mode == "bid_30":
        jinker = contract.bidder if contract.amount == THIRTY else UNKNOWN if contract.amount == UNKNOWN else NOBODY
    elif jinker < 0 and mode == "declared" and contract.bidder == UNKNOWN and not case.reading.tricks:
        jinker = UNKNOWN  # nothing of the hand was noted
    takers = [last.table.side_of[seat] if seat >= 0 else UNKNOWN for seat in last.winners]
    whole = len(takers) == TRICKS and UNKNOWN not in takers
    return jinker, (set(takers) == {last.table.side_of[jinker]} if jinker >= 0 and whole else None)


def jink_of(case: Case) -> str | None:
    """Say what became of the jink of a hand: `none`, `made`, `lost`."""
    jinker, made = jinker_of(case)
    if jinker == UNKNOWN or (jinker >= 0 and made is None):
        return None
    return "none" if jinker == NOBODY else "made" if made else "lost"


def is_jinker(case: Case, seat: int, jinker: int) -> bool | None:
    """Say whether a seat tried for all five; in an auction game only the bidder's side can have."""
    if jinker != UNKNOWN:
        return seat == jinker
    auction = case.rules is not None and case.rules.game.goal == "auction"
    table = case.replay.first.table if case.replay and auction else None
    if table is None or table.contract.bidder < 0:
        return None
    return None if table.side_of[seat] == table.side_of[table.contract.bidder] else False


def jink_worth(case: Case, seat: int, made: bool | None) -> int | None:
    """Give what a jink brought beyond taking the pool, or making the bid, without it."""
    result = case.result
    if made is None or result is None or case.rules is None or case.replay is None:
        return None
    if case.rules.game.goal == "pool":
        if case.ledger.pool is None:
            return None
        prize = case.ledger.pool + sum(result.paid)
        return (
            -prize if not made else None if result.settle is None else result.settle[seat] + result.paid[seat] - prize
        )
    table = case.replay.first.table
    side, amount = table.side_of[seat], table.contract.amount
    scored = result.counted[side] if result.counted else None
    if scored is None or result.trick_points is None or amount <= 0:
        return None
    took = result.trick_points[side]
    return scored - (took if took >= amount or made else -amount)
