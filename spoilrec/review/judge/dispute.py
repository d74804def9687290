"""A dispute about one hand: what was done at a place, judged from what was seen, and all that hangs on it.

Gathers values; the words are `judge_words`. What is lawful was decided by the engine.
"""

import msgspec

from spoilrec.record.tokens import read_place
from spoilrec.review.case import Case
from spoilrec.review.checks.marks import why_no_place
from spoilrec.review.judge.consequence import Consequence, consequence
from spoilrec.review.judge.corrections import Correction, corrections
from spoilrec.review.judge.elsewhere import Elsewhere, Others
from spoilrec.review.verdict import Verdict
from spoilrec.review.verdict_claims import Claim, answer_to, doubtful, verdicts_at
from spoilrec.review.verdict_events import event_verdicts


class Judged(msgspec.Struct, frozen=True):
    """A verdict with what other rules would say, what the record may have meant, and what it costs."""

    verdict: Verdict
    presets: tuple[Elsewhere, ...]
    options: tuple[Elsewhere, ...]
    corrections: tuple[Correction, ...]
    consequence: Consequence | None


class Judgement(msgspec.Struct, frozen=True):
    """All rulings on one hand, or on one place of it (`at`, else empty)."""

    case: Case
    at: str
    rulings: tuple[Judged, ...]
    claim: Claim | None = None

    @property
    def proven(self) -> bool:
        """Whether something unlawful is proven."""
        return any(one.verdict.proven for one in self.rulings)


def why_not_judged(case: Case) -> str:
    """Say why a hand cannot be judged at all, empty where it can."""
    if case.rules is None:
        return "its rules are not known; `--rules PRESET` judges it by rules of your own"
    if case.replay is None:
        return "who sits where, or who deals, is not known"
    if case.trump < 0 and not case.reading.auction.calls:
        return "trumps are not noted"
    return ""


def why_no_ruling(case: Case, at: str) -> str:
    """Say why there is nothing to judge at a place, empty where there is."""
    place = read_place(at)
    if place is None:
        return "that is no place; a place is the number of a trick and a seat, such as 2C (0C: before the first lead)"
    why = why_no_place(case, at)
    if why == "nobody sits":
        return f"nobody sits at seat {at[1]}"
    if place[0] and place[0] > len(case.reading.tricks):
        played = len(case.reading.tricks)
        return f"the hand has {played or 'no'} trick{'' if played == 1 else 's'}"
    if place[0] and why and not any(one.place == place for one in event_verdicts(case)):
        return f"{case.name(place[1])} has no play in trick {place[0]}"
    if not verdicts_at(case, place):
        return f"nothing is noted of {case.name(place[1])} before the first lead"
    return ""


def judge(case: Case, at: str = "", says: str = "") -> Judgement:
    """Judge a hand: everything at the place `at`, or every doubtful place; and answer a claim about it.

    `why_not_judged` and, with a place, `why_no_ruling` must have nothing to say.
    """
    place = read_place(at) if at else None
    found = verdicts_at(case, place) if place else doubtful(case)
    others = Others(case)
    rulings = tuple(_judged(case, others, one) for one in found)
    claim = Claim(says, answer_to(says, found)) if says else None
    return Judgement(case, at, rulings, claim)


def _judged(case: Case, others: Others, verdict: Verdict) -> Judged:
    if verdict.stand == "not-judged":
        return Judged(verdict, (), (), (), consequence(case, verdict))
    return Judged(
        verdict,
        others.by_presets(verdict),
        others.by_options(verdict),
        corrections(case, verdict),
        consequence(case, verdict),
    )
