//! All games that were read, some 40 bytes each.
//!
//! Ratings, changes and who played are all that is kept of a game, so that tens of millions
//! fit into memory; names are kept once. Start with `GameTable::add`.

use super::player_names::PlayerNames;
use super::ratings_counts::RatingsCounts;
use crate::games::{Date, RatingList, TaggedGame, TaggedSide};
use plumb_chess::notation::pgn::GameResult;

/// Nobody, among numbers of players.
pub(super) const NOBODY: u32 = u32::MAX;
/// No change is said, among changes.
pub(super) const UNSAID: i16 = i16::MIN;
/// Rows have numbers of 32 bits, and a game has two.
const MOST_GAMES: usize = (1 << 31) - 1;

/// A game as it is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableGame {
    /// White and Black.
    pub sides: [TableSide; 2],
    /// The day, as `day_number` makes it.
    pub day: u32,
    /// Seconds from midnight and one more; 0 where it is not known.
    pub time: u32,
    /// Its number in its file.
    pub number: u32,
    /// The same where event, site, round and moves are.
    pub identity: u32,
    /// Plies.
    pub plies: u16,
    /// White's score, and which sides are computers.
    pub outcome: TableOutcome,
    /// None: it is there twice, and this one does not count.
    pub list: Option<RatingList>,
}

/// White's score in half points, and a bit for each side that is a computer's, which is in no
/// history: in one byte, for a game is to stay small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TableOutcome(u8);

impl TableOutcome {
    const COMPUTERS: [u8; 2] = [4, 8];

    fn new(white_half_points: u8, computers: [bool; 2]) -> TableOutcome {
        let sides = TableOutcome::COMPUTERS.into_iter().zip(computers);
        let bits = sides.map(|(bit, is_computer)| bit * u8::from(is_computer));
        TableOutcome(white_half_points + bits.sum::<u8>())
    }

    /// White's score in half points.
    pub(super) fn white_half_points(self) -> u8 {
        self.0 & 3
    }

    /// Whether White and Black are computers that play openly.
    pub(super) fn computers(self) -> [bool; 2] {
        TableOutcome::COMPUTERS.map(|bit| self.0 & bit > 0)
    }
}

/// A side's player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TableSide {
    /// Whose number it is, or `NOBODY`.
    pub player: u32,
    /// The rating before the game; 0 for none.
    pub rating: u16,
    /// What the game did to it, or `UNSAID`.
    pub change: i16,
}

/// Why no more games can be taken.
#[derive(Debug, thiserror::Error)]
#[error("there are more games than can be read at once, or no memory for them: name fewer files")]
pub struct TableFull;

/// All games of a ranking.
#[derive(Debug)]
pub struct GameTable {
    pub(super) games: Vec<TableGame>,
    pub(super) names: PlayerNames,
    /// Each file's first game here, and its name.
    files: Vec<(usize, String)>,
    is_faithful: bool,
    pub(super) counts: RatingsCounts,
}

impl GameTable {
    /// An empty one; a faithful one takes names as they are written, and games of any rules.
    pub fn new(is_faithful: bool) -> GameTable {
        GameTable {
            games: Vec::new(),
            names: PlayerNames::new(is_faithful),
            files: Vec::new(),
            is_faithful,
            counts: RatingsCounts::default(),
        }
    }

    /// What is added from now on is of this file.
    pub fn begin_file(&mut self, name: &str) {
        self.files.push((self.games.len(), name.to_owned()));
    }

    /// Notes that a game could not be read.
    pub fn add_problem(&mut self) {
        self.counts.problems += 1;
    }

    /// Games that were read, those that cannot be used among them.
    pub fn games_read(&self) -> u64 {
        self.counts.games
    }

    /// Adds a game, if it can be used.
    pub fn add(&mut self, game: &TaggedGame) -> Result<(), TableFull> {
        self.counts.games += 1;
        let white_half_points = match game.result {
            None => {
                self.counts.games_without_result += 1;
                return Ok(());
            }
            Some(GameResult::WhiteWins) => 2,
            Some(GameResult::Draw) => 1,
            Some(GameResult::BlackWins) => 0,
        };
        if game.is_variant && !self.is_faithful {
            self.counts.games_of_variants += 1;
            return Ok(());
        }
        if self.games.len() >= MOST_GAMES {
            return Err(TableFull);
        }
        self.games.try_reserve(1).map_err(|_| TableFull)?;
        let sides = [self.side(&game.white)?, self.side(&game.black)?];
        if sides[0].player == sides[1].player && sides[0].player != NOBODY {
            self.counts.games_against_oneself += 1;
            return Ok(());
        }
        // The procedure that is followed to the letter knows no computers.
        let computers =
            [&game.white, &game.black].map(|side| side.is_computer && !self.is_faithful);
        self.games.push(TableGame {
            sides,
            day: day_number(game.date),
            time: game.time.map_or(0, |time| time + 1),
            number: u32::try_from(game.number).unwrap_or(u32::MAX),
            identity: (game.identity >> 32) as u32,
            plies: u16::try_from(game.plies).unwrap_or(u16::MAX),
            outcome: TableOutcome::new(white_half_points, computers),
            list: Some(game.list),
        });
        Ok(())
    }

    fn side(&mut self, side: &TaggedSide) -> Result<TableSide, TableFull> {
        let player = match &side.name {
            Some(name) => self.names.number(name).ok_or(TableFull)?,
            None => NOBODY,
        };
        Ok(TableSide {
            player,
            rating: side.rating.unwrap_or(0),
            change: side.change.unwrap_or(UNSAID),
        })
    }

    /// The place of a game's file among the files.
    pub(super) fn file_index(&self, game: u32) -> usize {
        let begun = self
            .files
            .partition_point(|(first, _)| *first <= game as usize);
        begun.saturating_sub(1)
    }

    /// The name of a game's file.
    pub(super) fn file(&self, game: u32) -> &str {
        self.files
            .get(self.file_index(game))
            .map_or("", |(_, name)| name)
    }
}

/// A day as a number that sorts by time; what is not known comes before what is.
fn day_number(date: Date) -> u32 {
    let year = u32::from(date.year.unwrap_or(0));
    let month = u32::from(date.month.unwrap_or(0));
    (year * 16 + month) * 32 + u32::from(date.day.unwrap_or(0))
}

/// The day that has this number.
pub(super) fn day_of(number: u32) -> Date {
    let known = |part: u32| (part > 0).then_some(part);
    Date {
        year: known(number / 512).map(|year| year as u16),
        month: known(number / 32 % 16).map(|month| month as u8),
        day: known(number % 32).map(|day| day as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_has_the_score_and_both_sides() {
        for points in 0..3 {
            for computers in [[false, false], [true, false], [false, true], [true, true]] {
                let outcome = TableOutcome::new(points, computers);
                assert_eq!(outcome.white_half_points(), points);
                assert_eq!(outcome.computers(), computers);
            }
        }
    }

    #[test]
    fn days_are_kept_with_what_is_not_known_of_them() {
        let texts = [
            "????.??.??",
            "1857.??.??",
            "1857.11.??",
            "1857.11.02",
            "9999.12.31",
        ];
        let numbers: Vec<u32> = texts
            .iter()
            .map(|text| day_number(Date::parse(text)))
            .collect();
        assert!(numbers.is_sorted());
        for (text, number) in texts.iter().zip(numbers) {
            assert_eq!(day_of(number), Date::parse(text));
        }
    }

    #[test]
    fn a_game_is_small() {
        assert!(size_of::<TableGame>() <= 36);
    }
}
