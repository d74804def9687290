"""The strings inside a line: cards, seats, plays and places, as a record writes them.

The canonical form is read by table. Beyond it a closed list of leniencies is read, each named so
that it can be told: `10D` for `TD`, lower case, suit signs, suit before rank, and further spaces.
A word that only *seems* to mean something is not read; `seems` holds the guess.
"""

import re
from typing import Final

import msgspec

from spoilrec.rules.cards import CODE_BY_NAME, CODE_NAMES, RANKS, SUIT_LETTERS, SUIT_SIGNS

SEATS: Final = "ABCDEFGHIJ"
PLAYS: Final = {seat + name: (place, code) for place, seat in enumerate(SEATS) for name, code in CODE_BY_NAME.items()}


class Slip(msgspec.Struct, frozen=True):
    """A word that is not canonical: where in its field it stands, what it was taken for, and why.

    `index` is the character of the field at which the word begins; `kind` is a leniency (`ten`,
    `lower-case`, `suit-sign`, `suit-first`, `spaces`) or `unreadable`; `seems` is what it was read
    as, or seems to mean, empty where nothing comes near.
    """

    index: int
    word: str
    kind: str
    seems: str


class Word(msgspec.Struct, frozen=True):
    """A word of a field and the character at which it begins."""

    index: int
    text: str


_WORD: Final = re.compile(r"\S+\s+of\s+\S+|\S+")  # `5 of clubs` is one word that is no card


def words(text: str, index: int = 0) -> tuple[Word, ...]:
    """Split at white space, keeping where each word begins; `index` is where `text` itself begins."""
    return tuple(Word(index + match.start(), match[0]) for match in _WORD.finditer(text))


def parts(text: str) -> tuple[Word, ...]:
    """Split at `|`, keeping where each part begins; the empty text is one empty part."""
    found, index = [], 0
    for piece in text.split("|"):
        found.append(Word(index, piece))
        index += len(piece) + 1
    return tuple(found)


def read_card(word: Word) -> tuple[int | None, tuple[Slip, ...]]:
    """Read a card or an unseen card; `None` with one slip where it cannot be read."""
    code = CODE_BY_NAME.get(word.text)
    if code is not None:
        return code, ()
    name, kind = _leniently(word.text)
    code = CODE_BY_NAME.get(name)
    if code is None:
        return None, (Slip(word.index, word.text, "unreadable", _seems(word.text)),)
    return code, (Slip(word.index, word.text, kind, CODE_NAMES[code]),)


def _leniently(text: str) -> tuple[str, str]:
    """Put a card into canonical form and name the first liberty it took."""
    kinds = []
    if text != text.upper():
        kinds.append("lower-case")
        text = text.upper()
    for sign, letter in zip(SUIT_SIGNS + "♧♢♡♤", SUIT_LETTERS * 2, strict=True):
        if sign in text:
            kinds.append("suit-sign")
            text = text.replace(sign, letter).replace("\ufe0e", "").replace("\ufe0f", "")
    if "10" in text:
        kinds.append("ten")
        text = text.replace("10", "T")
    if len(text) == 2 and text[0] in SUIT_LETTERS and text[1] in RANKS:
        kinds.append("suit-first")
        text = text[::-1]
    return ("JK" if text == "JOKER" else text), (kinds or ["unreadable"])[0]


def _seems(text: str) -> str:
    """Guess which card an unreadable word was meant for; a guess is told, never taken."""
    upper = text.upper().replace("0", "O")
    rank = {"1": "A", "O": "T", "B": "J", "V": "J", "D": "Q", "R": "K"}.get(upper[:1], "")
    spelled = re.fullmatch(r"(\S+)\s+OF\s+([CDHS])\w*", text.upper())
    if spelled:
        word = spelled[1] if spelled[1] in RANKS else {"10": "T", "TEN": "T"}.get(spelled[1], spelled[1][:1])
        return word + spelled[2] if word in RANKS else ""
    if len(upper) == 2 and rank and upper[1] in SUIT_LETTERS:
        return rank + upper[1]
    if re.fullmatch(r"1[12345][CDHS]", upper):
        return {"11": "J", "12": "Q", "13": "K", "14": "A", "15": ""}[upper[:2]] + upper[2]
    return ""


