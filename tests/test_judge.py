"""Disputes: verdicts of every kind, what other rules say, corrections, costs, claims, rulings in the record."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from commands import Ran, spoilrec

import spoilrec as library
from spoilrec.present.judge import judgement_text, judgements_json
from spoilrec.present.schemas import schema_of
from spoilrec.present.terminal import Look
from spoilrec.record.store import opened
from spoilrec.review.judge.dispute import judge, why_no_ruling, why_not_judged
from spoilrec.review.judge.rules_words import option_named, source_text
from spoilrec.review.verdict import play_verdicts
from spoilrec.review.verdict_words import tell_verdict
from spoilrec.review.walk import walk
from spoilrec.rules.options import describe_options

ROOT = Path(__file__).parent.parent
SESSION = {"type": "session", "spoilrec": 1, "rules": "spoil-five/1", "players": ["Aoife", "Brendan", "Ciara"]}
PAGAT = {
    "type": "hand", "no": 1, "dealer": "A", "up": "2S",
    "deal": "3S JD 2C TC JC|AS QS 2D QD 6H|5S 8D KD 5C TH", "rob": "B2D",
    "play": "BQD CKD A3S|A2C BQS C5C|BAS C8D ATC|B2S C5S AJC|CTH AJD B6H", "won": "-", "settle": [-1, -1, -1],
}  # fmt: skip


def record(tmp_path: Path, *lines: dict[str, Any], rules: object = "spoil-five/1", **session: Any) -> str:
    """Write a record."""
    path = tmp_path / "dispute.spoil"
    first = {**SESSION, "rules": rules, **session}
    texts = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in (first, *lines)]
    path.write_text("".join(texts), encoding="utf-8")
    return str(path)


def judged(path: str, *words: str, hand: int = 1) -> dict[str, Any]:
    """Judge one hand and give the JSON of it, which agrees with its schema."""
    ran = spoilrec("judge", path, "--hand", str(hand), "--format", "json", *words)
    assert ran.status in (0, 1), ran.err
    out = json.loads(ran.out)
    jsonschema.validate(out, schema_of("judge"))
    (only,) = out["hands"]
    assert ran.status == any(one["verdict"] in ("unlawful", "not-all-lawful") for one in only["rulings"])
    return dict(only)


def ruling(path: str, at: str, *words: str, hand: int = 1) -> dict[str, Any]:
    """Judge one place at which one thing was done."""
    (one,) = judged(path, "--at", at, *words, hand=hand)["rulings"]
    return dict(one)


# Verdicts


@pytest.mark.parametrize(
    ("at", "verdict", "message"),
    [
        ("1B", "lawful-by-form", "Lawful by form: Brendan was to lead, and any card may be led."),
        ("1C", "lawful-by-form", "Lawful by form: the KD follows suit, whatever else Ciara held."),
        ("1A", "lawful-by-form", "Lawful by form: the 3S is a trump, and a trump may be played on any plain lead, "
                                 "whatever else Aoife held."),
        ("3C", "lawful", "Lawful, proven: a renege; Ciara had no other trump than the 5S, "
                         "to be kept back from the AS."),
        ("3A", "lawful", "Lawful, proven: Aoife also held JC JD and nothing that had to be played."),
        ("5B", "lawful-by-form", "Lawful by form: the 6H follows suit, whatever else Brendan held."),
        ("0B", "lawful", "Lawful, proven: Brendan was dealt the AS."),
        ("0C", "lawful-by-form", "Lawful by form: these rules demand no rob of anybody."),
    ],
)  # fmt: skip
def test_lawful_by_form_and_lawful_by_proof(tmp_path: Path, at: str, verdict: str, message: str) -> None:
    one = ruling(record(tmp_path, PAGAT), at)
    assert (one["verdict"], one["message"], one["fault"]) == (verdict, message, None)


REVOKE = {
    "type": "hand", "no": 1, "dealer": "B", "up": "7D", "deal": "KC 9H 4S 2D JS|5H QC 3D 8S AC|5D JD AH KS 6C",
    "play": "C5D A9H B3D|CJD A2D B8S|CAH A4S B5H", "won": "C", "settle": [-1, -1, 2],
}  # fmt: skip


def test_a_revoke_with_its_witness(tmp_path: Path) -> None:
    one = ruling(record(tmp_path, REVOKE), "1A")
    assert (one["verdict"], one["fault"], one["witness"], one["allowed"]) == ("unlawful", "revoke", ["2D"], ["2D"])
    assert one["message"] == "Revoke, proven: Aoife had the 2D (played in trick 2)."
    assert [option["option"] for option in one["options"]] == ["privileged", "renege_against"]
    assert one["corrections"] == ["9H and 2D exchanged"]
    assert set(one["presets"].values()) == {"unlawful"}


def test_unseen_cards_and_those_that_would_condemn(tmp_path: Path) -> None:
    hand = {**REVOKE, "deal": "-|-|-", "play": "C5D A2D B3D|CJD A4S B8S|CAH A9H B5H"}
    one = ruling(record(tmp_path, hand), "2A")
    assert (one["verdict"], one["fault"]) == ("unknown", "revoke")
    assert one["condemning"] == ["AD", "KD", "QD", "TD", "9D", "8D", "6D", "4D"]
    assert one["witness"] == one["corrections"] == []


def test_a_half_seen_card_may_prove_a_revoke(tmp_path: Path) -> None:
    hand = {**REVOKE, "deal": "-|-|KS KC KH 3S 3C", "play": "CKS A6C B8S|CKC A?S BQC|CKH A9H B4H"}
    path = record(tmp_path, hand)
    one = ruling(path, "1A")
    assert one["verdict"] == "unlawful"
    assert "the ?S of trick 2, whichever it was" in one["message"]
    assert ruling(path, "2A")["verdict"] == "not-judged"


def test_a_half_seen_card_may_be_lawful_by_form(tmp_path: Path) -> None:
    hand = {**REVOKE, "deal": "-|-|KS KC KH 3S 3C", "play": "CKS A?S B8S|CKC A6C BQC|CKH A9H B4H"}
    one = ruling(record(tmp_path, hand), "1A")
    assert (one["verdict"], one["card"]) == ("lawful-by-form", "?S")


def test_the_lead_was_not_seen(tmp_path: Path) -> None:
    hand = {**REVOKE, "deal": "-|-|-", "play": "C?? A9H B3D|CJD A2D B8S|CAH A4S B5H"}
    one = ruling(record(tmp_path, hand), "1A")
    assert one["verdict"] == "unknown"
    assert one["message"] == "Cannot be known: the card led was not seen."


LEAD_NOT_SEEN = "A?? B4C CJC|C2H A5? B?D|BAH C3D A7D|B2C C?? A3C|B5D C4H A9H"


@pytest.mark.parametrize(
    ("lead", "why"),
    [
        ("??", "what was led decides, and what Ciara held besides 3D 4H 2H."),
        ("?S", "a revoke if Ciara held KS, QS, JS, AS, 2S, 3S, 4S, 5S, 6S, 7S, 8S, 9S or TS."),
    ],
)
def test_where_the_lead_was_not_seen_it_decides_too(lead: str, why: str, tmp_path: Path) -> None:
    """Clubs led make the jack lawful, hearts and diamonds a revoke, whatever else is held; a suit seen is enough."""
    play = LEAD_NOT_SEEN.replace("A??", f"A{lead}")
    path = record(tmp_path, {"type": "hand", "no": 1, "dealer": "C", "up": "9D", "play": play})
    found = [line for line in spoilrec("validate", path).out.splitlines() if "played JC" in line]
    assert len(found) == 1 and found[0].endswith(f"cannot be known: Ciara (seat C) played JC on a card not seen; {why}")


def test_of_several_plays_one_on_a_lead_not_seen_is_told_with_the_lead(tmp_path: Path) -> None:
    path = record(tmp_path, {"type": "hand", "no": 1, "dealer": "C", "up": "9D", "play": LEAD_NOT_SEEN})
    with opened(path) as stream:
        (case,) = [stop.case for stop in walk(path, stream, every_step=True) if stop.case]
    verdict = next(one for one in play_verdicts(case) if one.place == (1, 2))
    both = msgspec.structs.replace(verdict, stand="not-all-lawful", together=((1, 1), (1, 2)))
    assert tell_verdict(case, both) == (
        "Not all can be lawful: the cards not seen cannot be dealt so that this and what Brendan played in trick 1 "
        "were right; alone, the card led, which was not seen, would decide."
    )


def test_several_plays_that_cannot_all_be_lawful() -> None:
    path = str(ROOT / "tests" / "findings" / "SR413" / "bad.spoil")
    one, other = judged(path)["rulings"]
    assert {one["verdict"], other["verdict"]} == {"not-all-lawful"}
    assert one["together"] == other["together"] == ["3I", "3J"]
    assert set(one["condemning"]) == {"6C", "8C"}
    assert spoilrec("judge", path, "--hand", "1").status == 1


@pytest.mark.parametrize(
    ("change", "rules", "at", "verdict", "fault"),
    [
        ({"rob": "C8D"}, "spoil-five/1", "0C", "unlawful", "false-rob"),
        ({"rob": "B2S"}, "spoil-five/1", "0B", "unlawful", "put-out-card"),
        ({"rob": "B2D"}, {"preset": "spoil-five/1", "rob": "off"}, "0B", "unlawful", "false-rob"),
        ({"irregular": [{"at": "3B", "what": "false-rob"}]}, "spoil-five/1", "0B", "unlawful", "late-rob"),
        ({"rob": None, "play": "BQD CKD A3S"}, "spoil-five-book/1", "0B", "unlawful", "missed-rob"),
        ({"rob": None, "play": "BQD CKD A3S"}, "spoil-five-book/1", "0C", "lawful-by-form", None),
        ({"rob": None, "play": "BQD CKD A3S"}, "spoil-five-short/1", "0B", "unlawful", "missed-announcement"),
        ({"rob": None, "announce": "C", "play": "BQD CKD A3S"}, "spoil-five/1", "0C", "unlawful", "false-announcement"),
        ({"rob": None, "announce": "B", "play": "BQD CKD A3S"}, "spoil-five/1", "0B", "lawful", None),
        ({"jink": "B3"}, "spoil-five/1", "3B", "unlawful", "false-jink"),
    ],
)  # fmt: skip
def test_robs_and_jinks(
    tmp_path: Path, change: dict[str, Any], rules: object, at: str, verdict: str, fault: str | None
) -> None:
    hand = {key: value for key, value in {**PAGAT, **change, "end": "abandoned"}.items() if value is not None}
    found = judged(record(tmp_path, hand, rules=rules), "--at", at)["rulings"]
    wanted = [one for one in found if one["deed"] != "play"]
    assert [(one["verdict"], one["fault"]) for one in wanted] == [(verdict, fault)]


def test_a_rob_that_hangs_on_a_card_nobody_saw(tmp_path: Path) -> None:
    hand = {**REVOKE, "deal": "-|-|-", "rob": "C??", "play": "C5D A2D B3D|CJD A4S B8S|CQC A9H B5H"}
    one = ruling(record(tmp_path, hand), "0C")
    assert (one["verdict"], one["freeing"]) == ("unknown", ["AD"])
    refused = judged(record(tmp_path, hand), "--at", "0C", "--says", "false-rob")["claim"]
    assert refused["answer"] == "cannot-be-known"


AUCTION = {
    "type": "hand", "no": 1, "dealer": "A", "trump": "S", "bids": "B15 C- D20 A-", "bid": "D20",
    "play": "B6H C3H D9H A4H|DAC AQC BAS C5S|C9D DKH A3D B7H|CAH D5H A7S BQH|C3S DJC AJD BKC",
}  # fmt: skip


def test_calls_are_judged(tmp_path: Path) -> None:
    sides = {"players": ["Aoife", "Brendan", "Ciara", "Declan"], "sides": "AC BD"}
    good = record(tmp_path, AUCTION, rules="auction-forty-fives/1", **sides)
    assert ruling(good, "0D")["verdict"] == "lawful-by-form"
    bad = record(tmp_path, {**AUCTION, "bids": "B20 C- D20 A-"}, rules="auction-forty-fives/1", **sides)
    one = ruling(bad, "0D")
    assert (one["verdict"], one["fault"]) == ("unlawful", "false-bid")
    assert "only the dealer may match it, by a hold" in one["message"]


def test_out_of_turn_with_the_order_that_would_do() -> None:
    one = judged(str(ROOT / "samples" / "broken.spoil"), hand=5)["rulings"][0]
    assert one["fault"] == "lead-out-of-turn"
    assert "it was the turn of Brendan (Brendan won trick 2)" in one["message"]
    assert one["corrections"][0].startswith("the plays in the order BKS")


def test_a_lead_that_another_dealer_would_make_right(tmp_path: Path) -> None:
    one = ruling(record(tmp_path, {**PAGAT, "dealer": "B"}), "1B")
    assert one["fault"] == "lead-out-of-turn"
    assert "Aoife (seat A) as dealer instead of Brendan (seat B)" in one["corrections"]


def test_a_rob_of_another_seat_would_be_right(tmp_path: Path) -> None:
    hand = {**PAGAT, "rob": "C8D", "play": "BQD CKD A3S|A2C BQS C5C", "end": "abandoned"}
    one = ruling(record(tmp_path, hand), "0C")
    assert one["message"] == "False rob, proven: Brendan was dealt it."


# Elsewhere


def test_what_other_presets_and_values_say() -> None:
    path = str(ROOT / "samples" / "110-first-game.spoil")
    one = ruling(path, "4D", hand=14)
    unlawful = [name for name, verdict in one["presets"].items() if verdict == "unlawful"]
    assert unlawful == ["spoil-five-guide/1", "auction-forty-fives-guide/1"]
    ran = spoilrec("judge", path, "--hand", "14", "--at", "4D")
    assert "By all presets but spoil-five-guide/1 (a revoke: the 5S had fallen) and" in ran.out
    changed = {(other["option"], other["value"]) for other in one["other_values"] if other["verdict"] == "unlawful"}
    assert {("renege_against", "lapse_hand"), ("renege_limit_per_hand", "1_event"), ("privileged", "none")} <= changed


def test_a_value_elsewhere_is_what_judging_by_it_says() -> None:
    path = str(ROOT / "samples" / "friday.spoil")
    for at in ("1D", "2C", "4E"):
        for other in ruling(path, at, hand=3)["other_values"]:
            by = f"spoil-five/1,{other['option']}={other['value']}"
            assert ruling(path, at, "--rules", by, hand=3)["verdict"] == other["verdict"]


def test_every_source_is_spelled() -> None:
    for option in describe_options():
        for name, _ in option.values:
            text = source_text(option, name)
            assert not any(
                letters in text.replace(",", " ").split() for letters in ("S0", "S1", "S2", "S4", "PAG", "EB")
            )
    assert source_text(option_named("void"), "must_trump").startswith("the long Spoil Five guide; Encyclopaedia")
    assert source_text(option_named("follow"), "strict").count(";") == 2


# Consequence


def test_the_result_as_it_lies_and_under_each_penalty(tmp_path: Path) -> None:
    hand = judged(record(tmp_path, REVOKE), "--at", "1A")
    assert hand["result"] == {"won": "C", "void": False, "pool": 0, "settle": [-1, -1, 2]}
    (one,) = hand["rulings"]
    assert one["penalty_option"] == "revoke_penalty"
    assert [cost["value"] for cost in one["penalties"] if cost["changes"]] == ["redeal"]


def test_the_offender_may_lose_the_pool(tmp_path: Path) -> None:
    hand = {
        **REVOKE, "dealer": "A", "deal": "3S 5S 6H 7H 8H|2S 4S KH 2H 3H|9S 9C 5D JD AD",
        "play": "B2S C9C A3S|B4S C9S A5S|BKH C5D A6H|CJD A7H B2H|CAD A8H B3H",
    }  # fmt: skip
    path = record(tmp_path, hand)
    found, told = judged(path)["rulings"], spoilrec("judge", path, "--hand", "1").out
    costs = {cost["value"]: cost for one in found for cost in one["penalties"]}
    assert [one["at"] for one in found] == ["1C"]
    assert costs["none"]["result"] == {"won": "C", "void": False, "pool": 0, "settle": [-1, -1, 2]}
    spoilt = {"won": "-", "void": False, "pool": 3, "settle": [-1, -1, -1]}
    assert costs["offender_out_of_pool"]["result"] == spoilt and costs["offender_out_of_pool"]["changes"]
    assert not costs["lose_bid"]["changes"] and costs["redeal"]["result"]["void"]
    assert "offender_out_of_pool (he cannot win the pool in this hand): Spoilt: nobody won" in told


def test_a_false_rob_costs_what_the_rules_say(tmp_path: Path) -> None:
    one = ruling(record(tmp_path, {**PAGAT, "rob": "C8D", "play": "BQD CKD A3S", "end": "abandoned", "won": "C"}), "0C")
    assert one["penalty_option"] == "false_rob"
    fined = next(cost for cost in one["penalties"] if cost["value"] == "fine_four")
    assert fined["result"]["settle"] == [-1, -1, -2]
    assert fined["result"]["pool"] == 4


def test_points_of_an_auction_game(tmp_path: Path) -> None:
    sides = {"players": ["Aoife", "Brendan", "Ciara", "Declan"], "sides": "AC BD"}
    wrong = str(AUCTION["play"]).replace("B6H C3H", "B6H C3S").replace("C3S DJC", "C3H DJC")
    path = record(tmp_path, {**AUCTION, "play": wrong}, rules="auction-forty-fives-guide/1", **sides)
    (one,) = [one for one in judged(path, "--at", "1C")["rulings"] if one["deed"] == "play"]
    assert (one["fault"], one["penalty_option"]) == ("revoke", "revoke_penalty")
    assert {cost["value"] for cost in one["penalties"] if cost["here"]} == {"lose_bid"}
    assert any(cost["changes"] and "score" in cost["result"] for cost in one["penalties"])


# Claims and rulings


@pytest.mark.parametrize(
    ("at", "says", "answer"),
    [
        ("1A", "revoke", "confirmed"), ("1A", "no-fault", "refused"), ("1A", "false-rob", "refused"),
        ("2A", "revoke", "refused"), ("2A", "no-fault", "confirmed"), ("1A", "accepted", "accepted"),
    ],
)  # fmt: skip
def test_claims(tmp_path: Path, at: str, says: str, answer: str) -> None:
    claim = judged(record(tmp_path, REVOKE), "--at", at, "--says", says)["claim"]
    assert (claim["says"], claim["answer"]) == (says, answer)


def test_a_claim_about_a_card_nobody_saw(tmp_path: Path) -> None:
    hand = {**REVOKE, "deal": "-|-|-", "play": "C5D A?? B3D"}
    claim = judged(record(tmp_path, {**hand, "end": "abandoned"}), "--at", "1A", "--says", "revoke")["claim"]
    assert claim["answer"] == "cannot-be-known"
    assert claim["message"] == 'The claim "revoke" can be neither confirmed nor refused: nobody saw the card.'


def written(path: str, at: str, *words: str) -> Ran:
    return spoilrec("judge", path, "--hand", "1", "--at", at, "--write", "--by", "Nia", *words)


def test_a_ruling_is_written_as_a_whole_canonical_line(tmp_path: Path) -> None:
    path = record(tmp_path, REVOKE)
    before = Path(path).read_bytes()
    assert "Written into" in written(path, "1A").err
    after = Path(path).read_bytes()
    assert after.startswith(before) and after.endswith(b"\n")
    line = json.loads(after[len(before) :])
    assert line == {
        "type": "ruling", "hand": 1, "at": "1A", "by": "Nia", "finding": "revoke",
        "why": "Revoke, proven: Aoife had the 2D (played in trick 2).",
        "rule": "spoil-five/1: privileged, renege_against",
    }  # fmt: skip
    Path(path).write_bytes(after[len(before) :])
    assert spoilrec("fmt", "--check", path).status == 0


def test_a_ruling_against_the_cards_is_not_written(tmp_path: Path) -> None:
    path = record(tmp_path, REVOKE)
    before = Path(path).read_bytes()
    ran = written(path, "1A", "--says", "no-fault")
    assert (ran.status, ran.out) == (2, "")
    assert "the claim `no-fault` is refused; `--says accepted` lets a finding stand" in ran.err
    assert Path(path).read_bytes() == before


def test_what_cannot_be_known_is_the_tables_to_decide(tmp_path: Path) -> None:
    hand = {**REVOKE, "deal": "-|-|-", "play": "C5D A2D B3D|CJD A4S B8S|CAH A9H B5H"}
    path = record(tmp_path, hand)
    ran = written(path, "2A")
    assert ran.status == 2 and "it cannot be known; say with `--says` what the table decided" in ran.err
    assert written(path, "2A", "--says", "no-fault", "--why", "Aoife showed her cards").status == 0
    assert json.loads(Path(path).read_text().splitlines()[-1])["why"] == "Aoife showed her cards"


def test_accepted_silences_what_is_said_of_its_place(tmp_path: Path) -> None:
    path = record(tmp_path, REVOKE)
    assert "SR410" in spoilrec("validate", path).out
    assert written(path, "1A", "--says", "accepted", "--why", "a slip; nothing came of it").status == 1
    ran = spoilrec("validate", path)
    assert (ran.status, ran.out) == (0, "")
    assert ran.err.endswith("; 1 silenced by rulings.\n")
    summary = json.loads(spoilrec("validate", path, "--format", "jsonl").out)["summary"]
    assert summary["silenced"] == 1 and summary["findings"]["error"] == 0
    assert json.loads(spoilrec("validate", path, "-f", "json", "--ignore", "SR4").out)["summary"]["silenced"] == 0


def test_accepted_elsewhere_silences_nothing_here(tmp_path: Path) -> None:
    elsewhere = {"type": "ruling", "hand": 1, "at": "2A", "finding": "accepted"}
    assert "SR410" in spoilrec("validate", record(tmp_path, REVOKE, elsewhere)).out
    of_the_hand = {"type": "ruling", "hand": 1, "finding": "accepted"}
    path = record(tmp_path, {**REVOKE, "settle": [-1, -1, 3]}, of_the_hand)
    codes = {one.code for one in library.validate(path)}
    assert "SR410" in codes and "SR603" not in codes and "SR602" not in codes


def test_x_is_free_and_a_ruling_that_contradicts_is_told(tmp_path: Path) -> None:
    against = {"type": "ruling", "hand": 1, "at": "3C", "by": "Nia", "finding": "revoke", "x": {"seen": True}}
    found = list(library.validate(record(tmp_path, PAGAT, against)))
    assert [(one.code, one.severity, one.at) for one in found] == [("SR807", "warning", "3C")]
    own_word = {**against, "finding": "a bit of cheek"}
    assert list(library.validate(record(tmp_path, PAGAT, own_word))) == []


# Words of the command line


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hand", "1", "--at", "9Z"), "that is no place; a place is the number of a trick and a seat"),
        (("--hand", "1", "--at", "2J"), "nobody sits at seat J"),
        (("--hand", "1", "--at", "5A"), "the hand has 3 tricks"),
        (("--hand", "7"), "has no hand 7"),
        (("--hand", "0"), "Invalid value for '--hand'"),
        ((), "Missing option '--hand'"),
        (("--hand", "1", "--says", "revoke"), "--says is about a place"),
        (("--hand", "1", "--at", "1A", "--says", "cheating"), "--says cheating: it can be revoke, no-fault"),
        (("--hand", "1", "--at", "1A", "--write"), "--write needs --by NAME"),
        (("--hand", "1", "--write", "--by", "Nia"), "--write needs --at PLACE"),
        (("--hand", "1", "--at", "1A", "--by", "Nia"), "--by is for --write"),
        (("--hand", "1", "--rules", "spoil-six/1"), "--rules: "),
    ],
)
def test_bad_words_are_told(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    ran = spoilrec("judge", record(tmp_path, REVOKE), *words)
    assert (ran.status, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())


def test_what_cannot_be_judged_says_why(tmp_path: Path) -> None:
    path = record(tmp_path, REVOKE, rules="house/1")
    ran = spoilrec("judge", path, "--hand", "1")
    assert ran.status == 2 and "its rules are not known" in ran.err
    assert spoilrec("judge", path, "--hand", "1", "--rules", "spoil-five/1").status == 1
    bare = {key: value for key, value in REVOKE.items() if key != "up"}
    assert "trumps are not noted" in spoilrec("judge", record(tmp_path, bare), "--hand", "1").err
    void = {"type": "amend", "hand": 1, "void": True}
    assert "hand 1 was declared void" in spoilrec("judge", record(tmp_path, REVOKE, void), "--hand", "1").err
    assert spoilrec("judge", str(tmp_path / "none.spoil"), "--hand", "1").status == 2


def test_several_sessions_in_a_file(tmp_path: Path) -> None:
    path = record(tmp_path, REVOKE, {**SESSION}, PAGAT)
    ran = spoilrec("judge", path, "--hand", "1", "--at", "1A")
    assert ran.out.index("Line 2:") < ran.out.index("Line 4:")
    assert spoilrec("judge", path, "--hand", "1", "--at", "4A").status == 0  # only the second goes so far
    assert written(path, "4A").status == 0
    two = record(tmp_path, REVOKE, {**SESSION}, {**PAGAT, "no": 2})
    ran = written(two, "1A")
    assert ran.status == 2 and "another session follows hand 1" in ran.err


def test_a_place_is_read_in_any_case(tmp_path: Path) -> None:
    path = record(tmp_path, REVOKE)
    large, small = (spoilrec("judge", path, "--hand", "1", "--at", at, "--says", "revoke") for at in ("1A", "1a"))
    assert (small.status, small.out) == (large.status, large.out) == (1, large.out)
    assert written(path, "1a").status == large.status
    assert json.loads(Path(path).read_text("utf-8").splitlines()[-1])["at"] == "1A"


def test_standard_input_is_judged_and_never_written(tmp_path: Path) -> None:
    data = Path(record(tmp_path, REVOKE)).read_bytes()
    assert spoilrec("judge", "-", "--hand", "1", stdin=data).status == 1
    ran = spoilrec("judge", "-", "--hand", "1", "--at", "1A", "--write", "--by", "Nia", stdin=data)
    assert ran.status == 2 and "nothing can be appended to standard input" in ran.err


def test_a_name_from_a_file_is_made_harmless(tmp_path: Path) -> None:
    path = record(tmp_path, REVOKE, players=["Ao\u001b[31mife", "Brendan", "Ciara"])
    for form in ("text", "markdown", "json"):
        assert "\u001b" not in spoilrec("judge", path, "--hand", "1", "--format", form).out


def test_narrow_and_wide(tmp_path: Path) -> None:
    (case,) = library.replay(record(tmp_path, REVOKE))
    for width in (40, 59, 60, 110):
        text = judgement_text(judge(case, "1A", "revoke"), Look(width, signs=True))
        assert max(map(len, text.splitlines())) <= width
        assert "privileged=5_J_AH" in text and "2♦" in text


BROKEN = sorted((ROOT / "tests" / "findings").glob("*/bad.spoil"))


@pytest.mark.parametrize("part", range(8))
def test_every_broken_hand_can_be_judged(part: int) -> None:
    """Whatever is wrong with a record, a dispute about it ends in sentences."""
    for path in BROKEN[part::8]:
        with opened(str(path)) as stream:
            cases = [stop.case for stop in walk("bad", stream, every_step=True) if stop.case is not None]
        for case in cases[:2]:
            if not why_not_judged(case):
                whole = judge(case)
                assert judgement_text(whole, Look()).endswith("\n")
                assert judgements_json("bad", [whole]).startswith('{"file"')
                places = [f"{trick}{seat}" for trick in range(6) for seat in "ABC"]
                for place in places[part::6]:
                    if not why_no_ruling(case, place):
                        assert judgement_text(judge(case, place, "no-fault"), Look(50))
