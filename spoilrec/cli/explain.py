"""`spoilrec explain`: what a finding, an option, a preset, a source, a word of the game, or one of `tabulate` means."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Annotated, Final

import typer

from spoilrec.archive.counts.views import MEASURES, VIEWS
from spoilrec.cli.streams import answer, answer_look, fail
from spoilrec.present.measured import COLUMNS, about_column, about_measure, about_view
from spoilrec.present.tables import text_table
from spoilrec.review.codes import CODES, Code, code_named
from spoilrec.review.nearest import did_you_mean
from spoilrec.rules.games import GAMES
from spoilrec.rules.glossary import TERMS
from spoilrec.rules.options import Option, describe_options
from spoilrec.rules.presets import Preset, presets
from spoilrec.rules.sources import SOURCES

EXAMPLE: Final = "Example: spoilrec explain SR410"


def command(
    word: Annotated[
        str | None,
        typer.Argument(
            help="A code, an option, a preset, a source, a word of the game, a measure, a view or a column; alone: "
            "lists them."
        ),
    ] = None,
) -> None:
    """Explain a code, an option, a preset, a source, a word of the game, or a measure, view or column of `tabulate`."""
    if word is None:
        answer("\n".join(_all()) + "\n")
        return
    found = [text for text in _explanations(word.strip()) if text]
    if not found:
        fail(f"nothing is known of {word}{did_you_mean(word, _words())}; `spoilrec explain` lists everything")
    answer("\n\n".join(found) + "\n")


def _table(rows: Sequence[Sequence[str]]) -> str:
    return text_table(rows, width=answer_look().width)


def _explanations(word: str) -> Iterator[str]:
    key = word.casefold().replace("_", " ")
    code = code_named(word)
    yield _code(code) if code else ""
    yield from (_option(option) for option in describe_options() if option.name.replace("_", " ") == key)
    yield from (_preset(preset) for preset in presets() if preset.name == word or preset.name.split("/")[0] == word)
    yield from (f"{name}: {meaning}" for name, meaning in TERMS if name.replace("-", " ") == key.replace("-", " "))
    yield from (f"{letters}: {title}." for letters, title in SOURCES if _is_source(key, letters))
    yield from (_filled(_decision(option)) for option in describe_options() if _names(option, key))
    yield from (_filled_all(about_measure(one)) for one in MEASURES if one.name.replace("_", " ") == key)
    yield from (_filled_all(about_view(view)) for view in VIEWS if view.name == key)
    yield from (_filled_all(about_column(name)) for name in COLUMNS if name.replace("_", " ") == key)


def _is_source(key: str, letters: str) -> bool:
    """Whether a word names a source; any K number names the decided contradictions."""
    return letters.casefold() == key or (letters.startswith("K01") and key[:1] == "k" and key[1:].isdigit())


def _names(option: Option, key: str) -> bool:
    """Whether an option decides the contradiction with this number, such as K21."""
    texts = (option.meaning, option.source, *(meaning for _, meaning in option.values))
    return re.fullmatch(r"k\d\d", key) is not None and any(re.search(rf"\b{key.upper()}\b", text) for text in texts)


def _decision(option: Option) -> str:
    values = dict(option.values)
    meaning = values.get(option.default) or values.get("n", "")
    return f"{option.name}: {option.meaning} Default: {option.default}{', ' + meaning if meaning else ''}."


def _code(code: Code) -> str:
    lines = [f"{code.code} {code.name} ({code.severity})", "", f"  {_open(code.sentence)}"]
    if code.remedy:
        lines.append(f"  {_open(code.remedy)}")
    return "\n".join(_filled(line) for line in [*lines, "", code.meaning])


def _filled(text: str) -> str:
    width, indent = answer_look().width, text[: len(text) - len(text.lstrip())]
    return textwrap.fill(text, width, subsequent_indent=indent, break_on_hyphens=False) if width else text


def _filled_all(lines: Sequence[str]) -> str:
    return "\n".join(map(_filled, lines))


def _open(sentence: str) -> str:
    """Show the facts of a sentence as blanks to be filled."""
    return (
        sentence.replace("{{", "\0")
        .replace("}}", "\1")
        .replace("{", "<")
        .replace("}", ">")
        .replace("\0", "{")
        .replace("\1", "}")
    )


def _option(option: Option) -> str:
    games = ", ".join(game.title for game in GAMES if game.name in option.games)
    rows = [(f"  {name}{' (default)' if name == option.default else ''}", meaning) for name, meaning in option.values]
    said = (f"Games: {games}.", f"Sources: {option.source}.", _holders(option))
    return "\n".join([_filled(f"{option.name}: {option.meaning}"), "", _table(rows), "", *map(_filled, said)])


def _holders(option: Option) -> str:
    by_value: dict[str, list[str]] = {}
    for preset in presets():
        if preset.game.name in option.games:
            value = getattr(preset.options, option.name)
            by_value.setdefault(str(value).lower() if isinstance(value, bool) else str(value), []).append(preset.name)
    return "Presets: " + "; ".join(f"{value} in {', '.join(names)}" for value, names in by_value.items()) + "."


def _preset(preset: Preset) -> str:
    about = f"{preset.name} ({preset.game.title}): {preset.meaning}. Sources: {preset.source}."
    return f"{about}\n`spoilrec rules {preset.name}` shows every option."


def _all() -> Iterator[str]:
    yield "Findings"
    yield _table([(f"  {code.code}", code.severity, code.name) for code in CODES])
    yield "\nOptions"
    yield _table([(f"  {option.name}", option.meaning) for option in describe_options()])
    yield "\nPresets"
    yield _table([(f"  {preset.name}", preset.meaning) for preset in presets()])
    yield "\nWords of the game"
    yield _table([(f"  {name}", meaning) for name, meaning in TERMS])
    yield "\nViews of `tabulate`"
    yield _table([(f"  {view.name}", view.meaning) for view in VIEWS])
    yield "\nMeasures of `tabulate`"
    yield _table([(f"  {measure.name}", measure.meaning) for measure in MEASURES])
    yield "\nColumns of `tabulate`"
    yield _table([(f"  {name}", about_column(name)[0].partition(": ")[2]) for name in COLUMNS])
    yield "\nSources"
    yield _table([(f"  {letters}", title) for letters, title in SOURCES])


def _words() -> list[str]:
    return [
        *(code.name for code in CODES), *(code.code for code in CODES), *(option.name for option in describe_options()),
        *(preset.name for preset in presets()), *(name for name, _ in TERMS), *(letters for letters, _ in SOURCES),
        *(measure.name for measure in MEASURES), *(view.name for view in VIEWS), *COLUMNS,
    ]  # fmt: skip
