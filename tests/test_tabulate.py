"""`tabulate`: questions and answers; what a condition cannot do; names that want to be more than names.

How each view and format looks is in `golden/tabulate-*.txt`.
"""

import csv
import html
import io
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from commands import spoilrec

from spoilrec.archive.counts.views import VIEW_NAMES
from spoilrec.present.documents import latex
from spoilrec.present.schemas import schema_of

ROOT = Path(__file__).parent.parent
FRIDAY = str(ROOT / "samples" / "friday.spoil")
SAMPLES = str(ROOT / "samples")
SLOW = ("skill",)
"""Views that solve every hand."""


def _rows(*words: str) -> list[dict[str, Any]]:
    """Give rows as flat objects: groups, and the values of measures."""
    ran = spoilrec("tabulate", *words, "--format", "json")
    assert ran.status in (0, 1), ran.err
    found = json.loads(ran.out)
    jsonschema.Draft202012Validator(schema_of("tabulate")).validate(found)
    return [row["group"] | {name: one["value"] for name, one in row["measures"].items()} for row in found["rows"]]


def test_net_is_the_account_that_replay_shows() -> None:
    told = re.search(r"as the table settled them: (.*)\.\n", spoilrec("replay", FRIDAY).out)
    assert told
    account = {name: int(chips) for name, chips in (one.rsplit(" ", 1) for one in told[1].split(", "))}
    assert {row["player"]: row["net"] for row in _rows(FRIDAY, "--view", "players")} == account


@pytest.mark.parametrize("view", VIEW_NAMES)
def test_every_view_has_a_schema_in_json_lines_too(view: str) -> None:
    where = f"{SAMPLES}/worked-hand-spoil-five.spoil" if view in SLOW else SAMPLES
    ran = spoilrec("tabulate", where, "--view", view, "--format", "jsonl")
    assert ran.status == (0 if view in SLOW else 1)
    validator = jsonschema.Draft202012Validator(schema_of("tabulate-line"))
    for line in ran.out.splitlines():
        validator.validate(json.loads(line))


def test_a_hand_counts_once_whatever_is_grouped_by() -> None:
    (alone,) = _rows(FRIDAY, "--show", "hands,spoilt,net,cards")
    assert (alone["hands"], alone["spoilt"], alone["cards"]) == (14, 9, 312)
    for column in ("trump", "dealer", "month", "hand"):
        rows = _rows(FRIDAY, "--by", column, "--show", "hands,spoilt,net,cards")
        for name in ("hands", "spoilt", "net", "cards"):
            assert sum(row[name] for row in rows) == alone[name], (column, name)
    for row in _rows(FRIDAY, "--by", "player", "--show", "hands,spoilt,cards"):
        assert row["hands"] * 5 >= row["cards"] and row["spoilt"] <= 9
    by_trick = _rows(FRIDAY, "--by", "trick", "--show", "hands,won,cards")
    assert [row["hands"] for row in by_trick[:3]] == [14] * 3 and sum(row["cards"] for row in by_trick) == 312


def test_a_finer_condition_picks_the_rows_that_have_such_a_card() -> None:
    (five,) = _rows(FRIDAY, "--show", "hands,cards,net", "--where", "card = '5H'")
    assert five["hands"] == five["cards"] <= 14
    laid = _rows(FRIDAY, "--by", "player", "--show", "hands", "--where", "renege")
    assert all(row["hands"] >= 1 for row in laid) and sum(row["hands"] for row in laid) == 6


def test_conditions_add_up() -> None:
    both = _rows(FRIDAY, "--show", "hands", "--where", "trump = 'C' OR trump = 'D'", "--where", "hand < 8")
    one = _rows(FRIDAY, "--show", "hands", "--where", "(trump = 'C' OR trump = 'D') AND hand < 8")
    assert both == one


def test_order_and_top() -> None:
    def names(*words: str) -> list[str]:
        return [row["player"] for row in _rows(FRIDAY, "--by", "player", "--show", "net,hands", *words)]

    assert names() == ["Aoife", "Brendan", "Ciara", "Declan", "Eimear"]
    assert names("--sort", "net") == ["Aoife", "Brendan", "Eimear", "Declan", "Ciara"]
    assert names("--sort", "-net", "--top", "2") == ["Ciara", "Declan"]
    assert names("--sort", "-player")[0] == "Eimear"


