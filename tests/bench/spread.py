"""Figures of several processes: `python tests/bench/spread.py [HANDS]`; two jobs beside one, start and all.

Two archives: evenings without a mistake, which are judged in arrays, and evenings with mistakes in every twentieth hand
(a twentieth as many hands), which are explained. `both` is what the machine itself can do: two commands of one job side
by side, as the ratio of one alone to half their time. No number of jobs can do better.

Each figure is the median of several rounds in which the works take turns, and each ratio that of the rounds' ratios.
The machine must have nothing else to do: what other programs take from the second core is missing here. Nothing here
is asserted or collected by pytest.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from made import session  # type: ignore[import-not-found, unused-ignore]

MADE, ROUNDS = 4_000, 3
COMMANDS = {"validate": ["-q"], "tabulate": ["-q", "-f", "csv"]}


def begun(path: Path, command: str, jobs: int, environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    """Start a command."""
    words = [sys.executable, "-m", "spoilrec", command, str(path), "--jobs", str(jobs), *COMMANDS[command]]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environment)


def seconds(path: Path, command: str, jobs: Sequence[int], environment: dict[str, str]) -> float:
    """Say how long commands take that begin together, in seconds by the clock."""
    begin = time.perf_counter()
    running = [begun(path, command, number, environment) for number in jobs]
    if any(process.wait() > 1 for process in running):
        raise SystemExit(f"{command} failed")
    return time.perf_counter() - begin


def write_flawless(path: Path, hands: int) -> None:
    """Write evenings without a mistake."""
    record = b"".join(session(25, seed) for seed in range(MADE // 25))
    with path.open("wb") as file:
        for _ in range(hands // MADE):
            file.write(record)


def write_with_mistakes(path: Path, hands: int) -> None:
    """Write evenings with mistakes of the table and of the pen."""
    words = [
        "simulate",
        "--irregular",
        "0.05",
        "--hands",
        "25",
        "--sessions",
        str(MADE // 25),
        "-q",
        "--force",
        "-o",
        str(path),
    ]
    subprocess.run([sys.executable, "-m", "spoilrec", *words], check=True)
    path.write_bytes(path.read_bytes() * (hands // MADE))


def main() -> None:
    """Print the table."""
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 4_000_000
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; medians of {ROUNDS} rounds")
    with tempfile.TemporaryDirectory() as folder:
        # as an installed program: its modules compiled once
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = str(Path(folder, "compiled"))
        path = Path(folder, "archive.spoil")
        for name, write, count in (
            ("flawless", write_flawless, hands),
            ("with mistakes", write_with_mistakes, hands // 20),
        ):
            write(path, count)
            for command in COMMANDS:
                seconds(path, command, [1], environment)
                rounds = [
                    [seconds(path, command, jobs, environment) for jobs in ([1], [2], [1, 1])] for _ in range(ROUNDS)
                ]
                one, two, _ = (statistics.median(each) for each in zip(*rounds, strict=True))
                ratio = statistics.median(first / second for first, second, _ in rounds)
                most = statistics.median(2 * first / both for first, _, both in rounds)
                figures = f"one job {one:6.2f} s, two {two:6.2f} s  {ratio:.2f} x (>= 1.7), both {most:.2f} x"
                print(f"{name:13} {count:9,} hands  {command:8} {figures}  {count / two:9,.0f} hands/s", flush=True)


if __name__ == "__main__":
    main()
