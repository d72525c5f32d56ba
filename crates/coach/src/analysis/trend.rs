//! Whether a move looks better and better, or worse and worse, the deeper one looks.
//!
//! A trend is what people see in a plot of a move's levels; the model says how likely they
//! see which (`tables/trend.toml`). It is a multinomial logit: the probability of each trend
//! is in proportion to exp(u). For ascending, u is a sum of a few features of the curve, each
//! times its weight; for descending the same of its mirror image; for any other it is 0. So
//! a curve is as likely to ascend as its mirror image is to descend. Start with `TrendModel`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;

use plumb_engine::tables::{Model, Table, TableError};

/// Entries of a levels vector that has a trend: those of the fair-play profile `full`.
pub const TREND_LEVELS: usize = 30;

/// Levels beyond this, in centipawns, count as this: mates would hide all else.
pub const LEVEL_BOUND_CP: i32 = 1_000;

/// The least height of a plot, in centipawns: a curve that moves less looks flat.
pub const LEAST_HEIGHT_CP: i32 = 60;

/// What the plot of a levels vector looks like.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
pub enum Trend {
    /// It ends clearly above its beginning and hardly falls back on the way.
    Ascending,
    /// The mirror image.
    Descending,
    /// Everything else: flat, up and down, there and back.
    Other,
}

impl Trend {
    /// Every trend.
    pub const ALL: [Trend; 3] = [Trend::Ascending, Trend::Descending, Trend::Other];

    /// All names, for whoever wrote another.
    pub fn names() -> String {
        Trend::ALL.map(<&str>::from).join(", ")
    }
}

/// A feature of a levels curve. Heights are shares of the plot's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum CurveFeature {
    /// End less beginning.
    Rise,
    /// How far it goes above the higher of beginning and end.
    Above,
    /// How far it goes below the lower of them.
    Below,
    /// The larger of the two.
    Excursion,
    /// End less beginning over all ups and downs together: 1 is always up, -1 always down.
    Steadiness,
    /// The square of the rise, with its sign.
    RiseSquared,
    /// The square of the excursion.
    ExcursionSquared,
    /// 1 for every curve.
    Constant,
}

impl CurveFeature {
    /// Every feature.
    pub const ALL: [CurveFeature; 8] = [
        CurveFeature::Rise,
        CurveFeature::Above,
        CurveFeature::Below,
        CurveFeature::Excursion,
        CurveFeature::Steadiness,
        CurveFeature::RiseSquared,
        CurveFeature::ExcursionSquared,
        CurveFeature::Constant,
    ];

    /// What it is, in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            CurveFeature::Rise => "End less beginning.",
            CurveFeature::Above => "How far it goes above the higher of beginning and end.",
            CurveFeature::Below => "How far it goes below the lower of them.",
            CurveFeature::Excursion => "The larger of the two: the excursion.",
            CurveFeature::Steadiness => "End less beginning over all ups and downs together.",
            CurveFeature::RiseSquared => "The square of the first, with its sign.",
            CurveFeature::ExcursionSquared => "The square of the excursion, the larger of the two.",
            CurveFeature::Constant => "1 for every curve.",
        }
    }
}

/// The values of all features, in the order of [`CurveFeature::ALL`].
pub type CurveFeatures = [f64; CurveFeature::ALL.len()];

/// The features of levels in centipawns from one side.
pub fn curve_features(levels: &[i32; TREND_LEVELS]) -> CurveFeatures {
    let levels = levels.map(|level| level.clamp(-LEVEL_BOUND_CP, LEVEL_BOUND_CP));
    let (first, last) = (levels[0], levels[TREND_LEVELS - 1]);
    let low = levels.iter().fold(first, |low, &level| low.min(level));
    let high = levels.iter().fold(first, |high, &level| high.max(level));
    let height = f64::from((high - low).max(LEAST_HEIGHT_CP));
    let share = |cp: i32| f64::from(cp) / height;
    let above = share(high - first.max(last));
    let below = share(first.min(last) - low);
    let steps = levels.windows(2).map(|two| (two[1] - two[0]).abs());
    let travelled: i32 = steps.sum();
    let steadiness = f64::from(last - first) / f64::from(travelled.max(1));
    let (rise, excursion) = (share(last - first), above.max(below));
    let squares = [rise * rise.abs(), excursion * excursion];
    [
        rise, above, below, excursion, steadiness, squares[0], squares[1], 1.0,
    ]
}

