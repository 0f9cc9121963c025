"""The manager: hands out jobs and takes the results, until everything is proved or it is stopped."""

from __future__ import annotations

import logging
import random
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from .._native import strong_lemmas
from .answers import flaw
from .campaign import Campaign
from .jobs import Found, Job, Kit
from .pool import Lost, Pool
from .question import CampaignError
from .store import Ended
from .tree import Question

log = logging.getLogger("jacquerie.campaign")

MOST_TRIES = 3
"""The most attempts to get a credible answer to a question."""

MOST_FAILURES = 5
"""A worker with this many discarded answers in a row gets no more jobs."""

MOST_LOST = 10
"""The most jobs in a row that may be lost, as a multiple of the number of workers."""

CHECK_LIMIT = 10
"""The limit of a check, which begins with an empty table, as a multiple of a job's limit."""

MOST_POSITIONS = (1 << 63) - 1
"""The largest number that a solver can count."""

LATE = 5.0
"""A job that takes this many times as long as its limit of positions usually does is handed out again."""

PACE = 1e-5
"""How many seconds a position takes, until there are results that tell."""

AT_LEAST = 60.0
"""But not before this many seconds."""

PARTING = 5.0
"""How many seconds the jobs have to return at the end."""

KEPT = 100
"""Lemmas are stored if they took at least this part of a job's positions."""


@dataclass(frozen=True)
class Answer:
    """A possible answer from a worker."""

    found: Found
    worker: str


@dataclass(eq=False)
class Task:
    """A question, from its first job to its answer."""

    question: Question
    avoids: set[str] = field(default_factory=set)
    """Workers that should not get it if there are others."""
    tries: int = 0
    """How many jobs gave no credible answer."""
    doubted: list[Answer] = field(default_factory=list)
    """Answers that were discarded because they contradicted each other."""
    held: Answer | None = None
    """An answer that must be checked before it is used."""

    def suits(self, worker: str, there: list[str]) -> bool:
        """Whether a worker should get it, given the other workers."""
        if worker not in self.avoids or there == [worker]:
            return True
        # No worker checks itself if there are others.
        is_own = self.held is not None and self.held.worker == worker
        return self.avoids.issuperset(there) and not is_own


@dataclass
class Away:
    """A job in progress."""

    task: Task
    worker: str
    since: float
    limit: int
    held: Answer | None = None
    """The answer that it checks."""
    is_unwanted: bool = False
    is_late: bool = False

    @property
    def is_check(self) -> bool:
        """Whether it checks an answer."""
        return self.held is not None


@dataclass
class Progress:
    """The progress of this run."""

    proved: int = 0
    """Questions answered."""
    lost: int = 0
    """Jobs lost with their workers."""
    late: int = 0
    refused: int = 0
    """Answers discarded because they were impossible."""
    checked: int = 0
    """Answers confirmed by a check."""
    contradicted: int = 0
    """Answers discarded because a check contradicted them."""
    ended: deque[float] = field(default_factory=lambda: deque(maxlen=200))
    """When the last jobs came back."""


def in_a_word(answer: Answer) -> str:
    """The answer as a word."""
    return "yes" if answer.found.met else "no"


