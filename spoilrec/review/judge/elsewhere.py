"""What other rules would say of the same deed: every other preset, and every other value of each option that decides.

Only the options that concern the deed are taken from another preset: the legality of plays is the same
question in every game of the family, its scoring is not. The pack is a fact and stays as it is.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from spoilrec.review.case import Case
from spoilrec.review.replay import replay_hand
from spoilrec.review.setting import Rules
from spoilrec.review.verdict import Deed, Stand, Verdict, play_verdicts
from spoilrec.review.verdict_events import duty_of, event_verdicts
from spoilrec.rules.cards import ACE_OF_HEARTS, UNSEEN, Suit
from spoilrec.rules.options import Option, Options, check_value, describe_options, value_name
from spoilrec.rules.order import TRUMP_LED, facts, facts_of_suit
from spoilrec.rules.presets import Preset, presets

_MOST_HANDS: Final = 150
"""There are some twenty other rules: so many hands are tried by each before it leaves a question open."""
_FOLLOWING: Final = (
    "follow", "void", "privileged", "renege_against", "renege_scope", "renege_limit_per_hand", "top_lead_forces_all",
    "ah_lead_fallback", "ah_follows_hearts",
)  # fmt: skip
_ROBBING: Final = ("rob", "rob_window", "turned_ace_entry", "announce_ace", "rob_failure", "false_rob")
_CONCERNED: Final[dict[Deed, tuple[str, ...]]] = {
    "play": (*_FOLLOWING, "top_trumps", "black_trump", "plain_order"),
    "rob": _ROBBING, "no-rob": _ROBBING, "announcement": _ROBBING, "no-announcement": _ROBBING,
    "jink": ("jink_mode", "tricks_to_win"),
    "bid": ("bids", "hold", "bid_rounds", "min_bid_at_100", "all_pass", "bunker"),
    "draw": ("draw", "kitty"),
}  # fmt: skip
_OF_AUCTIONS: Final = ("dealer_takes_turnup", "dealer_searches_stock")


class Elsewhere(msgspec.Struct, frozen=True):
    """The verdict by other rules: `source` is a preset, or an option with another value."""

    preset: str
    option: str
    value: str
    verdict: Verdict
    options: Options


class Others:
    """Judges one hand by other rules; what was played again once is not played again for the next place."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._cases: dict[Options, Case] = {}
        self._plays: dict[Options, tuple[Verdict, ...]] = {}

    def by_presets(self, verdict: Verdict) -> tuple[Elsewhere, ...]:
        """Judge a deed by every other preset to which it means something."""
        own = self._rules.name.split(" ")[0]
        names = _names(self.case, verdict.deed)
        found = []
        for preset in presets():
            if _knows(preset, names) and (preset.name != own or self._rules.name != own):
                options = _with(self._rules.options, names, preset.options)
                found.append(Elsewhere(preset.name, "", "", self.judged(verdict, options), options))
        return tuple(found)

    def by_options(self, verdict: Verdict) -> tuple[Elsewhere, ...]:
        """Judge a deed by every other value of the options that concern it, one at a time."""
        found = []
        for option in self._deciding(verdict):
            now = getattr(self._rules.options, option.name)
            for name in option.values_in(self._rules.game.name):
                if name not in ("n", value_name(now)):
                    options = msgspec.structs.replace(self._rules.options, **{option.name: _typed(option, name)})
                    found.append(Elsewhere("", option.name, name, self.judged(verdict, options), options))
        return tuple(found)

    @property
    def _rules(self) -> Rules:
        assert self.case.rules is not None
        return self.case.rules

    def _deciding(self, verdict: Verdict) -> Iterator[Option]:
        """Those that concern a lead of this kind; where the deed is no play, all that concern it."""
        names = _names(self.case, verdict.deed)
        if verdict.deed == "play":
            names = options_of_lead(verdict)
        return (option for option in describe_options() if option.name in names)

    def judged(self, verdict: Verdict, options: Options) -> Verdict:
        """Judge the same deed by these options."""
        if options == self._rules.options:
            return verdict
        case = self._case(options)
        if verdict.deed == "play":
            if options not in self._plays:
                self._plays[options] = play_verdicts(case, _MOST_HANDS)
            return same_deed(self._plays[options], verdict)
        if verdict.deed in ("no-rob", "no-announcement"):
            return duty_of(case, verdict.seat) or verdict
        return same_deed(event_verdicts(case), verdict)

    def _case(self, options: Options) -> Case:
        if options not in self._cases:
            self._cases[options] = _by(self.case, options)
        return self._cases[options]


def _by(case: Case, options: Options) -> Case:
    assert case.rules is not None and case.replay is not None
    tables = facts_of_suit(options, case.replay.first.facts.trump) if case.trump >= 0 else facts(options)
    rules = Rules(case.rules.name, case.rules.game, options, tables)
    table = msgspec.structs.replace(case.replay.first.table, facts=tables)
    replay = replay_hand(table, max(case.trump, 0), case.played)
    return msgspec.structs.replace(case, rules=rules, replay=replay)


def same_deed(verdicts: tuple[Verdict, ...], wanted: Verdict) -> Verdict:
    """Find the verdict on the same deed; where these rules do not come so far, that it cannot be judged."""
    for one in verdicts:
        if (one.deed, one.place) == (wanted.deed, wanted.place):
            return one
    stand: Stand = "not-judged"
    return msgspec.structs.replace(wanted, stand=stand, fault="", condemned=0, freeing=0, together=(), open="hand")


def options_of_lead(verdict: Verdict) -> tuple[str, ...]:
    """The options that can decide about an answer to such a lead; none for a lead."""
    step = verdict.step
    if step is not None and verdict.fault in ("lead-out-of-turn", "play-out-of-turn"):
        return ("black_trump", "plain_order", "top_trumps")  # they say who took the trick before
    if step is None or not step.before.trick or verdict.open == "card":
        return ()
    before = step.before
    if before.led >= UNSEEN:
        return _FOLLOWING
    lead = before.facts.lead_class[before.led]
    if lead != TRUMP_LED:
        return ("follow", "void", *(("ah_follows_hearts",) if lead == Suit.HEARTS else ()))
    trump_lead = ("privileged", "renege_against", "renege_scope", "renege_limit_per_hand", "top_lead_forces_all")
    is_ace_of_hearts = before.led == ACE_OF_HEARTS and before.facts.trump != Suit.HEARTS
    return (*trump_lead, "top_trumps", *(("ah_lead_fallback",) if is_ace_of_hearts else ()))


def _names(case: Case, deed: Deed) -> tuple[str, ...]:
    auction = case.rules is not None and case.rules.game.goal == "auction"
    return _OF_AUCTIONS if deed == "rob" and auction else _CONCERNED[deed]


def _knows(preset: Preset, names: tuple[str, ...]) -> bool:
    """Whether the first of these options means something in the preset's game."""
    return any(option.name == names[0] and preset.game.name in option.games for option in describe_options())


def _with(options: Options, names: tuple[str, ...], other: Options) -> Options:
    return msgspec.structs.replace(options, **{name: getattr(other, name) for name in names})


def _typed(option: Option, name: str) -> object:
    """The value that has this name."""
    for value in ({"true": True, "false": False}.get(name), name, int(name) if name.isdigit() else None):
        try:
            return check_value(option.name, value)
        except msgspec.ValidationError:
            continue
    raise ValueError(name)
