"""Following suit and reneging for many hands at once: `lawful` in arrays, for cards that are lawful only perhaps.

Most cards follow or come from a hand that nothing binds; the few others are looked at one by one, all together.
"""

import msgspec
import numpy as np
import numpy.typing as npt

from spoilrec.engine.batch_facts import BITS, ROW, Bytes, Mask, Sets, Tables
from spoilrec.rules.cards import ACE_OF_HEARTS

Places = npt.NDArray[np.int64]


class Laid(msgspec.Struct):
    """The plays of many hands: `cards` `(5, players, lines) uint8`, `bits` and `held` `(5, players, lines) uint64`.

    `held` is what each held when he played, the card itself among it; `leaders` `(5, lines) uint8`, `led`
    `(5, lines) int64` are the indexes `trump * 54 + card led`.
    """

    trump: Bytes
    cards: Bytes
    bits: Sets
    held: Sets
    leaders: Bytes
    led: Places


class Doubt(msgspec.Struct):
    """The plays that have to be looked at: trick, place and line of each, `(plays,) int64`, and what decides."""

    trick: Places
    place: Places
    line: Places
    led: Places
    card: Sets
    held: Sets
    trumps: Sets


def doubtful_plays(tables: Tables, laid: Laid) -> Doubt:
    """Give the plays that are not lawful whatever was held, from hands that something may bind."""
    strange = (laid.bits & tables.always[laid.led][:, None]) == 0
    strange &= (laid.held & tables.bind[laid.led][:, None]) != 0
    trick, place, line = np.unravel_index(np.flatnonzero(strange), strange.shape)
    led = laid.led[trick, line]
    trump = laid.trump[line]
    return Doubt(
        trick, place, line, led, laid.bits[trick, place, line], laid.held[trick, place, line], tables.trumps[trump]
    )


def unlawful_plays(tables: Tables, laid: Laid, doubt: Doubt) -> tuple[Mask, Sets]:
    """Say of each play in doubt whether it was unlawful, and which trumps it kept back as a renege.

    `(plays,) bool` and `(plays,) uint64`, which is 0 where it was no renege. How often a player has reneged before
    is not asked (`renege_limit_per_hand`).
    """
    on_trumps = tables.answers[doubt.led] == doubt.trumps
    held_trumps = doubt.held & doubt.trumps
    kept = np.where(on_trumps, _kept_back(tables, laid, doubt, held_trumps), np.uint64(0))
    bound = on_trumps & (held_trumps != 0) & (kept == 0)
    hearts = np.where(_is_ace_of_hearts(doubt), tables.hearts[laid.trump[doubt.line]], np.uint64(0))
    if tables.options.ah_lead_fallback != "hearts":
        hearts = np.zeros_like(hearts)
    hearts_due = on_trumps & ~bound & (doubt.held & hearts != 0) & (doubt.card & hearts == 0)
    plain = ~on_trumps & ((doubt.held & tables.answers[doubt.led] != 0) | _must_trump(tables, laid, doubt, held_trumps))
    return bound | hearts_due | plain, kept


def _is_ace_of_hearts(doubt: Doubt) -> Mask:
    led: Mask = doubt.led % ROW == ACE_OF_HEARTS
    return led


def _must_trump(tables: Tables, laid: Laid, doubt: Doubt, held_trumps: Sets) -> Mask:
    """A player without the suit led who did not trump though these rules want it (K22)."""
    none: Mask = np.zeros(len(doubt.line), np.bool_)
    if tables.options.void == "free" or tables.options.follow == "none_on_plain":
        return none
    must = held_trumps
    if tables.options.void != "must_trump":
        must = held_trumps & ~tables.privileged[laid.trump[doubt.line]]
    refused: Mask = (must != 0) & (doubt.card & doubt.trumps == 0)
    return refused


def _kept_back(tables: Tables, laid: Laid, doubt: Doubt, held_trumps: Sets) -> Sets:
    """The trumps that may be kept back where that frees from following; elsewhere none."""
    kept = held_trumps & _may_keep(tables, laid, doubt)
    return kept if tables.options.renege_scope == "holder" else np.where(kept == held_trumps, kept, np.uint64(0))


def _may_keep(tables: Tables, laid: Laid, doubt: Doubt) -> Sets:
    """The trumps that may be kept back from this lead as things stand (K21: privileges may lapse)."""
    keep = tables.keep[doubt.led]
    if tables.options.renege_against == "led_card":
        return keep
    fallen = _laid_before(laid, doubt, whole_hand=tables.options.renege_against == "lapse_hand")
    trump = laid.trump[doubt.line].astype(np.int64) * ROW
    for card in range(len(BITS) - 1):
        if np.any(keep & BITS[card]):
            lapsed = (tables.higher[trump + card] & fallen) != 0
            keep = np.where(lapsed, keep & ~BITS[card], keep)
    return keep


def _laid_before(laid: Laid, doubt: Doubt, *, whole_hand: bool) -> Sets:
    """The cards laid before each play: in its trick, and with `whole_hand` in the tricks before."""
    players = laid.cards.shape[1]
    leader = laid.leaders[doubt.trick, doubt.line].astype(np.int64)
    turn = (doubt.place - leader) % players
    fallen = np.zeros(len(doubt.line), np.uint64)
    for place in range(players):
        before = (place - leader) % players < turn
        fallen |= np.where(before, laid.bits[doubt.trick, place, doubt.line], np.uint64(0))
    if whole_hand:
        for trick in range(laid.bits.shape[0] - 1):
            earlier = np.bitwise_or.reduce(laid.bits[trick], axis=0)
            fallen |= np.where(doubt.trick > trick, earlier[doubt.line], np.uint64(0))
    return fallen
