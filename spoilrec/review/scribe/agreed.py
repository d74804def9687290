"""What is written beside a hand that is over: the result as everybody saw it, or as the table had it instead."""

from typing import Any

from spoilrec.record.tokens import SEATS, seat_letter
from spoilrec.review.case import Case
from spoilrec.review.outcome import Result
from spoilrec.review.scribe.draft import Draft
from spoilrec.review.setting import side_name
from spoilrec.rules.pool import NOBODY, settlement


def agreed(case: Case, draft: Draft) -> dict[str, Any]:
    """Give the fields of the result that were not noted, as they follow from what was played and what was noted."""
    result, rules = case.result, case.rules
    if result is None or rules is None or result.void:
        return {}
    if rules.game.goal == "pool":
        return _of_pool(case, result, draft)
    if rules.game.goal in ("points", "auction") and result.counted is not None and not result.thrown_in:
        won = {"won": side_name(case.setting, result.won)} if result.won >= 0 else {}
        numbers = {"points": result.counted, "score": result.totals}
        rows = {name: row for name, row in numbers.items() if row and None not in row}
        return {name: value for name, value in {**won, **rows}.items() if name not in draft.fields}
    return {}


def _of_pool(case: Case, result: Result, draft: Draft) -> dict[str, Any]:
    if "won" in draft.fields and "settle" in draft.fields:
        return {}
    if "settle" in draft.fields:
        gained = [seat for seat, chips in enumerate(draft.fields["settle"]) if chips > 0]
        return {"won": seat_letter(gained[0]) if gained else "-"} if len(gained) < 2 else {}
    table = {"-": NOBODY}.get(draft.fields.get("won", ""), SEATS.find(draft.fields.get("won", "?")[:1]))
    if "won" in draft.fields and table != result.won:
        settle = _settled_for(case, result, table)
        return {"settle": settle} if settle else {}
    if result.settle is None:
        return {}
    won = {} if "won" in draft.fields else {"won": "-" if result.won < 0 else seat_letter(result.won)}
    return {**won, "settle": result.settle}


def _settled_for(case: Case, result: Result, won: int) -> tuple[int, ...] | None:
    """Give what everybody pays and gets where the table gives the pool to somebody else than the cards."""
    rules, pool = case.rules, case.ledger.pool
    if rules is None or pool is None or not result.paid or won >= len(case.setting.players):
        return None
    return settlement(rules.options, case.setting.stake, case.setting.seats, result.paid, pool, won, jink_made=False)
