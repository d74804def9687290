"""The talk at the table: what is typed, asked, answered and written while a session is taken down.

No input or output happens here: `Recorder.take` gets a line and gives a reply. Rules are the
engine's, words the scribe's; a doubtful thing is asked about once and taken on a second yes.
"""

import msgspec

from spoilrec.engine.position import TRICKS
from spoilrec.record.lines import Hand, Line
from spoilrec.record.sheet import BLOCKS, SheetError, SheetLine, read_sheet_line
from spoilrec.record.tokens import seat_letter
from spoilrec.review.case import Case
from spoilrec.review.scribe.agreed import agreed
from spoilrec.review.scribe.answers import help_text, problem_text, progress, things_text, written_text
from spoilrec.review.scribe.blocks import ENDING, RESEATING, ended, reseated
from spoilrec.review.scribe.doubts import case_in, cut_short, doubt_text, doubts_of_line, new_doubts, robber_meant
from spoilrec.review.scribe.draft import BLOCK_NAMES, Draft
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.fields import FIELDS
from spoilrec.review.scribe.opening import as_answer, as_dealer, preset_list, sides_wanted
from spoilrec.review.scribe.reply import ALL_THE_SAME, NO, UNSHOWN, YES, Question, Reply, Undone, bytes_of, is_slip
from spoilrec.review.scribe.sheets import Scribe
from spoilrec.review.scribe.standing import asks_for_dealer, is_over, jink_seat, missing_in, standing
from spoilrec.review.scribe.undoing import Undoable, in_the_making, last_undoable, takes_back, without_last


