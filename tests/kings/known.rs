//! Positions whose values are known: `tests/data/kings-values.txt`.

use jacquerie::game::Outcome;

/// A position, its value, and that of each of its moves.
#[derive(Clone, Debug)]
pub struct Known {
    pub fen: String,
    pub value: (Outcome, Option<u16>),
    pub moves: Vec<(String, Outcome, Option<u16>)>,
}

fn outcome(word: &str) -> Outcome {
    match word {
        "win" => Outcome::Win,
        "draw" => Outcome::Draw,
        "loss" => Outcome::Loss,
        _ => panic!("not a value: '{word}'"),
    }
}

fn plies(word: &str) -> Option<u16> {
    (word != "-").then(|| word.parse().expect("a number of plies"))
}

/// A position, and what is told of it: `win` or `win;18`, and `a2a3=draw,g5f5=win/18`.
pub fn read(fen: &str, value: &str, moves: &str) -> Known {
    let (value, length) = value.split_once(';').unwrap_or((value, "-"));
    let each = moves.split(',').filter(|one| !one.is_empty()).map(|one| {
        let (name, value) = one.split_once('=').expect("a move and its value");
        let (value, length) = value.split_once('/').unwrap_or((value, "-"));
        (name.to_owned(), outcome(value), plies(length))
    });
    Known {
        fen: fen.into(),
        value: (outcome(value), plies(length)),
        moves: each.collect(),
    }
}

/// All of them.
pub fn known() -> Vec<Known> {
    let text = include_str!("../data/kings-values.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let each = lines.map(|line| {
        let fields: Vec<&str> = line.split(';').collect();
        let [fen, value, length, moves, _note] = fields[..] else {
            panic!("not five fields: {line}");
        };
        read(fen, &format!("{value};{length}"), moves)
    });
    each.collect()
}
