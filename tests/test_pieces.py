"""Pieces of work given to a crew: they come back in order, and one that kills its worker is told."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Any

import pytest

from spoilrec.archive.crew.pieces import each_in_order
from spoilrec.archive.crew.tasks import Lost


class Death(Exception):
    """A worker died."""


class Crew:
    """Works in this process; a piece that is a killer fails with everything that was given with it."""

    most, tries = 3, 2
    deaths: tuple[type[BaseException], ...] = (Death,)
    gone: tuple[type[BaseException], ...] = ()

    def __init__(self, kills: int = 0) -> None:
        self.kills, self.renewed, self.given = kills, 0, list[int]()

    @property
    def executor(self) -> Executor:
        return self  # type: ignore[return-value]

    def submit(self, work: Callable[[int], Any], piece: int) -> Future[Any]:
        self.given.append(piece)
        future = Future[Any]()
        if piece == 2 and self.kills:
            self.kills -= 1
            future.set_exception(Death())
        else:
            future.set_result(work(piece))
        return future

    def look(self) -> None:
        pass

    def renew(self) -> None:
        self.renewed += 1

    def stop(self) -> None:
        raise AssertionError("the caller stops it")


def _ten_times(piece: int | None) -> int:
    assert piece is not None  # nothing is made of nothing
    return piece * 10


def results(crew: Crew) -> list[tuple[str, int | None, Any]]:
    tagged: Iterator[tuple[str, int | None]] = ((f"tag {piece}", None if piece == 4 else piece) for piece in range(6))
    return list(each_in_order(_ten_times, tagged, crew, lambda: None))


@pytest.mark.parametrize("kills", [0, 1, 2])
def test_they_come_back_in_order_and_a_death_is_mended(kills: int) -> None:
    crew = Crew(kills)
    assert [made for _, _, made in results(Crew(kills))] == [0, 10, 20, 30, None, 50]
    assert [(tag, piece) for tag, piece, _ in results(crew)] == [(f"tag {n}", n if n != 4 else None) for n in range(6)]
    assert crew.renewed == kills


def test_a_piece_that_always_kills_is_lost_and_the_rest_is_not() -> None:
    found = results(Crew(99))
    assert found[2] == ("tag 2", 2, Lost(2))
    assert [made for _, _, made in found] == [0, 10, Lost(2), 30, None, 50]


def test_no_more_is_given_than_the_crew_takes() -> None:
    crew = Crew()
    endless = ((piece, piece) for piece in range(10**9))
    first = next(each_in_order(lambda piece: piece, endless, crew, lambda: None))
    assert (first, crew.given) == ((0, 0, 0), [0, 1, 2])
