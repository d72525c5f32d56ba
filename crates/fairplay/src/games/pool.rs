//! From which list the ratings of a game are, and how fast it was, as far as its tags tell.

use super::game::SourceGame;
use super::time_control::TimeControl;
use plumb_engine::choice::{Pool, TimeClass};

/// Servers that write a whole address for their own games, rated by themselves.
const LICHESS: &str = "lichess.org/";
/// Sites of games that were played online by people with FIDE ratings.
const ONLINE_SITES: [&str; 4] = ["tornelo", "chess.com", "chess24.com", "lichess.org"];

/// The list that the ratings of a game are from.
pub fn pool_of(game: &SourceGame) -> Pool {
    let tag = |name: &str| game.tag(name).unwrap_or("");
    pool_of_tags(tag("Event"), tag("Site"))
}

/// The list that ratings are from, by the tags `Event` and `Site`.
pub(super) fn pool_of_tags(event: &str, site: &str) -> Pool {
    let (event, site) = (event.to_lowercase(), site.to_lowercase());
    if site.contains(LICHESS) || event.contains(LICHESS) {
        Pool::Lichess
    } else if event.starts_with("fics") || site.contains("freechess") {
        Pool::Fics
    } else if ONLINE_SITES.iter().any(|name| site.contains(name)) {
        Pool::FideOnline
    } else {
        Pool::OverTheBoard
    }
}

/// How fast a game was: by its `TimeControl`, or by words in its event's name; without both
/// classical over the board and rapid online.
pub fn time_class_of(game: &SourceGame) -> TimeClass {
    let tag = |name: &str| game.tag(name).unwrap_or("");
    time_class_of_tags(tag("TimeControl"), tag("Event"), tag("Site"))
}

/// How fast a game was, by the tags `TimeControl`, `Event` and `Site`.
pub(super) fn time_class_of_tags(control: &str, event: &str, site: &str) -> TimeClass {
    if let Some(class) = of_control(control) {
        return class;
    }
    let pool = pool_of_tags(event, site);
    let event = event.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| event.contains(word));
    if has(&["bullet", "lightning"]) {
        TimeClass::Bullet
    } else if has(&["blitz", "titled", "speed", "armageddon"]) {
        TimeClass::Blitz
    } else if has(&["rapid", "quick"]) || pool != Pool::OverTheBoard {
        TimeClass::Rapid
    } else {
        TimeClass::Classical
    }
}

fn of_control(text: &str) -> Option<TimeClass> {
    let (seconds, increment) = clock_of(text)?;
    Some(TimeClass::of_clock(seconds, increment))
}

/// Seconds for 40 moves and for each move, of PGN's `TimeControl` (`300+2`, `40/7200:3600`,
/// `600`), or of a text such as `90'+30''`; its first period counts.
pub(super) fn clock_of(text: &str) -> Option<(f64, f64)> {
    standard_clock_of(text).or_else(|| Some(TimeControl::parse(Some(text)).ok()?.pace()))
}

fn standard_clock_of(text: &str) -> Option<(f64, f64)> {
    let first = text.split(':').next()?.trim();
    let (base, increment) = first.split_once('+').unwrap_or((first, "0"));
    let seconds = match base.split_once('/') {
        Some((moves, seconds)) => {
            let (moves, seconds): (f64, f64) = (moves.parse().ok()?, seconds.parse().ok()?);
            (moves > 0.0).then(|| seconds / moves * 40.0)?
        }
        None => base.parse().ok()?,
    };
    let increment: f64 = increment.parse().ok()?;
    let is_time = seconds > 0.0 && increment >= 0.0 && (seconds + increment).is_finite();
    is_time.then_some((seconds, increment))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ClockForm;
    use plumb_chess::board::Position;

    fn game(tags: &[(&str, &str)]) -> SourceGame {
        let tag = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        SourceGame {
            shown_names: [None, None],
            notes: Vec::new(),
            file: "x".to_owned(),
            number: 1,
            clock_form: ClockForm::default(),
            line: 1,
            tags: tags.iter().map(tag).collect(),
            plies: Vec::new(),
            start: Position::start(),
        }
    }

    #[test]
    fn pools_and_classes_follow_from_tags() {
        for (tags, pool, class) in [
            (
                &[
                    ("Event", "Rated Blitz game"),
                    ("Site", "https://lichess.org/PnT3"),
                    ("TimeControl", "180+2"),
                ][..],
                Pool::Lichess,
                TimeClass::Blitz,
            ),
            (
                &[
                    ("Event", "FICS rated standard game"),
                    ("TimeControl", "900+0"),
                ],
                Pool::Fics,
                TimeClass::Rapid,
            ),
            (
                &[("Event", "Titled Tue 4th Feb"), ("Site", "chess.com INT")],
                Pool::FideOnline,
                TimeClass::Blitz,
            ),
            (
                &[("Event", "World Youth Cup"), ("Site", "Tornelo")],
                Pool::FideOnline,
                TimeClass::Rapid,
            ),
            (
                &[("Event", "Legends of Chess"), ("Site", "lichess.org INT")],
                Pool::FideOnline,
                TimeClass::Rapid,
            ),
            (
                &[("Event", "Hastings"), ("Site", "Hastings ENG")],
                Pool::OverTheBoard,
                TimeClass::Classical,
            ),
            (
                &[("Event", "Wch Blitz"), ("Site", "Moscow RUS")],
                Pool::OverTheBoard,
                TimeClass::Blitz,
            ),
            (
                &[("TimeControl", "40/7200:3600")],
                Pool::OverTheBoard,
                TimeClass::Classical,
            ),
            (
                &[("TimeControl", "60")],
                Pool::OverTheBoard,
                TimeClass::Bullet,
            ),
            (
                &[("Event", "Blitz"), ("TimeControl", "90'+30''")],
                Pool::OverTheBoard,
                TimeClass::Classical,
            ),
            (
                &[("TimeControl", "15 min + 10 sec")],
                Pool::OverTheBoard,
                TimeClass::Rapid,
            ),
            (
                &[("TimeControl", "-")],
                Pool::OverTheBoard,
                TimeClass::Classical,
            ),
            (&[], Pool::OverTheBoard, TimeClass::Classical),
        ] {
            let game = game(tags);
            assert_eq!(
                (pool_of(&game), time_class_of(&game)),
                (pool, class),
                "{tags:?}"
            );
        }
    }
}
