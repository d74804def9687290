"""Makes whole lawful sessions of every game.

They are played on the engine, card by card; what is bid, won, paid and scored is worked out by the oracle.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

import msgspec
from making import (
    CALLING,
    CONTRACT,
    DRAWING,
    ENDING,
    FOLLOWING,
    POINTS,
    POOL,
    RANKING,
    ROBBING,
    Noted,
    deal,
    drawn,
    for_oracle,
    noted_between,
    pack_of,
    play,
    play_text,
    table_of,
    tricks_of,
)
from making_auctions import AuctionGame, auction_hand
from oracle import score_points, settle_pool

from spoilrec.engine.events import Event, Jink
from spoilrec.engine.position import NOBODY, TRICKS, State, start
from spoilrec.record.lines import Hand, RecordLine, Session
from spoilrec.record.reading import encode_value
from spoilrec.record.tokens import SEATS
from spoilrec.rules.cards import JOKER, SUIT_LETTERS, card_name, card_names, cards_in
from spoilrec.rules.games import Goal
from spoilrec.rules.options import Options
from spoilrec.rules.pool import outcome
from spoilrec.rules.presets import Preset, preset_named

TURNING_UP: Final = (
    "spoil-five/1", "spoil-five-guide/1", "spoil-five-short/1", "spoil-five-book/1", "twenty-five/1",
    "twenty-five-guide/1", "forty-five/1", "maw/1",
)  # fmt: skip
AUCTIONS: Final = (
    "auction-forty-fives/1", "auction-forty-fives-guide/1", "auction-forty-fives-book/1", "hundred-and-ten/1", "hoss/1",
)  # fmt: skip
PRESETS: Final = TURNING_UP + AUCTIONS
NAMES: Final = ("Aoife", "Brendan", "Ciara", "Dónal", "Eithne", "Fergus", "Gráinne", "Hugh", "Iseult", "Jarlath")
MOST_CHANGES: Final = 4
_CHANGEABLE: Final[dict[Goal, tuple[str, ...]]] = {
    "pool": ROBBING + POOL,
    "points": ROBBING + POINTS,
    "cards": ROBBING,
    "auction": CALLING + DRAWING + CONTRACT + ENDING,
}


@dataclass
class Gathering:
    """A session under way: who plays what, and what the hands so far left."""

    random: Random
    preset: Preset
    options: Options
    sides: list[list[int]]
    players: int
    stake: int
    pool: int
    carried: bool
    totals: list[int] = field(default_factory=list)

    @property
    def goal(self) -> Goal:
        return self.preset.game.goal

    @property
    def seats(self) -> list[int]:
        return list(range(self.players))


def lawful_session(random: Random, preset: str = "", hands: int = 4) -> list[RecordLine]:
    """Make the lines of a session in which nothing is wrong and everything was seen."""
    gathering = _gather(random, preset_named(preset or random.choice(PRESETS)))
    dealer, numbers = random.randrange(gathering.players), range(1, hands + 1)
    if gathering.goal == "auction":
        game = AuctionGame(gathering.options, gathering.sides, gathering.players, dealer, gathering.totals)
        return [_session_line(gathering), *(auction_hand(random, game, number) for number in numbers)]
    played = (_hand(gathering, number, (dealer + number - 1) % gathering.players) for number in numbers)
    return [_session_line(gathering), *played]


def written(lines: Iterable[RecordLine]) -> bytes:
    """Write the lines of a record."""
    return b"".join(encode_value(line) + b"\n" for line in lines)


def _gather(random: Random, preset: Preset) -> Gathering:
    goal = preset.game.goal
    changeable = RANKING + FOLLOWING + _CHANGEABLE[goal]
    most = MOST_CHANGES if goal != "auction" else 2 * MOST_CHANGES
    names = random.sample(changeable, random.randint(0, most))
    options = drawn(random, names, preset.options, auction=goal == "auction")
    if goal == "auction" and random.random() < 0.5:  # else no game would end within a few hands
        options = msgspec.structs.replace(options, target=random.choice((10, 20, 30, 45)))
    players, sides = _partners(random, preset)
    pool = random.choice((0, 7)) if goal == "pool" else 0
    return Gathering(random, preset, options, sides, players, random.randint(1, 4), pool, pool > 0, [0] * len(sides))


def _partners(random: Random, preset: Preset) -> tuple[int, list[list[int]]]:
    """Draw how many play, and with whom; partners sit evenly around the table."""
    sizes = {"singles": (1,), "partners": (2, 3)}.get(preset.options.sides, (1, 2, 3))
    size = random.choice([size for size in sizes if 2 * size <= preset.game.most])
    count = random.choice([n for n in range(2, preset.game.most // size + 1) if n * size >= preset.game.fewest])
    players = size * count
    return players, [list(range(side, players, count)) for side in range(count)]


def _session_line(gathering: Gathering) -> Session:
    base, options = gathering.preset.options, gathering.options
    changes = {n: getattr(options, n) for n in Options.__struct_fields__ if getattr(options, n) != getattr(base, n)}
    sides = ["".join(SEATS[seat] for seat in side) for side in gathering.sides if len(side) > 1]
    return Session(
        spoilrec=1,
        rules={"preset": gathering.preset.name, **changes} if changes else gathering.preset.name,
        players=NAMES[: gathering.players],
        sides=" ".join(sides) or None,
        stake=gathering.stake,
        pool=gathering.pool or None,
    )


def _hand(gathering: Gathering, number: int, dealer: int) -> Hand:
    """Play a hand and write it down."""
    random, options = gathering.random, gathering.options
    up = random.choice([card for card in pack_of(options) if card != JOKER])
    table = table_of(
        options, gathering.seats, dealer=dealer, goal=gathering.goal, sides=gathering.sides, up=up,
        before=gathering.totals if gathering.goal == "points" else (),
    )  # fmt: skip
    dealt = deal(random, table)
    last, events = play(random, start(table, up // 13, dealt, [0] * table.chairs))
    return Hand(
        no=number,
        dealer=SEATS[dealer],
        up=card_name(up),
        deal="|".join(card_names(cards_in(cards)) for cards in dealt),
        play="|".join(" ".join(map(play_text, trick)) for trick in tricks_of(events, gathering.players)),
        **noted_between(events),
        **_SETTLED[gathering.goal](gathering, last, events),
    )


def _settled_pool(gathering: Gathering, last: State, events: Sequence[Event]) -> Noted:
    jinkers = [event.seat for event in events if isinstance(event, Jink)]
    won, settle, gathering.pool = settle_pool(
        for_oracle(gathering.options),
        seats=gathering.seats,
        chairs=gathering.players,
        dealer=last.table.dealer,
        stake=gathering.stake,
        pool_before=gathering.pool,
        carried=gathering.carried,
        winners=_to_the_end(last),
        jink_call=jinkers[0] if jinkers else None,
    )
    gathering.carried = won is None
    return {"won": "-" if won is None else SEATS[won], "settle": tuple(settle)}


def _to_the_end(last: State) -> list[int]:
    """Give the winners; a spoil that was certain before the last trick is filled up, since nobody can win any more."""
    spoilt = outcome(last.table.options, last.winners, last.rights.jinker).won == NOBODY and last.rights.jinker < 0
    return [*last.winners, *[last.winners[-1]] * (TRICKS - len(last.winners) if spoilt else 0)]


def _settled_points(gathering: Gathering, last: State, events: Sequence[Event]) -> Noted:
    points, totals, game = score_points(
        for_oracle(gathering.options),
        sides=gathering.sides,
        dealer=last.table.dealer,
        before=gathering.totals,
        winners=list(last.winners),
        tricks=[[card_name(laid.card) for laid in trick] for trick in tricks_of(events, gathering.players)],
        trump=SUIT_LETTERS[last.facts.trump],
    )
    gathering.totals = [0] * len(totals) if game is not None else totals
    won = None if game is None else "".join(SEATS[seat] for seat in gathering.sides[game])
    return {"won": won, "points": tuple(points), "score": tuple(totals)}


def _settled_nothing(gathering: Gathering, last: State, events: Sequence[Event]) -> Noted:
    return {}


_SETTLED: Final[dict[Goal, Callable[[Gathering, State, Sequence[Event]], Noted]]] = {
    "pool": _settled_pool,
    "points": _settled_points,
    "cards": _settled_nothing,
}
