//! The table of honest windows, and what it says, in lines.

use std::fmt::Write;
use std::path::Path;

use plumb_counterfactual::{TAILS, UNUSUAL_P};

use super::window_records::{MeasuredBand, WindowRecord, bands};
use plumb_terminal::{Failure, say};

/// A limit that few windows suffice to speak of.
const COMMON_P: f64 = 0.05;

/// Writes the table of all records of this build, and says how its p-values come out.
pub(super) fn write_table(
    path: &Path,
    records: &[WindowRecord],
    stamp: &str,
) -> Result<(), Failure> {
    let bands = bands(records, stamp);
    let of_policy = || {
        bands
            .iter()
            .filter(|one| one.beta == 0.0)
            .map(|one| &one.band)
    };
    let windows: usize = of_policy().map(|band| band.ps.len()).sum();
    let calibrated = of_policy().filter(|band| band.is_calibrated()).count();
    let mut text = format!(
        "# How p-values of honest windows come out, by policy, statistic and rating.\n\
         #\n\
         # Each band has the p-values of windows of honest games, one a game, with ties broken at\n\
         # random: even on 0..1 where the policy is right. docs/counterfactual.md says what follows,\n\
         # and by which commands they were made.\n\
         \n\
         [meta]\n\
         kind = \"measured\"\n\
         command = \"plumb-lab train windows --records windows.jsonl --out counterfactual.toml\"\n\
         data = \"the games that docs/counterfactual.md names; none of them had a part in fitting the policies\"\n\
         result = \"{windows} windows; {calibrated} of {} bands are calibrated\"\n\
         \n\
         [records]\n\
         stamp = \"{stamp}\"\n",
        of_policy().count()
    );
    bands.iter().for_each(|one| say(line(one)));
    for band in of_policy() {
        let ps: Vec<String> = band.ps.iter().map(|p| format!("{p:.4}")).collect();
        let _ = write!(
            text,
            "\n[[band]]\npolicy = \"{}\"\nstatistic = \"{}\"\nratings = [{}, {}]\nplies = {}\ndepth = {}\nlines = {}\np = [\n",
            band.policy,
            band.statistic,
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

/// A band in a row of a table: what it is, how many windows, D and p of Kolmogorov and Smirnov's
/// test, percent of p-values in the tails with exact intervals, percent of windows with an
/// assistant that are unusual by p, by the place among honest ones, and in the lowest twentieth of these, and whether the policy is
/// calibrated there.
fn line(one: &MeasuredBand) -> String {
    let band = &one.band;
    let (d, p) = band.kolmogorov_smirnov();
    let beta = match one.beta > 0.0 {
        true => format!(", beta {}", one.beta),
        false => String::new(),
    };
    let mut row = format!(
        "| {} | {}{beta} | {} to {} | {} | {} | {d:.3}, {p:.1e} |",
        band.policy,
        band.statistic,
        band.ratings[0],
        band.ratings[1] - 1.0,
        band.plies,
        band.ps.len()
    );
    for at in TAILS {
        let (count, [low, high]) = band.tail(at);
        let part = 100.0 * count as f64 / band.ps.len() as f64;
        let [low, high] = [100.0 * low, 100.0 * high];
        let _ = write!(row, " {part:.1} ({low:.1} to {high:.1}) |");
    }
    let found = |is_unusual: &dyn Fn(f64) -> bool| match one.assisted.len() {
        0 => "-".to_owned(),
        all => {
            let count = one.assisted.iter().filter(|&&p| is_unusual(p)).count();
            format!("{:.1}", 100.0 * count as f64 / all as f64)
        }
    };
    let verdict = if band.is_calibrated() { "yes" } else { "no" };
    let _ = write!(
        row,
        " {} | {} | {} | {verdict} |",
        found(&|p| p < UNUSUAL_P),
        found(&|p| band.rank(p) < UNUSUAL_P),
        found(&|p| band.rank(p) < COMMON_P)
    );
    row
}
