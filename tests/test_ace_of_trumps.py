"""The ace of trumps: robbing with it, announcing it, and what follows when it is kept secret (rules.md section 3)."""

from typing import Any

import msgspec
import pytest
from laying import a_hand, card, event_of, laid, play_of, seats_in, the
from making import names_of

from spoilrec.engine.events import Announce, Rob
from spoilrec.engine.position import NOBODY, UNKNOWN, State
from spoilrec.engine.refusals import Refusal
from spoilrec.engine.rob import known_cards
from spoilrec.engine.state import lay, why_not
from spoilrec.rules.cards import CODE_BY_NAME, Suit
from spoilrec.rules.options import Options
from spoilrec.rules.order import TRUMP_LED, trump_order

UNNOTED = CODE_BY_NAME["??"]
THE_ACE = card("AS")
ENTERING = "turned_ace_entry=after_first_trick"

# Robbing


def robbing(rules: str = "-", **table: Any) -> State:
    """Put three at a table; the second was dealt the ace of trumps."""
    return a_hand("7S 2H | AS 3H | 9S 4H", rules=rules, **{"up": card("6S"), **table})


NO_ACE = ("rob", "false_rob")
EARLY = "rob_window=before_first_lead"


@pytest.mark.parametrize(
    ("rules", "up", "events", "expected"),
    [
        pytest.param("rob=off", "6S", "rob:B3H", Refusal("rob-off", 1, rules=("rob",)), id="off"),
        pytest.param(
            "-", "6S", "rob:B3H rob:A2H", Refusal("rob-second", 0, rules=("rob",), seat_due=1), id="one has robbed"
        ),
        pytest.param(
            "-", "6S", "rob:A2H rob:B3H", Refusal("rob-second", 1, rules=("rob",), seat_due=0), id="the first seat has"
        ),
        pytest.param(
            "-", "6S", "rob:A2H", Refusal("rob-no-ace", 0, THE_ACE, NO_ACE, the("7S 2H"), seat_due=1), id="no ace"
        ),
        pytest.param(
            "-", "AS", "rob:B3H", Refusal("rob-no-ace", 1, THE_ACE, NO_ACE, the("AS 3H"), seat_due=2),
            id="the dealer turned it",
        ),
        pytest.param(
            "-", "6S", "A7S BAS rob:B3H", Refusal("rob-late", 1, rules=("rob_window",)), id="after his own card"
        ),
        pytest.param("-", "6S", "A7S rob:B3H", None, id="after the card of another"),
        pytest.param(
            "-", "6S", "A7S BAS C9S rob:B3H", Refusal("rob-late", 1, rules=("rob_window",)), id="after a trick"
        ),
        pytest.param(EARLY, "6S", "A7S rob:B3H", Refusal("rob-late", 1, rules=("rob_window",)), id="after the lead"),
        pytest.param(
            EARLY, "6S", "A7S BAS C9S rob:B3H", Refusal("rob-late", 1, rules=("rob_window",)), id="between two tricks"
        ),
        pytest.param(EARLY, "6S", "rob:B3H", None, id="before the lead"),
        pytest.param(
            "-", "AS", "A7S rob:C4H", Refusal("rob-late", 2, rules=("rob_window",)),
            id="the dealer lays out before the lead",
        ),
        pytest.param(
            "-", "6S", "rob:B6S", Refusal("rob-out-turn-up", 1, card("6S"), ("rob",), the("AS 3H")), id="the turn-up"
        ),
        pytest.param(
            "-", "6S", "rob:B5D", Refusal("rob-out-not-held", 1, card("5D"), ("rob",), the("AS 3H")), id="not held"
        ),
        pytest.param("-", "6S", "rob:B??", None, id="a card not seen"),
        pytest.param("-", "6S", "rob:BAS", None, id="the ace itself"),
    ],
)  # fmt: skip
def test_who_may_rob_and_when(rules: str, up: str, events: str, expected: Refusal | None) -> None:
    *before, last = events.split()
    assert why_not(laid(robbing(rules, up=card(up)), " ".join(before)), event_of(last)) == expected


def test_nobody_robs_or_announces_from_an_empty_chair() -> None:
    state = a_hand("7S | - | AS", seats=(0, 2), up=card("6S"))
    assert why_not(state, Rob(1, card("3H"))) == Refusal("no-such-seat", 1)
    assert why_not(state, Announce(1)) == Refusal("no-such-seat", 1)


