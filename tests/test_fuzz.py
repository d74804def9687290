"""Whatever the bytes: no command fails by a fault of its own, sends a control character, or loses anything in `fmt`."""

import gzip
import io
import json
import re
import tempfile
from pathlib import Path
from random import Random

import pytest
from commands import Ran, spoilrec
from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_reader import BOM, HAND, HEAD

from spoilrec.record.canonical import canonical_value, written_line
from spoilrec.record.lines import LINE_TYPES
from spoilrec.record.store import lines

SAMPLES = [HEAD + HAND + b'{"type":"note","text":"Dinner"}\n'] + [
    path.read_bytes() for path in sorted((Path(__file__).parent.parent / "samples").glob("*.spoil"))
]
COMMANDS = [
    *(("validate", "-f", form) for form in ("text", "json", "jsonl", "github", "sarif")),
    ("validate", "--rules", "twenty-five/1", "--level", "info"),
    *(("replay", "-f", form, "--history") for form in ("text", "jsonl", "markdown")),
    ("replay", "--step"),
    ("replay", "--hand", "1"),
    ("fmt", "--check"),
    ("fmt", "--diff"),
]
JSON = (("validate", "-f", "json"), ("validate", "-f", "sarif"))
REFUSED = {"not-a-record", "utf-16", "too-long", "damaged-gzip", "torn"}  # `fmt` leaves such files alone
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
FAST = settings(max_examples=40, deadline=None)
# Faults that are reported and have a test of their own below: take them out here when they are set right.


def harmless(ran: Ran) -> None:
    assert ran.status in (0, 1, 2), ran.err
    assert "Traceback" not in ran.err
    assert not UNSAFE.search(ran.out + ran.err)


def every_command(data: bytes) -> None:
    """Run every command that reads records, each on the file itself."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "fuzz.spoil")
        path.write_bytes(data)
        for words in COMMANDS:
            ran = spoilrec(*words, str(path))
            harmless(ran)
            if ran.status in (0, 1) and words[:3] in JSON:
                json.loads(ran.out)
            if ran.status in (0, 1) and "jsonl" in words:
                assert all(isinstance(json.loads(row), dict) for row in ran.out.splitlines())
        assert path.read_bytes() == data


def formatted(data: bytes) -> bytes:
    return b"".join(map(written_line, lines(io.BytesIO(data))))


def loses_nothing(data: bytes) -> None:
    """`fmt` once is `fmt` twice, and every line says the same afterwards; what was not read is there byte for byte."""
    before = list(lines(io.BytesIO(data)))
    if {fault.kind for line in before for fault in line.faults} & REFUSED:
        return
    before = [line for line in before if line.raw.strip(BOM + b" \t")]
    once = formatted(data)
    assert formatted(once) == once
    after = list(lines(io.BytesIO(once)))
    assert [line.kind for line in after] == [line.kind for line in before]
    for old, new in zip(before, after, strict=True):
        assert type(new.value) is type(old.value)
        if old.value is None:
            assert new.raw == old.raw.removeprefix(BOM)
        else:
            assert [(key, json.loads(raw)) for key, raw in new.extra] == [
                (key, json.loads(raw)) for key, raw in old.extra
            ]
            assert canonical_value(old.value) == new.value


# Bytes that are not records at all


@FAST
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    every_command(data)


@FAST
@given(st.text(max_size=200), st.sampled_from(["utf-8", "utf-16", "utf-32", "cp1252"]))
def test_any_text(text: str, encoding: str) -> None:
    every_command(text.encode(encoding, "ignore"))


# Records with bytes changed

INTERESTING = [
    *(bytes([byte]) for byte in b'\0\n\r"\\{}[],:|-? K\xff'),
    *(
        b"\xef\xbb\xbf",
        b"\xc2\x9b",
        b"\xe2\x80\xae",
        b"null",
        b"1e9",
        b"9" * 30,
        b"\\ud800",
        b'"type":"',
        b"J3",
        b"10D",
    ),
]


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A sample with a few bytes deleted, put in, doubled, swapped or changed."""
    data = bytearray(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(data)))
        length = draw(st.sampled_from([1, 1, 1, 2, 3, 10, 60]))
        match draw(st.integers(0, 4)):
            case 0:
                del data[place : place + length]
            case 1:
                data[place:place] = draw(st.sampled_from(INTERESTING))
            case 2:
                data[place:place] = data[place : place + length]
            case 3:
                data[place : place + 1] = draw(st.binary(min_size=1, max_size=2))
            case 4:
                other = draw(st.integers(0, len(data)))
                data[place : place + length] = data[other : other + length]
    return bytes(data)


