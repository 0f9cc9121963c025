//! The king-less family: Peasants' Chess, Pawn Race and the Pawn Game, on 1 to 8 files.
//!
//! From the rules up: a [`Position`], its [`MoveSets`] and [`Move`]s, the [`Rules`] that distinguish the
//! variants, what is certain ([`facts`]), estimates ([`pscore`]), and positions and moves as text.
//! [`PawnGame`] offers all of it to the search.

pub mod facts;
mod features;
pub mod file_state;
mod files;
mod finish;
pub mod gamelet;
mod goal_score;
mod key;
mod moves;
pub mod network;
pub mod openings;
mod perft;
mod position;
pub mod pscore;
mod room;
mod rules;
mod text;

pub use files::Files;
pub use finish::finish;
pub use goal_score::{GoalWeights, NUMBER_OF_TERMS};
pub use moves::{MAX_MOVES, Move, MoveList, MoveSets};
pub use network::Network;
pub use perft::{Ending, perft, perft_unless};
pub use position::Position;
pub use pscore::Weights;
pub use room::LISTING;
pub use rules::{Gaps, GapsError, NoStart, Rules, Stalemate};
pub use text::Diagram;

use crate::board::{Bitboard, Rank};
use crate::game::bounds::Goal;
use crate::game::selectivity::Selectivity;
use crate::game::value::Value;
use crate::game::{Game, MoveCode, Outcome, PackedKey, Proof};
use arrayvec::ArrayVec;
use gamelet::Gamelets;
use std::sync::Arc;

/// A game of the family, as the search plays it.
#[derive(Clone, Debug)]
pub struct PawnGame {
    /// The result for a side without a move.
    pub stalemate: Stalemate,
    /// The weights of the evaluation terms.
    pub weights: Weights,
    /// The evaluation network; `None` to evaluate by the pscore.
    pub network: Option<Arc<Network>>,
    /// The known gamelets, shared by all users; `None` to play without them.
    pub gamelets: Option<Arc<Gamelets>>,
    /// The weights of the solver's move order.
    pub goal_weights: GoalWeights,
}

impl PawnGame {
    /// The game with that rule, and the built-in weights.
    #[must_use]
    pub fn new(stalemate: Stalemate) -> Self {
        Self {
            stalemate,
            weights: Weights::default(),
            network: Some(Network::built_in()),
            gamelets: Some(Arc::default()),
            goal_weights: GoalWeights::default(),
        }
    }
}

/// The solver uses gamelets in positions of at least this many pawns. With fewer, a search is cheaper.
const GAMELETS_FROM: u32 = 15;
/// The network helps to order the solver's moves in positions of at least this many pawns. With fewer, it
/// saves next to nothing.
const NETWORK_ORDERS_FROM: u32 = 11;

/// The squares to which the step of a pawn with a free file makes a position unquiet.
const NEAR_HOME: Bitboard = Bitboard::rank(Rank::SIXTH).union(Bitboard::rank(Rank::SEVENTH));

impl Game for PawnGame {
    type Position = Position;
    type Move = Move;
    type List<T: Copy> = ArrayVec<T, MAX_MOVES>;
    type Key = PackedKey;

