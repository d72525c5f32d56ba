//! How p-values of honest windows come out: whether a policy may be believed for a rating.
//!
//! A p-value is right only if the policy is. So windows of honest games, one a game, have been
//! looked at, and `tables/counterfactual.toml` has their p-values (with ties broken at random) by
//! policy, statistic and band of ratings. Where they are not even on 0..1, a window's p-value is
//! replaced by its place among them. Start with `WindowCalibration::band`.

use serde::Deserialize;

use super::loss_table::LossDepth;
use plumb_engine::tables::{Model, Records, Table, TableError, Tables, list};
use plumb_stats::statistics::{clopper_pearson, kolmogorov_smirnov};

/// What a p-value is of.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Deserialize,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "snake_case")]
pub enum WindowStatistic {
    /// The loss beside lines of the policy.
    Lines,
    /// Decisions on the board.
    Path,
}

impl WindowStatistic {
    /// Both.
    pub const ALL: [WindowStatistic; 2] = [WindowStatistic::Lines, WindowStatistic::Path];
}

/// Honest windows of a band of ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct HonestBand {
    /// The policy.
    pub policy: String,
    /// The statistic.
    pub statistic: WindowStatistic,
    /// From the first rating on, below the second, as the policy counts them.
    pub ratings: [f64; 2],
    /// Plies of a window.
    pub plies: usize,
    /// How far moves were searched.
    pub depth: LossDepth,
    /// Their p-values, ascending, one window a game.
    pub ps: Vec<f64>,
}

/// All bands.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowCalibration {
    /// Which build's model and tables these belong to: the stamp of the human-choice model.
    pub stamp: String,
    /// The bands.
    pub bands: Vec<HonestBand>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    records: Records,
    #[serde(default)]
    band: Vec<Band>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a section")]
struct Band {
    policy: String,
    statistic: WindowStatistic,
    #[serde(deserialize_with = "list")]
    ratings: [f64; 2],
    plies: u32,
    depth: u32,
    lines: u32,
    p: Vec<f64>,
}

/// The fewest windows that say something about a band.
pub const LEAST_WINDOWS: usize = 100;
/// Below this p-value of Kolmogorov and Smirnov's test honest p-values are not even.
const LEAST_KS_P: f64 = 0.01;
/// Where the tail is looked at.
pub const TAILS: [f64; 2] = [0.05, 0.01];

impl HonestBand {
    /// D and p-value of Kolmogorov and Smirnov's test against even p-values.
    pub fn kolmogorov_smirnov(&self) -> (f64, f64) {
        kolmogorov_smirnov(&self.ps)
    }

    /// How many p-values are at most so much, with the exact 95 % interval of the part.
    pub fn tail(&self, at: f64) -> (usize, [f64; 2]) {
        let count = self.ps.iter().filter(|&&p| p <= at).count();
        let interval = clopper_pearson(count as u64, self.ps.len() as u64);
        (count, interval)
    }

    /// Whether p-values come out as they should: even, and no more of them in the tails than
    /// belong there.
    pub fn is_calibrated(&self) -> bool {
        let is_even = self.kolmogorov_smirnov().1 >= LEAST_KS_P;
        is_even && TAILS.iter().all(|&at| self.tail(at).1[0] <= at)
    }

    /// The place of a p-value among these: (1 + how many are as small) / (1 + how many).
    pub fn rank(&self, p: f64) -> f64 {
        let as_small = self.ps.iter().filter(|&&other| other <= p).count();
        (1 + as_small) as f64 / (1 + self.ps.len()) as f64
    }
}

impl Model for WindowCalibration {
    const TABLE: Table = Table::Counterfactual;

    fn read(_: Table, text: &str) -> Result<WindowCalibration, TableError> {
        WindowCalibration::from_toml(text)
    }
}

impl WindowCalibration {
    /// The band that a rating is in, or why there is none.
    pub fn band(
        &self,
        policy: &str,
        statistic: WindowStatistic,
        rating: f64,
        depth: LossDepth,
    ) -> Result<&HonestBand, String> {
        let of_policy = |band: &&HonestBand| band.policy == policy && band.statistic == statistic;
        let mut bands = self.bands.iter().filter(of_policy).peekable();
        if bands.peek().is_none() {
            return Err(format!(
                "honest windows of the policy '{policy}' have not been looked at: it may be wrong"
            ));
        }
        let is_in = |band: &&HonestBand| band.ratings[0] <= rating && rating < band.ratings[1];
        let Some(band) = bands.find(is_in) else {
            return Err(format!(
                "no honest windows are known for a rating of {rating:.0}"
            ));
        };
        if band.depth != depth {
            return Err(format!(
                "honest windows are known for searches of {} plies and {} lines alone",
                band.depth.plies, band.depth.lines
            ));
        }
        match band.ps.len() {
            count if count < LEAST_WINDOWS => Err(format!(
                "only {count} honest windows are known for a rating of {rating:.0}"
            )),
            _ => Ok(band),
        }
    }

