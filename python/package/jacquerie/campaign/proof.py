"""The proof of a campaign, in parts: its tree, with a new proof of each answer on which it rests.

``jacquerie verify`` and :func:`jacquerie.verify` check it. The proof of a large campaign is large: it has a byte
for each position of the strategy, and what two parts share is in both.
"""

from __future__ import annotations

from collections.abc import Callable

from .. import SolveError, Solver
from .._native import join_parts, plan_parts
from .campaign import TURNED, Campaign
from .question import Guide
from .tree import Goal, Question, other


class Planner:
    """Decides what the proof does at each position of the walk."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._guide = Guide(campaign.subject)

    def step(self, fen: str, goal: str, by_prover: bool) -> str:
        """A move of the proving side, ``replies`` (the opponent moves), or ``part``."""
        mine: Goal = "win" if goal == "win" else "draw"
        question = self._question(fen, mine if by_prover else other(mine))
        if question is None or question.children is None:
            return "part"
        if not by_prover:
            return "replies"
        # The tree holds the moves of another position with the same value; they may differ here.
        for move, child in self._campaign.subject.at(fen).children():
            asked = self._question(child.fen, other(mine))
            if asked is not None and asked.met is False:
                return move
            if asked is None and self._guide.child(child, other(mine)).met is False:
                return move
        return "part"

    def _question(self, fen: str, goal: Goal) -> Question | None:
        child = self._guide.child(self._campaign.subject.at(fen), goal)
        return self._campaign.tree.questions.get((child.key, goal))


def prove(campaign: Campaign, memory: int, told: Callable[[int, int], None]) -> bytes:
    """The proof of the root's value; ``told`` is called with the number of parts that are done, and of all parts.

    :raises SolveError: if the root is not solved yet.
    """
    subject = campaign.subject
    value = campaign.value()
    if value is None:
        raise SolveError("no proof: the campaign has not proved the value yet")
    assert value in TURNED
    plans = plan_parts(subject.variant, subject.fen, value, Planner(campaign).step)
    count = sum(len(wanted) for _, wanted in plans)
    done = 0
    solver = Solver(subject.variant, memory=memory)
    proofs = []
    for steps, wanted in plans:
        parts = []
        for fen, goal, by_mover in wanted:
            told(done, count)
            moves = solver.part(subject.at(fen), "win" if goal == "win" else "draw", by_mover=by_mover)
            if moves is None:
                raise SolveError(f"no proof of {fen}: the claim is false")
            parts.append(moves)
            done += 1
        proofs.append((steps, parts))
    return join_parts(subject.variant, subject.fen, value, proofs)
