"""The cluster of a campaign that runs on this machine alone.

Anyone who can send messages to Dask's scheduler or to a worker can run code there, since messages are pickled. So
access is closed, even to other users of this machine: everything listens on the loopback interface and requires a
certificate made for this run. Its key is only for a moment in a file, which only this user can read. There is no
dashboard, which has no access control. Workers write to a folder of this user; Dask's usual one has a name that
another user may have taken.

A worker imports this module at its start (``preload``) and calls :func:`dask_setup`.
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
    """Ignores Ctrl-C, which a terminal also sends to the workers; the manager ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def local_cluster(workers: int, verbose: bool) -> Iterator[Any]:
    """Workers on this machine, one process each, that accept no other connections."""
    import dask.config
    from distributed import LocalCluster
    from distributed.security import Security

    try:
        security = Security.temporary()
    except ImportError as error:
        raise CampaignError(f"{error}: pip install 'jacquerie[campaign]'") from None
    # Each node has an HTTP server, which can only be configured to serve nothing.
    closed: dict[str, list[str]] = {f"distributed.{node}.http.routes": [] for node in ("scheduler", "worker")}
    with (
        tempfile.TemporaryDirectory(prefix="jacquerie-", ignore_cleanup_errors=True) as folder,
        dask.config.set({"temporary-directory": folder, **closed}),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            # Dask would end a worker whose table exceeds its limit.
            memory_limit=0,
            host=HERE,
            protocol="tls://",
            security=security,
            dashboard_address=f"{HERE}:0",
            scheduler_kwargs={"dashboard": False},
            preload=__name__,
            silence_logs=logging.WARNING if verbose else logging.CRITICAL,
        ) as cluster,
    ):
        yield cluster
