"""The talk at the table, without a terminal: what is asked, doubted, taken, taken back and written."""

import json
from io import BytesIO
from typing import Any

import pytest

from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.offers import offers
from spoilrec.review.scribe.recorder import Recorder
from spoilrec.review.scribe.reply import Reply
from spoilrec.review.walk import walk


class Table:
    """A recorder and the file it would write."""

    def __init__(self) -> None:
        self.recorder = Recorder(Evening("a"))
        self.file = b""

    def type(self, *rows: str) -> Reply:
        """Type lines; give the last reply."""
        reply = Reply()
        for row in rows:
            reply = self.recorder.take(row)
            self.file += reply.lines
        return reply

    def said(self, *rows: str) -> str:
        """Type lines; give what is said to the last one."""
        return "\n".join(self.type(*rows).said)

    @property
    def prompt(self) -> str:
        return self.recorder.prompt()

    @property
    def standing(self) -> str:
        return self.recorder.standing()

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.file.splitlines()]

    @property
    def codes(self) -> list[str]:
        """What `validate` finds, infos apart."""
        stops = walk("a", BytesIO(self.file))
        return [one.code for stop in stops for one in stop.findings if one.severity != "info" and one.code != "SR120"]


def table(rules: str = "spoil-five/1", players: str = "Aoife, Brendan, Ciara", *more: str) -> Table:
    made = Table()
    made.type(players, rules, *more, "")
    assert made.lines[0]["type"] == "session"
    return made


SPOILT = ("2s", "qd kd 4s", "2c qs 5c", "as 8d 10c", "3s 5s jc", "th jd 6h")  # A, B, B, C, C where A deals


# A session


def test_a_session_is_asked_for() -> None:
    made = Table()
    assert (made.prompt, made.standing) == ("the players, clockwise, between commas", "A new session")
    assert "Wanted: the players" in made.said("")
    assert "1 player cannot play" in made.said("Aoife")
    said = made.said("Aoife, Brendan, Ciara")
    assert "   1  spoil-five/1  " in said
    assert "13  hoss/1" in said
    assert made.prompt == "the rules: a number, or a name such as spoil-five/1"
    assert "Wanted: the rules" in made.said("")
    assert "the nearest is `spoil-five/1`" in made.said("spoilfve/1")
    made.type("1")
    assert made.prompt == "anything more (stake 1 chip, date, place), or Enter"
    made.type("2 cent", "2026-11-27", "Galway, upstairs", "undo", "Galway")
    assert (
        made.standing
        == "A new session - Aoife, Brendan, Ciara - spoil-five/1 - stake 2 - date 2026-11-27 - place Galway"
    )
    assert made.said("") == "The session is written down."
    assert made.lines == [
        {"type": "session", "spoilrec": 1, "rules": "spoil-five/1", "players": ["Aoife", "Brendan", "Ciara"],
         "stake": 2, "unit": "cent", "date": "2026-11-27", "place": "Galway"}
    ]  # fmt: skip


def test_sides_are_asked_for_where_the_rules_want_them() -> None:
    made = Table()
    made.type("A1, B1, C1, D1", "120")
    assert made.prompt == "who plays with whom, such as AC BD (Enter for AC BD)"
    made.type("", "")
    assert made.lines[0]["sides"] == "AC BD"
    six = Table()
    six.type("A1, B1, C1, D1, E1, F1", "auction")
    assert six.prompt == "who plays with whom, such as ACE BDF or AD BE CF"
    assert "in sides" in six.said("")
    six.type("ad be cf", "")
    assert six.lines[0]["sides"] == "AD BE CF"
    either = Table()
    either.type("A1, B1, C1, D1", "25")
    assert either.prompt == "anything more (stake 1 chip, sides AC BD, date, place), or Enter"


def test_a_session_without_sides_is_doubted_before_a_hand_begins() -> None:
    made = Table()
    made.type("A1, B1, C1", "auction")
    assert "sides" in made.said("dealer a")
    assert made.file == b""


def test_names_alike_are_doubted() -> None:
    made = Table()
    made.type("Aoife, Aoife, Ciara", "1")
    assert made.said("").endswith("Take it down all the same, as it was? (y/n)")
    assert made.said("n") == "Not taken down."
    made.type("players Aoife, Orla, Ciara")
    assert made.said("") == "The session is written down."


