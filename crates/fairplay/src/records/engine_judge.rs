//! Other engines as judges, alone or several on the same move.
//!
//! An `EngineJudge` makes the same record of a move as Plumb does, by the same
//! steps, from what any UCI engine shows: one line before the move, the list of
//! alternatives, mates, the forced line, the first glance, one line after the move,
//! and the looks at what the move lost. The engine is told of a new game before
//! each step, so that a record depends on its position alone as far as the
//! protocol allows; searches within one step may know of each other. Node counts
//! are the engine's own and are not comparable between engines.
//!
//! Nothing here decides what a difference between engines means; `Votes`
//! counts them.

use std::sync::atomic::{AtomicBool, Ordering};

use plumb_chess::board::{Game, Move};
use plumb_chess::notation::parse_uci_move;
use plumb_coach::analysis::{
    FORCED_CP, ForcedEnd, ForcedLine, ForcedPly, Iteration, MATE_LINES, MateLine, MateRisk,
    RankedLine,
};
use plumb_engine::glance::{GLANCE_DEPTH, GLANCE_LINES};
use plumb_engine::search::Bound;
use plumb_protocol::peer::SearchBudget;
use plumb_support::wording::say;

use super::coordinates::coordinates;
use super::depths::Depths;
use super::engine::{Engine, EngineSetup};
use super::forced_record::ForcedRecord;
use super::judge::Judge;
use super::line_report::LineReport;
use super::loss_look::LossLook;
use super::loss_search::loss_looks;
use super::record::{Line, ListedMove, Mate, Mates, MoveRecord};
use super::search_line::{last_exact, line_of, line_of_game_over};
use super::search_result::SearchResult;
use super::stamp::Stamp;
use super::value::Value;

/// The forced line is followed for at most so many plies, each with the same
/// share of its nodes.
const FORCED_PLIES: usize = 8;

/// What the multi-line pass came to.
#[derive(Default)]
struct ListPass {
    /// The common depth, in plies.
    depth: u32,
    /// The moves at that depth with the played one, as far as the engine could be asked
    /// for it.
    listed: Vec<ListedMove>,
    /// The played move was searched apart.
    played_apart: bool,
    /// Every line of every whole iteration.
    iterations: Vec<LineReport>,
    /// Every report of the played move's own search, if it had one.
    apart_iterations: Vec<LineReport>,
}

/// Any UCI engine as a judge.
pub struct EngineJudge {
    engine: Engine,
    depths: Depths,
    /// The last search after a move, and the game it was made in.
    last: Option<(Game, SearchResult)>,
}

impl EngineJudge {
    /// Starts the engine. A selective depth cannot be asked for over UCI: where
    /// `depths` has one, the nodes beside it are used up. Errors are one line.
    pub fn start(setup: EngineSetup, depths: Depths) -> Result<EngineJudge, String> {
        let depths = Depths {
            seldepth: None,
            ..depths
        };
        if depths.nodes.is_none() && depths.depth.is_none() {
            return Err(format!(
                "{}: expected a number of nodes or a depth for its searches",
                setup.launch.name
            ));
        }
        Ok(EngineJudge {
            engine: Engine::start(setup, depths.hash_mb, &depths.to_string())?,
            depths,
            last: None,
        })
    }

    /// The whole record; none when stopped.
    fn whole_record(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        let position = game.position();
        let legal = position.legal_moves().len();
        let Some(before) = self.single(game, stop)? else {
            return Ok(None);
        };
        let Some(list) = self.list(game, played, stop)? else {
            return Ok(None);
        };
        let mut next = game.clone();
        next.play(played);
        let levels = self.depths.levels;
        let before_line = line_of(game, &before.iterations, before.nodes, false, levels);
        let is_mate = |line: &Line| matches!(line.score, Value::Mate(moves) if moves > 0);
        let is_mate = before_line.as_ref().is_some_and(is_mate);
        let mates = match is_mate && self.depths.mate_nodes > 0 {
            true => match self.mates(game, played, stop)? {
                Some(mates) => Some(mates),
                None => return Ok(None),
            },
            false => None,
        };
        let forced = self.forced(game, stop)?;
        let glance = self.glance(game, stop)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        // Last, so that the next move finds it made.
        let after = match next.position().has_no_moves() {
            true => line_of_game_over(&next, levels),
            false => {
                let Some(search) = self.single(&next, stop)? else {
                    return Ok(None);
                };
                line_of(&next, &search.iterations, search.nodes, true, levels)
                    .ok_or_else(|| self.no_score(|engine| say!(no_record.after, engine)))?
            }
        };
        // Some engines play an only move without a thought.
        let before = match before_line {
            Some(line) => line,
            None if legal == 1 => instead_of_thinking(game, played, &after, levels)
                .ok_or_else(|| self.no_score(|engine| say!(no_record.after, engine)))?,
            None => return Err(self.no_score(|engine| say!(no_record.before, engine))),
        };
        let Some(loss_looks) = self.loss_looks(game, played, &before, &after, stop)? else {
            return Ok(None);
        };
        let list = match list {
            Some(list) => list,
            None if legal == 1 => ListPass {
                depth: before.depth,
                ..ListPass::default()
            },
            None => return Err(self.no_score(|engine| say!(no_record.several, engine))),
        };
        let ListPass {
            depth, mut listed, ..
        } = list;
        let played = coordinates(game, played);
        if !listed.iter().any(|listed| listed.mv == played) {
            // It would not look at one move alone: what it says of the
            // position after the move, a ply further, stands in.
            let depth = (after.depth + 1).min(depth);
            listed.push(ListedMove::scored(played.clone(), after.score, depth));
        }
        // Stable: equal scores stay in the engine's order.
        listed.sort_by_key(|listed| std::cmp::Reverse(listed.score.level_cp()));
        Ok(Some(MoveRecord {
            played,
            legal,
            before,
            after,
            depth,
            listed,
            played_apart: list.played_apart,
            list_iterations: list.iterations,
            apart_iterations: list.apart_iterations,
            loss_looks,
            deep_look: None,
            glance,
            mates,
            forced,
        }))
    }

