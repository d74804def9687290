"""`annotate` as its users see it: text, Markdown, JSON Lines, what is asked for, exit statuses."""

import gzip
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from annotating import cases_of, record_of
from commands import spoilrec, spoilrec_process
from hypothesis import given, settings
from making import randomly
from making_sessions import lawful_session, written

from spoilrec.present.annotate import hand_text, summary_text
from spoilrec.present.terminal import Look
from spoilrec.review.annotate.marks import MARKS, HandNotes
from spoilrec.review.annotate.notes import Solving, annotate
from spoilrec.review.annotate.shown import Tally, Wanted
from spoilrec.review.case import Case
from spoilrec.rules.glossary import TERMS

SAMPLES = Path(__file__).parent.parent / "samples"
FRIDAY = str(SAMPLES / "friday.spoil")


EVENING = b"".join(
    line
    for line in Path(FRIDAY).read_bytes().splitlines(keepends=True)
    if line.startswith((b'{"type":"session"', *(b'{"type":"hand","no":%d,' % number for number in (6, 7, 10))))
)
"""A forced pool given away, a revoke, a hopeless jink."""

Out = dict[str, Any]


@cache
def lines_of(*words: str) -> list[Out]:
    """Annotate the evening into JSON Lines."""
    return [
        json.loads(line) for line in spoilrec("annotate", "-", *words, "-f", "jsonl", stdin=EVENING).out.splitlines()
    ]


def _case(number: int) -> Case:
    return next(case for case in cases_of(EVENING.decode()) if case.reading.hand.no == number)


def test_each_mark_and_each_worth_of_a_jink_is_explained() -> None:
    words = {name for name, _ in TERMS}
    for word in (*(mark for mark, _ in MARKS), "mark", "sound", "gamble", "hopeless"):
        assert word in words
        assert spoilrec("explain", word).out.startswith(f"{word}: ")


def test_a_hand_in_sixty_columns() -> None:
    case = _case(6)
    text = hand_text(case, annotate(case), Wanted(), Look(60))
    assert text == (
        "Hand 6: Aoife deals, 6C turned up; clubs are trumps.\n"
        "  In the pool 0, staked 5.\n"
        "\n"
        "  Aoife    AH AC KH TH QS\n"
        "  Brendan  TC QH 2H JS 3S\n"
        "  Ciara    8C 6D AD JH AS\n"
        "  Declan   5C 9D 7D 2S 6S\n"
        "  Eimear   9C TD 7H 9S TS\n"
        "\n"
        "  1  Brendan JS, Ciara 8C, Declan 6S, Eimear TS ??,\n"
        "     Aoife AC*\n"
        "     Eimear's TS lets Aoife in; the 9C would have stopped\n"
        "       that.\n"
        "  2  Aoife AH* !, Brendan TC =, Ciara AD, Declan 7D r,\n"
        "     Eimear 9C =\n"
        "  3  Aoife TH ?, Brendan 2H, Ciara JH =, Declan 5C* ??,\n"
        "     Eimear 7H =\n"
        "     Aoife's TH gives away a pool that was forced; the KH\n"
        "       would have held it.\n"
        "     Declan's 5C lets Aoife in; the 9D would have stopped\n"
        "       that.\n"
        "  4  Declan 9D, Eimear TD* =, Aoife KH !, Brendan 3S,\n"
        "     Ciara 6D =\n"
        "  5  Eimear 9S =, Aoife QS* =, Brendan QH =, Ciara AS =,\n"
        "     Declan 2S =\n"
        "\n"
        "  From the first lead nobody could force the pool.\n"
        "  Aoife wins the pool.\n"
        "  Chips: Aoife +4, Brendan -1, Ciara -1, Declan -1, Eimear\n"
        "    -1.\n"
        "  The table noted: Aoife +14, Brendan -1, Ciara -1, Declan\n"
        "    -1, Eimear -1.\n"
        "\n"
    )


