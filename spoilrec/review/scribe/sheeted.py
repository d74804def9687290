"""A session written as a sheet: the words that the scribe would read back into the same record.

Every block is read back before it is given; what the words cannot say is written as the line of the
record itself, so that nothing is lost.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from spoilrec.engine.position import State
from spoilrec.record.canonical import canonical_line
from spoilrec.record.lines import LINE_TYPES, Amend, Hand, Line, Penalty, RecordLine
from spoilrec.record.sheet import SheetError, read_sheet_line, write_names, write_text
from spoilrec.record.tokens import PLAYS, SEATS, seat_letter
from spoilrec.review.scribe.draft import Draft, state_of
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.sheets import Scribe
from spoilrec.review.setting import Setting
from spoilrec.rules.cards import CODE_NAMES
from spoilrec.rules.options import value_name


class SheetWriter:
    """Writes one line of a record after another as blocks of a sheet."""

    def __init__(self, file: str) -> None:
        self.evening = Evening(file)

    def block(self, line: Line) -> str:
        """Write a line as a block without an empty line around it; a line that cannot be read becomes a comment."""
        strange = line.value is None and line.kind and line.kind not in LINE_TYPES
        if line.value is None and not strange:
            return f"# line {line.number} is no line of a record and was left out" if line.raw.strip() else ""
        raw = canonical_line(line)
        text = "" if line.extra or line.value is None else "\n".join(self._block(line.value))
        if not text or not self._reads_back(text, raw):
            text = raw.decode()
        self.evening.add(Line(len(self.evening.lines) + 1, raw, line.value, line.kind, line.extra))
        return text

    def _reads_back(self, text: str, raw: bytes) -> bool:
        """Say whether a scribe makes this line of the record, and no other, of the block."""
        scribe = Scribe(self.evening.copy(), strict=True)
        try:
            found = [
                one
                for number, row in enumerate(text.split("\n"), 1)
                if (line := read_sheet_line(number, row, apart=number == 1)) is not None
                for one in scribe.take(line)
            ]
            return [one.raw for one in (*found, *scribe.finish())] == [raw]
        except SheetError:
            return False

    def _block(self, value: RecordLine) -> Iterator[str]:
        fields = {
            name: getattr(value, name)
            for name in value.__struct_fields__
            if getattr(value, name) not in (None, ()) and name != "spoilrec"
        }
        kind = str(value.__struct_config__.tag)
        if isinstance(value, Hand):
            yield from self._hand(value, fields)
        elif isinstance(value, Amend):
            yield f"amend {value.hand}"
            yield from _amended(value)
        elif kind == "ruling":
            yield f"ruling {fields.pop('hand')} {fields.pop('at', '')}".rstrip()
            yield from _fields(fields)
        elif kind == "seats":
            yield f"seats {write_names(fields.pop('players'))}"
            yield from _fields(fields)
        elif kind == "note":
            yield f"note {write_text(fields.pop('text'))}"
            yield from _fields(fields)
        else:
            yield kind
            yield from _fields(fields)

    def _hand(self, hand: Hand, fields: dict[str, Any]) -> Iterator[str]:
        head = f"hand {fields.pop('no')} dealer {_name(self.evening.setting, fields.pop('dealer'))}"
        up = fields.get("up", "")
        if len(up) == 2:
            head += f" up {fields.pop('up')}"
        yield head
        play = fields.pop("play", "")
        early = ("up", "trump", "deal", "bids", "bid", "kitty", "discard", "draw", "rob", "announce", "jink")
        yield from _fields({name: fields[name] for name in early if name in fields})
        yield from self._tricks(hand, play)
        yield from _fields({name: value for name, value in fields.items() if name not in early})

    def _tricks(self, hand: Hand, play: str) -> Iterator[str]:
        """Cards alone where each lies in its turn, else plays with their seats."""
        rows = [trick.split(" ") for trick in play.split("|")] if play else []
        if not all(word in PLAYS for row in rows for word in row):
            yield f"play {play}"
            return
        so_far = {name: getattr(hand, name) for name in hand.__struct_fields__ if getattr(hand, name) not in (None, ())}
        for nth, row in enumerate(rows):
            draft = Draft("hand", {**so_far, "play": "|".join(" ".join(one) for one in rows[:nth])})
            state = state_of(self.evening, draft)
            seats = [PLAYS[word][0] for word in row]
            cards = " ".join(CODE_NAMES[PLAYS[word][1]] for word in row)
            if seats != _in_turn(self.evening.setting, seats):
                yield " ".join(row)
            elif nth == 0 and len(row) == 1 and not (hand.up or hand.trump):
                yield f"{seat_letter(seats[0])}: {cards}"
            else:
                yield cards if _leads(state, seats[0]) else f"{seat_letter(seats[0])}: {cards}"


def _leads(state: State | None, seat: int) -> bool:
    return state is not None and not state.trick and state.turn == seat


def _in_turn(setting: Setting, seats: list[int]) -> list[int]:
    """Give the seats of a trick as they follow each other from its leader."""
    chairs = max(1, len(setting.players))
    order = sorted(setting.seats, key=lambda seat: (seat - seats[0]) % chairs)
    return order[: len(seats)]


def _name(setting: Setting, dealer: str) -> str:
    """A player's name where it stands for his seat alone, else the letter."""
    seat = SEATS.find(dealer) if len(dealer) == 1 else -1
    name = setting.players[seat] if 0 <= seat < len(setting.players) else None
    plain = (
        name is not None and name.isprintable() and len(name) > 1 and name.split() and " ".join(name.split()) == name
    )
    return str(name) if plain else dealer


