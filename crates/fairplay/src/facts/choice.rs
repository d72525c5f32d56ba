//! A record as one decision in Regan's model of choice.

use crate::records::MoveRecord;
use plumb_engine::choice::{MoveChoice, scaled_difference};

/// The engine's lines and the move that was played; nothing if the record does not
/// list that one. Where it was not among the lines, its own search says nothing here:
/// it counts as every other move outside them.
pub fn choice_of(record: &MoveRecord) -> Option<MoveChoice> {
    record.played_listed()?;
    let is_line = |mv: &str| !record.played_apart || mv != record.played;
    let lines: Vec<_> = record.listed.iter().filter(|l| is_line(&l.mv)).collect();
    let played = lines.iter().position(|l| l.mv == record.played);
    let levels: Vec<i32> = lines.iter().map(|l| l.score.level_cp()).collect();
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
    use crate::fixtures::{FIVE, cp_record};
    use plumb_engine::choice::partial_credit;

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

    /// What there was to choose from does not depend on what was chosen.
    #[test]
    fn appending_a_blunder_moves_no_other_share() {
        let lines = &FIVE[..4];
        let share = |record: &_| choice_of(record).unwrap().credit(0.078, 0.502);
        let mut with_blunder = lines.to_vec();
        with_blunder.push(("f2f3", -900));
        for (mv, _) in lines {
            let alone = cp_record(mv, "e2e4", lines);
            // The same position in another game, where the blunder was played and
            // therefore searched on its own.
            let mut beside = cp_record("f2f3", "e2e4", &with_blunder);
            beside.played_apart = true;
            let blunder = choice_of(&beside).unwrap();
            assert_eq!(blunder.legal(), 30);
            assert!(!blunder.is_best());
            let all: f64 = lines
                .iter()
                .map(|(mv, _)| share(&cp_record(mv, "e2e4", lines)))
                .sum();
            // The other 26 share the rest equally, the blunder no less than they.
            assert!((all + 26.0 * share(&beside) - 1.0).abs() < 1e-12);
            assert_eq!(choice_of(&alone).unwrap().legal(), 30);
        }
        // However bad, it moves nothing.
        let worse = [lines, &[("f2f3", -2_000)]].concat();
        let blunder = |listed: &[(&str, i32)]| {
            let mut record = cp_record("f2f3", "e2e4", listed);
            record.played_apart = true;
            share(&record)
        };
        assert_eq!(blunder(&worse), blunder(&with_blunder));
    }
}
