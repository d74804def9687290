"""Annotated hands as text, Markdown and JSON Lines."""

import textwrap
from collections.abc import Callable, Iterator

import msgspec

from spoilrec.engine.position import NOBODY
from spoilrec.present.annotate_outputs import (
    AnnotatedLineOut,
    AnnotatedOut,
    AnnotatedPlayerOut,
    AnnotateOut,
    JinkNoteOut,
    PlayNoteOut,
)
from spoilrec.present.folded import Cell, Column, folded
from spoilrec.present.replay import trick_out
from spoilrec.present.tables import markdown_table, text_table
from spoilrec.present.terminal import Look
from spoilrec.present.visible import json_text, markdown, visible
from spoilrec.record.tokens import seat_letter
from spoilrec.review.annotate.marks import MARKS, HandNotes, Mark, PlayNote
from spoilrec.review.annotate.shown import Tally, Wanted
from spoilrec.review.annotate.words import not_solved, nothing_lost
from spoilrec.review.case import Case
from spoilrec.review.setting import side_name
from spoilrec.review.words.sentences import in_order, plural
from spoilrec.review.words.story import HandTold, PlayTold, TrickTold, tell, won_letter
from spoilrec.rules.cards import CODE_NAMES, SUIT_LETTERS, UNSEEN

_DEFAULT_WIDTH = 80
_COUNTED: tuple[Mark, ...] = ("!", "?!", "?", "??", "r", "x")
_INDENT = "  "
_HOLD = "\u00a0"
"""Stands for a space at which no line is broken; names never have one, they are shown through `visible`."""


def hand_text(case: Case, notes: HandNotes, wanted: Wanted, look: Look) -> str:
    """Write an annotated hand as text."""
    told, by_place = tell(case), {note.at: note for note in notes.plays}
    head = f"Hand {told.number}"
    lines = [look.paint(head, "1") + _line(look, f"{head}: {told.title}.", told, "").removeprefix(head)]
    if not wanted.mistakes:
        lines += [_line(look, text, told) for text in told.before]
        lines += _hands_table(case, look)
    lines += [""] if told.tricks and not wanted.mistakes else []
    for trick in told.tricks:
        if not wanted.mistakes or any(play.at in by_place for play in trick.plays):
            lines += _trick_lines(told, trick, by_place, look)
    lines += [""] if len(lines) > 1 and not wanted.mistakes else []
    bare = (*_sentences(notes, wanted), *(() if wanted.mistakes else told.outcome))
    lines += [look.filled(visible(text), _INDENT, _INDENT * 2) for text in bare]
    return "\n".join(lines) + "\n\n"


def _sentences(notes: HandNotes, wanted: Wanted) -> Iterator[str]:
    yield from (notes.missing,) if notes.missing else ()
    yield from () if wanted.mistakes else notes.said
    yield from (notes.jink.text,) if notes.jink else ()


def _line(look: Look, text: str, told: HandTold, indent: str = _INDENT) -> str:
    return look.filled(look.cards(visible(text), told.quoted), indent, indent + "  ")


def _hands(case: Case) -> list[str | None]:
    """Give the cards of each chair before the first lead, best first; `None` for an empty chair."""
    if case.replay is None or case.trump < 0:
        return []
    first = case.replay.first
    return [
        " ".join([*(CODE_NAMES[card] for card in in_order(first.facts, cards)), *(["??"] * first.unseen[seat])])
        if seat in case.setting.seats
        else None
        for seat, cards in enumerate(first.holding)
    ]


def _hands_table(case: Case, look: Look) -> list[str]:
    rows = [[case.name(seat), look.cards(cards)] for seat, cards in enumerate(_hands(case)) if cards is not None]
    room = max(0, look.width - len(_INDENT))
    return ["", *(_INDENT + line.rstrip() for line in text_table(rows, width=room).split("\n"))] if rows else []


def _trick_lines(told: HandTold, trick: TrickTold, notes: dict[str, PlayNote], look: Look) -> Iterator[str]:
    text = ", ".join(cell.replace(" ", _HOLD) for cell in _plays(told, trick, notes, look))
    filled = textwrap.fill(
        text, look.width or _DEFAULT_WIDTH, initial_indent=f"  {trick.number}  ", subsequent_indent="     "
    )
    yield filled.replace(_HOLD, " ")
    for note in _in_order_of_play(trick, notes):
        if note.text:
            yield _line(look, note.text, told, "     ")
    yield from (_line(look, f"{call}.", told, "     ") for call in trick.calls)


def _in_order_of_play(trick: TrickTold, notes: dict[str, PlayNote]) -> Iterator[PlayNote]:
    return (notes[play.at] for play in trick.plays if play.at in notes)


def _plays(told: HandTold, trick: TrickTold, notes: dict[str, PlayNote], look: Look) -> list[str]:
    return [_play(told, trick, play, notes.get(play.at), look) for play in trick.plays]


def _play(told: HandTold, trick: TrickTold, play: PlayTold, note: PlayNote | None, look: Look) -> str:
    name = told.names[told.seats.index(play.seat)] if play.seat in told.seats else seat_letter(play.seat)
    took = "*" if trick.winner == play.seat else ""
    marks = "".join(note.marks) if note else ""
    return f"{visible(name)} {look.cards(play.card)}{took}{' ' + marks if marks else ''}"


