//! What people make of a score: the share of the point that the side to move may expect.
//!
//! Not the chances of `tables/wdl.toml`, which come from engines' games: among people a pawn
//! decides less, and the limits of signs are meant for these.

use plumb_engine::search::{Score, ScoreValue};

/// How steep the curve is, for a centipawn: fitted by lichess.org to games of its players
/// rated 2300 or so (lichess.org/page/accuracy), as are the usual limits of 5, 10 and 15 %.
const SLOPE: f64 = 0.003_682_08;
/// More than this is held to be this much, in centipawns.
const MOST_CP: i32 = 1_000;

/// The share, 0 to 1, of a score from the same side; a mate is 1 or 0.
pub(super) fn winning_share(score: Score) -> f64 {
    match score.value() {
        ScoreValue::Mate(moves) if moves > 0 => 1.0,
        ScoreValue::Mate(_) => 0.0,
        ScoreValue::Cp(cp) => {
            let cp = f64::from(cp.clamp(-MOST_CP, MOST_CP));
            1.0 / (1.0 + libm::exp(-SLOPE * cp))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_of_both_sides_make_a_point() {
        assert_eq!(winning_share(Score::DRAW), 0.5);
        for cp in [1, 50, 300, 999, 5_000] {
            let both = winning_share(Score::cp(cp)) + winning_share(Score::cp(-cp));
            assert!((both - 1.0).abs() < 1e-12, "{cp}");
        }
        // A pawn, and what is beyond ten.
        assert!((winning_share(Score::cp(100)) - 0.591).abs() < 0.001);
        assert_eq!(
            winning_share(Score::cp(2_000)),
            winning_share(Score::cp(1_000))
        );
        assert_eq!(winning_share(Score::mate_in(3)), 1.0);
        assert_eq!(winning_share(Score::mated_in(0)), 0.0);
    }
}
