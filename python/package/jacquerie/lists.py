"""Lists of positions: opening books and test suites, as EPD or one FEN per line."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass, field
from pathlib import Path

from . import _native
from .position import Position


@dataclass(frozen=True)
class Listed:
    """A position of a list."""

    line: int
    """The line of the file, from 1."""
    position: Position
    """The position, after its moves."""
    operations: dict[str, str] = field(default_factory=dict, hash=False)
    """EPD operations: ``{"bm": "h4", "id": "Chernev 1"}``."""


def read_positions(path: str | os.PathLike[str], *, variant: str = "peasants", **choices: object) -> list[Listed]:
    """The positions of a file.

    Each line is a FEN, a FEN followed by moves or EPD operations, or moves from the start of the variant
    (``choices`` as in :class:`Position`); ``#`` starts a comment. A line that cannot be read is skipped with
    a warning.

    :raises OSError: if the file cannot be read.
    :raises ValueError: if the file is not text.
    :raises PositionError: if no line can be read, or the variant or a choice is unknown.
    """
    all_positions: list[Listed] = []
    wrong: list[str] = []
    # An unknown variant or choice does not depend on the lines.
    Position(None, variant=variant, moves=(), **choices)
    for line, fen, moves, operations in _native.read_list(Path(path).read_bytes()):
        try:
            chosen = choices if fen is None else {}
            position = Position(fen, variant=variant, moves=moves, **chosen)
        except (_native.PositionError, _native.MoveError) as error:
            wrong.append(f"{os.fspath(path)}, line {line}: {error}")
        else:
            all_positions.append(Listed(line, position, dict(operations)))
    if wrong and not all_positions:
        raise _native.PositionError(wrong[0])
    for message in wrong:
        warnings.warn(f"{message}; it is left out", stacklevel=2)
    return all_positions
