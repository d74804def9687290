"""Chips: what `tabulate` counts is the account that `replay` shows, whatever came beside the hands."""

import csv
import io
import re
from pathlib import Path

import pytest
from commands import spoilrec

SESSION = (
    '{"type":"session","spoilrec":1,"rules":"spoil-five/1","players":["Ann","Bob","Cat"],"stake":1,"unit":"chip"}\n'
)
SHORT = SESSION.replace("spoil-five/1", "spoil-five-short/1")
CLOSE = '{"type":"close","split":[1,1,1]}\n'
TORN = '{"type":"hand","no":2,"dealer":"B","up":"8S","won":\n'


def hand(number: int, dealer: str, won: str, settle: str) -> str:
    return f'{{"type":"hand","no":{number},"dealer":"{dealer}","up":"8D","won":"{won}","settle":[{settle}]}}\n'


def void(number: int) -> str:
    return f'{{"type":"amend","hand":{number},"void":true,"why":"doubled"}}\n'


def fine(number: int) -> str:
    return f'{{"type":"ruling","hand":{number},"why":"late","penalty":{{"kind":"fine","settle":[1,-2,1]}}}}\n'


SPOILT = hand(1, "A", "-", "-1,-1,-1")
ACCOUNTS = {
    "shared-out": (SPOILT + CLOSE, "0 0 0"),
    "last-hand-void": (SPOILT + hand(2, "B", "-", "-1,-1,-1") + void(2) + CLOSE, "0 0 0"),
    "last-hand-torn": (SPOILT + TORN + CLOSE, "0 0 0"),
    "fine-on-a-void-hand": (
        SPOILT + hand(2, "B", "-", "-1,-1,-1") + fine(2) + void(2) + hand(2, "B", "B", "-1,5,-1"),
        "-1 2 -1",
    ),
    "fine-on-the-first-hand-void": (SPOILT + fine(1) + void(1) + hand(1, "A", "B", "-1,2,-1"), "0 0 0"),
    "two-fines-before-any-hand": (
        SPOILT + fine(1) + void(1) + hand(2, "A", "-", "-1,-1,-1") + fine(2) + void(2) + hand(3, "A", "B", "-1,2,-1"),
        "1 -2 1",
    ),
}


SEATED = '{"type":"seats","players":["Dara","Bob","Cat"]}\n'


@pytest.mark.parametrize(
    ("record", "nets"),
    [
        (SPOILT + hand(2, "B", "-", "-1,-1,-1") + SEATED + CLOSE, {"Ann": -2, "Bob": -1, "Cat": -1}),  # no hand of Dara
        (
            SPOILT + fine(1) + void(1) + SEATED + hand(1, "B", "B", "-1,2,-1") + SEATED.replace("Dara", "Ann") + CLOSE,
            {"Bob": 1, "Cat": 1, "Dara": -1},
        ),
    ],
)
def test_chips_go_to_the_player_and_not_to_his_chair(record: str, nets: dict[str, int], tmp_path: Path) -> None:
    path = tmp_path / "a.spoil"
    path.write_text(SESSION + record)
    counted = spoilrec("tabulate", str(path), "--by", "player", "--show", "net", "-f", "csv").out
    found = {row["player"]: int(row["net"]) for row in csv.DictReader(io.StringIO(counted))}
    assert found == nets
    told = spoilrec("replay", str(path)).out
    assert all(f"{name} {net:+d}" in told for name, net in nets.items())


def test_a_ruling_that_changes_nothing_is_in_no_account(tmp_path: Path) -> None:
    path = tmp_path / "a.spoil"
    path.write_text(SESSION + fine(1) + hand(1, "A", "B", "-1,2,-1"))
    assert "SR801" in spoilrec("validate", str(path)).out
    assert "Ann -1, Bob +2, Cat -1" in spoilrec("replay", str(path)).out


MISDEAL = '{"type":"hand","no":1,"dealer":"A","end":"misdeal"}\n'


@pytest.mark.parametrize(
    ("rules", "first", "codes"),
    [
        (
            '{"preset":"spoil-five/1","misdeal_penalty":"forfeit_stake"}',
            MISDEAL,
            {"SR603"},
        ),  # the dealer's chip lay there
        ('"spoil-five/1"', MISDEAL, set()),
        ('"spoil-five/1"', MISDEAL.replace("}", ',"settle":[5,5,5]}'), {"SR603"}),
        ('"spoil-five/1"', MISDEAL.replace("}", ',"settle":[0,0]}'), {"SR606"}),
    ],
)
def test_chips_of_a_misdeal(rules: str, first: str, codes: set[str], tmp_path: Path) -> None:
    path = tmp_path / "a.spoil"
    path.write_text(SESSION.replace('"spoil-five/1"', rules) + first + hand(2, "A", "B", "-1,2,-1"))
    assert set(re.findall(r"SR6\d\d", spoilrec("validate", str(path)).out)) == codes


