"""Peasants' Chess and its relatives for python-chess, on boards of one to eight files.

Importing this module is enough: `chess.pgn` then reads saved games of these variants, and
`chess.engine` plays and analyses them with an engine that knows them. python-chess asks a `Board`
for the legal moves and for how the game ended; that is all it needs.

    board = PawnGameBoard.start(files=5)
    board = PawnRaceBoard.with_gaps("a", "h")
    board = PeasantsBoard("3/ppp/ppp/3/3/PPP/PPP/3 w - - 0 1")

A variant of your own is a subclass with `register` before it (see PawnsOnlyBoard). Written for
python-chess 1.11.
"""

import re

import chess
import chess.variant


def register(board):
    """Lets python-chess find the variant by its name, as in the tag Variant of a game."""
    chess.variant.VARIANTS.append(board)
    return board


class PawnBoard(chess.Board):
    """Pawns alone: reaching the last rank first wins, and so does taking the last enemy pawn."""

    files = 8
    """The width of the board. (The squares to its right exist, but no pawn reaches them.)"""

    loses_without_move = False
    """Whether a side with pawns but no move loses; otherwise it draws."""

    def __init__(self, fen="startpos", chess960=False):
        super().__init__(self.starting_fen if fen == "startpos" else fen, chess960=chess960)

    @classmethod
    def start(cls, files=8):
        """The start position on the left files of the board."""
        board, rest = cls.starting_fen.split(" ", 1)
        rows = [str(files) if row == "8" else row[:files] for row in board.split("/")]
        return cls(f"{'/'.join(rows)} {rest}")

    # Positions as text.

    def reset(self):
        self.set_fen(self.starting_fen)

    def _set_board_fen(self, fen):
        rows = fen.strip().split("/")
        widths = {sum(int(c) if c.isdigit() else 1 for c in row) for row in rows}
        width = widths.pop()
        if not widths and 0 < width < 8:
            fen = "/".join(_wider(row, 8 - width) for row in rows)
        super()._set_board_fen(fen)
        self.files = min(width, 8)

    def board_fen(self, *, promoted=False):
        rows = super().board_fen(promoted=promoted).split("/")
        return "/".join(_wider(row, self.files - 8) for row in rows)

    def __str__(self):
        return "\n".join(row[: 2 * self.files - 1] for row in super().__str__().split("\n"))

    def copy(self, *, stack=True):
        board = super().copy(stack=stack)
        board.files = self.files
        return board

    def root(self):
        board = super().root()
        board.files = self.files
        return board

    def status(self):
        return chess.STATUS_VALID if self.occupied else chess.STATUS_EMPTY

    # How the game ends.

    def _arrived(self, color):
        return bool(self.occupied_co[color] & (chess.BB_RANK_8 if color else chess.BB_RANK_1))

    def _is_stuck(self):
        """Whether the side has pawns, none of them on its last rank, but no move."""
        over = self._arrived(chess.WHITE) or self._arrived(chess.BLACK)
        return (
            not over
            and bool(self.occupied_co[self.turn])
            and not any(self.generate_pseudo_legal_moves())
        )

    def is_variant_win(self):
        return self._arrived(self.turn)

    def is_variant_loss(self):
        lost = self._arrived(not self.turn) or not self.occupied_co[self.turn]
        return lost or (self.loses_without_move and self._is_stuck())

    def is_variant_draw(self):
        return not self.loses_without_move and self._is_stuck()

    def is_variant_end(self):
        return self.is_variant_win() or self.is_variant_loss() or self.is_variant_draw()

    def is_stalemate(self):
        return self.is_variant_draw()

    def has_insufficient_material(self, color):
        return False

    # Moves: a pawn on its last rank stays a pawn, and the promotion letter that other programs write is
    # ignored.

    def generate_pseudo_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
        for move in super().generate_pseudo_legal_moves(from_mask, to_mask):
            if move.promotion in (None, chess.QUEEN):
                yield chess.Move(move.from_square, move.to_square)

    def is_pseudo_legal(self, move):
        plain = chess.Move(move.from_square, move.to_square)
        return plain in self.generate_pseudo_legal_moves()

    def parse_san(self, san):
        return super().parse_san(re.sub(r"([18])=?[QRBNK]", r"\1", san))

    def push(self, move):
        super().push(chess.Move(move.from_square, move.to_square))


def _wider(row, files):
    """A row of a FEN with this many more empty squares at its right end, or fewer if negative."""
    empty = int(row[-1]) if row[-1].isdigit() else 0
    men = row[:-1] if empty else row
    return men + (str(empty + files) if empty + files else "")


@register
class PeasantsBoard(PawnBoard):
    """Peasants' Chess: two rows of pawns a side."""

    uci_variant = "peasants"
    aliases = ["Peasants", "Peasants' Chess"]
    starting_fen = "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w - - 0 1"


@register
class PawnGameBoard(PawnBoard):
    """The Pawn Game: one row a side."""

    uci_variant = "pawngame"
    aliases = ["PawnGame", "Pawn Game"]
    starting_fen = "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1"


@register
class PawnsOnlyBoard(PawnBoard):
    """The Pawn Game where a side without a move loses."""

    uci_variant = "pawnsonly"
    aliases = ["PawnsOnly", "Pawns Only"]
    starting_fen = "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1"
    loses_without_move = True


@register
class PawnRaceBoard(PawnBoard):
    """Pawn Race: the Pawn Game, with one pawn missing on either side."""

    uci_variant = "pawnrace"
    aliases = ["PawnRace", "Pawn Race"]
    starting_fen = "8/1ppppppp/8/8/8/8/1PPPPPPP/8 w - - 0 1"

    @classmethod
    def with_gaps(cls, white, black, files=8):
        """The start position in which White and Black lack the pawns of these files."""
        board = cls(PawnGameBoard.start(files).fen())
        board.remove_piece_at(chess.parse_square(white + "2"))
        board.remove_piece_at(chess.parse_square(black + "7"))
        return board
