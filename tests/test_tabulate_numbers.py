"""`tabulate`: what a number is a part of, what is unknown in it, and that pictures show what the table shows."""

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest
from commands import spoilrec

from spoilrec.archive.counts.counting import Counted, Question, count, make_views
from spoilrec.archive.counts.curves import Chart, Series, chart_of
from spoilrec.archive.counts.views import MEASURES, OF_PAIRS, View, measure_named, view_named
from spoilrec.archive.tables.declared import TABLES
from spoilrec.archive.tables.gather import Block, Source, file_blocks
from spoilrec.archive.tables.store import Store
from spoilrec.present.plot_terminal import draw
from spoilrec.present.terminal import Look

ROOT = Path(__file__).parent.parent
FRIDAY = str(ROOT / "samples" / "friday.spoil")
SATURDAY = str(ROOT / "samples" / "saturday.spoil")
POINTS = str(ROOT / "samples" / "110-first-game.spoil")
SESSION = '{"type":"session","spoilrec":1,"rules":"spoil-five/1","players":["Ann","Bob","Cat"],"stake":1}\n'


def rows(*words: str) -> list[dict[str, Any]]:
    """Give rows as groups and whole estimates."""
    ran = spoilrec("tabulate", *words, "--format", "json")
    assert ran.status == 0, ran.err
    return [row["group"] | row["measures"] for row in json.loads(ran.out)["rows"]]


# What a number is a part of


@pytest.fixture
def misdeal(tmp_path: Path) -> str:
    file = tmp_path / "misdeal.spoil"
    file.write_text(
        SESSION + '{"type":"hand","no":1,"dealer":"A","up":"8D","won":"B","settle":[-1,2,-1]}\n'
        '{"type":"hand","no":2,"dealer":"B","up":"8S","won":"A","settle":[2,-1,-1]}\n'
        '{"type":"hand","no":3,"dealer":"C","up":"8S","end":"misdeal","settle":[0,0,-1]}\n'
        '{"type":"close","split":[1,0,0]}\n'
    )
    return str(file)


def test_chips_of_a_misdeal_count_and_the_misdeal_does_not(misdeal: str) -> None:
    found = {row["player"]: row for row in rows(misdeal, "--by", "player", "--show", "hands,net,net_per_hand")}
    assert {name: row["hands"]["value"] for name, row in found.items()} == {"Ann": 2, "Bob": 2, "Cat": 2}
    assert {name: row["net"]["value"] for name, row in found.items()} == {"Ann": 2, "Bob": 1, "Cat": -3}
    assert {name: row["net_per_hand"]["value"] for name, row in found.items()} == {"Ann": 1, "Bob": 0.5, "Cat": -1.5}
    for row in found.values():
        assert row["net"]["n"] == row["net_per_hand"]["n"] == 2
        assert row["net"]["low"] == pytest.approx(2 * row["net_per_hand"]["low"])
    assert found["Cat"]["net_per_hand"]["low"] < -1.5  # the fine is no certainty
    text = " ".join(spoilrec("explain", "net_per_hand").out.split())
    assert "`net` by the number of hands" in text and "of the number of those where NOT misdeal" in text


def test_net_of_misdeals_alone_is_told(tmp_path: Path) -> None:
    file = tmp_path / "fined.spoil"
    file.write_text(SESSION + '{"type":"hand","no":1,"dealer":"A","end":"misdeal","settle":[0,0,-2]}\n')
    cat = rows(str(file), "--by", "player", "--show", "hands,net,net_per_hand")[-1]
    assert [cat[name]["value"] for name in ("hands", "net", "net_per_hand")] == [0, -2, None]
    assert re.search(r"\nCat +-2\n", spoilrec("tabulate", "players", str(file)).out)


def test_a_share_is_a_part_of_all_hands_each_once() -> None:
    show = ("--show", "hands,hands_share,pools,pools_share")
    for row in rows(FRIDAY, "--by", "player", *show):
        assert row["hands_share"]["n"] == 14 and row["pools_share"]["n"] == 5
        assert row["hands_share"]["value"] == row["hands"]["value"] / 14
        assert row["pools_share"]["value"] == row["pools"]["value"] / 5
    for row in rows(FRIDAY, "--by", "card", *show):
        assert row["hands_share"]["n"] == 14 and row["hands_share"]["value"] == row["hands"]["value"] / 14
    trumps = rows(FRIDAY, "--by", "trump", *show)
    assert sum(row["hands_share"]["value"] for row in trumps) == pytest.approx(1)
    (hearts,) = rows(FRIDAY, "--by", "trump", *show, "--where", "trump = 'H'", "--where", "player <> 'Aoife'")
    assert hearts["hands_share"]["value"] == 1


