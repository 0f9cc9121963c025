//! The plain oracle: Wanderers written once more, as simply as can be, and every position of a small
//! board valued from the ends of the game backwards.
//!
//! Nothing of the game's room is used here. A board is the letters of its squares, as a FEN has them.
//!
//! There are two kinds of value. That of a [position alone](Values::alone) forgets what was played
//! before; who wins does so as quickly as he can. That of a position [in a game](Values::in_game)
//! knows how many plies were quiet, and which positions stood there twice.
//!
//! In a game, positions that stood there once before do not matter. Who wins in the fewest plies that
//! the count allows meets no position twice: what is won in so many plies after more quiet ones is
//! won in no more after fewer. So a position that stood there once will not stand there for the
//! third time, and one that stood there twice is a draw.

use std::collections::{HashMap, HashSet};

use jacquerie::game::Outcome;

/// The letters of the squares, rank by rank from a1, and whether White is to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    letters: Box<[u8]>,
    white: bool,
}

impl Setup {
    pub fn is_white(&self) -> bool {
        self.white
    }
}

/// A legal move and where it leads.
pub struct Step {
    pub text: String,
    pub after: Setup,
    pub is_progress: bool,
}

/// What the game leaves open.
#[derive(Clone, Copy)]
pub struct Rules {
    pub files: usize,
    pub ranks: usize,
    pub no_move_draws: bool,
    pub most_quiet: usize,
}

/// A value, and after how many plies the game is won or lost.
pub type Valued = (Outcome, usize);

const DRAW: Valued = (Outcome::Draw, 0);

const STRAIGHT: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const ALL: [(isize, isize); 8] = [
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
];

impl Rules {
    /// The board of a FEN that is right.
    pub fn read(&self, fen: &str) -> Setup {
        let (board, rest) = fen.split_once(' ').expect("a FEN");
        let mut letters = Vec::new();
        for rank in board.split('/').rev() {
            let mut number = String::new();
            for letter in rank.chars().chain(['/']) {
                if letter.is_ascii_digit() {
                    number.push(letter);
                    continue;
                }
                let empty = number.parse().unwrap_or(0);
                letters.extend(std::iter::repeat_n(b'.', empty));
                number.clear();
                if letter != '/' {
                    letters.push(letter as u8);
                }
            }
        }
        Setup {
            letters: letters.into(),
            white: rest.starts_with('w'),
        }
    }

    /// The FEN of a board, after so many quiet plies.
    pub fn fen(&self, setup: &Setup, quiet: usize) -> String {
        let ranks = setup.letters.chunks(self.files).rev().map(|rank| {
            let mut text = String::from_utf8_lossy(rank).into_owned();
            for empty in (1..=self.files).rev() {
                text = text.replace(&".".repeat(empty), &empty.to_string());
            }
            text
        });
        let turn = if setup.white { 'w' } else { 'b' };
        format!("{} {turn} {quiet} 1", ranks.collect::<Vec<_>>().join("/"))
    }

    fn square(&self, file: isize, rank: isize) -> Option<usize> {
        let on_board =
            (0..self.files as isize).contains(&file) && (0..self.ranks as isize).contains(&rank);
        on_board.then_some((rank * self.files as isize + file) as usize)
    }

    fn name(&self, square: usize) -> String {
        format!(
            "{}{}",
            (b'a' + (square % self.files) as u8) as char,
            square / self.files + 1
        )
    }

    /// Every legal move.
    pub fn steps(&self, setup: &Setup) -> Vec<Step> {
        let mut captures = Vec::new();
        let mut others = Vec::new();
        for from in 0..setup.letters.len() {
            let man = setup.letters[from];
            if !man.is_ascii_alphabetic() || man.is_ascii_uppercase() != setup.white {
                continue;
            }
            for to in self.reached(setup, from) {
                let captured = setup.letters[to] != b'.';
                let ends = to / self.files == if setup.white { self.ranks - 1 } else { 0 };
                let runs = man.eq_ignore_ascii_case(&b'r');
                let becomes: &[u8] = if runs && ends { b"wtd" } else { &[man] };
                for one in becomes {
                    let mut text = self.name(from) + &self.name(to);
                    if runs && ends {
                        text.push(*one as char);
                    }
                    let mut letters = setup.letters.clone();
                    letters[from] = b'.';
                    letters[to] = if setup.white {
                        one.to_ascii_uppercase()
                    } else {
                        one.to_ascii_lowercase()
                    };
                    let after = Setup {
                        letters,
                        white: !setup.white,
                    };
                    let step = Step {
                        text,
                        after,
                        is_progress: captured || runs,
                    };
                    if captured { &mut captures } else { &mut others }.push(step);
                }
            }
        }
        if captures.is_empty() {
            others
        } else {
            captures
        }
    }

