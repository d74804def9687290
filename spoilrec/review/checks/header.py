"""Sessions, rules, players and sides (SR1xx): from the lines to the setting, with every finding on the way."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Final

import msgspec

from spoilrec.record import FORMAT_VERSION
from spoilrec.record.lines import Line, RuleChoice, Seats, Session, Terms
from spoilrec.record.tokens import SEATS, seat_letter
from spoilrec.review.finding import Finding, Spot, finding
from spoilrec.review.hand import column_of
from spoilrec.review.nearest import did_you_mean
from spoilrec.review.rulebook import understand
from spoilrec.review.setting import Rules, Setting
from spoilrec.review.words.sentences import and_list, plural

SOURCES: Final = ("table", "sheet", "online", "made")
LONGEST_NAME: Final = 40


def setting_of(session: Session, rules: Rules | None) -> Setting:
    """Make the setting with which a session begins."""
    sides = read_sides(session.sides or "", len(session.players))
    stake = 1 if session.stake is None else session.stake
    seated = sides if isinstance(sides, tuple) else ()
    setting = Setting(rules, session.players, seated, stake, session.unit or "")
    sound = isinstance(sides, tuple) and session.spoilrec == FORMAT_VERSION and not why_not_playable(setting)
    return msgspec.structs.replace(setting, sound=sound)


def why_not_playable(setting: Setting) -> tuple[str, dict[str, str | int]] | None:
    """Say why the rules cannot be played by these players: code and facts, or `None`."""
    count = len(setting.seats)
    fewest, most = (setting.rules.game.fewest, setting.rules.game.most) if setting.rules else (2, 10)
    title = setting.rules.game.title if setting.rules else "a session"
    if len(setting.players) > len(SEATS) or not fewest <= count <= most:
        there = max(count, len(setting.players) if len(setting.players) > len(SEATS) else 0)
        wanted = str(most) if fewest == most else f"{fewest} to {most}"
        return "SR110", {
            "count": plural(there, "player"),
            "game": title,
            "fewest": fewest,
            "most": most,
            "wanted": wanted,
        }
    if setting.rules:
        why = _why_not_sides(setting, setting.rules)
        if why:
            return "SR114", {"sides": _sides_text(setting), "why": why, "fits": _what_fits(setting, setting.rules)}
    return None


def _why_not_sides(setting: Setting, rules: Rules) -> str:
    wanted, sides = rules.options.sides, setting.sides
    if wanted == "any":
        return ""
    if wanted == "singles":
        return f"{rules.game.title} by these rules is played singly (option `sides`)" if sides else ""
    if not sides:
        return f"these rules are played in sides (option `sides={wanted}`)"
    form = f"{len(sides)}x{len(sides[0])}"
    return "" if wanted in ("partners", form) else f"these rules want {wanted} (option `sides`), not {form}"


def _sides_meant(session: Session) -> str:
    """Name the sides that small letters or players' names seem to mean; else say how sides are written."""
    seats = {name.casefold(): seat_letter(seat) for seat, name in enumerate(session.players)}
    sides = [re.split(r"[+&,/]", side) for side in (session.sides or "").split()]
    meant = " ".join("".join(seats.get(word.casefold(), word.upper()) for word in side) for side in sides)
    if isinstance(read_sides(meant, len(session.players)), tuple) and meant:
        return f"It seems to mean `{meant}`."
    return "Sides are written as seats, `AC BD`, and must fit players and rules."


def _what_fits(setting: Setting, rules: Rules) -> str:
    """Name the sides that these players can form by these rules, or what else could be done."""
    count = len(setting.players)
    if rules.options.sides == "singles":
        return "Take `sides` out, or set the option `sides`."
    fitting = [f"`{text}`" for text in fitting_sides(rules, count)]
    if fitting:
        return f"With {count} players it can be {and_list(fitting, 'or')}, partners sitting alternately."
    singly = "where everybody plays singly set the option `sides=singles`"
    return f"{plural(count, 'player')} cannot form such sides; {singly}."


