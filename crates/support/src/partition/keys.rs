//! By what players and events are recognised, however they are written: a number for a name.
//!
//! Start with `player_key`.

use sha2::{Digest, Sha256};

/// Keys have so many bits: few enough for a table, and among a thousand reference
/// players one of a million others is taken for one of them once in 280,000 tables.
const BITS: u32 = 48;

/// Who played a game, where, and what, as keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameKeys {
    /// White and Black.
    pub players: [u64; 2],
    /// Its event, if it has a name.
    pub event: Option<u64>,
    /// Its moves.
    pub moves: u64,
}

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
    let initial: String = letters(first).chars().take(1).collect();
    key_of(&format!("{} {initial}", letters(last)))
}

/// A number for an event: of its name and place, in lower case, and the year of its date
/// (`YYYY.MM.DD`, as far as known). Games that a server calls rated or casual have no
/// event: nothing but the server is common to them.
pub fn event_key(event: &str, site: &str, date: &str) -> Option<u64> {
    let name = letters(event);
    let is_none = ["rated", "casual", "unrated"]
        .iter()
        .any(|kind| name.starts_with(kind));
    let year: String = date.chars().take(4).collect();
    (!name.is_empty() && !is_none).then(|| key_of(&format!("{name}, {} {year}", letters(site))))
}

/// Letters and digits alone, in lower case.
fn letters(text: &str) -> String {
    let kept = text.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

fn key_of(text: &str) -> u64 {
    let digest = Sha256::digest(text.as_bytes());
    let [a, b, c, d, e, f, g, h]: [u8; 8] = std::array::from_fn(|index| digest[index]);
    short_key(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
}

/// As many bits of a number as a table has.
pub fn short_key(number: u64) -> u64 {
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

    #[test]
    fn an_event_is_a_name_a_place_and_a_year() {
        let key = event_key("Hastings 6566", "Hastings", "1965.12.29");
        assert_eq!(key, event_key("HASTINGS 65/66", "Hastings", "1965.??.??"));
        assert_ne!(key, event_key("Hastings 6566", "Hastings", "1966.01.02"));
        assert_ne!(key, event_key("Hastings 6566", "London", "1965.12.29"));
        for none in [
            "",
            "?",
            "Rated Blitz game",
            "rated standard match",
            "Casual game",
        ] {
            assert_eq!(event_key(none, "lichess.org", "2017.01.01"), None, "{none}");
        }
    }
}
