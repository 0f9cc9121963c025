//! Proofs in parts: the first plies are planned, with a part for each position after them.
//! Everything accepted is true by minimax; errors are refused, with their position.

use std::collections::HashMap;

use jacquerie::engine::Variant;
use jacquerie::game::Outcome;
use jacquerie::game::bounds::Goal;
use jacquerie::game::state::GameState;
use jacquerie::games::pawns::{Diagram, Stalemate};
use jacquerie::solve::certificate::{Certificate, Claim, Kind, Strategy, claims};
use jacquerie::solve::checking::{CheckError, PlannedStep};
use jacquerie::solve::solving::GameSolver;
use jacquerie::stop::Stop;
use proptest::prelude::*;

use super::oracle::pawns::{Board, Minimax};
use super::program::{call_in, folder, last_line, refused_in, told_in};
use super::support::{named, position, solver, start, summed};

/// The step for a position that has its own part.
const PART: u8 = 255;

/// A FEN without move number and count.
pub fn without_numbers(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

/// Plans the first plies of a proof.
struct Planner<'a> {
    variant: &'a str,
    solver: &'a dyn GameSolver,
    /// The ply at which a position first occurs.
    plies: HashMap<String, u32>,
    most: u32,
}

impl Planner<'_> {
    fn note(&mut self, state: &dyn GameState, ply: u32) {
        let known = self.plies.entry(without_numbers(&state.fen()));
        let known = known.or_insert(ply);
        *known = ply.min(*known);
    }

    fn step(&mut self, fen: &str, goal: Goal, by_prover: bool) -> PlannedStep {
        let ply = self.plies[&without_numbers(fen)];
        if ply == self.most {
            return PlannedStep::Part;
        }
        let here = position(self.variant, fen);
        let mut children = here.moves().into_iter().map(|played| {
            let mut child = here.clone();
            child.play(&played).expect("a legal move");
            (played, child)
        });
        if !by_prover {
            for (_, child) in children {
                self.note(&*child, ply + 1);
            }
            return PlannedStep::Replies;
        }
        let stop = Stop::default();
        let misses = |child: &dyn GameState| {
            let met = self.solver.ask(child, goal.opponents(), &stop);
            met == Ok(Some(false))
        };
        let (played, child) = children
            .find(|(_, child)| misses(&**child))
            .expect("a move that keeps the value");
        self.note(&*child, ply + 1);
        PlannedStep::Move(played)
    }
}

/// A proof of the value of a position, with this many plies planned.
pub fn prove(variant: &str, state: &dyn GameState, most: u32) -> Certificate {
    let (solver, checker) = (solver(variant, 1), named(variant));
    let stop = Stop::default();
    let solution = solver
        .solve(state, false, &stop, &mut |_, _| ())
        .expect("it can be solved");
    let value = solution.bounds.exact().expect("its value");
    let proofs = claims(value).into_iter().map(|claim| {
        let mut planner = Planner {
            variant,
            solver: &*solver,
            plies: HashMap::new(),
            most,
        };
        planner.note(state, 0);
        let mut step = |fen: &str, by_prover| Some(planner.step(fen, claim.goal, by_prover));
        let plan = checker.plan(&state.fen(), claim, &mut step);
        let plan = plan.expect("a plan");
        let parts = plan.parts.iter().map(|(fen, part)| {
            let moves = solver.part(&*position(variant, fen), *part, &stop);
            moves.expect("it can be solved").expect("a part")
        });
        Strategy {
            parts: Some(parts.collect()),
            steps: plan.steps,
        }
    });
    Certificate {
        rule: checker.rule().expect("it has proofs").number,
        fen: state.fen(),
        value,
        strategies: proofs.collect(),
    }
}

/// How many parts there are, and how many positions have a step or a move.
fn counted(proof: &Certificate) -> (usize, usize) {
    let parts = proof.strategies.iter().flat_map(Strategy::parts);
    let steps = proof.strategies.iter().flat_map(|one| &one.steps);
    let planned = steps.filter(|step| **step != PART).count();
    let moves: usize = parts.clone().map(Vec::len).sum();
    (parts.count(), planned + moves)
}