def test_unknown_values_come_last_and_in_a_group_of_their_own() -> None:
    rows = _rows(SAMPLES, "--by", "place", "--show", "hands,net", "--sort", "place")
    assert [row["place"] for row in rows] == ["Dingle", "Galway", None]
    rows = _rows(SAMPLES, "--by", "player", "--show", "net", "--sort", "-net")
    assert rows[-1]["net"] is None


def test_the_order_of_the_files_does_not_change_a_number() -> None:
    files = sorted(map(str, (ROOT / "samples").glob("*.spoil")))
    for view in (name for name in VIEW_NAMES if name not in SLOW):
        forth, back = (_rows(*order, "--view", view) for order in (files, files[::-1]))
        assert sorted(map(repr, forth)) == sorted(map(repr, back)), view


REFUSED = (
    "1 = 1; DROP TABLE hands",
    "1 = 1); DROP TABLE hands; SELECT (1",
    "1 = 1) UNION SELECT 1 FROM (SELECT 1",
    "1 = 1) OR (1 = 1",
    "1 = 1 THEN 1 END OR CASE WHEN 1 = 1",
    "true) GROUP BY ALL HAVING (true",
    "1 = 1 ORDER BY 1",
    "1 = 1) --",
    "/* 1 = 1",
    "player IN (SELECT player FROM seats)",
    "EXISTS (FROM read_text('/etc/passwd'))",
    "(SELECT count(*) FROM '/etc/passwd') > 0",
    "(SELECT count(*) FROM glob('/*')) > 0",
    "(COPY hands TO 'stolen.csv')",
    "COPY hands TO 'stolen.csv'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "ATTACH 'stolen.db'",
    "PRAGMA database_list",
    "read_text('/etc/passwd') IS NOT NULL",
    "getenv('HOME') = '/root'",
    "count(*) > 1",
    "player = $1",
    "player =",
    "",
    "player = 'x",
    "nobody = 'x'",
    "CAST(player AS INTEGER) = 1",
    "read_csv('/etc/passwd') IS NOT NULL",
    "EXISTS (FROM read_csv('/etc/passwd'))",
    "EXISTS (FROM read_parquet('https://example.org/x.parquet'))",
    "EXISTS (FROM sniff_csv('/etc/passwd'))",
    "EXISTS (FROM duckdb_settings())",
    "EXISTS (FROM duckdb_secrets())",
    "EXISTS (FROM query('SELECT 1'))",
    "EXISTS (FROM range(1000000000000))",
    "EXISTS (WITH RECURSIVE t AS (SELECT 1 UNION ALL SELECT * FROM t) FROM t)",
    "true UNION ALL SELECT 1",
    "true QUALIFY row_number() OVER () = 1",
    "true LIMIT 1",
    "true /* ; */ ; ATTACH 'stolen.db' -- ",
    "true); INSTALL httpfs; LOAD httpfs; --",
    "CREATE MACRO lower(x) AS 1",
    "DETACH kept",
    "CALL pragma_version()",
    "EXPORT DATABASE 'stolen'",
    "IMPORT DATABASE 'stolen'",
    "SET VARIABLE x = 1",
    "getvariable('x') = 1",
    "current_setting('home_directory') = ''",
    "current_query() = ''",
    "version() = ''",
    "nextval('x') = 1",
    "random() < 0.5",
    "write_log('x') IS NULL",
    "sum(net) OVER () > 1",
    "columns(*) = 1",
    "list_transform([1], x -> x) IS NULL",
    "[x FOR x IN [1]] IS NULL",
    "length(repeat('x', 1000000000)) > 1",
    "length(repeat(player, 1000000000)) > 1",
    "len(range(1000000000)) > 1",
    "length(lpad('x', 1000000000, 'x')) > 1",
    "length(printf('%1000000000d', 1)) > 1",
    "length(replace(replace(player, 'a', 'aaaaaaaa'), 'a', 'aaaaaaaa')) > 1",
    "length(hex(hex(player))) > 1",
    "CAST(player AS BLOB) IS NULL",
    "CAST(player AS VARCHAR[]) IS NULL",
    "net ** 1000 > 1",
    "regexp_matches(player, '((a{1000}){1000}){1000}')",
    "NOT " * 2400 + "true",
    "(" * 4900 + "true" + ")" * 4900,
    "player = '" + "x" * 10_000 + "'",
    "player || " * 900 + "'' = ''",
    "player || " * 250 + "'' = ''",
    "player = '\udcff'",
    "length(repeat('x', 100000000000)) > 1",
    "error('mine')",
)


