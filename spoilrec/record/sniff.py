"""What a file is that is no record: told once, with the kind of file it looks like."""

import re
from typing import Final

from spoilrec.record.lines import Fault

_TYPE: Final = re.compile(rb"""[{,\s]["']?type["']?\s*:\s*["']""")

_RECORD_LINE: Final = re.compile(rb"""^[ \t]*\{[ \t]*"type"[ \t]*:[ \t]*"(session|hand)\"""", re.MULTILINE)
_LEAST: Final = 40  # a beginning shorter than this may be a record that was cut off
_FIRST_LINE: Final = re.compile(rb"\s*(\{[^\S\r\n]*[^\s]|#|//|\x00)")

_Kinds = tuple[tuple[re.Pattern[bytes], str, str], ...]
# what the first bytes say; the second value is the name that `import --from` will know it by
_PACKED: Final[_Kinds] = (
    (re.compile(rb"PK(\x03\x04|\x05\x06)"), "a zip archive (unpack it first)", ""),
    (re.compile(rb"(?s).{257}ustar"), "a tar archive (unpack it first)", ""),
    (
        re.compile(rb"BZh[1-9]1AY|\xfd7zXZ\x00|\x28\xb5\x2f\xfd|7z\xbc\xaf\x27\x1c|\x1f\x9d|\x04\x22\x4d\x18"),
        "a packed file of a kind other than gzip (unpack it first)",
        "",
    ),
    (re.compile(rb"(?s).{8}DUCK"), "a database (`spoilrec tabulate` counts one that `spoilrec convert` made)", ""),
    (re.compile(rb"SQLite format 3|PAR1"), "a database or its table", ""),
)
_KINDS: Final[_Kinds] = (
    (re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8|%PDF|RIFF"), "a picture or document", ""),
    (re.compile(rb"\x7fELF|MZ|\xca\xfe\xba\xbe"), "a program", ""),
    (re.compile(rb"\s*<(!doctype|html|\?xml|svg|head|body)", re.IGNORECASE), "a web page or XML", ""),
    (re.compile(rb"\s*(%\s*PBN|\[(Board|Deal|Declarer|Vulnerable) )"), "a bridge record (PBN)", ""),
    (re.compile(rb"\s*\[[A-Z]\w+ \""), "a chess record (PGN)", ""),
    (re.compile(rb"\s*(variant|antes|blinds_or_straddles)\s*=", re.MULTILINE), "a poker hand history (PHH)", ""),
    (re.compile(rb"\s*\{\s*\"event_type\""), "a log of the program twentyfive", "twentyfive"),
    (re.compile(rb"(?s)\s*\{.*\"(currentRound|goerId)\""), "a game of the program cards-110", "cards-110"),
    (re.compile(rb"\s*\{\s*[\r\n]"), "JSON spread over several lines (each object of a record stands on one line)", ""),
    (re.compile(rb"\s*\["), "a JSON array (a record is one JSON object a line)", ""),
    (re.compile(rb"\s*\{"), "other JSON (no line of it has a `type`)", ""),
    (re.compile(rb"[^\n]*(,|;|\t)[^\n]*(,|;|\t)[^\n]*\n"), "a table (CSV)", ""),
)  # fmt: skip


def looks_like(head: bytes) -> Fault | None:
    """Say what a file is that begins with `head`, `None` for a record or for what may become one."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or _zero_every_second(head):
        return Fault("utf-16")
    if any(pattern.match(head) for pattern, _, _ in _PACKED):  # records within may lie as plain text
        return _kind(head)
    body = head.removeprefix(b"\xef\xbb\xbf")
    if not body.strip() or (_TYPE.search(body) and _FIRST_LINE.match(body)):
        return None
    if _RECORD_LINE.search(body):
        return None
    torn = body.lstrip().startswith(b"{") and b"\n" not in body and not body.rstrip().endswith(b"}")
    return None if torn and len(body) < _LEAST else _kind(body)


def _kind(body: bytes) -> Fault:
    for pattern, name, importer in (*_PACKED, *_KINDS):
        if pattern.match(body):
            return Fault("not-a-record", 1, {"like": name, "import": importer})
    control = sum(byte < 9 or 13 < byte < 32 for byte in body[:4096])
    like = "data of no kind of text" if control > len(body[:4096]) // 50 else "text, but no line of it is a JSON object"
    return Fault("not-a-record", 1, {"like": like, "import": ""})


def _zero_every_second(head: bytes) -> bool:
    """UTF-16 without a byte-order mark: every second byte of plain text is zero."""
    sample = head[:64]
    return len(sample) >= 8 and any(not any(sample[start::2]) and all(sample[1 - start :: 2]) for start in (0, 1))
