"""Reads the tables of this folder: a case is a line with an id and a source, cards in it as the sources write them."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from spoilrec.rules.options import Options

FOLDER = Path(__file__).parent
REJECTED = "F21"  # a reading of one source that no rule supports
OPTION_OF_KEY = {"lapse": "renege_against", "limit_cards": "renege_limit_per_hand"}
VALUE_OF_WORD = {"lapse=trick": "lapse_trick", "lapse=hand": "lapse_hand", "limit_cards=1": "1_card", "true": True}

Row = dict[str, str]


class Position(NamedTuple):
    """A player to answer a trick: what he holds, what lies and lay on the table, and the cards he may play.

    `reneged` are the trumps that he kept back at each renege before; `demoted` says that the ace of
    trumps was not announced.
    """

    id: str
    options: Options
    trump: str
    trick: tuple[str, ...]
    hand: tuple[str, ...]
    allowed: frozenset[str]
    earlier: tuple[str, ...] = ()
    reneged: tuple[frozenset[str], ...] = ()
    demoted: bool = False


class Trick(NamedTuple):
    """A trick and the place in it, from 0, of the card that wins."""

    id: str
    trump: str
    cards: tuple[str, ...]
    winner: int


class Order(NamedTuple):
    """The cards of a suit, the best first: of the trumps, or of a plain suit."""

    id: str
    options: Options
    trump: str
    suit: str
    demoted: bool
    cards: tuple[str, ...]


def by_id(case: Position | Trick | Order) -> str:
    """Name a case in the list of tests."""
    return case.id


def cards(text: str) -> tuple[str, ...]:
    """Read the cards of a case: `10S` is the ten of spades, `-` no card."""
    return () if text == "-" else tuple(text.replace("10", "T").split())


def rows(file: str) -> list[Row]:
    """Read a table."""
    with (FOLDER / file).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def read_options(text: str) -> Options:
    """Read `joker=3rd follow=strict`, `-` for the default; refuses a name or a value that no option has."""
    changes = dict(word.split("=") for word in text.split() if word != "-")
    return msgspec.convert({name: VALUE_OF_WORD.get(value, value) for name, value in changes.items()}, Options)


def read_words(text: str) -> dict[str, object]:
    """Read `kitty=3 draw=none`, `-` for nothing: numbers as numbers, true and false as such."""
    changes = dict(word.split("=") for word in text.split() if word != "-")
    words: dict[str, object] = {"true": True, "false": False}
    return {name: int(value) if value.isdigit() else words.get(value, value) for name, value in changes.items()}


def read_rules(text: str) -> Options:
    """Read the options of a row that may have numbers; refuses a name or a value that no option has."""
    return msgspec.convert(read_words(text), Options)


def _positions() -> Iterator[Position]:
    """Read `legality.tsv`, `reneged.tsv` and the positions in `reported.tsv`."""
    for row in rows("legality.tsv"):
        yield _position(row)
    for row in rows("reneged.tsv"):
        before = tuple(frozenset(cards(kept)) for kept in row["reneged"].split("; ") if kept != "-")
        yield Position(
            row["id"], read_options(row["options"]), row["trump"], cards(row["led"]), cards(row["hand"]),
            frozenset(cards(row["legal_cards"])), reneged=before,
        )  # fmt: skip
    for row in _reported("legal"):
        trick, hand, allowed = cards(row["led_or_plays"]), cards(row["hand"]), frozenset(cards(row["expected"]))
        yield Position(row["id"], Options(), row["trump"], trick, hand, allowed)


def _position(row: Row) -> Position:
    """Read `follow=strict; void=must_trump`, `joker=3rd (5,J,Joker,AH)`, `default (joker pack)` and the like."""
    text = row["game/option"]
    notes = dict(word.split("=") for word in text.partition(" (")[0].split("; ") if "=" in word)
    earlier, demoted = cards(notes.pop("seen_earlier", "-")), notes.pop("demoted", None) is not None
    changes: dict[str, object] = {"joker": "3rd"} if "joker pack" in text else {}
    for key, value in notes.items():
        changes[OPTION_OF_KEY.get(key, key)] = VALUE_OF_WORD.get(f"{key}={value}", VALUE_OF_WORD.get(value, value))
    trick = cards(row["played_so_far"])
    assert trick[:1] == cards(row["led"])
    return Position(
        row["id"], msgspec.convert(changes, Options), row["trump"], trick, cards(row["hand"]),
        frozenset(cards(row["legal_cards"])), earlier, (), demoted,
    )  # fmt: skip


def _tricks() -> Iterator[Trick]:
    """Read the tricks in `reported.tsv`."""
    for row in _reported("win"):
        yield Trick(row["id"], row["trump"], cards(row["led_or_plays"]), int(row["expected"]) - 1)


def _reported(kind: str) -> Iterator[Row]:
    for row in rows("reported.tsv"):
        assert row["variant"] == "default"
        if row["kind"] == kind:
            yield row


def _orders() -> Iterator[Order]:
    """Read `order.tsv`."""
    for row in rows("order.tsv"):
        options, demoted = read_options(row["options"]), row["demoted"] == "yes"
        yield Order(row["id"], options, row["trump"], row["suit"], demoted, cards(row["order"]))


POSITIONS: Final = tuple(_positions())
TRICKS: Final = tuple(_tricks())
ORDERS: Final = tuple(_orders())
