//! The built-in openings: every start is found, its data agree with the source files, and a player
//! who follows them never loses value.

use std::collections::{HashMap, HashSet};

use jacquerie::game::bounds::{Bounds, MoveValue};
use jacquerie::game::{Game, Outcome};
use jacquerie::games::pawns::openings::{Openings, value_for_black, value_of_start};
use jacquerie::games::pawns::{Diagram, Files, Gaps, Move, PawnGame, Position, Rules, Stalemate};
use jacquerie::solve::repertoire::Section;
use jacquerie::solve::solver::Solver;
use jacquerie::stop::Stop;

/// The data shipped for a game.
struct Shipped {
    rule: Stalemate,
    starts: &'static str,
    values: &'static str,
    repertoire: &'static [u8],
}

const SHIPPED: [Shipped; 3] = [
    Shipped {
        rule: Stalemate::Draw,
        starts: include_str!("../../results/pawnrace.fen"),
        values: include_str!("../../results/pawnrace.txt"),
        repertoire: include_bytes!("../../results/pawnrace.repertoire"),
    },
    Shipped {
        rule: Stalemate::Draw,
        starts: include_str!("../../results/pawngame.fen"),
        values: include_str!("../../results/pawngame.txt"),
        repertoire: include_bytes!("../../results/pawngame.repertoire"),
    },
    Shipped {
        rule: Stalemate::Loss,
        starts: include_str!("../../results/pawngame.fen"),
        values: include_str!("../../results/pawnsonly.txt"),
        repertoire: include_bytes!("../../results/pawnsonly.repertoire"),
    },
];

fn game(stalemate: Stalemate) -> PawnGame {
    PawnGame::new(stalemate)
}

/// A start and its mirror image.
fn both(fen: &str) -> [Diagram; 2] {
    let start: Diagram = fen.parse().expect("a FEN");
    let position = start.position.mirror();
    [start, Diagram { position, ..start }]
}

fn openings(rule: Stalemate, start: &Diagram) -> Openings {
    let found = Openings::for_start(&game(rule), &start.position);
    found.unwrap_or_else(|| panic!("{start} is not there"))
}

#[test]
fn every_start_and_its_mirror_image_are_found() {
    let count = |shipped: &Shipped| shipped.starts.lines().count();
    assert_eq!(SHIPPED.each_ref().map(count), [32, 1, 1]);
    for Shipped { rule, starts, .. } in SHIPPED {
        for fen in starts.lines() {
            for start in both(fen) {
                openings(rule, &start);
                assert!(value_of_start(rule, &start.position).is_some());
            }
        }
    }
    // With the other rule the Pawn Race is another game.
    for fen in SHIPPED[0].starts.lines() {
        let [start, _] = both(fen);
        assert!(Openings::for_start(&game(Stalemate::Loss), &start.position).is_none());
        assert_eq!(value_of_start(Stalemate::Loss, &start.position), None);
    }
    for other in [
        "8/pppppppp/8/8/8/8/PPPPPPP1/8 b",
        "8/8/8/8/8/8/8/8 w",
        "7/1pppppp/7/7/7/7/1PPPPPP/7 w",
    ] {
        let [start, _] = both(other);
        assert_eq!(value_of_start(Stalemate::Draw, &start.position), None);
        assert!(Openings::for_start(&game(Stalemate::Draw), &start.position).is_none());
    }
}

#[test]
fn every_first_move_has_the_value_of_its_line() {
    for shipped in SHIPPED {
        assert_eq!(
            shipped.values.lines().count(),
            shipped.starts.lines().count()
        );
        for line in shipped.values.lines() {
            compare_first_moves(shipped.rule, line);
        }
    }
}

