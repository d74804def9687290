"""What a hand comes to: who won, what is paid, what is scored; and what it leaves for the next hand.

The engine's result is computed from the play; where it cannot be known the table's word is taken
and marked so. What the table noted is never changed.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from spoilrec.engine.knowledge import hidden_cards
from spoilrec.engine.position import NOBODY, TRICKS, UNKNOWN, State
from spoilrec.record.lines import Hand
from spoilrec.record.tokens import SEATS
from spoilrec.review.hand import HandReading
from spoilrec.review.replay import Replay
from spoilrec.review.setting import Ledger, Rules, Setting
from spoilrec.rules.options import Options
from spoilrec.rules.points import counts_at_once, game_winner, hand_points, past_the_post
from spoilrec.rules.pool import Jink, outcome, settlement, stakes

VOID_ENDS: Final = ("misdeal",)


class Result(msgspec.Struct, frozen=True, gc=False):
    """The result of one hand.

    `won` is a seat in a pool game, a side that has won the *game* in a point game, NOBODY or
    UNKNOWN; `agreed` says that it is the table's word. `settle` (by chair) and `points`, `totals`
    (by side) are `None` where they cannot be known or do not exist in the game. `paid` are the
    stakes, `pool` what lies on the table afterwards. `decided` says that the play shows the result.
    """

    won: int
    agreed: bool
    decided: bool
    jink: Jink
    paid: tuple[int, ...] = ()
    settle: tuple[int, ...] | None = None
    pool: int | None = None
    points: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None
    five_alone: bool = False


def hand_result(
    setting: Setting, rules: Rules, ledger: Ledger, reading: HandReading, replay: Replay, pool: int | None
) -> Result:
    """Work out the result of a hand; `pool` is what lay on the table before it, where known."""
    if rules.game.goal == "pool":
        return _pool_result(setting, rules.options, ledger, reading, replay, pool)
    if rules.game.goal == "points":
        return _points_result(setting, rules.options, ledger, reading, replay)
    return Result(UNKNOWN, agreed=False, decided=False, jink="none")


def _pool_result(
    setting: Setting, options: Options, ledger: Ledger, reading: HandReading, replay: Replay, pool: int | None
) -> Result:
    hand, state, chairs = reading.hand, replay.last, len(setting.players)
    if hand.end in VOID_ENDS:
        nothing = (0,) * chairs
        return Result(NOBODY, agreed=False, decided=True, jink="none", paid=nothing, settle=nothing, pool=pool)
    stand = outcome(options, state.winners, state.rights.jinker, state.rights.barred)
    won, jink = stand.won, stand.jink
    decided = stand.may_stop and won != UNKNOWN and not replay.stopped
    agreed = False
    if not decided:
        won = seat_or_side(setting, hand.won)
        agreed = won != UNKNOWN
        if (agreed and jink == "trying") or (agreed and reading.jinks):
            jink = "made" if won in (state.rights.jinker, *(seat for seat, _ in reading.jinks)) else "lost"
    paid = stakes(options, setting.stake, setting.seats, chairs, reading.dealer, pool or 0, carried=ledger.carried)
    unread = any(field == "jink" and slip.kind == "unreadable" for field, slip in reading.slips)
    if won == UNKNOWN or pool is None or unread:
        return Result(won, agreed, decided, jink, paid)
    net = settlement(options, setting.stake, setting.seats, paid, pool, won, jink_made=jink == "made")
    return Result(won, agreed, decided, jink, paid, net, 0 if won >= 0 else pool + sum(paid))


def _points_result(setting: Setting, options: Options, ledger: Ledger, reading: HandReading, replay: Replay) -> Result:
    sides = len(setting.partnerships)
    before = ledger.totals if ledger.totals is None else (ledger.totals or (0,) * sides)
    if reading.hand.end in VOID_ENDS:
        return Result(NOBODY, agreed=False, decided=True, jink="none", points=(0,) * sides, totals=before)
    table = replay.first.table
    takers, game = _takers(options, table.side_of, replay.last, before, table.side_of[table.dealer])
    whole = len(takers) == TRICKS or game >= 0
    if not whole or replay.stopped or game == UNKNOWN or UNKNOWN in takers:
        return Result(UNKNOWN, agreed=False, decided=False, jink="none")
    bonus = bonus_side(options, replay.last, takers)
    points = hand_points(options, sides, takers, bonus)
    if points is None:
        return Result(UNKNOWN, agreed=False, decided=False, jink="none")
    five = len(takers) == TRICKS and len(set(takers)) == 1
    if before is None:
        return Result(UNKNOWN, agreed=False, decided=True, jink="none", points=points)
    totals = tuple(old + new for old, new in zip(before, points, strict=True))
    if game < 0:
        game = game_winner(options, before, points, takers, bonus, table.side_of[table.dealer])
    alone = five and game >= 0 and before[game] == 0 and options.double_stake_for_five == "on"
    return Result(game, agreed=False, decided=True, jink="none", points=points, totals=totals, five_alone=alone)


def _takers(
    options: Options, side_of: Sequence[int], state: State, before: tuple[int, ...] | None, dealer_side: int
) -> tuple[tuple[int, ...], int]:
    """The sides that took the tricks that count, and who has won the game with them, NOBODY so far."""
    takers = tuple(UNKNOWN if seat < 0 else side_of[seat] for seat in state.winners)
    if before is None or not counts_at_once(options):
        return takers, NOBODY
    for trick in range(1, len(takers) + 1):
        winner = past_the_post(options, before, takers[:trick], dealer_side)
        if winner != NOBODY:
            return takers[:trick], winner
    return takers, NOBODY


def bonus_side(options: Options, state: State, takers: Sequence[int]) -> int:
    """Give the side with the bonus trick, NOBODY for none, UNKNOWN where it cannot be known (K33, K39)."""
    if options.bonus == "none" or len(takers) < TRICKS:
        return NOBODY if options.bonus == "none" else UNKNOWN
    if options.bonus == "last_trick":
        return takers[-1]
    higher = state.facts.trumps if state.top < 0 else state.facts.higher[state.top]
    if state.veiled and hidden_cards(state) & higher and not (state.top >= 0 and len(set(takers)) == 1):
        return UNKNOWN  # a card that nobody saw may be the highest; no matter where one side took all
    if state.top_trick < 0:
        return NOBODY
    if options.bonus == "highest_if_top_four" and not state.facts.tops >> state.top & 1:
        return NOBODY
    return takers[state.top_trick]


def seat_or_side(setting: Setting, text: str | None) -> int:
    """Read `won`: a seat, in a point game a side (its number); NOBODY for `-`, UNKNOWN otherwise."""
    if text == "-":
        return NOBODY
    if not text:
        return UNKNOWN
    if setting.sides:
        wanted = {tuple(sorted(SEATS.find(letter) for letter in text))}
        return next((side for side, seats in enumerate(setting.sides) if tuple(sorted(seats)) in wanted), UNKNOWN)
    seat = SEATS.find(text) if len(text) == 1 else -1
    if seat not in setting.seats:
        return UNKNOWN
    in_points = setting.rules is not None and setting.rules.game.goal == "points"
    return setting.seats.index(seat) if in_points else seat


def next_ledger(setting: Setting, rules: Rules, ledger: Ledger, hand: Hand, dealer: int, result: Result) -> Ledger:
    """Give what the hand leaves; where the table noted its own result, that is what lies on the table."""
    ledger = msgspec.structs.replace(ledger, number=hand.no, dealer=dealer, redeal=hand.end in VOID_ENDS)
    if rules.game.goal == "pool":
        return _after_pool_hand(setting, ledger, hand, result)
    if rules.game.goal == "points":
        return _after_points_hand(setting, ledger, hand, result)
    return ledger


def unjudged_ledger(setting: Setting, ledger: Ledger, hand: Hand, dealer: int) -> Ledger:
    """Give what a hand leaves of which the play could not be judged: what the table noted, else nothing is known."""
    pool = ledger.pool if hand.end in VOID_ENDS else None
    if len(hand.settle) == len(setting.players) and ledger.pool is not None:
        pool = ledger.pool - sum(hand.settle)
    carried = not any(chips > 0 for chips in hand.settle) if hand.settle else bool(pool)
    score = tuple(total for total in hand.score if total is not None)
    totals = score if score and len(score) == len(setting.partnerships) else None
    return msgspec.structs.replace(
        ledger,
        pool=pool,
        due=pool,
        carried=carried,
        totals=totals,
        due_totals=totals,
        number=hand.no,
        dealer=dealer,
        redeal=False,
    )


def _after_pool_hand(setting: Setting, ledger: Ledger, hand: Hand, result: Result) -> Ledger:
    void = hand.end in VOID_ENDS
    due = _pool_due(ledger, result, void=void)
    pool = result.pool
    if len(hand.settle) == len(setting.players) and ledger.pool is not None:
        pool = ledger.pool - sum(hand.settle)
        if pool != due and ledger.due is not None and ledger.due - sum(hand.settle) == due:
            pool = due  # the table has gone on from the right pool after an earlier slip
    elif result.won >= 0 and not void:
        pool = 0  # whoever won took all of it, however much it was
    carried = ledger.carried if void else (result.won == NOBODY or (result.won == UNKNOWN and bool(pool)))
    if hand.settle and not void:  # at the table somebody took the pool if anybody gained
        carried = not any(chips > 0 for chips in hand.settle)
    return msgspec.structs.replace(ledger, pool=pool, due=pool if due is None else due, carried=carried)


def _pool_due(ledger: Ledger, result: Result, *, void: bool) -> int | None:
    """What would lie in the pool now if every hand so far had been settled by the cards."""
    if void:
        return ledger.due
    if result.won >= 0:
        return 0
    return None if result.won == UNKNOWN or ledger.due is None else ledger.due + sum(result.paid)


def _after_points_hand(setting: Setting, ledger: Ledger, hand: Hand, result: Result) -> Ledger:
    totals = result.totals
    sides = len(setting.partnerships)
    if len(hand.score) == sides and None not in hand.score:
        totals = tuple(total for total in hand.score if total is not None)
    elif totals is None and ledger.totals is not None and len(hand.points) == sides and None not in hand.points:
        totals = tuple(a + (b or 0) for a, b in zip(ledger.totals or (0,) * sides, hand.points, strict=True))
    due = result.totals if result.totals is not None else totals
    agreed = result.won != UNKNOWN and not (hand.score and hand.score != result.totals)
    over = result.won >= 0 if agreed else _table_says_over(setting, hand, totals)
    if not agreed and not hand.won and _several_there(setting, totals):  # which counts first the play does not show
        return msgspec.structs.replace(ledger, totals=None, due_totals=None)
    if over:
        return msgspec.structs.replace(ledger, totals=(), due_totals=(), game=ledger.game + 1)
    return msgspec.structs.replace(ledger, totals=totals, due_totals=due)


def _several_there(setting: Setting, totals: tuple[int, ...] | None) -> bool:
    target = setting.rules.options.target if setting.rules else 0
    return sum(total >= target for total in totals or ()) > 1


def _table_says_over(setting: Setting, hand: Hand, totals: tuple[int, ...] | None) -> bool:
    """Where the play does not show the end of the game, `won` or the table's totals do; level tops play on."""
    if hand.won:
        return hand.won != "-"
    target = setting.rules.options.target if setting.rules else 0
    return bool(totals) and totals is not None and max(totals) >= target and totals.count(max(totals)) == 1
