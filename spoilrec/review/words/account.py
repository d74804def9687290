"""What a session comes to: the chips of each player over all hands, and what is left in the pool."""

from collections.abc import Sequence

import msgspec

from spoilrec.record.lines import Close, Line, Penalty, Ruling
from spoilrec.review.case import Case
from spoilrec.review.setting import Ledger, Setting, short_name


class Account(msgspec.Struct, frozen=True):
    """Chips by name, as the table settled them, else by the cards; `open` counts hands of which neither is known.

    Rulings and the sharing out at the close count too. `pool` is what lies on the table.
    """

    chips: dict[str, int] = {}
    hands: int = 0
    open: int = 0
    pool: int | None = None
    pool_game: bool = False

    def after_hand(self, case: Case, ledger: Ledger) -> "Account":
        """Give the account after one more hand."""
        settle = case.reading.hand.settle
        if len(settle) != len(case.setting.players):
            settle = (case.result.settle or ()) if case.result else ()
        pool_game = case.rules is not None and case.rules.game.goal == "pool"
        more = self.with_chips(case.setting, settle)
        return Account(more.chips, self.hands + 1, self.open + (not settle), ledger.pool, pool_game)

    def after_line(self, line: Line, setting: Setting, ledger: Ledger) -> "Account":
        """Give the account after a line between hands: a ruling with chips, or the sharing out."""
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
        each = ", ".join(f"{name} {chips:+d}" for name, chips in self.chips.items())
        hands = "1 hand" if self.hands == 1 else f"{self.hands} hands"
        missing = f" ({self.open} of them not settled)" if self.open else ""
        left = "What lies in the pool is not known." if self.pool is None else f"In the pool: {self.pool}."
        return (f"After {hands}{missing}, as the table settled them: {each}.", left)
