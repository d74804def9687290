"""Figures of one run, as ratios: `python tests/bench/run.py`. Needs spoilrec, and `chess` for the comparison.

Times are CPU times, medians of several repetitions; nothing here is asserted or collected by pytest.
"""

import io
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, TypeVar

from made import session  # type: ignore[import-not-found, unused-ignore]

from spoilrec.present.judge import judgement_text
from spoilrec.present.terminal import Look
from spoilrec.record.lines import Hand
from spoilrec.record.store import lines
from spoilrec.review.case import Case
from spoilrec.review.judge.dispute import judge as judge_hand
from spoilrec.review.walk import walk
from spoilrec.rules.order import facts_of_suit

Row = tuple[str, str, str, str]
Key = TypeVar("Key", int, str)
Data = TypeVar("Data", bytes, str, Case)
HANDS, REPEATS, STARTS = 2_000, 7, 21
_PEAK = (  # not ru_maxrss: a child inherits its parent's
    "import re, sys; from collections import deque; from spoilrec.review.walk import walk\n"
    "with open(sys.argv[1], 'rb') as stream: deque(walk('x', stream), 0)\n"
    "print(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1])"
)
_BARE = "import typer\n\ndef main(text: str) -> None:\n    print(text)\n\ntyper.run(main)\n"


class Took(NamedTuple):
    """Seconds of CPU time over several repetitions; a busy machine raises the median more than the best."""

    median: float
    best: float


def measured(works: Mapping[Key, Callable[[], float]], rounds: int) -> dict[Key, Took]:
    """Measure what each work says it took; they take turns, and a first round is not counted."""
    times: dict[Key, list[float]] = {name: [] for name in works}
    for turn in range(rounds + 1):
        for name, work in works.items():
            spent = work()
            if turn:
                times[name].append(spent)
    return {name: Took(statistics.median(spent), min(spent)) for name, spent in times.items()}


def timed(work: Callable[[Data], object], data: Data) -> Callable[[], float]:
    """Make a work that says how much CPU time it took in this process."""

    def run() -> float:
        begin = time.process_time()
        work(data)
        return time.process_time() - begin

    return run


def judge(record: bytes) -> int:
    """Walk through a record and count its findings."""
    return sum(len(stop.findings) for stop in walk("made", io.BytesIO(record)))


def speed() -> Iterator[Row]:
    """Hands and plays a second, beside plies of chess."""
    record = session(HANDS)
    plays = sum(len(line.value.play.replace("|", " ").split())
                for line in lines(io.BytesIO(record)) if isinstance(line.value, Hand) and line.value.play)  # fmt: skip
    assert judge(record) == 0, "the made session must be lawful"
    works, plies = {"walk": timed(judge, record)}, 0
    if find_spec("chess"):
        games, plies = chess_games(150)
        works["chess"] = timed(read_chess, games)
    spent = measured(works, REPEATS)
    hands, best = (HANDS / one for one in spent["walk"])
    yield (
        f"walk, {HANDS:,} hands of five",
        f"{hands:,.0f} hands/s",
        ">= 5,000",
        f"{_kept(hands >= 5_000)} (best {best:,.0f})",
    )
    yield "walk, plays", f"{plays / spent['walk'].median:,.0f} plays/s", "", ""
    if plies:
        ratios = [plays / walked / (plies / read) for walked, read in zip(spent["walk"], spent["chess"], strict=True)]
        yield "python-chess, plies of PGN", f"{plies / spent['chess'].median:,.0f} plies/s", "", ""
        yield "walk beside python-chess", "", "", _ratio(*ratios)


def chess_games(count: int) -> tuple[str, int]:
    """Write random games of chess as PGN, and count their plies."""
    import chess.pgn

    dice, texts, plies = random.Random(1), [], 0
    for _ in range(count):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 80:
            board.push(dice.choice(list(board.legal_moves)))
        plies += board.ply()
        texts.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(texts) + "\n", plies


def read_chess(games: str) -> None:
    """Read all games of a PGN text, which also checks that the moves are legal."""
    import chess.pgn

    stream = io.StringIO(games)
    while game := chess.pgn.read_game(stream):
        assert not game.errors


