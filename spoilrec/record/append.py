"""Writing a record while the cards are on the table: whole lines, on the disk before anybody is told so.

Beside NAME.spoil stand NAME.spoil.lock while it is being recorded (it keeps a second recorder out and
names the first), NAME.spoil.draft (the hand in progress) and NAME.spoil.torn (the torn ends that were
found). A link is followed: everything happens to the file it leads to, and beside it. Knows nothing of
what the lines say.
"""

import os
import socket
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from filelock import FileLock, Timeout

from spoilrec.record.disk import AS_IT_IS, flush_folder, read_bytes, why, write_bytes
from spoilrec.record.ending import beside, mended, set_aside
from spoilrec.record.sniff import looks_like
from spoilrec.record.undisturbed import undisturbed


class CannotRecordError(Exception):
    """Nothing can be recorded in this file; the text says why, and nothing was changed."""


class AppendError(Exception):
    """Lines were not saved; the text says why. The file ends as before, and it may be tried again."""


class Appender:
    """A record that is open for recording, for nobody else. A context manager; `open_record` makes it.

    `torn` is what was set aside in `torn_file` from the end of the file: empty where it ended well.
    """

    def __init__(self, name: Path, target: Path, handle: int, torn: bytes, closing: ExitStack) -> None:
        self.torn: Final = torn
        self.torn_file: Final = beside(target, "torn")
        self._name, self._target, self._handle, self._closing = name, target, handle, closing
        self._length = os.fstat(handle).st_size
        self._ragged = False  # a failed write could not be cut off again
        self._draft_failed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let others record in the file. The draft stays; a new file in which nothing was written goes."""
        self._closing.close()
        self._handle = -1

    @property
    def length(self) -> int:
        """The bytes of the file that are safe; after Ctrl-C it tells whether the last lines were saved."""
        return self._length

    def append(self, lines: bytes) -> None:
        """Add whole lines, each with its newline; when this returns they are on the disk, all of them.

        Signals wait until the file is in order, so that after Ctrl-C or the end of the terminal the lines
        are in the file wholly or not at all. Refuses with `AppendError` what the disk refuses, and a file
        that somebody else has moved, replaced or changed.
        """
        if not lines.endswith(b"\n"):
            raise ValueError("only whole lines can be appended")
        with undisturbed():
            self._see_that_nobody_else_wrote()
            try:
                write_bytes(self._handle, lines)
                grown = os.fstat(self._handle).st_size - self._length
            except OSError as error:
                self._cut_back(len(lines))
                raise self._refusal(error) from error
            except BaseException:
                self._cut_back(len(lines))
                raise
            if grown > len(lines):
                raise AppendError(f"another program wrote in {self._name} at the same time; look what its end says")
            self._length += len(lines)

    def _see_that_nobody_else_wrote(self) -> None:
        try:
            there, here = self._target.stat(), os.fstat(self._handle)
            if self._ragged and os.path.samestat(there, here) and here.st_size > self._length:
                set_aside(self._handle, self._target, self._length)
                here = os.fstat(self._handle)
        except FileNotFoundError:
            raise AppendError(f"{self._name} was moved or deleted while it was being recorded") from None
        except OSError as error:
            raise self._refusal(error) from error
        self._ragged = False
        if not os.path.samestat(there, here):
            raise AppendError(f"another file was put in the place of {self._name} while it was being recorded")
        if here.st_size != self._length:
            raise AppendError(f"{self._name} was changed by another program while it was being recorded")

    def _cut_back(self, most: int) -> None:
        """Take away what was written of the last lines, `most` bytes; if it is more, it is not ours alone."""
        try:
            if 0 < os.fstat(self._handle).st_size - self._length <= most:
                os.ftruncate(self._handle, self._length)
        except OSError:
            self._ragged = True

    def _refusal(self, error: OSError) -> AppendError:
        end = "; a piece of it stands at the end of the file and will be set aside the next time" * self._ragged
        return AppendError(f"nothing was saved in {self._name}: {why(error)}{end}")

    def save_draft(self, text: bytes) -> str | None:
        """Keep the hand in progress in place of the draft before; the whole old one or the whole new one is there.

        Recording can go on without. Returns why it failed, the first time only, else `None`.
        """
        try:
            with undisturbed():
                self._replace_draft(text)
        except OSError as error:
            told, self._draft_failed = self._draft_failed, True
            return None if told else f"the hand in progress is not kept on the disk: {why(error)}"
        self._draft_failed = False
        return None

    def _replace_draft(self, text: bytes) -> None:
        draft, new = beside(self._target, "draft"), beside(self._target, "draft.new")
        new.unlink(missing_ok=True)
        try:
            handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | AS_IT_IS, 0o600)
            try:
                write_bytes(handle, text)
            finally:
                os.close(handle)
            new.replace(draft)
        except BaseException:
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise
        flush_folder(draft.parent)

    def draft(self) -> bytes:
        """Give the hand that was in progress when recording ended, empty for none.

        After a crash it may be a hand that is in the record already: between `append` and `drop_draft`
        there is a moment. Compare the two before it is offered.
        """
        try:
            return beside(self._target, "draft").read_bytes()
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise CannotRecordError(f"the hand in progress of {self._name} cannot be read: {why(error)}") from error

    def drop_draft(self) -> None:
        """Forget the hand in progress, once it is in the record or given up."""
        with suppress(OSError):
            beside(self._target, "draft").unlink(missing_ok=True)


def open_record(path: Path) -> Appender:
    """Open a record to add to it, or begin a new one; what would keep hands from being saved shows here.

    Refuses with `CannotRecordError`: a folder or device, a packed file, a file that is no record, one
    that somebody records in, and whatever the system will not let be written. The end of the file is
    put in order: a torn line or the NUL bytes of a power cut are set aside and told (`Appender.torn`), a
    whole last line gets its missing newline. Nothing before that is touched.
    """
    try:
        target = Path(os.path.realpath(path))
        _refuse_what_is_no_file(path, target)
        with ExitStack() as undo:
            undo.enter_context(_locked(path, target))
            handle = _opened(target, undo)
            _refuse_what_is_no_record(path, handle)
            torn = mended(target, handle)
            os.fsync(handle)
            flush_folder(target.parent)
            beside(target, "draft.new").unlink(missing_ok=True)
            return Appender(path, target, handle, torn, undo.pop_all())
    except (OSError, ValueError) as error:
        raise CannotRecordError(f"{path} cannot be recorded in: {why(error)}") from error


def save_copy(path: Path, lines: bytes) -> None:
    """Write lines into a new file, for what could not be saved where it belongs.

    Refuses with `AppendError`, leaving nothing behind, what the disk refuses and a file that is there already.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | AS_IT_IS, 0o666)
    except FileExistsError:
        raise AppendError(f"{path} is there already; it was left as it is") from None
    except (OSError, ValueError) as error:
        raise AppendError(f"{path} cannot be written: {why(error)}") from error
    with undisturbed():
        try:
            try:
                write_bytes(handle, lines)
            finally:
                os.close(handle)
            flush_folder(path.parent)
        except OSError as error:
            with suppress(OSError):
                path.unlink(missing_ok=True)
            raise AppendError(f"{path} cannot be written: {why(error)}") from error


