"""Takes a session down: typed lines in, lines of the record out.

The same words serve a sheet and the table. The scribe knows whose turn it is from the engine; it
contains no rule. A block (a session, a hand, a ruling) grows line by line and is written when the
next one begins.
"""

from typing import Final

import msgspec

from spoilrec.record.canonical import canonical_line
from spoilrec.record.lines import LINE_TYPES, Line, RecordLine
from spoilrec.record.reading import encode_value, read_line, tag_of
from spoilrec.record.sheet import BLOCKS, SheetError, SheetLine, read_text, read_typed_card
from spoilrec.record.tokens import Word
from spoilrec.review.scribe.blocks import ENDING, RESEATING, ended, header, reseated
from spoilrec.review.scribe.draft import BLOCK_NAMES, Draft, case_of, turns_up, value_of, with_bare_line, with_cards
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.fields import FIELDS
from spoilrec.review.scribe.standing import is_over
from spoilrec.review.scribe.typed import looks_like_calls, refuse_twice

_ADDING: Final = ("note", "mark", "unsure", "deduced", "clear")
"""Words that may stand several times: what follows them adds up."""


class Scribe:
    """Takes lines of a sheet and gives the lines of the record that are complete.

    `draft` is what has been begun and not written; putting an earlier one back undoes what came
    after it. In a sheet (`strict`) a word stands once in a block, at the table the later one counts; and a
    card lies once in a hand, at the table that is asked about. `doubtful` says that `validate` has an error
    to tell of a line that was written. `written` are all lines since somebody emptied it: also those that a step
    had written before it failed.
    """

    def __init__(self, evening: Evening, *, strict: bool = False) -> None:
        self.evening = evening
        self.strict = strict
        self.doubtful = False
        self.draft: Draft | None = None
        self.written: list[Line] = []

    def take(self, line: SheetLine) -> tuple[Line, ...]:
        """Take a line; gives what is complete now.

        Refuses with `SheetError`: then nothing has changed, but that a block which the line ended is `written`.
        """
        kept, before = self.draft, len(self.written)
        try:
            written = self._take(line)
            if self.strict and self.draft is not None:
                fields = self.draft.fields
                refuse_twice(self.evening.setting, fields.get("set", fields).get("play") or "", line.rest)
            return written
        except SheetError as error:
            self.draft = kept if len(self.written) == before else None
            error.line = error.line or line.number
            raise

    def finish(self) -> tuple[Line, ...]:
        """Write what is still in the making."""
        draft = self.draft
        if draft is None or (draft.kind == "session" and not draft.fields):
            self.draft = None
            return ()
        if draft.kind == "session":
            for word, expected in (("players", "`players NAME, NAME, ...`"), ("rules", "`rules spoil-five/1`")):
                if word not in draft.fields:
                    raise SheetError(f"the {word} of the session are missing", expected, 1, draft.line)
        value = value_of(self.evening, draft)
        self.draft = None
        return (self.write(value),)

    def write(self, value: RecordLine) -> Line:
        """Give a value as the next line of the record, and go on from it."""
        return self._wrote(Line(len(self.evening.lines) + 1, encode_value(value), value, tag_of(value)))

    def _wrote(self, line: Line) -> Line:
        self.evening.add(line)
        self.written.append(line)
        self.doubtful = self.doubtful or any(one.severity == "error" for one in self.evening.findings)
        return line

    def _take(self, line: SheetLine) -> tuple[Line, ...]:
        if line.raw:
            return (*self.finish(), self._raw(line))
        word = line.word
        if self.draft is None and not self.evening.begun and word != "session":
            self.draft = Draft("session", line=line.number)
        if word == "note" and (line.apart or self.draft is None) and not self._is_header():
            written = self.finish()
            self._needs_session()
            self.draft = Draft("note", {"text": read_text(line.rest)}, line.number)
            return written
        if self.draft is not None and word in FIELDS[self.draft.kind]:
            self.draft = self._with_word(self.draft, line)
            return ()
        if word in RESEATING or word in ENDING:
            return self._short(line)
        return self._begin(line) if word in BLOCKS else self._in_a_hand(line)

    def _with_word(self, draft: Draft, line: SheetLine) -> Draft:
        twice = line.word in draft.fields or line.word in draft.fields.get("set", {})
        if self.strict and twice and line.word not in _ADDING:
            block = BLOCK_NAMES[draft.kind].removeprefix("a ").removeprefix("an ")
            raise SheetError(f"`{line.word}` stands twice in this {block}", "it once, or `hand` for a new hand")
        return FIELDS[draft.kind][line.word](self.evening, draft, line.rest)

    def _short(self, line: SheetLine) -> tuple[Line, ...]:
        """Take a line that is a whole block by itself, or says how the hand ended."""
        draft = self.draft
        if line.word in RESEATING:
            written = self.finish()
            self._needs_session()
            self.draft = reseated(self.evening, line)
            return (*written, *self.finish())
        in_hand = draft is not None and draft.kind == "hand" and "end" not in draft.fields
        written = () if in_hand else self.finish()
        self._needs_session()
        self.draft = ended(self.evening, self.draft, line)
        return written

    def _needs_session(self) -> None:
        if not self.evening.begun:
            raise SheetError("no session has begun", "`rules` and `players` first")

    def _is_header(self) -> bool:
        return self.draft is not None and self.draft.kind == "session"

    def _raw(self, line: SheetLine) -> Line:
        """A line of the record among those of a sheet is taken as it is; lines of an unknown kind too."""
        found = read_line(line.number, line.rest.text.encode())
        strange = found[0].kind and found[0].kind not in LINE_TYPES
        if len(found) > 1 or (found[0].value is None and not strange):
            raise SheetError("this line of a record cannot be read", "a whole line of a record", line.rest.index + 1)
        number = len(self.evening.lines) + 1
        return self._wrote(Line(number, canonical_line(found[0]), found[0].value, found[0].kind, found[0].extra))

    def _begin(self, line: SheetLine) -> tuple[Line, ...]:
        """Begin a block; what stands after its word belongs to it."""
        written = self.finish()
        if line.word != "session":
            self._needs_session()
        self.draft = Draft(line.word, header(self.evening, line), line.number)
        return written

    def _in_a_hand(self, line: SheetLine) -> tuple[Line, ...]:
        """A field of a hand, or cards: where no hand is in the making one begins."""
        written: tuple[Line, ...] = ()
        if self.draft is None or self.draft.kind not in ("hand", "amend") or self._is_next_hand(self.draft, line):
            if line.word and line.word not in FIELDS["hand"]:
                raise SheetError(f"`{line.word}` means nothing here", "a word of a hand, or cards")
            written = self.finish()
            self._needs_session()
            self.draft = Draft("hand", {}, line.number)
        draft = self.draft
        if not line.word:
            self.draft = self._bare(draft, line.rest)
        elif line.word in FIELDS[draft.kind]:
            self.draft = self._with_word(draft, line)
        else:
            raise SheetError(f"`{line.word}` means nothing in {BLOCK_NAMES[draft.kind]}", "a word of it, or cards")
        return written

    def _is_next_hand(self, draft: Draft, line: SheetLine) -> bool:
        """When a hand is over and an empty line follows, a turn-up or calls without the word `hand` begin the next."""
        if not line.apart or line.word:
            return False
        alone = len(line.rest.text.split()) == 1 if turns_up(self.evening) else looks_like_calls(line.rest.text)
        if alone and not (draft.kind == "amend" or "end" in draft.fields or is_over(case_of(self.evening, draft))):
            self._refuse_merging(draft, line.rest)
            return False
        return alone

    def _refuse_merging(self, draft: Draft, rest: Word) -> None:
        """A card alone after an empty line may be the next turn-up, or belong to the hand that is not over."""
        begun = draft.fields.keys() & {"up", "trump", "play"}
        if turns_up(self.evening) and begun and read_typed_card(rest) is not None:
            why = f"the hand is not over, and `{rest.text}` alone after an empty line would begin the next one"
            ends = f"`claim`, `end abandoned` or `misdeal` before it, or `hand up {rest.text}` for the next hand"
            raise SheetError(why, f"{ends}; no empty line where it belongs to this one", rest.index + 1)

    def _bare(self, draft: Draft, rest: Word) -> Draft:
        """Cards of an amendment replace the plays of the hand."""
        if draft.kind != "amend":
            return with_bare_line(self.evening, draft, rest)
        changes = dict(draft.fields.get("set", {}))
        hand = next(hand for hand in reversed(self.evening.standing_hands()) if hand.no == draft.fields["hand"])
        fields = {**msgspec.to_builtins(hand), **changes, "play": changes.get("play", "")}
        played = with_cards(self.evening, Draft("hand", fields, draft.line), rest)
        return draft.with_fields(set={**changes, "play": played.fields["play"]})
