"""A record annotated hand by hand: told to a reader or a script, or written into a copy of itself."""

import tempfile
from collections.abc import Iterator
from typing import IO, Final

import msgspec

from spoilrec.archive.source import Source
from spoilrec.cli.inputs import UnreadableError, reading, shown_name, validate_it
from spoilrec.cli.judging import rules_of
from spoilrec.cli.progress import Progress
from spoilrec.cli.sharing import Way
from spoilrec.cli.spreading import reading_of
from spoilrec.cli.status import Status
from spoilrec.cli.streams import answer, answer_bytes, answer_look, fail, talk
from spoilrec.cli.unread import Unread
from spoilrec.present.annotate import (
    hand_json,
    hand_markdown,
    hand_text,
    hands_text,
    summary_json,
    summary_markdown,
    summary_text,
)
from spoilrec.present.replay import heading_markdown, heading_text
from spoilrec.present.terminal import Look
from spoilrec.record.beside import LOSING, Copier
from spoilrec.record.lines import Line, Session
from spoilrec.review.annotate.marks import HandNotes
from spoilrec.review.annotate.notes import annotate
from spoilrec.review.annotate.shown import Tally, Wanted, alike, players_meant
from spoilrec.review.annotate.written import annotated_line, is_foreign, without_own
from spoilrec.review.case import Case
from spoilrec.review.nearest import did_you_mean
from spoilrec.review.unusable import unusable
from spoilrec.review.walk import UNREAD, VOID, Stop, walk
from spoilrec.review.words.between import tell_line
from spoilrec.review.words.sentences import and_list

_BLOCK: Final = 1 << 16