def test_a_card_that_nobody_had_seen_may_be_put_out() -> None:
    assert why_not(robbing(unseen="010"), Rob(1, card("5D"))) is None


@pytest.mark.parametrize(
    ("unseen", "lawful"),
    [
        pytest.param("510", True, id="it may be among the unseen"),
        pytest.param("500", False, id="all his cards were seen"),
    ],
)
def test_an_ace_that_nobody_saw(unseen: str, lawful: bool) -> None:
    state = a_hand("- | 3H | 4H", unseen=unseen, up=card("6S"))
    refusal = why_not(state, Rob(1, card("3H")))
    assert (refusal is None) is lawful
    if refusal:
        assert refusal == Refusal("rob-no-ace", 1, THE_ACE, ("rob", "false_rob"), the("3H"), seat_due=UNKNOWN)
    assert (why_not(state, Announce(1)) is None) is lawful


def test_who_has_played_the_ace_is_late_not_without_it() -> None:
    """Nobody had seen it in his hand."""
    state = laid(a_hand("7S | 3H | 4H", unseen="010", up=card("6S")), "A7S BAS")
    assert why_not(state, Rob(1, card("3H"))) == Refusal("rob-late", 1, rules=("rob_window",))
    assert why_not(state, Announce(1)) == Refusal("announce-late", 1, rules=("announce_ace",))


@pytest.mark.parametrize(
    ("hand", "unseen", "up", "out", "held", "left"),
    [
        pytest.param("AS 3H", "0", "6S", "3H", "AS 6S", 0, id="a card for the turn-up"),
        pytest.param("AS 3H", "3", "6S", "??", "AS 3H 6S", 2, id="what was put out was not seen"),
        pytest.param("AS 3H", "3", "6S", "5D", "AS 3H 6S", 2, id="or not before"),
        pytest.param("AS 3H", "0", "6S", "5D", "AS 3H 6S", 0, id="or was not held"),
        pytest.param("AS 3H", "0", "??", "3H", "AS", 1, id="the turn-up was not seen"),
        pytest.param("AS 3H", "0", "?S", "3H", "AS", 1, id="only its suit"),
        pytest.param("AS 3H", "3", "??", "3H", "AS", 4, id="one more that nobody saw"),
        pytest.param("AS 3H", "1", "??", "??", "AS 3H", 1, id="neither was seen"),
    ],
)
def test_what_the_robber_holds(hand: str, unseen: str, up: str, out: str, held: str, left: int) -> None:
    state = a_hand(f"7S | {hand} | 9S", unseen=f"1{unseen}1", up=CODE_BY_NAME[up])
    after = lay(state, Rob(1, CODE_BY_NAME[out]))
    assert (after.holding[1], after.unseen) == (the(held), (1, left, 1))
    assert (after.holding[0], after.holding[2]) == (state.holding[0], state.holding[2])
    rights = after.rights
    assert (rights.robber, rights.out, rights.entering, rights.barred) == (1, CODE_BY_NAME[out], NOBODY, 0)


def test_without_a_turn_up_the_robber_draws_a_card_not_seen() -> None:
    after = lay(a_hand("7S | AS 3H", up=UNKNOWN), Rob(1, card("3H")))
    assert (names_of(after.holding[1]), after.unseen) == ({"AS"}, (0, 1))


def test_the_ace_of_clubs_turned_up_is_a_card_like_others() -> None:
    """The ace of clubs is the first of all codes."""
    state = a_hand("7C | KC 3H", trump="C", up=card("AC"))
    assert names_of(known_cards(state)) == {"7C", "KC", "3H", "AC"}
    assert names_of(lay(state, Rob(1, card("3H"))).holding[1]) == {"KC", "AC"}


def test_the_ace_of_clubs_may_enter_after_the_first_trick() -> None:
    state = a_hand("7C | KC 3H 4H", trump="C", rules=ENTERING, up=card("AC"))
    assert names_of(laid(state, "rob:B3H A7C BKC").holding[1]) == {"4H", "AC"}


@pytest.mark.parametrize(
    ("rules", "plays", "entering"), [("-", "", False), (ENTERING, "", True), (ENTERING, "A7S B6S", False)]
)
def test_when_the_turned_ace_comes_in(rules: str, plays: str, entering: bool) -> None:
    state = laid(a_hand("7S 9H | 6S 3H 4H", rules=rules, up=THE_ACE), plays)
    after = lay(state, Rob(1, card("3H")))
    assert after.rights.entering == (THE_ACE if entering else NOBODY)
    assert ("AS" in names_of(after.holding[1])) is not entering


