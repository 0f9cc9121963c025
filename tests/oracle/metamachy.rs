//! The rules of Metamachy, implemented independently: letters on a board of twelve by twelve,
//! square by square, following the text of the rules. Slow and simple, for comparison.
//!
//! 1. Queen, rook, bishop, knight: as in chess. Camel: (1,3). Elephant: one or two squares
//!    diagonally, jumping. Lion: any square within two king's steps. Cannon: goes as a rook, captures
//!    the first piece beyond exactly one. Eagle: one step diagonally, then on along a rank or a file,
//!    away from its start. Prince: a king's step, or two squares straight ahead.
//! 2. Pawn: one or two squares straight ahead from anywhere, captures diagonally.
//! 3. A pawn or a prince that has made a double step can be taken at once by a pawn on the square
//!    that it passed over.
//! 4. A pawn or a prince on its last rank becomes a queen, a lion or an eagle.
//! 5. A king that has not moved may leap to an empty square two away, unless in check. The square
//!    half-way must not be threatened; of the two squares of a knight's leap (one straight, one
//!    diagonal) one is enough. Threatened: the king could be captured if it stood there, in place of
//!    any piece on that square, and no longer on its own square.
//! 6. Mate wins, stalemate draws, and so do bare kings, or a king against a king with one knight,
//!    bishop, camel, elephant or cannon.

use jacquerie::game::Outcome;
use jacquerie::game::finish::Cause;

use super::{ASLANT, Oracle, STRAIGHT, placement, written};

/// A square: file and rank, each from 0.
pub type Place = (i32, i32);

/// A position: `.` is empty, capitals are White's; rank by rank from the first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub squares: [[char; 12]; 12],
    pub white_to_move: bool,
    /// Whether White's king, and Black's, has not moved yet.
    pub may_leap: [bool; 2],
    /// The square that the last move passed over in a double step, if a pawn can legally capture
    /// there.
    pub passed: Option<Place>,
    pub quiet: u32,
    pub number: u32,
}

/// From where to where, and the promotion: a small letter, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub from: Place,
    pub to: Place,
    pub becomes: Option<char>,
}

fn plus(a: Place, b: Place) -> Place {
    (a.0 + b.0, a.1 + b.1)
}

fn is_on_board((file, rank): Place) -> bool {
    (0..12).contains(&file) && (0..12).contains(&rank)
}

pub fn name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// All vectors up to three squares whose smaller and larger component satisfy `is_it`.
fn leaps(is_it: impl Fn(i32, i32) -> bool) -> Vec<Place> {
    let all = (-3..=3).flat_map(|files| (-3..=3).map(move |ranks| (files, ranks)));
    let (near, far) = (
        |(a, b): Place| a.abs().min(b.abs()),
        |(a, b): Place| a.abs().max(b.abs()),
    );
    all.filter(|one| is_it(near(*one), far(*one))).collect()
}

impl Board {
    pub fn empty() -> Self {
        Self {
            squares: [['.'; 12]; 12],
            white_to_move: true,
            may_leap: [false; 2],
            passed: None,
            quiet: 0,
            number: 1,
        }
    }

    pub fn at(&self, (file, rank): Place) -> char {
        self.squares[rank as usize][file as usize]
    }

    pub fn set(&mut self, (file, rank): Place, man: char) {
        self.squares[rank as usize][file as usize] = man;
    }

    pub fn places() -> impl Iterator<Item = Place> {
        (0..12).flat_map(|rank| (0..12).map(move |file| (file, rank)))
    }

    fn is_empty(&self, place: Place) -> bool {
        is_on_board(place) && self.at(place) == '.'
    }

    /// Whether a piece of that side stands there.
    pub fn is_of(&self, white: bool, place: Place) -> bool {
        is_on_board(place) && self.at(place) != '.' && self.at(place).is_uppercase() == white
    }

