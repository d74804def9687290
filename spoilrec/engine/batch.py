"""Tens of thousands of hands played at once, in arrays: the engine without words.

Plays the same game as `state` from the same facts. It says of each hand whether everything in it was in
order, and who took the tricks; why something was not in order, `state` says. It covers hands of which
every card was seen and that were dealt five cards each, or played to the end where no deal was noted;
`covered` is False where it cannot say, and then `state` must. Knows nothing of files.

Terms: a *place* is the number of a player among the occupied chairs, clockwise from 0. Arrays have the
hands (`lines`) on their last axis.
"""

import msgspec
import numpy as np
import numpy.typing as npt

from spoilrec.engine.batch_facts import (
    BITS,
    LEAST_TRUMP,
    NO_BIT,
    NO_CARD,
    NONE,
    ROW,
    STRENGTH_BITS,
    Bytes,
    Mask,
    Sets,
    Tables,
    bits_of,
    tables,
)
from spoilrec.engine.batch_lawful import Laid, doubtful_plays, unlawful_plays
from spoilrec.engine.position import HAND_SIZE, TRICKS
from spoilrec.rules.options import Options

__all__ = ["NONE", "NO_CARD", "Deals", "Played", "play_out"]


class Deals(msgspec.Struct):
    """Hands to be played: all of one number of players, under one set of options.

    `(lines,) uint8`: `trump` (a suit, NONE where not known), `up` (a card, NO_CARD for none), `dealer` (a place),
    `robber` and `announcer` (a place, NONE for none), `out` (the card put out, NO_CARD if not seen), `tricks`. `dealt`
    `(5, places, lines) uint8` are the cards dealt, all NO_CARD where no deal was noted. `cards` `(5, places,
    lines) uint8` is the card that each laid in each trick, NO_CARD in tricks not played, and `leaders` `(5,
    lines) uint8` who led; the others followed in turn. `opener` `(lines,) uint8` is the place that leads first,
    `None` for the player left of the dealer.
    """

    trump: Bytes
    up: Bytes
    dealer: Bytes
    dealt: Bytes
    robber: Bytes
    out: Bytes
    announcer: Bytes
    tricks: Bytes
    leaders: Bytes
    cards: Bytes
    opener: Bytes | None = None


class Reneges(msgspec.Struct):
    """The lawful reneges: trick (from 0), place and line of each, and the trumps kept back; `(reneges,)` each."""

    trick: npt.NDArray[np.int64]
    place: npt.NDArray[np.int64]
    line: npt.NDArray[np.int64]
    kept: Sets


class Played(msgspec.Struct):
    """What became of the hands.

    `lawful` `(lines,) bool`: the cards are whole and dealt once, every event was in turn and allowed, no duty
    was left undone. `covered` `(lines,) bool` is False where only `state` can say that. `winners` `(5, lines)
    uint8` is the place that took each trick, NONE where it was not played; they and the rest are right where
    the hand is lawful. `top_trick` `(lines,) uint8` is the trick, from 0, with the highest trump that was played,
    NONE for none, `top_is_high` `(lines,) bool` says that it was a five, jack, ace of hearts or joker. `reneges`
    are all of them where the hand is covered.
    """

    lawful: Mask
    covered: Mask
    winners: Bytes
    top_trick: Bytes
    top_is_high: Mask
    reneges: Reneges


class _Dealt(msgspec.Struct):
    """What each was dealt, `cards` `(places, lines) uint64`; what the robber put out, `out` `(lines,) uint64`.

    `(lines,) bool`: `whole`, five different cards each are of the pack, and `own`, the robber put out one of his.
    """

    cards: Sets
    out: Sets
    whole: Mask
    own: Mask


