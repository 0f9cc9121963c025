"""The state of a campaign: the tree that follows from its store."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from .. import SolveError, Value
from .._native import strong_lemmas
from .question import CampaignError, Guide, Subject, moves_of
from .store import Ended, Store
from .tree import Goal, Question, Tree

log = logging.getLogger("jacquerie.campaign")

GOALS: tuple[Goal, Goal] = ("win", "draw")
TURNED: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}


def is_whole(lemmas: bytes) -> bool:
    """Whether lemmas can be read. They only save work: without them nothing is wrong."""
    try:
        strong_lemmas(lemmas, 1)
    except SolveError:
        return False
    return True


class Campaign:
    """Store and tree together."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.subject = store.subject
        kept = store.lemmas()
        self.lemmas = [lemmas for lemmas in kept if is_whole(lemmas)]
        if len(self.lemmas) < len(kept):
            log.warning(
                "%s: %d lemmas are damaged or from another version, and left out",
                store.path,
                len(kept) - len(self.lemmas),
            )
        self._guide = Guide(self.subject)
        known = {}
        for name, job in store.found().items():
            # A key says which positions have the same value only in the version that made it.
            if self._guide.child(self.subject.at(job.fen), job.goal).key != job.key:
                raise CampaignError(
                    f"{store.path}: its keys are those of another version; resume from a new store with what "
                    "'export --all' writes of this one"
                )
            known[name] = job.met
        self.tree = Tree(self._guide.expand, known)
        roots = [self.subject]
        if self.subject.moves:
            roots += [child for _, child in moves_of(self.subject)]
        # A win is also at least a draw, and a side that cannot draw cannot win. So asking for both costs nothing, and
        # workers that are idle while one is nearly answered work at the other.
        for root in roots:
            for goal in GOALS:
                self.tree.want(self._guide.child(root.position, goal), goal, is_even=root is self.subject)

    def take(self, question: Question, job: Ended, lemmas: bytes | None) -> None:
        """Takes a finished job: stores it first, then uses it."""
        self.store.add(job, lemmas)
        if lemmas:
            self.lemmas.append(lemmas)
        if job.given_up:
            self.tree.back(question)
        elif job.met is None:
            self.tree.open(question)
        else:
            self.tree.answer(question, job.met)

    @property
    def is_done(self) -> bool:
        """Whether everything requested is proved."""
        return self.tree.is_done

    def bounds(self, subject: Subject) -> tuple[Value, Value]:
        """The proved bounds of a position of the tree: at least and at most."""
        wins, draws = (self.tree.question(self._guide.child(subject.position, goal), goal).met for goal in GOALS)
        at_least: Value = "win" if wins else "draw" if draws else "loss"
        at_most: Value = "loss" if draws is False else "draw" if wins is False else "win"
        return at_least, at_most

    def value(self, subject: Subject | None = None) -> Value | None:
        """The value of a position of the tree, or of the root, if it is proved."""
        at_least, at_most = self.bounds(subject or self.subject)
        return at_least if at_least == at_most else None

    def moves(self) -> Iterator[tuple[str, Value | None]]:
        """The moves of the root, with their values for the side that makes them if proved."""
        for move, child in moves_of(self.subject):
            value = self.value(child)
            yield move, None if value is None else TURNED[value]
