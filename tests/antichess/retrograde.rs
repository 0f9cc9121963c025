//! What positions of up to four men are worth, from the ends of the game backwards, as plain as can be.
//! The geometry is the [oracle](super::oracle)'s; nothing is shared with the program.
//!
//! A table is an array of all placements of some men, whoever is to move: a square of 64 for each man,
//! without any symmetry. Captures and promotions lead to other tables, which are made first; so does a
//! double step after which the pawn can be captured en passant, since it must be. All other moves stay in
//! the table, and are *open* until they are known to lose.
//!
//! Then wins and losses are carried back, the shortest first. Before a loss stands a win. Before a win
//! stands one open move fewer, and where none is left, a loss. What is never settled draws.
//!
//! Four men take 2 × 64⁴ values of two bytes and as many counts of one: 100 MB, given back by
//! [`Tables::forget_the_large`]. They may not be pawns, whose promotions would need five tables more each.

use std::rc::Rc;

use arrayvec::ArrayVec;
use jacquerie::game::Outcome;
use rustc_hash::FxHashMap;

use super::oracle::{ASLANT, Board, LEAPS, STRAIGHT, towards};

/// A value for the side to move. Greater is better: quick wins, then draws, then late losses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Worth(i16);

/// A win at once.
const MOST: i16 = 10_000;

impl Worth {
    /// Of no move at all.
    const NOTHING: Self = Self(i16::MIN);
    pub const DRAW: Self = Self(0);
    /// Whoever is to move has won.
    pub const WON: Self = Self::won_in(0);

    const fn won_in(plies: i16) -> Self {
        Self(MOST - plies)
    }

    const fn lost_in(plies: i16) -> Self {
        Self(plies - MOST)
    }

    /// A ply earlier, for the other side.
    pub const fn before(self) -> Self {
        Self(self.0.signum() - self.0)
    }

    pub fn outcome(self) -> Outcome {
        match self.0.signum() {
            1 => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }

    /// After how many plies a win or loss is over.
    pub fn plies(self) -> Option<u16> {
        let plies = MOST - self.0.abs();
        (self != Self::DRAW).then_some(plies.unsigned_abs())
    }
}

/// The men and where each stands, in the order of their letters; capitals are White's.
type Men = ArrayVec<(u8, usize), 4>;

/// The letters of a table's men, in order, with zeros behind them.
type Letters = [u8; 4];

const FREE: u8 = b'.';

fn is_pawn(letter: u8) -> bool {
    letter.eq_ignore_ascii_case(&b'p')
}

fn letters(men: &[(u8, usize)]) -> Letters {
    let mut letters = [0; 4];
    for (place, (letter, _)) in letters.iter_mut().zip(men) {
        *place = *letter;
    }
    letters
}

/// The place of a position in its table: six bits a square, the first man's lowest, and one for Black.
fn index(men: &[(u8, usize)], white_to_move: bool) -> usize {
    let turn = usize::from(!white_to_move);
    let squares = men.iter().rev();
    squares.fold(turn, |index, (_, square)| index << 6 | square)
}

/// The squares that a man sees from each square of an empty board, direction by direction.
type Sight = Vec<Vec<Vec<usize>>>;

fn sight(letter: u8) -> Sight {
    let (directions, far) = match letter.to_ascii_lowercase() {
        b'n' => (LEAPS.to_vec(), 1),
        b'b' => (ASLANT.to_vec(), 7),
        b'r' => (STRAIGHT.to_vec(), 7),
        b'q' => ([STRAIGHT, ASLANT].concat(), 7),
        b'k' => ([STRAIGHT, ASLANT].concat(), 1),
        _ => (Vec::new(), 0),
    };
    let ray = |from: usize, (files, ranks): (i32, i32)| {
        let each = 1..=far;
        each.map_while(|distance| towards(from, distance * files, distance * ranks))
            .collect()
    };
    let rays = |from: usize| directions.iter().map(|one| ray(from, *one)).collect();
    (0..64).map(rays).collect()
}

/// A move: a man by his number, and the square of the man that he takes.
#[derive(Clone, Copy)]
struct Step {
    man: usize,
    to: usize,
    taken: Option<usize>,
}

/// A position of a table, or one in which a pawn can be captured en passant.
struct Place<'a> {
    men: Men,
    sights: &'a [Sight],
    squares: [u8; 64],
    white_to_move: bool,
    /// The square that a pawn has just passed.
    passed: Option<usize>,
}