def hand_markdown(case: Case, notes: HandNotes, wanted: Wanted) -> str:
    """Write an annotated hand as Markdown."""
    told, by_place = tell(case), {note.at: note for note in notes.plays}
    lines = [f"## Hand {told.number}", "", markdown(told.title) + ".", ""]
    if not wanted.mistakes:
        lines += [markdown(text) + "  " for text in told.before]
        rows = [[case.name(seat), cards] for seat, cards in enumerate(_hands(case)) if cards is not None]
        lines += ["", markdown_table(rows, ["player", "hand"]), ""] if rows else [""]
    rows = [
        [
            str(trick.number),
            "; ".join([", ".join(_plays(told, trick, by_place, Look())), *trick.calls]),
            _lost(trick, by_place),
        ]
        for trick in told.tricks
        if not wanted.mistakes or any(play.at in by_place for play in trick.plays)
    ]
    lines += [markdown_table(rows, ["", "trick", "what was lost"]), ""] if rows else []
    lines += [markdown(text) + "  " for text in _sentences(notes, wanted)]
    lines += [] if wanted.mistakes else [markdown(text) + "  " for text in told.outcome]
    return "\n".join(lines) + "\n\n"


def _lost(trick: TrickTold, notes: dict[str, PlayNote]) -> str:
    return " ".join(note.text for note in _in_order_of_play(trick, notes) if note.text)


def hand_json(case: Case, whole: HandNotes, shown: HandNotes, session: int) -> str:
    """Write an annotated hand as one line of JSON: of the `whole` notes those that are shown."""
    told, goal = tell(case), case.rules.game.goal if case.rules else ""
    up = case.reading.up
    out = AnnotateOut(
        session=session,
        hand=told.number,
        line=case.line.number,
        dealer=case.reading.hand.dealer,
        up=CODE_NAMES[up] if up >= 0 else None,
        trump=SUIT_LETTERS[case.trump] if case.trump >= 0 else None,
        hands=_hands(case),
        tricks=[trick_out(trick) for trick in {trick.number: trick for trick in told.tricks}.values()],
        won=won_letter(case),
        solved="not" if whole.missing else "part" if whole.unsolved else "whole",
        missing=whole.missing or None,
        jink=JinkNoteOut(seat_letter(shown.jink.seat), shown.jink.worth, shown.jink.text) if shown.jink else None,
        notes=list(shown.said),
        plays=[_play_out(case, note) for note in shown.plays],
    )
    if goal == "pool":
        forced = "-" if whole.forced == NOBODY else side_name(case.setting, whole.forced) if whole.forced >= 0 else None
        out = msgspec.structs.replace(out, forced=forced)
    elif goal in ("points", "auction"):
        out = msgspec.structs.replace(out, worth=list(whole.worth) or None)
    return json_text(out) + "\n"


def _play_out(case: Case, note: PlayNote) -> PlayNoteOut:
    verdict, players = note.verdict, case.setting.players
    return PlayNoteOut(
        at=note.at,
        seat=seat_letter(note.seat),
        player=players[note.seat] if note.seat < len(players) else None,
        card=CODE_NAMES[note.card],
        marks=list(note.marks),
        better=CODE_NAMES[verdict.better] if 0 <= verdict.better < UNSEEN else None,
        cost=verdict.cost or None,
        text=note.text or None,
        solved=note.solved,
    )


def summary_json(tally: Tally) -> str:
    """Write the last line of JSON."""
    players = [
        AnnotatedPlayerOut(name, tally.plays[name], {mark: marks[mark] for mark, _ in MARKS})
        for name, marks in tally.marks.items()
    ]
    summary = AnnotatedOut(tally.hands, tally.solved, tally.part, tally.missing, tally.unread, players)
    return json_text(AnnotatedLineOut(summary)) + "\n"


def summary_text(tally: Tally, wanted: Wanted, look: Look) -> str:
    """Write what the marks mean, the marks by player, and what was not solved."""
    columns = zip(_summary_heads(), *_summary_rows(tally), strict=True)
    table = folded([Column(head, [Cell(cell) for cell in cells], not head) for head, *cells in columns], look.width)
    return _summary(tally, wanted, table, lambda text: look.filled(visible(text)))


def summary_markdown(tally: Tally, wanted: Wanted) -> str:
    """Write the same as Markdown."""
    return _summary(tally, wanted, markdown_table(_summary_rows(tally), _summary_heads()), markdown)


def _summary(tally: Tally, wanted: Wanted, table: str, shown: Callable[[str], str]) -> str:
    counted = any(marks[mark] for marks in tally.marks.values() for mark in _COUNTED)
    parts = [
        shown(legend(tally)),
        shown(nothing_lost(tally, wanted)),
        table if counted or (tally.marks and not wanted.mistakes) else "",
        "\n".join(map(shown, not_solved(tally, wanted))),
        hands_text(tally),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _summary_heads() -> list[str]:
    return ["", "plays", *_COUNTED]


def _summary_rows(tally: Tally) -> list[list[str]]:
    return [
        [name, str(tally.plays[name]), *(str(marks[mark]) for mark in _COUNTED)] for name, marks in tally.marks.items()
    ]


def legend(tally: Tally) -> str:
    """Say what the marks mean that stand anywhere, empty for none."""
    used = [f"{mark} {meaning}" for mark, meaning in MARKS if mark in tally.shown]
    if tally.starred:
        used.insert(0, "* took the trick")
    return f"{'; '.join(used)}." if used else ""


def hands_text(tally: Tally) -> str:
    """Say how many hands were solved."""
    failed = tally.missing - tally.thrown_in - tally.void
    more = ((tally.part, "in part"), (failed, "not"), (tally.thrown_in, "thrown in"), (tally.void, "void"))
    counts = ", ".join([f"{tally.solved} solved", *(f"{count} {how}" for count, how in more if count)])
    unread = f"; {plural(tally.unread, 'hand')} could not be read" if tally.unread else ""
    return f"{plural(tally.hands, 'hand')}: {counts}{unread}."
