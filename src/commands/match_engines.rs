//! `jacquerie match`: plays engines against each other and reports which is stronger.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};

use self::files::MatchFiles;
use super::Shared;
use crate::arena::contest::{Contest, Ended, Finished, Match};
use crate::arena::entrant::Entrant;
use crate::arena::odds::Dealt;
use crate::arena::opening::{self, Opening};
use crate::arena::play::{Conditions, Unplayed};
use crate::arena::referee::Referee;
use crate::arena::schedule::Schedule;
use crate::arena::sprt::Sprt;
use crate::arena::time_control::TimeControl;
use crate::arena::traffic::Traffic;
use crate::cli::{Usage, distinct, named_file, of_file};
use crate::config::Config;
use crate::quote::{counted, short};
use crate::standard;
use crate::stop::{Interrupt, Stop};

mod files;
mod tournament;

/// The number of plies of random openings.
const PLIES: u16 = 6;
/// Games of a match from random openings.
const GAMES: usize = 20;

/// The end of the help text.
const NOTES: &str = "\
An engine is described by words key=value, quoted as in a shell:

cmd           the program and its arguments; 'self' is this program
name          its name in reports
dir           its working folder; a cmd with a relative path starts from there
option.NAME   a UCI option, such as option.Hash=64 or \"option.Move Overhead=0\"
tc            its own limit, in place of --tc
variant       its name for the variant; '-' to leave UCI_Variant alone
variant-path  a file of variants, set as VariantPath before the variant
promotion     a letter that it expects after moves to the last rank
odds          pieces that it plays without: their squares as White, such as odds=b1 or odds=b1,d2;
              as Black it lacks the pieces on the same squares seen from its own side

Examples:
  jacquerie match --engine \"name=One cmd=self\" \\
      --engine \"name=Two cmd=self option.UCI_LimitStrength=true option.Level=9\" \\
      --tc nodes=1000 --games 4 --pgn games.pgn --log games.log
  jacquerie match --engine \"name=One cmd=self\" \\
      --engine \"name=Two cmd=self tc=nodes=500\" --tc nodes=1000 --sprt 0,100 --games 10";

/// The arguments of `match`.
#[derive(clap::Args, Debug)]
#[command(after_long_help = NOTES)]
pub struct Arguments {
    /// An engine, as words key=value; at least two. --help lists the words.
    #[arg(
        long = "engine",
        help_heading = "Engines",
        value_name = "WORDS",
        required = true
    )]
    engines: Vec<String>,
    /// Words for all engines; the words of --engine override them.
    #[arg(
        long,
        help_heading = "Engines",
        value_name = "WORDS",
        default_value = "",
        hide_default_value = true
    )]
    each: String,
    /// A list of positions to begin with ('-': standard input); docs/matches.md has its format.
    #[arg(long, help_heading = "Openings", value_name = "FILE", conflicts_with_all = ["plies", "all_gaps", "seed"])]
    openings: Option<PathBuf>,
    /// Play all pairs of gaps, in variants that have gaps.
    #[arg(long, help_heading = "Openings", conflicts_with_all = ["plies", "seed"])]
    all_gaps: bool,
    /// Number of random plies, 0 to 400 [default: 6].
    ///
    /// No opening is used twice as long as there are enough, and none ends the game or allows a win in one move. Gaps
    /// are also random, unless --gaps sets them.
    #[arg(long, help_heading = "Openings", value_name = "N", value_parser = clap::value_parser!(u16).range(..=400))]
    plies: Option<u16>,
    /// Seed of the random openings [default: 1].
    #[arg(long, help_heading = "Openings", value_name = "S")]
    seed: Option<u64>,
    /// Limit on thinking: clock=MS+MS, movetime=MS, nodes=N or depth=N.
    ///
    /// A clock is the time for the game and the increment for each move, in milliseconds. [default:
    /// movetime=100; movetime=4900 in the competition]
    #[arg(long, help_heading = "Limits", value_name = "LIMIT")]
    tc: Option<TimeControl>,
    /// Number of games for each pair of engines, even, up to 1000000.
    ///
    /// Each opening is played twice, with colours reversed. [default: 20, or two for each opening of --openings
    /// or --all-gaps]
    #[arg(long, help_heading = "Limits", value_name = "N", value_parser = at_least_one)]
    games: Option<usize>,
    /// Number of games played at the same time.
    #[arg(long, help_heading = "Limits", value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    concurrency: usize,
    /// Tolerance for late moves in milliseconds, 0 to 60000.
    #[arg(long, help_heading = "Limits", value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=60_000))]
    margin: u64,
    /// Without a time limit: seconds of silence after which an engine counts as hanging, 1 to 86400.
    ///
    /// In any case an engine has 20 seconds to answer 'uci' and 60 to answer 'isready'.
    #[arg(long, help_heading = "Limits", value_name = "S", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    hang: u64,
    /// Number of plies after which a game is drawn.
    #[arg(long, help_heading = "Limits", value_name = "N", default_value_t = 400, value_parser = at_least_one)]
    max_plies: usize,
    /// Stop as soon as it is clear whether the first engine is ELO0 or ELO1 stronger.
    ///
    /// A sequential probability ratio test on pairs of games. The error probabilities alpha and beta may
    /// follow: 0,10,0.05,0.05.
    #[arg(
        long,
        help_heading = "Limits",
        value_name = "ELO0,ELO1",
        allow_hyphen_values = true
    )]
    sprt: Option<Sprt>,
    /// Write the games as PGN, with the scores that the engines gave.
    ///
    /// The file belongs to one match; games are only appended.
    #[arg(long, help_heading = "Output", value_name = "FILE", value_parser = named_file())]
    pgn: Option<PathBuf>,
    /// Record all input and output of the engines.
    #[arg(long, help_heading = "Output", value_name = "FILE", value_parser = named_file())]
    traffic: Option<PathBuf>,
    /// Keep a log; the same command resumes a stopped match.
    ///
    /// A larger --games makes the match longer. A log from other settings or other engines is refused.
    #[arg(long, help_heading = "Output", value_name = "FILE", value_parser = named_file())]
    log: Option<PathBuf>,
    /// Play a Pawn Race competition instead.
    ///
    /// In rounds of five games, Black chooses the gaps; the winner of a round advances.
    #[arg(long, help_heading = "Competition", conflicts_with_all = ["openings", "all_gaps", "plies", "games", "sprt", "concurrency"])]
    pawn_race_competition: bool,
    /// The gaps that an engine wants as Black, in order: NAME=ab,cc (White's file, Black's file).
    ///
    /// If none of them is allowed, the engine gets the best allowed gaps.
    // The contradictions are those of the required flag: otherwise it is not missed beside them.
    #[arg(long, help_heading = "Competition", value_name = "NAME=GAPS", requires = "pawn_race_competition",
          conflicts_with_all = ["openings", "all_gaps", "plies", "games", "sprt", "concurrency"])]
    gaps_of: Vec<String>,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=1_000_000).contains(number));
    number.ok_or_else(|| "expected a number from 1 to 1000000".into())
}

