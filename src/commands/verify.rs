//! `jacquerie verify`: checks a certificate from the bare rules and says what it proves.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use indicatif::HumanCount;

use super::solve::told_line;
use super::{Shared, Usage, named_fen, of_file};
use crate::engine::checking::{CheckError, Checking, GameChecker};
use crate::engine::{Engine, Room, Session};
use crate::game::playable::Playable;
use crate::game::{Outcome, Provable};
use crate::games::antichess::{self, AntichessGame, AntichessRoom};
use crate::games::kings::{self, KingGame, KingRoom};
use crate::games::pawns::{Diagram, PawnGame, PawnRoom, Stalemate};
use crate::quote::short;
use crate::solve::certificate::{Certificate, CertificateError};
use crate::solve::line::{Line, principal};
use crate::solve::pieces::{self, ProofInPieces};
use crate::standard;

/// What `verify` takes.
#[derive(clap::Args, Debug)]
#[command(after_long_help = "\
Examples, a proof written and checked:
  jacquerie solve --files 3 --certificate three.proof
  jacquerie verify three.proof --fen startpos --files 3")]
pub struct Arguments {
    /// The certificate ('-': standard input), whole or in pieces.
    file: PathBuf,
    /// The position it must be about ('-': a line of standard input).
    ///
    /// 'startpos' is the start of --variant, --files and --gaps. These must agree with the certificate
    /// in any case: the variant in its game, and in its rule for whoever has no move.
    #[arg(long)]
    fen: Option<String>,
    /// Also tell the longest resistance in moves.
    ///
    /// The winner plays the moves of the certificate, the loser those after which its strategy takes
    /// longest. It is proved that the win takes no more plies; not that no other way is shorter. Of a
    /// draw, the game in which both sides play what keeps it, until a position comes back.
    #[arg(long)]
    line: bool,
}

/// Checks a certificate; the last line printed begins with `value`. It says itself of which game,
/// position and rule it is, so what the command line says of them must agree.
///
/// # Errors
/// If it cannot be read, is about something else, or does not prove what it says.
pub fn run(
    arguments: &Arguments,
    shared: &Shared,
    engine: &Engine,
    output: &mut impl Write,
) -> Result<()> {
    let proof = Proof::read(arguments, shared, engine)?;
    // The evaluation has no part in this.
    match proof.certificate.rule() {
        0 => proof.verify::<PawnRoom>(&PawnGame::new(Stalemate::Draw), pawn_start, output),
        1 => proof.verify::<PawnRoom>(&PawnGame::new(Stalemate::Loss), pawn_start, output),
        kings::RULE => {
            let no_choice = |_: &Proof<'_>, _: &kings::Diagram| Ok(());
            proof.verify::<KingRoom>(&KingGame::default(), no_choice, output)
        }
        rule @ (antichess::RULE | antichess::RULE_OF_SUICIDE) => {
            let stalemate = match rule {
                antichess::RULE => antichess::Stalemate::Wins,
                _ => antichess::Stalemate::FewerMenWin,
            };
            let game = AntichessGame {
                stalemate,
                ..AntichessGame::default()
            };
            proof.verify::<AntichessRoom>(&game, |_, _| Ok(()), output)
        }
        other => bail!(
            "{}: there is no rule number {other}; expected 0 or 1, those of the game '{}', {}, that of the game '{}', or {} or {}, those of the game '{}'",
            proof.path.display(),
            PawnRoom::NAME,
            kings::RULE,
            KingRoom::NAME,
            antichess::RULE,
            antichess::RULE_OF_SUICIDE,
            AntichessRoom::NAME
        ),
    }
}

/// A certificate of either kind.
enum Read {
    Whole(Certificate),
    InPieces(ProofInPieces),
}

impl Read {
    fn decode(bytes: &[u8]) -> Result<Self, CertificateError> {
        match bytes.starts_with(pieces::MAGIC) {
            true => ProofInPieces::decode(bytes).map(Self::InPieces),
            false => Certificate::decode(bytes).map(Self::Whole),
        }
    }

    const fn rule(&self) -> u8 {
        match self {
            Self::Whole(certificate) => certificate.rule,
            Self::InPieces(proof) => proof.rule,
        }
    }

    const fn value(&self) -> Outcome {
        match self {
            Self::Whole(certificate) => certificate.value,
            Self::InPieces(proof) => proof.value,
        }
    }

    fn fen(&self) -> &str {
        match self {
            Self::Whole(certificate) => &certificate.fen,
            Self::InPieces(proof) => &proof.fen,
        }
    }

    /// Checks it; how many positions it gives a move for, and in how many pieces.
    fn check(&self, checker: &dyn GameChecker) -> Result<(usize, String), CheckError> {
        match self {
            Self::Whole(certificate) => Ok((checker.check(certificate)?, String::new())),
            Self::InPieces(proof) => {
                let size = checker.check_pieces(proof)?;
                let pieces = HumanCount(size.pieces as u64);
                Ok((size.positions, format!(" in {pieces} pieces")))
            }
        }
    }
}

/// A certificate that is to be checked.
pub struct Proof<'a> {
    arguments: &'a Arguments,
    shared: &'a Shared,
    engine: &'a Engine,
    path: &'a Path,
    bytes: usize,
    certificate: Read,
}

