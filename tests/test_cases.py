"""Tables of auctions, draws, contracts, ends of games, settlements, positions and records, each row with its source.

The last tests hold that every value of every option, and every situation of `situations.md`, has its case.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_type_hints

import msgspec
import pytest
from _pytest.mark.structures import ParameterSet
from cases import POSITIONS, Row, cards, read_rules, read_words, rows
from making import for_oracle, set_of
from oracle import settle_pool

import spoilrec
from spoilrec.engine.draw import Exchange, why_not_exchange, why_not_put_out
from spoilrec.engine.position import mid_trick
from spoilrec.engine.state import legal
from spoilrec.record.lines import Session
from spoilrec.record.reading import encode_value
from spoilrec.record.tokens import SEATS
from spoilrec.rules.auction import (
    HOLD,
    PASS,
    Bidding,
    Call,
    after_bid,
    allowed_calls,
    open_bidding,
    thrown_in,
    why_not_bid,
)
from spoilrec.rules.cards import SUIT_LETTERS, card_name, parse_card
from spoilrec.rules.contract import Contract, contract_points
from spoilrec.rules.options import Options, value_name
from spoilrec.rules.order import facts
from spoilrec.rules.points import Bidder, counts_at_once, game_winner, hand_points, past_the_post, trick_points
from spoilrec.rules.pool import NOBODY, UNKNOWN, outcome, settlement, stakes

NAMES: Final = ("Aoife", "Brendan", "Ciara", "Dónal", "Eithne", "Fergus", "Gráinne", "Hugh", "Iseult", "Jarlath")


def cases(file: str) -> list[ParameterSet]:
    """Give the rows of a table, each named by its id."""
    return [pytest.param(row, id=row["id"]) for row in rows(file)]


def numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(map(int, text.split()))


def known(text: str) -> tuple[int | None, ...]:
    """Read numbers of which some are not known."""
    return tuple(None if word == "?" else int(word) for word in text.split())


def one(text: str) -> int:
    """Read a seat, a side or an amount that may not exist, or not be known."""
    words: dict[str, int] = {"-": NOBODY, "?": UNKNOWN}
    return words[text] if text in words else SEATS.index(text) if text in SEATS else int(text)


# Auctions


def call_of(word: str) -> Call:
    amount = {"-": PASS, "=": HOLD}.get(word[1:])
    return SEATS.index(word[0]), int(word[1:]) if amount is None else amount


def call_name(amount: int) -> str:
    return {PASS: "-", HOLD: "="}.get(amount, str(amount))


def opened(row: Row) -> Bidding:
    """Open the auction of a row: who sits where, what each side has, who is the dealer's partner."""
    players, dealer = int(row["players"]), SEATS.index(row["dealer"])
    order = tuple((dealer + place) % players for place in range(1, players + 1))
    sides = list(SEATS[:players]) if row["sides"] == "-" else row["sides"].split()
    side_of = {SEATS.index(letter): side for side, letters in enumerate(sides) for letter in letters}
    totals = (0,) * len(sides) if row["totals"] == "-" else known(row["totals"])
    partner = next((seat for seat in order if side_of[seat] == side_of[dealer] and seat != dealer), NOBODY)
    return open_bidding(read_rules(row["options"]), order, [totals[side_of[seat]] for seat in order], partner)


AUCTION: Final[dict[str, Callable[[Bidding], str]]] = {
    "turn": lambda bidding: SEATS[bidding.turn],
    "allowed": lambda bidding: " ".join(map(call_name, allowed_calls(bidding))),
    "result": lambda bidding: f"{SEATS[bidding.holder]}{bidding.high}",
}


@pytest.mark.parametrize("row", cases("auctions.tsv"))
def test_auction(row: Row) -> None:
    bidding, refusals = opened(row), []
    for word in row["calls"].split() if row["calls"] != "-" else ():
        call = call_of(word)
        refusals.append(why_not_bid(bidding, *call))
        bidding = after_bid(bidding, *call)
    question, _, expected = row["expected"].partition("=")
    assert refusals[:-1] == [None] * len(refusals[:-1])
    if question == "refused":
        assert refusals[-1] == expected
        return
    assert refusals[-1:] in ([], [None])
    assert (bidding.turn == NOBODY) is (question in ("result", "thrown-in"))
    assert thrown_in(bidding) is (question == "thrown-in")
    assert question == "thrown-in" or AUCTION[question](bidding) == expected


# Draws


def seen(text: str) -> tuple[int, int]:
    """Read cards, `??` for one that was not seen: the set of those seen, and how many more there are."""
    names = cards(text)
    return set_of(name for name in names if name != "??"), names.count("??")


