"""What a campaign is about, and how its positions become questions."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from .. import Position, Solver
from .tree import Child, Goal

RANK = {"loss": 0, "draw": 1, "win": 2}


class CampaignError(Exception):
    """What is wrong, and what would be right."""


@dataclass(frozen=True)
class Subject:
    """What is to be solved, and by which rules."""

    variant: str
    fen: str
    moves: bool = False
    """Whether the value of every move is wanted, too."""

    @staticmethod
    def of(position: Position, moves: bool = False) -> Subject:
        """That of a position."""
        return Subject(position.variant, position.fen, moves)

    @staticmethod
    def read(text: str) -> Subject:
        """From the store.

        :raises TypeError: if it is of other types.
        :raises ValueError: if it is no JSON, or no position.
        """
        subject = Subject(**json.loads(text))
        if not (isinstance(subject.variant, str) and isinstance(subject.fen, str) and isinstance(subject.moves, bool)):
            raise TypeError("expected two texts and a truth value")
        # Older versions kept the variant's name in the case in which it was typed.
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
        """The position itself."""
        return Position(self.fen, variant=self.variant)

    def at(self, fen: str) -> Position:
        """Another position by the same rules."""
        return Position(fen, variant=self.variant)


def answer(at_least: str, at_most: str, goal: Goal) -> bool | None:
    """What bounds of a value say about a goal."""
    need = RANK[goal]
    if RANK[at_least] >= need:
        return True
    return False if RANK[at_most] < need else None


class Guide:
    """Knows of positions what is known without work: values, keys, the order of moves."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self._solver = Solver(subject.variant, memory=8)
        root = subject.position
        if root.outcome is None and self.known(root) is None and self._solver.value_key(root) is None:
            raise CampaignError(
                f"'{subject.variant}': in this game positions come back, so that jobs would depend on "
                "each other; a campaign needs one of the pawn games"
            )

    def known(self, position: Position) -> str | None:
        """The value, if it is known without work."""
        at_least, at_most = self._solver.known(position)
        return at_least if at_least == at_most else None

    def child(self, position: Position, goal: Goal) -> Child:
        """A position as the tree sees it."""
        key = self._solver.value_key(position)
        met = answer(*self._solver.known(position), goal)
        # What is known needs no key; all such positions have one of their own.
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
    """The moves of the root, each with what it leads to."""
    return [(move, replace(subject, fen=child.fen, moves=False)) for move, child in subject.position.children()]
