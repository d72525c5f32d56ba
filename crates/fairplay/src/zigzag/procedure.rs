//! K. W. Regan's zig-zag procedure: one forward run through a game that finds out
//! both what a player with an engine would have been shown and what the
//! alternatives were worth, with the table as it would have been at that moment.
//!
//! SLM is a search for one line, MLM one for several; a round is an iteration.
//! At each tested move: MLM to round d_min where the last one ended, SLM to d, MLM
//! to d_L, all on one table, which is cleared only where a run begins. Never
//! backwards: what is recorded of a move depends on the game up to that move, on
//! where the run began and on the settings. docs/fairplay_zigzag.md has the
//! steps and where they differ from the original.
//!
//! Nothing here decides which moves are book, nor what a match means. Start with
//! `Zigzag::run`.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb_chess::board::{Color, Game, Move};
use plumb_chess::notation::{FenStyle, to_fen};
use plumb_coach::analysis::Probe;
use plumb_engine::eval::Weights;

use super::facts::{
    changes, first_at, leader, listed, multi_round, only_line, played_swing_cp, settled_depth,
    single_round, swing_cp,
};
use super::record::{MultiRound, Note, SingleRound, ZigzagRecord};
use super::search::{Searcher, rounds};
use super::settings::{MOST_RAISED, TestedSides, ZigzagError, ZigzagSettings};
use crate::games::SourceGame;
use crate::records::{Engine, EngineSetup, SearchResult, Stamp, coordinates};

/// Runs the procedure with one engine.
pub struct Zigzag {
    settings: ZigzagSettings,
    stamp: Stamp,
    /// The table of the run.
    run: Box<dyn Searcher>,
    /// For played moves outside the lines: the run's table must not know that
    /// they were looked at.
    apart: Box<dyn Searcher>,
}

impl Zigzag {
    /// With Plumb's own search; `tables` is a digest of everything that the
    /// evaluation reads. Takes twice `hash_mb` of memory.
    pub fn plumb(
        weights: &Arc<Weights>,
        tables: &str,
        settings: ZigzagSettings,
    ) -> Result<Zigzag, ZigzagError> {
        settings.check()?;
        let probe = || {
            Probe::new(Arc::clone(weights), settings.hash_mb)
                .map_err(|error| ZigzagError::NoMemory(error.to_string()))
        };
        Ok(Zigzag {
            settings,
            stamp: Stamp::of_plumb(tables, settings.to_string()),
            run: Box::new(probe()?),
            apart: Box::new(probe()?),
        })
    }

    /// With another engine over UCI. It is told of a new game where a run begins
    /// and not again; what it keeps from search to search is up to it.
    pub fn engine(setup: EngineSetup, settings: ZigzagSettings) -> Result<Zigzag, ZigzagError> {
        settings.check()?;
        let engine = Engine::start(setup, settings.hash_mb, &settings.to_string())
            .map_err(ZigzagError::Engine)?;
        Ok(Zigzag {
            settings,
            stamp: engine.stamp().clone(),
            apart: Box::new(engine.another()),
            run: Box::new(engine),
        })
    }

    /// What records depend on besides the game's prefix.
    pub fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    /// How deep it goes.
    pub fn settings(&self) -> &ZigzagSettings {
        &self.settings
    }

    /// Goes through a game, giving each record to `each` as soon as it is made,
    /// the warm-up first. `first` is the index of the first ply outside book; the
    /// run begins with the first move from there on of whoever is tested. True
    /// when the game was gone through, false when stopped. The records given
    /// before a stop or an error are good.
    ///
    /// Another run on the same game with a later `first` gives other records: its
    /// table knows less. To go on with a run that was broken off and get the same
    /// records, run it again from its beginning.
    pub fn run(
        &mut self,
        game: &SourceGame,
        tested: TestedSides,
        first: usize,
        stop: &AtomicBool,
        each: &mut dyn FnMut(ZigzagRecord),
    ) -> Result<bool, ZigzagError> {
        self.run.forget();
        let step = tested.step();
        let mut board = Game::new(game.start.clone());
        let mut is_warm = false;
        // Where the run begins, once that is known.
        let begins = (first..game.plies.len())
            .find(|&ply| tested.includes(turn_at(game, ply)) && game.plies[ply].mv.is_some());
        let warm_up = begins.and_then(|ply| ply.checked_sub(step));
        for (ply, made) in game.plies.iter().enumerate() {
            let Some(mv) = made.mv else {
                board.play_null();
                continue;
            };
            let is_warm_up = warm_up == Some(ply);
            let is_run = begins.is_some_and(|begins| ply >= begins);
            if is_warm_up || is_run && tested.includes(board.position().turn()) {
                let found = self.visit(&board, mv, is_warm_up, stop);
                let Some(mut record) = found.map_err(ZigzagError::Engine)? else {
                    return Ok(false);
                };
                if !is_warm_up && !is_warm {
                    record.notes.insert(0, Note::NoWarmUp);
                }
                is_warm = true;
                each(record);
            }
            board.play(mv);
        }
        self.run.succeeded();
        self.apart.succeeded();
        Ok(true)
    }

