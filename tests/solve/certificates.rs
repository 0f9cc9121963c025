//! Certificates: what verify accepts is proved, and every error is found.

use std::fs;
use std::path::Path;

use jacquerie::game::{Game, Outcome};
use jacquerie::games::pawns::{Diagram, PawnGame, Position, Stalemate};
use jacquerie::solve::certificate::{Certificate, Strategy, claims, in_order};
use jacquerie::solve::checker::{Problem, check};
use jacquerie::solve::checking::CheckError;
use jacquerie::solve::solver::Solver;
use jacquerie::stop::Stop;
use proptest::prelude::*;
use tempfile::TempDir;

use super::oracle::pawns::{Minimax, Random};
use super::program::{folder, last_line, refused_in, told_in};
use super::support::named;

fn game(stalemate: Stalemate) -> PawnGame {
    PawnGame::new(stalemate)
}

fn certify(diagram: &Diagram, stalemate: Stalemate) -> Certificate {
    let solver = Solver::new(game(stalemate), 128, 1).expect("memory for a small table");
    let stop = Stop::default();
    let value = solver
        .value(&diagram.position, &stop)
        .exact()
        .expect("its value");
    let strategies = solver.strategies(&diagram.position, value, &stop);
    Certificate {
        rule: stalemate as u8,
        fen: diagram.to_string(),
        value,
        strategies: strategies.expect("its strategies"),
    }
}

fn proves(certificate: &Certificate, stalemate: Stalemate) -> bool {
    let root: Diagram = certificate.fen.parse().expect("its position");
    let game = game(stalemate);
    let mut claims = claims(certificate.value)
        .into_iter()
        .zip(&certificate.strategies);
    claims.all(|(claim, moves)| check(&game, &root.position, claim, moves).is_ok())
}

/// Written and read back, for positions whose value minimax knows.
#[test]
fn certificates_prove_the_value() {
    let mut random = Random(8);
    for number in 0..40 {
        let stalemate = [Stalemate::Draw, Stalemate::Loss][number % 2];
        let board = random.facing_board(2 + number % 3);
        let (outcome, _) = Minimax::new(stalemate).value(&board);
        let certificate = certify(&board.to_diagram(), stalemate);
        assert_eq!(certificate.value, outcome);
        let read = Certificate::decode(&certificate.encode()).expect("it can be read");
        assert_eq!(read, certificate);
        assert!(proves(&read, stalemate), "{}", certificate.fen);
    }
}

/// A proof of one value proves no better one.
#[test]
fn certificates_of_another_value_are_refused() {
    let mut random = Random(9);
    let mut refused = 0;
    for _ in 0..60 {
        let mut certificate = certify(&random.facing_board(3).to_diagram(), Stalemate::Draw);
        let value = certificate.value;
        for claimed in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
            if claimed == value {
                continue;
            }
            certificate.value = claimed;
            let strategies = claims(claimed).len();
            certificate
                .strategies
                .resize(strategies, Strategy::whole(Vec::new()));
            assert!(
                !proves(&certificate, Stalemate::Draw),
                "{}",
                certificate.fen
            );
            refused += 1;
        }
    }
    assert_eq!(refused, 120);
}

/// A draw needs a strategy of each side: one alone, or none, proves nothing.
#[test]
fn certificates_with_too_few_strategies_are_refused() {
    let checker = named("pawngame");
    let board: Diagram = "3/ppp/3/3/3/3/PPP/3 w".parse().expect("a FEN");
    let right = certify(&board, Stalemate::Draw);
    assert!(checker.check(&right, false, &Stop::default()).is_ok());
    for count in [0, 1, 3] {
        let mut wrong = right.clone();
        wrong.strategies.resize(count, Strategy::whole(Vec::new()));
        let refused = checker
            .check(&wrong, false, &Stop::default())
            .expect_err("too few, or too many");
        let told = format!("the number of proofs for the value draw must be 2, but is {count}");
        assert_eq!(refused.to_string(), told);
    }
}

#[test]
fn a_check_that_is_stopped_says_so() {
    let board: Diagram = "3/ppp/3/3/3/3/PPP/3 w".parse().expect("a FEN");
    let right = certify(&board, Stalemate::Draw);
    let stop = Stop::default();
    stop.stop();
    let stopped = named("pawngame").check(&right, false, &stop);
    assert_eq!(stopped, Err(CheckError::Stopped));
}

