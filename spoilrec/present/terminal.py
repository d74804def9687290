"""What the other end of a stream can show: width, colour, suit signs."""

import os
import re
import shutil
from typing import NamedTuple, TextIO


class Look(NamedTuple):
    """How to write: `width` 0 means that lines are not wrapped; a table may take the whole `room`, 0 is any."""

    width: int = 0
    colour: bool = False
    signs: bool = False
    room: int = 0

    def paint(self, text: str, code: str) -> str:
        """Colour a text of our own, never one from a file."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def cards(self, text: str) -> str:
        """Put suit signs for suit letters in a text of cards, where they can be shown."""
        return _CARD.sub(lambda card: card[1] + _SIGNS[card[2]], text) if self.signs else text


_CARD = re.compile(r"(?<![A-Za-z0-9])([A23456789TJQK?])([CDHS])(?![A-Za-z0-9])")
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def look_of(stream: TextIO) -> Look:
    """Find out what a stream can show; only a terminal gets colour, wrapping and signs."""
    if not stream.isatty():
        return Look()
    room = max(40, shutil.get_terminal_size((80, 24)).columns)
    colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    signs = (stream.encoding or "").lower().replace("-", "") in ("utf8", "utf8mb4")
    return Look(min(room, 110), colour, signs, room)
