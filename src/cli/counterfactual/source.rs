//! The game, who played it, and the windows of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb::board::{Color, Game};
use plumb::choice::HumanModel;
use plumb::counterfactual::{RatingScale, Ratings, Window, WindowChoice};
use plumb::fairplay::{Book, Ply, SourceGame, pool_of, time_class_of};
use plumb::notation::pgn::{PgnGame, PgnOptions, parse_rating, read_games};
use plumb::unpack;

use super::arguments::{Arguments, Side};
use plumb_terminal::{Failure, warn};

/// So many plies from the start are book where nobody says otherwise: as far as figures beside
/// people of the same rating leave moves out.
const BOOK_PLIES: usize = 16;

/// A game to look at.
pub(super) struct Source {
    source: SourceGame,
    game: Game,
    side: Color,
    /// What messages call it.
    name: String,
}

impl Source {
    /// The game that is asked for.
    pub(super) fn open(arguments: &Arguments, stop: &Arc<AtomicBool>) -> Result<Source, Failure> {
        let (pgn, name, side) = match (arguments.demo, &arguments.file) {
            (Some(demo), _) => {
                let demo = demo.game();
                let name = format!("demo {}", demo.name());
                (demo.game().map_err(Failure)?, name, Some(demo.side()))
            }
            (None, Some(file)) => {
                let name = file.display();
                let text = unpack::open_until(file, stop);
                let text = text.map_err(|error| Failure(format!("{name}: {error}")))?;
                let options = PgnOptions {
                    null_moves: true,
                    ..PgnOptions::MOVES
                };
                let number = arguments.game as usize;
                let game = match read_games(text, options).nth(number - 1) {
                    Some(Ok(entry)) => {
                        for note in &entry.notes {
                            warn(format!("{name}, {}", entry.named(note)));
                        }
                        entry.game
                    }
                    Some(Err(problem)) => return Err(Failure(format!("{name}, {problem}"))),
                    None => return Err(Failure(format!("{name}: there is no game {number}"))),
                };
                (game, format!("{name}, game {number}"), None)
            }
            (None, None) => return Err(Failure("name a file of games".to_owned())),
        };
        let named = arguments.side.map(|side| match side {
            Side::White => Color::White,
            Side::Black => Color::Black,
        });
        Ok(Source {
            game: played(&pgn),
            source: source_game(&pgn, &name),
            // The arguments ask for one of both.
            side: named.or(side).unwrap_or(Color::White),
            name,
        })
    }

    /// Whose moves are looked at.
    pub(super) fn side(&self) -> Color {
        self.side
    }

    /// The ratings of both as a policy counts them.
    pub(super) fn ratings(
        &self,
        arguments: &Arguments,
        scale: RatingScale,
        people: &HumanModel,
    ) -> Result<Ratings, Failure> {
        let of = |side: Color| -> Result<f64, Failure> {
            let (given, option) = match side == self.side {
                true => (arguments.elo, "--elo"),
                false => (arguments.opponent_elo, "--opponent-elo"),
            };
            let tag = side.fold("WhiteElo", "BlackElo");
            let rating = given.or_else(|| parse_rating(self.source.tag(tag)?));
            let rating = rating.ok_or_else(|| {
                let name = &self.name;
                Failure(format!(
                    "{name} has no rating as {tag}: give one with {option}"
                ))
            })?;
            let rating = f64::from(rating);
            Ok(match scale {
                RatingScale::AsGiven => rating,
                RatingScale::OverTheBoard => {
                    let pool = pool_of(&self.source);
                    people.comparable(rating, pool, time_class_of(&self.source))
                }
            })
        };
        Ok(Ratings {
            white: of(Color::White)?,
            black: of(Color::Black)?,
        })
    }

    /// The windows that are asked for.
    pub(super) fn windows(
        &self,
        arguments: &Arguments,
    ) -> Result<(Vec<Window>, WindowChoice), Failure> {
        let plies = arguments.window as usize;
        let failed =
            |error: plumb::counterfactual::NoWindow| Failure(format!("{}: {error}", self.name));
        if let Some(from) = arguments.from {
            let window = Window::of(&self.game, self.side, from as usize, plies);
            return Ok((vec![window.map_err(failed)?], WindowChoice::Named));
        }
        let mut book = Book::default().with_plies(arguments.book_plies.unwrap_or(BOOK_PLIES));
        for path in &arguments.book {
            book = book.with_polyglot(path)?;
        }
        let first = book.depth(&self.source)?.plies + 1;
        if first > self.game.ply() {
            return Err(Failure(format!(
                "{}: all {} plies are book: name the first ply with --from, or fewer with --book-plies",
                self.name,
                self.game.ply()
            )));
        }
        if !arguments.all_windows {
            let window = Window::of(&self.game, self.side, first, plies);
            return Ok((vec![window.map_err(failed)?], WindowChoice::FirstOutOfBook));
        }
        match Window::all(&self.game, self.side, first, plies) {
            windows if windows.is_empty() => Err(Failure(format!(
                "{}: no window of {plies} plies from ply {first} on has enough moves of the player",
                self.name
            ))),
            windows => Ok((windows, WindowChoice::All)),
        }
    }
}

fn played(pgn: &PgnGame) -> Game {
    let mut game = Game::new(pgn.start.clone());
    for played in &pgn.moves {
        match played.mv {
            Some(mv) => game.play(mv),
            None => game.play_null(),
        }
    }
    game
}

fn source_game(pgn: &PgnGame, name: &str) -> SourceGame {
    let ply = |mv| Ply {
        mv,
        ..Ply::default()
    };
    SourceGame {
        notes: Vec::new(),
        file: name.to_owned(),
        number: 1,
        line: 1,
        tags: pgn.tags.clone(),
        start: pgn.start.clone(),
        plies: pgn.moves.iter().map(|played| ply(played.mv)).collect(),
    }
}
