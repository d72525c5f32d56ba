//! What a tuned table says about itself, and the loss curve beside it.

use std::fmt::Write as _;

use super::run::{Settings, TuningOutcome};

/// The `[meta]` of a tuned table: the command that made it, what it began
/// with, data, seed and losses. The same run always says the same.
pub fn provenance(
    tuned: &TuningOutcome,
    settings: &Settings,
    command: &str,
    start: &str,
) -> Vec<(&'static str, toml::Value)> {
    let data: Vec<String> = tuned
        .files
        .iter()
        .map(|read| {
            let name = read.file.path.file_name().unwrap_or_default();
            format!(
                "{}: {} rows, {} tune, {} validate, {} left out; text SHA-256 {}",
                name.to_string_lossy(),
                read.fingerprint.rows,
                read.tune,
                read.validation,
                read.dropped,
                read.fingerprint.sha256
            )
        })
        .collect();
    let loss = |(tune, validation): (f64, f64)| {
        format!("{tune:.6} on tuning positions, {validation:.6} on validation positions")
    };
    let seed = i64::try_from(settings.descent.seed).unwrap_or(i64::MAX);
    let mut meta: Vec<(&str, toml::Value)> = vec![
        ("kind", "tuned".into()),
        ("command", command.into()),
        ("start", start.into()),
        ("data", data.into()),
        ("seed", seed.into()),
        ("epochs", (tuned.epochs() as i64).into()),
        ("loss_before", loss(tuned.before).into()),
        ("loss_after", loss(tuned.after).into()),
    ];
    if tuned.stopped {
        meta.push((
            "note",
            "stopped by hand: the command would go on longer".into(),
        ));
    }
    meta
}

impl TuningOutcome {
    /// Epochs of all rounds.
    pub fn epochs(&self) -> usize {
        self.curve
            .iter()
            .filter(|(_, epoch)| epoch.number > 0)
            .count()
    }

    /// The loss curve as tab-separated text.
    pub fn curve_tsv(&self) -> String {
        let mut text = "round\tepoch\ttune_loss\tvalidation_loss\tlast_step_cp\n".to_owned();
        for (round, epoch) in &self.curve {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{round}\t{}\t{:.8}\t{:.8}\t{:.5}",
                epoch.number, epoch.tune_loss, epoch.validation_loss, epoch.rate
            );
        }
        text
    }
}
