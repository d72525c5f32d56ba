//! A table with a line for each kind of assistance.

use plumb_lab::training::{Area, ArmFigures};

use plumb_terminal::say;

/// Its head.
pub(crate) fn say_head() {
    say(
        "| assistance | moves | ACPL | deep loss | ROC area by match rate | by ACPL | by engine-like moves | by z of matches | by z of engine likeness | by deep loss | by z of deep losses | by intrinsic rating | by evidence | reach screening |",
    );
    say("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
}

/// A line.
pub(crate) fn say_arm(name: &str, figures: &ArmFigures) {
    let areas = [
        Some(figures.by_matches),
        Some(figures.by_average_loss),
        Some(figures.by_engine_like),
        Some(figures.by_match_z),
        Some(figures.by_ratio_z),
        figures.by_deep_loss,
        figures.by_loss_z,
        Some(figures.by_rating_z),
        Some(figures.by_chance),
    ];
    let area = |one: Area| format!("{:.2} ({:.2} to {:.2})", one.value, one.low, one.high);
    let unknown = || "–".to_owned();
    let areas = areas.map(|one| one.map_or_else(unknown, area));
    let deep_loss = figures.deep_loss.map(|mean| format!("{mean:.3}"));
    say(format!(
        "| {name} | {:.0} % | {:.0} | {} | {} | {:.0} % |",
        100.0 * figures.assisted,
        figures.average_loss_cp,
        deep_loss.unwrap_or_else(unknown),
        areas.join(" | "),
        100.0 * figures.screening_share
    ));
}
