"""Kills a recorder at random moments, lets calls of the system fail one by one, and counts what was lost.

    python tests/stress/record.py --rounds 500 --faults

Ends with 1 if a hand that was acknowledged is missing, if a file does not validate after it was gone on with,
or if a refusal was not told in words. `--driver prompt` is `spoilrec record`, `tiny` a recorder of twenty lines.
"""

import argparse
import os
import pty
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from drivers import DRIVERS, HEAD, Driver, hand

import spoilrec

TORN = b'{"type":"hand","no":2,"dealer":"B","up":"2'
PATIENCE = 30.0
HANDS_A_FILE = 300


class Recorder:
    """A recorder on a terminal of its own."""

    def __init__(self, command: list[str]) -> None:
        self.terminal, other = pty.openpty()
        settings = termios.tcgetattr(other)
        settings[3] &= ~termios.ECHO
        termios.tcsetattr(other, termios.TCSANOW, settings)
        environment = {**os.environ, "TERM": "dumb", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdin=other, stdout=other, stderr=other, env=environment, cwd="/", start_new_session=True,
            preexec_fn=lambda: os.login_tty(os.dup(other)),
        )  # fmt: skip
        os.close(other)
        self.said = b""

    def type(self, text: str) -> None:
        try:
            os.write(self.terminal, text.encode())
        except OSError:
            return  # it has ended; what it said comes first

    def listen(self, seconds: float) -> bool:
        """Wait for more of what it says; `False` when it has ended, or has said nothing."""
        ready, _, _ = select.select([self.terminal], [], [], max(0.0, seconds))
        if not ready:
            return False
        try:
            block = os.read(self.terminal, 1 << 16)
        except OSError:
            block = b""
        self.said += block
        return bool(block)

    def stop(self, how: str) -> None:
        """Kill it, or end it in one of the ways that happen at a table."""
        if how == "terminal closed":
            os.close(self.terminal)
            self.terminal = -1
        elif how == "Ctrl-C":
            self.type("\x03")
            self.listen(0.2)
            self.process.kill()
        elif how == "asked to end":
            self.process.terminate()
        else:
            self.process.kill()

    def end(self) -> int:
        """Hear it out, close the terminal, and give the exit status."""
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
            self.said += b"\nTraceback: it hung\n"
        while self.terminal >= 0 and self.listen(0.2):
            pass
        if self.terminal >= 0:
            os.close(self.terminal)
        return status


@dataclass
class Evening:
    """A record in the making as it has to be, and what was found to be otherwise."""

    path: Path
    driver: Driver
    lines: list[bytes] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def next(self) -> int:
        return max(1, len(self.lines))

    def check(self, said: bytes) -> None:
        """Compare the file with what was acknowledged; a hand that was not may be there too, or its torn end."""
        saved = [int(number) for number in self.driver.saved.findall(said)]
        data = self.path.read_bytes() if self.path.exists() else b""
        *whole, tail = data.split(b"\n")
        lines = [line + b"\n" for line in whole]
        wanted = [*(self.lines or [HEAD]), *map(hand, saved)]
        self.counts["acknowledged"] += len(saved)
        missing = [line for line in wanted if line not in lines] if saved or self.lines else []
        self.counts["lost"] += len(missing)
        more = [*wanted, hand(max(1, len(wanted)))]
        if missing or lines != more[: len(lines)] or not more[min(len(lines), len(more) - 1)].startswith(tail):
            self.wrong.append(
                f"the file does not hold what was acknowledged: {lines[-2:]} {tail!r}, said {said[-300:]!r}"
            )
        self.counts["saved without a word"] += len(lines) > len(wanted)
        self.counts["torn"] += bool(tail)
        self._check_draft(said, len(lines))
        if b"Traceback" in said or b"Warning" in said or b"fault of spoilrec" in said:
            self.wrong.append(said.decode(errors="replace"))
        self.lines = lines or self.lines
        self._validate(torn=bool(tail))

    def _check_draft(self, said: bytes, lines: int) -> None:
        _, begun, since = said.rpartition((self.driver.begun.findall(said) or [b"never"])[-1])
        kept = [int(number) for number in self.driver.kept.findall(since)] if begun else []
        if not kept or kept[-1] < lines:
            return
        self.counts["drafts"] += 1
        draft = self.path.with_name(f"{self.path.name}.draft")
        if not draft.exists() or not self.driver.is_draft(kept[-1], draft.read_bytes()):
            self.wrong.append(f"the draft of hand {kept[-1]} is not there")

    def _validate(self, *, torn: bool) -> None:
        if not self.lines:
            return
        errors = [found for found in spoilrec.validate(str(self.path)) if found.severity == "error"]
        if errors[torn:] or (torn and errors[0].code != "SR002"):
            self.wrong.append(f"{self.path}: {errors[0].code} {errors[0].message}")


