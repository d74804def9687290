"""Hazards of shared/reliability.md and bad-files.md at the size of an archive, for `validate`, `tabulate`, `convert`.

| rows of reliability.md | where |
|---|---|
| 32, 33 gzip | here; cut anywhere and flipped bits: `test_reader` (test_gzip_...), `findings/SR009`, `findings/SR021` |
| 34 zip, tar, zst, xz | here |
| 39 to 42 text going out | `test_tabulate_surface` (row45-...), `test_tabulate`, `test_convert` (formulas) |
| 44 odd names of files | here; for other commands `test_reliability` |
| 52 names made of data | here: nothing is |
| 53 links in folders | here and `test_streams` (row56) |
| 54 links, devices, the input itself | here |
| 55 files for a while | here |
| 57 many files | here; `validate`, `fmt`: `test_streams` (row57) |
| 58 memory | here; `test_streams` (row58), `test_reliability` (row19-row58) |
| 59, 60 time | here; `test_reliability` (row59, row60), `test_reader` |
| 61 no code in data | here |
| 62, 67 to 69, 74 processes | `test_spread...` |

Rows 8, 14, 41, 44, 45 of bad-files.md: here, 45 in `test_tabulate_surface`.
"""

import ast
import csv
import gc
import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import tracemalloc
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from commands import Ran, spoilrec, spoilrec_process
from making_sessions import lawful_session, written
from test_archive_walk import same, told
from test_reader import HAND, HEAD, calls
from test_reliability import EVIL, GROWING, NAMES_OF_FILES, UNSAFE
from test_streams import shell

import spoilrec as package
from spoilrec.archive.arrays import ahead, fast
from spoilrec.archive.arrays.fast import walk_fast
from spoilrec.archive.source import Source
from spoilrec.archive.tables.gather import Block, file_blocks
from spoilrec.archive.tables.store import Store
from spoilrec.cli.streams import Quit, quit_for
from spoilrec.record.store import MOST_TIMES, is_long

ROOT = Path(__file__).parent.parent
SAMPLES = str(ROOT / "samples")
FRIDAY = f"{SAMPLES}/friday.spoil"
EVENING = written(lawful_session(Random(1), "spoil-five/1", 40))
EVENINGS = 60
LONG = EVENING * EVENINGS
HANDS = 40 * EVENINGS


def all_three(path: Path, folder: Path) -> tuple[Ran, Ran, Ran]:
    """Give what the three commands say to a file; `convert` writes CSV into the folder."""
    return (
        spoilrec("validate", str(path)),
        spoilrec("tabulate", str(path), "--show", "hands,faulty"),
        spoilrec("convert", str(path), "--to", str(folder / "t.csv"), "--force"),
    )


def hands_of(folder: Path) -> list[dict[str, str]]:
    with (folder / "t.csv" / "hands.csv").open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


# One bad line among many good ones

