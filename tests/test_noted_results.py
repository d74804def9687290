"""Hands of which the table noted the result and little else: what was not noted is null, never 0."""

import json
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import msgspec
import pytest
from commands import spoilrec
from hypothesis import given, settings
from making import randomly
from making_sessions import TURNING_UP, lawful_session, written
from test_plain_rows import few_hands_are_enough, same

from spoilrec.record.lines import Hand, RecordLine

__all__ = ["few_hands_are_enough"]

ROOT = Path(__file__).parent.parent
POOL = {"rules": "spoil-five/1", "players": ["Ann", "Bob", "Cat"]}
PLAYING_ON = POOL | {"rules": "spoil-five-short/1"}
AUCTION = {"rules": "auction-forty-fives/1", "players": ["Ann", "Bob", "Cat", "Dan"], "sides": "AC BD"}
TO_25 = {"rules": "twenty-five/1", "players": ["Ann", "Bob", "Cat"]}
EVENING: tuple[dict[str, Any], ...] = (
    {"no": 1, "dealer": "A", "up": "8D", "won": "B", "settle": [-1, 2, -1]},
    {"no": 2, "dealer": "B", "up": "8S", "won": "B", "settle": [-1, 2, -1]},
    {"no": 3, "dealer": "C", "up": "2S", "won": "-", "settle": [-1, -1, -1]},
    {"no": 4, "dealer": "A", "up": "2C", "won": "A", "settle": [5, -1, -1]},
)
TRICK = "BKS C5S A2S"
DEAL = "2S 3S 4S 6S 7S|KS 8H 9H TH JD|5S 6D 7D 8D 9D"


def record(session: dict[str, Any], *hands: dict[str, Any], after: str = "") -> bytes:
    """Write a session; `after` are lines behind its hands."""
    lines = [{"type": "session", "spoilrec": 1} | session, *({"type": "hand"} | hand for hand in hands)]
    return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines).encode() + after.encode()


def seats(session: dict[str, Any], *hands: dict[str, Any], names: str) -> list[tuple[Any, ...]]:
    """Give columns of the table `seats`, made both ways."""
    columns = same(record(session, *hands))["seats"]
    return list(zip(*(columns[name] for name in names.split()), strict=True))


def hands_of(session: dict[str, Any], *hands: dict[str, Any], names: str) -> list[tuple[Any, ...]]:
    """Give columns of the table `hands`, made both ways."""
    columns = same(record(session, *hands))["hands"]
    return list(zip(*(columns[name] for name in names.split()), strict=True))


# What was played


def test_nobody_took_no_tricks_where_no_play_was_noted() -> None:
    found = seats(POOL, EVENING[0], names="won tricks robbed reneges revokes jinked")
    assert found == [(won, None, None, None, None, False) for won in (False, True, False)]
    ran = spoilrec("tabulate", "-", "--by", "player", "--show", "tricks_per_hand,robs,reneges,revokes,won",
                   "--format", "json", stdin=record(POOL, *EVENING))  # fmt: skip
    for row in json.loads(ran.out)["rows"]:
        measures = row["measures"]
        assert measures.pop("won")["unknown"] == 0
        assert [(one["value"], one["n"], one["unknown"]) for one in measures.values()] == [(None, 0, 4)] * 4


@pytest.mark.parametrize(
    ("fields", "tricks", "reneges"),
    [
        ({"play": TRICK}, None, None),
        ({"play": f"{TRICK}|B8H C6D A3S", "won": "B"}, None, None),
        ({"play": f"{TRICK}|B8H", "end": "claimed", "won": "B"}, 1, 0),
        ({"play": TRICK, "end": "abandoned"}, 1, 0),
        ({"end": "claimed", "won": "B"}, None, None),
        ({"end": "misdeal"}, 0, 0),
        ({"play": f"{TRICK}|B8H C6D A3S|B9H C7D A4S"}, 3, 0),
        ({"play": f"{TRICK}|B8H C6D A3S|B9H C7D A4S|BTH"}, None, None),
    ],
    ids=["stops", "stops-won", "claimed", "abandoned", "nothing", "misdeal", "pool-won", "goes-on"],
)
def test_what_was_played_is_known_where_the_hand_is_over(
    fields: dict[str, Any], tricks: int | None, reneges: int | None
) -> None:
    hand = {"no": 1, "dealer": "A", "up": "2C", "deal": DEAL} | fields
    bob = seats(POOL, hand, names="tricks reneges revokes")[1]
    assert bob == (tricks, reneges, reneges)


def test_the_old_game_is_over_after_five_tricks() -> None:
    """Nothing is to be told of such hands, so that arrays make their rows."""
    short = {"no": 1, "dealer": "A", "up": "2C", "deal": DEAL}
    whole = short | {"no": 2, "dealer": "B", "deal": "5S 6D 7D 8D 9D|2S 3S 4S 6S 7S|KS 8H 9H TH JD"}
    whole["play"] = "CKS A5S B2S|C8H A6D B3S|C9H A7D B4S|CTH A8D B6S|CJD A9D B7S"
    dealt, begun = short | {"no": 3, "dealer": "C"}, short | {"no": 4, "play": TRICK}
    found = seats(POOL | {"rules": "maw/1"}, short, whole, dealt, begun, names="tricks robbed reneges revokes")
    assert found[3:6] == [(0, False, 0, 0), (0, False, 0, 0), (5, False, 0, 0)]
    assert {*found[:3], *found[6:9]} == {(None, None, None, None)}
    assert {*found[9:]} == {(None, False, None, None)}


