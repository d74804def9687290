"""What a session comes to: the chips of each player over all hands, and what is left in the pool."""

from collections.abc import Sequence
from typing import Final

import msgspec

from spoilrec.record.lines import Close, Line, Penalty, Ruling
from spoilrec.review.case import Case
from spoilrec.review.setting import Ledger, Setting, short_name
from spoilrec.review.walk import VOID, Stop
from spoilrec.review.words.sentences import plural

_NO_RULING: Final = ("SR801", "SR805")
"""A ruling on no hand of the session, or with sums that cannot be, changes nothing."""


class Account(msgspec.Struct, frozen=True):
    """Chips by name, as the table settled them (`settled` counts those hands), else worked out by the rules.

    `open` counts hands of which neither is known. Rulings and the sharing out at the close count too. `pool` is
    what lies on the table.
    """

    chips: dict[str, int] = {}
    hands: int = 0
    settled: int = 0
    open: int = 0
    pool: int | None = None
    pool_game: bool = False

    def after(self, stop: Stop) -> "Account":
        """Give the account after one more line: a hand that counts, a ruling with chips, the sharing out."""
        if stop.case is not None and stop.status != VOID:
            return self._after_hand(stop.case, stop.ledger)
        idle = any(one.code in _NO_RULING for one in (*stop.findings, *stop.silenced))
        return self if stop.line is None or idle else self._after_line(stop.line, stop.setting, stop.ledger)

    def _after_hand(self, case: Case, ledger: Ledger) -> "Account":
        settle = case.reading.hand.settle
        by_table = len(settle) == len(case.setting.players)
        if not by_table:
            settle = (case.result.settle or ()) if case.result else ()
        pool_game = case.rules is not None and case.rules.game.goal == "pool"
        more = self.with_chips(case.setting, settle)
        settled, unknown = self.settled + by_table, self.open + (not settle)
        return Account(more.chips, self.hands + 1, settled, unknown, ledger.pool, pool_game)

    def _after_line(self, line: Line, setting: Setting, ledger: Ledger) -> "Account":
        match line.value:
            case Ruling(penalty=Penalty(settle=settle)):
                more = self.with_chips(setting, settle)
                return msgspec.structs.replace(more, pool=ledger.pool)
            case Close(split=split) if split:
                left = None if self.pool is None else self.pool - sum(split)
                return msgspec.structs.replace(self.with_chips(setting, split), pool=left)
            case _:
                return self

    def with_chips(self, setting: Setting, settle: Sequence[int]) -> "Account":
        """Add what each seat gained; a list that does not fit the seats changes nothing."""
        if len(settle) != len(setting.players):
            return self
        chips = dict(self.chips)
        for seat, gained in enumerate(settle):
            if setting.players[seat] is not None or gained:
                name = short_name(setting, seat)
                chips[name] = chips.get(name, 0) + gained
        return msgspec.structs.replace(self, chips=chips)

    def told(self) -> tuple[str, ...]:
        """Say it in sentences; nothing for a session without chips."""
        if not self.pool_game or not self.hands:
            return ()
        left = "What lies in the pool is not known." if self.pool is None else f"In the pool: {self.pool}."
        hands = plural(self.hands, "hand")
        if not self.chips:
            return (
                f"After {hands} nobody's chips are known: no settlement was noted, and the cards do not show one.",
                left,
            )
        each = ", ".join(f"{name} {chips:+d}" for name, chips in self.chips.items())
        unknown = f" ({self.open} of them without a known result)" if self.open else ""
        return (f"After {hands}{unknown}, {self._source()}: {each}.", left)

    def _source(self) -> str:
        """Say whose word the chips are."""
        worked_out = self.hands - self.open - self.settled
        if self.settled and worked_out:
            return f"{self.settled} as the table settled them and {worked_out} worked out by the rules"
        if self.settled:
            return "as the table settled them"
        return "worked out by the rules" if worked_out else "counting only rulings and what was shared out"
