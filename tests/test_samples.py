"""Every sample validates, by our own judgement and by an independent JSON Schema validator; so do all JSON outputs."""

import json
from pathlib import Path
from typing import Any

import pytest
from commands import spoilrec
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parent.parent
SAMPLES = sorted((ROOT / "samples").glob("*.spoil"))
WITH_FINDINGS = ("broken.spoil", "110-first-game.spoil")  # the stored total of the game does not follow from its cards
SOUND = [path for path in SAMPLES if path.name not in WITH_FINDINGS]


def _schema(name: str) -> Draft202012Validator:
    schema: dict[str, Any] = json.loads((ROOT / "schemas" / f"{name}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def _ids(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", SOUND, ids=_ids)
def test_sound_samples_have_no_error_and_no_warning(path: Path) -> None:
    ran = spoilrec("validate", str(path), "--level", "warning")
    assert ran.status == 0, ran.out


@pytest.mark.parametrize("path", [path for path in SAMPLES if path.name != "broken.spoil"], ids=_ids)
def test_samples_are_canonical(path: Path) -> None:
    assert spoilrec("fmt", "--check", str(path)).status == 0


@pytest.mark.parametrize("path", [path for path in SAMPLES if path.name != "broken.spoil"], ids=_ids)
def test_samples_fit_the_schema(path: Path) -> None:
    schema = _schema("record")
    for line in path.read_text(encoding="utf-8").splitlines():
        schema.validate(json.loads(line))


@pytest.mark.parametrize("path", SAMPLES, ids=_ids)
@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("validate-line", ("validate", "--format", "jsonl")),
        ("replay-line", ("replay", "--format", "jsonl")),
        ("replay-line", ("replay", "--format", "jsonl", "--history")),
    ],
)
def test_output_lines_fit_their_schema(path: Path, schema: str, words: tuple[str, ...]) -> None:
    validator = _schema(schema)
    lines = spoilrec(words[0], str(path), *words[1:]).out.splitlines()
    assert lines
    for line in lines:
        validator.validate(json.loads(line))


def test_whole_outputs_fit_their_schema() -> None:
    _schema("validate").validate(json.loads(spoilrec("validate", str(ROOT / "samples/broken.spoil"), "-f", "json").out))
    legal = spoilrec("legal", "--trump", "S", "--lead", "7S", "--hand", "5S AS KD", "--format", "json")
    _schema("legal").validate(json.loads(legal.out))


def test_the_evening_has_everything() -> None:
    """What the issue asks of the made evening."""
    text = (ROOT / "samples/friday.spoil").read_text(encoding="utf-8")
    hands = [
        json.loads(line)
        for line in spoilrec("replay", str(ROOT / "samples/friday.spoil"), "-f", "jsonl").out.splitlines()
    ]
    assert len(hands) >= 12
    assert any(hand["won"] == "-" for hand in hands) and max(hand["pool"] for hand in hands) >= 10
    assert any(hand["reneges"] for hand in hands) and any(hand["illegal"] for hand in hands)
    assert all(f'"type":"{kind}"' in text for kind in ("ruling", "amend", "seats", "note", "close"))
