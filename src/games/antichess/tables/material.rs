//! The pieces on the board: up to four, at least one on each side.
//!
//! Colours do not matter, because the board turns with the side to move: White's two pieces against Black's
//! one have the same values as Black's two against White's one. So a material is given by kinds alone. The
//! side with more pieces is the *many*, the other one the *few*. If both have the same number, the side with
//! the greater kinds is the many:
//!
//! ```text
//! many                   few                                        tables
//! first                  last             where many ≥ few              21
//! first ≥ second         last                                       21 × 6
//! first ≥ second ≥ third last                                       56 × 6
//! first ≥ second         third ≤ last     where many ≥ few             231
//! ```
//!
//! (≥ is the order of [`Kind`].) Pieces are listed in this order everywhere, so the greatest piece of the few
//! is the last one. A capture removes a piece and a promotion a pawn. So tables with fewer pieces and pawns
//! come first, and there are no cycles.

use std::fmt;
use std::sync::LazyLock;

use arrayvec::ArrayVec;

use super::MOST_MEN;
use crate::games::antichess::moves::PROMOTIONS;
use crate::games::pieces::Kind;
use crate::games::pieces::symmetry::Symmetry;

/// One of the two sides of a material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MaterialSide {
    /// The many. The board is seen from their side: their pawns go up.
    Many,
    /// The few. The last piece is theirs.
    Few,
}

impl MaterialSide {
    /// Both sides.
    pub const BOTH: [Self; 2] = [Self::Many, Self::Few];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Many => Self::Few,
            Self::Few => Self::Many,
        }
    }
}

/// The kinds of two to four pieces, with the number on each side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// The kinds in their order; the places after the last piece hold pawns.
    kinds: [Kind; MOST_MEN],
    many: u8,
    men: u8,
}

/// The maximum number of pieces that one side can have while the other has one.
const MOST_OF_A_SIDE: usize = MOST_MEN - 1;

/// The pieces of one side, the greatest first, each with a payload.
#[derive(Clone, Debug)]
pub struct Men<T>(ArrayVec<(Kind, T), MOST_OF_A_SIDE>);

/// The pieces of two sides in the order of their material.
#[derive(Clone, Debug)]
pub struct Arranged<T> {
    /// The material.
    pub material: Material,
    /// The payload of each piece.
    pub men: ArrayVec<T, MOST_MEN>,
    /// Whether the first of the two sides is the few.
    pub is_turned: bool,
}

impl<T: Copy> Men<T> {
    /// No pieces.
    #[must_use]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Adds one piece, after those of its kind; `None` if there are too many.
    #[inline]
    #[must_use]
    pub fn with(mut self, kind: Kind, one: T) -> Option<Self> {
        let at = self.0.iter().take_while(|(other, _)| *other >= kind);
        let at = at.count();
        self.0.try_insert(at, (kind, one)).ok()?;
        Some(self)
    }

    /// Whether this side is the many, or may be.
    #[inline]
    fn is_many(&self, other: &Self) -> bool {
        let kinds = |men: &'_ Self| men.0.iter().map(|(kind, _)| *kind).collect();
        let [own, others]: [ArrayVec<Kind, MOST_OF_A_SIDE>; 2] = [kinds(self), kinds(other)];
        (own.len(), own) >= (others.len(), others)
    }

    /// Combines both sides; `None` if one has no piece, or there are too many.
    #[inline]
    #[must_use]
    pub fn against(&self, other: &Self) -> Option<Arranged<T>> {
        let together = self.0.len() + other.0.len();
        if self.0.is_empty() || other.0.is_empty() || together > MOST_MEN {
            return None;
        }
        let is_turned = !self.is_many(other);
        let [many, few] = match is_turned {
            false => [self, other],
            true => [other, self],
        };
        let mut kinds = [Kind::Pawn; MOST_MEN];
        let mut men = ArrayVec::new();
        for (at, (kind, one)) in many.0.iter().chain(few.0.iter().rev()).enumerate() {
            kinds[at] = *kind;
            men.push(*one);
        }
        Some(Arranged {
            material: Material {
                kinds,
                many: many.0.len() as u8,
                men: together as u8,
            },
            men,
            is_turned,
        })
    }
}

