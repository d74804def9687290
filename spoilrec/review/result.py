"""What a hand comes to by its play, and by what was imposed on it.

The engine's result is computed from the play; where it cannot be known the table's word is taken
and marked so. What the table noted is never changed.
"""

from collections.abc import Sequence

import msgspec

from spoilrec.engine.position import NOBODY, UNKNOWN
from spoilrec.record.lines import Ruling
from spoilrec.review.hand import HandReading
from spoilrec.review.outcome import UNDECIDED, VOID_ENDS, Result, added, all_known, seat_or_side
from spoilrec.review.penalised import Imposed, imposed_on
from spoilrec.review.points_result import auction_result, bidder_side, points_result, with_penalty
from spoilrec.review.replay import Replay
from spoilrec.review.setting import Ledger, Rules, Setting, before
from spoilrec.rules.contract import lost_points
from spoilrec.rules.options import Options
from spoilrec.rules.penalties import FINE, Offence
from spoilrec.rules.points import best_of_the_rest
from spoilrec.rules.pool import outcome, settlement, stakes


def hand_result(
    setting: Setting,
    rules: Rules,
    ledger: Ledger,
    reading: HandReading,
    replay: Replay,
    pool: int | None,
    rulings: Sequence[Ruling] = (),
) -> Result:
    """Work out the result of a hand; `pool` is what lay on the table before it, where known.

    `rulings` are those on this hand: what they impose is in the result, and what the cards say beside it.
    """
    if reading.hand.end in VOID_ENDS:
        return _misdeal(setting, rules, ledger, reading, pool)
    result = _by_cards(setting, rules, ledger, reading, replay, pool)
    if not rulings and not reading.marks:
        return result
    imposed = imposed_on(rules.options, reading, rulings)
    if imposed is None or rules.game.goal == "cards":
        return result
    return _imposed(setting, rules, ledger, reading, replay, pool, result, imposed)


def _by_cards(
    setting: Setting, rules: Rules, ledger: Ledger, reading: HandReading, replay: Replay, pool: int | None
) -> Result:
    match rules.game.goal:
        case "pool":
            return _pool_result(setting, rules.options, ledger, reading, replay, pool)
        case "points":
            return points_result(setting, rules, ledger, reading, replay)
        case "auction":
            return auction_result(setting, rules, ledger, reading, replay)
        case "cards":
            return UNDECIDED


def _misdeal(setting: Setting, rules: Rules, ledger: Ledger, reading: HandReading, pool: int | None) -> Result:
    """A misdeal is void; what it costs the dealer the rules of the session say (`misdeal_penalty`)."""
    options, dealer = rules.options, reading.dealer
    fine = {"redeal": 0, "forfeit_stake": setting.stake, "fine_four": FINE}[options.misdeal_penalty]
    kind = options.misdeal_penalty if fine else ""
    if rules.game.goal == "pool":
        settle = tuple(-fine if seat == dealer else 0 for seat in range(len(setting.players)))
        left = None if pool is None else pool + fine
        return Result(
            won=NOBODY, decided=True, paid=(0,) * len(settle), settle=settle, pool=left, void=True, penalty=kind
        )
    points = tuple(
        -fine if options.misdeal_penalty == "fine_four" and dealer in side else 0 for side in setting.partnerships
    )
    totals = before(setting, ledger)
    return Result(
        won=NOBODY, decided=True, points=points, counted=points, totals=added(totals, points), reach=ledger.reach,
        sets=ledger.sets, void=True, penalty=kind if any(points) else "",
    )  # fmt: skip


def _pool_result(
    setting: Setting,
    options: Options,
    ledger: Ledger,
    reading: HandReading,
    replay: Replay,
    pool: int | None,
    barred: int = 0,
) -> Result:
    hand, state, chairs = reading.hand, replay.last, len(setting.players)
    stand = outcome(options, state.winners, state.rights.jinker, state.rights.barred | barred)
    won, jink = stand.won, stand.jink
    decided = stand.may_stop and won != UNKNOWN and not replay.stopped
    agreed = False
    if not decided:
        won = seat_or_side(setting, hand.won)
        agreed = won != UNKNOWN
        if (agreed and jink == "trying") or (agreed and reading.jinks):
            jink = "made" if won in (state.rights.jinker, *(seat for seat, _ in reading.jinks)) else "lost"
    paid = stakes(options, setting.stake, setting.seats, chairs, reading.dealer, pool or 0, carried=ledger.carried)
    unread = any(field == "jink" and slip.kind == "unreadable" for field, slip in reading.slips)
    result = Result(won=won, agreed=agreed, decided=decided, jink=jink, paid=paid)
    if won == UNKNOWN or pool is None or unread:
        return result
    net = settlement(options, setting.stake, setting.seats, paid, pool, won, jink_made=jink == "made")
    return msgspec.structs.replace(result, settle=net, pool=0 if won >= 0 else pool + sum(paid))


def _imposed(
    setting: Setting,
    rules: Rules,
    ledger: Ledger,
    reading: HandReading,
    replay: Replay,
    pool: int | None,
    result: Result,
    imposed: Imposed,
) -> Result:
    """Give the result with a penalty, the one without beside it; as it is where the penalty changes nothing."""
    seated = imposed.seat in setting.seats
    if imposed.kind == "redeal":
        changed = _void(setting, rules, ledger, pool)
    elif not seated:
        return result
    elif rules.game.goal == "pool":
        bars = imposed.kind == "offender_out_of_pool"
        barred = 1 << imposed.seat if bars else 0
        changed = _pool_result(setting, rules.options, ledger, reading, replay, pool, barred) if bars else result
    else:
        changed = _points_imposed(setting, ledger, replay, result, imposed)
    return result if changed == result else msgspec.structs.replace(changed, penalty=imposed.kind, by_cards=result)


def _void(setting: Setting, rules: Rules, ledger: Ledger, pool: int | None) -> Result:
    if rules.game.goal == "pool":
        nothing = (0,) * len(setting.players)
        return Result(won=NOBODY, decided=True, paid=nothing, settle=nothing, pool=pool, void=True)
    none = (0,) * len(setting.partnerships)
    return Result(
        won=NOBODY, decided=True, points=none, counted=none, totals=before(setting, ledger), reach=ledger.reach,
        sets=ledger.sets, void=True,
    )  # fmt: skip


def _points_imposed(setting: Setting, ledger: Ledger, replay: Replay, result: Result, imposed: Imposed) -> Result:
    table, winners = replay.first.table, replay.last.winners
    side = table.side_of[imposed.seat]
    if imposed.kind == "lose_set":
        after = all_known(result.totals)
        return msgspec.structs.replace(result, won=UNKNOWN if after is None else best_of_the_rest(after, side))
    taker = winners[imposed.trick - 1] if 0 < imposed.trick <= len(winners) else UNKNOWN
    auction = table.goal == "auction"
    lost = lost_points(table.options, table.contract, jink=replay.last.rights.jinker >= 0) if auction else None
    trick_side = table.side_of[taker] if taker >= 0 else UNKNOWN
    bidding = bidder_side(table) if auction else NOBODY
    offence = Offence(imposed.kind, side, trick_side, bidding, lost, imposed.trick)
    return with_penalty(setting, ledger, replay, result, offence)
