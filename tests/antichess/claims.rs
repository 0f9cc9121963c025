//! What is claimed of positions of up to four men, by the solver and by the search, against
//! [retrograde analysis](super::retrograde).

use std::collections::BTreeMap;
use std::fs;

use jacquerie::game::Outcome;
use jacquerie::games::antichess::{AntichessGame, Diagram, Position, Stalemate};
use jacquerie::solve::cyclic_solver::CyclicSolver;
use jacquerie::solve::exact::ExactSolver;
use jacquerie::stop::Stop;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};

use super::hall::session;
use super::oracle::{Board, Step};
use super::program::{call_in, folder};
use super::random::random_board;
use super::retrograde::{Tables, Worth};
use super::solved::{solver, value_within};

/// A position and what it is worth.
type Known = (Board, Worth);

/// What was checked, and how often.
type Tally = BTreeMap<&'static str, usize>;

fn count(tally: &mut Tally, what: &'static str) {
    *tally.entry(what).or_default() += 1;
}

/// After how many moves of the winner a win or loss is over, with the sign that UCI gives them.
fn mate_in(worth: Worth) -> Option<i32> {
    let moves = i32::from(worth.plies()?.div_ceil(2));
    match worth.outcome() {
        // `mate 0` would be a loss.
        Outcome::Win => Some(moves.max(1)),
        _ => Some(-moves),
    }
}

/// What UCI told of a position: the scores of the iterations, and what it called exact.
#[derive(Default, Debug)]
struct Told {
    mates: Vec<i32>,
    exact: Vec<String>,
}

/// Moves of both sides there and back again, after which the position stands there for the second time.
fn there_and_back(board: &Board) -> Option<String> {
    let quiet = |board: &Board| {
        let steps = board.moves().into_iter();
        let squares = board.squares;
        steps.filter(move |step| {
            squares[step.to] == b'.' && !squares[step.from].eq_ignore_ascii_case(&b'p')
        })
    };
    let back = |step: Step| Step {
        from: step.to,
        to: step.from,
        becomes: None,
    };
    quiet(board).find_map(|there| {
        let after = board.after(there);
        quiet(&after).find_map(|reply| {
            let far = after.after(reply);
            let near = far.after(back(there));
            let is_legal =
                far.moves().contains(&back(there)) && near.moves().contains(&back(reply));
            let steps = [there, reply, back(there), back(reply)];
            is_legal.then(|| steps.map(Board::name).join(" "))
        })
    })
}

/// Has positions searched one after the other, with what the table keeps of those before. They are
/// stopped after different numbers of nodes, in the middle of one thing or the other; and some stood
/// there before.
fn told(boards: &[Known]) -> Vec<Told> {
    let lines = boards.iter().enumerate().map(|(number, (board, _))| {
        let nodes = 50 + 197 * (number % 20);
        let moves = there_and_back(board).filter(|_| number % 3 == 0);
        let moves = moves.map_or(String::new(), |moves| format!(" moves {moves}"));
        format!("position fen {}{moves}\ngo nodes {nodes}\n", board.fen())
    });
    let output = session("antichess", &lines.collect::<String>());
    let (mut all, mut told) = (Vec::new(), Told::default());
    for line in output.lines() {
        if line.starts_with("bestmove ") {
            all.push(std::mem::take(&mut told));
        } else if let Some(outcome) = line.strip_prefix("info string exact ") {
            told.exact.push(outcome.to_owned());
        } else if let Some((_, score)) = line.split_once(" score mate ") {
            let number = score.split(' ').next().and_then(|word| word.parse().ok());
            told.mates.push(number.expect("a number of moves"));
        }
    }
    assert_eq!(all.len(), boards.len(), "each search has an answer");
    all
}

