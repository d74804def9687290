"""The recorder in a real terminal: an evening typed in, a crash and a resume, keys that end it, odd terminals."""

import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from commands import spoilrec, spoilrec_process

from spoilrec.record.lines import Hand
from spoilrec.record.store import opened
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.recorder import Recorder
from spoilrec.review.walk import walk

pexpect = pytest.importorskip("pexpect")

_WHERE_IS_THE_CURSOR = "\x1b[6n"
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A terminal in which a record is taken down; it answers where the cursor is, as terminals do."""

    def __init__(self, file: Path, columns: int, term: str) -> None:
        env = {**os.environ, "TERM": term, "PYTHONPATH": str(Path.cwd()), "LANG": "C.UTF-8"}
        env.pop("NO_COLOR", None)
        self.child = pexpect.spawn(
            sys.executable, ["-m", "spoilrec", "record", str(file)], env=env, encoding="utf-8",
            dimensions=(30, columns), timeout=20,
        )  # fmt: skip
        self.child.delaybeforesend = None
        self.shown = ""

    def see(self, text: str) -> None:
        """Wait until the text is shown."""
        while True:
            found = self.child.expect_exact([text, _WHERE_IS_THE_CURSOR, pexpect.EOF])
            self.shown += self.child.before + (text if found == 0 else "")
            if found == 0:
                return
            assert found == 1, f"the program ended before `{text}`: {self.shown[-2000:]}"
            self.child.send("\x1b[1;1R")

    def type(self, row: str, then: str = ">") -> None:
        """Type a line, and wait for what it gives and for the next question."""
        self.child.send(row + "\r")
        self.see(then)

    def end(self) -> int:
        """Wait for the end of the program; give its exit status."""
        while self.child.expect_exact([pexpect.EOF, _WHERE_IS_THE_CURSOR]):
            self.child.send("\x1b[1;1R")
        self.shown += self.child.before
        self.child.close()
        return int(self.child.exitstatus if self.child.exitstatus is not None else -self.child.signalstatus)

    @property
    def text(self) -> str:
        """What was shown, without colours and cursor movements."""
        return _ESCAPES.sub("", self.shown)


@contextmanager
def recording(file: Path, columns: int = 100, term: str = "xterm") -> Iterator[Terminal]:
    terminal = Terminal(file, columns, term)
    try:
        yield terminal
    finally:
        terminal.child.close(force=True)


def begun(terminal: Terminal, *rows: str) -> None:
    """Begin a session of three, and type what follows."""
    terminal.see("between commas >")
    terminal.type("Aoife, Brendan, Ciara", "such as spoil-five/1 >")
    terminal.type("spoil five", "or Enter >")
    terminal.type("", "the name >")
    terminal.type("dealer aoife", "the turn-up >")
    for row in rows:
        terminal.type(row, " >")


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_bytes().splitlines()]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "friday.spoil"


# The evening of samples/friday.spoil: the hands as they were played, nobody's cards known before

with opened("samples/friday.spoil") as stream:
    WHOLE = tuple(walk("a", stream))
HANDS = {stop.case.reading.hand.no: stop.case.reading.hand for stop in WHOLE if stop.case is not None}
REVOKE = ("4h", "kd 3d 2s 5d", "qd 7d 9d 8d", "qs ks 3s 4s", "kc qc jc 10c", "2c 3c 4c 5c", "")  # B had the 9D


class Scribe:
    """Somebody at the table: types rows, answers questions; a recorder beside him says what he must see."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.shadow = Recorder(Evening("a"))
        terminal.see(f"{self.shadow.prompt()} >")

    def row(self, text: str, *, jinks: bool = False) -> None:
        reply = self.shadow.take(text)
        self.terminal.child.send(text + "\r")
        for said in reply.said:
            self.terminal.see(said)
        self.terminal.see(f"{self.shadow.prompt()} >")
        if reply.asks:
            assert self.shadow.waiting is not None
            self.row("n" if self.shadow.waiting.kind == "jink" and not jinks else "y")

    def hand(self, hand: Hand, *, upto: int = 9) -> None:
        names = [name for name in self.shadow.evening.setting.players if name]
        self.row((hand.up or "").lower())
        if hand.rob:
            self.row(f"rob {names['ABCDE'.index(hand.rob[0])].lower()} {hand.rob[1:]}")
        for trick in (hand.play or "").split("|")[:upto]:
            self.row(" ".join(play[1:] for play in trick.split(" ")), jinks=bool(hand.jink))
        for fact in hand.irregular:
            self.row(f"mark {fact.at} {fact.what}")

    def rest(self, hand: Hand, after: int) -> None:
        """Type the tricks after so many."""
        for trick in (hand.play or "").split("|")[after:]:
            self.row(" ".join(play[1:] for play in trick.split(" ")), jinks=bool(hand.jink))


