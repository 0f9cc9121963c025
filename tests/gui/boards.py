#!/usr/bin/env python3
"""Checks docs/boards.ini, which gives the rules of these games to boards based on Fairy-Stockfish.

Random games are played by the rules that pyffish (Fairy-Stockfish as a library) reads there. After each move, the
built `jacquerie` must report through UCI the same FEN and the same legal moves, and end the game at the same time
with the same result. The pawn games are played on boards of each width, narrowed as the file describes, antichess
and suicide by the library's own rules. Run it by hand:

    cargo build --release
    python3 -m venv venv && venv/bin/pip install pyffish==0.0.90
    venv/bin/python tests/gui/boards.py [--games 100]

Exit code 0: both always agreed; 1: they did not; 2: something is missing.
"""

import argparse
import collections
import random
import re
import subprocess
import sys
from pathlib import Path

try:
    import pyffish
except ImportError:
    print("pyffish is missing: pip install pyffish==0.0.90", file=sys.stderr)
    sys.exit(2)

PROJECT = Path(__file__).resolve().parents[2]
INI = PROJECT / "docs/boards.ini"
PAWNS = ["peasants", "pawngame", "pawnrace", "pawnsonly"]
WITH_MEN = ["kingpawn", "antichess", "suicide"]
# Starts from which games of kings and pawns are soon decided; in random games from the usual start hardly a pawn
# promotes.
ENDINGS = [
    None,
    "8/4P3/8/8/8/2K5/p7/k7 w - - 0 1",
    "k7/3P4/1K6/8/8/8/8/8 w - - 0 1",
    "8/1P6/k7/8/K7/8/8/8 w - - 0 1",
    "8/Pk5P/3P4/1K6/8/8/8/8 w - - 0 1",
    "8/P1P2k2/8/8/8/4K2p/2p5/8 w - - 0 1",
    "8/2pk4/8/3P4/3p4/8/2PK4/8 w - - 0 1",
    "4k3/p7/8/8/8/8/7P/4K3 w - - 0 1",
]
# The longest game.
PLIES = 160


class Wrong(Exception):
    """A position on which the two do not agree."""


def main():
    arguments = argparse.ArgumentParser(description="Checks docs/boards.ini by random games.")
    arguments.add_argument("--engine", default=PROJECT / "target/release/jacquerie", type=Path)
    arguments.add_argument("--games", default=40, type=int, help="of each variant and width")
    arguments.add_argument("--seed", default=1, type=int)
    options = arguments.parse_args()
    if not options.engine.exists():
        print(f"{options.engine} is missing: cargo build --release", file=sys.stderr)
        return 2
    failures = 0
    engine = Engine(options.engine)
    chance = random.Random(options.seed)
    for files in range(1, 9):
        describe(files)
    for variant, files in [(v, f) for v in PAWNS for f in range(1, 9)] + [(v, 8) for v in WITH_MEN]:
        if variant == "pawnrace" and files == 1:
            # These gaps leave no pawn.
            continue
        name = f"{variant}, {files} files"
        try:
            print(f"ok      {name}: {check(engine, variant, files, options.games, chance)}", flush=True)
        except Wrong as problem:
            failures += 1
            print(f"WRONG   {name}: {problem}", flush=True)
    engine.stop()
    return 1 if failures else 0


def check(engine, variant, files, games, chance):
    """Plays random games of a variant; returns a summary."""
    known = f"{variant}{files}" if variant in PAWNS + ["kingpawn"] else variant
    engine.choose(variant, files)
    if known not in pyffish.variants():
        raise Wrong("not in the file")
    own_start, _, _ = engine.tell("startpos", [])
    if pyffish.start_fen(known) != own_start:
        raise Wrong(f"begins with {pyffish.start_fen(known)}, and here with {own_start}")
    seen = collections.Counter()
    for number in range(games):
        start = ENDINGS[number % len(ENDINGS)] if variant == "kingpawn" else None
        seen[play(engine, variant, known, start or pyffish.start_fen(known), chance, seen)] += 1
    ends = ", ".join(f"{count} {end}" for end, count in sorted(seen.items()) if end != "positions")
    return f"{seen['positions']} positions; {ends}"


def describe(files):
    """Loads the file, unchanged or narrowed, with the number of files added to each name."""
    text = INI.read_text()
    if files < 8:
        # As the file describes for narrower boards.
        text = text.replace("maxFile = 8", f"maxFile = {files}")
        text = re.sub("startFen = .*", lambda start: narrow(start[0], files), text)
    # A loaded variant cannot be changed, so each width needs its own names.
    sections = r"^\[(\w+)(:\w+)?\]"
    named = lambda found: f"[{found[1]}{files}{found[2] + str(files) if found[2] else ''}]"
    pyffish.load_variant_config(re.sub(sections, named, text, flags=re.MULTILINE))


