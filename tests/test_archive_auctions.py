"""Long records of auction games are walked through in arrays, and their rows made there, to the letter as one by one.

So are hands with a time or a note, of all games.
"""

import io
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from cases.breakages import SLIPS
from hypothesis import given, settings
from making import randomly
from making_sessions import AUCTIONS, PRESETS, lawful_session, written
from meddling import meddled
from test_archive_walk import BETWEEN, columns_of, few_hands_are_enough, less_known, same
from test_plain_rows import same as same_rows
from test_properties import PIECES

from spoilrec.archive.arrays import calls
from spoilrec.archive.arrays.columns import Layout
from spoilrec.record.lines import Hand, RecordLine, Session
from spoilrec.record.reading import encode_value
from spoilrec.review.walk import walk

__all__ = ["few_hands_are_enough"]

Change = Callable[[Random, Hand], Hand]


def auctions(random: Random, hands: int = 8) -> list[RecordLine]:
    """Make a lawful session of an auction game."""
    return lawful_session(random, random.choice(AUCTIONS), hands)


def with_changes(random: Random, values: list[RecordLine], change: Change, rate: float) -> list[RecordLine]:
    return [change(random, value) if isinstance(value, Hand) and random.random() < rate else value for value in values]


def with_slips(random: Random, values: list[RecordLine]) -> list[RecordLine]:
    """Break some hands that were played."""
    stops = walk("x", io.BytesIO(written(values)), every_step=True)
    for case in [stop.case for stop in stops if stop.case and stop.case.reading.tricks and random.random() < 0.4]:
        slip = random.choice([slip for slip in SLIPS if not slip.goal])
        values[case.line.number - 1] = msgspec.structs.replace(case.reading.hand, **(slip.change(random, case) or {}))
    return values


def without_a_field(random: Random, hand: Hand) -> Hand:
    """Leave out what people leave out, or do not know."""
    names = ("bids", "bid", "kitty", "discard", "draw", "deal", "up", "won", "rob", "trump")
    return msgspec.structs.replace(hand, **{random.choice(names): None, random.choice(("score", "points")): ()})


def evening(random: Random) -> bytes:
    """Make several sessions, some of them lawful, of the others each with faults of one kind."""
    record = b""
    for _ in range(random.randint(1, 3)):
        values = auctions(random, random.randint(1, 8))
        match random.randrange(6):
            case 0:
                values = with_slips(random, values)
            case 1:
                values = with_changes(random, values, meddled, 0.3)
            case 2:
                values = with_changes(random, values, without_a_field, 0.3)
            case 3:
                values = [less_known(random, value) for value in values]
        record += written(values)
    return record


# The walk


@settings(max_examples=40)
@given(random=randomly)
def test_evenings_are_walked_alike(random: Random) -> None:
    same(evening(random))


@settings(max_examples=25)
@given(random=randomly)
def test_single_slips_are_found(random: Random) -> None:
    same(written(with_changes(random, auctions(random), meddled, 0.5)))


@settings(max_examples=15)
@given(random=randomly)
def test_damaged_records_are_walked_alike(random: Random) -> None:
    data = bytearray(evening(random))
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(data))
        piece = random.choice((random.choice(PIECES), random.randbytes(1)))
        data[at : at + random.choice((0, 1, 1, 9))] = piece
    same(bytes(data))


@settings(max_examples=15)
@given(random=randomly)
def test_lines_between_the_hands_are_minded(random: Random) -> None:
    rows = evening(random).splitlines(keepends=True)
    for _ in range(random.randint(1, 5)):
        rows.insert(random.randrange(len(rows) + 1), random.choice(BETWEEN))
    same(b"".join(rows))


@pytest.mark.parametrize("preset", AUCTIONS)
def test_nearly_all_lawful_hands_are_plain(preset: str) -> None:
    random, plain, hands = Random(5), 0, 0
    while hands < 150:
        values = lawful_session(random, preset, 10)
        if covered(values):
            plain, hands = plain + same(written(values)), hands + 10
    assert plain > 0.98 * hands


def covered(values: list[RecordLine]) -> bool:
    """Whether nothing is agreed that the arrays leave to `review`, and a draw is noted where the turn-up was taken."""
    head, *hands = values
    assert isinstance(head, Session)
    options = head.rules if isinstance(head.rules, dict) else {}
    left = ("peg_block_at_100", "on"), ("all_pass", "same_dealer_max3")
    taken = any(isinstance(hand, Hand) and hand.rob and not hand.discard for hand in hands)
    return all(options.get(name) != value for name, value in left) and not taken


def test_hands_thrown_in_are_plain() -> None:
    nobody = ("B- C- D- A-", "C- D- A- B-", "D- A- C- B-")  # in the last the order is wrong
    hands = [Hand(no=number, dealer="ABC"[number - 1], bids=calls) for number, calls in enumerate(nobody, start=1)]
    assert same(written([HEAD, *hands])) == 2


