//! The façade everyone plays through: a game, options, and a search that runs
//! on threads of its own while the caller goes on.
//!
//! No text and no protocol here. Start with `Engine`.

mod bench;
mod handicap;
mod limited;
mod options;
mod person;
mod pool;
mod strength;

use std::sync::Arc;

use crossbeam::sync::WaitGroup;

use crate::choice::HumanModel;
use crate::eval::{WdlModel, Weights};
use crate::search::{Clock, Limits, OutOfMemory, Shared, TableUse, Timer};
use crate::syzygy::{TablebaseError, Tablebases};
use plumb_chess::board::{Game, Position};
use plumb_support::random::Random;

pub use bench::{BENCH_DEPTH, BENCH_HASH_MB, BenchResult, bench, bench_positions, bench_until};
use handicap::Handicap;
use limited::LimitedPlayer;
pub use options::{
    ABOUT, MAX_HASH_MB, MAX_THREADS, OPTIONS, OptionError, OptionId, OptionKind, OptionSpec,
    OptionValue, Settings,
};
use person::Person;
use pool::{Job, Pool, Release};
pub use pool::{Listener, SearchEvent};
pub use strength::{Level, MAX_ELO, MIN_ELO, StrengthTable};

/// A chess engine: position, memory, threads and options.
pub struct Engine {
    game: Game,
    settings: Settings,
    shared: Arc<Shared>,
    pool: Pool,
    running: Option<Running>,
    chances: WdlModel,
    tablebases: Option<Arc<Tablebases>>,
    strengths: StrengthTable,
    /// The human-choice model, once the option Human Choices has asked for it.
    human_model: Option<Arc<HumanModel>>,
    /// Makes that model.
    human_model_source: HumanModelSource,
    /// Memory of limited searches, once there was one: small, and cleared before
    /// each, so that their strength does not depend on `Hash` or on earlier searches.
    limited: Option<Arc<Shared>>,
    /// A search has left something in tables or histories.
    has_learned: bool,
}

/// Makes the human-choice model when it is needed, or says why it cannot be used.
pub type HumanModelSource = Box<dyn Fn() -> Result<Arc<HumanModel>, String> + Send>;

/// The transposition table of limited searches, in MiB.
const LIMITED_HASH_MB: usize = 8;

struct Running {
    shared: Arc<Shared>,
    timer: Arc<Timer>,
    release: Arc<Release>,
    hold_until_stop: bool,
    done: WaitGroup,
}

/// The engine cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// No memory for the transposition table.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    /// The system gives no more threads.
    #[error("cannot start search threads: {0}")]
    Threads(std::io::Error),
}

impl Engine {
    /// At the start position, with every option at its default.
    pub fn new(weights: Arc<Weights>, chances: WdlModel) -> Result<Engine, EngineError> {
        let settings = Settings::default();
        let pool = Pool::of_one().map_err(EngineError::Threads)?;
        let shared = Arc::new(Shared::new(weights, settings.hash_mb, settings.threads)?);
        Ok(Engine {
            game: Game::new(Position::start()),
            settings,
            shared,
            pool,
            running: None,
            chances,
            tablebases: None,
            strengths: StrengthTable::embedded(),
            human_model: None,
            human_model_source: Box::new(|| Ok(Arc::new(HumanModel::embedded()))),
            limited: None,
            has_learned: false,
        })
    }

    /// The same engine with these limits of strength instead of those built in.
    pub fn with_strengths(mut self, strengths: StrengthTable) -> Engine {
        self.strengths = strengths;
        self
    }

    /// The same engine with a human-choice model from `source` instead of the one built in.
    pub fn with_human_model(mut self, source: HumanModelSource) -> Engine {
        self.human_model_source = source;
        self
    }

    /// The game on the board.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Puts another game on the board. Does not disturb a running search,
    /// which has its own copy.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Makes moves on the board or takes them back.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The values of all options.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The evaluation's weights.
    pub fn weights(&self) -> &Arc<Weights> {
        &self.shared.weights
    }

    /// The model that turns scores into chances of winning.
    pub fn chances(&self) -> &WdlModel {
        &self.chances
    }

    /// The endgame tables in use.
    pub fn tablebases(&self) -> Option<&Tablebases> {
        self.tablebases.as_deref()
    }

