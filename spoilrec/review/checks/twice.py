"""A card in two places (SR203): in the deal, turned up, put out, or played, by one player or by two."""

from collections.abc import Iterator, Sequence

import msgspec

from spoilrec.engine.position import HAND_SIZE, NOBODY, UNKNOWN
from spoilrec.review.case import Case
from spoilrec.review.correct import card_instead, dealt_instead, doubled_card_explains
from spoilrec.review.exchange import draw_is_noted
from spoilrec.review.finding import Finding, finding
from spoilrec.review.hand import play_index
from spoilrec.rules.cards import CODE_NAMES, UNSEEN, CardSet


class _Place(msgspec.Struct, frozen=True):
    """Where a card was noted: `kind` is dealt, up, kitty, drawn, out or played; `seat` is -1 for turn-up and kitty."""

    kind: str
    seat: int
    words: str
    field: str
    index: int


def check_twice(case: Case) -> Iterator[Finding]:
    """Name both places of every card that is there twice."""
    if not _may_be_double(case):
        return
    seen: dict[int, _Place] = {}
    told = set[int]()
    for code, place in _places(case):
        first = seen.get(code)
        if first is None or _follows(case, first, place):
            seen[code] = place
        elif not (code in told and place.kind in ("out", "played")) and not _is_told_elsewhere(case, first, place):
            told.add(code)
            correction = card_instead(case, code) or dealt_instead(case, code) or "One of the two is wrong."
            spot = case.spot(place.field, place.index, len(CODE_NAMES[code]), seat=place.seat)
            where = f"{first.words} and {place.words}" if first.words != place.words else f"twice {first.words}"
            facts = {"card": CODE_NAMES[code], "where": where, "correction": correction}
            yield finding("SR203", spot, facts)


def _follows(case: Case, first: _Place, then: _Place) -> bool:
    """A card dealt or drawn is put out or played by its owner, one of the kitty by the bidder.

    The turn-up is played by who robbed it; in an auction game it may lie on the stock and be drawn.
    """
    auction = case.rules is not None and case.rules.game.goal == "auction"
    if then.kind == "up" and auction and first.kind == "dealt" and not draw_is_noted(case.reading):
        return any(taker == first.seat for taker, _ in case.reading.robs[:1])
    if then.kind == "kitty" and first.kind == "dealt" and not draw_is_noted(case.reading):
        return _bidder(case) in (first.seat, UNKNOWN)  # the deal may be the hands after the draw
    if first.kind in ("dealt", "drawn"):
        return then.kind in ("out", "played") and then.seat == first.seat
    if first.kind == "kitty":
        return then.kind in ("out", "played") and _bidder(case) in (then.seat, UNKNOWN)
    if first.kind == "up" and auction:
        return then.kind in ("drawn", "out", "played", "kitty", "dealt") and not _taken_by_other(case, then.seat)
    return first.kind == "up" and then.kind == "played" and any(seat == then.seat for seat, _ in case.reading.robs)


def _bidder(case: Case) -> int:
    return case.replay.first.table.contract.bidder if case.replay else NOBODY


def _taken_by_other(case: Case, seat: int) -> bool:
    """Whether another seat took the turn-up of an auction game."""
    return any(taker != seat for taker, _ in case.reading.robs[:1])


def _is_told_elsewhere(case: Case, first: _Place, then: _Place) -> bool:
    """SR305, SR306, SR323 and SR408 speak of cards that a known hand did not hold, and of the turn-up."""
    if first.kind == "up":
        return then.kind in ("out", "played")
    if then.kind == "out":
        return first.kind in ("dealt", "kitty") and _dealt_is_known(case, then.seat)
    if then.kind == "drawn":  # drawn and put out by one player, who had it not before
        return first.kind == "out" and first.seat == then.seat and _dealt_is_known(case, then.seat)
    if then.kind != "played" or first.kind == "played":
        return False
    if first.kind == "out" and first.seat != then.seat and not case.reading.auction.discard:
        return False
    if doubled_card_explains(case):
        return False  # then the plays that were refused are told by this card alone
    return _hand_is_known(case, then.seat)


def _dealt_is_known(case: Case, seat: int) -> bool:
    deal = case.reading.deal
    return seat < len(deal) and deal[seat] is not None


