"""Every finding has a bad file that yields it, a good one that does not, and the text that a user reads."""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from commands import spoilrec

from spoilrec.review.codes import CODES

FOLDERS: Final = sorted({path.parent for path in Path(__file__).parent.glob("findings/*/*.spoil")})
NAMES: Final = {code.code for code in CODES}
NOT_FOR_READERS: Final = re.compile(r"\{\w*\}|\bNone\b|\bTrue\b|\['")

GOOD: Final = [folder for folder in FOLDERS if (folder / "good.spoil").exists()]
BAD: Final = [folder for folder in FOLDERS if (folder / "bad.spoil").exists()]


def name_of(folder: Path) -> str:
    return folder.name


def findings(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    monkeypatch.chdir(folder)
    *found, summary = map(json.loads, spoilrec("validate", name, "--format", "jsonl").out.splitlines())
    assert "summary" in summary
    return found


@pytest.mark.parametrize("code", sorted(NAMES))
def test_every_code_has_its_folder(code: str) -> None:
    folder = Path(__file__).parent / "findings" / code
    assert all((folder / name).exists() for name in ("bad.spoil", "good.spoil", "expected.txt"))


def test_every_folder_is_named_after_what_it_shows() -> None:
    assert {folder.name[:5] for folder in FOLDERS} <= NAMES | {"fine-"}


@pytest.mark.parametrize("folder", BAD, ids=name_of)
def test_bad_file_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = findings(folder, "bad.spoil", monkeypatch)
    ran = spoilrec("validate", "bad.spoil")
    assert folder.name[:5] in {one["code"] for one in found}
    assert ran.out == (folder / "expected.txt").read_bytes().decode()
    assert all(one["message"] and not NOT_FOR_READERS.search(one["message"] + one["remedy"]) for one in found)
    assert ran.status == any(one["severity"] == "error" for one in found)


@pytest.mark.parametrize("folder", GOOD, ids=name_of)
def test_good_file_is_fine(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = findings(folder, "good.spoil", monkeypatch)
    told = {one["severity"] for one in found} - ({"info"} if folder.name.startswith("fine-") else set())
    assert told == set()
