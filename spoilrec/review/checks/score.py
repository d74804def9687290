"""Who won, what was paid, what was scored (SR6xx): the table's word beside the engine's."""

from collections.abc import Iterator, Sequence

from spoilrec.engine.position import NOBODY, TRICKS, UNKNOWN
from spoilrec.review.case import Case
from spoilrec.review.checks.deal import no_seat
from spoilrec.review.checks.points import check_points
from spoilrec.review.finding import Fact, Finding, Spot, finding
from spoilrec.review.outcome import Result, seat_or_side
from spoilrec.review.setting import Rules, side_name, side_players
from spoilrec.review.words.sentences import plural
from spoilrec.rules.pool import settlement

_FIELDS_OF_OTHERS = {
    "pool": ("points", "score", "bids", "bid", "kitty", "discard", "draw"),
    "points": ("settle", "bids", "bid", "kitty", "discard", "draw"),
    "cards": (),
    "auction": ("settle", "announce"),
}


_INSTEAD = {
    "pool": "`settle` holds the chips.",
    "points": "`points` and `score` hold the points.",
    "auction": "`points` and `score` hold the points.",
    "cards": "",
}


def check_score(case: Case) -> Iterator[Finding]:
    """Compare `won`, `settle`, `points` and `score` with what was played."""
    if case.rules is None:
        return
    for field in _FIELDS_OF_OTHERS[case.rules.game.goal]:
        if getattr(case.reading.hand, field):
            instead = _INSTEAD[case.rules.game.goal] if field in ("settle", "points", "score") else "Leave it out."
            yield finding(
                "SR208", case.spot(field), {"field": field, "game": case.rules.game.title, "instead": instead}
            )
    if case.result is None:
        return
    if case.rules.game.goal == "pool":
        yield from _check_won(case, case.result)
        yield from _check_settle(case, case.result)
    elif case.rules.game.goal in ("points", "auction"):
        yield from _check_won(case, case.result)
        yield from check_points(case, case.result)


def _check_won(case: Case, result: Result) -> Iterator[Finding]:
    hand = case.reading.hand
    if hand.won is None:
        return
    table = seat_or_side(case.setting, hand.won)
    agreeing = (table, UNKNOWN)
    if table != UNKNOWN and (not result.decided or result.won in agreeing):
        return
    if result.by_cards is not None and result.by_cards.won in agreeing:
        return  # the table noted what the cards say; the ruling came after it
    spot = case.spot("won", 0, len(hand.won))
    if table == UNKNOWN:
        yield _no_winner(case, hand.won, spot)
    else:
        yield finding("SR601", spot, {"engine": _winner_text(case, result.won), "table": _winner_text(case, table)})


def _no_winner(case: Case, word: str, spot: Spot) -> Finding:
    sides = range(len(case.setting.partnerships))
    seats = ", ".join(f"{side_name(case.setting, side)} {side_players(case.setting, side)}" for side in sides)
    told = no_seat(case, "won", word, spot)
    return finding("SR402", spot, {**told.facts, "seats": f"{seats}, or - for nobody"})


def _winner_text(case: Case, won: int) -> str:
    assert case.rules is not None
    if case.rules.game.goal != "pool":
        return "nobody has won the game yet" if won == NOBODY else f"{side_players(case.setting, won)} won the game"
    if won == NOBODY:
        jink = case.result is not None and case.result.jink == "lost"
        return "nobody won: the jink was lost" if jink else "nobody won: a spoil"
    return f"{case.name(won)} won"


def _check_settle(case: Case, result: Result) -> Iterator[Finding]:
    hand, chairs = case.reading.hand, len(case.setting.players)
    if not hand.settle or hand.settle == result.settle:
        return
    spot = case.spot("settle")
    if len(hand.settle) != chairs:
        count = plural(len(hand.settle), "number")
        yield finding("SR606", spot, {"field": "settle", "count": count, "wanted": f"{chairs} seats"})
        return
    if result.by_cards is not None and hand.settle == result.by_cards.settle:
        return  # the table noted what the cards say; the ruling came after it
    if result.settle is None:
        return
    if _fits_the_tables_winner(case, result) or fits_a_jink_not_seen(case, result):
        return
    facts: dict[str, Fact] = {"working": _working(case, result), "differences": _differences(case, result.settle)}
    missing = sum(result.settle) - sum(hand.settle)
    if missing:
        unit = case.setting.unit or "chip"
        unit += "s" if unit == "chip" and abs(missing) != 1 else ""
        times = " x" if unit[0].isdigit() else ""
        facts |= {"amount": f"{abs(missing)}{times} {unit}", "direction": "missing" if missing > 0 else "too many"}
        yield finding("SR603", spot, facts)
    else:
        yield finding("SR602", spot, facts)


def _differences(case: Case, right: Sequence[int]) -> str:
    """Name each seat whose chips are not those of the engine, with both numbers."""
    noted = case.reading.hand.settle
    return "; ".join(
        f"{case.name(seat)} should be {_signed(chips)}, the record says {_signed(noted[seat])}"
        for seat, chips in enumerate(right)
        if chips != noted[seat]
    )


def _signed(chips: int) -> str:
    return f"{chips:+d}" if chips else "0"


def _fits_the_tables_winner(case: Case, result: Result) -> bool:
    """Where the table named another winner, that is told once (SR601), not again for each seat."""
    won = seat_or_side(case.setting, case.reading.hand.won)
    if case.rules is None or won in (UNKNOWN, result.won):
        return False
    return any(_fits(case, case.rules, result, won, jink_made=jink) for jink in (False, True))


def fits_a_jink_not_seen(case: Case, result: Result) -> bool:
    """Where leading on is the jink, cards that were not noted may have made one; nobody else has taken a trick."""
    rules = case.rules
    if rules is None or case.replay is None or rules.game.goal != "pool" or rules.options.jink_mode != "by_playing_on":
        return False
    winners = case.replay.last.winners
    unseen = not case.reading.hand.end and len(winners) < TRICKS and set(winners) <= {result.won}
    return unseen and result.won >= 0 and _fits(case, rules, result, result.won, jink_made=True)


def _fits(case: Case, rules: Rules, result: Result, won: int, *, jink_made: bool) -> bool:
    """Say whether the table settled as if this seat or side had won."""
    setting, pool = case.setting, case.ledger.pool
    if pool is None:
        return False
    settled = settlement(rules.options, setting.stake, setting.seats, result.paid, pool, won, jink_made=jink_made)
    return settled == case.reading.hand.settle


def _working(case: Case, result: Result) -> str:
    """Show the sum: what lay in the pool, what was staked, who took it."""
    before = case.ledger.pool or 0
    if result.void:
        return f"{before} in the pool, no stakes: the hand does not count"
    staked = sum(result.paid)
    text = f"{before} in the pool, {staked} staked"
    if result.won >= 0:
        extra = " with the jink" if result.jink == "made" else ""
        return f"{text}, {case.name(result.won)} takes {before + staked}{extra}"
    return f"{text}, {'the jink was lost' if result.jink == 'lost' else 'a spoil'}: {before + staked} stay"
