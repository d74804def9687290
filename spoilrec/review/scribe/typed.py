"""What is typed after a word of a sheet, read for the players of a table: seats by name, plays in their turn."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from spoilrec.engine.position import NOBODY, TRICKS, State
from spoilrec.record.sheet import WORDS, SheetError, read_typed_card, read_typed_play
from spoilrec.record.tokens import SEATS, Word, parts, read_place, seat_letter, words
from spoilrec.review.bidding import after_calls, bidding_of, calls_of
from spoilrec.review.nearest import did_you_mean
from spoilrec.review.setting import Ledger, Setting, before, short_name
from spoilrec.rules.auction import HOLD, PASS
from spoilrec.rules.cards import CODE_BY_NAME, CODE_NAMES, SUIT_LETTERS, SUIT_NAMES, UNSEEN

Fields = Mapping[str, Any]
"""The fields of a line in the making; never changed, only replaced."""


def seat_of(setting: Setting, word: Word) -> int:
    """Read a player: his name in any case, the beginning of one name, or a seat letter."""
    text = word.text.strip().casefold()
    names = {seat: name.casefold() for seat, name in enumerate(setting.players) if name}
    exact = [seat for seat, name in names.items() if name == text]
    letter = SEATS.find(word.text.strip().upper()) if len(text) == 1 else -1
    begun = [seat for seat, name in names.items() if text and name.startswith(text)]
    if exact:
        return exact[0]
    if 0 <= letter < len(setting.players):
        return letter
    if len(begun) == 1:
        return begun[0]
    near = did_you_mean(word.text.strip(), [name for name in setting.players if name])
    why = f"several names begin with `{word.text}`" if begun else f"`{word.text}` is nobody at this table{near}"
    raise SheetError(why, players_text(setting), word.index + 1)


def players_text(setting: Setting) -> str:
    """Name the players with their seats: `Aoife (A), Brendan (B)`."""
    return ", ".join(f"{setting.players[seat]} ({seat_letter(seat)})" for seat in setting.seats) or "players"


def dealer_example(setting: Setting) -> str:
    """Say how it is noted who deals, with the first name at the table."""
    return f"`dealer {next((name for name in setting.players if name), 'NAME')}`"


def cards_text(word: Word) -> str:
    """Read cards between spaces, in any order of suit and rank; gives them as the record has them."""
    return " ".join(card_text(part) for part in words(word.text, word.index))


def card_text(word: Word, expected: str = "a card such as QD, 10h or ?? (not seen)") -> str:
    """Read one card."""
    code = read_typed_card(word)
    if code is None:
        raise SheetError(f"`{word.text}` is no card{word_meant(word.text)}", expected, word.index + 1)
    return CODE_NAMES[code]


def word_meant(text: str) -> str:
    """Name the word of a sheet that was meant where one comes near; two letters are rather a card."""
    return did_you_mean(text, [word for word, _, _ in WORDS], 0.75) if len(text) > 2 else ""


def groups_text(word: Word) -> str:
    """Read the cards of each seat between `|`; `-` for a hand not seen."""
    return "|".join(part.text.strip() if part.text.strip() in ("-", "") else cards_text(part) for part in _parts(word))


def _parts(word: Word) -> tuple[Word, ...]:
    return tuple(Word(word.index + part.index, part.text) for part in parts(word.text))


_SIGNS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}


def suit_meant(text: str) -> str:
    """Give the letter of a suit named by its letter, its name, the beginning of it or its sign; empty for none."""
    text = text.strip().casefold().rstrip("\ufe0e\ufe0f")
    named = (letter for letter, name in zip(SUIT_LETTERS, SUIT_NAMES, strict=True) if text and name.startswith(text))
    return _SIGNS.get(text) or next(named, "")


def suit_text(word: Word) -> str:
    """Read a suit."""
    if suit := suit_meant(word.text):
        return suit
    raise SheetError(f"`{word.text}` is no suit", "clubs, diamonds, hearts or spades", word.index + 1)


def places(word: Word) -> tuple[str, ...]:
    """Read places between spaces."""
    found = []
    for part in words(word.text.replace(",", " "), word.index):
        if read_place(part.text.upper()) is None:
            raise SheetError(f"`{part.text}` is no place", "a trick number and a seat, such as 3C", part.index + 1)
        found.append(part.text.upper())
    return tuple(found)


def name_and_more(setting: Setting, word: Word) -> tuple[int, Word | None]:
    """Read a player and, where the whole is no name, a last word after the name; `B4D` and `B3` are read too."""
    try:
        return seat_of(setting, word), None
    except SheetError:
        name, _, more = word.text.rpartition(" ")
        seat = SEATS.find(word.text[:1].upper())
        if not name and 0 <= seat < len(setting.players) and _AFTER_SEAT.fullmatch(word.text[1:]):
            return seat, Word(word.index + 1, word.text[1:])
        if not name:
            raise
    index = word.index + len(word.text) - len(more)
    return seat_of(setting, Word(word.index, name.rstrip())), Word(index, more)


_AFTER_SEAT: Final = re.compile(r"\d|\S{2,3}")
_AMOUNTS: Final = {"-": PASS, "=": HOLD}
_CALLED: Final = {"pass": "-", "passes": "-", "passed": "-", "p": "-", "hold": "=", "holds": "=", "h": "="}
_CALL: Final = re.compile(r"[A-Ja-j]?:?([0-9]{1,3}|-|=|(?i:pass|passes|passed|p|holds?|h))")


def looks_like_calls(text: str) -> bool:
    """Say whether a bare line can only be the calls of an auction: `15 - 20 =`."""
    parts = text.split()
    return all(_CALL.fullmatch(part) for part in parts) and not (len(parts) == 1 and suit_meant(text))


def calls_text(setting: Setting, ledger: Ledger, dealer: int, word: Word, so_far: str = "") -> str:
    """Read the calls of an auction after those so far; those without a seat are made by whose turn it is."""
    rules = setting.rules
    bidding = (
        bidding_of(rules.options, setting, dealer, before(setting, ledger))
        if rules and dealer in setting.seats
        else None
    )
    if bidding:
        bidding = after_calls(bidding, calls_of(so_far, [])[0])
    found: list[str] = []
    for part in words(word.text, word.index):
        seat, call = _one_call(part)
        if seat < 0:
            seat = bidding.turn if bidding else NOBODY
        if seat < 0:
            why = f"the auction is over before `{part.text}`" if bidding else "nobody knows whose call this is"
            first = "" if bidding else f"who deals, {dealer_example(setting)}, or "
            raise SheetError(why, f"{first}a seat with each call: B15 C- D20 A=", part.index + 1)
        if bidding:
            bidding = after_calls(bidding, [(seat, _AMOUNTS[call] if call in _AMOUNTS else int(call))])
        found.append(seat_letter(seat) + call)
    return " ".join(found)


def _one_call(part: Word) -> tuple[int, str]:
    """Read a call: its seat, -1 where none is named, and the amount, `-` or `=`."""
    seated = part.text[:1].upper() in SEATS and len(part.text) > 1 and part.text.lower() not in _CALLED
    bare = part.text[1:].lstrip(":") if seated else part.text
    call = _CALLED.get(bare.lower(), bare)
    if call not in ("-", "=") and not re.fullmatch(r"[1-9][0-9]{0,2}", call):
        raise SheetError(f"`{part.text}` is no call", "calls such as 15 - 20 =, or B15 C- D20 A=", part.index + 1)
    return (SEATS.index(part.text[0].upper()) if seated else NOBODY), call


class Laying:
    """Lays typed cards on the table one after another, each to the seat whose turn it is.

    `leads` says how things stand after the plays so far; it is asked only where a new trick begins.
    """

    def __init__(self, setting: Setting, play: str, leads: Callable[[str], State | None]) -> None:
        self.setting, self.leads = setting, leads
        self.tricks = [trick.split(" ") for trick in play.split("|")] if play else []
        self.leader = -1

    @property
    def text(self) -> str:
        """The plays as the record has them."""
        return "|".join(" ".join(trick) for trick in self.tricks if trick)

    def lay(self, word: Word) -> None:
        """Take a word: a card, a seat with a card, a leader (`B:`), or a bar between tricks."""
        if word.text == "|":
            if self.tricks and self.tricks[-1]:
                self.tricks.append([])
            return
        name, colon, more = word.text.partition(":")
        if colon:
            self.leader = seat_of(self.setting, Word(word.index, name))
            if not more:
                return
            word = Word(word.index + len(name) + 1, more)
        seat, card = read_typed_play(word)
        if card is None:
            why = f"`{word.text}` is no card and no word known here{word_meant(word.text)}"
            raise SheetError(why, "a card such as QD", word.index + 1)
        if not self.tricks or len(self.tricks[-1]) >= max(1, len(self.setting.seats)):
            if len(self.tricks) >= TRICKS:
                why = f"`{word.text}` would begin a sixth trick"
                raise SheetError(why, "five tricks; `hand` begins a new hand", word.index + 1)
            self.tricks.append([])
        if seat is None:
            seat = self._due(word)
        self.leader = -1
        self.tricks[-1].append(seat_letter(seat) + CODE_NAMES[card])

    def _due(self, word: Word) -> int:
        """Give whose turn it is: the next in the trick, or who leads."""
        trick = self.tricks[-1]
        if self.leader >= 0:
            return self.leader
        if trick:
            laid = [SEATS.index(play[0]) for play in trick]
            chairs = len(self.setting.players)
            after = ((laid[-1] + step) % chairs for step in range(1, chairs + 1))
            return next((seat for seat in after if seat in self.setting.seats and seat not in laid), laid[-1])
        state = self.leads(self.text)
        if state is None or state.turn < 0:
            why = "it cannot be known who leads" if state else "it cannot be known who leads without trumps"
            expected = "who leads, before the cards: `B: QD KD 3S`"
            raise SheetError(why, expected if state else f"`up` or `trump`, or {expected}", word.index + 1)
        return state.turn


def refuse_twice(setting: Setting, play: str, rest: Word) -> None:
    """Refuse a card that lies in a hand twice, the second time in `rest`: there is one of each, a slip of the pen."""
    laid: dict[str, str] = {}
    for number, trick in enumerate(play.split("|"), start=1):
        for word in trick.split():
            card = word[1:]
            if card in laid and CODE_BY_NAME[card] < UNSEEN:
                whole = 'the hand as a line of a record, {"type":"hand",...}'
                expected = f"another card, or `?` for one not seen; if the table saw it so, {whole}"
                raise SheetError(f"the {card} was played already, {laid[card]}", expected, _last_place(card, rest))
            laid[card] = f"by {short_name(setting, SEATS.find(word[:1]))} in trick {number}"


def _last_place(card: str, rest: Word) -> int:
    """Give the column of the last word that means this card."""
    pieces = (Word(rest.index + match.start(), match[0]) for match in _CARD.finditer(rest.text))
    return max(
        (word.index + 1 for word in pieces if read_typed_play(word)[1] == CODE_BY_NAME[card]), default=rest.index + 1
    )


_CARD: Final = re.compile(r"[^\s|:]+")
