"""How a hand ended, in words: who won, what was paid, what was scored, by the cards and with what was imposed."""

from collections.abc import Iterator, Sequence

from spoilrec.engine.position import NOBODY, UNKNOWN
from spoilrec.review.case import Case
from spoilrec.review.outcome import Result
from spoilrec.review.points_result import bidder_side
from spoilrec.review.setting import side_players
from spoilrec.rules.auction import PASS


def tell_outcome(case: Case) -> Iterator[str]:
    """Say how the hand ended, a sentence each."""
    result, rules = case.result, case.rules
    if case.replay and case.replay.stopped:
        yield f"Not judged from trick {case.replay.stopped_at} on."
    if case.reading.hand.end:
        yield f"Ended: {case.reading.hand.end}."
    if result is not None and result.by_cards is not None:
        yield "By the cards:"
        yield from tell_result(case, result.by_cards)
        yield f"With the penalty ({result.penalty}):"
    elif result is not None and result.penalty:
        yield f"The misdeal costs the dealer something by these rules ({result.penalty})."
    if result is None or rules is None:
        yield "The result cannot be worked out without rules that are known."
        return
    yield from tell_result(case, result)


def tell_result(case: Case, result: Result) -> Iterator[str]:
    """Tell a result: that of the hand, or the one by the cards alone where a penalty was imposed."""
    goal = case.rules.game.goal if case.rules else "cards"
    if goal == "pool":
        yield from _pool_outcome(case, result)
    elif goal in ("points", "auction"):
        yield from _points_outcome(case, result)


def _pool_outcome(case: Case, result: Result) -> Iterator[str]:
    said = " (as the table noted)" if result.agreed else ""
    jink = {"made": " with a jink", "lost": "", "none": "", "trying": ""}[result.jink]
    jinker = case.replay.last.rights.jinker if case.replay else NOBODY
    if result.won >= 0:
        yield f"{case.name(result.won)} wins the pool{jink}{said}."
    elif result.won == NOBODY and result.jink == "lost":
        yield f"The jink of {case.name(jinker)} is lost{said}; the pool stays."
    elif result.won == NOBODY and case.reading.hand.end != "misdeal":
        yield f"Spoilt{said}: nobody won; the pool stays."
    elif result.won != NOBODY:
        yield "Who won cannot be known."
    yield from _chips(case, result.settle)


def _chips(case: Case, settle: Sequence[int] | None) -> Iterator[str]:
    noted = case.reading.hand.settle
    if settle is not None:
        yield f"Chips: {_by_seat(case, settle)}."
    if noted and len(noted) == len(case.setting.players) and (settle is None or tuple(noted) != tuple(settle)):
        yield f"The table noted: {_by_seat(case, noted)}."


def _by_seat(case: Case, chips: Sequence[int]) -> str:
    return ", ".join(f"{case.name(seat)} {chips[seat]:+d}" for seat in case.setting.seats)


def _points_outcome(case: Case, result: Result) -> Iterator[str]:
    hand = case.reading.hand
    if result.thrown_in:
        bid = any(amount > PASS for _, amount in case.reading.auction.calls)
        yield f"{'No bid stood' if bid else 'Nobody bid'}; the hand is thrown in."
        return
    if result.void:
        yield "The hand is void."
    if result.trick_points is not None:
        yield f"Tricks: {_by_side(case, result.trick_points)}."
        yield from _contract(case, result)
    if result.counted is None:
        yield "The points cannot be known from what was seen."
    elif not result.void or any(result.counted):
        said = " (as the table noted)" if result.agreed else ""
        yield f"Points{said}: {_by_side(case, result.counted)}."
    if result.totals is not None and (not result.void or any(result.totals)):
        yield f"Score: {_by_side(case, result.totals)}."
    if len(hand.score) == len(case.setting.partnerships) and hand.score != result.totals:
        yield f"The table noted the score: {_by_side(case, hand.score)}."
    if result.won >= 0:
        yield f"{side_players(case.setting, result.won)} won game {case.ledger.game}."


def _contract(case: Case, result: Result) -> Iterator[str]:
    """Say whether the bid was made."""
    table = case.replay.first.table if case.replay else None
    if table is None or bidder_side(table) == UNKNOWN:
        yield "Who named trumps is not known, nor for how much."
        return
    amount = table.contract.amount
    jink = {"made": " and the jink", "lost": " with a jink", "none": "", "trying": ""}[result.jink]
    bid = "The bid" if amount == UNKNOWN else f"The bid of {amount}"
    match result.made:
        case True:
            yield f"{bid}{jink} was made."
        case False:
            yield f"{bid}{jink} was lost."
        case None:
            yield "For how much trumps were named is not known."


def _by_side(case: Case, numbers: Sequence[int | None]) -> str:
    return ", ".join(
        f"{side_players(case.setting, side)} {'?' if number is None else number}" for side, number in enumerate(numbers)
    )