impl<'a> Place<'a> {
    fn new(men: Men, sights: &'a [Sight], white_to_move: bool) -> Self {
        let mut squares = [FREE; 64];
        for (letter, square) in &men {
            squares[*square] = *letter;
        }
        Self {
            men,
            sights,
            squares,
            white_to_move,
            passed: None,
        }
    }

    /// `None` if two men stand on one square.
    fn at(letters: &[u8], sights: &'a [Sight], index: usize) -> Option<Self> {
        let square = |man: usize| index >> (6 * man) & 63;
        let is_shared = |man: usize| (0..man).any(|other| square(other) == square(man));
        if (0..letters.len()).any(is_shared) {
            return None;
        }
        let men = letters.iter().enumerate();
        let men = men.map(|(man, letter)| (*letter, square(man))).collect();
        Some(Self::new(men, sights, index >> (6 * letters.len()) == 0))
    }

    fn has_enemy(&self, square: usize) -> bool {
        let man = self.squares[square];
        man != FREE && man.is_ascii_uppercase() != self.white_to_move
    }

    /// Every move, even if something else must be captured.
    fn for_each_step(&self, mut visit: impl FnMut(Step)) {
        for (man, (letter, from)) in self.men.iter().enumerate() {
            if letter.is_ascii_uppercase() != self.white_to_move {
                continue;
            }
            if is_pawn(*letter) {
                self.for_each_pawn_step(man, *from, &mut visit);
            }
            for ray in &self.sights[man][*from] {
                let first = ray.iter().position(|to| self.squares[*to] != FREE);
                for to in &ray[..first.unwrap_or(ray.len())] {
                    let taken = None;
                    visit(Step {
                        man,
                        to: *to,
                        taken,
                    });
                }
                if let Some(to) = first.map(|first| ray[first])
                    && self.has_enemy(to)
                {
                    let taken = Some(to);
                    visit(Step { man, to, taken });
                }
            }
        }
    }

    fn for_each_pawn_step(&self, man: usize, from: usize, visit: &mut impl FnMut(Step)) {
        let (forward, second) = if self.white_to_move { (1, 1) } else { (-1, 6) };
        let is_free = |to: &usize| self.squares[*to] == FREE;
        let taken = None;
        if let Some(to) = towards(from, 0, forward).filter(is_free) {
            visit(Step { man, to, taken });
            let double = towards(to, 0, forward).filter(|_| from / 8 == second);
            if let Some(to) = double.filter(is_free) {
                visit(Step { man, to, taken });
            }
        }
        for side in [-1, 1] {
            let Some(to) = towards(from, side, forward) else {
                continue;
            };
            let taken = match self.passed == Some(to) {
                true => towards(from, side, 0),
                false => Some(to).filter(|to| self.has_enemy(*to)),
            };
            if taken.is_some() {
                visit(Step { man, to, taken });
            }
        }
    }

    /// The square that a double step passes, if an enemy pawn stands beside its end.
    fn passed_by(&self, step: Step) -> Option<usize> {
        let (letter, from) = self.men[step.man];
        let is_double = is_pawn(letter) && from.abs_diff(step.to) == 16;
        let is_beside = |side: i32| {
            let beside = towards(step.to, side, 0);
            beside.is_some_and(|one| is_pawn(self.squares[one]) && self.has_enemy(one))
        };
        (is_double && (is_beside(-1) || is_beside(1))).then(|| from.midpoint(step.to))
    }

    fn promotes(&self, step: Step) -> bool {
        is_pawn(self.men[step.man].0) && [0, 7].contains(&(step.to / 8))
    }

