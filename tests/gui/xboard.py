#!/usr/bin/env python3
"""Plays games in the real XBoard and checks how they are recorded.

It starts an X server that shows nothing (Xvfb) and XBoard in it, lets two engines play a game,
plays another with the mouse against the engine, and ends short games in each way a game can end.
XBoard saves what was played; the built `jacquerie` then says, through UCI, whether the moves are
legal and who has won, which must be what XBoard recorded. Run it by hand:

    cargo build --release
    tests/gui/xboard.py [--picture docs/xboard.png]

Exit code 0: all games were right; 1: one was not; 2: something that it needs is missing.
"""

import argparse
import contextlib
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
# Debian keeps games out of the path of some users.
os.environ["PATH"] += os.pathsep + "/usr/games"
NEEDED = {
    "xboard": "xboard",
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "import": "imagemagick",
    "convert": "imagemagick",
}
START = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1"
# How people start it: to play White, and to see the engine play itself.
PLAY = """
xboard -fcp "jacquerie xboard" -variant peasants -testLegality false
"""
WATCH = """
xboard -fcp "jacquerie xboard" -scp "jacquerie xboard" -variant peasants -testLegality false -mg 1 -tc 5 -inc 0
"""
# A minute is long for each of these games to be saved, and for each answer of the engine.
PATIENCE = 60
# XBoard's size "moderate": squares of 49 pixels and lines of one between them, two at the edge.
SQUARE = 59
EDGE = 2

# Short games: a start, the mouse's moves, the moves that must be recorded, the result.
ENDINGS = {
    "arrival of the person's pawn": ("8/2P5/8/8/8/8/p7/8", "c7c8", "c8=Q", "1-0"),
    "arrival of the engine's pawn": ("8/8/8/8/7P/8/p7/8", "h4h5", "h5 a1=Q", "0-1"),
    "arrival that leaves no move": ("8/2P5/8/8/8/2p5/2P5/8", "c7c8", "c8=Q", "1-0"),
    "the person takes the last pawn": ("8/8/8/8/1p6/P7/8/8", "a3b4", "axb4", "1-0"),
    "the engine takes the last pawn": ("8/8/8/1p6/8/8/P7/8", "a2a4", "a4 bxa4", "0-1"),
    "the engine has no move": ("8/8/8/p7/8/P7/8/8", "a3a4", "a4", "1/2-1/2"),
    "the person has no move": ("8/p7/8/8/P7/7p/7P/8", "a4a5", "a5 a6", "1/2-1/2"),
    "illegal moves are not played": ("8/8/8/p7/8/P7/8/8", "a3a5 a3b4 a3a4", "a4", "1/2-1/2"),
    "capture en passant": ("8/8/8/8/3p4/8/4P3/8", "e2e4", "e4 dxe3", "0-1"),
}


class Wrong(Exception):
    """A game that is not as it should be."""


