"""A sheet: every word and every forgiving form, each mistake a clear sentence, and what becomes of the file."""

import json
from pathlib import Path
from typing import Any

import pytest
from commands import spoilrec

from spoilrec.cli.sheets import taken
from spoilrec.record.sheet import WORDS, SheetError
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.fields import FIELDS
from spoilrec.review.scribe.sheets import Scribe

HEAD = "rules spoil-five/1\nplayers Aoife, Brendan, Ciara\n"
HAND = "\nhand dealer Aoife up 2S\nQD KD 3S\n2C QS 5C\nAS 8D TC\n2S 5S JC\nTH JD 6H\n"
PLAY = "BQD CKD A3S|A2C BQS C5C|BAS C8D ATC|B2S C5S AJC|CTH AJD B6H"
AUCTION = "rules 120\nplayers Aoife, Brendan, Ciara, Declan\nsides AC BD\n\nhand dealer Declan\n"


def taken_down(sheet: str) -> list[dict[str, Any]]:
    """Take a sheet down in memory; it must have no mistake."""
    found: list[dict[str, Any]] = []
    for one in taken(Scribe(Evening("a"), strict=True), sheet):
        assert not isinstance(one, SheetError), f"{one.line}:{one.column}: {one.why}. {one.expected}"
        found += (json.loads(line.raw) for line in one)
    return found


def mistakes(sheet: str) -> list[str]:
    """Take a sheet down in memory and give its mistakes."""
    found = taken(Scribe(Evening("a"), strict=True), sheet)
    return [
        f"{one.line}:{one.column}: {one.why}. Expected: {one.expected}." for one in found if isinstance(one, SheetError)
    ]


def last(sheet: str) -> dict[str, Any]:
    """Give the last line of the record that a sheet makes."""
    return taken_down(sheet)[-1]


# Words

IN_SESSION = [
    ("rules spoil five", {"rules": "spoil-five/1"}),
    ("rules 25", {"rules": "twenty-five/1"}),
    ("rules spoil-five/1 rob=forced, stake_x=1", None),
    (
        "rules spoil-five/1 rob=forced pool_cap=20",
        {"rules": {"preset": "spoil-five/1", "rob": "forced", "pool_cap": 20}},
    ),
    ("players Nia Tom", {"players": ["Nia", "Tom"]}),
    ("players Seán B., O'Brien", {"players": ["Seán B.", "O'Brien"]}),
    ('players ["Nia, junior", "Tom"]', {"players": ["Nia, junior", "Tom"]}),
    ("stake 2", {"stake": 2}),
    ("stake 20 EUR cent", {"stake": 20, "unit": "EUR cent"}),
    ("pool 7", {"pool": 7}),
    ("unit chip", {"unit": "chip"}),
    ("date 2026-11", {"date": "2026-11"}),
    ("place The Crown, upstairs", {"place": "The Crown, upstairs"}),
    ('place " spaced "', {"place": " spaced "}),
    ("scribe Nia", {"scribe": "Nia"}),
    ("source Table", {"source": "table"}),
    ("note cold night", {"note": "cold night"}),
    ('x {"table":"by the fire"}', {"x": {"table": "by the fire"}}),
]


@pytest.mark.parametrize(("row", "fields"), [row for row in IN_SESSION if row[1]], ids=lambda value: str(value)[:30])
def test_a_word_of_a_session(row: str, fields: dict[str, Any]) -> None:
    head = HEAD if row.split()[0] not in ("rules", "players") else HEAD.replace("rules spoil-five/1\n", "")
    head = head.replace("players Aoife, Brendan, Ciara\n", "") if row.startswith("players") else head
    head = head if "rules" in head + row else "rules spoil-five/1\n" + head
    made = last(head + row)
    assert {name: made[name] for name in fields} == fields


def test_the_sides_of_a_session() -> None:
    assert last("rules 120\nplayers A1, B1, C1, D1\nsides ac, bd")["sides"] == "AC BD"


