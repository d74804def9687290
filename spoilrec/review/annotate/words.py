"""The sentences of `annotate`: what a card lost and which would have been better, and how the cards lay."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from spoilrec.engine.position import NOBODY, TRICKS, UNKNOWN, State
from spoilrec.review.annotate.marks import Loss, Open, PlayNote, Soundness
from spoilrec.review.annotate.shown import Tally, Wanted
from spoilrec.review.case import Case
from spoilrec.review.exchange import draw_is_noted
from spoilrec.review.setting import side_players
from spoilrec.review.words.sentences import and_list, plural
from spoilrec.rules.cards import CODE_NAMES, SUIT_NAMES
from spoilrec.rules.options import Options

_LOST: Final[dict[Loss, str]] = {
    "pool": "gives away a pool that was forced; the {better} would have held it",
    "pool-to": "gives away a pool that was forced and lets {to} in; the {better} would have held it",
    "let-in": "lets {to} in; the {better} would have stopped that",
    "spoil": "gives away a spoil that was forced; the {better} would have spoilt it",
    "jink": "gives away a jink that was forced; the {better} would have held it",
    "jink-let": "lets the jink of {to} through; the {better} would have stopped it",
    "jink-stop": "leaves it to the others to stop the jink of {to}; the {better} would have stopped it",
    "points": "costs {cost} points that were forced; the {better} would have kept them",
    "contract": "gives away the contract of {amount}, which was forced; the {better} would have made it",
    "contract-let": "lets the contract of {amount} through; the {better} would have stopped it",
}
_OPEN: Final[dict[Open, str]] = {
    "hands": "a card was not seen then",
    "out-of-turn": "the trick was played out of turn",
    "too-much": "there are more positions than are searched",
}
_JINKS: Final[dict[Soundness, str]] = {
    "sound": "was sound: all five tricks could be forced",
    "gamble": "was a gamble: all five tricks were possible, not forced",
    "hopeless": "was hopeless: not even with everybody's help were there five tricks in it",
}


def lost_text(case: Case, note: PlayNote, name: Callable[[int], str]) -> str:
    """Say what a card lost, and the better card; empty where nothing was lost. `name` names a seat."""
    verdict = note.verdict
    if not verdict.loss:
        return ""
    jinker = case.replay.last.rights.jinker if case.replay else NOBODY
    to = name(jinker) if verdict.loss in ("jink-let", "jink-stop") else _side(case, verdict.to, name)
    facts = {"better": CODE_NAMES[verdict.better], "to": to, "cost": verdict.cost, "amount": verdict.amount}
    return f"{name(note.seat)}'s {CODE_NAMES[note.card]} {_LOST[verdict.loss].format_map(facts)}."


def _side(case: Case, side: int, name: Callable[[int], str]) -> str:
    return and_list(name(seat) for seat in case.setting.partnerships[side]) if side >= 0 else ""


def jink_text(worth: Soundness, name: str) -> str:
    """Say whether a jink was sound."""
    return f"{name}'s jink {_JINKS[worth]}."


def forced_text(case: Case, forced: int) -> str:
    """Say who could force the pool from the first lead."""
    who = side_players(case.setting, forced) if forced >= 0 else "nobody"
    return f"From the first lead {who} could force the pool."


def worth_text(case: Case, worth: tuple[int, ...]) -> str:
    """Say what points each side could force from the first lead."""
    forced = ", ".join(f"{side_players(case.setting, side)} {points}" for side, points in enumerate(worth))
    return f"From the first lead these points could be forced: {forced}."


def contract_text(case: Case, first: State, bids: tuple[int, ...]) -> str:
    """Say which bid each side could have made, 0 for none: with the cards after the draw and the lead as it was."""
    drawn = " after the draw" if _may_draw(first.table.options) else ""
    borne = [f"{side_players(case.setting, side)} {bid}" for side, bid in enumerate(bids) if bid]
    contract, trumps = first.table.contract, SUIT_NAMES[first.facts.trump]
    known = contract.bidder >= 0 and contract.amount != UNKNOWN
    bid = f"; {case.name(contract.bidder)} bid {contract.amount}" if known else ""
    bears = f"these bids: {', '.join(borne)}" if borne else "no bid"
    return f"With {trumps} as trumps the cards{drawn} bear {bears}{bid}."


def left_out(case: Case, notes: tuple[PlayNote, ...], decided: int) -> Iterator[str]:
    """Say which plays have no marks though the hands are known; `decided` is the trick that decided the pool or 0."""
    if decided and any(note.trick > decided for note in notes):
        yield f"Trick {decided} decided the pool; what was played after it is not weighed."
    for why, because in _OPEN.items():
        count = sum(note.open == why for note in notes)
        if count:
            yield f"{plural(count, 'play')} {'was' if count == 1 else 'were'} not solved: {because}."
    if _contract_unknown(case):
        yield "What was bid is not known: the cards are weighed by the points of the tricks, not by the contract."
    if _may_be_those_before_the_draw(case):
        yield "No draw was noted and the hand stopped early: the hands noted are taken for those after the draw."
    if case.reading.hand.unsure:
        yield f"The scribe was not sure of {and_list(case.reading.hand.unsure)}; the cards are weighed as noted."


def _contract_unknown(case: Case) -> bool:
    table = case.replay.first.table if case.replay else None
    return table is not None and table.goal == "auction" and UNKNOWN in (table.contract.bidder, table.contract.amount)


def _may_be_those_before_the_draw(case: Case) -> bool:
    """Say whether neither record nor play shows that the hands noted are those that were played."""
    replay = case.replay
    if replay is None or replay.first.table.goal != "auction" or draw_is_noted(case.reading):
        return False
    return _may_draw(replay.first.table.options) and len(replay.last.winners) < TRICKS


def _may_draw(options: Options) -> bool:
    """Say whether cards are changed between deal and play by these rules."""
    return options.draw != "none" or options.kitty != 0


_MOST_HANDS: Final = 12
_MOST_REASONS: Final = 4


def nothing_lost(tally: Tally, wanted: Wanted) -> str:
    """Say that nothing was lost, where only that was asked for; empty where something was, or nothing was solved."""
    if not wanted.mistakes or tally.mistaken or not (tally.solved or tally.part):
        return ""
    who = f"{and_list(tally.marks)} lost nothing" if wanted.players and tally.marks else "Nobody lost anything"
    return f"{who}{' in what was solved' if tally.part or tally.unsolved else ''}."


def not_solved(tally: Tally, wanted: Wanted) -> Iterator[str]:
    """Name the hands that could not be solved, those of one reason together; each says it where it is shown itself."""
    if not wanted.mistakes:
        return
    groups = sorted(tally.unsolved.items(), key=lambda group: -len(group[1]))
    for missing, hands in groups[:_MOST_REASONS]:
        yield f"Not solved: {_hands(hands, len(tally.sessions) > 1)}. {missing}"
    if rest := sum(len(hands) for _, hands in groups[_MOST_REASONS:]):
        yield f"Not solved for other reasons: {plural(rest, 'hand')}; without `--only` each has its reason."


def _hands(hands: Sequence[tuple[int, int]], sessions: bool) -> str:
    """Write `hands 1, 3 and 5`, with their sessions where there are several; the first of very many."""
    words = []
    for session, those in groupby(hands[:_MOST_HANDS], key=lambda hand: hand[0]):
        numbers = [str(number) for _, number in those]
        of = f" of session {session}" if sessions else ""
        words.append(f"hand{'s' if len(numbers) > 1 else ''} {and_list(numbers)}{of}")
    more = [f"{len(hands) - _MOST_HANDS} more"] if len(hands) > _MOST_HANDS else []
    return and_list([*words, *more])
