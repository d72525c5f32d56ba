//! What is known of one move: facts from an engine, and nothing that depends on
//! what is later made of them.
//!
//! A record is made once, at some expense, and kept; figures and reports are
//! computed from records alone. Scores are from the side of the player who made
//! the move, moves are coordinates as UCI writes them, castling as the king
//! moving onto his own rook.

use serde::{Deserialize, Serialize};

use super::coordinates::coordinates;
use super::forced_record::ForcedRecord;
use super::line_report::LineReport;
use super::loss_look::{LossLook, agree};
use super::value::Value;
use plumb_chess::board::{Game, Move};
use plumb_coach::analysis::Levels;
use plumb_engine::search::{Bound, Score};

/// A search for one line: its reports, and what follows from them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The score of the last exact report.
    pub score: Value,
    /// The iteration that gave it, in plies; 0 where nothing was searched
    /// because the game was over.
    pub depth: u32,
    /// The deepest ply that an exact report reached.
    pub seldepth: usize,
    /// Nodes searched.
    pub nodes: u64,
    /// The levels vector, in centipawns from selective depth 1 on.
    pub levels: Vec<i32>,
    /// How many levels at the end lie deeper than any report.
    pub extrapolated: usize,
    /// The choice at each iteration: the depth from which it held, and the move.
    pub choices: Vec<(u32, String)>,
    /// The line itself.
    pub pv: Vec<String>,
    /// Every report of the search in order, failed windows among them.
    pub iterations: Vec<LineReport>,
}

impl Line {
    /// From the reports of a search of so many nodes and the line that it ended with;
    /// `levels` is the length of the levels vector. Nothing if no report is exact.
    pub(super) fn of(
        iterations: Vec<LineReport>,
        nodes: u64,
        pv: Vec<String>,
        levels: usize,
    ) -> Option<Line> {
        let exact = || iterations.iter().filter(|one| one.bound == Bound::Exact);
        let last = exact().next_back()?;
        let of_levels = exact().map(|one| (one.seldepth, one.score.level_cp()));
        let levels = Levels::of_exact(of_levels, levels)?;
        let mut choices: Vec<(u32, String)> = Vec::new();
        for report in exact() {
            let before = choices.last().map(|(_, mv)| mv);
            if let Some(mv) = report.mv.as_ref().filter(|&mv| before != Some(mv)) {
                choices.push((report.depth, mv.clone()));
            }
        }
        Some(Line {
            score: last.score,
            depth: last.depth,
            seldepth: exact().map(|one| one.seldepth).max().unwrap_or(0),
            nodes,
            levels: levels.values,
            extrapolated: levels.extrapolated,
            choices,
            pv,
            iterations,
        })
    }

    /// Of a position in which the game is over: nothing was searched. `score` is from
    /// the side of the player who made the last move.
    pub(super) fn game_over(score: Score, levels: usize) -> Line {
        let levels = Levels::constant(score, levels);
        Line {
            score: score.into(),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            levels: levels.values,
            extrapolated: levels.extrapolated,
            choices: Vec::new(),
            pv: Vec::new(),
            iterations: Vec::new(),
        }
    }

    /// The move chosen in the end.
    pub fn choice(&self) -> Option<&str> {
        self.choices.last().map(|(_, mv)| mv.as_str())
    }
}

/// One of the moves of the multi-line pass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListedMove {
    /// The move.
    pub mv: String,
    /// Its score at the common depth.
    pub score: Value,
    /// The iteration that gave the score, in plies: less than the common depth
    /// only for a played move outside the list that could not be searched as deep.
    pub depth: u32,
    /// What follows the move in that iteration, both sides in turn, at most
    /// `CONTINUATION_PLIES`; empty where nothing was said of it, and in records from before
    /// it was kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub continuation: Vec<String>,
}

/// So many plies after a listed move are kept.
pub(super) const CONTINUATION_PLIES: usize = 7;

impl ListedMove {
    /// One of which nothing is known but its score.
    pub fn scored(mv: String, score: Value, depth: u32) -> ListedMove {
        ListedMove {
            mv,
            score,
            depth,
            continuation: Vec::new(),
        }
    }

    /// The move and what follows it.
    pub fn line(&self) -> Vec<String> {
        let first = std::iter::once(&self.mv);
        first.chain(&self.continuation).cloned().collect()
    }

    /// The first move of a line on the board of `game`.
    pub(super) fn of_line(
        game: &Game,
        line: &[Move],
        score: Value,
        depth: u32,
    ) -> Option<ListedMove> {
        let mut at = game.clone();
        let mut texts = line.iter().take(1 + CONTINUATION_PLIES).map(|&mv| {
            let text = coordinates(&at, mv);
            at.play(mv);
            text
        });
        Some(ListedMove {
            mv: texts.next()?,
            score,
            depth,
            continuation: texts.collect(),
        })
    }
}

