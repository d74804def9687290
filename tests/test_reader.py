"""The reader: every hazard of bytes and JSON gives a fault at its line, and costs no other line."""

import gzip
import io
import json
import sys
from collections.abc import Callable

import pytest

from spoilrec.record.lines import Hand, Line, Note
from spoilrec.record.store import LONGEST_LINE, lines
from spoilrec.record.tokens import Word, read_card, read_cards, read_seat_card
from spoilrec.review.walk import walk

HEAD = b'{"type":"session","spoilrec":1,"rules":"spoil-five/1","players":["Aoife","Brendan","Ciara"]}\n'
HAND = (
    b'{"type":"hand","no":1,"dealer":"A","up":"2S","deal":"3S JD 2C TC JC|AS QS 2D QD 6H|5S 8D KD 5C TH","rob":"B2D",'
    b'"play":"BQD CKD A3S|A2C BQS C5C|BAS C8D ATC|B2S C5S AJC|CTH AJD B6H","won":"-","settle":[-1,-1,-1]}\n'
)
GOOD = b'{"type":"note","text":"good"}\n'
BOM = b"\xef\xbb\xbf"


def read(data: bytes) -> list[Line]:
    return list(lines(io.BytesIO(data)))


def kinds(found: list[Line]) -> set[str]:
    return {fault.kind for line in found for fault in line.faults}


def texts(found: list[Line]) -> list[str]:
    return [line.value.text for line in found if isinstance(line.value, Note)]


def codes(data: bytes) -> set[str]:
    return {finding.code for stop in walk("x", io.BytesIO(data)) for finding in stop.findings}


def note(text: bytes) -> bytes:
    return b'{"type":"note","text":' + text + b"}"


def hand(no: bytes) -> bytes:
    return b'{"type":"hand","no":' + no + b',"dealer":"A"}'


