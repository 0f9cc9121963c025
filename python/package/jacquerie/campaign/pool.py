"""Who works: the workers of a Dask cluster, one job each.

Workers come, go and die. A job whose worker is gone comes back as lost; one that is away for far longer
than others take is handed out once more, whoever has it. What comes back from the others may be anything
(:mod:`.answers`).
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
"""How many seconds may pass before a worker that came or went is heard of."""

MESSENGERS = 4
"""So many workers can be told at once that a job is not wanted any more, and so many answers fetched."""

FETCH = 60.0
"""How many seconds an answer may take from a worker that says it has one."""

LOST = ("KilledWorker", "CancelledError")
"""What Dask calls it if a worker is gone."""

Heard = tuple[int, str, object]
"""A job, its worker and what came back: a :class:`.jobs.Found`, unless something is wrong."""


class Lost(Exception):
    """A job whose worker is gone."""


class Pool(Protocol):
    """What the manager needs of a cluster."""

    def workers(self) -> list[str]:
        """Who is there."""

    def submit(self, kit: Kit, job: Job, worker: str) -> None:
        """Hands a job to a worker who has none."""

    def give_up(self, number: int) -> None:
        """Says that nobody wants a job's answer any more."""

    def wait(self, seconds: float) -> list[Heard]:
        """The jobs that have come back or are lost (:class:`Lost`); waits at most so long for one."""


class DaskPool:
    """The workers of a Dask cluster."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._ended: queue.Queue[tuple[int, object]] = queue.Queue()
        self._futures: dict[int, tuple[Any, str]] = {}
        # What Dask knows by one name is one job to it: whoever asks again, also another manager, gets the answer of
        # the first. So nobody else may have these names.
        self._name = uuid.uuid4().hex
        self._workers: list[str] = []
        self._asked = -NEWS
        self._messengers = ThreadPoolExecutor(MESSENGERS)
        self._fetchers = ThreadPoolExecutor(MESSENGERS)

    def workers(self) -> list[str]:
        """The addresses of the workers that the scheduler knows."""
        if self._client.status not in ("running", "connecting"):
            raise CampaignError("the scheduler is gone; the same command goes on when there is one")
        now = time.monotonic()
        if now >= self._asked + NEWS:
            # Of thousands of workers it is a long message. What ``scheduler_info`` returns may be an answer to somebody
            # else, without workers: the client asks for such answers by itself from time to time.
            found = self._client.sync(self._client.scheduler.identity, n_workers=-1)
            self._workers = list(found.get("workers", ()))
            self._asked = now
        return self._workers

    def submit(self, kit: Kit, job: Job, worker: str) -> None:
        """Hands a job to a worker who has none."""
        name = self._named(job.number)
        future = self._client.submit(work, kit, job, name, key=name, workers=[worker], pure=False)
        self._futures[job.number] = (future, worker)
        future.add_done_callback(lambda future: self._when_done(job.number, future))

    def _when_done(self, number: int, future: Any) -> None:
        # There are no new threads any more when Python ends, and nobody waits.
        with suppress(RuntimeError):
            self._fetchers.submit(self._fetch, number, future)

    def _fetch(self, number: int, future: Any) -> None:
        """Takes as long as the worker does to send it, and that may be for ever."""
        self._ended.put((number, _result(future)))

    def _named(self, number: int) -> str:
        return f"job-{number}-{self._name}"

    def give_up(self, number: int) -> None:
        """Says that nobody wants a job's answer any more."""
        _, worker = self._futures[number]
        if worker in self.workers():
            self._messengers.submit(self._tell, number, worker)

    def _tell(self, number: int, worker: str) -> None:
        """Takes as long as the worker does to hear it; one that does not hear it works on to the limit."""
        try:
            self._client.run(give_up, self._named(number), workers=[worker], on_error="ignore")
        except Exception as error:
            log.debug("%s was not told to give job %d up: %s", worker, number, error)

    def wait(self, seconds: float) -> list[Heard]:
        """The jobs that have come back or are lost (:class:`Lost`)."""
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
    """What came of it, whatever that is: to read it may fail, too."""
    try:
        if future.status == "finished":
            return future.result(timeout=FETCH)
        error = future.exception(timeout=FETCH) if future.status == "error" else None
    except Exception as failure:
        error = failure
    if error is None or any(kind.__name__ in LOST for kind in type(error).__mro__):
        return Lost(f"the job was {future.status}" if error is None else told(error))
    return error
