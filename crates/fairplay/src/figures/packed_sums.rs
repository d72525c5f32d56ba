//! Sums as bytes and back, exactly: what is too much for memory is kept so on disk.
//!
//! All numbers of sums go by in one fixed order, most of them 0. A number takes seven bits a
//! byte, the lowest first, the highest bit of a byte saying that more follow; whole numbers
//! with a sign are folded (0, -1, 1, -2, ...); zeros are a 0 and how many more of them follow.
//! The layout is of one build and is never kept. Start with `pack`, then `PackedSums`.

use super::each_number::Number;
use super::sums::Sums;

/// Several sums as bytes, in their order.
pub fn pack<'s>(all: impl IntoIterator<Item = &'s Sums>) -> Vec<u8> {
    let mut packer = Packer::default();
    for sums in all {
        sums.clone().each_number(&mut |number| match number {
            Number::Count(&mut count) => packer.add(count.into()),
            Number::Signed(&mut number) => packer.add(folded(number)),
        });
    }
    packer.end_zeros();
    packer.bytes
}

/// Packed sums, to be read one after the other.
#[derive(Clone, Debug)]
pub struct PackedSums<'b> {
    bytes: &'b [u8],
    /// Zeros that are still to come before the next byte.
    zeros: u128,
}

impl<'b> PackedSums<'b> {
    /// Those in these bytes.
    pub fn new(bytes: &'b [u8]) -> PackedSums<'b> {
        PackedSums { bytes, zeros: 0 }
    }

    /// The next sums; nothing where the bytes hold none.
    pub fn next_sums(&mut self) -> Option<Sums> {
        let mut is_whole = true;
        let mut sums = Sums::default();
        sums.each_number(&mut |number| {
            let Some(found) = self.next_number() else {
                is_whole = false;
                return;
            };
            match number {
                Number::Signed(number) => *number = unfolded(found),
                Number::Count(count) => match u64::try_from(found) {
                    Ok(found) => *count = found,
                    Err(_) => is_whole = false,
                },
            }
        });
        is_whole.then_some(sums)
    }

    fn next_number(&mut self) -> Option<u128> {
        if self.zeros > 0 {
            self.zeros -= 1;
            return Some(0);
        }
        let number = self.next_written()?;
        if number == 0 {
            self.zeros = self.next_written()?;
        }
        Some(number)
    }

    fn next_written(&mut self) -> Option<u128> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            number |= u128::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte < 0x80 {
                return Some(number);
            }
        }
    }
}

#[derive(Default)]
struct Packer {
    bytes: Vec<u8>,
    zeros: u128,
}

impl Packer {
    fn add(&mut self, number: u128) {
        if number == 0 {
            self.zeros += 1;
        } else {
            self.end_zeros();
            self.write(number);
        }
    }

    fn end_zeros(&mut self) {
        if let Some(more) = std::mem::take(&mut self.zeros).checked_sub(1) {
            self.write(0);
            self.write(more);
        }
    }

    fn write(&mut self, mut number: u128) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}

/// A number with a sign as one without: small ones stay small.
fn folded(number: i128) -> u128 {
    ((number << 1) ^ (number >> 127)) as u128
}

fn unfolded(number: u128) -> i128 {
    (number >> 1) as i128 ^ -((number & 1) as i128)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{FIVE, cp_record, judged};

    fn side(first: usize, others: usize) -> Sums {
        let hit = judged(&cp_record("e2e4", "e2e4", &FIVE));
        let miss = judged(&cp_record("c2c4", "e2e4", &FIVE));
        let hits = std::iter::repeat_n(&hit, first);
        Sums::of_side(hits.chain(std::iter::repeat_n(&miss, others)))
    }

    /// Every number another one, the greatest and the least among them.
    fn every_number() -> Sums {
        let mut sums = Sums::default();
        let mut next = 0_u64;
        sums.each_number(&mut |number| {
            next += 1;
            match number {
                // Tables end with their first 0.
                Number::Count(count) if next.is_multiple_of(3) => *count = 0,
                Number::Count(count) if next.is_multiple_of(5) => *count = u64::MAX - next,
                Number::Count(count) => *count = next,
                Number::Signed(number) if next.is_multiple_of(2) => {
                    *number = i128::MIN + i128::from(next);
                }
                Number::Signed(number) => *number = i128::MAX - i128::from(next),
            }
        });
        sums
    }

    #[test]
    fn sums_come_back_as_they_were() {
        let all = [
            side(20, 10),
            Sums::default(),
            every_number(),
            side(0, 0),
            side(3, 40),
        ];
        let bytes = pack(&all);
        let mut packed = PackedSums::new(&bytes);
        for sums in &all {
            assert_eq!(packed.next_sums().as_ref(), Some(sums));
        }
        assert_eq!(packed.next_sums(), None);
        assert!(pack(&all[..1]).len() < 800, "{}", pack(&all[..1]).len());
    }

    #[test]
    fn bytes_that_end_early_hold_no_sums() {
        let bytes = pack(&[every_number()]);
        for length in (0..bytes.len()).step_by(7) {
            assert_eq!(PackedSums::new(&bytes[..length]).next_sums(), None);
        }
        assert_eq!(PackedSums::new(&[0xff; 4_000]).next_sums(), None);
    }

    #[test]
    fn signs_are_folded_and_unfolded() {
        for (number, expected) in [(0, 0), (-1, 1), (1, 2), (-2, 3)] {
            assert_eq!(folded(number), expected);
        }
        for number in [i128::MIN, i128::MAX, -1, 0, 1] {
            assert_eq!(unfolded(folded(number)), number);
        }
    }
}
