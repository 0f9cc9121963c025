//! The cost of a move: the value of a position before it and after it, and the mark for the
//! difference.
//!
//! There are two kinds of loss. If the outcome with best play is *proved* before and after the
//! move, a worse outcome is a fact, and the move is marked `??`. Otherwise there are only the
//! points that [`Chances`] expects (1 for a win, half a point for a draw): a move that loses at
//! least a fifth of a point is marked `?`, one that loses at least a tenth `?!`, provided that the
//! search knew a better one.

use crate::arena::pgn::Glyph;
use crate::board::Colour;
use crate::cli::json;
use crate::commands::analyse::in_pawns;
use crate::engine::Answer;
use crate::game::Outcome;
use crate::game::value::Value;
use crate::search::Chances;

/// The least that a mistake costs: a fifth of a point, in half thousandths.
const MISTAKE: i64 = 400;
/// The least that a dubious move costs: a tenth of a point, in half thousandths.
const DUBIOUS: i64 = 200;

/// What a position is worth to a side.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// A guess, or a win or a loss.
    pub value: Value,
    /// The outcome with best play, if it is proved.
    pub proved: Option<Outcome>,
    /// The probabilities of the results.
    pub chances: Chances,
    /// The best line for the side to move, in coordinates, as far as known.
    pub line: Vec<String>,
}

impl Assessment {
    /// The result of a search.
    #[must_use]
    pub fn of(answer: &Answer) -> Option<Self> {
        match answer {
            Answer::Over(outcome) => Some(Self {
                value: Value::at_end(*outcome),
                proved: Some(*outcome),
                chances: Chances::proved(*outcome),
                line: Vec::new(),
            }),
            Answer::Best(reports) => reports.first().map(|report| Self {
                value: report.value,
                proved: report.proved,
                chances: report.chances,
                line: report.principal_variation.clone(),
            }),
        }
    }

    /// The assessment of the position for the other side.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            value: -self.value,
            proved: self.proved.map(Outcome::reversed),
            chances: self.chances.reversed(),
            line: Vec::new(),
        }
    }

    /// The best move for the side to move, if there is one.
    #[must_use]
    pub fn best(&self) -> Option<&str> {
        self.line.first().map(String::as_str)
    }

    /// The evaluation in the notation of chess servers, of the position after this many plies of
    /// the line, where `side` is to move now: pawns or moves to the end, from White's point of
    /// view. `None` if the game is over then.
    #[must_use]
    pub fn evaluation(&self, side: Colour, plies: u16) -> Option<String> {
        let value = match side {
            Colour::White => self.value,
            Colour::Black => -self.value,
        };
        match value.plies_to_end() {
            None => Some(format!("{:.2}", json::in_pawns(value.number().into()))),
            Some(end) if end <= plies => None,
            Some(_) => {
                let later = value.from_root_to_node(plies);
                later.mate().map(|moves| format!("#{moves}"))
            }
        }
    }

    /// The outcome in words if it is proved, with `side` to move: `exact win for White`.
    #[must_use]
    pub fn exact(&self, side: Colour) -> Option<String> {
        Some(match self.proved? {
            Outcome::Win => format!("exact win for {side}"),
            Outcome::Draw => "exact draw".into(),
            Outcome::Loss => format!("exact win for {}", side.opponent()),
        })
    }

    /// The points to be expected, between 0 and 1.
    #[must_use]
    pub fn expected(&self) -> f64 {
        self.chances.expected()
    }

    /// The text for a table: `+0.35`, `exact draw`, `exact win`, `mate 3`, `won`.
    #[must_use]
    pub fn short(&self) -> String {
        match (self.proved, self.value.plies_to_end()) {
            (Some(Outcome::Win), Some(0)) => "won".into(),
            (Some(Outcome::Loss), Some(0)) => "lost".into(),
            (_, Some(_)) => self.value.to_string(),
            (Some(outcome), None) => format!("exact {outcome}"),
            (None, None) => in_pawns(self.value),
        }
    }

    /// The text for a sentence: `+0.35`, `exact draw`, `wins in 3`, `wins`.
    #[must_use]
    pub fn long(&self) -> String {
        let end = match self.value.mate() {
            Some(moves) => format!(" in {}", moves.abs()),
            None => String::new(),
        };
        match self.proved {
            Some(Outcome::Win) => format!("wins{end}"),
            Some(Outcome::Loss) => format!("loses{end}"),
            Some(Outcome::Draw) | None => self.short(),
        }
    }

    /// The expectation: the outcome if it is proved, otherwise the points.
    fn expectation(&self) -> String {
        match self.proved {
            Some(outcome) => format!("{} (proved)", outcome),
            None => format!("{:.2}", self.expected()),
        }
    }
}

