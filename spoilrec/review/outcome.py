"""What a hand comes to, as a value: who won, what is paid, what is scored."""

from typing import Final

import msgspec

from spoilrec.record.tokens import SEATS
from spoilrec.review.setting import Setting
from spoilrec.rules.pool import NOBODY, UNKNOWN, Jink

ENDS: Final = ("misdeal", "claimed", "conceded", "abandoned")
"""How a hand may end before its last card: the values of `end`."""
VOID_ENDS: Final = ("misdeal",)
Points = tuple[int | None, ...]
"""Points by side; `None` for a side of which they are not known."""


class Result(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The result of one hand.

    `won` is a seat in a pool game, a side that has won the *game* in a point game, NOBODY or
    UNKNOWN; `agreed` says that it is the table's word. `settle` (by chair) and `points`, `totals`
    (by side) are `None` where they cannot be known or do not exist in the game. `paid` are the
    stakes, `pool` what lies on the table afterwards. `decided` says that the play shows the result.

    With an auction: `trick_points` are those before the contract is settled, `made` says whether it
    was; `counted` are the points with the table's word where the play leaves them open, and `reach`
    the most that each side can have in all. `thrown_in` says that nobody bid. `carries` says that
    the totals before the hand go into the next game. Where a penalty was imposed, `penalty` is its
    kind and `by_cards` the result without it; `void` says that the hand does not count.
    """

    won: int = UNKNOWN
    agreed: bool = False
    decided: bool = False
    jink: Jink = "none"
    paid: tuple[int, ...] = ()
    settle: tuple[int, ...] | None = None
    pool: int | None = None
    points: Points | None = None
    totals: Points | None = None
    five_alone: bool = False
    trick_points: tuple[int, ...] | None = None
    made: bool | None = None
    counted: Points | None = None
    reach: tuple[int, ...] = ()
    sets: Points = ()
    thrown_in: bool = False
    carries: bool = False
    void: bool = False
    penalty: str = ""
    by_cards: "Result | None" = None


UNDECIDED: Final = Result()


def added(totals: Points | None, points: Points | None) -> Points | None:
    """Add points to totals, side by side; what is not known stays so."""
    if totals is None or points is None:
        return None
    return tuple(None if old is None or new is None else old + new for old, new in zip(totals, points, strict=True))


def all_known(numbers: Points | None) -> tuple[int, ...] | None:
    """Give the numbers if every one is known, else `None`."""
    if numbers is None or None in numbers:
        return None
    return tuple(number for number in numbers if number is not None)


def seat_or_side(setting: Setting, text: str | None) -> int:
    """Read `won`: a seat, in a point game a side (its number); NOBODY for `-`, UNKNOWN otherwise."""
    if text == "-":
        return NOBODY
    if not text:
        return UNKNOWN
    if setting.sides:
        wanted = {tuple(sorted(SEATS.find(letter) for letter in text))}
        return next((side for side, seats in enumerate(setting.sides) if tuple(sorted(seats)) in wanted), UNKNOWN)
    seat = SEATS.find(text) if len(text) == 1 else -1
    if seat not in setting.seats:
        return UNKNOWN
    pool_game = setting.rules is None or setting.rules.game.goal in ("pool", "cards")
    return seat if pool_game else setting.seats.index(seat)
