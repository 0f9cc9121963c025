//! The value and the distance of every position of a pawn structure, and of all that can come of it,
//! from the ends backwards. The rules are the [oracle](super::oracle)'s.
//!
//! A *structure* is where the pawns stand, without queens and without a right to capture en passant.
//! Two kings and the side to move make a table of 2 × 64 × 64 positions of it. Moves that leave the
//! structure come first: their values are known from tables of later structures. Then wins and losses
//! are carried back along the king's moves, the shortest first. What is left draws. Positions with
//! queens or a right to capture en passant are the best of what can be played in them.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use jacquerie::game::Outcome;

use super::oracle::{Board, DIRECTIONS, Step, towards};

/// A value for the side to move, with the plies to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Win(u16),
    Draw,
    Loss(u16),
}

impl Value {
    /// A ply earlier, for the other side.
    fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// Greater is better: quick wins, then draws, then late losses.
    fn rank(self) -> i32 {
        match self {
            Self::Win(plies) => 10_000 - i32::from(plies),
            Self::Draw => 0,
            Self::Loss(plies) => i32::from(plies) - 10_000,
        }
    }

    fn best(values: impl Iterator<Item = Self>) -> Option<Self> {
        values.max_by_key(|value| value.rank())
    }

    pub fn outcome(self) -> Outcome {
        match self {
            Self::Win(_) => Outcome::Win,
            Self::Draw => Outcome::Draw,
            Self::Loss(_) => Outcome::Loss,
        }
    }

    pub fn plies(self) -> Option<u16> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }
}

/// Where the pawns stand: a bit a square, White's and Black's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Structure {
    pub white: u64,
    pub black: u64,
}

fn squares(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |square| set >> square & 1 == 1)
}

/// A move of a pawn, whatever the kings do.
struct PawnMove {
    from: usize,
    to: usize,
    /// A square that must be empty on the way.
    way: Option<usize>,
    /// What the structure becomes; `None` if the pawn promotes.
    next: Option<Structure>,
    /// Whether the opponent may have a right to capture en passant.
    may_be_passed: bool,
}

impl Structure {
    pub fn of(board: &Board) -> Self {
        let set = |man: u8| -> u64 {
            let places = (0..64).filter(|square| board.squares[*square] == man);
            places.map(|square| 1u64 << square).sum()
        };
        Self {
            white: set(b'P'),
            black: set(b'p'),
        }
    }

    fn own(self, white: bool) -> u64 {
        if white { self.white } else { self.black }
    }

    fn new(white: bool, own: u64, enemy: u64) -> Self {
        let (white, black) = if white { (own, enemy) } else { (enemy, own) };
        Self { white, black }
    }

    fn without(self, square: usize) -> Self {
        Self {
            white: self.white & !(1 << square),
            black: self.black & !(1 << square),
        }
    }

    /// The squares that the pawns of a side attack.
    fn guarded(self, white: bool) -> u64 {
        let forward = if white { 1 } else { -1 };
        let mut guarded = 0;
        for from in squares(self.own(white)) {
            for side in [-1, 1] {
                guarded |= towards(from, side, forward).map_or(0, |to| 1 << to);
            }
        }
        guarded
    }

    fn pawn_moves(self, white: bool) -> Vec<PawnMove> {
        let (own, enemy) = (self.own(white), self.own(!white));
        let (forward, home) = if white { (1, 1) } else { (-1, 6) };
        let is_free = |square: usize| (own | enemy) >> square & 1 == 0;
        let mut moves = Vec::new();
        for from in squares(own) {
            let rest = own & !(1 << from);
            let to = towards(from, 0, forward).expect("a pawn is not on its last rank");
            if is_free(to) {
                let promotes = [0, 7].contains(&(to / 8));
                moves.push(PawnMove {
                    from,
                    to,
                    way: None,
                    next: (!promotes).then(|| Self::new(white, rest | 1 << to, enemy)),
                    may_be_passed: false,
                });
                let further = towards(from, 0, 2 * forward).filter(|to| is_free(*to));
                if let Some(further) = further.filter(|_| from / 8 == home) {
                    let beside = |side| {
                        towards(further, side, 0).is_some_and(|place| enemy >> place & 1 == 1)
                    };
                    moves.push(PawnMove {
                        from,
                        to: further,
                        way: Some(to),
                        next: Some(Self::new(white, rest | 1 << further, enemy)),
                        may_be_passed: beside(-1) || beside(1),
                    });
                }
            }
            for side in [-1, 1] {
                let to = towards(from, side, forward);
                if let Some(to) = to.filter(|to| enemy >> to & 1 == 1) {
                    moves.push(PawnMove {
                        from,
                        to,
                        way: None,
                        next: Some(Self::new(white, rest | 1 << to, enemy & !(1 << to))),
                        may_be_passed: false,
                    });
                }
            }
        }
        moves
    }

