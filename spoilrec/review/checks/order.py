"""The order of a session (SR7xx): hand numbers, dealers, empty chairs, what follows the close."""

from collections.abc import Iterator

from spoilrec.record.lines import Close
from spoilrec.record.tokens import seat_letter
from spoilrec.review.case import Case
from spoilrec.review.checks.deal import no_seat
from spoilrec.review.finding import Fact, Finding, Spot, finding
from spoilrec.review.setting import Ledger, Setting
from spoilrec.review.words.sentences import plural


def check_order(case: Case) -> Iterator[Finding]:
    """Number and dealer of a hand beside those of the hand before."""
    hand, ledger = case.reading.hand, case.ledger
    if ledger.number and hand.no != ledger.number + 1:
        yield finding("SR701", case.spot("no"), {"no": hand.no, "before": ledger.number})
    dealer, players = case.reading.dealer, case.setting.players
    if not players:
        return
    if not 0 <= dealer < len(players):
        yield no_seat(case, "dealer", hand.dealer)
    elif players[dealer] is None:
        yield finding("SR704", case.spot("dealer", 0, 1), {"seat": seat_letter(dealer), "did": "deals"})
    elif ledger.dealer >= 0 and hand.no == ledger.number + 1:
        due = next_dealer(case.setting, ledger.dealer)
        if dealer != due and not (ledger.redeal and dealer == ledger.dealer):
            facts: dict[str, Fact] = {
                "player": case.name(dealer),
                "before": case.name(ledger.dealer),
                "due": case.name(due),
            }
            yield finding("SR702", case.spot("dealer", 0, 1, seat=dealer), facts)


def next_dealer(setting: Setting, dealer: int) -> int:
    """The next occupied chair to the left."""
    chairs = len(setting.players)
    return next(
        (seat % chairs for seat in range(dealer + 1, dealer + chairs + 1) if seat % chairs in setting.seats), dealer
    )


def check_close(spot: Spot, close: Close, setting: Setting, ledger: Ledger) -> Iterator[Finding]:
    """The pool shared out at the end must be what lay in it."""
    if not close.split:
        return
    if len(close.split) != len(setting.players):
        facts: dict[str, Fact] = {
            "field": "split",
            "count": plural(len(close.split), "number"),
            "wanted": f"{len(setting.players)} seats",
        }
        yield finding("SR606", spot, facts)
    elif ledger.pool is not None and sum(close.split) not in (ledger.pool, ledger.due):
        yield finding("SR607", spot, {"split": sum(close.split), "pool": ledger.pool})
