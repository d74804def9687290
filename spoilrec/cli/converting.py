"""Writes the tables of an archive for `convert`: whole or not at all, beside the target first."""

import shutil
import tempfile
from pathlib import Path
from typing import Final

import duckdb

from spoilrec.archive.tables.declared import TABLES
from spoilrec.archive.tables.export import FORMATS, write_tables
from spoilrec.archive.tables.skill import SKILL
from spoilrec.archive.tables.store import Store
from spoilrec.cli.archives import Archive
from spoilrec.cli.inputs import is_there, shown_name
from spoilrec.cli.sharing import Way
from spoilrec.cli.status import Status
from spoilrec.cli.streams import fail, talk
from spoilrec.review.setting import Rules
from spoilrec.review.words.sentences import plural

_DATABASE: Final = ".duckdb"


def convert(paths: list[str], to: str, rules: Rules | None, way: Way, *, force: bool, skill: bool) -> Status:
    """Read an archive and write its tables; gives the exit status."""
    target = Path(to)
    ending = target.suffix
    if ending not in (_DATABASE, *FORMATS):
        fail(f"--to {to}: the name must end in {_DATABASE}, {', '.join(FORMATS)}")
    try:
        _check_target(target, force=force)
        archive = Archive(paths, rules, way)
        if any(_is_the_same(source.path, target) for source in archive.sources):
            fail(f"{shown_name(to)} is one of the records themselves")
        with tempfile.TemporaryDirectory(dir=target.resolve().parent, prefix=".spoilrec-") as folder:
            counts = _make(archive, Path(folder), ending, skill)
            if archive.status != Status.COULD_NOT_RUN:
                _put(Path(folder) / f"tables{ending}", target.resolve())
    except (OSError, ValueError, duckdb.Error) as error:
        fail(f"cannot write {shown_name(to)}: {(getattr(error, 'strerror', None) or str(error)).lower()}")
    if archive.status != Status.COULD_NOT_RUN:
        counted = ", ".join(plural(number, name.removesuffix("s")) for name, number in counts.items())
        talk(f"{shown_name(to)}: {counted}", quiet=way.quiet)
    return archive.status


def _check_target(target: Path, *, force: bool) -> None:
    """Refuse to write over what is there, unless forced; never over a folder that holds anything else."""
    if not target.exists():
        return
    if not (target.is_file() or target.is_dir()):
        fail(f"{shown_name(str(target))} is neither a file nor a folder")
    if not force:
        fail(f"{shown_name(str(target))} is there already; --force writes over it")
    ours = {f"{table.name}{target.suffix}" for table in TABLES} if target.suffix != _DATABASE else set()
    if target.is_dir() and (not ours or any(one.name not in ours for one in target.iterdir())):
        fail(f"{shown_name(str(target))} is a folder that holds other things")


def _is_the_same(record: str, target: Path) -> bool:
    return target.exists() and is_there(record) and target.samefile(record)


def _make(archive: Archive, folder: Path, ending: str, skill: bool) -> dict[str, int]:
    """Fill a database in the folder, and write what is wanted beside it; gives the rows of each table."""
    with Store(str(folder / f"tables{_DATABASE}"), str(folder / "spill")) as store:
        archive.fill(store, folder, skill=frozenset(SKILL if skill else ()))
        counts = {table.name: int(store.run(f"SELECT count(*) FROM {table.name}")[0][0]) for table in TABLES}
        if ending != _DATABASE:
            (folder / f"tables{ending}").mkdir()
            write_tables(store, folder / f"tables{ending}", ending)
    return counts


def _put(made: Path, target: Path) -> None:
    """Put what was made in its place; what was there goes only when the new one stands beside it."""
    if target.is_dir():
        shutil.rmtree(target)
    made.replace(target)
