"""A file of an archive, or a part of one: how to open it, how to name it, and what stands before the part."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from typing import IO, Final, NamedTuple

from spoilrec.record.excerpt import Excerpt
from spoilrec.record.store import opened
from spoilrec.review.checks.lines import Told

PART: int = 1 << 20
"""In bytes: some four thousand hands, a hundredth of a second; explained one by one, a third of a second."""
PART_OF_ROWS: int = 4 << 20
"""The same where each part is a database of its own for a while, which has its price."""
FOR_ONE: Final = 3
"""So many parts are read by one: others would take longer to begin."""
_SHARES, _LARGEST = 8, 8


class Source(NamedTuple):
    """The bytes of a file from `begin` up to `end`, `None` is its end.

    `lines_before` are the lines before them; `told` is what was told there and is told once a file.
    """

    path: str
    name: str
    begin: int = 0
    end: int | None = None
    lines_before: int = 0
    told: frozenset[tuple[str, ...]] = frozenset()


def length_of(source: Source) -> int:
    """Say how many bytes a part has; of what is no regular file it is not known: 0."""
    with suppress(OSError, ValueError):
        found = Path(source.path).stat()
        if S_ISREG(found.st_mode):
            return (found.st_size if source.end is None else source.end) - source.begin
    return 0


def size_of_parts(sources: Iterable[Source], tasks: int, part: int = PART) -> int:
    """Say how large parts should be, one to eight times `part`, where so many `tasks` are under way at a time.

    Large parts cost less, but the last ones should end together.
    """
    fair = sum(map(length_of, sources)) // (_SHARES * tasks)
    return part * min(max(fair // part, 1), _LARGEST)


@contextmanager
def opened_source(source: Source, heard: Callable[[int], None] | None = None) -> Iterator[IO[bytes]]:
    """Open a file or a part of one as `opened` does; `heard` is told how many bytes are read, each time they are."""
    with opened(source.path) as stream:
        yield Excerpt(stream, source.begin, source.end, source.lines_before, heard)


class Trail:
    """What the walk through a part leaves for the parts behind it: what it told, how many sessions began in it."""

    def __init__(self, told: frozenset[tuple[str, ...]] = frozenset()) -> None:
        self.told = Told(told)
        self.sessions = 0
