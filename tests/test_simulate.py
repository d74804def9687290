"""Made sessions: never wrong by themselves, the same for the same seed, and wrong where a mistake was wanted."""

import hashlib
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType

import msgspec
import pytest
from commands import spoilrec
from hypothesis import given, settings
from making import (
    CALLING,
    CONTRACT,
    DRAWING,
    ENDING,
    FOLLOWING,
    POINTS,
    POOL,
    RANKING,
    ROBBING,
    deal,
    drawn,
    randomly,
    table_of,
)

from spoilrec.archive.made.mistakes import AT_THE_TABLE, MARKED
from spoilrec.archive.made.pen import SLIPS
from spoilrec.archive.made.plan import NAMES, WAYS, Plan, session_line, why_not_session
from spoilrec.archive.made.session import made_sessions
from spoilrec.engine.choice import RANDOM, Way, lawful_now
from spoilrec.engine.dice import Dice
from spoilrec.engine.events import Play
from spoilrec.engine.play import after_play
from spoilrec.engine.playout import play_out
from spoilrec.engine.position import start
from spoilrec.engine.simple import SIMPLE
from spoilrec.engine.state import legal
from spoilrec.record.lines import Close, Hand, RecordLine, Session
from spoilrec.record.reading import encode_value
from spoilrec.review.checks.header import fitting_sides
from spoilrec.review.finding import Finding
from spoilrec.review.rulebook import understand
from spoilrec.review.setting import Rules
from spoilrec.review.walk import JUDGED, PART, Stop, walk
from spoilrec.rules.cards import card_set
from spoilrec.rules.games import Goal
from spoilrec.rules.options import Options
from spoilrec.rules.presets import PRESET_NAMES, preset_named

QUICK = (SIMPLE, RANDOM)
_OF_GOAL: dict[Goal, tuple[str, ...]] = {
    "pool": (*ROBBING, *POOL),
    "points": (*ROBBING, *POINTS),
    "cards": ROBBING,
    "auction": (*CALLING, *DRAWING, *CONTRACT, *ENDING),
}


def rules_of(preset: str, changes: Mapping[str, object] = MappingProxyType({})) -> Rules:
    rules, faults = understand({"preset": preset, **changes})
    assert rules is not None, faults
    return rules


def made(
    preset: str,
    players: int = 0,
    sides: str | None = None,
    *,
    ways: Sequence[Way] = (SIMPLE,),
    hands: int = 12,
    sessions: int = 1,
    seed: int = 1,
    irregular: float = 0.0,
    unseen: bool = False,
    changes: Mapping[str, object] = MappingProxyType({}),
) -> list[RecordLine]:
    rules = rules_of(preset, changes)
    choice: str | dict[str, object] = {"preset": preset, **changes} if changes else preset
    session = session_line(rules, choice, NAMES[:players], sides)
    assert not why_not_session(session, rules)
    seated = tuple(ways[chair % len(ways)] for chair in range(len(session.players)))
    return list(made_sessions(Plan(session, rules, seated, hands, seed, irregular, unseen), sessions))


def written(lines: Sequence[RecordLine]) -> bytes:
    return b"".join(encode_value(line) + b"\n" for line in lines)


def stops(lines: Sequence[RecordLine]) -> Iterator[Stop]:
    yield from walk("made.spoil", io.BytesIO(written(lines)))


def serious(findings: Sequence[Finding]) -> list[Finding]:
    return [one for one in findings if one.severity != "info"]


def tables(preset: str) -> Iterator[tuple[int, str | None]]:
    """Every number of players with every form of sides that the rules allow."""
    rules = rules_of(preset)
    for players in range(rules.game.fewest, rules.game.most + 1):
        if rules.options.sides in ("any", "singles"):
            yield players, None
        if rules.options.sides != "singles":
            yield from ((players, sides) for sides in fitting_sides(rules, players))


def drawn_changes(random: Random, preset: str) -> dict[str, object]:
    """Draw options that mean something in the game, with their values."""
    base = preset_named(preset)
    auction = base.game.goal == "auction"
    names = random.sample(RANKING + FOLLOWING + _OF_GOAL[base.game.goal], random.randint(0, 10))
    options = drawn(random, names, base.options, auction=auction)
    return {name: getattr(options, name) for name in Options.__struct_fields__ if name in names}


# Nothing is wrong


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_nothing_is_found_with_any_number_of_players(preset: str) -> None:
    for players, sides in tables(preset):
        for way in QUICK:
            for unseen in (False, True):
                lines = made(preset, players, sides, ways=[way], unseen=unseen, seed=players)
                judged = list(stops(lines))
                assert [one for stop in judged for one in serious(stop.findings)] == []
                assert unseen or {stop.status for stop in judged if stop.case} == {JUDGED}
                assert sum(isinstance(line, Hand) for line in lines) == 12


