//! The engine plays the moves that it has proved alongside the search, and its claims are true.

use crate::oracle::pawns::{Board, Minimax, Random};
use jacquerie::config::Config;
use jacquerie::engine::{Answer, Engine};
use jacquerie::game::{History, Outcome};
use jacquerie::games::pawns::{PawnGame, Stalemate};
use jacquerie::search::{Limits, Proving, Report, Request, SearchInfo, Table, search};
use jacquerie::solve::proof_source::ProofSource;
use jacquerie::stop::Stop;

/// Enough memory for proofs.
const HASH: &str = "16";

fn engine(options: &[(&str, &str)]) -> Engine {
    let mut engine = Engine::new(Config::built_in().clone()).expect("a start position");
    for (name, value) in [("Hash", HASH)].iter().chain(options) {
        engine.set_option(name, Some(value)).expect(name);
    }
    engine
}

fn limits(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// The best line after this many nodes.
fn best_line(engine: &mut Engine, fen: &str, nodes: u64) -> Report<String> {
    engine.new_game();
    engine.set_position(Some(fen), &[]).expect(fen);
    let answer = engine.go(limits(nodes), &Stop::default(), |_| ());
    match answer.expect(fen) {
        Answer::Best(mut lines) => lines.remove(0),
        Answer::Over(_) => panic!("{fen} is over"),
    }
}

/// Everything called proved is true, wherever the search ends; for the best line, it is the value
/// of the position. Most of the work goes into proofs here, far more than in play.
fn compare_claims(stalemate: Stalemate, boards: usize, lines: usize, threads: usize) {
    let mut random = Random(77);
    let (mut claims, mut without_length) = (0, 0_usize);
    for number in 0..boards {
        let board = match number % 4 {
            0 => random.board(5, 4),
            _ => random.facing_board(4),
        };
        if board.outcome(stalemate).is_some() {
            continue;
        }
        let diagram = board.to_diagram();
        let mut minimax = Minimax::new(stalemate);
        let (outcome, plies) = minimax.value(&board);
        for nodes in [150, 420, 700, 1_500, 4_000] {
            let request = Request {
                game: PawnGame::new(stalemate),
                root: diagram.position,
                history: History::default(),
                searchmoves: Vec::new(),
                known: Vec::new(),
                limits: limits(nodes),
                awaits_a_move: nodes > 500,
                multipv: lines,
                threads,
            };
            let proofs = ProofSource::prover(8).expect("memory for proofs");
            let proving = Proving {
                proofs: &proofs,
                share: 4.0,
            };
            let table = Table::new(1).expect("memory for a table");
            let mut told = Vec::new();
            let last = search(&request, &table, Some(proving), &Stop::default(), |news| {
                if let SearchInfo::Line(report) = news {
                    told.push(report.clone());
                }
            });
            for report in told.iter().chain(&last) {
                let Some(claim) = report.proved else {
                    continue;
                };
                let child = Board::from_diagram(
                    &diagram.after(&request.game, report.principal_variation[0]),
                );
                let truth = minimax.value(&child).0.reversed();
                assert_eq!(claim, truth, "{diagram}, {nodes} nodes: {report:?}");
                if report.line == 1 {
                    assert_eq!(claim, outcome, "{diagram}, {nodes} nodes: {report:?}");
                }
                claims += 1;
                match report.value.plies_to_end() {
                    Some(length) if claim == Outcome::Win && report.line == 1 => {
                        assert!(u32::from(length) >= plies, "{diagram}: {report:?}");
                    }
                    Some(_) => assert_ne!(claim, Outcome::Draw, "{diagram}: {report:?}"),
                    None => without_length += usize::from(claim != Outcome::Draw),
                }
            }
        }
    }
    assert!(
        claims > 5 * boards && 3 * without_length > boards,
        "{claims} {without_length}"
    );
}

#[test]
fn what_is_proved_beside_the_search_is_true() {
    compare_claims(Stalemate::Draw, 20, 1, 1);
}

#[test]
fn what_is_proved_beside_the_search_is_true_where_stalemate_loses() {
    compare_claims(Stalemate::Loss, 20, 1, 1);
}

#[test]
fn what_is_proved_of_several_lines_is_true() {
    compare_claims(Stalemate::Draw, 15, 3, 1);
}

#[test]
fn what_is_proved_by_two_threads_is_true() {
    compare_claims(Stalemate::Draw, 15, 1, 2);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules exact_play -- --ignored"]
fn what_is_proved_beside_the_search_is_true_on_many_boards() {
    for (lines, threads) in [(1, 1), (3, 1), (1, 2)] {
        compare_claims(Stalemate::Draw, 300, lines, threads);
        compare_claims(Stalemate::Loss, 300, lines, threads);
    }
}

/// Of the drawing moves, it plays the one after which the largest share of the replies loses.
fn compare_drawing_moves(boards: usize) {
    let mut random = Random(9);
    let mut engine = engine(&[]);
    let mut draws = 0;
    for _ in 0..boards {
        let board = random.facing_board(4);
        let mut minimax = Minimax::new(Stalemate::Draw);
        if board.outcome(Stalemate::Draw).is_some() || minimax.value(&board).0 != Outcome::Draw {
            continue;
        }
        let children = board.steps().into_iter().map(|step| board.after(step));
        let drawing: Vec<Board> = children
            .filter(|child| minimax.value(child).0 == Outcome::Draw)
            .collect();
        let mut pitfalls = |child: &Board| {
            let replies = match child.outcome(Stalemate::Draw) {
                Some(_) => Vec::new(),
                None => child.steps(),
            };
            let replies = replies.into_iter().map(|step| child.after(step));
            let values: Vec<Outcome> = replies.map(|reply| minimax.value(&reply).0).collect();
            let losing = values
                .iter()
                .filter(|value| **value == Outcome::Win)
                .count();
            losing * 1_000 / values.len().max(1)
        };
        let shares: Vec<usize> = drawing.iter().map(&mut pitfalls).collect();
        if shares.iter().min() == shares.iter().max() {
            continue;
        }
        draws += 1;
        let diagram = board.to_diagram();
        let best = best_line(&mut engine, &diagram.to_string(), 2_000_000);
        let played = &best.principal_variation[0];
        let game = PawnGame::new(Stalemate::Draw);
        let chosen = diagram.read_move(&game, played).expect("a legal move");
        let chosen = pitfalls(&Board::from_diagram(&diagram.after(&game, chosen)));
        assert_eq!(shares.iter().max(), Some(&chosen), "{diagram}: {played}");
    }
    assert!(draws > boards / 24, "only {draws} draws with a choice");
}

#[test]
fn drawing_moves_keep_the_most_ways_to_go_wrong() {
    compare_drawing_moves(50);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules exact_play -- --ignored"]
fn drawing_moves_keep_the_most_ways_to_go_wrong_on_many_boards() {
    compare_drawing_moves(600);
}

/// Positions of 12 to 20 pawns on the full board, with known values: the engine proves them, and
/// plays a move that keeps the value.
#[test]
fn full_boards_are_proved() {
    let known = include_str!("../data/solved-8x8.txt");
    let mut engine = engine(&[("Hash", "256")]);
    for line in known.lines().step_by(20) {
        let fields: Vec<&str> = line.split(';').collect();
        let [fen, value, moves] = fields[..] else {
            panic!("expected three fields: {line}");
        };
        let best = best_line(&mut engine, fen, 6_000_000);
        let proved = best.proved.map(|outcome| outcome.to_string());
        assert_eq!(proved.as_deref(), Some(value), "{fen}: {best:?}");
        let played = format!("{}={value}", best.principal_variation[0]);
        assert!(
            moves.split(',').any(|one| one == played),
            "{line}: {played}"
        );
    }
}

/// How many of a thousand moves of the engine keep the value in critical positions.
fn share_kept(positions: &str, nodes: u64) -> usize {
    let mut engine = engine(&[]);
    let (mut kept, mut all) = (0, 0);
    for line in positions.lines() {
        let fields: Vec<&str> = line.split(';').collect();
        let [fen, value, moves] = fields[..] else {
            panic!("expected three fields: {line}");
        };
        let best = best_line(&mut engine, fen, nodes);
        let played = format!("{}={value}", best.principal_variation[0]);
        let is_critical = moves.split(',').any(|one| !one.ends_with(value));
        assert!(is_critical, "{line}");
        kept += usize::from(moves.split(',').any(|one| one == played));
        all += 1;
    }
    1_000 * kept / all
}

/// Short searches choose well in critical positions: of 13 to 20 pawns, of 21 to 25, and of 25 to
/// 28.
#[test]
fn short_searches_keep_the_value() {
    let few = share_kept(include_str!("../data/critical-8x8.txt"), 1_000);
    assert!(few >= 950, "{few} of 1 000");
    let many = share_kept(include_str!("../data/critical-middlegame-8x8.txt"), 1_000);
    assert!(many >= 900, "{many} of 1 000");
    let most = share_kept(include_str!("../data/critical-opening-8x8.txt"), 1_000);
    assert!(most >= 800, "{most} of 1 000");
}
