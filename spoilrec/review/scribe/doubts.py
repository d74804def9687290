"""What is doubtful about a typed line: found by the checks of `validate`, told before it is taken down."""

from collections.abc import Iterator
from typing import Final

from spoilrec.record.sheet import SheetError
from spoilrec.record.tokens import SEATS
from spoilrec.review.case import Case
from spoilrec.review.checks.hand import check_hand
from spoilrec.review.finding import Finding
from spoilrec.review.scribe.draft import Draft, case_of
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.sheets import Scribe
from spoilrec.review.words.sentences import plural

_QUIET: Final = frozenset(("SR120", "SR205", "SR207", "SR210", "SR320", "SR329", "SR412", "SR416", "SR419", "SR506"))
"""Findings of what is not finished yet, or was noted on purpose."""


def case_in(evening: Evening, draft: Draft | None) -> Case | None:
    """Put the hand in the making on the desk, as far as it can be."""
    if draft is None or draft.kind != "hand":
        return None
    try:
        return case_of(evening, draft)
    except SheetError:
        return None


def new_doubts(before: Case | None, after: Case | None) -> tuple[Finding, ...]:
    """Give what is wrong with the hand now and was not before."""
    if after is None:
        return ()
    known = {(one.code, one.at, one.message) for one in _findings(before)} if before else set()
    return tuple(one for one in _findings(after) if (one.code, one.at, one.message) not in known)


def _findings(case: Case) -> Iterator[Finding]:
    return (one for one in check_hand(case) if one.severity != "info" and one.code not in _QUIET)


def doubts_of_line(evening: Evening, draft: Draft) -> tuple[Finding, ...]:
    """Give what `validate` would say of a line between the hands, if it were written now."""
    scribe = Scribe(evening.copy())
    scribe.draft = draft
    scribe.finish()
    return tuple(one for one in scribe.evening.findings if one.severity != "info" and one.code not in _QUIET)


def cut_short(evening: Evening, draft: Draft) -> Iterator[str]:
    """Say that an amendment would leave fewer cards of a hand than it has: its cards stand for all of them."""
    play = draft.fields.get("set", {}).get("play") if draft.kind == "amend" else None
    hand = next((one for one in reversed(evening.standing_hands()) if one.no == draft.fields.get("hand")), None)
    if play is None or hand is None:
        return
    before, after = (len(text.replace("|", " ").split()) for text in (hand.play or "", play))
    if after < before:
        yield f"Hand {hand.no} has {plural(before, 'card')}, the amendment {after}: its cards stand for all of them."


def doubt_text(one: Finding) -> str:
    """Say it with its place, and what would be right."""
    trick = f"Trick {one.at[0]}: " if one.at[:1].isdigit() and one.at[0] != "0" else ""
    message = one.message if trick else one.message[:1].upper() + one.message[1:]
    return f"{trick}{message} {one.remedy}".strip()


def robber_meant(before: Draft | None, after: Draft, found: tuple[Finding, ...]) -> int:
    """Give who must have robbed where somebody lays the turn-up and no rob was noted, -1 for nobody."""
    if "rob" in after.fields or before is None:
        return -1
    seats = [SEATS.find(one.at[-1:]) for one in found if one.code == "SR306" and one.at]
    return seats[0] if seats else -1
