"""Python and the program agree: on moves, positions and values of random games."""

from __future__ import annotations

import importlib.metadata
import random
from collections import defaultdict
from itertools import chain
from pathlib import Path

import pytest
from games import OTHER_GAMES, PAWN_GAMES, has_queen, random_positions
from jacquerie import Position, SolveError, Solver, __version__
from processes import run_program

MOST_POSITIONS = defaultdict(lambda: 5_000, kingpawn=500_000)
"""Positions that take more are not compared. (A table of kings and pawns has some thousands.)"""


def drawn(number: int) -> list[Position]:
    """Random positions, half of them in the pawn games."""
    of_pawns = number // 2 // len(PAWN_GAMES)
    of_others = number // 2 // len(OTHER_GAMES) + 1
    positions = [random_positions(variant, of_pawns, seed=10) for variant in PAWN_GAMES]
    positions += [random_positions(variant, of_others, seed=10) for variant in OTHER_GAMES]
    return list(chain.from_iterable(positions))


def seen_by_program(positions: list[Position], folder: Path) -> list[tuple[str, list[str]]]:
    """The FEN and the legal moves of each position, as the program finds them by playing its moves."""
    lines = []
    for position in positions:
        lines.append(f"setoption name UCI_Variant value {position.variant}")
        if position.variant == "pawnrace":
            # Those of the position before may not exist on this board.
            lines.append("setoption name Gaps value a a")
        lines += [f"setoption name {name} value {value}" for name, value in position.choices.items()]
        start = f"fen {position.start}" if position.start else "startpos"
        lines += [f"position {start} moves {' '.join(position.played)}", "fen", "go perft 1"]
    told = run_program([], "\n".join(lines), folder=folder)
    seen: list[tuple[str, list[str]]] = []
    fen = ""
    moves: list[str] = []
    for line in told.splitlines():
        if line.startswith("Nodes searched: "):
            seen.append((fen, moves))
            fen, moves = "", []
        elif line.endswith(": 1"):
            moves.append(line.removesuffix(": 1"))
        elif "/" in line and not line.startswith("info "):
            fen = line
    return seen


def is_left_to_referees(position: Position) -> bool:
    """Whether a game has ended by its history: the board would let it continue."""
    return position.outcome is not None and position.outcome.cause in ("repetition", "no-progress")


def compare_moves(number: int, folder: Path) -> None:
    """Compares positions and moves with the program's."""
    positions = drawn(number)
    seen = seen_by_program(positions, folder)
    assert len(seen) == len(positions) >= number
    for position, (fen, moves) in zip(positions, seen, strict=True):
        assert position.fen == fen
        if not is_left_to_referees(position):
            assert sorted(position.moves) == sorted(moves), fen


def compare_values(positions: list[Position], folder: Path) -> None:
    """Compares the values of positions, and of their moves, with the program's."""
    solved: dict[str, dict[str, str]] = defaultdict(dict)
    for position in positions:
        if position.variant == "metamachy" or position.outcome is not None or has_queen(position):
            continue
        try:
            # A new solver for each, so that the results do not depend on the order.
            solver = Solver(position.variant, memory=16)
            solution = solver.solve(position, moves=True, positions=MOST_POSITIONS[position.variant])
        except SolveError:
            continue
        if solution.value is None or any(one.value is None for one in solution.moves):
            continue
        moves = (f"{one.move}={worth(one.value, one.plies)}" for one in solution.moves)
        solved[position.variant][position.fen] = f"{solution.value};{','.join(moves)}"
    for variant, expected in solved.items():
        (folder / variant).write_text("".join(f"{fen}\n" for fen in expected))
        arguments = ["solve", "--variant", variant, "--input", variant, "--output", "-", "--moves"]
        told = run_program([*arguments, "--memory", "64", "--threads", "1"], folder=folder)
        assert told.splitlines() == [f"{fen};{value}" for fen, value in expected.items()]
    assert {"peasants", "pawngame", "pawnrace", "pawnsonly", "kingpawn", "antichess"} <= solved.keys()
    assert sum(map(len, solved.values())) > len(positions) // 4


def worth(value: str | None, plies: int | None) -> str:
    """The value of a move as the program writes it, with the length if known."""
    return f"{value}/{abs(plies)}" if plies is not None else f"{value}"


def test_it_is_the_same_version(tmp_path: Path) -> None:
    told = run_program(["--version"], folder=tmp_path)
    assert told.split()[1] == importlib.metadata.version("jacquerie") == __version__


def test_moves_and_positions(tmp_path: Path) -> None:
    compare_moves(1_000, tmp_path)


def test_values(tmp_path: Path) -> None:
    compare_values(random.Random(11).sample(drawn(10_000), 300), tmp_path)


@pytest.mark.slow
def test_moves_and_positions_of_ten_thousand(tmp_path: Path) -> None:
    compare_moves(10_000, tmp_path)


@pytest.mark.slow
def test_values_of_ten_thousand(tmp_path: Path) -> None:
    compare_values(drawn(10_000), tmp_path)