/// With a move changed, left out or added, the check fails, or the rest proves the value another
/// way, which minimax confirms, since the value is the same.
#[test]
fn certificates_with_a_wrong_move_are_refused() {
    // Only e2e4 wins here, so every other first move loses value.
    let start: Diagram = "4/pppp/4/4/4/4/PPPP/4 w".parse().expect("a FEN");
    let certificate = certify(&start, Stalemate::Draw);
    assert_eq!(certificate.value, Outcome::Win);
    let game = game(Stalemate::Draw);
    let claim = claims(certificate.value)[0];
    let moves = &certificate.strategies[0].steps;
    let checked = |moves: &[u8]| {
        let size = check(
            &game,
            &start.position,
            claim,
            &Strategy::whole(moves.into()),
        );
        size.map(|size| size.positions)
    };
    assert_eq!(checked(moves), Ok(moves.len()));
    for first in (0..=u8::MAX).filter(|first| *first != moves[0]) {
        let mut wrong = moves.clone();
        wrong[0] = first;
        // In the mirror b2b4 and c2c4 are one move.
        assert!(checked(&wrong).is_err(), "first move {first}");
    }
    // Without one move, the later ones belong to other positions. By chance that can be a proof
    // too, of fewer positions.
    let mut still_proofs = 0;
    for left_out in 0..moves.len() {
        let mut shorter = moves.clone();
        shorter.remove(left_out);
        if let Ok(positions) = checked(&shorter) {
            assert_eq!(positions, shorter.len());
            still_proofs += 1;
        }
    }
    assert!(
        still_proofs < moves.len() / 20,
        "{still_proofs} of {}",
        moves.len()
    );
    let mut longer = moves.clone();
    longer.push(0);
    let flaw = checked(&longer).expect_err("a move is left over");
    assert_eq!(flaw.problem, Problem::LeftOver(1));
}

/// Solves the Pawn Game on three files and writes its certificate to `proof`; returns the output.
fn solve_with_proof(folder: &TempDir) -> String {
    let game = ["solve", "--variant", "pawngame", "--files", "3"];
    told_in(
        folder,
        &[&game[..], &["--memory", "64", "--certificate", "proof"]].concat(),
        "",
    )
}

/// Any byte changed in the file.
#[test]
fn certificates_with_a_changed_byte_are_refused() {
    let folder = folder();
    let path = folder.path().join("proof");
    solve_with_proof(&folder);
    let bytes = std::fs::read(&path).expect("the certificate");
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut wrong = bytes.clone();
            wrong[at] ^= change;
            assert!(Certificate::decode(&wrong).is_err(), "byte {at}");
        }
    }
    for length in 0..bytes.len() {
        assert!(
            Certificate::decode(&bytes[..length]).is_err(),
            "{length} bytes"
        );
    }
}

/// A correct checksum does not help a wrong proof: verify names the position where it fails.
#[test]
fn certificates_that_prove_nothing_are_refused_with_the_position() {
    let folder = folder();
    let start: Diagram = "4/pppp/4/4/4/4/PPPP/4 w".parse().expect("a FEN");
    let right = certify(&start, Stalemate::Draw);
    let mut wrong = right.clone();
    let first = &mut wrong.strategies[0].steps[0];
    *first = (*first + 1) % 8;
    std::fs::write(folder.path().join("proof"), wrong.encode()).expect("it is written");
    let complaint = refused_in(&folder, &["verify", "proof"], 1);
    assert!(complaint.contains("proves nothing"), "{complaint}");
    let fen = complaint.rsplit("at ").next().unwrap_or_default().trim();
    assert!(fen.parse::<Diagram>().is_ok(), "{complaint}");

    std::fs::write(folder.path().join("proof"), right.encode()).expect("it is written");
    let other = ["verify", "proof", "--fen", "4/pppp/4/4/4/4/PPPP/4 b"];
    let complaint = refused_in(&folder, &other, 1);
    assert!(complaint.contains("is for"), "{complaint}");
}

