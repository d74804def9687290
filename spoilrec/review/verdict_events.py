"""Verdicts on what is done besides playing cards: robs and the failure to rob, announcements, jinks, calls and draws.

Whoever holds the ace of trumps where nobody saw it cannot be known; then the ace is the card that decides.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from spoilrec.engine.events import Announce, Jink, Rob
from spoilrec.engine.knowledge import can_all_be_filled
from spoilrec.engine.position import UNKNOWN
from spoilrec.engine.rob import entitled, turned_ace
from spoilrec.record.tokens import place_name
from spoilrec.review.case import Case
from spoilrec.review.checks.auction import check_auction
from spoilrec.review.checks.draw import check_draw
from spoilrec.review.exchange import exchanges
from spoilrec.review.finding import Finding
from spoilrec.review.replay import Step
from spoilrec.review.verdict import Deed, Verdict
from spoilrec.review.verdict_worlds import unseen_of

_ROB_FAULTS: Final = {"rob-late": "late-rob", "rob-out-turn-up": "put-out-card", "rob-out-not-held": "put-out-card"}


def event_verdicts(case: Case) -> tuple[Verdict, ...]:
    """Judge everything but the plays that was done or was to be done, in the order of a hand."""
    if case.replay is None or case.rules is None:
        return ()
    found = [*_calls(case), *_draws(case)]
    if case.trump >= 0:
        if case.rules.game.goal != "auction":
            found += _robs(case)
            found += _announcements(case)
            found += (one for seat in case.setting.seats if (one := duty_of(case, seat)) and one.proven)
        found += _jinks(case)
    return tuple(found)


def _robs(case: Case) -> Iterator[Verdict]:
    for step in _steps(case, Rob):
        seat, ace = step.event.seat, step.before.facts.ace
        bare = Verdict(deed="rob", trick=0, seat=seat, stand="lawful", step=step, rules=("rob", "rob_window"))
        if step.refusal is not None:
            fault = _ROB_FAULTS.get(step.refusal.why, "false-rob")
            yield msgspec.structs.replace(
                bare, stand="unlawful", fault=fault, refusal=step.refusal, rules=step.refusal.rules
            )
        elif turned_ace(step.before):
            yield msgspec.structs.replace(bare, stand="lawful-by-form")
        elif entitled(step.before) == UNKNOWN and step.before.table.side_of[seat] >= 0:
            yield _by_the_ace(case, bare, "false-rob", held=True)
        else:
            yield msgspec.structs.replace(bare, card=ace)


def _by_the_ace(case: Case, bare: Verdict, fault: str, *, held: bool) -> Verdict:
    """Judge where nobody saw the ace of trumps; `held` says that having held it makes the deed right."""
    assert case.replay is not None
    ace = 1 << case.replay.first.facts.ace
    may, must = holding_of_the_ace(case, bare.seat)
    if may and not must:
        freeing, condemned = (ace, 0) if held else (0, ace)
        return msgspec.structs.replace(bare, stand="unknown", fault=fault, freeing=freeing, condemned=condemned)
    if may != held:
        return msgspec.structs.replace(bare, stand="unlawful", fault=fault)
    return msgspec.structs.replace(bare, stand="lawful")


def holding_of_the_ace(case: Case, seat: int) -> tuple[bool, bool]:
    """Say whether this seat may have been dealt the ace of trumps, which nobody saw, and whether it must have been."""
    assert case.replay is not None
    ace, unseen = case.replay.first.facts.ace, unseen_of(case)
    if unseen is None:
        return bool(case.replay.first.unseen[seat]), False
    slots = [slot for one in unseen.slots for slot in one]
    without = can_all_be_filled([slot.may_be & ~(1 << ace if slot.seat == seat else 0) for slot in slots])
    for nth, slot in enumerate(slots):
        others = [one.may_be & ~(1 << ace) for place, one in enumerate(slots) if place != nth]
        if slot.seat == seat and slot.may_be >> ace & 1 and can_all_be_filled(others):
            return True, not without
    return False, False


def _announcements(case: Case) -> Iterator[Verdict]:
    for step in _steps(case, Announce):
        bare = Verdict(
            deed="announcement", trick=0, seat=step.event.seat, stand="lawful", step=step, rules=("announce_ace",)
        )
        if step.refusal is not None:
            yield msgspec.structs.replace(
                bare, stand="unlawful", fault="false-announcement", refusal=step.refusal, rules=step.refusal.rules
            )
        elif entitled(step.before) == UNKNOWN:
            yield _by_the_ace(case, bare, "false-announcement", held=True)
        else:
            yield bare


def duty_of(case: Case, seat: int) -> Verdict | None:
    """Judge that a seat neither robbed nor announced the ace; `None` where it did, or no card was played."""
    replay, rules = case.replay, case.rules
    if replay is None or rules is None or case.trump < 0 or rules.game.goal == "auction":
        return None
    played, options = replay.last.winners or replay.last.trick, rules.options
    done = any(who == seat for who, _ in case.reading.robs) or case.reading.announcer == seat
    if done or not played or seat not in case.setting.seats:
        return None
    forced = options.rob == "forced"
    word = options.rob != "off" and options.announce_ace != "none" and not turned_ace(replay.first)
    bare = Verdict(
        deed="no-rob" if forced or not word else "no-announcement",
        trick=0, seat=seat, stand="lawful-by-form", card=replay.first.facts.ace,
        rules=("rob", "rob_failure") if forced or not word else ("announce_ace", "rob_failure"),
    )  # fmt: skip
    who = entitled(replay.first)
    if not (forced or word) or (who != UNKNOWN and who != seat) or (who == UNKNOWN and case.reading.robs):
        return bare
    fault = "missed-rob" if forced else "missed-announcement"
    if who == seat:
        return msgspec.structs.replace(bare, stand="unlawful", fault=fault)
    return _by_the_ace(case, bare, fault, held=False)


def _jinks(case: Case) -> Iterator[Verdict]:
    for step in _steps(case, Jink):
        trick = case.reading.jinks[0][1]
        bare = Verdict(
            deed="jink", trick=trick, seat=step.event.seat, stand="lawful-by-form", step=step, rules=("jink_mode",)
        )
        if step.refusal is not None:
            yield msgspec.structs.replace(
                bare, stand="unlawful", fault="false-jink", refusal=step.refusal, rules=step.refusal.rules
            )
        elif UNKNOWN in step.before.winners:
            yield msgspec.structs.replace(bare, stand="unknown", fault="false-jink", open="winner")
        else:
            yield bare


def _steps(case: Case, kind: type[Rob] | type[Announce] | type[Jink]) -> Iterator[Step]:
    assert case.replay is not None
    return (step for step in case.replay.steps if isinstance(step.event, kind))


# Calls and draws: their findings have the words already


def _calls(case: Case) -> Iterator[Verdict]:
    """One verdict for each seat that called: its first call that was not allowed, or none."""
    found = list(check_auction(case))
    for seat in dict.fromkeys(seat for seat, _ in case.reading.auction.calls):
        yield _by_findings("bid", "false-bid", seat, found, ("SR31",))


def _draws(case: Case) -> Iterator[Verdict]:
    assert case.replay is not None and case.rules is not None
    if case.rules.game.goal != "auction" or case.trump < 0:
        return
    found = list(check_draw(case))
    for seat, _ in case.reading.robs[:1]:
        yield _by_findings("rob", "false-rob", seat, found, ("SR326", "SR305"))
    for one in exchanges(case.replay.first.table, case.reading):
        yield _by_findings("draw", "false-draw", one.seat, found, ("SR321", "SR322", "SR323"))


_RULES: Final[dict[Deed, tuple[str, ...]]] = {
    "bid": ("bids", "hold", "bid_rounds", "min_bid_at_100", "all_pass", "bunker"),
    "draw": ("draw", "kitty"),
    "rob": ("dealer_takes_turnup",),
}  # fmt: skip


def _by_findings(deed: Deed, fault: str, seat: int, found: list[Finding], codes: tuple[str, ...]) -> Verdict:
    at = place_name(0, seat)
    told = next((one for one in found if one.at == at and one.code.startswith(codes)), None)
    bare = Verdict(deed=deed, trick=0, seat=seat, stand="lawful-by-form", rules=_RULES[deed])
    if told is None:
        return bare
    sentence = f"{told.message} {told.remedy}".strip()
    return msgspec.structs.replace(bare, stand="unlawful", fault=fault, told=sentence, rules=_named(told, deed))


def _named(told: Finding, deed: Deed) -> tuple[str, ...]:
    """The options that the finding itself names."""
    said = str(told.facts.get("rules", "")).partition(": ")[2].split(", ")
    return tuple(name for name in _RULES[deed] if name in said)