class Run:
    """One run over a record; `tally` counts what was done."""

    def __init__(self, path: str, hand: int | None, wanted: Wanted, rules: str | None, way: Way) -> None:
        self.path, self.name = path, shown_name(path)
        self.hand, self.wanted, self.way = hand, wanted, way
        self.rules_as_typed, self.rules = rules, rules_of(rules)
        self.tally = Tally()
        self.names: dict[str, None] = {}
        self.asked, self.meant = wanted.players, dict[str, str]()
        self.void = self.elsewhere = self.trouble = self.amiss = False
        self.unread = Unread()

    @property
    def status(self) -> Status:
        """Findings where not everything could be read, or not everybody was found who was asked for."""
        return Status.FINDINGS if self.amiss else self.unread.status

    def told(self, form: str) -> None:
        """Write each hand, then what it comes to."""
        look = answer_look() if form == "text" else Look()
        with reading(self.path) as stream:
            session, head = 0, ""
            for stop, case, whole in self._annotated(stream):
                if stop.line is not None and isinstance(stop.line.value, Session):
                    session, head = session + 1, _heading(form, stop.line, look)
                if case is not None and whole is not None:
                    shown = self.tally.add(case, whole, self.wanted, session)
                    if self.wanted.shows(shown):
                        answer(head + self._one(form, case, whole, shown, look, session))
                        head = ""
        self._check_found()
        match form:
            case "jsonl":
                answer(summary_json(self.tally))
            case "markdown":
                answer(summary_markdown(self.tally, self.wanted))
            case _:
                answer(summary_text(self.tally, self.wanted, look))
        self._point_to_validate()

    def _one(self, form: str, case: Case, whole: HandNotes, shown: HandNotes, look: Look, session: int) -> str:
        match form:
            case "jsonl":
                return hand_json(case, whole, shown, session)
            case "markdown":
                return hand_markdown(case, shown, self.wanted)
            case _:
                return hand_text(case, shown, self.wanted, look)

    def written(self) -> None:
        """Write the record with the notes in it, every other byte as it was; nothing where that cannot be done."""
        with reading(self.path) as stream, tempfile.TemporaryFile() as new:
            copier = Copier(stream)
            for stop, case, whole in self._annotated(stream):
                if stop.line is not None:
                    self._refuse_to_lose(stop.line)
                    new.writelines(copier.through(stop.line, self._line(case, whole)))
            new.writelines(copier.rest())
            self._check_found()
            new.seek(0)
            while block := new.read(_BLOCK):
                answer_bytes(block)
        talk(hands_text(self.tally), quiet=self.way.quiet)
        self._point_to_validate()

    def _line(self, case: Case | None, whole: HandNotes | None) -> bytes | None:
        """Give the line of a hand with its notes, `None` where it stays."""
        if case is None or whole is None:
            return None
        shown = self.tally.add(case, whole, self.wanted)
        if is_foreign(case.line.value):
            talk(f"spoilrec: {self.name}:{case.line.number}: `x` has an `annotate` of its own; it is left alone")
        return annotated_line(case.line, case, shown)

    def _refuse_to_lose(self, line: Line) -> None:
        for fault in line.faults:
            if fault.kind in LOSING:
                why = f"line {line.number} cannot be kept as it is ({fault.kind})"
                raise UnreadableError(f"{self.name} cannot be written with notes: {why}")

    def _annotated(self, stream: IO[bytes]) -> Iterator[tuple[Stop, Case | None, HandNotes | None]]:
        """Walk through a record; the hands that were asked for come with their case and their notes."""
        with reading_of([Source(self.path, self.name)], Way(quiet=self.way.quiet)) as run:
            stops = walk(self.name, stream, self.rules, every_step=True)
            for stop, case, notes in self._solved(((stop, self._asked(stop)) for stop in stops), run.progress):
                self.trouble = self.trouble or any(found.severity == "error" for found in stop.findings)
                for found in unusable(stop):
                    self.unread.line(self.name, found.line, f"{found.code}: {found.message}", run.talk)
                self.tally.unread += stop.status == UNREAD
                if stop.line is not None:
                    run.progress.passed(len(stop.line.raw) + 1)
                run.progress.hands += notes is not None
                run.progress.tick()
                yield stop, case, notes
        self.unread.end()

    def _solved(
        self, asked: Iterator[tuple[Stop, Case | None]], progress: Progress
    ) -> Iterator[tuple[Stop, Case | None, HandNotes | None]]:
        """Solve here, or have it done by several processes."""
        if self.way.jobs == 1:
            yield from ((stop, case, annotate(case) if case else None) for stop, case in asked)
            return
        from spoilrec.archive.crew.pieces import each_in_order
        from spoilrec.archive.crew.tasks import Lost
        from spoilrec.archive.crew.workers import Workers

        crew = Workers(self.way.jobs)
        try:
            for stop, case, notes in each_in_order(annotate, asked, crew, progress.tick):
                if isinstance(notes, Lost):
                    where = f"{self.name}:{stop.line.number if stop.line else 0}"
                    fail(f"{where}: the process that solved this hand was killed, each time; is there enough memory?")
                yield stop, case, notes
        finally:
            crew.stop()

    def _asked(self, stop: Stop) -> Case | None:
        """Give the hand of a stop, where it has one that was asked for."""
        case = stop.case
        if case is None:
            return None
        this_one = self.hand in (None, case.reading.hand.no)
        if stop.status == VOID:
            self.void = self.void or this_one
            return None
        self._look_for_players(case)
        sits = self.wanted.sits(case)
        self.elsewhere = self.elsewhere or (this_one and not sits)
        return _before_notes(case) if this_one and sits else None

    def _look_for_players(self, case: Case) -> None:
        """Find out who is meant, in any case; end where a name may mean several."""
        self.names |= dict.fromkeys(name for name in case.setting.players if name)
        for asked in self.asked:
            meant = players_meant(asked, self.names)
            if len(meant) > 1 or (meant and self.meant.setdefault(asked, meant[0]) != meant[0]):
                names = and_list(alike(asked, self.names), "or")
                fail(f"{asked} may be {names} in {self.name}: write the name as it stands there, in one run for each")
        self.wanted = msgspec.structs.replace(self.wanted, players=(*self.asked, *self.meant.values()))

    def _check_found(self) -> None:
        """End where nothing is there of what was asked for; where some players are not, say so."""
        for asked in self.asked:
            if asked not in self.meant:
                near = did_you_mean(asked, self.names)
                there = f"; there are {and_list(self.names)}" if self.names else "; it has no hand that counts"
                missing = f"nobody called {asked} plays in {self.name}{near}{there}"
                if not self.meant:
                    fail(missing)
                self.amiss = True
                talk(f"spoilrec: {missing}")
        if self.hand is not None and not self.tally.hands:
            fail(self._why_no_hand())

    def _why_no_hand(self) -> str:
        if self.elsewhere:
            do = "does" if len(self.meant) == 1 else "do"
            return f"{and_list(self.meant.values())} {do} not play in hand {self.hand} of {self.name}"
        if self.void:
            return f"hand {self.hand} of {self.name} was declared void: there is nothing to weigh"
        return f"{self.name} has no hand {self.hand}"

    def _point_to_validate(self) -> None:
        if self.trouble:
            hint = f"Some lines or hands have findings; {validate_it(self.path, self.rules_as_typed)} tells them."
            talk(hint, quiet=self.way.quiet)


def _heading(form: str, line: Line, look: Look) -> str:
    """Tell the session whose hands follow; in JSON each hand has its number."""
    if form == "jsonl":
        return ""
    return heading_markdown(tell_line(line)) if form == "markdown" else heading_text(tell_line(line), look)


def _before_notes(case: Case) -> Case:
    """Give a hand as it was before another run wrote its notes into it."""
    hand = without_own(case.reading.hand)
    return msgspec.structs.replace(case, reading=msgspec.structs.replace(case.reading, hand=hand))
