#!/usr/bin/env python3
"""Plays short matches in cutechess-cli and fastchess, and checks them again with python-chess.

Antichess in cutechess-cli, pawn endings in both. A warning about the engine's output is an error, and so is a
result that does not follow from the last position, such as a loss on time. By hand, with `jacquerie`, both runners,
`stockfish` and `fairy-stockfish` in the path:

    python3 -m pip install chess
    tests/gui/runners.py

Exit code 0: all games were right; 1: one was not; 2: something is missing.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import chess.pgn

# On Debian, games are not in every user's path.
os.environ["PATH"] += os.pathsep + "/usr/games"
NEEDED = ("jacquerie", "cutechess-cli", "fastchess", "stockfish", "fairy-stockfish")
# As in docs/matches.md.
MATCHES = """
cutechess-cli -variant antichess -engine cmd=jacquerie -engine cmd=fairy-stockfish -each proto=uci tc=2+0.02 -openings file=antichess.epd format=epd -games 2 -rounds 5 -repeat -pgnout antichess.pgn
cutechess-cli -engine cmd=jacquerie arg=--variant arg=endings -engine cmd=stockfish -each proto=uci tc=2+0.02 -openings file=endings.epd format=epd -games 2 -rounds 5 -repeat -pgnout endings.pgn
fastchess -engine cmd=jacquerie name=Jacquerie args="--variant endings" -engine cmd=stockfish name=Stockfish -each tc=2+0.02 -openings file=endings.epd format=epd -games 2 -rounds 5 -pgnout file=fastchess.pgn
"""
ANTICHESS = """\
r2qkbnr/pp2pppp/n7/2Pp4/8/B5P1/P1PPQP1P/RN2KBNR w - -
rn2kbnr/p1p1pppp/3q4/1p6/8/3P3b/PPP1PPP1/RN1QKBNR w - -
rn1qkbnr/2pppp1p/1p6/p3P1p1/8/3Q4/PPP1NPPP/RNB1KB1R w - -
rn1qkbnr/1pp1pppp/p2p4/8/5P2/7R/PPPPP1P1/RNBQKBN1 w - -
rnbqkbr1/p1pppppp/8/1p6/6P1/7P/PPPPP1PR/RNBQKBN1 w - -
"""
ENDINGS = """\
8/8/2k1P1K1/8/3PPpp1/3p1p1P/p1P5/8 w - -
8/7p/5P2/1p1KP3/4p2P/P5p1/2k5/8 b - -
8/2K4P/2p5/8/3P4/1p6/2PPkp1p/8 w - -
8/4p3/5PPK/1p1pP3/kP6/3p3p/4P3/8 w - -
8/3p2P1/1P6/7p/1pk1pP2/5P1P/K6p/8 b - -
"""
FAULT = re.compile(r"warning.*jacquerie", re.IGNORECASE)


def faults(pgn):
    """The errors in the games of a file."""
    with open(pgn, encoding="utf-8") as file:
        games = list(iter(lambda: chess.pgn.read_game(file), None))
    if len(games) != 10:
        yield f"{len(games)} games"
    for number, game in enumerate(games, 1):
        outcome = game.end().board().outcome(claim_draw=True)
        result = outcome.result() if outcome else "no end"
        if game.errors or result != game.headers["Result"]:
            yield f"game {number}: {game.headers['Result']}, but {result} {game.errors}"


def main():
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing:
        print("missing:", *missing)
        return 2
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in (("antichess.epd", ANTICHESS), ("endings.epd", ENDINGS)):
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)
        for match in MATCHES.strip().splitlines():
            run = subprocess.run(match, shell=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            pgn = re.search(r"\w+\.pgn", match).group()
            found = [line for line in run.stdout.splitlines() if FAULT.search(line)]
            found += faults(pgn) if os.path.exists(pgn) else [run.stdout]
            print(pgn, "wrong" if found else "right")
            wrong += found
    print(*wrong, sep="\n", end="")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
