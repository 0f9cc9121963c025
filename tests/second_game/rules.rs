//! The rules of *Wanderers*, a game that nobody plays: it was made up so that it has all that pawn
//! games lack.
//!
//! - The board has up to 10 files and 10 to 12 ranks. A side has at most eight men.
//! - A *runner* steps forward, and captures one step diagonally forward. On the last rank it becomes
//!   one of the three others, as its owner likes.
//! - A *walker* goes one step in any direction; a *tower* any number of steps along its rank or
//!   file; a *drifter* any number of steps in any direction.
//! - Who can capture must.
//! - Who has no man left has lost. Who has men but no move has lost, or draws if the variant says so.
//! - The same position for the third time is a draw, and so are [`MOST_QUIET_PLIES`] plies in which
//!   no runner moves and nothing is captured.
//!
//! Squares are numbered rank by rank from a1, as many to a rank as there are files.

use arrayvec::ArrayVec;
use jacquerie::board::Colour;

/// So many plies without progress are a draw.
pub const MOST_QUIET_PLIES: u16 = 20;
/// No board has more squares.
pub const MOST_SQUARES: usize = 120;
/// No side has more men.
pub const MOST_MEN: u32 = 8;
/// On the largest board a drifter reaches 38 squares at most.
pub const MOST_MOVES: usize = MOST_MEN as usize * 38;

/// The legal moves of a position.
pub type Moves = ArrayVec<Move, MOST_MOVES>;

/// What a man is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Runner,
    Walker,
    Tower,
    Drifter,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Runner, Self::Walker, Self::Tower, Self::Drifter];
    /// What a runner can become.
    pub const PROMOTIONS: [Self; 3] = [Self::Walker, Self::Tower, Self::Drifter];

    /// As moves name it; in a FEN this is Black's.
    pub const fn letter(self) -> char {
        match self {
            Self::Runner => 'r',
            Self::Walker => 'w',
            Self::Tower => 't',
            Self::Drifter => 'd',
        }
    }

    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The numbers of the directions in which it goes; a runner has its own.
    const fn directions(self) -> std::ops::Range<usize> {
        match self {
            Self::Runner => 0..0,
            Self::Tower => 0..4,
            Self::Walker | Self::Drifter => 0..8,
        }
    }
}

/// How many files and ranks to go in each direction: straight ones first.
const DIRECTIONS: [(i8, i8); 8] = [
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (-1, 1),
    (1, -1),
    (-1, -1),
];

/// For each side, the way forward, and the ways in which a runner captures.
const FORWARD: [usize; 2] = [0, 1];
const ASLANT: [[usize; 2]; 2] = [[4, 5], [6, 7]];

const OFF: u8 = u8::MAX;

/// How squares lie to each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pub files: usize,
    pub ranks: usize,
    /// The next square in each direction.
    next: Vec<[u8; 8]>,
}

impl Board {
    /// Of 1 to 10 files and 10 to 12 ranks.
    pub fn new(files: usize, ranks: usize) -> Option<Self> {
        let may_be = (1..=10).contains(&files) && (10..=12).contains(&ranks);
        let next = |square: usize| {
            DIRECTIONS.map(|(right, up)| {
                let file = (square % files).checked_add_signed(right.into());
                let rank = (square / files).checked_add_signed(up.into());
                match (file, rank) {
                    (Some(file), Some(rank)) if file < files && rank < ranks => {
                        (rank * files + file) as u8
                    }
                    _ => OFF,
                }
            })
        };
        may_be.then(|| Self {
            files,
            ranks,
            next: (0..files * ranks).map(next).collect(),
        })
    }

    pub fn squares(&self) -> usize {
        self.next.len()
    }

    /// Where a square lies when left and right are changed.
    pub fn mirror(&self, square: u8) -> u8 {
        let (files, square) = (self.files, usize::from(square));
        (square / files * files + files - 1 - square % files) as u8
    }

    /// Whether a runner ends its way there.
    pub fn is_last_rank(&self, square: u8, colour: Colour) -> bool {
        self.next[usize::from(square)][FORWARD[colour as usize]] == OFF
    }

    /// How many ranks a man has behind it.
    pub fn advance(&self, square: u8, colour: Colour) -> usize {
        let rank = usize::from(square) / self.files;
        match colour {
            Colour::White => rank,
            Colour::Black => self.ranks - 1 - rank,
        }
    }

    fn step(&self, square: u8, direction: usize) -> Option<u8> {
        let next = self.next[usize::from(square)][direction];
        (next != OFF).then_some(next)
    }
}

/// The squares of a set.
pub fn squares(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}

const fn bit(square: u8) -> u128 {
    1 << square
}

/// Which men stand where, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    men: [[u128; 4]; 2],
    pub turn: Colour,
}

/// A move of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: u8,
    pub to: u8,
    /// What a runner becomes.
    pub promotion: Option<Kind>,
    pub is_capture: bool,
}

