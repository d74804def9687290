"""Chance that falls alike everywhere: one seed, one sequence, on every machine and every Python.

Of `random.Random` only `random()` is used, the one method whose sequence Python promises to keep; all
else is worked out from it here. Knows no cards.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class Dice:
    """A sequence of chances; equal seeds (whole numbers from 0) give equal sequences."""

    __slots__ = ("next",)

    def __init__(self, seed: int) -> None:
        self.next = Random(seed).random

    def below(self, count: int) -> int:
        """Draw a whole number from 0 to `count` - 1; one draw."""
        return int(self.next() * count)

    def chance(self, share: float) -> bool:
        """Say yes in this share of all cases; one draw."""
        return self.next() < share

    def pick(self, items: Sequence[Item]) -> Item:
        """Take one of the items; one draw."""
        return items[int(self.next() * len(items))]

    def deal(self, pack: Sequence[Item], count: int) -> list[Item]:
        """Take `count` items of a pack, one draw each: the card dealt changes places with the first one left."""
        cards, size, draw = list(pack), len(pack), self.next
        for place in range(count):
            other = place + int(draw() * (size - place))
            cards[place], cards[other] = cards[other], cards[place]
        return cards[:count]
