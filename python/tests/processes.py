"""Python in a process of its own, and the program, for tests from outside."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]

PATIENCE = 120
"""After this many seconds a process that should have ended hangs."""


HEARS = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""A process that a shell starts in the background ignores Ctrl-C, and so do its children, unless they change it."""


def python(script: str) -> list[str]:
    """The command that runs a script with the installed package, not with the sources beside it."""
    return [sys.executable, "-I", "-W", "error", "-c", HEARS + script]


def interrupt(script: str) -> str:
    """Runs a script, sends it SIGINT a moment after its first output, and waits for its end; returns the output
    after that."""
    command = python(script)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as child:
        assert child.stdout is not None
        try:
            first = child.stdout.readline()
            assert first == "begun\n", first + child.stdout.read()
            time.sleep(0.5)
            child.send_signal(signal.SIGINT)
            told, _ = child.communicate(timeout=PATIENCE)
        finally:
            child.kill()
    return told


def program() -> str:
    """The program to compare with: the environment variable PROGRAM, or the latest build."""
    named = os.environ.get("PROGRAM")
    path = Path(named) if named else ROOT / "target" / "release" / "jacquerie"
    assert path.is_file(), (
        f"there is no program {path}: say 'cargo build --release', or name one by the variable PROGRAM"
    )
    return str(path.resolve())


def run_program(arguments: list[str], told: str = "", *, folder: Path) -> str:
    """The output of the program, started in a folder without a configuration."""
    run = subprocess.run(
        [program(), *arguments],
        input=told,
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout
