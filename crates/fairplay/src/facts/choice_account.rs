//! Why a move is likelier for an engine, or for people: its log ratio down to the terms.
//!
//! Both models add up features times weights. So the log ratio of a move, less what is
//! usual of people in the position, is a sum of a term for each feature: how much more of it
//! this move has than people's moves here, times the difference of the two weights. Start
//! with `ChoiceModels::account`.

use super::choice_view::{ChoiceView, ExpectedChoice};
use super::modelled_choice::{ChoiceModels, Chooser, ModelledChoice, RatedChoice};
use crate::records::MoveRecord;
use plumb_chess::board::{Game, Move};
use plumb_engine::choice::{Feature, MoveFeatures, Sight, rating_terms};

/// A move's log ratio and what it is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceAccount {
    /// The rating over the board at long time controls that the player's stands for.
    pub rating: f64,
    /// The engine's first choice was made.
    pub is_match: bool,
    /// What people of the rating would choose.
    pub expected: ExpectedChoice,
    /// What the move lost by a deep look, scaled; none where there was none.
    pub deep_loss: Option<f64>,
    /// What an honest player of the rating loses here by a deep look on average, scaled.
    pub expected_deep_loss: f64,
    /// What each feature adds to the log ratio beyond what is usual, in nats, the largest
    /// first whatever its sign.
    pub terms: Vec<(Feature, f64)>,
    /// What is left: shares below 1/10,000 count as that.
    pub rest: f64,
}

impl ChoiceModels {
    /// The account of the move `played` on the board of `game`; nothing without a rating, or
    /// where the record does not tell what there was to choose from.
    pub fn account(
        &self,
        game: &Game,
        record: &MoveRecord,
        played: Move,
        chooser: &Chooser,
    ) -> Option<ChoiceAccount> {
        let (people, engines) = (&self.people, &self.engines);
        let (view, features) = ChoiceView::with_features(people, engines, game, record, played)?;
        let rated = self.modelled(&view, chooser).rated?;
        let terms = self.terms(&view, &features, rated.rating);
        let all: f64 = terms.iter().map(|(_, value)| value).sum();
        let beyond = rated.expected.log_ratio - rated.expected.expected_log_ratio;
        Some(ChoiceAccount {
            rating: rated.rating,
            is_match: view.is_match(),
            expected: rated.expected,
            deep_loss: view.deep_loss(),
            expected_deep_loss: rated.expected_deep_loss,
            terms,
            rest: beyond - all,
        })
    }

    /// The choice as [`ChoiceModels::choice`] has it, with the terms of its log ratio as
    /// [`ChoiceModels::account`] has them; no terms without a rating.
    pub fn choice_with_terms(
        &self,
        game: &Game,
        record: &MoveRecord,
        played: Move,
        chooser: &Chooser,
    ) -> Option<(ModelledChoice, Vec<(Feature, f64)>)> {
        let (people, engines) = (&self.people, &self.engines);
        let (view, features) = ChoiceView::with_features(people, engines, game, record, played)?;
        let choice = self.modelled(&view, chooser);
        let terms = |rated: RatedChoice| self.terms(&view, &features, rated.rating);
        let terms = choice.rated.map(terms).unwrap_or_default();
        Some((choice, terms))
    }

    /// What each feature adds to the log ratio of the move that was made beyond what is usual
    /// of people of the rating, the largest first whatever its sign.
    fn terms(
        &self,
        view: &ChoiceView,
        features: &[MoveFeatures],
        rating: f64,
    ) -> Vec<(Feature, f64)> {
        let (shares, chosen) = (view.people_shares(rating), view.chosen());
        let at = rating_terms(rating);
        let term = |&feature: &Feature| {
            let place = feature as usize;
            let row = self.people.weights[Sight::Record as usize][place];
            let people: f64 = row.iter().zip(at).map(|(weight, term)| weight * term).sum();
            let usual: f64 = (shares.iter().zip(features))
                .map(|(share, features)| share * f64::from(features[place]))
                .sum();
            let more = f64::from(features[chosen][place]) - usual;
            (feature, (self.engines.weights[place] - people) * more)
        };
        let mut terms: Vec<(Feature, f64)> = Feature::ALL.iter().map(term).collect();
        terms.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        terms
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::fixtures::cp_record;
    use crate::records::{LineReport, Value};
    use plumb_chess::notation::{parse_fen, parse_uci_move};
    use plumb_engine::choice::{
        EngineModel, HonestScatter, HumanModel, Pool, RatedPlayer, TimeClass,
    };
    use plumb_engine::search::Bound;

    #[test]
    fn the_terms_add_up_to_the_log_ratio() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
        let game = Game::new(parse_fen(fen).unwrap());
        let lines = [("f8c5", 10), ("g8f6", 5), ("d7d6", -20), ("a7a6", -60)];
        let models = ChoiceModels {
            people: Arc::new(HumanModel::embedded()),
            engines: Arc::new(EngineModel::embedded()),
            scatter: Arc::new(HonestScatter::none("")),
        };
        for (played, _) in lines {
            let mut record = cp_record(played, "f8c5", &lines);
            let report = |&(mv, cp): &(&str, i32)| LineReport {
                depth: 1,
                seldepth: 1,
                mv: Some(mv.to_owned()),
                score: Value::Cp(cp),
                bound: Bound::Exact,
            };
            record.glance = lines.iter().map(report).collect();
            record.list_iterations = record.glance.clone();
            let mv = parse_uci_move(game.position(), played).unwrap();
            let chooser = Chooser::rated(RatedPlayer {
                rating: 1_900.0,
                pool: Pool::OverTheBoard,
                class: TimeClass::Classical,
            });
            let account = models.account(&game, &record, mv, &chooser).unwrap();
            assert_eq!(account.terms.len(), Feature::ALL.len());
            let (choice, terms) = models
                .choice_with_terms(&game, &record, mv, &chooser)
                .unwrap();
            assert_eq!(terms, account.terms);
            assert_eq!(models.choice(&game, &record, mv, &chooser), Some(choice));
            let all: f64 = account.terms.iter().map(|(_, value)| value).sum();
            let beyond = account.expected.log_ratio - account.expected.expected_log_ratio;
            assert!((all + account.rest - beyond).abs() < 1e-12);
            // A share below one in ten thousand adds next to nothing here.
            assert!(account.rest.abs() < 0.01, "{played}: {}", account.rest);
            assert!(
                account
                    .terms
                    .windows(2)
                    .all(|two| two[0].1.abs() >= two[1].1.abs())
            );
            assert_eq!(account.is_match, played == "f8c5");
        }
    }
}