    /// All that can come of it, itself too; `None` if that is more than `most`. (Kings may take any pawn
    /// or queen; whether they get there is not asked.)
    pub fn all_from(self, most: usize) -> Option<usize> {
        let mut known = HashSet::from([self]);
        let mut waiting = vec![self];
        while let Some(one) = waiting.pop() {
            let mut next: Vec<Self> = squares(one.white | one.black)
                .map(|square| one.without(square))
                .collect();
            for white in [true, false] {
                next.extend(
                    one.pawn_moves(white)
                        .iter()
                        .filter_map(|played| played.next),
                );
            }
            for one in next {
                if known.insert(one) {
                    waiting.push(one);
                }
            }
            if known.len() > most {
                return None;
            }
        }
        Some(known.len())
    }

    /// What a table is about, in its order; `None` where the position is not legal.
    pub fn boards(self) -> impl Iterator<Item = Option<Board>> {
        Place::all().map(move |place| {
            let pawns = self.white | self.black;
            let stands = |king: usize| pawns >> king & 1 == 1;
            let is_free = place.own != place.enemy && !stands(place.own) && !stands(place.enemy);
            is_free.then(|| self.board(place)).filter(Board::is_legal)
        })
    }

    fn board(self, place: Place) -> Board {
        let mut board = Board::empty();
        for (set, man) in [(self.white, b'P'), (self.black, b'p')] {
            for square in squares(set) {
                board.squares[square] = man;
            }
        }
        board.squares[place.king(true)] = b'K';
        board.squares[place.king(false)] = b'k';
        board.white_to_move = place.white_to_move;
        board
    }
}

/// Who is to move, and where the kings stand: the mover's and the other.
#[derive(Clone, Copy)]
struct Place {
    white_to_move: bool,
    own: usize,
    enemy: usize,
}

impl Place {
    fn all() -> impl Iterator<Item = Self> {
        (0..8192).map(|index| Self {
            white_to_move: index < 4096,
            own: index / 64 % 64,
            enemy: index % 64,
        })
    }

    fn index(self) -> usize {
        4096 * usize::from(!self.white_to_move) + 64 * self.own + self.enemy
    }

    fn king(self, white: bool) -> usize {
        if white == self.white_to_move {
            self.own
        } else {
            self.enemy
        }
    }

    fn of(board: &Board) -> Self {
        let (own, enemy) = match board.white_to_move {
            true => (b'K', b'k'),
            false => (b'k', b'K'),
        };
        Self {
            white_to_move: board.white_to_move,
            own: board.find(own),
            enemy: board.find(enemy),
        }
    }
}

fn neighbours(square: usize) -> impl Iterator<Item = usize> {
    DIRECTIONS
        .into_iter()
        .filter_map(move |(files, ranks)| towards(square, files, ranks))
}

fn are_apart(one: usize, other: usize) -> bool {
    (one % 8).abs_diff(other % 8) > 1 || (one / 8).abs_diff(other / 8) > 1
}

/// The values of a structure's positions; `None` where there is none.
pub type Values = Rc<Vec<Option<Value>>>;

/// The tables that were needed so far.
#[derive(Default)]
pub struct Tables {
    known: HashMap<Structure, Values>,
}

impl Tables {
    /// The value of a position as a FEN, for the side to move, and the plies to its end.
    pub fn value(&mut self, fen: &str) -> (Outcome, Option<u16>) {
        let value = self.value_of(&Board::read(fen));
        (value.outcome(), value.plies())
    }

    /// Each move of a position, in coordinates, with its value for the side that makes it and the plies to the
    /// end from here on.
    pub fn moves(&mut self, fen: &str) -> Vec<(String, Outcome, Option<u16>)> {
        let board = Board::read(fen);
        let each = board.moves().into_iter().map(|step| {
            let value = self.value_after(&board, step);
            (board.name(step), value.outcome(), value.plies())
        });
        each.collect()
    }

    /// What a move is worth to the side that makes it.
    pub fn value_after(&mut self, board: &Board, step: Step) -> Value {
        self.value_of(&board.after(step)).before()
    }

    pub fn value_of(&mut self, board: &Board) -> Value {
        let has_queens = board.count(b'Q') + board.count(b'q') > 0;
        if !has_queens && board.passed.is_none() {
            let table = self.table(Structure::of(board));
            return table[Place::of(board).index()].expect("the position is legal");
        }
        match board.end() {
            Some((Outcome::Win, _)) => Value::Win(0),
            Some((Outcome::Draw, _)) => Value::Draw,
            Some((Outcome::Loss, _)) => Value::Loss(0),
            // Any other move leaves the opponent ahead.
            None if has_queens && !board.has_move_about_queens() => Value::Loss(1),
            None => self.best_of_moves(board),
        }
    }

    /// The best that can be played, in a position that is not over.
    pub fn best_of_moves(&mut self, board: &Board) -> Value {
        let moves = board.moves().into_iter();
        let best = Value::best(moves.map(|step| self.value_after(board, step)));
        best.expect("the game goes on")
    }

    pub fn table(&mut self, structure: Structure) -> Values {
        if let Some(table) = self.known.get(&structure) {
            return Rc::clone(table);
        }
        let table = Rc::new(self.solve(structure));
        self.known.insert(structure, Rc::clone(&table));
        table
    }

