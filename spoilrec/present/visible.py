"""Text from a file made harmless: control, bidi and invisible characters are shown, never sent.

Every text that reaches a terminal passes `visible`; every JSON passes `json_text`.
"""

import re
import unicodedata
from typing import Any, Final

import msgspec

_HIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_JOINERS: Final = "\u200c\u200d"


def visible(text: str) -> str:
    """Show each character that cannot be seen as `<U+001B>`; joiners within a name stay."""
    if text.lstrip().startswith(("::", "##[")):  # a build log would take it for a command
        start = len(text) - len(text.lstrip())
        return visible(text[:start]) + f"<U+{ord(text[start]):04X}>" + visible(text[start + 1 :])
    if text.isascii() and text.isprintable():
        return text
    return "".join(f"<U+{ord(char):04X}>" if _is_hidden(char) else char for char in text)


def _is_hidden(char: str) -> bool:
    if char in _JOINERS:
        return False
    return unicodedata.category(char) in _HIDDEN or (char.isspace() and char != " ")


def json_text(value: Any) -> str:
    """Write JSON on one line in which nothing is invisible: such characters stand as escapes."""
    text = msgspec.json.encode(value).decode()
    if text.isascii():
        return text.replace("\x7f", "\\u007f")
    return "".join(_escape(char) if _is_hidden(char) else char for char in text)


def _escape(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[place]:02x}{units[place + 1]:02x}" for place in range(0, len(units), 2))


def markdown(text: str) -> str:
    """Make text safe in a Markdown table or line: no mark-up, no HTML, no formula, no block of its own."""
    shown = _ENTITY.sub(r"\\&", _SIGN.sub(r"\\\g<0>", visible(text))).replace("<", "&lt;").replace(">", "&gt;")
    return _BLOCK_SIGN.sub(lambda sign: f"{sign[1]}\\{sign[2]}", shown)


_SIGN: Final = re.compile(r"[\\`*_\[\]|$~]")
_ENTITY: Final = re.compile(r"&(?=#?\w+;)")
_BLOCK_SIGN: Final = re.compile(r"^(\s*\d*)(#|[+\-=.)](?!\d))")  # a number begins nothing