IN_HAND = [
    ("no 5", {"no": 5}),
    ("dealer b", {"dealer": "B"}),
    ("dealer ciara", {"dealer": "C"}),
    ("dealer Bre", {"dealer": "B"}),
    ("up 10h", {"up": "TH"}),
    ("up 2S 3H", {"up": "2S 3H"}),
    ("trump spades", {"trump": "S"}),
    ("trump ♦", {"trump": "D"}),
    ("trump h", {"trump": "H"}),
    ("deal 5s ah 2c 3c 4c|-|?? 5? ?c 9d d10", {"deal": "5S AH 2C 3C 4C|-|?? 5? ?C 9D TD"}),
    ("kitty 5s d3", {"kitty": "5S 3D"}),
    ("discard 5s|-|", {"discard": "5S|-|"}),
    ("draw |2h 3h|", {"draw": "|2H 3H|"}),
    ("rob Brendan 3c", {"rob": "B3C"}),
    ("rob b3c", {"rob": "B3C"}),
    ("rob bren", {"rob": "B??"}),
    ("announce Ciara", {"announce": "C"}),
    ("jink Ciara 3", {"jink": "C3"}),
    ("jink c3", {"jink": "C3"}),
    ("jink Ciara", {"jink": "C0"}),
    ("play bqd ckd a3s | a2c", {"play": "BQD CKD A3S|A2C"}),
    ("end Abandoned", {"end": "abandoned"}),
    ("won brendan", {"won": "B"}),
    ("won -", {"won": "-"}),
    ("settle -1, +2, -1", {"settle": [-1, 2, -1]}),
    ("points 5 ? 20", {"points": [5, None, 20]}),
    ("score 5 10 15", {"score": [5, 10, 15]}),
    ("mark 2c revoke", {"irregular": [{"at": "2C", "what": "revoke"}]}),
    ("mark 2C revoke\nmark 3A exposed", {"irregular": [{"at": "2C", "what": "revoke"}, {"at": "3A", "what": "exposed"}]}),
    ("unsure 2c 3A", {"unsure": ["2C", "3A"]}),
    ("deduced 5b", {"deduced": ["5B"]}),
    ("time 2026-11-27T21:30:00Z", {"time": "2026-11-27T21:30:00Z"}),
    ("note one\nnote two", {"note": "one; two"}),
    ('x {"cards":1}', {"x": {"cards": 1}}),
    ("misdeal", {"end": "misdeal"}),
    ("claim Ciara", {"end": "claimed", "won": "C"}),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "fields"), IN_HAND, ids=lambda value: str(value)[:30])
def test_a_word_of_a_hand(rows: str, fields: dict[str, Any]) -> None:
    made = last(f"{HEAD}\nhand{'' if rows.startswith('dealer') else ' dealer Aoife'}\n{rows}")
    assert {name: made[name] for name in fields} == fields


CALLS = [
    ("15 - 20 =", "A15 B- C20 D="),
    ("bids 15 pass 20 hold", "A15 B- C20 D="),
    ("bids a15 B- c20 d=", "A15 B- C20 D="),
    ("- - - 15", "A- B- C- D15"),
    ("p p p p", "A- B- C- D-"),
]


@pytest.mark.parametrize(("row", "bids"), CALLS)
def test_calls_go_round_from_the_dealers_left(row: str, bids: str) -> None:
    assert last(AUCTION + row)["bids"] == bids


def test_an_auction_hand_needs_no_words() -> None:
    made = last(AUCTION + "- 20 - -\nhearts\n6h 3h 9h 4h\n")
    assert (made["bids"], made["trump"], made["play"]) == ("A- B20 C- D-", "H", "A6H B3H C9H D4H")
    assert last(AUCTION + "bid b20\ntrump h\n")["bid"] == "B20"
    assert last(AUCTION + "bid b?\ntrump h\nwon aoife\n")["won"] == "AC"


