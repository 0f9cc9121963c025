"""What a position looks like before any search: the terms of the evaluation, and the gamelets.

Names and units are those of ``jacquerie eval --json`` and ``jacquerie gamelets --json``
(``docs/json.md``); of a position everything is said for the side to move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .position import Colour
from .solving import Value


@dataclass(frozen=True)
class Term:
    """One term of the evaluation, in pawns."""

    name: str
    white: float | None
    """What White has of it; ``None`` where the sides cannot be told apart."""
    black: float | None
    pawns: float
    """What the side to move has more."""


@dataclass(frozen=True)
class Evaluation:
    """The evaluation that a search begins with."""

    pawns: float
    """A guess, in pawns."""
    value: Value | None
    """What is proved without any search, if anything is: exact."""
    plies_at_most: int | None
    """Of a proved win or loss: it takes no more plies."""
    terms: tuple[Term, ...]

    @staticmethod
    def read(told: dict[str, Any]) -> Evaluation:
        """From what the command tells."""
        terms = tuple(Term(**term) for term in told["terms"])
        return Evaluation(told["pawns"], told["value"], told["plies_at_most"], terms)


@dataclass(frozen=True)
class BestPlay:
    """How a part of the board ends with best play: exact for the part by itself."""

    winner: Colour | None
    plies: int | None


@dataclass(frozen=True)
class ToPlay:
    """The same by who begins."""

    white_first: BestPlay
    black_first: BestPlay

    @staticmethod
    def read(told: dict[str, Any]) -> ToPlay:
        """From what the command tells."""
        return ToPlay(BestPlay(**told["white_first"]), BestPlay(**told["black_first"]))


@dataclass(frozen=True)
class Gamelet:
    """A part of the board whose pawns can never meet the others."""

    files: tuple[str, ...]
    nobody_passes: ToPlay | None
    """All that follows is ``None`` where the part is too large to look at."""
    white_may_pass: ToPlay | None
    black_may_pass: ToPlay | None
    spare_moves: dict[Colour, int | str | None] | None
    """How many moves each side can make there besides answering: a number, ``lost``, ``any``, or
    ``None`` where they are not counted."""
    zugzwang: str | None
    """Who does worse by beginning: ``none``, ``white``, ``black`` or ``mutual``."""
    losing_moves: dict[Colour, bool] | None
    """For whom there is still a way to lose there."""
    too_large: str | None
    """Why the part is not looked at."""

    @staticmethod
    def read(told: dict[str, Any]) -> Gamelet:
        """From what the command tells."""

        def play(key: str) -> ToPlay | None:
            return ToPlay.read(told[key]) if key in told else None

        return Gamelet(
            tuple(told["files"]),
            play("nobody_passes"),
            play("white_may_pass"),
            play("black_may_pass"),
            told.get("spare_moves"),
            told.get("zugzwang"),
            told.get("losing_moves"),
            told.get("too_large"),
        )


@dataclass(frozen=True)
class Gamelets:
    """The parts of a position, and what they prove of the whole."""

    at_least: Value
    at_most: Value
    parts: tuple[Gamelet, ...]
    dead_files: dict[Colour, list[str]]
    """The files on which a side has pawns that can never get to the last rank there."""

    @property
    def value(self) -> Value | None:
        """The value of the whole, if the parts prove it."""
        return self.at_least if self.at_least == self.at_most else None

    @staticmethod
    def read(told: dict[str, Any]) -> Gamelets:
        """From what the command tells."""
        parts = tuple(Gamelet.read(part) for part in told["gamelets"])
        return Gamelets(told["at_least"], told["at_most"], parts, told["dead_files"])
