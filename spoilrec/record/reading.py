"""From the bytes of one line to a `Line`: its value, or everything that is wrong with it.

Accepts beyond the format, each with a fault of its own: a byte-order mark, a carriage return, a
missing last newline, any order of keys and any JSON white space, unknown keys (kept), two whole
records on one line (both are read). Refuses floats, duplicate keys and everything that is not
JSON. Knows nothing of games: whether `dealer` is a seat is for `review`.
"""

import re
import unicodedata
from typing import Any, Final

import msgspec

from spoilrec.record.lines import LINE_TYPES, Fault, Line, RecordLine
from spoilrec.record.members import JsonError, Member, depth_column, duplicate_keys, members

_DECODER: Final = msgspec.json.Decoder(RecordLine)
_ENCODER: Final = msgspec.json.Encoder()
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_NUMBER_OUT_OF_JSON: Final = re.compile(r"-?(?:NaN|Infinity)\b")
BOM: Final = b"\xef\xbb\xbf"


def read_line(number: int, raw: bytes, faults: tuple[Fault, ...] = (), *, ended: bool = True) -> tuple[Line, ...]:
    """Read one line of a file, given without its line end: one `Line`, or two where it holds two records.

    `faults` are those already found in its framing; `ended` says whether a newline followed.
    """
    try:
        value = _DECODER.decode(raw)
    except (ValueError, RecursionError):
        return _read_slowly(number, raw, faults, ended=ended)
    if _ENCODER.encode(value) != raw:
        return _read_slowly(number, raw, faults, ended=ended)
    if not ended:
        faults = (*faults, Fault("no-final-newline", len(raw)))
    if not raw.isascii() or b"\\" in raw:
        faults = (*faults, *odd_text(raw.decode()))
    return (Line(number, raw, value, tag_of(value), (), faults),)


def decode_any(raw: bytes) -> RecordLine | None:
    """Decode a line as it stands, whatever `read_line` would say of its form; `None` where that cannot be done."""
    try:
        value: RecordLine = _DECODER.decode(raw)
    except (ValueError, RecursionError):
        return None
    return value


def decode_plain(raw: bytes) -> RecordLine | None:
    """Decode a line of which `read_line` would tell no fault and that is canonical; `None` for every other."""
    value = decode_any(raw)
    if value is None or _ENCODER.encode(value) != raw:
        return None
    odd = (not raw.isascii() or b"\\" in raw) and odd_text(raw.decode())
    return None if odd else value


def tag_of(value: RecordLine) -> str:
    """Give the `type` of a line."""
    return str(value.__struct_config__.tag)


def encode_value(value: RecordLine) -> bytes:
    """Write the canonical form of a value, without a line end."""
    return _ENCODER.encode(value)


def _read_slowly(number: int, raw: bytes, faults: tuple[Fault, ...], *, ended: bool) -> tuple[Line, ...]:
    found = list(faults)
    body = raw
    if raw.startswith(BOM):
        found.append(Fault("byte-order-mark"))
        body = raw[len(BOM) :]
    if not body.strip(b" \t"):
        return (Line(number, raw, faults=tuple(found)),) if found else ()
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        return (_lost(number, raw, found, 0, _not_utf8(body, error, ended=ended)),)
    return _read_text(number, raw, text, found, ended=ended)


def _read_text(number: int, raw: bytes, text: str, found: list[Fault], *, ended: bool) -> tuple[Line, ...]:
    """Read the records of one line: as many as are whole, up to `_MOST_PIECES`."""
    deep = depth_column(text)
    if deep >= 0:
        return (_lost(number, raw, found, 0, Fault("not-json", deep + 1, {"why": _TOO_DEEP})),)
    lines: list[Line] = []
    start = 0
    while start >= 0 and len(lines) < _MOST_PIECES:
        line, start = _read_piece(number, text, start, found, ended=ended)
        lines.append(line)
        found = [Fault("two-records")]
    return tuple(lines)


def _read_piece(number: int, text: str, start: int, found: list[Fault], *, ended: bool) -> tuple[Line, int]:
    """Read the record that begins at `start`; also give where the next one on this line begins, or -1."""
    try:
        parts, end = members(text, start)
    except JsonError as error:
        after = text.find('{"type"', start + 1)
        fault = _json_fault(text[: after if after >= 0 else None], error, start, ended=ended and after < 0)
        return _lost(number, text[start : after if after >= 0 else None].encode(), found, start, fault), after
    broken = next((part for part in parts if not _is_text(part.key)), None)
    if broken:
        fault = Fault("not-json", broken.column + 1 - start, {"why": "half of a surrogate pair is no character"})
        return _lost(number, text[start:].encode(), found, start, fault), -1
    rest = text[end:].lstrip(" \t")
    after = len(text) - len(rest)
    if rest and not rest.startswith("{"):
        return _lost(number, text[start:].encode(), found, start, _trailing(rest, after - start)), -1
    if not (rest or ended):
        found = [*found, Fault("no-final-newline", end - start)]
    raw = text[start : end if rest else None].encode()
    return _from_members(number, raw, text[start:end], parts, found, start), after if rest else -1


