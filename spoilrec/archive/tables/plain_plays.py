"""Rows of plain hands in arrays: those of the table `plays`, with the axes `(5, places, lines)`.

Places stand in their own order there, not in that in which the cards were laid; tricks that were not played
are no rows.
"""

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from spoilrec.archive.arrays.columns import NO_CARD
from spoilrec.archive.arrays.text import Bytes, Mask, Whole
from spoilrec.archive.tables.declared import ORIGIN
from spoilrec.archive.tables.plain_rows import CARDS, HANDS, PlainHands
from spoilrec.archive.tables.plain_seats import SEATS_OF
from spoilrec.archive.tables.values import NULL, Numbers, Same, Values, Words
from spoilrec.engine.batch_facts import tables
from spoilrec.record.tokens import place_name
from spoilrec.review.words.sentences import in_order
from spoilrec.rules.cards import CODE_NAMES, JOKER, RANKS, SUIT_LETTERS
from spoilrec.rules.order import facts
from spoilrec.rules.pool import TRICKS

PlayColumn = Callable[[PlainHands], Values]

_CODES: Final = np.arange(NO_CARD + 1)
_RANK_OF: Final = np.where(_CODES < JOKER, _CODES % len(RANKS), len(RANKS))
_SUIT_OF: Final = np.where(_CODES < JOKER, _CODES // len(RANKS), len(SUIT_LETTERS))
"""The rank and the suit of each card; the joker and no card have neither."""


def _cards(hands: PlainHands) -> Bytes:
    return hands.columns.cards[:, :, hands.hands]


def nth_of(hands: PlainHands) -> Whole:
    """Give the turn of each place in each trick, from 0."""
    leaders = hands.columns.leaders[:, hands.hands].astype(np.int64)
    turns: Whole = (hands.places - leaders[:, None]) % len(hands.seats)
    return turns


def played_of(hands: PlainHands) -> Mask:
    """Say which tricks were played, `(5, 1, lines)`."""
    played: Mask = (np.arange(TRICKS)[:, None] < hands.columns.tricks[hands.hands])[:, None]
    return played


def _led(hands: PlainHands) -> Whole:
    """The card led to each trick, `(5, 1, lines)`."""
    leaders = hands.columns.leaders[:, hands.hands]
    leaders = np.where(leaders < len(hands.seats), leaders, 0).astype(np.int64)
    return np.take_along_axis(_cards(hands), leaders[:, None], axis=1).astype(np.int64)


def _spot(hands: PlainHands) -> Values:
    names = tuple(place_name(trick + 1, seat) for trick in range(TRICKS) for seat in hands.seats)
    return Words(np.arange(TRICKS)[:, None, None] * len(hands.seats) + hands.places, names)


def _are_trumps(hands: PlainHands, cards: Whole | Bytes) -> Mask:
    trumps = tables(hands.kind.options).trumps[hands.trump]
    are: Mask = (trumps >> cards.astype(np.uint64)) & np.uint64(1) != 0
    return are


def _on_trump(hands: PlainHands) -> Values:
    return Numbers(_are_trumps(hands, _led(hands)) & (nth_of(hands) != 0))


def _reneges(hands: PlainHands) -> tuple[Mask, Whole, list[tuple[int, int]]]:
    """Where the reneges are, and of each by line, place and trick the number of the set kept back; the sets."""
    found, first = hands.group.played.reneges, hands.hands.start
    here = (found.line >= first) & (found.line < hands.hands.stop)
    kept, which = np.unique(
        np.stack((found.kept[here], hands.group.trump[found.line[here]].astype(np.uint64))), axis=1, return_inverse=True
    )
    return here, which, [(int(cards), int(trump)) for cards, trump in kept.T]


def _renege(hands: PlainHands) -> Values:
    found, first = hands.group.played.reneges, hands.hands.start
    here, _, _ = _reneges(hands)
    reneges = np.zeros(_cards(hands).shape, np.bool_)
    reneges[found.trick[here], found.place[here], found.line[here] - first] = True
    return Numbers(reneges)


def _kept(hands: PlainHands) -> Values:
    found, first = hands.group.played.reneges, hands.hands.start
    here, which, sets = _reneges(hands)
    of_suit = facts(hands.kind.options).trumps
    words = [" ".join(CODE_NAMES[card] for card in in_order(of_suit[trump], kept)) for kept, trump in sets]
    codes = np.full(_cards(hands).shape, len(words), np.int64)
    codes[found.trick[here], found.place[here], found.line[here] - first] = which
    return Words(codes, (*words, None))


PLAYS: Final[Mapping[str, PlayColumn]] = {
    **{name: HANDS[name] for name in ORIGIN},
    "seat": SEATS_OF["seat"],
    "player": SEATS_OF["player"],
    "trick": lambda hands: Numbers(np.arange(1, TRICKS + 1)[:, None, None]),
    "nth": lambda hands: Numbers(nth_of(hands) + 1),
    "spot": _spot,
    "card": lambda hands: Words(_cards(hands), CARDS),
    "rank": lambda hands: Words(_RANK_OF[_cards(hands)], (*RANKS, None)),
    "suit": lambda hands: Words(_SUIT_OF[_cards(hands)], (*SUIT_LETTERS, None)),
    "is_trump": lambda hands: Numbers(_are_trumps(hands, _cards(hands))),
    "leads": lambda hands: Numbers(nth_of(hands) == 0),
    "led": lambda hands: Words(_led(hands), CARDS),
    "on_trump": _on_trump,
    "took": lambda hands: Numbers(hands.winners[:, None] == hands.places),
    "lawful": lambda hands: Same(True),
    "refusal": lambda hands: NULL,
    "revoke": lambda hands: Same(False),
    "renege": _renege,
    "kept": _kept,
    "unsure": lambda hands: Same(False),
    "deduced": lambda hands: Same(False),
}
"""The columns of the table `plays`."""
