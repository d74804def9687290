"""`spoilrec legal`: one position, which cards may be played, and why not the others."""

from enum import StrEnum
from typing import Annotated, Final

import typer

from spoilrec.cli.judging import RULES_HELP, rules_of
from spoilrec.cli.streams import answer, answer_look, fail
from spoilrec.engine.events import Play
from spoilrec.engine.position import State, mid_trick
from spoilrec.engine.state import legal, why_not
from spoilrec.present.outputs import LegalOut
from spoilrec.present.terminal import Look
from spoilrec.present.visible import json_text
from spoilrec.record.tokens import Word, read_card, words
from spoilrec.review.setting import Rules
from spoilrec.review.words.sentences import why_bound
from spoilrec.rules.cards import CODE_NAMES, SUIT_LETTERS, SUIT_NAMES, SUIT_SIGNS, UNSEEN, Suit, card_set

EXAMPLE: Final = 'Example: spoilrec legal --trump S --lead 7S --hand "5S AS KD 9C 3H"'


class Format(StrEnum):
    """How the answer is written."""

    TEXT = "text"
    JSON = "json"


def command(
    trump: Annotated[str, typer.Option(help="Trump suit: C, D, H or S.")],
    hand: Annotated[str, typer.Option(help='The cards held, between spaces: "5S AH KD".')],
    lead: Annotated[str | None, typer.Option(help="The card led; without it the player leads.")] = None,
    trick: Annotated[str | None, typer.Option(help='All cards of the trick so far, the lead first: "7S 5S".')] = None,
    earlier: Annotated[str, typer.Option(help="Cards of earlier tricks, for rules that look at them.")] = "",
    rules: Annotated[str, typer.Option(help=RULES_HELP.replace(" instead of the record's", ""))] = "twenty-five/1",
    form: Annotated[Format, typer.Option("--format", "-f", help="How to write the answer.")] = Format.TEXT,
) -> None:
    """Say which cards may be played in one position, and why not the others."""
    judged = rules_of(rules)
    assert judged is not None
    held, state = _position(
        judged, _suit(trump), _cards("--hand", hand), _trick(lead, trick), _cards("--earlier", earlier)
    )
    allowed = legal(state)
    barred = {
        CODE_NAMES[card]: why_bound(judged, state, refusal)
        for card in held
        if (refusal := why_not(state, Play(state.turn, card))) is not None
    }
    if form is Format.JSON:
        out = LegalOut([CODE_NAMES[card] for card in held if card in allowed], barred, judged.name)
        answer(json_text(out) + "\n")
    else:
        answer(_text(held, allowed, barred, judged, answer_look()))


def _text(held: tuple[int, ...], allowed: tuple[int, ...], barred: dict[str, str], rules: Rules, look: Look) -> str:
    lines = ["May be played: " + look.cards(" ".join(CODE_NAMES[card] for card in held if card in allowed))]
    for reason in dict.fromkeys(barred.values()):
        cards = " ".join(name for name, why in barred.items() if why == reason)
        lines.append(f"Not: {look.cards(cards)}. {look.cards(reason)}")
    if not barred:
        lines.append(f"Nothing in this hand is barred by {rules.name}.")
    return "\n".join(map(look.filled, lines)) + "\n"


def _position(
    rules: Rules, trump: Suit, held: tuple[int, ...], trick: tuple[int, ...], earlier: tuple[int, ...]
) -> tuple[tuple[int, ...], State]:
    cards = [*held, *trick, *earlier]
    twice = sorted({CODE_NAMES[card] for card in cards if cards.count(card) > 1})
    if twice:
        fail(f"{', '.join(twice)} would be there twice")
    strange = [CODE_NAMES[card] for card in cards if not rules.facts.pack >> card & 1]
    if strange:
        fail(f"{', '.join(strange)} is not in the pack of {rules.name} (option joker)")
    if not held:
        fail("--hand is empty; a player to move holds at least one card")
    if len(trick) > 9:
        fail("a trick has ten cards at most, the player's own among them")
    return held, mid_trick(rules.facts, trump, card_set(held), trick, card_set(earlier))


def _suit(text: str) -> Suit:
    letter = text.strip().upper()
    names = {name.upper(): place for place, name in enumerate(SUIT_NAMES)} | {
        sign: place for place, sign in enumerate(SUIT_SIGNS)
    }
    if letter in names:
        return Suit(names[letter])
    if len(letter) != 1 or letter not in SUIT_LETTERS:
        fail(f"--trump {text}: a suit is C, D, H or S")
    return Suit(SUIT_LETTERS.index(letter))


def _trick(lead: str | None, trick: str | None) -> tuple[int, ...]:
    led, laid = _cards("--lead", lead or ""), _cards("--trick", trick or "")
    if len(led) > 1:
        fail(f"--lead {lead}: one card is led")
    if led and laid and led[0] != laid[0]:
        fail(f"--lead {lead} and --trick {trick} disagree; the first card of the trick is the lead")
    return laid or led


def _cards(option: str, text: str) -> tuple[int, ...]:
    found = []
    for word in words(text):
        code, _ = read_card(Word(0, word.text))
        if code is None or code >= UNSEEN:
            fail(f"{option}: {word.text} is no card; write rank and suit, such as 5S, TD, AH, or JK for the joker")
        found.append(code)
    return tuple(found)