@pytest.mark.parametrize("preset", ["spoil-five/1", "twenty-five/1", "auction-forty-fives/1"])
def test_nothing_is_found_where_they_play_by_search(preset: str) -> None:
    players, sides = next(table for table in tables(preset) if table[0] >= 3)
    lines = made(preset, players, sides, ways=[WAYS["sampled"], *[WAYS["solver"]] * 9], hands=1)
    assert [one for stop in stops(lines) for one in serious(stop.findings)] == []


@settings(max_examples=60)
@given(random=randomly)
def test_nothing_is_found_under_any_options(random: Random) -> None:
    preset = random.choice(PRESET_NAMES)
    players, sides = random.choice(list(tables(preset)))
    ways = [random.choice(QUICK) for _ in range(players)]
    changes = drawn_changes(random, preset)
    lines = made(
        preset, players, sides, ways=ways, seed=random.randrange(2**63), unseen=random.random() < 0.5, changes=changes
    )
    assert [one for stop in stops(lines) for one in serious(stop.findings)] == []


def test_with_everything_seen_all_hands_are_judged_whatever_the_options() -> None:
    random = Random(1)
    for _ in range(40):
        preset = random.choice(PRESET_NAMES)
        lines = made(preset, hands=5, seed=random.randrange(2**63), changes=drawn_changes(random, preset))
        assert PART not in {stop.status for stop in stops(lines)}


@settings(max_examples=50)
@given(random=randomly)
def test_what_may_be_played_is_what_the_engine_allows(random: Random) -> None:
    options = drawn(random, (*RANKING, *FOLLOWING, *ROBBING))
    players = random.randint(2, 10)
    table = table_of(options, range(players), dealer=random.randrange(players))
    state = start(table, random.randrange(4), deal(random, table), [0] * players)
    while len(state.winners) < 5:
        lawful = legal(state)
        assert lawful_now(state) == card_set(lawful)
        state = after_play(state, Play(state.turn, random.choice(lawful)))


# What is in them


def test_everything_happens_in_them() -> None:
    hands = [line for line in made("spoil-five/1", 4, hands=400, ways=[SIMPLE, RANDOM]) if isinstance(line, Hand)]
    assert any(hand.rob for hand in hands) and any(hand.jink for hand in hands)
    assert {hand.won for hand in hands} == {"A", "B", "C", "D", "-"}
    assert [hand.dealer for hand in hands[:5]] in [list("ABCDA"[n:4] + "ABCD"[: n + 1]) for n in range(4)]
    announced = [line for line in made("spoil-five-short/1", hands=200, ways=[RANDOM]) if isinstance(line, Hand)]
    assert any(hand.announce for hand in announced)


def test_a_pool_game_comes_out_even() -> None:
    for seed in range(5):
        lines = made("spoil-five-book/1", 6, seed=seed)
        hands = [line.settle for line in lines if isinstance(line, Hand)]
        split = [line.split for line in lines if isinstance(line, Close)]
        assert sum(map(sum, hands)) + sum(map(sum, split)) == 0


@pytest.mark.parametrize("preset", ["twenty-five/1", "forty-five/1", "auction-forty-fives/1", "hundred-and-ten/1"])
def test_games_end_and_begin_anew(preset: str) -> None:
    games = [stop.ledger.game for stop in stops(made(preset, 4, "AC BD", hands=60))]
    assert max(games) > 2


def test_auctions_have_everything() -> None:
    lines = made("auction-forty-fives/1", hands=300, changes={"kitty": 3})
    hands = [line for line in lines if isinstance(line, Hand)]
    thrown_in = [hand for hand in hands if hand.bid is None]
    played = [hand for hand in hands if hand.bid]
    assert thrown_in and all(hand.bids and not hand.play for hand in thrown_in)
    assert all(hand.trump and hand.kitty and hand.discard and hand.draw and hand.points for hand in played)
    assert {(hand.bid or "")[1:] for hand in played} >= {"15", "20", "25"}
    assert any("=" in (hand.bids or "") for hand in hands)


def test_unseen_leaves_out_what_a_scribe_does_not_see() -> None:
    lines = made("spoil-five/1", hands=50, unseen=True) + made("hundred-and-ten/1", hands=50, unseen=True)
    hands = [line for line in lines if isinstance(line, Hand)]
    assert not any(hand.deal or hand.kitty or hand.discard or hand.draw for hand in hands)
    assert {hand.rob[1:] for hand in hands if hand.rob} == {"??"}


# One seed, one record


