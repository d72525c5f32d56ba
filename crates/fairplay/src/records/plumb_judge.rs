//! Plumb's own search as a judge.
//!
//! Every search begins with a cleared table, so that a record depends on the
//! position, its history, the move and the settings alone: moves are taken
//! forwards, and nothing later can leak into anything earlier. The search after
//! a move is also the one before the next, and is not made twice; much of what
//! another pass asks for is the beginning of searches already made.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::coordinates::coordinates;
use super::depths::Depths;
use super::forced_record::ForcedRecord;
use super::judge::Judge;
use super::line_report::LineReport;
use super::loss_look::LossLook;
use super::loss_search::loss_looks;
use super::memory::Memory;
use super::record::{Line, ListedMove, Mate, Mates, MoveRecord};
use super::search_line::{last_exact, line_of, line_of_game_over};
use super::search_result::SearchResult;
use super::stamp::Stamp;
use super::value::Value;
use plumb_chess::board::{Game, Move};
use plumb_chess::notation::parse_uci_move;
use plumb_coach::analysis::{Extent, ForcedLine, ForcedOptions, Iteration, MateRisk, Probe};
use plumb_engine::eval::Weights;
use plumb_engine::search::{Limits, OutOfMemory, Score};
use plumb_support::wording::text;

/// Nodes for each of the two searches of a deep look. Of 144 moves by players of 2200 and more,
/// engines' first choices in the same positions stood out by their losses (differences of means
/// over deviations) by 0.39 and 0.35 with 50,000 nodes, by 0.19 and 0.22 as deep as the
/// single line of `screen`, and by no more with 200,000.
pub const DEEP_LOOK_NODES: u64 = 40_000;

/// Plumb's own search as a judge: one thread, every table cleared.
pub struct PlumbJudge {
    probe: Probe,
    depths: Depths,
    stamp: Stamp,
    /// Other settings for which the searches of a look serve as well.
    others: Vec<(Stamp, Depths)>,
    memory: Memory,
    /// The last forced line: where it begins, and the nodes it had.
    forced: Option<(Vec<u64>, u64, ForcedRecord)>,
}

/// What the multi-line pass came to.
struct ListPass {
    /// The common depth, in plies.
    depth: u32,
    /// The moves at that depth with the played one, best first.
    listed: Vec<ListedMove>,
    /// The played move was searched apart.
    played_apart: bool,
    /// Every line of every iteration.
    iterations: Vec<LineReport>,
    /// Every report of the played move's own search, if it had one.
    apart_iterations: Vec<LineReport>,
}

impl PlumbJudge {
    /// With these weights; `tables` is a digest of the tables that a search reads. Errors only if there is no memory for the table.
    pub fn new(
        weights: Arc<Weights>,
        tables: &str,
        depths: Depths,
    ) -> Result<PlumbJudge, OutOfMemory> {
        Ok(PlumbJudge {
            probe: Probe::new(weights, depths.hash_mb)?,
            depths,
            stamp: Stamp::of_plumb(tables, depths.to_string()),
            others: Vec::new(),
            memory: Memory::new(1),
            forced: None,
        })
    }

    /// Returns a judge that also makes the records by `others`. Their searches are
    /// beginnings of its own only with the same table and one thread: depths of another
    /// table size are left out, and all of them where it has several threads.
    pub fn with_others(mut self, others: &[Depths]) -> PlumbJudge {
        let is_one_thread = self.memory.repeats_itself();
        let suitable = others
            .iter()
            .filter(|depths| is_one_thread && depths.hash_mb == self.depths.hash_mb);
        let stamp = |depths: &Depths| Stamp {
            settings: depths.to_string(),
            ..self.stamp.clone()
        };
        self.others = suitable.map(|&depths| (stamp(&depths), depths)).collect();
        self
    }

    /// Returns a judge with so many threads for each search: its records depend on
    /// chance, and are there to show how much. It makes none by other depths.
    pub fn with_threads(mut self, threads: usize) -> Result<PlumbJudge, OutOfMemory> {
        self.probe = self.probe.with_threads(threads)?;
        self.memory = Memory::new(threads);
        self.others.clear();
        self.stamp.settings = format!("{} threads {threads}", self.stamp.settings);
        Ok(self)
    }

    /// A search that begins with nothing known.
    fn fresh(
        &mut self,
        game: &Game,
        limits: Limits,
        seldepth: Option<usize>,
        stop: &AtomicBool,
    ) -> SearchResult {
        self.probe.clear();
        let extent = Extent::new(&limits, seldepth);
        let search = self.probe.search(game, limits, seldepth, stop);
        let searched = SearchResult {
            nodes: search.nodes(),
            iterations: search.iterations,
        };
        if !stop.load(Ordering::Relaxed) {
            self.memory.keep(identity(game), extent, searched.clone());
        }
        searched
    }

    /// A search that begins with nothing known, unless it was made already, if only as
    /// the beginning of another.
    fn remembered(
        &mut self,
        game: &Game,
        limits: Limits,
        seldepth: Option<usize>,
        stop: &AtomicBool,
    ) -> SearchResult {
        let extent = Extent::new(&limits, seldepth);
        match self.memory.find(&identity(game), &extent) {
            Some(searched) => searched,
            None => self.fresh(game, limits, seldepth, stop),
        }
    }

