//! How far honest people's choices scatter around the human-choice model.
//!
//! The model says what people of a rating choose on average. People of one rating differ,
//! ratings are off, and events differ: sums over a player's choices scatter further than
//! independent choices would. What z-scores and intrinsic ratings are divided by comes from
//! here: numbers of whole honest players and their games, by list, from
//! `tables/evidence.toml`. Start with `HonestScatter`.

use std::fmt::Write;
use std::ops::RangeInclusive;

use serde::Deserialize;

use super::human_model::{HumanModel, RATING_BOUNDS};
use super::pool::{Pool, TimeClass};
use super::pool_grid::GridRows;
use super::tail::{DEGREES, Tail};
use crate::tables::{Model, Records, Table, TableError, Tables};

/// A rating, where it is from, and how fast the game was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedPlayer {
    /// The rating in its own list.
    pub rating: f64,
    /// That list.
    pub pool: Pool,
    /// How fast the game was.
    pub class: TimeClass,
}

macro_rules! numbers {
    ($($name:ident $bounds:expr, $sentence:literal;)*) => {
        /// The numbers of one list of ratings.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
        #[serde(deny_unknown_fields, expecting = "a section")]
        pub struct PoolScatter {
            $(#[doc = $sentence] pub $name: f64,)*
        }

        const ENTRIES: &[Entry] = &[$(Entry {
            key: stringify!($name),
            bounds: $bounds,
            sentence: $sentence,
            place: |pool| &mut pool.$name,
        },)*];
    };
}

/// A number of a [`PoolScatter`]: its key, what it may be, its meaning, and where it is.
struct Entry {
    key: &'static str,
    bounds: RangeInclusive<f64>,
    sentence: &'static str,
    place: fn(&mut PoolScatter) -> &mut f64,
}

numbers! {
    match_level -5.0..=5.0, "Level of the log odds that the first choice is made.";
    match_slope 0.01..=5.0, "Their slope over the model's log odds.";
    match_game 0.0..=1.0, "Deviation of a game's share of matches, beyond chance.";
    match_player 0.0..=1.0, "Deviation of a player's share of matches, beyond chance, games and events.";
    match_event 0.0..=1.0, "Deviation of an event's share of matches, beyond chance, games and players.";
    ratio_bias -5.0..=5.0, "Mean log ratio beyond what the model expects, in nats.";
    ratio_width 0.01..=10.0, "Deviation of a log ratio over the model's.";
    ratio_game 0.0..=5.0, "Deviation of a game's mean log ratio, beyond chance, in nats.";
    ratio_player 0.0..=5.0, "Deviation of a player's mean log ratio, beyond chance, games and events, in nats.";
    ratio_event 0.0..=5.0, "Deviation of an event's mean log ratio, beyond chance, games and players, in nats.";
    loss_level -5.0..=5.0, "Level of the logarithm of what a move loses by a deep look, scaled.";
    loss_slope 0.01..=5.0, "Its slope over the logarithm of what the record says people lose.";
    loss_rating -5.0..=5.0, "Its slope over ratings, in thousands of Elo from 2000.";
    loss_width 0.01..=10.0, "Deviation of a deep loss over the root of its mean.";
    loss_game 0.0..=5.0, "Deviation of a game's mean deep loss over what is expected, beyond chance.";
    loss_player 0.0..=5.0, "Deviation of a player's mean deep loss over what is expected, beyond chance, games and events.";
    loss_event 0.0..=5.0, "Deviation of an event's mean deep loss over what is expected, beyond chance, games and players.";
    rating_width 0.1..=10.0, "Error of an intrinsic rating over that of independent choices.";
    rating_spread 0.0..=2_000.0, "Deviation of intrinsic ratings from ratings beyond that error, in Elo.";
}

impl PoolScatter {
    /// The chance, 0 to 1, that the first choice is made, from the share that the model
    /// gives it.
    pub fn match_chance(&self, share: f64) -> f64 {
        let share = share.clamp(1e-4, 1.0 - 1e-4);
        let odds = self.match_level + self.match_slope * libm::log(share / (1.0 - share));
        1.0 / (1.0 + libm::exp(-odds))
    }

    /// What a move of a player of this comparable rating loses by a deep look on average,
    /// scaled, from what the list and the glance say of the moves that such people play.
    pub fn deep_loss(&self, listed: f64, rating: f64) -> f64 {
        let [one, log, beyond] = loss_terms(listed, rating);
        libm::exp(self.loss_level * one + self.loss_slope * log + self.loss_rating * beyond)
    }

    /// The variance of what a move loses by a deep look, from its mean.
    pub fn deep_loss_variance(&self, mean: f64) -> f64 {
        self.loss_width * self.loss_width * mean
    }
}

/// The least loss, scaled, whose logarithm is taken: smaller ones are replaced by it.
const LEAST_LOSS: f64 = 0.005;

/// The terms of the linear model of ln(expected deep loss): 1, ln(`listed`), and the rating's
/// distance from 2000 in thousands of Elo. `listed` is the loss, scaled, that people of the
/// rating are expected to have by the list and the glance. The weights are `loss_level`,
/// `loss_slope` and `loss_rating` of a [`PoolScatter`].
pub fn loss_terms(listed: f64, rating: f64) -> [f64; 3] {
    let log = libm::log(listed.max(LEAST_LOSS));
    [1.0, log, (rating - 2_000.0) / 1_000.0]
}

/// What a rating is off by may be within these, in Elo.
const OFFSET_BOUNDS: RangeInclusive<f64> = -2_000.0..=2_000.0;
/// Numbers have so many digits behind the point.
const DIGITS: usize = 4;
const FACTOR: f64 = 1e4;

/// The numbers of every list.
#[derive(Clone, Debug, PartialEq)]
pub struct HonestScatter {
    /// Which build's records the numbers are from: its stamp.
    pub stamp: String,
    /// What is added to a rating besides the human-choice model's own offset, in Elo.
    pub offsets: [[f64; TimeClass::ALL.len()]; Pool::ALL.len()],
    /// The numbers, by list.
    pub pools: [PoolScatter; Pool::ALL.len()],
    /// How often z-scores of matches come out how high, over all lists.
    pub match_tail: Tail,
    /// The same of engine likeness.
    pub ratio_tail: Tail,
    /// The same of deep losses, less than expected.
    pub loss_tail: Tail,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    records: Records,
    offsets: GridRows,
    tails: Tails,
    over_the_board: PoolScatter,
    fide_online: PoolScatter,
    lichess: PoolScatter,
    fics: PoolScatter,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a section")]
struct Tails {
    matches: Tail,
    engine_like: Tail,
    deep_loss: Tail,
}

/// Student's t with so many degrees of freedom is nearly normal.
const NEARLY_NORMAL: Tail = Tail {
    degrees: 100,
    scale: 1.0,
};

impl Model for HonestScatter {
    const TABLE: Table = Table::Evidence;

    fn read(_: Table, text: &str) -> Result<HonestScatter, TableError> {
        HonestScatter::from_toml(text)
    }
}

impl HonestScatter {
    /// Neutral numbers for records with this stamp, to begin a fit with: the models' expectations
    /// as they are, no scatter of games or players beyond chance, nearly normal tails.
    pub fn none(stamp: &str) -> HonestScatter {
        let pool = PoolScatter {
            match_slope: 1.0,
            ratio_width: 1.0,
            loss_slope: 1.0,
            loss_width: 1.0,
            rating_width: 1.0,
            ..PoolScatter::default()
        };
        HonestScatter {
            stamp: stamp.to_owned(),
            offsets: [[0.0; TimeClass::ALL.len()]; Pool::ALL.len()],
            pools: [pool; Pool::ALL.len()],
            match_tail: NEARLY_NORMAL,
            ratio_tail: NEARLY_NORMAL,
            loss_tail: NEARLY_NORMAL,
        }
    }

    /// The numbers that this binary was built with.
    pub fn embedded() -> HonestScatter {
        HonestScatter::from_toml(Tables::embedded().text(Table::Evidence))
            .expect("a test reads the embedded table")
    }

    /// Reads a table; an error names the key.
    pub fn from_toml(text: &str) -> Result<HonestScatter, TableError> {
        let kind = Table::Evidence;
        let file: File = kind.read(text)?;
        let tail = |name: &str, tail: Tail| {
            let key = |number| format!("tails.{name}.{number}");
            kind.within(key("degrees"), tail.degrees, DEGREES)?;
            kind.within(key("scale"), tail.scale, 0.1..=10.0)?;
            Ok(tail)
        };
        let mut scatter = HonestScatter {
            stamp: file.records.stamp,
            offsets: kind.grid("offsets", file.offsets, OFFSET_BOUNDS)?,
            pools: [
                file.over_the_board,
                file.fide_online,
                file.lichess,
                file.fics,
            ],
            match_tail: tail("matches", file.tails.matches)?,
            ratio_tail: tail("engine_like", file.tails.engine_like)?,
            loss_tail: tail("deep_loss", file.tails.deep_loss)?,
        };
        for (pool, numbers) in Pool::KEYS.iter().zip(&mut scatter.pools) {
            for entry in ENTRIES {
                let number = *(entry.place)(numbers);
                kind.within(
                    format!("{pool}.{}", entry.key),
                    number,
                    entry.bounds.clone(),
                )?;
            }
        }
        Ok(scatter)
    }

    /// The same numbers with as many digits as the table has.
    pub fn rounded(&self) -> HonestScatter {
        let round = |number: f64, factor: f64| {
            let rounded = (number * factor).round() / factor;
            // No table has a -0.
            if rounded == 0.0 { 0.0 } else { rounded }
        };
        let mut rounded = self.clone();
        rounded.offsets = self.offsets.map(|row| row.map(|offset| round(offset, 1.0)));
        let tails = [
            &mut rounded.match_tail,
            &mut rounded.ratio_tail,
            &mut rounded.loss_tail,
        ];
        for tail in tails {
            tail.scale = round(tail.scale, FACTOR);
        }
        for numbers in &mut rounded.pools {
            for entry in ENTRIES {
                let place = (entry.place)(numbers);
                *place = round(*place, FACTOR);
            }
        }
        rounded
    }

    /// The text of its table. `head` is the comment that begins it, `meta` the lines of the
    /// section that says what made it.
    pub fn to_toml(&self, head: &str, meta: &str) -> String {
        let scatter = self.rounded();
        let mut text = format!(
            "{head}\n[meta]\n{meta}\n[records]\nstamp = \"{}\"\n",
            scatter.stamp
        );
        text.push_str(
            "\n# What is added to a rating besides the offsets of choice.toml, in Elo.\n[offsets]\n",
        );
        for (pool, row) in Pool::ALL.iter().zip(&scatter.offsets) {
            let classes = TimeClass::ALL.iter().zip(row);
            let classes = classes.map(|(class, offset)| format!("{} = {offset:.0}", class.key()));
            let classes = classes.collect::<Vec<_>>().join(", ");
            // Writing to a string does not fail.
            let _ = writeln!(text, "{} = {{ {classes} }}", pool.key());
        }
        text.push_str(
            "\n# Student's t with so many degrees of freedom, times the scale: z-scores of honest players.\n[tails]\n",
        );
        for (name, tail) in [
            ("matches", scatter.match_tail),
            ("engine_like", scatter.ratio_tail),
            ("deep_loss", scatter.loss_tail),
        ] {
            let Tail { degrees, scale } = tail;
            let _ = writeln!(
                text,
                "{name} = {{ degrees = {degrees}, scale = {scale:.DIGITS$} }}"
            );
        }
        for (pool, numbers) in Pool::ALL.iter().zip(scatter.pools) {
            let _ = writeln!(text, "\n[{}]", pool.key());
            for entry in ENTRIES {
                let number = *(entry.place)(&mut numbers.clone());
                let _ = writeln!(
                    text,
                    "{} = {number:.DIGITS$} # {}",
                    entry.key, entry.sentence
                );
            }
        }
        text
    }

    /// The rating over the board at long time controls that a player's rating stands for, held
    /// within [`RATING_BOUNDS`]: choices tell no ratings beyond, and nobody is to be far above
    /// or below his own for that.
    pub fn comparable(&self, people: &HumanModel, player: &RatedPlayer) -> f64 {
        let offset = self.offsets[player.pool as usize][player.class as usize];
        let rating = people.comparable(player.rating, player.pool, player.class) + offset;
        rating.clamp(RATING_BOUNDS.0, RATING_BOUNDS.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_table_is_read_and_written_again() {
        let scatter = HonestScatter::embedded();
        assert_eq!(scatter.rounded(), scatter);
        let tables = Tables::embedded();
        let text = tables.text(Table::Evidence);
        let (head, rest) = text.split_once("\n[meta]\n").unwrap();
        let (meta, _) = rest.split_once("\n[records]").unwrap();
        assert_eq!(scatter.to_toml(head, meta), text);
        let text = scatter.to_toml("# head", "kind = \"fitted\"\n");
        assert_eq!(HonestScatter::from_toml(&text), Ok(scatter));
    }

    #[test]
    fn each_fault_of_a_table_is_named() {
        let text = HonestScatter::none("s").to_toml("", "kind = \"fitted\"\n");
        for (from, to, says) in [
            ("[meta]", "[mata]", "meta is missing"),
            (
                "stamp =",
                "stump =",
                "unknown field `stump`, expected `stamp` in `records`",
            ),
            ("[lichess]", "[lychess]", "lychess"),
            (
                "\nmatch_game =",
                "\nmatch_gain =",
                "unknown field `match_gain`, expected one of `match_level`",
            ),
            (
                "\nratio_width = 1",
                "\nratio_width = -1",
                "over_the_board.ratio_width",
            ),
            (
                "matches = { degrees = 100",
                "matches = { degrees = 0",
                "tails.matches.degrees",
            ),
            (
                "bullet = 0",
                "bullet = 9000",
                "offsets.over_the_board.bullet",
            ),
        ] {
            let broken = text.replacen(from, to, 1);
            assert_ne!(broken, text, "{from}");
            let error = HonestScatter::from_toml(&broken).unwrap_err();
            assert!(error.to_string().contains(says), "{from}: {error}");
        }
    }

    #[test]
    fn a_rating_has_both_offsets() {
        let people = HumanModel::embedded();
        let player = RatedPlayer {
            rating: 2_000.0,
            pool: Pool::Lichess,
            class: TimeClass::Blitz,
        };
        let mut scatter = HonestScatter::none("s");
        let bare = people.comparable(2_000.0, Pool::Lichess, TimeClass::Blitz);
        assert_eq!(scatter.comparable(&people, &player), bare);
        scatter.offsets[Pool::Lichess as usize][TimeClass::Blitz as usize] = -50.0;
        assert_eq!(scatter.comparable(&people, &player), bare - 50.0);
        for (rating, end) in [(200.0, 600.0), (3_500.0, 2_900.0)] {
            let beyond = RatedPlayer { rating, ..player };
            assert_eq!(scatter.comparable(&people, &beyond), end);
        }
    }
}
