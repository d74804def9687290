"""Makes what the tests play with: options drawn at random, states from the names of cards, hands played lawfully.

Whole sessions are made by `making_sessions`, hands of auction games by `making_auctions`.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final, get_args, get_type_hints

import msgspec
from cases import Position
from hypothesis import settings
from hypothesis import strategies as st

from spoilrec.engine.events import Announce, Event, Jink, Play, Rob
from spoilrec.engine.play import is_over
from spoilrec.engine.position import NOBODY, TRICKS, UNKNOWN, State, Table, mid_trick, next_chairs
from spoilrec.engine.rob import turned_ace
from spoilrec.engine.state import legal, step
from spoilrec.record.tokens import SEATS
from spoilrec.rules.cards import (
    SUIT_LETTERS,
    CardSet,
    card_name,
    card_set,
    cards_in,
    parse_card,
)
from spoilrec.rules.games import Goal
from spoilrec.rules.options import Options
from spoilrec.rules.order import facts
from spoilrec.rules.pool import may_jink, outcome

settings.register_profile("spoilrec", deadline=None, max_examples=40, derandomize="CI" in os.environ)
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
CALLING: Final = ("bids", "hold", "bid_rounds", "min_bid_at_100", "all_pass", "bunker")
DRAWING: Final = ("kitty", "draw", "dealer_takes_turnup", "dealer_searches_stock", "first_lead")
CONTRACT: Final = ("jink_mode", "jink_points", "bonus", "peg_block_at_100")
ENDING: Final = ("count_order", "tie", "must_bid_out", "set_limit")
_OF_AUCTIONS: Final = ("bid_30", "bidder_first", "goer_then_first_past_post")
_OF_OTHERS: Final = ("by_playing_on",)

OracleOptions = dict[str, Any]


def values_of(option: str, *, auction: bool = False) -> tuple[Any, ...]:
    """Give every value that an option can have in auction games, or in all others."""
    kind, strange = get_type_hints(Options)[option], _OF_OTHERS if auction else _OF_AUCTIONS
    return (False, True) if kind is bool else tuple(value for value in get_args(kind) if value not in strange)


def drawn(
    random: Random,
    names: Iterable[str],
    options: Options = Options(),  # noqa: B008 - a frozen value
    *,
    auction: bool = False,
) -> Options:
    """Give options in which these are drawn at random."""
    changes = {name: random.choice(values_of(name, auction=auction)) for name in names}
    return msgspec.structs.replace(options, **changes)


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


# Playing

Noted = dict[str, Any]


def tricks_of(events: Sequence[Event], players: int) -> list[list[Play]]:
    """Give the plays among these events, trick by trick."""
    plays = [event for event in events if isinstance(event, Play)]
    return [plays[first : first + players] for first in range(0, len(plays), players)]


def play_text(play: Play) -> str:
    return SEATS[play.seat] + card_name(play.card)


def noted_between(events: Sequence[Event]) -> Noted:
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
    if state.table.goal == "auction" and options.jink_mode == "declared" and not (state.trick or state.winners):
        yield from _call_of_the_bidder(random, state)
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


def _call_of_the_bidder(random: Random, state: State) -> Iterator[Event]:
    """Let the bidder or a partner of his call a jink before the first lead, with a bid of twenty or more."""
    table, bidder = state.table, state.table.contract.bidder
    partners = [seat for seat in table.seats if bidder >= 0 and table.side_of[seat] == table.side_of[bidder]]
    if state.rights.jinker < 0 and partners and table.contract.amount >= 20 and random.random() < 0.3:
        yield Jink(random.choice(partners))


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
