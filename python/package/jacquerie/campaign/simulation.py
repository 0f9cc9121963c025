"""Campaigns on thousands of workers, played with made-up games: how much faster they are, and what the manager has
to do.

The manager's tree is the real one. The positions are made up so that they behave as those of campaigns that were
run (:class:`Measured`): a made-up question has an answer and a cost, drawn from the root down, and what it costs is
divided among its children as it was in a question of a store, chosen by chance. That large questions divide as
small ones do is an assumption, for a store has few of the large ones.

Time is reckoned, not spent: a job takes as long as its positions take a worker, and the manager hands out and takes
back one after the other. What it takes for that, the tree is timed for while it is done; the messages are said
beforehand (:data:`MESSAGES`). Left out are transpositions, and that workers do some things twice because they know
of each other's work only by lemmas; campaigns of a few workers measure that.
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
"""So many questions of each kind stores must show."""

MESSAGES = 0.002
"""How many seconds of the manager and the scheduler a job takes besides the tree: messages and the store."""


@dataclass(frozen=True)
class Measured:
    """How the questions of campaigns divide, and how fast workers are."""

    met: tuple[tuple[float, int, int], ...]
    """Of questions answered yes: the part of the cost that went into moves that were tried in vain, how many these
    were, and how many moves there were."""
    missed: tuple[tuple[float, ...], ...]
    """Of those answered no: the part of the cost that each move took."""
    pace: float
    """Positions a second of a worker."""

    @staticmethod
    def of(campaigns: Iterable[Campaign]) -> Measured:
        """What campaigns show.

        :raises CampaignError: if that is too little.
        """
        met: list[tuple[float, int, int]] = []
        missed: list[tuple[float, ...]] = []
        positions, seconds = 0, 0.0
        for campaign in campaigns:
            _, searched, spent = campaign.store.cost()
            positions, seconds = positions + searched, seconds + spent
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
        return Measured(tuple(met), tuple(missed), positions / seconds)


def divided(campaign: Campaign) -> Iterator[tuple[Question, tuple[float, ...]]]:
    """The questions that were opened and answered, with the part of the cost that each child took. What several
    share is counted where it was opened first."""
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
    """A made-up question."""

    name: str
    met: bool
    cost: float
    """How many positions one solver would search for the answer."""
    division: tuple[float, ...] | tuple[float, int, int]
    """As in :class:`Measured`."""


class Game:
    """Made-up questions, by their names: the same seed makes the same ones."""

    def __init__(self, measured: Measured, cost: float, limit: float, seed: int) -> None:
        self._measured = measured
        self._limit = limit
        self._seed = seed
        self.questions: dict[str, Made] = {}
        self._make("", False, cost)

    def _make(self, name: str, met: bool, cost: float) -> Made:
        chance = random.Random(f"{self._seed} {name}")
        made = Made(name, met, cost, chance.choice(self._measured.met if met else self._measured.missed))
        self.questions[name] = made
        return made

    def child(self, made: Made) -> Child:
        """As the tree sees it."""
        moves = made.division[2] if made.met else len(made.division)
        return Child(made.name, made.name, int(moves), made.met if made.cost < 1 else None)

    def expand(self, name: str, goal: Goal) -> list[Child]:
        """The children of a question. What the job that ran into its limit has done need not be done again."""
        made = self.questions[name]
        rest = max(1.0, made.cost - self._limit)
        if made.met:
            vain, tried, count = made.division
            each = vain * rest / tried if tried else 0.0
            children = [(True, each)] * int(tried) + [(False, (1 - vain) * rest)]
            # Nobody knows what these would have cost.
            children += [(True, made.cost)] * (int(count) - len(children))
        else:
            children = [(True, part * rest) for part in made.division]
        return [self.child(self._make(f"{name}.{n}", *child)) for n, child in enumerate(children)]


@dataclass(frozen=True)
class Played:
    """A campaign that was played."""

    workers: int
    seconds: float
    """How long it would have taken."""
    jobs: int
    positions: float
    """Searched by all of them."""
    managing: float
    """The part of the time in which the manager was busy."""
    speedup: float
    """Against one solver that does only what is needed."""


def play(measured: Measured, workers: int, cost: float, limit: float, seed: int = 1) -> Played:
    """Plays a campaign for a question that costs one solver so many positions, with jobs of up to ``limit``."""
    game = Game(measured, cost, limit, seed)
    tree = Tree(game.expand)
    tree.want(game.child(game.questions[""]), "win")
    now, managing, positions, jobs, idle = 0.0, 0.0, 0.0, 0, workers
    away: dict[Question, tuple[float, float]] = {}
    ends: list[tuple[float, int, Question]] = []
    while not tree.is_done:
        began = time.perf_counter()
        handled = 0
        while ends and ends[0][0] <= now:
            end, _, question = heapq.heappop(ends)
            if away.get(question, (0.0, 0.0))[1] != end:
                continue
            del away[question]
            idle += 1
            handled += 1
            made = game.questions[question.key]
            positions += min(made.cost, limit)
            if made.cost > limit:
                tree.open(question)
            else:
                tree.answer(question, made.met)
        for question in tree.useless() if handled else ():
            # It ends at once.
            since, _ = away.pop(question)
            positions += max(0.0, now - since) * measured.pace
            tree.back(question)
            idle += 1
            handled += 1
        while idle and (found := tree.next()) is not None:
            idle -= 1
            jobs += 1
            end = now + min(game.questions[found.key].cost, limit) / measured.pace
            away[found] = (now, end)
            heapq.heappush(ends, (end, jobs, found))
        busy = time.perf_counter() - began + MESSAGES * handled
        managing += busy
        now += busy
        if ends and not tree.is_done:
            now = max(now, ends[0][0])
    alone = cost / measured.pace
    return Played(workers, now, jobs, positions, managing / now, alone / now)
