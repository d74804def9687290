"""Named rule sets: `name/version`, frozen for ever; a change of meaning is a new version.

A record names one preset and lists the options in which its table differs. A plain name is what
the four source documents say where they agree; `-guide` is one document to the letter; `-book`
the printed authorities (rules.md 7.1).
"""

from functools import cache
from typing import Final

import msgspec

from spoilrec.rules.games import Game, game_named
from spoilrec.rules.options import Options


class Preset(msgspec.Struct, frozen=True):
    """A named rule set: its game, its options, what it stands for and who says so."""

    name: str
    game: Game
    meaning: str
    source: str
    options: Options


_TWENTY_FIVE: Final[dict[str, object]] = {"sides": "any", "target": 25}
_FORTY_FIVE: Final[dict[str, object]] = {
    "sides": "any", "announce_ace": "required_or_demoted", "rob_failure": "ace_demoted", "ah_lead_fallback": "hearts", "target": 45,
    "end_check": "end_of_hand", "count_order": "higher_total", "bonus": "highest_trump",
}  # fmt: skip
_AUCTION: Final[dict[str, object]] = {
    "sides": "partners", "trump_by": "bidder", "rob": "off", "target": 120, "end_check": "end_of_hand", "count_order": "bidder_first",
    "bonus": "highest_trump",
}  # fmt: skip
_AUCTION_SEED: Final[dict[str, object]] = {
    **_AUCTION, "packets": "3-2", "jink_mode": "declared", "jink_points": "60/-60", "hold": "closes", "bid_rounds": "once",
    "draw": "keep_one_trump", "revoke_penalty": "lose_bid",
}  # fmt: skip
_HUNDRED_AND_TEN: Final[dict[str, object]] = {
    **_AUCTION, "joker": "3rd", "packets": "one-by-one", "sides": "any", "target": 110, "count_order": "goer_then_first_past_post",
    "jink_mode": "bid_30", "bids": "10-30", "hold": "caller_only", "bunker": "below_-30", "kitty": "dummy5", "draw": "keep_n",
    "first_lead": "left_of_bidder", "tie": "first_past_post",
}  # fmt: skip

# name, game, what it stands for, source, the options in which it differs from the defaults
_ROWS: Final[tuple[tuple[str, str, str, str, dict[str, object]], ...]] = (
    ("spoil-five/1", "spoil-five", "Spoil Five as the four documents have it where they agree", "S0, S1; PAG",
     {"spoil_ante": "all", "jink_mode": "declared"}),
    ("spoil-five-guide/1", "spoil-five", "The long Spoil Five guide to the letter", "S0",
     {"rob_window": "before_first_lead", "void": "must_trump", "renege_against": "lapse_hand", "spoil_ante": "all", "jink_mode": "declared"}),
    ("spoil-five-short/1", "spoil-five", "The short Spoil Five guide to the letter", "S1",
     {"follow": "strict", "announce_ace": "required_no_penalty"}),
    ("spoil-five-book/1", "spoil-five", "Spoil Five in the printed books: forced rob, void must trump, jink by playing on", "PEEL, EB",
     {"packets": "2-3", "rob": "forced", "turned_ace_entry": "at_own_turn", "rob_failure": "cannot_win_pool", "false_rob": "cannot_win_pool",
      "void": "must_trump", "spoil_ante": "all_smaller", "dealer_extra": 1, "jink_reward": "pool_plus_stake_each", "misdeal_penalty": "forfeit_stake"}),
    ("twenty-five/1", "twenty-five", "Twenty-Five, singles or sides, first past the post", "PAG; S2", _TWENTY_FIVE),
    ("twenty-five-guide/1", "twenty-five", "The Twenty-Five guide to the letter: sides only, follow suit", "S2",
     {**_TWENTY_FIVE, "sides": "partners", "follow": "strict", "count_order": "non_dealer_first", "plain_order": "ad_below_jack"}),
    ("forty-five/1", "forty-five", "Forty-Five with five for the best trump, totals at the end of the hand", "W45; BIC", _FORTY_FIVE),
    ("auction-forty-fives/1", "auction-forty-fives", "Auction Forty-Fives as the documents have it, with follow or trump", "S4; BIC",
     {**_AUCTION_SEED}),
    ("auction-forty-fives-guide/1", "auction-forty-fives", "The Auction Forty-Fives guide to the letter", "S4",
     {**_AUCTION_SEED, "follow": "strict", "renege_limit_per_hand": "1_event"}),
    ("auction-forty-fives-book/1", "auction-forty-fives", "Auction Forty-Fives in the printed books", "BIC, BAR",
     {**_AUCTION, "jink_mode": "bid_30", "min_bid_at_100": 20, "first_lead": "left_of_bidder"}),
    ("hundred-and-ten/1", "hundred-and-ten", "110 with the joker, as one widely played program has it", "DAI", _HUNDRED_AND_TEN),
    ("maw/1", "maw", "Maw: cards, order of trumps and robbing only", "GPL", {"sides": "any"}),
    ("hoss/1", "hoss", "Hoss for three, unverified", "S4 (one sentence)", {**_AUCTION_SEED, "sides": "singles"}),
)  # fmt: skip

PRESET_NAMES: Final = tuple(row[0] for row in _ROWS)


@cache
def preset_named(name: str) -> Preset:
    """Give a preset by its `name/version`; `KeyError` where there is none."""
    for row_name, game, meaning, source, changes in _ROWS:
        if row_name == name:
            return Preset(name, game_named(game), meaning, source, msgspec.convert(changes, Options))
    raise KeyError(name)


def presets() -> tuple[Preset, ...]:
    """List all presets in the order of their games."""
    return tuple(preset_named(name) for name in PRESET_NAMES)
