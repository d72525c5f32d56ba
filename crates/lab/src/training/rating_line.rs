//! What a plain figure says of ratings: the straight line through players' figures and ratings,
//! as accurate as it is for a player it was not fitted to.
//!
//! The intrinsic rating has to be better than such a line. Start with `RatingLine::of`.

use super::scatter_measure::HonestPlayer;

/// Of fewer players a line through the others says nothing.
const PLAYERS: usize = 3;

/// How well a line tells ratings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingLine {
    /// Root of the mean squared difference, in Elo, of each player's rating and what the line
    /// through all others says of him.
    pub error: f64,
    /// Correlation of the figure itself and ratings, in which nothing is fitted: below 0 where
    /// more of it goes with a lower rating.
    pub correlation: f64,
}

impl RatingLine {
    /// Of this figure of players; nothing of too few.
    pub fn of(
        players: &[HonestPlayer],
        figure: impl Fn(&HonestPlayer) -> f64,
    ) -> Option<RatingLine> {
        if players.len() < PLAYERS {
            return None;
        }
        let points: Vec<[f64; 2]> = (players.iter())
            .map(|one| [figure(one), one.rating])
            .collect();
        let error = |place: usize| {
            let [figure, rating] = points[place];
            let others = points.iter().enumerate();
            let others = others.filter(|&(other, _)| other != place);
            let [middle, ratings, slope, _] = line(others.map(|(_, point)| *point));
            rating - (ratings + slope * (figure - middle))
        };
        let squares = (0..points.len()).map(|place| error(place).powi(2));
        let [.., correlation] = line(points.iter().copied());
        Some(RatingLine {
            error: (squares.sum::<f64>() / points.len() as f64).sqrt(),
            correlation,
        })
    }
}

/// The mean of the first numbers and of the second, the slope of the least-squares line
/// through both, and their correlation; slope and correlation are 0 where the first are all
/// the same.
fn line(points: impl Iterator<Item = [f64; 2]> + Clone) -> [f64; 4] {
    let count = points.clone().count().max(1) as f64;
    let mean = |of: &dyn Fn([f64; 2]) -> f64| points.clone().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|point| point[0]), mean(&|point| point[1]));
    let (across, up) = (
        mean(&|point| (point[0] - x).powi(2)),
        mean(&|point| (point[1] - y).powi(2)),
    );
    let both = mean(&|point| (point[0] - x) * (point[1] - y));
    let part = |of: f64, all: f64| if all > 0.0 { of / all } else { 0.0 };
    [x, y, part(both, across), part(both, (across * up).sqrt())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_engine::choice::Pool;

    fn player(average_loss_cp: f64, rating: f64) -> HonestPlayer {
        HonestPlayer {
            pool: Pool::OverTheBoard,
            choices: 100,
            match_z: 0.0,
            ratio_z: 0.0,
            loss_z: None,
            chance: None,
            match_rate: 0.5,
            average_loss_cp,
            rating,
            intrinsic: None,
        }
    }

    #[test]
    fn a_player_is_told_by_the_line_through_the_others() {
        let of = |points: &[(f64, f64)]| {
            let players: Vec<HonestPlayer> = points
                .iter()
                .map(|&(cp, rating)| player(cp, rating))
                .collect();
            RatingLine::of(&players, |one| one.average_loss_cp)
        };
        assert_eq!(of(&[(10.0, 2_500.0), (20.0, 2_000.0)]), None);
        // On one line: 3,000 less 50 a centipawn.
        let exact = of(&[(10.0, 2_500.0), (20.0, 2_000.0), (40.0, 1_000.0)]).unwrap();
        assert!(exact.error < 1e-9, "{exact:?}");
        assert!((exact.correlation + 1.0).abs() < 1e-12, "{exact:?}");
        // By hand: lines through two of three points are off by 100, 50 and 100.
        let off = of(&[(10.0, 2_000.0), (20.0, 2_050.0), (30.0, 2_000.0)]).unwrap();
        let squares = 100.0_f64.powi(2) + 50.0_f64.powi(2) + 100.0_f64.powi(2);
        assert!((off.error - (squares / 3.0).sqrt()).abs() < 1e-9, "{off:?}");
        assert_eq!(off.correlation, 0.0);
        // A figure that is the same of all leaves the mean of the others.
        let flat = of(&[(10.0, 2_000.0), (10.0, 2_100.0), (10.0, 2_200.0)]).unwrap();
        let squares = 150.0_f64.powi(2) + 150.0_f64.powi(2);
        assert!(
            (flat.error - (squares / 3.0).sqrt()).abs() < 1e-9,
            "{flat:?}"
        );
    }
}
