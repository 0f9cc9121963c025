"""Exact values of positions, and proofs of them."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import Literal, cast

from . import _native
from .checks import once
from .position import Position, native

Value = Literal["win", "draw", "loss"]
"""How a game ends with best play, for the side to move."""

Goal = Literal["win", "draw"]
"""The goal of a side: to win, or at least to draw."""


@dataclass(frozen=True)
class SolvedMove:
    """What is proved about a move, for the side that makes it."""

    move: str
    """In coordinates."""
    at_least: Value
    """What it is proved to be worth."""
    at_most: Value
    """What it is proved not to exceed."""
    plies: int | None
    """Plies to the end, counted from before the move, positive for a win; ``None`` in games whose solver knows no
    lengths, such as the pawn games."""

    @property
    def value(self) -> Value | None:
        """The value of the move, if it is known."""
        return self.at_least if self.at_least == self.at_most else None


@dataclass(frozen=True)
class Solution:
    """What is proved about a position, for the side to move."""

    at_least: Value
    """What the position is proved to be worth."""
    at_most: Value
    """What it is proved not to exceed."""
    plies: int | None
    """Plies to the end with best play, positive for a win; ``None`` in games whose solver knows no lengths. In
    ``antichess`` with more than three pieces, only if a table of four was made, or the shortest win was requested and
    found."""
    moves: tuple[SolvedMove, ...]
    """If requested; best move first where lengths are known."""
    line: tuple[str, ...]
    """If requested: each of the winner's moves keeps the win."""
    plies_at_most: int | None
    """With a line: the win takes no more plies; a shorter way may exist. ``None`` if that is not known, such as
    where the proof is too large to search: then the line is just one game of it."""
    positions: int
    """The number of positions searched."""

    @property
    def value(self) -> Value | None:
        """The value, if it is known."""
        return self.at_least if self.at_least == self.at_most else None


class Solver:
    """Solves positions of a variant.

    A solver keeps what it has proved, so related positions are solved sooner. (In ``kingpawn`` it keeps the tables
    of the last position.) Several threads may use it.

    ``memory`` is the size of the table in MiB (a full table makes the solver slower, never wrong), ``threads`` the
    number of threads that search.

    >>> solver = Solver("pawngame", memory=16)
    >>> solver.solve(Position(variant="pawngame", files=4)).value
    'win'

    :raises SolveError: if the variant has no solver.
    """

    def __init__(self, variant: str = "peasants", *, memory: int = 1024, threads: int = 1) -> None:
        once(self)
        self._native = _native.Solver(variant, memory, threads)
        self.variant = self._native.variant

    @property
    def positions(self) -> int:
        """The number of positions searched since it was made: those whose moves were generated."""
        return self._native.positions

    @property
    def memory(self) -> str:
        """How much of the memory is in use, as text."""
        return self._native.memory

    def solve(
        self,
        position: Position,
        *,
        moves: bool = False,
        line: bool = False,
        shortest: bool = False,
        seconds: float | None = None,
        positions: int | None = None,
        stop: _native.Stop | None = None,
    ) -> Solution:
        """Solves a position, and its ``moves`` if requested, until it is solved or a limit is reached.

        With ``shortest`` it also looks for the shortest win (only in ``kingpawn`` and ``antichess``), which can take
        much longer. If it is found, it is the ``line``, and ``plies`` is its length.

        The limits are ``seconds``, ``positions`` (to within a few hundred; in ``kingpawn`` a few thousand) and
        ``stop``. What is proved is kept; the next call continues from there.

        :raises SolveError: if the position belongs to a different game, or cannot be solved with this memory.
        """
        told = self._native.solve(native(position), moves, line, shortest, seconds, positions, stop)
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
        """Whether the side to move wins, or at least draws; ``None`` if a limit is reached first.

        This often takes half the work of :meth:`solve`.

        :raises SolveError: like :meth:`solve`.
        """
        return self._native.ask(native(position), goal, seconds, positions, stop)

    def known(self, position: Position) -> tuple[Value, Value]:
        """The known bounds of a position, without a search: at least and at most.

        :raises SolveError: if the position belongs to a different game.
        """
        at_least, at_most = self._native.known(native(position))
        return cast(Value, at_least), cast(Value, at_most)

    def certificate(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        positions: int | None = None,
        stop: _native.Stop | None = None,
    ) -> bytes:
        """A proof of the value of a position, which :func:`verify` and ``jacquerie verify`` check.

        The position is solved first if necessary.

        :raises SolveError: if a limit is reached first, or the table has lost what the proof needs.
        """
        began = time.monotonic()
        solution = self.solve(position, seconds=seconds, positions=positions, stop=stop)
        if solution.value is None:
            raise _native.SolveError("no certificate: the position is not solved within the limits")
        if seconds is not None:
            seconds = max(0.0, seconds - (time.monotonic() - began))
        if positions is not None:
            positions = max(0, positions - solution.positions)
        return self._native.certificate(native(position), seconds, positions, stop)

    def part(
        self,
        position: Position,
        goal: Goal,
        *,
        by_mover: bool = True,
        seconds: float | None = None,
        positions: int | None = None,
        stop: _native.Stop | None = None,
    ) -> bytes | None:
        """The moves of one part of a proof in parts.

        The part proves that the side to move (or its opponent, unless ``by_mover``) wins, or at least draws.
        ``None`` if a limit is reached, or the claim is not true.

        :raises SolveError: like :meth:`solve`, and if the table has lost what the proof needs.
        """
        return self._native.part(native(position), goal, by_mover, seconds, positions, stop)

    def note_lemmas(self, from_positions: int) -> None:
        """From now on, records as lemmas what takes at least ``from_positions`` positions to prove.

        Only the solvers of the pawn games have lemmas; for others this does nothing.
        """
        self._native.note_lemmas(from_positions)

    def take_lemmas(self) -> bytes:
        """Returns the recorded lemmas and removes them. There are no bytes in games without lemmas."""
        return self._native.take_lemmas()

    def learn_lemmas(self, lemmas: bytes) -> None:
        """Adds the lemmas of another solver of the same variant and version. They are not checked.

        :raises SolveError: if they cannot be read, or if the game has no lemmas and these are not empty.
        """
        self._native.learn_lemmas(lemmas)

    def value_key(self, position: Position) -> int | None:
        """A number that two positions share only if they have the same value (it is not a hash).

        ``None`` in games without such numbers, and if :meth:`known` gives the value.

        :raises SolveError: if the position belongs to a different game.
        """
        return self._native.value_key(native(position))

    def goal_score(self, position: Position, goal: Goal) -> int | None:
        """The move ordering score of a move to this position; lower scores are tried first.

        The move is tried to show that the side to move misses the goal. ``None`` in games without such an order.

        :raises SolveError: if the position belongs to a different game.
        """
        return self._native.goal_score(native(position), goal)