    fn king(&self, white: bool) -> Place {
        let king = if white { 'K' } else { 'k' };
        Self::places()
            .find(|place| self.at(*place) == king)
            .expect("a king")
    }

    /// Squares on the way up to the first piece, including that of an enemy.
    fn slide(&self, white: bool, from: Place, step: Place, found: &mut Vec<Place>) {
        let mut at = plus(from, step);
        while self.is_empty(at) {
            found.push(at);
            at = plus(at, step);
        }
        if self.is_of(!white, at) {
            found.push(at);
        }
    }

    /// Where the piece on a square may go, ignoring check, en passant and a king's leap.
    pub fn targets(&self, from: Place) -> Vec<Place> {
        let man = self.at(from);
        let white = man.is_uppercase();
        let forward = (0, if white { 1 } else { -1 });
        let mut found = Vec::new();
        let leap = |steps: Vec<Place>| {
            let to = steps.into_iter().map(|step| plus(from, step));
            to.filter(|to| self.is_empty(*to) || self.is_of(!white, *to))
                .collect::<Vec<_>>()
        };
        let one = plus(from, forward);
        let two = plus(one, forward);
        match man.to_ascii_lowercase() {
            'k' => found = leap(leaps(|_, far| far == 1)),
            'n' => found = leap(leaps(|near, far| (near, far) == (1, 2))),
            'm' => found = leap(leaps(|near, far| (near, far) == (1, 3))),
            'e' => found = leap(leaps(|near, far| near == far && (far == 1 || far == 2))),
            'l' => found = leap(leaps(|_, far| far == 1 || far == 2)),
            'i' => {
                found = leap(leaps(|_, far| far == 1));
                if self.is_empty(one) && self.is_empty(two) {
                    found.push(two);
                }
            }
            'r' => STRAIGHT
                .iter()
                .for_each(|step| self.slide(white, from, *step, &mut found)),
            'b' => ASLANT
                .iter()
                .for_each(|step| self.slide(white, from, *step, &mut found)),
            'q' => {
                let all = STRAIGHT.iter().chain(&ASLANT);
                all.for_each(|step| self.slide(white, from, *step, &mut found));
            }
            'c' => {
                for step in STRAIGHT {
                    let mut at = plus(from, step);
                    while self.is_empty(at) {
                        found.push(at);
                        at = plus(at, step);
                    }
                    if !is_on_board(at) {
                        continue;
                    }
                    // A piece to jump over: the first one behind it can be captured.
                    at = plus(at, step);
                    while self.is_empty(at) {
                        at = plus(at, step);
                    }
                    if self.is_of(!white, at) {
                        found.push(at);
                    }
                }
            }
            'g' => {
                for (file, rank) in ASLANT {
                    let corner = plus(from, (file, rank));
                    if self.is_of(!white, corner) {
                        found.push(corner);
                    }
                    if self.is_empty(corner) {
                        found.push(corner);
                        self.slide(white, corner, (file, 0), &mut found);
                        self.slide(white, corner, (0, rank), &mut found);
                    }
                }
            }
            'p' => {
                if self.is_empty(one) {
                    found.push(one);
                    if self.is_empty(two) {
                        found.push(two);
                    }
                }
                for side in [-1, 1] {
                    let to = plus(one, (side, 0));
                    if self.is_of(!white, to) {
                        found.push(to);
                    }
                }
            }
            other => panic!("unknown piece '{other}'"),
        }
        found
    }

    /// Whether the other side could capture a side's king.
    pub fn is_in_check(&self, white: bool) -> bool {
        let king = self.king(white);
        let mut enemies = Self::places().filter(|place| self.is_of(!white, *place));
        enemies.any(|from| self.targets(from).contains(&king))
    }

    /// Whether the king of the side to move could be captured on a square.
    fn is_threatened(&self, place: Place) -> bool {
        let (mut board, from) = (self.clone(), self.king(self.white_to_move));
        let king = board.at(from);
        board.set(from, '.');
        board.set(place, king);
        board.is_in_check(self.white_to_move)
    }