# A and C take all five tricks, whoever bids
SWEEP: dict[str, Any] = {
    "trump": "C",
    "deal": "5C JC AC KC QC|2H 3H 4H 6H 7H|AH 2C 3C 4C 6C|2D 3D 4D 6D 7D",
    "play": "A5C B2H C2C D2D|AJC B3H C3C D3D|AAC B4H C4C D4D|AKC B6H C6C D6D|AQC B7H CAH D7D",
}
HEAD = Session(
    spoilrec=1, rules={"preset": "auction-forty-fives-book/1", "target": 500},
    players=("Aoife", "Brendan", "Ciara", "Declan"), sides="AC BD",
)  # fmt: skip


@pytest.mark.parametrize("preset", ["auction-forty-fives/1", "hundred-and-ten/1"])
def test_a_bidder_who_is_not_at_the_table_is_nobody(preset: str) -> None:
    head = msgspec.structs.replace(HEAD, rules=preset)
    hand = Hand(no=1, dealer="A", bid="J30", jink="A0", **SWEEP)
    assert same(written([head, hand])) == 0
    assert {*same_rows(written([head, hand]))["seats"]["bidder"]} == {None}


def of_declan(calls: str, number: int) -> Hand:
    """Let Declan win an auction of which these are the calls, from A on; the deal passes from A."""
    order = [calls.split(" ")[(number + turn) % 4] for turn in range(4)]
    return Hand(no=number, dealer="ABCD"[(number - 1) % 4], bids=" ".join(order), **SWEEP)


@pytest.mark.parametrize(
    ("plain", "fields"),
    [
        (True, {}),
        (True, {"deal": None}),
        (True, {"up": "8S"}),
        (True, {"discard": "|||", "draw": "|||"}),
        (
            True,
            {"discard": "|2H||2D", "draw": "|8H||8D", "play": SWEEP["play"].replace("2H", "8H").replace("D2D", "D8D")},
        ),
        (True, {"bids": None, "bid": "D15"}),
        (True, {"won": "-", "points": (30, -15), "score": (30, -15)}),
        (False, {"bids": None, "bid": "D?"}),
        (False, {"bids": None}),
        (False, {"up": "5C"}),
        (False, {"kitty": "8S"}),
        (False, {"kitty": "8S", "discard": "|||8S", "draw": "|||"}),
        (False, {"discard": "|||"}),
        (False, {"draw": "|||"}),
        (False, {"discard": "|2H||2D", "draw": "|8H||8D"}),
        (False, {"discard": "||", "draw": "||"}),
        (False, {"discard": "|2S||", "draw": "|8H||"}),
        (False, {"settle": (0, 0, 0, 0)}),
        (False, {"announce": "B"}),
        (False, {"jink": "D0"}),
        (False, {"rob": "A5C", "up": "8C"}),
        (False, {"trump": None}),
        (False, {"trump": "S"}),
        (False, {"won": "AC"}),
        (False, {"points": (30, 0)}),
        (False, {"score": (30, 0)}),
        (False, {"play": None}),
        (False, {"bids": "B- C- D15 A20 D-"}),
        (False, {"bids": "B- A C- D15 A-", "bid": "D15"}),
    ],
)
def test_what_is_plain(plain: bool, fields: dict[str, Any]) -> None:
    hand = Hand(no=1, dealer="A", bids="B- C- D15 A-", **SWEEP)
    assert same(written([HEAD, msgspec.structs.replace(hand, **fields)])) == plain


@pytest.mark.parametrize(("hands", "calls", "plain"), [(3, "A15 B- C- D20 A-", 4), (4, "B- C15 D20 A- C-", 4)])
def test_who_is_near_home_may_not_bid_the_least(hands: int, calls: str, plain: int) -> None:
    values: list[RecordLine] = [HEAD, *(of_declan("A- B- C- D15", number) for number in range(1, hands + 1))]
    assert same(written(values)) == hands
    values.append(msgspec.structs.replace(of_declan("A- B- C- D15", hands + 1), bids=calls))
    assert same(written(values)) == plain  # with 90 they may, with 120 they may not


@pytest.mark.parametrize("hands", [2, 3])
def test_who_is_far_below_zero_may_not_bid(hands: int) -> None:
    rules = {"preset": "auction-forty-fives-book/1", "target": 500, "bunker": "below_-30"}
    head = msgspec.structs.replace(HEAD, rules=rules)
    values: list[RecordLine] = [head, *(of_declan("A- B- C- D15", number) for number in range(1, hands + 2))]
    assert same(written(values)) == min(hands + 1, 3)  # with -45 they may not


