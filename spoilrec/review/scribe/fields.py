"""The words of a sheet, field by field: what each puts into the line of the record in the making."""

from collections.abc import Callable
from typing import Any, Final

from spoilrec.record.sheet import SheetError, read_names, read_number, read_numbers, read_object, read_text
from spoilrec.record.tokens import SEATS, Word, read_bid, seat_letter, words
from spoilrec.review.checks.header import SOURCES, is_date, parse_time, read_sides
from spoilrec.review.nearest import did_you_mean
from spoilrec.review.outcome import ENDS
from spoilrec.review.rulebook import parse_choice, why_not_rules
from spoilrec.review.scribe.draft import Draft, dealer_of, state_of, with_calls, with_cards
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.typed import (
    card_text,
    cards_text,
    groups_text,
    name_and_more,
    places,
    seat_of,
    suit_text,
)
from spoilrec.review.words.sentences import plural
from spoilrec.rules.pool import TRICKS, may_jink

Reader = Callable[[Evening, Draft, Word], Draft]


def _field(name: str, read: Callable[[Word], Any]) -> Reader:
    return lambda evening, draft, rest: draft.with_fields(**{name: read(rest)})


def _seat(name: str) -> Reader:
    return lambda evening, draft, rest: draft.with_fields(**{name: seat_letter(seat_of(evening.setting, rest))})


def _one_of(name: str, words: tuple[str, ...]) -> Reader:
    """A field with a closed list of words."""

    def read(evening: Evening, draft: Draft, rest: Word) -> Draft:
        word = rest.text.lower()
        if word not in words:
            near = did_you_mean(word, words)
            raise SheetError(f"`{name}` cannot be `{rest.text}`{near}", ", ".join(words), rest.index + 1)
        return draft.with_fields(**{name: word})

    return read


def _date(rest: Word) -> str:
    if not is_date(rest.text):
        raise SheetError(f"`{rest.text}` is no date", "2026-11-27, 2026-11 or 2026", rest.index + 1)
    return rest.text


def _time(rest: Word) -> str:
    if parse_time(rest.text) is None:
        raise SheetError(f"`{rest.text}` is no time with a zone", "2026-11-27T21:30:00Z", rest.index + 1)
    return rest.text


def _read_rules(rest: Word) -> Any:
    """Read a preset, also as it is called at the table (`spoil five`, `110`), and the options that differ."""
    found = words(rest.text.replace(",", " "), rest.index)
    options = [word.text for word in found if "=" in word.text]
    spoken = " ".join(word.text for word in found if "=" not in word.text)
    choice = parse_choice(",".join([spoken, *options]))
    if why := why_not_rules(choice):
        raise SheetError(*why, rest.index + 1)
    return choice


def _sides(evening: Evening, draft: Draft, rest: Word) -> Draft:
    text = " ".join(rest.text.upper().replace(",", " ").split())
    sides = read_sides(text, len(draft.fields.get("players", ())))
    if "players" in draft.fields and isinstance(sides, str):
        raise SheetError(f"`{rest.text}` cannot be the sides: {sides}", "seats, such as AC BD", rest.index + 1)
    return draft.with_fields(sides=text)


def _note(evening: Evening, draft: Draft, rest: Word) -> Draft:
    """A second note is added to the first."""
    before = draft.fields.get("note")
    return draft.with_fields(note=f"{before}; {read_text(rest)}" if before else read_text(rest))


def _bid(rest: Word) -> str:
    text = rest.text.upper()
    if read_bid(Word(0, text))[0] is None:
        raise SheetError(f"`{rest.text}` is no bid", "who named trumps and for how much: D20, or D?", rest.index + 1)
    return text


def _by_seat(name: str) -> Reader:
    return _row(name, lambda evening: len(evening.setting.players), "seats", gaps=False)


def _by_side(name: str) -> Reader:
    return _row(name, lambda evening: len(evening.setting.partnerships), "sides", gaps=True)


