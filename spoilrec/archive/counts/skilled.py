"""What `tabulate` must know of luck and skill: which of their columns a question needs, what stands under its table.

They take tens of milliseconds a hand, so that nothing is worked out that is not asked for.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final

from spoilrec.archive.counts.counting import Question
from spoilrec.archive.tables.declared import PLAYOUTS
from spoilrec.archive.tables.skill import PROMISED, SKILL
from spoilrec.archive.tables.store import Store
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
    promised = PROMISED.intersection(skill)
    if kept and _is_lacking(store, solved, promised):
        yield "This database has nothing of luck and skill: `convert --skill` works it out for every hand."
        return
    if solved:
        hands, open_ = _hands(store, solved)
        yield (
            f"Against best defence with all cards open: {plural(hands - open_, 'hand')} solved, {open_} not (not every "
            "card is known, a trick was played out of turn, or there are too many positions)."
        )
    if promised:
        seats, open_ = _promises(store, promised)
        yield (
            f"Promised: {PLAYOUTS} hands played simply for each of {seats - open_} dealt hands, what its player cannot "
            f"see dealt anew; not known of {open_}. The cards, the place and the number of players make the seed: no "
            "order of files changes a number."
        )


def _is_lacking(store: Store, solved: Collection[str], promised: Collection[str]) -> bool:
    """Say whether every hand lacks the columns that are asked for, as in a database made without them."""
    counts = [*([_hands(store, solved)] if solved else []), *([_promises(store, promised)] if promised else [])]
    return any(of_all for of_all, _ in counts) and all(of_all == open_ for of_all, open_ in counts)


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
