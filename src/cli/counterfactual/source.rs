//! The game, who played it, and the windows of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb::board::{Color, Game};
use plumb::choice::HumanModel;
use plumb::counterfactual::{RatingScale, Ratings, Side, Window, WindowChoice};
use plumb::fairplay::{Book, SourceGame, pool_of, time_class_of};
use plumb::notation::pgn::{PgnOptions, parse_rating, read_games};
use plumb::unpack;
use plumb::wording::text;

use super::arguments::Arguments;
use plumb_terminal::{Failure, warn};

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
                let name = format!("demo {}", demo.name());
                (demo.game().map_err(Failure)?, name, Some(demo.side()))
            }
            (None, Some(file)) => {
                let name = file.display();
                let file_text = unpack::open_until(file, stop);
                let file_text = file_text.map_err(|error| Failure(format!("{name}: {error}")))?;
                let options = PgnOptions {
                    null_moves: true,
                    ..PgnOptions::MOVES
                };
                let number = arguments.game as usize;
                let game = match read_games(file_text, options).nth(number - 1) {
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
        let named = arguments.request.side.map(Side::color);
        let side = named.or(side);
        let missing = || Failure(format!("--side: {}", text!(expected.side)));
        Ok(Source {
            side: side.ok_or_else(missing)?,
            game: pgn.to_game(),
            source: SourceGame::of(name.clone(), pgn),
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
                true => (arguments.request.elo, "--elo"),
                false => (arguments.request.opponent_elo, "--opponent-elo"),
            };
            let tag = side.fold("WhiteElo", "BlackElo");
            let of_game = || parse_rating(self.source.tag(tag)?).map(f64::from);
            let rating = given.map(|elo| elo.get() as f64).or_else(of_game);
            let rating = rating.ok_or_else(|| {
                let name = &self.name;
                Failure(format!(
                    "{name} has no rating as {tag}: give one with {option}"
                ))
            })?;
            let (pool, class) = (pool_of(&self.source), time_class_of(&self.source));
            Ok(scale.rating(rating, pool, class, people))
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
        let plies = arguments.request.plies();
        let failed =
            |error: plumb::counterfactual::NoWindow| Failure(format!("{}: {error}", self.name));
        if let Some(from) = arguments.request.from {
            let window = Window::of(&self.game, self.side, from.get() as usize, plies);
            return Ok((vec![window.map_err(failed)?], WindowChoice::Named));
        }
        let mut book = Book::default().with_plies(arguments.request.book_plies());
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
