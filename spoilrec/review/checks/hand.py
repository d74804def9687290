"""All checks of one hand, in the order in which a hand takes place."""

from collections.abc import Iterator

from spoilrec.record.lines import Ruling
from spoilrec.review.case import Case
from spoilrec.review.checks.auction import check_auction
from spoilrec.review.checks.deal import check_cards
from spoilrec.review.checks.draw import check_draw
from spoilrec.review.checks.jink import check_jink
from spoilrec.review.checks.order import check_order
from spoilrec.review.checks.play import check_play
from spoilrec.review.checks.rob import check_rob
from spoilrec.review.checks.rulings import check_ruling_finding, check_ruling_place
from spoilrec.review.checks.score import check_score
from spoilrec.review.finding import Finding, Spot


def check_hand(case: Case) -> Iterator[Finding]:
    """Everything that can be said of a hand; where trumps are not known, nothing of the play."""
    yield from check_order(case)
    yield from check_cards(case)
    yield from check_auction(case)
    if case.trump >= 0:
        yield from check_draw(case)
        yield from check_rob(case)
        yield from check_play(case)
        yield from check_jink(case)
    yield from check_score(case)
    for line in case.ruling_lines:
        if isinstance(line.value, Ruling):
            yield from check_ruling_place(case, line.value, Spot(case.file, line, case.reading.hand.no))
            spot = Spot(case.file, line, case.reading.hand.no, line.value.at or "")
            yield from check_ruling_finding(case, line.value, spot)
