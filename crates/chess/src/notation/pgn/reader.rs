//! The games of a PGN file of any size and dirt, one after the other.
//!
//! Nothing is held but the game at hand. A game that cannot be read is a
//! `PgnProblem` that says where and why, and the rest go on. Start with
//! `read_games`.

use std::io::{self, BufRead};

use super::alphabet::ALPHABETS;
use super::check::check;
use super::game::PgnGame;
use super::options::PgnOptions;
use super::split::{GameText, game_texts};
use super::unchecked::{UncheckedGame, Unreadable, parse, parse_local};
use crate::notation::CastlingStyle;
use plumb_support::wording::{say, text};

/// A game of a file and its place there.
#[derive(Clone, Debug, PartialEq)]
pub struct PgnEntry {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The line of the file on which it begins, from 1.
    pub line: u64,
    /// What it is.
    pub game: PgnGame,
    /// What its reader should know, although it could be read: its moves are in German, or
    /// words stand before them. Each is a line without an end.
    pub notes: Vec<String>,
}

impl PgnEntry {
    /// A note on it, with its place in the file.
    pub fn named(&self, note: &str) -> String {
        PgnProblem::of_game(self.number, self.line, note.to_owned()).to_string()
    }
}

/// Where in a file a text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PgnPlace {
    /// The number of its first game, from 1.
    pub number: usize,
    /// Its first line, from 1.
    pub line: u64,
}

impl Default for PgnPlace {
    fn default() -> PgnPlace {
        PgnPlace { number: 1, line: 1 }
    }
}

/// A game, or the rest of a file, that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", PgnProblem::text(.file, *.number, *.line, .reason))]
pub struct PgnProblem {
    /// The file's name as it was given; empty for a text without one.
    pub file: String,
    /// The game's number in the file, from 1.
    pub number: usize,
    /// The line of the file on which it begins, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: String,
    /// The file itself could not be read further: games are missing.
    pub ends_file: bool,
    /// It is no game that somebody wrote down wrongly, but something else: prose, noise, or
    /// the file itself.
    pub is_no_game: bool,
}

impl PgnProblem {
    /// A game that is written down wrongly, in a text without a name.
    pub fn of_game(number: usize, line: u64, reason: String) -> PgnProblem {
        PgnProblem {
            file: String::new(),
            number,
            line,
            reason,
            ends_file: false,
            is_no_game: false,
        }
    }

    /// The same problem in a file of this name.
    pub fn in_file(self, file: &str) -> PgnProblem {
        PgnProblem {
            file: file.to_owned(),
            ..self
        }
    }

    fn text(file: &str, number: usize, line: u64, reason: &str) -> String {
        match file.is_empty() {
            true => say!(unreadable.in_text, number, line, reason),
            false => say!(unreadable.in_file, file, number, line, reason),
        }
    }
}

/// The games of a file, in order, their moves legal.
pub fn read_games<R: BufRead>(
    source: R,
    options: PgnOptions,
) -> impl Iterator<Item = Result<PgnEntry, PgnProblem>> + use<R> {
    read_games_at(source, options, PgnPlace::default())
}

/// The same of a text that was cut out of a file and began at this place there.
pub fn read_games_at<R: BufRead>(
    source: R,
    options: PgnOptions,
    place: PgnPlace,
) -> impl Iterator<Item = Result<PgnEntry, PgnProblem>> + use<R> {
    each_text(source, place, move |text| {
        let found = parse(text, options);
        let is_one = found.len() == 1;
        let checked = found.into_iter().map(|game| {
            let game = game?;
            // Such a word may be a move in another language.
            let is_foreign = is_one && game.unread.is_some();
            checked(game, options).or_else(|error| match is_foreign {
                true => in_other_language(text, options).ok_or(error),
                false => Err(error),
            })
        });
        checked.collect()
    })
    .map(|(number, line, found)| {
        let (game, notes) = found?;
        Ok(PgnEntry {
            number,
            line,
            game,
            notes,
        })
    })
}