    /// Sets an option. A running search is ended first: one without limits
    /// would never end by itself.
    pub fn set_option(&mut self, id: OptionId, value: &OptionValue) -> Result<(), OptionError> {
        self.stop();
        self.wait();
        let failed = |name, error: &dyn std::fmt::Display| OptionError::Failed {
            name,
            reason: error.to_string(),
        };
        match (id, value) {
            (OptionId::Hash, OptionValue::Spin(megabytes)) => {
                self.resize(*megabytes as usize)
                    .map_err(|error| failed("Hash", &error))?;
            }
            (OptionId::Threads, OptionValue::Spin(count)) if *count as usize != self.pool.len() => {
                let count = *count as usize;
                self.pool = Pool::new(count, &self.shared.weights)
                    .map_err(|error| failed("Threads", &error))?;
                if let Some(shared) = self.shared_mut() {
                    shared.set_threads(count);
                }
            }
            (OptionId::ClearHash, _) => self.forget(),
            (OptionId::SyzygyPath, OptionValue::Text(path))
                if *path != self.settings.syzygy_path =>
            {
                self.tablebases = open_tablebases(path.as_deref())
                    .map_err(|error| failed("SyzygyPath", &error))?;
            }
            (OptionId::HumanChoices, OptionValue::Check(true)) if self.human_model.is_none() => {
                let model = (self.human_model_source)();
                let model = model.map_err(|error| failed("Human Choices", &error))?;
                self.human_model = Some(model);
            }
            _ => {}
        }
        let before = self.settings.clone();
        self.settings.assign(id, value);
        let is_of_tables = matches!(
            id,
            OptionId::SyzygyPath
                | OptionId::SyzygyProbeDepth
                | OptionId::SyzygyFiftyMoveRule
                | OptionId::SyzygyProbeLimit
        );
        if is_of_tables && before != self.settings {
            // What was proved with other tables or rules does not hold any more.
            self.forget();
            self.share_tablebases();
        }
        Ok(())
    }

    /// Hands searches the endgame tables, to be used as the options say.
    fn share_tablebases(&mut self) {
        let settings = &self.settings;
        let uses = self.tablebases.clone().map(|tables| TableUse {
            tables,
            max_men: settings.syzygy_probe_limit,
            min_depth: settings.syzygy_probe_depth,
            fifty_move_rule: settings.syzygy_fifty_move_rule,
        });
        if let Some(shared) = self.shared_mut() {
            shared.endgame_tables = uses;
        }
    }

    /// Forgets everything found out in earlier searches; the board stays. A
    /// running search is ended first.
    pub fn forget(&mut self) {
        self.stop();
        self.wait();
        // Clearing takes its time with large tables, and GUIs ask for it twice.
        if !std::mem::take(&mut self.has_learned) {
            return;
        }
        self.pool.forget();
        if let Some(shared) = self.shared_mut() {
            shared.table.clear();
        }
    }

    /// Does what would otherwise take time from the first search.
    pub fn get_ready(&self) {
        self.shared.table.take_memory();
        // A search that runs has what it needs, and must not be waited for.
        if self.running.is_none() {
            self.pool.prepare(&self.shared.weights);
        }
    }

    fn resize(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        let result = self.replace_table(megabytes);
        self.get_ready();
        self.share_tablebases();
        result
    }

    fn replace_table(&mut self, megabytes: usize) -> Result<(), OutOfMemory> {
        if megabytes == self.settings.hash_mb {
            return Ok(());
        }
        let threads = self.pool.len();
        // The old table goes first: both may not fit.
        let weights = Arc::clone(&self.shared.weights);
        self.shared = Arc::new(Shared::new(Arc::clone(&weights), 1, threads)?);
        match Shared::new(Arc::clone(&weights), megabytes, threads) {
            Ok(shared) => {
                self.shared = Arc::new(shared);
                Ok(())
            }
            Err(error) => {
                self.shared = Arc::new(Shared::new(weights, self.settings.hash_mb, threads)?);
                Err(error)
            }
        }
    }

    /// Exclusive access; only while no search runs, so that it never fails
    /// after `wait`.
    fn shared_mut(&mut self) -> Option<&mut Shared> {
        Arc::get_mut(&mut self.shared)
    }

