"""Single pieces of work given to a crew, one after another; what is made of them comes back in their order.

For work that takes long and whose pieces are small, such as solving a hand: `spread` shares out whole files.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import TypeVar

from spoilrec.archive.crew.tasks import Crew, Lost, died, given, wait_for

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
        while len(waiting) < crew.most and not any(future and died(crew, future) for _, _, future in waiting):
            following = next(coming, None)
            if following is None:
                break
            tag, piece = following
            waiting.append((tag, piece, None if piece is None else given(crew, work, piece)))
        if not waiting:
            return
        tag, piece, future = waiting.popleft()
        if piece is None or future is None:
            yield tag, piece, None
        else:
            made: Made | Lost = _made(work, piece, future, crew, tick)
            yield tag, piece, made


def _made(
    work: Callable[[Piece], Made], piece: Piece, future: Future[Made], crew: Crew, tick: Callable[[], object]
) -> Made | Lost:
    for _ in range(crew.tries + 1):
        wait_for(crew, future, tick)
        if not died(crew, future):
            return future.result()
        crew.renew()
        future = given(crew, work, piece)
    return Lost(crew.tries)
