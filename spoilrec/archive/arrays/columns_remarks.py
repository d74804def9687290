"""What stands at the end of some hands: when they were played, and a note in plain letters."""

import re
from typing import Final

import msgspec
import numpy as np

from spoilrec.archive.arrays.text import Cursor

_PLAIN: Final = rb"([ !#-\[\]-~]*)"  # what JSON writes as it is, and no reader finds odd
_END: Final = re.compile(rb'(?:,"time":"%s")?(?:,"note":"%s")?' % (_PLAIN, _PLAIN))
_Text = str | None


class Remarks(msgspec.Struct):
    """Time and note of each line, `None` where it has none; empty where no line has one."""

    times: tuple[_Text, ...] = ()
    notes: tuple[_Text, ...] = ()


def read_remarks(cursor: Cursor) -> Remarks:
    """Take time and note where they stand, and the end of the line."""
    there = np.flatnonzero(cursor.starts(b","))
    remarks = Remarks()
    if len(there):
        part = cursor.part(there)
        found = zip(there.tolist(), part.matches(_END), strict=True)
        cursor.join(there, part)
        times, notes = list[_Text]([None] * len(cursor.sound)), list[_Text]([None] * len(cursor.sound))
        for line, match in found:
            times[line], notes[line] = (None if text is None else text.decode() for text in match.groups())
        remarks = Remarks(tuple(times) if times.count(None) < len(times) else (), tuple(notes))
    cursor.skip(b"}")
    return remarks
