//! Positions to try an evaluation on.

use plumb_chess::board::{Bitboard, Color, Game, Move, MoveKind, Piece, Position, Setup, Square};
use plumb_chess::notation::{epd_lines, parse_fen};

use super::{Random, random_start};

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
pub fn epd_positions() -> Vec<Position> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../epd");
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
pub fn sample(count: usize) -> Vec<Position> {
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

/// The position of a FEN.
pub fn position(fen: &str) -> Position {
    parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The same position with colours and ranks exchanged.
pub fn flipped(position: &Position) -> Position {
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

/// The move on the board turned round.
pub fn flipped_move(mv: Move) -> Move {
    let (from, to) = (
        mv.from().relative_to(Color::Black),
        mv.to().relative_to(Color::Black),
    );
    match mv.kind() {
        MoveKind::Normal => Move::normal(from, to),
        MoveKind::Castling => Move::castling(from, to),
        MoveKind::EnPassant => Move::en_passant(from, to),
        MoveKind::Promotion(kind) => Move::promotion(from, to, kind),
    }
}
