"""What holds for every hand and every record, tried on random ones; and what one slip in a good record leads to."""

import io
from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest
from cases.breakages import SLIPS, Slip, slip_id
from hypothesis import example, given, settings
from hypothesis import strategies as st
from making import FOLLOWING, RANKING, deal, drawn, pack_of, randomly, table_of
from making_sessions import AUCTIONS, PRESETS, TURNING_UP, lawful_session, written

from spoilrec.engine.events import Play
from spoilrec.engine.position import State, start
from spoilrec.engine.state import UnlawfulError, legal, step, why_not
from spoilrec.record.canonical import canonical_line, canonical_value
from spoilrec.record.lines import Hand, RecordLine
from spoilrec.record.reading import encode_value, read_line
from spoilrec.review.case import Case
from spoilrec.review.finding import Finding
from spoilrec.review.walk import walk
from spoilrec.rules.cards import CardSet, Suit, card_set, cards_in

# Hands


def a_hand(random: Random) -> State:
    """Begin a hand of two to ten players under any rules of following and ranking."""
    players = random.randint(2, 10)
    table = table_of(drawn(random, RANKING + FOLLOWING), range(players), dealer=random.randrange(players))
    return start(table, random.randrange(4), deal(random, table), [0] * players)


def states_of(random: Random, state: State) -> Iterator[State]:
    """Play a hand lawfully; give the state before each card, and the last one."""
    yield state
    while len(state.winners) < 5:
        state = step(state, Play(state.turn, random.choice(legal(state))))
        yield state


@given(random=randomly)
def test_legal_is_what_why_not_lets_pass_and_never_empty(random: Random) -> None:
    *states, _ = states_of(random, a_hand(random))
    for state in states:
        held = cards_in(state.holding[state.turn])
        lawful = [card for card in held if why_not(state, Play(state.turn, card)) is None]
        assert lawful and tuple(lawful) == legal(state)


@given(random=randomly)
def test_step_refuses_what_why_not_refuses(random: Random) -> None:
    *states, _ = states_of(random, a_hand(random))
    for state in states:
        play = Play(random.choice(state.table.seats), random.choice(pack_of(state.table.options)))
        refusal = why_not(state, play)
        if refusal is None:
            assert play.card in legal(state)
        else:
            with pytest.raises(UnlawfulError) as refused:
                step(state, play)
            assert refused.value.refusal == refusal


@given(random=randomly)
def test_cards_are_conserved_and_each_trick_has_one_winner(random: Random) -> None:
    first, *states = states_of(random, a_hand(random))
    for played, state in enumerate(states, start=1):
        places = [*state.holding, state.on_table, state.fallen]
        assert sum(cards.bit_count() for cards in places) == 5 * len(first.table.seats)
        assert all_cards(state) == all_cards(first)
        assert len(state.winners) == played // len(first.table.seats)
        assert set(state.winners) <= set(first.table.seats)


def all_cards(state: State) -> CardSet:
    cards = state.on_table | state.fallen
    for held in state.holding:
        cards |= held
    return cards


@given(random=randomly)
def test_playing_twice_from_one_state_gives_equal_states(random: Random) -> None:
    *states, _ = states_of(random, a_hand(random))
    for state in states:
        play = Play(state.turn, random.choice(legal(state)))
        assert step(state, play) == step(state, play)


Renaming = Callable[[int], int]


def changed(state: State, seat_of: Renaming, card_of: Renaming, trump: int) -> State:
    """Begin the same hand with other seats or other cards."""
    table = state.table
    dealt = [0] * table.chairs
    for seat, cards in enumerate(state.holding):
        dealt[seat_of(seat)] = card_set(map(card_of, cards_in(cards)))
    return start(table_of(table.options, table.seats, dealer=seat_of(table.dealer)), trump, dealt, state.unseen)


def both(
    random: Random, seat_of: Callable[[int], int], card_of: Callable[[int], int], state: State, twin: State
) -> None:
    """Play a hand and its twin side by side."""
    while len(state.winners) < 5:
        assert twin.turn == seat_of(state.turn)
        assert set(legal(twin)) == set(map(card_of, legal(state)))
        card = random.choice(legal(state))
        state, twin = step(state, Play(state.turn, card)), step(twin, Play(twin.turn, card_of(card)))
    assert twin.winners == tuple(map(seat_of, state.winners))