fn solve_and_verify(arguments: &[&str], value: &str) {
    let folder = folder();
    let solve = ["solve", "--memory", "64", "--certificate", "proof"];
    let solve = [&solve[..], arguments].concat();
    let solved = told_in(&folder, &solve, "");
    assert_eq!(last_line(&solved), value);
    let checked = told_in(&folder, &["verify", "proof"], "");
    assert_eq!(last_line(&checked), value);
    let size = Path::new(&folder.path().join("proof"))
        .metadata()
        .expect("it is there")
        .len();
    let positions = checked
        .split("; ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    let positions = positions.expect("a count").replace(',', "");
    let positions: u64 = positions.parse().expect("a number");
    assert!(
        size <= positions + 200,
        "{size} bytes for {positions} positions"
    );
}

#[test]
fn the_certificate_of_a_whole_draw_is_verified() {
    solve_and_verify(&["--variant", "peasants", "--files", "4"], "value draw");
}

#[test]
fn the_certificate_of_a_whole_win_is_verified() {
    solve_and_verify(&["--variant", "pawngame", "--files", "6"], "value win");
}

proptest! {
    /// Any bytes are read or refused, without a panic.
    #[test]
    fn certificates_of_any_bytes_are_read_or_refused(bytes: Vec<u8>) {
        let mut named = b"JACQCRT1".to_vec();
        named.extend(&bytes);
        let sum = crc32fast::hash(&named);
        named.extend(sum.to_le_bytes());
        let _ = Certificate::decode(&bytes);
        let _ = Certificate::decode(&named);
    }
}

/// The moves of `line N plies: 1.a4 b5 …`, and N.
fn line_of(text: &str) -> (usize, Vec<String>) {
    let line = text.lines().find_map(|line| line.strip_prefix("line "));
    let (length, moves) = line
        .and_then(|line| line.split_once(" plies: "))
        .unwrap_or_else(|| panic!("no line in {text}"));
    let words = moves.split_whitespace();
    let moves = words.map(|word| word.rsplit(['.', '…']).next().unwrap_or(word).to_owned());
    (length.parse().expect("a number"), moves.collect())
}

/// For a lost position, the line gives the reason: the winner's moves keep the win at every ply,
/// the loser's are optimal, and the longest game that the strategy allows is reported.
#[test]
fn the_line_of_a_certificate_is_the_longest_resistance() {
    for (variant, fen, stalemate) in [
        (
            "pawngame",
            "4/pppp/4/4/4/4/PPPP/4 w - - 0 1",
            Stalemate::Draw,
        ),
        (
            "pawnsonly",
            "3/ppp/3/3/3/3/PPP/3 w - - 0 1",
            Stalemate::Loss,
        ),
        ("pawngame", "2/pp/2/2/2/2/PP/2 w - - 0 1", Stalemate::Draw),
        ("peasants", "3/3/p1p/3/3/PP1/3/3 b - - 0 1", Stalemate::Draw),
    ] {
        let folder = folder();
        let shared = ["--variant", variant, "--fen", fen];
        let solve = ["solve", "--certificate", "proof", "--memory", "16"];
        let solved = told_in(&folder, &[&solve[..], &shared].concat(), "");
        let bytes = fs::read(folder.path().join("proof")).expect("the certificate");
        let certificate = Certificate::decode(&bytes).expect("a certificate");
        let text = told_in(&folder, &["verify", "proof", "--line"], "");
        assert_eq!(last_line(&text), last_line(&solved));
        let (length, moves) = line_of(&text);
        assert_eq!(moves.len(), length, "{text}");
        if certificate.value != Outcome::Draw {
            assert_eq!(line_of(&solved), (length, moves.clone()), "{solved}");
        }
        // Every position of the line has the claimed value.
        let game = PawnGame::new(stalemate);
        let solver = Solver::new(game.clone(), 16, 1).expect("memory for a small table");
        let mut board: Diagram = fen.parse().expect("a FEN");
        let mut value = certificate.value;
        for text in &moves {
            let found = solver.value(&board.position, &Stop::default());
            assert_eq!(found.exact(), Some(value), "{board}");
            let played = board.read_move(&game, text).expect("a legal move");
            board = board.after(&game, played);
            value = value.reversed();
        }
        assert_eq!(game.outcome(&board.position), Some(value), "{board}");
        // The plain way to count: all games that the strategy allows.
        if certificate.value != Outcome::Draw {
            let root: Diagram = fen.parse().expect("a FEN");
            let claim = claims(certificate.value)[0];
            let mut plies = Longest::default();
            let mut strategy = certificate.strategies[0].steps.iter();
            let root = game.canonical(&root.position);
            assert_eq!(plies.of(&game, root, claim.by_mover, &mut strategy), length);
        }
    }
}

/// The lengths of a strategy's games, counted by walking through it.
#[derive(Default)]
struct Longest(std::collections::HashMap<Position, usize>);

impl Longest {
    fn of(
        &mut self,
        game: &PawnGame,
        position: Position,
        by_prover: bool,
        strategy: &mut std::slice::Iter<'_, u8>,
    ) -> usize {
        if game.outcome(&position).is_some() {
            return 0;
        }
        if by_prover && let Some(known) = self.0.get(&position) {
            return *known;
        }
        let legal = in_order(game, &position);
        let chosen: Vec<_> = match by_prover {
            true => vec![legal[usize::from(*strategy.next().expect("a move"))]],
            false => legal.into_iter().collect(),
        };
        let lengths = chosen.into_iter().map(|played| {
            let child = game.canonical(&game.play(&position, played));
            1 + self.of(game, child, !by_prover, strategy)
        });
        let longest = lengths.max().expect("there is a move");
        if by_prover {
            self.0.insert(position, longest);
        }
        longest
    }
}
