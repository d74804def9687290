"""A session begins at the table: what is asked first, and what a bare answer means."""

from collections.abc import Iterator

from spoilrec.record.sheet import SheetError, SheetLine, read_typed_play
from spoilrec.record.tokens import Word, words
from spoilrec.review.checks.header import fitting_sides, is_date
from spoilrec.review.rulebook import understand
from spoilrec.review.scribe.draft import turns_up
from spoilrec.review.scribe.evening import Evening
from spoilrec.review.scribe.typed import Fields, dealer_example, looks_like_calls, seat_of, suit_meant, word_meant
from spoilrec.review.setting import Rules
from spoilrec.rules.presets import PRESET_NAMES, Preset, preset_named


def question(fields: Fields) -> str:
    """Say what is still wanted of a session that begins."""
    if "players" not in fields:
        return "the players, clockwise, between commas"
    if "rules" not in fields:
        return "the rules: a number, or a name such as spoil-five/1"
    if wanted := sides_wanted(fields):
        more = f" (Enter for {wanted[0]})" if len(wanted) == 1 else ""
        return f"who plays with whom, such as {' or '.join(wanted)}{more}"
    open_to_sides = rules_of(fields) and "sides" not in fields and _fitting(fields)
    sides = f", sides {_fitting(fields)[0]}" if open_to_sides else ""
    return f"anything more (stake 1 chip{sides}, date, place), or Enter"


def rules_of(fields: Fields) -> Rules | None:
    """Give the rules chosen so far."""
    return understand(fields["rules"])[0] if "rules" in fields else None


def sides_wanted(fields: Fields) -> tuple[str, ...]:
    """List the sides that can be formed, where the rules want sides and none are noted."""
    rules = rules_of(fields)
    if rules is None or "sides" in fields or rules.options.sides in ("singles", "any"):
        return ()
    return _fitting(fields)


def _fitting(fields: Fields) -> tuple[str, ...]:
    rules = rules_of(fields)
    if rules is None or rules.options.sides == "singles":
        return ()
    return fitting_sides(rules, len(fields.get("players", ())))


def presets_for(players: int) -> tuple[Preset, ...]:
    """List the presets that so many players can play by."""
    presets = (preset_named(name) for name in PRESET_NAMES)
    return tuple(preset for preset in presets if preset.game.fewest <= players <= preset.game.most)


def preset_list(players: int) -> Iterator[str]:
    """Offer the presets by number."""
    yield "By which rules? Options that differ may follow the name: spoil-five/1 rob=forced"
    for number, preset in enumerate(presets_for(players), 1):
        yield f"{number:>4}  {preset.name:<28}{preset.meaning}"


def as_answer(fields: Fields, line: SheetLine) -> SheetLine:
    """Give a bare line as the answer to what was asked."""
    text = line.rest.text
    if "players" not in fields:
        return SheetLine(line.number, "players", line.rest)
    if "rules" not in fields:
        presets = presets_for(len(fields["players"]))
        if text.isdigit() and 1 <= int(text) <= len(presets):
            return SheetLine(line.number, "rules", Word(line.rest.index, presets[int(text) - 1].name))
        return SheetLine(line.number, "rules", line.rest)
    if sides_wanted(fields):
        return SheetLine(line.number, "sides", line.rest)
    if is_date(text):
        return SheetLine(line.number, "date", line.rest)
    return SheetLine(line.number, "stake" if text[:1].isdigit() else "place", line.rest)


def as_dealer(evening: Evening, line: SheetLine) -> SheetLine:
    """Give a bare line as the answer to who deals; cards and calls stay what they are, nothing else will do."""
    rest, first = line.rest, words(line.rest.text, line.rest.index)[0]
    called = any(name is not None and name.casefold() == rest.text.casefold() for name in evening.setting.players)
    laid = ":" in rest.text or "|" in rest.text or read_typed_play(first)[1] is not None
    if laid and not called:
        return line
    try:
        seat_of(evening.setting, rest)
    except SheetError as error:
        if not turns_up(evening) and (looks_like_calls(rest.text) or suit_meant(rest.text)):
            return line
        meant = "" if "nearest" in error.why else word_meant(first.text)
        expected = f"who deals, {dealer_example(evening.setting)} or the name alone"
        raise SheetError(f"{error.why}{meant}", expected, error.column) from error
    return SheetLine(line.number, "dealer", rest)
