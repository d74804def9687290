"""Records of the Five Fingers card games: read them, play them again, and be told why.

The names here are the front door; everything else is found by its module.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

__version__ = "0.1.0"

if TYPE_CHECKING:
    from spoilrec.engine.events import Announce, Jink, Play, Rob
    from spoilrec.engine.position import State, start
    from spoilrec.engine.refusals import Refusal
    from spoilrec.engine.state import legal, step, why_not
    from spoilrec.review.finding import Finding
    from spoilrec.review.library import read_lines, replay, validate
    from spoilrec.rules.cards import Suit, card_name, parse_card
    from spoilrec.rules.options import Options
    from spoilrec.rules.presets import preset_named

# importing spoilrec alone must cost nothing, so that `spoilrec --version` is quick
_WHERE: Final = {
    "Announce": "spoilrec.engine.events", "Jink": "spoilrec.engine.events", "Play": "spoilrec.engine.events",
    "Rob": "spoilrec.engine.events", "State": "spoilrec.engine.position", "start": "spoilrec.engine.position",
    "Refusal": "spoilrec.engine.refusals", "legal": "spoilrec.engine.state", "step": "spoilrec.engine.state",
    "why_not": "spoilrec.engine.state", "Finding": "spoilrec.review.finding", "read_lines": "spoilrec.review.library",
    "replay": "spoilrec.review.library", "validate": "spoilrec.review.library", "Suit": "spoilrec.rules.cards",
    "card_name": "spoilrec.rules.cards", "parse_card": "spoilrec.rules.cards", "Options": "spoilrec.rules.options",
    "preset_named": "spoilrec.rules.presets",
}  # fmt: skip

__all__ = [
    "Announce", "Finding", "Jink", "Options", "Play", "Refusal", "Rob", "State", "Suit", "card_name", "legal",
    "parse_card", "preset_named", "read_lines", "replay", "start", "step", "validate", "why_not",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    raise AttributeError(f"module 'spoilrec' has no attribute {name!r}")