LINE = EVENING.splitlines(keepends=True)[1]
"""The first hand of each evening."""
DIGITS = b"9" * 1000
BAD: dict[str, tuple[bytes, str]] = {
    "row14-line-of-a-megabyte": (LINE.replace(b'"no":1', b'"no":1,"note":"' + b"a" * (1 << 20) + b'"'), "SR008"),
    "row14-100000-brackets": (LINE.replace(b'"no":1', b'"no":1,"k":' + b"[" * 100_000), "SR001"),
    "row14-100000-objects": (b'{"type":"hand","k":' + b'{"a":' * 100_000 + b"\n", "SR001"),
    "row14-1000-digits": (LINE.replace(b'"no":1', b'"no":' + DIGITS), "SR016"),
    "row14-1000-digits-in-settle": (re.sub(rb'"settle":\[-?\d+', b'"settle":[' + DIGITS, LINE), "SR016"),
    "row14-nan": (LINE.replace(b'"no":1', b'"no":NaN'), "SR001"),
    "row14-1e400": (LINE.replace(b'"no":1', b'"no":1e400'), "SR016"),
    "row14-cut": (LINE[: len(LINE) // 2] + b"\n", "SR001"),
    "row14-nul": (LINE[:50] + b"\0" + LINE[50:], "SR005"),
    "row14-latin-1": (LINE.replace(b'"no":1', b'"no":1,"note":"Se\xe1n"'), "SR003"),
}


@pytest.mark.parametrize("name", BAD)
def test_one_bad_line_costs_one_hand_and_is_told_as_ever(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "FEWEST", 1)
    bad, code = BAD[name]
    record = EVENING * 2 + EVENING.replace(LINE, bad, 1) + EVENING * 2
    assert same(record) >= 2 * 40
    all_of_it, _ = told(record, in_arrays=True)
    assert [(one.code, one.line) for one in all_of_it.found] in (
        [("SR609", 84), (code, 84)],  # what lies in the pool is not known behind it
        [(code, 84), ("SR609", 84)],
    )
    assert all_of_it.counts.unread == 1 and all_of_it.counts.judged == 199


def test_a_session_line_that_is_skipped_for_its_length_leaves_nothing_to_judge_by() -> None:
    other = EVENING.replace(b'"type":"session"', b'"type":"session","note":"' + b"a" * (1 << 20) + b'"', 1)
    assert b'"note"' in other
    record = EVENING + other + EVENING
    same(record)
    all_of_it, _ = told(record, in_arrays=True)
    assert [(one.code, one.line) for one in all_of_it.found] == [("SR008", 42), ("SR101", 43)]
    assert (all_of_it.counts.judged, all_of_it.counts.part) == (80, 40)


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[int, str]]:
    """Many hands, ten of them bad; also the lines of these with their codes."""
    path = tmp_path_factory.mktemp("long") / "long.spoil"
    lines = LONG.splitlines(keepends=True)
    wanted = {}
    for nth, (bad, code) in enumerate(BAD.values()):
        at = 41 * (5 + 5 * nth) + 1
        assert lines[at] == LINE
        lines[at] = bad
        wanted[at + 1] = code
    path.write_bytes(b"".join(lines))
    with path.open("rb") as stream:
        assert is_long(stream)
    return path, wanted


def test_row14_each_of_ten_bad_lines_among_thousands_is_named(
    damaged: tuple[Path, dict[int, str]], tmp_path: Path
) -> None:
    path, wanted = damaged
    judged, counted, made = all_three(path, tmp_path)
    found = re.findall(r"long\.spoil:(\d+):\d+: (SR0\d\d) error", judged.out)
    assert {int(line): code for line, code in found} == wanted and "10 not read" in judged.err
    assert str(HANDS - 10) in counted.out and "Left out: 10 not readable." in counted.out
    for ran in (counted, made):
        assert {int(line): code for line, code in re.findall(r"long\.spoil:(\d+): (SR\d+):", ran.err)} == wanted
    assert [ran.status for ran in (judged, counted, made)] == [1, 1, 1]
    rows = hands_of(tmp_path)
    assert {int(row["line"]) for row in rows if row["status"] == "unread"} == set(wanted) and len(rows) == HANDS
    assert all(len(line) < 600 for ran in (judged, counted, made) for line in (ran.out + ran.err).split("\n"))


HAND_BY_HAND = {
    "row41-repeated-number": (b'"no":20,', b'"no":19,'),
    "row41-jump": (b'"no":20,', b'"no":29,'),
    "row41-back": (b'"no":20,', b'"no":2,'),
    "row44-unknown-key": (b'"no":20,', b'"no":20,"weather":"rain",'),
    "row44-x": (b'"no":20,', b'"no":20,"x-mood":"good",'),
    "row44-unknown-type": (b'{"type":"hand","no":20,', b'{"type":"weather","text":"rain"}\n{"type":"hand","no":20,'),
    "row45-evil-key": (b'"no":20,', b'"no":20,' + json.dumps(EVIL).encode() + b":1,"),
    "row45-evil-note": (b'"no":20,', b'"no":20,"note":' + json.dumps(EVIL).encode() + b","),
}


@pytest.mark.parametrize("name", HAND_BY_HAND)
@pytest.mark.parametrize("often", [1, 3])
def test_oddities_in_the_midst_are_told_as_line_by_line(name: str, often: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "FEWEST", 1)
    record = EVENING * 2 + EVENING.replace(*HAND_BY_HAND[name]) * often + EVENING * 2
    assert same(record) >= 4 * 30
    quick, _ = told(record, in_arrays=True)
    told_of = [one.code for one in quick.found if one.line > 82 and one.code not in ("SR015", "SR901")]
    wanted = {"row41": often, "row44": 0 if name.endswith("-x") else 1, "row45": "key" in name}[name[:5]]
    assert len(told_of) >= wanted and (told_of != [] or not wanted)
    assert quick.counts.judged == 40 * (4 + often)


# gzip and other packed files


def test_row8_row33_packed_archives_are_read_by_content_member_by_member(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(LONG)
    (tmp_path / "packed").write_bytes(b"".join(gzip.compress(EVENING * 12, 1) for _ in range(5)))
    outs = [spoilrec("tabulate", str(tmp_path / name), "-f", "csv", "-q").out for name in ("plain", "packed")]
    assert outs[0] == outs[1] and outs[0].count(f",{HANDS},") >= 1


@pytest.mark.parametrize("name", ["row8-cut", "row33-flipped", "row33-garbage-behind"])
def test_damage_of_a_packed_archive_is_told_and_what_is_before_it_counts(name: str, tmp_path: Path) -> None:
    packed = gzip.compress(EVENING * 12, 1, mtime=0)
    (tmp_path / "a.gz").write_bytes(
        {
            "row8-cut": packed[: len(packed) // 2],
            "row33-flipped": packed[:-100] + bytes([packed[-100] ^ 0x55]) + packed[-99:],
            "row33-garbage-behind": packed + b"garbage",
        }[name]
    )
    judged, counted, made = all_three(tmp_path / "a.gz", tmp_path)
    assert judged.out.count("SR009") == 1 and "SR009" in counted.err and "SR009" in made.err
    assert [ran.status for ran in (judged, counted, made)] == [1, 1, 1]
    rows = [row["status"] for row in hands_of(tmp_path)]
    least, most = {"row8-cut": (0.1, 0.6), "row33-flipped": (0.5, 0.999), "row33-garbage-behind": (1, 1)}[name]
    assert least * 480 <= rows.count("judged") <= most * 480
    for text in (judged.err, counted.out):
        assert f" {rows.count('judged')} judged, {rows.count('part')} " in text


def test_row33_damage_is_told_however_many_lines_were_told_before(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(HEAD + b"{\n" * 40 + HAND * 9)[:-9])
    _, counted, made = all_three(tmp_path / "a.gz", tmp_path)
    for ran in (counted, made):
        assert ran.err.count("SR001") == 20 and ran.err.count("SR009") == 1 and "41 lines could not be read" in ran.err


@pytest.mark.parametrize("filling", [b"\0", b" " * 999 + b"\n"], ids=["nul", "blank"])
def test_row32_a_gzip_bomb_stops_at_a_limit_that_is_told(filling: bytes, tmp_path: Path) -> None:
    """60 MB out of a few hundred kB at most: reading stops long before."""
    path = tmp_path / "bomb.gz"
    with gzip.open(path, "wb", compresslevel=9) as stream:
        stream.write(HEAD + HAND)
        for _ in range(60):
            stream.write(filling * ((1 << 20) // len(filling)))
    assert path.stat().st_size < 300_000
    before = time.process_time()
    judged, counted, made = all_three(path, tmp_path)
    assert time.process_time() - before < 20
    for text in (judged.out, counted.err, made.err):
        assert f"unpacks to more than {MOST_TIMES} times its size" in text
    assert "gunzip -c FILE | spoilrec" in judged.out and "1 judged" in judged.err and len(hands_of(tmp_path)) == 1
    assert [ran.status for ran in (judged, counted, made)] == [1, 1, 1]


def test_row32_fmt_does_not_write_half_of_a_bomb(tmp_path: Path) -> None:
    path = tmp_path / "bomb.spoil.gz"
    path.write_bytes(gzip.compress(HEAD + HAND.replace(b",", b", ") + (b" " * 999 + b"\n") * 6000, 9))
    before = path.read_bytes()
    ran = spoilrec("fmt", str(path))
    assert ran.status != 0 and path.read_bytes() == before


def packed_in(kind: str) -> bytes:
    out = io.BytesIO()
    match kind:
        case "zip":
            with zipfile.ZipFile(out, "w") as archive:  # not compressed: the lines lie there as plain text
                archive.writestr("../../friday.spoil", EVENING)
            return out.getvalue()
        case "tar" | "tar.gz":
            import tarfile

            with tarfile.open(fileobj=out, mode="w") as bundle:
                member = tarfile.TarInfo("../../friday.spoil")
                member.size = len(EVENING)
                bundle.addfile(member, io.BytesIO(EVENING))
            return gzip.compress(out.getvalue()) if kind == "tar.gz" else out.getvalue()
        case "xz":
            import lzma

            return lzma.compress(EVENING)
        case "bz2":
            import bz2

            return bz2.compress(EVENING)
        case _:
            return {"zst": b"\x28\xb5\x2f\xfd\x04\x00", "7z": b"7z\xbc\xaf\x27\x1c\x00\x04"}[kind] + EVENING


@pytest.mark.parametrize("kind", ["zip", "tar", "tar.gz", "xz", "bz2", "zst", "7z"])
def test_row34_other_packed_files_are_told_once_and_never_unpacked(kind: str, tmp_path: Path) -> None:
    (tmp_path / f"a.{kind}").write_bytes(packed_in(kind))
    judged, counted, made = all_three(tmp_path / f"a.{kind}", tmp_path)
    name = {"zip": "a zip archive", "tar": "a tar archive", "tar.gz": "a tar archive"}.get(kind, "other than gzip")
    for text in (judged.out, counted.err, made.err):
        assert text.count("SR006") == 1 and name in text and "unpack it first" in text
    assert "hands" not in counted.out.replace("0 hands", "").split("\n")[-2] and hands_of(tmp_path) == []
    assert {path.name for path in tmp_path.iterdir()} == {f"a.{kind}", "t.csv"}


# Paths


@pytest.mark.parametrize("name", NAMES_OF_FILES, ids=[f"row44-{name!r}" for name in NAMES_OF_FILES])
def test_odd_names_of_files_are_shown_escaped(name: bytes, tmp_path: Path) -> None:
    path = tmp_path / (name.decode("utf-8", "surrogateescape") + ".spoil")
    path.write_bytes(HEAD + HAND + b'{"type":"hand"}\n')
    for form in ("table", "csv"):
        ran = spoilrec("tabulate", "sessions", str(path), "--format", form)
        assert ran.status == 1 and not UNSAFE.search(ran.out + ran.err) and "\udce1" not in ran.out
    ran = spoilrec("convert", str(path), "--to", str(tmp_path / "t.jsonl"))
    assert ran.status == 1 and not UNSAFE.search(ran.err)
    target = tmp_path / (name.decode("utf-8", "surrogateescape") + ".csv")
    ran = spoilrec("convert", str(path), "--to", str(target))
    assert ran.status in (1, 2) and not UNSAFE.search(ran.err) and "Traceback" not in ran.err


def test_row52_no_path_is_made_of_the_words_of_a_record(tmp_path: Path) -> None:
    names = ["../../etc/passwd", "CON", "n" * 300, "-rf", "C:\\x", "/tmp/x", "a\x00b"]
    lines = [{"type": "session", "spoilrec": 1, "rules": "spoil-five/1", "players": names, "place": "../up"},
             {"type": "hand", "no": 1, "dealer": "A", "won": "-"}]  # fmt: skip
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "a.spoil").write_text("".join(json.dumps(line) + "\n" for line in lines))
    before = set(tmp_path.rglob("*"))
    for ending in (".csv", ".jsonl", ".parquet", ".duckdb"):
        spoilrec("convert", str(inside), "--to", str(inside / f"t{ending}"))
    spoilrec("tabulate", str(inside), "--plot", f"net:{inside}/t.svg", "--format", "csv")
    made = {path.relative_to(inside).as_posix() for path in set(tmp_path.rglob("*")) - before}
    tables = {f"t{ending}/{name}{ending}" for ending in (".csv", ".jsonl", ".parquet")
              for name in ("hands", "seats", "plays")}  # fmt: skip
    assert made == {*tables, "t.csv", "t.jsonl", "t.parquet", "t.duckdb", "t.svg"}


def test_row53_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.spoil").write_bytes(EVENING)
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "twice").symlink_to(tmp_path / "a")
    ran = spoilrec("tabulate", str(tmp_path), "--show", "hands", "--format", "json")
    assert json.loads(ran.out)["rows"][0]["measures"]["hands"]["value"] == 40
    (tmp_path / "self.spoil").symlink_to(tmp_path / "self.spoil")
    ran = spoilrec("tabulate", str(tmp_path), "--show", "hands")
    assert ran.status == 1 and "too many levels" in ran.err and "40" in ran.out


@pytest.mark.parametrize("ending", [".csv", ".duckdb"])
def test_row54_a_link_stays_a_link(ending: str, tmp_path: Path) -> None:
    for name in ("real", "other"):
        (tmp_path / name).mkdir()
    assert spoilrec("convert", FRIDAY, "--to", str(tmp_path / "real" / f"t{ending}")).status == 0
    link = tmp_path / f"link{ending}"
    link.symlink_to(tmp_path / "real" / f"t{ending}")
    assert "--force" in spoilrec("convert", FRIDAY, "--to", str(link)).err
    assert spoilrec("convert", f"{SAMPLES}/worked-hand-spoil-five.spoil", "--to", str(link), "--force").status == 0
    assert link.is_symlink() and (tmp_path / "real" / f"t{ending}").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["real", "other", link.name])


def test_row54_a_picture_goes_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.svg").write_text("old")
    (tmp_path / "link.svg").symlink_to(tmp_path / "real.svg")
    words = ("tabulate", FRIDAY, "--plot", f"net:{tmp_path}/link.svg", "--format", "csv", "-q")
    assert spoilrec(*words).status == 2 and (tmp_path / "real.svg").read_text() == "old"
    assert spoilrec(*words, "--force").status == 0
    assert (tmp_path / "link.svg").is_symlink() and (tmp_path / "real.svg").read_bytes().startswith(b"<?xml")


def test_row54_the_record_itself_is_no_target(tmp_path: Path) -> None:
    path = tmp_path / "evening.csv"
    path.write_bytes(EVENING)
    (tmp_path / "link.csv").symlink_to(path)
    for target in (path, tmp_path / "link.csv"):
        ran = spoilrec("convert", str(path), "--to", str(target), "--force")
        assert ran.status == 2 and "one of the records themselves" in ran.err and path.read_bytes() == EVENING


def test_row54_a_device_is_no_target(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    ran = spoilrec("convert", FRIDAY, "--to", str(tmp_path / "pipe.csv"), "--force")
    assert ran.status == 2 and "neither a file nor a folder" in ran.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["INT", "TERM"])
def test_row55_nothing_is_left_of_a_run_that_was_stopped(number: signal.Signals, tmp_path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "spoilrec", "convert", "-", "--to", str(tmp_path / "t.csv")],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    assert child.stdin is not None
    with child.stdin:
        child.stdin.write(EVENING)
        child.stdin.flush()
        for _ in range(400):
            if list(tmp_path.glob(".spoilrec-*")):
                break
            time.sleep(0.05)
        child.send_signal(number)
        assert child.wait(timeout=30) == 128 + number
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", ["convert --to t.csv", "tabulate players"])
def test_row55_a_signal_that_duckdb_makes_an_error_of(
    words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupted(store: Store, sql: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        try:
            quit_for(signal.SIGTERM)
        except Quit:
            raise RuntimeError("Query interrupted") from None
        return []

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Store, "run", interrupted)
    command, *rest = words.split()
    ran = spoilrec(command, *rest, FRIDAY)
    assert ran.status == 128 + signal.SIGTERM and "fault" not in ran.err
    assert list(tmp_path.iterdir()) == []


def test_row55_nothing_is_left_where_the_target_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a file where a folder must go")
    spoilrec("convert", FRIDAY, "--to", str(tmp_path / "t.csv"), "--force")
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


@pytest.mark.parametrize("words", ["tabulate", "convert --to t.csv --force"])
def test_row57_files_are_opened_one_at_a_time(words: str, tmp_path: Path) -> None:
    command, *rest = words.split(" ", 1)
    for number in range(40):
        (tmp_path / f"{number}.spoil").write_bytes(HEAD + HAND)
    ran = shell(f"ulimit -n 24; spoilrec {command} *.spoil {''.join(rest)}", tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert b"40 hands" in ran.stderr + ran.stdout


def test_row57_very_many_paths() -> None:
    """They are listed without being opened, and each is told or counted; here they do not exist."""
    ran = spoilrec("validate", *(f"nowhere/{nth}.spoil" for nth in range(30_000)), "--quiet")
    assert ran.status == 2 and ran.err.count("cannot read nowhere/") == 30_000


# Memory and time


def test_row58_memory_does_not_grow_with_a_long_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "CHUNK", 1 << 15)
    monkeypatch.setattr(ahead, "CHUNK", 1 << 15)

    def most(evenings: int) -> int:
        gc.collect()
        stream = io.BytesIO(EVENING * evenings)
        tracemalloc.start()
        sum(1 for _ in walk_fast("x", stream))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    assert any(most(120) < 1.3 * most(30) for _ in range(3))


@pytest.mark.parametrize("condition", ["regexp_matches(place, '^(a+)+$')", "place LIKE '%a%a%a%a%a%a%b'",
                                       "place SIMILAR TO '(a|aa)+b'"])  # fmt: skip
def test_row59_no_pattern_of_a_condition_runs_wild(condition: str, tmp_path: Path) -> None:
    head = HEAD.replace(b'"players"', b'"place":"' + b"a" * 20_000 + b'!","players"')
    (tmp_path / "a.spoil").write_bytes(head + HAND)
    before = time.process_time()
    ran = spoilrec("tabulate", str(tmp_path / "a.spoil"), "--show", "hands", "--where", condition)
    assert ran.status == 0 and time.process_time() - before < 30  # a backtracking matcher would not end at all


ORDINARY = {
    "evenings": lambda n: EVENING * n,
    "one-evening": lambda n: HEAD + HAND * (8 * n),
    "bad-lines": lambda n: EVENING + b"{\n" * (8 * n),
    "repeated-numbers": lambda n: EVENING + LINE * (5 * n),
}


@pytest.mark.parametrize("name", [*ORDINARY, *GROWING], ids=lambda name: f"row60-{name}")
def test_ten_times_as_much_is_about_ten_times_the_work(name: str) -> None:
    make = ORDINARY.get(name) or GROWING[name]

    def work(count: int) -> int:
        record = make(count)
        return calls(lambda: list(walk_fast("x", io.BytesIO(record))))

    assert work(20) <= 20 * work(2)


@pytest.mark.parametrize("name", ORDINARY, ids=lambda name: f"row60-rows-{name}")
def test_rows_are_ten_times_the_work_for_ten_times_as_much(name: str, tmp_path: Path) -> None:
    def work(count: int) -> int:
        path = tmp_path / f"{count}.spoil"
        path.write_bytes(ORDINARY[name](count))
        return calls(lambda: [block for block in file_blocks(Source(str(path), "x")) if isinstance(block, Block)])

    work(1)
    assert work(5) <= 10 * work(1)


# Row 61: what a record says is never run


DANGEROUS = ("pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "yaml", "eval", "exec", "compile",
             "__import__", "system", "popen", "subprocess")  # fmt: skip
AMONG_PROCESSES = ("workers.py", "cluster.py", "spread.py")
"""What speaks with processes of our own, or with a cluster that the user named."""


def words_of(tree: ast.AST) -> Iterator[str]:
    """Give the names of what a module imports and calls."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0]
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name):
                yield called.id
            elif isinstance(called, ast.Attribute) and not (
                isinstance(called.value, ast.Name) and called.value.id == "re" and called.attr == "compile"
            ):
                yield called.attr


def test_row61_nothing_that_is_read_is_ever_run() -> None:
    folder = Path(package.__file__).parent
    files = sorted(folder.rglob("*.py"))
    assert len(files) > 100
    found = {
        (path.relative_to(folder).as_posix(), word)
        for path in files
        if path.name not in AMONG_PROCESSES
        for word in words_of(ast.parse(path.read_text(encoding="utf-8")))
        if word in DANGEROUS
    }
    assert found == set()


def test_row61_words_like_code_stay_words(tmp_path: Path) -> None:
    names = [
        "__import__('os').system('touch owned')",
        "!!python/object/apply:os.system [x]",
        "${touch owned}",
        "$(touch owned)",
    ]
    line = json.dumps({"type": "session", "spoilrec": 1, "rules": "spoil-five/1", "players": names}) + "\n"
    (tmp_path / "a.spoil").write_text(line + '{"type":"hand","no":1,"dealer":"A","won":"-"}\n')
    ran = spoilrec_process("tabulate", "a.spoil", "--by", "player", "--show", "hands", cwd=str(tmp_path))
    assert ran.returncode == 0 and all(name.encode() in ran.stdout for name in names)
    assert [path.name for path in tmp_path.iterdir()] == ["a.spoil"]
