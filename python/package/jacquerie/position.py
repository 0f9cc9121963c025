"""Positions: pieces, legal moves, and how a game has ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from . import _native
from .checks import once, written
from .svg import draw

if TYPE_CHECKING:
    from .evaluation import Evaluation, Gamelets

Colour = Literal["white", "black"]


@dataclass(frozen=True)
class Variant:
    """A variant and its options."""

    name: str
    """The keyword ``variant`` of :class:`Position`."""
    about: str
    """A description in a sentence or two."""
    choices: tuple[str, ...]
    """Options of its start: keywords of :class:`Position`."""


def variants() -> dict[str, Variant]:
    """All variants, by name.

    >>> "antichess" in variants()
    True
    """
    told = (Variant(name, about, tuple(choices)) for name, about, choices in _native.variants())
    return {variant.name: variant for variant in told}


@dataclass(frozen=True)
class Finish:
    """How a game has ended."""

    winner: Colour | None
    """The winner; ``None`` for a draw."""
    cause: str
    """The reason as a word: ``last-rank``, ``no-pawns``, ``no-move``, ``repetition``, …"""
    told: str
    """The reason as a sentence: ``White's pawn is on a8``."""


class Position:
    """A position with the moves that led to it. It never changes.

    Without a FEN it is the start of the variant; ``moves`` are played from there. Further options of the start
    depend on the variant (:func:`variants`): ``files=5`` for a narrow board, ``gaps="a h"`` in ``pawnrace``,
    ``setup=3`` in ``metamachy``.

    >>> position = Position(variant="pawngame", files=3, moves=["b4", "a5"])
    >>> position.fen
    '3/1pp/3/p2/1P1/3/P1P/3 w - - 0 2'
    >>> position.play("bxa5").turn
    'black'

    :raises PositionError: if the variant or an option is unknown, an option is given beside a FEN, or the position is
        illegal.
    :raises MoveError: if a move cannot be read or is illegal.
    """

    __slots__ = ("_choices", "_native")

    def __init__(
        self,
        fen: str | None = None,
        *,
        variant: str = "peasants",
        moves: Iterable[str] = (),
        **choices: object,
    ) -> None:
        once(self)
        chosen = tuple(sorted((key, written(value)) for key, value in choices.items()))
        self._choices = chosen
        self._native = _native.Position(variant, list(chosen), fen, list(moves))

    def _with(self, native: _native.Position, choices: tuple[tuple[str, str], ...]) -> Position:
        other = object.__new__(Position)
        other._choices = choices
        other._native = native
        return other

    @property
    def fen(self) -> str:
        """The position as a FEN."""
        return self._native.fen

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self._native.variant

    @property
    def choices(self) -> dict[str, str]:
        """The options of the start."""
        return dict(self._choices)

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return cast(Colour, self._native.turn)

    @property
    def move_number(self) -> int:
        """The number of the move, from 1."""
        return self._native.move_number

    @property
    def start(self) -> str | None:
        """The FEN that was given; ``None`` for the start of the variant."""
        return self._native.start

    @property
    def played(self) -> list[str]:
        """The moves played from there, in coordinates."""
        return self._native.played

    @property
    def moves(self) -> list[str]:
        """The legal moves in coordinates; empty if the game is over."""
        return self._native.moves()

    def algebraic(self, move: str) -> str:
        """A legal move in short notation: ``bxa5``.

        :raises MoveError: if it is not a legal move.
        """
        return self._native.algebraic(move)

    def play(self, *moves: str) -> Position:
        """The position after these moves, in coordinates or short notation.

        :raises MoveError: if a move cannot be read or is illegal, or the game is over.
        """
        return self._with(self._native.play(list(moves)), self._choices)

    def children(self) -> Iterator[tuple[str, Position]]:
        """Each legal move with the position after it."""
        for move in self.moves:
            yield move, self.play(move)

    @property
    def outcome(self) -> Finish | None:
        """How the game has ended; ``None`` if it goes on."""
        finish = self._native.finish()
        if finish is None:
            return None
        winner, cause, told = finish
        return Finish(cast("Colour | None", winner), cause, told)

    def mirror(self) -> Position:
        """The mirror image, with left and right swapped. It has the same value.

        :raises PositionError: if no FEN can describe it, as with a queen in ``kingpawn``.
        """
        return self._with(self._native.mirror(), ())

    def perft(self, depth: int) -> int:
        """The number of lines of ``depth`` plies."""
        return self._native.perft(depth)

    def evaluate(self) -> Evaluation:
        """The static evaluation, term by term."""
        from .evaluation import Evaluation

        return Evaluation.read(self._native.evaluate())

    def gamelets(self) -> Gamelets:
        """The parts of the board whose pawns can never meet the others, and the value of each.

        :raises PositionError: if the variant is not a pawn game.
        """
        from .evaluation import Gamelets

        return Gamelets.read(self._native.gamelets())

    def unicode(self, *, flipped: bool = False, border: bool = True) -> str:
        """The board as text with figures, seen from Black's side if ``flipped``.

        >>> print(Position(variant="pawngame", files=2).unicode())
        8 · ·
        7 ♟︎ ♟︎
        6 · ·
        5 · ·
        4 · ·
        3 · ·
        2 ♙ ♙
        1 · ·
          a b
        """
        files, ranks, men = self._native.picture()
        signs = {(file, rank): figure for file, rank, _, _, figure in men}
        width = len(str(ranks))
        across = list(range(files))
        up = list(range(ranks))
        if flipped:
            across.reverse()
        else:
            up.reverse()
        lines = []
        for rank in up:
            row = " ".join(signs.get((file, rank), "·") for file in across)
            lines.append(f"{rank + 1:>{width}} {row}" if border else row)
        if border:
            names = " ".join(chr(ord("a") + file) for file in across)
            lines.append(" " * (width + 1) + names)
        return "\n".join(lines)

    def svg(self, *, size: int = 360, flipped: bool = False, last_move: str | None = None) -> str:
        """The board as an SVG picture, ``size`` points along its longer side, seen from Black's side if
        ``flipped``.

        The squares of ``last_move`` (in coordinates; default: the last move played) are marked.

        :raises ValueError: if the size is not between 1 and 100000, or ``last_move`` is not a move on the board.
        """
        played = self.played
        move = last_move or (played[-1] if played else None)
        return draw(self._native.picture(), str(self), size=size, flipped=flipped, move=move)

    def _repr_svg_(self) -> str:
        """Shown by notebooks."""
        return self.svg()

    def __str__(self) -> str:
        return self.fen

    def __repr__(self) -> str:
        return f"Position({self.fen!r}, variant={self.variant!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.variant, self.fen) == (other.variant, other.fen)

    def __hash__(self) -> int:
        return hash((self.variant, self.fen))

    def __reduce__(self) -> tuple[Any, ...]:
        native = self._native
        return _restored, (native.start, native.variant, native.played, dict(self._choices))


def _restored(fen: str | None, variant: str, moves: list[str], choices: dict[str, str]) -> Position:
    """A position from its pickled form."""
    return Position(fen, variant=variant, moves=moves, **choices)


def native(position: Position) -> _native.Position:
    """The position as the native part knows it.

    :raises TypeError: if it is something else, such as a FEN.
    """
    if not isinstance(position, Position):
        raise TypeError(f"expected a Position, found {type(position).__name__}")
    return position._native
