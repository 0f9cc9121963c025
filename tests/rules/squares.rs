//! A king on every square, and corresponding squares: against positions solved one by one, against
//! the definition, and against chess books.

use crate::program::told;
use crate::support::variant;
use jacquerie::board::{Bitboard, Colour, Square};
use jacquerie::engine::Variant;
use jacquerie::game::Outcome;
use jacquerie::game::bounds::Goal;
use jacquerie::game::fen::FenError;
use jacquerie::game::setup::IllegalSetup;
use jacquerie::game::state::GameState;
use jacquerie::games::squares::{Coordinates, Place, Root};
use jacquerie::solve::solving::{GameSolver, Means};
use jacquerie::stop::Stop;

const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";

/// A value with the plies to the end, if known.
type Worth = (Option<Outcome>, Option<u16>);

/// A variant's positions with their values.
struct Values {
    variant: &'static dyn Variant,
    solver: Box<dyn GameSolver>,
}

impl Values {
    fn new(name: &str) -> Self {
        let variant = variant(name);
        let means = Means {
            mebibytes: 256,
            threads: 1,
            is_plain: false,
        };
        let solver = variant.solver(means).expect("a solver");
        Self { variant, solver }
    }

    fn read(&self, fen: &str) -> Result<Box<dyn GameState>, FenError> {
        self.variant.read_fen(fen)
    }

    /// The value of a position, as `solve` finds it.
    fn worth(&self, state: &dyn GameState) -> Worth {
        let solved = self
            .solver
            .solve(state, false, &Stop::default(), &mut |_, _| {});
        let solved = solved.expect("small tables");
        (solved.bounds.exact(), solved.plies)
    }

    /// The corresponding squares of a position.
    fn coordinates(&self, fen: &str) -> Coordinates {
        let state = self.read(fen).expect(fen);
        let root = Root::new(self.variant, &*state).expect("two kings");
        let found = Coordinates::new(&root, |one| self.worth(one).0);
        found.expect("all is known")
    }
}

/// A FEN with the kings on other squares and another side to move, edited as text.
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

/// A pair for [`moved`], with the king of one colour first.
fn kings(colour: Colour, own: Option<Square>, other: Option<Square>) -> [Option<Square>; 2] {
    match colour {
        Colour::White => [own, other],
        Colour::Black => [other, own],
    }
}

fn letter_on(state: &dyn GameState, square: Square) -> Option<char> {
    state.picture().at(square.into()).map(|man| man.letter)
}

/// Compares every square of the mover's king with the position that has the king there; at least
/// `least` squares are legal.
fn compare_squares(values: &Values, fen: &str, least: usize) {
    let state = values.read(fen).expect(fen);
    let root = Root::new(values.variant, &*state).expect("two kings");
    let turn = state.turn();
    let en_passant = fen.split(' ').nth(3).expect("a right");
    let mut count = 0;
    for square in Bitboard::ALL {
        let place = root.place(square);
        if square != root.king(turn) && letter_on(&*state, square).is_some() {
            assert!(matches!(place, Place::Taken), "{fen} {square}");
            continue;
        }
        let there = kings(turn, Some(square), None);
        let with = |right: &str| values.read(&moved(fen, there, turn.letter(), right));
        // A king in the way of the double step rules it out.
        let alone = match with(en_passant) {
            Err(FenError::Illegal(IllegalSetup::EnPassant { .. })) => with("-"),
            other => other,
        };
        match (place, alone) {
            (
                Place::Impossible("beside king"),
                Err(FenError::Illegal(IllegalSetup::KingsTouch { .. })),
            )
            | (Place::Impossible("illegal"), Err(FenError::Illegal(IllegalSetup::InCheck(_)))) => {}
            (Place::Free(position), Ok(alone)) => {
                assert_eq!(position.fen(), alone.fen(), "{fen} {square}");
                count += 1;
            }
            (place, alone) => panic!("{fen} {square}: {place:?}, {alone:?}"),
        }
    }
    assert!(count >= least, "{fen}: {count}");
}