@given(random=randomly)
def test_rotating_the_seats_rotates_the_result(random: Random) -> None:
    state = a_hand(random)
    by = random.randrange(state.table.chairs)

    def seat_of(seat: int) -> int:
        return (seat + by) % state.table.chairs

    both(random, seat_of, int, state, changed(state, seat_of, int, state.facts.trump))


OTHER_BLACK = {Suit.CLUBS: Suit.SPADES, Suit.SPADES: Suit.CLUBS}


def black_swapped(card: int) -> int:
    """Make a club a spade and a spade a club."""
    if card // 13 not in (Suit.CLUBS, Suit.SPADES):
        return card
    return OTHER_BLACK[Suit(card // 13)] * 13 + card % 13


@given(random=randomly)
def test_swapping_clubs_and_spades_changes_names_only(random: Random) -> None:
    state = a_hand(random)
    trump = OTHER_BLACK.get(state.facts.trump, state.facts.trump)
    both(random, int, black_swapped, state, changed(state, int, black_swapped, trump))


# Lines


def lenient(random: Random, hand: Hand) -> Hand:
    """Write the cards of a hand as people write them, and a space too many."""
    write = random.choice((str, lambda text: text.replace("T", "10"), lambda text: text.replace("S", "♠"), spaced))
    fields = {name: write(text) for name in ("deal", "play") if (text := getattr(hand, name))}
    return msgspec.structs.replace(hand, **fields)


def spaced(text: str) -> str:
    return text.replace(" ", "  ").replace("|", " | ")


def roughly(random: Random, line: RecordLine) -> bytes:
    """Write a line with its keys in another order, an unknown key and white space between the tokens."""
    members = list(msgspec.json.decode(encode_value(line)).items())
    members.append(("x-mine", {"a": 1}))
    random.shuffle(members)
    return msgspec.json.format(msgspec.json.encode(dict(members)), indent=random.choice((-1, 0)))


@given(random=randomly)
def test_the_canonical_form_loses_nothing_and_is_stable(random: Random) -> None:
    for line in lawful_session(random, hands=2):
        rough = lenient(random, line) if isinstance(line, Hand) else line
        (read,) = read_line(1, roughly(random, rough))
        assert read.value == rough and canonical_value(rough) == line
        (again,) = read_line(1, canonical_line(read))
        assert again.value == line
        assert again.extra == (("x-mine", '{"a":1}'),)
        assert canonical_line(again) == canonical_line(read)


@given(random=randomly)
def test_canonical_lines_are_read_back(random: Random) -> None:
    for line in lawful_session(random):
        (read,) = read_line(1, encode_value(line))
        assert read.value == line and read.canonical and not read.faults
        assert canonical_line(read) == encode_value(line)


# Records


def findings(record: bytes) -> list[Finding]:
    return [finding for stop in walk("table.spoil", io.BytesIO(record)) for finding in stop.findings]


def serious(lines: list[RecordLine]) -> list[Finding]:
    return [finding for finding in findings(written(lines)) if finding.severity != "info"]


@settings(max_examples=150)
@given(random=randomly)
def test_nothing_is_found_in_a_lawful_session(random: Random) -> None:
    assert findings(written(lawful_session(random))) == []


@settings(max_examples=150)
@given(random=randomly)
def test_hiding_the_deals_brings_no_error(random: Random) -> None:
    lines = lawful_session(random, random.choice(PRESETS))
    assert serious([hidden(line) if isinstance(line, Hand) else line for line in lines]) == []


def hidden(hand: Hand) -> Hand:
    return msgspec.structs.replace(hand, deal=None)


@settings(max_examples=150)
@given(random=randomly)
def test_hiding_some_hands_and_their_plays_brings_no_error(random: Random) -> None:
    lines = lawful_session(random, random.choice(PRESETS))
    assert serious([half_hidden(random, line) if isinstance(line, Hand) else line for line in lines]) == []


def half_hidden(random: Random, hand: Hand) -> Hand:
    """Hide some hands, and some of the cards that anybody played; a hand that was thrown in has none."""
    if not hand.play:
        return hidden(hand)
    deals = (hand.deal or "").split("|")
    unseen = {seat for seat, _ in zip("ABCDEFGHIJ", deals, strict=False) if random.random() < 0.5}
    deal = "|".join("-" if seat in unseen else cards for seat, cards in zip("ABCDEFGHIJ", deals, strict=False))

    def seen(play: str) -> str:
        return play[0] + "??" if random.random() < 0.15 else play

    play = "|".join(" ".join(map(seen, trick.split(" "))) for trick in (hand.play or "").split("|"))
    return msgspec.structs.replace(hand, deal=deal, play=play)


@settings(max_examples=80)
@given(random=randomly)
def test_leaving_out_parts_of_an_auction_game_brings_no_error(random: Random) -> None:
    """And what can still be said of the points is what was said with everything noted."""
    lines = lawful_session(random, random.choice(AUCTIONS))
    partly = [with_gaps(random, line) if isinstance(line, Hand) else line for line in lines]
    assert serious(partly) == []
    for whole, part in zip(points_of(lines), points_of(partly), strict=True):
        known = [None if points is None else right for right, points in zip(whole, part, strict=False)]
        assert list(part) in ([], known)


def with_gaps(random: Random, hand: Hand) -> Hand:
    """Leave out some of what was noted of a hand, but what the table wrote of points."""
    for field in ("bids", "bid", "kitty", "discard", "draw", "deal"):
        if random.random() < 0.3:
            hand = msgspec.structs.replace(hand, **{field: None})
    for field in ("discard", "draw", "deal"):
        groups = getattr(hand, field)
        if groups and random.random() < 0.3:
            some = ["-" if random.random() < 0.5 else group for group in groups.split("|")]
            hand = msgspec.structs.replace(hand, **{field: "|".join(some)})
    if hand.bid and random.random() < 0.3:
        hand = msgspec.structs.replace(hand, bid=hand.bid[0] + "?")
    return hand


def points_of(lines: list[RecordLine]) -> list[tuple[int | None, ...]]:
    """Give the points of each hand as far as they follow from what was noted."""
    bare = [msgspec.structs.replace(line, points=()) if isinstance(line, Hand) else line for line in lines]
    results = [case.result for case in cases_of(bare)]
    return [result.points or () if result else () for result in results]


@given(data=st.binary(max_size=2000))
@example(b"")
@example(b"\x1f\x8b")
@example(b"\xff\xfe{\x00")
def test_any_bytes_give_lines_or_findings(data: bytes) -> None:
    assert all(finding.code.startswith("SR") for finding in findings(data))


@settings(max_examples=200)
@given(random=randomly)
def test_a_damaged_record_gives_lines_or_findings(random: Random) -> None:
    data = bytearray(written(lawful_session(random, hands=2)))
    for _ in range(random.randint(1, 8)):
        at = random.randrange(len(data))
        piece = random.choice((random.choice(PIECES), random.randbytes(1)))
        data[at : at + random.choice((0, 1, 1, 9))] = piece
    for stop in walk("table.spoil", io.BytesIO(bytes(data))):
        assert stop.line is not None or stop.case is None
        if stop.line is not None:
            canonical_line(stop.line)


PIECES = tuple(b'|\n|"|{|}|:|,| |??|A|J|JK|null|-1|[]|"x":1,|10D|\xe9'.split(b"|"))


# Slips


def cases_of(lines: list[RecordLine]) -> list[Case]:
    return [stop.case for stop in walk("table.spoil", io.BytesIO(written(lines)), every_step=True) if stop.case]


def with_a_slip(random: Random, slip: Slip) -> tuple[list[RecordLine], int]:
    """Make a session with one thing wrong, and say in which line; tries until there is a place for it."""
    while True:
        lines = lawful_session(random, random.choice(TURNING_UP))
        for case in random.sample(cases_of(lines), len(lines) - 1):
            if case.rules is None or slip.goal not in ("", case.rules.game.goal):
                break
            change = slip.change(random, case)
            if change:
                lines[case.line.number - 1] = msgspec.structs.replace(case.reading.hand, **change)
                return lines, case.line.number


@pytest.mark.parametrize("slip", SLIPS, ids=slip_id)
@settings(max_examples=10)
@given(random=randomly)
def test_a_slip_is_told_by_its_code_where_it_is(slip: Slip, random: Random) -> None:
    lines, number = with_a_slip(random, slip)
    found = findings(written(lines))
    assert slip.code in [finding.code for finding in found if finding.line == number]
    assert all(finding.line >= number for finding in found if finding.severity != "info")
