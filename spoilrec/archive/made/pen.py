"""Slips of the pen: what was played was lawful, but something else was noted."""

from collections.abc import Callable
from typing import Final

import msgspec

from spoilrec.archive.made.hand import Fields, Table
from spoilrec.engine.dice import Dice
from spoilrec.record.lines import Hand
from spoilrec.record.tokens import SEATS
from spoilrec.rules.cards import RANKS, SUIT_LETTERS
from spoilrec.rules.points import TRICK_POINTS


class Slip(msgspec.Struct, frozen=True):
    """The fields of a hand as they were noted wrongly, and the place of the slip, empty for none."""

    fields: Fields
    at: str = ""


Slipping = Callable[[Table, Hand, Dice], Slip | None]
"""Slip in a hand; `None` where it has no place for this slip."""


def _tricks(hand: Hand) -> list[list[str]]:
    return [trick.split(" ") for trick in hand.play.split("|")] if hand.play else []


def _noted(tricks: list[list[str]], at: str) -> Slip:
    return Slip({"play": "|".join(" ".join(trick) for trick in tricks)}, at)


def _wrong_card(table: Table, hand: Hand, slips: Dice) -> Slip | None:
    """Take a card for one that looks like it: another suit, or the next rank; never one that the player had."""
    tricks = _tricks(hand)
    found = [
        (nth, place, wrong)
        for nth, trick in enumerate(tricks)
        for place, word in enumerate(trick)
        for wrong in _alike(word[1:])
        if wrong not in _cards_of(hand, SEATS.index(word[0]))
    ]
    if not found:
        return None
    nth, place, wrong = slips.pick(found)
    seat = tricks[nth][place][0]
    tricks[nth][place] = seat + wrong
    return _noted(tricks, f"{nth + 1}{seat}")


def _alike(card: str) -> list[str]:
    if card == "JK":
        return []
    rank = RANKS.index(card[0])
    others = [card[0] + suit for suit in SUIT_LETTERS if suit != card[1]]
    return others + [RANKS[near] + card[1] for near in (rank - 1, rank + 1) if 0 <= near < len(RANKS)]


def _cards_of(hand: Hand, seat: int) -> str:
    """Everything that a player may have held, as text."""
    groups = [(field or "").split("|") for field in (hand.deal, hand.draw)]
    own = [group[seat] for group in groups if seat < len(group)]
    return " ".join([*own, hand.kitty or "", hand.up or ""])


def _seats_exchanged(table: Table, hand: Hand, slips: Dice) -> Slip | None:
    """Write two cards of a trick each in the other player's place."""
    tricks = _tricks(hand)
    if not tricks:
        return None
    nth = slips.below(len(tricks))
    trick = tricks[nth]
    place = slips.below(len(trick) - 1)
    one, other = trick[place], trick[place + 1]
    trick[place : place + 2] = [one[0] + other[1:], other[0] + one[1:]]
    return _noted(tricks, f"{nth + 1}{one[0]}")


def _missing_play(table: Table, hand: Hand, slips: Dice) -> Slip | None:
    """Leave a card of a trick out."""
    tricks = _tricks(hand)
    if not tricks:
        return None
    nth = slips.below(len(tricks))
    gone = tricks[nth].pop(slips.below(len(tricks[nth])))
    return _noted(tricks, f"{nth + 1}{gone[0]}")


def _wrong_dealer(table: Table, hand: Hand, slips: Dice) -> Slip | None:
    """Note somebody else as the dealer."""
    seats = [seat for seat in table.setting.seats if seat != table.dealer]
    return Slip({"dealer": SEATS[slips.pick(seats)]})


def _wrong_settlement(table: Table, hand: Hand, slips: Dice) -> Slip | None:
    """Give one player a chip that is another's; in a point game count one trick too many."""
    if hand.settle:
        chips = list(hand.settle)
        payer, taker = slips.deal(range(len(chips)), 2)
        chips[payer] -= 1
        chips[taker] += 1
        return Slip({"settle": tuple(chips)})
    if None in hand.points or None in hand.score or not hand.points or hand.won:
        return None
    side = slips.below(len(hand.points))
    return Slip({name: _more(getattr(hand, name), side) for name in ("points", "score")})


def _more(numbers: tuple[int, ...], side: int) -> tuple[int, ...]:
    return tuple(number + TRICK_POINTS * (one == side) for one, number in enumerate(numbers))


SLIPS: Final[dict[str, Slipping]] = {
    "wrong-card": _wrong_card,
    "seats-exchanged": _seats_exchanged,
    "missing-play": _missing_play,
    "wrong-dealer": _wrong_dealer,
    "wrong-settlement": _wrong_settlement,
}