/// The mark of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// `?!`: the expected result is somewhat worse.
    Dubious,
    /// `?`: the expected result is much worse.
    Mistake,
    /// `??`: the exact result is worse, proved before and after.
    Exact,
}

impl Mark {
    /// All marks, the worst first.
    pub const ALL: [Self; 3] = [Self::Exact, Self::Mistake, Self::Dubious];

    /// The PGN glyph for the mark.
    #[must_use]
    pub const fn glyph(self) -> Glyph {
        match self {
            Self::Dubious => Glyph::DUBIOUS,
            Self::Mistake => Glyph::MISTAKE,
            Self::Exact => Glyph::BLUNDER,
        }
    }
}

/// The judgement of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// The value before the move, for the side that moved.
    pub before: Assessment,
    /// The value after the move, for the same side.
    pub after: Assessment,
    /// The mark, if the move lost something.
    pub mark: Option<Mark>,
}

impl Judgement {
    /// Judges the move `played`, in coordinates: `before` is the value of the position for the side
    /// that makes it, `next` that of the position after it for the opponent.
    #[must_use]
    pub fn new(before: Assessment, played: &str, next: &Assessment) -> Self {
        let after = next.reversed();
        let before = match (before.proved, after.proved) {
            // The search missed the win, but a move that wins proves that the position is won.
            (Some(Outcome::Draw) | None, Some(Outcome::Win)) => Assessment {
                value: match after.value.plies_to_end() {
                    Some(plies) => Value::win_in(plies + 1),
                    None => Value::WON,
                },
                proved: Some(Outcome::Win),
                chances: Chances::proved(Outcome::Win),
                line: vec![played.to_owned()],
            },
            _ => before,
        };
        let after = match (before.proved, after.proved) {
            // The search missed the loss, but every move from a lost position loses.
            (Some(Outcome::Loss), Some(Outcome::Draw) | None) => Assessment {
                value: match after.value.is_loss() {
                    true => after.value,
                    false => Value::LOST,
                },
                proved: Some(Outcome::Loss),
                chances: Chances::proved(Outcome::Loss),
                line: Vec::new(),
            },
            _ => after,
        };
        let points = |worth: &Assessment| i64::from(worth.chances.half_thousandths());
        let lost = points(&before) - points(&after);
        let mark = match (before.proved, after.proved) {
            (Some(had), Some(has)) => (has < had).then_some(Mark::Exact),
            _ if before.best() == Some(played) => None,
            _ if lost >= MISTAKE => Some(Mark::Mistake),
            _ if lost >= DUBIOUS => Some(Mark::Dubious),
            _ => None,
        };
        Self {
            before,
            after,
            mark,
        }
    }

