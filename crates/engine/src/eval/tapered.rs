//! A pair of numbers, one for the middlegame and one for the endgame, that
//! adds and multiplies as one.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// What something is worth in the middlegame and in the endgame, in
/// centipawns (danger points for the terms of the king-danger group).
///
/// Both halves share one machine word, the endgame in the upper half, so that
/// a term costs one multiplication and one addition. Sums stay far from the
/// 32 bits each half has: a weight is at most `Tapered::LIMIT`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Tapered(i64);

impl Tapered {
    /// Nothing in either half.
    pub const ZERO: Tapered = Tapered(0);

    /// The largest weight allowed in a table.
    pub const LIMIT: i32 = 20_000;

    /// The pair of these two.
    #[inline]
    pub const fn new(middlegame: i32, endgame: i32) -> Tapered {
        Tapered(((endgame as i64) << 32) + middlegame as i64)
    }

    /// The middlegame half.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i32
    }

    /// The endgame half.
    #[inline]
    pub const fn endgame(self) -> i32 {
        // A negative middlegame half has borrowed one from the upper half.
        ((self.0 + (1 << 31)) >> 32) as i32
    }

    /// The mean of the halves weighted by `phase`, in 24ths of a centipawn:
    /// exact, so that parts blended on their own add up to the whole.
    #[inline]
    pub const fn blend_24ths(self, phase: i32) -> i32 {
        self.middlegame() * phase + self.endgame() * (24 - phase)
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline]
    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, count: i32) -> Tapered {
        Tapered(self.0 * count as i64)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        self.0 -= other.0;
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        for (a, b) in [(1, -1), (-1, 1), (-7, -9), (0, -5), (-5, 0), (20_000, -1)] {
            let pair = Tapered::new(a, b);
            assert_eq!((pair.middlegame(), pair.endgame()), (a, b));
            let more = pair * -3 + Tapered::new(2, -2) - pair;
            let halves = (more.middlegame(), more.endgame());
            assert_eq!(halves, (a * -4 + 2, b * -4 - 2));
            assert_eq!(-(-pair), pair);
        }
    }
}
