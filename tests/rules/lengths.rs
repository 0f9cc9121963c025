//! Proved values, lengths of won and lost games, and their lines, against plain minimax. Everything
//! proved is true, and every line can be played. A mate distance is never too small before the end
//! of a search, and exact at its end, for winner and loser.

use std::cmp::Reverse;

use crate::oracle::pawns::{Board, Exact, Minimax, Random};
use jacquerie::config::Config;
use jacquerie::engine::{Answer, Engine};
use jacquerie::game::Outcome;
use jacquerie::games::pawns::{Diagram, Stalemate, facts};
use jacquerie::search::{Depth, Limits, Report, SearchInfo};
use jacquerie::stop::Stop;

/// One for each rule of stalemate.
const VARIANTS: [&str; 2] = ["peasants", "pawnsonly"];

fn stalemate_of(variant: &str) -> Stalemate {
    match variant {
        "peasants" => Stalemate::Draw,
        _ => Stalemate::Loss,
    }
}

/// The parameters of a search, besides the board.
#[derive(Clone, Debug)]
struct Task {
    limits: Limits,
    multipv: usize,
    threads: usize,
    analyses: bool,
    /// Plays weaker.
    limited: bool,
    /// With an empty table.
    anew: bool,
    searchmoves: Vec<String>,
}

fn depth(depth: Depth) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// The search ends only by itself.
fn without_end() -> Limits {
    depth(Depth::MAX)
}

fn nodes(nodes: usize) -> Limits {
    Limits {
        nodes: Some(nodes as u64),
        ..Limits::default()
    }
}

/// A move in UCI form.
fn coordinates((rank, file, to_rank, to_file): (usize, usize, usize, usize)) -> String {
    let square = |rank: usize, file: usize| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
    square(rank, file) + &square(to_rank, to_file)
}

/// The position after a move, if it is legal.
fn after(board: &Board, played: &str, stalemate: Stalemate) -> Option<Board> {
    if board.outcome(stalemate).is_some() {
        return None;
    }
    let mut steps = board.steps().into_iter();
    let step = steps.find(|one| coordinates(*one) == played)?;
    Some(board.after(step))
}

/// The position after a line, if it can be played.
fn played_through(board: &Board, line: &[String], stalemate: Stalemate) -> Result<Board, String> {
    line.iter().try_fold(board.clone(), |board, played| {
        after(&board, played, stalemate).ok_or(format!("{played} cannot be played"))
    })
}

/// The value for the side that made the last move, given the other side's value.
fn for_the_other((outcome, plies): Exact) -> Exact {
    match outcome {
        Outcome::Draw => (Outcome::Draw, 0),
        _ => (outcome.reversed(), plies + 1),
    }
}

/// Higher is better: wins soon, losses late.
fn rank((outcome, plies): Exact) -> i64 {
    let plies = i64::from(plies);
    match outcome {
        Outcome::Win => 1_000 - plies,
        Outcome::Draw => 0,
        Outcome::Loss => plies - 1_000,
    }
}

/// A board, with the true value of each move to choose from.
struct Truth<'a> {
    board: &'a Board,
    minimax: &'a mut Minimax,
    /// The best first.
    moves: Vec<Exact>,
    /// Whether the first line is that of the best move.
    tells_best: bool,
}

impl<'a> Truth<'a> {
    fn new(board: &'a Board, minimax: &'a mut Minimax, task: &Task) -> Self {
        let mut moves = Vec::new();
        for step in board.steps() {
            let searchmoves = &task.searchmoves;
            if searchmoves.is_empty() || searchmoves.contains(&coordinates(step)) {
                moves.push(for_the_other(minimax.value(&board.after(step))));
            }
        }
        moves.sort_by_key(|one| Reverse(rank(*one)));
        Self {
            board,
            minimax,
            moves,
            tells_best: !task.limited,
        }
    }

