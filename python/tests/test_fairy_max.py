"""The example that plays Metamachy with Fairy-Max, with a stand-in for that program."""

import subprocess
import sys
from pathlib import Path

ENGINE = Path(__file__).parents[1] / "examples" / "fairy-max" / "engine.py"

STAND_IN = """\
import sys
told = open(sys.argv[0] + ".told", "w", buffering=1)
for line in sys.stdin:
    told.write(line)
    if line == "go\\n":
        print("  3    25   10  1234 d3d5", flush=True)
        print("move a11a12", flush=True)
"""


def test_it_sets_up_each_position_and_promotes_a_prince(tmp_path: Path) -> None:
    program = tmp_path / "fairymax"
    program.write_text(f"#!{sys.executable}\n{STAND_IN}")
    program.chmod(0o755)
    ini = tmp_path / "fmax.ini"
    ini.write_text("version\n// Chess\nGame: normal\n8x8\n")
    told = subprocess.run(
        [sys.executable, ENGINE, "--program", program, "--ini", ini],
        input="uci\nisready\nposition fen 11k/Ip10/12/12/12/12/12/12/12/12/12/K11 w - - 0 1 "
        "moves a1b1 b11b9\ngo movetime 2000\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert told[-4:] == [
        "uciok",
        "readyok",
        "info depth 3 score cp 25 time 100 nodes 1234",
        "bestmove a11a12q",
    ]
    commands = (tmp_path / "fairymax.told").read_text().split("force\n")
    assert commands[0].endswith("variant metamachy\npost\n")
    assert commands[1:] == ["edit\n#\nIa11\nKb1\nc\nKl12\nPb9\n.\nwhite\nst 8\ngo\nquit\n"]
