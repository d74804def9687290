"""The edges of play, where random hands seldom get: what a refusal says, cards not seen, plays out of turn."""

from typing import Literal

import msgspec
import pytest
from cases import read_options
from laying import a_hand, card, event_of, fallen, laid, only_hidden, play_of, seats_in, the
from making import names_of, set_of

from spoilrec.engine.events import Rob
from spoilrec.engine.knowledge import can_all_be_filled, condemning, hidden_cards
from spoilrec.engine.lawful import lawful_cards
from spoilrec.engine.play import is_over, view
from spoilrec.engine.position import NOBODY, UNKNOWN
from spoilrec.engine.refusals import Refusal
from spoilrec.engine.rob import known_cards
from spoilrec.engine.state import UnlawfulError, lay, legal, step, why_not
from spoilrec.record.tokens import SEATS
from spoilrec.rules.cards import CODE_BY_NAME, Suit, card_set, parse_cards, possible_cards, suit_of
from spoilrec.rules.games import Goal
from spoilrec.rules.options import Options
from spoilrec.rules.order import facts
from spoilrec.rules.pool import Outcome, may_jink, outcome, pool_taker, settlement, stakes

UNNOTED = CODE_BY_NAME["??"]

# Cards


@pytest.mark.parametrize(
    ("code", "possible"),
    [
        ("7S", {"7S"}),
        ("JK", {"JK"}),
        ("?D", {rank + "D" for rank in "A23456789TJQK"}),
        ("A?", {"AC", "AD", "AH", "AS"}),
        ("T?", {"TC", "TD", "TH", "TS"}),
    ],
)
def test_what_a_half_seen_card_possible_cards(code: str, possible: set[str]) -> None:
    assert names_of(possible_cards(CODE_BY_NAME[code])) == possible


def test_a_card_that_was_not_seen_may_be_any_and_the_joker() -> None:
    assert possible_cards(UNNOTED).bit_count() == 53


def test_cards_are_read_between_spaces() -> None:
    assert parse_cards("5S AH JK") == (card("5S"), card("AH"), card("JK"))
    assert parse_cards("") == ()


def test_what_is_no_card_is_told_with_what_a_card_is() -> None:
    with pytest.raises(ValueError, match=r"'10S' is not a card; a card is a rank of A23456789TJQK and a suit of CDHS"):
        card("10S")


@pytest.mark.parametrize(("name", "suit"), [("AC", Suit.CLUBS), ("AH", Suit.HEARTS), ("KS", Suit.SPADES), ("JK", None)])
def test_the_joker_has_no_suit(name: str, suit: Suit | None) -> None:
    assert suit_of(card(name)) == suit


@pytest.mark.parametrize("trump", Suit)
def test_trumps_are_no_plain_suit(trump: Suit) -> None:
    """The ace of hearts is always a trump."""
    found = facts(Options()).trumps[trump]
    assert [len(suit) for suit in found.plain] == [0 if suit == trump else 12 + (suit != Suit.HEARTS) for suit in Suit]


# Refusals: everything that they say


@pytest.mark.parametrize(
    ("refused", "expected"),
    [
        pytest.param("B7S", Refusal("gone", 1, card("7S")), id="on the table"),
        pytest.param("B9H", Refusal("gone", 1, card("9H")), id="fallen"),
        pytest.param("B6D", Refusal("not-held", 1, card("6D"), allowed=the("2S KD")), id="turned up"),
    ],
)
def test_a_card_that_is_elsewhere_is_not_among_the_unseen(refused: str, expected: Refusal) -> None:
    state = fallen(laid(a_hand("7S | 2S KD | 3C", unseen="020", up=card("6D")), "A7S"), "9H")
    assert why_not(state, play_of(refused)) == expected
    assert why_not(state, play_of("B3S")) is None


def test_a_card_not_held_where_everything_was_seen() -> None:
    state = laid(a_hand("7S | 2S KD | 3C"), "A7S")
    assert why_not(state, play_of("BQS")) == Refusal("not-held", 1, card("QS"), allowed=the("2S KD"))


ENTERING = "turned_ace_entry=after_first_trick"


@pytest.mark.parametrize(("lead", "allowed"), [("KS", "6S"), ("??", "6S 9D"), ("?S", "6S 9D")])
def test_the_turned_ace_enters_after_the_first_trick(lead: str, allowed: str) -> None:
    state = a_hand("KS | 6S 9D 4C", rules=ENTERING, unseen="10", up=card("AS"))
    state = laid(lay(state, Rob(1, card("4C"))), "A" + lead)
    expected = Refusal("turned-ace-not-in-hand", 1, card("AS"), ("turned_ace_entry",), the(allowed))
    assert why_not(state, play_of("BAS")) == expected
    state = laid(state, "B6S")
    assert names_of(state.holding[1]) == {"9D", "AS"}
    assert state.rights.entering == NOBODY


TURN = "7S 2H | 8S 3H | 9S 4H | TS 5H"


@pytest.mark.parametrize(
    ("plays", "refused", "expected"),
    [
        ("A7S", "C9S", Refusal("not-your-turn", 2, seat_due=1)),
        ("A7S", "A2H", Refusal("played-already", 0, seat_due=1)),
        ("", "B8S", Refusal("not-your-turn", 1, seat_due=0)),
        ("", "E8S", Refusal("no-such-seat", 4)),
        ("", "F8S", Refusal("no-such-seat", 5)),
    ],
)
def test_a_card_out_of_turn(plays: str, refused: str, expected: Refusal) -> None:
    assert why_not(laid(a_hand(TURN), plays), play_of(refused)) == expected


def test_nobody_plays_from_an_empty_chair() -> None:
    state = laid(a_hand("7S | - | 9S", seats=(0, 2)), "A7S")
    assert state.turn == 2
    assert why_not(state, play_of("B3H")) == Refusal("no-such-seat", 1)


def test_nothing_is_played_after_five_tricks() -> None:
    state = laid(a_hand("5S JS AS KS QS | 2S 3S 4S 6S 7S"), "A5S B2S AJS B3S AAS B4S AKS B6S AQS B7S")
    assert state.winners == (0,) * 5
    assert why_not(state, play_of("A9D")) == Refusal("hand-over", 0)
    assert why_not(state, play_of("B9D")) == Refusal("hand-over", 1)


@pytest.mark.parametrize(
    ("rules", "hands", "plays", "expected"),
    [
        pytest.param(
            "-", "7S | KS AS 5S 3D", "A7S B3D",
            Refusal("follow-trump", 1, card("3D"), ("privileged", "renege_against"), the("KS AS 5S"), the("KS AS")),
            id="the trumps that may not be kept back are the witness",
        ),
        pytest.param(
            "renege_limit_per_hand=1_card", "7S | 5S JS 3D", "A7S B3D",
            Refusal(
                "follow-trump", 1, card("3D"), ("privileged", "renege_against", "renege_limit_per_hand"),
                the("5S JS"), the("5S JS"),
            ),
            id="where the limit is reached, all of them",
        ),
        pytest.param(
            "top_lead_forces_all=true", "JS | 5S 3D", "AJS B3D",
            Refusal(
                "follow-trump", 1, card("3D"), ("privileged", "renege_against", "top_lead_forces_all"),
                the("5S"), the("5S"),
            ),
            id="a top trump calls out every trump",
        ),
        pytest.param(
            "top_lead_forces_all=true", "7S | KS 3D", "A7S B3D",
            Refusal("follow-trump", 1, card("3D"), ("privileged", "renege_against"), the("KS"), the("KS")),
            id="an ordinary trump does not",
        ),
        pytest.param(
            "ah_lead_fallback=hearts", "AH | 9H 4C", "AAH B4C",
            Refusal("hearts-on-ace", 1, card("4C"), ("ah_lead_fallback",), the("9H"), the("9H")),
            id="a heart on the ace of hearts",
        ),
        pytest.param(
            "ah_lead_fallback=hearts", "AH | 5S 9H 4C", "AAH B4C",
            Refusal("hearts-on-ace", 1, card("4C"), ("ah_lead_fallback",), the("5S 9H"), the("9H")),
            id="or the trump kept back",
        ),
        pytest.param(
            "follow=strict", "2D | 4D 9S 7C", "A2D B9S",
            Refusal("follow-suit", 1, card("9S"), ("follow",), the("4D"), the("4D")),
            id="the suit, where trumping is not free",
        ),
        pytest.param(
            "-", "2D | 4D 9S 7C", "A2D B7C",
            Refusal("follow-suit", 1, card("7C"), ("follow",), the("4D 9S"), the("4D")),
            id="the suit or a trump",
        ),
        pytest.param(
            "void=must_trump", "2D | 9S 7C", "A2D B7C",
            Refusal("must-trump", 1, card("7C"), ("void",), the("9S"), the("9S")),
            id="a trump, where one must",
        ),
    ],
)  # fmt: skip
def test_why_a_card_is_refused(rules: str, hands: str, plays: str, expected: Refusal) -> None:
    state = a_hand(hands, rules=rules)
    *before, last = plays.split()
    assert why_not(laid(state, " ".join(before)), play_of(last)) == expected


@pytest.mark.parametrize("hand", ["9S 7C", "4D 9S 7C"])
def test_where_only_a_trump_lead_binds_anything_answers_a_plain_one(hand: str) -> None:
    state = laid(a_hand(f"2D | {hand}", rules="follow=none_on_plain void=must_trump"), "A2D")
    assert why_not(state, play_of("B7C")) is None
    assert lawful_cards(state.facts, state.holding[1], view(state, 1)) == state.holding[1]


