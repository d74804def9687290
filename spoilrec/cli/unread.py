"""What could not be read, told on standard error as it comes, and what it means for the exit status."""

from collections.abc import Callable
from typing import Final

from spoilrec.cli.status import Status
from spoilrec.cli.streams import talk
from spoilrec.review.unusable import ENDS_A_FILE

MOST_TOLD: Final = 20


class Unread:
    """Counts `files` and `lines` that could not be read; of very many lines only the first are told one by one."""

    def __init__(self) -> None:
        self.files = self.lines = 0

    def file(self, name: str, why: str, say: Callable[[str], None] = talk) -> None:
        """Tell a file that could not be opened or read on."""
        self.files += 1
        say(f"spoilrec: cannot read {name}: {why}")

    def line(self, name: str, number: int, text: str, say: Callable[[str], None] = talk) -> None:
        """Tell a line; the text begins with the code of its finding."""
        self.lines += 1
        if self.lines <= MOST_TOLD or text.startswith(ENDS_A_FILE):
            say(f"spoilrec: {name}:{number}: {text}")

    def end(self) -> None:
        """Say how many lines there were, where not all were told."""
        if self.lines > MOST_TOLD:
            talk(f"spoilrec: {self.lines} lines could not be read; `spoilrec validate` names them all")

    @property
    def status(self) -> Status:
        """Findings where anything could not be read."""
        return Status.FINDINGS if self.files or self.lines else Status.FINE
