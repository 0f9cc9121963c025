//! What the search tells of mates, against plain minimax by the rules; and who may pass in it.

use jacquerie::game::{Game, Outcome};
use jacquerie::games::metamachy::{Diagram, MetamachyGame, Position, rules};
use rand::{SeedableRng, rngs::StdRng};

use super::hall::session;
use super::random::{random_board, random_hunt};

/// In how many plies the side to move mates, or is mated (odd or even), if that takes so few.
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

/// The mate that a search of so many plies tells, in plies: of the side to move if odd.
fn told(fen: &str, depth: u32) -> Option<u32> {
    let answer = session(&format!("position fen {fen}\ngo depth {depth}\n"));
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
fn mates_are_those_of_minimax() {
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
        // Deeper than the mate, so that it is not missed for what is left out near the leaves.
        let found = told(&fen, 7);
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

/// It changes who is to move and nothing else, and nobody does it where to have to move may be what loses.
#[test]
fn who_passes_leaves_everything_as_it_is() {
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
            "nobody but slow men",
        ),
        (
            "5k6/12/12/12/5r6/12/12/2Q9/12/12/5K6/12 w - - 0 1",
            "in check",
        ),
    ] {
        assert_eq!(pass(fen), None, "{why}");
    }
}
