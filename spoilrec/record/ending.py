"""The end of a record after a crash: a torn line, the NUL bytes of a power cut, a missing newline."""

import os
from itertools import takewhile
from pathlib import Path
from typing import Final

from spoilrec.record.disk import AS_IT_IS, flush_folder, read_bytes, write_bytes
from spoilrec.record.lines import Line
from spoilrec.record.reading import read_line
from spoilrec.record.store import LONGEST_LINE


def beside(target: Path, kind: str) -> Path:
    """Name the file of this kind that belongs to a record: `lock`, `draft` or `torn`."""
    return target.with_name(f"{target.name}.{kind}")


def mended(target: Path, handle: int) -> bytes:
    """Put the end of a file in order and give what was set aside of it, in the file of torn ends beside it.

    Refuses with `ValueError` a last line longer than any line may be: that is not the end of a record.
    """
    size = os.fstat(handle).st_size
    start = max(0, size - LONGEST_LINE)
    tail = read_bytes(handle, start, size)
    newline = tail.rfind(b"\n")
    if newline < 0 < start:
        raise ValueError("its last line is longer than any line may be")
    tail = tail[newline + 1 :]
    whole = _whole(tail.rstrip(b"\0"))
    torn = set_aside(handle, target, size - len(tail) + whole) if whole < len(tail) else b""
    if whole:
        write_bytes(handle, b"\n")
    return torn


def _whole(tail: bytes) -> int:
    """Count the bytes of an unfinished line that are whole records; what follows the last of them is torn."""
    last = tail[tail.rfind(b"\r") + 1 :]
    pieces = read_line(1, last, ended=False)
    torn = list(takewhile(_broken, reversed(pieces)))
    if len(torn) == len(pieces):
        return len(tail) - len(last) if torn else len(tail)
    return len(tail) - sum(len(piece.raw) for piece in torn)


def _broken(piece: Line) -> bool:
    return not piece.kind and any(fault.kind in _BROKEN for fault in piece.faults)


_BROKEN: Final = frozenset(("torn", "not-json", "not-utf8", "control-character"))


def set_aside(handle: int, target: Path, start: int) -> bytes:
    """Move what stands from `start` on into the file of torn ends; it is on the disk there before it goes here."""
    piece = read_bytes(handle, start, os.fstat(handle).st_size)
    aside = os.open(beside(target, "torn"), os.O_RDWR | os.O_APPEND | os.O_CREAT | AS_IT_IS, 0o666)
    try:
        size = os.fstat(aside).st_size
        unfinished = size and read_bytes(aside, size - 1, size) != b"\n"
        write_bytes(aside, b"\n" * bool(unfinished) + piece + b"\n")
    finally:
        os.close(aside)
    flush_folder(target.parent)
    os.ftruncate(handle, start)
    return piece
