"""Rows of the tables `hands` and `seats`: what a case on the desk says, each fact in its column.

Results are those of the play; where the play does not show them, the table's word. Chips are as the table
settled them, as in the account of `replay`. A hand that was annulled has no results.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from spoilrec.archive.tables.declared import HandRow, PlayRow, SeatRow
from spoilrec.archive.tables.jinks import is_jinker, jink_of, jink_worth, jinker_of
from spoilrec.archive.tables.plays import Judged, Origin, play_rows, steps_of
from spoilrec.archive.tables.results import Outcome, is_made, is_robbed, is_thrown_in, is_whole, outcome_of
from spoilrec.engine.position import NOBODY, UNKNOWN
from spoilrec.record.lines import Session
from spoilrec.record.tokens import seat_letter
from spoilrec.review.case import Case
from spoilrec.review.outcome import VOID_ENDS
from spoilrec.review.replay import Step, replay_hand
from spoilrec.review.setting import Ledger, Setting, side_name
from spoilrec.review.walk import VOID
from spoilrec.rules.cards import CODE_NAMES, SUIT_LETTERS, UNSEEN
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
    if known.status == VOID:
        bare = msgspec.structs.replace(case, replay=None, result=None)
        hand, seats = _as_noted(case, origin, known), (_seat(case, origin, seat) for seat in case.setting.seats)
        return HandRows(HandRow(**hand), tuple(SeatRow(**one) for one in seats), _laid(bare, origin, {}, plays))
    outcome = outcome_of(case, known.after)
    row = HandRow(**_as_noted(case, origin, known), **_results(case, known, outcome))
    if not plays and _is_plain(case):
        return HandRows(row, tuple(_seat_rows(case, origin, outcome, None)), ())
    case = _with_steps(case)
    judged = steps_of(case)
    seats_of = tuple(_seat_rows(case, origin, outcome, _by_seat(case, judged)))
    return HandRows(row, seats_of, _laid(case, origin, judged, plays))


def _laid(
    case: Case, origin: Origin, judged: dict[tuple[int, int], tuple[Step, Judged]], plays: bool
) -> tuple[PlayRow, ...]:
    return tuple(play_rows(case, origin, judged)) if plays else ()


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


def _as_noted(case: Case, origin: Origin, known: Known) -> dict[str, Any]:
    """Give the columns of a hand that need no result."""
    reading = case.reading
    cards = [code for trick in reading.tricks for _, code in trick]
    return {
        **origin._asdict(), **of_session(known.session), **of_setting(case.setting),
        "time": reading.hand.time,
        "dealer": _name(case.setting, reading.dealer),
        "dealer_seat": seat_letter(reading.dealer) if reading.dealer >= 0 else None,
        "up": CODE_NAMES[reading.up] if reading.up >= 0 else None,
        "trump": SUIT_LETTERS[case.trump] if case.trump >= 0 else None,
        "status": known.status, "errors": known.errors, "amended": known.amended,
        "ended": reading.hand.end,
        "tricks_played": len(reading.tricks),
        "cards_noted": len(cards), "cards_unseen": sum(code >= UNSEEN for code in cards),
    }  # fmt: skip


def _results(case: Case, known: Known, outcome: Outcome) -> dict[str, Any]:
    result, goal = case.result, case.rules.game.goal if case.rules else ""
    return {
        **(_of_pool(case, known) if goal == "pool" else {}),
        "complete": bool(result and result.decided and not (case.replay and case.replay.stopped)),
        "by_table": outcome.by_table,
        "misdeal": result.void if result else case.reading.hand.end in VOID_ENDS,
        "thrown_in": is_thrown_in(case),
        "jink": jink_of(case),
        "bid": _bid(case) if goal == "auction" else None,
        "game_no": case.ledger.game if goal in ("points", "auction") else None,
    }


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


def _bid(case: Case) -> int | None:
    amount = case.replay.first.table.contract.amount if case.replay else 0
    return amount if amount > 0 else None


def _seat(case: Case, origin: Origin, seat: int) -> dict[str, Any]:
    """Give the columns of a seat that need no result."""
    setting, dealer = case.setting, case.reading.dealer
    place = {one: nth for nth, one in enumerate(setting.seats)}
    return {
        **origin._asdict(), "seat": seat_letter(seat), "player": setting.players[seat], "side": _side(setting, seat),
        "distance": (place[seat] - place[dealer]) % len(place) if dealer in place else None,
        "dealt": _dealt(case, seat),
    }  # fmt: skip


def _seat_rows(
    case: Case, origin: Origin, outcome: Outcome, plays: dict[int, list[Judged]] | None
) -> Iterator[SeatRow]:
    """Give a row for each seat; `plays` is what is known of its plays, `None` in a plain hand."""
    goal, whole = case.rules.game.goal if case.rules else "", is_whole(case)
    jinker, made = jinker_of(case)
    for seat in case.setting.seats:
        yield SeatRow(
            **_seat(case, origin, seat),
            tricks=_tricks(case, seat) if whole else None,
            won=_won(case, goal, seat, outcome.won),
            **_chips(case, seat),
            **(_points(case, seat, outcome) if goal in ("points", "auction") else {}),
            **(_contract(case, seat, outcome) if goal == "auction" else {}),
            robbed=is_robbed(case, seat),
            reneges=_reneges(case, plays, seat) if whole else None,
            revokes=_revokes(plays, seat) if whole else None,
            jinked=is_jinker(case, seat, jinker) if goal in ("pool", "auction") else None,
            jink_made=made if seat == jinker else None,
            jink_worth=jink_worth(case, seat, made) if seat == jinker else None,
        )


def _side(setting: Setting, seat: int) -> str | None:
    return next((side_name(setting, nth) for nth, seats in enumerate(setting.sides) if seat in seats), None)


def _dealt(case: Case, seat: int) -> str | None:
    deal = case.reading.deal
    cards = deal[seat] if seat < len(deal) else None
    return " ".join(CODE_NAMES[code] for code in cards) if cards else None


def _tricks(case: Case, seat: int) -> int | None:
    """Count the tricks of a seat in a hand of which all is known that was played."""
    if not case.reading.tricks:
        return 0
    if case.replay is None or case.trump < 0 or case.replay.stopped or UNKNOWN in case.replay.last.winners:
        return None
    return case.replay.last.winners.count(seat)


def _won(case: Case, goal: str, seat: int, won: int) -> bool | None:
    if won == UNKNOWN:
        return None
    if goal == "pool" or won == NOBODY:
        return won == seat
    return seat in case.setting.partnerships[won]


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


def _points(case: Case, seat: int, outcome: Outcome) -> dict[str, Any]:
    """Give the points of his side."""
    side = next((nth for nth, seats in enumerate(case.setting.partnerships) if seat in seats), -1)
    return {} if side < 0 else {"points": outcome.points[side], "score": outcome.score[side]}


def _contract(case: Case, seat: int, outcome: Outcome) -> dict[str, Any]:
    if case.replay is None:
        return {}
    table = case.replay.first.table
    bidder = table.contract.bidder
    made = is_made(case, outcome, table.side_of[seat]) if seat == bidder else None
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


def _revokes(plays: dict[int, list[Judged]] | None, seat: int) -> int | None:
    return 0 if plays is None else _how_often([one.revoke for one in plays.get(seat, ())])


def _how_often(plays: Sequence[bool | None]) -> int | None:
    return None if None in plays else sum(map(bool, plays))