def test_dice_fall_alike_everywhere() -> None:
    dice = Dice(7)
    assert [dice.below(1000) for _ in range(6)] == [323, 150, 650, 72, 535, 365]
    assert dice.deal(range(8), 8) == [0, 4, 2, 5, 1, 3, 6, 7]
    assert sorted(Dice(1).deal(range(52), 52)) == list(range(52))


GOLDEN = {
    "spoil-five/1": "0e0eee48054b5abb",
    "twenty-five/1": "2c80f720450aa965",
    "forty-five/1": "a7bdd812092cd1bf",
    "auction-forty-fives/1": "d66e8a086640bcbb",
    "hundred-and-ten/1": "dc39aa006461771b",
    "maw/1": "037bf624f91a79b8",
    "hoss/1": "53aee5096813ed12",
}


@pytest.mark.parametrize("preset", GOLDEN)
def test_a_seed_gives_the_same_bytes_for_ever(preset: str) -> None:
    lines = made(preset, hands=40, sessions=2, seed=2026, ways=[SIMPLE, RANDOM], irregular=0.2)
    assert hashlib.sha256(written(lines)).hexdigest()[:16] == GOLDEN[preset]


def test_the_cards_do_not_hang_on_the_way_of_playing_nor_a_session_on_how_many_are_made() -> None:
    def dealt(lines: Sequence[RecordLine]) -> list[tuple[str | None, str | None]]:
        return [(line.up, line.deal) for line in lines if isinstance(line, Hand)]

    assert dealt(made("spoil-five/1")) == dealt(made("spoil-five/1", ways=[RANDOM]))
    assert dealt(made("spoil-five/1")) != dealt(made("spoil-five/1", seed=2))
    one, three = made("spoil-five/1"), made("spoil-five/1", sessions=3)
    assert three[: len(one)] == one
    assert [line.x["session"] for line in three if isinstance(line, Session) and line.x] == [1, 2, 3]


# Ways of playing


def pools_won(ways: Sequence[Way], hands: int = 3000) -> list[int]:
    lines = made("spoil-five/1", len(ways), ways=ways, hands=hands, seed=5)
    won = [line.won for line in lines if isinstance(line, Hand)]
    return [won.count(seat) for seat in "ABCDEFGHIJ"[: len(ways)]]


def test_simple_play_beats_random_play_for_the_pool() -> None:
    simple, *others = pools_won([SIMPLE, RANDOM, RANDOM, RANDOM, RANDOM])
    assert simple > 1.5 * max(others)
    random, *others = pools_won([RANDOM, SIMPLE, SIMPLE, SIMPLE, SIMPLE])
    assert random < 0.75 * min(others)


@pytest.mark.parametrize("preset", ["twenty-five/1", "forty-five/1", "auction-forty-fives/1", "hundred-and-ten/1"])
def test_simple_play_beats_random_play_for_points(preset: str) -> None:
    lines = made(preset, 4, "AC BD", ways=[SIMPLE, RANDOM], hands=2000, seed=5)
    won = [line.won for line in lines if isinstance(line, Hand)]
    assert won.count("AC") > 2 * won.count("BD")


def test_a_way_sees_nothing_of_the_cards_of_others() -> None:
    """With the hidden cards exchanged among the others, the same card is chosen."""
    random, dice = Random(3), Dice(3)
    table = table_of(preset_named("spoil-five/1").options, range(5), dealer=4, goal="pool", up=10)
    for _ in range(200):
        hands = deal(random, table)
        first = start(table, 0, hands, [0] * 5)
        twin = start(table, 0, (hands[0], *hands[2:], hands[1]), [0] * 5)
        assert SIMPLE.card(first, hands[0], dice) == SIMPLE.card(twin, hands[0], dice)


def test_another_way_of_playing_can_stand_in_its_place() -> None:
    highest = msgspec.structs.replace(RANDOM, name="highest", card=lambda state, lawful, dice: lawful.bit_length() - 1)
    random = Random(4)
    table = table_of(Options(), range(3), dealer=0, goal="pool")
    played = play_out(start(table, 1, deal(random, table), [0] * 3), [highest] * 3, Dice(1))
    assert played.last.winners


# Mistakes

FIRST = {
    "revoke": {"SR410"},
    "lead-out-of-turn": {"SR403"},
    "play-out-of-turn": {"SR404"},
    "false-rob": {"SR301"},
    "late-jink": {"SR501", "SR507"},
    "wrong-card": {"SR203", "SR205", "SR306", "SR408", "SR410"},
    "seats-exchanged": {"SR408", "SR410"},
    "missing-play": {"SR403", "SR404", "SR406", "SR416"},
    "wrong-dealer": {"SR702", "SR311", "SR403"},
    "wrong-settlement": {"SR602", "SR604", "SR605"},
}
"""Each mistake, and the findings of which one at least tells it."""
FOLLOWING_FROM = {
    "SR203", "SR301", "SR303", "SR306", "SR307", "SR308", "SR310", "SR311", "SR312", "SR314", "SR315", "SR316", "SR317",
    "SR319", "SR326", "SR403", "SR404", "SR405", "SR406", "SR408", "SR410", "SR415", "SR416", "SR501", "SR502", "SR506",
    "SR507", "SR601", "SR602", "SR604", "SR605",
}  # fmt: skip
"""Findings in which a wrong note may also show."""