def test_an_evening_with_undo_a_revoke_a_leave_a_crash_and_a_resume(file: Path) -> None:
    with recording(file) as terminal:
        scribe = Scribe(terminal)
        for row in ("Aoife, Brendan, Ciara, Declan, Eimear", "1", "1 chip", "2026-11-27", "Galway", "", "dealer aoife"):
            scribe.row(row)
        for no in range(1, 10):
            scribe.hand(HANDS[no])
            if no == 3:
                scribe.row("undo")
                scribe.rest(HANDS[no], 4)
            scribe.row("")
            if no == 4:
                scribe.row("undo")
                scribe.row("redo")
            if no == 7:
                for row in ("ruling 7 2E revoke", "by Nia", "penalty chip-to-the-pool settle 0 0 0 0 -1", ""):
                    scribe.row(row)
        scribe.hand(HANDS[10], upto=2)
        terminal.child.kill(signal.SIGKILL)
        terminal.end()
    assert file.with_name("friday.spoil.draft").exists()
    with recording(file) as terminal:
        terminal.see("The hand in the making was kept")
        terminal.see(f"{scribe.shadow.prompt()} >")
        scribe.terminal = terminal
        scribe.rest(HANDS[10], 2)
        scribe.row("")
        scribe.hand(HANDS[11])
        scribe.row("leave eimear")
        scribe.hand(HANDS[12])
        scribe.row("")
        for row in REVOKE:
            scribe.row(row)
        terminal.child.send("quit\r")
        assert terminal.end() == 0
        assert f"spoilrec record {file}" in terminal.text
    written = lines_of(file)
    found = [line for line in written if line["type"] == "hand"]
    assert [line["no"] for line in found] == [1, 2, 3, 4, 4, *range(5, 14)]
    for line in found[:-1]:
        hand = HANDS[line["no"]]
        assert (line["play"], line["won"], tuple(line["settle"])) == (hand.play, hand.won, hand.settle)
        assert (line.get("rob"), line.get("jink")) == (hand.rob, hand.jink)
    assert {line["type"] for line in written} == {"session", "hand", "amend", "ruling", "seats"}
    assert not file.with_name("friday.spoil.draft").exists()
    ran = spoilrec("validate", str(file), "--format", "jsonl")
    findings = [json.loads(line) for line in ran.out.splitlines()[:-1]]
    told = [(one["code"], one["hand"], one["at"]) for one in findings if one["severity"] != "info"]
    assert told == [("SR410", 13, "1B")]


SESSION = b'{"type":"session","spoilrec":1,"rules":"spoil-five/1","players":["Aoife","Brendan","Ciara"]}\n'
MISDEAL = b'{"type":"hand","no":1,"dealer":"A","up":"2S","end":"misdeal","irregular":[{"at":"0A","what":"misdeal"}]}\n'
DRAFT = (
    b'{"draft":{"kind":"hand","fields":{"dealer":"A","up":"2S","irregular":[{"at":"0A","what":"misdeal"}]}},"lines":1}'
)


@pytest.mark.parametrize(
    ("record", "draft", "prompt"),
    [
        (SESSION, DRAFT, "Brendan to lead >"),
        (SESSION + MISDEAL, DRAFT, "Aoife deals: the turn-up >"),
        (SESSION + MISDEAL, DRAFT.replace(b'"lines":1', b'"lines":2'), "Brendan to lead >"),
        (SESSION, b"no draft", "the name >"),
    ],
    ids=["kept", "written-after-all", "another-hand", "unreadable"],
)
def test_what_was_kept_is_offered_unless_it_was_written(file: Path, record: bytes, draft: bytes, prompt: str) -> None:
    file.write_bytes(record)
    file.with_name("friday.spoil.draft").write_bytes(draft)
    with recording(file) as one:
        one.see(prompt)
        assert ("in the making was kept" in one.text) == prompt.startswith("Brendan")
        assert ("cannot be read" in one.text) == (draft == b"no draft")


