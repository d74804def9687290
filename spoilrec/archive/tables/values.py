"""Values of one column for many rows, as short as they come: one for all, numbers, words by their codes.

Arrays may lack axes that do not matter: they are spread over the rows as NumPy does it. Knows nothing of
cards and tables.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Value = str | int | bool | None


class Same(NamedTuple):
    """One value in every row; `None` is null."""

    value: Value


class Numbers(NamedTuple):
    """Whole numbers or truths; where `known` is False they are null."""

    numbers: Array
    known: npt.NDArray[np.bool_] | None = None


class Words(NamedTuple):
    """Texts: a word of `words` for each code; `None` among them is null."""

    codes: npt.NDArray[np.integer[Any]]
    words: tuple[str | None, ...]


class Texts(NamedTuple):
    """Texts of which most occur once: an array of objects, `None` is null."""

    texts: npt.NDArray[np.object_]


Values = Same | Numbers | Words | Texts
NULL: Final = Same(None)


def shape_of(values: Values) -> tuple[int, ...]:
    """Give the axes that the values have."""
    match values:
        case Same():
            return ()
        case Numbers(numbers):
            return np.shape(numbers)
        case Words(codes):
            return np.shape(codes)
        case Texts(texts):
            return np.shape(texts)


def pick(values: Values, shape: tuple[int, ...], rows: npt.NDArray[np.int64]) -> Values:
    """Give the values of some rows, which are numbered as those of an array of this shape."""

    def picked(array: Array) -> Array:
        found: Array = np.broadcast_to(array, shape).reshape(-1)[rows]
        return found

    match values:
        case Same():
            return values
        case Numbers(numbers, known):
            return Numbers(picked(numbers), None if known is None else picked(known))
        case Words(codes, words):
            return Words(picked(codes), words)
        case Texts(texts):
            return Texts(picked(texts))


def given(values: Sequence[Value], sql: str) -> Values:
    """Take values as they come, of a column of this DuckDB type."""
    if sql == "VARCHAR":
        return words_of(values)
    known = np.array([value is not None for value in values], np.bool_)
    numbers: Array = np.array([value or 0 for value in values], _kind_of(sql))
    return Numbers(numbers, None if known.all() else known)


def words_of(values: Iterable[Any]) -> Words:
    """Number texts in the order in which they first come."""
    codes, words = numbered(values)
    return Words(np.array(codes, np.int64), tuple(words))


def as_array(values: Values, sql: str, rows: int) -> Array:
    """Give a column as DuckDB takes it: objects for texts, numbers or truths masked where null."""
    match values:
        case Same(None):
            nothing: Array = np.full(rows, None, object)
            return nothing if sql == "VARCHAR" else np.ma.masked_array(np.zeros(rows, _kind_of(sql)), mask=True)
        case Same(value):
            return np.full(rows, value, object if sql == "VARCHAR" else _kind_of(sql))
        case Numbers(numbers, known):
            return numbers if known is None else np.ma.masked_array(numbers, mask=~known)
        case Words(codes, words):
            found: Array = np.array(words, object)[codes]
            return found
        case Texts(texts):
            return texts


def _kind_of(sql: str) -> type[np.generic]:
    return np.bool_ if sql == "BOOLEAN" else np.int64


def joined(pieces: Sequence[Values], sizes: Sequence[int]) -> Values:
    """Put values one behind the other, each of so many rows; those of no axis are spread."""
    first, same = pieces[0], [piece.value for piece in pieces if isinstance(piece, Same)]
    if len(pieces) == 1 or (len(same) == len(pieces) and len({*same}) == 1):
        return first
    if any(isinstance(piece, (Words, Texts)) or isinstance(_value(piece), str) for piece in pieces):
        texts = [_as_words(piece, size) for piece, size in zip(pieces, sizes, strict=True)]
        whole = words_of(word for piece in texts for word in piece.words)
        starts = np.cumsum([0, *(len(piece.words) for piece in texts)])
        numbers = [whole.codes[start + piece.codes] for start, piece in zip(starts, texts, strict=False)]
        return Words(np.concatenate(numbers), whole.words)
    both = [_as_numbers(piece, size) for piece, size in zip(pieces, sizes, strict=True)]
    return Numbers(np.concatenate([numbers for numbers, _ in both]), np.concatenate([known for _, known in both]))


def _value(values: Values) -> Value:
    return values.value if isinstance(values, Same) else None


def _as_words(values: Values, rows: int) -> Words:
    match values:
        case Words():
            return values
        case Texts(texts):
            return words_of(texts.tolist())
        case _:
            value = _value(values)
            return Words(np.zeros(rows, np.int64), (None if value is None else str(value),))


def _as_numbers(values: Values, rows: int) -> tuple[Array, npt.NDArray[np.bool_]]:
    if isinstance(values, Numbers):
        return values.numbers, np.ones(rows, np.bool_) if values.known is None else values.known
    value = _value(values)
    return np.full(rows, value or 0, bool if isinstance(value, bool) else np.int64), np.full(rows, value is not None)


def codes_of(values: Values) -> tuple[Array, int]:
    """Number the values so that equal ones have one number: the numbers, and how many there may be."""
    match values:
        case Same():
            return np.zeros((), np.int64), 1
        case Numbers(numbers, known):
            codes, size = _codes_of_numbers(numbers)
            return (codes, size) if known is None else (np.where(known, codes, size), size + 1)
        case Words(codes, words):
            return codes, len(words)
        case Texts(texts):
            numbered = words_of(texts.reshape(-1).tolist())
            return numbered.codes.reshape(texts.shape), len(numbered.words)


_FEW: Final = 1 << 16


def _codes_of_numbers(numbers: Array) -> tuple[Array, int]:
    if numbers.dtype == np.bool_:
        return numbers.view(np.uint8), 2
    if not numbers.size:
        return numbers, 1
    least = int(numbers.min())
    size = int(numbers.max()) - least + 1
    if size <= _FEW:
        return numbers.astype(np.int64) - least, size
    distinct, codes = np.unique(numbers, return_inverse=True)
    return codes.reshape(numbers.shape), len(distinct)


def numbered(values: Iterable[Hashable]) -> tuple[list[int], list[Any]]:
    """Number values in the order in which they first come; give the numbers, and the values once each."""
    numbers: dict[Hashable, int] = {}
    codes = [numbers.setdefault(value, len(numbers)) for value in values]
    return codes, list(numbers)
