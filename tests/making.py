"""Makes what the tests play with: options drawn at random, states from the names of cards, whole lawful sessions.

Sessions are played on the engine, card by card; what is won, paid and scored is worked out by the oracle.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, get_args, get_type_hints

import msgspec
from cases import Position
from hypothesis import settings
from hypothesis import strategies as st
from oracle import score_points, settle_pool

from spoilrec.engine.events import Announce, Event, Jink, Play, Rob
from spoilrec.engine.play import is_over
from spoilrec.engine.position import NOBODY, TRICKS, UNKNOWN, State, Table, mid_trick, next_chairs, start
from spoilrec.engine.rob import turned_ace
from spoilrec.engine.state import legal, step
from spoilrec.record.lines import Hand, RecordLine, Session
from spoilrec.record.reading import encode_value
from spoilrec.record.tokens import SEATS
from spoilrec.rules.cards import (
    JOKER,
    SUIT_LETTERS,
    CardSet,
    card_name,
    card_names,
    card_set,
    cards_in,
    parse_card,
)
from spoilrec.rules.games import Goal
from spoilrec.rules.options import Options
from spoilrec.rules.order import facts
from spoilrec.rules.pool import may_jink, outcome
from spoilrec.rules.presets import Preset, preset_named

settings.register_profile("spoilrec", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("spoilrec")
randomly: Final = st.integers(0, 2**48).map(Random)

# Options

RANKING: Final = ("joker", "black_trump", "plain_order", "top_trumps")
FOLLOWING: Final = (
    "follow", "void", "privileged", "renege_against", "renege_scope", "renege_limit_per_hand", "top_lead_forces_all",
    "ah_lead_fallback", "ah_follows_hearts",
)  # fmt: skip
ROBBING: Final = ("rob", "rob_window", "turned_ace_entry", "announce_ace", "rob_failure", "false_rob")
POOL: Final = ("tricks_to_win", "spoil_ante", "jink_mode", "jink_reward")
POINTS: Final = ("end_check", "count_order", "bonus", "hand_scoring")
_OF_AUCTIONS: Final = ("bid_30", "bidder_first", "goer_then_first_past_post")

OracleOptions = dict[str, Any]


def values_of(option: str) -> tuple[Any, ...]:
    """Give every value that an option can have outside auction games."""
    kind = get_type_hints(Options)[option]
    return (False, True) if kind is bool else tuple(value for value in get_args(kind) if value not in _OF_AUCTIONS)


def drawn(random: Random, names: Iterable[str], options: Options = Options()) -> Options:  # noqa: B008 - a frozen value
    """Give options in which these are drawn at random."""
    return msgspec.structs.replace(options, **{name: random.choice(values_of(name)) for name in names})


def for_oracle(options: Options) -> OracleOptions:
    """Give options as the oracle wants them."""
    return msgspec.structs.asdict(options)


# States


def set_of(names: Iterable[str]) -> CardSet:
    """Make a set of cards from their names."""
    return card_set(map(parse_card, names))


def names_of(cards: CardSet) -> set[str]:
    """Name the cards of a set."""
    return {card_name(card) for card in cards_in(cards)}


def state_of(position: Position) -> State:
    """Put a position on the table; the player to answer sits after the cards of the trick."""
    trump, rules = SUIT_LETTERS.index(position.trump), facts(position.options)
    trick = tuple(map(parse_card, position.trick))
    state = mid_trick(rules, trump, set_of(position.hand), trick, set_of(position.earlier))
    kept, reneges = list(state.rights.kept), list(state.rights.reneges)
    kept[state.turn] = set_of(card for cards in position.reneged for card in cards)
    reneges[state.turn] = len(position.reneged)
    return msgspec.structs.replace(
        state,
        facts=rules.demoted[trump] if position.demoted else state.facts,
        rights=msgspec.structs.replace(state.rights, kept=tuple(kept), reneges=tuple(reneges)),
    )


def table_of(
    options: Options,
    seats: Sequence[int],
    *,
    dealer: int,
    goal: Goal = "cards",
    sides: Sequence[Sequence[int]] = (),
    up: int = UNKNOWN,
    before: Sequence[int] = (),
) -> Table:
    """Make a table; without `sides` everybody plays for himself, chairs that are not in `seats` are empty."""
    chairs = max(seats) + 1
    side_of = [NOBODY] * chairs
    for side, members in enumerate(sides or [[seat] for seat in seats]):
        for seat in members:
            side_of[seat] = side
    after = next_chairs(chairs, tuple(seats))
    return Table(facts(options), goal, chairs, tuple(seats), after, tuple(side_of), dealer, up, tuple(before))


def pack_of(options: Options) -> list[int]:
    """List the pack of these options."""
    return list(cards_in(facts(options).pack))


def deal(random: Random, table: Table, size: int = 5) -> tuple[CardSet, ...]:
    """Deal to every occupied chair; never the turn-up."""
    pack = [card for card in pack_of(table.options) if card != table.up]
    random.shuffle(pack)
    return tuple(
        card_set(pack.pop() for _ in range(size)) if chair in table.seats else 0 for chair in range(table.chairs)
    )


# Lawful sessions

PRESETS: Final = (
    "spoil-five/1", "spoil-five-guide/1", "spoil-five-short/1", "spoil-five-book/1", "twenty-five/1",
    "twenty-five-guide/1", "forty-five/1", "maw/1",
)  # fmt: skip
NAMES: Final = ("Aoife", "Brendan", "Ciara", "Dónal", "Eithne", "Fergus", "Gráinne", "Hugh", "Iseult", "Jarlath")
MOST_CHANGES: Final = 4


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
    totals: list[int]

    @property
    def goal(self) -> Goal:
        return self.preset.game.goal

    @property
    def seats(self) -> list[int]:
        return list(range(self.players))


def lawful_session(random: Random, preset: str = "", hands: int = 4) -> list[RecordLine]:
    """Make the lines of a session in which nothing is wrong and everything was seen."""
    gathering = _gather(random, preset_named(preset or random.choice(PRESETS)))
    dealer = random.randrange(gathering.players)
    lines: list[RecordLine] = [_session_line(gathering)]
    for number in range(1, hands + 1):
        lines.append(_hand(gathering, number, (dealer + number - 1) % gathering.players))
    return lines


def written(lines: Iterable[RecordLine]) -> bytes:
    """Write the lines of a record."""
    return b"".join(encode_value(line) + b"\n" for line in lines)


def _gather(random: Random, preset: Preset) -> Gathering:
    changeable = RANKING + FOLLOWING + ROBBING + {"pool": POOL, "points": POINTS}.get(preset.game.goal, ())
    options = drawn(random, random.sample(changeable, random.randint(0, MOST_CHANGES)), preset.options)
    players, sides = _partners(random, options.sides)
    pool = random.choice((0, 7)) if preset.game.goal == "pool" else 0
    return Gathering(random, preset, options, sides, players, random.randint(1, 4), pool, pool > 0, [0] * len(sides))


def _partners(random: Random, wanted: str) -> tuple[int, list[list[int]]]:
    """Draw how many play, and with whom; partners sit evenly around the table."""
    size = {"singles": 1, "partners": 2}.get(wanted, random.choice((1, 2)))
    count = random.randint(2, 10 // size)
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
        play="|".join(" ".join(map(_play_text, trick)) for trick in tricks_of(events, gathering.players)),
        **_noted(events),
        **_SETTLED[gathering.goal](gathering, last, events),
    )


def tricks_of(events: Sequence[Event], players: int) -> list[list[Play]]:
    """Give the plays among these events, trick by trick."""
    plays = [event for event in events if isinstance(event, Play)]
    return [plays[first : first + players] for first in range(0, len(plays), players)]


def _play_text(play: Play) -> str:
    return SEATS[play.seat] + card_name(play.card)


def _noted(events: Sequence[Event]) -> dict[str, Any]:
    """Write what happened between the cards."""
    noted = {}
    for event in events:
        match event:
            case Rob():
                noted["rob"] = SEATS[event.seat] + card_name(event.out)
            case Announce():
                noted["announce"] = SEATS[event.seat]
            case Jink():
                noted["jink"] = f"{SEATS[event.seat]}{_tricks_before(event, events)}"
    return noted


def _tricks_before(jink: Jink, events: Sequence[Event]) -> int:
    plays = sum(isinstance(event, Play) for event in events[: events.index(jink)])
    return plays // len({event.seat for event in events if isinstance(event, Play)})


def play(random: Random, state: State) -> tuple[State, list[Event]]:
    """Play a hand to an end that the rules allow, everything lawful; nobody fails in a duty."""
    events: list[Event] = []
    while True:
        for event in _between_cards(random, state):
            state = step(state, event)
            events.append(event)
        if _stops(random, state):
            return state, events
        events.append(Play(state.turn, random.choice(legal(state))))
        state = step(state, events[-1])


def _between_cards(random: Random, state: State) -> Iterator[Event]:
    """Give what is done before the next card: rob or announcement when the time comes, the call of a jink."""
    options = state.table.options
    holder = state.table.dealer if turned_ace(state) else state.rights.holder
    if not state.winners and state.rights.robber < 0 and state.rights.announced < 0 and holder >= 0:
        at_the_lead = turned_ace(state) or options.rob_window == "before_first_lead"
        if (not state.trick) if at_the_lead else (state.turn == holder):
            yield from _use_of_the_ace(random, state, holder)
    if state.table.goal == "pool" and options.jink_mode == "declared" and not state.trick and state.rights.jinker < 0:
        jinker = may_jink(options, state.winners, state.rights.barred)
        if jinker >= 0 and random.random() < 0.5:
            yield Jink(jinker)


def _use_of_the_ace(random: Random, state: State, holder: int) -> Iterator[Event]:
    options = state.table.options
    if options.rob == "forced" or (options.rob == "optional" and random.random() < 0.5):
        yield Rob(holder, random.choice(cards_in(state.holding[holder])))
    elif options.rob != "off" and options.announce_ace != "none" and not turned_ace(state):
        yield Announce(holder)


def _stops(random: Random, state: State) -> bool:
    """Say whether the hand ends here: where it must, and now and then where it may."""
    if state.trick:
        return False
    if is_over(state) or state.table.goal != "pool":
        return is_over(state)
    options, winners, rights = state.table.options, state.winners, state.rights
    if not winners or not outcome(options, winners, rights.jinker, rights.barred).may_stop:
        return False
    idle_sweep = (
        options.jink_mode == "declared" and rights.jinker < 0 and len(winners) == TRICKS - 1 and len(set(winners)) == 1
    )
    return idle_sweep or random.random() < 0.5


def _settled_pool(gathering: Gathering, last: State, events: Sequence[Event]) -> dict[str, Any]:
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


def _settled_points(gathering: Gathering, last: State, events: Sequence[Event]) -> dict[str, Any]:
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


def _settled_nothing(gathering: Gathering, last: State, events: Sequence[Event]) -> dict[str, Any]:
    return {}


_SETTLED: Final[dict[str, Callable[[Gathering, State, Sequence[Event]], dict[str, Any]]]] = {
    "pool": _settled_pool,
    "points": _settled_points,
    "cards": _settled_nothing,
}