# Prompts and the standing line


def test_a_pool_hand_from_the_turn_up_to_enter() -> None:
    made = table()
    assert (made.prompt, made.standing) == ("who deals: the name", "Hand 1 - pool 0")
    assert "who deals: the name" in made.said("")
    assert "nobody knows who deals" in made.said("qd kd")
    made.type("dealer aoife")
    assert (made.prompt, made.standing) == ("the turn-up", "Hand 1 - Aoife deals - pool 3")
    assert "Expected: the turn-up, a card such as 2S" in made.said("2x")
    made.type("2s")
    assert (made.prompt, made.standing) == (
        "Brendan to lead",
        "Hand 1 - Aoife deals - 2S up - pool 3 - Brendan to lead",
    )
    made.type("qd")
    assert made.prompt == "Ciara to play"
    assert made.standing == "Hand 1 - Aoife deals - 2S up - pool 3 - lies: QD - Ciara to play"
    assert made.said("") == "The hand is not over. Wanted: Ciara to play."
    assert made.said("kd 4s") == "Aoife takes trick 1."
    assert made.standing == "Hand 1 - Aoife deals - 2S up - pool 3 - tricks: Aoife 1 - Aoife to lead"
    assert made.said(*SPOILT[2:5]) == "Ciara takes trick 4."
    said = made.said(SPOILT[5])
    assert said.split("\n")[1:] == ["Spoilt: nobody won; the pool stays.", "Chips: Aoife -1, Brendan -1, Ciara -1."]
    assert made.prompt == "Enter writes the hand down"
    assert "All five tricks are played" in made.said("3h")
    assert made.said("") == "Hand 1 is written down. 3 in the pool."
    assert made.lines[1] == {
        "type": "hand", "no": 1, "dealer": "A", "up": "2S", "won": "-", "settle": [-1, -1, -1],
        "play": "BQD CKD A4S|A2C BQS C5C|BAS C8D ATC|B3S C5S AJC|CTH AJD B6H",
    }  # fmt: skip
    assert (made.prompt, made.standing) == ("Brendan deals: the turn-up", "Hand 2 - Brendan deals - pool 3")
    assert made.codes == []


def test_who_deals_is_answered_with_a_name() -> None:
    made = table()
    for row in ("Aofe", "misdeel", "2x", "dealer", "qd kd 3s"):
        assert "`dealer Aoife`" in made.said(row) or "Aoife (A)" in made.said(row), row
    assert "the nearest is `Aoife`" in made.said("Aofe")
    assert "the nearest is `misdeal`" in made.said("misdeel")
    assert [name for name, _ in offers(made.recorder, "b", first=True)] == ["bids", "bid", "Brendan"]
    made.type("2s", "rob Brendan 4d")
    assert made.said("show") == "Hand 1 - 2S up - Brendan robbed - pool 0\nIn the pool: 0."
    made.type("AOIFE")
    assert made.standing == "Hand 1 - Aoife deals - 2S up - pool 3 - Brendan robbed - Brendan to lead"
    made.type("drop", "aoife", *SPOILT, "")
    assert "Expected: the turn-up" in made.said("Ciara")
    assert made.prompt == "Brendan deals: the turn-up"


def test_at_the_question_who_deals_cards_and_calls_stay_what_they_are() -> None:
    made = table("1", "JD, Bob, Barra")
    assert "several names" not in made.said("b")
    made.type("undo", "kd")
    assert made.standing == "Hand 1 - KD up - pool 0"
    assert made.said("BKD AJD") == ""
    assert made.standing == "Hand 1 - KD up - play BKD AJD - pool 0"
    made.type("undo", "jd")
    assert made.standing.startswith("Hand 1 - JD deals - KD up")
    calls = table("120", "Aoife, Brendan, Ciara, Declan", "")
    assert "who deals, `dealer Aoife`" in calls.said("15 - 20")
    made = table("120", "Aoife, Brendan, Ciara, Declan", "")
    made.type("a15 b- c20 d-", "hearts")
    assert made.standing == "Hand 1 - bids A15 B- C20 D- - trump H"
    made.type("declan")
    assert made.prompt == "Aoife to lead"


