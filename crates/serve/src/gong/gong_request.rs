//! What the two requests say: a game, a side, a rating, and how many plies from the start.

use crate::fields::Fields;
use crate::limits::ServiceLimits;
use crate::policy_source::PolicySource;
use crate::problem::Problem;
use crate::search_question::nothing_read;
use crate::window_question::{MOST_BETA, MOST_SEED, RATINGS, WindowQuestion};
use plumb_chess::board::{Color, Game, Position};
use plumb_chess::notation::parse_uci_move;
use plumb_counterfactual::{
    DemoGame, KernelName, LossDepth, MOST_PLIES, QuestionRequest, Ratings, Window, WindowChoice,
};
use plumb_engine::tables::Models;
use plumb_protocol::request::Fen;
use plumb_support::wording::{self, say, text};

/// The client's name for whoever is looked at. It is read, and nothing is done with it.
pub(crate) const PLAYER_ID: &str = "player_id";
/// The object of what they do not have.
pub(super) const PLUMB: &str = "plumb";

/// The members of a request.
pub(super) const MEMBERS: [&str; 7] = [
    PLAYER_ID,
    "player_elo",
    "moves_uci",
    "k_depth",
    "suspect_is_white",
    "demo_mode",
    PLUMB,
];

/// The members of `plumb`.
pub(super) const PLUMB_MEMBERS: [&str; 9] = [
    "start_fen",
    "opponent_elo",
    "policy",
    "target",
    "kernel",
    "beta",
    "rho",
    "samples",
    "seed",
];

/// Plies that are looked at if nothing is said.
pub(super) const K_DEPTH: u64 = 10;
/// The name of no built-in game.
pub(super) const NO_DEMO: &str = "none";

/// Which of the two requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GongKind {
    /// `/api/detect_anomaly`: is the window unusual?
    Detection,
    /// `/api/diagnostics`: do chains agree about it?
    Diagnostics,
}

impl GongKind {
    /// How lines are drawn if nothing is said.
    pub(super) fn usual_question(self) -> QuestionRequest {
        let usual = QuestionRequest::default();
        match self {
            GongKind::Detection => QuestionRequest {
                kernel: Some(KernelName::Iid),
                samples: 500,
                ..usual
            },
            // Four chains of 50 steps that do not count and 200 that do.
            GongKind::Diagnostics => QuestionRequest {
                kernel: Some(KernelName::Mixture),
                samples: 800,
                chains: 4,
                burn_in: 50,
                ..usual
            },
        }
    }
}

/// The game of a request, up to its last move.
struct AskedGame {
    game: Game,
    side: Color,
    first_ply: usize,
    choice: WindowChoice,
    /// The member that a wrong window is blamed on.
    place: &'static str,
}

/// Reads a request; everything that is wrong with it is one problem.
pub(crate) fn read(
    kind: GongKind,
    mut fields: Fields,
    models: &Models,
    limits: &ServiceLimits,
    usual_policy: &PolicySource,
) -> Result<WindowQuestion, Problem> {
    drop(fields.text(PLAYER_ID));
    let (low, high) = RATINGS;
    if !fields.has("player_elo") {
        let (low, high) = (low.to_string(), high.to_string());
        let expected = say!(expected.rating, low, high);
        fields.miss("player_elo", &expected);
    }
    let rating = fields.number("player_elo", low, high);
    let plies = fields.number("k_depth", 1, MOST_PLIES as u64);
    let plies = plies.unwrap_or(K_DEPTH) as usize;
    let mut own = match fields.has(PLUMB) {
        true => fields.object(PLUMB),
        false => None,
    }
    .unwrap_or_else(|| Fields::of(Default::default()));
    let opponent_rating = own.number("opponent_elo", low, high).or(rating);
    let policy = own.parsed("policy").map(PolicySource::BuiltIn);
    let policy = policy.unwrap_or_else(|| usual_policy.clone());
    if let Some(reason) = policy.hindrance(models) {
        own.refuse("policy", reason);
    }
    let question = read_question(kind, &mut own, limits);
    let asked = read_game(&mut fields, &mut own)?;
    fields.absorb(PLUMB, own, &PLUMB_MEMBERS);
    let window = asked.and_then(|asked| {
        let window = Window::of(&asked.game, asked.side, asked.first_ply, plies);
        match window {
            Ok(window) => Some((window, asked.choice)),
            Err(error) => {
                fields.refuse(asked.place, error.to_string());
                None
            }
        }
    });
    fields.finish(&MEMBERS)?;
    let (window, choice) = window.ok_or_else(nothing_read)?;
    let own_rating = rating.ok_or_else(nothing_read)? as f64;
    let other_rating = opponent_rating.ok_or_else(nothing_read)? as f64;
    let (white, black) = match window.suspect {
        Color::White => (own_rating, other_rating),
        Color::Black => (other_rating, own_rating),
    };
    Ok(WindowQuestion {
        window,
        choice,
        ratings: Ratings { white, black },
        policy,
        question,
        depth: LossDepth::default(),
    })
}

