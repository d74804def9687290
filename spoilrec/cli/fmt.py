"""`spoilrec fmt`: the canonical form, losing nothing."""

import difflib
import gzip
import os
import stat
import tempfile
from pathlib import Path
from typing import IO, Annotated, Final

import typer

from spoilrec.cli.inputs import UnreadableError, expand, reading, shown_name
from spoilrec.cli.status import Status
from spoilrec.cli.streams import answer, answer_bytes, talk
from spoilrec.present.visible import visible
from spoilrec.record.beside import LOSING
from spoilrec.record.canonical import written_line
from spoilrec.record.lines import Line
from spoilrec.record.store import lines

EXAMPLE: Final = "Example: spoilrec fmt --check archive/"


def command(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="Records, folders or patterns; - is standard input, written to standard output.", metavar="PATH..."
        ),
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit status 1 if something would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not name the files that changed.")] = False,
) -> None:
    """Put records into the canonical form; nothing is lost, lines that cannot be read stay as they are."""
    changed = failed = 0
    for path in expand(paths):
        try:
            same = _one_file(path, check=check, diff=diff)
        except (UnreadableError, _LosingError) as error:
            failed += 1
            talk(f"spoilrec: {error}")
            continue
        changed += not same
        if not same and path != "-" and not diff:
            talk(f"{'would write' if check else 'written'}: {shown_name(path)}", quiet=quiet)
    if failed:
        raise typer.Exit(Status.COULD_NOT_RUN)
    raise typer.Exit(Status.FINDINGS if changed and (check or diff) else Status.FINE)


def _one_file(path: str, *, check: bool, diff: bool) -> bool:
    """Treat one file; say whether it was canonical already."""
    with reading(path) as stream, tempfile.TemporaryFile() as new:
        for line in lines(stream):
            new.write(_line_bytes(shown_name(path), line))
        same = _same(stream, new)
        if diff and not same:
            _show_difference(path, stream, new)
        elif path == "-" and not (check or diff):
            _copy_out(new)
        elif not (same or check or diff):
            _replace(path, stream, new)
        return same


class _LosingError(Exception):
    """Writing the file again would lose something."""


def _line_bytes(name: str, line: Line) -> bytes:
    for fault in line.faults:
        if fault.kind in LOSING:
            raise _LosingError(f"{name} is left alone: line {line.number} cannot be kept as it is ({fault.kind})")
    return written_line(line)


def _unpacked(stream: IO[bytes]) -> IO[bytes] | gzip.GzipFile:
    stream.seek(0)
    packed = stream.read(2) == b"\x1f\x8b"
    stream.seek(0)
    return gzip.GzipFile(fileobj=stream) if packed else stream


def _same(old: IO[bytes], new: IO[bytes]) -> bool:
    plain = _unpacked(old)
    new.seek(0)
    while True:
        block = plain.read(1 << 16)
        if block != new.read(len(block) or 1):
            return False
        if not block:
            return True


def _copy_out(new: IO[bytes]) -> None:
    new.seek(0)
    while block := new.read(1 << 16):
        answer_bytes(block)


def _show_difference(path: str, old: IO[bytes], new: IO[bytes]) -> None:
    new.seek(0)
    before = [visible(line) for line in _unpacked(old).read().decode("utf-8", "backslashreplace").split("\n")]
    after = [visible(line) for line in new.read().decode("utf-8", "backslashreplace").split("\n")]
    name = visible(shown_name(path))
    for line in difflib.unified_diff(before, after, name, f"{name} (canonical)", lineterm="", n=1):
        answer(line + "\n")


def _replace(path: str, old: IO[bytes], new: IO[bytes]) -> None:
    """Put the new text in place of the old file at once: the whole old file or the whole new one is there.

    Links stay links, the file keeps its rights; a packed file is packed again.
    """
    target = Path(path).resolve()
    old.seek(0)
    packed = old.read(2) == b"\x1f\x8b"
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".spoilrec-")
        try:
            with os.fdopen(handle, "wb") as out:
                new.seek(0)
                text = new.read()
                out.write(gzip.compress(text, mtime=0) if packed else text)
                out.flush()
                os.fsync(out.fileno())
            Path(name).chmod(stat.S_IMODE(target.stat().st_mode))
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UnreadableError(f"cannot write {path}: {(error.strerror or str(error)).lower()}") from error
