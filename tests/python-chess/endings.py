"""Pawn endings in python-chess, with its ordinary board, and the engine given as argument.

Run by `tests/clients/python.rs`, which installs python-chess. Each function is one use case; an error ends the
program with the failed assertion.
"""

import random
import re
import subprocess
import sys

import chess
import chess.engine
from chess.engine import Limit

ENGINE = sys.argv[1]
SAAVEDRA = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"


def finish(engine):
    """The engine against itself, to the end: Saavedra's study is won."""
    board = chess.Board(SAAVEDRA)
    while not board.is_game_over(claim_draw=True):
        move = engine.play(board, Limit(nodes=20_000)).move
        assert move in board.legal_moves, f"{move} in {board.fen()}"
        board.push(move)
    assert board.result() == "1-0", board.fen()
    print(f"{len(board.move_stack)} plies: {chess.Board(SAAVEDRA).variation_san(board.move_stack)}")


def analyse_from_the_first_move(engine):
    """A board that began with all pieces: it is sent whole, and analysed once it is an ending."""
    chance = random.Random(2)
    board = chess.Board()
    while len(board.piece_map()) > 4:
        captures = [move for move in board.legal_moves if board.is_capture(move)]
        move = chance.choice(captures or list(board.legal_moves))
        board.push(move)
        if board.is_game_over():
            board = chess.Board()
    found = engine.analyse(board, Limit(depth=4))
    assert found["pv"][0] in board.legal_moves


def wait(engine):
    """In chess with all its pieces there is nothing to play yet."""
    assert engine.play(chess.Board(), Limit(depth=1)).move is None


def compare_notation():
    """Moves in random positions with up to a dozen pieces: both write them alike, including checks and mates."""
    chance = random.Random(5)
    games, expected = [], []
    while len(expected) < 1000:
        board = chess.Board(None)
        squares = chance.sample(chess.SQUARES, chance.randrange(4, 13))
        for index, square in enumerate(squares):
            kind = chess.KING if index < 2 else chance.choice([2, 2, 3, 4, 5, 5])
            board.set_piece_at(square, chess.Piece(kind, index % 2 == 0))
        board.turn = chance.choice(chess.COLORS)
        for _ in range(2):
            square = chance.randrange(48, 56) if board.turn else chance.randrange(8, 16)
            if not board.piece_at(square):
                board.set_piece_at(square, chess.Piece(chess.PAWN, board.turn))
        if not board.is_valid() or board.is_game_over():
            continue
        move = chance.choice(list(board.legal_moves))
        expected.append(board.san(move))
        games.append(f'[FEN "{board.fen()}"]\n\n{move.uci()} *\n')
    arguments = [ENGINE, "analyse", "--variant", "endings", "--pgn", "-", "--depth", "1"]
    told = subprocess.run(arguments, input="\n".join(games), capture_output=True, text=True, check=True).stdout
    found = [word.rstrip("?!") for word in re.findall(r"^ *1\.+ (\S+)", told, re.MULTILINE)]
    assert found == expected, [pair for pair in zip(found, expected) if pair[0] != pair[1]]


for arguments in [["--variant", "endings"], []]:
    with chess.engine.SimpleEngine.popen_uci([ENGINE, *arguments]) as engine:
        finish(engine)
        analyse_from_the_first_move(engine)
        wait(engine)
compare_notation()
