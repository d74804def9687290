"""What a session comes to: the chips of each player over all hands, and what is left in the pool."""

import msgspec

from spoilrec.review.case import Case
from spoilrec.review.setting import Ledger


class Account(msgspec.Struct, frozen=True):
    """Chips by name, as the table settled them, else by the cards; `open` counts hands of which neither is known."""

    chips: dict[str, int] = {}
    hands: int = 0
    open: int = 0
    pool: int | None = None
    pool_game: bool = False

    def after(self, case: Case, ledger: Ledger) -> "Account":
        """Give the account after one more hand."""
        pool_game = case.rules is not None and case.rules.game.goal == "pool"
        settle = case.reading.hand.settle
        if len(settle) != len(case.setting.players):
            settle = (case.result.settle or ()) if case.result else ()
        chips = dict(self.chips)
        for seat, gained in enumerate(settle):
            if case.setting.players[seat] is not None or gained:
                chips[case.name(seat)] = chips.get(case.name(seat), 0) + gained
        return Account(chips, self.hands + 1, self.open + (not settle), ledger.pool, pool_game)

    def told(self) -> tuple[str, ...]:
        """Say it in sentences; nothing for a session without chips."""
        if not self.pool_game or not self.hands:
            return ()
        each = ", ".join(f"{name} {chips:+d}" for name, chips in self.chips.items())
        missing = f" ({self.open} of them not settled)" if self.open else ""
        left = "What lies in the pool is not known." if self.pool is None else f"In the pool: {self.pool}."
        return (f"After {self.hands} hands{missing}: {each}.", left)
