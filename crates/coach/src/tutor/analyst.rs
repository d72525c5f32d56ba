//! The analyst: studies a position before the move is known, and explains a move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::remark::remark;
use crate::explain::{Evidence, ExplainSettings, MoveExplanation, People};
use plumb_chess::board::Game;
use plumb_engine::choice::{HumanModel, RATING_BOUNDS};
use plumb_engine::eval::{WdlModel, Weights};
use plumb_protocol::protocol::{Lesson, Remark, Tutor};

/// Makes the human-choice model when it is needed, or says why it cannot be used.
type HumanModelSource = Box<dyn Fn() -> Result<Arc<HumanModel>, String> + Send>;

/// A tutor by the evaluation and the searches of this engine.
pub struct Analyst {
    weights: Arc<Weights>,
    chances: WdlModel,
    human_model_source: HumanModelSource,
    /// How people choose, once it was asked for.
    people: Option<Arc<HumanModel>>,
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
    pub fn new(
        weights: Arc<Weights>,
        chances: WdlModel,
        human_model_source: HumanModelSource,
    ) -> Analyst {
        Analyst {
            weights,
            chances,
            human_model_source,
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
            self.people = Some((self.human_model_source)()?);
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

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Position;
    use plumb_chess::notation::{parse_fen, parse_move};

    fn analyst() -> Analyst {
        let people = Box::new(|| Ok(Arc::new(HumanModel::embedded())));
        Analyst::new(Arc::new(Weights::embedded()), WdlModel::embedded(), people)
    }

    fn lesson(position: Position, mv: Option<&str>) -> Lesson {
        let mv = mv.map(|text| parse_move(&position, text).unwrap());
        Lesson {
            game: Game::new(position),
            mv,
            nodes: 10_000,
            elo: Some(1_500),
        }
    }

    fn said(analyst: &mut Analyst, lesson: &Lesson) -> Remark {
        let remark = analyst.remark(lesson, &AtomicBool::new(false));
        remark.unwrap().expect("nobody stops it")
    }

    const BEFORE_FOOLS_MATE: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";

    #[test]
    fn studied_or_not_the_words_are_the_same() {
        let position = parse_fen(BEFORE_FOOLS_MATE).unwrap();
        for mv in ["g2g4", "e2e4", "b1c3"] {
            let asked = lesson(position.clone(), Some(mv));
            let plain = said(&mut analyst(), &asked);
            let mut studied = analyst();
            studied.study(&lesson(position.clone(), None), &AtomicBool::new(false));
            assert_eq!(said(&mut studied, &asked), plain);
            // What was studied elsewhere is not taken for this.
            studied.study(&lesson(Position::start(), None), &AtomicBool::new(false));
            assert_eq!(said(&mut studied, &asked), plain);
        }
    }

    #[test]
    fn a_bad_move_is_a_mistake_and_why() {
        let position = parse_fen(BEFORE_FOOLS_MATE).unwrap();
        let remark = said(&mut analyst(), &lesson(position, Some("g2g4")));
        assert!(remark.brief[0].starts_with("2.g4 is worse than 2."));
        assert_eq!(remark.brief[1], "2.g4 allows mate in 1: 2...Qh4#.");
        assert!(remark.brief[2].starts_with("The best move is 2."));
        assert!(
            remark
                .mistake
                .is_some_and(|text| text.starts_with("2.g4 gives away "))
        );
        assert!(remark.full.len() >= remark.brief.len() && remark.full[0] == remark.brief[0]);
    }

    #[test]
    fn the_best_move_is_no_mistake() {
        let position = parse_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
        for mv in [Some("a1a8"), None] {
            let remark = said(&mut analyst(), &lesson(position.clone(), mv));
            assert_eq!(remark.mistake, None);
            assert_eq!(remark.best, parse_move(&position, "a1a8").ok());
            assert!(
                remark.brief.iter().any(|text| text.contains("1.Ra8#")),
                "{remark:?}"
            );
            assert!(remark.brief.iter().all(|text| !text.contains("worse")));
        }
    }

    #[test]
    fn a_game_that_is_over_is_said_to_be() {
        let position = parse_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
        let remark = said(&mut analyst(), &lesson(position, None));
        assert_eq!(
            remark.brief,
            ["The game is over: Black is mated, White has won."]
        );
        assert_eq!(remark.best, None);
    }

    #[test]
    fn who_is_stopped_says_nothing() {
        let asked = lesson(Position::start(), Some("e2e4"));
        assert_eq!(analyst().remark(&asked, &AtomicBool::new(true)), Ok(None));
    }

    #[test]
    fn a_model_that_cannot_be_used_is_told() {
        let people = Box::new(|| Err("no model".to_owned()));
        let weights = Arc::new(Weights::embedded());
        let mut analyst = Analyst::new(weights, WdlModel::embedded(), people);
        let stop = AtomicBool::new(false);
        let mut asked = lesson(Position::start(), Some("e2e4"));
        assert_eq!(analyst.remark(&asked, &stop), Err("no model".to_owned()));
        asked.elo = None;
        assert!(analyst.remark(&asked, &stop).is_ok());
    }
}
