"""A recorded hand played again: the only place where the events of a record reach the engine.

Yields steps: the state before, the event, the state after, and the refusal if the event was
unlawful. An unlawful card lies as it was laid and the hand goes on; where the state that follows
cannot be known the hand stops here, with the reason.
"""

from collections.abc import Sequence

import msgspec

from spoilrec.engine.events import Announce, Event, Jink, Play, Rob
from spoilrec.engine.knowledge import condemning
from spoilrec.engine.play import after_play, why_not_play
from spoilrec.engine.position import HAND_SIZE, NOBODY, TRICKS, State, Table, holder_of, start
from spoilrec.engine.refusals import Refusal
from spoilrec.engine.state import lay, why_not
from spoilrec.review.hand import HandReading
from spoilrec.review.whole import Flaw, Whole, make_whole
from spoilrec.rules.cards import UNSEEN, CardSet, codes_set, suit_of


class Step(msgspec.Struct, frozen=True, gc=False):
    """One event of a hand: `trick` is 0 before the first lead, `nth` the place in the noted trick from 0.

    `condemned` are the unseen cards that would make a play a revoke. A play that was not noted but
    must have taken place has `nth` -1; its card was not seen, or follows from the deal.
    """

    before: State
    event: Event
    after: State
    trick: int
    nth: int
    refusal: Refusal | None = None
    condemned: CardSet = 0

    @property
    def noted(self) -> bool:
        """Whether the record has this event."""
        return self.nth >= 0


class Replay(msgspec.Struct, frozen=True, gc=False):
    """A hand played again as far as it goes.

    `stopped` says why it could not go on (empty: it did), at trick `stopped_at`. `flaws` are tricks
    that do not have one card of each player. `refused` and `doubtful` are the plays that were
    unlawful, and those of which unseen cards decide; `unseen` counts the plays whose card nobody saw.
    """

    first: State
    steps: tuple[Step, ...]
    last: State
    stopped: str = ""
    stopped_at: int = 0
    flaws: tuple[Flaw, ...] = ()
    refused: tuple[Step, ...] = ()
    doubtful: tuple[Step, ...] = ()
    unseen: int = 0


def trump_of(reading: HandReading) -> int:
    """Give the trump suit of a hand: that of the turn-up, else the one noted; -1 where neither is known.

    A turned joker or a card not seen shows no suit.
    """
    suit = suit_of(reading.up) if reading.up >= 0 else None
    return reading.trump if suit is None else suit


def replay_hand(
    table: Table, trump: int, reading: HandReading, *, every_step: bool = True, doubts: bool = True
) -> Replay:
    """Play a hand again from its deal, with the cards known from the deal and from later tricks.

    Without `every_step` the plays of a hand in which all was seen and lawful leave no steps, which
    is quicker by a fifth; a hand with anything to tell has all of them in any case. Without `doubts`
    it is not asked what unseen cards would condemn.
    """
    whole = make_whole(table, reading)
    dealt, unseen = known_hands(table, reading, whole)
    state = start(table, trump, dealt, unseen, _holder(table, trump, reading, dealt))
    replay = _Player(reading, whole, table, state, every_step or bool(whole.places or reading.marks), doubts).run()
    if replay.stopped == "played-already" and not whole.flaws:  # a full trick with one seat twice
        whole = make_whole(table, reading, look_closely=True)
        return _Player(reading, whole, table, state, keep=True).run()
    if every_step or not (replay.refused or replay.doubtful):
        return replay
    return _Player(reading, whole, table, state, keep=True).run()


def known_hands(table: Table, reading: HandReading, whole: Whole) -> tuple[list[CardSet], list[int]]:
    """Give for each chair the cards known to have been dealt, and how many were not seen.

    What was dealt is taken from `deal`; where a hand was not seen, from the cards played: a player
    whose five cards were all seen has no secrets left.
    """
    deal = _usable_deal(table, reading)
    if None not in deal and not reading.robs and not whole.places:
        seen = [codes_set(hand or ()) for hand in deal]
        return seen, [len(hand or ()) - cards.bit_count() for hand, cards in zip(deal, seen, strict=True)]
    played, hidden = _played(table, whole)
    known, unseen = [0] * table.chairs, [0] * table.chairs
    for seat in table.seats:
        known[seat], unseen[seat] = _known_hand(table, reading, seat, deal[seat], played[seat], hidden[seat])
    return known, unseen


def _usable_deal(table: Table, reading: HandReading) -> tuple[tuple[int, ...] | None, ...]:
    """A deal that does not fit the chairs, and a hand of four or six cards, prove nothing."""
    if len(reading.deal) != table.chairs:
        return (None,) * table.chairs
    if all([hand is None or len(hand) == HAND_SIZE for hand in reading.deal]):
        return reading.deal
    return tuple(hand if hand and len(hand) == HAND_SIZE else None for hand in reading.deal)


