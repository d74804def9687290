"""Crews that work in this process, for tests: everything that is sent goes through pickle as to another one."""

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any
from unittest import mock

from spoilrec.archive.crew.parts import batches


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


class Fragile(Executor):
    """Does what it is given when `step` is called; a death breaks it, with all that it was given."""

    def __init__(self, kills: Callable[[Any], bool]) -> None:
        self.kills, self.broken = kills, False
        self.waiting = list[tuple[Future[Any], Any, Any]]()

    def submit(self, function: Any, /, *args: Any, **named: Any) -> "Future[Any]":
        """Keep it for later."""
        if self.broken:
            raise Death
        future = Future[Any]()
        self.waiting.append((future, function, args))
        return future

    def step(self) -> None:
        """Do one thing."""
        if self.waiting and not self.broken:
            future, function, args = self.waiting.pop(0)
            if not any(map(self.kills, args[0])):
                future.set_result(function(*args))
                return
            self.broken = True
            for one in (future, *(one for one, _, _ in self.waiting)):
                one.set_exception(Death())


class TestCrew:
    """A crew of this process; `kills` says which parts kill a worker."""

    __test__ = False
    tries = 2
    deaths: tuple[type[BaseException], ...] = (Death,)
    gone: tuple[type[BaseException], ...] = ()

    def __init__(self, most: int = 4, kills: Callable[[Any], bool] = lambda source: False) -> None:
        self.most, self.renewed = most, 0
        self.executor: Any = Here(kills)

    def look(self) -> None:
        """Deaths are told."""

    def renew(self) -> None:
        """Count."""
        self.renewed += 1

    def stop(self) -> None:
        """Nothing has begun."""


@contextmanager
def parts_of(size: int, crew: TestCrew) -> Iterator[None]:
    """Let every command give parts of this size to a crew."""
    with (
        mock.patch("spoilrec.archive.crew.spread.batches", lambda sources, usual: batches(sources, size)),
        mock.patch("spoilrec.cli.spreading._crew", lambda sources, way: crew),
    ):
        yield
