//! Playing a whole match: engines started, games handed out to threads,
//! finished games handed back one at a time.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crossbeam::channel::{Sender, unbounded};
use parking_lot::Mutex;

use plumb_chess::board::Color;
use plumb_protocol::peer::{GameSetup, Launch, PeerError, Player, Protocol, SearchBudget, start};
use plumb_support::calendar::UtcTime;

use super::config::{EngineConfig, OptionSetting};
use super::openings::Opening;
use super::referee::{GameRules, PlayedGame, Seat, Termination, play_game};
use super::schedule::ScheduledGame;
use super::time_control::TimeControl;

/// An engine that takes part.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// What the file says about it.
    pub config: EngineConfig,
    /// Where its program is.
    pub program: PathBuf,
    /// Its time control, odds included.
    pub control: TimeControl,
    /// Options for all engines; its own come on top.
    pub defaults: Vec<(String, OptionSetting)>,
}

/// A match to be played.
pub struct Match<'a> {
    /// Who takes part.
    pub entrants: &'a [Entrant],
    /// The openings that the schedule names.
    pub openings: &'a [Opening],
    /// What holds for every game.
    pub rules: &'a GameRules,
    /// Games played at the same time.
    pub concurrency: usize,
    /// Set to end the match; games in progress do not count.
    pub interrupt: Arc<AtomicBool>,
}

/// A game that is over.
pub struct FinishedGame {
    /// Which one.
    pub scheduled: ScheduledGame,
    /// What happened.
    pub played: PlayedGame,
    /// When it began.
    pub begun: UtcTime,
    /// How long it took.
    pub time: Duration,
    /// For a game that an engine spoilt: how to get there again, and what the
    /// engine wrote to its standard error.
    pub evidence: Option<String>,
}

/// What the one who follows the match wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Go on.
    Continue,
    /// Enough: games in progress are dropped.
    Stop,
}

/// Why an engine is refused before the match.
#[derive(Debug, thiserror::Error)]
#[error("{error}: expected {expected}")]
pub struct CannotPlay {
    /// What went wrong, the engine's name first.
    error: PeerError,
    expected: &'static str,
}

/// An engine that could not be started this often in a row plays no more.
const MAX_START_FAILURES: usize = 3;

impl Match<'_> {
    /// Plays `games` in order, several at a time, and calls `finished` with
    /// each as it ends. A dead engine is started again for its next game.
    pub fn play(&self, games: &[ScheduledGame], mut finished: impl FnMut(FinishedGame) -> Next) {
        let next = AtomicUsize::new(0);
        let start_failures = Mutex::new(vec![0; self.entrants.len()]);
        let (sender, receiver) = unbounded();
        std::thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, games.len().max(1)) {
                let (sender, next, start_failures) = (sender.clone(), &next, &start_failures);
                scope.spawn(move || self.work(games, next, start_failures, &sender));
            }
            drop(sender);
            for game in receiver {
                if !self.is_interrupted() && finished(game) == Next::Stop {
                    self.interrupt.store(true, Ordering::Relaxed);
                }
            }
        });
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    fn work(
        &self,
        games: &[ScheduledGame],
        next: &AtomicUsize,
        start_failures: &Mutex<Vec<usize>>,
        sender: &Sender<FinishedGame>,
    ) {
        let mut players: HashMap<usize, Box<dyn Player>> = HashMap::new();
        while let Some(&scheduled) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
            if self.is_interrupted() {
                break;
            }
            let given_up = |index: usize| start_failures.lock()[index] >= MAX_START_FAILURES;
            if given_up(scheduled.white) || given_up(scheduled.black) {
                continue;
            }
            // Engines that are not playing now would only take memory.
            players.retain(|index, _| *index == scheduled.white || *index == scheduled.black);
            let (begun, started) = (UtcTime::now(), Instant::now());
            let (played, evidence) = self.play_one(scheduled, &mut players, start_failures);
            let time = started.elapsed();
            if sender
                .send(FinishedGame {
                    scheduled,
                    played,
                    begun,
                    time,
                    evidence,
                })
                .is_err()
            {
                break;
            }
        }
        for (_, player) in players {
            player.quit();
        }
    }

    fn play_one(
        &self,
        scheduled: ScheduledGame,
        players: &mut HashMap<usize, Box<dyn Player>>,
        start_failures: &Mutex<Vec<usize>>,
    ) -> (PlayedGame, Option<String>) {
        for side in Color::ALL {
            let index = side.fold(scheduled.white, scheduled.black);
            if players
                .get_mut(&index)
                .is_some_and(|player| player.is_alive())
            {
                continue;
            }
            players.remove(&index);
            match self.entrants[index].start(&self.interrupt) {
                Ok(player) => {
                    start_failures.lock()[index] = 0;
                    players.insert(index, player);
                }
                Err(error) => {
                    let interrupted = matches!(error, PeerError::Interrupted { .. });
                    if !interrupted {
                        start_failures.lock()[index] += 1;
                    }
                    let evidence = (!interrupted).then(|| error.to_string());
                    let termination = if interrupted {
                        Termination::Interrupted
                    } else {
                        Termination::EngineFailure(side, error)
                    };
                    return (
                        PlayedGame {
                            moves: Vec::new(),
                            termination,
                            warnings: Vec::new(),
                        },
                        evidence,
                    );
                }
            }
        }
        let (Some(mut white), Some(mut black)) = (
            players.remove(&scheduled.white),
            players.remove(&scheduled.black),
        ) else {
            // An engine cannot play itself under one index.
            return (
                PlayedGame {
                    moves: Vec::new(),
                    termination: Termination::Interrupted,
                    warnings: Vec::new(),
                },
                None,
            );
        };
        let seat = |player, index: usize| Seat {
            player,
            name: &self.entrants[index].config.name,
            control: self.entrants[index].control,
        };
        let opening = &self.openings[scheduled.opening];
        let played = play_game(
            opening,
            self.rules,
            seat(white.as_mut(), scheduled.white),
            seat(black.as_mut(), scheduled.black),
        );
        let evidence = played.termination.offender().map(|side| {
            let player = side.fold(&white, &black);
            evidence(
                &self.entrants[side.fold(scheduled.white, scheduled.black)],
                player.as_ref(),
            )
        });
        // After a failure the process is of no more use; others may not want
        // to play twice.
        let failed = |side| matches!(&played.termination, Termination::EngineFailure(offender, _) if *offender == side);
        for (side, index, player) in [
            (Color::White, scheduled.white, white),
            (Color::Black, scheduled.black, black),
        ] {
            if failed(side) {
                drop(player);
            } else if player.can_be_reused() {
                players.insert(index, player);
            } else {
                player.quit();
            }
        }
        (played, evidence)
    }
}

