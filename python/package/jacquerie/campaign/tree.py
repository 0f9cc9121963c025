"""The tree of a campaign: which questions are open, and which of them to hand out next.

A question is a position and a goal: does the side to move win, or at least draw? It is met if after
one of the moves the opponent misses his goal, and missed if he meets it after all of them: so a
question above follows from those below, as in the solver's own search. Positions of the same value
(transpositions, mirror images, changed colours) are one question; the tree is a graph without
cycles.

**Which question next.** Every question has two numbers, as in proof-number search (Allis, *Searching
for Solutions in Games and Artificial Intelligence*, 1994): about how much work it takes to show that it
is met, and that it is missed. To show that it is met one child must be missed, the cheapest; to
show that it is missed all must be met, so their numbers add up. But the solver's own search, which goes
through the moves in its order and stays with each until it is settled, needs far fewer positions than
proof-number search. So does the walk from the root to the next leaf: it leaves a child that was begun only
for one that seems cheaper by far (:data:`PATIENCE`). With one worker, the jobs are then nothing but that
search cut into pieces.

**Several jobs at once.** Job-level proof-number search (I. Wu, H. Lin, P. Lin, D. Sun, Y. Chan and
B. Chen, *Job-Level Proof-Number Search for Connect6*, Computers and Games 2010) lets the tree look, while a
job is away, as if it had come back with an answer, so that the next walk leads elsewhere. Here that is
the answer on which the walk rests that chose it. Where the root would be answered in this way, everything
that is needed is under way if all goes well; whoever is idle then gets what is needed if it does not:
one job is taken to come back with the other answer.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

Goal = Literal["win", "draw"]

PATIENCE = 8.0
"""How many times cheaper than the one that was begun another child must be to be tried before it."""


def other(goal: Goal) -> Goal:
    """What the opponent must miss, so that a goal is met."""
    return "draw" if goal == "win" else "win"


@dataclass(frozen=True)
class Child:
    """What is known of a position after a move, before anybody was asked."""

    fen: str
    key: str
    replies: int
    """How many moves it has."""
    met: bool | None
    """The answer, if it is known without work."""


Expand = Callable[[str, Goal], list[Child]]
"""The children of a position for the opponent's goal, the most promising first."""


@dataclass(eq=False)
class Question:
    """A position and a goal."""

    key: str
    fen: str
    goal: Goal
    guess: tuple[float, float]
    """About how much work it takes to show that it is met, and that it is missed, as far as that is known before
    it was opened."""
    to_meet: float = 0.0
    """How much it takes to show that it is met, by all that is known: 0 if it is (or is taken to be)."""
    to_miss: float = 0.0
    met: bool | None = None
    """The answer."""
    children: list[Question] | None = None
    parents: list[Question] = field(default_factory=list)
    is_away: bool = False
    """Whether somebody works at it."""
    is_doubted: bool = False
    """While somebody does: whether it was taken to come back with the other answer."""
    begun: bool = False
    """Whether a walk has gone here."""

    def __post_init__(self) -> None:
        self.to_meet, self.to_miss = self.guess

    def __repr__(self) -> str:
        return f"Question({self.fen!r}, {self.goal!r}, met={self.met})"

    def take_for(self, met: bool) -> None:
        """Sets the numbers as if the answer were known."""
        self.to_meet, self.to_miss = (0.0, math.inf) if met else (math.inf, 0.0)


