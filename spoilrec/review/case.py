"""One hand on the desk: the record, the replay and the result together, and how to point at a place in it."""

from collections.abc import Iterator

import msgspec

from spoilrec.engine.events import Play
from spoilrec.record.lines import Line, Ruling
from spoilrec.record.tokens import place_name, play_name
from spoilrec.review.finding import Spot
from spoilrec.review.hand import HandReading, column_of, play_index
from spoilrec.review.outcome import Result
from spoilrec.review.replay import Replay, Step
from spoilrec.review.setting import Ledger, Rules, Setting, seat_name, short_name


class Case(msgspec.Struct, frozen=True, gc=False):
    """All that a check may look at for one hand.

    `reading` is the hand as noted, `played` the same with the hands as they were when the first card
    was led: after the draw of an auction game. `rules` and `trump` (-1) are missing where they are
    not known; then there is no `replay` and no `result`. `ruling_lines` are the lines of the session
    that rule on this hand.
    """

    file: str
    setting: Setting
    ledger: Ledger
    reading: HandReading
    played: HandReading
    ruling_lines: tuple[Line, ...] = ()
    rules: Rules | None = None
    trump: int = -1
    replay: Replay | None = None
    result: Result | None = None

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings on this hand."""
        return tuple(line.value for line in self.ruling_lines if isinstance(line.value, Ruling))

    @property
    def line(self) -> Line:
        """The line of the hand."""
        return self.reading.line

    def name(self, seat: int) -> str:
        """The player's name."""
        return short_name(self.setting, seat)

    def spot(self, field: str = "", index: int = 0, width: int = 0, *, seat: int = -1, at: str = "") -> Spot:
        """Point at a character of a field, or at the whole line."""
        line = self.reading.amended.get(field, self.line)
        column = column_of(line, field, index) if field else 1
        player = self.setting.players[seat] or "" if 0 <= seat < len(self.setting.players) else ""
        return Spot(self.file, line, self.reading.hand.no, at, player, column, width)

    def full_name(self, seat: int) -> str:
        """The player's name with the seat, as in a finding about a play."""
        return seat_name(self.setting, seat)

    def play_spot(self, trick: int, nth: int, seat: int, code: int = -1) -> Spot:
        """Point at a play: trick from 1, place in the trick from 0."""
        index = play_index(self.reading.hand.play or "", trick - 1, nth)
        width = len(play_name(seat, code)) if code >= 0 else 3
        return self.spot("play", index, width, seat=seat, at=place_name(min(trick, 5), seat))

    def plays(self) -> Iterator[Step]:
        """The steps that are plays."""
        if self.replay:
            yield from (step for step in self.replay.steps if isinstance(step.event, Play))

    def marked(self, trick: int, seat: int, what: str) -> bool:
        """Whether the table noted this fact at this place."""
        return what in self.reading.marks.get((trick, seat), ())