/// Whatever the search claims is true, and no win or loss takes longer than it says.
fn check_search(boards: &[Known], tally: &mut Tally) {
    for ((board, worth), told) in boards.iter().zip(told(boards)) {
        let about = format!("{}: {told:?}, but {worth:?}", board.fen());
        let truth = mate_in(*worth);
        for mate in &told.mates {
            let truth = truth.unwrap_or_else(|| panic!("{about}"));
            assert_eq!(mate.signum(), truth.signum(), "{about}");
            assert!(mate.abs() >= truth.abs(), "{about}");
        }
        for outcome in &told.exact {
            assert_eq!(*outcome, worth.outcome().to_string(), "{about}");
        }
        count(tally, "searched");
        count(
            tally,
            match (told.mates.last(), told.exact.last()) {
                (Some(mate), _) if Some(*mate) == truth => "mate, the shortest",
                (Some(_), _) => "mate, not the shortest",
                (None, Some(_)) => "exact",
                (None, None) => "a guess",
            },
        );
    }
}

/// The solver, and how many positions it may search for a value.
struct Solver {
    solver: CyclicSolver<AntichessGame>,
    most: u64,
}

impl Solver {
    fn new(most: u64) -> Self {
        let solver = solver(Stalemate::Wins);
        Self { solver, most }
    }

    fn position(&self, fen: &str) -> Position {
        fen.parse::<Diagram>().expect("the FEN is right").position
    }

    /// Whatever it decides is true, and no win or loss takes longer than its proof.
    fn check(&self, (board, worth): &Known, tally: &mut Tally) {
        let (fen, solver) = (board.fen(), &self.solver);
        let root = self.position(&fen);
        let value = solver.known(&root).exact();
        let Some(value) = value.or_else(|| value_within(solver, &fen, self.most)) else {
            return count(tally, "undecided");
        };
        assert_eq!(value, worth.outcome(), "{fen}: {worth:?}");
        let what = match value {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        };
        count(tally, what);
        if let Some(plies) = worth.plies() {
            let (height, known) = (solver.height(&root), solver.plies(&root));
            let about = format!("{fen}: {worth:?}, but {height:?}, {known:?}");
            assert!(height >= Some(plies), "{about}");
            assert!(known.is_none_or(|known| known == plies), "{about}");
        }
    }

    /// The shortest win that it finds is the shortest.
    fn check_shortest(&self, (board, worth): &Known, tally: &mut Tally) {
        let Some(plies) = worth.plies() else {
            return;
        };
        let fen = board.fen();
        let root = self.position(&fen);
        let line = self
            .solver
            .shortest(&root, worth.outcome(), &Stop::default());
        match line {
            Ok(line) => {
                assert_eq!(line.len(), usize::from(plies), "{fen}: {worth:?}");
                count(tally, "length told");
            }
            Err(not_within) => {
                assert!(not_within < plies, "{fen}: {not_within}, but {worth:?}");
                count(tally, "length unknown");
            }
        }
    }
}

/// The value is the best of those of the moves, by the rules of the oracle.
fn check_by_the_rules(tables: &mut Tables, board: &Board) -> Known {
    let worth = tables.worth(board);
    let moves = board.moves().into_iter();
    let after = moves.map(|step| tables.worth(&board.after(step)).before());
    let best = after.max().unwrap_or(Worth::WON);
    assert_eq!(worth, best, "{}", board.fen());
    (*board, worth)
}

/// Every placement of these men, and after it every double step that can be answered en passant.
fn placements(men: &[u8]) -> Vec<Board> {
    let mut boards = vec![Board::empty()];
    for man in men {
        let placed = boards.into_iter().flat_map(|board| {
            let free = (0..64).filter(move |one| board.squares[*one] == b'.');
            free.map(move |one| {
                let mut board = board;
                board.squares[one] = *man;
                board
            })
        });
        boards = placed.collect();
    }
    let turned = boards.clone().into_iter().map(|board| Board {
        white_to_move: false,
        ..board
    });
    boards.extend(turned);
    if men.contains(&b'P') && men.contains(&b'p') {
        let after = boards.iter().flat_map(|board| {
            let steps = board.moves().into_iter();
            steps.map(|step| board.after(step))
        });
        let after: Vec<Board> = after.filter(|after| after.passed.is_some()).collect();
        boards.extend(after);
    }
    boards
}

