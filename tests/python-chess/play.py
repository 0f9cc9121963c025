"""What people do with an engine in python-chess, with the engine given as argument.

Run by `tests/clients/python.rs`, which installs python-chess. Each function is one use case; an error ends the
program with the failed assertion.
"""

import random
import sys

import chess
import chess.engine
from chess.engine import Cp, Limit, Mate
from pawnboard import PawnGameBoard, PeasantsBoard

WON = "8/1pp5/1p2pppp/1P2p3/2p1P1pP/P4P1P/2PPP3/8 w - - 0 1"


def result_by_the_rules(board):
    """How the game ended, read from the board's picture alone."""
    ranks = str(board).split("\n")
    if "P" in ranks[0] or "p" not in str(board):
        return "1-0"
    if "p" in ranks[-1] or "P" not in str(board):
        return "0-1"
    return "1/2-1/2"


def finish(board, choose):
    """Plays a game to its end with moves from `choose` and checks its result."""
    while not board.is_game_over():
        move = choose(board)
        assert move in board.legal_moves, f"{move} in {board.fen()}"
        board.push(move)
    assert board.result() == result_by_the_rules(board), f"{board.result()}\n{board}"
    print(f"{board.uci_variant}: {board.result()} after {len(board.move_stack)} plies")
    return board.result()


def check_rules():
    """The board itself: each ending, and a move to the last rank with and without a letter."""
    for fen, move, result in [
        ("8/2P5/8/8/8/8/p7/8 w - - 0 1", "c7c8", "1-0"),
        ("8/2P5/8/8/8/8/p7/8 w - - 0 1", "c7c8q", "1-0"),
        ("8/P7/8/8/8/8/p7/8 b - - 0 1", "a2a1", "0-1"),
        ("8/8/8/8/8/1p6/P7/8 w - - 0 1", "a2b3", "1-0"),
        ("8/8/8/p7/8/P7/8/8 w - - 0 1", "a3a4", "1/2-1/2"),
        ("8/8/8/3pP3/8/8/8/8 w - d6 0 1", "e5d6", "1-0"),
    ]:
        board = PeasantsBoard(fen)
        assert not board.is_game_over()
        board.push_uci(move)
        assert board.result() == result, f"{fen} {move}: {board.result()}"
        assert board.peek().promotion is None and not any(board.legal_moves)
    assert PeasantsBoard().legal_moves.count() == 8
    assert PawnGameBoard().legal_moves.count() == 16


def play_itself(engine):
    for board in PeasantsBoard(), PawnGameBoard():
        finish(board, lambda board: engine.play(board, Limit(time=0.05), game=board.uci_variant).move)


def play_at_random(engine):
    """The engine against random moves, once with each colour: it wins."""
    chance = random.Random(1)
    for colour, wanted in (chess.WHITE, "1-0"), (chess.BLACK, "0-1"):

        def choose(board):
            if board.turn == colour:
                return engine.play(board, Limit(nodes=20_000), game=colour).move
            return chance.choice(list(board.legal_moves))

        assert finish(PeasantsBoard(), choose) == wanted


def check_info(board, info):
    """A score is a proved win or loss, or centipawns; a line can be played."""
    score = info["score"].relative
    assert isinstance(score, (Cp, Mate)), score
    line = board.copy()
    assert info["pv"], info
    for move in info["pv"]:
        assert move in line.legal_moves, f"{move} of {info['pv']}"
        line.push(move)


def analyse(engine):
    board = PeasantsBoard()
    check_info(board, engine.analyse(board, Limit(time=0.1)))
    board = PeasantsBoard(WON)
    info = engine.analyse(board, Limit(time=10))
    check_info(board, info)
    assert info["score"].white().mate() > 0, info
    lines = engine.analyse(board, Limit(depth=6), multipv=3)
    assert [info["multipv"] for info in lines] == [1, 2, 3]
    assert len({info["pv"][0] for info in lines}) == 3
    for info in lines:
        check_info(board, info)
    assert lines[0]["score"].relative >= lines[1]["score"].relative >= lines[2]["score"].relative


def analyse_without_end(engine):
    """An analysis runs on, even if the position is solved, until it is stopped; then the engine plays on."""
    for fen in PeasantsBoard.starting_fen, WON:
        board = PeasantsBoard(fen)
        with engine.analysis(board) as analysis:
            for info in analysis:
                if info.get("pv"):
                    check_info(board, info)
                    break
            analysis.stop()
            best = analysis.wait()
        assert best.move in board.legal_moves
    engine.ping()


def set_options(engine):
    assert engine.id["name"].startswith("Jacquerie")
    assert {"Hash", "Threads", "MultiPV", "UCI_Variant"} <= set(engine.options)
    assert "peasants" in engine.options["UCI_Variant"].var
    engine.configure({"Hash": 8, "Threads": 2, "Move Overhead": 20})
    engine.ping()
    try:
        engine.configure({"Hash": 0})
    except chess.engine.EngineError:
        pass
    else:
        raise AssertionError("Hash 0 was taken")
    engine.configure({"Threads": 1})


def a_game_that_is_over(engine):
    """There is no move, and the engine says so."""
    board = PeasantsBoard("2P5/8/8/8/8/8/p7/8 b - - 0 1")
    assert engine.play(board, Limit(time=0.1)).move is None
    assert engine.analyse(board, Limit(time=0.1))["score"].relative == Mate(0)


def main():
    check_rules()
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
        for use in [
            set_options,
            play_itself,
            play_at_random,
            analyse,
            analyse_without_end,
            a_game_that_is_over,
        ]:
            use(engine)
            print(f"{use.__name__}: fine")


if __name__ == "__main__":
    main()