@settings(FAST, max_examples=100)
@given(mutated())
def test_mutated_records(data: bytes) -> None:
    every_command(data)


@settings(FAST, max_examples=300)
@given(mutated())
def test_fmt_of_mutated_records_loses_nothing(data: bytes) -> None:
    loses_nothing(data)


@FAST
@given(mutated(), st.integers(0, 40), st.integers(0, 255))
def test_mutated_gzip(data: bytes, cut: int, byte: int) -> None:
    packed = bytearray(gzip.compress(data, mtime=0))
    packed[Random(byte).randrange(len(packed))] ^= byte
    every_command(bytes(packed[: len(packed) - cut]))


# Lines of the right shape with anything in them

_CARDS = st.sampled_from(
    ["5S", "AH", "JS", "AS", "2S", "KD", "10D", "tc", "??", "?S", "5?", "JK", "S5", "zz", "♠5", "-", ""]
)
_SEAT = st.sampled_from(["A", "B", "C", "D", "J", "a", "Z", "AB", "", "-", "?"])
_WORDS = st.one_of(
    st.text(max_size=6),
    _SEAT,
    st.lists(st.one_of(_CARDS, st.builds(str.__add__, _SEAT, _CARDS)), max_size=8).map(" ".join),
    st.lists(st.lists(st.builds(str.__add__, _SEAT, _CARDS), max_size=6).map(" ".join), max_size=12).map("|".join),
    st.lists(st.lists(_CARDS, max_size=6).map(" ".join), max_size=12).map("|".join),
    st.sampled_from(["A3", "A0", "C9", "0A", "3C", "9Z", "AB CD", "2026", "2026-02-31", "2026-11-27T21:30:00Z"]),
    st.sampled_from(["misdeal", "claimed", "spoil-five/1", "auction-45/1", "::x", "\x1b[2J", "\u202e"]),
)
_NUMBERS = st.sampled_from([0, 1, 2, 3, -1, 10**9, 10**12, -(10**12), 10**30])
_VALUES = st.one_of(
    _WORDS,
    _NUMBERS,
    st.booleans(),
    st.none(),
    st.floats(allow_nan=False),
    st.lists(st.one_of(_NUMBERS, _WORDS, st.none()), max_size=12),
    st.lists(st.fixed_dictionaries({"at": _WORDS, "what": _WORDS}), max_size=3),
    st.fixed_dictionaries(
        {}, optional={"preset": st.sampled_from(["spoil-five/1", "x"]), "rob": _WORDS, "x": _NUMBERS}
    ),
)


_PRESETS = st.sampled_from(["spoil-five/1", "twenty-five/1", "spoil-five-book/1", "auction-45/1"])
_FEW, _CHIPS = st.integers(1, 3), st.lists(st.integers(-9, 30), max_size=12)
_FITTING: dict[str, st.SearchStrategy[object]] = {
    **dict.fromkeys(("no", "hand", "stake"), _FEW),
    **dict.fromkeys(("settle", "points", "score", "split"), _CHIPS),
    **dict.fromkeys(("dealer", "won"), _SEAT),
    "up": _CARDS,
    "text": st.text(max_size=5),
    "void": st.booleans(),
    "x": st.just({}),
    "spoilrec": st.just(1),
    "rules": _PRESETS,
    "players": st.lists(st.one_of(_WORDS, st.none()), max_size=12),
    "unsure": st.lists(_WORDS, max_size=3),
    "irregular": st.just([{"at": "2B", "what": "revoke"}]),
    "set": st.fixed_dictionaries({"up": _WORDS, "play": _WORDS}),
    "penalty": st.fixed_dictionaries({"kind": _WORDS, "settle": _CHIPS}),
}


@st.composite
def shaped(draw: st.DrawFn) -> bytes:
    """A session and a few lines of known types, most of their fields of the right kind."""
    players = draw(st.lists(_WORDS, min_size=0, max_size=12))
    rows: list[dict[str, object]] = [{"type": "session", "spoilrec": 1, "players": players, "rules": draw(_PRESETS)}]
    for kind in draw(st.lists(st.sampled_from(sorted(LINE_TYPES)), min_size=1, max_size=4)):
        fields = LINE_TYPES[kind].__struct_fields__
        chosen = draw(st.lists(st.sampled_from(fields), max_size=10, unique=True))
        needed = ["no", "dealer", "play"] if kind == "hand" else []
        rows.append(
            {"type": kind, **{name: draw(_FITTING.get(name, _WORDS)) for name in dict.fromkeys(needed + chosen)}}
        )
        if draw(st.integers(0, 3)) == 0:
            rows[-1][draw(st.sampled_from([*fields, "y", "x-y"]))] = draw(_VALUES)
    ascii = draw(st.booleans())
    return b"".join(json.dumps(row, ensure_ascii=ascii).encode("utf-8", "surrogatepass") + b"\n" for row in rows)


