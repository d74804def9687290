"""Cards, deal and turn-up (SR2xx), and words that are no cards, plays or seats."""

from collections.abc import Iterator
from typing import Final

import msgspec

from spoilrec.engine.position import HAND_SIZE
from spoilrec.record.tokens import SEATS, Slip, seat_letter
from spoilrec.review.case import Case
from spoilrec.review.checks.twice import check_twice, group_index
from spoilrec.review.finding import Fact, Finding, Spot, finding
from spoilrec.review.nearest import did_you_mean
from spoilrec.review.outcome import ENDS
from spoilrec.review.words.sentences import plural, rule_names
from spoilrec.rules.cards import CODE_NAMES, JOKER, SUIT_LETTERS, SUIT_NAMES

MOST_MARKS: Final = 100  # facts of one hand that are looked at; ten players have sixty places
IRREGULARITIES = (
    "revoke", "lead-out-of-turn", "play-out-of-turn", "exposed", "withdrawn", "false-rob", "missed-rob", "wrong-count",
    "misdeal",
)  # fmt: skip

_LENIENT = {
    "ten": "10 is written T",
    "lower-case": "cards are written in capitals",
    "suit-sign": "suits are written C D H S",
    "suit-first": "the rank comes first",
    "spaces": "one plain space between cards",
}


def check_cards(case: Case) -> Iterator[Finding]:
    """All that can be said of the words and cards of a hand without any rule of play."""
    reading = case.reading
    yield from _check_slips(case)
    yield from _check_words(case)
    if reading.deal:
        yield from _check_deal(case)
    for field, exchanged in (("discard", reading.auction.discard), ("draw", reading.auction.draw)):
        if exchanged:
            yield from _check_groups(case, field, exchanged)
    yield from _check_trump(case)
    if not reading.deal or len(reading.deal) == len(case.setting.players):
        yield from check_twice(case)
    if case.rules and case.rules.options.joker == "none":
        yield from _check_joker(case)


def _check_slips(case: Case) -> Iterator[Finding]:
    """Every word that cannot be read; of each liberty that was taken the first in the hand."""
    told = set()
    for field, slip in case.reading.slips:
        if slip.kind == "unreadable" or slip.kind not in told:
            told.add(slip.kind)
            yield _slip(case, field, slip)


_FORMS: Final = {
    "bids": "A call is a seat and an amount, - for a pass, = for a hold: B15 C- D20 A=.",
    "bid": "A bid is a seat and an amount, ? for one not noted: D20, D?.",
    "play": "A play is a seat and a card: BQD.",
    "rob": "A rob is a seat and the card put out: B2D, or B?? if nobody saw it.",
    "jink": "A jink is a seat and the trick after which it was called: C3. What follows from it is not judged.",
}


def _slip(case: Case, field: str, slip: Slip) -> Finding:
    spot = case.spot(field, slip.index, len(slip.word))
    if slip.kind != "unreadable":
        seems = slip.seems or "one space"
        facts = {"word": slip.word[:60], "field": field, "seems": seems, "why": _LENIENT[slip.kind]}
        return finding("SR202", spot, facts)
    seems = f"; it seems to mean {slip.seems}" if slip.seems else ""
    if field in _FORMS:
        seated = slip.word[:1] in SEATS[: len(case.setting.players)]
        taken = (
            ""
            if field == "jink"
            else "It is left out."
            if field in ("bids", "bid")
            else "The card is taken as not seen."
            if seated
            else "It is left out."
        )
        form = {"form": _FORMS[field], "taken": taken}
        return finding("SR401", spot, {"word": slip.word[:60], "field": field, "nearest": seems, **form})
    if field == "announce":
        return no_seat(case, field, slip.word)
    return finding("SR201", spot, {"word": slip.word[:60], "field": field, "nearest": seems})


def no_seat(case: Case, field: str, word: str, spot: Spot | None = None) -> Finding:
    """Say that a word is no seat here, with the seat it seems to mean: a small letter, or a player's name."""
    seems = ""
    names = {name.casefold(): place for place, name in enumerate(case.setting.players) if name}
    if word.upper() in SEATS and len(word) == 1 and word.upper() != word:
        seems = f"; it seems to mean seat {word.upper()}"
    elif word.casefold() in names:
        seems = f"; {case.name(names[word.casefold()])} sits at {seat_letter(names[word.casefold()])}"
    seats = ", ".join(f"{seat_letter(seat)} {case.name(seat)}" for seat in case.setting.seats)
    facts = {"word": word[:40], "field": field, "nearest": seems, "seats": seats or "nobody"}
    return finding("SR402", spot or case.spot(field, 0, len(word)), facts)


