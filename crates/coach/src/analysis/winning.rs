//! Scores as winning chances, and what a move lost of them.
//!
//! A chance is the share of the point that the mover may expect, 0 to 1: the
//! chance to win and half the chance to draw, by the model in
//! `tables/wdl.toml`. Start with `winning_chance`.

use plumb_chess::board::Position;
use plumb_engine::eval::{WdlModel, phase};
use plumb_engine::search::{Score, ScoreValue};

/// The mover's winning chance, 0 to 1: win + draw / 2. The score is from the
/// mover's side in this position, the one before the move, whose material
/// decides how surely an advantage wins. A mate is 1 or 0.
pub fn winning_chance(score: Score, position: &Position, model: &WdlModel) -> f64 {
    match score.value() {
        ScoreValue::Mate(moves) if moves > 0 => 1.0,
        ScoreValue::Mate(_) => 0.0,
        ScoreValue::Cp(cp) => {
            let [win, draw, _] = model.chances(f64::from(cp), phase(position));
            win + draw / 2.0
        }
    }
}

/// What the mover lost of the winning chance: best less played, 0 to 1, never
/// negative. Both scores are from the mover's side and from the same pass; for
/// a drop between separate searches, which may be negative, subtract the two
/// chances.
pub fn winning_loss(best: Score, played: Score, position: &Position, model: &WdlModel) -> f64 {
    let chance = |score| winning_chance(score, position, model);
    (chance(best) - chance(played)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_rise_with_the_score_and_mirror() {
        let (position, model) = (Position::start(), WdlModel::embedded());
        let chance = |score| winning_chance(score, &position, &model);
        assert!((chance(Score::DRAW) - 0.5).abs() < 1e-12);
        let mut last = 0.0;
        for cp in (-3_000..=3_000).step_by(20) {
            let here = chance(Score::cp(cp));
            assert!(here >= last && here <= 1.0, "{cp}");
            assert!((here + chance(Score::cp(-cp)) - 1.0).abs() < 1e-12, "{cp}");
            last = here;
        }
        assert_eq!(chance(Score::mate_in(99)), 1.0);
        assert_eq!(chance(Score::mated_in(98)), 0.0);
        assert_eq!(chance(Score::mated_in(0)), 0.0);
    }

    #[test]
    fn a_chance_is_half_the_draws_and_the_wins() {
        let model = WdlModel {
            win_half_cp: [100.0; 4],
            spread_cp: [50.0; 4],
        };
        // One game in two is won; of 1 + e^4 games one is lost.
        let loss = 1.0 / (1.0 + libm::exp(4.0));
        let chance = winning_chance(Score::cp(100), &Position::start(), &model);
        assert!((chance - (0.5 + (0.5 - loss) / 2.0)).abs() < 1e-12);
    }

    #[test]
    fn losses_are_never_negative() {
        let (position, model) = (Position::start(), WdlModel::embedded());
        let loss = |best, played| winning_loss(best, played, &position, &model);
        assert_eq!(loss(Score::mate_in(3), Score::mated_in(4)), 1.0);
        assert_eq!(loss(Score::mate_in(3), Score::mate_in(9)), 0.0);
        assert_eq!(loss(Score::cp(10), Score::cp(30)), 0.0);
        // The same centipawns weigh less in a position that is won anyway.
        let (even, won) = (
            loss(Score::cp(0), Score::cp(-100)),
            loss(Score::cp(900), Score::cp(800)),
        );
        assert!(won > 0.0 && even > 20.0 * won, "{even} {won}");
    }
}