# Killing at random moments


def kill_once(evening: Evening, chance: random.Random, startup: float) -> None:
    """Start the recorder, let it take hands, and kill it: while it starts, or somewhere in the hands."""
    driver = evening.driver
    chopped = chance.random() < 0.5
    recorder = Recorder(driver.command(evening.path, chopped))
    begun = time.monotonic()
    early = chance.random() < 0.25
    until = begun + (chance.uniform(0, 1.2 * startup) if early else PATIENCE)
    next_hand = evening.next
    recorder.type(driver.begin(not evening.lines))
    typed = False
    while (left := until - time.monotonic()) > 0:
        if driver.ready.search(recorder.said) and not typed:
            if not early:
                until = min(until, time.monotonic() + chance.uniform(0, driver.pace))
            recorder.type(driver.typed(next_hand))
            typed = True
        elif typed and str(next_hand).encode() in driver.saved.findall(recorder.said):
            next_hand += 1
            recorder.type(driver.typed(next_hand))
        elif not recorder.listen(left) and recorder.process.poll() is not None:
            break
    how = chance.choices(("killed", "terminal closed", "asked to end", "Ctrl-C"), (17, 1, 1, 1 if typed else 0))[0]
    recorder.stop(how)
    status = recorder.end()
    evening.counts[f"{how} while starting" if not typed else f"{how} in a hand"] += 1
    if how == "killed" and status != -signal.SIGKILL:
        evening.wrong.append(f"it ended by itself with {status}: {recorder.said.decode(errors='replace')}")
    evening.check(recorder.said)


def killings(driver: Driver, rounds: int, folder: Path, seed: int) -> tuple[Counter[str], list[str]]:
    """Kill so many recorders, one after another in the same file; a new file when it is long."""
    chance = random.Random(seed)
    begun = time.monotonic()
    session(driver, folder / "warm.spoil", [])
    startup = time.monotonic() - begun
    evening = Evening(folder / "0.spoil", driver)
    for number in range(rounds):
        if len(evening.lines) > HANDS_A_FILE:
            evening = Evening(folder / f"{number}.spoil", driver, [], evening.wrong, evening.counts)
        kill_once(evening, chance, startup)
        if evening.wrong:
            break
    status, said = session(driver, evening.path, [])
    if status or evening.path.read_bytes() != b"".join(evening.lines):
        evening.wrong.append(f"it could not be gone on with: {said.decode(errors='replace')}")
    return evening.counts, evening.wrong


def session(
    driver: Driver, path: Path, numbers: list[int], prefix: list[str] | None = None, elsewhere: Path | None = None
) -> tuple[int, bytes]:
    """Record hands to the end; after a refusal try again twice, then save it elsewhere, in a file for each hand."""
    recorder = Recorder([*(prefix or []), *driver.command(path, False)])
    todo, tries, until = (
        [driver.begin(not path.exists()), *map(driver.typed, numbers), driver.end],
        0,
        time.monotonic() + PATIENCE,
    )
    heard = -1
    while time.monotonic() < until and recorder.process.poll() is None:
        done = {*driver.saved.findall(recorder.said), *driver.copied.findall(recorder.said)}
        answered = len(done) + bool(driver.ready.search(recorder.said))
        refusals = len(driver.refused.findall(recorder.said))
        if refusals > tries:
            tries = refusals
            to = elsewhere / f"{numbers[answered - 1]}.spoil" if elsewhere and tries % 3 == 0 else None
            recorder.type(driver.elsewhere(to) if to else driver.again)
        elif answered > heard and todo:
            if heard < 0:
                recorder.type(todo.pop(0))
            if answered:
                recorder.type(todo.pop(0))
            heard = answered
        recorder.listen(0.05)
    status = recorder.end()
    return status, recorder.said


