"""Files cut into parts: what several make of them is what one makes of the whole, to the byte."""

import gzip
import io
import json
import os
from contextlib import nullcontext
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Thread
from unittest import mock

import pytest
from commands import Ran, spoilrec
from crews import Fragile, TestCrew, parts_of
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from making_sessions import TURNING_UP
from test_archive_walk import BETWEEN, an_evening
from test_reader import HAND, HEAD

from spoilrec.archive.crew.parts import batches, parts
from spoilrec.archive.crew.spread import spread
from spoilrec.archive.crew.tasks import Lost
from spoilrec.archive.source import Source, opened_source, size_of_parts
from spoilrec.record.excerpt import Excerpt
from spoilrec.record.store import lines
from spoilrec.review.checks.lines import Told

ROOT = Path(__file__).parent.parent
SAMPLES = str(ROOT / "samples")
randomly = st.randoms(use_true_random=True)
ODD = (
    b'{"type":"weather","text":"rain"}\n',
    b'{"type":"Hand","no":3}\n',
    b'{"type":"note","text":"Dinner","mood":"good"}\n',
    b'{"type":"note", "text":"Dinner"}\n',
    b'{"type":"note","text":"Dinner"}\r\n',
    b'{"type":"note","text":"Dinner"}\r',
    b'\xef\xbb\xbf{"type":"note","text":"Dinner"}\n',
    b"\x00\x00\n",
    b'{"type":"session","spoilrec":1,"rules":"maw/1"\n',
    b'{"rules":"maw/1","type":"session","spoilrec":1,"players":["Aoife","Brendan"]}\n',
    b'{"type":"session","spoilrec":1,"rules":"maw/1","players":["A","B"]}{"type":"hand","no":1,"dealer":"A"}\n',
    b'{"type":"session","spoilrec":1,"rules":"maw/1","players":["A","B"]}\r{"type":"hand","no":1,"dealer":"A"}\n',
    *BETWEEN,
)


def archive(random: Random) -> bytes:
    """Make a file of several evenings, with anything in it that may stand in a file."""
    rows = b"".join(an_evening(random, random.choice(TURNING_UP)) for _ in range(random.randint(2, 5)))
    found = rows.splitlines(keepends=True)
    for _ in range(random.randint(0, 12)):
        found.insert(random.randrange(len(found) + 1), random.choice(ODD))
    if random.random() < 0.2:
        found = [row.replace(b"\n", b"\r\n") for row in found]
    data = bytearray(b"".join(found))
    for _ in range(random.choice((0, 0, 1, 4))):
        at = random.randrange(len(data))
        data[at : at + random.choice((0, 1, 9, 900))] = random.choice((b"", b"\n", b"{", random.randbytes(1)))
    return bytes(data)


def both(size: int, *words: str) -> tuple[Ran, Ran]:
    """Run a command in one piece, and in parts of this size."""
    whole = spoilrec(*words)
    with parts_of(size, TestCrew()):
        return whole, spoilrec(*words)


