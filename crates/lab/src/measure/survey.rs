//! One engine, many positions, several copies of it at the same time.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::class::WhiteScore;
use super::scorer::{ScoreError, Scorer};
use plumb_chess::board::Position;
use plumb_protocol::peer::PeerError;

/// What an engine said about many positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// A score for each position; none where it gave none, or was not asked.
    pub scores: Vec<Option<WhiteScore>>,
    /// Why it was not asked to the end, unless it was called off.
    pub trouble: Option<ScoreError>,
}

/// Asks an engine about all positions. `make` starts one copy of it; `seen` is
/// called after each position. The first copy that fails ends the survey, and
/// so does `interrupt`; what was scored until then is kept. The scores do not
/// depend on the number of copies.
pub fn survey(
    make: &(dyn Fn() -> Result<Box<dyn Scorer>, ScoreError> + Sync),
    positions: &[&Position],
    copies: usize,
    interrupt: &AtomicBool,
    seen: &(dyn Fn() + Sync),
) -> Answers {
    let next = AtomicUsize::new(0);
    let over = AtomicBool::new(false);
    let answers = Mutex::new(Answers {
        scores: vec![None; positions.len()],
        trouble: None,
    });
    let work = || -> Result<(), ScoreError> {
        let mut scorer = make()?;
        while !over.load(Ordering::Relaxed) && !interrupt.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(position) = positions.get(index) else {
                break;
            };
            let score = scorer.score(position)?;
            if let Some(place) = answers.lock().scores.get_mut(index) {
                *place = score;
            }
            seen();
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        for _ in 0..copies.clamp(1, positions.len().max(1)) {
            scope.spawn(|| {
                let Err(error) = work() else {
                    return;
                };
                over.store(true, Ordering::Relaxed);
                if !matches!(error, ScoreError::Peer(PeerError::Interrupted { .. })) {
                    answers.lock().trouble.get_or_insert(error);
                }
            });
        }
    });
    answers.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::notation::parse_fen;

    /// Gives the move number, and fails after so many positions.
    struct Counter {
        left: usize,
    }

    impl Scorer for Counter {
        fn score(&mut self, position: &Position) -> Result<Option<WhiteScore>, ScoreError> {
            if self.left == 0 {
                let engine = "Counter".to_owned();
                let what = "any more".to_owned();
                return Err(PeerError::Unsupported { engine, what }.into());
            }
            self.left -= 1;
            let number = position.fullmove_number() as i32;
            Ok((number != 3).then(|| WhiteScore::cp(number)))
        }
    }

    fn ask(copies: usize, left: usize, called_off: bool) -> (Answers, usize) {
        let positions: Vec<_> = (1..=9)
            .map(|n| parse_fen(&format!("4k3/8/8/8/8/8/8/4K2R w - - 0 {n}")).unwrap())
            .collect();
        let positions: Vec<_> = positions.iter().collect();
        let seen = AtomicUsize::new(0);
        let answers = survey(
            &|| Ok(Box::new(Counter { left })),
            &positions,
            copies,
            &AtomicBool::new(called_off),
            &|| {
                seen.fetch_add(1, Ordering::Relaxed);
            },
        );
        (answers, seen.into_inner())
    }

    #[test]
    fn every_position_gets_its_own_score() {
        for copies in [0, 1, 3, 100] {
            let (answers, seen) = ask(copies, 9, false);
            assert_eq!(seen, 9);
            assert_eq!(answers.trouble, None);
            for (index, score) in answers.scores.iter().enumerate() {
                let expected = (index != 2).then(|| WhiteScore::cp(index as i32 + 1));
                assert_eq!(*score, expected);
            }
        }
    }

    #[test]
    fn what_came_before_a_failure_is_kept() {
        let (answers, seen) = ask(1, 5, false);
        assert_eq!(seen, 5);
        assert_eq!(answers.scores.iter().flatten().count(), 4);
        assert!(answers.trouble.unwrap().to_string().contains("Counter"));
        let (answers, seen) = ask(2, 5, true);
        assert_eq!((seen, answers.trouble), (0, None));
        assert_eq!(answers.scores, [None; 9]);
    }
}
