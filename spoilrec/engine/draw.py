"""Putting out and drawing cards before the play of an auction game, and the turn-up that its dealer may take.

What is judged is one player's exchange as a whole: what he had, what he put out, what he drew. The
order of drawing leaves no trace. Sources: rules.md 5.5, K19, K41.
"""

import msgspec

from spoilrec.engine.position import HAND_SIZE, UNKNOWN
from spoilrec.engine.refusals import Refusal
from spoilrec.rules.cards import CardSet
from spoilrec.rules.options import Options

KEPT_BY_PLAYERS = {5: 1, 6: 2}
"""`draw=keep_n` (DAI): with five players one card is kept, with six two, else none need be."""


class Exchange(msgspec.Struct, frozen=True, gc=False):
    """What one seat had, put out and drew.

    `held` are the cards known to have been in the hand, for the bidder with the `kitty` (its number of
    cards) that he took in; `unseen` is how many more he had that nobody saw. `out` and `drawn` are the
    cards noted, `out_unseen` and `drawn_unseen` how many more were put out and drawn. `noted` is False
    where only what he put out is known.
    """

    seat: int
    held: CardSet
    unseen: int
    kitty: int
    out: CardSet
    out_unseen: int
    drawn: CardSet
    drawn_unseen: int
    noted: bool = True

    @property
    def put_out(self) -> int:
        """How many cards were put out."""
        return self.out.bit_count() + self.out_unseen

    @property
    def taken(self) -> int:
        """How many cards were drawn."""
        return self.drawn.bit_count() + self.drawn_unseen


def why_not_put_out(exchange: Exchange, *, searches: bool = False) -> Refusal | None:
    """Say why a player cannot have put out these cards; `None` where he may have had more that nobody saw.

    `searches` says that he looks through the stock and may put out cards that he drew from it.
    """
    stranger = exchange.out & ~(exchange.held | (exchange.drawn if searches else 0))
    if stranger.bit_count() <= exchange.unseen + (exchange.drawn_unseen if searches else 0):
        return None
    return Refusal("put-out-not-held", exchange.seat, stranger.bit_length() - 1, (), exchange.held)


def why_not_exchange(
    options: Options, trumps: CardSet, players: int, exchange: Exchange, *, searches: bool = False
) -> Refusal | None:
    """Say why a player may not exchange so; `None` also where the cards seen do not prove it wrong.

    `trumps` are those of the hand, `players` all at the table; who `searches` the stock may draw and
    put out more than he had.
    """
    seat = exchange.seat
    too_many = exchange.put_out > HAND_SIZE + exchange.kitty and not searches
    if too_many or exchange.put_out != exchange.taken + exchange.kitty:
        return Refusal("draw-count", seat, rules=("draw", "kitty") if exchange.kitty else ("draw",))
    if options.draw == "none" and exchange.taken:
        return Refusal("no-draw", seat, rules=("draw",))
    if options.draw == "keep_n" and exchange.taken > HAND_SIZE - KEPT_BY_PLAYERS.get(players, 0):
        return Refusal("kept-too-few", seat, rules=("draw",))
    if options.draw == "keep_one_trump" and _kept_no_trump(trumps, exchange, searches=searches):
        return Refusal("kept-no-trump", seat, rules=("draw",), witness=exchange.held & trumps)
    return None


def _kept_no_trump(trumps: CardSet, exchange: Exchange, *, searches: bool) -> bool:
    """K41. A card that nobody saw, and that need not be among those put out, may be the trump that was kept."""
    kept = exchange.held & ~exchange.out
    all_out = not searches and exchange.out_unseen >= kept.bit_count() + exchange.unseen
    return bool(exchange.held & trumps) and not kept & trumps and (all_out or not exchange.unseen)


def why_not_take(options: Options, trumps: CardSet, dealer: int, seat: int, up: int, out: int) -> Refusal | None:
    """Say why a seat may not take the turned card of an auction game for the card `out` of its own (K19)."""
    if options.dealer_takes_turnup == "off":
        return Refusal("rob-off", seat, rules=("dealer_takes_turnup",))
    if seat != dealer:
        return Refusal("take-not-dealer", seat, rules=("dealer_takes_turnup",), seat_due=dealer)
    if up == UNKNOWN:
        return None
    if not trumps >> up & 1:
        return Refusal("take-no-trump", seat, up, ("dealer_takes_turnup",))
    if out == up:
        return Refusal("rob-out-turn-up", seat, out, ("dealer_takes_turnup",))
    return None


def cards_needed(players: int, kitty: int, drawn: int, *, turned: bool) -> int:
    """Count the cards that a deal with its kitty and all that was drawn takes out of the pack."""
    return HAND_SIZE * players + kitty + drawn + turned