def read_cards(text: str, index: int = 0) -> tuple[tuple[int, ...], tuple[int, ...], tuple[Slip, ...]]:
    """Read cards between spaces: their codes, where each begins, and the slips; unreadable ones are left out."""
    codes, places = [], []
    slips: list[Slip] = []
    for word in words(text, index):
        code, slip = read_card(word)
        slips += slip
        if code is not None:
            codes.append(code)
            places.append(word.index)
    return tuple(codes), tuple(places), (*slips, *spaces(text, index))


def spaces(text: str, index: int) -> tuple[Slip, ...]:
    """Find more or other spaces than one between words; they are read, and told once."""
    match = re.search(r"^\s|\s$|\s\s|[^\S ]", text)
    return (Slip(index + match.start(), match[0], "spaces", ""),) if match and text.strip() else ()


def read_seat(text: str) -> int | None:
    """Read a seat letter, `A` to `J`, or give `None`. A lower-case letter is no seat."""
    place = SEATS.find(text)
    return place if len(text) == 1 and place >= 0 else None


def seat_letter(seat: int) -> str:
    """Write a seat; a chair beyond the letters, which a broken record can have, by its number."""
    return SEATS[seat] if 0 <= seat < len(SEATS) else str(seat + 1)


def read_seat_card(word: Word) -> tuple[tuple[int, int] | None, tuple[Slip, ...]]:
    """Read a seat and a card (`BQD`); `None` with a slip where either cannot be read."""
    play = PLAYS.get(word.text)
    if play is not None:
        return play, ()
    seat = read_seat(word.text[:1])
    if seat is None:
        return None, (Slip(word.index, word.text, "unreadable", _seat_seems(word.text)),)
    code, slips = read_card(Word(word.index + 1, word.text[1:]))
    if code is None:
        seems = slips[0].seems
        return None, (Slip(word.index, word.text, "unreadable", word.text[0] + seems if seems else ""),)
    return (seat, code), tuple(Slip(word.index, word.text, slip.kind, word.text[0] + slip.seems) for slip in slips)


PASS_WORDS: Final = ("P", "PASS", "PASSES", "X", "/")
_CALL: Final = re.compile(r"([A-J])(-|=|[0-9]{1,3})")


def read_call(word: Word) -> tuple[tuple[int, str] | None, tuple[Slip, ...]]:
    """Read a call of an auction: seat, and `-`, `=` or the amount as text; `None` with a slip where it is none."""
    match = _CALL.fullmatch(word.text)
    if match and not match[2].startswith("0"):
        return (SEATS.index(match[1]), match[2]), ()
    return None, (Slip(word.index, word.text, "unreadable", _call_seems(word.text)),)


def _call_seems(text: str) -> str:
    seat, rest = text[:1].upper(), text[1:].upper().lstrip(":")
    if seat not in SEATS or not seat:
        return ""
    if rest in PASS_WORDS:
        return f"{seat}-"
    if rest in ("H", "HOLD", "HOLDS"):
        return f"{seat}="
    seems = seat + (rest.lstrip("0") if rest.isdigit() else rest)
    return seems if _CALL.fullmatch(seems) else ""


def read_bid(word: Word) -> tuple[tuple[int, int] | None, tuple[Slip, ...]]:
    """Read who named trumps and for how much, -2 for an amount that was not noted (`D?`)."""
    seat = read_seat(word.text[:1])
    if seat is not None and word.text[1:] == "?":
        return (seat, -2), ()
    call, slips = read_call(word)
    if call is None or not call[1].isdigit():
        return None, slips or (Slip(word.index, word.text, "unreadable", ""),)
    return (call[0], int(call[1])), ()


def _seat_seems(text: str) -> str:
    upper = text[:1].upper()
    code = CODE_BY_NAME.get(_leniently(text[1:])[0])
    return f"{upper}{CODE_NAMES[code]}" if upper in SEATS and code is not None and upper else ""


_PLACE: Final = re.compile(r"([0-5])([A-J])")


def read_place(text: str) -> tuple[int, int] | None:
    """Read a place (`3C`): the trick, 0 for before the first lead, and the seat; `None` if it is none."""
    match = _PLACE.fullmatch(text)
    return (int(match[1]), SEATS.index(match[2])) if match else None


def place_name(trick: int, seat: int) -> str:
    """Write a place."""
    return f"{trick}{seat_letter(seat)}"


def play_name(seat: int, code: int) -> str:
    """Write a play."""
    return seat_letter(seat) + CODE_NAMES[code]