# What is unknown


@pytest.fixture
def open_hands(tmp_path: Path) -> str:
    """Two pools won and two hands of which no result is known, the pool after them neither."""
    file = tmp_path / "open.spoil"
    file.write_text(
        SESSION + '{"type":"hand","no":1,"dealer":"A","up":"8D","won":"B","settle":[-1,2,-1]}\n'
        '{"type":"hand","no":2,"dealer":"B","up":"2S"}\n{"type":"hand","no":3,"dealer":"C","settle":[-1,-1,-1]}\n'
        '{"type":"hand","no":4,"dealer":"A","up":"8S","won":"C","settle":[-1,-1,2]}\n'
    )
    return str(file)


def test_a_hand_of_unknown_result_is_unknown_wherever_results_count(open_hands: str) -> None:
    show = "pools_share,pool_mean,pool_least,pool_median,pool_most,biggest_pool,won_share,fair_rate,advantage"
    (row,) = rows(open_hands, "--show", show)
    assert row["pools_share"]["unknown"] == 2
    for name in ("pool_mean", "pool_least", "pool_median", "pool_most"):  # and of hand 4 the pool
        assert (row[name]["n"], row[name]["unknown"]) == (1, 3), name
    for name in ("won_share", "fair_rate", "advantage"):
        assert (row[name]["n"], row[name]["unknown"]) == (6, 6), name
    assert (row["biggest_pool"]["value"], row["biggest_pool"]["unknown"]) == (3, 7)
    assert "of 2 (+2 unknown)" in spoilrec("tabulate", "seats", open_hands).out


def test_jinks_of_which_it_is_not_known_are_in_every_number_of_jinks() -> None:
    found = {row["player"]: row for row in rows("jinks", POINTS)}
    for name in ("jinks", "jinks_made", "jinks_lost", "jink_rate", "jink_earned", "jink_cost", "jink_balance"):
        assert found["Orla"][name]["unknown"] == 4, name
    assert found["Fionn"]["jinks_made"]["value"] == 0 and found["Orla"]["jinks_lost"]["value"] == 3


# What is told


def test_how_many_hands_have_errors_is_true_under_a_condition() -> None:
    for where in ((), ("--where", "errors = 0")):
        out = spoilrec("tabulate", POINTS, FRIDAY, "--show", "hands,faulty", *where).out
        _, told, rest = out.partition("judged in part.\n")
        assert told and rest.startswith("1 hand with errors among them; --valid-only leaves these out.\n")
        assert ("29 hands before any condition: " in out) == bool(where)


def test_what_a_measure_is_taken_of_is_explained() -> None:
    columns = {one.name for table in TABLES for one in table.columns} | {*OF_PAIRS}
    named = {word for one in MEASURES for word in re.findall(r"[a-z_]+", f"{one.value} {one.of} {one.per}")} & columns
    assert named >= {"jink_worth", "on_trump", "partners", "goal"}
    for name in named:
        ran = spoilrec("explain", name)
        assert ran.status == 0 and f"{name} (a column of " in ran.out
    assert "against stopping in time" in spoilrec("explain", "jink_worth").out
    assert "against stopping in time" in spoilrec("explain", "jink_cost").out


# Two players at one table


def test_two_stand_once_where_they_say_the_same() -> None:
    every = rows("pairs", FRIDAY)
    assert len(every) == 10 and all(row["player"] < row["other"] for row in every)
    assert all(row["player"] < row["other"] for row in rows("pairs", FRIDAY, "--where", "trump = 'H'"))
    assert "Only where player < other." in spoilrec("tabulate", "pairs", FRIDAY).out