def fitting_sides(rules: Rules, count: int) -> tuple[str, ...]:
    """List the sides that so many players can form by these rules, partners sitting alternately."""
    forms = [
        (f"{sides}x{count // sides}", " ".join("".join(SEATS[side:count:sides]) for side in range(sides)))
        for sides in range(2, count // 2 + 1)
        if count % sides == 0
    ]
    return tuple(text for form, text in forms if rules.options.sides in ("any", "partners", form))


def _sides_text(setting: Setting) -> str:
    return (
        f"`{' '.join(''.join(seat_letter(seat) for seat in side) for side in setting.sides)}`"
        if setting.sides
        else "are missing"
    )


@lru_cache(maxsize=256)
def read_sides(text: str, players: int) -> tuple[tuple[int, ...], ...] | str:
    """Read `AC BD`: every seat on exactly one side, sides equal and of two or more; else the reason."""
    sides = tuple(tuple(SEATS.find(letter) for letter in side) for side in text.split())
    seats = [seat for side in sides for seat in side]
    if not sides:
        return ()
    if any(seat < 0 or seat >= players for seat in seats):
        return "it names a seat that is not there"
    if sorted(seats) != list(range(players)):
        return "every seat must stand on exactly one side"
    if len({len(side) for side in sides}) > 1 or len(sides[0]) < 2 or len(sides) < 2:
        return "there must be two or more equal sides of two or more"
    return sides


def check_session(file: str, line: Line, session: Session, setting: Setting, *, empty: bool) -> Iterator[Finding]:
    """Check a session line; `empty` says that no hand follows."""
    spot = Spot(file, line)
    if session.spoilrec != FORMAT_VERSION:
        yield finding("SR102", _at(spot, "spoilrec"), {"version": session.spoilrec})
    yield from check_players(spot, session.players)
    sides = read_sides(session.sides or "", len(session.players))
    if isinstance(sides, str):
        told = f"`{(session.sides or '')[:60]}`"
        yield finding("SR114", _at(spot, "sides"), {"sides": told, "why": sides, "fits": _sides_meant(session)})
    yield from _check_playable(spot, setting, session.sides)
    if session.date is not None and not is_date(session.date):
        yield finding("SR116", _at(spot, "date"), {"date": session.date[:40]})
    if session.source is not None and session.source not in SOURCES:
        facts = {"field": "source", "word": session.source[:40], "nearest": did_you_mean(session.source, SOURCES)}
        yield finding("SR119", _at(spot, "source"), {**facts, "values": ", ".join(SOURCES)})
    if empty:
        yield finding("SR120", spot, {})


def _check_playable(spot: Spot, setting: Setting, sides: str | None) -> Iterator[Finding]:
    why = why_not_playable(setting)
    if why and (why[0] != "SR114" or not sides or setting.sides):
        yield finding(why[0], _at(spot, "players" if why[0] == "SR110" else "sides" if sides else "players"), why[1])
    for number, side in enumerate(setting.sides):
        gaps = {
            (second - first) % len(setting.players) for first, second in zip(side, (*side[1:], side[0]), strict=True)
        }
        if gaps != {len(setting.players) // len(side)}:
            text = "".join(seat_letter(seat) for seat in setting.sides[number])
            yield finding("SR115", _at(spot, "sides"), {"side": text})
            return


def check_rules(
    file: str, line: Line, choice: str | RuleChoice | None, hands: int
) -> tuple[Rules | None, list[Finding]]:
    """Understand the rules of a session or terms line, and say what cannot be understood."""
    rules, faults = understand(choice)
    spot = Spot(file, line)
    found = []
    for fault in faults:
        column = max(line.text.find(f'"{fault.word}"'), 0) + 1 if fault.word else column_of(line, "rules")
        at = msgspec.structs.replace(spot, column=column, width=len(fault.word) + 2 if fault.word else 0)
        found.append(finding(fault.code, at, {**fault.facts, "hands": _how_many(hands)}))
    return rules, found


def _how_many(hands: int) -> str:
    """Begin a sentence about the hands that could not be judged."""
    return f"{plural(hands, 'hand')} {'was' if hands == 1 else 'were'}" if hands else "The hands from here on are"


def check_terms(terms: Terms, setting: Setting, rules: Rules | None) -> Setting:
    """Give the setting from the next hand on."""
    stake = setting.stake if terms.stake is None else terms.stake
    changed = msgspec.structs.replace(setting, stake=stake, rules=rules if terms.rules is not None else setting.rules)
    return msgspec.structs.replace(changed, sound=not why_not_playable(changed))


def check_seats(file: str, line: Line, seats: Seats, setting: Setting) -> tuple[Setting, list[Finding]]:
    """Give the setting from the next hand on; another number of chairs is refused and changes nothing."""
    spot = Spot(file, line)
    if len(seats.players) != len(setting.players):
        facts = {"count": len(seats.players), "wanted": len(setting.players)}
        return setting, [finding("SR703", _at(spot, "players"), facts)]
    changed = msgspec.structs.replace(setting, players=seats.players)
    why = why_not_playable(changed)
    found = list(check_players(spot, tuple(name for name in seats.players if name is not None)))
    if why:
        found.append(finding(why[0], _at(spot, "players"), why[1]))
    return msgspec.structs.replace(changed, sound=not why), found


def check_players(spot: Spot, names: Sequence[str]) -> Iterator[Finding]:
    """Names that are empty, doubled, alike or odd."""
    if _are_plain(tuple(names)):
        return
    seen: dict[str, str] = {}
    for name in names:
        at = _name_at(spot, name)
        why = _why_odd(name)
        if why:
            yield finding("SR113", at, {"name": f"`{name[:LONGEST_NAME]}`", "why": why})
        other = seen.setdefault(_skeleton(name) or name, name)
        if other is name or (why and not name.strip()):
            continue
        if other == name:
            yield finding("SR111", at, {"name": f"`{name[:LONGEST_NAME]}`"})
        else:
            yield finding("SR112", at, {"first": f"`{other[:LONGEST_NAME]}`", "second": f"`{name[:LONGEST_NAME]}`"})


@lru_cache(maxsize=1024)
def _are_plain(names: tuple[str, ...]) -> bool:
    """Whether nothing is to be said of these names; an archive has the same ones evening after evening."""
    return len({_skeleton(name) or name for name in names}) == len(names) and not any(map(_why_odd, names))


def _why_odd(name: str) -> str:
    if not name.strip():
        return "is empty"
    if len(name) > LONGEST_NAME:
        return f"has {len(name)} characters"
    if name != name.strip() or "  " in name:
        return "begins or ends with a space, or has two together"
    if re.search("[\u0300-\u036f]{3}", unicodedata.normalize("NFD", name)):
        return "piles up accents"
    scripts = {unicodedata.name(char, "").split(" ")[0] for char in name if char.isalpha()}
    return "mixes alphabets" if len(scripts & {"LATIN", "CYRILLIC", "GREEK"}) > 1 else ""


def _skeleton(name: str) -> str:
    """What is left of a name without case, accents, apostrophes and spaces."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in plain if char.isalnum())


_DATE: Final = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")


@lru_cache(maxsize=1024)
def is_date(text: str) -> bool:
    """Say whether the text is an ISO date, possibly partial, that exists in the calendar."""
    match = _DATE.fullmatch(text)
    if not match or not text.isascii():
        return False
    try:
        date(int(match[1]), int(match[2] or 1), int(match[3] or 1))
    except ValueError:
        return False
    return True


def parse_time(text: str) -> datetime | None:
    """Read an RFC 3339 time; `None` without a zone or where it is no time."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo and "T" in text.upper() else None


def check_time(
    file: str, line: Line, text: str, latest: tuple[datetime, str] | None
) -> tuple[tuple[datetime, str] | None, list[Finding]]:
    """Check the time of a line against the latest before it; gives the latest from now on."""
    spot = _at(Spot(file, line), "time")
    moment = parse_time(text)
    if moment is None:
        return latest, [finding("SR117", spot, {"time": text[:40]})]
    if latest and moment < latest[0]:
        return latest, [finding("SR118", spot, {"time": text, "before": latest[1]})]
    return (moment, text), []


def _at(spot: Spot, field: str) -> Spot:
    column = column_of(spot.line, field)
    rest = spot.line.text[column - 1 :]
    end = rest.find('"')
    return msgspec.structs.replace(spot, column=column, width=max(1, min(end, 40)) if end > 0 else 1)


def _name_at(spot: Spot, name: str) -> Spot:
    quoted = msgspec.json.encode(name).decode()
    column = spot.line.text.rfind(quoted)
    return (
        msgspec.structs.replace(spot, column=max(column, 0) + 1, width=len(quoted), player=name)
        if column >= 0
        else spot
    )
