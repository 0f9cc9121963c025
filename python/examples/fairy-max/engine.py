"""Fairy-Max as a UCI engine for Metamachy.

H. G. Muller's Fairy-Max (Debian's package `fairymax`) plays games that are described to it in a
file. `metamachy.ini` describes Metamachy, as far as that is possible. This script translates
between UCI and the XBoard protocol, and knows the differences of the rules: it gives Fairy-Max the
whole position before each move, so that its board is right after a king's leap, a capture en
passant, or the promotion of a prince; and a prince of its own that reaches the last rank becomes a
queen. So what remains is what Fairy-Max does not expect. It does not know what was played before,
so it sees no repetition.

    pip install jacquerie
    jacquerie match --variant metamachy --tc movetime=1000 --margin 60000 --games 20 \\
        --engine "name=Jacquerie cmd=self" --engine "name=Fairy-Max cmd='python engine.py'"
"""

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import jacquerie

GAME = Path(__file__).with_name("metamachy.ini")
TOLD = 4
"""Fairy-Max begins no iteration that it may not finish, and so takes a quarter of the time it has on
average, but sometimes more than all. So it is told that it has four times as much, in seconds; a
match must allow for the longest moves."""
REPORT = re.compile(r"\s*(\d+)\s+(-?\d+)\s+(\d+)\s+(\d+)\s")
"""Depth, centipawns, hundredths of a second, nodes."""


def with_game(installed: str) -> str:
    """The installed descriptions, with Metamachy before the first: Fairy-Max skips a file's end."""
    lines = installed.splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if line.startswith("Game:"))
    # The line before it is a comment about the game.
    return "".join([*lines[: first - 1], GAME.read_text(), *lines[first - 1 :]])


def men(placement: str) -> Iterator[tuple[str, str]]:
    """The men of a FEN's first field: letter and square, as the XBoard protocol writes them."""
    for row, text in enumerate(placement.split("/")):
        file = 0
        for token in re.findall(r"\d+|\D", text):
            if token.isdigit():
                file += int(token)
            else:
                yield token, f"{'abcdefghijkl'[file]}{12 - row}"
                file += 1


def edit(position: jacquerie.Position) -> list[str]:
    """The commands that set up a position."""
    placed = list(men(position.fen.split()[0]))
    white = [letter + square for letter, square in placed if letter.isupper()]
    black = [letter.upper() + square for letter, square in placed if letter.islower()]
    return ["force", "edit", "#", *white, "c", *black, ".", position.turn]


def legal(move: str, position: jacquerie.Position) -> str:
    """A move of Fairy-Max as Metamachy has it: what reaches the last rank becomes a queen."""
    legal_moves = position.moves
    return next((one for one in (move, move + "q") if one in legal_moves), move)


class FairyMax:
    """The running program."""

    def __init__(self, program: str, ini: str) -> None:
        self.process = subprocess.Popen(
            [program, "22", ini],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self.send("xboard", "protover 2", "new", "variant metamachy", "post")

    def send(self, *commands: str) -> None:
        """Writes commands, one to a line."""
        self.process.stdin.write("".join(command + "\n" for command in commands))

    def think(self, position: jacquerie.Position, seconds: int) -> Iterator[str]:
        """Yields what it reports, and last its move."""
        self.send(*edit(position), f"st {seconds}", "go")
        for line in self.process.stdout:
            if line.startswith("move "):
                yield f"bestmove {legal(line.split()[1], position)}"
                return
            if found := REPORT.match(line):
                depth, score, hundredths, nodes = map(int, found.groups())
                yield f"info depth {depth} score cp {score} time {hundredths * 10} nodes {nodes}"
        raise SystemExit("Fairy-Max has ended")


def read_position(words: list[str]) -> jacquerie.Position:
    """The position of a UCI command."""
    start, _, moves = " ".join(words).partition(" moves ")
    fen = start.removeprefix("fen ") if start.startswith("fen ") else None
    return jacquerie.Position(fen, variant="metamachy").play(*moves.split())


def main() -> None:
    """Speaks UCI until `quit`."""
    parser = argparse.ArgumentParser(description="Fairy-Max as a UCI engine for Metamachy.")
    parser.add_argument("--program", default="/usr/games/fairymax", help="Fairy-Max")
    parser.add_argument(
        "--ini",
        type=Path,
        default="/usr/share/games/fairymax/fmax.ini",
        help="the installed file of games",
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ini = Path(folder, "fmax.ini")
        installed = options.ini.read_text("latin-1")
        ini.write_text(with_game(installed), "latin-1")
        engine = FairyMax(options.program, str(ini))
        position = jacquerie.Position(variant="metamachy")
        for line in sys.stdin:
            command, *words = line.split() or [""]
            match command:
                case "uci":
                    print("id name Fairy-Max\nid author H. G. Muller")
                    print("option name UCI_Variant type combo default metamachy var metamachy")
                    print("uciok", flush=True)
                case "isready":
                    print("readyok", flush=True)
                case "position":
                    position = read_position(words)
                case "go":
                    times = dict(pairwise(words))
                    seconds = max(1, TOLD * int(times.get("movetime", "1000")) // 1000)
                    for report in engine.think(position, seconds):
                        print(report, flush=True)
                case "quit":
                    break
        engine.send("quit")


if __name__ == "__main__":
    main()
