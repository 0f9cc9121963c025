//! Exact values: those that are known, and proofs of all others.

use std::fs;

use jacquerie::game::Outcome;
use jacquerie::games::antichess::{AntichessGame, Diagram, Stalemate};
use jacquerie::solve::certificate::{Certificate, claims};
use jacquerie::solve::checker::check;
use jacquerie::solve::cyclic_solver::CyclicSolver;
use jacquerie::solve::exact::ExactSolver;
use jacquerie::stop::Stop;

use rand::{SeedableRng, rngs::StdRng};

use super::program::{call_in, folder, told, told_in};
use super::random::random_board;

/// Whoever wants to see more than a few of them has time.
const HARD: [&str; 6] = [
    "4b3/2K5/2n4P/8/8/2k4N/8/8 w - - 0 1",
    "8/8/8/6p1/8/1N6/P7/7k w - - 0 1",
    "4p3/P7/R7/4k3/8/2P5/8/7N w - - 0 1",
    "N7/5p2/8/8/8/7P/8/2n5 w - - 0 1",
    "3Q4/8/6n1/2p5/4b2K/8/4p3/4B3 w - - 0 1",
    "8/3P4/8/8/6rn/8/8/6b1 w - - 0 1",
];

/// FEN, value, and the plies of the shortest win.
fn known() -> Vec<(&'static str, Outcome, Option<u16>)> {
    let text = include_str!("../data/antichess-values.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let each = lines.map(|line| {
        let fields: Vec<&str> = line.split(';').collect();
        let [fen, value, plies] = fields[..] else {
            panic!("not three fields: {line}");
        };
        let value = match value {
            "win" => Outcome::Win,
            "draw" => Outcome::Draw,
            "loss" => Outcome::Loss,
            other => panic!("not a value: {other}"),
        };
        (fen, value, plies.parse().ok())
    });
    each.collect()
}

pub fn solver(stalemate: Stalemate) -> CyclicSolver<AntichessGame> {
    let game = AntichessGame {
        stalemate,
        ..AntichessGame::default()
    };
    CyclicSolver::new(game, 64, 1).expect("there is memory")
}

/// What is found of a position when so many more have been searched, if it is found by then.
pub fn value_within(solver: &CyclicSolver<AntichessGame>, fen: &str, most: u64) -> Option<Outcome> {
    let root = fen.parse::<Diagram>().expect("the FEN is right").position;
    let end = solver.positions().saturating_add(most);
    let stop = Stop::default();
    std::thread::scope(|scope| {
        let work = scope.spawn(|| solver.value(&root, &stop));
        while !work.is_finished() {
            if solver.positions() > end {
                stop.stop();
            }
            std::thread::yield_now();
        }
        work.join().expect("the solver ends well").exact()
    })
}

/// Proves a value, and has the proof checked by the bare rules.
fn prove(solver: &CyclicSolver<AntichessGame>, fen: &str, value: Outcome) -> Certificate {
    let game = ExactSolver::game(solver);
    let diagram: Diagram = fen.parse().expect("the FEN is right");
    let root = diagram.position;
    let strategies = solver.strategies(&root, value, &Stop::default());
    let strategies = strategies.unwrap_or_else(|| panic!("no proof of {fen}"));
    for (claim, moves) in claims(value).into_iter().zip(&strategies) {
        let checked = check(game, &root, claim, moves);
        assert!(checked.is_ok(), "{fen}: {checked:?}");
    }
    Certificate {
        rule: game.rule().number,
        fen: diagram.to_string(),
        value,
        strategies,
    }
}

#[test]
fn all_known_values_are_found_and_proved() {
    let solver = solver(Stalemate::Wins);
    let mut proved = 0;
    for (fen, value, plies) in known() {
        if HARD.contains(&fen) {
            continue;
        }
        assert_eq!(value_within(&solver, fen, u64::MAX), Some(value), "{fen}");
        if value == Outcome::Draw {
            continue;
        }
        proved += usize::from(prove(&solver, fen, value).positions() > 0);
        // Looking for the shortest of long ones takes minutes.
        if let Some(plies) = plies.filter(|plies| *plies <= 8) {
            let root = fen.parse::<Diagram>().expect("it is right").position;
            let line = solver.shortest(&root, value, &Stop::default());
            assert_eq!(line.map(|line| line.len()), Ok(plies.into()), "{fen}");
        }
    }
    assert!(proved > 120, "{proved}");
}

/// With so little memory that it soon gives up.
#[test]
fn whoever_gives_up_on_the_shortest_win_denies_none_that_there_is() {
    let (mut found, mut given_up) = (0, 0);
    for (fen, value, plies) in known() {
        let Some(plies) = plies.filter(|_| !HARD.contains(&fen)) else {
            continue;
        };
        let solver = CyclicSolver::new(AntichessGame::default(), 1, 1).expect("there is memory");
        if value_within(&solver, fen, 20_000) != Some(value) {
            continue;
        }
        let root = fen.parse::<Diagram>().expect("it is right").position;
        match solver.shortest(&root, value, &Stop::default()) {
            Ok(line) => {
                assert_eq!(line.len(), usize::from(plies), "{fen}");
                found += 1;
            }
            Err(not_within) => {
                assert!(not_within < plies, "{fen}: not within {not_within}");
                given_up += 1;
            }
        }
    }
    assert!(found > 10 && given_up > 10, "{found}, {given_up}");
}

