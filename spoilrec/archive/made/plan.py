"""What sessions are to be made: who plays what with whom, each in which way, from which seed."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from spoilrec.engine.choice import RANDOM, Way
from spoilrec.engine.simple import SIMPLE
from spoilrec.engine.solved import SAMPLED, SOLVER
from spoilrec.record import FORMAT_VERSION
from spoilrec.record.lines import Line, RuleChoice, Session
from spoilrec.record.reading import encode_value
from spoilrec.record.tokens import SEATS
from spoilrec.review.checks.header import check_session, fitting_sides, setting_of
from spoilrec.review.setting import Rules

WAYS: Final[Mapping[str, Way]] = {way.name: way for way in (SIMPLE, RANDOM, SOLVER, SAMPLED)}
NAMES: Final = (
    "Aoife", "Brendan", "Ciara", "Declan", "Eimear", "Fergus", "Gráinne", "Hugh", "Iseult", "Jarlath",
)  # fmt: skip
_FORM: Final = re.compile(r"([1-9])x([1-9])")
_USUAL: Final = 5


class Plan(msgspec.Struct, frozen=True):
    """What is to be made: the session line, the rules that it names, how each chair plays, how much, from which seed.

    `irregular` is the share of hands with a mistake; `unseen` leaves out what a scribe at a table does not see.
    """

    session: Session
    rules: Rules
    ways: tuple[Way, ...]
    hands: int
    seed: int = 1
    irregular: float = 0.0
    unseen: bool = False


def session_line(
    rules: Rules,
    choice: str | Mapping[str, object],
    players: Sequence[str] = (),
    sides: str | None = None,
    stake: int = 1,
) -> Session:
    """Make the session line; without players as many as these rules usually have, without sides those that fit.

    `sides` are seats (`AC BD`), a form (`2x2`) or `singles`. What does not fit is for `why_not_session`.
    """
    names = tuple(players) or NAMES[: usual_players(rules)]
    pool_game = rules.game.goal == "pool"
    return Session(
        spoilrec=FORMAT_VERSION,
        rules=choice if isinstance(choice, str) else msgspec.convert(choice, RuleChoice),
        players=names,
        sides=_sides(rules, len(names), sides),
        stake=stake if pool_game and stake != 1 else None,
        unit="chip" if pool_game else None,
        source="made",
    )


def usual_players(rules: Rules) -> int:
    """Give how many play where nothing else is said."""
    form = _FORM.fullmatch(rules.options.sides)
    wanted = 4 if rules.options.sides == "partners" else _USUAL
    return int(form[1]) * int(form[2]) if form else max(rules.game.fewest, min(wanted, rules.game.most))


def _sides(rules: Rules, count: int, text: str | None) -> str | None:
    if text == "singles":
        return None
    if text is None:
        singly = rules.options.sides in ("any", "singles")
        return None if singly else next(iter(fitting_sides(rules, count)), None)
    form = _FORM.fullmatch(text)
    if form and int(form[1]) * int(form[2]) == count:
        return " ".join(SEATS[side : count : int(form[1])] for side in range(int(form[1])))
    return text


def why_not_session(session: Session, rules: Rules) -> tuple[str, ...]:
    """Say what is wrong with such a session, in the words of `validate`; doubts are no reason not to make it."""
    line, setting = Line(1, encode_value(session), session, "session"), setting_of(session, rules)
    found = check_session("", line, session, setting, empty=False)
    return tuple(f"{one.message} {one.facts.get('fits', '')}".strip() for one in found if one.severity == "error")