    /// Where a man can go if it need not capture.
    fn reached(&self, setup: &Setup, from: usize) -> Vec<usize> {
        let (file, rank) = ((from % self.files) as isize, (from / self.files) as isize);
        let man = setup.letters[from];
        let is_enemy = |square: usize| {
            let other = setup.letters[square];
            other != b'.' && other.is_ascii_uppercase() != man.is_ascii_uppercase()
        };
        let (directions, most): (&[(isize, isize)], isize) = match man.to_ascii_lowercase() {
            b'r' => {
                let forward = if setup.white { 1 } else { -1 };
                let ahead = self.square(file, rank + forward);
                let ahead = ahead.filter(|square| setup.letters[*square] == b'.');
                let aslant = [-1, 1].map(|right| self.square(file + right, rank + forward));
                let aslant = aslant
                    .into_iter()
                    .flatten()
                    .filter(|square| is_enemy(*square));
                return ahead.into_iter().chain(aslant).collect();
            }
            b'w' => (&ALL, 1),
            b't' => (&STRAIGHT, 12),
            _ => (&ALL, 12),
        };
        let mut reached = Vec::new();
        for (right, up) in directions {
            for far in 1..=most {
                let Some(to) = self.square(file + far * right, rank + far * up) else {
                    break;
                };
                if setup.letters[to] == b'.' || is_enemy(to) {
                    reached.push(to);
                }
                if setup.letters[to] != b'.' {
                    break;
                }
            }
        }
        reached
    }

    /// How the game has ended, for the side to move.
    pub fn end(&self, setup: &Setup) -> Option<Outcome> {
        let has = |white: bool| {
            let mut men = setup.letters.iter().filter(|man| man.is_ascii_alphabetic());
            men.any(|man| man.is_ascii_uppercase() == white)
        };
        match (has(setup.white), has(!setup.white)) {
            (_, false) => Some(Outcome::Win),
            (false, _) => Some(Outcome::Loss),
            _ if !self.steps(setup).is_empty() => None,
            _ if self.no_move_draws => Some(Outcome::Draw),
            _ => Some(Outcome::Loss),
        }
    }

    /// How many lines of so many plies there are.
    pub fn perft(&self, setup: &Setup, depth: u32) -> u64 {
        match (depth, self.end(setup)) {
            (0, _) => 1,
            (_, Some(_)) => 0,
            _ => self
                .steps(setup)
                .iter()
                .map(|step| self.perft(&step.after, depth - 1))
                .sum(),
        }
    }
}

/// Every position that can come of some men, and its value.
pub struct Values {
    pub rules: Rules,
    pub setups: Vec<Setup>,
    numbers: HashMap<Setup, usize>,
    ends: Vec<Option<Outcome>>,
    /// Where the moves lead, and whether they are progress.
    steps: Vec<Vec<(usize, bool)>>,
    /// The values of positions alone.
    alone: Vec<Valued>,
    /// Those after 0, 1, 2 … quiet plies.
    counted: Vec<Vec<Valued>>,
}