def test_step_tells_the_reason_in_its_error() -> None:
    with pytest.raises(UnlawfulError, match=r"^not-your-turn$"):
        step(a_hand(TURN), play_of("B8S"))


def test_no_card_is_legal_where_nobody_is_known_to_be_on_turn() -> None:
    state = laid(a_hand("7S 2H | 8S 3H", unseen="11"), "A?? B8S")
    assert (state.turn, legal(state)) == (UNKNOWN, ())


# Cards not seen


@pytest.mark.parametrize("unknown", ["5S", "JS", "AH"])
def test_an_unseen_top_trump_would_free_the_whole_hand(unknown: str) -> None:
    """Under `renege_scope=holder`; where all top trumps were seen elsewhere nothing is left to guess (K25)."""
    state = a_hand("7S AH | JS | 2S KD | 9D", rules="renege_scope=holder", unseen="0010")
    state = fallen(laid(state, "A7S BJS"), "5S")
    discard = play_of("CKD")
    refusal = why_not(state, discard)
    assert refusal is not None and refusal.why == "follow-trump"
    gone = set_of([unknown])
    state = msgspec.structs.replace(
        state,
        fallen=state.fallen & ~gone,
        on_table=state.on_table & ~gone,
        holding=tuple(held & ~gone for held in state.holding),
    )
    assert why_not(state, discard) is None


def test_an_unseen_top_trump_frees_nobody_who_holds_another_trump() -> None:
    state = laid(a_hand("7S | KS 9D", unseen="02"), "A7S")
    refusal = why_not(state, play_of("B9D"))
    assert refusal is not None and refusal.why == "follow-trump"


def test_nothing_is_freed_on_a_plain_lead() -> None:
    rules = "renege_scope=holder privileged=with_trump_ace"
    state = laid(a_hand("2D | 4D 7H", trump="C", rules=rules, unseen="01"), "A2D")
    refusal = why_not(state, play_of("B7H"))
    assert refusal is not None and refusal.why == "follow-suit"


@pytest.mark.parametrize(
    ("rules", "unseen", "condemned"),
    [
        ("-", "1", {"KS"}),
        ("-", "2", {"KS"}),
        ("renege_limit_per_hand=1_card", "1", {"KS"}),
        ("renege_limit_per_hand=1_card", "2", {"KS", "5S", "JS"}),
        ("renege_limit_per_hand=1_card", "3", {"KS", "5S", "JS"}),
    ],
)
def test_two_top_trumps_are_one_too_many_to_keep_back(rules: str, unseen: str, condemned: set[str]) -> None:
    state = only_hidden(laid(a_hand("7S | 9D", rules=rules, unseen="0" + unseen), "A7S"), "5S JS KS 2D 3C")
    assert names_of(condemning(state, play_of("B9D"))) == condemned


@pytest.mark.parametrize(
    ("rules", "condemned"),
    [
        pytest.param("renege_scope=holder", set(), id="it frees the whole hand"),
        pytest.param("renege_limit_per_hand=1_card", {"KS", "JS"}, id="it is the one that may be kept back"),
    ],
)
def test_a_top_trump_that_was_seen_counts_with_the_unseen(rules: str, condemned: set[str]) -> None:
    state = only_hidden(laid(a_hand("7S | 5S 9D", rules=rules, unseen="01"), "A7S"), "JS KS 2D")
    assert names_of(condemning(state, play_of("B9D"))) == condemned


def test_a_card_of_the_suit_led_condemns_another_suit() -> None:
    state = only_hidden(laid(a_hand("9D | KC", unseen="01"), "A9D"), "AD 2C KS")
    assert names_of(condemning(state, play_of("BKC"))) == {"AD"}


@pytest.mark.parametrize(("unseen", "condemned"), [("1", set()), ("2", {"KS"})])
def test_the_card_played_may_be_one_of_the_unseen(unseen: str, condemned: set[str]) -> None:
    """Then one fewer is left; after the last nothing else can be held."""
    state = only_hidden(laid(a_hand("7S | 9D", unseen="0" + unseen), "A7S"), "KS 2D 3C")
    assert names_of(condemning(state, play_of("B2D"))) == condemned


@pytest.mark.parametrize(("lead", "play"), [("7S", "??"), ("7S", "?D"), ("??", "9D"), ("?S", "9D")])
def test_nothing_can_be_said_of_what_was_not_seen(lead: str, play: str) -> None:
    state = laid(a_hand("- | 9D", unseen="12"), "A" + lead)
    assert condemning(state, play_of("B" + play)) == 0
    assert why_not(state, play_of("B" + play)) is None


def test_a_lead_is_never_condemned() -> None:
    assert condemning(a_hand("7S 9D | 9H", unseen="20"), play_of("A9D")) == 0


def test_the_joker_is_hidden_only_where_it_is_in_the_pack() -> None:
    assert hidden_cards(only_hidden(a_hand("7S | 9D"), "KS")) == the("KS")
    assert names_of(hidden_cards(only_hidden(a_hand("7S | 9D", rules="joker=3rd"), "KS"))) == {"KS", "JK"}


