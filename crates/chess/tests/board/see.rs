//! Static exchange evaluation against a plain twin that plays the exchange
//! out on a board of its own, and against exchanges worked out by hand.

use plumb_chess::board::{
    Color, EXCHANGE_VALUES_CP, Move, MoveKind, Piece, PieceKind, Position, Square,
};
use plumb_chess::notation::{FenStyle, parse_fen, parse_move, to_fen};
use plumb_testing::{Random, random_start};

type Board = [Option<Piece>; 64];

fn value(kind: PieceKind) -> i32 {
    EXCHANGE_VALUES_CP[kind.index()]
}

/// The square so many files and ranks away, if it is on the board.
fn step(square: usize, files: i32, ranks: i32) -> Option<usize> {
    let file = square as i32 % 8 + files;
    let rank = square as i32 / 8 + ranks;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn slides(kind: PieceKind, direction: (i32, i32)) -> bool {
    match kind {
        PieceKind::Queen => true,
        PieceKind::Rook => STRAIGHT.contains(&direction),
        PieceKind::Bishop => DIAGONAL.contains(&direction),
        _ => false,
    }
}

/// The occupied squares from `square` on in one direction, nearest first.
fn along(board: &Board, square: usize, (files, ranks): (i32, i32)) -> Vec<usize> {
    let next = |at: &usize| step(*at, files, ranks);
    std::iter::successors(next(&square), next)
        .filter(|at| board[*at].is_some())
        .collect()
}

/// The squares of `side`'s pieces that attack `to`, in index order.
fn attackers(board: &Board, to: usize, side: Color) -> Vec<usize> {
    let is = |at: usize, kind| board[at] == Some(Piece::new(side, kind));
    let mut found = Vec::new();
    let forward = if side == Color::White { 1 } else { -1 };
    for files in -2..=2_i32 {
        for ranks in -2..=2_i32 {
            let Some(at) = step(to, files, ranks) else {
                continue;
            };
            let knight = files.abs() + ranks.abs() == 3;
            let king = files.abs().max(ranks.abs()) == 1;
            let pawn = files.abs() == 1 && ranks == -forward;
            if knight && is(at, PieceKind::Knight)
                || king && is(at, PieceKind::King)
                || pawn && is(at, PieceKind::Pawn)
            {
                found.push(at);
            }
        }
    }
    for direction in STRAIGHT.into_iter().chain(DIAGONAL) {
        if let Some(at) = along(board, to, direction).first()
            && let Some(piece) = board[*at]
            && piece.color() == side
            && slides(piece.kind(), direction)
        {
            found.push(*at);
        }
    }
    found.sort();
    found
}

/// Whether the piece on `at` shields its king from a slider elsewhere than on
/// `to`, where it could capture it.
fn is_pinned(board: &Board, at: usize, to: usize, side: Color) -> bool {
    let king = board
        .iter()
        .position(|piece| *piece == Some(Piece::new(side, PieceKind::King)))
        .expect("a king");
    STRAIGHT.into_iter().chain(DIAGONAL).any(|direction| {
        let seen = along(board, king, direction);
        seen.len() > 1
            && seen[0] == at
            && seen[1] != to
            && board[seen[1]]
                .is_some_and(|piece| piece.color() != side && slides(piece.kind(), direction))
    })
}

/// What `side` gains by capturing on `to` or leaving it, best play by both,
/// always with the cheapest piece that is free to capture.
fn recapture(board: &Board, to: usize, side: Color) -> i32 {
    let free = attackers(board, to, side)
        .into_iter()
        .filter(|at| !is_pinned(board, *at, to, side));
    let Some(at) = free.min_by_key(|at| (board[*at].map(Piece::kind), *at)) else {
        return 0;
    };
    let mut next = *board;
    next[to] = next[at].take();
    if next[to].map(Piece::kind) == Some(PieceKind::King) && !attackers(&next, to, !side).is_empty()
    {
        return 0;
    }
    let won = board[to].map_or(0, |piece| value(piece.kind()));
    (won - recapture(&next, to, !side)).max(0)
}

/// What the mover gains in all by this move and the exchange it begins.
fn exchange(position: &Position, mv: Move) -> i32 {
    if mv.is_castling() {
        return 0;
    }
    let us = position.turn();
    let mut board: Board = std::array::from_fn(|index| position.piece_on(Square::new(index)));
    let (from, to) = (mv.from().index(), mv.to().index());
    let mut won = board[to].map_or(0, |piece| value(piece.kind()));
    board[to] = board[from].take();
    match mv.kind() {
        MoveKind::EnPassant => {
            board[if us == Color::White { to - 8 } else { to + 8 }] = None;
            won += value(PieceKind::Pawn);
        }
        MoveKind::Promotion(kind) => {
            board[to] = Some(Piece::new(us, kind));
            won += value(kind) - value(PieceKind::Pawn);
        }
        _ => {}
    }
    won - recapture(&board, to, !us)
}

fn check_all_moves(position: &Position, random: &mut Random, captures: &mut usize) {
    for mv in position.legal_moves() {
        let exact = exchange(position, mv);
        let other = random.below(3000) as i32 - 1500;
        for threshold in [exact - 1, exact, exact + 1, other] {
            assert_eq!(
                position.see_at_least(mv, threshold),
                exact >= threshold,
                "{mv:?} gains {exact}, asked for {threshold}, in {}",
                to_fen(position, FenStyle::Shredder)
            );
        }
        *captures += position.captured_by(mv).is_some() as usize;
    }
}

#[test]
fn same_as_the_twin_in_random_games() {
    let mut random = Random(3);
    let mut captures = 0;
    for _ in 0..60 {
        let mut position = random_start(&mut random);
        for _ in 0..100 {
            check_all_moves(&position, &mut random, &mut captures);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(random.pick(&moves));
        }
    }
    assert!(captures > 8_000, "{captures}");
}

#[test]
fn same_as_the_twin_in_crowded_positions() {
    // Sliders lined up everywhere: pins and x-rays that games seldom show.
    use PieceKind::{Bishop, Knight, Pawn, Queen, Rook};
    let mut random = Random(4);
    let (mut captures, mut positions) = (0, 0);
    while positions < 8_000 {
        let mut setup = plumb_chess::board::Setup::empty();
        for side in Color::ALL {
            let kinds = [Queen, Rook, Rook, Bishop, Bishop, Knight, Pawn, Pawn, Pawn];
            let count = random.below(kinds.len()) + 1;
            for kind in [PieceKind::King].iter().chain(&kinds[..count]) {
                let square = 8 + random.below(48);
                setup.pieces[square] = Some(Piece::new(side, *kind));
            }
        }
        if let Ok(position) = Position::from_setup(&setup) {
            positions += 1;
            check_all_moves(&position, &mut random, &mut captures);
        }
    }
    assert!(captures > 8_000, "{captures}");
}

#[test]
fn worked_by_hand() {
    let cases = [
        ("a free pawn", "4k3/8/8/3p4/8/8/8/3RK3 w - -", "d1d5", 100),
        (
            "a pawn that a pawn defends",
            "4k3/8/4p3/3p4/8/8/8/3RK3 w - -",
            "d1d5",
            100 - 500,
        ),
        (
            "bishop for knight",
            "4k3/8/4p3/3n4/8/1B6/8/4K3 w - -",
            "b3d5",
            320 - 330,
        ),
        (
            "two rooks against one and a pawn",
            "3rk3/8/8/3p4/8/8/3R4/3RK3 w - -",
            "d2d5",
            100,
        ),
        (
            "the second rook is behind",
            "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - -",
            "d2d5",
            100 - 500,
        ),
        (
            "a queen behind a bishop",
            "4k3/8/4p3/3n4/2B5/1Q6/8/4K3 w - -",
            "c4d5",
            320 - 330 + 100,
        ),
        (
            "to an attacked square",
            "4k3/8/4p3/8/8/8/8/3RK3 w - -",
            "d1d5",
            -500,
        ),
        (
            "to a safe square",
            "4k3/8/4p3/8/8/8/8/3RK3 w - -",
            "d1d4",
            0,
        ),
        ("castling", "4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", 0),
        ("en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 100),
        (
            "en passant, recaptured",
            "4k3/4p3/8/3pP3/8/8/8/4K3 w - d6",
            "e5d6",
            0,
        ),
        // Taking en passant clears d5 for the rook behind.
        (
            "en passant opens a file",
            "4k3/2p5/8/3pP3/8/8/8/3RK3 w - d6",
            "e5d6",
            100,
        ),
        (
            "a promotion",
            "7k/P7/8/8/8/8/8/K7 w - -",
            "a7a8q",
            950 - 100,
        ),
        (
            "a promotion that is taken",
            "1r5k/P7/8/8/8/8/8/K7 w - -",
            "a7a8q",
            -100,
        ),
        (
            "an underpromotion that is taken",
            "1r5k/P7/8/8/8/8/8/K7 w - -",
            "a7a8n",
            -100,
        ),
        (
            "capturing and promoting",
            "1r5k/P7/8/8/8/8/8/K7 w - -",
            "a7b8q",
            500 + 950 - 100,
        ),
        (
            "the defender is pinned",
            "4k3/4n3/8/3p4/8/8/8/3QR1K1 w - -",
            "d1d5",
            100,
        ),
        (
            "nobody pins it any more",
            "4k3/4n3/8/3p4/8/8/8/3Q2K1 w - -",
            "d1d5",
            100 - 950,
        ),
        // The pin ends when the pinning rook itself captures.
        (
            "the pinner captures",
            "4k3/4n3/8/3pR3/8/8/8/6K1 w - -",
            "e5d5",
            100 - 500,
        ),
        ("a king takes", "8/8/8/3k4/3P4/8/8/3K4 b - -", "d5d4", 100),
        (
            "a king recaptures",
            "8/8/3k4/3p4/8/8/3R4/3K4 w - -",
            "d2d5",
            100 - 500,
        ),
        (
            "a king may not recapture",
            "8/8/3k4/3p4/8/8/3R4/3RK3 w - -",
            "d2d5",
            100,
        ),
        // The rook on d3 was pinned by the rook that is captured first.
        (
            "a captured slider pins nobody",
            "3r2k1/8/2n5/8/7B/3R4/8/3K4 w - -",
            "h4d8",
            500 - (330 - 320),
        ),
    ];
    for (name, fen, mv, expected) in cases {
        let position = parse_fen(fen).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mv = parse_move(&position, mv).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(exchange(&position, mv), expected, "the twin: {name}");
        assert!(position.see_at_least(mv, expected), "{name}: too low");
        assert!(!position.see_at_least(mv, expected + 1), "{name}: too high");
    }
}
