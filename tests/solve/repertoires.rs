//! Repertoires: every value is right, every move keeps it, every reply has its entry, and every
//! error in the bytes is found.

use std::collections::HashMap;

use jacquerie::game::{Game, Outcome};
use jacquerie::games::pawns::{Diagram, Files, Gaps, Move, PawnGame, Position, Rules, Stalemate};
use jacquerie::solve::certificate::claims;
use jacquerie::solve::checker::check;
use jacquerie::solve::repertoire::{Advice, RepertoireError, Section};
use jacquerie::solve::solver::Solver;
use jacquerie::stop::Stop;
use proptest::prelude::*;

use super::oracle::pawns::{Board, Minimax};

const PLIES: u8 = 6;

fn game(stalemate: Stalemate) -> PawnGame {
    PawnGame::new(stalemate)
}

fn solver(stalemate: Stalemate) -> Solver<PawnGame> {
    Solver::new(game(stalemate), 128, 1).expect("memory for a small table")
}

/// A repertoire, written and read back.
fn repertoire(root: &Diagram, solver: &Solver<PawnGame>, plies: u8) -> Section {
    let sides = solver.repertoire(&root.position, plies, &Stop::default(), &mut |_| ());
    let section = Section {
        rule: solver.game().stalemate as u8,
        plies,
        fen: root.to_string(),
        sides: sides.expect("it is not stopped"),
    };
    let bytes = section.encode();
    assert_eq!(Section::decode(&bytes), Ok((section.clone(), &[][..])));
    section
}

/// A repertoire, with the rules.
struct Reader<'a> {
    game: &'a PawnGame,
    entries: &'a HashMap<Position, Advice<Move>>,
    plies: u8,
}

impl Reader<'_> {
    /// The move for a position or its mirror image; `None` if the position is lost.
    fn played(&self, at: &Diagram) -> Option<Move> {
        let canonical = self.game.canonical(&at.position);
        let entry = self.entries.get(&canonical);
        let entry = entry.unwrap_or_else(|| panic!("no entry for {at}"));
        let played = entry.played()?;
        let played = match canonical == at.position {
            true => played,
            false => played.mirror(),
        };
        assert!(self.game.moves(&at.position).contains(&played), "{at}");
        Some(played)
    }

    /// Follows a side's own moves and all replies: there is always an entry, unless the game is
    /// over or lost. Calls `meet` with each position where the side is to move.
    fn follow(&self, at: &Diagram, ply: u8, own_turn: bool, meet: &mut impl FnMut(&Diagram)) {
        if ply > self.plies || self.game.outcome(&at.position).is_some() {
            return;
        }
        if own_turn {
            meet(at);
            if let Some(played) = self.played(at) {
                self.follow(&at.after(self.game, played), ply + 1, false, meet);
            }
        } else {
            for reply in self.game.moves(&at.position) {
                self.follow(&at.after(self.game, reply), ply + 1, true, meet);
            }
        }
    }
}

/// Compares a repertoire with `value`, which gives the value of a position for the side to move.
/// Returns how many entries of each value occurred.
fn compare(
    root: &Diagram,
    solver: &Solver<PawnGame>,
    mut value: impl FnMut(&Diagram) -> Outcome,
) -> HashMap<Outcome, usize> {
    let section = repertoire(root, solver, PLIES);
    let game = solver.game();
    let entries = section.walk(game, &root.position).expect("it is sound");
    let reader = Reader {
        game,
        entries: &entries,
        plies: PLIES,
    };
    let mut met = HashMap::new();
    let mut meet = |at: &Diagram| {
        let canonical = game.canonical(&at.position);
        if met.contains_key(&canonical) {
            return;
        }
        let found = entries[&canonical].value();
        met.insert(canonical, found);
        assert_eq!(found, value(at), "{at}");
        if let Some(played) = reader.played(at) {
            assert_eq!(
                value(&at.after(game, played)).reversed(),
                found,
                "{at} {played:?}"
            );
        }
    };
    for own_turn in [true, false] {
        reader.follow(root, 0, own_turn, &mut meet);
        reader.follow(&mirror(root), 0, own_turn, &mut meet);
    }
    assert_eq!(met.len(), entries.len(), "every entry can be reached");
    let mut counts = HashMap::new();
    for value in met.into_values() {
        *counts.entry(value).or_insert(0) += 1;
    }
    counts
}

