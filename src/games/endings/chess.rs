//! Full chess with castling: the game that pawn endings come from.
//!
//! Game records from elsewhere begin with all pieces. They are read here, move by move, until they become a
//! pawn ending, and the ending is what is analysed. So this game needs rules and notation, but no playing
//! strength: it takes its evaluation from [endings](super::EndingGame).
//!
//! The rules are those of [`rules`] plus castling. The [board](Position) is paired with a set of *rooks that
//! may castle*: each such rook stands for a right to castle. The right is lost when the rook moves or is
//! captured, or when its king moves. The board turns after each move and is never mirrored, so the king's
//! home is e1 for either side.

use arrayvec::ArrayVec;

use super::{EndingGame, rules, text};
use crate::board::{Bitboard, Colour, Square};
use crate::engine::registry::Prelude;
use crate::game::finish::Finish;
use crate::game::picture::{Coord, Man};
use crate::game::playable::Playable;
use crate::game::san::{Castling, Notation, Written};
use crate::game::setup::{IllegalSetup, Setup};
use crate::game::state::State;
use crate::game::terms::Term;
use crate::game::value::Value;
use crate::game::{Game, HashKey, MoveCode, Outcome, Proof, diagram, fen};
use crate::games::pieces::{self, MOST_MEN, Move, Position};

/// A legal position with everything that its FEN states.
type Diagram = diagram::Diagram<Chess>;

/// A side has a king, with eight steps and two castlings, and other pieces with at most a queen's 27 moves
/// each.
const MAX_MOVES: usize = (MOST_MEN - 1) * 27 + 10;

/// The game before a pawn ending.
pub const PRELUDE: Prelude = Prelude {
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    read_fen: |fen| {
        let diagram: Diagram = fen.parse()?;
        Ok(Box::new(State::new(Chess::default(), diagram)))
    },
    // A usual start has at most one piece on each side. Endings may have more, since pawns promote, but so
    // may positions in the middle of a full game.
    is_past: |fen| {
        let men = fen.split(' ').next().unwrap_or_default();
        ["QRBN", "qrbn"]
            .iter()
            .all(|pieces| men.matches(|man| pieces.contains(man)).count() <= 1)
    },
};

/// Chess, as a game that can be replayed.
#[derive(Clone, Debug, Default)]
struct Chess(EndingGame);

/// A position, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Whole {
    board: Position,
    /// The rooks of both sides that may castle.
    rooks: Bitboard,
}

/// A castling move, as its side sees it.
struct Way {
    name: Castling,
    king: Move,
    rook: Move,
    /// The squares between king and rook, which must be empty.
    empty: Bitboard,
    /// The king's square, its target and the squares it passes, which must not be attacked.
    safe: Bitboard,
}

/// The two castling moves; the king's home is e1.
const WAYS: [Way; 2] = [
    Way {
        name: Castling::Short,
        king: Move::new(HOME, Square::at(6)),
        rook: Move::new(Square::at(7), Square::at(5)),
        empty: Bitboard::from_bits(0x60),
        safe: Bitboard::from_bits(0x70),
    },
    Way {
        name: Castling::Long,
        king: Move::new(HOME, Square::at(2)),
        rook: Move::new(Square::at(0), Square::at(3)),
        empty: Bitboard::from_bits(0x0e),
        safe: Bitboard::from_bits(0x1c),
    },
];

/// The square of a king that may castle.
const HOME: Square = Square::at(4);

/// The rights to castle, in the order of a FEN.
const RIGHTS: [(char, Colour, &Way); 4] = [
    ('K', Colour::White, &WAYS[0]),
    ('Q', Colour::White, &WAYS[1]),
    ('k', Colour::Black, &WAYS[0]),
    ('q', Colour::Black, &WAYS[1]),
];

/// The 16 castling fields of a FEN: each right counts twice as much as the one before it.
const FIELDS: [&str; 16] = [
    "-", "K", "Q", "KQ", "k", "Kk", "Qk", "KQk", "q", "Kq", "Qq", "KQq", "kq", "Kkq", "Qkq", "KQkq",
];

impl Whole {
    /// The castlings for which the side to move has the right.
    fn rights(&self) -> impl Iterator<Item = &'static Way> {
        let rooks = self.rooks;
        WAYS.iter()
            .filter(move |way| rooks.contains(way.rook.from()))
    }

    /// The castlings that are legal.
    fn castlings(&self) -> impl Iterator<Item = &'static Way> {
        let men = self.board.men();
        let attacked = rules::attacked(&self.board, !men);
        self.rights()
            .filter(move |way| !way.empty.meets(men) && !way.safe.meets(attacked))
    }

    /// The castling that a legal move makes, if any.
    fn castling(&self, played: Move) -> Option<&'static Way> {
        self.rights().find(|way| way.king == played)
    }
}