fn read_question(kind: GongKind, own: &mut Fields, limits: &ServiceLimits) -> QuestionRequest {
    let usual = kind.usual_question();
    let samples = own.number("samples", 1, limits.samples);
    let samples = samples.unwrap_or((usual.samples as u64).min(limits.samples));
    let request = QuestionRequest {
        target: own.parsed("target").unwrap_or(usual.target),
        kernel: own.parsed("kernel").or(usual.kernel),
        beta: own.decimal("beta", 0.0, MOST_BETA).unwrap_or(usual.beta),
        rho: own.decimal("rho", 0.0, 1.0).unwrap_or(usual.rho),
        samples: samples as usize,
        seed: own.number("seed", 0, MOST_SEED).unwrap_or(usual.seed),
        ..usual
    };
    if kind == GongKind::Diagnostics && request.kernel == Some(KernelName::Path) {
        own.refuse("kernel", text!(expected.kernel_with_lines));
    } else if let Err(error) = request.question(1) {
        own.refuse(error.value, error.to_string());
    }
    request
}

/// The game of `moves_uci`, or a built-in one; none where something is wrong.
fn read_game(fields: &mut Fields, own: &mut Fields) -> Result<Option<AskedGame>, Problem> {
    let is_white = fields.flag("suspect_is_white").unwrap_or(true);
    let is_demo = match fields.text("demo_mode") {
        Some(name) if name != NO_DEMO => match name.parse::<DemoGame>() {
            Ok(demo) => Some(demo),
            Err(error) => {
                fields.refuse("demo_mode", format!("{error}, {NO_DEMO}"));
                return Ok(None);
            }
        },
        _ => None,
    };
    if let Some(demo) = is_demo {
        // A demo brings moves and side: what is said about them is read, and no more.
        drop(fields.texts("moves_uci"));
        if own.has("start_fen") {
            own.refuse_member("start_fen", text!(expected.no_start_in_demo));
        }
        return demo_game(demo).map(Some).map_err(Problem::internal);
    }
    let start = match own.text("start_fen") {
        Some(fen) => match Fen::try_from(fen) {
            Ok(Fen(position)) => Some(position),
            Err(detail) => {
                own.refuse("start_fen", detail);
                None
            }
        },
        None => Some(Position::start()),
    };
    if !fields.has("moves_uci") {
        fields.miss("moves_uci", text!(expected.moves_or_demo));
    }
    let Some((start, texts)) = start.zip(fields.texts("moves_uci")) else {
        return Ok(None);
    };
    let mut game = Game::new(start);
    for (index, text) in texts.iter().enumerate() {
        match parse_uci_move(game.position(), text) {
            Some(mv) => game.play(mv),
            None => {
                fields.refuse(
                    format!("moves_uci/{index}"),
                    wording::text!(expected.coordinates),
                );
                return Ok(None);
            }
        }
    }
    Ok(Some(AskedGame {
        game,
        side: if is_white { Color::White } else { Color::Black },
        first_ply: 1,
        choice: WindowChoice::Named,
        place: "moves_uci",
    }))
}

/// A built-in game, looked at from the end of its opening on.
fn demo_game(demo: DemoGame) -> Result<AskedGame, String> {
    let pgn = demo.game()?;
    let mut game = Game::new(pgn.start.clone());
    for mv in pgn.moves.iter().filter_map(|played| played.mv) {
        game.play(mv);
    }
    Ok(AskedGame {
        game,
        side: demo.side(),
        first_ply: DemoGame::OPENING_PLIES + 1,
        choice: WindowChoice::FirstOutOfBook,
        place: "k_depth",
    })
}
