"""A long record is walked through in arrays, and what is told is what `review.walk` tells, to the letter."""

import gzip
import io
import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from cases.breakages import SLIPS
from commands import spoilrec
from hypothesis import example, given, settings
from hypothesis import strategies as st
from making import randomly
from making_sessions import PRESETS, TURNING_UP, lawful_session, written
from test_properties import PIECES, half_hidden, hidden

from spoilrec.archive.arrays import ahead, fast
from spoilrec.archive.arrays.ahead import scan_chunks
from spoilrec.archive.arrays.columns import Layout, read_hands
from spoilrec.archive.arrays.fast import Plain, walk_fast
from spoilrec.archive.arrays.hands import hands_of
from spoilrec.archive.arrays.text import Text
from spoilrec.cli import validating
from spoilrec.record.lines import Close, Hand, Line, RecordLine, Session
from spoilrec.record.reading import encode_value, read_line
from spoilrec.record.store import Chunk, chunks, lines
from spoilrec.review.finding import Finding
from spoilrec.review.rulebook import understand
from spoilrec.review.scan import scan
from spoilrec.review.setting import Ledger, Rules, Setting
from spoilrec.review.walk import Counts, walk
from spoilrec.rules.presets import PRESET_NAMES

SAMPLES = sorted((Path(__file__).parent.parent / "samples").glob("*.spoil"))