impl<'a> Proof<'a> {
    /// Reads it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(arguments: &'a Arguments, shared: &'a Shared, engine: &'a Engine) -> Result<Self> {
        let path = &arguments.file;
        let bytes = of_file(path, standard::read(path))?;
        Ok(Self {
            arguments,
            shared,
            engine,
            path,
            bytes: bytes.len(),
            certificate: of_file(path, Read::decode(&bytes))?,
        })
    }

    /// Checks it by the rules of a game, which must have the number of its rule, and says what it
    /// proves. `start` looks whether what the command line says of the start agrees.
    ///
    /// # Errors
    /// If it is about something else, or does not prove what it says.
    pub fn verify<R: Room<Game: Provable>>(
        &self,
        game: &R::Game,
        start: impl FnOnce(&Self, &<R::Game as Playable>::Diagram) -> Result<()>,
        output: &mut dyn Write,
    ) -> Result<()> {
        let (path, certificate) = (self.path.display(), &self.certificate);
        if game.rule() != certificate.rule() {
            bail!(
                "{path} is by the rule number {}; expected {}, '{}' of the game '{}'",
                certificate.rule(),
                game.rule(),
                game.rule_in_words(),
                R::NAME
            );
        }
        let root = game.read_fen(certificate.fen()).map_err(|error| {
            anyhow!("{path}: wrong FEN '{}': {error}", short(certificate.fen()))
        })?;
        self.is_about::<R>(game, &root)?;
        start(self, &root)?;
        let checked = certificate.check(&Checking(game.clone()));
        let (positions, in_pieces) = checked.map_err(|error| match error {
            CheckError::Flaw { fen, problem } => {
                anyhow!("{path} proves nothing: {problem}, at {fen}")
            }
            other => anyhow!("{path}: {other}"),
        })?;
        writeln!(
            output,
            "{root}\n{}; {} positions checked{in_pieces}, {} bytes",
            game.rule_in_full(),
            HumanCount(positions as u64),
            HumanCount(self.bytes as u64)
        )?;
        if self.arguments.line {
            let Read::Whole(certificate) = certificate else {
                bail!("{path} is checked, but in pieces it holds no line; do without --line");
            };
            let position = &R::Game::position(&root);
            let moves = principal(game, position, certificate.value, &certificate.strategies);
            let moves = moves.context("the certificate is checked, but holds no line")?;
            let is_longest = true;
            let line = Line { moves, is_longest };
            writeln!(output, "{}", told_line(game, &root, &line))?;
        }
        writeln!(output, "value {}", certificate.value())?;
        Ok(())
    }

    /// Looks whether it is about the game, the position and the board that the command line says.
    fn is_about<R: Room<Game: Provable>>(
        &self,
        game: &R::Game,
        root: &<R::Game as Playable>::Diagram,
    ) -> Result<()> {
        let path = self.path.display();
        if let Some(fen) = &self.arguments.fen {
            let asked = match fen.as_str() {
                "startpos" => {
                    let start = self.session::<R>()?.diagram().cloned();
                    start.context("there is no position")?
                }
                fen => game
                    .read_fen(&named_fen(fen)?)
                    .map_err(|error| Usage(format!("wrong FEN '{}': {error}", short(fen))))?,
            };
            if !is_same::<R::Game>(&asked, root) {
                bail!("{path} is about '{root}', not about '{asked}'");
            }
        }
        if let Some(name) = &self.shared.variant {
            let asked = self.session::<R>()?.game();
            if asked.rule() != self.certificate.rule() {
                let (own, other) = (game.rule_in_full(), asked.rule_in_full());
                bail!("{path} is by another rule, {own}; with '{name}' {other}");
            }
        }
        let files = game.picture(root).files();
        if let Some(asked) = self.shared.files.filter(|asked| *asked as usize != files) {
            bail!("{path} is about a board of {files} files, not of {asked}");
        }
        Ok(())
    }

    /// The engine's session, which must be of the certificate's game.
    fn session<R: Room>(&self) -> Result<&Session<R>> {
        let (variant, game) = (&self.engine.options().variant, self.engine.variant().game());
        let path = self.path.display();
        self.engine.session().with_context(|| {
            let own = R::NAME;
            format!("{path} is about the game '{own}', but the variant {variant} is of the game '{game}'")
        })
    }
}

/// Whether two positions are the same, whatever move of the game it is.
fn is_same<G: Playable>(one: &G::Diagram, other: &G::Diagram) -> bool {
    (G::position(one), G::turn(one)) == (G::position(other), G::turn(other))
}

/// Whether the gaps are those that the command line names.
fn pawn_start(proof: &Proof, root: &Diagram) -> Result<()> {
    let (path, shared) = (proof.path.display(), proof.shared);
    if let Some(gaps) = &shared.gaps {
        // The width is the certificate's, whether it is told or not.
        let rules = proof.session::<PawnRoom>()?.room().rules();
        let chosen = gaps.parse().map(|gaps| rules.start(root.files, gaps));
        let Ok(Ok(start)) = chosen else {
            bail!("{path} is about '{root}', where there can be no gaps {gaps}");
        };
        if !is_same::<PawnGame>(&start, root) {
            bail!("{path} is about '{root}', not about the start with the gaps {gaps}");
        }
    }
    Ok(())
}
