//! Random keys from which a position's key is put together.
//!
//! They are our own and fixed for ever: node
//! counts depend on them through the transposition table.

use super::castling::CastlingRights;
use super::piece::Piece;
use super::square::{File, Square};
use plumb_support::random::Random;

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

const fn generate() -> Keys {
    let mut keys = Keys {
        pieces: [[0; 64]; 12],
        castling: [0; 16],
        en_passant: [0; 8],
        black_to_move: 0,
    };
    let mut random = Random::seeded(0x0070_6c75_6d62_2031);
    let mut i = 0;
    while i < 12 * 64 {
        keys.pieces[i / 64][i % 64] = random.bits();
        i += 1;
    }
    // A set of rights has the keys of its members, so that losing one right
    // changes the key in the same way whatever the others are.
    let mut right = 0;
    while right < 4 {
        let key = random.bits();
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
        keys.en_passant[i] = random.bits();
        i += 1;
    }
    keys.black_to_move = random.bits();
    keys
}
