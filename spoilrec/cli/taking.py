"""The prompt of `record`: typed lines to the recorder, whole lines to the file, sentences to the terminal."""

import os
import signal
import sys
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from typing import Final

import msgspec

from spoilrec.cli.inputs import shown_name
from spoilrec.cli.streams import answer, answer_look, fail, talk
from spoilrec.present.replay import hand_text
from spoilrec.present.visible import visible
from spoilrec.record.append import Appender, AppendError, save_copy
from spoilrec.record.store import lines, opened
from spoilrec.review.case import Case
from spoilrec.review.scribe.draft import Draft
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.recorder import Recorder
from spoilrec.review.scribe.reply import Reply
from spoilrec.review.scribe.standing import is_over
from spoilrec.review.words.between import tell_line
from spoilrec.review.words.sentences import plural
from spoilrec.review.words.story import tell

Ask = Callable[[Recorder], str]


class _Kept(msgspec.Struct, frozen=True):
    """What is kept beside the record: what is in the making, and how many lines its session had."""

    draft: Draft
    lines: int = 0


def evening_of(file: Path) -> Evening:
    """Follow what the file already holds; the last session in it is gone on with."""
    evening = Evening(shown_name(str(file)))
    if file.exists() and file.stat().st_size:
        with opened(str(file)) as stream:
            for line in lines(stream):
                if evening.begun or (line.kind == "session" and line.value is not None):
                    evening.add(line)
    return evening


class _Writing:
    """Writes lines to the record; those that cannot be written stay in memory, and go in before any others."""

    def __init__(self, record: Appender, file: Path) -> None:
        self.record, self.file, self.unwritten = record, file, b""

    def write(self, new: bytes) -> str:
        """Append; where that fails keep asking, or save elsewhere: then say where, else nothing."""
        self.unwritten += new
        while True:
            try:
                self.record.append(self.unwritten)
            except AppendError as error:
                talk(f"Not written: {error}. The lines are kept in memory.")
                name = self._asked()
                if name and _saved(Path(name), self.unwritten):
                    shown = visible(str(self.file))
                    return f"Saved in {visible(name)}, not in {shown}; it goes in there as soon as that can be written."
            else:
                self.unwritten = b""
                return ""

    def _asked(self) -> str:
        try:
            return input("Enter tries again; or name another file to save them in: ").strip()
        except (EOFError, KeyboardInterrupt):
            answer("\n" + self.unwritten.decode())
            fail(f"these lines are not in {visible(str(self.file))}: copy them from here")


def _saved(path: Path, text: bytes) -> bool:
    try:
        save_copy(path, text)
    except AppendError as error:
        talk(f"Not written: {error}.")
        return False
    return True


def take_down(record: Appender, file: Path) -> None:
    """Ask line by line; everything is on the disk before the next question."""
    if not sys.stdin.isatty():
        fail("the prompt needs a terminal; give a sheet with --from SHEET, or --from - for standard input")
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # ends at once: everything is on the disk already
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    recorder = Recorder(evening_of(file))
    _greet(recorder.evening, file)
    reply = _resumed(recorder, record)
    _say(recorder, reply)
    ask, writing = _asker(), _Writing(record, file)
    interrupted = False
    while not reply.leaves:
        try:
            reply = recorder.take(ask(recorder))
            interrupted = False
        except KeyboardInterrupt:
            if not interrupted:
                interrupted = True
                answer("(Ctrl-C again leaves, as `quit` does; `undo` takes back)\n")
                continue
            reply = recorder.take("quit")
        except EOFError:
            reply = recorder.take("quit")
        _answer(recorder, writing, reply)
    answer(f"Go on with: spoilrec record {visible(str(file))}\n")


def _greet(evening: Evening, file: Path) -> None:
    """Say what is gone on with."""
    if not evening.begun:
        answer(f"A new session in {visible(str(file))}. `help` shows how it goes, `quit` leaves.\n")
        return
    hands = plural(len(evening.standing_hands()), "hand")
    answer(visible(f"{tell_line(evening.lines[0])} {hands} so far; `session` begins another one, `help` helps.") + "\n")


def _answer(recorder: Recorder, writing: _Writing, reply: Reply) -> None:
    """Put the lines on the disk, keep what is in the making, then say so."""
    elsewhere = writing.write(reply.lines) if reply.lines else ""
    _keep_draft(recorder, writing.record)
    _say(recorder, Reply((elsewhere,), leaves=reply.leaves) if elsewhere else reply)


def _say(recorder: Recorder, reply: Reply) -> None:
    if reply.hand is not None:
        answer(_hand(reply.hand))
    for text in reply.said:
        for row in text.split("\n"):
            answer(visible(row) + "\n")
    sys.stdout.flush()


def _hand(case: Case) -> str:
    """Show the hand as far as it went; what it comes to only when it is over."""
    told = tell(case)
    return hand_text(told if is_over(case) else msgspec.structs.replace(told, outcome=()), answer_look())


def _keep_draft(recorder: Recorder, record: Appender) -> None:
    draft = recorder.draft
    if draft is None:
        record.drop_draft()
        return
    kept = _Kept(draft, len(recorder.evening.lines))
    trouble = record.save_draft(msgspec.json.encode(kept) + b"\n")
    if trouble:
        talk(trouble)


def _resumed(recorder: Recorder, record: Appender) -> Reply:
    """Go on with what was in the making when the last recording ended, unless it was written after all."""
    text = record.draft()
    if not text:
        return Reply()
    try:
        kept = msgspec.json.decode(text, type=_Kept)
    except msgspec.DecodeError:
        talk("What was in the making cannot be read; it was left as it is, beside the record.")
        return Reply()
    if _is_written(recorder.evening, kept):
        record.drop_draft()
        return Reply()
    answer(f"The {_THESE.get(kept.draft.kind, kept.draft.kind)} in the making was kept; `drop` gives it up:\n")
    return recorder.resume(kept.draft)


_THESE: Final = {"amend": "amendment"}


def _is_written(evening: Evening, kept: _Kept) -> bool:
    """Say whether the crash came between the writing and the forgetting: the last line says all that was kept."""
    if len(evening.lines) <= kept.lines and kept.draft.kind != "session":
        return False
    for line in reversed(evening.lines):
        if line.kind == kept.draft.kind and line.value is not None:
            fields = msgspec.json.decode(line.raw)
            return all(fields.get(name) == value for name, value in kept.draft.fields.items())
    return False


def _asker() -> Ask:
    """Ask with completion and a standing line where the terminal can, else plainly."""
    plain = os.environ.get("TERM", "dumb") in ("dumb", "unknown", "")
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.isatty() and not plain:
        from spoilrec.cli.prompt import asker

        return asker()
    return lambda recorder: input(f"[{visible(recorder.standing())}]\n{visible(recorder.prompt())} > ")
