"""Positions: what stands where, what can be played, and how a game has finished."""

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
    """A game by its name."""

    name: str
    about: str
    """What it is about, in a sentence or two."""
    choices: tuple[str, ...]
    """What can be chosen of its start: keywords of :class:`Position`."""


def variants() -> dict[str, Variant]:
    """Every game there is, by its name.

    >>> "antichess" in variants()
    True
    """
    told = (Variant(name, about, tuple(choices)) for name, about, choices in _native.variants())
    return {variant.name: variant for variant in told}


@dataclass(frozen=True)
class Finish:
    """How a game has finished."""

    winner: Colour | None
    """Who has won; ``None`` for a draw."""
    cause: str
    """Why, in a word: ``last-rank``, ``no-pawns``, ``no-move``, ``repetition``, …"""
    told: str
    """The same in words: ``White's pawn is on a8``."""


class Position:
    """A game as it stands. It is never changed.

    Without a FEN it is the start of the variant; ``moves`` are played from there. What else can be
    chosen of a start depends on the variant (:func:`variants`): ``files=5`` for a narrow board,
    ``gaps="a h"`` in ``pawnrace``, ``setup=3`` in ``metamachy``.

    >>> position = Position(variant="pawngame", files=3, moves=["b4", "a5"])
    >>> position.fen
    '3/1pp/3/p2/1P1/3/P1P/3 w - - 0 2'
    >>> position.play("bxa5").turn
    'black'

    :raises PositionError: if there is no such variant, choice or position.
    :raises MoveError: if one of the moves is none, or not legal.
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

    def _with(self, native: _native.Position) -> Position:
        other = object.__new__(Position)
        other._choices = self._choices
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
        """What was chosen of the start."""
        return dict(self._choices)

    @property
    def turn(self) -> Colour:
        """Who is to move."""
        return cast(Colour, self._native.turn)

    @property
    def move_number(self) -> int:
        """The number of the move, from 1."""
        return self._native.move_number

    @property
    def start(self) -> str | None:
        """The FEN that was set up; ``None`` if the game began at the start of the variant."""
        return self._native.start

    @property
    def played(self) -> list[str]:
        """The moves played since the position that was set up, in coordinates."""
        return self._native.played

    @property
    def moves(self) -> list[str]:
        """The legal moves in coordinates; none where the game is over."""
        return self._native.moves()

    def algebraic(self, move: str) -> str:
        """A legal move in short notation: ``bxa5``.

        :raises MoveError: if it is none.
        """
        return self._native.algebraic(move)

    def play(self, *moves: str) -> Position:
        """The position after moves, in coordinates or as people write them.

        :raises MoveError: if one of them is none, or not legal, or the game is over.
        """
        return self._with(self._native.play(list(moves)))

    def children(self) -> Iterator[tuple[str, Position]]:
        """Each legal move with the position after it."""
        for move in self.moves:
            yield move, self.play(move)

    @property
    def outcome(self) -> Finish | None:
        """How the game has finished; ``None`` while it goes on."""
        finish = self._native.finish()
        if finish is None:
            return None
        winner, cause, told = finish
        return Finish(cast("Colour | None", winner), cause, told)

    def mirror(self) -> Position:
        """The image in a mirror that swaps left and right: the same moves, the same value.

        :raises PositionError: where no FEN can set it up, as with a queen in ``kingpawn``.
        """
        return self._with(self._native.mirror())

    def perft(self, depth: int) -> int:
        """How many lines of so many plies there are."""
        return self._native.perft(depth)

    def evaluate(self) -> Evaluation:
        """The evaluation that a search begins with, term by term."""
        from .evaluation import Evaluation

        return Evaluation.read(self._native.evaluate())

    def gamelets(self) -> Gamelets:
        """The parts of the board whose pawns can never meet the others, and what each is worth by itself.

        :raises PositionError: if it is none of the pawn games.
        """
        from .evaluation import Gamelets

        return Gamelets.read(self._native.gamelets())

    def unicode(self, *, flipped: bool = False, border: bool = True) -> str:
        """The board as text, with the signs of the men; seen from Black's side if ``flipped``.

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
        """The board as a picture, ``size`` points along its longer side; seen from Black's side if
        ``flipped``.

        The squares of ``last_move`` (in coordinates) are marked; without one, those of the move that
        was played last.

        :raises ValueError: if the size is not 1 to 100000.
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
        chosen = "".join(f", {key}={value!r}" for key, value in self._choices)
        return f"Position({self.fen!r}, variant={self.variant!r}{chosen})"

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
    """A position that was packed to be sent elsewhere."""
    return Position(fen, variant=variant, moves=moves, **choices)