    /// One position: step 2 for the warm-up, steps 3 to 5 otherwise.
    fn visit(
        &mut self,
        game: &Game,
        played: Move,
        warm_up: bool,
        stop: &AtomicBool,
    ) -> Result<Option<ZigzagRecord>, String> {
        let ZigzagSettings { d_l, d_min, .. } = self.settings;
        let legal = game.position().legal_moves().len();
        let mut lines = self.settings.lines.min(legal).max(1);
        let mut notes = Vec::new();
        let mut nodes = 0;

        let mut approach = None;
        if !warm_up {
            let Some(search) = self.run.search(game, d_min, lines, None, stop)? else {
                return Ok(None);
            };
            nodes += search.nodes;
            let last = rounds(&search.iterations).pop();
            approach = last.map(|round| multi_round(game, round));
            let kept = approach
                .as_ref()
                .map_or(lines, |round| self.surviving_lines(round));
            if kept < lines {
                lines = kept;
                notes.push(Note::LinesLowered(kept));
            }
        }
        let Some((single, spent, asked)) = self.single(game, stop)? else {
            return Ok(None);
        };
        nodes += spent;
        if asked > self.settings.d {
            notes.push(Note::DepthRaised(asked));
        }
        let d = single.last().map_or(0, |round| round.depth);
        if d < asked {
            notes.push(Note::SingleShort(d));
        }
        // No less than d - 2, where d was raised.
        let d_l = d_l.max(asked.saturating_sub(2));
        let Some(search) = self.run.search(game, d_l, lines, None, stop)? else {
            return Ok(None);
        };
        nodes += search.nodes;
        let found = rounds(&search.iterations);
        // An engine may show fewer lines than it is asked for.
        let most = found.iter().map(|round| round.lines.len()).max();
        let multi: Vec<MultiRound> = found
            .into_iter()
            .filter(|round| Some(round.lines.len()) == most)
            .map(|round| multi_round(game, round))
            .collect();
        let reached = multi.last().map_or(0, |round| round.depth);
        if reached < d_l {
            notes.push(Note::MultiShort(reached));
        }
        let text = coordinates(game, played);
        let mut listed = listed(multi.last());
        if !listed.iter().any(|one| one.mv == text) {
            let Some(apart) = self.apart(game, played, reached.max(1), stop)? else {
                return Ok(None);
            };
            nodes += apart.nodes;
            notes.push(Note::PlayedApart);
            listed.extend(only_line(&apart, &text, played));
            listed.sort_by_key(|one| std::cmp::Reverse(one.score.level_cp()));
        }
        let leader = single
            .last()
            .filter(|_| reached < d)
            .map(|first| leader(first, &multi));
        Ok(Some(ZigzagRecord {
            ply: game.ply(),
            warm_up,
            legal,
            d,
            d_l: reached,
            first_at: first_at(&single, &text),
            changes: changes(&single),
            settled_depth: settled_depth(&single),
            swing_cp: swing_cp(&single, d_min),
            played_swing_cp: played_swing_cp(&multi, &text, d_min),
            played: text,
            single,
            approach,
            multi,
            listed,
            leader,
            notes,
            nodes,
        }))
    }

    /// SLM to the end of round d, or of a later one where that was quick: the
    /// rounds, the nodes, and the round that was asked for.
    #[allow(clippy::type_complexity)]
    fn single(
        &mut self,
        game: &Game,
        stop: &AtomicBool,
    ) -> Result<Option<(Vec<SingleRound>, u64, u32)>, String> {
        let mut depth = self.settings.d;
        let mut found: Vec<SingleRound> = Vec::new();
        let mut nodes = 0;
        loop {
            let Some(search) = self.run.search(game, depth, 1, None, stop)? else {
                return Ok(None);
            };
            nodes += search.nodes;
            // What was recorded stays; a deeper search adds its last round.
            let known = found.last().map_or(0, |round| round.depth);
            let rounds = rounds(&search.iterations).into_iter();
            let new = rounds.filter(|round| round.depth > known);
            found.extend(new.filter_map(|round| single_round(game, round)));
            let is_quick = self.settings.quick_nodes.is_some_and(|most| nodes < most);
            let is_there = found.last().is_some_and(|round| round.depth == depth);
            if !is_quick || !is_there || depth >= self.settings.d + MOST_RAISED {
                return Ok(Some((found, nodes, depth)));
            }
            depth += 1;
        }
    }

    /// How many of the lines do not lose outright; never less than two, or than
    /// there are.
    fn surviving_lines(&self, round: &MultiRound) -> usize {
        let levels = || round.moves.iter().map(|(_, score)| score.level_cp());
        let (Some(lost), Some(best)) = (self.settings.lost_cp, levels().max()) else {
            return round.moves.len();
        };
        let is_lost = |level: &i32| *level <= -lost && best - level >= lost;
        let kept = levels().filter(|level| !is_lost(level)).count();
        kept.max(2).min(round.moves.len())
    }

    fn apart(
        &mut self,
        game: &Game,
        played: Move,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Option<SearchResult>, String> {
        self.apart.forget();
        self.apart.search(game, depth, 1, Some(played), stop)
    }
}

/// What a record depends on besides engine and settings: where the game began,
/// its moves up to and with the one at index `ply`, and where the run began.
pub fn zigzag_prefix(game: &SourceGame, tested: TestedSides, first: usize, ply: usize) -> String {
    let mut board = Game::new(game.start.clone());
    let mut prefix = to_fen(board.position(), FenStyle::XFen);
    let _ = write!(prefix, " tested {tested} first {first} moves");
    for made in game.plies.iter().take(ply.saturating_add(1)) {
        match made.mv {
            Some(mv) => {
                let _ = write!(prefix, " {}", coordinates(&board, mv));
                board.play(mv);
            }
            None => {
                prefix.push_str(" --");
                board.play_null();
            }
        }
    }
    prefix
}

fn turn_at(game: &SourceGame, ply: usize) -> Color {
    let turn = game.start.turn();
    if ply.is_multiple_of(2) { turn } else { !turn }
}