@pytest.fixture(autouse=True)
def few_hands_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the smallest record take the way of the long ones, in small steps."""
    monkeypatch.setattr(fast, "FEWEST", 1)
    monkeypatch.setattr(fast, "WINDOW", 2)


# The walk


class Told(msgspec.Struct):
    """All that a walk tells: findings, counts, and what holds at its end."""

    found: list[Finding]
    silenced: list[Finding]
    counts: Counts
    setting: Setting
    ledger: Ledger


def told(record: bytes, rules: Rules | None = None, *, in_arrays: bool) -> tuple[Told, int]:
    """Walk through a record one way or the other; also count the hands that came as plain."""
    counts, plain = Counts(), 0
    found, silenced = list[Finding](), list[Finding]()
    for stop in (walk_fast if in_arrays else walk)("table.spoil", io.BytesIO(record), rules):
        if isinstance(stop, Plain):
            counts.add("judged", stop.hands)
            plain += stop.hands
        else:
            counts.add(stop.status)
            found += stop.findings
            silenced += stop.silenced
            last = stop
    return Told(found, silenced, counts, last.setting, last.ledger), plain


def same(record: bytes) -> int:
    """Walk both ways; count the hands that arrays were enough for."""
    quick, plain = told(record, in_arrays=True)
    slow, _ = told(record, in_arrays=False)
    assert quick == slow
    return plain


def evening(random: Random) -> bytes:
    """Make the record of several sessions, of the same game or of others; some are closed, some noted with a date."""
    preset = random.choice(TURNING_UP)
    presets = [random.choice((preset, preset, random.choice(PRESETS))) for _ in range(random.randint(1, 5))]
    return b"".join(an_evening(random, one) for one in presets)


def an_evening(random: Random, preset: str) -> bytes:
    session, *hands = lawful_session(random, preset, random.randint(1, 9))
    if random.random() < 0.5:
        noted = {
            "date": random.choice(("2026-11-27", "2026", "2026-13-01")),
            "place": random.choice(("Cork", "Trá Lí")),
        }
        session = msgspec.structs.replace(session, **noted)
    record = written([session, *hands])
    dice = random.random()
    if dice < 0.5:
        return record
    left = told(record, in_arrays=False)[0].ledger.pool or 0
    seats = len(session.players) if isinstance(session, Session) else 0
    split = (left + random.choice((0, 0, 1)), *[0] * (seats - 1))
    return record + written([Close(split=split) if dice < 0.8 else Close()])


@settings(max_examples=30)
@given(random=randomly)
def test_lawful_sessions_are_walked_alike(random: Random) -> None:
    same(evening(random))


def test_most_lawful_hands_are_plain() -> None:
    random = Random(1)
    records = [written(lawful_session(random, random.choice(TURNING_UP), 10)) for _ in range(60)]
    assert sum(map(same, records)) > 0.9 * 600


@settings(max_examples=30)
@example(random=Random(310))  # who stakes after a slip, by the cards
@given(random=randomly)
def test_sessions_with_slips_are_walked_alike(random: Random) -> None:
    values = lawful_session(random, random.choice(TURNING_UP), 8)
    cases = [stop.case for stop in walk("x", io.BytesIO(written(values)), every_step=True) if stop.case]
    for case in random.sample(cases, random.randint(1, 4)):
        slip = random.choice(SLIPS)
        if case.rules is not None and slip.goal in ("", case.rules.game.goal):
            change = slip.change(random, case) or {}
            values[case.line.number - 1] = msgspec.structs.replace(case.reading.hand, **change)
    same(written(values))


@settings(max_examples=12)
@given(random=randomly)
def test_incomplete_sessions_are_walked_alike(random: Random) -> None:
    values = lawful_session(random, random.choice(TURNING_UP), 8)
    same(written([less_known(random, value) for value in values]))


def less_known(random: Random, value: RecordLine) -> RecordLine:
    """Leave out of some hands what people leave out."""
    if not isinstance(value, Hand) or random.random() < 0.3:
        return value
    for field, empty in (("won", None), ("settle", ()), ("points", ()), ("score", ()), ("up", None)):
        if random.random() < 0.15:
            value = msgspec.structs.replace(value, **{field: empty})
    if value.rob and random.random() < 0.5:
        value = msgspec.structs.replace(value, rob=value.rob[0] + "??")
    if random.random() < 0.5:
        return value
    return hidden(value) if random.random() < 0.5 else half_hidden(random, value)


@settings(max_examples=25)
@given(random=randomly)
def test_damaged_records_are_walked_alike(random: Random) -> None:
    data = bytearray(evening(random))
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(data))
        piece = random.choice((random.choice((*PIECES, b"\r", b"\r\n")), random.randbytes(1)))
        data[at : at + random.choice((0, 1, 1, 9))] = piece
    same(bytes(data))


BETWEEN = (
    b'{"type":"note","text":"Dinner"}\n',
    b'{"type":"terms","stake":3}\n',
    b'{"type":"close"}\n',
    b'{"type":"amend","hand":2,"void":true}\n',
    b'{"type":"amend","hand":1,"set":{"won":"-"}}\n',
    b'{"type":"ruling","hand":2,"at":"1A","finding":"revoke","penalty":{"kind":"chip","settle":[-1,0]}}\n',
    b'{"type":"ruling","hand":3,"finding":"no-fault"}\n',
    b'{"type":"seats","players":["Aoife",null,"Ciara","Declan"]}\n',
    b"\n",
    b'{"type":"hand"\n',
    b'{"type":"hand","no":1,"dealer":"A"}{"type":"hand","no":2,"dealer":"B"}\n',
    b'{"type":"hand","no":1,"type":"session","dealer":"A"}\n',
    b"not a record at all {}\n",
)


@settings(max_examples=30)
@given(random=randomly)
def test_lines_between_the_hands_are_minded(random: Random) -> None:
    rows = evening(random).splitlines(keepends=True)
    for _ in range(random.randint(1, 5)):
        rows.insert(random.randrange(len(rows) + 1), random.choice(BETWEEN))
    same(b"".join(rows))


@settings(max_examples=25)
@given(random=randomly, size=st.sampled_from((64, 500, 3000)))
def test_where_a_chunk_ends_does_not_matter(random: Random, size: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fast, "CHUNK", size)
        patch.setattr(ahead, "CHUNK", size)
        patch.setattr("spoilrec.record.store._BLOCK", size)
        same(evening(random))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_are_walked_alike(path: Path) -> None:
    same(path.read_bytes())
    same(path.read_bytes() * 3)


@settings(max_examples=25)
@given(random=randomly)
def test_other_rules_to_judge_by_are_minded(random: Random) -> None:
    record, rules = evening(random), understand(random.choice(PRESET_NAMES))[0]
    assert told(record, rules, in_arrays=True)[0] == told(record, rules, in_arrays=False)[0]


def test_a_card_put_out_unseen_is_no_matter_where_all_was_played() -> None:
    values = [
        msgspec.structs.replace(value, deal=None, rob=value.rob[0] + "??" if value.rob else None)
        if isinstance(value, Hand)
        else value
        for value in lawful_session(Random(9), "forty-five/1", 40)
    ]
    assert any(isinstance(value, Hand) and value.rob for value in values)
    assert same(written(values)) > 30  # the others robbed and put out the ace itself


def test_an_evening_without_scores_is_plain_too() -> None:
    values = lawful_session(Random(5), "twenty-five/1", 12)
    bare = [
        msgspec.structs.replace(value, points=(), score=()) if isinstance(value, Hand) else value for value in values
    ]
    assert same(written(values)) == same(written(bare)) == 12


# The look ahead, and the chunks


def cut_short(data: bytes) -> list[bytes]:
    return data.split(b"\n")[:-1]


@settings(max_examples=25)
@given(random=randomly, packed=st.booleans(), size=st.sampled_from((1, 64, 500, 1 << 21)))
def test_chunks_are_the_lines(random: Random, packed: bool, size: int) -> None:
    data = bytearray(evening(random))
    for _ in range(random.randint(0, 4)):
        at = random.randrange(len(data))
        data[at : at + random.choice((0, 1))] = random.choice((b"\r", b"\r\n", b"\n", b"", b"\x00", b"{"))
    record = gzip.compress(data)[: random.choice((None, -9))] if packed else bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("spoilrec.record.store._BLOCK", random.choice((50, 1 << 16)))
        patch.setattr("spoilrec.record.store.LONGEST_LINE", random.choice((300, 1 << 20)))
        found = list[Line]()
        for piece in chunks(io.BytesIO(record), size, cut_short):
            if isinstance(piece, Chunk):
                numbered = enumerate(piece.lines, start=piece.number)
                found += [line for number, raw in numbered if raw for line in read_line(number, raw)]
            else:
                found.append(piece)
        assert found == list(lines(io.BytesIO(record)))


@example(b'{"type":"hand","no":1,"type":"hand"}\n{"type":"hand","no":1,"x":{}}\n')
@example(b'{"type":"hand","no":1}{"type":"amend","hand":1}\n{"type":"hand","no":2\n')
@given(data=st.binary(max_size=300))
def test_the_look_ahead_sees_the_same_in_any_bytes(data: bytes) -> None:
    assert scan_chunks(io.BytesIO(data)) == scan(io.BytesIO(data))


@settings(max_examples=30)
@given(random=randomly)
def test_the_look_ahead_sees_the_same(random: Random) -> None:
    rows = evening(random).splitlines(keepends=True)
    for _ in range(random.randint(1, 5)):
        rows.insert(random.randrange(len(rows) + 1), random.choice(BETWEEN))
    record = b"".join(rows)
    assert scan_chunks(io.BytesIO(record)) == scan(io.BytesIO(record))


# Columns


def columns_of(raws: list[bytes], layout: Layout) -> list[Hand | None]:
    text = Text(b"".join(raw + b"\n" for raw in raws))
    return hands_of(read_hands(text, text.begins, text.ends, layout))


LAYOUTS = (
    Layout(5, (0, 1, 2, 3, 4), tuple("ABCDE")),
    Layout(4, (0, 1, 2, 3), ("AC", "BD")),
    Layout(3, (0, 1, 2), tuple("ABC")),
    Layout(4, (0, 2, 3), tuple("ACD")),
)


@settings(max_examples=25)
@given(random=randomly)
def test_a_line_is_sound_only_if_writing_it_again_gives_it(random: Random) -> None:
    raws = [row for row in evening(random).splitlines() if row.startswith(b'{"type":"hand"')]
    for _ in range(random.randint(0, 3)):
        row = random.randrange(len(raws))
        data = bytearray(raws[row])
        at = random.randrange(len(data))
        data[at : at + random.choice((0, 1, 1, 2))] = random.choice((*PIECES, *map(bytes, zip(data[:5]))))
        raws[row] = bytes(data).replace(b"\n", b"")
    for layout in LAYOUTS:
        for hand, raw in zip(columns_of(raws, layout), raws, strict=True):
            assert hand is None or encode_value(hand) == raw


def test_hands_come_back_from_their_columns() -> None:
    random = Random(2)
    hands = [
        value
        for _ in range(30)
        for value in lawful_session(random, "spoil-five/1", 6)
        if isinstance(value, Hand) and len(value.settle) == 5
    ]
    fields: list[dict[str, Any]] = [
        {},
        {"deal": None},
        {"trump": "S", "up": None},
        {"won": None},
        {"settle": (-12, 345, 0, -6789, 1)},
    ]
    values = [msgspec.structs.replace(hand, **random.choice(fields)) for hand in hands]
    assert columns_of([encode_value(value) for value in values], LAYOUTS[0]) == values


NUMBERS = ("0", "-1", "7", "12", "-34", "567", "-8901", "123456", "1234567", "-123456")
NO_NUMBERS = ("00", "01", "-0", "-", "", "+1", "1.0", "12345678", "-1234567", "1e3", " 1", "null", "-01")


@pytest.mark.parametrize("number", (*NUMBERS, *NO_NUMBERS))
def test_numbers(number: str) -> None:
    hand = lawful_session(Random(7), "spoil-five/1", 1)[1]
    assert isinstance(hand, Hand)
    layout = Layout(len(hand.settle), tuple(range(len(hand.settle))), tuple("ABCDEFGHIJ"[: len(hand.settle)]))
    raw = encode_value(hand).decode()
    begin = raw.index('"settle":[') + len('"settle":[')
    raws = [f"{raw[:begin]}{number},{raw[begin:].split(',', 1)[1]}".encode(), raw.encode()]
    found, whole = columns_of(raws, layout)
    assert whole == hand and (found is not None) == (number in NUMBERS)
    assert found is None or found.settle[0] == int(number)


# The command


@pytest.mark.parametrize("form", ["text", "json", "jsonl", "github", "sarif"])
def test_validate_writes_the_same_bytes(form: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    random, record = Random(3), tmp_path / "long.spoil"
    record.write_bytes(b"".join(evening(random) for _ in range(8)) + SAMPLES[0].read_bytes() + SAMPLES[2].read_bytes())
    written_by = []
    for long in (False, True):
        monkeypatch.setattr(validating, "is_long", lambda stream, long=long: long)
        written_by.append(spoilrec("validate", str(record), "--format", form, "--level", "info"))
    assert written_by[0] == written_by[1] and written_by[0].out


def test_only_long_records_are_walked_in_arrays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    session, hand = lawful_session(Random(4), "maw/1", 1)
    record = written([session] + [hand] * 600)
    walked = list[str]()

    def note(file: str, *rest: object) -> list[Plain]:
        walked.append(Path(file).name)
        return []

    monkeypatch.setattr(fast, "walk_fast", note)
    for name, data in (("short", record[:50_000]), ("long", record), ("packed", gzip.compress(record, 1))):
        tmp_path.joinpath(name).write_bytes(data)
        spoilrec("validate", str(tmp_path / name))
    assert walked[:1] == ["long"]


def test_json_counts_every_hand(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record = tmp_path / "long.spoil"
    record.write_bytes(written(lawful_session(Random(6), "spoil-five/1", 500)))
    summary = json.loads(spoilrec("validate", str(record), "-f", "json").out)["summary"]
    assert summary["hands"] == summary["judged"] == 500


def test_the_arrays_say_what_they_hold() -> None:
    text = Text(encode_value(lawful_session(Random(8), "spoil-five/1", 1)[1]) + b"\n")
    columns = read_hands(text, text.begins, text.ends, LAYOUTS[0])
    assert columns.cards.dtype == np.uint8 and columns.cards.shape == (5, 5, 1)
    assert columns.settle.shape == (5, 1) and columns.leaders.shape == (5, 1)
