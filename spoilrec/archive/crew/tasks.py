"""Who works for this process, and how a task is given to them and waited for.

Locks of an executor that a signal leaves shut would shut its threads in for ever: signals wait while it is spoken to.
"""

from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from typing import Final, NamedTuple, Protocol, TypeVar

from spoilrec.record.undisturbed import undisturbed

_TICK: Final = 0.1
"""Seconds between two looks at what else there is."""
Piece = TypeVar("Piece")
Made = TypeVar("Made")


class Crew(Protocol):
    """Workers: `most` tasks are given to them at a time, and a part that alone kills a worker gets `tries`.

    `deaths` are the exceptions that say that a worker died, `gone` those that say that all of them are gone for good.
    """

    most: int
    tries: int
    deaths: tuple[type[BaseException], ...]
    gone: tuple[type[BaseException], ...]

    @property
    def executor(self) -> Executor:
        """Who takes tasks; another one after `renew`."""

    def look(self) -> None:
        """Look now and then whether a worker died unnoticed."""

    def renew(self) -> None:
        """Begin anew after a death, if that is needed."""

    def stop(self) -> None:
        """Let go of everything at once."""


class Lost(NamedTuple):
    """What becomes of a part that could not be read: its worker died, each time."""

    tries: int


def given(crew: Crew, work: Callable[[Piece], Made], piece: Piece) -> Future[Made]:
    """Give a task away; where all workers have just died, it is one that failed."""
    with undisturbed():
        try:
            return crew.executor.submit(work, piece)
        except crew.deaths as death:
            failed = Future[Made]()
            failed.set_exception(death)
            return failed


def died(crew: Crew, future: Future[Made]) -> bool:
    """Say whether a task has ended because its worker died."""
    with undisturbed():
        return future.done() and isinstance(future.exception(), crew.deaths)


def wait_for(crew: Crew, future: Future[Made], tick: Callable[[], object]) -> None:
    """Wait until a task has ended; `tick` is called now and then."""
    while not _is_done(future):
        crew.look()
        tick()


def _is_done(future: Future[Made]) -> bool:
    with undisturbed():
        return bool(wait([future], timeout=_TICK).done)
