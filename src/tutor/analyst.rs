//! The analyst: studies a position before the move is known, and explains a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::remark::remark;
use crate::board::Game;
use crate::choice::{HumanModel, RATING_BOUNDS};
use crate::eval::{WdlModel, Weights};
use crate::explain::{Evidence, ExplainSettings, MoveExplanation, People};
use crate::protocol::{Lesson, Remark, Tutor};

/// Makes the human-choice model when it is needed, or says why it cannot be used.
type PeopleSource = Box<dyn Fn() -> Result<HumanModel, String> + Send>;

/// A tutor by the evaluation and the searches of this engine.
pub struct Analyst {
    weights: Arc<Weights>,
    chances: WdlModel,
    people_source: PeopleSource,
    /// How people choose, once it was asked for.
    people: Option<HumanModel>,
    studied: Option<StudiedPosition>,
}

/// What was found out about a position, whatever is played there.
struct StudiedPosition {
    game: Game,
    nodes: u64,
    elo: Option<u16>,
    evidence: Evidence,
}

impl StudiedPosition {
    fn is_of(&self, lesson: &Lesson) -> bool {
        self.game.start() == lesson.game.start()
            && self.game.moves() == lesson.game.moves()
            && self.nodes == lesson.nodes
            && self.elo == lesson.elo
    }
}

impl Analyst {
    /// An analyst who knows nothing of any position yet.
    pub fn new(weights: Arc<Weights>, chances: WdlModel, people_source: PeopleSource) -> Analyst {
        Analyst {
            weights,
            chances,
            people_source,
            people: None,
            studied: None,
        }
    }

    /// What is known of the lesson's position before its move, searched now if it wasn't
    /// before; nothing when stopped.
    fn prepared(&mut self, lesson: &Lesson, stop: &AtomicBool) -> Result<Option<Evidence>, String> {
        let studied = self.studied.as_ref();
        if let Some(studied) = studied.filter(|studied| studied.is_of(lesson)) {
            return Ok(Some(studied.evidence.clone()));
        }
        self.load_people(lesson.elo)?;
        let people = self.people.as_ref().zip(lesson.elo);
        let people = people.map(|(model, elo)| People {
            model,
            elo: (f64::from(elo)).clamp(RATING_BOUNDS.0, RATING_BOUNDS.1) as u16,
        });
        let settings = settings(lesson);
        let evidence = Evidence::prepare(&lesson.game, people, &settings, &self.weights, stop)
            .map_err(|error| error.to_string())?;
        if evidence.is_stopped {
            return Ok(None);
        }
        self.studied = Some(StudiedPosition {
            game: lesson.game.clone(),
            nodes: lesson.nodes,
            elo: lesson.elo,
            evidence: evidence.clone(),
        });
        Ok(Some(evidence))
    }

    fn load_people(&mut self, elo: Option<u16>) -> Result<(), String> {
        if elo.is_some() && self.people.is_none() {
            self.people = Some((self.people_source)()?);
        }
        Ok(())
    }
}

fn settings(lesson: &Lesson) -> ExplainSettings {
    ExplainSettings {
        nodes: lesson.nodes,
        ..ExplainSettings::default()
    }
}

impl Tutor for Analyst {
    fn study(&mut self, lesson: &Lesson, stop: &AtomicBool) {
        // What goes wrong here goes wrong again, and is told, when there is a move.
        let _ = self.prepared(lesson, stop);
    }

    fn remark(&mut self, lesson: &Lesson, stop: &AtomicBool) -> Result<Option<Remark>, String> {
        let Some(mut evidence) = self.prepared(lesson, stop)? else {
            return Ok(None);
        };
        if let Some(mv) = lesson.mv {
            evidence = evidence
                .with_move(&lesson.game, mv, &settings(lesson), &self.weights, stop)
                .map_err(|error| error.to_string())?;
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let explanation = MoveExplanation::of(&evidence, &self.weights, &self.chances);
        Ok(Some(remark(&explanation)))
    }
}
