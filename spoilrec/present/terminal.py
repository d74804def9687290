"""What the other end of a stream can show: width, colour, suit signs."""

import os
import re
import shutil
import textwrap
from collections.abc import Iterable
from typing import NamedTuple, TextIO

from spoilrec.present.visible import visible


class Look(NamedTuple):
    """How to write: `width` 0 means that lines are not wrapped; a table may take the whole `room`, 0 is any."""

    width: int = 0
    colour: bool = False
    signs: bool = False
    room: int = 0

    def paint(self, text: str, code: str) -> str:
        """Colour a text of our own, never one from a file."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def cards(self, text: str, quoted: Iterable[str] = ()) -> str:
        """Put suit signs for suit letters, where they can be shown: in cards, or in a sentence of ours about cards.

        What is `quoted` in it stays as it is, for it is no card: a player may be called AC. Text that we did not
        write, and places, must not come here otherwise.
        """
        if not self.signs:
            return text
        alike = sorted((shown for words in quoted if _CARD.search(shown := visible(words))), key=len, reverse=True)
        either = "|".join([*(rf"(?<!\w){re.escape(words)}(?!\w)" for words in alike), _CARD.pattern])
        return re.sub(either, lambda found: found[1] + _SIGNS[found[2]] if found[1] else found[0], text)

    def filled(self, text: str, first: str = "", later: str = "  ") -> str:
        """Break a text into lines that fit; `first` and `later` stand before them."""
        if not self.width:
            return first + text
        return textwrap.fill(text, self.width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False)


_CARD = re.compile(r"(?<![\w=-])([A23456789TJQK?])([CDHS])(?![\w=-])")  # not the AH of `privileged=5_J_AH`
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def look_of(stream: TextIO) -> Look:
    """Find out what a stream can show; only a terminal gets colour, wrapping and signs."""
    if not stream.isatty():
        return Look()
    room = max(40, shutil.get_terminal_size((80, 24)).columns)
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    signs = (stream.encoding or "").lower().replace("-", "") in ("utf8", "utf8mb4")
    return Look(min(room, 110), colour, signs, room)
