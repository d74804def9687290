"""`tabulate` as it is met: the view as the first word, tables in any terminal, hostile names, databases of anybody."""

import csv
import io
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import duckdb
import pexpect
import pytest
from commands import spoilrec
from wcwidth import wcswidth

from spoilrec.archive.counts.views import MEASURES, VIEW_NAMES
from spoilrec.archive.tables.declared import TABLES
from spoilrec.archive.tables.kept import Kept, KeptError, is_database
from spoilrec.present.counted import defused
from spoilrec.present.documents import latex
from spoilrec.present.folded import Cell, Column, broken, folded, places
from spoilrec.present.visible import markdown

ROOT = Path(__file__).parent.parent
FRIDAY = str(ROOT / "samples" / "friday.spoil")
SATURDAY = str(ROOT / "samples" / "saturday.spoil")


# The view as the first word


@pytest.mark.parametrize("view", [name for name in VIEW_NAMES if name != "skill"])
def test_the_first_word_may_be_a_view(view: str) -> None:
    assert spoilrec("tabulate", view, FRIDAY) == spoilrec("tabulate", FRIDAY, "--view", view)


def test_a_file_of_that_name_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pools").write_bytes(Path(FRIDAY).read_bytes())
    ran = spoilrec("tabulate", "pools")
    assert ran.status == 0 and ran.out.startswith("Each player") and "`--view pools`" in ran.err
    assert spoilrec("tabulate", "--view", "pools", "pools").out.startswith("Pools by")
    assert "--view" not in spoilrec("tabulate", "pools", "--quiet").err


def test_words_that_are_no_view_are_files() -> None:
    ran = spoilrec("tabulate", FRIDAY, "nobody")
    assert ran.status == 1 and "cannot read nobody" in ran.err
    assert spoilrec("tabulate", "trumps").status == spoilrec("tabulate").status == 2


# Tables in a terminal


def in_terminal(width: int, *words: str) -> str:
    """Run a command in a terminal of so many columns."""
    child = pexpect.spawn(
        sys.executable, ["-m", "spoilrec", *words], dimensions=(50, width), encoding="utf-8", timeout=60,
        env={**_env(), "NO_COLOR": "1"},
    )  # fmt: skip
    child.expect(pexpect.EOF)
    return str(child.before).replace("\r\n", "\n")


def _env() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}


@pytest.mark.parametrize("width", [40, 60, 100, 200])
def test_nothing_is_cut_and_nothing_is_too_wide(width: int) -> None:
    plain = spoilrec("tabulate", "players", FRIDAY, SATURDAY, "--quiet").out
    shown = in_terminal(width, "tabulate", "players", FRIDAY, SATURDAY, "--quiet")
    assert max(map(wcswidth, shown.split("\n"))) <= width
    wanted, found = (sorted(re.split(r"\s+", text)) for text in (plain, shown))
    assert set(wanted) == set(found)
    assert len(found) >= len(wanted)  # the names stand in each band again


NAMES = ("Seán", "Zoe\u0308", "日本語の名前", "Zo\u0301e 👨\u200d👩\u200d👧", "x", "a long name " * 9)


def columns(names: tuple[str, ...] = NAMES) -> list[Column]:
    return [
        Column("player", [Cell(name) for name in names], is_text=True),
        Column("hands", [Cell(str(7 * 10**nth)) for nth in range(len(names))]),
        Column("win rate", [Cell(f"{nth} %", f"(1-{nth}) of {nth} (+3 unknown)") for nth in range(len(names))]),
        Column("net", [Cell(f"{nth - 3:+}") for nth in range(len(names))]),
    ]


@pytest.mark.parametrize("width", range(30, 130, 7))
@pytest.mark.parametrize("names", [NAMES, NAMES[:5], NAMES[:1]])
def test_any_width_is_kept_and_every_word_is_there(width: int, names: tuple[str, ...]) -> None:
    text = folded(columns(names), width)
    assert all(places(line) <= width for line in text.split("\n")), text
    joined = text.replace("\n", " ")
    for column in columns(names):
        for cell in column.cells:
            assert all(word in joined for word in (cell.value + " " + cell.beside).split()), cell


def test_numbers_end_at_one_place() -> None:
    lines = folded(columns(NAMES[:5])).split("\n")
    ends = {places(line[: line.index(" (1-")]) for line in lines[1:]}
    assert len(ends) == 1
    hands = {places(line[: re.search(r"70*(?= )", line).end()]) for line in lines[1:]}  # type: ignore[union-attr]
    assert len(hands) == 1