impl Game for Chess {
    type Position = Whole;
    type Move = Move;
    type List<T: Copy> = ArrayVec<T, MAX_MOVES>;
    type Key = HashKey;

    const CAN_REPEAT: bool = true;
    const MOST_QUIET_PLIES: Option<u16> = EndingGame::MOST_QUIET_PLIES;
    const HISTORY_SIZE: usize = EndingGame::HISTORY_SIZE;

    /// A king that may castle may also step towards the rook, so castling is never the only move.
    fn outcome(&self, position: &Whole) -> Option<Outcome> {
        rules::outcome(&position.board)
    }

    fn moves(&self, position: &Whole) -> Self::List<Move> {
        let mut moves: Self::List<Move> = position.castlings().map(|way| way.king).collect();
        rules::any_move(&position.board, |played| {
            moves.push(played);
            false
        });
        moves
    }

    fn forcing_moves(&self, position: &Whole) -> Self::List<Move> {
        let mut moves = self.moves(position);
        moves.retain(|one| self.is_tactical(position, *one));
        moves
    }

    fn is_tactical(&self, position: &Whole, played: Move) -> bool {
        self.0.is_tactical(&position.board, played)
    }

    fn play(&self, position: &Whole, played: Move) -> Whole {
        let board = match position.castling(played) {
            Some(way) => position.board.play(way.rook).turned(),
            None => position.board,
        };
        let mut lost = Bitboard::of(played.from()) | Bitboard::of(played.to());
        if lost.contains(HOME) {
            lost |= position.board.own();
        }
        Whole {
            board: rules::play(&board, played),
            rooks: (position.rooks & !lost).flip(),
        }
    }

    /// The loss of a castling right is irreversible, too, but it does not reset the fifty-move count.
    fn is_irreversible(&self, position: &Whole, played: Move) -> bool {
        self.0.is_irreversible(&position.board, played)
    }

    fn is_in_check(&self, position: &Whole) -> bool {
        rules::is_in_check(&position.board)
    }

    fn prove(&self, position: &Whole) -> Option<Proof> {
        self.0.prove(&position.board)
    }

    fn evaluate(&self, position: &Whole) -> Value {
        self.0.evaluate(&position.board)
    }

    fn key(&self, position: &Whole) -> HashKey {
        let [own, aslant, straight, other] = position.board.words();
        let rooks = position.rooks.bits().rotate_left(32);
        HashKey::new(pieces::key::stirred([own ^ rooks, aslant, straight, other]))
    }

    fn code(&self, played: Move, mirrored: bool) -> MoveCode {
        self.0.code(played, mirrored)
    }

    fn history_index(&self, position: &Whole, played: Move) -> usize {
        self.0.history_index(&position.board, played)
    }

    fn order_score(&self, position: &Whole, played: Move) -> i32 {
        self.0.order_score(&position.board, played)
    }
}

impl Playable for Chess {
    const NOTATION: Notation = Notation {
        castles: true,
        rights: fen::Rights::Of {
            name: "castling",
            all: match FIELDS.split_first() {
                Some((_none, all)) => all,
                None => &[],
            },
        },
        examples: "'e2e4', 'e7e8q', 'Nf3', 'exd5', 'O-O' or 'e8=Q'",
        ..EndingGame::NOTATION
    };

    fn set_up(setup: &Setup) -> Result<Whole, IllegalSetup> {
        setup.check_numbers(MOST_MEN)?;
        let board = text::set_up(setup)?;
        let mut rooks = Bitboard::EMPTY;
        for (letter, colour, way) in RIGHTS {
            if !setup.rights.contains(letter) {
                continue;
            }
            let [king, rook] = [HOME, way.rook.from()].map(|square| square.seen_by(colour));
            let stands = |letter, square| setup.squares(colour, letter).contains(square);
            if !stands('K', king) || !stands('R', rook) {
                return Err(IllegalSetup::Other(format!(
                    "the right to castle '{letter}' needs {colour}'s king on {king} and a rook on {rook}"
                )));
            }
            rooks |= Bitboard::of(rook.seen_by(setup.turn));
        }
        Ok(Whole { board, rooks })
    }