/// Some random placements of these men.
fn random_placements(random: &mut StdRng, men: &[u8], count: usize) -> Vec<Board> {
    let boards = (0..count).map(|_| {
        let mut board = Board::empty();
        for man in men {
            let free: Vec<usize> = (0..64).filter(|one| board.squares[*one] == b'.').collect();
            board.squares[*free.choose(random).expect("there is room")] = *man;
        }
        board.white_to_move = random.random();
        board
    });
    boards.collect()
}

/// The letters of so many white and black men, without pawns.
fn random_material(random: &mut StdRng, white: usize, black: usize) -> Vec<u8> {
    let mut men = |count| -> Vec<u8> {
        let letters = (0..count).map(|_| b"NBRQK".choose(random).expect("there are kinds"));
        letters.copied().collect()
    };
    let (white, black) = (men(white), men(black).to_ascii_lowercase());
    [white, black].concat()
}

/// The letters of all pairs of a white man and a black one.
fn pairs() -> Vec<[u8; 2]> {
    let white = b"PNBRQK".iter();
    let pairs = white.flat_map(|white| b"pnbrqk".map(|black| [*white, black]));
    pairs.collect()
}

/// Solves every position of these men, and has one of so many searched.
fn check_all(tables: &mut Tables, men: &[u8], one_of: usize, tally: &mut Tally) {
    let solver = Solver::new(0);
    let known = placements(men).into_iter();
    let known: Vec<Known> = known
        .map(|board| check_by_the_rules(tables, &board))
        .collect();
    known.iter().for_each(|one| solver.check(one, tally));
    let some: Vec<Known> = known.into_iter().step_by(one_of).collect();
    for some in some.chunks(1_000) {
        check_search(some, tally);
    }
}

/// Everything of these men is decided.
fn check_decided(tally: &Tally) {
    assert!(!tally.contains_key("undecided"), "{tally:?}");
    for what in ["win", "draw", "loss", "exact", "mate, the shortest"] {
        assert!(tally.contains_key(what), "{what}: {tally:?}");
    }
}

#[test]
fn claims_of_two_men_are_true() {
    let (mut tables, mut tally) = (Tables::default(), Tally::new());
    for men in pairs() {
        check_all(&mut tables, &men, 200, &mut tally);
    }
    check_decided(&tally);
}

#[test]
fn claims_of_some_positions_of_three_men_are_true() {
    let (mut tables, mut tally) = (Tables::default(), Tally::new());
    let mut random = StdRng::seed_from_u64(3);
    let solver = Solver::new(0);
    for men in [b"Pnb", b"BKr"] {
        let boards = random_placements(&mut random, men, 300).into_iter();
        let known: Vec<Known> = boards
            .map(|board| check_by_the_rules(&mut tables, &board))
            .collect();
        for one in &known {
            solver.check(one, &mut tally);
            solver.check_shortest(one, &mut tally);
        }
        check_search(&known, &mut tally);
    }
    check_decided(&tally);
    assert!(!tally.contains_key("length unknown"), "{tally:?}");
}

/// What the program writes of a position and its moves: `FEN;value;move=value/plies,…`.
fn check_line(tables: &mut Tables, board: &Board, line: &str) {
    let named = |worth: Worth| {
        let plies = worth.plies().map(|plies| format!("/{plies}"));
        format!("{}{}", worth.outcome(), plies.unwrap_or_default())
    };
    let steps = board.moves().into_iter();
    let mut wanted: Vec<String> = steps
        .map(|step| {
            let worth = tables.worth(&board.after(step)).before();
            format!("{}={}", Board::name(step), named(worth))
        })
        .collect();
    let value = tables.worth(board).outcome();
    let beginning = format!("{};{value};", board.fen());
    let moves = line.strip_prefix(&beginning);
    let moves = moves.unwrap_or_else(|| panic!("'{beginning}' is expected: {line}"));
    let mut moves: Vec<&str> = moves.split(',').filter(|one| !one.is_empty()).collect();
    moves.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(moves, wanted, "{line}");
}

