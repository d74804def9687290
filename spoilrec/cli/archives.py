"""An archive read for `convert` and `tabulate`: blocks of rows, and what could not be read told as it comes."""

from collections.abc import Iterator

from spoilrec.archive.gather import Block, Source, Trouble, blocks
from spoilrec.cli.inputs import expand, shown_name
from spoilrec.cli.status import Status
from spoilrec.cli.streams import talk
from spoilrec.review.sentences import plural
from spoilrec.review.setting import Rules

MOST_TOLD = 20


class Archive:
    """The files of one run; after `blocks` the `status` says how reading went."""

    def __init__(self, paths: list[str], rules: Rules | None) -> None:
        self.sources = [Source(path, shown_name(path)) for path in expand(paths)]
        self.rules = rules
        self.lost_files = self.lost_lines = 0

    def blocks(self, *, plays: bool) -> Iterator[Block]:
        """Read the files one after another."""
        for found in blocks(self.sources, self.rules, plays=plays):
            if isinstance(found, Block):
                yield found
            else:
                self._tell(found)
        if self.lost_lines > MOST_TOLD:
            talk(f"spoilrec: and {plural(self.lost_lines - MOST_TOLD, 'more line')} that could not be read")

    def _tell(self, trouble: Trouble) -> None:
        if not trouble.line:
            self.lost_files += 1
            talk(f"spoilrec: cannot read {trouble.file}: {trouble.text}")
            return
        self.lost_lines += 1
        if self.lost_lines <= MOST_TOLD:
            talk(f"spoilrec: {trouble.file}:{trouble.line}: {trouble.text}")

    @property
    def status(self) -> Status:
        """Fine, or findings where anything could not be read; 2 where nothing could."""
        if self.lost_files == len(self.sources):
            return Status.COULD_NOT_RUN
        return Status.FINDINGS if self.lost_files or self.lost_lines else Status.FINE