@pytest.mark.parametrize("condition", REFUSED)
def test_a_condition_is_a_condition_and_nothing_else(
    condition: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = spoilrec("tabulate", FRIDAY, "--by", "player", "--show", "hands", "--where", condition)
    assert (ran.status, ran.out) == (2, ""), ran.out
    *read, why = ran.err.splitlines()
    assert why.startswith("spoilrec: --where: ") and len(why) < 500
    assert all(re.match("1 file, ", line) for line in read)  # only the values tell that a text is no number
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "condition",
    ["player LIKE 'A%'", "player = 'A' -- a comment", "trump IN ('C', 'S')", "won IS NOT TRUE",
     "players BETWEEN 3 AND 5", "CASE WHEN won THEN true ELSE false END",
     "month >= '2026-01' AND (dealer = 'Aoife' OR NOT won)", "lower(player) LIKE '%a' AND net + 1 > -2 * net",
     "TRY_CAST(hand AS VARCHAR) || player <> 'x' OR coalesce(date, '') = ''", "regexp_matches(player, '^(a+)+$')",
     "date_part('year', CAST(date AS DATE)) = 2026", "player IN ('Aoife') OR starts_with(player, 'B')",
     " OR ".join(["net = 1"] * 400), "player IS DISTINCT FROM 'x'", "player SIMILAR TO 'A.*' OR player ILIKE 'b%'"],
)  # fmt: skip
def test_conditions_may_be_anything_about_the_columns(condition: str) -> None:
    assert spoilrec("tabulate", FRIDAY, "--by", "player", "--where", condition).status == 0


HOSTILE = (
    "=HYPERLINK(1)", "\x1b[31mred", "a\u202eb", "<script>alert(1)</script>", '" onclick="x', "$\\input{x}$", "|cell|",
    "line\nbreak",
)  # fmt: skip


@pytest.fixture
def hostile(tmp_path: Path) -> str:
    file = tmp_path / "hostile.spoil"
    session = {"type": "session", "spoilrec": 1, "rules": "spoil-five/1", "players": HOSTILE}
    file.write_text(json.dumps(session) + '\n{"type":"hand","no":1,"dealer":"A","settle":[-1,-1,-1,-1,-1,-1,-1,7]}\n')
    return str(file)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


def test_names_stay_names_in_every_format(hostile: str) -> None:
    for form in ("table", "markdown", "csv", "json", "jsonl", "html", "latex"):
        ran = spoilrec("tabulate", hostile, "--by", "player", "--show", "hands,net", "--format", form)
        assert ran.status == 0, ran.err
        assert "\x1b" not in ran.out and "\u202e" not in ran.out, form


def test_a_page_has_no_tags_of_its_names(hostile: str) -> None:
    page = _Page()
    text = spoilrec("tabulate", hostile, "--view", "players", "--format", "html").out
    page.feed(text)
    assert page.tags == {"html", "head", "meta", "title", "style", "body", "table", "caption", "thead", "tbody", "tr",
                         "th", "td", "p"}  # fmt: skip
    assert not page.handlers and "<script>alert(1)</script>" in html.unescape(text)
    assert "default-src 'none'" in text


def test_cells_of_csv_are_defused_and_numbers_are_not(hostile: str) -> None:
    out = spoilrec("tabulate", hostile, "--by", "player", "--show", "net", "--format", "csv", "-q").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert "'=HYPERLINK(1)" in {row["player"] for row in rows}
    assert {row["net"] for row in rows} == {"-1", "7"}


def test_latex_escapes_everything_that_it_reads() -> None:
    assert latex("$\\input{x}$ 50 % & #1 ~ ^ _") == (
        r"\$\textbackslash{}input\{x\}\$ 50 \% \& \#1 \textasciitilde{} \textasciicircum{} \_"
    )


def test_pictures_are_files_and_names_in_them_are_text(hostile: str, tmp_path: Path) -> None:
    for kind in ("net", "pool", "rate", "pools"):
        target = tmp_path / f"{kind}.svg"
        ran = spoilrec("tabulate", hostile, FRIDAY, "--plot", f"{kind}:{target}", "--format", "csv", "-q")
        assert ran.status == 0, ran.err
        assert target.read_text(encoding="utf-8").startswith("<?xml")
        for part in ElementTree.parse(target).iter():  # without comments, which bear the names
            words = (part.tag, part.text or "", *part.attrib.values())
            assert not any("script" in word or "alert" in word for word in words)
    again = spoilrec("tabulate", FRIDAY, "--plot", f"net:{tmp_path}/net.svg")
    assert again.status == 2 and "--force writes over it" in again.err
    assert spoilrec("tabulate", FRIDAY, "--plot", f"{tmp_path}/friday.png").status == 0
    assert (tmp_path / "friday.png").read_bytes().startswith(b"\x89PNG")