# What JSONTestSuite calls n_: not JSON, or JSON that a record may not hold; each with its fault.
NO_JSON = {
    "array": (b"[]", "not-json"),
    "array-of-lines": (b'[{"type":"note","text":"a"}]', "not-json"),
    "lone-text": (b'"note"', "not-json"),
    "lone-number": (b"1", "not-json"),
    "lone-null": (b"null", "not-json"),
    "lone-brace": (b"{", "not-json"),
    "lone-closing-brace": (b"}", "not-json"),
    "bare-word": (b"session", "not-json"),
    "unclosed-object": (b'{"type":"note","text":"a"', "not-json"),
    "unclosed-text": (b'{"type":"note","text":"a', "not-json"),
    "unclosed-array": (b'{"type":"seats","players":["a"', "not-json"),
    "two-opening-braces": (b'{{"type":"note","text":"a"}}', "not-json"),
    "second-closing-brace": (note(b'"a"') + b"}", "not-json"),
    "trailing-comma-in-object": (b'{"type":"note","text":"a",}', "not-json"),
    "trailing-comma-in-array": (b'{"type":"seats","players":["a",]}', "not-json"),
    "trailing-comma-after-object": (note(b'"a"') + b",", "not-json"),
    "double-comma": (b'{"type":"note",,"text":"a"}', "not-json"),
    "leading-comma": (b'{,"type":"note","text":"a"}', "not-json"),
    "missing-comma": (b'{"type":"note" "text":"a"}', "not-json"),
    "missing-colon": (b'{"type":"note","text" "a"}', "not-json"),
    "double-colon": (b'{"type":"note","text"::"a"}', "not-json"),
    "comma-for-colon": (b'{"type":"note","text","a"}', "not-json"),
    "missing-value": (b'{"type":"note","text":}', "not-json"),
    "missing-key": (b'{:"note"}', "not-json"),
    "number-as-key": (b'{1:1,"type":"note"}', "not-json"),
    "unquoted-key": (b'{type:"note","text":"a"}', "not-json"),
    "single-quotes": (b"{'type':'note','text':'a'}", "not-json"),
    "smart-quotes": ("{“type”:“note”}".encode(), "not-json"),
    "line-comment": (note(b'"a"') + b" // x", "not-json"),
    "hash-comment": (note(b'"a"') + b" # x", "not-json"),
    "block-comment": (b'{"type":"note",/* x */"text":"a"}', "not-json"),
    "trailing-word": (note(b'"a"') + b" x", "not-json"),
    "trailing-digit": (note(b'"a"') + b"1", "not-json"),
    "form-feed-between": (b'{"type":"note",\x0c"text":"a"}', "control-character"),
    "nbsp-between": ('{"type":"note",\u00a0"text":"a"}'.encode(), "not-json"),
    "nul-in-text": (note(b'"a\x00b"'), "control-character"),
    "nul-after": (note(b'"a"') + b"\x00", "control-character"),
    "escape-in-text": (note(b'"\x1b[2J"'), "control-character"),
    "tab-in-text": (note(b'"a\tb"'), "not-json"),
    "ctrl-z": (b"\x1a", "control-character"),
    "only-nul": (b"\x00" * 4096, "control-character"),
    "escape-x": (note(b'"\\x41"'), "not-json"),
    "escape-unfinished": (note(b'"\\u00e"'), "not-json"),
    "escape-of-nothing": (note(b'"\\"'), "not-json"),
    "escape-capital-u": (note(b'"\\U0041"'), "not-json"),
    "latin-1": (note(b'"Se\xe1n"'), "not-utf8"),
    "overlong": (note(b'"\xc0\xaf"'), "not-utf8"),
    "surrogate-in-utf-8": (note(b'"\xed\xa0\x80"'), "not-utf8"),
    "beyond-unicode": (note(b'"\xf4\xbf\xbf\xbf"'), "not-utf8"),
    "lone-continuation": (note(b'"\x81"'), "not-utf8"),
    "truncated-utf-8": (note(b'"\xe2\x82"'), "not-utf8"),
    "bad-utf-8-in-unknown-key": (b'{"type":"note","text":"a","k\xff":1}', "not-utf8"),
    "bad-utf-8-in-unknown-value": (b'{"type":"note","text":"a","k":"\xff"}', "not-utf8"),
    "lone-high-surrogate": (note(b'"\\ud800"'), "wrong-type"),
    "lone-low-surrogate": (note(b'"\\udc00"'), "wrong-type"),
    "swapped-surrogates": (note(b'"\\udc00\\ud800"'), "wrong-type"),
    "leading-zero": (hand(b"01"), "not-json"),
    "leading-plus": (hand(b"+1"), "not-json"),
    "hex": (hand(b"0x1"), "not-json"),
    "bare-point": (hand(b".5"), "not-json"),
    "trailing-point": (hand(b"1."), "not-json"),
    "exponent-without-digits": (hand(b"1e"), "not-json"),
    "minus-alone": (hand(b"-"), "not-json"),
    "double-minus": (hand(b"--1"), "not-json"),
    "fullwidth-digit": (hand("１".encode()), "not-json"),
    "nan": (hand(b"NaN"), "not-json"),
    "infinity": (hand(b"Infinity"), "not-json"),
    "minus-infinity": (hand(b"-Infinity"), "not-json"),
    "nan-with-digits": (hand(b"NaN123"), "not-json"),
    "True": (note(b"True"), "not-json"),
    "nul-literal": (note(b"nul"), "not-json"),
    "float": (hand(b"1.0"), "wrong-type"),
    "exponent": (hand(b"1e0"), "wrong-type"),
    "1e400": (hand(b"1e400"), "wrong-type"),
    "1e-400": (hand(b"1e-400"), "wrong-type"),
    "minus-zero": (hand(b"-0"), "wrong-type"),
    "zero": (hand(b"0"), "wrong-type"),
    "2^63": (hand(b"9223372036854775808"), "wrong-type"),
    "100-digits": (hand(b"9" * 100), "wrong-type"),
    "4300-digits": (hand(b"9" * 4300), "wrong-type"),
    "4301-digits": (hand(b"9" * 4301), "wrong-type"),
    "100000-digits": (hand(b"9" * 100_000), "wrong-type"),
    "number-as-text": (hand(b'"1"'), "wrong-type"),
    "true-as-number": (hand(b"true"), "wrong-type"),
    "array-as-number": (hand(b"[1]"), "wrong-type"),
    "null-for-a-must": (hand(b"null"), "wrong-type"),
    "float-in-x": (b'{"type":"note","text":"a","x":{"k":0.5}}', "wrong-type"),
    "nesting-in-x": (b'{"type":"note","text":"a","x":{"k":{}}}', "wrong-type"),
    "65-deep": (b'{"type":"note","text":"a","k":' + b"[" * 65 + b"]" * 65 + b"}", "not-json"),
    "100000-opening": (b"[" * 100_000, "not-json"),
    "100000-opening-objects": (b'{"a":' * 100_000, "not-json"),
    "no-type": (b'{"text":"a"}', "no-type"),
    "empty-object": (b"{}", "no-type"),
    "type-a-number": (b'{"type":1}', "wrong-type"),
    "type-null": (b'{"type":null}', "wrong-type"),
    "type-a-lone-surrogate": (b'{"type":"\\ud800"}', "wrong-type"),
    "missing-field": (b'{"type":"hand","no":1}', "missing"),
    "same-key-same-value": (b'{"type":"note","text":"a","text":"a"}', "duplicate-key"),
    "same-key-other-value": (b'{"type":"note","text":"a","text":"b"}', "duplicate-key"),
    "same-key-by-escape": (b'{"type":"note","text":"a","te\\u0078t":"b"}', "duplicate-key"),
    "same-type-twice": (b'{"type":"note","type":"note","text":"a"}', "duplicate-key"),
    "same-key-inside": (b'{"type":"note","text":"a","x":{"k":1,"k":2}}', "duplicate-key"),
    "same-key-deep-in-unknown": (b'{"type":"note","text":"a","k":[{"a":{"b":1,"\\u0062":2}}]}', "duplicate-key"),
    "unknown-field-in-set": (b'{"type":"amend","hand":1,"set":{"upp":"2S"}}', "unknown-field"),
}  # fmt: skip


