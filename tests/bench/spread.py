"""Figures of several processes: `python tests/bench/spread.py [HANDS]`; two jobs beside one, start and all.

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
from pathlib import Path

from made import session  # type: ignore[import-not-found, unused-ignore]

MADE, ROUNDS = 4_000, 5
COMMANDS = {"validate": ["-q"], "tabulate": ["-q", "-f", "csv"]}


def seconds(path: Path, command: str, jobs: int) -> float:
    """Say how long a command takes, in seconds by the clock."""
    words = [sys.executable, "-m", "spoilrec", command, str(path), "--jobs", str(jobs), *COMMANDS[command]]
    begin = time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main() -> None:
    """Print the table."""
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    print(f"{hands:,} hands, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "archive.spoil")
        record = b"".join(session(25, seed) for seed in range(MADE // 25))
        with path.open("wb") as file:
            for _ in range(hands // MADE):
                file.write(record)
        for command in COMMANDS:
            rounds = [(seconds(path, command, 1), seconds(path, command, 2)) for _ in range(ROUNDS)]
            one, two = (statistics.median(each) for each in zip(*rounds, strict=True))
            ratio = statistics.median(first / second for first, second in rounds)
            figures = f"one job {one:6.2f} s, two {two:6.2f} s"
            print(f"{command:10} {figures}  >= 1.7 x  {ratio:.2f} x  ({hands / two:,.0f} hands/s)", flush=True)


if __name__ == "__main__":
    main()