def _is_text(key: str) -> bool:
    return all(not "\ud800" <= char <= "\udfff" for char in key)


_MOST_PIECES: Final = 8
_TOO_DEEP: Final = "brackets nest too deep; a record nests two deep"


def _lost(number: int, raw: bytes, found: list[Fault], offset: int, fault: Fault) -> Line:
    return Line(number, raw, faults=(*found, fault), canonical=False, offset=offset)


_NO_COMMENTS: Final = "JSON knows no comments; a `note` field or a line of type note can say it"


def _trailing(rest: str, column: int) -> Fault:
    control = _CONTROLS.match(rest)
    if control:
        return Fault("control-character", column + 1, {"character": f"U+{ord(rest[0]):04X}"})
    if rest.startswith(("//", "#", "/*")):
        return Fault("not-json", column + 1, {"why": _NO_COMMENTS})
    why = "a comma after the object must go" if rest.startswith(",") else "nothing may follow the object on its line"
    return Fault("not-json", column + 1, {"why": why})


def odd_text(text: str) -> tuple[Fault, ...]:
    """Find what looks wrong in the letters of a line: double encoding, invisible or control characters.

    Escaped characters count as what they stand for; white space between the tokens of JSON does not come here.
    """
    faults = []
    for match in _ODD.finditer(text):
        character = match[0] if len(match[0]) == 1 else chr(int(match[0][2:], 16))
        if odd_character(character):
            faults.append(Fault("odd-character", match.start() + 1, {"character": f"U+{ord(character):04X}"}))
    twice = _TWICE_ENCODED.search(text)
    if twice:
        start, end = text.rfind('"', 0, twice.start()) + 1, text.find('"', twice.end())
        guess = _decode_twice(text[start:end])
        if guess:
            faults.append(Fault("double-encoded", start + 1, {"text": text[start:end][:60], "guess": guess[:60]}))
    return tuple(faults[:_MOST_ODD])


_ODD: Final = re.compile(
    r"\\u[0-9a-fA-F]{4}|[\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufe00-\ufe0f\ufeff\ufff0-\uffff\U000e0000-\U000e0fff]"
)
_TWICE_ENCODED: Final = re.compile("[\u00c2-\u00c5][\u0080-\u00bf\u0152-\u0178\u02c6\u02dc\u2013-\u203a\u20ac\u2122]")
_MOST_ODD: Final = 5


def odd_character(character: str) -> bool:
    """Say whether a character has no business in a record: invisible, a control, or it turns the line round."""
    if character in "\n\t":
        return False
    return unicodedata.category(character) in _ODD_CATEGORIES or (character.isspace() and character != " ")


_ODD_CATEGORIES: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def _decode_twice(text: str) -> str | None:
    for encoding in ("cp1252", "latin-1"):
        try:
            return text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
    return None


def _from_members(
    number: int, raw: bytes, text: str, parts: tuple[Member, ...], found: list[Fault], offset: int
) -> Line:
    parts = tuple(
        msgspec.structs.replace(p, column=p.column - offset, value_column=p.value_column - offset) for p in parts
    )
    found = [*found, *_twice(parts), *odd_text(text)]
    type_faults, kind = _kind_of(parts)
    found += type_faults
    if kind not in LINE_TYPES:
        return Line(number, raw, None, kind, (), tuple(found), canonical=not type_faults, offset=offset)
    known = set(LINE_TYPES[kind].__struct_fields__)
    strange = [part for part in parts if part.key not in known and part.key != "type"]
    found += [Fault("unknown-key", part.column + 1, {"word": part.key, "in": kind}) for part in strange]
    value, faults = _convert(kind, [part for part in parts if part.key in known])
    found += faults
    if any(fault.kind == "duplicate-key" for fault in found):
        value = None
    extra = tuple((part.key, part.raw) for part in strange)
    same = value is not None and not extra and encode_value(value) == raw
    return Line(number, raw, value, kind, extra, tuple(found), canonical=same, offset=offset)


def _kind_of(parts: tuple[Member, ...]) -> tuple[list[Fault], str]:
    types = [part for part in parts if part.key == "type"]
    if not types:
        return [Fault("no-type")], ""
    try:
        kind = msgspec.json.decode(types[0].raw, type=str)
    except ValueError:
        facts: dict[str, str | int] = {"field": "type", "wanted": "Expected `str`", "got": types[0].raw[:40]}
        return [Fault("wrong-type", types[0].value_column + 1, facts)], ""
    return ([] if kind in LINE_TYPES else [Fault("unknown-line", 1, {"word": kind})]), kind