class Tree:
    """All questions of a campaign, and what is wanted in the end."""

    def __init__(
        self,
        expand: Expand,
        known: dict[tuple[str, Goal], bool | None] | None = None,
        *,
        patience: float = PATIENCE,
        seed: int = 1,
    ) -> None:
        """``known`` says what came of the jobs that have ever come back: an answer, or ``None`` if it was too
        much."""
        self._expand = expand
        self._known = {} if known is None else known
        self._patience = patience
        self._random = random.Random(seed)
        self.questions: dict[tuple[str, Goal], Question] = {}
        self.wanted: list[Question] = []
        self.away: set[Question] = set()

    # What there is.

    def question(self, child: Child, goal: Goal) -> Question:
        """The question about a position, which is new if nobody has asked it."""
        found = self.questions.get((child.key, goal))
        if found is None:
            found = Question(child.key, child.fen, goal, (1.0, float(max(1, child.replies))))
            self.questions[child.key, goal] = found
            met = child.met
            if met is None:
                met = self._known.get((child.key, goal))
            if met is None:
                met = self._implied(found)
            if met is not None:
                found.met = met
                found.take_for(met)
        return found

    def want(self, child: Child, goal: Goal) -> Question:
        """Asks for an answer."""
        question = self.question(child, goal)
        if question not in self.wanted:
            self.wanted.append(question)
        self._open_again(question)
        return question

    def _open_again(self, question: Question) -> None:
        """Opens a question that was too much for a job before."""
        known = (question.key, question.goal) in self._known
        if known and question.met is None and question.children is None:
            self.open(question)

    def _implied(self, question: Question) -> bool | None:
        """What the answer for the other goal says: who wins also draws, who cannot draw cannot win."""
        name = (question.key, other(question.goal))
        twin = self.questions.get(name)
        met = self._known.get(name) if twin is None else twin.met
        if question.goal == "draw":
            return True if met else None
        return False if met is False else None

    def open_questions(self) -> Iterator[Question]:
        """The leaves without an answer that still matter."""
        seen: set[Question] = set()
        stack = [question for question in self.wanted if question.met is None]
        while stack:
            question = stack.pop()
            if question in seen:
                continue
            seen.add(question)
            if question.children is None:
                yield question
            else:
                stack.extend(child for child in question.children if child.met is None)

    @property
    def is_done(self) -> bool:
        """Whether everything that is wanted is answered."""
        return all(question.met is not None for question in self.wanted)

    # What comes back.

    def answer(self, question: Question, met: bool) -> list[Question]:
        """A question is answered; every question that is answered by that, itself the first."""
        self.back(question)
        self._known[question.key, question.goal] = met
        answered: list[Question] = []
        stack = [(question, met)]
        while stack:
            one, met = stack.pop()
            if one.met is not None:
                continue
            one.met = met
            one.take_for(met)
            answered.append(one)
            twin = self.questions.get((one.key, other(one.goal)))
            if twin is not None and twin.met is None:
                implied = self._implied(twin)
                if implied is not None:
                    stack.append((twin, implied))
            for parent in one.parents:
                if parent.met is not None or parent.children is None:
                    continue
                if not met:
                    stack.append((parent, True))
                elif all(child.met for child in parent.children):
                    stack.append((parent, False))
        self._update(parent for one in answered for parent in one.parents)
        return answered

    def open(self, question: Question) -> list[Question]:
        """A question that was too hard for one job is taken apart; every question that is answered by
        that, without any work."""
        self.back(question)
        self._known.setdefault((question.key, question.goal), None)
        if question.children is not None or question.met is not None:
            return []
        goal = other(question.goal)
        question.children = []
        for child in self._expand(question.fen, goal):
            one = self.question(child, goal)
            if one not in question.children:
                question.children.append(one)
                one.parents.append(question)
        for one in question.children:
            self._open_again(one)
        if any(child.met is False for child in question.children):
            return self.answer(question, True)
        if all(child.met for child in question.children):
            return self.answer(question, False)
        self._update([question])
        return []

    def back(self, question: Question) -> None:
        """Nobody works at a question any more."""
        if not question.is_away:
            return
        question.is_away = question.is_doubted = False
        self.away.discard(question)
        if question.met is None:
            question.to_meet, question.to_miss = question.guess
            self._update(question.parents)

    def _update(self, questions: Iterable[Question]) -> None:
        """Reckons numbers anew, from there up to the root."""
        stack = list(questions)
        while stack:
            one = stack.pop()
            if one.met is not None or one.children is None or one.is_away:
                continue
            to_meet = min(child.to_miss for child in one.children)
            to_miss = sum(child.to_meet for child in one.children)
            if (to_meet, to_miss) != (one.to_meet, one.to_miss):
                one.to_meet, one.to_miss = to_meet, to_miss
                stack.extend(one.parents)

    # What goes out.

    def next(self) -> Question | None:
        """The question that is to be worked at next; ``None`` if nothing useful is left to do before somebody
        comes back. It counts as away from now on."""
        for _ in range(len(self.away) + 1):
            for root in self.wanted:
                if root.met is None and math.inf not in (root.to_meet, root.to_miss):
                    return self._walk(root)
            if not self._doubt():
                return None
        return None

    def _walk(self, root: Question) -> Question:
        """From a root to the leaf that matters most."""
        question, met = root, root.to_meet <= root.to_miss
        while question.children is not None:
            question = self._best(question, met)
            question.begun = True
            met = not met
        question.is_away = True
        self.away.add(question)
        question.take_for(met)
        self._update(question.parents)
        return question

    def _best(self, question: Question, met: bool) -> Question:
        """The child that a walk goes to. If the question is taken to be missed, all of them must be gone to, and
        the solver's order finds soonest what speaks against it."""
        assert question.children is not None
        open_ones = [child for child in question.children if math.inf not in (child.to_meet, child.to_miss)]
        if met:
            # Those that were begun, and the next in the solver's order, which must be cheaper by far.
            begun = [child for child in open_ones if child.begun]
            new = next((child for child in open_ones if not child.begun), None)
            if new is not None and not any(child.to_miss <= self._patience * new.to_miss for child in begun):
                return new
            return min(begun, key=lambda child: child.to_miss)
        return open_ones[0]

    def _doubt(self) -> bool:
        """Takes one of the jobs on which the answers of the roots rest to come back with the other answer;
        whether there was any."""
        for root in self.wanted:
            if root.met is not None:
                continue
            leaf = self._doubtful(root)
            if leaf is not None:
                leaf.is_doubted = True
                leaf.take_for(leaf.to_meet != 0)
                self._update(leaf.parents)
                return True
        return False

    def _doubtful(self, question: Question) -> Question | None:
        """A job on which what is taken for the answer of a question rests."""
        if question.is_away:
            return None if question.is_doubted else question
        if question.met is not None or question.children is None:
            return None
        if question.to_meet == 0:
            resting = [child for child in question.children if child.to_miss == 0]
        else:
            resting = [child for child in question.children if child.met is None]
        self._random.shuffle(resting)
        for child in resting:
            leaf = self._doubtful(child)
            if leaf is not None:
                return leaf
        return None

    def useless(self) -> list[Question]:
        """The questions that somebody works at though their answers do not matter any more."""
        matters: dict[Question, bool] = {}

        def check(question: Question) -> bool:
            if question.met is not None:
                return False
            if question not in matters:
                matters[question] = question in self.wanted or any(check(parent) for parent in question.parents)
            return matters[question]

        return [question for question in self.away if not check(question)]
