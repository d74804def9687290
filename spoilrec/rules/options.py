"""House rules: every option of the family, its values, what they mean and who says so.

This is the one place where an option is described; the JSON Schema, `explain`, `rules` and the
README table are made from it. The default of each field is that of `spoil-five/1` where the
option concerns Spoil Five. Source letters are spelled out in `sources`; K numbers are the
contradictions between the sources that had to be decided.
"""

from functools import cache
from typing import Annotated, Any, Final, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta

POOL: Final = ("spoil-five",)
POINTS: Final = ("twenty-five", "forty-five")
TURN_UP: Final = (*POOL, *POINTS, "maw")
AUCTION: Final = ("auction-forty-fives", "hundred-and-ten", "hoss")
SCORED: Final = (*POINTS, *AUCTION)
ALL: Final = (*TURN_UP, *AUCTION)

Whole = Annotated[int, Meta(ge=0, le=1_000_000)]
Positive = Annotated[int, Meta(ge=1, le=1_000_000)]


def says(
    meaning: str,
    source: str,
    games: tuple[str, ...],
    values: dict[str, str],
    only: dict[str, tuple[str, ...]] | None = None,
) -> Meta:
    """Describe an option: what it decides, who says so, which games have it, what each value means.

    `only` names the games of a value that not all of them know.
    """
    schema = {"x-values": values, "x-source": source, "x-games": list(games)}
    extra = {"source": source, "games": games, "values": values, "only": only or {}}
    return Meta(description=meaning, extra=extra, extra_json_schema=schema)