    /// Whether another table knows what comes of it.
    fn leaves(&self, step: Step) -> bool {
        step.taken.is_some() || self.promotes(step) || self.passed_by(step).is_some()
    }

    /// Every man that the other side may have moved last within the table, and from where.
    fn for_each_origin(&self, mut visit: impl FnMut(usize, usize)) {
        for (man, (letter, to)) in self.men.iter().enumerate() {
            if letter.is_ascii_uppercase() == self.white_to_move {
                continue;
            }
            if is_pawn(*letter) {
                self.for_each_pawn_origin(man, *to, &mut visit);
            }
            for ray in &self.sights[man][*to] {
                let free = ray.iter().take_while(|from| self.squares[**from] == FREE);
                free.for_each(|from| visit(man, *from));
            }
        }
    }

    fn for_each_pawn_origin(&self, man: usize, to: usize, visit: &mut impl FnMut(usize, usize)) {
        let (back, second, last) = match self.white_to_move {
            true => (1, 6, 0),
            false => (-1, 1, 7),
        };
        // On its last rank it would be a pawn no more.
        let is_free = |from: &usize| self.squares[*from] == FREE && to / 8 != last;
        let Some(from) = towards(to, 0, back).filter(is_free) else {
            return;
        };
        visit(man, from);
        let double = towards(from, 0, back).filter(is_free);
        let own = self.squares[to];
        let is_beside = |side: i32| {
            let beside = towards(to, side, 0).map(|one| self.squares[one]);
            beside.is_some_and(|one| is_pawn(one) && one != own)
        };
        if let Some(from) = double.filter(|from| from / 8 == second)
            && !is_beside(-1)
            && !is_beside(1)
        {
            visit(man, from);
        }
    }
}

/// The tables that have been made.
#[derive(Default)]
pub struct Tables {
    made: FxHashMap<Letters, Rc<Vec<Worth>>>,
    sights: FxHashMap<u8, Sight>,
}

impl Tables {
    /// What a position of up to four men is worth.
    pub fn worth(&mut self, board: &Board) -> Worth {
        let men = (0..64).filter(|square| board.squares[*square] != FREE);
        let mut men: Men = men.map(|square| (board.squares[square], square)).collect();
        men.sort_by_key(|(letter, _)| *letter);
        let letters: Vec<u8> = men.iter().map(|(letter, _)| *letter).collect();
        self.make(&letters);
        match board.passed {
            None => self.look_up(men, board.white_to_move),
            Some(_) => {
                let sights = self.sights(&letters);
                let mut place = Place::new(men, &sights, board.white_to_move);
                place.passed = board.passed;
                self.begin(&place).0
            }
        }
    }

    /// Gives the memory of four men back.
    pub fn forget_the_large(&mut self) {
        self.made.retain(|letters, _| letters[3] == 0);
    }

    fn sights(&mut self, letters: &[u8]) -> Vec<Sight> {
        let sights = letters.iter().map(|letter| {
            let known = self.sights.entry(*letter);
            known.or_insert_with(|| sight(*letter)).clone()
        });
        sights.collect()
    }

    /// A position of a table that is made, or of one side alone: whoever is to move without a man has won.
    fn look_up(&self, mut men: Men, white_to_move: bool) -> Worth {
        let is_own = |(letter, _): &(u8, usize)| letter.is_ascii_uppercase() == white_to_move;
        if !men.iter().any(is_own) {
            return Worth::WON;
        }
        men.sort_unstable_by_key(|(letter, _)| *letter);
        self.made[&letters(&men)][index(&men, white_to_move)]
    }

