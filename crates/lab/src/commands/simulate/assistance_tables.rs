//! What `plumb-lab simulate` shows: how well each figure tells assisted players from the
//! same players as they were, and how many of them it finds at which price.

use plumb_fairplay::ChoiceModels;
use plumb_lab::training::{
    ArmDetection, ArmFigures, AssistedPlayer, AssistedSample, Detection, FALSE_ALARMS, Occasion,
    Pick,
};
use plumb_support::wording::counted;

use super::arm_table::{say_arm, say_head};
use plumb_terminal::say;

/// Players rated so much and more, and those below, have rows of their own.
const BAND: f64 = 2_000.0;
/// Fewer players have no rows of their own.
const BAND_PLAYERS: usize = 10;

/// An arm and its players, assisted and not.
struct Arm {
    name: String,
    assisted: Vec<AssistedPlayer>,
    honest: Vec<AssistedPlayer>,
}

/// Shows all arms with these shares of assisted moves, in hundredths.
pub(super) fn tell(sample: &AssistedSample, models: &ChoiceModels, shares: &[f64], seed: u64) {
    let mut arms = arms(sample, models, shares, seed);
    let bands: Vec<Arm> = ["rated below 2000", "rated 2000 and more"]
        .into_iter()
        .zip([f64::NEG_INFINITY..BAND, BAND..f64::INFINITY])
        .flat_map(|(name, band)| {
            let own = arms.iter().map(move |arm| rated(arm, name, &band));
            own.flatten().collect::<Vec<Arm>>()
        })
        .collect();
    arms.extend(bands);
    say_head();
    for arm in &arms {
        if let Some(figures) = ArmFigures::of(&arm.assisted, &arm.honest, seed) {
            say_arm(&arm.name, &figures);
        }
    }
    tell_detection(&arms, sample.players(), seed);
}

/// Nobody's help, and help of all kinds.
fn arms(sample: &AssistedSample, models: &ChoiceModels, shares: &[f64], seed: u64) -> Vec<Arm> {
    let honest = sample.arm(models, Occasion::Any(0.0), Pick::First, seed);
    let mut kinds = vec![("none".to_owned(), Occasion::Any(0.0), Pick::First)];
    for pick in [Pick::First, Pick::OfThree, Pick::MostHuman] {
        for share in shares {
            let name = format!("{}, {share} %", pick.name());
            kinds.push((name, Occasion::Any(share / 100.0), pick));
        }
    }
    for (what, occasion) in [
        ("first choice, where it is critical", Occasion::Critical),
        ("first choice, where worse", Occasion::Worse),
    ] {
        kinds.push((what.to_owned(), occasion, Pick::First));
    }
    let arm = |(name, occasion, pick)| Arm {
        name,
        assisted: sample.arm(models, occasion, pick, seed),
        honest: honest.clone(),
    };
    kinds.into_iter().map(arm).collect()
}

/// The players of an arm with ratings in a band; nothing of few of them, nor where it is all.
fn rated(arm: &Arm, name: &str, band: &std::ops::Range<f64>) -> Option<Arm> {
    let own = |players: &[AssistedPlayer]| -> Vec<AssistedPlayer> {
        let own = players.iter().filter(|one| band.contains(&one.rating));
        own.copied().collect()
    };
    let players = own(&arm.assisted);
    let is_part = (BAND_PLAYERS..arm.assisted.len()).contains(&players.len());
    is_part.then(|| Arm {
        name: format!("{}; {name} ({})", arm.name, players.len()),
        assisted: players,
        honest: own(&arm.honest),
    })
}

/// How many players of each arm are found at no false alarm, and at one in 1,000.
fn tell_detection(arms: &[Arm], players: usize, seed: u64) {
    say(format!(
        "Found without a false alarm: players above all {} without assistance (of the row's ratings), with the exact interval at this threshold; that none of n reaches it bounds false alarms at 3/n only. \
         Found at one false alarm in {:.0}: extrapolated from so few, as if they were normal, with Student's t for how few they are; players drawn again. \
         ACPL is by the records' lists, with evaluations held within 10 pawns: what moves lost by deep looks is known on the scale alone.",
        counted(players, "player"),
        1.0 / FALSE_ALARMS
    ));
    let figures = [
        "match rate",
        "ACPL",
        "engine-like moves",
        "deep loss",
        "evidence",
    ];
    say(format!(
        "| assistance | found, no false alarm, by {0} | found, one in {1:.0} (extrapolated), by {0} |",
        figures.join(" | by "),
        1.0 / FALSE_ALARMS
    ));
    say(format!("|---|{}", "---|".repeat(2 * figures.len())));
    for arm in arms {
        let found = ArmDetection::of(&arm.assisted, &arm.honest, seed);
        let found = [
            found.by_matches,
            found.by_average_loss,
            found.by_engine_like,
            found.by_deep_loss,
            found.by_evidence,
        ];
        let cells = |cell: fn(&Detection) -> Option<String>| {
            let cells = found.each_ref().map(|one| one.as_ref().and_then(cell));
            cells.map(|cell| cell.unwrap_or("–".to_owned())).join(" | ")
        };
        say(format!(
            "| {} | {} | {} |",
            arm.name,
            cells(without_alarm),
            cells(extrapolated)
        ));
    }
}

fn without_alarm(found: &Detection) -> Option<String> {
    let reached = found.no_alarm;
    let share = reached.count as f64 / reached.of.max(1) as f64;
    Some(hundredths(share, reached.interval))
}

fn extrapolated(found: &Detection) -> Option<String> {
    let share = found.extrapolated.as_ref()?;
    Some(hundredths(share.value, share.interval()))
}

fn hundredths(share: f64, interval: [f64; 2]) -> String {
    let [low, high] = interval.map(|end| 100.0 * end);
    format!("{:.0} % ({low:.0} to {high:.0})", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ratings have rows of their own where there are enough players, and not all of them.
    #[test]
    fn bands_are_parts_of_an_arm() {
        let player = |rating| AssistedPlayer {
            rating,
            assisted: 0.0,
            matches: 0.5,
            average_loss_cp: 20.0,
            engine_like: 0.4,
            match_z: 0.0,
            ratio_z: 0.0,
            rating_z: 0.0,
            loss_z: 0.0,
            deep_loss: None,
            chance: 1.0,
        };
        let arm = |below: usize, above: usize| {
            let players = [vec![player(1_999.9); below], vec![player(BAND); above]].concat();
            Arm {
                name: "none".to_owned(),
                assisted: players.clone(),
                honest: players,
            }
        };
        let above = |arm: &Arm| rated(arm, "rated 2000 and more", &(BAND..f64::INFINITY));
        let own = above(&arm(9, 11)).unwrap();
        assert_eq!(own.name, "none; rated 2000 and more (11)");
        assert_eq!((own.assisted.len(), own.honest.len()), (11, 11));
        assert!(own.honest.iter().all(|one| one.rating >= BAND));
        assert!(above(&arm(11, 9)).is_none(), "few");
        assert!(above(&arm(0, 20)).is_none(), "all");
    }
}