/// The features of the curve turned upside down.
pub fn mirrored(features: &CurveFeatures) -> CurveFeatures {
    let [
        rise,
        above,
        below,
        excursion,
        steadiness,
        square,
        other,
        constant,
    ] = *features;
    [
        -rise,
        below,
        above,
        excursion,
        -steadiness,
        -square,
        other,
        constant,
    ]
}

/// How likely people see which trend in a plot of levels.
#[derive(Clone, Debug, PartialEq)]
pub struct TrendModel {
    /// The settings of the searches whose levels it was fitted to.
    pub settings: String,
    /// What each feature is multiplied by.
    pub weights: CurveFeatures,
}

/// Weights lie within this.
const WEIGHT_BOUNDS: std::ops::RangeInclusive<f64> = -1e4..=1e4;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    records: Records,
    weights: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a section")]
struct Records {
    settings: String,
}

impl Model for TrendModel {
    const TABLE: Table = Table::Trend;

    fn read(_: Table, text: &str) -> Result<TrendModel, TableError> {
        TrendModel::from_toml(text)
    }
}

impl TrendModel {
    /// Reads a table; an error names the key.
    pub fn from_toml(text: &str) -> Result<TrendModel, TableError> {
        let file: File = Table::Trend.read(text)?;
        let keys = CurveFeature::ALL.map(<&str>::from);
        Ok(TrendModel {
            settings: file.records.settings,
            weights: Table::Trend.numbers("weights", file.weights, keys, WEIGHT_BOUNDS)?,
        })
    }

    /// The probability, 0 to 1, of each of [`Trend::ALL`] for levels in centipawns from the
    /// mover's side; they sum to one.
    pub fn probabilities(&self, levels: &[i32; TREND_LEVELS]) -> [f64; Trend::ALL.len()] {
        let utility = |trend: Trend| -> f64 {
            let terms = self.terms(levels, trend);
            terms.map_or(0.0, |terms| terms.iter().sum())
        };
        let utilities = Trend::ALL.map(utility);
        let most = utilities.iter().fold(0.0, |most: f64, &u| most.max(u));
        let powers = utilities.map(|u| libm::exp(u - most));
        let all: f64 = powers.iter().sum();
        powers.map(|power| power / all)
    }

    /// What each feature adds to u of a trend, in the order of [`CurveFeature::ALL`]; nothing for
    /// other, whose u is 0.
    pub fn terms(&self, levels: &[i32; TREND_LEVELS], trend: Trend) -> Option<CurveFeatures> {
        let features = match trend {
            Trend::Ascending => curve_features(levels),
            Trend::Descending => mirrored(&curve_features(levels)),
            Trend::Other => return None,
        };
        Some(std::array::from_fn(|at| features[at] * self.weights[at]))
    }

    /// The likeliest trend; other where one is as likely.
    pub fn trend(&self, levels: &[i32; TREND_LEVELS]) -> Trend {
        let [ascending, descending, other] = self.probabilities(levels);
        match (ascending > other, descending > other) {
            (true, _) if ascending > descending => Trend::Ascending,
            (_, true) if descending > ascending => Trend::Descending,
            _ => Trend::Other,
        }
    }

    /// The same numbers with as many digits as the table has.
    pub fn rounded(&self) -> TrendModel {
        TrendModel {
            settings: self.settings.clone(),
            weights: self.weights.map(|weight| (weight * 1e4).round() / 1e4),
        }
    }

