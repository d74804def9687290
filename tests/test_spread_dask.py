"""A real Dask cluster of two workers gives the same bytes as one process."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from commands import spoilrec
from test_reader import HAND, HEAD
from test_spread_processes import ran
from test_streams import _cached_bytecode  # noqa: F401 - a fixture

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed")
CLUSTER = """
import sys
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    script = tmp_path_factory.mktemp("cluster") / "cluster.py"
    script.write_text(CLUSTER)
    with subprocess.Popen(
        [sys.executable, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True, cwd=script.parent, start_new_session=True,
    ) as cluster:  # fmt: skip
        assert cluster.stdout is not None
        yield cluster.stdout.readline().strip()
        os.killpg(cluster.pid, signal.SIGKILL)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "archive.spoil"
    path.write_bytes((HEAD + HAND + HAND + b'{"type":"weather"}\n') * 60)
    return path


def test_tables_are_the_same_bytes(scheduler: str, archive: Path, tmp_path: Path) -> None:
    one = spoilrec("tabulate", str(archive), "--by", "session", "-f", "csv")
    cluster = ran(tmp_path, "tabulate", str(archive), "--by", "session", "-f", "csv", "--scheduler", scheduler)
    assert (cluster.returncode, cluster.stdout, cluster.stderr) == (one.status, one.out, one.err)
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    assert spoilrec("convert", str(archive), "--to", str(here)).status == one.status
    cluster = ran(tmp_path, "convert", str(archive), "--to", str(there), "--scheduler", scheduler)
    assert cluster.returncode == one.status, cluster.stderr
    for name in ("hands.csv", "seats.csv", "plays.csv"):
        assert (here / name).read_bytes() == (there / name).read_bytes()


def test_findings_are_the_same_bytes(scheduler: str, archive: Path, tmp_path: Path) -> None:
    one = spoilrec("validate", str(archive), "-f", "json")
    cluster = ran(tmp_path, "validate", str(archive), "-f", "json", "--scheduler", scheduler)
    assert (cluster.returncode, cluster.stdout, cluster.stderr) == (one.status, one.out, one.err)


def test_a_cluster_that_is_not_there_is_told(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spoilrec.archive.crew.cluster.PATIENCE", 0.3)
    found = spoilrec("validate", str(archive), "--scheduler", "tcp://127.0.0.1:9")
    assert (found.status, found.out) == (2, "")
    assert found.err == "spoilrec: --scheduler: no Dask scheduler answers at tcp://127.0.0.1:9\n"
    found = spoilrec("validate", str(archive), "--scheduler", "nonsense://x")
    assert found.status == 2 and "no Dask scheduler answers at nonsense://x" in found.err


def test_without_dask_it_says_how_to_get_it(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spoilrec.archive.crew.cluster", None)
    found = spoilrec("validate", str(archive), "--scheduler", "tcp://127.0.0.1:9")
    assert (found.status, found.err) == (2, "spoilrec: --scheduler needs Dask: pip install 'spoilrec[cluster]'\n")


def test_jobs_and_scheduler_exclude_each_other(archive: Path) -> None:
    found = spoilrec("tabulate", str(archive), "--scheduler", "tcp://127.0.0.1:9", "--jobs", "2")
    assert found.status == 2 and "--jobs or --scheduler" in found.err
