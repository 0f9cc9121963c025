"""Simulated campaigns on thousands of workers: the speed-up, and the load of the manager.

The manager's tree is the real one. The positions are artificial, but behave like those of real campaigns
(:class:`Measured`). An artificial question has an answer and a cost, drawn from the root down; its cost is divided
among its children as in a randomly chosen question of a store. The assumption is that large questions divide as
small ones do, since a store has few large ones.

Time is simulated. A job takes as long as a worker needs for its positions. The manager hands out and takes back one
job after the other. The time of its tree is measured during the simulation, that of the messages was measured
before (:data:`MESSAGES`). Effects of tables are left out: transpositions, and duplicate work because workers know
each other's results only through lemmas. Real campaigns with a few workers measure that.
"""

from __future__ import annotations

import heapq
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .campaign import Campaign
from .question import CampaignError
from .tree import Child, Goal, Question, Tree

ENOUGH = 20
"""The least number of questions of each kind in the stores."""

MESSAGES = 0.002
"""The seconds that a job costs manager and scheduler besides the tree: messages and the store."""


@dataclass(frozen=True)
class Measured:
    """How the questions of campaigns divide, and the speed of workers."""

    met: tuple[tuple[float, int, int], ...]
    """For questions answered yes: the share of the cost for moves that failed, how many these were, and the number
    of moves."""
    missed: tuple[tuple[float, ...], ...]
    """For questions answered no: the share of the cost of each move."""
    pace: float
    """Positions per second, for one worker."""

    @staticmethod
    def of(campaigns: Iterable[Campaign]) -> Measured:
        """Measures campaigns.

        :raises CampaignError: if they have too few questions, or none with a time: imported ones have none.
        """
        met: list[tuple[float, int, int]] = []
        missed: list[tuple[float, ...]] = []
        positions, seconds = 0, 0.0
        for campaign in campaigns:
            timed = [job for job in campaign.store.jobs() if job.seconds > 0]
            positions += sum(job.positions for job in timed)
            seconds += sum(job.seconds for job in timed)
            for question, parts in divided(campaign):
                assert question.children is not None
                if question.met is False:
                    missed.append(parts)
                    continue
                answer = next(n for n, child in enumerate(question.children) if child.met is False)
                tried = sum(1 for n, part in enumerate(parts) if part > 0 and n != answer)
                met.append((1 - parts[answer] if tried else 0.0, tried, len(parts)))
        if min(len(met), len(missed)) < ENOUGH:
            raise CampaignError(
                f"found {len(met)} questions that were opened and answered yes, and {len(missed)} answered no; "
                f"expected {ENOUGH} of each: give larger campaigns, or some with a smaller --limit"
            )
        if not seconds:
            raise CampaignError("no job has a time, so the workers' speed is unknown: all were imported")
        return Measured(tuple(met), tuple(missed), positions / seconds)


def divided(campaign: Campaign) -> Iterator[tuple[Question, tuple[float, ...]]]:
    """The questions that were expanded and answered, with the share of each child in the cost. A child with several
    parents counts for the one that was expanded first."""
    spent: dict[Question, float] = {}
    for job in campaign.store.jobs():
        question = campaign.tree.questions.get((job.key, job.goal))
        if question is not None:
            spent[question] = spent.get(question, 0) + job.positions

    def cost(question: Question) -> float:
        if question not in costs:
            own = [child for child in question.children or () if child.parents[0] is question]
            costs[question] = spent.get(question, 0) + sum(cost(child) for child in own)
        return costs[question]

    costs: dict[Question, float] = {}
    for question in campaign.tree.questions.values():
        if question.children and question.met is not None:
            parts = [cost(child) if child.parents[0] is question else 0.0 for child in question.children]
            whole = sum(parts)
            if whole > 0:
                yield question, tuple(part / whole for part in parts)


@dataclass(frozen=True)
class Made:
    """An artificial question."""

    name: str
    met: bool
    cost: float
    """How many positions one solver would search for the answer."""
    parts: tuple[tuple[bool, float], ...]
    """Its children: their answers, and their shares of the cost; 1 for those that would never be reached."""


