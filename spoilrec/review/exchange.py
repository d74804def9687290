"""From the hands as dealt to the hands as played: kitty, discard and draw, as far as they were noted."""

from collections.abc import Iterator

import msgspec

from spoilrec.engine.draw import Exchange
from spoilrec.engine.position import HAND_SIZE, UNKNOWN, Table
from spoilrec.review.hand import HandReading
from spoilrec.rules.cards import UNSEEN, CardSet, cards_in, codes_set

Hands = tuple[tuple[int, ...] | None, ...]


def as_played(table: Table, reading: HandReading) -> HandReading:
    """Give the reading with the hands as they were when the first card was led; that of other games as it is.

    Cards of a hand that nobody saw are codes of unseen cards; a hand of which nothing is known is `None`.
    """
    if table.goal != "auction":
        return reading
    return msgspec.structs.replace(reading, deal=_hands_in_play(table, reading), robs=(), announcer=-1)


def draw_is_noted(reading: HandReading) -> bool:
    """Say whether anything of what was put out and drawn was noted."""
    return bool(reading.auction.discard or reading.auction.draw)


def agreeing_deal(table: Table, reading: HandReading) -> Hands | None:
    """Give `deal` as the hands that were played, with the turn-up that was taken; `None` where it is not.

    It can be so only where nothing of a draw is noted and nobody played another card.
    """
    if draw_is_noted(reading) or len(reading.deal) != table.chairs:
        return None
    taken = _with_take(reading)
    if table.options.draw == "none" and table.options.kitty == 0:
        return taken
    return next((hands for hands in (taken, reading.deal) if _agrees(table, reading, hands)), None)


def _with_take(reading: HandReading) -> Hands:
    """Let the dealer take the turn-up for the card that he put out, where both were seen."""
    hands = list(reading.deal)
    for seat, out in reading.robs[:1]:
        hand = hands[seat] if seat < len(hands) else None
        if hand is not None and out in hand and reading.up >= 0:
            hands[seat] = tuple(reading.up if code == out else code for code in hand)
    return tuple(hands)


def _agrees(table: Table, reading: HandReading, hands: Hands) -> bool:
    return all(
        hands[seat] is None or not _played(reading, seat) & ~codes_set(hands[seat] or ()) for seat in table.seats
    )


def _hands_in_play(table: Table, reading: HandReading) -> Hands:
    agreeing = agreeing_deal(table, reading)
    if agreeing is not None:
        return agreeing
    hands = tuple(_in_play(table, reading, seat) for seat in range(table.chairs))
    return () if all(hand is None for hand in hands) else hands


def _in_play(table: Table, reading: HandReading, seat: int) -> tuple[int, ...] | None:
    """Give the cards known to be in a hand after the draw, filled up with cards not seen."""
    out, drawn = _of(table, reading.auction.discard, seat), _of(table, reading.auction.draw, seat)
    had = _had(table, reading, seat)
    gained = codes_set(drawn or ()) & ~(codes_set(out or ()) if searches(table, seat) else 0)
    bidder_known = table.contract.bidder != UNKNOWN or table.options.kitty == 0
    nothing_out = out is None and drawn == () and bidder_known and not takes_kitty(table, seat)
    if had is not None and (nothing_out or (out is not None and max(out, default=0) < UNSEEN)):
        known = had & ~codes_set(out or ()) | gained
    else:
        known = _played(reading, seat) | gained
    if not known:
        return None
    return cards_in(known) + (UNSEEN,) * max(0, HAND_SIZE - known.bit_count())


def _had(table: Table, reading: HandReading, seat: int) -> CardSet | None:
    """Give the cards a seat had to choose from, `None` where its five were not all seen."""
    dealt = reading.deal[seat] if seat < len(reading.deal) else None
    if dealt is None or len(dealt) != HAND_SIZE or max(dealt) >= UNSEEN or len(reading.deal) != table.chairs:
        return None
    had = codes_set(dealt)
    if takes_kitty(table, seat):
        had |= codes_set(reading.auction.kitty)
    for taker, out in reading.robs[:1]:
        if taker == seat:
            had = (had | codes_set(reading.ups[-1:])) & ~codes_set([out])
    return had


def takes_kitty(table: Table, seat: int) -> bool:
    """Say whether this seat took in the kitty: it named trumps, and these rules have one."""
    return seat == table.contract.bidder and table.options.kitty != 0


def searches(table: Table, seat: int) -> bool:
    """Say whether this seat looks through the stock: the dealer, where the rules allow it."""
    return seat == table.dealer and table.options.dealer_searches_stock == "on"


def kitty_size(table: Table) -> int:
    """Give how many cards the kitty has by these rules."""
    kitty = table.options.kitty
    return HAND_SIZE if kitty == "dummy5" else kitty


def _played(reading: HandReading, seat: int) -> CardSet:
    return codes_set(code for trick in reading.tricks for who, code in trick if who == seat)


def _of(table: Table, noted: Hands, seat: int) -> tuple[int, ...] | None:
    """Give the group of a seat; one that does not fit the chairs says nothing of any seat."""
    return noted[seat] if len(noted) == table.chairs else None


def exchanges(table: Table, reading: HandReading) -> Iterator[Exchange]:
    """Give the exchange of every seat of which it was noted what it put out."""
    for seat in table.seats:
        out, drawn = _of(table, reading.auction.discard, seat), _of(table, reading.auction.draw, seat)
        if out is None or (table.contract.bidder == UNKNOWN and table.options.kitty):
            continue
        held, unseen = _held(table, reading, seat)
        seen_out, seen_drawn = codes_set(out), codes_set(drawn or ())
        kitty = kitty_size(table) if takes_kitty(table, seat) else 0
        yield Exchange(
            seat, held, unseen, kitty, seen_out, len(out) - seen_out.bit_count(), seen_drawn,
            len(drawn or ()) - seen_drawn.bit_count(), noted=drawn is not None,
        )  # fmt: skip


def _held(table: Table, reading: HandReading, seat: int) -> tuple[CardSet, int]:
    """Give the cards known to have been held before the draw, kitty included, and how many more nobody saw."""
    dealt = reading.deal[seat] if seat < len(reading.deal) and len(reading.deal) == table.chairs else None
    held = codes_set(dealt or ())
    size = HAND_SIZE
    if takes_kitty(table, seat):
        held |= codes_set(reading.auction.kitty)
        size += kitty_size(table)
    for taker, out in reading.robs[:1]:
        if taker == seat:
            held = (held | codes_set(reading.ups[-1:])) & ~codes_set([out])
    return held, max(0, size - held.bit_count())
