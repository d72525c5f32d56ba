//! Games by their tags alone: who, when, ratings and result. No move is looked up on a
//! board, so that millions can be read.
//!
//! Start with `tagged_games`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufRead;

use super::computer::is_computer;
use super::game::{Date, is_somebody};
use super::rating_list::RatingList;
use plumb_chess::board::Color;
use plumb_chess::notation::pgn::{
    GameResult, PgnOptions, PgnProblem, UncheckedGame, parse_rating, read_unchecked,
};

/// What the tags of a game say, and how long it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaggedGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The player of the white pieces.
    pub white: TaggedSide,
    /// The player of the black pieces.
    pub black: TaggedSide,
    /// How it ended; none where it did not, or the file says two things.
    pub result: Option<GameResult>,
    /// The day: `UTCDate`, or else `Date`.
    pub date: Date,
    /// When it began on that day, in seconds from midnight: `UTCTime`, or else `Time`.
    pub time: Option<u32>,
    /// Which of a player's ratings it is for.
    pub list: RatingList,
    /// It is another game than chess by the usual rules from the usual position, for which
    /// servers keep other ratings.
    pub is_variant: bool,
    /// Plies of its main line.
    pub plies: usize,
    /// The same where event, site, round and moves are; good for one run of the program only.
    pub identity: u64,
}

/// What the tags of a game say of one side's player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaggedSide {
    /// The name as it is written; none where the file does not know.
    pub name: Option<String>,
    /// The rating before the game; none where there is none that any list gives.
    pub rating: Option<u16>,
    /// What the game did to it (`WhiteRatingDiff`, `BlackRatingDiff`), where that is said.
    pub change: Option<i16>,
    /// The game says that a program played it.
    pub is_computer: bool,
}

/// No rating changes by more in a game.
const MOST_CHANGE: i16 = 4_000;

const TAGS: &[&str] = &[
    "Event",
    "Site",
    "Round",
    "Date",
    "UTCDate",
    "UTCTime",
    "Time",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "TimeControl",
    "Variant",
    // Those that say of a side that it is a computer.
    "WhiteIsComp",
    "BlackIsComp",
    "WhiteTitle",
    "BlackTitle",
    "WhiteType",
    "BlackType",
];

/// The games of a file, in order; `file` is its name for messages.
pub fn tagged_games<R: BufRead>(
    file: &str,
    source: R,
) -> impl Iterator<Item = Result<TaggedGame, PgnProblem>> + use<R> {
    let file = file.to_owned();
    let options = PgnOptions {
        tags: TAGS,
        ..PgnOptions::MOVES
    };
    read_unchecked(source, options).map(move |game| match game {
        Ok(game) => Ok(TaggedGame::of(&game)),
        Err(problem) => Err(problem.in_file(&file)),
    })
}

impl TaggedGame {
    fn of(game: &UncheckedGame) -> TaggedGame {
        let tag = |name: &str| game.tag(name).unwrap_or("");
        let side = |color, name: &str, rating: &str, change: &str| TaggedSide {
            name: Some(tag(name))
                .filter(|name| is_somebody(name))
                .map(str::to_owned),
            rating: parse_rating(tag(rating)),
            change: change_of(tag(change)),
            is_computer: is_computer(color, |name| game.tag(name)),
        };
        let utc = Date::parse(tag("UTCDate"));
        let (date, times) = match utc.year {
            Some(_) => (utc, ["UTCTime", "Time"]),
            None => (Date::parse(tag("Date")), ["Time", "UTCTime"]),
        };
        let variant = tag("Variant").to_ascii_lowercase();
        let usual = ["", "?", "standard", "chess", "normal"];
        let mut identity = DefaultHasher::new();
        for name in ["Event", "Site", "Round"] {
            tag(name).hash(&mut identity);
        }
        game.moves_key().hash(&mut identity);
        TaggedGame {
            number: game.number,
            white: side(Color::White, "White", "WhiteElo", "WhiteRatingDiff"),
            black: side(Color::Black, "Black", "BlackElo", "BlackRatingDiff"),
            result: result_of(tag("Result"), game.result),
            date,
            time: times.into_iter().find_map(|name| time_of(tag(name))),
            list: RatingList::of_tags(tag("TimeControl"), tag("Event"), tag("Site")),
            is_variant: !usual.contains(&variant.as_str()),
            plies: game.plies.len(),
            identity: identity.finish(),
        }
    }
}

