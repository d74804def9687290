"""Times of hands as numbers, so that many are compared at once."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

import numpy as np

from spoilrec.archive.arrays.text import Whole
from spoilrec.review.checks.header import parse_time

NO_MOMENT: Final = int(np.iinfo(np.int64).min)
"""Stands for a time that cannot be read."""
_UNTIMED: Final = NO_MOMENT + 1
_BEGIN: Final = datetime(1, 1, 1, tzinfo=UTC)


def moments_of(times: Sequence[str | None]) -> Whole | None:
    """Give the times as numbers, `(lines,) int64`; `None` where no hand has one."""
    return np.array([_UNTIMED if text is None else _number(parse_time(text)) for text in times]) if times else None


def followed(moments: Whole, latest: datetime | None) -> int:
    """Count the moments up to the first that is before an earlier one, or before the latest so far."""
    if not len(moments):
        return 0
    begin = _UNTIMED if latest is None else _number(latest)
    back = (moments < np.maximum(np.maximum.accumulate(moments), begin)) & (moments != _UNTIMED)
    first = int(back.argmax())
    return first if back[first] else len(moments)


def _number(moment: datetime | None) -> int:
    return NO_MOMENT if moment is None else (moment - _BEGIN) // timedelta(microseconds=1)
