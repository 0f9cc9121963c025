"""Exact values: known ones, those of moves, lines, and results that are kept when a limit is reached."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from jacquerie import Position, PositionError, Solution, SolveError, Solver, Stop, analyse, solve

DATA = Path(__file__).parents[2] / "tests" / "data"

NARROW = {
    # docs/measurements.md: the value for White, and the first moves that keep it.
    ("peasants", 1): ("draw", "all"),
    ("peasants", 2): ("draw", "all"),
    ("peasants", 3): ("draw", "all"),
    ("peasants", 4): ("draw", "all"),
    ("pawngame", 1): ("draw", "all"),
    ("pawngame", 2): ("loss", "all"),
    ("pawngame", 3): ("draw", "a2a3 b2b3 c2c3 a2a4 c2c4"),
    ("pawngame", 4): ("win", "b2b4 c2c4"),
    ("pawnsonly", 1): ("loss", "all"),
    ("pawnsonly", 2): ("loss", "all"),
    ("pawnsonly", 3): ("loss", "all"),
    ("pawnsonly", 4): ("win", "b2b4 c2c4"),
}


def records(name: str) -> list[list[str]]:
    """The fields of a file of positions with known values."""
    lines = (DATA / name).read_text().splitlines()
    return [line.split(";") for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(("variant", "files"), NARROW)
def test_narrow_boards(variant: str, files: int) -> None:
    value, keep = NARROW[variant, files]
    position = Position(variant=variant, files=files)
    solution = solve(position, moves=True, memory=64)
    assert solution.value == solution.at_least == solution.at_most == value
    assert [one.move for one in solution.moves] == position.moves
    kept = position.moves if keep == "all" else keep.split()
    assert [one.move for one in solution.moves if one.value == value] == kept
    assert all(one.value is not None for one in solution.moves)


def test_full_boards_with_their_moves() -> None:
    solver = Solver(memory=128)
    for fen, value, moves in records("solved-8x8.txt")[:12]:
        solution = solver.solve(Position(fen), moves=True)
        assert solution.value == value, fen
        expected = dict(one.split("=") for one in moves.split(","))
        assert {one.move: one.value for one in solution.moves} == expected, fen


def plies(told: str) -> int | None:
    """A length as the files write it."""
    return int(told) if told != "-" else None


def test_kings_and_pawns_with_the_length_of_each_move() -> None:
    for fen, value, length, moves, _ in records("kings-values.txt")[:12]:
        position = Position(fen, variant="kingpawn")
        solution = solve(position, moves=True, line=True, memory=256)
        sign = {"win": 1, "draw": 0, "loss": -1}
        assert solution.value == value, fen
        assert solution.plies == (None if value == "draw" else sign[value] * int(length)), fen
        expected: dict[str, tuple[str, int | None]] = {}
        for one in moves.split(","):
            move, worth = one.split("=")
            kind, _, told = worth.partition("/")
            expected[move] = (kind, sign[kind] * int(told) if told else None)
        found = {one.move: (one.value, one.plies) for one in solution.moves}
        assert found == expected, fen
        # Best first.
        assert solution.moves[0].value == value
        if value != "draw":
            assert len(solution.line) == int(length) == solution.plies_at_most


def test_antichess() -> None:
    solver = Solver("antichess", memory=64)
    compared = 0
    for fen, value, _ in records("antichess-values.txt")[:40]:
        solution = solver.solve(Position(fen, variant="antichess"), positions=20_000)
        assert solution.value in (value, None), fen
        compared += solution.value is not None
    assert compared > 30


def test_small_tables_of_endings_count_as_positions() -> None:
    # In a process of its own, because the solvers of a process share these tables.
    script = """if True:
        from jacquerie import Position, Solver
        position = Position("4k3/8/8/2n5/8/8/8/K2R4 w", variant="endings")
        solver = Solver("endings", memory=64)
        print(solver.solve(position, positions=1000).value, solver.solve(position).value)
    """
    run = subprocess.run([sys.executable, "-I", "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["None", "draw"]


def test_a_finished_game_has_a_value() -> None:
    over = Position("8/P7/8/8/8/8/7p/8 w").play("a8")
    assert solve(over, moves=True, line=True, memory=16) == Solution("loss", "loss", None, (), (), 0, 0)


def test_a_line_ends_with_the_win() -> None:
    position = Position(variant="pawngame", files=4)
    solver = Solver("pawngame", memory=64)
    solution = solver.solve(position, line=True)
    assert solution.plies_at_most == len(solution.line) == 23
    for move in solution.line:
        # After each move of the winner the opponent has lost, before it the winner has won.
        expected = "win" if position.turn == "white" else "loss"
        assert solver.solve(position).value == expected
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == "white"


def test_tables_of_antichess_know_lengths() -> None:
    few = Position("8/5p2/8/8/8/8/6P1/3R4 w - - 0 1", variant="antichess")
    solution = solve(few, memory=64)
    assert (solution.value, solution.plies) == ("win", solve(few, shortest=True, memory=64).plies)


def test_the_shortest_win_is_found() -> None:
    solver = Solver("antichess", memory=64)
    position = Position("8/5p2/8/8/8/8/6P1/3R4 w - - 0 1", variant="antichess")
    found = solver.solve(position, shortest=True)
    assert found.value == "win"
    assert found.plies == found.plies_at_most == len(found.line)
    for plies in range(len(found.line)):
        left = solver.solve(position.play(*found.line[:plies]), shortest=True).plies
        assert left is not None and abs(left) == len(found.line) - plies
    with pytest.raises(SolveError, match="shortest"):
        solve(Position(variant="pawngame", files=3), shortest=True)


def test_a_draw_has_no_line() -> None:
    solution = solve(Position(variant="pawngame", files=3), line=True, memory=16)
    assert (solution.value, solution.line, solution.plies_at_most) == ("draw", (), None)


def test_a_limit_of_positions_is_kept() -> None:
    for variant, most in (("peasants", 0), ("peasants", 20_000), ("antichess", 20_000)):
        solution = solve(Position(variant=variant), positions=most, memory=64)
        assert solution.value is None
        assert (solution.at_least, solution.at_most) == ("loss", "win")
        assert most < solution.positions < most + 1_000


def test_a_second_call_continues() -> None:
    position = Position(files=4)
    whole = solve(position, memory=64).positions
    solver = Solver(memory=64)
    parts = []
    while (solution := solver.solve(position, positions=20_000)).value is None:
        parts.append(solution.positions)
    assert solution.value == "draw"
    assert len(parts) >= 5
    assert solver.positions == sum(parts) + solution.positions < 2 * whole


def test_moves_that_are_not_solved_have_bounds() -> None:
    solution = solve(Position(files=5), moves=True, positions=1_000, memory=16)
    assert [one.move for one in solution.moves] == Position(files=5).moves
    assert {(one.value, one.at_least, one.at_most) for one in solution.moves} == {(None, "loss", "win")}


@pytest.mark.parametrize("variant", ["peasants", "kingpawn", "antichess"])
def test_a_limit_of_seconds_ends_it(variant: str) -> None:
    # None of them could be solved in a day.
    solution = solve(Position(variant=variant), seconds=0.2, memory=1_024)
    assert solution.value is None


def test_a_very_long_time_is_no_limit() -> None:
    assert solve(Position(variant="pawngame", files=3), seconds=1e19, memory=16).value == "draw"


def test_another_thread_runs_and_stops_it() -> None:
    stop = Stop()
    told: list[str] = []

    def count() -> None:
        for number in range(100_000):
            if number % 50_000 == 0:
                told.append("counting")
        stop.stop()

    thread = threading.Timer(0.2, count)
    thread.start()
    assert not stop.stopped
    solution = solve(Position(), stop=stop, seconds=100, memory=16)
    told.append("solved")
    thread.join()
    assert stop.stopped
    assert solution.value is None
    assert told == ["counting", "counting", "solved"]


def test_a_limit_of_one_call_is_none_of_the_next() -> None:
    stop = Stop()
    solver = Solver("pawngame", memory=16)
    assert solver.solve(Position(variant="pawngame", files=6), positions=100, stop=stop).value is None
    assert not stop.stopped
    assert solver.solve(Position(variant="pawngame", files=3), stop=stop).value == "draw"


def test_a_call_that_is_stopped_before_it_begins_ends_at_once() -> None:
    stop = Stop()
    stop.stop()
    for variant in ("peasants", "kingpawn", "antichess"):
        assert solve(Position(variant=variant), stop=stop, memory=64).value is None


def test_several_threads_find_the_same() -> None:
    solution = solve(Position(files=4), moves=True, memory=64, threads=3)
    assert {one.value for one in solution.moves} == {"draw"}


def test_two_threads_may_use_one_solver() -> None:
    solver = Solver("pawngame", memory=64)
    position = Position(variant="pawngame", files=5)
    found: dict[str, str | None] = {}

    def ask(move: str) -> None:
        found[move] = solver.solve(position.play(move)).value

    threads = [threading.Thread(target=ask, args=(move,)) for move in position.moves]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # docs/measurements.md: the draws.
    drawn = {move for move, value in found.items() if value == "draw"}
    assert drawn == {"b2b4", "d2d4"}
    assert set(found.values()) == {"draw", "win"}


FINE = Position("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w", variant="kingpawn")
"""Fine's number 70: White wins."""