# Who may have won


@pytest.mark.parametrize(
    ("rules", "seen", "plays", "candidates"),
    [
        pytest.param("-", "", "AJS B??", "AB", id="only the five beats the jack"),
        pytest.param("-", "5S", "AJS B??", "A", id="the five was seen elsewhere"),
        pytest.param("-", "", "AJS B?D", "A", id="a diamond is no trump"),
        pytest.param("-", "", "AJS B5?", "AB", id="a five may be that of trumps"),
        pytest.param("-", "5S", "AJS B5?", "A", id="another five"),
        pytest.param("-", "", "AKD B?C", "A", id="a club does not beat a diamond"),
        pytest.param("-", "", "AKD B?S", "AB", id="a trump does"),
        pytest.param("-", "", "A2D B?D C?C", "AB", id="a higher diamond does"),
        pytest.param("-", "", "AKD B?D", "A", id="no plain diamond is higher than the king"),
        pytest.param("-", "5S JS", "AAH B??", "A", id="no joker in the pack"),
        pytest.param("joker=3rd", "5S JS", "AAH B??", "AB", id="the joker may be it"),
        pytest.param("joker=3rd", "5S JS JK", "AAH B??", "A", id="the joker was seen"),
        pytest.param("-", "", "A?? B2D C3D", "ABC", id="a lead not seen, and no trump"),
        pytest.param("-", "", "A?? B5S C3D", "B", id="the best trump wins whatever was led"),
        pytest.param("-", "", "A?? BJS C3D", "AB", id="but for a better one"),
        pytest.param("-", "", "A?D BJS C3D", "B", id="which a diamond is not"),
        pytest.param("-", "", "A2D B?? C??", "ABC", id="two cards not seen"),
    ],
)
def test_who_may_have_won_a_trick_not_wholly_seen(rules: str, seen: str, plays: str, candidates: str) -> None:
    count = len(plays.split())
    state = a_hand(" | ".join(["-"] * count), rules=rules, unseen="2" * count)
    state = laid(fallen(state, seen), plays)
    if len(candidates) == 1:
        assert (state.winners, state.candidates) == ((SEATS.index(candidates),), 0)
    else:
        assert (state.winners, seats_in(state.candidates)) == ((UNKNOWN,), candidates)
    assert (state.turn, state.veiled) == (state.winners[0], True)


@pytest.mark.parametrize(("leader", "winners"), [("B", (1,)), ("C", (UNKNOWN,))])
def test_who_leads_has_won_the_trick_before_if_he_may_have(leader: str, winners: tuple[int, ...]) -> None:
    state = laid(a_hand("- | - | -", unseen="222"), "AJS B?? C2D")
    event = play_of(leader + "9D")
    refusal = why_not(state, event)
    assert (refusal is None) is (leader == "B")
    if refusal:
        assert refusal == Refusal("not-your-turn", 2, seat_due=UNKNOWN)
    after = lay(state, event)
    assert (after.winners, after.candidates, after.turn) == (winners, 0, (SEATS.index(leader) + 1) % 3)


def test_any_seat_may_lead_where_nothing_at_all_is_known() -> None:
    state = msgspec.structs.replace(laid(a_hand("- | -", unseen="22"), "A?? B??"), candidates=0)
    assert why_not(state, play_of("B9D")) is None
    assert lay(state, play_of("B9D")).winners == (1,)


def test_a_trick_not_wholly_seen_is_not_forgotten() -> None:
    state = a_hand("JS 7S | KS 8S", unseen="11")
    assert laid(state, "AJS BKS").veiled is False
    assert laid(state, "AJS B?D A7S B8S").veiled is True
    assert laid(state, "AJS BKS A7S B?D").veiled is True


def test_cards_not_seen_leave_the_unseen() -> None:
    state = laid(a_hand("7S | KD | 3C", unseen="022"), "A7S B?? C4C")
    assert state.unseen == (0, 1, 1)
    assert list(map(names_of, state.holding)) == [set(), {"KD"}, {"3C"}]
    assert names_of(state.fallen) == {"7S", "4C"}


def test_a_card_from_nowhere_makes_no_hand_smaller_than_empty() -> None:
    state = laid(a_hand("7S | KD"), "A7S B4C")
    assert state.unseen == (0, 0)
    assert names_of(state.holding[1]) == {"KD"}


def test_everything_known_to_be_somewhere() -> None:
    """Held, on the table, fallen, turned up, put out; a turn-up that was robbed only where it went."""
    state = fallen(laid(a_hand("7S 2H | 8S AS | KC", up=card("6S"), unseen="001"), "A7S"), "9H")
    assert names_of(known_cards(state)) == {"7S", "2H", "8S", "AS", "KC", "6S", "9H"}
    robbed = lay(state, Rob(1, card("8S")))
    assert names_of(known_cards(robbed)) == {"7S", "2H", "8S", "AS", "KC", "6S", "9H"}
    played = laid(robbed, "B6S")
    assert names_of(known_cards(played)) == {"7S", "2H", "8S", "AS", "KC", "6S", "9H"}


