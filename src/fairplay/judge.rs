//! Who looks at moves and says what a record holds: Plumb's own search here,
//! other engines elsewhere.
//!
//! Every search begins with a cleared table, so that a record depends on the
//! position, its history, the move and the settings alone: moves are taken
//! forwards, and nothing later can leak into anything earlier. The search after
//! a move is also the one before the next, and is not made twice; much of what
//! another pass asks for is the beginning of searches already made.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;

use super::depths::{Depths, LEVELS};
use super::engine::Searched;
use super::memory::Memory;
use super::record::{Line, Listed, Mate, Mates, MoveRecord, Value, coordinates};
use crate::analysis::{
    Extent, ForcedLine, ForcedOptions, Iteration, Levels, MateRisk, Probe, from_ply_before,
};
use crate::board::{Game, Move};
use crate::eval::Weights;
use crate::search::{Bound, Limits, OutOfMemory, Score};

/// What a record depends on besides the position, its history and the move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stamp {
    /// The engine.
    pub engine: String,
    /// Its version, and what else makes it play as it does.
    pub version: String,
    /// How it was asked to search.
    pub settings: String,
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, {}", self.engine, self.version, self.settings)
    }
}

/// An engine that makes records.
pub trait Judge: Send {
    /// What its records depend on.
    fn stamp(&self) -> &Stamp;

    /// Looks at the move `played` in the position on the board of `game`. None
    /// when stopped; an error is one clear line.
    fn look(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String>;

    /// What the records of `look_again` depend on, in order: other settings, for
    /// which much of the work of a look serves as well.
    fn other_stamps(&self) -> &[Stamp] {
        &[]
    }

    /// The move that was just looked at, by the settings of `other_stamps` at
    /// `index`.
    fn look_again(
        &mut self,
        index: usize,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        let _ = (game, played, stop);
        Err(format!("there are no settings {index}"))
    }
}

/// Plumb's own search as a judge: one thread, every table cleared.
pub struct PlumbJudge {
    probe: Probe,
    depths: Depths,
    stamp: Stamp,
    others: Vec<Depths>,
    other_stamps: Vec<Stamp>,
    memory: Memory,
}

impl PlumbJudge {
    /// With these weights; `tables` is a digest of everything the evaluation
    /// reads. Errors only if there is no memory for the table.
    pub fn new(
        weights: Arc<Weights>,
        tables: &str,
        depths: Depths,
    ) -> Result<PlumbJudge, OutOfMemory> {
        Ok(PlumbJudge {
            probe: Probe::new(weights, depths.hash_mb)?,
            depths,
            stamp: Stamp {
                engine: "Plumb".to_owned(),
                version: format!("{} tables {tables}", env!("CARGO_PKG_VERSION")),
                settings: depths.to_string(),
            },
            others: Vec::new(),
            other_stamps: Vec::new(),
            memory: Memory::new(1),
        })
    }

    /// That can look again with these depths, as far as their table is as large;
    /// with none if it has several threads.
    pub fn with_others(mut self, others: &[Depths]) -> PlumbJudge {
        self.others = others.to_vec();
        let is_one_thread = self.memory.repeats_itself();
        self.others
            .retain(|depths| is_one_thread && depths.hash_mb == self.depths.hash_mb);
        let stamp = |depths: &Depths| Stamp {
            settings: depths.to_string(),
            ..self.stamp.clone()
        };
        self.other_stamps = self.others.iter().map(stamp).collect();
        self
    }

    /// With so many threads for each search: records then depend on chance, and
    /// are there to show how much. It cannot look again.
    pub fn with_threads(mut self, threads: usize) -> PlumbJudge {
        self.probe = self.probe.with_threads(threads);
        self.memory = Memory::new(threads);
        self.others.clear();
        self.other_stamps.clear();
        self.stamp.settings = format!("{} threads {threads}", self.stamp.settings);
        self
    }

    /// A search that begins with nothing known.
    fn fresh(
        &mut self,
        game: &Game,
        limits: Limits,
        seldepth: Option<usize>,
        stop: &AtomicBool,
    ) -> Searched {
        self.probe.clear();
        let extent = Extent::new(&limits, seldepth);
        let search = self.probe.search(game, limits, seldepth, stop);
        let searched = Searched {
            nodes: search.nodes(),
            iterations: search.iterations,
        };
        if !stop.load(Ordering::Relaxed) {
            self.memory.keep(identity(game), extent, searched.clone());
        }
        searched
    }

    /// A search for one line of the position on the board, unless it was made
    /// already, if only as the beginning of another.
    fn single(&mut self, depths: &Depths, game: &Game, stop: &AtomicBool) -> Searched {
        let limits = depths.single();
        let extent = Extent::new(&limits, depths.seldepth);
        match self.memory.find(&identity(game), &extent) {
            Some(searched) => searched,
            None => self.fresh(game, limits, depths.seldepth, stop),
        }
    }

