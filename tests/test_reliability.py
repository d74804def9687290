"""Hazards of shared/reliability.md that show within one process; the number in each id is the row there.

Streams, signals, paths and surroundings are in `test_streams`, framing and JSON in full in `test_reader`.
"""

import gc
import json
import re
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from _pytest.mark import ParameterSet
from commands import Ran, spoilrec
from test_reader import BOM, HAND, HEAD, calls, hand, note

from spoilrec.review.walk import walk

FORMATS = ("text", "json", "jsonl", "github", "sarif")
COMMANDS: dict[str, tuple[str, ...]] = {
    **{f"validate-{form}": ("validate", "-f", form, "FILE") for form in FORMATS},
    "replay": ("replay", "FILE"),
    "replay-step": ("replay", "--step", "FILE"),
    "replay-history-markdown": ("replay", "--history", "-f", "markdown", "FILE"),
    "replay-jsonl": ("replay", "-f", "jsonl", "FILE"),
    "fmt-check": ("fmt", "--check", "FILE"),
    "fmt-diff": ("fmt", "--diff", "FILE"),
}
# C0 but tab and newline, DEL, C1, bidi, zero width, line separators, soft hyphen, tags, BOM
UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff]"
)
EVIL = (
    "\x1b]52;c;eA==\x07\x1b[2J\x9b31m\u202eabc\u2066\u061c\u200b\u200f\xad\ufeff\U000e0041\x08\x7f\x85\u2028"
    "\x1b]8;;http://x\x1b\\"
)


def cases(names: Iterable[object], prefix: str = "") -> list[ParameterSet]:
    """The names as cases with ids."""
    found = []
    for name in names:
        found.append(pytest.param(name, id=f"{prefix}{name}"))
    return found


def on(words: tuple[str, ...], path: object) -> Ran:
    return spoilrec(*(str(path) if word == "FILE" else word for word in words))


def judged(path: Path) -> list[dict[str, Any]]:
    """The findings of a file."""
    ran = spoilrec("validate", "-f", "jsonl", str(path))
    *found, summary = map(json.loads, ran.out.splitlines())
    assert summary["summary"]["files"] == 1
    assert ran.status == any(one["severity"] == "error" for one in found)
    return found


def line(**fields: object) -> bytes:
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def table(*names: str, **more: object) -> bytes:
    return line(type="session", spoilrec=1, rules="spoil-five/1", players=names, **more)


# Rows 17 to 31: the file, and the codes of its findings

