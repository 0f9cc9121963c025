//! Metamachy: move lists that are kept incrementally, mates against plain minimax, self-play games
//! checked by the independent rules.

use std::collections::HashSet;
use std::fs;

use jacquerie::game::state::{GameState, State};
use jacquerie::game::{Game, MoveCode, Outcome};
use jacquerie::games::metamachy::{Diagram, MetamachyGame, Move, Position, rules};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::Value;

use super::oracle::Oracle;
use super::oracle::metamachy::{Board, Place};
use super::playouts::Playouts;
use super::program::{folder, told_in};
use super::support::session;

pub const PLAYOUTS: Playouts<Board> = Playouts {
    variants: &["metamachy"],
    start: |variant, number, random| match number % 8 {
        0 => {
            let starts = starts();
            (
                Board::read(variant, &starts[number / 8 % starts.len()]),
                200,
            )
        }
        1 => (random_board(random, 1, "nbmecirlgq"), 150),
        2 => (random_board(random, 16, "ppi"), 40),
        3 => (random_hunt(random), 80),
        4 => (random_board(random, 8, "cccp"), 12),
        5 => (random_board(random, 6, "ggp"), 12),
        _ => (random_board(random, 20, "ppppinbmecrlgq"), 12),
    },
    compare: |state, read| {
        // All incremental data is right, the key too.
        let diagram = diagram(state);
        assert_eq!(diagram, self::diagram(read));
        check_lists(&diagram.position);
    },
    wanted: &[
        "a king's leap",
        "a pawn is taken en passant",
        "a prince is taken en passant",
        "a prince promotes",
        "a prince's double step promotes",
        "a pawn promotes",
        "a pawn's double step promotes",
        "a pawn captures and promotes",
        "a cannon captures",
        "an eagle captures",
        "metamachy checkmate",
        "metamachy no-move",
        "metamachy material",
        "metamachy repetition",
    ],
};

/// The diagram of a game.
fn diagram(state: &dyn GameState) -> Diagram {
    let state = state.as_any().downcast_ref::<State<MetamachyGame>>();
    *state.expect("Metamachy is played").diagram()
}

/// Counts, forcing moves and table data agree with the list of moves.
fn check_lists(position: &Position) {
    let moves = position.moves();
    assert_eq!(position.count_moves() as usize, moves.len());
    assert_eq!(position.has_move(), !moves.is_empty());
    let is_forcing = |one: &Move| one.is_capture(position) || one.promotion().is_some();
    let mut forcing: Vec<Move> = moves.iter().copied().filter(is_forcing).collect();
    let mut found = position.forcing_moves();
    forcing.sort();
    found.sort();
    assert_eq!(forcing, found[..]);
    let codes: HashSet<u32> = moves.iter().map(|one| one.code().bits()).collect();
    assert_eq!(codes.len(), moves.len());
    assert!(!codes.contains(&MoveCode::NONE.bits()));
}

/// The pieces in the centre of the last rank, and of the one before it, of each set-up.
const CENTRES: [[&str; 2]; 12] = [
    ["gl", "kq"],
    ["lg", "kq"],
    ["ql", "kg"],
    ["qg", "kl"],
    ["lq", "kg"],
    ["gq", "kl"],
    ["kl", "qg"],
    ["kg", "ql"],
    ["kl", "gq"],
    ["kg", "lq"],
    ["kq", "gl"],
    ["kq", "lg"],
];

/// All 24 start positions: those twelve, and their mirror images.
fn starts() -> Vec<String> {
    let start = |[last, inner]: [String; 2]| {
        let (first, second) = (last.to_uppercase(), inner.to_uppercase());
        format!(
            "cm3{last}3mc/ernbi{inner}ibnre/pppppppppppp/12/12/12/12/12/12/\
             PPPPPPPPPPPP/ERNBI{second}IBNRE/CM3{first}3MC w Kk - 0 1"
        )
    };
    let mirrored = |names: &str| names.chars().rev().collect::<String>();
    let both = CENTRES
        .iter()
        .flat_map(|names| [names.map(str::to_owned), names.map(mirrored)]);
    both.map(start).collect()
}