def mistakes(lines: Sequence[RecordLine]) -> Iterator[tuple[str, Hand, set[str]]]:
    """Give each hand with its mistake (empty for none) and the codes found in it."""
    for stop in stops(lines):
        if stop.line is not None and isinstance(stop.line.value, Hand):
            hand = stop.line.value
            yield str((hand.x or {}).get("mistake", "")), hand, {one.code for one in serious(stop.findings)}


def test_every_mistake_has_its_findings_here() -> None:
    assert FIRST.keys() == AT_THE_TABLE.keys() | SLIPS.keys() and set(MARKED) <= AT_THE_TABLE.keys()


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_mistakes_are_found_and_nothing_else(preset: str) -> None:
    seen, before = set[str](), ""
    for kind, hand, codes in mistakes(made(preset, hands=250, irregular=0.4, seed=9)):
        if before == "wrong-dealer" != kind:
            codes.discard("SR702")  # the right dealer follows the wrong one
        before = kind
        if not kind or hand.irregular:
            assert codes <= ({"SR602", "SR604"} if hand.irregular else set()), (hand, codes)
        else:
            assert codes & FIRST[kind], (kind, hand)
            assert codes <= FIRST[kind] | FOLLOWING_FROM, (kind, codes, hand)
            seen.add(kind)
    assert len(seen) >= 7


def test_the_share_of_mistakes_and_of_marks_is_as_wanted() -> None:
    found = list(mistakes(made("spoil-five/1", hands=2000, irregular=0.25)))
    wrong = [(kind, hand) for kind, hand, _ in found if kind]
    assert 400 < len(wrong) < 600
    markable = [hand for kind, hand in wrong if kind in MARKED]
    assert 0.35 < sum(bool(hand.irregular) for hand in markable) / len(markable) < 0.65
    assert {kind for kind, _ in wrong} == FIRST.keys()


def test_mistakes_that_nobody_saw_are_made_too() -> None:
    for preset in PRESET_NAMES:
        assert list(mistakes(made(preset, hands=40, irregular=1.0, unseen=True, seed=3)))


# The command


def test_the_record_of_the_command_validates() -> None:
    ran = spoilrec("simulate", "--rules", "twenty-five/1,target=15", "--players", "Ann,Bob,Cat,Dan", "--sides", "2x2")
    assert ran.status == 0 and ran.out.startswith(
        '{"type":"session","spoilrec":1,"rules":{"preset":"twenty-five/1","target":15}'
    )
    assert '"sides":"AC BD"' in ran.out and '"source":"made"' in ran.out
    told = spoilrec("validate", "-", "--level", "info", stdin=ran.out.encode())
    assert (told.status, told.out) == (0, "")


def test_a_file_is_never_written_over_unless_forced(tmp_path: Path) -> None:
    file = tmp_path / "made.spoil"
    assert spoilrec("simulate", "--hands", "3", "-o", str(file)).status == 0
    first = file.read_bytes()
    again = spoilrec("simulate", "--hands", "3", "--seed", "2", "-o", str(file))
    assert again.status == 2 and "--force" in again.err and file.read_bytes() == first
    assert spoilrec("simulate", "--hands", "3", "--seed", "2", "-o", str(file), "--force").status == 0
    assert file.read_bytes() != first and [path.name for path in tmp_path.iterdir()] == ["made.spoil"]
    assert spoilrec("simulate", "-o", str(tmp_path), "--force").status == 2
    assert spoilrec("simulate", "-o", str(tmp_path / "no" / "made.spoil")).status == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--players 11", "2 to 10 can play"),
        ("--rules hoss/1 --players 4", "4 players; Hoss is for 3"),
        ("--rules twenty-five-guide/1 --players 5", "played in sides"),
        ("--sides 2x2 --players 4", "played singly"),
        ("--rules twenty-five/1 --sides 2x3", "seat that is not there"),
        ("--play well", "simple, random, solver, sampled"),
        ("--players Ann,Ann", "two players are called"),
        ("--rules no/1", "is no preset"),
        ("--irregular 2", "--irregular"),
    ],
)
def test_what_cannot_be_made_is_said(words: str, said: str) -> None:
    ran = spoilrec("simulate", *words.split())
    assert ran.status == 2 and not ran.out and said in ran.err
