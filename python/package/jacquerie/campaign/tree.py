"""The tree of a campaign: which questions are open, and which to hand out next.

A question is a position and a goal: does the side to move win, or at least draw? It is met if after one of the
moves the opponent misses its goal, and missed if the opponent meets it after all of them. So a question follows
from those below it, as in the solver's own search. Positions of the same value (transpositions, mirror images,
exchanged colours) are one question; the tree is a graph without cycles.

**Which question next.** The solver tries the moves in order and stays with each until it is settled. That takes far
fewer positions than proof-number search by numbers of leaves, which keeps switching between questions. So with one
worker the jobs are that search, cut into pieces. Several workers need several questions at once: those which that
search would most probably reach. It reaches a move if all moves before it fail, so the probability is the product
of theirs; and a question is missed if all moves fail. The probability that a leaf is met is estimated from others
at the same place among their siblings (:class:`Places`), and above the leaves by these products.

Job-level search (I. Wu, H. Lin, P. Lin, D. Sun, Y. Chan and B. Chen, *Job-Level Proof-Number Search for Connect6*,
Computers and Games 2010) treats a running job as if it had returned with an answer, so that the next walk leads
elsewhere. That is not necessary here: a leaf with a running job is of no use, and the next best is chosen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

# Also for the modules that use the tree.
from ..solving import Goal as Goal

PLACES = 8
"""From this move on, all places are treated alike."""


def other(goal: Goal) -> Goal:
    """The goal that the opponent must miss for a goal to be met."""
    return "draw" if goal == "win" else "win"


@dataclass(frozen=True)
class Child:
    """What is known about a position after a move without a job."""

    fen: str
    key: str
    met: bool | None
    """The answer, if it is known without work."""


Expand = Callable[[str, Goal], list[Child]]
"""Expands a question: the children of a position for the opponent's goal, the most promising first."""


@dataclass(eq=False)
class Question:
    """A position and a goal."""

    key: str
    fen: str
    goal: Goal
    is_even: bool
    """Whether it first occurred an even number of moves from a root."""
    place: int
    """Its place among its siblings there."""
    met: bool | None = None
    """The answer."""
    children: list[Question] | None = None
    parents: list[Question] = field(default_factory=list)
    is_away: bool = False
    """Whether a job for it is running."""
    likely: float = 0.5
    """The probability that it is met, from its children."""
    use: float = 1.0
    """The highest probability that a leaf below, or the question itself, is needed, given that this question is."""

    def __repr__(self) -> str:
        return f"Question({self.fen!r}, {self.goal!r}, met={self.met})"


class Places:
    """How often a child failed, by its place among its siblings, after all before it had failed. Counted separately
    for each goal, and for questions an even and an odd number of moves from the root: if the root is missed, all
    relevant questions at odd distance are met, and one at even distance after each."""

    def __init__(self) -> None:
        # As if it had been seen twice, with one failure.
        self._seen: dict[tuple[Goal, bool, int], tuple[int, int]] = defaultdict(lambda: (1, 2))

    def note(self, question: Question, place: int) -> None:
        """Records an answered question."""
        name = (question.goal, question.is_even, min(place, PLACES))
        met, seen = self._seen[name]
        self._seen[name] = (met + bool(question.met), seen + 1)

    def likely(self, question: Question) -> float:
        """The probability that a question is met."""
        met, seen = self._seen[question.goal, question.is_even, min(question.place, PLACES)]
        return met / seen


