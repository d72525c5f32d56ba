//! The evaluation adds up, is fair to both colours, and drives mates home.

mod common;

use std::collections::HashSet;
use std::sync::Arc;

use plumb::board::{Bitboard, Color, Game, Piece, Position, Setup, Square};
use plumb::eval::{self, Evaluator, SCORE_BOUND_CP, Stage, Tapered, Term, WEIGHT_COUNT, Weights};
use plumb::notation::{epd_lines, parse_fen};

use common::{Random, random_start};

/// Positions that random games seldom reach.
const RARE: &[&str] = &[
    "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
    "8/8/8/4k3/8/8/8/KBN5 b - - 40 80",
    "7k/8/8/8/8/8/8/KQ6 b - - 0 1",
    "8/8/3k4/8/8/8/8/KR6 w - - 0 1",
    "8/8/3k4/8/8/8/8/KBB5 w - - 0 1",
    "8/8/3k4/8/8/8/8/KNN5 w - - 0 1",
    "8/8/3kb3/8/8/8/P7/KB6 w - - 0 1",
    "8/8/8/8/P7/8/8/K6k w - - 0 1",
    "k7/8/8/P7/8/8/1B6/K7 w - - 0 1",
    "k7/8/8/P7/8/8/8/KB6 w - - 0 1",
    "8/5k2/8/8/3P4/4K3/8/8 w - - 3 50",
    "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1",
    "8/8/3kn3/8/8/8/8/KR6 w - - 0 1",
    "4k3/P7/8/1P6/8/R7/8/r3K3 w - - 0 1",
    "4k3/8/2P1P3/3r4/8/8/3R4/4K3 b - - 99 120",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B1P1/PP2PPBP/R2Q1RK1 w - - 5 12",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 12 30",
    "4k3/B4ppp/1p6/8/8/8/5PPP/4K3 w - - 0 1",
    "2r3k1/1R3ppp/8/2N5/1P1p4/P2P4/5PPP/6K1 w - - 0 30",
];

/// Every position of the files in `epd/`.
fn epd_positions() -> Vec<Position> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/epd");
    let mut positions = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder epd") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "epd") {
            let text = std::fs::read_to_string(&path).expect("a text file");
            let lines = epd_lines(&text).map(|line| line.expect("a position").1);
            positions.extend(lines.map(|epd| epd.position));
        }
    }
    assert!(positions.len() > 2_000, "{} positions", positions.len());
    positions
}

/// At least `count` positions of random games, captures liked so that endings
/// come up, and the rare ones.
fn sample(count: usize) -> Vec<Position> {
    let mut random = Random(2026);
    let mut positions: Vec<Position> = RARE.iter().map(|fen| position(fen)).collect();
    while positions.len() < count {
        let start = match random.below(3) {
            0 => random_start(&mut random),
            _ => Position::start(),
        };
        let mut game = Game::new(start);
        while game.outcome().is_none() && game.ply() < 240 {
            let moves = game.position().legal_moves();
            let noisy: Vec<_> = moves
                .iter()
                .filter(|mv| game.position().is_noisy(**mv))
                .collect();
            let mv = if !noisy.is_empty() && random.below(6) == 0 {
                *noisy[random.below(noisy.len())]
            } else {
                moves[random.below(moves.len())]
            };
            game.play(mv);
            positions.push(game.position().clone());
        }
    }
    positions
}