    fn man_on(diagram: &Diagram, coord: Coord) -> Option<Man> {
        pieces::text::man_on(&diagram.position.board, diagram.turn, coord)
    }

    fn en_passant(diagram: &Diagram) -> Option<Coord> {
        pieces::text::en_passant(&diagram.position.board, diagram.turn)
    }

    fn rights(diagram: &Diagram) -> &'static str {
        let has = |(_, colour, way): &(char, Colour, &Way)| {
            let rook = way.rook.from().seen_by(*colour).seen_by(diagram.turn);
            diagram.position.rooks.contains(rook)
        };
        let rights = RIGHTS.iter().enumerate();
        let numbers = rights.map(|(index, right)| usize::from(has(right)) << index);
        FIELDS[numbers.sum::<usize>()]
    }

    fn written(diagram: &Diagram, played: Move) -> Written {
        let position = &diagram.position;
        Written {
            castling: position.castling(played).map(|way| way.name),
            ..pieces::text::written(&position.board, diagram.turn, played)
        }
    }

    fn checked(&self, diagram: &Diagram) -> Option<Coord> {
        text::checked(&diagram.position.board, diagram.turn)
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        rules::finish(&diagram.position.board, diagram.turn)
    }

    fn explain(&self, _diagram: &Diagram) -> String {
        "positions with all the pieces of chess are not evaluated".into()
    }

    fn terms(&self, _diagram: &Diagram) -> Vec<Term> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::state::GameState;

    fn state(fen: &str) -> Box<dyn GameState> {
        (PRELUDE.read_fen)(fen).expect(fen)
    }

    const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

    #[test]
    fn rights_are_lost_by_moves_of_king_and_rook_and_by_captures() {
        for (moves, rights) in [
            ("Ra2", "Kkq"),
            ("Ke2", "kq"),
            ("O-O", "kq"),
            ("Rxa8+", "Kk"),
            ("Rb1 Rf8", "Kq"),
            ("Rb1 Ke7 Ra1 Ke8", "K"),
        ] {
            let mut state = state(ROOKS);
            for one in moves.split(' ') {
                state.play(one).expect(one);
            }
            assert_eq!(state.fen().split(' ').nth(2), Some(rights), "{moves}");
        }
    }

    #[test]
    fn castling_is_written_and_read() {
        for (fen, moves, coordinates, placement) in [
            (ROOKS, "O-O", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1"),
            (ROOKS, "O-O-O", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R"),
            (
                "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
                "O-O+",
                "e1g1",
                "5k2/8/8/8/8/8/8/5RK1",
            ),
            (
                "r3k3/3P4/8/8/8/8/8/3K4 b q - 0 1",
                "Kxd7",
                "e8d7",
                "r7/3k4/8/8/8/8/8/3K4",
            ),
            (
                "r3k3/8/8/8/8/8/8/3K4 b q - 0 1",
                "O-O-O+",
                "e8c8",
                "2kr4/8/8/8/8/8/8/3K4",
            ),
        ] {
            let mut state = state(fen);
            assert_eq!(state.read(coordinates).expect(coordinates).san, moves);
            let zeros = format!("1. {}!", moves.replace('O', "0"));
            assert_eq!(
                state.written(&zeros).expect(&zeros).coordinates,
                coordinates
            );
            state.play(moves).expect(moves);
            assert!(state.fen().starts_with(placement), "{}", state.fen());
        }
    }

    #[test]
    fn no_castling_through_pieces_or_attacks() {
        for (fen, is_legal) in [
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", true),
            ("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", true),
            ("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", false),
            ("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", false),
            ("4k3/4r3/8/8/8/8/8/R3K3 w Q - 0 1", false),
            ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", false),
            ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false),
        ] {
            assert_eq!(state(fen).written("O-O-O").is_ok(), is_legal, "{fen}");
        }
    }

    #[test]
    fn a_right_needs_king_and_rook_at_home() {
        for (fen, problem) in [
            (
                "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
                "'K' needs White's king on e1 and a rook on h1",
            ),
            (
                "r2k4/8/8/8/8/8/8/4K3 w q - 0 1",
                "'q' needs Black's king on e8 and a rook on a8",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w QK - 0 1",
                "field 3 (castling): found 'QK'",
            ),
        ] {
            let found = (PRELUDE.read_fen)(fen)
                .map(|_| ())
                .map_err(|one| one.to_string());
            assert!(found.is_err_and(|found| found.contains(problem)), "{fen}");
        }
    }
}