    /// The text of its table. `head` is the comment that begins it, `meta` the lines of the
    /// section that says what made it.
    pub fn to_toml(&self, head: &str, meta: &str) -> String {
        let model = self.rounded();
        let settings = toml::Value::from(model.settings.as_str());
        let mut text =
            format!("{head}\n[meta]\n{meta}\n[records]\nsettings = {settings}\n\n[weights]\n");
        for (feature, weight) in CurveFeature::ALL.into_iter().zip(model.weights) {
            let sentence = feature.sentence();
            // Writing to a string does not fail.
            let _ = writeln!(text, "{feature} = {weight:.4} # {sentence}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_engine::tables::Tables;

    fn model() -> TrendModel {
        TrendModel::from_toml(Tables::embedded().text(Table::Trend)).unwrap()
    }

    fn levels(level: impl Fn(f64) -> f64) -> [i32; TREND_LEVELS] {
        std::array::from_fn(|at| level(at as f64 / (TREND_LEVELS - 1) as f64).round() as i32)
    }

    #[test]
    fn plain_curves_have_the_trend_that_anybody_sees() {
        let model = model();
        for (levels, expected) in [
            (levels(|x| 200.0 * x), Trend::Ascending),
            (levels(|x| 40.0 - 200.0 * x), Trend::Descending),
            (
                levels(|x| if x < 0.6 { 15.0 } else { 90.0 }),
                Trend::Ascending,
            ),
            (levels(|_| 31.0), Trend::Other),
            // Little is flat however steady it is.
            (levels(|x| 12.0 * x), Trend::Other),
            // There and back.
            (levels(|x| 400.0 * x * (1.0 - x)), Trend::Other),
        ] {
            assert_eq!(model.trend(&levels), expected, "{levels:?}");
            let sum: f64 = model.probabilities(&levels).iter().sum();
            assert!((sum - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_mirror_image_has_the_mirrored_probabilities_and_mates_hide_nothing() {
        let model = model();
        let curve = levels(|x| 150.0 * x + 60.0 * libm::sin(9.0 * x));
        let [up, down, other] = model.probabilities(&curve);
        let [mirrored_up, mirrored_down, mirrored_other] =
            model.probabilities(&curve.map(|level| -level));
        assert_eq!((up, down), (mirrored_down, mirrored_up));
        assert!((other - mirrored_other).abs() < 1e-12);
        assert!(up > down);
        let mated = levels(|x| if x < 0.8 { 1_000.0 * x } else { 9_990.0 });
        let bounded = mated.map(|level| level.min(LEVEL_BOUND_CP));
        assert_eq!(model.probabilities(&mated), model.probabilities(&bounded));
    }

    #[test]
    fn features_are_shares_of_the_height() {
        let mut curve = [0; TREND_LEVELS];
        (curve[5], curve[9]) = (-50, 250);
        for level in &mut curve[15..] {
            *level = 100;
        }
        let [rise, above, below, excursion, steadiness, ..] = curve_features(&curve);
        let third = 1.0 / 3.0;
        assert_eq!((rise, above, below), (third, 0.5, 50.0 / 300.0));
        assert_eq!(excursion, 0.5);
        assert_eq!(steadiness, 100.0 / 700.0);
    }

    #[test]
    fn the_embedded_table_is_read_and_written_again_and_each_fault_is_named() {
        let model = model();
        assert_eq!(model.rounded(), model);
        let tables = Tables::embedded();
        let text = tables.text(Table::Trend);
        let (head, rest) = text.split_once("\n[meta]\n").unwrap();
        let (meta, _) = rest.split_once("\n[records]").unwrap();
        assert_eq!(model.to_toml(head, meta), text);
        let text = model.to_toml("# head", "kind = \"fitted\"\n");
        assert_eq!(TrendModel::from_toml(&text).as_ref(), Ok(&model));
        for (from, to, says) in [
            ("[meta]", "[mata]", "meta is missing"),
            (
                "settings =",
                "setting =",
                "unknown field `setting`, expected `settings` in `records`",
            ),
            ("\nrise = ", "\nrise = 1e9 # ", "weights.rise"),
            ("\nabove =", "\nabode =", "weights.abode"),
            ("[weights]", "[waits]", "waits"),
        ] {
            let broken = text.replacen(from, to, 1);
            assert_ne!(broken, text, "{from}");
            let error = TrendModel::from_toml(&broken).unwrap_err();
            assert!(error.to_string().contains(says), "{from}: {error}");
        }
    }
}
