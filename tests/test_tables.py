"""The tables of an archive: what the columns are, and that they say what replay and validate say."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from commands import spoilrec
from making_sessions import PRESETS, lawful_session, written

from spoilrec.archive.tables.declared import ORIGIN, TABLES
from spoilrec.archive.tables.gather import BLOCK, Block, Source, Trouble, file_blocks
from spoilrec.archive.tables.store import Store
from spoilrec.record.lines import Session
from spoilrec.review.walk import VOID, walk
from spoilrec.review.words.account import Account

ROOT = Path(__file__).parent.parent
SAMPLES = sorted((ROOT / "samples").glob("*.spoil"))


@pytest.fixture
def rows(tmp_path: Path) -> Any:
    def read(path: Path) -> dict[str, list[dict[str, Any]]]:
        with Store() as store:
            for block in file_blocks(Source(str(path), path.name)):
                if isinstance(block, Block):
                    store.add(block)
            return {
                table.name: [
                    dict(zip([one.name for one in table.columns], row, strict=True))
                    for row in store.run(f"SELECT * FROM {table.name}")
                ]
                for table in TABLES
            }

    return read


def _replayed(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in spoilrec("replay", str(path), "--format", "jsonl").out.splitlines()]


def _accounts(path: Path) -> Iterator[Account]:
    """Give the account of each session, as `replay` keeps it."""
    account, hands = Account(), 0
    with path.open("rb") as stream:
        for stop in walk(path.name, stream):
            if stop.line is None or isinstance(stop.line.value, Session):
                if hands:
                    yield account
                account, hands = Account(), 0
            account = account.after(stop)
            hands += stop.case is not None and stop.status != VOID


def _check_against_replay(path: Path, tables: dict[str, list[dict[str, Any]]]) -> None:
    hands = [row for row in tables["hands"] if row["status"] not in ("unread", "void")]
    replayed = _replayed(path)
    assert len(hands) == len(replayed)
    for row, told in zip(hands, replayed, strict=True):
        assert (row["hand"], row["trump"], row["dealer_seat"]) == (told["hand"], told["trump"], told["dealer"] or None)
        assert row["complete"] is told["complete"]
        seats = [one for one in tables["seats"] if one["hand_id"] == row["hand_id"]]
        plays = [one for one in tables["plays"] if one["hand_id"] == row["hand_id"]]
        assert [one["spot"] for one in plays if one["renege"]] == told["reneges"]
        assert [one["spot"] for one in plays if one["lawful"] is False] == told["illegal"]
        assert len(plays) == row["cards_noted"]
        _check_results(row, seats, told)


def _check_results(row: dict[str, Any], seats: list[dict[str, Any]], told: dict[str, Any]) -> None:
    winners = {one["seat"] for one in seats if one["won"]}
    if told["won"] is None:  # `replay` does not tell what only the totals of the table say
        assert all(one["won"] is None for one in seats) or (row["by_table"] and row["goal"] in ("points", "auction"))
    elif not row["misdeal"] and row["goal"] != "cards":
        assert winners == ({*told["won"]} - {"-"})
    if row["goal"] == "pool" and not row["misdeal"]:
        assert row["spoilt"] is (None if told["won"] is None else told["won"] == "-")
    for trick in {seat["seat"] for seat in seats}:
        taken = [one["winner"] for one in told["tricks"]]
        known = next(one["tricks"] for one in seats if one["seat"] == trick)
        assert known is None or known == taken.count(trick)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_samples_say_what_replay_says(path: Path, rows: Any) -> None:
    tables = rows(path)
    _check_against_replay(path, tables)
    _check_accounts(path, tables)


def _check_accounts(path: Path, tables: dict[str, list[dict[str, Any]]]) -> None:
    """Sum up chips by session and player: what `replay` says at the end."""
    void = {row["hand_id"] for row in tables["hands"] if row["status"] == "void"}
    found: dict[int, dict[str, int]] = {}
    for row in tables["seats"]:
        chips = [row[name] for name in ("settled", "ruled", "shared") if row[name] is not None]
        if chips and row["hand_id"] not in void:
            session = found.setdefault(row["session"], {})
            session[row["player"]] = session.get(row["player"], 0) + sum(chips)
    accounts = [one.chips for one in _accounts(path) if one.chips]
    assert [found[session] for session in sorted(found)] == accounts


@pytest.mark.parametrize("seed", range(13))
def test_random_sessions_say_what_replay_says(seed: int, rows: Any, tmp_path: Path) -> None:
    file = tmp_path / "made.spoil"
    sessions = [lawful_session(Random(seed * 100 + nth), PRESETS[seed % len(PRESETS)]) for nth in range(3)]
    file.write_bytes(b"".join(map(written, sessions)))
    tables = rows(file)
    _check_against_replay(file, tables)
    _check_accounts(file, tables)
    assert all(row["errors"] == 0 and row["status"] == "judged" for row in tables["hands"])
    assert {row["session"] for row in tables["hands"]} == {1, 2, 3}
    assert not any(row["revoke"] for row in tables["plays"])
    assert not any(row["lawful"] is None for row in tables["plays"])


@pytest.mark.parametrize("preset", ["spoil-five/1", "twenty-five-guide/1", "hundred-and-ten/1"])
@pytest.mark.parametrize("unseen", [(), ("--unseen",)], ids=["seen", "unseen"])
def test_sessions_with_mistakes_say_what_replay_says(
    preset: str, unseen: tuple[str, ...], rows: Any, tmp_path: Path
) -> None:
    file = tmp_path / "made.spoil"
    words = ("--rules", preset, "--hands", "8", "--sessions", "2", "--irregular", "0.6", "-o", str(file), *unseen)
    assert spoilrec("simulate", *words).status == 0
    tables = rows(file)
    _check_against_replay(file, tables)
    _check_accounts(file, tables)
    assert any(row["errors"] for row in tables["hands"])


def test_every_column_is_documented_and_can_be_named_in_sql(tmp_path: Path) -> None:
    for table in TABLES:
        assert table.meaning
        assert [one.name for one in table.columns][: len(ORIGIN)] == list(ORIGIN)
        for one in table.columns:
            assert one.meaning.endswith((".", ")")) and len(one.meaning) > 10, one.name
            assert one.sql in ("VARCHAR", "BOOLEAN", "TINYINT", "INTEGER", "BIGINT")
    with Store(str(tmp_path / "tables.duckdb")) as store:
        for table in TABLES:
            store.run(f"SELECT {', '.join(one.name for one in table.columns)} FROM {table.name}")
            comments = store.run("SELECT comment FROM duckdb_columns() WHERE table_name = ?", (table.name,))
            assert [comment for (comment,) in comments] == [one.meaning for one in table.columns]


def test_a_column_means_the_same_in_every_table() -> None:
    """Tables are laid side by side by name."""
    types: dict[str, str] = {}
    shared = {*ORIGIN, "seat", "player"}
    for table in TABLES:
        for one in table.columns:
            assert one.name not in types or (one.name in shared and types[one.name] == one.sql), one.name
            types[one.name] = one.sql


def test_unknown_is_null_and_never_nought(rows: Any, tmp_path: Path) -> None:
    file = tmp_path / "night.spoil"
    file.write_text(
        '{"type":"session","spoilrec":1,"rules":"spoil-five/1","players":["Aoife","Brendan","Ciara"]}\n'
        '{"type":"hand","no":1,"dealer":"A","up":"2S","play":"BQD CKD A??|C?? A?? B??"}\n'
        '{"type":"hand","no":2,"dealer":"B"}\n'
    )
    tables = rows(file)
    first, second = tables["hands"]
    for name in ("spoilt", "jink", "pool_after", "date", "month", "place", "year"):
        assert first[name] is None, name
    assert (first["pool"], first["run"], first["cards_unseen"]) == (3, 1, 4)
    assert (second["pool"], second["run"], second["trump"], second["pool_before"]) == (None, None, None, None)
    aoife = tables["seats"][0]
    for name in ("won", "net", "settled", "reneges", "revokes", "jinked", "jink_made", "jink_worth", "points", "made"):
        assert aoife[name] is None, name
    assert aoife["robbed"] is False
    laid = tables["plays"][2]
    for name in ("card", "rank", "suit", "is_trump", "lawful", "revoke"):
        assert laid[name] is None, name
    assert (laid["renege"], laid["led"]) == (False, "QD")


def test_half_seen_cards_say_their_half(rows: Any, tmp_path: Path) -> None:
    file = tmp_path / "half.spoil"
    file.write_text(
        '{"type":"session","spoilrec":1,"rules":"spoil-five/1","players":["Aoife","Brendan"]}\n'
        '{"type":"hand","no":1,"dealer":"A","up":"2S","play":"B?D A5?"}\n'
    )
    plays = rows(file)["plays"]
    assert [(one["card"], one["rank"], one["suit"]) for one in plays] == [(None, None, "D"), (None, "5", None)]


def test_a_broken_line_costs_one_hand_and_is_named(rows: Any) -> None:
    path = ROOT / "samples" / "broken.spoil"
    (trouble,) = [one for one in file_blocks(Source(str(path), "broken")) if isinstance(one, Trouble)]
    assert (trouble.file, trouble.line) == ("broken", 7)
    (lost,) = [row for row in rows(path)["hands"] if row["status"] == "unread"]
    assert (lost["line"], lost["hand"], lost["session"], lost["players"]) == (7, None, 1, 4)


def test_an_annulled_hand_and_one_amended(rows: Any, tmp_path: Path) -> None:
    file = tmp_path / "amended.spoil"
    lines = (ROOT / "samples" / "worked-hand-spoil-five.spoil").read_text().splitlines()
    hand = lines[1].replace('"no":1', '"no":2').replace('"dealer":"A"', '"dealer":"B"')
    more = ['{"type":"amend","hand":1,"set":{"settle":[0,0,0]}}', '{"type":"amend","hand":2,"void":true}']
    file.write_text("\n".join([*lines, hand, *more]) + "\n")
    first, second = rows(file)["hands"]
    assert (first["status"], first["amended"], first["errors"]) == ("judged", True, 1)
    assert second["status"] == "void"


def test_shares_and_rulings_are_in_the_net(rows: Any, tmp_path: Path) -> None:
    file = tmp_path / "shared.spoil"
    lines = (ROOT / "samples" / "worked-hand-spoil-five.spoil").read_text().splitlines()
    ruling = '{"type":"ruling","hand":1,"finding":"revoke","penalty":{"kind":"fine","settle":[-2,1,0]}}'
    file.write_text("\n".join([*lines, ruling, '{"type":"close","split":[2,1,1]}']) + "\n")
    tables = rows(file)
    assert [(one["settled"], one["ruled"], one["shared"], one["net"]) for one in tables["seats"]] == [
        (-1, -2, 2, -1), (-1, 1, 1, 1), (-1, 0, 1, 0),
    ]  # fmt: skip
    _check_accounts(file, tables)


def test_blocks_put_together_are_the_whole_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / "samples" / "friday.spoil"
    whole = list(file_blocks(Source(str(path), "friday")))
    monkeypatch.setattr("spoilrec.archive.tables.gather.BLOCK", 3)
    pieces = list(file_blocks(Source(str(path), "friday")))
    assert len(whole) == 1 and len(pieces) > 3 and BLOCK > 3
    found = []
    for blocks in (whole, pieces):
        with Store() as store:
            for block in blocks:
                assert isinstance(block, Block)
                store.add(block)
            found.append([store.run(f"SELECT * FROM {table.name}") for table in TABLES])
    assert found[0] == found[1]
    assert [row[0] for row in found[0][0]] == list(range(1, 15))


def test_without_plays_the_other_tables_are_the_same(tmp_path: Path) -> None:
    for nth, preset in enumerate(("spoil-five/1", "spoil-five-guide/1", "forty-five/1", "auction-forty-fives/1")):
        words = ("--rules", preset, "--hands", "12", "--seed", str(nth), "--irregular", "0.3", *["--unseen"][: nth % 2])
        assert spoilrec("simulate", *words, "-o", str(tmp_path / f"{nth}.spoil")).status == 0
    for path in (*SAMPLES, *sorted(tmp_path.glob("*.spoil"))):
        found = []
        for plays in (True, False):
            with Store() as store:
                for block in file_blocks(Source(str(path), "it"), plays=plays):
                    if isinstance(block, Block):
                        store.add(block)
                found.append([store.run(f"SELECT * FROM {name}") for name in ("hands", "seats")])
                assert bool(store.run("SELECT count(*) FROM plays")[0][0]) is plays
        assert found[0] == found[1]