def test_a_turned_ace_that_is_to_enter_is_known() -> None:
    state = lay(a_hand("7S | 8S 4C", rules=ENTERING, up=card("AS")), Rob(1, card("4C")))
    assert names_of(known_cards(state)) == {"7S", "8S", "4C", "AS"}


def test_a_turn_up_taken_by_a_hand_not_seen_stays_known() -> None:
    """Nobody saw what was put out; the turn-up is held by the robber."""
    state = lay(a_hand("7S | -", up=card("6S"), unseen="05"), Rob(1, UNNOTED))
    assert names_of(known_cards(state)) == {"7S", "6S"}
    assert (names_of(state.holding[1]), state.unseen) == ({"6S"}, (0, 4))


@pytest.mark.parametrize(
    ("slots", "fits"),
    [
        pytest.param([], True, id="nothing to fill"),
        pytest.param(["2C"], True, id="one card for one place"),
        pytest.param([""], False, id="no card for it"),
        pytest.param(["2C", "2C"], False, id="one card for two places"),
        pytest.param(["2C 3C", "2C"], True, id="the first gives way"),
        pytest.param(["2C", "2C 3C", "3C 4C", "4C"], False, id="three cards for four places"),
        pytest.param(["2C 3C", "3C 4C", "4C 2C"], True, id="each takes one"),
        pytest.param(["2C 3C", "2C 3C", "2C 3C 4C"], True, id="the third takes what is left"),
        pytest.param(["2C 3C", "2C 3C", "2C 3C", "4C 5C 6C 7C"], False, id="three places for two cards"),
        pytest.param(["2C 3C 4C", "2C", "3C"], True, id="the first gives way twice"),
    ],
)
def test_whether_the_cards_not_seen_can_all_be_something(slots: list[str], fits: bool) -> None:
    assert can_all_be_filled(list(map(the, slots))) is fits


# Playing on


@pytest.mark.parametrize(
    ("plays", "turn"),
    [("A7S C9S", "B"), ("A7S C9S B8S", "D"), ("A7S D2D", "B"), ("A7S B8S D2D", "C"), ("C9S", "D"), ("C9S A7S", "D")],
)
def test_after_a_play_out_of_turn_the_first_who_has_not_played_is_due(plays: str, turn: str) -> None:
    assert SEATS[laid(a_hand(TURN), plays).turn] == turn


def test_a_trick_out_of_turn_is_won_all_the_same() -> None:
    state = laid(a_hand(TURN), "A7S CTS DJS BKS")
    assert (state.winners, state.turn, state.trick, state.laid_by) == ((3,), 3, (), ())
    assert (state.best, state.strength, state.cloudy) == (NOBODY, 0, False)


HIGHEST = "bonus=highest_trump"


@pytest.mark.parametrize(
    ("rules", "plays", "top"),
    [
        pytest.param(HIGHEST, "A7S BKS A3D B4D", ("KS", 0), id="the highest of one trick"),
        pytest.param(HIGHEST, "A7S BKS BJS A2D", ("JS", 1), id="a higher one in the next"),
        pytest.param(HIGHEST, "AJS BKS AQS B2D", ("JS", 0), id="a lower one in the next"),
        pytest.param(HIGHEST, "A3D B4D B9S A2D", ("9S", 1), id="none in the first"),
        pytest.param(HIGHEST, "A?? BKS", ("KS", 0), id="the highest that was seen"),
        pytest.param(HIGHEST, "A3D B4D", None, id="no trump"),
        pytest.param("bonus=highest_if_top_four", "A7S BKS", ("KS", 0), id="under either bonus for a card"),
        pytest.param("bonus=last_trick", "A7S BKS", None, id="not looked for"),
        pytest.param("-", "A7S BKS", None, id="no bonus"),
    ],
)
def test_the_highest_trump_seen(rules: str, plays: str, top: tuple[str, int] | None) -> None:
    state = laid(a_hand("- | -", rules=rules, unseen="55"), plays)
    assert (state.top, state.top_trick) == ((card(top[0]), top[1]) if top else (NOBODY, NOBODY))


def test_the_ace_of_clubs_stays_the_highest_trump() -> None:
    """It is the first of all codes, and the fourth of the trumps."""
    state = laid(a_hand("- | -", trump="C", rules=HIGHEST, unseen="55"), "AAC B2C AKC B3C")
    assert (state.top, state.top_trick) == (card("AC"), 0)