impl<T: Copy> Default for Men<T> {
    fn default() -> Self {
        Self::new()
    }
}

const KINDS: usize = Kind::ALL.len();

/// The number of ways to choose one, two or three kinds, with repetition.
const SINGLES: usize = KINDS;
const PAIRS: usize = pairs(KINDS);
const TRIPLES: usize = triples(KINDS);

/// The number of unordered pairs, including a thing paired with itself.
const fn pairs(things: usize) -> usize {
    things * (things + 1) / 2
}

const fn triples(things: usize) -> usize {
    pairs(things) * (things + 2) / 3
}

/// The number of a pair of numbers, the greater one first.
const fn pair(greater: usize, other: usize) -> usize {
    pairs(greater) + other
}

const THREE: usize = pairs(SINGLES);
const THREE_AGAINST_ONE: usize = THREE + PAIRS * SINGLES;
const TWO_AGAINST_TWO: usize = THREE_AGAINST_ONE + TRIPLES * SINGLES;

impl Material {
    /// The number of materials.
    pub const COUNT: usize = TWO_AGAINST_TWO + pairs(PAIRS);

    /// The material of two sides; `None` if one has no piece, or there are too many.
    #[must_use]
    pub fn of(one: &[Kind], other: &[Kind]) -> Option<Self> {
        let [one, other] = [one, other].map(|kinds| {
            let mut kinds = kinds.iter();
            kinds.try_fold(Men::new(), |men, kind| men.with(*kind, ()))
        });
        Some(one?.against(&other?)?.material)
    }

