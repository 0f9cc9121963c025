"""Analysis of a position by the engine, report by report."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from . import _native
from .checks import once
from .position import Position, native
from .solving import Value


@dataclass(frozen=True)
class Report:
    """The result of an iteration for one of the best moves. Values are for the side to move."""

    depth: int
    """Plies searched."""
    seldepth: int
    """The longest line searched, in plies."""
    multipv: int
    """The rank of the move, from 1."""
    value: Value | None
    """The result with best play, if it is proved: exact."""
    plies: int | None
    """Plies to the end of a win (positive) or a loss (negative). The best length found so far; final if the
    search ended by itself."""
    pawns: float | None
    """A guess, in pawns, if nothing is proved."""
    nodes: int
    """The number of nodes searched so far, positions searched for proofs included."""
    milliseconds: int
    """Since the start."""
    line: tuple[str, ...]
    """The best line, in coordinates."""

    @property
    def move(self) -> str | None:
        """The first move of the line."""
        return self.line[0] if self.line else None

    @staticmethod
    def read(told: dict[str, Any]) -> Report:
        """From the output of ``analyse --json``."""
        return Report(**{**told, "line": tuple(told["line"])})


class Engine:
    """An engine, which keeps its tables from one analysis to the next.

    ``memory`` is the size of the tables in MiB, ``threads`` the number of threads that search. An engine thinks
    about one position at a time; other callers wait. Engines are independent of each other.

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
        stop: _native.Stop | None = None,
    ) -> Generator[Report, None, None]:
        """Analyses a position and yields reports until a limit is reached (default: 5 seconds).

        The limits are ``seconds``, ``depth``, ``nodes`` and ``stop``, which another thread sets; the reports so far
        still come. The search starts with the first report that is requested. Leaving a loop over ``analyse(…)`` ends
        it; if you keep the generator, ``close()`` it, or it searches on. If the game is over, or ``stop`` was set
        before the start, there are no reports.
        """
        if seconds is None and depth is None and nodes is None and stop is None:
            seconds = 5.0
        return _reports(self._native.search(native(position), seconds, depth, nodes, multipv, stop))

    def clear(self) -> None:
        """Clears what earlier analyses found."""
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
    stop: _native.Stop | None = None,
) -> Generator[Report, None, None]:
    """Like :meth:`Engine.analyse`, with a new engine.

    >>> *_, last = analyse(Position("8/8/8/P7/7p/8/8/8 w"))
    >>> last.value, last.plies, last.move
    ('win', 5, 'a5a6')
    """
    engine = Engine(memory=memory, threads=threads)
    return engine.analyse(position, seconds=seconds, depth=depth, nodes=nodes, multipv=multipv, stop=stop)


def _reports(search: _native.Search) -> Generator[Report, None, None]:
    """The reports of a search. Arguments are checked before, by functions that are no generators."""
    try:
        while (told := search.next()) is not None:
            yield Report.read(told)
    finally:
        search.stop()
