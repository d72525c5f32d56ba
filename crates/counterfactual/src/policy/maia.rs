//! Networks of Maia as a policy.

use std::sync::Arc;

use super::maia_files::{MaiaError, read_networks};
use super::question::{History, Policy, PolicyError, PolicyQuestion};
use plumb_chess::board::Move;
use plumb_maia::Network;

/// A network and the rating of the people whose moves it predicts, in Elo of Lichess.
pub(super) struct RatedNetwork {
    pub rating: u16,
    pub network: Network,
}

/// Networks of Maia-1 (R. McIlroy-Young et al., Aligning Superhuman AI with Human Behavior, KDD
/// 2020), each of one rating of Lichess. Between two ratings the probabilities follow the rating
/// linearly; beyond the lowest and the highest those networks answer. The opponent's rating does
/// not matter. Copies share the networks.
#[derive(Clone)]
pub struct MaiaPolicy {
    /// At least one, the lowest rating first.
    networks: Arc<[RatedNetwork]>,
}

impl MaiaPolicy {
    /// Reads the networks of files and folders, whose names have commas between them. A network's
    /// rating is the number in its file's name.
    pub fn open(names: &str) -> Result<MaiaPolicy, MaiaError> {
        Ok(MaiaPolicy {
            networks: read_networks(names)?.into(),
        })
    }

    /// The networks on either side of a rating, and how far it is from the first to the second, 0
    /// to 1; the second is `None` where one network answers.
    fn around(&self, rating: f64) -> Option<(&Network, Option<&Network>, f64)> {
        let above = |network: &RatedNetwork| rating < f64::from(network.rating);
        let count = self.networks.partition_point(|network| !above(network));
        let lower = self.networks[..count].last();
        let upper = self.networks.get(count);
        let (lower, upper) = match (lower, upper) {
            (Some(lower), Some(upper)) => (lower, upper),
            (Some(only), None) | (None, Some(only)) => return Some((&only.network, None, 0.0)),
            (None, None) => return None,
        };
        let way = rating - f64::from(lower.rating);
        let part = way / (f64::from(upper.rating) - f64::from(lower.rating));
        let upper = (part > 0.0).then_some(&upper.network);
        Some((&lower.network, upper, part))
    }
}

impl Policy for MaiaPolicy {
    fn name(&self) -> String {
        let ratings = self
            .networks
            .iter()
            .map(|network| network.rating.to_string());
        format!("maia {}", ratings.collect::<Vec<_>>().join(", "))
    }

    fn history(&self) -> History {
        History::Game
    }

    fn chances(&mut self, question: &PolicyQuestion<'_>) -> Result<Vec<(Move, f64)>, PolicyError> {
        let networks = self.around(question.rating);
        let (lower, upper, part) = networks.ok_or(PolicyError::NoMoves)?;
        let mut moves = lower.probabilities(question.game);
        if let Some(upper) = upper {
            let upper = upper.probabilities(question.game);
            // Both are in the order of the legal moves.
            for ((_, lower), (_, upper)) in moves.iter_mut().zip(upper) {
                *lower = (1.0 - part) * *lower + part * upper;
            }
        }
        Ok(moves)
    }

    fn for_another_thread(&self) -> Option<Box<dyn Policy>> {
        Some(Box::new(self.clone()))
    }
}
