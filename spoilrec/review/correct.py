"""The smallest correction that would make a hand lawful: one card, one seat, or two exchanged.

Tries changed records on the engine; offers, never applies. Looked for only where something is wrong.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from spoilrec.engine.events import Play
from spoilrec.engine.position import TRICKS
from spoilrec.record.tokens import SEATS, play_name
from spoilrec.review.case import Case
from spoilrec.review.hand import HandReading, Laid
from spoilrec.review.replay import Step, replay_hand
from spoilrec.rules.cards import (
    CODE_NAMES,
    JOKER_PACK,
    PACK,
    UNSEEN,
    CardSet,
    cards_in,
    codes_set,
    rank_cards,
    suit_cards,
)

MOST_PLAYS: Final = 2 * len(SEATS)
Tricks = tuple[tuple[Laid, ...], ...]


def correction(case: Case, step: Step) -> str:
    """Give the smallest correction for an unlawful play as `X would make the hand lawful`, or nothing.

    Such a correction explains every refusal of the hand at once.
    """
    trick, nth = step.trick - 1, step.nth
    for change, words in changes(case, trick, nth):
        if lawful_with(case, change):
            return f"{words} would make the hand lawful"
    return ""


def right_order(case: Case, step: Step) -> str:
    """Give the order of a trick in which its own plays would be lawful, in words, or nothing."""
    trick, due = step.trick - 1, step.refusal.seat_due if step.refusal else -1
    tricks = case.played.tricks
    if trick >= len(tricks) or due < 0:
        return ""
    leader = due if step.nth == 0 else tricks[trick][0][0]
    chairs = len(case.setting.players)
    ordered = tuple(sorted(tricks[trick], key=lambda laid: (laid[0] - leader) % chairs))
    if ordered != tricks[trick] and lawful_with(case, (*tricks[:trick], ordered, *tricks[trick + 1 :])):
        return f"the plays in the order {' '.join(play_name(*laid) for laid in ordered)} would make the hand lawful"
    return ""


def changes(case: Case, trick: int, nth: int) -> Iterator[tuple[Tricks, str]]:
    """Give the plays with one slip mended at a place (both from 0), and what was changed, in words.

    Exchanges with the same player's other cards, then within the trick, then another card.
    """
    tricks = case.played.tricks
    if trick >= len(tricks) or nth >= len(tricks[trick]):
        return
    seat, code = tricks[trick][nth]
    for number, other in enumerate(tricks):
        for place, (who, card) in enumerate(other):
            if who == seat and number != trick:
                yield (
                    _with(tricks, (trick, nth, card), (number, place, code)),
                    f"{CODE_NAMES[code]} and {CODE_NAMES[card]} exchanged",
                )
    for place, (who, card) in enumerate(tricks[trick]):
        if place != nth:
            words = f"{CODE_NAMES[code]} by {case.name(who)} and {CODE_NAMES[card]} by {case.name(seat)}"
            yield _with(tricks, (trick, nth, card), (trick, place, code)), words
    for card in _like(case, seat, code):
        yield _with(tricks, (trick, nth, card)), f"{CODE_NAMES[card]} instead of {CODE_NAMES[code]}"


def _with(tricks: Tricks, *changes: tuple[int, int, int]) -> Tricks:
    """Put other cards at these places (trick, place, code), with the same seats."""
    rows = [list(trick) for trick in tricks]
    for trick, nth, code in changes:
        rows[trick][nth] = (rows[trick][nth][0], code)
    return tuple(tuple(row) for row in rows)


def _like(case: Case, seat: int, code: int) -> tuple[int, ...]:
    """The free cards that a slip of the pen may have meant: same rank, then same suit; the player's own first."""
    free = free_cards(case, seat)
    if code >= 52:
        return cards_in(free)
    same_rank, same_suit = rank_cards(CODE_NAMES[code][0]), suit_cards(code // 13)
    deal = case.played.deal
    if seat < len(deal) and deal[seat] is not None:
        return (*cards_in(free & (same_rank | same_suit)), *cards_in(free & ~(same_rank | same_suit)))
    return (*cards_in(free & same_rank), *cards_in(free & same_suit))


def free_cards(case: Case, seat: int) -> CardSet:
    """Give the cards that could stand where a wrong one stands: dealt to him and not played, or never seen."""
    reading = case.played
    used = codes_set(code for trick in reading.tricks for _, code in trick)
    if seat < len(reading.deal) and reading.deal[seat] is not None:
        own = codes_set(reading.deal[seat] or ()) & (case.rules.facts.pack if case.rules else JOKER_PACK)
        return (own | (codes_set(reading.ups) if any(robber == seat for robber, _ in reading.robs) else 0)) & ~used
    joker = case.rules is not None and case.rules.options.joker != "none"
    known = used | codes_set(reading.ups) | codes_set(code for hand in reading.deal for code in hand or ())
    return (JOKER_PACK if joker else PACK) & ~known & ~codes_set(out for _, out in reading.robs)


def lawful_with(case: Case, tricks: Tricks) -> bool:
    """Say whether the hand with these plays would have no refusal and no card twice."""
    reading = msgspec.structs.replace(case.played, tricks=tricks)
    return is_lawful(case, reading)


def is_lawful(case: Case, reading: HandReading) -> bool:
    """Say whether a hand noted like this would have no refusal and no card twice."""
    if case.replay is None or len(reading.tricks) > TRICKS + 1 or max(map(len, reading.tricks), default=0) > MOST_PLAYS:
        return False  # nothing that one slip would explain, and the work must not grow with it
    laid = [play for trick in reading.tricks for play in trick]
    codes = [code for _, code in (*laid, *reading.robs[:1]) if code < UNSEEN]
    if len(set(codes)) != len(codes):
        return False
    played = replay_hand(case.replay.first.table, case.trump, reading)
    return not (played.stopped or played.flaws) and not any(
        step.refusal for step in played.steps if isinstance(step.event, Play)
    )


def card_instead(case: Case, code: int) -> str:
    """Give the one card that would set a doubled card right, in words, or nothing."""
    if len(case.played.tricks) > TRICKS + 1 or max(map(len, case.played.tricks), default=0) > MOST_PLAYS:
        return ""
    for number, trick in enumerate(case.played.tricks):
        for nth, (seat, card) in enumerate(trick):
            if card == code and (fits := _fitting(case, number, nth)):
                return f"{CODE_NAMES[fits[0]]} for {case.name(seat)} in trick {number + 1} would set it right."
    return ""


def _fitting(case: Case, trick: int, nth: int) -> list[int]:
    """The cards in one place that would make the hand lawful, if that leaves little choice."""
    tricks, (seat, code) = case.played.tricks, case.played.tricks[trick][nth]
    own = seat < len(case.played.deal) and case.played.deal[seat] is not None
    fits = [other for other in _like(case, seat, code) if lawful_with(case, _with(tricks, (trick, nth, other)))]
    return fits if own or len(fits) == 1 else []


def dealt_instead(case: Case, code: int) -> str:
    """Give the card that a doubled card of the deal was meant for, in words: one its player laid and was not dealt."""
    for seat, hand in enumerate(case.played.deal):
        strange = _played_not_dealt(case, seat)
        if hand is not None and code in hand and len(strange) == 1:
            return f"{CODE_NAMES[strange[0]]} for {case.name(seat)} in the deal would set it right."
    return ""


def _played_not_dealt(case: Case, seat: int) -> tuple[int, ...]:
    hand = case.played.deal[seat]
    if hand is None:
        return ()
    played = codes_set(code for trick in case.played.tricks for who, code in trick if who == seat)
    return cards_in(played & ~codes_set(hand) & ~codes_set(case.played.ups))


def doubled_card_explains(case: Case) -> bool:
    """Say whether another card in place of one that is there twice explains what was refused."""
    codes = [code for trick in case.played.tricks for _, code in trick if code < UNSEEN]
    if any(card_instead(case, code) for code in {code for code in codes if codes.count(code) > 1}):
        return True
    if case.played.deal and len(case.played.deal) != len(case.setting.players):
        return False
    fixed = [code for hand in case.played.deal for code in hand or () if code < UNSEEN] + list(case.played.ups)
    return any(dealt_instead(case, code) for code in {code for code in fixed if fixed.count(code) > 1})


def regrouped(case: Case) -> str:
    """Say that only the bars between the tricks are wrong, if bars elsewhere make the hand lawful; else nothing."""
    plays = [play for trick in case.played.tricks for play in trick]
    seats = len(case.setting.seats)
    tricks = tuple(tuple(plays[start : start + seats]) for start in range(0, len(plays), seats))
    if tricks != case.played.tricks and len(tricks) <= TRICKS and lawful_with(case, tricks):
        return f"With a bar after every {seats} cards the hand would be lawful."
    return ""


def rotated(case: Case) -> str:
    """Say by how much every seat letter would have to move to make the hand lawful, or nothing."""
    chairs, reading = len(case.setting.players), case.played
    for shift, words in ((1, "one seat on"), (chairs - 1, "one seat back")):
        moved = tuple(tuple(((seat + shift) % chairs, code) for seat, code in trick) for trick in reading.tricks)
        robs = tuple(((seat + shift) % chairs, code) for seat, code in reading.robs)
        if lawful_with(case, moved) or is_lawful(case, msgspec.structs.replace(reading, tricks=moved, robs=robs)):
            return words
    return ""
