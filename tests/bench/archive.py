"""Figures of long records, as ratios: `python tests/bench/archive.py`; `chess` and `pokerkit` are compared with.

Times are CPU times of one core; every ratio is the median of those of several rounds, in which the works
take turns. Nothing here is asserted or collected by pytest.
"""

import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import msgspec
from made import session  # type: ignore[import-not-found, unused-ignore]
from run import Row, chess_games, read_chess  # type: ignore[import-not-found, unused-ignore]

from spoilrec.archive.arrays.fast import Plain, walk_fast
from spoilrec.record.lines import RecordLine

HANDS, ROUNDS = 200_000, 9
AUCTIONS = ("auction-forty-fives/1", "auction-forty-fives-guide/1", "auction-forty-fives-book/1", "hundred-and-ten/1")
MADE = 4_000  # so many different hands; they are repeated
_PEAK = (  # not ru_maxrss: a child inherits its parent's
    "import re, sys; from collections import deque; from spoilrec.archive.arrays.fast import walk_fast\n"
    "with open(sys.argv[1], 'rb') as stream: deque(walk_fast('x', stream), 0)\n"
    "print(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1])"
)
_PEAK_OF_A_COMMAND = (
    "import re, sys\nfrom spoilrec.cli.app import main\n"
    "try: main()\n"
    "finally: sys.stderr.write(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1])"
)