def test_only_the_turned_ace_enters_late() -> None:
    state = a_hand("7S | AS 3H", rules=ENTERING, up=card("6S"))
    assert names_of(lay(state, Rob(1, card("3H"))).holding[1]) == {"AS", "6S"}


@pytest.mark.parametrize(
    ("rules", "seat", "barred"),
    [
        ("false_rob=cannot_win_pool", 0, "A"),
        ("false_rob=cannot_win_pool", 1, ""),
        ("false_rob=cannot_win_pool", 2, "C"),
        ("-", 0, ""),
        ("false_rob=fine_four", 2, ""),
    ],
)
def test_robbing_without_the_ace_may_bar_from_the_pool(rules: str, seat: int, barred: str) -> None:
    state = robbing(rules)
    assert seats_in(lay(state, Rob(seat, UNNOTED)).rights.barred) == barred


def test_who_was_barred_before_stays_barred() -> None:
    state = robbing("false_rob=cannot_win_pool")
    state = msgspec.structs.replace(state, rights=msgspec.structs.replace(state.rights, barred=0b100))
    assert seats_in(lay(state, Rob(0, card("2H"))).rights.barred) == "AC"
    assert seats_in(lay(state, Rob(1, card("3H"))).rights.barred) == "C"


# Announcing


@pytest.mark.parametrize(
    ("up", "events", "expected"),
    [
        pytest.param("6S", "announce:B", None, id="the holder"),
        pytest.param("6S", "A7S announce:B", None, id="before his own card"),
        pytest.param(
            "6S", "announce:A", Refusal("announce-no-ace", 0, THE_ACE, ("announce_ace",), the("7S 2H")), id="another"
        ),
        pytest.param(
            "AS", "announce:C", Refusal("announce-no-ace", 2, THE_ACE, ("announce_ace",), the("9S 4H")),
            id="the turned ace needs no word",
        ),
        pytest.param(
            "6S", "A7S BAS announce:B", Refusal("announce-late", 1, rules=("announce_ace",)), id="after his own card"
        ),
        pytest.param(
            "6S", "A7S BAS C9S announce:B", Refusal("announce-late", 1, rules=("announce_ace",)), id="after a trick"
        ),
    ],
)  # fmt: skip
def test_who_may_announce_and_when(up: str, events: str, expected: Refusal | None) -> None:
    *before, last = events.split()
    assert why_not(laid(robbing(up=card(up)), " ".join(before)), event_of(last)) == expected


# Duties that pass with a card

FORCED, WORD = "rob=forced", "announce_ace=required_or_demoted"


@pytest.mark.parametrize(
    ("rules", "up", "events", "failed", "barred", "demoted"),
    [
        pytest.param(FORCED, "6S", "A7S", "", "", False, id="there is still time"),
        pytest.param(FORCED, "6S", "A7S BAS", "B", "", False, id="only the right is lost"),
        pytest.param(f"{FORCED} rob_failure=cannot_win_pool", "6S", "A7S BAS", "B", "B", False, id="barred"),
        pytest.param(f"{FORCED} rob_failure=ace_demoted", "6S", "A7S BAS", "B", "", True, id="demoted"),
        pytest.param(f"{FORCED} rob_failure=both", "6S", "A7S BAS", "B", "B", True, id="both"),
        pytest.param(f"{FORCED} rob_failure=both", "6S", "rob:B3H A7S BAS", "", "", False, id="robbed"),
        pytest.param(f"{FORCED} rob_failure=both", "6S", "announce:B A7S BAS", "B", "B", True, id="a word is no rob"),
        pytest.param(f"{FORCED} rob_failure=both {EARLY}", "6S", "A7S", "B", "B", True, id="the time ends at the lead"),
        pytest.param(
            f"{FORCED} rob_failure=both {EARLY}", "6S", "rob:B3H A7S", "", "", False, id="robbed before the lead"
        ),
        pytest.param(f"{FORCED} rob_failure=both", "AS", "A7S", "C", "C", False, id="a turned ace is never demoted"),
        pytest.param("rob_failure=both", "6S", "A7S BAS", "", "", False, id="nothing had to be done"),
        pytest.param(WORD, "6S", "A7S BAS", "B", "", True, id="no word"),
        pytest.param(WORD, "6S", "announce:B A7S BAS", "", "", False, id="a word"),
        pytest.param(WORD, "6S", "rob:B3H A7S BAS", "", "", False, id="who robs has shown it"),
        pytest.param(WORD, "AS", "A7S B3H C9S", "", "", False, id="a turned ace needs no word"),
        pytest.param(f"{WORD} rob_failure=cannot_win_pool", "6S", "A7S BAS", "B", "B", True, id="no word, and barred"),
        pytest.param(f"{WORD} {EARLY}", "6S", "A7S", "B", "", True, id="no word before the lead"),
        pytest.param(f"{WORD} rob=off", "6S", "A7S BAS", "", "", False, id="without robbing there is no duty"),
    ],
)
def test_what_follows_when_the_ace_is_kept_secret(
    rules: str, up: str, events: str, failed: str, barred: str, demoted: bool
) -> None:
    state = laid(robbing(rules, up=card(up)), events)
    rights = state.rights
    assert (seats_in(1 << rights.failed if rights.failed >= 0 else 0), seats_in(rights.barred)) == (failed, barred)
    assert state.facts.demoted is demoted


