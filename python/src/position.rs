//! A game's state, and the variants.

use std::sync::Arc;

use jacquerie::commands::eval;
use jacquerie::config::Config;
use jacquerie::engine::{Choice, Choices, Variant};
use jacquerie::game::fen::mirrored;
use jacquerie::game::state::{GameState, MOST_PERFT, State};
use jacquerie::games::pawns::PawnGame;
use jacquerie::games::pawns::gamelet::{self, Gamelets};
use jacquerie::quote::short;
use pyo3::prelude::*;
use pythonize::pythonize;
use serde::Serialize;

use crate::errors::{wrong_move, wrong_position};
use crate::numbers::whole;
use crate::waiting::patiently;

/// The names of the variants, each with its description and its options.
#[pyfunction]
pub fn variants() -> Vec<(String, String, Vec<String>)> {
    let all = Config::built_in().variants.iter();
    let told = all.map(|(name, variant)| {
        let keys = start_choices(name, &**variant).map(|choice| choice.key.to_owned());
        (name.clone(), variant.about(), keys.collect())
    });
    told.collect()
}

/// What chooses among the starts of a variant.
fn start_choices<'a>(
    name: &'a str,
    variant: &'a dyn Variant,
) -> impl Iterator<Item = &'static Choice> {
    let all = variant.choices().iter().filter(|choice| choice.of_start);
    all.filter(move |choice| {
        let opened = Config::built_in().opened_by(choice.name);
        opened.is_empty() || opened.contains(&name)
    })
}

/// The variant of a name or an alias, ignoring case, and its exact name.
///
/// # Errors
/// If there is none.
pub fn variant(name: &str) -> PyResult<(&'static str, &'static Arc<dyn Variant>)> {
    let config = Config::built_in();
    config.called(name).ok_or_else(|| {
        let names: Vec<&str> = config.variants.keys().map(String::as_str).collect();
        let names = names.join(", ");
        let name = short(name);
        wrong_position(format!(
            "there is no variant '{name}'; expected one of {names}"
        ))
    })
}

/// The options of a variant's start, by key.
fn read_choices(
    name: &str,
    variant: &dyn Variant,
    chosen: &[(String, String)],
) -> PyResult<Choices> {
    let mut choices = Choices::default();
    for (key, value) in chosen {
        let Some(choice) = start_choices(name, variant).find(|choice| choice.key == key) else {
            let keys: Vec<&str> = start_choices(name, variant)
                .map(|choice| choice.key)
                .collect();
            let expected = match keys.is_empty() {
                true => String::new(),
                false => format!("; expected {}", keys.join(" or ")),
            };
            let key = short(key);
            return Err(wrong_position(format!(
                "the variant {name} has no option '{key}'{expected}"
            )));
        };
        let value = choice.read(Some(value)).map_err(wrong_position)?;
        choices.set(choice.key, value);
    }
    Ok(choices)
}

/// A game's state: variant, start and moves.
#[pyclass(frozen, module = "jacquerie._native")]
pub struct Position {
    /// The exact name.
    #[pyo3(get)]
    pub variant: &'static str,
    pub choices: Choices,
    /// The start; `None` for that of the variant.
    #[pyo3(get)]
    pub start: Option<String>,
    #[pyo3(get)]
    pub played: Vec<String>,
    pub state: Box<dyn GameState>,
}

#[pymethods]
impl Position {
    #[new]
    fn new(
        name: &str,
        chosen: Vec<(String, String)>,
        start: Option<String>,
        moves: Vec<String>,
    ) -> PyResult<Self> {
        let (name, variant) = variant(name)?;
        let choices = read_choices(name, &**variant, &chosen)?;
        if let (Some(_), Some((key, _))) = (&start, chosen.first()) {
            return Err(wrong_position(format!(
                "the option '{key}' is for the start of the variant; leave it out, since there is a FEN"
            )));
        }
        let state = match &start {
            None => variant.start(&choices).map_err(wrong_position)?,
            Some(fen) => variant.read_fen(fen).map_err(|problem| {
                wrong_position(format!("invalid FEN '{}': {problem}", short(fen)))
            })?,
        };
        let position = Self {
            variant: name,
            choices,
            start,
            played: Vec::new(),
            state,
        };
        position.play(moves)
    }

