"""Rows of the tables `hands` and `seats`: what a case on the desk says, each fact in its column.

Results are those of the play; where the play does not show them, the table's word. Chips are as the table
settled them, as in the account of `replay`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from spoilrec.archive.plays import Judged, Origin, play_rows, steps_of
from spoilrec.archive.tables import HandRow, PlayRow, SeatRow
from spoilrec.engine.position import NOBODY, UNKNOWN
from spoilrec.record.lines import Session
from spoilrec.record.tokens import seat_letter
from spoilrec.review.case import Case
from spoilrec.review.outcome import VOID_ENDS, Result
from spoilrec.review.replay import Step, replay_hand
from spoilrec.review.setting import Ledger, Setting, side_name
from spoilrec.rules.cards import CODE_NAMES, SUIT_LETTERS, UNSEEN
from spoilrec.rules.contract import THIRTY
from spoilrec.rules.pool import TRICKS

_DATE: Final = re.compile(r"(\d{4})(?:-(0[1-9]|1[0-2]))?(?:-\d\d)?", re.ASCII)


class HandRows(msgspec.Struct, frozen=True):
    """The rows of one hand."""

    hand: HandRow
    seats: tuple[SeatRow, ...]
    plays: tuple[PlayRow, ...]


class Known(msgspec.Struct, frozen=True):
    """What the walk knows of a hand beside the case: how far it was judged, its errors, the run of the pool."""

    status: str
    errors: int
    amended: bool
    after: Ledger
    run: int | None
    session: Session | None


def rows_of(case: Case, origin: Origin, known: Known, *, plays: bool = True) -> HandRows:
    """Make the rows of a hand; without `plays` only those of `hands` and `seats`, and the replay needs no steps."""
    hand = _hand_row(case, origin, known)
    if not plays and _is_plain(case):
        return HandRows(hand, tuple(_seat_rows(case, origin, None)), ())
    case = _with_steps(case)
    judged = steps_of(case)
    laid = tuple(play_rows(case, origin, judged)) if plays else ()
    return HandRows(hand, tuple(_seat_rows(case, origin, _by_seat(case, judged))), laid)


def _is_plain(case: Case) -> bool:
    """Say whether every card was seen and lawful: then the state at the end tells the reneges."""
    replay = case.replay
    if replay is None or case.trump < 0:
        return False
    open_ = replay.refused or replay.doubtful or replay.unseen or replay.flaws or replay.stopped or case.reading.marks
    return not open_ and not any(replay.first.unseen) and len(case.reading.tricks) <= TRICKS


def _with_steps(case: Case) -> Case:
    """Replay a hand again where the walk left steps out."""
    if case.replay is None or case.trump < 0 or sum(1 for _ in case.plays()) >= sum(map(len, case.reading.tricks)):
        return case
    again = replay_hand(case.replay.first.table, case.trump, case.played)
    return msgspec.structs.replace(case, replay=again)


def unread_row(origin: Origin, status: str, errors: int, session: Session | None, setting: Setting) -> HandRow:
    """Make the row of a hand that could not be read."""
    return HandRow(**origin._asdict(), **of_session(session), **of_setting(setting), status=status, errors=errors)


def of_session(session: Session | None) -> dict[str, Any]:
    """Give the columns of a hand that its session line tells; none before the first session."""
    if session is None:
        return {}
    date = _DATE.fullmatch(session.date or "")
    year, month = date.groups() if date else (None, None)
    return {
        "date": session.date, "year": int(year) if year else None, "month": f"{year}-{month}" if month else None,
        "place": session.place, "source": session.source,
    }  # fmt: skip


def of_setting(setting: Setting) -> dict[str, Any]:
    """Give the columns of a hand that tell what is played at the table, and by how many."""
    rules = setting.rules
    if not setting.players:
        return {}
    return {
        "preset": rules.name if rules else None, "game": rules.game.name if rules else None,
        "goal": rules.game.goal if rules else None, "stake": setting.stake, "unit": setting.unit or None,
        "players": len(setting.seats),
        "sides": " ".join(side_name(setting, nth) for nth in range(len(setting.sides))) or None,
    }  # fmt: skip


def _hand_row(case: Case, origin: Origin, known: Known) -> HandRow:
    reading, result = case.reading, case.result
    goal = case.rules.game.goal if case.rules else ""
    cards = [code for trick in reading.tricks for _, code in trick]
    return HandRow(
        **origin._asdict(),
        **of_session(known.session),
        **of_setting(case.setting),
        **(_of_pool(case, known) if goal == "pool" else {}),
        time=reading.hand.time,
        dealer=_name(case.setting, reading.dealer),
        dealer_seat=seat_letter(reading.dealer) if reading.dealer >= 0 else None,
        up=CODE_NAMES[reading.up] if reading.up >= 0 else None,
        trump=SUIT_LETTERS[case.trump] if case.trump >= 0 else None,
        status=known.status,
        errors=known.errors,
        amended=known.amended,
        complete=bool(result and result.decided and not (case.replay and case.replay.stopped)),
        by_table=result.agreed if result else None,
        ended=reading.hand.end,
        misdeal=result.void if result else reading.hand.end in VOID_ENDS,
        thrown_in=result.thrown_in if result else None,
        tricks_played=len(reading.tricks),
        cards_noted=len(cards),
        cards_unseen=sum(code >= UNSEEN for code in cards),
        jink=_jink(case, goal),
        bid=_bid(case) if goal == "auction" else None,
        game_no=case.ledger.game if goal in ("points", "auction") else None,
    )


def _name(setting: Setting, seat: int) -> str | None:
    return setting.players[seat] if 0 <= seat < len(setting.players) else None


def _of_pool(case: Case, known: Known) -> dict[str, Any]:
    result, before = case.result, case.ledger.pool
    if result is None:
        return {"pool_before": before, "pool_after": known.after.pool}
    staked = sum(result.paid)
    return {
        "spoilt": None if result.won == UNKNOWN or result.void else result.won == NOBODY,
        "pool_before": before, "staked": staked, "pool_after": known.after.pool,
        "pool": None if before is None or result.void else before + staked, "run": None if result.void else known.run,
    }  # fmt: skip


def _jink(case: Case, goal: str) -> str | None:
    if goal not in ("pool", "auction") or case.result is None:
        return None
    jinker, made = _jinker(case, case.result)
    if jinker == UNKNOWN or (jinker >= 0 and made is None):
        return None
    return "none" if jinker == NOBODY else "made" if made else "lost"


def _bid(case: Case) -> int | None:
    amount = case.replay.first.table.contract.amount if case.replay else 0
    return amount if amount > 0 else None


def _jinker(case: Case, result: Result) -> tuple[int, bool | None]:
    """Give who tried for all five tricks (NOBODY, UNKNOWN) and whether he made it."""
    if case.replay is None or case.rules is None or case.trump < 0:
        return (NOBODY if result.void or result.thrown_in else UNKNOWN), None
    options, last = case.rules.options, case.replay.last
    jinker = last.rights.jinker
    if case.rules.game.goal == "auction":
        contract = last.table.contract
        if jinker < 0 and options.jink_mode == "bid_30":
            jinker = contract.bidder if contract.amount == THIRTY else UNKNOWN if contract.amount == UNKNOWN else NOBODY
        takers = [last.table.side_of[seat] if seat >= 0 else UNKNOWN for seat in last.winners]
        whole = len(takers) == TRICKS and UNKNOWN not in takers
        return jinker, (set(takers) == {last.table.side_of[jinker]} if jinker >= 0 and whole else None)
    if result.jink in ("made", "lost"):
        noted = case.reading.jinks[0][0] if case.reading.jinks else UNKNOWN
        return (jinker if jinker >= 0 else noted), result.jink == "made"
    if jinker >= 0:
        return jinker, None
    return (NOBODY if result.won != UNKNOWN or options.jink_mode == "off" else UNKNOWN), None


def _jink_worth(case: Case, result: Result, seat: int, made: bool) -> int | None:
    """Give what a jink brought beyond taking the pool, or making the bid, without it."""
    assert case.rules is not None and case.replay is not None
    if case.rules.game.goal == "pool":
        if case.ledger.pool is None:
            return None
        prize = case.ledger.pool + sum(result.paid)
        return (
            -prize if not made else None if result.settle is None else result.settle[seat] + result.paid[seat] - prize
        )
    table = case.replay.first.table
    side, amount = table.side_of[seat], table.contract.amount
    scored = result.counted[side] if result.counted else None
    if scored is None or result.trick_points is None or amount <= 0:
        return None
    took = result.trick_points[side]
    return scored - (took if took >= amount or made else -amount)


def _seat_rows(case: Case, origin: Origin, plays: dict[int, list[Judged]] | None) -> Iterator[SeatRow]:
    """Give a row for each seat; `plays` is what is known of its plays, `None` in a plain hand."""
    setting, reading, result = case.setting, case.reading, case.result
    goal = case.rules.game.goal if case.rules else ""
    place = {seat: nth for nth, seat in enumerate(setting.seats)}
    dealer = place.get(reading.dealer)
    jinker, made = _jinker(case, result) if result and goal in ("pool", "auction") else (UNKNOWN, None)
    rob_unread = any(field == "rob" for field, _ in reading.slips)
    robbers = {seat for seat, _ in reading.robs}
    for seat in setting.seats:
        yield SeatRow(
            **origin._asdict(),
            seat=seat_letter(seat),
            player=setting.players[seat],
            side=_side(setting, seat),
            distance=None if dealer is None else (place[seat] - dealer) % len(place),
            dealt=_dealt(case, seat),
            tricks=_tricks(case, seat),
            won=_won(case, goal, seat),
            **_chips(case, seat),
            **(_points(case, seat) if goal in ("points", "auction") else {}),
            **(_contract(case, seat) if goal == "auction" else {}),
            robbed=True if seat in robbers else None if rob_unread else False,
            reneges=_reneges(case, plays, seat),
            revokes=0 if plays is None else _how_often([one.revoke for one in plays.get(seat, ())]),
            jinked=_jinked(case, goal, seat, jinker),
            jink_made=made if seat == jinker else None,
            jink_worth=_jink_worth(case, result, seat, made)
            if result and seat == jinker and made is not None
            else None,
        )


def _jinked(case: Case, goal: str, seat: int, jinker: int) -> bool | None:
    """Say whether a seat tried for all five; in an auction game only the bidder's side can have."""
    if jinker != UNKNOWN:
        return seat == jinker
    table = case.replay.first.table if case.replay and goal == "auction" else None
    if table is None or table.contract.bidder < 0:
        return None
    return None if table.side_of[seat] == table.side_of[table.contract.bidder] else False


