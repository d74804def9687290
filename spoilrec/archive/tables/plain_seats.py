"""Rows of plain hands in arrays: those of the table `seats`, with the axes `(places, lines)`."""

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from spoilrec.archive.arrays.columns import NO_CARD, NONE
from spoilrec.archive.arrays.text import Mask, Whole
from spoilrec.archive.tables.declared import ORIGIN
from spoilrec.archive.tables.plain_rows import HANDS, PlainHands
from spoilrec.archive.tables.skill import SKILL
from spoilrec.archive.tables.values import NULL, Numbers, Same, Texts, Values, Words
from spoilrec.record.tokens import SEATS
from spoilrec.rules.cards import CARD_NAMES
from spoilrec.rules.pool import TRICKS

SeatColumn = Callable[[PlainHands], Values]

_NAMES: Final = np.array([list(f"{name} ".encode()) for name in (*CARD_NAMES, "--")], np.uint8)
"""The name of each card as bytes, with a space behind."""


def _player(hands: PlainHands) -> Values:
    which, names = hands.names
    if len(names.codes) == 1:
        return Words(names.codes[0][:, None], names.words)
    return Words(names.codes[which].T, names.words)


def _sides(hands: PlainHands) -> Whole:
    """The side of each place, `(places, 1)`."""
    return np.array(hands.kind.side_of, np.int64)[:, None]


def _side(hands: PlainHands) -> Values:
    partners = bool(hands.parts[0].piece.setting.sides)  # alike in all hands of a kind
    return Words(_sides(hands), hands.kind.layout.sides) if partners else NULL


def _distance(hands: PlainHands) -> Values:
    return Numbers((hands.places.astype(np.int64) - hands.dealer) % len(hands.seats))


def _dealt(hands: PlainHands) -> Values:
    dealt = hands.columns.dealt[:, :, hands.hands]
    noted = dealt[0, 0] != NO_CARD
    if not noted.any():
        return NULL
    letters = np.ascontiguousarray(_NAMES[np.moveaxis(dealt, 0, -1)]).reshape(*dealt.shape[1:], -1)[..., :-1]
    texts = np.ascontiguousarray(letters).view(f"S{letters.shape[-1]}")[..., 0].astype("U").astype(object)
    texts[:, ~noted] = None
    return Texts(texts)


def _won(hands: PlainHands) -> Values:
    if hands.kind.goal == "cards":
        return NULL
    return Numbers(hands.won == (hands.places.astype(np.int8) if hands.group.outcomes is not None else _sides(hands)))


def _settled(hands: PlainHands) -> Values:
    if hands.group.outcomes is not None:
        return Numbers(hands.settled)
    columns = hands.columns
    settled = columns.settled[hands.hands]
    chips = columns.settle[list(hands.seats), hands.hands]
    return Numbers(chips, np.broadcast_to(settled, chips.shape)) if settled.any() else NULL


def _shared(hands: PlainHands) -> Values:
    if not any(part.split for part in hands.parts):
        return NULL
    chips = np.zeros((len(hands.seats), hands.count), np.int64)
    known = np.zeros(hands.count, np.bool_)
    for part, end in zip(hands.parts, hands.counts.cumsum().tolist(), strict=True):
        if part.split:
            chips[:, end - 1], known[end - 1] = [part.split[seat] for seat in hands.seats], True
    return Numbers(chips, np.broadcast_to(known, chips.shape))


def _net(hands: PlainHands) -> Values:
    settled, shared = _settled(hands), _shared(hands)
    if isinstance(settled, Numbers) and isinstance(shared, Numbers):
        return Numbers(settled.numbers + shared.numbers, settled.known)
    return settled


def _points(hands: PlainHands) -> Values:
    points = hands.group.points
    return NULL if points is None else Numbers(points[list(hands.kind.side_of), hands.hands])


def _score(hands: PlainHands) -> Values:
    if hands.group.taken is None:
        return NULL
    return Numbers(hands.group.totals_left[list(hands.kind.side_of), hands.hands])


