"""Streams, signals, paths and surroundings, in processes; the number in each id is a row of reliability.md."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from test_reader import HAND, HEAD

SPOILREC = f"'{sys.executable}' -m spoilrec"
BAD = b'{"type":"hand"}\n'
USAGE = "legal --trump S --lead 7S --hand '5S AH KD 9C'"
COMMANDS = {
    "validate": "validate bad.spoil",
    "validate-json": "validate -f json ok.spoil",
    "validate-github": "validate -f github bad.spoil",
    "validate-sarif": "validate -f sarif ok.spoil",
    "replay": "replay ok.spoil",
    "replay-step": "replay --step ok.spoil",
    "replay-jsonl": "replay -f jsonl ok.spoil",
    "replay-markdown": "replay -f markdown ok.spoil",
    "legal": USAGE,
    "legal-json": f"{USAGE} --format json",
    "explain": "explain",
    "explain-code": "explain revoke",
    "rules": "rules",
    "rules-two": "rules spoil-five/1 twenty-five/1",
    "schema": "schema",
    "fmt-diff": "fmt --diff odd.spoil",
    "fmt-stdin": "fmt - <odd.spoil",
    "version": "--version",
    "help": "--help",
}
SOME = ("validate", "validate-json", "replay", "legal", "rules", "fmt-diff", "fmt-stdin", "version", "help")


def cases(names: Iterable[str], prefix: str) -> list[ParameterSet]:
    """Cases with the row in their ids."""
    found = []
    for name in names:
        found.append(pytest.param(name, id=f"{prefix}-{name}"))
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a sound record, one with an error, one that is not canonical, and a long one."""
    folder = tmp_path_factory.mktemp("streams")
    Path(folder, "ok.spoil").write_bytes(HEAD + HAND)
    Path(folder, "bad.spoil").write_bytes(HEAD.replace(b"Aoife", "Séan ♠".encode()) + HAND + BAD)
    Path(folder, "odd.spoil").write_bytes(HEAD.replace(b"Aoife", "Séan ♠".encode()) + HAND.replace(b",", b", "))
    Path(folder, "long.spoil").write_bytes(HEAD + (HAND + BAD) * 1000)
    return folder


@pytest.fixture(scope="module", autouse=True)
def _cached_bytecode(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiling the program anew would be most of the time of most tests here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("bytecode")))
        yield


