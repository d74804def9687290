"""Cards, deal and turn-up (SR2xx), and words that are no cards, plays or seats."""

from collections.abc import Iterator

from spoilrec.record.tokens import SEATS, Slip
from spoilrec.review.case import Case
from spoilrec.review.correct import card_instead
from spoilrec.review.finding import Finding, finding
from spoilrec.review.hand import play_index
from spoilrec.review.nearest import did_you_mean
from spoilrec.review.replay import HAND_SIZE
from spoilrec.rules.cards import CODE_NAMES, JOKER, SUIT_LETTERS, SUIT_NAMES, UNSEEN

ENDS = ("misdeal", "claimed", "conceded", "abandoned")
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
    for field, slip in case.reading.slips:
        yield _slip(case, field, slip)
    yield from _check_words(case)
    yield from _check_deal(case)
    yield from _check_trump(case)
    if _is_double(case):
        yield from _find_twice(case)
    if case.rules and case.rules.options.joker == "none":
        yield from _check_joker(case)


def _slip(case: Case, field: str, slip: Slip) -> Finding:
    spot = case.spot(field, slip.index, len(slip.word))
    if slip.kind != "unreadable":
        seems = slip.seems or "one space"
        return finding("SR202", spot, {"word": slip.word, "field": field, "seems": seems, "why": _LENIENT[slip.kind]})
    seems = f"; it seems to mean {slip.seems}" if slip.seems else ""
    if field in ("play", "rob", "jink"):
        taken = (
            "The card is taken as not seen."
            if slip.word[:1] in SEATS[: len(case.setting.players)]
            else "It is left out."
        )
        return finding("SR401", spot, {"word": slip.word, "field": field, "nearest": seems, "taken": taken})
    if field == "announce":
        return no_seat(case, field, slip.word)
    return finding("SR201", spot, {"word": slip.word, "field": field, "nearest": seems})


def no_seat(case: Case, field: str, word: str) -> Finding:
    """Say that a word is no seat here, with the seat it seems to mean: a small letter, or a player's name."""
    seems = ""
    names = {name.casefold(): place for place, name in enumerate(case.setting.players) if name}
    if word.upper() in SEATS and len(word) == 1 and word.upper() != word:
        seems = f"; it seems to mean seat {word.upper()}"
    elif word.casefold() in names:
        seems = f"; {case.name(names[word.casefold()])} sits at {SEATS[names[word.casefold()]]}"
    seats = ", ".join(f"{SEATS[seat]} {case.name(seat)}" for seat in case.setting.seats)
    return finding(
        "SR402",
        case.spot(field, 0, len(word)),
        {"word": word[:40], "field": field, "nearest": seems, "seats": seats or "nobody"},
    )


def _check_words(case: Case) -> Iterator[Finding]:
    hand = case.reading.hand
    if hand.trump is not None and case.reading.trump < 0:
        yield _unknown(case, "trump", hand.trump, tuple(SUIT_LETTERS))
    if hand.end is not None and hand.end not in ENDS:
        yield _unknown(case, "end", hand.end, ENDS)
    for fact in hand.irregular:
        if fact.what not in IRREGULARITIES:
            yield _unknown(case, "irregular", fact.what, IRREGULARITIES)


def _unknown(case: Case, field: str, word: str, known: tuple[str, ...]) -> Finding:
    facts = {"field": field, "word": word[:40], "nearest": did_you_mean(word, known), "values": ", ".join(known)}
    return finding("SR119", case.spot(field, 0, len(word)), facts)


def _check_deal(case: Case) -> Iterator[Finding]:
    reading, players = case.reading, len(case.setting.players)
    if not reading.deal:
        return
    if players and len(reading.deal) != players:
        yield finding("SR209", case.spot("deal"), {"count": len(reading.deal), "players": players})
        return
    for seat, hand in enumerate(reading.deal):
        if hand is None or (len(hand) == HAND_SIZE and (not players or case.setting.players[seat] is not None)):
            continue
        spot = case.spot(
            "deal", _group_index(case, seat), 1, seat=seat, at=f"0{SEATS[seat]}" if seat < len(SEATS) else ""
        )
        if players and case.setting.players[seat] is None:
            yield finding("SR704", spot, {"seat": SEATS[seat], "did": "was dealt cards"})
        elif not (reading.marked("wrong-count") or reading.marked("misdeal") or reading.hand.end == "misdeal"):
            yield finding("SR204", spot, {"player": case.name(seat), "count": len(hand)})


