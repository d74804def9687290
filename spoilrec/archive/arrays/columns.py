"""Hands as columns: from canonical lines to arrays, and from arrays back to hands.

Reads only lines that say nothing beyond what a hand in order needs, written canonically and with every
card seen; `sound` tells which those are, and of the others the arrays say nothing. The strings of a
line have a fixed stride: they are cut out together, viewed as tokens and looked up in tables.
Knows nothing of rules. A *place* is the number of a player among the occupied chairs, from 0.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from spoilrec.archive.arrays.columns_auction import Auctions, read_auctions
from spoilrec.archive.arrays.columns_remarks import Remarks, read_remarks
from spoilrec.archive.arrays.text import LOOK, Bytes, Cursor, Mask, Text, Tokens, Whole, Words
from spoilrec.record.tokens import SEATS
from spoilrec.rules.cards import CARD_NAMES, SUIT_LETTERS, UNSEEN
from spoilrec.rules.pool import NOBODY, TRICKS, UNKNOWN

HAND_SIZE: Final = 5
NO_CARD: Final = UNSEEN
"""Stands for a card that is not there: tricks not played, no turn-up, nothing put out."""
NONE: Final = 255
"""Stands for a place, a suit or a trick that is not there."""

_QUOTE, _SPACE, _BAR = b'" |'
_NOT_A_CARD: Final = 255
_WIDTH_OF_HEAD: Final = 2 * LOOK


class Layout(msgspec.Struct, frozen=True):
    """What the strings of a hand look like: the chairs, those that are occupied, and the sides as `won` writes them.

    With an `auction` hands may have fields of one, and no play.
    """

    chairs: int
    seats: tuple[int, ...]
    sides: tuple[str, ...]
    auction: bool = False

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)


class Columns(msgspec.Struct):
    """Hands of one layout as arrays; `lines` is the number of hands, `places` that of players.

    `sound` `(lines,) bool` says that the line was read; of the others nothing else here means anything.
    `(lines,) int64`: `number`. `(lines,) uint8`: `dealer` (a place), `up` (a card, NO_CARD for none),
    `trump` (the suit noted, NONE for none), `robber` and `announcer` (a place, NONE), `out` (a card, NO_CARD if
    not seen), `jinker` (a place, NONE) with `jink_after` (a trick), `tricks`. `(lines,) int8`: `won` (a side,
    NOBODY, UNKNOWN where not noted). `dealt` `(5, places, lines) uint8` are the cards dealt, NO_CARD where no
    deal was noted; `cards` `(5, places, lines) uint8` the card that each laid in each trick, NO_CARD in
    tricks not played; `leaders` `(5, lines) uint8` the place that led. `settle` `(chairs, lines)`, `points`
    and `score` `(sides, lines) int64` are 0 where not noted, which `settled`, `pointed`, `scored` `(lines,) bool` say.
    `remarks` are time and note; `auctions` there are if the layout has them.
    """

    layout: Layout
    sound: Mask
    number: Whole
    dealer: Bytes
    up: Bytes
    trump: Bytes
    dealt: Bytes
    robber: Bytes
    out: Bytes
    announcer: Bytes
    jinker: Bytes
    jink_after: Bytes
    tricks: Bytes
    leaders: Bytes
    cards: Bytes
    won: npt.NDArray[np.int8]
    settled: Mask
    settle: Whole
    pointed: Mask
    points: Whole
    scored: Mask
    score: Whole
    remarks: Remarks
    auctions: Auctions | None = None


def _card_codes(*more: str) -> Bytes:
    """The two bytes of a card, as a number, give its code; `more` names stand for no card."""
    table = np.full(1 << 16, _NOT_A_CARD, np.uint8)
    for code, name in enumerate(CARD_NAMES):
        table[int.from_bytes(name.encode(), "little")] = code
    for name in more:
        table[int.from_bytes(name.encode(), "little")] = NO_CARD
    return table


def _letters(letters: str) -> Bytes:
    table = np.full(256, NONE, np.uint8)
    for place, letter in enumerate(letters):
        table[ord(letter)] = place
    return table


_CODES: Final = _card_codes()
_CODES_PUT_OUT: Final = _card_codes("??")
_SUITS: Final = _letters(SUIT_LETTERS)
_NUMERALS: Final = _letters("0123456789")


@lru_cache(maxsize=64)
def _places(layout: Layout) -> Bytes:
    table = np.full(256, NONE, np.uint8)
    for place, seat in enumerate(layout.seats):
        table[ord(SEATS[seat])] = place
    return table


def read_hands(text: Text, begin: Whole, end: Whole, layout: Layout) -> Columns:
    """Read the lines from `begin` up to `end`, both `(lines,) int64`."""
    cursor, places = Cursor(text, begin, _WIDTH_OF_HEAD), _places(layout)
    cursor.skip(b'{"type":"hand","')
    cursor.sound &= cursor.starts(b'no":')
    number = cursor.number(4, b",")
    cursor.width = _width(layout)
    cursor.sound &= (number > 0) & cursor.starts(b'"dealer":"')
    dealer = _letter(cursor, 10, places)
    (up,) = _field(cursor, b',"up":"', lambda part: (_card(part, 7),), _blank(NO_CARD))
    (trump,) = _field(cursor, b',"trump":"', lambda part: (_letter(part, 10, _SUITS),), _blank(NONE))
    (dealt,) = _field(cursor, b',"deal":"', lambda part: (_deal(part, layout),), _no_deal(layout))
    auctions = read_auctions(cursor, layout.chairs, _CODES) if layout.auction else None
    cursor.width = 4 * layout.players * TRICKS + LOOK
    rob = lambda part: (_known(part, 8, places), _card(part, 9, _CODES_PUT_OUT))  # noqa: E731
    robber, out = _field(cursor, b',"rob":"', rob, _blank(NONE, NO_CARD))
    (announcer,) = _field(cursor, b',"announce":"', lambda part: (_letter(part, 13, places),), _blank(NONE))
    jink = lambda part: (_known(part, 9, places), _letter(part, 10, _NUMERALS))  # noqa: E731
    jinker, jink_after = _field(cursor, b',"jink":"', jink, _blank(NONE, NONE))
    plays = lambda part: _plays(part, layout)  # noqa: E731
    tricks, leaders, cards = _field(cursor, b',"play":"', plays, _no_plays(layout))
    cursor.sound &= (tricks > 0) | layout.auction
    cursor.width = LOOK + _list_room(layout.chairs)
    (won,) = _field(cursor, b',"won":"', lambda part: (_won(part, layout),), _not_won)
    settled, settle = _numbers(cursor, b',"settle":[', layout.chairs)
    pointed, points = _numbers(cursor, b',"points":[', len(layout.sides))
    scored, score = _numbers(cursor, b',"score":[', len(layout.sides))
    remarks = read_remarks(cursor)
    return Columns(
        layout, cursor.sound & (cursor.at == end), number, dealer, up, trump, dealt, robber, out, announcer, jinker,
        jink_after, tricks, leaders, cards, won, settled, settle, pointed, points, scored, score, remarks, auctions,
    )  # fmt: skip


def _width(layout: Layout) -> int:
    """So many bytes a hand takes from its dealer to its last play, if it has no rob, announcement or jink."""
    deal = len(_deal_form(layout)[0])
    return deal + 4 * layout.players * TRICKS + 56


def _list_room(count: int) -> int:
    """So many bytes a list of so many small numbers takes, with those that are looked at behind it."""
    return LOOK + 4 * count + LOOK


_Arrays = tuple[npt.NDArray[Any], ...]
_Blank = Callable[[int], _Arrays]


def _blank(*values: int) -> _Blank:
    """Give what stands for a field in the lines that do not have it; nothing is written there."""
    return lambda lines: tuple(np.broadcast_to(np.uint8(value), lines) for value in values)


def _no_deal(layout: Layout) -> _Blank:
    return lambda lines: (np.broadcast_to(np.uint8(NO_CARD), (HAND_SIZE, layout.players, lines)),)


def _no_plays(layout: Layout) -> _Blank:
    axes = ((), (TRICKS,), (TRICKS, layout.players))
    return lambda lines: tuple(
        np.broadcast_to(np.uint8(value), (*more, lines)) for value, more in zip((0, NONE, NO_CARD), axes, strict=True)
    )


def _not_won(lines: int) -> _Arrays:
    return (np.broadcast_to(np.int8(UNKNOWN), lines),)


def _field(cursor: Cursor, begins: bytes, read: Callable[[Cursor], _Arrays], blank: _Blank) -> _Arrays:
    """Read a field from its comma on where it stands; elsewhere its arrays are as `blank` gives them."""
    there = cursor.starts(begins)
    if there.all():
        return read(cursor)
    spread = blank(len(there))
    if not there.any():
        return spread
    which = np.flatnonzero(there)
    part = cursor.part(which)
    spread = tuple(map(np.array, spread))
    for whole, values in zip(spread, read(part), strict=True):
        whole[..., which] = values
    cursor.join(which, part)
    return spread


def _byte(cursor: Cursor, offset: int) -> Words:
    """See the byte at this offset."""
    return (cursor.look()[offset >> 3] >> np.uint64(8 * (offset & 7))) & np.uint64(0xFF)


def _known(cursor: Cursor, offset: int, table: Bytes) -> Bytes:
    """See a byte that the table knows."""
    found = table.take(_byte(cursor, offset).astype(np.int64))
    cursor.sound &= found != NONE
    return found


def _letter(cursor: Cursor, offset: int, table: Bytes) -> Bytes:
    """Take a byte that the table knows, with all that stands before it, and the quote behind it."""
    found = _known(cursor, offset, table)
    cursor.sound &= _byte(cursor, offset + 1) == _QUOTE
    cursor.move(offset + 2)
    return found


def _card(cursor: Cursor, offset: int, table: Bytes = _CODES) -> Bytes:
    """Take a card with all that stands before it, and the quote behind it."""
    name = _byte(cursor, offset) | _byte(cursor, offset + 1) << np.uint64(8)
    codes = table.take(name.astype(np.int64))
    cursor.sound &= (codes != _NOT_A_CARD) & (_byte(cursor, offset + 2) == _QUOTE)
    cursor.move(offset + 3)
    return _cards_only(codes)


@lru_cache(maxsize=64)
def _deal_form(layout: Layout) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    """The string of a deal with `x` for what varies, where its cards begin, and where an empty chair has its dash."""
    cards = " ".join(["xx"] * HAND_SIZE)
    form = "|".join(cards if chair in layout.seats else "-" for chair in range(layout.chairs)) + '"'
    begins = tuple(place for place in range(len(form)) if form.startswith("xx", place))
    return form, begins, tuple(place for place, char in enumerate(form) if char == "-")


def _deal(cursor: Cursor, layout: Layout) -> Bytes:
    """Take all hands: `(5, places, lines) uint8`."""
    cursor.skip(b',"deal":"')
    form, begins, dashes = _deal_form(layout)
    tokens = cursor.tokens((*begins, *dashes))
    behind = np.array([[ord(form[place + 2])] for place in begins], np.uint8)
    cards = tokens[: len(begins)]
    codes = _CODES.take(cards.astype(np.uint16))
    cursor.sound &= ((cards >> 16).astype(np.uint8) == behind).all(axis=0) & (codes.max(axis=0) != _NOT_A_CARD)
    for place, token in zip(dashes, tokens[len(begins) :], strict=True):
        cursor.sound &= (token & 0xFFFF) == int.from_bytes(form[place : place + 2].encode(), "little")
    cursor.move(len(form))
    return _cards_only(codes).reshape(layout.players, HAND_SIZE, -1).transpose(1, 0, 2)


def _cards_only(codes: Bytes) -> Bytes:
    """Words that are no cards are taken for none; their lines are not sound."""
    return np.minimum(codes, NO_CARD) if codes.max(initial=0) == _NOT_A_CARD else codes


def _plays(cursor: Cursor, layout: Layout) -> tuple[Bytes, Bytes, Bytes]:
    """Take the plays: how many tricks, who led to each, and the cards by trick and place."""
    cursor.skip(b',"play":"')
    players, lines = layout.players, len(cursor.sound)
    tokens = cursor.tokens(tuple(range(0, 4 * players * TRICKS, 4)))
    behind = (tokens >> 24).astype(np.uint8).reshape(TRICKS, players, lines)
    tricks, played = _tricks(behind[:, players - 1] == _QUOTE)
    right = (behind[:, : players - 1] == _SPACE).all(axis=1)
    right &= (behind[:, players - 1] == _BAR) | (np.arange(1, TRICKS + 1, dtype=np.uint8)[:, None] == tricks)
    leaders = _places(layout).take(tokens[::players] & 0xFF)
    by_place = _from_the_leader(tokens, leaders, players)
    cards = _CODES.take((by_place >> 8).astype(np.uint16))
    seats = np.array([[ord(SEATS[seat])] for seat in layout.seats], np.uint8)
    right &= (by_place.astype(np.uint8) == seats).all(axis=1) & (cards.max(axis=1) != _NOT_A_CARD)
    cursor.sound &= (tricks > 0) & (right | ~played).all(axis=0)
    cursor.move(4 * players * tricks.astype(np.int64))
    there = np.uint8(0) - played.view(np.uint8)
    cards = _cards_only(cards & there[:, None] | NO_CARD & ~there[:, None])
    return tricks, leaders | ~there, cards


def _tricks(last: Mask) -> tuple[Bytes, Mask]:
    """Count the tricks: `last`, `(5, lines) bool`, says that the string ends behind a trick."""
    played = np.ones_like(last)
    ended = last[0].copy()
    for trick in range(1, TRICKS):
        played[trick] = ~ended
        ended |= last[trick]
    return np.where(ended, played.sum(axis=0, dtype=np.uint8), np.uint8(0)), played


def _from_the_leader(tokens: Tokens, leaders: Bytes, players: int) -> Tokens:
    """Put the plays of each trick, noted from its leader on, in the order of the places."""
    lines = tokens.shape[1]
    flat = tokens.reshape(-1)
    base = np.arange(TRICKS)[:, None] * (players * lines) + np.arange(lines)
    by_place = np.empty((TRICKS, players, lines), np.uint32)
    for place in range(players):
        turns = np.array([(place - leader) % players * lines for leader in range(players)] + [0] * (256 - players))
        by_place[:, place] = flat.take(base + turns.take(leaders))
    return by_place


def _won(cursor: Cursor, layout: Layout) -> npt.NDArray[np.int8]:
    """Take who won: a side, or the dash."""
    first, names, masks, lengths = _winners(layout)
    word = cursor.seen(8)
    won = first.take(word & np.uint64(0xFF))
    cursor.sound &= (word & masks.take(won)) == names.take(won)
    cursor.move(lengths.take(won) if lengths.min() != lengths.max() else int(lengths[0]))
    return won.astype(np.int8) + NOBODY


@lru_cache(maxsize=64)
def _winners(layout: Layout) -> tuple[Bytes, Words, Words, Whole]:
    """The number of each word of `won` by its first byte; by number its bytes, a mask, and the length of the field."""
    words = [f'{name}"'.encode() for name in ("-", *layout.sides)]
    first = np.full(256, len(words), np.uint8)
    for number, word in enumerate(words):
        first[word[0]] = number
    names = [int.from_bytes(word, "little") for word in words]
    masks = [(1 << 8 * len(word)) - 1 for word in words]
    return (
        first, np.array([*names, 1], np.uint64), np.array([*masks, 0], np.uint64),
        np.array([8 + len(word) for word in (*words, words[0])], np.int64),
    )  # fmt: skip


def _numbers(cursor: Cursor, begins: bytes, count: int) -> tuple[Mask, Whole]:
    """Take a list of so many numbers where it stands, and say where that is."""

    def read(part: Cursor) -> _Arrays:
        part.move(len(begins))
        numbers = np.empty((count, len(part.sound)), np.int64)
        for place in range(count):
            numbers[place] = part.number(0, b"]" if place == count - 1 else b",")
        return np.ones(len(part.sound), np.bool_), numbers

    def blank(lines: int) -> _Arrays:
        return np.broadcast_to(np.False_, lines), np.broadcast_to(np.int64(0), (count, lines))

    there, numbers = _field(cursor, begins, read, blank)
    return there, numbers
