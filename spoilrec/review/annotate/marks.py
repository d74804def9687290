"""The marks on plays, and what `annotate` has to say of a hand, as values; no solver and no sentence.

A mark of weight says what a card was worth: at most one stands on a play. Beside it may stand what
needs no solver: that the play was forced, a lawful renege or a revoke.
"""

from typing import Final, Literal

import msgspec

from spoilrec.engine.position import NOBODY, UNKNOWN
from spoilrec.rules.cards import Card

Mark = Literal["??", "?", "?!", "!", "=", "r", "x"]
Loss = Literal[
    "", "pool", "pool-to", "let-in", "spoil", "jink", "jink-let", "jink-stop", "points", "contract", "contract-let"
]
Open = Literal["", "hands", "out-of-turn", "too-much"]
Soundness = Literal["sound", "gamble", "hopeless"]

MARKS: Final[tuple[tuple[Mark, str], ...]] = (
    ("??", "let somebody in who could be stopped"),
    ("?", "gave away what was forced"),
    ("?!", "gave away a spoil that was forced"),
    ("!", "the only card that held it"),
    ("=", "forced"),
    ("r", "lawful renege"),
    ("x", "revoke"),
)
"""Every mark, the heaviest first, with what it says in few words."""
MISTAKES: Final[tuple[Mark, ...]] = ("??", "?", "?!", "x")


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What a card was worth: the mark, empty for none, and for a loss what was lost.

    `better` is the weakest of the cards that would have been best, -1 where nothing was lost. `to` is the
    side that was let in, `cost` the points lost, `amount` the contract that was lost or let through.
    """

    mark: Literal["", "??", "?", "?!", "!"] = ""
    loss: Loss = ""
    better: Card = -1
    to: int = NOBODY
    cost: int = 0
    amount: int = 0


NOTHING: Final = Verdict()


class PlayNote(msgspec.Struct, frozen=True, gc=False):
    """What is to be said of one play: its place, seat and card code, its marks, and what was lost in a sentence.

    `open` says why the worth of the card is not known, empty where it is, or where the hand was decided already.
    """

    at: str
    trick: int
    seat: int
    card: int
    marks: tuple[Mark, ...] = ()
    verdict: Verdict = NOTHING
    text: str = ""
    open: Open = "hands"

    @property
    def solved(self) -> bool:
        """Whether the worth of the card is known."""
        return not self.open

    @property
    def mistaken(self) -> bool:
        """Whether something was lost by this play, or it was a revoke."""
        return any(mark in MISTAKES for mark in self.marks)


class JinkNote(msgspec.Struct, frozen=True, gc=False):
    """Whether it was sound to try for all five: who tried, and how it stood at that moment."""

    seat: int
    worth: Soundness
    text: str


class HandNotes(msgspec.Struct, frozen=True):
    """What is to be said of one hand.

    `missing` says why nothing was solved, empty where the hands are known. `forced` is the side that could
    force the pool from the first lead, NOBODY for none, UNKNOWN where that is not known or no pool is played
    for; `worth` are the points that each side could force, empty where not known. `said` are the sentences
    on the hand as a whole.
    """

    plays: tuple[PlayNote, ...] = ()
    missing: str = ""
    said: tuple[str, ...] = ()
    jink: JinkNote | None = None
    forced: int = UNKNOWN
    worth: tuple[int, ...] = ()

    @property
    def unsolved(self) -> int:
        """How many plays of a hand that is known were not solved."""
        return 0 if self.missing else sum(not play.solved for play in self.plays)

    @property
    def mistaken(self) -> bool:
        """Whether any play was a mistake, or the jink hopeless."""
        return any(play.mistaken for play in self.plays) or (self.jink is not None and self.jink.worth == "hopeless")
