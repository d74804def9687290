"""What is shown of the notes on a hand, and what they come to over many hands."""

from collections import Counter

import msgspec

from spoilrec.review.annotate.marks import HandNotes, Mark
from spoilrec.review.case import Case


class Wanted(msgspec.Struct, frozen=True):
    """What was asked for: the plays of one `player` (empty: of everybody), all of them or only the mistakes."""

    player: str = ""
    mistakes: bool = False

    def of(self, case: Case, notes: HandNotes) -> HandNotes:
        """Leave out the plays, and the jink, of which nothing was asked."""
        jink = notes.jink
        if jink and not (self.asks_of(case, jink.seat) and (not self.mistakes or jink.worth == "hopeless")):
            jink = None
        plays = (play for play in notes.plays if play.mistaken or not self.mistakes)
        return msgspec.structs.replace(
            notes, plays=tuple(play for play in plays if self.asks_of(case, play.seat)), jink=jink
        )

    def asks_of(self, case: Case, seat: int) -> bool:
        """Say whether the plays of this seat were asked for."""
        return not self.player or (seat < len(case.setting.players) and case.setting.players[seat] == self.player)

    def sits(self, case: Case) -> bool:
        """Say whether the player who was asked for sits at the table."""
        return not self.player or self.player in case.setting.players

    def shows(self, shown: HandNotes) -> bool:
        """Say whether a hand is shown at all: one without a mistake is not where only mistakes were asked for."""
        return shown.mistaken or not self.mistakes


class Tally:
    """Counts hands and marks, a player at a time in the order of the seats, newcomers last.

    `plays` counts those of hands that were solved, `marks` those of all hands; `shown` are the marks that a
    reader has seen.
    """

    def __init__(self) -> None:
        self.hands = self.solved = self.part = self.missing = self.unread = 0
        self.plays: Counter[str] = Counter()
        self.marks: dict[str, Counter[Mark]] = {}
        self.shown: set[Mark] = set()

    def add(self, case: Case, notes: HandNotes, wanted: Wanted) -> HandNotes:
        """Count a hand, the plays of everybody who was asked for; give the notes that are shown of it."""
        self.hands += 1
        self.missing += bool(notes.missing)
        self.part += notes.unsolved > 0
        self.solved += not notes.missing and not notes.unsolved
        for play in sorted(notes.plays, key=lambda one: one.seat):
            if wanted.asks_of(case, play.seat):
                name = case.name(play.seat)
                self.plays[name] += not notes.missing
                self.marks.setdefault(name, Counter()).update(play.marks)
        shown = wanted.of(case, notes)
        self.shown |= {mark for play in shown.plays for mark in play.marks}
        return shown