/// What men can be there: for each, the letters that it may have; a blank for none.
pub type Men<'a> = &'a [&'a [u8]];

impl Values {
    /// Puts the men on the board in every way, and values what comes of it.
    pub fn new(rules: Rules, men: Men) -> Self {
        let mut setups = HashSet::new();
        for white in [true, false] {
            let letters = vec![b'.'; rules.files * rules.ranks].into();
            place(&rules, men, &Setup { letters, white }, &mut setups);
        }
        let mut setups: Vec<Setup> = setups.into_iter().collect();
        setups.sort_by(|one, other| (&one.letters, one.white).cmp(&(&other.letters, other.white)));
        let numbers: HashMap<Setup, usize> = setups
            .iter()
            .enumerate()
            .map(|(number, one)| (one.clone(), number))
            .collect();
        let ends: Vec<Option<Outcome>> = setups.iter().map(|one| rules.end(one)).collect();
        let steps = setups.iter().zip(&ends).map(|(one, end)| match end {
            Some(_) => Vec::new(),
            None => {
                let steps = rules.steps(one).into_iter();
                steps
                    .map(|step| (numbers[&step.after], step.is_progress))
                    .collect()
            }
        });
        let steps = steps.collect();
        let mut values = Self {
            rules,
            numbers,
            ends,
            steps,
            alone: Vec::new(),
            counted: Vec::new(),
            setups,
        };
        values.value_alone();
        values.value_counted();
        values
    }

    /// The value of a position, whatever was played before.
    pub fn alone(&self, number: usize) -> Valued {
        self.alone[number]
    }

    /// The value of a position after so many quiet plies.
    pub fn counted(&self, number: usize, quiet: usize) -> Valued {
        self.counted[quiet][number]
    }

    /// Whether the game is over there.
    pub fn end(&self, number: usize) -> Option<Outcome> {
        self.ends[number]
    }

    /// Where the moves of a position lead, by their texts.
    pub fn moves(&self, number: usize) -> Vec<(String, usize, bool)> {
        let steps = self.rules.steps(&self.setups[number]).into_iter();
        steps
            .map(|step| (step.text, self.numbers[&step.after], step.is_progress))
            .collect()
    }

    /// The value of a position after so many quiet plies, if those named stood there twice before.
    pub fn in_game(&self, number: usize, quiet: usize, stood_twice: &HashSet<usize>) -> Valued {
        match stood_twice.is_empty() {
            true => self.counted(number, quiet),
            false => self.look(number, quiet, stood_twice, &mut HashMap::new()),
        }
    }

    fn look(
        &self,
        number: usize,
        quiet: usize,
        stood_twice: &HashSet<usize>,
        known: &mut HashMap<(usize, usize), Valued>,
    ) -> Valued {
        if let Some(value) = known.get(&(number, quiet)) {
            return *value;
        }
        let value = match quiet < self.rules.most_quiet {
            true => self.best(number, |child, is_progress| match is_progress {
                true => self.counted(child, 0),
                false if self.ends[child].is_none() && stood_twice.contains(&child) => DRAW,
                false => self.look(child, quiet + 1, stood_twice, known),
            }),
            false => self.counted(number, quiet),
        };
        known.insert((number, quiet), value);
        value
    }

    /// What the best move comes to: wins as quick as can be, losses as slow.
    fn best(&self, number: usize, mut value: impl FnMut(usize, bool) -> Valued) -> Valued {
        if let Some(end) = self.ends[number] {
            return (end, 0);
        }
        let replies = self.steps[number].iter().map(|(child, is_progress)| {
            let (outcome, plies) = value(*child, *is_progress);
            match outcome {
                Outcome::Draw => DRAW,
                other => (other.reversed(), plies + 1),
            }
        });
        let rank = |(outcome, plies): &Valued| match outcome {
            Outcome::Win => 100_000 - *plies as i32,
            Outcome::Draw => 0,
            Outcome::Loss => *plies as i32 - 100_000,
        };
        replies
            .max_by_key(rank)
            .expect("there is a move where the game goes on")
    }

    /// In each round what is won or lost in one ply more.
    fn value_alone(&mut self) {
        let count = self.setups.len();
        let mut known: Vec<Option<Valued>> = self
            .ends
            .iter()
            .map(|end| end.map(|end| (end, 0)))
            .collect();
        for plies in 1.. {
            let mut found = Vec::new();
            for number in (0..count).filter(|number| known[*number].is_none()) {
                let replies = || self.steps[number].iter().map(|(child, _)| known[*child]);
                let is = |reply: Option<Valued>, outcome| {
                    reply.is_some_and(|(other, _)| other == outcome)
                };
                if replies().any(|reply| is(reply, Outcome::Loss)) {
                    found.push((number, (Outcome::Win, plies)));
                } else if replies().all(|reply| is(reply, Outcome::Win)) {
                    found.push((number, (Outcome::Loss, plies)));
                }
            }
            if found.is_empty() {
                break;
            }
            for (number, value) in found {
                known[number] = Some(value);
            }
        }
        self.alone = known
            .into_iter()
            .map(|value| value.unwrap_or(DRAW))
            .collect();
    }

    /// From the positions in which the least progress is left on, and in each from the end of the
    /// count backwards.
    fn value_counted(&mut self) {
        let most = self.rules.most_quiet;
        let over = self
            .ends
            .iter()
            .map(|end| (end.unwrap_or(Outcome::Draw), 0));
        self.counted = vec![over.collect(); most + 1];
        let mut by_progress: Vec<Vec<usize>> = Vec::new();
        for number in 0..self.setups.len() {
            let left = self.progress_left(number);
            by_progress.resize(by_progress.len().max(left + 1), Vec::new());
            by_progress[left].push(number);
        }
        for numbers in by_progress {
            for quiet in (0..most).rev() {
                for number in &numbers {
                    let value = self.best(*number, |child, is_progress| match is_progress {
                        true => self.counted[0][child],
                        false => self.counted[quiet + 1][child],
                    });
                    self.counted[quiet][*number] = value;
                }
            }
        }
    }

    /// Less after every move that is progress, the same after all others.
    fn progress_left(&self, number: usize) -> usize {
        let letters = self.setups[number].letters.iter().enumerate();
        let of_man = |(square, man): (usize, &u8)| match man {
            b'.' => 0,
            b'R' => 1 + self.rules.ranks - square / self.rules.files,
            b'r' => 2 + square / self.rules.files,
            _ => 1,
        };
        letters.map(of_man).sum()
    }
}

/// Puts men on a board in every way.
fn place(rules: &Rules, men: Men, setup: &Setup, setups: &mut HashSet<Setup>) {
    let Some((letters, rest)) = men.split_first() else {
        if setup.letters.iter().any(|man| *man != b'.') {
            setups.insert(setup.clone());
        }
        return;
    };
    for letter in *letters {
        if *letter == b' ' {
            place(rules, rest, setup, setups);
            continue;
        }
        let last = (rules.ranks - 1) * rules.files;
        for square in (0..setup.letters.len()).filter(|square| setup.letters[*square] == b'.') {
            let ends = match letter {
                b'R' => square >= last,
                b'r' => square < rules.files,
                _ => false,
            };
            if !ends {
                let mut with = setup.clone();
                with.letters[square] = *letter;
                place(rules, rest, &with, setups);
            }
        }
    }
}
