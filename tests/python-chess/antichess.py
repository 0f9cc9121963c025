"""Antichess in python-chess, with its own boards, and the engine given as argument.

Run by `tests/clients/python.rs`, which installs python-chess. Each function is one use case; an error ends the
program with the failed assertion.
"""

import random
import subprocess
import sys

import chess
import chess.engine
from chess.engine import Cp, Limit, Mate
from chess.variant import AntichessBoard, GiveawayBoard, SuicideBoard

ENGINE = sys.argv[1]
BOARDS = AntichessBoard, SuicideBoard, GiveawayBoard
# Without castling.
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"


def is_over(board):
    return board.is_game_over(claim_draw=True)


def finish(board, choose):
    """Plays a game to its end with moves from `choose`."""
    while not is_over(board):
        move = choose(board)
        assert move in board.legal_moves, f"{move} in {board.fen()}"
        board.push(move)
    outcome = board.outcome(claim_draw=True)
    print(f"{board.uci_variant}: {outcome.result()} after {len(board.move_stack)} plies")
    return outcome.winner


def play_itself(engine):
    for board in BOARDS:
        finish(board(), lambda board: engine.play(board, Limit(nodes=1000), game=board.uci_variant).move)


def play_at_random(engine):
    """The engine against random moves, with each colour, from each start: it loses no game."""
    chance = random.Random(1)
    for board in BOARDS:
        for colour in chess.COLORS:

            def choose(board):
                if board.turn == colour:
                    return engine.play(board, Limit(nodes=5000), game=(board.uci_variant, colour)).move
                return chance.choice(list(board.legal_moves))

            assert finish(board(START), choose) in (colour, None)


def analyse(engine):
    for kind in BOARDS:
        board = kind(START)
        lines = engine.analyse(board, Limit(nodes=20_000), multipv=3)
        assert [info["multipv"] for info in lines] == [1, 2, 3]
        assert len({info["pv"][0] for info in lines}) == 3
        for info in lines:
            assert isinstance(info["score"].relative, (Cp, Mate)), info
            line = board.copy()
            for move in info["pv"]:
                assert move in line.legal_moves, f"{move} of {info['pv']}"
                line.push(move)
        # 1.b5 axb5 2.c4 bxc4 3.Kd3 cxd3 4.Ne2 dxe2
        board = kind("8/8/p7/4p3/1P6/6N1/2PK4/8 w - - 0 1")
        info = engine.analyse(board, Limit(depth=12, time=60))
        assert info["score"].white() == Mate(4), info
        for move in info["pv"]:
            board.push(move)
        assert board.is_variant_end() and board.outcome().winner == chess.WHITE, info


def games_that_are_over(engine):
    """There is no move, and the engine says so."""
    for board, score in [
        (AntichessBoard("8/8/8/8/p7/P7/8/8 w - - 0 1"), 1),
        (SuicideBoard("8/8/8/8/p7/P7/8/7b w - - 0 1"), 1),
        (SuicideBoard("8/8/8/8/p7/P7/8/8 w - - 0 1"), 0),
        (SuicideBoard("P7/8/8/8/p7/P7/8/8 w - - 0 1"), -1),
    ]:
        assert board.is_game_over()
        assert engine.play(board, Limit(time=0.1)).move is None
        told = engine.analyse(board, Limit(time=0.1))["score"].relative
        assert (told > Cp(0)) - (told < Cp(0)) == score, f"{told} in {board.fen()}"


def moves_and_positions(engine):
    """In random games they agree on the legal moves and the FEN of each position."""
    chance = random.Random(2)
    for kind in BOARDS:
        boards = []
        for _ in range(8):
            board = kind(START)
            while not is_over(board):
                boards.append(board.copy(stack=False))
                board.push(chance.choice(list(board.legal_moves)))
        lines = [f"setoption name UCI_Variant value {kind.uci_variant}"]
        for board in boards:
            lines += [f"position fen {board.fen()}", "fen", "go perft 1"]
        text = "".join(line + "\n" for line in lines)
        done = subprocess.run([ENGINE], input=text, capture_output=True, text=True, check=True)
        answers = iter([line for line in done.stdout.split("\n") if not line.startswith("info string")])
        for board in boards:
            fen = next(line for line in answers if line)
            assert fen == board.fen(), (fen, board.fen())
            moves = set()
            while not (line := next(answers)).startswith("Nodes searched"):
                if line:
                    moves.add(line.split(":")[0])
            assert moves == {move.uci() for move in board.legal_moves}, f"{moves} in {fen}"
        print(f"{kind.uci_variant}: {len(boards)} positions")


def main():
    with chess.engine.SimpleEngine.popen_uci(ENGINE) as engine:
        assert {"antichess", "suicide", "giveaway"} <= set(engine.options["UCI_Variant"].var)
        for use in play_itself, play_at_random, analyse, games_that_are_over, moves_and_positions:
            use(engine)
            print(f"{use.__name__}: fine")


if __name__ == "__main__":
    main()
