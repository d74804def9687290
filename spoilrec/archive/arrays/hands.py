"""From columns back to the hands of a record: what `columns` has read, written again."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spoilrec.archive.arrays.columns import NONE, Columns, Layout
from spoilrec.archive.arrays.columns_auction import Auctions, Groups, calls_in
from spoilrec.record.lines import Hand
from spoilrec.record.tokens import SEATS
from spoilrec.rules.cards import CARD_NAMES, SUIT_LETTERS
from spoilrec.rules.pool import NOBODY, UNKNOWN


def hands_of(columns: Columns) -> list[Hand | None]:
    """Give the hands back, `None` where the line was not read."""
    names = np.array([*CARD_NAMES, ""], object)
    return [_hand(columns, line, names) if sound else None for line, sound in enumerate(columns.sound)]


def _hand(columns: Columns, line: int, names: npt.NDArray[np.object_]) -> Hand:
    layout = columns.layout
    seats = [SEATS[seat] for seat in layout.seats]
    dealt = names[columns.dealt[:, :, line]].T.tolist()
    laid = names[columns.cards[:, :, line]].tolist()
    jinker, trump, won = int(columns.jinker[line]), int(columns.trump[line]), int(columns.won[line])
    return Hand(
        no=int(columns.number[line]),
        dealer=seats[columns.dealer[line]],
        up=names[columns.up[line]] or None,
        trump=None if trump == NONE else SUIT_LETTERS[trump],
        deal=_deal_text(layout, dealt) if dealt[0][0] else None,
        rob=_seat(seats, columns.robber[line], names[columns.out[line]] or "??"),
        announce=_seat(seats, columns.announcer[line]),
        jink=None if jinker == NONE else f"{seats[jinker]}{columns.jink_after[line]}",
        play="|".join(
            " ".join(f"{seats[place]}{row[place]}" for place in _in_turn(int(leader), layout.players))
            for row, leader in zip(laid, columns.leaders[:, line], strict=True)
            if leader != NONE
        ) or None,
        won=None if won == UNKNOWN else "-" if won == NOBODY else layout.sides[won],
        settle=tuple(columns.settle[:, line].tolist()) if columns.settled[line] else (),
        points=tuple(columns.points[:, line].tolist()) if columns.pointed[line] else (),
        score=tuple(columns.score[:, line].tolist()) if columns.scored[line] else (),
        time=columns.remarks.times[line] if columns.remarks.times else None,
        note=columns.remarks.notes[line] if columns.remarks.notes else None,
        **_auction(columns.auctions, line, names),
    )  # fmt: skip


def _auction(auctions: Auctions | None, line: int, names: npt.NDArray[np.object_]) -> dict[str, Any]:
    if auctions is None:
        return {}

    def text(groups: Groups) -> str | None:
        cards = names[groups.cards[:, :, line]].T
        return "|".join(" ".join(name for name in group if name) for group in cards) if groups.noted[line] else None

    bids, bid = calls_in(auctions.words[auctions.calls[line]])
    fields = {"kitty": text(auctions.kitty), "discard": text(auctions.out), "draw": text(auctions.drawn)}
    return {"bids": bids, "bid": bid, **fields}


def _deal_text(layout: Layout, dealt: Sequence[Sequence[str]]) -> str:
    chairs = ["-"] * layout.chairs
    for seat, cards in zip(layout.seats, dealt, strict=True):
        chairs[seat] = " ".join(cards)
    return "|".join(chairs)


def _seat(seats: Sequence[str], place: int, card: str = "") -> str | None:
    return None if place == NONE else seats[place] + card


def _in_turn(leader: int, players: int) -> range | list[int]:
    return [(leader + turn) % players for turn in range(players)]
