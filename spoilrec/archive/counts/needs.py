"""Which columns of which tables a question needs, so that nothing else is made, and whether equal rows will do."""

import re
from collections.abc import Collection, Iterable
from typing import Final

from spoilrec.archive.counts.counting import Question, checked, finest, views
from spoilrec.archive.counts.measures import Measure
from spoilrec.archive.counts.views import OF_PAIRS
from spoilrec.archive.tables.declared import ORIGIN, TABLES, Column, table_named
from spoilrec.archive.tables.store import Store
from spoilrec.archive.tables.wanted import ALIKE, EVERYTHING, WHICH, Level, Wanted

_ALWAYS: Final = ("status", "errors", "misdeal")
"""What is counted of every archive."""
_PAIRED: Final = ("player", "won", "net", "side")
_ONE_EACH: Final = ("seat", "player", "distance")
"""Columns that are different for each seat of a hand, nearly always."""
_KEYS: Final = {"hands": ("hand_id",), "seats": ("hand_id", "seat"), "plays": ("hand_id", "seat", "trick", "nth")}


def needs_of(store: Store, question: Question, *, in_order: Collection[str] = ()) -> Wanted:
    """Say what a question needs; `CountingError` for what cannot be asked.

    The store is empty, has every table, and is closed to the outside. `in_order` are columns that will be asked for
    hand by hand too.
    """
    with views(store, valid_only=False):
        asked, named = checked(store, question)
    names = {*named, *_ALWAYS, *in_order, *_words(map(_named_in, question.show))}
    levels = {measure.level: finest((asked, measure.level)) for measure in question.show}
    known = {one.name for table in TABLES for one in table.columns}
    if not named <= known | {*OF_PAIRS}:  # a row as a whole, by the name of its table
        return EVERYTHING
    if not in_order and _may_be_alike(question, levels):
        tables: dict[str, None] = dict.fromkeys(("hands", *levels.values()))
        split = {finer for level, finer in levels.items() if finer != level}
        wide = {
            name: _wide(name, names if name in levels.values() else _ALWAYS, which=name in split) for name in tables
        }
        return Wanted(wide, alike=True, groups=question.by, asked=asked)
    if "pairs" in levels.values():
        names |= {*_PAIRED}
    return Wanted(_apart({*levels.values(), asked, *(("seats",) if in_order else ())}, names), asked=asked)


def _named_in(measure: Measure) -> str:
    return f"{measure.value} {measure.of} {measure.per}"


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in re.findall(r"\w+", text))


def _may_be_alike(question: Question, levels: dict[Level, Level]) -> bool:
    """Whether the answer can be taken from equal rows put together, and it is worth it."""
    if "pairs" in levels.values() or any(measure.kind == "median" for measure in question.show):
        return False
    one_each = bool({*question.by} & {*_ONE_EACH})
    if any(one.kind == "share" and levels[one.level] != one.level for one in question.show):
        return False  # it is a part of all hands, each once, not of the groups
    return all(finer == level or (one_each and (level, finer) == ("hands", "seats")) for level, finer in levels.items())


def _wide(table: str, names: Collection[str], *, which: bool) -> tuple[Column, ...]:
    """Choose the columns of a table in which equal rows are put together, those of the coarser ones with its own."""
    coarser = {"hands": ("hands",), "seats": ("seats", "hands"), "plays": ("plays", "seats", "hands")}[table]
    there = {one.name: one for name in reversed(coarser) for one in table_named(name).columns}
    columns = tuple(one for one in there.values() if one.name in names)
    return (*columns, *((WHICH,) if which and "hand_id" not in names else ()), ALIKE)


def _apart(levels: Collection[str], names: Collection[str]) -> dict[str, tuple[Column, ...]]:
    """Choose the columns of each table; where a row comes from is in its hand alone."""
    needed = ["hands"]
    if any(level != "hands" for level in levels):
        needed.append("seats")
    if "plays" in levels:
        needed.append("plays")
    wanted = dict[str, tuple[Column, ...]]()
    for name in needed:
        own = {*names} if name == "hands" else {*names} - {*ORIGIN}
        wanted[name] = tuple(one for one in table_named(name).columns if one.name in own | {*_KEYS[name]})
    return wanted