BETWEEN = [
    ("ruling 1 2c revoke\nby Nia\nwhy it was held\nrule follow\npenalty fine settle 0 0 -1\ntime 2026-11-27T21:30:00Z",
     {"type": "ruling", "hand": 1, "at": "2C", "by": "Nia", "finding": "revoke", "why": "it was held", "rule": "follow",
      "penalty": {"kind": "fine", "settle": [0, 0, -1]}, "time": "2026-11-27T21:30:00Z"}),
    ("ruling\nat 2c\nfinding no-fault", {"type": "ruling", "hand": 1, "at": "2C", "finding": "no-fault"}),
    ("amend 1\nup 3S\nclear won\nwhy a slip\nby Nia",
     {"type": "amend", "hand": 1, "set": {"up": "3S", "won": None}, "why": "a slip", "by": "Nia"}),
    ("amend 1\nvoid", {"type": "amend", "hand": 1, "void": True}),
    ("amend 1\nqd kd 3s\n2c qs 5c", {"type": "amend", "hand": 1, "set": {"play": "BQD CKD A3S|A2C BQS C5C"}}),
    ("amend 1\nplay bqd ckd a4s", {"type": "amend", "hand": 1, "set": {"play": "BQD CKD A4S"}}),
    ("seats Aoife, -, Ciara\nnote home", {"type": "seats", "players": ["Aoife", None, "Ciara"], "note": "home"}),
    ("leave brendan", {"type": "seats", "players": ["Aoife", None, "Ciara"]}),
    ("leave brendan\njoin Nia", {"type": "seats", "players": ["Aoife", "Nia", "Ciara"]}),
    ("leave a\nleave c\njoin Nia C", {"type": "seats", "players": [None, "Brendan", "Nia"]}),
    ("swap aoife, ciara", {"type": "seats", "players": ["Ciara", "Brendan", "Aoife"]}),
    ("swap a b", {"type": "seats", "players": ["Brendan", "Aoife", "Ciara"]}),
    ("terms stake 2", {"type": "terms", "stake": 2}),
    ("terms\nrules spoil-five/1 rob=forced", {"type": "terms", "rules": {"preset": "spoil-five/1", "rob": "forced"}}),
    ("close split 1 1 1", {"type": "close", "split": [1, 1, 1]}),
    ("close\nsplit 0 0 0", {"type": "close", "split": [0, 0, 0]}),
    ("close\nnote late", {"type": "close", "note": "late"}),
    ("note Dinner", {"type": "note", "text": "Dinner"}),
    ("note Dinner\ntime 2026-11-27T21:30:00Z", {"type": "note", "text": "Dinner", "time": "2026-11-27T21:30:00Z"}),
    ('{"type":"note","text":"raw"}', {"type": "note", "text": "raw"}),
    ('{"type":"x-chips","colour":"red"}', {"type": "x-chips", "colour": "red"}),
    ('{"type":"note","text":"raw","colour":"red"}', {"type": "note", "text": "raw", "colour": "red"}),
    ("session\nrules 25\nplayers Nia, Tom", {"type": "session", "spoilrec": 1, "rules": "twenty-five/1", "players": ["Nia", "Tom"]}),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "line"), BETWEEN, ids=lambda value: str(value)[:30])
def test_lines_between_the_hands(rows: str, line: dict[str, Any]) -> None:
    assert last(HEAD + HAND + "\n" + rows) == line


def test_every_word_of_the_sheet_is_tried_here() -> None:
    text = "\n".join(str(row) for table in (IN_SESSION, IN_HAND, BETWEEN, CALLS) for row, _ in table) + AUCTION + HAND
    assert not [word for word, _, _ in WORDS if f"\n{word}" not in "\n" + text]
    assert {word for fields in FIELDS.values() for word in fields} <= {word for word, _, _ in WORDS} | {"players"}


# Cards