def test_two_cut_otherwise_count_either_way_around() -> None:
    by_player = {row["player"]: row for row in rows("pairs", FRIDAY, "--by", "player")}
    hands = {row["player"]: row["hands"]["value"] for row in rows(FRIDAY, "--by", "player", "--show", "hands")}
    assert {name: row["hands"]["value"] for name, row in by_player.items()} == hands
    assert by_player["Brendan"]["other_won"]["value"] == 5 - by_player["Brendan"]["won"]["value"]
    eimear = rows("pairs", FRIDAY, "--where", "player = 'Eimear'")
    assert [row["other"] for row in eimear] == ["Aoife", "Brendan", "Ciara", "Declan"]
    both = {(row["player"], row["other"]) for row in rows("pairs", FRIDAY, "--where", "won")}
    assert {("Aoife", "Brendan"), ("Brendan", "Aoife")} <= both
    ran = spoilrec("tabulate", "pairs", FRIDAY, "--where", "nobody = 1")
    assert ran.status == 2 and "--where: no column nobody" in ran.err


# Pictures


def charted(kind: str, view: View, *files: str, top: int | None = None) -> Chart:
    question = Question(view.by, tuple(map(measure_named, view.show)), (view.where,) if view.where else ())
    with Store() as store:
        for block in (block for file in files for block in file_blocks(Source(file, file))):
            if isinstance(block, Block):
                store.add(block)
        make_views(store, valid_only=False)
        found: list[Counted] = count(store, question)
        return chart_of(kind, store, question, found[:top], cut=top is not None and top < len(found))


def pieces(series: Series) -> list[int]:
    lengths = [0]
    for y in series.ys:
        lengths = [*lengths, 0] if math.isnan(y) else [*lengths[:-1], lengths[-1] + 1]
    return lengths


def test_the_line_of_the_pool_ends_with_its_table(misdeal: str, open_hands: str) -> None:
    players = view_named("players")
    assert pieces(charted("pool", players, FRIDAY, POINTS, SATURDAY).series[0]) == [14, 13]
    assert pieces(charted("pool", players, misdeal, FRIDAY).series[0]) == [2, 14]
    known = pieces(charted("pool", players, open_hands, misdeal).series[0])
    assert len(known) == 2 and known[-1] == 2


def test_a_line_of_pieces_is_drawn_in_the_terminal_and_in_files(misdeal: str, tmp_path: Path) -> None:
    chart = charted("pool", view_named("players"), FRIDAY, POINTS, misdeal)
    assert "o" in draw(chart, Look()) and "\x1b[38;5;12m" in draw(chart, Look(colour=True))
    for name in ("pool.svg", "pool.png"):
        ran = spoilrec("tabulate", FRIDAY, POINTS, misdeal, "--plot", f"pool:{tmp_path / name}")
        assert ran.status == 0 and (tmp_path / name).stat().st_size


@pytest.mark.parametrize("width", [0, 60, 140])
def test_the_names_of_lines_stand_below_them(width: int) -> None:
    chart = charted("net", view_named("players"), FRIDAY)
    drawn, _, below = draw(chart, Look(width)).partition("hand\n")
    assert not any(series.name in drawn for series in chart.series)
    assert [line.split(" ", 1)[1] for line in below.split("\n") if line] == [series.name for series in chart.series]


def test_a_picture_shows_what_the_table_shows() -> None:
    players, pools, sessions = map(view_named, ("players", "pools", "sessions"))
    assert [one.name for one in charted("net", players, FRIDAY, top=2).series] == ["Aoife", "Brendan"]
    assert [sum(one.ys) for one in charted("pools", pools, FRIDAY, top=2).series] == [2]
    assert pieces(charted("pool", sessions, FRIDAY, SATURDAY, top=1).series[0]) == [14]
    assert len(charted("rate", players, FRIDAY, top=3).series[0].ys) == 3
    words = ("tabulate", FRIDAY, "--by", "player", "--show", "net", "--sort", "-net", "--plot=net")
    for top, names in (("1", ["Ciara"]), ("9", ["Ciara", "Declan", "Brendan", "Eimear", "Aoife"])):
        out = spoilrec(*words, "--top", top).out
        assert re.findall(r"\n.. (\w+)", out.partition(" hand\n")[2]) == names


def test_a_picture_with_fewer_players_than_the_table_says_so() -> None:
    chart = charted("net", view_named("players"), FRIDAY, SATURDAY)
    assert len(chart.series) == 8 and chart.title == "Chips of 8 of 10 players over time"
