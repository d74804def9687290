"""Whole runs of commands, kept as they should look: command, standard output, standard error, exit status.

`SPOILREC_GOLDEN=write python -m pytest tests/test_golden.py` writes them anew; read the difference.
"""

import os
import re
import shlex
from pathlib import Path

import pytest
from commands import spoilrec

ROOT = Path(__file__).parent.parent
RUNS = sorted((ROOT / "tests" / "golden").glob("*.txt"))


def run(command: str) -> str:
    ran = spoilrec(*shlex.split(command)[1:])
    said = re.sub(r"; [\d,]+ hands/s", "", ran.err)  # a slow machine tells it, a quick one does not
    return f"$ {command}\n{ran.out}--- standard error\n{said}--- exit status {int(ran.status)}\n"


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.stem)
def test_a_run_looks_as_it_should(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    expected = path.read_text(encoding="utf-8")
    now = run(expected.split("\n", 1)[0].removeprefix("$ "))
    if os.environ.get("SPOILREC_GOLDEN") == "write":
        path.write_text(now, encoding="utf-8")
    else:
        assert now == expected
