"""`convert`: what is written is what was read, whatever the format."""

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import duckdb
import jsonschema
import pytest
from commands import spoilrec

from spoilrec.archive.tables.declared import TABLES
from spoilrec.present.schemas import schema_of

ROOT = Path(__file__).parent.parent
SAMPLES = str(ROOT / "samples")


def _tables(target: Path) -> dict[str, list[tuple[Any, ...]]]:
    with duckdb.connect(str(target), read_only=True) as database:
        return {table.name: database.execute(f"SELECT * FROM {table.name}").fetchall() for table in TABLES}


def _parquet(file: Path) -> list[tuple[Any, ...]]:
    return duckdb.read_parquet(str(file)).fetchall()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("tables") / "archive.duckdb"
    ran = spoilrec("convert", SAMPLES, "--to", str(target))
    assert ran.status == 1 and "broken.spoil:7: SR002" in ran.err, ran.err
    assert ran.err.endswith(": 59 hands, 252 seats, 1199 plays\n")
    return target


def test_the_database_has_the_tables_with_types_and_meanings(database: Path) -> None:
    with duckdb.connect(str(database), read_only=True) as opened:
        for table in TABLES:
            found = opened.execute(
                "SELECT column_name, data_type, comment FROM duckdb_columns() WHERE table_name = ? "
                "ORDER BY column_index",
                [table.name],
            ).fetchall()
            assert found == [(one.name, one.sql, one.meaning) for one in table.columns]
            for one in table.columns:
                nulls = opened.execute(f'SELECT count(*) FROM {table.name} WHERE "{one.name}" IS NULL').fetchone()
                assert one.nullable or nulls == (0,)


def test_parquet_reads_back_equal(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "archive.parquet"
    assert spoilrec("convert", SAMPLES, "--to", str(target)).status == 1
    for name, rows in _tables(database).items():
        assert _parquet(target / f"{name}.parquet") == rows


def test_csv_reads_back_equal(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "archive.csv"
    assert spoilrec("convert", SAMPLES, "--to", str(target)).status == 1
    for table in TABLES:
        types = {one.name: one.sql for one in table.columns}
        read = duckdb.read_csv(str(target / f"{table.name}.csv"), header=True, dtype=types).fetchall()
        assert read == _tables(database)[table.name]


def test_jsonl_reads_back_equal_and_keeps_its_schema(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "archive.jsonl"
    assert spoilrec("convert", SAMPLES, "--to", str(target)).status == 1
    for table in TABLES:
        lines = [json.loads(line) for line in (target / f"{table.name}.jsonl").read_text().splitlines()]
        assert [tuple(line.values()) for line in lines] == _tables(database)[table.name]
        validator = jsonschema.Draft202012Validator(schema_of(f"table-{table.name}"))
        for line in lines[:40]:
            validator.validate(line)


HOSTILE = ("=HYPERLINK(1)", "+1", "-1+1", "@SUM(1)", "\t=1", "  =1", "\uff1d1", 'a"b,c\nd')


def test_cells_that_begin_like_a_formula_are_defused(tmp_path: Path) -> None:
    file = tmp_path / "hostile.spoil"
    session = {"type": "session", "spoilrec": 1, "rules": "spoil-five/1", "players": HOSTILE, "place": "=1"}
    file.write_text(json.dumps(session) + '\n{"type":"hand","no":1,"dealer":"A","settle":[-1,-1,-1,-1,-1,-1,-1,7]}\n')
    target = tmp_path / "archive.csv"
    assert spoilrec("convert", str(file), "--to", str(target)).status == 0
    with (target / "seats.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["player"] for row in rows] == [*("'" + name for name in HOSTILE[:-1]), HOSTILE[-1]]
    assert [row["settled"] for row in rows] == ["-1"] * 7 + ["7"]
    assert not any((cell or "").lstrip()[:1] in tuple("=+@") for row in rows for cell in row.values())


def test_what_is_there_stays_unless_forced(tmp_path: Path) -> None:
    sample = f"{SAMPLES}/worked-hand-spoil-five.spoil"
    for ending in ("duckdb", "csv"):
        target = tmp_path / f"t.{ending}"
        assert spoilrec("convert", sample, "--to", str(target)).status == 0
        ran = spoilrec("convert", sample, "--to", str(target))
        assert ran.status == 2 and "--force writes over it" in ran.err
        assert spoilrec("convert", sample, "--to", str(target), "--force").status == 0
    (tmp_path / "t.csv" / "mine.txt").write_text("mine")
    ran = spoilrec("convert", sample, "--to", str(tmp_path / "t.csv"), "--force")
    assert ran.status == 2 and "holds other things" in ran.err
    assert (tmp_path / "t.csv" / "mine.txt").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"t.duckdb", "t.csv"}


def test_a_missing_file_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    target = tmp_path / "t.parquet"
    ran = spoilrec("convert", "nowhere.spoil", f"{SAMPLES}/friday.spoil", "--to", str(target))
    assert ran.status == 1 and "cannot read nowhere.spoil: no such file" in ran.err
    assert len(_parquet(target / "hands.parquet")) == 14
    ran = spoilrec("convert", "nowhere.spoil", "--to", str(tmp_path / "nothing.csv"))
    assert ran.status == 2 and not (tmp_path / "nothing.csv").exists()


def test_a_file_that_ends_in_the_middle_gives_what_it_has(tmp_path: Path) -> None:
    packed = gzip.compress((ROOT / "samples" / "friday.spoil").read_bytes())
    (tmp_path / "cut.spoil.gz").write_bytes(packed[:-200])
    ran = spoilrec("convert", str(tmp_path / "cut.spoil.gz"), "--to", str(tmp_path / "t.duckdb"))
    hands = len(_tables(tmp_path / "t.duckdb")["hands"]) if (tmp_path / "t.duckdb").exists() else 0
    assert ran.status == 1 and hands > 3, ran.err


@pytest.mark.parametrize("target", ["tables.xlsx", "tables", "nowhere/at/all.csv", "a\0b.csv"])
def test_an_impossible_target_is_told(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = spoilrec("convert", SAMPLES, "--to", target)
    assert ran.status == 2 and ran.err.startswith("spoilrec: ") and "Traceback" not in ran.err
    assert not list(tmp_path.iterdir())