#[test]
fn each_square_has_the_value_of_its_position() {
    let values = Values::new("kingpawn");
    for fen in [
        RETI,
        "7K/8/k1P5/7p/8/8/8/8 b - - 0 1",
        "8/8/8/3k4/8/3K4/4P3/8 w - - 0 1",
        "8/8/8/3k4/8/3K4/4P3/8 b - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1",
        "8/1P6/8/8/3k4/8/6p1/4K3 w - - 0 1",
    ] {
        compare_squares(&values, fen, 40);
    }
    // Its king screens the other one from the rook.
    compare_squares(
        &Values::new("endings"),
        "8/8/8/1k1K3R/8/8/3P4/8 w - - 0 1",
        4,
    );
}

/// Compares the correspondence with its definition, each placement read from a FEN.
fn compare_coordinates(values: &Values, fen: &str, goal: Goal) -> usize {
    let state = values.read(fen).expect(fen);
    let found = values.coordinates(fen);
    let own = state.turn();
    assert_eq!((found.own, found.goal), (own, goal), "{fen}");
    let attacker = found.attacker();
    let defender = attacker.opponent();
    // The value for the side to move, with the kings on two squares.
    let outcome = |turn: Colour, attacking: Square, defending: Square| {
        let is_pawn = |one: Square| letter_on(&*state, one).is_some_and(|man| "Pp".contains(man));
        if is_pawn(attacking) || is_pawn(defending) || attacking == defending {
            return None;
        }
        let there = kings(attacker, Some(attacking), Some(defending));
        let one = values.read(&moved(fen, there, turn.letter(), "-")).ok()?;
        Some(values.worth(&*one).0.expect("a value"))
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
    // A square belongs to at most one class.
    for (number, one) in found.classes.iter().enumerate() {
        for other in &found.classes[number + 1..] {
            assert!(!one.attackers().meets(other.attackers()), "{fen}");
            assert!(!one.defenders().meets(other.defenders()), "{fen}");
        }
    }
    pairs
}

#[test]
fn corresponding_squares_are_mutual_zugzwang() {
    let lines = [
        ("8/8/8/3k4/8/3K4/4P3/8 w - - 0 1", Goal::Win, 8),
        ("8/8/8/3k4/8/3K4/4P3/8 b - - 0 1", Goal::Draw, 8),
        ("8/4p3/4k3/8/4K3/8/8/8 b - - 0 1", Goal::Win, 8),
        (RETI, Goal::Draw, 0),
        ("8/8/2k5/2p1p3/2P1P3/2K5/8/8 w - - 0 1", Goal::Draw, 8),
        (FINE_70, Goal::Win, 14),
    ];
    let values = Values::new("kingpawn");
    for (fen, goal, pairs) in lines {
        assert_eq!(compare_coordinates(&values, fen, goal), pairs, "{fen}");
    }
    // By the rules of chess, a pawn alone has the same value.
    let (fen, goal, pairs) = lines[0];
    let values = Values::new("endings");
    assert_eq!(compare_coordinates(&values, fen, goal), pairs, "{fen}");
}

/// The squares on the queenside as Halberstadt and Duchamp number them (1932), White's and Black's.
#[test]
fn lasker_and_reichhelm_is_numbered_as_in_books() {
    let found = Values::new("kingpawn").coordinates(FINE_70);
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
    // The solution: from a1 only the step to a square that corresponds to a7 wins.
    let reached = found.reached(set("a7").lowest().expect("a7"));
    assert_eq!(reached & set("b1 a2 b2"), set("b1"));
}

/// Whether each opened tag is closed, in order, and each attribute is quoted.
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

/// The content of pictures is compared by the transcripts in `docs/squares.md` and
/// `tests/transcripts`.
#[test]
fn a_picture_is_well_formed() {
    for fen in [FINE_70, RETI] {
        let draw = ["squares", "--fen", fen, "--coordinate", "--svg", "-"];
        check_svg(&told(&draw));
    }
}