/// Both as a value in memory, and from a file alone.
#[test]
fn proofs_in_parts_are_accepted() {
    let folder = folder();
    for (variant, files, plies, value) in [
        ("peasants", "3", 0, Outcome::Draw),
        ("peasants", "3", 3, Outcome::Draw),
        ("pawngame", "4", 4, Outcome::Win),
        ("pawngame", "2", 1, Outcome::Loss),
        ("pawnsonly", "3", 5, Outcome::Loss),
        // From five files on, some mirror images stand on other files of a board of eight.
        ("pawnsonly", "5", 3, Outcome::Loss),
    ] {
        let proof = prove(variant, &*start(variant, files), plies);
        assert_eq!(proof.value, value, "{variant} {files}");
        let (parts, positions) = counted(&proof);
        assert_eq!(parts == claims(value).len(), plies == 0);
        let size = named(variant)
            .check(&proof, false, &Stop::default())
            .expect("a proof")
            .size;
        assert_eq!((size.parts, size.positions), (parts, positions));

        let bytes = proof.encode();
        assert_eq!(Certificate::decode(&bytes), Ok(proof));
        std::fs::write(folder.path().join("proof"), &bytes).expect("it is written");
        let verify = ["verify", "proof", "--variant", variant, "--files", files];
        let verify = [&verify[..], &["--fen", "startpos"]].concat();
        let told = told_in(&folder, &verify, "").replace(',', "");
        let counts = format!(
            "; {positions} positions checked in {parts} parts {} bytes\n",
            bytes.len()
        );
        assert!(told.contains(&counts), "{told}{counts}");
        assert_eq!(last_line(&told), format!("value {value}"));
    }
}

/// It is accepted only for its own position, and has no line.
#[test]
fn proofs_in_parts_about_something_else_are_refused() {
    let folder = folder();
    let proof = prove("pawngame", &*start("pawngame", "3"), 2);
    std::fs::write(folder.path().join("proof"), proof.encode()).expect("it is written");
    for (words, problem) in [
        (&["--files", "4"][..], "is for a board with 3 files, not 4"),
        (&["--variant", "pawnsonly"], "uses a different rule"),
        (&["--variant", "antichess"], "is for the game 'pawns'"),
        (&["--fen", "3/ppp/3/3/3/3/PPP/3 b"], "is for"),
    ] {
        let complaint = refused_in(&folder, &[&["verify", "proof"], words].concat(), 1);
        assert!(complaint.contains(problem), "{complaint}");
    }
    let line = call_in(&folder, &["verify", "proof", "--line"], "");
    assert_eq!(line.code, 1);
    assert!(line.complaint.contains("omit --line"), "{}", line.complaint);
}

/// Proofs of all three values, small enough to try everything.
fn small_proofs() -> Vec<Certificate> {
    let proofs = [
        ("pawngame", "2/pp/2/2/2/2/PP/2 w - - 0 1", Outcome::Loss),
        ("pawngame", "3/p1p/3/3/3/3/PP1/3 w - - 0 1", Outcome::Draw),
        ("pawnsonly", "2/pp/2/2/2/2/PP/2 b - - 0 1", Outcome::Loss),
        (
            "pawnsonly",
            "4/1p1p/4/2p1/1P1P/4/P3/4 w - - 0 1",
            Outcome::Win,
        ),
    ];
    let proofs = proofs.map(|(variant, fen, value)| {
        let proof = prove(variant, &*position(variant, fen), 2);
        assert_eq!(proof.value, value, "{fen}");
        proof
    });
    proofs.into()
}

