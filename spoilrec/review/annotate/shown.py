"""What is shown of the notes on a hand, and what they come to over many hands."""

from collections import Counter
from collections.abc import Collection

import msgspec

from spoilrec.review.annotate.marks import HandNotes, Mark
from spoilrec.review.case import Case


class Wanted(msgspec.Struct, frozen=True):
    """What was asked for: the plays of some `players` (none: of everybody), all of them or only the mistakes."""

    players: tuple[str, ...] = ()
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
        players = case.setting.players
        return not self.players or (seat < len(players) and players[seat] in self.players)

    def sits(self, case: Case) -> bool:
        """Say whether anybody who was asked for sits at the table."""
        return not self.players or any(name in self.players for name in case.setting.players)

    def shows(self, shown: HandNotes) -> bool:
        """Say whether a hand is shown at all: one without a mistake is not where only mistakes were asked for."""
        return shown.mistaken or not self.mistakes


def alike(asked: str, names: Collection[str]) -> list[str]:
    """Give the names that are this one in any case."""
    return [name for name in names if name.casefold() == asked.strip().casefold()]


def players_meant(asked: str, names: Collection[str]) -> list[str]:
    """Give whom a name may mean: who is called exactly so, else everybody whose name differs only in case."""
    return [asked] if asked in names else alike(asked, names)


class Tally:
    """Counts hands and marks, a player at a time in the order of the seats, newcomers last.

    Of the hands that were not solved (`missing`) some had nothing to solve: they were thrown in or `void`. `plays`
    counts those of hands that were solved, `marks` those of all hands. `shown` are the marks that a reader has seen,
    `starred` says that he saw who took a trick, `mistaken` that something was lost. `unsolved` are the hands that
    were played and not solved, as session and number, by what was missing.
    """

    def __init__(self) -> None:
        self.hands = self.solved = self.part = self.missing = self.unread = 0
        self.thrown_in = self.void = 0
        self.plays: Counter[str] = Counter()
        self.marks: dict[str, Counter[Mark]] = {}
        self.shown: set[Mark] = set()
        self.starred = self.mistaken = False
        self.sessions: set[int] = set()
        self.unsolved: dict[str, list[tuple[int, int]]] = {}

    def add(self, case: Case, notes: HandNotes, wanted: Wanted, session: int = 0) -> HandNotes:
        """Count a hand, the plays of everybody who was asked for; give the notes that are shown of it."""
        self.hands += 1
        self.missing += bool(notes.missing)
        self.thrown_in += case.result is not None and case.result.thrown_in
        self.void += case.result is not None and case.result.void
        self.part += notes.unsolved > 0
        self.solved += not notes.missing and not notes.unsolved
        for play in sorted(notes.plays, key=lambda one: one.seat):
            if wanted.asks_of(case, play.seat):
                name = case.name(play.seat)
                self.plays[name] += not notes.missing
                self.marks.setdefault(name, Counter()).update(play.marks)
        shown = wanted.of(case, notes)
        self._see(case, shown, wanted, session)
        return shown

    def _see(self, case: Case, shown: HandNotes, wanted: Wanted, session: int) -> None:
        """Remember what a reader sees of a hand, and why it was not solved."""
        self.sessions.add(session)
        self.mistaken = self.mistaken or shown.mistaken
        self.shown |= {mark for play in shown.plays for mark in play.marks}
        told = {play.trick for play in shown.plays}
        winners = case.replay.last.winners if case.replay else ()
        took = (trick for trick, seat in enumerate(winners, 1) if seat >= 0)
        self.starred = self.starred or any(trick in told or not wanted.mistakes for trick in took)
        played = case.result is None or not (case.result.void or case.result.thrown_in)
        if shown.missing and played:
            self.unsolved.setdefault(shown.missing, []).append((session, case.reading.hand.no))
