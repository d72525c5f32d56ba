//! One of so many shares of a collection, each looked at by a machine of its own.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::game::SourceGame;
use super::game_digest::game_digest;
use plumb_chess::notation::pgn::PgnProblem;

/// More shares than anybody has machines.
const MOST_SHARDS: u64 = 1_000_000;

/// One share of a collection. Which share a game is in follows from its players and moves
/// alone, so that it is the same however files are cut, and a game that is there twice is
/// in the same share both times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// Share `index`, from 0, of `count`; nothing where there is no such share.
    pub fn new(index: u64, count: u64) -> Option<Shard> {
        let is_one = index < count && count <= MOST_SHARDS;
        is_one.then_some(Shard { index, count })
    }

    /// Which share it is, from 0.
    pub fn index(self) -> u64 {
        self.index
    }

    /// How many shares there are.
    pub fn count(self) -> u64 {
        self.count
    }

    /// Whether this is in the share. What cannot be read is in one by its file and number.
    pub fn has(self, entry: &Result<SourceGame, PgnProblem>) -> bool {
        share_of(entry, self.count) == self.index
    }
}

/// In which of so many shares this is.
pub fn share_of(entry: &Result<SourceGame, PgnProblem>, count: u64) -> u64 {
    let digest = match entry {
        Ok(game) => game_digest(game),
        Err(problem) => {
            let place = format!("{}\0{}", problem.file, problem.number);
            Sha256::digest(place.as_bytes()).into()
        }
    };
    // The digest as one number, its first byte the highest.
    let remainder = |rest: u64, &byte: &u8| (rest * 256 + u64::from(byte)) % count.max(1);
    digest.iter().fold(0, remainder)
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(index, count)| {
            Some((index.parse::<u64>().ok()?, count.parse::<u64>().ok()?))
        });
        let shard = numbers.and_then(|(index, count)| Shard::new(index, count));
        shard.ok_or_else(|| {
            format!("'{text}' is no shard: expected i/n with i from 0 to n - 1, such as 0/4")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::games;

    fn read(text: &str) -> Vec<Result<SourceGame, PgnProblem>> {
        games("f.pgn", text.as_bytes()).collect()
    }

    #[test]
    fn every_game_is_in_one_share_and_twins_are_together() {
        let game = |white: &str, moves: &str| format!("[White \"{white}\"]\n\n{moves} *\n\n");
        let mut text = String::new();
        for player in 0..20 {
            text += &game(&format!("Player {player}"), "1. e4 e5 2. Nf3");
        }
        text += &game("x", "1. e4 e4");
        let all = read(&text);
        for count in [1, 2, 3, 7] {
            let shards: Vec<Shard> = (0..count).filter_map(|i| Shard::new(i, count)).collect();
            for entry in &all {
                let having = shards.iter().filter(|shard| shard.has(entry));
                assert_eq!(having.count(), 1);
            }
            assert!(shards.iter().all(|shard| all.iter().any(|e| shard.has(e))));
        }
        // Another event, another spelling: the same game.
        let twin = "[Event \"Again\"]\n[White \"PLAYER 3\"]\n\n1. e2-e4 e7e5 2. Ng1f3 *\n";
        let twin = &read(twin)[0];
        assert_eq!(share_of(twin, 1_000), share_of(&all[3], 1_000));
    }

    #[test]
    fn a_shard_is_read_as_it_is_written() {
        let shard: Shard = "2/7".parse().unwrap();
        assert_eq!((shard.index(), shard.count()), (2, 7));
        assert_eq!(shard.to_string(), "2/7");
        for wrong in [
            "",
            "1",
            "1/1",
            "3/2",
            "0/0",
            "-1/2",
            "a/b",
            "0/1000001",
            "1/2/3",
        ] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
