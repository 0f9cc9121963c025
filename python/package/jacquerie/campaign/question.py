"""The subject of a campaign, and how its positions become questions."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from .. import Position, Solver
from .tree import Child, Goal

RANK = {"loss": 0, "draw": 1, "win": 2}


class CampaignError(Exception):
    """An error, with what would be right."""


@dataclass(frozen=True)
class Subject:
    """The position to solve, and its variant."""

    variant: str
    fen: str
    moves: bool = False
    """Whether the value of every move is requested too."""

    @staticmethod
    def of(position: Position, moves: bool = False) -> Subject:
        """The subject for a position."""
        return Subject(position.variant, position.fen, moves)

    @staticmethod
    def read(text: str) -> Subject:
        """Reads it from the store.

        :raises TypeError: if the types are wrong.
        :raises ValueError: if it is not JSON, or not a position.
        """
        subject = Subject(**json.loads(text))
        if not (isinstance(subject.variant, str) and isinstance(subject.fen, str) and isinstance(subject.moves, bool)):
            raise TypeError("expected two texts and a truth value")
        # Older versions stored the variant's name as typed.
        return Subject.of(subject.position, subject.moves)

    def write(self) -> str:
        """For the store."""
        return json.dumps(asdict(self))

    @property
    def told(self) -> str:
        """For people."""
        return f"'{self.fen}' ({self.variant}{', with the value of every move' if self.moves else ''})"

    @property
    def position(self) -> Position:
        """The position."""
        return Position(self.fen, variant=self.variant)

    def at(self, fen: str) -> Position:
        """Another position of the same variant."""
        return Position(fen, variant=self.variant)


def answer(at_least: str, at_most: str, goal: Goal) -> bool | None:
    """What the bounds of a value say about a goal."""
    need = RANK[goal]
    if RANK[at_least] >= need:
        return True
    return False if RANK[at_most] < need else None


class Guide:
    """What is known about positions without work: values, keys, the order of moves."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self._solver = Solver(subject.variant, memory=8)
        root = subject.position
        if root.outcome is None and self.known(root) is None and self._solver.value_key(root) is None:
            raise CampaignError(
                f"'{subject.variant}': positions can repeat in this game, so jobs would depend on each "
                "other; a campaign needs a pawn game"
            )

    def known(self, position: Position) -> str | None:
        """The value, if it is known without work."""
        at_least, at_most = self._solver.known(position)
        return at_least if at_least == at_most else None

    def child(self, position: Position, goal: Goal) -> Child:
        """A position, for the tree."""
        key = self._solver.value_key(position)
        met = answer(*self._solver.known(position), goal)
        # Positions of known value need no key; they all have unique ones.
        name = position.fen if key is None else f"{key:020x}"
        return Child(position.fen, name, met)

    def expand(self, fen: str, goal: Goal) -> list[Child]:
        """The children of a position for the opponent's goal, in the order in which the solver tries them:
        by its score, and then by the highest 64 of the 80 bits of the key."""

        def order(position: Position) -> tuple[int, int]:
            score = self._solver.goal_score(position, goal) or 0
            return score, (self._solver.value_key(position) or 0) >> 16

        children = [child for _, child in self.subject.at(fen).children()]
        return [self.child(child, goal) for child in sorted(children, key=order)]


def moves_of(subject: Subject) -> list[tuple[str, Subject]]:
    """The moves of the root, each with the position after it."""
    return [(move, replace(subject, fen=child.fen, moves=False)) for move, child in subject.position.children()]
