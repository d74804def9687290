"""Writing a record: what is acknowledged is on the disk, whatever the disk does; numbers are rows of reliability.md."""

import errno
import gzip
import os
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest
from filelock import FileLock, Timeout
from hypothesis import given, settings
from hypothesis import strategies as st
from test_reader import BOM, HAND, HEAD, note

from spoilrec.record.append import Appender, AppendError, CannotRecordError, open_record, save_copy

TORN = HAND[:70]
SECOND = HAND.replace(b'"no":1', b'"no":2')


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record of one hand."""
    path = tmp_path / "friday.spoil"
    path.write_bytes(HEAD + HAND)
    return path


def left(path: Path) -> set[str]:
    """What stands beside the record."""
    return {other.name.removeprefix(path.name) for other in path.parent.iterdir()} - {""}


def refusal(path: Path) -> str:
    with pytest.raises(CannotRecordError) as caught, open_record(path):
        pass
    return str(caught.value)


def failure(appender: Appender, lines: bytes = SECOND) -> str:
    with pytest.raises(AppendError) as caught:
        appender.append(lines)
    return str(caught.value)


# What is written


def test_lines_are_added_and_nothing_is_left_beside(path: Path) -> None:
    with open_record(path) as appender:
        assert (appender.torn, appender.draft(), appender.length) == (b"", b"", len(HEAD + HAND))
        appender.append(SECOND)
        assert path.read_bytes() == HEAD + HAND + SECOND and appender.length == len(HEAD + HAND + SECOND)
        appender.append(SECOND + HAND)
    assert path.read_bytes() == HEAD + HAND + SECOND + SECOND + HAND
    assert left(path) == set()


@pytest.mark.parametrize("lines", [b"", b"{}", b"{}\n{}"])
def test_only_whole_lines_are_taken(path: Path, lines: bytes) -> None:
    with open_record(path) as appender, pytest.raises(ValueError, match="whole lines"):
        appender.append(lines)


def test_a_new_file_has_the_usual_rights(tmp_path: Path) -> None:
    path = tmp_path / "new.spoil"
    before = os.umask(0o022)
    try:
        with open_record(path) as appender:
            appender.append(HEAD)
    finally:
        os.umask(before)
    assert path.read_bytes() == HEAD and path.stat().st_mode & 0o777 == 0o644


def test_a_new_file_in_which_nothing_is_written_goes(tmp_path: Path) -> None:
    path = tmp_path / "new.spoil"
    with open_record(path):
        assert path.exists()
    assert list(tmp_path.iterdir()) == []
    path.touch()
    with open_record(path):
        pass
    assert path.exists()


@pytest.fixture
def flushed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """What is flushed to the disk: numbers of files, with their sizes (folders: 0)."""
    flushed: list[tuple[int, int]] = []

    def fsync(handle: int) -> None:
        found = os.fstat(handle)
        flushed.append((found.st_ino, found.st_size if stat.S_ISREG(found.st_mode) else 0))

    monkeypatch.setattr(os, "fsync", fsync)
    return flushed


def test_everything_is_flushed_before_it_is_acknowledged(path: Path, flushed: list[tuple[int, int]]) -> None:
    path.write_bytes(HEAD + HAND + TORN)
    file, folder = path.stat().st_ino, path.parent.stat().st_ino
    with open_record(path) as appender:
        torn = appender.torn_file.stat()
        assert flushed[:2] == [(torn.st_ino, len(TORN) + 1), (folder, 0)] and (file, len(HEAD + HAND)) in flushed
        del flushed[:]
        appender.append(SECOND)
        assert flushed == [(file, len(HEAD + HAND + SECOND))]
        del flushed[:]
        appender.save_draft(b"draft")
        assert flushed == [(path.with_name(f"{path.name}.draft").stat().st_ino, 5), (folder, 0)]
        del flushed[:]
        save_copy(path.with_name("copy"), HEAD)
        assert flushed == [(path.with_name("copy").stat().st_ino, len(HEAD)), (folder, 0)]
        del flushed[:]
    with open_record(path.with_name("new.spoil")):
        assert (folder, 0) in flushed


def test_a_new_file_that_somebody_replaced_stays(tmp_path: Path) -> None:
    path = tmp_path / "new.spoil"
    with open_record(path):
        path.rename(tmp_path / "old")
        path.touch()
    assert path.exists()


def test_a_closed_record_takes_nothing(path: Path) -> None:
    with open_record(path) as appender:
        pass
    assert "bad file descriptor" in failure(appender)


# What is refused at the start


REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "row56-folder": (Path.mkdir, "is a folder; name a file in it, such as"),
    "row56-fifo": (os.mkfifo, "is a device or a pipe"),
    "row54-device": (lambda path: path.symlink_to("/dev/null"), "is a device or a pipe"),
    "gzip": (lambda path: path.write_bytes(gzip.compress(HEAD)), "is packed"),
    "row8-csv": (lambda path: path.write_text("a,b,c\n1,2,3\n"), "is no record but a table (CSV)"),
    "row8-program": (lambda path: path.write_bytes(b"\x7fELF" + b"\0" * 90), "is no record but a program"),
    "row26-utf-16": (lambda path: path.write_bytes(HEAD.decode().encode("utf-16")), "is no record but text in UTF-16"),
    "long-last-line": (lambda path: path.write_bytes(HEAD + b" " * (2 << 20)), "longer than any line may be"),
    "row53-link-to-itself": (lambda path: path.symlink_to(path), "it is a link that leads nowhere"),
    "lock-is-a-folder": (lambda path: path.with_name(path.name + ".lock").mkdir(), "cannot be recorded in"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_at_the_start(name: str, tmp_path: Path) -> None:
    make, says = REFUSED[name]
    path = tmp_path / "friday.spoil"
    make(path)
    before = path.read_bytes() if path.is_file() else None
    assert says in refusal(path) and str(path) in refusal(path)
    assert before is None or path.read_bytes() == before
    assert left(path) <= {".lock"}


NOWHERE = {"nosuch/a.spoil": "there is no folder", "x" * 300: "the name is too long", "a\0b": "null"}


@pytest.mark.parametrize("name", NOWHERE, ids=["no-folder", "too-long", "nul"])
def test_names_that_cannot_be(name: str, tmp_path: Path) -> None:
    assert NOWHERE[name] in refusal(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_below_a_file(path: Path) -> None:
    assert "not a directory" in refusal(path / "x")


@contextmanager
def somebody_without_rights() -> Iterator[None]:
    """Take the superuser's rights away for a while; anybody else has none that matter here."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def foreign_folder() -> Iterator[Path]:
    """A folder that may be read and not written, with a record in it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.joinpath("friday.spoil").write_bytes(HEAD)
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


def test_row12_a_folder_without_rights(foreign_folder: Path) -> None:
    with somebody_without_rights():
        for name in ("friday.spoil", "new.spoil"):
            assert f"you have no right to write in the folder {foreign_folder}" in refusal(foreign_folder / name)
    assert [path.name for path in foreign_folder.iterdir()] == ["friday.spoil"]


def test_row12_a_file_without_rights(foreign_folder: Path) -> None:
    foreign_folder.chmod(0o777)
    foreign_folder.joinpath("friday.spoil").chmod(0o444)
    with somebody_without_rights():
        assert "you have no right to write there" in refusal(foreign_folder / "friday.spoil")
    assert foreign_folder.joinpath("friday.spoil").read_bytes() == HEAD


# One recorder at a time

HOLD = """
import os, sys, time
from pathlib import Path
from spoilrec.record.append import open_record
with open_record(Path(sys.argv[1])) as appender:
    print(os.getpid(), flush=True)
    sys.stdin.read()
