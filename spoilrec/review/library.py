"""The same work as the commands do, for programs: a path in, values out."""

from collections.abc import Iterator

from spoilrec.record.lines import Line
from spoilrec.record.store import lines, opened
from spoilrec.review.case import Case
from spoilrec.review.finding import Finding
from spoilrec.review.rulebook import parse_choice, understand
from spoilrec.review.setting import Rules
from spoilrec.review.walk import walk


def read_lines(path: str) -> Iterator[Line]:
    """Read the lines of a record, right or wrong, without judging them; `OSError` where it cannot be opened."""
    with opened(path) as stream:
        yield from lines(stream)


def validate(path: str, rules: str = "") -> Iterator[Finding]:
    """Find everything that is to be said about a record, in the order of its lines.

    `rules` are to judge by instead of the record's own, as `PRESET,option=value`; `ValueError` where
    they cannot be understood. Nothing is printed; no finding means that nothing was found wrong.
    """
    with opened(path) as stream:
        for stop in walk(path, stream, _rules(rules)):
            yield from stop.findings


def replay(path: str, rules: str = "") -> Iterator[Case]:
    """Play every hand of a record again: what was noted, each step with its state, and the result."""
    with opened(path) as stream:
        for stop in walk(path, stream, _rules(rules), every_step=True):
            if stop.case is not None and stop.status != "void":
                yield stop.case


def _rules(text: str) -> Rules | None:
    if not text:
        return None
    rules, faults = understand(parse_choice(text))
    if rules is None:
        raise ValueError(f"{faults[0].word!r} cannot be understood as rules ({faults[0].code})")
    return rules
