"""Who reads the files of a command, and how it ends where it is stopped."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from spoilrec.archive.source import FOR_ONE, PART, Source, length_of, size_of_parts
from spoilrec.cli.progress import Progress
from spoilrec.cli.sharing import Way
from spoilrec.cli.status import Status
from spoilrec.cli.streams import Quit, asked_to_quit, fail, talk

if TYPE_CHECKING:
    from spoilrec.archive.crew.spread import Outcome
    from spoilrec.archive.crew.tasks import Crew

Made = TypeVar("Made", bound="Outcome")
STOPPED = (Status.INTERRUPTED, Status.TERMINATED, Status.HUNG_UP)


class Reading:
    """The files of one run, read here or by others; `lost` says that a part could not be read."""

    def __init__(self, sources: Sequence[Source], crew: "Crew | None", progress: Progress) -> None:
        self.sources, self.crew, self.progress = sources, crew, progress
        self.lost = False

    def parts(
        self, work: Callable[[], Callable[[tuple[Source, ...]], Made]], least: int = PART
    ) -> Iterator[tuple[Source, Made | None]]:
        """Give each part in order with what others made of it; `None` where it is to be read here.

        Small files read together by others come as the first of them; large ones are cut into parts of
        `least` bytes and more.
        A part whose worker died each time is told, and left out: see `lost`. `work` is asked for what others do.
        """
        if self.crew is None:
            found: Iterator[tuple[tuple[Source, ...], Any]] = (((source,), None) for source in self.sources)
        else:
            from spoilrec.archive.crew.spread import spread
            from spoilrec.archive.crew.tasks import Lost

            size = size_of_parts(self.sources, self.crew.most, least)
            found = spread(work(), self.sources, size, self.crew, self.progress.tick)
        for part, made in found:
            self.progress.begins(part[0])
            if self.crew is not None and isinstance(made, Lost):
                self._tell_lost(part[0], made.tries)
            else:
                yield part[0], made
            for source in part:
                if source.end is None:
                    self.progress.ended()
                else:
                    self.progress.passed(length_of(source))

    def talk(self, text: str, *, quiet: bool = False) -> None:
        """Write a line to standard error, where a bar may be."""
        self.progress.hide()
        talk(text, quiet=quiet)

    def _tell_lost(self, source: Source, tries: int) -> None:
        self.lost = True
        last = source.begin + length_of(source)
        self.talk(
            f"spoilrec: cannot read {source.name}, bytes {source.begin + 1}-{last}: the process that read them was "
            f"killed, {tries} times; is there enough memory? Fewer --jobs need less."
        )


@contextmanager
def reading_of(sources: Sequence[Source], way: Way) -> Iterator[Reading]:
    """Read files in a way; whoever stops it is told how far it came, and no process is left."""
    progress, crew = Progress(sources, quiet=way.quiet), None
    try:
        crew = _crew(sources, way)
        yield Reading(sources, crew, progress)
    except Quit as end:
        if end.status in STOPPED and not end.message:
            raise Quit(end.status, progress.stopped()) from None
        raise
    except Exception as error:
        if (asked := asked_to_quit()) is not None:
            raise Quit(asked.status, progress.stopped()) from None
        if crew is None or not isinstance(error, crew.gone):
            raise
        fail(f"the Dask cluster went away ({progress.stopped()}): {type(error).__name__}")
    finally:
        progress.hide()
        if crew is not None:
            crew.stop()


def _crew(sources: Sequence[Source], way: Way) -> "Crew | None":
    """Choose who reads; one part is read here."""
    if way.scheduler is not None:
        if way.jobs > 1:
            fail("--jobs or --scheduler: the number of workers of a cluster is its own")
        return _cluster(way.scheduler)
    if way.jobs == 1 or sum(map(length_of, sources)) <= FOR_ONE * PART:
        return None
    from spoilrec.archive.crew.workers import Workers

    return Workers(way.jobs)


def _cluster(address: str) -> "Crew":
    try:
        from spoilrec.archive.crew.cluster import Cluster, ClusterError
    except ImportError:
        fail("--scheduler needs Dask: pip install 'spoilrec[cluster]'")
    try:
        return Cluster(address)
    except ClusterError as error:
        fail(f"--scheduler: {error}")