def _played(table: Table, whole: Whole) -> tuple[list[CardSet], list[int]]:
    """Give the cards that each chair was seen to play, and how many more it played."""
    played, hidden = [0] * table.chairs, [0] * table.chairs
    for trick in whole.tricks:
        for seat, code in trick:
            if seat >= table.chairs:
                continue
            if code < UNSEEN:
                played[seat] |= 1 << code
            else:
                hidden[seat] += 1
    return played, hidden


def _known_hand(
    table: Table, reading: HandReading, seat: int, hand: tuple[int, ...] | None, played: CardSet, hidden: int
) -> tuple[CardSet, int]:
    robbed, out = _rob_of(reading, seat)
    if hand is None:
        cards = played & ~_turn_up(table)  # nobody was dealt the turn-up
        cards |= 1 << out if 0 <= out < UNSEEN else 0
        return cards, max(0, HAND_SIZE - cards.bit_count())
    seen = codes_set(hand)
    if (robbed and out >= UNSEEN) or hidden:
        return _without_the_unseen(seen, played, len(hand), hidden)
    return seen, len(hand) - seen.bit_count()


def _without_the_unseen(dealt: CardSet, played: CardSet, size: int, hidden: int) -> tuple[CardSet, int]:
    """Cards left the hand unseen (put out, or played): only those played openly are known to have stayed."""
    stayed = dealt & played
    certain = (dealt & ~stayed).bit_count() == 1 and not hidden
    return (dealt, 0) if certain else (stayed, size - stayed.bit_count())


def _certain_out(reading: HandReading, whole: Whole, seat: int, out: int) -> int:
    """Where four of the five dealt cards were seen in play, the card put out unseen is the fifth."""
    hand = reading.deal[seat] if seat < len(reading.deal) else None
    laid = [code for trick in whole.tricks for who, code in trick if who == seat]
    if out < UNSEEN or hand is None or len(hand) != HAND_SIZE or any(code >= UNSEEN for code in laid):
        return out
    left = codes_set(hand) & ~codes_set(laid)
    return left.bit_length() - 1 if left.bit_count() == 1 else out


def _turn_up(table: Table) -> CardSet:
    return 1 << table.up if 0 <= table.up < UNSEEN else 0


def _rob_of(reading: HandReading, seat: int) -> tuple[bool, int]:
    for robber, out in reading.robs[:1]:
        if robber == seat:
            return True, out
    return False, NOBODY


def _holder(table: Table, trump: int, reading: HandReading, dealt: Sequence[CardSet]) -> int:
    """Give who was dealt the ace of trumps, also where only the deal as noted shows it."""
    ace = table.facts.trumps[trump].ace
    if table.up == ace:
        return NOBODY
    if len(reading.deal) == table.chairs:
        for seat, hand in enumerate(reading.deal):
            if hand and ace in hand:
                return seat
    return holder_of(dealt, ace)


