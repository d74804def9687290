"""Tasks of an executor: a signal never comes in the middle of what is said to it."""

import signal
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest
from crews import TestCrew

from spoilrec.archive.crew import tasks
from spoilrec.archive.crew.tasks import died, given, wait_for


class Interrupted(Exception):
    """What the handler of a signal raises here."""


@pytest.fixture(autouse=True)
def _handler(monkeypatch: pytest.MonkeyPatch) -> Any:
    def raises(number: int, frame: object) -> None:
        raise Interrupted

    before = signal.signal(signal.SIGTERM, raises)
    yield
    signal.signal(signal.SIGTERM, before)


class _Disturbed:
    """An executor whose lock stays shut where a signal comes at the wrong moment."""

    shut = False

    def submit(self, work: Callable[..., object], piece: object) -> "Future[object]":
        self.shut = True
        signal.raise_signal(signal.SIGTERM)
        self.shut = False
        return Future()


class _Future(Future[object]):
    shut = False

    def done(self) -> bool:
        self.shut = True
        signal.raise_signal(signal.SIGTERM)
        self.shut = False
        return super().done()


def test_a_task_is_given_away_whole_before_a_signal_is_heard() -> None:
    crew = TestCrew()
    crew.executor = _Disturbed()
    with pytest.raises(Interrupted):
        given(crew, int, "7")
    assert not crew.executor.shut


def test_a_future_is_asked_to_the_end_before_a_signal_is_heard() -> None:
    future = _Future()
    with pytest.raises(Interrupted):
        died(TestCrew(), future)
    assert not future.shut


def test_waiting_ends_with_the_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    shut: list[bool] = []

    def wait(futures: object, timeout: float) -> object:
        shut.append(True)
        signal.raise_signal(signal.SIGTERM)
        shut.append(False)
        return type("Ended", (), {"done": set()})

    monkeypatch.setattr(tasks, "wait", wait)
    with pytest.raises(Interrupted):
        wait_for(TestCrew(), Future[object](), lambda: None)
    assert shut == [True, False]
