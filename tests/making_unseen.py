"""Makes small hands of which not everything was seen, and all that they may have been, by brute force.

The enumeration knows nothing of `review.verdict`: it deals real cards to real hands and asks the engine,
which then sees everything.
"""

import io
import json
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any, NamedTuple

import msgspec
from making import FOLLOWING, drawn

from spoilrec.engine.events import Announce, Event, Play, Rob
from spoilrec.engine.position import HAND_SIZE, State, Table, start
from spoilrec.engine.refusals import Refusal
from spoilrec.engine.rob import first_card_duties
from spoilrec.engine.state import lay, legal, why_not
from spoilrec.record.tokens import SEATS
from spoilrec.review.case import Case
from spoilrec.review.setting import table_for
from spoilrec.review.walk import walk
from spoilrec.rules.cards import PACK, UNSEEN, card_name, card_set, cards_in, possible_cards
from spoilrec.rules.options import Options, value_name

REVOKES = ("follow-trump", "follow-suit", "must-trump", "hearts-on-ace")
Place = tuple[int, int]


class Truth(NamedTuple):
    """What all the hands that may have been say of one play."""

    lawful: bool
    revoke: bool
    condemned: frozenset[int]


class Made(NamedTuple):
    """A hand as noted, and what stands in the record for everything else."""

    case: Case
    record: bytes
    options: Options


def some_options(random: Random) -> Options:
    """Draw the options that decide about plays; half of the time few of them differ from the usual ones."""
    names = FOLLOWING if random.random() < 0.5 else random.sample(FOLLOWING, random.choice((0, 1, 2)))
    options = drawn(random, names)
    if random.random() < 0.25:
        demoted = random.choice(("ace_demoted", "both"))
        options = msgspec.structs.replace(options, announce_ace="required_or_demoted", rob_failure=demoted)
    return options


