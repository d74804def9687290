"""Situations that went wrong elsewhere, and hands that people really played, each with its source."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from _pytest.mark.structures import ParameterSet
from cases import Row, cards, read_options, rows
from making import names_of, set_of, table_of

import spoilrec
from spoilrec.engine.events import Announce, Event, Jink, Play, Rob
from spoilrec.engine.position import NOBODY, State, start
from spoilrec.engine.refusals import Refusal
from spoilrec.engine.state import lay, legal, why_not
from spoilrec.record.tokens import SEATS
from spoilrec.rules.cards import SUIT_LETTERS, card_name, parse_card
from spoilrec.rules.games import Goal
from spoilrec.rules.options import Options
from spoilrec.rules.points import hand_points
from spoilrec.rules.pool import outcome

HANDS = Path(__file__).parent / "hands"
GOALS: dict[str, Goal] = {"cards": "cards", "points": "points", "pool": "pool"}


def case(name: str, *values: object) -> ParameterSet:
    """Name a case."""
    return pytest.param(*values, id=name)


# Situations


def event_of(word: str) -> Event:
    """Read `AKS`, `rob:B2D`, `announce:B`, `jink:A`."""
    kind, _, rest = word.rpartition(":")
    seat = SEATS.index(rest[0])
    match kind:
        case "rob":
            return Rob(seat, parse_card(rest[1:]))
        case "announce":
            return Announce(seat)
        case "jink":
            return Jink(seat)
        case _:
            return Play(seat, parse_card(rest[1:]))


def at_the_table(row: Row) -> State:
    hands = [set_of(cards(hand)) for hand in row["hands"].split(" | ")]
    before = [] if row["before"] == "-" else list(map(int, row["before"].split()))
    table = table_of(
        read_options(row["options"]), range(len(hands)), dealer=SEATS.index(row["dealer"]), goal=GOALS[row["goal"]],
        up=parse_card(row["up"]), before=before,
    )  # fmt: skip
    return start(table, SUIT_LETTERS.index(row["up"][-1]), hands, [0] * len(hands))


FOUND: dict[str, Callable[[State, Refusal | None], str]] = {
    "verdict": lambda state, refusal: refusal.why if refusal else "lawful",
    "winners": lambda state, refusal: "".join(SEATS[seat] for seat in state.winners),
    "turn": lambda state, refusal: SEATS[state.turn],
    "legal": lambda state, refusal: " ".join(map(card_name, legal(state))),
}


@pytest.mark.parametrize("row", [case(row["id"], row) for row in rows("situations.tsv")])
def test_situation(row: Row) -> None:
    state, refusal = at_the_table(row), None
    for word in cards(row["events"]):
        assert refusal is None
        event = event_of(word)
        refusal = why_not(state, event)
        state = lay(state, event)
    question, _, expected = row["expected"].partition("=")
    assert FOUND[question](state, refusal) == expected


@pytest.mark.parametrize(
    ("winners", "won"),
    [
        pytest.param([0, 1, 0, 1, 2], NOBODY, id="S20-spoil"),
        pytest.param([0, 1, 0, 1, 0], 0, id="S20-three-tricks"),
        pytest.param([0, 1, 2, 3], NOBODY, id="S20-certain-after-four"),
    ],
)
def test_the_pool_needs_three_tricks(winners: list[int], won: int) -> None:
    assert outcome(Options(), winners).won == won


@pytest.mark.parametrize(
    ("tricks", "points"),
    [
        pytest.param(3, (5, 0), id="S22-three"),
        pytest.param(4, (5, 0), id="S22-four"),
        pytest.param(5, (10, 0), id="S22-five"),
    ],
)
def test_the_bicycle_count(tricks: int, points: tuple[int, int]) -> None:
    takers = [0] * tricks + [1] * (5 - tricks)
    assert hand_points(Options(hand_scoring="majority_5_sweep_10"), 2, takers, NOBODY) == points


@pytest.mark.parametrize(("record", "codes"), [("R11-no-bonus", ["SR604"]), ("Q5-revoke", ["SR410"])])
def test_a_record_is_told_and_not_mended(record: str, codes: list[str]) -> None:
    found = spoilrec.validate(str(HANDS / f"{record}.spoil"))
    assert [finding.code for finding in found if finding.severity == "error"] == codes


LAWFUL = sorted((HANDS / "lawful").glob("*.spoil"))


@pytest.mark.parametrize("path", [case(path.stem, path) for path in LAWFUL])
def test_nothing_is_wrong_with_a_lawful_record(path: Path) -> None:
    assert [finding.code for finding in spoilrec.validate(str(path)) if finding.severity != "info"] == []


# Hands


@pytest.mark.parametrize("game", ["twenty-five", "spoil-five"])
def test_pagats_example_card_by_card(game: str) -> None:
    path = str(HANDS / f"pagat-{game}.spoil")
    assert list(spoilrec.validate(path)) == []
    (case,) = spoilrec.replay(path)
    plays = list(case.plays())
    assert [step.refusal for step in plays] == [None] * 15
    for step in plays:
        assert isinstance(step.event, Play)
        assert step.event.card in legal(step.before)
    assert plays[-1].after.winners == (0, 1, 1, 2, 2)
    assert reneges_of(plays[-1].after) == [("C", {"5S"})]


def test_pagats_example_settled() -> None:
    (points,) = spoilrec.replay(str(HANDS / "pagat-twenty-five.spoil"))
    (pool,) = spoilrec.replay(str(HANDS / "pagat-spoil-five.spoil"))
    assert points.result is not None and pool.result is not None
    assert points.result.points == (5, 10, 10)
    assert (pool.result.won, pool.result.settle, pool.result.pool) == (NOBODY, (-1, -1, -1), 3)


def reneges_of(state: State) -> list[tuple[str, set[str]]]:
    """Name the players who reneged and the trumps that each kept back."""
    return [(SEATS[seat], names_of(kept)) for seat, kept in enumerate(state.rights.kept) if kept]


class PlayedHand(msgspec.Struct):
    """A hand as another program recorded it; names of players are words, cards have `10` for ten."""

    id: str
    players: int
    joker: bool
    trump: str
    hands_in_play: dict[str, list[str]]
    tricks: list[list[tuple[str, str]]]
    winners: list[str]
    source: str
    reneges: list[dict[str, object]] = []
    illegal: list[str] = []


PLAYED = [msgspec.json.decode(line, type=PlayedHand) for line in (HANDS / "played.jsonl").read_bytes().splitlines()]


def played_id(hand: PlayedHand) -> str:
    return hand.id


class Followed(msgspec.Struct):
    """What the engine said of a hand."""

    last: State
    reneges: list[dict[str, object]]
    refused: list[str]


def follow(hand: PlayedHand) -> Followed:
    """Lay the cards of a hand in their order; whoever leads first sits left of the dealer."""
    names = [player for player, _ in hand.tricks[0]]
    table = table_of(Options(joker="3rd" if hand.joker else "none"), range(len(names)), dealer=len(names) - 1)
    held = [set_of(cards(" ".join(hand.hands_in_play[name]))) for name in names]
    state = start(table, SUIT_LETTERS.index(hand.trump), held, [0] * len(names))
    followed = Followed(state, [], [])
    for number, trick in enumerate(hand.tricks, start=1):
        for name, card in trick:
            before, event = followed.last, Play(names.index(name), parse_card(*cards(card)))
            if why_not(before, event) is not None:
                followed.refused.append(f"trick {number} {name} {card}")
            followed.last = lay(before, event)
            if followed.last.rights.reneges != before.rights.reneges:
                followed.reneges.append({"trick": number, "player": name, "played": card})
    return followed


@pytest.mark.parametrize("hand", PLAYED, ids=played_id)
def test_recorded_hand(hand: PlayedHand) -> None:
    followed = follow(hand)
    names = [player for player, _ in hand.tricks[0]]
    assert [names[seat] for seat in followed.last.winners] == hand.winners
    assert followed.refused == [text.partition(" (")[0] for text in hand.illegal]


@pytest.mark.parametrize("hand", [hand for hand in PLAYED if hand.id.startswith("R110")], ids=played_id)
def test_recorded_reneges(hand: PlayedHand) -> None:
    expected = [{key: renege[key] for key in ("trick", "player", "played")} for renege in hand.reneges]
    assert follow(hand).reneges == expected
