//! How a move that was made stood among the lines of a record's list, depth by depth.
//!
//! A first glance ends after three plies. A list goes on, for five lines: at each of its
//! iterations the move has a rank and is behind the best by so much. Start with
//! `MoveCourse::at`.

use plumb_engine::choice::scaled_difference;
use plumb_fairplay::{LineReport, MoveRecord};

/// What a move looked like at one depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MoveCourse {
    /// How far it was behind the best, scaled.
    pub(super) loss: f64,
    /// How many lines were before it; as many as there were if it was not among them.
    pub(super) rank: usize,
}

impl MoveCourse {
    /// At so many plies, or at the deepest iteration before that: of a list that was not searched
    /// so deep the last one. A move that is not among the lines has the score of its own search,
    /// and without one that of the last line. Nothing where no iteration had all lines.
    pub(super) fn at(record: &MoveRecord, depth: u32) -> Option<MoveCourse> {
        let (list, apart) = (&record.list_iterations, &record.apart_iterations);
        MoveCourse::of(&record.played, list, apart, depth)
    }

    fn of(
        played: &str,
        list: &[LineReport],
        apart: &[LineReport],
        depth: u32,
    ) -> Option<MoveCourse> {
        let depths = list.iter().map(|line| line.depth);
        let reached = depths.filter(|&reached| reached <= depth).max()?;
        let lines = list.iter().filter(|line| line.depth == reached);
        let lines: Vec<&LineReport> = lines.collect();
        let best = lines.first()?.score.level_cp();
        let is_played = |line: &&LineReport| line.mv.as_deref() == Some(played);
        let rank = lines.iter().position(is_played);
        let alone = || {
            let own = apart.iter().rev();
            let mut own = own.filter(|one| one.depth <= reached && one.is_exact());
            own.next()
        };
        let played = match rank {
            Some(rank) => lines[rank],
            None => alone().unwrap_or(lines[lines.len() - 1]),
        };
        Some(MoveCourse {
            loss: scaled_difference(best, played.score.level_cp()).max(0.0),
            rank: rank.unwrap_or(lines.len()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As records write them: depth, selective depth, move, score, and a bound behind it.
    fn reports(rows: &[&str]) -> Vec<LineReport> {
        let report = |row: &&str| serde_json::from_str(row).unwrap();
        rows.iter().map(report).collect()
    }

    #[test]
    fn rank_and_loss_at_each_depth() {
        let list = reports(&[
            r#"[3,9,"d2d4",{"cp":40}]"#,
            r#"[3,9,"e2e4",{"cp":20}]"#,
            r#"[5,9,"e2e4",{"cp":30}]"#,
            r#"[5,9,"d2d4",{"cp":-10}]"#,
            r#"[6,9,"e2e4",{"cp":30}]"#,
            r#"[6,9,"g1f3",{"cp":10}]"#,
        ]);
        let at = |apart: &[LineReport], depth| MoveCourse::of("d2d4", &list, apart, depth);
        let course = |loss, rank| Some(MoveCourse { loss, rank });
        assert_eq!(at(&[], 2), None);
        assert_eq!(at(&[], 3), course(0.0, 0));
        assert_eq!(at(&[], 4), course(0.0, 0), "the deepest before that");
        assert_eq!(at(&[], 5), course(scaled_difference(30, -10), 1));
        // Out of the list: the last line's score stands for it, then its own.
        assert_eq!(at(&[], 6), course(scaled_difference(30, 10), 2));
        let apart = reports(&[
            r#"[5,9,"d2d4",{"cp":-80}]"#,
            r#"[6,9,"d2d4",{"cp":-60}]"#,
            r#"[6,9,"d2d4",{"cp":-70},"upper"]"#,
            r#"[7,9,"d2d4",{"cp":-90}]"#,
        ]);
        assert_eq!(at(&apart, 6), course(scaled_difference(30, -60), 2));
    }
}
