"""How far a command has come through its files: a bar on a terminal, and a sentence where it was stopped."""

import os
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from spoilrec.archive.source import Source, length_of
from spoilrec.present.visible import visible

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

PATIENCE: float = 2.0
"""Whoever waits longer, in seconds, is told how far it has come."""
_OFTEN: Final = 0.15
_LONGEST_NAME: Final = 40


class Progress:
    """Counts bytes, hands and files; `quiet` shows no bar."""

    def __init__(self, sources: Sequence[Source], *, quiet: bool) -> None:
        self.hands = 0
        self._sizes = list(map(length_of, sources))
        self._name, self._files, self._before, self._here = "", 0, 0, 0.0
        self._begin = self._shown = time.monotonic()
        self._wanted = not quiet and _is_terminal()
        self._bar: Bar | None = None

    def begins(self, source: Source) -> None:
        """A file, or the next part of one, is read now."""
        self._name = source.name

    def heard(self, count: int) -> None:
        """So many bytes of the file were read; all of them are read twice, to look ahead first."""
        self._here += count / 2
        self.tick()

    def passed(self, count: int) -> None:
        """So many bytes of the file are done with."""
        self._here += count

    def ended(self) -> None:
        """The file has been read."""
        if self._files < len(self._sizes):
            self._before += self._sizes[self._files]
        self._files, self._here = self._files + 1, 0
        self.tick()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._begin

    def tick(self) -> None:
        """Show how far it has come, now and then."""
        now = time.monotonic()
        if self._wanted and now - self._begin >= PATIENCE and now - self._shown >= _OFTEN:
            self._shown = now
            self._show()

    def hide(self) -> None:
        """Take the bar away, for something else to be written."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def stopped(self) -> str:
        """Say how far it has come, where it was stopped."""
        done, files = self._done(), f"{self._files} of {len(self._sizes)} files"
        if not self.hands:
            return f"stopped before the first hand was read ({files})"
        about = f" of about {max(self.hands, round(self.hands / done)):,}" if done else ""
        return f"stopped after {self.hands:,}{about} hands ({files})"

    def _done(self) -> float:
        """The share of all bytes that has been read."""
        total = sum(self._sizes)
        size = self._sizes[self._files] if self._files < len(self._sizes) else 0
        return (self._before + min(self._here, size)) / total if total else 0.0

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn
        from rich.progress import Progress as Bar

        done = self._done()
        if self._bar is None:
            columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[words]}", markup=False))
            self._bar = Bar(
                *columns, console=Console(stderr=True), auto_refresh=False, transient=True,
                redirect_stdout=False, redirect_stderr=False,
            )  # fmt: skip
            self._bar.add_task("", total=1.0, words="")
            self._bar.start()
        task = self._bar.task_ids[0]
        self._bar.update(task, completed=done, words=self._words(done), refresh=True)

    def _words(self, done: float) -> str:
        seconds = self.seconds
        left = f", {_clock(seconds * (1 - done) / done)} left" if done else ""
        return f"{self.hands / seconds:,.0f} hands/s{left}  {visible(self._name)[-_LONGEST_NAME:]}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
