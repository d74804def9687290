"""Every verdict against brute force: all the hands that the cards not seen may have been, each played out."""

import os
from random import Random

from hypothesis import given, settings
from making import randomly
from making_unseen import Made, Truth, half_seen, truths

from spoilrec.review.verdict import Verdict, play_verdicts
from spoilrec.review.verdict_events import event_verdicts
from spoilrec.rules.cards import cards_in

EXAMPLES = int(os.environ.get("SPOILREC_HANDS", "40"))
MOST = 1000  # so many hands are tried before a question is left open


@settings(max_examples=EXAMPLES)
@given(random=randomly)
def test_verdicts_are_what_all_hands_say(random: Random) -> None:
    for _ in range(4):
        made = half_seen(random)
        found = truths(made, MOST)
        if found is not None:
            check(made, *found)


def check(made: Made, truth: dict[tuple[int, int], Truth], all_lawful: bool) -> None:
    verdicts = play_verdicts(made.case)
    judged = {
        one.place: one
        for one in verdicts
        if one.place in truth and one.open != "card" and not one.fault.endswith("-turn")
    }
    for place, one in judged.items():
        assert stand_of(one) == stand_by(truth[place]), (made.record.decode(), one)
        if one.stand in ("unknown", "not-all-lawful") and one.condemned:
            assert frozenset(cards_in(one.condemned)) == truth[place].condemned, (made.record.decode(), one)
    for one in event_verdicts(made.case):
        if one.deed == "rob" and one.fault in ("", "false-rob") and made.case.reading.up % 13:
            assert stand_of(one) == stand_by(truth[one.place]), (made.record.decode(), one)
    unknown = [one for one in judged.values() if stand_of(one) == "unknown"]
    if not any(one.stand == "unlawful" for one in verdicts) and unknown:
        together = any(one.stand == "not-all-lawful" for one in verdicts)
        assert together != all_lawful, made.record.decode()


def stand_of(one: Verdict) -> str:
    return {"lawful-by-form": "lawful", "not-all-lawful": "unknown"}.get(one.stand, one.stand)


def stand_by(truth: Truth) -> str:
    if truth.lawful and truth.revoke:
        return "unknown"
    return "lawful" if truth.lawful else "unlawful"
