//! What a value rests on: all structures that can come of some, counted before any work is done.
//!
//! They stand in the order in which tables can be made: those with the fewest
//! [steps](Structure::steps) left first, so that nothing rests on what comes later. Structures with as
//! many steps do not rest on each other: they make a *layer*, in which threads may work side by side.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::games::kings::structure::Structure;
use crate::stop::Stop;

/// All structures on which some rest, and those themselves.
#[derive(Debug)]
pub struct Plan {
    structures: Vec<Structure>,
    places: FxHashMap<Structure, u32>,
    /// How often each is asked for when all tables are made.
    uses: Vec<u32>,
}

/// Why there is no plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPlan {
    /// There are more structures than were allowed.
    TooMany,
    /// Somebody said stop.
    Stopped,
}

impl Plan {
    /// The plan for these structures, with at most so many. Tells `counted` how many it has found, now
    /// and then.
    ///
    /// # Errors
    /// If there are more, or `stop` is said.
    pub fn new(
        roots: &[Structure],
        most: usize,
        stop: &Stop,
        mut counted: impl FnMut(usize),
    ) -> Result<Self, NoPlan> {
        let mut places: FxHashMap<Structure, u32> = FxHashMap::default();
        let mut structures = Vec::new();
        let mut found = |one, structures: &mut Vec<Structure>| {
            places.entry(one).or_insert_with(|| {
                structures.push(one);
                0
            });
        };
        roots.iter().for_each(|one| found(*one, &mut structures));
        let mut next = 0;
        while let Some(one) = structures.get(next).copied() {
            one.for_each_successor(|successor| found(successor, &mut structures));
            next += 1;
            if structures.len() > most.min(u32::MAX as usize) {
                return Err(NoPlan::TooMany);
            }
            if next.is_multiple_of(1 << 14) {
                counted(structures.len());
                if stop.is_stopped() {
                    return Err(NoPlan::Stopped);
                }
            }
        }
        structures.sort_unstable_by_key(|one| (one.steps(), *one));
        for (place, one) in structures.iter().enumerate() {
            places.insert(*one, place as u32);
        }
        let mut plan = Self {
            uses: vec![0; structures.len()],
            structures,
            places,
        };
        for place in 0..plan.len() {
            let uses = &mut plan.uses;
            let places = &plan.places;
            plan.structures[place].for_each_successor(|one| {
                if let Some(place) = places.get(&one) {
                    uses[*place as usize] += 1;
                }
            });
        }
        Ok(plan)
    }

    /// How many structures there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.structures.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.structures.is_empty()
    }

    /// The structure at a place.
    #[must_use]
    pub fn at(&self, place: usize) -> Structure {
        self.structures[place]
    }

    /// Where a structure stands.
    #[must_use]
    pub fn place(&self, structure: Structure) -> Option<usize> {
        self.places.get(&structure).map(|place| *place as usize)
    }

    /// How often the table at a place is asked for when all tables are made.
    #[must_use]
    pub fn uses(&self, place: usize) -> u32 {
        self.uses[place]
    }

    /// The layers, first to last.
    #[must_use]
    pub fn layers(&self) -> Vec<Range<usize>> {
        let mut layers: Vec<Range<usize>> = Vec::new();
        for chunk in self
            .structures
            .chunk_by(|one, other| one.steps() == other.steps())
        {
            let from = layers.last().map_or(0, |last| last.end);
            layers.push(from..from + chunk.len());
        }
        layers
    }

    /// How many tables there are at most at a time, if each goes as soon as nothing needs it any more.
    #[must_use]
    pub fn most_at_a_time(&self) -> usize {
        let mut left = self.uses.clone();
        let (mut live, mut most) = (0, 0);
        for place in 0..self.len() {
            live += 1;
            most = most.max(live);
            self.structures[place].for_each_successor(|one| {
                if let Some(place) = self.place(one) {
                    left[place] -= 1;
                    live -= usize::from(left[place] == 0);
                }
            });
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kings::Diagram;

    #[test]
    fn nothing_rests_on_what_comes_later() {
        let diagram: Diagram = "8/4K1pp/8/8/8/8/k6P/8 w".parse().unwrap();
        let root = Structure::of(&diagram.position);
        let plan = Plan::new(&[root], 1_000, &Stop::default(), |_| ()).unwrap();
        assert_eq!(plan.len(), 246);
        assert_eq!(plan.place(root), Some(245));
        let layers = plan.layers();
        for (place, layer) in layers
            .iter()
            .flat_map(|one| one.clone().map(move |at| (at, one)))
        {
            plan.at(place).for_each_successor(|one| {
                assert!(plan.place(one).is_some_and(|place| place < layer.start));
            });
        }
        assert_eq!(
            layers.iter().map(ExactSizeIterator::len).sum::<usize>(),
            246
        );
        let most = plan.most_at_a_time();
        assert!(most > 0 && most < 246, "{most}");
        let too_many = Plan::new(&[root], 245, &Stop::default(), |_| ()).err();
        assert_eq!(too_many, Some(NoPlan::TooMany));
    }
}
