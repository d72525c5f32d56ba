//! What else could have been played: a multi-line pass at one common depth.

use super::iteration::Iteration;
use super::winning::winning_loss;
use plumb_chess::board::{Move, Position};
use plumb_engine::choice::{ReganReference, partial_credit, scaled_difference};
use plumb_engine::eval::WdlModel;
use plumb_engine::glance::level_value;
use plumb_engine::search::Score;

/// One move among those that could be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The move.
    pub mv: Move,
    /// From the mover's side.
    pub score: Score,
    /// The iteration that gave the score, in plies: the common depth, unless
    /// the played move had to be cut short.
    pub depth: u32,
    /// 1 for the best; moves of equal score share the better rank.
    pub rank: usize,
    /// As good as the best, to the centipawn.
    pub is_equal_best: bool,
    /// Best less this one, in centipawns; mates count as ±(10000 − n). Never negative.
    pub loss_cp: i32,
    /// The same in winning chances (a win counts 1, a draw one half).
    pub winning_loss: f64,
    /// Regan's scaled difference from the best: the integral of dz/(1+|z|), z in pawns.
    pub scaled: f64,
    /// Its share of the choice; the shares of all legal moves sum to 1.
    pub credit: f64,
    /// The line, the move first.
    pub line: Vec<Move>,
}

/// The moves listed, best first, and what is said of them together.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternatives {
    /// The common depth, in plies.
    pub depth: u32,
    /// Best first; the played move is always among them.
    pub moves: Vec<Alternative>,
    /// Legal moves in all. Those that are no lines of the search count as the worst of these.
    pub legal: usize,
    /// For each finished depth: how many of the listed moves were within
    /// [`PLAUSIBLE_CP`] of the best.
    pub plausible: Vec<(u32, usize)>,
}

/// A move this close to the best, in centipawns, is plausible.
pub const PLAUSIBLE_CP: i32 = 50;

/// A move, its score from the mover's side, the depth that gave it, its line.
pub struct Candidate {
    /// From the mover's side.
    pub score: Score,
    /// The iteration that gave the score, in plies.
    pub depth: u32,
    /// The line, the move first; never empty.
    pub line: Vec<Move>,
}

impl Alternatives {
    /// From the reports of a multi-line search of `position` with `lines`
    /// lines; `extra` is the played move if it was not among them. Nothing if
    /// no iteration was finished.
    pub fn of(
        position: &Position,
        iterations: &[Iteration],
        lines: usize,
        extra: Option<Candidate>,
        model: &WdlModel,
        reference: &ReganReference,
    ) -> Option<Alternatives> {
        let legal = position.legal_moves().len();
        let wanted = lines.min(legal);
        let whole = |iteration: &&Iteration| iteration.lines.len() == wanted;
        let last = iterations.iter().rfind(whole)?;
        let mut found: Vec<Candidate> = last
            .lines
            .iter()
            .map(|line| Candidate {
                score: line.score,
                depth: last.depth,
                line: line.moves.clone(),
            })
            .collect();
        found.extend(extra);
        // Stable: equal scores stay in the search's order.
        found.sort_by_key(|candidate| std::cmp::Reverse(level_value(candidate.score)));

        let best = found.first()?.score;
        let best_cp = level_value(best);
        let scaled = |score| scaled_difference(best_cp, level_value(score));
        // A legal move that is not among the lines is taken to be as bad as the worst of them, an
        // added one too: what there was to choose from does not depend on the choice.
        let levels = || last.lines.iter().map(|line| level_value(line.score));
        let first_cp = levels().max().unwrap_or(best_cp);
        let worst = levels()
            .map(|level| scaled_difference(first_cp, level))
            .fold(0.0, f64::max);
        let is_line = |mv| last.lines.iter().any(|line| line.moves[0] == mv);
        let listed = found.len();
        let mut differences: Vec<f64> = found
            .iter()
            .map(|candidate| match is_line(candidate.line[0]) {
                true => scaled_difference(first_cp, level_value(candidate.score)),
                false => worst,
            })
            .collect();
        differences.resize(legal.max(listed), worst);
        let credits = partial_credit(&differences, reference.sensitivity, reference.consistency);

        let mut moves: Vec<Alternative> = Vec::with_capacity(listed);
        for (index, candidate) in found.into_iter().enumerate() {
            let rank = match moves.last() {
                Some(before) if before.score == candidate.score => before.rank,
                _ => index + 1,
            };
            moves.push(Alternative {
                mv: candidate.line[0],
                score: candidate.score,
                depth: candidate.depth,
                rank,
                is_equal_best: level_value(candidate.score) == best_cp,
                loss_cp: best_cp - level_value(candidate.score),
                winning_loss: winning_loss(best, candidate.score, position, model),
                scaled: scaled(candidate.score),
                credit: credits[index],
                line: candidate.line,
            });
        }
        let plausible = iterations
            .iter()
            .filter(whole)
            .map(|iteration| {
                let best = level_value(iteration.score);
                let near = |score| best - level_value(score) <= PLAUSIBLE_CP;
                let count = iteration.lines.iter().filter(|line| near(line.score));
                (iteration.depth, count.count())
            })
            .collect();
        Some(Alternatives {
            depth: last.depth,
            moves,
            legal,
            plausible,
        })
    }

    /// What is said of one move, if it is listed.
    pub fn find(&self, mv: Move) -> Option<&Alternative> {
        self.moves.iter().find(|alternative| alternative.mv == mv)
    }

    /// How far the best is ahead of the next in centipawns; none if nothing
    /// else is legal.
    pub fn gap_cp(&self) -> Option<i32> {
        self.moves.get(1).map(|second| second.loss_cp)
    }
}