    /// The search for one line of the position on the board.
    fn single(&mut self, depths: &Depths, game: &Game, stop: &AtomicBool) -> SearchResult {
        self.remembered(game, depths.single(), depths.seldepth, stop)
    }

    /// What the moves look like at first glance.
    fn glance(&mut self, depths: &Depths, game: &Game, stop: &AtomicBool) -> Vec<LineReport> {
        let Some(limits) = depths.glance() else {
            return Vec::new();
        };
        let lines = limits.multi_pv.min(game.position().legal_moves().len());
        let search = self.remembered(game, limits, None, stop);
        LineReport::of_all_lines(game, &search.iterations, lines)
    }

    /// The multi-line pass. None if no iteration was finished.
    fn list(
        &mut self,
        depths: &Depths,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Option<ListPass> {
        let limits = depths.list();
        let wanted = limits.multi_pv.min(game.position().legal_moves().len());
        let whole = |iteration: &&Iteration| iteration.lines.len() == wanted;
        let has = |iteration: &Iteration, mv: Move| {
            let mut lines = iteration.lines.iter();
            lines.any(|line| line.moves[0] == mv)
        };
        let known = self
            .memory
            .find(&identity(game), &Extent::new(&limits, None));
        // A move outside the list needs what the search leaves in the table.
        let known = known.filter(|searched| {
            let last = searched.iterations.iter().rfind(whole);
            last.is_some_and(|last| has(last, played))
        });
        let mut search = match known {
            Some(searched) => searched,
            None => self.fresh(game, limits, None, stop),
        };
        if search.iterations.iter().rfind(whole).is_none() {
            // Too few nodes for one iteration of all lines: it gets them.
            let limits = Limits {
                depth: Some(1),
                multi_pv: depths.multi_pv,
                ..Limits::default()
            };
            search.iterations = self.probe.search(game, limits, None, stop).iterations;
        }
        let last = search.iterations.iter().rfind(whole)?;
        let position = game.position();
        let listed = |moves: &[Move], score: Score, depth: u32| {
            ListedMove::of_line(game, moves, score.into(), depth)
        };
        let iterations = LineReport::of_all_lines(game, &search.iterations, wanted);
        let mut moves: Vec<ListedMove> = last
            .lines
            .iter()
            .filter_map(|line| listed(&line.moves, line.score, last.depth))
            .collect();
        let is_apart = !has(last, played);
        let mut apart_iterations = Vec::new();
        if is_apart {
            debug_assert!(position.is_legal(played));
            let limits = Limits {
                depth: Some(last.depth),
                nodes: match depths.depth {
                    Some(_) => None,
                    None => Some((depths.list_nodes / 5).max(1)),
                },
                search_moves: vec![played],
                ..Limits::default()
            };
            let own = self.probe.search(game, limits, None, stop);
            let found = last_exact(&own.iterations)?;
            apart_iterations = LineReport::of_first_lines(game, &own.iterations);
            moves.extend(listed(found.moves(), found.score, found.depth));
        }
        // Stable: equal scores stay in the search's order.
        moves.sort_by_key(|listed| std::cmp::Reverse(listed.score.level_cp()));
        Some(ListPass {
            depth: last.depth,
            listed: moves,
            played_apart: is_apart,
            iterations,
            apart_iterations,
        })
    }

    /// The first choice and the played move, each alone and as deep as the other; no look
    /// at the first choice itself. None when stopped.
    fn loss_looks(
        &mut self,
        depths: &Depths,
        game: &Game,
        played: Move,
        before: &Line,
        drop_cp: i32,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<LossLook>>, String> {
        if depths.loss_nodes == 0 {
            return Ok(Some(Vec::new()));
        }
        let first_choice = before
            .choice()
            .filter(|&mv| mv != coordinates(game, played));
        let first_choice = first_choice.and_then(|mv| parse_uci_move(game.position(), mv));
        let Some(first_choice) = first_choice else {
            return Ok(Some(Vec::new()));
        };
        loss_looks(drop_cp, before.depth, |extent| {
            let mut alone = |mv| {
                let limits = Limits {
                    search_moves: vec![mv],
                    ..depths.loss(extent)
                };
                self.remembered(game, limits, None, stop).iterations
            };
            let own = alone(played);
            let best = alone(first_choice);
            match LossLook::of(&best, &own) {
                Some(look) => Ok(Some(look)),
                None => stopped_or(stop, text!(no_record.own_loss)),
            }
        })
    }

    /// A deep look at a move: the first choice of its record alone and the move alone, with
    /// `DEEP_LOOK_NODES` each, at the deepest iteration that both finished. None of the first
    /// choice itself, and when stopped.
    pub fn deep_look(
        &mut self,
        game: &Game,
        record: &MoveRecord,
        stop: &AtomicBool,
    ) -> Option<LossLook> {
        let first_choice = record.before.choice().filter(|mv| *mv != record.played)?;
        self.memory.keep_only(&identity(game));
        let mut alone = |mv: &str| {
            let limits = Limits {
                nodes: Some(DEEP_LOOK_NODES),
                search_moves: vec![parse_uci_move(game.position(), mv)?],
                ..Limits::default()
            };
            Some(self.remembered(game, limits, None, stop).iterations)
        };
        let (best, played) = (alone(first_choice)?, alone(&record.played)?);
        LossLook::of(&best, &played).filter(|_| !stop.load(Ordering::Relaxed))
    }

    fn mates(&mut self, nodes: u64, game: &Game, played: Move, stop: &AtomicBool) -> Mates {
        let risk = MateRisk::find(&mut self.probe, game, Some(played), nodes, stop);
        Mates {
            lines: risk
                .lines
                .iter()
                .zip(&risk.risks)
                .map(|(line, &risk)| Mate {
                    mv: coordinates(game, line.moves[0]),
                    moves: line.mate_in,
                    material_pawns: line.material_pawns,
                    risk,
                })
                .collect(),
            least: risk.least,
            played: risk.played,
            excess: risk.excess,
        }
    }

    /// How far the line is forced, as far as so many nodes can tell; none without
    /// nodes, and when stopped.
    fn forced(&mut self, nodes: u64, game: &Game, stop: &AtomicBool) -> Option<ForcedRecord> {
        if nodes == 0 {
            return None;
        }
        let identity = identity(game);
        if let Some((at, spent, line)) = &self.forced
            && (at, *spent) == (&identity, nodes)
            && self.memory.repeats_itself()
        {
            return Some(line.clone());
        }
        let options = ForcedOptions {
            nodes,
            ..ForcedOptions::default()
        };
        let line = ForcedLine::find(&mut self.probe, game, &options, stop);
        let line = ForcedRecord::of(game, &line.plies, line.end)?;
        self.forced = Some((identity, nodes, line.clone()));
        Some(line)
    }

    /// The record of a move by these depths.
    fn record_by(
        &mut self,
        depths: &Depths,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        let search = self.single(depths, game, stop);
        let before = line_of(game, &search.iterations, search.nodes, false, depths.levels);
        let Some(before) = before else {
            return stopped_or(stop, text!(no_record.own_before));
        };
        let is_mate = matches!(before.score, Value::Mate(moves) if moves > 0);
        let is_mate = is_mate && depths.mate_nodes > 0;

        let Some(list) = self.list(depths, game, played, stop) else {
            return stopped_or(stop, text!(no_record.own_several));
        };
        let mates = is_mate.then(|| self.mates(depths.mate_nodes, game, played, stop));
        let forced = self.forced(depths.forced_nodes, game, stop);
        let glance = self.glance(depths, game, stop);

        let mut next = game.clone();
        next.play(played);
        let after = if next.position().has_no_moves() {
            line_of_game_over(&next, depths.levels)
        } else {
            // Last, so that the next move finds it made.
            let search = self.single(depths, &next, stop);
            let line = line_of(&next, &search.iterations, search.nodes, true, depths.levels);
            let Some(line) = line else {
                return stopped_or(stop, text!(no_record.own_after));
            };
            line
        };
        let drop_cp = before.score.level_cp() - after.score.level_cp();
        let Some(loss_looks) = self.loss_looks(depths, game, played, &before, drop_cp, stop)?
        else {
            return Ok(None);
        };
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        Ok(Some(MoveRecord {
            played: coordinates(game, played),
            legal: game.position().legal_moves().len(),
            before,
            after,
            depth: list.depth,
            listed: list.listed,
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
}

impl Judge for PlumbJudge {
    fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    fn record(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        self.memory.keep_only(&identity(game));
        let depths = self.depths;
        self.record_by(&depths, game, played, stop)
    }

    fn records(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<(Stamp, MoveRecord)>>, String> {
        let Some(record) = self.record(game, played, stop)? else {
            return Ok(None);
        };
        let mut records = vec![(self.stamp.clone(), record)];
        for (stamp, depths) in self.others.clone() {
            if let Ok(Some(record)) = self.record_by(&depths, game, played, stop) {
                records.push((stamp, record));
            }
        }
        Ok(Some(records))
    }
}

/// Nothing when stopped, and else the text under this key as the error.
fn stopped_or<T>(stop: &AtomicBool, reason: &'static str) -> Result<Option<T>, String> {
    if stop.load(Ordering::Relaxed) {
        Ok(None)
    } else {
        Err(reason.to_owned())
    }
}

/// What a search may depend on: the positions since the last move that cannot
/// be taken back, the clock, and which rooks may castle, of which a position's key
/// knows only the wings.
fn identity(game: &Game) -> Vec<u64> {
    let clock = game.position().halfmove_clock() as usize;
    let ply = game.ply();
    let first = ply.saturating_sub(clock);
    let rooks = game.position().castling().rook_squares();
    (first..=ply)
        .filter_map(|ply| game.position_at(ply))
        .map(|position| position.key())
        .chain([clock as u64, rooks.0])
        .collect()
}
