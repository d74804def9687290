"""A trick that is being tried."""

from collections.abc import Collection, Sequence

from spoilrec.engine.solver_deal import Cards


class Trick:
    """A trick that is being tried: what does not change while cards are laid to it."""

    __slots__ = ("gain", "last", "led", "places", "replies", "score", "start", "two_left", "watch", "worth")

    def __init__(
        self,
        start: Cards,
        led: Cards,
        places: Sequence[int],
        worth: dict[Cards, int],
        score: int,
        gain: tuple[int, ...],
    ) -> None:
        self.start, self.led, self.places, self.worth, self.score, self.gain = start, led, places, worth, score, gain
        self.replies: list[Sequence[Cards] | None] = []
        self.last = len(places) - 1
        self.two_left = False
        self.watch: Collection[int] = ()
