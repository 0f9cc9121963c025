//! A king on every square, and corresponding squares: against positions solved one by one, against the
//! definition, and against what chess books print.

use crate::program::told;
use jacquerie::board::{Bitboard, Colour, Square};
use jacquerie::game::Outcome;
use jacquerie::game::bounds::Goal;
use jacquerie::game::fen::FenError;
use jacquerie::game::playable::Playable;
use jacquerie::game::setup::IllegalSetup;
use jacquerie::games::kings::squares::{Coordinates, Place, place, structures};
use jacquerie::games::kings::{Diagram, KingGame, KingSolver};
use jacquerie::solve::tiers::Worth;
use jacquerie::stop::Stop;

const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";

fn diagram(fen: &str) -> Diagram {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A solver that knows all that squares are read from.
fn solver(root: &Diagram) -> KingSolver {
    let solver = KingSolver::new(KingGame::default(), 256, 1);
    let stop = Stop::default();
    solver
        .begin_with(structures(root), &stop)
        .expect("small tables");
    solver.value(&root.position, &stop);
    solver
}

/// What a position is worth, as `solve` finds it, all by itself.
fn solved(one: &Diagram) -> Worth {
    let solver = KingSolver::new(KingGame::default(), 256, 1);
    let stop = Stop::default();
    solver.begin(&one.position, &stop).expect("small tables");
    solver.value(&one.position, &stop);
    solver.worth(&one.position).expect("a value")
}

/// A FEN with the kings on other squares and with another side to move, as text alone would have it.
fn moved(fen: &str, kings: [Option<Square>; 2], turn: char, en_passant: &str) -> String {
    let placement = fen.split(' ').next().expect("a placement");
    let mut board: Vec<Vec<char>> = Vec::new();
    for row in placement.split('/') {
        let squares = row.chars().flat_map(|one| match one.to_digit(10) {
            Some(gap) => vec!['1'; gap as usize],
            None => vec![one],
        });
        board.insert(0, squares.collect());
    }
    for (letter, king) in ['K', 'k'].into_iter().zip(kings) {
        let Some(king) = king else { continue };
        for square in board.iter_mut().flatten().filter(|one| **one == letter) {
            *square = '1';
        }
        board[king.rank().index()][king.file().index()] = letter;
    }
    let rows = board.iter().rev().map(|row| row.iter().collect::<String>());
    let rows: Vec<String> = rows.collect();
    format!("{} {turn} - {en_passant} 0 1", rows.join("/"))
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'w',
        Colour::Black => 'b',
    }
}

/// A pair for [`moved`], with the king of one colour first.
fn kings(colour: Colour, own: Option<Square>, other: Option<Square>) -> [Option<Square>; 2] {
    match colour {
        Colour::White => [own, other],
        Colour::Black => [other, own],
    }
}

fn letter_on(diagram: &Diagram, square: Square) -> Option<char> {
    KingGame::man_on(diagram, square.into()).map(|man| man.letter)
}

/// Compares every square of the mover's king with the position that has the king there.
fn compare_squares(fen: &str) {
    let root = diagram(fen);
    let turn = root.turn;
    let en_passant = KingGame::en_passant(&root).map(|one| one.to_string());
    let solver = solver(&root);
    let mut count = 0;
    for square in Bitboard::ALL {
        let own = root.side(turn).king;
        let place = place(&root, square);
        if square != own && letter_on(&root, square).is_some() {
            assert_eq!(place, Place::Taken, "{fen} {square}");
            continue;
        }
        let there = kings(turn, Some(square), None);
        let with = |right: &str| moved(fen, there, letter(turn), right).parse::<Diagram>();
        // Where the king stands in the way of the double step, there was none.
        let alone = match with(en_passant.as_deref().unwrap_or("-")) {
            Err(FenError::Illegal(IllegalSetup::EnPassant { .. })) => with("-"),
            other => other,
        };
        match (place, alone) {
            (Place::BesideKing, Err(FenError::Illegal(IllegalSetup::KingsTouch { .. }))) => {}
            (Place::Free(position), Ok(alone)) => {
                assert_eq!(position, alone.position, "{fen} {square}");
                assert_eq!(
                    solver.worth(&position),
                    Some(solved(&alone)),
                    "{fen} {square}"
                );
                count += 1;
            }
            (place, alone) => panic!("{fen} {square}: {place:?}, {alone:?}"),
        }
    }
    assert!(count > 40, "{fen}: {count}");
}

#[test]
fn each_square_is_what_it_is_alone() {
    for fen in [
        RETI,
        "7K/8/k1P5/7p/8/8/8/8 b - - 0 1",
        "8/8/8/3k4/8/3K4/4P3/8 w - - 0 1",
        "8/8/8/3k4/8/3K4/4P3/8 b - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1",
        "8/1P6/8/8/3k4/8/6p1/4K3 w - - 0 1",
    ] {
        compare_squares(fen);
    }
}

