"""Kitty, discard and draw (SR321 to SR327), and the turn-up that the dealer of an auction game may take."""

from collections.abc import Iterator

from spoilrec.engine.draw import Exchange, cards_needed, why_not_exchange, why_not_put_out, why_not_take
from spoilrec.engine.position import HAND_SIZE, Table
from spoilrec.engine.refusals import Refusal
from spoilrec.record.tokens import seat_letter
from spoilrec.review.case import Case
from spoilrec.review.checks.deal import no_seat
from spoilrec.review.checks.twice import group_index
from spoilrec.review.exchange import agreeing_deal, draw_is_noted, exchanges, kitty_size, searches
from spoilrec.review.finding import Fact, Finding, finding
from spoilrec.review.words.sentences import cards_text, plural, rule_names
from spoilrec.rules.cards import CODE_NAMES, UNSEEN


def check_draw(case: Case) -> Iterator[Finding]:
    """Everything between the auction and the first lead."""
    if case.rules is None or case.rules.game.goal != "auction" or case.replay is None:
        return
    table = case.replay.first.table
    yield from _check_kitty(case, table)
    yield from _check_take(case, table)
    yield from _check_exchanges(case, table)
    yield from _check_stock(case, table)
    reading = case.reading
    if reading.deal and reading.tricks and not draw_is_noted(reading) and agreeing_deal(table, reading) is None:
        yield finding("SR327", case.spot("deal"), {})


def _check_kitty(case: Case, table: Table) -> Iterator[Finding]:
    kitty, wanted = case.reading.auction.kitty, kitty_size(table)
    if kitty and len(kitty) != wanted:
        assert case.rules is not None
        facts: dict[str, Fact] = {
            "count": plural(len(kitty), "card"),
            "wanted": str(wanted) if wanted else "none",
            "rules": rule_names(case.rules, ("kitty",)),
        }
        yield finding("SR324", case.spot("kitty", 0, len(case.reading.hand.kitty or "")), facts)


def _check_take(case: Case, table: Table) -> Iterator[Finding]:
    """The turned card goes to the dealer for a card of his own, or to nobody (K19)."""
    reading = case.reading
    for seat, out in reading.robs[:1]:
        spot = case.spot("rob", 0, 3, seat=seat, at=f"0{seat_letter(seat)}")
        if seat >= len(case.setting.players):
            yield no_seat(case, "rob", seat_letter(seat), spot)
            continue
        refusal = why_not_take(
            table.options, table.facts.trumps[case.trump].trumps, table.dealer, seat, reading.up, out
        )
        if refusal:
            yield _refused_take(case, refusal)
        elif out < UNSEEN and _dealt_is_certain(case, table, seat) and out not in (reading.deal[seat] or ()):
            why = f"it was not among the cards {case.name(seat)} held"
            yield finding(
                "SR305",
                spot,
                {"player": case.name(seat), "did": "took the turn-up", "card": CODE_NAMES[out], "why": why},
            )


def _dealt_is_certain(case: Case, table: Table, seat: int) -> bool:
    """Whether the five cards dealt to a seat are known: without a draw noted `deal` may be the hands after it."""
    deal = case.reading.deal
    hand = deal[seat] if seat < len(deal) else None
    before_the_draw = draw_is_noted(case.reading) or table.options.draw == "none"
    return before_the_draw and hand is not None and len(hand) == HAND_SIZE and max(hand) < UNSEEN


def _refused_take(case: Case, refusal: Refusal) -> Finding:
    assert case.rules is not None
    seat = refusal.seat
    why = {
        "rob-off": "these rules leave it on the table",
        "take-not-dealer": f"only the dealer ({case.name(refusal.seat_due)}) may",
        "take-no-trump": f"the {CODE_NAMES[refusal.card]} is no trump" if refusal.card >= 0 else "",
        "rob-out-turn-up": "it was put out again",
    }[refusal.why]
    spot = case.spot("rob", 0, 3, seat=seat, at=f"0{seat_letter(seat)}")
    facts: dict[str, Fact] = {"player": case.name(seat), "why": why, "rules": rule_names(case.rules, refusal.rules)}
    return finding("SR326", spot, facts)


def _check_exchanges(case: Case, table: Table) -> Iterator[Finding]:
    trumps, players = table.facts.trumps[case.trump].trumps, len(table.seats)
    for exchange in exchanges(table, case.reading):
        searching = searches(table, exchange.seat)
        open_draw = searching and not exchange.noted  # what he put out may be what he drew
        refusal = None if open_draw else why_not_put_out(exchange, searches=searching)
        if refusal is None and exchange.noted:
            refusal = why_not_exchange(table.options, trumps, players, exchange, searches=searching)
        if refusal:
            yield _refused(case, table, exchange, refusal)


def _refused(case: Case, table: Table, exchange: Exchange, refusal: Refusal) -> Finding:
    assert case.rules is not None
    seat, facts_of = exchange.seat, table.facts.trumps[case.trump]
    player = case.full_name(seat)
    text = case.reading.hand.discard or ""
    width = len(text.split("|")[seat])
    spot = case.spot("discard", group_index(text, seat), max(width, 1), seat=seat, at=f"0{seat_letter(seat)}")
    rules = rule_names(case.rules, refusal.rules)
    match refusal.why:
        case "draw-count":
            left = HAND_SIZE + exchange.kitty - exchange.put_out + exchange.taken
            got = f"drew {exchange.taken}" + (f", with {exchange.kitty} from the kitty" if exchange.kitty else "")
            return finding("SR321", spot, {"player": player, "out": exchange.put_out, "got": got, "left": left})
        case "put-out-not-held":
            held = cards_text(facts_of, refusal.allowed)
            facts: dict[str, Fact] = {"player": player, "card": CODE_NAMES[refusal.card], "held": held}
            return finding("SR323", spot, {**facts, "hint": _hint(case, table, refusal.card)})
        case "kept-no-trump":
            did = f"kept no trump, having {cards_text(facts_of, refusal.witness)}"
            remedy = "One trump at least has to be kept."
        case "no-draw":
            did, remedy = f"drew {plural(exchange.taken, 'card')}", "By these rules nobody draws."
        case _:
            did = f"drew {plural(exchange.taken, 'card')} and kept {HAND_SIZE - exchange.taken or 'none'}"
            kept = "two cards have" if len(table.seats) > 5 else "one card has"
            remedy = f"With {len(table.seats)} players {kept} to be kept."
    return finding("SR322", spot, {"player": player, "did": did, "rules": rules, "remedy": remedy})


def _hint(case: Case, table: Table, card: int) -> str:
    """Say whose the card was, where it was seen."""
    if card in case.reading.auction.kitty and table.contract.bidder >= 0:
        return f"The kitty was {case.name(table.contract.bidder)}'s."
    holder = next((seat for seat, hand in enumerate(case.reading.deal) if hand and card in hand), -1)
    return f"It was dealt to {case.name(holder)}." if holder >= 0 else "Correct `discard` or the deal."


def _check_stock(case: Case, table: Table) -> Iterator[Finding]:
    drawn = sum(len(cards or ()) for cards in case.reading.auction.draw)
    needed = cards_needed(len(table.seats), kitty_size(table), drawn, turned=bool(case.reading.ups))
    pack = table.facts.pack.bit_count()
    if needed > pack:
        yield finding("SR325", case.spot("draw", 0, len(case.reading.hand.draw or "")), {"count": needed, "pack": pack})