@pytest.mark.parametrize("name", NO_JSON)
def test_what_is_no_json_is_told_and_costs_only_itself(name: str) -> None:
    raw, kind = NO_JSON[name]
    first, *bad, last = read(HEAD + raw + b"\n" + GOOD)
    assert not first.faults and not last.faults and texts([last]) == ["good"]
    assert kind in kinds(bad)
    assert all(line.value is None for line in bad)
    assert all(line.number == 2 and 1 <= fault.column <= len(raw) + 1 for line in bad for fault in line.faults)


# What JSONTestSuite calls y_: read, with the text given.
JSON = {
    "plain": (b'{"type":"note","text":"a"}', "a"),
    "spaces-everywhere": (b' { "type" : "note" ,\t"text" : "a" } ', "a"),
    "type-last": (b'{"text":"a","type":"note"}', "a"),
    "empty-text": (note(b'""'), ""),
    "escapes": (note(b'"\\"\\\\\\/\\b\\f\\n\\r\\t"'), '"\\/\b\f\n\r\t'),
    "escaped-letters": (note(b'"\\u0041\\u00e1"'), "Aá"),
    "escaped-nul": (note(b'"\\u0000"'), "\0"),
    "escaped-escape": (note(b'"\\u001b[2J"'), "\x1b[2J"),
    "escaped-key": (b'{"type":"note","te\\u0078t":"a"}', "a"),
    "surrogate-pair": (note(b'"\\ud83c\\udca1"'), "\U0001f0a1"),
    "astral": (note('"🂡"'.encode()), "🂡"),
    "noncharacter": (note('"\uffff"'.encode()), "\uffff"),
    "delete": (note(b'"\x7f"'), "\x7f"),
    "c1": (note('"\u009b"'.encode()), "\u009b"),
    "line-separators": (note('"a\u2028b\u2029c\u0085d"'.encode()), "a\u2028b\u2029c\u0085d"),
    "bom-inside-text": (note('"\ufeff"'.encode()), "\ufeff"),
    "brackets-in-text": (note(b'"' + b"[" * 1000 + b'"'), "[" * 1000),
    "key-names-in-text": (note(b'"{\\"type\\":\\"hand\\"}"'), '{"type":"hand"}'),
    "unknown-keys": (b'{"type":"note","text":"a","k":null,"":1,"k2":[1.5e300,-0,{"a":[]}]}', "a"),
    "huge-number-in-unknown-key": (b'{"type":"note","text":"a","k":' + b"9" * 5000 + b"}", "a"),
    "null-for-a-may": (b'{"type":"note","text":"a","time":null,"x":null}', "a"),
    "64-deep": (b'{"type":"note","text":"a","k":' + b"[" * 63 + b"]" * 63 + b"}", "a"),
}  # fmt: skip