# Failing calls

FAULTS: dict[str, tuple[str, str]] = {  # what is let fail, by the words of strace
    "write: disk full": ("write", "error=ENOSPC"),
    "write: disk fault": ("write", "error=EIO"),
    "write: limit": ("write", "error=EFBIG"),
    "write: quota": ("write", "error=EDQUOT"),
    "write: said, not made": ("write", "retval=4"),
    "fsync: disk fault": ("fsync", "error=EIO"),
    "fsync: disk full": ("fsync", "error=ENOSPC"),
    "ftruncate: disk fault": ("ftruncate", "error=EIO"),
    "rename: disk fault": ("rename,renameat,renameat2", "error=EIO"),
    "open: no right": ("openat,open", "error=EACCES"),
    "open: disk full": ("openat,open", "error=ENOSPC"),
    "open: too many files": ("openat,open", "error=EMFILE"),
    "open: read-only": ("openat,open", "error=EROFS"),
    "unlink: disk fault": ("unlink,unlinkat", "error=EIO"),
    "lock: no locks here": ("flock", "error=ENOLCK"),
    "killed at a write": ("write", "signal=KILL"),
    "killed at an fsync": ("fsync", "signal=KILL"),
    "killed at an ftruncate": ("ftruncate", "signal=KILL"),
    "killed at a rename": ("rename,renameat,renameat2", "signal=KILL"),
    "killed at an open": ("openat,open", "signal=KILL"),
    "killed at an unlink": ("unlink,unlinkat", "signal=KILL"),
    "Ctrl-C at a write": ("write", "signal=INT"),
    "Ctrl-C at an fsync": ("fsync", "signal=INT"),
    "terminal closed at a write": ("write", "signal=HUP"),
    "terminal closed at an fsync": ("fsync", "signal=HUP"),
    "terminal closed at a rename": ("rename,renameat,renameat2", "signal=HUP"),
}
SHORT = {
    "write: disk full": (4,),
    "fsync: disk fault": (6, 9),
    "ftruncate: disk fault": (1,),
    "killed at a write": (6,),
}


def faulty(
    driver: Driver, fault: str, folder: Path, numbers: Iterable[int], ways: str
) -> Iterator[tuple[str, list[str]]]:
    """Let the n-th call fail (`ways` has `1`) and all from the n-th on (`+`), for each n until it is not reached."""
    calls, injected = FAULTS[fault]
    for always in ways if "error" in injected else "1":
        for number in numbers:
            work = folder / f"{calls.split(',')[0]}-{number}-{always}"
            work.mkdir()
            reached, outcome, wrong = fault_once(driver, work, calls, f"{injected}:when={number}{always.strip('1')}")
            shutil.rmtree(work)
            if not reached:
                break
            yield outcome, [f"{fault}, call {number}{always.strip('1')}: {text}" for text in wrong]


def fault_once(driver: Driver, work: Path, calls: str, injected: str) -> tuple[bool, str, list[str]]:
    """Record two hands into a torn file while calls fail, then go on without failing; say what came of it."""
    path, elsewhere, log = work / "a.spoil", work / "elsewhere", work / "elsewhere" / "log"
    elsewhere.mkdir()
    before = HEAD + hand(1)
    path.write_bytes(before + TORN)
    beside = [str(work), *(f"{path}{end}" for end in ("", ".lock", ".torn", ".draft", ".draft.new"))]
    watched = [word for name in beside for word in ("-P", name)]
    prefix = [
        "strace",
        "-f",
        "-q",
        "-o",
        str(log),
        *watched,
        "-e",
        f"trace={calls}",
        "-e",
        f"inject={calls}:{injected}",
    ]
    status, said = session(driver, path, [2, 3], prefix, elsewhere)
    number = int(re.sub(r"\D", "", injected.rpartition("=")[2]))
    reached = len(re.findall(r"\b\w+\(", log.read_text())) >= number
    wrong = judged(driver, path, elsewhere, said, before)
    told = any(words.search(said) for words in (driver.refused, driver.left, driver.told))
    if "signal" in injected:
        outcome = "killed" if status else "gone on with"
    elif driver.left.search(said):
        outcome = "refused at the start"
    else:
        outcome = "told, saved elsewhere" if driver.copied.search(said) else "told, saved" if told else "no harm"
        if set(map(int, driver.saved.findall(said) + driver.copied.findall(said))) != {2, 3}:
            wrong.append(f"a hand was neither saved nor copied: {said!r}")
    if "signal" not in injected and (b"Traceback" in said or status not in (0, 2)):
        wrong.append(f"ended with {status}: {said.decode(errors='replace')}")
    return reached, outcome, wrong