def archives() -> dict[str, bytes]:
    """Make archives of five players: of long sessions, and of evenings of twenty-five hands."""
    evenings = b"".join(session(25, seed) for seed in range(MADE // 25))
    return {f"sessions of {MADE:,} hands": session(MADE), "evenings of 25 hands": evenings}


def decode(raws: list[bytes]) -> None:
    """Decode every line into its Struct, with one decoder that is used again."""
    read = msgspec.json.Decoder(RecordLine).decode
    for raw in raws:
        read(raw)


def judge(path: Path) -> int:
    """Read and judge a file; count its hands, which must all be plain."""
    with path.open("rb") as stream:
        return sum(stop.hands for stop in walk_fast("made", stream) if isinstance(stop, Plain))


def cpu(work: Callable[[], object]) -> float:
    """Say how much CPU time a work takes."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def speed(record: bytes, path: Path) -> Iterator[Row]:
    """Reading and judging beside decoding alone, and beside the plies of chess and the actions of poker."""
    path.write_bytes(record * (HANDS // MADE))
    raws = path.read_bytes().split(b"\n")[:-1]
    plays = sum(raw.split(b'"play":"')[1].split(b'"')[0].count(b" ") for raw in record.split(b"\n") if b'"play"' in raw)
    plays = (plays + record.count(b"|")) * (HANDS // MADE)
    assert judge(path) == HANDS
    works: dict[str, Callable[[], object]] = {"decode": lambda: decode(raws), "judge": lambda: judge(path)}
    plies = actions = 0
    if find_spec("chess"):
        games, plies = chess_games(60)
        works["chess"] = lambda: read_chess(games)
    if find_spec("pokerkit"):
        actions = poker(20)
        works["poker"] = lambda: poker(20)
    rounds = [{name: cpu(work) for name, work in works.items()} for _ in range(ROUNDS)]
    spent = {name: statistics.median(one[name] for one in rounds) for name in works}
    ratio = statistics.median(one["judge"] / one["decode"] for one in rounds)
    yield "msgspec alone", f"{spent['decode'] / HANDS * 1e6:.2f} us/hand", "", ""
    yield "read and judge", f"{spent['judge'] / HANDS * 1e6:.2f} us/hand", "<= 2.5 x", f"{ratio:.2f} x"
    yield "read and judge, plays", f"{plays / spent['judge']:,.0f} plays/s", "", ""
    for name, count, unit, wanted in (("chess", plies, "plies/s", ">= 200 x"), ("poker", actions, "actions/s", "")):
        if count:
            beside = statistics.median(plays / one["judge"] / (count / one[name]) for one in rounds)
            yield _NAMES[name], f"{count / spent[name]:,.0f} {unit}", wanted, f"{beside:,.0f} x"


_NAMES = {"chess": "beside python-chess, plies of PGN", "poker": "beside PokerKit, actions"}


def poker(hands: int) -> int:
    """Play hands of hold'em for six, random among folding, calling and raising; count the actions."""
    from pokerkit import Automation, Mode, NoLimitTexasHoldem

    dice, actions = random.Random(1), 0
    dealing = tuple(one for one in Automation if one is not Automation.CARD_BURNING)
    for _ in range(hands):
        state = NoLimitTexasHoldem.create_state(
            (*dealing, Automation.CARD_BURNING), True, 0, (1, 2), 2, 200, 6, mode=Mode.CASH_GAME
        )
        while state.status:
            if state.can_complete_bet_or_raise_to() and dice.random() < 0.2:
                state.complete_bet_or_raise_to()
            elif state.checking_or_calling_amount and state.can_fold() and dice.random() < 0.2:
                state.fold()
            elif state.can_check_or_call():
                state.check_or_call()
            else:
                break
            actions += 1
    return actions


def auctions(path: Path) -> Iterator[Row]:
    """Auction games: judging beside decoding alone; where the rules limit reneges some hands are explained."""
    for preset in AUCTIONS:
        words = [sys.executable, "-m", "spoilrec", "simulate", "--rules", preset, "--hands", str(MADE), "--quiet"]
        path.write_bytes(subprocess.check_output(words) * (HANDS // MADE))
        raws = path.read_bytes().split(b"\n")[:-1]
        with path.open("rb") as stream:
            plain = sum(stop.hands for stop in walk_fast("made", stream) if isinstance(stop, Plain))
        works = partial(decode, raws), partial(walk_all, path)
        rounds = [tuple(map(cpu, works)) for _ in range(ROUNDS // 3)]
        spent = statistics.median(judged for _, judged in rounds)
        ratio = statistics.median(judged / decoded for decoded, judged in rounds)
        yield preset, f"{HANDS / spent:,.0f} hands/s", f"{plain / HANDS:.1%} plain", f"{ratio:.2f} x"


def walk_all(path: Path) -> None:
    """Read and judge a file, whatever it takes."""
    with path.open("rb") as stream:
        deque(walk_fast("made", stream), 0)


def memory(record: bytes, path: Path) -> Iterator[Row]:
    """Peak memory of a process that reads and judges archives of two sizes."""
    peaks = []
    for hands in (HANDS, 10 * HANDS):
        with path.open("wb") as file:
            for _ in range(hands // MADE):
                file.write(record)
        peaks.append(int(subprocess.check_output([sys.executable, "-c", _PEAK, str(path)])) / 1024)
        wanted, more = ("< 300 MiB", "") if len(peaks) == 1 else ("<= 1.1 x", f"{peaks[1] / peaks[0]:.2f} x")
        yield f"peak memory, {hands:,} hands", f"{peaks[-1]:.1f} MiB", wanted, more


def commands(record: bytes, path: Path) -> Iterator[Row]:
    """Whole commands on one core: what tables cost beside `validate`."""
    path.write_bytes(record * (HANDS // MADE))
    database = path.with_suffix(".duckdb")
    works = {
        "validate": ("validate", str(path)),
        "tabulate": ("tabulate", str(path), "--view", "players"),
        "convert": ("convert", str(path), "--to", str(database), "--force"),
    }
    rounds = [{name: command_cpu(words) for name, words in works.items()} for _ in range(ROUNDS // 3)]
    rounds += [{name: command_cpu(works[name]) for name in ("validate", "tabulate")} for _ in range(ROUNDS)]
    spent = {name: statistics.median(one[name] for one in rounds if name in one) for name in works}
    ratio = statistics.median(one["tabulate"] / one["validate"] for one in rounds)
    yield "validate, whole command", f"{spent['validate']:.2f} s", "", ""
    yield "tabulate players, whole command", f"{spent['tabulate']:.2f} s", "<= 1.5 x", f"{ratio:.2f} x"
    yield "convert to duckdb, whole command", f"{HANDS / spent['convert']:,.0f} hands/s", "", ""


def command_cpu(words: tuple[str, ...]) -> float:
    """Say how much CPU time a command takes on one core, its start included."""
    before = os.times()
    subprocess.run([sys.executable, "-m", "spoilrec", *words, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


def one_core() -> None:
    """Let this process and what it starts have one core, where that can be said."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def table_memory(record: bytes, path: Path) -> Iterator[Row]:
    """Peak memory of `tabulate` over archives of two sizes."""
    peaks = []
    for hands in (HANDS, 10 * HANDS):
        with path.open("wb") as file:
            for _ in range(hands // MADE):
                file.write(record)
        words = [sys.executable, "-c", _PEAK_OF_A_COMMAND, "tabulate", str(path), "--quiet"]
        peaks.append(int(subprocess.run(words, check=True, capture_output=True).stderr.split()[-1]) / 1024)
        more = "" if len(peaks) == 1 else f"{peaks[1] / peaks[0]:.2f} x"
        yield f"peak memory of tabulate, {hands:,} hands", f"{peaks[-1]:.1f} MiB", "", more


def main() -> None:
    """Print the table."""
    one_core()
    names = [name for name in ("msgspec", "numpy", "chess", "pokerkit") if find_spec(name)]
    print(", ".join([f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in names)]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "archive.spoil")
        for kind, record in archives().items():
            print(f"\n{HANDS:,} hands of five, {kind}")
            works = (speed, commands, memory, table_memory)
            for what, figure, target, ratio in (row for work in works for row in work(record, path)):
                print(f"{what:40} {figure:>20} {target:>10}  {ratio}", flush=True)
        print(f"\n{HANDS:,} hands of auction games, read and judged")
        for what, figure, target, ratio in auctions(path):
            print(f"{what:40} {figure:>20} {target:>10}  {ratio}", flush=True)


if __name__ == "__main__":
    main()
