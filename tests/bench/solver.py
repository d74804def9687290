"""Figures of the solver: `python tests/bench/solver.py [DEALS] [PLAYERS...]`.

Random deals are played to the end at random. From the first lead to the last card, for every lawful card, these are
timed: `tricks`, whether each player can still take three tricks and all five; `and spoil`, that and whether he
alone can keep everybody else from three; `marks`, what `annotate` works out of the cards that were played.
Nothing is asserted or collected by pytest.
"""

import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise, product
from random import Random

from spoilrec.engine.events import Play
from spoilrec.engine.play import after_play
from spoilrec.engine.position import TRICKS, UNKNOWN, State, Table, next_chairs, start
from spoilrec.engine.solver import LIMIT, Aim, Solver, TooMuchError
from spoilrec.engine.state import legal
from spoilrec.review.annotate.weighing import PoolScale, is_idle
from spoilrec.rules.cards import card_set, cards_in
from spoilrec.rules.options import Options
from spoilrec.rules.order import facts

LIMITS = {3: 100_000, 5: 100_000, 7: 20_000, 10: 20_000}
"""What a solver may remember, by the number of players: with many, a question that is given up should be so soon."""


Taken = tuple[float, int]
"""In seconds, and how many questions were given up."""


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


def ask(states: Sequence[State], aims: Callable[[int], Sequence[Aim]]) -> Taken:
    """Ask for all players after each lawful card."""
    players = len(states[0].table.seats)
    solver, given_up, began = Solver(LIMITS.get(players, LIMIT)), 0, time.process_time()
    for state, side in product(states, range(players)):
        for aim in aims(side):
            try:
                solver.holds_after(state, aim)
            except TooMuchError:
                given_up += 1
    return time.process_time() - began, given_up


def tricks(states: Sequence[State]) -> Taken:
    """Ask for three tricks and for all five."""
    return ask(states, lambda side: (Aim(side, 3), Aim(side, 5)))


def and_spoil(states: Sequence[State]) -> Taken:
    """Ask whether each player alone can keep the others from three tricks too."""
    return ask(states, lambda side: (Aim(side, 3), Aim(side, 5), Aim(side, 3, stop=True)))


def marks(states: Sequence[State]) -> Taken:
    """Weigh the cards that were played."""
    scale, given_up, began = PoolScale(Solver(LIMITS.get(len(states[0].table.seats), LIMIT))), 0, time.process_time()
    for before, after in pairwise(states):
        (card,) = cards_in(before.holding[before.turn] & ~after.holding[before.turn])
        try:
            if not is_idle(before, after):
                scale.verdict(before, Play(before.turn, card))
        except TooMuchError:
            given_up += 1
    return time.process_time() - began, given_up


def main() -> None:
    """Print the table."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print("players  deals  asked         median       p90       p99       max   hands with a question given up")
    for players in [int(name) for name in sys.argv[2:]] or LIMITS:
        random = Random(players)
        lines = [line(random, dealt(random, players)) for _ in range(deals)]
        for name, question in (("tricks", tricks), ("and spoil", and_spoil), ("marks", marks)):
            took = [question(states) for states in lines]
            times = sorted(seconds for seconds, _ in took)
            parts = (times[int(part * (deals - 1))] for part in (0.5, 0.9, 0.99, 1))
            figures = " ".join(f"{1000 * seconds:6.0f} ms" for seconds in parts)
            print(
                f"{players:7} {deals:6}  {name:9} {figures}   {sum(given_up > 0 for _, given_up in took)}", flush=True
            )


if __name__ == "__main__":
    main()
