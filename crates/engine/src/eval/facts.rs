//! What stands where and attacks what: computed once for a position, read by
//! every rule. Nothing in here has a value.

use super::sides::Sides;
use plumb_chess::board::{
    Bitboard, Color, File, PieceKind, Position, Rank, Square, between, bishop_attacks, bishop_rays,
    king_attacks, knight_attacks, line, pawns_attack, rook_attacks, rook_rays,
};

/// The four central files, c to f.
pub(super) const CENTRAL_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);
/// d4, e4, d5 and e5.
pub(super) const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// The pieces that are neither king nor pawn.
pub(super) const OFFICERS: [PieceKind; 4] = [
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];

/// A rank as `side` counts it, 0 for his back rank.
#[inline(always)]
pub(super) const fn rank_of(side: Color, index: usize) -> Bitboard {
    Bitboard::from_rank(Rank::new(index).relative_to(side))
}

/// The ranks from `first` to `last`, as `side` counts them.
#[inline(always)]
pub(super) const fn ranks(side: Color, first: usize, last: usize) -> Bitboard {
    let mut set = 0;
    let mut index = first;
    while index <= last {
        set |= rank_of(side, index).0;
        index += 1;
    }
    Bitboard(set)
}

/// The slot of a term that goes by ranks: 0 for the second rank.
#[inline(always)]
pub(super) fn rank_slot(side: Color, square: Square) -> usize {
    square.rank().relative_to(side).index().clamp(1, 6) - 1
}

/// How many files there are between this one and the nearer edge, 0 to 3.
#[inline(always)]
pub(super) fn from_edge(file: File) -> usize {
    file.index().min(7 - file.index())
}

/// What the pawns alone tell. Cached by the evaluator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PawnFacts {
    pub(super) pawns: Sides<Bitboard>,
    /// Squares that the pawns attack now.
    pub(super) attacks: Sides<Bitboard>,
    /// Squares that the pawns attack or might attack after advancing.
    pub(super) span: Sides<Bitboard>,
    /// Pawns that no enemy pawn can stop, the foremost of each file.
    pub(super) passed: Sides<Bitboard>,
    /// All squares of the files on which the pawns stand.
    pub(super) files: Sides<Bitboard>,
}

impl PawnFacts {
    #[inline]
    pub(super) fn of(position: &Position) -> PawnFacts {
        let pawns = Sides::from_fn(|side| position.pieces(side, PieceKind::Pawn));
        let attacks = Sides::from_fn(|side| pawns_attack(side, pawns[side]));
        let ahead = Sides::from_fn(|side| pawns[side].forward(side).forward_fill(side));
        let span = Sides::from_fn(|side| attacks[side].forward_fill(side));
        let passed = Sides::from_fn(|us| {
            let behind_a_fellow = pawns[us].forward(!us).forward_fill(!us);
            pawns[us] & !(ahead[!us] | span[!us] | behind_a_fellow)
        });
        PawnFacts {
            pawns,
            attacks,
            span,
            passed,
            files: Sides::from_fn(|side| pawns[side].file_fill()),
        }
    }
}

/// What the rules read.
pub(super) struct Facts<'p> {
    pub(super) position: &'p Position,
    pub(super) pawns: PawnFacts,
    pub(super) occupied: Bitboard,
    pub(super) kings: Sides<Square>,
    /// Pieces that shield their own king from a slider.
    pub(super) pinned: Sides<Bitboard>,
    /// Squares attacked by each kind of piece. Bishops and rooks look through
    /// own queens, and rooks through own rooks; a pinned piece keeps its line.
    pub(super) by_kind: Sides<[Bitboard; 6]>,
    /// Squares attacked at all.
    pub(super) attacked: Sides<Bitboard>,
    /// Squares attacked more than once.
    pub(super) twice: Sides<Bitboard>,
    /// The mobility area: all squares but those that enemy pawns attack and those of the
    /// own king, the own queens, and own pawns that are blocked or stand on the second or
    /// third rank.
    pub(super) safe_area: Sides<Bitboard>,
    /// The king's square, those around it and those one step further forward;
    /// for a king at the side edge, as if he stood one file in.
    pub(super) king_ring: Sides<Bitboard>,
    /// What the piece on a square attacks, for knights to queens.
    pub(super) reach: [Bitboard; 64],
    /// How much of the middlegame is left: 24 with all pieces, 0 with none.
    pub(super) phase: i32,
}