@pytest.mark.parametrize("row", cases("draws.tsv"))
def test_draw(row: Row) -> None:
    options, trumps = read_rules(row["options"]), SUIT_LETTERS.index(row["trump"])
    held, out, drawn = seen(row["had"]), seen(row["out"]), seen(row["drawn"])
    assert len(cards(row["had"])) == 5 + int(row["kitty"])
    searches = row["dealer"] == "yes" and options.dealer_searches_stock == "on"
    exchange = Exchange(0, *held, int(row["kitty"]), *out, *drawn)
    refusal = why_not_put_out(exchange, searches=searches)
    refusal = refusal or why_not_exchange(
        options, facts(options).trumps[trumps].trumps, int(row["players"]), exchange, searches=searches
    )
    assert (refusal.why if refusal else "allowed") == row["expected"]


# Contracts


@pytest.mark.parametrize("row", cases("contracts.tsv"))
def test_contract(row: Row) -> None:
    options, side, takers = read_rules(row["options"]), one(row["bidder_side"]), numbers(row["takers"])
    taken = trick_points(options, int(row["sides"]), takers, one(row["bonus_side"]))
    assert taken is not None and len(takers) == 5
    contract = Contract(side, one(row["amount"]))  # seat and side are one number: the seats of the first round
    points = contract_points(
        options, contract, side, taken, takers.count(side), int(row["players"]), known(row["before"]),
        jink=row["jink"] == "yes",
    )  # fmt: skip
    assert points == known(row["expected"])


# Ends of games


@pytest.mark.parametrize("row", cases("ends.tsv"))
def test_end_of_a_game(row: Row) -> None:
    options, before, points = read_rules(row["options"]), numbers(row["before"]), numbers(row["points"])
    takers, bonus, dealer = numbers(row["takers"]), one(row["bonus_side"]), int(row["dealer_side"])
    bidder = Bidder(one(row["bidder_side"]), row["made"] == "yes", numbers(row["sets"]))
    won = NOBODY
    if bidder.side == NOBODY:
        assert hand_points(options, len(before), takers, bonus) == points
        if counts_at_once(options):
            won = past_the_post(options, before, takers, dealer)
    if won == NOBODY and len(takers) == 5:
        won = game_winner(options, before, points, takers, bonus, dealer, bidder)
    assert won == one(row["expected"])


# Settlements


@pytest.mark.parametrize("row", cases("settlements.tsv"))
def test_settlement(row: Row) -> None:
    options, players, dealer = read_rules(row["options"]), int(row["players"]), SEATS.index(row["dealer"])
    seats, pool, carried = range(players), int(row["pool"]), row["carried"] == "yes"
    jinker, barred = one(row["jinker"]), 0 if row["barred"] == "-" else 1 << one(row["barred"])
    hand = outcome(options, [SEATS.index(word) for word in row["winners"].split()], jinker, barred)
    paid = stakes(options, int(row["stake"]), seats, players, dealer, pool, carried=carried)
    settle = settlement(options, int(row["stake"]), seats, paid, pool, hand.won, jink_made=hand.jink == "made")
    assert hand.may_stop
    assert (settle, pool - sum(settle)) == (numbers(row["settle"]), int(row["after"]))


@pytest.mark.parametrize("row", cases("settlements.tsv"))
def test_settlement_by_the_oracle(row: Row) -> None:
    """Under `by_playing_on` the oracle finds the jink itself, under `off` there is none."""
    options, players = read_rules(row["options"]), int(row["players"])
    _, settle, after = settle_pool(
        for_oracle(options), seats=list(range(players)), chairs=players, dealer=SEATS.index(row["dealer"]),
        stake=int(row["stake"]), pool_before=int(row["pool"]), carried=row["carried"] == "yes",
        winners=[SEATS.index(word) for word in row["winners"].split()],
        jink_call=one(row["jinker"]) if options.jink_mode == "declared" and row["jinker"] != "-" else None,
        barred=[] if row["barred"] == "-" else [one(row["barred"])],
    )  # fmt: skip
    assert (tuple(settle), after) == (numbers(row["settle"]), int(row["after"]))


# Positions


@pytest.mark.parametrize("row", cases("positions.tsv"))
def test_position(row: Row) -> None:
    rules, trump = facts(read_rules(row["options"])), SUIT_LETTERS.index(row["trump"])
    trick, held = tuple(map(parse_card, cards(row["trick"]))), set_of(cards(row["hand"]))
    state = mid_trick(rules, trump, held, trick, 0)
    question, _, expected = row["expected"].partition("=")
    if question == "order":
        assert tuple(map(card_name, rules.trumps[trump].order)) == cards(expected)
    elif question == "legal":
        assert {card_name(card) for card in legal(state)} == set(cards(expected))
    else:
        strength = rules.trumps[trump].strength[rules.trumps[trump].lead_class[trick[0]]]
        assert max(trick, key=lambda card: strength[card]) == trick[int(expected) - 1]


