"""How long the solver takes: `python tests/bench/solver.py [deals [players...]]`, on one core; nothing is asserted.

For each of the deals a line is played at random; before each card of it, all questions are asked for all players, what
each lawful card leads to: three tricks, five tricks, and that nobody else takes three. One solver a hand.
"""

import sys
import time
from collections.abc import Sequence
from random import Random

from spoilrec.engine.events import Play
from spoilrec.engine.play import after_play
from spoilrec.engine.position import TRICKS, UNKNOWN, State, Table, next_chairs, start
from spoilrec.engine.solver import LIMIT, Aim, Solver, TooMuchError
from spoilrec.engine.state import legal
from spoilrec.rules.cards import card_set
from spoilrec.rules.options import Options
from spoilrec.rules.order import facts

LIMITS = {3: 100_000, 5: 100_000, 7: 20_000, 10: 20_000}
"""What a solver may remember, by the number of players: with many, a question that is given up should be so soon."""


def dealt(random: Random, players: int) -> State:
    """Deal a hand of Spoil Five."""
    seats = tuple(range(players))
    table = Table(
        facts(Options(jink_mode="declared")),
        "pool",
        players,
        seats,
        next_chairs(players, seats),
        seats,
        players - 1,
        UNKNOWN,
        (),
    )
    pack = random.sample(range(52), 5 * players)
    hands = [card_set(pack[first : first + 5]) for first in range(0, 5 * players, 5)]
    return start(table, random.randrange(4), hands, [0] * players)


def line(random: Random, state: State) -> list[State]:
    """Play to the end at random; give the state before each card."""
    states = []
    while len(state.winners) < TRICKS:
        states.append(state)
        state = after_play(state, Play(state.turn, random.choice(legal(state))))
    return states


def solve(states: Sequence[State]) -> tuple[float, int]:
    """Give the seconds that all questions take, and how many were given up."""
    players = len(states[0].table.seats)
    solver, given_up, began = Solver(LIMITS.get(players, LIMIT)), 0, time.process_time()
    for state in states:
        for side in range(players):
            for aim in (Aim(side, 3), Aim(side, 5), Aim(side, 3, stop=True)):
                try:
                    solver.holds_after(state, aim)
                except TooMuchError:
                    given_up += 1
    return time.process_time() - began, given_up


def main() -> None:
    """Print the table."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(
        f"{'players':>7} {'deals':>6} {'median':>9} {'p90':>9} {'p99':>9} {'max':>9}   hands with a question given up"
    )
    for players in [int(name) for name in sys.argv[2:]] or LIMITS:
        random = Random(players)
        took = [solve(line(random, dealt(random, players))) for _ in range(deals)]
        times = sorted(seconds for seconds, _ in took)
        parts = (times[int(part * (deals - 1))] for part in (0.5, 0.9, 0.99, 1))
        figures = " ".join(f"{1000 * seconds:6.0f} ms" for seconds in parts)
        print(f"{players:7} {deals:6} {figures}   {sum(given_up > 0 for _, given_up in took)}", flush=True)


if __name__ == "__main__":
    main()