/// Plays the match and reports.
///
/// # Errors
/// A [`Usage`] if the arguments do not describe a match; another error if it cannot
/// be played.
pub fn run(
    arguments: &Arguments,
    mut config: Config,
    shared: &Shared,
    output: &mut impl Write,
) -> Result<()> {
    if arguments.pawn_race_competition && shared.variant.is_none() {
        config.options.variant = "pawnrace".into();
    }
    let referee = Referee::new(&config)?;
    let mut contest = contest(arguments, shared, &referee)?;
    if arguments.pawn_race_competition && contest.entrants.iter().any(|one| !one.odds.is_none()) {
        return usage("odds are not supported in the competition");
    }
    if arguments.sprt.is_some() && contest.entrants.len() > 2 {
        return usage("--sprt compares two engines, not more");
    }
    let opened_by = referee.variant().opened_by();
    let fixed = opened_by.filter(|choice| shared.chosen(choice.key).is_some());
    let elsewhere = [
        (arguments.openings.is_some(), "--openings"),
        (arguments.all_gaps, "--all-gaps"),
        (arguments.pawn_race_competition, "--pawn-race-competition"),
    ];
    if let Some(choice) = fixed
        && let Some((_, other)) = elsewhere.into_iter().find(|(is_given, _)| *is_given)
    {
        return usage(format!(
            "{other} has its own starts; leave out --{}",
            choice.key
        ));
    }
    distinct(&[
        ("--openings", arguments.openings.as_deref()),
        ("--log", arguments.log.as_deref()),
        ("--pgn", arguments.pgn.as_deref()),
        ("--traffic", arguments.traffic.as_deref()),
    ])?;
    if arguments.pawn_race_competition {
        let halt = Interrupt::listen()?.new_stop();
        contest.conditions.traffic = traffic(arguments)?;
        let held = tournament::run(arguments, &config, &referee, &contest, &halt, output);
        return unless_halted(held, output);
    }
    let fixed = fixed.is_some();
    let (openings, rounds, left_out) = openings(arguments, &referee, &contest.entrants, fixed)?;
    // Not earlier: the openings may be standard input, which a signal should end.
    let halt = Interrupt::listen()?.new_stop();
    let mut settings = settings(arguments, &referee, &contest);
    let gaps = referee.choices().get("gaps").filter(|_| fixed);
    settings.insert("openings".into(), describe(arguments, gaps, &openings));
    settings.insert("sprt".into(), json!(arguments.sprt));
    contest.conditions.traffic = traffic(arguments)?;
    let schedule = Schedule::new(contest.entrants.len(), openings.len(), rounds);
    let whole = Match {
        contest,
        openings,
        schedule,
        concurrency: arguments.concurrency,
        sprt: arguments.sprt,
    };
    let played = play(arguments, &config, &whole, settings, &halt, output);
    unless_halted(played, output)?;
    match left_out {
        0 => Ok(()),
        lines => bail!("openings: {} left out", counted(lines, "line")),
    }
}

