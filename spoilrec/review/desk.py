"""Puts a hand on the desk: from its line, the setting and the ledger to the case with replay and result."""

from collections.abc import Mapping

import msgspec

from spoilrec.engine.position import NOBODY, UNKNOWN, Table
from spoilrec.record.lines import Hand, Line, Ruling
from spoilrec.review.bidding import after_calls, bidding_of, contract_of, leader_of
from spoilrec.review.case import Case
from spoilrec.review.exchange import as_played
from spoilrec.review.hand import HandReading, read_hand
from spoilrec.review.outcome import Result
from spoilrec.review.replay import Replay, replay_hand, trump_of
from spoilrec.review.result import hand_result
from spoilrec.review.setting import Ledger, Rules, Setting, before, table_for


def make_case(
    file: str,
    setting: Setting,
    ledger: Ledger,
    line: Line,
    hand: Hand,
    amended: Mapping[str, Line],
    rulings: tuple[Line, ...],
    *,
    every_step: bool,
) -> Case:
    """Read, replay and settle a hand as far as rules, seats and trumps are known."""
    reading = read_hand(hand, line, dict(amended))
    rules, players = setting.rules, setting.players
    trump = trump_of(reading) if rules is None or rules.options.trump_by == "turn_up" else reading.trump
    bare = Case(file, setting, ledger, reading, reading, rulings, rules, trump)
    seated = 0 <= reading.dealer < len(players) and players[reading.dealer] is not None
    if rules is None or not setting.judged or not seated:
        return bare
    if trump < 0:  # without trumps nothing of the play can be judged, but the table's word can be
        reading = msgspec.structs.replace(reading, tricks=(), robs=(), jinks=(), announcer=NOBODY)
    table = _table(setting, rules, ledger, reading)
    played = as_played(table, reading)
    replay = replay_hand(table, max(trump, 0), played, every_step=every_step)
    ledger, result = _settled(setting, rules, ledger, reading, replay, bare.rulings)
    played = as_played(table, bare.reading)
    return msgspec.structs.replace(bare, ledger=ledger, played=played, replay=replay, result=result)


def _settled(
    setting: Setting,
    rules: Rules,
    ledger: Ledger,
    reading: HandReading,
    replay: Replay,
    rulings: tuple[Ruling, ...],
) -> tuple[Ledger, Result]:
    """Work out the result, from the pool that the table took.

    After a slip in an earlier hand that is the pool that `settle` made, or the right one: what was taken tells.
    """
    result = hand_result(setting, rules, ledger, reading, replay, ledger.pool, rulings)
    noted = reading.hand.settle
    if ledger.due != ledger.pool and noted and noted != result.settle:
        carried = ledger.carried if ledger.due_carried is None else ledger.due_carried
        right = msgspec.structs.replace(ledger, pool=ledger.due, carried=carried, due_carried=None)
        other = hand_result(setting, rules, right, reading, replay, right.pool, rulings)
        if noted == other.settle:
            return right, other
    return ledger, result


def _table(setting: Setting, rules: Rules, ledger: Ledger, reading: HandReading) -> Table:
    """Lay the table of a hand; in an auction game the calls decide who leads and for what."""
    totals = before(setting, ledger)
    if rules.game.goal != "auction":
        known = None if totals is None or None in totals else tuple(total for total in totals if total is not None)
        return table_for(setting, rules, reading.dealer, reading.up, known)
    bidding = after_calls(bidding_of(rules.options, setting, reading.dealer, totals), reading.auction.calls)
    contract = contract_of(reading.auction, bidding)
    table = table_for(setting, rules, reading.dealer, UNKNOWN, None)
    return msgspec.structs.replace(table, leader=leader_of(rules.options, bidding, contract), contract=contract)