def _hand_is_known(case: Case, seat: int) -> bool:
    """Whether all cards that a seat had to play are known, so that a card not among them is told as such."""
    if not case.reading.auction.discard and not case.reading.auction.draw:
        return _dealt_is_known(case, seat)
    hand = case.played.deal[seat] if seat < len(case.played.deal) else None
    return hand is not None and max(hand) < UNSEEN


def _may_be_double(case: Case) -> bool:
    """Whether some card is in two places: quick, for the many hands in which none is."""
    reading, replay = case.reading, case.replay
    all_dealt = bool(reading.deal) and None not in reading.deal
    noted = reading.auction
    exchanged = bool(noted.kitty or noted.discard or noted.draw)
    plain = replay is not None and all_dealt and not replay.refused and not reading.robs and not exchanged
    if plain and replay is not None and _all_different(replay.first.holding, reading.up):
        return False  # every card played came from its own hand
    fixed = [code for hand in reading.deal if hand for code in hand if code < UNSEEN]
    fixed += [code for code in reading.ups if code < UNSEEN]
    if exchanged:
        return True  # looked at closely: a card moves from hand to hand only as the draw allows
    if len(set(fixed)) != len(fixed):
        return True
    played = [code for trick in reading.tricks for _, code in trick if code < UNSEEN]
    gone = {*played, *(code for _, code in reading.robs[:1] if code < UNSEEN)}
    if len(gone) != len(played) + sum(code < UNSEEN for _, code in reading.robs[:1]):
        return True
    return not (replay and not replay.refused and all_dealt) and bool(gone.intersection(fixed))


def _all_different(hands: Sequence[CardSet], up: int) -> bool:
    """Whether whole hands of five and the turn-up are all different cards."""
    dealt = up_card = 1 << up if up >= 0 else 0
    for cards in hands:
        dealt |= cards
    count = sum([cards.bit_count() for cards in hands])
    return count == HAND_SIZE * len(hands) and dealt.bit_count() == count + up_card.bit_count()


def _places(case: Case) -> Iterator[tuple[int, _Place]]:
    """Every card that was noted, in the order in which a hand takes place; cards not seen are left out."""
    for code, place in (*_fixed_places(case), *_played_places(case)):
        if code < UNSEEN and (place.seat < len(case.setting.players) or not case.setting.players):
            yield code, place


def _fixed_places(case: Case) -> Iterator[tuple[int, _Place]]:
    reading = case.reading
    for seat, hand in enumerate(reading.deal):
        start = group_index(reading.hand.deal or "", seat)
        for nth, code in enumerate(hand or ()):
            yield code, _Place("dealt", seat, f"dealt to {case.name(seat)}", "deal", start + 3 * nth)
    for nth, code in enumerate(reading.ups):
        yield code, _Place("up", -1, "turned up", "up", 3 * nth)
    for nth, code in enumerate(reading.auction.kitty):
        yield code, _Place("kitty", -1, "in the kitty", "kitty", 3 * nth)
    for seat, code in reading.robs[:1]:
        yield code, _Place("out", seat, f"put out by {case.name(seat)}", "rob", 1)
    yield from _exchanged_places(case)


def _exchanged_places(case: Case) -> Iterator[tuple[int, _Place]]:
    """What was put out, then what was drawn; a dealer who searches the stock may put out what he drew."""
    auction, hand = case.reading.auction, case.reading.hand
    search = case.rules is not None and case.rules.options.dealer_searches_stock == "on"
    for seat in range(max(len(auction.discard), len(auction.draw))):
        out = [("out", "put out", "discard", hand.discard, auction.discard)]
        drawn = [("drawn", "drawn", "draw", hand.draw, auction.draw)]
        for kind, verb, field, text, groups in (drawn + out) if search and seat == case.reading.dealer else out + drawn:
            start = group_index(text or "", seat)
            for nth, code in enumerate((groups[seat] if seat < len(groups) else None) or ()):
                yield code, _Place(kind, seat, f"{verb} by {case.name(seat)}", field, start + 3 * nth)


def _played_places(case: Case) -> Iterator[tuple[int, _Place]]:
    for number, trick in enumerate(case.reading.tricks, start=1):
        for nth, (seat, code) in enumerate(trick):
            index = play_index(case.reading.hand.play or "", number - 1, nth) + 1
            yield code, _Place("played", seat, f"played by {case.name(seat)} in trick {number}", "play", index)


def group_index(text: str, group: int) -> int:
    """Give the character at which a group between `|` begins."""
    return sum(len(part) + 1 for part in text.split("|")[:group])
