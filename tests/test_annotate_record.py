"""`annotate --format spoil`: notes written into the record, every other byte as it was."""

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from annotating import record_of
from commands import spoilrec
from hypothesis import given, settings
from hypothesis import strategies as st
from making import randomly
from making_sessions import lawful_session, written

from spoilrec.record.beside import Copier
from spoilrec.record.splice import fields_of, with_fields, with_members, without_members
from spoilrec.record.store import lines

SAMPLES = Path(__file__).parent.parent / "samples"
READ = [SAMPLES / f"{name}.spoil" for name in ("broken", "110-second-game", "worked-hand-spoil-five")]
LETTING_IN = record_of(
    "KD 5D 2C 2H 9H|7D QD KC KH 3D|8D 6D 3C KS 4C", "AKD B7D C8D|A5D BQD C6D|BKC C3C A2C|BKH C4C A2H"
)
OWN = (
    "[annotate: Trick 2: Ciara's 6D lets Brendan in; the KS would have stopped that. "
    "Trick 3: Brendan's KC gives away a pool that was forced and lets Ciara in; the 3D would have held it. "
    "Trick 3: Ciara's 3C gives away a pool that was forced; the KS would have held it. "
    "Trick 4: Ciara's 4C lets Brendan in; the KS would have stopped that.]"
)


def annotated(record: bytes, *words: str) -> bytes:
    ran = spoilrec("annotate", "-", "-f", "spoil", *words, stdin=record)
    assert ran.status == 0, ran.err
    return ran.out.encode()


def hand_of(record: bytes) -> dict[str, object]:
    hand = json.loads(record.splitlines()[1])
    assert isinstance(hand, dict)
    return hand


def with_hand(**fields: object) -> bytes:
    session, hand = LETTING_IN.splitlines()
    return f"{session}\n{json.dumps(json.loads(hand) | fields, separators=(',', ':'))}\n".encode()


def test_notes_and_marks_are_written() -> None:
    hand = hand_of(annotated(LETTING_IN.encode()))
    assert hand["note"] == OWN
    x = hand["x"]
    assert isinstance(x, dict)
    assert "4C??:KS" in str(x["annotate"]).split()
    assert (x["annotate-solved"], x["annotate-note"]) == (True, True)


@pytest.mark.parametrize("path", READ, ids=lambda path: path.stem)
def test_any_reader_survives_it(path: Path) -> None:
    """`validate` finds nothing new, `fmt` changes nothing more, annotating again changes nothing."""
    before = path.read_bytes()
    ran = spoilrec("annotate", str(path), "-f", "spoil", "-q")
    after = ran.out.encode()
    assert ran.status == (path.stem == "broken")
    found = [
        spoilrec("validate", "-", "-f", "jsonl", "--level", "info", stdin=record).out for record in (before, after)
    ]
    assert _places(found[0]) == _places(found[1])
    assert spoilrec("annotate", "-", "-f", "spoil", "-q", stdin=after).out.encode() == after
    told = [spoilrec("annotate", "-", "-q", stdin=record).out for record in (before, after)]
    assert told[0] == told[1]
    canonical = spoilrec("fmt", "-", stdin=before).out.encode() == before
    assert (spoilrec("fmt", "-", stdin=after).out.encode() == after) is canonical
    assert _without_notes(after) == _without_notes(before)


def _places(found: str) -> list[object]:
    """Findings without their columns, which move with what stands before them."""
    return [
        {key: one.get(key) for key in ("code", "line", "message", "remedy", "summary")}
        for one in map(json.loads, found.splitlines())
    ]


def _without_notes(record: bytes) -> list[object]:
    kept: list[object] = []
    for line in record.decode().splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            kept.append(line)
            continue
        for key in ("note", "x"):
            value.pop(key, None)
        kept.append(value)
    return kept


@pytest.mark.parametrize("note", ["for the train", "see [annotate: mine]", "", 'a "word" \\ and a line\nmore', "é"])
def test_the_scribes_own_note_stays(note: str) -> None:
    before = with_hand(note=note, x={"pub": "Tigh Neachtain"})
    after = annotated(before)
    hand = hand_of(after)
    assert hand["note"] == (f"{note} {OWN}" if note else OWN)
    assert next(iter(hand["x"])) == "pub"  # type: ignore[call-overload]
    assert annotated(after) == after
    solved = annotated(after, "--player", "Aoife")
    assert hand_of(solved)["note"] == (note or None) if note else "note" not in hand_of(solved)


def test_a_note_of_the_same_form_is_not_taken_for_ours() -> None:
    before = with_hand(note="see [annotate: mine]")
    assert (
        hand_of(annotated(annotated(before, "--player", "Aoife"), "--player", "Aoife"))["note"]
        == "see [annotate: mine]"
    )


def test_an_x_of_the_same_name_is_left_alone() -> None:
    before = with_hand(x={"annotate": 7})
    ran = spoilrec("annotate", "-", "-f", "spoil", stdin=before)
    assert ran.out.encode() == before
    assert "`x` has an `annotate` of its own; it is left alone" in ran.err


