"""Marks that can be derived by thought: one small hand a mark; spades are trumps."""

from typing import Any

import pytest
from annotating import at, cases_of, notes_of, record_of

from spoilrec.engine.position import State
from spoilrec.engine.solver import Solver, TooMuchError
from spoilrec.review.annotate.notes import annotate

LOSING_A_POOL = "5S JS 2S 4D 6C|KC KH 3D 9H TH|KS 3S 4S 7C 8H"
TO_THE_FOURTH = "A5S B9H C3S|AJS BTH C4S|A6C BKC C7C|BKH C8H "


def test_a_pool_that_was_forced_is_given_away() -> None:
    """Aoife has two tricks and plays last: her deuce of trumps takes the third; kept, it falls to Ciara's king."""
    note = at(notes_of(LOSING_A_POOL, TO_THE_FOURTH + "A4D|B3D CKS A2S"), "4A")
    assert note.marks == ("?",)
    assert note.text == "Aoife's 4D gives away a pool that was forced; the 2S would have held it."


def test_the_only_card_that_holds_the_pool() -> None:
    note = at(notes_of(LOSING_A_POOL, TO_THE_FOURTH + "A2S"), "4A")
    assert (note.marks, note.text) == (("!",), "")


def test_a_pool_is_given_away_to_somebody_else() -> None:
    """As before, for two: what Aoife does not take Brendan has."""
    deal = "5S JS 2S 4D 6C|KC KH KS 3S 4S"
    note = at(notes_of(deal, "A5S B3S|AJS B4S|A6C BKC|BKH A4D|BKS A2S"), "4A")
    assert note.marks == ("??",)
    assert note.text == "Aoife's 4D gives away a pool that was forced and lets Brendan in; the 2S would have held it."


LETTING_IN = "KD 5D 2C 2H 9H|7D QD KC KH 3D|8D 6D 3C KS 4C"
TWO_FOR_BRENDAN = "AKD B7D C8D|A5D BQD C6D|BKC C3C A2C|BKH "


def test_somebody_is_let_in_who_could_be_stopped() -> None:
    """Brendan's king of hearts is his third trick unless Ciara trumps it."""
    note = at(notes_of(LETTING_IN, TWO_FOR_BRENDAN + "C4C A2H"), "4C")
    assert note.marks == ("??",)
    assert note.text == "Ciara's 4C lets Brendan in; the KS would have stopped that."


def test_the_only_card_that_keeps_somebody_out() -> None:
    note = at(notes_of(LETTING_IN, TWO_FOR_BRENDAN + "CKS A2H|C4C A9H B3D"), "4C")
    assert note.marks == ("!",)


A_SPOIL = "KC 5D 2H KD 2D|8C QD QH 4D 2S|3C 6D KH 3H JS|4C 8D 4H 9H 7C"
ONE_EACH = "AKC B8C C3C D4C|A5D BQD C6D D8D|BQH "


def test_a_spoil_that_was_forced_is_given_away() -> None:
    """Aoife and Brendan have one trick each.

    With the king of hearts Ciara has one too and the jack of trumps for another: nobody gets three. With the three
    Brendan has two and leads: alone he is stopped, since Aoife's KD beats his 4D and Ciara's jack his deuce; but
    where Aoife plays low on the 4D, Ciara must use her jack, and the deuce is high. She cannot prevent it alone.
    """
    note = at(notes_of(A_SPOIL, ONE_EACH + "C3H D4H A2H|B4D CKH D7C AKD|A2D B2S CJS D9H"), "3C")
    assert note.marks == ("?!",)
    assert note.text == "Ciara's 3H gives away a spoil that was forced; the KH would have spoilt it."


def test_the_only_card_that_holds_the_spoil() -> None:
    assert at(notes_of(A_SPOIL, ONE_EACH + "CKH D4H A2H|CJS D7C AKD B2S|C3H D9H A2D B4D"), "3C").marks == ("!",)


def test_forced_renege_and_revoke_need_no_solver() -> None:
    """Brendan's only trump may be kept back from the king; his second heart leaves hearts undone."""
    deal = "KS KH 2C 3C 4C|JS 8H 9H TD TC|3S 4S QH 7C 8C"
    notes = notes_of(deal, "AKS BTD C3S|AKH BTC CQH|A2C BJS C7C|B8H C4S A3C|C8C A4C B9H")
    assert at(notes, "1B").marks[-1:] == ("r",)
    assert at(notes, "2B").marks[-1:] == ("x",)
    assert "=" in at(notes, "5C").marks
    unknown = notes_of("-|-|-", "AKS BTD C3S|AKH BTC CQH")
    assert [note.marks for note in unknown.plays] == [()] * 6
    assert unknown.missing.startswith("The cards were not all seen and the hand stopped early")


