//! Random keys from which a position's key is put together.
//!
//! They are our own (splitmix64 from a fixed seed) and fixed for ever: node
//! counts depend on them through the transposition table.

use super::castling::CastlingRights;
use super::piece::Piece;
use super::square::{File, Square};

/// The key of a piece on a square.
#[inline]
pub fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.index()][square.index()]
}

/// The key of a set of castling rights.
#[inline]
pub fn castling(rights: CastlingRights) -> u64 {
    KEYS.castling[rights.bits() as usize & 15]
}

/// The key of a possible capture en passant on this file.
#[inline]
pub fn en_passant(file: File) -> u64 {
    KEYS.en_passant[file.index()]
}

/// The key that is in when Black is to move.
#[inline]
pub fn black_to_move() -> u64 {
    KEYS.black_to_move
}

/// What a move of this piece between two squares, given by their numbers, changes in a
/// position's key.
pub const fn move_between(piece: Piece, one: usize, other: usize) -> u64 {
    let squares = &KEYS.pieces[piece.index()];
    squares[one] ^ squares[other] ^ KEYS.black_to_move
}

struct Keys {
    pieces: [[u64; 64]; 12],
    castling: [u64; 16],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static KEYS: Keys = generate();

/// One step of splitmix64 (Steele, Lea and Flood, 2014).
const fn next(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

const fn generate() -> Keys {
    let mut keys = Keys {
        pieces: [[0; 64]; 12],
        castling: [0; 16],
        en_passant: [0; 8],
        black_to_move: 0,
    };
    let mut state = 0x0070_6c75_6d62_2031;
    let mut i = 0;
    while i < 12 * 64 {
        (state, keys.pieces[i / 64][i % 64]) = next(state);
        i += 1;
    }
    // A set of rights has the keys of its members, so that losing one right
    // changes the key in the same way whatever the others are.
    let mut right = 0;
    while right < 4 {
        let key;
        (state, key) = next(state);
        let mut set = 0;
        while set < 16 {
            if set >> right & 1 != 0 {
                keys.castling[set] ^= key;
            }
            set += 1;
        }
        right += 1;
    }
    i = 0;
    while i < 8 {
        (state, keys.en_passant[i]) = next(state);
        i += 1;
    }
    (_, keys.black_to_move) = next(state);
    keys
}
