"""The engine against positions that people wrote down, and the reason of every refusal."""

import msgspec
import pytest
from cases import ORDERS, POSITIONS, REJECTED, TRICKS, Order, Position, Row, Trick, by_id, cards, read_options, rows
from making import names_of, set_of, state_of, table_of

from spoilrec.engine.events import Play
from spoilrec.engine.position import State, start
from spoilrec.engine.state import UnlawfulError, lay, legal, step, why_not
from spoilrec.rules.cards import SUIT_LETTERS, card_name, parse_card
from spoilrec.rules.options import Options
from spoilrec.rules.order import facts


@pytest.mark.parametrize("case", POSITIONS, ids=by_id)
def test_legal_cards(case: Position) -> None:
    allowed = set(map(card_name, legal(state_of(case))))
    assert (allowed == case.allowed) is (case.id != REJECTED)


@pytest.mark.parametrize("case", [case for case in POSITIONS if case.id != REJECTED], ids=by_id)
def test_a_refusal_names_the_lawful_cards_and_a_witness(case: Position) -> None:
    state = state_of(case)
    for card in set(case.hand) - case.allowed:
        refusal = why_not(state, Play(state.turn, parse_card(card)))
        assert refusal is not None
        assert names_of(refusal.allowed) == case.allowed
        assert names_of(refusal.witness) and names_of(refusal.witness) <= set(case.hand) - {card}


@pytest.mark.parametrize("case", TRICKS, ids=by_id)
def test_winners(case: Trick) -> None:
    state = lay_open(Options(), case.trump, case.cards)
    for seat, card in enumerate(case.cards):
        state = lay(state, Play(seat, parse_card(card)))
    assert state.winners == (case.winner,)


@pytest.mark.parametrize("case", ORDERS, ids=by_id)
def test_orders(case: Order) -> None:
    trump, suit = SUIT_LETTERS.index(case.trump), SUIT_LETTERS.index(case.suit)
    rules = facts(case.options)
    found = (rules.demoted if case.demoted else rules.trumps)[trump]
    assert tuple(map(card_name, found.order if suit == trump else found.plain[suit])) == case.cards


def lay_open(options: Options, trump: str, hands: tuple[str, ...]) -> State:
    """Begin a hand in which each seat holds these cards and the last one deals."""
    table = table_of(options, range(len(hands)), dealer=len(hands) - 1)
    return start(table, SUIT_LETTERS.index(trump), [set_of(cards(hand)) for hand in hands], [0] * len(hands))


def row_id(row: Row) -> str:
    return row["id"]


@pytest.mark.parametrize("row", rows("refusals.tsv"), ids=row_id)
def test_the_reason_of_a_refusal(row: Row) -> None:
    """Three players hold `hands`; the first cards of `played` lie, the last is refused."""
    options = read_options(row["options"])
    state = lay_open(options, row["trump"], tuple(row["hands"].split("|")))
    *before, last = [Play("ABCD".index(word[0]), parse_card(*cards(word[1:]))) for word in row["played"].split()]
    for play in before:
        state = step(state, play)
    with pytest.raises(UnlawfulError, match=row["why"]) as refused:
        step(state, last)
    refusal = refused.value.refusal
    assert (refusal.seat, refusal.why) == (last.seat, row["why"])
    assert list(refusal.rules) == row["rules"].split()


def test_a_revoke_lies_as_it_was_laid_and_the_hand_goes_on() -> None:
    state = lay_open(Options(), "S", ("7S 2D", "KS 3D"))
    state = lay(state, Play(0, parse_card("7S")))
    revoke = Play(1, parse_card("3D"))
    assert why_not(state, revoke) is not None
    after = lay(state, revoke)
    assert after.winners == (0,)
    assert names_of(after.holding[1]) == {"KS"}


def test_states_are_values() -> None:
    state = lay_open(Options(), "S", ("7S 2D", "KS 3D"))
    play = Play(0, parse_card("7S"))
    assert step(state, play) == step(state, play)
    assert state == lay_open(Options(), "S", ("7S 2D", "KS 3D"))
    with pytest.raises(AttributeError):
        state.turn = 1  # type: ignore[misc]
    assert msgspec.structs.replace(state, turn=1) != state
