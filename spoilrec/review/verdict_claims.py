"""The verdicts on a whole hand or on one place of it, and what they say to a claim or to a ruling."""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from spoilrec.record.tokens import place_name, read_place
from spoilrec.review.case import Case
from spoilrec.review.verdict import Deed, Verdict, play_verdicts
from spoilrec.review.verdict_events import duty_of, event_verdicts

CLAIMS: Final = (
    "revoke", "no-fault", "false-rob", "late-rob", "missed-rob", "lead-out-of-turn", "play-out-of-turn",
    "card-not-held", "false-announcement", "missed-announcement", "false-jink", "false-bid", "false-draw", "accepted",
)  # fmt: skip
"""What can be claimed, in the words of the `finding` of a ruling; `accepted` lets a finding stand unpunished."""
NO_FAULT: Final = ("no-fault", "lawful")
_SAME: Final = {
    "second-card": "play-out-of-turn", "play-after-the-end": "play-out-of-turn", "put-out-card": "false-rob",
    "late-rob": "false-rob", "no-such-seat": "card-not-held",
}  # fmt: skip
"""Faults that a claim with a wider word names too; the record's own word for a late rob is `false-rob`."""
Answer = Literal["confirmed", "refused", "cannot-be-known", "accepted"]


class Claim(msgspec.Struct, frozen=True):
    """What somebody says of a place, and whether the verdicts bear it out."""

    says: str
    answer: Answer


def verdicts(case: Case) -> tuple[Verdict, ...]:
    """Judge everything in a hand: what came before the first lead, the plays, a jink after its trick."""
    events, plays = event_verdicts(case), play_verdicts(case)
    before = [one for one in events if one.trick == 0]
    later = [one for one in events if one.trick]
    found = list(before)
    for nth, one in enumerate(plays):
        found.append(one)
        if nth + 1 == len(plays) or plays[nth + 1].trick != one.trick:
            found += [jink for jink in later if jink.trick == one.trick]
    return tuple(found)


def verdicts_at(case: Case, place: tuple[int, int]) -> tuple[Verdict, ...]:
    """Judge everything at a place; before the first lead also that nobody robbed who may have had to."""
    found = tuple(one for one in verdicts(case) if one.place == place)
    if not found and place[0]:
        noted = any(seat == place[1] for seat, _ in _trick(case, place[0]))
        bare = Verdict(deed="play", trick=place[0], seat=place[1], stand="not-judged", open="hand")
        return (bare,) if noted else _late_robs(case, place)
    if not place[0] and all(one.deed not in ("rob", "no-rob", "announcement", "no-announcement") for one in found):
        duty = duty_of(case, place[1])
        return (*found, duty) if duty is not None else found
    return found or _late_robs(case, place)


def _late_robs(case: Case, place: tuple[int, int]) -> tuple[Verdict, ...]:
    """A false or late rob may be marked at the trick in which it was."""
    marked = place in case.reading.marked("false-rob") or place in case.reading.marked("missed-rob")
    return tuple(one for one in event_verdicts(case) if marked and one.deed == "rob" and one.seat == place[1])


def _trick(case: Case, number: int) -> tuple[tuple[int, int], ...]:
    return case.reading.tricks[number - 1] if number <= len(case.reading.tricks) else ()


def doubtful(case: Case) -> tuple[Verdict, ...]:
    """Judge a hand and keep what is not plainly lawful, and what was marked at the table or ruled on."""
    named = {place for place, facts in case.reading.marks.items() if facts & _QUESTIONED}
    named |= {place for ruling in case.rulings if ruling.at and (place := read_place(ruling.at))}
    found, turned = list[Verdict](), set[int]()
    for one in verdicts(case):
        follows = one.fault == "play-out-of-turn" and one.trick in turned  # from the one before it in the trick
        if one.fault in ("lead-out-of-turn", "play-out-of-turn"):
            turned.add(one.trick)
        if one.place in named or not (one.fine or one.open == "card" or follows):
            found.append(one)
    return tuple(found)


_QUESTIONED: Final = frozenset(("revoke", "lead-out-of-turn", "play-out-of-turn", "false-rob", "missed-rob"))


def answer_to(says: str, found: tuple[Verdict, ...]) -> Answer:
    """Confirm or refuse a claim by the verdicts on its place; of unseen cards nobody can say either."""
    if says == "accepted":
        return "accepted"
    if says in NO_FAULT:
        if any(one.stand == "unlawful" for one in found):
            return "refused"
        return "confirmed" if all(one.fine for one in found) else "cannot-be-known"
    answers = list(_answers(says, found))
    for answer in ("confirmed", "cannot-be-known"):
        if answer in answers:
            return answer
    return "refused"


def _answers(says: str, found: tuple[Verdict, ...]) -> Iterator[Answer]:
    for one in found:
        names = (one.fault, _SAME.get(one.fault, ""))
        if one.stand == "unlawful" and says in names:
            yield "confirmed"
        elif one.stand == "not-judged" or (one.stand in ("unknown", "not-all-lawful") and says in names):
            yield "cannot-be-known"


def contradicts(says: str, found: tuple[Verdict, ...]) -> bool:
    """Say whether the finding of a ruling contradicts what is proven; words of one's own contradict nothing."""
    deeds = _DEEDS.get(says, ())
    meant = says in NO_FAULT or any(one.deed in deeds and one.stand != "not-judged" for one in found)
    return meant and bool(found) and answer_to(says, found) == "refused"


_DEEDS: Final[dict[str, tuple[Deed, ...]]] = {
    "revoke": ("play",), "lead-out-of-turn": ("play",), "play-out-of-turn": ("play",), "card-not-held": ("play",),
    "false-rob": ("rob",), "late-rob": ("rob",), "missed-rob": ("no-rob",), "false-announcement": ("announcement",),
    "missed-announcement": ("no-announcement",), "false-jink": ("jink",), "false-bid": ("bid",),
    "false-draw": ("draw",),
}  # fmt: skip
"""What kind of deed a finding is about."""


def place_of(verdict: Verdict) -> str:
    """Write the place of a verdict as a record does."""
    return place_name(*verdict.place)
