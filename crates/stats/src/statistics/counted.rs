//! Which games count in a score: the one rule of matches and ratings.
//!
//! A game that an engine's failure ended says little about play, and one that repeats another
//! says nothing new. Start with `CountedGames::fate`.

use std::collections::HashSet;
use std::hash::Hash;

/// Games of fewer plies than this may be equal by agreement.
pub const REPEAT_PLIES: usize = 30;

/// Values of PGN's `Termination` tag for a game that an engine's failure ended: it crashed or
/// hung, broke the protocol, or played an illegal move. The first and second are those of the
/// standard, the others those of cutechess and fastchess.
const FAILURES: [&str; 6] = [
    "abandoned",
    "rules infraction",
    "illegal move",
    "stalled connection",
    "disconnect",
    "stall",
];

/// Whether an engine's failure ended a game, by the value of its `Termination` tag. Losses on
/// time are results of play.
pub fn is_failure(termination: &str) -> bool {
    let termination = termination.trim();
    FAILURES
        .iter()
        .any(|one| one.eq_ignore_ascii_case(termination))
}

/// Whether the engines of a game stopped at a number of nodes or plies, by the value of its
/// `TimeControl` tag: they play the same game again from the same position.
pub fn plays_alike(time_control: &str) -> bool {
    ["nodes=", "depth="]
        .iter()
        .any(|kind| time_control.starts_with(kind))
}

/// Which games count that are left out as a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counting {
    /// Games that an engine's failure ended, as lost by it.
    pub failures: bool,
    /// Games that repeat another one move for move, with the same colours.
    pub repeats: bool,
}

/// What the rule needs to know of a game.
#[derive(Clone, Debug)]
pub struct GameEnd<'a, Course> {
    /// The `Termination` tag.
    pub termination: &'a str,
    /// The `TimeControl` tag.
    pub time_control: &'a str,
    /// Plies of the whole game, the opening included.
    pub plies: usize,
    /// Equal in games of the same players and colours that are equal move for move; none where
    /// it is not known.
    pub course: Option<Course>,
}

/// What becomes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is in the score.
    Counts,
    /// An engine's failure ended it.
    Failure,
    /// It repeats another game.
    Repeat,
}

/// The games so far, by their course.
#[derive(Clone, Debug)]
pub struct CountedGames<Course> {
    counting: Counting,
    seen: HashSet<Course>,
}

impl<Course: Eq + Hash> CountedGames<Course> {
    /// No games yet.
    pub fn new(counting: Counting) -> Self {
        CountedGames {
            counting,
            seen: HashSet::new(),
        }
    }

    /// What is counted.
    pub fn counting(&self) -> Counting {
        self.counting
    }

    /// What becomes of the next game.
    pub fn fate(&mut self, game: GameEnd<'_, Course>) -> Fate {
        if !self.counting.failures && is_failure(game.termination) {
            return Fate::Failure;
        }
        let is_long = game.plies >= REPEAT_PLIES || plays_alike(game.time_control);
        let is_new = match game.course {
            Some(course) if is_long && !self.counting.repeats => self.seen.insert(course),
            _ => true,
        };
        match is_new {
            true => Fate::Counts,
            false => Fate::Repeat,
        }
    }
}

/// Repeats count, games that a failure ended do not.
impl<Course: Eq + Hash> Default for CountedGames<Course> {
    fn default() -> Self {
        CountedGames::new(Counting {
            failures: false,
            repeats: true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(
        termination: &'static str,
        time_control: &'static str,
        plies: usize,
    ) -> GameEnd<'static, u8> {
        GameEnd {
            termination,
            time_control,
            plies,
            course: Some(1),
        }
    }

    #[test]
    fn failures_are_told_from_results() {
        for tag in [
            "abandoned",
            "Abandoned",
            "rules infraction",
            "illegal move",
            "stalled connection",
        ] {
            assert!(is_failure(tag), "{tag}");
        }
        // A flag that falls is a result; so is what chess.com says of people who leave.
        for tag in [
            "",
            "normal",
            "adjudication",
            "time forfeit",
            "A won - game abandoned",
        ] {
            assert!(!is_failure(tag), "{tag}");
        }
        let mut games = CountedGames::new(Counting::default());
        assert_eq!(games.fate(end("abandoned", "1+0.01", 40)), Fate::Failure);
        // A failure is no game that another could repeat.
        assert_eq!(games.fate(end("normal", "1+0.01", 40)), Fate::Counts);
        let mut games = CountedGames::new(Counting {
            failures: true,
            repeats: false,
        });
        assert_eq!(games.fate(end("abandoned", "1+0.01", 40)), Fate::Counts);
    }

    #[test]
    fn long_games_count_once_and_short_ones_of_fixed_work_too() {
        for (control, plies, fate) in [
            ("1+0.01", 30, Fate::Repeat),
            ("1+0.01", 29, Fate::Counts),
            ("nodes=100", 2, Fate::Repeat),
            ("depth=1", 2, Fate::Repeat),
            ("movetime=0.1", 2, Fate::Counts),
        ] {
            let mut games = CountedGames::new(Counting::default());
            assert_eq!(games.fate(end("normal", control, plies)), Fate::Counts);
            assert_eq!(games.fate(end("normal", control, plies)), fate, "{control}");
            let mut games = CountedGames::new(Counting {
                failures: false,
                repeats: true,
            });
            let counts = [(); 2].map(|()| games.fate(end("normal", control, plies)));
            assert_eq!(counts, [Fate::Counts; 2]);
        }
    }
}