/// The mirror image. A narrow board is then at the other edge, which does not matter to a position.
fn mirror(root: &Diagram) -> Diagram {
    Diagram {
        position: root.position.mirror(),
        files: 8,
        ..*root
    }
}

fn compare_with_minimax(root: &Diagram, stalemate: Stalemate) -> HashMap<Outcome, usize> {
    let mut minimax = Minimax::new(stalemate);
    compare(root, &solver(stalemate), |at| {
        minimax.value(&Board::from_diagram(at)).0
    })
}

fn start(variant: &str, files: usize, gaps: &str) -> Diagram {
    let full = match variant {
        "peasants" => "8/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/8 w",
        _ => "8/pppppppp/8/8/8/8/PPPPPPPP/8 w",
    };
    let rules = Rules {
        start: full.into(),
        stalemate: Stalemate::Draw,
        gaps: variant == "pawnrace",
    };
    let gaps: Gaps = gaps.parse().expect("gaps");
    rules
        .start(Files::new(files).expect("a width"), gaps)
        .expect("a start")
}

const RULES: [Stalemate; 2] = [Stalemate::Draw, Stalemate::Loss];

/// Boards for which minimax is quick.
fn narrow() -> Vec<Diagram> {
    let mut roots = vec![start("peasants", 2, "aa")];
    roots.extend((1..=3).map(|files| start("pawngame", files, "aa")));
    roots.extend(["aa", "ab", "ac", "ba", "bb"].map(|gaps| start("pawnrace", 3, gaps)));
    roots.extend(["aa", "bc"].map(|gaps| start("pawnrace", 4, gaps)));
    roots
}

/// Boards for which minimax takes minutes, or longer.
fn wide() -> Vec<Diagram> {
    let mut roots = vec![start("peasants", 3, "aa")];
    roots.extend((4..=5).map(|files| start("pawngame", files, "aa")));
    roots.extend(["ab", "ad", "ca"].map(|gaps| start("pawnrace", 4, gaps)));
    roots.extend(["aa", "ae", "bd", "cc", "db"].map(|gaps| start("pawnrace", 5, gaps)));
    roots
}

#[test]
fn repertoires_agree_with_minimax() {
    let mut counts: HashMap<Outcome, usize> = HashMap::new();
    for root in narrow() {
        for stalemate in RULES {
            for (value, count) in compare_with_minimax(&root, stalemate) {
                *counts.entry(value).or_default() += count;
            }
        }
    }
    // Lost positions and errors are among them.
    assert!(counts.values().all(|count| *count >= 10), "{counts:?}");
    assert_eq!(counts.len(), 3, "{counts:?}");
}

#[test]
#[ignore = "takes minutes: cargo test --release --test solve -- --ignored"]
fn repertoires_of_four_files_agree_with_minimax() {
    for root in wide().iter().filter(|root| root.files < 5) {
        for stalemate in RULES {
            compare_with_minimax(root, stalemate);
        }
    }
}

/// Where minimax takes long, the solver is used instead. Its value is not trusted: it must prove
/// each value by a strategy, which is checked by the bare rules.
fn prove_wider_boards(stalemate: Stalemate) {
    let fresh = solver(stalemate);
    for root in wide() {
        compare(&root, &solver(stalemate), |at| proved(&fresh, at));
    }
}

#[test]
fn repertoires_of_wider_boards_can_be_proved() {
    prove_wider_boards(Stalemate::Draw);
}

#[test]
fn repertoires_of_wider_boards_can_be_proved_where_stalemate_loses() {
    prove_wider_boards(Stalemate::Loss);
}

/// The value of a position, with its proof.
fn proved(solver: &Solver<PawnGame>, at: &Diagram) -> Outcome {
    let stop = Stop::default();
    let game = solver.game();
    if let Some(outcome) = game.outcome(&at.position) {
        return outcome;
    }
    let value = solver.value(&at.position, &stop).exact();
    let value = value.expect("it is not stopped");
    let strategies = solver.strategies(&at.position, value, &stop);
    let strategies = strategies.unwrap_or_else(|| panic!("{at} is no {value}"));
    for (claim, moves) in claims(value).into_iter().zip(&strategies) {
        if let Err(flaw) = check(game, &at.position, claim, moves) {
            panic!("{at} is no {value}: {flaw:?}");
        }
    }
    value
}

