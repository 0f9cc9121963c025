"""The manager: hands jobs out, takes what comes back, until everything is proved or it is told to stop."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from .._native import strong_lemmas
from .campaign import Campaign
from .jobs import Found, Job, Kit
from .pool import Lost, Pool
from .question import CampaignError
from .store import Ended
from .tree import Question

log = logging.getLogger("jacquerie.campaign")

MOST_FAILURES = 5
"""After so many failures of jobs one after the other, none of them that a worker was lost, something is wrong."""

MOST_LOST = 10
"""So many times as many jobs as there ever were workers may be lost one after the other without one that comes back."""

LATE = 20.0
"""How many times longer than jobs usually take one may be away before it is handed out again."""

AT_LEAST = 60.0
"""And how many seconds, at least."""

PARTING = 5.0
"""How many seconds jobs have to come back when it ends."""

KEPT = 100
"""Lemmas are kept in the store if they took at least one in so many of a job's positions."""


@dataclass
class Away:
    """A job that somebody has."""

    question: Question
    worker: str
    since: float
    is_unwanted: bool = False
    is_late: bool = False


@dataclass
class Progress:
    """How far it is."""

    proved: int = 0
    """Questions answered since it began."""
    lost: int = 0
    """Jobs lost with their workers."""
    late: int = 0
    ended: deque[float] = field(default_factory=lambda: deque(maxlen=200))
    """When the last jobs came back."""


class Manager:
    """Runs a campaign on a pool of workers."""

    def __init__(self, campaign: Campaign, pool: Pool, kit: Kit, limit: int) -> None:
        self.campaign = campaign
        self.pool = pool
        self.kit = kit
        self.limit = limit
        self.progress = Progress()
        self._number = 0
        self._away: dict[int, Away] = {}
        self._seconds: deque[float] = deque(maxlen=50)
        self._failures = 0
        self._lost_in_a_row = 0
        self._most_workers = 1
        self._waits_for_workers = False
        # What a worker has not heard yet: his own lemmas he knows.
        self._unheard: dict[str, list[bytes]] = {}

    def run(self, stopped: Callable[[], bool], told: Callable[[Manager], None]) -> bool:
        """Goes on until everything is proved, or ``stopped`` says so; whether everything is proved. ``told``
        is called now and then."""
        while not self.campaign.is_done and not stopped():
            self._hand_out()
            for number, worker, found in self.pool.wait(0.5):
                self._take(number, worker, found)
            self._give_up_useless()
            self._hand_out_late()
            told(self)
        self._end()
        return self.campaign.is_done

    def _end(self) -> None:
        """What is still away is given up; it has a moment to come back, and then its cost is known."""
        for number in self._away:
            self.pool.give_up(number)
        end = time.monotonic() + PARTING
        while self._away and time.monotonic() < end:
            for number, worker, found in self.pool.wait(0.1):
                self._take(number, worker, found)

    def _hand_out(self) -> None:
        busy = {away.worker for away in self._away.values()}
        workers = self.pool.workers()
        self._most_workers = max(self._most_workers, len(workers))
        if not workers and not self._waits_for_workers:
            log.warning("there are no workers; waiting for some")
        self._waits_for_workers = not workers
        for gone in self._unheard.keys() - set(workers):
            del self._unheard[gone]
        for worker in workers:
            if worker in busy:
                continue
            question = self.campaign.tree.next()
            if question is None:
                break
            self._submit(question, worker)

    def _submit(self, question: Question, worker: str) -> None:
        self._number += 1
        # Who is new hears all that is kept.
        lemmas = self._unheard.get(worker, self.campaign.lemmas)
        self._unheard[worker] = []
        job = Job(self._number, question.fen, question.goal, self.limit, tuple(lemmas))
        self._away[self._number] = Away(question, worker, time.monotonic())
        self.pool.submit(self.kit, job, worker)
        log.debug("job %d to %s: %s", self._number, worker, question)

    def _take(self, number: int, worker: str, found: Found | BaseException) -> None:
        away = self._away.pop(number)
        question = away.question
        if isinstance(found, BaseException):
            self._lose(question, worker, found)
            return
        self._lost_in_a_row = self._failures = 0
        self._seconds.append(found.seconds)
        self.progress.ended.append(time.monotonic())
        for other, unheard in self._unheard.items():
            if other != worker:
                unheard.append(found.lemmas)
        ended = Ended(
            question.key,
            question.fen,
            question.goal,
            found.met,
            found.given_up,
            found.positions,
            found.seconds,
            worker,
        )
        strong = strong_lemmas(found.lemmas, max(1, self.limit // KEPT))
        # An answer is kept whether it is still wanted or not; a sum without any lemma is not.
        self.campaign.take(question, ended, strong if len(strong) > 4 else None)
        self.progress.proved += found.met is not None
        log.debug("job %d from %s: %s, %d positions", number, worker, found.met, found.positions)

    def _lose(self, question: Question, worker: str, error: BaseException) -> None:
        """A job is lost: somebody else gets it."""
        self._unheard.pop(worker, None)
        if all(away.question is not question for away in self._away.values()):
            self.campaign.tree.back(question)
        if isinstance(error, Lost) or type(error).__name__ in ("KilledWorker", "CancelledError"):
            self.progress.lost += 1
            self._lost_in_a_row += 1
            if self._lost_in_a_row >= MOST_LOST * self._most_workers:
                raise CampaignError(
                    f"{self._lost_in_a_row} jobs one after the other were lost, the last with {worker}: workers need "
                    "this package, of this version, and as much memory as --memory says; what they print says more"
                )
            log.warning("a job is lost with %s; it is handed out again", worker)
            return
        self._failures += 1
        log.warning("a job has failed on %s: %s", worker, error)
        if self._failures >= MOST_FAILURES:
            raise CampaignError(f"{self._failures} jobs one after the other have failed, the last on {worker}: {error}")

    def _give_up_useless(self) -> None:
        useless = set(self.campaign.tree.useless())
        for number, away in self._away.items():
            if away.question in useless and not away.is_unwanted:
                away.is_unwanted = True
                self.pool.give_up(number)

    def _hand_out_late(self) -> None:
        """Whoever does not come back at all may be cut off: his question is asked again."""
        if not self._seconds:
            return
        usual = sum(self._seconds) / len(self._seconds)
        end = time.monotonic() - max(AT_LEAST, LATE * usual)
        for away in self._away.values():
            if away.since < end and not away.is_late:
                away.is_late = True
                self.progress.late += 1
                log.warning("%s does not come back; his question is asked again", away.worker)
                # Should he come back, he hears what somebody new hears, not all that there was meanwhile.
                self._unheard.pop(away.worker, None)
                self.campaign.tree.back(away.question)
