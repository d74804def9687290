"""Slips in a good record, each with the code of the finding that belongs to it.

A slip gives the fields of a hand with their wrong values, or nothing where the hand has no place for it.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from spoilrec.engine.events import Play
from spoilrec.engine.position import NOBODY
from spoilrec.engine.state import why_not
from spoilrec.record.lines import Hand, Irregular
from spoilrec.record.tokens import SEATS
from spoilrec.review.case import Case
from spoilrec.review.replay import Step
from spoilrec.rules.cards import CARD_NAMES, SUIT_LETTERS

Change = dict[str, Any] | None


class Slip(NamedTuple):
    """One thing to get wrong: the code that tells it, what it is, in which games (all if empty), and how."""

    code: str
    name: str
    goal: str
    change: Callable[[Random, Case], Change]


def slip_id(slip: Slip) -> str:
    """Name a slip in the list of tests."""
    return f"{slip.code}-{slip.name.replace(' ', '-')}"


# The words of a hand


def _tricks(hand: Hand) -> list[list[str]]:
    return [trick.split(" ") for trick in (hand.play or "").split("|")]


def _with_tricks(tricks: Sequence[Sequence[str]]) -> Change:
    return {"play": "|".join(" ".join(trick) for trick in tricks)}


def _deals(hand: Hand) -> list[list[str]]:
    return [cards.split(" ") for cards in (hand.deal or "").split("|")]


def _with_deals(deals: Sequence[Sequence[str]]) -> Change:
    return {"deal": "|".join(" ".join(cards) for cards in deals)}


def _letters(case: Case) -> list[str]:
    return [SEATS[seat] for seat in case.setting.seats]


def _other(random: Random, words: Sequence[str], word: str) -> str:
    return random.choice([one for one in words if one != word])


# Result


def _wrong_won(random: Random, case: Case) -> Change:
    return {"won": _other(random, [*_letters(case), "-"], case.reading.hand.won or "")}


def _wrong_settle(random: Random, case: Case) -> Change:
    settle = list(case.reading.hand.settle)
    payer, taker = random.sample(range(len(settle)), 2)
    settle[payer] -= 1
    settle[taker] += 1
    return {"settle": tuple(settle)}


def _one_more(field: str, by: int) -> Callable[[Random, Case], Change]:
    def change(random: Random, case: Case) -> Change:
        numbers = list(getattr(case.reading.hand, field))
        numbers[random.randrange(len(numbers))] += by
        return {field: tuple(numbers)}

    return change


def _short_settle(_random: Random, case: Case) -> Change:
    return {"settle": case.reading.hand.settle[:-1]}


# Order and dealer


def _number(_random: Random, case: Case) -> Change:
    return {"no": case.reading.hand.no + 1} if case.ledger.number else None


def _dealer(random: Random, case: Case) -> Change:
    return {"dealer": _other(random, _letters(case), case.reading.hand.dealer)} if case.ledger.number else None


# Deal


def _dealt_twice(_random: Random, case: Case) -> Change:
    first, second, *others = _deals(case.reading.hand)
    return _with_deals([[second[0], *first[1:]], second, *others])


def _four_cards(_random: Random, case: Case) -> Change:
    first, *others = _deals(case.reading.hand)
    return _with_deals([first[1:], *others])


def _hand_left_out(_random: Random, case: Case) -> Change:
    return _with_deals(_deals(case.reading.hand)[:-1])


def _no_card(_random: Random, case: Case) -> Change:
    first, *others = _deals(case.reading.hand)
    return _with_deals([["ZZ", *first[1:]], *others])


def _ten_in_figures(_random: Random, case: Case) -> Change:
    deal = case.reading.hand.deal or ""
    return {"deal": deal.replace("T", "10")} if "T" in deal else None


def _other_trump(random: Random, case: Case) -> Change:
    return {"trump": _other(random, SUIT_LETTERS, SUIT_LETTERS[case.trump])}


# Play


def _no_play(_random: Random, case: Case) -> Change:
    (first, *rest), *others = _tricks(case.reading.hand)
    return _with_tricks([[first[0] + "ZZ", *rest], *others])


def _led_out_of_turn(random: Random, case: Case) -> Change:
    tricks = _tricks(case.reading.hand)
    trick = random.choice(tricks)
    trick.append(trick.pop(0))
    return _with_tricks(tricks)


def _played_out_of_turn(random: Random, case: Case) -> Change:
    tricks = _tricks(case.reading.hand)
    trick = random.choice(tricks)
    if len(trick) < 3:
        return None
    trick[1], trick[2] = trick[2], trick[1]
    return _with_tricks(tricks)


def _play_left_out(random: Random, case: Case) -> Change:
    tricks = _tricks(case.reading.hand)
    if len(tricks) < 2:
        return None
    random.choice(tricks[:-1]).pop()
    return _with_tricks(tricks)


def _sixth_trick(_random: Random, case: Case) -> Change:
    tricks = _tricks(case.reading.hand)
    return _with_tricks([*tricks, tricks[-1]]) if len(tricks) == 5 else None


def _last_trick_left_out(_random: Random, case: Case) -> Change:
    tricks = _tricks(case.reading.hand)
    return _with_tricks(tricks[:-1]) if len(tricks) == 5 else None


def _cards_exchanged(random: Random, case: Case) -> Change:
    tricks = _tricks(case.reading.hand)
    trick = random.choice(tricks)
    one, two = random.sample(range(len(trick)), 2)
    trick[one], trick[two] = trick[one][0] + trick[two][1:], trick[two][0] + trick[one][1:]
    return _with_tricks(tricks)


def _revoke(_random: Random, case: Case) -> Change:
    """Exchange a card with a later one of the same player that would have been unlawful."""
    steps = list(case.plays())
    for step in steps:
        for later in steps:
            if later.trick > step.trick and later.event.seat == step.event.seat and _would_revoke(step, later):
                return {"play": _exchanged(case.reading.hand.play or "", step, later)}
    return None


def _would_revoke(step: Step, later: Step) -> bool:
    assert isinstance(later.event, Play)
    refusal = why_not(step.before, later.event)
    return refusal is not None and refusal.why != "not-held"


def _exchanged(play: str, *steps: Step) -> str:
    one, two = (SEATS[step.event.seat] + CARD_NAMES[step.event.card] for step in steps if isinstance(step.event, Play))
    return play.replace(one, "..").replace(two, one).replace("..", two)


def _lawful_play_marked(_random: Random, case: Case) -> Change:
    step = next(step for step in case.plays() if step.before.led != NOBODY)
    return {"irregular": (Irregular(at=f"{step.trick}{SEATS[step.event.seat]}", what="revoke"),)}


def _no_place(_random: Random, _case: Case) -> Change:
    return {"unsure": ("7A",)}


# Rob and jink


def _another_robs(random: Random, case: Case) -> Change:
    rob = case.reading.hand.rob
    if not rob:
        return None
    robber = _other(random, _letters(case), rob[0])
    return {"rob": robber + _deals(case.reading.hand)[SEATS.index(robber)][0]}


def _puts_out_anothers_card(random: Random, case: Case) -> Change:
    rob = case.reading.hand.rob
    if not rob:
        return None
    owner = SEATS.index(_other(random, _letters(case), rob[0]))
    return {"rob": rob[0] + _deals(case.reading.hand)[owner][0]}


def _rob_left_out(_random: Random, case: Case) -> Change:
    hand = case.reading.hand
    return {"rob": None} if hand.rob and f"{hand.rob[0]}{hand.up}" in (hand.play or "") else None


def _jink_without_the_tricks(_random: Random, case: Case) -> Change:
    assert case.replay is not None and case.rules is not None
    options, winners = case.rules.options, case.replay.last.winners
    losers = [seat for seat in case.setting.seats if seat not in winners[: options.tricks_to_win]]
    if options.jink_mode == "off" or not losers or len(winners) < options.tricks_to_win:
        return None
    return {"jink": f"{SEATS[losers[0]]}{options.tricks_to_win}"}


def _fixed(**fields: Any) -> Callable[[Random, Case], Change]:
    return lambda _random, _case: fields


SLIPS: Final = (
    Slip("SR201", "no card", "", _no_card),
    Slip("SR202", "ten in figures", "", _ten_in_figures),
    Slip("SR203", "card dealt twice", "", _dealt_twice),
    Slip("SR204", "four cards", "", _four_cards),
    Slip("SR206", "other trump", "", _other_trump),
    Slip("SR208", "points in a pool game", "pool", _fixed(points=(5,))),
    Slip("SR208", "chips in a point game", "points", _fixed(settle=(1,))),
    Slip("SR209", "hand left out", "", _hand_left_out),
    Slip("SR301", "another robs", "", _another_robs),
    Slip("SR305", "puts out a card of another", "", _puts_out_anothers_card),
    Slip("SR306", "rob left out", "", _rob_left_out),
    Slip("SR401", "no play", "", _no_play),
    Slip("SR402", "no seat", "pool", _fixed(won="Z")),
    Slip("SR403", "led out of turn", "", _led_out_of_turn),
    Slip("SR404", "played out of turn", "", _played_out_of_turn),
    Slip("SR406", "play left out", "", _play_left_out),
    Slip("SR407", "sixth trick", "", _sixth_trick),
    Slip("SR408", "cards exchanged between players", "", _cards_exchanged),
    Slip("SR410", "revoke", "", _revoke),
    Slip("SR411", "lawful play marked", "", _lawful_play_marked),
    Slip("SR416", "last trick left out", "points", _last_trick_left_out),
    Slip("SR418", "no place", "", _no_place),
    Slip("SR502", "jink without the tricks", "pool", _jink_without_the_tricks),
    Slip("SR505", "jink in a point game", "points", _fixed(jink="A3")),
    Slip("SR601", "wrong winner", "pool", _wrong_won),
    Slip("SR602", "chip at the wrong seat", "pool", _wrong_settle),
    Slip("SR603", "chip too many", "pool", _one_more("settle", 1)),
    Slip("SR604", "points too many", "points", _one_more("points", 5)),
    Slip("SR605", "score too high", "points", _one_more("score", 5)),
    Slip("SR606", "seat left out", "pool", _short_settle),
    Slip("SR701", "number skipped", "", _number),
    Slip("SR702", "wrong dealer", "", _dealer),
)
