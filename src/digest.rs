//! SHA-256, so that a learned table can say exactly which data it was learned
//! from.
//!
//! Only naming of files, nothing that anyone's safety depends on. Start with
//! `sha256_of_file`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest whole number whose `power` is not above `value`.
const fn root(value: u128, power: u32) -> u128 {
    let (mut low, mut high) = (0u128, 1u128 << 38);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if middle.pow(power) <= value {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The first 32 bits after the point of the roots of the first primes, which is
/// where the standard (FIPS 180-4) takes its constants from.
const fn fractions<const N: usize>(power: u32) -> [u32; N] {
    let mut words = [0; N];
    let mut count = 0;
    let mut candidate = 2u128;
    while count < N {
        let mut divisor = 2;
        while divisor < candidate && !candidate.is_multiple_of(divisor) {
            divisor += 1;
        }
        if divisor == candidate {
            words[count] = root(candidate << (32 * power), power) as u32;
            count += 1;
        }
        candidate += 1;
    }
    words
}

const START: [u32; 8] = fractions(2);
const ROUND: [u32; 64] = fractions(3);

/// A digest in the making.
#[derive(Clone, Debug)]
pub struct Sha256 {
    state: [u32; 8],
    block: [u8; 64],
    filled: usize,
    length: u64,
}

impl Default for Sha256 {
    fn default() -> Sha256 {
        Sha256 {
            state: START,
            block: [0; 64],
            filled: 0,
            length: 0,
        }
    }
}

impl Sha256 {
    /// Takes more bytes.
    pub fn update(&mut self, mut bytes: &[u8]) {
        self.length = self.length.wrapping_add(bytes.len() as u64);
        while !bytes.is_empty() {
            let count = bytes.len().min(64 - self.filled);
            self.block[self.filled..self.filled + count].copy_from_slice(&bytes[..count]);
            self.filled += count;
            bytes = &bytes[count..];
            if self.filled == 64 {
                self.compress();
                self.filled = 0;
            }
        }
    }

    /// The digest of all bytes taken, in hexadecimal.
    pub fn finish(mut self) -> String {
        let bits = self.length.wrapping_mul(8);
        self.update(&[0x80]);
        while self.filled != 56 {
            self.update(&[0]);
        }
        self.update(&bits.to_be_bytes());
        self.state
            .iter()
            .map(|word| format!("{word:08x}"))
            .collect()
    }

    fn compress(&mut self) {
        let mut words = [0u32; 64];
        for (word, bytes) in words.iter_mut().zip(self.block.chunks_exact(4)) {
            *word = bytes
                .iter()
                .fold(0, |word, &byte| word << 8 | u32::from(byte));
        }
        for index in 16..64 {
            let (early, late) = (words[index - 15], words[index - 2]);
            let small = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
            let large = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
            words[index] = words[index - 16]
                .wrapping_add(small)
                .wrapping_add(words[index - 7])
                .wrapping_add(large);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = self.state;
        for (word, constant) in words.into_iter().zip(ROUND) {
            let mixed = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let first = h
                .wrapping_add(mixed)
                .wrapping_add(e & f ^ !e & g)
                .wrapping_add(constant)
                .wrapping_add(word);
            let mixed = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let second = mixed.wrapping_add(a & b ^ a & c ^ b & c);
            (h, g, f, e) = (g, f, e, d.wrapping_add(first));
            (d, c, b, a) = (c, b, a, first.wrapping_add(second));
        }
        for (word, more) in self.state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(more);
        }
    }
}

/// The digest of these bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let mut digest = Sha256::default();
    digest.update(bytes);
    digest.finish()
}

/// The digest of a file's content, in hexadecimal.
pub fn sha256_of_file(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut digest = Sha256::default();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(digest.finish()),
            Ok(count) => digest.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standards_examples() {
        for (text, digest) in [
            (
                "",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ),
            (
                "abc",
                "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            ),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ] {
            assert_eq!(sha256(text.as_bytes()), digest);
        }
        let million = vec![b'a'; 1_000_000];
        assert_eq!(
            sha256(&million),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        );
    }
}
