"""The stress script of the recorder in a short form: a few killings, a few calls that fail."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "stress" / "record.py"


def stress(*words: str) -> str:
    ran = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True, timeout=120, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_row10_killed_recorders_lose_nothing() -> None:
    said = stress("--rounds", "15", "--seed", "3")
    assert "nothing was lost" in said


def test_row10_row11_failing_calls_lose_nothing() -> None:
    said = stress("--rounds", "0", "--faults", "short")
    if "no strace here" in said:
        pytest.skip("no strace here")
    assert said.count("told, saved") == 2 and said.count("1 killed") == 1
