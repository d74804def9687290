"""A judgement as the `ruling` line of a record: what was found, by whom, why, and by which rule."""

from spoilrec.record.canonical import canonical_value
from spoilrec.record.lines import Ruling
from spoilrec.record.reading import encode_value
from spoilrec.review.judge.dispute import Judgement
from spoilrec.review.verdict_words import tell_verdict
from spoilrec.review.words.sentences import rule_names


class UnwrittenError(Exception):
    """Such a ruling is not written; the text says why."""


def ruling_on(judgement: Judgement, by: str, why: str = "") -> Ruling:
    """Make the ruling: the finding that was claimed, else the one that is proven; `why` by default the verdict.

    Refuses with `UnwrittenError` a claim that the cards refute, and to decide what cannot be known.
    """
    case, claim = judgement.case, judgement.claim
    verdicts = [one.verdict for one in judgement.rulings]
    if claim is not None and claim.answer == "refused":
        raise UnwrittenError(
            f"not written: the claim `{claim.says}` is refused; `--says accepted` lets a finding stand all the same"
        )
    wrong = next((one for one in verdicts if one.stand == "unlawful"), None)
    if claim is not None:
        finding = claim.says
    elif wrong is not None:
        finding = wrong.fault
    elif all(one.fine for one in verdicts):
        finding = "no-fault"
    else:
        raise UnwrittenError("not written: it cannot be known; say with `--says` what the table decided")
    about = next((one for one in verdicts if one.fault == finding), wrong or verdicts[0])
    rule = rule_names(case.rules, about.rules) if case.rules else None
    return Ruling(
        hand=case.reading.hand.no,
        at=judgement.at,
        by=by,
        finding=finding,
        why=why or tell_verdict(case, about),
        rule=rule,
    )


def ruling_bytes(ruling: Ruling) -> bytes:
    """Write a ruling as a whole canonical line."""
    return encode_value(canonical_value(ruling)) + b"\n"
