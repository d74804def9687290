"""What can happen in a hand. A card is a card code; from `UNSEEN` on it is a card that nobody noted."""

import msgspec


class Play(msgspec.Struct, frozen=True, gc=False):
    """A seat lays a card on the table."""

    seat: int
    card: int


class Rob(msgspec.Struct, frozen=True, gc=False):
    """A seat takes the turn-up and puts out a card of its own."""

    seat: int
    out: int


class Announce(msgspec.Struct, frozen=True, gc=False):
    """A seat says that it holds the ace of trumps, without robbing."""

    seat: int


class Jink(msgspec.Struct, frozen=True, gc=False):
    """A seat declares that it will take all five tricks."""

    seat: int


Event = Play | Rob | Announce | Jink
