//! Three classes of positions, and the cut that sorts an engine's scores into
//! them.

use plumb_chess::board::Color;
use plumb_engine::search::ScoreValue;

/// A label more than this many centipawns away from 0 is winning.
pub const LABEL_CUT_CP: i32 = 100;

/// A score from White's point of view: centipawns on its engine's own scale, a
/// mate beyond all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WhiteScore(i32);

impl WhiteScore {
    const MATE: i32 = 1_000_000;

    /// So many centipawns, White's advantage being positive.
    pub fn cp(centipawns: i32) -> WhiteScore {
        WhiteScore(centipawns.clamp(1 - WhiteScore::MATE, WhiteScore::MATE - 1))
    }

    /// `winner` mates.
    pub fn mate(winner: Color) -> WhiteScore {
        WhiteScore(winner.fold(WhiteScore::MATE, -WhiteScore::MATE))
    }

    /// A score as protocols tell it, from the side to move. Mate in 0 means
    /// that the side to move is mated.
    pub fn of(score: ScoreValue, side_to_move: Color) -> WhiteScore {
        match score {
            ScoreValue::Cp(cp) => {
                let cp = WhiteScore::cp(cp).0;
                WhiteScore(side_to_move.fold(cp, -cp))
            }
            ScoreValue::Mate(moves) if moves > 0 => WhiteScore::mate(side_to_move),
            ScoreValue::Mate(_) => WhiteScore::mate(!side_to_move),
        }
    }

    /// True if one side mates.
    pub fn is_mate(self) -> bool {
        self.0.abs() == WhiteScore::MATE
    }

    /// Centipawns from White's side; a mate is a million.
    pub fn to_int(self) -> i32 {
        self.0
    }
}

/// What a position is worth, as coarsely as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Class {
    WhiteWins,
    Level,
    BlackWins,
}

impl Class {
    /// All of them, in the order in which tables show them.
    pub const ALL: [Class; 3] = [Class::WhiteWins, Class::Level, Class::BlackWins];

    /// The class of a score: winning when it is more than `cut_cp` away from 0.
    pub fn of(score: WhiteScore, cut_cp: i32) -> Class {
        if score.0 > cut_cp {
            Class::WhiteWins
        } else if score.0 < -cut_cp {
            Class::BlackWins
        } else {
            Class::Level
        }
    }
}

/// What a cut is fitted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The share of positions put into the right class.
    Plain,
    /// The mean over the classes of the share of each that is recognised.
    Balanced,
}