    /// What the move changed, if it is marked: `draw → loss, proved`.
    #[must_use]
    pub fn change(&self) -> Option<String> {
        match (self.mark?, self.before.proved, self.after.proved) {
            (Mark::Exact, Some(had), Some(has)) => Some(format!("{had} → {has}, proved")),
            _ => Some(format!(
                "expected {} → {}",
                self.before.expectation(),
                self.after.expectation()
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(centipawns: i32) -> Assessment {
        Assessment {
            value: Value::guess(centipawns),
            proved: None,
            chances: Chances::new(Value::guess(centipawns), 65),
            line: vec!["a2a3".into()],
        }
    }

    fn proved(outcome: Outcome) -> Assessment {
        Assessment {
            value: match outcome {
                Outcome::Win => Value::win_in(5),
                Outcome::Draw => Value::DRAW,
                Outcome::Loss => Value::loss_in(4),
            },
            proved: Some(outcome),
            chances: Chances::proved(outcome),
            line: vec!["a2a3".into()],
        }
    }

    /// The mark of b2b3 if a2a3 was best; `next` is from the opponent's point of view.
    fn mark(before: &Assessment, next: &Assessment) -> Option<Mark> {
        Judgement::new(before.clone(), "b2b3", next).mark
    }

    #[test]
    fn only_what_is_proved_twice_is_exact() {
        use Outcome::{Draw, Loss, Win};
        for (had, next, expected) in [
            (Win, Loss, None),
            (Win, Draw, Some(Mark::Exact)),
            (Win, Win, Some(Mark::Exact)),
            (Draw, Draw, None),
            (Draw, Win, Some(Mark::Exact)),
            (Loss, Win, None),
        ] {
            let found = mark(&proved(had), &proved(next));
            assert_eq!(found, expected, "{had:?} {next:?}");
        }
        assert_eq!(mark(&guess(0), &proved(Outcome::Win)), Some(Mark::Mistake));
        assert_eq!(
            mark(&proved(Outcome::Win), &guess(300)),
            Some(Mark::Mistake)
        );
        assert_eq!(mark(&proved(Outcome::Draw), &guess(0)), None);
        assert_eq!(mark(&guess(0), &proved(Outcome::Draw)), None);
        let judged = Judgement::new(proved(Draw), "b2b3", &proved(Win));
        assert_eq!(judged.change().as_deref(), Some("draw → loss, proved"));
        let judged = Judgement::new(guess(0), "b2b3", &proved(Win));
        assert_eq!(
            judged.change().as_deref(),
            Some("expected 0.50 → loss (proved)")
        );
    }

    #[test]
    fn guesses_count_by_the_points_they_stand_for() {
        assert_eq!(mark(&guess(10), &guess(0)), None);
        assert_eq!(mark(&guess(0), &guess(50)), Some(Mark::Dubious));
        assert_eq!(mark(&guess(50), &guess(200)), Some(Mark::Mistake));
        // Exactly a fifth and a tenth, and one thousandth less.
        let points = |win| Assessment {
            chances: Chances {
                win,
                draw: 0,
                loss: 1_000 - win,
            },
            ..guess(0)
        };
        for win in 200..=1_000 {
            let mark = |lost| mark(&points(win), &points(1_000 - win + lost));
            assert_eq!(mark(200), Some(Mark::Mistake), "{win}");
            assert_eq!(mark(199), Some(Mark::Dubious), "{win}");
            assert_eq!(mark(100), Some(Mark::Dubious), "{win}");
            assert_eq!(mark(99), None, "{win}");
        }
        // A side that is still far ahead has lost next to nothing.
        assert_eq!(mark(&guess(900), &guess(-600)), None);
        let best = Judgement::new(guess(50), "a2a3", &guess(200));
        assert_eq!(best.mark, None);
        let points = [-20_000, -100, 0, 100, 20_000].map(|value| guess(value).expected());
        assert!(points.is_sorted() && points[2] == 0.5, "{points:?}");
        assert!((points[1] + points[3] - 1.0).abs() < 1e-9, "{points:?}");
    }

    #[test]
    fn a_move_that_wins_proves_the_position_won() {
        let judged = Judgement::new(guess(0), "b2b3", &proved(Outcome::Loss));
        assert_eq!(judged.before.proved, Some(Outcome::Win));
        assert_eq!(judged.before.value, Value::win_in(5));
        assert_eq!(judged.before.best(), Some("b2b3"));
        assert_eq!(judged.mark, None);
    }

    #[test]
    fn every_move_from_a_lost_position_is_proved_to_lose() {
        let judged = Judgement::new(proved(Outcome::Loss), "b2b3", &guess(50));
        assert_eq!(judged.after.proved, Some(Outcome::Loss));
        assert_eq!(judged.after.value, Value::LOST);
        assert_eq!(judged.mark, None);
    }
}