def test_names_that_make_a_finding_give_way_to_seat_letters() -> None:
    record = LETTING_IN.replace("Brendan", "Bren\u00a0dan").replace("Ciara", "C]iar[a").encode()
    note = str(hand_of(annotated(record))["note"])
    assert note == OWN.replace("Brendan", "B").replace("Ciara", "C")
    record = LETTING_IN.replace("Ciara", "C]iar[a").encode()
    assert "C)iar(a's 4C" in str(hand_of(annotated(record))["note"])
    assert annotated(annotated(record)) == annotated(record)


@pytest.mark.parametrize(
    "odd",
    [
        lambda line: line.replace(b'"no":1', b'"no" : 1'),
        lambda line: line.replace(b"\n", b"\r\n"),
        lambda line: line[:-1],
        lambda line: line.replace(b'"no":1', b'"no":1,"weather":{"a": [1, 2]}'),
        lambda line: line.replace(b"KD 5D", b"kd 5D"),
        lambda line: line + b"\n\n  \n",
        lambda line: b"\xef\xbb\xbf" + line,
        lambda line: line + line.replace(b'"no":1', b'"no":2'),
    ],
    ids=["spaces", "crlf", "no-newline", "unknown-key", "lower-case", "blank", "bom", "two"],
)
def test_every_other_byte_stays(odd: Callable[[bytes], bytes]) -> None:
    record = odd(LETTING_IN.encode())
    after = annotated(record)
    assert after != record
    assert _cut(after) == record
    assert annotated(after) == after


def _cut(record: bytes) -> bytes:
    """Take out what was written."""
    import re

    return re.sub(rb',"note":"\[annotate: [^"]*\]","x":\{"annotate":[^}]*\}', b"", record)


def test_a_packed_record_comes_out_unpacked() -> None:
    assert annotated(gzip.compress(LETTING_IN.encode())) == annotated(LETTING_IN.encode())


def test_what_would_be_lost_is_not_written() -> None:
    long = b'{"type":"note","text":"' + b"a" * (1 << 20) + b'"}\n'
    ran = spoilrec("annotate", "-", "-f", "spoil", stdin=LETTING_IN.encode() + long)
    assert (ran.status, ran.out) == (2, "")
    assert "line 3 cannot be kept as it is (too-long)" in ran.err


@settings(max_examples=5)
@given(randomly)
def test_random_sessions_stay_sound(random: Random) -> None:
    record = written(lawful_session(random, random.choice(("spoil-five/1", "twenty-five/1", "hundred-and-ten/1")), 2))
    if json.loads(record.splitlines()[0])["players"][4:]:
        return
    after = annotated(record, "-q")
    found = [spoilrec("validate", "-", "-f", "jsonl", "--level", "info", stdin=one).out for one in (record, after)]
    assert _places(found[0]) == _places(found[1])
    assert spoilrec("fmt", "-", stdin=after).out.encode() == after
    assert annotated(after, "-q") == after


# The splice


def line_of(raw: str):  # type: ignore[no-untyped-def]
    return next(iter(lines(io.BytesIO(raw.encode() + b"\n"))))


@given(st.text(max_size=20), st.sampled_from(["note", "x", "time"]))
@settings(max_examples=30)
def test_a_field_is_set_and_taken_out_again(text: str, key: str) -> None:
    raw = '{"type":"hand", "no":1,"dealer":"A","odd":[1, {"a":2}]}'
    value = json.dumps(text if key != "x" else {"k": text})
    there = with_fields(line_of(raw), {key: value}).decode()
    assert json.loads(there) == json.loads(raw) | {key: json.loads(value)}
    assert there.index(f'"{key}":') < there.index('"odd"')  # before what is unknown, where fmt has it
    assert fields_of(line_of(raw)) == {"type": '"hand"', "no": "1", "dealer": '"A"', "odd": '[1, {"a":2}]'}
    assert with_fields(line_of(raw), {key: value, "dealer": ""}).decode().count("dealer") == 0


def test_members_of_an_object_are_set_and_taken_out() -> None:
    assert with_members("", {"a": 1}) == '{"a":1}'
    assert with_members('{"b": "c" , "a":2}', {"a": True, "d": "e"}) == '{"b": "c","a":true,"d":"e"}'
    assert without_members('{"a":1}', ["a"]) == ""
    assert without_members('{"a":1, "b":2}', ["a"]) == '{"b":2}'
    assert without_members("", ["a"]) == ""


def test_a_copier_goes_through_a_file_that_is_read_beside_it() -> None:
    text = b"".join(b'{"type":"note","text":"%d"}\r\n\n' % number for number in range(9000))
    stream = io.BytesIO(text)
    copier, out = Copier(stream), list[bytes]()
    for line in lines(stream):
        out += copier.through(line, b"*" if line.number % 2000 == 1 else None)
    out += copier.rest()
    new = b"".join(out)
    assert new.count(b"*") == 9
    assert len(new) == len(text) - sum(len(raw) - 1 for raw in text.split(b"\r\n\n")[:-1][0::1000])


def test_a_copier_leaves_the_place_of_the_reader() -> None:
    stream = io.BytesIO(LETTING_IN.encode())
    stream.seek(5)
    list(Copier(stream).through(line_of(LETTING_IN.splitlines()[0])))
    assert stream.tell() == 5


def test_a_line_that_is_not_there_is_refused() -> None:
    copier = Copier(io.BytesIO(b"other\n"))
    with pytest.raises(ValueError, match="not in the file"):
        list(copier.through(line_of('{"type":"note","text":"a"}')))
