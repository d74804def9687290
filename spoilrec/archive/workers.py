"""A crew of processes on this machine, which end when this process ends, however it does."""

import multiprocessing
import os
import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Thread

from spoilrec.archive.server import HAS_SERVER


class Workers:
    """So many processes."""

    tries = 2
    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool,)
    gone: tuple[type[BaseException], ...] = ()

    def __init__(self, jobs: int) -> None:
        self.jobs, self.most = jobs, 2 * jobs + 1
        self._context = multiprocessing.get_context("forkserver" if HAS_SERVER else "spawn")
        self._pool = self._begun()

    @property
    def executor(self) -> Executor:
        """The pool of processes."""
        return self._pool

    def renew(self) -> None:
        """Take new processes if one has died."""
        if getattr(self._pool, "_broken", False):
            self.stop()
            self._pool = self._begun()

    def stop(self) -> None:
        """End all processes at once, whatever they do."""
        # the executor itself would wait for them; Python 3.14 has `terminate_workers`
        processes = list((getattr(self._pool, "_processes", None) or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(2)

    def _begun(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.jobs, self._context, _begin_work)


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
