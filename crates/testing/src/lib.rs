//! What several test programs need: seeded random numbers, positions,
//! engines that misbehave on demand, games between engines, and the programs as users meet them.

#[cfg(feature = "engines")]
pub mod games;
pub mod network;
pub mod packed;
pub mod page;
pub mod pgn;
pub mod positions;
#[cfg(feature = "engines")]
pub mod pretend;
#[cfg(feature = "engines")]
pub mod pretend_policy;
pub mod program;
#[cfg(feature = "schemas")]
pub mod schema;
pub mod scratch;
#[cfg(feature = "engines")]
pub mod scripted;

use plumb_chess::board::{PieceKind, Position, Setup};

/// How many of something a test tries: the first number in `cargo test`, the
/// second where `PLUMB_SLOW_TESTS=1` asks for thoroughness, as `.ci/deep` does.
pub fn quick_or_thorough<T>(quick: T, thorough: T) -> T {
    if std::env::var_os("PLUMB_SLOW_TESTS").is_some_and(|value| value == "1") {
        thorough
    } else {
        quick
    }
}

/// A small seeded generator (splitmix64): the same games on every machine.
pub struct Random(pub u64);

impl Random {
    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number below `limit`, which is not zero.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next_u64() % limit as u64) as usize
    }

    /// One of several.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// A back rank of Chess960: bishops on both colours, king between the rooks.
pub fn random_back_rank(random: &mut Random) -> [PieceKind; 8] {
    use PieceKind::{Bishop, King, Knight, Queen, Rook};
    let mut rank = [None; 8];
    rank[2 * random.below(4)] = Some(Bishop);
    rank[2 * random.below(4) + 1] = Some(Bishop);
    for kind in [Queen, Knight, Knight] {
        let free: Vec<usize> = (0..8).filter(|file| rank[*file].is_none()).collect();
        rank[random.pick(&free)] = Some(kind);
    }
    let mut rest = [Rook, King, Rook].into_iter();
    rank.map(|kind| kind.or_else(|| rest.next()).expect("eight pieces"))
}

/// A start position of double Chess960, or of Chess960 one time in two.
pub fn random_start(random: &mut Random) -> Position {
    let white = random_back_rank(random);
    let black = if random.below(2) == 0 {
        white
    } else {
        random_back_rank(random)
    };
    Position::from_setup(&Setup::with_back_ranks([white, black])).expect("a start position")
}