def test_nothing_is_wider_than_the_terminal() -> None:
    long = EVENING.decode().replace("Aoife", "Aoife Ní Dhomhnaill of Ros Muc")
    for case in cases_of(EVENING.decode()) + cases_of(long):
        notes, tally = annotate(case), Tally()
        tally.add(case, notes, Wanted())
        for width in (40, 60, 80, 110):
            text = hand_text(case, notes, Wanted(), Look(width)) + summary_text(tally, Wanted(), Look(width))
            assert max(map(len, text.splitlines())) <= width


def test_only_what_was_asked_for_is_shown_and_the_marks_are_the_same() -> None:
    whole = {line["hand"]: line["plays"] for line in lines_of()[:-1]}
    for line in lines_of("--player", "Aoife")[:-1]:
        assert line["plays"] == [play for play in whole[line["hand"]] if play["player"] == "Aoife"]
    for line in lines_of("--only", "mistakes")[:-1]:
        assert line["plays"] == [play for play in whole[line["hand"]] if {"?", "??", "?!", "x"} & set(play["marks"])]
        assert line["plays"] or line["jink"]["worth"] == "hopeless"
    assert [line["hand"] for line in lines_of("--hand", "7")[:-1]] == [7]


def test_the_summary_counts_what_the_lines_have() -> None:
    *hands, last = lines_of()
    summary = last["summary"]
    assert summary["hands"] == len(hands) == summary["solved"]
    for player in summary["players"]:
        plays = [play for hand in hands for play in hand["plays"] if play["player"] == player["player"]]
        assert player["plays"] == len(plays)
        assert player["marks"] == {mark: sum(mark in play["marks"] for play in plays) for mark, _ in MARKS}
    assert lines_of("--only", "mistakes")[-1] == last


def test_two_processes_say_the_same(tmp_path: Path) -> None:
    path = tmp_path / "evening.spoil"
    path.write_bytes(EVENING)
    one = spoilrec("annotate", str(path), "-f", "spoil", "-q")
    two = spoilrec_process("annotate", str(path), "-f", "spoil", "-q", "--jobs", "2")
    assert (two.returncode, two.stdout, two.stderr) == (0, one.out.encode(), b"")


