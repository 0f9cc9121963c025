"""Perft: the numbers are those of the documentation and the other tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from jacquerie import Position

DATA = Path(__file__).parents[2] / "tests" / "data"

BY_FILES = {
    2: [2, 4, 12, 34, 102, 300, 912, 2_782],
    3: [3, 9, 37, 153, 700, 3_178, 15_090],
    5: [5, 25, 153, 955, 6_666, 47_098],
    8: [8, 64, 582, 5_368, 54_360],
}


@pytest.mark.parametrize("files", BY_FILES)
def test_peasants(files: int) -> None:
    position = Position(files=files)
    counts = BY_FILES[files]
    assert [position.perft(depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("variant", "fen", "depth", "count"),
    [
        ("pawngame", None, 5, 815_968),
        ("kingpawn", None, 4, 98_766),
        ("kingpawn", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 7, 61_641),
        ("antichess", None, 4, 153_299),
    ],
)
def test_other_games(variant: str, fen: str | None, depth: int, count: int) -> None:
    assert Position(fen, variant=variant).perft(depth) == count


@pytest.mark.parametrize("variant", ["antichess", "metamachy"])
def test_counts_of_other_programs(variant: str) -> None:
    lines = (DATA / f"{variant}-perft.txt").read_text().splitlines()
    compared = 0
    for line in lines:
        if line.startswith("#"):
            continue
        fen, counts = line.split(";")
        for one in counts.split(","):
            depth, count = map(int, one.split("="))
            if count < 10_000:
                assert Position(fen, variant=variant).perft(depth) == count, fen
                compared += 1
    assert compared > 20


def test_no_move_is_one_line() -> None:
    assert Position().perft(0) == 1
