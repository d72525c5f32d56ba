//! What a division came to: the players and events of each part.

use std::collections::{BTreeSet, HashMap};

use super::keys::GameKeys;

/// A part of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// What it is called.
    pub name: String,
    /// How many games of the collection are in it.
    pub games: usize,
    /// Keys of its players, in order.
    pub players: Vec<u64>,
    /// Keys of its events, in order.
    pub events: Vec<u64>,
}

/// Parts that share no player, no event and no game. A game is in a part if both its players
/// and its event are; one whose event has no name, if both its players are; none whose moves
/// are among those that are in no part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partition {
    parts: Vec<Part>,
    players: HashMap<u64, usize>,
    events: HashMap<u64, usize>,
    of_no_part: BTreeSet<u64>,
}

impl Partition {
    /// Of these parts, and these games of which none is in any; nothing if a player or an
    /// event is in two.
    pub fn new(parts: Vec<Part>, of_no_part: BTreeSet<u64>) -> Option<Partition> {
        let mut partition = Partition {
            of_no_part,
            ..Partition::default()
        };
        for (index, part) in parts.iter().enumerate() {
            for &key in &part.players {
                if partition.players.insert(key, index).is_some() {
                    return None;
                }
            }
            for &key in &part.events {
                if partition.events.insert(key, index).is_some() {
                    return None;
                }
            }
        }
        partition.parts = parts;
        Some(partition)
    }

    /// The parts, in their order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The part of this name, by its place in the order.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|part| part.name == name)
    }

    /// The part of the player with this key.
    pub fn part_of_player(&self, key: u64) -> Option<usize> {
        self.players.get(&key).copied()
    }

    /// The part of the event with this key.
    pub fn part_of_event(&self, key: u64) -> Option<usize> {
        self.events.get(&key).copied()
    }

    /// Keys of moves of games that are in no part: they were played in two, or only the
    /// first may have them.
    pub fn games_of_no_part(&self) -> &BTreeSet<u64> {
        &self.of_no_part
    }

    /// The part that a game is in, by its place in the order.
    pub fn part_of(&self, game: &GameKeys) -> Option<usize> {
        let [white, black] = game.players.map(|key| self.part_of_player(key));
        let part = white.filter(|_| white == black)?;
        let event = game.event.map(|event| self.part_of_event(event));
        let is_elsewhere = event.is_some_and(|event| event != Some(part));
        let is_here = !is_elsewhere && !self.of_no_part.contains(&game.moves);
        is_here.then_some(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, players: &[u64], events: &[u64]) -> Part {
        Part {
            name: name.to_owned(),
            games: 1,
            players: players.to_vec(),
            events: events.to_vec(),
        }
    }

    #[test]
    fn a_game_is_where_both_players_and_the_event_are() {
        let parts = vec![part("a", &[1, 2], &[10]), part("b", &[3, 4], &[11])];
        let partition = Partition::new(parts, BTreeSet::from([77])).unwrap();
        assert_eq!(partition.index_of("b"), Some(1));
        let part_of = |players, event, moves| {
            partition.part_of(&GameKeys {
                players,
                event,
                moves,
            })
        };
        assert_eq!(part_of([1, 2], Some(10), 5), Some(0));
        assert_eq!(part_of([4, 3], None, 5), Some(1));
        for (players, event, moves) in [
            ([1, 3], Some(10), 5),
            ([1, 2], Some(11), 5),
            ([1, 2], Some(12), 5),
            ([1, 9], None, 5),
            ([9, 9], None, 5),
            ([1, 2], Some(10), 77),
        ] {
            assert_eq!(part_of(players, event, moves), None, "{players:?}");
        }
    }

    #[test]
    fn who_is_in_two_parts_is_refused() {
        for (players, events) in [(&[1_u64][..], &[11_u64][..]), (&[3], &[10])] {
            let parts = vec![part("a", &[1], &[10]), part("b", players, events)];
            assert_eq!(Partition::new(parts, BTreeSet::new()), None);
        }
    }
}
