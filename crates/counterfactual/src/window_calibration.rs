//! How p-values of honest windows come out: whether a policy may be believed for a rating.
//!
//! A p-value is right only if the policy is. So windows of honest games, one a game, have been
//! looked at, and `tables/counterfactual.toml` has their p-values (with ties broken at random) by
//! policy, statistic and band of ratings. Where they are not even on 0..1, a window's p-value is
//! replaced by its place among them. Start with `WindowCalibration::band`.

use super::loss_table::LossDepth;
use plumb_engine::tables::{self, Phrase, Table, TableError, Tables};
use plumb_stats::statistics::{clopper_pearson, kolmogorov_smirnov};

/// What a p-value is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowStatistic {
    /// The loss beside lines of the policy.
    Lines,
    /// Decisions on the board.
    Path,
}

impl WindowStatistic {
    /// Both.
    pub const ALL: [WindowStatistic; 2] = [WindowStatistic::Lines, WindowStatistic::Path];

    /// Its name in the table.
    pub const fn key(self) -> &'static str {
        match self {
            WindowStatistic::Lines => "lines",
            WindowStatistic::Path => "path",
        }
    }
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
        WindowCalibration::from_tables(&Tables::embedded()).expect("a test reads the table")
    }

    /// The calibration of these tables.
    pub fn from_tables(tables: &Tables) -> Result<WindowCalibration, TableError> {
        WindowCalibration::from_toml(tables.text(Table::Counterfactual))
    }

    /// Reads a table; an error names the key.
    pub fn from_toml(text: &str) -> Result<WindowCalibration, TableError> {
        let table = Table::Counterfactual;
        let sections = tables::parse(table, text)?;
        table.check_keys(&sections, "", &["meta", "records", "band"])?;
        table.section(&sections, "meta")?;
        let stamp = table.stamp(&sections)?;
        let rows = sections.get("band").and_then(toml::Value::as_array);
        let rows = rows.map(Vec::as_slice).unwrap_or_default();
        let bands = rows
            .iter()
            .enumerate()
            .map(|(number, row)| band(number, row));
        Ok(WindowCalibration {
            stamp,
            bands: bands.collect::<Result<_, _>>()?,
        })
    }
}

const KEYS: [&str; 7] = [
    "policy",
    "statistic",
    "ratings",
    "plies",
    "depth",
    "lines",
    "p",
];

fn band(number: usize, row: &toml::Value) -> Result<HonestBand, TableError> {
    let table = Table::Counterfactual;
    let prefix = format!("band.{number}.");
    let row = row.as_table();
    let row =
        row.ok_or_else(|| table.missing(prefix.trim_end_matches('.'), "table_value.section"))?;
    table.check_keys(row, &prefix, &KEYS)?;
    let text = |name: &str| {
        let value = row.get(name).and_then(toml::Value::as_str);
        value.ok_or_else(|| table.missing(format!("{prefix}{name}"), "table_value.text"))
    };
    let numbers = |name: &str, most: f64| -> Result<Vec<f64>, TableError> {
        let key = format!("{prefix}{name}");
        let expected = || Phrase::with("table_value.ascending_to", &[("most", &most)]);
        let found = row.get(name);
        let found = found.ok_or_else(|| table.missing(&key, expected()))?;
        let number =
            |value| tables::as_number(value).filter(|number| (0.0..=most).contains(number));
        let values = found.as_array().map(|values| values.iter().map(number));
        let numbers: Option<Vec<f64>> = values.and_then(Iterator::collect);
        numbers
            .filter(|numbers| numbers.is_sorted())
            .ok_or_else(|| table.wrong(&key, found, expected()))
    };
    let statistic = text("statistic")?;
    let ratings = numbers("ratings", 5_000.0)?;
    let whole = |name: &str, most: f64| table.number(row, &prefix, name, 1.0..=most);
    Ok(HonestBand {
        policy: text("policy")?.to_owned(),
        statistic: WindowStatistic::ALL
            .into_iter()
            .find(|known| known.key() == statistic)
            .ok_or_else(|| {
                let found = toml::Value::from(statistic);
                table.wrong(
                    format!("{prefix}statistic"),
                    &found,
                    "table_value.lines_or_path",
                )
            })?,
        ratings: ratings
            .try_into()
            .map_err(|_| table.missing(format!("{prefix}ratings"), "table_value.two_ratings"))?,
        plies: whole("plies", 40.0)? as usize,
        depth: LossDepth {
            plies: whole("depth", 100.0)? as u32,
            lines: whole("lines", 256.0)? as usize,
        },
        ps: numbers("p", 1.0)?,
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
            (whole.to_owned(), "band.0.p"),
            (format!("{whole}p = []\nq = 1"), "band.0.q"),
            (whole.replace("path", "way") + "p = []", "band.0.statistic"),
            (
                whole.replace("[600, 1400]", "[600]") + "p = []",
                "band.0.ratings",
            ),
        ] {
            let error = read(&row).unwrap_err().to_string();
            assert!(error.contains(key), "{error}");
        }
    }
}