def shell(line: str, folder: Path, **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of bash in which `spoilrec` stands for the program."""
    line = re.sub(r"\bspoilrec\b", SPOILREC, line)
    return subprocess.run(
        ["bash", "-c", line], cwd=folder, env={**os.environ, **env}, stdin=subprocess.DEVNULL, capture_output=True,
        timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("command", cases(SOME, "row64"))
def test_a_full_output_is_an_error(command: str, folder: Path) -> None:
    ran = shell(f"spoilrec {COMMANDS[command]} >/dev/full", folder)
    assert ran.returncode == 2
    assert b"cannot write to standard output" in ran.stderr and b"Traceback" not in ran.stderr


@pytest.mark.parametrize("command", cases(SOME, "row65"))
def test_a_closed_output_is_an_error(command: str, folder: Path) -> None:
    ran = shell(f"spoilrec {COMMANDS[command]} >&-", folder)
    assert ran.returncode == 2 and b"standard output is closed" in ran.stderr


@pytest.mark.parametrize("command", cases(["validate", "replay-step", "fmt-stdin", "help"], "row66"))
def test_closed_input_and_closed_talk_change_nothing(command: str, folder: Path) -> None:
    line = f"spoilrec {COMMANDS[command]}"
    plain = shell(line, folder)
    for how in ("2>&-", "2>/dev/full", *(["<&-"] if "<" not in line else [])):
        ran = shell(f"{line} {how}", folder)
        assert (ran.returncode, ran.stdout) == (plain.returncode, plain.stdout), how
        assert ran.stderr in (b"", plain.stderr)


@pytest.mark.parametrize("words", ["validate -", "replay -", "fmt -"], ids=lambda words: f"row66-{words}")
def test_standard_input_that_is_closed_is_told(words: str, folder: Path) -> None:
    ran = shell(f"spoilrec {words} <&-", folder)
    assert ran.returncode == 2 and b"standard input is closed" in ran.stderr


@pytest.mark.parametrize("how", cases(["2>/dev/full", "2>&-", ">&-", ">/dev/full", ">&- 2>&-"], "row66"))
def test_usage_errors_with_closed_or_full_streams(how: str, folder: Path) -> None:
    ran = shell(f"spoilrec validate --nope {how}", folder)
    assert ran.returncode == 2 and ran.stdout == b""


PIPES = {
    **{name: f"spoilrec {COMMANDS[name]}" for name in ("replay-step", "explain", "schema", "help")},
    "long-validate": "spoilrec validate long.spoil",
    "long-jsonl": "spoilrec validate -f jsonl long.spoil",
    "long-sarif": "spoilrec validate -f sarif long.spoil",
    "long-replay": "spoilrec replay long.spoil",
    "long-fmt": "spoilrec fmt - <long.spoil",
}


@pytest.mark.parametrize("name", cases(PIPES, "row63"))
def test_a_closed_pipe_ends_quietly(name: str, folder: Path) -> None:
    ran = shell(f"{PIPES[name]} 2>talk | head -n 1 >/dev/null; echo ${{PIPESTATUS[0]}}; cat talk", folder)
    status, *talk = ran.stdout.decode().splitlines()
    assert int(status) in (0, 1)
    assert not any("Error" in row or "Traceback" in row or "Broken" in row for row in talk)


@pytest.mark.parametrize("command", cases(["validate long.spoil", "--version", "--help"], "row63"))
def test_a_pipe_that_nobody_ever_reads(command: str, folder: Path) -> None:
    line = f"(sleep 0.7; exec spoilrec {command}) 2>talk | true; echo ${{PIPESTATUS[0]}}; cat talk"
    status, *talk = shell(line, folder).stdout.decode().splitlines()
    assert status == "0" and talk == []


INPUTS = {
    "stdin": "spoilrec validate -f json - <ok.spoil",
    "dev-stdin": "spoilrec validate -f json /dev/stdin <ok.spoil",
    "dev-stdin-pipe": "cat ok.spoil | spoilrec validate -f json /dev/stdin",
    "pipe": "cat ok.spoil | spoilrec validate -f json -",
    "process": "spoilrec validate -f json <(cat ok.spoil)",
    "fifo": "mkfifo f; cat ok.spoil >f & spoilrec validate -f json f; rm f",
    "gzip-pipe": "gzip -c ok.spoil | spoilrec validate -f json -",
    "slow-pipe": "(head -c 50 ok.spoil; sleep 0.3; tail -c +51 ok.spoil) | spoilrec validate -f json -",
    "replay-pipe": "spoilrec replay -f jsonl <(cat ok.spoil) >&2; spoilrec validate -f json <(cat ok.spoil)",
}


@pytest.mark.parametrize("name", cases(INPUTS, "row56"))
def test_records_from_anything_that_can_be_read(name: str, folder: Path) -> None:
    ran = shell(INPUTS[name], folder)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["summary"]["judged"] == 1


REFUSED = {
    "replay-folder": ("replay .", "it is a folder"),
    "empty-folder": ("validate empty", "empty/*.spoil: no file matches"),
    "missing": ("validate nosuch.spoil", "no such file"),
    "no-match": ("validate 'no*.spoil'", "no*.spoil: no file matches"),
    "forbidden": ("validate /proc/self/mem", "cannot read"),
    "kernel": ("replay /proc/self/mem", "cannot read"),
    "below-a-file": ("validate ok.spoil/x", "not a directory"),
    "too-long": ("validate " + "x" * 300, "too long"),
    "rules": ("validate --rules nope ok.spoil", "is no preset"),
    "no-hand": ("replay --hand 9 ok.spoil", "has no hand 9"),
}


@pytest.mark.parametrize("name", cases(REFUSED, "row56-row72"))
def test_what_cannot_be_run_is_one_line_and_status_2(name: str, folder: Path) -> None:
    folder.joinpath("empty").mkdir(exist_ok=True)
    words, says = REFUSED[name]
    ran = shell(f"spoilrec {words}", folder)
    assert ran.returncode == 2
    assert says in ran.stderr.decode() and b"Traceback" not in ran.stderr
    assert ran.stderr.count(b"spoilrec: ") == 1


def test_row56_a_folder_is_read_without_following_links(folder: Path, tmp_path: Path) -> None:
    tmp_path.joinpath("b.spoil").write_bytes(HEAD + HAND)
    tmp_path.joinpath("a").mkdir()
    tmp_path.joinpath("a", "c.spoil").write_bytes(HEAD + HAND)
    tmp_path.joinpath("a", "loop").symlink_to(tmp_path)
    tmp_path.joinpath("notes.txt").write_text("no record")
    assert json.loads(shell("spoilrec validate -f json .", tmp_path).stdout)["summary"]["files"] == 2


@pytest.mark.parametrize("source", ["/dev/zero", "<(yes)"], ids=lambda source: f"row18-{source}")
def test_an_endless_source_is_refused(source: str, tmp_path: Path) -> None:
    ran = shell(f"ulimit -f 20000; exec timeout 60 spoilrec validate {source}", tmp_path)
    assert ran.returncode in (1, 2) and b"SR006" in ran.stdout


LIMITS = {
    "row57-20-files": ("ulimit -n 20; spoilrec validate -f json $(for i in $(seq 100); do echo ok.spoil; done)", 100),
    "row57-20-files-fmt": ("ulimit -n 20; spoilrec fmt --check $(yes ok.spoil | head -100);"
                           " spoilrec validate -f json ok.spoil", 1),
    "row58-memory": ("ulimit -v 300000; spoilrec validate -f json <(cat ok.spoil; tail -n +2 ok.spoil)", 2),
    "row18-gzip-bomb": ("ulimit -v 300000; (cat ok.spoil; head -c 20000000 /dev/zero) | gzip -1 >bomb.gz;"
                        " spoilrec validate -f json bomb.gz", 1),
    "row18-huge-lines": ("ulimit -v 300000; (cat ok.spoil; head -c 20000000 /dev/zero; echo; tail -n 1 ok.spoil) |"
                         " spoilrec validate -f json -", 2),
}  # fmt: skip


@pytest.mark.parametrize("name", cases(LIMITS, "limit"))
def test_within_narrow_limits(name: str, folder: Path) -> None:
    line, hands = LIMITS[name]
    ran = shell(line, folder)
    assert ran.stderr == b"" and json.loads(ran.stdout)["summary"]["judged"] == hands


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["row67-INT", "row68-TERM"])
@pytest.mark.parametrize("words", [["validate", "-f", "jsonl", "-"], ["replay", "-"], ["fmt", "-"]], ids=lambda w: w[0])
def test_signals(number: signal.Signals, words: list[str]) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "spoilrec", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdin and child.stdout and child.stderr
    with child.stdin, child.stdout, child.stderr:
        child.stdin.write(HEAD)
        child.stdin.flush()
        status_file = Path(f"/proc/{child.pid}/status")
        caught = 1 << (number - 1)
        for _ in range(300):  # until the handler is there
            masks = re.search(r"SigCgt:\s*(\w+)", status_file.read_text())
            if masks and int(masks[1], 16) & caught and int(masks[1], 16) & 1 << (signal.SIGTERM - 1):
                break
            time.sleep(0.02)
        for _ in range(30):  # one that comes between two lines of the start may be lost, as at a terminal
            child.send_signal(number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(timeout=2)
                break
        assert child.returncode == 128 + number
        assert child.stderr.read() == b"" and child.stdout.read() == b""


@pytest.mark.parametrize("command", cases(SOME, "row72"))
def test_no_colour_and_no_question_without_a_terminal(command: str, folder: Path) -> None:
    ran = shell(f"spoilrec {COMMANDS[command]}", folder, FORCE_COLOR="1", GITHUB_ACTIONS="true", TERM="xterm-256color")
    assert b"\x1b" not in ran.stdout + ran.stderr


# The surroundings that must not change a byte

SURROUNDINGS: dict[str, dict[str, str]] = {
    "row73-hash-seed-0": {"PYTHONHASHSEED": "0"},
    "row73-hash-seed-1": {"PYTHONHASHSEED": "1"},
    "row73-hash-seed-random": {"PYTHONHASHSEED": "random"},
    "row76": {"TZ": "Asia/Kolkata", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "COLUMNS": "20", "LINES": "5"},
    "row80-optimised": {"PYTHONOPTIMIZE": "1"},
    "row80-warnings-and-dev-mode": {"PYTHONWARNINGS": "error", "PYTHONDEVMODE": "1"},
}
SAMPLE = ("validate", "validate-sarif", "replay-markdown", "rules")
ALL = " ; ".join(f"spoilrec {COMMANDS[name]} ; echo $?" for name in SAMPLE)


@pytest.fixture(scope="module")
def usual(folder: Path) -> subprocess.CompletedProcess[bytes]:
    return shell(ALL, folder, PYTHONUTF8="1")


@pytest.mark.parametrize("name", cases(SURROUNDINGS, "surroundings"))
def test_surroundings_change_no_byte(name: str, folder: Path, usual: subprocess.CompletedProcess[bytes]) -> None:
    ran = shell(ALL, folder, **{"PYTHONUTF8": "1", **SURROUNDINGS[name]})
    talk = [row for row in ran.stderr.splitlines(keepends=True) if not row.startswith(b"bash: warning: setlocale")]
    assert (ran.stdout, b"".join(talk)) == (usual.stdout, usual.stderr)


NARROW: dict[str, dict[str, str]] = {
    "ascii": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "latin-1": {"PYTHONIOENCODING": "latin-1"},
    "ascii-strict": {"PYTHONIOENCODING": "ascii:strict"},
    "utf-16": {"PYTHONIOENCODING": "utf-16"},
}


@pytest.mark.parametrize("name", cases(NARROW, "row45"))
def test_narrow_encodings_make_no_traceback(name: str, folder: Path, usual: subprocess.CompletedProcess[bytes]) -> None:
    ran = shell(ALL, folder, **{"PYTHONUTF8": "0", **NARROW[name]})
    assert b"Traceback" not in ran.stderr and b"fault of spoilrec" not in ran.stderr
    if name != "utf-16":
        statuses = re.compile(rb"^\d$", re.MULTILINE)
        assert statuses.findall(ran.stdout) == statuses.findall(usual.stdout)
        assert ran.stdout.isascii() or name == "latin-1"


@pytest.mark.parametrize("name", ["ascii", "latin-1"], ids=lambda name: f"row45-{name}")
def test_a_record_is_utf_8_whatever_the_surroundings(name: str, folder: Path) -> None:
    plain, ran = (
        shell("spoilrec fmt - <odd.spoil", folder, **env) for env in ({}, {"PYTHONUTF8": "0", **NARROW[name]})
    )
    assert plain.returncode == ran.returncode == 0 and ran.stdout == plain.stdout and "Séan ♠".encode() in ran.stdout