HAZARDS: dict[str, tuple[bytes, set[str]]] = {
    "row17-100000-brackets": (HEAD + b"[" * 100_000 + b"\n" + HAND, {"SR001"}),
    "row17-million-brackets": (HEAD + b"[" * 1_000_000 + b"\n" + HAND, {"SR001"}),
    "row17-nested-objects": (HEAD + b'{"a":' * 100_000 + b"\n" + HAND, {"SR001"}),
    "row17-nested-value": (HEAD + note(b"[" * 30_000 + b"]" * 30_000) + b"\n" + HAND, {"SR001"}),
    "row18-huge-line": (HEAD + note(b'"' + b"a" * 3_000_000 + b'"') + b"\n" + HAND, {"SR008"}),
    "row19-many-bad-lines": (HEAD + b"{\n" * 1_000 + HAND, {"SR001"}),
    "row19-many-blank-lines": (HEAD + b"\n" * 20_000 + HAND, set()),
    "row20-100-digits": (HEAD + hand(b"9" * 100) + b"\n", {"SR016"}),
    "row20-4301-digits": (HEAD + hand(b"9" * 4301) + b"\n", {"SR016"}),
    "row20-100000-digits": (HEAD + hand(b"9" * 100_000) + b"\n", {"SR016"}),
    "row21-nan": (HEAD + hand(b"NaN") + b"\n", {"SR001"}),
    "row21-infinity": (HEAD + hand(b"-Infinity") + b"\n", {"SR001"}),
    "row21-1e400": (HEAD + hand(b"1e400") + b"\n", {"SR016"}),
    "row21-minus-zero": (HEAD + hand(b"-0") + b"\n", {"SR016"}),
    "row22-twice": (HEAD + HAND.replace(b'"no":1', b'"no":1,"no":1'), {"SR004"}),
    "row22-twice-by-escape": (HEAD + HAND.replace(b'"no":1', b'"no":1,"\\u006eo":2'), {"SR004"}),
    "row23-spaces": (HEAD + HAND.replace(b",", b", "), {"SR901"}),
    "row23-key-order": (HEAD + b'{"text":"a","type":"note"}\n' + HAND, {"SR901"}),
    "row23-escaped-letter": (HEAD.replace(b"Aoife", b"\\u0041oife") + HAND, {"SR901"}),
    "row24-unknown-key": (HEAD + HAND.replace(b'"no":1', b'"no":1,"weather":1'), {"SR019"}),
    "row24-escape-in-key": (HEAD + HAND.replace(b'"no":1', b'"no":1,"\\u001b[2J":1'), {"SR015", "SR019"}),
    "row24-huge-key": (HEAD + HAND.replace(b'"no":1', b'"no":1,"' + b"k" * 300_000 + b'":1'), {"SR019"}),
    "row24-newer": (HEAD.replace(b'"spoilrec":1', b'"spoilrec":2') + HAND, {"SR102"}),
    "row25-bom": (BOM + HEAD + HAND, {"SR010"}),
    "row25-bom-in-the-middle": (HEAD + BOM + HAND, {"SR010"}),
    "row26-utf-16": ((HEAD + HAND).decode().encode("utf-16"), {"SR007"}),
    "row26-latin-1": (HEAD + HAND + note(b'"Se\xe1n"') + b"\n", {"SR003"}),
    "row27-overlong": (HEAD + HAND + note(b'"\xc0\xaf"') + b"\n", {"SR003"}),
    "row27-lone-surrogate": (HEAD + HAND + note(b'"\\ud800"') + b"\n", {"SR015", "SR016"}),
    "row27-lone-surrogate-as-key": (HEAD + HAND.replace(b'"no":1', b'"no":1,"\\ud800":1'), {"SR001"}),
    "row27-lone-surrogate-as-type": (HEAD + HAND + b'{"type":"\\ud800"}\n', {"SR015", "SR016"}),
    "row27-noncharacter": (HEAD + HAND + note("\uffff".join('""').encode()) + b"\n", {"SR015"}),
    "row28-crlf": ((HEAD + HAND).replace(b"\n", b"\r\n"), {"SR011"}),
    "row28-cr": ((HEAD + HAND).replace(b"\n", b"\r"), {"SR011"}),
    "row29-separators": (HEAD.replace(b"Aoife", "A\u2028\u2029\u0085b".encode()) + HAND, {"SR015"}),
    "row30-wrong-types": (HEAD + b'{"type":"hand","no":"1","dealer":1,"play":[],"settle":"x","x":[]}\n', {"SR016"}),
    "row30-wrong-types-in-session": (b'{"type":"session","spoilrec":[],"players":{},"rules":1}\n', {"SR016"}),
    "row31-array": (b"[" + HEAD.strip() + b"," + HAND.strip() + b"]\n", {"SR006"}),
}


