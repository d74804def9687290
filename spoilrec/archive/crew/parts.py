"""Cuts large files where sessions begin, so that several can read them at once; small ones are put together.

What stands in a session depends on nothing before it, but for what is told once a file. So a part begins with a
session line that nobody could take for anything else, behind a newline. A file that is one session is one part;
so is a packed one, and what follows a line too long to be read.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

import numpy as np

from spoilrec.archive.source import Source, length_of
from spoilrec.record.lines import Session
from spoilrec.record.reading import read_line
from spoilrec.record.store import LONGEST_LINE, is_plain_record

MOST_FILES: int = 64
_STEP: Final = 1 << 16
"""So many bytes are looked at together: they stay in the processor's cache."""
_WORD: Final = b'"session"'


def batches(sources: Iterable[Source], size: int) -> Iterator[tuple[Source, ...]]:
    """Give parts in the order of files and lines: each alone, small files together."""
    together, gathered = list[Source](), 0
    for source in sources:
        length = length_of(source)
        if together and (length >= size or gathered + length > size or len(together) >= MOST_FILES):
            yield tuple(together)
            together, gathered = [], 0
        if length < size:
            together.append(source)
            gathered += length
        else:
            yield from ((part,) for part in parts(source, size))
    if together:
        yield tuple(together)


def parts(source: Source, size: int) -> Iterator[Source]:
    """Cut a file into parts of `size` bytes and what is left of the last session in each."""
    begin = lines = 0
    with suppress(OSError, ValueError), Path(source.path).open("rb", buffering=0) as stream:  # told when it is read
        if is_plain_record(stream):
            first = _next_session(stream, -1)
            while first is not None and (cut := _next_session(stream, max(begin + size, first + 1))) is not None:
                count = _count_lines(stream, begin, cut)
                if count is None:
                    break
                yield source._replace(begin=begin, end=cut, lines_before=lines)
                begin, lines = cut, lines + count
    yield source._replace(begin=begin, lines_before=lines)


def _next_session(stream: IO[bytes], at: int) -> int | None:
    """Find the first line behind the byte `at` that begins a session; `None` where there is none to be sure of."""
    stream.seek(max(at, 0))
    base, kept = (at, b"") if at >= 0 else (-1, b"\n")
    while block := stream.read(_STEP):
        kept += block
        place = kept.find(_WORD)
        while place >= 0:
            begin, end = kept.rfind(b"\n", 0, place) + 1, kept.find(b"\n", place)
            if begin and end >= 0 and _begins_session(kept[begin:end]):
                return base + begin
            place = kept.find(_WORD, end) if end >= 0 else -1
        whole = max(0, kept.rfind(b"\n"))
        base, kept = base + whole, kept[whole:]
        if len(kept) > LONGEST_LINE:
            return None
    return None


def _begins_session(raw: bytes) -> bool:
    """Say whether a line is a session for everybody who reads it."""
    raw = raw.split(b"\r", 1)[0]
    if not (raw.startswith(b"{") and b'"type"' in raw):
        return False
    lines = read_line(1, raw)
    return len(lines) == 1 and isinstance(lines[0].value, Session)


def _count_lines(stream: IO[bytes], begin: int, end: int) -> int | None:
    """Count the lines of a stretch that ends with a newline, as `record.store` does; `None` if one is too long."""
    stream.seek(begin)
    count, at, newline, last = 0, begin, begin - 1, b""
    while at < end and (block := stream.read(min(_STEP, end - at))):
        count += int(np.count_nonzero(np.frombuffer(block, np.uint8) == ord("\n")))
        if b"\r" in block:
            count += block.count(b"\r") - block.count(b"\r\n")
        count -= last == b"\r" and block.startswith(b"\n")
        first = block.find(b"\n")
        if (first if first >= 0 else len(block)) + at - newline > LONGEST_LINE:
            return None
        newline = at + block.rfind(b"\n") if first >= 0 else newline
        at, last = at + len(block), block[-1:]
    return count
