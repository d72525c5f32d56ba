//! The moves of a game are looked up on a board.

use std::fmt::Write as _;

use arrayvec::ArrayString;

use super::game::{PgnGame, PgnMove};
use super::options::PgnOptions;
use super::unchecked::{MOST_PLIES, MOST_TAGS, UncheckedGame, UncheckedPly, never_closed};
use crate::board::{Move, Position};
use crate::notation::{parse_fen, parse_san};

/// The game with legal moves, or what is wrong with it.
pub(super) fn check(game: UncheckedGame, options: PgnOptions) -> Result<PgnGame, String> {
    if let Some(token) = game.unread {
        return Err(format!("'{token}' is not a move"));
    }
    if let Some(line) = game.unclosed {
        return Err(never_closed(line));
    }
    if game.tags.len() > MOST_TAGS {
        return Err(format!("it has more than {MOST_TAGS} tags"));
    }
    if game.plies.len() > MOST_PLIES {
        return Err(format!("it has more than {MOST_PLIES} plies"));
    }
    if let Some(variant) = game.tag("Variant")
        && !is_chess(variant)
    {
        return Err(format!("'{variant}' is not chess or Chess960"));
    }
    let start = match game.tag("FEN") {
        None | Some("" | "?") => Position::start(),
        Some(fen) => parse_fen(fen).map_err(|error| format!("FEN tag: {error}"))?,
    };
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(game.plies.len());
    for (index, ply) in game.plies.into_iter().enumerate() {
        let mv = legal_move(&position, &ply, options)
            .map_err(|reason| format!("ply {}: {reason}", index + 1))?;
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
            (true, true) => Err("a null move in check".to_owned()),
            (false, _) => Err("a null move, which nobody plays".to_owned()),
        };
    }
    // As long as the longest: both squares, what a pawn becomes, and a mark.
    let mut text = ArrayString::<16>::new();
    let written = write!(text, "{}", ply.san);
    written.map_err(|_| "it is too long for a move".to_owned())?;
    let mv = parse_san(position, &text).map_err(|error| error.to_string())?;
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