def _group_index(case: Case, group: int) -> int:
    text = case.reading.hand.deal or ""
    return sum(len(part) + 1 for part in text.split("|")[:group])


def _check_trump(case: Case) -> Iterator[Finding]:
    reading = case.reading
    up = reading.up
    if 0 <= up < JOKER and 0 <= reading.trump != up // 13:
        facts = {"trump": SUIT_NAMES[reading.trump], "up": CODE_NAMES[up], "suit": SUIT_NAMES[up // 13]}
        yield finding("SR206", case.spot("trump", 0, 1), facts)
    turned = case.rules is None or case.rules.options.trump_by == "turn_up"
    if case.trump < 0 and turned and (reading.tricks or reading.deal):
        yield finding("SR207", case.spot("up"), {})


def _check_joker(case: Case) -> Iterator[Finding]:
    reading = case.reading
    dealt = any(JOKER in hand for hand in reading.deal if hand)
    played = any(code == JOKER for trick in reading.tricks for _, code in trick)
    for field, found in (("up", JOKER in reading.ups), ("deal", dealt), ("play", played)):
        if found:
            index = max(0, (getattr(reading.hand, field) or "").find("JK"))
            yield finding("SR205", case.spot(field, index, 2), {"field": field})


def _is_double(case: Case) -> bool:
    """Whether some card is in two places: quick, for the many hands in which none is."""
    reading = case.reading
    fixed = [code for hand in reading.deal if hand for code in hand if code < UNSEEN]
    fixed += [code for code in reading.ups if code < UNSEEN]
    if case.replay and not case.replay.refused and all(reading.deal):
        return len(set(fixed)) != len(fixed)  # every card played came from its own hand
    played = [play[1] for trick in reading.tricks for play in trick if play[1] < UNSEEN]
    if len(set(fixed)) != len(fixed) or len(set(played)) != len(played):
        return True
    if all(reading.deal):
        return False
    robbers = {seat for seat, _ in reading.robs}
    elsewhere = set(fixed)
    return any(
        code in elsewhere and not (seat in robbers and code in reading.ups)
        for trick in reading.tricks
        for seat, code in trick
        if seat >= len(reading.deal) or reading.deal[seat] is None
    )


def _find_twice(case: Case) -> Iterator[Finding]:
    """Name both places of every card that is there twice; a played card is at home in its own deal."""
    reading, seen = case.reading, dict[int, tuple[str, int]]()
    robbers = {seat for seat, _ in reading.robs}
    for code, where, field, index, seat in _places(case):
        if code >= UNSEEN:
            continue
        if code in seen:
            first, owner = seen[code]
            if (
                field == "play"
                and (owner == seat or (owner == -1 and seat in robbers))
                and not first.startswith("played")
            ):
                seen[code] = (where, seat)
                continue
            if field == "play" and owner == -1 and not first.startswith("played"):
                continue  # the turn-up played without a rob is a finding of its own (SR306)
            if field == "play" and _was_dealt(case, seat) and not first.startswith("played"):
                continue  # not among his cards: SR408
            correction = card_instead(case, code) or "One of the two is wrong."
            spot = case.spot(field, index, len(CODE_NAMES[code]), seat=seat)
            yield finding(
                "SR203", spot, {"card": CODE_NAMES[code], "first": first, "second": where, "correction": correction}
            )
        else:
            seen[code] = (where, seat)


def _was_dealt(case: Case, seat: int) -> bool:
    deal = case.reading.deal
    return seat < len(deal) and deal[seat] is not None


def _places(case: Case) -> Iterator[tuple[int, str, str, int, int]]:
    """Every noted card: its code, where it is in words, the field, the character in it, the seat or -1."""
    reading = case.reading
    for seat, hand in enumerate(reading.deal):
        for nth, code in enumerate(hand or ()):
            index = _group_index(case, seat) + 3 * nth
            yield code, f"dealt to {case.name(seat)}", "deal", index, seat
    for nth, code in enumerate(reading.ups):
        yield code, "turned up", "up", 3 * nth, -1
    for number, trick in enumerate(reading.tricks, start=1):
        for nth, (seat, code) in enumerate(trick):
            index = play_index(reading.hand.play or "", number - 1, nth)
            yield code, f"played by {case.name(seat)} in trick {number}", "play", index + 1, seat