def test_few_auctions_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "MOST_HEARD", 2)
    assert same(written(lawful_session(Random(3), "auction-forty-fives-book/1", 40))) > 0


# Times and notes


def told_when(random: Random, values: list[RecordLine]) -> list[RecordLine]:
    """Give hands a time, seldom a wrong one, and some a note."""
    minute = 0
    told = list[RecordLine]()
    for value in values:
        minute += random.choice((0, 1, 30))
        right = f"2026-11-27T{18 + minute // 60:02d}:{minute % 60:02d}:00{random.choice(('Z', '+00:00'))}"
        time = random.choice((right, right, right, right, None, random.choice(TIMES)))
        note = random.choice((None, None, random.choice(NOTES)))
        told.append(msgspec.structs.replace(value, time=time, note=note) if isinstance(value, Hand) else value)
    return told


TIMES = ("2026-11-27T18:00:00Z", "late", "2026-11-27T20:00:00", "2026-11-27T20:30:00+02:00", "", "2026-11-27 20:00:00Z")
NOTES = ("Dinner", "Trá Lí", "a\\b", "tab\t", "", 'hm, "no"', " /&<>~", "\x7f")
TIMED = (
    b'{"type":"note","text":"x","time":"2026-11-27T19:05:00Z"}\n',
    b'{"type":"close","time":"2026-11-27T23:05:00Z"}\n',
)


@settings(max_examples=30)
@given(random=randomly)
def test_times_and_notes_are_minded(random: Random) -> None:
    sessions = [lawful_session(random, random.choice(PRESETS), random.randint(1, 8)) for _ in range(2)]
    rows = b"".join(written(told_when(random, values)) for values in sessions).splitlines(keepends=True)
    for _ in range(random.randint(0, 2)):
        rows.insert(random.randrange(len(rows) + 1), random.choice(TIMED))
    same(b"".join(rows))
    if random.random() < 0.3:
        same_rows(b"".join(rows))


def test_a_hand_with_time_and_note_is_plain() -> None:
    values = lawful_session(Random(5), "twenty-five/1", 12)
    timed = [
        msgspec.structs.replace(value, time=f"2026-11-27T20:{value.no:02d}:00Z", note="a good one")
        if isinstance(value, Hand)
        else value
        for value in values
    ]
    assert same(written(timed)) == same(written(values)) == 12
    timed[5], timed[6] = (
        msgspec.structs.replace(one, time=other.time)
        for one, other in ((timed[5], timed[6]), (timed[6], timed[5]))
        if isinstance(one, Hand) and isinstance(other, Hand)
    )
    assert same(written(timed)) == 11


# Rows


@settings(max_examples=25)
@given(random=randomly)
def test_rows_are_the_same(random: Random) -> None:
    same_rows(evening(random))


@pytest.mark.parametrize("preset", AUCTIONS)
def test_rows_of_lawful_sessions(preset: str) -> None:
    random = Random(7)
    record = b"".join(written(lawful_session(random, preset, 10)) for _ in range(8))
    seats = same_rows(record)["seats"]
    assert {*seats["made"]} == {None, True, False} and {*seats["bidder"]} == {True, False}


# Columns

LAYOUTS = (
    Layout(4, (0, 1, 2, 3), ("AC", "BD"), True),
    Layout(5, (0, 1, 2, 3, 4), tuple("ABCDE"), True),
    Layout(3, (0, 1, 2), tuple("ABC"), True),
)


def hand_lines(record: bytes) -> list[bytes]:
    return [row for row in record.splitlines() if row.startswith(b'{"type":"hand"')]


@settings(max_examples=25)
@given(random=randomly)
def test_a_line_is_sound_only_if_writing_it_again_gives_it(random: Random) -> None:
    raws = hand_lines(evening(random))
    for _ in range(random.randint(0, 4)):
        row = random.randrange(len(raws))
        data = bytearray(raws[row])
        at = random.randrange(len(data))
        data[at : at + random.choice((0, 1, 1, 2))] = random.choice((b"", b"|", b" ", b'"', b"A", b"9", data[:3]))
        raws[row] = bytes(data).replace(b"\n", b"")
    for layout in LAYOUTS:
        for hand, raw in zip(columns_of(raws, layout), raws, strict=True):
            assert hand is None or encode_value(hand) == raw


def test_hands_come_back_from_their_columns() -> None:
    random, read = Random(2), 0
    for _ in range(20):
        head, *hands = lawful_session(random, random.choice(AUCTIONS), 6)
        assert isinstance(head, Session)
        count, sides = len(head.players), tuple((head.sides or "").split())
        layout = Layout(count, tuple(range(count)), sides or tuple("ABCDEF"[:count]), True)
        assert columns_of([encode_value(hand) for hand in hands], layout) == hands
        read += len(hands)
    assert read == 120
