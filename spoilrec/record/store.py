"""Reading files: bytes to numbered lines, in constant memory, whatever the file turns out to be.

Lines are cut at newlines by ourselves; a carriage return, alone or before a newline, ends a line too,
with a fault. gzip is known by its first bytes, not by the name. A file that is no record at all
is told once.
"""

import gzip
import io
import re
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, Final

from spoilrec.record.lines import Fault, Line
from spoilrec.record.reading import read_line
from spoilrec.record.sniff import looks_like

LONGEST_LINE: Final = 1 << 20
"""In bytes. A longer line is told and skipped; it is never held in memory."""
_BLOCK: Final = 1 << 16
_GZIP: Final = b"\x1f\x8b"


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
    first, blocks = _from_the_start(stream)
    second = next(blocks, None)
    damaged = isinstance(first, Fault) or isinstance(second, Fault)  # too little was read to know what it is
    alien = None if damaged or isinstance(first, Fault) else looks_like(first)
    blocks = blocks if second is None else chain((second,), blocks)
    if alien:
        yield Line(1, b"", faults=(alien,), canonical=False)
        return
    for number, raw, faults, ended in _framed(first, blocks):
        if raw or faults:
            yield from read_line(number, raw, faults, ended=ended)


def raw_lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Give the numbered lines of an opened file undecoded, for a quick look ahead; faults are left out."""
    first, blocks = _from_the_start(stream)
    for number, raw, _, _ in _framed(first, blocks):
        yield number, raw


def _from_the_start(stream: IO[bytes]) -> tuple[bytes | Fault, Iterator[bytes | Fault]]:
    stream.seek(0)
    head = stream.read(2)
    stream.seek(0)
    blocks = _unpacked(stream) if head == _GZIP else _blocks(stream)
    return next(blocks, b""), blocks


def _blocks(stream: IO[bytes]) -> Iterator[bytes | Fault]:
    while block := stream.read(_BLOCK):
        yield block


def _unpacked(stream: IO[bytes]) -> Iterator[bytes | Fault]:
    """Unpack gzip, several members too; damage gives a fault after what could be read."""
    with gzip.GzipFile(fileobj=stream, mode="rb") as unpacked:
        while True:
            try:
                block = unpacked.read1(_BLOCK)
            except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                cut = isinstance(error, EOFError)
                yield Fault(
                    "damaged-gzip", 1, {"why": "it is cut off" if cut else "its data do not fit their checksum or form"}
                )
                return
            if not block:
                return
            yield block


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
                yield number, b"", (_TOO_LONG,), True
            elif not skipping:
                yield number, raw, _end_fault(raw, end), True
            skipping = False
        if len(tail) > LONGEST_LINE:
            if not skipping:
                yield number + 1, b"", (_TOO_LONG,), True
            tail, skipping = b"", True
    if tail and not skipping:
        raw = tail.removesuffix(b"\r")
        yield number + 1, raw, _end_fault(raw, tail[len(raw) :]), raw != tail


_TOO_LONG: Final = Fault("too-long", 1, {"limit": LONGEST_LINE})
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
