"""The cluster of a campaign that runs on this machine alone.

Whoever can send messages to Dask's scheduler or to a worker runs code there: they are pickled. So nobody else is let
in, another user of this machine neither: everything listens on the loopback, and takes and makes connections only
with a certificate made for this run, whose key never leaves memory but for a moment, as a file that only this user
can read. There is no dashboard, which asks nobody who they are. What workers put on the disk is in a folder of this
user's own; Dask's usual one has a name that somebody else may have taken.

A worker imports this module at its start (``preload``) and hears :func:`dask_setup`.
"""

from __future__ import annotations

import logging
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .question import CampaignError

HERE = "127.0.0.1"


def dask_setup(_: object) -> None:
    """What a worker does first: a terminal sends Ctrl-C to it as well, but the manager ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def local_cluster(workers: int, verbose: bool) -> Iterator[Any]:
    """Workers on this machine, a process each, that listen to nobody else."""
    import dask.config
    from distributed import LocalCluster
    from distributed.security import Security

    try:
        security = Security.temporary()
    except ImportError as error:
        raise CampaignError(f"{error}: pip install 'jacquerie[campaign]'") from None
    # Each node has an HTTP server, and all that it can be told is to offer nothing.
    closed: dict[str, list[str]] = {f"distributed.{node}.http.routes": [] for node in ("scheduler", "worker")}
    with (
        tempfile.TemporaryDirectory(prefix="jacquerie-", ignore_cleanup_errors=True) as folder,
        dask.config.set({"temporary-directory": folder, **closed}),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            # Dask would end a worker whose table is larger than it likes.
            memory_limit=0,
            host=HERE,
            protocol="tls://",
            security=security,
            dashboard_address=f"{HERE}:0",
            scheduler_kwargs={"dashboard": False},
            preload=__name__,
            silence_logs=logging.DEBUG if verbose else logging.CRITICAL,
        ) as cluster,
    ):
        yield cluster