@settings(max_examples=15, deadline=None)
@given(random=randomly, size=st.sampled_from((1, 300, 2000, 9000)))
def test_findings_are_the_same(random: Random, size: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("parts")
    for name in "ab":
        folder.joinpath(f"{name}.spoil").write_bytes(archive(random))
    whole, spread_out = both(size, "validate", str(folder), "-f", "jsonl", "--ignore", "SR210")
    assert spread_out == whole


@settings(max_examples=4, deadline=None, phases=[Phase.generate])
@given(random=randomly)
def test_tables_are_the_same(random: Random, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("parts")
    path = folder / "a.spoil"
    path.write_bytes(archive(random))
    tables = []
    for name, crew in (("whole", None), ("parts", TestCrew())):
        folder.joinpath(name).mkdir()
        with parts_of(2500, crew) if crew else nullcontext():
            ran = spoilrec("convert", str(path), "--to", str(folder / name / "tables.csv"), "-q")
        made = folder.joinpath(name, "tables.csv").iterdir()
        tables.append((ran, {one.name: one.read_bytes() for one in made}))
    assert tables[0] == tables[1]


@pytest.mark.parametrize("size", [1, 8 << 20])
def test_samples_are_the_same(size: int) -> None:
    for words in (("validate", SAMPLES, "-f", "json"), ("tabulate", SAMPLES, "--by", "file,session,hand")):
        whole, spread_out = both(size, *words)
        assert spread_out == whole and whole.out


def test_findings_of_every_folder_are_the_same() -> None:
    """All the small files that show a finding, put together and one by one."""
    whole, spread_out = both(1, "validate", str(ROOT / "tests" / "findings"), "-f", "jsonl", "--level", "info")
    assert spread_out == whole and whole.out.count("\n") > 500


def test_a_file_is_cut_where_sessions_begin(tmp_path: Path) -> None:
    path = tmp_path / "a.spoil"
    path.write_bytes((HEAD + HAND * 10) * 20)
    found = list(parts(Source(str(path), "a"), 1000))
    assert len(found) > 10
    assert found[0].begin == 0 and found[-1].end is None
    for one, following in pairwise(found):
        assert one.end == following.begin
    for one in found:
        with opened_source(one) as stream:
            here = list(lines(stream))
        assert here[0].kind == "session" and here[0].number == one.lines_before + 1


NOT_CUT = {
    "one-session": HEAD + HAND * 200,
    "hands-that-name-a-session": HEAD + HAND.replace(b'"no"', b'"x":{"at":"session"},"no"') * 200,
    "packed": gzip.compress((HEAD + HAND) * 100, 0),
    "a-table": b"date,who,won\n" * 3000,
    "nothing-but-junk": b"x" * 300_000,
    "blank": b"\n" * 9000,
    "a-line-too-long": b"[" * (1 << 21) + b"\n" + (HEAD + HAND) * 100,
    "the-same-in-the-first-part": (HEAD + b"[" * (1 << 21) + b"\n" + HAND) * 3,
    "session-lines-that-nobody-reads": (HEAD.replace(b'"session",', b'"session"') + HAND) * 100,
}


@pytest.mark.parametrize("name", NOT_CUT)
def test_what_cannot_be_cut_is_one_part(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.spoil"
    path.write_bytes(NOT_CUT[name])
    assert list(parts(Source(str(path), "a"), 1000)) == [Source(str(path), "a")]
    whole, spread_out = both(1000, "validate", str(path), "-f", "json")
    assert spread_out == whole


def test_nothing_is_cut_behind_a_line_that_is_too_long(tmp_path: Path) -> None:
    path = tmp_path / "a.spoil"
    path.write_bytes((HEAD + HAND) * 1000 + b"[" * (1 << 21) + b"\n" + (HEAD + HAND) * 1000)
    begins = [one.begin for one in parts(Source(str(path), "a"), 100_000)]
    assert len(begins) > 2 and max(begins) < len(HEAD + HAND) * 1000
    assert list(parts(Source(str(path), "a"), 1 << 22)) == [Source(str(path), "a")]
    assert len(list(parts(Source(str(path), "a"), (1 << 21) + 300_000))) == 1


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r\n\r\n"])
@pytest.mark.parametrize("before", range(4))
def test_lines_are_counted_wherever_a_block_ends(end: bytes, before: int, tmp_path: Path) -> None:
    path = tmp_path / "a.spoil"
    data = (HEAD.replace(b"\n", end) + b"\r" * before + HAND.replace(b"\n", end)) * 60
    path.write_bytes(data)
    with mock.patch("spoilrec.archive.crew.parts._STEP", 7):
        found = list(parts(Source(str(path), "a"), 1000))
    assert len(found) > 10
    for one in found[1:]:
        assert one.lines_before == len(data[: one.begin].splitlines())
    assert spoilrec("validate", str(path), "-f", "json") == both(1000, "validate", str(path), "-f", "json")[1]


def test_small_files_are_read_together(tmp_path: Path) -> None:
    sources = []
    for nth in range(10):
        path = tmp_path / f"{nth}.spoil"
        path.write_bytes((HEAD + HAND) * (1 if nth != 5 else 20))
        sources.append(Source(str(path), str(nth)))
    found = [[one.name for one in batch] for batch in batches(sources, 3 * len(HEAD + HAND))]
    assert found[:2] == [["0", "1", "2"], ["3", "4"]] and found[2:-2] == [["5"]] * len(found[2:-2])
    assert found[-2:] == [["6", "7", "8"], ["9"]]


def test_what_is_told_once_a_file_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "a.spoil"
    path.write_bytes((HEAD + HAND.replace(b'"no"', b'"weather":"rain","no"')) * 30)
    whole, spread_out = both(1, "validate", str(path), str(path), "--select", "SR019")
    assert spread_out == whole and whole.out.count("weather") == 2


@pytest.mark.parametrize("path", ["nowhere.spoil", "/dev/null", "-", "a\0b", "{fifo}"])
def test_what_others_cannot_read_is_read_here(path: str, tmp_path: Path) -> None:
    first, fifo = tmp_path / "a.spoil", tmp_path / "fifo"
    first.write_bytes((HEAD + HAND) * 20)
    words = ("validate", str(first), path.format(fifo=fifo), str(first), "-f", "json")
    os.mkfifo(fifo)
    found = []
    for crew in (None, TestCrew()):
        if "fifo" in path:
            Thread(target=fifo.write_bytes, args=((HEAD + HAND) * 3,)).start()
        with parts_of(1, crew) if crew else nullcontext():
            found.append(spoilrec(*words, stdin=(HEAD + HAND) * 3))
    assert found[0] == found[1]
    assert json.loads(found[0].out)["summary"]["hands"] == (43 if path in ("-", "{fifo}") else 40)


# Workers that die


def _sources(tmp_path: Path) -> list[Source]:
    path, small = tmp_path / "large.spoil", tmp_path / "small.spoil"
    path.write_bytes((HEAD + HAND) * 40)
    small.write_bytes(HEAD + HAND)
    return [Source(str(path), "large"), Source(str(small), "small"), Source(str(small), "other")]


def test_who_is_at_fault_is_found_out_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a death takes along all that is under way, only the part that kills is lost, however often it kills."""
    monkeypatch.setattr("spoilrec.archive.crew.tasks._TICK", 0)
    size, sources = 2 * len(HEAD + HAND), _sources(tmp_path)
    every = [one for batch in batches(sources, size) for one in batch]
    bad = every[3::5]
    kills = partial(_is_among, {(one.name, one.begin) for one in bad})
    crew = TestCrew(most=5)

    def renew() -> None:
        crew.executor = Fragile(kills)

    renew()
    monkeypatch.setattr(crew, "renew", renew)
    found = list(spread(Heard, sources, size, crew, lambda: crew.executor.step()))
    assert [part[0] for part, made in found if isinstance(made, Lost)] == bad
    assert [source for part, _ in found for source in part] == every


def _is_among(places: set[tuple[str, int]], source: Source) -> bool:
    return (source.name, source.begin) in places


class Heard:
    """What is made of parts in tests: which they are."""

    def __init__(self, part: tuple[Source, ...]) -> None:
        self.part, self.told = part, part[-1].told


def test_a_worker_that_dies_costs_only_the_part_that_kills_it(tmp_path: Path) -> None:
    sources, tick = _sources(tmp_path), mock.Mock()
    size = 2 * len(HEAD + HAND)
    every = [one for batch in batches(sources, size) for one in batch]
    for bad in ({every[0]}, {every[5], every[6]}, {every[-1]}):
        crew = TestCrew(kills=partial(_is_among, {(one.name, one.begin) for one in bad}))
        found = list(spread(Heard, sources, size, crew, tick))
        assert [source for part, _ in found for source in part] == every
        lost = [source for part, made in found for source in part if isinstance(made, Lost)]
        assert set(lost) == bad and crew.renewed >= 3


@pytest.mark.parametrize("command", ["validate", "tabulate", "convert"])
def test_a_lost_part_is_told_and_never_left_out_in_silence(command: str, tmp_path: Path) -> None:
    path, target = tmp_path / "a.spoil", tmp_path / "t.csv"
    path.write_bytes((HEAD + HAND) * 10)
    length = len(HEAD + HAND)
    words = [command, str(path), *(["--to", str(target)] if command == "convert" else [])]
    with parts_of(length, TestCrew(kills=lambda source: source.begin == 6 * length)):
        ran = spoilrec(*words)
    assert ran.status == 2 and ran.out == "" and not target.exists()
    assert f"cannot read {path}, bytes {6 * length + 1}-{8 * length}: " in ran.err
    assert ("there is no answer" in ran.err) is (command != "validate")


# Reading a stretch


@given(data=st.binary(max_size=60), begin=st.integers(0, 70), length=st.integers(0, 70), random=randomly)
def test_an_excerpt_is_a_file_of_its_own(data: bytes, begin: int, length: int, random: Random) -> None:
    heard: list[int] = []
    begin = min(begin, len(data))
    stream = Excerpt(io.BytesIO(data), begin, min(begin + length, len(data)), heard=heard.append)
    plain = io.BytesIO(data[begin : begin + length])
    read = 0
    for _ in range(6):
        if random.random() < 0.4:
            to, whence = random.choice(((0, 0), (3, 0), (0, 1), (0, 2), (-1, 2)))
            if to + (len(plain.getvalue()) if whence == 2 else 0) >= 0:
                assert stream.seek(to, whence) == plain.seek(to, whence)
        size = random.choice((-1, None, 0, 1, 7))
        piece = plain.read(size)
        assert stream.read(size) == piece and stream.tell() == plain.tell()
        read += len(piece)
    assert sum(heard) == read and stream.seekable() and stream.readable()


def test_lines_of_an_excerpt_keep_their_numbers(tmp_path: Path) -> None:
    stream = Excerpt(io.BytesIO(b"x\n" + HEAD + b"\n" + HAND), 2, lines_before=1)
    assert [one.number for one in lines(stream)] == [2, 4]


def test_told_begins_with_what_was_told() -> None:
    told = Told({("unknown-key", "weather")})
    assert not told.first_time("unknown-key", "weather") and told.first_time("unknown-key", "mood")
    assert told.keys == {("unknown-key", "weather"), ("unknown-key", "mood")}


@pytest.mark.parametrize(
    ("length", "tasks", "parts"), [(0, 5, 1), (10, 5, 1), (400, 5, 1), (1_200, 5, 3), (9_999, 5, 8)]
)
def test_parts_grow_with_the_archive_up_to_a_bound(length: int, tasks: int, parts: int, tmp_path: Path) -> None:
    path = tmp_path / "a.spoil"
    path.write_bytes(b"x" * length)
    assert size_of_parts([Source(str(path), "a")], tasks, part=10) == 10 * parts
