"""Only what a question needs is made, equal rows are put together, and the answer is the same to the letter."""

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec
import numpy as np
import pytest
from commands import spoilrec
from hypothesis import given, settings
from making import randomly
from making_sessions import lawful_session, written
from test_archive_walk import BETWEEN, SAMPLES, evening, few_hands_are_enough

from spoilrec.archive.counts.conditions import CountingError
from spoilrec.archive.counts.counting import (
    Basis,
    Counted,
    Question,
    basis,
    column_names,
    count,
    make_views,
)
from spoilrec.archive.counts.measures import Measure
from spoilrec.archive.counts.needs import needs_of
from spoilrec.archive.counts.views import MEASURES, OF_PAIRS, VIEWS, View, measure_named
from spoilrec.archive.tables import alike, gather
from spoilrec.archive.tables.gather import Block, Source, file_blocks
from spoilrec.archive.tables.skill import SKILL
from spoilrec.archive.tables.store import Store
from spoilrec.archive.tables.values import Numbers, Same, Texts, Values, Words, as_array, codes_of, joined, words_of
from spoilrec.archive.tables.wanted import EVERYTHING, Wanted
from spoilrec.record.lines import Session

__all__ = ["few_hands_are_enough"]

CONDITIONS = (
    "players > 3", "distance = 1", "player = 'Aoife'", "won", "NOT coalesce(won, false) AND tricks > 1", "trump = 'H'",
    "card = '5H'", "led IS NOT NULL AND took", "session % 2 = 1", "line < 9", "hand_id <> 3", "net > 0",
    "upper(player) LIKE '%A%'", "run > 1", "partners", "other_net < 0", "\"Spoilt\"", "file = 'it'",
)  # fmt: skip


@contextmanager
def filled(record: Path, question: Question, needs: Callable[[Store], Wanted]) -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as spill, Store(spill=spill) as store:
        store.lock(spill)
        store.begin(needs(store))
        for block in file_blocks(Source(str(record), "it"), wanted=store.wanted):
            if isinstance(block, Block):
                store.add(block)
        make_views(store, valid_only=question.valid_only)
        yield store


def answer(record: Path, question: Question, needs: Callable[[Store], Wanted]) -> tuple[list[Counted], Basis, bool]:
    """Answer a question; also say whether equal rows were put together for it."""
    with filled(record, question, needs) as store:
        return count(store, question), basis(store, valid_only=question.valid_only), store.wanted.alike


def a_question(random: Random) -> Question:
    by = tuple(random.sample([name for name in column_names() if name not in SKILL], random.choice((0, 1, 1, 2))))
    if random.random() < 0.5:
        by = tuple(dict.fromkeys((*by, random.choice(("player", "seat", "distance")))))
    show = tuple(random.sample([one for one in MEASURES if not asks_for_skill((one,))], random.randint(1, 4)))
    where = tuple(random.sample(CONDITIONS, random.choice((0, 0, 1, 2))))
    return Question(by, show, where, random.random() < 0.3)


def same(record: Path, question: Question) -> bool:
    """Compare the answers; whether equal rows were put together, and the question can be asked."""
    try:
        whole = answer(record, question, lambda store: EVERYTHING)
    except CountingError:
        with pytest.raises(CountingError):
            answer(record, question, lambda store: needs_of(store, question))
        return False
    *quick, together = answer(record, question, lambda store: needs_of(store, question))
    assert quick == [*whole[:2]], question
    return together


@settings(max_examples=8)
@given(random=randomly)
def test_the_answer_is_that_of_all_tables(random: Random) -> None:
    rows = evening(random).splitlines(keepends=True)
    for _ in range(random.choice((0, 0, 3))):
        rows.insert(random.randrange(len(rows) + 1), random.choice(BETWEEN))
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setattr(gather, "is_long", lambda stream: random.random() < 0.7)
        patch.setattr(gather, "BLOCK", random.choice((3, 4000)))
        patch.setattr(gather, "MOST_ALIKE", random.choice((5, 4000)))
        patch.setattr(alike, "_ROOM", random.choice((1, 30, 1 << 16)))
        record = Path(folder, "made.spoil")
        record.write_bytes(b"".join(rows))
        same(record, a_question(random))


def asks_for_skill(show: Sequence[Measure]) -> bool:
    """Whether any of these measures is one of luck and skill, which are worked out for hands one by one."""
    return any({*SKILL} & {*re.findall(r"\w+", f"{one.value} {one.of}")} for one in show)


QUICK_VIEWS = tuple(view for view in VIEWS if not asks_for_skill(tuple(map(measure_named, view.show))))


@pytest.mark.parametrize("view", QUICK_VIEWS, ids=lambda view: view.name)
def test_ready_made_views(view: View, tmp_path: Path) -> None:
    record = tmp_path / "all.spoil"
    record.write_bytes(b"".join(path.read_bytes() for path in SAMPLES))
    question = Question(view.by, tuple(map(measure_named, view.show)), tuple(filter(None, (view.where, view.once))))
    together = same(record, question)
    assert together == (view.name not in ("pools", "pairs"))


NAMESAKES = (
    '{"type":"session","spoilrec":1,"rules":"spoil-five/1","players":["Aoife","Aoife","Ciara"]}\n'
    '{"type":"hand","no":1,"dealer":"A","up":"2S","won":"B"}\n'
    '{"type":"hand","no":2,"dealer":"B","up":"3S","won":"C"}\n'
)


