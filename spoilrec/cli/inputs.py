"""The files that a command is to read: names, folders, globs, standard input."""

import glob
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from spoilrec.cli.streams import talk
from spoilrec.record.store import opened, why_unreadable

_ENDINGS: Final = (".spoil", ".spoil.gz")


def expand(paths: Sequence[str]) -> Iterator[str]:
    """List the files: folders give their records, sorted; a pattern that the shell left gives its matches.

    A folder without records and a pattern without matches give a name that cannot be opened, as a file that is not
    there does. Links to folders are not followed.
    """
    for path in paths:
        if path != "-" and _is(Path.is_dir, path):
            yield from sorted(_records_below(path)) or [os.path.join(path, f"*{_ENDINGS[0]}")]  # noqa: PTH118 - may be bytes
        elif any(sign in path for sign in "*?[") and not is_there(path):
            matches = sorted(glob.glob(path, recursive=True))  # noqa: PTH207 - absolute patterns too
            yield from expand(matches) if matches else [path]
        else:
            yield path


def each_once(paths: Iterable[str]) -> Iterator[str]:
    """Leave out files that come a second time, and say so: what is counted must not be counted twice."""
    known = set[str]()
    for path in paths:
        place = os.path.realpath(path)
        if place in known:
            talk(f"spoilrec: {shown_name(path)} is named twice; it is read once")
        else:
            known.add(place)
            yield path


def is_there(path: str) -> bool:
    """Whether there is a file or folder of this name."""
    return _is(Path.exists, path)


def _is(question: Callable[[Path], bool], path: str) -> bool:
    """Ask the system about a path; what it will not answer is told when the file is opened."""
    try:
        return question(Path(path))
    except (OSError, ValueError):
        return False


def _records_below(folder: str) -> Iterator[str]:
    for here, _, names in os.walk(folder):
        yield from (os.path.join(here, name) for name in names if name.endswith(_ENDINGS))  # noqa: PTH118 - names may be bytes


def shown_name(path: str) -> str:
    """Name a file for a reader; bytes of its name that are no text are shown escaped."""
    if path == "-":
        return "<stdin>"
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def validate_it(path: str, rules: str | None = None) -> str:
    """Give the command that tells all findings of a record, by other rules where they were asked for."""
    words = [
        "spoilrec validate",
        *([] if path == "-" else [shown_name(path)]),
        *([f"--rules {rules}"] if rules else []),
    ]
    return f"`{' '.join(words)}`"


class UnreadableError(Exception):
    """A file could not be opened or read; the text says which and why."""


@contextmanager
def reading(path: str) -> Iterator[IO[bytes]]:
    """Open a record; `UnreadableError` for what the system refuses."""
    try:
        with opened(path) as stream:
            yield stream
    except (OSError, ValueError) as error:
        raise UnreadableError(f"cannot read {shown_name(path)}: {why_unreadable(error)}") from error
