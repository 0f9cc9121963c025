#!/usr/bin/env python3
"""Plays games in the real XBoard and checks how they are recorded.

It starts a virtual X server (Xvfb) with XBoard in it, lets two engines play a game, plays others with the mouse
against the engine, and ends short games in each possible way: of pawns alone, of kings and pawns, of antichess, and
of Metamachy. XBoard saves the games. The built `jacquerie` then decides, through UCI, whether the moves are legal
and which side has won, and XBoard's record must agree. Run it by hand:

    cargo build --release
    tests/gui/xboard.py [--pictures docs]

Exit code 0: all games were right; 1: one was not; 2: something is missing.
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
# On Debian, games are not in every user's path.
os.environ["PATH"] += os.pathsep + "/usr/games"
NEEDED = {
    "xboard": "xboard",
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "import": "imagemagick",
    "convert": "imagemagick",
}
# Commands that people use: to play White, and to watch the engine play itself.
PLAY = """
xboard -fcp "jacquerie xboard" -variant peasants -testLegality false
"""
WATCH = """
xboard -fcp "jacquerie xboard" -scp "jacquerie xboard" -variant peasants -testLegality false -mg 1 -tc 5 -inc 0
"""
WATCH_KINGS = """
xboard -fcp "jacquerie xboard" -scp "jacquerie xboard" -variant kingpawn -testLegality false -mg 1 -tc 5 -inc 0
"""
PLAY_KINGS = """
xboard -fcp "jacquerie xboard" -variant kingpawn -testLegality false
"""
WATCH_ANTICHESS = """
xboard -fcp "jacquerie xboard" -scp "jacquerie xboard" -variant antichess -testClaims false -mg 1 -tc 5 -inc 0
"""
PLAY_ANTICHESS = """
xboard -fcp "jacquerie xboard" -variant antichess
"""
WATCH_METAMACHY = """
xboard -fcp "jacquerie xboard" -scp "jacquerie xboard" -variant metamachy -testLegality false -mg 1 -tc 5 -inc 0
"""
PLAY_METAMACHY = """
xboard -fcp "jacquerie xboard" -variant metamachy -testLegality false
"""
WATCH_PAWN_ENDING = """
xboard -fcp "jacquerie xboard --variant endings" -scp "jacquerie xboard --variant endings" -loadPositionFile position.fen -mg 1 -tc 5 -inc 0
"""
# The command for each game, its start, the rules that `engine.toml` needs for other starts, and the name of its
# picture.
PAWNS = {
    "play": PLAY,
    "watch": WATCH,
    "variant": "peasants",
    "start": "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1",
    "rules": 'stalemate = "draw"',
    "picture": "xboard.png",
}
KINGS = {
    "play": PLAY_KINGS,
    "watch": WATCH_KINGS,
    "variant": "kingpawn",
    "start": "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "rules": 'game = "kings"',
    "picture": "xboard-kings.png",
}
ANTICHESS = {
    "play": PLAY_ANTICHESS,
    "watch": WATCH_ANTICHESS,
    "variant": "antichess",
    "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    "rules": 'game = "antichess"\nstalemate = "win"',
    "picture": "xboard-antichess.png",
    # The mouse would have to choose from a menu.
    "types promotions": True,
}
METAMACHY = {
    "play": PLAY_METAMACHY,
    "watch": WATCH_METAMACHY,
    "variant": "metamachy",
    "start": "cm3kg3mc/ernbiqlibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBIQLIBNRE/CM3KG3MC w Kk - 0 1",
    "rules": 'game = "metamachy"',
    "picture": "xboard-metamachy.png",
    "picture of engines": "xboard-metamachy-engines.png",
    # Its window is as large as for eight squares a side.
    "square": 39,
    # XBoard's record is not always unambiguous: promotions, and pieces taken en passant.
    "own record": True,
    "depths": ("3", "2"),
    "games": 1,
    "patience": 900,
}
# XBoard's normal game, from a position that it sets up.
PAWN_ENDING = {
    "watch": WATCH_PAWN_ENDING,
    "variant": "endings",
    "rules": 'game = "endings"',
    "start": "8/5k2/8/3p4/3P1K2/8/4P3/8 w - - 0 1",
    "picture of engines": "xboard-endings.png",
}
# A minute is long for saving each of these games, and for each answer of the engine.
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

# The same for kings and pawns. In most of them the engine's king is shut in, so that its moves are known. `--` is
# typed: it lets the game end where both sides have the same number of queens.
KING_ENDINGS = {
    "the person's queen wins": ("8/4P3/8/8/8/2K5/p7/k7", "e7e8", "e8=Q Kb1", "1-0"),
    "the engine's queen wins": ("7k/8/8/8/7P/4K3/p7/8", "h4h5 h5h6", "h5 a1=Q h6", "0-1"),
    "both have a queen": ("8/4P3/8/8/8/8/4p2k/K7", "e7e8", "e8=Q e1=Q", "1/2-1/2"),
    "the person lets it end": (
        "K7/PP4P1/8/8/7k/8/1p6/8", "b7b8 --", "b8=Q b1=Q --", "1/2-1/2"
    ),
    "the person's queen mates": ("k7/3P4/1K6/8/8/8/8/8", "d7d8", "d8=Q", "1-0"),
    "the engine's queen mates": ("8/8/8/8/8/1k6/3p3P/K7", "h2h3", "h3 d1=Q", "0-1"),
    "a pawn mates": ("k1K5/p7/PP6/8/8/8/8/8", "b6b7", "b7", "1-0"),
    "a pawn's stalemate": ("k7/P7/8/1K6/8/8/8/8", "b5b6", "Kb6", "1/2-1/2"),
    "a queen's stalemate": ("8/1P6/k7/8/K7/8/8/8", "b7b8", "b8=Q", "1/2-1/2"),
    "the engine's king takes a queen": (
        "8/Pk5P/3P4/1K6/8/8/8/8", "a7a8 b5b6 h7h8", "a8=Q Kxa8 Kb6 Kb8 h8=Q", "1-0"
    ),
    "the person's king takes a queen": (
        "k7/p1P5/P7/8/8/6K1/4p3/8", "g3f2 f2e1", "Kf2 e1=Q Kxe1", "1/2-1/2"
    ),
    "a position comes back": (
        "k7/p2P4/P2P4/8/8/8/8/7K",
        "h1g1 g1h1 h1g1 g1h1",
        "Kg1 Kb8 Kh1 Ka8 Kg1 Kb8 Kh1 Ka8",
        "1/2-1/2",
    ),
    "the engine takes en passant": (
        "k7/p1P5/P7/8/3p4/3P4/4P3/7K", "e2e4 c7c8", "e4 dxe3 c8=Q", "1-0"
    ),
    "the person takes en passant": (
        "k1K5/p5p1/P7/5P2/8/8/8/8", "c8c7 f5g6", "Kc7 g5 fxg6", "1/2-1/2"
    ),
    "illegal moves of kings": ("k7/P7/8/1K6/8/8/8/8", "a7a8 b5c7 b5b6", "Kb6", "1/2-1/2"),
}

# The same for antichess. Promotions are typed.
ANTICHESS_ENDINGS = {
    "the person's last piece is taken": ("8/8/8/8/8/1k6/8/K7", "a1a2", "Ka2 Kxa2", "1-0"),
    "the person takes the last piece": ("8/8/8/3p4/4P3/8/8/8", "e4e5 e4d5", "exd5", "0-1"),
    "the engine has no move": ("8/8/8/p7/8/P7/8/8", "a3a4", "a4", "0-1"),
    "the person has no move": ("8/p7/8/8/P7/7p/7P/8", "a4a5", "a5 a6", "1-0"),
    "a pawn becomes a king": ("7r/4P3/8/8/8/8/8/8", "e8=K", "e8=K Rxe8", "1-0"),
    "a capture makes a king": ("3n4/4P3/8/8/8/8/8/8", "exd8=K", "exd8=K", "0-1"),
    "the engine must take en passant": ("8/8/8/8/1p6/8/P7/8", "a2a4", "a4 bxa3", "1-0"),
}


# The same for Metamachy, with the other fields of the start's FEN. A comma separates the two parts of a capture en
# passant, both of which the mouse must make. The engine can move only a king that is shut in and one other piece.
METAMACHY_ENDINGS = {
    "the person's prince becomes a queen": (
        "11k/3I8/11K/12/12/12/12/12/12/12/12/12", "d11d12", "Id12", "1-0"
    ),
    "the person's pawn becomes a queen": (
        "11k/3P8/11K/12/12/12/12/12/12/12/12/12", "d11d12", "d12=Q", "1-0"
    ),
    "the person takes a prince en passant": (
        "12/12/12/12/12/12/4i7/11R/3P3k4/11R/2G9/K11", "c2d3 d4e4,e4e5", "Gd3 Ie4 d4xe4-e5", "1-0"
    ),
    "the engine takes a prince en passant": (
        "11k/R11/3p8/3P8/4I7/12/12/12/12/12/12/KR8R1", "e8e10 b1b12", "Ie10 d10xe10-e9 Rb12", "1-0"
    ),
    "the king leaps without a rook": (
        "11k/R11/12/12/12/12/12/12/12/p11/12/NR3K4R1 w K", "f1h1 b1b12", "Kh1 a2 Rb12", "1-0"
    ),
    "only marked squares are accepted": (
        "11k/R11/12/12/12/12/12/12/12/p11/12/NR3K4R1 w K", "f1i1 b1c2 b1b12", "Rb12", "1-0"
    ),
}


class Wrong(Exception):
    """A game that is not as it should be."""


def main():
    arguments = argparse.ArgumentParser(description="Plays games in the real XBoard.")
    arguments.add_argument("--engine", default=PROJECT / "target/release/jacquerie", type=Path)
    arguments.add_argument("--only", default="", help="part of the names of the games to play")
    arguments.add_argument("--pictures", type=Path, help="where to keep a picture of each game")
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
        for name, game in games(Table(Path(folder), options.engine, options.pictures)):
            if options.only not in name:
                continue
            try:
                print(f"ok      {name}: {game()}", flush=True)
            except Wrong as problem:
                failures += 1
                print(f"WRONG   {name}: {problem}", flush=True)
    return 1 if failures else 0


@contextlib.contextmanager
def display(folder):
    """A virtual X server for the programs started meanwhile."""
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
    for game, endings in [
        (PAWNS, ENDINGS),
        (KINGS, KING_ENDINGS),
        (ANTICHESS, ANTICHESS_ENDINGS),
        (METAMACHY, METAMACHY_ENDINGS),
    ]:
        variant = game["variant"]
        yield f"{variant}, engine against engine", lambda: table.engines_play(game)
        for number in range(game.get("games", 2)):
            name = f"{variant}, person against engine, game {number + 1}"
            yield name, lambda: table.person_plays(game, number)
        for name, ending in endings.items():
            yield f"{variant}, {name}", lambda: table.ending(game, *ending)
    yield "endings, engine against engine", lambda: table.engines_play(PAWN_ENDING)


class Table:
    """A board with XBoard on one side and the engine on the other."""

    def __init__(self, folder, engine, pictures):
        self.folder = folder
        self.engine = engine
        # XBoard finds it as users have it: as `jacquerie`, in the path.
        (folder / "bin").mkdir()
        (folder / "bin/jacquerie").symlink_to(engine)
        os.environ["PATH"] = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        self.pictures = pictures

    @contextlib.contextmanager
    def xboard(self, game, line, *arguments, start=None):
        """XBoard as a command line starts it, with a game that begins at `start`, or at the usual start."""
        for name in ("game.pgn", "talk"):
            (self.folder / name).unlink(missing_ok=True)
        variant = "ending" if start else game["variant"]
        config = self.folder / "engine.toml"
        text = f'[variants.ending]\nstart = "{start}"\n{game["rules"]}\n'
        config.write_text(text if start else "")
        command = [variant if word == game["variant"] else word for word in shlex.split(line)]
        command += ["-boardSize", "moderate", "-saveGameFile", "game.pgn", "-soundMove", ""]
        # A plain board, so that its picture is small.
        command += ["-useBoardTexture", "false", "-clockFont", "Sans Bold 14"]
        # XBoard reads the user's settings, wherever HOME is; they are not changed.
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

    def engines_play(self, game):
        """Both sides are the engine."""
        depth, _ = game.get("depths", ("6", "4"))
        (self.folder / "position.fen").write_text(game["start"] + "\n")
        with self.xboard(game, game["watch"], "-searchDepth", depth):
            record = self.record(game.get("patience", PATIENCE))
            self.shoot(game, "picture of engines")
            return self.check(game, *record, game["start"])

    def person_plays(self, game, seed):
        """A complete game: the mouse plays White, at random unless it can promote."""
        chance = random.Random(seed)
        start = game["start"]
        _, depth = game.get("depths", ("6", "4"))
        with self.xboard(game, game["play"], "-searchDepth", depth):
            moves = []
            while self.result(game, start, moves) is None:
                if len(moves) % 2 == 0:
                    legal = self.legal(game, start, moves)
                    chosen = next(filter(self.promotes, legal), chance.choice(legal))
                    whole = chosen if game.get("types promotions") else chosen.rstrip("qlg")
                    self.drag(game, self.legs(game, start, moves, whole))
                    heard = len(moves) // 2 + 1
                    self.wait(lambda: self.talked("usermove") >= heard, f"{chosen} to arrive")
                    moves.append(chosen)
                else:
                    self.wait(lambda: self.talked("move") > len(moves) // 2, "the engine's move")
                    moves.append(self.engine_moves()[len(moves) // 2])
            record = self.record()
            self.shoot(game, "picture")
            return self.check(game, *record, start, expected=len(moves))

    @staticmethod
    def promotes(move):
        """Whether White's pawn promotes, in a pawn game or one with kings."""
        return move.endswith("q") or move[1] + move[3:] == "78"

    def legs(self, game, start, moves, move):
        """A move as the mouse must make it: via the captured piece, if a pawn captures en passant."""
        if not game.get("own record"):
            return move
        men = {}
        for row, rank in zip(self.board(game, start, moves)[0].split("/"), range(12, 0, -1)):
            number = 0
            for word in re.findall(r"\d+|[A-Za-z]", row):
                if word.isalpha():
                    men["abcdefghijkl"[number] + str(rank)] = word
                number += int(word) if word.isdigit() else 1
        origin, target = re.fullmatch(r"([a-l]\d+)([a-l]\d+)", move).groups()
        if men[origin] != "P" or origin[0] == target[0] or target in men:
            return move
        passed = f"{target[0]}{int(target[1:]) - 1}"
        return f"{origin}{passed},{passed}{target}"

    def ending(self, game, board, drags, moves, result):
        """A short game whose moves and result are known."""
        start = (board if " " in board else board + " w -") + " - 0 1"
        _, depth = game.get("depths", ("", "6"))
        with self.xboard(game, game["play"], "-searchDepth", depth, start=start):
            for number, move in enumerate(drags.split()):
                self.drag(game, move, settle=number == 0)
            recorded, found = self.record()
            if recorded != moves.split():
                raise Wrong(f"recorded {recorded}, expected {moves.split()}")
            if found != result:
                raise Wrong(f"recorded {found}, expected {result}")
            return self.check(game, recorded, found, start)

    def shoot(self, game, which):
        """Keeps a picture of the window, if the game has one of this kind."""
        if self.pictures and which in game:
            shot, kept = self.folder / "shot.png", self.pictures.resolve() / game[which]
            window = self.window()
            # After a match XBoard shows its score in another window.
            subprocess.run(["xdotool", "windowraise", window], check=True)
            time.sleep(1)
            subprocess.run(["import", "-window", window, shot], check=True)
            shrink = ["-strip", "+dither", "-colors", "32", "-define", "png:compression-level=9"]
            subprocess.run(["convert", shot, *shrink, f"PNG8:{kept}"], check=True)

    # What XBoard shows and does.

    def window(self):
        """The window with the board, once it exists and the engine has announced its variant."""
        self.wait(lambda: self.talked("setup") + self.talked("setboard") > 0, "XBoard to start the engine")
        found = subprocess.run(
            ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^xboard|Jacquerie"],
            capture_output=True, text=True, timeout=PATIENCE,
        )
        # The board is the largest window, if there are others.
        return max(found.stdout.split(), key=lambda one: self.size(one)[0] * self.size(one)[1])

    @staticmethod
    def size(window):
        command = ["xdotool", "getwindowgeometry", "--shell", window]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        values = dict(line.split("=") for line in text.split())
        return int(values["WIDTH"]), int(values["HEIGHT"])

    def drag(self, game, move, settle=True):
        """Moves a piece with the mouse; a move that is not two squares is typed."""
        window = self.window()
        height = self.size(window)[1]
        size = game.get("square", SQUARE)

        def mouse(square):
            x = EDGE + size * "abcdefghijkl".index(square[0]) + size // 2
            y = height - EDGE - size * int(square[1:]) + size // 2
            subprocess.run(["xdotool", "mousemove", "--window", window, str(x), str(y)], check=True)
            time.sleep(0.15)

        def button(action):
            subprocess.run(["xdotool", action, "1"], check=True)
            time.sleep(0.15)

        if settle:
            time.sleep(0.5)
        squares = re.fullmatch(r"([a-l]\d+)([a-l]\d+)(?:,\2([a-l]\d+))?", move)
        if not squares:
            # Keys go to where the mouse points.
            mouse("d4")
            names = {"-": "minus", "=": "equal"}
            keys = [names.get(letter, letter) for letter in move] + ["Return"]
            subprocess.run(["xdotool", "key", "--delay", "200", *keys], check=True)
            return
        origin, target, further = squares.groups()
        mouse(origin)
        button("mousedown")
        mouse(target)
        button("mouseup")
        if further:
            mouse(further)
            button("click")
        time.sleep(0.4)

    # What XBoard logs.

    def talk(self):
        path = self.folder / "talk"
        return path.read_text(errors="replace") if path.exists() else ""

    def talked(self, word):
        """How many lines between XBoard and the engine begin with a word."""
        return len(re.findall(rf"[<>]first *: {word} ", self.talk()))

    def engine_moves(self):
        return [self.whole(move) for move in re.findall(r"<first *: move (\S+)", self.talk())]

    @staticmethod
    def whole(move):
        """A move of two parts as one."""
        return re.sub(r"^([a-l]\d+)([a-l]\d+),\2", r"\1", move)

    def own_record(self):
        """The moves that the engines received and sent."""
        heard = r"<(?:first|second) *: move (\S+)"
        if ">second" not in self.talk():
            # It is sent in two parts, and each is logged.
            heard += r"|>first *: usermove (?:\d+ >first *: )?(\S+)"
        return [self.whole("".join(move)) for move in re.findall(f"(?:{heard})", self.talk())]

    def record(self, patience=PATIENCE):
        """The moves and result of the game that XBoard saves at its end."""
        path = self.folder / "game.pgn"

        def saved():
            return path.exists() and re.search(r"(1-0|0-1|1/2-1/2|\*)\s*$", path.read_text())

        self.wait(saved, "XBoard to save the game", patience)
        text = path.read_text()
        result = re.search(r'\[Result "(.*)"\]', text)[1]
        body = re.sub(r"\{.*?\}|\[.*?\]", " ", text, flags=re.DOTALL)
        words = [word.rstrip("+#") for word in body.split()]
        moves = [word for word in words if re.match(r"[a-lKQGLRBCINEM]|--$", word)]
        if words[-1] != result:
            raise Wrong(f"the game ends with {words[-1]}, but its heading says {result}")
        return moves, result

    @staticmethod
    def wait(condition, what, patience=PATIENCE):
        deadline = time.monotonic() + patience
        while not condition():
            if time.monotonic() > deadline:
                raise Wrong(f"waited in vain for {what}")
            time.sleep(0.05)

    # The rules.

    def ask(self, game, start, moves, *commands):
        """The engine's answers, through UCI, about the position after some moves."""
        position = f"position fen {start} moves {' '.join(moves)}"
        command = [str(self.engine), "--variant", game["variant"], position, *commands]
        return subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, check=True, timeout=PATIENCE
        ).stdout

    def legal(self, game, start, moves):
        answer = self.ask(game, start, moves, "go perft 1")
        return re.findall(r"^(\w+): 1$", answer, re.MULTILINE)

    def result(self, game, start, moves):
        """The result under the rules, None for an unfinished game; UCI leaves repetitions open."""
        answer = self.ask(game, start, moves, "fen", "go depth 1")
        if "info string" in answer and "exact" not in answer:
            raise Wrong(f"{moves}: {answer}")
        if "bestmove (none)" not in answer:
            return None
        if "score cp 0" in answer:
            return "1/2-1/2"
        # In one move the side to move has already won: it has more queens.
        mover_won = "score mate 1" in answer
        return "1-0" if (answer.split()[1] == "w") == mover_won else "0-1"

    def board(self, game, start, moves):
        """The pieces, the side to move, and the en passant square."""
        return self.ask(game, start, moves, "fen").split()[:4]

    def quiet(self, game, start, moves):
        """Whether each side made fifty moves without progress."""
        return self.ask(game, start, moves, "fen").split()[4] == "100"

    def own_record_of(self, recorded):
        """The moves played, for a record that gives the path of each piece and the captures."""
        played = self.own_record()
        if len(played) != len(recorded):
            raise Wrong(f"{len(recorded)} plies are recorded, {len(played)} were told: {played}")
        for short, move in zip(recorded, played):
            target = re.fullmatch(r"[a-l]\d+([a-l]\d+)[qlg]?", move)[1]
            if re.sub(r"=.*", "", short).endswith(target):
                continue
            raise Wrong(f"{short} is recorded, but {move} was played")
        return played

    def check(self, game, moves, result, start, expected=None):
        """Compares a record with the rules; returns a summary if all is right."""
        if expected is not None and len(moves) != expected:
            raise Wrong(f"{len(moves)} plies are recorded, {expected} were played")
        if not moves:
            raise Wrong("no move is recorded")
        if game.get("own record"):
            moves = self.own_record_of(moves)
        boards = []
        for plies in range(len(moves) + 1):
            right = self.result(game, start, moves[:plies])
            boards.append(self.board(game, start, moves[:plies]))
            if boards.count(boards[-1]) == 3:
                right = "1/2-1/2"
            if game.get("own record") and right is None and self.quiet(game, start, moves[:plies]):
                right = "1/2-1/2"
            if right is not None and plies < len(moves):
                raise Wrong(f"goes on after {moves[:plies]} although it is {right}")
        if right != result:
            raise Wrong(f"recorded {result}, but {moves} from {start} is {right}")
        return f"{result} after {len(moves)} plies"


if __name__ == "__main__":
    sys.exit(main())