impl<'p> Facts<'p> {
    /// What is known before `find_attacks` has filled in the rest.
    #[inline(always)]
    pub(super) fn new(position: &'p Position, pawns: PawnFacts) -> Facts<'p> {
        let occupied = position.occupied();
        let kings = Sides::from_fn(|side| position.king(side));
        Facts {
            position,
            pawns,
            occupied,
            kings,
            pinned: Sides::from_fn(|side| pinned(position, side, occupied)),
            by_kind: Sides::default(),
            attacked: Sides::default(),
            twice: Sides::default(),
            safe_area: Sides::default(),
            king_ring: Sides::default(),
            reach: [Bitboard::EMPTY; 64],
            phase: phase(position),
        }
    }

    /// Finds what attacks what. Where the facts stay, and not in `new`: they are large, and
    /// moving them costs as much as a rule.
    #[inline(always)]
    pub(super) fn find_attacks(&mut self) {
        self.gather(Color::White);
        self.gather(Color::Black);
    }

    #[inline(always)]
    fn gather(&mut self, us: Color) {
        let position = self.position;
        let king = self.kings[us];
        let pawns = self.pawns.pawns[us];
        let pawn_attacks = self.pawns.attacks[us];
        let around = king_attacks(king);

        let stuck = pawns & (self.occupied.forward(!us) | ranks(us, 1, 2));
        self.safe_area[us] = !(stuck
            | Bitboard::from(king)
            | position.pieces(us, PieceKind::Queen)
            | self.pawns.attacks[!us]);

        let file = king.file().index().clamp(1, 6);
        let inner = Square::at(File::new(file), king.rank());
        let ring = king_attacks(inner).with(inner);
        self.king_ring[us] = ring | ring.forward(us);

        let ahead = pawns.forward(us);
        self.twice[us] = ahead.east() & ahead.west() | pawn_attacks & around;
        self.attacked[us] = pawn_attacks | around;
        self.by_kind[us][PieceKind::Pawn.index()] = pawn_attacks;
        self.by_kind[us][PieceKind::King.index()] = around;

        let queens = position.pieces(us, PieceKind::Queen);
        let rooks = position.pieces(us, PieceKind::Rook);
        for square in position.pieces(us, PieceKind::Knight) {
            self.enter(us, PieceKind::Knight, square, knight_attacks(square));
        }
        for square in position.pieces(us, PieceKind::Bishop) {
            let attacks = bishop_attacks(square, self.occupied & !queens);
            self.enter(us, PieceKind::Bishop, square, attacks);
        }
        for square in rooks {
            let attacks = rook_attacks(square, self.occupied & !(queens | rooks));
            self.enter(us, PieceKind::Rook, square, attacks);
        }
        for square in queens {
            let attacks =
                bishop_attacks(square, self.occupied) | rook_attacks(square, self.occupied);
            self.enter(us, PieceKind::Queen, square, attacks);
        }
    }

    #[inline(always)]
    fn enter(&mut self, us: Color, kind: PieceKind, square: Square, attacks: Bitboard) {
        let attacks = if self.pinned[us].has(square) {
            attacks & line(self.kings[us], square)
        } else {
            attacks
        };
        self.reach[square.index()] = attacks;
        self.twice[us] |= self.attacked[us] & attacks;
        self.attacked[us] |= attacks;
        self.by_kind[us][kind.index()] |= attacks;
    }

    /// Squares attacked by one kind of piece.
    #[inline(always)]
    pub(super) fn by(&self, side: Color, kind: PieceKind) -> Bitboard {
        self.by_kind[side][kind.index()]
    }

    /// The slot for a side that has the move, 0, or has not, 1.
    #[inline(always)]
    pub(super) fn turn_slot(&self, side: Color) -> usize {
        usize::from(self.position.turn() != side)
    }

    /// A side's pieces of one kind.
    #[inline(always)]
    pub(super) fn pieces(&self, side: Color, kind: PieceKind) -> Bitboard {
        self.position.pieces(side, kind)
    }
}

/// A side's pieces that alone stand between their king and an enemy slider.
fn pinned(position: &Position, us: Color, occupied: Bitboard) -> Bitboard {
    if us == position.turn() {
        return position.pinned();
    }
    let king = position.king(us);
    let snipers = bishop_rays(king) & position.diagonal_sliders(!us)
        | rook_rays(king) & position.straight_sliders(!us);
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = between(king, sniper) & occupied;
        if !blockers.several() {
            pinned |= blockers & position.side(us);
        }
    }
    pinned
}

/// How much of the middlegame is left, 0 to 24: a minor piece counts 1, a rook
/// 2, a queen 4.
pub fn phase(position: &Position) -> i32 {
    let count = |kind| position.kind(kind).count() as i32;
    let minors = count(PieceKind::Knight) + count(PieceKind::Bishop);
    (minors + 2 * count(PieceKind::Rook) + 4 * count(PieceKind::Queen)).min(24)
}