class Recorder:
    """Takes typed lines; keeps what can be taken back."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.scribe = Scribe(evening)
        self.past: list[Draft | None] = []
        self.undone: list[Undone] = []
        self.waiting: Question | None = None
        self.declined = ""

    @property
    def draft(self) -> Draft | None:
        """What has been begun and not written."""
        return self.scribe.draft

    def case(self) -> Case | None:
        """The hand in the making on the desk, as far as it can be put there."""
        return case_in(self.evening, self.draft)

    def prompt(self) -> str:
        """Say what is expected now."""
        return "yes or no" if self.waiting else missing_in(self.evening, self.draft, self.case())

    def standing(self) -> str:
        """Give the line that always stands below: hand, dealer, turn-up, pool, tricks won, who is to play."""
        return standing(self.evening, self.draft, self.case())

    def resume(self, draft: Draft) -> Reply:
        """Go on with what was kept."""
        self.scribe.draft = draft
        return self._asked_about_jink(Reply(hand=self.case()))

    def take(self, text: str) -> Reply:
        """Take what was typed."""
        word = text.strip().lower()
        if self.waiting is None:
            return self._take(text)
        if not word or is_slip(word):
            return Reply((self.waiting.text,), asks=True)
        answered = self._answered(yes=word in YES)
        if word in (*YES, *NO):
            return answered
        return self._take(text).after(answered)

    def _take(self, text: str) -> Reply:
        word, _, rest = text.strip().partition(" ")
        controls = {
            "undo": self._undo, "redo": self._redo, "show": self._show, "quit": self._quit, "exit": self._quit,
            "drop": self._drop, "": self._enter,
        }  # fmt: skip
        if text.strip().lower() in (*YES, *NO[:2]):
            return Reply((f"Nothing was asked. Wanted: {self.prompt()}.",))
        shows = word.lower() in ("pool", "score") and self.evening.begun and not self._in_header()
        if word.lower() in ("help", "?"):
            return Reply(tuple(help_text(rest.strip())))
        self.scribe.written.clear()
        try:
            if word.lower() in controls and not rest:
                return controls[word.lower()]()
            if shows and not rest:
                return Reply(tuple(things_text(self.evening)))
            return self._typed(text)
        except SheetError as error:
            return Reply((problem_text(text, error),)).after(self._written_before(tuple(self.scribe.written)))

    def _written_before(self, written: tuple[Line, ...]) -> Reply:
        """Give what a step wrote before it failed or asked: that is no draft any more that could be taken back."""
        if written:
            self.past.clear()
            self.undone.clear()
        return Reply(tuple(text for line in written for text in written_text(line, self.evening)), bytes_of(written))

    def _in_header(self) -> bool:
        return self.draft is not None and self.draft.kind == "session"

    # A typed line

    def _typed(self, text: str) -> Reply:
        line = read_sheet_line(1, text, apart=self.draft is None)
        if line is None:
            return Reply()
        line = self._meant(line)
        first, held_up = self._before(line, text.strip())
        if held_up:
            return first
        if refused := self._not_now(line):
            return Reply((refused,)).after(first)
        if line.word in RESEATING:
            return self._line(reseated(self.evening, line)).after(first)
        kept, before, ends = self.draft, self.case(), line.word in ENDING
        written = self._begun(ended(self.evening, kept, line)) if ends else self.scribe.take(line)
        return self._weighed(None if written else kept, before, written).after(first)

    def _before(self, line: SheetLine, text: str) -> tuple[Reply, bool]:
        """Write down what a line leaves; says too whether that must be settled before the line is taken."""
        if self._in_header() and (line.raw or line.word not in FIELDS["session"]):
            return self._enter(), self._in_header() or self.waiting is not None
        if self._leaves_the_hand(line):
            if not is_over(self.case()):
                return Reply(("The hand is not over: finish it, or `undo`, `misdeal`, `claim NAME`, `drop`.",)), True
            return self._enter(), False
        if not self._leaves_a_block(line):
            return Reply(), False
        first = self._enter()
        told = (f"`{text}` is not taken before this is settled:",) if self.waiting else ()
        return first.after(Reply(told)), self.waiting is not None

    def _meant(self, line: SheetLine) -> SheetLine:
        """Give a bare line as the answer to what is asked."""
        if line.word or line.raw:
            return line
        if self._in_header() or not self.evening.begun:
            return as_answer(self.draft.fields if self.draft else {}, line)
        return as_dealer(self.evening, line) if asks_for_dealer(self.evening, self.draft) else line

    def _begun(self, draft: Draft) -> tuple[Line, ...]:
        """Put a draft in the place of what was in the making; what is of another kind is written first."""
        other = self.draft is not None and self.draft.kind != draft.kind
        written = self.scribe.finish() if other else ()
        self.scribe.draft = draft
        return written

    def _leaves_the_hand(self, line: SheetLine) -> bool:
        if self.draft is None or self.draft.kind != "hand":
            return False
        return line.raw or (line.word in BLOCKS and line.word != "note") or line.word in RESEATING

    def _leaves_a_block(self, line: SheetLine) -> bool:
        """Say whether a ruling, an amendment or another line between hands would be written without a word."""
        if self.draft is None or self.draft.kind in ("hand", "session"):
            return False
        cards = self.draft.kind == "amend" and not line.word
        return line.raw or not (cards or line.word in FIELDS[self.draft.kind])

    def _not_now(self, line: SheetLine) -> str:
        """A hand that is whole takes no more cards, a closed session no hands."""
        case = self.case()
        full = case is not None and case.replay is not None and len(case.replay.last.winners) == TRICKS
        cards = not line.word and not line.raw
        if cards and case is not None and case.reading.hand.end:
            return f"The hand has ended ({case.reading.hand.end}): Enter writes it down; `undo` takes that back."
        if full and cards:
            return "All five tricks are played: Enter writes the hand down; `undo` takes a card back."
        later = line.word in ("session", "note", "ruling", "amend") or line.raw
        if self.evening.closed and not later and self.draft is None:
            return "The session is closed: `session` begins a new one, `quit` leaves."
        return ""

    def _weighed(
        self, kept: Draft | None, before: Case | None, written: tuple[Line, ...] = (), *, may_rob: bool = True
    ) -> Reply:
        """Ask about what is doubtful in what is in the making now, else go on."""
        draft, doubts = self.draft, new_doubts(before, self.case())
        if draft is None or not doubts:
            return self._went_on(kept, written)
        self.scribe.draft = kept
        first = self._written_before(written)
        if may_rob and (seat := robber_meant(kept, draft, doubts)) >= 0:
            name = self.evening.setting.players[seat]
            text = f"{name} lays the turn-up {draft.fields.get('up', '')}: did {name} rob? (y/n)"
            self.waiting = Question("rob", text, draft, seat)
            return Reply((text,), asks=True).after(first)
        self.waiting = Question("doubt", ALL_THE_SAME, draft)
        return Reply((*map(doubt_text, doubts), ALL_THE_SAME), asks=True).after(first)

    def _line(self, draft: Draft) -> Reply:
        """Write a line between the hands, or ask about what is doubtful in it."""
        doubts = (*cut_short(self.evening, draft), *map(doubt_text, doubts_of_line(self.evening, draft)))
        if not doubts:
            return self._written(draft)
        self.waiting = Question("line", ALL_THE_SAME, draft)
        return Reply((*doubts, ALL_THE_SAME), asks=True)

    def _written(self, draft: Draft) -> Reply:
        written = self._begun(draft)
        return self._went_on(None, (*written, *self.scribe.finish()))

    def _went_on(self, kept: Draft | None, written: tuple[Line, ...]) -> Reply:
        """Remember what was before, say what is written and what the table sees, ask for a jink where one is due."""
        self.undone.clear()
        said = tuple(text for line in written for text in written_text(line, self.evening))
        if written:
            self.past = [None] if self.draft is not None else []
        else:
            self.past.append(kept)
        if self.draft is not None and self.draft.kind == "session":
            new_players = "players" in self.draft.fields and (kept is None or "players" not in kept.fields)
            if new_players and "rules" not in self.draft.fields:
                said = (*said, *preset_list(len(self.draft.fields["players"])))
        elif self.draft is not None:
            laid = self.draft.fields.get("play") != (kept.fields.get("play") if kept else None)
            said = (*said, *progress(self.case(), self.draft, over=is_over(self.case()), trick=laid))
            quiet = kept is not None and self.draft.fields.keys() & UNSHOWN != kept.fields.keys() & UNSHOWN
            said = said or (("Noted.",) if quiet else ())
        return self._asked_about_jink(Reply(said, bytes_of(written)))

    def _asked_about_jink(self, reply: Reply) -> Reply:
        case = self.case()
        seat = jink_seat(case)
        if case is None or seat < 0 or self.declined == (case.reading.hand.play or ""):
            return reply
        name = case.name(seat)
        text = f"{name} has won the pool with every trick so far: does {name} call a jink? (y/n)"
        self.waiting = Question("jink", text, self.draft, seat)
        return msgspec.structs.replace(reply, said=(*reply.said, text), asks=True)

    # Answers

    def _answered(self, *, yes: bool) -> Reply:
        assert self.waiting is not None
        question, self.waiting = self.waiting, None
        kept, draft = self.draft, question.draft
        match question.kind:
            case "rob" if draft is not None:
                before = self.case()
                self.scribe.draft = draft.with_fields(rob=seat_letter(question.seat) + "??") if yes else draft
                return self._weighed(kept, before, may_rob=False)
            case "jink" if draft is not None:
                return self._jinked(draft, question.seat, yes=yes)
            case "back":
                return self._undo_line(question.line) if yes and question.line else Reply(("Nothing is taken back.",))
            case "line" if draft is not None:
                return self._written(draft) if yes else Reply(("Not taken down.",))
            case _:
                if not yes:
                    return Reply(("Not taken down.",))
                self.scribe.draft = draft
                return self._went_on(kept, ())

    def _jinked(self, draft: Draft, seat: int, *, yes: bool) -> Reply:
        case = self.case()
        self.declined = draft.fields.get("play", "")
        if not yes or case is None or case.replay is None:
            return Reply(tuple(progress(case, draft, over=is_over(case), trick=False)))
        self.past.append(self.draft)
        self.scribe.draft = draft.with_fields(jink=f"{seat_letter(seat)}{len(case.replay.last.winners)}")
        return Reply((f"{case.name(seat)} tries for all five.",))

    # Commands

    def _enter(self) -> Reply:
        """Enter writes down what is complete, with the result that everybody saw."""
        draft = self.draft
        if draft is None:
            return Reply((f"Wanted: {self.prompt()}.",))
        if draft.kind == "hand":
            case = self.case()
            if case is None or not is_over(case):
                return Reply((f"The hand is not over. Wanted: {self.prompt()}.",))
            self.scribe.draft = draft.with_fields(**agreed(case, draft))
            return self._went_on(draft, self.scribe.finish())
        if draft.kind == "session":
            wanted = sides_wanted(draft.fields)
            if "players" not in draft.fields or "rules" not in draft.fields:
                return Reply((f"Wanted: {self.prompt()}.",))
            if len(wanted) == 1:
                self.scribe.draft = draft.with_fields(sides=wanted[0])
                return self._went_on(draft, ())
        return self._line(draft)

    def _undo(self) -> Reply:
        self.declined = ""
        if self.past or self.draft is not None:
            self.undone.append(Undone(self.draft))
            self.scribe.draft = self.past.pop() if self.past else without_last(self.draft) if self.draft else None
            return Reply((f"Taken back. Wanted: {self.prompt()}.",))
        line, later = last_undoable(self.evening)
        if line is None:
            closed = " The session is closed, and that stays." if "close" in later else ""
            return Reply((f"There is nothing to take back.{closed}",))
        if not later:
            return self._undo_line(line)
        kinds = " and ".join(dict.fromkeys(BLOCK_NAMES[kind] for kind in reversed(later)))
        what = (
            f"hand {line.no}" if isinstance(line, Hand) else f"the {'seats' if hasattr(line, 'players') else 'terms'}"
        )
        text = f"After it stands {kinds}, which stays. Take {what} back all the same? (y/n)"
        self.waiting = Question("back", text, line=line)
        return Reply((text,), asks=True)

    def _undo_line(self, line: Undoable) -> Reply:
        """A line that was written is taken back by another; a hand is then in the making again."""
        written = self.scribe.write(takes_back(self.evening, line))
        self.undone.append(Undone(None, line))
        if not isinstance(line, Hand):
            return Reply((f"Taken back. Wanted: {self.prompt()}.",), bytes_of((written,)))
        self.scribe.draft = in_the_making(line)
        said = f"Hand {line.no} is taken back and in the making again. Wanted: {self.prompt()}."
        return Reply((said,), bytes_of((written,)))

    def _redo(self) -> Reply:
        if not self.undone:
            return Reply(("There is nothing to do again.",))
        undone = self.undone.pop()
        if undone.line is None:
            self.past.append(self.draft)
            self.scribe.draft = undone.draft
            return Reply((f"Done again. Wanted: {self.prompt()}.",))
        self.scribe.draft = None
        self.past.clear()
        written = self.scribe.write(undone.line)
        return Reply(tuple(written_text(written, self.evening)), bytes_of((written,)))

    def _show(self) -> Reply:
        case = self.case()
        if case is not None:
            return Reply((self.standing(),), hand=case)
        return Reply((self.standing(), *things_text(self.evening)))

    def _drop(self) -> Reply:
        if self.draft is None:
            return Reply(("Nothing is in the making.",))
        what = BLOCK_NAMES[self.draft.kind].split()[-1]
        self.past.append(self.draft)
        self.scribe.draft = None
        return Reply((f"The {what} is given up; `undo` brings it back.",))

    def _quit(self) -> Reply:
        kept = " What is in the making is kept." if self.draft is not None else ""
        return Reply((f"Good night.{kept}",), leaves=True)