@pytest.mark.parametrize(
    ("hand", "plays", "kept", "times"),
    [
        pytest.param("5S JS 9D 8D", "A7S B9D", {"5S", "JS"}, 1, id="what was kept back"),
        pytest.param("5S JS 9D 8D", "A7S B9D A6S B8D", {"5S", "JS"}, 2, id="twice"),
        pytest.param("5S JS 9D 8D", "A7S B9D A6S BJS A2S B8D", {"5S", "JS"}, 2, id="and what was kept back before"),
        pytest.param("5S KS 9D 8D", "A7S B9D", set(), 0, id="a revoke is no renege"),
        pytest.param("9D 8D", "A7S B9D", set(), 0, id="no trump to keep back"),
        pytest.param("5S 9C", "A3D B9C", set(), 0, id="nothing is kept back from a plain lead"),
        pytest.param("5S 9D", "AJS B9D", {"5S"}, 1, id="from the jack"),
        pytest.param("AH 9D", "AJS B9D", set(), 0, id="the jack calls out the ace of hearts"),
    ],
)
def test_what_a_renege_keeps_back_is_remembered(hand: str, plays: str, kept: set[str], times: int) -> None:
    state = laid(a_hand(f"7S 6S 3D JS | {hand}"), plays)
    assert (names_of(state.rights.kept[1]), state.rights.reneges) == (kept, (0, times))
    assert state.rights.kept[0] == 0