    /// This text about the engine, by its name, as its failure.
    fn no_score(&mut self, text: fn(&str) -> String) -> String {
        let message = text(&self.engine.stamp().engine);
        self.engine.failed(message)
    }

    /// One line.
    fn single(&mut self, game: &Game, stop: &AtomicBool) -> Result<Option<SearchResult>, String> {
        if let Some((at, search)) = &self.last
            && at.start() == game.start()
            && at.moves() == game.moves()
        {
            return Ok(Some(search.clone()));
        }
        self.engine.forget();
        let limits = SearchBudget {
            depth: self.depths.depth,
            nodes: self.depths.nodes,
            ..SearchBudget::default()
        };
        let search = self.engine.search(game, limits, 1, None, stop)?;
        if let Some(search) = &search {
            self.last = Some((game.clone(), search.clone()));
        }
        Ok(search)
    }

    /// The multi-line pass, the played move with it where the engine can be
    /// asked for it alone: on the same table, as deep as the others. The inner
    /// none: no score; the outer one: stopped.
    fn list(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<Option<ListPass>>, String> {
        let legal = game.position().legal_moves().len();
        let nodes = match self.depths.depth {
            Some(_) => None,
            None => Some(self.depths.list_nodes),
        };
        let limits = SearchBudget {
            depth: self.depths.depth,
            // A fifth is kept back for a played move outside the list.
            nodes: nodes.map(|nodes| (nodes - nodes / 5).max(1)),
            ..SearchBudget::default()
        };
        self.engine.forget();
        let wanted = self.depths.multi_pv.min(legal);
        let Some(search) = self
            .engine
            .search(game, limits, wanted.max(1), None, stop)?
        else {
            return Ok(None);
        };
        let Some(last) = search.deepest_whole() else {
            return Ok(Some(None));
        };
        let iterations = LineReport::of_all_lines(game, &search.iterations, last.lines.len());
        let listed = |line: &RankedLine, depth: u32| {
            ListedMove::of_line(game, &line.moves, line.score.into(), depth)
        };
        let mut moves: Vec<ListedMove> = last
            .lines
            .iter()
            .filter_map(|line| listed(line, last.depth))
            .collect();
        let is_apart = !last.lines.iter().any(|line| line.moves[0] == played);
        let mut apart_iterations = Vec::new();
        if is_apart {
            let limits = SearchBudget {
                depth: Some(last.depth),
                nodes: nodes.map(|nodes| (nodes / 5).max(1)),
                ..SearchBudget::default()
            };
            let Some(own) = self.engine.search(game, limits, 1, Some(played), stop)? else {
                return Ok(None);
            };
            let found = last_exact(&own.iterations);
            if let Some(found) = found.filter(|found| found.best() == Some(played)) {
                moves.extend(listed(&found.lines[0], found.depth.min(last.depth)));
                apart_iterations = LineReport::of_first_lines(game, &own.iterations);
            }
        }
        Ok(Some(Some(ListPass {
            depth: last.depth,
            listed: moves,
            played_apart: is_apart,
            iterations,
            apart_iterations,
        })))
    }

    /// The first choice and the played move, each alone and as deep as the other; no look
    /// at the first choice itself. What an engine that cannot be asked for one move alone
    /// says before and after the move stands in. None when stopped.
    fn loss_looks(
        &mut self,
        game: &Game,
        played: Move,
        before: &Line,
        after: &Line,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<LossLook>>, String> {
        if self.depths.loss_nodes == 0 {
            return Ok(Some(Vec::new()));
        }
        let first_choice = before
            .choice()
            .filter(|&mv| mv != coordinates(game, played));
        let first_choice = first_choice.and_then(|mv| parse_uci_move(game.position(), mv));
        let Some(first_choice) = first_choice else {
            return Ok(Some(Vec::new()));
        };
        let drop_cp = before.score.level_cp() - after.score.level_cp();
        let instead = LossLook {
            depth: before.depth,
            first_choice: before.score,
            played: after.score,
        };
        loss_looks(drop_cp, before.depth, |extent| {
            let mut alone = |mv| {
                let bounds = self.depths.loss(extent);
                let limits = SearchBudget {
                    depth: bounds.depth,
                    nodes: bounds.nodes,
                    ..SearchBudget::default()
                };
                self.engine.forget();
                let search = self.engine.search(game, limits, 1, Some(mv), stop)?;
                let of_this = |one: &Iteration| one.best() == Some(mv);
                Ok::<_, String>(search.map(|search| {
                    let iterations = search.iterations.into_iter();
                    iterations.filter(of_this).collect::<Vec<_>>()
                }))
            };
            let (Some(own), Some(best)) = (alone(played)?, alone(first_choice)?) else {
                return Ok(None);
            };
            Ok(Some(LossLook::of(&best, &own).unwrap_or(instead)))
        })
    }

    fn mates(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<Mates>, String> {
        self.engine.forget();
        let lines = MATE_LINES.min(game.position().legal_moves().len());
        let limits = SearchBudget::nodes(self.depths.mate_nodes);
        let Some(search) = self.engine.search(game, limits, lines, None, stop)? else {
            return Ok(None);
        };
        let lines = search.deepest_whole().map_or(&[][..], |last| &last.lines);
        let lines = lines
            .iter()
            .filter_map(|line| MateLine::new(game.position(), line.score, &line.moves))
            .collect();
        let risk = MateRisk::of(lines, Some(played));
        let mate = |(line, &risk): (&MateLine, &f64)| Mate {
            mv: coordinates(game, line.moves[0]),
            moves: line.mate_in,
            material_pawns: line.material_pawns,
            risk,
        };
        Ok(Some(Mates {
            lines: risk.lines.iter().zip(&risk.risks).map(mate).collect(),
            least: risk.least,
            played: risk.played,
            excess: risk.excess,
        }))
    }

    /// How far the line is forced, up to [`FORCED_PLIES`]; none without nodes for it,
    /// and when stopped.
    fn forced(&mut self, game: &Game, stop: &AtomicBool) -> Result<Option<ForcedRecord>, String> {
        let share = self.depths.forced_nodes / FORCED_PLIES as u64;
        if share == 0 {
            return Ok(None);
        }
        self.engine.forget();
        let (plies, end) = ForcedLine::follow(game, FORCED_PLIES, |game| {
            let limits = SearchBudget::nodes(share);
            let Some(search) = self.engine.search(game, limits, 2, None, stop)? else {
                return Ok(Err(ForcedEnd::Stopped));
            };
            Ok::<_, String>(match search.deepest_whole().map(|last| &last.lines[..]) {
                Some([best, second, ..]) => ForcedPly::only_good(game, best, second, FORCED_CP),
                _ => Err(ForcedEnd::BudgetSpent),
            })
        })?;
        Ok(ForcedRecord::of(game, &plies, end))
    }

    /// What the moves look like at first glance; nothing where there is none, and when
    /// stopped.
    fn glance(&mut self, game: &Game, stop: &AtomicBool) -> Result<Vec<LineReport>, String> {
        if self.depths.glance_nodes == 0 {
            return Ok(Vec::new());
        }
        self.engine.forget();
        let limits = SearchBudget {
            depth: Some(GLANCE_DEPTH),
            nodes: Some(self.depths.glance_nodes),
            ..SearchBudget::default()
        };
        let lines = GLANCE_LINES.max(self.depths.multi_pv);
        let lines = lines.min(game.position().legal_moves().len());
        let search = self.engine.search(game, limits, lines, None, stop)?;
        Ok(search.map_or(Vec::new(), |search| {
            LineReport::of_all_lines(game, &search.iterations, lines)
        }))
    }
}

impl Judge for EngineJudge {
    fn stamp(&self) -> &Stamp {
        self.engine.stamp()
    }

    /// An engine that hangs or dies gives an error and is started again for the
    /// next look; after three failures in a row only the error is left.
    fn record(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        let record = self.whole_record(game, played, stop);
        match record {
            Ok(Some(_)) => self.engine.succeeded(),
            _ => self.last = None,
        }
        match record {
            Ok(Some(_)) if stop.load(Ordering::Relaxed) => Ok(None),
            record => record,
        }
    }
}

/// What the engine would have said of an only move: what it says after it. Nothing if
/// that has no score.
fn instead_of_thinking(game: &Game, played: Move, after: &Line, levels: usize) -> Option<Line> {
    let text = coordinates(game, played);
    let pv = std::iter::once(text.clone()).chain(after.pv.iter().cloned());
    let last = LineReport {
        depth: after.depth,
        seldepth: after.seldepth,
        mv: Some(text.clone()),
        score: after.score,
        bound: Bound::Exact,
    };
    let before = after
        .iterations
        .iter()
        .filter(|one| one.bound == Bound::Exact);
    let mut reports: Vec<LineReport> = before.cloned().collect();
    reports.iter_mut().for_each(|one| one.mv = None);
    reports.pop();
    reports.push(last);
    Line::of(reports, after.nodes, pv.collect(), levels)
}