/// The mates a player could have forced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mates {
    /// The lines, best first.
    pub lines: Vec<Mate>,
    /// Which risks least.
    pub least: Option<usize>,
    /// Which begins with the played move.
    pub played: Option<usize>,
    /// By how much the played move's risk exceeds the least, where it was both
    /// riskier and faster; 0 otherwise, none if it is not among the lines.
    pub excess: Option<f64>,
}

/// One mating line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mate {
    /// Its first move.
    pub mv: String,
    /// Moves to mate.
    pub moves: u32,
    /// The player's material less the other's at its end, in pawns.
    pub material_pawns: i32,
    /// Its risk; those of all lines add up to 1.
    pub risk: f64,
}

/// Everything an engine found out about one move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move that was made.
    pub played: String,
    /// How many moves were legal.
    pub legal: usize,
    /// The position before the move, for one line.
    pub before: Line,
    /// The position after it, on its own, for one line; choices and line are the
    /// opponent's, scores still the player's.
    pub after: Line,
    /// The common depth of the multi-line pass, in plies.
    pub depth: u32,
    /// The moves of that pass, best first, the played move always among them.
    pub listed: Vec<ListedMove>,
    /// The played move was not among the lines and had a search of its own, which
    /// may see it ahead of some of them: none of the moves left out had that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub played_apart: bool,
    /// Every line of that pass at every iteration that finished all of them, best
    /// first.
    pub list_iterations: Vec<LineReport>,
    /// Every report of the played move's own search where it was not among the lines, in
    /// order; empty where it was.
    pub apart_iterations: Vec<LineReport>,
    /// The first choice and the played move, each searched alone, to the same depth: the
    /// first time as deep as `before`, then deeper until they agree. Empty for the
    /// first choice.
    pub loss_looks: Vec<LossLook>,
    /// The first choice and the played move once more, each searched alone and much deeper
    /// than the rest (`DEEP_LOOK_NODES`); only of moves for which that
    /// was asked for, and none of the first choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deep_look: Option<LossLook>,
    /// What the moves look like at first glance: a search of at most
    /// [`GLANCE_DEPTH`](plumb_engine::glance::GLANCE_DEPTH) plies for at least
    /// [`GLANCE_LINES`](plumb_engine::glance::GLANCE_LINES) lines or all legal moves, every line at every
    /// iteration that finished all of them, best first. Empty where there was none.
    pub glance: Vec<LineReport>,
    /// Where the player had a forced mate.
    pub mates: Option<Mates>,
    /// The choices from here on, both sides in turn, that had one good answer; none
    /// where they were not searched, which is not the same as none being forced.
    pub forced: Option<ForcedRecord>,
}

impl MoveRecord {
    /// Best less played where both had a search of their own, in centipawns;
    /// negative when the move turned out better than the first choice.
    pub fn drop_cp(&self) -> i32 {
        self.before.score.level_cp() - self.after.score.level_cp()
    }

    /// How many plies from here on, both sides counted, had one good choice; none
    /// where that was not searched.
    pub fn forced_plies(&self) -> Option<usize> {
        self.forced.as_ref().map(|line| line.plies.len())
    }

    /// The same without what follows the listed moves.
    pub fn without_continuations(mut self) -> MoveRecord {
        for listed in &mut self.listed {
            listed.continuation.clear();
        }
        self
    }

    /// Whether anything is known of what follows a listed move.
    pub fn has_continuations(&self) -> bool {
        let mut listed = self.listed.iter();
        listed.any(|listed| !listed.continuation.is_empty())
    }

    /// The played move in the list.
    pub fn played_listed(&self) -> Option<&ListedMove> {
        self.listed.iter().find(|listed| listed.mv == self.played)
    }

    /// First choice less played by the last of [`loss_looks`](MoveRecord::loss_looks), in
    /// centipawns, never negative; 0 for the first choice. None without a look.
    pub fn loss_cp(&self) -> Option<i32> {
        match self.loss_looks.last() {
            Some(look) => Some(look.loss_cp()),
            None => self.is_first_choice().then_some(0),
        }
    }

    /// The looks at the move do not agree on what it lost, however deep they went.
    pub fn is_uncertain(&self) -> bool {
        !self.is_first_choice() && !agree(self.drop_cp(), &self.loss_looks)
    }

    /// Best less played by the list, at its common depth, in centipawns; never negative.
    pub fn listed_loss_cp(&self) -> Option<i32> {
        let best = self.listed.first()?.score.level_cp();
        Some(best - self.played_listed()?.score.level_cp())
    }

    /// The move was the first choice of the single-line search.
    pub fn is_first_choice(&self) -> bool {
        self.before.choice() == Some(self.played.as_str())
    }
}
