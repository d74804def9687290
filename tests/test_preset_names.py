"""Presets as they are typed: with their version, without it, or by a common name; a record needs the version."""

import json

import pytest
from commands import spoilrec

from spoilrec.review import rulebook
from spoilrec.review.rulebook import find_preset, parse_choice, understand
from spoilrec.rules.presets import PRESET_NAMES


@pytest.mark.parametrize("name", PRESET_NAMES)
def test_a_name_without_version_is_its_preset(name: str) -> None:
    plain = name.split("/")[0]
    assert {find_preset(name), find_preset(plain), find_preset(plain.replace("-", " ").title())} == {name}


def test_a_name_without_version_means_the_latest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "PRESET_NAMES", ("maw/1", "maw/10", "maw/9", "maw-book/11"))
    assert (find_preset("maw"), find_preset("maw/9"), find_preset("maw/2")) == ("maw/10", "maw/9", "")


def test_the_command_line_takes_a_name_without_version() -> None:
    assert parse_choice("spoil-five,rob=off") == {"preset": "spoil-five/1", "rob": "off"}
    assert spoilrec("rules", "twenty-five").out == spoilrec("rules", "twenty-five/1").out
    assert spoilrec("rules", "twenty-five").out.startswith("twenty-five/1: ")
    place = ("legal", "--trump", "S", "--lead", "7S", "--hand", "5S KD", "-f", "json", "--rules")
    assert json.loads(spoilrec(*place, "spoil-five").out)["rules"] == "spoil-five/1"
    made = spoilrec("simulate", "--rules", "maw", "--hands", "1", "--players", "3").out
    assert '"rules":"maw/1"' in made


def test_a_record_names_the_version() -> None:
    rules, faults = understand("twenty-five")
    assert rules is None
    assert faults[0].facts["nearest"] == "; the nearest is `twenty-five/1`"


def test_only_where_rules_are_an_option_the_message_names_it() -> None:
    wrong = "`twenty-fve/1` is no preset; the nearest is `twenty-five/1`.\n"
    assert spoilrec("rules", "twenty-fve/1").err == f"spoilrec: {wrong}"
    assert spoilrec("rules", "maw", "twenty-fve/1").err == f"spoilrec: {wrong}"
    assert spoilrec("validate", "--rules", "twenty-fve/1", "-", stdin=b"").err == f"spoilrec: --rules: {wrong}"
