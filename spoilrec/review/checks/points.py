"""Points and totals (SR604 to SR606, SR608, SR610): the table's numbers beside those of tricks and contract."""

from collections.abc import Iterator

from spoilrec.engine.position import UNKNOWN
from spoilrec.review.case import Case
from spoilrec.review.finding import Fact, Finding, finding
from spoilrec.review.outcome import Points, Result
from spoilrec.review.points_result import bidder_side
from spoilrec.review.setting import Totals, before, side_players
from spoilrec.review.words.sentences import and_list, plural, rule_names
from spoilrec.rules.auction import ladder
from spoilrec.rules.contract import possible_points


def check_points(case: Case, result: Result) -> Iterator[Finding]:
    """Compare `points` and `score` with the play, and with the totals of the hand before."""
    hand, sides = case.reading.hand, len(case.setting.partnerships)
    for field, noted in (("points", hand.points), ("score", hand.score)):
        if noted and len(noted) != sides:
            facts: dict[str, Fact] = {"field": field, "count": plural(len(noted), "number"), "wanted": f"{sides} sides"}
            yield finding("SR606", case.spot(field), facts)
    if len(hand.points) == sides and result.points is not None:
        yield from _check_hand(case, result, result.points)
    if len(hand.score) == sides:
        yield from _check_totals(case, result)
    if result.five_alone and case.rules:
        facts = {
            "side": side_players(case.setting, result.won),
            "rules": rule_names(case.rules, ("double_stake_for_five",)),
        }
        yield finding("SR608", case.spot("play"), facts)


def _check_hand(case: Case, result: Result, points: Points) -> Iterator[Finding]:
    by_cards = result.by_cards.points if result.by_cards is not None and result.by_cards.points else points
    for side, (engine, table) in enumerate(zip(points, case.reading.hand.points, strict=True)):
        if table is None or table in (engine, by_cards[side]):
            continue
        possible = _possible(case, result, side) if engine is None else (engine,)
        if case.reading.jinks and result.jink == "none" and engine != table in _void_jink(case, side):
            continue  # the table scored a jink that was void, which is told
        if possible and table not in possible:
            facts: dict[str, Fact] = {
                "side": side_players(case.setting, side),
                "engine": possible[0] if len(possible) == 1 else and_list(map(str, possible), "or"),
                "working": _working(case, result, side),
                "table": table,
            }
            yield finding("SR604", case.spot("points"), facts)


def _possible(case: Case, result: Result, side: int) -> tuple[int, ...]:
    """What a side can have scored for a bid that was not noted; nothing where more than that is not known."""
    if case.replay is None or result.trick_points is None:
        return ()
    table = case.replay.first.table
    if bidder_side(table) != side:
        return ()
    tricks = sum(winner >= 0 and table.side_of[winner] == side for winner in case.replay.last.winners)
    return possible_points(table.options, ladder(table.options), side, result.trick_points, tricks, len(table.seats))


def _void_jink(case: Case, side: int) -> tuple[int, ...]:
    """What a jink would have given the bidder's side."""
    if case.replay is None or bidder_side(case.replay.first.table) != side:
        return ()
    return tuple(int(points) for points in case.replay.first.table.options.jink_points.split("/"))


def _working(case: Case, result: Result, side: int) -> str:
    """Say how contract and penalty made points of the tricks: ` (bid 20, took 15: set)`."""
    if result.penalty:
        return f" (with the penalty: {result.penalty})"
    if case.replay is None or result.trick_points is None:
        return ""
    table, took = case.replay.first.table, result.trick_points[side]
    if bidder_side(table) != side:
        return "" if result.points and result.points[side] == took else f" (took {took})"
    amount = table.contract.amount
    bid = "of an amount not noted" if amount == UNKNOWN else amount
    jink = " with a jink" if result.jink != "none" else ""
    ended = {True: ": made", False: ": set", None: ""}[result.made if amount != UNKNOWN else None]
    return f" (bid {bid}{jink}, took {took}{ended})"


def _check_totals(case: Case, result: Result) -> Iterator[Finding]:
    """Totals follow from the last totals of the table, or from those the engine would have had."""
    if case.ledger.totals is None:
        return
    if ended := _goes_on_after_the_end(case, result):
        yield ended
        return
    for side, table in enumerate(case.reading.hand.score):
        fits = _fitting(case, result, side)
        if table is not None and fits and table not in fits:
            totals = before(case.setting, case.ledger) or ()
            points = _counted(case, result)[side]
            facts: dict[str, Fact] = {
                "side": side_players(case.setting, side),
                "engine": fits[0],
                "working": f"{totals[side]} {'-' if (points or 0) < 0 else '+'} {abs(points or 0)}",
                "table": table,
            }
            yield finding("SR605", case.spot("score"), facts)


def _counted(case: Case, result: Result) -> Totals:
    """The points that count: those of the engine, else those of the table."""
    sides = len(case.setting.partnerships)
    if result.counted is not None:
        return result.counted
    return case.reading.hand.points if len(case.reading.hand.points) == sides else (None,) * sides


def _fitting(case: Case, result: Result, side: int) -> tuple[int, ...]:
    """The totals that follow; none where a total or the points are not known."""
    ledger, sides = case.ledger, len(case.setting.partnerships)
    nothing: Totals = (0,) * sides
    old = (ledger.totals or nothing)[side]
    due = (ledger.due_totals or nothing)[side] if ledger.due_totals is not None else old
    new = _counted(case, result)[side]
    if old is None or due is None or new is None:
        return ()
    own = case.reading.hand.points[side] if len(case.reading.hand.points) == sides else None
    cards = result.by_cards.counted[side] if result.by_cards is not None and result.by_cards.counted else None
    return (old + new, due + new, *(old + other for other in (own, cards) if other is not None))


def _goes_on_after_the_end(case: Case, result: Result) -> Finding | None:
    """The table counts on from totals with which the game had been won."""
    ended, score = case.ledger.ended, case.reading.hand.score
    counted = _counted(case, result)
    if not ended or case.ledger.totals or None in ended or None in counted or len(ended) != len(score):
        return None
    gone_on = tuple((old or 0) + (new or 0) for old, new in zip(ended, counted, strict=True))
    if score != gone_on or case.rules is None:
        return None
    side = max(range(len(ended)), key=lambda one: ended[one] or 0)
    text = ", ".join(f"{side_players(case.setting, one)} {total}" for one, total in enumerate(ended))
    facts: dict[str, Fact] = {"side": side_players(case.setting, side), "ended": text}
    return finding("SR610", case.spot("score"), facts)
