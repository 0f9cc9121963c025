//! Moves as text in games with several kinds of pieces: coordinates (`e7e8k`) and SAN (`Nbd2`,
//! `R1xa3`, `e8=K`), on boards of any size.
//!
//! Both are written exactly as other programs write them, except for the signs of check and mate in
//! games that do not [mark](Notation::marks_checks) them. Reading is more lenient: the text may
//! give more of the square of origin than necessary, and may omit the capture sign and the sign
//! before a promotion piece. Text that may mean two moves is rejected.
//!
//! A game defines the names of its pieces and its moves ([`Written`]); nothing else differs between
//! games.

use super::fen::Rights;
use super::picture::Coord;
use super::written::without_suffix;

/// How a game's positions and moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Notation {
    /// The capital letters of all pieces that a FEN may contain. Pawns are `P`, which is not
    /// written in moves.
    pub men: &'static str,
    /// The letter of a piece that is displayed but not accepted in a FEN, and why.
    pub unread: Option<(&'static str, &'static str)>,
    /// The promotion pieces. If there is only one, its letter may be left out.
    pub becomes: &'static str,
    /// The letters that other programs append to a move to the last rank, though they mean nothing
    /// here.
    pub idle: &'static str,
    /// The maximum number of files of the board.
    pub files: usize,
    /// Whether the board may have fewer files.
    pub is_narrowed: bool,
    /// The number of ranks.
    pub ranks: usize,
    /// The values of the third field of a FEN.
    pub rights: Rights,
    /// Whether a side may pass: `0000`, `--`.
    pub passes: bool,
    /// Whether a king may castle: `O-O`, `O-O-O`.
    pub castles: bool,
    /// Whether SAN ends with `+` or `#` where a move gives check or mate.
    pub marks_checks: bool,
    /// Examples of moves, for messages: `'b2b4', 'a4' or 'bxc6'`.
    pub examples: &'static str,
}

impl Notation {
    /// The notation of chess, with these pieces.
    #[must_use]
    pub const fn of_chess(
        men: &'static str,
        becomes: &'static str,
        examples: &'static str,
    ) -> Self {
        Self {
            men,
            becomes,
            unread: None,
            idle: "",
            files: 8,
            is_narrowed: false,
            ranks: 8,
            rights: Rights::None,
            passes: false,
            castles: false,
            marks_checks: false,
            examples,
        }
    }
}

/// The parts of a move's notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The letter of the moving piece.
    pub man: char,
    /// Its origin.
    pub from: Coord,
    /// Its destination.
    pub to: Coord,
    /// Whether it captures.
    pub captures: bool,
    /// The square of a captured piece that is not on the destination (en passant).
    pub takes_aside: Option<Coord>,
    /// The letter of the promotion piece.
    pub becomes: Option<char>,
    /// Whether other programs append an [idle letter](Notation::idle).
    pub is_idle: bool,
    /// The side of the board on which it castles, if it is castling.
    pub castling: Option<Castling>,
}

/// The kinds of castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    /// Towards the near rook, on the h-file: `O-O`.
    Short,
    /// Towards the far rook, on the a-file: `O-O-O`.
    Long,
}

impl Castling {
    /// The text in short notation.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Short => "O-O",
            Self::Long => "O-O-O",
        }
    }

    /// Reads a castling move with letters in either case, or with zeros.
    fn read(text: &str) -> Option<Self> {
        let text = text.replace(['0', 'o'], "O");
        let both = [Self::Short, Self::Long];
        both.into_iter().find(|one| one.text() == text)
    }
}

const PASSES: [&str; 2] = ["0000", "--"];
const PAWN: char = 'P';

impl Written {
    /// A move from one square to another, without capture or promotion.
    #[must_use]
    pub const fn plain(man: char, from: Coord, to: Coord) -> Self {
        Self {
            man,
            from,
            to,
            captures: false,
            takes_aside: None,
            becomes: None,
            is_idle: false,
            castling: None,
        }
    }

    /// The same move, and whether it captures. If nothing stands `on_destination`, it captures en
    /// passant: the pawn stands there on the rank that the move leaves.
    #[must_use]
    pub const fn capturing(self, captures: bool, on_destination: bool) -> Self {
        let beside = Coord {
            rank: self.from.rank,
            ..self.to
        };
        Self {
            captures,
            takes_aside: if captures && !on_destination {
                Some(beside)
            } else {
                None
            },
            ..self
        }
    }

    /// The move in UCI notation.
    #[must_use]
    pub fn coordinates(&self) -> String {
        if self.passes() {
            return PASSES[0].into();
        }
        let Self { from, to, .. } = self;
        let becomes = self.becomes.map(|letter| letter.to_ascii_lowercase());
        format!(
            "{from}{to}{}",
            becomes.map(String::from).unwrap_or_default()
        )
    }

    /// Whether it is a pass: the piece stays where it is.
    fn passes(&self) -> bool {
        self.from == self.to
    }

    /// Whether other moves must be considered to write it in SAN.
    #[must_use]
    pub fn may_be_ambiguous(&self) -> bool {
        self.man != PAWN && !self.passes() && self.castling.is_none()
    }