def _fields(fields: dict[str, Any]) -> Iterator[str]:
    for name, value in fields.items():
        yield from _field(name, value)


def _field(name: str, value: Any) -> Iterator[str]:
    """Write a field in the words of a sheet."""
    match name:
        case "players":
            yield f"players {write_names(value)}"
        case "rules":
            yield f"rules {_rules(value)}"
        case "irregular":
            yield from (f"mark {fact.at} {fact.what}" for fact in value)
        case "unsure" | "deduced":
            yield f"{name} {' '.join(value)}"
        case "settle" | "points" | "score" | "split":
            yield f"{name} {' '.join('?' if number is None else str(number) for number in value)}"
        case "rob" | "announce" | "jink" | "won":
            yield f"{name} {value[:1]} {value[1:]}".rstrip() if name in ("rob", "jink") else f"{name} {value}"
        case "penalty":
            yield f"penalty {_penalty(value)}"
        case "x":
            yield f"x {msgspec.json.encode(value).decode()}"
        case "stake" | "pool" | "hand" | "up" | "trump" | "deal" | "bids" | "bid" | "kitty" | "discard" | "draw":
            yield f"{name} {value}"
        case _:
            yield f"{name} {write_text(str(value))}"


def _rules(rules: Any) -> str:
    if isinstance(rules, str):
        return rules
    changed = [f"{name}={value_name(value)}" for name, value in rules.items() if name != "preset"]
    return " ".join([str(rules.get("preset", "")), *changed])


def _penalty(penalty: Penalty) -> str:
    numbers = ((name, getattr(penalty, name)) for name in ("settle", "points"))
    return " ".join([penalty.kind, *(f"{name} {' '.join(map(str, row))}" for name, row in numbers if row)])


def _amended(amend: Amend) -> Iterator[str]:
    if amend.void:
        yield "void"
    if amend.set is not None:
        for field in amend.set.__struct_fields__:
            value = getattr(amend.set, field)
            if value is None:
                yield f"clear {field}"
            elif value is not msgspec.UNSET:
                yield from _field(field, value)
    yield from _fields(
        {name: value for name in ("why", "by", "time", "x") if (value := getattr(amend, name)) is not None}
    )
