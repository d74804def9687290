"""What was a player's luck in a hand and what he made of it, as far as cards can tell.

Two measures of a different kind. Against best defence with all cards open: what he could force, and what his cards gave
away, by the same marks as `annotate`. And before anything is played: what his own five cards promise where
everybody plays simply, the cards that he cannot see dealt anew many times.

Chance comes from the cards alone: the same hand at the same place promises the same in any file, on any machine.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

import msgspec

from spoilrec.archive.tables.declared import PLAYOUTS, SeatRow
from spoilrec.engine.dice import Dice
from spoilrec.engine.events import Play
from spoilrec.engine.playout import play_out
from spoilrec.engine.position import HAND_SIZE, NOBODY, UNKNOWN, State, Table, start
from spoilrec.engine.simple import SIMPLE
from spoilrec.engine.solver import Solver, TooMuchError
from spoilrec.review.annotate.known import foresight, in_order_of_seats, why_not_known
from spoilrec.review.annotate.marks import HandNotes, Loss, PlayNote
from spoilrec.review.annotate.notes import annotate
from spoilrec.review.annotate.weighing_points import PointsScale
from spoilrec.review.annotate.weighing_tricks import TricksScale
from spoilrec.review.case import Case
from spoilrec.review.replay import Replay
from spoilrec.rules.cards import UNSEEN, CardSet, card_set, cards_in, codes_set
from spoilrec.rules.pool import outcome

_GAVE_AWAY: Final[frozenset[Loss]] = frozenset({"pool", "pool-to", "jink"})
_LET_IN: Final[frozenset[Loss]] = frozenset({"pool-to", "let-in", "jink-let"})


class Skill(msgspec.Struct, frozen=True, gc=False):
    """What is to be said of one seat in one hand; `None` is not known, not asked for, or not in the game.

    `forced`: whether his side could force the pool from the first lead; of an auction game whether the bidder's side
    could force the bid. `lost_pools`, `let_in`: plays that gave away a pool (or jink) which he could force, and
    plays that let somebody in who could be stopped. `lost_tricks`: tricks that he could force before a play and not
    after it. `promised`, `promised_spoils`: of `PLAYOUTS` hands with his cards how many he won, and how many
    nobody did.
    """

    forced: bool | None = None
    lost_pools: int | None = None
    let_in: int | None = None
    lost_tricks: int | None = None
    promised: int | None = None
    promised_spoils: int | None = None


SKILL: Final = Skill.__struct_fields__
NO_SKILL: Final = Skill()
_WEIGHED: Final = frozenset({"forced", "lost_pools", "let_in"})
PROMISED: Final = frozenset({"promised", "promised_spoils"})


def skill_of(case: Case, wanted: Collection[str] = SKILL) -> dict[int, Skill]:
    """Say of each seat what is wanted; the replay must have every step."""
    found = dict.fromkeys(case.setting.seats, NO_SKILL)
    if case.replay is None or case.rules is None:
        return found
    if _WEIGHED.intersection(wanted):
        notes = annotate(case)
        found = {seat: _weighed(case.replay, notes, seat) for seat in found}
    if "lost_tricks" in wanted:
        tricks = _lost_tricks(case, case.replay)
        found = {seat: msgspec.structs.replace(one, lost_tricks=tricks.get(seat)) for seat, one in found.items()}
    if PROMISED.intersection(wanted) and case.rules.game.goal == "pool" and case.trump >= 0:
        ups = codes_set(case.reading.ups)
        found = {seat: _with_promise(one, case.replay.first, seat, ups) for seat, one in found.items()}
    return found


def with_skill(rows: Sequence[SeatRow], case: Case, wanted: Collection[str]) -> tuple[SeatRow, ...]:
    """Put what is wanted into the rows of the seats, which are in the order of the seats."""
    found = skill_of(case, wanted)
    pairs = zip(rows, case.setting.seats, strict=True)
    return tuple(
        msgspec.structs.replace(row, **{name: getattr(found[seat], name) for name in wanted}) for row, seat in pairs
    )


# What could be forced


def _weighed(replay: Replay, notes: HandNotes, seat: int) -> Skill:
    """Count what `annotate` marks; a play that it could not solve leaves the counts of its seat open."""
    table = replay.first.table
    if notes.missing:
        return NO_SKILL
    if table.goal != "pool":
        return Skill(_bid_is_forced(replay, seat))
    forced = None if notes.forced == UNKNOWN else notes.forced == table.side_of[seat]
    plays = [note for note in notes.plays if note.seat == seat]
    if not all(note.solved for note in plays):
        return Skill(forced)
    return Skill(forced, _count(plays, _GAVE_AWAY), _count(plays, _LET_IN))


def _count(plays: Sequence[PlayNote], losses: Collection[Loss]) -> int:
    return sum(note.verdict.loss in losses for note in plays)


def _bid_is_forced(replay: Replay, seat: int) -> bool | None:
    contract = replay.first.table.contract
    if seat != contract.bidder or contract.amount == UNKNOWN:
        return None
    try:
        return PointsScale(Solver()).made(foresight(replay)(replay.first), replay.first.table.side_of[seat])
    except TooMuchError:
        return None


def _lost_tricks(case: Case, replay: Replay) -> dict[int, int | None]:
    """Give the tricks that each seat lost, `None` where one of its plays could not be weighed."""
    if why_not_known(case):
        return {}
    scale, foresee = TricksScale(Solver()), foresight(replay)
    lost: dict[int, int | None] = dict.fromkeys(case.setting.seats, 0)
    for step in case.plays():
        before, event, so_far = foresee(step.before), step.event, lost.get(step.event.seat)
        if step.noted and isinstance(event, Play) and so_far is not None:
            more = _tricks_lost(scale, before, event)
            lost[event.seat] = None if more is None else so_far + more
    return lost


def _tricks_lost(scale: TricksScale, before: State, event: Play) -> int | None:
    if before.turn != event.seat or not in_order_of_seats(before):
        return None
    try:
        return scale.lost(before, event)
    except TooMuchError:
        return None


# What the deal promised


def _with_promise(skill: Skill, first: State, seat: int, ups: CardSet) -> Skill:
    """Play hands with these cards; nothing is promised where a card of the seat or the turn-up was not seen."""
    own, table = first.holding[seat], first.table
    turned = 0 <= table.up < UNSEEN or table.options.rob == "off"
    if own.bit_count() != HAND_SIZE or first.unseen[seat] or own & ups or not turned:
        return skill
    won = list(_winners(first, seat, ups))
    return msgspec.structs.replace(skill, promised=won.count(seat), promised_spoils=won.count(NOBODY))


def _winners(first: State, seat: int, ups: CardSet) -> Iterator[int]:
    """Give who wins the pool each time."""
    table, ways = first.table, (SIMPLE,) * first.table.chairs
    dice = Dice(_seed(first, seat))
    pack, others = cards_in(table.facts.pack & ~first.holding[seat] & ~ups), _from(table, seat)[1:]
    for _ in range(PLAYOUTS):
        cards, hands = dice.deal(pack, HAND_SIZE * len(others)), [0] * table.chairs
        hands[seat] = first.holding[seat]
        for nth, other in enumerate(others):
            hands[other] = card_set(cards[HAND_SIZE * nth : HAND_SIZE * (nth + 1)])
        last = play_out(start(table, first.facts.trump, hands, (0,) * table.chairs), ways, dice).last
        yield outcome(table.options, last.winners, last.rights.jinker, last.rights.barred).won


def _from(table: Table, seat: int) -> tuple[int, ...]:
    """Give the seats clockwise from this one on: who sits on which chair is no chance."""
    place = table.seats.index(seat)
    return table.seats[place:] + table.seats[:place]


def _seed(first: State, seat: int) -> int:
    """Make a number of the cards that the seat sees, its place and the number of players."""
    table, seed = first.table, first.holding[seat]
    place = _from(table, table.dealer).index(seat)
    for value, size in ((first.facts.trump, 4), (max(table.up, NOBODY) + 1, 64), (place, 16), (len(table.seats), 16)):
        seed = seed * size + value
    return seed