/// Whether an error only says that the match was halted.
fn is_halted(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Unplayed::Halted))
}

/// A match that is halted while its engines start has not failed.
fn unless_halted(played: Result<()>, output: &mut impl Write) -> Result<()> {
    match played {
        Err(error) if is_halted(&error) => {
            Ok(writeln!(output, "stopped before the engines were ready")?)
        }
        played => played,
    }
}

fn play(
    arguments: &Arguments,
    config: &Config,
    whole: &Match,
    settings: Map<String, Value>,
    halt: &Stop,
    output: &mut impl Write,
) -> Result<()> {
    let mut files = MatchFiles::open(arguments, config)?;
    let seats = whole.contest.seats(halt)?;
    files.open_log(settings, &seats)?;
    let mut standings = whole.standings();
    let mut done = HashSet::new();
    let earlier = whole.take_up(&files.entries)?;
    for (fixture, game) in &earlier {
        standings.add(fixture, &game.played.verdict, &game.played.thinking);
        done.insert(fixture.number);
    }
    let games = earlier.iter().map(|(_, game)| (game, round_of(game)));
    files.take_up(&whole.contest, games)?;

    let games = whole.schedule.games();
    let progress = bar(games, done.len());
    let ended = whole.play(seats, &done, &mut standings, halt, |game, standings| {
        files.add(&whole.contest, game, &round_of(game))?;
        progress.inc(1);
        progress.set_message(standings.summary());
        Ok(())
    })?;
    progress.finish_and_clear();
    write!(output, "{standings}")?;
    let played = standings.games();
    match ended {
        Ended::Complete => {}
        Ended::Decided => writeln!(
            output,
            "\nended by the test after {played} of at most {games} games"
        )?,
        Ended::Halted => {
            writeln!(output, "\nstopped after {played} of {games} games")?;
            if arguments.log.is_some() {
                writeln!(output, "the same command resumes from here")?;
            }
        }
    }
    Ok(())
}

/// The file for the traffic, if one is asked for: it is opened once the command is known to be valid.
fn traffic(arguments: &Arguments) -> Result<Option<Arc<Traffic>>> {
    let path = arguments.traffic.as_ref();
    let opened = path.map(|path| of_file(path, Traffic::open(path)));
    Ok(opened.transpose()?.map(Arc::new))
}

/// The round of a game, as in the PGN tag.
fn round_of(game: &Finished) -> String {
    (game.number + 1).to_string()
}

fn usage<T>(message: impl Into<String>) -> Result<T> {
    Err(Usage(message.into()).into())
}

