//! What is asked of an analysis: the same on the command line, in a session and over HTTP.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

use plumb_chess::board::{Game, Move};
use plumb_chess::notation::pgn::GamePoint;
use plumb_protocol::request::{
    Centipawns, HashMegabytes, LevelCount, LineCount, Milliseconds, Nodes, NullMoves, Plies,
    PositionRequest, Request, RequestError, played_move,
};

/// How far each search of an analysis goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So many nodes before the move, after it, and for the alternatives; half
    /// as many for the forced line and for mates.
    Nodes(u64),
    /// So many plies; what has no depth may use the nodes that this took.
    Depth(u32),
    /// Until an iteration has reached this selective depth, in plies.
    Seldepth(usize),
    /// So many milliseconds for each of the first three searches. The only
    /// effort whose result is not the same every time.
    MoveTime(i64),
}

/// Nodes of each search if nothing else is said.
pub const DEFAULT_NODES: u64 = 400_000;

impl Default for Effort {
    fn default() -> Effort {
        Effort::Nodes(DEFAULT_NODES)
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Effort::Depth(plies) => write!(f, "depth {plies}"),
            Effort::Seldepth(plies) => write!(f, "seldepth {plies}"),
            Effort::MoveTime(ms) => write!(f, "movetime {ms}"),
        }
    }
}

/// How a position is to be analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How far each search goes.
    pub effort: Effort,
    /// How many alternatives are listed.
    pub multi_pv: usize,
    /// The length of the vector of levels.
    pub levels: usize,
    /// Centipawns by which the best move must be ahead for a line to be forced.
    pub forced_margin_cp: i32,
    /// Megabytes of the transposition table.
    pub hash_mb: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            effort: Effort::default(),
            multi_pv: 8,
            levels: 20,
            forced_margin_cp: 30,
            hash_mb: 16,
        }
    }
}

/// A request for an analysis.
#[derive(Clone, Debug, Default, PartialEq, clap::Args, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// The position.
    #[command(flatten)]
    #[serde(flatten)]
    pub position: PositionRequest,

    /// The move that was played, as coordinates or SAN.
    #[arg(long, value_name = "MOVE")]
    #[schemars(extend("format" = "chess-move"))]
    pub played: Option<String>,

    /// Plies of each search.
    #[arg(long, value_name = "PLIES", group = "effort")]
    pub depth: Option<Plies>,

    /// Nodes of each search [default: 400000].
    #[arg(long, value_name = "N", group = "effort")]
    pub nodes: Option<Nodes>,

    /// Selective depth at which each search ends, in plies.
    #[arg(long, value_name = "PLIES", group = "effort")]
    pub seldepth: Option<Plies>,

    /// Milliseconds for each search: the only limit whose answer is not the same every time.
    #[arg(long, value_name = "MS", group = "effort")]
    #[serde(rename = "movetime_ms")]
    pub movetime: Option<Milliseconds>,

    /// Length of the list of alternatives [default: 8].
    #[arg(long, value_name = "K")]
    pub multipv: Option<LineCount>,

    /// Length of the vector of levels [default: 20].
    #[arg(long, value_name = "N")]
    pub levels: Option<LevelCount>,

    /// Centipawns by which a forced move is ahead of the next [default: 30].
    #[arg(long, value_name = "CP")]
    #[serde(rename = "forced_margin_cp")]
    pub margin: Option<Centipawns>,

    /// Size of the transposition table in MB [default: 16].
    // The service answers for its own memory.
    #[arg(long, value_name = "MB")]
    #[serde(skip)]
    pub hash: Option<HashMegabytes>,
}

impl Request for AnalyseRequest {
    const EXCLUSIVE: &'static [&'static [&'static str]] = &[
        &["pgn", "fen"],
        &["pgn", "moves"],
        &["nodes", "depth", "movetime_ms", "seldepth"],
    ];
}

impl AnalyseRequest {
    /// The position and the move on their board. Without a FEN and a game, the position is that
    /// of `board`.
    pub fn input(&self, board: &Game) -> Result<AnalysisInput, RequestError> {
        let GamePoint { game, next } = self.position.point(board, NullMoves::Kept)?;
        let played = played_move(self.played.as_deref(), &game)?.or(next);
        Ok(AnalysisInput {
            game,
            played,
            settings: self.settings(),
        })
    }

    fn settings(&self) -> Settings {
        let usual = Settings::default();
        let depth = self.depth.map(|plies| Effort::Depth(plies.get() as u32));
        let nodes = self.nodes.map(|nodes| Effort::Nodes(nodes.get()));
        let seldepth = self.seldepth;
        let seldepth = seldepth.map(|plies| Effort::Seldepth(plies.get() as usize));
        let movetime = self.movetime.map(|ms| Effort::MoveTime(ms.get() as i64));
        let effort = depth.or(nodes).or(seldepth).or(movetime);
        Settings {
            effort: effort.unwrap_or(usual.effort),
            multi_pv: self.multipv.map_or(usual.multi_pv, |k| k.get() as usize),
            levels: self.levels.map_or(usual.levels, |n| n.get() as usize),
            forced_margin_cp: self
                .margin
                .map_or(usual.forced_margin_cp, |cp| cp.get() as i32),
            hash_mb: self.hash.map_or(usual.hash_mb, |mb| mb.get() as usize),
        }
    }
}

/// A position with its history, the move played there, and how to analyse it.
#[derive(Clone)]
pub struct AnalysisInput {
    /// The game up to the position.
    pub game: Game,
    /// The move whose merits are asked for; legal.
    pub played: Option<Move>,
    /// How far to search.
    pub settings: Settings,
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumb_chess::board::Position;
    use plumb_protocol::request::parse_words;

    fn input(text: &str, board: &Game) -> Result<AnalysisInput, String> {
        let request: AnalyseRequest = parse_words(text)?;
        request.input(board).map_err(|error| error.to_string())
    }

    fn start() -> Game {
        Game::new(Position::start())
    }

    #[test]
    fn words_come_in_any_order() {
        let text = "moves e2e4 e5 nodes 5000 played Nf3 levels 30 multipv 4";
        let input = input(text, &start()).unwrap();
        assert_eq!(input.game.ply(), 2);
        assert!(input.played.is_some());
        assert_eq!(input.settings.effort, Effort::Nodes(5_000));
        assert_eq!(input.settings.levels, 30);
        assert_eq!(input.settings.multi_pv, 4);
    }

    #[test]
    fn a_fen_replaces_the_board_and_may_lack_its_counters() {
        let mut game = start();
        game.play(game.position().legal_moves()[0]);
        let input = input("fen 8/8/8/8/8/5k2/5p2/5K2 w - - depth 3", &game).unwrap();
        assert_eq!(input.game.ply(), 0);
        assert_eq!(input.settings.effort, Effort::Depth(3));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| input(text, &start()).err().unwrap();
        assert_eq!(error("depth many"), "depth many: expected 1 to 200 plies");
        assert_eq!(error("depth"), "depth: expected 1 to 200 plies");
        assert!(error("deph 3").starts_with("unknown word 'deph': expected fen, moves"));
        assert_eq!(
            error("depth 3 nodes 5"),
            "expected only one of depth and nodes"
        );
        assert!(error("moves e4 e4").starts_with("move 2:"));
        assert!(error("played Ke2").starts_with("played:"));
        assert!(error("fen 8/8/8 w").len() > 10);
    }
}
