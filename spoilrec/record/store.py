"""Reading files: bytes to numbered lines, in constant memory, whatever the file turns out to be.

Lines are cut at newlines by ourselves; a carriage return, alone or before a newline, ends a line too,
with a fault. gzip is known by its first bytes, not by the name. A file that is no record at all
is told once.
"""

import gzip
import io
import os
import re
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator, Sized
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Final, Generic, TypeVar

import msgspec

from spoilrec.record.excerpt import lines_before
from spoilrec.record.lines import Fault, Line
from spoilrec.record.reading import read_line
from spoilrec.record.sniff import looks_like

LONGEST_LINE: Final = 1 << 20
"""In bytes. A longer line is told and skipped; it is never held in memory."""
MOST_UNPACKED: Final = 4 << 20
"""In bytes. Where a gzip file unpacks to more, and to more than `MOST_TIMES` its size, reading stops."""
MOST_TIMES: Final = 100
"""Records shrink to a quarter or a tenth; gzip can pack a thousand times as much of nothing."""
_BLOCK: Final = 1 << 16
_GZIP: Final = b"\x1f\x8b"
_LONG: Final = 100_000
"""In bytes: some four hundred hands."""
_BEGINNING: Final = 32
Cut = TypeVar("Cut", bound=Sized)


@contextmanager
def opened(path: str) -> Iterator[IO[bytes]]:
    """Open a file that can be read more than once; `-` is standard input.

    A pipe is spooled to a temporary file; of what is no record only the beginning is kept, so that an
    endless source ends. Refuses with `OSError` what cannot be opened, folders too.
    """
    if path == "-":
        if sys.stdin is None:
            raise OSError("standard input is closed")
        with _kept(sys.stdin.buffer, seekable=False) as stream:
            yield stream
        return
    with Path(path).open("rb") as source, _kept(source, seekable=source.seekable()) as stream:
        yield stream


@contextmanager
def _kept(source: IO[bytes], *, seekable: bool) -> Iterator[IO[bytes]]:
    head = source.read(_BLOCK)
    if not head.startswith(_GZIP) and looks_like(head):
        yield io.BytesIO(head)
    elif seekable:
        source.seek(0)
        yield source
    else:
        with _spooled(source, head) as spool:
            yield spool


def is_plain_record(stream: IO[bytes]) -> bool:
    """Say whether an opened file is a record that is not packed, by its beginning."""
    stream.seek(0)
    head = stream.read(_BLOCK)
    return not head.startswith(_GZIP) and looks_like(head) is None


def why_unreadable(error: OSError | ValueError) -> str:
    """Say why a file could not be opened or read."""
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    if isinstance(error, FileNotFoundError) and "*" in os.fsdecode(error.filename or ""):
        return "no file matches"
    return (getattr(error, "strerror", None) or str(error)).lower()