def growth() -> Iterator[Row]:
    """Time for a hand and peak memory as a session grows."""
    sizes = (500, 1_000, 2_000, 4_000)
    spent = measured({hands: timed(judge, session(hands)) for hands in sizes}, REPEATS)
    for hands in sizes:
        each, first = ([one / size for one in spent[size]] for size in (hands, sizes[0]))
        yield (
            f"a hand in a session of {hands:,}",
            f"{each[0] * 1e6:.0f} us",
            "",
            _ratio(each[0] / first[0], each[1] / first[1]),
        )
    peaks = {hands: peak(hands) for hands in (12, 2_000, 20_000)}
    for hands, kib in peaks.items():
        yield f"peak memory, session of {hands:,}", f"{kib / 1024:.1f} MiB", "", f"{kib / peaks[12]:.2f} x"


def peak(hands: int) -> int:
    """Give the peak memory, in KiB, of a process that walks through a session."""
    with tempfile.NamedTemporaryFile(suffix=".spoil") as file:
        file.write(session(hands))
        file.flush()
        return int(subprocess.check_output([sys.executable, "-c", _PEAK, file.name]))


def disputes() -> Iterator[Row]:
    """Every doubtful place of a hand of which no hand was seen: verdicts, all other rules, costs, and the words."""
    record = re.sub(rb'"deal":"[^"]*",', b"", session(60))
    cases = [stop.case for stop in walk("made", io.BytesIO(record), every_step=True) if stop.case is not None]
    cases.sort(key=lambda case: -len(case.replay.doubtful if case.replay else ()))

    def rule(case: Case) -> None:
        facts_of_suit.cache_clear()  # what a command does once
        judgement_text(judge_hand(case), Look())

    spent = measured({nth: timed(rule, case) for nth, case in enumerate(cases[:5])}, REPEATS)
    took = Took(*(statistics.median(column) for column in zip(*spent.values(), strict=True)))
    yield (
        "judge, no hand seen, most doubtful of 60",
        f"{took.median * 1e3:.0f} ms",
        "<= 50 ms",
        f"{_kept(took.median <= 0.05)} (best {took.best * 1e3:.0f})",
    )


def starts() -> Iterator[Row]:
    """CPU time of whole commands beside a Typer program with one argument, runs taking turns.

    Bytecode is cached, as in any installed program, whatever the environment says of it here.
    """
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        bare, record = Path(folder, "bare.py"), Path(folder, "twelve.spoil")
        bare.write_text(_BARE)
        record.write_bytes(session(12))
        program = Path(sys.executable).with_name("spoilrec")
        command = [str(program)] if program.exists() else [sys.executable, "-m", "spoilrec"]
        runs = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "bare Typer program": [sys.executable, str(bare), "x"],
            "spoilrec --version": [*command, "--version"],
            "spoilrec validate, 12 hands": [*command, "validate", str(record)],
            "spoilrec replay, 12 hands": [*command, "replay", str(record)],
            "spoilrec --help": [*command, "--help"],
        }
        spent = measured({name: partial(cpu, words, env) for name, words in runs.items()}, STARTS)
    limits = {"spoilrec --version": 1.2, "spoilrec validate, 12 hands": 2.0}
    for name, took in spent.items():
        ratios = [one / bare for one, bare in zip(took, spent["bare Typer program"], strict=True)]
        limit = limits.get(name)
        wanted, kept = (f"<= {limit} x", " " + _kept(ratios[0] <= limit)) if limit else ("", "")
        yield name, f"{took.median * 1000:.0f} ms", wanted, _ratio(*ratios) + kept


def cpu(words: Sequence[str], env: Mapping[str, str]) -> float:
    """Give the CPU time, user and system, of a command in a process of its own."""
    silent = [(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_RDWR, 0) for fd in (0, 1, 2)]
    child = os.posix_spawn(words[0], list(words), env, file_actions=silent)
    _, status, used = os.wait4(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, words
    return used.ru_utime + used.ru_stime


def _ratio(median: float, best: float) -> str:
    return f"{median:.2f} x (best {best:.2f} x)"


def _kept(kept: bool) -> str:
    return "ok" if kept else "MISSED"


def main() -> None:
    """Print the table."""
    print(
        ", ".join(
            [f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in ("typer", "msgspec"))]
        )
    )
    print(f"{'':40} {'':>20} {'target':>10}  ratio")
    for part in (speed, growth, disputes, starts):
        for what, figure, target, ratio in part():
            print(f"{what:40} {figure:>20} {target:>10}  {ratio}", flush=True)


if __name__ == "__main__":
    main()