class Manager:
    """Runs a campaign on a pool of workers."""

    def __init__(self, campaign: Campaign, pool: Pool, kit: Kit, limit: int, check_share: float = 0.0) -> None:
        """``check_share`` is the share of answers to check, from 0 to 1."""
        self.campaign = campaign
        self.pool = pool
        self.kit = kit
        self.limit = limit
        self.check_share = check_share
        self.progress = Progress()
        self._chance = random.Random()
        self._number = 0
        self._away: dict[int, Away] = {}
        self._waiting: deque[Task] = deque()
        """Tasks to hand out again: questions without an answer, and answers to check."""
        self._lately: deque[Found] = deque(maxlen=50)
        """The last results that took long enough to tell how long a position takes."""
        self._failures: Counter[str] = Counter()
        self._left_out: set[str] = set()
        """Workers that get no more jobs."""
        self._failed = ""
        """What was wrong with the last discarded answer."""
        self._lost_in_a_row = 0
        self._most_workers = 1
        self._waits_for_workers = False
        # The lemmas that each worker has not got yet; it has its own.
        self._unheard: dict[str, list[bytes]] = {}

    def run(self, stopped: Callable[[], bool], told: Callable[[Manager], None]) -> bool:
        """Runs until everything is proved, or ``stopped`` returns true; returns whether everything is proved. Calls
        ``told`` now and then."""
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
        """Gives up the jobs in progress and waits a moment for them, so that their cost is known. An answer that
        was waiting for a check counts as lost."""
        for number in self._away:
            self._give_up(number)
        end = time.monotonic() + PARTING
        while self._away and time.monotonic() < end:
            for number, worker, found in self.pool.wait(0.1):
                self._take(number, worker, found)

    # Handing out.

    def _hand_out(self) -> None:
        busy = {away.worker for away in self._away.values()}
        workers = self.pool.workers()
        self._most_workers = max(self._most_workers, len(workers))
        if not workers and not self._waits_for_workers:
            log.warning("there are no workers; waiting for some")
        self._waits_for_workers = not workers
        for gone in self._unheard.keys() - set(workers):
            del self._unheard[gone]
        good = [worker for worker in workers if worker not in self._left_out]
        if workers and not good and all(away.is_late for away in self._away.values()):
            raise CampaignError(
                f"too many answers from every worker were discarded, the last: {self._failed}; "
                "workers need this version of the package, and as much memory as --memory says"
            )
        late = {away.worker for away in self._away.values() if away.is_late}
        there = [worker for worker in good if worker not in late]
        for worker in good:
            if worker not in busy:
                task = self._next(worker, there)
                if task is not None:
                    self._submit(task, worker)

    def _next(self, worker: str, there: list[str]) -> Task | None:
        """The next task for a worker, given the other workers."""
        for task in self._waiting:
            if task.suits(worker, there):
                self._waiting.remove(task)
                return task
        question = self.campaign.tree.next()
        return None if question is None else Task(question)

    def _submit(self, task: Task, worker: str) -> None:
        self._number += 1
        question = task.question
        if task.held is None:
            # A new worker gets all stored lemmas.
            lemmas = self._unheard.get(worker, self.campaign.lemmas)
            self._unheard[worker] = []
            job = Job(self._number, question.fen, question.goal, self.limit, tuple(lemmas))
        else:
            limit = min(CHECK_LIMIT * self.limit, MOST_POSITIONS)
            job = Job(self._number, question.fen, question.goal, limit, (), is_check=True)
        self._away[self._number] = Away(task, worker, time.monotonic(), job.limit, task.held)
        self.pool.submit(self.kit, job, worker)
        log.debug("%s %d to %s: %s", "check" if job.is_check else "job", self._number, worker, question)

    # Taking results.

    def _take(self, number: int, worker: str, found: object) -> None:
        away = self._away.pop(number)
        if isinstance(found, Lost):
            self._lose(away)
            return
        wrong = flaw(found, away.limit, time.monotonic() - away.since)
        if wrong is None and isinstance(found, Found) and found.given_up and not away.is_unwanted:
            wrong = "given_up: found True, but the job was wanted"
        if wrong is None and worker in self._left_out:
            wrong = "it gets no more jobs"
        if wrong is not None or not isinstance(found, Found):
            self._refuse(number, away, wrong or "")
            return
        self._lost_in_a_row = 0
        del self._failures[worker]
        log.debug("job %d from %s: %s, %d positions", number, worker, found.met, found.positions)
        answer = Answer(found, worker)
        if away.is_check:
            self._compare(away, answer)
        elif found.met is not None and (away.task.doubted or self._chance.random() < self.check_share):
            away.task.held = answer
            away.task.avoids.add(worker)
            self._waiting.appendleft(away.task)
        else:
            self._accept(away.task.question, answer)

    def _accept(self, question: Question, answer: Answer) -> None:
        """Stores an answer, whether it is still needed or not, and passes its lemmas on.

        :raises CampaignError: if another worker has given the opposite answer: nothing may rest on either.
        """
        found, worker = answer.found, answer.worker
        if None not in (found.met, question.met) and found.met != question.met:
            before = self.campaign.store.found().get((question.key, question.goal))
            other = before.worker if before is not None else "its moves"
            raise CampaignError(
                f"{worker} says {in_a_word(answer)} about '{question.fen}' ({question.goal}), and {other} said the "
                "opposite; 'check' finds out who is wrong"
            )
        if found.positions > self.limit // KEPT:
            self._lately.append(found)
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
        self.campaign.take(question, ended, strong or None)
        self.progress.proved += found.met is not None

    def _accept_held(self, task: Task) -> None:
        """Takes an answer that was waiting for a check."""
        held, task.held = task.held, None
        if held is not None:
            self._accept(task.question, held)

    def _compare(self, away: Away, again: Answer) -> None:
        """Compares a check with the answer. If they differ, no one knows which is wrong."""
        task, held = away.task, away.held
        if away.is_late or again.found.given_up or held is None:
            # Another worker checks it, or the run is ending.
            return
        if again.found.met is None:
            log.debug("the answer from %s is too hard to check", held.worker)
            if task.doubted:
                task.held = None
                self._try_again(away)
            else:
                self._accept_held(task)
        elif again.found.met == held.found.met:
            self.progress.checked += 1
            for wrong in task.doubted:
                if wrong.found.met != held.found.met:
                    kept = sum(job.worker == wrong.worker for job in self.campaign.store.jobs())
                    self._leave_out(
                        wrong.worker,
                        f"it was wrong, according to {held.worker} and {again.worker}; the store has {kept} other jobs "
                        "by it",
                    )
            self._accept_held(task)
        else:
            self.progress.contradicted += 1
            self._failed = (
                f"{held.worker} says {in_a_word(held)} and {again.worker} says {in_a_word(again)} about "
                f"'{task.question.fen}' ({task.question.goal})"
            )
            log.warning("a check has failed: %s; both answers are discarded", self._failed)
            task.held = None
            task.doubted += [held, again]
            self._try_again(away)

    def _leave_out(self, worker: str, why: str) -> None:
        """Gives a worker no more jobs."""
        if worker not in self._left_out:
            self._left_out.add(worker)
            log.warning("%s gets no more jobs: %s", worker, why)

    def _lose(self, away: Away) -> None:
        """A job is lost with its worker."""
        self._unheard.pop(away.worker, None)
        self.progress.lost += 1
        self._lost_in_a_row += 1
        if self._lost_in_a_row >= MOST_LOST * self._most_workers:
            raise CampaignError(
                f"{self._lost_in_a_row} jobs in a row were lost, the last with {away.worker}; workers need "
                "this version of the package, and as much memory as --memory says; see their output"
            )
        log.warning("a job is lost with %s; it is handed out again", away.worker)
        self._try_again(away)

    def _refuse(self, number: int, away: Away, wrong: str) -> None:
        """Discards an impossible answer."""
        worker = away.worker
        self._unheard.pop(worker, None)
        self.progress.refused += 1
        self._failures[worker] += 1
        self._failed = f"{worker}: {wrong}"
        log.warning("the answer from %s to job %d is discarded: %s", worker, number, wrong)
        if self._failures[worker] >= MOST_FAILURES:
            self._leave_out(worker, f"{MOST_FAILURES} answers in a row were discarded")
        self._try_again(away)

    def _try_again(self, away: Away) -> None:
        """A job has failed: another worker gets the question, up to a limit."""
        task = away.task
        if away.is_late:
            # The question is already handed out again.
            return
        if away.is_unwanted:
            self.campaign.tree.back(task.question)
            return
        task.avoids.add(away.worker)
        task.tries += 1
        if task.tries < MOST_TRIES:
            self._waiting.append(task)
        elif task.held is not None:
            log.warning("'%s' (%s): its answer could not be checked", task.question.fen, task.question.goal)
            self._accept_held(task)
        else:
            log.warning(
                "'%s' (%s): given up after %d jobs; its moves become questions",
                task.question.fen,
                task.question.goal,
                task.tries,
            )
            asked = task.question
            # Without a job in the store, the question would be whole again after a restart.
            opened = Ended(asked.key, asked.fen, asked.goal, None, False, 0, 0.0, away.worker)
            self.campaign.take(asked, opened, None)

    # Giving up.

    def _give_up(self, number: int) -> None:
        away = self._away[number]
        if not away.is_unwanted:
            away.is_unwanted = True
            self.pool.give_up(number)

    def _give_up_useless(self) -> None:
        useless = set(self.campaign.tree.useless())
        for number, away in self._away.items():
            question = away.task.question
            # A question that is handed out again, because its worker is late, may have its answer. An existing answer
            # is still worth its check.
            if (question.met is not None or question in useless) and not away.is_check:
                self._give_up(number)
        for task in [task for task in self._waiting if task.question in useless and task.held is None]:
            self._waiting.remove(task)
            self.campaign.tree.back(task.question)

    def _hand_out_late(self) -> None:
        """Hands out again the questions of workers that may be cut off."""
        positions = sum(found.positions for found in self._lately)
        seconds = sum(found.seconds for found in self._lately)
        pace = seconds / positions if positions else PACE
        now = time.monotonic()
        for away in self._away.values():
            if away.since < now - max(AT_LEAST, LATE * pace * away.limit) and not away.is_late:
                self.progress.late += 1
                log.warning("%s does not answer; its question is asked again", away.worker)
                # If it returns, it gets what a new worker gets, not all lemmas from the time between.
                self._unheard.pop(away.worker, None)
                task = away.task
                if away.is_check:
                    self._try_again(away)
                elif task.tries:
                    # What is known against earlier answers stays; the late worker may still give its own.
                    avoids = task.avoids | {away.worker}
                    self._waiting.append(replace(task, avoids=avoids, doubted=list(task.doubted)))
                else:
                    self.campaign.tree.back(task.question)
                away.is_late = True
