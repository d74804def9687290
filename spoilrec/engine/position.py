"""What lies on the table: the table of one hand (never changes) and the state of play (a value each).

A state holds what is *known*: cards dealt or seen, and for each seat how many of its cards nobody
saw. It says nothing about what is lawful; that is `state.why_not`.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from spoilrec.rules.cards import UNSEEN, CardSet, card_set
from spoilrec.rules.contract import NO_CONTRACT, Contract
from spoilrec.rules.games import Goal
from spoilrec.rules.options import Options
from spoilrec.rules.order import Facts, TrumpFacts
from spoilrec.rules.pool import NOBODY, TRICKS, UNKNOWN

__all__ = ["HAND_SIZE", "NOBODY", "TRICKS", "UNKNOWN", "Rights", "State", "Table", "holder_of", "next_chairs", "start"]

HAND_SIZE: Final = 5


class Table(msgspec.Struct, frozen=True, gc=False):
    """What is fixed for a hand.

    `seats` are the occupied chairs in clockwise order; `after[chair]` the next occupied chair;
    `side_of[chair]` the side (singles: the place among `seats`), -1 for an empty chair. `up` is
    the turn-up, UNKNOWN where there is none or it was not seen. `before` are the totals of each
    side before the hand, empty where the hand cannot end the game in mid-play or they are not known.
    `leader` leads to the first trick: NOBODY for the player left of the dealer, UNKNOWN where it
    cannot be known. `contract` is that of an auction game.
    """

    facts: Facts
    goal: Goal
    chairs: int
    seats: tuple[int, ...]
    after: tuple[int, ...]
    side_of: tuple[int, ...]
    dealer: int
    up: int
    before: tuple[int, ...]
    leader: int = NOBODY
    contract: Contract = NO_CONTRACT

    @property
    def options(self) -> Options:
        """The house rules of the table."""
        return self.facts.options


class Rights(msgspec.Struct, frozen=True, gc=False):
    """What changes seldom in a hand: robbing, jink, who is barred from the pool, who has reneged.

    `holder` is the seat known to hold the ace of trumps from the deal (UNKNOWN, or NOBODY where it
    was turned up); `robber` who robbed, `out` the code of the card put out; `entering` the ace
    that the dealer takes in after the first trick, NOBODY for none; `announced` who announced;
    `jinker` who tries for all five; `barred` the seats that cannot win the pool, `failed` the seat
    that did not rob or announce though it had to. `kept[chair]` are the trumps kept back so far,
    `reneges[chair]` how often.
    """

    holder: int
    kept: tuple[CardSet, ...]
    reneges: tuple[int, ...]
    robber: int = NOBODY
    out: int = UNSEEN
    entering: int = NOBODY
    announced: int = NOBODY
    jinker: int = NOBODY
    barred: int = 0
    failed: int = NOBODY
    duty: bool = False


class State(msgspec.Struct, frozen=True, gc=False):
    """A hand in play.

    `facts` are those of the trumps, demoted if the ace was not announced. `holding[chair]` are the
    cards known to be held, `unseen[chair]` how many more cards are held that nobody saw. `turn` is
    the seat to play, UNKNOWN after a trick whose winner cannot be known. `trick` are the codes laid
    and `laid_by` the seats that laid them; `best` is the seat that holds the trick so far with
    `strength`; `cloudy` says that an unseen card lies in the trick. `fallen` are the cards of
    earlier tricks. `winners` has a seat, or UNKNOWN, for every finished trick. `top` is the highest
    trump seen in the finished tricks and `top_trick` its trick (NOBODY for none, and where no bonus
    hangs on it). `candidates` is a
    bit set of the seats that may have won the last trick, where that is not known; `veiled` says
    that an unseen card lies in some finished trick.
    """

    table: Table
    facts: TrumpFacts
    rights: Rights
    holding: tuple[CardSet, ...]
    unseen: tuple[int, ...]
    turn: int
    trick: tuple[int, ...] = ()
    laid_by: tuple[int, ...] = ()
    on_table: CardSet = 0
    fallen: CardSet = 0
    best: int = NOBODY
    strength: int = 0
    cloudy: bool = False
    winners: tuple[int, ...] = ()
    top: int = NOBODY
    top_trick: int = NOBODY
    candidates: int = 0
    veiled: bool = False

    @property
    def led(self) -> int:
        """The code of the card led, NOBODY before the lead."""
        return self.trick[0] if self.trick else NOBODY


@lru_cache(maxsize=256)
def next_chairs(chairs: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Give for every chair the next occupied one clockwise."""
    return tuple(
        next(c % chairs for c in range(chair + 1, chair + chairs + 1) if c % chairs in seats) for chair in range(chairs)
    )


def start(
    table: Table, trump: int, dealt: Sequence[CardSet], unseen: Sequence[int], holder: int | None = None
) -> State:
    """Begin a hand: the cards known to be held, by chair, and how many of each seat nobody saw.

    `holder` is the seat that was dealt the ace of trumps, where the caller knows more than `dealt`
    shows; by default it is looked for there. A turned-up ace has no holder.
    """
    trump_facts = table.facts.trumps[trump]
    if holder is None:
        holder = NOBODY if table.up == trump_facts.ace else holder_of(dealt, trump_facts.ace)
    options = table.options
    duty = (
        options.rob != "off"
        and table.goal != "auction"
        and (options.rob == "forced" or options.announce_ace == "required_or_demoted")
    )
    nothing = (0,) * table.chairs
    rights = Rights(holder, nothing, nothing, duty=duty)
    turn = table.after[table.dealer] if table.leader == NOBODY else table.leader
    return State(table, trump_facts, rights, tuple(dealt), tuple(unseen), turn)


def holder_of(hands: Sequence[CardSet], card: int) -> int:
    """Give the seat whose known cards include this one, UNKNOWN where none does."""
    for seat, cards in enumerate(hands):
        if cards >> card & 1:
            return seat
    return UNKNOWN


def mid_trick(facts: Facts, trump: int, held: CardSet, trick: tuple[int, ...], earlier: CardSet) -> State:
    """Give a position in the middle of a hand: what one player holds, the trick so far and the cards fallen before.

    The cards of `trick` were laid by the seats before the player, the lead first. Nobody else's
    cards are known.
    """
    chairs = max(2, len(trick) + 1)
    seats, turn, nothing = tuple(range(chairs)), len(trick), (0,) * chairs
    table = Table(facts, "cards", chairs, seats, next_chairs(chairs, seats), seats, chairs - 1, UNKNOWN, ())
    holding = tuple(held if seat == turn else 0 for seat in seats)
    on_table = card_set(trick)
    return State(
        table,
        facts.trumps[trump],
        Rights(UNKNOWN, nothing, nothing),
        holding,
        nothing,
        turn,
        trick,
        seats[:turn],
        on_table,
        earlier,
    )
