"""Parts of files given to several processes or machines; what they make of them comes back in the order of the files.

Knows nothing of what is made. No part is ever left out in silence: one that could not be read because its worker died
comes back as `Lost`.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

import msgspec

from spoilrec.archive.crew.parts import batches
from spoilrec.archive.crew.tasks import Crew, Lost, died, given, wait_for
from spoilrec.archive.source import Source

Part = tuple[Source, ...]
"""What is given away together: one part of a large file, or several small files."""


class Outcome(Protocol):
    """What is made of a part: `told` is what was told that is told once a file, with what the part began with."""

    @property
    def told(self) -> frozenset[tuple[str, ...]]:
        """What was told; of no use where there are several files."""


Made = TypeVar("Made", bound=Outcome)
Work = Callable[[Part], Made]


class _Task(msgspec.Struct, Generic[Made], frozen=True):
    """A part that was given away; `None` where this process must read it itself."""

    part: Part
    future: Future[Made] | None


def spread(
    work: Work[Made], sources: Iterable[Source], size: int, crew: Crew, tick: Callable[[], object]
) -> Iterator[tuple[Part, Made | Lost | None]]:
    """Give each part, of some `size` bytes, with what was made of it, in order; `None` where it must be read here.

    That is so for pipes and standard input, which no other process can open, and for what is not there. `tick` is
    called now and then while there is nothing to do but wait. `work` is a function that can be sent.
    """
    return _Spread(work, crew, tick).results(batches(sources, size))


def is_shared(source: Source) -> bool:
    """Say whether other processes find a file by its path too."""
    with suppress(OSError, ValueError):
        return source.path != "-" and os.path.isfile(os.path.realpath(source.path))  # noqa: PTH113 - names may be bytes
    return False


class _Spread(Generic[Made]):
    """One run: the tasks that were given away, and what was told so far of the file under way."""

    def __init__(self, work: Work[Made], crew: Crew, tick: Callable[[], object]) -> None:
        self.work, self.crew, self.tick = work, crew, tick
        self.tasks = deque[_Task[Made]]()
        self.path, self.told = "", frozenset[tuple[str, ...]]()

    def results(self, coming: Iterator[Part]) -> Iterator[tuple[Part, Made | Lost | None]]:
        while self._give(coming):
            task = self.tasks.popleft()
            for part, made in self._made(task):
                yield part, self._checked(part, made)

    def _give(self, coming: Iterator[Part]) -> bool:
        """Give tasks away up to the bound; none while one whose worker died waits to be read alone."""
        while len(self.tasks) < self.crew.most and not any(map(self._died, self.tasks)):
            part = next(coming, None)
            if part is None:
                break
            told = self.told if part[0].path == self.path else frozenset()
            known = tuple(one._replace(told=told) if one.begin else one for one in part)
            self.tasks.append(_Task(known, self._submitted(known) if all(map(is_shared, part)) else None))
        return bool(self.tasks)

    def _submitted(self, part: Part) -> Future[Made]:
        everywhere = tuple(one._replace(path=os.path.realpath(one.path)) for one in part)
        return given(self.crew, self.work, everywhere)

    def _died(self, task: _Task[Made]) -> bool:
        return task.future is not None and died(self.crew, task.future)

    def _made(self, task: _Task[Made]) -> Iterator[tuple[Part, Made | Lost | None]]:
        if task.future is None:
            yield from (((one,), None) for one in task.part)
            return
        try:
            yield task.part, self._waited(task.future)
        except self.crew.deaths:
            for other in self.tasks:  # whatever else was under way died too or comes to its end
                if other.future is not None:
                    wait_for(self.crew, other.future, self.tick)
            self.crew.renew()
            yield from (((one,), self._alone(one)) for one in task.part)

    def _waited(self, future: Future[Made]) -> Made:
        wait_for(self.crew, future, self.tick)
        return future.result()

    def _alone(self, source: Source) -> Made | Lost:
        """Have a part read while nothing else is: if a worker dies now, the part is the reason."""
        for _ in range(self.crew.tries):
            try:
                return self._waited(self._submitted((source,)))
            except self.crew.deaths:
                self.crew.renew()
        return Lost(self.crew.tries)

    def _checked(self, part: Part, made: Made | Lost | None) -> Made | Lost | None:
        """Have a part read again that did not know what the parts before it told, where it would have told the same."""
        source = part[-1]
        if source.begin == 0:
            self.path, self.told = source.path, frozenset()
        if made is None or isinstance(made, Lost):
            return made
        if not source.told <= self.told or (made.told - source.told) & self.told:
            again = (source._replace(told=self.told),)
            ((_, made),) = self._made(_Task(again, self._submitted(again)))
            return self._checked(again, made)
        self.told |= made.told
        return made