def test_a_point_game_in_singles_and_in_sides() -> None:
    made = table("25", "Aoife, Brendan, Ciara")
    made.type("dealer a", *SPOILT, "")
    assert made.lines[1] | {"play": ""} == {
        "type": "hand", "no": 1, "dealer": "A", "up": "2S", "play": "", "points": [5, 10, 10], "score": [5, 10, 10]
    }  # fmt: skip
    assert made.standing == "Hand 2 - Brendan deals - Aoife 5, Brendan 10, Ciara 10"
    assert made.said("score") == "Game 1, 25 points win: Aoife 5, Brendan 10, Ciara 10."
    sides = table("25", "A1, B1, C1, D1", "sides ac bd")
    assert sides.said("score") == "Game 1, 25 points win: A1 and C1 0, B1 and D1 0."


def test_the_end_of_a_game_names_the_winner() -> None:
    made = table("25", "Aoife, Brendan")
    made.type("dealer a", "2s", "5s 3d", "js 4d", "ah 6d", "as 7d")
    said = made.said("ks 8d")
    assert "Brendan won game 1." in said
    made.type("")
    assert (made.lines[1]["won"], made.codes) == ("B", [])


def test_cards_alone_need_no_result() -> None:
    made = table("maw/1")
    made.type("dealer a", *SPOILT, "")
    assert "won" not in made.lines[1]
    assert "the score is what you note" in made.said("score")


def test_an_auction_asks_for_calls_and_trumps() -> None:
    made = table("120", "Aoife, Brendan, Ciara, Declan", "")
    made.type("dealer declan")
    assert made.prompt == "the calls, such as 15 - 20 =; or who named trumps: bid D20"
    made.type("15 - 20 -")
    assert (made.prompt, made.standing) == ("Ciara names trumps: the suit", "Hand 1 - Declan deals - Ciara bid 20")
    made.type("hearts")
    assert made.prompt == "Aoife to lead"
    assert made.standing == "Hand 1 - Declan deals - Ciara bid 20 in hearts - Aoife to lead"
    made.type("6h 3h 9h 4h", "5h 7h 8h 2h", "jh kc 2d 3d", "ah qc 4d 6d")
    said = made.said("qh jc 7d 8d")
    assert "The bid of 20 was made." in said
    made.type("")
    assert made.lines[1]["points"] == [30, 0]
    assert made.lines[1]["bids"] == "A15 B- C20 D-"
    assert made.standing == "Hand 2 - Aoife deals - Aoife and Ciara 30, Brendan and Declan 0"


def test_calls_may_come_one_by_one() -> None:
    made = table("120", "Aoife, Brendan, Ciara, Declan", "")
    made.type("dealer declan", "15")
    assert made.prompt == "Brendan to call, or trumps"
    made.type("- 20")
    assert made.prompt == "Declan to call, or trumps"
    made.type("hold")
    assert (made.prompt, made.standing) == ("Declan names trumps: the suit", "Hand 1 - Declan deals - Declan bid 20")
    assert "the auction is over" in made.said("25")
    made.type("undo", "undo")
    assert made.prompt == "Brendan to call, or trumps"


def test_the_kitty_of_110() -> None:
    made = table("110", "Aoife, Brendan, Ciara, Declan")
    made.type("dealer declan", "15 - - -", "s")
    assert not made.type("kitty 2c 3c 4c 5c 6c").asks
    assert made.type("kitty 2c 3c").asks
    made.type("n")
    assert made.prompt.endswith("to lead")


def test_a_hand_that_nobody_bids_for_is_thrown_in() -> None:
    made = table("120", "Aoife, Brendan, Ciara, Declan", "")
    said = made.said("dealer d", "- - - -")
    assert "thrown in" in said or "must" in said


def test_a_low_bid_is_doubted() -> None:
    made = table("120", "Aoife, Brendan, Ciara, Declan", "")
    assert "Take it down all the same" in made.said("dealer d", "20 15")
    made.type("n", "20 25")
    assert made.recorder.draft is not None
    assert made.recorder.draft.fields["bids"] == "A20 B25"