# Opening


def _refuse_what_is_no_file(name: Path, target: Path) -> None:
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise CannotRecordError(f"{name} cannot be begun: there is no folder {target.parent}") from None
        return
    if stat.S_ISDIR(mode):
        raise CannotRecordError(f"{name} is a folder; name a file in it, such as {name / 'friday.spoil'}")
    if not stat.S_ISREG(mode):
        raise CannotRecordError(f"{name} is a device or a pipe; hands can only be kept in a file")


@contextmanager
def _locked(name: Path, target: Path) -> Iterator[None]:
    """Keep other recorders out for as long as this process lives."""
    path = beside(target, "lock")
    holder = _holder(path)  # before: filelock up to 3 empties the file when it tries
    lock = FileLock(path, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if not path.exists():
            raise CannotRecordError(f"{name} cannot be recorded in: {path} cannot be made; try again") from None
        if not _holder(path):
            _sign(path, holder)
        by = f" by {holder}" if holder else ""
        raise CannotRecordError(
            f"{name} is being recorded already{by}; end that recording first, or record in another file"
        ) from None
    except PermissionError:
        raise CannotRecordError(
            f"{name} cannot be recorded in: you have no right to write in the folder {path.parent}"
        ) from None
    signed = _sign(path, _me())
    try:
        yield
    finally:
        if signed and _holder(path) in (_me(), ""):
            with suppress(OSError):
                path.unlink()
        with suppress(OSError):
            lock.release()


_SIGNATURE: Final = "spoilrec "


def _me() -> str:
    return f"process {os.getpid()} on {socket.gethostname()}"


def _holder(lock: Path) -> str:
    """Say who has signed a lock file; empty where nobody has, or another program uses it."""
    try:
        text = lock.read_bytes()[:300].decode("utf-8", "replace").rstrip("\n")
    except OSError:
        return ""
    return text.removeprefix(_SIGNATURE) if text.startswith(_SIGNATURE) else ""


def _sign(lock: Path, holder: str) -> bool:
    """Name the holder; what filelock itself wrote (where the system knows no locks) is left alone."""
    try:
        if lock.stat().st_size and not _holder(lock):
            return False
        if holder:
            lock.write_text(f"{_SIGNATURE}{holder}\n", encoding="utf-8")
    except OSError:
        pass  # nobody is named then, but the file is ours
    return True


def _opened(target: Path, undo: ExitStack) -> int:
    new = not target.exists()
    handle = os.open(target, os.O_RDWR | os.O_APPEND | os.O_CREAT | AS_IT_IS, 0o666)
    undo.callback(_closed, target, handle, new)
    return handle


def _closed(target: Path, handle: int, new: bool) -> None:
    with suppress(OSError):  # every line was flushed to the disk before, so nothing can be lost any more
        if new and os.fstat(handle).st_size == 0 and os.path.samestat(target.stat(), os.fstat(handle)):
            target.unlink()
    with suppress(OSError):
        os.close(handle)


def _refuse_what_is_no_record(name: Path, handle: int) -> None:
    head = read_bytes(handle, 0, 1 << 16).rstrip(b"\0")
    if head.startswith(b"\x1f\x8b"):
        raise CannotRecordError(
            f"{name} is packed, and nothing can be added to a packed file; unpack it with gunzip first"
        )
    alien = looks_like(head)
    if alien:
        raise CannotRecordError(
            f"{name} is no record but {alien.facts.get('like', 'text in UTF-16')}; it was left as it is"
        )
