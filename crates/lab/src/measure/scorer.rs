//! One engine, one position, one score.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::class::WhiteScore;
use plumb_chess::board::{Game, Position};
use plumb_engine::eval::Weights;
use plumb_engine::search::{self, OutOfMemory, SearchTask, Shared, Timer, Worker};
use plumb_gauntlet::{Entrant, TimeControl};
use plumb_protocol::peer::{self, GameSetup, PeerError, Player};

/// How much an engine may think about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So many plies, and whatever quiescence search comes on top.
    Depth(u32),
    /// So many nodes.
    Nodes(u64),
}

impl Effort {
    /// The same as a time control.
    pub fn control(self) -> TimeControl {
        match self {
            Effort::Depth(plies) => TimeControl::Depth(plies),
            Effort::Nodes(nodes) => TimeControl::Nodes(nodes),
        }
    }

    /// How long another engine is waited for: slow ones make 10,000 nodes a
    /// second, and a depth says nothing of the time it takes.
    fn patience(self) -> Duration {
        match self {
            Effort::Depth(plies) if plies <= 4 => Duration::from_secs(30),
            Effort::Depth(_) => Duration::from_secs(600),
            Effort::Nodes(nodes) => Duration::from_secs(30 + nodes / 10_000),
        }
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Depth(plies) => write!(f, "depth {plies}"),
            Effort::Nodes(nodes) => write!(f, "{nodes} nodes"),
        }
    }
}

/// Why an engine gives no more scores.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScoreError {
    /// There is no room for our own table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// The other engine cannot be used.
    #[error(transparent)]
    Peer(#[from] PeerError),
}

/// An engine that scores positions. Each is a new game to it, so that a score
/// depends on its position alone, whatever was asked before.
pub trait Scorer {
    /// The score of a position that has a legal move; none if the engine moves
    /// without telling one.
    fn score(&mut self, position: &Position) -> Result<Option<WhiteScore>, ScoreError>;
}

/// This very engine, within this process.
pub struct OwnScorer {
    shared: Shared,
    worker: Worker,
    limits: search::Limits,
}

impl OwnScorer {
    /// With these weights and a table of so many MiB.
    pub fn new(
        weights: &Arc<Weights>,
        megabytes: usize,
        effort: Effort,
    ) -> Result<OwnScorer, ScoreError> {
        Ok(OwnScorer {
            shared: Shared::new(Arc::clone(weights), megabytes, 1)?,
            worker: Worker::new(0, Arc::clone(weights))?,
            limits: match effort {
                Effort::Depth(plies) => search::Limits::depth(plies),
                Effort::Nodes(nodes) => search::Limits::nodes(nodes),
            },
        })
    }
}

impl Scorer for OwnScorer {
    fn score(&mut self, position: &Position) -> Result<Option<WhiteScore>, ScoreError> {
        self.shared.table.clear();
        self.worker.clear();
        self.shared.begin_search();
        let timer = Timer::start(&self.limits);
        let outcome = SearchTask::new(
            &self.shared,
            &Game::new(position.clone()),
            &self.limits,
            &timer,
            &mut (),
        )
        .run(&mut self.worker);
        let line = outcome.last.lines.first();
        Ok(line.map(|line| WhiteScore::of(line.score.value(), position.turn())))
    }
}

/// An engine in a process of its own.
pub struct PeerScorer {
    entrant: Entrant,
    effort: Effort,
    interrupt: Arc<AtomicBool>,
    player: Option<Box<dyn Player>>,
}

impl PeerScorer {
    /// Starts the engine.
    pub fn start(
        entrant: &Entrant,
        effort: Effort,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<PeerScorer, ScoreError> {
        Ok(PeerScorer {
            player: Some(entrant.start(interrupt)?),
            entrant: entrant.clone(),
            effort,
            interrupt: Arc::clone(interrupt),
        })
    }
}

impl Scorer for PeerScorer {
    fn score(&mut self, position: &Position) -> Result<Option<WhiteScore>, ScoreError> {
        let mut player = match self.player.take() {
            Some(player) => player,
            None => self.entrant.start(&self.interrupt)?,
        };
        let setup = GameSetup {
            start: position.clone(),
            ..GameSetup::standard()
        };
        let limits = match self.effort {
            Effort::Depth(plies) => peer::SearchBudget::depth(plies),
            Effort::Nodes(nodes) => peer::SearchBudget::nodes(nodes),
        };
        player.new_game(&setup)?;
        let game = Game::new(position.clone());
        let thought = player.go(&game, &limits, self.effort.patience())?;
        if player.can_be_reused() {
            self.player = Some(player);
        } else {
            player.quit();
        }
        let score = thought.info.and_then(|info| info.score);
        Ok(score.map(|(score, _)| WhiteScore::of(score, position.turn())))
    }
}
