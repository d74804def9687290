"""`spoilrec rules`: the presets, one with every option, or how two differ."""

from typing import Annotated, Final

import typer

from spoilrec.cli.judging import rules_of
from spoilrec.cli.streams import answer, answer_look
from spoilrec.present.tables import text_table
from spoilrec.review.setting import Rules
from spoilrec.rules.games import options_of
from spoilrec.rules.options import Option, value_name
from spoilrec.rules.presets import presets

EXAMPLE: Final = "Example: spoilrec rules spoil-five/1 spoil-five-book/1"


def command(
    preset: Annotated[
        str | None, typer.Argument(help="Rules to show, PRESET or PRESET,option=value; alone: lists the presets.")
    ] = None,
    other: Annotated[str | None, typer.Argument(help="Rules to compare them with.")] = None,
) -> None:
    """List the presets, show one with every option and its source, or how two differ."""
    if preset is None:
        rows = [(one.name, one.game.title, one.meaning, one.source) for one in presets()]
        answer(text_table(rows, ("preset", "game", "what it is", "sources"), answer_look().width) + "\n")
        return
    first = rules_of(preset, option="")
    second = rules_of(other, option="")
    assert first is not None
    answer(_shown(first) if second is None else _compared(first, second))


def _value(rules: Rules, option: Option) -> str:
    return value_name(getattr(rules.options, option.name))


def _meaning(option: Option, value: str) -> str:
    values = dict(option.values)
    return values.get(value) or values.get("n", "")


def _shown(rules: Rules) -> str:
    rows = [
        (option.name, _value(rules, option), _meaning(option, _value(rules, option)), option.source)
        for option in options_of(rules.game)
    ]
    table = text_table(rows, ("option", "value", "which means", "sources"), answer_look().width)
    return f"{rules.name}: {rules.game.title}. {rules.game.meaning}\n\n{table}\n"


def _compared(first: Rules, second: Rules) -> str:
    options = {option.name: option for option in (*options_of(first.game), *options_of(second.game))}
    rows = []
    for option in options.values():
        values = [_value(rules, option) if option in options_of(rules.game) else "-" for rules in (first, second)]
        if values[0] != values[1]:
            rows.append((option.name, *values, option.meaning))
    if not rows:
        return f"{first.name} and {second.name} do not differ.\n"
    return text_table(rows, ("option", first.name, second.name, "what it decides"), answer_look().width) + "\n"