    /// Plays a line, and compares it with the claim. Returns the claimed length, or the error. The
    /// line may be cut after the reply if the search was stopped.
    fn check(&mut self, report: &Report<String>, stopped: bool) -> Result<Option<u32>, String> {
        let stalemate = self.minimax.stalemate;
        let line = &report.principal_variation;
        let end = played_through(self.board, line, stalemate)?;
        let first = after(self.board, &line[0], stalemate).ok_or("no line")?;
        let of_move = for_the_other(self.minimax.value(&first));
        // The best line is reported with the value of the position.
        let is_best = self.tells_best && report.line == 1;
        let best = is_best.then_some(self.moves[0]);
        let truths: Vec<Exact> = [of_move].into_iter().chain(best).collect();
        let is_wrong = |claim| truths.iter().any(|(really, _)| *really != claim);
        if report.proved.is_some_and(is_wrong) {
            return Err(format!("proved, but really {truths:?}"));
        }
        let Some(told) = report.value.plies_to_end().map(u32::from) else {
            return Ok(None);
        };
        let outcome = match report.value.is_win() {
            true => Outcome::Win,
            false => Outcome::Loss,
        };
        if is_wrong(outcome) || truths.iter().any(|(_, plies)| told < *plies) {
            return Err(format!("really {truths:?}"));
        }
        // The line ends with the game, or where a fact gives the rest of the length.
        let fact = facts::prove(&end.to_diagram().position, stalemate);
        let length = fact.map(|proof| line.len() as u32 + u32::from(proof.plies));
        match length == Some(told) || (stopped && line.len() <= 2) {
            true => Ok(Some(told)),
            false => Err(format!(
                "the line takes {length:?} plies, reported are {told}"
            )),
        }
    }

    /// The same for a last line of a search that has ended by itself.
    fn check_end(&mut self, report: &Report<String>) -> Result<(), String> {
        let told = match self.check(report, false)? {
            Some(plies) if report.value.is_win() => (Outcome::Win, plies),
            Some(plies) => (Outcome::Loss, plies),
            None => (report.proved.ok_or("nothing is proved")?, 0),
        };
        let best = self.moves[report.line - 1];
        match told == best {
            true => Ok(()),
            false => Err(format!("really {best:?}")),
        }
    }
}

/// Searches a board, and checks all reports. Returns how many lines claimed a length.
fn check_search(engine: &mut Engine, board: &Board, minimax: &mut Minimax, task: &Task) -> usize {
    let fen = board.to_diagram().to_string();
    if task.anew {
        engine.new_game();
    }
    for (name, value) in [
        ("MultiPV", task.multipv.to_string()),
        ("Threads", task.threads.to_string()),
        ("UCI_AnalyseMode", task.analyses.to_string()),
        ("UCI_LimitStrength", task.limited.to_string()),
    ] {
        engine.set_option(name, Some(&value)).expect(name);
    }
    engine.set_position(Some(&fen), &[]).expect(&fen);
    let mut told = Vec::new();
    let mut observe = |news| {
        if let SearchInfo::Line(report) = news {
            told.push(report);
        }
    };
    let stop = Stop::default();
    let answer = engine.go_searchmoves(&task.searchmoves, task.limits, &stop, &mut observe);
    let Answer::Best(last) = answer.expect(&fen) else {
        return 0;
    };
    let mut truth = Truth::new(board, minimax, task);
    let mut lengths = 0;
    for report in &told {
        let stopped = task.limits.nodes.is_some() || task.limited;
        let is_last = last.iter().any(|one| one.depth == report.depth);
        match truth.check(report, stopped && is_last) {
            Ok(length) => lengths += usize::from(length.is_some()),
            Err(problem) => panic!("{fen} {task:?}: {problem}: {report:?}"),
        }
    }
    for report in last.iter().filter(|_| task.limits == without_end()) {
        if let Err(problem) = truth.check_end(report) {
            panic!("{fen} {task:?}: {problem}: {report:?}");
        }
    }
    lengths
}

fn engine(variant: &str) -> Engine {
    let mut engine = Engine::new(Config::built_in().clone()).expect("a start position");
    for (name, value) in [("UCI_Variant", variant), ("Hash", "1")] {
        engine.set_option(name, Some(value)).expect(name);
    }
    engine
}