def _row(name: str, count: Callable[[Evening], int], of: str, *, gaps: bool) -> Reader:
    """Numbers, one for each seat or side."""

    def read(evening: Evening, draft: Draft, rest: Word) -> Draft:
        numbers, wanted = read_numbers(rest, gaps=gaps), count(evening)
        if wanted and len(numbers) != wanted:
            why = f"`{name}` has {len(numbers)} numbers for {wanted} {of}"
            raise SheetError(why, f"{wanted} numbers, one for each", rest.index + 1)
        return draft.with_fields(**{name: numbers})

    return read


def _players(evening: Evening, draft: Draft, rest: Word) -> Draft:
    names = read_names(rest)
    if draft.kind == "session" and not 2 <= len(names) <= len(SEATS):
        raise SheetError(f"{plural(len(names), 'player')} cannot play", "2 to 10 names between commas", rest.index + 1)
    return draft.with_fields(players=names)


def _stake(evening: Evening, draft: Draft, rest: Word) -> Draft:
    number, _, unit = rest.text.partition(" ")
    draft = draft.with_fields(stake=read_number(Word(rest.index, number)))
    return draft.with_fields(unit=unit.strip()) if unit.strip() and draft.kind == "session" else draft


def _rob(evening: Evening, draft: Draft, rest: Word) -> Draft:
    """Who robbed; where an ace was turned nobody but the dealer can be meant."""
    if not rest.text and draft.fields.get("up", "")[-2:-1] == "A" and (dealer := dealer_of(evening, draft)) >= 0:
        return draft.with_fields(rob=seat_letter(dealer) + "??")
    seat, card = name_and_more(evening.setting, _somebody(rest, "rob"))
    return draft.with_fields(rob=seat_letter(seat) + (card_text(card) if card else "??"))


def _jink(evening: Evening, draft: Draft, rest: Word) -> Draft:
    """A jink is called now: after the tricks played so far, unless the line says when."""
    trick = len([part for part in draft.fields.get("play", "").split("|") if part])
    if not rest.text and (seat := _who_may_jink(evening, draft)) >= 0:
        return draft.with_fields(jink=f"{seat_letter(seat)}{trick}")
    seat, when = name_and_more(evening.setting, _somebody(rest, "jink"))
    if when:
        trick = read_number(when)
        if not 0 <= trick <= TRICKS:
            raise SheetError(f"there is no trick {trick}", "the number of the trick before the call", when.index + 1)
    return draft.with_fields(jink=f"{seat_letter(seat)}{trick}")


def _somebody(rest: Word, word: str) -> Word:
    if not rest.text:
        raise SheetError(f"`{word}` needs a player", f"`{word} NAME`", rest.index + 1)
    return rest


def _who_may_jink(evening: Evening, draft: Draft) -> int:
    """Give who can be meant by a call without a name: who has won every trick, before the first the bidder."""
    state = state_of(evening, draft)
    if state is None:
        return -1
    if state.table.goal == "auction" and not state.winners:
        return state.table.contract.bidder
    return may_jink(state.table.options, state.winners, state.rights.barred)


def won(evening: Evening, draft: Draft, rest: Word) -> Draft:
    """Read who won: a player, a side by its seats, or `-`; a player of a side stands for it."""
    setting = evening.setting
    if rest.text == "-":
        return draft.with_fields(won="-")
    sides = {"".join(map(seat_letter, sorted(side))): side for side in setting.sides}
    wanted = "".join(sorted(rest.text.upper()))
    if wanted in sides:
        return draft.with_fields(won="".join(map(seat_letter, sides[wanted])))
    seat = seat_of(setting, rest)
    side = next((side for side in setting.sides if seat in side), (seat,))
    return draft.with_fields(won="".join(map(seat_letter, side)))


def _mark(evening: Evening, draft: Draft, rest: Word) -> Draft:
    at, _, what = rest.text.partition(" ")
    found = places(Word(rest.index, at))
    if not found or not what.strip():
        raise SheetError("where and what is missing", "`mark 3C revoke`", rest.index + 1)
    facts = (*draft.fields.get("irregular", ()), {"at": found[0], "what": what.strip()})
    return draft.with_fields(irregular=facts)