fn compare_first_moves(rule: Stalemate, line: &str) {
    let game = game(rule);
    let fields: Vec<&str> = line.split(';').collect();
    let [fen, value, moves] = fields[..] else {
        panic!("{line}");
    };
    let expected: HashMap<&str, Outcome> = moves
        .split(',')
        .map(|one| one.split_once('=').expect("move=value"))
        .map(|(played, value)| (played, value.parse().expect(value)))
        .collect();
    let [start, image] = both(fen);
    let known = openings(rule, &start).known(&game, &start.position);
    assert_eq!(known.len(), game.moves(&start.position).len());
    let found: HashMap<String, Bounds> = known
        .iter()
        .map(|one| (start.coordinates(one.played), one.bounds))
        .collect();
    assert_eq!(found.len(), known.len());
    for (played, value) in &expected {
        assert_eq!(found[*played], Bounds::exactly(*value), "{fen} {played}");
    }
    assert_eq!(expected.len(), found.len());
    let best = expected.values().max();
    assert_eq!(best, Some(&value.parse().expect(value)), "{fen}");
    assert_eq!(known[0].bounds.exact().as_ref(), best, "{fen}");
    assert_eq!(value_of_start(rule, &start.position), best.copied());
    // The mirror image has the mirrored moves, in the same order.
    let mirrored: Vec<MoveValue<Move>> = known
        .iter()
        .map(|one| MoveValue {
            played: one.played.mirror(),
            ..*one
        })
        .collect();
    let of_image = openings(rule, &image).known(&game, &image.position);
    match image.position == start.position {
        true => assert_eq!(of_image, known),
        false => assert_eq!(of_image, mirrored),
    }
}

/// One side follows the openings, the other plays anything.
struct Follower<'a> {
    game: &'a PawnGame,
    openings: &'a Openings,
    /// The positions seen, each with the number of plies played.
    seen: HashSet<(Position, u8)>,
}

const PLIES: u8 = 7;

impl Follower<'_> {
    /// `least` is the value that the side following the openings has for sure.
    fn follow(&mut self, at: &Diagram, ply: u8, own_turn: bool, least: Outcome) {
        let over = self.game.outcome(&at.position).is_some();
        if over || ply > PLIES || !self.seen.insert((at.position, ply)) {
            return;
        }
        if !own_turn {
            for reply in self.game.moves(&at.position) {
                self.follow(&at.after(self.game, reply), ply + 1, true, least);
            }
            return;
        }
        let known = self.openings.known(self.game, &at.position);
        let legal = self.game.moves(&at.position);
        assert!(known.iter().all(|one| legal.contains(&one.played)));
        let Some(MoveValue { played, bounds }) = known.first() else {
            panic!("nothing is known of {at}");
        };
        let value = bounds.exact().expect("an exact value");
        assert!(value >= least, "{at}: {value:?} after {least:?}");
        match value {
            Outcome::Loss => assert_eq!(known.len(), legal.len(), "{at}"),
            _ => self.follow(&at.after(self.game, *played), ply + 1, false, value),
        }
    }
}

#[test]
fn following_the_openings_keeps_the_value() {
    for Shipped { rule, starts, .. } in SHIPPED {
        let game = game(rule);
        for start in starts.lines().flat_map(both) {
            let openings = openings(rule, &start);
            for own_turn in [true, false] {
                let mut follower = Follower {
                    game: &game,
                    openings: &openings,
                    seen: HashSet::new(),
                };
                follower.follow(&start, 0, own_turn, Outcome::Loss);
            }
        }
    }
}

#[test]
fn nothing_is_known_of_other_positions() {
    let game = game(Stalemate::Draw);
    let [start, _] = both("8/1ppppppp/8/8/8/8/1PPPPPPP/8 w");
    let openings = openings(Stalemate::Draw, &start);
    for other in [
        "8/pppppppp/8/8/8/8/PPPPPPPP/8 w",
        "8/8/8/8/8/7p/P7/8 w",
        "8/p7/8/8/8/8/P7/8 b",
    ] {
        let [other, image] = both(other);
        assert_eq!(openings.known(&game, &other.position), []);
        assert_eq!(openings.known(&game, &image.position), []);
    }
}

