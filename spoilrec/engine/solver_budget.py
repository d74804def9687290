"""How much a solver may remember."""


class TooMuchError(Exception):
    """The search outgrew its limit: the answer is not known."""


class Budget:
    """Counts the positions that are remembered: never more than `limit`, and half of them at most for one question."""

    def __init__(self, limit: int) -> None:
        self.limit, self.spent, self.end = limit, 0, 0

    def ask(self) -> bool:
        """Begin a question; `False` where too little is left for it, so that something must be forgotten first."""
        self.end = self.spent + self.limit // 2
        return self.end <= self.limit

    def spend(self) -> None:
        """Count one more position; refuses with `TooMuchError` where the question has used up its part."""
        if self.spent >= self.end:
            raise TooMuchError(f"more than {self.limit // 2} positions for one question")
        self.spent += 1
