"""Writes what is generated: schemas/, and the tables in README.md and schemas/README.md.

Run `python tests/generate.py` after changing an option, a preset, a code, a word or a line of the
format; `test_generated.py` fails while something is stale.
"""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, get_args, get_origin, get_type_hints

import msgspec

from spoilrec.archive.counts.views import MEASURES, VIEWS
from spoilrec.archive.tables.declared import TABLES as ROWS
from spoilrec.present.schemas import SCHEMAS, schema_of
from spoilrec.present.tables import markdown_table
from spoilrec.record.lines import LINE_TYPES, Irregular, Penalty
from spoilrec.review.codes import CODES
from spoilrec.rules.games import GAMES
from spoilrec.rules.glossary import TERMS
from spoilrec.rules.options import describe_options
from spoilrec.rules.presets import Preset, presets
from spoilrec.rules.sources import SOURCES

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"(<!-- begin (\w+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def generated_files() -> Iterator[tuple[Path, str]]:
    """Give every generated file with the text that it should have."""
    for name in SCHEMAS:
        yield ROOT / "schemas" / f"{name}.json", json.dumps(schema_of(name), indent=2, ensure_ascii=False) + "\n"
    for path in (ROOT / "README.md", ROOT / "schemas" / "README.md", ROOT / "schemas" / "tables.md"):
        yield path, _BLOCK.sub(_fill, path.read_text(encoding="utf-8"))


def _fill(block: re.Match[str]) -> str:
    return f"{block[1]}{TABLES[block[2]]()}\n{block[3]}"


def _options() -> str:
    games = {game.name: game.title for game in GAMES}
    rows = []
    for option in describe_options():
        values = "; ".join(
            f"`{name}`{' (default)' if name == option.default else ''}: {means}" for name, means in option.values
        )
        where = "all" if len(option.games) == len(GAMES) else ", ".join(games[name] for name in option.games)
        rows.append((f"`{option.name}`", option.meaning, values, where, option.source))
    return _table(rows, ("option", "decides", "values", "games", "sources"))


def _presets() -> str:
    rows = [
        (f"`{preset.name}`", preset.game.title, _players(preset), _goal(preset), preset.meaning, preset.source)
        for preset in presets()
    ]
    return _table(rows, ("preset", "game", "players", "played for", "stands for", "sources"))


def _players(preset: Preset) -> str:
    fewest, most = preset.game.fewest, preset.game.most
    count = str(most) if fewest == most else f"{fewest} to {most}"
    return f"{count}, {_SIDES.get(preset.options.sides, preset.options.sides)}"


_SIDES: Final = {"any": "singles or sides", "partners": "in sides"}


def _goal(preset: Preset) -> str:
    """Say what is played for: the pool, so many points, or what the record says."""
    points = f"{preset.options.target} points"
    match preset.game.goal:
        case "pool":
            return "the pool"
        case "points":
            return points
        case "auction":
            return f"{points}, with an auction"
        case "cards":
            return "what the record says"


def _codes() -> str:
    return _table(
        [(code.code, code.severity, code.name, code.meaning) for code in CODES], ("code", "severity", "name", "means")
    )


def _terms() -> str:
    return "\n".join(f"- **{word}**: {meaning}" for word, meaning in TERMS)


def _sources() -> str:
    return "\n".join(f"- {letters}: {title}" for letters, title in SOURCES)


def _lines() -> str:
    parts = []
    for name, line_type in LINE_TYPES.items():
        parts.append(f"### `{name}`\n\n{(line_type.__doc__ or '').strip()}\n\n{_fields(line_type)}")
    for title, part in (("An entry of `irregular`", Irregular), ("A `penalty`", Penalty)):
        parts.append(f"### {title}\n\n{_fields(part)}")
    return "\n\n".join(parts)


def _fields(line_type: type[msgspec.Struct]) -> str:
    hints = get_type_hints(line_type, include_extras=True)
    rows = []
    for field in msgspec.structs.fields(line_type):
        hint = hints[field.name]
        metas = [meta for meta in get_args(hint)[1:] if isinstance(meta, msgspec.Meta) and meta.description]
        meaning = (metas[-1].description or "") if metas else ""
        rows.append((f"`{field.name}`", _kind(hint), "always" if field.required else "", meaning))
    return _table(rows, ("field", "kind", "needed", "meaning"))


def _kind(hint: Any) -> str:
    """Name a type as JSON people do."""
    names = {int: "whole number", str: "text", bool: "true or false", type(None): "null"}
    if hint in names:
        return names[hint]
    inner = get_args(hint)
    if hasattr(hint, "__metadata__"):
        return _kind(inner[0])
    origin = get_origin(hint)
    if origin is tuple:
        return f"list of {_kind(inner[0])}"
    if inner and origin is not dict:
        return " or ".join(dict.fromkeys(_kind(one) for one in inner if one is not type(None) or origin is tuple))
    return "object"


def _tables() -> str:
    parts = []
    for table in ROWS:
        rows = [(f"`{one.name}`", one.sql, "" if one.nullable else "never", one.meaning) for one in table.columns]
        parts.append(f"### `{table.name}`\n\n{table.meaning}\n\n{_table(rows, ('column', 'type', 'null', 'meaning'))}")
    return "\n\n".join(parts)


def _measures() -> str:
    return _table(
        [(f"`{one.name}`", one.level, one.kind, one.meaning) for one in MEASURES], ("measure", "of", "kind", "meaning")
    )


def _views() -> str:
    rows = [
        (
            f"`{one.name}`",
            ", ".join(f"`{name}`" for name in one.by),
            ", ".join(f"`{name}`" for name in one.show),
            one.meaning,
        )
        for one in VIEWS
    ]
    return _table(rows, ("view", "by", "shows", "meaning"))


def _table(rows: Sequence[tuple[str, ...]], headers: tuple[str, ...]) -> str:
    """Lay out a Markdown table whose cells may hold code between backticks."""
    return (
        markdown_table(rows, headers)
        .replace("\\`", "`")
        .replace("\\_", "_")
        .replace("\\*", "*")
        .replace("\\[", "[")
        .replace("\\]", "]")
    )


TABLES = {
    "options": _options,
    "presets": _presets,
    "codes": _codes,
    "terms": _terms,
    "sources": _sources,
    "lines": _lines,
    "tables": _tables,
    "measures": _measures,
    "views": _views,
}


def main() -> None:
    """Write everything that is generated."""
    for path, text in generated_files():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
