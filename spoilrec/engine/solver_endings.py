"""The last two tricks, all lines of play at once.

With two cards in each hand a line is one choice for each seat: which card now, which later. A set of lines is a whole
number with a bit for each; bit *n* of the number of a line says which card the seat at place *n* plays now, 0 for the
lower. So who takes a trick is found for all lines together, card by card from the highest, and what each seat
chooses is found by laying the halves of a set one on the other.
"""

from collections.abc import Sequence

from spoilrec.engine.solver_deal import Cards, Deal

Lines = int
"""A set of lines of play."""


class Endings:
    """The endings of one hand; only where no earlier card decides what is lawful (`Deal.fixed`)."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.every: Lines = (1 << (1 << len(deal.seats))) - 1
        lower = [self.every // ((1 << (1 << place)) + 1) for place in range(len(deal.seats))]
        self.lower = lower
        self.both = [(lines, lines << (1 << place)) for place, lines in enumerate(lower)]

    def reached(self, cards: Cards, leader: int, ours: Sequence[bool], good: Sequence[Sequence[bool]]) -> bool:
        """Say whether the seats of `ours` can force a good ending: `good[first][last]`, by who takes the two tricks."""
        now: dict[Cards, Lines] = {}
        later: dict[Cards, Lines] = {}
        for (lower, higher), own in zip(self.both, self.deal.own, strict=True):
            held = cards & own
            low = held & -held
            now[low] = later[held ^ low] = lower
            now[held ^ low] = later[low] = higher
        last, no_trump = self._takers(self.every, cards & self.deal.trumps, later)
        mine = ours[leader]
        for led in self.deal.apart(cards & self.deal.own[leader], cards):
            best = cards & (self.deal.trumps | self.deal.answering[led])
            fine = 0
            for first, lines in enumerate(self._takers(now[led], best, now)[0]):
                if lines:
                    fine |= self._good(lines, last, good[first])
                    if lines & no_trump:
                        fine |= self._plain(cards, first, lines & no_trump, later, good[first])
            if self._chosen(cards, leader, led, ours, fine) is mine:
                return mine
        return not mine

    def _takers(self, lines: Lines, cards: Cards, laid: dict[Cards, Lines]) -> tuple[list[Lines], Lines]:
        """Give the lines in which each seat takes a trick with one of these cards, and those in which none is laid."""
        owner, takers = self.deal.owner, [0] * len(self.both)
        while cards and lines:
            length = cards.bit_length()
            card = 1 << length - 1
            cards ^= card
            taken = lines & laid[card]
            takers[owner[length]] |= taken
            lines ^= taken
        return takers, lines

    def _good(self, lines: Lines, last: Sequence[Lines], good: Sequence[bool]) -> Lines:
        fine = 0
        for taken, well in zip(last, good, strict=True):
            if well:
                fine |= taken
        return fine & lines

    def _plain(self, cards: Cards, leader: int, lines: Lines, later: dict[Cards, Lines], good: Sequence[bool]) -> Lines:
        """Give the good ones of lines in which no trump is left for the last trick."""
        fine, held = 0, cards & self.deal.own[leader]
        for led in (held & -held, held & held - 1):
            with_it = lines & later[led]
            if with_it:
                last, _ = self._takers(with_it, cards & self.deal.answering[led], later)
                fine |= self._good(with_it, last, good)
        return fine

    def _chosen(self, cards: Cards, leader: int, led: Cards, ours: Sequence[bool], fine: Lines) -> bool:
        """Say whether a lead ends well if all who follow choose what is best for them."""
        deal, players = self.deal, len(self.both)
        for place in [turn % players for turn in range(leader + players - 1, leader, -1)]:
            lower = self.lower[place]
            if_low, if_high = fine & lower, fine >> (1 << place) & lower
            held = cards & deal.own[place]
            lawful = deal.lawful_to(held, led)
            if lawful != held:
                fine = if_low if lawful == held & -held else if_high
            else:
                fine = if_low | if_high if ours[place] else if_low & if_high
        held = cards & deal.own[leader]
        return bool(fine >> (0 if led == held & -held else 1 << leader) & 1)