def judged(driver: Driver, path: Path, elsewhere: Path, said: bytes, before: bytes) -> list[str]:
    """Say what is wrong with the file after it was gone on with, without faults."""
    wrong = []
    saved = b"".join(hand(int(number)) for number in driver.saved.findall(said))
    if not path.read_bytes().startswith(before + saved):
        wrong.append(f"the file does not begin with what was acknowledged: {said!r}")
    copies = [copy.read_bytes() for copy in elsewhere.glob("*.spoil")]
    if any(all(hand(int(number)) not in copy for copy in copies) for number in driver.copied.findall(said)):
        wrong.append("the copy does not hold what was acknowledged")
    now = len(path.read_bytes().split(b"\n")) - 1
    status, after = session(driver, path, [max(now, 2)])
    data = path.read_bytes()
    errors = [found.message for found in spoilrec.validate(str(path)) if found.severity == "error"]
    if status or errors or not data.startswith(before + saved) or not data.endswith(b"\n"):
        wrong.append(f"it could not be gone on with ({status}): {errors} {after.decode(errors='replace')}")
    aside = path.with_name("a.spoil.torn")
    if not aside.exists() or TORN not in aside.read_bytes():
        wrong.append("the torn end is lost")
    litter = {other.name for other in path.parent.iterdir()} - {"a.spoil", "a.spoil.torn", "elsewhere"}
    if litter:
        wrong.append(f"left behind: {litter}")
    return wrong


def all_faults(driver: Driver, folder: Path, which: str, most: int) -> list[str]:
    """Go through the faults, print a row for each, and give what went wrong."""
    failed = []
    for fault in SHORT if which == "short" else FAULTS:
        if which not in ("all", "short", fault):
            continue
        outcomes: Counter[str] = Counter()
        numbers, ways = (SHORT[fault], "1") if which == "short" else (range(1, most + 1), "1+")
        for outcome, wrong in faulty(driver, fault, folder, numbers, ways):
            outcomes[outcome] += 1
            failed += wrong
        words = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.items())
        print(f"{fault:32} {outcomes.total():6}  {words}", flush=True)
    return failed


def strace_works() -> bool:
    """Whether calls can be made to fail here."""
    probe = ["strace", "-qq", "-o", "/dev/null", "-e", "inject=write:error=ENOSPC:when=1", "/bin/echo", "a"]
    try:
        return subprocess.run(probe, capture_output=True, check=False).returncode == 1
    except OSError:
        return False


def main(words: list[str]) -> int:
    """Run what was asked for, print a table, and give the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=50, help="how often it is killed")
    parser.add_argument(
        "--faults", nargs="?", const="all", help="let calls fail (strace): all, short, or those of this name"
    )
    parser.add_argument("--most", type=int, default=200, help="up to the n-th call of each kind")
    parser.add_argument("--driver", choices=DRIVERS, default="tiny", help="the recorder")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(words)
    driver = DRIVERS[chosen.driver]
    failed: list[str] = []
    with tempfile.TemporaryDirectory(prefix="spoilrec-stress-") as name:
        if chosen.rounds:
            counts, wrong = killings(driver, chosen.rounds, Path(name), chosen.seed)
            failed += wrong
            for what, count in sorted(counts.items()):
                print(f"{what:32} {count:6}", flush=True)
        if chosen.faults and not strace_works():
            print("no strace here, or it may not be used: no calls were made to fail")
        elif chosen.faults:
            failed += all_faults(driver, Path(name), chosen.faults, chosen.most)
    for text in failed[:20]:
        print(f"WRONG: {text[:600]}")
    print("nothing was lost" if not failed else f"{len(failed)} things went wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
