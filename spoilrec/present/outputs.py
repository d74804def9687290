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
    silenced: Annotated[int, Meta(description="Findings that rulings `accepted` let stand; not among `findings`.")] = 0


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


class OptionOut(msgspec.Struct, frozen=True):
    """An option that decides: its value in the rules judged by, what that means and who says so."""

    option: str
    value: str
    meaning: str
    source: Annotated[str, Meta(description="Titles of the sources; empty where the table of options names none.")]


Verdicts = Literal["lawful-by-form", "lawful", "unlawful", "unknown", "not-all-lawful", "not-judged"]


class ElsewhereOut(msgspec.Struct, frozen=True):
    """The verdict with another value of one option."""

    option: str
    value: str
    verdict: Verdicts


class ResultOut(msgspec.Struct, frozen=True):
    """What a hand comes to by the cards, as in `replay`; null where it cannot be known."""

    won: str | None
    void: bool
    pool: int | msgspec.UnsetType | None = msgspec.UNSET
    settle: list[int] | msgspec.UnsetType | None = msgspec.UNSET
    points: list[int | None] | msgspec.UnsetType | None = msgspec.UNSET
    score: list[int | None] | msgspec.UnsetType | None = msgspec.UNSET


class CostOut(msgspec.Struct, frozen=True):
    """The result under one value of the option that says what a fault costs."""

    value: str
    here: Annotated[bool, Meta(description="Whether these are the rules judged by.")]
    changes: Annotated[bool, Meta(description="Whether the result is another than as the hand lies.")]
    result: ResultOut


class RulingOut(msgspec.Struct, frozen=True, kw_only=True):
    """One ruling of `judge --format json`: a verdict and all that hangs on it."""

    at: Annotated[str, Meta(description="Place: trick and seat; trick 0 is before the first lead.")]
    deed: Literal["play", "rob", "no-rob", "announcement", "no-announcement", "jink", "bid", "draw"]
    player: str | None
    seat: str
    card: Annotated[str | None, Meta(description="The card played, `?S` if half seen; null where there is none.")]
    verdict: Annotated[
        Verdicts,
        Meta(
            description="lawful-by-form: whatever the unseen cards are. lawful, unlawful: proven by cards seen. unknown: unseen cards decide. not-all-lawful: each alone may be lawful, those of `together` not all."
        ),
    ]
    fault: Annotated[str | None, Meta(description="What was wrong, or would be: the `finding` of a ruling.")]
    what: str
    message: str
    witness: Annotated[list[str], Meta(description="Cards held that prove the fault.")]
    allowed: Annotated[list[str], Meta(description="Cards that would have been lawful.")]
    condemning: Annotated[list[str], Meta(description="Unseen cards that would condemn if they were held.")]
    freeing: Annotated[list[str], Meta(description="Unseen cards of which one must have been held.")]
    together: Annotated[list[str], Meta(description="Places that cannot all be lawful.")]
    rule: str
    options: list[OptionOut]
    presets: Annotated[dict[str, Verdicts], Meta(description="The verdict by every other preset.")]
    other_values: Annotated[
        list[ElsewhereOut], Meta(description="The verdict by other values of each option that decides.")
    ]
    corrections: Annotated[
        list[str], Meta(description="Changes of the record that leave nothing unlawful, likeliest first.")
    ]
    penalty_option: str | None
    penalties: list[CostOut]


class ClaimOut(msgspec.Struct, frozen=True):
    """A claim (`--says`) and what the verdicts say to it."""

    says: str
    answer: Literal["confirmed", "refused", "cannot-be-known", "accepted"]
    message: str


class JudgedHandOut(msgspec.Struct, frozen=True):
    """The rulings on one hand; several hands of one number may be in a file."""

    hand: int
    line: int
    rules: str
    rulings: list[RulingOut]
    claim: ClaimOut | None
    result: Annotated[ResultOut | None, Meta(description="The result as the hand lies; null where nothing was judged.")]


class JudgeOut(msgspec.Struct, frozen=True):
    """The output of `judge --format json`."""

    file: str
    hands: list[JudgedHandOut]
    written: Annotated[str | None, Meta(description="The finding that was written into the record, or null.")]


class MeasureOut(msgspec.Struct, frozen=True):
    """One measure of `tabulate`, and what it counts."""

    name: str
    kind: Literal["rows", "total", "sum", "mean", "rate", "share", "least", "median", "most"]
    meaning: str


class EstimateOut(msgspec.Struct, frozen=True):
    """What a measure came to; null where nothing is known."""

    value: int | float | None
    n: Annotated[int, Meta(description="Rows that are known.")]
    unknown: Annotated[int, Meta(description="Rows that are not; they are in no other number.")]
    low: Annotated[float | None, Meta(description="95 % interval.")]
    high: float | None
    interval: Annotated[Literal["wilson", "normal"] | None, Meta(description="How the interval was made.")]


class CountedOut(msgspec.Struct, frozen=True):
    """One row of `tabulate`: the group by column, the estimates by measure."""

    group: dict[str, str | int | bool | None]
    measures: dict[str, EstimateOut]


class BasisOut(msgspec.Struct, frozen=True):
    """The hands behind a table, and the rule by which hands were left out."""

    judged: int
    part: int
    misdeals: Annotated[int, Meta(description="Among them: dealt again.")]
    faulty: Annotated[int, Meta(description="Hands with errors, counted or left out as `notes` say.")]
    unread: int
    void: Annotated[int, Meta(description="Annulled by an amendment.")]
    notes: list[str]


class TabulateOut(msgspec.Struct, frozen=True):
    """The output of `tabulate --format json`."""

    by: list[str]
    measures: list[MeasureOut]
    rows: list[CountedOut]
    basis: BasisOut


class BasisLineOut(msgspec.Struct, frozen=True):
    """The last line of `tabulate --format jsonl`."""

    basis: BasisOut
