"""Why an event is not lawful: the facts as fields, no sentence."""

from typing import Literal

import msgspec

from spoilrec.rules.cards import Card, CardSet

Why = Literal[
    # the table
    "no-such-seat", "not-your-turn", "played-already", "hand-over",
    # the card
    "not-held", "gone", "follow-trump", "follow-suit", "must-trump", "hearts-on-ace", "turned-ace-not-in-hand",
    # rob and announcement
    "rob-off", "no-turn-up", "rob-second", "rob-late", "rob-no-ace", "rob-out-not-held", "rob-out-turn-up",
    "announce-no-ace", "announce-late",
    # draw, and the turn-up that a dealer takes
    "put-out-not-held", "draw-count", "no-draw", "kept-too-few", "kept-no-trump", "take-not-dealer", "take-no-trump",
    # jink
    "jink-off", "jink-second", "jink-not-now", "jink-not-entitled", "jink-not-bidder", "jink-low-bid",
]  # fmt: skip


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """One event refused.

    `rules` names the options that decide; `allowed` are the cards that would have been lawful;
    `witness` are the cards held that prove the refusal; `seat_due` is the seat that was to act.
    """

    why: Why
    seat: int
    card: Card = -1
    rules: tuple[str, ...] = ()
    allowed: CardSet = 0
    witness: CardSet = 0
    seat_due: int = -1
