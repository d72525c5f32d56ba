//! Games of PGN files as fair play sees them.
//!
//! Files of any size and dirt are streamed, and a game that cannot be read is a
//! `Problem` that says where and why. Start with `games`.

use std::fmt;
use std::io::BufRead;

use super::clock;
use super::game::{Ply, SourceGame};
use plumb_chess::notation::pgn::{
    PgnEntry, PgnMove, PgnOptions, PgnPlace, PgnProblem, read_games_at,
};
use plumb_support::wording::say;

/// A game, or part of a file, that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file's name as it was given.
    pub file: String,
    /// The game's number in the file, from 1.
    pub number: usize,
    /// The line on which it begins, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: String,
    /// It is no game that somebody wrote down wrongly, but something else: prose, noise, or
    /// the file itself.
    pub is_no_game: bool,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slots = [
            ("file", self.file.as_str()),
            ("number", &self.number.to_string()),
            ("line", &self.line.to_string()),
            ("reason", &self.reason),
        ];
        f.write_str(&say("unreadable.in_file", &slots))
    }
}

impl Problem {
    pub(super) fn of(file: &str, problem: PgnProblem) -> Problem {
        Problem {
            file: file.to_owned(),
            number: problem.number,
            line: problem.line,
            reason: problem.reason,
            is_no_game: problem.is_no_game,
        }
    }
}

/// The games of a file, in order; `file` is its name for messages.
pub fn games<R: BufRead>(
    file: &str,
    source: R,
) -> impl Iterator<Item = Result<SourceGame, Problem>> + use<R> {
    games_at(file, source, PgnPlace::default())
}

/// The same of a text that was cut out of the file and began at this place there.
pub fn games_at<R: BufRead>(
    file: &str,
    source: R,
    place: PgnPlace,
) -> impl Iterator<Item = Result<SourceGame, Problem>> + use<R> {
    let file = file.to_owned();
    let options = PgnOptions {
        tags: &[],
        plies: usize::MAX,
        comments: true,
        null_moves: true,
    };
    read_games_at(source, options, place).map(move |entry| match entry {
        Ok(entry) => Ok(source_game(file.clone(), entry)),
        Err(problem) => Err(Problem::of(&file, problem)),
    })
}

fn source_game(file: String, entry: PgnEntry) -> SourceGame {
    let ply = |PgnMove { mv, comment, .. }: &PgnMove| Ply {
        mv: *mv,
        clock_ms: clock::clock_ms(comment),
        spent_ms: clock::spent_ms(comment),
    };
    SourceGame {
        file,
        number: entry.number,
        line: entry.line,
        plies: entry.game.moves.iter().map(ply).collect(),
        tags: entry.game.tags,
        start: entry.game.start,
    }
}

#[cfg(test)]
#[path = "source_tests.rs"]
mod tests;
