//! Players, result and opening of each game in a PGN file. The moves are not
//! checked: for a rating matters how they begin and whether they are the same, as text.
//!
//! Start with `game_summaries`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::BufRead;

use plumb_chess::notation::pgn::{
    GameResult, PgnOptions, PgnProblem, UncheckedGame, read_unchecked,
};

/// What a rating needs to know of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The game's number in its file, from 1.
    pub number: usize,
    /// The `White` tag.
    pub white: String,
    /// The `Black` tag.
    pub black: String,
    /// The result; none where the game was not finished.
    pub result: Option<GameResult>,
    /// The `Termination` tag, empty where there is none.
    pub termination: String,
    /// The `TimeControl` tag, empty where there is none.
    pub time_control: String,
    /// Which kind of chess the `Variant` tag names, in one spelling: `chess`, `chess960`, or the
    /// name in lower case.
    pub variant: String,
    /// Plies of the main line.
    pub plies: usize,
    /// The `Round` tag, empty where it says nothing.
    pub round: String,
    /// Where the game began: the position's first four FEN fields (empty for
    /// the start position) and the opening moves, those marked as book moves by
    /// a comment or else the first eight plies.
    pub opening: String,
    /// A number for where the game began and all its moves, equal in one run of the program
    /// where these are equal; none for a game without moves.
    pub course: Option<u64>,
}

/// Plies that make an opening where no comment marks book moves.
const OPENING_PLIES: usize = 8;
/// Plies after which no book moves are looked for.
const BOOK_PLIES: usize = 60;

/// The games of a PGN file, one after the other. One that is of no use for a
/// rating is a problem that says why.
pub fn game_summaries<R: BufRead>(
    source: R,
) -> impl Iterator<Item = Result<GameSummary, PgnProblem>> + use<R> {
    let options = PgnOptions {
        tags: &[
            "White",
            "Black",
            "Result",
            "Round",
            "FEN",
            "Termination",
            "TimeControl",
            "Variant",
        ],
        plies: usize::MAX,
        comments: true,
        null_moves: true,
    };
    read_unchecked(source, options).map(|game| {
        let game = game?;
        GameSummary::of(&game).map_err(|reason| PgnProblem::of_game(game.number, game.line, reason))
    })
}

impl GameSummary {
    fn of(game: &UncheckedGame) -> Result<GameSummary, String> {
        let result = result(game)?;
        let name = |tag: &str| game.tag(tag).unwrap_or_default();
        let (white, black) = (name("White"), name("Black"));
        for (tag, name) in [("White", white), ("Black", black)] {
            if name.is_empty() || name == "?" {
                return Err(format!("the {tag} tag names no player"));
            }
        }
        if white == black {
            return Err(format!("'{}' plays both sides", white.escape_debug()));
        }
        let round = game
            .tag("Round")
            .filter(|round| !matches!(*round, "?" | "-"));
        Ok(GameSummary {
            number: game.number,
            white: white.to_owned(),
            black: black.to_owned(),
            result,
            termination: name("Termination").to_owned(),
            time_control: name("TimeControl").to_owned(),
            variant: variant(name("Variant")),
            plies: game.plies.len(),
            round: round.unwrap_or_default().to_owned(),
            opening: opening(game),
            course: course(game),
        })
    }
}

/// Ordinary chess, also from other positions, has many names; so has Chess960.
fn variant(tag: &str) -> String {
    let name = tag.trim().to_lowercase();
    let bare: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    match bare.as_str() {
        "" | "chess" | "standard" | "normal" | "orthodox" | "regular" | "fromposition" => {
            "chess".to_owned()
        }
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerandomchess"
        | "freestyle" | "freestylechess" | "fischerrandomchess" => "chess960".to_owned(),
        _ => name,
    }
}

fn result(game: &UncheckedGame) -> Result<Option<GameResult>, String> {
    let after_moves = Some(game.result).filter(|text| !text.is_empty());
    let tag = match game.tag("Result") {
        None | Some("" | "?") => {
            return after_moves
                .map(GameResult::parse)
                .ok_or_else(|| "it has no result, neither tag nor after the moves".to_owned());
        }
        Some("1/2" | "½-½") => "1/2-1/2",
        Some(tag) => tag,
    };
    let result = GameResult::parse(tag);
    if result.is_none() && tag != "*" {
        return Err(format!(
            "the Result tag is '{}', expected 1-0, 0-1, 1/2-1/2 or *",
            tag.escape_debug()
        ));
    }
    match after_moves {
        Some(moves) if moves != tag => Err(format!(
            "the Result tag is {tag} and the moves end with {moves}"
        )),
        _ => Ok(result),
    }
}

/// The first four fields of the position that the game began from; nothing for the start
/// position.
fn beginning(game: &UncheckedGame) -> String {
    let mut text = String::new();
    let fen = game.tag("FEN").unwrap_or_default();
    for field in fen.split_whitespace().take(4) {
        text.push_str(field);
        text.push(' ');
    }
    if text.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ") {
        text.clear();
    }
    text
}

fn course(game: &UncheckedGame) -> Option<u64> {
    if game.plies.is_empty() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    (beginning(game), game.moves_key()).hash(&mut hasher);
    Some(hasher.finish())
}

fn opening(game: &UncheckedGame) -> String {
    let mut text = beginning(game);
    let plies = &game.plies[..game.plies.len().min(BOOK_PLIES)];
    let last_book = plies.iter().rposition(|ply| says_book(&ply.comment));
    let count = last_book.map_or(OPENING_PLIES, |index| index + 1);
    for ply in plies.iter().take(count) {
        text.push_str(&ply.text());
        text.push(' ');
    }
    text.truncate(text.trim_end().len());
    text
}

fn says_book(comment: &str) -> bool {
    comment.lines().any(|line| {
        let word = line.as_bytes().get(..4);
        word.is_some_and(|word| word.eq_ignore_ascii_case(b"book"))
    })
}

#[cfg(test)]
#[path = "game_summary_tests.rs"]
mod tests;