/// Up to `most` pieces a side besides the kings, of these kinds, on any squares that they can stand
/// on; some kings stand at home and have not moved. The side that is not to move is not in check.
pub fn random_board(random: &mut StdRng, most: usize, kinds: &str) -> Board {
    let kinds: Vec<char> = kinds.chars().collect();
    loop {
        let mut board = Board::empty();
        for (side, white) in [true, false].into_iter().enumerate() {
            let home: Vec<Place> = [(5, 0), (6, 0), (5, 1), (6, 1)].to_vec();
            let at_home = random.random_bool(0.6);
            let place = match at_home {
                true => *home.choose(random).expect("a home"),
                false => free(&board, random),
            };
            let place = match (white, at_home) {
                (false, true) => (place.0, 11 - place.1),
                _ => place,
            };
            if board.at(place) != '.' {
                continue;
            }
            board.set(place, if white { 'K' } else { 'k' });
            board.may_leap[side] = at_home && random.random_bool(0.8);
        }
        if Board::places().filter(|one| board.at(*one) != '.').count() != 2 {
            continue;
        }
        for white in [true, false] {
            for _ in 0..random.random_range(0..=most) {
                let place = free(&board, random);
                let man = *kinds.choose(random).expect("there are kinds");
                let is_last = place.1 == if white { 11 } else { 0 };
                let is_wrong = match man {
                    'p' => place.1 == 0 || place.1 == 11,
                    'i' => is_last,
                    _ => false,
                };
                if !is_wrong {
                    let man = if white { man.to_ascii_uppercase() } else { man };
                    board.set(place, man);
                }
            }
        }
        board.white_to_move = random.random();
        if !board.is_in_check(!board.white_to_move) {
            return board;
        }
    }
}

/// A bare black king against pieces that may mate it, or leave it without a move.
fn random_hunt(random: &mut StdRng) -> Board {
    loop {
        let mut board = random_board(random, 4, "lgqr");
        for place in Board::places() {
            if board.at(place) != 'k' && board.at(place).is_lowercase() {
                board.set(place, '.');
            }
        }
        if !board.is_in_check(!board.white_to_move) {
            return board;
        }
    }
}

/// An empty square.
fn free(board: &Board, random: &mut StdRng) -> Place {
    loop {
        let place = (random.random_range(0..12), random.random_range(0..12));
        if board.at(place) == '.' {
            return place;
        }
    }
}

#[test]
fn the_option_setup_chooses_the_array() {
    let all = starts();
    for (number, start) in all.iter().step_by(2).enumerate() {
        let lines = format!("setoption name Setup value {number}\nposition startpos\nd\n");
        let output = session("metamachy", &lines);
        assert!(output.contains(start), "{number}: {output}");
    }
    assert!(session("metamachy", "position startpos\nd\n").contains(&all[14]));
}

/// The distance to mate in plies, odd for the side to move and even against it, up to a limit.
fn mate(position: &Position, most: u32) -> Option<u32> {
    match rules::outcome(position) {
        Some(Outcome::Loss) => return Some(0),
        Some(_) => return None,
        None if most == 0 => return None,
        None => {}
    }
    let replies = position.moves();
    let after = |most| {
        let mates = replies
            .iter()
            .map(move |one| mate(&position.play(*one), most));
        mates.collect::<Vec<_>>()
    };
    // A win in fewer plies comes first.
    for plies in (1..=most).step_by(2) {
        if after(plies - 1)
            .into_iter()
            .flatten()
            .any(|one| one % 2 == 0)
        {
            return Some(plies);
        }
    }
    let all: Option<Vec<u32>> = after(most - 1).into_iter().collect();
    all.and_then(|all| all.into_iter().max()).map(|one| one + 1)
}

