"""Waivers in the file: a ruling `accepted` silences what is to be said of its place."""

from collections.abc import Iterable

from spoilrec.record.lines import Ruling
from spoilrec.review.finding import Finding

ACCEPTED = "accepted"


def silenced(found: Finding, rulings: Iterable[Ruling]) -> bool:
    """Say whether a ruling lets this finding of its hand stand; one without a place speaks of the hand as a whole.

    What is said of rulings and amendments themselves is never silenced.
    """
    places = {ruling.at or "" for ruling in rulings if ruling.finding == ACCEPTED}
    return found.at in places and not found.code.startswith("SR8")
