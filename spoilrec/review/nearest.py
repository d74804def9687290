"""The nearest right word to a wrong one: what a message offers instead."""

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Give the known word nearest to `word`, empty where none comes near."""
    close = difflib.get_close_matches(word[:60].casefold(), list(known), n=1, cutoff=cutoff)
    return close[0] if close else ""


def did_you_mean(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Give `; the nearest is X` for a sentence, or nothing."""
    close = nearest(word, known, cutoff)
    return f"; the nearest is `{close}`" if close else ""
