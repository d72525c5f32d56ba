//! Material and where it stands: on the board, and around the kings.

use super::facts::Facts;
use super::terms::Term;
use super::trace::{Accumulator, Sink};
use plumb_chess::board::{Bitboard, Color, PieceKind, Position, Square};

/// The kinds of piece that are worth something.
pub(super) const KINDS: [PieceKind; 5] = [
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];

const SQUARE_TERMS: [Term; 5] = [
    Term::PawnSquare,
    Term::KnightSquare,
    Term::BishopSquare,
    Term::RookSquare,
    Term::QueenSquare,
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
    for kind in KINDS {
        acc.at(Term::PieceValue, kind.index(), us, facts.pieces(us, kind));
    }
}

#[inline(always)]
pub(super) fn rules<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    // What each piece is worth where it stands, play looks up in a `Placement`.
    if S::TRACES {
        values(facts, us, acc);
    }
    let bishops = facts.pieces(us, PieceKind::Bishop);
    if bishops.meets(Bitboard::DARK) && bishops.meets(!Bitboard::DARK) {
        acc.add_with(Term::BishopPair, 0, us, 1, bishops);
    }
    // What only depends on how many pieces there are, an evaluator remembers.
    if S::TRACES {
        imbalance(facts.position, us, acc);
        king_square(us, facts.kings[us], acc);
        squares(facts, us, acc);
    }
}

/// Where the king stands, whatever else is on the board.
#[inline(always)]
pub(super) fn king_square<S: Sink>(us: Color, king: Square, acc: &mut Accumulator<'_, S>) {
    acc.one(
        Term::KingSquare,
        king.relative_to(us).index() ^ 56,
        us,
        king,
    );
}

/// Where the pieces stand, seen from both kings.
fn squares<S: Sink>(facts: &Facts<'_>, us: Color, acc: &mut Accumulator<'_, S>) {
    let own_king = KingView::new(us, us, facts.kings[us]);
    let enemy_king = KingView::new(us, !us, facts.kings[!us]);
    for kind in KINDS {
        for square in facts.pieces(us, kind) {
            by_own_king(us, kind, square, &own_king, acc);
            by_enemy_king(us, kind, square, &enemy_king, acc);
        }
    }
}

/// A piece's square, by itself and as its own king sees it.
pub(super) fn by_own_king<S: Sink>(
    us: Color,
    kind: PieceKind,
    square: Square,
    king: &KingView,
    acc: &mut Accumulator<'_, S>,
) {
    let seen = square.relative_to(us);
    let [place, distance, ..] = KING_TERMS[kind.index()];
    acc.one(SQUARE_TERMS[kind.index()], seen.index() ^ 56, us, square);
    acc.one(place, king.square_slot(seen), us, square);
    acc.one(distance, king.distance_slot(seen), us, square);
}

/// A piece's square as the enemy king sees it.
pub(super) fn by_enemy_king<S: Sink>(
    us: Color,
    kind: PieceKind,
    square: Square,
    king: &KingView,
    acc: &mut Accumulator<'_, S>,
) {
    let seen = square.relative_to(us);
    let [.., place, distance] = KING_TERMS[kind.index()];
    acc.one(place, king.square_slot(seen), us, square);
    acc.one(distance, king.distance_slot(seen), us, square);
}

/// How a king sees the pieces of one side, squares as that side counts them.
pub(super) struct KingView {
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
    pub(super) fn new(viewer: Color, owner: Color, king: Square) -> KingView {
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

/// How many pieces of each kind a side has.
#[inline(always)]
pub(super) fn counts(position: &Position, side: Color) -> [i32; KINDS.len()] {
    KINDS.map(|kind| position.pieces(side, kind).count() as i32)
}

/// How kinds of pieces work together, and against the enemy's. Counted only
/// where material differs, for otherwise it evens out.
pub(super) fn imbalance<S: Sink>(position: &Position, us: Color, acc: &mut Accumulator<'_, S>) {
    let (ours, theirs) = (counts(position, us), counts(position, !us));
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
