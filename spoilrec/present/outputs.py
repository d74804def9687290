"""The JSON that scripts rely on, declared once: what is written and the schema come from the same Structs."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class FindingOut(msgspec.Struct, frozen=True):
    """One finding of `validate --format json|jsonl`."""

    code: Annotated[str, Meta(pattern="^SR[0-9]{3}$")]
    severity: Literal["error", "warning", "info"]
    file: str
    line: Annotated[int, Meta(description="Line of the file, from 1.", ge=1)]
    column: Annotated[int, Meta(description="Column of the line in characters, from 1.", ge=1)]
    hand: Annotated[int | None, Meta(description="Number of the hand; null where no hand is concerned.")]
    at: Annotated[str | None, Meta(description="Place in the hand: trick and seat; null where there is none.")]
    player: Annotated[str | None, Meta(description="Name of the player concerned, or null.")]
    message: str
    remedy: Annotated[str, Meta(description="What would be right, or what to do; may be empty.")]
    facts: Annotated[
        dict[str, str | int | list[str | int]],
        Meta(description="The facts in the message, by the names they have in its sentence."),
    ]


class FindingCounts(msgspec.Struct, frozen=True):
    """Findings by severity."""

    error: int
    warning: int
    info: int


class Summary(msgspec.Struct, frozen=True):
    """What a run of `validate` did; hands are judged, judged in part, or could not be read."""

    files: int
    hands: int
    judged: int
    part: int
    unread: int
    findings: FindingCounts


class SummaryOut(msgspec.Struct, frozen=True):
    """The last line of `validate --format jsonl`."""

    summary: Summary


class ValidateOut(msgspec.Struct, frozen=True):
    """The whole output of `validate --format json`."""

    findings: list[FindingOut]
    summary: Summary


class LegalOut(msgspec.Struct, frozen=True):
    """The output of `legal --format json`: cards in the order of `--hand`."""

    legal: list[str]
    barred: Annotated[dict[str, str], Meta(description="Cards that may not be played, each with the reason.")]
    rules: str


class TrickOut(msgspec.Struct, frozen=True):
    """One trick of a replay."""

    lead: Annotated[str, Meta(description="Seat that led.")]
    cards: Annotated[str, Meta(description="Plays in the order in which they lay on the table.")]
    winner: Annotated[
        str | None, Meta(description="Seat that took it; null where it cannot be known or the trick is not whole.")
    ]


class ReplayOut(msgspec.Struct, frozen=True, kw_only=True):
    """One hand of `replay --format jsonl`."""

    hand: int
    dealer: str
    trump: Annotated[str | None, Meta(description="Trump suit; null where it is not known.")]
    tricks: list[TrickOut]
    won: Annotated[
        str | None,
        Meta(
            description="Pool game: seat, `-` for a spoil. Point game: side that won the game with this hand, `-` while it goes on. null: cannot be known."
        ),
    ]
    pool: Annotated[
        int | msgspec.UnsetType | None, Meta(description="Pool games: what lies on the table after the hand.")
    ] = msgspec.UNSET
    settle: Annotated[
        list[int] | msgspec.UnsetType | None,
        Meta(description="Pool games: net chips of each seat, by the cards where they show it."),
    ] = msgspec.UNSET
    trick_points: Annotated[
        list[int] | msgspec.UnsetType | None,
        Meta(description="Auction games: points of each side before the contract is settled."),
    ] = msgspec.UNSET
    points: Annotated[
        list[int | None] | msgspec.UnsetType | None,
        Meta(description="Point games: points of each side in this hand; null where the contract is not known."),
    ] = msgspec.UNSET
    score: Annotated[
        list[int | None] | msgspec.UnsetType | None, Meta(description="Point games: totals after the hand.")
    ] = msgspec.UNSET
    game: Annotated[
        int | msgspec.UnsetType, Meta(description="Point games: number of the game within the session.")
    ] = msgspec.UNSET
    reneges: Annotated[list[str], Meta(description="Places of lawful reneges.")]
    illegal: Annotated[list[str], Meta(description="Places of unlawful plays.")]
    complete: Annotated[bool, Meta(description="Whether the play shows the result.")]
    void: Annotated[
        bool | msgspec.UnsetType, Meta(description="True for a hand that an amendment declared void (--history).")
    ] = msgspec.UNSET
    amended: Annotated[
        bool | msgspec.UnsetType, Meta(description="True for a hand as it was noted before amendments (--history).")
    ] = msgspec.UNSET