def narrow(start, files):
    """The left part of a start."""
    placement, rest = start.removeprefix("startFen = ").split(" ", 1)
    ranks = [re.sub(r"\d", lambda empty: "." * int(empty[0]), rank)[:files] for rank in placement.split("/")]
    short = [re.sub(r"\.+", lambda empty: str(len(empty[0])), rank) for rank in ranks]
    return f"startFen = {'/'.join(short)} {rest}"


def play(engine, variant, known, start, chance, seen):
    """Plays one game; returns its end."""
    moves = []
    boards = collections.Counter()
    while True:
        here = f"{start} {' '.join(moves)}"
        seen["positions"] += 1
        fen = pyffish.get_fen(known, start, moves)
        both_have_queens = {"q", "Q"} <= set(fen.split()[0])
        if variant == "kingpawn" and both_have_queens:
            # The rest cannot be described.
            return "queens on both sides"
        own_fen, own_legal, own = engine.tell(start, moves)
        if variant == "kingpawn":
            # Jacquerie does not count moves without progress here, since they have no effect.
            fen = re.sub(r"\d+( \d+)$", r"0\1", fen)
        if fen != own_fen:
            raise Wrong(f"{here}: {fen}, and here {own_fen}")
        legal = sorted(pyffish.legal_moves(known, start, moves))
        result = ended(known, start, moves, legal)
        if result != own:
            raise Wrong(f"{here}: for the side to move {result}, and here {own}")
        if result:
            return result
        if legal != own_legal:
            raise Wrong(f"{here}: {legal}, and here {own_legal}")
        if variant in PAWNS:
            # Positions cannot repeat, so the position is enough.
            start, moves = fen, [chance.choice(legal)]
            continue
        boards[fen.rsplit(" ", 2)[0]] += 1
        drawn, _ = pyffish.is_optional_game_end(known, start, moves)
        fifty = variant != "kingpawn" and fen.split()[4] == "100"
        if drawn != (max(boards.values()) == 3 or fifty):
            raise Wrong(f"{here}: a claim of a draw is {'right' if drawn else 'wrong'}")
        if drawn:
            return "repeated or fifty moves"
        if len(moves) == PLIES:
            return "left"
        # Pawn moves end games.
        forward = [move for move in legal if move[-1].isalpha()] or legal
        moves.append(chance.choice(forward if chance.random() < 0.5 else legal))


def ended(known, start, moves, legal):
    """The result for the side to move, if the game is over."""
    over, value = pyffish.is_immediate_game_end(known, start, moves)
    if not over and not legal:
        over, value = True, pyffish.game_result(known, start, moves)
    if not over:
        return None
    return "won" if value > 0 else "lost" if value < 0 else "drawn"


class Engine:
    """Jacquerie, to compare with."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/"
        )
        # With little memory it answers sooner.
        self.ask("setoption name Hash value 1", "isready")

    def ask(self, *commands, end="readyok"):
        """The answers to some commands, up to a line that begins with `end`."""
        self.process.stdin.write("".join(command + "\n" for command in commands))
        self.process.stdin.flush()
        lines = []
        while not re.match(end, line := self.process.stdout.readline()):
            if not line:
                raise Wrong("the engine has died")
            lines.append(line.rstrip())
        return [*lines, line.rstrip()]

    def choose(self, variant, files):
        self.ask(f"setoption name UCI_Variant value {variant}", f"setoption name Files value {files}", "isready")

    def tell(self, start, moves):
        """The FEN, the legal moves, and the result for the side to move if the game is over."""
        where = start if start == "startpos" else f"fen {start}"
        position = f"position {where} moves {' '.join(moves)}"
        fen, *perft, _ = self.ask(position, "fen", "go perft 1", end="Nodes searched")
        legal = sorted(line.split(":")[0] for line in perft if line.endswith(": 1"))
        *search, best = self.ask("go depth 1", end="bestmove")
        if best != "bestmove (none)":
            return fen, legal, None
        score = next(line for line in reversed(search) if " score " in line)
        # In one move the side to move has already won: it has more queens, or no pieces.
        own = "drawn" if "score cp 0" in score else "won" if "score mate 1" in score else "lost"
        return fen, legal, own

    def stop(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.flush()
        self.process.wait(10)


if __name__ == "__main__":
    sys.exit(main())