    /// What a move that leaves the table is worth for the side that makes it.
    fn of_leaving(&self, place: &Place, step: Step) -> Worth {
        let mut men = place.men.clone();
        men[step.man].1 = step.to;
        if let Some(passed) = place.passed_by(step) {
            let mut next = Place::new(men, place.sights, !place.white_to_move);
            next.passed = Some(passed);
            return self.begin(&next).0.before();
        }
        let becomes: &[u8] = match (place.promotes(step), place.white_to_move) {
            (false, _) => &[men[step.man].0],
            (true, true) => b"QRBNK",
            (true, false) => b"qrbnk",
        };
        let worths = becomes.iter().map(|letter| {
            let mut men = men.clone();
            men[step.man].0 = *letter;
            // The one who takes may stand there already.
            let mut taken =
                (0..men.len()).filter(|man| *man != step.man && Some(men[*man].1) == step.taken);
            if let Some(taken) = taken.next() {
                men.remove(taken);
            }
            self.look_up(men, !place.white_to_move).before()
        });
        worths.max().unwrap_or(Worth::NOTHING)
    }

    /// The best of the moves that leave the table, and how many there are besides. Who has none at all
    /// has won.
    fn begin(&self, place: &Place) -> (Worth, u8) {
        let (mut captures, mut others, mut open) = (Worth::NOTHING, Worth::NOTHING, 0);
        place.for_each_step(|step| match step.taken {
            Some(_) => captures = captures.max(self.of_leaving(place, step)),
            None if place.leaves(step) => others = others.max(self.of_leaving(place, step)),
            None => open += 1,
        });
        match (captures, others, open) {
            (Worth::NOTHING, Worth::NOTHING, 0) => (Worth::WON, 0),
            (Worth::NOTHING, ..) => (others, open),
            _ => (captures, 0),
        }
    }

    /// Makes a table, and before it those that it needs.
    fn make(&mut self, men: &[u8]) {
        let is_of_both =
            men.iter().any(u8::is_ascii_uppercase) && men.iter().any(u8::is_ascii_lowercase);
        let key = letters(&men.iter().map(|letter| (*letter, 0)).collect::<Men>());
        if !is_of_both || self.made.contains_key(&key) {
            return;
        }
        assert!(men.len() < 4 || !men.iter().any(|letter| is_pawn(*letter)));
        for man in 0..men.len() {
            let mut fewer = men.to_vec();
            fewer.remove(man);
            self.make(&fewer);
            let becomes: &[u8] = match men[man] {
                b'P' => b"QRBNK",
                b'p' => b"qrbnk",
                _ => b"",
            };
            for letter in becomes {
                let mut others = men.to_vec();
                others[man] = *letter;
                others.sort_unstable();
                self.make(&others);
            }
        }
        let sights = self.sights(men);
        let table = self.table(men, &sights);
        self.made.insert(key, Rc::new(table));
    }

    fn table(&self, men: &[u8], sights: &[Sight]) -> Vec<Worth> {
        let positions = 2 << (6 * men.len());
        let turn = positions / 2;
        let mut worths = vec![Worth::NOTHING; positions];
        let mut open = vec![0; positions];
        let mut longest = 0;
        for index in 0..positions {
            if let Some(place) = Place::at(men, sights, index) {
                (worths[index], open[index]) = self.begin(&place);
                if worths[index] != Worth::NOTHING {
                    longest = longest.max(worths[index].plies().unwrap_or(0));
                }
            }
        }
        let mut plies = 0;
        while plies <= longest {
            let (won, lost) = (Worth::won_in(plies as i16), Worth::lost_in(plies as i16));
            for index in 0..positions {
                let worth = worths[index];
                if worth != won && (worth != lost || open[index] > 0) {
                    continue;
                }
                let place = Place::at(men, sights, index).expect("only what stands has a worth");
                place.for_each_origin(|man, from| {
                    let origin = (index & !(63 << (6 * man)) | from << (6 * man)) ^ turn;
                    // Whoever must capture has no move within the table.
                    if open[origin] > 0 {
                        open[origin] -= u8::from(worth == won);
                        worths[origin] = worths[origin].max(worth.before());
                        longest = longest.max(plies + 1);
                    }
                });
            }
            plies += 1;
        }
        for (worth, open) in worths.iter_mut().zip(open) {
            if *worth < Worth::DRAW && (open > 0 || *worth == Worth::NOTHING) {
                *worth = Worth::DRAW;
            }
        }
        worths
    }
}
