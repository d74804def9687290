"""Rows of the table `plays`: each card that was noted, with what the replay has to say to it.

What unseen cards decide stays unknown (null). Plays behind the place where a replay stops are rows too.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from spoilrec.archive.tables.declared import PlayRow
from spoilrec.engine.events import Play
from spoilrec.engine.lawful import may_keep
from spoilrec.engine.play import unseen_beside, view
from spoilrec.engine.position import State
from spoilrec.record.tokens import place_name, seat_letter
from spoilrec.review.case import Case
from spoilrec.review.replay import Step
from spoilrec.review.words.sentences import in_order
from spoilrec.rules.cards import CODE_NAMES, UNSEEN
from spoilrec.rules.order import TRUMP_LED

_REVOKES: Final = ("follow-trump", "follow-suit", "must-trump", "hearts-on-ace")


class Judged(NamedTuple):
    """What is known of one play; `None` is unknown. `kept` are the trumps kept back by a renege."""

    lawful: bool | None = None
    revoke: bool | None = None
    renege: bool | None = None
    kept: str | None = None
    on_trump: bool | None = None


_UNKNOWN: Final = Judged()


class Origin(NamedTuple):
    """What all rows of a hand have in common: its number in the archive, file, line, session and number."""

    hand_id: int
    file: str
    line: int
    session: int
    hand: int | None


def steps_of(case: Case) -> dict[tuple[int, int], tuple[Step, Judged]]:
    """Judge the plays that were replayed, by trick (from 1) and place as noted (from 0; below 0 those not noted)."""
    found: dict[tuple[int, int], tuple[Step, Judged]] = {}
    if case.trump < 0:
        return found
    for step in case.plays():
        place = step.nth if step.noted else -1 - len(found)
        found[step.trick, place] = (step, _judge(case, step) if step.noted else _UNKNOWN)
    return found


def _judge(case: Case, step: Step) -> Judged:
    before, event = step.before, step.event
    assert isinstance(event, Play)
    on_trump = _answers_trump(before)
    if step.refusal:
        return Judged(False, step.refusal.why in _REVOKES, False, None, on_trump)
    if not before.trick:
        return Judged(True, False, False, None, False)
    unseen = case.reading.tricks[step.trick - 1][step.nth][1] >= UNSEEN  # also where the deal tells the card
    open_ = unseen or bool(step.condemned)
    if open_ and case.marked(step.trick, event.seat, "revoke"):
        return Judged(False, True, False, None, on_trump)
    renege, kept = (None if on_trump else on_trump, None) if unseen else _renege(before, event, on_trump)
    return Judged(None if open_ else True, None if open_ else False, renege, kept, on_trump)


def _answers_trump(before: State) -> bool | None:
    if not before.trick:
        return False
    return None if before.led >= UNSEEN else before.facts.lead_class[before.led] == TRUMP_LED


def _renege(before: State, event: Play, on_trump: bool | None) -> tuple[bool | None, str | None]:
    """Say whether a lawful answer keeps back a trump, and which."""
    if not on_trump:
        return on_trump, None
    facts = before.facts
    if facts.answers[before.led] >> event.card & 1:
        return False, None
    held = before.holding[event.seat] & ~(1 << event.card)
    kept = held & facts.trumps & may_keep(facts, view(before, event.seat))
    if kept:
        return True, " ".join(CODE_NAMES[card] for card in in_order(facts, kept))
    return (None if unseen_beside(before, event.seat, event.card) > 0 else False), None


def play_rows(case: Case, origin: Origin, judged: dict[tuple[int, int], tuple[Step, Judged]]) -> Iterator[PlayRow]:
    """Give a row for each card noted, in the order in which they lay on the table."""
    winners = case.replay.last.winners if case.replay and case.trump >= 0 else ()
    unsure, deduced = case.reading.hand.unsure, case.reading.hand.deduced
    players = case.setting.players
    trumps = case.replay.last.facts.trumps if case.replay and case.trump >= 0 else None
    for trick, plays in enumerate(case.reading.tricks, start=1):
        winner = winners[trick - 1] if trick <= len(winners) else -1
        for nth, (seat, code) in enumerate(plays):
            step, verdict = judged.get((trick, nth), (None, _UNKNOWN))
            led = step.before.led if step and step.before.trick else code if step or nth == 0 else plays[0][1]
            at = place_name(min(trick, 5), seat)
            rank, suit = _rank_and_suit(code)
            yield PlayRow(
                hand_id=origin.hand_id, file=origin.file, line=origin.line, session=origin.session, hand=origin.hand,
                seat=seat_letter(seat), player=players[seat] if seat < len(players) else None,
                trick=trick, nth=nth + 1, spot=at, card=_seen(code), rank=rank, suit=suit,
                is_trump=bool(trumps >> code & 1) if trumps is not None and code < UNSEEN else None,
                leads=not step.before.trick if step else nth == 0, led=_seen(led), on_trump=verdict.on_trump,
                took=winner == seat if winner >= 0 else None, lawful=verdict.lawful,
                refusal=step.refusal.why if step and step.refusal else None,
                revoke=verdict.revoke, renege=verdict.renege, kept=verdict.kept,
                unsure=at in unsure, deduced=at in deduced,
            )  # fmt: skip


def _seen(code: int) -> str | None:
    return CODE_NAMES[code] if 0 <= code < UNSEEN else None


def _rank_and_suit(code: int) -> tuple[str | None, str | None]:
    """Give what was seen of a card; the joker has neither rank nor suit."""
    name = CODE_NAMES[code]
    return (None, None) if name == "JK" else (name[0] if name[0] != "?" else None, name[1] if name[1] != "?" else None)