@pytest.mark.parametrize(("raw", "text"), JSON.values(), ids=JSON)
def test_json_in_any_dress_is_read(raw: bytes, text: str) -> None:
    found = read(HEAD + raw + b"\n" + GOOD)
    assert texts(found) == [text, "good"]
    assert kinds(found) <= {"unknown-key", "odd-character"}


def refuse(text: str) -> None:
    raise ValueError(text)


@pytest.mark.parametrize("name", [name for name, (_, kind) in NO_JSON.items() if kind == "not-json"])
def test_what_is_called_no_json_is_none_for_python_either(name: str) -> None:
    raw, _ = NO_JSON[name]
    try:
        value = json.loads(raw, parse_constant=refuse)
    except (ValueError, RecursionError):
        return
    assert not isinstance(value, dict) or name == "65-deep"


IN_WORDS = {
    b'["a"': "the line ends before the object is closed; its end is missing",
    b'{"a"': "the line ends before the object is closed; its end is missing",
    b'{"a":1,': "the line ends before the object is closed; its end is missing",
    b'["a" "b"]}': "a comma or a closing bracket must stand here",
    b'{"a" 1}}': "a colon must follow the key",
    b"{a:1}}": "a key stands between double quotes",
    b"[1, ]}": "a value is missing here, or a comma must go",
    b'{"a":1, }}': "a comma before } must go",
    b'"\\q"}': "a backslash inside text must be written twice",
    b'"\\u12"}': "four digits, 0 to 9 and a to f, must follow \\u",
    b'"a}': "a text is not closed",
}


@pytest.mark.parametrize("value", IN_WORDS, ids=bytes.decode)
def test_what_the_decoder_says_is_put_into_our_words(value: bytes) -> None:
    (line,) = read(b'{"type":"note","x":' + value + b"\n")
    (fault,) = line.faults
    assert (fault.kind, fault.facts["why"]) == ("not-json", IN_WORDS[value])


@pytest.mark.parametrize("name", [name for name, (_, kind) in NO_JSON.items() if kind == "not-json"])
def test_no_word_of_the_decoder_is_passed_on(name: str) -> None:
    faults = [fault for line in read(HEAD + NO_JSON[name][0] + b"\n") for fault in line.faults]
    why = [str(fault.facts["why"]) for fault in faults if fault.kind == "not-json"]
    assert why and not any(word in text for text in why for word in ("xpecting", "nvalid", "llegal", "JSON writes it"))


CARDS = {
    "10D": ("TD", "ten"),
    "d10": ("TD", "lower-case"),
    "10♦": ("TD", "suit-sign"),
    "5s": ("5S", "lower-case"),
    "5♠": ("5S", "suit-sign"),
    "5♤": ("5S", "suit-sign"),
    "♥️A": ("AH", "suit-sign"),
    "S5": ("5S", "suit-first"),
    "CQ": ("QC", "suit-first"),
    "jk": ("JK", "lower-case"),
    "?c": ("?C", "lower-case"),
    "1C": ("AC", "unreadable"),
    "11H": ("JH", "unreadable"),
    "BD": ("JD", "unreadable"),
    "Q": ("", "unreadable"),
    "XX": ("", "unreadable"),
    "５S": ("", "unreadable"),
    "TDD": ("", "unreadable"),
}


@pytest.mark.parametrize(("word", "seems", "kind"), [(w, *told) for w, told in CARDS.items()], ids=list(CARDS))
def test_leniencies_with_cards(word: str, seems: str, kind: str) -> None:
    code, (slip,) = read_card(Word(0, word))
    assert (slip.kind, slip.seems) == (kind, seems)
    assert (code is None) == (kind == "unreadable")
    played, (slip,) = read_seat_card(Word(0, "B" + word))
    assert (played is None) == (kind == "unreadable")
    assert slip.seems == ("B" + seems if seems else "")


