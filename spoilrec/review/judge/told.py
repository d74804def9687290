"""A whole judgement in words: for each ruling its heading, and what is said under each label."""

from collections.abc import Iterator, Sequence

import msgspec

from spoilrec.record.lines import Ruling
from spoilrec.review.case import Case
from spoilrec.review.judge.consequence import Consequence, Cost
from spoilrec.review.judge.corrections import Correction
from spoilrec.review.judge.dispute import Judged, Judgement
from spoilrec.review.judge.rules_words import tell_options, tell_other_values, tell_presets
from spoilrec.review.outcome import Result
from spoilrec.review.verdict_claims import Claim, place_of
from spoilrec.review.verdict_words import FAULTS, heading, tell_rule, tell_verdict
from spoilrec.review.words.between import tell_line
from spoilrec.review.words.sentences import and_list, plural
from spoilrec.review.words.told import tell_result


class Part(msgspec.Struct, frozen=True):
    """One part of a ruling: its label, and its sentences."""

    label: str
    says: tuple[str, ...]


class RulingTold(msgspec.Struct, frozen=True):
    """One ruling in words."""

    title: str
    parts: tuple[Part, ...]


class JudgementTold(msgspec.Struct, frozen=True):
    """A judgement in words; `nothing` where nothing was doubtful, `claim` where one was made.

    `result` is the hand as it lies; `hint` says how to be told more. `quoted` are the names and the words of the
    record in the rulings: what looks like a card in them is none. Claim and result name no card.
    """

    rulings: tuple[RulingTold, ...]
    result: tuple[str, ...]
    nothing: str = ""
    claim: str = ""
    hint: str = ""
    quoted: tuple[str, ...] = ()


def tell_judgement(judgement: Judgement) -> JudgementTold:
    """Say everything; the result as the hand lies stands once, after the rulings."""
    case = judgement.case
    rulings = tuple(tell_ruling(case, one, briefly=_is_brief(judgement, one)) for one in judgement.rulings)
    nothing = "" if rulings else f"Hand {case.reading.hand.no}: nothing is doubtful. {_count(case)}"
    claim = tell_claim(judgement) if judgement.claim else ""
    whole = judgement.rulings[0].consequence if judgement.rulings else None
    lies = tuple(result_sentences(case, whole.result)) if whole else ()
    hint = "`--at PLACE` tells the rule and the cost of one of these." if _some_brief(judgement) else ""
    ruled = (text for one in judgement.rulings for text in _rulings(case, place_of(one.verdict)))
    quoted = (*(name for name in case.setting.players if name), *ruled)
    return JudgementTold(rulings, lies, nothing, claim, hint, quoted)


def _count(case: Case) -> str:
    plays = sum(step.noted for step in case.plays())
    return (
        f"{plural(plays, 'card')} {'was' if plays == 1 else 'were'} judged by {case.rules.name if case.rules else ''}."
    )


def _is_brief(judgement: Judgement, one: Judged) -> bool:
    """Over a whole hand what cannot be known is said in a sentence: most of what was not seen is nobody's quarrel."""
    return not judgement.at and one.verdict.stand == "unknown"


def _some_brief(judgement: Judgement) -> bool:
    return any(_is_brief(judgement, one) for one in judgement.rulings)


def tell_ruling(case: Case, judged: Judged, *, briefly: bool = False) -> RulingTold:
    """Say one ruling; `briefly` only the verdict, and what other presets say if they say anything else."""
    verdict = judged.verdict
    if briefly:
        differ = any(one.verdict.stand != verdict.stand for one in judged.presets)
        elsewhere = (Part("Elsewhere", (tell_presets(case, verdict, judged.presets),)),) if differ else ()
        return RulingTold(f"{heading(case, verdict)}.", (Part("Ruling", (tell_verdict(case, verdict),)), *elsewhere))
    parts = (
        Part("Ruling", (tell_verdict(case, verdict),)),
        Part("Rule", (*tell_rule(case, verdict), *tell_options(case, verdict))),
        Part("Elsewhere", tuple(_elsewhere(case, judged))),
        Part("Record", tuple(_record(case, judged))),
        Part("Penalty", tuple(_costs(case, judged.consequence))),
        Part("Ruled", tuple(_rulings(case, place_of(verdict)))),
    )
    return RulingTold(f"{heading(case, verdict)}.", tuple(part for part in parts if part.says))


