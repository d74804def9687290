"""Which findings are wanted: those whose code begins with one of some letters and digits, and not with others."""

import msgspec

from spoilrec.review.finding import Finding


class Selection(msgspec.Struct, frozen=True):
    """Beginnings of codes; an empty `select` means all."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def wants(self, one: Finding) -> bool:
        """Say whether a finding is wanted."""
        return one.code.startswith(self.select or "SR") and not (self.ignore and one.code.startswith(self.ignore))