def main():
    arguments = argparse.ArgumentParser(description="Plays games in the real XBoard.")
    arguments.add_argument("--engine", default=PROJECT / "target/release/jacquerie", type=Path)
    arguments.add_argument("--picture", type=Path, help="where to keep a picture of a game")
    options = arguments.parse_args()
    options.engine = options.engine.resolve()
    missing = sorted({package for tool, package in NEEDED.items() if not shutil.which(tool)})
    if missing:
        print("missing programs; on Debian: apt-get install", *missing, file=sys.stderr)
        return 2
    if not options.engine.exists():
        print(f"{options.engine} is missing: cargo build --release", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder, display(Path(folder)):
        failures = 0
        for name, game in games(Table(Path(folder), options.engine, options.picture)):
            try:
                print(f"ok      {name}: {game()}", flush=True)
            except Wrong as problem:
                failures += 1
                print(f"WRONG   {name}: {problem}", flush=True)
    return 1 if failures else 0


@contextlib.contextmanager
def display(folder):
    """An X server for the programs started meanwhile."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1000x800x24"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as number:
        os.environ["DISPLAY"] = ":" + number.readline().strip()
    os.environ["HOME"] = str(folder)
    try:
        yield
    finally:
        stop(server)


def stop(process):
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def games(table):
    yield "engine against engine", table.engines_play
    for number in range(2):
        yield f"person against engine, game {number + 1}", lambda: table.person_plays(number)
    for name, ending in ENDINGS.items():
        yield name, lambda: table.ending(*ending)


class Table:
    """A board with XBoard at one side and the engine at the other."""

    def __init__(self, folder, engine, picture):
        self.folder = folder
        self.engine = engine
        # XBoard finds it as people have it: as `jacquerie`, on the path.
        (folder / "bin").mkdir()
        (folder / "bin/jacquerie").symlink_to(engine)
        os.environ["PATH"] = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        self.picture = picture

    @contextlib.contextmanager
    def xboard(self, line, *arguments, start=START):
        """XBoard as a line starts it, with a game that begins at `start`."""
        for name in ("game.pgn", "talk"):
            (self.folder / name).unlink(missing_ok=True)
        variant = "peasants" if start == START else "ending"
        config = self.folder / "engine.toml"
        text = f'[variants.ending]\nstart = "{start}"\nstalemate = "draw"\n'
        config.write_text(text if variant == "ending" else "")
        command = [variant if word == "peasants" else word for word in shlex.split(line)]
        command += ["-boardSize", "moderate", "-saveGameFile", "game.pgn", "-soundMove", ""]
        # A plain board, so that a picture of it is small.
        command += ["-useBoardTexture", "false", "-clockFont", "Sans Bold 14"]
        # XBoard reads the user's settings, wherever HOME is; they stay as they are.
        command += ["-saveSettingsOnExit", "false", "-saveSettingsFile", "settings"]
        command += ["-engineOutputUp", "false", "-moveHistoryUp", "false", "-flipView", "false"]
        command += ["-debugMode", "true", "-nameOfDebugFile", "talk", *arguments]
        process = subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            yield
        finally:
            stop(process)

    def engines_play(self):
        """Both sides are the engine."""
        with self.xboard(WATCH, "-searchDepth", "6"):
            return self.check(*self.record(), START)

    def person_plays(self, seed):
        """A whole game: the mouse plays White, at random unless it can win."""
        chance = random.Random(seed)
        with self.xboard(PLAY, "-searchDepth", "4"):
            moves = []
            while self.result(START, moves) is None:
                if len(moves) % 2 == 0:
                    last = [one for one in self.legal(START, moves) if one[3] == "8"]
                    chosen = (last or [chance.choice(self.legal(START, moves))])[0]
                    self.drag(chosen)
                    heard = len(moves) // 2 + 1
                    self.wait(lambda: self.talked("usermove") >= heard, f"{chosen} to arrive")
                    moves.append(chosen)
                else:
                    self.wait(lambda: self.talked("move") > len(moves) // 2, "the engine's move")
                    moves.append(self.engine_moves()[len(moves) // 2])
            record = self.record()
            self.shoot()
            return self.check(*record, START, expected=len(moves))

    def ending(self, board, drags, moves, result):
        """A short game whose course and result are known."""
        start = board + " w - - 0 1"
        with self.xboard(PLAY, "-searchDepth", "6", start=start):
            for number, move in enumerate(drags.split()):
                self.drag(move, settle=number == 0)
            recorded, found = self.record()
            if recorded != moves.split():
                raise Wrong(f"recorded {recorded}, expected {moves.split()}")
            if found != result:
                raise Wrong(f"recorded {found}, expected {result}")
            return self.check(recorded, found, start)

    def shoot(self):
        """Keeps a picture of the window."""
        if self.picture:
            shot = self.folder / "shot.png"
            subprocess.run(["import", "-window", self.window(), shot], check=True)
            shrink = ["-strip", "+dither", "-colors", "32", "-define", "png:compression-level=9"]
            subprocess.run(["convert", shot, *shrink, f"PNG8:{self.picture.resolve()}"], check=True)

    # What XBoard shows and does.

    def window(self):
        """The window with the board, once it is there and the engine has said what it plays."""
        self.wait(lambda: self.talked("setup") > 0, "XBoard to start the engine")
        found = subprocess.run(
            ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^xboard|Jacquerie"],
            capture_output=True, text=True, timeout=PATIENCE,
        )
        # The board is the window with the greatest number of pixels, should there be others.
        return max(found.stdout.split(), key=lambda one: self.size(one)[0] * self.size(one)[1])

    @staticmethod
    def size(window):
        command = ["xdotool", "getwindowgeometry", "--shell", window]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        values = dict(line.split("=") for line in text.split())
        return int(values["WIDTH"]), int(values["HEIGHT"])

    def drag(self, move, settle=True):
        """Takes a pawn with the mouse and puts it down."""
        window = self.window()
        height = self.size(window)[1]

        def mouse(square):
            x = EDGE + SQUARE * "abcdefgh".index(square[0]) + SQUARE // 2
            y = height - EDGE - SQUARE * int(square[1]) + SQUARE // 2
            subprocess.run(["xdotool", "mousemove", "--window", window, str(x), str(y)], check=True)
            time.sleep(0.15)

        if settle:
            time.sleep(0.5)
        mouse(move[:2])
        subprocess.run(["xdotool", "mousedown", "1"], check=True)
        time.sleep(0.15)
        mouse(move[2:])
        subprocess.run(["xdotool", "mouseup", "1"], check=True)
        time.sleep(0.5)

    # What XBoard writes down.

    def talk(self):
        path = self.folder / "talk"
        return path.read_text(errors="replace") if path.exists() else ""

    def talked(self, word):
        """How many lines between XBoard and the engine begin with a word."""
        return len(re.findall(rf"[<>]first *: {word} ", self.talk()))

    def engine_moves(self):
        return re.findall(r"<first *: move (\S+)", self.talk())

    def record(self):
        """Moves and result of the game that XBoard saves at its end."""
        path = self.folder / "game.pgn"

        def saved():
            return path.exists() and re.search(r"(1-0|0-1|1/2-1/2|\*)\s*$", path.read_text())

        self.wait(saved, "XBoard to save the game")
        text = path.read_text()
        result = re.search(r'\[Result "(.*)"\]', text)[1]
        body = re.sub(r"\{.*?\}|\[.*?\]", " ", text, flags=re.DOTALL)
        words = [word.rstrip("+#") for word in body.split()]
        moves = [word for word in words if re.match(r"[a-h]", word)]
        if words[-1] != result:
            raise Wrong(f"the game ends with {words[-1]}, but its heading says {result}")
        return moves, result

    @staticmethod
    def wait(condition, what):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise Wrong(f"waited in vain for {what}")
            time.sleep(0.05)

    # What the rules say.

    def ask(self, start, moves, *commands):
        """The engine's answers, through UCI, about the position after some moves."""
        position = f"position fen {start} moves {' '.join(moves)}"
        command = [str(self.engine), position, *commands]
        return subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, check=True, timeout=PATIENCE
        ).stdout

    def legal(self, start, moves):
        return re.findall(r"^(\w+): 1$", self.ask(start, moves, "go perft 1"), re.MULTILINE)

    def result(self, start, moves):
        """The result under the rules, None while the game goes on."""
        answer = self.ask(start, moves, "fen", "go depth 1")
        if "info string" in answer and "exact" not in answer:
            raise Wrong(f"{moves}: {answer}")
        if "bestmove (none)" not in answer:
            return None
        if "score cp 0" in answer:
            return "1/2-1/2"
        return "0-1" if answer.split()[1] == "w" else "1-0"

    def check(self, moves, result, start, expected=None):
        """Compares a record with the rules; a word about it if all is right."""
        if expected is not None and len(moves) != expected:
            raise Wrong(f"{len(moves)} plies are recorded, {expected} were played")
        if not moves:
            raise Wrong("no move is recorded")
        for plies in range(len(moves)):
            before = self.result(start, moves[:plies])
            if before is not None:
                raise Wrong(f"goes on after {moves[:plies]} although it is {before}")
        right = self.result(start, moves)
        if right != result:
            raise Wrong(f"recorded {result}, but {moves} from {start} is {right}")
        return f"{result} after {len(moves)} plies"


if __name__ == "__main__":
    sys.exit(main())
