//! By what players of a reference are recognised among those of a run: a number for
//! a name.
//!
//! Start with `player_key`.

use sha2::{Digest, Sha256};

/// Keys have so many bits: few enough for a table, and among a thousand reference
/// players one of a million others is taken for one of them once in 280,000 tables.
const BITS: u32 = 48;

/// A number for a player's name: of his last name and the first letter of the
/// others, in lower case. `Capablanca, J`, `Capablanca, Jose Raul` and `Jose Raul
/// Capablanca` are the same; so are brothers with the same initial, which leaves out
/// too many rather than too few.
pub fn player_key(name: &str) -> u64 {
    let (last, first) = match name.split_once(',') {
        Some((last, first)) => (last, first),
        None => match name.trim().rsplit_once(char::is_whitespace) {
            Some((first, last)) => (last, first),
            None => (name, ""),
        },
    };
    let letters = |text: &str| -> String {
        let kept = text.chars().filter(|c| c.is_alphanumeric());
        kept.flat_map(char::to_lowercase).collect()
    };
    let initial: String = letters(first).chars().take(1).collect();
    let digest = Sha256::digest(format!("{} {initial}", letters(last)).as_bytes());
    let [a, b, c, d, e, f, g, h]: [u8; 8] = std::array::from_fn(|index| digest[index]);
    short(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
}

/// As many bits of a number as a table has.
pub fn short(number: u64) -> u64 {
    number >> (u64::BITS - BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_recognised_however_it_is_written() {
        let same = [
            "Capablanca, J",
            "Capablanca, Jose Raul",
            "José Raul  Capablanca ",
            "CAPABLANCA, J.",
        ];
        for name in same {
            assert_eq!(player_key(name), player_key(same[0]), "{name}");
        }
        for other in [
            "Capablanca, R",
            "Capablanca",
            "Lasker, Edward",
            "Lasker, Emanuel I",
            "",
        ] {
            assert_ne!(player_key(other), player_key(same[0]), "{other}");
        }
        assert!(player_key(same[0]) < 1 << BITS);
    }
}
