"""The players' words, one for each thing; the same words stand in records, options and messages."""

from typing import Final

TERMS: Final[tuple[tuple[str, str], ...]] = (
    ("ace of hearts", "Always a trump, whatever suit is trumps: the third best. It is never a heart for following suit."),
    ("ante", "What is put into the pool before a hand; see `stake` and the option `spoil_ante`."),
    ("dealer", "Who deals; the deal passes to the left after each hand."),
    ("eldest", "The player left of the dealer, who leads to the first trick."),
    ("false rob", "Robbing without the right to: the option `false_rob`."),
    ("finding", "What `validate` has to say about a place of a record: an error, a warning or an information."),
    ("fiving", "Asking the dealer of a game for two to turn another card: the option `fiving`."),
    ("hand", "One deal of five tricks; also the cards a player holds."),
    ("jink", "Trying for all five tricks after winning the pool with the first ones; lost, the pool stays: the option `jink_mode`."),
    ("lead", "The first card of a trick."),
    ("misdeal", "A deal that does not count; the same dealer deals again."),
    ("place", "A trick number and a seat: 3C is what seat C did in trick 3, 0C what it did before the first lead."),
    ("plain suit", "A suit that is not trumps."),
    ("pool", "What lies on the table to be won; a spoil carries it over to the next hand."),
    ("privileged", "Said of a trump that may be kept back from a lower one: five, jack, ace of hearts, joker; the option `privileged`."),
    ("renege", "Lawfully keeping back a privileged trump when a lower trump is led."),
    ("revoke", "The offence: not playing a card that the rules demand."),
    ("rob", "Taking the turn-up for a card of one's own, with the ace of trumps in hand or, as dealer, turned up: the option `rob`."),
    ("ruling", "What somebody decided about a fact; it stands on a line of its own."),
    ("seat", "A chair at the table: A to J clockwise, in the order of `players`."),
    ("side", "Players who play together; in singles each is a side of his own."),
    ("spoil", "A hand in which nobody wins the pool."),
    ("stake", "What each player puts into the pool."),
    ("trick", "One card of every player; the highest trump takes it, else the highest card of the suit led."),
    ("trump", "The suit that beats all others, and the ace of hearts and the joker with it."),
    ("turn-up", "The card turned after the deal; its suit is trumps."),
    ("unseen", "A card that nobody noted: ??, or half seen: ?C, 5?. Nothing is judged by it."),
)  # fmt: skip
