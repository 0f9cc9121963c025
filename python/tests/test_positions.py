"""Positions: setting up, playing moves, the ends of games, and errors."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from games import has_queen, random_game, random_positions
from jacquerie import MoveError, Position, PositionError, read_positions, variants

START = "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1"


def test_every_variant_has_a_description_and_a_start() -> None:
    for name, variant in variants().items():
        assert variant.name == name
        assert variant.about
        assert Position(variant=name).moves


def test_the_start_is_that_of_the_variant() -> None:
    assert Position().variant == "peasants"
    assert Position().fen == "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1"
    assert Position(variant="pawngame").fen == START
    assert Position(variant="pawngame", files=5).fen == "5/ppppp/5/5/5/5/PPPPP/5 w - - 0 1"
    assert Position(variant="pawnrace", gaps="a h").fen == "8/ppppppp1/8/8/8/8/1PPPPPPP/8 w - - 0 1"
    assert Position(variant="metamachy", setup=0).fen != Position(variant="metamachy", setup=11).fen


def test_a_short_fen_is_written_in_full() -> None:
    assert Position("8/8/8/P7/7p/8/8/8 b").fen == "8/8/8/P7/7p/8/8/8 b - - 0 1"


def test_a_position_has_a_turn_and_a_move_number() -> None:
    position = Position(variant="pawngame")
    assert (position.turn, position.move_number) == ("white", 1)
    position = position.play("a3")
    assert (position.turn, position.move_number) == ("black", 1)
    position = position.play("a6")
    assert (position.turn, position.move_number) == ("white", 2)


def test_moves_are_read_in_all_notations() -> None:
    start = Position(variant="pawngame")
    by_coordinates = start.play("b2b4", "a7a5", "b4a5")
    for moves in (["b4", "a5", "bxa5"], [" b2-b4 ", "a5!", "b4xa5"]):
        assert start.play(*moves) == by_coordinates
    assert by_coordinates.played == ["b2b4", "a7a5", "b4a5"]
    assert Position(variant="pawngame", moves=["b4", "a5", "bxa5"]) == by_coordinates


def test_en_passant() -> None:
    position = Position("8/1p6/8/P7/7p/8/8/8 b")
    position = position.play("b5")
    assert position.fen == "8/8/8/Pp6/7p/8/8/8 w - b6 0 2"
    assert position.play("axb6").fen == "8/8/1P6/8/7p/8/8/8 b - - 0 2"


def test_playing_changes_no_earlier_position() -> None:
    position = Position(variant="pawngame")
    position.play("b4")
    assert position.fen == START
    assert position.played == []


def test_short_notation_leads_to_the_same_position() -> None:
    chance = random.Random(3)
    for variant in variants():
        for position in random_game(variant, chance):
            for move in position.moves[::5]:
                assert position.play(position.algebraic(move)) == position.play(move)


def test_children_are_the_positions_after_each_move() -> None:
    position = Position(variant="kingpawn")
    assert [move for move, _ in position.children()] == position.moves
    assert all(child == position.play(move) for move, child in position.children())


@pytest.mark.parametrize(
    ("variant", "fen", "moves", "winner", "cause"),
    [
        ("peasants", "8/P7/8/8/8/8/7p/8 w", ["a8"], "white", "last-rank"),
        ("peasants", "8/8/8/8/8/1p6/P7/8 w", ["axb3"], "white", "no-pawns"),
        ("peasants", "8/8/p7/8/P7/8/8/8 w", ["a5"], None, "no-move"),
        ("pawnsonly", "8/8/p7/8/P7/8/8/8 w", ["a5"], "white", "no-move"),
        ("kingpawn", "8/7k/8/8/8/8/P7/K7 w", ["Kb1", "Kh8", "Ka1", "Kh7"] * 2, None, "repetition"),
        ("antichess", "8/8/8/8/8/1p6/P7/8 w", ["axb3"], "black", "no-men"),
    ],
)
def test_games_end(variant: str, fen: str, moves: list[str], winner: str | None, cause: str) -> None:
    position = Position(fen, variant=variant)
    assert position.outcome is None
    position = position.play(*moves)
    outcome = position.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.cause) == (winner, cause)
    assert outcome.told
    assert position.moves == []


def test_a_game_has_moves_until_it_has_an_outcome() -> None:
    for variant in variants():
        for position in random_positions(variant, 200, seed=4):
            assert bool(position.moves) == (position.outcome is None), position


def test_a_fen_holds_all_of_a_position_except_its_history() -> None:
    for variant in variants():
        for position in random_positions(variant, 200, seed=5):
            if has_queen(position):
                continue
            again = Position(position.fen, variant=variant)
            assert again == position
            # The moves before matter where positions can repeat.
            if position.outcome is None or position.outcome.cause not in ("repetition", "no-progress"):
                assert again.moves == position.moves


def reflected(move: str, files: int) -> str:
    """The image of a move in coordinates."""

    def image(letter: str) -> str:
        return chr(ord("a") + files - 1 - (ord(letter) - ord("a")))

    digits = "0123456789"
    second = next(at for at in range(2, len(move)) if move[at] not in digits)
    return image(move[0]) + move[1:second] + image(move[second]) + move[second + 1 :]


def test_mirrored_positions_have_mirrored_moves() -> None:
    for variant in variants():
        for position in random_positions(variant, 300, seed=6):
            if position.outcome is not None or has_queen(position):
                continue
            files = len(position.unicode(border=False).splitlines()[0].split())
            image = position.mirror()
            assert image.turn == position.turn
            assert image.mirror() == Position(position.fen, variant=variant)
            moves = [move for move in position.moves if move != "0000"]
            expected = {reflected(move, files) for move in moves}
            assert {move for move in image.moves if move != "0000"} == expected, position
            assert len(image.moves) == len(position.moves)


def test_a_position_without_a_fen_has_no_mirror_image() -> None:
    position = Position("8/4P3/8/8/3p4/2P5/1k6/4K3 w", variant="kingpawn").play("e8=Q")
    with pytest.raises(PositionError, match="no mirror image"):
        position.mirror()


def test_positions_are_equal_if_variant_and_fen_are() -> None:
    position = Position(variant="pawngame").play("b4")
    other_way = Position(position.fen, variant="pawngame")
    assert position == other_way
    assert hash(position) == hash(other_way)
    assert position != Position(variant="pawngame")
    assert position != Position(position.fen, variant="pawnrace")
    assert position != position.fen
    assert len({position, other_way, Position(variant="pawngame")}) == 2
    other_case = Position(position.fen, variant="PawnGame")
    assert other_case == position and hash(other_case) == hash(position)
    assert other_case.variant == pickle.loads(pickle.dumps(other_case)).variant == "pawngame"
    assert repr(other_case) == repr(position)


def test_its_representation_recreates_it() -> None:
    for position in (Position(), Position(variant="pawnrace", files=5, gaps="a b").play("b3")):
        assert eval(repr(position)) == position
        assert str(position) == position.fen


def test_a_pickled_position_keeps_its_history() -> None:
    for variant in variants():
        for position in random_positions(variant, 60, seed=7)[::7]:
            copy = pickle.loads(pickle.dumps(position))
            assert copy == position
            assert (copy.start, copy.played) == (position.start, position.played)
            assert copy.choices == position.choices
            assert copy.moves == position.moves
            assert copy.outcome == position.outcome


def test_a_pickled_position_is_read_by_another_process() -> None:
    position = Position(variant="pawnrace", files=6, gaps="a f").play("b3")
    script = "import pickle, sys; print(pickle.load(sys.stdin.buffer).fen)"
    run = subprocess.run([sys.executable, "-I", "-c", script], input=pickle.dumps(position), capture_output=True)
    assert run.stdout.decode().strip() == position.fen, run.stderr.decode()


@pytest.mark.parametrize(
    ("fen", "variant", "choices", "told"),
    [
        (None, "horde", {}, "there is no variant 'horde'; expected one of antichess"),
        ("8/8/8 w", "peasants", {}, "field 1 (placement): expected 8 ranks with '/' between them, found 3"),
        ("nonsense", "peasants", {}, "invalid FEN 'nonsense'"),
        ("8/8/8/P7/7p/8/8/8 x", "peasants", {}, "field 2"),
        ("8/8/8/8/8/8/8/8 w", "kingpawn", {}, "invalid FEN"),
        (None, "peasants", {"files": 9}, "option Files: found '9', expected a number from 1 to 8"),
        (None, "peasants", {"files": "wide"}, "found 'wide'"),
        (None, "pawnrace", {"fils": 3}, "the variant pawnrace has no option 'fils'; expected files or gaps"),
        (None, "peasants", {"gaps": "a h"}, "the variant peasants has no option 'gaps'; expected files"),
        (None, "kingpawn", {"files": 3}, "the variant kingpawn has no option 'files'"),
        ("8/8/8/P7/7p/8/8/8 w", "peasants", {"files": 8}, "the option 'files' is for the start"),
        (None, "metamachy", {"setup": 12}, "option Setup: found '12', expected a number from 0 to 11"),
    ],
)
def test_a_wrong_position_is_refused_with_the_reason(
    fen: str | None, variant: str, choices: dict[str, Any], told: str
) -> None:
    with pytest.raises(PositionError) as raised:
        Position(fen, variant=variant, **choices)
    assert told in str(raised.value)
    assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (["zz"], "'zz' is not a move; expected one such as"),
        ([""], "'' is not a move"),
        (["b5"], "'b5' is illegal in 3/ppp/3/3/3/3/PPP/3 w - - 0 1; legal moves: a3 b3 c3 a4 b4 c4"),
        (["b4", "b5", "b4b5"], "'b4b5' is illegal in"),
    ],
)
def test_a_wrong_move_is_refused_with_the_reason(moves: list[str], told: str) -> None:
    position = Position(variant="pawngame", files=3)
    with pytest.raises(MoveError) as raised:
        position.play(*moves)
    assert told in str(raised.value)
    assert isinstance(raised.value, ValueError)
    with pytest.raises(MoveError) as raised:
        Position(variant="pawngame", files=3, moves=moves)
    assert told in str(raised.value)
    with pytest.raises(MoveError):
        position.algebraic("b2b5")


def test_a_position_remembers_its_moves() -> None:
    fen = "8/7k/8/8/8/8/P7/K7 w - - 0 1"
    position = Position(fen, variant="kingpawn").play("Kb1", "Kh8")
    assert (position.start, position.played) == (fen, ["a1b1", "h7h8"])
    position = Position(variant="kingpawn").play("e4")
    assert (position.start, position.played) == (None, ["e2e4"])
    assert (position.mirror().start, position.mirror().played) == (position.mirror().fen, [])


def test_nothing_is_played_when_the_game_is_over() -> None:
    position = Position("8/P7/8/8/8/8/7p/8 w").play("a8")
    with pytest.raises(MoveError, match="'h1': the game is over: White's pawn is on a8"):
        position.play("h1")


def test_a_list_of_positions_is_read(tmp_path: Path) -> None:
    path = tmp_path / "list.epd"
    lines = [
        "\ufeff# a list",
        '8/8/8/8/p7/P7/8/8 w - - bm a4; id "a; b"; hmvc 0; fmvn 7;',
        "8/8 w",
        "1. b4 a5",
        "8/p7/8/8/8/8/P7/8 w;draw",
    ]
    path.write_text("\r".join(lines), encoding="utf-8")
    with pytest.warns(UserWarning, match=r"line 3: invalid FEN '8/8 w'.*left out"):
        first, second, third = read_positions(path)
    assert (first.line, first.operations) == (2, {"bm": "a4", "id": "a; b"})
    assert first.position.fen == "8/8/8/8/p7/P7/8/8 w - - 0 7"
    assert (second.position.played, second.operations) == (["b3b4", "a6a5"], {})
    assert third.position == Position("8/p7/8/8/8/8/P7/8 w")
    assert len({first, second, third, first}) == 3
    assert len({third.position.gamelets(), first.position.gamelets()}) == 2
    path.write_text("8/8 w\n", encoding="utf-8")
    with pytest.raises(PositionError, match="line 1: invalid FEN"):
        read_positions(path)
    path.write_text("8/8 w\n", encoding="utf-16")
    with pytest.raises(ValueError, match="save it again as UTF-8"):
        read_positions(path)
