"""Tricks made whole: plays that were not noted put in their place, and cards worked out where the deal leaves one.

What was noted is never changed. A card put in so decides tricks, but it is not judged: nobody saw it.
"""

from collections.abc import Sequence

import msgspec

from spoilrec.engine.position import HAND_SIZE, TRICKS, Table
from spoilrec.review.hand import HandReading, Laid
from spoilrec.rules.cards import UNSEEN, codes_set

Flaw = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A trick that has not one card of each player: its number, the seats missing, the seats twice."""


class Whole(msgspec.Struct, frozen=True, gc=False):
    """The tricks of a hand as they must have lain.

    `places` gives for a trick and a place in it (both from 0) the place that the play has in the
    record, -1 where it was not noted; empty where nothing was put in. `worked_out` are those whose
    card the deal gives. `stops_at` is the first trick (from 1) that cannot be understood, 0 for none.
    """

    tricks: tuple[tuple[Laid, ...], ...]
    places: dict[tuple[int, int], int] = {}
    worked_out: frozenset[tuple[int, int]] = frozenset()
    flaws: tuple[Flaw, ...] = ()
    stops_at: int = 0


def make_whole(table: Table, reading: HandReading, *, look_closely: bool = False) -> Whole:
    """Put plays that were not noted in their place; the last trick may be short.

    A trick of the right length in which one seat stands twice is found only by looking closely.
    """
    tricks, seats = reading.tricks[:TRICKS], len(table.seats)
    full = all([len(trick) == seats for trick in tricks[:-1]]) and (not tricks or len(tricks[-1]) <= seats)
    if full and not look_closely and max([code for trick in tricks for _, code in trick], default=0) < UNSEEN:
        return Whole(tricks)
    flaws = tuple(flaw for number, trick in enumerate(tricks, start=1) if (flaw := _flaw(table, number, trick, tricks)))
    stops_at = next((number for number, _, twice in flaws if twice), 0)
    filled = [
        _filled(table, trick) if number < len(tricks) and number != stops_at else _as_noted(trick)
        for number, trick in enumerate(tricks, start=1)
    ]
    places = {(trick, place): nth for trick, row in enumerate(filled) for place, (_, nth) in enumerate(row)}
    laid = tuple(tuple(play for play, _ in row) for row in filled)
    worked_out = _work_out(table, reading, laid)
    laid = tuple(
        tuple((seat, worked_out.get((t, p), code)) for p, (seat, code) in enumerate(row)) for t, row in enumerate(laid)
    )
    return Whole(laid, places, frozenset(worked_out), flaws, stops_at)


def _flaw(table: Table, number: int, trick: Sequence[Laid], tricks: Sequence[Sequence[Laid]]) -> Flaw | None:
    laid = [seat for seat, _ in trick]
    twice = tuple(sorted({seat for seat in laid if laid.count(seat) > 1}))
    missing = tuple(seat for seat in table.seats if seat not in laid)
    if not twice and (not missing or number == len(tricks)):
        return None
    return number, missing, twice


def _as_noted(trick: Sequence[Laid]) -> list[tuple[Laid, int]]:
    return [(play, nth) for nth, play in enumerate(trick)]


def _filled(table: Table, trick: Sequence[Laid]) -> list[tuple[Laid, int]]:
    """Each missing player's card goes where his turn was: before the first noted play that came after it."""
    row = _as_noted(trick)
    if not row:
        return [((seat, UNSEEN), -1) for seat in table.seats]
    leader = row[0][0][0]
    for seat in table.seats:
        if all(play[0] != seat for play, _ in row):
            turn = (seat - leader) % table.chairs
            later = (place for place, (play, _) in enumerate(row) if (play[0] - leader) % table.chairs > turn)
            row.insert(next(later, len(row)), ((seat, UNSEEN), -1))
    return row


def _work_out(table: Table, reading: HandReading, tricks: Sequence[Sequence[Laid]]) -> dict[tuple[int, int], int]:
    """Where four of a known hand's five cards were seen in play, the fifth is the one that was not."""
    found = {}
    for seat in table.seats:
        hand = _held(reading, seat)
        plays = {(t, p): code for t, row in enumerate(tricks) for p, (who, code) in enumerate(row) if who == seat}
        unseen = [place for place, code in plays.items() if code >= UNSEEN]
        left = hand & ~codes_set(plays.values())
        if hand and len(plays) == HAND_SIZE and len(unseen) == 1 and left.bit_count() == 1:
            found[unseen[0]] = left.bit_length() - 1
    return found


def _held(reading: HandReading, seat: int) -> int:
    """Give the five cards a seat had to play, where all are known; else the empty set."""
    hand = reading.deal[seat] if seat < len(reading.deal) else None
    if hand is None or len(hand) != HAND_SIZE:
        return 0
    cards = codes_set(hand)
    for robber, out in reading.robs[:1]:
        if robber == seat:
            cards = (cards | codes_set(reading.ups[-1:])) & ~codes_set([out])
    return cards if cards.bit_count() == HAND_SIZE else 0
