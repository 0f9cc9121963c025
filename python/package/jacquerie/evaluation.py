"""What is known about a position without a search: the terms of the evaluation, and the gamelets.

Names and units are those of ``jacquerie eval --json`` and ``jacquerie gamelets --json`` (``docs/json.md``).
Values are for the side to move.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .position import Colour
from .solving import Value


@dataclass(frozen=True)
class Term:
    """One term of the evaluation, in pawns."""

    name: str
    """As in ``jacquerie eval --json``."""
    white: float | None
    """White's share; ``None`` if the term cannot be divided between the sides."""
    black: float | None
    """Black's share."""
    pawns: float
    """The balance for the side to move."""


@dataclass(frozen=True)
class Evaluation:
    """The static evaluation."""

    pawns: float
    """A guess, in pawns."""
    value: Value | None
    """The value, if it is proved without a search: exact."""
    plies_at_most: int | None
    """A proved win or loss takes no more plies."""
    terms: tuple[Term, ...]
    """The terms, whose sum is the guess."""

    @staticmethod
    def read(told: dict[str, Any]) -> Evaluation:
        """From the output of the command."""
        terms = tuple(Term(**term) for term in told["terms"])
        return Evaluation(told["pawns"], told["value"], told["plies_at_most"], terms)


@dataclass(frozen=True)
class BestPlay:
    """The result of a part of the board with best play: exact for the part."""

    winner: Colour | None
    """The winner; ``None`` for a draw."""
    plies: int | None
    """Plies to the end of a win."""


@dataclass(frozen=True)
class ToPlay:
    """The results if White starts, and if Black does."""

    white_first: BestPlay
    """If White starts."""
    black_first: BestPlay
    """If Black starts."""

    @staticmethod
    def read(told: dict[str, Any]) -> ToPlay:
        """From the output of the command."""
        return ToPlay(BestPlay(**told["white_first"]), BestPlay(**told["black_first"]))


@dataclass(frozen=True)
class Gamelet:
    """A part of the board whose pawns can never meet the others."""

    files: tuple[str, ...]
    """The files of its pawns."""
    nobody_passes: ToPlay | None
    """This and the following fields are ``None`` if the part is too large."""
    white_may_pass: ToPlay | None
    """If only White may pass, at any time."""
    black_may_pass: ToPlay | None
    """If only Black may."""
    spare_moves: dict[Colour, int | str | None] | None = field(hash=False)
    """Spare moves of each side: a number, ``lost``, ``any``, or ``None`` if they are not counted."""
    zugzwang: str | None
    """The side that does worse by starting: ``none``, ``white``, ``black`` or ``mutual``."""
    losing_moves: dict[Colour, bool] | None = field(hash=False)
    """Whether each side can still lose there."""
    too_large: str | None
    """Why the part is not examined."""

    @staticmethod
    def read(told: dict[str, Any]) -> Gamelet:
        """From the output of the command."""

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
    """The parts of a position, and what they prove about the whole."""

    at_least: Value
    """What the parts prove the whole to be worth."""
    at_most: Value
    """What they prove it not to exceed."""
    parts: tuple[Gamelet, ...]
    """The gamelets."""
    dead_files: dict[Colour, list[str]] = field(hash=False)
    """The files on which none of a side's pawns can ever reach the last rank."""

    @property
    def value(self) -> Value | None:
        """The value of the whole, if the parts prove it."""
        return self.at_least if self.at_least == self.at_most else None

    @staticmethod
    def read(told: dict[str, Any]) -> Gamelets:
        """From the output of the command."""
        parts = tuple(Gamelet.read(part) for part in told["gamelets"])
        return Gamelets(told["at_least"], told["at_most"], parts, told["dead_files"])