def test_where_nobody_robs_the_ace_may_be_kept_back_without_a_word() -> None:
    state = robbing(f"{WORD} rob=off privileged=with_trump_ace")
    assert why_not(laid(state, "A7S"), play_of("B3H")) is None


def test_an_ace_kept_secret_is_a_trump_like_any_other() -> None:
    """Who holds only trumps that may be kept back need not trump; the demoted ace may not be kept back."""
    rules = "privileged=with_trump_ace void=must_trump_unless_only_privileged"
    assert why_not(laid(robbing(rules), "A2D"), play_of("B3H")) is None
    refusal = why_not(laid(robbing(f"{WORD} {rules}"), "A2D"), play_of("B3H"))
    assert refusal is not None and refusal.why == "must-trump"


def test_the_ace_of_trumps_is_the_fourth_of_them_unless_it_is_demoted() -> None:
    assert trump_order(Options(), Suit.SPADES)[3] == THE_ACE
    assert trump_order(Options(), Suit.SPADES, demoted=True)[-1] == THE_ACE


def test_whoever_failed_once_fails_no_more() -> None:
    state = robbing(f"{FORCED} rob_failure=both {EARLY}")
    state = msgspec.structs.replace(state, rights=msgspec.structs.replace(state.rights, failed=0))
    assert laid(state, "A7S").rights.failed == 0


def test_an_ace_that_nobody_saw_binds_nobody() -> None:
    state = laid(a_hand("7S | 3H | 9S", rules=f"{WORD} {EARLY}", unseen="111", up=card("6S")), "A7S B3H")
    assert (state.rights.failed, state.facts.demoted) == (NOBODY, False)


def test_the_first_seat_can_fail_too() -> None:
    state = laid(a_hand("AS 2C | 3H | 9S", rules=WORD, up=card("6S")), "A2C")
    assert (state.rights.failed, state.facts.demoted) == (0, True)


def test_the_lowest_card_led_by_the_silent_holder_still_leads() -> None:
    state = laid(a_hand("AS TC | 3H | 9D", rules=WORD, up=card("6S")), "ATC B3H C9D")
    assert (state.facts.demoted, state.winners) == (True, (0,))


@pytest.mark.parametrize("plays", ["A7S B?? CAS", "A?? BKS CAS", "A?S BKS CAS", "A7S B?D CAS"])
def test_the_ace_is_demoted_over_cards_not_seen(plays: str) -> None:
    state = a_hand("7S | KS | AS", rules=WORD, unseen="110", up=card("6S"))
    assert laid(state, plays).facts.demoted


def test_the_cards_of_the_trick_are_weighed_anew() -> None:
    """Whoever laid the ace, it is the lowest trump from the card on with which the time to announce it passed."""
    state = a_hand("7S | 2S | KS", rules=WORD, unseen="100", up=card("6S"))
    state = msgspec.structs.replace(state, rights=msgspec.structs.replace(state.rights, holder=1))
    before = laid(state, "AAS CKS")
    assert before.best == 0
    after = laid(state, "AAS CKS B2S")
    assert after.winners == (2,)


def test_a_trump_weighs_what_it_does_among_the_trumps_with_the_ace_last() -> None:
    state = laid(a_hand("KS | AS 3H | 9S", rules=WORD, up=card("6S")), "AKS B3H")
    assert (state.best, state.strength) == (0, state.facts.strength[TRUMP_LED][card("KS")])
