//! The tables that `plumb-lab train evidence` shows of people who are measured.

use plumb_lab::training::{
    EventScores, HonestFigures, HonestPlayer, JointChance, RatingLine, RepeatedLooks, spread,
};

use plumb_terminal::say;

/// The intrinsic rating beside straight lines through plain figures, each line fitted to the
/// other players of its row: unlike the intrinsic rating it knows their ratings.
pub(super) fn tell_ratings(groups: &[(String, Vec<HonestPlayer>)]) {
    /// A figure of a player.
    type Figure = fn(&HonestPlayer) -> f64;
    const LINES: [(&str, Figure); 3] = [
        ("ACPL", |one| one.average_loss_cp),
        ("match rate", |one| one.match_rate),
        ("the intrinsic rating", |one| {
            one.intrinsic.map_or(0.0, |[value, ..]| value)
        }),
    ];
    let heads = LINES.map(|(name, _)| format!("regression on {name}: error | its correlation"));
    say(format!(
        "| ratings | players | deviation | intrinsic rating: error | correlation | {} |",
        heads.join(" | ")
    ));
    say(format!(
        "|---|---|---|---|---|{}",
        "---|---|".repeat(LINES.len())
    ));
    for (name, players) in groups {
        let known = players
            .iter()
            .copied()
            .filter(|one| one.intrinsic.is_some());
        let known: Vec<HonestPlayer> = known.collect();
        let lines = LINES.map(|(_, figure)| {
            let line = RatingLine::of(&known, figure)?;
            Some(format!("{:.0} | {:.2}", line.error, line.correlation))
        });
        let (Some(all), [Some(loss), Some(matches), Some(intrinsic)]) =
            (HonestFigures::of(&known), lines)
        else {
            continue;
        };
        say(format!(
            "| {name} | {} | {:.0} | {:.0} | {:.2} | {loss} | {matches} | {intrinsic} |",
            known.len(),
            all.rating_deviation,
            all.rating_error,
            all.correlation
        ));
    }
}

/// Players in single events, alone and beside everybody else there.
pub(super) fn tell_events(events: &[EventScores]) {
    if events.is_empty() {
        return;
    }
    say(
        "| players in one event | matches: how many | z, mean | deviation | engine likeness: how many | z, mean | deviation | deep losses: how many | z, mean | deviation |\n|---|---|---|---|---|---|---|---|---|---|",
    );
    /// z-scores of matches, engine likeness and deep losses.
    type Scores = fn(&EventScores) -> [Option<f64>; 3];
    let of: [(&str, Scores); 3] = [
        ("against honest play at large", |scores| {
            scores.against_honest_play
        }),
        ("the same, where there are others", |scores| {
            let mut own_scores = scores.against_honest_play;
            for (own, field) in own_scores.iter_mut().zip(scores.against_field) {
                *own = own.filter(|_| field.is_some());
            }
            own_scores
        }),
        ("beside the others", |scores| scores.against_field),
    ];
    for (name, scores) in of {
        let cells = [0, 1, 2].map(|figure| {
            let known = events.iter().filter_map(|event| scores(event)[figure]);
            scores_cells(&known.collect::<Vec<f64>>())
        });
        say(format!("| {name} | {} |", cells.join(" | ")));
    }
}

/// Whole events: how far everybody together is from honest play at large.
pub(super) fn tell_fields(fields: &[[Option<f64>; 3]]) {
    if fields.is_empty() {
        return;
    }
    say(
        "| everybody in an event | matches: how many | z, mean | deviation | engine likeness: how many | z, mean | deviation | deep losses: how many | z, mean | deviation |\n|---|---|---|---|---|---|---|---|---|---|",
    );
    let cells = [0, 1, 2].map(|figure| {
        let known: Vec<f64> = fields.iter().filter_map(|field| field[figure]).collect();
        scores_cells(&known)
    });
    say(format!("| together | {} |", cells.join(" | ")));
}

/// How many z-scores, their mean and their deviation.
fn scores_cells(scores: &[f64]) -> String {
    if scores.is_empty() {
        return "0 | – | –".to_owned();
    }
    let [mean, deviation] = spread(scores);
    format!("{} | {mean:.2} | {deviation:.2}", scores.len())
}

/// How many independent figures the three of evidence are worth.
pub(super) fn tell_joint_chances(chances: &[JointChance]) {
    if chances.is_empty() {
        return;
    }
    say(
        "| each figure as rare as | any of three as often as of so many independent ones |\n|---|---|",
    );
    for one in chances {
        let [low, high] = one.interval;
        say(format!(
            "| 1/{:.0} | {:.2} ({low:.2} to {high:.2}) |",
            1.0 / one.chance,
            one.figures
        ));
    }
}

/// Chances at one look, and at one after each game.
pub(super) fn tell_looks(looks: &RepeatedLooks) {
    if looks.players == 0 {
        return;
    }
    say(
        "| players looked at | players | looks | p up to 1/20 | up to 1/100 | up to 1/1000 |\n|---|---|---|---|---|---|",
    );
    for (name, all, counts) in [
        ("once, in the end", looks.players, looks.at_the_end),
        ("after each game", looks.looks, looks.at_any_look),
    ] {
        let cells = counts.map(|count| {
            let [low, high] = looks.interval(count).map(|share| 100.0 * share);
            format!("{count} ({low:.1} to {high:.1} %)")
        });
        say(format!(
            "| {name} | {} | {all} | {} |",
            looks.players,
            cells.join(" | ")
        ));
    }
}

/// The figures of a row, between bars.
pub(super) fn cells(figures: &HonestFigures) -> String {
    let tails = |tails: [usize; 3]| tails.map(|count| count.to_string()).join(", ");
    [
        figures.players.to_string(),
        figures.choices.to_string(),
        format!("{:.2}", figures.match_z[0]),
        format!("{:.2}", figures.match_z[1]),
        tails(figures.match_tails),
        format!("{:.2}", figures.ratio_z[0]),
        format!("{:.2}", figures.ratio_z[1]),
        tails(figures.ratio_tails),
        format!("{:.2}", figures.loss_z[0]),
        format!("{:.2}", figures.loss_z[1]),
        tails(figures.loss_tails),
        format!("{:.1} %", 100.0 * figures.covered),
        format!("{:.0}", figures.half_width),
        format!("{:.0}", figures.rating_error),
        format!("{:.0}", figures.rating_deviation),
        format!("{:.2}", figures.correlation),
        tails(figures.rare),
    ]
    .join(" | ")
}
