"""The recorders that are put under stress: how to begin, what to type, and by what words they acknowledge."""

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HEAD = b'{"type":"session","spoilrec":1,"rules":"spoil-five/1","players":["Aoife","Brendan","Ciara"]}\n'
HAND = (
    '{"type":"hand","no":1,"dealer":"A","up":"2S","rob":"B2D",'
    '"play":"BQD CKD A3S|A2C BQS C5C|BAS C8D ATC|B2S C5S AJC|CTH AJD B6H","won":"-","settle":[-1,-1,-1]}\n'
)


def hand(number: int) -> bytes:
    """The line of a hand: the same cards each time, the seats one on from hand to hand."""

    def on(seat: re.Match[str]) -> str:
        return "ABC"[("ABC".index(seat[0]) + number - 1) % 3]

    text = re.sub(r'(?<=["| ])[ABC](?=[^a-z])', on, HAND).replace('"no":1', f'"no":{number}')
    return text.encode()


@dataclass(frozen=True)
class Driver:
    """How to talk to a recorder.

    `begin` is typed first, in a new file or not, and drops what was in the making; `again` and `elsewhere` answer a
    refusal. What it says is searched: `ready` is there once, `begun` when what `begin` asks for is done; the groups of
    `saved`, `copied` and `kept` (a draft is on the disk) are numbers of hands. It is killed within `pace` seconds.
    """

    command: Callable[[Path, bool], list[str]]
    begin: Callable[[bool], str]
    typed: Callable[[int], str]
    again: str
    elsewhere: Callable[[Path], str]
    end: str
    is_draft: Callable[[int, bytes], bool]
    ready: re.Pattern[bytes]
    kept: re.Pattern[bytes]
    saved: re.Pattern[bytes]
    refused: re.Pattern[bytes]
    copied: re.Pattern[bytes]
    left: re.Pattern[bytes]
    told: re.Pattern[bytes]
    begun: re.Pattern[bytes]
    pace: float


CHOP = """
import os, sys, time
real = os.write
def chop(handle, data):
    if not os.isatty(handle):
        time.sleep(0.0002)
        data = data[:9]
    return real(handle, data)
if sys.argv.pop(1) == "chopped":
    os.write = chop
"""
"""Writes nine bytes at once, so that a killing finds the middle of a line."""

# A recorder of twenty lines: a hand is typed as the line it is to be.
TINY = f"""
import re, sys
from pathlib import Path
from spoilrec.record.append import AppendError, CannotRecordError, open_record, save_copy
def record(appender):
    if not appender.length:
        appender.append({HEAD!r})
    print("ready", appender.torn, flush=True)
    for typed in sys.stdin.buffer:
        number = re.search(rb'"no":([0-9]+)', typed)[1].decode()
        for end in range(60, len(typed), 60):
            if trouble := appender.save_draft(typed[:end]):
                print("told:", trouble, flush=True)
            elif end == 60:
                print("kept", number, flush=True)
        while True:
            try:
                appender.append(typed)
                print("saved", number, flush=True)
                break
            except AppendError as error:
                print("refused:", error, flush=True)
                answer = sys.stdin.buffer.readline().decode().strip()
                if answer != "again":
                    save_copy(Path(answer), typed)
                    print("copied", number, flush=True)
                    break
        appender.drop_draft()
try:
    with open_record(Path(sys.argv[1])) as appender:
        record(appender)
except CannotRecordError as error:
    print("cannot:", error, flush=True)
    sys.exit(2)
except KeyboardInterrupt:
    sys.exit(130)
"""

PROMPT = """
sys.argv.insert(1, "record")
from spoilrec.cli import main
main()
"""


def _command(program: str) -> Callable[[Path, bool], list[str]]:
    return lambda path, chopped: [sys.executable, "-c", CHOP + program, "chopped" if chopped else "whole", str(path)]


def _at_the_prompt(number: int) -> str:
    dealer, robber = (["Aoife", "Brendan", "Ciara"][(number + on) % 3] for on in (-1, 0))
    tricks = ("QD KD 3S", "2C QS 5C", "AS 8D TC", "2S 5S JC", "TH JD 6H")
    return "\n".join((f"dealer {dealer}", "2S", f"rob {robber} 2D", *tricks, "", ""))


DRIVERS = {
    "tiny": Driver(
        command=_command(TINY),
        begin=lambda new: "",
        typed=lambda number: hand(number).decode(),
        again="again\n",
        elsewhere=lambda path: f"{path}\n",
        end="\x04",
        is_draft=lambda number, draft: len(draft) >= 60 and hand(number).startswith(draft),
        ready=re.compile(rb"ready\b.*\n"),
        kept=re.compile(rb"kept (\d+)\r?\n"),
        saved=re.compile(rb"saved (\d+)\r?\n"),
        refused=re.compile(rb"refused: .*\n"),
        copied=re.compile(rb"copied (\d+)\r?\n"),
        left=re.compile(rb"cannot: .*\n"),
        told=re.compile(rb"told: .*\n"),
        begun=re.compile(rb"ready"),
        pace=0.15,
    ),
    "prompt": Driver(
        command=_command(PROMPT),
        begin=lambda new: "players Aoife Brendan Ciara\nrules spoil-five/1\n\n" if new else "drop\n",
        typed=_at_the_prompt,
        again="\n",
        elsewhere=lambda path: f"{path}\n",
        end="quit\n",
        is_draft=lambda number, draft: b'"2S"' in draft and draft.endswith(b"}\n"),
        ready=re.compile(rb"\A(?:.*\n)*?.* > "),
        kept=re.compile(rb"\[Hand (\d+) - [^\]]* robbed"),
        saved=re.compile(rb"Hand (\d+) is written down"),
        refused=re.compile(rb"Not written: .*\n"),
        copied=re.compile(rb"Saved in \S*?(\d+)\.spoil"),
        left=re.compile(rb"spoilrec: .*\n"),
        told=re.compile(rb"[Tt]he hand in progress is not kept.*\n"),
        begun=re.compile(rb"is given up|Nothing is in the making|session is written down"),
        pace=1.0,
    ),
}
