"""The board as text and as SVG."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest
from games import random_game
from jacquerie import Position, variants

SVG = "{http://www.w3.org/2000/svg}"


def men_in(fen: str) -> int:
    """How many pieces a FEN places."""
    return sum(letter.isalpha() for letter in fen.split()[0])


def men_of(picture: ElementTree.Element) -> list[ElementTree.Element]:
    """The pieces of an SVG: they have an edge, unlike the names of files and ranks."""
    return [text for text in picture.iter(f"{SVG}text") if "stroke" in text.attrib]


def squares_of(picture: ElementTree.Element) -> list[ElementTree.Element]:
    """Its squares: the background has no position."""
    return [square for square in picture.iter(f"{SVG}rect") if "x" in square.attrib]


def test_the_board_as_text() -> None:
    position = Position(variant="kingpawn").play("e4")
    assert position.unicode().splitlines() == [
        "8 · · · · ♚ · · ·",
        "7 ♟︎ ♟︎ ♟︎ ♟︎ ♟︎ ♟︎ ♟︎ ♟︎",
        "6 · · · · · · · ·",
        "5 · · · · · · · ·",
        "4 · · · · ♙ · · ·",
        "3 · · · · · · · ·",
        "2 ♙ ♙ ♙ ♙ · ♙ ♙ ♙",
        "1 · · · · ♔ · · ·",
        "  a b c d e f g h",
    ]


def test_the_board_from_the_other_side_without_a_border() -> None:
    position = Position("3/p1p/3/3/1P1/3/3/3 w")
    assert position.unicode(flipped=True, border=False).splitlines() == [
        "· · ·",
        "· · ·",
        "· · ·",
        "· ♙ ·",
        "· · ·",
        "· · ·",
        "♟︎ · ♟︎",
        "· · ·",
    ]


def test_a_large_board_has_ranks_of_two_digits() -> None:
    lines = Position(variant="metamachy").unicode().splitlines()
    assert [line[:2] for line in lines] == [f"{rank:>2}" for rank in range(12, 0, -1)] + ["  "]
    assert lines[-1].split() == list("abcdefghijkl")


@pytest.mark.parametrize("variant", variants())
def test_an_svg_is_well_formed_and_shows_every_piece(variant: str) -> None:
    for position in random_game(variant, random.Random(1)):
        for flipped in (False, True):
            picture = ElementTree.fromstring(position.svg(flipped=flipped))
            assert picture.tag == f"{SVG}svg"
            assert len(men_of(picture)) == men_in(position.fen)
            rows = position.unicode(border=False).splitlines()
            assert len(squares_of(picture)) == len(rows) * len(rows[0].split())
            places = {(man.get("x"), man.get("y")) for man in men_of(picture)}
            assert len(places) == men_in(position.fen)


def test_white_is_below_unless_the_board_is_flipped() -> None:
    position = Position("8/p7/8/8/8/8/7P/8 w")

    def places(svg: str) -> dict[str | None, tuple[int, int]]:
        men = men_of(ElementTree.fromstring(svg))
        return {man.get("fill"): (int(man.get("x", "")), int(man.get("y", ""))) for man in men}

    seen = places(position.svg())
    assert seen["#fff"][1] > seen["#222"][1]
    assert seen["#fff"][0] > seen["#222"][0]
    seen = places(position.svg(flipped=True))
    assert seen["#fff"][1] < seen["#222"][1]
    assert seen["#fff"][0] < seen["#222"][0]


def marked(svg: str) -> set[tuple[int, int]]:
    """The squares, by file and rank from 0, that have a special colour."""
    squares = squares_of(ElementTree.fromstring(svg))
    fills = [square.get("fill") for square in squares]
    rare = {fill for fill in fills if fills.count(fill) <= 2}
    places = [divmod(number, 8)[::-1] for number in range(64)]
    return {place for place, fill in zip(places, fills, strict=True) if fill in rare}


def test_the_last_move_is_marked() -> None:
    position = Position(variant="pawngame")
    assert marked(position.svg()) == set()
    assert marked(position.play("b4").svg()) == {(1, 1), (1, 3)}
    assert marked(position.svg(last_move="c2c3")) == {(2, 1), (2, 2)}
    assert marked(position.svg(last_move="c7c8q")) == {(2, 6), (2, 7)}
    for wrong in ("zz", "b4", "a8a9", "h2i3", "a0a1", "a2a3zzz", "a2a3q "):
        with pytest.raises(ValueError, match=f"last_move: found '{wrong}'"):
            position.svg(last_move=wrong)


def test_the_size_is_that_of_the_board() -> None:
    picture = ElementTree.fromstring(Position().svg(size=240))
    assert (picture.get("width"), picture.get("height")) == ("240", "240")
    # For a narrow board it is the height.
    picture = ElementTree.fromstring(Position(files=2).svg(size=200))
    assert (picture.get("width"), picture.get("height")) == ("65", "200")


def test_a_notebook_shows_the_svg() -> None:
    position = Position()
    assert position._repr_svg_() == position.svg()