def test_a_rob_that_was_noted_is_known_without_the_play() -> None:
    assert seats(POOL, EVENING[0] | {"rob": "C??"}, names="robbed") == [(False,), (False,), (True,)]


@pytest.mark.parametrize(
    ("session", "fields", "jink"),
    [
        (POOL, {}, "none"),
        (PLAYING_ON, {}, None),
        (PLAYING_ON | {"rules": {"preset": "spoil-five/1", "jink_mode": "off"}}, {}, "none"),
        (PLAYING_ON, {"play": TRICK}, None),
        (PLAYING_ON, {"play": TRICK, "end": "claimed"}, "none"),
        (PLAYING_ON, {"play": f"{TRICK}|B8H C6D A3S|B9H C7D A4S"}, "none"),
        (PLAYING_ON, {"play": f"{TRICK}|BJD C6D A3S"}, "none"),
    ],
    ids=["called", "playing-on", "off", "stops", "claimed", "pool-won", "two-takers"],
)
def test_playing_on_is_seen_in_the_play_alone(
    session: dict[str, Any], fields: dict[str, Any], jink: str | None
) -> None:
    deal = "2S 3S 4S 6S 7S|KS 8H 9H TH JD|5S 6D QD 8D 9D" if "JD" in fields.get("play", "") else DEAL
    if "JD" in fields.get("play", ""):
        fields = {"play": fields["play"].replace("C6D", "CQD")}
    hand = {"no": 1, "dealer": "A", "up": "2C", "deal": deal, "won": "B"} | fields
    assert hands_of(session, hand, names="jink") == [(jink,)]
    assert {row for (row,) in seats(session, hand, names="jinked")} == {None if jink is None else False}


# Point games


def test_points_that_only_the_table_tells_are_by_table() -> None:
    lost = {"no": 2, "dealer": "B", "trump": "D", "bid": "A25", "points": [-25, 10], "score": [-15, 30]}
    made = {"no": 1, "dealer": "A", "trump": "D", "bid": "B20", "points": [10, 20], "score": [10, 20]}
    assert hands_of(AUCTION, made, lost, names="by_table complete bid jink") == [
        (True, False, 20, "none"), (True, False, 25, "none"),
    ]  # fmt: skip
    found = seats(AUCTION, made, lost, names="seat bidder made points score won")
    assert [row for row in found if row[1]] == [("B", True, True, 20, 20, False), ("A", True, False, -25, -15, False)]
    assert {row[2] for row in found if not row[1]} == {None} and {row[5] for row in found} == {False}


@pytest.mark.parametrize(
    ("points", "bid", "made"),
    [([-20, 5], "A20", False), ([25, 5], "A20", True), ([5, 25], "A?", True), ([0, 25], "A?", None),
     ([15, 5], "A20", None), ([], "A20", None)],
)  # fmt: skip
def test_a_bid_is_made_or_lost_where_the_points_say_so(points: list[int], bid: str, made: bool | None) -> None:
    hand = {"no": 1, "dealer": "A", "trump": "D", "bid": bid, "points": points}
    assert seats(AUCTION, hand, names="made")[0] == (made,)
    assert hands_of(AUCTION, hand, names="by_table") == [(bool(points),)]


@pytest.mark.parametrize(
    ("fields", "won"),
    [
        ({"score": [10, 5, 10]}, (False, False, False)),
        ({"score": [25, 5, 10]}, (True, False, False)),
        ({"points": [5, 25, 0]}, (False, True, False)),
        ({"won": "C"}, (False, False, True)),
        ({"won": "-"}, (False, False, False)),
        ({"score": [25, 5, None]}, (None, None, None)),
        ({"score": [25, 30, 0]}, (None, None, None)),
        ({}, (None, None, None)),
    ],
    ids=["goes-on", "target", "points", "won", "nobody", "in-part", "two-there", "nothing"],
)
def test_who_won_a_game_by_the_table(fields: dict[str, Any], won: tuple[bool | None, ...]) -> None:
    hand = {"no": 1, "dealer": "A", "up": "8D"} | fields
    assert tuple(one for (one,) in seats(TO_25, hand, names="won")) == won
    assert hands_of(TO_25, hand, names="by_table") == [(bool(fields),)]
    five_win = TO_25 | {"rules": {"preset": "twenty-five/1", "five_tricks": "win_game"}}
    certain = won if "won" in fields else (None, None, None)
    assert tuple(one for (one,) in seats(five_win, hand, names="won")) == certain


