//! Which of a player's ratings a game counts for: servers keep one for each speed.

use plumb_engine::choice::{Pool, TimeClass};

use super::pool::{clock_of, pool_of_tags, time_class_of_tags};

/// A player has a rating of its own in each of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum RatingList {
    /// Less than 30 seconds for 40 moves, on lichess.org.
    UltraBullet,
    /// Less than three minutes.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than twenty-five minutes.
    Rapid,
    /// More, or nobody says otherwise over the board.
    Classical,
    /// Half a day or more for each move, or no clock on lichess.org.
    Correspondence,
}

/// From so many seconds a move on it is correspondence chess: half a day.
const CORRESPONDENCE_SECONDS: f64 = 43_200.0;
/// The border below bullet on lichess.org, in seconds for 40 moves.
const ULTRA_BULLET_SECONDS: f64 = 30.0;

impl RatingList {
    /// All of them, the fastest first.
    pub const ALL: [RatingList; 6] = [
        RatingList::UltraBullet,
        RatingList::Bullet,
        RatingList::Blitz,
        RatingList::Rapid,
        RatingList::Classical,
        RatingList::Correspondence,
    ];

    /// By the tags `TimeControl`, `Event` and `Site`.
    pub fn of_tags(control: &str, event: &str, site: &str) -> RatingList {
        let clock = clock_of(control);
        let is_lichess = pool_of_tags(event, site) == Pool::Lichess;
        let per_move = control.trim().strip_prefix("1/").and_then(|seconds| {
            let seconds: f64 = seconds.parse().ok()?;
            Some(seconds)
        });
        let named = event.to_lowercase();
        if named.contains("correspondence")
            || per_move.is_some_and(|seconds| seconds >= CORRESPONDENCE_SECONDS)
            || is_lichess && control.trim() == "-"
        {
            return RatingList::Correspondence;
        }
        let is_ultra = match clock {
            Some((base, increment)) => is_lichess && base + 40.0 * increment < ULTRA_BULLET_SECONDS,
            None => named.contains("ultrabullet"),
        };
        match time_class_of_tags(control, event, site) {
            TimeClass::Bullet if is_ultra => RatingList::UltraBullet,
            TimeClass::Bullet => RatingList::Bullet,
            TimeClass::Blitz => RatingList::Blitz,
            TimeClass::Rapid => RatingList::Rapid,
            TimeClass::Classical => RatingList::Classical,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_that_have_ratings_of_their_own_are_told_apart() {
        let lichess = "https://lichess.org/abcdefgh";
        for (control, event, site, list) in [
            (
                "15+0",
                "Rated UltraBullet game",
                lichess,
                RatingList::UltraBullet,
            ),
            (
                "",
                "Rated UltraBullet game",
                lichess,
                RatingList::UltraBullet,
            ),
            ("15+0", "Club", "Oslo", RatingList::Bullet),
            ("30+0", "Rated Bullet game", lichess, RatingList::Bullet),
            ("180+2", "Rated Blitz game", lichess, RatingList::Blitz),
            ("600+0", "Rated Rapid game", lichess, RatingList::Rapid),
            (
                "1800+20",
                "Rated Classical game",
                lichess,
                RatingList::Classical,
            ),
            (
                "-",
                "Rated Correspondence game",
                lichess,
                RatingList::Correspondence,
            ),
            ("-", "Rated game", lichess, RatingList::Correspondence),
            ("1/259200", "Daily", "Chess.com", RatingList::Correspondence),
            ("-", "Open", "Paris", RatingList::Classical),
            ("", "", "", RatingList::Classical),
        ] {
            assert_eq!(
                RatingList::of_tags(control, event, site),
                list,
                "{control} {event}"
            );
        }
    }
}
