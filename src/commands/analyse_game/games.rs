//! The games to analyse: those of a file, one of them, or moves on the command line.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use anyhow::{Result, anyhow, bail};

use crate::arena::pgn::annotate::{Remark, Remarks, annotate};
use crate::arena::pgn::{Record, Starts, main_lines, read};
use crate::cli::Usage;
use crate::quote::counted;
use crate::standard;
use crate::text::{self, shown};

/// A text with games.
pub struct GamesOfText {
    /// The text, with all bytes of its file [kept](text::keep).
    text: String,
    /// The readable games, by number from 1.
    pub readable: BTreeMap<usize, Game>,
    /// Why the other games cannot be read, or could not be judged.
    pub left_out: BTreeMap<usize, String>,
}

/// A game that can be read.
pub struct Game {
    /// Its byte range in the text.
    place: Range<usize>,
    pub record: Record,
    /// How many of its moves come before the variant, in its [prelude](crate::engine::Prelude).
    pub before: usize,
    /// The annotations of its moves, once judged.
    pub remarks: Option<Vec<Option<Remark>>>,
}

impl GamesOfText {
    fn new(text: String, starts: &Starts<'_>) -> Self {
        let (mut readable, mut left_out) = (BTreeMap::new(), BTreeMap::new());
        for (number, (place, record)) in (1..).zip(main_lines(&text, starts)) {
            match record {
                Ok(record) => drop(readable.insert(number, Game::new(place, record))),
                Err(error) => drop(left_out.insert(number, shown(&error.to_string()).into())),
            }
        }
        Self {
            text,
            readable,
            left_out,
        }
    }

    /// The games of a PGN file, or only the `chosen` one. If none can be read, `meant` says which
    /// variants the text fits.
    ///
    /// # Errors
    /// If the file cannot be read, contains no games, or none of them can be
    /// read.
    pub fn of_file(
        path: &Path,
        chosen: Option<usize>,
        starts: &Starts<'_>,
        meant: impl Fn(&str) -> String,
    ) -> Result<Self> {
        let name = path.display();
        let text = standard::read(path).and_then(|bytes| Ok(text::keep(bytes)?));
        let text = text.map_err(|error| anyhow!("cannot read {name}: {error}"))?;
        let mut games = Self::new(text, starts);
        let count = games.len();
        if let Some(number) = chosen {
            if !(1..=count).contains(&number) {
                let count = counted(count, "game");
                return Err(Usage(format!("--game {number}: the file has {count}")).into());
            }
            games.readable.retain(|other, _| *other == number);
            games.left_out.retain(|other, _| *other == number);
        }
        match (
            games.readable.is_empty(),
            games.left_out.first_key_value(),
            games.len(),
        ) {
            (false, ..) => Ok(games),
            (true, None, _) => bail!("{name}: no games found"),
            (true, Some((_, error)), 1) => bail!("{name}: {error}{}", meant(&games.text)),
            (true, Some((_, error)), all) => {
                bail!(
                    "{name}: none of its {all} games can be read; {error}{}",
                    meant(&games.text)
                )
            }
        }
    }

    /// A game given by moves in any accepted notation, with or without numbers and
    /// a result.
    ///
    /// # Errors
    /// If the moves are not a legal game.
    pub fn of_moves(moves: &str, starts: &Starts<'_>) -> Result<Self> {
        let games = read(moves, starts).map_err(|error| Usage(format!("--moves: {error}")))?;
        let game = match &games[..] {
            // The text is empty, or has only comments.
            [] => return Ok(Self::new("*".into(), starts)),
            [game] => game,
            _ => return Err(Usage("--moves: there is a result between the moves".into()).into()),
        };
        let mut text = Vec::new();
        game.write(&mut text)?;
        Ok(Self::new(String::from_utf8(text)?, starts))
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.readable.len() + self.left_out.len()
    }

    /// The bytes of the text as it was read.
    pub fn source(&self) -> Vec<u8> {
        text::bytes(&self.text)
    }

    /// The file with its annotations.
    pub fn annotated(&self) -> Vec<u8> {
        let judged = self.readable.values().filter_map(|game| {
            Some(Remarks {
                place: game.place.clone(),
                record: &game.record,
                moves: game.remarks.as_deref()?,
                keeps_tags: game.before > 0,
            })
        });
        text::bytes(&annotate(&self.text, &judged.collect::<Vec<_>>()))
    }
}

impl Game {
    const fn new(place: Range<usize>, record: Record) -> Self {
        Self {
            place,
            record,
            before: 0,
            remarks: None,
        }
    }
}
