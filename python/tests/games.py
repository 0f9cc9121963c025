"""Random games of every variant, the same in each run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from jacquerie import Position, variants

PAWN_GAMES = [name for name, variant in variants().items() if "files" in variant.choices]
OTHER_GAMES = [name for name in variants() if name not in PAWN_GAMES]

KING_ENDINGS = [
    "8/8/5k2/8/p7/8/1PK5/8 w - - 0 1",
    "3k4/8/1P6/8/4K3/8/8/8 w - - 0 1",
    "8/2p5/3p4/KP5k/5p2/8/4P1P1/8 w - - 0 1",
    "8/8/p1p1p3/8/1P1P1P2/4k3/8/4K3 b - - 0 1",
]
"""The starts of some games of kings and pawns: on the full board hardly any position can be solved."""

LONGEST = 80
"""The most plies of a random game: in some variants few would ever end."""


def choose(variant: str, chance: random.Random) -> dict[str, Any]:
    """Draws the options of a start."""
    choices: dict[str, Any] = {}
    if variant in PAWN_GAMES:
        files = chance.randint(1, 8)
        choices["files"] = files
        if variant == "pawnrace":
            choices["gaps"] = " ".join(chance.choices("abcdefgh"[:files], k=2))
    if variant == "metamachy":
        choices["setup"] = chance.randrange(12)
    return choices


def random_game(variant: str, chance: random.Random) -> Iterator[Position]:
    """The positions of a game, from a random start to the end."""
    fen = chance.choice([None, *KING_ENDINGS]) if variant == "kingpawn" else None
    position = Position(fen, variant=variant, **choose(variant, chance))
    yield position
    for _ in range(LONGEST):
        if not (moves := position.moves):
            break
        position = position.play(chance.choice(moves))
        yield position


def random_positions(variant: str, number: int, seed: int) -> list[Position]:
    """Positions of random games."""
    chance = random.Random(f"{variant} {seed}")
    positions: list[Position] = []
    while len(positions) < number:
        positions += random_game(variant, chance)
    return positions[:number]


def has_queen(position: Position) -> bool:
    """Whether a queen was made in a game of kings and pawns: no FEN can describe that."""
    return position.variant == "kingpawn" and "q" in position.fen.split()[0].lower()