/// Compares what corresponds with the definition, each placement read as a FEN by itself.
fn compare_coordinates(fen: &str, goal: Goal) -> usize {
    let root = diagram(fen);
    let solver = solver(&root);
    let found = Coordinates::new(&root, |one| solver.worth(one)).expect("all is known");
    let own = root.turn;
    assert_eq!((found.own, found.goal), (own, goal), "{fen}");
    let attacker = found.attacker();
    let defender = attacker.opponent();
    // What the side to move gets with the kings on two squares.
    let outcome = |turn: Colour, attacking: Square, defending: Square| {
        let is_pawn = |one: Square| letter_on(&root, one).is_some_and(|man| "Pp".contains(man));
        if is_pawn(attacking) || is_pawn(defending) || attacking == defending {
            return None;
        }
        let there = kings(attacker, Some(attacking), Some(defending));
        let one = moved(fen, there, letter(turn), "-")
            .parse::<Diagram>()
            .ok()?;
        Some(solver.worth(&one.position).expect("a value").outcome())
    };
    let mut pairs = 0;
    for attacking in Bitboard::ALL {
        let mut only_wins = true;
        let mut any = false;
        for defending in Bitboard::ALL {
            let first = outcome(attacker, attacking, defending);
            let second = outcome(defender, attacking, defending);
            only_wins &= first.is_none_or(|one| one == Outcome::Win);
            only_wins &= second.is_none_or(|one| one == Outcome::Loss);
            any |= first.is_some() || second.is_some();
            let is_zugzwang =
                first.is_some_and(|one| one != Outcome::Win) && second == Some(Outcome::Loss);
            let rows = found.classes.iter().flat_map(|one| &one.mates);
            let told = rows.filter(|(attackers, defenders)| {
                attackers.contains(attacking) && defenders.contains(defending)
            });
            let told = told.count();
            assert_eq!(
                told,
                usize::from(is_zugzwang),
                "{fen} {attacking} {defending}"
            );
            pairs += told;
            // With the enemy to move.
            let (enemy_king, own_king, result) = match goal {
                Goal::Win => (defending, attacking, second.map(Outcome::reversed)),
                Goal::Draw => (attacking, defending, first.map(Outcome::reversed)),
            };
            let meets = result.map(|result| match goal {
                Goal::Win => result == Outcome::Win,
                Goal::Draw => result != Outcome::Loss,
            });
            let told = found.possible(enemy_king).contains(own_king);
            let told = told.then(|| found.reached(enemy_king).contains(own_king));
            assert_eq!(told, meets, "{fen} {attacking} {defending}");
        }
        let is_key = any && only_wins;
        assert_eq!(found.keys.contains(attacking), is_key, "{fen} {attacking}");
    }
    // A square belongs to one class at most.
    for (number, one) in found.classes.iter().enumerate() {
        for other in &found.classes[number + 1..] {
            assert!(!one.attackers().meets(other.attackers()), "{fen}");
            assert!(!one.defenders().meets(other.defenders()), "{fen}");
        }
    }
    pairs
}

#[test]
fn what_corresponds_is_zugzwang_for_both() {
    let lines = [
        ("8/8/8/3k4/8/3K4/4P3/8 w - - 0 1", Goal::Win, 8),
        ("8/8/8/3k4/8/3K4/4P3/8 b - - 0 1", Goal::Draw, 8),
        ("8/4p3/4k3/8/4K3/8/8/8 b - - 0 1", Goal::Win, 8),
        (RETI, Goal::Draw, 0),
        ("8/8/2k5/2p1p3/2P1P3/2K5/8/8 w - - 0 1", Goal::Draw, 8),
        (FINE_70, Goal::Win, 14),
    ];
    for (fen, goal, pairs) in lines {
        assert_eq!(compare_coordinates(fen, goal), pairs, "{fen}");
    }
}

/// The squares of the queen's side as Halberstadt and Duchamp number them (1932), White's and Black's.
#[test]
fn lasker_and_reichhelm_is_numbered_as_in_books() {
    let root = diagram(FINE_70);
    let solver = solver(&root);
    let found = Coordinates::new(&root, |one| solver.worth(one)).expect("all is known");
    let set = |names: &str| -> Bitboard {
        let names = names.split(' ');
        names.map(|one| Square::parse(one).expect(one)).collect()
    };
    for (white, black) in [
        ("c4", "b6"),
        ("b1 d1 b3 d3", "c7"),
        ("c1 c3", "b7"),
        ("b2 d2", "a8 c8"),
        ("c2", "b8"),
    ] {
        let mut classes = found.classes.iter();
        let class = classes.find(|one| one.attackers() == set(white));
        let class = class.unwrap_or_else(|| panic!("no class of {white}"));
        let (defenders, black) = (class.defenders(), set(black));
        assert_eq!(defenders & black, black, "{white}: {defenders:?}");
    }
    // The solution: from a1 only the step to the mate of a7 wins.
    let reached = found.reached(set("a7").lowest().expect("a7"));
    assert_eq!(reached & set("b1 a2 b2"), set("b1"));
}

/// Whether each tag that is opened is closed, in order, and each attribute is quoted.
fn check_svg(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg;
    while let Some((before, after)) = rest.split_once('<') {
        assert!(!before.contains(['>', '&']), "{before}");
        let (tag, after) = after.split_once('>').expect("the end of a tag");
        rest = after;
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "</{name}>");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("a name"));
        }
    }
    assert!(open.is_empty() && rest == "\n", "{open:?} {rest}");
}

/// What is drawn the transcripts of `docs/squares.md` and `tests/transcripts` compare.
#[test]
fn a_picture_is_well_formed() {
    for fen in [FINE_70, RETI] {
        let draw = ["squares", "--fen", fen, "--coordinate", "--svg", "-"];
        check_svg(&told(&draw));
    }
}
