//! What the two requests say: a game, a side, a rating, and the length of the window.

use std::borrow::Cow;

use plumb_chess::board::{Color, Game, Position};
use plumb_chess::notation::parse_uci_move;
use plumb_counterfactual::{
    BuiltInPolicy, DemoGame, KernelName, LossDepth, QuestionRequest, Ratings, TargetName, Window,
    WindowChoice,
};
use plumb_engine::tables::Models;
use plumb_protocol::request::{Beta, Fen, Request, Rho, SampleCount, Seed, WindowElo, WindowPlies};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Value, json};
use strum::VariantArray;

use crate::field_errors::FieldErrors;
use crate::fields::Fields;
use crate::limits::ServiceLimits;
use crate::policy_source::PolicySource;
use crate::problem::{FieldError, Mistake, Problem};
use crate::request_reader::request_schema;
use crate::window_question::{WindowQuestion, chosen_policy};
use plumb_support::wording::{say, text};

/// The client's name for whoever is looked at. It is read, and nothing is done with it.
pub(crate) const PLAYER_ID: &str = "player_id";
/// Plies that are looked at if nothing is said.
const K_DEPTH: usize = 10;
/// The name of no built-in game.
const NO_DEMO: &str = "none";

/// A request as the service of Gong et al. has it.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend(
    "required" = ["player_elo"],
    "if" = { "properties": { "demo_mode": { "const": NO_DEMO } } },
    "then" = { "required": ["moves_uci"] },
))]
pub(crate) struct GongRequest {
    /// The client's name for the player; neither stored nor logged.
    #[serde(rename = "player_id")]
    _player_id: Option<String>,

    /// The player's rating, and the opponent's if plumb says nothing.
    player_elo: Option<WindowElo>,

    /// The moves of the game from its start on, at least k_depth.
    #[schemars(extend("items" = { "type": "string", "format": "uci-move" }))]
    moves_uci: Option<Vec<String>>,

    /// Plies of the window: the first of moves_uci, or of a demo the first after its opening.
    #[schemars(extend("default" = K_DEPTH))]
    k_depth: Option<WindowPlies>,

    /// Whose moves are examined.
    #[schemars(extend("default" = true))]
    suspect_is_white: Option<bool>,

    /// A built-in game of engines, which brings moves and side.
    #[serde(default)]
    demo_mode: DemoMode,

    /// What the service of Gong et al. does not have.
    #[serde(default)]
    plumb: PlumbOptions,
}

/// Options that the service of Gong et al. does not have.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlumbOptions {
    /// The position that moves_uci begin at, as FEN or startpos; not with a demo.
    start_fen: Option<Fen>,

    /// The opponent's rating.
    opponent_elo: Option<WindowElo>,

    /// Model of human choice; without it as the service was started.
    policy: Option<BuiltInPolicy>,

    /// Law of the sampled lines.
    target: Option<TargetName>,

    /// How lines are drawn; it must agree with target and beta.
    kernel: Option<KernelName>,

    /// Weight of a lost centipawn against a line.
    #[schemars(extend("default" = 0))]
    beta: Option<Beta>,

    /// Probability that the kernel mixture, or a move of smc, draws a fresh line.
    #[schemars(extend("default" = 0.2))]
    rho: Option<Rho>,

    /// Lines of all chains.
    samples: Option<SampleCount>,

    /// Seed of all draws.
    #[schemars(extend("default" = 1))]
    seed: Option<Seed>,
}

/// A built-in game, or none.
#[derive(Debug, Default, Deserialize)]
#[serde(from = "String")]
struct DemoMode(Option<DemoGame>);

impl From<String> for DemoMode {
    // The schema has refused other names.
    fn from(name: String) -> DemoMode {
        DemoMode(name.parse().ok())
    }
}

impl JsonSchema for DemoMode {
    fn schema_name() -> Cow<'static, str> {
        "DemoMode".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut names = vec![NO_DEMO];
        names.extend(DemoGame::VARIANTS.iter().map(|demo| demo.name()));
        json_schema!({ "type": "string", "enum": names, "default": NO_DEMO })
    }
}

impl Request for GongRequest {
    const EXCLUSIVE: &'static [&'static [&'static str]] = &[];
}

/// Which of the two requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GongKind {
    /// `/api/detect_anomaly`: is the window unusual?
    Detection,
    /// `/api/diagnostics`: do chains agree about it?
    Diagnostics,
}

/// Chains of both requests.
const CHAINS: u64 = 4;

impl GongKind {
    fn usual_kernel(self) -> KernelName {
        match self {
            GongKind::Detection => KernelName::Iid,
            GongKind::Diagnostics => KernelName::Mixture,
        }
    }

    fn usual_samples(self) -> u64 {
        match self {
            GongKind::Detection => 500,
            // Of each chain 200.
            GongKind::Diagnostics => 200 * CHAINS,
        }
    }
}

