//! Material and where it stands: on the board, and around the kings.

use super::facts::Facts;
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use crate::board::{Bitboard, Color, PieceKind, Square};

const SQUARE_TERMS: [Term; 6] = [
    Term::PawnSquare,
    Term::KnightSquare,
    Term::BishopSquare,
    Term::RookSquare,
    Term::QueenSquare,
    Term::KingSquare,
];

/// For each piece but the king: its squares and its distance, from the own
/// king and from the enemy's.
const KING_TERMS: [[Term; 4]; 5] = [
    [
        Term::PawnOwnKing,
        Term::PawnFromOwnKing,
        Term::PawnEnemyKing,
        Term::PawnFromEnemyKing,
    ],
    [
        Term::KnightOwnKing,
        Term::KnightFromOwnKing,
        Term::KnightEnemyKing,
        Term::KnightFromEnemyKing,
    ],
    [
        Term::BishopOwnKing,
        Term::BishopFromOwnKing,
        Term::BishopEnemyKing,
        Term::BishopFromEnemyKing,
    ],
    [
        Term::RookOwnKing,
        Term::RookFromOwnKing,
        Term::RookEnemyKing,
        Term::RookFromEnemyKing,
    ],
    [
        Term::QueenOwnKing,
        Term::QueenFromOwnKing,
        Term::QueenEnemyKing,
        Term::QueenFromEnemyKing,
    ],
];

/// What the pieces are worth, wherever they stand.
#[inline(always)]
pub(super) fn values<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    for kind in PieceKind::ALL {
        if kind != PieceKind::King {
            acc.at(Term::PieceValue, kind.index(), us, facts.pieces(us, kind));
        }
    }
}

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    values(facts, us, acc);
    let bishops = facts.pieces(us, PieceKind::Bishop);
    if bishops.meets(Bitboard::DARK) && bishops.meets(!Bitboard::DARK) {
        acc.add_with(Term::BishopPair, 0, us, 1, bishops);
    }
    imbalance(facts, us, acc);
    let king = facts.kings[us];
    let slot = king.relative_to(us).index() ^ 56;
    acc.one(Term::KingSquare, slot, us, king);
    let views = [
        KingView::new(us, us, king),
        KingView::new(us, !us, facts.kings[!us]),
    ];
    for kind in PieceKind::ALL {
        if kind == PieceKind::King {
            continue;
        }
        let terms = KING_TERMS[kind.index()];
        for square in facts.pieces(us, kind) {
            let seen = square.relative_to(us);
            acc.one(SQUARE_TERMS[kind.index()], seen.index() ^ 56, us, square);
            acc.one(terms[0], views[0].square_slot(seen), us, square);
            acc.one(terms[1], views[0].distance_slot(seen), us, square);
            acc.one(terms[2], views[1].square_slot(seen), us, square);
            acc.one(terms[3], views[1].distance_slot(seen), us, square);
        }
    }
}

/// How a king sees the pieces of one side, squares as that side counts them.
struct KingView {
    file: usize,
    rank: usize,
    /// Turns a square's index into the slot of a diagram, mirrored so that the
    /// king is on the right.
    turn: usize,
    /// The first slot of the king's place.
    board: usize,
}

impl KingView {
    #[inline(always)]
    fn new(viewer: Color, owner: Color, king: Square) -> KingView {
        let file = king.file().index();
        let left = file < 4;
        let from_home = king.rank().relative_to(owner).index();
        let from_centre = if left { 3 - file } else { file - 4 };
        let place = match (from_home, from_centre) {
            (2.., _) => 3,
            (_, 2..) => 0,
            (_, 1) => 1,
            (_, _) => 2,
        };
        KingView {
            file,
            rank: king.rank().relative_to(viewer).index(),
            turn: if left { 56 ^ 7 } else { 56 },
            board: 64 * place,
        }
    }

    #[inline(always)]
    fn square_slot(&self, seen: Square) -> usize {
        self.board + (seen.index() ^ self.turn)
    }

    #[inline(always)]
    fn distance_slot(&self, seen: Square) -> usize {
        let files = self.file.abs_diff(seen.file().index());
        15 * files + 7 + seen.rank().index() - self.rank
    }
}

/// How kinds of pieces work together, and against the enemy's. Counted only
/// where material differs, for otherwise it evens out.
#[inline(always)]
fn imbalance<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let counts = |side| {
        [
            PieceKind::Pawn,
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Rook,
            PieceKind::Queen,
        ]
        .map(|kind| facts.pieces(side, kind).count() as i32)
    };
    let (ours, theirs) = (counts(us), counts(!us));
    if ours == theirs {
        return;
    }
    let mut with = 0;
    let mut against = 15;
    for one in 0..5 {
        for other in 0..one {
            acc.add(Term::Imbalance, with, us, ours[one] * ours[other]);
            acc.add(Term::Imbalance, against, us, ours[one] * theirs[other]);
            with += 1;
            against += 1;
        }
        acc.add(Term::Imbalance, with, us, ours[one] * (ours[one] - 1) / 2);
        with += 1;
    }
}