fn bar(games: usize, done: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{pos}/{len} {wide_msg}");
    let progress = ProgressBar::new(games as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    progress.set_position(done as u64);
    progress
}

/// The engines and the conditions.
fn contest(arguments: &Arguments, shared: &Shared, referee: &Referee) -> Result<Contest> {
    let entrants: Result<Vec<Entrant>, _> = arguments
        .engines
        .iter()
        .map(|words| Entrant::read(words, &arguments.each))
        .collect();
    let mut entrants = entrants.map_err(|error| Usage(error.to_string()))?;
    if let Some(path) = &shared.config {
        let configured = entrants.into_iter().map(|one| one.configured(path));
        entrants = configured.collect();
    }
    if entrants.len() < 2 {
        return usage("a match needs at least two engines: --engine … --engine …");
    }
    let of_start = referee
        .variant()
        .choices()
        .iter()
        .filter(|one| one.of_start);
    let of_start: Vec<&str> = of_start.map(|one| one.name).collect();
    let mut names = HashSet::new();
    for entrant in &entrants {
        let is_of_start = |name: &str| of_start.iter().any(|one| one.eq_ignore_ascii_case(name));
        if let Some((option, _)) = entrant.options.iter().find(|(name, _)| is_of_start(name)) {
            let flag = option.to_lowercase();
            return usage(format!(
                "option.{option} of the engine '{}' sets the start of games; use --{flag} instead",
                entrant.name
            ));
        }
        if !names.insert(&entrant.name) {
            let name = &entrant.name;
            return usage(format!(
                "two engines have the name '{name}'; give one another name=…"
            ));
        }
    }
    let default = match arguments.pawn_race_competition {
        // With the margin, the move must arrive within 5 seconds.
        true => TimeControl::MoveTime(Duration::from_millis(4_900)),
        false => TimeControl::MoveTime(Duration::from_millis(100)),
    };
    Ok(Contest {
        entrants,
        conditions: Conditions {
            variant: referee.name().into(),
            alias: referee.variant().listing().aliases.first().copied(),
            time_control: arguments.tc.unwrap_or(default),
            margin: Duration::from_millis(arguments.margin),
            hang: Duration::from_secs(arguments.hang),
            longest_game: arguments.max_plies,
            traffic: None,
        },
    })
}

/// The openings, the number of pairs of games that each pair of engines plays, and how many lines
/// of `--openings` are left out.
fn openings(
    arguments: &Arguments,
    referee: &Referee,
    entrants: &[Entrant],
    fixed: bool,
) -> Result<(Vec<Dealt>, usize, usize)> {
    if let Some(games) = arguments.games
        && games % 2 == 1
    {
        return usage(format!(
            "--games {games}: expected an even number, since each opening is played with both colours"
        ));
    }
    let rounds = arguments.games.map(|games| games / 2);
    let told = |error: opening::OpeningError| Usage(error.to_string());
    let (openings, rounds, left_out) = if let Some(path) = &arguments.openings {
        let text = of_file(path, standard::read_text(path))?;
        let (openings, wrong) = of_file(path, opening::read(referee, &text))?;
        let told = |problem| format!("{}: {problem}; it is left out", path.display());
        standard::tell_first(wrong.iter().map(told));
        (openings, rounds, wrong.len())
    } else if arguments.all_gaps {
        (opening::all_starts(referee).map_err(told)?, rounds, 0)
    } else {
        let rounds = rounds.unwrap_or(GAMES / 2);
        let plies = arguments.plies.unwrap_or(PLIES);
        let seed = arguments.seed.unwrap_or(1);
        // Without random moves, a piece that is missing cannot be given as odds; random moves that
        // need the piece are drawn again.
        let start = opening::random(referee, fixed, 0, seed, 1, |_| true).map_err(told)?;
        dealt(start, referee, entrants)?;
        let suits = |opening: &Opening| {
            let dealt = Dealt::new(opening.clone(), referee, entrants);
            dealt.is_ok_and(|dealt| !dealt.wins_at_once())
        };
        let openings = opening::random(referee, fixed, plies.into(), seed, rounds, suits);
        let openings =
            openings.map_err(
                |error| match entrants.iter().all(|one| one.odds.is_none()) {
                    true => told(error),
                    false => Usage(format!("{error}, without the odds pieces")),
                },
            );
        (openings?, Some(rounds), 0)
    };
    let (openings, rounds) = in_number(dealt(openings, referee, entrants)?, rounds);
    Ok((openings, rounds, left_out))
}

/// The openings as these engines play them.
fn dealt(openings: Vec<Opening>, referee: &Referee, entrants: &[Entrant]) -> Result<Vec<Dealt>> {
    let deal = |opening: Opening| {
        let line = opening.line();
        Dealt::new(opening, referee, entrants)
            .map_err(|problem| Usage(format!("odds in '{}': {problem}", short(&line))))
    };
    Ok(openings
        .into_iter()
        .map(deal)
        .collect::<Result<_, Usage>>()?)
}

/// A list of openings for this many rounds; by default each opening once.
fn in_number(openings: Vec<Dealt>, rounds: Option<usize>) -> (Vec<Dealt>, usize) {
    let rounds = rounds.unwrap_or(openings.len());
    if rounds > openings.len() {
        let number = counted(openings.len(), "opening");
        log::warn!("only {number} for {rounds} pairs of games: some are played again");
    }
    (openings, rounds)
}

/// The settings on which the games depend. With the engines, they must match those of a log for the
/// match to be resumed. The number of games is not one of them, so a match can be made longer.
fn settings(arguments: &Arguments, referee: &Referee, contest: &Contest) -> Map<String, Value> {
    let conditions = &contest.conditions;
    let names: Vec<&str> = contest
        .entrants
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    let pairs = [
        ("variant", json!(referee.describe())),
        ("files", json!(referee.files())),
        ("players", json!(names)),
        ("tc", json!(conditions.time_control)),
        ("margin", json!(arguments.margin)),
        ("hang", json!(arguments.hang)),
        ("max-plies", json!(conditions.longest_game)),
    ];
    let pairs = pairs.into_iter();
    pairs.map(|(key, value)| (key.to_owned(), value)).collect()
}

fn describe(arguments: &Arguments, gaps: Option<&str>, openings: &[Dealt]) -> Value {
    if arguments.openings.is_some() || arguments.all_gaps {
        let lines: Vec<String> = openings.iter().map(|one| one.opening().line()).collect();
        return json!(lines);
    }
    json!({
        "plies": arguments.plies.unwrap_or(PLIES),
        "seed": arguments.seed.unwrap_or(1),
        "gaps": gaps,
    })
}