def test_a_line_that_cannot_be_read_costs_itself() -> None:
    session, first, *others = EVENING.splitlines(keepends=True)
    ran = spoilrec("annotate", "-", "-f", "jsonl", stdin=session + first[:100] + b"\n" + b"".join(others))
    assert ran.status == 1
    assert "<stdin>:2: SR001: this line is not JSON" in ran.err
    hands = [json.loads(line) for line in ran.out.splitlines()]
    assert [hand["hand"] for hand in hands[:-1]] == [7, 10]
    assert (hands[-1]["summary"]["unread"], hands[-1]["summary"]["hands"]) == (1, 2)


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("cut.spoil.gz", gzip.compress(EVENING)[:-200], "3: SR009: the gzip file is damaged: it is cut off."),
        ("wide.spoil", EVENING.decode().encode("utf-16"), "1: SR007: this file is UTF-16, not UTF-8."),
        ("chess.pgn", b'[Event "Casual"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n', "1: SR006: this is no record"),
    ],
)
def test_what_ends_a_file_is_told_and_counts(name: str, content: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    for form in ("text", "markdown", "jsonl"):
        ran = spoilrec("annotate", str(path), "-f", form, "-q")
        assert ran.status == 1 and f"{path}:{code}" in ran.err
    ran = spoilrec("annotate", str(path), "-f", "spoil", "-q")
    assert (ran.status, ran.out) == (2, "") and "fault of spoilrec" not in ran.err


def test_what_is_not_there_is_said() -> None:
    assert spoilrec("annotate", FRIDAY, "--hand", "99").status == 2
    ran = spoilrec("annotate", FRIDAY, "--player", "Eimer")
    assert (ran.status, ran.out) == (2, "")
    assert "the nearest is `Eimear`; there are Aoife, Brendan, Ciara, Declan and Eimear" in ran.err
    assert spoilrec("annotate", "nowhere.spoil").status == 2
    assert spoilrec("annotate", FRIDAY, "--rules", "nonsense").status == 2


def test_a_hand_that_is_there_but_not_weighed_is_not_called_missing() -> None:
    session, hand = LETTING_IN.splitlines(keepends=True)
    void = (LETTING_IN + '{"type":"amend","hand":1,"void":true}\n').encode()
    ran = spoilrec("annotate", "-", "--hand", "1", stdin=void)
    assert (ran.status, ran.out) == (2, "")
    assert "hand 1 of <stdin> was declared void: there is nothing to weigh" in ran.err
    assert "it has no hand that counts" in spoilrec("annotate", "-", "--player", "Aoife", stdin=session.encode()).err
    left = '{"type":"seats","players":["Declan","Brendan","Ciara"]}\n' + hand.replace('"no":1', '"no":2')
    ran = spoilrec("annotate", "-", "--hand", "2", "--player", "Aoife", stdin=(LETTING_IN + left).encode())
    assert (ran.status, ran.out) == (2, "")
    assert "Aoife does not play in hand 2 of <stdin>" in ran.err


def test_findings_are_pointed_at(tmp_path: Path) -> None:
    hint = "Some lines or hands have findings; `spoilrec validate` tells them."
    for form in ("text", "jsonl", "markdown"):
        assert hint in spoilrec("annotate", "-", "-f", form, stdin=b"nonsense\n").err
    broken = LETTING_IN.replace("A2H", "A3H").encode()
    assert hint in spoilrec("annotate", "-", "-f", "spoil", stdin=broken).err
    named = "Some lines or hands have findings; `spoilrec validate {}` tells them."
    path = tmp_path / "broken.spoil"
    path.write_bytes(broken)
    assert named.format(path) in spoilrec("annotate", str(path)).err
    assert spoilrec("annotate", "-", "-q", stdin=broken).err == ""
    assert spoilrec("annotate", "-", stdin=LETTING_IN.encode()).err == ""


def test_a_hand_that_was_only_dealt() -> None:
    dealt = record_of("5S JS 2S 4D 6C|KC KH KS 3S 4S", "").encode()
    assert spoilrec("annotate", "-", stdin=dealt).out.splitlines()[5:10] == [
        "  Aoife    5S JS 2S 6C 4D",
        "  Brendan  KS 3S 4S KC KH",
        "",
        "  From the first lead Aoife could force the pool.",
        "  Who won cannot be known.",
    ]


def test_names_are_shown_escaped() -> None:
    hostile = "\u001b[31m|<b>\u202e"
    record = record_of("5S JS 2S 4D 6C|KC KH KS 3S 4S", "A5S B3S|AJS B4S|A6C BKC|BKH A4D|BKS A2S").encode()
    record = record.replace(b'"Aoife"', json.dumps(hostile).encode())
    for form in ("text", "markdown", "jsonl"):
        out = spoilrec("annotate", "-", "-f", form, stdin=record).out
        assert "\u001b" not in out
        assert "\u202e" not in out
    assert "<b>" not in spoilrec("annotate", "-", "-f", "markdown", stdin=record).out


def rotated(record: str, turns: int) -> str:
    """Let everybody move so many chairs on, with his cards."""
    session, hand = map(json.loads, record.splitlines())
    count = len(session["players"])
    seats = {"ABCDEFGHIJ"[seat]: "ABCDEFGHIJ"[(seat + turns) % count] for seat in range(count)}
    session["players"] = [session["players"][(seat - turns) % count] for seat in range(count)]
    groups = hand["deal"].split("|")
    hand["deal"] = "|".join(groups[(seat - turns) % count] for seat in range(count))
    hand["dealer"] = seats[hand["dealer"]]
    hand["play"] = "|".join(
        " ".join(seats[play[0]] + play[1:] for play in trick.split()) for trick in hand["play"].split("|")
    )
    return json.dumps(session) + "\n" + json.dumps(hand) + "\n"


LETTING_IN = record_of(
    "KD 5D 2C 2H 9H|7D QD KC KH 3D|8D 6D 3C KS 4C", "AKD B7D C8D|A5D BQD C6D|BKC C3C A2C|BKH C4C A2H"
)


@pytest.mark.parametrize("turns", [1, 2])
def test_rotating_the_seats_rotates_the_marks(turns: int) -> None:
    here, there = (annotate(cases_of(record)[0]) for record in (LETTING_IN, rotated(LETTING_IN, turns)))
    assert [note.seat for note in there.plays] == [(note.seat + turns) % 3 for note in here.plays]
    assert [(note.marks, note.text) for note in there.plays] == [(note.marks, note.text) for note in here.plays]
    assert there.said == here.said


def _summed(notes: HandNotes) -> list[object]:
    return [(note.at, note.marks, note.verdict) for note in notes.plays]


@settings(max_examples=6)
@given(randomly)
def test_the_order_of_the_questions_changes_nothing(random: Random) -> None:
    """Hands of every game: a solver that was asked other things before gives the same marks."""
    record = written(
        lawful_session(random, random.choice(("spoil-five/1", "twenty-five/1", "auction-forty-fives/1")), 1)
    )
    case = cases_of(record.decode())[0]
    if len(case.setting.seats) > 4:
        return
    fresh = annotate(case)
    shuffled = [step for step in case.plays() if step.noted]
    random.shuffle(shuffled)
    assert case.replay is not None
    if fresh.missing:
        return
    asked = Solving(case, case.replay).notes(shuffled)
    assert sorted(map(str, _summed(asked))) == sorted(map(str, _summed(fresh)))


@settings(max_examples=12)
@given(randomly)
def test_marks_agree_with_what_they_say(random: Random) -> None:
    """A better card is lawful and another one; a loss has a sentence; `=` never stands beside a loss."""
    record = written(lawful_session(random, hands=2))
    for case in cases_of(record.decode()):
        if len(case.setting.seats) > 4:
            continue
        for note in annotate(case).plays:
            assert bool(note.text) == (note.verdict.better >= 0) == bool(note.verdict.loss)
            assert note.verdict.better != note.card
            assert not ("=" in note.marks and note.text)
            assert sum(mark in ("??", "?", "?!", "!") for mark in note.marks) <= 1


def test_a_hand_thrown_in_or_void_is_not_counted_like_one_that_failed() -> None:
    """JSON has it among those not solved, which is true too."""
    session = '{"type":"session","spoilrec":1,"rules":"hundred-and-ten/1","players":["A","B","C","D"]}'
    hands = ('"bids":"A- B- C- D-"', '"end":"misdeal"', '"bid":"A15","trump":"S"')
    lines = [f'{{"type":"hand","no":{no},"dealer":"D",{fields}}}' for no, fields in enumerate(hands, 1)]
    record = "\n".join([session, *lines, ""]).encode()
    text = spoilrec("annotate", "-", stdin=record).out
    assert text.endswith("\n3 hands: 0 solved, 1 not, 1 thrown in, 1 void.\n")
    *told, last = [json.loads(line) for line in spoilrec("annotate", "-", "-f", "jsonl", stdin=record).out.splitlines()]
    assert [(hand["solved"], hand["missing"]) for hand in told[:2]] == [
        ("not", "The hand was thrown in: there were no cards to weigh."),
        ("not", "The hand was not played for anything."),
    ]
    assert {key: last["summary"][key] for key in ("hands", "solved", "part", "missing")} == {
        "hands": 3, "solved": 0, "part": 0, "missing": 3,
    }  # fmt: skip


def test_that_nothing_was_lost_is_said_and_only_what_stands_above_is_explained() -> None:
    asked = ("--hand", "6", "--only", "mistakes", "--player", "Brendan")
    assert spoilrec("annotate", "-", *asked, stdin=EVENING).out == "Brendan lost nothing.\n\n1 hand: 1 solved.\n"
    assert spoilrec("annotate", "-", *asked, "--player", "Ciara", stdin=EVENING).out.startswith(
        "Brendan and Ciara lost nothing.\n\n"
    )
    jink = spoilrec("annotate", "-", "--hand", "10", "--only", "mistakes", stdin=EVENING).out
    assert "jink was hopeless" in jink
    assert "took the trick" not in jink
    assert "lost" not in jink
    clean = spoilrec("annotate", FRIDAY, "--hand", "5", "--only", "mistakes").out
    assert clean.startswith("Nobody lost anything.\n\n")
    assert spoilrec("annotate", FRIDAY, "--hand", "5").out.count("* took the trick; ") == 1


def test_hands_that_were_not_solved_are_named_with_the_reason() -> None:
    session = '{"type":"session","spoilrec":1,"rules":"spoil-five/1","players":["Aoife","Brendan"]}'
    hands = [
        f'{{"type":"hand","no":{no},"dealer":"{"AB"[no % 2]}",{fields}}}'
        for no, fields in enumerate(
            ('"up":"9S","play":"AQD BKD"', '"up":"9S"', '"end":"misdeal"', '"play":"BQD AKD"'), 1
        )
    ]
    record = "\n".join([session, *hands, ""])
    early = "The cards were not all seen and the hand stopped early: which card would have been better cannot be known."
    ran = spoilrec("annotate", "-", "--only", "mistakes", stdin=record.encode())
    assert ran.out == (
        f"Not solved: hands 1 and 2. {early}\nNot solved: hand 4. Trumps are not known, so no card is judged.\n\n"
        "4 hands: 0 solved, 3 not, 1 void.\n"
    )
    two = spoilrec("annotate", "-", "--only", "mistakes", "-f", "markdown", stdin=(record * 2).encode()).out
    assert "hands 1 and 2 of session 1 and hands 1 and 2 of session 2" in two
    many = record + "".join(hands[0].replace('"no":1', f'"no":{no}') + "\n" for no in range(5, 40))
    assert "7, 8, 9, 10, 11, 12, 13 and 14 and 25 more. The cards" in (
        spoilrec("annotate", "-", "--only", "mistakes", stdin=many.encode()).out
    )
    assert "Not solved" not in spoilrec("annotate", "-", stdin=record.encode()).out


def test_several_players_in_any_case() -> None:
    whole = {line["hand"]: line["plays"] for line in lines_of()[:-1]}
    for line in lines_of("--player", "aoife", "--player", "CIARA")[:-1]:
        assert line["plays"] == [play for play in whole[line["hand"]] if play["player"] in ("Aoife", "Ciara")]
    for empty in ("", " "):
        ran = spoilrec("annotate", FRIDAY, "--player", empty)
        assert (ran.status, ran.out, "--player needs a name" in ran.err) == (2, "", True)
    ran = spoilrec("annotate", FRIDAY, "--player", "Ciara", "--player", "Aiofe", "--hand", "3")
    assert ran.status == 1
    assert "nobody called Aiofe plays in" in ran.err
    assert "\nCiara " in ran.out
    ran = spoilrec("annotate", FRIDAY, "--player", "nobody", "--player", "Aiofe")
    assert (ran.status, ran.out) == (2, "")


def test_a_name_that_may_mean_two_players_is_refused() -> None:
    both = LETTING_IN.replace("Aoife", "BRENDAN").encode()
    ran = spoilrec("annotate", "-", "--player", "brendan", stdin=both)
    assert (ran.status, ran.out) == (2, "")
    assert "brendan may be BRENDAN or Brendan in <stdin>" in ran.err
    for name in ("BRENDAN", "Brendan"):
        last = json.loads(spoilrec("annotate", "-", "--player", name, "-f", "jsonl", stdin=both).out.splitlines()[-1])
        assert [player["player"] for player in last["summary"]["players"]] == [name]
    later = LETTING_IN.replace("Brendan", "BRENDAN") + LETTING_IN
    ran = spoilrec("annotate", "-", "--player", "Brendan", stdin=later.encode())
    assert (ran.status, "Brendan may be BRENDAN or Brendan in <stdin>" in ran.err) == (2, True)