    /// True while a search runs or holds its result back.
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Starts a search of the position on the board, ending one that still
    /// runs. `listener` is told of its progress from another thread, and, as
    /// the last thing, of its result. With `hold`, or while pondering, the
    /// result is told only after `stop` (or, pondering, `ponder_hit`).
    pub fn go(&mut self, limits: Limits, hold: bool, listener: Listener) {
        self.stop();
        self.wait();
        let mut handicap = self.handicap(&limits, hold);
        let shared = match handicap {
            Some(_) => self.cleared_memory(),
            None => Arc::clone(&self.shared),
        };
        // A limited search is counted in nodes: one thread does it.
        let threads = if handicap.is_some() {
            1
        } else {
            self.pool.len()
        };
        shared.begin_search();
        self.has_learned = true;
        let timer = Arc::new(Timer::start(&limits));
        let release = Arc::new(Release::new(hold || limits.ponder));
        let done = WaitGroup::new();
        let game = Arc::new(self.game.clone());
        let limits = Arc::new(limits);
        let mut listener = Some(listener);
        self.pool.search(threads, |_| Job {
            shared: Arc::clone(&shared),
            handicap: handicap.take(),
            game: Arc::clone(&game),
            limits: Arc::clone(&limits),
            timer: Arc::clone(&timer),
            release: Arc::clone(&release),
            listener: listener.take(),
            done: done.clone(),
        });
        self.running = Some(Running {
            shared,
            timer,
            release,
            hold_until_stop: hold,
            done,
        });
    }

    /// How a search with these limits is held back, if it is: only in games, where
    /// a clock runs or nodes are counted. Analysis says what the engine knows.
    fn handicap(&self, limits: &Limits, hold: bool) -> Option<Handicap> {
        let settings = &self.settings;
        let is_game = limits.clock != Clock::Unlimited || limits.nodes.is_some();
        let is_analysis = hold || settings.analyse_mode || limits.mate.is_some() || !is_game;
        if is_analysis {
            return None;
        }
        let model = self.human_model.as_ref().filter(|_| settings.human_choices);
        let level = self.strengths.level(settings.elo);
        let level = level.filter(|_| settings.limit_strength);
        match (model, level) {
            (Some(model), _) => Some(Handicap::Person(Person {
                model: Arc::clone(model),
                rating: settings.elo as f64,
                random: self.draws(),
            })),
            (None, Some(level)) => Some(Handicap::Limited(LimitedPlayer {
                level,
                random: self.draws(),
            })),
            (None, None) => None,
        }
    }

    /// The draws by which the next move is chosen.
    fn draws(&self) -> Random {
        match self.settings.strength_seed {
            0 => Random::unpredictable(),
            // Other draws for every move of a game, the same in every game.
            seed => {
                let ply = (self.game.ply() as u64) << 32;
                Random::seeded(seed ^ ply ^ self.game.position().key())
            }
        }
    }

    /// The memory of limited searches, with nothing in it.
    fn cleared_memory(&mut self) -> Arc<Shared> {
        let memory = self.limited.take().map(Arc::try_unwrap);
        let memory = match memory {
            Some(Ok(mut shared)) => {
                shared.table.clear();
                Ok(shared)
            }
            _ => Shared::new(Arc::clone(&self.shared.weights), LIMITED_HASH_MB, 1),
        };
        match memory {
            Ok(shared) => Arc::clone(self.limited.insert(Arc::new(shared))),
            // Without memory for it, the engine's own table does. It is not cleared, so this
            // move may depend on earlier searches.
            Err(_) => Arc::clone(&self.shared),
        }
    }

    /// Ends a running search at once; its result is still told.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.shared.stop();
            running.release.release();
        }
    }

    /// The opponent has played the move that was pondered on: the clock runs.
    pub fn ponder_hit(&self) {
        if let Some(running) = &self.running {
            running.timer.ponder_hit();
            if !running.hold_until_stop {
                running.release.release();
            }
        }
    }

    /// Waits until the running search, if any, has told its result. Without
    /// `stop` that can take as long as its limits allow.
    pub fn wait(&mut self) {
        if let Some(running) = self.running.take() {
            running.done.wait();
        }
    }
}

/// The tables in these folders, written as paths are in an environment variable.
fn open_tablebases(path: Option<&str>) -> Result<Option<Arc<Tablebases>>, TablebaseError> {
    let folders: Vec<_> = std::env::split_paths(path.unwrap_or_default())
        .filter(|folder| !folder.as_os_str().is_empty())
        .collect();
    if folders.is_empty() {
        return Ok(None);
    }
    Tablebases::open(&folders).map(|tables| Some(Arc::new(tables)))
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