impl Position {
    pub const fn empty(turn: Colour) -> Self {
        Self {
            men: [[0; 4]; 2],
            turn,
        }
    }

    pub fn put(&mut self, colour: Colour, kind: Kind, square: u8) {
        self.men[colour as usize][kind as usize] |= bit(square);
    }

    pub fn of(&self, colour: Colour, kind: Kind) -> u128 {
        self.men[colour as usize][kind as usize]
    }

    pub fn all_of(&self, colour: Colour) -> u128 {
        self.men[colour as usize]
            .iter()
            .fold(0, |all, one| all | one)
    }

    /// Every man: whose it is, what it is, and where.
    pub fn men(&self) -> impl Iterator<Item = (Colour, Kind, u8)> {
        let sides = [Colour::White, Colour::Black].into_iter();
        sides.flat_map(move |colour| {
            Kind::ALL.into_iter().flat_map(move |kind| {
                squares(self.of(colour, kind)).map(move |square| (colour, kind, square))
            })
        })
    }

    pub fn at(&self, square: u8) -> Option<(Colour, Kind)> {
        let mut men = self.men().filter(|(_, _, place)| *place == square);
        men.next().map(|(colour, kind, _)| (colour, kind))
    }

    /// The legal moves.
    pub fn moves(&self, board: &Board) -> Moves {
        let mut moves = Moves::new();
        self.each_move(board, &mut |one| {
            moves.push(one);
            true
        });
        if moves.iter().any(|one| one.is_capture) {
            moves.retain(|one| one.is_capture);
        }
        moves
    }

    pub fn has_move(&self, board: &Board) -> bool {
        !self.each_move(board, &mut |_| false)
    }

    pub fn can_capture(&self, board: &Board) -> bool {
        !self.each_move(board, &mut |one| !one.is_capture)
    }

    /// Every move there would be if nobody had to capture, as long as `goes_on` says so; whether it
    /// did to the end.
    fn each_move(&self, board: &Board, goes_on: &mut impl FnMut(Move) -> bool) -> bool {
        let enemies = self.all_of(self.turn.opponent());
        let taken = enemies | self.all_of(self.turn);
        Kind::ALL.into_iter().all(|kind| {
            squares(self.of(self.turn, kind)).all(|from| match kind {
                Kind::Runner => self.runs(board, from, taken, enemies, goes_on),
                _ => kind.directions().all(|direction| {
                    let mut at = from;
                    while let Some(to) = board.step(at, direction) {
                        let is_free = taken & bit(to) == 0;
                        let is_capture = enemies & bit(to) != 0;
                        let promotion = None;
                        let one = Move {
                            from,
                            to,
                            promotion,
                            is_capture,
                        };
                        if (is_free || is_capture) && !goes_on(one) {
                            return false;
                        }
                        if !is_free || kind == Kind::Walker {
                            break;
                        }
                        at = to;
                    }
                    true
                }),
            })
        })
    }

    fn runs(
        &self,
        board: &Board,
        from: u8,
        taken: u128,
        enemies: u128,
        goes_on: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let side = self.turn as usize;
        let ahead = board.step(from, FORWARD[side]);
        let step = ahead.filter(|to| taken & bit(*to) == 0);
        let aslant = ASLANT[side].map(|direction| board.step(from, direction));
        let captures = aslant.into_iter().flatten();
        let captures = captures.filter(|to| enemies & bit(*to) != 0);
        let moves = captures
            .map(|to| (to, true))
            .chain(step.map(|to| (to, false)));
        let mut moves = moves.map(|(to, is_capture)| Move {
            from,
            to,
            promotion: None,
            is_capture,
        });
        moves.all(|one| match board.is_last_rank(one.to, self.turn) {
            false => goes_on(one),
            true => Kind::PROMOTIONS.into_iter().all(|kind| {
                let promotion = Some(kind);
                goes_on(Move { promotion, ..one })
            }),
        })
    }

    /// The position after a legal move.
    pub fn play(&self, played: Move) -> Self {
        let mut after = *self;
        let [own, enemies] = [self.turn, self.turn.opponent()].map(|side| side as usize);
        for men in &mut after.men[enemies] {
            *men &= !bit(played.to);
        }
        for (kind, men) in Kind::ALL.into_iter().zip(self.men[own]) {
            if men & bit(played.from) != 0 {
                after.men[own][kind as usize] &= !bit(played.from);
                let kind = played.promotion.unwrap_or(kind);
                after.men[own][kind as usize] |= bit(played.to);
            }
        }
        after.turn = self.turn.opponent();
        after
    }

    /// Whether a runner moves or something is captured: nothing before that can come back.
    pub fn is_progress(&self, played: Move) -> bool {
        played.is_capture || self.of(self.turn, Kind::Runner) & bit(played.from) != 0
    }
}
