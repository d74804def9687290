"""A card in two places (SR203): in the deal, turned up, put out, or played, by one player or by two."""

from collections.abc import Iterator, Sequence

import msgspec

from spoilrec.engine.position import HAND_SIZE
from spoilrec.review.case import Case
from spoilrec.review.correct import card_instead, dealt_instead
from spoilrec.review.finding import Finding, finding
from spoilrec.review.hand import play_index
from spoilrec.rules.cards import CODE_NAMES, UNSEEN, CardSet


class _Place(msgspec.Struct, frozen=True):
    """Where a card was noted: `kind` is dealt, up, out or played; `seat` is -1 for the turn-up."""

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
    for code, place in _places(case):
        first = seen.get(code)
        if first is None or _follows(case, first, place):
            seen[code] = place
        elif not _is_told_elsewhere(case, first, place):
            correction = card_instead(case, code) or dealt_instead(case, code) or "One of the two is wrong."
            spot = case.spot(place.field, place.index, len(CODE_NAMES[code]), seat=place.seat)
            where = f"{first.words} and {place.words}" if first.words != place.words else f"twice {first.words}"
            facts = {"card": CODE_NAMES[code], "where": where, "correction": correction}
            yield finding("SR203", spot, facts)


def _follows(case: Case, first: _Place, then: _Place) -> bool:
    """A dealt card is put out or played by its owner; the turn-up is played by who robbed it."""
    if first.kind == "dealt":
        return then.kind in ("out", "played") and then.seat == first.seat
    return first.kind == "up" and then.kind == "played" and any(seat == then.seat for seat, _ in case.reading.robs)


def _is_told_elsewhere(case: Case, first: _Place, then: _Place) -> bool:
    """SR305, SR306 and SR408 speak of cards that a player whose hand is known did not hold, and of the turn-up."""
    if first.kind == "up":
        return then.kind in ("out", "played")
    if first.kind == "out" and then.kind == "played" and first.seat == then.seat:
        return _hand_known(case, then.seat)
    return first.kind == "dealt" and then.kind in ("out", "played") and _hand_known(case, then.seat)


def _hand_known(case: Case, seat: int) -> bool:
    deal = case.reading.deal
    return seat < len(deal) and deal[seat] is not None


def _may_be_double(case: Case) -> bool:
    """Whether some card is in two places: quick, for the many hands in which none is."""
    reading, replay = case.reading, case.replay
    all_dealt = bool(reading.deal) and None not in reading.deal
    plain = replay is not None and all_dealt and not replay.refused and not reading.robs
    if plain and replay is not None and _all_different(replay.first.holding, reading.up):
        return False  # every card played came from its own hand
    fixed = [code for hand in reading.deal if hand for code in hand if code < UNSEEN]
    fixed += [code for code in reading.ups if code < UNSEEN]
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
        start = group_index(case, seat)
        for nth, code in enumerate(hand or ()):
            yield code, _Place("dealt", seat, f"dealt to {case.name(seat)}", "deal", start + 3 * nth)
    for nth, code in enumerate(reading.ups):
        yield code, _Place("up", -1, "turned up", "up", 3 * nth)
    for seat, code in reading.robs[:1]:
        yield code, _Place("out", seat, f"put out by {case.name(seat)}", "rob", 1)


def _played_places(case: Case) -> Iterator[tuple[int, _Place]]:
    for number, trick in enumerate(case.reading.tricks, start=1):
        for nth, (seat, code) in enumerate(trick):
            index = play_index(case.reading.hand.play or "", number - 1, nth) + 1
            yield code, _Place("played", seat, f"played by {case.name(seat)} in trick {number}", "play", index)


def group_index(case: Case, group: int) -> int:
    """Give the character of `deal` at which the hand of a chair begins."""
    text = case.reading.hand.deal or ""
    return sum(len(part) + 1 for part in text.split("|")[:group])
