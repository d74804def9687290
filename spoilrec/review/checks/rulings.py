"""Rulings and amendments (SR8xx): that their hand and place are there, and that their sums are right."""

from collections.abc import Iterator

from spoilrec.record.lines import Penalty, Ruling
from spoilrec.record.tokens import read_place
from spoilrec.review.case import Case
from spoilrec.review.checks.marks import why_no_place
from spoilrec.review.finding import Fact, Finding, Spot, finding
from spoilrec.review.setting import Setting
from spoilrec.review.verdict_claims import contradicts, verdicts_at
from spoilrec.review.verdict_words import tell_verdict


def check_ruling_place(case: Case, ruling: Ruling, spot: Spot) -> Iterator[Finding]:
    """Check the place of a ruling against the hand that it concerns."""
    if ruling.at is not None:
        place = read_place(ruling.at)
        before_play = place is not None and place[0] == 0
        why = why_no_place(case, ruling.at) if not before_play or place is None else ""
        if before_play and place is not None and place[1] not in case.setting.seats and case.setting.players:
            why = "nobody sits"
        if why:
            yield finding("SR802", spot, {"at": f"`{ruling.at[:20]}`", "no": ruling.hand, "why": why})


def check_ruling_finding(case: Case, ruling: Ruling, spot: Spot) -> Iterator[Finding]:
    """Compare what a ruling found with what the cards prove; what they leave open is the table's to decide."""
    place = read_place(ruling.at) if ruling.at else None
    if place is None or case.replay is None or case.trump < 0:
        return
    found = verdicts_at(case, place)
    if contradicts(ruling.finding, found):
        against = next((one for one in found if one.stand == "unlawful"), found[0])
        said = tell_verdict(case, against)
        facts: dict[str, Fact] = {
            "player": case.full_name(place[1]),
            "finding": ruling.finding,
            "at": ruling.at or "",
            "proof": said[:1].lower() + said[1:],
        }
        yield finding("SR807", spot, facts)


def check_penalty(ruling: Ruling, setting: Setting, pool: int | None, spot: Spot) -> Iterator[Finding]:
    """Check the sums of a penalty: one number a seat or side, and nobody receives what nobody pays.

    What is paid and not received goes to the pool; more than lies in the pool cannot come out of it.
    """
    penalty = ruling.penalty
    if penalty is None:
        return
    why = _why_wrong(penalty, setting, pool)
    if why:
        yield finding("SR805", spot, {"why": why})


def _why_wrong(penalty: Penalty, setting: Setting, pool: int | None) -> str:
    if penalty.settle and len(penalty.settle) != len(setting.players):
        return f"`settle` has {len(penalty.settle)} numbers for {len(setting.players)} seats"
    if penalty.points and len(penalty.points) != len(setting.partnerships):
        return f"`points` has {len(penalty.points)} numbers for {len(setting.partnerships)} sides"
    if pool is not None and sum(penalty.settle) > pool:
        return f"{sum(penalty.settle)} chips are received that nobody pays, and {pool} lie in the pool"
    return ""