class Game:
    """Artificial questions, by name: the same seed makes the same ones."""

    def __init__(self, measured: Measured, cost: float, limit: float, seed: int) -> None:
        self._measured = measured
        self._limit = limit
        self._seed = seed
        self.questions: dict[str, Made] = {}
        self.root = self._make("", False, cost)

    def _make(self, name: str, met: bool, cost: float) -> Child:
        chance = random.Random(f"{self._seed} {name}")
        if met:
            vain, tried, count = chance.choice(self._measured.met)
            each = vain / tried if tried else 0.0
            others = [(True, 1.0)] * (count - tried - 1)
            parts = [(True, each)] * tried + [(False, 1 - vain), *others]
        else:
            parts = [(True, part) for part in chance.choice(self._measured.missed)]
        self.questions[name] = Made(name, met, cost, tuple(parts))
        return Child(name, name, met if cost < 1 else None)

    def expand(self, name: str, goal: Goal) -> list[Child]:
        """The children of a question. The work of the job that reached its limit need not be done again."""
        made = self.questions[name]
        rest = max(1.0, made.cost - self._limit)
        return [self._make(f"{name}.{n}", met, part * rest) for n, (met, part) in enumerate(made.parts)]


@dataclass(frozen=True)
class Played:
    """The result of a simulated campaign."""

    workers: int
    seconds: float
    """Its duration."""
    jobs: int
    searched: float
    """Positions, as a multiple of those that one solver would search."""
    managing: float
    """The share of the time in which the manager was busy."""
    speedup: float
    """The speed-up over one solver."""


class Simulation:
    """A campaign for a question that costs one solver ``cost`` positions, with jobs of up to ``limit``."""

    def __init__(self, measured: Measured, workers: int, cost: float, limit: float, seed: int = 1) -> None:
        self._pace = measured.pace
        self._workers = workers
        self._cost = cost
        self._limit = limit
        self._game = Game(measured, cost, limit, seed)
        self._tree = Tree(self._game.expand)
        self._tree.want(self._game.root, "win")
        self._now = 0.0
        self._positions = 0.0
        self._jobs = 0
        self._away: dict[Question, tuple[int, float]] = {}
        """The jobs' numbers, and when they were handed out."""
        self._ends: list[tuple[float, int, Question]] = []

    def play(self) -> Played:
        """Plays it."""
        managing = 0.0
        while True:
            began = time.process_time()
            handled = self._take() + self._give_up_useless() + self._hand_out()
            busy = time.process_time() - began + MESSAGES / 2 * handled
            managing += busy
            self._now += busy
            if self._tree.is_done:
                break
            self._now = max(self._now, self._ends[0][0])
        return Played(
            self._workers,
            self._now,
            self._jobs,
            self._positions / self._cost,
            managing / self._now,
            self._cost / self._pace / self._now,
        )

    def _take(self) -> int:
        """Takes the finished jobs; returns their number."""
        count = 0
        while self._ends and self._ends[0][0] <= self._now:
            _, number, question = heapq.heappop(self._ends)
            if self._away.get(question, (0, 0.0))[0] != number:
                # It was given up.
                continue
            del self._away[question]
            count += 1
            made = self._game.questions[question.key]
            self._positions += min(made.cost, self._limit)
            if made.cost > self._limit:
                self._tree.open(question)
            else:
                self._tree.answer(question, made.met)
        return count

    def _give_up_useless(self) -> int:
        """Gives up useless jobs, whose workers are idle at once; returns their number."""
        useless = self._tree.useless()
        for question in useless:
            _, since = self._away.pop(question)
            self._positions += (self._now - since) * self._pace
            self._tree.back(question)
        return len(useless)

    def _hand_out(self) -> int:
        """Hands out jobs to idle workers while there are any; returns their number."""
        count = 0
        while len(self._away) < self._workers:
            question = self._tree.next()
            if question is None:
                break
            count += 1
            self._jobs += 1
            self._away[question] = (self._jobs, self._now)
            cost = min(self._game.questions[question.key].cost, self._limit)
            heapq.heappush(self._ends, (self._now + cost / self._pace, self._jobs, question))
        return count
