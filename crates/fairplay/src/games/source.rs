//! Games of PGN files as fair play sees them.
//!
//! Files of any size and dirt are streamed, and a game that cannot be read is a
//! `PgnProblem` that says where and why. Start with `games`.

use std::io::BufRead;

use super::clock::{self, NotedTime};
use super::clock_form::{ClockForm, Clocks, spent_form};
use super::game::{Ply, SourceGame};
use super::time_control::TimeControl;
use plumb_chess::notation::pgn::{
    PgnEntry, PgnGame, PgnMove, PgnOptions, PgnPlace, PgnProblem, read_games_at,
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
    SourceGame {
        number: entry.number,
        line: entry.line,
        notes: entry.notes,
        ..SourceGame::of(file, entry.game)
    }
}

impl SourceGame {
    /// The first game of a file, or one that is in no file.
    pub fn of(name: String, game: PgnGame) -> SourceGame {
        let control = TimeControl::of_tags(&game.tags).ok();
        let noted = |read: fn(&str) -> Option<NotedTime>| {
            let times = game.moves.iter().map(move |mv| read(&mv.comment));
            Clocks::of(&game.start, times)
        };
        let (clocks, spent) = (noted(clock::clock), noted(clock::spent));
        let shown_form = clocks.form(control.as_ref());
        let spent_form = spent_form(&spent, &clocks, shown_form, control.as_ref());
        let ply = |PgnMove { mv, comment, .. }: &PgnMove| Ply {
            mv: *mv,
            clock_ms: clock::clock(comment).and_then(|time| shown_form.ms(time)),
            // Within a minute a clock of minutes says nothing.
            spent_ms: clock::spent(comment)
                .and_then(|time| spent_form.ms(time).filter(|&ms| ms > 0 || !time.is_short)),
        };
        let clock_form = match (shown_form, spent_form) {
            (ClockForm::Undecided, _) | (_, ClockForm::Undecided) => ClockForm::Undecided,
            (ClockForm::Minutes, _) | (_, ClockForm::Minutes) => ClockForm::Minutes,
            _ => ClockForm::Seconds,
        };
        SourceGame {
            shown_names: [None, None],
            file: name,
            number: 1,
            line: 1,
            plies: game.moves.iter().map(ply).collect(),
            clock_form,
            notes: Vec::new(),
            tags: game.tags,
            start: game.start,
        }
    }
}

#[cfg(test)]
#[path = "source_tests.rs"]
mod tests;
