"""A stretch of an opened file, read as if it was a file of its own; its lines keep their numbers.

Knows nothing of lines but how many stand before it.
"""

import io
from collections.abc import Callable
from typing import IO, BinaryIO


class Excerpt(io.RawIOBase, BinaryIO):
    """The bytes of `source` from `begin` up to `end`, `None` is where it ends now; `heard` is told how many are read.

    The source must not be read by anybody else meanwhile; it stays open.
    """

    def __init__(
        self,
        source: IO[bytes],
        begin: int = 0,
        end: int | None = None,
        lines_before: int = 0,
        heard: Callable[[int], None] | None = None,
    ) -> None:
        self._source, self._begin, self._heard = source, begin, heard
        self._end = source.seek(0, io.SEEK_END) if end is None else end
        self.lines_before = lines_before
        source.seek(begin)
        self._at = begin

    def seekable(self) -> bool:
        """It can be read again."""
        return True

    def readable(self) -> bool:
        """It can be read."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        """Go to a place; 0 is where the stretch begins."""
        base = {io.SEEK_SET: self._begin, io.SEEK_CUR: self._at, io.SEEK_END: self._end}[whence]
        self._at = self._source.seek(max(self._begin, base + offset))
        return self.tell()

    def tell(self) -> int:
        """Say where it stands."""
        return self._at - self._begin

    def read(self, size: int | None = -1, /) -> bytes:
        """Read so many bytes, fewer only at the end."""
        left = max(0, self._end - self._at)
        data = self._source.read(left if size is None or size < 0 else min(size, left))
        self._at += len(data)
        if self._heard is not None:
            self._heard(len(data))
        return data


def lines_before(stream: IO[bytes]) -> int:
    """Say how many lines of the file stand before what this stream gives."""
    return stream.lines_before if isinstance(stream, Excerpt) else 0