def half_seen(random: Random) -> Made:
    """Make a record of one hand with some cards not, or half, seen; nearly everything else lies face up.

    One in three is a quarrel: two hands nobody saw, hardly another card left, and somebody has revoked.
    """
    quarrel = random.random() < 0.33
    options, players = some_options(random), random.choice((2, 2, 3, 3, 4))
    trump_first = sorted(range(52), key=lambda card: (random.random() < 0.55, random.random()))
    pack = list(trump_first)
    random.shuffle(pack)
    up = pack.pop()
    trump = up // 13
    pack.sort(key=lambda card: card // 13 == trump and random.random() < 0.5)
    hands = [[pack.pop() for _ in range(HAND_SIZE)] for _ in range(players)]
    random.shuffle(pack)
    face_up = pack[random.choice((0, 0, 1) if quarrel else (0, 1, 1, 2)) :]
    noted = _play(random, options, trump, up, hands, quarrel=quarrel)
    record = _record(random, options, up, hands, face_up, noted, quarrel=quarrel)
    stops = [stop for stop in walk("made", io.BytesIO(record), every_step=True) if stop.case is not None]
    assert stops[0].case is not None
    return Made(stops[0].case, record, options)


def _play(
    random: Random, options: Options, trump: int, up: int, hands: list[list[int]], *, quarrel: bool
) -> list[Event]:
    """Play some tricks, mostly as the rules want it; whoever holds the ace of trumps may rob or announce."""
    players = len(hands)
    state = start(_table(options, players, up), trump, [card_set(hand) for hand in hands], [0] * players)
    events: list[Event] = []
    tricks = random.choice((3, 4)) if quarrel else random.choice((1, 2, 2, 3, 3, 4, 5))
    while len(state.winners) < tricks:
        seat = state.turn
        if not state.winners and state.rights.robber < 0:
            extra = _use_of_the_ace(random, state, seat)
            events += extra
            for event in extra:
                state = lay(state, event)
        cards = legal(state) if random.random() < (0.4 if quarrel else 0.85) else cards_in(state.holding[seat])
        events.append(Play(seat, random.choice(cards)))
        state = lay(state, events[-1])
    return events


def _use_of_the_ace(random: Random, state: State, seat: int) -> list[Event]:
    """The holder robs or announces, or neither; now and then somebody robs who has not got the ace."""
    dice = random.random()
    if seat != state.rights.holder:
        dice = 0.0 if dice < 0.08 and not state.rights.duty else 1.0
    if dice < 0.4:
        return [Rob(seat, random.choice(cards_in(state.holding[seat])))]
    return [Announce(seat)] if dice < 0.6 else []


def _table(options: Options, players: int, up: int) -> Table:
    record = json.dumps(_session(options, players)) + "\n"
    record += json.dumps({"type": "hand", "no": 1, "dealer": SEATS[players - 1], "up": card_name(up)}) + "\n"
    for stop in walk("made", io.BytesIO(record.encode())):
        if stop.case is not None and stop.case.rules is not None:
            return table_for(stop.case.setting, stop.case.rules, players - 1, up, None)
    raise AssertionError


def _session(options: Options, players: int) -> dict[str, Any]:
    changed = {
        name: getattr(options, name) for name in options.__struct_fields__
        if value_name(getattr(options, name)) != value_name(getattr(Options(), name))
    }  # fmt: skip
    names = [f"Player {letter}" for letter in SEATS[:players]]
    return {"type": "session", "spoilrec": 1, "rules": {"preset": "maw/1", **changed}, "players": names}


def _record(
    random: Random, options: Options, up: int, hands: list[list[int]], face_up: list[int], events: Sequence[Event],
    *, quarrel: bool,
) -> bytes:  # fmt: skip
    """Note the hand, with a few cards left out: at most so many that all hands can be dealt."""
    players = len(hands)
    plays = [event for event in events if isinstance(event, Play)]
    robs = [event for event in events if isinstance(event, Rob)]
    hide = {nth for nth in range(len(plays)) if random.random() < 0.15}
    hide = set() if quarrel else set(random.sample(sorted(hide), min(len(hide), 2)))
    secret = set(random.sample(range(players), 2)) if quarrel else set[int]()
    words = [SEATS[play.seat] + (_veiled(random, play.card) if nth in hide else card_name(play.card))
             for nth, play in enumerate(plays)]  # fmt: skip
    tricks = "|".join(" ".join(words[first : first + players]) for first in range(0, len(words), players))
    shy = [seat in secret if quarrel else random.random() < 0.4 for seat in range(players)]
    deal = ["-" if veil else " ".join(map(card_name, hand)) for veil, hand in zip(shy, hands, strict=True)]
    hand: dict[str, Any] = {"type": "hand", "no": 1, "dealer": SEATS[players - 1]}
    hand |= {"up": " ".join(map(card_name, [*face_up, up])), "deal": "|".join(deal)}
    for rob in robs:
        hand["rob"] = SEATS[rob.seat] + (random.choice(("??", card_name(rob.out))))
    for event in events:
        if isinstance(event, Announce):
            hand["announce"] = SEATS[event.seat]
    hand |= {"play": tricks, "end": "abandoned"}
    return (json.dumps(_session(options, players)) + "\n" + json.dumps(hand) + "\n").encode()


def _veiled(random: Random, card: int) -> str:
    name = card_name(card)
    return random.choice(("??", "??", "?" + name[1], name[0] + "?"))


# All that it may have been


class World(NamedTuple):
    """One hand as it may have been: the cards dealt, and the card of every play and of the rob."""

    dealt: tuple[frozenset[int], ...]
    laid: tuple[tuple[int, ...], ...]
    out: int


def worlds(made: Made) -> Iterator[World]:
    """List every hand that the record allows, lawful or not."""
    reading = made.case.reading
    known = set(reading.ups) | {code for trick in reading.tricks for _, code in trick if code < UNSEEN}
    known |= {code for hand in reading.deal for code in hand or ()} | {out for _, out in reading.robs if out < UNSEEN}
    free = [card for card in cards_in(PACK) if card not in known]
    yield from _deal_on(made, 0, free, (), ())


def _deal_on(
    made: Made, seat: int, free: list[int], dealt: tuple[frozenset[int], ...], laid: tuple[tuple[int, ...], ...],
    out: int = -1,
) -> Iterator[World]:  # fmt: skip
    reading = made.case.reading
    if seat == len(reading.deal):
        yield World(dealt, laid, out)
        return
    codes = [code for trick in reading.tricks for who, code in trick if who == seat]
    robbed = [card for who, card in reading.robs if who == seat]
    hand = reading.deal[seat]
    sure = set(hand or ()) | {code for code in codes if code < UNSEEN} | {card for card in robbed if card < UNSEEN}
    sure -= {reading.up} if robbed else set()
    for more in combinations(free, HAND_SIZE - len(sure)):
        held = frozenset(sure | set(more))
        rest = [card for card in free if card not in more]
        for put_out in _outs(robbed, held, codes):
            had = held - {put_out} | ({reading.up} if robbed else set())
            for cards in _lays(had, codes):
                yield from _deal_on(made, seat + 1, rest, (*dealt, held), (*laid, cards), put_out if robbed else out)


def _outs(robbed: list[int], held: frozenset[int], codes: list[int]) -> list[int]:
    if not robbed:
        return [-1]
    return [robbed[0]] if robbed[0] < UNSEEN else [card for card in held if card not in codes]


def _lays(had: frozenset[int] | set[int], codes: list[int]) -> Iterator[tuple[int, ...]]:
    unseen = [code for code in codes if code >= UNSEEN]
    for chosen in permutations([card for card in had if card not in codes], len(unseen)):
        if all(possible_cards(code) >> card & 1 for code, card in zip(unseen, chosen, strict=True)):
            left = list(chosen)
            yield tuple(left.pop(0) if code >= UNSEEN else code for code in codes)


def truths(made: Made, most: int) -> tuple[dict[Place, Truth], bool] | None:
    """Ask of every play with a seen card what all hands say, and whether some hand makes all lawful.

    `None` where there are more hands than `most`, or none.
    """
    found: dict[Place, Truth] = {}
    all_lawful, count = False, 0
    for count, world in enumerate(worlds(made), start=1):
        if count > most:
            return None
        judged = list(_judged(made, world))
        all_lawful = all_lawful or not any(refusal for _, refusal, _ in judged)
        _add_rob(made, world, found)
        for place, refusal, turning in judged:
            old = found.get(place, Truth(lawful=False, revoke=False, condemned=frozenset()))
            found[place] = Truth(
                old.lawful or not refusal,
                old.revoke or bool(refusal),
                old.condemned | (turning if refusal else frozenset()),
            )
    return (found, all_lawful) if count else None


def _add_rob(made: Made, world: World, found: dict[Place, Truth]) -> None:
    """A rob is lawful if the ace of trumps was among the five cards dealt to the robber."""
    reading = made.case.reading
    ace = made.case.trump * 13
    for robber, _ in reading.robs:
        right = ace in world.dealt[robber]
        old = found.get((0, robber), Truth(lawful=False, revoke=False, condemned=frozenset()))
        found[0, robber] = old._replace(lawful=old.lawful or right, revoke=old.revoke or not right)


def _judged(made: Made, world: World) -> Iterator[tuple[Place, Refusal | None, frozenset[int]]]:
    """Play one hand with every card seen; give each play of a card that the record shows."""
    reading, replay = made.case.reading, made.case.replay
    assert replay is not None
    state = start(replay.first.table, made.case.trump, [card_set(hand) for hand in world.dealt], [0] * len(world.dealt))
    robber = reading.robs[0][0] if reading.robs else -1
    for number, trick in enumerate(reading.tricks, start=1):
        for seat, code in trick:
            if number == 1:
                state = _before(state, reading.announcer, robber, world.out, seat)
            play = Play(seat, world.laid[seat][number - 1])
            refusal = why_not(state, play)
            if code < UNSEEN and state.trick:
                revoke = refusal if refusal is not None and refusal.why in REVOKES else None
                yield (number, seat), revoke, _turning(made, world, state, play, refused=revoke is not None)
            state = lay(state, play)


def _before(state: State, announcer: int, robber: int, out: int, seat: int) -> State:
    window = state.table.options.rob_window == "before_first_lead" and not state.trick
    if robber >= 0 and (window or seat == robber):
        state = lay(state, Rob(robber, out))
    if announcer >= 0 and (window or seat == announcer):
        state = lay(state, Announce(announcer))
    return state


def _turning(made: Made, world: World, state: State, play: Play, *, refused: bool) -> frozenset[int]:
    """The cards in the hand, laid by nobody openly, without any one of which the answer would be the other one."""
    seat = play.seat
    openly = {code for trick in made.case.reading.tricks for who, code in trick if who == seat}
    if not state.winners and state.rights.duty:
        state = first_card_duties(state, seat)
    found = set()
    for card in cards_in(state.holding[seat] & ~(1 << play.card)):
        if card in openly or not _is_unseen(made, seat, card):
            continue
        holding = tuple(cards & ~(1 << card) if who == seat else cards for who, cards in enumerate(state.holding))
        refusal = why_not(msgspec.structs.replace(state, holding=holding), play)
        if refused != (refusal is not None and refusal.why in REVOKES):
            found.add(card)
    return frozenset(found)


def _is_unseen(made: Made, seat: int, card: int) -> bool:
    """Whether nobody can say that the player still held this card."""
    reading = made.case.reading
    hand = reading.deal[seat]
    codes = [code for trick in reading.tricks for who, code in trick if who == seat]
    robbed = [out for who, out in reading.robs if who == seat]
    certain = hand is not None and card in hand and not any(code >= UNSEEN for code in (*codes, *robbed))
    taken_in = bool(robbed) and card == reading.up and not any(code >= UNSEEN for code in codes)
    return not (certain or taken_in)
