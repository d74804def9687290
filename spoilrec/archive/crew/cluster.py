"""A crew of workers of a Dask cluster, perhaps on other machines: they must see the same files by the same paths."""

import logging
from concurrent.futures import CancelledError, Executor

from distributed import Client, KilledWorker
from distributed.comm.core import CommClosedError

from spoilrec import __version__

PATIENCE: float = 10
"""So long a scheduler and its workers are waited for, in seconds."""


class ClusterError(Exception):
    """The cluster cannot be used; the text says why."""


class Cluster:
    """The workers of a scheduler. It gives a task whose worker dies to others by itself, three times."""

    tries = 1
    deaths: tuple[type[BaseException], ...] = (KilledWorker,)
    gone: tuple[type[BaseException], ...] = (CancelledError, CommClosedError)
    """What says that the scheduler went away."""

    def __init__(self, address: str) -> None:
        """Connect; `ClusterError` where nobody answers, there are no workers, or they have no such spoilrec."""
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(f"no Dask scheduler answers at {address}") from error
        try:
            self._client.wait_for_workers(1, timeout=PATIENCE)
            self._check_versions()
        except TimeoutError as error:
            self.stop()
            raise ClusterError(f"the Dask scheduler at {address} has no workers") from error
        except BaseException:
            self.stop()
            raise
        self.most = 2 * sum(self._client.nthreads().values()) + 1
        self._executor: Executor = self._client.get_executor()

    @property
    def executor(self) -> Executor:
        """The executor of the client."""
        return self._executor

    def look(self) -> None:
        """Do nothing: the scheduler hears of every death."""

    def renew(self) -> None:
        """Do nothing: the scheduler starts workers anew."""

    def stop(self) -> None:
        """Leave the cluster; tasks that nobody waits for any more are dropped there."""
        self._client.close(timeout=0.5)

    def _check_versions(self) -> None:
        """Refuse workers that would give other answers."""
        for worker, version in self._client.run(_version, on_error="return").items():
            if version != __version__:
                there = "cannot import spoilrec" if isinstance(version, BaseException) else f"has spoilrec {version}"
                raise ClusterError(f"the worker {worker} {there}; install spoilrec {__version__} on every worker")


def _version() -> str:
    return __version__
