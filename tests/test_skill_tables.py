"""Luck and skill in the tables and in `tabulate`: the same for any order and any block, and only where wanted."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from commands import spoilrec
from test_skill import cases_of, made_lines

from spoilrec.archive.arrays import fast
from spoilrec.archive.counts.counting import Question
from spoilrec.archive.counts.skilled import skill_in
from spoilrec.archive.counts.views import MEASURES, VIEWS, View, measure_named, view_named
from spoilrec.archive.tables import gather
from spoilrec.archive.tables.declared import PLAYOUTS, table_named
from spoilrec.archive.tables.gather import Block, Source, file_blocks
from spoilrec.archive.tables.skill import PROMISED, SKILL, skill_of
from spoilrec.archive.tables.store import Store
from spoilrec.engine.choice import RANDOM
from spoilrec.record.lines import Hand, RecordLine
from spoilrec.record.reading import encode_value

EVERYTHING = frozenset(SKILL)
HANDS = 6


def _written(path: Path, lines: Sequence[RecordLine]) -> str:
    path.write_bytes(b"".join(encode_value(line) + b"\n" for line in lines))
    return str(path)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> str:
    return _written(tmp_path_factory.mktemp("made") / "made.spoil", made_lines(21, HANDS, way=RANDOM))


def _seats(paths: Sequence[str], skill: frozenset[str] = EVERYTHING) -> list[tuple[Any, ...]]:
    """Give player, cards dealt and the columns of luck and skill."""
    with Store() as store:
        for path in paths:
            for block in file_blocks(Source(path, path), plays=False, skill=skill):
                assert isinstance(block, Block)
                store.add(block)
        return store.run(f"SELECT player, dealt, {', '.join(SKILL)} FROM seats")


@pytest.fixture(scope="module")
def seats(made: str) -> list[tuple[Any, ...]]:
    return _seats([made])


def _rows(*words: str) -> list[dict[str, Any]]:
    ran = spoilrec("tabulate", *words, "--format", "json")
    assert ran.status == 0, ran.err
    found: list[dict[str, Any]] = json.loads(ran.out)["rows"]
    return found


def test_the_columns_are_what_a_hand_says_of_its_seats(seats: list[tuple[Any, ...]]) -> None:
    rows = iter(seats)
    for case in cases_of(made_lines(21, HANDS, way=RANDOM)):
        for one in skill_of(case).values():
            assert next(rows)[2:] == tuple(getattr(one, name) for name in SKILL)
    assert next(rows, None) is None
    assert set(SKILL) <= {column.name for column in table_named("seats").columns}


def test_neither_blocks_nor_the_order_of_hands_change_a_number(
    made: str, seats: list[tuple[Any, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = seats
    monkeypatch.setattr(gather, "BLOCK", 1)
    assert _seats([made]) == whole
    monkeypatch.setattr(gather, "is_long", lambda stream: True)
    monkeypatch.setattr(fast, "FEWEST", 1)
    assert _seats([made]) == whole
    session, *hands = made_lines(21, HANDS, way=RANDOM)
    hands = [hand for hand in hands if isinstance(hand, Hand)]
    turned = _seats([_written(tmp_path / "turned.spoil", [session, *reversed(hands)])])
    assert sorted(turned, key=repr) == sorted(whole, key=repr)
    halves = [_written(tmp_path / f"{nth}.spoil", [session, *hands[nth::2]]) for nth in (1, 0)]
    assert sorted(_seats(halves), key=repr) == sorted(whole, key=repr)


def test_several_processes_give_the_same_bytes(made: str) -> None:
    alone, together = (spoilrec("tabulate", "skill", made, "-f", "csv", "-q", "--jobs", jobs).out for jobs in "12")
    assert alone == together and alone.count("\n") == 4


def test_nothing_is_worked_out_that_is_not_asked_for(made: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[frozenset[str]] = []

    def with_skill(rows: Any, case: Any, skill: frozenset[str]) -> Any:
        wanted.append(skill)
        return rows

    monkeypatch.setattr(gather, "with_skill", with_skill)
    assert not any(skill_in(_question(view)) for view in VIEWS if view.name != "skill")
    for view, all_of_them in (("players", set[frozenset[str]]()), ("skill", {EVERYTHING})):
        wanted.clear()
        spoilrec("tabulate", made, "--view", view)
        assert set(wanted) == all_of_them, view
    for words, columns in (
        (("--show", "luck"), PROMISED),
        (("--show", "hands", "--where", "LOST_pools > 0"), {"lost_pools"}),
        (("--show", "hands", "--where", '"let_in" IS NULL'), {"let_in"}),
        (("--by", "forced"), {"forced"}),
    ):
        wanted.clear()
        spoilrec("tabulate", made, *words)
        assert set(wanted) == {frozenset(columns)}, words


def test_what_is_not_asked_for_is_null_also_in_long_files(made: str, tmp_path: Path) -> None:
    long = _written(tmp_path / "long.spoil", made_lines(5, 400))
    for path in (made, long):
        assert {row[2:] for row in _seats([path], frozenset())} == {(None,) * len(SKILL)}
    promised = _seats([made], PROMISED)
    assert {row[2:6] for row in promised} == {(None,) * 4} and all(row[6] is not None for row in promised)


def test_a_part_of_the_pools_is_fair_share_and_luck_and_skill(made: str) -> None:
    rows = _rows(made, "--by", "player", "--show", "part,luck,skill")
    parts = [{name: one["value"] for name, one in row["measures"].items()} for row in rows]
    for one in parts:
        assert one["part"] == pytest.approx(1 / 3 + one["luck"] + one["skill"])
    assert sum(one["part"] for one in parts) == pytest.approx(1)


def test_the_measures_are_sums_over_the_seats(made: str, seats: list[tuple[Any, ...]]) -> None:
    (row,) = _rows(made, "--show", "forced_pools,forced_rate,lost,lost_rate,let_in,lost_tricks,promised")
    found = row["measures"]
    assert found["forced_pools"]["value"] == sum(seat[2] for seat in seats) > 0
    assert found["lost"]["value"] == sum(seat[3] for seat in seats) > 0
    assert found["let_in"]["value"] == sum(seat[4] for seat in seats) > 0
    assert found["forced_rate"]["value"] == pytest.approx(sum(seat[2] for seat in seats) / len(seats))
    forced = [seat for seat in seats if seat[2]]
    gave_away = sum(seat[3] > 0 for seat in forced)
    assert (found["lost_rate"]["value"], found["lost_rate"]["n"]) == (gave_away / len(forced), len(forced))
    assert found["lost_tricks"]["value"] == pytest.approx(sum(seat[5] for seat in seats) / len(seats))
    assert found["promised"]["value"] == pytest.approx(sum(seat[6] for seat in seats) / len(seats) / PLAYOUTS)
    for name in ("forced_rate", "lost_rate", "lost_tricks", "promised"):
        assert found[name]["low"] <= found[name]["value"] < found[name]["high"]


def test_what_was_not_seen_is_counted_as_unknown_and_told(tmp_path: Path) -> None:
    session, *hands = made_lines(21, 3)
    seen, *others = (hand for hand in hands if isinstance(hand, Hand))
    unseen = [Hand(no=hand.no, dealer=hand.dealer, up=hand.up, won=hand.won, settle=hand.settle) for hand in others]
    path = _written(tmp_path / "half.spoil", [session, seen, *unseen])
    ran = spoilrec("tabulate", "skill", path, "--format", "json")
    found = json.loads(ran.out)
    for row in found["rows"]:
        for name in ("forced_pools", "lost", "let_in", "lost_tricks", "luck", "skill"):
            assert (row["measures"][name]["n"], row["measures"][name]["unknown"]) == (1, 2), name
        assert row["measures"]["lost_rate"]["unknown"] == 2
    notes = " ".join(found["basis"]["notes"])
    assert "1 hand solved, 2 not" in notes and f"{PLAYOUTS} hands played simply for each of 3 dealt hands" in notes
    assert "not known of 6" in notes


def test_convert_leaves_them_out_unless_told(made: str, seats: list[tuple[Any, ...]], tmp_path: Path) -> None:
    def columns(*words: str) -> list[tuple[str, ...]]:
        ran = spoilrec("convert", made, "--to", str(tmp_path / "t.csv"), "--force", *words)
        assert ran.status == 0, ran.err
        text = (tmp_path / "t.csv" / "seats.csv").read_text(encoding="utf-8")
        return [tuple(row[name] for name in SKILL) for row in csv.DictReader(io.StringIO(text))]

    assert set(columns()) == {("",) * len(SKILL)}
    shown = [tuple(str(value).lower() for value in row[2:]) for row in seats]
    assert columns("--skill") == shown


def test_a_database_made_without_them_says_so(made: str, tmp_path: Path) -> None:
    for words, told in (((), True), (("--skill",), False)):
        database = str(tmp_path / f"t{told}.duckdb")
        assert spoilrec("convert", made, "--to", database, *words).status == 0
        ran = spoilrec("tabulate", "skill", database)
        assert ("has nothing of luck and skill: `convert --skill` works it out" in ran.out.replace("\n", " ")) is told
        if not told:
            again = spoilrec("tabulate", "skill", made)
            assert ran.out == again.out


def _question(view: View) -> Question:
    return Question(view.by, tuple(map(measure_named, view.show)), (view.where,))


def test_a_question_names_what_it_needs() -> None:
    def needs(show: str, *where: str) -> frozenset[str]:
        return skill_in(Question((), (measure_named(show),), where))

    assert needs("won") == needs("net", "player = 'Ciara'") == frozenset()
    assert needs("luck") == needs("skill") == PROMISED and needs("lost_rate") == {"forced", "lost_pools"}
    assert needs("won", "Lost_Tricks > 1") == {"lost_tricks"}
    assert skill_in(_question(view_named("skill"))) == EVERYTHING
    assert {one.name for one in MEASURES if needs(one.name)} >= {"forced_pools", "lost", "luck", "skill"}