    /// The move in SAN, in a position with these legal moves.
    #[must_use]
    pub fn san(&self, legal: &[Self]) -> String {
        if self.passes() {
            return PASSES[1].into();
        }
        if let Some(castling) = self.castling {
            return castling.text().into();
        }
        let takes = if self.captures { "x" } else { "" };
        let who = match self.man {
            PAWN if self.captures || self.from.file != self.to.file => {
                self.from.file_name().to_string()
            }
            PAWN => String::new(),
            man => format!("{man}{}", self.origin(legal)),
        };
        let becomes = self.becomes.map(|letter| format!("={letter}"));
        format!("{who}{takes}{}{}", self.to, becomes.unwrap_or_default())
    }

    /// The part of the origin that distinguishes a piece from others of its kind with the same
    /// destination: its file, or else its rank, or else both.
    fn origin(&self, legal: &[Self]) -> String {
        let is_other =
            |one: &&Self| one.to == self.to && one.from != self.from && one.man == self.man;
        let mut others = legal.iter().filter(is_other).peekable();
        if others.peek().is_none() {
            return String::new();
        }
        let (mut same_file, mut same_rank) = (false, false);
        for other in others {
            same_file |= other.from.file == self.from.file;
            same_rank |= other.from.rank == self.from.rank;
        }
        match (same_file, same_rank) {
            (false, _) => self.from.file_name().to_string(),
            (true, false) => (self.from.rank + 1).to_string(),
            (true, true) => self.from.to_string(),
        }
    }
}

/// The parts of a move that a text in either notation gives; all but the destination may be left
/// out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The piece, if its letter is given.
    man: Option<char>,
    /// The file of origin.
    file: Option<usize>,
    /// The rank of origin.
    rank: Option<usize>,
    /// Whether it contains a capture sign.
    captures: bool,
    /// The destination; `None` for a pass.
    to: Option<Coord>,
    becomes: Option<char>,
    /// Whether the promotion piece may be left out.
    is_sole: bool,
    /// Whether it is castling by name; the other parts are then empty.
    castling: Option<Castling>,
}

impl Shape {
    /// A shape without any parts.
    const NOWHERE: Self = Self {
        man: None,
        file: None,
        rank: None,
        captures: false,
        to: None,
        becomes: None,
        is_sole: false,
        castling: None,
    };

    /// The parts that the text gives; `None` if it is not a move in this notation.
    #[must_use]
    pub fn of(text: &str, notation: &Notation) -> Option<Self> {
        if notation.passes && PASSES.contains(&text) {
            return Some(Self::NOWHERE);
        }
        // Text that is not ASCII cannot be split at every byte.
        if !text.is_ascii() {
            return None;
        }
        let rest = without_suffix(text).trim_end();
        let castling = Castling::read(rest).filter(|_| notation.castles);
        if castling.is_some() {
            return Some(Self {
                castling,
                ..Self::NOWHERE
            });
        }
        let (rest, becomes) = read_promotion(rest, notation)?;
        // The last square: a letter and all digits after it.
        let digits = rest.trim_end_matches(|sign: char| sign.is_ascii_digit());
        let (rest, to) = rest.split_at(digits.len().checked_sub(1)?);
        let is_on_board =
            |coord: &Coord| coord.file < notation.files && coord.rank < notation.ranks;
        let to = Coord::parse(to).filter(is_on_board)?;
        let (rest, captures) = match rest.strip_suffix(['x', ':']) {
            Some(rest) => (rest, true),
            None => (rest.strip_suffix('-').unwrap_or(rest), false),
        };
        let (man, rest) = match rest.chars().next().filter(char::is_ascii_uppercase) {
            Some(letter) if !notation.men.contains(letter) => return None,
            Some(letter) => (Some(letter), &rest[1..]),
            None => (None, rest),
        };
        // Any letter and number form a square, even outside the board.
        let (file, rest) = match rest.chars().next().filter(char::is_ascii_lowercase) {
            Some(letter) => (Some(Coord::parse(&format!("{letter}1"))?.file), &rest[1..]),
            None => (None, rest),
        };
        let rank = match rest {
            "" => None,
            number => Some(Coord::parse(&format!("a{number}"))?.rank),
        };
        let is_within = |number: Option<usize>, most| number.is_none_or(|number| number < most);
        let fits = is_within(file, notation.files) && is_within(rank, notation.ranks);
        fits.then_some(Self {
            man,
            file,
            rank,
            captures,
            to: Some(to),
            becomes,
            is_sole: notation.becomes.len() == 1,
            castling: None,
        })
    }

    /// The indices of the legal moves that it may mean: several if it is ambiguous.
    #[must_use]
    pub fn among(self, legal: &[Written]) -> Vec<usize> {
        let indices = 0..legal.len();
        indices
            .filter(|index| self.may_mean(&legal[*index]))
            .collect()
    }

