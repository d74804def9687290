"""A judgement as text to be read out, as Markdown and as JSON."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from spoilrec.present.outputs import (
    ClaimOut,
    CostOut,
    ElsewhereOut,
    JudgedHandOut,
    JudgeOut,
    OptionOut,
    ResultOut,
    RulingOut,
)
from spoilrec.present.terminal import Look
from spoilrec.present.visible import json_text, markdown, visible
from spoilrec.record.tokens import place_name, seat_letter
from spoilrec.review.case import Case
from spoilrec.review.judge.consequence import Consequence
from spoilrec.review.judge.dispute import Judged, Judgement
from spoilrec.review.judge.rules_words import meaning_of, option_named, source_text
from spoilrec.review.judge.told import JudgementTold, RulingTold, tell_judgement
from spoilrec.review.outcome import Result
from spoilrec.review.setting import side_name
from spoilrec.review.verdict_claims import place_of
from spoilrec.review.verdict_words import heading, tell_rule, tell_verdict
from spoilrec.review.words.sentences import in_order
from spoilrec.rules.cards import CODE_NAMES, UNSEEN, CardSet
from spoilrec.rules.options import value_name
from spoilrec.rules.order import TrumpFacts

_LABEL = 11
_WIDE = 60


def judgement_text(judgement: Judgement, look: Look) -> str:
    """Write a judgement for a reader; on a narrow terminal the labels stand above their sentences."""
    told = tell_judgement(judgement)
    blocks = [_ruling_text(one, told.quoted, look) for one in told.rulings]
    if told.nothing:
        blocks.append(_filled(told.nothing, look, "", ""))
    if told.claim:
        blocks.append(_labelled("Claim", (told.claim,), look))
    if told.result:
        blocks.append(_labelled("As it lies", told.result, look))
    if told.hint:
        blocks.append(_filled(told.hint, look, "", ""))
    return "\n\n".join(blocks) + "\n"


def _ruling_text(told: RulingTold, quoted: Sequence[str], look: Look) -> str:
    title = _filled(look.cards(visible(told.title), quoted), look, "", "")
    painted = "\n".join(look.paint(line, "1") for line in title.split("\n"))
    parts = ((part.label, [look.cards(visible(one), quoted) for one in part.says]) for part in told.parts)
    return "\n".join([painted, *(_labelled(label, says, look) for label, says in parts)])


def _labelled(label: str, says: Iterable[str], look: Look) -> str:
    """Write sentences beside their label, where they are many each on a line of its own."""
    narrow = 0 < look.width < _WIDE
    indent = "    " if narrow else " " * (_LABEL + 2)
    lines = [_filled(one, look, indent, indent) for one in says]
    if narrow:
        return "\n".join([f"  {label}:", *lines])
    return f"  {label:<{_LABEL}}" + "\n".join(lines)[_LABEL + 2 :]


def _filled(text: str, look: Look, first: str, later: str) -> str:
    shown = visible(text)
    if not look.width:
        return first + shown
    return textwrap.fill(
        shown, look.width, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )


def judgement_markdown(judgement: Judgement) -> str:
    """Write a judgement as Markdown."""
    told = tell_judgement(judgement)
    return "\n".join(_markdown_lines(told)) + "\n\n"


def _markdown_lines(told: JudgementTold) -> Iterator[str]:
    for one in told.rulings:
        yield f"### {markdown(one.title)}\n"
        for part in one.parts:
            yield f"- **{part.label}:** {markdown(' '.join(part.says))}"
        yield ""
    if told.nothing:
        yield markdown(told.nothing)
    if told.claim:
        yield f"**Claim:** {markdown(told.claim)}\n"
    if told.result:
        yield f"**As it lies:** {markdown(' '.join(told.result))}"


# JSON


def judgements_json(file: str, judgements: Iterable[Judgement], written: str = "") -> str:
    """Write everything that was judged as one JSON object."""
    hands = [_hand_out(one) for one in judgements]
    return json_text(JudgeOut(file, hands, written or None)) + "\n"


def _hand_out(judgement: Judgement) -> JudgedHandOut:
    case, claim = judgement.case, judgement.claim
    whole = judgement.rulings[0].consequence if judgement.rulings else None
    return JudgedHandOut(
        case.reading.hand.no,
        case.line.number,
        case.rules.name if case.rules else "",
        [_ruling_out(case, one) for one in judgement.rulings],
        None if claim is None else ClaimOut(claim.says, claim.answer, tell_judgement(judgement).claim),
        _result_out(case, whole.result) if whole else None,
    )


def _ruling_out(case: Case, judged: Judged) -> RulingOut:
    verdict = judged.verdict
    facts = verdict.step.before.facts if verdict.step else (case.replay.first.facts if case.replay else None)
    refusal = verdict.refusal if verdict.stand == "unlawful" and not verdict.tried else None
    costs = judged.consequence if judged.consequence and judged.consequence.costs else None
    return RulingOut(
        at=place_of(verdict),
        deed=verdict.deed,
        player=case.setting.players[verdict.seat] if verdict.seat < len(case.setting.players) else None,
        seat=seat_letter(verdict.seat),
        card=CODE_NAMES[verdict.card] if verdict.deed == "play" and verdict.card != UNSEEN else None,
        verdict=verdict.stand,
        fault=verdict.fault or None,
        what=f"{heading(case, verdict)}.",
        message=tell_verdict(case, verdict),
        witness=_names(facts, refusal.witness if refusal else 0),
        allowed=_names(facts, refusal.allowed if refusal else 0),
        condemning=_names(facts, verdict.condemned),
        freeing=_names(facts, verdict.freeing),
        together=[place_name(*place) for place in verdict.together],
        rule=" ".join(tell_rule(case, verdict)),
        options=[_option_out(case, name) for name in verdict.rules],
        presets={one.preset: one.verdict.stand for one in judged.presets},
        other_values=[ElsewhereOut(one.option, one.value, one.verdict.stand) for one in judged.options],
        corrections=[one.words for one in judged.corrections],
        penalty_option=costs.option if costs else None,
        penalties=_costs_out(case, costs),
    )


def _names(facts: TrumpFacts | None, cards: CardSet) -> list[str]:
    return [CODE_NAMES[card] for card in in_order(facts, cards)]


def _option_out(case: Case, name: str) -> OptionOut:
    option = option_named(name)
    value = value_name(getattr(case.rules.options, name)) if case.rules else ""
    return OptionOut(name, value, meaning_of(option, value), source_text(option, value))


def _costs_out(case: Case, found: Consequence | None) -> list[CostOut]:
    if found is None:
        return []
    return [CostOut(one.value, one.here, one.changes, _result_out(case, one.result)) for one in found.costs]


def _result_out(case: Case, result: Result) -> ResultOut:
    won: str | None = "-" if result.won == -1 else None
    if result.won >= 0:
        pool_game = case.rules is not None and case.rules.game.goal == "pool"
        won = seat_letter(result.won) if pool_game else side_name(case.setting, result.won)
    bare = ResultOut(won, result.void)
    if case.rules is not None and case.rules.game.goal == "pool":
        return msgspec.structs.replace(
            bare, pool=result.pool, settle=None if result.settle is None else [*result.settle]
        )
    return msgspec.structs.replace(
        bare,
        points=None if result.counted is None else [*result.counted],
        score=None if result.totals is None else [*result.totals],
    )