def test_words_that_are_too_long_are_broken_between_signs() -> None:
    assert broken("日本語 abcdefgh", 5) == ["日本", "語", "abcde", "fgh"]
    assert broken("", 5) == [""]


def test_an_empty_table_says_so(tmp_path: Path) -> None:
    (tmp_path / "none.spoil").write_text('{"type":"session","spoilrec":1,"rules":"spoil-five/1","players":["A","B"]}\n')
    for form in ("table", "markdown", "html", "latex"):
        ran = spoilrec("tabulate", str(tmp_path / "none.spoil"), "--format", form)
        assert "There is nothing to count" in ran.out, form


def test_columns_without_anything_are_left_out_of_views_only() -> None:
    ready, asked = (
        spoilrec("tabulate", FRIDAY),
        spoilrec("tabulate", FRIDAY, "--by", "player", "--show", "hands,points"),
    )
    assert "No column, as there is nothing to count: points." in ready.out and "points" in asked.out.split("\n")[2]
    head = spoilrec("tabulate", FRIDAY, "--format", "csv").out.split("\n")[0].split(",")
    assert "points" in head


def test_every_column_has_a_header_of_its_own() -> None:
    titles = [measure.title for measure in MEASURES]
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_every_measure_is_explained(measure: Any) -> None:
    text = " ".join(spoilrec("explain", measure.name).out.split())
    assert measure.meaning in text and f"--show {measure.name}`" in text
    assert measure.kind not in ("rate", "share") or "Wilson" in text
    assert measure.kind not in ("mean", "sum") or "normal" in text


# bad-files row 45: names that want to be more than names

HOSTILE = (
    "=HYPERLINK(1)", "+1+1", "-1+1", "@SUM(1)", "\x1b[31mred", "a\u202eb", "<script>alert(1)</script>", '" onclick="x',
    "$\\input{x}$", "|cell|",
)  # fmt: skip
PLACES = ("../../etc/passwd", "# title", "1. one", "- item", "${7*7}", "`x` *y* _z_ [a](b)", "%PATH% & ^ ~", "-5")


@pytest.fixture
def hostile(tmp_path: Path) -> str:
    file = tmp_path / "../=1 $x$ <b>|.spoil"
    lines: list[dict[str, Any]] = []
    for place in PLACES:
        lines.append({"type": "session", "spoilrec": 1, "rules": "spoil-five/1", "players": HOSTILE, "place": place})
        lines.append({"type": "hand", "no": 1, "dealer": "A", "won": "J", "settle": [*[-1] * 9, 9]})
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(file)


def hostile_table(hostile: str, form: str) -> str:
    ran = spoilrec("tabulate", hostile, "--by", "file,place,player", "--show", "hands,net", "--format", form, "-q")
    assert ran.status == 0 and "\x1b" not in ran.out and "\u202e" not in ran.out
    return ran.out


def test_row45_row39_no_cell_of_csv_is_a_formula(hostile: str) -> None:
    rows = list(csv.DictReader(io.StringIO(hostile_table(hostile, "csv"))))
    assert len(rows) == len(PLACES) * len(HOSTILE)
    for row in rows:
        for name in ("file", "place", "player"):
            assert row[name][0] not in "=+-@\t\r", row
    assert {row["net"] for row in rows} == {"-1", "9"} and {row["place"] for row in rows} >= {"'-5", "${7*7}"}
    assert defused("'=1") == "'=1" and defused(" =1") == "' =1" and defused("5") == "5"


def test_row45_row41_no_text_of_markdown_is_mark_up(hostile: str) -> None:
    for row in hostile_table(hostile, "markdown").split("\n"):
        if row.startswith("|") and "---" not in row:
            assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) == 6, row
        assert not re.search(r"(?<!\\)(?:\\\\)*[`$_\[\]]|<(?!br)", row), row
        assert not re.search(r"(?<!\\)\*(?!\*)", row.replace("**", "")), row


@pytest.mark.parametrize("text", ["# x", "#x", "- x", "-x", "+ x", "1. x", "23) x", "=== ", "---", "~~~", "> x"])
def test_row41_a_text_begins_no_block(text: str) -> None:
    assert not re.match(r"\s*([-#+>]|\d+[.)](?!\d)|={2,}|~{2,})", markdown(text)) and markdown("-0.3") == "-0.3"
    assert markdown("&lt; $x$ AT&T") == "\\&lt; \\$x\\$ AT&T"


