"""Points of a hand and the end of the game, with or without an auction.

Where the play leaves points open (a bid whose amount was not noted) the table's word is counted and
marked so.
"""

from collections.abc import Sequence

import msgspec

from spoilrec.engine.knowledge import hidden_cards
from spoilrec.engine.position import NOBODY, TRICKS, UNKNOWN, State, Table
from spoilrec.review.hand import HandReading
from spoilrec.review.outcome import UNDECIDED, Points, Result, added, all_known
from spoilrec.review.replay import Replay
from spoilrec.review.setting import Ledger, Rules, Setting, before
from spoilrec.rules.auction import ladder
from spoilrec.rules.contract import contract_points, possible_points
from spoilrec.rules.options import Options
from spoilrec.rules.penalties import Offence, points_after
from spoilrec.rules.points import (
    NO_BIDDER,
    Bidder,
    counts_at_once,
    game_winner,
    hand_points,
    past_the_post,
    trick_points,
)
from spoilrec.rules.pool import Jink


def points_result(setting: Setting, rules: Rules, ledger: Ledger, reading: HandReading, replay: Replay) -> Result:
    """Work out the points of a hand without an auction, and whether it ends the game."""
    options, sides = rules.options, len(setting.partnerships)
    totals = before(setting, ledger)
    known = all_known(totals)
    table = replay.first.table
    dealer_side = table.side_of[table.dealer]
    takers, game = _takers(options, table.side_of, replay.last, known, dealer_side)
    whole = len(takers) == TRICKS or game >= 0
    if not whole or replay.stopped or game == UNKNOWN or UNKNOWN in takers:
        return UNDECIDED
    bonus = bonus_side(options, replay.last, takers)
    points = hand_points(options, sides, takers, bonus)
    if points is None:
        return UNDECIDED
    if known is None:
        return Result(decided=True, points=points, counted=points, totals=added(totals, points))
    if game < 0:
        game = game_winner(options, known, points, takers, bonus, dealer_side)
    swept = len(takers) == TRICKS and len(set(takers)) == 1
    return Result(
        won=game,
        decided=True,
        points=points,
        counted=points,
        totals=added(known, points),
        five_alone=swept and game >= 0 and known[game] == 0 and options.double_stake_for_five == "on",
        carries=swept and options.five_tricks == "win_game",
    )


def _takers(
    options: Options, side_of: Sequence[int], state: State, totals: tuple[int, ...] | None, dealer_side: int
) -> tuple[tuple[int, ...], int]:
    """The sides that took the tricks that count, and who has won the game with them, NOBODY so far."""
    takers = tuple(UNKNOWN if seat < 0 else side_of[seat] for seat in state.winners)
    if totals is None or not counts_at_once(options):
        return takers, NOBODY
    for trick in range(1, len(takers) + 1):
        winner = past_the_post(options, totals, takers[:trick], dealer_side)
        if winner != NOBODY:
            return takers[:trick], winner
    return takers, NOBODY


def bonus_side(options: Options, state: State, takers: Sequence[int]) -> int:
    """Give the side with the bonus trick, NOBODY for none, UNKNOWN where it cannot be known (K33, K39)."""
    if options.bonus == "none" or len(takers) < TRICKS:
        return NOBODY if options.bonus == "none" else UNKNOWN
    if options.bonus == "last_trick":
        return takers[-1]
    higher = state.facts.trumps if state.top < 0 else state.facts.higher[state.top]
    if state.veiled and hidden_cards(state) & higher and not (state.top >= 0 and len(set(takers)) == 1):
        return UNKNOWN  # a card that nobody saw may be the highest; no matter where one side took all
    if state.top_trick < 0:
        return NOBODY
    if options.bonus == "highest_if_top_four" and not state.facts.tops >> state.top & 1:
        return NOBODY
    return takers[state.top_trick]