def _places(name: str) -> Reader:
    """Places add up."""
    return lambda evening, draft, rest: draft.with_fields(**{name: (*draft.fields.get(name, ()), *places(rest))})


def _play(evening: Evening, draft: Draft, rest: Word) -> Draft:
    return with_cards(evening, draft.with_fields(play=""), rest)


HAND_FIELDS: Final[dict[str, Reader]] = {
    "no": _field("no", read_number), "dealer": _seat("dealer"), "up": _field("up", cards_text),
    "trump": _field("trump", suit_text), "deal": _field("deal", groups_text), "bids": with_calls,
    "bid": _field("bid", _bid), "kitty": _field("kitty", cards_text), "discard": _field("discard", groups_text),
    "draw": _field("draw", groups_text),
    "rob": _rob, "announce": _seat("announce"), "jink": _jink, "play": _play, "end": _one_of("end", ENDS),
    "won": won, "settle": _by_seat("settle"), "points": _by_side("points"), "score": _by_side("score"), "mark": _mark,
    "unsure": _places("unsure"), "deduced": _places("deduced"), "time": _field("time", _time),
    "note": _note, "x": _field("x", read_object),
}  # fmt: skip


def _penalty(evening: Evening, draft: Draft, rest: Word) -> Draft:
    """A penalty: its kind, then `settle` or `points` with numbers."""
    penalty: dict[str, Any] = {"kind": ""}
    field, numbers = "", Word(rest.index, "")
    for word in (*words(rest.text, rest.index), Word(len(rest.text), "")):
        if word.text in ("settle", "points", ""):
            if field:
                penalty[field] = read_numbers(numbers)
            field, numbers = word.text, Word(word.index + len(word.text), "")
        elif field:
            numbers = Word(numbers.index, f"{numbers.text} {word.text}".strip())
        else:
            penalty["kind"] = f"{penalty['kind']} {word.text}".strip()
    return draft.with_fields(penalty=penalty)


def _change(read: Reader) -> Reader:
    """A field of a hand inside an amendment goes into its `set`."""

    def changed(evening: Evening, draft: Draft, rest: Word) -> Draft:
        inner = read(evening, Draft("amend", draft.fields.get("set", {}), draft.line), rest)
        return draft.with_fields(set=inner.fields)

    return changed


def _clear(evening: Evening, draft: Draft, rest: Word) -> Draft:
    return draft.with_fields(set={**draft.fields.get("set", {}), rest.text: None})


_TIMED: Final[dict[str, Reader]] = {"time": _field("time", _time), "x": _field("x", read_object)}
_TEXTS: Final = {name: _field(name, read_text) for name in ("by", "finding", "why", "rule")}
FIELDS: Final[dict[str, dict[str, Reader]]] = {
    "session": {
        "rules": _field("rules", _read_rules), "players": _players, "sides": _sides,
        "stake": _stake, "pool": _field("pool", read_number),
        **{name: _field(name, read_text) for name in ("unit", "place", "scribe")},
        "date": _field("date", _date), "source": _one_of("source", SOURCES), "note": _note,
        "x": _field("x", read_object),
    },
    "hand": HAND_FIELDS,
    "ruling": {"at": _field("at", lambda word: places(word)[0]), **_TEXTS, "penalty": _penalty, **_TIMED},
    "amend": {
        **{word: _change(read) for word, read in HAND_FIELDS.items() if word not in ("no", "time", "x")},
        "clear": _clear, "void": _field("void", lambda word: True), "why": _TEXTS["why"], "by": _TEXTS["by"], **_TIMED,
    },
    "seats": {"players": _players, "note": _note, **_TIMED},
    "terms": {
        "rules": _field("rules", _read_rules), "stake": _stake, "note": _note, "x": _field("x", read_object),
    },
    "close": {"split": _by_seat("split"), "note": _note, **_TIMED},
    "note": _TIMED,
}  # fmt: skip
