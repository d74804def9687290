"""The strings of a hand line as cards, seats and plays, with everything in them that is not canonical.

Reads whatever can be read: a card that cannot is taken as not seen, a play whose seat cannot is left out.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from spoilrec.record.lines import Hand, Line
from spoilrec.record.members import JsonError, members
from spoilrec.record.tokens import (
    PLAYS,
    SEATS,
    Slip,
    Word,
    parts,
    read_cards,
    read_place,
    read_seat,
    read_seat_card,
    spaces,
    words,
)
from spoilrec.review.bidding import NO_AUCTION, Auction, bid_of, calls_of, groups, has_auction
from spoilrec.rules.cards import CODE_BY_NAME, SUIT_LETTERS, UNSEEN

Laid = tuple[int, int]
"""A play as noted: seat and card code."""


class HandReading(msgspec.Struct, frozen=True, gc=False):
    """A hand line understood as far as it goes.

    `deal` has one tuple of card codes per chair, `None` for a hand not seen; it is empty where no
    deal was noted. `ups` are the turned cards, the last decides. `trump` is the suit noted without
    a turn-up, -1 for none. `tricks` are the plays as noted. `robs` and `jinks` normally have one
    entry or none; a jink is a seat and the trick after which it was called. `marks` are the facts
    noted at the table by place. `slips` are the words that were not canonical, each with its field.
    `amended` are the lines of the fields that were amended, by field. `auction` is what was noted of
    auction and draw.
    """

    hand: Hand
    line: Line
    dealer: int
    deal: tuple[tuple[int, ...] | None, ...]
    ups: tuple[int, ...]
    trump: int
    tricks: tuple[tuple[Laid, ...], ...]
    robs: tuple[Laid, ...]
    announcer: int
    jinks: tuple[Laid, ...]
    marks: dict[tuple[int, int], frozenset[str]]
    slips: tuple[tuple[str, Slip], ...]
    amended: dict[str, Line]
    auction: Auction = NO_AUCTION

    @property
    def up(self) -> int:
        """The turn-up that decides, -2 where none was noted or seen."""
        return self.ups[-1] if self.ups and self.ups[-1] < UNSEEN else -2

    def marked(self, what: str) -> tuple[tuple[int, int], ...]:
        """The places at which this fact was noted."""
        return tuple(place for place, facts in self.marks.items() if what in facts)


def read_hand(hand: Hand, line: Line, amended: dict[str, Line]) -> HandReading:
    """Understand a hand line; `line` is where it stands in the file, `amended` where fields were set anew."""
    slips: list[tuple[str, Slip]] = []
    deal = _deal(hand.deal, slips) if hand.deal else ()
    tricks = _tricks(hand.play, slips) if hand.play else ()
    ups = _cards("up", hand.up, slips)
    marks = _marks(hand) if hand.irregular else _NO_MARKS
    trump = SUIT_LETTERS.find(hand.trump) if hand.trump and len(hand.trump) == 1 else -1
    robs = _seat_cards("rob", hand.rob, slips) if hand.rob else ()
    jinks = _jinks(hand.jink, slips) if hand.jink else ()
    announcer = -1
    if hand.announce:
        announcer = _seat("announce", hand.announce, slips)
    auction = _auction(hand, slips) if has_auction(hand) else NO_AUCTION
    dealer = SEATS.find(hand.dealer) if len(hand.dealer) == 1 else -1
    return HandReading(
        hand, line, dealer, deal, ups, trump, tricks, robs, announcer, jinks, marks, tuple(slips), amended, auction
    )


_NO_MARKS: Final[dict[tuple[int, int], frozenset[str]]] = {}


def _deal(text: str, slips: list[tuple[str, Slip]]) -> tuple[tuple[int, ...] | None, ...]:
    try:
        return tuple(
            [
                None if part == "-" else tuple([CODE_BY_NAME[name] for name in part.split(" ")])
                for part in text.split("|")
            ]
        )
    except KeyError:
        pass
    hands: list[tuple[int, ...] | None] = []
    for part in parts(text):
        if part.text.strip() in ("-", ""):
            hands.append(None)
            continue
        hands.append(_cards("deal", part.text, slips, part.index))
    return tuple(hands)


def _auction(hand: Hand, slips: list[tuple[str, Slip]]) -> Auction:
    calls, places = calls_of(hand.bids or "", slips)
    gaps = any(field == "bids" and slip.kind == "unreadable" for field, slip in slips)
    return Auction(
        calls,
        places,
        bid_of(hand.bid, slips) if hand.bid else None,
        _cards("kitty", hand.kitty, slips),
        _exchanged("discard", hand.discard, slips),
        _exchanged("draw", hand.draw, slips),
        gaps,
    )


def _exchanged(field: str, text: str | None, slips: list[tuple[str, Slip]]) -> tuple[tuple[int, ...] | None, ...]:
    """Read the cards put out or drawn by each seat; an empty group is none, `-` one not noted."""
    if not text:
        return ()
    return tuple(None if group.strip() == "-" else _cards(field, group, slips, index) for index, group in groups(text))


def _cards(field: str, text: str | None, slips: list[tuple[str, Slip]], index: int = 0) -> tuple[int, ...]:
    """Read cards; one that cannot be read counts as a card not seen, so that the numbers stay right."""
    if not text:
        return ()
    code = CODE_BY_NAME.get(text)
    if code is not None:
        return (code,)
    codes, _, found = read_cards(text, index)
    slips += ((field, slip) for slip in found)
    return codes + (UNSEEN,) * sum(slip.kind == "unreadable" for slip in found)


def _tricks(text: str, slips: list[tuple[str, Slip]]) -> tuple[tuple[Laid, ...], ...]:
    try:
        return tuple([tuple([PLAYS[name] for name in trick.split(" ")]) for trick in text.split("|")])
    except KeyError:
        pass
    return tuple(_trick(part.text, part.index, slips) for part in parts(text) if part.text.strip())


def _trick(text: str, index: int, slips: list[tuple[str, Slip]]) -> tuple[Laid, ...]:
    slips += (("play", slip) for slip in spaces(text, index))
    return _laid("play", words(text, index), slips)


def _laid(field: str, found: Sequence[Word], slips: list[tuple[str, Slip]]) -> tuple[Laid, ...]:
    """Read seats with cards; a card that cannot be read counts as one not seen, a seat that cannot is left out."""
    laid = []
    for word in found:
        play, slip = read_seat_card(word)
        slips += ((field, one) for one in slip)
        if play is None and read_seat(word.text[:1]) is not None:
            play = (SEATS.index(word.text[0]), UNSEEN)
        if play is not None:
            laid.append(play)
    return tuple(laid)


def _seat_cards(field: str, text: str, slips: list[tuple[str, Slip]]) -> tuple[Laid, ...]:
    slips += ((field, slip) for slip in spaces(text, 0))
    return _laid(field, words(text), slips)


def _jinks(text: str, slips: list[tuple[str, Slip]]) -> tuple[Laid, ...]:
    found = []
    for word in words(text):
        seat, trick = read_seat(word.text[:1]), word.text[1:]
        if seat is None or trick not in ("0", "1", "2", "3", "4", "5"):
            slips.append(("jink", Slip(word.index, word.text, "unreadable", "")))
        else:
            found.append((seat, int(trick)))
    return tuple(found)


def _seat(field: str, text: str, slips: list[tuple[str, Slip]]) -> int:
    seat = read_seat(text)
    if seat is None:
        seems = text.upper() if read_seat(text.upper()) is not None else ""
        slips.append((field, Slip(0, text, "unreadable", seems)))
        return -1
    return seat


def _marks(hand: Hand) -> dict[tuple[int, int], frozenset[str]]:
    marks: dict[tuple[int, int], frozenset[str]] = {}
    for fact in hand.irregular:
        place = read_place(fact.at)
        if place:
            marks[place] = marks.get(place, frozenset()) | {fact.what}
    return marks


def column_of(line: Line, field: str, index: int = 0) -> int:
    """Give the column (from 1) at which character `index` of a field's text stands in the line.

    In an amendment the field is looked for in `set`. Where the text is written with escapes the
    column of its beginning is given; 1 where there is no such field.
    """
    text = line.text
    try:
        found = members(text, len(text) - len(text.lstrip("\ufeff")))[0]
        member = next((one for one in found if one.key == field), None)
        within = next((one for one in found if one.key == "set"), None)
        if member is None and within is not None:
            member = next((one for one in members(text, within.value_column)[0] if one.key == field), None)
    except JsonError:
        return 1
    if member is None or not member.raw.startswith('"'):
        return 1 if member is None else member.value_column + 1
    return member.value_column + 2 + (index if "\\" not in member.raw else 0)


def play_index(text: str, trick: int, nth: int) -> int:
    """Give the character of `play` at which the `nth` word (from 0) of a trick (from 0) begins."""
    tricks = [part for part in parts(text) if part.text.strip()]
    if trick >= len(tricks):
        return 0
    found = words(tricks[trick].text, tricks[trick].index)
    return found[nth].index if nth < len(found) else tricks[trick].index
