//! Inputs with damage: seeds in which bytes are changed, lost, doubled and put together anew.

use plumb_testing::Random;

/// Longer inputs say nothing that shorter ones do not, and take longer.
const LONGEST: usize = 1 << 14;

/// What breaks readers: limits of numbers, quotes and brackets left open, ends of lines, bytes
/// that are no text, marks of encodings, and letters of more than one byte.
const AWKWARD: [&[u8]; 24] = [
    b"0",
    b"-1",
    b"1e30",
    b"NaN",
    b"9223372036854775807",
    b"18446744073709551616",
    b"0x7f",
    b"\"",
    b"'",
    b"{",
    b"}",
    b"(",
    b"[",
    b"]",
    b";",
    b"%",
    b"\n",
    b"\r\n",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    "é".as_bytes(),
    "\u{2028}".as_bytes(),
];

/// Makes inputs from seeds; the same ones each time.
pub struct Damage {
    random: Random,
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
}

impl Damage {
    /// From one seed or more; the first inputs are the seeds as they are.
    pub fn new(seeds: Vec<Vec<u8>>) -> Damage {
        let words = seeds
            .iter()
            .flat_map(|seed| seed.split(u8::is_ascii_whitespace))
            .filter(|word| !word.is_empty())
            .map(<[u8]>::to_vec)
            .collect();
        Damage {
            random: Random(7),
            seeds,
            words,
        }
    }

    /// All inputs, without end.
    pub fn inputs(mut self) -> impl Iterator<Item = Vec<u8>> {
        let plain = self.seeds.clone();
        plain
            .into_iter()
            .chain(std::iter::repeat_with(move || self.damaged()))
    }

    /// A seed, or some bytes of no meaning, with one to six kinds of damage.
    fn damaged(&mut self) -> Vec<u8> {
        let mut bytes = if self.random.below(20) == 0 {
            let length = self.random.below(60);
            (0..length).map(|_| self.byte()).collect()
        } else {
            self.seed()
        };
        for _ in 0..=self.random.below(6) {
            self.damage(&mut bytes);
        }
        bytes.truncate(LONGEST);
        bytes
    }

    fn byte(&mut self) -> u8 {
        self.random.below(256) as u8
    }

    fn seed(&mut self) -> Vec<u8> {
        let at = self.random.below(self.seeds.len());
        self.seeds[at].clone()
    }

    /// A stretch of up to 40 bytes, as indices.
    fn stretch(&mut self, length: usize) -> std::ops::Range<usize> {
        let from = self.random.below(length + 1);
        from..length.min(from + self.random.below(40))
    }

    fn damage(&mut self, bytes: &mut Vec<u8>) {
        let place = self.random.below(bytes.len() + 1);
        let here = place..place;
        match self.random.below(8) {
            0 if place < bytes.len() => bytes[place] = self.byte(),
            1 if place < bytes.len() => bytes[place] ^= 1 << self.random.below(8),
            2 => drop(bytes.drain(self.stretch(bytes.len()))),
            3 => {
                let doubled = bytes[self.stretch(bytes.len())].to_vec();
                bytes.splice(here, doubled);
            }
            4 => {
                let other = self.seed();
                let part = other[self.stretch(other.len())].to_vec();
                bytes.splice(here, part);
            }
            5 if !self.words.is_empty() => {
                let word = self.random.below(self.words.len());
                bytes.splice(here, self.words[word].iter().copied().chain([b' ']));
            }
            6 => self.change_number(bytes),
            _ => {
                let awkward = self.random.pick(&AWKWARD);
                bytes.splice(here, awkward.iter().copied());
            }
        }
    }

    /// Puts something awkward in the place of the first number behind some place.
    fn change_number(&mut self, bytes: &mut Vec<u8>) {
        let from = self.random.below(bytes.len() + 1);
        let awkward = self.random.pick(&AWKWARD);
        let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit) else {
            return;
        };
        let digits = &bytes[from + start..];
        let length = digits
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        bytes.splice(from + start..from + start + length, awkward.iter().copied());
    }
}
