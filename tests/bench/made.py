"""Makes the record of a lawful session by playing random hands on the engine."""

import random
from collections.abc import Iterator

from spoilrec.engine.events import Play, Rob
from spoilrec.engine.position import State, Table, next_chairs, start
from spoilrec.engine.rob import entitled
from spoilrec.engine.state import legal, step
from spoilrec.rules.cards import card_name, card_names, card_set
from spoilrec.rules.order import facts
from spoilrec.rules.pool import NOBODY, outcome, settlement, stakes
from spoilrec.rules.presets import preset_named

SEATS = "ABCDE"
_PRESET = preset_named("spoil-five/1")
_HEAD = (
    '{"type":"session","spoilrec":1,"rules":"spoil-five/1","players":["Aoife","Brendan","Ciara","Declan","Eimear"]}\n'
)


def session(hands: int, seed: int = 1) -> bytes:
    """Write a session of five players under spoil-five/1; the same seed gives the same bytes."""
    return (_HEAD + "".join(_hands(hands, random.Random(seed)))).encode()


def _hands(hands: int, dice: random.Random) -> Iterator[str]:
    pool, carried, everybody = 0, False, tuple(range(len(SEATS)))
    for number in range(1, hands + 1):
        dealer = (number - 1) % len(SEATS)
        deck = dice.sample(range(52), 5 * len(SEATS) + 1)
        dealt = [deck[5 * seat : 5 * seat + 5] for seat in everybody]
        rob, tricks, winners = _played(dealer, deck[-1], dealt, dice)
        won = outcome(_PRESET.options, winners).won
        paid = stakes(_PRESET.options, 1, everybody, len(SEATS), dealer, pool, carried=carried)
        settle = settlement(_PRESET.options, 1, everybody, paid, pool, won, jink_made=False)
        pool, carried = pool - sum(settle), won == NOBODY
        yield (
            f'{{"type":"hand","no":{number},"dealer":"{SEATS[dealer]}","up":"{card_name(deck[-1])}",'
            f'"deal":"{"|".join(map(card_names, dealt))}",{rob}"play":"{"|".join(map(" ".join, tricks))}",'
            f'"won":"{SEATS[won] if won >= 0 else "-"}","settle":[{",".join(map(str, settle))}]}}\n'
        )


def _played(
    dealer: int, up: int, dealt: list[list[int]], dice: random.Random
) -> tuple[str, list[list[str]], tuple[int, ...]]:
    """Play a hand with random lawful cards until it may stop; the ace is robbed with two times out of three."""
    chairs = tuple(range(len(SEATS)))
    table = Table(
        facts(_PRESET.options), "pool", len(chairs), chairs, next_chairs(len(chairs), chairs), chairs, dealer, up, ()
    )
    state = start(table, up // 13, [card_set(hand) for hand in dealt], (0,) * len(chairs))
    robber, rob = entitled(state) if dice.random() < 0.7 else NOBODY, ""
    tricks: list[list[str]] = []
    while state.trick or not outcome(_PRESET.options, state.winners).may_stop:
        if robber >= 0 and robber in (state.turn, dealer):
            out = dice.choice(dealt[robber])
            state, rob, robber = step(state, Rob(robber, out)), f'"rob":"{SEATS[robber]}{card_name(out)}",', NOBODY
        state = _laid(state, dice.choice(legal(state)), tricks)
    return rob, tricks, state.winners


def _laid(state: State, card: int, tricks: list[list[str]]) -> State:
    if not state.trick:
        tricks.append([])
    tricks[-1].append(SEATS[state.turn] + card_name(card))
    return step(state, Play(state.turn, card))
