"""What others recorded, written down as records: two whole games of 110, five deals of Auction Forty-Fives.

The cards and who took the tricks are in `hands/played.jsonl`, the points of the tricks in `hands/trick-points.tsv`.
"""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from commands import spoilrec
from test_situations import HANDS, PLAYED, PlayedHand

SAMPLES = Path(__file__).parent.parent / "samples"
FIRST = SAMPLES / "110-first-game.spoil"
SECOND = SAMPLES / "110-second-game.spoil"
DEALS = HANDS / "auction-deals.spoil"
RECORDS = [(FIRST, "R110-1-", 15), (SECOND, "R110-2-", 9), (DEALS, "B45-", 5)]
GAMES = RECORDS[:2]
SEAT_OF = {"P1": "A", "P2": "B", "P3": "C", "P4": "D", "East": "A", "South": "B", "West": "C", "North": "D"}
Output = dict[str, Any]


def replayed(path: Path) -> list[Output]:
    """Give the lines of `replay`, one a hand."""
    ran = spoilrec("replay", str(path), "--format", "jsonl")
    return [json.loads(line) for line in ran.out.splitlines()]


def found(path: Path) -> list[Output]:
    """Give the errors and warnings of `validate`."""
    ran = spoilrec("validate", str(path), "--level", "warning", "--format", "jsonl")
    return [line for line in map(json.loads, ran.out.splitlines()) if "code" in line]


def played(prefix: str) -> list[PlayedHand]:
    """Give the hands of one source, in their order."""
    return [hand for hand in PLAYED if hand.id.startswith(prefix)]


def plays_of(trick: list[tuple[str, str]]) -> str:
    """Write a trick as a record does."""
    return " ".join(SEAT_OF[name] + card.replace("10", "T") for name, card in trick)


def places_of(hand: PlayedHand) -> list[str]:
    """Name the places of unlawful plays, from lines such as `trick 4 East JD (...)`."""
    words = [line.split() for line in hand.illegal]
    return [number + SEAT_OF[name] for _, number, name, *_ in words]


def trick_points() -> dict[str, list[int]]:
    """Read the points that each seat took in tricks, by the name of the hand."""
    with (HANDS / "trick-points.tsv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: [int(row[seat]) for seat in "ABCD"] for row in csv.DictReader(file, delimiter="\t")}


def named(path: Path) -> str:
    return path.stem


def of_the(records: list[tuple[Path, str, int]]) -> pytest.MarkDecorator:
    """Run a test for each of these records."""
    return pytest.mark.parametrize(("path", "prefix", "count"), records, ids=[named(path) for path, _, _ in records])


@of_the(RECORDS)
def test_the_record_has_the_cards_that_were_played(path: Path, prefix: str, count: int) -> None:
    hands = replayed(path)
    assert len(hands) == count
    assert [[trick["cards"] for trick in hand["tricks"]] for hand in hands] == [
        [plays_of(trick) for trick in hand.tricks] for hand in played(prefix)
    ]


@of_the(RECORDS)
def test_the_same_players_take_the_tricks(path: Path, prefix: str, count: int) -> None:
    assert [[trick["winner"] for trick in hand["tricks"]] for hand in replayed(path)] == [
        [SEAT_OF[name] for name in hand.winners] for hand in played(prefix)
    ]


@of_the(RECORDS)
def test_only_the_known_plays_are_unlawful(path: Path, prefix: str, count: int) -> None:
    assert [hand["illegal"] for hand in replayed(path)] == [places_of(hand) for hand in played(prefix)]


@of_the(GAMES)
def test_the_known_reneges_are_found(path: Path, prefix: str, count: int) -> None:
    assert [hand["reneges"] for hand in replayed(path)] == [
        [f"{renege['trick']}{SEAT_OF[str(renege['player'])]}" for renege in hand.reneges] for hand in played(prefix)
    ]


@of_the(GAMES)
def test_the_tricks_have_the_recorded_points(path: Path, prefix: str, count: int) -> None:
    expected = trick_points()
    assert [hand["trick_points"] for hand in replayed(path)] == [expected[hand.id] for hand in played(prefix)]


@of_the(GAMES)
def test_the_game_goes_on_until_the_last_hand(path: Path, prefix: str, count: int) -> None:
    """Where the amount of the contract is not known, it may not be known either who has won."""
    *others, last = replayed(path)
    assert {hand["won"] for hand in others} <= {"-", None}
    assert {hand["game"] for hand in [*others, last]} == {1}


def test_the_first_game_ends_by_the_cards_with_95() -> None:
    last = replayed(FIRST)[-1]
    assert (last["points"], last["score"], last["won"]) == ([10, 5, 5, -15], [95, 70, 110, -5], "C")


def test_the_first_game_has_one_total_that_does_not_follow() -> None:
    (finding,) = found(FIRST)
    assert (finding["code"], finding["severity"], finding["hand"]) == ("SR605", "error", 15)
    assert (finding["facts"]["engine"], finding["facts"]["table"]) == (95, 100)
    assert "Fionn" in finding["message"]


def test_the_second_game_ends_as_recorded() -> None:
    last = replayed(SECOND)[-1]
    assert (last["points"], last["score"], last["won"]) == ([0, 15, 15, 0], [5, 115, 65, 35], "B")


def test_nothing_is_wrong_with_the_second_game() -> None:
    assert found(SECOND) == []


def test_nothing_but_two_revokes_is_wrong_with_the_auction_deals() -> None:
    """Each deal is a session of two lines, so that the hand of deal n is line 2n."""
    assert [(finding["line"], finding["code"], finding["at"]) for finding in found(DEALS)] == [
        (2, "SR410", "4A"),
        (4, "SR410", "1D"),
    ]


def test_the_revokes_are_told_with_what_was_held() -> None:
    east, north = found(DEALS)
    assert east["message"].startswith("East (seat A) played JD")
    assert north["message"].startswith("North (seat D) played 2S")
    assert "Allowed: 7S." in east["remedy"]
    assert "Allowed: KD 3D." in north["remedy"]


def test_the_auction_deals_are_canonical() -> None:
    assert spoilrec("fmt", "--check", str(DEALS)).status == 0