# Doubts

DOUBTS = [
    (("2s", "qd kd 4s", "bac 5c 6c"), "Trick 2: Brendan (seat B) led, but Aoife was to lead"),
    (("2s", "qd", "akd"), "Trick 1: "),
    (("2s", "qd kd", "qd"), "The QD is there twice"),
    (("2s", "qd kd 4s", "2c qs 5c", "rob brendan qs"), "Brendan"),
    ((*SPOILT, "won ciara"), "By the cards nobody won: a spoil, by the record Ciara won."),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "reason"), DOUBTS, ids=lambda value: str(value)[:30])
def test_a_doubtful_thing_is_asked_about_once(rows: tuple[str, ...], reason: str) -> None:
    made = table()
    made.type("dealer a", *rows[:-1])
    kept = made.recorder.draft
    reply = made.type(rows[-1])
    assert reply.asks, reply
    assert reason in "\n".join(reply.said)
    assert made.prompt == "yes or no"
    assert made.said("") == "Take it down all the same, as it was? (y/n)"
    assert made.said("no") == "Not taken down."
    assert made.recorder.draft == kept
    assert not made.type(rows[-1], "y").asks
    assert made.recorder.draft != kept
    assert "again" not in made.said("note after it")
    made.type("undo", "undo")
    assert made.recorder.draft == kept


def test_a_revoke_is_taken_as_a_fact() -> None:
    made = table()
    made.type("dealer a", "2s", "qd 8c kd", "2c qs 5c", "as 6s 10c", "3s jc 9d")
    reply = made.type("th 8d 6h")
    assert reply.asks
    assert "Trick 1: Ciara (seat C) played 8C on diamonds and had the 8D (played in trick 5)." in reply.said[0]
    assert made.said("y").startswith("Brendan takes trick 5.")
    said = made.said("")
    assert "Hand 1 is written down." in said
    assert "`validate` will tell SR410 of it" in said
    assert made.codes == ["SR410"]
    assert "irregular" not in made.lines[1]


def test_the_next_line_instead_of_an_answer_is_a_no() -> None:
    made = table()
    made.type("dealer a", "2s", "qd kd", "qd")
    reply = made.type("4s")
    assert reply.said == ("Not taken down.", "Aoife takes trick 1.")
    made.type("2c 2c")
    assert made.said("undo") == "Not taken down."
    assert made.prompt == "Aoife to lead"
    assert made.said("y") == "Nothing was asked. Wanted: Aoife to lead."


def test_whoever_lays_the_turn_up_is_asked_for_a_rob() -> None:
    made = table()
    made.type("dealer a", "2s", "qd kd 4s", "2c qs 5c", "as 8d 10c")
    assert made.said("2s 5s jc") == "Brendan lays the turn-up 2S: did Brendan rob? (y/n)"
    assert "Brendan" in made.said("n")
    assert made.type("n").said == ("Not taken down.",)
    made.type("2s 5s jc")
    assert made.said("y") == "Ciara takes trick 4."
    assert "Brendan robbed" in made.standing
    assert made.said("rob b 4d") == ""
    made.type("th jd 6h", "")
    assert (made.lines[1]["rob"], made.codes) == ("B4D", [])


def test_the_dealer_robs_a_turned_ace_without_a_name() -> None:
    made = table()
    made.type("dealer a", "as", "rob")
    assert made.recorder.draft is not None
    assert made.recorder.draft.fields["rob"] == "A??"


# Jink

WON = ("2s", "5s 6s 7d", "js 4c 8d", "ah 4d 9d")


def test_a_jink_is_asked_for_when_it_can_be_called() -> None:
    made = table()
    reply = made.type("dealer c", *WON)
    assert reply.asks
    assert reply.said[-1] == "Aoife has won the pool with every trick so far: does Aoife call a jink? (y/n)"
    assert made.said("y") == "Aoife tries for all five."
    assert "Aoife jinks" in made.standing
    assert made.prompt == "Aoife to lead"
    made.type("ks 2h 3h")
    said = made.said("qs 4h 6h")
    assert "Aoife wins the pool with a jink." in said
    made.type("")
    assert (made.lines[1]["jink"], made.lines[1]["won"], made.codes) == ("A3", "A", [])