def auction_result(setting: Setting, rules: Rules, ledger: Ledger, reading: HandReading, replay: Replay) -> Result:
    """Work out tricks, contract and totals of a hand with an auction."""
    sides, totals = len(setting.partnerships), before(setting, ledger)
    table = replay.first.table
    if table.contract.bidder == NOBODY and not reading.tricks:
        nothing = (0,) * sides
        return Result(
            won=NOBODY, decided=True, points=nothing, counted=nothing, totals=totals, thrown_in=True,
            reach=ledger.reach, sets=ledger.sets,
        )  # fmt: skip
    takers = tuple(UNKNOWN if seat < 0 else table.side_of[seat] for seat in replay.last.winners)
    if len(takers) < TRICKS or replay.stopped or UNKNOWN in takers:
        return _undecided(ledger, reading, table, sides)
    bonus = bonus_side(rules.options, replay.last, takers)
    gained = trick_points(rules.options, sides, takers, bonus)
    if gained is None:
        return _undecided(ledger, reading, table, sides)
    return _with_contract(setting, rules.options, ledger, reading, replay.last, takers, bonus, gained)


def bidder_side(table: Table) -> int:
    """Give the side that named trumps, UNKNOWN where it was not noted."""
    bidder = table.contract.bidder
    return table.side_of[bidder] if 0 <= bidder < table.chairs and table.side_of[bidder] >= 0 else UNKNOWN


def _with_contract(
    setting: Setting,
    options: Options,
    ledger: Ledger,
    reading: HandReading,
    last: State,
    takers: tuple[int, ...],
    bonus: int,
    gained: tuple[int, ...],
) -> Result:
    table, totals = last.table, before(setting, ledger)
    side = bidder_side(table)
    earlier: Points = totals if totals is not None else (None,) * len(gained)
    points = contract_points(
        options, table.contract, side, gained, takers.count(side), len(table.seats), earlier,
        jink=last.rights.jinker >= 0,
    )  # fmt: skip
    counted = filled(points, reading.hand.points)
    score = None if side < 0 else counted[side]
    success = None if score is None else score > 0
    sets = _sets_after(ledger, len(gained), side, None if success is None else not success)
    most = tuple(_most(options, table, one, gained, takers) for one in range(len(gained)))
    result = Result(
        decided=None not in points, agreed=None in points and None not in counted, points=points, counted=counted,
        totals=added(totals, counted), trick_points=gained, made=success, sets=sets,
        jink=_jink(last, takers, side),
        reach=tuple(
            old + (most[one] if (new := counted[one]) is None else new)
            for one, old in enumerate(_reach_before(ledger, len(gained)))
        ),
    )  # fmt: skip
    bidder = _bidder(side, success, sets)
    return msgspec.structs.replace(result, won=_winner(options, ledger, result, most, takers, bonus, table, bidder))


def _undecided(ledger: Ledger, reading: HandReading, table: Table, sides: int) -> Result:
    """A hand of which the play does not show the points: whether the bid was lost only the table can say."""
    side, noted = bidder_side(table), reading.hand.points
    score = noted[side] if side >= 0 and len(noted) == sides else None
    return Result(sets=_sets_after(ledger, sides, side, None if score is None else score < 0))


def _sets_after(ledger: Ledger, sides: int, side: int, lost: bool | None) -> Points:
    """Count the lost contracts of each side, `None` from a hand on of which it is not known."""
    counts: Points = ledger.sets or (0,) * sides
    return tuple(
        count if count is None or lost is False or side not in (one, UNKNOWN) else (count + 1 if lost else None)
        for one, count in enumerate(counts)
    )


def _bidder(side: int, made: bool | None, sets: Points) -> Bidder:
    return Bidder(side, bool(made), tuple(count or 0 for count in sets))


def _jink(last: State, takers: Sequence[int], side: int) -> Jink:
    if last.rights.jinker < 0:
        return "none"
    return "made" if takers.count(side) == TRICKS else "lost"


def _most(options: Options, table: Table, side: int, gained: Sequence[int], takers: Sequence[int]) -> int:
    """Give the most that a side can have scored, whoever bid whatever."""
    possible = possible_points(options, ladder(options), side, gained, takers.count(side), len(table.seats))
    return max(*possible, gained[side])


