"""A file copied byte for byte with some of its lines replaced, while it is walked through."""

import gzip
import zlib
from collections.abc import Iterator
from typing import IO, Final

from spoilrec.record.lines import Line

LOSING: Final = ("too-long", "damaged-gzip", "gzip-bomb", "not-a-record", "utf-16")
"""Faults of a line of a file that cannot be written again without losing something."""
_BLOCK: Final = 1 << 16


class Copier:
    """Reads an opened file beside whoever walks through it; a packed one is unpacked."""

    def __init__(self, stream: IO[bytes]) -> None:
        plain = _Beside(stream)
        packed = plain.read(2) == b"\x1f\x8b"
        plain.seek(0)
        self._source = gzip.GzipFile(fileobj=plain) if packed else plain
        self._held = b""

    def through(self, line: Line, new: bytes | None = None) -> Iterator[bytes]:
        """Give the bytes up to the end of this line's text, the text itself as `new` where that is given.

        Lines must come in the order of the file. Refuses with `ValueError` a line that is not there.
        """
        held = [self._held]
        size = len(self._held)
        whole = self._held
        while (place := whole.find(line.raw)) < 0:
            block = self._more(max(_BLOCK, size))
            if not block:
                raise ValueError(f"line {line.number} is not in the file")
            held.append(block)
            size += len(block)
            whole = b"".join(held)
        end = place + len(line.raw)
        yield whole[:place]
        yield line.raw if new is None else new
        self._held = whole[end:]

    def rest(self) -> Iterator[bytes]:
        """Give what is left."""
        yield self._held
        self._held = b""
        while block := self._more(_BLOCK):
            yield block

    def _more(self, size: int) -> bytes:
        try:
            return self._source.read(size)
        except (EOFError, zlib.error) as error:
            raise OSError("the gzip file is damaged") from error


class _Beside:
    """A second place in an opened file: whoever reads the first never notices."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._place = 0

    def read(self, size: int = -1) -> bytes:
        theirs = self._stream.tell()
        self._stream.seek(self._place)
        block = self._stream.read(size)
        self._place = self._stream.tell()
        self._stream.seek(theirs)
        return block

    def seek(self, place: int) -> None:
        self._place = place
