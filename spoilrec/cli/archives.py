"""An archive read for `convert` and `tabulate` into a store, and what could not be read told as it comes."""

from functools import partial
from pathlib import Path

from spoilrec.archive.crew.packed import pack_rows
from spoilrec.archive.source import PART_OF_ROWS, Source
from spoilrec.archive.tables.gather import Block, Trouble, file_blocks
from spoilrec.archive.tables.store import Store
from spoilrec.cli.inputs import each_once, expand, shown_name
from spoilrec.cli.progress import PATIENCE
from spoilrec.cli.sharing import Way
from spoilrec.cli.spreading import Reading, reading_of
from spoilrec.cli.status import Status
from spoilrec.cli.streams import fail, talk
from spoilrec.cli.unread import Unread
from spoilrec.present.findings import read_text
from spoilrec.review.setting import Rules


class Archive:
    """The files of one run; after `fill` the `status` says how reading went."""

    def __init__(self, paths: list[str], rules: Rules | None, way: Way) -> None:
        self.sources = [Source(path, shown_name(path)) for path in each_once(expand(paths))]
        self.rules, self.way = rules, way
        self.unread = Unread()

    def fill(self, store: Store, folder: Path, *, skill: frozenset[str] = frozenset()) -> None:
        """Put the rows of all files into a store, as far as it has room for them; the folder is for a while.

        Where a part was lost with its worker the command ends: no answer lacks a part.
        """
        with reading_of(self.sources, self.way) as reading:
            sessions = 0
            work = partial(pack_rows, rules=self.rules, wanted=store.wanted, skill=skill)
            for source, packed in reading.parts(lambda: work, PART_OF_ROWS):
                sessions = sessions if source.begin else 0
                if packed is None:
                    self._read(reading, store, source, skill)
                    continue
                store.add_packed(packed.tables, packed.hands, sessions, folder)
                reading.progress.hands += packed.hands
                sessions += packed.sessions
                for trouble in packed.troubles:
                    self._tell(reading, trouble)
            if reading.lost:
                fail("a part of the archive could not be read, so there is no answer")
        self.unread.end()
        seconds = reading.progress.seconds
        talk(self._summary(store, seconds if seconds > PATIENCE else None), quiet=self.way.quiet, filled=True)

    def _read(self, reading: Reading, store: Store, source: Source, skill: frozenset[str]) -> None:
        """Read a file in this process."""
        for found in file_blocks(source, self.rules, wanted=store.wanted, skill=skill, heard=reading.progress.heard):
            if isinstance(found, Block):
                store.add(found)
                reading.progress.hands += found.hands
            else:
                self._tell(reading, found)

    def _tell(self, reading: Reading, trouble: Trouble) -> None:
        if trouble.line:
            self.unread.line(trouble.file, trouble.line, trouble.text, reading.talk)
        else:
            self.unread.file(trouble.file, trouble.text, reading.talk)

    def _summary(self, store: Store, seconds: float | None) -> str:
        """Say how many hands were read; those that an amendment annulled are none."""
        of = store.hands_by_status()
        counts = [of.get(status, 0) for status in ("judged", "part", "unread")]
        return f"{read_text(len(self.sources) - self.unread.files, *counts, seconds=seconds)}."

    @property
    def status(self) -> Status:
        """Fine, or findings where anything could not be read; 2 where nothing could."""
        return Status.COULD_NOT_RUN if self.unread.files == len(self.sources) else self.unread.status
