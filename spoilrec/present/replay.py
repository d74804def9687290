"""A told hand as text, Markdown and JSON Lines."""

import textwrap
from collections.abc import Iterator
from typing import TypeVar

import msgspec

from spoilrec.engine.position import UNKNOWN
from spoilrec.present.outputs import ReplayOut, TrickOut
from spoilrec.present.tables import markdown_table, text_table
from spoilrec.present.terminal import Look
from spoilrec.present.visible import json_text, markdown, visible
from spoilrec.record.tokens import seat_letter
from spoilrec.review.case import Case
from spoilrec.review.words.story import HandTold, PlayTold, TrickTold, tell, trick_text, won_letter
from spoilrec.rules.cards import SUIT_LETTERS

_DEFAULT_WIDTH = 80
_LEGEND = {">": "> led", "*": "* took the trick", "r": "r reneged", "!": "! unlawful"}


def heading_text(title: str, look: Look) -> str:
    """Write what a line between hands tells, as text."""
    shown = visible(title)
    return (textwrap.fill(shown, look.width, subsequent_indent="  ") if look.width else shown) + "\n\n"


def heading_markdown(title: str) -> str:
    """Write the same as Markdown."""
    return f"*{markdown(title)}*\n\n"


def hand_text(told: HandTold, look: Look, label: str = "") -> str:
    """Write a hand as text: what happened before, a table of the tricks, notes, outcome."""
    lines = [look.paint(f"Hand {told.number}", "1") + f"{label}: " + look.cards(visible(told.title), told.quoted) + "."]
    lines += [_line(look, text, told) for text in told.before]
    if told.tricks and told.seats:
        lines += ["", *(f"  {line}" for line in _tricks_table(told, look).split("\n")), ""]
    lines += [_line(look, text + ".", told) for text in told.notes]
    lines += [look.filled(visible(text), "  ", "    ") for text in told.outcome]
    return "\n".join(lines) + "\n"


def _line(look: Look, text: str, told: HandTold) -> str:
    return look.filled(look.cards(visible(text), told.quoted), "  ", "    ")


def _tricks_table(told: HandTold, look: Look) -> str:
    width = (look.width or _DEFAULT_WIDTH) - 2
    heads = _heads(told, width)
    rows = [
        [str(trick.number), *(_cell(trick, seat, look) for seat in told.seats), _name(told, trick.winner, width)]
        for trick in told.tricks
    ]
    table = text_table(rows, ["", *heads, "taken by"])
    used = "".join(cell for row in rows for cell in row[1:-1])
    legend = ", ".join(text for sign, text in _LEGEND.items() if sign in used)
    named = (
        ""
        if heads[0] != seat_letter(told.seats[0])
        else ", ".join(f"{head} {name}" for head, name in zip(heads, told.names, strict=True))
    )
    more = [textwrap.fill(visible(named), width)] if named else []
    return "\n".join(line.rstrip() for line in [*more, *table.split("\n"), f"({legend})"])


def _heads(told: HandTold, width: int) -> list[str]:
    """Names where they fit beside each other, else seat letters with the names in a line above."""
    room = sum(max(len(visible(name)), 5) + 2 for name in told.names) + max(map(len, told.names), default=0) + 10
    return list(told.names) if room <= width else [seat_letter(seat) for seat in told.seats]


def _name(told: HandTold, seat: int, width: int) -> str:
    if seat not in told.seats:
        return "?" if seat == UNKNOWN else ""
    return told.names[told.seats.index(seat)]


def _cell(trick: TrickTold, seat: int, look: Look) -> str:
    plays = [play for play in trick.plays if play.seat == seat]
    return " ".join(_card(trick, play, look) for play in plays)


def _card(trick: TrickTold, play: PlayTold, look: Look) -> str:
    lead = ">" if trick.plays[0] is play else ""
    mark = {"renege": "r", "unlawful": "!"}.get(play.kind, "")
    return lead + look.cards(play.card) + ("*" if trick.winner == play.seat else "") + mark


def hand_markdown(told: HandTold, label: str = "") -> str:
    """Write a hand as Markdown."""
    lines = [f"## Hand {told.number}{label}", "", markdown(told.title) + ".", ""]
    lines += [markdown(text) + "  " for text in told.before]
    if told.tricks and told.seats:
        rows = [
            [str(t.number), *(_cell(t, seat, Look()) for seat in told.seats), _name(told, t.winner, 0)]
            for t in told.tricks
        ]
        lines += ["", markdown_table(rows, ["", *told.names, "taken by"]), ""]
    lines += [markdown(text) + ".  " for text in told.notes]
    lines += [markdown(text) + "  " for text in told.outcome]
    return "\n".join(lines) + "\n\n"


def hand_json(case: Case, *, void: bool = False, amended: bool = False) -> str:
    """Write a hand as one line of JSON."""
    told, result, goal = tell(case), case.result, case.rules.game.goal if case.rules else ""
    whole = {trick.number: trick for trick in told.tricks}
    out = ReplayOut(
        hand=told.number,
        dealer=case.reading.hand.dealer,
        trump=SUIT_LETTERS[case.trump] if case.trump >= 0 else None,
        tricks=[trick_out(trick) for trick in whole.values()],
        won=won_letter(case),
        reneges=_places(told, "renege"),
        illegal=_places(told, "unlawful"),
        complete=bool(result and result.decided and not (case.replay and case.replay.stopped)),
    )
    if goal == "pool":
        out = msgspec.structs.replace(
            out, pool=result.pool if result else None, settle=_numbers(result.settle if result else None)
        )
    elif goal in ("points", "auction"):
        points, totals = (result.counted, result.totals) if result else (None, None)
        out = msgspec.structs.replace(out, points=_numbers(points), score=_numbers(totals), game=case.ledger.game)
    if goal == "auction":
        out = msgspec.structs.replace(out, trick_points=_numbers(result.trick_points if result else None))
    marks = {name: True for name, is_so in (("void", void), ("amended", amended)) if is_so}
    return json_text(msgspec.structs.replace(out, **marks)) + "\n"


Numbers = TypeVar("Numbers", bound=int | None)


def _numbers(numbers: tuple[Numbers, ...] | None) -> list[Numbers] | None:
    return None if numbers is None else list(numbers)


def trick_out(trick: TrickTold) -> TrickOut:
    """Give a trick the form that scripts rely on."""
    lead = seat_letter(trick.plays[0].seat) if trick.plays else ""
    return TrickOut(lead, trick_text(trick), seat_letter(trick.winner) if trick.winner >= 0 else None)


def _places(told: HandTold, kind: str) -> list[str]:
    return [play.at for trick in told.tricks for play in trick.plays if play.kind == kind]


def session_text(title: str, look: Look) -> Iterator[str]:
    """Write the heading of a session."""
    yield look.paint(visible(title), "1") + "\n\n"