# Keys and terminals


def test_control_c_takes_nothing_and_twice_leaves(file: Path) -> None:
    with recording(file) as one:
        begun(one, "2s", "qd kd")
        one.see("Aoife to play >")
        one.child.sendcontrol("c")
        one.see("Ctrl-C again leaves")
        one.type("4s", "Aoife takes trick 1.")
        one.see("Aoife to lead >")
        one.child.sendcontrol("c")
        one.see("Ctrl-C again leaves")
        one.see("Aoife to lead >")
        one.child.sendcontrol("c")
        assert one.end() == 0
    assert [line["type"] for line in lines_of(file)] == ["session"]
    with recording(file) as one:
        one.see("The hand in the making was kept")
        one.see("Aoife to lead >")
        one.type("drop", "The hand is given up")
        one.see("the name >")
        one.child.sendcontrol("d")
        assert one.end() == 0
    assert not file.with_name("friday.spoil.draft").exists()


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_a_valid_file_and_the_hand(file: Path, number: signal.Signals) -> None:
    with recording(file) as one:
        begun(one, "2s", "qd kd 4s")
        one.see("Aoife to lead >")
        one.child.kill(number)
        if number == signal.SIGINT:
            one.child.close(force=True)
        else:
            one.end()
    assert spoilrec("validate", str(file)).status == 0
    with recording(file) as one:
        one.see("The hand in the making was kept")
        one.see("Aoife to lead >")


def test_a_closed_terminal_leaves_a_valid_file_and_the_hand(file: Path) -> None:
    with recording(file) as one:
        begun(one, "2s", "qd kd 4s")
        one.see("Aoife to lead >")
        one.child.ptyproc.fileobj.close()
        one.child.wait()
    with recording(file) as one:
        one.see("The hand in the making was kept")


def test_tab_completes(file: Path) -> None:
    with recording(file) as one:
        begun(one, "2s", "qd")
        one.child.send("k\t")
        one.see("KD")
        one.child.send("\x15unsu")
        one.see("unsu")
        one.child.send("\t")
        one.see("re")
        one.type(" 1b", "Noted.")
        one.see("Ciara to play >")


@pytest.mark.parametrize(("columns", "term"), [(40, "xterm"), (100, "dumb")])
def test_narrow_and_simple_terminals(file: Path, columns: int, term: str) -> None:
    with recording(file, columns, term) as one:
        one.see("commas")
        one.type("Aoife, Brendan, Ciara", "By which rules?")
        one.type("1", "or Enter")
        one.type("", "the name")
        one.type("aoife", "the turn-up >")
        one.type("2s", "Brendan to lead >")
        one.type("qd kd 4s", "Aoife takes trick 1.")
        one.type("show", "Hand 1")
        one.child.send("quit\r")
        assert one.end() == 0
    if term == "dumb":
        assert "\x1b" not in one.shown
        assert "[Hand 1 - Aoife deals - 2S up" in one.shown
    assert lines_of(file)[0]["players"] == ["Aoife", "Brendan", "Ciara"]


def test_the_standing_line_is_shown(file: Path) -> None:
    with recording(file) as one:
        begun(one, "2s", "qd kd 4s")
        one.see("Aoife to lead >")
        one.see("Hand 1 - Aoife deals - 2S up - pool 3 - tricks: Aoife 1 - Aoife to lead")


def test_a_second_recorder_is_kept_out(file: Path) -> None:
    with recording(file) as one:
        begun(one)
        ran = spoilrec_process("record", str(file), "--from", "-", stdin=b"note x\n")
        assert ran.returncode == 2
        assert b"is being recorded already" in ran.stderr


def test_without_a_terminal_a_sheet_is_asked_for(file: Path) -> None:
    ran = spoilrec_process("record", str(file), stdin=b"Aoife, Brendan\n")
    assert ran.returncode == 2
    assert b"the prompt needs a terminal; give a sheet with --from SHEET" in ran.stderr
    assert not file.exists()
