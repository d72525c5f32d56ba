//! What happens to the sum: everything that is not a count times a weight.
//!
//! The stages run in a fixed order, each on the result of the one before, and
//! each tells the sink by how much it changed the score: king danger's curve,
//! endgame scaling, the blend of middlegame and endgame, rounding, tempo,
//! drawish endings, the fifty-move rule, and the bound. All figures here are
//! from White's side, and every division rounds towards zero, so that colours
//! reversed give the score negated.

use super::endgame::Scale;
use super::rows::{Stage, StageRow};
use super::tapered::Tapered;
use super::trace::{Sink, Sums};
use super::weights::{Setting, Weights};
use plumb_chess::board::Color;

/// No evaluation reaches this many centipawns.
pub const SCORE_BOUND_CP: i32 = 20_000;

/// What the stages know about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Situation {
    pub(super) phase: i32,
    pub(super) turn: Color,
    pub(super) halfmove_clock: u16,
}

/// From sums to the score in centipawns, from White's side.
#[inline(always)]
pub(super) fn finish<S: Sink>(
    sums: Sums,
    situation: Situation,
    scale: impl Fn(Color) -> Scale,
    weights: &Weights,
    sink: &mut S,
) -> i32 {
    let phase = situation.phase;
    let mut halves = |stage, value: Tapered| {
        sink.stage(StageRow {
            stage,
            value,
            twenty_fourths: value.blend_24ths(phase),
        });
        value
    };
    let mut balance = sums.balance;
    for side in Color::ALL {
        let cost = danger_cost(sums.danger[side], weights);
        balance += halves(Stage::KingDanger(side), side.fold(-cost, cost));
    }

    let ahead = |score: i32| {
        if score >= 0 {
            Color::White
        } else {
            Color::Black
        }
    };
    let strong = ahead(balance.endgame());
    let in_endgame = scale(strong);
    let left = balance.endgame() * in_endgame.endgame / 128;
    let change = Tapered::new(0, left - balance.endgame());
    balance += halves(Stage::EndgameScaling(in_endgame.reason), change);

    // From here on the running score is one number, in 24ths until it is rounded.
    let mut score = balance.blend_24ths(phase);
    let mut becomes = |stage, cp: i32| {
        sink.stage(StageRow {
            stage,
            value: Tapered::ZERO,
            twenty_fourths: cp * 24 - score,
        });
        score = cp * 24;
        cp
    };
    let cp = becomes(Stage::Rounding, balance.blend_24ths(phase) / 24);
    let tempo = weights.setting(Setting::Tempo);
    let cp = becomes(Stage::Tempo, cp + situation.turn.fold(tempo, -tempo));
    // The side ahead is nearly always the same as before.
    let in_all = if ahead(cp) == strong {
        in_endgame
    } else {
        scale(ahead(cp))
    };
    let cp = becomes(Stage::Drawish(in_all.reason), cp * in_all.whole / 128);
    let horizon = weights.setting(Setting::FiftyMoveHorizon);
    let left = (horizon - i32::from(situation.halfmove_clock)).max(0);
    let cp = becomes(Stage::FiftyMoves, cp * left / horizon);
    becomes(
        Stage::Bound,
        cp.clamp(1 - SCORE_BOUND_CP, SCORE_BOUND_CP - 1),
    )
}

/// What danger points cost a king: their square, because attackers help each
/// other, up to a limit.
#[inline]
fn danger_cost(points: Tapered, weights: &Weights) -> Tapered {
    let limit = weights.setting(Setting::DangerLimit);
    let divisor = weights.setting(Setting::DangerDivisor);
    let cost = |points: i32| {
        let points = points.clamp(0, limit);
        points * points / divisor
    };
    Tapered::new(cost(points.middlegame()), cost(points.endgame()))
}
