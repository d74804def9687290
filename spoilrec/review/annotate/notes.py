"""A hand annotated: each play with its marks, what was lost by it, and how the cards lay.

Everything rests on exact values of the solver; where a hand is not known only what needs no solver is said. The
same questions are asked in the same order whatever is shown of the answers. They are asked from the last card
backwards: the positions grow, and where several were too large those before them are not tried.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from spoilrec.engine.choice import lawful_now
from spoilrec.engine.events import Jink, Play
from spoilrec.engine.position import UNKNOWN, State
from spoilrec.engine.solver import LIMIT, Solver, TooMuchError, solvable
from spoilrec.record.tokens import place_name
from spoilrec.review.annotate.known import foresight, in_order_of_seats, why_not_known
from spoilrec.review.annotate.marks import NOTHING, HandNotes, JinkNote, Mark, Open, PlayNote, Verdict
from spoilrec.review.annotate.weighing import PoolScale, is_idle, jink_worth, pool_is_decided
from spoilrec.review.annotate.weighing_points import PointsScale
from spoilrec.review.annotate.words import contract_text, forced_text, jink_text, left_out, lost_text, worth_text
from spoilrec.review.case import Case
from spoilrec.review.replay import Replay, Step
from spoilrec.review.verdict_trying import REVOKES
from spoilrec.review.words.story import tell_play
from spoilrec.rules.cards import UNSEEN

_MANY: Final = 7
_LIMIT_OF_MANY: Final = 10_000
"""So many positions are remembered with `_MANY` players: more take minutes a hand, and hardly solve more."""
_ENOUGH: Final = 3
"""After so many plays that were too large to solve no earlier one is tried."""


def annotate(case: Case) -> HandNotes:
    """Annotate a hand; its replay must have every step."""
    missing = why_not_known(case)
    plays = [step for step in case.plays() if step.noted]
    if missing or case.replay is None:
        return HandNotes(tuple(_note(case, step, NOTHING, "hands") for step in plays), missing)
    return Solving(case, case.replay).notes(plays)


class Solving:
    """One hand with its solver; what is remembered of one question serves the next."""

    def __init__(self, case: Case, replay: Replay) -> None:
        self.case, self.replay = case, replay
        self.solver = Solver(LIMIT if len(replay.first.table.seats) < _MANY else _LIMIT_OF_MANY)
        self.too_large = 0
        self.foresee = foresight(replay)
        self.pool = replay.first.table.goal == "pool"
        self.scale = PoolScale(self.solver) if self.pool else PointsScale(self.solver)

    def notes(self, plays: Sequence[Step]) -> HandNotes:
        """Annotate these plays of the hand, and the hand as a whole."""
        noted = tuple([_note(self.case, step, *self._verdict(step)) for step in reversed(plays)][::-1])
        forced, worth, first = self._from_the_first_lead()
        said = (*first, *left_out(self.case, noted, self._decided()))
        return HandNotes(noted, "", said, self._jink(), forced, worth)

    def _verdict(self, step: Step) -> tuple[Verdict, Open]:
        """Weigh a play, or say why that cannot be done; no mark where nothing hangs on it any more."""
        before = self.foresee(step.before)
        assert isinstance(step.event, Play)
        if is_idle(before, step.after):
            return NOTHING, ""
        if before.turn != step.event.seat or not in_order_of_seats(before):
            return NOTHING, "out-of-turn"
        if not solvable(before):
            return NOTHING, "hands"
        if self.too_large < _ENOUGH:
            try:
                return self.scale.verdict(before, step.event), ""
            except TooMuchError:
                self.too_large += 1
        return NOTHING, "too-much"

    def _from_the_first_lead(self) -> tuple[int, tuple[int, ...], tuple[str, ...]]:
        first = self.foresee(self.replay.first)
        if self.too_large >= _ENOUGH:
            return UNKNOWN, (), ()
        try:
            if isinstance(self.scale, PoolScale):
                forced = self.scale.forced(first)
                return forced, (), (forced_text(self.case, forced),)
            worth = self.scale.worth(first)
            said = [worth_text(self.case, worth)]
            if first.table.goal == "auction":
                said.append(contract_text(self.case, first, self.scale.bids(first, worth)))
            return UNKNOWN, worth, tuple(said)
        except TooMuchError:
            return UNKNOWN, (), ()

    def _decided(self) -> int:
        """Give the trick that decided the pool before the last card, 0 where there is none or a jink goes on."""
        if not self.pool or self.replay.last.rights.jinker >= 0:
            return 0
        steps = (step for step in self.case.plays() if not step.before.trick and pool_is_decided(step.before))
        return next((len(step.before.winners) for step in steps), 0)

    def _jink(self) -> JinkNote | None:
        """Say what the jink was worth at the moment when it was called, or begun by leading on."""
        for step in self.replay.steps:
            before, jinker = step.before, step.after.rights.jinker
            if isinstance(step.event, Play | Jink) and before.rights.jinker < 0 <= jinker:
                try:
                    worth = jink_worth(self.solver, self.foresee(before), before.table.side_of[jinker])
                except TooMuchError:
                    return None
                return JinkNote(jinker, worth, jink_text(worth, self.case.name(jinker)))
        return None


def _note(case: Case, step: Step, verdict: Verdict, why_open: Open) -> PlayNote:
    assert isinstance(step.event, Play)
    seat, card = step.event.seat, step.event.card
    marks: list[Mark] = [verdict.mark] if verdict.mark else []
    marks += _plain_marks(case, step)
    note = PlayNote(place_name(step.trick, seat), step.trick, seat, card, tuple(marks), verdict, open=why_open)
    return msgspec.structs.replace(note, text=lost_text(case, note, case.name))


def _plain_marks(case: Case, step: Step) -> Iterator[Mark]:
    """The marks that need no solver."""
    before, event = step.before, step.event
    if before.turn == event.seat and step.refusal is None and _is_forced(before):
        yield "="
    if tell_play(case, step).kind == "renege":
        yield "r"
    by_the_table = bool(step.condemned) and case.marked(step.trick, event.seat, "revoke")
    if by_the_table or (step.refusal is not None and step.refusal.why in REVOKES):
        yield "x"


def _is_forced(state: State) -> bool:
    """Say whether the seat in turn has one lawful card; where cards of it were not seen, only with its last one."""
    held, unseen = state.holding[state.turn].bit_count(), state.unseen[state.turn]
    if unseen or held < 2 or state.led >= UNSEEN:
        return held + unseen == 1
    return lawful_now(state).bit_count() == 1
