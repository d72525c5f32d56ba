//! A record as one decision in Regan's model of choice.

use crate::choice::{MoveChoice, scaled_difference};
use crate::fairplay::records::MoveRecord;

/// The moves of a record's list and the one played; nothing if that one is not
/// listed.
pub fn choice_of(record: &MoveRecord) -> Option<MoveChoice> {
    let played = record.listed.iter().position(|l| l.mv == record.played)?;
    let levels: Vec<i32> = record.listed.iter().map(|l| l.score.level_cp()).collect();
    let best = levels.iter().copied().max()?;
    let differences: Vec<f64> = levels
        .iter()
        .map(|&level| scaled_difference(best, level))
        .collect();
    MoveChoice::new(&differences, record.legal, played)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::partial_credit;
    use crate::fairplay::fixtures::{FIVE, cp_record};

    #[test]
    fn unlisted_moves_count_as_the_worst_listed() {
        let choice = choice_of(&cp_record("d2d4", "e2e4", &FIVE)).unwrap();
        assert_eq!(choice.legal(), 30);
        assert!(choice.is_best(), "as good as the best of the list");
        let mut all: Vec<f64> = FIVE
            .iter()
            .map(|&(_, cp)| scaled_difference(30, cp))
            .collect();
        all.resize(30, scaled_difference(30, -200));
        let expected = partial_credit(&all, 0.078, 0.502)[1];
        assert!((choice.credit(0.078, 0.502) - expected).abs() < 1e-12);
    }
}