BOB_WINS = '"up":"8D","play":"BAD CKD A3D|B5D C4S A2S|BJD CQS AJS"'


def test_a_jink_that_was_settled_for_is_no_hand_without_one(tmp_path: Path) -> None:
    path = tmp_path / "a.spoil"
    path.write_text(SHORT + f'{{"type":"hand","no":1,"dealer":"A",{BOB_WINS},"won":"B","settle":[-2,4,-2]}}\n')
    words = ("--by", "player", "--show", "jinks,tricks_per_hand", "-f", "csv")
    rows = csv.DictReader(io.StringIO(spoilrec("tabulate", str(path), *words).out))
    assert {row["player"]: (row["jinks_unknown"], row["tricks_per_hand_unknown"]) for row in rows}["Bob"] == ("1", "1")


def test_the_right_pool_also_where_the_dealer_alone_stakes(tmp_path: Path) -> None:
    path = tmp_path / "a.spoil"
    first = f'{{"type":"hand","no":1,"dealer":"A",{BOB_WINS},"won":"-","settle":[-1,-1,-1]}}\n'
    path.write_text(SHORT + first + hand(2, "B", "C", "-1,-1,2"))
    assert set(re.findall(r"SR6\d\d", spoilrec("validate", str(path)).out)) == {"SR601"}
    assert spoilrec("replay", str(path)).out.endswith("In the pool: 0.\n")


@pytest.mark.parametrize("more", [1, 9])
@pytest.mark.parametrize("name", ACCOUNTS)
def test_the_net_is_the_account(name: str, more: int, tmp_path: Path) -> None:
    """Also where such a session stands among many others."""
    record, net = ACCOUNTS[name]
    path = tmp_path / "a.spoil"
    path.write_text((SESSION + record) * more)
    told = spoilrec("replay", str(path)).out
    assert f"Ann {int(net.split()[0]):+d}, Bob {int(net.split()[1]):+d}" in told
    counted = spoilrec("tabulate", str(path), "--by", "player", "--show", "net", "-f", "csv").out
    assert [int(row["net"]) for row in csv.DictReader(io.StringIO(counted))] == [
        more * int(chips) for chips in net.split()
    ]


# The pool, where the table and the cards disagree

TAKEN = (
    '{"type":"hand","no":1,"dealer":"A","up":"7D","play":"BKS C4S AAS|BQS C3S A2S|BKD CQD AJH",'
    '"won":"-","settle":[-1,-1,-1]}\n'
)


@pytest.mark.parametrize(
    ("last", "pool", "codes"),
    [
        (hand(3, "C", "A", "8,-1,-1"), 6, {"SR601"}),  # the pool that `settle` made
        (hand(3, "C", "A", "5,-1,-1"), 3, {"SR601"}),  # the pool by the cards: what was taken tells
        (hand(3, "C", "A", "6,-1,-1"), 6, {"SR601", "SR603"}),
    ],
)
def test_what_the_table_puts_in_stays_in_after_a_result_that_the_cards_deny(
    last: str, pool: int, codes: set[str], tmp_path: Path
) -> None:
    path = tmp_path / "a.spoil"
    path.write_text(SESSION + TAKEN + hand(2, "B", "-", "-1,-1,-1") + last)
    ran = spoilrec("validate", "--level", "error", str(path))
    assert set(re.findall(r"SR6\d\d", ran.out)) == codes
    assert f"In the pool {pool}, staked 3." in spoilrec("replay", "--hand", "3", str(path)).out
    if "SR603" not in codes:
        assert spoilrec("replay", str(path)).out.endswith("In the pool: 0.\n")


# A jink by playing on that nobody noted

THREE = '"play":"BAD CKD A3D|B5D C4S A2S|BJD CQS AJS",'


@pytest.mark.parametrize(
    ("more", "settle", "codes"),
    [
        ('"up":"8D","won":"B",', "-2,4,-2", set()),  # the pool and a chip from each for the jink
        ('"up":"8D","won":"B",', "-1,2,-1", set()),
        ('"up":"8D","won":"B",', "-3,6,-3", {"SR602"}),
        ('"up":"8D",' + THREE + '"won":"B",', "-2,4,-2", set()),
        ('"up":"8D",' + THREE + '"won":"B","end":"abandoned",', "-2,4,-2", {"SR602"}),
    ],
)
def test_a_jink_by_cards_that_were_not_noted(more: str, settle: str, codes: set[str], tmp_path: Path) -> None:
    path = tmp_path / "a.spoil"
    path.write_text(SHORT + f'{{"type":"hand","no":1,"dealer":"A",{more}"settle":[{settle}]}}\n')
    assert set(re.findall(r"SR6\d\d", spoilrec("validate", str(path)).out)) == codes