def test_a_trump_laid_under_a_higher_one_is_no_renege() -> None:
    state = laid(a_hand("7S | 5S | JS AH"), "A7S B5S CAH")
    assert (state.rights.kept, state.rights.reneges) == ((0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize(
    ("rules", "tricks", "jinker", "over"),
    [
        pytest.param("-", "", NOBODY, False, id="nothing was played"),
        pytest.param("-", "A A A", NOBODY, False, id="he may play on for all five"),
        pytest.param("-", "A B A A", NOBODY, True, id="won, and no jink any more"),
        pytest.param("-", "A B C C", NOBODY, False, id="a spoil may be played out"),
        pytest.param("-", "A A A A", 0, False, id="a jink goes on"),
        pytest.param("-", "A A A B", 0, False, id="a lost jink may be played out"),
        pytest.param("-", "A A A ? A", 0, True, id="five tricks"),
        pytest.param("jink_mode=declared", "A B A A", NOBODY, False, id="won, but playing on costs nothing"),
        pytest.param("jink_mode=off", "A B A A", NOBODY, False, id="won, and playing on is idle"),
    ],
)
def test_when_a_hand_for_the_pool_is_over(rules: str, tricks: str, jinker: int, over: bool) -> None:
    state = a_hand("- | - | -", rules=rules, unseen="555", goal="pool")
    rights = msgspec.structs.replace(state.rights, jinker=jinker)
    assert is_over(msgspec.structs.replace(state, winners=winners_of(tricks), rights=rights)) is over


@pytest.mark.parametrize(
    ("rules", "before", "tricks", "over"),
    [
        pytest.param("-", (20, 0, 0), "A", True, id="25 in mid-hand"),
        pytest.param("-", (20, 0, 0), "B", False, id="of another"),
        pytest.param("-", (15, 0, 0), "A B A", True, id="after three tricks"),
        pytest.param("-", (20, 0, 0), "B ?", False, id="a trick not known may be anybody's"),
        pytest.param("-", (), "A", False, id="totals not known"),
        pytest.param("end_check=end_of_hand", (20, 0, 0), "A", False, id="counted at the end"),
        pytest.param("-", (0, 0, 0), "A A A A", False, id="20 points"),
        pytest.param("-", (0, 0, 0), "A B C A A", True, id="five tricks"),
    ],
)
def test_when_a_hand_for_points_is_over(rules: str, before: tuple[int, ...], tricks: str, over: bool) -> None:
    state = a_hand("- | - | -", rules=rules, unseen="555", goal="points", before=before)
    assert is_over(msgspec.structs.replace(state, winners=winners_of(tricks))) is over


def test_the_points_are_those_of_a_side() -> None:
    state = a_hand("- | - | - | -", unseen="5555", goal="points", before=(15, 0), sides=((0, 2), (1, 3)))
    assert is_over(msgspec.structs.replace(state, winners=winners_of("A C")))
    assert not is_over(msgspec.structs.replace(state, winners=winners_of("A B")))


def test_nothing_is_played_after_the_hand_is_over() -> None:
    state = msgspec.structs.replace(a_hand("7S | 8S", goal="pool"), winners=winners_of("A B A A"))
    assert why_not(state, play_of("A7S")) == Refusal("hand-over", 0)


@pytest.mark.parametrize(
    ("rules", "goal", "tricks", "leader", "jinker"),
    [
        pytest.param("-", "pool", "A A A", "A", 0, id="leading on is the jink"),
        pytest.param("-", "pool", "A A", "A", NOBODY, id="not before the pool is won"),
        pytest.param("-", "pool", "A B A A", "A", NOBODY, id="not with a trick of another"),
        pytest.param("-", "cards", "A A A", "A", NOBODY, id="not without a pool"),
        pytest.param("jink_mode=declared", "pool", "A A A", "A", NOBODY, id="where it must be said it is none"),
        pytest.param("tricks_to_win=2", "pool", "A A", "A", 0, id="with two tricks to win"),
        pytest.param("-", "pool", "A A A", "B", NOBODY, id="another leads out of turn"),
    ],
)
def test_leading_on_may_be_a_jink(rules: str, goal: Goal, tricks: str, leader: str, jinker: int) -> None:
    options = {"tricks_to_win=2": Options(tricks_to_win=2)}.get(rules) or read_options(rules)
    state = a_hand("7S | 8S", rules=options, goal=goal)
    state = msgspec.structs.replace(state, winners=winners_of(tricks))
    after = laid(state, leader + ("7S" if leader == "A" else "8S"))
    assert (after.rights.jinker, after.turn) == (jinker, 1 - SEATS.index(leader))


DECLARED = "jink_mode=declared"
BOTH = ("jink_mode", "tricks_to_win")


@pytest.mark.parametrize(
    ("rules", "goal", "tricks", "events", "expected"),
    [
        pytest.param(DECLARED, "pool", "A A A", "jink:A", None, id="who has won the pool"),
        pytest.param("-", "pool", "A A A", "jink:A", None, id="a word does no harm where leading on is enough"),
        pytest.param(
            "jink_mode=off", "pool", "A A A", "jink:A", Refusal("jink-off", 0, rules=("jink_mode",)), id="off"
        ),
        pytest.param(DECLARED, "points", "A A A", "jink:A", Refusal("jink-off", 0), id="no pool"),
        pytest.param(DECLARED, "cards", "A A A", "jink:A", Refusal("jink-off", 0), id="nothing to win"),
        pytest.param(
            DECLARED, "pool", "A A A", "jink:A jink:A", Refusal("jink-second", 0, seat_due=0), id="called already"
        ),
        pytest.param(DECLARED, "pool", "A A A", "jink:B", Refusal("jink-not-entitled", 1, rules=BOTH), id="another"),
        pytest.param(
            DECLARED, "pool", "A B A", "jink:A", Refusal("jink-not-entitled", 0, rules=BOTH), id="not every trick"
        ),
        pytest.param(DECLARED, "pool", "A A", "jink:A", Refusal("jink-not-now", 0, rules=BOTH), id="too soon"),
        pytest.param(DECLARED, "pool", "A A A A", "jink:A", Refusal("jink-not-now", 0, rules=BOTH), id="too late"),
        pytest.param(
            DECLARED, "pool", "A A A", "A7S jink:A", Refusal("jink-not-now", 0, rules=BOTH), id="after the lead"
        ),
        pytest.param(DECLARED, "pool", "A ? A", "jink:A", None, id="the trick not known may be his"),
    ],
)  # fmt: skip
def test_who_may_call_a_jink_and_when(
    rules: str, goal: Goal, tricks: str, events: str, expected: Refusal | None
) -> None:
    state = a_hand("7S 2D | 8S 3D", rules=rules, goal=goal)
    state = msgspec.structs.replace(state, winners=winners_of(tricks))
    *before, last = events.split()
    state = laid(state, " ".join(before))
    assert why_not(state, event_of(last)) == expected
    called = lay(state, event_of(last)).rights.jinker
    assert called == (SEATS.index(last[-1]) if expected is None else state.rights.jinker)


def test_who_is_barred_from_the_pool_ends_no_hand_and_tries_for_no_jink() -> None:
    state = a_hand("7S | 8S", goal="pool")
    state = msgspec.structs.replace(state, rights=msgspec.structs.replace(state.rights, barred=0b01))
    assert not is_over(msgspec.structs.replace(state, winners=winners_of("A B A A")))
    assert laid(msgspec.structs.replace(state, winners=winners_of("A A A")), "A7S").rights.jinker == NOBODY


# The pool


@pytest.mark.parametrize(
    ("reward", "net"),
    [
        pytest.param("pool_plus_unit_each", (14, -4, -4), id="a chip from each"),
        pytest.param("pool_plus_stake_each", (18, -6, -6), id="a stake from each"),
        pytest.param("double_pool", (28, -11, -11), id="as much again, in equal parts rounded up"),
    ],
)
def test_what_a_jink_earns(reward: str, net: tuple[int, ...]) -> None:
    """Three put in 3 chips each upon 6; the first makes all five tricks, and the pool of 15 is his."""
    options = read_options(f"jink_reward={reward}")
    assert settlement(options, 3, (0, 1, 2), (3, 3, 3), 6, 0, jink_made=True) == net


@pytest.mark.parametrize(
    ("pool", "carried", "paid"),
    [
        pytest.param(7, True, (1, 1, 1), id="the pool may reach the limit"),
        pytest.param(8, True, (0, 0, 0), id="nobody pays where it would pass it"),
        pytest.param(8, False, (1, 1, 1), id="after a win everybody stakes afresh"),
    ],
)
def test_the_limit_of_the_pool(pool: int, carried: bool, paid: tuple[int, ...]) -> None:
    options = read_options("spoil_ante=all")
    options = msgspec.structs.replace(options, pool_cap=10)
    assert stakes(options, 1, (0, 1, 2), 3, 0, pool, carried=carried) == paid


OPEN, SPOIL = Outcome(UNKNOWN, "none", may_stop=False), Outcome(NOBODY, "none", may_stop=True)


@pytest.mark.parametrize(
    ("tricks", "barred", "expected"),
    [
        pytest.param("", "", OPEN, id="nothing is decided"),
        pytest.param("A B", "", OPEN, id="three tricks are left"),
        pytest.param("A B C", "", OPEN, id="one and two make three"),
        pytest.param("A B C D", "", SPOIL, id="nobody can reach three"),
        pytest.param("A A B B", "", OPEN, id="two can"),
        pytest.param("A A B B C", "", SPOIL, id="nobody has"),
        pytest.param("A A B A", "", Outcome(0, "none", may_stop=True), id="three tricks"),
        pytest.param("B B B", "", Outcome(1, "none", may_stop=True), id="the first three"),
        pytest.param("A A A", "A", SPOIL, id="three tricks of one who cannot win"),
        pytest.param("A A B", "A", OPEN, id="another still can"),
        pytest.param("A A B C", "A", SPOIL, id="nobody else can"),
        pytest.param("A A ?", "", OPEN, id="it may have been his"),
        pytest.param("A ? B C", "", OPEN, id="two and the trick not known"),
        pytest.param("A A B B ?", "", OPEN, id="one of two has won"),
        pytest.param("A A A ?", "", Outcome(0, "none", may_stop=True), id="whoever took the fourth"),
        pytest.param("? ? ?", "", OPEN, id="no trick is known"),
    ],
)
def test_where_the_pool_stands(tricks: str, barred: str, expected: Outcome) -> None:
    assert outcome(Options(), winners_of(tricks), barred=card_set(map(SEATS.index, barred))) == expected


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        pytest.param("A A A", Outcome(UNKNOWN, "trying", may_stop=False), id="he has to go on"),
        pytest.param("A A A A", Outcome(UNKNOWN, "trying", may_stop=False), id="to the end"),
        pytest.param("A A A A A", Outcome(0, "made", may_stop=True), id="all five"),
        pytest.param("A A A B", Outcome(NOBODY, "lost", may_stop=True), id="a trick of another"),
        pytest.param("A A A A B", Outcome(NOBODY, "lost", may_stop=True), id="the last of another"),
        pytest.param("A A A ?", Outcome(UNKNOWN, "trying", may_stop=False), id="a trick not known"),
        pytest.param("A A A ? A", Outcome(UNKNOWN, "trying", may_stop=True), id="it stays open at the end"),
        pytest.param("A A A ? B", Outcome(NOBODY, "lost", may_stop=True), id="but for another's trick"),
    ],
)
def test_where_a_jink_stands(tricks: str, expected: Outcome) -> None:
    assert outcome(Options(), winners_of(tricks), 0) == expected


