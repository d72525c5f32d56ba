//! Which ratings a policy goes by.

use plumb_engine::choice::{HumanModel, Pool, TimeClass};

/// Which ratings a policy goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingScale {
    /// Over the board at long time controls: those of other pools are made comparable.
    OverTheBoard,
    /// Lichess at blitz, rapid and classical time controls: those of other pools, and of bullet,
    /// are made comparable.
    Lichess,
    /// As the game gives them.
    AsGiven,
}

impl RatingScale {
    /// A rating of a pool and time class, in Elo, on this scale.
    pub fn rating(self, rating: f64, pool: Pool, class: TimeClass, people: &HumanModel) -> f64 {
        let comparable = || people.comparable(rating, pool, class);
        match self {
            RatingScale::AsGiven => rating,
            RatingScale::OverTheBoard => comparable(),
            RatingScale::Lichess if pool == Pool::Lichess && class != TimeClass::Bullet => rating,
            // Most games of Lichess that are slower than bullet are blitz.
            RatingScale::Lichess => {
                comparable() - people.comparable(0.0, Pool::Lichess, TimeClass::Blitz)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_of_lichess_stay_and_others_are_made_comparable() {
        let people = HumanModel::embedded();
        let of = |pool, class| RatingScale::Lichess.rating(1_500.0, pool, class, &people);
        for class in [TimeClass::Blitz, TimeClass::Rapid, TimeClass::Classical] {
            assert_eq!(of(Pool::Lichess, class), 1_500.0);
        }
        // Bullet is played worse, and Lichess's ratings are higher than those over the board.
        assert!(of(Pool::Lichess, TimeClass::Bullet) < 1_500.0);
        assert!(of(Pool::OverTheBoard, TimeClass::Classical) > 1_500.0);
        let comparable = people.comparable(1_500.0, Pool::Fics, TimeClass::Blitz);
        let back = people.comparable(
            of(Pool::Fics, TimeClass::Blitz),
            Pool::Lichess,
            TimeClass::Blitz,
        );
        assert!((comparable - back).abs() < 1e-9);
    }
}