    /// The pawns on the six ranks of a file have at most 6 + 5 + 4 + 4 + 5 + 6 moves left; those of eight
    /// files have 240.
    const LONGEST_GAME: Option<u16> = Some(240);
    /// A quiet move changes one file, by a step or two.
    const SELECTIVITY: Selectivity = Selectivity {
        futile_plies: 9,
        futility_margin: 40,
        reduction_divisor: 3,
        quiet_moves_change_little: true,
        prunes_late_moves: false,
        extends_singular_moves: true,
    };
    /// There is an entry for each pair of squares.
    const HISTORY_SIZE: usize = 1 << 12;

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.stalemate.outcome(position)
    }

    fn moves(&self, position: &Position) -> MoveList {
        position.move_sets().list()
    }

    fn forcing_moves(&self, position: &Position) -> MoveList {
        let sets = position.move_sets();
        // Pawns with an enemy in front are stopped, or must capture first.
        let free = !position.enemy().down().fill_down();
        MoveSets {
            single: sets.single & NEAR_HOME & free,
            double: Bitboard::EMPTY,
            ..sets
        }
        .list()
    }

    fn play(&self, position: &Position, played: Move) -> Position {
        position.play(played)
    }

    fn prove(&self, position: &Position) -> Option<Proof> {
        facts::prove(position, self.stalemate)
    }

    fn evaluate(&self, position: &Position) -> Value {
        match &self.network {
            Some(network) => network::evaluate(position, network),
            None => pscore::evaluate(position, &self.weights),
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        let image = position.mirror();
        let order = |position: &Position| (position.own(), position.enemy(), position.en_passant());
        if order(&image) < order(position) {
            image
        } else {
            *position
        }
    }

    fn key(&self, position: &Position) -> PackedKey {
        key::key(position)
    }

    fn code(&self, played: Move, mirrored: bool) -> MoveCode {
        let seen = if mirrored { played.mirror() } else { played };
        MoveCode::new((seen.from().index() << 6 | seen.to().index()) as u32)
    }

    fn history_index(&self, _position: &Position, played: Move) -> usize {
        played.from().index() << 6 | played.to().index()
    }

    fn is_tactical(&self, _position: &Position, played: Move) -> bool {
        played.is_capture()
    }

    fn order_score(&self, position: &Position, played: Move) -> i32 {
        let rank = played.to().rank().index() as i32;
        if played.is_capture() {
            // The more advanced the own pawn is afterwards, the better.
            return 10_000 + 100 * rank;
        }
        let target = Bitboard::of(played.to());
        let attacked = position.enemy().down().beside().meets(target);
        100 * rank - if attacked { 300 } else { 0 }
    }

    fn extends(&self, position: &Position, played: Move) -> bool {
        let target = Bitboard::of(played.to());
        played.to().rank() >= Rank::FIFTH && target.passed_against(position.enemy()).any()
    }

    fn answer(
        &self,
        position: &Position,
        goal: Goal,
        _gives_up: &dyn Fn() -> bool,
    ) -> Option<bool> {
        let gamelets = self.gamelets.as_ref()?;
        if position.pawns() < GAMELETS_FROM {
            return None;
        }
        gamelet::sum::answer(position, goal, self.stalemate, gamelets)
    }

    fn own_searches(&self) -> u64 {
        self.gamelets
            .as_ref()
            .map_or(0, |gamelets| gamelets.positions())
    }

    fn value_key(&self, position: &Position) -> PackedKey {
        key::value_key(position)
    }

    fn goal_score(&self, position: &Position, goal: Goal) -> i32 {
        let score = goal_score::goal_score(position, goal, &self.goal_weights);
        match &self.network {
            Some(network) if position.pawns() >= NETWORK_ORDERS_FROM => {
                score + i32::from(network::evaluate(position, network).number())
            }
            _ => score,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::History;
    use crate::search::{Depth, Limits, Report, Request, Table, search};
    use crate::stop::Stop;

    /// Games keep their own settings: two of them in one process do not affect each other.
    #[test]
    fn games_with_other_weights_play_side_by_side() {
        let start: Diagram = "8/1ppppppp/p1pp1ppp/1p2p3/1P3P2/P1P1P1PP/P1PPP1PP/8 b"
            .parse()
            .unwrap();
        let plain = PawnGame {
            network: None,
            ..PawnGame::new(Stalemate::Draw)
        };
        let mut weights = plain.weights.clone();
        weights.0.tempo += 50;
        let tempting = PawnGame {
            weights,
            ..plain.clone()
        };
        let value = |game: &PawnGame| game.evaluate(&start.position).number();
        assert_eq!(value(&tempting), value(&plain) + 50);

        let searched = |game: &PawnGame| -> Vec<Report<Move>> {
            let request = Request {
                game: game.clone(),
                root: start.position,
                history: History::default(),
                searchmoves: Vec::new(),
                known: Vec::new(),
                limits: Limits {
                    depth: Some(Depth::new(4)),
                    ..Limits::default()
                },
                awaits_a_move: false,
                multipv: 1,
                threads: 1,
            };
            let table = Table::new(1).unwrap();
            search(&request, &table, None, &Stop::default(), |_| ())
        };
        let games = [plain, tempting];
        let alone = games.each_ref().map(|game| searched(game)[0].value);
        assert_ne!(alone[0], alone[1]);
        std::thread::scope(|scope| {
            for (game, value) in games.iter().zip(alone) {
                scope.spawn(move || assert_eq!(searched(game)[0].value, value));
            }
        });
    }
}