class _Player:
    """Lays the events of one hand in their order; keeps the steps."""

    def __init__(
        self, reading: HandReading, whole: Whole, table: Table, state: State, keep: bool, doubts: bool = True
    ) -> None:
        self.reading = reading
        self.whole = whole
        self.table = table
        self.first = state
        self.state = state
        self.keep, self.doubts = keep, doubts
        self.steps: list[Step] = []
        self.refused: list[Step] = []
        self.doubtful: list[Step] = []
        self.unseen = 0
        self.stopped = ""
        self.waiting_robs = [(seat, _certain_out(reading, whole, seat, out)) for seat, out in reading.robs[:1]]
        self.waiting_jinks = list(reading.jinks[:1])
        self.waiting_announcer = reading.announcer

    def run(self) -> Replay:
        trick = 0
        for trick, plays in enumerate(self.whole.tricks, start=1):
            if trick == self.whole.stops_at:
                self.stopped = "played-already"
            else:
                self._trick(trick, plays)
            if self.stopped:
                break
        else:
            self._before_play(NOBODY, 0, TRICKS + 1)
        return Replay(
            self.first, tuple(self.steps), self.state, self.stopped, trick if self.stopped else 0, self.whole.flaws,
            tuple(self.refused), tuple(self.doubtful), self.unseen,
        )  # fmt: skip

    def _trick(self, trick: int, plays: Sequence[tuple[int, int]]) -> None:
        places, steps, keep = self.whole.places, self.steps, self.keep
        waiting = self._is_waiting()
        for place, (seat, code) in enumerate(plays):
            if waiting:
                self._before_play(seat, place, trick)
                waiting = self._is_waiting()
            before, event, nth = self.state, Play(seat, code), place
            if places:
                nth = places.get((trick - 1, place), place)
                if nth < 0 or (trick - 1, place) in self.whole.worked_out:
                    self._lay_unjudged(event, trick, nth)
                    continue
            refusal = why_not_play(before, event)
            if refusal is None and code < UNSEEN and not before.unseen[seat]:
                self.state = after = after_play(before, event)
                if keep:
                    steps.append(Step(before, event, after, trick, nth))
            elif not self._lay_doubtful(event, refusal, trick, nth):
                return

    def _is_waiting(self) -> bool:
        """Whether a rob, a call or an announcement is still to come."""
        return bool(self.waiting_robs or self.waiting_jinks) or self.waiting_announcer >= 0

    def _lay_unjudged(self, event: Play, trick: int, nth: int) -> None:
        """A card that nobody noted lies there all the same."""
        before = self.state
        self.state = after_play(before, event)
        self.steps.append(Step(before, event, self.state, trick, nth))
        self.unseen += event.card >= UNSEEN

    def _lay_doubtful(self, event: Play, refusal: Refusal | None, trick: int, nth: int) -> bool:
        """Lay a card that was refused, was not seen, or comes from a hand not wholly known."""
        before = self.state
        if refusal and _breaks(refusal, before):
            self.refused.append(Step(before, event, before, trick, nth, refusal))
            self.steps.append(self.refused[-1])
            self.stopped = refusal.why
            return False
        condemned = condemning(before, event) if self.doubts and not refusal else 0
        self.state = after_play(before, event)
        step = Step(before, event, self.state, trick, nth, refusal, condemned)
        self.steps.append(step)
        self.unseen += event.card >= UNSEEN
        if refusal:
            self.refused.append(step)
        elif condemned:
            self.doubtful.append(step)
        return True

    def _before_play(self, seat: int, nth: int, trick: int) -> None:
        """Let what happened between two cards happen: rob, announcement, call of a jink."""
        for robber, out in self.waiting_robs:
            if self._rob_is_now(robber, seat, nth, trick):
                self.waiting_robs.clear()
                self._add(Rob(robber, out), trick, nth)
        at_once = self.table.options.rob_window == "before_first_lead"
        if self.waiting_announcer >= 0 and (at_once or seat in (self.waiting_announcer, NOBODY)):
            announcer, self.waiting_announcer = self.waiting_announcer, NOBODY
            self._add(Announce(announcer), trick, nth)
        for jinker, after in self.waiting_jinks:
            if nth == 0 and trick > after:
                self.waiting_jinks.clear()
                self._add(Jink(jinker), trick, nth)

    def _rob_is_now(self, robber: int, seat: int, nth: int, trick: int) -> bool:
        """As late as the rules allow, or where the record marks a false or late rob."""
        marked = [
            place[0]
            for what in ("false-rob", "missed-rob")
            for place in self.reading.marked(what)
            if place[1] == robber
        ]
        if marked and max(marked) > 1:
            return trick > max(marked) or (trick == max(marked) and seat in (robber, NOBODY))
        early = self.table.options.rob_window == "before_first_lead" or self.table.up == self.first.facts.ace
        return early or seat in (robber, NOBODY) or trick > 1

    def _add(self, event: Event, trick: int, nth: int) -> None:
        before = self.state
        seat = event.seat
        refusal = why_not(before, event) if seat < self.table.chairs else Refusal("no-such-seat", seat)
        after = before if refusal and refusal.why in ("no-such-seat", "rob-second", "rob-off") else lay(before, event)
        if isinstance(event, Rob) and self._may_have_laid(event.seat, self.table.up):
            after = _not_sure_of(after, event.seat, self.table.up)
        self.state = after
        place = trick - 1 if isinstance(event, Jink) else (0 if trick == 1 or isinstance(event, Announce) else trick)
        self.steps.append(Step(before, event, after, place, nth, refusal))

    def _may_have_laid(self, seat: int, card: int) -> bool:
        """Whether this card may be one that the seat laid unseen."""
        laid = [code for trick in self.whole.tricks for who, code in trick if who == seat]
        return 0 <= card < UNSEEN and card not in laid and any(code >= UNSEEN for code in laid)


def _not_sure_of(state: State, seat: int, card: int) -> State:
    """Count a card that is in the hand, or about to come into it, among those that nobody saw."""
    rights = state.rights
    if rights.entering == card:
        state = msgspec.structs.replace(state, rights=msgspec.structs.replace(rights, entering=NOBODY))
    elif not state.holding[seat] >> card & 1:
        return state
    holding = tuple(cards & ~(1 << card) if who == seat else cards for who, cards in enumerate(state.holding))
    unseen = tuple(count + (who == seat) for who, count in enumerate(state.unseen))
    return msgspec.structs.replace(state, holding=holding, unseen=unseen)


def _breaks(refusal: Refusal, state: State) -> bool:
    """Say whether nothing can be known after this: the card cannot even lie there."""
    if refusal.why == "hand-over":
        return len(state.winners) == TRICKS
    return refusal.why in ("no-such-seat", "played-already")
