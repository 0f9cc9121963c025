//! What the gamelets prove about the whole position.
//!
//! By [`worth`](super::worth), a side that is not to move holds, or wins, when the worths of all gamelets add
//! up to zero or more; for a win, one of them counts with its worth for winning. A side to move holds, or
//! wins, if it has a move in one gamelet after which it is such a side. So both questions can be answered for
//! both sides.
//!
//! If a side without a move loses, holding is winning: the side that holds always has a move, so its opponent
//! runs out of moves first.

use arrayvec::ArrayVec;

use super::split::split;
use super::table::Gamelets;
use super::worth::{Aim, MOST_SPARE, Part};
use crate::game::bounds::Goal;
use crate::games::pawns::{Position, Stalemate};

/// The maximum number of pawns in a gamelet that is examined. Larger ones take more positions than they save.
pub const MOST_PAWNS: u32 = 6;

type Parts = ArrayVec<Part, 8>;

/// Whether the side to move meets its goal, if the gamelets decide it.
#[must_use]
pub fn answer(
    position: &Position,
    goal: Goal,
    stalemate: Stalemate,
    gamelets: &Gamelets,
) -> Option<bool> {
    let files = split(position);
    let pawns = position.own() | position.enemy();
    let is_small = |part: &_| {
        let pawns = pawns & *part;
        pawns.count() <= MOST_PAWNS && pawns.count_files() <= Gamelets::MOST_FILES
    };
    if files.len() < 2 || !files.iter().all(is_small) {
        return None;
    }
    let parts = files.iter().map(|part| position.within(*part));
    let parts: ArrayVec<Position, 8> = parts.collect();
    // For the answer no, the opponent must hold, or win if a draw was the goal. For the answer yes, the side
    // to move must hold, or win.
    let aim = |needs_win| match stalemate {
        Stalemate::Draw if needs_win => Aim::Win,
        _ => Aim::Hold,
    };
    let sum = Sum { gamelets };
    if sum.the_second_achieves(&parts, aim(goal == Goal::Draw)) {
        Some(false)
    } else if sum.the_first_achieves(&parts, aim(goal == Goal::Win)) {
        Some(true)
    } else {
        None
    }
}

struct Sum<'a> {
    gamelets: &'a Gamelets,
}

impl Sum<'_> {
    /// Whether the side that is not to move holds everywhere, and also wins somewhere if that is the aim.
    fn the_second_achieves(&self, gamelets: &[Position], aim: Aim) -> bool {
        let parts: Parts = gamelets.iter().copied().map(Part::Second).collect();
        self.achieves(&parts, aim)
    }

    /// Whether the side to move has a move after which it holds everywhere, and also wins somewhere if that
    /// is the aim.
    fn the_first_achieves(&self, gamelets: &[Position], aim: Aim) -> bool {
        let elsewhere = gamelets.iter().map(|one| Part::Second(one.passed()));
        let mut parts: Parts = elsewhere.collect();
        // If a part is lost unless the side moves there, it must move there; with two such parts it cannot.
        let is_ruined = |part: &Part| !part.is_worth(Aim::Hold, -MOST_SPARE, self.gamelets);
        let ruined: ArrayVec<usize, 8> = (0..parts.len())
            .filter(|at| is_ruined(&parts[*at]))
            .collect();
        let range = match ruined[..] {
            [] => 0..parts.len(),
            [at] => at..at + 1,
            _ => return false,
        };
        range.into_iter().any(|at| {
            let waiting = std::mem::replace(&mut parts[at], Part::First(gamelets[at]));
            let achieves = self.achieves(&parts, aim);
            parts[at] = waiting;
            achieves
        })
    }

    fn achieves(&self, parts: &[Part], aim: Aim) -> bool {
        let holds = self.suffices(parts, |_| Aim::Hold);
        match aim {
            Aim::Hold => holds,
            Aim::Win => {
                holds
                    && (0..parts.len()).any(|won| {
                        self.suffices(parts, |at| if at == won { Aim::Win } else { Aim::Hold })
                    })
            }
        }
    }

    /// Whether the worths add up to zero or more, each for its aim.
    fn suffices(&self, parts: &[Part], aim: impl Fn(usize) -> Aim) -> bool {
        let is_worth = |at: usize, spare| parts[at].is_worth(aim(at), spare, self.gamelets);
        let mut poor: ArrayVec<usize, 8> = ArrayVec::new();
        for at in 0..parts.len() {
            if !is_worth(at, 0) {
                if !is_worth(at, -MOST_SPARE) {
                    return false;
                }
                poor.push(at);
            }
        }
        // Without a surplus in another part, nothing makes up for the deficit.
        if poor.len() == parts.len() {
            return false;
        }
        let lack = |at: &usize| (1..=MOST_SPARE).find(|few| is_worth(*at, -few));
        let mut missing: i32 = poor.iter().filter_map(lack).map(i32::from).sum();
        for at in (0..parts.len()).filter(|at| !poor.contains(at)) {
            let mut spare = 0;
            while missing > 0 && is_worth(at, spare + 1) {
                spare += 1;
                missing -= 1;
            }
        }
        missing <= 0
    }
}
