//! Frequencies of moves in recorded games as a policy.

use std::io::{self, BufRead};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::move_counts::MoveCounts;
use super::question::{History, Policy, PolicyError, PolicyQuestion};
use plumb_chess::board::Move;
use plumb_chess::notation::pgn::{PgnGame, PgnOptions, PgnProblem, read_games};
use plumb_support::unpack;
use plumb_support::wording::{say, text};

/// So many games that cannot be read are named; all are counted.
const NAMED_PROBLEMS: usize = 10;

/// A move is as likely as it was frequent in recorded games, whoever played; where the position
/// never occurred, another policy answers.
pub struct EmpiricalPolicy {
    counts: MoveCounts,
    games: usize,
    bad_games: usize,
    problems: Vec<PgnProblem>,
    file: String,
    fallback: Box<dyn Policy>,
}

/// Why a file of games is of no use.
#[derive(Debug, thiserror::Error)]
pub enum EmpiricalError {
    /// It could not be read: its name, and what the system said.
    #[error("{}", say!(policy.unreadable, file = .0, reason = .1))]
    Unreadable(String, io::Error),
    /// There is no game with a move in it: its name, and what is wrong with the first that
    /// could not be read, if there is one.
    #[error("{}", no_games(.0, .1.as_ref()))]
    NoGames(String, Option<PgnProblem>),
    /// Somebody asked to stop.
    #[error("{}", text!(policy.stopped))]
    Stopped,
}

fn no_games(file: &str, problem: Option<&PgnProblem>) -> String {
    let Some(problem) = problem else {
        return say!(policy.no_games, file);
    };
    say!(policy.no_readable_games, file, problem)
}

impl EmpiricalPolicy {
    /// From a PGN file, packed or not; `fallback` answers where it has nothing. Reading ends
    /// with `EmpiricalError::Stopped` once `stop` is true.
    pub fn from_pgn(
        path: &Path,
        fallback: Box<dyn Policy>,
        stop: &Arc<AtomicBool>,
    ) -> Result<EmpiricalPolicy, EmpiricalError> {
        let file = path.display().to_string();
        let source = match unpack::open_until(path, stop) {
            Ok(source) => source,
            Err(_) if stop.load(Ordering::Relaxed) => return Err(EmpiricalError::Stopped),
            Err(error) => return Err(EmpiricalError::Unreadable(file, error)),
        };
        let mut policy = EmpiricalPolicy::read(&file, source, fallback, stop)?;
        // What is said of an answer does not depend on the folder.
        if let Some(name) = path.file_name() {
            policy.file = name.to_string_lossy().into_owned();
        }
        Ok(policy)
    }

    /// The same from a text of games that is called `file`.
    pub fn read(
        file: &str,
        source: impl BufRead,
        fallback: Box<dyn Policy>,
        stop: &AtomicBool,
    ) -> Result<EmpiricalPolicy, EmpiricalError> {
        let mut policy = EmpiricalPolicy {
            counts: MoveCounts::default(),
            games: 0,
            bad_games: 0,
            problems: Vec::new(),
            file: file.to_owned(),
            fallback,
        };
        for entry in read_games(source, PgnOptions::MOVES) {
            if stop.load(Ordering::Relaxed) {
                return Err(EmpiricalError::Stopped);
            }
            match entry {
                Ok(entry) => policy.take(&entry.game),
                Err(problem) => {
                    policy.bad_games += 1;
                    if policy.problems.len() < NAMED_PROBLEMS {
                        policy.problems.push(problem);
                    }
                }
            }
        }
        policy.counts.sort();
        if policy.games == 0 {
            let problem = policy.problems.into_iter().next();
            return Err(EmpiricalError::NoGames(policy.file, problem));
        }
        Ok(policy)
    }

    /// Games whose moves were counted.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Games that could not be read.
    pub fn bad_games(&self) -> usize {
        self.bad_games
    }

    /// What is wrong with the first of these.
    pub fn problems(&self) -> &[PgnProblem] {
        &self.problems
    }

    fn take(&mut self, game: &PgnGame) {
        let mut position = game.start.clone();
        for mv in game.played() {
            self.counts.add(&position, mv);
            position = position.play(mv);
        }
        self.games += usize::from(position != game.start);
    }
}

impl Policy for EmpiricalPolicy {
    fn name(&self) -> String {
        let (file, games, rest) = (&self.file, self.games, self.fallback.name());
        format!("empirical ({file}, {games} games), else {rest}")
    }

    fn history(&self) -> History {
        self.fallback.history()
    }

    fn chances(&mut self, question: &PolicyQuestion<'_>) -> Result<Vec<(Move, f64)>, PolicyError> {
        let counts = self.counts.of(question.game.position());
        // A key may, though hardly ever, be that of another position too.
        let legal = counts.filter(|(mv, _)| question.legal.contains(mv));
        let moves: Vec<_> = legal.map(|(mv, count)| (mv, f64::from(count))).collect();
        match moves.is_empty() {
            true => self.fallback.chances(question),
            false => Ok(moves),
        }
    }
}