def test_a_revoke_is_weighed_like_any_card() -> None:
    """Aoife must play her king of diamonds, which is her third trick; without it Brendan has three."""
    deal = "5S JS 6C KD 4C|KC QD KS 3S 4S"
    note = at(notes_of(deal, "A5S B3S|AJS B4S|A6C BKC|BQD A4C|BKS AKD"), "4A")
    assert note.marks == ("??", "x")
    assert note.text.endswith("lets Brendan in; the KD would have held it.")


def test_two_equal_cards_are_two_cards() -> None:
    """As `LOSING_A_POOL`, with the three beside the deuce of trumps: either takes the trick."""
    deal = "5S JS 2S 3S 6C|KC KH 3D 9H TH|KS 6S 4S 7C 8H"
    play = "A5S B9H C6S|AJS BTH C4S|A6C BKC C7C|BKH C8H A2S"
    assert at(notes_of(deal, play), "4A").marks == ()


THREE = "A5S B3S C4S|AJS B8H CTH|AAH B9H CJH|"


@pytest.mark.parametrize(
    ("aoife", "brendan", "play", "worth"),
    [
        ("QS 4D", "7C 8C", "AQS B7C C2C|A4D B8C C3C", "sound"),
        ("QS 4D", "6D 7C", "AQS B7C C2C|A4D B6D C3C", "gamble"),
        ("3D 4D", "6D 7D", "A4D B7D C2C|B6D C3C A3D", "hopeless"),
    ],
)
def test_a_jink_is_sound_a_gamble_or_hopeless(aoife: str, brendan: str, play: str, worth: str) -> None:
    """The trump is safe; the four of diamonds is, unless Brendan has kept a higher one; with two he must have."""
    notes = notes_of(f"5S JS AH {aoife}|3S 8H 9H {brendan}|4S TH JH 2C 3C", THREE + play, jink="A3")
    assert notes.jink is not None
    assert notes.jink.worth == worth


def test_a_jink_is_let_through() -> None:
    """Brendan has one diamond above Aoife's four, and throws it."""
    deal = "5S JS AH QS 4D|3S 8H 9H 6D 7C|4S TH JH 2C 3C"
    notes = notes_of(deal, THREE + "AQS B6D C2C|A4D B7C C3C", jink="A3")
    assert at(notes, "4B").text == "Brendan's 6D lets the jink of Aoife through; the 7C would have stopped it."
    assert at(notes, "4B").marks == ("??",)
    kept = notes_of(deal, THREE + "AQS B7C C2C|A4D B6D C3C", jink="A3")
    assert at(kept, "4B").marks == ("!",)


def test_what_is_played_after_the_pool_is_won_has_no_marks_of_weight() -> None:
    notes = notes_of("5S JS AH QS 4D|3S 8H 9H 6D 7C|4S TH JH 2C 3C", THREE + "AQS B6D C2C|A4D B7C C3C")
    assert all(set(note.marks) <= {"=", "r", "x"} for note in notes.plays if note.trick > 3)
    assert "Trick 3 decided the pool; what was played after it is not weighed." in notes.said
    assert notes.forced == 0


def test_points_that_were_forced_are_given_away() -> None:
    """Aoife's king of trumps takes Brendan's heart and her four of diamonds his three: ten; kept back, five."""
    deal = "KC 8C 5D KS 4D|7C QC QD KH 3D"
    play = "AKC B7C|A8C BQC|BQD A5D|BKH "
    lost = at(notes_of(deal, play + "A4D|B3D AKS", rules="twenty-five/1"), "4A")
    assert lost.marks == ("?",)
    assert lost.text == "Aoife's 4D costs 5 points that were forced; the KS would have kept them."
    assert at(notes_of(deal, play + "AKS|A4D B3D", rules="twenty-five/1"), "4A").marks == ("!",)
    over = {"preset": "twenty-five/1", "rob": "off", "target": 5}
    assert at(notes_of(deal, play + "A4D|B3D AKS", rules=over), "4A").marks == ()  # the game was won with trick 1


