//! Which men are on the board: a pair of one side, or one man of it, against a lone man of the other.
//!
//! Colours do not matter, since the board turns with the side to move: what White's two men are worth
//! against Black's one, Black's two are against White's one. So a material is told by kinds alone:
//!
//! ```text
//! pair     lone                           tables
//! first    lone    where first ≥ lone         21
//! first ≥ second    lone                 21 × 6
//! ```
//!
//! (≥ is the order of [`Kind`].) A capture takes a man away and a promotion a pawn, so tables with
//! fewer men and pawns come first, and nothing rests on itself.

use std::fmt;
use std::sync::LazyLock;

use crate::games::antichess::Kind;

/// The kinds of two or three men, as one of the sides has them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    first: Kind,
    second: Option<Kind>,
    lone: Kind,
}

/// How many unordered pairs of kinds there are.
const PAIRS: usize = 21;
const KINDS: usize = Kind::ALL.len();

/// The number of an unordered pair, the greater one first.
const fn pair_number(greater: Kind, other: Kind) -> usize {
    greater.index() * (greater.index() + 1) / 2 + other.index()
}

impl Material {
    /// How many there are.
    pub const COUNT: usize = PAIRS + PAIRS * KINDS;

    /// One man against another.
    #[must_use]
    pub fn of_two(one: Kind, other: Kind) -> Self {
        Self {
            first: one.max(other),
            second: None,
            lone: one.min(other),
        }
    }

    /// Two men of one side against one of the other.
    #[must_use]
    pub fn of_three([one, other]: [Kind; 2], lone: Kind) -> Self {
        Self {
            first: one.max(other),
            second: Some(one.min(other)),
            lone,
        }
    }

    /// A pair, of which the second may be missing, against a lone man.
    fn of(one: Kind, other: Option<Kind>, lone: Kind) -> Self {
        match other {
            Some(other) => Self::of_three([one, other], lone),
            None => Self::of_two(one, lone),
        }
    }

    /// All of them, each after those it [rests on](Self::rests_on).
    #[must_use]
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Material>> = LazyLock::new(|| {
            let mut all = Vec::new();
            for first in Kind::ALL {
                for second in Kind::ALL.into_iter().filter(|second| *second <= first) {
                    all.push(Material::of_two(first, second));
                    all.extend(Kind::ALL.map(|lone| Material::of_three([first, second], lone)));
                }
            }
            all.sort_by_key(|one| {
                (
                    one.men(),
                    one.kinds().filter(|kind| *kind == Kind::Pawn).count(),
                )
            });
            all
        });
        &ALL
    }

    /// The greater kind of the pair.
    #[inline(always)]
    #[must_use]
    pub const fn first(self) -> Kind {
        self.first
    }

    /// The other one of the pair, if it is one.
    #[inline(always)]
    #[must_use]
    pub const fn second(self) -> Option<Kind> {
        self.second
    }

    /// The man against it.
    #[inline(always)]
    #[must_use]
    pub const fn lone(self) -> Kind {
        self.lone
    }

    /// Every man.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        [Some(self.first), self.second, Some(self.lone)]
            .into_iter()
            .flatten()
    }

    /// How many men there are.
    #[inline(always)]
    #[must_use]
    pub const fn men(self) -> usize {
        2 + self.second.is_some() as usize
    }

    /// Whether there is a pawn.
    #[inline(always)]
    #[must_use]
    pub const fn has_pawn(self) -> bool {
        let least = match self.second {
            Some(second) => second,
            None => self.first,
        };
        matches!(least, Kind::Pawn) || matches!(self.lone, Kind::Pawn)
    }

    /// Its number, below [`Self::COUNT`].
    #[inline(always)]
    #[must_use]
    pub const fn number(self) -> usize {
        match self.second {
            None => pair_number(self.first, self.lone),
            Some(second) => PAIRS + pair_number(self.first, second) * KINDS + self.lone.index(),
        }
    }

    /// What one move can make of it, while both sides have men: the tables that its own rests on.
    #[must_use]
    pub fn rests_on(self) -> Vec<Self> {
        let Self {
            first,
            second,
            lone,
        } = self;
        let mut others = Vec::new();
        for kind in promotions(first) {
            others.push(Self::of(kind, second, lone));
        }
        for kind in promotions(lone) {
            others.push(Self::of(first, second, kind));
        }
        if let Some(second) = second {
            for kind in promotions(second) {
                others.push(Self::of_three([first, kind], lone));
            }
            for capturer in [lone].into_iter().chain(promotions(lone)) {
                others.push(Self::of_two(first, capturer));
                others.push(Self::of_two(second, capturer));
            }
        }
        others
    }
}

/// What a man may become.
fn promotions(kind: Kind) -> impl Iterator<Item = Kind> {
    let kinds = Kind::PROMOTIONS.into_iter();
    kinds.filter(move |_| kind == Kind::Pawn)
}

/// As in `KPvN`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = self.second.map(|kind| kind.letter().to_string());
        let (first, lone) = (self.first.letter(), self.lone.letter());
        write!(f, "{first}{}v{lone}", second.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_number_and_comes_after_what_it_rests_on() {
        let mut seen = [false; Material::COUNT];
        for material in Material::all() {
            let before = material.rests_on().into_iter();
            assert!(
                before.map(Material::number).all(|number| seen[number]),
                "{material}"
            );
            assert!(!seen[material.number()], "{material}");
            seen[material.number()] = true;
        }
        assert!(seen.into_iter().all(|it| it));
    }

    #[test]
    fn sides_and_order_do_not_matter() {
        use Kind::{King, Knight, Pawn};
        assert_eq!(Material::of_two(Pawn, King), Material::of_two(King, Pawn));
        let material = Material::of_three([Pawn, King], Knight);
        assert_eq!(material, Material::of_three([King, Pawn], Knight));
        assert_eq!(material.to_string(), "KPvN");
        // Three men of which one is promoted (5), and two: without the king, without the pawn.
        assert_eq!(material.rests_on().len(), 5 + 2);
    }
}
