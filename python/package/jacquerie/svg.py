"""The board as a picture, for notebooks and pages.

Every piece is its figure in the game, a Unicode character with a dark edge, so that any game looks the same as in
text."""

from __future__ import annotations

import re
from html import escape

from .checks import written

Picture = tuple[int, int, list[tuple[int, int, str, str, str]]]
"""Files, ranks, and each piece: file and rank from 0, colour, letter, figure."""

LIGHT, DARK = "#f7f4ec", "#cfc5ae"
MARK = "#e9c46a"
MOST = 100_000
"""Larger pictures make no sense."""
CELL = 45
EDGE = 20


def squares_of(move: str, files: int, ranks: int) -> list[tuple[int, int]]:
    """The squares of a move in coordinates: file and rank from 0.

    :raises ValueError: if it is not a move on the board.
    """
    if move == "0000":
        return []
    named = re.fullmatch(r"([a-z])(\d{1,2})([a-z])(\d{1,2})[a-z]?", move)
    words = named.groups() if named else ()
    squares = [(ord(file) - ord("a"), int(rank) - 1) for file, rank in zip(words[::2], words[1::2], strict=True)]
    if not squares or any(file >= files or not 0 <= rank < ranks for file, rank in squares):
        raise ValueError(f"last_move: found {move[:100]!r}, expected a move such as 'b2b4'")
    return squares


def filled(sign: str) -> str:
    """A piece's figure in the filled form, which takes any colour."""
    if "\u2654" <= sign[0] <= "\u2659":
        # Without this mark it may be shown as an emoji with its own colours.
        return chr(ord(sign[0]) + 6) + "\ufe0e"
    return sign


def draw(picture: Picture, title: str, *, size: int, flipped: bool, move: str | None) -> str:
    """The picture, ``size`` points along its longer side."""
    if not 1 <= size <= MOST:
        raise ValueError(f"size: found {written(size):.100}, expected 1 to {MOST}")
    files, ranks, men = picture
    width, height = files * CELL + 2 * EDGE, ranks * CELL + 2 * EDGE
    scale = size / max(width, height)
    marked = squares_of(move, files, ranks) if move else []

    def corner(file: int, rank: int) -> tuple[int, int]:
        across = files - 1 - file if flipped else file
        down = rank if flipped else ranks - 1 - rank
        return EDGE + CELL * across, EDGE + CELL * down

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{round(width * scale)}" height="{round(height * scale)}" role="img" '
        'font-family="DejaVu Sans, Segoe UI Symbol, Arial Unicode MS, sans-serif" text-anchor="middle">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for rank in range(ranks):
        for file in range(files):
            x, y = corner(file, rank)
            colour = DARK if (file + rank) % 2 == 0 else LIGHT
            if (file, rank) in marked:
                colour = MARK
            parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"/>')
    for file, rank, colour, _, sign in men:
        x, y = corner(file, rank)
        fill = "#fff" if colour == "white" else "#222"
        parts.append(
            f'<text x="{x + CELL // 2}" y="{y + CELL * 4 // 5}" font-size="{CELL * 4 // 5}" '
            f'fill="{fill}" stroke="#222" stroke-width="1.2">{escape(filled(sign))}</text>'
        )
    for file in range(files):
        x, _ = corner(file, 0)
        name = chr(ord("a") + file)
        parts.append(f'<text x="{x + CELL // 2}" y="{height - 5}" font-size="12" fill="#555">{name}</text>')
    for rank in range(ranks):
        _, y = corner(0, rank)
        parts.append(f'<text x="{EDGE // 2}" y="{y + CELL // 2 + 4}" font-size="12" fill="#555">{rank + 1}</text>')
    parts.append("</svg>")
    return "\n".join(parts)