    /// Where the king may leap, ignoring its safety there.
    fn leap_targets(&self) -> Vec<Place> {
        let side = usize::from(!self.white_to_move);
        if !self.may_leap[side] || self.is_in_check(self.white_to_move) {
            return Vec::new();
        }
        let king = self.king(self.white_to_move);
        let all = leaps(|_, far| far == 2).into_iter();
        let may = all.filter(|step| {
            let (file, rank) = *step;
            // One step: along the files or ranks of which there are two, and diagonally.
            let passed = match (file.abs(), rank.abs()) {
                (2, 1) => vec![(file / 2, 0), (file / 2, rank)],
                (1, 2) => vec![(0, rank / 2), (file, rank / 2)],
                _ => vec![(file / 2, rank / 2)],
            };
            let is_free = |step: &Place| !self.is_threatened(plus(king, *step));
            self.is_empty(plus(king, *step)) && passed.iter().any(is_free)
        });
        may.map(|step| plus(king, step)).collect()
    }

    fn attacks_as_pawn(&self, from: Place, to: Place) -> bool {
        let forward = if self.at(from).is_uppercase() { 1 } else { -1 };
        to.1 - from.1 == forward && (to.0 - from.0).abs() == 1
    }

    /// The board after a move, with only the pieces changed.
    pub fn moved(&self, step: Step) -> Self {
        let Step { from, to, becomes } = step;
        let man = self.at(from);
        let mut next = self.clone();
        if man.eq_ignore_ascii_case(&'p') && self.passed == Some(to) && from.0 != to.0 {
            // The passed piece stands one square beyond, in its own direction.
            let beyond = if self.white_to_move { -1 } else { 1 };
            next.set(plus(to, (0, beyond)), '.');
        }
        next.set(from, '.');
        next.set(
            to,
            match becomes {
                None => man,
                Some(letter) if self.white_to_move => letter.to_ascii_uppercase(),
                Some(letter) => letter,
            },
        );
        next
    }

    /// The passed square is kept only if a legal capture there is possible.
    fn forget_useless_passing(&mut self) {
        let Some(passed) = self.passed else {
            return;
        };
        let is_such = |step: &Step| {
            let is_pawn = self.at(step.from).eq_ignore_ascii_case(&'p');
            is_pawn && step.to == passed && step.from.0 != passed.0
        };
        if !self.moves().iter().any(is_such) {
            self.passed = None;
        }
    }
}

impl Oracle for Board {
    type Step = Step;

    fn read(_: &str, fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let number = |field: usize| fields[field].parse().expect("a number");
        let mut board = Self {
            white_to_move: fields[1] == "w",
            may_leap: [fields[2].contains('K'), fields[2].contains('k')],
            passed: Self::places().find(|place| name(*place) == fields[3]),
            quiet: number(4),
            number: number(5),
            ..Self::empty()
        };
        for (place, man) in Self::places().zip(placement(fen)) {
            board.set(place, char::from(man));
        }
        board.forget_useless_passing();
        board
    }

    fn fen(&self) -> String {
        let men: Vec<u8> = self
            .squares
            .iter()
            .flatten()
            .map(|man| *man as u8)
            .collect();
        let turn = if self.white_to_move { 'w' } else { 'b' };
        let leap = match self.may_leap {
            [true, true] => "Kk",
            [true, false] => "K",
            [false, true] => "k",
            [false, false] => "-",
        };
        let passed = self.passed.map_or("-".to_owned(), name);
        let (men, quiet, number) = (written(&men, 12), self.quiet, self.number);
        format!("{men} {turn} {leap} {passed} {quiet} {number}")
    }

    fn white_to_move(&self) -> bool {
        self.white_to_move
    }

    fn quiet(&self) -> u32 {
        self.quiet
    }

    fn without_counts(self) -> Self {
        Self {
            quiet: 0,
            number: 1,
            ..self
        }
    }

