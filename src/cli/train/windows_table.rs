//! The table of honest windows, and what it says, in lines.

use std::fmt::Write;
use std::path::Path;

use plumb::counterfactual::{HonestBand, TAILS};

use super::windows::{WindowRecord, band_of, bands};
use crate::cli::{Failure, say};

/// Writes the table of all records of this build, and says how its p-values come out.
pub(super) fn write_table(
    path: &Path,
    records: &[WindowRecord],
    stamp: &str,
) -> Result<(), Failure> {
    let bands = bands(records, stamp);
    let windows: usize = bands.iter().map(|band| band.ps.len()).sum();
    let calibrated = bands.iter().filter(|band| band.is_calibrated()).count();
    let mut text = format!(
        "# How p-values of honest windows come out, by policy, statistic and rating.\n\
         #\n\
         # Each band has the p-values of windows of honest games, one a game, with ties broken at\n\
         # random: even on 0..1 where the policy is right. docs/counterfactual.md says what follows.\n\
         \n\
         [meta]\n\
         kind = \"measured\"\n\
         command = \"plumb train windows\"\n\
         data = \"the games that docs/counterfactual.md names; none of them had a part in fitting the policies\"\n\
         result = \"{windows} windows; {calibrated} of {} bands are calibrated\"\n\
         \n\
         [records]\n\
         stamp = \"{stamp}\"\n",
        bands.len()
    );
    for band in &bands {
        say(line(band, records));
        let ps: Vec<String> = band.ps.iter().map(|p| format!("{p:.4}")).collect();
        let _ = write!(
            text,
            "\n[[band]]\npolicy = \"{}\"\nstatistic = \"{}\"\nratings = [{}, {}]\nplies = {}\ndepth = {}\nlines = {}\np = [\n",
            band.policy,
            band.statistic.key(),
            band.ratings[0],
            band.ratings[1],
            band.plies,
            band.depth.plies,
            band.depth.lines
        );
        for chunk in ps.chunks(12) {
            let _ = writeln!(text, "    {},", chunk.join(", "));
        }
        text.push_str("]\n");
    }
    std::fs::write(path, text).map_err(|error| Failure(format!("{}: {error}", path.display())))
}

/// A band in a row of a table.
fn line(band: &HonestBand, records: &[WindowRecord]) -> String {
    let (d, p) = band.kolmogorov_smirnov();
    let mut row = format!(
        "| {} | {} | {} to {} | {} | {} | {d:.3}, {p:.2e} |",
        band.policy,
        band.statistic.key(),
        band.ratings[0],
        band.ratings[1] - 1.0,
        band.plies,
        band.ps.len()
    );
    for at in TAILS {
        let (count, [low, high]) = band.tail(at);
        let part = 100.0 * count as f64 / band.ps.len() as f64;
        let _ = write!(
            row,
            " {part:.1} ({:.1} to {:.1}) |",
            100.0 * low,
            100.0 * high
        );
    }
    let is_of = |record: &&WindowRecord| {
        record.policy == band.policy
            && record.statistic == band.statistic.key()
            && record.plies == band.plies
            && band_of(record.rating)
                .is_some_and(|number| (super::windows::BANDS[number] - band.ratings[0]).abs() < 0.5)
    };
    let assisted: Vec<f64> = records
        .iter()
        .filter(is_of)
        .filter_map(|record| record.assisted_p)
        .collect();
    if !assisted.is_empty() {
        let found = |p: &dyn Fn(f64) -> f64| {
            let count = assisted
                .iter()
                .filter(|&&assisted| p(assisted) < 0.01)
                .count();
            100.0 * count as f64 / assisted.len() as f64
        };
        let _ = write!(
            row,
            " {:.1} | {:.1} |",
            found(&|p| p),
            found(&|p| band.rank(p))
        );
    }
    let verdict = if band.is_calibrated() { "yes" } else { "no" };
    let _ = write!(row, " {verdict} |");
    row
}