def test_row45_row42_latex_reads_no_command(hostile: str) -> None:
    text = hostile_table(hostile, "latex")
    words = set(re.findall(r"\\[a-zA-Z]+", text))
    assert words <= {
        "\\begin", "\\end", "\\caption", "\\hline", "\\par", "\\small", "\\textbackslash", "\\textasciicircum",
        "\\textasciitilde", "\\textless", "\\textgreater", "\\textbar", "\\textquotedbl", "\\textasciigrave",
        "\\textquotesingle",
    }  # fmt: skip
    assert not re.search(r"(?<!\\)[$#%_]", text)
    assert latex("`--?`") == r"\textasciigrave{}{-}{-}?\textasciigrave{}"


def test_row45_row40_html_has_no_foreign_tag(hostile: str) -> None:
    text = hostile_table(hostile, "html")
    assert "<script" not in text and "<b>" not in text and "&lt;script&gt;" in text and 'onclick="' not in text


def test_row45_names_survive_convert(hostile: str, tmp_path: Path) -> None:
    for ending in ("csv", "jsonl"):
        target = tmp_path / f"t.{ending}"
        assert spoilrec("convert", hostile, "--to", str(target)).status == 0
        text = (target / f"seats.{ending}").read_bytes().decode()
        if ending == "csv":
            found = [row["player"] for row in csv.DictReader(io.StringIO(text))]
            assert found[: len(HOSTILE)] == [defused(name) for name in HOSTILE]
        else:
            assert [json.loads(line)["player"] for line in text.splitlines()[: len(HOSTILE)]] == list(HOSTILE)
    assert {path.name for path in tmp_path.iterdir()} == {"t.csv", "t.jsonl"}  # no path of a name


def test_row45_names_in_pictures_are_no_formulas(hostile: str, tmp_path: Path) -> None:
    broken_formula = "$\\notacommand{$"
    Path(hostile).write_text(Path(hostile).read_text().replace(json.dumps("|cell|"), json.dumps(broken_formula)))
    for kind in ("net", "rate"):
        target = tmp_path / f"{kind}.svg"
        words = ("tabulate", hostile, "--by", "player", "--show", "won_rate", "--plot", f"{kind}:{target}", "-f", "csv")
        ran = spoilrec(*words, "-q")
        assert ran.status == 0 and target.read_bytes().startswith(b"<?xml"), ran.err
    shown = spoilrec("tabulate", hostile, "--by", "player", "--show", "won_rate", "--plot=rate").out
    assert "\x1b" not in shown and "\u202e" not in shown


# Databases


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("kept") / "made.duckdb"
    assert spoilrec("convert", FRIDAY, SATURDAY, "--to", str(target)).status == 0
    return target


@pytest.mark.parametrize(
    "words",
    [("players",), ("sessions",), ("pairs", "--valid-only"), ("--by", "trump", "--where", "card = '5H'"),
     ("--show", "hands,cards,net"), ("reneges", "--top", "3")],
)  # fmt: skip
@pytest.mark.parametrize("form", ["table", "csv", "json"])
def test_a_database_gives_the_table_of_its_records(words: tuple[str, ...], form: str, made: Path) -> None:
    view, rest = (words[:1], words[1:]) if words[0] in VIEW_NAMES else ((), words)
    one, other = (
        spoilrec("tabulate", *view, *paths, *rest, "--format", form, "-q")
        for paths in ([str(made)], [FRIDAY, SATURDAY])
    )
    assert one.out == other.out and one.status == other.status == 0


def test_a_database_is_counted_alone_and_is_not_judged_anew(made: Path) -> None:
    for others in ((FRIDAY,), (str(made),)):
        ran = spoilrec("tabulate", str(made), *others)
        assert ran.status == 2 and "counted alone" in ran.err and not ran.out
    assert "judged already" in spoilrec("tabulate", str(made), "--rules", "spoil-five/1").err
    assert spoilrec("validate", str(made)).out.count("SR006") == 1


def changed(made: Path, tmp_path: Path, *statements: str) -> Path:
    """A copy of the database in which somebody has been."""
    target = tmp_path / "changed.duckdb"
    target.write_bytes(made.read_bytes())
    with duckdb.connect(str(target)) as database:
        for statement in statements:
            database.execute(statement)
    return target


