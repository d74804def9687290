"""Makes whole sessions: dealt by a seed, played in any way, settled by the rules, noted as a record.

Nothing here says what is lawful or what a hand comes to: cards are played on the engine, settled by
`review.result` and carried on by `review.carried`, as for every record.

Each session has three sequences of chance of its own, from the seed and its number: one deals the
cards, one plays them, one makes the mistakes. So the cards are the same whatever the way of playing,
and a session is the same however many are made. Of a hand the pack is taken in the order of its codes
(clubs, diamonds, hearts, spades, each A 2 ... K, the joker last), and one draw deals one card: five to
each chair in its order, then the turn-up (with a joker in the pack two draws); in an auction game five to
each chair, the kitty, and the whole stock.
"""

from collections.abc import Iterator
from typing import Final

import msgspec

from spoilrec.archive.made.auction import auction_hand
from spoilrec.archive.made.hand import BLANK_LINE, Dealt, Fields, Table, reading_of, written_play
from spoilrec.archive.made.mistakes import mistaken
from spoilrec.archive.made.plan import Plan
from spoilrec.engine.dice import Dice
from spoilrec.engine.playout import play_out
from spoilrec.engine.position import start
from spoilrec.record.lines import Close, Hand, RecordLine
from spoilrec.record.tokens import SEATS, seat_letter
from spoilrec.review.carried import next_ledger, unjudged_ledger
from spoilrec.review.checks.header import setting_of
from spoilrec.review.checks.order import next_dealer
from spoilrec.review.desk import make_case
from spoilrec.review.outcome import Result, all_known
from spoilrec.review.replay import Replay
from spoilrec.review.result import hand_result
from spoilrec.review.setting import Ledger, Rules, Setting, before, side_name, table_for
from spoilrec.rules.cards import CARD_NAMES, JOKER, card_set, cards_in


def made_sessions(plan: Plan, sessions: int, first: int = 1) -> Iterator[RecordLine]:
    """Make the lines of `sessions` sessions; they have the numbers from `first` on."""
    for number in range(first, first + sessions):
        yield from _Evening(plan, number).lines()


_CARDS, _PLAY, _MISTAKES = range(3)


class _Evening:
    """One session under way."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan, self.number = plan, number
        self.cards, self.dice, self.slips = (
            Dice((plan.seed << 40 | number) << 2 | stream) for stream in (_CARDS, _PLAY, _MISTAKES)
        )
        self.setting = setting_of(plan.session, plan.rules)
        pool = plan.session.pool or 0
        self.ledger = Ledger(pool=pool, due=pool, carried=pool > 0)
        self.dealer = self.cards.pick(self.setting.seats)
        self.pack = cards_in(plan.rules.facts.pack)

    def lines(self) -> Iterator[RecordLine]:
        names = list(dict.fromkeys(way.name for way in self.plan.ways))
        label: dict[str, str | int | bool] = {"play": ",".join(names), "seed": self.plan.seed, "session": self.number}
        yield msgspec.structs.replace(self.plan.session, x=label)
        for number in range(1, self.plan.hands + 1):
            yield self._hand(number)
        left = self.ledger.pool
        if self.plan.rules.game.goal == "pool" and left is not None and left > 0:
            yield Close(split=_shared(left, len(self.setting.players)))

    def _hand(self, number: int) -> Hand:
        table = Table(self.setting, self.plan.rules, self.ledger, self.plan.ways, self.dealer)
        deal = auction_hand if self.plan.rules.game.goal == "auction" else self._turn_up_hand
        dealt = deal(table, self.cards, self.dice)
        fields: Fields = {"no": number, "dealer": SEATS[self.dealer], **dealt.fields}
        if self.plan.irregular and self.slips.chance(self.plan.irregular):
            hand = self._mistaken(table, fields, dealt)
        else:
            played = dealt.played
            replay = Replay(played.first, (), played.last)
            result = hand_result(
                self.setting, self.plan.rules, self.ledger, reading_of(self.dealer), replay, self.ledger.pool
            )
            fields |= written_play(played)
            fields |= settled(self.setting, self.plan.rules, result)
            hand = _as_seen(Hand(**fields)) if self.plan.unseen else Hand(**fields)
            self.ledger = next_ledger(self.setting, self.plan.rules, self.ledger, hand, self.dealer, result)
        if not self.ledger.redeal:
            self.dealer = next_dealer(self.setting, self.dealer)
        return hand

    def _turn_up_hand(self, table: Table, cards: Dice, dice: Dice) -> Dealt:
        chairs, joker = len(self.setting.players), self.pack[-1] == JOKER
        drawn = cards.deal(self.pack, 5 * chairs + 1 + joker)
        ups = drawn[5 * chairs :] if drawn[5 * chairs] == JOKER else drawn[5 * chairs : 5 * chairs + 1]
        hands = [card_set(drawn[first : first + 5]) for first in range(0, 5 * chairs, 5)]
        totals = all_known(before(self.setting, self.ledger))
        laid = table_for(self.setting, self.plan.rules, self.dealer, ups[-1], totals)
        played = play_out(start(laid, ups[-1] // 13, hands, (0,) * chairs), self.plan.ways, dice)
        groups = [" ".join([CARD_NAMES[card] for card in cards_in(hand)]) for hand in hands]
        return Dealt({"up": " ".join([CARD_NAMES[card] for card in ups]), "deal": "|".join(groups)}, played)

    def _mistaken(self, table: Table, fields: Fields, dealt: Dealt) -> Hand:
        """Make a hand with one mistake; it leaves for the next what everybody who reads the record will find."""

        def settle(hand: Hand) -> Hand:
            case = make_case("", self.setting, self.ledger, BLANK_LINE, hand, {}, (), every_step=False)
            more = settled(self.setting, self.plan.rules, case.result) if case.result else {}
            return msgspec.structs.replace(hand, **more)

        hand = mistaken(table, fields, dealt.played, settle, self.dice, self.slips)
        hand = _as_seen(hand) if self.plan.unseen else hand
        case = make_case("", self.setting, self.ledger, BLANK_LINE, hand, {}, (), every_step=False)
        dealer = case.reading.dealer
        if case.rules is None or case.result is None:
            self.ledger = unjudged_ledger(self.setting, self.ledger, hand, dealer)
        else:
            self.ledger = next_ledger(self.setting, case.rules, case.ledger, hand, dealer, case.result)
        return hand


def settled(setting: Setting, rules: Rules, result: Result) -> Fields:
    """Write what a hand comes to, as far as it is known."""
    if rules.game.goal == "pool":
        fields: Fields = {} if result.settle is None else {"settle": result.settle}
        if not result.void and result.won >= -1:
            fields["won"] = "-" if result.won < 0 else seat_letter(result.won)
        return fields
    if result.points is None:
        return {}
    fields = {"points": result.points, "score": result.totals or ()}
    if result.won >= 0:
        fields["won"] = side_name(setting, result.won)
    return fields


_NOT_SEEN: Final = ("deal", "kitty", "discard", "draw")


def _as_seen(hand: Hand) -> Hand:
    """Leave out what nobody at a table is shown: the hands dealt, and the cards put out and drawn."""
    fields: Fields = dict.fromkeys(_NOT_SEEN)
    if hand.rob:
        fields["rob"] = f"{hand.rob[0]}??"
    return msgspec.structs.replace(hand, **fields)


def _shared(chips: int, chairs: int) -> tuple[int, ...]:
    """Share out what lies in the pool; what does not divide goes to the first chairs."""
    each, over = divmod(chips, chairs)
    return tuple(each + (chair < over) for chair in range(chairs))