    fn may_mean(self, one: &Written) -> bool {
        if self.castling.is_some() {
            return one.castling == self.castling;
        }
        let Some(to) = self.to.filter(|_| !one.passes()) else {
            return self.to.is_none() && one.passes();
        };
        // Only coordinates identify a piece by its square alone; and the file from which a pawn
        // captures is never left out.
        let is_man = match self.man {
            Some(named) => one.man == named,
            None if self.file.is_some() && self.rank.is_some() => true,
            None => one.man == PAWN,
        };
        let is_file = match self.file {
            Some(file) => file == one.from.file,
            None => one.man != PAWN || one.from.file == one.to.file,
        };
        is_man
            && is_file
            && self.rank.is_none_or(|rank| rank == one.from.rank)
            && (one.captures || !self.captures)
            && to == one.to
            && match self.becomes {
                Some(_) if one.is_idle => true,
                None if self.is_sole => true,
                becomes => becomes == one.becomes,
            }
    }
}

/// Cuts off the promotion piece: `=Q`, `Q`, `q`; `None` if the letter is not a promotion piece.
fn read_promotion<'t>(text: &'t str, notation: &Notation) -> Option<(&'t str, Option<char>)> {
    // A square ends with a digit, so a letter is a promotion.
    let letter = text.chars().last().filter(char::is_ascii_alphabetic);
    let Some(letter) = letter else {
        return Some((text, None));
    };
    let letter = letter.to_ascii_uppercase();
    let rest = &text[..text.len() - 1];
    let rest = rest.strip_suffix('=').unwrap_or(rest);
    let is_known = notation.becomes.contains(letter) || notation.idle.contains(letter);
    is_known.then_some((rest, Some(letter)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEN: Notation = Notation {
        files: 12,
        ranks: 12,
        ..Notation::of_chess("PNRQ", "QN", "")
    };

    fn written(man: char, from: &str, to: &str, captures: bool) -> Written {
        let coord = |text| Coord::parse(text).unwrap();
        Written {
            man,
            from: coord(from),
            to: coord(to),
            captures,
            takes_aside: None,
            becomes: None,
            is_idle: false,
            castling: None,
        }
    }

    #[test]
    fn castling_has_a_name() {
        let notation = Notation {
            castles: true,
            ..Notation::of_chess("KRP", "R", "")
        };
        let castles = |to, castling| Written {
            castling: Some(castling),
            ..written('K', "e1", to, false)
        };
        let legal = [
            castles("g1", Castling::Short),
            castles("c1", Castling::Long),
            written('K', "e1", "f1", false),
        ];
        for (index, texts) in [
            ["O-O", "0-0", "O-O+", "e1g1"],
            ["O-O-O", "0-0-0", "o-o-o#", "e1c1"],
        ]
        .iter()
        .enumerate()
        {
            assert_eq!(legal[index].san(&legal), texts[0]);
            for text in texts {
                let shape = Shape::of(text, &notation).unwrap();
                assert_eq!(shape.among(&legal), [index], "{text}");
            }
        }
        let shape = Shape::of("O-O", &notation).unwrap();
        assert!(shape.among(&legal[1..]).is_empty());
    }

    #[test]
    fn as_little_is_written_as_tells_men_apart() {
        let legal = [
            written('N', "b1", "d2", false),
            written('N', "f3", "d2", false),
            written('N', "f1", "d2", false),
            written('Q', "b11", "b2", true),
            written('R', "a4", "a10", true),
            written('R', "a12", "a10", true),
            written('P', "e4", "e5", false),
            written('P', "e4", "d5", true),
        ];
        // Knights on one file are distinguished by rank; if another one is on the same rank as
        // well, by both.
        let short = [
            "Nbd2", "N3d2", "Nf1d2", "Qxb2", "R4xa10", "R12xa10", "e5", "exd5",
        ];
        for (index, (one, short)) in legal.iter().zip(short).enumerate() {
            assert_eq!(one.san(&legal), short);
            for text in [short.to_owned(), one.coordinates(), format!("{short}+")] {
                let shape = Shape::of(&text, &MEN).unwrap();
                assert_eq!(shape.among(&legal), [index], "{text}");
            }
        }
        let shape = Shape::of("Nd2", &MEN).unwrap();
        assert!(shape.among(&legal).len() > 1);
    }

    #[test]
    fn promotions_need_their_letter() {
        let promoted = |letter| Written {
            becomes: Some(letter),
            ..written('P', "a11", "b12", true)
        };
        let legal = [promoted('Q'), promoted('N')];
        assert_eq!(legal[1].san(&legal), "axb12=N");
        assert_eq!(legal[1].coordinates(), "a11b12n");
        for text in ["axb12=N", "axb12N", "ab12n", "a11xb12=n", "a11-b12n"] {
            let shape = Shape::of(text, &MEN).unwrap();
            assert_eq!(shape.among(&legal), [1], "{text}");
        }
        for text in ["a11b12", "axb12", "b12=N"] {
            let shape = Shape::of(text, &MEN).unwrap();
            assert!(shape.among(&legal).is_empty(), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_moves() {
        for text in [
            "", "x", "12", "m1m2", "a13", "a0", "b011b12", "b+1b12", "axb12=R", "Xe5", "Ne", "é4",
            "Né4", "O-O", "n4a5a6",
        ] {
            assert_eq!(Shape::of(text, &MEN), None, "{text}");
        }
    }
}
