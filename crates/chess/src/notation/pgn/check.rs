//! The moves of a game are looked up on a board.

use std::fmt::Write as _;

use arrayvec::ArrayString;

use super::game::{PgnGame, PgnMove};
use super::options::PgnOptions;
use super::unchecked::{MOST_PLIES, MOST_TAGS, UncheckedGame, UncheckedPly, never_closed};
use crate::board::{Move, Position};
use crate::notation::{parse_fen, parse_san};
use plumb_support::wording::{say, text};

/// The game with legal moves, or what is wrong with it.
pub(super) fn check(game: UncheckedGame, options: PgnOptions) -> Result<PgnGame, String> {
    if let Some((line, token)) = game.unread {
        return Err(say!(unreadable.token, line, token));
    }
    if let Some(tag) = game.two_values {
        return Err(say!(unreadable.two_values, tag));
    }
    if let Some(mv) = game.behind_result {
        return Err(say!(unreadable.behind_result, r#move = mv));
    }
    if let Some(line) = game.unclosed {
        return Err(never_closed(line));
    }
    if game.tags.len() > MOST_TAGS {
        return Err(say!(unreadable.tags, most = MOST_TAGS));
    }
    if game.plies.len() > MOST_PLIES {
        return Err(say!(unreadable.plies, most = MOST_PLIES));
    }
    if let Some(variant) = game.tag("Variant")
        && !is_chess(variant)
    {
        return Err(say!(unreadable.variant, variant));
    }
    let start = match game.tag("FEN") {
        None | Some("" | "?") => Position::start(),
        Some(fen) => parse_fen(fen).map_err(|error| say!(unreadable.fen, error))?,
    };
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(game.plies.len());
    for (index, ply) in game.plies.into_iter().enumerate() {
        let mv = legal_move(&position, &ply, options).map_err(|error| {
            let ply = (index + 1).to_string();
            say!(unreadable.ply, ply, error)
        })?;
        position = match mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        };
        moves.push(PgnMove {
            mv,
            nags: Vec::new(),
            comment: ply.comment,
            variations: Vec::new(),
        });
    }
    Ok(PgnGame {
        tags: game.tags,
        start,
        moves,
        result: game.result.to_owned(),
        ending: String::new(),
    })
}

/// The move; none for a null move.
fn legal_move(
    position: &Position,
    ply: &UncheckedPly,
    options: PgnOptions,
) -> Result<Option<Move>, String> {
    if ply.is_null() {
        return match (options.null_moves, position.in_check()) {
            (true, false) => Ok(None),
            (true, true) => Err(text!(unreadable.null_in_check).to_owned()),
            (false, _) => Err(text!(unreadable.null).to_owned()),
        };
    }
    // As long as the longest: both squares, what a pawn becomes, and a mark.
    let mut san = ArrayString::<16>::new();
    let written = write!(san, "{}", ply.san);
    written.map_err(|_| text!(unreadable.long_move).to_owned())?;
    let mv = parse_san(position, &san).map_err(|error| error.to_string())?;
    Ok(Some(mv))
}

fn is_chess(variant: &str) -> bool {
    let name = variant.trim().to_ascii_lowercase();
    let known = [
        "",
        "?",
        "chess",
        "standard",
        "normal",
        "from position",
        "chess960",
        "chess 960",
        "fischerandom",
        "fischerrandom",
        "freestyle",
    ];
    known.contains(&name.as_str())
}