/// The game with legal moves, and what is to be noted.
fn checked(
    mut game: UncheckedGame,
    options: PgnOptions,
) -> Result<(PgnGame, Vec<String>), Unreadable> {
    let mut notes = std::mem::take(&mut game.notes);
    if game.is_local {
        notes.push(text!(unreadable.figurines).to_owned());
    }
    match check(game, options) {
        Ok(game) => {
            if options.tags.is_empty() && castles_as_in_chess960(&game) {
                notes.push(text!(unreadable.chess960).to_owned());
            }
            Ok((game, notes))
        }
        Err(reason) => Err(Unreadable {
            reason,
            is_no_game: false,
        }),
    }
}

/// The castling rights of its FEN are none of chess, and no tag says that it is Chess960.
fn castles_as_in_chess960(game: &PgnGame) -> bool {
    game.tag("FEN").is_some()
        && game.tag("Variant").is_none()
        && CastlingStyle::natural(&game.start) == CastlingStyle::Chess960
}

/// The game in the first language in which all its moves are legal.
fn in_other_language(text: &GameText, options: PgnOptions) -> Option<(PgnGame, Vec<String>)> {
    ALPHABETS.iter().find_map(|alphabet| {
        let mut game = parse_local(text, options, alphabet)?;
        let language = alphabet.language;
        let mut notes = vec![say!(unreadable.language, language)];
        notes.append(&mut game.notes);
        Some((check(game, options).ok()?, notes))
    })
}

/// The games of a file, in order, as they are written: several times as fast, for
/// who needs no board.
pub fn read_unchecked<R: BufRead>(
    source: R,
    options: PgnOptions,
) -> impl Iterator<Item = Result<UncheckedGame, PgnProblem>> + use<R> {
    read_unchecked_at(source, options, PgnPlace::default())
}

/// The texts of the games of a file as they stand there, in order, each with the line on
/// which it begins, from 1: for who hands them on and understands them elsewhere. An error
/// of the source is the last item.
pub fn read_texts<R: BufRead>(source: R) -> impl Iterator<Item = io::Result<(u64, String)>> {
    game_texts(source, 1).map(|text| {
        let text = text?;
        Ok((text.line, text.restored()))
    })
}

fn read_unchecked_at<R: BufRead>(
    source: R,
    options: PgnOptions,
    place: PgnPlace,
) -> impl Iterator<Item = Result<UncheckedGame, PgnProblem>> + use<R> {
    each_text(source, place, move |text| parse(text, options)).map(|(number, line, found)| {
        let mut game = found?;
        (game.number, game.line) = (number, line);
        Ok(game)
    })
}

/// What each text of the file has, with its number and line.
fn each_text<R: BufRead, T>(
    source: R,
    place: PgnPlace,
    read: impl Fn(&GameText) -> Vec<Result<T, Unreadable>>,
) -> impl Iterator<Item = (usize, u64, Result<T, PgnProblem>)> {
    let mut number = place.number.saturating_sub(1);
    let mut line = 0;
    game_texts(source, place.line).flat_map(move |text| {
        let (found, ends_file) = match text {
            Ok(text) => {
                line = text.line;
                (read(&text), false)
            }
            Err(error) => {
                let reason = say!(unreadable.rest, error);
                let is_no_game = true;
                (vec![Err(Unreadable { reason, is_no_game })], true)
            }
        };
        let first = number + 1;
        number += found.len();
        (first..).zip(found).map(move |(number, game)| {
            let game = game.map_err(|Unreadable { reason, is_no_game }| PgnProblem {
                ends_file,
                is_no_game,
                ..PgnProblem::of_game(number, line, reason)
            });
            (number, line, game)
        })
    })
}

#[cfg(test)]
#[path = "reader_tests.rs"]
mod tests;
