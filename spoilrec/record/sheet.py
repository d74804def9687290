"""A sheet: a session as people type it, in a notebook's words; how its lines are taken apart.

One thing a line. A line begins with a word of the table below, or is a line of cards. What the words
mean for a session under way is the scribe's business; here are only words, places and forms.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from spoilrec.record.tokens import SEATS, Word, read_card, words
from spoilrec.rules.cards import CODE_BY_NAME


class SheetError(ValueError):
    """A place of a sheet that cannot be taken: line and column from 1, what is wrong and what was expected."""

    def __init__(self, why: str, expected: str = "", column: int = 1, line: int = 0) -> None:
        super().__init__(why)
        self.why, self.expected, self.column, self.line = why, expected, column, line


class SheetLine(msgspec.Struct, frozen=True):
    """A line of a sheet: its first word if that is one of the sheet's, and the rest with its place.

    `word` is empty for a line of cards; `apart` says that an empty line stood before it. `raw` is a
    line of the record itself, copied as it is.
    """

    number: int
    word: str
    rest: Word
    apart: bool = False
    raw: bool = False


BLOCKS: Final = ("session", "hand", "ruling", "amend", "seats", "terms", "close", "note")
"""Words with which a new line of the record begins."""

# word, what follows it, what it does
WORDS: Final[tuple[tuple[str, str, str], ...]] = (
    ("session", "", "a new session begins"),
    ("rules", "PRESET [option=value ...]", "the rules: spoil-five/1 rob=forced"),
    ("players", "NAME, NAME, ...", "who sits where, clockwise"),
    ("sides", "AC BD", "who plays with whom; nothing for singles"),
    ("stake", "NUMBER [UNIT]", "the stake of each player: 1 chip"),
    ("pool", "NUMBER", "chips carried in from an earlier session"),
    ("unit", "TEXT", "what is played for"),
    ("date", "YYYY-MM-DD", "the date, or a part of it"),
    ("place", "TEXT", "where it was played"),
    ("scribe", "TEXT", "who takes it down"),
    ("source", "table|sheet|online|made", "where the record comes from"),
    ("hand", "[NUMBER] [dealer NAME] [up CARD]", "a new hand"),
    ("no", "NUMBER", "the number of the hand"),
    ("dealer", "NAME", "who deals"),
    ("up", "CARD", "the turn-up"),
    ("trump", "SUIT", "the trump suit, where no card was turned"),
    ("deal", "CARDS|CARDS|...", "the hands dealt, if they are known; - for one not seen"),
    ("bids", "B15 C- D20 A=", "the calls: seat and amount, - pass, = hold"),
    ("bid", "D20", "who named trumps, for how much; ? if unknown"),
    ("kitty", "CARDS", "the kitty"),
    ("discard", "CARDS|CARDS|...", "what each seat put out"),
    ("draw", "CARDS|CARDS|...", "what each seat drew"),
    ("rob", "NAME [CARD]", "who robbed, and the card put out if it was seen"),
    ("announce", "NAME", "who announced the ace of trumps"),
    ("jink", "NAME [TRICK]", "who called a jink, and after which trick"),
    ("play", "PLAYS", "plays with their seats: BQD CKD A3S|..."),
    ("end", "misdeal|claimed|conceded|abandoned", "how a hand ended that did not end by the rules"),
    ("won", "NAME|SIDE|-", "who won, as the table agreed; - for a spoil"),
    ("settle", "NUMBERS", "net chips of each seat, as the table agreed"),
    ("points", "NUMBERS", "points of each side in the hand, as the table agreed"),
    ("score", "NUMBERS", "totals of each side after it, as the table agreed"),
    ("mark", "PLACE FACT", "a fact noticed at the table: 2C revoke"),
    ("unsure", "PLACES", "plays the scribe is not sure of"),
    ("deduced", "PLACES", "plays worked out later"),
    ("time", "RFC 3339", "when"),
    ("note", "TEXT", "under a hand its note; after an empty line a note by itself"),
    ("x", "{...}", "anything of your own, as in the record"),
    ("ruling", "[HAND] [PLACE] [FINDING]", "what was decided about a fact"),
    ("at", "PLACE", "the place a ruling concerns"),
    ("by", "TEXT", "who ruled or corrected"),
    ("finding", "TEXT", "what a ruling found"),
    ("why", "TEXT", "the reason"),
    ("rule", "TEXT", "the rule that a ruling applied"),
    ("penalty", "KIND [settle NUMBERS] [points NUMBERS]", "what it cost"),
    ("amend", "HAND", "what follows replaces fields of that hand"),
    ("clear", "FIELD", "an amendment takes a field out"),
    ("void", "", "an amendment: the hand did not take place"),
    ("seats", "NAME, -, NAME, ...", "who sits where from here on; - for an empty chair"),
    ("leave", "NAME", "somebody leaves the table"),
    ("join", "NAME [SEAT]", "somebody takes an empty chair"),
    ("swap", "NAME NAME", "two players change seats"),
    ("terms", "[stake NUMBER] [rules ...]", "other rules or another stake from here on"),
    ("close", "[split NUMBERS]", "the session is over"),
    ("split", "NUMBERS", "how the pool was shared out at the close"),
    ("misdeal", "", "the hand was misdealt: end misdeal"),
    ("claim", "[NAME]", "the rest was claimed, and who won: end claimed"),
)  # fmt: skip
_NAMED: Final = frozenset(word for word, _, _ in WORDS)


def read_sheet_line(number: int, text: str, *, apart: bool = False) -> SheetLine | None:
    """Take a line of a sheet apart; `None` for an empty line and for a comment (`#`)."""
    stripped = text.strip()
    if not stripped or stripped.startswith("#"):
        return None
    start = len(text) - len(text.lstrip())
    if stripped.startswith("{"):
        return SheetLine(number, "", Word(start, stripped), apart, raw=True)
    first = stripped.split(maxsplit=1)[0]
    if first.lower() not in _NAMED:
        return SheetLine(number, "", Word(start, stripped), apart)
    rest = stripped[len(first) :]
    place = start + len(first) + len(rest) - len(rest.lstrip())
    return SheetLine(number, first.lower(), Word(place, rest.strip()), apart)


def read_typed_card(word: Word) -> int | None:
    """Read a card as typed: any case, `10d`, suit first, suit signs, `?` for one not seen; `None` if it is none."""
    if word.text in ("?", "??"):
        return CODE_BY_NAME["??"]
    if word.text.upper() in CODE_BY_NAME:
        return CODE_BY_NAME[word.text.upper()]
    return read_card(word)[0]


def read_typed_play(word: Word) -> tuple[int | None, int | None]:
    """Read a card, or a seat and a card (`bqd`): the seat or `None`, and the card or `None` where it is none."""
    card = read_typed_card(word)
    if card is not None:
        return None, card
    seat = SEATS.find(word.text[:1].upper()) if word.text else -1
    card = read_typed_card(Word(word.index + 1, word.text[1:])) if seat >= 0 else None
    return (seat, card) if card is not None else (None, None)


def read_text(word: Word) -> str:
    """Read free text: as it stands, or between double quotes as JSON has it."""
    if not word.text:
        raise SheetError("the text is missing", "text to the end of the line", word.index + 1)
    if not word.text.startswith('"'):
        return word.text
    try:
        text = msgspec.json.decode(word.text, type=str)
    except msgspec.DecodeError as error:
        expected = 'text, or "text" with \\" inside'
        raise SheetError("this text is not rightly quoted", expected, word.index + 1) from error
    return text


def write_text(text: str) -> str:
    """Write free text so that it is read back as it is."""
    plain = text == text.strip() and text.isprintable() and text != "" and text[0] not in '"#{'
    return text if plain else msgspec.json.encode(text).decode()


def read_numbers(word: Word, *, gaps: bool = False) -> tuple[int | None, ...]:
    """Read whole numbers between spaces or commas; with `gaps` also `?` for one not known."""
    found: list[int | None] = []
    for part in words(word.text.replace(",", " "), word.index):
        if gaps and part.text == "?":
            found.append(None)
        elif re.fullmatch(r"[+-]?[0-9]{1,12}", part.text):
            found.append(int(part.text))
        else:
            raise SheetError(f"`{part.text}` is no whole number", "whole numbers between spaces", part.index + 1)
    if not found:
        raise SheetError("numbers are missing", "whole numbers between spaces", word.index + 1)
    return tuple(found)


def read_number(word: Word) -> int:
    """Read one whole number."""
    numbers = read_numbers(word)
    if len(numbers) != 1 or numbers[0] is None:
        raise SheetError("one number was expected", "a whole number", word.index + 1)
    return numbers[0]


def read_object(word: Word) -> Mapping[str, Any]:
    """Read `x`: a JSON object."""
    try:
        return msgspec.json.decode(word.text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise SheetError("this is no JSON object", 'for example {"table":"by the fire"}', word.index + 1) from error


def read_names(word: Word) -> tuple[str | None, ...]:
    """Read names between commas (between spaces where there is no comma, a JSON list where names have commas)."""
    if word.text.startswith("["):
        try:
            return msgspec.json.decode(word.text, type=tuple[str | None, ...])
        except msgspec.DecodeError as error:
            raise SheetError("this is no list of names", '["Aoife","Brendan"]', word.index + 1) from error
    parts = word.text.split(",") if "," in word.text else word.text.split()
    names = tuple(None if part.strip() == "-" else part.strip() for part in parts)
    if not any(names) or "" in names:
        raise SheetError("names are missing", "names between commas", word.index + 1)
    return names


def write_names(names: tuple[str | None, ...]) -> str:
    """Write names so that they are read back as they are."""
    plain = all(
        name is None or (name == name.strip() and name not in ("", "-") and "," not in name and name.isprintable())
        for name in names
    )
    if not plain or len(names) < 2 or str(names[0]).startswith("["):
        return msgspec.json.encode(names).decode()
    return ", ".join("-" if name is None else name for name in names)
