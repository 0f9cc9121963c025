"""Campaigns for tests: small ones, with workers of this process."""

from __future__ import annotations

import random
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import jacquerie
from jacquerie.campaign import jobs
from jacquerie.campaign.campaign import Campaign
from jacquerie.campaign.jobs import Job, Kit, work
from jacquerie.campaign.pool import Heard, Lost
from jacquerie.campaign.question import Subject
from jacquerie.campaign.store import Store

SMALL = jacquerie.Position(files=4)

LIMIT = 10_000

KIT = Kit("peasants", memory=16, threads=1, lemmas_from=16)


class HerePool:
    """Workers of this process, one after the other. Some jobs never return: by chance a job is lost, or done but
    late. They begin with empty tables."""

    def __init__(self, count: int, seed: int = 1, losses: float = 0.0) -> None:
        jobs._solvers.clear()
        jobs._given_up.clear()
        self._chance = random.Random(seed)
        self._losses = losses
        self._names = [f"worker {number}" for number in range(count)]
        self._jobs: dict[int, tuple[Kit, Job, str]] = {}
        self.handed_out = 0

    def workers(self) -> list[str]:
        """The workers."""
        return list(self._names)

    def submit(self, kit: Kit, job: Job, worker: str) -> None:
        """Hands a job to a worker."""
        assert worker not in [busy for _, _, busy in self._jobs.values()]
        self.handed_out += 1
        self._jobs[job.number] = (kit, job, worker)

    def give_up(self, number: int) -> None:
        """Gives a job up."""
        jobs.give_up(str(number))

    def wait(self, seconds: float) -> list[Heard]:
        """The result of one of the jobs."""
        number = self._chance.choice(list(self._jobs))
        kit, job, worker = self._jobs.pop(number)
        if self._chance.random() < self._losses:
            # A new worker takes its place.
            self._names[self._names.index(worker)] = worker + "'"
            return [(number, worker, Lost(worker))]
        return [(number, worker, self.does(worker, kit, job))]

    def does(self, worker: str, kit: Kit, job: Job) -> object:
        """The answer of a worker."""
        return work(kit, job, str(job.number))


def begin(path: Path, moves: bool = False) -> Campaign:
    """A small campaign, new or resumed."""
    return Campaign(Store(path, Subject.of(SMALL, moves)))


def never() -> bool:
    """Never stops."""
    return False


def stopping_after(rounds: int) -> Callable[[], bool]:
    """Stops after this many rounds."""
    left = [rounds]

    def stop() -> bool:
        left[0] -= 1
        return left[0] < 0

    return stop


def command(*words: str, cwd: Path) -> list[str]:
    """The command line."""
    return [sys.executable, "-m", "jacquerie.campaign", *words]


def jobs_of(store: Path) -> int:
    """How many jobs a store has, which another process may be about to create."""
    try:
        base = sqlite3.connect(f"file:{store}?mode=ro", uri=True)
        count = base.execute("SELECT count(*) FROM job").fetchone()[0]
        base.close()
        return int(count)
    except sqlite3.Error:
        return 0
