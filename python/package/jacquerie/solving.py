"""Exact values: what is true of a position with best play of both, and the proof of it."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import Literal, cast

from . import _native
from .checks import once
from .position import Position

Value = Literal["win", "draw", "loss"]
"""How a game ends with best play, for the side to move."""

Goal = Literal["win", "draw"]
"""What a side is after: to win, or at least to draw."""


@dataclass(frozen=True)
class SolvedMove:
    """What is proved of a move, for the side that makes it."""

    move: str
    at_least: Value
    at_most: Value
    plies: int | None
    """Plies to the end, counted from before it, positive for a win; ``None`` in games whose solver
    knows no lengths, such as the pawn games."""

    @property
    def value(self) -> Value | None:
        """Its value, if that is known."""
        return self.at_least if self.at_least == self.at_most else None


@dataclass(frozen=True)
class Solution:
    """What is proved of a position, for the side to move."""

    at_least: Value
    at_most: Value
    plies: int | None
    """Plies to the end with best play, positive for a win; ``None`` in games whose solver knows no
    lengths."""
    moves: tuple[SolvedMove, ...]
    """If they were asked for; best first where lengths are known."""
    line: tuple[str, ...]
    """If it was asked for: each of the winner's moves keeps the win."""
    plies_at_most: int | None
    """With a line: the win takes no more plies, though a shorter way may exist."""
    positions: int
    """How many were searched."""

    @property
    def value(self) -> Value | None:
        """The value, if that is known."""
        return self.at_least if self.at_least == self.at_most else None


class Solver:
    """Solves positions of a variant. It keeps what it has proved as long as it lives, so that
    positions near each other are solved sooner. (In ``kingpawn`` it keeps what can come of the position
    that it was asked last.) Several threads may ask it.

    ``memory`` is the size of its table in MiB (a table that is full makes it slower, never wrong),
    ``threads`` how many threads search.

    >>> solver = Solver("pawngame", memory=16)
    >>> solver.solve(Position(variant="pawngame", files=4)).value
    'win'

    :raises SolveError: if nobody knows how to solve positions of the variant.
    """

    def __init__(self, variant: str = "peasants", *, memory: int = 1024, threads: int = 1) -> None:
        once(self)
        self._native = _native.Solver(variant, memory, threads)
        self.variant = self._native.variant

    @property
    def positions(self) -> int:
        """How many positions it has searched in its life: those whose moves were generated."""
        return self._native.positions

    @property
    def memory(self) -> str:
        """How much of its memory is in use, in words."""
        return self._native.memory

    def solve(
        self,
        position: Position,
        *,
        moves: bool = False,
        line: bool = False,
        seconds: float | None = None,
        positions: int | None = None,
        stop: _native.Stop | None = None,
    ) -> Solution:
        """What is proved of a position, and of its ``moves``, when it is solved or a limit is reached: so
        many ``seconds``, so many ``positions`` (to within a few hundred; in ``kingpawn``, whose tables
        hold so many, a few thousand), or ``stop``. What was proved by then is kept: asked again, it
        goes on.

        :raises SolveError: if it is of another game, or too much to begin with.
        """
        told = self._native.solve(position._native, moves, line, seconds, positions, stop)
        return Solution(
            told["at_least"],
            told["at_most"],
            told["plies"],
            tuple(SolvedMove(*one) for one in told["moves"]),
            tuple(told["line"]),
            told["plies_at_most"],
            told["positions"],
        )

    def ask(
        self,
        position: Position,
        goal: Goal,
        *,
        seconds: float | None = None,
        positions: int | None = None,
        stop: _native.Stop | None = None,
    ) -> bool | None:
        """Whether the side to move wins, or at least draws, which is often half of the work; ``None`` if a
        limit was reached before that was clear.

        :raises SolveError: as :meth:`solve`.
        """
        return self._native.ask(position._native, goal, seconds, positions, stop)

    def known(self, position: Position) -> tuple[Value, Value]:
        """What is known of a position without any work: at least and at most."""
        at_least, at_most = self._native.known(position._native)
        return cast(Value, at_least), cast(Value, at_most)

    def certificate(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        positions: int | None = None,
        stop: _native.Stop | None = None,
    ) -> bytes:
        """A proof of the value of a position, which :func:`verify` and ``jacquerie verify`` check. It is
        solved first, if it is not yet.

        :raises SolveError: if a limit was reached before, or what it needs was forgotten.
        """
        began = time.monotonic()
        solution = self.solve(position, seconds=seconds, positions=positions, stop=stop)
        if solution.value is None:
            raise _native.SolveError("no certificate: the position is not solved within the limits")
        if seconds is not None:
            seconds = max(0.0, seconds - (time.monotonic() - began))
        if positions is not None:
            positions = max(0, positions - solution.positions)
        found = self._native.certificate(position._native, seconds, positions, stop)
        if found is None:
            raise _native.SolveError(
                "no certificate: what it is made of was forgotten, or a limit was reached; give more memory"
            )
        return found

    def piece(
        self,
        position: Position,
        goal: Goal,
        *,
        by_mover: bool = True,
        seconds: float | None = None,
        positions: int | None = None,
        stop: _native.Stop | None = None,
    ) -> bytes | None:
        """The moves with which one piece of a proof in pieces proves that the side to move (or, unless
        ``by_mover``, its opponent) wins, or at least draws; ``None`` if a limit was reached, or it is not true.
        """
        return self._native.piece(position._native, goal, by_mover, seconds, positions, stop)

    def note_lemmas(self, from_positions: int) -> None:
        """Notes down, for other solvers, what takes at least so many positions to prove from now on."""
        self._native.note_lemmas(from_positions)

    def take_lemmas(self) -> bytes:
        """Takes away what was noted down."""
        return self._native.take_lemmas()

    def learn_lemmas(self, lemmas: bytes) -> None:
        """Takes over what another solver of the variant, of the same version, has noted down. It is believed.

        :raises SolveError: if it cannot be read.
        """
        self._native.learn_lemmas(lemmas)

    def value_key(self, position: Position) -> int | None:
        """A number that positions share only if they have the same value (no hash); ``None`` in games that
        have no such numbers, and where :meth:`known` tells the value."""
        return self._native.value_key(position._native)

    def goal_score(self, position: Position, goal: Goal) -> int | None:
        """How soon the solver tries a move to this position, to show that the side to move there misses the
        goal: what is lower comes first. ``None`` in games without such an order."""
        return self._native.goal_score(position._native, goal)