@pytest.mark.parametrize("text", ["5S  AH", " 5S AH", "5S AH ", "5S\tAH", "5S\u00a0AH"])
def test_further_spaces_between_cards_are_told_once(text: str) -> None:
    found, _, slips = read_cards(text)
    assert len(found) == 2 and [slip.kind for slip in slips] == ["spaces"]


@pytest.mark.parametrize("word", ["bQD", "LQD", "1QD", "♠QD", "é5S"])
def test_a_seat_is_never_guessed(word: str) -> None:
    assert read_seat_card(Word(0, word))[0] is None


LENIENT = {
    "bom": (BOM + HEAD + HAND, "SR010"),
    "crlf": ((HEAD + HAND).replace(b"\n", b"\r\n"), "SR011"),
    "cr": ((HEAD + HAND).replace(b"\n", b"\r") + b"\n", "SR011"),
    "no-final-newline": ((HEAD + HAND)[:-1], "SR012"),
    "spaces-in-play": (HEAD + HAND.replace(b"BQD CKD", b"BQD  CKD"), "SR202"),
    "ten": (HEAD + HAND.replace(b"ATC", b"A10C"), "SR202"),
    "lower-case": (HEAD + HAND.replace(b"ATC", b"Atc"), "SR202"),
    "suit-sign": (HEAD + HAND.replace(b"ATC", "AT♣".encode()), "SR202"),
    "suit-first": (HEAD + HAND.replace(b"ATC", b"ACT"), "SR202"),
    "white-space": (HEAD + HAND.replace(b'":', b'": '), "SR901"),
    "key-order": (HEAD + HAND.replace(b'"no":1,"dealer":"A"', b'"dealer":"A","no":1'), "SR901"),
    "unknown-key": (HEAD + HAND.replace(b'"no":1', b'"no":1,"weather":"wet"'), "SR019"),
    "unknown-type": (HEAD + b'{"type":"weather","text":"wet"}\n' + HAND, "SR020"),
}


@pytest.mark.parametrize(("data", "code"), LENIENT.values(), ids=LENIENT)
def test_each_leniency_is_read_with_its_finding(data: bytes, code: str) -> None:
    assert codes(data) == {code}
    assert sum(isinstance(line.value, Hand) for line in read(data)) == 1


SILENT = {
    "blank-lines": b"\n\n" + HEAD + b"\n \n\t\n" + HAND + b"\n",
    "x-type": HEAD + b'{"type":"x-mine","a":[1.5]}\n' + HAND,
    "x-key": HEAD + HAND.replace(b'"no":1,', b'"no":1,').replace(b"[-1,-1,-1]}", b'[-1,-1,-1],"x-mine":2}'),
    "x-field": HEAD + HAND.replace(b"[-1,-1,-1]}", b'[-1,-1,-1],"x":{"a":1,"b":"c","d":true}}'),
}


@pytest.mark.parametrize("data", SILENT.values(), ids=SILENT)
def test_what_is_ones_own_is_silent(data: bytes) -> None:
    assert codes(data) <= {"SR901"}
    assert sum(isinstance(line.value, Hand) for line in read(data)) == 1


FRAMES: dict[str, tuple[bytes, list[int], set[str]]] = {
    "lf": (GOOD * 3, [1, 2, 3], set()),
    "crlf": (GOOD.replace(b"\n", b"\r\n") * 3, [1, 2, 3], {"carriage-return"}),
    "cr": (GOOD.replace(b"\n", b"\r") * 3, [1, 2, 3], {"carriage-return"}),
    "mixed": (GOOD.replace(b"\n", b"\r") + GOOD + GOOD.replace(b"\n", b"\r\n"), [1, 2, 3], {"carriage-return"}),
    "cr-cr-lf": (GOOD.replace(b"\n", b"\r\r\n") * 2, [1, 3], {"carriage-return"}),
    "blank": (b"\n" + GOOD + b"\n\n" + GOOD, [2, 5], set()),
    "unended": (GOOD * 2 + GOOD[:-1], [1, 2, 3], {"no-final-newline"}),
    "joined-with-bom": (GOOD + BOM + GOOD, [1, 2], {"byte-order-mark"}),
    "two-on-a-line": (GOOD[:-1] + GOOD, [1, 1], {"two-records"}),
    "torn-then-whole": (GOOD[:-8] + GOOD, [1, 1], {"torn", "two-records"}),
    "record-separator": (b"\x1e" + GOOD, [1, 1], {"control-character", "two-records"}),
    "nul-tail": (GOOD + b"\0" * 9, [1, 2], {"control-character"}),
}


