//! What any local defence can hope for at most: the whole game, solved with a keeper who keeps to
//! some of a local defence's restrictions but sees the whole board and errs nowhere.
//!
//! If such a keeper loses, no local defence on these cuts holds, whatever its parts know of each
//! other.

use jacquerie::board::Bitboard;
use jacquerie::bounds::Goal;
use jacquerie::game::{Game, Key, MoveCode, MoveList, Outcome, Proof};
use jacquerie::pawns::{Move, PawnGame, Position};
use jacquerie::value::Value;

/// What the keeper forbids himself. If that leaves him no move, he plays any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restriction {
    /// Nothing.
    None,
    /// To capture across a cut.
    Across,
    /// To move anything but pawns of the part where the attacker's pawn has just arrived.
    Elsewhere,
    /// Both.
    Both,
    /// To move pawns that stand more than so many files from where the attacker's has just arrived.
    Beyond(usize),
}

impl Restriction {
    pub const ALL: [Self; 6] = [
        Self::None,
        Self::Across,
        Self::Elsewhere,
        Self::Both,
        Self::Beyond(1),
        Self::Beyond(2),
    ];
}

/// Peasants' Chess with such a keeper, who has the second move.
pub struct Bound {
    pub game: PawnGame,
    pub parts: Vec<Bitboard>,
    pub restriction: Restriction,
}

/// A position of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turned {
    pub position: Position,
    /// If the keeper is to move: one more than the file where the attacker's pawn has arrived.
    pub answers: usize,
}

impl Bound {
    fn part(&self, file: usize) -> Option<usize> {
        let at = Bitboard::leftmost_files(file + 1) & !Bitboard::leftmost_files(file);
        self.parts.iter().position(|part| part.meets(at))
    }

    fn is_allowed(&self, restriction: Restriction, arrived: usize, played: Move) -> bool {
        let [from, to] = [played.from(), played.to()].map(|square| square.file().index());
        let across = self.part(from) != self.part(to);
        let elsewhere = self.part(from) != self.part(arrived);
        match restriction {
            Restriction::None => true,
            Restriction::Across => !across,
            Restriction::Elsewhere => !elsewhere,
            Restriction::Both => !across && !elsewhere,
            Restriction::Beyond(most) => from.abs_diff(arrived) <= most,
        }
    }
}

impl Game for Bound {
    type Position = Turned;
    type Move = Move;
    fn outcome(&self, turned: &Turned) -> Option<Outcome> {
        self.game.outcome(&turned.position)
    }
    fn moves(&self, turned: &Turned) -> MoveList<Move> {
        let all = self.game.moves(&turned.position);
        let Some(arrived) = turned.answers.checked_sub(1) else {
            return all;
        };
        // Who cannot keep to both gives up the narrower one first.
        let wider = match self.restriction {
            Restriction::Both => Restriction::Across,
            _ => Restriction::None,
        };
        let within = |restriction| -> MoveList<Move> {
            let is_allowed = |one: &Move| self.is_allowed(restriction, arrived, *one);
            all.iter().copied().filter(is_allowed).collect()
        };
        let choices = [self.restriction, wider].map(within);
        let first = choices.into_iter().find(|moves| !moves.is_empty());
        first.unwrap_or(all)
    }
    fn noisy_moves(&self, turned: &Turned) -> MoveList<Move> {
        self.moves(turned)
    }
    fn play(&self, turned: &Turned, played: Move) -> Turned {
        let answers = match turned.answers {
            0 => 1 + played.to().file().index(),
            _ => 0,
        };
        Turned {
            position: turned.position.play(played),
            answers,
        }
    }
    /// What is proved of either side's runner stands against any keeper, or is too good for him.
    fn prove(&self, turned: &Turned) -> Option<Proof> {
        self.game.prove(&turned.position)
    }
    fn evaluate(&self, turned: &Turned) -> Value {
        self.game.evaluate(&turned.position)
    }
    fn canonical(&self, turned: &Turned) -> Turned {
        *turned
    }
    /// Six files at most: 36 bits for each side's pawns, 3 for the file of en passant, 3 for who
    /// answers where.
    fn key(&self, turned: &Turned) -> Key {
        let pack = |pawns: Bitboard| {
            (1..7).fold(0, |all, rank| {
                all << 6 | u128::from(pawns.0 >> (8 * rank) & 63)
            })
        };
        let position = &turned.position;
        let passed = position
            .en_passant()
            .lowest()
            .map_or(0, |at| 1 + at.file().index() as u128);
        let pawns = pack(position.own()) << 36 | pack(position.enemy());
        Key::new(pawns << 6 | passed << 3 | turned.answers as u128, false)
    }
    fn code(&self, played: Move, mirrored: bool) -> MoveCode {
        self.game.code(played, mirrored)
    }
    fn urgency(&self, turned: &Turned, played: Move) -> i32 {
        self.game.urgency(&turned.position, played)
    }
    fn prospects(&self, turned: &Turned, goal: Goal) -> i32 {
        self.game.prospects(&turned.position, goal)
    }
    fn extends(&self, turned: &Turned, played: Move) -> bool {
        self.game.extends(&turned.position, played)
    }
}