def _reneges(hands: PlainHands) -> Values:
    found, first = hands.group.played.reneges, hands.hands.start
    here = (found.line >= first) & (found.line < hands.hands.stop)
    index = found.place[here] * hands.count + found.line[here] - first
    return _where_whole(hands, np.bincount(index, minlength=len(hands.seats) * hands.count).reshape(-1, hands.count))


def _where_whole(hands: PlainHands, counts: Whole) -> Values:
    """Give counts where all is known that was played: where nothing shows the end of a hand, after five tricks."""
    if hands.kind.goal != "cards":
        return Numbers(counts)
    return Numbers(counts, np.broadcast_to(hands.columns.tricks[hands.hands] == TRICKS, counts.shape))


def _revokes(hands: PlainHands) -> Values:
    if hands.kind.goal != "cards":
        return Same(0)
    return _where_whole(hands, np.zeros((len(hands.seats), hands.count), np.int64))


def _tries(hands: PlainHands) -> Mask:
    """Whether he tried for all five."""
    assert hands.jinker is not None
    tries: Mask = hands.jinker == hands.places
    return tries


def _jinked(hands: PlainHands) -> Values:
    return NULL if hands.jinker is None else Numbers(_tries(hands))


def _jink_made(hands: PlainHands) -> Values:
    if hands.jinker is None or not (hands.jinker != NONE).any():
        return NULL
    tries = _tries(hands)
    return Numbers(np.broadcast_to(hands.jink_made, tries.shape), tries)


def _jink_worth(hands: PlainHands) -> Values:
    if hands.jinker is None or not (hands.jinker != NONE).any():
        return NULL
    if hands.group.outcomes is None:
        return Numbers(_worth_of_contracts(hands), _tries(hands))
    earned = hands.settled + hands.paid - hands.prize
    return Numbers(np.where(hands.jink_made, earned, -hands.prize), _tries(hands))


def _worth_of_contracts(hands: PlainHands) -> Whole:
    """What a jink of each place brings beyond making the bid, or costs beyond losing it, without a jink."""
    group, sides = hands.group, list(hands.kind.side_of)
    assert group.auction is not None and group.points is not None and group.gained is not None
    amount, took = group.auction.contracts.amount[hands.hands], group.gained[sides, hands.hands]
    worth: Whole = group.points[sides, hands.hands] - np.where((took >= amount) | hands.jink_made, took, -amount)
    return worth


def _bidder(hands: PlainHands) -> Values:
    auction = hands.group.auction
    return NULL if auction is None else Numbers(auction.contracts.bidder[hands.hands] == hands.places)


def _made(hands: PlainHands) -> Values:
    auction, points = hands.group.auction, hands.group.points
    if auction is None or points is None:
        return NULL
    bids = auction.contracts.bidder[hands.hands] == hands.places
    return Numbers(points[list(hands.kind.side_of), hands.hands] > 0, bids)


def _tricks(hands: PlainHands) -> Values:
    return _where_whole(hands, (hands.winners[:, None] == hands.places).sum(axis=0))


SEATS_OF: Final[Mapping[str, SeatColumn]] = {
    **{name: HANDS[name] for name in ORIGIN},
    "seat": lambda hands: Words(hands.places, tuple(SEATS[seat] for seat in hands.seats)),
    "player": _player,
    "side": _side,
    "distance": _distance,
    "dealt": _dealt,
    "tricks": _tricks,
    "won": _won,
    "settled": _settled,
    "ruled": lambda hands: NULL,
    "shared": _shared,
    "net": _net,
    "points": _points,
    "score": _score,
    "bidder": _bidder,
    "made": _made,
    "robbed": lambda hands: Numbers(hands.columns.robber[hands.hands] == hands.places),
    "reneges": _reneges,
    "revokes": _revokes,
    "jinked": _jinked,
    "jink_made": _jink_made,
    "jink_worth": _jink_worth,
    **dict.fromkeys(SKILL, lambda hands: NULL),  # where it is wanted, hands are taken one by one
}
"""The columns of the table `seats`."""