def test_a_hand_counts_once_for_two_of_one_name(tmp_path: Path) -> None:
    record = tmp_path / "namesakes.spoil"
    record.write_text(NAMESAKES)
    for where in ((), ("won",), ("distance = 1",)):
        question = Question(("player",), (measure_named("hands"), measure_named("won")), where)
        assert same(record, question)
    asked = Question(("player",), (measure_named("hands"),))
    assert [one.estimates[0].value for one in answer(record, asked, lambda store: needs_of(store, asked))[0]] == [2, 2]


def test_two_of_one_name_among_plain_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, *hands = lawful_session(Random(7), "spoil-five/1", 6)
    assert isinstance(session, Session)
    names = ("Aoife", *session.players[:-1])
    record = tmp_path / "namesakes.spoil"
    record.write_bytes(written([msgspec.structs.replace(session, players=names), *hands]))
    monkeypatch.setattr(gather, "is_long", lambda stream: True)
    for by in (("player",), ("player", "distance"), ("trump", "player")):
        for where in ((), ("tricks > 0",)):
            assert same(record, Question(by, (measure_named("hands"), measure_named("won")), where))
    asked = Question(("player",), (measure_named("hands"),))
    counted = answer(record, asked, lambda store: needs_of(store, asked))[0]
    assert {one.estimates[0].value for one in counted} == {6}


def test_only_what_is_needed_is_made() -> None:
    def columns(question: Question, *in_order: str) -> dict[str, set[str]]:
        with Store() as store:
            store.lock()
            wanted = needs_of(store, question, in_order=in_order)
            return {name: {one.name for one in some} for name, some in wanted.columns.items()}

    always = {"status", "errors", "misdeal"}
    question = Question(("trump",), (measure_named("hands"),))
    assert columns(question) == {"hands": {*always, "trump", "alike"}}
    assert columns(question, "hand_id", "pool")["hands"] == {*always, "hand_id", "trump", "pool"}
    question = Question(("trump",), (measure_named("robs"),), ("led = '5H'",))
    assert columns(question) == {
        "hands": {*always, "hand_id", "trump"}, "seats": {"hand_id", "seat", "robbed"},
        "plays": {"hand_id", "seat", "trick", "nth", "led"},
    }  # fmt: skip
    question = Question(("player",), (measure_named("hands"),), ("all_seats IS NOT NULL",))
    with Store() as store:
        store.lock()
        assert needs_of(store, question).columns == EVERYTHING.columns
    assert "other" in OF_PAIRS


def test_a_store_reads_and_writes_in_its_folder_only(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    with Store(spill=str(inside)) as store:
        store.lock(str(inside))
        store.run(f"COPY hands TO '{inside}/hands.parquet' (FORMAT parquet)")
        assert store.run(f"SELECT count(*) FROM read_parquet('{inside}/hands.parquet')") == [(0,)]
        for sql in (
            f"COPY hands TO '{outside}/hands.parquet' (FORMAT parquet)",
            f"COPY hands TO '{inside}/../outside/hands.parquet' (FORMAT parquet)",
            f"SET allowed_directories = ['{outside}']",
            "SET enable_external_access = true",
        ):
            with pytest.raises(Exception, match=r"disabled|locked|Cannot"):
                store.run(sql)
    assert not [*outside.iterdir()]


PIECES: tuple[tuple[Values, str, list[object]], ...] = (
    (Same(None), "VARCHAR", [None, None]),
    (Same("x"), "VARCHAR", ["x", "x"]),
    (Words(np.array([1, 0]), ("b", None)), "VARCHAR", [None, "b"]),
    (Texts(np.array(["q", None], object)), "VARCHAR", ["q", None]),
    (Same(None), "INTEGER", [None, None]),
    (Same(3), "INTEGER", [3, 3]),
    (Numbers(np.array([5, 6])), "INTEGER", [5, 6]),
    (Numbers(np.array([5, 6]), np.array([True, False])), "INTEGER", [5, None]),
)


@given(random=randomly)
def test_values_put_one_behind_the_other(random: Random) -> None:
    sql = random.choice(("VARCHAR", "INTEGER"))
    pieces = [random.choice([piece for piece in PIECES if piece[1] == sql]) for _ in range(random.randint(1, 4))]
    whole = joined([values for values, _, _ in pieces], [2] * len(pieces))
    expected = [value for _, _, values in pieces for value in values]
    assert as_array(whole, sql, len(expected)).tolist() == expected
    codes, size = codes_of(whole)
    codes = np.broadcast_to(codes, (len(expected),))
    assert codes.max() < size and len(set(zip(codes.tolist(), expected, strict=True))) <= size
    assert len({code: value for code, value in zip(codes.tolist(), expected, strict=True)}) >= len({*expected})


def test_the_command_says_the_same_of_long_and_short_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record, random = tmp_path / "made.spoil", Random(4)
    record.write_bytes(b"".join(evening(random) for _ in range(6)))
    for words in (("--view", "players"), ("--view", "reneges", "--valid-only"), ("--by", "month,trump", "-f", "csv")):
        said = []
        for long in (False, True):
            monkeypatch.setattr(gather, "is_long", lambda stream, long=long: long)
            said.append(spoilrec("tabulate", str(record), *words))
        assert said[0] == said[1] and said[0].status in (0, 1) and said[0].out


def test_pieces_without_a_row_are_put_together() -> None:
    found = joined([words_of(()), words_of(())], [0, 0])
    assert isinstance(found, Words) and found.codes.dtype == np.int64 and not found.words
