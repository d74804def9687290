"""What a hand leaves for the next: pool, totals, games, who deals; the table's own result counts where it noted one."""

import msgspec

from spoilrec.engine.position import NOBODY, UNKNOWN
from spoilrec.record.lines import Hand
from spoilrec.review.outcome import VOID_ENDS, Result, added
from spoilrec.review.setting import Ledger, Rules, Setting, Totals, before

MOST_WASHES = 3
"""`all_pass=same_dealer_max3`: so often the same dealer deals again (SEA)."""


def next_ledger(setting: Setting, rules: Rules, ledger: Ledger, hand: Hand, dealer: int, result: Result) -> Ledger:
    """Give what the hand leaves; where the table noted its own result, that is what lies on the table."""
    washes = ledger.washes + 1 if result.thrown_in and ledger.dealer in (dealer, -1) else int(result.thrown_in)
    nothing_noted = not (hand.bids or hand.bid or hand.play or result.thrown_in)
    washed = (result.thrown_in and washes <= MOST_WASHES) or (rules.game.goal == "auction" and nothing_noted)
    again = washed and rules.options.all_pass == "same_dealer_max3"
    ledger = msgspec.structs.replace(
        ledger, number=hand.no, dealer=dealer, redeal=again or result.void, washes=washes, ended=()
    )
    if rules.game.goal == "pool":
        return _after_pool_hand(setting, ledger, hand, result)
    if rules.game.goal in ("points", "auction"):
        return _after_points_hand(setting, ledger, hand, result)
    return msgspec.structs.replace(ledger, redeal=hand.end in VOID_ENDS)


def unjudged_ledger(setting: Setting, ledger: Ledger, hand: Hand, dealer: int) -> Ledger:
    """Give what a hand leaves of which the play could not be judged: what the table noted, else nothing is known."""
    pool = ledger.pool if hand.end in VOID_ENDS else None
    if len(hand.settle) == len(setting.players) and ledger.pool is not None:
        pool = ledger.pool - sum(hand.settle)
    carried = not any(chips > 0 for chips in hand.settle) if hand.settle else bool(pool)
    totals = hand.score if len(hand.score) == len(setting.partnerships) and None not in hand.score else None
    return msgspec.structs.replace(
        ledger,
        pool=pool,
        due=pool,
        carried=carried,
        due_carried=None,
        totals=totals,
        due_totals=totals,
        reach=(),
        number=hand.no,
        dealer=dealer,
        redeal=False,
        ended=(),
    )


def _after_pool_hand(setting: Setting, ledger: Ledger, hand: Hand, result: Result) -> Ledger:
    due = _pool_due(ledger, result)
    pool = result.pool
    if len(hand.settle) == len(setting.players) and ledger.pool is not None:
        pool = ledger.pool - sum(hand.settle)
    elif result.won >= 0 and not result.void:
        pool = 0  # whoever won took all of it, however much it was
    carried = ledger.carried if result.void else (result.won == NOBODY or (result.won == UNKNOWN and bool(pool)))
    by_cards = carried
    if hand.settle and not result.void:  # at the table somebody took the pool if anybody gained
        carried = not any(chips > 0 for chips in hand.settle)
    return msgspec.structs.replace(
        ledger,
        pool=pool,
        due=pool if due is None else due,
        carried=carried,
        due_carried=None if by_cards == carried else by_cards,
    )


def _pool_due(ledger: Ledger, result: Result) -> int | None:
    """What would lie in the pool now if every hand so far had been settled by the cards."""
    if result.void:
        return None if ledger.due is None else ledger.due - sum(result.settle or ())
    if result.won >= 0:
        return 0
    return None if result.won == UNKNOWN or ledger.due is None else ledger.due + sum(result.paid)


def _after_points_hand(setting: Setting, ledger: Ledger, hand: Hand, result: Result) -> Ledger:
    totals = _totals(setting, ledger, hand, result)
    due = result.totals if result.totals is not None else totals
    agreed = result.won != UNKNOWN and not (hand.score and hand.score != result.totals)
    over = result.won >= 0 if agreed else _table_says_over(setting, hand, totals)
    ledger = msgspec.structs.replace(ledger, reach=result.reach, sets=result.sets)
    if not agreed and not hand.won and _may_be_over(setting, hand, result, totals):
        return msgspec.structs.replace(ledger, totals=None, due_totals=None, reach=(), sets=())
    if over:
        carried = before(setting, ledger) if result.carries else ()
        return msgspec.structs.replace(
            ledger, totals=carried, due_totals=carried, game=ledger.game + 1, reach=(), sets=(), ended=totals or ()
        )
    return msgspec.structs.replace(ledger, totals=totals, due_totals=due)


def _totals(setting: Setting, ledger: Ledger, hand: Hand, result: Result) -> Totals | None:
    """The table's totals where noted, else those of the engine, else what the table's points make of the last ones."""
    sides, totals = len(setting.partnerships), result.totals
    if totals is None and len(hand.points) == sides:
        totals = added(before(setting, ledger), hand.points)
    if len(hand.score) != sides:
        return totals
    engine: Totals = totals or (None,) * sides
    noted = tuple(own if table is None else table for table, own in zip(hand.score, engine, strict=True))
    return noted if any(total is not None for total in noted) else totals


def _may_be_over(setting: Setting, hand: Hand, result: Result, totals: Totals | None) -> bool:
    """Whether the play does not show if the game has ended, or who of several has won it."""
    target = setting.rules.options.target if setting.rules else 0
    there = sum(total is not None and total >= target for total in totals or ())
    bid_out = setting.rules is not None and setting.rules.options.must_bid_out == "on"
    several = there > 1 or (bool(there) and bid_out)
    hidden = any(
        total is None and side < len(result.reach) and result.reach[side] >= target
        for side, total in enumerate(totals or ())
    )
    return several or hidden


def _table_says_over(setting: Setting, hand: Hand, totals: Totals | None) -> bool:
    """Where the play does not show the end of the game, `won` or the table's totals do; level tops play on."""
    if hand.won:
        return hand.won != "-"
    target = setting.rules.options.target if setting.rules else 0
    known = [total for total in totals or () if total is not None]
    return bool(known) and max(known) >= target and known.count(max(known)) == 1
