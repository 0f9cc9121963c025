//! Positions and moves of antichess as text, and other output for users.
//!
//! Few positions are rejected: any pieces may stand anywhere, even pawns on the first and last ranks, as in
//! composed positions. There is no castling here, so castling letters from other programs are accepted and
//! ignored.

use super::{AntichessGame, Stalemate, evaluation, tables};
use crate::board::{Rank, Square};
use crate::game::diagram;
use crate::game::fen::Rights;
use crate::game::finish::Finish;
use crate::game::picture::{Coord, Man};
use crate::game::playable::{Book, Playable};
use crate::game::rule::Rule;
use crate::game::san::{Notation, Written};
use crate::game::setup::{IllegalSetup, PAWNS_OF_CHESS, Setup};
use crate::game::terms::{Meanings, Term};
use crate::games::pieces::{MOST_MEN, Move, Position, text as pieces};

/// A legal position with everything that its FEN states.
pub type Diagram = diagram::Diagram<AntichessGame>;

/// The start of chess, without castling.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";

impl Playable for AntichessGame {
    const NOTATION: Notation = Notation {
        rights: Rights::Idle,
        ..Notation::of_chess(
            "KQRBNP",
            "NBRQK",
            "'e2e4', 'e7e8k', 'Nf3', 'exd5' or 'e8=K'",
        )
    };

    fn rule(&self) -> Rule {
        match self.stalemate {
            Stalemate::Wins => Rule {
                number: 17,
                words: "antichess",
                sentence: "antichess, where a side without a move wins",
            },
            Stalemate::FewerMenWin => Rule {
                number: 18,
                words: "antichess, fewer men win",
                sentence: "antichess, where a side without a move wins with fewer pieces and draws with equal numbers",
            },
        }
    }

    fn set_up(setup: &Setup) -> Result<Position, IllegalSetup> {
        setup.check_numbers(MOST_MEN)?;
        let (turn, waiting) = (setup.turn, setup.turn.opponent());
        if setup.men.iter().all(|(_, man)| man.colour == turn) {
            return Err(IllegalSetup::Other(format!(
                "{waiting} has no pieces, but {turn} is to move; expected a {} piece, or {waiting} to move \
                 (and then it has won)",
                waiting.to_string().to_lowercase()
            )));
        }
        let mut position = pieces::placed(setup);
        setup.check_en_passant(PAWNS_OF_CHESS, Rank::all().len())?;
        if let Some(passed) = setup.passed() {
            position.mark_en_passant(passed.seen_by(turn).down(1));
        }
        Ok(position)
    }

    fn man_on(diagram: &Diagram, coord: Coord) -> Option<Man> {
        pieces::man_on(&diagram.position, diagram.turn, coord)
    }

    fn en_passant(diagram: &Diagram) -> Option<Coord> {
        pieces::en_passant(&diagram.position, diagram.turn)
    }

    fn written(diagram: &Diagram, played: Move) -> Written {
        pieces::written(&diagram.position, diagram.turn, played)
    }

    fn finish(&self, diagram: &Diagram) -> Option<Finish> {
        super::finish::finish(diagram, self.stalemate)
    }

    /// Makes the tables for few pieces now, so that no search loses time for them.
    fn prepare(&mut self, _mebibytes: u64) {
        let _ = tables::store::all(self.stalemate);
    }

    /// The book has 1.e3 from the start: it wins, whatever the rule for a side without a move (M. Watkins,
    /// *Losing Chess: 1. e3 wins for White*, 2016). The proof is far too large to be repeated here.
    fn book(&self, start: &Position) -> Option<Book<Self>> {
        let usual: Diagram = START.parse().ok()?;
        let advised = Move::new(Square::parse("e2")?, Square::parse("e3")?);
        (*start == usual.position).then(|| Book {
            start: *start,
            known: Box::new(|_, _| Vec::new()),
            advised: Some(advised),
        })
    }

    const MEANINGS: Meanings = evaluation::MEANINGS;

    const REPLACED: Option<&'static str> = Some("terms");

    fn terms(&self, diagram: &Diagram) -> Vec<Term> {
        evaluation::terms_of(diagram, &self.weights)
    }

    fn uses_network(&self) -> bool {
        self.network.is_some()
    }
}
