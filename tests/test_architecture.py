"""The rooms of the house: imports only point down, and late imports stay in the command line."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import spoilrec

PACKAGE = Path(spoilrec.__file__).parent
ROOMS = {
    "rules": (),
    "engine": ("rules",),
    "record": ("rules",),
    "review": ("engine", "record", "rules"),
    "archive": ("review", "engine", "record", "rules"),
    "present": ("archive", "review", "engine", "record", "rules"),
    "cli": ("present", "archive", "review", "engine", "record", "rules"),
}
# the rooms of `archive` (`source` stands before them all)
WINGS = {
    "arrays": (),
    "tables": ("arrays",),
    "counts": ("tables", "arrays"),
    "crew": ("counts", "tables", "arrays"),
    "made": (),
}
# kept late on purpose: the import costs more than the work, or only one format needs it
LATE = {
    ("present", "tabulate"),
    ("cli", "spoilrec"),
    ("cli", "spoilrec.cli.prompt"),
    ("cli", "spoilrec.cli"),
    ("cli", "spoilrec.cli.validating"),
    ("cli", "spoilrec.cli.converting"),
    ("cli", "spoilrec.cli.tabulating"),
    ("cli", "spoilrec.review.scribe.sheeted"),
    ("cli", "spoilrec.record"),
    ("cli", "spoilrec.record.append"),
    ("cli", "spoilrec.archive.arrays.fast"),
    ("cli", "spoilrec.archive.crew.pieces"),
    ("cli", "spoilrec.archive.crew.judged"),
    ("cli", "spoilrec.archive.crew.spread"),
    ("cli", "spoilrec.archive.crew.tasks"),
    ("cli", "spoilrec.archive.crew.server"),
    ("cli", "spoilrec.archive.crew.workers"),
    ("cli", "spoilrec.review.codes"),
    ("cli", "spoilrec.review.rulebook"),
    ("cli", "spoilrec.review.setting"),
    ("cli", "spoilrec.archive.crew.cluster"),
    ("cli", "rich.console"),
    ("cli", "rich.progress"),
    ("record", "difflib"),
}


def _modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE)


def _imports(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, node
        elif isinstance(node, ast.Import):
            yield from ((name.name, node) for name in node.names)


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    for module, _ in _imports(ast.parse(path.read_text(encoding="utf-8"))):
        parts = module.split(".")
        if parts[0] == "spoilrec" and len(parts) > 1:
            assert parts[1] in (room, *ROOMS[room]), f"{room} must not import {module}"


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("archive/*/*.py")), ids=lambda path: "/".join(path.parts[-2:]))
def test_imports_point_down_in_the_archive_too(path: Path) -> None:
    wing = path.parent.name
    for module, _ in _imports(ast.parse(path.read_text(encoding="utf-8"))):
        parts = module.split(".")
        if parts[:2] == ["spoilrec", "archive"] and parts[2:] != ["source"]:
            assert parts[2] in (wing, *WINGS[wing]), f"{wing} must not import {module}"


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_late_imports_are_on_the_list(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = {id(node) for node in tree.body}
    late = {(room, module) for module, node in _imports(tree) if id(node) not in top}
    assert late <= LATE


def test_every_module_says_what_it_is_for() -> None:
    for path in PACKAGE.rglob("*.py"):
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_parts_are_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 350
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno <= 55, f"{path.name}: {node.name}"


def test_validate_loads_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['spoilrec', 'validate', sys.argv[1], '-q']\n"
        "from spoilrec.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'tabulate', 'duckdb', 'multiprocessing', 'spoilrec.cli.replay', 'spoilrec.cli.rules'}\n"
        "heavy |= {'prompt_toolkit', 'filelock', 'spoilrec.cli.record', 'rich', 'rich.progress', 'distributed'}\n"
        "heavy |= {'concurrent.futures', 'spoilrec.archive.arrays.fast', 'spoilrec.archive.crew.spread'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    sample = str(PACKAGE.parent / "samples" / "friday.spoil")
    ran = subprocess.run([sys.executable, "-c", code, sample], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_the_front_door_is_small() -> None:
    assert len(spoilrec.__all__) <= 20
    assert all(getattr(spoilrec, name) is not None for name in spoilrec.__all__)


def test_no_file_needs_itself() -> None:
    """Imports never run in a circle, late ones included."""
    imports: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        name = ".".join(("spoilrec", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
        found = imports.setdefault(name, set())
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    for package in ("spoilrec", "spoilrec.cli"):  # they hand on what others have
        del imports[package]
    while leaves := {name for name, needs in imports.items() if not needs & imports.keys()}:
        for name in leaves:
            del imports[name]
    assert not imports