def _side(setting: Setting, seat: int) -> str | None:
    return next((side_name(setting, nth) for nth, seats in enumerate(setting.sides) if seat in seats), None)


def _dealt(case: Case, seat: int) -> str | None:
    deal = case.reading.deal
    cards = deal[seat] if seat < len(deal) else None
    return " ".join(CODE_NAMES[code] for code in cards) if cards else None


def _tricks(case: Case, seat: int) -> int | None:
    if case.replay is None or case.trump < 0 or case.replay.stopped or UNKNOWN in case.replay.last.winners:
        return None
    return case.replay.last.winners.count(seat)


def _won(case: Case, goal: str, seat: int) -> bool | None:
    result = case.result
    if result is None or result.void or result.won == UNKNOWN or goal == "cards":
        return None
    if goal == "pool" or result.won == NOBODY:
        return result.won == seat
    return seat in case.setting.partnerships[result.won]


def _chips(case: Case, seat: int) -> dict[str, Any]:
    chairs, hand = len(case.setting.players), case.reading.hand
    settle: Sequence[int] = hand.settle if len(hand.settle) == chairs else (case.result and case.result.settle) or ()
    settled = settle[seat] if settle else None
    penalties = [ruling.penalty.settle for ruling in case.rulings if ruling.penalty]
    rulings = [settle[seat] for settle in penalties if len(settle) == chairs]
    ruled = sum(rulings) if rulings else None
    return {"settled": settled, "ruled": ruled, "net": None if settled is None else settled + (ruled or 0)}


