"""Peasants' Chess for python-chess: pawns alone, and the first on its last rank wins.

python-chess asks a `Board` for the legal moves and for how the game ended; that is all it needs
to play with an engine. A subclass of this with another `uci_variant` and `starting_fen` plays
another king-less game on eight files.
"""

import chess


class PeasantsBoard(chess.Board):
    """The board. `uci_variant` is what the engine is told."""

    uci_variant = "peasants"
    starting_fen = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1"

    def __init__(self, fen=starting_fen, chess960=False):
        super().__init__(fen, chess960=chess960)

    def reset(self):
        self.set_fen(self.starting_fen)

    def _arrived(self, color):
        return bool(self.occupied_co[color] & (chess.BB_RANK_8 if color else chess.BB_RANK_1))

    def is_variant_win(self):
        return self._arrived(self.turn)

    def is_variant_loss(self):
        return self._arrived(not self.turn) or not self.occupied_co[self.turn]

    def is_variant_draw(self):
        """A side that has pawns but no move."""
        over = self.is_variant_win() or self.is_variant_loss()
        return not over and not any(self.generate_pseudo_legal_moves())

    def is_variant_end(self):
        return self.is_variant_win() or self.is_variant_loss() or self.is_variant_draw()

    def is_stalemate(self):
        return self.is_variant_draw()

    def has_insufficient_material(self, color):
        return False

    def generate_pseudo_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
        for move in super().generate_pseudo_legal_moves(from_mask, to_mask):
            # A pawn on its last rank stays a pawn.
            if move.promotion in (None, chess.QUEEN):
                yield chess.Move(move.from_square, move.to_square)

    def is_pseudo_legal(self, move):
        # The letter that other programs write behind a move to the last rank means nothing.
        plain = chess.Move(move.from_square, move.to_square)
        return plain in self.generate_pseudo_legal_moves()

    def push(self, move):
        super().push(chess.Move(move.from_square, move.to_square))