@pytest.mark.parametrize(("scoring", "cost"), [("per_trick", 5), ("net_difference", 10), ("majority_5_sweep_10", 0)])
def test_points_are_those_that_the_rules_count(scoring: str, cost: int) -> None:
    """Aoife takes three tricks instead of four: 15 and not 20, 15 - 10 and not 20 - 5, or 5 for either."""
    rules = {"preset": "twenty-five/1", "rob": "off", "hand_scoring": scoring, "bonus": "none"}
    deal = "KC KH 8C KS 4D|7C 6H QC QH 3D"
    note = at(notes_of(deal, "AKC B7C|AKH B6H|A8C BQC|BQH A4D|B3D AKS", rules=rules), "4A")
    assert (note.marks, note.verdict.cost) == ((("?",), cost) if cost else ((), 0))
    assert f"costs {cost} points" in note.text or not cost
    kept = notes_of(deal, "AKC B7C|AKH B6H|A8C BQC|BQH AKS|A4D B3D", rules=rules)
    assert at(kept, "4A").marks == (("!",) if cost else ())
    from_the_start = {"per_trick": "Aoife 20, Brendan 5", "net_difference": "Aoife 15, Brendan 0"}
    assert kept.said[0].endswith(f": {from_the_start.get(scoring, 'Aoife 5, Brendan 0')}.")


def test_a_bonus_is_left_out_where_it_does_not_count() -> None:
    """Five for the highest trump count beside the tricks, not where the majority alone counts."""
    rules = {"preset": "forty-five/1", "rob": "off", "announce_ace": "none"}
    deal, play = "KC KH 8C KS 4D|7C 6H QC QH 3D", "AKC B7C|AKH B6H"
    assert notes_of(deal, play, rules=rules).worth == (25, 5)
    assert notes_of(deal, play, rules=rules | {"hand_scoring": "majority_5_sweep_10"}).worth == (5, 0)
    assert notes_of(deal, play, rules=rules | {"hand_scoring": "net_difference"}).worth == (20, 0)


AUCTION = "5S JS 3C KS 4D|7C 8H 7H JH QH|KC 8D 9H TH 6H|QD 8C 9C TC 2H"
BID: dict[str, Any] = {
    "rules": {"preset": "auction-forty-fives/1", "first_lead": "bidder", "draw": "none"},
    "sides": "AC BD",
    "up": None,
    "trump": "S",
}


@pytest.mark.parametrize("bonus", ["highest_trump", "none"])
def test_a_contract_that_was_forced_is_given_away(bonus: str) -> None:
    """All five are bid; Aoife must trump Declan's queen, her four of diamonds is then good."""
    play = "A5S B8H C9H D9C|AJS B7H CTH DTC|A3C B7C CKC D8C|C8D DQD A4D BJH|D2H AKS BQH C6H"
    note = at(notes_of(AUCTION, play, bid="A30", **BID | {"rules": BID["rules"] | {"bonus": bonus}}), "4A")
    assert note.marks == ("?",)
    assert note.text == "Aoife's 4D gives away the contract of 30, which was forced; the KS would have made it."


def test_where_the_bid_was_not_noted_the_tricks_are_weighed_from_the_lead_as_it_was() -> None:
    """It is the bidder's to lead: who that was is not known, but who led is."""
    play = "A5S B8H C9H D9C|AJS B7H CTH DTC|A3C B7C CKC D8C|C8D DQD A4D BJH|D2H AKS BQH C6H"
    notes = notes_of(AUCTION, play, **BID)
    assert (notes.missing, notes.unsolved, notes.worth) == ("", 0, (30, 0))
    assert at(notes, "4A").text == "Aoife's 4D costs 5 points that were forced; the KS would have kept them."
    said = "What was bid is not known: the cards are weighed by the points of the tricks, not by the contract."
    assert notes.said[-1] == notes_of(AUCTION, play, bid="A?", **BID).said[-1] == said
    assert said not in notes_of(AUCTION, play, bid="A20", **BID).said
    assert notes_of(AUCTION, "", **BID).missing == (
        "Who was to lead to the first trick is not known, so no card is weighed."
    )


def test_hands_that_may_be_those_before_the_draw_are_called_so() -> None:
    rules = {"preset": "auction-forty-fives/1", "first_lead": "bidder"}
    said = "No draw was noted and the hand stopped early: the hands noted are taken for those after the draw."
    play = "A5S B8H C9H D9C|AJS B7H CTH DTC|A3C B7C CKC D8C|C8D DQD A4D BJH|D2H AKS BQH C6H"
    first = play.split("|", 1)[0]
    assert said in notes_of(AUCTION, first, bid="A20", **BID | {"rules": rules}).said
    assert said not in notes_of(AUCTION, play, bid="A20", **BID | {"rules": rules}).said
    assert said not in notes_of(AUCTION, first, bid="A20", **BID).said


