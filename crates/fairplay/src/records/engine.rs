//! Another engine, started when it is needed, asked for searches, and started
//! again after it has failed.
//!
//! A failure costs the search in which it happened and is one line of text. It
//! must not cost more: the process is dropped, the next search starts a fresh
//! one, and only after [`PATIENCE_FAILURES`] failures in a row is the engine
//! given up. What is made of the searches is not decided here. Start with
//! `Engine::search`.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sha2::{Digest, Sha256};

use plumb_chess::board::{Game, Move};
use plumb_chess::notation::{CastlingStyle, parse_move, to_uci_move};
use plumb_coach::analysis::RankedLine;
use plumb_engine::search::Bound;
use plumb_protocol::peer::{Analysis, GameSetup, Launch, PeerError, Player, SearchBudget, start};
use plumb_support::wording::say;

use super::iterations::iterations_of;
use super::search_result::SearchResult;
use super::stamp::Stamp;

/// After so many failures in a row an engine is not started again.
pub const PATIENCE_FAILURES: u32 = 3;

/// How to start another engine, and what to tell it.
#[derive(Clone, Debug)]
pub struct EngineSetup {
    /// How it is started. Its `interrupt` should be the flag that stops the run:
    /// a search in another process ends at once only by that.
    pub launch: Launch,
    /// Options, names and values. What is not among them and is offered is set
    /// for a fair comparison: one thread, and as much hash as Plumb has.
    pub options: Vec<(String, String)>,
    /// An engine that searches longer than this has failed.
    pub patience: Duration,
}

/// Another engine.
pub struct Engine {
    setup: EngineSetup,
    player: Option<Box<dyn Player>>,
    stamp: Stamp,
    failures: u32,
    last_failure: String,
    must_forget: bool,
}

impl Engine {
    /// Starts it, so that its name is known; an error is one line. `settings`
    /// says how it will be asked to search.
    pub fn start(mut setup: EngineSetup, hash_mb: usize, settings: &str) -> Result<Engine, String> {
        let mut player = start(&setup.launch).map_err(|error| error.to_string())?;
        let identity = player.identity();
        let offers = |name: &str| {
            let mut options = identity.options.iter();
            options.any(|option| option.name.eq_ignore_ascii_case(name))
        };
        if !offers("MultiPV") {
            return Err(format!(
                "{}: shows one line only; expected an engine with the option MultiPV",
                setup.launch.name
            ));
        }
        for (name, value) in [("Threads", 1), ("Hash", hash_mb)] {
            let is_named = |(other, _): &(String, String)| other.trim().eq_ignore_ascii_case(name);
            if offers(name) && !setup.options.iter().any(is_named) {
                setup.options.push((name.to_owned(), value.to_string()));
            }
        }
        let version = match identity.name.as_str() {
            "" => "unknown".to_owned(),
            name => name.to_owned(),
        };
        let mut settings = settings.to_owned();
        for (name, value) in &setup.options {
            let _ = write!(settings, " {name}={value}");
        }
        for argument in &setup.launch.arguments {
            let _ = write!(settings, " argument {argument}");
        }
        // Another program under the same name is another engine.
        if let Ok(program) = std::fs::read(&setup.launch.program) {
            settings.push_str(" program ");
            for byte in &Sha256::digest(&program)[..6] {
                let _ = write!(settings, "{byte:02x}");
            }
        }
        tell_options(player.as_mut(), &setup).map_err(|error| error.to_string())?;
        Ok(Engine {
            stamp: Stamp {
                engine: setup.launch.name.clone(),
                version,
                settings,
            },
            setup,
            player: Some(player),
            failures: 0,
            last_failure: String::new(),
            must_forget: true,
        })
    }

    /// The same engine in a process of its own, which starts with the first search.
    pub fn another(&self) -> Engine {
        Engine {
            setup: self.setup.clone(),
            player: None,
            stamp: self.stamp.clone(),
            failures: 0,
            last_failure: String::new(),
            must_forget: true,
        }
    }

    /// Its name, what it calls itself, and how it is asked to search.
    pub fn stamp(&self) -> &Stamp {
        &self.stamp
    }

    /// Has it told of a new game before the next search, which is all that the
    /// protocol has for forgetting earlier ones.
    pub fn forget(&mut self) {
        self.must_forget = true;
    }

