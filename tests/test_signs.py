"""What only a terminal shows: suit signs for cards and for nothing else, and lines that end where it ends."""

import json
import os
import sys
from pathlib import Path

import pytest
from commands import spoilrec
from test_judge import PAGAT, record
from test_reader import HAND, HEAD

import spoilrec as library
from spoilrec.present.annotate import hand_text as annotated_text
from spoilrec.present.judge import judgement_text
from spoilrec.present.replay import hand_text
from spoilrec.present.terminal import Look
from spoilrec.review.annotate.notes import annotate
from spoilrec.review.annotate.shown import Wanted
from spoilrec.review.case import Case
from spoilrec.review.judge.dispute import judge
from spoilrec.review.scribe.answers import help_text
from spoilrec.review.words.story import tell

LOOK = Look(100, signs=True)
NOTED = {
    **PAGAT, "irregular": [{"at": "2C", "what": "5C kept back, revoke"}], "unsure": ["2C"],
    "note": "AS he said, 2D and KD; see 3S",
}  # fmt: skip
RULED = {"type": "ruling", "hand": 1, "at": "2C", "finding": "no-fault", "by": "JD", "why": "see 2D"}


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A record of players who are called like cards, with words of its own that look like cards."""
    return record(tmp_path, NOTED, RULED, players=["AC", "JD", "Ciara"])


@pytest.fixture
def case(path: str) -> Case:
    (case,) = library.replay(path)
    return case


@pytest.mark.parametrize(
    ("text", "quoted", "shown"),
    [
        ("5S, (TD) AH's *?C", (), "5♠, (T♦) A♥'s *?♣"),
        ("the AC of AC and AC 5H, 5H", ("AC", "AC 5H"), "the AC of AC and AC 5H, 5♥"),
        ("AC Byrne, the AC", ("AC Byrne",), "AC Byrne, the A♣"),
        ("O.5S.* leads 5S", ("O.5S.*", "leads"), "O.5S.* leads 5♠"),
        ("A5S BQD 15S 5SS", (), "A5S BQD 15S 5SS"),
        ("privileged=5_J_AH top_trumps=5-AH-A-J", (), "privileged=5_J_AH top_trumps=5-AH-A-J"),
    ],
)
def test_signs_stand_for_cards_alone(text: str, quoted: tuple[str, ...], shown: str) -> None:
    assert LOOK.cards(text, quoted) == shown
    assert Look(100).cards(text, quoted) == text


def test_a_replay_of_players_who_are_called_like_cards(case: Case) -> None:
    text = hand_text(tell(case), LOOK)
    for line in (
        "Hand 1: AC deals, 2♠ turned up; spades are trumps.",
        "  JD robs and puts out 2♦.",
        "  Noted at the table: 5C kept back, revoke at 2C.",
        "  AS he said, 2D and KD; see 3S",
        "      AC    JD    Ciara    taken by",
        "  5   J♦    6♥    >T♥*     Ciara",
        "  trick 3: Ciara reneges with 8♦: 5♠ may be kept back from A♠.",
        "  Chips: AC -1, JD -1, Ciara -1.",
    ):
        assert line in text.splitlines()


def test_annotated_cards_of_players_who_are_called_like_cards(case: Case) -> None:
    text = annotated_text(case, annotate(case), Wanted(), LOOK)
    for line in (
        "Hand 1: AC deals, 2♠ turned up; spades are trumps.",
        "  AC     3♠ J♣ 2♣ T♣ J♦",
        "  AS he said, 2D and KD; see 3S",
        "  The scribe was not sure of 2C; the cards are weighed as noted.",
        "  Chips: AC -1, JD -1, Ciara -1.",
    ):
        assert line in text.splitlines()
    assert "AC 2♣, JD Q♠*, Ciara 5♣" in text


def test_a_ruling_keeps_the_words_of_the_record(case: Case) -> None:
    text = judgement_text(judge(case, "2C"), LOOK)
    assert "Ciara (seat C) played 5♣ on clubs." in text
    assert "Ruling on hand 1 by JD: no-fault (see 2D)." in text
    assert "JD (seat B) led Q♦" in judgement_text(judge(case, "1B"), LOOK)


def test_what_is_lost_is_told_with_signs(tmp_path: Path) -> None:
    sample = Path(__file__).parent.parent / "samples" / "friday.spoil"
    (hand,) = (line for line in sample.read_text("utf-8").splitlines() if '"hand","no":6,' in line)
    path = record(tmp_path, json.loads(hand), players=["KH", "Brendan", "Ciara", "5C", "Eimear"])
    (case,) = library.replay(path)
    text = annotated_text(case, annotate(case), Wanted(), LOOK)
    assert "5C's 5C lets KH in; the 9♦ would have stopped that." in text  # a card called like a player keeps its letter
    assert "5C 5♣* ??" in text


def test_nothing_else_is_changed_where_it_is_no_terminal(path: str) -> None:
    out = "".join(
        spoilrec(*words).out for words in (("replay", path), ("annotate", path), ("judge", path, "--hand", "1"))
    )
    assert not set("♣♦♥♠") & set(out)


# In a terminal


def _terminal(columns: int, *words: str, talk: tuple[tuple[str, str], ...] = ()) -> str:
    """Run a command in a terminal; give what it shows. The talk is what must be seen, and what is typed then."""
    pexpect = pytest.importorskip("pexpect")
    here = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    env = {**here, "TERM": "dumb", "PYTHONPATH": str(Path.cwd()), "LANG": "C.UTF-8"}
    command = ["-m", "spoilrec", *words]
    child = pexpect.spawn(sys.executable, command, env=env, encoding="utf-8", dimensions=(30, columns), timeout=20)
    shown = ""
    for seen, typed in talk:
        child.expect_exact(seen)
        child.send(typed)
        shown += child.before + seen
    child.expect(pexpect.EOF)
    child.close()
    return str(shown + child.before).replace("\r\n", "\n")


def test_the_help_of_the_recorder_can_be_typed_as_it_stands(tmp_path: Path) -> None:
    shown = _terminal(200, "record", str(tmp_path / "x.spoil"), talk=(("> ", "help\rhelp all\rquit\r"),))
    for text in (*help_text(""), *help_text("all")):
        assert text in shown
    assert "`mark 2C revoke`" in shown and "sides AC BD" in shown


def test_a_replay_step_by_step(path: str) -> None:
    talk = (("JD robs and puts out 2♦.", " "), ("JD: Q♦, leads.", " "), ("Ciara: K♦, follows.", "q"))
    assert "Hand 1: AC deals, 2♠ turned up; spades are trumps." in _terminal(100, "replay", path, "--step", talk=talk)


def test_sixty_columns(tmp_path: Path) -> None:
    words = ("legal", "--trump", "S", "--lead", "7S", "--hand", "5S AS KD 9C 3H")
    wide, narrow = spoilrec(*words).out, _terminal(60, *words)
    assert narrow == (
        "May be played: 5♠ A♠\n"
        "Not: K♦ 9♣ 3♥. Spades were led and are trumps; only the 5♠,\n"
        "  J♠ and A♥ may be kept back, and only from a lower trump\n"
        "  (twenty-five/1: privileged, renege_against).\n"
    )
    assert [len(line) for line in wide.splitlines()][1] > 60 and "KD 9C 3H" in wide
    bad = tmp_path / "bad.spoil"
    bad.write_bytes(HEAD + HAND + b'{"type":"hand"}\n')
    summary = spoilrec("validate", str(bad)).err
    told = _terminal(60, "validate", str(bad), "--select", "SR9")
    assert len(summary) > 60 >= max(map(len, told.splitlines()))
    assert told.startswith("1 file, 2 hands: ") and "\n  " in told