@settings(FAST, max_examples=60)
@given(shaped())
def test_lines_of_known_shape(data: bytes) -> None:
    every_command(data)
    loses_nothing(data)


@pytest.mark.parametrize("number", range(40))
def test_hands_with_one_word_changed(number: int) -> None:
    """The closest to what people do: one field of a sound sample says something else."""
    dice = Random(number)
    rows = [row for row in SAMPLES[number % len(SAMPLES)].splitlines() if row.startswith(b'{"type":"hand"')]
    row = dice.choice(rows)
    words = re.findall(rb"[A-J]?[A23456789TJQK?]{1,2}[CDHS]|\d+|[A-J](?=\")", row)
    every_command(HEAD + row.replace(dice.choice(words), dice.choice(words), 1) + b"\n")


# Arguments


@FAST
@given(_WORDS, _WORDS, _WORDS, st.sampled_from(["text", "json"]))
@example("S", "JK", "5S", "text")
def test_legal_with_any_arguments(trump: str, hand: str, trick: str, form: str) -> None:
    for words in ((trump, hand, trick), ("S", hand, trick)):
        given = zip(("--trump", "--hand", "--trick"), (word.replace("\0", "") for word in words), strict=True)
        harmless(spoilrec("legal", *(f"{option}={word}" for option, word in given), "--format", form))


@FAST
@given(st.one_of(st.text(max_size=20), _WORDS).map(lambda text: text.replace("\0", "")))
def test_any_word_for_the_commands_that_take_one(word: str) -> None:
    for command in (
        "explain --",
        "rules --",
        "rules spoil-five/1 --",
        "schema --",
        "validate - --rules",
        "replay - --rules",
    ):
        harmless(spoilrec(*command.split(), word))
    for option in ("rob", "jink_mode", "x"):
        harmless(spoilrec("rules", f"spoil-five/1,{option}={word}"))


# What this file has found, as small as it gets


def session(*players: str) -> bytes:
    return json.dumps({"type": "session", "spoilrec": 1, "rules": "twenty-five/1", "players": players}).encode() + b"\n"


ELEVEN = session(*"abcdefghijk")
FOUND = {
    "replay-without-a-session": (HAND, ("replay",)),
    "replay-after-a-broken-session": (HEAD.replace(b",", b",,", 1) + HAND, ("replay",)),
    "eleven-players-and-no-seat": (ELEVEN + b'{"type":"hand","no":1,"dealer":"Z"}\n', ("validate",)),
    "eleven-players-and-a-name-for-a-seat": (ELEVEN + b'{"type":"hand","no":1,"dealer":"k"}\n', ("validate",)),
    "eleven-players-replayed": (ELEVEN + b'{"type":"hand","no":1,"dealer":"A","up":"2S","play":"BQD"}\n', ("replay",)),
    "eleven-hands-dealt": (session("a", "b") + b'{"type":"hand","no":1,"dealer":"A","up":"2S","deal":"'
                           + b"|".join([b"5S"] * 12) + b'"}\n', ("validate",)),
    "lone-surrogate-in-a-key": (HEAD + b'{"type":"note","text":"a","\\ud800":1}\n', ("validate", "-f", "json")),
    "lone-surrogate-in-a-key-fmt": (HEAD + b'{"type":"note","text":"a","\\ud800":1}\n', ("fmt", "--check")),
    "lone-surrogate-in-a-type": (HEAD + b'{"type":"\\ud800"}\n', ("validate",)),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_found(name: str, tmp_path: Path) -> None:
    data, words = FOUND[name]
    path = tmp_path / "found.spoil"
    path.write_bytes(data)
    assert spoilrec(*words, str(path)).status in (0, 1)


@pytest.mark.parametrize("end", [b"\r\r\n", b"\n\xef\xbb\xbf\n", b"\n\r\n"], ids=["cr-cr-lf", "bom", "crlf"])
def test_fmt_is_idempotent_after_odd_line_ends(end: bytes) -> None:
    once = formatted(HEAD + HAND.rstrip() + end + HAND)
    assert formatted(once) == once
