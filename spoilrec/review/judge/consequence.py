"""What a hand comes to as it lies, and what it would come to under each penalty that some rules know for the fault.

A fault costs nothing by itself: a ruling or the house rules impose what it costs (rules.md section 6).
"""

from typing import Final

import msgspec

from spoilrec.record.lines import Penalty, Ruling
from spoilrec.record.tokens import place_name
from spoilrec.review.case import Case
from spoilrec.review.outcome import Result
from spoilrec.review.replay import replay_hand
from spoilrec.review.result import hand_result
from spoilrec.review.setting import Rules
from spoilrec.review.verdict import Verdict
from spoilrec.rules.options import Options, describe_options, value_name
from spoilrec.rules.order import facts_of_suit
from spoilrec.rules.penalties import FINE

_OPTION: Final = {
    "revoke": "revoke_penalty", "false-rob": "false_rob", "late-rob": "false_rob",
    "missed-rob": "rob_failure", "missed-announcement": "rob_failure",
}  # fmt: skip


class Cost(msgspec.Struct, frozen=True):
    """One value of the option that says what a fault costs: its meaning, and the result under it.

    `here` marks the value by which the hand is judged; `changes` says whether it makes a difference.
    """

    value: str
    meaning: str
    result: Result
    changes: bool
    here: bool


class Consequence(msgspec.Struct, frozen=True):
    """The result as the hand lies, and under every value of `option` (empty where no rule knows a penalty)."""

    result: Result
    option: str = ""
    costs: tuple[Cost, ...] = ()


def consequence(case: Case, verdict: Verdict) -> Consequence | None:
    """Work out what follows; `None` where nothing can be: rules that are not known, or without a score."""
    if case.rules is None or case.replay is None or case.result is None or case.rules.game.goal == "cards":
        return None
    bare = msgspec.structs.replace(case.reading, marks={})
    lies = _result(msgspec.structs.replace(case, reading=bare), case.rules.options)
    option = _OPTION.get(verdict.fault, "")
    described = next((one for one in describe_options() if one.name == option), None)
    if described is None or verdict.fine or case.rules.game.name not in described.games:
        return Consequence(lies)
    now = value_name(getattr(case.rules.options, option))
    costs = []
    for value, meaning in described.values:
        result = _under(case, verdict, option, value, lies)
        costs.append(Cost(value, meaning, result, not _same(result, lies), value == now))
    return Consequence(lies, option, tuple(costs))


def _same(one: Result, other: Result) -> bool:
    return (one.won, one.settle, one.pool, one.counted, one.totals, one.void) == (
        other.won, other.settle, other.pool, other.counted, other.totals, other.void,
    )  # fmt: skip


def _under(case: Case, verdict: Verdict, option: str, value: str, lies: Result) -> Result:
    assert case.rules is not None
    if option == "revoke_penalty":
        if value == "none":
            return lies
        ruling = Ruling(
            hand=case.reading.hand.no, at=place_name(*verdict.place), finding="revoke", penalty=Penalty(kind=value)
        )
        return _result(case, case.rules.options, (ruling,))
    if value == "fine_four":
        return _fined(case, verdict.seat, lies)
    return _result(case, msgspec.structs.replace(case.rules.options, **{option: value}), again=True)


def _result(case: Case, options: Options, rulings: tuple[Ruling, ...] = (), *, again: bool = False) -> Result:
    """Give the result by these options; `again` where they have a say in the play itself."""
    assert case.rules is not None and case.replay is not None
    rules, replay = case.rules, case.replay
    if again:
        tables = facts_of_suit(options, replay.first.facts.trump)
        rules = Rules(rules.name, rules.game, options, tables)
        replay = replay_hand(msgspec.structs.replace(replay.first.table, facts=tables), case.trump, case.played)
    return hand_result(case.setting, rules, case.ledger, case.reading, replay, case.ledger.pool, rulings)


def _fined(case: Case, seat: int, lies: Result) -> Result:
    """Four chips into the pool, or four points less (GPL 6)."""
    fine = tuple(-FINE if chair == seat else 0 for chair in range(len(case.setting.players)))
    if lies.settle is not None:
        settle = tuple(chips + fined for chips, fined in zip(lies.settle, fine, strict=True))
        return msgspec.structs.replace(lies, settle=settle, pool=None if lies.pool is None else lies.pool + FINE)
    side = next((nth for nth, seats in enumerate(case.setting.partnerships) if seat in seats), -1)
    if side < 0 or lies.counted is None:
        return lies

    def less(points: tuple[int | None, ...] | None) -> tuple[int | None, ...] | None:
        return points and tuple(
            number - FINE if nth == side and number is not None else number for nth, number in enumerate(points)
        )

    return msgspec.structs.replace(lies, counted=less(lies.counted), points=less(lies.points), totals=less(lies.totals))
