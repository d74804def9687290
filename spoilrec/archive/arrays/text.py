"""Bytes of many lines read at many places at once.

A cursor stands somewhere in every line; all its places are read and moved together. It checks every
byte that it passes over, so that a line read to its end is known to the last byte. Knows nothing of
what the lines say.
"""

import re
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Tokens = npt.NDArray[np.uint32]
Words = npt.NDArray[np.uint64]
Whole = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

LOOK: Final = 16
"""So many bytes a cursor sees from where it stands."""

_DIGITS: Final = np.uint64(0x3030303030303030)
_LOW_BITS: Final = np.uint64(0x7F7F7F7F7F7F7F7F)
_ABOVE_NINE: Final = np.uint64(0x7676767676767676)
_HIGH_BITS: Final = np.uint64(0x8080808080808080)
_MINUS: Final = np.uint64(ord("-") ^ ord("0"))
_BYTE: Final = np.uint64(0xFF)
_PAIR: Final = np.uint64(0xFFFF)
_ONE: Final = np.uint64(1)
_THREE: Final = np.uint64(3)
_WORD: Final = np.uint64(64)


class Block:
    """Bytes that are read at many places."""

    def __init__(self, data: bytes | Bytes) -> None:
        self.data = data

    def rows(self, places: Whole, width: int) -> Bytes:
        """Copy `width` bytes from each of `(lines,) int64` places: `(lines, width) uint8`.

        Behind the last byte there are other bytes: who looks there has lost his line, or does not use what he sees.
        """
        room = len(self.data) - width
        late = np.flatnonzero(places > room)
        if len(late):
            return self._rows_at_the_end(places, width, late)
        cut: npt.NDArray[np.void] = np.ndarray((room + 1,), f"V{width}", self.data, strides=(1,))
        return cut[places].view(np.uint8).reshape(len(places), width)

    def _rows_at_the_end(self, places: Whole, width: int, late: Whole) -> Bytes:
        """Copy rows of which the `late` ones go beyond the last byte: there are zeros."""
        begin = max(0, len(self.data) - width)
        end = Block(bytes(self.data[begin:]) + bytes(2 * width))
        there = np.minimum(places[late] - begin, len(end.data) - width)
        if len(late) == len(places):
            return end.rows(there, width)
        found = self.rows(np.minimum(places, begin), width)
        found[late] = end.rows(there, width)
        return found


class Text(Block):
    """Whole lines of a file, each with a newline; its length is their number.

    `bytes` is `(length,) uint8`; the lines are those from `begins` up to `ends`, `(lines,) int64`.
    """

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.bytes: Bytes = np.frombuffer(data, np.uint8)
        self.ends: Whole = np.flatnonzero(self.bytes == ord("\n"))
        self.begins: Whole = np.concatenate((np.zeros(1, np.int64), self.ends[:-1] + 1))

    def __len__(self) -> int:
        return len(self.ends)

    def lines_at(self, numbers: Whole) -> list[bytes]:
        """Give some lines, from 0, without their newlines."""
        begins, ends, data = self.begins[numbers].tolist(), self.ends[numbers].tolist(), bytes(self.data)
        return [data[begin:end] for begin, end in zip(begins, ends, strict=True)]

    def line(self, number: int) -> bytes:
        """Give a line, from 0, without its newline."""
        return bytes(self.data[self.begins[number] : self.ends[number]])


