"""The prompt of `record` on a terminal: a standing line below, completion of cards, names and words."""

import shutil
import textwrap
from collections.abc import Callable, Iterable
from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory

from spoilrec.present.visible import visible
from spoilrec.review.scribe.offers import offers
from spoilrec.review.scribe.recorder import Recorder

ROOM: Final = 20
"""Characters that should fit behind the question; else the answer has a line of its own."""


class _Offers(Completer):
    """Offers the cards that may be played and the words that may stand here."""

    def __init__(self) -> None:
        self.recorder: Recorder | None = None

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Give what may stand at the cursor."""
        if self.recorder is None:
            return
        begun = document.get_word_before_cursor(WORD=True)
        before = document.text_before_cursor.split()
        first = document.text_before_cursor.strip() == begun.strip()
        word = before[0].lower() if before and not first else ""
        for text, meaning in offers(self.recorder, begun, first=first, word=word):
            yield Completion(text, start_position=-len(begun), display_meta=meaning)


def asker() -> Callable[[Recorder], str]:
    """Make the question: a prompt with what is expected, the standing line below it."""
    completer = _Offers()
    session: PromptSession[str] = PromptSession(
        history=InMemoryHistory(), completer=completer, complete_while_typing=False
    )

    def ask(recorder: Recorder) -> str:
        completer.recorder = recorder
        width = shutil.get_terminal_size().columns
        wanted = textwrap.fill(visible(recorder.prompt()), width - 1)
        mark = " > " if len(wanted) + ROOM <= width else "\n> "
        return session.prompt(wanted + mark, bottom_toolbar=textwrap.fill(visible(recorder.standing()), width - 1))

    return ask
