"""Arguments are checked: numbers out of range, other types, long texts, objects initialised twice, forks."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from jacquerie import (
    CertificateError,
    Engine,
    MoveError,
    Position,
    PositionError,
    SolveError,
    Solver,
    analyse,
    solve,
    verify,
)
from jacquerie._native import strong_lemmas
from processes import PATIENCE, python

START = Position(variant="pawngame", files=3)
MOST = (1 << 64) - 1

# Calls that take a number, its name, and the range.
NUMBERS: list[tuple[Callable[[Any], object], str, int, int]] = [
    (lambda found: Engine(memory=found), "memory", 1, 65_536),
    (lambda found: Engine(threads=found), "threads", 1, 256),
    (lambda found: analyse(START, threads=found), "threads", 1, 256),
    (lambda found: analyse(START, depth=found), "depth", 0, MOST),
    (lambda found: analyse(START, nodes=found), "nodes", 0, MOST),
    (lambda found: analyse(START, depth=1, multipv=found), "multipv", 1, 80),
    (lambda found: analyse(START, depth=1, seconds=found), "seconds", 0, MOST),
    (lambda found: Solver(memory=found), "memory", 8, 1 << 24),
    (lambda found: Solver(threads=found, memory=8), "threads", 1, 256),
    (lambda found: solve(START, memory=8, positions=found), "positions", 0, MOST),
    (lambda found: solve(START, memory=8, seconds=found), "seconds", 0, MOST),
    (lambda found: Solver("pawngame", memory=8).ask(START, "win", positions=found), "positions", 0, MOST),
    (lambda found: Solver("pawngame", memory=8).ask(START, "win", seconds=found), "seconds", 0, MOST),
    (lambda found: Solver("pawngame", memory=8).certificate(START, positions=found), "positions", 0, MOST),
    (lambda found: Solver("pawngame", memory=8).certificate(START, seconds=found), "seconds", 0, MOST),
    (lambda found: Solver("pawngame", memory=8).part(START, "draw", positions=found), "positions", 0, MOST),
    (lambda found: Solver("pawngame", memory=8).part(START, "draw", seconds=found), "seconds", 0, MOST),
    (lambda found: Solver(memory=8).note_lemmas(found), "from_positions", 0, MOST),
    (lambda found: strong_lemmas(b"", found), "positions", 0, MOST),
    (lambda found: START.perft(found), "depth", 0, 200),
    (lambda found: START.svg(size=found), "size", 1, 100_000),
]


@pytest.mark.parametrize(("give", "name", "least", "most"), NUMBERS)
def test_a_number_out_of_range_is_refused_with_the_range(
    give: Callable[[Any], object], name: str, least: int, most: int
) -> None:
    wrong: list[Any] = [-1, least - 1, most + 1, 1 << 70, -(1 << 70), 10**400, -(10**5000), 10**5000]
    if name in ("seconds", "size"):
        wrong += [-0.5, float("nan"), float("inf"), -float("inf"), 1e308]
    for found in wrong:
        with pytest.raises(ValueError, match=f"^{name}: found .*, expected {least} to {most}$") as raised:
            give(found)
        assert type(raised.value) is ValueError
        assert len(str(raised.value)) < 200
    for other in ("7", b"7", [7], 7j):
        with pytest.raises(TypeError):
            give(other)
    if name not in ("seconds", "size"):
        with pytest.raises(TypeError, match=f"^{name}: 'float' object cannot be interpreted as an integer"):
            give(8.0)


def test_anything_with_an_index_is_a_number() -> None:
    class Eight:
        def __index__(self) -> int:
            return 8

    assert START.perft(True) == 6
    assert Solver("pawngame", memory=Eight()).variant == "pawngame"  # type: ignore[arg-type]
    assert solve(START, memory=8, seconds=1e19, positions=MOST).value == "draw"
    assert list(analyse(START, depth=2, seconds=1e19, nodes=MOST))


def test_a_choice_out_of_range_is_refused_with_the_range() -> None:
    for found in (0, -1, 9, 1 << 70, 10**5000, -(10**5000), float("nan"), 1e308):
        with pytest.raises(PositionError, match=r"found '.*', expected a number from 1 to 8$") as raised:
            Position(files=found)
        assert len(str(raised.value)) < 200


LONG = {
    "blanks": "x7/ " * 50_000,
    "moves": "a2a3" * 50_000,
    "digits": "9" * 200_000,
    "slashes": "/" * 200_000,
    "words": "a b" * 70_000,
}

TEXTS: list[Callable[[str], object]] = [
    lambda text: Position(text),
    lambda text: Position("8/8/8/8/8/8/8/8 w - - 0 " + text),
    lambda text: Position("8/8/8/8/8/8/8/8 w " + text),
    lambda text: Position("8/8/8/8/8/8/8/8 " + text),
    lambda text: Position(text, variant="kingpawn"),
    lambda text: Position(text, variant="antichess"),
    lambda text: Position(text, variant="metamachy"),
    lambda text: Position("8/8/8/8/8/8/P7/8 w " + text, variant="antichess"),
    lambda text: Position(variant=text),
    lambda text: Position(variant="pawnrace", gaps=text),
    lambda text: Position(files=text),
    lambda text: Position(**{text: 1}),  # type: ignore[arg-type]
    lambda text: Position(moves=[text]),
    lambda text: START.play(text),
    lambda text: START.algebraic(text),
    lambda text: Position("8/P7/8/8/8/8/7p/8 w").play("a8", text),
    lambda text: Solver(text),
    lambda text: Solver(memory=8).ask(START, text),  # type: ignore[arg-type]
    lambda text: Solver(memory=8).part(START, text),  # type: ignore[arg-type]
    lambda text: Solver(memory=8).learn_lemmas(text.encode()),
    lambda text: verify(text.encode()),
]


@pytest.mark.parametrize("give", TEXTS)
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_no_message_is_long(give: Callable[[str], object], text: str) -> None:
    with pytest.raises((PositionError, MoveError, SolveError, CertificateError, ValueError)) as raised:
        give(text)
    assert len(str(raised.value)) < 500
    assert "\n" not in str(raised.value)


def test_a_long_list_of_legal_moves_is_cut() -> None:
    position = Position(variant="metamachy").play("e4", "e9")
    count = len(position.moves)
    assert count > 60
    with pytest.raises(MoveError, match=rf" … \({count} in all\)$") as raised:
        position.play("a1a2")
    assert len(str(raised.value)) < 500


def test_an_object_is_initialised_once() -> None:
    position, solver, engine = Position(files=4), Solver("pawngame", memory=8), Engine(memory=8)
    before = repr(position), hash(position), position.choices
    solver.solve(START)
    again: list[Callable[[], None]] = [
        lambda: position.__init__(files=3, variant="pawngame"),  # type: ignore[misc]
        lambda: solver.__init__("pawnsonly", memory=16),  # type: ignore[misc]
        lambda: engine.__init__(memory=16),  # type: ignore[misc]
    ]
    for make in again:
        with pytest.raises(TypeError, match="is already initialised"):
            make()
    assert (repr(position), hash(position), position.choices) == before
    assert solver.variant == "pawngame"
    assert solver.known(START) == ("draw", "draw")
    assert list(engine.analyse(position, depth=2))


FORK = """
import os, sys, threading, warnings
from jacquerie import Engine, Position, Solver, Stop
warnings.simplefilter("ignore", DeprecationWarning)
idle, busy, engine, quiet = Solver(memory=8), Solver(memory=8), Engine(memory=8), Engine(memory=8)
idle.solve(Position(files=3))
stop = Stop()
thread = threading.Thread(target=lambda: busy.solve(Position(), stop=stop))
thread.start()
while busy.positions == 0:
    pass