"""


@contextmanager
def recorder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that records in a file until it is told to end; its standard output has given its number."""
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout and child.stdout.readline() == f"{child.pid}\n"
        yield child


def test_row9_a_second_recorder_is_told_who_holds_it(path: Path) -> None:
    with recorder(path) as other:
        for _ in range(2):
            assert f"is being recorded already by process {other.pid} on {os.uname().nodename}" in refusal(path)
        assert left(path) == {".lock"}
    with open_record(path) as appender:
        appender.append(SECOND)


def test_row9_the_lock_goes_with_the_process(path: Path) -> None:
    with recorder(path) as other:
        other.kill()
    assert left(path) == {".lock"}
    with open_record(path) as appender:
        appender.append(SECOND)
        assert f"process {os.getpid()} on" in refusal(path)
    assert left(path) == set()


def test_row9_a_lock_of_another_program_is_told_without_a_name(path: Path) -> None:
    with recorder(path):
        path.with_name(f"{path.name}.lock").write_bytes(b"4711\nlaptop\n")
        assert "is being recorded already; end that recording first" in refusal(path)


def test_a_lock_that_somebody_else_has_signed_stays(path: Path) -> None:
    lock = path.with_name(f"{path.name}.lock")
    with open_record(path):
        lock.write_bytes(b"spoilrec process 1 on another\n")
    assert lock.exists()