def test_no_jink_ends_the_hand_or_it_is_played_out() -> None:
    made = table()
    made.type("dealer c", *WON)
    assert "Aoife wins the pool." in made.said("n")
    assert made.prompt == "Enter writes the hand down (Aoife to lead, if you play on)"
    made.type("undo")
    assert made.type(WON[-1]).asks
    assert made.said("ks").startswith("Aoife wins the pool.")
    assert made.prompt == "Brendan to play"
    made.type("undo", "")
    assert (made.lines[1]["won"], made.lines[1]["settle"], made.codes) == ("A", [2, -1, -1], [])


def test_no_jink_is_asked_for_where_playing_on_is_the_call() -> None:
    made = table("spoil-five-book/1")
    reply = made.type("dealer c", *WON)
    assert not reply.asks
    assert made.prompt == "Enter writes the hand down (Aoife to lead, if you play on)"


def test_a_jink_may_be_called_without_a_name() -> None:
    made = table()
    made.type("dealer c", *WON, "jink")
    assert made.recorder.draft is not None
    assert made.recorder.draft.fields["jink"] == "A3"


# Undo and redo


def test_lines_of_a_hand_are_taken_back_and_done_again() -> None:
    made = table()
    made.type("dealer a", "2s", "qd kd 4s", "note x")
    assert made.said("undo") == "Taken back. Wanted: Aoife to lead."
    assert made.said("undo") == "Taken back. Wanted: Brendan to lead."
    assert made.said("redo") == "Done again. Wanted: Aoife to lead."
    made.type("redo")
    assert made.said("redo") == "There is nothing to do again."
    made.type("undo", "undo", "undo")
    assert made.prompt == "the turn-up"
    made.type("3s")
    assert made.said("redo") == "There is nothing to do again."


def test_whole_hands_are_taken_back_by_amendments() -> None:
    made = table()
    made.type("dealer a", *SPOILT, "", "3h", "misdeal", "")
    said = made.said("undo")
    assert said == "Hand 2 is taken back and in the making again. Wanted: Enter writes the hand down."
    assert made.lines[-1] == {"type": "amend", "hand": 2, "void": True, "why": "taken back while recording"}
    made.type("undo", "undo")
    assert made.recorder.draft is None
    assert made.standing == "Hand 2 - Brendan deals - pool 3"
    assert made.said("undo").startswith("Hand 1 is taken back and in the making again.")
    made.type("undo")
    assert made.prompt == "Brendan to play"
    made.type("6h", "", "3h", "5d 6d 7d", "end abandoned", "won -", "")
    hands = [line["no"] for line in made.lines if line["type"] == "hand"]
    assert hands == [1, 2, 1, 2]
    assert made.codes == []
    assert made.recorder.evening.next_number() == 3


def test_a_hand_is_written_again() -> None:
    made = table()
    made.type("dealer a", *SPOILT, "", "undo")
    assert made.said("redo") == "Hand 1 is written down. 3 in the pool."
    assert [line["type"] for line in made.lines] == ["session", "hand", "amend", "hand"]
    assert made.lines[1] == made.lines[3]
    assert made.codes == []


def test_seats_and_terms_are_taken_back() -> None:
    made = table()
    made.type("dealer a", *SPOILT, "", "leave brendan", "undo")
    assert made.lines[-1] == {
        "type": "seats", "players": ["Aoife", "Brendan", "Ciara"], "note": "taken back while recording"
    }  # fmt: skip
    made.type("redo")
    assert made.lines[-1]["players"] == ["Aoife", None, "Ciara"]
    made.type("undo", "terms stake 5", "", "undo")
    assert made.lines[-1] == {"type": "terms", "stake": 1, "note": "taken back while recording"}
    made.type("undo")
    assert made.lines[-1] == {"type": "amend", "hand": 1, "void": True, "why": "taken back while recording"}
    assert made.codes == []