#[test]
fn black_wins_with_ten_pairs_of_gaps_and_draws_with_two() {
    let rules = Rules {
        start: "8/pppppppp/8/8/8/8/PPPPPPPP/8 w".into(),
        stalemate: Stalemate::Draw,
        gaps: true,
    };
    let worth = |gaps: &str| {
        let gaps: Gaps = gaps.parse().expect("gaps");
        value_for_black(&rules, Files::EIGHT, gaps)
    };
    for won in ["af", "ag", "bd", "bf", "cc", "hc", "hb", "ge", "gc", "ff"] {
        assert_eq!(worth(won), Outcome::Win, "{won}");
    }
    assert_eq!([worth("aa"), worth("hh")], [Outcome::Draw; 2]);
    let values: Vec<Outcome> = Gaps::all(Files::EIGHT)
        .map(|gaps| value_for_black(&rules, Files::EIGHT, gaps))
        .collect();
    let count = |value| values.iter().filter(|one| **one == value).count();
    assert_eq!([Outcome::Win, Outcome::Draw].map(count), [10, 2]);
    // Nothing is known about other widths.
    let seven = Files::new(7).expect("a width");
    assert!(Gaps::all(seven).all(|gaps| value_for_black(&rules, seven, gaps) == Outcome::Draw));
}

/// Solves every built-in value and move again, with a solver that knows none of them.
#[test]
#[ignore = "takes an hour: cargo test --release --test rules openings -- --ignored"]
fn all_that_is_shipped_is_solved_again() {
    for shipped in SHIPPED {
        let mut rest = shipped.repertoire;
        for (fen, line) in shipped.starts.lines().zip(shipped.values.lines()) {
            let root: Diagram = fen.parse().expect("a FEN");
            let (section, others) = Section::decode(rest).expect("a section");
            rest = others;
            assert_eq!((section.rule, section.plies), (shipped.rule as u8, PLIES));
            assert_eq!(section.fen, root.to_string());
            // A new solver each time, so that no start helps another.
            let solver = Solver::new(game(shipped.rule), 4096, 1).expect("memory for a table");
            solve_values(&solver, &root, line);
            solve_repertoire(&solver, &root, &section);
            println!("{root}: {} positions", solver.positions());
        }
        assert!(rest.is_empty());
    }
}

fn solve_values(solver: &Solver<PawnGame>, root: &Diagram, line: &str) {
    let stop = Stop::default();
    let [fen, value, moves] = line.split(';').collect::<Vec<_>>()[..] else {
        panic!("not a line of values: {line}");
    };
    assert_eq!(fen, root.to_string());
    let found = solver.value(&root.position, &stop).exact();
    assert_eq!(found, Some(value.parse().expect(value)), "{line}");
    let moves_there = root.legal_moves(solver.game()).into_iter();
    let found = moves_there.map(|played| {
        let child = root.position.play(played);
        let value = solver.value(&child, &stop).reversed().exact();
        let value = value.expect("an exact value");
        format!("{}={value}", root.coordinates(played))
    });
    let mut found: Vec<String> = found.collect();
    found.sort_unstable();
    let mut moves: Vec<&str> = moves.split(',').collect();
    moves.sort_unstable();
    assert_eq!(found, moves, "{line}");
}

fn solve_repertoire(solver: &Solver<PawnGame>, root: &Diagram, section: &Section) {
    let (game, stop) = (solver.game(), Stop::default());
    let entries = section.walk(game, &root.position).expect("it is sound");
    for (position, entry) in &entries {
        let value = solver.value(position, &stop).exact();
        assert_eq!(value, Some(entry.value()), "{position:?}");
        if let Some(played) = entry.played() {
            let child = solver.value(&game.play(position, played), &stop);
            let value = child.reversed().exact();
            assert_eq!(value, Some(entry.value()), "{position:?} {played:?}");
        }
    }
}