@pytest.mark.parametrize(
    ("tricks", "barred", "seat"),
    [("A A A", "", 0), ("B B B", "", 1), ("A A", "", NOBODY), ("A A A A", "", NOBODY), ("A B A", "", NOBODY),
     ("A A A", "A", NOBODY), ("A A A", "B", 0), ("? ? ?", "", NOBODY)],
)  # fmt: skip
def test_who_may_try_for_all_five_tricks(tricks: str, barred: str, seat: int) -> None:
    assert may_jink(Options(), winners_of(tricks), card_set(map(SEATS.index, barred))) == seat


def test_nobody_is_barred_unless_it_is_said() -> None:
    assert may_jink(Options(), (0, 0, 0)) == pool_taker(Options(), (0, 0, 0)) == outcome(Options(), (0, 0, 0)).won == 0


@pytest.mark.parametrize(
    ("tricks_to_win", "tricks", "taker"),
    [
        (2, "A B B", 1),
        (2, "A ? A", NOBODY),
        (2, "A A ?", 0),
        (3, "A ? A A", 0),
        (3, "B B A A", NOBODY),
        (4, "A B A A A", 0),
    ],
)
def test_who_first_took_the_tricks_that_win(tricks_to_win: Literal[2, 3, 4], tricks: str, taker: int) -> None:
    """With two to win, a trick not known decides who was first."""
    assert pool_taker(Options(tricks_to_win=tricks_to_win), winners_of(tricks)) == taker


def winners_of(tricks: str) -> tuple[int, ...]:
    """Read the seats that took the tricks, `?` for one not known."""
    return tuple(UNKNOWN if seat == "?" else SEATS.index(seat) for seat in tricks.split())