def test_a_jink_of_an_auction_game_is_not_called_the_contract() -> None:
    """As above with 20 bid and a jink declared: Aoife still makes her 20, but not the jink."""
    play = "A5S B8H C9H D9C|AJS B7H CTH DTC|A3C B7C CKC D8C|C8D DQD A4D BJH|D2H AKS BQH C6H"
    notes = notes_of(AUCTION, play, bid="A20", jink="A0", **BID)
    assert at(notes, "4A").text == "Aoife's 4D gives away a jink that was forced; the KS would have held it."
    assert notes.jink is not None
    assert notes.jink.worth == "sound"
    let = "5S JS 3C 2H 4H|7C 8H 7H JH QH|KC 8D 9H TH KH|QD 2D 9C TC QC"
    play = "A5S B8H C9H D9C|AJS B7H CTH DTC|A3C B7C CKC DQC|C8D D2D A2H BJH|CKH DQD A4H BQH"
    note = at(notes_of(let, play, bid="A20", jink="A0", **BID), "4D")
    assert note.text == "Declan's 2D lets the jink of Aoife through; the QD would have stopped it."


def test_a_contract_is_let_through() -> None:
    """Three tricks and the bonus are 20. Declan's queen takes the fourth and his deuce the last, but not before."""
    deal = "5S JS 3C 2H 4H|7C 8H 7H JH QH|KC 8D 9H TH 6H|QD 2D 9C TC QC"
    play = "A5S B8H C9H D9C|AJS B7H CTH DTC|A3C B7C CKC DQC|C8D D2D A2H BJH|C6H DQD A4H BQH"
    notes = notes_of(deal, play, bid="A25", **BID)
    assert at(notes, "4D").text == "Declan's 2D lets the contract of 25 through; the QD would have stopped it."
    assert at(notes, "4D").marks == ("??",)
    assert (
        notes.said[-2] == "From the first lead these points could be forced: Aoife and Ciara 25, Brendan and Declan 5."
    )
    assert notes.said[-1] == "With spades as trumps the cards bear these bids: Aoife and Ciara 25; Aoife bid 25."


def test_a_ten_which_must_be_raised_is_none_of_the_bids_that_cards_bear() -> None:
    """The five and its bonus are ten points, and no contract."""
    rules = {"preset": "hundred-and-ten/1", "draw": "none", "kitty": 0}
    deal = "5S 3C 2C 2H 4H|7C 8H 7H JH QH|KS 8D 9H TH 6H|QS 2D 9C TC QC"
    notes = notes_of(deal, "B7H C6H DTC A4H", bid="A20", rules=rules, up=None, trump="S")
    assert notes.worth[0] == 10
    assert notes.said[1] == "With spades as trumps the cards bear no bid; Aoife bid 20."


def test_a_search_that_outgrows_its_limit_leaves_no_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def too_much(_: Solver, state: State, *__: object) -> bool:
        asked.append(len(state.winners))
        raise TooMuchError

    monkeypatch.setattr(Solver, "holds", too_much)
    monkeypatch.setattr(Solver, "holds_after", too_much)
    notes = notes_of(LOSING_A_POOL, TO_THE_FOURTH + "A4D|B3D CKS A2S")
    assert notes.unsolved == 15
    assert {mark for note in notes.plays for mark in note.marks} <= {"=", "r"}
    assert "15 plays were not solved: there are more positions than are searched." in notes.said
    assert asked == [4, 4, 4]  # the positions before are larger yet