def test_the_same_picture_has_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        spoilrec("tabulate", FRIDAY, "--plot", f"{tmp_path}/{name}.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


@pytest.mark.parametrize(
    "words",
    [("--plot", "--view", "seats"), ("--view", "seats", "--plot"), ("--plot", "rate"), ("--plot=net",),
     ("--plot", "pools")],
)  # fmt: skip
def test_plot_stands_with_or_without_a_value(words: tuple[str, ...]) -> None:
    ran = spoilrec("tabulate", FRIDAY, *words)
    assert ran.status == 0 and "┌──" in ran.out, ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--view", "player"), "no view player; the nearest is `players`"),
        (("--by", "plaier"), "no column plaier; the nearest is `player`"),
        (("--show", "nett"), "no measure nett; the nearest is `net`"),
        (("--sort", "nobody"), "nobody is not in the table"),
        (("--plot", "pie"), "No such"),
        (("--plot", "pie.gif"), "a file ends in .png or .svg"),
        (("--plot=pie.gif",), "a file ends in .png or .svg"),
        (("players",), "the view comes first"),
        (("--where", " "), "it is empty"),
        (("--where", 'player = "Mary Ann"'), "a text stands in single quotes: 'Mary Ann'"),
        (("--where", 'player = "Aoife"'), "no column Aoife; a text stands in single quotes: 'Aoife'"),
        (("--plot", "--format", "csv"), "with another --format give it a file"),
        (("--by", "card", "--view", "pairs"), "cannot be counted together"),
        (("--by", "player", "--where", "card = '5H' AND other = 'Aoife'"), "cannot be counted together"),
    ],
)
def test_what_cannot_be_is_told(words: tuple[str, ...], message: str) -> None:
    ran = spoilrec("tabulate", FRIDAY, *words)
    assert ran.out == "" or "No such" in message
    assert message.lower() in ran.err.lower(), ran.err
    assert ran.status == (1 if "No such" in message else 2)


def test_a_view_that_is_misspelt_is_no_file() -> None:
    ran = spoilrec("tabulate", "playres", FRIDAY)
    assert (ran.status, ran.out) == (2, "")
    assert "no view and no file playres; the nearest is `players`" in ran.err


def test_a_file_that_cannot_be_read_is_told_and_the_rest_counts(tmp_path: Path) -> None:
    (tmp_path / "bad.spoil").write_text('{"type":"hand","no":1,"dea\n' * 30)
    ran = spoilrec("tabulate", "nowhere.spoil", str(tmp_path / "bad.spoil"), FRIDAY, "--show", "hands")
    assert ran.status == 1 and "cannot read nowhere.spoil: no such file" in ran.err
    assert "bad.spoil:1: SR001" in ran.err and "30 lines could not be read" in ran.err and ran.err.count("\n") < 30
    assert "Left out: 30 not readable." in ran.out and re.search(r"\n +14\n", ran.out)
    assert spoilrec("tabulate", "nowhere.spoil").status == 2


def test_standard_input_and_other_rules() -> None:
    ran = spoilrec("tabulate", "-", "--by", "preset,file", "--show", "hands", stdin=Path(FRIDAY).read_bytes())
    assert ran.status == 0 and re.search(r"spoil-five/1 +<stdin> +14", ran.out)
    ran = spoilrec("tabulate", FRIDAY, "--by", "preset", "--show", "hands", "--rules", "spoil-five/1,follow=strict")
    assert "with follow=strict" in ran.out


def test_only_these_commands_need_duckdb_and_numpy() -> None:
    code = (
        "import sys; sys.argv = ['spoilrec', *sys.argv[1:]]\n"
        "from spoilrec.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'duckdb', 'matplotlib', 'plotext', 'spoilrec.cli.tabulating'} & set(sys.modules)))"
    )
    for words in (["--help"], ["tabulate", "--help"], ["validate", FRIDAY], ["replay", FRIDAY]):
        ran = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
        assert ran.stdout.endswith("[]\n"), words
