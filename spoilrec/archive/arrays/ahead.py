"""The quick look ahead through a file, whole chunks at once: what `review.scan` sees line by line."""

from typing import IO, Final

import numpy as np

from spoilrec.archive.arrays.text import Cursor, Mask, Text
from spoilrec.record.store import Chunk, raw_chunks
from spoilrec.review.scan import HAND, Looking, Scan

CHUNK: Final = 3 << 20
"""In bytes: some eleven thousand hands. More are no quicker, and the arrays leave the processor's cache."""


def scan_chunks(stream: IO[bytes]) -> Scan:
    """Look through the whole file once; twice where there are amendments or rulings."""
    looking = Looking()
    for piece in raw_chunks(stream, CHUNK, Text):
        if isinstance(piece, Chunk):
            _look(looking, piece.number, piece.lines)
        else:
            looking.at_line(*piece)
    return looking.result(stream)


def hands_among(text: Text) -> Mask:
    """Say which lines begin as a hand does, `(lines,) bool`."""
    return Cursor(text, text.begins).starts(HAND)


def _look(looking: Looking, number: int, text: Text) -> None:
    """Look at the lines that are no plain hands one by one."""
    plain = hands_among(text)
    others = np.flatnonzero(~plain)
    raws = text.lines_at(others)
    brace = text.bytes == ord("}")
    closed = text.bytes[text.ends - 1] == ord("}")
    if (
        np.count_nonzero(brace) - sum(raw.count(b"}") for raw in raws) > len(text) - len(raws)
        or not closed[plain].all()
    ):
        plain &= closed & (np.diff(np.searchsorted(np.flatnonzero(brace), text.ends), prepend=0) == 1)
        others = np.flatnonzero(~plain)
        raws = text.lines_at(others)
    before = 0
    for line, raw in zip(others.tolist(), raws, strict=True):
        looking.at_hands(line - before)
        looking.at_line(number + line, raw)
        before = line + 1
    looking.at_hands(len(text) - before)