    fn solve(&mut self, structure: Structure) -> Vec<Option<Value>> {
        let pawns = structure.white | structure.black;
        // White's, then Black's.
        let guarded = [true, false].map(|white| structure.guarded(white));
        let pawn_moves = [true, false].map(|white| {
            let moves = structure.pawn_moves(white).into_iter();
            let ready = moves.map(|played| {
                let next = played.next.unwrap_or(structure);
                // Positions with queens or with a right to capture en passant stand in no table.
                let has_table = played.next.is_some() && !played.may_be_passed;
                let table = has_table.then(|| self.table(next));
                (played, next.guarded(!white), table)
            });
            ready.collect::<Vec<_>>()
        });
        let after_taking: Vec<Option<Values>> = (0..64)
            .map(|square| (pawns >> square & 1 == 1).then(|| self.table(structure.without(square))))
            .collect();
        let is_guarded =
            |white: bool, square: usize| guarded[usize::from(!white)] >> square & 1 == 1;
        let is_legal = |place: Place| {
            are_apart(place.own, place.enemy)
                && (pawns >> place.own | pawns >> place.enemy) & 1 == 0
                && !is_guarded(place.white_to_move, place.enemy)
        };
        let mut values = vec![None; 8192];
        // The moves of kings within the structure that are not known to lose.
        let mut open = vec![0u32; 8192];
        // The best of the moves out of the structure.
        let mut outside: Vec<Option<Value>> = vec![None; 8192];
        // What may be settled after so many plies.
        let mut waiting: Vec<Vec<(Place, Value)>> = Vec::new();
        let settle_later = |waiting: &mut Vec<Vec<(Place, Value)>>, place: Place, value: Value| {
            let plies = usize::from(value.plies().expect("no draw is settled"));
            if waiting.len() <= plies {
                waiting.resize(plies + 1, Vec::new());
            }
            waiting[plies].push((place, value));
        };
        for place in Place::all().filter(|place| is_legal(*place)) {
            let white = place.white_to_move;
            let mut leaving = Vec::new();
            for to in neighbours(place.own) {
                let is_own = structure.own(white) >> to & 1 == 1;
                if is_own || is_guarded(!white, to) || !are_apart(to, place.enemy) {
                    continue;
                }
                match &after_taking[to] {
                    None => open[place.index()] += 1,
                    Some(table) => {
                        let next = Place {
                            white_to_move: !white,
                            own: place.enemy,
                            enemy: to,
                        };
                        leaving.push(table[next.index()].expect("a king takes legally"));
                    }
                }
            }
            for (played, enemy_guarded, table) in &pawn_moves[usize::from(!white)] {
                let stands = |square: usize| [place.own, place.enemy].contains(&square);
                let is_stopped = stands(played.to) || played.way.is_some_and(stands);
                // A move that leaves the king attacked by a pawn is none, and no other man attacks.
                if is_stopped || enemy_guarded >> place.own & 1 == 1 {
                    continue;
                }
                leaving.push(match table {
                    Some(table) => {
                        let next = Place {
                            white_to_move: !white,
                            own: place.enemy,
                            enemy: place.own,
                        };
                        table[next.index()].expect("a pawn moves legally")
                    }
                    None => {
                        let board = structure.board(place);
                        self.value_of(&board.after(Some((played.from, played.to))))
                    }
                });
            }
            outside[place.index()] = Value::best(leaving.into_iter().map(Value::before));
            match outside[place.index()] {
                Some(win @ Value::Win(_)) => settle_later(&mut waiting, place, win),
                Some(loss @ Value::Loss(_)) if open[place.index()] == 0 => {
                    settle_later(&mut waiting, place, loss);
                }
                None if open[place.index()] == 0 && is_guarded(!white, place.own) => {
                    settle_later(&mut waiting, place, Value::Loss(0));
                }
                _ => {}
            }
            values[place.index()] = Some(Value::Draw);
        }
        let mut plies = 0;
        while plies < waiting.len() {
            for (place, value) in std::mem::take(&mut waiting[plies]) {
                if values[place.index()] != Some(Value::Draw) {
                    continue;
                }
                values[place.index()] = Some(value);
                // The king that moved last came from one of these squares.
                for from in neighbours(place.enemy) {
                    let earlier = Place {
                        white_to_move: !place.white_to_move,
                        own: from,
                        enemy: place.own,
                    };
                    let index = earlier.index();
                    if !is_legal(earlier) || values[index] != Some(Value::Draw) {
                        continue;
                    }
                    match value.before() {
                        Value::Loss(plies) => {
                            open[index] -= 1;
                            let value = match outside[index] {
                                _ if open[index] > 0 => continue,
                                None => Value::Loss(plies),
                                Some(Value::Loss(other)) => Value::Loss(plies.max(other)),
                                Some(_) => continue,
                            };
                            settle_later(&mut waiting, earlier, value);
                        }
                        win => settle_later(&mut waiting, earlier, win),
                    }
                }
            }
            plies += 1;
        }
        values
    }
}
