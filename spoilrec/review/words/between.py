"""The lines between the hands told in a sentence each: session, notes, seats, terms, rulings, amendments."""

from spoilrec.record.lines import Amend, Close, Line, Note, Penalty, RuleChoice, Ruling, Seats, Session, Terms
from spoilrec.rules.options import value_name


def tell_line(line: Line) -> str:
    """Say in one sentence what a line between the hands says; nothing for a hand or an unknown line."""
    match line.value:
        case Session() as session:
            return _session_text(session)
        case Note(text=text):
            return f"Note: {text}"
        case Seats(players=players):
            return "Seated from here on: " + ", ".join(name or "(empty)" for name in players) + "."
        case Terms(rules=rules, stake=stake):
            changed = [f"rules {rules_text(rules)}"] if rules is not None else []
            changed += [f"stake {stake}"] if stake is not None else []
            return f"From here on: {', '.join(changed)}."
        case Ruling() as ruling:
            return _ruling_text(ruling)
        case Amend(hand=hand, void=void, why=reason):
            return f"Hand {hand} was {'declared void' if void else 'amended'}{f': {reason}' if reason else ''}."
        case Close(split=split):
            return f"Closed; shared out: {' '.join(map(str, split))}." if split else "Closed."
        case _:
            return ""


def _ruling_text(ruling: Ruling) -> str:
    at = f", {ruling.at}" if ruling.at else ""
    by = f" by {ruling.by}" if ruling.by else ""
    why = f" ({ruling.why})" if ruling.why else ""
    return f"Ruling on hand {ruling.hand}{at}{by}: {ruling.finding}{why}{_penalty(ruling.penalty)}."


def _penalty(penalty: Penalty | None) -> str:
    """Name a penalty: its kind, and the numbers that it states itself."""
    if penalty is None:
        return ""
    numbers = (("chips", penalty.settle), ("points", penalty.points))
    stated = "".join(f", {word} {' '.join(f'{n:+d}' for n in row)}" for word, row in numbers if row)
    return f"; penalty {penalty.kind}{stated}"


def _session_text(session: Session) -> str:
    where = ", ".join(part for part in (session.place, session.date) if part)
    return f"{where + ': ' if where else ''}{rules_text(session.rules)}, {', '.join(session.players)}."


def rules_text(rules: str | RuleChoice | None) -> str:
    """Write the rules of a record for a reader."""
    if rules is None:
        return "rules not noted"
    if isinstance(rules, str):
        return rules
    changed = ", ".join(f"{name}={value_name(value)}" for name, value in rules.items() if name != "preset")
    return f"{rules.get('preset', 'no preset')} with {changed}" if changed else str(rules.get("preset"))
