"""What `tabulate` must know of luck and skill: which of their columns a question needs, what stands under its table.

They take tens of milliseconds a hand, so that nothing is worked out that is not asked for.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final

from spoilrec.archive.counting import Question
from spoilrec.archive.skill import PROMISED, SKILL
from spoilrec.archive.store import Store
from spoilrec.archive.tables import PLAYOUTS
from spoilrec.review.words.sentences import plural

NOTED: Final = ("goal", "misdeal", "hand_id")
"""Columns that the notes need beside those of luck and skill."""
_COUNTS: Final = "NOT coalesce(misdeal, false) AND goal <> 'cards'"


def skill_in(question: Question) -> frozenset[str]:
    """Give the columns of luck and skill that a question names."""
    texts = (*question.by, *question.where, *(f"{one.value} {one.of}" for one in question.show))
    words = {word for text in texts for word in re.findall(r"\w+", text.casefold())}
    return frozenset(words).intersection(SKILL)


def skill_notes(store: Store, skill: Collection[str], *, kept: bool) -> Iterator[str]:
    """Say how these columns were made, and of how many hands they do not know; `kept` is a database of `convert`."""
    solved = [name for name in SKILL if name in skill and name not in PROMISED]
    nothing = False
    if solved:
        hands, open_ = _hands(store, solved)
        nothing |= open_ == hands
        yield (
            f"Against best defence with all cards open: {plural(hands - open_, 'hand')} solved, {open_} not (not every "
            "card is known, a trick was played out of turn, or there are too many positions)."
        )
    if PROMISED.intersection(skill):
        seats, open_ = _promises(store, PROMISED.intersection(skill))
        nothing |= open_ == seats
        yield (
            f"Promised: {PLAYOUTS} hands played simply for each of {seats - open_} dealt hands, what its player cannot "
            f"see dealt anew; not known of {open_}. The cards, the place and the number of players make the seed: no "
            "order of files changes a number."
        )
    if kept and nothing:
        yield "This database may have been made without `convert --skill`, which works out what is missing."


def _hands(store: Store, solved: Collection[str]) -> tuple[int, int]:
    """Count the hands that might be solved, and those of which something is open."""
    pool = [name for name in solved if name != "lost_tricks"]
    unknown = " OR ".join(f"{name} IS NULL" for name in pool or solved)
    games = f"{_COUNTS} AND goal = 'pool'" if pool else _COUNTS
    ((hands, open_),) = store.run(
        f"SELECT count(DISTINCT hand_id), count(DISTINCT hand_id) FILTER (WHERE {unknown}) FROM all_seats WHERE {games}"
    )
    return hands, open_


def _promises(store: Store, promised: Collection[str]) -> tuple[int, int]:
    """Count the hands of single players, and those that promise nothing known."""
    unknown = " OR ".join(f"{name} IS NULL" for name in sorted(promised))
    ((seats, open_),) = store.run(
        f"SELECT count(*), count(*) FILTER (WHERE {unknown}) FROM all_seats WHERE {_COUNTS} AND goal = 'pool'"
    )
    return seats, open_