def test_what_stays_after_a_hand_is_told_before_it_is_taken_back() -> None:
    made = table()
    made.type("dealer a", *SPOILT, "", "note Dinner", "", "ruling 1 2C no-fault", "")
    said = made.said("undo")
    assert said == "After it stands a note and a ruling, which stays. Take hand 1 back all the same? (y/n)"
    assert made.said("n") == "Nothing is taken back."
    made.type("undo")
    assert made.said("y").startswith("Hand 1 is taken back")


def test_there_is_an_end_of_taking_back() -> None:
    made = table()
    assert made.said("undo") == "There is nothing to take back."
    made.type("close", "")
    assert made.said("undo") == "There is nothing to take back. The session is closed, and that stays."


def test_what_is_in_the_making_can_be_given_up() -> None:
    made = table()
    assert made.said("drop") == "Nothing is in the making."
    made.type("dealer a", "2s", "qd")
    assert made.said("drop") == "The hand is given up; `undo` brings it back."
    made.type("undo")
    assert made.prompt == "Ciara to play"


# The table decides


def test_the_table_may_give_the_pool_to_another() -> None:
    made = table()
    made.type("dealer c", *WON, "n")
    assert made.type("won brendan").asks
    assert made.said("y").endswith("As the table has it: Aoife -1, Brendan +2, Ciara -1.")
    made.type("")
    assert (made.lines[1]["won"], made.lines[1]["settle"], made.codes[0]) == ("B", [-1, 2, -1], "SR601")


def test_the_table_may_pay_otherwise() -> None:
    made = table()
    made.type("dealer c", *WON, "n")
    assert made.type("settle 1 -1 -1").asks
    made.type("y", "")
    assert (made.lines[1]["won"], made.lines[1]["settle"]) == ("A", [1, -1, -1])
    other = table("25")
    other.type("dealer a", *SPOILT)
    other.type("points 10 5 10", "y", "")
    assert other.lines[1]["points"] == [10, 5, 10]


def test_a_claim_and_a_misdeal() -> None:
    made = table()
    made.type("dealer a", "2s", "qd kd 4s", "2c")
    said = made.said("claim ciara")
    assert said.startswith("Ended: claimed.")
    assert "The hand has ended (claimed)" in made.said("qs")
    made.type("")
    assert made.lines[1] | {"play": ""} == {
        "type": "hand", "no": 1, "dealer": "A", "up": "2S", "play": "", "end": "claimed", "won": "C",
        "settle": [-1, -1, 2],
    }  # fmt: skip
    made.type("misdeal")
    assert made.prompt == "Enter writes the hand down"
    made.type("")
    assert made.lines[2] == {"type": "hand", "no": 2, "dealer": "B", "end": "misdeal"}
    assert made.prompt == "Brendan deals: the turn-up"
    assert made.codes == []


def test_who_won_is_asked_for_where_the_play_does_not_show_it() -> None:
    made = table()
    made.type("dealer a", "2s", "qd kd 4s", "end abandoned")
    assert made.prompt == "who won: `won NAME` (`won -` for a spoil), or Enter"
    made.type("won -", "")
    assert made.lines[1]["settle"] == [-1, -1, -1]


def test_a_claim_without_a_name_in_a_point_game() -> None:
    made = table("25")
    made.type("dealer a", "2s", "qd kd 4s")
    assert "the points are wanted" in made.said("claim aoife")
    made.type("points 25 0 0", "claim", "")
    assert (made.lines[1]["end"], made.lines[1]["points"]) == ("claimed", [25, 0, 0])


# Between the hands


def test_people_leave_come_and_move() -> None:
    made = table()
    made.type("dealer a", "2s")
    assert made.said("leave ciara") == "The hand is not over: finish it, or `undo`, `misdeal`, `claim NAME`, `drop`."
    made.type(*SPOILT[1:])
    assert made.said("leave ciara") == "Hand 1 is written down. 3 in the pool.\nThe seats are written down."
    assert made.lines[1]["settle"] == [-1, -1, -1]
    assert made.standing == "Hand 2 - Brendan deals - pool 3"
    made.type("join Nia", "swap nia aoife")
    assert made.lines[-1] == {"type": "seats", "players": ["Nia", "Brendan", "Aoife"]}
    assert "no chair is empty" in made.said("join Tom")
    made.type("leave a", "leave b")
    assert "to 10 players" in made.said("n") or made.recorder.waiting is None


