"""What holds at the table from one hand to the next: rules, players, sides, stake; and what was carried over.

A setting is made from the `session`, `terms` and `seats` lines, a ledger from the hands so far. Both
are values: each line gives the next ones.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from spoilrec.engine.position import Table, next_chairs
from spoilrec.record.tokens import SEATS, seat_letter
from spoilrec.rules.games import Game
from spoilrec.rules.options import Options
from spoilrec.rules.order import Facts


@lru_cache(maxsize=64)
def _occupied(players: tuple[str | None, ...]) -> tuple[int, ...]:
    return tuple(seat for seat, name in enumerate(players) if name is not None)


@lru_cache(maxsize=64)
def _singles(players: tuple[str | None, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple((seat,) for seat in _occupied(players))


class Rules(msgspec.Struct, frozen=True):
    """The rules of a session as far as they could be understood: `name` is the preset, for messages."""

    name: str
    game: Game
    options: Options
    facts: Facts


class Setting(msgspec.Struct, frozen=True):
    """The table as it stands before a hand.

    `players` has `None` for an empty chair; `sides` are seats that play together, in the order of
    the record, empty for singles. `rules` is `None` where they could not be understood; `sound` is
    False where players and sides do not allow play.
    """

    rules: Rules | None
    players: tuple[str | None, ...]
    sides: tuple[tuple[int, ...], ...] = ()
    stake: int = 1
    unit: str = ""
    sound: bool = True

    @property
    def seats(self) -> tuple[int, ...]:
        """The occupied chairs, clockwise."""
        return _occupied(self.players)

    @property
    def partnerships(self) -> tuple[tuple[int, ...], ...]:
        """The sides; in singles every occupied chair is one."""
        return self.sides or _singles(self.players)

    @property
    def judged(self) -> bool:
        """Whether plays can be judged by these rules at this table."""
        return self.rules is not None and self.sound


Totals = tuple[int | None, ...]
"""Totals of the sides in a game; `None` for a side of which they are not known."""


class Ledger(msgspec.Struct, frozen=True):
    """What earlier hands left.

    `pool` are the chips on the table, `None` where they are not known; `carried` says that a spoil
    or a failed jink left them. `totals` are those of the sides in the game under way, `None` where
    not known; `game` counts the games. In an auction game `reach` is the most that each side can
    have (its total where that is known), `sets` are the contracts it has lost in this game; `washes`
    counts the hands thrown in one after another, `ended` are the totals with which a game has just
    ended. `number`, `dealer` are those of the last hand (0, -1 for
    none), `redeal` says that the same dealer deals again. `due` is the pool as the engine alone would have it,
    and `due_totals` the totals: they differ from `pool` and `totals` once the table disagreed. `due_carried` is what
    `carried` would be by the cards, where that differs.
    """

    pool: int | None = 0
    carried: bool = False
    totals: Totals | None = ()
    game: int = 1
    number: int = 0
    dealer: int = -1
    redeal: bool = False
    due: int | None = 0
    due_carried: bool | None = None
    due_totals: Totals | None = ()
    reach: tuple[int, ...] = ()
    sets: Totals = ()
    washes: int = 0
    ended: Totals = ()


def before(setting: Setting, ledger: Ledger) -> Totals | None:
    """Give the totals of the sides before a hand, `None` where not known; a new game begins at zero."""
    return ledger.totals if ledger.totals is None else (ledger.totals or (0,) * len(setting.partnerships))


def table_for(setting: Setting, rules: Rules, dealer: int, up: int, totals: Sequence[int] | None) -> Table:
    """Make the engine's table for one hand; `up` is the code of the turn-up, UNKNOWN for none."""
    seats, chairs = setting.seats, len(setting.players)
    side_of = _side_of(setting.partnerships, seats, chairs)
    return Table(
        rules.facts,
        rules.game.goal,
        chairs,
        seats,
        next_chairs(chairs, seats),
        side_of,
        dealer,
        up,
        tuple(totals or ()),
    )


@lru_cache(maxsize=64)
def _side_of(partnerships: tuple[tuple[int, ...], ...], seats: tuple[int, ...], chairs: int) -> tuple[int, ...]:
    side_of = [-1] * chairs
    for side, members in enumerate(partnerships):
        for seat in members:
            side_of[seat] = side if seat in seats else -1
    return tuple(side_of)


def with_penalty(ledger: Ledger, settle: tuple[int, ...], points: tuple[int, ...]) -> Ledger:
    """What a ruling took goes into the pool, what it gave came out; points change the totals."""
    pool = None if ledger.pool is None else ledger.pool - sum(settle)
    due = None if ledger.due is None else ledger.due - sum(settle)
    totals, due_totals = _more(ledger.totals, points), _more(ledger.due_totals, points)
    return msgspec.structs.replace(ledger, pool=pool, due=due, totals=totals, due_totals=due_totals)


def _more(totals: Totals | None, points: tuple[int, ...]) -> Totals | None:
    if totals is None or not points:
        return totals
    nothing: Totals = (0,) * len(points)
    return tuple(None if old is None else old + new for old, new in zip(totals or nothing, points, strict=True))


def reseated(ledger: Ledger, old: Setting, new: Setting) -> Ledger:
    """Give the totals in the order of the new seats: in singles they belong to chairs; who comes begins at 0."""
    if old.sides or old.seats == new.seats:
        return ledger

    def moved(totals: Totals | None) -> Totals | None:
        by_chair = dict(zip(old.seats, totals or (), strict=False))
        return totals if not totals else tuple(by_chair.get(seat, 0) for seat in new.seats)

    def numbers(counts: tuple[int, ...]) -> tuple[int, ...]:
        by_chair = dict(zip(old.seats, counts, strict=False))
        return counts and tuple(by_chair.get(seat, 0) for seat in new.seats)

    sets = moved(ledger.sets)

    return msgspec.structs.replace(
        ledger,
        totals=moved(ledger.totals),
        due_totals=moved(ledger.due_totals),
        reach=numbers(ledger.reach),
        sets=sets or (),
    )


def seat_name(setting: Setting, seat: int) -> str:
    """Name a player for a message: `Ciara (seat C)`, or `seat C` where no name is known."""
    name = setting.players[seat] if 0 <= seat < len(setting.players) else None
    return f"{name} (seat {seat_letter(seat)})" if name else short_name(setting, seat)


def short_name(setting: Setting, seat: int) -> str:
    """Name a player by his name alone."""
    name = setting.players[seat] if 0 <= seat < len(setting.players) else None
    return name or f"seat {seat_letter(seat) if 0 <= seat < len(SEATS) else seat + 1}"


def side_name(setting: Setting, side: int) -> str:
    """Write a side as the record does: `AC`, in singles the seat letter."""
    return "".join(seat_letter(seat) for seat in setting.partnerships[side])


def side_players(setting: Setting, side: int) -> str:
    """Name the players of a side for a message: `Aoife and Ciara`."""
    return " and ".join(short_name(setting, seat) for seat in setting.partnerships[side])


NO_SETTING: Final = Setting(None, (), sound=False)
