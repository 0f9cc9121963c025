//! The definition of a variant by its game, from which the generic [`Variant`] is made.
//!
//! A [`Variant`] uses only text, so that callers need not know the game. A game fills in a
//! [`Definition`]; omitted fields have defaults.

use std::fmt;

use super::choices::{Choice, Choices};
use super::registry::{Legend, Listing, Start, StartError, Variant, WrongTable, Xboard};
use super::session::{Equipment, GameSession, Session};
use crate::game::diagram::Diagram;
use crate::game::fen::FenError;
use crate::game::playable::Playable;
use crate::game::rule::Rule;
use crate::game::state::{GameState, State};
use crate::solve::certificate::{Certificate, Claim};
use crate::solve::checking::{self, CheckError, Checked, Plan, PlannedStep};
use crate::solve::solving::{Means, NoSolver, SolverResult};
use crate::stop::Stop;

/// A variant of a game.
pub struct Definition<G: Playable> {
    /// The game's entry in the list.
    pub listing: &'static Listing,
    /// The game, and the means to evaluate and prove its positions.
    pub equipment: Equipment<G>,
    /// Makes the chosen start.
    pub start: Box<ChooseStart<G>>,
    /// Whether every engine that knows the variant reads `startpos` as the chosen start.
    pub has_usual_start: fn(&Choices) -> bool,
    /// The choice that Black makes before each game, if there is one, with all its starts.
    pub opened_by: Option<(&'static Choice, Box<AllStarts>)>,
    /// A solver of its positions.
    pub solver: fn(&G, Means) -> SolverResult,
    /// How it is described to XBoard, and to other programs that do not know it.
    pub xboard: Xboard,
    /// The rules in one line, so that two variants of the same name can be told apart.
    pub rules: String,
    /// A description in a sentence or two, for people who choose a game.
    pub about: String,
    /// How its pieces move, for new players.
    pub legend: Legend,
}

/// Makes a start from the choices.
pub type ChooseStart<G> = dyn Fn(&Choices) -> Result<Diagram<G>, StartError> + Send + Sync;

/// Lists all starts that Black can choose from, with the other choices given.
pub type AllStarts = dyn Fn(&Choices) -> Vec<Start> + Send + Sync;

impl<G: Playable> Definition<G> {
    /// The definition of a variant whose game has no solver and whose start other programs
    /// know.
    pub fn new(
        listing: &'static Listing,
        equipment: Equipment<G>,
        start: impl Fn(&Choices) -> Result<Diagram<G>, StartError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            listing,
            equipment,
            start: Box::new(start),
            has_usual_start: |_| true,
            opened_by: None,
            solver: |_, _| Err(NoSolver::Unsolved),
            xboard: Xboard::UNKNOWN,
            rules: String::new(),
            about: String::new(),
            legend: &[],
        }
    }

    /// Like [`Self::new`], but with a single start, which differs from what other programs read
    /// as `startpos`.
    pub fn beginning_at(
        listing: &'static Listing,
        equipment: Equipment<G>,
        start: Diagram<G>,
    ) -> Self {
        Self {
            has_usual_start: |_| false,
            rules: format!("start {start}"),
            ..Self::new(listing, equipment, move |_| Ok(start))
        }
    }

    fn game(&self) -> &G {
        &self.equipment.game
    }

    fn state(&self, diagram: Diagram<G>) -> Box<dyn GameState> {
        Box::new(State::new(self.game().clone(), diagram))
    }
}

/// Reads the start of a variant.
///
/// # Errors
/// Returns what is wrong with its FEN.
pub fn read_start<G: Playable>(fen: &str) -> Result<Diagram<G>, WrongTable> {
    let start = fen.parse();
    start.map_err(|problem: FenError| WrongTable::new(&["start"], problem))
}

impl<G: Playable> Variant for Definition<G> {
    fn listing(&self) -> &'static Listing {
        self.listing
    }

    fn rules(&self) -> String {
        self.rules.clone()
    }

    fn about(&self) -> String {
        self.about.clone()
    }

    fn legend(&self) -> Legend {
        self.legend
    }

    fn read_fen(&self, fen: &str) -> Result<Box<dyn GameState>, FenError> {
        Ok(self.state(fen.parse()?))
    }

    fn start(&self, choices: &Choices) -> Result<Box<dyn GameState>, StartError> {
        Ok(self.state((self.start)(choices)?))
    }

    fn has_usual_start(&self, choices: &Choices) -> bool {
        self.opened_by.is_none() && (self.has_usual_start)(choices)
    }

    fn opened_by(&self) -> Option<&'static Choice> {
        self.opened_by.as_ref().map(|(choice, _)| *choice)
    }

    fn starts(&self, choices: &Choices) -> Vec<Start> {
        let opened_by = self.opened_by.as_ref();
        opened_by.map_or_else(Vec::new, |(_, starts)| starts(choices))
    }

    fn session(&self) -> Box<dyn GameSession> {
        Box::new(Session::new(self.equipment.clone()))
    }

    fn solver(&self, means: Means) -> SolverResult {
        (self.solver)(self.game(), means)
    }

    fn rule(&self) -> Option<Rule> {
        Some(self.game().rule()).filter(|rule| *rule != Rule::UNPROVED)
    }

    fn check(
        &self,
        certificate: &Certificate,
        tells_line: bool,
        stop: &Stop,
    ) -> Result<Checked, CheckError> {
        checking::check(self.game(), certificate, tells_line, stop)
    }

    fn plan(
        &self,
        fen: &str,
        claim: Claim,
        step: &mut dyn FnMut(&str, bool) -> Option<PlannedStep>,
    ) -> Result<Plan, CheckError> {
        checking::plan(self.game(), fen, claim, step)
    }

    fn xboard(&self) -> Xboard {
        self.xboard
    }
}

impl<G: Playable> fmt::Debug for Definition<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Definition").field(&self.rules).finish()
    }
}