/// The mate that a search of this depth reports, in plies: of the side to move if odd.
fn told(fen: &str, depth: u32) -> Option<u32> {
    let answer = session(
        "metamachy",
        &format!("position fen {fen}\ngo depth {depth}\n"),
    );
    let told = answer.lines().filter(|line| line.contains(" score "));
    let info = { told }.next_back();
    let (_, moves) = info?.split_once(" score mate ")?;
    let moves: i32 = moves.split(' ').next()?.parse().expect("a number of moves");
    Some(match moves {
        1.. => 2 * moves.unsigned_abs() - 1,
        _ => 2 * moves.unsigned_abs(),
    })
}

#[test]
fn mates_agree_with_minimax() {
    let mut random = StdRng::seed_from_u64(1977);
    let mut met = [0; 4];
    for number in 0..120 {
        let board = match number % 3 {
            0 => random_board(&mut random, 3, "lgqrcip"),
            _ => random_hunt(&mut random),
        };
        let fen = board.fen();
        let position = fen.parse::<Diagram>().expect("a position").position;
        if rules::outcome(&position).is_some() {
            continue;
        }
        let wanted = mate(&position, 3);
        // Deeper than the mate, so that pruning near the leaves does not miss it.
        let found = told(&fen, 10);
        match wanted {
            Some(plies) => {
                assert_eq!(found, wanted, "{fen}");
                met[plies as usize] += 1;
            }
            None => assert!(found.is_none_or(|plies| plies > 3), "{fen}: {found:?}"),
        }
    }
    assert!(met[1] > 3 && met[2] > 0 && met[3] > 5, "{met:?}");
}

/// Two thousand nodes do not see the mate, but the terms for a bare king lead to it.
#[test]
fn a_bare_king_is_mated() {
    let folder = folder();
    let starts = [
        "7K4/12/12/12/12/3Q8/12/12/12/11k/12/12 w - - 0 1",
        "K11/12/12/12/12/5k6/12/12/12/12/R11/12 w - - 0 1",
        "12/1K10/12/12/12/12/7k4/12/2R9/5B6/12/12 w - - 0 1",
        "12/1k10/12/4q7/12/7K4/12/12/12/12/12/12 w - - 0 1",
    ];
    fs::write(folder.path().join("ends.fen"), starts.join("\n")).expect("a file");
    let engine = |name: &str| format!("name={name} cmd=self option.Hash=1");
    let (one, other) = (engine("one"), engine("other"));
    let mut call = vec!["match", "--variant", "metamachy", "--log", "log"];
    call.extend([
        "--openings",
        "ends.fen",
        "--games",
        "8",
        "--tc",
        "nodes=2000",
    ]);
    call.extend(["--engine", &one, "--engine", &other]);
    told_in(&folder, &call, "");
    let text = fs::read_to_string(folder.path().join("log")).expect("the log");
    let mut won = 0;
    for line in text.lines().skip(1) {
        let game: Value = serde_json::from_str(line).expect("a line of the log");
        assert_eq!(game["reason"], "checkmate", "{game}");
        won += 1;
    }
    assert_eq!(won, 8);
}

/// A pass changes the side to move and nothing else, and is not allowed where zugzwang is likely.
#[test]
fn a_pass_changes_nothing_else() {
    let pass = |fen: &str| {
        let position = fen.parse::<Diagram>().expect(fen).position;
        MetamachyGame::default().pass(&position)
    };
    let fen = "4gk6/12/p11/12/12/1pPp8/12/12/12/12/4K7/R11";
    for field in ["-", "c6"] {
        let black = format!("{fen} b - {field} 0 1").parse::<Diagram>();
        let black = black.expect("a position").position;
        let white = pass(&format!("{fen} b - {field} 0 1")).expect("Black may pass");
        let read = format!("{fen} w - - 0 1").parse::<Diagram>();
        assert_eq!(white, read.expect("a position").position);
        assert_ne!(black, white);
    }
    for (fen, why) in [
        (
            "5k6/12/12/12/12/12/12/2I2P6/12/12/5K6/12 w - - 0 1",
            "only slow pieces",
        ),
        (
            "5k6/12/12/12/5r6/12/12/2Q9/12/12/5K6/12 w - - 0 1",
            "in check",
        ),
    ] {
        assert_eq!(pass(fen), None, "{why}");
    }
}

