//! Built-in games between engines, no people: `/v1/demo` and `/v1/demo/{name}`.

use axum::http::Uri;
use axum::response::Response;
use serde::Serialize;
use serde_json::json;
use strum::VariantArray;

use super::problem::Problem;
use super::responses::json_response;
use plumb_chess::board::{Color, Game};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen, to_uci_move};
use plumb_counterfactual::DemoGame;

/// The path of all of them.
pub(super) const DEMOS: &str = "/v1/demo";
/// The path of one, as routes have it.
pub(super) const DEMO: &str = "/v1/demo/{name}";

#[derive(Serialize)]
struct ListEntry {
    name: &'static str,
    suspect_is_white: bool,
    is_assisted: bool,
}

#[derive(Serialize)]
struct View {
    #[serde(flatten)]
    listed: ListEntry,
    white: String,
    black: String,
    /// Of both players.
    player_elo: Option<u16>,
    /// Plies of a collection of openings, which nobody chose.
    opening_plies: usize,
    /// The position after them.
    start_fen: String,
    /// From the start of the game.
    moves_uci: Vec<String>,
    pgn: &'static str,
}

fn listed(demo: DemoGame) -> ListEntry {
    ListEntry {
        name: demo.name(),
        suspect_is_white: demo.side() == Color::White,
        is_assisted: matches!(demo, DemoGame::WhiteCheated | DemoGame::BlackCheated),
    }
}

/// All of them.
pub(super) async fn demos() -> Response {
    let demos = DemoGame::VARIANTS.iter().map(|&demo| listed(demo));
    json_response(json!({ "demos": demos.collect::<Vec<_>>() }).to_string())
}

/// The built-in game of a path, if there is one of that name.
pub(super) fn demo_of(path: &str) -> Option<DemoGame> {
    let name = path.strip_prefix(DEMOS)?.strip_prefix('/')?;
    name.parse().ok()
}

/// One of them.
pub(super) async fn demo(uri: Uri) -> Result<Response, Problem> {
    let demo = demo_of(uri.path()).ok_or_else(Problem::not_found)?;
    let pgn = demo.game().map_err(Problem::internal)?;
    let mut game = Game::new(pgn.start.clone());
    let mut moves_uci = Vec::with_capacity(pgn.moves.len());
    for mv in pgn.moves.iter().filter_map(|played| played.mv) {
        moves_uci.push(to_uci_move(game.position(), mv, CastlingStyle::Standard));
        game.play(mv);
    }
    let opening_plies = DemoGame::OPENING_PLIES;
    let start = game.position_at(opening_plies).unwrap_or(game.start());
    let tag = |name: &str| pgn.tag(name).unwrap_or_default().to_owned();
    let view = View {
        listed: listed(demo),
        white: tag("White"),
        black: tag("Black"),
        player_elo: pgn.tag("WhiteElo").and_then(|elo| elo.parse().ok()),
        opening_plies,
        start_fen: to_fen(start, FenStyle::XFen),
        moves_uci,
        pgn: demo.pgn(),
    };
    Ok(json_response(json!(view).to_string()))
}