/// Random small boards: each is searched to the end, and with limits that cut it off; often one
/// after the other with the same table.
fn compare(variant: &str, boards: usize) {
    let stalemate = stalemate_of(variant);
    let mut random = Random(15);
    let mut engine = engine(variant);
    let mut lengths = 0;
    for number in 0..boards {
        let files = 1 + number % 8;
        let board = match random.below(3) {
            0 => random.facing_board(files.min(4)),
            _ => random.board(files, [5, 5, 4, 4, 3, 3, 3, 3][files - 1]),
        };
        if board.outcome(stalemate).is_some() {
            continue;
        }
        let mut minimax = Minimax::new(stalemate);
        let other = match random.below(2) {
            0 => depth(Depth::new(1 + random.below(14) as u64)),
            _ => Limits {
                mate: Some(1 + random.below(6) as u32),
                ..Limits::default()
            },
        };
        let some = nodes(20 + random.below(400));
        let many = nodes(20 + random.below(4_000));
        for limits in [without_end(), some, many, other] {
            let mut searchmoves = Vec::new();
            if random.below(3) == 0 {
                let steps = board.steps().into_iter().map(coordinates);
                searchmoves = steps.filter(|_| random.below(2) == 0).collect();
            }
            let task = Task {
                limits,
                multipv: 1 + random.below(6).saturating_sub(2),
                threads: 1 + random.below(8) / 7,
                analyses: random.below(2) == 0,
                limited: limits != without_end() && random.below(10) == 0,
                anew: random.below(2) == 0,
                searchmoves,
            };
            lengths += check_search(&mut engine, &board, &mut minimax, &task);
        }
    }
    println!("{lengths} lengths of {boards} boards");
    assert!(lengths > 5 * boards, "only {lengths} lengths of {boards}");
}

/// Searches of a board, with default parameters otherwise.
fn check_board(variant: &str, fen: &str, all_limits: &[Limits], searchmoves: &[&str]) {
    let mut engine = engine(variant);
    let mut minimax = Minimax::new(stalemate_of(variant));
    let diagram: Diagram = fen.parse().expect(fen);
    let board = Board::from_diagram(&diagram);
    for limits in all_limits {
        let task = Task {
            limits: *limits,
            multipv: 1,
            threads: 1,
            analyses: false,
            limited: false,
            anew: true,
            searchmoves: searchmoves.iter().map(|&played| played.into()).collect(),
        };
        check_search(&mut engine, &board, &mut minimax, &task);
    }
}

/// A move that is proved to lose may be the longest resistance, even if another one was evaluated
/// higher.
#[test]
fn the_longest_resistance_is_played() {
    for variant in VARIANTS {
        check_board(variant, "2/1p/2/2/p1/1P/2/2 w", &[without_end()], &[]);
    }
}

#[test]
fn an_unknown_length_is_not_reported() {
    let fen = "4/1p1p/2p1/p3/1P1P/4/P1P1/4 w";
    let all_limits: Vec<Limits> = (100..3_000).step_by(100).map(nodes).collect();
    check_board("pawnsonly", fen, &all_limits, &["b4b5", "c2c3", "a2a4"]);
}

/// The move that looks best turns out to lose, which proves nothing about the others, wherever the
/// search is stopped.
#[test]
fn a_losing_move_proves_nothing_about_the_others() {
    let all_limits: Vec<Limits> = (1..200).map(nodes).collect();
    for fen in ["4/2p1/4/p3/3P/P3/2P1/4 b", "4/p3/1pp1/4/4/1P1P/2P1/4 w"] {
        check_board("peasants", fen, &all_limits, &[]);
    }
}

/// More pawns than plain minimax can follow: only the lines are checked.
#[test]
fn lines_can_be_played() {
    let mut random = Random(32);
    let mut boards = vec![
        "6/p2pp1/1pp3/6/1P1P2/P3p1/2P2P/6 w".to_owned(),
        "5/p3p/1p3/Pp3/5/2pP1/3P1/5 w".to_owned(),
    ];
    boards.extend((0..100).map(|_| random.board(6, 8).to_diagram().to_string()));
    for variant in VARIANTS {
        let stalemate = stalemate_of(variant);
        let mut engine = engine(variant);
        for (number, fen) in boards.iter().enumerate() {
            let diagram: Diagram = fen.parse().expect(fen);
            let board = Board::from_diagram(&diagram);
            let lines = 1 + number / 2 % 3;
            engine
                .set_option("MultiPV", Some(&lines.to_string()))
                .expect(fen);
            engine.set_position(Some(fen), &[]).expect(fen);
            let check = |report: Report<String>| {
                let played = played_through(&board, &report.principal_variation, stalemate);
                assert!(played.is_ok(), "{fen}: {played:?}: {report:?}");
            };
            engine
                .go(nodes(10_000), &Stop::default(), check)
                .expect(fen);
        }
    }
}

#[test]
fn lengths_and_lines_are_true() {
    for variant in VARIANTS {
        compare(variant, 150);
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules lengths -- --ignored"]
fn lengths_and_lines_of_many_boards_are_true_where_stalemate_draws() {
    compare(VARIANTS[0], 10_000);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test rules lengths -- --ignored"]
fn lengths_and_lines_of_many_boards_are_true_where_stalemate_loses() {
    compare(VARIANTS[1], 10_000);
}
