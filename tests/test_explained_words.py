"""Every word that the program tells its users to write is one that `explain` knows."""

import pytest
from commands import spoilrec

from spoilrec.review.outcome import ENDS
from spoilrec.review.verdict_claims import CLAIMS
from spoilrec.rules.glossary import TERMS
from spoilrec.rules.options import describe_options


@pytest.mark.parametrize("word", [*CLAIMS, *ENDS])
def test_what_can_be_claimed_and_how_a_hand_can_end_is_explained(word: str) -> None:
    ran = spoilrec("explain", word)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.split(":")[0].split("\n")[0].replace("-", " ").find(word.replace("-", " ")) >= 0


def test_words_stand_in_their_order_and_once() -> None:
    words = [word for word, _ in TERMS]
    assert words == sorted(set(words))


def test_a_contradiction_names_the_options_that_decide_it() -> None:
    assert spoilrec("explain", "K21").out == (
        "K01 to K44: contradictions between these sources; the default is how each was decided.\n\n"
        "renege_against: When the right to keep a trump back is lost (K21). "
        "Default: led_card, only by a higher trump led.\n"
    )
    assert spoilrec("explain", "k38").out.count("\n\n") == 2
    assert "\n\n" not in spoilrec("explain", "K01").out
    named = " ".join(option.meaning for option in describe_options())
    assert "(K38)" in named and "(K01)" not in named
