"""Auction and draw as columns: the fields of a hand between its deal and its play.

Calls stay words, for many hands have the same. The groups of cards are joined, cut at what stands between
the cards, and looked up together. Knows nothing of rules.
"""

import re
from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np

from spoilrec.archive.arrays.text import Bytes, Cursor, Mask, Whole
from spoilrec.rules.cards import UNSEEN

MOST_CARDS: Final = 10
"""So many cards one player puts out or draws; a line with more is not read."""

_FIELDS: Final = re.compile(
    rb'((?:,"bids":"[-A-J0-9= ]+")?(?:,"bid":"[A-J0-9?]+")?)'
    rb'(?:,"kitty":"([A-Z0-9 ]+"))?(?:,"discard":"([A-Z0-9 |]+"))?(?:,"draw":"([A-Z0-9 |]+"))?'
)
_CALLS: Final = re.compile(rb'(?:,"bids":"([^"]+)")?(?:,"bid":"([^"]+)")?')
_SPACE, _BAR, _QUOTE = b' |"'


class Groups(msgspec.Struct):
    """Cards of each group of a field: `cards` `(10, groups, lines) uint8`, NO_CARD where there are no more.

    `noted` `(lines,) bool` says that the line has the field.
    """

    noted: Mask
    cards: Bytes


class Auctions(msgspec.Struct):
    """What hands note of auction and draw.

    `calls` `(lines,) int64` is the number among `words` of the fields `bids` and `bid` as they stand in the line.
    `kitty` is one group, `out` (put out) and `drawn` are one for each chair.
    """

    calls: Whole
    words: tuple[bytes, ...]
    kitty: Groups
    out: Groups
    drawn: Groups


def calls_in(word: bytes) -> tuple[str | None, str | None]:
    """Give the values of `bids` and `bid` in a word of `Auctions`."""
    found = _CALLS.fullmatch(word)
    assert found is not None
    bids, bid = (None if value is None else value.decode() for value in found.groups())
    return bids, bid


def read_auctions(cursor: Cursor, chairs: int, codes: Bytes) -> Auctions:
    """Take the fields, all of which may be missing; `codes` gives the card of two bytes, above NO_CARD for none."""
    found = [match.groups() for match in cursor.matches(_FIELDS)]
    calls, kitty, out, drawn = zip(*found, strict=True) if found else ((), (), (), ())
    numbers: dict[bytes, int] = {}
    number = np.array([numbers.setdefault(word, len(numbers)) for word in calls], np.int64)
    return Auctions(
        number, tuple(numbers), _groups(cursor, kitty, 1, codes), _groups(cursor, out, chairs, codes),
        _groups(cursor, drawn, chairs, codes),
    )  # fmt: skip


def _groups(cursor: Cursor, texts: Sequence[bytes | None], groups: int, codes: Bytes) -> Groups:
    """Read groups between bars, the last with its quote; where there are others the line is not sound."""
    noted = np.array([text is not None for text in texts], np.bool_)
    cards = np.full((MOST_CARDS, groups, len(texts)), UNSEEN, np.uint8)
    if not noted.any():
        return Groups(noted, cards)
    joined = np.frombuffer(b"".join([text for text in texts if text is not None]), np.uint8)
    ends = np.flatnonzero((joined == _SPACE) | (joined == _BAR) | (joined == _QUOTE))
    behind = joined[ends]
    before = np.concatenate((np.full(1, _QUOTE, np.uint8), behind[:-1]))
    length = np.diff(ends, prepend=-1) - 1
    line = np.flatnonzero(noted)[np.cumsum(before == _QUOTE) - 1]
    group = _since(before == _QUOTE, before == _BAR)
    slot = _since(before != _SPACE, np.ones(len(ends), np.bool_))
    code = codes.take(joined[ends - 2] | joined[ends - 1].astype(np.uint16) << np.uint16(8))
    empty = (length == 0) & (before != _SPACE) & (behind != _SPACE)
    there = (length == 2) & (code < UNSEEN) & (slot < MOST_CARDS) & (group < groups)
    wrong = ~(empty | there) | ((behind == _QUOTE) & (group != groups - 1))
    cursor.sound[line[wrong]] = False
    cards[slot[there], group[there], line[there]] = code[there]
    return Groups(noted, cards)


def _since(anew: Mask, counted: Mask) -> Whole:
    """Count what is counted from where it begins `anew` on, not what is there itself."""
    running = np.cumsum(counted)
    begin = np.maximum.accumulate(np.where(anew, np.arange(len(anew)), 0))
    return running - running[begin]
