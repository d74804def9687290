"""Crews that work in this process, for tests: everything that is sent goes through pickle as to another one."""

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any
from unittest import mock

from spoilrec.archive.parts import batches


class Death(Exception):
    """A worker has died."""


class Here(Executor):
    """Does what it is given at once."""

    def __init__(self, kills: Callable[[Any], bool]) -> None:
        self.kills = kills

    def submit(self, function: Any, /, *args: Any, **named: Any) -> "Future[Any]":
        """Do it; a part that kills is a death."""
        future = Future[Any]()
        function, args = pickle.loads(pickle.dumps((function, args)))
        if any(map(self.kills, args[0])):
            future.set_exception(Death())
        else:
            future.set_result(pickle.loads(pickle.dumps(function(*args))))
        return future


class TestCrew:
    """A crew of this process; `kills` says which parts kill a worker."""

    __test__ = False
    tries = 2
    deaths: tuple[type[BaseException], ...] = (Death,)
    gone: tuple[type[BaseException], ...] = ()

    def __init__(self, most: int = 4, kills: Callable[[Any], bool] = lambda source: False) -> None:
        self.most, self.renewed = most, 0
        self.executor = Here(kills)

    def renew(self) -> None:
        """Count."""
        self.renewed += 1

    def stop(self) -> None:
        """Nothing has begun."""


@contextmanager
def parts_of(size: int, crew: TestCrew) -> Iterator[None]:
    """Let every command give parts of this size to a crew."""
    with (
        mock.patch("spoilrec.archive.spread.batches", lambda sources, usual: batches(sources, size)),
        mock.patch("spoilrec.cli.spreading._crew", lambda sources, way: crew),
    ):
        yield