def _check_words(case: Case) -> Iterator[Finding]:
    hand = case.reading.hand
    if hand.trump is not None and case.reading.trump < 0:
        yield _unknown(case, "trump", hand.trump, tuple(SUIT_LETTERS))
    if hand.end is not None and hand.end not in ENDS:
        yield _unknown(case, "end", hand.end, ENDS)
    for fact in hand.irregular[:MOST_MARKS]:
        if fact.what not in IRREGULARITIES:
            yield _unknown(case, "irregular", fact.what, IRREGULARITIES)


def _unknown(case: Case, field: str, word: str, known: tuple[str, ...]) -> Finding:
    suits = {name: letter for name, letter in zip(SUIT_NAMES, SUIT_LETTERS, strict=True)}
    letter = suits.get(word.casefold(), word.upper() if field == "trump" and word.upper() in suits.values() else "")
    nearest = f"; it seems to mean {letter}" if letter else did_you_mean(word, known)
    place = case.line.text.find(f'"{word}"')
    spot = case.spot(field, 0, len(word))
    if field == "irregular" and place >= 0:
        spot = msgspec.structs.replace(spot, column=place + 2)
    return finding("SR119", spot, {"field": field, "word": word[:40], "nearest": nearest, "values": ", ".join(known)})


def _check_deal(case: Case) -> Iterator[Finding]:
    deal, players = case.reading.deal, case.setting.players
    if players and len(deal) != len(players):
        yield finding(
            "SR209", case.spot("deal"), {"field": "deal", "count": plural(len(deal), "hand"), "players": len(players)}
        )
        return
    for seat, hand in enumerate(deal):
        if hand is not None and players and players[seat] is None:
            yield finding("SR704", _hand_spot(case, seat), {"seat": seat_letter(seat), "did": "was dealt cards"})
        elif hand is not None and len(hand) != HAND_SIZE and not _is_marked_or_unread(case, seat):
            yield finding("SR204", _hand_spot(case, seat), {"player": case.name(seat), "count": len(hand)})


def _check_groups(case: Case, field: str, exchanged: tuple[tuple[int, ...] | None, ...]) -> Iterator[Finding]:
    """One group for each chair; what lies in a group of an empty chair belongs to nobody."""
    players = case.setting.players
    if players and len(exchanged) != len(players):
        yield finding(
            "SR209",
            case.spot(field),
            {"field": field, "count": plural(len(exchanged), "group"), "players": len(players)},
        )
        return
    for seat, cards in enumerate(exchanged):
        if cards and players and players[seat] is None:
            did = "put out cards" if field == "discard" else "drew cards"
            yield finding("SR704", case.spot(field), {"seat": seat_letter(seat), "did": did})


def _hand_spot(case: Case, seat: int) -> Spot:
    at = f"0{seat_letter(seat)}" if seat < len(SEATS) else ""
    return case.spot("deal", group_index(case.reading.hand.deal or "", seat), 1, seat=seat, at=at)


def _is_marked_or_unread(case: Case, seat: int) -> bool:
    """A wrong number that the table noticed is a fact; words that are no cards are told as such."""
    reading = case.reading
    if reading.marked("wrong-count") or reading.marked("misdeal") or reading.hand.end == "misdeal":
        return True
    unread = [slip.index for field, slip in reading.slips if field == "deal" and slip.kind == "unreadable"]
    return any((reading.hand.deal or "").count("|", 0, index) == seat for index in unread)


def _check_trump(case: Case) -> Iterator[Finding]:
    reading = case.reading
    up = reading.up
    by_turn_up = case.rules is None or case.rules.options.trump_by == "turn_up"
    if by_turn_up and 0 <= up < JOKER and 0 <= reading.trump != up // 13:
        facts: dict[str, Fact] = {
            "trump": SUIT_NAMES[reading.trump],
            "up": CODE_NAMES[up],
            "suit": SUIT_NAMES[up // 13],
        }
        yield finding("SR206", case.spot("trump", 0, 1), facts)
    if case.rules and len(reading.ups) > 1 and case.rules.options.fiving == "off" and JOKER not in reading.ups[:-1]:
        facts = {"count": len(reading.ups), "rules": rule_names(case.rules, ("fiving", "joker"))}
        yield finding("SR211", case.spot("up", 0, len(reading.hand.up or "")), facts)
    named = case.rules is not None and case.rules.options.trump_by == "bidder"
    if case.trump < 0 and (named or not reading.hand.up) and (reading.tricks or (reading.deal and not named)):
        what = "the trump suit is not" if named else "neither turn-up nor trump suit is"
        yield finding("SR207", case.spot("trump" if named else "up"), {"what": what})


def _check_joker(case: Case) -> Iterator[Finding]:
    reading = case.reading
    for field in ("up", "deal", "kitty", "discard", "draw", "play"):
        text = getattr(reading.hand, field) or ""
        played = field != "play" or any(code == JOKER for trick in reading.tricks for _, code in trick)
        if "JK" in text and played:  # JKD is seat J with a king
            yield finding("SR205", case.spot(field, text.index("JK"), 2), {"field": field})
