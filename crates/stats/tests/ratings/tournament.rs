//! Simulated tournaments between players of known strength.

use plumb_chess::notation::pgn::GameResult;
use plumb_stats::statistics::{Pool, RatedGame, Unit, expected_score};
use plumb_support::random::Random;

/// Players who meet each other in pairs of games.
pub struct Tournament {
    /// In Elo.
    pub strengths: Vec<f64>,
    /// White's advantage in Elo.
    pub white: f64,
    /// The chance of a draw between equals.
    pub draws: f64,
    /// Openings favour White by this much Elo more or less (standard
    /// deviation), in both games of a pair: what makes pairs depend on
    /// themselves.
    pub opening_spread: f64,
}

impl Tournament {
    /// A game, its opening favouring White by `opening` Elo.
    ///
    /// The draws are not those of Davidson's relation: their chance falls with
    /// the product of the expected scores, which is simple and another model.
    pub fn game(&self, white: usize, black: usize, opening: f64, random: &mut Random) -> RatedGame {
        let difference = self.strengths[white] - self.strengths[black];
        let score = expected_score(difference + self.white + opening);
        let draw = self.draws * 4.0 * score * (1.0 - score);
        let win = score - 0.5 * draw;
        let throw = random.unit();
        let result = if throw < win {
            GameResult::WhiteWins
        } else if throw < win + draw {
            GameResult::Draw
        } else {
            GameResult::BlackWins
        };
        RatedGame {
            white,
            black,
            result,
        }
    }

    /// Both games of an opening.
    pub fn pair(&self, one: usize, other: usize, random: &mut Random) -> Unit {
        let opening = self.opening_spread * random.normal();
        Unit {
            first: self.game(one, other, opening, random),
            second: Some(self.game(other, one, opening, random)),
        }
    }

    /// A round robin with so many pairs of games per pairing.
    pub fn round_robin(&self, pairs: usize, random: &mut Random) -> Pool {
        let mut pool = Pool::new();
        let players = self.strengths.len();
        for player in 0..players {
            pool.player(&format!("Player {player}"));
        }
        for one in 0..players {
            for other in one + 1..players {
                for _ in 0..pairs {
                    pool.add_unit(self.pair(one, other, random));
                }
            }
        }
        pool
    }
}
