//! One game of Plumb against itself, and the positions it leaves.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use plumb_chess::board::{Color, Game, Move, Outcome, Position};
use plumb_chess::notation::pgn::GameResult;
use plumb_engine::eval::Weights;
use plumb_engine::search::{
    Limits, Observer, OutOfMemory, Report, Score, ScoreValue, SearchTask, Shared, Timer, Worker,
};
use plumb_support::random::{Random, mixed};

use super::adjudicate::{EndRules, Judge};
use super::sample::{Sample, from_white};
use super::starts::Starts;

/// What all games of a run have in common.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Every random choice comes from this and the game's number.
    pub seed: u64,
    /// A search ends with the first iteration that has seen this many nodes.
    pub nodes: u64,
    /// Each player's transposition table, in MiB.
    pub hash_mb: usize,
    /// What games begin with.
    pub starts: Starts,
    /// Starts that are further from equal, in centipawns, are thrown away.
    pub max_start_cp: i32,
    /// When games end.
    pub rules: EndRules,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSamples {
    /// Its number, from 0.
    pub game: u64,
    /// How it ended; none if no start was found that is about equal.
    pub result: Option<GameResult>,
    /// Its quiet positions in order, as lines of text, each with its end.
    pub text: String,
    /// How many these are.
    pub positions: u64,
    /// Nodes searched for it.
    pub nodes: u64,
}

/// Starts drawn for a game before it is given up.
const START_TRIES: usize = 500;
/// A search that goes on so many times over its nodes is cut off.
const OVERTIME: u64 = 4;
/// Deeper looks only where there is next to nothing to search.
const MAX_DEPTH: u32 = 60;

/// Stops a search after the first iteration that reaches this number of nodes.
struct NodeLimit<'a> {
    shared: &'a Shared,
    nodes: u64,
}

impl Observer for NodeLimit<'_> {
    fn report(&mut self, report: &Report) {
        if report.nodes >= self.nodes {
            self.shared.stop();
        }
    }
}

/// What a search came to, for the side to move.
struct Found {
    best: Move,
    score: Score,
    depth: u32,
}

/// Plays both sides; one for each thread.
pub struct Player {
    shared: Shared,
    worker: Worker,
    nodes: u64,
}

impl Player {
    /// With a table of `hash_mb` MiB.
    pub fn new(weights: &Arc<Weights>, hash_mb: usize) -> Result<Player, OutOfMemory> {
        Ok(Player {
            shared: Shared::new(Arc::clone(weights), hash_mb, 1)?,
            worker: Worker::new(0, Arc::clone(weights))?,
            nodes: 0,
        })
    }

    fn search(&mut self, game: &Game, nodes: u64) -> Option<Found> {
        let limits = Limits {
            depth: Some(MAX_DEPTH),
            nodes: Some(nodes.saturating_mul(OVERTIME)),
            ..Limits::default()
        };
        self.shared.begin_search();
        let timer = Timer::start(&limits);
        let mut node_limit = NodeLimit {
            shared: &self.shared,
            nodes,
        };
        let outcome = SearchTask::new(&self.shared, game, &limits, &timer, &mut node_limit)
            .run(&mut self.worker);
        self.nodes += outcome.last.nodes;
        Some(Found {
            best: outcome.best?,
            score: outcome.last.lines.first()?.score,
            depth: outcome.last.depth,
        })
    }

    /// Plays the game with this number: always the same one for the same
    /// settings. None if interrupted.
    pub fn play(
        &mut self,
        settings: &Settings,
        number: u64,
        interrupt: &AtomicBool,
    ) -> Option<GameSamples> {
        self.shared.table.clear();
        self.worker.clear();
        self.nodes = 0;
        let mut random = random_of_game(settings.seed, number);
        let mut samples = Samples::default();
        let mut result = None;
        if let Some((mut game, mut found)) = self.start(settings, &mut random, interrupt) {
            let mut judge = Judge::new(settings.rules);
            result = loop {
                if interrupt.load(Ordering::Relaxed) {
                    return None;
                }
                samples.consider(game.position(), &found);
                let side = game.position().turn();
                let white_cp = side.fold(1, -1) * found.score.to_int();
                if let Some(result) = judge.hear(game.ply(), white_cp) {
                    break Some(result);
                }
                game.play(found.best);
                if let Some(outcome) = game.outcome() {
                    break Some(result_of(outcome, side));
                }
                match self.search(&game, settings.nodes) {
                    Some(next) => found = next,
                    None => break None,
                }
            };
        }
        if interrupt.load(Ordering::Relaxed) {
            return None;
        }
        Some(GameSamples {
            game: number,
            result,
            text: samples.text(result, number),
            positions: samples.list.len() as u64,
            nodes: self.nodes,
        })
    }

    /// A start that is about equal, searched; none if there seems to be none.
    fn start(
        &mut self,
        settings: &Settings,
        random: &mut Random,
        interrupt: &AtomicBool,
    ) -> Option<(Game, Found)> {
        for _ in 0..START_TRIES {
            if interrupt.load(Ordering::Relaxed) {
                return None;
            }
            let Some(game) = settings.starts.draw(random) else {
                continue;
            };
            let Some(found) = self.search(&game, settings.nodes) else {
                continue;
            };
            if found.score.to_int().abs() <= settings.max_start_cp {
                return Some((game, found));
            }
        }
        None
    }
}

/// The numbers of this game in a run with this seed, whoever plays it.
fn random_of_game(seed: u64, game: u64) -> Random {
    let start = mixed(seed) ^ game.wrapping_mul(0xd6e8_feb8_6659_fd93);
    Random::seeded(mixed(start))
}

/// The result after a move by `side` has ended the game like this.
fn result_of(outcome: Outcome, side: Color) -> GameResult {
    match outcome {
        Outcome::Checkmate => side.fold(GameResult::WhiteWins, GameResult::BlackWins),
        _ => GameResult::Draw,
    }
}

/// The positions of a game that are worth keeping.
#[derive(Default)]
struct Samples {
    list: Vec<Sample>,
    seen: HashSet<u64>,
}

impl Samples {
    /// Keeps a position if it is quiet and new in this game: its side to move
    /// is not in check, the best move takes and promotes nothing, and no mate
    /// is in sight.
    fn consider(&mut self, position: &Position, found: &Found) {
        let is_quiet = !position.in_check()
            && position.captured_by(found.best).is_none()
            && found.best.promotes_to().is_none();
        let ScoreValue::Cp(_) = found.score.value() else {
            return;
        };
        if is_quiet && self.seen.insert(position.key()) {
            self.list.push(Sample {
                score: Some(from_white(found.score.value(), position.turn())),
                depth: Some(found.depth),
                ..Sample::bare(position.clone())
            });
        }
    }

    fn text(&mut self, result: Option<GameResult>, number: u64) -> String {
        let mut text = String::new();
        for sample in &mut self.list {
            sample.result = result;
            sample.game = Some(number.to_string());
            text.push_str(&sample.to_string());
            text.push('\n');
        }
        text
    }
}
