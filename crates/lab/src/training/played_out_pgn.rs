//! Games that were played out, as PGN: what is written, and what is read of it again.
//!
//! People have numbers in the place of names. What their list of ratings and their time class
//! follow from is that of the recorded game.

use super::play_plan::PlayStart;
use super::played_out::PlayedOut;
use plumb_chess::board::{Color, Position};
use plumb_chess::notation::FenStyle;
use plumb_chess::notation::pgn::{GameResult, PgnGame, PgnMove};
use plumb_fairplay::SourceGame;

/// What both arms have in common: seed, numbers, and what was begun from.
pub const SIMULATION_TAG: &str = "Simulation";
/// How the numbered player was helped.
pub const ASSISTANCE_TAG: &str = "Assistance";
/// How many of his moves behind the opening the assistant made: `7/31`.
pub const ASSISTED_TAG: &str = "AssistedMoves";
/// The value of [`ASSISTANCE_TAG`] where nobody was helped.
pub const NO_ASSISTANCE: &str = "none";

const NUMBERED: &str = "Player ";

/// What the tags of all games of a run say.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayedOutTags {
    /// What all arms have in common.
    pub simulation: String,
    /// How people were helped.
    pub assistance: String,
}

impl PlayedOutTags {
    /// Those of a game; nothing where it was not played out.
    pub fn of(source: &SourceGame) -> Option<PlayedOutTags> {
        let tag = |name| source.tag(name).map(str::to_owned);
        Some(PlayedOutTags {
            simulation: tag(SIMULATION_TAG)?,
            assistance: tag(ASSISTANCE_TAG)?,
        })
    }

    /// The text of a game, an empty line after it.
    pub fn pgn(&self, start: &PlayStart, played: &PlayedOut) -> String {
        let result = GameResult::text(played.ending.result());
        let moves = played.game.moves().iter().flatten();
        let mut tags = self.roster(start);
        let mut add = |name: &str, value: String| tags.push((name.to_owned(), value));
        add("Result", result.to_owned());
        for (side, name) in [(Color::White, "WhiteElo"), (Color::Black, "BlackElo")] {
            let rating = start.people[side.index()].rated.rating;
            add(name, format!("{rating:.0}"));
        }
        let control = start.tags.iter().find(|(name, _)| name == "TimeControl");
        if let Some((name, value)) = control {
            add(name, value.clone());
        }
        add("Termination", played.ending.words().to_owned());
        add(SIMULATION_TAG, self.simulation.clone());
        add(ASSISTANCE_TAG, self.assistance.clone());
        let of = played.moves;
        add(ASSISTED_TAG, format!("{}/{of}", played.assisted));
        let game = PgnGame {
            tags,
            start: played.game.start().clone(),
            moves: moves.map(|&mv| PgnMove::new(mv, "")).collect(),
            result: result.to_owned(),
            ending: String::new(),
        };
        game.to_pgn(FenStyle::XFen)
    }

    /// How the text of a game begins, which is known before it is played.
    pub fn head(&self, start: &PlayStart) -> String {
        let game = PgnGame {
            tags: self.roster(start),
            start: Position::start(),
            moves: Vec::new(),
            result: String::new(),
            ending: String::new(),
        };
        game.to_pgn(FenStyle::XFen).trim_end().to_owned() + "\n"
    }

    /// The first tags of a game, which are known before it is played.
    fn roster(&self, start: &PlayStart) -> Vec<(String, String)> {
        let source = |wanted: &str| {
            let found = start.tags.iter().find(|(name, _)| name == wanted);
            found.map_or("?".to_owned(), |(_, value)| value.clone())
        };
        let player = format!("{NUMBERED}{}", start.player);
        let opponent = format!("Opponent {}", start.number);
        let (white, black) = match start.side {
            Color::White => (player, opponent),
            Color::Black => (opponent, player),
        };
        let tags = [
            ("Event", source("Event")),
            ("Site", source("Site")),
            ("Date", "????.??.??".to_owned()),
            ("Round", start.number.to_string()),
            ("White", white),
            ("Black", black),
        ];
        tags.map(|(name, value)| (name.to_owned(), value)).into()
    }
}

/// The side of the numbered player, if a game has one.
pub fn numbered_side(source: &SourceGame) -> Option<Color> {
    let is_numbered = |side: &Color| {
        let name = source.player(*side);
        name.is_some_and(|name| name.starts_with(NUMBERED))
    };
    [Color::White, Color::Black].into_iter().find(is_numbered)
}

/// How many of his moves the assistant made, and how many he made behind the opening.
pub fn assisted_moves(source: &SourceGame) -> Option<(u64, u64)> {
    let (assisted, of) = source.tag(ASSISTED_TAG)?.split_once('/')?;
    Some((assisted.parse().ok()?, of.parse().ok()?))
}
