"""What will hold at each run of hands in a chunk, as far as the lines between them tell.

Only guesses: whoever walks on compares them with what really holds before he relies on them.
"""

from collections.abc import Sequence

import msgspec

from spoilrec.archive.arrays.calls import Calls
from spoilrec.archive.arrays.columns import Layout
from spoilrec.archive.arrays.group import ANY, Kind, Start
from spoilrec.record.lines import Line, Note, Seats, Session, Terms
from spoilrec.review.checks.header import setting_of
from spoilrec.review.rulebook import understand
from spoilrec.review.setting import NO_SETTING, Ledger, Rules, Setting, Totals, before, side_name


class Forecaster:
    """Follows rules, seats and stake from line to line, and remembers the kinds of tables."""

    def __init__(self, judge_by: Rules | None) -> None:
        self.judge_by = judge_by
        self.setting = NO_SETTING
        self._kinds: dict[tuple[object, ...], tuple[Rules, Kind | None]] = {}

    def after(self, lines: Sequence[Line], start: Start | None) -> Start | None:
        """Take the lines between two runs of hands; `start` is what holds before them, `None` for as it comes."""
        for line in lines:
            match line.value:
                case Session() as session:
                    rules = self.judge_by or understand(session.rules)[0]
                    self.setting = setting_of(session, rules)
                    pool = session.pool or 0
                    start = start_of(self.setting, Ledger(pool=pool, due=pool, carried=pool > 0))
                case Terms() as terms:
                    start = None
                    self._terms(terms)
                case Seats() as seats:
                    start = None
                    if len(seats.players) == len(self.setting.players):
                        self.setting = msgspec.structs.replace(self.setting, players=seats.players)
                case Note():
                    pass
                case _:
                    start = None
        return start

    def _terms(self, terms: Terms) -> None:
        setting = self.setting
        stake = setting.stake if terms.stake is None else terms.stake
        rules = setting.rules if terms.rules is None else self.judge_by or understand(terms.rules)[0]
        self.setting = msgspec.structs.replace(setting, stake=stake, rules=rules)

    def kind_of(self, setting: Setting) -> Kind | None:
        """Give the kind of table that hands are played at, `None` where they cannot be judged together."""
        if setting.rules is None or not setting.judged:
            return None
        key = (id(setting.rules), len(setting.players), setting.seats, setting.sides)
        known = self._kinds.get(key)
        if known is None:
            known = self._kinds[key] = setting.rules, _kind(setting, setting.rules)
        return known[1]


def _kind(setting: Setting, rules: Rules) -> Kind | None:
    seats, sides = setting.seats, setting.partnerships
    if (setting.sides and rules.game.goal == "pool") or any(len(side) > 5 for side in sides):
        return None
    names = tuple(side_name(setting, side) for side in range(len(sides)))
    side_of = tuple(next(number for number, side in enumerate(sides) if seat in side) for seat in seats)
    auction = rules.game.goal == "auction"
    layout, calls = Layout(len(setting.players), seats, names, auction), Calls(setting) if auction else None
    kind = Kind(rules.game.goal, rules.options, layout, side_of, calls)
    return kind if kind.covered else None


def start_of(setting: Setting, ledger: Ledger) -> Start | None:
    """Give what a ledger means for the next hand; `None` where it is not what the table and the engine agree on."""
    if setting.rules is None or ledger.redeal or (ledger.number == 0 and ledger.dealer >= 0):
        return None
    number = ledger.number + 1 if ledger.number else ANY
    dealer = ANY
    if ledger.dealer >= 0:
        later = [place for place, seat in enumerate(setting.seats) if seat > ledger.dealer]
        dealer = later[0] if later else 0
    match setting.rules.game.goal:
        case "pool":
            if ledger.pool is None or ledger.due != ledger.pool:
                return None
            return Start(number, dealer, ledger.pool, ledger.carried)
        case "points":
            totals = before(setting, ledger)
            if totals is None or None in totals or ledger.due_totals != ledger.totals or _ended_level(ledger):
                return None
            return Start(number, dealer, totals=_known(totals))
        case "auction":
            totals, sets = before(setting, ledger), ledger.sets or (0,) * len(setting.partnerships)
            open_ = totals is None or None in totals or None in sets
            if open_ or ledger.due_totals != ledger.totals or _ended_level(ledger):
                return None
            return Start(number, dealer, totals=_known(totals), sets=_known(sets))
        case "cards":
            return Start(number, dealer)


def _known(totals: Totals | None) -> tuple[int, ...]:
    return tuple(total or 0 for total in totals or ())


def _ended_level(ledger: Ledger) -> bool:
    """Whether a game ended with nothing for anybody, so that going on cannot be told from a new game."""
    return bool(ledger.ended) and not any(ledger.ended)
