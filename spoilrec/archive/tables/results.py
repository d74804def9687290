"""What a hand came to, for the tables: by its play, and where the play does not show it, by the table's word."""

from typing import NamedTuple

from spoilrec.engine.position import NOBODY, UNKNOWN
from spoilrec.review.case import Case
from spoilrec.review.checks.score import fits_a_jink_not_seen
from spoilrec.review.outcome import Points, Result, all_known, seat_or_side
from spoilrec.review.points_result import filled
from spoilrec.review.setting import Ledger
from spoilrec.rules.pool import TRICKS


class Outcome(NamedTuple):
    """Who won, a seat in pool games and else a side (NOBODY, UNKNOWN); points and totals by side, in point games.

    `by_table` says that any of it is the table's word, `None` where nothing could be judged.
    """

    won: int
    points: Points
    score: Points
    by_table: bool | None


def outcome_of(case: Case, after: Ledger) -> Outcome:
    """Say what a hand came to; `after` is what it left at the table."""
    result, goal = case.result, case.rules.game.goal if case.rules else ""
    won = UNKNOWN if result is None or result.void or goal == "cards" else result.won
    agreed = result.agreed if result else None
    if goal not in ("points", "auction"):
        return Outcome(won, (), (), agreed)
    hand, nothing = case.reading.hand, (None,) * len(case.setting.partnerships)
    points = filled((result.counted if result else None) or nothing, hand.points)
    score = filled((result.totals if result else None) or nothing, hand.score)
    if result is None:
        return Outcome(won, points, score, True if (points, score) != (nothing, nothing) else None)
    told = UNKNOWN if won != UNKNOWN or result.void else _told_winner(case, after)
    words = agreed or told != UNKNOWN or (points, score) != (result.points or nothing, result.totals or nothing)
    return Outcome(told if won == UNKNOWN else won, points, score, words)


def _told_winner(case: Case, after: Ledger) -> int:
    """Say which side won the game by the table's word: `won`, else totals that reach the target, or do not."""
    assert case.rules is not None
    hand, options = case.reading.hand, case.rules.options
    if hand.won:
        return seat_or_side(case.setting, hand.won)
    if options.five_tricks == "win_game" or options.set_limit != "none":  # totals do not tell all
        return UNKNOWN
    over = after.game > case.ledger.game
    totals = all_known(after.ended if over else after.totals)
    if not totals:
        return UNKNOWN
    return totals.index(max(totals)) if over else NOBODY


def is_made(case: Case, outcome: Outcome, side: int) -> bool | None:
    """Say whether the bid of a side was made: by the play, else by the points that the table wrote for it."""
    assert case.replay is not None
    if case.result is not None and case.result.made is not None:
        return case.result.made
    points, amount = outcome.points[side] if side >= 0 else None, case.replay.first.table.contract.amount
    if points is None or 0 <= points < max(amount, 1):  # neither the bid lost nor a bid made
        return None
    return points > 0


def is_whole(case: Case) -> bool:
    """Say whether all is known that was played: the hand is over by the rules, or `end` says so.

    Where no play was noted nothing is known, but in a hand in which nothing was played: thrown in, dealt again.
    """
    result, tricks = case.result, case.reading.tricks
    if result is None or case.replay is None:
        return False
    if result.thrown_in or result.void or not tricks:
        return result.thrown_in or result.void
    full = len(tricks) >= TRICKS and len(tricks[TRICKS - 1]) >= len(case.setting.seats)
    over = result.decided and not case.replay.last.trick and not _was_jinked_on(case, result)
    return full or bool(case.reading.hand.end) or over


def _was_jinked_on(case: Case, result: Result) -> bool:
    """Say whether the table settled for a jink that the play does not show: the cards of it were not noted."""
    settle = case.reading.hand.settle
    return bool(settle) and settle != result.settle and fits_a_jink_not_seen(case, result)


def is_robbed(case: Case, seat: int) -> bool | None:
    """Say whether a seat took the turn-up, as noted; where nothing of the play was noted, this was not either."""
    robbers = {robber for robber, _ in case.reading.robs}
    if seat in robbers:
        return True
    if any(field == "rob" for field, _ in case.reading.slips):
        return None
    off = case.rules is not None and case.rules.options.rob == "off"
    return False if robbers or case.reading.tricks or off or is_whole(case) else None


def is_thrown_in(case: Case) -> bool | None:
    """Say whether nobody bid; where nothing of the hand was noted, that is not known."""
    if case.result is None or case.replay is None:
        return None
    auction = case.rules is not None and case.rules.game.goal == "auction" and not case.result.void
    silent = case.replay.first.table.contract.bidder == UNKNOWN and case.trump < 0 and not case.reading.tricks
    return None if auction and silent else case.result.thrown_in
