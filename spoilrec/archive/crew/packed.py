"""The rows of a part of a file, or of several small files, made by one process for another, as Parquet."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import local
from typing import Final, NamedTuple

from spoilrec.archive.source import Source, Trail
from spoilrec.archive.tables.gather import Block, Trouble, file_blocks
from spoilrec.archive.tables.store import Store
from spoilrec.archive.tables.wanted import Wanted
from spoilrec.review.setting import Rules


class Packed(NamedTuple):
    """Rows of some files; hands are counted from 1, and sessions from 1 in each. `sessions` are those of the last."""

    tables: dict[str, bytes]
    hands: int
    sessions: int
    troubles: tuple[Trouble, ...]
    told: frozenset[tuple[str, ...]]


def pack_rows(sources: tuple[Source, ...], rules: Rules | None, wanted: Wanted, skill: frozenset[str]) -> Packed:
    """Read files one after another into rows."""
    trail, hands, troubles = Trail(), 0, list[Trouble]()
    with tempfile.TemporaryDirectory(prefix="spoilrec-") as folder, _store(folder, wanted) as store:
        for source in sources:
            trail = Trail(source.told)
            for found in file_blocks(source, rules, wanted=wanted, skill=skill, trail=trail):
                if isinstance(found, Block):
                    store.add(found)
                    hands += found.hands
                else:
                    troubles.append(found)
        return Packed(store.packed(Path(folder)), hands, trail.sessions, tuple(troubles), trail.told.keys)


_KEPT: Final = local()
"""The store of a thread: to open one takes as long as to judge five thousand hands."""


@contextmanager
def _store(folder: str, wanted: Wanted) -> Iterator[Store]:
    """Give an empty store; where equal rows are put together it never grows large, and is used again."""
    if not wanted.alike:
        with _opened(wanted, folder) as store:
            yield store
        return
    if hasattr(_KEPT, "store"):
        _KEPT.store.begin(wanted)
    else:
        _KEPT.store = _opened(wanted)
    yield _KEPT.store


def _opened(wanted: Wanted, spill: str = "") -> Store:
    store = Store(spill=spill, wanted=wanted)
    store.run("SET threads = 1")  # the other cores have parts of their own
    return store
