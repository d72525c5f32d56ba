//! The file of p-values of honest windows, a JSON object on a line for each, and the bands of
//! ratings that they add up to.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;

use plumb_counterfactual::{HonestBand, LossDepth};
use serde::{Deserialize, Serialize};

use plumb_terminal::Failure;

/// Where bands of ratings begin; the last one ends at 3,000.
pub(super) const BANDS: [f64; 5] = [600.0, 1_400.0, 1_800.0, 2_200.0, 3_000.0];
/// A line of the file of records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct WindowRecord {
    /// A key of the game's moves.
    pub(super) game: String,
    /// Whose build's model and tables.
    pub(super) stamp: String,
    pub(super) policy: String,
    pub(super) statistic: String,
    pub(super) plies: usize,
    pub(super) depth: u32,
    pub(super) lines: usize,
    /// Lines beside it; 0 for decisions on the board.
    pub(super) samples: usize,
    /// For a centipawn; 0 is the policy's own law.
    #[serde(default)]
    pub(super) beta: f64,
    /// The player's rating as the policy counts it.
    pub(super) rating: f64,
    pub(super) p: f64,
    /// With an assistant's moves in the player's place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) assisted_p: Option<f64>,
}

/// The records of a file, which may not be there yet. A last line that was not written whole is
/// left out.
pub(super) fn read_records(path: &Path) -> Result<Vec<WindowRecord>, Failure> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Failure(format!("{}: {error}", path.display()))),
    };
    let mut records = Vec::new();
    for (number, line) in BufReader::new(file).lines().enumerate() {
        let line = line.map_err(|error| Failure(format!("{}: {error}", path.display())))?;
        match serde_json::from_str(&line) {
            Ok(record) => records.push(record),
            Err(_) if line.trim().is_empty() => {}
            Err(error) => {
                let place = format!("{}, line {}", path.display(), number + 1);
                return Err(Failure(format!(
                    "{place} is no record of a window: {error}"
                )));
            }
        }
    }
    Ok(records)
}

/// The number of a band, if a rating is in one.
pub(super) fn band_of(rating: f64) -> Option<usize> {
    (0..BANDS.len() - 1).find(|&band| BANDS[band] <= rating && rating < BANDS[band + 1])
}

/// A band and what it takes to tell it from others.
pub(super) struct MeasuredBand {
    pub(super) band: HonestBand,
    /// β of the lines.
    pub(super) beta: f64,
    /// P-values with an assistant's moves.
    pub(super) assisted: Vec<f64>,
}

/// The bands of this build's records.
pub(super) fn bands(records: &[WindowRecord], stamp: &str) -> Vec<MeasuredBand> {
    type Key<'a> = (&'a str, &'a str, u64, usize, u32, usize, usize);
    let mut found: BTreeMap<Key, Vec<&WindowRecord>> = BTreeMap::new();
    for record in records.iter().filter(|record| record.stamp == stamp) {
        let Some(band) = band_of(record.rating) else {
            continue;
        };
        let key = (
            record.policy.as_str(),
            record.statistic.as_str(),
            record.beta.to_bits(),
            record.plies,
            record.depth,
            record.lines,
            band,
        );
        found.entry(key).or_default().push(record);
    }
    let band = |(key, records): (Key, Vec<&WindowRecord>)| {
        let (policy, statistic, beta, plies, depth, lines, band) = key;
        let mut ps: Vec<f64> = records.iter().map(|record| record.p).collect();
        ps.sort_by(f64::total_cmp);
        Some(MeasuredBand {
            band: HonestBand {
                policy: policy.to_owned(),
                statistic: statistic.parse().ok()?,
                ratings: [BANDS[band], BANDS[band + 1]],
                plies,
                depth: LossDepth {
                    plies: depth,
                    lines,
                },
                ps,
            },
            beta: f64::from_bits(beta),
            assisted: records
                .iter()
                .filter_map(|record| record.assisted_p)
                .collect(),
        })
    };
    found.into_iter().filter_map(band).collect()
}
