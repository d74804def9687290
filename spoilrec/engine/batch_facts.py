"""The facts of the rules as arrays: the tuples of `rules.order`, stacked by trump suit and indexed by card.

A row of card codes has 54 entries: NO_CARD stands for a card that was not played; it is in no set, beats
nothing and is always lawful.
"""

from functools import lru_cache
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from spoilrec.rules.cards import UNSEEN, CardSet
from spoilrec.rules.options import Options
from spoilrec.rules.order import TRUMP_LED, TrumpFacts, facts

Bytes = npt.NDArray[np.uint8]
Sets = npt.NDArray[np.uint64]
Mask = npt.NDArray[np.bool_]

NO_CARD: Final = UNSEEN
"""Stands for a card that is not there: a trick not played, no turn-up, nothing put out."""
NONE: Final = 255
"""Stands for a place, a suit or a trick that is not there."""
ROW: Final = NO_CARD + 1
STRENGTH_BITS: Final = 4
"""A strength is kept with the place of its player in the lowest four bits."""
LEAST_TRUMP: Final = 50 << STRENGTH_BITS
_CLASSES: Final = TRUMP_LED + 1
_EVERYTHING: Final = (1 << 64) - 1
_STRENGTHS: Final = 80


class Tables(msgspec.Struct, frozen=True):
    """`TrumpFacts` of the four suits as arrays.

    Indexed by `trump * 54 + card led`: `row` `(216,) int64`, where the strengths of that lead begin;
    `always`, `answers` and `keep` `(216,) uint64`, as in `TrumpFacts`; `bind` `(216,) uint64`, the cards of
    which one in the hand may make a card outside `always` unlawful. `strength` `(1080,) uint16` is that of
    `TrumpFacts`, shifted by STRENGTH_BITS. Indexed by trump, `(4,) uint64`: `trumps`, `privileged`, and
    `hearts`, the hearts that are not trumps; `(4,) uint8`: `ace`. `is_top` `(4, 80) bool` says of a
    strength that it is that of a five, jack, ace of hearts or joker. `higher` `(216,) uint64`, by trump and card.
    """

    options: Options
    row: npt.NDArray[np.int64]
    strength: npt.NDArray[np.uint16]
    always: Sets
    answers: Sets
    keep: Sets
    bind: Sets
    higher: Sets
    trumps: Sets
    privileged: Sets
    hearts: Sets
    ace: Bytes
    is_top: Mask
    pack: CardSet


BITS: Final[Sets] = np.array([1 << card for card in range(NO_CARD)] + [0], np.uint64)
"""The set of each card alone; that of NO_CARD is empty."""
NO_BIT: Final = np.uint64(1 << NO_CARD)
_ONE: Final = np.uint64(1)


def bits_of(cards: Bytes) -> Sets:
    """Give the set of each card alone, quicker than from BITS; that of NO_CARD is NO_BIT, which is in no other set."""
    bits: Sets = _ONE << cards.astype(np.uint64)
    return bits


@lru_cache(maxsize=64)
def tables(options: Options) -> Tables:
    """Stack the facts of these options."""
    known = facts(options)
    suits = known.trumps
    return Tables(
        options,
        np.concatenate([_rows(one) for one in suits]),
        np.concatenate([np.array([*row, 0], np.uint16) << STRENGTH_BITS for one in suits for row in one.strength]),
        _sets([row for one in suits for row in (*one.always, _EVERYTHING)]),
        _sets([row for one in suits for row in (*one.answers, 0)]),
        _sets([row for one in suits for row in (*one.keep, 0)]),
        _sets([row for one in suits for row in (*_bind(one), 0)]),
        _sets([row for one in suits for row in (*one.higher, 0)]),
        _sets([one.trumps for one in suits]),
        _sets([one.privileged for one in suits]),
        _sets([_plain_hearts(one) for one in suits]),
        np.array([one.ace for one in suits], np.uint8),
        np.array([_top_strengths(one) for one in suits]),
        known.pack,
    )


def _sets(rows: list[CardSet]) -> Sets:
    return np.array(rows, np.uint64)


def _rows(one: TrumpFacts) -> npt.NDArray[np.int64]:
    classes = np.array([*one.lead_class, TRUMP_LED], np.int64)
    return (one.trump * _CLASSES + classes) * ROW


def _plain_hearts(one: TrumpFacts) -> CardSet:
    return sum(1 << card for card in one.plain[2])


def _bind(one: TrumpFacts) -> list[CardSet]:
    """Nothing binds a hand to which these cards are strange; whether it is bound, `batch_lawful` works out."""
    hearts = _plain_hearts(one) if one.options.ah_lead_fallback == "hearts" else 0
    free = one.options.void == "free" or one.options.follow == "none_on_plain"
    binding = []
    for card, lead_class in enumerate(one.lead_class):
        if lead_class == TRUMP_LED:
            binding.append(one.trumps | hearts)
        else:
            binding.append(one.answers[card] | (0 if free else one.trumps))
    return binding


def _top_strengths(one: TrumpFacts) -> list[bool]:
    by_strength = {one.strength[TRUMP_LED][card]: card for card in one.order}
    return [strength in by_strength and bool(one.tops >> by_strength[strength] & 1) for strength in range(_STRENGTHS)]
