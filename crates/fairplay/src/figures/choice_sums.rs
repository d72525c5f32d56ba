//! Choices beside the models, added up.
//!
//! Sums are kept in whole millionths: adding them up gives the same bytes in every order,
//! and taking a part away leaves exactly the rest. Start with `ChoiceSums::of_side`.

use super::each_number::{EachNumber, Number};
use super::moments::{UNIT, millionths};
use crate::facts::{ModelledChoice, RATING_GRID};
use plumb_engine::choice::PoolScatter;

/// A difference from what was expected, and what may make it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ExcessSums {
    /// The sum of what came out less what was expected.
    pub(super) excess: i128,
    /// Its variance if choices are independent.
    pub(super) variance: i128,
    /// Its variance between games.
    pub(super) game_variance: i128,
    /// Its deviation between players of one event.
    pub(super) player_deviation: i128,
    /// Its deviation between events, as if all of it were of one: of a player in several it is
    /// less, so that nobody is surer than he ought to be.
    pub(super) event_deviation: i128,
}

/// What choices add up to, in millionths where it is no count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChoiceSums {
    /// Choices.
    pub(super) choices: u64,
    /// Of these, by rated players.
    pub(super) rated: u64,
    /// Of these, first choices of the engine.
    pub(super) matches: u64,
    /// Of the rated ones, with a log ratio above 0.
    pub(super) engine_like: u64,
    /// How many of those are to be expected.
    pub(super) expected_engine_like: i128,
    /// Comparable ratings of the rated choices.
    pub(super) rating: i128,
    /// Matches that are to be expected.
    pub(super) expected_matches: i128,
    pub(super) match_sums: ExcessSums,
    pub(super) ratio_sums: ExcessSums,
    /// Of the rated ones, those whose deep loss is known.
    pub(super) with_deep_loss: u64,
    /// The sum of their deep losses, scaled.
    pub(super) deep_loss: i128,
    /// The sum of the deep losses that are expected of people of their ratings, scaled.
    pub(super) expected_deep_loss: i128,
    /// What was expected less what was lost: less loss is more.
    pub(super) loss_sums: ExcessSums,
    /// [`PoolScatter::rating_width`] of every choice.
    pub(super) rating_width: i128,
    /// [`PoolScatter::rating_spread`] of every choice.
    pub(super) rating_spread: i128,
    /// ln(share of what was chosen) at each rating of [`RATING_GRID`].
    pub(super) log_shares: [i128; RATING_GRID.len()],
}

impl ChoiceSums {
    /// Of the choices of one side of one game.
    pub fn of_side<'a>(choices: impl IntoIterator<Item = &'a ModelledChoice>) -> ChoiceSums {
        let mut sums = ChoiceSums::default();
        let mut scatter = PoolScatter::default();
        for choice in choices {
            sums.add(choice);
            scatter = choice.scatter;
        }
        let rated = sums.rated as f64;
        let square = |deviation: f64| millionths((deviation * rated).powi(2));
        sums.match_sums.game_variance = square(scatter.match_game);
        sums.match_sums.player_deviation = millionths(scatter.match_player * rated);
        sums.match_sums.event_deviation = millionths(scatter.match_event * rated);
        sums.ratio_sums.game_variance = square(scatter.ratio_game);
        sums.ratio_sums.player_deviation = millionths(scatter.ratio_player * rated);
        sums.ratio_sums.event_deviation = millionths(scatter.ratio_event * rated);
        // Losses scatter in proportion to what is expected.
        let expected = sums.expected_deep_loss as f64 / UNIT;
        sums.loss_sums.game_variance = millionths((scatter.loss_game * expected).powi(2));
        sums.loss_sums.player_deviation = millionths(scatter.loss_player * expected);
        sums.loss_sums.event_deviation = millionths(scatter.loss_event * expected);
        sums
    }

    /// Choices of rated players.
    pub fn rated(&self) -> u64 {
        self.rated
    }

    fn add(&mut self, choice: &ModelledChoice) {
        self.choices += 1;
        self.rating_width += millionths(choice.scatter.rating_width);
        self.rating_spread += millionths(choice.scatter.rating_spread);
        for (sum, log_share) in self.log_shares.iter_mut().zip(choice.log_shares) {
            *sum += millionths(log_share);
        }
        let Some(rated) = &choice.rated else {
            return;
        };
        let (chance, expected) = (rated.match_chance, &rated.expected);
        self.rated += 1;
        self.matches += u64::from(choice.is_match);
        self.rating += millionths(rated.rating);
        self.expected_matches += millionths(chance);
        self.match_sums.excess += millionths(f64::from(u8::from(choice.is_match)) - chance);
        self.match_sums.variance += millionths(chance * (1.0 - chance));
        self.engine_like += u64::from(expected.log_ratio > 0.0);
        self.expected_engine_like += millionths(expected.engine_like_share);
        let usual = expected.expected_log_ratio + choice.scatter.ratio_bias;
        self.ratio_sums.excess += millionths(expected.log_ratio - usual);
        let width = choice.scatter.ratio_width;
        self.ratio_sums.variance += millionths(expected.log_ratio_variance * width * width);
        if let Some(loss) = choice.deep_loss {
            let usual = rated.expected_deep_loss;
            self.with_deep_loss += 1;
            self.deep_loss += millionths(loss);
            self.expected_deep_loss += millionths(usual);
            self.loss_sums.excess += millionths(usual - loss);
            self.loss_sums.variance += millionths(choice.scatter.deep_loss_variance(usual));
        }
    }

    /// Adds all choices of another.
    pub fn merge(&mut self, other: &ChoiceSums) {
        let mut other = *other;
        for (mine, theirs) in self.counts().into_iter().zip(other.counts()) {
            *mine += *theirs;
        }
        for (mine, theirs) in self.sums().zip(other.sums()) {
            *mine += *theirs;
        }
    }

    /// Takes away choices that had been added.
    pub fn remove(&mut self, part: &ChoiceSums) {
        let mut part = *part;
        for (mine, theirs) in self.counts().into_iter().zip(part.counts()) {
            *mine = mine.saturating_sub(*theirs);
        }
        for (mine, theirs) in self.sums().zip(part.sums()) {
            *mine -= *theirs;
        }
    }

    /// Shows every number.
    pub(super) fn each_number(&mut self, each: &mut EachNumber<'_>) {
        for count in self.counts() {
            each(Number::Count(count));
        }
        for sum in self.sums() {
            each(Number::Signed(sum));
        }
    }

    fn counts(&mut self) -> [&mut u64; 5] {
        [
            &mut self.choices,
            &mut self.rated,
            &mut self.matches,
            &mut self.engine_like,
            &mut self.with_deep_loss,
        ]
    }

    fn sums(&mut self) -> impl Iterator<Item = &mut i128> {
        let single = [
            &mut self.expected_engine_like,
            &mut self.rating,
            &mut self.expected_matches,
            &mut self.deep_loss,
            &mut self.expected_deep_loss,
            &mut self.rating_width,
            &mut self.rating_spread,
        ];
        let excesses = [
            &mut self.match_sums,
            &mut self.ratio_sums,
            &mut self.loss_sums,
        ];
        let excesses = excesses.into_iter().flat_map(|sums| {
            [
                &mut sums.excess,
                &mut sums.variance,
                &mut sums.game_variance,
                &mut sums.player_deviation,
                &mut sums.event_deviation,
            ]
        });
        single
            .into_iter()
            .chain(excesses)
            .chain(&mut self.log_shares)
    }
}
