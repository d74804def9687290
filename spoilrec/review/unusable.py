"""What could not be read of a record: a command that only reads it has less to answer than was asked."""

from typing import Final

from spoilrec.review.finding import Finding
from spoilrec.review.walk import Stop

ENDS_A_FILE: Final = ("SR006", "SR007", "SR009", "SR021")
"""Behind what these tell, or at all, nothing of the file could be read."""
_EMPTY: Final = "SR101"


def unusable(stop: Stop) -> tuple[Finding, ...]:
    """Give the errors of a line of which nothing could be read; behind the last one, that there was none at all."""
    if stop.line is None:
        return tuple(one for one in stop.findings if one.code in (*ENDS_A_FILE, _EMPTY))
    if stop.line.value is not None:
        return tuple(one for one in stop.findings if one.code in ENDS_A_FILE)
    return tuple(one for one in stop.findings if one.severity == "error" and one.line == stop.line.number)