/// The schema of a request.
pub(crate) fn gong_schema(kind: GongKind, limits: &ServiceLimits) -> Value {
    let mut schema = request_schema::<GongRequest>(limits);
    let options = &mut schema["properties"]["plumb"]["properties"];
    options["samples"]["minimum"] = json!(CHAINS);
    options["samples"]["default"] = json!(kind.usual_samples());
    if kind == GongKind::Diagnostics
        && let Some(names) = options["kernel"]["enum"].as_array_mut()
    {
        // It draws no lines to be compared.
        names.retain(|name| name != "path");
    }
    schema
}

/// The game of a request, up to its last move.
struct RequestedGame {
    game: Game,
    side: Color,
    first_ply: usize,
    choice: WindowChoice,
    /// The member that a wrong window is blamed on.
    member: &'static str,
}

/// Reads a request on its board.
pub(crate) fn read(
    kind: GongKind,
    fields: Fields,
    models: &Models,
    limits: &ServiceLimits,
    usual_policy: &PolicySource,
) -> Result<WindowQuestion, Problem> {
    let request: GongRequest = fields.request_of(&gong_schema(kind, limits))?;
    let own = &request.plumb;
    let mut errors = FieldErrors::default();
    if request.player_elo.is_none() {
        let (low, high) = (WindowElo::LEAST, WindowElo::MOST);
        errors.push(missing("player_elo", &say!(expected.rating, low, high)));
    }
    let policy = chosen_policy(own.policy, usual_policy, models);
    let policy = policy.map_err(|reason| errors.push(FieldError::wrong("/plumb/policy", reason)));
    let usual_samples = limits.usual_samples(kind.usual_samples());
    let question = QuestionRequest {
        target: own.target,
        beta: own.beta,
        kernel: Some(own.kernel.unwrap_or(kind.usual_kernel())),
        rho: own.rho,
        samples: own.samples.or(usual_samples),
        seed: own.seed,
        ..QuestionRequest::default()
    };
    if let Err(error) = question.question(1) {
        let pointer = format!("/plumb/{}", error.value);
        errors.push(FieldError::wrong(pointer, error.to_string()));
    }
    let plies = request
        .k_depth
        .map_or(K_DEPTH, |plies| plies.get() as usize);
    let window = request.game().and_then(|asked| {
        let window = Window::of(&asked.game, asked.side, asked.first_ply, plies);
        let place = format!("/{}", asked.member);
        let window = window.map_err(|error| FieldError::wrong(place, error.to_string()));
        window.map(|window| (window, asked.choice))
    });
    let window = window.map_err(|error| errors.push(error));
    match (window, policy, request.player_elo) {
        (Ok((window, choice)), Ok(policy), Some(elo)) if errors.is_empty() => {
            let opponent = own.opponent_elo.unwrap_or(elo).get() as f64;
            let elo = elo.get() as f64;
            let (white, black) = match window.suspect {
                Color::White => (elo, opponent),
                Color::Black => (opponent, elo),
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
        _ => Err(Problem::wrong_values(errors)),
    }
}

/// A member that is not there.
fn missing(member: &str, expected: &str) -> FieldError {
    FieldError {
        mistake: Mistake::Missing,
        ..FieldError::wrong(format!("/{member}"), say!(expected.value, expected))
    }
}

impl GongRequest {
    /// The game of `moves_uci`, or a built-in one.
    fn game(&self) -> Result<RequestedGame, FieldError> {
        if let DemoMode(Some(demo)) = self.demo_mode {
            // A demo brings moves and side: what is said about them is read, and no more.
            return match self.plumb.start_fen {
                Some(_) => {
                    let detail = text!(expected.no_start_in_demo);
                    Err(FieldError::wrong("/plumb/start_fen", detail))
                }
                None => demo_game(demo),
            };
        }
        let start = match &self.plumb.start_fen {
            Some(Fen(position)) => position.clone(),
            None => Position::start(),
        };
        let moves = self.moves_uci.as_ref();
        let moves = moves.ok_or_else(|| missing("moves_uci", text!(expected.moves_or_demo)))?;
        let mut game = Game::new(start);
        for (index, text) in moves.iter().enumerate() {
            let pointer = || format!("/moves_uci/{index}");
            let mv = parse_uci_move(game.position(), text);
            game.play(mv.ok_or_else(|| FieldError::wrong(pointer(), text!(expected.coordinates)))?);
        }
        Ok(RequestedGame {
            game,
            side: match self.suspect_is_white.unwrap_or(true) {
                true => Color::White,
                false => Color::Black,
            },
            first_ply: 1,
            choice: WindowChoice::Named,
            member: "moves_uci",
        })
    }
}

/// A built-in game, looked at from the end of its opening on.
fn demo_game(demo: DemoGame) -> Result<RequestedGame, FieldError> {
    let pgn = demo.game();
    let pgn = pgn.map_err(|error| FieldError::wrong("/demo_mode", error))?;
    Ok(RequestedGame {
        game: pgn.to_game(),
        side: demo.side(),
        first_ply: DemoGame::OPENING_PLIES + 1,
        choice: WindowChoice::FirstOutOfBook,
        member: "k_depth",
    })
}
