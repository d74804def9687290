"""The story of a hand: what is told of it, and where."""

from typing import Any

import pytest
from annotating import cases_of, record_of
from commands import spoilrec

from spoilrec.review.words.story import HandTold, tell

POOL_WON = "A5S B3D C4D|AJS B6D C7D|AAH B8D C9D"
PLAYED_ON = POOL_WON + "|AAS BTD C2H|AKS B3H C4H"
BID = "A5S BKC CQC D3D|A4S BJC C2C D4D|A3S B3C C4C D6D|A2S B6C C7C D7D|A7S B8C C9C D8D"
AUCTION: dict[str, Any] = {"rules": {"preset": "auction-forty-fives/1"}, "sides": "AC BD", "up": None, "trump": "S"}


def told_of(play: str, players: int = 3, **fields: Any) -> HandTold:
    """Tell a hand whose deal was not noted, dealt by the last seat."""
    return tell(cases_of(record_of("|".join("-" * players), play, **fields))[0])


@pytest.mark.parametrize(
    ("play", "jink", "called"),
    [
        (PLAYED_ON, "A3", (3, "Aoife calls a jink after trick 3")),
        (POOL_WON, "A3", (3, "Aoife calls a jink after trick 3")),
        (PLAYED_ON, "A2", (2, "Aoife calls a jink after trick 2 (void)")),
        (PLAYED_ON, "B3", (3, "Brendan calls a jink after trick 3 (void)")),
        (POOL_WON, "A4", (3, "Aoife calls a jink after trick 4")),
    ],
)
def test_a_jink_is_told_where_it_was_called(play: str, jink: str, called: tuple[int, str]) -> None:
    told = told_of(play, jink=jink)
    assert [(trick.number, text) for trick in told.tricks for text in trick.calls] == [called]
    assert told.notes == (called[1],)
    assert not any("jink" in text for text in told.before)


@pytest.mark.parametrize("play", [BID, ""])
def test_a_jink_of_the_bidder_is_told_before_the_tricks(play: str) -> None:
    told = told_of(play, 4, **AUCTION, bid="A20", jink="A0")
    assert told.before == ("Aoife names spades for 20.", "Aoife calls a jink before the first lead.")
    assert told.notes == ()


def test_annotate_tells_a_jink_below_the_trick_after_which_it_was_called() -> None:
    deal = "5S JS AH AS KS|3D 6D 8D TD 3H|4D 7D 9D 2H 4H"
    record = record_of(deal, PLAYED_ON, jink="A3").encode()
    called = "Ciara 9D\n     Aoife calls a jink after trick 3.\n  4  Aoife AS*"
    assert called in spoilrec("annotate", "-", stdin=record).out
    called = "| Aoife AH\\*, Brendan 8D, Ciara 9D; Aoife calls a jink after trick 3 |  |"
    assert called in spoilrec("annotate", "-f", "markdown", "-", stdin=record).out


@pytest.mark.parametrize(
    ("calls", "said"),
    [("A- B- C- D-", "Nobody bid; the hand is thrown in."), ("A- B- C10 D-", "No bid stood; the hand is thrown in.")],
)
def test_where_a_hand_was_thrown_in_nobody_named_trumps(calls: str, said: str) -> None:
    told = told_of("", 4, rules={"preset": "hundred-and-ten/1"}, up=None, bids=calls)
    assert (told.title, told.outcome) == ("Declan deals; nobody named trumps", (said,))
    assert told_of("", 4, rules={"preset": "hundred-and-ten/1"}, up=None).title == "Declan deals; trumps not noted"
