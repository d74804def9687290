"""The JSON of `annotate` that scripts rely on, declared once as in `outputs`."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from spoilrec.present.outputs import TrickOut

Marks = Literal["??", "?", "?!", "!", "=", "r", "x"]


class PlayNoteOut(msgspec.Struct, frozen=True):
    """One play of `annotate --format jsonl`."""

    at: Annotated[str, Meta(description="Place: trick and seat.")]
    seat: str
    player: str | None
    card: str
    marks: Annotated[
        list[Marks],
        Meta(
            description="?? lets somebody in who could be stopped (also where the player could force the pool), "
            "? gives away what was forced and lets nobody in, ?! gives away a spoil that was forced, "
            "! the only card that held it, = forced, r lawful renege, x revoke."
        ),
    ]
    better: Annotated[
        str | None, Meta(description="The weakest of the cards that would have been best; null where nothing was lost.")
    ]
    cost: Annotated[int | None, Meta(description="Points that were forced and lost; null where none were.")]
    text: Annotated[str | None, Meta(description="What was lost, in a sentence; null where nothing was.")]
    solved: Annotated[
        bool, Meta(description="Whether the worth of the card is known, or the pool was decided already.")
    ]


class JinkNoteOut(msgspec.Struct, frozen=True):
    """How a jink stood when it was called, or begun by leading on."""

    seat: str
    worth: Literal["sound", "gamble", "hopeless"]
    text: str


class AnnotateOut(msgspec.Struct, frozen=True, kw_only=True):
    """One hand of `annotate --format jsonl`; `plays` has only those that were asked for."""

    session: Annotated[int, Meta(description="The number of its session in the file, from 1; 0 before the first.")]
    hand: int
    line: int
    dealer: str
    up: Annotated[str | None, Meta(description="The turn-up; null where there is none or it was not noted.")]
    trump: Annotated[str | None, Meta(description="Trump suit; null where it is not known.")]
    hands: Annotated[
        list[str | None],
        Meta(description="The cards of each seat before the first lead, best first; ?? for one not seen."),
    ]
    tricks: list[TrickOut]
    won: Annotated[str | None, Meta(description="As in `replay --format jsonl`.")]
    solved: Annotated[
        Literal["whole", "part", "not"], Meta(description="part: some plays were not solved. not: `missing` says why.")
    ]
    missing: Annotated[str | None, Meta(description="Why nothing was solved; null where the hands are known.")]
    forced: Annotated[
        str | msgspec.UnsetType | None,
        Meta(description="Pool games: seat that could force the pool from the first lead, `-` nobody, null not known."),
    ] = msgspec.UNSET
    worth: Annotated[
        list[int] | msgspec.UnsetType | None,
        Meta(description="Point games: points that each side could force from the first lead; null: not known."),
    ] = msgspec.UNSET
    jink: JinkNoteOut | None
    notes: Annotated[list[str], Meta(description="Sentences on the hand as a whole.")]
    plays: list[PlayNoteOut]


class AnnotatedPlayerOut(msgspec.Struct, frozen=True):
    """How often a player's plays have each mark; `plays` are those of hands that were solved."""

    player: str
    plays: int
    marks: dict[Marks, int]


class AnnotatedOut(msgspec.Struct, frozen=True):
    """What a run of `annotate` did: hands wholly solved, in part, and not; those that could not be read.

    Hands with nothing to solve, thrown in or void, are among those that were not.
    """

    hands: int
    solved: int
    part: int
    missing: int
    unread: int
    players: list[AnnotatedPlayerOut]


class AnnotatedLineOut(msgspec.Struct, frozen=True):
    """The last line of `annotate --format jsonl`."""

    summary: AnnotatedOut
