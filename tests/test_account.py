"""The sentence on everybody's chips after some hands: it says whose word they are."""

import json
from typing import Any

import pytest
from commands import spoilrec

SESSION = {"type": "session", "spoilrec": 1, "rules": "spoil-five/1", "players": ["Aoife", "Brendan", "Ciara"]}
SPOILT = "BQD CKD A3S|A2C BQS C5C|BAS C8D ATC|B4S C5S AJC|CTH AJD B6H"
STOPPED = "BQD CKD A3S|A2C BQS C5C"


def hand(number: int, play: str, **more: Any) -> dict[str, Any]:
    seats = str.maketrans("ABC", "ABCABC"[number - 1 : number + 2])
    return {"type": "hand", "no": number, "dealer": "ABC"[number - 1], "up": "2S", "play": turned(play, seats), **more}


def turned(play: str, seats: dict[int, int]) -> str:
    return " ".join(
        "|".join(part[:1].translate(seats) + part[1:] for part in word.split("|")) for word in play.split(" ")
    )


FINE = {"type": "ruling", "hand": 1, "at": "1A", "finding": "fine", "penalty": {"kind": "fine", "settle": [-1, 1, 0]}}
TOLD = [
    (
        [hand(1, STOPPED)],
        "After 1 hand nobody's chips are known: no settlement was noted, and the cards do not show one.",
    ),
    ([hand(1, SPOILT)], "After 1 hand, worked out by the rules: Aoife -1, Brendan -1, Ciara -1."),
    (
        [hand(1, STOPPED, settle=[2, -1, -1])],
        "After 1 hand, as the table settled them: Aoife +2, Brendan -1, Ciara -1.",
    ),
    (
        [hand(1, SPOILT, settle=[-1, -1, -1]), hand(2, SPOILT)],
        "After 2 hands, 1 as the table settled them and 1 worked out by the rules: Aoife -2, Brendan -2, Ciara -2.",
    ),
    (
        [hand(1, SPOILT), hand(2, STOPPED)],
        "After 2 hands (1 of them without a known result), worked out by the rules: Aoife -1, Brendan -1, Ciara -1.",
    ),
    (
        [hand(1, STOPPED), FINE],
        "After 1 hand (1 of them without a known result), counting only rulings and what was shared out: "
        "Aoife -1, Brendan +1, Ciara +0.",
    ),
]


@pytest.mark.parametrize(("rows", "sentence"), TOLD, ids=lambda value: str(value)[:40])
def test_whose_word_the_chips_are(rows: list[dict[str, Any]], sentence: str) -> None:
    record = "".join(json.dumps(line) + "\n" for line in (SESSION, *rows))
    out = spoilrec("replay", "-", stdin=record.encode()).out
    assert out.splitlines()[-2] == sentence