def is_long(stream: IO[bytes]) -> bool:
    """Say whether an opened file has more than a few hundred hands, by its size: packed, hands take a third."""
    stream.seek(0)
    packed = stream.read(2) == _GZIP
    return stream.seek(0, io.SEEK_END) > (_LONG // 3 if packed else _LONG)


def _spooled(stream: IO[bytes], head: bytes) -> IO[bytes]:
    spool = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    spool.write(head)
    while block := stream.read(_BLOCK):
        spool.write(block)
    spool.seek(0)
    return spool


def lines(stream: IO[bytes]) -> Iterator[Line]:
    """Read the lines of an opened file from its beginning; blank lines are counted and left out.

    A file that is no record gives a single `Line` with a single fault. Damage in a gzip file ends it
    with a fault of its own after the last whole line.
    """
    first, blocks, alien = _begun(stream)
    if alien:
        yield Line(1, b"", faults=(alien,), canonical=False)
        return
    for number, raw, faults, ended in _from_number(lines_before(stream), _framed(first, blocks)):
        if raw or faults:
            yield from read_line(number, raw, faults, ended=ended)


class Chunk(msgspec.Struct, Generic[Cut], frozen=True):
    """Whole lines of a file, each with a plain newline, as they were cut; `number` is that of the first."""

    number: int
    lines: Cut


def chunks(stream: IO[bytes], size: int, cut: Callable[[bytes], Cut]) -> Iterator[Chunk[Cut] | Line]:
    """Read as `lines` does, but give lines with plain ends undecoded, some `size` bytes together.

    `cut` takes the bytes of the lines, the last newline with them; what it gives must have the number of
    lines for its length, blank ones counted. What else there is (carriage returns, lines that are too long, a
    last line without its end, damage) comes as `Line`.
    """
    first, blocks, alien = _begun(stream, size)
    if alien:
        yield Line(1, b"", faults=(alien,), canonical=False)
        return
    for piece in _pieces(first, blocks, cut, lines_before(stream)):
        if isinstance(piece, Chunk):
            yield piece
        else:
            number, raw, faults, ended = piece
            if raw or faults:
                yield from read_line(number, raw, faults, ended=ended)


def raw_chunks(stream: IO[bytes], size: int, cut: Callable[[bytes], Cut]) -> Iterator[Chunk[Cut] | tuple[int, bytes]]:
    """Give what `raw_lines` gives, lines with plain ends some `size` bytes together, as in `chunks`."""
    first, blocks = _from_the_start(stream, size)
    for piece in _pieces(first, blocks, cut, lines_before(stream)):
        yield piece if isinstance(piece, Chunk) else piece[:2]


def _begun(stream: IO[bytes], size: int = 0) -> tuple[bytes | Fault, Iterator[bytes | Fault], Fault | None]:
    """Begin to read: the first block, those behind it, and what the file is if it is no record."""
    first, blocks = _from_the_start(stream, size)
    second = next(blocks, None)
    damaged = isinstance(first, Fault) or isinstance(second, Fault)  # too little was read to know what it is
    alien = None if damaged or isinstance(first, Fault) else looks_like(first)
    return first, blocks if second is None else chain((second,), blocks), alien


def _pieces(
    first: bytes | Fault, blocks: Iterator[bytes | Fault], cut: Callable[[bytes], Cut], number: int
) -> Iterator["Chunk[Cut] | _Raw"]:
    """Cut blocks behind their last newline; what seems to be a line without an end is left to `_framed`.

    `number` is that of the last line before them.
    """
    tail = b""
    for block in chain((first,), blocks):
        if isinstance(block, Fault):
            yield number + 1, b"", (block,), True
            return
        end = block.rfind(b"\n") + 1
        if len(tail) + len(block) - end > LONGEST_LINE:
            yield from _from_number(number, _framed(tail + block, blocks))
            return
        whole = b"".join((tail, memoryview(block)[:end])) if end else b""
        tail = block[end:] if end else tail + block
        if b"\r" in whole or has_a_long_line(whole):
            yield from _from_number(number, _framed(whole, iter(())))
            number += count_lines(whole)
        elif whole:
            chunk = Chunk(number + 1, cut(whole))
            number += len(chunk.lines)
            yield chunk
    yield from _from_number(number, _framed(tail, iter(())))


def count_lines(whole: bytes) -> int:
    """Count the lines of bytes that end with a newline."""
    count = whole.count(b"\n")
    return count + whole.count(b"\r") - whole.count(b"\r\n") if b"\r" in whole else count


def has_a_long_line(data: bytes) -> bool:
    """Say whether there is a line that is too long to be read; returns alone count for nothing."""
    begin = 0
    while len(data) - begin > LONGEST_LINE:
        end = data.rfind(b"\n", begin, begin + LONGEST_LINE + 1)
        if end < 0:
            return True
        begin = end + 1
    return False


def _from_number(number: int, raws: Iterator["_Raw"]) -> Iterator["_Raw"]:
    for nth, raw, faults, ended in raws:
        yield number + nth, raw, faults, ended


def raw_lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Give the numbered lines of an opened file undecoded, for a quick look ahead; faults are left out."""
    first, blocks = _from_the_start(stream)
    for number, raw, _, _ in _from_number(lines_before(stream), _framed(first, blocks)):
        yield number, raw


def _from_the_start(stream: IO[bytes], size: int = 0) -> tuple[bytes | Fault, Iterator[bytes | Fault]]:
    """Give the first block, by which a file is known, and those behind it, of `size` where that is larger."""
    stream.seek(0)
    head = stream.read(2)
    stream.seek(0)
    blocks = _unpacked(stream, size) if head == _GZIP else _blocks(stream, size)
    return next(blocks, b""), blocks


def _blocks(stream: IO[bytes], size: int) -> Iterator[bytes | Fault]:
    yield stream.read(_BLOCK)
    while block := stream.read(max(size, _BLOCK)):
        yield block


def _unpacked(stream: IO[bytes], size: int) -> Iterator[bytes | Fault]:
    """Unpack gzip, several members too; damage, and what unpacks to far more than it is, give a fault at the end."""
    waiting, length, wanted, total = list[bytes](), 0, 1, 0
    with gzip.GzipFile(fileobj=stream, mode="rb") as unpacked:
        while True:
            try:
                block = unpacked.read1(_BLOCK)
            except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                if waiting:
                    yield b"".join(waiting)
                cut = isinstance(error, EOFError)
                yield Fault(
                    "damaged-gzip", 1, {"why": "it is cut off" if cut else "its data do not fit their checksum or form"}
                )
                return
            waiting.append(block)
            length += len(block)
            total += len(block)
            if total > MOST_UNPACKED and total > MOST_TIMES * stream.tell():
                yield b"".join(waiting)
                yield Fault("gzip-bomb", 1, {"size": total >> 20, "times": MOST_TIMES})
                return
            if length >= wanted or (length and not block):
                yield b"".join(waiting)
                waiting, length, wanted = [], 0, size
            if not block:
                return


_Raw = tuple[int, bytes, tuple[Fault, ...], bool]


def _framed(first: bytes | Fault, blocks: Iterator[bytes | Fault]) -> Iterator[_Raw]:
    """Cut blocks into numbered lines without their ends; `False` marks a last line without a newline."""
    number, tail, skipping = 0, b"", False
    for block in chain((first,), blocks):
        if isinstance(block, Fault):
            yield number + 1, b"", (block,), True
            return
        whole, tail = _split(tail + block)
        for raw, end in whole:
            number += 1
            if len(raw) > LONGEST_LINE:
                yield number, b"", (_too_long(raw),), True
            elif not skipping:
                yield number, raw, _end_fault(raw, end), True
            skipping = False
        if len(tail) > LONGEST_LINE:
            if not skipping:
                yield number + 1, b"", (_too_long(tail),), True
            tail, skipping = b"", True
    if tail and not skipping:
        raw = tail.removesuffix(b"\r")
        yield number + 1, raw, _end_fault(raw, tail[len(raw) :]), raw != tail


def _too_long(raw: bytes) -> Fault:
    """Tell of a line that is skipped; how it begins says what was lost."""
    return Fault("too-long", 1, {"limit": LONGEST_LINE, "begins": raw[:_BEGINNING].decode("utf-8", "replace")})


_LINE_END: Final = re.compile(rb"(\r\n|\n|\r(?!\Z))")


def _split(data: bytes) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Cut into lines with their ends, and the unfinished rest.

    A return at the very end waits: a newline may follow in the next block.
    """
    if b"\r" not in data:
        *whole, rest = data.split(b"\n")
        return [(raw, b"\n") for raw in whole], rest
    *pieces, rest = _LINE_END.split(data)
    return list(zip(pieces[::2], pieces[1::2], strict=True)), rest


def _end_fault(raw: bytes, end: bytes) -> tuple[Fault, ...]:
    if b"\r" not in end:
        return ()
    return (Fault("carriage-return", len(raw) + 1, {"end": "CRLF" if end == b"\r\n" else "CR"}),)
