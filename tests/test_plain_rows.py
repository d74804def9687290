"""The rows of long files are made in arrays, and are those that are made hand by hand, value for value."""

import io
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from cases.breakages import SLIPS
from hypothesis import given, settings
from hypothesis import strategies as st
from making import randomly
from making_sessions import TURNING_UP, lawful_session, written
from test_archive_walk import BETWEEN, SAMPLES, evening, few_hands_are_enough, less_known

from spoilrec.archive.arrays import fast
from spoilrec.archive.tables import gather
from spoilrec.archive.tables.gather import EVERYTHING, Block, Source, Trouble, Wanted, file_blocks
from spoilrec.archive.tables.plain_rows import PlainHands
from spoilrec.record.lines import Close, Session
from spoilrec.review.walk import walk

__all__ = ["few_hands_are_enough"]

Tables = dict[str, dict[str, list[Any]]]


def made(
    record: bytes, *, in_arrays: bool, wanted: Wanted = EVERYTHING, plays: bool = True
) -> tuple[Tables, list[Trouble]]:
    """Make all rows of a record one way or the other, as values by table and column; also what is told."""
    found, troubles, hands = list[Block](), list[Trouble](), 0
    with pytest.MonkeyPatch.context() as patch, tempfile.NamedTemporaryFile(suffix=".spoil") as file:
        patch.setattr(gather, "is_long", lambda stream: in_arrays)
        Path(file.name).write_bytes(record)
        for one in file_blocks(Source(file.name, "table.spoil"), plays=plays, wanted=wanted):
            found.append(one) if isinstance(one, Block) else troubles.append(one)
    tables: Tables = {name: {one.name: [] for one in columns} for name, columns in wanted.columns.items()}
    for block in found:
        for name, columns in block.tables.items():
            assert len({len(values) for values in columns.values()}) == 1
            for column, values in columns.items():
                counted = hands if column == "hand_id" else 0
                tables[name][column] += [value + counted if counted else value for value in values.tolist()]
        hands += block.hands
    return tables, troubles


def same(record: bytes) -> Tables:
    """Make the rows both ways, and give them."""
    quick, slow = made(record, in_arrays=True), made(record, in_arrays=False)
    assert quick[1] == slow[1]
    for name, columns in slow[0].items():
        for column, values in columns.items():
            assert quick[0][name][column] == values, (name, column)
    return slow[0]


@settings(max_examples=20)
@given(random=randomly)
def test_lawful_sessions(random: Random) -> None:
    same(evening(random))


@settings(max_examples=20)
@given(random=randomly)
def test_sessions_with_slips(random: Random) -> None:
    values = lawful_session(random, random.choice(TURNING_UP), 8)
    cases = [stop.case for stop in walk("x", io.BytesIO(written(values)), every_step=True) if stop.case]
    for case in random.sample(cases, random.randint(1, 4)):
        slip = random.choice(SLIPS)
        if case.rules is not None and slip.goal in ("", case.rules.game.goal):
            change = slip.change(random, case) or {}
            values[case.line.number - 1] = msgspec.structs.replace(case.reading.hand, **change)
    same(written(values))


@settings(max_examples=8)
@given(random=randomly)
def test_incomplete_sessions(random: Random) -> None:
    values = lawful_session(random, random.choice(TURNING_UP), 8)
    same(written([less_known(random, value) for value in values]))


@settings(max_examples=20)
@given(random=randomly)
def test_lines_between_the_hands(random: Random) -> None:
    rows = evening(random).splitlines(keepends=True)
    for _ in range(random.randint(1, 5)):
        rows.insert(random.randrange(len(rows) + 1), random.choice(BETWEEN))
    same(b"".join(rows))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples(path: Path) -> None:
    same(path.read_bytes() * 2)


@settings(max_examples=8)
@given(random=randomly, most=st.sampled_from((1, 3, 20)))
def test_how_many_hands_make_a_block_does_not_matter(random: Random, most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gather, "BLOCK", most)
        same(evening(random) + evening(random))


def test_most_hands_are_made_in_arrays() -> None:
    random, counted = Random(1), list[int]()

    class Counting(PlainHands):
        def __init__(self, file: str, plain: fast.Plain, parts: Any, run: int | None) -> None:
            super().__init__(file, plain, parts, run)
            counted.append(self.count)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gather, "PlainHands", Counting)
        records = [written(lawful_session(random, random.choice(TURNING_UP), 10)) for _ in range(30)]
        assert sum(len(same(record)["hands"]["hand"]) for record in records) == 300
    assert sum(counted) > 0.9 * 300


def test_what_is_shared_out_between_plain_sessions_belongs_to_the_last_hand() -> None:
    session, *hands = lawful_session(Random(2), "spoil-five/1", 3)
    record = written([session, *hands])
    (left,) = made(record, in_arrays=True)[0]["hands"]["pool_after"][-1:]
    assert isinstance(session, Session)
    split = (left, *[0] * (len(session.players) - 1))
    closed = record + written([Close(split=split)])
    tables = same(closed * 3 + record)
    shared = [chips for chips in tables["seats"]["shared"] if chips is not None]
    assert shared == [*split] * 3


def test_chips_shared_out_twice_are_added_up() -> None:
    session, *hands = lawful_session(Random(2), "spoil-five/1", 3)
    assert isinstance(session, Session)
    closing = Close(split=(2, *[0] * (len(session.players) - 1)))
    tables = same(written([session, *hands, closing, closing]))
    assert [chips for chips in tables["seats"]["shared"] if chips][-1] == 4
