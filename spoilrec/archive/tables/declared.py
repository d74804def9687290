"""The three tables of an archive: `hands`, `seats` and `plays`, declared once.

A column is a field: its name, its type, its meaning. DuckDB's tables, the page `schemas/tables.md`, the JSON
Schemas and `--by` all come from here. Null stands for what is not known or does not exist in the game, never 0.
"""

from types import NoneType, UnionType
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

Tiny = Annotated[int, Meta(extra={"sql": "TINYINT"})]
Whole = Annotated[int, Meta(extra={"sql": "INTEGER"})]
Big = Annotated[int, Meta(extra={"sql": "BIGINT"})]


PLAYOUTS: Final = 32
"""So many times the cards that a seat cannot see are dealt anew, to tell what its own promise."""


class _Row(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What every row knows: where it comes from."""

    hand_id: Annotated[Big, Meta(description="Number of the hand in the archive, from 1; joins the tables.")]
    file: Annotated[str, Meta(description="File, as it was named.")]
    line: Annotated[Big, Meta(description="Line of the hand in the file, from 1.")]
    session: Annotated[Whole, Meta(description="Number of the session in the file, from 1; 0 before the first.")]
    hand: Annotated[Big | None, Meta(description="Number of the hand in its session, as noted.")] = None


class HandRow(_Row, frozen=True, kw_only=True, gc=False):
    """One row a hand, also one that could not be read."""

    date: Annotated[str | None, Meta(description="Date of the session as noted, perhaps only a year or a month.")] = (
        None
    )
    year: Annotated[Whole | None, Meta(description="Year of that date.")] = None
    month: Annotated[str | None, Meta(description="Year and month of that date, `2026-11`.")] = None
    time: Annotated[str | None, Meta(description="Time of the hand as noted, RFC 3339.")] = None
    place: Annotated[str | None, Meta(description="Where it was played.")] = None
    source: Annotated[str | None, Meta(description="`table`, `sheet`, `online` or `made`, as noted.")] = None
    preset: Annotated[
        str | None, Meta(description="The rules judged by: a preset, followed by the options that differ.")
    ] = None
    game: Annotated[str | None, Meta(description="The game, such as `spoil-five`.")] = None
    goal: Annotated[
        str | None,
        Meta(description="What a hand is settled in: `pool` (chips), `points`, `auction` (points), `cards`."),
    ] = None
    stake: Annotated[Whole | None, Meta(description="Stake of each player.")] = None
    unit: Annotated[str | None, Meta(description="What is played for, as noted.")] = None
    players: Annotated[Tiny | None, Meta(description="How many play.")] = None
    sides: Annotated[str | None, Meta(description="Seats that play together, `AC BD`; null in singles.")] = None
    dealer: Annotated[str | None, Meta(description="Name of the dealer.")] = None
    dealer_seat: Annotated[str | None, Meta(description="Seat of the dealer.")] = None
    up: Annotated[str | None, Meta(description="The turn-up that decided.")] = None
    trump: Annotated[str | None, Meta(description="Trump suit: C, D, H or S.")] = None
    status: Annotated[
        str,
        Meta(
            description="`judged`, `part` (something was left open), `unread` (the line cannot be read), `void` (annulled by an amendment: everything that is a result is null)."
        ),
    ]
    errors: Annotated[
        Whole, Meta(description="Errors that `validate` tells of the hand; a hand with any is not valid.")
    ]
    amended: Annotated[bool | None, Meta(description="Whether an amendment changed the hand.")] = None
    complete: Annotated[bool | None, Meta(description="Whether the play shows the result.")] = None
    by_table: Annotated[
        bool | None,
        Meta(
            description="Whether anything of the result is the table's word, where the play does not show it: who won; in point games the points, the totals, whether the bid was made."
        ),
    ] = None
    ended: Annotated[str | None, Meta(description="How a hand ended that did not end by the rules, as noted.")] = None
    misdeal: Annotated[bool | None, Meta(description="Whether the deal does not count and was dealt again.")] = None
    thrown_in: Annotated[bool | None, Meta(description="Whether nobody bid; null where nothing was noted.")] = None
    tricks_played: Annotated[Whole | None, Meta(description="Tricks that were noted, also those not whole.")] = None
    cards_noted: Annotated[Whole | None, Meta(description="Plays that were noted.")] = None
    cards_unseen: Annotated[Whole | None, Meta(description="Plays of which the card was not wholly seen.")] = None
    spoilt: Annotated[bool | None, Meta(description="Pool games: whether nobody won the pool.")] = None
    pool_before: Annotated[Big | None, Meta(description="Pool games: chips on the table before the stakes.")] = None
    staked: Annotated[Big | None, Meta(description="Pool games: chips put in by the rules before the hand.")] = None
    pool: Annotated[Big | None, Meta(description="Pool games: what there was to win, with the stakes.")] = None
    pool_after: Annotated[
        Big | None, Meta(description="Pool games: chips on the table afterwards, as the table settled it.")
    ] = None
    run: Annotated[
        Whole | None,
        Meta(
            description="Pool games: hands since the pool was last won, this one included; null where a result before it is not known."
        ),
    ] = None
    jink: Annotated[
        str | None,
        Meta(
            description="`none`, `made` or `lost`; null where there is none in the game, or not known: where playing on is the jink, only the play shows it."
        ),
    ] = None
    bid: Annotated[Big | None, Meta(description="Auction games: the bid that stood.")] = None
    game_no: Annotated[Whole | None, Meta(description="Point games: number of the game in the session.")] = None


class SeatRow(_Row, frozen=True, kw_only=True, gc=False):
    """One row a player and hand."""

    seat: Annotated[str, Meta(description="Seat letter.")]
    player: Annotated[str | None, Meta(description="Name of the player.")] = None
    side: Annotated[str | None, Meta(description="Seats that play together; null in singles.")] = None
    distance: Annotated[
        Tiny | None, Meta(description="Places to the left of the dealer: 0 the dealer, 1 the eldest.")
    ] = None
    dealt: Annotated[str | None, Meta(description="Cards dealt, as noted.")] = None
    tricks: Annotated[
        Whole | None,
        Meta(
            description="Tricks taken; null where not all is known that was played: no play was noted, or it stops before the hand is over and no `end` says why."
        ),
    ] = None
    won: Annotated[
        bool | None,
        Meta(
            description="Whether he won the pool; point games: whether his side won the game with this hand. By the play, where that does not show it as the table noted: in `won`, else in the totals."
        ),
    ] = None
    settled: Annotated[
        Big | None, Meta(description="Chips over the hand, stakes included: as the table settled, else by the play.")
    ] = None
    ruled: Annotated[Big | None, Meta(description="Chips that rulings on the hand gave or took.")] = None
    shared: Annotated[
        Big | None,
        Meta(
            description="Chips that came beside a hand, with the last hand of the session that counts: shared out at the close, or by rulings on a hand that was annulled."
        ),
    ] = None
    net: Annotated[
        Big | None,
        Meta(description="`settled` with `ruled` and `shared`: adds up to the account that `replay` shows."),
    ] = None
    points: Annotated[Big | None, Meta(description="Point games: points of his side in this hand.")] = None
    score: Annotated[Big | None, Meta(description="Point games: total of his side after it.")] = None
    bidder: Annotated[bool | None, Meta(description="Auction games: whether he named trumps.")] = None
    made: Annotated[
        bool | None,
        Meta(
            description="Whether the bid was made, for the bidder; by the points noted, where the play does not show it."
        ),
    ] = None
    robbed: Annotated[
        bool | None,
        Meta(description="Whether he took the turn-up, as noted; null where neither a rob nor any play was noted."),
    ] = None
    reneges: Annotated[
        Whole | None,
        Meta(
            description="Lawful reneges; null where of any of his plays it cannot be known, or not all is known that was played."
        ),
    ] = None
    revokes: Annotated[
        Whole | None,
        Meta(
            description="Revokes, proven by cards that were seen or noted by the table; null where of any of his plays it cannot be known, or not all is known that was played."
        ),
    ] = None
    jinked: Annotated[bool | None, Meta(description="Whether he tried for all five tricks.")] = None
    jink_made: Annotated[bool | None, Meta(description="Whether that was made; null where he did not try.")] = None
    jink_worth: Annotated[
        Big | None,
        Meta(
            description="What trying earned (or cost: below 0) in this hand against stopping in time: chips; auction games points."
        ),
    ] = None
    forced: Annotated[
        bool | None,
        Meta(
            description="Whether he could force the pool from the first lead, all cards open, everybody against him; auction games: whether the bidder's side could force the bid. Like the columns that follow null where not worked out (`convert --skill`) and where not all cards are known."
        ),
    ] = None
    lost_pools: Annotated[
        Tiny | None, Meta(description="Pool games: plays that gave away a pool, or a jink, which he could force.")
    ] = None
    let_in: Annotated[
        Tiny | None, Meta(description="Pool games: plays that let somebody else in who could be stopped (`??`).")
    ] = None
    lost_tricks: Annotated[
        Tiny | None, Meta(description="Tricks that his side could force before a play of his and not after it.")
    ] = None
    promised: Annotated[
        Tiny | None,
        Meta(
            description=f"Pool games: of {PLAYOUTS} hands with his cards, the hidden ones dealt anew, all played simply, how many he won."
        ),
    ] = None
    promised_spoils: Annotated[Tiny | None, Meta(description=f"How many of these {PLAYOUTS} nobody won.")] = None


class PlayRow(_Row, frozen=True, kw_only=True, gc=False):
    """One row a card that was noted."""

    seat: Annotated[str, Meta(description="Seat letter.")]
    player: Annotated[str | None, Meta(description="Name of the player.")] = None
    trick: Annotated[Whole, Meta(description="Trick, from 1.")]
    nth: Annotated[Whole, Meta(description="Place in the trick as noted, from 1.")]
    spot: Annotated[str, Meta(description="Place in the hand as findings name it, `3C`.")]
    card: Annotated[str | None, Meta(description="The card, where it was wholly seen.")] = None
    rank: Annotated[str | None, Meta(description="Its rank, where seen.")] = None
    suit: Annotated[str | None, Meta(description="Its suit, where seen.")] = None
    is_trump: Annotated[bool | None, Meta(description="Whether it is a trump.")] = None
    leads: Annotated[bool | None, Meta(description="Whether it was led.")] = None
    led: Annotated[str | None, Meta(description="The card led to the trick.")] = None
    on_trump: Annotated[bool | None, Meta(description="Whether it answers a trump lead.")] = None
    took: Annotated[bool | None, Meta(description="Whether it took the trick.")] = None
    lawful: Annotated[bool | None, Meta(description="Whether it was lawful; null where that cannot be known.")] = None
    refusal: Annotated[str | None, Meta(description="Why it was not lawful, in one word such as `follow-suit`.")] = None
    revoke: Annotated[
        bool | None,
        Meta(
            description="Whether it was a revoke, by the cards, else as the table noted it; null where that cannot be known."
        ),
    ] = None
    renege: Annotated[
        bool | None, Meta(description="Whether it kept back a trump that may be; null where that cannot be known.")
    ] = None
    kept: Annotated[str | None, Meta(description="The trumps kept back by a renege, as far as seen.")] = None
    unsure: Annotated[bool | None, Meta(description="Whether the scribe was not sure.")] = None
    deduced: Annotated[bool | None, Meta(description="Whether the card was worked out later.")] = None


Row = HandRow | SeatRow | PlayRow
ORIGIN: Final = _Row.__struct_fields__
"""The columns that say where a row comes from; in each table they stand first."""


class Column(NamedTuple):
    """A column: name, DuckDB type, meaning, and whether it can be null."""

    name: str
    sql: str
    meaning: str
    nullable: bool


class Table(NamedTuple):
    """A table: name, what a row is, the declaration of a row, the columns."""

    name: str
    meaning: str
    row: type[msgspec.Struct]
    columns: tuple[Column, ...]


def _columns(row: type[msgspec.Struct]) -> tuple[Column, ...]:
    hints = get_type_hints(row, include_extras=True)
    inherited = [name for name in row.__struct_fields__ if name in _Row.__struct_fields__]
    names = inherited + [name for name in row.__struct_fields__ if name not in inherited]
    return tuple(_column(name, hints[name]) for name in names)


def _column(name: str, hint: Any) -> Column:
    kind, *metas = get_args(hint)
    metas += [meta for part in (kind, *get_args(kind)) for meta in get_args(part)[1:] if get_origin(part) is Annotated]
    nullable = get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)
    described = next(meta.description for meta in metas if isinstance(meta, Meta) and meta.description)
    sized = [meta.extra["sql"] for meta in metas if isinstance(meta, Meta) and meta.extra]
    parts = {kind, *get_args(kind)}
    plain = "VARCHAR" if str in parts else "BOOLEAN" if bool in parts else "INTEGER"
    return Column(name, sized[0] if sized else plain, described, nullable)


TABLES: Final = tuple(
    Table(name, (row.__doc__ or "").strip(), row, _columns(row))
    for name, row in (("hands", HandRow), ("seats", SeatRow), ("plays", PlayRow))
)
TABLE_NAMES: Final = tuple(table.name for table in TABLES)


def table_named(name: str) -> Table:
    """Give a table by its name."""
    return TABLES[TABLE_NAMES.index(name)]