/// The state of the game: the winner and the reason, if it is over.
fn verdict(board: &Board, before: &[String]) -> Option<(&'static str, &'static str)> {
    let won = match board.white_to_move {
        true => "0-1",
        false => "1-0",
    };
    let core = board.core();
    let again = before.iter().filter(|one| **one == core).count();
    match board.end() {
        Some((Outcome::Loss, cause)) => Some((won, cause.key())),
        Some((_, cause)) => Some(("1/2-1/2", cause.key())),
        None if again == 2 => Some(("1/2-1/2", "repetition")),
        None => (board.quiet >= 100).then_some(("1/2-1/2", "no-progress")),
    }
}

/// Checks a game of the log; returns its number of plies.
fn referee(game: &Value) -> usize {
    let text = |key: &str| {
        game[key]
            .as_str()
            .unwrap_or_else(|| panic!("{key}: {game}"))
    };
    let (fen, _) = text("opening").split_once(" | ").expect("moves of chance");
    let (mut board, mut before) = (Board::read("metamachy", fen), Vec::new());
    let mut plies = 0;
    for name in text("moves").split(' ') {
        assert_eq!(verdict(&board, &before), None, "{} {game}", board.fen());
        let steps = board.moves();
        let step = steps.into_iter().find(|step| board.name(*step) == name);
        let step = step.unwrap_or_else(|| panic!("{name} in {}: {game}", board.fen()));
        before.push(board.core());
        board = board.after(step);
        plies += 1;
    }
    let found = (text("result"), text("reason"));
    assert_eq!(Some(found), verdict(&board, &before), "{game}");
    plies
}

/// Plays this many games, all different, of these set-ups.
fn play(setups: &[usize], games: usize, nodes: u32) {
    let folder = folder();
    let mut refereed = 0;
    for setup in setups {
        let engine =
            |name: &str, nodes: u32| format!("name={name} cmd=self tc=nodes={nodes} option.Hash=1");
        let log = format!("{setup}.log");
        let config = "config.toml";
        let own = format!("[options]\nvariant = \"metamachy\"\nsetup = {setup}\n");
        fs::write(folder.path().join(config), own).expect("the folder can be written to");
        // With the same nodes the second game of a pair would repeat the first.
        let (one, two) = (engine("one", nodes), engine("two", nodes + nodes / 8));
        let games = games.div_ceil(setups.len()).next_multiple_of(2).to_string();
        let seed = (setup + 1).to_string();
        let mut call = vec![
            "match", "--config", config, "--games", &games, "--log", &log,
        ];
        call.extend(["--engine", &one, "--engine", &two, "--max-plies", "100000"]);
        told_in(&folder, &[&call[..], &["--seed", &seed]].concat(), "");
        let text = fs::read_to_string(folder.path().join(&log)).expect("the log");
        let lines = text.lines().skip(1);
        let games = lines.map(|line| serde_json::from_str(line).expect("a line of the log"));
        for game in games {
            assert!(referee(&game) > 10);
            refereed += 1;
        }
    }
    assert!(refereed >= games);
}

#[test]
fn games_keep_to_the_rules() {
    play(&[0, 3, 7], 6, 40);
}

#[test]
#[ignore = "takes ten minutes: cargo test --release --test rules metamachy -- --ignored"]
fn a_thousand_games_keep_to_the_rules() {
    play(&(0..12).collect::<Vec<_>>(), 1_000, 400);
}