#[test]
fn the_program_writes_what_the_moves_are_worth() {
    let mut random = StdRng::seed_from_u64(4);
    let mut boards = random_placements(&mut random, b"Pnb", 100);
    boards.extend(random_placements(&mut random, b"Pp", 100));
    let fens: Vec<String> = boards.iter().map(Board::fen).collect();
    let folder = folder();
    fs::write(folder.path().join("input"), fens.join("\n")).expect("it can be written");
    let words = ["solve", "--variant", "antichess", "--memory", "64"];
    let files = ["--moves", "--input", "input", "--output", "output"];
    let called = call_in(&folder, &[&words[..], &files].concat(), "");
    assert_eq!(called.code, 0, "{}", called.complaint);
    let text = fs::read_to_string(folder.path().join("output")).expect("there is an output");
    assert_eq!(text.lines().count(), boards.len());
    let mut tables = Tables::default();
    for (board, line) in boards.iter().zip(text.lines()) {
        check_line(&mut tables, board, line);
    }
}

#[test]
#[ignore = "takes minutes: cargo test --release --test antichess -- --ignored"]
fn claims_of_all_positions_of_two_men_are_true() {
    let (mut tables, mut tally) = (Tables::default(), Tally::new());
    for men in pairs() {
        check_all(&mut tables, &men, 1, &mut tally);
    }
    println!("{tally:?}");
    check_decided(&tally);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test antichess -- --ignored"]
fn claims_of_all_positions_of_some_three_men_are_true() {
    let (mut tables, mut tally) = (Tables::default(), Tally::new());
    for men in [b"PPp", b"Pnp", b"NRb", b"Kkq"] {
        check_all(&mut tables, men, 100, &mut tally);
        println!("{}: {tally:?}", String::from_utf8_lossy(men));
    }
    check_decided(&tally);
}

/// Any men, and some moves from random positions: so pawns can be captured en passant.
#[test]
#[ignore = "takes minutes: cargo test --release --test antichess -- --ignored"]
fn claims_of_random_positions_of_three_men_are_true() {
    let (mut tables, mut tally) = (Tables::default(), Tally::new());
    let mut random = StdRng::seed_from_u64(5);
    let mut known = Vec::new();
    while known.len() < 6_000 {
        let mut board = random_board(&mut random, 2, b"pppnbrqk");
        if board.count(true) + board.count(false) > 3 {
            continue;
        }
        let moves = board.moves();
        if let Some(step) = moves.choose(&mut random).filter(|_| known.len() % 2 == 0) {
            board = board.after(*step);
        }
        if board.count(!board.white_to_move) > 0 {
            known.push(check_by_the_rules(&mut tables, &board));
        }
    }
    let solver = Solver::new(0);
    for one in &known {
        solver.check(one, &mut tally);
        solver.check_shortest(one, &mut tally);
    }
    for some in known.chunks(1_000) {
        check_search(some, &mut tally);
    }
    println!("{tally:?}");
    check_decided(&tally);
}

/// 250 positions of each of ten random materials. All are solved and searched, of some the shortest win is
/// looked for.
fn check_four(seed: u64, white: usize, black: usize) {
    let (mut tables, mut tally) = (Tables::default(), Tally::new());
    let mut random = StdRng::seed_from_u64(seed);
    for _ in 0..10 {
        let men = random_material(&mut random, white, black);
        let boards = random_placements(&mut random, &men, 250).into_iter();
        let known: Vec<Known> = boards
            .map(|board| check_by_the_rules(&mut tables, &board))
            .collect();
        tables.forget_the_large();
        let solver = Solver::new(50_000);
        for (number, one) in known.iter().enumerate() {
            solver.check(one, &mut tally);
            if number % 10 == 0 {
                solver.check_shortest(one, &mut tally);
            }
        }
        check_search(&known, &mut tally);
        println!("{}: {tally:?}", String::from_utf8_lossy(&men));
    }
    let decided = ["win", "draw", "loss"].map(|what| tally[what]);
    assert!(decided.into_iter().sum::<usize>() > 2_000, "{tally:?}");
    assert!(tally["length told"] > 100, "{tally:?}");
}

#[test]
#[ignore = "takes minutes: cargo test --release --test antichess -- --ignored"]
fn claims_of_three_men_against_one_are_true() {
    check_four(31, 3, 1);
}

#[test]
#[ignore = "takes minutes: cargo test --release --test antichess -- --ignored"]
fn claims_of_two_men_against_two_are_true() {
    check_four(22, 2, 2);
}
