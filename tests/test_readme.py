"""The README is true: its sessions, its Python, its two commands, its records, and every command in it."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from commands import spoilrec

from spoilrec.cli.app import COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _blocks(language: str) -> list[str]:
    return [text for kind, text in _BLOCK.findall(README) if kind == language]


def _sessions() -> list[tuple[str, str]]:
    parts = re.split(r"^\$ (.*)\n", "".join(_blocks("console")), flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize(("command", "output"), _sessions())
def test_the_terminal_session(command: str, output: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    ran = spoilrec(*shlex.split(command)[1:])
    assert ran.out.rstrip() == output.rstrip()


def test_the_python_runs() -> None:
    (code,) = _blocks("python")
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "Aoife (seat A) played 4H" in ran.stdout


def test_each_of_the_two_commands_is_one_line() -> None:
    tried, tested = _blocks("sh")
    assert tried.count("\n") == tested.count("\n") == 1
    assert README.index("## Try it") < README.index(tried) < README.index("## Test it") < README.index(tested)


def test_what_the_first_command_runs_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    runs = [shlex.split(part)[1:] for part in _blocks("sh")[0].split("&&") if "/spoilrec " in part]
    assert [run[0] for run in runs] == ["validate", "replay"]
    for run in runs:
        assert spoilrec(*run).status == 0


@pytest.mark.parametrize("record", _blocks("json"))
def test_its_records_are_sound(record: str) -> None:
    ran = spoilrec("validate", "-", "--level", "warning", stdin=record.encode())
    assert ran.status == 0, ran.out
    for line in record.splitlines():
        json.loads(line)


def test_its_sheet_becomes_the_record_below_it(tmp_path: Path) -> None:
    (sheet,) = _blocks("text")
    file = tmp_path / "friday.spoil"
    ran = spoilrec("record", str(file), "--from", "-", stdin=sheet.encode())
    assert ran.status == 0, ran.err
    assert file.read_text(encoding="utf-8") in _blocks("json")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_readme_and_shows_an_example(name: str) -> None:
    assert f"`spoilrec {name} " in README or f"`spoilrec {name}`" in README
    text = spoilrec(name, "--help").out
    assert f"Example: spoilrec {name}" in " ".join(text.split())


def test_the_format_page_has_a_sound_example() -> None:
    page = (ROOT / "schemas" / "README.md").read_text(encoding="utf-8")
    record = page[page.index('{"type":"session"') :]
    record = record[: record.index("```")]
    ran = spoilrec("validate", "-", "--level", "info", stdin=record.encode())
    assert (ran.status, ran.out) == (0, "")