# Records


def record_of(row: Row) -> bytes:
    """Write the record of a row: the session that its columns describe, then its lines."""
    rules = msgspec.json.decode(row["rules"]) if row["rules"].startswith("{") else row["rules"]
    session = Session(
        spoilrec=1, rules=rules, players=NAMES[: int(row["players"])], stake=int(row["stake"]),
        sides=None if row["sides"] == "-" else row["sides"],
    )  # fmt: skip
    return b"".join(line + b"\n" for line in (encode_value(session), *row["lines"].encode().split(b" ;; ")))


@pytest.mark.parametrize("row", cases("records.tsv"))
def test_record(row: Row, tmp_path: Path) -> None:
    path = tmp_path / f"{row['id']}.spoil"
    path.write_bytes(record_of(row))
    assert row["expected"] != "?", "the codes are still to be filled in"
    found = sorted({finding.code for finding in spoilrec.validate(str(path))})
    assert found == sorted(cards(row["expected"]))


# Coverage

TABLES: Final = ("situations", "auctions", "draws", "contracts", "ends", "settlements", "positions", "records")
OLDER_TABLES: Final = ("order", "refusals", "reneged")
SITUATIONS: Final = (
    *("R01", "R02", "R04", "R05", "R07", "R08", "R10", "R11"),
    *("S01", "S02", "S04", "S05", "S07", "S08", "S10", "S11", "S13", "S14", "S16", "S17", "S19", "S20", "S22"),
    *("A01", "A02", "A04", "A05", "A07", "A08", "A10", "A11"),
    *("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8"),
)


def literals(kind: Any) -> Iterator[object]:
    """Give every value of a closed list anywhere in the type of an option; numbers that are open give none."""
    if kind is bool:
        yield from (False, True)
    elif isinstance(kind, type(Literal[0])):
        yield from get_args(kind)
    else:
        for part in get_args(kind):
            yield from literals(part)


def settings_of(option: str) -> list[str]:
    """List what must have a case: each value of a closed list, or for an open number the option alone."""
    kind = get_type_hints(Options)[option]
    return [f"{option}={value_name(value)}" for value in literals(kind)] or [option]


ALL_SETTINGS: Final = [setting for name in Options.__struct_fields__ for setting in settings_of(name)]


def test_an_option_with_an_open_number_is_asked_for_too() -> None:
    """The options that are no closed list, or not only one."""
    assert {"target", "dealer_extra", "pool_cap=none"} <= set(ALL_SETTINGS)


@cache
def covered() -> frozenset[str]:
    """Collect what the rows with a source set: `option=value`, and `option` for any of its values."""
    changes: list[tuple[str, object]] = []
    for table in (*TABLES, *OLDER_TABLES):
        for row in rows(f"{table}.tsv"):
            changes += _changes(row) if row["source"] else []
    defaults = msgspec.structs.asdict(Options())
    for case in POSITIONS:
        settings = msgspec.structs.asdict(case.options).items()
        changes += [(name, value) for name, value in settings if value != defaults[name]]
    found = {f"{name}={value_name(value)}" for name, value in changes if name in defaults}
    return frozenset(found | {name for name, _ in changes})


def _changes(row: Row) -> list[tuple[str, object]]:
    if "rules" not in row or "lines" not in row:
        return list(read_words(row["options"]).items())
    return list(msgspec.json.decode(row["rules"]).items()) if row["rules"].startswith("{") else []


@pytest.mark.parametrize("setting", ALL_SETTINGS)
def test_every_value_of_every_option_has_a_case(setting: str) -> None:
    assert setting in covered()


@cache
def case_names() -> frozenset[str]:
    """Collect the ids of all rows, of the records under `hands`, and those that tests give their cases."""
    here = Path(__file__).parent
    ids = [row["id"] for table in TABLES for row in rows(f"{table}.tsv")]
    ids += [path.stem for path in here.glob("hands/*.spoil")]
    ids += [name for path in here.glob("test_*.py") for name in re.findall(r'\bid="([^"]+)"', path.read_text("utf-8"))]
    return frozenset(name.partition("-")[0] for name in ids)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_every_situation_has_a_case(situation: str) -> None:
    assert situation in case_names()


@pytest.mark.parametrize("table", [*TABLES, *OLDER_TABLES, "legality"])
def test_every_row_names_its_source(table: str) -> None:
    found = rows(f"{table}.tsv")
    assert all(row["source"] and row["source"] != "-" for row in found)
    assert len({row["id"] for row in found}) == len(found)