def with_share(row: SeatRow, chips: int) -> SeatRow:
    """Add what the player got when the pool was shared out."""
    net = None if row.net is None else row.net + chips
    return msgspec.structs.replace(row, shared=(row.shared or 0) + chips, net=net)


def _points(case: Case, seat: int) -> dict[str, Any]:
    """Give the points of his side: by the play, else as the table noted them."""
    sides, hand, result = case.setting.partnerships, case.reading.hand, case.result
    side = next((nth for nth, seats in enumerate(sides) if seat in seats), -1)
    points, totals = (result.counted, result.totals) if result else (None, None)
    if side < 0:
        return {}
    return {
        "points": _first_known(side, len(sides), points, hand.points),
        "score": _first_known(side, len(sides), totals, hand.score),
    }


def _first_known(side: int, sides: int, *lists: Sequence[int | None] | None) -> int | None:
    known = (numbers[side] for numbers in lists if numbers is not None and len(numbers) == sides)
    return next((number for number in known if number is not None), None)


def _contract(case: Case, seat: int) -> dict[str, Any]:
    if case.replay is None:
        return {}
    bidder = case.replay.first.table.contract.bidder
    made = case.result.made if case.result and seat == bidder else None
    return {"bidder": None if bidder == UNKNOWN else seat == bidder, "made": made}


def _by_seat(case: Case, judged: dict[tuple[int, int], tuple[Step, Judged]]) -> dict[int, list[Judged]]:
    """Gather what is known of the plays of each seat; those that were not replayed are unknown."""
    found: dict[int, list[Judged]] = {}
    for step, verdict in judged.values():
        found.setdefault(step.event.seat, []).append(verdict)
    missing = [seat for trick in case.reading.tricks for seat, _ in trick]
    if len(missing) > len(judged):
        for seat in case.setting.seats:
            found.setdefault(seat, []).extend([Judged()] * (missing.count(seat) - len(found.get(seat, ()))))
    return found


def _reneges(case: Case, plays: dict[int, list[Judged]] | None, seat: int) -> int | None:
    if plays is not None:
        return _how_often([one.renege for one in plays.get(seat, ())])
    assert case.replay is not None
    return case.replay.last.rights.reneges[seat]


def _how_often(plays: Sequence[bool | None]) -> int | None:
    return None if None in plays else sum(map(bool, plays))
