//! Explanations of moves in positions of games, read back.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use plumb_chess::board::{Game, Move, Position};
use plumb_chess::notation::{CastlingStyle, FenStyle, to_fen};
use plumb_coach::explain::{Evidence, ExplainSettings, MoveExplanation};
use plumb_engine::eval::{WdlModel, Weights};
use serde_json::{Value, json};

use crate::oracle::positions;
use crate::reader::{Count, mistakes};
use plumb_testing::pgn::random_move;
use plumb_testing::positions::epd_positions;
use plumb_testing::program::{json as read_json, validator};
use plumb_testing::{Random, quick_or_thorough};

/// What is known of a position and a move after so many nodes.
pub fn evidence(game: &Game, asked: Option<Move>, nodes: u64) -> Evidence {
    let settings = ExplainSettings { nodes, hash_mb: 1 };
    let weights = Arc::new(Weights::embedded());
    let never = AtomicBool::new(false);
    Evidence::gather(game, asked, None, &settings, &weights, &never).expect("memory")
}

pub fn explanation(evidence: &Evidence) -> MoveExplanation {
    MoveExplanation::of(evidence, &Weights::embedded(), &WdlModel::embedded())
}

/// Whether the library that reads back takes the position; it refuses some that no game
/// comes to, as some suites have them.
fn is_read(position: &Position) -> bool {
    positions(&to_fen(position, FenStyle::XFen), &[]).is_ok()
}

/// Positions of games with a move in each, and without one now and then: half of the
/// games begin in a position of a test suite, and moves are random, but leave little to
/// take. So there is something to be said of most.
pub fn cases(count: usize) -> Vec<(Game, Option<Move>)> {
    let mut random = Random(40);
    let is_standard = |position: &Position| {
        let rooks = position.castling();
        CastlingStyle::natural(position) == CastlingStyle::Standard
            && rooks.rook_squares().count() < 5
    };
    let starts: Vec<Position> = epd_positions().into_iter().filter(is_standard).collect();
    let mut cases = Vec::new();
    while cases.len() < count {
        let mut game = Game::new(match random.below(2) {
            0 => Position::start(),
            _ => starts[random.below(starts.len())].clone(),
        });
        for _ in 0..random.below(40) {
            if random.below(4) == 0 || game.ply() == 0 && game.start() != &Position::start() {
                let moves = game.position().legal_moves();
                let asked = match (moves.len(), random.below(4)) {
                    (0, _) | (_, 0) => None,
                    (_, 1) => Some(random.pick(&moves)),
                    _ => random_move(&mut random, game.position()),
                };
                if is_read(game.position()) {
                    cases.push((game.clone(), asked));
                }
            }
            let Some(mv) = random_move(&mut random, game.position()) else {
                break;
            };
            game.play(mv);
        }
    }
    cases.truncate(count);
    cases
}

fn told(game: &Game, asked: Option<Move>, nodes: u64) -> Value {
    let explanation = explanation(&evidence(game, asked, nodes));
    read_json(&explanation.to_json(CastlingStyle::Standard).expect("JSON"))
}

#[test]
fn no_sentence_is_false() {
    let schema = validator("explain");
    let (cases, nodes) = quick_or_thorough((320, 4_000), (10_000, 8_000));
    let mut count = Count::default();
    let mut wrong = Vec::new();
    for (game, asked) in self::cases(cases) {
        let value = told(&game, asked, nodes);
        assert_eq!(schema.errors(&value), [""; 0]);
        let of_this = mistakes(&value, &mut count);
        wrong.extend(
            of_this
                .iter()
                .map(|mistake| format!("{} {mistake}", value["fen"])),
        );
    }
    println!("{count:?}");
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let enough = [
        count.sentences > 3 * cases,
        count.moves > 10 * cases,
        count.gains > cases / 4,
        count.mates > cases / 40,
        count.sums > cases / 8,
        count.men > cases / 10,
        count.unsettled * 50 < count.gains,
    ];
    assert_eq!(enough, [true; 7], "{count:?}");
}

/// What is false is found, or reading back would prove nothing.
#[test]
fn a_changed_sentence_is_found_out() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 0 4";
    let position = plumb_chess::notation::parse_fen(fen).unwrap();
    let mv = plumb_chess::notation::parse_move(&position, "h6").unwrap();
    let value = told(&Game::new(position), Some(mv), 60_000);
    let found = |value: &Value| mistakes(value, &mut Count::default()).len();
    assert_eq!(found(&value), 0, "{value:#}");
    let text = value.to_string();
    for (old, new) in [
        ("loses a rook", "loses a queen"),
        ("Nxf7", "Nxf6"),
        ("5.Nxf7", "6.Nxf7"),
        ("\"f5\"", "\"f6\""),
        ("ahead of", "0.77 ahead of"),
        ("\"pawns\":5", "\"pawns\":3"),
    ] {
        let changed = text.replace(old, new);
        if changed != text {
            assert!(found(&read_json(&changed)) > 0, "{old} {new}");
        }
    }
    let mut changed = value.clone();
    changed["sentences"][0]["lines"][0]["moves"] = json!(["h7h6"]);
    assert!(found(&changed) > 0);
}