LINES = [
    "QD KD 3S\n2C QS 5C\nAS 8D TC\n2S 5S JC\nTH JD 6H",
    "qd kd 3s\n2c qs 5c\nas 8d 10c\n2s 5s jc\n10h jd 6h",
    "dq dk s3\nc2 sq c5\nsa d8 c10\ns2 s5 cj\nht dj h6",
    "q♦ K♢ 3♠\n♣2 q♠ 5c\nA♠️ 8♦ 10♣\n2♠ 5♠ J♣\n10♥ J♦ 6♥",
    "B: QD KD 3S\nAoife: 2C QS 5C\nbren: AS 8D TC\n2S 5S JC\nc:TH JD 6H",
    "BQD CKD A3S | A2C BQS C5C | BAS C8D ATC\nB2S C5S AJC\nCTH AJD B6H",
    "QD KD 3S | 2C QS 5C | AS 8D TC | 2S 5S JC | TH JD 6H |",
    "QD KD\n3S\n2C\n\n\tQS 5C  AS\t8D TC 2S 5S JC TH JD 6H",
    "bqd kd a3s\n2c qs 5c\nas 8d tc\n2s 5s jc\nth ajd 6h # no",
]


@pytest.mark.parametrize("cards", LINES[:-1])
def test_cards_in_any_form(cards: str) -> None:
    assert last(f"{HEAD}\nhand dealer Aoife\n2s\n{cards}")["play"] == PLAY


@pytest.mark.parametrize("leader", ["C:", "Ciara:"])
def test_a_leader_that_is_named_leads_though_it_was_not_his_turn(leader: str) -> None:
    """Brendan was to lead: a lead out of turn is a fact, and the cards go round from who led."""
    assert last(f"{HEAD}\nhand dealer Aoife\n2s\n{leader} KD 3S QD")["play"] == "CKD A3S BQD"


def test_the_next_hand_follows() -> None:
    found = taken_down(HEAD + HAND + "\nhand\n3h\n\nmisdeal\n\nhand up 4h\n" + "\nhand 9\n")
    assert [(one["no"], one["dealer"]) for one in found[1:]] == [(1, "A"), (2, "B"), (3, "B"), (9, "C")]


def test_after_five_tricks_a_turn_up_alone_begins_a_hand() -> None:
    found = taken_down(HEAD + HAND + "\n3h\n5d 6d 7d\n")
    assert [one.get("up") for one in found] == [None, "2S", "3H"]
    assert found[-1]["play"] == "C5D A6D B7D"


def test_a_hand_that_is_over_by_the_rules_needs_no_word() -> None:
    won = "\nhand dealer Ciara up 2S\n5s 6s 7d\njs 4c 8d\nah 4d 9d\n"
    found = taken_down(HEAD + won + "\n3h\nqd kd 2d\n")
    assert [(one["up"], len(one["play"].split("|"))) for one in found[1:]] == [("2S", 3), ("3H", 1)]
    passed = taken_down(AUCTION + "- - - -\n\n15 - - -\n")
    assert [one["bids"] for one in passed[1:]] == ["A- B- C- D-", "B15 C- D- A-"]


def test_after_an_amendment_a_turn_up_alone_begins_a_hand() -> None:
    *_, amend, hand = taken_down(HEAD + HAND + "\namend 1\nqd kd 4s\nclear up\n\n3h\n5d 6d 7d\n")
    assert amend["set"] == {"up": None, "play": "BQD CKD A4S"}
    assert (hand["no"], hand["up"], hand["play"]) == (2, "3H", "C5D A6D B7D")


def test_an_empty_line_stands_where_nothing_else_can_be_meant() -> None:
    assert last(f"{HEAD}\nhand dealer Aoife\n\n2s\n\nqd kd 3s")["play"] == "BQD CKD A3S"
    assert last(f"{HEAD}\nhand dealer Aoife up 2s\nqd kd\n\na3s")["play"] == "BQD CKD A3S"


def test_what_is_odd_can_be_said_as_a_line_of_the_record() -> None:
    odd = '{"type":"hand","no":1,"dealer":"A","up":"2S","play":"BQD CKD A3S|AQD BKD C3S"}'
    assert last(f"{HEAD}\n{odd}")["play"] == "BQD CKD A3S|AQD BKD C3S"
    assert last(f"{HEAD}\nhand dealer A up 2S\nQD ?? ?D\nB: ?? ?? ?D")["play"] == "BQD C?? A?D|B?? C?? A?D"


