"""The workers: those of a Dask cluster, with one job each.

Workers come, go and die. A job whose worker is gone is returned as lost; one that takes far longer than others is
handed out once more. The results may be anything (:mod:`.answers`).
"""

from __future__ import annotations

import logging
import queue
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Protocol

from .jobs import Job, Kit, give_up, told, work
from .question import CampaignError

log = logging.getLogger("jacquerie.campaign")

NEWS = 1.0
"""How many seconds may pass before a change in the workers is noticed."""

MESSENGERS = 4
"""How many workers can be told at once to give up a job, and how many answers fetched."""

FETCH = 60.0
"""How many seconds a worker may take to send its answer."""

LOST = ("KilledWorker", "CancelledError")
"""Dask's error for a lost worker."""

Heard = tuple[int, str, object]
"""A job, its worker and the result: a :class:`.jobs.Found`, unless something is wrong."""


class Lost(Exception):
    """A job whose worker is gone."""


class Pool(Protocol):
    """The manager's interface to a cluster."""

    def workers(self) -> list[str]:
        """The workers."""

    def submit(self, kit: Kit, job: Job, worker: str) -> None:
        """Hands a job to an idle worker."""

    def give_up(self, number: int) -> None:
        """Gives up a job whose answer is not needed any more."""

    def wait(self, seconds: float) -> list[Heard]:
        """The jobs that are done or lost (:class:`Lost`); waits at most this long for one."""


class DaskPool:
    """The workers of a Dask cluster."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._ended: queue.Queue[tuple[int, object]] = queue.Queue()
        self._futures: dict[int, tuple[Any, str]] = {}
        # Dask takes jobs of the same name for the same job: any other client, even another manager, would get the
        # first one's answer. So the names must be unique.
        self._name = uuid.uuid4().hex
        self._workers: list[str] = []
        self._asked = -NEWS
        self._messengers = ThreadPoolExecutor(MESSENGERS)
        self._fetchers = ThreadPoolExecutor(MESSENGERS)

    def workers(self) -> list[str]:
        """The addresses of the workers that the scheduler knows."""
        if self._client.status not in ("running", "connecting"):
            raise CampaignError("the scheduler is gone; the same command resumes when there is one")
        now = time.monotonic()
        if now >= self._asked + NEWS:
            # With thousands of workers this is a long message. ``scheduler_info`` may return a result for another
            # caller, without workers: the client itself requests such results from time to time.
            found = self._client.sync(self._client.scheduler.identity, n_workers=-1)
            self._workers = list(found.get("workers", ()))
            self._asked = now
        return self._workers

    def submit(self, kit: Kit, job: Job, worker: str) -> None:
        """Hands a job to an idle worker."""
        name = self._named(job.number)
        future = self._client.submit(work, kit, job, name, key=name, workers=[worker], pure=False)
        self._futures[job.number] = (future, worker)
        future.add_done_callback(lambda future: self._when_done(job.number, future))

    def _when_done(self, number: int, future: Any) -> None:
        # No thread can start when Python exits, and nobody waits.
        with suppress(RuntimeError):
            self._fetchers.submit(self._fetch, number, future)

    def _fetch(self, number: int, future: Any) -> None:
        """Fetches an answer, which can take forever."""
        self._ended.put((number, _result(future)))

    def _named(self, number: int) -> str:
        return f"job-{number}-{self._name}"

    def give_up(self, number: int) -> None:
        """Gives up a job whose answer is not needed any more."""
        _, worker = self._futures[number]
        if worker in self.workers():
            self._messengers.submit(self._tell, number, worker)

    def _tell(self, number: int, worker: str) -> None:
        """Tells a worker to give a job up, which can take forever; a worker that is not reached works on to the
        limit."""
        try:
            self._client.run(give_up, self._named(number), workers=[worker], on_error="ignore")
        except Exception as error:
            log.debug("%s was not told to give job %d up: %s", worker, number, error)

    def wait(self, seconds: float) -> list[Heard]:
        """The jobs that are done or lost (:class:`Lost`)."""
        ended = []
        try:
            ended.append(self._ended.get(timeout=seconds))
            while True:
                ended.append(self._ended.get_nowait())
        except queue.Empty:
            pass
        heard: list[Heard] = []
        for number, result in ended:
            if number in self._futures:
                _, worker = self._futures.pop(number)
                heard.append((number, worker, result))
        return heard + self._lost()

    def _lost(self) -> list[Heard]:
        """The jobs whose workers are gone."""
        here = set(self.workers())
        gone = [number for number, (_, worker) in self._futures.items() if worker not in here]
        lost: list[Heard] = []
        for number in gone:
            future, worker = self._futures.pop(number)
            future.cancel()
            lost.append((number, worker, Lost(f"{worker} is gone")))
        return lost


def _result(future: Any) -> object:
    """The result of a job, of any kind; reading it may fail too."""
    try:
        if future.status == "finished":
            return future.result(timeout=FETCH)
        error = future.exception(timeout=FETCH) if future.status == "error" else None
    except Exception as failure:
        error = failure
    if error is None or any(kind.__name__ in LOST for kind in type(error).__mro__):
        return Lost(f"the job was {future.status}" if error is None else told(error))
    return error
