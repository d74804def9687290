"""What cannot be read is named by every command that only reads, and its exit status says so."""

import json
from pathlib import Path

import pytest
from commands import spoilrec
from test_reader import HAND, HEAD

COMMANDS = ("validate", "replay", "annotate", "tabulate", "convert --force --to t.csv")
OVER_MANY = ("validate -f json", "tabulate", "convert --force --to t.csv")
DAMAGED = {
    "bad50-empty": (b"", "SR101: there is no `session` line: the file is empty"),
    "blank": (b"\n\n", "SR101: there is no `session` line: the file is empty"),
    "no-record": (b"[Event 'x']\n", "SR006: this is no record"),
    "torn-hand": (HEAD + HAND + HAND[:40] + b"\n", "SR001"),
    "torn-session": (HEAD[:40] + b"\n" + HAND, "SR001"),
    "torn-seats": (HEAD + b'{"type":"seats","players":["Aoife"\n' + HAND, "SR001"),
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_record_is_named(command: str, name: str) -> None:
    block, says = DAMAGED[name]
    Path("a.spoil").write_bytes(block)
    ran = spoilrec(*command.split(), "a.spoil")
    assert ran.status == 1
    told = ran.out.replace(" error: ", ": ") if command == "validate" else ran.err
    assert "a.spoil:" in told and says in told


def test_of_very_many_lines_the_first_are_told() -> None:
    Path("a.spoil").write_bytes(HEAD + b'{"type":"hand",\n' * 30)
    for command in ("replay", "annotate", "tabulate"):
        ran = spoilrec(command, "a.spoil")
        assert ran.status == 1 and ran.err.count("SR001") == 20
        assert "30 lines could not be read; `spoilrec validate` names them all" in ran.err


@pytest.mark.parametrize("command", OVER_MANY)
@pytest.mark.parametrize("other", ["missing.spoil", "folder", "no*.spoil", "empty.spoil"])
def test_what_is_not_there_does_not_stop_the_others(command: str, other: str) -> None:
    Path("folder").mkdir()
    Path("empty.spoil").write_bytes(b"")
    Path("good.spoil").write_bytes(HEAD + HAND)
    ran = spoilrec(*command.split(), other, "good.spoil")
    assert ran.status == 1
    if command.startswith("validate"):
        assert json.loads(ran.out)["summary"]["hands"] == 1
    else:
        assert f"{other}" in ran.err and "1 hand: " in ran.err


@pytest.mark.parametrize("command", OVER_MANY)
@pytest.mark.parametrize("other", ["missing.spoil", "folder", "no*.spoil"])
def test_where_nothing_is_there_the_command_could_not_run(command: str, other: str) -> None:
    Path("folder").mkdir()
    ran = spoilrec(*command.split(), other)
    assert ran.status == 2 and f"cannot read {other}" in ran.err


def test_a_file_that_is_named_twice_is_read_once() -> None:
    Path("folder").mkdir()
    Path("folder/a.spoil").write_bytes(HEAD + HAND)
    ran = spoilrec("tabulate", "folder/a.spoil", "folder", "--show", "hands", "-f", "csv")
    assert ran.out.splitlines()[1].split(",")[0] == "1"
    assert "folder/a.spoil is named twice; it is read once" in ran.err


@pytest.mark.parametrize("command", ["replay", "annotate"])
def test_the_hint_judges_by_the_same_rules(command: str) -> None:
    friday = str(Path(__file__).parent.parent / "samples" / "friday.spoil")
    ran = spoilrec(command, friday, "--rules", "twenty-five/1")
    assert f"`spoilrec validate {friday} --rules twenty-five/1` tells them." in ran.err