# Mistakes

MISTAKES = [
    ("qd kd", "1:1: no session has begun. Expected: `rules` and `players` first."),
    ("hand dealer Aoife", "1:1: no session has begun. Expected: `rules` and `players` first."),
    ("players Nia, Tom\n\nhand", "1:1: the rules of the session are missing. Expected: `rules spoil-five/1`."),
    ("rules 25\n\nhand", "the players of the session are missing"),
    ("rules spoilfiv/1", "1:7: `spoilfiv/1` is no preset; the nearest is `spoil-five/1`. Expected: spoil-five/1, "),
    ("rules 25 rbo=off", "1:7: `rbo` is no option; the nearest is `rob`."),
    ("rules 25 rob=maybe", "1:7: `rob` cannot be `maybe`. Expected: optional, forced, off"),
    ("rules 25 spoil_ante=all", "1:7: `spoil_ante` means nothing in Twenty-Five."),
    ("players Nia", "1:9: 1 player cannot play. Expected: 2 to 10 names between commas."),
    ("players", "1:8: names are missing. Expected: names between commas."),
    ("players Nia,, Tom", "1:9: names are missing"),
    ('players ["Nia"', "1:9: this is no list of names"),
    (HEAD + "sides ab", "3:7: `ab` cannot be the sides"),
    (HEAD + "stake one", "3:7: `one` is no whole number. Expected: whole numbers between spaces."),
    (HEAD + "pool 1 2", "3:6: one number was expected. Expected: a whole number."),
    (HEAD + "date 27/11/2026", "3:6: `27/11/2026` is no date. Expected: 2026-11-27, 2026-11 or 2026."),
    (HEAD + "source paper", "3:8: `source` cannot be `paper`"),
    (HEAD + "note", "3:5: the text is missing. Expected: text to the end of the line."),
    (HEAD + 'note "open', "3:6: this text is not rightly quoted"),
    (HEAD + "x 5", "3:3: this is no JSON object"),
    (HEAD + "rules 25", "3:1: `rules` stands twice in this session."),
    (HEAD + "\nhand\nQD", "4:1: nobody knows who deals. Expected: `dealer Aoife`."),
    (HEAD + "\nhand three", "4:6: `three` means nothing here. Expected: hand 3 dealer NAME up CARD."),
    (HEAD + "\nhand dealer Declan", "4:13: `Declan` is nobody at this table. Expected: Aoife (A), Brendan (B), Ciara (C)."),
    (HEAD + "\nhand dealer Aiofe", "4:13: `Aiofe` is nobody at this table; the nearest is `Aoife`."),
    (HEAD + HAND + "up 3S", "10:1: `up` stands twice in this hand. Expected: it once, or `hand` for a new hand."),
    (HEAD + HAND + "deeler Aoife", "10:1: `deeler` is no card and no word known here; the nearest is `dealer`."),
    (HEAD + "\nhand dealer A\nup 2S\nQD KZ 3S", "6:4: `KZ` is no card and no word known here. Expected: a card such as QD."),
    (HEAD + "\nhand dealer A\n11S", "5:1: `11S` is no card. Expected: the turn-up, a card such as 2S."),
    (HEAD + "\nhand dealer A\nQD KD 3S\nAD", "6:1: it cannot be known who leads without trumps. Expected: `up` or"),
    (HEAD + "\nhand dealer A up 2S\nQD KD 3S\n?? QS 5C\nQH JH TH", "7:1: it cannot be known who leads. Expected: who leads"),
    (HEAD + "\nhand dealer A up 2S\nQD KD 3S\nQD KD 3S", "6:1: the QD was played already, by Brendan in trick 1. Expected: another card, or `?`"),
    (HEAD + "\nhand dealer A up 2S\n2S KD\n3S | 4S  s2", "6:10: the 2S was played already, by Brendan in trick 1. Expected: another card"),
    (HEAD + "\nhand dealer A up 2S\nplay BQD CKD | AQD", "5:16: the QD was played already, by Brendan in trick 1."),
    (HEAD + "\nhand dealer A up 2S\nC:10d td", "5:7: the TD was played already, by Ciara in trick 1."),
    (HEAD + HAND + "\namend 1\nqd kd qd", "12:7: the QD was played already, by Brendan in trick 1."),
    (HEAD + "\nhand dealer A up 2S\nQD KD 3S\n\n 3H\nQC 2D 4D\n", "7:2: the hand is not over, and `3H` alone after an empty line would "
        "begin the next one. Expected: `claim`, `end abandoned` or `misdeal` before it, or `hand up 3H` for the next hand; no empty line where it"),
    (HEAD + "\nhand dealer A up 2S\nQD KD\n\n3S", "7:1: the hand is not over, and `3S` alone"),
    (HEAD + "\nhand dealer A\n2s\n\n3H", "7:1: the hand is not over"),
    (HEAD + "\nhand dealer A\ntrump spaids", "5:7: `spaids` is no suit. Expected: clubs, diamonds, hearts or spades."),
    (HEAD + "\nhand dealer A\ndeal 5S|6X", "5:9: `6X` is no card"),
    (HEAD + "\nhand dealer A\nrob", "5:4: `rob` needs a player. Expected: `rob NAME`."),
    (HEAD + "\nhand dealer A\nrob Brendan 5x", "`5x` is no card"),
    (HEAD + "\nhand dealer A\njink Brendan 9", "5:14: there is no trick 9"),
    (HEAD + "\nhand dealer A\nend early", "5:5: `end` cannot be `early`. Expected: misdeal, claimed, conceded, abandoned."),
    (HEAD + "\nhand dealer A\nwon Tom", "5:5: `Tom` is nobody at this table"),
    (HEAD + "\nhand dealer A\nsettle 1 2", "5:8: `settle` has 2 numbers for 3 seats. Expected: 3 numbers, one for each."),
    (HEAD + "\nhand dealer A\nsettle", "5:7: numbers are missing"),
    (HEAD + "\nhand dealer A\nmark 9C revoke", "5:6: `9C` is no place. Expected: a trick number and a seat, such as 3C."),
    (HEAD + "\nhand dealer A\nunsure C", "5:8: `C` is no place"),
    (HEAD + "\nhand dealer A\nbid 20", "5:5: `20` is no bid. Expected: who named trumps and for how much: D20, or D?."),
    (HEAD + "\nhand dealer A\ntime 9 o'clock", "5:6: `9 o'clock` is no time with a zone"),
    (HEAD + "\nhand dealer A\nmisdeal again", "5:9: nothing follows `misdeal`"),
    (AUCTION + "- - - - 15", "6:9: the auction is over before `15`. Expected: a seat with each call: B15 C- D20 A=."),
    (AUCTION.replace(" dealer Declan", "") + "15 -", "6:1: nobody knows whose call this is. Expected: who deals, `dealer Aoife`"),
    (AUCTION + "bids 15 x", "6:9: `x` is no call. Expected: calls such as 15 - 20 =, or B15 C- D20 A=."),
    (AUCTION + "points 5", "6:8: `points` has 1 numbers for 2 sides"),
    (AUCTION + "claim Aoife", "6:7: the points are wanted, not a name"),
    (HEAD + HAND + "\nruling 1 2Z revoke\nwhi x", "12:1: `whi` is no card"),
    (HEAD + HAND + "\namend 4", "11:7: there is no hand 4. Expected: a hand from 1 to 1."),
    (HEAD + HAND + "\namend x", "11:7: `x` is no whole number"),
    (HEAD + HAND + "\nseats Aoife, Brendan", "11:7: 2 names for 3 chairs. Expected: a name for each chair, `-` for an empty one."),
    (HEAD + HAND + "\nleave", "11:6: `leave` needs a name. Expected: Aoife (A), Brendan (B), Ciara (C)."),
    (HEAD + HAND + "\njoin Tom", "11:6: no chair is empty"),
    (HEAD + HAND + "\nswap Aoife", "11:6: `swap` needs two names"),
    (HEAD + HAND + "\nterms stak 3", "11:7: `stak` means nothing here; the nearest is `stake`. Expected: rules, stake, note, x."),
    (HEAD + HAND + "\nclose split 1", "11:13: `split` has 1 numbers for 3 seats"),
    (HEAD + HAND + "3H\n", "10:1: `3H` would begin a sixth trick. Expected: five tricks; `hand` begins a new hand."),
    (HEAD + "\ntable round", "`table` is no card and no word known here"),
    (HEAD + '\n{"type":"hand"}', "4:1: this line of a record cannot be read. Expected: a whole line of a record."),
]  # fmt: skip


