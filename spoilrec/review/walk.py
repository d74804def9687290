"""A file from its first line to its last: what holds at each line, each hand as a case, every finding.

This is the one walk that all commands take. Findings come in the order of the lines; memory does
not grow with the file.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import IO, Final

import msgspec

from spoilrec.engine.position import UNKNOWN
from spoilrec.record.lines import LINE_TYPES, Amend, Close, Hand, Line, Note, Ruling, Seats, Session, Terms
from spoilrec.record.store import lines
from spoilrec.review.amended import amended, changes_of
from spoilrec.review.carried import next_ledger, unjudged_ledger
from spoilrec.review.case import Case
from spoilrec.review.checks.hand import check_hand
from spoilrec.review.checks.header import check_rules, check_seats, check_session, check_terms, check_time, setting_of
from spoilrec.review.checks.lines import Told, check_line
from spoilrec.review.checks.order import check_close
from spoilrec.review.checks.rulings import check_penalty
from spoilrec.review.desk import make_case
from spoilrec.review.finding import Finding, Spot, finding
from spoilrec.review.hand import column_of
from spoilrec.review.scan import Scan, scan
from spoilrec.review.setting import NO_SETTING, Ledger, Rules, Setting, reseated, with_penalty
from spoilrec.review.waived import silenced
from spoilrec.review.words.sentences import plural

_PLAYED: Final = ("hand", "terms", "seats", "close")
_MAY_BE_HAND: Final = re.compile(rb"(?i)[\"']?type[\"']?\s*:\s*[\"']?hand")
PART, JUDGED, UNREAD, VOID = "part", "judged", "unread", "void"


class Stop(msgspec.Struct, frozen=True):
    """One line of the walk: its findings, and for a hand the case and how far it was judged.

    `as_noted` is the case before amendments, where there were any; `setting` and `ledger` hold from
    here on. `silenced` are the findings that a ruling lets stand; they are not among `findings`.
    """

    line: Line | None
    findings: tuple[Finding, ...]
    setting: Setting
    ledger: Ledger
    case: Case | None = None
    status: str = ""
    as_noted: Case | None = None
    silenced: tuple[Finding, ...] = ()


class Counts(msgspec.Struct):
    """What was done in a run: sessions and hands by how far they were judged."""

    files: int = 0
    hands: int = 0
    judged: int = 0
    part: int = 0
    unread: int = 0

    def add(self, status: str, hands: int = 1) -> None:
        """Count a hand, or several of one status."""
        if status in (JUDGED, PART, UNREAD):
            self.hands += hands
            setattr(self, status, getattr(self, status) + hands)


def walk(
    file: str, stream: IO[bytes], rules: Rules | None = None, *, every_step: bool = False, told: Told | None = None
) -> Iterator[Stop]:
    """Walk through an opened file; `rules` are to judge by instead of those of the record.

    With `every_step` the replay of each hand has all its steps, else only where there is something to tell.
    `told` is what was told already of this file.
    """
    walker = Walker(file, scan(stream), rules, every_step, told)
    for line in lines(stream):
        yield walker.take(line)
    yield walker.end()


class Walker:
    """Carries what holds from line to line."""

    def __init__(
        self, file: str, ahead: Scan, judge_by: Rules | None, every_step: bool, told: Told | None = None
    ) -> None:
        self.file = file
        self.ahead = ahead
        self.judge_by = judge_by
        self.every_step = every_step
        self.setting, self.ledger = NO_SETTING, Ledger()
        self.told = told or Told()
        self.in_session = self.closed = self.closed_before = self.told_no_session = self.told_pool = False
        self.lost_session = 0
        self.latest_time: tuple[datetime, str] | None = None
        self.waiting: dict[int, list[Finding]] = {}
        self.unseen_plays, self.unseen_hands, self.open_contracts = 0, 0, 0
        self.last_line: Line | None = None
        self.silenced: tuple[Finding, ...] = ()
        self.lines = 0

    def take(self, line: Line) -> Stop:
        """Take one line."""
        self.lines += 1
        self.closed_before = self.closed
        found = check_line(self.file, line, self.told)
        if line.kind == "session" or (line.value is None and b'"session"' in line.beginning):
            found = self._finish_session() + found
            self._forget_session(line)
        case = as_noted = None
        status = ""
        if line.value is not None and line.kind != "session":
            found += self._before_any_session(line)
        match line.value:
            case Session() as session:
                found += self._session(line, session)
            case Hand() as hand:
                case, status, as_noted, more = self._hand(line, hand)
                found += more
            case Ruling() | Amend() as later:
                found += self._later(line, later)
            case Terms() | Seats() | Close() as change:
                found += self._change(line, change)
            case Note() | None:
                status, more = self._unread(line)
                found += more
        found += self._time(line)
        if line.value is not None and line.kind in _PLAYED and self.closed_before:
            found.append(finding("SR705", Spot(self.file, line), {"kind": line.kind}))
        found += self.waiting.pop(line.number, [])
        self.last_line = line
        waived, self.silenced = self.silenced, ()
        return Stop(line, tuple(sorted(found, key=_order)), self.setting, self.ledger, case, status, as_noted, waived)

    def begin(self, line: Line, setting: Setting, pool: int) -> None:
        """Stand behind a session line of which there was nothing to tell."""
        self._forget_session(line)
        self.lines += 1
        self.closed_before, self.in_session, self.last_line = False, True, line
        self.setting, self.ledger = setting, Ledger(pool=pool, due=pool, carried=pool > 0)

    def pass_over(self, hands: int, last: Line, ledger: Ledger) -> None:
        """Stand behind so many hands of which there was nothing to tell: `last` is the last of them, undecoded."""
        self.lines += hands
        self.closed_before = self.closed
        self.last_line = last
        self.ledger = ledger

    def end(self) -> Stop:
        """Finish the file."""
        found = self._finish_session()
        if self.lines == 0:
            found.append(
                finding(
                    "SR101", Spot(self.file, Line(1, b"")), {"what": "there is no `session` line: the file is empty"}
                )
            )
        return Stop(None, tuple(found), self.setting, self.ledger)

    def _finish_session(self) -> list[Finding]:
        found = []
        if self.unseen_plays and self.last_line is not None:
            hands = plural(self.unseen_hands, "hand")
            found.append(
                finding(
                    "SR210",
                    Spot(self.file, self.last_line),
                    {"count": plural(self.unseen_plays, "play"), "hands": hands},
                )
            )
        if self.open_contracts and self.last_line is not None:
            hands = plural(self.open_contracts, "hand")
            found.append(finding("SR329", Spot(self.file, self.last_line), {"hands": hands}))
        self.unseen_plays = self.unseen_hands = self.open_contracts = 0
        return found

    def _session(self, line: Line, session: Session) -> list[Finding]:
        hands = self.ahead.hands.get(line.number, 0)
        rules, found = (self.judge_by, []) if self.judge_by else check_rules(self.file, line, session.rules, hands)
        self.setting = setting_of(session, rules)
        pool = session.pool or 0
        self.ledger = Ledger(pool=pool, due=pool, carried=pool > 0)
        self.in_session = True
        empty = hands == 0 and line.number not in self.ahead.unsure
        return found + list(check_session(self.file, line, session, self.setting, empty=empty))

    def _hand(self, line: Line, hand: Hand) -> tuple[Case | None, str, Case | None, list[Finding]]:
        found: list[Finding] = []
        amends = self.ahead.amends.get(line.number, ())
        as_noted = self._case(line, hand, {}) if amends else None
        counting, fields, void = amended(hand, amends)
        if void:
            self.ledger = msgspec.structs.replace(self.ledger, number=0)  # the next hand may take its number or not
            return as_noted, VOID, as_noted, found
        case = self._case(line, counting, fields)
        told = list(check_hand(case))
        if as_noted is not None:
            self._blame_amends(as_noted, told, amends)
        if case.ruling_lines:
            self.silenced = tuple(one for one in told if silenced(one, case.rulings))
            told = [one for one in told if one not in self.silenced]
        for late in [one for one in told if one.line > line.number]:
            self.waiting.setdefault(late.line, []).append(late)
        found += [one for one in told if one.line <= line.number]
        status = self._status(case)
        found += self._carry_over(case)
        return case, status, as_noted, found

    def _forget_session(self, line: Line) -> None:
        """A session line begins anew; one that cannot be read leaves nothing to judge by."""
        self.setting, self.ledger, self.latest_time = NO_SETTING, Ledger(), None
        self.in_session, self.closed, self.told_pool = False, False, False
        self.told_no_session, self.lost_session = False, line.number

    def _before_any_session(self, line: Line) -> list[Finding]:
        if self.in_session or self.told_no_session:
            return []
        self.told_no_session = True
        what = f"a {line.kind} line stands before any `session` line"
        if self.lost_session:
            what = f"the session line (line {self.lost_session}) could not be read"
        return [finding("SR101", Spot(self.file, line), {"what": what})]

    def _case(self, line: Line, hand: Hand, fields: dict[str, Line]) -> Case:
        rulings = self.ahead.rulings.get(line.number, ())
        return make_case(
            self.file,
            self.setting,
            self.ledger,
            line,
            hand,
            fields,
            rulings,
            every_step=self.every_step or bool(rulings),
        )

    def _blame_amends(self, as_noted: Case, told: list[Finding], amends: tuple[Line, ...]) -> None:
        """An amendment that brings errors which the hand did not have is told at its own line."""
        before = {(one.code, one.at) for one in check_hand(as_noted) if one.severity == "error"}
        fresh = sorted({one.code for one in told if one.severity == "error" and (one.code, one.at) not in before})
        if fresh:
            line = amends[-1]
            new = finding("SR804", Spot(self.file, line), {"no": as_noted.reading.hand.no, "codes": list(fresh)})
            self.waiting.setdefault(line.number, []).append(new)

    def _status(self, case: Case) -> str:
        """Count what was not judged; a hand is judged when nothing in it was left open."""
        if case.result is not None and (case.result.thrown_in or case.result.void):
            return JUDGED
        if case.rules is None or case.replay is None or case.trump < 0:
            return PART
        unseen = len(case.replay.doubtful) + case.replay.unseen
        self.unseen_plays += unseen
        self.unseen_hands += bool(unseen)
        self.open_contracts += case.result is not None and None in (case.result.counted or ())
        settled = case.rules.game.goal == "cards" or (
            case.result is not None and (case.result.decided or case.result.agreed)
        )
        return JUDGED if settled and not unseen and not case.replay.stopped else PART

    def _carry_over(self, case: Case) -> list[Finding]:
        hand = case.reading.hand
        if case.rules is None or case.result is None:
            before = self.ledger
            self.ledger = unjudged_ledger(self.setting, before, hand, case.reading.dealer)
            return self._pool_lost(before, case.spot())
        before = self.ledger
        self.ledger = next_ledger(self.setting, case.rules, case.ledger, hand, case.reading.dealer, case.result)
        return self._pool_lost(before, case.spot())

    def _pool_lost(self, before: Ledger, spot: Spot) -> list[Finding]:
        """Say once that settlements cannot be compared any more."""
        pool_game = self.setting.rules is not None and self.setting.rules.game.goal == "pool"
        if (
            not pool_game
            or not self.setting.judged
            or before.pool is None
            or self.ledger.pool is not None
            or self.told_pool
        ):
            return []
        self.told_pool = True
        return [finding("SR609", spot, {})]

    def _later(self, line: Line, later: Ruling | Amend) -> list[Finding]:
        spot = Spot(self.file, line, later.hand)
        if line.number in self.ahead.lost or not self.in_session:
            return [
                finding(
                    "SR801", spot, {"kind": "ruling" if isinstance(later, Ruling) else "amendment", "no": later.hand}
                )
            ]
        if isinstance(later, Amend):
            nothing = not changes_of(later) and not later.void
            return [finding("SR806", spot, {})] if nothing else []
        found = list(check_penalty(later, self.setting, self.ledger.pool, spot))
        if not found and later.penalty:
            self.ledger = with_penalty(self.ledger, later.penalty.settle, later.penalty.points)
        return found

    def _change(self, line: Line, change: Terms | Seats | Close) -> list[Finding]:
        found: list[Finding] = []
        if isinstance(change, Terms):
            rules = None
            if change.rules is not None and not self.judge_by:
                rules, more = check_rules(self.file, line, change.rules, 0)
                found += more
            self.setting = check_terms(change, self.setting, rules or self.judge_by)
        elif isinstance(change, Seats):
            old = self.setting
            self.setting, more = check_seats(self.file, line, change, old)
            self.ledger = reseated(self.ledger, old, self.setting)
            found += more
        else:
            spot = Spot(self.file, line, column=column_of(line, "split"), width=1 if change.split else 0)
            found += check_close(spot, change, self.setting, self.ledger)
            self.closed = True
        return found

    def _unread(self, line: Line) -> tuple[str, list[Finding]]:
        """A lost line may have been a hand: what follows from it is not known any more."""
        other = line.kind in LINE_TYPES.keys() - {"hand"}
        if line.value is not None or other or not _MAY_BE_HAND.search(line.beginning):
            return "", []
        before = self.ledger
        self.ledger = msgspec.structs.replace(
            before, pool=None, due=None, totals=None, due_totals=None, number=0, dealer=-1
        )
        return UNREAD, self._pool_lost(before, Spot(self.file, line))

    def _time(self, line: Line) -> list[Finding]:
        text = getattr(line.value, "time", None)
        if text is None:
            return []
        self.latest_time, found = check_time(self.file, line, text, self.latest_time)
        return found


def _order(found: Finding) -> tuple[int, int, str]:
    return found.line, found.column, found.code


__all__ = ["JUDGED", "PART", "UNKNOWN", "UNREAD", "VOID", "Counts", "Stop", "Walker", "walk"]