FOREIGN = {
    "view": ("ALTER TABLE hands RENAME TO h", "CREATE VIEW hands AS FROM h"),
    "view-of-a-file": ("DROP TABLE hands", "CREATE VIEW hands AS SELECT * FROM read_text('/etc/hostname')"),
    "no-plays": ("DROP TABLE plays",),
    "column-gone": ("ALTER TABLE seats DROP COLUMN net",),
    "column-more": ("ALTER TABLE seats ADD COLUMN mine INTEGER",),
    "column-renamed": ("ALTER TABLE seats RENAME COLUMN net TO nett",),
    "column-of-another-type": ("ALTER TABLE seats ALTER COLUMN net TYPE VARCHAR",),
    "other-schema": ("CREATE SCHEMA s", "CREATE TABLE s.hands AS FROM main.hands", "DROP TABLE main.hands"),
}


@pytest.mark.parametrize("statements", FOREIGN.values(), ids=FOREIGN)
def test_tables_that_are_not_ours_are_told(statements: tuple[str, ...], made: Path, tmp_path: Path) -> None:
    ran = spoilrec("tabulate", str(changed(made, tmp_path, *statements)))
    assert (ran.status, ran.out) == (2, "") and re.search("no table|other columns", ran.err), ran.err
    assert "Traceback" not in ran.err and "/etc" not in ran.err


def test_a_column_that_is_worked_out_is_not_ours(made: Path, tmp_path: Path) -> None:
    """It is worked out where it is read: it could ask for all the memory there is."""
    table = next(table for table in TABLES if table.name == "seats")
    columns = ", ".join(
        f'"{one.name}" {one.sql}' + (" GENERATED ALWAYS AS (repeat('x', 9)) VIRTUAL" if one.name == "dealt" else "")
        for one in table.columns
    )
    ran = spoilrec("tabulate", str(changed(made, tmp_path, "DROP TABLE seats", f"CREATE TABLE seats ({columns})")))
    assert ran.status == 2 and "other columns" in ran.err


def test_macros_of_a_database_have_no_say(made: Path, tmp_path: Path) -> None:
    target = changed(
        made, tmp_path, "CREATE MACRO lower(x) AS 'mine'", "CREATE MACRO count(x) AS 7",
        "CREATE MACRO duckdb_tables() AS TABLE SELECT 1", "CREATE MACRO sum(x) AS 8",
    )  # fmt: skip
    for words in (("--view", "players"), ("--by", "player", "--where", "lower(player) LIKE 'a%'")):
        assert spoilrec("tabulate", str(target), *words) == spoilrec("tabulate", str(made), *words)


def test_an_open_database_reaches_nothing_else_and_stays_as_it_is(made: Path, tmp_path: Path) -> None:
    before = made.read_bytes()
    with Kept(str(made)) as store:
        for sql in (
            "FROM read_text('/etc/hostname')",
            f"COPY hands TO '{tmp_path}/stolen.csv'",
            f"ATTACH '{tmp_path}/stolen.duckdb'",
            "DELETE FROM kept.hands",
            "SET enable_external_access = true",
            "INSTALL httpfs",
        ):
            with pytest.raises(duckdb.Error):
                store.run(sql)
        assert store.run("SELECT count(*) FROM hands")[0][0] > 20
    assert made.read_bytes() == before and not list(tmp_path.iterdir())


@pytest.mark.parametrize("cut", [12, 4096, 20_000, -4096])
def test_a_damaged_database_is_told(cut: int, made: Path, tmp_path: Path) -> None:
    (tmp_path / "cut.duckdb").write_bytes(made.read_bytes()[:cut])
    ran = spoilrec("tabulate", str(tmp_path / "cut.duckdb"))
    assert (ran.status, ran.out) == (2, "") and ran.err.startswith("spoilrec: cannot") and ran.err.count("\n") == 1


def test_what_is_no_database_is_read_as_a_record(tmp_path: Path) -> None:
    for name, data in (("a.duckdb", b"{}"), ("b.duckdb", b""), ("c.duckdb", b"12345678DUC")):
        (tmp_path / name).write_bytes(data)
        assert not is_database(str(tmp_path / name))
        assert spoilrec("tabulate", str(tmp_path / name)).status in (0, 1)
    assert not is_database(str(tmp_path)) and not is_database("a\0b") and not is_database("-")
    with pytest.raises(KeptError):
        Kept(str(tmp_path / "nowhere.duckdb"))
