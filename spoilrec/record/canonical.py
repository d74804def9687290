"""The canonical form of a line: one way to write everything, and nothing lost.

Idempotent. A line that could not be read, or that says one thing twice, is kept byte for byte.
"""

import re
from typing import Any, Final

import msgspec

from spoilrec.record.lines import Amend, Hand, Line, RecordLine
from spoilrec.record.reading import encode_value
from spoilrec.record.tokens import Word, parts, read_card, read_seat_card, words

# how the tokens of each field of a hand are read
_CARD_FIELDS: Final = ("up", "kitty")
_CARD_GROUPS: Final = ("deal", "discard", "draw")
_PLAY_FIELDS: Final = ("rob", "play")


def canonical_line(line: Line) -> bytes:
    """Write a line in canonical form, without a line end."""
    if line.value is None:
        return line.raw.removeprefix(b"\xef\xbb\xbf")
    text = encode_value(canonical_value(line.value))
    if not line.extra:
        return text
    more = ",".join(f"{msgspec.json.encode(key).decode()}:{_one_line(raw)}" for key, raw in line.extra)
    return text[:-1] + b"," + more.encode() + b"}"


def written_line(line: Line) -> bytes:
    """Write a line as it stands in a canonical file, with its newline.

    A torn last line gets none, so that it stays what it is; of a blank line nothing is left.
    """
    text = canonical_line(line)
    if line.value is None and not text.strip():
        return b""
    return text if any(fault.kind == "torn" for fault in line.faults) else text + b"\n"


def canonical_value(value: RecordLine) -> RecordLine:
    """Put the tokens of a hand (and of an amended hand) into their canonical form."""
    if isinstance(value, Hand):
        hand: Hand = _with_tokens(value)
        return hand
    if isinstance(value, Amend) and value.set is not None:
        return msgspec.structs.replace(value, set=_with_tokens(value.set))
    return value


def _with_tokens(hand: Any) -> Any:
    changes = {}
    for fields, write in ((_CARD_FIELDS, canonical_cards), (_CARD_GROUPS, _groups), (_PLAY_FIELDS, canonical_plays)):
        for field in fields:
            text = getattr(hand, field)
            if isinstance(text, str) and write(text) != text:
                changes[field] = write(text)
    return msgspec.structs.replace(hand, **changes) if changes else hand


def canonical_cards(text: str) -> str:
    """Write cards between single spaces; a word that is no card stays as it is."""
    return " ".join(_card(word) for word in words(text))


def canonical_plays(text: str) -> str:
    """Write plays between single spaces, tricks between `|`; a word that is no play stays as it is."""
    return "|".join(" ".join(_play(word) for word in words(part.text)) for part in parts(text))


def _groups(text: str) -> str:
    return "|".join(canonical_cards(part.text) for part in parts(text))


def _card(word: Word) -> str:
    _, slips = read_card(word)
    return slips[0].seems if slips and slips[0].kind != "unreadable" else word.text


def _play(word: Word) -> str:
    _, slips = read_seat_card(word)
    return slips[0].seems if slips and slips[0].kind != "unreadable" else word.text


def _one_line(raw: str) -> str:
    """JSON of an unknown key: kept as it stood, but for white space between its tokens."""
    pieces = re.findall(r'"(?:[^"\\]|\\.)*"|[^\s"]+', raw)
    return "".join(pieces)
