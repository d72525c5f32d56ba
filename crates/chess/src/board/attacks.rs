//! Which squares a piece attacks: looked up, never searched.

use super::bitboard::Bitboard;
use super::piece::PieceKind;
use super::square::{Color, Square};

#[cfg(pext)]
struct SliderEntry {
    mask: u64,
    offset: u32,
}

#[cfg(not(pext))]
struct SliderEntry {
    mask: u64,
    magic: u64,
    offset: u32,
    shift: u32,
}

// BISHOP_ENTRIES, ROOK_ENTRIES and SLIDER_ATTACKS, written by build/sliders.rs.
include!(concat!(env!("OUT_DIR"), "/sliders.rs"));

impl SliderEntry {
    #[cfg(pext)]
    #[inline]
    fn index(&self, occupied: Bitboard) -> usize {
        // SAFETY: the build sets `pext` only when the build targets BMI2.
        let packed = unsafe { std::arch::x86_64::_pext_u64(occupied.0, self.mask) };
        self.offset as usize + packed as usize
    }

    #[cfg(not(pext))]
    #[inline]
    fn index(&self, occupied: Bitboard) -> usize {
        let hash = (occupied.0 & self.mask).wrapping_mul(self.magic) >> self.shift;
        self.offset as usize + hash as usize
    }
}

impl SliderEntry {
    #[inline]
    fn look_up(&self, occupied: Bitboard) -> Bitboard {
        let index = self.index(occupied);
        debug_assert!(index < SLIDER_ATTACKS.len());
        // SAFETY: an entry has as many slots from its offset on as its mask
        // has subsets (the build fills them all), and both ways of indexing
        // give a number below that count. Without the check Kiwipete's perft
        // is 8 % faster.
        Bitboard(unsafe { *SLIDER_ATTACKS.get_unchecked(index) })
    }
}

/// Squares a bishop on `square` attacks when `occupied` squares stop it.
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    BISHOP_ENTRIES[square.index()].look_up(occupied)
}

/// Squares a rook on `square` attacks when `occupied` squares stop it.
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    ROOK_ENTRIES[square.index()].look_up(occupied)
}

/// Squares a queen on `square` attacks when `occupied` squares stop her.
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// Squares a knight on `square` attacks.
#[inline]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Squares a king on `square` attacks.
#[inline]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Squares a pawn of `side` on `square` attacks.
#[inline]
pub fn pawn_attacks(side: Color, square: Square) -> Bitboard {
    PAWN[side.index()][square.index()]
}

/// Squares that a whole set of `side`'s pawns attacks.
#[inline]
pub fn pawns_attack(side: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(side);
    ahead.east() | ahead.west()
}

/// What a bishop would attack on an empty board.
#[inline]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// What a rook would attack on an empty board.
#[inline]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// Squares that a piece of this kind attacks; a pawn's depend on its `side`.
#[inline]
pub fn piece_attacks(kind: PieceKind, side: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Pawn => pawn_attacks(side, square),
        PieceKind::Knight => knight_attacks(square),
        PieceKind::Bishop => bishop_attacks(square, occupied),
        PieceKind::Rook => rook_attacks(square, occupied),
        PieceKind::Queen => queen_attacks(square, occupied),
        PieceKind::King => king_attacks(square),
    }
}

/// The squares strictly between two squares on a common line, else none.
#[inline]
pub fn between(one: Square, other: Square) -> Bitboard {
    BETWEEN[one.index()][other.index()]
}

/// The whole line through two squares, edge to edge, both included; none when
/// no rank, file or diagonal joins them.
#[inline]
pub fn line(one: Square, other: Square) -> Bitboard {
    LINE[one.index()][other.index()]
}

