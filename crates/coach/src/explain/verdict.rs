//! How a move compares with the best: what all sentences agree on.

use super::evidence::{Evidence, SearchedMove};
use super::motif_words::MotifLine;
use super::played_line::PlayedLine;
use crate::analysis::winning_chance;
use plumb_chess::board::{Color, Move, Position};
use plumb_engine::eval::WdlModel;
use plumb_engine::glance::level_value;
use plumb_engine::search::Score;

/// A smaller difference in winning chances, 0 to 1, makes no move worse than another.
pub const EQUAL_CHANCE: f64 = 0.035;
/// Beyond this score, in centipawns, a game is won, and by how much says nothing.
pub const WON_CP: i32 = 600;

/// How the move that is explained compares with the first choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Relation {
    /// It is the first choice.
    Best,
    /// Nothing that matters separates the two.
    Equal,
    /// It is worse.
    Worse,
}

/// The position, the two moves that are compared, and how they compare.
pub(super) struct Verdict<'a> {
    /// What searches said.
    pub evidence: &'a Evidence,
    /// The first choice.
    pub best: &'a SearchedMove,
    /// The move that is explained: the one asked about, or the first choice.
    pub explained: &'a SearchedMove,
    /// The move that is explained is the one that was asked about.
    pub is_asked: bool,
    /// How the explained move compares with the first choice.
    pub relation: Relation,
    /// From scores to chances.
    pub chances: &'a WdlModel,
}

impl<'a> Verdict<'a> {
    /// Nothing where no move is known.
    pub(super) fn of(evidence: &'a Evidence, chances: &'a WdlModel) -> Option<Verdict<'a>> {
        let best = evidence.best.as_ref()?;
        // Where a search was stopped before the move's turn, what is best is known.
        let is_asked = evidence.played.is_some() || evidence.asked == Some(best.mv);
        let mut verdict = Verdict {
            evidence,
            best,
            explained: evidence.played.as_ref().unwrap_or(best),
            is_asked,
            relation: Relation::Best,
            chances,
        };
        if let Some(played) = &evidence.played {
            verdict.relation = match verdict.separates(best.score, played.score) {
                true => Relation::Worse,
                false => Relation::Equal,
            };
        }
        Some(verdict)
    }

    pub(super) fn position(&self) -> &'a Position {
        &self.evidence.position
    }

    /// Whose move it is.
    pub(super) fn side(&self) -> Color {
        self.position().turn()
    }

    /// Whether one score is better than another by enough to matter; both from the side
    /// of the player who moves.
    pub(super) fn separates(&self, better: Score, worse: Score) -> bool {
        let levels = [level_value(better), level_value(worse)];
        let is_over =
            levels.iter().all(|&cp| cp >= WON_CP) || levels.iter().all(|&cp| cp <= -WON_CP);
        let chance = |score| winning_chance(score, self.position(), self.chances);
        !is_over && chance(better) - chance(worse) >= EQUAL_CHANCE
    }

    /// How much of the winning chances, 0 to 1, one score is better than another.
    pub(super) fn chance_lost(&self, better: Score, worse: Score) -> f64 {
        let chance = |score| winning_chance(score, self.position(), self.chances);
        (chance(better) - chance(worse)).max(0.0)
    }

    /// How much worse one score is than another, in centipawns, mates being thousands.
    pub(super) fn drop_cp(&self, better: Score, worse: Score) -> i32 {
        level_value(better) - level_value(worse)
    }

    /// Whether a drop is as large as a loss of so many pawns of material would make it
    /// at least: where it is not, there is something in return.
    pub(super) fn is_felt(&self, drop_cp: i32, pawns: i32) -> bool {
        drop_cp >= 50 * pawns.clamp(1, 3)
    }

    /// Whether the score agrees that a move of the player wins so many pawns: he stands better
    /// by as much as counts, or would stand worse by as much with the second choice. So a
    /// gain is told, too, that only makes up for a lost game.
    pub(super) fn is_gain_felt(&self, searched: &SearchedMove, pawns: i32) -> bool {
        let least = 50 * pawns.min(3);
        let second = self.evidence.second.as_ref();
        let second = second.filter(|_| searched.mv == self.best.mv);
        searched.score.to_int() > least
            || second
                .is_some_and(|one| self.is_felt(self.drop_cp(searched.score, one.score), pawns))
    }

    /// A move's line, for its motifs.
    pub(super) fn motif_line(&self, searched: &'a SearchedMove) -> MotifLine<'a> {
        let before = self.evidence.before.as_ref();
        MotifLine {
            moves: &searched.line,
            before: before.map(|(position, mv)| (position, *mv)),
            zugzwang: searched.zugzwang,
        }
    }

    /// A move of the position with its number: `40...Kf6`.
    pub(super) fn san(&self, mv: Move) -> String {
        PlayedLine::new(self.position(), &[mv]).san()
    }
}