#[test]
fn a_finished_or_lost_game_needs_no_move() {
    let over: Diagram = "8/8/8/8/8/8/8/p7 w".parse().expect("a FEN");
    let solver = solver(Stalemate::Draw);
    assert_eq!(repertoire(&over, &solver, PLIES).entries(), 0);
    // A lost root: its mover has nothing to lose, its opponent replies to every move.
    let lost: Diagram = "8/8/8/8/8/p7/6P1/8 w".parse().expect("a FEN");
    let [mover, opponent] = repertoire(&lost, &solver, PLIES).sides;
    assert_eq!(mover, [0]);
    assert!(!opponent.is_empty());
}

/// Impossible entries, with correct checksums.
#[test]
fn impossible_entries_are_refused() {
    let root = start("pawngame", 3, "aa");
    let solver = solver(Stalemate::Draw);
    let right = repertoire(&root, &solver, PLIES);
    let read = |change: &dyn Fn(&mut Section)| {
        let mut section = right.clone();
        change(&mut section);
        let bytes = section.encode();
        let (section, rest) = Section::decode(&bytes).expect("its sums are right");
        assert!(rest.is_empty());
        section
            .walk(solver.game(), &root.position)
            .map(|entries| entries.len())
    };
    assert!(read(&|_| ()).is_ok());
    for byte in [1, 63, 0xc0, 0xff] {
        let wrong = Err(RepertoireError::Entry(byte));
        assert_eq!(read(&|section| section.sides[1][0] = byte), wrong);
    }
    let illegal = Err(RepertoireError::Illegal(6, 6));
    assert_eq!(read(&|section| section.sides[0][0] = 1 << 6 | 6), illegal);
    for side in 0..2 {
        let shorter = read(&|section| section.sides[side].truncate(section.sides[side].len() - 1));
        assert_eq!(shorter, Err(RepertoireError::TooFew));
        let longer = read(&|section| section.sides[side].push(0));
        assert_eq!(longer, Err(RepertoireError::LeftOver(1)));
    }
}

/// Any byte changed, and truncated at any length, in a file of two sections.
#[test]
fn damaged_repertoires_are_refused() {
    let solver = solver(Stalemate::Draw);
    let [first, second] =
        [2, 3].map(|files| repertoire(&start("pawngame", files, "aa"), &solver, PLIES));
    let bytes = [first.encode(), second.encode()].concat();
    let read = |bytes: &[u8]| -> Result<Vec<Section>, RepertoireError> {
        let mut rest = bytes;
        let mut sections = Vec::new();
        while !rest.is_empty() {
            let (section, others) = Section::decode(rest)?;
            sections.push(section);
            rest = others;
        }
        Ok(sections)
    };
    assert_eq!(read(&bytes), Ok(vec![first.clone(), second.clone()]));
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut wrong = bytes.clone();
            wrong[at] ^= change;
            assert!(read(&wrong).is_err(), "byte {at}");
        }
    }
    for length in 1..bytes.len() {
        let expected = match length == first.encode().len() {
            true => Ok(vec![first.clone()]),
            false => Err(RepertoireError::Unfinished),
        };
        assert_eq!(read(&bytes[..length]), expected, "{length} bytes");
    }
}

proptest! {
    /// Any bytes are read or refused, without a panic.
    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>, plies: u8, first: Vec<u8>, second: Vec<u8>) {
        let _ = Section::decode(&bytes);
        let mut named = b"JACQREP1".to_vec();
        named.extend(&bytes);
        let _ = Section::decode(&named);
        let root = start("pawngame", 4, "aa");
        let section = Section { rule: 0, plies, fen: root.to_string(), sides: [first, second] };
        let encoded = section.encode();
        prop_assert_eq!(Section::decode(&encoded), Ok((section.clone(), &[][..])));
        let _ = section.walk(&game(Stalemate::Draw), &root.position);
    }
}
