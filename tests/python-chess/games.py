"""The boards for python-chess against the engine given as argument: on every width, for every variant, they agree
on moves, positions, counts and results, and read each other's games.

Run by `tests/clients/python.rs`, in an empty folder. An error ends the program with the failed assertion.
"""

import random
import subprocess
import sys

import chess.engine
import chess.pgn
from chess.engine import Cp, Limit, Mate
from pawnboard import PawnGameBoard, PawnRaceBoard, PawnsOnlyBoard, PeasantsBoard

ENGINE = sys.argv[1]
VARIANTS = PeasantsBoard, PawnGameBoard, PawnsOnlyBoard, PawnRaceBoard
WIDTHS = range(1, 9)


def told(*arguments, lines=()):
    """The output of the program with these arguments."""
    text = "".join(line + "\n" for line in lines)
    done = subprocess.run([ENGINE, *arguments], input=text, capture_output=True, text=True)
    assert done.returncode == 0, f"{arguments}: {done.stderr}"
    return done.stdout


def start(variant, files, chance):
    """A start of this width; in a Pawn Race with any gaps that leave both sides a pawn."""
    if variant is not PawnRaceBoard or files == 1:
        return variant.start(files)
    return variant.with_gaps(*(chess.FILE_NAMES[chance.randrange(files)] for _ in range(2)), files)


def random_game(board, chance):
    """The positions of a game of random moves."""
    yield board.copy()
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
        yield board.copy()


def check_random_games():
    """Each position has the same FEN and the same moves, and the same result if it is final."""
    chance = random.Random(1)
    count = 0
    for variant in VARIANTS:
        boards = [
            board
            for files in WIDTHS
            for _ in range(4)
            for board in random_game(start(variant, files, chance), chance)
        ]
        lines = [f"setoption name UCI_Variant value {variant.uci_variant}"]
        for board in boards:
            lines += [f"position fen {board.fen()}", "fen", "go perft 1"]
            if board.is_game_over():
                lines.append("go depth 1")
        answers = told(lines=lines).split("\n")
        answers = [line for line in answers if line and not line.startswith(("info string", "bestmove"))]
        answers = iter(answers)
        for board in boards:
            fen = next(answers)
            assert variant(fen).fen() == fen and fen.split()[:2] == board.fen().split()[:2], (fen, board)
            # After the end no move can be played.
            moves = set()
            while not (line := next(answers)).startswith("Nodes searched"):
                moves.add(line.split(":")[0])
            assert moves == {move.uci() for move in board.legal_moves}, f"{moves} in {board.fen()}"
            if board.is_game_over():
                score = next(answers).split("score ")[1].strip()
                ends = {None: "cp 0", not board.turn: "mate 0", board.turn: "no loss"}
                assert score == ends[board.outcome().winner], f"{score} in {board.fen()}"
        count += len(boards)
    print(f"{count} positions of random games: fine")


def lines_of_play(board, depth):
    if depth == 0:
        return 1
    count = 0
    for move in board.legal_moves:
        board.push(move)
        count += lines_of_play(board, depth - 1)
        board.pop()
    return count


def check_perft():
    for variant in PeasantsBoard, PawnGameBoard, PawnRaceBoard:
        for files in WIDTHS:
            board = start(variant, files, random.Random(files))
            depth = 6 if files < 5 else 4
            shown = told("perft", str(depth), "--variant", variant.uci_variant, "--fen", board.fen())
            assert int(shown.split()[-1]) == lines_of_play(board, depth), board.fen()
    print("counts of lines: fine")


def games_of(path):
    with open(path) as file:
        while game := chess.pgn.read_game(file):
            assert not game.errors, game.errors
            yield game


def check_saved_games():
    """Games that `match` has saved are read, and the program reads those that python-chess writes."""
    for variant in VARIANTS:
        for files in 8, 5:
            name = f"{variant.uci_variant}-{files}"
            words = ["--engine", "name=A cmd=self", "--engine", "name=B cmd=self", "--tc", "depth=2"]
            words += ["--games", "4", "--variant", variant.uci_variant, "--files", str(files)]
            told("match", *words, "--pgn", f"{name}.pgn")
            games = list(games_of(f"{name}.pgn"))
            assert len(games) == 4
            for game in games:
                board = game.end().board()
                assert type(board) is variant and board.files == files, board
                assert board.move_stack and board.result() == game.headers["Result"], board
            with open(f"{name}-again.pgn", "w") as file:
                for game in games:
                    print(game, file=file, end="\n\n")
            output = f"{name}-judged.pgn"
            told("analyse", "--pgn", f"{name}-again.pgn", "--nodes", "500", "--output", output)
            for game, before in zip(games_of(output), games, strict=True):
                assert list(game.mainline_moves()) == list(before.mainline_moves())
                nodes = list(game.mainline())
                assert all(node.eval() for node in nodes[:-1]), game
                for node in nodes:
                    for line in node.parent.variations[1:]:
                        assert "better" in line.comment or "exact" in line.comment, game
    print("saved games: fine")


def check_engine():
    """Play and analysis on every board."""
    chance = random.Random(2)
    with chess.engine.SimpleEngine.popen_uci(ENGINE) as engine:
        for variant in VARIANTS:
            for files in range(2, 9):
                board = start(variant, files, chance)
                assert engine.play(board, Limit(nodes=200)).move in board.legal_moves
                board.push(next(iter(board.legal_moves)))
                info = engine.analyse(board, Limit(nodes=500))
                assert isinstance(info["score"].relative, (Cp, Mate))
                for move in info["pv"]:
                    assert move in board.legal_moves, info
                    board.push(move)
    print("play and analysis: fine")


def check_texts():
    """Other methods of python-chess."""
    board = PawnGameBoard.start(3)
    assert board.fen() == "3/ppp/3/3/3/3/PPP/3 w - - 0 1"
    assert str(board).split("\n")[:2] == [". . .", "p p p"]
    board.push_san("b4")
    board.push_san("a5")
    board.push_san("bxa5")
    assert board.root().fen() == PawnGameBoard.start(3).fen()
    assert board.copy().fen() == board.fen() == "3/1pp/3/P2/3/3/P1P/3 b - - 0 2"
    assert board.is_valid()
    board = PawnsOnlyBoard("2/2/2/1p/1P/2/2/2 w - - 0 1")
    assert board.result() == "0-1" and PeasantsBoard(board.fen()).result() == "1/2-1/2"
    last = PeasantsBoard("8/4P3/8/8/8/8/7p/8 w - - 0 1")
    assert last.parse_san("e8=Q+") == last.parse_san("e8") == chess.Move.from_uci("e7e8")
    for variant in VARIANTS:
        assert chess.variant.find_variant(variant.uci_variant) is variant
    print("texts: fine")


def main():
    check_texts()
    check_random_games()
    check_perft()
    check_engine()
    check_saved_games()


if __name__ == "__main__":
    main()