def _rulings(case: Case, at: str) -> Iterator[str]:
    """Tell what was ruled on this place before; the place is in the heading."""
    for line in case.ruling_lines:
        if isinstance(line.value, Ruling) and line.value.at == at:
            bare = msgspec.structs.replace(line.value, at=None)
            yield tell_line(msgspec.structs.replace(line, value=bare))


def _elsewhere(case: Case, judged: Judged) -> Iterator[str]:
    if judged.presets:
        yield tell_presets(case, judged.verdict, judged.presets)
    yield from tell_other_values(judged.verdict, judged.options)


def _record(case: Case, judged: Judged) -> Iterator[str]:
    verdict = judged.verdict
    if not verdict.proven:
        return
    name = "one of the players" if verdict.together else case.name(verdict.seat)
    if not judged.corrections and verdict.deed == "play":
        yield (
            "No change of one card or seat, and no exchange of two, would make the hand lawful: "
            f"it was {name}, or more than one slip."
        )
    if not judged.corrections:
        return
    ways = "; ".join(_ranked(judged.corrections))
    yield f"Either it was {name}, or the record is wrong. The hand would be lawful with: {ways}."


def _ranked(found: Sequence[Correction]) -> Iterator[str]:
    yield from (f"({nth}) {one.words}" for nth, one in enumerate(found, start=1))


# Result and penalties


def result_sentences(case: Case, result: Result) -> Iterator[str]:
    """Say a result by the cards alone: who won, chips or points, and what lies in the pool then."""
    if result.void:
        yield "The hand does not count; nobody pays or scores."
        return
    hand = msgspec.structs.replace(case.reading.hand, settle=(), score=(), points=())
    bare = msgspec.structs.replace(case, reading=msgspec.structs.replace(case.reading, hand=hand))
    yield from tell_result(bare, result)
    if case.rules is not None and case.rules.game.goal == "pool":
        yield "What lies in the pool then is not known." if result.pool is None else f"In the pool then: {result.pool}."


def _costs(case: Case, found: Consequence | None) -> Iterator[str]:
    if found is None or not found.costs:
        return
    for one in found.costs:
        if one.changes:
            said = " ".join(result_sentences(case, one.result))
            yield f"{found.option}={one.value} ({one.meaning}){_here(one)}: {said}"
    same = [f"{one.value}{_here(one)}" for one in found.costs if not one.changes]
    if same:
        yield f"Under {found.option} {and_list(same, 'or')} the result stays as it lies."


def _here(one: Cost) -> str:
    return " (these rules)" if one.here else ""


# A claim


def tell_claim(judgement: Judgement) -> str:
    """Say whether a claim is borne out."""
    claim, case = judgement.claim, judgement.case
    assert isinstance(claim, Claim)
    said = f'The claim "{claim.says}"'
    match claim.answer:
        case "confirmed":
            return f"{said} is confirmed."
        case "accepted":
            return 'The table lets it stand: a ruling "accepted" silences the findings of its place.'
        case "refused":
            return f"{said} is refused: {_instead(case, judgement.rulings)}."
        case "cannot-be-known":
            return f"{said} can be neither confirmed nor refused: {_why_open(judgement.rulings)}."


def _instead(case: Case, rulings: Sequence[Judged]) -> str:
    wrong = [FAULTS.get(one.verdict.fault, one.verdict.fault) for one in rulings if one.verdict.stand == "unlawful"]
    if wrong:
        return f"it was {and_list(wrong)}"
    fine = [one for one in rulings if one.verdict.fine]
    return "what was done was lawful" if fine else "no such thing was done there"


def _why_open(rulings: Sequence[Judged]) -> str:
    if any(one.verdict.open == "card" for one in rulings):
        return "nobody saw the card"
    if any(one.verdict.stand == "not-judged" for one in rulings):
        return "the state of the table there is not known"
    return "cards that nobody saw decide"