    /// All materials, each after those it [rests on](Self::rests_on).
    #[must_use]
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Material>> = LazyLock::new(|| {
            let mut sides: Vec<Vec<Kind>> = vec![Vec::new()];
            let mut next = 0;
            while let Some(side) = sides.get(next).filter(|side| side.len() < MOST_OF_A_SIDE) {
                let least = side.last().copied().unwrap_or(Kind::King);
                let more = Kind::ALL.into_iter().filter(|kind| *kind <= least);
                let more: Vec<_> = more.map(|kind| [&side[..], &[kind]].concat()).collect();
                sides.extend(more);
                next += 1;
            }
            let couples = sides
                .iter()
                .flat_map(|one| sides.iter().filter_map(|other| Material::of(one, other)));
            let mut all: Vec<_> = couples.collect();
            all.sort_by_key(|one| {
                let pawns = one.kinds().iter().filter(|kind| **kind == Kind::Pawn);
                (one.men(), pawns.count(), one.number())
            });
            all.dedup();
            all
        });
        &ALL
    }

    /// The materials with up to this many pieces, in the order of [all](Self::all).
    #[must_use]
    pub fn up_to(men: usize) -> &'static [Self] {
        let all = Self::all();
        &all[..all.partition_point(|one| one.men() <= men)]
    }

    /// The kind of each piece.
    #[inline(always)]
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds[..usize::from(self.men)]
    }

    /// The kind of a piece.
    #[inline(always)]
    #[must_use]
    pub const fn kind(self, man: usize) -> Kind {
        self.kinds[man]
    }

    /// The side of a piece.
    #[inline(always)]
    #[must_use]
    pub const fn side(self, man: usize) -> MaterialSide {
        match man < self.many as usize {
            true => MaterialSide::Many,
            false => MaterialSide::Few,
        }
    }

    /// The pieces of a side.
    pub fn men_of(self, side: MaterialSide) -> impl Iterator<Item = usize> {
        (0..self.men()).filter(move |man| self.side(*man) == side)
    }

    /// The number of pieces.
    #[inline(always)]
    #[must_use]
    pub const fn men(self) -> usize {
        self.men as usize
    }

    /// The index of the last piece.
    #[inline(always)]
    #[must_use]
    pub const fn last(self) -> usize {
        self.men as usize - 1
    }

    /// Whether there is a pawn.
    #[inline(always)]
    #[must_use]
    pub fn has_pawn(self) -> bool {
        self.kinds().contains(&Kind::Pawn)
    }

    /// Which boards are equivalent for these pieces.
    #[inline(always)]
    #[must_use]
    pub fn symmetry(self) -> Symmetry {
        match self.has_pawn() {
            true => Symmetry::LeftRight,
            false => Symmetry::All,
        }
    }

    /// The number of this material, below [`Self::COUNT`].
    #[inline]
    #[must_use]
    pub const fn number(self) -> usize {
        let [a, b, c, d] = self.kinds;
        let [a, b, c, d] = [a.index(), b.index(), c.index(), d.index()];
        match (self.many, self.men) {
            (1, _) => pair(a, b),
            (2, 3) => THREE + pair(a, b) * SINGLES + c,
            (2, _) => TWO_AGAINST_TWO + pair(pair(a, b), pair(d, c)),
            _ => THREE_AGAINST_ONE + (triples(a) + pairs(b) + c) * SINGLES + d,
        }
    }

    /// The material that is left, and the order of its pieces, after a piece has become this kind and another
    /// is gone. `None` if the removed piece was the only one of its side.
    #[must_use]
    pub fn after(self, mover: usize, kind: Kind, gone: Option<usize>) -> Option<Arranged<usize>> {
        let [many, few] = MaterialSide::BOTH.map(|side| {
            let mut men = self.men_of(side).filter(|man| Some(*man) != gone);
            men.try_fold(Men::new(), |men, man| {
                let kind = if man == mover { kind } else { self.kind(man) };
                men.with(kind, man)
            })
        });
        many?.against(&few?)
    }

    /// The materials that one move can lead to while both sides have pieces: the tables that this one rests
    /// on.
    #[must_use]
    pub fn rests_on(self) -> Vec<Self> {
        let mut others = Vec::new();
        let mut add = |mover, kind, gone| {
            let after = self.after(mover, kind, gone);
            others.extend(after.map(|after| after.material));
        };
        for mover in 0..self.men() {
            let kind = self.kind(mover);
            for promoted in promotions(kind) {
                add(mover, promoted, None);
            }
            for gone in self.men_of(self.side(mover).other()) {
                add(mover, kind, Some(gone));
                for promoted in promotions(kind) {
                    add(mover, promoted, Some(gone));
                }
            }
        }
        others
    }
}

/// The kinds that a piece may promote to.
pub fn promotions(kind: Kind) -> impl Iterator<Item = Kind> {
    let kinds = PROMOTIONS.into_iter();
    kinds.filter(move |_| kind == Kind::Pawn)
}

/// Writes the material in the form `KPvN`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (many, few) = self.kinds().split_at(usize::from(self.many));
        let letters = many.iter().chain(few.iter().rev());
        for (at, kind) in letters.enumerate() {
            let between = if at == many.len() { "v" } else { "" };
            write!(f, "{between}{}", kind.letter())?;
        }
        Ok(())
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
        assert_eq!(
            [2, 3, 4].map(|men| Material::up_to(men).len()),
            [21, 147, 714]
        );
    }

    #[test]
    fn sides_and_order_do_not_matter() {
        use Kind::{King, Knight, Pawn};
        assert_eq!(
            Material::of(&[Pawn], &[King]),
            Material::of(&[King], &[Pawn])
        );
        let material = Material::of(&[Pawn, King], &[Knight]).unwrap();
        assert_eq!(Some(material), Material::of(&[Knight], &[King, Pawn]));
        assert_eq!(material.to_string(), "KPvN");
        // Three pieces, one of them promoted (5), and two pieces: without the king, without the pawn.
        assert_eq!(material.rests_on().len(), 5 + 2);
        let material = Material::of(&[Knight, Pawn], &[Pawn, King]).unwrap();
        assert_eq!(material.to_string(), "KPvNP");
        assert_eq!(Material::of(&[Pawn; 4], &[]), None);
        assert_eq!(Material::of(&[Pawn; 3], &[Pawn; 2]), None);
    }
}