/// Nobody gives himself up soon: two knights against two, a win as long as any of theirs.
#[test]
fn tables_of_four_men_settle_what_the_search_cannot() {
    let solver = solver(Stalemate::Wins);
    let fen = "7N/8/8/8/8/8/5n2/N2n4 w - - 0 1";
    let found = value_within(&solver, fen, u64::MAX);
    assert_eq!(found, Some(Outcome::Win));
    assert!(prove(&solver, fen, Outcome::Win).positions() > 94 / 2);
    let root = fen.parse::<Diagram>().expect("the FEN is right").position;
    assert_eq!(solver.plies(&root), Some(94));
    let line = solver.shortest(&root, Outcome::Win, &Stop::default());
    assert_eq!(line.map(|line| line.len()), Ok(94));
}

/// Whatever is told of random positions is proved, by the rules alone.
fn prove_random(count: usize, most: u64) {
    for stalemate in [Stalemate::Wins, Stalemate::FewerMenWin] {
        let solver = solver(stalemate);
        let mut found = [0; 3];
        let mut random = StdRng::seed_from_u64(17);
        for _ in 0..count {
            let board = random_board(&mut random, 3, b"pnbrqk");
            if board.end("antichess").is_some() {
                continue;
            }
            let fen = board.fen();
            if let Some(value) = value_within(&solver, &fen, most) {
                found[value as usize] += 1;
                if value != Outcome::Draw {
                    prove(&solver, &fen, value);
                }
            }
        }
        assert!(found.iter().all(|count| *count > 0), "{found:?}");
    }
}

#[test]
fn what_is_told_of_random_positions_is_proved() {
    prove_random(60, 20_000);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test antichess -- --ignored"]
fn what_is_told_of_many_random_positions_is_proved() {
    prove_random(5_000, 20_000);
}

const SOLVE: [&str; 5] = ["solve", "--variant", "antichess", "--memory", "64"];

#[test]
fn first_moves_that_lose_are_known_to() {
    for (moves, text) in [
        (
            "e4",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1",
        ),
        (
            "d3",
            "rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b - - 0 1",
        ),
        (
            "d4",
            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b - - 0 1",
        ),
    ] {
        let folder = folder();
        let arguments = ["--fen", text, "--certificate", "proof"];
        let solved = told_in(&folder, &[&SOLVE[..], &arguments].concat(), "");
        assert!(solved.ends_with("value win\n"), "{moves}: {solved}");
        let checked = told_in(
            &folder,
            &["verify", "proof", "--fen", text, "--variant", "antichess"],
            "",
        );
        assert!(checked.ends_with("value win\n"), "{moves}: {checked}");
    }
}

#[test]
fn the_table_of_watkins_that_was_wrong_is_right_here() {
    // g2g4 can be taken en passant by two pawns.
    let fen = "8/8/8/5P2/5p1p/8/6P1/8 w - - 0 1";
    let solved = told(&[&SOLVE[..], &["--moves", "--fen", fen]].concat());
    assert_eq!(solved, "g2g3 draw\nf5f6 loss\ng2g4 draw\nvalue draw\n");
    let black = "8/8/8/5P2/5p1p/8/6P1/8 b - - 0 1";
    let solved = told(&[&SOLVE[..], &["--shortest", "--fen", black]].concat());
    assert!(solved.starts_with("line 14 plies: 1…"), "{solved}");
}

#[test]
fn a_proof_that_was_changed_is_refused() {
    let folder = folder();
    let fen = "8/8/p7/4p3/1P6/6N1/2PK4/8 w - - 0 1";
    let arguments = ["--fen", fen, "--certificate", "proof"];
    told_in(&folder, &[&SOLVE[..], &arguments].concat(), "");
    let proof = fs::read(folder.path().join("proof")).expect("it was written");
    for at in 0..proof.len() {
        let mut wrong = proof.clone();
        wrong[at] ^= 1;
        fs::write(folder.path().join("wrong"), &wrong).expect("it can be written");
        let outcome = call_in(&folder, &["verify", "wrong"], "");
        assert_eq!(outcome.code, 1, "byte {at}: {}", outcome.text);
    }
}

#[test]
fn work_goes_on_from_a_checkpoint() {
    let folder = folder();
    let fen = "8/8/8/4p1P1/3p2P1/8/8/8 w - - 0 1";
    let arguments = ["--fen", fen, "--checkpoint", "kept"];
    let first = call_in(&folder, &[&SOLVE[..], &arguments].concat(), "");
    assert!(first.text.ends_with("value draw\n"), "{}", first.text);
    let again = call_in(&folder, &[&SOLVE[..], &arguments].concat(), "");
    assert!(again.text.ends_with("value draw\n"), "{}", again.text);
    let (kept, rest) = again
        .complaint
        .split_once(" positions\n")
        .expect("it says what was kept");
    let kept = kept.strip_prefix("going on after ").expect("it goes on");
    // Nothing is searched any more.
    assert!(rest.starts_with(kept), "{}", again.complaint);
}
