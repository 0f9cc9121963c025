//! Moves that lead out of a table: captures, promotions, and double steps after which a pawn must be
//! captured en passant. What they are worth is known from other tables.
//!
//! **Captures** are compulsory, so where there is one they are all. The pair takes the last man, and who
//! has no man has won: a loss in one ply, whichever way it is done. The lone man takes one of two; then
//! he stands where that one stood, so it does not matter where he came from, and all his squares from
//! where he can do it are settled at once.
//!
//! **Promotions and double steps** are some of a position's moves. They are rare, so those positions are
//! asked for their moves one by one. A position in which a pawn can be captured en passant stands in no
//! table, but its moves lead to some.

use super::placement::Side;
use super::sets::{Couple, Layout};
use super::ways::{Ways, capturers, double_step};
use super::worth::Worth;
use crate::board::{Bitboard, Rank, Square};
use crate::games::antichess::{Kind, Position};

/// What is known of positions with fewer men or pawns, and of those where a pawn can be captured en
/// passant.
pub type Known<'k> = dyn Fn(&Position) -> Option<Worth> + 'k;

/// What captures are worth to that side: squares of the lone man, none twice. `None` if a table is
/// missing.
pub fn captures(
    layout: &Layout,
    ways: &Ways,
    turn: Side,
    couple: &Couple,
    known: &Known,
) -> Option<[(Bitboard, Worth); 3]> {
    let [by_first, by_second] = ways.captures(turn, couple);
    let [first, second] = match turn {
        Side::Pair => [Worth::lost_in(1); 2],
        Side::Lone => {
            let material = layout.material;
            let taken = |victim, other| after_capture(layout, victim, other, known);
            let first = taken(couple.first, material.second().zip(couple.second))?;
            match couple.second {
                Some(second) => [
                    first,
                    taken(second, Some((material.first(), couple.first)))?,
                ],
                None => [first; 2],
            }
        }
    };
    Some([
        (by_first & !by_second, first),
        (by_second & !by_first, second),
        (by_first & by_second, first.max(second)),
    ])
}

/// What it is worth to the lone man to capture on a square, where the other man of the pair, if there
/// was one, is left.
fn after_capture(
    layout: &Layout,
    victim: Square,
    other: Option<(Kind, Square)>,
    known: &Known,
) -> Option<Worth> {
    let lone = layout.material.lone();
    let after = |kind: Kind| {
        let mut position = Position::EMPTY;
        if let Some((kind, square)) = other {
            position.put(square, kind, true);
        }
        position.put(victim, kind, false);
        known(&position).map(Worth::a_ply_earlier)
    };
    match lone == Kind::Pawn && victim.rank() == Rank::FIRST {
        false => after(lone),
        true => best(Kind::PROMOTIONS.map(after)),
    }
}

/// The best of them, if all are known.
fn best(worths: impl IntoIterator<Item = Option<Worth>>) -> Option<Worth> {
    let known: Option<Vec<Worth>> = worths.into_iter().collect();
    known?.into_iter().max()
}

/// Calls `visit` with the squares of the lone man, out of these, where that side can promote or make a
/// double step that can be answered en passant, and what the best such move is worth. Nothing can be
/// captured there. `None` if a table is missing.
pub fn others(
    layout: &Layout,
    turn: Side,
    couple: &Couple,
    lone: Bitboard,
    known: &Known,
    mut visit: impl FnMut(Square, Worth),
) -> Option<()> {
    for square in lone & can_leave(layout, turn, couple) {
        let position = layout.placement(turn, couple, square).position();
        let mut worths = Vec::new();
        for played in position.moves() {
            let after = position.play(played);
            if played.promotion().is_some() || after.en_passant().any() {
                worths.push(known(&after).map(Worth::a_ply_earlier));
            }
        }
        if !worths.is_empty() {
            visit(square, best(worths)?);
        }
    }
    Some(())
}

/// The squares of the lone man where there may be such a move: no other has one.
fn can_leave(layout: &Layout, turn: Side, couple: &Couple) -> Bitboard {
    let material = layout.material;
    let of_pair = [
        (Some(material.first()), Some(couple.first)),
        (material.second(), couple.second),
    ];
    let pawns = of_pair
        .into_iter()
        .filter(|(kind, _)| *kind == Some(Kind::Pawn));
    let pawns = pawns.filter_map(|(_, square)| square);
    let mut squares = Bitboard::EMPTY;
    match turn {
        Side::Pair => {
            for pawn in pawns {
                if pawn.rank() == Rank::SEVENTH {
                    return Bitboard::ALL;
                }
                if material.lone() == Kind::Pawn {
                    squares |= double_step(pawn).map_or(Bitboard::EMPTY, capturers);
                }
            }
        }
        Side::Lone if material.lone() == Kind::Pawn => {
            squares |= Bitboard::rank(Rank::SECOND);
            for pawn in pawns {
                squares |= capturers(pawn).up().up() & Bitboard::rank(Rank::SEVENTH);
            }
        }
        Side::Lone => (),
    }
    squares
}
