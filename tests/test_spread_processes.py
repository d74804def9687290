"""Several processes: the same bytes as one, also where workers are killed; none is left, however it ends."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from commands import spoilrec
from test_reader import HAND, HEAD
from test_streams import _cached_bytecode  # noqa: F401 - a fixture

BAD = HEAD + HAND + HAND  # two hands of one number: something is said of every session
DRIVER = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); sys.argv[0] = 'spoilrec'\n"
    "import spoilrec.archive.source as source, spoilrec.cli.progress as progress\n"
    "source.PART, source.PART_OF_ROWS, progress.PATIENCE = 5_000, 20_000, 99\n"
    "try: import prepared\n"
    "except ImportError: pass\n"
    "from spoilrec.cli import main; main()\n"
)
KILLER = """
import os, signal
from spoilrec.archive.crew import judged, packed
from spoilrec.archive.crew.judged import judge as real_judge
from spoilrec.archive.crew.packed import pack_rows as real_rows
def judge(sources, **named):
    return _alive(sources) and real_judge(sources, **named)
def pack_rows(sources, **named):
    return _alive(sources) and real_rows(sources, **named)
def _alive(sources):
    if sources[0].lines_before > 300 and not (os.path.exists({mark!r}) and {once}):
        open({mark!r}, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return True
judged.judge, packed.pack_rows = judge, pack_rows
"""

HALF_AN_ANSWER = """
import os, signal
from multiprocessing.connection import Connection
from spoilrec.archive.crew import judged
from spoilrec.archive.crew.judged import judge as real_judge
def judge(sources, **named):
    if sources[0].lines_before > 300 and not os.path.exists({mark!r}):
        Connection._send = half
    return real_judge(sources, **named)
def half(self, block):
    open({mark!r}, "w").close()
    os.write(self.fileno(), block[:len(block) // 2])
    os.kill(os.getpid(), signal.SIGKILL)
judged.judge = judge
"""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "archive.spoil"
    path.write_bytes(BAD * 200)
    return path


def command(folder: Path, *words: str) -> list[str]:
    """The command line of a process that cuts files into small parts; `prepared.py` in the folder comes first."""
    return [sys.executable, "-c", DRIVER, str(folder), *words]


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(folder, *words), capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("words", ["validate -f jsonl --jobs 3", "tabulate --by file,session -f csv --jobs 2"])
def test_row74_the_same_bytes_for_every_number_of_jobs(words: str, archive: Path, tmp_path: Path) -> None:
    one = spoilrec(*words.split()[:-2], str(archive))
    several = ran(tmp_path, *words.split(), str(archive))
    assert (several.returncode, several.stdout, several.stderr) == (one.status, one.out, one.err)


@pytest.mark.parametrize("words", ["validate -f jsonl", "tabulate -f csv"])
def test_row69_a_part_whose_worker_was_killed_is_read_by_another(words: str, archive: Path, tmp_path: Path) -> None:
    one = spoilrec(*words.split(), str(archive))
    tmp_path.joinpath("prepared.py").write_text(KILLER.format(mark=str(tmp_path / "killed"), once=True))
    several = ran(tmp_path, *words.split(), str(archive), "--jobs", "2")
    assert tmp_path.joinpath("killed").exists()
    assert (several.returncode, several.stdout, several.stderr) == (one.status, one.out, one.err)


def test_row69_a_worker_killed_in_the_middle_of_its_answer_is_noticed(archive: Path, tmp_path: Path) -> None:
    one = spoilrec("validate", "-f", "jsonl", str(archive))
    tmp_path.joinpath("prepared.py").write_text(HALF_AN_ANSWER.format(mark=str(tmp_path / "killed")))
    several = ran(tmp_path, "validate", "-f", "jsonl", str(archive), "--jobs", "2")
    assert tmp_path.joinpath("killed").exists()
    assert (several.returncode, several.stdout, several.stderr) == (one.status, one.out, one.err)


def test_row69_a_part_that_kills_every_worker_is_told(archive: Path, tmp_path: Path) -> None:
    small = tmp_path / "small.spoil"
    small.write_bytes(HEAD + HAND)
    archive.write_bytes(BAD * 120)
    tmp_path.joinpath("prepared.py").write_text(KILLER.format(mark=str(tmp_path / "killed"), once=False))
    told = (
        rf"spoilrec: cannot read {re.escape(str(archive))}, bytes \d+-{archive.stat().st_size}: the process .* killed"
    )
    validated = ran(tmp_path, "validate", str(archive), str(small), "--jobs", "2")
    assert validated.returncode == 2 and re.match(told, validated.stderr), validated.stderr
    assert "2 files, " in validated.stderr and f"{archive}:3:" in validated.stdout
    counted = ran(tmp_path, "tabulate", str(archive), str(small), "--jobs", "2")
    assert counted.returncode == 2 and counted.stdout == "" and re.match(told, counted.stderr), counted.stderr


# Signals


def group_of(leader: int) -> list[int]:
    """The processes of a group that are not over."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # it has ended meanwhile
            continue
        if int(group) == leader and state != "Z":
            found.append(int(stat.parent.name))
    return found


def opened_by(process: int) -> set[Path]:
    """The files that a process has open."""
    with suppress(OSError):  # it has closed one meanwhile
        return {one.readlink() for one in Path(f"/proc/{process}/fd").iterdir()}
    return set()


@contextmanager
def under_way(folder: Path, *words: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A command in a group of its own, when its workers have begun to answer."""
    with subprocess.Popen(
        command(folder, *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            for left in group_of(process.pid):
                os.kill(left, signal.SIGKILL)


def test_rows67_and_68_no_process_is_left_after_a_signal(archive: Path, tmp_path: Path) -> None:
    archive.write_bytes(BAD * 8000)
    for number, whole_group in (
        (signal.SIGINT, True), (signal.SIGTERM, False), (signal.SIGHUP, False), (signal.SIGKILL, False),
    ):  # fmt: skip
        with under_way(tmp_path, "validate", "-f", "jsonl", str(archive), "--jobs", "2") as process:
            assert process.stdout is not None and process.stderr is not None
            assert process.stdout.readline().startswith(b'{"code":')
            assert len(group_of(process.pid)) >= 4  # it, two workers and their server
            begin = time.monotonic()
            (os.killpg if whole_group else os.kill)(process.pid, number)
            rest, said = process.communicate(timeout=20)
            while group_of(process.pid):
                assert time.monotonic() - begin < 10, group_of(process.pid)
                time.sleep(0.02)
            assert b"summary" not in rest
            if number == signal.SIGKILL:
                assert process.returncode == -number
            else:
                assert process.returncode == 128 + number
                assert re.fullmatch(rb"spoilrec: stopped (%b) \(0 of 1 files\)\n" % HOW_FAR, said), said


def test_row68_a_signal_ends_the_program_also_in_the_middle_of_an_answer(archive: Path, tmp_path: Path) -> None:
    tmp_path.joinpath("prepared.py").write_text(
        HALF_AN_ANSWER.format(mark=str(tmp_path / "killed")).replace("SIGKILL", "SIGSTOP")
    )
    with under_way(tmp_path, "validate", "-f", "jsonl", str(archive), "--jobs", "2") as process:
        while not tmp_path.joinpath("killed").exists():
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
        assert process.returncode == 128 + signal.SIGTERM


HOW_FAR = rb"after [\d,]+ of about [\d,]+ hands|before the first hand was read"


def test_row67_nothing_is_left_of_a_table_that_was_stopped(archive: Path, tmp_path: Path) -> None:
    archive.write_bytes(BAD * 8000)
    target = tmp_path / "tables.csv"
    for jobs in ("1", "2"):
        with under_way(tmp_path, "convert", str(archive), "--to", str(target), "--jobs", jobs) as process:
            for _ in range(1000):
                if archive in opened_by(process.pid):
                    break
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            out, said = process.communicate(timeout=20)
        assert process.returncode == 130 and out == b"" and said.startswith(b"spoilrec: stopped ")
        assert sorted(one.name for one in tmp_path.iterdir()) == ["archive.spoil"]