/// The result of both places, as [`plumb_chess::notation::pgn::PgnGame::outcome`] has it.
fn result_of(tag: &str, after_moves: &str) -> Option<GameResult> {
    match tag {
        "" | "?" => GameResult::parse(after_moves),
        _ if after_moves.is_empty() || tag == after_moves => GameResult::parse(tag),
        _ => None,
    }
}

/// `+5`, `-12` or `0`.
fn change_of(text: &str) -> Option<i16> {
    let change: i16 = text.trim().parse().ok()?;
    (-MOST_CHANGE..=MOST_CHANGE)
        .contains(&change)
        .then_some(change)
}

/// `hh:mm:ss` or `hh:mm`, in seconds from midnight.
fn time_of(text: &str) -> Option<u32> {
    let mut parts = text.trim().splitn(3, ':');
    let mut number = |most: u32| {
        let part = parts.next()?;
        let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let number: u32 = part.parse().ok()?;
        (is_number && number <= most).then_some(number)
    };
    let (hours, minutes) = (number(23)?, number(59)?);
    let seconds = number(60).unwrap_or(0);
    Some(hours * 3_600 + minutes * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> TaggedGame {
        let mut games = tagged_games("x", text.as_bytes());
        games.next().expect("a game").expect("it can be read")
    }

    #[test]
    fn tags_are_read_in_all_their_spellings() {
        let game = one(
            "[White \"A\"]\n[Black \"NN\"]\n[WhiteElo \"1500\"]\n[BlackElo \"?\"]\n\
            [WhiteRatingDiff \"+12\"]\n[BlackRatingDiff \"-\"]\n[Date \"2024.??.??\"]\n\
            [UTCDate \"2024.02.03\"]\n[UTCTime \"23:59:58\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n",
        );
        assert_eq!(game.white.name.as_deref(), Some("A"));
        assert_eq!(
            (game.white.rating, game.white.change),
            (Some(1500), Some(12))
        );
        assert_eq!(game.black, TaggedSide::default());
        assert_eq!(game.date.earliest(), Some(20_240_203));
        assert_eq!((game.time, game.plies), (Some(86_398), 2));
        assert_eq!(game.result, Some(GameResult::WhiteWins));
    }

    #[test]
    fn what_is_no_number_is_nothing() {
        for text in [
            "",
            "?",
            "0",
            "99",
            "4001",
            "-5",
            "1500?",
            "++++",
            "9".repeat(40).as_str(),
        ] {
            let game = one(&format!("[White \"A\"]\n[WhiteElo \"{text}\"]\n\n*\n"));
            assert_eq!(game.white.rating, None, "{text}");
        }
        for text in ["", "?", "x", "4001", "-32768", "1.5", "99999999"] {
            assert_eq!(change_of(text), None, "{text}");
        }
        for text in ["", "24:00:00", "1", "a:b", ":", "12:60", "+1:00:00"] {
            assert_eq!(time_of(text), None, "{text}");
        }
        assert_eq!(time_of("7:05"), Some(25_500));
    }

    #[test]
    fn a_result_that_two_places_deny_is_none() {
        for (tag, moves, result) in [
            ("1-0", "1-0", Some(GameResult::WhiteWins)),
            ("1-0", "", Some(GameResult::WhiteWins)),
            ("?", "0-1", Some(GameResult::BlackWins)),
            ("", "1/2-1/2", Some(GameResult::Draw)),
            ("1-0", "0-1", None),
            ("*", "*", None),
        ] {
            assert_eq!(result_of(tag, moves), result, "{tag} {moves}");
        }
    }

    #[test]
    fn other_rules_are_a_variant() {
        for (variant, is) in [("Standard", false), ("Atomic", true), ("Chess960", true)] {
            let game = one(&format!("[White \"A\"]\n[Variant \"{variant}\"]\n\n*\n"));
            assert_eq!(game.is_variant, is, "{variant}");
        }
    }
}
