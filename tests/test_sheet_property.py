"""The way from a record to a sheet and back loses nothing."""

from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from cases.breakages import SLIPS
from commands import spoilrec
from hypothesis import given, settings
from hypothesis import strategies as st
from making import randomly
from making_sessions import PRESETS, lawful_session, written

from spoilrec.cli.sheets import taken
from spoilrec.record.canonical import canonical_line
from spoilrec.record.lines import (
    Amend,
    Close,
    Hand,
    Irregular,
    Note,
    Penalty,
    RecordLine,
    Ruling,
    Seats,
    Session,
    Terms,
)  # fmt: skip
from spoilrec.record.sheet import SheetError
from spoilrec.record.store import lines, opened
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.sheeted import SheetWriter
from spoilrec.review.scribe.sheets import Scribe
from spoilrec.review.walk import walk

ODD_NAMES = (
    "B", "-", "a", "dealer", "Seán B.", "O'Brien, Pat", '"Red"', "Ní Dhónaill", "[x", " Ann", "Ann  Lee", "up", "#1",
    "{", "A: B", "\u202eNora", "Zoë\u2028", "x|y", "2S", "settle", "\\", "名前", "?", "ab\tc",
)  # fmt: skip
ODD_TEXTS = (
    "Sandwiches", "# no comment", '"quoted"', "hand 3", " space", "two\nlines", "a\u2028b", "{}", "x\x00y", "tab\tbed",
    "é" * 50, "-", "20 settle 1 2", "settle 5", "\\", "‘’", "\u200b", "\ufeff",
)  # fmt: skip
texts = st.sampled_from(ODD_TEXTS)


def _sheet_of(record: bytes) -> tuple[list[bytes], str]:
    """Give the canonical lines of a record, and the record as a sheet."""
    writer, stream = SheetWriter("a"), BytesIO(record)
    found = list(lines(stream))
    blocks = (writer.block(line) for line in found)
    return [canonical_line(line) for line in found if line.value is not None], "\n\n".join(filter(None, blocks))


def _has_come_back(record: bytes) -> None:
    wanted, sheet = _sheet_of(record)
    found: list[bytes] = []
    for one in taken(Scribe(Evening("a"), strict=True), sheet):
        assert not isinstance(one, SheetError), (one.line, one.why, sheet)
        found += [line.raw for line in one]
    assert found == wanted, sheet


@given(randomly, st.sampled_from(PRESETS))
@settings(max_examples=25)
def test_a_lawful_session_comes_back(random: Random, preset: str) -> None:
    _has_come_back(written(lawful_session(random, preset)))


@given(randomly, st.data())
@settings(max_examples=30)
def test_a_broken_session_comes_back(random: Random, data: st.DataObject) -> None:
    made = lawful_session(random)
    record = written(made)
    slip = data.draw(st.sampled_from(SLIPS))
    cases = [stop.case for stop in walk("a", BytesIO(record), every_step=True) if stop.case is not None]
    case = random.choice(cases)
    if slip.goal and case.rules is not None and case.rules.game.goal != slip.goal:
        return
    try:
        change = slip.change(random, case)
    except (IndexError, ValueError, StopIteration):
        return
    if change is None:
        return
    changed = [msgspec.structs.replace(line, **change) if line == case.reading.hand else line for line in made]
    _has_come_back(written(changed))


@given(randomly, st.data())
@settings(max_examples=30)
def test_an_odd_session_comes_back(random: Random, data: st.DataObject) -> None:
    session, *hands = lawful_session(random, hands=3)
    assert isinstance(session, Session)
    names = data.draw(
        st.lists(st.sampled_from(ODD_NAMES), min_size=len(session.players), max_size=len(session.players))
    )
    session = msgspec.structs.replace(session, players=tuple(names), **_some(data, note=texts, place=texts, x=_xs()))
    made: list[RecordLine] = [session]
    for hand in hands:
        assert isinstance(hand, Hand)
        made.append(
            msgspec.structs.replace(
                hand, **_some(data, note=texts, x=_xs(), irregular=_facts(), unsure=st.just(("2A", "1B")))
            )
        )
        made += data.draw(st.lists(_between(len(names), hand.no), max_size=2))
    _has_come_back(written(made))


def _some(data: st.DataObject, **fields: st.SearchStrategy[Any]) -> dict[str, Any]:
    return {name: data.draw(values) for name, values in fields.items() if data.draw(st.booleans())}


def _xs() -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(texts, st.one_of(texts, st.booleans(), st.integers(-(2**60), 2**60)), min_size=1, max_size=3)


def _facts() -> st.SearchStrategy[tuple[Irregular, ...]]:
    one = st.builds(Irregular, at=st.sampled_from(("2A", "0B", "9Z")), what=st.one_of(st.just("revoke"), texts))
    return st.lists(one, min_size=1, max_size=2).map(tuple)


maybe = st.one_of(st.none(), texts)


def _between(chairs: int, hand: int) -> st.SearchStrategy[RecordLine]:
    times = st.sampled_from((None, "2026-11-27T21:30:00Z", "late"))
    names = st.lists(st.one_of(st.none(), st.sampled_from(ODD_NAMES)), min_size=chairs, max_size=chairs).map(tuple)
    chips = st.lists(st.integers(-5, 5), min_size=chairs, max_size=chairs).map(tuple)
    penalty = st.builds(Penalty, kind=st.one_of(st.just("fine"), texts), settle=chips)
    sets = st.sampled_from(
        (
            {"up": "2S"},
            {"won": None, "settle": None},
            {"play": "AQD BKD|"},
            {"note": "x"},
            {"dealer": "B"},
            {"bids": "A- B20"},
        )
    ).map(lambda fields: msgspec.convert(fields, _set_type()))
    return st.one_of(
        st.builds(Note, text=texts, time=times),
        st.builds(Ruling, hand=st.just(hand), at=st.sampled_from((None, "2A", "zz")), by=maybe,
                  finding=maybe, why=maybe, penalty=st.one_of(st.none(), penalty), time=times),
        st.builds(Amend, hand=st.sampled_from((hand, 77)), set=sets, why=maybe),
        st.builds(Amend, hand=st.just(hand), void=st.just(True), by=maybe),
        st.builds(Seats, players=names, note=maybe),
        st.builds(Terms, stake=st.integers(0, 9), note=maybe),
        st.builds(Terms, rules=st.sampled_from(("spoil-five/1", "no/1", {"preset": "spoil-five/1", "rob": "forced"}))),
        st.builds(Close, split=chips, time=times),
    )  # fmt: skip


def _set_type() -> Any:
    return next(field.type for field in msgspec.structs.fields(Amend) if field.name == "set")


@pytest.mark.parametrize("path", sorted(Path("samples").glob("*.spoil")), ids=lambda path: path.name)
def test_a_sample_comes_back_through_the_command_line(path: Path, tmp_path: Path) -> None:
    told = spoilrec("replay", str(path), "--format", "sheet")
    new = tmp_path / "new.spoil"
    ran = spoilrec("record", str(new), "--from", "-", stdin=told.out.encode())
    assert (told.status, ran.status) == (0, 0), ran.err
    with opened(str(path)) as stream:
        assert new.read_bytes().splitlines() == [canonical_line(line) for line in lines(stream) if line.value]
