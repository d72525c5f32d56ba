//! The stretch of games in which a player scored most above what both ratings let expect.

use super::rating_history::HistoryRow;
use super::ratings_settings::STRETCH_GAMES;
use plumb_stats::statistics::expected_score;

/// Some games in a row, of those in which both ratings are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestStretch {
    /// Σ(score − E) / √ΣE(1 − E), E the score that Elo's formula expects of both ratings.
    pub z: f64,
    /// The first of its games, counted from 0 in the history.
    pub first: usize,
    /// The last.
    pub last: usize,
    /// Both as games of the table.
    pub(super) games: [u32; 2],
    /// The score.
    pub points: f64,
    /// The expected one.
    pub expected: f64,
}

impl BestStretch {
    /// The one with the largest z, the earliest of equal ones; none in a history with too few
    /// games.
    pub fn of(rows: &[HistoryRow]) -> Option<BestStretch> {
        let games: Vec<Game> = rows.iter().enumerate().filter_map(Game::of).collect();
        let stretches = games.windows(STRETCH_GAMES).filter_map(stretch);
        stretches.fold(None, |best: Option<BestStretch>, stretch| match best {
            Some(best) if best.z >= stretch.z => Some(best),
            _ => Some(stretch),
        })
    }
}

/// What counts of a game.
struct Game {
    place: usize,
    game: u32,
    points: f64,
    expected: f64,
}

impl Game {
    fn of((place, row): (usize, &HistoryRow)) -> Option<Game> {
        let ahead = i32::from(row.rating) - i32::from(row.opponent_rating?);
        Some(Game {
            place,
            game: row.game,
            points: f64::from(row.half_points) / 2.0,
            expected: expected_score(f64::from(ahead)),
        })
    }
}

fn stretch(games: &[Game]) -> Option<BestStretch> {
    let points: f64 = games.iter().map(|game| game.points).sum();
    let expected: f64 = games.iter().map(|game| game.expected).sum();
    let variance: f64 = games
        .iter()
        .map(|game| game.expected * (1.0 - game.expected))
        .sum();
    let [first, .., last] = games else {
        return None;
    };
    // It is 0 where ratings are so far apart that nothing but one score is expected.
    (variance > 0.0).then(|| BestStretch {
        z: (points - expected) / variance.sqrt(),
        first: first.place,
        last: last.place,
        games: [first.game, last.game],
        points,
        expected,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Color;

    fn row(game: u32, rating: u16, opponent_rating: Option<u16>, half_points: u8) -> HistoryRow {
        HistoryRow {
            game,
            side: Color::White,
            rating,
            change: None,
            is_inferred: false,
            opponent: None,
            opponent_rating,
            half_points,
            plies: 0,
        }
    }

    /// Expected: the same sums in Python, with E = 1 / (1 + 10 ** (-difference / 400)).
    #[test]
    fn the_best_stretch_is_found_where_it_is() {
        let mut rows: Vec<HistoryRow> = (0..50)
            .map(|game| {
                let opponent = 1500 + (game * 37 % 200) as u16;
                let half_points = if (15..37).contains(&game) {
                    2
                } else {
                    (game % 3) as u8
                };
                row(
                    game,
                    1500 + (game * 11 % 60) as u16,
                    Some(opponent),
                    half_points,
                )
            })
            .collect();
        // No rating: not part of any stretch.
        rows[20].opponent_rating = None;
        let best = BestStretch::of(&rows).unwrap();
        assert_eq!((best.first, best.last, best.games), (14, 34, [14, 34]));
        assert!((best.z - 5.58913074063253).abs() < 1e-9, "{best:?}");
        assert!((best.expected - 7.870148057583).abs() < 1e-9, "{best:?}");
        assert_eq!(BestStretch::of(&rows[..20]).map(|best| best.last), Some(19));
        assert_eq!(BestStretch::of(&rows[1..21]), None);
    }
}