impl Entrant {
    /// Refuses an engine that cannot play the match, after one try: it is started, told its
    /// options, and asked to be ready for a game from this opening.
    pub fn check(
        &self,
        rules: &GameRules,
        opening: &Opening,
        interrupt: &Arc<AtomicBool>,
    ) -> Result<(), CannotPlay> {
        let try_out = || {
            let mut player = self.start(interrupt)?;
            if let TimeControl::Nodes(nodes) = self.control {
                player.check_limits(&SearchBudget::nodes(nodes))?;
            }
            player.new_game(&GameSetup {
                start: opening.start.clone(),
                chess960: rules.chess960,
                ponder: rules.ponder,
                level: self.control.level(),
                opponent: None,
            })?;
            player.quit();
            Ok(())
        };
        try_out().map_err(|error| CannotPlay {
            expected: match (&error, self.config.protocol) {
                (PeerError::Unsupported { .. } | PeerError::BadOption { .. }, _) => {
                    "an engine that can play this match"
                }
                (_, Protocol::Uci) => {
                    "a UCI engine (others as PATH:cecp, those with arguments in engines.toml)"
                }
                (_, Protocol::Cecp) => {
                    "an XBoard engine (UCI engines as PATH, those with arguments in engines.toml)"
                }
            },
            error,
        })
    }

    /// Starts the engine and sets its options. A default that it does not
    /// offer is left out; an option of its own that it does not offer is an error.
    pub fn start(&self, interrupt: &Arc<AtomicBool>) -> Result<Box<dyn Player>, PeerError> {
        let EngineConfig { name, protocol, .. } = &self.config;
        let mut launch = Launch::new(name.clone(), *protocol, self.program.clone());
        launch.arguments.clone_from(&self.config.args);
        launch.directory.clone_from(&self.config.directory);
        launch.interrupt = Some(Arc::clone(interrupt));
        let mut player = start(&launch)?;
        for (name, value) in &self.defaults {
            if self
                .config
                .options
                .keys()
                .any(|own| own.eq_ignore_ascii_case(name))
            {
                continue;
            }
            match player.set_option(name, &value.to_string()) {
                Ok(()) | Err(PeerError::BadOption { .. } | PeerError::Unsupported { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        for (name, value) in &self.config.options {
            player.set_option(name, &value.to_string())?;
        }
        player.ready()?;
        Ok(player)
    }
}

/// How to see it happen again.
fn evidence(entrant: &Entrant, player: &dyn Player) -> String {
    let mut text = format!("command: {}", entrant.program.display());
    for argument in &entrant.config.args {
        text.push_str(&format!(" {argument}"));
    }
    text.push_str("\nsend:\n");
    for (name, value) in entrant
        .defaults
        .iter()
        .map(|(name, value)| (name, value))
        .chain(&entrant.config.options)
    {
        text.push_str(&format!("  (option {name} = {value})\n"));
    }
    for line in player.reproduction() {
        text.push_str(&format!("  {line}\n"));
    }
    let stderr = player.stderr();
    if !stderr.trim().is_empty() {
        text.push_str("standard error:\n");
        for line in stderr.lines() {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}
