"""Single pieces of work given to a crew, one after another; what is made of them comes back in their order.

For work that takes long and whose pieces are small, such as solving a hand: `spread` shares out whole files.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from typing import Final, TypeVar

from spoilrec.archive.spread import Crew, Lost

_TICK: Final = 0.1
Tag = TypeVar("Tag")
Piece = TypeVar("Piece")
Made = TypeVar("Made")


def each_in_order(
    work: Callable[[Piece], Made], pieces: Iterable[tuple[Tag, Piece | None]], crew: Crew, tick: Callable[[], object]
) -> Iterator[tuple[Tag, Piece | None, Made | Lost | None]]:
    """Give each piece with what was made of it; nothing is made of `None`, which keeps its place all the same.

    A piece whose worker died is given away again, alone, and is `Lost` where each of them dies. `tick` is called
    now and then while there is nothing to do but wait. `work` is a function that can be sent.
    """
    waiting: deque[tuple[Tag, Piece | None, Future[Made] | None]] = deque()
    coming = iter(pieces)
    while True:
        while len(waiting) < crew.most and not any(_died(crew, future) for _, _, future in waiting):
            following = next(coming, None)
            if following is None:
                break
            tag, piece = following
            waiting.append((tag, piece, None if piece is None else _given(work, piece, crew)))
        if not waiting:
            return
        tag, piece, future = waiting.popleft()
        if piece is None or future is None:
            yield tag, piece, None
        else:
            made: Made | Lost = _made(work, piece, future, crew, tick)
            yield tag, piece, made


def _given(work: Callable[[Piece], Made], piece: Piece, crew: Crew) -> Future[Made]:
    try:
        return crew.executor.submit(work, piece)
    except crew.deaths as death:
        failed = Future[Made]()
        failed.set_exception(death)
        return failed


def _died(crew: Crew, future: Future[Made] | None) -> bool:
    return future is not None and future.done() and isinstance(future.exception(), crew.deaths)


def _made(
    work: Callable[[Piece], Made], piece: Piece, future: Future[Made], crew: Crew, tick: Callable[[], object]
) -> Made | Lost:
    for _ in range(crew.tries + 1):
        while not wait([future], timeout=_TICK).done:
            tick()
        if not _died(crew, future):
            return future.result()
        crew.renew()
        future = _given(work, piece, crew)
    return Lost(crew.tries)
