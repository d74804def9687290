"""A record to which one command appends a line: locked while it is read and written."""

from contextlib import ExitStack
from pathlib import Path

from spoilrec.cli.streams import fail, talk


class Record:
    """A file that is open for appending, for nobody else, until `closing` closes; what cannot be ends the command."""

    def __init__(self, path: str, closing: ExitStack) -> None:
        # late: the lock costs more to import than most judgements take
        from spoilrec.record.append import AppendError, CannotRecordError, open_record

        self._trouble = AppendError
        try:
            if not Path(path).exists():
                fail(f"cannot read {path}: no such file or directory")
            self._appender = closing.enter_context(open_record(Path(path)))
        except CannotRecordError as error:
            fail(str(error))
        if self._appender.torn:
            name = self._appender.torn_file.name
            talk(f"The file ended in a torn line; it was set aside in {name}, nothing else was touched.")

    def append(self, lines: bytes) -> None:
        """Add whole lines; when this returns they are on the disk."""
        try:
            self._appender.append(lines)
        except self._trouble as error:
            fail(str(error))