def test_one_player_alone_is_doubted() -> None:
    made = table("25", "Nia, Tom")
    assert made.type("leave tom").asks
    assert made.said("n") == "Not taken down."
    assert len(made.lines) == 1


def test_a_misdealer_who_leaves_does_not_deal_again() -> None:
    made = table()
    made.type("dealer c", "misdeal", "", "leave ciara")
    assert made.prompt == "Aoife deals: the turn-up"


def test_terms_and_rulings_and_amendments_wait_for_enter() -> None:
    made = table()
    made.type("dealer a", *SPOILT, "", "terms stake 2")
    assert made.prompt == "Enter writes the terms down"
    made.type("")
    made.type("2h")
    assert made.standing == "Hand 2 - Brendan deals - 2H up - pool 9 - Ciara to lead"
    made.type("drop", "ruling 1 2c revoke", "by Nia")
    assert made.prompt == "Enter writes the ruling down"
    assert made.type("").asks
    made.type("n", "drop", "amend 1", "why a slip")
    assert made.prompt == "Enter writes the amendment down"


def test_a_session_is_closed_and_another_begins() -> None:
    made = table()
    made.type("dealer a", *SPOILT, "", "close")
    assert made.prompt == "3 in the pool: `split` and who gets what, or Enter closes the session"
    assert made.type("split 1 1 2", "").asks
    made.type("n", "split 1 1 1")
    assert made.said("") == "The session is closed."
    assert (made.prompt, made.standing) == ("`session` begins a new one, `quit` leaves", "The session is closed")
    assert made.said("2s") == "The session is closed: `session` begins a new one, `quit` leaves."
    made.type("session")
    assert made.prompt == "the players, clockwise, between commas"
    made.type("Nia, Tom", "25", "", "dealer nia", "2s", "5s 3d")
    assert made.standing == "Hand 1 - Nia deals - 2S up - tricks: Tom 1 - Tom to lead"
    assert made.codes == []


def test_notes_belong_to_the_hand_or_stand_alone() -> None:
    made = table()
    made.type("note Cold", "", "dealer a", "2s")
    assert made.said("note shuffled badly") == "Noted."
    assert made.lines[1] == {"type": "note", "text": "Cold"}
    assert "the text is missing" in made.said("note")


# Words


def test_words_that_nobody_knows() -> None:
    made = table()
    made.type("dealer a", "2s")
    assert "the nearest is `undo`" in made.said("undp")
    assert "the nearest is `misdeal`" in made.said("misdeel")
    assert "`kz` is no card and no word known here. Expected: a card such as QD." in made.said("qd kz")
    assert made.said("qd kz").endswith("\n  qd kz\n     ^")
    assert made.type("# a comment") == Reply()


def test_help() -> None:
    made = table()
    assert "A trick is a line of cards" in made.said("help")
    assert made.said("help ROB") == "rob NAME [CARD]: who robbed, and the card put out if it was seen"
    assert "twenty-five/1" in made.said("help rules")
    assert len(made.type("help all").said) > 50
    assert made.said("?") == made.said("help")
    assert "the nearest is `misdeal`" in made.said("help misdeel")


def test_how_things_stand() -> None:
    made = table()
    assert made.said("pool") == "In the pool: 0."
    made.type("dealer a", *SPOILT, "")
    assert (
        made.said("pool") == "After 1 hand, as the table settled them: Aoife -1, Brendan -1, Ciara -1.\nIn the pool: 3."
    )
    assert made.type("show").hand is None
    made.type("3h", "5d")
    assert made.type("show").hand is not None
    assert made.type("quit") == Reply(("Good night. What is in the making is kept.",), leaves=True)


def test_a_kept_hand_is_gone_on_with() -> None:
    made = table()
    made.type("dealer c", *WON)
    kept = made.recorder.draft
    assert kept is not None
    again = Table()
    again.file = made.file
    for line in made.recorder.evening.lines:
        again.recorder.evening.add(line)
    reply = again.recorder.resume(kept)
    assert reply.asks
    assert "call a jink" in reply.said[-1]
    again.type("n", "undo")
    assert again.prompt == "Ciara to play"
    again.type("undo", "undo", "undo")
    assert again.prompt == "Ciara to play"