    /// The calibration that this binary was built with.
    pub fn embedded() -> WindowCalibration {
        WindowCalibration::from_toml(Tables::embedded().text(Table::Counterfactual))
            .expect("a test reads the table")
    }

    /// Reads a table; an error names the key.
    pub fn from_toml(text: &str) -> Result<WindowCalibration, TableError> {
        let file: File = Table::Counterfactual.read(text)?;
        let bands = file.band.into_iter().enumerate();
        Ok(WindowCalibration {
            stamp: file.records.stamp,
            bands: bands
                .map(|(number, band)| checked(number, band))
                .collect::<Result<_, _>>()?,
        })
    }
}

fn checked(number: usize, band: Band) -> Result<HonestBand, TableError> {
    let table = Table::Counterfactual;
    let key = |name: &str| format!("band.{number}.{name}");
    for (name, numbers, most) in [
        ("ratings", band.ratings.as_slice(), 5_000.0),
        ("p", &band.p, 1.0),
    ] {
        for &number in numbers {
            table.within(key(name), number, 0.0..=most)?;
        }
        if let Some(two) = numbers.windows(2).find(|two| two[1] < two[0]) {
            let found = format!("{} after {}", two[1], two[0]);
            return Err(table.wrong(key(name), found, "ascending numbers"));
        }
    }
    let whole = |name, number, most| table.within(key(name), number, 1..=most);
    Ok(HonestBand {
        policy: band.policy,
        statistic: band.statistic,
        ratings: band.ratings,
        plies: whole("plies", band.plies, 40)? as usize,
        depth: LossDepth {
            plies: whole("depth", band.depth, 100)?,
            lines: whole("lines", band.lines, 256)? as usize,
        },
        ps: band.p,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn band(ps: Vec<f64>) -> HonestBand {
        HonestBand {
            policy: "model".to_owned(),
            statistic: WindowStatistic::Path,
            ratings: [1_400.0, 1_800.0],
            plies: 10,
            depth: LossDepth::default(),
            ps,
        }
    }

    #[test]
    fn the_embedded_table_is_read_and_has_enough_windows() {
        let table = WindowCalibration::embedded();
        assert!(table.bands.len() >= 12, "{}", table.bands.len());
        for band in &table.bands {
            assert!(band.ps.len() >= LEAST_WINDOWS, "{band:?}");
            assert!(band.ps.is_sorted() && band.ratings[0] < band.ratings[1]);
        }
        let depth = LossDepth::default();
        let found = table.band("second-look", WindowStatistic::Path, 1_000.0, depth);
        assert!(found.unwrap().is_calibrated());
        let found = table.band("model", WindowStatistic::Lines, 2_400.0, depth);
        assert!(!found.unwrap().is_calibrated());
        for (policy, rating, depth) in [
            ("oracle", 1_500.0, depth),
            ("model", 3_400.0, depth),
            ("model", 1_500.0, LossDepth { plies: 2, lines: 4 }),
        ] {
            let found = table.band(policy, WindowStatistic::Lines, rating, depth);
            assert!(found.is_err(), "{policy} {rating}");
        }
    }

    #[test]
    fn even_p_values_are_calibrated_and_small_ones_are_not() {
        let even: Vec<f64> = (1..=200).map(|n| (f64::from(n) - 0.5) / 200.0).collect();
        let small: Vec<f64> = even.iter().map(|p| p * p).collect();
        let large: Vec<f64> = even.iter().map(|p| p.sqrt()).collect();
        assert!(band(even.clone()).is_calibrated());
        assert!(!band(small.clone()).is_calibrated());
        // Large ones accuse nobody, but they are not even.
        assert!(!band(large).is_calibrated());
        assert_eq!(band(even).rank(0.0), 1.0 / 201.0);
        assert!((band(small).rank(0.25) - 101.0 / 201.0).abs() < 1e-12);
    }

    #[test]
    fn a_table_with_a_fault_names_the_key() {
        let text = |row: &str| {
            format!("[meta]\n[records]\nstamp = \"x\"\n[[band]]\npolicy = \"model\"\n{row}")
        };
        let whole =
            "statistic = \"path\"\nratings = [600, 1400]\nplies = 10\ndepth = 8\nlines = 4\n";
        let read = |row: &str| WindowCalibration::from_toml(&text(row));
        assert!(read(&format!("{whole}p = [0.1, 0.2]")).is_ok());
        for (row, key) in [
            (format!("{whole}p = [0.2, 0.1]"), "band.0.p"),
            (format!("{whole}p = [0.2, 1.1]"), "band.0.p"),
            (whole.to_owned(), "missing field `p` in `band`"),
            (format!("{whole}p = []\nq = 1"), "unknown field `q`"),
            (
                whole.replace("path", "way") + "p = []",
                "unknown variant `way`, expected `lines` or `path` in `band.statistic`",
            ),
            (
                whole.replace("[600, 1400]", "[600]") + "p = []",
                "in `band.ratings`",
            ),
        ] {
            let error = read(&row).unwrap_err().to_string();
            assert!(error.contains(key), "{error}");
        }
    }
}
