"""Standard output and error: the answer and the talk, and what happens when nobody takes them.

A closed pipe ends the program quietly. An output that is closed or full is an error with exit
status 2, never a silent 0.
"""

import errno
import io
import os
import sys
from typing import Final, NoReturn

from spoilrec.cli.status import Status
from spoilrec.present.terminal import Look, look_of
from spoilrec.present.visible import visible


class Quit(BaseException):
    """Leave at once with this status; a message goes to standard error."""

    def __init__(self, status: int, message: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.message = message


_SIGNALS: Final = list[int]()
"""Those that asked for an end."""


def quit_for(signal: int) -> NoReturn:
    """Leave because of a signal."""
    _SIGNALS.append(signal)
    raise Quit(128 + signal)


def asked_to_quit() -> Quit | None:
    """Give the end that a signal asked for: DuckDB tells an error of its own instead of the one that was raised."""
    return Quit(128 + _SIGNALS[0]) if _SIGNALS else None


class _Closed(io.TextIOBase):
    """Stands for a standard output that was closed: nothing can be written to it."""

    def write(self, text: str, /) -> int:
        """Refuse."""
        raise OSError(errno.EBADF, "it is closed")


def prepare() -> None:
    """Make the streams safe: characters that they cannot show are escaped, lines end in plain newlines."""
    _SIGNALS.clear()
    if sys.stdout is None:
        sys.stdout = _Closed()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace", newline="\n")


def answer(text: str) -> None:
    """Write to standard output."""
    try:
        sys.stdout.write(text)
    except OSError as error:
        raise output_failed(error) from None


def answer_bytes(block: bytes) -> None:
    """Write bytes to standard output as they are: a record may hold bytes that are no text."""
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(block)
    except (OSError, AttributeError) as error:
        raise output_failed(error if isinstance(error, OSError) else OSError(errno.EBADF, "it is closed")) from None


def output_failed(error: OSError) -> Quit:
    """End quietly where nobody reads on; anything else is an error."""
    if isinstance(error, BrokenPipeError):
        return Quit(Status.FINE)
    closed = error.errno == errno.EBADF
    why = "standard output is closed" if closed else f"cannot write to standard output: {error.strerror}"
    return Quit(Status.COULD_NOT_RUN, why)


def answer_look() -> Look:
    """Find out what standard output can show."""
    return look_of(sys.stdout)


def talk(text: str, *, quiet: bool = False, filled: bool = False) -> None:
    """Write a line to standard error; a closed one is no reason to fail.

    `filled` breaks it where the terminal ends: not for a line with a command or a path in it, which may be copied.
    """
    if quiet or sys.stderr is None:
        return
    try:
        look = look_of(sys.stderr) if filled else Look()
        sys.stderr.write("".join(look.filled(visible(line)) + "\n" for line in text.split("\n")))
        sys.stderr.flush()
    except OSError:
        return


def fail(message: str) -> NoReturn:
    """Say why the command could not run, and leave."""
    raise Quit(Status.COULD_NOT_RUN, message)


def finish(status: int) -> NoReturn:
    """Flush and leave; what cannot be flushed is an error."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go()
    except OSError as error:
        _let_go()
        talk(f"spoilrec: cannot write to standard output: {error.strerror}")
        status = Status.COULD_NOT_RUN
    sys.exit(status)


def _let_go() -> None:
    """Point standard output at nothing, so that the interpreter's own flush at exit cannot fail."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.close(nothing)