search = engine.analyse(Position(), seconds=1e6)
next(search)
child = os.fork()
if child == 0:
    told = []
    for use in [
        lambda: busy.solve(Position(files=3)),
        lambda: busy.known(Position(files=3)),
        lambda: busy.value_key(Position(files=3)),
        lambda: busy.take_lemmas(),
        lambda: next(search),
        lambda: list(engine.analyse(Position(), depth=1)),
        lambda: engine.clear(),
    ]:
        try:
            use()
        except RuntimeError as error:
            told.append("the process was forked while this object was in use" in str(error))
    print(told)
    print(idle.solve(Position(files=3)).value, Solver(memory=8).solve(Position(files=2)).value)
    print(len(list(quiet.analyse(Position(), depth=3))), len(list(Engine(memory=8).analyse(Position(), depth=3))))
    sys.stdout.flush()
    os._exit(0)
_, status = os.waitpid(child, 0)
stop.stop()
thread.join()
search.close()
print(status, busy.solve(Position(files=3)).value, len(list(engine.analyse(Position(), depth=3))))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_after_a_fork_objects_in_use_are_refused_and_the_others_work() -> None:
    run = subprocess.run(python(FORK), capture_output=True, timeout=PATIENCE, text=True)
    all_told = str([True] * 7)
    assert run.stdout == f"{all_told}\ndraw draw\n3 3\n0 draw 3\n", run.stderr