class Cursor:
    """A place in each of many lines: `at` is `(lines,) int64`, `sound` says that all was as expected so far.

    It reads from a copy of `width` bytes of each line, as long as these reach, and then copies the next ones.
    """

    def __init__(self, block: Block, at: Whole, width: int = 0, sound: Mask | None = None) -> None:
        self.block = block
        self.width = width
        self.sound: Mask = np.ones(len(at), np.bool_) if sound is None else sound
        self._base, self._offset = at, 0
        self._apart: Whole | None = None
        """How far each line has come beyond `_offset`, where not all have come equally far."""
        self._rows: Bytes | None = None
        self._seen: tuple[Words, Words] | None = None
        self._valid = 0

    @property
    def at(self) -> Whole:
        """Where it stands in each line."""
        at = self._base if self._apart is None else self._base + self._apart
        return at + self._offset if self._offset else at

    def _window(self, width: int) -> tuple[Bytes, int]:
        """Give a copy of lines with so many bytes from here on at least, and the column where all lines stand."""
        if self._rows is None or self._apart is not None or self._offset + width > self._rows.shape[1]:
            self._base, self._offset, self._apart = self.at, 0, None
            self._rows = self.block.rows(self._base, max(width, self.width))
        return self._rows, self._offset

    def look(self, width: int = LOOK) -> tuple[Words, Words]:
        """Give the next sixteen bytes, of which `width` are needed, as two words, the first byte lowest."""
        if self._seen is None or self._valid < width:
            rows = self._rows
            if (
                rows is None
                or self._apart is None
                or self._offset + int(self._apart.max(initial=0)) + LOOK > rows.shape[1]
            ):
                rows, column = self._window(LOOK)
            else:
                here = np.arange(0, rows.size, rows.shape[1]) + (self._apart + self._offset)
                rows, column = Block(rows.reshape(-1)).rows(here, LOOK), 0
            self._seen = _column(rows, column), _column(rows, column + 8)
            self._valid = LOOK
        return self._seen

    def tokens(self, columns: tuple[int, ...]) -> Tokens:
        """Give the four bytes at some columns from here on as `(columns, lines) uint32`, the first byte lowest."""
        rows, begin = self._window(max(columns) + 4)
        lines, width = rows.shape
        step = columns[1] - columns[0] if len(columns) > 1 else 1
        if columns == tuple(range(columns[0], columns[0] + step * len(columns), step)):
            view: Tokens = np.ndarray((len(columns), lines), "<u4", rows, begin + columns[0], (step, width))
            return view.astype(np.uint32, order="C")
        found = np.empty((len(columns), lines), np.uint32)
        for row, column in enumerate(columns):
            found[row] = np.ndarray((lines,), "<u4", rows, begin + column, (width,))
        return found

    def move(self, by: int | Whole) -> None:
        """Go on by so many bytes."""
        self._seen = None
        if isinstance(by, int):
            self._offset += by
        else:
            self._apart = by if self._apart is None else self._apart + by

    def starts(self, literal: bytes) -> Mask:
        """Say where these bytes, sixteen at most, stand now."""
        first, second = self.look(8 if len(literal) <= 8 else LOOK)
        found: Mask = (first & _mask(min(len(literal), 8))) == _word(literal[:8])
        if len(literal) > 8 and found.any():
            found &= (second & _mask(len(literal) - 8)) == _word(literal[8:])
        return found

    def skip(self, literal: bytes) -> None:
        """Pass over bytes that must stand here."""
        self.sound &= self.starts(literal)
        self.move(len(literal))

    def matches(self, pattern: re.Pattern[bytes]) -> list[re.Match[bytes]]:
        """Pass over what a pattern matches here, and give it for each line; it must match, if nothing."""
        at, data = self.at, bytes(self.block.data)
        found = [match for place in at.tolist() if (match := pattern.match(data, place))]
        self.move(np.array([match.end() for match in found], np.int64) - at)
        return found

    def seen(self, offset: int) -> Words:
        """Give the eight bytes from this many on (8 at most), `(lines,) uint64`."""
        first, second = self.look(offset + 8)
        if offset in (0, 8):
            return second if offset else first
        return (first >> np.uint64(8 * offset)) | (second << np.uint64(64 - 8 * offset))

    def number(self, offset: int, behind: bytes) -> Whole:
        """Take a whole number of at most seven characters, as JSON writes it, and the byte behind: `(lines,) int64`.

        The number begins `offset` bytes from here, at most eight. Most have one or two characters: those are looked up.
        """
        word = self.seen(offset)
        pair = word & _PAIR
        value, bits = _VALUES.take(pair), _BITS_OF.take(pair)
        short = ((word >> bits) & _BYTE) == np.uint64(behind[0])
        if not short.all():
            others = np.flatnonzero(~short)
            value[others], bits[others], right = _read_number(word[others], behind)
            self.sound[others[~right]] = False
        self._move_past(bits, offset)
        return value

    def _move_past(self, bits: Words, offset: int) -> None:
        """Go on behind a number and the byte that follows; what was seen behind it need not be looked at again."""
        seen, valid = self._seen, self._valid
        self.move((bits >> _THREE).astype(np.int64) + (offset + 1))
        left = valid - offset - 1 - (int(bits.max(initial=0)) >> 3)
        if seen is not None and not offset and left >= 8:
            gone = bits + np.uint64(8)
            self._seen = np.bitwise_or(seen[0] >> gone, seen[1] << (_WORD - gone)), seen[1] >> gone
            self._valid = left

    def part(self, which: Whole) -> "Cursor":
        """Give a cursor over some of the lines; `join` brings it back."""
        return Cursor(self.block, self.at[which], self.width, self.sound[which])

    def join(self, which: Whole, part: "Cursor") -> None:
        """Go on from where a cursor over some of the lines has come to."""
        at = self.at.copy()
        at[which] = part.at
        self.sound[which] = part.sound
        self._base, self._offset, self._apart, self._rows, self._seen = at, 0, None, None, None