class Tree:
    """All questions of a campaign, and the requested ones."""

    def __init__(
        self,
        expand: Expand,
        known: dict[tuple[str, Goal], bool | None] | None = None,
    ) -> None:
        """``known`` has the results of all finished jobs: an answer, or ``None`` if the question was too hard."""
        self._expand = expand
        self._known = {} if known is None else known
        self._places = Places()
        self._has_settled = False
        """Whether an answer has settled a question since the useless ones were last requested."""
        self.questions: dict[tuple[str, Goal], Question] = {}
        self.wanted: list[Question] = []
        self.away: set[Question] = set()

    # Questions.

    def question(self, child: Child, goal: Goal, *, is_even: bool = True, place: int = 0) -> Question:
        """The question about a position. If it is new, the other arguments give its place in the tree."""
        found = self.questions.get((child.key, goal))
        if found is None:
            found = Question(child.key, child.fen, goal, is_even, place)
            self.questions[child.key, goal] = found
            met = child.met
            if met is None:
                met = self._known.get((child.key, goal))
            if met is None:
                met = self._implied(found)
            if met is not None:
                found.met = met
                found.use = 0.0
        return found

    def want(self, child: Child, goal: Goal, *, is_even: bool = True) -> Question:
        """Requests an answer. ``is_even`` tells whether the position is an even number of moves from the root."""
        question = self.question(child, goal, is_even=is_even)
        if question not in self.wanted:
            self.wanted.append(question)
        self._open_again(question)
        return question

    def _open_again(self, question: Question) -> None:
        """Expands a question that was too hard for a job earlier."""
        known = (question.key, question.goal) in self._known
        if known and question.met is None and question.children is None:
            self.open(question)

    def _implied(self, question: Question) -> bool | None:
        """What the answer for the other goal implies: a win is at least a draw; a side that cannot draw cannot win."""
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
        """Whether everything requested is answered."""
        return all(question.met is not None for question in self.wanted)

    # Results.

    def answer(self, question: Question, met: bool) -> list[Question]:
        """Answers a question; returns all questions that this answers, itself first."""
        self.back(question)
        self._known[question.key, question.goal] = met
        answered: list[Question] = []
        stack = [(question, met)]
        while stack:
            one, met = stack.pop()
            if one.met is not None:
                continue
            one.met = met
            one.use = 0.0
            answered.append(one)
            twin = self.questions.get((one.key, other(one.goal)))
            if twin is not None and twin.met is None:
                implied = self._implied(twin)
                if implied is not None:
                    stack.append((twin, implied))
            for parent in one.parents:
                if parent.met is not None or parent.children is None:
                    continue
                self._learn(parent, one)
                if not met:
                    stack.append((parent, True))
                elif all(child.met for child in parent.children):
                    stack.append((parent, False))
        self._update(parent for one in answered for parent in one.parents)
        self._has_settled |= len(answered) > 1
        return answered

    def open(self, question: Question) -> list[Question]:
        """Expands a question that was too hard for one job; returns all questions that this answers without work."""
        self.back(question)
        self._known.setdefault((question.key, question.goal), None)
        if question.children is not None or question.met is not None:
            return []
        goal = other(question.goal)
        question.children = []
        for child in self._expand(question.fen, goal):
            one = self.question(child, goal, is_even=not question.is_even, place=len(question.children))
            if one not in question.children:
                question.children.append(one)
                one.parents.append(question)
        for one in question.children:
            self._open_again(one)
            if self._known.get((one.key, one.goal)) is not None:
                self._learn(question, one)
        if any(child.met is False for child in question.children):
            return self.answer(question, True)
        if all(child.met for child in question.children):
            return self.answer(question, False)
        self._update([question])
        return []

    def _learn(self, parent: Question, child: Question) -> None:
        """Learns from an answered child, if all before it had failed."""
        assert parent.children is not None and child.met is not None
        place = parent.children.index(child)
        if all(before.met for before in parent.children[:place]):
            self._places.note(child, place)

    def _likely(self, question: Question) -> float:
        """The probability that a question is met."""
        if question.children is None:
            return self._places.likely(question)
        return question.likely

    def back(self, question: Question) -> None:
        """The job for a question has ended."""
        if not question.is_away:
            return
        question.is_away = False
        self.away.discard(question)
        if question.met is None and question.children is None:
            question.use = 1.0
            self._update(question.parents)

    def _update(self, questions: Iterable[Question]) -> None:
        """Updates probabilities and uses, from here up to the root."""
        stack = list(questions)
        while stack:
            one = stack.pop()
            if one.met is not None or one.children is None:
                continue
            _, use, vain = self._weigh(one.children)
            if (1.0 - vain, use) != (one.likely, one.use):
                one.likely, one.use = 1.0 - vain, use
                stack.extend(one.parents)

    def _weigh(self, children: list[Question]) -> tuple[Question, float, float]:
        """The child with the most useful leaf below it, that use, and the probability that all fail."""
        best, use, vain = children[0], 0.0, 1.0
        for child in children:
            if child.met is None:
                if vain * child.use > use:
                    best, use = child, vain * child.use
                vain *= self._likely(child)
        return best, use, vain

    # Handing out.

    def next(self) -> Question | None:
        """The question to work at next; ``None`` if nothing useful is left until a job returns. The question counts
        as running from now on."""
        question = max(self.wanted, key=lambda root: root.use)
        if question.use == 0:
            return None
        while question.children is not None:
            question, _, _ = self._weigh(question.children)
        question.is_away = True
        question.use = 0.0
        self.away.add(question)
        self._update(question.parents)
        return question

    def useless(self) -> list[Question]:
        """The questions with a running job whose answers do not matter any more, since the last call."""
        if not self._has_settled:
            return []
        self._has_settled = False
        matters: dict[Question, bool] = {}

        def check(question: Question) -> bool:
            if question.met is not None:
                return False
            if question not in matters:
                matters[question] = question in self.wanted or any(check(parent) for parent in question.parents)
            return matters[question]

        return [question for question in self.away if not check(question)]
