"""What `tabulate` knows by name: the measures, and the ready-made views, both as data.

SQL conditions and values speak of the columns of `tables.declared` and of `OF_PAIRS`. Chips of a misdeal count, the hand does
not. Where it is not known whether a row is one of those that matter, the value is null, so that it counts as unknown.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from spoilrec.archive.counts.measures import Measure
from spoilrec.archive.tables.declared import PLAYOUTS

_COUNTS: Final = "NOT misdeal"
_POOL: Final = "goal = 'pool' AND NOT misdeal"
_WON: Final = f"{_POOL} AND spoilt IS NOT TRUE"
_POOL_WON: Final = "CASE WHEN NOT spoilt THEN pool END"
_CHIPS: Final = "goal = 'pool' OR net IS NOT NULL"
_POINTS: Final = "goal IN ('points', 'auction') AND NOT misdeal"
_JINKS: Final = "goal IN ('pool', 'auction') AND NOT misdeal"
_JINKED: Final = f"{_JINKS} AND jinked IS NOT FALSE"
_FAIR: Final = 2520
"""Divided by any number of players it is whole."""
_EACH: Final = f"{_FAIR} // players"
_PART: Final = f"CASE WHEN spoilt THEN {_EACH} ELSE CAST(won AS INTEGER) * {_FAIR} END"
"""What a hand gave a player of the pool: a spoil leaves it to all alike."""
_PROMISED: Final = f"(promised * {_FAIR} + promised_spoils * ({_EACH}))"
_OPEN_CARDS: Final = "with all cards open and everybody else against him, which no player at the table sees"

OF_PAIRS: Final[Mapping[str, str]] = {
    "other": "Name of the other player, where two at one table are counted.",
    "other_seat": "Seat letter of the other.",
    "other_won": "Whether the other won the pool or the game, like `won`.",
    "other_net": "Chips of the other, like `net`.",
    "partners": "Whether the two are on one side.",
}
"""Columns of pairs of players, which are in no table: there is a row for each two of a hand, either way around."""

MEASURES: Final = (
    Measure("hands", "hands", "hands", "rows", "", _COUNTS, "Hands, also those that stopped early; misdeals are not counted."),
    Measure("hands_share", "of all hands", "hands", "share", _COUNTS, _COUNTS, "Part of all hands of the table."),
    Measure("misdeals", "misdeals", "hands", "rows", "", "misdeal", "Deals that were dealt again."),
    Measure("open", "open", "hands", "rows", "", "status = 'part'", "Hands judged in part: something could not be known."),
    Measure("faulty", "faulty", "hands", "rows", "", "errors > 0", "Hands of which `validate` tells an error."),
    Measure("spoilt", "spoilt", "hands", "total", "spoilt", _POOL, "Pool games: hands in which nobody won the pool."),
    Measure("spoilt_rate", "spoil rate", "hands", "rate", "spoilt", _POOL, "Pool games: how often nobody wins the pool."),
    Measure("pools", "pools", "hands", "total", "NOT spoilt", _POOL, "Pools that were won."),
    Measure("pools_share", "of all pools", "hands", "share", "NOT spoilt", _POOL, "Part of all pools of the table that were won."),
    Measure("pool_least", "least pool", "hands", "least", _POOL_WON, _WON, "Smallest pool that was won."),
    Measure("pool_median", "median pool", "hands", "median", _POOL_WON, _WON, "Median of the pools that were won."),
    Measure("pool_mean", "mean pool", "hands", "mean", _POOL_WON, _WON, "Mean of the pools that were won."),
    Measure("pool_most", "biggest pool", "hands", "most", _POOL_WON, _WON, "Biggest pool that was won."),
    Measure("run_most", "longest run", "hands", "most", "run", _POOL, "Most hands that a pool lay on the table."),
    Measure("won", "won", "seats", "total", "won", _COUNTS, "Pools won; in point games, games."),
    Measure("won_rate", "win rate", "seats", "rate", "won", _COUNTS, "How often a player wins the pool; in point games, the game with this hand."),
    Measure("won_share", "of the pools", "seats", "rate", "won", _WON, "Pool games: his part of the pools that were won while he sat there."),
    Measure("fair_rate", "fair", "seats", "mean", f"CASE WHEN NOT spoilt THEN {_EACH} END", _WON, "Pool games, pools that were won: how often he would win if all won equally often: 1 to the number of players.", _FAIR),
    Measure("advantage", "advantage", "seats", "mean", f"CAST(won AS INTEGER) * {_FAIR} - {_EACH}", _WON, "Pool games, pools that were won: by how much he wins more often than that.", _FAIR),
    Measure("tricks_per_hand", "tricks a hand", "seats", "mean", "tricks", _COUNTS, "Tricks taken, per hand."),
    Measure("net", "net", "seats", "sum", "net", _CHIPS, "Chips gained, with misdeals, rulings and what was shared out at the close: the account that `replay` shows.", per=_COUNTS),
    Measure("net_per_hand", "net a hand", "seats", "mean", "net", _CHIPS, "`net` by the number of hands that each player sat in. Chips of misdeals are in `net`, and a misdeal is no hand.", per=_COUNTS),
    Measure("points", "points", "seats", "sum", "points", _POINTS, "Point games: points of his side."),
    Measure("points_per_hand", "points a hand", "seats", "mean", "points", _POINTS, "Point games: points of his side per hand."),
    Measure("robs", "robs", "seats", "total", "robbed", _COUNTS, "Robs, as noted."),
    Measure("reneges", "reneges", "seats", "total", "reneges", _COUNTS, "Lawful reneges."),
    Measure("revokes", "revokes", "seats", "total", "revokes", _COUNTS, "Revokes that are proven, or were noted by the table."),
    Measure("jinks", "jinks", "seats", "total", "jinked", _JINKS, "Jinks tried."),
    Measure("jinks_made", "jinks made", "seats", "total", "CASE WHEN NOT jinked THEN false ELSE jink_made END", _JINKS, "Jinks made."),
    Measure("jinks_lost", "jinks lost", "seats", "total", "CASE WHEN NOT jinked THEN false ELSE NOT jink_made END", _JINKS, "Jinks lost."),
    Measure("jink_rate", "jink rate", "seats", "rate", "jink_made", _JINKED, "How often a jink is made."),
    Measure("jink_earned", "jinks earned", "seats", "sum", "CASE WHEN jink_made THEN jink_worth END", f"{_JINKED} AND jink_made IS NOT FALSE", "What jinks made brought against stopping in time: beyond the pool, or the points of the tricks."),
    Measure("jink_cost", "jinks cost", "seats", "sum", "CASE WHEN NOT jink_made THEN jink_worth END", f"{_JINKED} AND jink_made IS NOT TRUE", "What jinks lost cost against stopping in time: the pool; in auction games the points lost against the same tricks without trying, which make the bid or lose it. So it is 0 where a lost bid of 30 costs the bid and no more."),
    Measure("jink_balance", "jink balance", "seats", "sum", "jink_worth", _JINKED, "What jinks made brought and what jinks lost cost, together."),
    Measure("biggest_pool", "biggest pool won", "seats", "most", "CASE WHEN won THEN pool END", f"{_POOL} AND won IS NOT FALSE", "Biggest pool that he won."),
    Measure("bids", "bids", "seats", "total", "bidder", "goal = 'auction' AND NOT misdeal", "Auction games: how often he named trumps."),
    Measure("made_rate", "bids made", "seats", "rate", "made", "goal = 'auction' AND NOT misdeal AND bidder IS NOT FALSE", "Auction games: how often he made his bid."),
    Measure("forced_pools", "forced", "seats", "total", "forced", _POOL, f"Pool games: pools that he could force from the first lead, {_OPEN_CARDS}. Only hands of which every card is known."),
    Measure("forced_rate", "force rate", "seats", "rate", "forced", _POOL, "Pool games: how often his cards could force the pool so."),
    Measure("lost", "given away", "seats", "total", "lost_pools", _POOL, f"Pool games: cards that gave away a pool (or a jink) which he could force at that moment, {_OPEN_CARDS}: `?` of `annotate`, and `??` where it was his own. No blunder, where he could not know."),
    Measure("lost_rate", "loss rate", "seats", "rate", "CASE WHEN forced THEN lost_pools > 0 END", f"{_POOL} AND forced IS NOT FALSE", "Pool games: how often he gave away a pool that he could force from the first lead."),
    Measure("let_in", "let in", "seats", "total", "let_in", _POOL, f"Pool games: cards that let somebody else force the pool who could be stopped till then, {_OPEN_CARDS}: `??` of `annotate`."),
    Measure("lost_tricks", "lost tricks", "seats", "mean", "lost_tricks", _COUNTS, "Tricks a hand that his side could force before a card of his and not after it, until the pool or the game is decided. A trick may be rightly given up, to keep the pool from somebody else."),
    Measure("promised", "promised", "seats", "mean", "promised", _POOL, f"Pool games: how often his five cards win the pool in his place where everybody plays simply, the cards that he cannot see dealt anew {PLAYOUTS} times. Simple play is not good play.", PLAYOUTS),
    Measure("part", "his part", "seats", "mean", _PART, _POOL, "Pool games: his part of the pools; a spoil is everybody's alike. It is 1 to the number of players, and his luck, and his skill.", _FAIR),
    Measure("luck", "luck", "seats", "mean", f"{_PROMISED} - {PLAYOUTS} * ({_EACH})", _POOL, f"Pool games: by how much the part that his cards and his place promised before play is above 1 to the number of players. Estimated by {PLAYOUTS} hands played simply for each deal; a spoil is everybody's alike, so that it is nothing at a table on average.", _FAIR * PLAYOUTS),
    Measure("skill", "beyond luck", "seats", "mean", f"{PLAYOUTS} * ({_PART}) - {_PROMISED}", _POOL, "Pool games: by how much his part of the pools is above what his cards promised. The luck of the others' cards is in it too, and how well they play: it tells something only over many hands, and only against these others.", _FAIR * PLAYOUTS),
    Measure("cards", "cards", "plays", "rows", "", "", "Cards played."),
    Measure("cards_unseen", "unseen", "plays", "rows", "", "card IS NULL", "Cards that nobody saw, or only in half."),
    Measure("trump_leads", "trump leads", "plays", "total", "on_trump", "NOT leads", "Trump leads that he had to answer."),
    Measure("renege_rate", "renege rate", "plays", "rate", "CASE WHEN on_trump THEN renege END", "NOT leads AND on_trump IS NOT FALSE", "How often a trump lead is answered by a renege."),
    Measure("revoke_rate", "revoke rate", "plays", "rate", "revoke", "NOT leads", "How often an answer is a revoke."),
    Measure("took_rate", "took the trick", "plays", "rate", "took", "", "How often a card takes the trick."),
    Measure("partner_hands", "as partners", "pairs", "rows", "", f"{_COUNTS} AND partners", "Hands as partners."),
    Measure("other_won", "other won", "pairs", "total", "other_won", _COUNTS, "Pools (games) that the other won."),
    Measure("other_net", "other's net", "pairs", "sum", "other_net", _CHIPS, "Chips that the other gained.", per=_COUNTS),
)  # fmt: skip
MEASURE_NAMES: Final = tuple(measure.name for measure in MEASURES)


class View(NamedTuple):
    """A ready-made view: what it groups by, what it shows, which rows count, in what order they stand.

    `once` is a condition by which two rows of one hand that say the same stand once: it holds only where all columns
    of `by` are grouped by and no other condition is on a single row of the two.
    """

    name: str
    by: tuple[str, ...]
    show: tuple[str, ...]
    meaning: str
    where: str = ""
    sort: str = ""
    once: str = ""


VIEWS: Final = (
    View("players", ("player",), ("hands", "won", "won_rate", "net", "net_per_hand", "points", "robs", "reneges", "revokes", "jinks", "jinks_made", "biggest_pool"), "Each player: what he won, and how he played.", sort="net"),
    View("pools", ("run",), ("pools", "pools_share", "spoilt", "pool_least", "pool_median", "pool_mean", "pool_most"), "Pools by the number of hands that they lay on the table: 1 was won at once, 2 after one spoil.", where="goal = 'pool'"),
    View("trumps", ("trump",), ("hands", "hands_share", "spoilt_rate", "pool_mean", "robs", "reneges", "revokes", "jinks"), "Each trump suit."),
    View("seats", ("distance",), ("hands", "won", "won_rate", "won_share", "fair_rate", "advantage", "net_per_hand", "points_per_hand"), "The advantage of each place, counted to the left of the dealer: 0 is the dealer, 1 the eldest."),
    View("sessions", ("file", "session", "date", "place"), ("hands", "spoilt_rate", "pool_most", "run_most", "robs", "reneges", "revokes", "jinks", "open", "faulty"), "Each session."),
    View("reneges", ("player",), ("trump_leads", "reneges", "renege_rate", "revokes"), "Trumps kept back, against the trump leads that had to be answered.", sort="reneges"),
    View("jinks", ("player",), ("hands", "jinks", "jinks_made", "jinks_lost", "jink_rate", "jink_earned", "jink_cost", "jink_balance"), "All five tricks: tried, made and lost, and what the call cost or earned.", sort="jinks"),
    View("skill", ("player",), ("hands", "won", "forced_pools", "lost", "lost_rate", "let_in", "lost_tricks", "part", "luck", "skill"), "Each player: what he could force and gave away, what his cards promised, what he made of them.", where="goal = 'pool'", sort="skill"),
    View("pairs", ("player", "other"), ("hands", "partner_hands", "won", "other_won", "net", "other_net"), "Each two players at one table, side by side.", once="player < other", sort="hands"),
)  # fmt: skip
VIEW_NAMES: Final = tuple(view.name for view in VIEWS)


def measure_named(name: str) -> Measure:
    """Give a measure by its name."""
    return MEASURES[MEASURE_NAMES.index(name)]


def view_named(name: str) -> View:
    """Give a view by its name."""
    return VIEWS[VIEW_NAMES.index(name)]