def _column(rows: Bytes, column: int) -> Words:
    """Copy the eight bytes at a column of each row."""
    view: Words = np.ndarray((len(rows),), "<u8", rows, column, (rows.shape[1],))
    return view.astype(np.uint64, order="C")


@cache
def _word(piece: bytes) -> np.uint64:
    return np.uint64(int.from_bytes(piece, "little"))


@cache
def _mask(length: int) -> np.uint64:
    return np.uint64((1 << 8 * length) - 1)


def _read_number(word: Words, behind: bytes) -> tuple[Whole, Words, Mask]:
    """Read numbers at the beginning of words: the value, how many bytes it takes, and whether it is one."""
    word = word ^ _DIGITS
    minus = (word & _BYTE) == _MINUS
    signs = minus.astype(np.uint64)
    word = word >> (signs << _THREE)
    others = (((word & _LOW_BITS) + _ABOVE_NINE) | word) & _HIGH_BITS
    bits = np.bitwise_count((others & (~others + _ONE)) - _ONE).astype(np.uint64) & ~np.uint64(7)
    value = _value_of(word << (_WORD - bits))
    right = ((word >> bits) & _BYTE) == np.uint64(behind[0] ^ ord("0"))
    right &= (bits - _ONE < _WORD - np.uint64(8)) & (((word & _BYTE) != 0) | ((bits == 8) & ~minus))
    return np.where(minus, -value, value), bits + (signs << _THREE), right


def _short_numbers() -> tuple[Whole, Words]:
    """Numbers of one or two characters by their first two bytes, and their length in bits: 64 where there is none."""
    values, bits = np.zeros(1 << 16, np.int64), np.full(1 << 16, 64, np.uint64)
    digits = range(ord("0"), ord("9") + 1)
    for digit in digits:
        for second in range(256):
            values[digit | second << 8], bits[digit | second << 8] = digit - ord("0"), 8
        if digit > ord("0"):
            values[ord("-") | digit << 8], bits[ord("-") | digit << 8] = ord("0") - digit, 16
            for second in digits:
                values[digit | second << 8] = 10 * (digit - ord("0")) + second - ord("0")
                bits[digit | second << 8] = 16
    return values, bits


_VALUES, _BITS_OF = _short_numbers()


def _value_of(digits: Words) -> Whole:
    """Read eight digits (0 to 9 a byte, the first lowest) at once, two, four and eight together."""
    pairs = digits * np.uint64(10) + (digits >> np.uint64(8))
    fours = pairs & np.uint64(0x00FF00FF00FF00FF)
    fours = fours * np.uint64(100) + (fours >> np.uint64(16))
    eights = fours & np.uint64(0x0000FFFF0000FFFF)
    eights = eights * np.uint64(10000) + (eights >> np.uint64(32))
    return (eights & np.uint64(0xFFFFFFFF)).astype(np.int64)