def play_out(options: Options, deals: Deals) -> Played:
    """Play hands out."""
    facts = tables(options)
    trump = np.where(deals.trump != NONE, deals.trump, 0).astype(np.uint8)
    bits, up = bits_of(deals.cards), BITS.take(deals.up)
    played = np.bitwise_or.reduce(bits, axis=0) & ~NO_BIT
    robs = np.arange(bits.shape[1], dtype=np.uint8)[:, None] == deals.robber
    dealt = _dealt(facts, deals, played, robs)
    in_play = np.where(robs, dealt.cards & ~dealt.out | up, dealt.cards)
    in_order = (deals.trump != NONE) & dealt.whole
    in_order &= ((played & ~in_play) == 0).all(axis=0) & (np.bitwise_count(played) == deals.tricks).all(axis=0)
    in_order &= _rights_kept(options, facts, deals, trump, dealt)
    led = _led(deals, trump)
    winners, top_trick, top_is_high = _winners(facts, deals, trump, led)
    in_order &= _led_in_turn(deals, winners)
    laid = Laid(trump, deals.cards, bits, _held(in_play, bits), deals.leaders, led)
    revoked, open_question, reneges = _revokes(facts, laid, len(trump))
    covered = ~open_question
    if options.turned_ace_entry == "after_first_trick":
        covered &= (deals.robber == NONE) | (deals.up != facts.ace[trump])
    return Played(in_order & ~revoked & covered, covered, winners, top_trick, top_is_high, reneges)


def _dealt(facts: Tables, deals: Deals, played: Sets, robs: Mask) -> _Dealt:
    """Where no deal was noted it is what was played, if that was all; so it shows what was put out unseen."""
    cards = np.bitwise_or.reduce(bits_of(deals.dealt), axis=0) & ~NO_BIT
    up, out = BITS.take(deals.up), BITS.take(deals.out)
    short = hidden = (deals.robber != NONE) & (deals.out == NO_CARD)
    unseen = deals.dealt[0, 0] == NO_CARD
    if unseen.any():
        cards = np.where(unseen, np.where(robs, played & ~up | out, played), cards)
    if hidden.any():
        left = np.bitwise_or.reduce(np.where(robs, cards & ~played, np.uint64(0)), axis=0)
        out = np.where(hidden & ~unseen, left, out)
        short = hidden & unseen  # four cards of the robber are known, and all that he played
    everything = np.bitwise_or.reduce(cards, axis=0)
    whole = np.bitwise_count(everything) == HAND_SIZE * len(cards) - short
    whole &= (everything & (up | ~np.uint64(facts.pack))) == 0
    whole &= (np.bitwise_count(cards) == HAND_SIZE - (robs & short)).all(axis=0)
    whole &= ~hidden | ((deals.tricks == TRICKS) & (short | (np.bitwise_count(out) == 1)))
    own: Mask = (robs & ((cards & out) != 0)).any(axis=0) | short
    return _Dealt(cards, out, whole, own)


def _held(in_play: Sets, bits: Sets) -> Sets:
    """What each held before each trick, `(5, places, lines) uint64`."""
    held = np.empty_like(bits)
    held[0] = in_play
    for trick in range(TRICKS - 1):
        held[trick + 1] = held[trick] & ~bits[trick]
    return held


def _led(deals: Deals, trump: Bytes) -> npt.NDArray[np.int64]:
    """The indexes `trump * 54 + card led` of each trick, `(5, lines) int64`."""
    tricks, players, lines = deals.cards.shape
    base = np.arange(tricks)[:, None] * (players * lines) + np.arange(lines)
    leaders = np.where(deals.leaders == NONE, 0, deals.leaders).astype(np.int64)
    led = deals.cards.reshape(-1).take(base + leaders * lines)
    indexes: npt.NDArray[np.int64] = trump.astype(np.int64) * ROW + led
    return indexes


