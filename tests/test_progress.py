"""How far it has come: a bar on a terminal after a while, how quick it was at the end, and what a stop says."""

import os
import re
import sys
from pathlib import Path
from unittest import mock

import pexpect
import pytest
from commands import spoilrec
from test_reader import HAND, HEAD
from test_streams import _cached_bytecode  # noqa: F401 - a fixture

from spoilrec.archive.source import Source
from spoilrec.cli.progress import Progress

IMPATIENT = (
    "import sys; sys.argv[0] = 'spoilrec'\n"
    "import spoilrec.cli.progress as progress, spoilrec.archive.source as source\n"
    "progress.PATIENCE, progress._OFTEN, source.PART, source.PART_OF_ROWS = 0.0, 0.0, 5_000, 20_000\n"
    "from spoilrec.cli import main; main()\n"
)
NAME = "[red]a[bold]\x1b[31m.spoil"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tmp_path.joinpath(NAME).write_bytes((HEAD + HAND + HAND) * 200)
    return tmp_path


def seen(folder: Path, *words: str, **env: str) -> str:
    """Run a command in a terminal, standard output elsewhere; give what the terminal was sent."""
    line = 'exec "$0" -c "$1" "${@:2}" >out.txt'
    child = pexpect.spawn(
        "bash", ["-c", line, sys.executable, IMPATIENT, *words], cwd=str(folder), timeout=60, encoding="utf-8",
        env={**os.environ, "TERM": "xterm", "NO_COLOR": "1", **env}, dimensions=(24, 160),
    )  # fmt: skip
    text: str = child.read()
    child.close()
    assert child.exitstatus in (0, 1), text
    return text


@pytest.mark.parametrize("words", [["validate"], ["tabulate", "--jobs", "2"]], ids=lambda words: " ".join(words))
def test_a_terminal_is_shown_how_far_it_has_come(words: list[str], folder: Path) -> None:
    text = seen(folder, *words, NAME)
    assert re.search(r"━+ +\d+% [\d,]+ hands/s(, \d+:\d\d left)?  \[red\]a\[bold\]<U\+001B>\[31m\.spoil", text)
    assert "\x1b[31m" not in text
    assert re.search(r"1 file, 400 hands: .*;\s+[\d,]+ hands/s\.\r\n$", text, re.DOTALL)
    assert text.rindex("\x1b[2K") < text.index("1 file, 400")  # the bar is gone before the summary


@pytest.mark.parametrize("how", ["quiet", "dumb", "no-terminal", "patient"])
def test_no_bar_where_none_is_wanted(how: str, folder: Path) -> None:
    if how == "no-terminal":
        assert "━" not in spoilrec("validate", str(folder / NAME)).err
        return
    if how == "patient":
        with mock.patch(
            f"{__name__}.IMPATIENT",
            IMPATIENT.replace(
                "PATIENCE, progress._OFTEN, source.PART, source.PART_OF_ROWS = 0.0,",
                "PATIENCE, progress._OFTEN, source.PART, source.PART_OF_ROWS = 99,",
            ),
        ):
            text = seen(folder, "validate", NAME)
        assert "hands/s" not in text
    else:
        text = seen(folder, "validate", NAME, *["-q"][: how == "quiet"], **({"TERM": "dumb"} if how == "dumb" else {}))
    assert "━" not in text and "\x1b" not in text


def test_findings_on_a_terminal_do_not_meet_the_bar(folder: Path) -> None:
    child = pexpect.spawn(
        sys.executable, ["-c", IMPATIENT, "validate", NAME], cwd=str(folder), timeout=60, encoding="utf-8",
        env={**os.environ, "TERM": "xterm"}, dimensions=(24, 160),
    )  # fmt: skip
    text = child.read()
    child.close()
    assert text.count("SR701") == 200
    assert not re.search(r"(hands/s|left|spoil)  ?\[red\].*SR701", re.sub(r"\x1b\[[0-9;]*m", "", text))


def test_a_stop_says_how_far_it_came(folder: Path) -> None:
    sources = [Source(str(folder / NAME), "a"), Source(str(folder / NAME), "b"), Source("-", "<stdin>")]
    progress = Progress(sources, quiet=True)
    assert progress.stopped() == "stopped before the first hand was read (0 of 3 files)"
    progress.hands = 1000
    assert progress.stopped() == "stopped after 1,000 hands (0 of 3 files)"
    progress.passed(folder.joinpath(NAME).stat().st_size // 2)
    assert progress.stopped() == "stopped after 1,000 of about 4,000 hands (0 of 3 files)"
    progress.ended()
    progress.hands = 3000
    assert progress.stopped() == "stopped after 3,000 of about 6,000 hands (1 of 3 files)"
    progress.ended()
    progress.ended()
    assert progress.stopped() == "stopped after 3,000 of about 3,000 hands (3 of 3 files)"


def test_bytes_are_heard_twice_and_count_once(folder: Path) -> None:
    size = folder.joinpath(NAME).stat().st_size
    progress = Progress([Source(str(folder / NAME), "a")], quiet=True)
    progress.hands = 3000
    for _ in range(2):
        progress.heard(size // 2)
    assert progress.stopped() == "stopped after 3,000 of about 6,000 hands (0 of 1 files)"
    progress.heard(9 * size)
    assert progress.stopped() == "stopped after 3,000 of about 3,000 hands (0 of 1 files)"


@pytest.mark.parametrize("command", ["validate", "tabulate"])
def test_some_files_unreadable_is_1_and_all_is_2(command: str, folder: Path) -> None:
    some = spoilrec(command, "nowhere.spoil", str(folder / NAME))
    assert some.status == 1 and "cannot read nowhere.spoil: no such file" in some.err and "1 file, " in some.err
    none = spoilrec(command, "nowhere.spoil", "neither.spoil")
    assert none.status == 2 and none.err.count("cannot read") == 2
