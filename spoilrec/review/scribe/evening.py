"""A session under way: what holds after its lines so far, and the hand that comes next."""

from collections import Counter
from copy import copy
from io import BytesIO

from spoilrec.record.lines import Amend, Close, Hand, Line, Ruling, Session
from spoilrec.review.case import Case
from spoilrec.review.checks.order import next_dealer
from spoilrec.review.desk import make_case
from spoilrec.review.finding import Finding
from spoilrec.review.scan import Scan, scan
from spoilrec.review.setting import Ledger, Setting
from spoilrec.review.walk import Walker
from spoilrec.review.words.account import Account

_NOTHING_AHEAD = Scan({}, frozenset(), {}, {}, frozenset())


class Evening:
    """Follows a session line by line; the lines are those of one session, the first is its `session`.

    A ruling and an amendment change what earlier hands left: then the session is walked anew.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: list[Line] = []
        self.findings: tuple[Finding, ...] = ()
        self._begin(_NOTHING_AHEAD)

    def _begin(self, ahead: Scan) -> None:
        self._walker = Walker(self.file, ahead, None, every_step=False)
        self.setting, self.ledger, self.account = Setting(None, (), sound=False), Ledger(), Account()

    def copy(self) -> "Evening":
        """Give the same session to try something on; its lines are shared until one of the two takes another."""
        other = Evening(self.file)
        other.lines = list(self.lines)
        other._walker = copy(self._walker)
        other.setting, other.ledger, other.account = self.setting, self.ledger, self.account
        return other

    def add(self, line: Line) -> None:
        """Take a line that was written; a `session` line begins anew. `findings` are then those of this line."""
        if isinstance(line.value, Session):
            self.lines.clear()
            self._begin(_NOTHING_AHEAD)
        self.lines.append(line)
        if isinstance(line.value, Amend | Ruling):
            self._again()
        else:
            self._take(line)

    def _take(self, line: Line) -> None:
        stop = self._walker.take(line)
        self.setting, self.ledger, self.findings = stop.setting, stop.ledger, stop.findings
        self.account = self.account.after(stop)

    def _again(self) -> None:
        self._begin(scan(BytesIO(b"".join(line.raw + b"\n" for line in self.lines))))
        for number, line in enumerate(self.lines, 1):
            self._take(Line(number, line.raw, line.value, line.kind))

    @property
    def begun(self) -> bool:
        """Whether the session line is there."""
        return bool(self.lines)

    @property
    def closed(self) -> bool:
        """Whether the session has been closed."""
        return any(isinstance(line.value, Close) for line in self.lines)

    def standing_hands(self) -> tuple[Hand, ...]:
        """Give the hands so far that were not declared void, as they were noted."""
        void, found = Counter[int](), list[Hand]()
        for line in reversed(self.lines):
            if isinstance(line.value, Amend) and line.value.void:
                void[line.value.hand] = 1
            elif isinstance(line.value, Hand) and void.pop(line.value.no, 0) == 0:
                found.append(line.value)
        return tuple(reversed(found))

    def next_number(self) -> int:
        """Give the number of the next hand; that of a hand declared void is free again."""
        if self.ledger.number:
            return self.ledger.number + 1
        return max((hand.no for hand in self.standing_hands()), default=0) + 1

    def due_dealer(self) -> int:
        """Give whose turn it is to deal, -1 where nobody has dealt yet."""
        if self.ledger.dealer < 0 or not self.setting.seats:
            return -1
        again = self.ledger.redeal and self.ledger.dealer in self.setting.seats
        return self.ledger.dealer if again else next_dealer(self.setting, self.ledger.dealer)

    def case(self, hand: Hand) -> Case:
        """Put a hand in progress on the desk, as it would stand if it were the next line."""
        line = Line(len(self.lines) + 1, b"", hand, "hand")
        return make_case(self.file, self.setting, self.ledger, line, hand, {}, (), every_step=True)
