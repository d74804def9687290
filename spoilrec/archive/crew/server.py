"""The server of the workers: a process that imports what they need, of which each of them is a copy."""

import multiprocessing
import signal
import sys
from multiprocessing import forkserver, resource_tracker
from typing import Final

HAS_SERVER: Final = sys.platform == "linux"
"""Elsewhere copies of a process with NumPy in it are not safe, or there are none: workers begin from nothing."""


def start_server(module: str) -> None:
    """Begin early, if that is of use: the server of the workers imports what they need while this process goes on.

    `module` is where the work is done. Workers are copies of the server, never of this process, which may have threads.
    """
    if not HAS_SERVER:
        return
    multiprocessing.get_context("forkserver").set_forkserver_preload([module])
    resource_tracker.ensure_running()
    # the server keeps it blocked: Ctrl-C is for this process alone
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
