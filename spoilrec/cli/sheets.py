"""A typed sheet taken down at once: `record --from`."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from spoilrec.cli.inputs import validate_it
from spoilrec.cli.status import Status
from spoilrec.cli.streams import fail, talk
from spoilrec.cli.taking import evening_of
from spoilrec.present.visible import visible
from spoilrec.record.append import Appender
from spoilrec.record.lines import Line
from spoilrec.record.sheet import BLOCKS, SheetError, read_sheet_line
from spoilrec.review.scribe.sheets import Scribe
from spoilrec.review.words.sentences import plural

LONGEST_SHEET: Final = 10_000_000
MOST_MISTAKES: Final = 20
_LINE_END: Final = re.compile(r"\r\n|\n|\r")


def from_sheet(record: Appender, file: Path, sheet: str, *, partial: bool, quiet: bool) -> Status:
    """Write what a sheet says; nothing at all where it has a mistake, unless `partial` is wanted."""
    scribe = Scribe(evening_of(file), strict=True)
    name = "standard input" if sheet == "-" else visible(sheet)
    written: list[Line] = []
    mistakes: list[SheetError] = []
    for found in taken(scribe, _sheet_text(sheet)):
        if isinstance(found, SheetError):
            mistakes.append(found)
        elif not mistakes:
            written += found
    mistakes = list({(one.line, one.column, one.why): one for one in mistakes}.values())
    for mistake in mistakes[:MOST_MISTAKES]:
        expected = f" Expected: {mistake.expected}." if mistake.expected else ""
        talk(f"{name}:{mistake.line}:{mistake.column}: {mistake.why}.{expected}")
    if len(mistakes) > MOST_MISTAKES:
        talk(f"{name}: and {plural(len(mistakes) - MOST_MISTAKES, 'more mistake')}.")
    if mistakes and not partial:
        written = []
    if written:
        record.append(b"".join(line.raw + b"\n" for line in written))
    talk(f"{plural(len(written), 'line')} written to {visible(str(file))}.", quiet=quiet)
    if written and scribe.doubtful:
        talk(f"Some lines or hands have findings; {validate_it(str(file))} tells them.", quiet=quiet)
    return Status.FINDINGS if mistakes else Status.FINE


def _sheet_text(sheet: str) -> str:
    try:
        if sheet == "-":
            raw = sys.stdin.buffer.read(LONGEST_SHEET + 1)
        else:
            with Path(sheet).open("rb") as stream:
                raw = stream.read(LONGEST_SHEET + 1)
    except OSError as error:
        fail(f"{sheet} cannot be read: {(error.strerror or str(error)).lower()}")
    if len(raw) > LONGEST_SHEET:
        fail(f"{sheet} is longer than any sheet: over 10 MB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        fail(f"{sheet} is not UTF-8: byte 0x{raw[error.start]:02X} in line {line}; save it as UTF-8")


def taken(scribe: Scribe, text: str) -> Iterator[tuple[Line, ...] | SheetError]:
    """Take line after line; after a mistake what else the same block has to say in cards is passed over."""
    apart, lost = True, False
    for number, row in enumerate(_LINE_END.split(text), start=1):
        line = read_sheet_line(number, row, apart=apart)
        apart = not row.strip() or (apart and line is None)
        if line is None:
            continue
        if line.word in BLOCKS or line.raw:
            lost = False
        if lost and not line.word:
            continue
        scribe.written.clear()
        try:
            yield scribe.take(line)
        except SheetError as error:
            lost = True
            yield tuple(scribe.written)
            yield error
    try:
        yield scribe.finish()
    except SheetError as error:
        yield error
