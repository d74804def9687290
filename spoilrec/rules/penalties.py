"""What a penalty takes from the points of a hand, where a ruling or the rules of the session impose it.

A revoke costs nothing by itself (rules.md section 6). Sides and points only; knows no cards.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from spoilrec.rules.points import TRICK_POINTS
from spoilrec.rules.pool import NOBODY

FINE: Final = 4
"""`fine_four`: four chips or points (GPL 4, 6)."""


class Offence(msgspec.Struct, frozen=True, gc=False):
    """What is punished: the kind of penalty, the offender's side, the side that took the trick, and the contract.

    `bidder_side` is NOBODY without an auction, UNKNOWN where not known; `lost` are the points of its
    contract if lost, `None` where not known; `trick` is that of the offence, 0 for none.
    """

    kind: str
    side: int
    trick_side: int
    bidder_side: int = NOBODY
    lost: int | None = None
    trick: int = 0


def points_after(points: Sequence[int | None], offence: Offence) -> tuple[int | None, ...]:
    """Give the points of the hand after a penalty; kinds that concern no points change none.

    A side that is set loses no more than its bid; `None` where the bid is not known.
    """
    changed, side = list(points), offence.side
    now = changed[side]
    match offence.kind:
        case "lose_hand_points":
            changed[side] = None if now is None else min(now, 0)
        case "lose_bid" if side == offence.bidder_side:
            changed[side] = offence.lost
        case "lose_bid" | "lose_trick_points" if offence.trick_side == side:  # S4: the defenders lose the trick's five
            changed[side] = now if now is None or now <= 0 else now - TRICK_POINTS
        case _:
            pass
    return tuple(changed)
