"""A crew of processes on this machine, which end when this process ends, however it does."""

import multiprocessing
import os
import signal
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import forkserver, resource_tracker
from threading import Thread
from typing import Final

_HAS_SERVER: Final = sys.platform == "linux"
"""Elsewhere copies of a process with NumPy in it are not safe, or there are none: workers begin from nothing."""


class Workers:
    """So many processes."""

    tries = 2
    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool,)
    gone: tuple[type[BaseException], ...] = ()

    def __init__(self, jobs: int) -> None:
        self.jobs, self.most = jobs, 2 * jobs + 1
        self._context = multiprocessing.get_context("forkserver" if _HAS_SERVER else "spawn")
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


def start_server(module: str) -> None:
    """Begin early, if that is of use: the server of the workers imports what they need while this process goes on.

    `module` is where the work is done. Workers are copies of the server, never of this process, which may have threads.
    """
    if not _HAS_SERVER:
        return
    multiprocessing.get_context("forkserver").set_forkserver_preload([module, "spoilrec.cli"])
    resource_tracker.ensure_running()
    # the server keeps it blocked: Ctrl-C is for this process alone
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


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
