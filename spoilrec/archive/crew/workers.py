"""A crew of processes on this machine, which end when this process ends, however it does."""

import multiprocessing
import os
import signal
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final

from spoilrec.archive.crew.server import HAS_SERVER
from spoilrec.record.undisturbed import undisturbed

_PATIENCE: Final = 2.0
"""Seconds in which the executor must notice that a worker died; one that dies while it answers is not noticed."""


class Workers:
    """So many processes."""

    tries = 2
    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool,)
    gone: tuple[type[BaseException], ...] = ()

    def __init__(self, jobs: int) -> None:
        self.jobs, self.most = jobs, 2 * jobs + 1
        self._context = multiprocessing.get_context("forkserver" if HAS_SERVER else "spawn")
        self._pool = self._begun()
        self._dead_since: float | None = None

    @property
    def executor(self) -> Executor:
        """The pool of processes."""
        return self._pool

    def look(self) -> None:
        """End the others where the executor does not notice for seconds that one has died."""
        if self._is_broken() or all(process.is_alive() for process in self._processes()):
            self._dead_since = None
        elif self._dead_since is None:
            self._dead_since = time.monotonic()
        elif time.monotonic() - self._dead_since > _PATIENCE:
            self._end_all()

    def renew(self) -> None:
        """Take new processes if one has died."""
        if self._is_broken():
            self.stop()
            self._pool = self._begun()

    def stop(self) -> None:
        """End all processes at once, whatever they do; the executor itself would wait for them."""
        with undisturbed():
            self._end_all()
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _begun(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.jobs, self._context, _begin_work)

    # What follows are the executor's own things; Python 3.14 has `terminate_workers`, which waits for half answers too.

    def _is_broken(self) -> bool:
        return bool(getattr(self._pool, "_broken", False))

    def _processes(self) -> list[BaseProcess]:
        return list((getattr(self._pool, "_processes", None) or {}).values())

    def _end_all(self) -> None:
        """End the processes, and let nobody wait for the other half of what one was saying."""
        processes = self._processes()
        for process in processes:
            process.kill()  # it has nothing to put in order; a process that was stopped would not take SIGTERM
        for process in processes:
            process.join(2)
        answers = getattr(self._pool, "_result_queue", None)
        if answers is not None:
            # this process could write there too, so that the executor's reader would see no end of it
            answers._writer.close()


def _begin_work() -> None:
    """Let a worker be ended from outside only, and with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End when the process that wants the answers is no more; a signal at its death would watch the server instead."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