def _winners(facts: Tables, deals: Deals, trump: Bytes, led: npt.NDArray[np.int64]) -> tuple[Bytes, Bytes, Mask]:
    """Who took each trick, the trick of the highest trump, and whether that is one of the best."""
    strengths = facts.strength.take(facts.row.take(led)[:, None] + deals.cards)
    strengths |= np.arange(strengths.shape[1], dtype=np.uint16)[:, None]
    best = strengths.max(axis=1)
    there = np.arange(TRICKS, dtype=np.uint8)[:, None] < deals.tricks
    winners = (best & 15).astype(np.uint8) | (there.view(np.uint8) - np.uint8(1))  # NONE where there was no trick
    if facts.options.bonus not in ("highest_trump", "highest_if_top_four"):
        return winners, np.full(len(trump), NONE, np.uint8), np.zeros(len(trump), np.bool_)
    best = np.where(there & (best >= LEAST_TRUMP), best, np.uint16(0))
    top = best.max(axis=0)
    top_trick = np.where(top > 0, best.argmax(axis=0), NONE).astype(np.uint8)
    return winners, top_trick, facts.is_top[trump, top >> STRENGTH_BITS]


def _led_in_turn(deals: Deals, winners: Bytes) -> Mask:
    """The eldest or the opener leads first, then who took the trick before."""
    right: Mask = ((deals.leaders[1:] == winners[:-1]) | (deals.leaders[1:] == NONE)).all(axis=0)
    eldest = deals.dealer + np.uint8(1)
    first = np.where(eldest == deals.cards.shape[1], np.uint8(0), eldest) if deals.opener is None else deals.opener
    right &= deals.leaders[0] == first
    return right


def _rights_kept(options: Options, facts: Tables, deals: Deals, trump: Bytes, dealt: _Dealt) -> Mask:
    """Robbing and announcing only by whoever may, and no duty left undone (rules.md 3.2)."""
    ace = facts.ace[trump]
    has_ace = (dealt.cards & BITS.take(ace)) != 0
    turned = deals.up == ace
    places = np.arange(len(has_ace), dtype=np.uint8)[:, None]
    holder = np.bitwise_or.reduce(has_ace * places, axis=0) | (has_ace.any(axis=0).view(np.uint8) - np.uint8(1))
    entitled = np.where(turned, deals.dealer, holder)
    robbed, announced = deals.robber != NONE, deals.announcer != NONE
    may_rob = (deals.robber == entitled) & (deals.up != NO_CARD) & dealt.own
    kept: Mask = ~robbed | (may_rob & (options.rob != "off"))
    kept &= ~announced | ((deals.announcer == holder) & ~turned)
    if options.rob == "off" or (options.rob != "forced" and options.announce_ace == "none"):
        return kept
    owes = entitled != NONE
    if options.rob != "forced":
        owes &= ~turned & ~announced
    kept &= robbed | ~owes
    return kept


def _revokes(facts: Tables, laid: Laid, lines: int) -> tuple[Mask, Mask, Reneges]:
    """Where somebody revoked, and where that hangs on how often he has reneged before (K24); the reneges."""
    revoked, open_question = np.zeros(lines, np.bool_), np.zeros(lines, np.bool_)
    doubt = doubtful_plays(facts, laid)
    unlawful, kept = unlawful_plays(facts, laid, doubt)
    revoked[doubt.line[unlawful]] = True
    renege = kept != 0
    reneges = Reneges(doubt.trick[renege], doubt.place[renege], doubt.line[renege], kept[renege])
    if facts.options.renege_limit_per_hand != "none":
        open_question[_near_the_limit(facts.options, reneges)] = True
    return revoked, open_question, reneges


def _near_the_limit(options: Options, reneges: Reneges) -> npt.NDArray[np.int64]:
    """The lines in which somebody reneged twice, or kept back a second card: what he did before decides."""
    players, which = np.unique(reneges.line << 4 | reneges.place, return_inverse=True)
    count = np.bincount(which, minlength=len(players))
    if options.renege_limit_per_hand == "1_card":
        kept = np.zeros(len(players), np.uint64)
        np.bitwise_or.at(kept, which, reneges.kept)
        count = np.bitwise_count(kept)
    lines: npt.NDArray[np.int64] = players[count > 1] >> 4
    return lines