const KNIGHT_STEPS: [(i32, i32); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
const KING_STEPS: [(i32, i32); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

static KNIGHT: [Bitboard; 64] = steps(&KNIGHT_STEPS);
static KING: [Bitboard; 64] = steps(&KING_STEPS);
static PAWN: [[Bitboard; 64]; 2] = [steps(&[(-1, 1), (1, 1)]), steps(&[(-1, -1), (1, -1)])];
static BISHOP_RAYS: [Bitboard; 64] = rays(1);
static ROOK_RAYS: [Bitboard; 64] = rays(0);
static BETWEEN: [[Bitboard; 64]; 64] = BETWEEN_AND_LINE.0;
static LINE: [[Bitboard; 64]; 64] = BETWEEN_AND_LINE.1;

const fn stepped(square: usize, step: (i32, i32)) -> Option<usize> {
    let file = (square & 7) as i32 + step.0;
    let rank = (square >> 3) as i32 + step.1;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        None
    } else {
        Some((rank * 8 + file) as usize)
    }
}

const fn steps<const N: usize>(steps: &[(i32, i32); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < N {
            if let Some(to) = stepped(square, steps[i]) {
                table[square].0 |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// Rays on an empty board; `parity` picks the straight (0) or diagonal (1)
/// directions out of the king's steps, which alternate.
const fn rays(parity: usize) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = parity;
        while i < 8 {
            let mut here = square;
            while let Some(to) = stepped(here, KING_STEPS[i]) {
                table[square].0 |= 1 << to;
                here = to;
            }
            i += 2;
        }
        square += 1;
    }
    table
}

type PairTable = [[Bitboard; 64]; 64];

const BETWEEN_AND_LINE: (PairTable, PairTable) = {
    let mut between = [[Bitboard::EMPTY; 64]; 64];
    let mut line = [[Bitboard::EMPTY; 64]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            // The full line is the ray, the opposite ray and the square itself.
            let mut whole = 1 << square;
            let mut half = 0;
            while half < 2 {
                let mut here = square;
                while let Some(to) = stepped(here, KING_STEPS[(i + 4 * half) % 8]) {
                    whole |= 1 << to;
                    here = to;
                }
                half += 1;
            }
            let mut passed = 0;
            let mut here = square;
            while let Some(to) = stepped(here, KING_STEPS[i]) {
                between[square][to] = Bitboard(passed);
                line[square][to] = Bitboard(whole);
                passed |= 1 << to;
                here = to;
            }
            i += 1;
        }
        square += 1;
    }
    (between, line)
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks the rays square by square: the plain twin of the tables.
    fn walk(square: Square, occupied: Bitboard, steps: &[(i32, i32)]) -> Bitboard {
        let mut attacks = Bitboard::EMPTY;
        for &step in steps {
            let mut here = square.index();
            while let Some(to) = stepped(here, step) {
                attacks = attacks.with(Square::new(to));
                if occupied.has(Square::new(to)) {
                    break;
                }
                here = to;
            }
        }
        attacks
    }

    #[test]
    fn sliders_agree_with_walking_the_rays() {
        let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..2_000 {
            let mut occupied = u64::MAX;
            for _ in 0..2 {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                occupied &= random;
            }
            let occupied = Bitboard(occupied);
            for square in Bitboard::ALL {
                assert_eq!(
                    bishop_attacks(square, occupied),
                    walk(square, occupied, &diagonal)
                );
                assert_eq!(
                    rook_attacks(square, occupied),
                    walk(square, occupied, &straight)
                );
            }
        }
    }

    #[test]
    fn rays_lines_and_leapers() {
        for a in Bitboard::ALL {
            assert_eq!(bishop_rays(a), bishop_attacks(a, Bitboard::EMPTY));
            assert_eq!(rook_rays(a), rook_attacks(a, Bitboard::EMPTY));
            for b in Bitboard::ALL {
                let joined = queen_attacks(a, Bitboard::EMPTY).has(b);
                assert_eq!(line(a, b).any(), joined);
                if joined {
                    let stop = Bitboard::from(a).with(b);
                    let meeting = queen_attacks(a, stop) & queen_attacks(b, stop) & line(a, b);
                    assert_eq!(between(a, b), meeting, "{a} {b}");
                    assert!(line(a, b).has(a) && line(a, b).has(b));
                } else {
                    assert!(between(a, b).is_empty());
                }
            }
        }
        let count = |table: fn(Square) -> Bitboard| {
            Bitboard::ALL
                .into_iter()
                .map(|s| table(s).count())
                .sum::<u32>()
        };
        assert_eq!(count(knight_attacks), 336);
        assert_eq!(count(king_attacks), 420);
        for square in Bitboard::ALL {
            for side in Color::ALL {
                let one = Bitboard::from(square);
                assert_eq!(pawn_attacks(side, square), pawns_attack(side, one));
            }
        }
    }
}
