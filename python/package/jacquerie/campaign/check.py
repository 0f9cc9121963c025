"""Proves a sample of a campaign's answers again in a different way: with a fresh table and a different first move.

Each question is asked about its children, one by one, the least promising first, by a solver without lemmas. Equal
answers do not prove that all are right, but an error in passing on answers and lemmas, or in a worker's memory, would
show.
"""

from __future__ import annotations

import random
from typing import TextIO

from .. import Solver
from .campaign import Campaign
from .question import CampaignError
from .report import frontier, spelled
from .tree import Goal, other


def check(campaign: Campaign, sample: int, seed: int, memory: int, output: TextIO) -> int:
    """Proves a sample of answers again; returns 1 if one of them differs, else 0."""
    jobs = list(frontier(campaign))
    if not jobs:
        raise CampaignError(f"{campaign.store.path}: there are no answers yet on which anything rests")
    chosen = random.Random(seed).sample(jobs, min(sample, len(jobs)))
    wrong = 0
    for job in chosen:
        met, positions = again(campaign, job.fen, job.goal, memory)
        verdict = "right" if met == job.met else "WRONG"
        wrong += met != job.met
        output.write(
            f"{verdict} {job.fen} {job.goal} {'yes' if job.met else 'no'}: {spelled(job.positions)} positions, "
            f"now {spelled(positions)}\n"
        )
        output.flush()
    output.write(f"{len(chosen) - wrong} of {len(chosen)} answers are right\n")
    return 1 if wrong else 0


def again(campaign: Campaign, fen: str, goal: Goal, memory: int) -> tuple[bool, int]:
    """The answer to a question, from its children, the least promising first."""
    solver = Solver(campaign.subject.variant, memory=memory)
    position = campaign.subject.at(fen)
    theirs = other(goal)

    def order(move: str) -> int:
        return -(solver.goal_score(position.play(move), theirs) or 0)

    for move in sorted(position.moves, key=order):
        if solver.ask(position.play(move), theirs) is False:
            return True, solver.positions
    if position.moves:
        return False, solver.positions
    return bool(solver.ask(position, goal)), solver.positions