    /// Searches the position on the board of `game`, which has a legal move, for
    /// so many lines, among the moves `only` if there are any. None when
    /// stopped; an error is one line. An engine without scores gives none here:
    /// that is for the caller to judge.
    pub fn search(
        &mut self,
        game: &Game,
        limits: SearchBudget,
        lines: usize,
        only: Option<Move>,
        stop: &AtomicBool,
    ) -> Result<Option<SearchResult>, String> {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        if self.failures >= PATIENCE_FAILURES {
            return Err(say!(
                no_record.given_up,
                engine = self.stamp.engine,
                failures = PATIENCE_FAILURES,
                reason = self.last_failure
            ));
        }
        let game = since_last_pass(game);
        let found = self.try_search(&game, limits, lines, only);
        match found {
            Ok(analysis) if analysis.elapsed >= self.setup.patience => {
                let seconds = self.setup.patience.as_secs_f64().to_string();
                Err(self.failed(say!(
                    no_record.too_long,
                    engine = self.stamp.engine,
                    seconds
                )))
            }
            Ok(analysis) => Ok(Some(searched(&analysis, &game, lines))),
            // Who stops a run from the keyboard stops the engine with it.
            Err(_) if stop.load(Ordering::Relaxed) => {
                self.drop_player();
                Ok(None)
            }
            Err(error) => Err(self.failed(error.to_string())),
        }
    }

    /// Everything that was asked for is there: failures from now on are a new row.
    /// One search that went well is not enough, since what is asked for takes
    /// several and may always fail at the same one.
    pub fn succeeded(&mut self) {
        self.failures = 0;
    }

    /// Counts a search that was in vain though the engine lives, such as one
    /// without any score.
    pub fn failed(&mut self, message: String) -> String {
        self.drop_player();
        self.failures += 1;
        self.last_failure.clone_from(&message);
        message
    }

    fn drop_player(&mut self) {
        self.player = None;
        self.must_forget = true;
    }

    fn try_search(
        &mut self,
        game: &Game,
        limits: SearchBudget,
        lines: usize,
        only: Option<Move>,
    ) -> Result<Analysis, PeerError> {
        let mut player = match self.player.take() {
            Some(player) => player,
            None => {
                let mut player = start(&self.setup.launch)?;
                tell_options(player.as_mut(), &self.setup)?;
                player
            }
        };
        let style = CastlingStyle::natural(game.start());
        if std::mem::take(&mut self.must_forget) {
            player.new_game(&GameSetup {
                start: game.start().clone(),
                chess960: style == CastlingStyle::Chess960,
                ..GameSetup::standard()
            })?;
        }
        let only: Vec<String> = only
            .map(|mv| to_uci_move(game.position(), mv, style))
            .into_iter()
            .collect();
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        let analysis = player.analyse(game, &limits, lines, &only, self.setup.patience)?;
        self.player = Some(player);
        Ok(analysis)
    }
}

fn tell_options(player: &mut dyn Player, setup: &EngineSetup) -> Result<(), PeerError> {
    for (name, value) in &setup.options {
        player.set_option(name, value)?;
    }
    player.ready()
}

/// The game from after its last pass on: the protocols know no passes.
fn since_last_pass(game: &Game) -> Game {
    let Some(pass) = game.moves().iter().rposition(Option::is_none) else {
        return game.clone();
    };
    let start = game.position_at(pass + 1).unwrap_or(game.position());
    let mut rest = Game::new(start.clone());
    for mv in game.moves()[pass + 1..].iter().flatten() {
        rest.play(*mv);
    }
    rest
}

fn searched(analysis: &Analysis, game: &Game, lines: usize) -> SearchResult {
    let position = game.position();
    let mut iterations = iterations_of(&analysis.history, position, lines);
    // An engine that shows scores but no lines has at least its move.
    let has_moves = iterations.iter().any(|one| one.best().is_some());
    let best = analysis.best.as_deref();
    let best = best.and_then(|text| parse_move(position, text).ok());
    let last = iterations.iter_mut().rfind(|one| one.bound == Bound::Exact);
    if let (false, Some(mv), Some(last)) = (has_moves, best, last) {
        last.lines.push(RankedLine {
            score: last.score,
            seldepth: last.seldepth,
            moves: vec![mv],
        });
    }
    let nodes = analysis.history.iter().filter_map(|info| info.nodes).max();
    SearchResult {
        iterations,
        nodes: nodes.unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Position;

    #[test]
    fn a_game_begins_anew_after_a_pass() {
        let mut game = Game::new(Position::start());
        let play = |game: &mut Game, text: &str| {
            let mv = parse_move(game.position(), text).unwrap();
            game.play(mv);
        };
        play(&mut game, "e2e4");
        assert_eq!(since_last_pass(&game).moves().len(), 1);
        game.play_null();
        play(&mut game, "d2d4");
        let rest = since_last_pass(&game);
        assert_eq!(rest.moves().len(), 1);
        assert_eq!(rest.position(), game.position());
    }
}
