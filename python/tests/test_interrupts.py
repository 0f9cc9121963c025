"""Ctrl-C ends long calls, and other Python threads run meanwhile."""

from __future__ import annotations

import subprocess

import pytest
from processes import PATIENCE, interrupt, python

WORK = {
    "analyse, in a loop": "for report in analyse(Position(), seconds=1e6): pass",
    "analyse, as a list": "list(analyse(Position(), depth=100, threads=2))",
    "an engine that waits for another search": """
engine = Engine()
first = engine.analyse(Position(), seconds=1e6)
next(first)
list(engine.analyse(Position(), depth=1))
""",
    "solve peasants": "solve(Position(), memory=64)",
    "solve kings and pawns": "solve(Position(variant='kingpawn'), memory=4096)",
    "solve antichess": "solve(Position(variant='antichess'), memory=64)",
    "ask": "Solver(memory=64).ask(Position(), 'draw')",
    "certificate": "Solver(memory=64).certificate(Position())",
    "perft": "Position().perft(30)",
}


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
def test_ctrl_c_is_heard(work: str) -> None:
    # Another thread prints that it has begun, while the first one works: so other threads run.
    script = f"""
import threading
from jacquerie import *
teller = threading.Timer(0.5, print, ["begun"], dict(flush=True))
teller.start()
try:
    {work.strip().replace(chr(10), chr(10) + "    ")}
except KeyboardInterrupt:
    print("interrupted")
"""
    assert interrupt(script) == "interrupted\n"


def test_objects_work_after_ctrl_c() -> None:
    script = """
import signal, threading
from jacquerie import *
solver, engine = Solver(memory=64), Engine()
threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()
try:
    solver.solve(Position())
except KeyboardInterrupt:
    print(solver.solve(Position(files=3)).value)
threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()
try:
    list(engine.analyse(Position(), seconds=1e6))
except KeyboardInterrupt:
    print(len(list(engine.analyse(Position(), depth=3))))
"""
    run = subprocess.run(python(script), capture_output=True, timeout=PATIENCE, text=True)
    assert run.stdout == "draw\n3\n", run.stderr


def test_an_interpreter_ends_during_a_search() -> None:
    script = """
from jacquerie import *
reports = analyse(Position(), seconds=1e6)
next(reports)
print("end")
"""
    run = subprocess.run(python(script), capture_output=True, timeout=PATIENCE, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "end\n", "")
