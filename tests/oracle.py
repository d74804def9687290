"""A second set of rules for Spoil Five, Twenty-Five and Forty-Five, to check the engine against.

Written from the rules document (rules.md, whose sections are named below) and from nothing else: it shares no
code with the engine, looks everything up in lists and does not care how long that takes.

A card is its name (`TD` is the ten of diamonds, `JK` the joker), a suit its letter, a seat or a side its index;
an order of cards is a list with the best card first. Options are a mapping with every option of the project.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

Options = Mapping[str, object]

TRICKS_IN_A_HAND = 5
POINTS_A_TRICK = 5
TEN_TO_TWO = "T98765432"
TWO_TO_TEN = "23456789T"


# Rank of the cards


def trump_order(trump: str, options: Options, demoted: bool = False) -> list[str]:
    """List the trumps (1.1, 1.3).

    With `demoted` the ace of trumps, not announced, goes to the end; the others, the joker too, stay as they were.
    """
    order = _top_trumps(trump, options) + _small_trumps(trump, options)
    if options["joker"] != "none":
        order.insert(2 if options["joker"] == "3rd" else 3, "JK")
    if demoted:
        order.remove("A" + trump)
        order.append("A" + trump)
    return order


def _top_trumps(trump: str, options: Options) -> list[str]:
    """List the best trumps without the joker (1.1; `top_trumps` 1.3); in hearts the two aces are one card."""
    five, jack, ace = "5" + trump, "J" + trump, "A" + trump
    top = [five, "AH", ace, jack] if options["top_trumps"] == "5-AH-A-J" else [five, jack, "AH", ace]
    return [card for place, card in enumerate(top) if card not in top[:place]]


def _small_trumps(trump: str, options: Options) -> list[str]:
    """List the trumps from the king down; the numbers fall in red, rise in black (1.1; `black_trump` 1.3)."""
    falling = _is_red(trump) or options["black_trump"] == "red_like"
    numbers = TEN_TO_TWO if falling else TWO_TO_TEN
    return [rank + trump for rank in "KQ" + numbers if rank != "5"]


def plain_order(suit: str, trump: str, options: Options) -> list[str]:
    """List a suit that is not trumps (1.2, 1.3); the ace of hearts is a trump and never in it."""
    if suit == trump:
        raise ValueError(f"{suit} is the trump suit")
    return [rank + suit for rank in _plain_ranks(suit, options) if rank + suit != "AH"]


def _plain_ranks(suit: str, options: Options) -> str:
    """Give the ranks of a plain suit, the ace of hearts still among them (1.2; `plain_order` 1.3)."""
    numbers = TEN_TO_TWO if _is_red(suit) else TWO_TO_TEN
    if options["plain_order"] == "natural":
        return "KQJ" + TEN_TO_TWO + "A"
    if options["plain_order"] == "ace_high":
        return "AKQJ" + numbers
    if options["plain_order"] == "ad_below_jack" and suit == "D":
        return "KQJA" + numbers
    return "KQJ" + numbers + "A" if _is_red(suit) else "KQJA" + numbers


def _is_red(suit: str) -> bool:
    return suit in ("D", "H")


# Tricks


def winner(cards: Sequence[str], trump: str, options: Options, demoted: bool = False) -> int:
    """Say which card of a trick wins, by its place in the order of play (5.1)."""
    order = trump_order(trump, options, demoted)
    if not any(card in order for card in cards):
        order = plain_order(cards[0][1], trump, options)
    best = min((card for card in cards if card in order), key=order.index)
    return cards.index(best)


def play_hand(
    seats: Sequence[int],
    dealer: int,
    trump: str,
    options: Options,
    plays: Sequence[tuple[int, str]],
    *,
    demoted: bool = False,
) -> list[int]:
    """Say which seat won each complete trick (5.1).

    The dealer's left leads first, then the winner of the trick (2); plays out of turn are refused.
    """
    winners = []
    turns = _turns_from(seats, seats[(seats.index(dealer) + 1) % len(seats)])
    for start in range(0, len(plays), len(seats)):
        trick = plays[start : start + len(seats)]
        if [seat for seat, _ in trick] != turns[: len(trick)]:
            raise ValueError(f"the order of play was {turns}, not that of {trick}")
        if len(trick) == len(seats):
            winners.append(turns[winner([card for _, card in trick], trump, options, demoted)])
            turns = _turns_from(seats, winners[-1])
    return winners


def _turns_from(seats: Sequence[int], leader: int) -> list[int]:
    """List the occupied seats clockwise from the leader (2)."""
    start = seats.index(leader)
    return [*seats[start:], *seats[:start]]


# Following suit and reneging


@dataclass(frozen=True)
class _Position:
    """What a player has before him when it is his turn."""

    hand: set[str]
    trick: Sequence[str]
    trump: str
    options: Options
    earlier: Sequence[str]
    reneged: Sequence[frozenset[str]]
    demoted: bool


def legal(
    hand: Collection[str],
    trick: Sequence[str],
    trump: str,
    options: Options,
    *,
    earlier: Sequence[str] = (),
    reneged: Sequence[frozenset[str]] = (),
    demoted: bool = False,
) -> set[str]:
    """Give the cards of the hand that may be played to the trick (4).

    `earlier` are the cards of the tricks before this one, `reneged` what this player kept back at each renege before.
    """
    return _legal(_Position(set(hand), trick, trump, options, earlier, reneged, demoted))


def reneges(
    hand: Collection[str],
    trick: Sequence[str],
    card: str,
    trump: str,
    options: Options,
    *,
    earlier: Sequence[str] = (),
    reneged: Sequence[frozenset[str]] = (),
    demoted: bool = False,
) -> frozenset[str] | None:
    """Give the trumps kept back if playing `card` is a lawful renege, else None (4.1)."""
    position = _Position(set(hand), trick, trump, options, earlier, reneged, demoted)
    trumps = _trumps_held(position)
    if not trick or not _is_trump(trick[0], position) or not trumps or card in trumps or card not in _legal(position):
        return None
    return frozenset(_may_be_kept_back(position))


def _legal(position: _Position) -> set[str]:
    """Apply the predicate of 4.1 with the options of 4.2; leading is free."""
    if not position.trick:
        return position.hand
    if _is_trump(position.trick[0], position):
        return _legal_on_trump_lead(position)
    return _legal_on_plain_lead(position)


def _legal_on_trump_lead(position: _Position) -> set[str]:
    """A trump must be played unless there is none or all may be kept back (4.1; `ah_lead_fallback` 4.2)."""
    trumps = _trumps_held(position)
    if trumps and not _may_renege(position):
        return trumps
    plain_hearts = {card for card in position.hand - trumps if card[1] == "H"}
    if position.trick[0] == "AH" and position.options["ah_lead_fallback"] == "hearts" and plain_hearts:
        return trumps | plain_hearts
    return position.hand


def _legal_on_plain_lead(position: _Position) -> set[str]:
    """Who holds the suit follows it or trumps (4.1; `follow` and `ah_follows_hearts` 4.2)."""
    if position.options["follow"] == "none_on_plain":
        return position.hand
    suit = position.trick[0][1]
    following = position.hand & set(plain_order(suit, position.trump, position.options))
    if suit == "H" and position.options["ah_follows_hearts"]:
        following |= position.hand & {"AH"}
    if not following:
        return _legal_when_void(position)
    if position.options["follow"] == "strict":
        return following
    return following | _trumps_held(position)


def _legal_when_void(position: _Position) -> set[str]:
    """Who does not hold the plain suit led is free, or must trump if he can (4.1; `void` 4.2)."""
    trumps = _trumps_held(position)
    must_trump = {
        "free": False,
        "must_trump": bool(trumps),
        "must_trump_unless_only_privileged": not trumps <= _privileged(position),
    }
    return trumps if must_trump[str(position.options["void"])] else position.hand


def _may_renege(position: _Position) -> bool:
    """Say whether a player who holds trumps need not play one on a trump lead (4.1; `renege_scope` 4.2)."""
    kept_back = _may_be_kept_back(position)
    if position.options["renege_scope"] == "holder":
        return bool(kept_back) and _within_renege_limit(kept_back, position)
    return kept_back == _trumps_held(position) and _within_renege_limit(kept_back, position)


def _within_renege_limit(kept_back: set[str], position: _Position) -> bool:
    """Say whether the reneges before leave room for one more (`renege_limit_per_hand` 4.2, K24)."""
    if position.options["renege_limit_per_hand"] == "1_event":
        return not position.reneged
    if position.options["renege_limit_per_hand"] == "1_card":
        return len(kept_back.union(*position.reneged)) <= 1
    return True


def _may_be_kept_back(position: _Position) -> set[str]:
    """Give the privileged cards held that outrank the trump led (4.1; `renege_against`, `top_lead_forces_all` 4.2)."""
    led = position.trick[0]
    if position.options["top_lead_forces_all"] and led in _top_four(position.trump):
        return set()
    to_outrank = [led]
    if position.options["renege_against"] in ("lapse_trick", "lapse_hand"):
        to_outrank += position.trick
    if position.options["renege_against"] == "lapse_hand":
        to_outrank += position.earlier
    order = trump_order(position.trump, position.options, position.demoted)
    best = min(order.index(card) for card in to_outrank if card in order)
    return position.hand & _privileged(position) & set(order[:best])


def _privileged(position: _Position) -> set[str]:
    """Give the cards that may be withheld (P in 4.1; `privileged` 4.2); a demoted ace never may."""
    top, ace = _top_four(position.trump), "A" + position.trump
    privileged = {
        "5_J_AH": top,
        "with_trump_ace": top | {ace},
        "five_only": {"5" + position.trump},
        "none": set(),
    }[str(position.options["privileged"])]
    return privileged - {ace} if position.demoted else privileged


def _top_four(trump: str) -> set[str]:
    """Name the five, the jack, the ace of hearts and the joker (P in 4.1)."""
    return {"5" + trump, "J" + trump, "AH", "JK"}


def _trumps_held(position: _Position) -> set[str]:
    return {card for card in position.hand if _is_trump(card, position)}


def _is_trump(card: str, position: _Position) -> bool:
    return card in trump_order(position.trump, position.options)


# Spoil Five: the pool


def settle_pool(
    options: Options,
    *,
    seats: list[int],
    chairs: int,
    dealer: int,
    stake: int,
    pool_before: int,
    carried: bool,
    winners: list[int],
    jink_call: int | None = None,
    barred: Collection[int] = (),
) -> tuple[int | None, list[int], int]:
    """Give the winner of the pool, what each chair won or lost by the hand, and the pool after it (5.2, 5.3).

    `winners` are the seats that won the tricks, `jink_call` is the seat that declared a jink, `barred` are the seats
    that cannot win the pool.
    """
    stakes = _stakes(options, seats, dealer, stake, pool_before, carried)
    pool = pool_before + sum(stakes.values())
    settle = [-stakes.get(chair, 0) for chair in range(chairs)]
    won, jinked = _pool_winner(options, winners, jink_call, barred)
    if won is None:
        return None, settle, pool
    opponents = [seat for seat in seats if seat != won]
    bonus = _jink_bonus(options, pool, stake, len(opponents)) if jinked else 0
    for seat in opponents:
        settle[seat] -= bonus
    settle[won] += pool + bonus * len(opponents)
    return won, settle, 0


def _stakes(
    options: Options, seats: list[int], dealer: int, stake: int, pool_before: int, carried: bool
) -> dict[int, int]:
    """Say what each seat puts into the pool at this deal (5.2; `spoil_ante`, `dealer_extra`, `pool_cap` 7)."""
    stakes = {seat: _ante(options, stake, seat == dealer) if carried else stake for seat in seats}
    stakes[dealer] += _number(options, "dealer_extra")
    cap = options["pool_cap"]
    if carried and isinstance(cap, int) and pool_before + sum(stakes.values()) > cap:
        return dict.fromkeys(seats, 0)
    return stakes


def _ante(options: Options, stake: int, is_dealer: bool) -> int:
    """Say what a player puts to a pool that was carried over (5.2; `spoil_ante` 7)."""
    return {
        "dealer": stake if is_dealer else 0,
        "all": stake,
        "all_smaller": max(1, stake // 2),
        "none": 0,
    }[str(options["spoil_ante"])]


def _pool_winner(
    options: Options, winners: list[int], jink_call: int | None, barred: Collection[int]
) -> tuple[int | None, bool]:
    """Say who takes the pool, if anybody, and whether by a jink (5.2, 5.3); refuses a hand that is not decided."""
    needed = _number(options, "tricks_to_win")
    for played, seat in enumerate(winners, start=1):
        if seat in barred or winners[:played].count(seat) < needed:
            continue
        if played == needed and _jinks(options, seat, winners[played:], jink_call):
            return _jink_result(seat, winners)
        return seat, False
    if len(winners) < TRICKS_IN_A_HAND:
        raise ValueError("nobody has won the pool yet")
    return None, False


def _jinks(options: Options, seat: int, later_winners: list[int], jink_call: int | None) -> bool:
    """Say whether the winner of the first tricks tries for all five (5.3; `jink_mode` 7)."""
    if options["jink_mode"] == "by_playing_on":
        return bool(later_winners)
    return options["jink_mode"] == "declared" and jink_call == seat


def _jink_result(seat: int, winners: list[int]) -> tuple[int | None, bool]:
    """Say whether the jinker has won the pool or spoilt it (5.3); refuses a jink that is not decided."""
    if any(other != seat for other in winners):
        return None, False
    if len(winners) < TRICKS_IN_A_HAND:
        raise ValueError("the jink is not played out")
    return seat, True


def _jink_bonus(options: Options, pool: int, stake: int, opponents: int) -> int:
    """Say what each opponent pays to a jink that was made (5.3; `jink_reward` 7)."""
    return {
        "pool_plus_unit_each": 1,
        "pool_plus_stake_each": stake,
        "double_pool": (pool + opponents - 1) // opponents,
    }[str(options["jink_reward"])]


# Twenty-Five and Forty-Five: the points


def score_points(
    options: Options,
    *,
    sides: list[list[int]],
    dealer: int,
    before: list[int],
    winners: list[int],
    tricks: Sequence[Sequence[str]],
    trump: str,
    demoted: bool = False,
) -> tuple[list[int], list[int], int | None]:
    """Give the points of the hand, the totals after it, and the side that has won the game (5.4).

    `winners` are the seats that won the tricks, `tricks` the cards of each, which only the bonus needs. Tricks after
    the end of the game do not count.
    """
    takers = [_side_of(seat, sides) for seat in winners]
    dealing = _side_of(dealer, sides)
    if options["end_check"] == "each_trick" and options["bonus"] == "none" and options["hand_scoring"] == "per_trick":
        return _score_trick_by_trick(options, takers, dealing, before)
    if len(takers) < TRICKS_IN_A_HAND:
        raise ValueError("the hand is not over")
    bonus = _bonus_side(options, takers, tricks, trump_order(trump, options, demoted), _top_four(trump))
    points = _hand_points(options, takers, bonus, len(sides))
    totals = _add(before, points)
    return points, totals, _winner_after_hand(options, takers, bonus, dealing, before, totals)


def _score_trick_by_trick(
    options: Options, takers: list[int], dealing: int, before: list[int]
) -> tuple[list[int], list[int], int | None]:
    """Count tricks until the game is over or there are no more (5.4, "at once, mid-hand")."""
    points = [0] * len(before)
    for played, side in enumerate(takers, start=1):
        points[side] += POINTS_A_TRICK
        game = _winner_after_trick(options, _add(before, points), dealing, TRICKS_IN_A_HAND - played)
        if game is not None:
            return points, _add(before, points), game
    return points, _add(before, points), None


def _winner_after_trick(options: Options, totals: list[int], dealing: int, tricks_left: int) -> int | None:
    """Say which side has won the game in mid-hand (5.4, K34); a dealing side may have to wait for the others."""
    target = _number(options, "target")
    at_target = [side for side, total in enumerate(totals) if total >= target]
    if options["count_order"] != "non_dealer_first" or not at_target:
        return at_target[0] if at_target else None
    others = [side for side in at_target if side != dealing]
    if others:
        return others[0]
    others_best = max(total for side, total in enumerate(totals) if side != dealing)
    return None if others_best + POINTS_A_TRICK * tricks_left >= target else dealing


def _bonus_side(
    options: Options, takers: list[int], tricks: Sequence[Sequence[str]], order: list[str], top_four: set[str]
) -> int | None:
    """Say which side has the five points of the bonus (5.4, K33; `bonus`, `hand_scoring` 7)."""
    if options["bonus"] == "none" or options["hand_scoring"] == "majority_5_sweep_10":
        return None
    if options["bonus"] == "last_trick":
        return takers[-1]
    trumps = [card for trick in tricks for card in trick if card in order]
    if not trumps:
        return None
    best = min(trumps, key=order.index)
    if options["bonus"] == "highest_if_top_four" and best not in top_four:
        return None
    return next(side for side, trick in zip(takers, tricks, strict=True) if best in trick)


def _hand_points(options: Options, takers: list[int], bonus: int | None, sides: int) -> list[int]:
    """Count a hand of five tricks (5.4; `hand_scoring` 7)."""
    if options["hand_scoring"] == "majority_5_sweep_10":
        return [_majority_points(takers.count(side)) for side in range(sides)]
    gross = [POINTS_A_TRICK * takers.count(side) + (POINTS_A_TRICK if side == bonus else 0) for side in range(sides)]
    if options["hand_scoring"] == "net_difference":
        best, second = sorted(gross, reverse=True)[:2]
        return [best - second if points == best else 0 for points in gross]
    return gross


def _majority_points(tricks: int) -> int:
    """Score three or four tricks 5, all five 10 (5.4, the Bicycle count)."""
    if tricks == TRICKS_IN_A_HAND:
        return 10
    return 5 if tricks >= 3 else 0


def _winner_after_hand(
    options: Options, takers: list[int], bonus: int | None, dealing: int, before: list[int], totals: list[int]
) -> int | None:
    """Say which side has won the game after a hand (5.4, K34; `count_order` 7)."""
    target = _number(options, "target")
    at_target = [side for side, total in enumerate(totals) if total >= target]
    if len(at_target) < 2:
        return at_target[0] if at_target else None
    if options["count_order"] == "first_in_time":
        return _first_past_post(takers if bonus is None else [*takers, bonus], before, target)
    if options["count_order"] == "non_dealer_first":
        return _highest([side for side in at_target if side != dealing], totals)
    if options["count_order"] == "higher_total":
        return _highest(at_target, totals)
    raise ValueError(f"count_order={options['count_order']} belongs to auction games")


def _first_past_post(gains: list[int], before: list[int], target: int) -> int | None:
    """Say which side came to the target first, at five points a gain (5.4)."""
    totals = list(before)
    for side in gains:
        totals[side] += POINTS_A_TRICK
        if totals[side] >= target:
            return side
    return None


def _highest(candidates: list[int], totals: list[int]) -> int | None:
    """Say which of these sides has the most points, none if that is shared (5.4)."""
    best = max(totals[side] for side in candidates)
    leaders = [side for side in candidates if totals[side] == best]
    return leaders[0] if len(leaders) == 1 else None


def _side_of(seat: int, sides: list[list[int]]) -> int:
    return next(index for index, side in enumerate(sides) if seat in side)


def _add(totals: list[int], points: list[int]) -> list[int]:
    return [total + more for total, more in zip(totals, points, strict=True)]


def _number(options: Options, name: str) -> int:
    value = options[name]
    assert isinstance(value, int)
    return value