    fn moves(&self) -> Vec<Step> {
        let white = self.white_to_move;
        let last = if white { 11 } else { 0 };
        let mut steps = Vec::new();
        for from in Self::places().filter(|place| self.is_of(white, *place)) {
            let man = self.at(from).to_ascii_lowercase();
            let mut targets = self.targets(from);
            if man == 'k' {
                targets.extend(self.leap_targets());
            }
            if man == 'p' && self.passed.is_some_and(|to| self.attacks_as_pawn(from, to)) {
                targets.extend(self.passed);
            }
            for to in targets {
                let promotes = (man == 'p' || man == 'i') && to.1 == last;
                let letters = if promotes { "qlg" } else { "." };
                steps.extend(letters.chars().map(|letter| Step {
                    from,
                    to,
                    becomes: Some(letter).filter(|letter| *letter != '.'),
                }));
            }
        }
        steps.retain(|step| !self.moved(*step).is_in_check(white));
        steps
    }

    fn after(&self, step: Step) -> Self {
        let Step { from, to, becomes } = step;
        let man = self.at(from).to_ascii_lowercase();
        let mut next = self.moved(step);
        next.quiet = match man == 'p' || becomes.is_some() || self.at(to) != '.' {
            true => 0,
            false => self.quiet + 1,
        };
        if man == 'k' {
            next.may_leap[usize::from(!self.white_to_move)] = false;
        }
        let is_double = (man == 'p' || man == 'i') && (to.1 - from.1).abs() == 2;
        next.passed = is_double.then_some((to.0, i32::midpoint(from.1, to.1)));
        next.number += u32::from(!self.white_to_move);
        next.white_to_move = !self.white_to_move;
        next.forget_useless_passing();
        next
    }

    fn name(&self, step: Step) -> String {
        let letter = step.becomes.map(String::from).unwrap_or_default();
        format!("{}{}{letter}", name(step.from), name(step.to))
    }

    fn end(&self) -> Option<(Outcome, Cause)> {
        let men = Self::places().map(|place| self.at(place).to_ascii_lowercase());
        let men: String = men.filter(|man| *man != '.' && *man != 'k').collect();
        if men.is_empty() || (men.len() == 1 && "nbmec".contains(&men)) {
            return Some((Outcome::Draw, Cause::Material));
        }
        if !self.moves().is_empty() {
            return None;
        }
        Some(match self.is_in_check(self.white_to_move) {
            true => (Outcome::Loss, Cause::Checkmate),
            false => (Outcome::Draw, Cause::NoMove),
        })
    }

    fn kind(&self, step: Step) -> Option<&'static str> {
        let man = self.at(step.from).to_ascii_lowercase();
        let (files, ranks) = (step.to.0 - step.from.0, step.to.1 - step.from.1);
        let far = files.abs().max(ranks.abs());
        Some(match (man, self.at(step.to)) {
            ('k', _) if far == 2 => "a king's leap",
            ('p', '.') if files != 0 => match self.at((step.to.0, step.from.1)) {
                'i' | 'I' => "a prince is taken en passant",
                _ => "a pawn is taken en passant",
            },
            ('i', _) if step.becomes.is_some() && far == 2 => "a prince's double step promotes",
            ('i', _) if step.becomes.is_some() => "a prince promotes",
            ('p', '.') if step.becomes.is_some() && far == 2 => "a pawn's double step promotes",
            ('p', '.') if step.becomes.is_some() => "a pawn promotes",
            ('p', _) if step.becomes.is_some() => "a pawn captures and promotes",
            ('i', _) if far == 2 && self.after(step).passed.is_some() => "a prince may be taken so",
            ('p', _) if far == 2 && self.after(step).passed.is_some() => "a pawn may be taken so",
            ('c', man) if man != '.' => "a cannon captures",
            ('g', man) if man != '.' => "an eagle captures",
            _ => return None,
        })
    }
}
