//! How often honest people's moves coincide with an engine's: by how many sides of games a
//! threshold would be reached, and up to where nobody honest came.
//!
//! D. J. Barnes and J. Hernandez-Castro, On the limits of engine analysis for cheating detection
//! in chess (2015), ask it of games from before there were engines: many moves at a glance, and
//! the most remarkable sides deeper. Start with `CoincidenceSample::add`.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::positive_rate::ThresholdShare;
use plumb_fairplay::{AuditError, Book, Figures, RecordedMoves, Standard, plain_pgn};

/// A side of a game with enough counted moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideCoincidence {
    /// The game's place among all that were added, from 0.
    pub game: usize,
    /// Counted moves.
    pub moves: u64,
    /// CV: the share of moves that were the first choice or as good, 0 to 1.
    pub coincidence_value: f64,
    /// AE: what they lost on average, in centipawns.
    pub average_error_cp: f64,
}

/// Sides of games in the order in which these were added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoincidenceSample {
    sides: Vec<SideCoincidence>,
    games: usize,
}

impl CoincidenceSample {
    /// Adds every game of a run. `go_on` is told how many it has read, and ends it by no.
    pub fn add(
        &mut self,
        run: &RecordedMoves,
        book: &Book,
        standard: &Standard<'_>,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<(), AuditError> {
        for id in 1..=run.games()? {
            let report = run.report(id, book, standard)?;
            self.add_game([&report.white_figures, &report.black_figures]);
            if !go_on(id) {
                break;
            }
        }
        Ok(())
    }

    fn add_game(&mut self, sides: [&Figures; 2]) {
        for core in sides.into_iter().filter_map(Figures::counted) {
            self.sides.push(SideCoincidence {
                game: self.games,
                moves: core.moves,
                coincidence_value: core.equal.share,
                average_error_cp: core.average_error_cp.mean,
            });
        }
        self.games += 1;
    }

    /// Every side with enough counted moves.
    pub fn sides(&self) -> &[SideCoincidence] {
        &self.sides
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Of those with so many moves, how many a threshold would accuse.
    pub fn reached(
        &self,
        moves: &RangeInclusive<u64>,
        accuses: impl Fn(&SideCoincidence) -> bool,
    ) -> ThresholdShare {
        ThresholdShare::of(self.of_length(moves).map(accuses))
    }

    /// The highest CV and the lowest AE of those with so many moves; nothing of none.
    pub fn extremes(&self, moves: &RangeInclusive<u64>) -> Option<(f64, f64)> {
        let extreme = |(cv, ae): (f64, f64), side: &SideCoincidence| {
            (
                cv.max(side.coincidence_value),
                ae.min(side.average_error_cp),
            )
        };
        let begin = (0.0, f64::INFINITY);
        let is_any = self.of_length(moves).next().is_some();
        is_any.then(|| self.of_length(moves).fold(begin, extreme))
    }

    /// The border of honest play: nobody with so many moves and so high a CV, or more of both,
    /// lost less on average than this, in centipawns; nothing where nobody has as much.
    pub fn border_cp(&self, least_moves: u64, least_coincidence: f64) -> Option<f64> {
        self.of_length(&(least_moves..=u64::MAX))
            .filter(|side| side.coincidence_value >= least_coincidence)
            .map(|side| side.average_error_cp)
            .min_by(f64::total_cmp)
    }

    /// The games to look at deeper: those of every side with so high a CV, and those of the
    /// `lowest` sides with the lowest AE.
    pub fn remarkable(&self, least_coincidence: f64, lowest: usize) -> BTreeSet<usize> {
        let mut by_error: Vec<&SideCoincidence> = self.sides.iter().collect();
        by_error.sort_by(|a, b| a.average_error_cp.total_cmp(&b.average_error_cp));
        let low = by_error.into_iter().take(lowest);
        let high = self.sides.iter();
        let high = high.filter(|side| side.coincidence_value >= least_coincidence);
        low.chain(high).map(|side| side.game).collect()
    }

    fn of_length<'a>(
        &'a self,
        moves: &'a RangeInclusive<u64>,
    ) -> impl Iterator<Item = &'a SideCoincidence> {
        self.sides.iter().filter(|side| moves.contains(&side.moves))
    }
}

/// The games of runs at these places, counted through from 0, as PGN.
pub fn games_at(runs: &[RecordedMoves], places: &BTreeSet<usize>) -> Result<String, AuditError> {
    let mut text = String::new();
    let mut first = 0;
    for run in runs {
        let count = run.games()? as usize;
        for place in places.range(first..first + count) {
            text.push_str(&plain_pgn(&run.source((place - first) as u64 + 1)?));
        }
        first += count;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(sides: &[(u64, f64, f64)]) -> CoincidenceSample {
        let side = |(place, &(moves, coincidence_value, average_error_cp))| SideCoincidence {
            game: place / 2,
            moves,
            coincidence_value,
            average_error_cp,
        };
        CoincidenceSample {
            sides: sides.iter().enumerate().map(side).collect(),
            games: sides.len().div_ceil(2),
        }
    }

    #[test]
    fn the_border_is_the_least_error_of_those_who_have_as_much() {
        let all = sample(&[
            (12, 0.9, 3.0),
            (30, 0.6, 5.0),
            (40, 0.7, 9.0),
            (12, 0.5, 1.0),
        ]);
        assert_eq!(all.border_cp(10, 0.0), Some(1.0));
        assert_eq!(all.border_cp(10, 0.6), Some(3.0));
        assert_eq!(all.border_cp(20, 0.6), Some(5.0));
        assert_eq!(all.border_cp(20, 0.7), Some(9.0));
        assert_eq!(all.border_cp(20, 0.8), None);
        assert_eq!(all.extremes(&(10..=19)), Some((0.9, 1.0)));
        assert_eq!(all.extremes(&(13..=29)), None);
        let accused = all.reached(&(10..=19), |side| side.average_error_cp <= 1.0);
        assert_eq!((accused.count, accused.of), (1, 2));
    }

    #[test]
    fn remarkable_games_have_a_high_coincidence_or_a_low_error() {
        let all = sample(&[
            (12, 0.9, 30.0),
            (30, 0.6, 5.0),
            (40, 0.7, 9.0),
            (12, 0.5, 10.0),
            (20, 0.5, 7.0),
        ]);
        let places = |found: BTreeSet<usize>| found.into_iter().collect::<Vec<_>>();
        assert_eq!(places(all.remarkable(0.9, 0)), [0]);
        assert_eq!(places(all.remarkable(0.9, 2)), [0, 2]);
        assert_eq!(places(all.remarkable(0.7, 0)), [0, 1]);
    }
}