def _twice(parts: tuple[Member, ...]) -> list[Fault]:
    """Every key that stands twice, with both values; neither is chosen."""
    seen: dict[str, Member] = {}
    faults = []
    for part in parts:
        if part.key in seen:
            facts: dict[str, str | int] = {"key": part.key, "first": seen[part.key].raw[:80], "second": part.raw[:80]}
            faults.append(Fault("duplicate-key", part.column + 1, facts))
        seen[part.key] = part
        for key in duplicate_keys(part.raw) if part.raw[:1] in "[{" else ():
            faults.append(Fault("duplicate-key", part.column + 1, {"key": key, "first": part.raw[:80], "second": ""}))
    return faults


def _convert(kind: str, parts: list[Member]) -> tuple[RecordLine | None, list[Fault]]:
    """Make the Struct; where that fails say what is wrong with every field, not only the first."""
    line_type = LINE_TYPES[kind]
    fields = {field.name: field for field in msgspec.structs.fields(line_type)}
    faults = []
    for part in parts:
        faults += _field_faults(part, fields[part.key].type, optional=fields[part.key].default is None)
    have = {part.key for part in parts}
    faults += [Fault("missing", 1, {"field": n, "in": kind}) for n, f in fields.items() if f.required and n not in have]
    if faults:
        return None, faults
    kept = ",".join(f"{msgspec.json.encode(part.key).decode()}:{part.raw}" for part in parts if part.raw != "null")
    try:
        return _DECODER.decode(f'{{"type":"{kind}"{"," if kept else ""}{kept}}}'), []
    except ValueError as error:  # nothing that a field alone does not show
        return None, [Fault("wrong-type", 1, {"field": kind, "wanted": "", "got": str(error)[:120]})]


def _field_faults(part: Member, wanted: Any, *, optional: bool) -> list[Fault]:
    if part.raw == "null" and optional:
        return []
    if _NUMBER_OUT_OF_JSON.search(_TEXT.sub("", part.raw)):
        return [
            Fault("not-json", part.value_column + 1, {"why": "JSON has no NaN and no Infinity; write a whole number"})
        ]
    try:
        msgspec.json.decode(part.raw, type=wanted)
    except (ValueError, RecursionError) as error:
        word = _UNKNOWN_FIELD.search(str(error))
        if word:
            return [Fault("unknown-field", part.value_column + 1, {"word": word[1], "in": part.key})]
        facts: dict[str, str | int] = {"field": part.key, "wanted": str(error)[:160], "got": part.raw[:40]}
        return [Fault("wrong-type", part.value_column + 1, facts)]
    return []


_UNKNOWN_FIELD: Final = re.compile("unknown field `(.*)`", re.DOTALL)


def _not_utf8(body: bytes, error: UnicodeDecodeError, *, ended: bool) -> Fault:
    """Name the byte, and guess the old encoding from the word around it."""
    column = len(body[: error.start].decode("utf-8")) + 1
    if error.end == len(body) and error.reason == "unexpected end of data" and not ended:
        return Fault("torn", column, {"after": _last_key(body[: error.start].decode("utf-8"))})
    start = max(body.rfind(b'"', 0, error.start), body.rfind(b" ", 0, error.start), error.start - 20) + 1
    ends = [end for end in (body.find(mark, error.end) for mark in (b'"', b" ", b",")) if end >= 0]
    word = body[start : min([*ends, error.end + 20])]
    facts: dict[str, str | int] = {"byte": error.start + 1, "value": f"0x{body[error.start]:02X}"}
    return Fault("not-utf8", column, {**facts, "guess": word.decode("cp1252", "replace")})


def _json_fault(text: str, error: JsonError, start: int, *, ended: bool) -> Fault:
    control = _CONTROLS.search(text)
    if control:
        return Fault("control-character", control.start() + 1 - start, {"character": f"U+{ord(control[0]):04X}"})
    at_the_end = error.column >= len(text) or error.why == "a text is not closed"
    if not ended and (at_the_end or _CUT_WORD.match(text, error.column)):
        return Fault("torn", len(text) - start, {"after": _last_key(text)})
    comment = text[error.column :].startswith(("//", "/*", "#"))
    return Fault("not-json", error.column + 1 - start, {"why": _NO_COMMENTS if comment else error.why})


_CUT_WORD: Final = re.compile(r"(-|t|tr|tru|f|fa|fal|fals|n|nu|nul|\\?u?[0-9a-fA-F]{0,4})\Z")


def _last_key(text: str) -> str:
    """The last key of a torn line: what came after it is lost."""
    keys = _KEY.findall(text)
    return keys[-1] if keys else ""


_KEY: Final = re.compile(r'"(\w{1,20})":')
