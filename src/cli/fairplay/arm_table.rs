//! A table with a line for each kind of assistance.

use plumb::training::ArmFigures;

use crate::cli::command::say;

/// Its head.
pub(in crate::cli) fn say_head() {
    say(
        "| assistance | moves | deep loss | ROC area by match rate | by engine-like moves | by z of matches | by z of engine likeness | by deep loss | by z of deep losses | by intrinsic rating | by evidence | reach screening |",
    );
    say("|---|---|---|---|---|---|---|---|---|---|---|---|");
}

/// A line.
pub(in crate::cli) fn say_arm(name: &str, figures: &ArmFigures) {
    let areas = [
        figures.by_matches,
        figures.by_engine_like,
        figures.by_match_z,
        figures.by_ratio_z,
        figures.by_deep_loss,
        figures.by_loss_z,
        figures.by_rating_z,
        figures.by_chance,
    ];
    let areas = areas.map(|one| format!("{:.2} ({:.2} to {:.2})", one.value, one.low, one.high));
    let deep_loss = figures
        .deep_loss
        .map_or("–".to_owned(), |mean| format!("{mean:.3}"));
    say(format!(
        "| {name} | {:.0} % | {deep_loss} | {} | {:.0} % |",
        100.0 * figures.assisted,
        areas.join(" | "),
        100.0 * figures.screened
    ));
}
