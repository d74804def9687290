"""The lines of a record, one Struct each: what a file says, right or wrong.

A field that is `None` or empty is not in the file. Strings such as `deal` and `play` stay strings
here; `tokens` reads them. The order of the fields is the canonical order of the keys.
"""

from typing import Annotated, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

Number = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Chips = Annotated[int, Meta(ge=-1_000_000_000_000, le=1_000_000_000_000)]
Extra = dict[str, str | Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)] | bool]
RuleChoice = dict[str, str | Chips | bool]


class _Line(
    Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"
):
    """What all lines have in common."""


class Session(_Line, frozen=True, tag="session"):
    """The first line of a session: who plays what, where and when."""

    spoilrec: Annotated[int, Meta(description="Version of the format: 1.", ge=1, le=1_000_000)]
    rules: Annotated[
        str | RuleChoice | None,
        Meta(description="A preset `name/version`, or an object with `preset` and the options that differ."),
    ] = None
    players: Annotated[tuple[str, ...], Meta(description="Names in seat order, clockwise; the first is seat A.")] = ()
    sides: Annotated[str | None, Meta(description="Seats that play together, such as `AC BD`; absent: singles.")] = None
    stake: Annotated[
        Annotated[int, Meta(ge=0, le=1_000_000_000)] | None,
        Meta(description="Stake of each player, in the smallest unit; absent: 1."),
    ] = None
    pool: Annotated[
        Annotated[int, Meta(ge=0, le=1_000_000_000_000)] | None,
        Meta(description="Chips carried in from an earlier session."),
    ] = None
    unit: Annotated[str | None, Meta(description="What is played for: `chip`, `EUR cent`.")] = None
    date: Annotated[str | None, Meta(description="ISO date, partial allowed: `2026`, `2026-11`, `2026-11-27`.")] = None
    place: Annotated[str | None, Meta(description="Where it was played.")] = None
    scribe: Annotated[str | None, Meta(description="Who noted it.")] = None
    source: Annotated[str | None, Meta(description="`table`, `sheet`, `online` or `made`.")] = None
    note: Annotated[str | None, Meta(description="Free text.")] = None
    x: Annotated[
        Extra | None, Meta(description="Anything of your own: a flat object of text, whole numbers, true and false.")
    ] = None