def test_what_may_be_typed_is_offered() -> None:
    made = Table()
    made.type("Aoife, Brendan, Ciara")
    assert next(one for one, _ in offers(made.recorder, "spoil", first=True)) == "spoil-five/1"
    made.type("1", "", "dealer a", "2s", "qd")
    cards = [one for one, _ in offers(made.recorder, "", first=True)]
    assert "QD" not in cards
    assert "2S" not in cards
    assert cards.index("KD") < len(cards)
    assert [one for one, _ in offers(made.recorder, "k", first=True)] == ["KS", "KD", "KH", "KC"] or cards
    assert "undo" in [one for one, _ in offers(made.recorder, "un", first=True)]
    assert [one for one, _ in offers(made.recorder, "b", first=False, word="rob")] == ["Brendan"]


@pytest.mark.parametrize(
    "mistyped", ["hand xx dealer Brendan", "close xx", "terms xx", '{"type":"hand",', "seats Nobody"]
)
def test_a_hand_that_is_over_is_written_whatever_is_mistyped_then(mistyped: str) -> None:
    at = table("spoil-five/1", "Aoife, Brendan")
    at.type("dealer Aoife", "2S", "QD KD", "3S 4S", "AC 5C", "n", "3H 9C", "QC 2D")
    said = at.said(mistyped)
    assert said.startswith("Hand 1 is written down.")
    assert [line.get("no") for line in at.lines] == [None, 1]
    at.type("3D", "QH KH", "end abandoned", "")
    assert [line["no"] for line in at.lines if line["type"] == "hand"] == [1, 2]
    assert len(at.lines) == len(at.recorder.evening.lines)


def test_what_was_written_before_a_doubt_is_no_draft_any_more() -> None:
    at = table("spoil-five/1", "Aoife, Brendan, Ciara")
    at.type("dealer Aoife", "2s", "qd kd 4s", "2c qs 5c", "as 8d 10c", "3s 5s jc", "th jd 6h", "")
    at.type("note late")
    assert at.said("dealer ciara").startswith("The note is written down.")
    at.type("n", "undo", "", "y")
    assert [line["type"] for line in at.lines].count("note") == 1


HAND = ("dealer Aoife", "2s", "qd kd 4s", "2c qs 5c", "as 8d 10c", "3s 5s jc", "th jd 6h", "")


@pytest.mark.parametrize("then", ["8c", "terms stake 2", "leave Brendan", "ruling 1 3A no-fault", "close", "amend 1"])
def test_what_was_refused_is_not_written_by_the_next_line(then: str) -> None:
    at = table()
    at.type(*HAND, "ruling 1 2C revoke", "")
    assert "Not taken down" in at.said("n")
    assert "is not taken before this is settled" in at.said(then)
    at.type("n", "drop", "8c")
    assert "ruling" not in [line["type"] for line in at.lines]


def test_what_was_not_asked_yet_is_asked_before_the_next_line() -> None:
    at = table()
    assert "is not taken before this is settled" in at.said(*HAND, "ruling 1 2C revoke", "8c")
    assert at.lines[-1]["type"] == "hand"
    at.type("y")
    assert at.lines[-1]["type"] == "ruling"


def test_an_amendment_that_cuts_a_hand_short_is_asked_about() -> None:
    at = table()
    said = at.said(*HAND, "amend 1", "7h", "")
    assert "Hand 1 has 15 cards, the amendment 1: its cards stand for all of them." in said
    assert at.lines[-1]["type"] == "hand"


@pytest.mark.parametrize("slip", ["yed", "yse", "nop"])
def test_a_slip_is_no_answer(slip: str) -> None:
    at = table()
    asked = at.said(*HAND, "ruling 1 2C revoke", "")
    assert at.said(slip) in asked and at.prompt == "yes or no"


@pytest.mark.parametrize("rest", ["", " 2C", " , ,", " xx revoke"])
def test_a_mark_without_place_or_fact_is_refused(rest: str) -> None:
    at = table()
    assert at.said(*HAND[:3], "mark" + rest).startswith("Not taken:")
