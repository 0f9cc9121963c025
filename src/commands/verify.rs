//! `jacquerie verify`: checks a certificate from the bare rules and says what it proves.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow, bail};
use indicatif::HumanCount;

use super::solve::told_line;
use super::{Shared, Usage, named_fen, of_file, pawn_games};
use crate::engine::Engine;
use crate::games::pawns::{Diagram, FenError, PawnGame, Stalemate};
use crate::quote::short;
use crate::solve::certificate::{Certificate, claims};
use crate::solve::checker::{Flaw, check};
use crate::solve::line::{Line, principal};
use crate::standard;

/// What `verify` takes.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples, a proof written and checked:
  jacquerie solve --files 3 --certificate three.proof
  jacquerie verify three.proof --fen startpos --files 3")]
pub struct Arguments {
    /// The certificate ('-': standard input).
    file: PathBuf,
    /// The position it must be about ('-': a line of standard input).
    ///
    /// 'startpos' is the start of --variant, --files and --gaps. These must agree with the certificate
    /// in any case: the variant in its rule for whoever has no move.
    #[arg(long)]
    fen: Option<String>,
    /// Also tell the longest resistance in moves.
    ///
    /// The winner plays the moves of the certificate, the loser those after which its strategy takes
    /// longest. It is proved that the win takes no more plies; not that no other way is shorter. Of a
    /// draw, the game in which both sides play what keeps it.
    #[arg(long)]
    line: bool,
}

/// Checks a certificate; the last line printed begins with `value`. It says itself of which position
/// and rule it is, so what the command line says of them must agree.
///
/// # Errors
/// If it cannot be read, is about something else, or does not prove what it says.
pub fn run(
    arguments: &Arguments,
    shared: &Shared,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<()> {
    let path = arguments.file.display();
    let bytes = of_file(&arguments.file, standard::read(&arguments.file))?;
    let certificate = of_file(&arguments.file, Certificate::decode(&bytes))?;
    let root: Diagram = certificate.fen.parse().map_err(|error: FenError| {
        anyhow!("{path}: wrong FEN '{}': {error}", short(&certificate.fen))
    })?;
    if let Some(fen) = &arguments.fen {
        let asked: Diagram = match fen.as_str() {
            "startpos" => pawn_games::diagram(engine, "verify")?,
            fen => named_fen(fen)?
                .parse()
                .map_err(|error| Usage(format!("wrong FEN '{}': {error}", short(fen))))?,
        };
        if (asked.position, asked.turn) != (root.position, root.turn) {
            bail!("{path} is about '{root}', not about '{asked}'");
        }
    }
    let stalemate = match certificate.rule {
        0 => Stalemate::Draw,
        1 => Stalemate::Loss,
        other => bail!("{path}: there is no rule of stalemate number {other}, only 0 and 1"),
    };
    if let Some(name) = &shared.variant
        && pawn_games::session(engine, "verify")?.game().stalemate != stalemate
    {
        bail!(
            "{path} is about games where no move {}, other than '{name}'",
            told(stalemate)
        );
    }
    let files = root.files.count();
    if let Some(asked) = shared.files.filter(|asked| *asked as usize != files) {
        bail!("{path} is about a board of {files} files, not of {asked}");
    }
    if let Some(gaps) = &shared.gaps {
        // The width is the certificate's, whether it is told or not.
        let rules = pawn_games::session(engine, "verify")?.room().rules();
        let chosen = gaps.parse().map(|gaps| rules.start(root.files, gaps));
        let Ok(Ok(start)) = chosen else {
            bail!("{path} is about '{root}', where there can be no gaps {gaps}");
        };
        if (start.position, start.turn) != (root.position, root.turn) {
            bail!("{path} is about '{root}', not about the start with the gaps {gaps}");
        }
    }
    // The evaluation has no part in this.
    let game = PawnGame::new(stalemate);
    let mut positions = 0;
    for (claim, moves) in claims(certificate.value)
        .into_iter()
        .zip(&certificate.strategies)
    {
        let checked = check(&game, &root.position, claim, moves);
        positions += checked.map_err(|flaw| {
            let place = place(&root, claim.by_mover, &flaw);
            anyhow!("{path} proves nothing: {flaw}, at {place}")
        })?;
    }
    writeln!(
        output,
        "{root}\nwhoever has no move {}; {} positions checked, {} bytes",
        told(stalemate),
        HumanCount(positions as u64),
        HumanCount(bytes.len() as u64)
    )?;
    if arguments.line {
        let position = &root.position;
        let moves = principal(&game, position, certificate.value, &certificate.strategies);
        let moves = moves.context("the certificate is checked, but holds no line")?;
        let is_longest = true;
        writeln!(
            output,
            "{}",
            told_line(&game, &root, &Line { moves, is_longest })
        )?;
    }
    writeln!(output, "value {}", certificate.value)?;
    Ok(())
}

const fn told(stalemate: Stalemate) -> &'static str {
    match stalemate {
        Stalemate::Draw => "draws",
        Stalemate::Loss => "loses",
    }
}

/// Where a flaw is, as a FEN; the board may be seen in a mirror.
fn place(root: &Diagram, by_mover: bool, flaw: &Flaw<crate::games::pawns::Position>) -> Diagram {
    let turn = match flaw.by_prover == by_mover {
        true => root.turn,
        false => root.turn.opponent(),
    };
    Diagram {
        position: flaw.position,
        turn,
        ..*root
    }
}
