"""Memory does not grow with the number of searches."""

from __future__ import annotations

import gc
import sys
from itertools import cycle, islice
from pathlib import Path

import pytest
from games import random_positions
from jacquerie import (
    CertificateError,
    Engine,
    MoveError,
    Position,
    Solver,
    Stop,
    analyse,
    solve,
    variants,
    verify,
)

PAGE = 4_096


def resident() -> int:
    """The memory of this process, in bytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory there is in use")
def test_ten_thousand_searches_take_no_more_memory_than_one_thousand() -> None:
    engines = {variant: Engine(memory=1) for variant in variants()}
    solvers = {variant: Solver(variant, memory=8) for variant in variants() if variant != "metamachy"}
    small = Position(variant="pawngame", files=3)
    positions = [one for variant in variants() for one in random_positions(variant, 100, seed=12)[::3]]

    def search(position: Position) -> None:
        list(engines[position.variant].analyse(position, nodes=200, multipv=2))
        for _ in analyse(position, seconds=10, memory=1):
            # Left at once, with its engine.
            break
        stop = Stop()
        if position.variant not in ("kingpawn", "metamachy"):
            solvers[position.variant].solve(position, moves=True, positions=200, stop=stop)
        if position.variant == "kingpawn":
            solvers["kingpawn"].solve(Position("8/5k2/3P4/8/6K1/8/8/8 w", variant="kingpawn"), line=True)
        solution = solve(small, moves=True, line=True, memory=8)
        assert solution.value == "draw"
        proof = solvers["pawngame"].certificate(small)
        assert verify(proof, small).value == "draw"
        with pytest.raises(CertificateError):
            verify(proof[:-1])
        with pytest.raises(MoveError):
            position.play("nonsense")
        position.svg()
        position.evaluate()
        if "files" in variants()[position.variant].choices:
            position.gamelets()
        position.perft(1)

    searches = cycle(positions)
    for position in islice(searches, 1_000):
        search(position)
    before = resident()
    for position in islice(searches, 9_000):
        search(position)
    # The allocator keeps areas for threads that have ended, some MiB at a time; if each search left behind even 8
    # KiB, it would be more.
    assert resident() - before < 64 << 20
