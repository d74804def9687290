"""What must not be left half done: signals wait for it."""

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

_WAITING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let Ctrl-C, the end of the terminal and a request to end wait until something is in order.

    Blocking the signals would not do: another thread could take them. Outside the main thread none come.
    """
    held: list[int] = []
    with ExitStack() as afterwards:
        afterwards.callback(_raise_all, held)
        if threading.current_thread() is threading.main_thread():
            for number in _WAITING:
                before = signal.signal(number, lambda number, _: held.append(number))
                afterwards.callback(signal.signal, number, before or signal.SIG_DFL)
        yield


def _raise_all(held: list[int]) -> None:
    for number in dict.fromkeys(held):
        signal.raise_signal(number)