fn position(fen: &str) -> Position {
    parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The same position with colours and ranks exchanged.
fn flipped(position: &Position) -> Position {
    let setup = position.to_setup();
    let flip = |square: Square| square.relative_to(Color::Black);
    let mut other = Setup {
        turn: !setup.turn,
        castling_rooks: Bitboard(setup.castling_rooks.0.swap_bytes()),
        en_passant: setup.en_passant.map(flip),
        ..setup.clone()
    };
    for square in Bitboard::ALL {
        let piece = setup.pieces[square.index()];
        other.pieces[flip(square).index()] = piece.map(|p| Piece::new(!p.color(), p.kind()));
    }
    Position::from_setup(&other).expect("a legal position stays legal")
}

fn evaluator() -> Evaluator {
    Evaluator::new(Arc::new(Weights::embedded()))
}

fn score(fen: &str) -> i32 {
    evaluator().evaluate(&position(fen))
}

#[test]
fn rows_and_coefficients_add_up_to_the_score() {
    let weights = Weights::embedded();
    let mut play = evaluator();
    for position in sample(20_000).into_iter().chain(epd_positions()) {
        let score = play.evaluate(&position);
        let account = eval::account(&position, &weights);
        assert_eq!(account.score_cp(), score, "{position:?}");
        assert_eq!(
            account.sum_of_rows_24ths(),
            account.total_cp * 24,
            "{position:?}"
        );
        for row in &account.terms {
            let again = weights.get(row.term, row.slot) * row.count;
            assert_eq!(row.value, again, "{row:?}");
        }
        let coefficients = eval::coefficients(&position, &weights);
        assert_eq!(coefficients.score(&weights), score, "{position:?}");
        assert!(score.abs() < SCORE_BOUND_CP);
    }
}

#[test]
fn coefficients_predict_other_weights() {
    let mut weights = Weights::embedded();
    let mut random = Random(7);
    for weight in 0..WEIGHT_COUNT {
        let (term, slot) = eval::weight_owner(weight).expect("within the count");
        let [a, b] = [0; 2].map(|_: i32| random.below(400) as i32 - 200);
        weights.set(term, slot, Tapered::new(a, b));
    }
    assert_eq!(eval::weight_owner(WEIGHT_COUNT), None);
    let mut play = Evaluator::new(Arc::new(weights.clone()));
    for position in sample(2_000) {
        let coefficients = eval::coefficients(&position, &Weights::embedded());
        assert_eq!(coefficients.score(&weights), play.evaluate(&position));
    }
}

#[test]
fn colours_are_treated_alike() {
    let mut play = evaluator();
    for position in sample(20_000).into_iter().chain(epd_positions()) {
        let other = flipped(&position);
        assert_eq!(
            play.evaluate(&position),
            play.evaluate(&other),
            "{position:?}\n{other:?}"
        );
    }
}

#[test]
fn memory_changes_nothing() {
    let mut warm = evaluator();
    let positions = sample(5_000);
    let first: Vec<i32> = positions.iter().map(|p| warm.evaluate(p)).collect();
    for (position, &score) in positions.iter().zip(&first).rev() {
        assert_eq!(warm.evaluate(position), score, "{position:?}");
    }
    warm.clear();
    for (position, &score) in positions.iter().zip(&first) {
        assert_eq!(warm.evaluate(position), score, "{position:?}");
    }
}

#[test]
fn every_term_and_stage_comes_up() {
    let weights = Weights::embedded();
    let mut seen = HashSet::new();
    let mut stages = HashSet::new();
    for position in sample(20_000) {
        let account = eval::account(&position, &weights);
        seen.extend(account.terms.iter().map(|row| row.term));
        let active = account.stages.iter().filter(|row| row.twenty_fourths != 0);
        stages.extend(active.map(|row| row.stage.title()));
    }
    let silent: Vec<String> = Term::ALL
        .iter()
        .filter(|term| !seen.contains(term))
        .map(|term| term.path())
        .collect();
    assert!(silent.is_empty(), "never counted: {silent:?}");
    // All but the bound, which no set of pieces reaches with these weights.
    assert_eq!(stages.len(), 8, "{stages:?}");
}

#[test]
fn scores_are_bounded_and_the_bound_is_a_row() {
    let mut weights = Weights::embedded();
    weights.set(Term::PieceValue, 4, Tapered::new(20_000, 20_000));
    let position = position("4k3/8/8/8/8/8/8/1QQQK3 b - - 0 1");
    let account = eval::account(&position, &weights);
    assert_eq!(account.total_cp, SCORE_BOUND_CP - 1);
    assert_eq!(account.sum_of_rows_24ths(), account.total_cp * 24);
    let mut play = Evaluator::new(Arc::new(weights));
    assert_eq!(play.evaluate(&position), 1 - SCORE_BOUND_CP);
}

#[test]
fn nothing_to_win_is_worth_nothing() {
    for fen in [
        "8/8/3k4/8/8/8/8/KN6 w - - 0 1",
        "8/8/3k4/8/8/8/8/KNN5 w - - 0 1",
        "8/8/3kb3/8/8/8/8/KB6 b - - 0 1",
        "k7/8/8/P7/8/8/1B6/K7 w - - 0 1",
        "1k6/8/8/P7/8/8/8/K7 w - - 0 1",
    ] {
        assert_eq!(score(fen), 0, "{fen}");
    }
    // The bishop commands the promotion square.
    assert!(score("k7/8/8/P7/8/8/8/KB6 w - - 0 1") > 150);
    // A rook against a bishop is next to nothing, a bare rook is a win.
    assert!(score("8/8/3kb3/8/8/8/8/KR6 w - - 0 1") < 60);
    assert!(score("8/8/3k4/8/8/8/8/KR6 w - - 0 1") > 400);
}

#[test]
fn mates_get_nearer() {
    // The lone king is worse off at the edge, in the right corner, and with
    // the other king near.
    let pairs = [
        (
            "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
            "4k3/8/8/8/8/8/8/KQ6 w - - 0 1",
        ),
        (
            "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
            "3k4/8/3K4/8/8/8/8/1R6 w - - 0 1",
        ),
        // The bishop on b1 is light: a8 and h1 are its corners, h8 is not.
        (
            "7k/8/5K2/8/8/8/8/1BN5 w - - 0 1",
            "k7/8/2K5/8/8/8/8/1BN5 w - - 0 1",
        ),
        (
            "8/8/3k4/8/8/8/8/KBB5 w - - 0 1",
            "k7/8/8/2K5/8/8/8/1BB5 w - - 0 1",
        ),
    ];
    for (early, late) in pairs {
        assert!(score(early) + 30 < score(late), "{early} {late}");
    }
}

#[test]
fn the_fifty_move_rule_damps() {
    let fresh = score("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 30");
    let stale = score("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 80 70");
    assert_eq!(stale, fresh * 120 / 200);
}

#[test]
fn knowledge_points_the_right_way() {
    // (better, worse) for White, all else being equal.
    let pairs = [
        // A passed pawn further on.
        (
            "4k3/7p/3P4/8/8/8/7P/4K3 w - - 0 1",
            "4k3/7p/8/8/3P4/8/7P/4K3 w - - 0 1",
        ),
        // Pawns side by side rather than doubled.
        (
            "4k3/5ppp/8/8/8/8/3PP3/4K3 w - - 0 1",
            "4k3/5ppp/8/8/8/4P3/4P3/4K3 w - - 0 1",
        ),
        // A rook on the open file.
        (
            "4k3/ppp2ppp/8/8/8/8/PPP2PPP/3RK3 w - - 0 1",
            "4k3/ppp2ppp/8/8/8/8/PPP2PPP/2R1K3 w - - 0 1",
        ),
        // Pawns before the king while queens are on.
        (
            "r2q1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R2Q1RK1 w - - 0 1",
            "r2q1rk1/ppp2ppp/2n2n2/8/8/PPN2N2/P4P1P/R2Q1RK1 w - - 0 1",
        ),
    ];
    for (better, worse) in pairs {
        assert!(score(better) > score(worse), "{better} {worse}");
    }
    let start = evaluator().evaluate(&Position::start());
    assert!((1..50).contains(&start), "{start}");
}

#[test]
fn an_account_shows_its_work() {
    let fen = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
    let account = eval::account(&position(fen), &Weights::embedded());
    let table = account.to_string();
    for words in [
        "Material",
        "King danger",
        "Tempo",
        "Final evaluation",
        "24/24",
    ] {
        assert!(table.contains(words), "{words}:\n{table}");
    }
    assert!(format!("{account:#}").contains("shelter_beside"));
    let data = toml::to_string(&account).expect("plain data");
    assert!(data.contains("term = \"piece_squares.knight\""), "{data}");
    assert!(data.contains("white_total_cp"));
    let tempo = account.stages.iter().find(|row| row.stage == Stage::Tempo);
    assert!(tempo.is_some_and(|row| row.twenty_fourths > 0));
}