def test_tables_of_kings_and_pawns_are_kept() -> None:
    solver = Solver("kingpawn", memory=256)
    assert solver.solve(FINE).positions > 0
    assert solver.solve(FINE, moves=True).positions == 0
    for _, child in FINE.children():
        assert solver.solve(child).positions == 0


def test_tables_of_kings_and_pawns_are_made_in_parts() -> None:
    whole = solve(FINE, memory=256).positions
    solver = Solver("kingpawn", memory=256)
    first = solver.solve(FINE, positions=whole // 2)
    assert first.value is None
    assert whole // 2 < first.positions < whole // 2 + 20_000
    assert solver.solve(FINE).value == "win"
    assert solver.positions == whole


def test_little_memory_forgets_finished_results_silently(capfd: pytest.CaptureFixture[str]) -> None:
    solver = Solver("kingpawn", memory=8)
    solution = solver.solve(FINE, moves=True, line=True)
    assert (solution.value, solution.plies, solution.line) == ("win", 52, ())
    assert solver.solve(FINE, moves=True).positions == 0
    with pytest.raises(SolveError, match="the table has lost part of the proof"):
        solver.certificate(FINE)
    with pytest.raises(SolveError, match=r"too many for memory=8$"):
        solver.solve(Position(variant="kingpawn"))
    assert capfd.readouterr() == ("", "")


def test_a_missing_proof_says_whether_a_limit_was_reached() -> None:
    solver = Solver("kingpawn", memory=8)
    assert solver.ask(FINE, "win") is True
    limits: list[dict[str, Any]] = [{}, {"seconds": 1e6}, {"positions": 10**12}, {"stop": Stop()}]
    for limit in limits:
        with pytest.raises(SolveError, match=r"^no certificate: the table has lost part of the proof"):
            solver.certificate(FINE, **limit)
        with pytest.raises(SolveError, match=r"^no proof of this part: the table has lost part of the proof"):
            solver.part(FINE, "win", **limit)
    stop = Stop()
    stop.stop()
    with pytest.raises(SolveError, match=r"^no certificate within the limits$"):
        solver.certificate(FINE, stop=stop)
    assert solver.part(FINE, "win", stop=stop) is None


def test_two_threads_may_ask_about_different_kings() -> None:
    solver = Solver("kingpawn", memory=256)
    asked = [FINE, Position("8/5k2/8/8/2pP4/1P6/8/3K4 b - d3 0 1", variant="kingpawn")]
    found: dict[int, set[str | None]] = {0: set(), 1: set()}

    def ask(number: int) -> None:
        for _ in range(10):
            found[number].add(solver.solve(asked[number]).value)

    threads = [threading.Thread(target=ask, args=(number,)) for number in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {0: {"win"}, 1: {"draw"}}


def test_a_call_that_waits_for_another_thread_keeps_its_limits() -> None:
    solver = Solver("kingpawn", memory=4_096)
    stop = Stop()
    start = Position(variant="kingpawn")
    thread = threading.Thread(target=solver.solve, args=(start,), kwargs={"stop": stop})
    thread.start()
    assert solver.solve(start, seconds=0.2).value is None
    assert solver.ask(FINE, "win", seconds=0.2) is None
    stop.stop()
    thread.join()
    assert solver.solve(FINE).value == "win"


def test_half_a_question() -> None:
    solver = Solver("pawngame", memory=16)
    draw = Position(variant="pawngame", files=3)
    assert solver.ask(draw, "win") is False
    assert solver.ask(draw, "draw") is True
    assert solver.ask(Position(variant="pawngame"), "win", positions=100) is None
    with pytest.raises(ValueError, match="goal: found 'loss', expected 'win' or 'draw'"):
        solver.ask(draw, "loss")  # type: ignore[arg-type]


def test_solved_positions_are_known() -> None:
    solver = Solver("pawngame", memory=16)
    position = Position(variant="pawngame", files=4)
    assert solver.known(position) == ("loss", "win")
    solver.solve(position)
    assert solver.known(position) == ("win", "win")
    assert solver.known(position.mirror()) == ("win", "win")
    assert "table" in solver.memory


def test_a_position_with_another_rule_is_refused() -> None:
    for name, other in ("pawngame", "pawnsonly"), ("pawnsonly", "pawngame"):
        solver = Solver(name, memory=16)
        position = Position(variant=other, files=3)
        for question in solver.solve, solver.known, solver.certificate, solver.value_key:
            with pytest.raises(SolveError, match="a different rule from the solver's"):
                question(position)
        with pytest.raises(SolveError, match="a different rule from the solver's"):
            solver.ask(position, "draw")
    for name, other in ("kingpawn", "pawngame"), ("antichess", "kingpawn"), ("antichess", "suicide"):
        solver = Solver(name, memory=16)
        position = Position(variant=other)
        for key in solver.value_key, lambda one, solver=solver: solver.goal_score(one, "win"):
            with pytest.raises(SolveError, match="from the solver's"):
                key(position)
    assert Solver("giveaway", memory=16).solve(Position("8/8/8/8/8/p7/P7/8 w - - 0 1", variant="antichess")).value


def test_a_fen_is_no_position() -> None:
    fen: Any = Position().fen
    solver = Solver("pawngame", memory=16)
    for call in solve, solver.solve, solver.known, analyse:
        with pytest.raises(TypeError, match="expected a Position, found str"):
            call(fen)


def test_positions_that_share_a_number_share_the_value() -> None:
    solver = Solver("pawngame", memory=16)
    by_key: dict[int, set[str | None]] = {}
    start = Position(variant="pawngame", files=3)
    positions = [child for _, first in start.children() for _, child in first.children()]
    for position in positions:
        assert solver.value_key(position) == solver.value_key(position.mirror())
        if (key := solver.value_key(position)) is not None:
            by_key.setdefault(key, set()).add(solver.solve(position).value)
    assert len(by_key) < len(positions)
    assert all(len(values) == 1 for values in by_key.values())
    assert Solver("kingpawn", memory=16).value_key(Position(variant="kingpawn")) is None


def test_the_order_of_moves() -> None:
    solver = Solver("pawngame", memory=16)
    position = Position(variant="pawngame")
    scores = [solver.goal_score(child, "win") for _, child in position.children()]
    assert None not in scores
    assert len(set(scores)) > 1
    assert Solver("kingpawn", memory=16).goal_score(Position(variant="kingpawn"), "win") is None


def test_games_without_lemmas_learn_none() -> None:
    noting = Solver("pawngame", memory=16)
    noting.note_lemmas(10)
    noting.solve(Position(variant="pawngame", files=4))
    lemmas = noting.take_lemmas()
    Solver("pawngame", memory=16).learn_lemmas(lemmas)
    solver = Solver("kingpawn", memory=16)
    solver.note_lemmas(0)
    assert solver.take_lemmas() == b""
    solver.learn_lemmas(b"")
    for wrong in lemmas, b"a letter":
        with pytest.raises(SolveError, match="the lemmas cannot be read"):
            solver.learn_lemmas(wrong)


def test_unsolvable_positions_are_errors() -> None:
    with pytest.raises(SolveError, match="the variant 'metamachy' has no solver"):
        solve(Position(variant="metamachy"))
    with pytest.raises(SolveError, match=r"more than .* pawn structures can arise, too many for"):
        solve(Position(variant="kingpawn"), memory=8)
    with pytest.raises(SolveError, match="the position belongs to a different game from the solver's"):
        Solver("peasants", memory=16).solve(Position(variant="kingpawn"))
    with pytest.raises(PositionError, match="there is no variant 'horde'"):
        Solver("horde")
    assert issubclass(SolveError, RuntimeError)