    #[getter]
    fn fen(&self) -> String {
        self.state.fen()
    }

    #[getter]
    fn turn(&self) -> &'static str {
        self.state.turn().word()
    }

    #[getter]
    fn move_number(&self) -> u32 {
        self.state.move_number()
    }

    fn moves(&self) -> Vec<String> {
        self.state.moves()
    }

    /// The position after some moves, in coordinates or short notation.
    fn play(&self, moves: Vec<String>) -> PyResult<Self> {
        let mut state = self.state.boxed();
        let mut played = self.played.clone();
        for text in moves {
            if let Some(finish) = state.finish() {
                let text = short(&text);
                return Err(wrong_move(format!("'{text}': the game is over: {finish}")));
            }
            let text = state.written(&text).map_err(wrong_move)?;
            played.push(state.play(&text.coordinates).map_err(wrong_move)?);
        }
        Ok(Self {
            variant: self.variant,
            choices: self.choices.clone(),
            start: self.start.clone(),
            played,
            state,
        })
    }

    /// A legal move in short notation.
    fn algebraic(&self, text: &str) -> PyResult<String> {
        let written = self.state.written(text).map_err(wrong_move)?;
        Ok(written.san)
    }

    /// The end of the game: the winner, the reason as a word, and as a sentence.
    fn finish(&self) -> Option<(Option<&'static str>, &'static str, String)> {
        self.state.finish().map(|finish| {
            let winner = finish.winner.map(|colour| colour.word());
            (winner, finish.cause.key(), finish.to_string())
        })
    }

    /// The mirror image, without the moves before.
    fn mirror(&self) -> PyResult<Self> {
        let (_, variant) = variant(self.variant)?;
        let state = variant.read_fen(&mirrored(&self.state.fen()));
        let state = state.map_err(|_| {
            wrong_position("the position has no mirror image that a FEN can set up")
        })?;
        Ok(Self {
            variant: self.variant,
            choices: Choices::default(),
            start: Some(state.fen()),
            played: Vec::new(),
            state,
        })
    }

    /// Files, ranks, and the pieces: file and rank from 0, colour, letter, figure.
    #[allow(clippy::type_complexity)]
    fn picture(
        &self,
    ) -> (
        usize,
        usize,
        Vec<(usize, usize, &'static str, char, String)>,
    ) {
        let picture = self.state.picture();
        let (files, ranks) = (picture.files(), picture.ranks());
        let coords = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
        let men = coords.filter_map(|(file, rank)| {
            let man = picture.at(jacquerie::game::picture::Coord { file, rank })?;
            Some((file, rank, man.colour.word(), man.letter, man.figure()))
        });
        (files, ranks, men.collect())
    }

    /// The number of lines of this many plies.
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth = whole("depth", depth, 0..=MOST_PERFT.into())? as u32;
        let lines = patiently(py, None, None, |stop| {
            self.state
                .divide(depth, None, &|| stop.is_stopped(), &mut |_| ())
        })?;
        // A signal's exception stops it, and is raised above.
        Ok(lines.expect("nothing else stops it"))
    }

    /// The evaluation, in the form of `jacquerie eval --json`.
    fn evaluate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        told(py, &eval::Told::of(&*self.state, self.variant))
    }

    /// The gamelets, in the form of `jacquerie gamelets --json`.
    fn gamelets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = patiently(py, None, None, |_| {
            let state: &State<PawnGame> = self.state.as_any().downcast_ref()?;
            let found = gamelet::told(&Gamelets::default(), state, self.variant);
            serde_json::to_value(found).ok()
        })?;
        let found = found.ok_or_else(|| {
            let variant = self.variant;
            wrong_position(format!(
                "only the pawn games have gamelets; '{variant}' is not one"
            ))
        })?;
        told(py, &found)
    }
}

/// A command's output for programs, for Python.
pub fn told<'py>(py: Python<'py>, object: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize(py, object)?)
}