/// Checks that bytes which are accepted prove a true value.
struct Judge([(&'static dyn Variant, Minimax); 2]);

impl Judge {
    fn new() -> Self {
        let judge = |variant, stalemate| (named(variant), Minimax::new(stalemate));
        Self([
            judge("pawngame", Stalemate::Draw),
            judge("pawnsonly", Stalemate::Loss),
        ])
    }

    fn accepts(&mut self, bytes: &[u8]) -> bool {
        let Ok(proof) = Certificate::decode(bytes) else {
            return false;
        };
        // Each refuses a proof by another rule.
        let accepted = self.0.iter_mut().filter_map(|(checker, minimax)| {
            checker.check(&proof, false, &Stop::default()).ok()?;
            Some(minimax)
        });
        let mut accepted: Vec<&mut Minimax> = accepted.collect();
        let Some(minimax) = accepted.pop() else {
            return false;
        };
        assert!(accepted.is_empty(), "it is by one rule");
        let diagram: Diagram = proof.fen.parse().expect("a position that was checked");
        let (truth, _) = minimax.value(&Board::from_diagram(&diagram));
        assert_eq!(proof.value, truth, "{}", proof.fen);
        true
    }
}

/// With any byte changed, the checksum fails. With a corrected checksum the check fails, or it is a
/// proof of something else that is true: of the same position with another move number, for
/// example.
#[test]
fn a_changed_byte_never_proves_a_false_value() {
    let mut judge = Judge::new();
    let (mut accepted, mut tried) = (0, 0);
    for proof in small_proofs() {
        let bytes = proof.encode();
        assert!(judge.accepts(&bytes));
        for at in 0..bytes.len() {
            let old = bytes[at];
            let others = [old ^ 1, old ^ 0x80, old.wrapping_sub(1), 254, PART];
            for other in others.into_iter().filter(|other| *other != old) {
                let mut wrong = bytes.clone();
                wrong[at] = other;
                assert!(Certificate::decode(&wrong).is_err(), "byte {at}");
                if at < bytes.len() - 4 {
                    wrong.truncate(bytes.len() - 4);
                    tried += 1;
                    accepted += usize::from(judge.accepts(&summed(&wrong)));
                }
            }
        }
    }
    assert!(
        accepted > 0 && accepted < tried / 4,
        "{accepted} of {tried}"
    );
}

#[test]
fn truncated_and_overlong_proofs_are_refused() {
    for proof in small_proofs() {
        let bytes = proof.encode();
        let whole = bytes.len() - 4;
        for length in 0..bytes.len() {
            let cut = &bytes[..length];
            assert!(Certificate::decode(cut).is_err(), "{length} bytes");
            // Only without its checksum can it be made complete again.
            let made_whole = Certificate::decode(&summed(cut)).is_ok();
            assert_eq!(made_whole, length == whole, "{length} bytes");
        }
        for more in [0, 1, PART] {
            let longer = summed(&[&bytes[..whole], &[more]].concat());
            let refused = Certificate::decode(&longer).expect_err("it goes on");
            assert!(refused.to_string().contains("follows its end"), "{refused}");
        }
    }
}

/// From outside: a damaged file, and one whose moves prove nothing.
#[test]
fn verify_reports_errors_in_parts() {
    let folder = folder();
    let right = prove("pawngame", &*start("pawngame", "4"), 1);
    let refused = |bytes: &[u8]| {
        std::fs::write(folder.path().join("proof"), bytes).expect("it is written");
        refused_in(&folder, &["verify", "proof"], 1)
    };
    let mut damaged = right.encode();
    damaged[60] ^= 1;
    assert!(refused(&damaged).contains("sum is wrong"));
    assert!(refused(&damaged[..30]).contains("sum is wrong"));
    assert!(refused(Kind::InParts.magic()).contains("sum is wrong"));

    let mut wrong = right.clone();
    let parts = wrong.strategies[0].parts.as_mut();
    parts.expect("it has some")[0].push(0);
    let complaint = refused(&wrong.encode());
    assert!(
        complaint.contains("proves nothing: 1 moves are left over, at "),
        "{complaint}"
    );
    let fen = complaint.rsplit(" at ").next().unwrap_or_default().trim();
    assert!(fen.parse::<Diagram>().is_ok(), "{complaint}");

    let mut wrong = right;
    wrong.rule = 77;
    let complaint = refused(&wrong.encode());
    assert!(
        complaint.contains("there is no rule number 77"),
        "{complaint}"
    );
}

/// The same strategies under another value, with as many proofs as it needs and with the given
/// ones.
#[test]
fn a_wrong_value_is_refused() {
    for proof in small_proofs() {
        let variant = ["pawngame", "pawnsonly"][usize::from(proof.rule)];
        for value in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
            if value == proof.value {
                continue;
            }
            let mut wrong = proof.clone();
            wrong.value = value;
            assert!(
                named(variant)
                    .check(&wrong, false, &Stop::default())
                    .is_err(),
                "{wrong:?}"
            );
            assert!(!Judge::new().accepts(&wrong.encode()));
            let first = wrong.strategies[0].clone();
            wrong.strategies.resize(claims(value).len(), first);
            assert!(
                named(variant)
                    .check(&wrong, false, &Stop::default())
                    .is_err(),
                "{wrong:?}"
            );
            assert!(!Judge::new().accepts(&wrong.encode()));
        }
        let mut wrong = proof.clone();
        wrong.rule = 1 - wrong.rule;
        let refused = named(variant).check(&wrong, false, &Stop::default());
        assert!(matches!(refused, Err(CheckError::OtherRule { .. })));
    }
}

/// There is no part for a false claim.
#[test]
fn there_is_no_part_for_a_false_claim() {
    let solver = solver("pawngame", 1);
    for (files, by_mover, goal, is_true) in [
        ("4", true, Goal::Win, true),
        ("4", true, Goal::Draw, true),
        ("4", false, Goal::Draw, false),
        ("3", true, Goal::Win, false),
        ("3", false, Goal::Draw, true),
        ("2", false, Goal::Win, true),
        ("2", true, Goal::Draw, false),
    ] {
        let claim = Claim { by_mover, goal };
        let part = solver.part(&*start("pawngame", files), claim, &Stop::default());
        assert_eq!(
            part.expect("it can be solved").is_some(),
            is_true,
            "{files}"
        );
    }
}

const DRAWS: Claim = Claim {
    by_mover: true,
    goal: Goal::Draw,
};

/// An error in a plan is reported with its position.
#[test]
fn a_wrong_step_is_reported_with_its_position() {
    let root = start("pawngame", "3").fen();
    let played = |text: &str| Some(PlannedStep::Move(text.into()));
    let legal = "legal moves: a2a3 b2b3 c2c3 a2a4 b2b4 c2c4";
    let illegal = format!("'a2a5' is illegal in {root}; {legal}");
    let other_move = "it is the opponent's turn: expected all replies";
    let no_choice = "it is the proving side's turn: expected one move";
    let after = "3/ppp/3/3/P2/3/1PP/3 b";
    for (first, second, problem, place) in [
        (played("a2a5"), None, illegal.as_str(), root.as_str()),
        (played("nothing"), None, "'nothing' is not a move", &root),
        (Some(PlannedStep::Replies), None, no_choice, &root),
        (None, None, "no move is given", &root),
        (played("a2a4"), played("a7a6"), other_move, after),
        (played("a2a4"), None, "no move is given", after),
    ] {
        let mut step = |_: &str, by_prover| match by_prover {
            true => first.clone(),
            false => second.clone(),
        };
        let plan = named("pawngame").plan(&root, DRAWS, &mut step);
        let refused = plan.expect_err("an invalid step");
        let (CheckError::Flaw { fen, .. } | CheckError::Step { fen, .. }) = &refused else {
            panic!("{refused}");
        };
        let told = refused.to_string();
        assert!(told.contains(problem) && told.contains(fen), "{told}");
        let place = position("pawngame", place).fen();
        assert_eq!(without_numbers(fen), without_numbers(&place));
    }
}

/// The same for steps read from a file.
#[test]
fn a_wrong_step_of_a_file_is_reported() {
    let state = start("pawngame", "3");
    let right = prove("pawngame", &*state, 2);
    for (at, step, problem) in [
        (0, 254, "it is the proving side's turn: expected one move"),
        (1, 0, "it is the opponent's turn: expected all replies"),
        (0, 6, "move number 6 is not one of the 6 legal moves"),
    ] {
        let mut wrong = right.clone();
        wrong.strategies[0].steps[at] = step;
        let refused = named("pawngame")
            .check(&wrong, false, &Stop::default())
            .expect_err("an invalid step");
        assert!(refused.to_string().contains(problem), "{refused}");
    }
}

#[test]
fn a_plan_about_nothing_is_refused() {
    let mut part = |_: &str, _| Some(PlannedStep::Part);
    let refused = named("pawngame").plan("3/ppp/3 w", DRAWS, &mut part);
    assert!(
        matches!(refused, Err(CheckError::Fen { .. })),
        "{refused:?}"
    );
    // It is over, and lost.
    let over = "3/3/3/3/3/3/p2/3 w";
    let refused = named("pawngame").plan(over, DRAWS, &mut part);
    let refused = refused.expect_err("nothing is to be proved").to_string();
    assert!(
        refused.contains("the game ends with a worse result than claimed"),
        "{refused}"
    );
}

/// A part's positions could repeat there.
#[test]
fn games_with_repetitions_have_no_parts() {
    for variant in ["kingpawn", "antichess", "suicide"] {
        let fen = start(variant, "8").fen();
        let checker = named(variant);
        let plan = checker.plan(&fen, DRAWS, &mut |_, _| Some(PlannedStep::Part));
        assert_eq!(plan, Err(CheckError::NoParts));
        let proof = Certificate {
            rule: checker.rule().expect("it has proofs").number,
            fen,
            value: Outcome::Win,
            strategies: vec![Strategy {
                steps: Vec::new(),
                parts: Some(Vec::new()),
            }],
        };
        assert_eq!(
            checker.check(&proof, false, &Stop::default()),
            Err(CheckError::NoParts)
        );
        let folder = folder();
        std::fs::write(folder.path().join("proof"), proof.encode()).expect("it is written");
        let complaint = refused_in(&folder, &["verify", "proof", "--variant", variant], 1);
        assert!(
            complaint.contains("a proof in parts is not possible"),
            "{complaint}"
        );
    }
}

proptest! {
    /// Any bytes are read or refused, and never prove what is not true.
    #[test]
    fn any_bytes_are_judged_rightly(bytes: Vec<u8>, value in 0_u8..4, steps: Vec<u8>) {
        let named = [&Kind::InParts.magic()[..], &bytes].concat();
        let _ = Certificate::decode(&bytes);
        let _ = Certificate::decode(&summed(&named));
        let fen = "2/p1/2/2/2/2/P1/2 w";
        let mut whole = [&Kind::InParts.magic()[..], &[0, value, fen.len() as u8, 0], fen.as_bytes()].concat();
        for list in [&steps, &bytes] {
            whole.extend((list.len() as u64).to_le_bytes());
            whole.extend(list);
        }
        Judge::new().accepts(&summed(&whole));
    }
}
