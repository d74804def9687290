"""What the disk does to a careful writer: short writes, folders that must be flushed, refusals in plain words."""

import errno
import os
from pathlib import Path
from typing import Final

AS_IT_IS: Final = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
"""Flags for `os.open`: no translation of line ends, no link in the place of the file."""


def read_bytes(handle: int, start: int, end: int) -> bytes:
    """Read a part of a file; less where it ends before."""
    os.lseek(handle, start, os.SEEK_SET)
    data = b""
    while len(data) < end - start and (block := os.read(handle, end - start - len(data))):
        data += block
    return data


def write_bytes(handle: int, data: bytes) -> None:
    """Write at the end of a file, in one write where the system takes it at once, and see it on the disk."""
    before = os.fstat(handle).st_size
    rest = memoryview(data)
    while rest:
        count = os.write(handle, rest)
        if not count:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        rest = rest[count:]
    os.fsync(handle)
    if os.fstat(handle).st_size < before + len(data):  # the system has said that it took everything
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def flush_folder(folder: Path) -> None:
    """Make names of new files last; a system that cannot flush a folder keeps them by other means."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EBADF):
            raise
    finally:
        os.close(handle)


_REASONS: Final = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EFBIG: "the system does not let the file grow any longer",
    errno.EIO: "the disk reports a fault",
    errno.EROFS: "the disk can only be read, not written",
    errno.EACCES: "you have no right to write there",
    errno.EPERM: "you have no right to write there",
    errno.ENOENT: "there is no such folder",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ELOOP: "it is a link that leads nowhere",
}


def why(error: OSError | ValueError) -> str:
    """Say in the words of somebody at a card table what the system refuses."""
    number = error.errno if isinstance(error, OSError) else None
    return _REASONS.get(number or 0) or (getattr(error, "strerror", None) or str(error)).lower()