@pytest.mark.parametrize(("sheet", "sentence"), MISTAKES, ids=lambda value: str(value)[-30:])
def test_a_mistake_is_a_clear_sentence(sheet: str, sentence: str) -> None:
    found = mistakes(sheet)
    assert found
    assert any(sentence in one for one in found[:1]), found


def test_all_mistakes_are_told_and_a_slip_in_the_cards_is_told_once() -> None:
    sheet = HEAD + "date today\n" + HAND.replace("QS", "QX") + HAND.replace("2S\nQD", "2S\nQQ") + "won Tom\n"
    assert [one.split(":")[0] for one in mistakes(sheet)] == ["3", "7", "13", "18"]


# The file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "friday.spoil"


def test_nothing_is_written_when_the_sheet_has_a_mistake(file: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(HEAD + HAND + HAND.replace("QS", "QX"), encoding="utf-8")
    ran = spoilrec("record", str(file), "--from", str(sheet))
    assert (ran.status, ran.out) == (1, "")
    assert f"{sheet}:13:4: `QX` is no card and no word known here. Expected: a card such as QD.\n" in ran.err
    assert "0 lines written" in ran.err
    assert not file.exists()


def test_partial_writes_what_comes_before_the_mistake(file: Path) -> None:
    sheet = HEAD + HAND + HAND.replace("QS", "QX") + HAND
    ran = spoilrec("record", str(file), "--from", "-", "--partial", stdin=sheet.encode())
    assert ran.status == 1
    assert "standard input:13:4: " in ran.err
    assert "2 lines written" in ran.err
    assert [json.loads(line)["type"] for line in file.read_bytes().splitlines()] == ["session", "hand"]


def test_partial_belongs_to_a_sheet(file: Path) -> None:
    assert spoilrec("record", str(file), "--partial").status == 2


@pytest.mark.parametrize(
    "sheet",
    [
        (HEAD + HAND).encode(),
        (HEAD + HAND).replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + (HEAD + HAND).encode(),
        (HEAD + HAND).replace("\n", "\n\t  ").encode(),
        ("# a comment\n" + HEAD + HAND.replace("2C QS", "  # 2C comes\n2C QS")).encode(),
        (HEAD + HAND).upper().replace("SPOIL-FIVE", "spoil-five").replace("AOIFE, BRENDAN, CIARA", "Aoife, Brendan, Ciara").encode(),
        (HEAD + HAND).rstrip().encode(),
    ],
    ids=["plain", "crlf", "bom", "tabs", "comments", "capitals", "no-last-newline"],
)  # fmt: skip
def test_any_text_file_will_do(file: Path, sheet: bytes) -> None:
    ran = spoilrec("record", str(file), "--from", "-", stdin=sheet)
    hint = f"Some lines or hands have findings; `spoilrec validate {file}` tells them."
    assert (ran.status, ran.out, ran.err) == (0, "", f"2 lines written to {file}.\n{hint}\n")
    hand = json.loads(file.read_bytes().splitlines()[1])
    assert hand == {"type": "hand", "no": 1, "dealer": "A", "up": "2S", "play": PLAY}
    assert spoilrec("validate", str(file), "--level", "error").status == 1  # the rob was not noted


def test_a_sheet_goes_on_with_the_last_session(file: Path) -> None:
    spoilrec("record", str(file), "--from", "-", stdin=(HEAD + HAND + "won -\n").encode())
    ran = spoilrec("record", str(file), "--from", "-", "-q", stdin=b"3h\n5d 6d 7d\n")
    assert (ran.status, ran.err) == (0, "")
    hand = json.loads(file.read_bytes().splitlines()[-1])
    assert hand == {"type": "hand", "no": 2, "dealer": "B", "up": "3H", "play": "C5D A6D B7D"}


def test_it_goes_on_after_a_line_that_cannot_be_read(file: Path) -> None:
    spoilrec("record", str(file), "--from", "-", stdin=(HEAD + HAND).encode())
    file.write_bytes(file.read_bytes() + b'{"type":"hand","no":2,,}\n')
    ran = spoilrec("record", str(file), "--from", "-", stdin=b"up 3H\n5d 6d 7d\n")
    assert (ran.status, "nobody knows who deals" in ran.err) == (1, True)
    ran = spoilrec("record", str(file), "--from", "-", stdin=b"hand 3 dealer C up 3H\n5d 6d 7d\n")
    assert (ran.status, file.read_bytes().count(b"\n")) == (0, 4)


@pytest.mark.parametrize("sheet", [b"", b"\n\n", b"# nothing\n"])
def test_an_empty_sheet_writes_nothing(file: Path, sheet: bytes) -> None:
    ran = spoilrec("record", str(file), "--from", "-", stdin=sheet)
    assert (ran.status, ran.err) == (0, f"0 lines written to {file}.\n")
    assert not file.exists()


def test_what_is_no_text_is_refused(file: Path, tmp_path: Path) -> None:
    ran = spoilrec("record", str(file), "--from", "-", stdin=HEAD.encode() + "place Tí\n".encode("latin-1"))
    assert (ran.status, ran.err) == (2, "spoilrec: - is not UTF-8: byte 0xED in line 3; save it as UTF-8\n")
    missing = spoilrec("record", str(file), "--from", str(tmp_path / "none.txt"))
    assert (missing.status, "no such file" in missing.err) == (2, True)
    assert spoilrec("record", str(file), "--from", str(tmp_path)).status == 2


def test_lines_of_other_programs_come_back(file: Path) -> None:
    record = (HEAD + HAND + '\n{"type":"x-chips","colour":"red"}\n').encode()
    spoilrec("record", str(file), "--from", "-", stdin=record)
    file.write_bytes(file.read_bytes() + b"no json\n")
    told = spoilrec("replay", str(file), "--format", "sheet").out
    assert told.endswith('{"type":"x-chips","colour":"red"}\n\n# line 4 is no line of a record and was left out\n')
    again = file.with_name("again.spoil")
    spoilrec("record", str(again), "--from", "-", stdin=told.encode())
    assert again.read_bytes() == file.read_bytes().removesuffix(b"no json\n")


@pytest.mark.parametrize("word", ["--step", "--history", "--hand=1", "--rules=maw/1"])
def test_a_sheet_is_the_whole_record(word: str) -> None:
    assert spoilrec("replay", "samples/friday.spoil", "--format", "sheet", word).status == 2


def test_too_long_a_sheet_is_refused(file: Path) -> None:
    ran = spoilrec("record", str(file), "--from", "-", stdin=b"#" * 10_000_001)
    assert (ran.status, ran.err) == (2, "spoilrec: - is longer than any sheet: over 10 MB\n")


def test_what_ended_before_a_mistake_is_kept_with_partial(tmp_path: Path) -> None:
    sheet, record = tmp_path / "a.txt", tmp_path / "a.spoil"
    sheet.write_text(
        "rules spoil five\nplayers Aoife, Brendan\n\nhand dealer Aoife up 2S\nQD KD\nend abandoned\n\nhand xx up 3S\nQD KD\n"
    )
    ran = spoilrec("record", str(record), "--from", str(sheet), "--partial")
    assert ran.status == 1 and "a.txt:8:6: `xx`" in ran.err and "2 lines written" in ran.err
    assert [json.loads(line).get("no") for line in record.read_bytes().splitlines()] == [None, 1]