@pytest.fixture
def hazard(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    name = request.param
    path = tmp_path / "hazard.spoil"
    path.write_bytes(HAZARDS[name][0])
    return name, path


@pytest.mark.parametrize("hazard", cases(HAZARDS), indirect=True)
def test_hazard_is_found(hazard: tuple[str, Path]) -> None:
    name, path = hazard
    found = judged(path)
    assert {one["code"] for one in found} - {"SR609"} == HAZARDS[name][1]  # a lost hand leaves the pool unknown
    assert all(len(one["message"]) + len(one["remedy"]) < 500 for one in found)


@pytest.mark.parametrize("hazard", cases(HAZARDS), indirect=True)
def test_hazard_harms_no_command(hazard: tuple[str, Path]) -> None:
    _, path = hazard
    for words in COMMANDS.values():
        ran = on(words, path)
        assert ran.status in (0, 1, 2), ran.err
        assert not UNSAFE.search(ran.out + ran.err)


LONG = b" " * 600 + b"\n"
REPEATED = {
    "blank": LONG,
    "bad": b"{" + LONG,
    "wrong": b'{"type":"note","text":1}' + LONG,
    "notes": b'{"type":"note","text":"a"}' + LONG,
    "hands": HAND.rstrip() + LONG,
}


@pytest.mark.parametrize("name", cases(REPEATED, "row19-row58-"))
def test_memory_does_not_grow_with_the_file(name: str) -> None:
    def most(size: int) -> int:
        data, held = BytesIO(HEAD + REPEATED[name] * (size // len(REPEATED[name]))), []
        tracemalloc.start()
        for number, _ in enumerate(walk("x", data)):
            if number % 100 == 0:
                gc.collect()
                held.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        return max(held)

    # what is loaded once, or by the runner beside us, must not count: a leak would show every time
    assert any(most(400_000) < 1.5 * most(180_000) for _ in range(4))


# Rows 35 to 44: what goes out


def evil_record(evil: str, *, ascii: bool) -> bytes:
    """A record with hostile text in every place that takes text."""
    names = [f"Eve{evil}", "::stop-commands::x", "[/x]", "a|b"]
    lines: list[dict[str, object]] = [
        {"type": "session", "spoilrec": 1, "rules": "spoil-five/1", "players": names, "unit": evil, "date": evil,
         "place": evil, "scribe": evil, "source": evil, "note": evil, "x": {evil: evil}},
        {"type": "hand", "no": 1, "dealer": "A", "up": "2S", "play": "BQD CKD DAS A3S", "won": "-", "note": evil},
        {"type": "hand", "no": 2, "dealer": "B", "up": evil, "deal": evil, "rob": evil, "jink": evil, "end": evil,
         "announce": evil, "play": f"AQD B{evil} CAS|{evil}", "won": evil, "irregular": [{"at": evil, "what": evil}],
         "unsure": [evil], "deduced": [evil], "time": evil, "bids": evil, "bid": evil, "trump": evil},
        {"type": "note", "text": evil, evil: evil},
        {"type": "ruling", "hand": 1, "at": evil, "by": evil, "finding": evil, "why": evil, "rule": evil},
        {"type": "amend", "hand": 1, "set": {"dealer": evil}, "why": evil, "by": evil},
        {"type": "amend", "hand": 1, "set": {evil: evil}},
        {"type": "seats", "players": [evil, "x", None, "y"]},
        {"type": "terms", "rules": evil},
        {"type": evil, "a": evil},
        {"type": "session", "spoilrec": 1, "rules": {"preset": "spoil-five/1", evil: evil}, "players": [evil, evil]},
        {"type": "hand", "no": 1, "dealer": evil},
    ]  # fmt: skip
    return b"".join(json.dumps(line, ensure_ascii=ascii).encode() + b"\n" for line in lines) + evil.encode() + b"\n"


@pytest.mark.parametrize("command", cases(COMMANDS, "row35-row36-"))
@pytest.mark.parametrize("ascii", [True, False], ids=["escaped", "raw"])
def test_hostile_text_never_goes_out(command: str, ascii: bool, tmp_path: Path) -> None:
    path = tmp_path / "evil.spoil"
    path.write_bytes(evil_record(EVIL, ascii=ascii))
    ran = on(COMMANDS[command], path)
    assert ran.status in (0, 1) and ran.out + ran.err
    assert not UNSAFE.search(ran.out + ran.err)


ARGUMENTS: dict[str, tuple[str, ...]] = {
    "command": (EVIL,),
    "file-validate": ("validate", EVIL),
    "file-replay": ("replay", EVIL),
    "file-fmt": ("fmt", EVIL),
    "glob": ("validate", EVIL + "*"),
    "rules": ("rules", EVIL),
    "rules-option": ("rules", f"spoil-five/1,{EVIL}={EVIL}"),
    "rules-value": ("rules", f"spoil-five/1,rob={EVIL}"),
    "rules-of-validate": ("validate", "--rules", EVIL, "-"),
    "explain": ("explain", EVIL),
    "schema": ("schema", EVIL),
    "select": ("validate", "--select", EVIL, "-"),
    "ignore": ("validate", "--ignore", EVIL, "-"),
    "format": ("validate", "--format", EVIL, "-"),
    "level": ("validate", "--level", EVIL, "-"),
    "hand-number": ("replay", "--hand", EVIL, "-"),
    "trump": ("legal", "--trump", EVIL, "--hand", "5S"),
    "held": ("legal", "--trump", "S", "--hand", EVIL),
    "lead": ("legal", "--trump", "S", "--hand", "5S", "--lead", EVIL),
    "unknown-option": ("validate", f"--{EVIL.replace('=', '')}"),
    "too-many": ("schema", "record", EVIL),
}


@pytest.mark.parametrize("name", cases(ARGUMENTS, "row35-row36-"))
def test_hostile_arguments_are_shown_escaped(name: str) -> None:
    ran = spoilrec(*ARGUMENTS[name])
    assert ran.status == 2 and ran.err and not ran.out
    assert not UNSAFE.search(ran.err)


MARKUP = ("[/x]", "[red]x[/red]", "a|b", "a\\|b", "<b>x</b>", "`x`", "*x*", "_x_", "&lt;", "%0A::error::x")


@pytest.mark.parametrize("name", cases(MARKUP, "row37-row38-row41-"))
def test_markup_in_names_is_no_markup(name: str, tmp_path: Path) -> None:
    path = tmp_path / "names.spoil"
    path.write_bytes(table(name, "Brendan", "Ciara") + HAND)
    assert name in on(COMMANDS["replay"], path).out
    for row in on(COMMANDS["replay-history-markdown"], path).out.splitlines():
        if row.startswith("|"):
            assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) == 6, row
        assert not re.search(r"<b>|(?<!\\)[`_]x[`_]|(?<!\\)\*x|(?<!\\)\[(red|/x)", row), row


BLOCKS = ("# x", "- x", "1. x", "+ x", "> x", "---", "~~~")


@pytest.mark.parametrize("name", cases(BLOCKS, "row41-"))
def test_a_name_begins_no_markdown_block(name: str, tmp_path: Path) -> None:
    path = tmp_path / "names.spoil"
    path.write_bytes(table("Aoife", name, "Ciara") + HAND)
    for row in on(COMMANDS["replay-history-markdown"], path).out.splitlines():
        assert not row.startswith(name), row


COMMAND = "::stop-commands::x"


@pytest.mark.parametrize("command", cases(COMMANDS, "row43-"))
def test_no_text_of_a_record_begins_a_line_as_a_github_command(command: str, tmp_path: Path) -> None:
    """The runner of GitHub takes `::` at the start of any line of a log as a command, after blanks too."""
    path = tmp_path / "commands.spoil"
    path.write_bytes(
        table(COMMAND, "Brendan", "Ciara", place=COMMAND, note=COMMAND)
        + HAND.replace(b'"won":"-"', f'"end":"{COMMAND}","won":"{COMMAND}"'.encode())
        + line(type="note", text=f"\n{COMMAND}")
        + line(type="ruling", hand=1, at=COMMAND, finding=COMMAND)
    )
    ran = on(COMMANDS[command], path)
    begun = [row for row in (ran.out + ran.err).splitlines() if row.lstrip().startswith("::")]
    if command == "validate-github":
        assert begun and all(re.match("::(error|warning|notice) file=", row) for row in begun)
    else:
        assert begun == []


def test_row43_github_annotations_are_encoded(tmp_path: Path) -> None:
    path = tmp_path / "a,b:c%.spoil"
    path.write_bytes(HEAD + b'{"type":"hand","no":"%\\r\\n::error::x","dealer":"A"}\n')
    row = next(row for row in on(COMMANDS["validate-github"], path).out.splitlines() if "SR016" in row)
    assert row.startswith("::error file=") and "a%2Cb%3Ac%25.spoil,line=2,col=" in row
    assert "\r" not in row and "%25" in row.split("::", 2)[2]


NAMES_OF_FILES = (b"new\nline", b"esc\x1b[2J", b"latin\xe1", "rtl\u202e".encode(), b"colon:1:2: x", b"'\"<&> %41")


@pytest.mark.parametrize("name", NAMES_OF_FILES, ids=[f"row44-{name!r}" for name in NAMES_OF_FILES])
@pytest.mark.parametrize("command", COMMANDS)
def test_odd_names_of_files(name: bytes, command: str, tmp_path: Path) -> None:
    path = tmp_path / (name.decode("utf-8", "surrogateescape") + ".spoil")
    path.write_bytes(HEAD + HAND + b'{"type":"hand"}\n')
    ran = on(COMMANDS[command], path)
    assert ran.status in (0, 1), ran.err
    assert not UNSAFE.search(ran.out + ran.err) and "\udce1" not in ran.out


def test_row42_sarif_has_the_keys_that_readers_rely_on(tmp_path: Path) -> None:
    path = tmp_path / "a b%\xe1#?.spoil"
    path.write_bytes(evil_record(EVIL, ascii=True))
    log = json.loads(on(COMMANDS["validate-sarif"], path).out)
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    driver = run["tool"]["driver"]
    known = {rule["id"]: rule for rule in driver["rules"]}
    assert driver["name"] == "spoilrec" and driver["semanticVersion"] and len(known) == len(driver["rules"])
    assert all(rule["shortDescription"]["text"] and rule["fullDescription"]["text"] for rule in known.values())
    assert run["results"]
    for result in run["results"]:
        assert result["ruleId"] in known and result["level"] in ("error", "warning", "note")
        assert result["message"]["text"]
        (place,) = result["locations"]
        uri = place["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"[A-Za-z0-9/._~%-]+", uri) and unquote(uri) == str(path)
        assert all(place["physicalLocation"]["region"][key] >= 1 for key in ("startLine", "startColumn"))


def test_row36_json_says_what_the_record_says(tmp_path: Path) -> None:
    path = tmp_path / "evil.spoil"
    path.write_bytes(table("Aoife", EVIL, "Ciara") + HAND.replace(b"BQD CKD A3S", b"CKD BQD A3S"))
    assert EVIL in {one["player"] for one in judged(path)} | {
        text for one in judged(path) for text in one["facts"].values()
    }


# Rows 46 to 51: names

NAMES: dict[str, tuple[tuple[str, ...], set[str]]] = {
    "row46-nfd-and-nfc": (("Se\u00e1n", "Sea\u0301n"), {"SR112"}),
    "row46-nfd-alone": (("Sea\u0301n", "Nia"), set()),
    "row47-apostrophes": (("O'Brien", "O\u2019Brien"), {"SR112"}),
    "row47-backtick": (("O'Brien", "O`Brien"), {"SR112"}),
    "row47-nbsp": (("Mary Ann", "Mary\u00a0Ann"), {"SR112", "SR015"}),
    "row47-double-space": (("Mary Ann", "Mary  Ann"), {"SR112", "SR113"}),
    "row47-trailing-space": (("Mary", "Mary "), {"SR112", "SR113"}),
    "row47-zero-width": (("Mary", "Ma\u200bry"), {"SR112", "SR015"}),
    "row48-fada": (("Seán", "Sean"), {"SR112"}),
    "row48-case": (("NIA", "Nia"), {"SR112"}),
    "row49-cyrillic": (("Оlga", "Nia"), {"SR113"}),
    "row49-greek": (("Αoife", "Nia"), {"SR113"}),
    "row49-all-cyrillic": (("Ольга", "Nia"), set()),
    "row50-empty": (("", "Nia"), {"SR113"}),
    "row50-spaces": (("  ", "Nia"), {"SR113"}),
    "row50-40-letters": (("N" * 40, "Nia"), set()),
    "row50-41-letters": (("N" * 41, "Nia"), {"SR113"}),
    "row50-zalgo": (("N\u0301\u0302\u0303\u0304ia", "Nia B"), {"SR113"}),
    "row50-same": (("Nia", "Nia"), {"SR111"}),
}


@pytest.mark.parametrize(("names", "codes"), NAMES.values(), ids=NAMES)
def test_names(names: tuple[str, ...], codes: set[str], tmp_path: Path) -> None:
    path = tmp_path / "names.spoil"
    path.write_bytes(table(*names, "Tom") + HAND)
    assert {one["code"] for one in judged(path)} == codes


LIKE_NUMBERS = ("Nan", "Inf", "None", "True", "007", "1e5", "-", "1_000", "7.50", "0x1F", "null", "+1")


@pytest.mark.parametrize("name", cases(LIKE_NUMBERS, "row51-"))
def test_names_like_numbers_stay_as_they_are(name: str, tmp_path: Path) -> None:
    path = tmp_path / "names.spoil"
    path.write_bytes(table("Aoife", "Brendan", name) + HAND.replace(b'"won":"-"', b'"won":"C"'))
    out = on(COMMANDS["replay"], path).out
    head, first = re.findall(r"^ .*(?:taken by|>QD.*)$", out, re.MULTILINE)
    assert head.split() == ["Aoife", "Brendan", name, "taken", "by"] and first.split()[-1] == "Aoife"
    fourth = next(row for row in out.splitlines() if row.startswith("  4 "))
    assert fourth.split()[-1] == name
    assert all(one["player"] in (None, name) for one in judged(path))


# Rows 59 and 60: time

SLOW_FOR_BAD_REGEXES = (b"a" * 100_000, b" " * 100_000, b"\\\\" * 50_000, b"<" * 100_000, "Ã".encode() * 50_000,
                        b"'" * 100_000, b"10" * 50_000, b"|" * 60_000, b"?" * 100_000, b"-" * 100_000)  # fmt: skip


@pytest.mark.parametrize("text", SLOW_FOR_BAD_REGEXES, ids=[f"row59-{text[:2]!r}" for text in SLOW_FOR_BAD_REGEXES])
def test_no_pattern_runs_wild(text: bytes) -> None:
    """With 100,000 characters a quadratic pattern would not end within the patience of anybody."""
    quoted = b'"' + text + b'"'
    fields = b",".join(
        b'"%b":%b' % (name, quoted) for name in (b"up", b"rob", b"jink", b"end", b"won", b"time", b"bid")
    )
    record = HEAD + b'{"type":"hand","no":1,"dealer":"A",' + fields + b"}\n" + note(quoted) + b" \n"
    record += b'{"type":"session","spoilrec":1,"date":%b,"sides":%b,"rules":%b}\n' % (quoted, quoted, quoted)
    assert sum(len(stop.findings) for stop in walk("x", BytesIO(record)))


def many(make: Callable[[int], str]) -> Callable[[int], bytes]:
    return lambda n: HEAD + b'{"type":"hand","no":1,"dealer":"A","up":"2S",' + make(n).encode() + b"}\n"


GROWING: dict[str, Callable[[int], bytes]] = {
    "hands": lambda n: HEAD + HAND * n,
    "sessions": lambda n: HEAD * n,
    "rulings": lambda n: HEAD + HAND + b'{"type":"ruling","hand":1,"at":"3C","finding":"no-fault"}\n' * n,
    "amends": lambda n: HEAD + HAND + b'{"type":"amend","hand":1,"set":{"up":"2S"}}\n' * n,
    "lost-rulings": lambda n: HEAD + b'{"type":"ruling","hand":7,"finding":"no-fault"}\n' * n,
    "duplicate-keys": lambda n: HEAD + b'{"type":"note","text":"a"' + b',"text":"a"' * n + b"}\n",
    "unknown-keys": lambda n: (
        HEAD + b'{"type":"note","text":"a"' + b"".join(b',"k%d":1' % i for i in range(n)) + b"}\n"
    ),
    "unknown-types": lambda n: HEAD + b"".join(b'{"type":"t%d"}\n' % i for i in range(n)),
    "players": lambda n: table(*(f"Player {i}" for i in range(n))),
    "plays-in-a-trick": many(lambda n: f'"play":"{"BQD " * n}"'),
    "tricks": many(lambda n: f'"play":"{"BQD|" * n}"'),
    "unreadable-plays": many(lambda n: f'"play":"{"zz " * n}"'),
    "cards-in-a-hand": many(lambda n: f'"deal":"{"QD " * n}"'),
    "irregular": many(lambda n: '"irregular":[' + ",".join(['{"at":"9Z","what":"?"}'] * n) + "]"),
    "settle": many(lambda n: f'"settle":{[1] * n}'),
    "robs": many(lambda n: f'"rob":"{"B2D " * n}"'),
}


@pytest.mark.parametrize("name", cases(GROWING, "row60-"))
def test_ten_times_as_much_is_about_ten_times_the_work(name: str) -> None:
    def run(count: int) -> Iterator[object]:
        return walk("x", BytesIO(GROWING[name](count)))

    small, large = (calls(lambda n=n: list(run(n))) for n in (4, 40))  # type: ignore[misc]
    assert large <= 20 * small
