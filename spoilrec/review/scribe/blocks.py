"""What stands behind the word of a block, and the shortcuts: leave, join, swap, misdeal, claim."""

from typing import Any, Final

from spoilrec.record.sheet import SheetError, SheetLine, read_names, read_number
from spoilrec.record.tokens import SEATS, Word, read_place, words
from spoilrec.review.nearest import did_you_mean
from spoilrec.review.scribe.draft import Draft
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.fields import FIELDS, HAND_FIELDS, won
from spoilrec.review.scribe.typed import Fields, players_text, seat_of


def header(evening: Evening, line: SheetLine) -> Fields:
    """Read what stands behind the word of a block."""
    rest = line.rest
    match line.word:
        case "hand":
            return _hand_header(evening, rest)
        case "ruling":
            return _ruling_header(rest)
        case "amend":
            return {"hand": _hand_meant(evening, rest)}
        case "seats":
            return {"players": _chairs(evening, rest)}
        case "terms" | "close" | "session" if rest.text:
            word, _, more = rest.text.partition(" ")
            if word not in FIELDS[line.word]:
                near = did_you_mean(word, FIELDS[line.word])
                raise SheetError(f"`{word}` means nothing here{near}", ", ".join(FIELDS[line.word]), rest.index + 1)
            place = rest.index + len(rest.text) - len(more.lstrip())
            return FIELDS[line.word][word](evening, Draft(line.word), Word(place, more.strip())).fields
        case _:
            return {}


def _hand_meant(evening: Evening, rest: Word) -> int:
    """Read the number of a hand of this session."""
    number = read_number(rest)
    there = [hand.no for hand in evening.standing_hands()]
    if number not in there:
        raise SheetError(f"there is no hand {number}", _hands_text(there), rest.index + 1)
    return number


def _hands_text(there: list[int]) -> str:
    return f"a hand from {min(there)} to {max(there)}" if there else "a hand that was written down before"


def _chairs(evening: Evening, rest: Word) -> tuple[str | None, ...]:
    """Read who sits where: a name or `-` for every chair."""
    players, chairs = read_names(rest), len(evening.setting.players)
    if len(players) != chairs:
        why = f"{len(players)} names for {chairs} chairs"
        raise SheetError(why, "a name for each chair, `-` for an empty one", rest.index + 1)
    return players


def _hand_header(evening: Evening, rest: Word) -> Fields:
    """Read `hand 3 dealer Seán B. up 2S`."""
    draft = Draft("hand")
    found = words(rest.text, rest.index)
    if found and found[0].text.isdigit():
        draft = draft.with_fields(no=read_number(found[0]))
        found = found[1:]
    keys = [nth for nth, word in enumerate(found) if word.text.lower() in ("dealer", "up", "trump")]
    if found and (not keys or keys[0] != 0):
        raise SheetError(f"`{found[0].text}` means nothing here", "hand 3 dealer NAME up CARD", found[0].index + 1)
    for nth, end in zip(keys, [*keys[1:], len(found)], strict=False):
        value = found[nth + 1 : end]
        text = " ".join(word.text for word in value)
        draft = HAND_FIELDS[found[nth].text.lower()](
            evening, draft, Word(value[0].index if value else rest.index, text)
        )
    return draft.fields


def _ruling_header(rest: Word) -> Fields:
    """Read `ruling 3 2C revoke`: the hand, the place, the finding, each where it is given."""
    fields: dict[str, Any] = {}
    found = list(words(rest.text, rest.index))
    if found and found[0].text.isdigit():
        fields["hand"] = read_number(found.pop(0))
    if found and read_place(found[0].text.upper()):
        fields["at"] = found.pop(0).text.upper()
    if found:
        fields["finding"] = " ".join(word.text for word in found)
    return fields


def reseated(evening: Evening, line: SheetLine) -> Draft:
    """Give the `seats` line after somebody left, came or moved."""
    players = list(evening.setting.players)
    {"leave": _leave, "join": _join, "swap": _swap}[line.word](evening, line.rest, players)
    return Draft("seats", {"players": tuple(players)}, line.number)


def _leave(evening: Evening, rest: Word, players: list[str | None]) -> None:
    if not rest.text:
        raise SheetError("`leave` needs a name", players_text(evening.setting), rest.index + 1)
    players[seat_of(evening.setting, rest)] = None


def _join(evening: Evening, rest: Word, players: list[str | None]) -> None:
    """Whoever comes sits in the chair he names by its letter or by who sat there, else in the first empty one."""
    name, _, letter = rest.text.rpartition(" ")
    seat = SEATS.find(letter.upper()) if len(letter) == 1 and name else -1
    if not (0 <= seat < len(players) and players[seat] is None):
        name, seat = rest.text, players.index(None) if None in players else -1
    if not name:
        raise SheetError("`join` needs a name", "`join NAME`", rest.index + 1)
    if seat < 0:
        why = "no chair is empty; seats keep their letters for the whole session"
        raise SheetError(why, "`leave NAME` first, or `session` for a table with more chairs", rest.index + 1)
    players[seat] = name


def _swap(evening: Evening, rest: Word, players: list[str | None]) -> None:
    first, _, second = rest.text.partition("," if "," in rest.text else " ")
    if not second.strip():
        raise SheetError("`swap` needs two names", "`swap NAME NAME`", rest.index + 1)
    place = rest.index + len(rest.text) - len(second.lstrip())
    one = seat_of(evening.setting, Word(rest.index, first.strip()))
    other = seat_of(evening.setting, Word(place, second.strip()))
    players[one], players[other] = players[other], players[one]


def ended(evening: Evening, draft: Draft | None, line: SheetLine) -> Draft:
    """Give the hand in the making, or a new one, as one that did not end by the rules."""
    hand = draft if draft is not None and draft.kind == "hand" else Draft("hand", {}, line.number)
    hand = hand.with_fields(end={"misdeal": "misdeal", "claim": "claimed"}[line.word])
    if not line.rest.text:
        return hand
    rules = evening.setting.rules
    if line.word == "misdeal":
        raise SheetError("nothing follows `misdeal`", "`misdeal`, then `note TEXT` in the hand", line.rest.index + 1)
    if rules is not None and rules.game.goal != "pool":
        raise SheetError("the points are wanted, not a name", "`claim`, before it `points 20 5`", line.rest.index + 1)
    return won(evening, hand, line.rest)


RESEATING: Final = ("leave", "join", "swap")
ENDING: Final = ("misdeal", "claim")
