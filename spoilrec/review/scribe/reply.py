"""What the recorder replies, what it waits for, and what was taken back: values only."""

from typing import Final

import msgspec

from spoilrec.record.lines import Line
from spoilrec.record.sheet import WORDS
from spoilrec.review.case import Case
from spoilrec.review.scribe.draft import Draft
from spoilrec.review.scribe.undoing import Undoable

YES: Final = ("y", "yes")
NO: Final = ("n", "no", "undo")
UNSHOWN: Final = frozenset(("note", "irregular", "unsure", "deduced", "time", "x", "deal", "kitty", "discard", "draw"))
"""Fields of a hand that the standing line does not show."""
ALL_THE_SAME: Final = "Take it down all the same, as it was? (y/n)"


class Reply(msgspec.Struct, frozen=True):
    """What the recorder has to say to a line: sentences, a hand to show, whole lines to be written, whether to leave.

    `asks` says that the next line answers a question.
    """

    said: tuple[str, ...] = ()
    lines: bytes = b""
    asks: bool = False
    leaves: bool = False
    hand: Case | None = None

    def after(self, earlier: "Reply") -> "Reply":
        """Give this reply with an earlier one before it."""
        said, lines = (*earlier.said, *self.said), earlier.lines + self.lines
        return msgspec.structs.replace(self, said=said, lines=lines)


class Question(msgspec.Struct, frozen=True):
    """A question that waits for yes or no: `doubt` and `line` (take it all the same), `rob`, `jink`, `back`."""

    kind: str
    text: str
    draft: Draft | None = None
    seat: int = -1
    line: Undoable | None = None


class Undone(msgspec.Struct, frozen=True):
    """Something taken back: a draft as it was, or a line that was written."""

    draft: Draft | None
    line: Undoable | None = None


def is_slip(word: str) -> bool:
    """Say whether a word was meant for an answer and is none: `yse` is no `no`."""
    known = word in (*YES, *NO) or any(word == one for one, _, _ in WORDS)
    return word.isalpha() and word[0] in "yn" and not known


def bytes_of(written: tuple[Line, ...]) -> bytes:
    """Give lines as the file has them."""
    return b"".join(line.raw + b"\n" for line in written)
