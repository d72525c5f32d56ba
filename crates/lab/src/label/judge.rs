//! One engine, and what it says of positions.

use std::time::Duration;

use crate::selfplay::{Sample, from_white, needs_chess960};
use plumb_chess::board::Game;
use plumb_engine::search::{Score, ScoreValue};
use plumb_protocol::peer::{GameSetup, PeerError, Player, SearchBudget};

use super::input::Unit;

/// A unit with its labels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelledUnit {
    /// The positions that have a label now.
    pub samples: Vec<Sample>,
    /// What could not be read or labelled.
    pub problems: Vec<String>,
    /// Input lines that went into the unit.
    pub lines: u64,
    /// The engine fails again and again: there is no use going on.
    pub hopeless: bool,
}

/// A position is given up after so many failures of the engine ...
const TRIES: u32 = 2;
/// ... and all of them after so many positions in a row.
const HOPELESS: u32 = 3;

/// Has an engine and labels units with it.
pub struct Judge<S> {
    start: S,
    player: Option<Box<dyn Player>>,
    limits: SearchBudget,
    patience: Duration,
    forgets_always: bool,
    given_up: u32,
}

impl<S: Fn() -> Result<Box<dyn Player>, PeerError>> Judge<S> {
    /// Starts the engine, by `start`, which is also used after it has died.
    /// Each position gets `limits`, and no more time than `patience`. The engine
    /// is told of a new game before each unit or, with `forgets_always`, before
    /// each position.
    pub fn new(
        start: S,
        limits: SearchBudget,
        patience: Duration,
        forgets_always: bool,
    ) -> Result<Judge<S>, PeerError> {
        let player = Some(start()?);
        Ok(Judge {
            start,
            player,
            limits,
            patience,
            forgets_always,
            given_up: 0,
        })
    }

    /// What the engine calls itself.
    pub fn engine_name(&self) -> &str {
        self.player
            .as_ref()
            .map_or("", |player| &player.identity().name)
    }

    /// Labels a unit; none when interrupted.
    pub fn label(&mut self, unit: Unit) -> Option<LabelledUnit> {
        let mut labelled = LabelledUnit {
            problems: unit.problems,
            lines: unit.lines,
            ..LabelledUnit::default()
        };
        let chess960 = unit
            .samples
            .iter()
            .any(|sample| needs_chess960(&sample.position));
        let mut is_new = true;
        for sample in unit.samples {
            if self.given_up >= HOPELESS {
                break;
            }
            if sample.position.has_no_moves() {
                labelled.problem(&sample, "the game is over");
                continue;
            }
            for attempt in 1..=TRIES {
                match self.judge(&sample, is_new || self.forgets_always, chess960) {
                    Ok(Some((score, depth))) => {
                        self.given_up = 0;
                        is_new = false;
                        labelled.samples.push(Sample {
                            score: Some(from_white(score, sample.position.turn())),
                            // Every field is there for those who read the lines.
                            depth: Some(depth.unwrap_or(0)),
                            ..sample
                        });
                        break;
                    }
                    Ok(None) => {
                        is_new = false;
                        labelled.problem(&sample, "the engine gives no score");
                        break;
                    }
                    Err(PeerError::Interrupted { .. }) => return None,
                    Err(error) => {
                        self.player = None;
                        is_new = true;
                        if attempt == TRIES {
                            self.given_up += 1;
                            labelled.problem(&sample, &error.to_string());
                        }
                    }
                }
            }
        }
        labelled.hopeless = self.given_up >= HOPELESS;
        Some(labelled)
    }

    fn judge(
        &mut self,
        sample: &Sample,
        forget: bool,
        chess960: bool,
    ) -> Result<Option<(ScoreValue, Option<u32>)>, PeerError> {
        let mut player = match self.player.take() {
            Some(player) => player,
            None => (self.start)()?,
        };
        if forget || !player.can_be_reused() {
            let setup = GameSetup {
                start: sample.position.clone(),
                chess960,
                ..GameSetup::standard()
            };
            player.new_game(&setup)?;
        }
        let game = Game::new(sample.position.clone());
        let thought = player.go(&game, &self.limits, self.patience)?;
        self.player = Some(player);
        Ok(thought.info.and_then(|info| {
            let (score, _) = info.score?;
            let score = match score {
                ScoreValue::Cp(cp) => ScoreValue::Cp(cp.clamp(-Score::MAX_CP, Score::MAX_CP)),
                mate @ ScoreValue::Mate(_) => mate,
            };
            Some((score, info.depth))
        }))
    }
}

impl LabelledUnit {
    fn problem(&mut self, sample: &Sample, reason: &str) {
        self.problems.push(format!("{sample}: {reason}"));
    }
}