def _winner(
    options: Options,
    ledger: Ledger,
    result: Result,
    most: Sequence[int],
    takers: Sequence[int],
    bonus: int,
    table: Table,
    bidder: Bidder,
) -> int:
    """Say who has won the game; UNKNOWN where a side of which the points are not known may have reached the target."""
    if ledger.totals is None or result.counted is None or result.totals is None:
        return UNKNOWN
    if any(total is None and result.reach[side] >= options.target for side, total in enumerate(result.totals)):
        return UNKNOWN
    if _hangs_on_the_bid(options, result, bidder):
        return UNKNOWN
    points = [most[side] if new is None else new for side, new in enumerate(result.counted)]
    return game_winner(
        options, _reach_before(ledger, len(points)), points, takers, bonus, table.side_of[table.dealer], bidder
    )


def _hangs_on_the_bid(options: Options, result: Result, bidder: Bidder) -> bool:
    """Whether who bid, or whether the bid was made, decides the game and is not known."""
    there = sum(total is not None and total >= options.target for total in result.totals or ())
    if bidder.side < 0 and (there > 1 or (there and options.must_bid_out == "on")):
        return True
    return options.set_limit != "none" and None in result.sets


def with_penalty(setting: Setting, ledger: Ledger, replay: Replay, result: Result, offence: Offence) -> Result:
    """Give the result of a hand with a penalty on it: points, totals, and who has won the game with them."""
    table, sides = replay.first.table, len(setting.partnerships)
    totals, options = before(setting, ledger), table.options
    lost_bid = offence.kind == "lose_bid" and offence.side == offence.bidder_side
    if result.points is None or result.counted is None:
        return result
    base: tuple[Points, Points] = (result.points, result.counted)
    if lost_bid and result.trick_points is not None:  # a bid that was lost keeps nobody from his points
        base = (result.trick_points, result.trick_points)
    points, counted = (points_after(one, offence) for one in base)
    made = False if lost_bid else result.made
    lost_now = lost_bid and result.made is not False
    sets = tuple(
        None if count is None else count + (lost_now and side == offence.side) for side, count in enumerate(result.sets)
    )
    takers = tuple(UNKNOWN if seat < 0 else table.side_of[seat] for seat in replay.last.winners)
    kept = tuple(NOBODY if _is_lost(offence, side, nth) else side for nth, side in enumerate(takers, start=1))
    changed = msgspec.structs.replace(
        result, points=points, counted=counted, totals=added(totals, counted), made=made, sets=sets
    )
    known, after = all_known(totals), all_known(counted)
    if known is None or after is None:
        return msgspec.structs.replace(changed, won=UNKNOWN)
    bonus = bonus_side(options, replay.last, takers)
    auction = table.goal == "auction"
    bidder = _bidder(bidder_side(table), made, sets or (0,) * sides) if auction else NO_BIDDER
    bonus = NOBODY if _is_lost(offence, bonus, 0) else bonus
    won = game_winner(options, known, after, kept, bonus, table.side_of[table.dealer], bidder)
    return msgspec.structs.replace(changed, won=won)


def _is_lost(offence: Offence, side: int, trick: int) -> bool:
    """Whether a trick (0: the bonus) counts nothing for the side that took it."""
    if side != offence.side:
        return False
    if offence.kind == "lose_hand_points":
        return True
    return offence.kind in ("lose_bid", "lose_trick_points") and 0 < trick == offence.trick


def filled(points: Points, noted: Sequence[int | None]) -> Points:
    """Take the table's word for the sides whose points the play leaves open."""
    if len(noted) != len(points):
        return points
    return tuple(table if engine is None else engine for engine, table in zip(points, noted, strict=True))


def _reach_before(ledger: Ledger, sides: int) -> tuple[int, ...]:
    """Give the most that each side can have: its total where that is known."""
    totals: Points = ledger.totals or (0,) * sides
    reach = ledger.reach or (0,) * sides
    return tuple(most if total is None else total for total, most in zip(totals, reach, strict=True))
