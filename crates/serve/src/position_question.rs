//! Which position is asked about: `fen` and `moves`, or `pgn` and `ply`.

use super::fields::Fields;
use plumb_chess::board::{Game, Move, Position};
use plumb_chess::notation::pgn::{GamePoint, PgnGame, PgnOptions, read_games};
use plumb_chess::notation::{parse_fen, parse_move};
use plumb_support::wording::{self, say};

/// The members that say which position.
pub(super) const POSITION_MEMBERS: [&str; 4] = ["fen", "pgn", "ply", "moves"];

/// What a ply of a game means where a null move follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NullMoves {
    /// The position there, as for analyses.
    Kept,
    /// The next position in which a move was played, as for explanations.
    PassedOver,
}

/// The board, with the move that followed in the game, if it is of a game; none where
/// something is wrong.
pub(super) fn read_position(fields: &mut Fields, null_moves: NullMoves) -> Option<GamePoint> {
    if !fields.has("pgn") {
        if fields.has("ply") {
            fields.refuse_member("ply", wording::text!(expected.pgn_beside));
        }
        let fen = fields.text("fen");
        let game = Game::new(read_fen(
            fields,
            "fen",
            fen.as_deref().unwrap_or("startpos"),
        )?);
        return read_moves(fields, game).map(|game| GamePoint { game, next: None });
    }
    for other in ["fen", "moves"] {
        if fields.has(other) {
            fields.refuse_member(other, wording::text!(expected.nothing_beside_pgn));
        }
    }
    let ply = fields.number("ply", 0, u64::from(u32::MAX));
    let text = fields.text("pgn")?;
    let game = match read_first_game(&text) {
        Ok(game) => game,
        Err(reason) => {
            fields.refuse("pgn", reason);
            return None;
        }
    };
    let ply = ply.map(|ply| ply as usize);
    let point = match null_moves {
        NullMoves::Kept => game.at_ply(ply),
        NullMoves::PassedOver => game.at_move(ply),
    };
    match point {
        Ok(point) => Some(point),
        Err(error) => {
            let place = if ply.is_some() { "ply" } else { "pgn" };
            fields.refuse(place, say!(expected.ply, error));
            None
        }
    }
}

/// The position of a FEN that stands in the member `name`.
pub(super) fn read_fen(fields: &mut Fields, name: &str, fen: &str) -> Option<Position> {
    if fen == "startpos" {
        return Some(Position::start());
    }
    match parse_fen(fen) {
        Ok(position) => Some(position),
        Err(error) => {
            fields.refuse(name, say!(expected.fen, error));
            None
        }
    }
}

fn read_moves(fields: &mut Fields, mut game: Game) -> Option<Game> {
    for (index, text) in fields.texts("moves").into_iter().flatten().enumerate() {
        match parse_move(game.position(), &text) {
            Ok(mv) => game.play(mv),
            Err(error) => {
                fields.refuse(format!("moves/{index}"), error.to_string());
                return None;
            }
        }
    }
    Some(game)
}

fn read_first_game(text: &str) -> Result<PgnGame, String> {
    let options = PgnOptions {
        null_moves: true,
        ..PgnOptions::MOVES
    };
    match read_games(text.as_bytes(), options).next() {
        Some(Ok(entry)) => Ok(entry.game),
        Some(Err(problem)) => Err(problem.to_string()),
        None => Err(wording::text!(expected.game_found_none).to_owned()),
    }
}

/// The move of the member `played`, if it is there.
pub(super) fn read_played(fields: &mut Fields, game: &Game) -> Option<Move> {
    let text = fields.text("played")?;
    match parse_move(game.position(), &text) {
        Ok(mv) => Some(mv),
        Err(error) => {
            fields.refuse("played", error.to_string());
            None
        }
    }
}
