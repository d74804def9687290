"""Runs a command of spoilrec as a user would, in this process or in one of its own."""

import io
import subprocess
import sys
from dataclasses import dataclass
from unittest import mock

from spoilrec.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command gave: exit status, standard output and standard error."""

    status: int
    out: str
    err: str


class _Stdin(io.TextIOWrapper):
    """Standard input from bytes."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8")


def spoilrec(*words: str, stdin: bytes = b"") -> Ran:
    """Run a command in this process; nothing is a terminal."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    patched = mock.patch.multiple(sys, argv=["spoilrec", *words], stdin=_Stdin(stdin), stdout=out, stderr=err)
    with patched, mock.patch("signal.signal"):
        try:
            main()
        except SystemExit as end:
            status = end.code
    out.flush()
    err.flush()
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]
    assert isinstance(status, int)
    return Ran(status, *texts)


def spoilrec_process(
    *words: str, stdin: bytes = b"", env: dict[str, str] | None = None, cwd: str | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a process of its own, with bytes in and out."""
    command = [sys.executable, "-m", "spoilrec", *words]
    return subprocess.run(command, input=stdin, capture_output=True, env=env, cwd=cwd, timeout=60, check=False)