    /// The multi-line pass: the common depth, the moves of it with the played one,
    /// best first, and whether that one was searched apart. None if no iteration
    /// was finished.
    fn list(
        &mut self,
        depths: &Depths,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Option<(u32, Vec<Listed>, bool)> {
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
        let listed = |mv: Move, score: Score, depth: u32| Listed {
            mv: coordinates(game, mv),
            score: score.into(),
            depth,
        };
        let mut moves: Vec<Listed> = last
            .lines
            .iter()
            .map(|line| listed(line.moves[0], line.score, last.depth))
            .collect();
        let is_apart = !has(last, played);
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
            moves.push(listed(played, found.score, found.depth));
        }
        // Stable: equal scores stay in the search's order.
        moves.sort_by_key(|listed| std::cmp::Reverse(listed.score.level_cp()));
        Some((last.depth, moves, is_apart))
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

    /// For how many plies the line is forced, as far as so many nodes can tell.
    fn forced_plies(&mut self, nodes: u64, game: &Game, stop: &AtomicBool) -> usize {
        if nodes == 0 {
            return 0;
        }
        let identity = identity(game);
        if let Some(plies) = self.memory.forced_plies(&identity, nodes) {
            return plies;
        }
        let options = ForcedOptions {
            nodes,
            ..ForcedOptions::default()
        };
        let line = ForcedLine::find(&mut self.probe, game, &options, stop);
        let plies = line.plies.len();
        if !stop.load(Ordering::Relaxed) {
            self.memory.keep_forced_plies(identity, nodes, plies);
        }
        plies
    }

    /// The record of a move by these depths.
    fn record(
        &mut self,
        depths: &Depths,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        let search = self.single(depths, game, stop);
        let Some(before) = line_of(game, &search, false) else {
            return stopped_or(stop, "the search before the move has no score");
        };
        let is_mate = matches!(before.score, Value::Mate(moves) if moves > 0);

        let Some((depth, listed, played_apart)) = self.list(depths, game, played, stop) else {
            return stopped_or(stop, "the multi-line pass has no finished iteration");
        };
        let mates = is_mate.then(|| self.mates(depths.mate_nodes, game, played, stop));
        let forced_plies = self.forced_plies(depths.forced_nodes, game, stop);

        let mut next = game.clone();
        next.play(played);
        let after = if next.position().has_no_moves() {
            over(&next)
        } else {
            // Last, so that the next move finds it made.
            let search = self.single(depths, &next, stop);
            let Some(line) = line_of(&next, &search, true) else {
                return stopped_or(stop, "the search after the move has no score");
            };
            line
        };
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        Ok(Some(MoveRecord {
            played: coordinates(game, played),
            legal: game.position().legal_moves().len(),
            before,
            after,
            depth,
            listed,
            played_apart,
            mates,
            forced_plies,
        }))
    }
}

impl Judge for PlumbJudge {
    fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    fn look(
        &mut self,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        self.memory.keep_only(&identity(game));
        let depths = self.depths;
        self.record(&depths, game, played, stop)
    }

    fn other_stamps(&self) -> &[Stamp] {
        &self.other_stamps
    }

    fn look_again(
        &mut self,
        index: usize,
        game: &Game,
        played: Move,
        stop: &AtomicBool,
    ) -> Result<Option<MoveRecord>, String> {
        let Some(&depths) = self.others.get(index) else {
            return Err(format!("there are no settings {index}"));
        };
        self.record(&depths, game, played, stop)
    }
}

fn stopped_or(stop: &AtomicBool, reason: &str) -> Result<Option<MoveRecord>, String> {
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

pub(super) fn last_exact(iterations: &[Iteration]) -> Option<&Iteration> {
    iterations
        .iter()
        .rfind(|iteration| iteration.bound == Bound::Exact)
}

/// What a search says of the position on the board of `game`. With `is_reply`
/// the scores are turned to the side that made the last move.
fn line_of(game: &Game, search: &Searched, is_reply: bool) -> Option<Line> {
    line_of_iterations(game, &search.iterations, search.nodes, is_reply)
}

pub(super) fn line_of_iterations(
    game: &Game,
    iterations: &[Iteration],
    nodes: u64,
    is_reply: bool,
) -> Option<Line> {
    let turned: Vec<Iteration> = match is_reply {
        true => iterations.iter().map(Iteration::for_mover).collect(),
        false => iterations.to_vec(),
    };
    let last = last_exact(&turned)?;
    let levels = Levels::of(&turned, LEVELS)?;
    let mut choices: Vec<(u32, String)> = Vec::new();
    let mut seldepth = 0;
    for iteration in turned.iter().filter(|one| one.bound == Bound::Exact) {
        seldepth = seldepth.max(iteration.seldepth);
        let choice = iteration.best().map(|mv| coordinates(game, mv));
        if let Some(choice) = choice
            && choices.last().is_none_or(|(_, before)| *before != choice)
        {
            choices.push((iteration.depth, choice));
        }
    }
    let mut end = game.clone();
    let pv = last
        .moves()
        .iter()
        .map(|&mv| {
            let text = coordinates(&end, mv);
            end.play(mv);
            text
        })
        .collect();
    Some(Line {
        score: last.score.into(),
        depth: last.depth,
        seldepth,
        nodes,
        levels: levels.values,
        extrapolated: levels.extrapolated,
        choices,
        pv,
    })
}

/// The played move ended the game: mate or stalemate.
pub(super) fn over(after: &Game) -> Line {
    let score = if after.position().in_check() {
        from_ply_before(Score::mated_in(0))
    } else {
        Score::DRAW
    };
    let levels = Levels::constant(score, LEVELS);
    Line {
        score: score.into(),
        depth: 0,
        seldepth: 0,
        nodes: 0,
        levels: levels.values,
        extrapolated: levels.extrapolated,
        choices: Vec::new(),
        pv: Vec::new(),
    }
}
