"""What the engine thinks of a position, report by report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import _native
from .checks import once
from .position import Position
from .solving import Value


@dataclass(frozen=True)
class Report:
    """What is known after an iteration of one of the best moves; said for the side to move."""

    depth: int
    """Plies searched."""
    seldepth: int
    """The longest line looked at, in plies."""
    multipv: int
    """Which of the best moves, from 1."""
    value: Value | None
    """The outcome with best play of both, if it is proved: exact."""
    plies: int | None
    """Plies to the end where a win or a loss is found: positive if the side to move wins. The best found
    so far, and final when the search ended by itself."""
    pawns: float | None
    """A guess, in pawns, where nothing is proved."""
    nodes: int
    milliseconds: int
    """Since the start."""
    line: tuple[str, ...]
    """The best line, in coordinates."""

    @property
    def move(self) -> str | None:
        """The move that the line begins with."""
        return self.line[0] if self.line else None

    @staticmethod
    def read(told: dict[str, Any]) -> Report:
        """From what the command ``analyse --json`` tells."""
        return Report(**{**told, "line": tuple(told["line"])})


class Engine:
    """An engine, which keeps what it has found out from one analysis to the next.

    ``memory`` is the size of its tables in MiB, ``threads`` how many threads search. It thinks about one
    position at a time; who asks meanwhile waits. Two engines do not disturb each other.

    >>> engine = Engine(memory=8)
    >>> reports = list(engine.analyse(Position(variant="pawngame", files=3), depth=4))
    >>> reports[-1].depth
    4
    """

    def __init__(self, *, memory: int = 64, threads: int = 1) -> None:
        once(self)
        self._native = _native.Engine(memory, threads)

    def analyse(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        multipv: int = 1,
    ) -> Iterator[Report]:
        """Thinks about a position and gives each report as it comes, until a limit is reached (5 seconds,
        if none is named). Whoever wants no more leaves the loop: that ends it. Of a game that is over
        there are no reports.

        It begins with the first report that is asked for.
        """
        if seconds is None and depth is None and nodes is None:
            seconds = 5.0
        search = self._native.search(position._native, seconds, depth, nodes, multipv)
        try:
            while (told := search.next()) is not None:
                yield Report.read(told)
        finally:
            search.stop()

    def clear(self) -> None:
        """Forgets what earlier analyses found."""
        self._native.clear()


def analyse(
    position: Position,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    multipv: int = 1,
    memory: int = 64,
    threads: int = 1,
) -> Iterator[Report]:
    """As :meth:`Engine.analyse`, with an engine of its own.

    >>> *_, last = analyse(Position("8/8/8/P7/7p/8/8/8 w"))
    >>> last.value, last.plies, last.move
    ('win', 5, 'a5a6')
    """
    engine = Engine(memory=memory, threads=threads)
    yield from engine.analyse(position, seconds=seconds, depth=depth, nodes=nodes, multipv=multipv)