def solve(
    position: Position,
    *,
    moves: bool = False,
    line: bool = False,
    seconds: float | None = None,
    positions: int | None = None,
    stop: _native.Stop | None = None,
    memory: int = 1024,
    threads: int = 1,
) -> Solution:
    """As :meth:`Solver.solve`, with a solver of its own.

    >>> solve(Position(variant="pawngame", files=3), moves=True).moves[4]
    SolvedMove(move='b2b4', at_least='loss', at_most='loss', plies=None)
    """
    solver = Solver(position.variant, memory=memory, threads=threads)
    return solver.solve(position, moves=moves, line=line, seconds=seconds, positions=positions, stop=stop)


@dataclass(frozen=True)
class Verified:
    """What a certificate proves."""

    fen: str
    value: Value
    rule: str
    """The rule that it depends on, in a sentence."""
    positions: int
    """For how many positions it gives a move."""
    pieces: int
    """Of how many pieces it consists; 0 if it is whole."""
    variants: tuple[str, ...]
    """The variants with that rule."""


def verify(certificate: bytes | str | os.PathLike[str], position: Position | None = None) -> Verified:
    """Checks a certificate, whole or in pieces (its bytes, or the file that holds it), from the bare rules, and says
    what it proves. With a position, it must be about that.

    >>> proof = Solver("pawngame", memory=16).certificate(Position(variant="pawngame", files=3))
    >>> verify(proof).value
    'draw'

    :raises CertificateError: if it is none, proves nothing, or is about another position.
    :raises OSError: if the file cannot be read.
    """
    if isinstance(certificate, bytes):
        told = certificate
    else:
        # A number would be a file that somebody else has opened.
        with open(os.fspath(certificate), "rb") as file:
            told = file.read()
    fen, value, rule, positions, pieces, variants = _native.verify(told)
    found = Verified(fen, cast(Value, value), rule, positions, pieces, tuple(variants))
    if position is not None:
        # The number of the move is of no meaning.
        if fen.split()[:4] != position.fen.split()[:4]:
            raise _native.CertificateError(f"the certificate is about '{fen:.100}', not '{position.fen}'")
        if position.variant not in variants:
            raise _native.CertificateError(
                f"the certificate is by another rule, {rule}, than that of '{position.variant}'"
            )
    return found