# fmt: off
class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of one table: one field for every house rule, hashable, never changed."""

    # Rank of the cards
    joker: Annotated[Literal["none", "3rd", "4th"], says(
        "Whether a joker is in the pack, and its place among the trumps; it is always a trump and may be kept back.",
        "3rd: DAI, SEA; 4th: W45", ALL,
        {"none": "52 cards", "3rd": "third-best trump, above the ace of hearts", "4th": "fourth-best trump, below the ace of hearts"},
    )] = "none"
    black_trump: Annotated[Literal["reversed", "red_like"], says(
        "The order of the small clubs and spades when they are trumps.", "S1 (beginners' variant), K10", ALL,
        {"reversed": "2 is high, 10 is low", "red_like": "10 is high, 2 is low, as in diamonds"},
    )] = "reversed"
    plain_order: Annotated[Literal["standard", "natural", "ace_high", "ad_below_jack"], says(
        "The order of the suits that are not trumps.", "PEEL, SEA, S4 (K06), S2 (K03)", ALL,
        {"standard": "red K Q J 10 ... 2 A, black K Q J A 2 ... 10", "natural": "every suit K Q J 10 ... 2 A",
         "ace_high": "A K Q J, then red 10 ... 2, black 2 ... 10; hearts without the ace",
         "ad_below_jack": "as standard, but the ace of diamonds ranks just below the jack"},
    )] = "standard"
    top_trumps: Annotated[Literal["5-J-AH", "5-AH-A-J"], says(
        "The order of the best trumps.", "all but COT", ALL,
        {"5-J-AH": "five, jack, ace of hearts, ace of trumps", "5-AH-A-J": "five, ace of hearts, ace of trumps, jack (Cotton 1674)"},
    )] = "5-J-AH"

    # Deal and sides
    packets: Annotated[Literal["free", "2-3", "3-2", "4-1", "one-by-one"], says(
        "How the five cards are dealt; no record shows it, so it is never judged.", "all; K13", ALL,
        {"free": "as the table likes", "2-3": "two, then three", "3-2": "three, then two", "4-1": "four, then one", "one-by-one": "single cards"},
    )] = "free"
    sides: Annotated[Literal["any", "singles", "partners", "2x2", "2x3", "3x2", "3x3", "4x2", "5x2"], says(
        "Who plays with whom: number of sides x players a side.", "PAG, WOLD, S2; K11, K12", ALL,
        {"any": "singles or equal sides", "singles": "every player for himself", "partners": "equal sides, no singles", "2x2": "two pairs",
         "2x3": "two sides of three", "3x2": "three pairs", "3x3": "three sides of three", "4x2": "four pairs", "5x2": "five pairs"},
    )] = "singles"
    trump_by: Annotated[Literal["turn_up", "bidder"], says(
        "What decides trumps.", "all", ALL, {"turn_up": "the card turned after the deal", "bidder": "whoever wins the auction names them"},
    )] = "turn_up"
    fiving: Annotated[Literal["off", "on"], says(
        "Whether the non-dealer may ask the dealer to turn another card, once a hand (two players or two sides).", "PEEL", TURN_UP,
        {"off": "the first turn-up stands", "on": "the dealer may grant another turn-up"},
    )] = "off"

    # Robbing
    rob: Annotated[Literal["optional", "forced", "off"], says(
        "Whether the holder of the ace of trumps (or the dealer who turned it) may take the turn-up for a card of his own.",
        "optional: S0, S1, S2, PAG; forced: PEEL, EB (K18); off: S2, NS kitty games", TURN_UP,
        {"optional": "he may", "forced": "he must, or `rob_failure` follows", "off": "nobody may; the turn-up is dead"},
    )] = "optional"
    rob_window: Annotated[Literal["own_first_play", "before_first_lead"], says(
        "Until when the holder of the ace may rob.", "own_first_play: S1, PEEL, EB, WOLD, W45, PAG; before_first_lead: S0, S2", TURN_UP,
        {"own_first_play": "before he plays his own first card", "before_first_lead": "before the first card is led"},
    )] = "own_first_play"
    turned_ace_entry: Annotated[Literal["immediately", "at_own_turn", "after_first_trick"], says(
        "When a turned-up ace that the dealer robs comes into his hand; he lays a card out before the first lead in any case (K15).",
        "EB, W45; PEEL; BIC", TURN_UP,
        {"immediately": "at once", "at_own_turn": "at his turn in the first trick", "after_first_trick": "after the first trick"},
    )] = "immediately"
    announce_ace: Annotated[Literal["none", "required_no_penalty", "required_or_demoted"], says(
        "Whether a holder of the ace of trumps who does not rob must say that he has it (K17).", "PAG; S1; BIC, WOLD, W45", TURN_UP,
        {"none": "no", "required_no_penalty": "yes, without a penalty", "required_or_demoted": "yes, or the ace is the lowest trump for the hand"},
    )] = "none"
    rob_failure: Annotated[Literal["lose_right", "cannot_win_pool", "ace_demoted", "both"], says(
        "What follows where robbing is forced and was not done, or the ace had to be announced and was not.", "PAG; PEEL, EB; BIC, W45; WOLD", TURN_UP,
        {"lose_right": "only the right to rob is lost", "cannot_win_pool": "he cannot win the pool in this hand",
         "ace_demoted": "his ace is the lowest trump and cannot be kept back", "both": "he cannot win the pool and his ace is the lowest trump"},
    )] = "lose_right"
    false_rob: Annotated[Literal["report", "cannot_win_pool", "fine_four"], says(
        "What follows when somebody robs without the ace.", "PEEL, GPL 6", TURN_UP,
        {"report": "it is reported", "cannot_win_pool": "he cannot win the pool in this hand", "fine_four": "a fine of four, by a ruling"},
    )] = "report"
    dealer_takes_turnup: Annotated[Literal["off", "if_trump"], says(
        "Whether the dealer of an auction game may take a turned card that is a trump (K19).", "S4", AUCTION,
        {"off": "no", "if_trump": "yes, for a card of his own"},
    )] = "off"
    dealer_searches_stock: Annotated[Literal["off", "on"], says(
        "Whether the dealer may look through the stock and take the trumps in it (K19).", "BAR", AUCTION, {"off": "no", "on": "yes"},
    )] = "off"

    # Following suit and reneging
    follow: Annotated[Literal["follow_or_trump", "strict", "none_on_plain"], says(
        "What a player who holds the suit may do when a plain suit is led (K20).",
        "follow_or_trump: S0, PAG, BIC, EB, W45, DAI; strict: S1, S2, S4; none_on_plain: SEA", ALL,
        {"follow_or_trump": "follow suit or trump", "strict": "follow suit", "none_on_plain": "anything; only a trump lead binds"},
    )] = "follow_or_trump"
    void: Annotated[Literal["free", "must_trump", "must_trump_unless_only_privileged"], says(
        "What a player without the plain suit led must do (K22).",
        "free: S1, PAG, BIC, BAR, W45, DAI; must_trump: S0, EB; third: scullbeg24", ALL,
        {"free": "anything", "must_trump": "trump if he can",
         "must_trump_unless_only_privileged": "trump if he can, unless he holds only trumps that may be kept back"},
    )] = "free"
    privileged: Annotated[Literal["5_J_AH", "five_only", "with_trump_ace", "none"], says(
        "Which trumps may be kept back when a lower trump is led (the joker too where it is in the pack, except under five_only and none).",
        "5_J_AH: all; five_only: Irish 45; with_trump_ace: EOI; none: SEA", ALL,
        {"5_J_AH": "five, jack and ace of hearts", "five_only": "the five", "with_trump_ace": "five, jack, ace of hearts and ace of trumps", "none": "no trump"},
    )] = "5_J_AH"
    renege_against: Annotated[Literal["led_card", "lapse_trick", "lapse_hand"], says(
        "When the right to keep a trump back is lost (K21).", "led_card: PAG, DAI; the others: S0", ALL,
        {"led_card": "only by a higher trump led", "lapse_trick": "also by a higher trump played earlier in this trick",
         "lapse_hand": "also by a higher trump played earlier in this hand"},
    )] = "led_card"
    renege_scope: Annotated[Literal["all_trumps_privileged", "holder"], says(
        "Whose hand is freed by a trump that may be kept back (K25).", "S1, PAG; S0, S2, S4 taken literally", ALL,
        {"all_trumps_privileged": "only a hand in which every trump may be kept back", "holder": "any hand with such a trump"},
    )] = "all_trumps_privileged"
    renege_limit_per_hand: Annotated[Literal["none", "1_event", "1_card"], says(
        "How often a player may renege in one hand (K24).", "S4", ALL,
        {"none": "as often as he can", "1_event": "once", "1_card": "as often as he likes, but keeping back one and the same card"},
    )] = "none"
    top_lead_forces_all: Annotated[bool, says(
        "Whether a lead of the five, jack, ace of hearts or joker calls out every trump.", "BDC", ALL,
        {"false": "a higher trump may still be kept back", "true": "nothing may be kept back from such a lead"},
    )] = False
    ah_lead_fallback: Annotated[Literal["any", "hearts"], says(
        "What a player who plays no trump on a lead of the ace of hearts must play.", "W45, WOR", ALL,
        {"any": "anything", "hearts": "a heart, if he has one and hearts are not trumps"},
    )] = "any"
    ah_follows_hearts: Annotated[bool, says(
        "Whether the ace of hearts also answers a lead of plain hearts (K26).", "PET", ALL,
        {"false": "it is a trump and no heart", "true": "it must be played if it is the only heart"},
    )] = False

    # Pool games
    tricks_to_win: Annotated[Literal[2, 3, 4], says(
        "How many tricks win the pool.", "PEEL (2 with five or more), PAR (4 with three)", POOL,
        {"2": "two", "3": "three", "4": "four"},
    )] = 3
    spoil_ante: Annotated[Literal["dealer", "all", "all_smaller", "none"], says(
        "Who puts in a stake after a spoil or a failed jink (K31).", "dealer: PAR, S1; all: S0, PAR; all_smaller: EB", POOL,
        {"dealer": "the new dealer", "all": "everybody", "all_smaller": "everybody, half a stake (rounded down, at least 1)", "none": "nobody"},
    )] = "dealer"
    dealer_extra: Annotated[Whole, says(
        "Chips the dealer adds at every deal, won or spoilt.", "PEEL, WOLD", POOL, {"0": "none", "n": "so many chips"},
    )] = 0
    pool_cap: Annotated[Positive | Literal["none"], says(
        "The agreed most that may lie in the pool; stakes that would take it higher are not put in.", "WOLD", POOL,
        {"none": "no limit", "n": "so many chips"},
    )] = "none"
    jink_mode: Annotated[Literal["by_playing_on", "declared", "off", "bid_30"], says(
        "How all five tricks are tried for, by who has won the pool or by the bidder (K29, K38).", "PEEL, PAR, FOS, S1; S0, S4; S0; BIC, DAI", (*POOL, *AUCTION),
        {"by_playing_on": "leading on when the pool is won is the jink",
         "declared": "it must be said: with the pool won, before the next lead; by the bidder's side, before the first lead and with a bid of 20 or more",
         "off": "there is no jink; playing on costs nothing", "bid_30": "a bid of 30 is the jink"},
        {"by_playing_on": POOL, "bid_30": AUCTION},
    )] = "by_playing_on"
    jink_reward: Annotated[Literal["pool_plus_unit_each", "pool_plus_stake_each", "double_pool"], says(
        "What a jink that is made earns (K28).", "FOS, S1; PEEL, PAR; S0 in parts", POOL,
        {"pool_plus_unit_each": "the pool and 1 chip from each opponent", "pool_plus_stake_each": "the pool and a stake from each opponent",
         "double_pool": "the pool, and as much again from the opponents in equal parts, rounded up"},
    )] = "pool_plus_unit_each"

    # Point games and auction games
    jink_points: Annotated[Literal["60/-30", "60/-60", "30/-30"], says(
        "What a jink earns when made and costs when lost (K38).", "BIC, DAI; S4", AUCTION,
        {"60/-30": "60 made, 30 lost", "60/-60": "60 either way", "30/-30": "30 either way"},
    )] = "60/-30"
    target: Annotated[Annotated[int, Meta(ge=5, le=1000)], says(
        "Points that win the game.", "PAG, S2 (15), W45, BIC, S4 (60, 100), DAI", SCORED, {"n": "so many points"},
    )] = 25
    end_check: Annotated[Literal["each_trick", "end_of_hand"], says(
        "When somebody who has reached the target has won.", "PAG; W45, BIC", SCORED,
        {"each_trick": "at once, in the middle of the hand", "end_of_hand": "when the hand is over"},
    )] = "each_trick"
    count_order: Annotated[Literal["first_in_time", "non_dealer_first", "higher_total", "bidder_first", "goer_then_first_past_post"], says(
        "Whose points count first when several reach the target in one hand (K34).", "PAG; S2; W45; S4, NCA; DAI", SCORED,
        {"first_in_time": "who got there first, trick by trick", "non_dealer_first": "a side that did not deal", "higher_total": "the higher total",
         "bidder_first": "the side that named trumps (without an auction: the higher total)",
         "goer_then_first_past_post": "the side that named trumps, then who got there first (without an auction: the higher total)"},
    )] = "first_in_time"
    bonus: Annotated[Literal["none", "highest_trump", "last_trick", "highest_if_top_four"], says(
        "Five points more for one trick (K33, K39).", "PAG; S2, S4, W45, BIC; S0; Irish 45", SCORED,
        {"none": "no", "highest_trump": "the trick with the highest trump played", "last_trick": "the last trick",
         "highest_if_top_four": "the trick with the highest trump played, if that is the five, jack, joker or ace of hearts"},
    )] = "none"
    hand_scoring: Annotated[Literal["per_trick", "majority_5_sweep_10", "net_difference"], says(
        "How the tricks of a hand are counted.", "PAG, W45; BIC; BIC", POINTS,
        {"per_trick": "five points a trick", "majority_5_sweep_10": "5 for three or four tricks, 10 for all five",
         "net_difference": "the winner counts his points less the best other side's, the others nothing"},
    )] = "per_trick"
    double_stake_for_five: Annotated[Literal["off", "on"], says(
        "Whether all five tricks by a side without an earlier score win the game at double stakes.", "PAG", POINTS,
        {"off": "no", "on": "yes; it is reported, the format holds no money of point games"},
    )] = "off"
    five_tricks: Annotated[Literal["counted", "win_game"], says(
        "Whether all five tricks of a hand win the game outright.", "infomutt (Irish Forty-Five)", POINTS,
        {"counted": "no, they count as other tricks do", "win_game": "yes; the totals before the hand carry over into the next game"},
    )] = "counted"
    bids: Annotated[Literal["15-30", "20-30", "10-30", "15-60"], says(
        "The ladder of bids, in fives.", "S4, BIC; JIT; DAI; BDC", AUCTION,
        {"15-30": "15 20 25 30", "20-30": "20 25 30", "10-30": "10 15 20 25 30", "15-60": "15 20 25 30 and 60 (30 for 60)"},
    )] = "15-30"
    min_bid_at_100: Annotated[Literal["none", 20], says(
        "The least bid of a side with 100 or more points.", "BIC", AUCTION, {"none": "as everybody's", "20": "20"},
    )] = "none"
    hold: Annotated[Literal["reopens", "caller_only", "closes", "none"], says(
        "What happens when the dealer matches the standing bid (K37).", "BIC, BAR, JIT; DAI; S4; ZIN", AUCTION,
        {"reopens": "all who have not passed may raise", "caller_only": "only the matched caller may raise", "closes": "the auction is over", "none": "he may not"},
    )] = "reopens"
    bid_rounds: Annotated[Literal["once", "until_passed"], says(
        "How often each player may bid (K37).", "S4; BAR, JIT, SEA", AUCTION, {"once": "once", "until_passed": "until all but one have passed"},
    )] = "until_passed"
    all_pass: Annotated[Literal["next_dealer", "dealer_forced_15", "same_dealer_max3", "dealer_partner_min"], says(
        "What happens when everybody passes.", "S4, DAI; ZIN, NCA, BDC; SEA; S4 house rule", AUCTION,
        {"next_dealer": "the hand is void, the next dealer deals", "dealer_forced_15": "the dealer must bid 15",
         "same_dealer_max3": "the same dealer deals again, three times at most", "dealer_partner_min": "the dealer's partner bids the least"},
    )] = "next_dealer"
    bunker: Annotated[Literal["off", "below_-30"], says(
        "Whether a side far below zero is kept from bidding.", "DAI", AUCTION, {"off": "no", "below_-30": "below -30 it may not bid"},
    )] = "off"
    kitty: Annotated[Literal[0, 3, 4, "dummy5"], says(
        "Extra cards for the winner of the auction.", "none: BIC, S4; 3: BDC, JIT, NCA; 4: jord.ca; dummy5: DAI", AUCTION,
        {"0": "none", "3": "three", "4": "four", "dummy5": "a dummy hand of five"},
    )] = 0
    draw: Annotated[Literal["any", "keep_one_trump", "keep_n", "none"], says(
        "How many cards may be put out and drawn anew (K41).", "BIC, BAR; S4; ZIN, DAI; S4", AUCTION,
        {"any": "any number", "keep_one_trump": "a player with trumps keeps at least one", "keep_n": "five players keep one card, six keep two", "none": "no draw"},
    )] = "any"
    draw_order: Annotated[Literal["left_first", "dealer_first"], says(
        "Who draws first; no record shows it, so it is never judged.", "S4, BIC, BAR; SEA", AUCTION, {"left_first": "dealer's left", "dealer_first": "the dealer"},
    )] = "left_first"
    first_lead: Annotated[Literal["left_of_dealer", "left_of_bidder", "bidder"], says(
        "Who leads to the first trick of an auction game (K36).", "S4; BIC, BAR, DAI, JIT, SEA; BDC", AUCTION,
        {"left_of_dealer": "the player left of the dealer", "left_of_bidder": "the player left of the bidder", "bidder": "the bidder"},
    )] = "left_of_dealer"
    set_limit: Annotated[Literal["none", 3], says(
        "How many lost contracts lose the game.", "BDC", AUCTION, {"none": "no limit", "3": "three"},
    )] = "none"
    peg_block_at_100: Annotated[Literal["off", "on"], says(
        "Whether a side with 100 or more scores nothing when the other side makes its bid.", "JIT", AUCTION, {"off": "it scores", "on": "it scores nothing"},
    )] = "off"
    must_bid_out: Annotated[Literal["off", "on"], says(
        "Whether the game can only be won with a bid of one's own that is made.", "BDC", AUCTION, {"off": "no", "on": "yes"},
    )] = "off"
    tie: Annotated[Literal["extra_hand", "first_past_post"], says(
        "What decides between sides that are level (K42).", "S4; DAI", SCORED, {"extra_hand": "another hand", "first_past_post": "who got there first"},
    )] = "extra_hand"

    # Penalties
    revoke_penalty: Annotated[
        Literal["none", "offender_out_of_pool", "lose_hand_points", "lose_bid", "lose_trick_points", "lose_set", "redeal"], says(
            "What a revoke costs where a ruling finds one or the table marked it; the program alone imposes nothing.", "GPL 2; S4", ALL,
            {"none": "nothing agreed; it is reported", "offender_out_of_pool": "he cannot win the pool in this hand", "lose_hand_points": "all points of the hand",
             "lose_bid": "the bid; a side that has none, the five points of the trick", "lose_trick_points": "the five points of the trick", "lose_set": "the set", "redeal": "the hand is dealt again"},
        )] = "none"
    misdeal_penalty: Annotated[Literal["redeal", "forfeit_stake", "fine_four"], says(
        "What a misdeal costs the dealer.", "docest; WOLD; GPL 4", ALL,
        {"redeal": "he deals again", "forfeit_stake": "he forfeits his stake", "fine_four": "four chips or points"},
    )] = "redeal"

# fmt: on


class Option(msgspec.Struct, frozen=True):
    """What is to be said about one option."""

    name: str
    meaning: str
    source: str
    games: tuple[str, ...]
    values: tuple[tuple[str, str], ...]
    default: str
    only: dict[str, tuple[str, ...]] = {}

    def values_in(self, game: str) -> tuple[str, ...]:
        """List the values that a game knows."""
        return tuple(name for name, _ in self.values if game in self.only.get(name, (game,)))


def value_name(value: object) -> str:
    """Write the value of an option as a record and `--rules` have it: `true`, `3`, `led_card`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def _annotations() -> dict[str, Any]:
    return get_type_hints(Options, include_extras=True)


@cache
def describe_options() -> tuple[Option, ...]:
    """List every option in the order of its theme."""
    return tuple(_describe(field) for field in msgspec.structs.fields(Options))


def _describe(field: msgspec.structs.FieldInfo) -> Option:
    meta = get_args(_annotations()[field.name])[-1]
    assert isinstance(meta, Meta) and meta.extra is not None and meta.description is not None
    return Option(
        field.name, meta.description, meta.extra["source"], meta.extra["games"],
        tuple(meta.extra["values"].items()), value_name(field.default), meta.extra["only"],
    )  # fmt: skip


def check_value(name: str, value: object) -> object:
    """Return `value` if the option `name` can have it; refuses with `msgspec.ValidationError`."""
    return msgspec.convert(value, _annotations()[name])