@pytest.mark.parametrize(("data", "numbers", "faults"), FRAMES.values(), ids=FRAMES)
def test_framing(data: bytes, numbers: list[int], faults: set[str]) -> None:
    found = [line for line in read(HEAD + data)[1:] if line.raw or line.value]
    assert [line.number - 1 for line in found] == numbers
    assert kinds(found) == faults


def test_a_carriage_return_at_the_edge_of_a_block_is_one_line_end() -> None:
    """Blocks are 64 KiB: a CR as the last byte of one and an LF as the first of the next belong together."""
    for shift in range(-2, 3):
        line = note(b'"' + b"a" * (65536 - len(HEAD) - len(note(b'""')) - 1 + shift) + b'"') + b"\r\n"
        found = read(HEAD + line + GOOD)
        assert [one.number for one in found] == [1, 2, 3], shift
        assert texts(found)[1:] == ["good"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_torn_at_every_byte(end: bytes) -> None:
    """Whole lines are all used, a torn hand is never one, and the tail is told."""
    whole = (HEAD + HAND + note('"Seán ♠ 🂡"'.encode()) + b"\n").replace(b"\n", end)
    expected = [line.value for line in read(whole)]
    for cut in range(len(whole)):
        found = read(whole[:cut])
        values = [line.value for line in found if line.value is not None]
        ended = whole[:cut].count(b"\n")
        tail = whole[:cut].rpartition(b"\n")[2].rstrip(b"\r")
        assert values == expected[: len(values)], cut
        assert len(values) in (ended, ended + 1) and (len(values) == ended or tail.endswith(b"}")), cut
        assert not tail or (kinds(found) and codes(whole[:cut])), cut


TORN = {
    "before-type": b'{"ty',
    "after-minus": HEAD + b'{"type":"hand","no":1,"dealer":"A","settle":[-',
    "in-true": HEAD + b'{"type":"note","text":"a","x":{"k":tru',
    "in-null": HEAD + b'{"type":"note","text":"a","k":nu',
    "in-escape": HEAD + b'{"type":"note","text":"\\u00',
    "after-backslash": HEAD + b'{"type":"note","text":"\\',
    "in-letter": HEAD + b'{"type":"note","text":"Se\xc3',
    "after-number": HEAD + b'{"type":"hand","no":1',
    "in-key": HEAD + b'{"type":"hand","no":1,"dea',
    "after-colon": HEAD + b'{"type":"hand","no":',
    "after-comma": HEAD + b'{"type":"hand","no":1,',
    "after-brace": HEAD + b"{",
}


@pytest.mark.parametrize("name", TORN)
def test_a_torn_line_is_called_torn(name: str) -> None:
    assert kinds(read(TORN[name])) == {"torn"}


PACKED = gzip.compress(HEAD + HAND + GOOD * 40, mtime=0)


def test_gzip_is_known_by_its_content() -> None:
    assert [line.value for line in read(PACKED)] == [line.value for line in read(HEAD + HAND + GOOD * 40)]


def test_gzip_of_several_members_is_one_file() -> None:
    assert texts(read(gzip.compress(HEAD + GOOD[:9]) + gzip.compress(GOOD[9:]) + gzip.compress(GOOD))) == ["good"] * 2


@pytest.mark.parametrize("cut", [*range(2, len(PACKED), 7), len(PACKED) - 1])
def test_gzip_cut_off_anywhere(cut: int) -> None:
    found = read(PACKED[:cut])
    assert kinds(found) & {"damaged-gzip", "not-a-record"}
    whole = [line.value for line in read(PACKED)]
    values = [line.value for line in found if line.value]
    assert values == whole[: len(values)]


@pytest.mark.parametrize("tail", [b"x", b"\0\0\0", b"\x1f\x8b", b"{}" * 40], ids=["x", "nul", "magic", "json"])
def test_gzip_with_something_behind(tail: bytes) -> None:
    """Padding with NUL is allowed by gzip; anything else is damage, after all lines."""
    found = read(gzip.compress(HEAD + GOOD) + tail)
    assert texts(found) == ["good"]
    assert kinds(found) == (set() if not tail.strip(b"\0") else {"damaged-gzip"})


def test_damage_near_the_beginning_of_gzip_is_told() -> None:
    assert all("damaged-gzip" in kinds(read(PACKED[:cut])) for cut in range(2, len(PACKED)))


def test_gzip_with_a_flipped_bit_never_gives_a_silent_difference() -> None:
    whole = [line.value for line in read(PACKED)]
    for place in range(2, len(PACKED)):
        broken = bytearray(PACKED)
        broken[place] ^= 0x10
        found = read(bytes(broken))
        assert found and (kinds(found) & {"damaged-gzip", "not-a-record"} or [line.value for line in found] == whole), (
            place
        )


ALIEN = {
    "utf-16-le": (HEAD.decode().encode("utf-16"), "utf-16"),
    "utf-16-be-without-bom": (HEAD.decode().encode("utf-16-be"), "utf-16"),
    "array": (b"[" + HEAD.strip() + b"]\n", "not-a-record"),
    "pretty-printed": (json.dumps(json.loads(HEAD), indent=2).replace('"type"', '"kind"').encode(), "not-a-record"),
    "csv": (b"a,b,c\n" * 999, "not-a-record"),
    "program": (b"\x7fELF" + bytes(range(256)) * 99, "not-a-record"),
    "zip": (b"PK\x03\x04" + bytes(999), "not-a-record"),
    "zstd": (b"\x28\xb5\x2f\xfd" + bytes(range(99)), "not-a-record"),
    "million-brackets": (b"[" * 1_000_000, "not-a-record"),
    "million-nul": (b"\0" * 1_000_000, "not-a-record"),
    "prose": (b"We played at Murphy's.\n" * 99, "not-a-record"),
}


@pytest.mark.parametrize(("data", "kind"), ALIEN.values(), ids=ALIEN)
def test_another_file_is_told_once(data: bytes, kind: str) -> None:
    (line,) = read(data)
    assert kinds([line]) == {kind}


@pytest.mark.parametrize("size", [LONGEST_LINE - 100, LONGEST_LINE + 1, 3 * LONGEST_LINE], ids=["fits", "over", "far"])
@pytest.mark.parametrize("end", [b"\n", b"\r", b""], ids=["lf", "cr", "none"])
def test_huge_lines(size: int, end: bytes) -> None:
    found = read(HEAD + note(b'"' + b"a" * (size - len(note(b'""'))) + b'"') + end + (GOOD if end else b""))
    assert ("too-long" in kinds(found)) == (size > LONGEST_LINE)
    assert texts(found)[-1:] == (["good"] if end else texts(found)[-1:])
    assert all(len(line.raw) <= LONGEST_LINE for line in found)


def calls(work: Callable[[], object]) -> int:
    """Count the calls of functions, built in ones too: a measure of work that is the same on every machine."""
    count = 0

    def note(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


GROWING: dict[str, Callable[[int], bytes]] = {
    "lines": lambda n: GOOD * n,
    "hands": lambda n: HAND * n,
    "blank-lines": lambda n: b"\n" * n,
    "bad-lines": lambda n: b"{\n" * n,
    "cr-lines": lambda n: GOOD.replace(b"\n", b"\r") * n,
    "records-on-one-line": lambda n: GOOD.strip() * n + b"\n",
    "duplicate-keys": lambda n: b'{"type":"note","text":"a"' + b',"k":1' * n + b"}\n",
    "unknown-keys": lambda n: b'{"type":"note","text":"a"' + b"".join(b',"k%d":1' % i for i in range(n)) + b"}\n",
    "long-text": lambda n: note(b'"' + b"\\\\" * n + b'"') + b" \n",
    "odd-characters": lambda n: note(b'"' + b"\xe2\x80\x8b" * n + b'"') + b"\n",
    "brackets": lambda n: b"{" * n + b"\n",
}


@pytest.mark.parametrize("make", GROWING.values(), ids=GROWING)
def test_reading_ten_times_as_much_is_about_ten_times_the_work(make: Callable[[int], bytes]) -> None:
    small, large = (calls(lambda n=n: read(HEAD + make(n))) for n in (100, 1000))  # type: ignore[misc]
    assert large <= 15 * small
