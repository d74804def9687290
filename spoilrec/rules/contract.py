"""What a contract is worth: made or set, jink, thirty and sixty, and what it does to the other sides.

Seats, sides and points only; knows no cards. Sources: rules.md 5.5, K38.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from spoilrec.rules.options import Options
from spoilrec.rules.pool import NOBODY, TRICKS, UNKNOWN

THIRTY: Final = 30
SIXTY: Final = 60
LEAST_JINK: Final = 20
"""A declared jink needs a bid of at least so much (S4)."""


class Contract(msgspec.Struct, frozen=True, gc=False):
    """What was undertaken.

    `bidder` is the seat that named trumps, NOBODY where there was no auction or it was thrown in,
    UNKNOWN where it was not noted; `amount` is UNKNOWN where it was not noted, 0 where there is none.
    """

    bidder: int
    amount: int


NO_CONTRACT: Final = Contract(NOBODY, 0)


def made(contract: Contract, took: int, tricks: int) -> bool | None:
    """Say whether the bidder's side has made its bid, `None` where the amount is not known.

    All five tricks make every bid, also where no bonus fell.
    """
    if contract.amount == UNKNOWN:
        return True if tricks == TRICKS else None
    return took >= contract.amount or tricks == TRICKS


def contract_points(
    options: Options,
    contract: Contract,
    side: int,
    trick_points: Sequence[int],
    tricks: int,
    players: int,
    before: Sequence[int | None],
    *,
    jink: bool = False,
) -> tuple[int | None, ...]:
    """Give what each side scores; `None` where the bidder or the amount is not known and would decide.

    `side` is the bidder's (UNKNOWN allowed), `trick_points` are those of all sides with the bonus,
    `tricks` how many the bidder's side took; `before` are the totals, `None` where not known;
    `players` are all at the table. `jink` says that the bidder's side declared one.
    """
    if side == UNKNOWN:
        return (None,) * len(trick_points)
    points: list[int | None] = list(trick_points)
    points[side] = _bidder_points(options, contract, trick_points[side], tricks, players, jink=jink)
    success = tricks == TRICKS if jink else made(contract, trick_points[side], tricks)
    if options.peg_block_at_100 == "on" and success is not False:
        for other, total in enumerate(before):
            if other != side and (total is None or total >= 100) and trick_points[other]:
                points[other] = 0 if success and total is not None else None
    return tuple(points)


def _bidder_points(
    options: Options, contract: Contract, took: int, tricks: int, players: int, *, jink: bool
) -> int | None:
    swept = tricks == TRICKS
    if contract.amount == SIXTY:
        return SIXTY if swept else -SIXTY
    if jink:
        return _jink_points(options, swept=swept)
    if contract.amount == UNKNOWN:
        return None
    if contract.amount == THIRTY and options.jink_mode == "bid_30":
        return THIRTY if swept and players == 2 else _jink_points(options, swept=swept)  # S11: not doubled for two
    return took if made(contract, took, tricks) else -contract.amount


def lost_points(options: Options, contract: Contract, *, jink: bool) -> int | None:
    """Give what a lost contract costs, as a number below zero; `None` where the amount is not known."""
    if contract.amount == UNKNOWN and not jink:
        return None
    return _bidder_points(options, contract, 0, 0, 0, jink=jink)


def _jink_points(options: Options, *, swept: bool) -> int:
    gain, loss = (int(value) for value in options.jink_points.split("/"))
    return gain if swept else loss


def possible_points(
    options: Options, amounts: Sequence[int], side: int, trick_points: Sequence[int], tricks: int, players: int
) -> tuple[int, ...]:
    """List what the bidder's side can have scored where the amount was not noted, ascending."""
    found = {
        _bidder_points(options, Contract(side, amount), trick_points[side], tricks, players, jink=False)
        for amount in amounts
    }
    return tuple(sorted(points for points in found if points is not None))
