//! `jacquerie match --pawn-race-competition`: the tournament, round by round.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use serde_json::json;

use super::files::MatchFiles;
use super::{Arguments, is_halted, settings, usage};
use crate::arena::archive::LoggedGame;
use crate::arena::competition::{Competition, Round, RoundGame};
use crate::arena::contest::{Contest, Finished};
use crate::arena::opening::{self, Opening};
use crate::arena::pgn::GameResult;
use crate::arena::play::Unplayed;
use crate::arena::referee::Referee;
use crate::arena::thinking::{Thinking, ThinkingTable};
use crate::config::Config;
use crate::engine::choices::Choice;
use crate::engine::registry::Start;
use crate::quote::short;
use crate::stop::Stop;

/// Plays the competition and reports.
///
/// # Errors
/// A usage error if the arguments do not describe a competition; another error if it
/// cannot be played.
pub fn run(
    arguments: &Arguments,
    config: &Config,
    referee: &Referee,
    contest: &Contest,
    halt: &Stop,
    output: &mut impl Write,
) -> Result<()> {
    let Some(choice) = referee.variant().opened_by() else {
        let variant = referee.name();
        return usage(format!(
            "--variant {variant}: a competition needs a variant with gaps"
        ));
    };
    let starts = referee.variant().starts(referee.choices());
    let names = starts.iter().map(|start| start.choices.value(choice));
    let names: Vec<String> = names.collect();
    let wishes = wishes(arguments, contest, referee, choice, &names)?;
    let seed = arguments.seed.unwrap_or(1);
    let Some(competition) = Competition::new(starts.clone(), wishes, seed) else {
        return usage("a competition needs a board of 3 files or more");
    };
    let mut settings = settings(arguments, referee, contest);
    settings.insert(
        "competition".into(),
        json!({"seed": seed, "gaps-of": arguments.gaps_of}),
    );
    let mut files = MatchFiles::open(arguments, config)?;
    let mut seats = contest.seats(halt)?;
    files.open_log(settings, &seats)?;
    let earlier = earlier(&competition, &starts, contest, referee, &files.entries)?;
    let rounds = earlier.iter();
    files.take_up(
        contest,
        rounds.map(|(fixture, game)| (game, round_of(fixture))),
    )?;

    let mut games: Vec<(RoundGame, Finished)> = Vec::new();
    let played = competition.hold(|fixture| -> Result<GameResult> {
        let opening = opening(referee, &starts[fixture.start])?;
        let round = round_of(fixture);
        let game = match logged(contest, &opening, &files.entries, fixture)? {
            Some(game) => {
                // The game follows one that is missing in the log.
                if fixture.number >= earlier.len() {
                    files.add_to_pgn(contest, &game, &round)?;
                }
                game
            }
            None => {
                let (white, black) = (fixture.white, fixture.black);
                let number = fixture.number;
                let game = contest.game(number, white, black, &opening, &mut seats, halt)?;
                files.add(contest, &game, &round)?;
                game
            }
        };
        let result = game.played.verdict.result;
        games.push((*fixture, game));
        Ok(result)
    });
    match played {
        Ok(rounds) => {
            for round in &rounds {
                write_round(output, contest, round, &games, &names)?;
            }
            if let Some(last) = rounds.last() {
                let winner = &contest.entrants[last.winner];
                writeln!(output, "winner of the competition: {winner}\n")?;
            }
            write_thinking(output, contest, &games)
        }
        Err(error) if is_halted(&error) => {
            writeln!(output, "stopped after {} games", games.len())?;
            if arguments.log.is_some() {
                writeln!(output, "the same command resumes from here")?;
            }
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// The round of a game, as in the PGN tag.
fn round_of(fixture: &RoundGame) -> String {
    format!("{}.{}", fixture.stage, fixture.game)
}

fn opening(referee: &Referee, start: &Start) -> Result<Opening> {
    Ok(opening::with_choices(referee, &start.choices)?)
}

/// The game with this number in the log, if it is there.
fn logged(
    contest: &Contest,
    opening: &Opening,
    entries: &BTreeMap<usize, LoggedGame>,
    fixture: &RoundGame,
) -> Result<Option<Finished>> {
    let Some(entry) = entries.get(&(fixture.number + 1)) else {
        return Ok(None);
    };
    let players = [fixture.white, fixture.black];
    let names = players.map(|player| contest.entrants[player].name.as_str());
    Ok(Some(Finished::from_log(entry, names, opening)?))
}

/// The games of the log, up to the first that is missing.
fn earlier(
    competition: &Competition,
    starts: &[Start],
    contest: &Contest,
    referee: &Referee,
    entries: &BTreeMap<usize, LoggedGame>,
) -> Result<Vec<(RoundGame, Finished)>> {
    let mut games = Vec::new();
    let held = competition.hold(|fixture| -> Result<GameResult> {
        let opening = opening(referee, &starts[fixture.start])?;
        let game = logged(contest, &opening, entries, fixture)?.ok_or(Unplayed::Halted)?;
        let result = game.played.verdict.result;
        games.push((*fixture, game));
        Ok(result)
    });
    match held {
        Err(error) if !is_halted(&error) => Err(error),
        _ => Ok(games),
    }
}

/// The gaps that each engine wants as Black.
fn wishes(
    arguments: &Arguments,
    contest: &Contest,
    referee: &Referee,
    choice: &Choice,
    names: &[String],
) -> Result<Vec<Vec<usize>>> {
    let mut wishes = vec![Vec::new(); contest.entrants.len()];
    for text in &arguments.gaps_of {
        let Some((name, list)) = text.rsplit_once('=') else {
            return usage(format!(
                "--gaps-of {text}: expected NAME=GAPS, such as FSF=ab,cc"
            ));
        };
        let player = contest.entrants.iter().position(|one| one.name == name);
        let Some(player) = player else {
            return usage(format!("--gaps-of {text}: no engine is called '{name}'"));
        };
        for wish in list.split(',') {
            let read = choice
                .read(Some(wish))
                .or_else(|problem| usage(format!("--gaps-of {text}: {problem}")))?;
            let start = names.iter().position(|name| name == &read);
            let Some(start) = start else {
                let choices = referee.choices().with(choice.key, read);
                let problem = match referee.variant().start(&choices) {
                    Err(problem) => problem.to_string(),
                    Ok(_) => format!("'{}' cannot be chosen here", short(wish)),
                };
                return usage(format!("--gaps-of {text}: {problem}"));
            };
            wishes[player].push(start);
        }
    }
    Ok(wishes)
}

fn write_round(
    output: &mut impl Write,
    contest: &Contest,
    round: &Round,
    games: &[(RoundGame, Finished)],
    names: &[String],
) -> Result<()> {
    let name = |player: usize| &contest.entrants[player].name;
    let [first, second] = round.players;
    let [first_points, second_points] = round.points;
    writeln!(
        output,
        "round {}: {} {first_points} - {second_points} {}",
        round.stage,
        name(first),
        name(second)
    )?;
    for (fixture, result) in &round.games {
        let (white, black) = (name(fixture.white), name(fixture.black));
        let game = &games[fixture.number].1;
        writeln!(
            output,
            "  game {}, gaps {}: {white} against {black} {result} ({})",
            fixture.game, names[fixture.start], game.played.verdict
        )?;
    }
    let how = if round.by_lot() { " by lot" } else { "" };
    writeln!(output, "  {} advances{how}\n", name(round.winner))?;
    Ok(())
}

fn write_thinking(
    output: &mut impl Write,
    contest: &Contest,
    games: &[(RoundGame, Finished)],
) -> Result<()> {
    let mut thinking = vec![Thinking::default(); contest.entrants.len()];
    for (fixture, game) in games {
        thinking[fixture.white] += game.played.thinking[0];
        thinking[fixture.black] += game.played.thinking[1];
    }
    let names: Vec<String> = contest
        .entrants
        .iter()
        .map(|one| one.name.clone())
        .collect();
    write!(output, "{}", ThinkingTable(&names, &thinking))?;
    Ok(())
}
