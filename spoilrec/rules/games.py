"""The games of the family as data: what is played for, by how many, and in which fields of a record.

A game is a row of this table; its house rules are `options`, its named rule sets are `presets`.
"""

from typing import Final, Literal

import msgspec

from spoilrec.rules.options import Option, describe_options

Goal = Literal["pool", "points", "auction", "cards"]


class Game(msgspec.Struct, frozen=True):
    """One game of the family.

    `goal` says what a hand is settled in: `pool` (chips), `points`, `auction` (points after a
    contract), `cards` (nothing that could be computed: the score is what the record says).
    """

    name: str
    title: str
    goal: Goal
    fewest: int
    most: int
    meaning: str


GAMES: Final = (
    Game("spoil-five", "Spoil Five", "pool", 2, 10, "Three tricks of five win the pool; if nobody takes three the hand is spoilt and the pool stays."),
    Game("twenty-five", "Twenty-Five", "points", 2, 10, "Five points a trick; 25 points win, in the middle of a hand if need be."),
    Game("forty-five", "Forty-Five", "points", 2, 10, "Five points a trick and five for the best trump; 45 points win at the end of a hand."),
    Game("auction-forty-fives", "Auction Forty-Fives", "auction", 2, 6, "The highest bidder names trumps and must make his bid; 120 points win."),
    Game("hundred-and-ten", "110", "auction", 2, 6, "The Irish auction game with the joker; 110 points win."),
    Game("maw", "Maw", "cards", 2, 10, "The old game; only cards, trumps and robbing are known, the score is what the record says."),
    Game("hoss", "Hoss", "auction", 3, 3, "A game for three after one sentence of S4; no other source was found (unverified)."),
)  # fmt: skip

_GAME_BY_NAME: Final = {game.name: game for game in GAMES}


def game_named(name: str) -> Game:
    """Give a game by its name; `KeyError` where there is none."""
    return _GAME_BY_NAME[name]


def options_of(game: Game) -> tuple[Option, ...]:
    """List the options that mean something in this game."""
    return tuple(option for option in describe_options() if game.name in option.games)
