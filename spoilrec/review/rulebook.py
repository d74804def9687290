"""From the `rules` of a record, or of the command line, to the rules of the engine, or what is wrong with them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec

from spoilrec.review.nearest import did_you_mean
from spoilrec.review.setting import Rules
from spoilrec.rules.games import GAMES, game_named
from spoilrec.rules.options import Option, Options, check_value, describe_options, value_name
from spoilrec.rules.order import facts
from spoilrec.rules.presets import PRESET_NAMES, preset_named


class RuleFault(msgspec.Struct, frozen=True):
    """Why rules cannot be understood: the code of the finding, the word at fault, the facts."""

    code: str
    word: str
    facts: dict[str, str]


def understand(choice: str | Mapping[str, object] | None) -> tuple[Rules | None, tuple[RuleFault, ...]]:
    """Make the rules that a preset name, or an object with `preset` and options, stands for.

    All faults are told. With any fault there are no rules: nothing is assumed.
    """
    changes = {} if choice is None or isinstance(choice, str) else dict(choice)
    name = choice if isinstance(choice, str) else changes.pop("preset", None)
    if name is None:
        return None, (RuleFault("SR103", "", {}),)
    if not isinstance(name, str) or name not in PRESET_NAMES:
        return None, (RuleFault("SR104", str(name), {"word": str(name)[:60], "nearest": _nearest_preset(str(name))}),)
    return _understood(name, tuple((word, type(value), value) for word, value in changes.items()))


@lru_cache(maxsize=64)
def _understood(name: str, typed: tuple[tuple[str, type, object], ...]) -> tuple[Rules | None, tuple[RuleFault, ...]]:
    """Once for each choice: an archive has the same rules thousands of times (1 and true are two choices)."""
    changes = {word: value for word, _, value in typed}
    preset = preset_named(name)
    known = {option.name: option for option in describe_options()} if changes else {}
    faults = [fault for word, value in changes.items() if (fault := _fault(word, value, known, preset.game.name))]
    if faults:
        return None, tuple(faults)
    options = msgspec.structs.replace(preset.options, **changes)
    label = name if options == preset.options else f"{name} with {_differences(preset.options, options)}"
    return Rules(label, preset.game, options, facts(options)), ()


_SPOKEN: Final = {
    "25": "twenty-five/1", "25s": "twenty-five/1", "45": "forty-five/1", "45s": "forty-five/1",
    "110": "hundred-and-ten/1",
    "120": "auction-forty-fives/1", "120s": "auction-forty-fives/1", "growl": "auction-forty-fives/1",
    "auction": "auction-forty-fives/1",
    "auction 45s": "auction-forty-fives/1", "auction 45": "auction-forty-fives/1",
    "auction forty five": "auction-forty-fives/1", "forty fives": "forty-five/1",
    "spoil": "spoil-five/1", "spoil 5": "spoil-five/1", "spoil5": "spoil-five/1", "spoilfive": "spoil-five/1",
}  # fmt: skip


def find_preset(text: str) -> str:
    """Give the preset meant where rules are typed: its name, without a version the latest; a common name; or empty."""
    word = " ".join(text.casefold().replace("-", " ").split())
    named = word.replace(" ", "-")
    if named in PRESET_NAMES:
        return named
    versions = [int(name.removeprefix(f"{named}/")) for name in PRESET_NAMES if name.startswith(f"{named}/")]
    return f"{named}/{max(versions)}" if versions else _SPOKEN.get(word.removesuffix("/1"), "")


def why_not_rules(choice: str | Mapping[str, object]) -> tuple[str, str] | None:
    """Say why rules as typed cannot be understood, and what was expected; `None` where they can."""
    _, faults = understand(choice)
    if not faults:
        return None
    facts = faults[0].facts
    match faults[0].code:
        case "SR105":
            return f"`{facts['word']}` is no option{facts['nearest']}", "an option: `spoilrec explain` lists them"
        case "SR106":
            return f"`{facts['option']}` cannot be `{facts['word']}`{facts['nearest']}", facts["values"]
        case "SR107":
            return f"`{facts['option']}` means nothing in {facts['game']}", "options of this game"
        case _:
            return f"`{facts.get('word', '')}` is no preset{facts.get('nearest', '')}", ", ".join(PRESET_NAMES)


def _nearest_preset(word: str) -> str:
    spoken = find_preset(word)
    if spoken:
        return f"; the nearest is `{spoken}`"
    return did_you_mean(word if "/" in word else word + "/1", PRESET_NAMES)


def _fault(word: str, value: object, known: Mapping[str, Option], game: str) -> RuleFault | None:
    option = known.get(word)
    if option is None:
        return RuleFault("SR105", word, {"word": word[:60], "nearest": did_you_mean(word, known)})
    known_here = _is_value(word, value) and game in option.only.get(value_name(value), (game,))
    if not known_here and (game in option.games or not _is_value(word, value)):
        values = ["a whole number" if name == "n" else name for name in option.values_in(game)]
        shown = str(value).lower() if isinstance(value, bool) else str(value)[:60]
        facts = {"option": word, "word": shown, "nearest": _nearest_value(value, values), "values": ", ".join(values)}
        return RuleFault("SR106", word, facts)
    if game not in option.games:
        titles = ", ".join(g.title for g in GAMES if g.name in option.games)
        return RuleFault("SR107", word, {"option": word, "game": game_named(game).title, "games": titles})
    return None


def _is_value(word: str, value: object) -> bool:
    """Whether any game knows this value."""
    try:
        check_value(word, value)
    except msgspec.ValidationError:
        return False
    return True


def _nearest_value(value: object, values: list[str]) -> str:
    """A number in quotes, and true or false for on or off, are near misses."""
    if isinstance(value, str) and value.isdigit() and "a whole number" in values:
        return "; numbers stand without quotes"
    if isinstance(value, bool) and "off" in values:
        return (
            f"; the nearest is `{'on' if value and 'on' in values else 'off'}`" if not value or "on" in values else ""
        )
    return did_you_mean(str(value), values)


def _differences(base: Options, changed: Options) -> str:
    names = Options.__struct_fields__
    return ", ".join(
        f"{name}={getattr(changed, name)}" for name in names if getattr(changed, name) != getattr(base, name)
    )


def parse_choice(text: str) -> str | dict[str, object]:
    """Read rules as typed: `PRESET` or `PRESET,option=value,...`; the preset may lack its version."""
    typed, *settings = text.split(",")
    name = find_preset(typed) or typed.strip()
    if not settings:
        return name
    choice: dict[str, object] = {"preset": name}
    for setting in settings:
        word, _, value = setting.partition("=")
        choice[word.strip()] = _typed(value.strip())
    return choice


def _typed(value: str) -> str | int | bool:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