def test_a_hand_of_which_nothing_was_noted_may_have_been_thrown_in() -> None:
    columns = "thrown_in jink by_table"
    assert hands_of(AUCTION, {"no": 1, "dealer": "A"}, names=columns) == [(None, None, False)]
    assert hands_of(AUCTION, {"no": 1, "dealer": "A", "trump": "S"}, names=columns) == [(False, None, False)]
    thrown = {"no": 1, "dealer": "A", "bids": "B- C- D- A-"}
    assert hands_of(AUCTION, thrown, names=columns) == [(True, "none", False)]
    assert {*seats(AUCTION, thrown, names="tricks reneges revokes robbed points")} == {(0, 0, 0, False, 0)}


# Annulled hands


def test_an_annulled_hand_has_what_was_noted_and_no_results() -> None:
    hand = EVENING[1] | {"deal": DEAL, "play": TRICK, "rob": "C??"}
    penalty = {"type": "ruling", "hand": 2, "finding": "revoke", "penalty": {"kind": "fine", "settle": [-1, 1, 0]}}
    annulled = '{"type":"amend","hand":2,"void":true,"why":"doubled"}\n' + json.dumps(penalty) + "\n"
    tables = same(record(POOL, EVENING[0], hand, after=annulled))
    row = {name: values[1] for name, values in tables["hands"].items() if values[1] is not None}
    assert row.keys() == {
        "hand_id", "file", "line", "session", "hand", "preset", "game", "goal", "stake", "players", "dealer",
        "dealer_seat", "up", "trump", "status", "errors", "amended", "tricks_played", "cards_noted", "cards_unseen",
    }  # fmt: skip
    known = {name for name, values in tables["seats"].items() if any(one is not None for one in values[3:])}
    assert known == {"hand_id", "file", "line", "session", "hand", "seat", "player", "distance", "dealt"}
    assert tables["plays"]["card"] == ["KS", "5S", "2S"]
    assert {*tables["plays"]["lawful"], *tables["plays"]["took"], *tables["plays"]["renege"]} == {None}


def test_sql_over_all_rows_and_tabulate_agree(tmp_path: Path) -> None:
    evening = record(POOL, *EVENING, after='{"type":"amend","hand":2,"void":true}\n')
    (tmp_path / "evening.spoil").write_bytes(evening)
    target = str(tmp_path / "t.duckdb")
    for source in (str(tmp_path / "evening.spoil"), f"{ROOT}/samples"):
        assert spoilrec("convert", source, "--to", target, "--force").status in (0, 1)
        ran = spoilrec("tabulate", source, "--by", "player", "--show", "hands,won,net", "--format", "json")
        told = {
            row["group"]["player"]: [row["measures"][name]["value"] for name in ("hands", "won", "net")]
            for row in json.loads(ran.out)["rows"]
        }
        (sql,) = [text for text in (ROOT / "README.md").read_text().split("```") if text.startswith("sql\n")]
        by_readme = sql.removeprefix("sql\n").replace("trump = 'H'", "true")
        sums = "SELECT player, sum(won::INT), sum(net) FROM seats GROUP BY player"
        with duckdb.connect(target, read_only=True) as opened:
            counted = {player: [hands, won, net] for player, hands, won, net in opened.execute(by_readme).fetchall()}
            summed = {player: [won, net] for player, won, net in opened.execute(sums).fetchall()}
        assert {player: [row[0], row[1] or 0, row[2]] for player, row in told.items()} == counted
        assert {player: row[1:] for player, row in told.items()} == summed


# Both ways alike


def _in_part(random: Random, value: RecordLine) -> RecordLine:
    """Leave out the play of some hands, or the end of it."""
    if not isinstance(value, Hand) or random.random() < 0.5:
        return value
    plays = (value.play or "").replace("|", " | ").split()
    kept = " ".join(plays[: random.choice((0, random.randrange(len(plays) + 1)))]).replace(" | ", "|").strip(" |")
    changed: dict[str, Any] = {
        "play": kept or None,
        "end": random.choice((None, None, "claimed", "misdeal", "abandoned")),
    }
    for field, empty in (("won", None), ("settle", ()), ("points", ()), ("score", ()), ("rob", None)):
        if random.random() < 0.3:
            changed[field] = empty
    return msgspec.structs.replace(value, **changed)


@settings(max_examples=25)
@given(random=randomly)
def test_sessions_of_which_little_was_noted(random: Random) -> None:
    values = lawful_session(random, random.choice((*TURNING_UP, "maw/1", "auction-forty-fives/1", "hoss/1")), 8)
    tables = same(written([_in_part(random, value) for value in values]))
    noted = dict(zip(tables["hands"]["hand_id"], tables["hands"]["tricks_played"], strict=True))
    misdeal = dict(zip(tables["hands"]["hand_id"], tables["hands"]["misdeal"], strict=True))
    thrown_in = dict(zip(tables["hands"]["hand_id"], tables["hands"]["thrown_in"], strict=True))
    for hand, tricks in zip(tables["seats"]["hand_id"], tables["seats"]["tricks"], strict=True):
        assert noted[hand] or misdeal[hand] or thrown_in[hand] or tricks is None