class Irregular(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A fact that the table noticed: where, and what."""

    at: Annotated[str, Meta(description="Place: trick number and seat, such as `2C`.")]
    what: Annotated[str, Meta(description="What happened there.")]


class Hand(_Line, frozen=True, tag="hand"):
    """One deal."""

    no: Annotated[Number, Meta(description="Number of the hand, from 1.")]
    dealer: Annotated[str, Meta(description="Seat of the dealer.")]
    up: Annotated[
        str | None, Meta(description="The turn-up; several cards when more than one was turned, the last decides.")
    ] = None
    trump: Annotated[str | None, Meta(description="Trump suit, where there is no turn-up or it is unknown.")] = None
    deal: Annotated[
        str | None, Meta(description="Hands in seat order between `|`, cards between spaces; `-` a hand not seen.")
    ] = None
    bids: Annotated[str | None, Meta(description="Auction: seat and amount, `-` pass, `=` hold.")] = None
    bid: Annotated[str | None, Meta(description="Auction: who named trumps and for how much, `?` if unknown.")] = None
    kitty: Annotated[str | None, Meta(description="Auction: the cards of the kitty.")] = None
    discard: Annotated[str | None, Meta(description="Auction: cards put out, per seat between `|`.")] = None
    draw: Annotated[str | None, Meta(description="Auction: cards drawn, per seat between `|`.")] = None
    rob: Annotated[str | None, Meta(description="Seat that robbed and the card it put out, `A??` if unseen.")] = None
    announce: Annotated[str | None, Meta(description="Seat that announced the ace of trumps without robbing.")] = None
    jink: Annotated[str | None, Meta(description="Seat and the trick after which it called a jink, `A3`.")] = None
    play: Annotated[
        str | None,
        Meta(description="Plays between spaces, tricks between `|`, in the order in which they lay on the table."),
    ] = None
    end: Annotated[str | None, Meta(description="How a hand ended that did not end by the rules.")] = None
    won: Annotated[str | None, Meta(description="Seat or side that won, `-` for a spoil: what the table agreed.")] = (
        None
    )
    settle: Annotated[
        tuple[Chips, ...],
        Meta(description="Net chips of each seat over the hand, stakes included: what the table agreed."),
    ] = ()
    points: Annotated[
        tuple[Chips | None, ...], Meta(description="Points of each side in this hand: what the table agreed.")
    ] = ()
    score: Annotated[
        tuple[Chips | None, ...], Meta(description="Running totals after the hand: what the table agreed.")
    ] = ()
    irregular: Annotated[tuple[Irregular, ...], Meta(description="Facts that the table noticed.")] = ()
    unsure: Annotated[tuple[str, ...], Meta(description="Places of plays of which the scribe is not sure.")] = ()
    deduced: Annotated[tuple[str, ...], Meta(description="Places of plays that were worked out later.")] = ()
    time: Annotated[str | None, Meta(description="RFC 3339 time with zone.")] = None
    note: Annotated[str | None, Meta(description="Free text.")] = None
    x: Annotated[Extra | None, Meta(description="Anything of your own, kept.")] = None


class Terms(_Line, frozen=True, tag="terms"):
    """Other rules or another stake from the next hand on."""

    rules: Annotated[str | RuleChoice | None, Meta(description="As in the session.")] = None
    stake: Annotated[Annotated[int, Meta(ge=0, le=1_000_000_000)] | None, Meta(description="As in the session.")] = None
    note: Annotated[str | None, Meta(description="Free text.")] = None
    x: Annotated[Extra | None, Meta(description="Anything of your own, kept.")] = None


class Close(_Line, frozen=True, tag="close"):
    """The session is over."""

    split: Annotated[
        tuple[Chips, ...], Meta(description="How what lay in the pool was shared out, chips by seat.")
    ] = ()
    time: Annotated[str | None, Meta(description="RFC 3339 time with zone.")] = None
    note: Annotated[str | None, Meta(description="Free text.")] = None
    x: Annotated[Extra | None, Meta(description="Anything of your own, kept.")] = None


class Seats(_Line, frozen=True, tag="seats"):
    """Somebody left, came or moved: the players from the next hand on."""

    players: Annotated[tuple[str | None, ...], Meta(description="Names in seat order, null for an empty chair.")]
    time: Annotated[str | None, Meta(description="RFC 3339 time with zone.")] = None
    note: Annotated[str | None, Meta(description="Free text.")] = None
    x: Annotated[Extra | None, Meta(description="Anything of your own, kept.")] = None


class Penalty(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What a ruling imposes."""

    kind: Annotated[
        str, Meta(description="A value of the option `revoke_penalty` or `misdeal_penalty`, or a word of your own.")
    ]
    settle: Annotated[tuple[Chips, ...], Meta(description="Chips by seat.")] = ()
    points: Annotated[tuple[Chips, ...], Meta(description="Points by side.")] = ()


class Ruling(_Line, frozen=True, tag="ruling"):
    """What was decided about a fact."""

    hand: Annotated[Number, Meta(description="Number of the hand.")]
    at: Annotated[str | None, Meta(description="Place in that hand.")] = None
    by: Annotated[str | None, Meta(description="Who ruled.")] = None
    finding: Annotated[str, Meta(description="What was found: `revoke`, `no-fault`, `misdeal`, ...")] = ""
    why: Annotated[str | None, Meta(description="The reason.")] = None
    rule: Annotated[str | None, Meta(description="The rule that was applied.")] = None
    penalty: Annotated[Penalty | None, Meta(description="What the offender lost.")] = None
    time: Annotated[str | None, Meta(description="RFC 3339 time with zone.")] = None
    x: Annotated[Extra | None, Meta(description="Anything of your own, kept.")] = None


# Every field of a hand but its number may be amended; null takes the field out.
HandChange = msgspec.defstruct(
    "HandChange",
    [
        (
            field.name,
            field.type | UnsetType if field.default is None or field.required else field.type | None | UnsetType,
            UNSET,
        )
        for field in msgspec.structs.fields(Hand)
        if field.name != "no"
    ],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
)


class Amend(_Line, frozen=True, tag="amend"):
    """A correction of an earlier hand of the session; the old line stays."""

    hand: Annotated[Number, Meta(description="Number of the hand.")]
    set: Annotated[HandChange | None, Meta(description="Fields with their new values; null takes a field out.")] = None  # type: ignore[valid-type]
    void: Annotated[bool, Meta(description="The hand did not take place.")] = False
    why: Annotated[str | None, Meta(description="The reason.")] = None
    by: Annotated[str | None, Meta(description="Who corrected.")] = None
    time: Annotated[str | None, Meta(description="RFC 3339 time with zone.")] = None
    x: Annotated[Extra | None, Meta(description="Anything of your own, kept.")] = None


class Note(_Line, frozen=True, tag="note"):
    """Free text between hands."""

    text: Annotated[str, Meta(description="The note.")]
    time: Annotated[str | None, Meta(description="RFC 3339 time with zone.")] = None
    x: Annotated[Extra | None, Meta(description="Anything of your own, kept.")] = None


RecordLine = Session | Hand | Terms | Close | Seats | Ruling | Amend | Note
LINE_TYPES: Final[dict[str, type[Struct]]] = {
    "session": Session,
    "hand": Hand,
    "terms": Terms,
    "close": Close,
    "seats": Seats,
    "ruling": Ruling,
    "amend": Amend,
    "note": Note,
}


class Fault(Struct, frozen=True):
    """Something wrong with a line as such: its kind, the column (from 1, in characters) and its facts."""

    kind: str
    column: int = 1
    facts: dict[str, str | int] = {}


class Line(Struct, frozen=True):
    """A line of a file as read.

    `value` is `None` for a line that could not be read, a blank one and one of an unknown type.
    `extra` are unknown keys with their JSON as it stood; `canonical` says that writing the value
    again gives the same bytes. `raw` has no line end; `offset` is the column where it begins, where
    one line of the file holds two records.
    """

    number: int
    raw: bytes
    value: RecordLine | None = None
    kind: str = ""
    extra: tuple[tuple[str, str], ...] = ()
    faults: tuple[Fault, ...] = ()
    canonical: bool = True
    offset: int = 0

    @property
    def text(self) -> str:
        """The line as text; bytes that are not UTF-8 are shown escaped."""
        return self.raw.decode("utf-8", "backslashreplace")

    @property
    def beginning(self) -> bytes:
        """The line as far as it was read: of one that was skipped for its length the first few bytes."""
        return self.raw or "".join(str(one.facts["begins"]) for one in self.faults if one.kind == "too-long").encode()