@pytest.mark.parametrize(
    ("deal", "play", "fields", "missing"),
    [
        (LOSING_A_POOL, "A5S B2H C3S", {}, "The record contradicts itself: Brendan cannot have played 2H at 1B."),
        ("5S JS 2S 4D 6C|KC KH 3D 9H 5S|KS 3S 4S 7C 8H", "A5S B9H C3S", {}, "The 5S is in two places at once"),
        ("5S JS 2S 4D 9S|KC KH 3D 9H TH|KS 3S 4S 7C 8H", "A5S B9H C3S", {}, "The 9S is in two places at once"),
        ("5S JS 2S 4D|KC KH 3D 9H TH|KS 3S 4S 7C 8H", "A5S B9H C3S", {}, "The cards of Aoife were not all seen"),
        (LOSING_A_POOL, "A5S B9H C3S", {"up": None}, "Trumps are not known"),
        (LOSING_A_POOL, "A5S B9H C3S", {"dealer": "F"}, "Who dealt is not known, and so not who was to lead"),
        (LOSING_A_POOL, "A5S B9H C3S", {"sides": "AB C"}, "Players, sides and rules do not go together"),
        (LOSING_A_POOL, "A5S B9H C3S", {"end": "misdeal"}, "The hand was not played for anything."),
        (LOSING_A_POOL, "A5S B9H C3S", {"rules": "maw/1"}, "What a trick is worth these rules do not say"),
        (LOSING_A_POOL, "A5S B9H C3S", {"rules": {"preset": "nonsense/9"}}, "The rules are not known"),
        (
            LOSING_A_POOL,
            "A5S B9H C3S",
            {"rules": {"preset": "twenty-five/1", "hand_scoring": "net_difference"}},
            "These rules count only what a side has more than the best of the others",
        ),
    ],
)
def test_what_is_not_known_is_said_and_nothing_invented(
    deal: str, play: str, fields: dict[str, object], missing: str
) -> None:
    notes = notes_of(deal, play, **fields)
    assert notes.missing.startswith(missing)
    assert not any(note.solved or note.verdict.mark for note in notes.plays)


def test_a_hand_that_stopped_early_is_solved_where_it_was_dealt() -> None:
    notes = notes_of(LOSING_A_POOL, "A5S B9H C3S", end="conceded")
    assert (notes.missing, notes.unsolved) == ("", 0)


def test_hands_seen_in_full_in_play_are_known() -> None:
    """The rob counts, also for those who play before Ciara robs: her cards are weighed as they lay after it."""
    play = "A5S B9H C9S|AJS BTH CAS|A6C BKC C7C|BKH C8H A2S|A4D B3D C4S"
    notes = notes_of("-|-|-", play, rules={"preset": "spoil-five/1"}, rob="C??")
    assert notes.missing == ""
    assert all(note.solved for note in notes.plays)


def test_a_trick_played_out_of_turn_is_not_solved_but_the_rest_is() -> None:
    notes = notes_of(LOSING_A_POOL, "A5S C3S B9H|" + TO_THE_FOURTH.split("|", 1)[1] + "A4D|B3D CKS A2S")
    assert [note.at for note in notes.plays if not note.solved] == ["1C", "1B"]
    assert "2 plays were not solved: the trick was played out of turn." in notes.said
    assert at(notes, "4A").marks == ("?",)


def test_a_lead_out_of_turn_after_the_pool_is_won_leaves_nothing_open() -> None:
    notes = notes_of(LOSING_A_POOL, TO_THE_FOURTH + "A2S|B3D CKS A4D")
    assert notes.unsolved == 0
    assert notes.said[1:] == ("Trick 4 decided the pool; what was played after it is not weighed.",)


def test_doubtful_places_are_named() -> None:
    notes = notes_of(LOSING_A_POOL, TO_THE_FOURTH + "A4D|B3D CKS A2S", unsure=["4A"])
    assert "The scribe was not sure of 4A; the cards are weighed as noted." in notes.said


def test_a_player_who_is_barred_cannot_be_let_in() -> None:
    """As `LETTING_IN`, but Brendan robbed without the ace and cannot win the pool by these rules."""
    rules = {"preset": "spoil-five/1", "false_rob": "cannot_win_pool"}
    deal = "KD 5D 2C 2H 9H|7D QD KC KH 2D|8D 6D 3C KS 4C"
    play = "AKD B7D C8D|A5D BQD C6D|BKC C3C A2C|BKH C4C A2H"
    free = annotate(cases_of(record_of(deal, play))[0])
    barred = annotate(cases_of(record_of(deal, play, rules=rules, rob="B3D", up="9S"))[0])
    assert at(free, "4C").marks == ("??",)
    assert barred.missing  # a card put out that was never held is a contradiction
    deal = "KD 5D 2C 2H 9H|7D QD KC KH 2D|8D 6D 3C KS 4C"
    barred = annotate(cases_of(record_of(deal, play, rules=rules, rob="B2D", up="9S"))[0])
    assert at(barred, "4C").verdict.mark == ""