/// The cut, in centipawns, with which these scores meet their classes best;
/// none without scores. Where several cuts do equally well the middle of the
/// lowest run of them is taken. Mates are winning whatever the cut.
pub fn fit_cut(scores: &[(WhiteScore, Class)], goal: Goal) -> Option<i32> {
    if scores.is_empty() {
        return None;
    }
    let mut weights = [1.0; 3];
    if goal == Goal::Balanced {
        for class in Class::ALL {
            let count = scores.iter().filter(|(_, truth)| *truth == class).count();
            weights[class as usize] = 1.0 / count.max(1) as f64;
        }
    }
    // How much is gained once the cut has reached a score's size: the score
    // counts as level from there on.
    let mut steps: Vec<(i32, f64)> = scores
        .iter()
        .map(|&(score, truth)| {
            let weight = weights[truth as usize];
            let gain = match truth {
                Class::Level => weight,
                _ if Class::of(score, 0) == truth => -weight,
                _ => 0.0,
            };
            (score.0.abs(), gain)
        })
        .filter(|&(size, _)| size < WhiteScore::MATE)
        .collect();
    steps.sort_by_key(|&(size, _)| size);
    let mut runs: Vec<(i32, f64)> = vec![(0, 0.0)];
    let mut gained = 0.0;
    for (size, gain) in steps {
        gained += gain;
        match runs.last_mut() {
            Some(run) if run.0 == size => run.1 = gained,
            _ => runs.push((size, gained)),
        }
    }
    let mut best = 0;
    for index in 1..runs.len() {
        if runs[index].1 > runs[best].1 + 1e-9 {
            best = index;
        }
    }
    let from = runs[best].0;
    let mut end = best + 1;
    while end < runs.len() && runs[end].1 > runs[best].1 - 1e-9 {
        end += 1;
    }
    Some(runs.get(end).map_or(from, |next| (from + next.0 - 1) / 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Class::{BlackWins, Level, WhiteWins};

    fn labelled(list: &[(i32, Class)]) -> Vec<(WhiteScore, Class)> {
        let score = |&(cp, class): &(i32, Class)| (WhiteScore::cp(cp), class);
        list.iter().map(score).collect()
    }

    fn right(scores: &[(WhiteScore, Class)], cut: i32) -> usize {
        let is_right = |pair: &&(WhiteScore, Class)| Class::of(pair.0, cut) == pair.1;
        scores.iter().filter(is_right).count()
    }

    #[test]
    fn scores_are_turned_to_whites_side() {
        let of = WhiteScore::of;
        assert_eq!(of(ScoreValue::Cp(30), Color::White), WhiteScore::cp(30));
        assert_eq!(of(ScoreValue::Cp(30), Color::Black), WhiteScore::cp(-30));
        let white = WhiteScore::mate(Color::White);
        assert_eq!(of(ScoreValue::Mate(3), Color::White), white);
        assert_eq!(of(ScoreValue::Mate(-3), Color::Black), white);
        assert_eq!(of(ScoreValue::Mate(0), Color::Black), white);
        assert!(white.is_mate() && !WhiteScore::cp(i32::MAX).is_mate());
        // Extreme numbers from another engine do not overflow.
        assert!(of(ScoreValue::Cp(i32::MIN), Color::Black) > WhiteScore::cp(0));
    }

    #[test]
    fn one_pawn_is_not_yet_winning() {
        let class = |cp| Class::of(WhiteScore::cp(cp), LABEL_CUT_CP);
        assert_eq!([100, 101].map(class), [Level, WhiteWins]);
        assert_eq!([-100, -101].map(class), [Level, BlackWins]);
        let mate = WhiteScore::mate(Color::Black);
        assert_eq!(Class::of(mate, 999_000), BlackWins);
    }

    #[test]
    fn the_cut_separates_what_can_be_separated() {
        let scores = labelled(&[
            (10, Level),
            (-60, Level),
            (80, WhiteWins),
            (-90, BlackWins),
            (300, WhiteWins),
        ]);
        // Every cut from 60 to 79 is right everywhere.
        assert_eq!(fit_cut(&scores, Goal::Plain), Some(69));
        assert_eq!(right(&scores, 69), 5);
    }

    #[test]
    fn no_other_cut_does_better() {
        let mut bits = 7u64;
        let mut scores = Vec::new();
        for _ in 0..400 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let label = (bits >> 40) as i32 % 500 - 250;
            let score = WhiteScore::cp(label / 2 + (bits >> 20) as i32 % 70);
            scores.push((score, Class::of(WhiteScore::cp(label), LABEL_CUT_CP)));
        }
        let best = (0..600).map(|cut| right(&scores, cut)).max().unwrap();
        let cut = fit_cut(&scores, Goal::Plain).unwrap();
        assert_eq!(right(&scores, cut), best);
        assert!(best > 200, "{best}");
    }

    #[test]
    fn a_rare_class_weighs_more_when_balance_is_the_goal() {
        // Three level positions at 50 and one won one there, one won at 20.
        let scores = labelled(&[
            (50, Level),
            (50, Level),
            (50, Level),
            (50, WhiteWins),
            (20, Level),
        ]);
        assert!(fit_cut(&scores, Goal::Plain).unwrap() >= 50);
        assert!((20..50).contains(&fit_cut(&scores, Goal::Balanced).unwrap()));
    }

    #[test]
    fn mates_and_nothing_are_no_trouble() {
        assert_eq!(fit_cut(&[], Goal::Plain), None);
        let mate = [(WhiteScore::mate(Color::White), WhiteWins)];
        assert_eq!(fit_cut(&mate, Goal::Plain), Some(0));
    }
}