def solve(
    position: Position,
    *,
    moves: bool = False,
    line: bool = False,
    shortest: bool = False,
    seconds: float | None = None,
    positions: int | None = None,
    stop: _native.Stop | None = None,
    memory: int = 1024,
    threads: int = 1,
) -> Solution:
    """Like :meth:`Solver.solve`, with a new solver.

    >>> solve(Position(variant="pawngame", files=3), moves=True).moves[4]
    SolvedMove(move='b2b4', at_least='loss', at_most='loss', plies=None)
    """
    solver = Solver(native(position).variant, memory=memory, threads=threads)
    return solver.solve(
        position, moves=moves, line=line, shortest=shortest, seconds=seconds, positions=positions, stop=stop
    )


@dataclass(frozen=True)
class Verified:
    """What a certificate proves."""

    fen: str
    """The position."""
    value: Value
    """Its value, for the side to move."""
    rule: str
    """The rule by which it holds, as a sentence."""
    positions: int
    """The number of positions for which it gives a move."""
    parts: int
    """The number of its parts; 0 for a proof in one part."""
    variants: tuple[str, ...]
    """The variants with this rule."""


def verify(
    certificate: bytes | bytearray | memoryview | str | os.PathLike[str], position: Position | None = None
) -> Verified:
    """Checks a certificate (bytes, or the path of a file) by the rules of the game, and returns what it proves.

    With a position, the certificate must be about it.

    >>> proof = Solver("pawngame", memory=16).certificate(Position(variant="pawngame", files=3))
    >>> verify(proof).value
    'draw'

    :raises CertificateError: if it is damaged, proves nothing, or is about another position.
    :raises OSError: if the file cannot be read.
    """
    if isinstance(certificate, bytes | bytearray | memoryview):
        told = bytes(certificate)
    else:
        # A number would be read as a file descriptor.
        with open(os.fspath(certificate), "rb") as file:
            told = file.read()
    fen, value, rule, positions, parts, variants = _native.verify(told)
    found = Verified(fen, cast(Value, value), rule, positions, parts, tuple(variants))
    if position is not None:
        native(position)
        # The move number does not matter.
        if fen.split()[:4] != position.fen.split()[:4]:
            raise _native.CertificateError(f"the certificate is about '{fen:.100}', not '{position.fen}'")
        if position.variant not in variants:
            raise _native.CertificateError(
                f"the certificate uses a different rule, {rule}, from that of '{position.variant}'"
            )
    return found
