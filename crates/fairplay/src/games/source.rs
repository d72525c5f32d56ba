//! Games of PGN files as fair play sees them.
//!
//! Files of any size and dirt are streamed, and a game that cannot be read is a
//! `PgnProblem` that says where and why. Start with `games`.

use std::io::BufRead;

use super::clock;
use super::game::{Ply, SourceGame};
use plumb_chess::notation::pgn::{
    PgnEntry, PgnMove, PgnOptions, PgnPlace, PgnProblem, read_games_at,
};

/// The games of a file, in order; `file` is its name for messages.
pub fn games<R: BufRead>(
    file: &str,
    source: R,
) -> impl Iterator<Item = Result<SourceGame, PgnProblem>> + use<R> {
    games_at(file, source, PgnPlace::default())
}

/// The same of a text that was cut out of the file and began at this place there.
pub fn games_at<R: BufRead>(
    file: &str,
    source: R,
    place: PgnPlace,
) -> impl Iterator<Item = Result<SourceGame, PgnProblem>> + use<R> {
    let file = file.to_owned();
    let options = PgnOptions {
        tags: &[],
        plies: usize::MAX,
        comments: true,
        null_moves: true,
    };
    read_games_at(source, options, place).map(move |entry| match entry {
        Ok(entry) => Ok(source_game(file.clone(), entry)),
        Err(problem) => Err(problem.in_file(&file)),
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
        notes: entry.notes,
    }
}

#[cfg(test)]
#[path = "source_tests.rs"]
mod tests;