def test_a_folder_that_takes_no_locks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Nowhere(FileLock):
        def acquire(self, *given: object, **named: object) -> NoReturn:
            raise Timeout(self.lock_file)

    monkeypatch.setattr("spoilrec.record.append.FileLock", Nowhere)
    assert f"{path}.lock cannot be made" in refusal(path)


def test_row16_row54_a_link_is_followed(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    link = other / "link.spoil"
    link.symlink_to(path)
    path.write_bytes(HEAD + HAND + TORN)
    with open_record(link) as appender:
        assert "is being recorded already" in refusal(path) and "is being recorded already" in refusal(link)
        appender.append(SECOND)
        appender.save_draft(b"draft")
    assert link.is_symlink() and path.read_bytes() == HEAD + HAND + SECOND
    assert list(other.iterdir()) == [link]
    assert {entry.name for entry in tmp_path.iterdir()} == {
        "elsewhere", "friday.spoil", "friday.spoil.draft", "friday.spoil.torn"
    }  # fmt: skip


def test_a_link_to_nothing_begins_the_file_it_leads_to(tmp_path: Path) -> None:
    link = tmp_path / "link.spoil"
    link.symlink_to("target.spoil")
    with open_record(link) as appender:
        appender.append(HEAD)
    assert link.is_symlink() and tmp_path.joinpath("target.spoil").read_bytes() == HEAD


# Somebody else in the file


def replace(path: Path) -> None:
    new = path.with_name("new")
    new.write_bytes(path.read_bytes())
    new.replace(path)


def add(path: Path) -> None:
    with path.open("ab") as file:
        file.write(note(b'"mine"') + b"\n")


MEDDLED: dict[str, tuple[Callable[[Path], object], str]] = {
    "row14-replaced": (replace, "another file was put in the place of"),
    "row14-deleted": (Path.unlink, "was moved or deleted"),
    "row14-moved": (lambda path: path.rename(path.with_name("moved")), "was moved or deleted"),
    "grown": (add, "was changed by another program"),
    "cut": (lambda path: path.write_bytes(HEAD), "was changed by another program"),
}


@pytest.mark.parametrize("name", MEDDLED)
def test_a_file_that_somebody_else_changed_is_left_alone(name: str, path: Path) -> None:
    meddle, says = MEDDLED[name]
    with open_record(path) as appender:
        appender.append(SECOND)
        meddle(path)
        after = path.read_bytes() if path.exists() else None
        for _ in range(2):
            assert says in failure(appender)
        assert (path.read_bytes() if path.exists() else None) == after
        save_copy(path.with_name("copy.spoil"), HEAD + SECOND)


# A disk that refuses


class Disk:
    """Lets the n-th call of a function of `os` fail, or all from the n-th on; counts the calls."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch

    def skip_flushing(self) -> None:
        """Where only the bytes count: flushing is nearly all of the time."""
        self._patch.setattr(os, "fsync", lambda handle: None)

    def fail(self, function: str, number: int = 1, code: int = errno.ENOSPC, *, always: bool = False) -> list[str]:
        real = getattr(os, function)
        calls: list[str] = []

        def failing(*given: object, **named: object) -> object:
            calls.append(function)
            if len(calls) == number or (always and len(calls) > number):
                raise OSError(code, os.strerror(code))
            return real(*given, **named)

        self._patch.setattr(os, function, failing)
        return calls

    def write_short(self, most: int) -> None:
        real = os.write
        self._patch.setattr(os, "write", lambda handle, data: real(handle, data[:most]))

    def mend(self) -> None:
        self._patch.undo()


@pytest.fixture
def disk() -> Iterator[Disk]:
    with pytest.MonkeyPatch.context() as patch:
        yield Disk(patch)


REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EFBIG: "the system does not let the file grow any longer",
    errno.EDQUOT: "your share of the disk is used up",
    errno.EIO: "the disk reports a fault",
    errno.EROFS: "the disk can only be read",
    errno.ENXIO: "no such device or address",
}


@pytest.mark.parametrize("code", REASONS, ids=lambda code: f"row11-{errno.errorcode[code]}")
@pytest.mark.parametrize("function", ["write", "fsync"])
def test_a_refusal_is_told_and_it_may_be_tried_again(function: str, code: int, path: Path, disk: Disk) -> None:
    with open_record(path) as appender:
        disk.fail(function, code=code)
        assert failure(appender).startswith(f"nothing was saved in {path}: {REASONS[code]}")
        assert path.read_bytes() == HEAD + HAND
        appender.append(SECOND)
    assert path.read_bytes() == HEAD + HAND + SECOND


def test_short_writes_are_completed(path: Path, disk: Disk) -> None:
    with open_record(path) as appender:
        disk.write_short(7)
        appender.append(SECOND)
    assert path.read_bytes() == HEAD + HAND + SECOND


def test_row11_a_short_write_on_a_full_disk_is_cut_off(path: Path, disk: Disk) -> None:
    with open_record(path) as appender:
        disk.write_short(7)
        disk.fail("write", 4)
        assert "the disk is full" in failure(appender)
        assert path.read_bytes() == HEAD + HAND
        appender.append(SECOND)
    assert path.read_bytes() == HEAD + HAND + SECOND and left(path) == set()


@pytest.mark.parametrize("code", [errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.EIO], ids=errno.errorcode.get)
def test_a_folder_that_cannot_be_flushed(code: int, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "fsync", fsync)
    if code == errno.EIO:
        assert "the disk reports a fault" in refusal(path)
        return
    with open_record(path) as appender:
        appender.append(SECOND)


def test_a_write_that_the_system_only_says_it_made(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_record(path) as appender:
        real = os.write
        monkeypatch.setattr(os, "write", lambda handle, data: 4 + real(handle, data[4:]))
        assert "the disk reports a fault" in failure(appender)
        monkeypatch.undo()
        assert path.read_bytes() == HEAD + HAND
        appender.append(SECOND)
    assert path.read_bytes() == HEAD + HAND + SECOND


@pytest.mark.parametrize("end", ["", "cut"])
def test_another_program_that_writes_at_the_same_time_loses_nothing(
    end: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(handle: int) -> None:
        add(path)
        if end == "cut":
            raise OSError(errno.EIO, "")

    with open_record(path) as appender:
        monkeypatch.setattr(os, "fsync", meanwhile)
        assert ("another program wrote in" if not end else "the disk reports a fault") in failure(appender)
        monkeypatch.undo()
        assert path.read_bytes() == HEAD + HAND + SECOND + note(b'"mine"') + b"\n"
        assert "was changed by another program" in failure(appender)


def test_a_write_of_nothing_is_a_full_disk(path: Path, disk: Disk) -> None:
    with open_record(path) as appender:
        disk.write_short(0)
        assert "the disk is full" in failure(appender)


def test_what_cannot_be_cut_off_is_set_aside_at_the_next_try(path: Path, disk: Disk) -> None:
    with open_record(path) as appender:
        disk.write_short(7)
        disk.fail("write", 2)
        disk.fail("ftruncate", code=errno.EIO)
        assert failure(appender).endswith(
            "a piece of it stands at the end of the file and will be set aside the next time"
        )
        disk.mend()
        appender.append(SECOND)
    assert path.read_bytes() == HEAD + HAND + SECOND
    assert path.with_name(f"{path.name}.torn").read_bytes() == SECOND[:7] + b"\n"


def test_what_cannot_be_cut_off_is_set_aside_at_the_next_start(path: Path, disk: Disk) -> None:
    with open_record(path) as appender:
        disk.write_short(7)
        disk.fail("write", 2)
        disk.fail("ftruncate", code=errno.EIO, always=True)
        for _ in range(3):
            assert "will be set aside" in failure(appender)
            disk.fail("write", 2)
    disk.mend()
    with open_record(path) as appender:
        assert appender.torn == SECOND[:7]
        appender.append(SECOND)
    assert path.read_bytes() == HEAD + HAND + SECOND


def test_row13_a_limit_of_the_system(path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with open_record(path) as appender:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(HEAD + HAND) + 20, hard))
        try:
            said = failure(appender)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert "does not let the file grow any longer" in said
        assert path.read_bytes() == HEAD + HAND
        appender.append(SECOND)
    assert path.read_bytes() == HEAD + HAND + SECOND


FULL = """
import sys
from pathlib import Path
from spoilrec.record.append import AppendError, open_record, save_copy
hand, path, saved = sys.argv[1].encode() + b"\\n", Path(sys.argv[2], "friday.spoil"), 0
with open_record(path) as appender:
    try:
        while True:
            appender.append(hand)
            saved += 1
    except AppendError as error:
        assert "the disk is full" in str(error), error
    assert path.read_bytes() == hand * saved and saved
    assert "the disk is full" in appender.save_draft(b"x" * 5000)
    try:
        save_copy(Path(sys.argv[2], "copy.spoil"), hand * saved)
    except AppendError as error:
        assert "the disk is full" in str(error), error
    assert sorted(entry.name for entry in path.parent.iterdir()) == ["friday.spoil", "friday.spoil.lock"]
    save_copy(Path(sys.argv[3]), hand)
"""


def test_row11_a_disk_that_is_really_full(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "disk", tmp_path / "copy.spoil"
    folder.mkdir()
    mount = f"mount -t tmpfs -o size=16k none '{folder}' || exit 99; "
    command = ["unshare", "-Urm", "sh", "-c", mount + 'exec "$@"', "sh", sys.executable, "-c", FULL]
    try:
        ran = subprocess.run([*command, HAND.decode().rstrip(), str(folder), str(elsewhere)], capture_output=True)
    except FileNotFoundError:
        pytest.skip("no unshare here")
    if ran.returncode == 99 or b"unshare" in ran.stderr:
        pytest.skip("no disk of our own can be mounted here")
    assert ran.returncode == 0, ran.stderr
    assert elsewhere.read_bytes() == HAND


# The n-th call fails, for every n


def evening(path: Path, acknowledged: list[bytes]) -> None:
    """Record a little; a refusal is tried once more, as a recorder would."""
    with open_record(path) as appender:
        for number in (b"7", b"8"):
            line = HAND.replace(b'"no":1', b'"no":' + number)
            appender.save_draft(line)
            try:
                appender.append(line)
            except AppendError:
                appender.append(line)
            acknowledged.append(line)
            appender.drop_draft()


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC, errno.EACCES], ids=lambda code: errno.errorcode[code])
@pytest.mark.parametrize("always", [False, True], ids=["once", "from-then-on"])
@pytest.mark.parametrize("function", ["write", "fsync", "ftruncate", "open", "replace", "unlink", "read", "fstat"])
def test_row10_any_call_may_fail(function: str, always: bool, code: int, tmp_path: Path) -> None:
    for number in range(1, 100):
        path = tmp_path / f"{number}.spoil"
        path.write_bytes(HEAD + HAND + TORN)
        acknowledged: list[bytes] = []
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(patch)
            disk.skip_flushing()
            calls = disk.fail(function, number, code, always=always)
            try:
                evening(path, acknowledged)
            except (AppendError, CannotRecordError) as error:
                assert str(path) in str(error)
        assert path.read_bytes().startswith(HEAD + HAND + b"".join(acknowledged))
        assert function == "unlink" or not path.with_name(f"{path.name}.draft.new").exists()
        with open_record(path) as appender:
            appender.append(SECOND)
        lines = path.read_bytes().splitlines(keepends=True)
        assert lines[:2] == [HEAD, HAND] and lines[2 : 2 + len(acknowledged)] == acknowledged and lines[-1] == SECOND
        assert TORN in path.with_name(f"{path.name}.torn").read_bytes()
        if len(calls) < number:
            break
    assert number < 90


# Signals


@pytest.fixture
def another_thread() -> Iterator[None]:
    """A thread that would take a signal that is only blocked in ours."""
    idle = threading.Event()
    thread = threading.Thread(target=idle.wait)
    thread.start()
    yield
    idle.set()
    thread.join()


@pytest.mark.usefixtures("another_thread")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda number: number.name)
@pytest.mark.parametrize("moment", ["write", "fsync", "ftruncate"])
def test_row70_row71_a_signal_waits_until_the_file_is_in_order(
    moment: str, number: signal.Signals, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(os, moment)
    before_us = signal.signal(number, signal.default_int_handler)

    def interrupted(handle: int, *more: object) -> object:
        os.kill(os.getpid(), number)
        return real(handle, *more)

    with open_record(path) as appender:
        before = appender.length
        if moment == "ftruncate":
            Disk(monkeypatch).fail("fsync")
        monkeypatch.setattr(os, moment, interrupted)
        with pytest.raises(KeyboardInterrupt):
            appender.append(SECOND)
        signal.signal(number, before_us)
        monkeypatch.undo()
        saved = moment != "ftruncate"
        assert (appender.length != before) == saved
        assert path.read_bytes() == HEAD + HAND + SECOND * saved
        appender.append(HAND)
    assert path.read_bytes() == HEAD + HAND + SECOND * saved + HAND


def test_an_interruption_that_cannot_wait_leaves_nothing_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write

    def interrupted(handle: int, data: bytes) -> int:
        real(handle, data[:9])
        raise KeyboardInterrupt

    with open_record(path) as appender:
        appender.save_draft(b"old")
        monkeypatch.setattr(os, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            appender.append(SECOND)
        with pytest.raises(KeyboardInterrupt):
            appender.save_draft(b"new")
        monkeypatch.undo()
        assert path.read_bytes() == HEAD + HAND and appender.draft() == b"old"
    assert left(path) == {".draft"}


def test_row55_control_c_waits_until_the_draft_is_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_record(path) as appender:
        monkeypatch.setattr(os, "fsync", lambda handle: os.kill(os.getpid(), signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            appender.save_draft(b"draft")
        monkeypatch.undo()
        assert appender.draft() == b"draft" and left(path) == {".lock", ".draft"}
        assert path.with_name(f"{path.name}.draft").stat().st_mode & 0o777 == 0o600


# Torn ends


@pytest.mark.parametrize("nul", [0, 1, 4096], ids=lambda nul: f"row4-{nul}-nul")
def test_row2_every_cut_point(nul: int, tmp_path: Path, disk: Disk) -> None:
    disk.skip_flushing()
    whole = HEAD + HAND
    for cut in range(0, len(whole) + 1, 1 if nul != 4096 else 7):
        path = tmp_path / f"{cut}.spoil"
        path.write_bytes(whole[:cut] + b"\0" * nul)
        lines, tail = whole[: whole.rfind(b"\n", 0, cut) + 1], whole[whole.rfind(b"\n", 0, cut) + 1 : cut]
        kept = tail if tail + b"\n" in (HEAD, HAND) else b""
        with open_record(path) as appender:
            appender.append(SECOND)
            assert appender.torn == tail[len(kept) :] + b"\0" * nul
        assert path.read_bytes() == lines + kept + b"\n" * bool(kept) + SECOND
        if appender.torn:
            assert appender.torn_file.read_bytes() == appender.torn + b"\n"
            appender.torn_file.unlink()
        path.unlink()
        assert list(tmp_path.iterdir()) == []


ENDS: dict[str, tuple[bytes, bytes]] = {  # the end of a file, and what of it is set aside
    "row3-whole-without-newline": (HAND[:-1], b""),
    "whole-with-spaces": (HAND[:-1] + b"  ", b""),
    "carriage-return": (HAND[:-1] + b"\r", b""),
    "carriage-returns": (HAND[:-1] + b"\r" + HAND[:-1] + b"\r" + TORN, TORN),
    "two-on-a-line": (HAND[:-1] + SECOND[:-1], b""),
    "two-on-a-line-torn": (HAND[:-1] + TORN, TORN),
    "torn-in-the-middle-of-a-line": (TORN + SECOND[:-1], b""),
    "more-on-a-line-than-are-read": (HAND[:-1] * 10 + TORN, b""),
    "unknown-type": (b'{"type":"x-mine","a":1}', b""),
    "no-type": (b'{"a":1}', b""),
    "wrong-type-of-a-field": (b'{"type":"hand","no":"one"}', b""),
    "torn-in-a-letter": (note("\u00e9".encode())[:-2], note("\u00e9".encode())[:-2]),
    "spaces": (b"  ", b""),
    "no-json": (b'{"type":"note",}', b'{"type":"note",}'),
    "nul-alone": (b"\0" * 500, b"\0" * 500),
    "nul-after-a-whole-record": (HAND[:-1] + b"\0\0", b"\0\0"),
    "nul-before": (b"\0\0" + HAND[:-1], b""),
    "nul-before-torn": (b"\0\0" + TORN, b"\0\0" + TORN),
    "byte-order-mark": (BOM + TORN, BOM + TORN),
    "byte-order-mark-whole": (BOM + HAND[:-1], b""),
}


@pytest.mark.parametrize("name", ENDS)
def test_ends(name: str, path: Path) -> None:
    end, torn = ENDS[name]
    path.write_bytes(HEAD + HAND + end)
    with open_record(path) as appender:
        assert appender.torn == torn
    kept = end.removesuffix(torn)
    assert path.read_bytes() == HEAD + HAND + kept + b"\n" * bool(kept)
    with open_record(path) as appender:
        assert appender.torn == b""


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=40), st.sampled_from([b"", HAND[:-1], TORN, b"\r", b'{"', b"\0"]))
def test_nothing_is_lost_of_any_end(end: bytes, before: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.spoil")
        path.write_bytes(HEAD + before + end)
        with open_record(path) as appender:
            torn = appender.torn
        after = path.read_bytes()
        assert after.endswith(b"\n") and after.startswith(HEAD)
        assert HEAD + before + end in (after + torn, after[:-1] + torn)
        assert (torn != b"") == appender.torn_file.exists()


def test_torn_ends_are_kept_one_after_another(path: Path) -> None:
    for end in (TORN, b"\0\0", TORN):
        path.write_bytes(HEAD + end)
        with open_record(path) as appender:
            assert appender.torn == end
    aside = path.with_name(f"{path.name}.torn")
    assert aside.read_bytes() == TORN + b"\n\0\0\n" + TORN + b"\n"
    aside.write_bytes(b"unfinished")
    path.write_bytes(HEAD + TORN)
    with open_record(path):
        pass
    assert aside.read_bytes() == b"unfinished\n" + TORN + b"\n"


def test_torn_ends_are_not_kept_behind_a_link(path: Path, tmp_path: Path) -> None:
    path.write_bytes(HEAD + TORN)
    path.with_name(f"{path.name}.torn").symlink_to(tmp_path / "elsewhere")
    assert "it is a link that leads nowhere" in refusal(path)
    assert path.read_bytes() == HEAD + TORN and not tmp_path.joinpath("elsewhere").exists()


# The hand in progress


def test_the_draft_stays_until_it_is_dropped(path: Path) -> None:
    with open_record(path) as appender:
        assert appender.save_draft(b"BQD CKD") is None and appender.save_draft(b"BQD CKD A3S") is None
        assert left(path) == {".lock", ".draft"}
    with open_record(path) as appender:
        assert appender.draft() == b"BQD CKD A3S"
        appender.drop_draft()
        appender.drop_draft()
        assert appender.draft() == b""
    assert left(path) == set()


@pytest.mark.parametrize("function", ["write", "fsync", "replace", "open"])
def test_a_draft_that_cannot_be_kept_is_told_once(function: str, path: Path, disk: Disk) -> None:
    with open_record(path) as appender:
        appender.save_draft(b"old")
        disk.fail(function, always=True)
        assert appender.save_draft(b"new") == "the hand in progress is not kept on the disk: the disk is full"
        assert appender.save_draft(b"newer") is None
        disk.mend()
        assert appender.draft() == b"old" and left(path) == {".lock", ".draft"}
        appender.append(SECOND)
        assert appender.save_draft(b"new") is None and appender.draft() == b"new"
        disk.fail(function, always=True)
        assert appender.save_draft(b"newer")


def test_row55_what_a_killed_recorder_left_goes(path: Path) -> None:
    path.with_name(f"{path.name}.draft.new").write_bytes(b"half a dra")
    with open_record(path) as appender:
        assert left(path) == {".lock"}
        path.with_name(f"{path.name}.draft.new").symlink_to(path)
        appender.save_draft(b"draft")
    assert path.read_bytes() == HEAD + HAND and left(path) == {".draft"}


def test_a_draft_that_cannot_be_read_is_told(path: Path) -> None:
    path.with_name(f"{path.name}.draft").mkdir()
    with open_record(path) as appender, pytest.raises(CannotRecordError, match="in progress"):
        appender.draft()


# Somewhere else


def test_a_copy_is_a_new_file(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.spoil"
    save_copy(copy, HEAD + SECOND)
    assert copy.read_bytes() == HEAD + SECOND
    copy.with_name("link").symlink_to("nowhere")
    for there in (copy, path, tmp_path, copy.with_name("link"), Path("/dev/null")):
        with pytest.raises(AppendError, match="is there already"):
            save_copy(there, SECOND)
    assert copy.read_bytes() == HEAD + SECOND and not tmp_path.joinpath("nowhere").exists()


@pytest.mark.parametrize("function", ["write", "fsync"])
def test_a_copy_that_fails_leaves_nothing(function: str, tmp_path: Path, disk: Disk) -> None:
    disk.fail(function)
    with pytest.raises(AppendError, match="the disk is full"):
        save_copy(tmp_path / "copy.spoil", SECOND)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(AppendError, match="there is no such folder"):
        save_copy(tmp_path / "nosuch" / "copy.spoil", SECOND)
